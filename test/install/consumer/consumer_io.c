// A program outside of the project that reads a model, and calls nothing else. It is compiled as C and as C++.
#include <hitscan/hitscan.h>
#include <hitscan/mesh_io.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\ng wing\nf 1 2 3\n";
    hit_model* model = NULL;
    hit_error error;
    bool good = hit_model_read(text, strlen(text), HIT_MODEL_OBJ, NULL, &model, &error) == HIT_OK &&
                model->triangle_count == 1 && strcmp(model->parts[0].name, "wing") == 0;
    printf("hitscan %s: %s\n", HIT_VERSION_STRING, good ? "a model of one triangle" : error.message);
    hit_model_destroy(model);
    return good ? 0 : 1;
}

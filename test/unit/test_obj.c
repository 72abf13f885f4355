// OBJ: what is read, what is refused, and that neither depends on threads or on how the file is divided.
#include "support/cmocka_all.h"
#include "support/model_check.h"

// A model of some text, which must be good.
static hit_model* read_text(const char* text)
{
    hit_error error;
    hit_model* model = check_read(text, strlen(text), HIT_MODEL_OBJ, NULL, &error);
    if (model == NULL)
        fail_msg("%s", error.message);
    return model;
}

static void reads_a_quad(void** state)
{
    hit_model* m = read_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
    (void)state;
    assert_int_equal(m->mesh_count, 1);
    assert_int_equal(m->triangle_count, 2);
    hit_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_quad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

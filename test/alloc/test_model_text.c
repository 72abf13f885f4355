// OBJ and OFF with every allocation failed once: an error that says so, and nothing lost.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/model_check.h"

static void obj(void** state)
{
    // One part; parts with vertices of their own; parts that share them and come again; bad vertices.
    static const char* const texts[] = {
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n",
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 0 0\nv 1 0 0\nv 1 1 0\no a\nf 1 2 3\no b\ng c\nf 4 5 6\n",
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 nan 0\no a\nf 1 2 3\no b\ng c\nf 3 2 1\nf 4 4 4\no a\nf 2 3 1\n",
        "v 0 0 0\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_failing_memory(texts[i], strlen(texts[i]), HIT_MODEL_OBJ, NULL);
}

static void off(void** state)
{
    static const char text[] = "OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n3 0 1 2\n";
    (void)state;
    check_failing_memory(text, sizeof text - 1, HIT_MODEL_OFF, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obj),
        cmocka_unit_test(off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

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
        "v 5400000.03 0 0\nv 5400000.13 0 0\nv 5400000.13 0.1 0\nf 1 2 3\n",
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

// Coordinates that are read a second time, as doubles; the OBJ above has some, too.
static void far_away(void** state)
{
    static const char off[] = "OFF\n3 1 0\n5400000.03 0 0\n5400000.13 0 0\n5400000.13 0.1 0\n3 0 1 2\n";
    static const char stl[] = "solid\nfacet\nouter loop\nvertex 5400000.03 0 0\nvertex 5400000.13 0 0\n"
                              "vertex 5400000.13 0.1 0\nendloop\nendfacet\nendsolid\n";
    static const char ply[] = "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\n"
                              "property double z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
                              "5400000.03 0 0\n5400000.13 0 0\n5400000.13 0.1 0\n3 0 1 2\n";
    (void)state;
    check_failing_memory(off, sizeof off - 1, HIT_MODEL_OFF, NULL);
    check_failing_memory(stl, sizeof stl - 1, HIT_MODEL_STL, NULL);
    check_failing_memory(ply, sizeof ply - 1, HIT_MODEL_PLY, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obj),
        cmocka_unit_test(off),
        cmocka_unit_test(far_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

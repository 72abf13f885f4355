// glTF: nodes, their places, and which of them are parts.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/gltf_file.h"
#include "support/mesh_io/model_check.h"
#include "support/base/random.h"

// A file with the square as mesh 0 and points as mesh 1, and with these members.
static hit_model* read_scene(const char* members, hit_error* error)
{
    char* json =
        gltf_replace(gltf_square, "'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0,'name':'node'}],", members);
    char* more =
        gltf_replace(json, "'indices':1}]}", "'indices':1}]},{'primitives':[{'attributes':{'POSITION':0},'mode':1}]}");
    size_t size;
    unsigned char* glb = gltf_make_glb(more, gltf_square_bytes, sizeof gltf_square_bytes, &size);
    hit_model* model = check_read(glb, size, HIT_MODEL_GLTF, NULL, error);
    free(json);
    free(more);
    free(glb);
    return model;
}

static hit_model* read_good(const char* members)
{
    hit_error error;
    hit_model* model = read_scene(members, &error);
    if (model == NULL)
        fail_msg("%s", error.message);
    return model;
}

// Where a point of a part is.
static hit_dvec3 point_of(const hit_model_part* part, double x, double y, double z)
{
    const float(*m)[3] = part->placement.linear;
    const hit_dvec3 o = part->placement.origin;
    return hit_dvec3_make(o.x + (double)m[0][0] * x + (double)m[0][1] * y + (double)m[0][2] * z,
                          o.y + (double)m[1][0] * x + (double)m[1][1] * y + (double)m[1][2] * z,
                          o.z + (double)m[2][0] * x + (double)m[2][1] * y + (double)m[2][2] * z);
}

static void assert_point(const hit_model_part* part, double x, double y, double z, hit_dvec3 expected)
{
    const hit_dvec3 p = point_of(part, x, y, z);
    const double most = 1e-6 * (1.0 + fabs(expected.x) + fabs(expected.y) + fabs(expected.z));
    if (!(fabs(p.x - expected.x) <= most && fabs(p.y - expected.y) <= most && fabs(p.z - expected.z) <= most))
        fail_msg("(%g %g %g), not (%g %g %g)", p.x, p.y, p.z, expected.x, expected.y, expected.z);
}

// ---- Which nodes are parts ------------------------------------------------------------------------------------------

static void finds_the_scene(void** state)
{
    static const struct {
        const char *members, *names; ///< of the parts, one letter each
    } cases[] = {
#define ABC "'nodes':[{'mesh':0,'name':'A','children':[2]},{'mesh':0,'name':'B'},{'mesh':0,'name':'C'}],"
        {"'scenes':[{'nodes':[1]},{'nodes':[0]}],'scene':1," ABC, "AC"},
        {"'scenes':[{'nodes':[1]},{'nodes':[0]}]," ABC, "B"},
        {"'scenes':[{'nodes':[1,0]}],'scene':0," ABC, "ABC"},
        {"'scenes':[{'nodes':[1,0,1]}]," ABC, "ABC"},
        {"'scenes':[{}]," ABC, ""},
        {"'scenes':[]," ABC, "ABC"},
        {ABC, "ABC"},
        {"'scene':3," ABC, "ABC"},
        {"'scenes':[{'nodes':[0]}],'nodes':[{'children':[1,3]},{'mesh':0,'name':'X'},{'mesh':0,'name':'Y'},"
         "{'name':'Z','mesh':1,'children':[4]},{'name':'W','mesh':0}],",
         "XW"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hit_model* m = read_good(cases[i].members);
        assert_int_equal(m->part_count, strlen(cases[i].names));
        for (uint32_t k = 0; k < m->part_count; k++)
            assert_int_equal(m->parts[k].name[0], cases[i].names[k]);
        assert_int_equal(m->mesh_count, m->part_count > 0);
        hit_model_destroy(m);
    }
}

static void names_parts(void** state)
{
    hit_model* m = read_good("'nodes':[{'mesh':0,'name':''},{'mesh':0},{'mesh':0,'name':7},"
                             "{'mesh':0,'name':'caf\\u00e9 \\u001b[31m\\u0000'}],");
    (void)state;
    assert_string_equal(m->parts[0].name, "mesh");
    assert_string_equal(m->parts[1].name, "mesh");
    assert_string_equal(m->parts[2].name, "mesh");
    assert_string_equal(m->parts[3].name, "caf\xc3\xa9 ?[31m?");
    hit_model_destroy(m);
}

// A file without nodes: each mesh that has triangles is a part.
static void a_collection_of_meshes(void** state)
{
    hit_model* m = read_good("");
    (void)state;
    assert_int_equal(m->mesh_count, 1);
    assert_int_equal(m->part_count, 1);
    assert_string_equal(m->parts->name, "mesh");
    hit_model_destroy(m);
}

// ---- Where they are -------------------------------------------------------------------------------------------------

static void places_nodes(void** state)
{
    hit_model* m = read_good(
        "'nodes':[{'mesh':0,'translation':[1,2,3]},{'mesh':0,'scale':[2,3,4]},"
        "{'mesh':0,'rotation':[0,0,0.7071067811865476,0.7071067811865476]},"
        "{'mesh':0,'translation':[1,2,3],'rotation':[0,0,0.7071067811865476,0.7071067811865476],'scale':[2,3,4]},"
        "{'mesh':0,'matrix':[0,2,0,0,-3,0,0,0,0,0,4,0,1,2,3,1]},{'mesh':0,'rotation':[0,0,5,5]},"
        "{'mesh':0,'rotation':[0,0,0,0]},{'mesh':0,'scale':[-1,1,1]},"
        "{'mesh':0,'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,7,0,0,1],'translation':[9,9,9]},"
        "{'mesh':0,'translation':[123456789.125,0,0]}],");
    (void)state;
    assert_point(&m->parts[0], 1, 1, 1, hit_dvec3_make(2, 3, 4));
    assert_point(&m->parts[1], 1, 1, 1, hit_dvec3_make(2, 3, 4));
    assert_point(&m->parts[2], 1, 2, 3, hit_dvec3_make(-2, 1, 3));
    assert_point(&m->parts[3], 1, 1, 1, hit_dvec3_make(-2, 4, 7));
    assert_point(&m->parts[4], 1, 1, 1, hit_dvec3_make(-2, 4, 7));
    assert_point(&m->parts[5], 1, 2, 3, hit_dvec3_make(-2, 1, 3));
    assert_point(&m->parts[6], 1, 2, 3, hit_dvec3_make(1, 2, 3));
    assert_point(&m->parts[7], 1, 2, 3, hit_dvec3_make(-1, 2, 3));
    assert_point(&m->parts[8], 0, 0, 0, hit_dvec3_make(7, 0, 0));
    assert_true(m->parts[9].placement.origin.x == 123456789.125); // in double
    hit_model_destroy(m);
}

// Children are in the place of their parents, whatever the order of the nodes in the file.
static void places_children(void** state)
{
    hit_model* m =
        read_good("'nodes':[{'mesh':0,'translation':[1,0,0]},{'children':[0],'scale':[10,10,10]},"
                  "{'children':[1],'mesh':0,'rotation':[0,0,1,1]},{'children':[2],'translation':[0,0,100]}],");
    (void)state;
    assert_int_equal(m->part_count, 2);
    assert_point(&m->parts[0], 1, 0, 0, hit_dvec3_make(0, 20, 100));
    assert_point(&m->parts[1], 1, 0, 0, hit_dvec3_make(0, 1, 100));
    hit_model_destroy(m);
}

// Random translations, rotations and scales, in chains, against matrices of the same.
static void random_places(void** state)
{
    test_random r = test_random_make(test_seed());
    (void)state;
    for (uint64_t i = 0, cases = test_cases(300); i < cases; i++) {
        enum { DEPTH = 4 };
        char members[4096];
        size_t at = (size_t)snprintf(members, sizeof members, "'nodes':[");
        hit_dvec3 expected = hit_dvec3_make(0.5, -2.0, 1.25);
        hit_model* m;
        for (int k = 0; k < DEPTH; k++) {
            const hit_vec3 t = test_random_vec3(&r, -5, 5), s = test_random_vec3(&r, -2, 2);
            const hit_quat q = test_random_quat(&r);
            const double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
            const double px = expected.x * (double)s.x, py = expected.y * (double)s.y, pz = expected.z * (double)s.z;
            // q p q* / |q|^2, by the double cross product.
            const double cx = y * pz - z * py + w * px, cy = z * px - x * pz + w * py, cz = x * py - y * px + w * pz;
            const double f = 2.0 / (x * x + y * y + z * z + w * w);
            expected =
                hit_dvec3_make(px + f * (y * cz - z * cy) + (double)t.x, py + f * (z * cx - x * cz) + (double)t.y,
                               pz + f * (x * cy - y * cx) + (double)t.z);
            at += (size_t)snprintf(members + at, sizeof members - at,
                                   "{%s'translation':[%.9g,%.9g,%.9g],'rotation':[%.9g,%.9g,%.9g,%.9g],"
                                   "'scale':[%.9g,%.9g,%.9g]},",
                                   k == 0 ? "'mesh':0," : "", (double)t.x, (double)t.y, (double)t.z, x, y, z, w,
                                   (double)s.x, (double)s.y, (double)s.z);
            if (k > 0)
                at += (size_t)snprintf(members + at - 2, sizeof members - at + 2, ",'children':[%d]},", k - 1) - 2;
        }
        snprintf(members + at - 1, sizeof members - at + 1, "],");
        m = read_good(members);
        assert_point(m->parts, 0.5, -2.0, 1.25, expected);
        hit_model_destroy(m);
    }
}

// A chain of a million nodes, each a unit further: as fast as any other million, and without a stack.
static void deep_chain(void** state)
{
    enum { DEPTH = 1000000 };
    char* members = malloc((size_t)DEPTH * 50);
    size_t at;
    hit_model* m;
    (void)state;
    assert_non_null(members);
    at = (size_t)sprintf(members, "'scenes':[{'nodes':[0]}],'nodes':[");
    for (int i = 0; i < DEPTH - 1; i++)
        at += (size_t)sprintf(members + at, "{'children':[%d],'translation':[1,0,0]},", i + 1);
    sprintf(members + at, "{'mesh':0}],");
    m = read_good(members);
    assert_int_equal(m->part_count, 1);
    assert_true(m->parts->placement.origin.x == DEPTH - 1.0);
    hit_model_destroy(m);
    free(members);
}

// ---- Instances ------------------------------------------------------------------------------------------------------

static void reads_instances(void** state)
{
    static const struct {
        float translation[6], scale[6];
        int16_t rotation[8];
    } bytes = {{1, 2, 3, 4, 5, 6}, {1, 1, 1, 2, 2, 2}, {0, 0, 0, 32767, 0, 0, 23170, 23170}};
    static const char json[] =
        "{'asset':{'version':'2.0'},'extensionsRequired':['EXT_mesh_gpu_instancing'],'nodes':[{'mesh':0,'name':'tree',"
        "'translation':[100,0,0],'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{$WHICH}}}}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':3}}]}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':'VEC3'},"
        "{'bufferView':1,'componentType':5126,'count':2,'type':'VEC3'},"
        "{'bufferView':2,'componentType':5122,'count':2,'type':'VEC4','normalized':true},"
        "{'componentType':5126,'count':3,'type':'VEC3'}],"
        "'bufferViews':[{'buffer':0,'byteLength':24},{'buffer':0,'byteOffset':24,'byteLength':24},"
        "{'buffer':0,'byteOffset':48,'byteLength':16}],'buffers':[{$URI'byteLength':64}]}";
    static const struct {
        const char* which;
        uint32_t count;
        hit_dvec3 second; ///< where (1, 0, 0) of the last part is
    } cases[] = {{"'TRANSLATION':0,'ROTATION':2,'SCALE':1", 2, {104, 7, 6}},
                 {"'TRANSLATION':0", 2, {105, 5, 6}},
                 {"'ROTATION':2", 2, {100, 1, 0}},
                 {"'SCALE':1", 2, {102, 0, 0}},
                 {"", 1, {101, 0, 0}},
                 {"'_ID':0", 1, {101, 0, 0}}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *edited = gltf_replace(json, "$WHICH", cases[i].which),
             *text = gltf_make_text(edited, &bytes, sizeof bytes);
        hit_error error;
        hit_model* m = check_read(text, strlen(text), HIT_MODEL_GLTF, NULL, &error);
        if (m == NULL)
            fail_msg("%s", error.message);
        assert_int_equal(m->part_count, cases[i].count);
        assert_int_equal(m->triangle_count, cases[i].count);
        assert_string_equal(m->parts[cases[i].count - 1].name, "tree");
        assert_point(&m->parts[cases[i].count - 1], 1, 0, 0, cases[i].second);
        hit_model_destroy(m);
        free(edited);
        free(text);
    }
}

// ---- What is refused ------------------------------------------------------------------------------------------------

static void refuses(void** state)
{
    static const struct {
        const char *members, *message;
    } cases[] = {
        {"'nodes':[{'children':[0]}],", "node 0 is a descendant of itself"},
        {"'nodes':[{},{'children':[2]},{'children':[3,4]},{'children':[1]},{}],", "node 2 is a descendant of itself"},
        {"'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0},{'children':[2]},{'children':[1]}],",
         "node 2 is a descendant of itself"},
        {"'nodes':[{'children':[2]},{'children':[2]},{'mesh':0}],",
         "node 2 is a child of node 0 and of node 1; it may be of one"},
        {"'nodes':[{'children':[1,1]},{'mesh':0}],", "node 1 is a child of node 0 and of node 0; it may be of one"},
        {"'nodes':[{'children':[1]}],", "node 0 names a node that is none of the 1"},
        {"'nodes':[{'children':[-1]}],", "node 0 names a node that is none of the 1"},
        {"'nodes':[{'children':['0']}],", "node 0 names a node that is none of the 1"},
        {"'nodes':[{'children':{}}],", "node 0: children is no array"},
        {"'nodes':7,", "nodes is no array"},
        {"'nodes':[7],", "nodes: number 0 is no object"},
        {"'nodes':[{'mesh':2}],", "node 0: mesh is 2, but the model has 2 of them"},
        {"'nodes':[{'mesh':-1}],", "node 0: mesh is no whole number of 0 to 2^53"},
        {"'nodes':[{'mesh':0.5}],", "node 0: mesh is no whole number of 0 to 2^53"},
        {"'scenes':[{'nodes':[1]}],'nodes':[{'mesh':0}],", "scene 0 names a node that is none of the 1"},
        {"'scenes':[{'nodes':[1]}],'nodes':[{'children':[1]},{'mesh':0}],",
         "scene 0 names node 1, which is a child of node 0; it may name roots only"},
        {"'scene':1,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0}],", "\"scene\" names none of the 1 scenes"},
        {"'scenes':[7],'nodes':[{'mesh':0}],", "scene 0 is no object"},
        {"'scenes':{},'nodes':[{'mesh':0}],", "scenes is no array"},
        {"'scenes':[{'nodes':{}}],'nodes':[{'mesh':0}],", "scene 0: nodes is no array"},
        {"'nodes':[{'mesh':0,'translation':[1,2]}],", "node 0: translation is no array of 3 numbers"},
        {"'nodes':[{'mesh':0,'translation':[1,2,null]}],",
         "node 0: translation has something in it that is no finite number"},
        {"'nodes':[{'mesh':0,'scale':[1,1,1e999]}],", "node 0: scale has something in it that is no finite number"},
        {"'nodes':[{'mesh':0,'rotation':[0,0,1]}],", "node 0: rotation is no array of 4 numbers"},
        {"'nodes':[{'mesh':0,'rotation':[0,0,1e300,0]}],",
         "node 0 is put beyond 2^100, scaled beyond 2^60, or not by numbers"},
        {"'nodes':[{'mesh':0,'matrix':[1,0,0,0]}],", "node 0: matrix is no array of 16 numbers"},
        {"'nodes':[{'mesh':0,'matrix':[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}],",
         "node 0: the last row of its matrix is not 0 0 0 1, so it is no placement"},
        {"'nodes':[{'mesh':0,'translation':[1e31,0,0]}],",
         "node 0 is put beyond 2^100, scaled beyond 2^60, or not by numbers"},
        {"'nodes':[{'children':[1],'scale':[1e200,1e200,1e200]},{'mesh':0,'scale':[1e200,1,1]}],",
         "node 1 is put beyond 2^100, scaled beyond 2^60, or not by numbers"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hit_error error;
        assert_null(read_scene(cases[i].members, &error));
        if (error.status != HIT_ERROR_FORMAT || strcmp(error.message, cases[i].message) != 0)
            fail_msg("%s: %s", cases[i].members, error.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_scene), cmocka_unit_test(names_parts),     cmocka_unit_test(a_collection_of_meshes),
        cmocka_unit_test(places_nodes),    cmocka_unit_test(places_children), cmocka_unit_test(random_places),
        cmocka_unit_test(deep_chain),      cmocka_unit_test(reads_instances), cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// glTF as viewers show it: morph targets with the file's weights, skins as their joints stand, cameras, the scene that
// is asked for, hidden nodes, paths, and nodes that are far away.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/gltf_file.h"
#include "support/mesh_io/model_check.h"

#include <math.h>

static hit_model* read_text(const char* json, const void* bytes, size_t size, const hit_model_options* options,
                            hit_error* error)
{
    char* text = gltf_make_text(json, bytes, size);
    hit_model* m = check_read(text, strlen(text), HIT_MODEL_GLTF, options, error);
    free(text);
    return m;
}

static hit_model* read_good(const char* json, const void* bytes, size_t size)
{
    hit_error error;
    hit_model* m = read_text(json, bytes, size, NULL, &error);
    if (m == NULL)
        fail_msg("%s", error.message);
    return m;
}

// The square with something in place of its nodes, and more members in front.
static hit_model* read_nodes(const char* nodes, const char* members)
{
    char* with = gltf_replace(gltf_square, "'nodes':[{'mesh':0,'name':'node'}]", nodes);
    char* json = gltf_replace(with, "{'asset'", members);
    hit_model* m = read_good(json, gltf_square_bytes, sizeof gltf_square_bytes);
    free(with);
    free(json);
    return m;
}

static bool has_note(const hit_model* m, const char* note)
{
    for (uint32_t i = 0; i < m->note_count; i++)
        if (strcmp(m->notes[i], note) == 0)
            return true;
    return false;
}

// Where vertex i of part p is in the scene.
static hit_dvec3 world_vertex(const hit_model* m, uint32_t p, uint32_t i)
{
    const hit_placement* at = &m->parts[p].placement;
    const hit_vec3 v = m->meshes[m->parts[p].mesh].vertices[i];
    const double xyz[3] = {(double)v.x, (double)v.y, (double)v.z};
    double out[3] = {at->origin.x, at->origin.y, at->origin.z};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out[r] += (double)at->linear[r][c] * xyz[c];
    return hit_dvec3_make(out[0], out[1], out[2]);
}

static void assert_at(const hit_model* m, uint32_t p, uint32_t i, double x, double y, double z)
{
    const hit_dvec3 at = world_vertex(m, p, i);
    if (fabs(at.x - x) > 1e-6 || fabs(at.y - y) > 1e-6 || fabs(at.z - z) > 1e-6)
        fail_msg("vertex %u of part %u is at %.9g %.9g %.9g", i, p, at.x, at.y, at.z);
}

// ---- Morph targets and skins ----------------------------------------------------------------------------------------

// Three vertices; two targets; joints and weights; two inverse bind matrices.
static const struct {
    float positions[9];
    float up[9], right[9];
    uint8_t joints[12];
    float weights[12];
    float inverse[32];
} body = {{0, 0, 0, 1, 0, 0, 0, 1, 0},
          {0, 0, 1, 0, 0, 1, 0, 0, 1},
          {1, 0, 0, 1, 0, 0, 1, 0, 0},
          {0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0},
          {1, 0, 0, 0, 0.5f, 0.5f, 0, 0, 0, 1, 0, 0},
          {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0,  0, 0, 1,   // the first joint is bound at the origin
           1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1}}; // the second at (1, 0, 0)

static hit_model* read_body(const char* primitive, const char* mesh, const char* nodes, const char* more)
{
    char json[2048];
    snprintf(json, sizeof json,
             "{'asset':{'version':'2.0'},'nodes':[%s],'meshes':[{'primitives':[{'attributes':{'POSITION':0%s]%s}],"
             "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'},"
             "{'bufferView':0,'byteOffset':36,'componentType':5126,'count':3,'type':'VEC3'},"
             "{'bufferView':0,'byteOffset':72,'componentType':5126,'count':3,'type':'VEC3'},"
             "{'bufferView':0,'byteOffset':108,'componentType':5121,'count':3,'type':'VEC4'},"
             "{'bufferView':0,'byteOffset':120,'componentType':5126,'count':3,'type':'VEC4'},"
             "{'bufferView':0,'byteOffset':168,'componentType':5126,'count':2,'type':'MAT4'}],"
             "'bufferViews':[{'buffer':0,'byteLength':%zu}],'buffers':[{$URI'byteLength':%zu}]%s}",
             nodes, primitive, mesh, sizeof body, sizeof body, more);
    return read_good(json, &body, sizeof body);
}

#define TARGETS "},'targets':[{'POSITION':1},{'POSITION':2}]}"
#define SKIN ",'JOINTS_0':3,'WEIGHTS_0':4}}"

// The mesh's weights, then those of a node, which go before them.
static void morph_targets_were_ignored(void** state)
{
    hit_model* m = read_body(TARGETS, ",'weights':[0.5,0]", "{'mesh':0},{'mesh':0,'weights':[0.25,2]},{'mesh':0}", "");
    (void)state;
    assert_int_equal(m->part_count, 3);
    assert_int_equal(m->mesh_count, 2);
    assert_int_equal(m->parts[0].mesh, m->parts[2].mesh);
    assert_at(m, 0, 1, 1, 0, 0.5);
    assert_at(m, 1, 1, 3, 0, 0.25);
    assert_at(m, 2, 0, 0, 0, 0.5);
    assert_true(has_note(m, "2 morph targets are applied with the file's weights"));
    hit_model_destroy(m);
    m = read_body(TARGETS, "", "{'mesh':0}", "");
    assert_at(m, 0, 1, 1, 0, 0);
    hit_model_destroy(m);
}

// The joints stand at (0, 0, 5) and, turned by 90 degrees about z, at (1, 0, 5): vertex 2 hangs on the second alone.
static void skins_were_ignored(void** state)
{
    hit_model* m = read_body(SKIN, "",
                             "{'mesh':0,'skin':0,'translation':[100,0,0]},{'translation':[0,0,5],'children':[2]},"
                             "{'translation':[1,0,0],'rotation':[0,0,0.70710678118654752,0.70710678118654752]},"
                             "{'mesh':0,'skin':0,'scale':[7,7,7]},{'mesh':0}",
                             ",'skins':[{'joints':[1,2],'inverseBindMatrices':5}]");
    (void)state;
    assert_int_equal(m->part_count, 3);
    assert_int_equal(m->mesh_count, 3); // one for each skinned node, and the mesh as it stands
    for (uint32_t p = 0; p < 2; p++) {
        assert_at(m, p, 0, 0, 0, 5);
        assert_at(m, p, 1, 1, 0, 5);
        assert_at(m, p, 2, 0, -1, 5); // (0, 1, 0) - (1, 0, 0), turned, + (1, 0, 5)
    }
    assert_at(m, 2, 2, 0, 1, 0);
    assert_true(has_note(m, "1 skin is shown in its rest pose"));
    hit_model_destroy(m);
}

// Vertices that a skin moves far away keep their places: they get an origin of their own.
static void skins_keep_large_coordinates(void** state)
{
    hit_model* m = read_body(SKIN, "", "{'mesh':0,'skin':0},{'translation':[5400000.1,0.3,5],'children':[2]},{}",
                             ",'skins':[{'joints':[1,2]}]");
    (void)state;
    assert_at(m, 0, 0, 5400000.1, 0.3, 5);
    assert_at(m, 0, 1, 5400001.1, 0.3, 5);
    assert_at(m, 0, 2, 5400000.1, 1.3, 5);
    hit_model_destroy(m);
}

static void refuses_poses(void** state)
{
    static const char* const cases[][4] = {
        {SKIN, "{'mesh':0,'skin':1}", ",'skins':[{'joints':[0]}]", "node 0: skin is 1, but the model has 1 of them"},
        {SKIN, "{'mesh':0,'skin':0}", ",'skins':[{'joints':[0]}]",
         "mesh 0, primitive 0: joint 1 out of range (1 joints)"},
        {SKIN, "{'mesh':0,'skin':0}", ",'skins':[{}]", "skin 0 has no joints"},
        {SKIN, "{'mesh':0,'skin':0}", ",'skins':[{'joints':[7]}]", "skin 0 names a joint that is none of the 1 nodes"},
        {SKIN, "{'mesh':0,'skin':0}", ",'skins':[{'joints':[0,0,0],'inverseBindMatrices':5}]",
         "skin 0: inverseBindMatrices are no MAT4 of float for its 3 joints"},
        {TARGETS, "{'mesh':0,'weights':['x']}", "", "weights have something in them that is no finite number"},
        {"},'targets':[{'POSITION':3}]}", "{'mesh':0,'weights':[1]}", "",
         "mesh 0, primitive 0: POSITION has 4 components"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[2048];
        hit_error error;
        snprintf(json, sizeof json,
                 "{'asset':{'version':'2.0'},'nodes':[%s],'meshes':[{'primitives':[{'attributes':{'POSITION':0%s]}],"
                 "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'},{},{},"
                 "{'bufferView':0,'byteOffset':108,'componentType':5121,'count':3,'type':'VEC4'},"
                 "{'bufferView':0,'byteOffset':120,'componentType':5126,'count':3,'type':'VEC4'},"
                 "{'bufferView':0,'byteOffset':168,'componentType':5126,'count':2,'type':'MAT4'}],"
                 "'bufferViews':[{'buffer':0,'byteLength':%zu}],'buffers':[{$URI'byteLength':%zu}]%s}",
                 cases[i][1], cases[i][0], sizeof body, sizeof body, cases[i][2]);
        assert_null(read_text(json, &body, sizeof body, NULL, &error));
        if (strcmp(error.message, cases[i][3]) != 0)
            fail_msg("%s: %s", cases[i][3], error.message);
    }
}

// ---- The scene ------------------------------------------------------------------------------------------------------

static void chooses_the_scene(void** state)
{
    static const char nodes[] = "'nodes':[{'mesh':0,'name':'a'},{'mesh':0,'name':'b'},{'mesh':0,'name':'c'}]";
    char* with = gltf_replace(gltf_square, "'nodes':[{'mesh':0,'name':'node'}]", nodes);
    char* json = gltf_replace(with, "'scenes':[{'nodes':[0]}]", "'scenes':[{'nodes':[0]},{'nodes':[1,2]}]");
    (void)state;
    for (uint32_t scene = 0; scene <= 3; scene++) {
        const hit_model_options options = {.scene = scene};
        hit_error error;
        hit_model* m = read_text(json, gltf_square_bytes, sizeof gltf_square_bytes, &options, &error);
        if (scene == 3) {
            assert_null(m);
            assert_int_equal(error.status, HIT_ERROR_ARGUMENT);
            assert_string_equal(error.message, "scene 3 is asked for, and the model has 2 of them");
            continue;
        }
        assert_non_null(m);
        assert_int_equal(m->part_count, scene == 2 ? 2 : 1);
        assert_string_equal(m->parts[0].name, scene == 2 ? "b" : "a");
        hit_model_destroy(m);
    }
    free(with);
    free(json);
}

static void hides_invisible_nodes(void** state)
{
    hit_model* m = read_nodes("'nodes':[{'mesh':0,'name':'top','children':[1,2]},{'name':'hidden','mesh':0,'children':"
                              "[3],'extensions':{'KHR_node_visibility':{'visible':false}}},{'name':'seen','mesh':0,"
                              "'extensions':{'KHR_node_visibility':{'visible':true}}},{'name':'below','mesh':0}]",
                              "{'extensionsRequired':['KHR_node_visibility'],'asset'");
    (void)state;
    assert_int_equal(m->part_count, 2);
    assert_string_equal(m->parts[0].path, "top");
    assert_string_equal(m->parts[1].path, "top/seen");
    assert_true(has_note(m, "2 nodes that the file hides (KHR_node_visibility) are left out"));
    hit_model_destroy(m);
}

static void paths_have_the_names_of_nodes(void** state)
{
    hit_model* m = read_nodes("'nodes':[{'name':'robot','children':[1]},{'children':[2,3]},{'name':'hand','mesh':0},"
                              "{'mesh':0}]",
                              "{'asset'");
    (void)state;
    assert_string_equal(m->parts[0].path, "robot/node 1/hand");
    assert_string_equal(m->parts[0].name, "hand");
    assert_string_equal(m->parts[1].path, "robot/node 1/node 3");
    assert_string_equal(m->parts[1].name, "mesh");
    assert_int_equal(m->up, HIT_AXIS_POSITIVE_Y);
    assert_true(m->unit == 1.0);
    hit_model_destroy(m);
}

// A path has the end of a long one: names of a deep tree do not take memory by the square of its depth.
static void long_paths_are_cut(void** state)
{
    enum { DEPTH = 100 };
    char nodes[DEPTH * 48] = "'nodes':[";
    hit_model* m;
    (void)state;
    for (int i = 0; i < DEPTH - 1; i++)
        snprintf(nodes + strlen(nodes), sizeof nodes - strlen(nodes), "{'name':'number','children':[%d]},", i + 1);
    strcat(nodes, "{'name':'last','mesh':0}]");
    m = read_nodes(nodes, "{'asset'");
    assert_true(strlen(m->parts->path) < 270);
    assert_memory_equal(m->parts->path, ".../number/", 11);
    assert_string_equal(m->parts->path + strlen(m->parts->path) - 12, "/number/last");
    hit_model_destroy(m);
}

static void cameras_are_where_their_nodes_are(void** state)
{
    hit_model* m = read_nodes(
        "'nodes':[{'mesh':0,'translation':[0,5400000.1,0],'children':[1,2]},{'name':'eye','camera':0,'scale':[2,2,2],"
        "'translation':[1,2,3]},{'camera':1},{'camera':2}]",
        "{'cameras':[{'name':'lens','type':'perspective','perspective':{'yfov':0.5,'znear':0.1,'aspectRatio':1.5}},"
        "{'name':'plan','type':'orthographic','orthographic':{'xmag':4,'ymag':2,'znear':0,'zfar':9}},{}],'asset'");
    const hit_model_camera *eye = &m->cameras[0], *plan = &m->cameras[1];
    (void)state;
    assert_int_equal(m->camera_count, 2);
    assert_string_equal(eye->name, "eye");
    assert_true(!eye->is_orthographic && eye->y_fov == 0.5 && eye->near_z == 0.1 && isinf(eye->far_z));
    assert_true(eye->aspect == 1.5 && eye->placement.origin.y == 5400000.1 + 2.0 && eye->placement.origin.x == 1.0);
    assert_true(eye->placement.linear[0][0] == 1.0f && eye->placement.linear[2][2] == 1.0f);
    assert_string_equal(plan->name, "plan");
    assert_true(plan->is_orthographic && plan->y_extent == 2.0 && plan->aspect == 2.0 && plan->far_z == 9.0);
    hit_model_destroy(m);
}

// ---- Large coordinates ----------------------------------------------------------------------------------------------

static void large_translations_are_not_rounded(void** state)
{
    hit_model* m = read_nodes("'nodes':[{'translation':[5400000.1,-5400000.1,0.3],'children':[1]},"
                              "{'mesh':0,'translation':[0.01,0.02,0],'scale':[0.1,0.1,0.1]}]",
                              "{'asset'");
    const hit_placement* at = &m->parts->placement;
    (void)state;
    assert_true(at->origin.x == 5400000.1 + 0.01 && at->origin.y == -5400000.1 + 0.02 && at->origin.z == 0.3);
    assert_int_equal(m->note_count, 0);
    hit_model_destroy(m);
}

// A mesh that is far from its own origin, and then turned: a float of its rotation is too coarse, which is said.
static void tells_what_rotations_lose(void** state)
{
    static const float far[9] = {5400000, 0, 0, 5400001, 0, 0, 5400000, 1, 0};
    static const char json[] =
        "{'asset':{'version':'2.0'},'nodes':[{'name':'far','mesh':0,'rotation':[0,0,0.6,0.8]}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],'accessors':[{'bufferView':0,'componentType':5126,"
        "'count':3,'type':'VEC3'}],'bufferViews':[{'buffer':0,'byteLength':36}],'buffers':[{$URI'byteLength':36}]}";
    hit_model* m = read_good(json, far, sizeof far);
    (void)state;
    assert_int_equal(m->note_count, 1);
    assert_memory_equal(m->notes[0], "vertices of \"far\" may be ", 25);
    hit_model_destroy(m);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(morph_targets_were_ignored),
        cmocka_unit_test(skins_were_ignored),
        cmocka_unit_test(skins_keep_large_coordinates),
        cmocka_unit_test(refuses_poses),
        cmocka_unit_test(chooses_the_scene),
        cmocka_unit_test(hides_invisible_nodes),
        cmocka_unit_test(paths_have_the_names_of_nodes),
        cmocka_unit_test(long_paths_are_cut),
        cmocka_unit_test(cameras_are_where_their_nodes_are),
        cmocka_unit_test(large_translations_are_not_rounded),
        cmocka_unit_test(tells_what_rotations_lose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// Formats that Assimp reads: nodes and instances, faces that keep their numbers, errors, and that nothing else is
// opened.
#define _POSIX_C_SOURCE 200809L // symlink, mkfifo
#include "support/base/cmocka_all.h"
#include "support/base/failing_memory.h"
#include "support/base/folder.h"
#include "support/mesh_io/model_check.h"
#include "support/mesh_io/zip_file.h"

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

// A polygon and a triangle, in AC3D: they are an object within an object.
static const char ac3d[] = "AC3Db\n"
                           "MATERIAL \"m\" rgb 1 1 1  amb 1 1 1  emis 0 0 0  spec 0 0 0  shi 0  trans 0\n"
                           "OBJECT world\nkids 1\n"
                           "OBJECT group\nname \"outer\"\nloc 10 0 0\nrot 0 -1 0 1 0 0 0 0 1\nkids 1\n"
                           "OBJECT poly\nname \"inner\"\nloc 0 2 0\nnumvert 5\n0 0 0\n1 0 0\n1 0 1\n0 0 1\n0.25 0 0.5\n"
                           "numsurf 2\nSURF 0x10\nmat 0\nrefs 5\n0 0 0\n1 0 0\n2 0 0\n3 0 0\n4 0 0\n"
                           "SURF 0x10\nmat 0\nrefs 3\n0 0 0\n1 0 0\n3 0 0\nkids 0\n";

// Two nodes with the same triangle, one of them moved, in COLLADA.
static const char collada[] =
    "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
    "<asset><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id=\"g\" name=\"tri\"><mesh>"
    "<source id=\"p\"><float_array id=\"pa\" count=\"9\">0 0 0 1 0 0 0 1 0</float_array><technique_common>"
    "<accessor source=\"#pa\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" "
    "type=\"float\"/>"
    "<param name=\"Z\" type=\"float\"/></accessor></technique_common></source>"
    "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>"
    "<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 "
    "2</p></triangles></mesh></geometry>"
    "</library_geometries><library_visual_scenes><visual_scene id=\"s\">"
    "<node id=\"a\" name=\"first\"><instance_geometry url=\"#g\"/></node>"
    "<node id=\"b\" name=\"second\"><translate>0 0 5</translate><rotate>0 0 1 90</rotate><node id=\"c\" "
    "name=\"third\"><translate>1 0 0</translate><scale>2 2 2</scale>"
    "<instance_geometry url=\"#g\"/></node></node></visual_scene></library_visual_scenes>"
    "<scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>";

static hit_model* load(const char* name, const void* bytes, size_t size, const hit_model_options* options,
                       hit_error* error)
{
    hit_model* model = NULL;
    hit_status status;
    write_file(name, bytes, size);
    status = hit_model_load(in_folder(name), options, &model, error);
    assert_int_equal(unlink(in_folder(name)), 0);
    assert_int_equal(status, error->status);
    if (status == HIT_OK) {
        check_model(model);
        assert_int_equal(model->format, HIT_MODEL_OTHER);
    } else {
        assert_null(model);
        assert_true(error->message[0] != '\0');
    }
    return model;
}

static hit_model* load_well(const char* name, const char* text)
{
    hit_error error;
    hit_model* model = load(name, text, strlen(text), NULL, &error);
    if (model == NULL)
        fail_msg("%s", error.message);
    return model;
}

static bool has_note(const hit_model* model, const char* words)
{
    for (uint32_t i = 0; i < model->note_count; i++)
        if (strstr(model->notes[i], words) != NULL)
            return true;
    return false;
}

static void objects_within_objects(void** state)
{
    static const float linear[3][3] = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}};
    hit_model* model = load_well("x.ac", ac3d);
    const hit_model_part* part = NULL;
    (void)state;
    assert_int_equal(model->triangle_count, 4);
    for (uint32_t i = 0; i < model->part_count; i++)
        if (model->meshes[model->parts[i].mesh].triangle_count > 0)
            part = &model->parts[i];
    assert_non_null(part);
    assert_string_equal(part->name, "inner");
    // Assimp has moved the vertices by the innermost place already.
    assert_memory_equal(part->placement.linear, linear, sizeof linear);
    assert_true(part->placement.origin.x == 10 && part->placement.origin.y == 0 && part->placement.origin.z == 0);
    assert_true(model->meshes[part->mesh].vertices[0].y == 2);
    // The polygon that is not convex is the first face, the triangle the second.
    assert_int_equal(model->meshes[part->mesh].faces[2], 0);
    assert_int_equal(model->meshes[part->mesh].faces[3], 1);
    hit_model_destroy(model);
}

static void instances(void** state)
{
    static const float linear[3][3] = {{0, -2, 0}, {2, 0, 0}, {0, 0, 2}};
    hit_model* model = load_well("x.dae", collada);
    const hit_placement *first = &model->parts[0].placement, *second = &model->parts[1].placement;
    (void)state;
    assert_int_equal(model->mesh_count, 1);
    assert_int_equal(model->part_count, 2);
    assert_int_equal(model->triangle_count, 2);
    assert_string_equal(model->parts[0].name, "a");
    assert_string_equal(model->parts[1].name, "c");
    assert_true(first->origin.z == 0 && first->linear[0][0] == 1);
    // The outer node turns (1, 0, 0) to (0, 1, 0); the inner one's scale comes before that.
    assert_true(fabs(second->origin.x) < 1e-6 && fabs(second->origin.y - 1) < 1e-6 && second->origin.z == 5);
    for (int i = 0; i < 9; i++)
        assert_true(fabsf(second->linear[i / 3][i % 3] - linear[i / 3][i % 3]) < 1e-6f);
    hit_model_destroy(model);
}

// Two objects, of which Assimp's reader makes a node and NULL: the mesh of the lost one was not shown.
static void nodes_that_are_missing(void** state)
{
    hit_model* model = load_well("x.raw", "one\n0 0 0 1 0 0 0 1 0\ntwo\n0 0 1 1 0 1 0 1 1\n");
    (void)state;
    assert_int_equal(model->triangle_count, 2);
    assert_int_equal(model->part_count, 2);
    assert_true(has_note(model, "Assimp has lost 1 nodes"));
    hit_model_destroy(model);
}

// ---- Axes, units, and what else a file says -------------------------------------------------------------------------

// A Collada file: a triangle in a node within a node, a camera, a material with a texture; z is up, in centimetres.
static const char collada_all[] =
    "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
    "<asset><unit name=\"centimeter\" meter=\"0.01\"/><up_axis>Z_UP</up_axis></asset>"
    "<library_cameras><camera id=\"cam\" name=\"cam\"><optics><technique_common><perspective><xfov>60</xfov>"
    "<aspect_ratio>1</aspect_ratio><znear>0.5</znear><zfar>50</zfar></perspective></technique_common></optics></camera>"
    "</library_cameras>"
    "<library_images><image id=\"img\"><init_from>picture.png</init_from></image></library_images>"
    "<library_effects><effect id=\"e\"><profile_COMMON>"
    "<newparam sid=\"s\"><surface type=\"2D\"><init_from>img</init_from></surface></newparam>"
    "<newparam sid=\"t\"><sampler2D><source>s</source></sampler2D></newparam>"
    "<technique sid=\"c\"><lambert><diffuse><texture texture=\"t\" texcoord=\"UV\"/></diffuse></lambert></technique>"
    "</profile_COMMON></effect></library_effects>"
    "<library_materials><material id=\"m\" name=\"paint\"><instance_effect url=\"#e\"/></material></library_materials>"
    "<library_geometries><geometry id=\"g\" name=\"tri\"><mesh>"
    "<source id=\"p\"><float_array id=\"pa\" count=\"9\">0 0 0 1 0 0 0 1 3</float_array><technique_common>"
    "<accessor source=\"#pa\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/>"
    "<param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source>"
    "<source id=\"u\"><float_array id=\"ua\" count=\"6\">0 0 1 0 0 0.75</float_array><technique_common>"
    "<accessor source=\"#ua\" count=\"3\" stride=\"2\"><param name=\"S\" type=\"float\"/>"
    "<param name=\"T\" type=\"float\"/></accessor></technique_common></source>"
    "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>"
    "<triangles count=\"1\" material=\"mat\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
    "<input semantic=\"TEXCOORD\" source=\"#u\" offset=\"1\" set=\"0\"/><p>0 0 1 1 2 2</p></triangles>"
    "</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"s\" name=\"s\">"
    "<node id=\"outer\" name=\"outer\"><translate>10 20 30</translate><node id=\"inner\" name=\"inner\">"
    "<instance_geometry url=\"#g\"><bind_material><technique_common>"
    "<instance_material symbol=\"mat\" target=\"#m\"/></technique_common></bind_material></instance_geometry></node>"
    "</node><node id=\"eye\" name=\"eye\"><translate>1 2 3</translate><instance_camera url=\"#cam\"/></node>"
    "</visual_scene></library_visual_scenes>"
    "<scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>";

// A triangle on two bones, one of which moves, and a line.
static const char collada_moving[] =
    "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'><asset>"
    "<up_axis>Y_UP</up_axis></asset><library_geometries><geometry id='g' name='g'><mesh><source id='gp'>"
    "<float_array id='gpa' count='9'>0 0 0 1 0 0 0 1 0</float_array><technique_common>"
    "<accessor source='#gpa' count='3' stride='3'><param name='X' type='float'/><param name='Y' type='float'/>"
    "<param name='Z' type='float'/></accessor></technique_common></source><vertices id='gv'>"
    "<input semantic='POSITION' source='#gp'/></vertices><triangles count='1'>"
    "<input semantic='VERTEX' source='#gv' offset='0'/><p>0 1 2</p></triangles></mesh></geometry>"
    "<geometry id='l' name='l'><mesh><source id='lp'><float_array id='lpa' count='9'>"
    "0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source='#lpa' count='3' stride='3'>"
    "<param name='X' type='float'/><param name='Y' type='float'/><param name='Z' type='float'/></accessor>"
    "</technique_common></source><vertices id='lv'><input semantic='POSITION' source='#lp'/></vertices>"
    "<lines count='1'><input semantic='VERTEX' source='#lv' offset='0'/><p>0 1</p></lines></mesh></geometry>"
    "</library_geometries><library_controllers><controller id='k'><skin source='#g'><source id='kj'>"
    "<Name_array id='kja' count='2'>ja jb</Name_array><technique_common>"
    "<accessor source='#kja' count='2' stride='1'><param name='JOINT' type='name'/></accessor></technique_common>"
    "</source><source id='kb'><float_array id='kba' count='32'>"
    "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</float_array><technique_common>"
    "<accessor source='#kba' count='2' stride='16'><param name='TRANSFORM' type='float4x4'/></accessor>"
    "</technique_common></source><source id='kw'><float_array id='kwa' count='1'>1</float_array><technique_common>"
    "<accessor source='#kwa' count='1' stride='1'><param name='WEIGHT' type='float'/></accessor></technique_common>"
    "</source><joints><input semantic='JOINT' source='#kj'/><input semantic='INV_BIND_MATRIX' source='#kb'/>"
    "</joints><vertex_weights count='3'><input semantic='JOINT' source='#kj' offset='0'/>"
    "<input semantic='WEIGHT' source='#kw' offset='1'/><vcount>1 1 1</vcount><v>0 0 1 0 1 0</v></vertex_weights>"
    "</skin></controller></library_controllers><library_animations><animation id='n'><source id='ni'>"
    "<float_array id='nia' count='2'>0 1</float_array><technique_common>"
    "<accessor source='#nia' count='2' stride='1'><param name='TIME' type='float'/></accessor></technique_common>"
    "</source><source id='no'><float_array id='noa' count='6'>0 0 0 1 0 0</float_array><technique_common>"
    "<accessor source='#noa' count='2' stride='3'><param name='X' type='float'/><param name='Y' type='float'/>"
    "<param name='Z' type='float'/></accessor></technique_common></source><sampler id='ns'>"
    "<input semantic='INPUT' source='#ni'/><input semantic='OUTPUT' source='#no'/></sampler>"
    "<channel source='#ns' target='ja/move'/></animation></library_animations><library_visual_scenes>"
    "<visual_scene id='s'><node id='ja' sid='ja' name='ja' type='JOINT'><translate sid='move'>0 0 0</translate>"
    "<node id='jb' sid='jb' name='jb' type='JOINT'/></node><node id='a' name='a'><instance_controller url='#k'>"
    "<skeleton>#ja</skeleton></instance_controller></node><node id='c' name='c'><instance_geometry url='#l'/>"
    "</node></visual_scene></library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>";

// What Assimp reads and a model has not was left out without a word.
static void what_is_ignored_is_told(void** state)
{
    static const char* const notes[] = {"2 bones are ignored: vertices are as the file has them",
                                        "1 animations are ignored", "1 lines are left out"};
    hit_model* model = load_well("x.dae", collada_moving);
    (void)state;
    assert_int_equal(model->triangle_count, 1);
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        bool found = false;
        for (uint32_t k = 0; k < model->note_count; k++)
            found |= strcmp(model->notes[k], notes[i]) == 0;
        if (!found)
            fail_msg("no note: %s", notes[i]);
    }
    hit_model_destroy(model);
}

// Assimp turns Collada to y up and scales it to metres: coordinates are those of the file.
static void collada_keeps_its_axes_and_units(void** state)
{
    hit_model* model = load_well("x.dae", collada_all);
    const hit_placement* p = &model->parts[0].placement;
    (void)state;
    assert_int_equal(model->up, HIT_AXIS_POSITIVE_Z);
    assert_true(model->unit == 0.01);
    assert_int_equal(model->part_count, 1);
    assert_true(model->meshes[0].vertices[2].z == 3);
    assert_true(fabs(p->origin.x - 10) < 1e-5 && fabs(p->origin.y - 20) < 1e-5 && fabs(p->origin.z - 30) < 1e-5);
    for (int i = 0; i < 9; i++)
        assert_true(fabsf(p->linear[i / 3][i % 3] - (i % 4 == 0 ? 1.0f : 0.0f)) < 1e-6f);
    assert_string_equal(model->parts[0].path, "outer/inner");
    hit_model_destroy(model);
}

// The same of FBX: Assimp turns and scales the root by what GlobalSettings say; the file's own coordinates stay.
static void fbx_keeps_its_axes_and_units(void** state)
{
    static const char format[] =
        "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}\n"
        "GlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {\n"
        "\t\tP: \"UpAxis\", \"int\", \"Integer\", \"\",%d\n\t\tP: \"UpAxisSign\", \"int\", \"Integer\", \"\",%d\n"
        "\t\tP: \"FrontAxis\", \"int\", \"Integer\", \"\",%d\n\t\tP: \"FrontAxisSign\", \"int\", \"Integer\", \"\",-1\n"
        "\t\tP: \"CoordAxis\", \"int\", \"Integer\", \"\",0\n\t\tP: \"CoordAxisSign\", \"int\", \"Integer\", \"\",1\n"
        "\t\tP: \"UnitScaleFactor\", \"double\", \"Number\", \"\",%g\n\t}\n}\n"
        "Objects:  {\n\tGeometry: 11, \"Geometry::tri\", \"Mesh\" {\n\t\tVertices: *9 {\n\t\t\ta: 0,0,0,1,0,0,0,1,3\n"
        "\t\t}\n\t\tPolygonVertexIndex: *3 {\n\t\t\ta: 0,1,-3\n\t\t}\n\t\tGeometryVersion: 124\n\t}\n"
        "\tModel: 12, \"Model::part\", \"Mesh\" {\n\t\tVersion: 232\n\t}\n}\n"
        "Connections:  {\n\tC: \"OO\",12,0\n\tC: \"OO\",11,12\n}\n";
    static const struct {
        int axis, sign, front;
        double unit;
        hit_axis up;
    } cases[] = {{2, 1, 1, 100, HIT_AXIS_POSITIVE_Z}, {1, 1, 2, 2.54, HIT_AXIS_POSITIVE_Y}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2048];
        hit_model* model;
        snprintf(text, sizeof text, format, cases[i].axis, cases[i].sign, cases[i].front, cases[i].unit);
        model = load_well("x.fbx", text);
        assert_int_equal(model->up, cases[i].up);
        assert_true(fabs(model->unit - 0.01 * cases[i].unit) < 1e-9);
        assert_int_equal(model->part_count, 1);
        assert_true(model->meshes[0].vertices[2].y == 1 && model->meshes[0].vertices[2].z == 3);
        for (int k = 0; k < 9; k++)
            assert_true(model->parts[0].placement.linear[k / 3][k % 3] == (k % 4 == 0 ? 1.0f : 0.0f));
        hit_model_destroy(model);
    }
}

// The reader of glTF is for version 2: version 1 goes to Assimp, whatever the name of the file.
static void gltf_1_is_read(void** state)
{
    static const char text[] =
        "{\"asset\":{\"version\":\"1.0\"},\"scene\":\"s\",\"scenes\":{\"s\":{\"nodes\":[\"n\"]}},"
        "\"nodes\":{\"n\":{\"name\":\"node\",\"meshes\":[\"m\"],\"translation\":[0,0,5]}},"
        "\"meshes\":{\"m\":{\"name\":\"tri\",\"primitives\":[{\"attributes\":{\"POSITION\":\"a\"},\"mode\":4}]}},"
        "\"accessors\":{\"a\":{\"bufferView\":\"v\",\"byteOffset\":0,\"byteStride\":12,\"componentType\":5126,"
        "\"count\":3,\"type\":\"VEC3\",\"min\":[-1,-1,0],\"max\":[1,2,0]}},"
        "\"bufferViews\":{\"v\":{\"buffer\":\"b\",\"byteOffset\":0,\"byteLength\":36,\"target\":34962}},"
        "\"buffers\":{\"b\":{\"byteLength\":36,\"type\":\"arraybuffer\",\"uri\":\"data:application/octet-stream;base64,"
        "AACAvwAAgL8AAAAAAACAPwAAgL8AAAAAAAAAAAAAAEAAAAAA\"}}}";
    hit_model* model = NULL;
    hit_error error;
    (void)state;
    if (hit_model_read(text, strlen(text), HIT_MODEL_UNKNOWN, NULL, &model, &error) != HIT_OK)
        fail_msg("%s", error.message);
    check_model(model);
    assert_int_equal(model->triangle_count, 1);
    assert_int_equal(model->up, HIT_AXIS_POSITIVE_Y);
    assert_true(model->parts[0].placement.origin.z == 5);
    assert_true(model->meshes[0].vertices[2].y == 2);
    hit_model_destroy(model);
}

static void cameras_of_the_file(void** state)
{
    hit_model* model = load_well("x.dae", collada_all);
    const hit_model_camera* c = model->cameras;
    (void)state;
    assert_int_equal(model->camera_count, 1);
    assert_true(fabs(c->placement.origin.x - 1) < 1e-5 && fabs(c->placement.origin.z - 3) < 1e-5);
    assert_true(fabs(c->y_fov - 1.0471975) < 1e-4);
    assert_true(c->near_z == 0.5 && c->far_z == 50);
    hit_model_destroy(model);
}

static void appearance_of_the_file(void** state)
{
    const hit_model_options options = {.allow_files = true, .appearance = true};
    hit_error error;
    hit_model* model;
    (void)state;
    write_file("picture.png", "a picture", 9);
    model = load("x.dae", collada_all, strlen(collada_all), &options, &error);
    assert_int_equal(unlink(in_folder("picture.png")), 0);
    if (model == NULL)
        fail_msg("%s", error.message);
    assert_non_null(model->meshes[0].uvs);
    assert_true(model->meshes[0].uvs[5] == 0.25f); // from the top
    assert_true(model->meshes[0].material < model->material_count);
    assert_int_equal(model->materials[model->meshes[0].material].texture, 0);
    assert_int_equal(model->texture_count, 1);
    assert_string_equal(model->textures[0].name, "picture.png");
    assert_int_equal(model->textures[0].size, 9);
    assert_memory_equal(model->textures[0].bytes, "a picture", 9);
    hit_model_destroy(model);
    // Without its picture it is a model with a note.
    model = load("x.dae", collada_all, strlen(collada_all), &options, &error);
    assert_non_null(model);
    assert_int_equal(model->textures[0].size, 0);
    assert_true(has_note(model, "a texture is left out"));
    hit_model_destroy(model);
}

// Assimp makes a surface up for a skeleton, so that motion capture was a model.
static void a_skeleton_is_no_surface(void** state)
{
    static const char bvh[] = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"
                              "JOINT Leg\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
                              "End Site\n{\nOFFSET 0 1 0\n}\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0 0 0 0\n";
    hit_error error;
    (void)state;
    assert_null(load("x.bvh", bvh, strlen(bvh), NULL, &error));
    assert_int_equal(error.status, HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "it has no surfaces"));
}

// Files of which nothing was read were models without triangles.
static void a_file_without_meshes_is_an_error(void** state)
{
    static const char irr[] = "<?xml version=\"1.0\"?><irr_scene><attributes></attributes></irr_scene>";
    hit_error error;
    hit_model* model = load("x.irr", irr, strlen(irr), NULL, &error);
    (void)state;
    assert_null(model);
    assert_int_equal(error.status, HIT_ERROR_FORMAT);
}

// Spheres, of which each becomes thousands of triangles, in a file of 20 kB: all memory was taken.
static void memory_of_assimp_is_limited(void** state)
{
    static char nff[20000];
    const hit_model_options options = {.helper_bytes = 64 << 20, .max_bytes = UINT64_C(1) << 40};
    hit_error error;
    (void)state;
    for (size_t i = 0; i + 10 < sizeof nff; i += 10)
        memcpy(nff + i, "s 0 0 0 1\n", 10);
    assert_null(load("x.nff", nff, strlen(nff), &options, &error));
    assert_int_equal(error.status, HIT_ERROR_LIMIT);
    if (strstr(error.message, "Assimp needs more than 64 MiB for it (helper_bytes)") == NULL)
        fail_msg("%s", error.message);
}

static void what_cannot_be_read(void** state)
{
    static const struct {
        const char *name, *text, *message;
    } cases[] = {{"x.txt", "some text", "a format that cannot be read: .txt; known are OBJ, PLY"},
                 {"x.dae", "<COLLADA><", "Assimp cannot read it: "},
                 {"x.3ds", "MM", "Assimp cannot read it: "},
                 {"x.\x1b[31m", "x", "?[31m; known are OBJ"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hit_error error;
        assert_null(load(cases[i].name, cases[i].text, strlen(cases[i].text), NULL, &error));
        assert_int_equal(error.status, HIT_ERROR_FORMAT);
        if (strstr(error.message, cases[i].message) == NULL)
            fail_msg("\"%s\", where \"%s\" was expected", error.message, cases[i].message);
    }
}

// ---- Companion files ------------------------------------------------------------------------------------------------

// Load a scene that names an object by `reference`, where the object is in the file "part.ac".
static hit_model* load_scene(const char* reference, bool allow_files, hit_error* error)
{
    char scene[256];
    snprintf(scene, sizeof scene, "LWSC\n3\n\nLoadObjectLayer 1 %s\nShowObject 6 3\n", reference);
    return load("x.lws", scene, strlen(scene), &(hit_model_options){.allow_files = allow_files}, error);
}

static void expect_refused(const char* reference, bool allow_files, const char* message)
{
    hit_error error;
    hit_model* model = load_scene(reference, allow_files, &error);
    if (model != NULL || error.status != HIT_ERROR_FILE || strstr(error.message, message) == NULL)
        fail_msg("%s: \"%s\", where \"%s\" was expected", reference, error.message, message);
}

static void companions_come_from_the_folder(void** state)
{
    static const char* const references[] = {"part.ac", "./part.ac", "PART.AC", "deep/../part.ac", "inner.ac"};
    hit_error error;
    (void)state;
    write_file("part.ac", ac3d, strlen(ac3d));
    assert_int_equal(symlink("part.ac", in_folder("inner.ac")), 0); // a link that stays inside
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        hit_model* model = load_scene(references[i], true, &error);
        if (model == NULL)
            fail_msg("%s: %s", references[i], error.message);
        assert_int_equal(model->triangle_count, 4);
        assert_int_equal(model->file_count, 2);
        assert_string_equal(model->files[0], in_folder("x.lws"));
        assert_string_equal(model->files[1],
                            in_folder(strcmp(references[i], "inner.ac") == 0 ? "inner.ac" : "part.ac"));
        hit_model_destroy(model);
    }
    assert_int_equal(unlink(in_folder("inner.ac")), 0);
    assert_int_equal(unlink(in_folder("part.ac")), 0);
}

#ifdef HITSCAN_TEST_MINIZIP
// They were looked for in the folder of the zip file, if at all.
static void companions_come_from_the_zip_file(void** state)
{
    static const char scene[] = "LWSC\n3\n\nLoadObjectLayer 1 objects/PART.ac\nShowObject 6 3\n";
    const zip_entry entries[] = {zip_stored("town/x.lws", scene), zip_stored("town/objects/part.ac", ac3d)};
    static file_builder f;
    hit_error error;
    hit_model* model;
    (void)state;
    zip_make(&f, entries, 2);
    model = load("x.zip", f.bytes, f.size, NULL, &error);
    if (model == NULL)
        fail_msg("%s", error.message);
    assert_int_equal(model->triangle_count, 4);
    assert_int_equal(model->file_count, 1);
    hit_model_destroy(model);
    zip_make(&f, entries, 1);
    write_file("part.ac", ac3d, strlen(ac3d));
    assert_null(load("x.zip", f.bytes, f.size, &(hit_model_options){.allow_files = true}, &error));
    assert_non_null(strstr(error.message, "\"PART.ac\", which is not in its folder"));
    assert_int_equal(unlink(in_folder("part.ac")), 0);
}
#endif

// Scenes without their objects were models of a placeholder.
static void lws_placeholders_are_errors(void** state)
{
    (void)state;
    expect_refused("part.ac", true, "the model names the file \"part.ac\", which is not in its folder");
    write_file("part.ac", ac3d, strlen(ac3d));
    expect_refused("part.ac", false, "which may not be opened (allow_files)");
    assert_int_equal(unlink(in_folder("part.ac")), 0);
}

static void nothing_outside_of_the_folder_is_opened(void** state)
{
    char outside[64], reference[96];
    FILE* file;
    (void)state;
    snprintf(outside, sizeof outside, "/tmp/hitscan-outside-%ld.ac", (long)getpid());
    file = fopen(outside, "wb");
    assert_non_null(file);
    fwrite(ac3d, 1, strlen(ac3d), file);
    fclose(file);
    expect_refused(outside, true, "is not in its folder");
    snprintf(reference, sizeof reference, "../../../../../../../..%s", outside);
    expect_refused(reference, true, "is not in its folder");
    assert_int_equal(symlink(outside, in_folder("part.ac")), 0);
    expect_refused("part.ac", true, "is not in its folder");
    assert_int_equal(unlink(in_folder("part.ac")), 0);
    assert_int_equal(mkfifo(in_folder("part.ac"), 0600), 0);
    expect_refused("part.ac", true, "is not in its folder");
    assert_int_equal(unlink(in_folder("part.ac")), 0);
    assert_int_equal(unlink(outside), 0);
}

static void memory_is_limited(void** state)
{
    hit_error error;
    (void)state;
    assert_null(load("x.ac", ac3d, strlen(ac3d), &(hit_model_options){.max_bytes = 300}, &error));
    assert_int_equal(error.status, HIT_ERROR_LIMIT);
}

static void without_memory(void** state)
{
    failing_memory memory;
    hit_model_options options = {.allocator = &memory.allocator};
    uint64_t calls = 1;
    (void)state;
    failing_memory_make(&memory);
    for (uint64_t n = 0; n <= calls; n++) {
        hit_error error;
        hit_model* model;
        failing_memory_arm(&memory, n, false);
        model = load("x.dae", collada, strlen(collada), &options, &error);
        if (n == 0) {
            assert_non_null(model);
            calls = memory.calls;
        } else if (model == NULL)
            assert_int_equal(error.status, HIT_ERROR_MEMORY);
        hit_model_destroy(model);
        assert_int_equal(memory.live, 0);
        assert_int_equal(memory.wrong, 0);
    }
    failing_memory_end(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_within_objects),
        cmocka_unit_test(instances),
        cmocka_unit_test(nodes_that_are_missing),
        cmocka_unit_test(collada_keeps_its_axes_and_units),
        cmocka_unit_test(what_is_ignored_is_told),
        cmocka_unit_test(fbx_keeps_its_axes_and_units),
        cmocka_unit_test(gltf_1_is_read),
        cmocka_unit_test(cameras_of_the_file),
        cmocka_unit_test(appearance_of_the_file),
        cmocka_unit_test(a_skeleton_is_no_surface),
        cmocka_unit_test(a_file_without_meshes_is_an_error),
        cmocka_unit_test(memory_of_assimp_is_limited),
        cmocka_unit_test(what_cannot_be_read),
        cmocka_unit_test(companions_come_from_the_folder),
#ifdef HITSCAN_TEST_MINIZIP
        cmocka_unit_test(companions_come_from_the_zip_file),
#endif
        cmocka_unit_test(lws_placeholders_are_errors),
        cmocka_unit_test(nothing_outside_of_the_folder_is_opened),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(without_memory),
    };
    hit_model* model = NULL;
    hit_error error;
    if (hit_model_read("x", 1, HIT_MODEL_OTHER, NULL, &model, &error) != HIT_ERROR_FORMAT ||
        strstr(error.message, "without it") != NULL) {
        printf("there is no Assimp: %s\n", error.message);
        return 77;
    }
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}

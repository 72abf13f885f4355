// 3MF: objects, components and builds, in one file and several; colours; and what is refused with which words.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/model_check.h"
#include "support/mesh_io/zip_file.h"

#ifdef HITSCAN_TEST_EXPAT

#define ONE(id, more) "<object id=\"" id "\" " more ">" THREEMF_TETRA "</object>"
#define BUILD(items) "<build>" items "</build></model>"

static hit_model* read_file(const file_builder* f, bool appearance)
{
    const hit_model_options options = {.appearance = appearance};
    hit_error error;
    hit_model* model = check_read(f->bytes, f->size, HIT_MODEL_UNKNOWN, &options, &error);
    if (model == NULL)
        fail_msg("line %u: %s", (unsigned)error.line, error.message);
    assert_int_equal(model->format, HIT_MODEL_3MF);
    assert_int_equal(model->up, HIT_AXIS_POSITIVE_Z);
    return model;
}

static hit_model* read_model(const char* xml)
{
    static file_builder f;
    threemf_make(&f, xml);
    return read_file(&f, true);
}

static void refuses(const char* xml, uint64_t line, const char* message)
{
    static file_builder f;
    hit_error error;
    threemf_make(&f, xml);
    assert_null(check_read(f.bytes, f.size, HIT_MODEL_UNKNOWN, NULL, &error));
    if (error.status != HIT_ERROR_FORMAT || strcmp(error.message, message) != 0 || error.line != line)
        fail_msg("%d, line %d: \"%s\", where \"%s\" was expected in line %d", (int)error.status, (int)error.line,
                 error.message, message, (int)line);
}

static bool has_note(const hit_model* m, const char* note)
{
    for (uint32_t i = 0; i < m->note_count; i++)
        if (strcmp(m->notes[i], note) == 0)
            return true;
    return false;
}

static void an_object_in_the_build(void** state)
{
    hit_model* m =
        read_model(THREEMF_MODEL("unit=\"inch\"") "<resources>" ONE("7", "name=\"cap\"") "</resources>" BUILD(
            "<item objectid=\"7\" transform=\"0 2 0 -3 0 0 0 0 1 10 20 30.5\"/>"));
    const hit_placement* p = &m->parts[0].placement;
    (void)state;
    assert_int_equal(m->mesh_count, 1);
    assert_int_equal(m->part_count, 1);
    assert_int_equal(m->triangle_count, 4);
    assert_string_equal(m->parts[0].name, "cap");
    assert_string_equal(m->parts[0].path, "cap");
    assert_true(m->unit == 0.0254);
    // Rows are the images of the axes: x goes to 2 y, y to -3 x.
    assert_true(p->linear[1][0] == 2.0f && p->linear[0][1] == -3.0f && p->linear[2][2] == 1.0f);
    assert_true(p->linear[0][0] == 0.0f && p->linear[1][1] == 0.0f);
    assert_true(p->origin.x == 10.0 && p->origin.y == 20.0 && p->origin.z == 30.5);
    assert_int_equal(m->meshes[0].indices[1], 2);
    assert_int_equal(m->meshes[0].faces[3], 3);
    assert_int_equal(m->note_count, 0);
    hit_model_destroy(m);
}

// Two items and two levels of components share one mesh.
static void components_share_a_mesh(void** state)
{
    hit_model* m = read_model(
        THREEMF_MODEL("") "<metadata name=\"Title\">x</metadata><resources>" ONE("1", "name=\"bolt\"") //
        "<object id=\"2\" name=\"row\"><components><component objectid=\"1\"/><component objectid=\"1\" "
        "transform=\"1 0 0 0 1 0 0 0 1 5 0 0\"/></components></object>"
        "<object id=\"3\"><components><component objectid=\"2\" transform=\"2 0 0 0 2 0 0 0 2 0 0 1\"/></components>"
        "</object></resources>" BUILD("<item objectid=\"3\" transform=\"1 0 0 0 1 0 0 0 1 0 7 0\"/>"
                                      "<item objectid=\"1\" partnumber=\"A-1\"/>"));
    (void)state;
    assert_int_equal(m->mesh_count, 1);
    assert_int_equal(m->part_count, 3);
    assert_int_equal(m->triangle_count, 12);
    assert_true(m->unit == 0.001);
    assert_string_equal(m->parts[1].path, "row/bolt");
    assert_string_equal(m->parts[1].name, "bolt");
    assert_true(m->parts[1].placement.origin.x == 10.0); // 5, in what is twice as large
    assert_true(m->parts[1].placement.origin.y == 7.0 && m->parts[1].placement.origin.z == 1.0);
    assert_true(m->parts[1].placement.linear[0][0] == 2.0f);
    assert_string_equal(m->parts[2].path, "bolt");
    hit_model_destroy(m);
}

static void an_item_without_a_name_has_its_part_number(void** state)
{
    hit_model* m =
        read_model(THREEMF_MODEL("") "<resources>" ONE("1", "") ONE("2", "partnumber=\"P2\"") "</resources>" //
                   BUILD("<item objectid=\"1\" partnumber=\"I1\"/><item objectid=\"2\"/>"));
    (void)state;
    assert_string_equal(m->parts[0].name, "I1");
    assert_string_equal(m->parts[1].name, "P2");
    hit_model_destroy(m);
}

// The production extension: objects in other files of the package.
static void models_in_several_files(void** state)
{
    static file_builder f;
    const zip_entry entries[] = {
        zip_stored("_rels/.rels", THREEMF_RELS),
        zip_stored("3D/A.MODEL", THREEMF_MODEL("requiredextensions=\"p\"") //
                   "<resources><object id=\"1\" name=\"all\"><components><component p:path=\"/3D/Objects/b.model\" "
                   "objectid=\"1\"/><component p:path=\"3D/objects/B.model\" objectid=\"1\" p:UUID=\"x\"/></components>"
                   "</object></resources>" BUILD("<item objectid=\"1\"/><item p:path=\"/3D/Objects/b.model\" "
                                                 "objectid=\"1\"/>")),
        zip_stored("3D/Objects/b.model",
                   THREEMF_MODEL("") "<resources>" ONE("1", "name=\"b\"") "</resources>" BUILD("")),
        zip_stored("[Content_Types].xml", THREEMF_TYPES)};
    hit_model* m;
    (void)state;
    zip_make(&f, entries, 4);
    m = read_file(&f, false);
    assert_int_equal(m->mesh_count, 1);
    assert_int_equal(m->part_count, 3);
    assert_string_equal(m->parts[0].path, "all/b");
    assert_string_equal(m->parts[2].path, "b");
    hit_model_destroy(m);
}

static void types_and_what_is_not_printed(void** state)
{
    hit_model* m = read_model(THREEMF_MODEL("") "<resources>" ONE("1", "type=\"support\"") ONE("2", "type=\"other\"")
                                  ONE("3", "type=\"model\"") "<object id=\"4\"><components><component objectid=\"2\"/>"
                                                             "</components></object></resources>" //
                              BUILD("<item objectid=\"1\"/><item objectid=\"2\"/><item objectid=\"3\" "
                                    "printable=\"0\"/><item objectid=\"4\"/>"));
    (void)state;
    assert_int_equal(m->part_count, 3); // all but the second
    assert_true(has_note(m, "supports are shown, too"));
    assert_true(has_note(m, "items of type \"other\", which is not built, were left out"));
    assert_true(has_note(m, "items that are not to be printed are shown, too"));
    hit_model_destroy(m);
}

static void a_file_without_triangles_is_an_empty_model(void** state)
{
    hit_model* m = read_model(THREEMF_MODEL("") "<resources/>" BUILD(""));
    (void)state;
    assert_int_equal(m->part_count, 0);
    hit_model_destroy(m);
    m = read_model(THREEMF_MODEL("") "<resources><object id=\"1\"><mesh><vertices/><triangles/></mesh></object>"
                                     "</resources>" BUILD("<item objectid=\"1\"/>"));
    assert_int_equal(m->part_count, 0);
    assert_true(has_note(m, "1 objects without triangles were left out"));
    hit_model_destroy(m);
    m = read_model(THREEMF_MODEL("") "<resources>" ONE("1", "") ONE("2", "type=\"other\"") "</resources></model>");
    assert_int_equal(m->part_count, 1);
    assert_true(has_note(m, "the build has no items; all objects are shown"));
    hit_model_destroy(m);
}

// 3MF of other extensions had 0 triangles and no error.
static void what_is_not_understood_is_no_empty_model(void** state)
{
    hit_model* m;
    (void)state;
    refuses(THREEMF_MODEL("requiredextensions=\"m q\"") BUILD(""), 2,
            "3D/a.model: it requires the extension \"q\", which cannot be read");
    refuses(THREEMF_MODEL("requiredextensions=\"b\"") BUILD(""), 2,
            "3D/a.model: it requires the extension \"b\" of beam lattices, which cannot be read");
    refuses(THREEMF_MODEL("requiredextensions=\"nope\"") BUILD(""), 2,
            "3D/a.model: it requires the extension \"nope\", which cannot be read");
    refuses(
        THREEMF_MODEL("") "<resources><object id=\"1\"><q:shape/></object></resources>" BUILD("<item objectid=\"1\"/>"),
        0, "3MF: there are no triangles in what can be read of it, and 1 things that cannot be");
    m = read_model(THREEMF_MODEL("") "<resources><object id=\"1\"><q:shape><mesh/></q:shape>" THREEMF_TETRA
                                     "</object></resources>" BUILD("<item objectid=\"1\"/>"));
    assert_int_equal(m->triangle_count, 4);
    assert_true(has_note(m, "<shape> was left out, which is not known, of http://example.com/unknown"));
    hit_model_destroy(m);
}

// Found by a fuzzer: the end of an element is told even where its beginning was refused.
static void an_element_without_content_that_is_refused(void** state)
{
    (void)state;
    refuses("<model xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\" requiredextensions=\"nope\"/>",
            1, "3D/a.model: it requires the extension \"nope\", which cannot be read");
}

static void looks(void** state)
{
    hit_model* m = read_model(THREEMF_MODEL(
        "") "<resources><basematerials id=\"5\"><base name=\"red\" displaycolor=\"#FF0000\"/><base "
            "name=\"glass\" displaycolor=\"#00ff0080\"/></basematerials>"
            "<m:colorgroup id=\"6\"><m:color color=\"#102030\"/><m:color color=\"#FFFFFF\"/></m:colorgroup>"
            "<m:texture2d id=\"8\" path=\"/_rels/.rels\" contenttype=\"image/png\" tilestyleu=\"clamp\"/>"
            "<m:texture2dgroup id=\"9\" texid=\"8\"><m:tex2coord u=\"0.25\" v=\"1\"/></m:texture2dgroup>"
            "<object id=\"1\" pid=\"5\" pindex=\"1\"><mesh><vertices><vertex x=\"0\" y=\"0\" z=\"0\"/>"
            "<vertex x=\"1\" y=\"0\" z=\"0\"/><vertex x=\"0\" y=\"1\" z=\"0\"/></vertices><triangles>"
            "<triangle v1=\"0\" v2=\"1\" v3=\"2\"/>"
            "<triangle v1=\"0\" v2=\"1\" v3=\"2\" pid=\"5\" p1=\"0\"/>"
            "<triangle v1=\"0\" v2=\"1\" v3=\"2\" pid=\"6\" p1=\"0\" p2=\"1\" p3=\"0\"/>"
            "<triangle v1=\"0\" v2=\"1\" v3=\"2\" pid=\"9\" p1=\"0\"/>"
            "<triangle v1=\"0\" v2=\"1\" v3=\"2\" pid=\"99\" p1=\"0\"/>"
            "</triangles></mesh></object></resources>" BUILD("<item objectid=\"1\"/>"));
    const hit_model_mesh* mesh = &m->meshes[0];
    (void)state;
    assert_int_equal(m->material_count, 4); // white, red, glass, the texture
    assert_string_equal(m->materials[2].name, "glass");
    assert_true(m->materials[2].is_blended && !m->materials[1].is_blended);
    assert_true(m->materials[1].color[0] == 1.0f && m->materials[1].color[1] == 0.0f);
    assert_int_equal(m->texture_count, 1);
    assert_true(m->textures[0].size == strlen(THREEMF_RELS) && m->textures[0].clamp_u && !m->textures[0].clamp_v);
    assert_int_equal(mesh->materials[0], 2);
    assert_int_equal(mesh->materials[1], 1);
    assert_int_equal(mesh->materials[2], 0);
    assert_int_equal(mesh->materials[3], 3);
    assert_int_equal(mesh->materials[4], 0);
    // Each corner of the third triangle has its colour; the others stay white.
    assert_memory_equal(mesh->colors + 4 * (size_t)mesh->indices[6], "\x10\x20\x30\xff", 4);
    assert_memory_equal(mesh->colors + 4 * (size_t)mesh->indices[7], "\xff\xff\xff\xff", 4);
    assert_memory_equal(mesh->colors + 4 * (size_t)mesh->indices[0], "\xff\xff\xff\xff", 4);
    assert_int_equal(mesh->indices[7], 1); // a colour that the vertex has already
    assert_true(mesh->uvs[2 * (size_t)mesh->indices[9]] == 0.25f &&
                mesh->uvs[2 * (size_t)mesh->indices[9] + 1] == 0.0f);
    for (int i = 0; i < 15; i++) { // copies are where the vertex is
        const hit_vec3 a = mesh->vertices[mesh->indices[i]], b = mesh->vertices[i % 3];
        assert_true(a.x == b.x && a.y == b.y && a.z == b.z);
    }
    hit_model_destroy(m);
}

// What cannot be shown is no reason to refuse a model that is read without its looks.
static void bad_looks_are_no_error(void** state)
{
    hit_model* m =
        read_model(THREEMF_MODEL("") "<resources><basematerials id=\"x\"><base displaycolor=\"red\"/></basematerials>"
                                     "<m:texture2d id=\"-\" path=\"none\"/><m:texture2dgroup id=\"9\" texid=\"?\"/>" //
                   ONE("1", "pid=\"9\" pindex=\"4\"") "</resources>" BUILD("<item objectid=\"1\"/>"));
    (void)state;
    assert_int_equal(m->triangle_count, 4);
    assert_true(has_note(m, "the texture none cannot be read"));
    hit_model_destroy(m);
}

// Triangles that have mixed materials, or slices beside them, are triangles all the same; what is not shown is told.
static void mixtures_and_slices_are_told(void** state)
{
    hit_model* m = read_model(
        "<?xml version=\"1.0\"?><model unit=\"millimeter\" "
        "xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\" "
        "xmlns:m=\"http://schemas.microsoft.com/3dmanufacturing/material/2015/02\" "
        "xmlns:s=\"http://schemas.microsoft.com/3dmanufacturing/slice/2015/07\" requiredextensions=\"s\">"
        "<resources><basematerials id=\"5\"><base name=\"red\" displaycolor=\"#FF0000\"/>"
        "<base name=\"blue\" displaycolor=\"#0000FF\"/></basematerials>"
        "<m:compositematerials id=\"6\" matid=\"5\" matindices=\"0 1\"><m:composite values=\"0.5 0.5\"/>"
        "</m:compositematerials><m:multiproperties id=\"7\" pids=\"5 6\"><m:multi pindices=\"0 0\"/>"
        "</m:multiproperties><s:slicestack id=\"8\"><s:slice ztop=\"1\"><s:vertices><s:vertex x=\"0\" y=\"0\"/>"
        "<s:vertex x=\"9\" y=\"9\"/></s:vertices><s:polygon startv=\"0\"><s:segment v2=\"1\"/></s:polygon>"
        "</s:slice></s:slicestack>" ONE("1", "pid=\"7\" pindex=\"0\" s:slicestackid=\"8\"")
            ONE("2", "pid=\"6\" pindex=\"0\"") "</resources>" BUILD("<item objectid=\"1\"/><item objectid=\"2\"/>"));
    (void)state;
    assert_int_equal(m->triangle_count, 8);
    assert_int_equal(m->part_count, 2);
    for (uint32_t i = 0; i < 4; i++)
        assert_true(m->meshes[0].vertices[i].x <= 1 && m->meshes[0].vertices[i].y <= 1);
    assert_true(has_note(m, "compositematerials was left out"));
    assert_true(has_note(m, "multiproperties was left out"));
    assert_true(has_note(m, "slices were left out: meshes are shown"));
    assert_int_equal(m->note_count, 3);
    hit_model_destroy(m);
}

static void large_coordinates_keep_their_digits(void** state)
{
    hit_model* m = read_model(
        THREEMF_MODEL("unit=\"meter\"") //
        "<resources><object id=\"1\"><mesh><vertices><vertex x=\"5400000.01\" y=\"0\" z=\"0\"/><vertex "
        "x=\"5400000.11\" y=\"0\" z=\"0\"/><vertex x=\"5400000.01\" y=\"0.1\" z=\"0\"/></vertices><triangles><triangle "
        "v1=\"0\" v2=\"1\" v3=\"2\"/></triangles></mesh></object></resources>" //
        BUILD("<item objectid=\"1\" transform=\"0 1 0 -1 0 0 0 0 1 0 0 0\"/>"));
    const hit_vec3* v = m->meshes[0].vertices;
    (void)state;
    // x becomes y.
    assert_true(fabs(m->parts[0].placement.origin.y + (double)v[1].x - 5400000.11) < 1e-6);
    assert_true(fabs((double)v[1].x - (double)v[0].x - 0.1) < 1e-7);
    hit_model_destroy(m);
}

// What double rounds to just half way between two floats goes to the float that the digits are nearest to.
static void numbers_are_rounded_once(void** state)
{
    hit_model* m = read_model(
        THREEMF_MODEL("") //
        "<resources><object id=\"1\"><mesh><vertices><vertex x=\"1.000000059604644775390625000001\" y=\" 0 \" "
        "z=\"1e39\"/><vertex x=\"1.000000059604644775390624999999\" y=\"0\" z=\"0\"/><vertex x=\"0\" y=\"1\" z=\"0\"/>"
        "</vertices><triangles><triangle v1=\"0\" v2=\"1\" v3=\"2\"/><triangle v1=\"1\" v2=\"1\" v3=\"2\"/></triangles>"
        "</mesh></object></resources>" BUILD("<item objectid=\"1\"/>"));
    (void)state;
    assert_true(m->meshes[0].vertices[0].x == nextafterf(1.0f, 2.0f));
    assert_true(m->meshes[0].vertices[1].x == 1.0f);
    assert_int_equal(m->skipped_faces, 1);
    assert_int_equal(m->meshes[0].faces[0], 1);
    hit_model_destroy(m);
}

static void errors(void** state)
{
    (void)state;
    refuses("", 1, "3D/a.model: no XML: no element found");
    refuses("<model", 1, "3D/a.model: no XML: unclosed token");
    refuses("<html/>", 1, "3D/a.model: it begins with <html>, not with <model>");
    refuses("<!DOCTYPE model [<!ENTITY a \"aaaa\">]>\n<model>&a;</model>", 1,
            "3D/a.model: it has a document type, which 3MF does not allow");
    refuses(THREEMF_MODEL("unit=\"mile\"") BUILD(""), 2, "3D/a.model: \"mile\" is no unit of 3MF");
    refuses(THREEMF_MODEL("") "\n" BUILD("<item/>"), 4, "3D/a.model: a component or item has no objectid");
    refuses(THREEMF_MODEL("") BUILD("<item objectid=\"4\"/>"), 3, "3D/a.model: there is no object 4");
    refuses(THREEMF_MODEL("") BUILD("<item objectid=\"-4\"/>"), 3, "3D/a.model: objectid=\"-4\" is no whole number");
    refuses(THREEMF_MODEL("") "<resources>" ONE("1", "") "\n" ONE("1", "") "</resources>" BUILD(""), 4,
            "3D/a.model: object 1 is there twice");
    refuses(THREEMF_MODEL("") BUILD("<item objectid=\"4\" transform=\"1 2 3\"/>"), 3,
            "3D/a.model: transform=\"1 2 3\" is not twelve numbers");
    refuses(THREEMF_MODEL("") "<resources><object id=\"1\"><mesh><vertices><vertex x=\"1\" y=\"2\"/>", 3,
            "3D/a.model: a vertex lacks a coordinate");
    refuses(THREEMF_MODEL("") "<resources><object id=\"1\"><mesh><vertices><vertex x=\"1,5\"/>", 3,
            "3D/a.model: x=\"1,5\" is no number");
    refuses(THREEMF_MODEL("") "<resources><object id=\"1\"><mesh><triangles><triangle v1=\"0\"/>", 3,
            "3D/a.model: vertex 0 out of range (0 vertices)");
    refuses(THREEMF_MODEL("") BUILD("<item objectid=\"1\" p:path=\"/none.model\"/>"), 3,
            "3D/a.model: it names \"/none.model\", which is not in the file");
}

static void cycles_and_depth(void** state)
{
    static char xml[9000];
    size_t n;
    (void)state;
    refuses(THREEMF_MODEL("") "<resources>" ONE(
                "9", "") "<object id=\"1\"><components><component objectid=\"9\"/>"
                         "<component objectid=\"2\"/></components></object>\n<object id=\"2\"><components>"
                         "<component objectid=\"1\"/></components></object></resources>" //
            BUILD("<item objectid=\"1\"/>"),
            3, "3D/a.model: object 1 is a component of itself");
    // Each object twice the one before: 2^60 parts.
    n = (size_t)snprintf(xml, sizeof xml, "%s", THREEMF_MODEL("") "<resources>" ONE("1", ""));
    for (int i = 2; i <= 61; i++)
        n += (size_t)snprintf(xml + n, sizeof xml - n,
                              "<object id=\"%d\"><components><component objectid=\"%d\"/><component objectid=\"%d\"/>"
                              "</components></object>",
                              i, i - 1, i - 1);
    snprintf(xml + n, sizeof xml - n, "</resources>" BUILD("<item objectid=\"61\"/>"));
    {
        static file_builder f;
        hit_error error;
        threemf_make(&f, xml);
        assert_null(check_read(f.bytes, f.size, HIT_MODEL_UNKNOWN, NULL, &error));
        assert_int_equal(error.status, HIT_ERROR_LIMIT);
    }
    // The same of nothing, whichever is asked for first: no parts, and no time.
    n = (size_t)snprintf(xml, sizeof xml, "%s", THREEMF_MODEL("") "<resources><object id=\"1\"/>");
    for (int i = 2; i <= 70; i++)
        n += (size_t)snprintf(xml + n, sizeof xml - n,
                              "<object id=\"%d\"><components><component objectid=\"%d\"/><component objectid=\"%d\"/>"
                              "</components></object>",
                              i, i - 1, i - 1);
    n += (size_t)snprintf(xml + n, sizeof xml - n, "</resources>");
    snprintf(xml + n, sizeof xml - n, BUILD("<item objectid=\"64\"/>"));
    hit_model_destroy(read_model(xml));
    snprintf(xml + n, sizeof xml - n, BUILD("<item objectid=\"40\"/><item objectid=\"70\"/>"));
    refuses(xml, 3, "3D/a.model: components of components are more than 64 deep");
}

static void a_model_at_its_usual_place(void** state)
{
    static file_builder f;
    zip_entry entries[] = {zip_stored("[Content_Types].xml", THREEMF_TYPES),
                           zip_stored("3D/3dmodel.model", THREEMF_MODEL("") "<resources/>" BUILD("")),
                           zip_stored("_rels/.rels", THREEMF_RELS)};
    hit_error error;
    (void)state;
    zip_make(&f, entries, 2);
    hit_model_destroy(read_file(&f, false));
    zip_make(&f, entries, 3);
    assert_null(check_read(f.bytes, f.size, HIT_MODEL_UNKNOWN, NULL, &error));
    assert_string_equal(error.message, "3MF: _rels/.rels names the model \"/3D/a.model\", which is not in the file");
    entries[1].name = "3D/other.model";
    zip_make(&f, entries, 2);
    assert_null(check_read(f.bytes, f.size, HIT_MODEL_UNKNOWN, NULL, &error));
    assert_non_null(strstr(error.message, "there is no model in it"));
}

#define SMALL                                                                                                          \
    "<model xmlns:m=\"/material/\"><resources><m:colorgroup id=\"6\"><m:color color=\"#102030\"/><m:color "            \
    "color=\"#fff\"/></m:colorgroup><basematerials id=\"5\"><base name=\"r\"/></basematerials><m:texture2d id=\"8\" "  \
    "path=\"/_rels/.rels\"/><object id=\"1\" name=\"a\" pid=\"5\" pindex=\"0\"><mesh><vertices><vertex x=\"0\" "       \
    "y=\"0\" z=\"0\"/><vertex x=\"1\" y=\"0\" z=\"0\"/><vertex x=\"0\" y=\"1\" z=\"0\"/></vertices><triangles>"        \
    "<triangle v1=\"0\" v2=\"1\" v3=\"2\"/><triangle v1=\"0\" v2=\"1\" v3=\"2\" pid=\"6\" p1=\"0\" p2=\"1\"/>"         \
    "</triangles></mesh></object><object id=\"2\" name=\"b\"><components><component objectid=\"1\"/></components>"     \
    "</object></resources><build><item objectid=\"2\"/></build></model>"

// Checksums would hide what lies behind them: here they are made anew for each text.
static void damaged(void** state)
{
    static file_builder f;
    char text[] = SMALL;
    const size_t size = sizeof text - 1;
    (void)state;
    threemf_make(&f, text);
    check_damaged(f.bytes, f.size, HIT_MODEL_UNKNOWN);
    for (size_t i = 0; i < 8 * size; i++) {
        text[i / 8] ^= (char)(1u << i % 8);
        threemf_make(&f, text);
        hit_model_destroy(check_read(f.bytes, f.size, HIT_MODEL_UNKNOWN, NULL, NULL));
        text[i / 8] ^= (char)(1u << i % 8);
    }
    for (size_t i = size; i-- > 0;) {
        text[i] = '\0';
        threemf_make(&f, text);
        assert_null(check_read(f.bytes, f.size, HIT_MODEL_UNKNOWN, NULL, NULL));
    }
}

static void without_memory(void** state)
{
    static file_builder f;
    const hit_model_options options = {.appearance = true};
    (void)state;
    threemf_make(&f, SMALL);
    check_failing_memory(f.bytes, f.size, HIT_MODEL_UNKNOWN, &options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_object_in_the_build),
        cmocka_unit_test(components_share_a_mesh),
        cmocka_unit_test(an_item_without_a_name_has_its_part_number),
        cmocka_unit_test(models_in_several_files),
        cmocka_unit_test(types_and_what_is_not_printed),
        cmocka_unit_test(a_file_without_triangles_is_an_empty_model),
        cmocka_unit_test(what_is_not_understood_is_no_empty_model),
        cmocka_unit_test(an_element_without_content_that_is_refused),
        cmocka_unit_test(looks),
        cmocka_unit_test(bad_looks_are_no_error),
        cmocka_unit_test(mixtures_and_slices_are_told),
        cmocka_unit_test(large_coordinates_keep_their_digits),
        cmocka_unit_test(numbers_are_rounded_once),
        cmocka_unit_test(errors),
        cmocka_unit_test(cycles_and_depth),
        cmocka_unit_test(a_model_at_its_usual_place),
        cmocka_unit_test(damaged),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    printf("this build has no minizip and expat\n");
    return 77;
}

#endif

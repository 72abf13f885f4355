// PLY: every encoding and type, elements in any order, polygons and strips, and what is refused.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/ply_builder.h"
#include "support/mesh_io/model_check.h"

#include <float.h>
#include <math.h>

static hit_model* read_file(const file_builder* f)
{
    hit_error error;
    hit_model* model = check_read(f->bytes, f->size, HIT_MODEL_UNKNOWN, NULL, &error);
    if (model == NULL)
        fail_msg("%s (line %d, byte %d)", error.message, (int)error.line, (int)error.offset);
    assert_int_equal(model->format, HIT_MODEL_PLY);
    assert_int_equal(model->mesh_count, 1);
    assert_int_equal(model->part_count, 1);
    return model;
}

static hit_model* read_text(const char* text)
{
    file_builder f = {.size = 0};
    file_builder_text(&f, text);
    return read_file(&f);
}

static void assert_tetra(const hit_model* model)
{
    const hit_model_mesh* m = &model->meshes[0];
    assert_int_equal(m->vertex_count, 4);
    assert_int_equal(m->triangle_count, 4);
    assert_int_equal(model->skipped_faces, 0);
    for (int v = 0; v < 4; v++)
        assert_memory_equal(&m->vertices[v], tetra[v], sizeof tetra[v]);
    for (int i = 0; i < 12; i++)
        assert_int_equal(m->indices[i], tetra_faces[i / 3][i % 3]);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(m->faces[i], i);
}

static void assert_triangles(const hit_model* model, uint32_t count, const uint32_t* indices, const uint32_t* faces)
{
    const hit_model_mesh* m = &model->meshes[0];
    assert_int_equal(m->triangle_count, count);
    for (uint32_t i = 0; i < 3 * count; i++)
        assert_int_equal(m->indices[i], indices[i]);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(m->faces[i], faces[i]);
}

// ---- What is read ---------------------------------------------------------------------------------------------------

static void all_encodings_and_types(void** state)
{
    file_builder f;
    (void)state;
    for (encoding e = TEXT; e <= BIG; e++)
        for (int xyz = 0; xyz < 8; xyz++)
            for (int count = 0; count < 6; count++)
                for (int index = 0; index < 6; index++) {
                    hit_model* model;
                    make_tetra(&f, e, &types[xyz], &types[count], &types[index]);
                    model = read_file(&f);
                    assert_tetra(model);
                    hit_model_destroy(model);
                }
}

static void numbers_of_every_type(void** state)
{
    // The largest and smallest of each type; where a float cannot be equal, the closest.
    static const double values[8][2] = {
        {-128, 127},       {0, 255},     {-32768, 32767}, {0, 65535}, {-2147483648.0, 2147483647.0},
        {0, 4294967295.0}, {-1.5, 3.25}, {-1e-45, 1e30}};
    (void)state;
    for (encoding e = TEXT; e <= BIG; e++)
        for (int t = 0; t < 8; t++) {
            file_builder f;
            char text[120];
            hit_model* model;
            add_header(&f, e);
            snprintf(
                text, sizeof text,
                "element vertex 2\nproperty %s z\nproperty uchar a\nproperty %s x\nproperty double y\nend_header\n",
                types[t].name, types[t].name);
            file_builder_text(&f, text);
            for (int v = 0; v < 2; v++) {
                add_value(&f, e, &types[t], values[t][v]);
                add_value(&f, e, &types[1], 7);
                add_value(&f, e, &types[t], values[t][1 - v]);
                add_value(&f, e, &types[7], 0.5);
            }
            model = read_file(&f);
            for (int v = 0; v < 2; v++) {
                assert_true(model->meshes[0].vertices[v].z == (float)values[t][v]);
                assert_true(model->meshes[0].vertices[v].x == (float)values[t][1 - v]);
                assert_true(model->meshes[0].vertices[v].y == 0.5f);
            }
            hit_model_destroy(model);
        }
}

// Faces first, things that nobody knows between, before and behind, and lists in all of them.
static void any_order_and_extra_properties(void** state)
{
    (void)state;
    for (encoding e = TEXT; e <= BIG; e++)
        for (int lists = 0; lists < 2; lists++) {
            file_builder f;
            hit_model* model;
            add_header(&f, e);
            file_builder_text(&f, "comment element vertex 9\nobj_info property\nelement camera 2\nproperty float fov\n"
                                  "property list ushort double d\nelement face 4\nproperty uchar red\n"
                                  "property list uchar int vertex_index\n");
            file_builder_text(&f, lists ? "property list uchar float texcoord\n" : "property float quality\n");
            file_builder_text(&f,
                              "element nothing 99999999999\nelement vertex 4\nproperty uchar red\nproperty double x\n");
            file_builder_text(&f, lists ? "property list int short bones\n" : "");
            file_builder_text(&f, "property float y\nproperty short z\nelement tail 3\nproperty char c\nend_header\n");
            for (int i = 0; i < 2; i++) {
                add_value(&f, e, &types[6], 45);
                add_value(&f, e, &types[3], 2 * i);
                for (int k = 0; k < 2 * i; k++)
                    add_value(&f, e, &types[7], k);
            }
            for (int i = 0; i < 4; i++) {
                add_value(&f, e, &types[1], 255);
                add_value(&f, e, &types[1], 3);
                for (int k = 0; k < 3; k++)
                    add_value(&f, e, &types[4], tetra_faces[i][k]);
                if (lists)
                    add_value(&f, e, &types[1], 1);
                add_value(&f, e, &types[6], 0.25);
            }
            for (int v = 0; v < 4; v++) {
                add_value(&f, e, &types[1], 9);
                add_value(&f, e, &types[7], (double)tetra[v][0]);
                if (lists) {
                    add_value(&f, e, &types[4], v);
                    for (int k = 0; k < v; k++)
                        add_value(&f, e, &types[2], -k);
                }
                add_value(&f, e, &types[6], (double)tetra[v][1]);
                add_value(&f, e, &types[2], (double)tetra[v][2]);
            }
            for (int i = 0; i < 3; i++)
                add_value(&f, e, &types[0], i);
            model = read_file(&f);
            assert_tetra(model);
            hit_model_destroy(model);
        }
}

static void ends_of_lines(void** state)
{
    static const char* const ends[] = {"\n", "\r\n", "\r"};
    static const char* const lines[] = {"ply",
                                        "format binary_little_endian 1.0",
                                        "comment \t",
                                        "element  vertex\t4 ",
                                        "property float x",
                                        "property float y",
                                        "property float z",
                                        "element face 4",
                                        "property list uchar int vertex_indices",
                                        "end_header"};
    (void)state;
    for (int end = 0; end < 3; end++) {
        file_builder f = {.size = 0}, body;
        hit_model* model;
        make_tetra(&body, LITTLE, &types[6], &types[1], &types[4]);
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
            file_builder_text(&f, lines[i]);
            file_builder_text(&f, ends[end]);
        }
        file_builder_add(&f, body.bytes + body.size - 4 * 12 - 4 * 13, 4 * 12 + 4 * 13);
        model = read_file(&f);
        assert_tetra(model);
        hit_model_destroy(model);
    }
}

// The first byte of the data is a line feed, behind a header whose lines end in one: it is data.
static void a_line_feed_as_data(void** state)
{
    file_builder f;
    hit_model* model;
    (void)state;
    add_header(&f, LITTLE);
    file_builder_text(&f, "element vertex 1\nproperty char x\nproperty char y\nproperty char z\nend_header\n\n\r\n");
    model = read_file(&f);
    assert_true(model->meshes[0].vertices[0].x == 10 && model->meshes[0].vertices[0].y == 13);
    hit_model_destroy(model);
}

static void comments_of_blender(void** state)
{
    hit_model* model =
        read_text("ply\nformat ascii 1.0\nCreated by Blender3D 247\nelement vertex 1\nproperty int x\nproperty "
                  "int y\nproperty int z\nend_header\n1 2 3\n");
    (void)state;
    assert_true(model->meshes[0].vertices[0].z == 3);
    hit_model_destroy(model);
}

static void point_clouds(void** state)
{
    hit_model* model =
        read_text("ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float "
                  "z\nend_header\n1 2 3\n4 nan 6");
    (void)state;
    assert_int_equal(model->meshes[0].vertex_count, 2);
    assert_int_equal(model->triangle_count, 0);
    assert_true(isnan(model->meshes[0].vertices[1].y));
    hit_model_destroy(model);
    model = read_text("ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\n"
                      "end_header\n");
    assert_int_equal(model->meshes[0].vertex_count, 0);
    hit_model_destroy(model);
}

#define SEVEN "ply\nformat ascii 1.0\nelement vertex 7\nproperty float x\nproperty float y\nproperty float z\n"
#define SEVEN_POINTS "0 0 0\n2 0 0\n2 2 0\n1 0.5 0\n0 2 0\n1 1 1\n1 inf 1\n"

static void polygons(void** state)
{
    // A triangle, a quad, nothing, an edge, one that is not convex at corner 3, one that is not finite, a triangle.
    static const uint32_t faces[] = {0, 1, 1, 4, 4, 4, 6};
    hit_model* model =
        read_text(SEVEN "element face 7\nproperty list uchar int vertex_indices\nend_header\n" SEVEN_POINTS
                        "3 0 1 2\n4 0 1 2 4\n0\n2 0 1\n5 0 1 2 3 4\n4 0 1 2 6\n3 4 0 5\n");
    const hit_model_mesh* m = &model->meshes[0];
    double area = 0;
    (void)state;
    assert_int_equal(m->triangle_count, 7);
    assert_int_equal(model->skipped_faces, 3);
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(m->faces[i], faces[i]);
    // The one that is not convex: its triangles have its area, 2.5, and none is turned over.
    for (uint32_t t = 3; t < 6; t++) {
        const hit_vec3 a = m->vertices[m->indices[3 * t]], b = m->vertices[m->indices[3 * t + 1]];
        const hit_vec3 c = m->vertices[m->indices[3 * t + 2]];
        const float twice = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        assert_true(twice > 0);
        area += (double)twice / 2;
    }
    assert_true(area == 2.5);
    assert_int_equal(m->indices[18], 4);
    assert_int_equal(m->indices[20], 5);
    hit_model_destroy(model);
}

static void strips(void** state)
{
    // Two strips in one list, where the second has a double vertex to turn; then one with a vertex that is not finite.
    static const uint32_t faces[] = {0, 1, 2, 3, 4};
    hit_model* model =
        read_text(SEVEN "element tristrips 3\nproperty list int int vertex_indices\nend_header\n" SEVEN_POINTS
                        "13 0 1 2 3 4 -1 0 2 4 4 5 0 -1\n3 0 1 6\n2 0 1");
    (void)state;
    // In the second: 0 2 4, then 2 4 4 and 4 4 5 are no triangles, then 4 5 0, which is an odd one.
    assert_triangles(model, 5, (const uint32_t[]){0, 1, 2, 2, 1, 3, 2, 3, 4, 0, 2, 4, 5, 4, 0}, faces);
    assert_int_equal(model->skipped_faces, 1);
    hit_model_destroy(model);
}

static void faces_and_strips_together(void** state)
{
    static const uint32_t indices[] = {3, 4, 5, 0, 1, 2};
    static const uint32_t faces[] = {0, 1};
    hit_model* model =
        read_text(SEVEN "element face 1\nproperty list uchar uchar vertex_indices\nelement tristrips 1\n"
                        "property list uchar char vertex_indices\nend_header\n" SEVEN_POINTS "3 3 4 5\n3 0 1 2\n");
    (void)state;
    assert_triangles(model, 2, indices, faces);
    hit_model_destroy(model);
}

// Binary triangles with a vertex that is not finite, and a polygon among them: the fast way does not take these.
static void what_the_fast_way_leaves(void** state)
{
    (void)state;
    for (int bad = 0; bad < 4; bad++) {
        file_builder f;
        hit_model* model;
        const int last = bad == 1 ? 6 : 5;
        add_header(&f, LITTLE);
        file_builder_text(&f, "element vertex 7\nproperty float x\nproperty float y\nproperty float z\nelement face 3\n"
                              "property list uchar int vertex_indices\nend_header\n");
        for (int v = 0; v < 7; v++)
            for (int k = 0; k < 3; k++)
                add_value(&f, LITTLE, &types[6], v == 6 && k == 1 ? (double)INFINITY : v * v + k);
        for (int i = 0; i < 3; i++) {
            const int corners = i == 1 && bad == 2 ? 4 : i == 1 && bad == 3 ? 2 : 3;
            add_value(&f, LITTLE, &types[1], corners);
            for (int k = 0; k < corners; k++)
                add_value(&f, LITTLE, &types[4], i == 1 && k == 0 ? last : k + i);
        }
        model = read_file(&f);
        assert_int_equal(model->triangle_count, bad == 2 ? 4 : bad == 0 ? 3 : 2);
        assert_int_equal(model->skipped_faces, bad % 2);
        assert_int_equal(model->meshes[0].faces[model->triangle_count - 1], 2);
        hit_model_destroy(model);
    }
}

// ---- Large files ----------------------------------------------------------------------------------------------------

enum { GRID = 400 };

static char* make_grid(size_t* size)
{
    static file_builder f; // a row at a time
    const size_t bytes = 1000 + (size_t)GRID * GRID * (12 + 2 * 13);
    char* all = malloc(bytes);
    char text[200];
    assert_non_null(all);
    snprintf(text, sizeof text,
             "element vertex %d\nproperty float x\nproperty float y\nproperty float z\nelement face %d\n"
             "property list uchar int vertex_indices\nend_header\n",
             GRID * GRID, 2 * (GRID - 1) * (GRID - 1));
    add_header(&f, LITTLE);
    file_builder_text(&f, text);
    memcpy(all, f.bytes, f.size);
    *size = f.size;
    for (int row = 0; row < 2 * GRID - 1; row++) {
        f.size = 0;
        for (int x = 0; x < GRID - (row >= GRID); x++) {
            const int v = (row - GRID) * GRID + x, corners[6] = {v, v + 1, v + GRID, v + 1, v + GRID + 1, v + GRID};
            if (row < GRID) {
                file_builder_float(&f, (float)x, false);
                file_builder_float(&f, (float)row, false);
                file_builder_float(&f, (float)((x * row) % 7), false);
            } else
                for (int k = 0; k < 6; k++) {
                    if (k % 3 == 0)
                        file_builder_bits(&f, 3, 1, false);
                    file_builder_bits(&f, (uint64_t)corners[k], 4, false);
                }
        }
        assert_true(*size + f.size <= bytes);
        memcpy(all + *size, f.bytes, f.size);
        *size += f.size;
    }
    return all;
}

static void assert_equal_models(const hit_model* a, const hit_model* b)
{
    const hit_model_mesh *m = &a->meshes[0], *n = &b->meshes[0];
    assert_int_equal(m->vertex_count, n->vertex_count);
    assert_int_equal(m->triangle_count, n->triangle_count);
    assert_memory_equal(m->vertices, n->vertices, m->vertex_count * sizeof *m->vertices);
    assert_memory_equal(m->indices, n->indices, 3 * m->triangle_count * sizeof *m->indices);
    assert_memory_equal(m->faces, n->faces, m->triangle_count * sizeof *m->faces);
}

static void the_same_with_threads(void** state)
{
    size_t size;
    char* bytes = make_grid(&size);
    hit_model *one = check_read(bytes, size, HIT_MODEL_PLY, NULL, NULL), *other;
    (void)state;
    assert_non_null(one);
    assert_int_equal(one->triangle_count, 2 * (GRID - 1) * (GRID - 1));
    for (uint32_t threads = 2; threads <= 7; threads += 5) {
        hit_thread_pool* pool = NULL;
        hit_task_pool tasks;
        const hit_model_options options = {.pool = &tasks};
        assert_int_equal(hit_thread_pool_create(threads, NULL, &pool, NULL), HIT_OK);
        tasks = hit_thread_pool_tasks(pool);
        other = check_read(bytes, size, HIT_MODEL_PLY, &options, NULL);
        assert_non_null(other);
        assert_equal_models(one, other);
        hit_model_destroy(other);
        hit_thread_pool_destroy(pool);
    }
    hit_model_destroy(one);
    free(bytes);
}

// An index that is out of range, far into a large file: the fast way sees it, and the error tells where.
static void a_bad_index_in_a_large_file(void** state)
{
    size_t size;
    char* bytes = make_grid(&size);
    hit_error error;
    (void)state;
    memcpy(bytes + size - 4 - 13 * 1000, "\xff\xff\xff\xff", 4);
    assert_null(check_read(bytes, size, HIT_MODEL_PLY, NULL, &error));
    assert_int_equal(error.status, HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "vertex index -1 out of range (160000 vertices"));
    assert_true(error.offset >= size - 4 - 13 * 1000 && error.offset < size - 13 * 1000);
    free(bytes);
}

// ---- What is refused ------------------------------------------------------------------------------------------------

static void assert_refused(const file_builder* f, hit_status status, const char* message, uint64_t line)
{
    hit_error error;
    hit_model* model = check_read(f->bytes, f->size, HIT_MODEL_PLY, NULL, &error);
    if (model != NULL)
        fail_msg("read, where \"%s\" was expected", message);
    if (error.status != status || strstr(error.message, message) == NULL || error.line != line)
        fail_msg("%d, line %d: \"%s\", where \"%s\" was expected in line %d", (int)error.status, (int)error.line,
                 error.message, message, (int)line);
}

#define ASCII "ply\nformat ascii 1.0\n"
#define XYZ "property float x\nproperty float y\nproperty float z\n"

static void bad_headers(void** state)
{
    static const struct {
        const char *text, *message;
        uint64_t line;
    } cases[] = {
        {"plx\nformat", "the first line must be \"ply\"", 0},
        {"ply\n", "the first line must be \"ply\"", 0},
        {"ply\nformat ascii 1.0\n", "has no end_header", 3},
        {"ply\nend_header\n", "has no format", 3},
        {"ply\nelement vertex 3\nend_header\n", "second line must be the format", 2},
        {"ply\nformat text 1.0\nend_header\n", "not \"text\"", 2},
        {"ply\nformat ascii 2.0\nend_header\n", "not of version \"2.0\"", 2},
        {ASCII "format ascii 1.0\nend_header\n", "second format", 3},
        {ASCII "end_header\n", "no element vertex", 4},
        {ASCII "element vertex\nend_header\n", "needs a name and a count", 3},
        {ASCII "element vertex -3\nend_header\n", "not a number of elements: \"-3\"", 3},
        {ASCII "element vertex 3x\nend_header\n", "not a number of elements", 3},
        {ASCII "element vertex 99999999999999999999\nend_header\n", "not a number of elements", 3},
        {ASCII "property float x\nend_header\n", "must follow an element", 3},
        {ASCII "element vertex 3\nproperty real x\nend_header\n", "not \"real\"", 4},
        {ASCII "element vertex 3\nproperty float\nend_header\n", "needs a name", 4},
        {ASCII "element vertex 3\nproperty list float int x\nend_header\n", "must be an integer, not \"float\"", 4},
        {ASCII "element vertex 3\nproperty list int\nend_header\n", "unknown type", 4},
        {ASCII "element vertex 3\nproperty list int int x\nend_header\n", "must be one number, not a list: \"x\"", 4},
        {ASCII "element vertex 3\nproperty int x\nproperty int x\nend_header\n", "second property \"x\"", 5},
        {ASCII "element vertex 3\nelement vertex 3\nend_header\n", "second element \"vertex\"", 4},
        {ASCII "element vertex 3\nproprety int x\nend_header\n", "found \"proprety\"", 4},
        {ASCII "element vertex 3\nproperty int x\nproperty int z\nend_header\n", "no property y", 3},
        {ASCII "element vertex 0\n" XYZ "element face 1\nend_header\n", "faces have no list", 7},
        {ASCII "element vertex 0\n" XYZ "element tristrips 1\nend_header\n", "strips have no list", 7},
        {ASCII "element vertex 0\n" XYZ "element face 1\nproperty int vertex_index\nend_header\n", "list of integers",
         8},
        {ASCII "element vertex 0\n" XYZ "element face 1\nproperty list int float vertex_index\nend_header\n",
         "list of integers", 8},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        file_builder f = {.size = 0};
        file_builder_text(&f, cases[i].text);
        assert_refused(&f, HIT_ERROR_FORMAT, cases[i].message, cases[i].line);
    }
}

static void bad_texts(void** state)
{
#define FACE ASCII "element vertex 3\n" XYZ "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
#define POINTS "0 0 0\n1 0 0\n0 1 0\n"
    static const struct {
        const char *text, *message;
        uint64_t line;
    } cases[] = {
        {FACE "0 0 0\n1 0 x\n0 1 0\n3 0 1 2\n", "expected a number, found \"x\"", 11},
        {FACE "0 0 0\n1 0 1.5.2\n0 1 0\n3 0 1 2\n", "expected a number, found \"1.5.2\"", 11},
        {FACE "0 0 0\n1 0 1,5\n0 1 0\n3 0 1 2\n", "expected a number, found \"1,5\"", 11},
        {FACE POINTS "3 0 1 3\n", "vertex index 3 out of range (3 vertices", 13},
        {FACE POINTS "3 0 1 -1\n", "vertex index -1 out of range (3 vertices", 13},
        {FACE POINTS "3 0 1 1.5\n", "expected an integer, found \"1.5\"", 13},
        {FACE POINTS "3 0 1 -\n", "expected an integer, found \"-\"", 13},
        {FACE POINTS "3 0 1 99999999999999999999\n", "expected an integer", 13},
        {FACE POINTS "-3 0 1 2\n", "a list of -3 values", 13},
        {FACE POINTS "300 0 1 2\n", "a list of 300 values where the file has room for 3", 13},
        {FACE POINTS "3 0 1 ", "a list of 3 values where the file has room for 2", 13},
        {FACE POINTS "3 0      1", "the file ends before", 13},
        {FACE POINTS, "promises 1 of face, but the file has bytes for 0 at the most", 7},
        {FACE "0 0 0\n1 0 0\n0 1 0", "promises 1 of face, but the file has bytes for 0 at the most", 7},
        {FACE "0 0 0\n1 0 0\n", "promises 3 of vertex", 3},
        {FACE "0 0 0\n1 0 0\n0 1            \n", "the file ends before", 13},
        {ASCII "element vertex 2147483648\n" XYZ "end_header\n0 0 0", "promises 2147483648 of vertex", 3},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        file_builder f = {.size = 0};
        file_builder_text(&f, cases[i].text);
        assert_refused(&f, HIT_ERROR_FORMAT, cases[i].message, cases[i].line);
    }
}

static void bad_binaries(void** state)
{
    file_builder f;
    (void)state;
    make_tetra(&f, LITTLE, &types[6], &types[1], &types[4]);
    f.size--;
    assert_refused(&f, HIT_ERROR_FORMAT, "a list of 3 values where the file has room for 2", 0);
    f.size -= 12;
    assert_refused(&f, HIT_ERROR_FORMAT, "the file ends before what its header promises", 0);
    f.size -= 39;
    assert_refused(&f, HIT_ERROR_FORMAT, "promises 4 of face, but the file has bytes for 0", 7);
    f.size--;
    assert_refused(&f, HIT_ERROR_FORMAT, "promises 4 of vertex, but the file has bytes for 3", 3);
    make_tetra(&f, BIG, &types[6], &types[4], &types[4]);
    memcpy(f.bytes + f.size - 16, "\xff\xff\xff\xfe", 4); // the last count
    assert_refused(&f, HIT_ERROR_FORMAT, "a list of -2 values", 0);
    make_tetra(&f, BIG, &types[6], &types[5], &types[4]);
    memcpy(f.bytes + f.size - 16, "\xff\xff\xff\xfe", 4);
    assert_refused(&f, HIT_ERROR_FORMAT, "a list of 4294967294 values where the file has room for 3", 0);
    make_tetra(&f, LITTLE, &types[6], &types[1], &types[0]);
    f.bytes[f.size - 1] = (char)0xff;
    assert_refused(&f, HIT_ERROR_FORMAT, "vertex index -1 out of range", 0);
}

// -1 in a byte or two is 255 or 65535 to those who do not look; here there is such a vertex.
static void negative_indices_of_short_types(void** state)
{
    (void)state;
    for (int t = 0; t < 2; t++) {
        const unsigned vertices = t == 0 ? 300 : 70000;
        const size_t most = 200 + 3 * (size_t)vertices + 16;
        char* bytes = calloc(most, 1);
        char* end = bytes;
        hit_error error;
        assert_non_null(bytes);
        end += snprintf(bytes, most,
                        "ply\nformat binary_little_endian 1.0\nelement vertex %u\nproperty char x\nproperty char y\n"
                        "property char z\nelement face 1\nproperty list uchar %s vertex_indices\nend_header\n",
                        vertices, types[2 * t].name);
        end += 3 * (size_t)vertices;
        *end++ = 3;
        memset(end, 0xff, types[2 * t].size);
        end += 3 * types[2 * t].size;
        assert_null(check_read(bytes, (size_t)(end - bytes), HIT_MODEL_PLY, NULL, &error));
        assert_non_null(strstr(error.message, "vertex index -1 out of range"));
        free(bytes);
    }
}

// 2^64 - 1 elements without properties take no time, wherever they stand.
static void many_times_nothing(void** state)
{
    hit_model* model =
        read_text(ASCII "element a 18446744073709551600\nelement vertex 0\n" XYZ
                        "element b 9999999999999999\nelement face 0\nproperty list int int vertex_index\n"
                        "end_header\n");
    (void)state;
    assert_int_equal(model->triangle_count, 0);
    hit_model_destroy(model);
}

static void memory_is_limited(void** state)
{
    const hit_model_options options = {.max_bytes = 700};
    file_builder f;
    hit_error error;
    (void)state;
    make_tetra(&f, TEXT, &types[6], &types[1], &types[4]);
    assert_null(check_read(f.bytes, f.size, HIT_MODEL_PLY, &options, &error));
    assert_int_equal(error.status, HIT_ERROR_LIMIT);
}

// ---- Damage ---------------------------------------------------------------------------------------------------------

static void damaged(void** state)
{
    file_builder f;
    (void)state;
    for (encoding e = TEXT; e <= BIG; e++) {
        make_tetra(&f, e, &types[e == BIG ? 7 : 6], &types[1], &types[4]);
        check_damaged(f.bytes, f.size, HIT_MODEL_PLY);
    }
    f.size = 0;
    file_builder_text(&f, SEVEN "element tristrips 1\nproperty list char char vertex_indices\nend_header\n" SEVEN_POINTS
                                "8 0 1 2 -1 2 3 4 5");
    check_damaged(f.bytes, f.size, HIT_MODEL_PLY);
}

static void without_memory(void** state)
{
    file_builder f;
    (void)state;
    for (encoding e = TEXT; e <= BIG; e++) {
        make_tetra(&f, e, &types[6], &types[1], &types[4]);
        check_failing_memory(f.bytes, f.size, HIT_MODEL_PLY, NULL);
    }
    // Room that grows: of a polygon's corners, and of triangles.
    f.size = 0;
    file_builder_text(&f, SEVEN "element face 3\nproperty list uchar int vertex_indices\nend_header\n" SEVEN_POINTS
                                "3 0 1 2\n5 0 1 2 3 4\n6 0 1 2 3 4 5\n");
    check_failing_memory(f.bytes, f.size, HIT_MODEL_PLY, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_encodings_and_types),
        cmocka_unit_test(numbers_of_every_type),
        cmocka_unit_test(any_order_and_extra_properties),
        cmocka_unit_test(ends_of_lines),
        cmocka_unit_test(a_line_feed_as_data),
        cmocka_unit_test(comments_of_blender),
        cmocka_unit_test(point_clouds),
        cmocka_unit_test(polygons),
        cmocka_unit_test(strips),
        cmocka_unit_test(faces_and_strips_together),
        cmocka_unit_test(what_the_fast_way_leaves),
        cmocka_unit_test(the_same_with_threads),
        cmocka_unit_test(a_bad_index_in_a_large_file),
        cmocka_unit_test(bad_headers),
        cmocka_unit_test(bad_texts),
        cmocka_unit_test(bad_binaries),
        cmocka_unit_test(negative_indices_of_short_types),
        cmocka_unit_test(many_times_nothing),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(damaged),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// OBJ: what is read, what is refused and with which words. test_obj_chunks.c shows that threads do not matter.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/model_check.h"

// A model of some text, which must be good.
static hit_model* read_text(const char* text)
{
    hit_error error;
    hit_model* model = check_read(text, strlen(text), HIT_MODEL_OBJ, NULL, &error);
    if (model == NULL)
        fail_msg("line %u: %s", (unsigned)error.line, error.message);
    return model;
}

// What a model is, in words: for each part its name, the number of its vertices, and its triangles with their faces.
static void describe(const hit_model* m, char* text, size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < m->part_count; i++) {
        const hit_model_mesh* mesh = &m->meshes[m->parts[i].mesh];
        assert_string_equal(m->parts[i].name, mesh->name);
        n += (size_t)snprintf(text + n, size - n, "%s[%s %u:", i > 0 ? " " : "", mesh->name, mesh->vertex_count);
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            const uint32_t* c = mesh->indices + 3 * (size_t)t;
            n += (size_t)snprintf(text + n, size - n, " %u,%u,%u@%u", c[0], c[1], c[2], mesh->faces[t]);
        }
        n += (size_t)snprintf(text + n, size - n, "]");
        assert_true(n < size);
    }
}

// The text with a long comment behind it. Lines that are not near the end of a file are parsed in another way.
static const char* with_comment(const char* text)
{
    static char longer[2000];
    const int n = snprintf(longer, sizeof longer, "%s\n#%300s\n", text, "");
    assert_true(n > 0 && (size_t)n < sizeof longer);
    return longer;
}

static void gives(const char* text, const char* want)
{
    for (int i = 0; i < 2; i++) {
        char have[2000];
        hit_model* m = read_text(i == 0 ? text : with_comment(text));
        describe(m, have, sizeof have);
        assert_string_equal(have, want);
        assert_int_equal(m->format, HIT_MODEL_OBJ);
        hit_model_destroy(m);
    }
}

static void skips(const char* text, uint64_t skipped, const char* want)
{
    hit_model* m = read_text(text);
    assert_int_equal(m->skipped_faces, skipped);
    hit_model_destroy(m);
    gives(text, want);
}

static void refuses(const char* text, uint64_t line, const char* message)
{
    for (int i = 0; i < 2; i++) {
        const char* t = i == 0 ? text : with_comment(text);
        hit_error error;
        assert_null(check_read(t, strlen(t), HIT_MODEL_OBJ, NULL, &error));
        assert_int_equal(error.status, HIT_ERROR_FORMAT);
        assert_string_equal(error.message, message);
        assert_int_equal(error.line, line);
    }
}

#define FOUR "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

static void faces(void** state)
{
    (void)state;
    gives(FOUR "f 1 2 3\n", "[ 4: 0,1,2@0]");
    gives(FOUR "f 1 2 3", "[ 4: 0,1,2@0]");
    gives(FOUR "f 1 2 3 4\n", "[ 4: 0,1,2@0 0,2,3@0]");
    gives(FOUR "f 1 2 3 4 1\nf 3 2 1\n", "[ 4: 0,1,2@0 0,2,3@0 0,3,0@0 2,1,0@1]");
    gives(FOUR "f 1/1 2/2 3/3\nf 1//1 2//2 3//3\nf 1/1/1 2/2/2 3/-3/3\nf 1/ 2/ 3/\n",
          "[ 4: 0,1,2@0 0,1,2@1 0,1,2@2 0,1,2@3]");
    gives(FOUR "f -4 -3 -1\n", "[ 4: 0,1,3@0]");
    gives("v 0 0 0\nv 1 0 0\nv 1 1 0\nf -3 -2 -1\nv 0 1 0\nf -3 -2 -1\nf -3/-3 -2//-2 -1/-1/-1\n",
          "[ 4: 0,1,2@0 1,2,3@1 1,2,3@2]");
    // Faces may come before their vertices.
    gives("f 1 2 3\n" FOUR, "[ 4: 0,1,2@0]");
    // A dart: the cut has to go through the corner that turns the other way.
    gives("v 0 0 0\nv 4 0 0\nv 1 1 0\nv 0 4 0\nf 2 3 4 1\n", "[ 4: 2,3,0@0 2,0,1@0]");
}

static void layout(void** state)
{
    (void)state;
    gives("# c\r\n\r\nv 0 0 0\r\nv 1 0 0\r\nv 1 1 0\r\nf 1 2 3\r\n", "[ 3: 0,1,2@0]");
    gives("# c\r\rv 0 0 0\rv 1 0 0\rv 1 1 0\rf 1 2 3\r", "[ 3: 0,1,2@0]");
    gives("\xef\xbb\xbfv 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", "[ 3: 0,1,2@0]");
    gives("  v  0 0\t0  \n\tv 1 0 0 \nv\t1 1 0\n  f  1\t2  3 \n", "[ 3: 0,1,2@0]");
    gives("v 0 0 0 1.0\nv 1 0 0 0.5 0.5 0.5\nv 1 1 0 # c\nf 1 2 3 # 4\nf 1 2 3#4 5\n", "[ 3: 0,1,2@0 0,1,2@1]");
    gives("v 0 \\\n0 0\nv 1 0 0\\\n\nv 1 1 0\nf 1 2\\\r\n 3 \\\n2\n", "[ 3: 0,1,2@0 0,2,1@0]");
    // A comment is not continued; another line is, whatever it is.
    gives("# c\\\nv 0 0 0\nv 1 0 0\nmtllib x\\\nf 9 9 9\nv 1 1 0\nf 1 2 3\n", "[ 3: 0,1,2@0]");
    gives(FOUR
          "vn 0 0 1\nvt 0 0\nvp 1\nusemtl x\nmtllib /etc/passwd\ns off\nl 1 2\np 1\nfoo\nf 1 2 3\ncurv 1 2\nff 9\n",
          "[ 4: 0,1,2@0] [points 1:]");
    gives("v 1e0 +0 .0\nv 1.e-3 -0 0\nv 1 1 0\nf 1 2 3\n", "[ 3: 0,1,2@0]");
}

static void coordinates(void** state)
{
    hit_model* m =
        read_text("v 0.1 -1e-45 16777217\nv 123456.789 0.000001 1e38\nv 3.5 -0 1.00000005960464477539062501\n"
                  "v 12345678901234567890.5 0.123456789012345678 99999999\nf 1 2 3 4\n");
    (void)state;
    assert_true(m->meshes[0].vertices[0].x == 0.1f && m->meshes[0].vertices[0].y == -1e-45f);
    assert_true(m->meshes[0].vertices[0].z == 16777216.0f);
    assert_true(m->meshes[0].vertices[1].x == 123456.789f && m->meshes[0].vertices[1].y == 0.000001f);
    assert_true(m->meshes[0].vertices[1].z == 1e38f);
    assert_true(m->meshes[0].vertices[2].z == 0x1.000002p0f);
    assert_true(m->meshes[0].vertices[3].x == 12345678901234567890.5f);
    assert_true(m->meshes[0].vertices[3].y == 0.123456789012345678f);
    assert_true(m->meshes[0].vertices[3].z == 99999999.0f);
    hit_model_destroy(m);
}

static void parts(void** state)
{
    (void)state;
    gives(FOUR "o a\nf 1 2 3\n", "[a 4: 0,1,2@0]");
    gives(FOUR "g b c\nf 1 2 3\n", "[b c 4: 0,1,2@0]");
    gives(FOUR "o a\ng b\nf 1 2 3\n", "[a/b 4: 0,1,2@0]");
    gives(FOUR "f 1 2 3\no a\nf 1 3 4\n", "[ 3: 0,1,2@0] [a 3: 0,1,2@1]");
    gives(FOUR "o a\nf 1 2 3\no b\nf 1 3 4\no a\nf 2 3 4\n", "[a 4: 0,1,2@0 1,2,3@2] [b 3: 0,1,2@1]");
    gives(FOUR "g a\nf 1 2 3\ng b\nf 1 3 4\ng a\nf 2 3 4 1\n", "[a 4: 0,1,2@0 1,2,3@2 1,3,0@2] [b 3: 0,1,2@1]");
    // A group belongs to its object; a new object begins without one; `g` alone ends it.
    gives(FOUR "o a\ng x\nf 1 2 3\no b\nf 1 2 3\ng x\nf 1 2 3\ng\nf 1 2 3\n",
          "[a/x 3: 0,1,2@0] [b 3: 0,1,2@1 0,1,2@3] [b/x 3: 0,1,2@2]");
    // Those without triangles are left out.
    gives(FOUR "o a\no b\ng c\nf 1 2\nf 1 2 3\ng d\nf 1\n", "[b/c 4: 0,1,2@1]");
    // Vertices that no other part uses stay where they are, unused ones between them, too.
    gives(FOUR FOUR "o a\nf 1 2 4\no b\nf 5 6 7\n", "[a 4: 0,1,3@0] [b 3: 0,1,2@1]");
    gives(FOUR FOUR "o a\nf 5 6 7\no b\nf 1 2 3\n", "[a 3: 0,1,2@0] [b 3: 0,1,2@1]");
    gives(FOUR "o  two words \t\r\nf 1 2 3\n", "[two words 4: 0,1,2@0]");
    gives(FOUR "o a\001b\xff\xc3\xa9\nf 1 2 3\n", "[a?b?\xc3\xa9 4: 0,1,2@0]");
    gives(FOUR "on 1\ngroup 1\nf 1 2 3\n", "[ 4: 0,1,2@0]");
}

static void many_parts_share_vertices(void** state)
{
    // Parts 0 to 299 twice, in other orders, each time with a fan around one vertex that all of them use.
    enum { PARTS = 300 };
    static char text[200000];
    hit_model* m;
    size_t n = 0;
    (void)state;
    for (int i = 0; i <= PARTS + 1; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "v %d %d 0\n", i, i * i);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < PARTS; i++) {
            const int part = round == 0 ? i : i * 7 % PARTS;
            n += (size_t)snprintf(text + n, sizeof text - n, "g part%d\nf 1 %d %d\n", part, part + 2, part + 3);
        }
    m = read_text(text);
    assert_int_equal(m->part_count, PARTS);
    for (uint32_t i = 0; i < PARTS; i++) {
        char name[32];
        const hit_model_mesh* mesh = &m->meshes[i];
        snprintf(name, sizeof name, "part%u", i);
        assert_string_equal(m->parts[i].name, name);
        assert_int_equal(mesh->triangle_count, 2);
        assert_int_equal(mesh->vertex_count, 3);
        assert_true(mesh->vertices[1].x == (float)(i + 1) && mesh->vertices[2].x == (float)(i + 2));
        assert_int_equal(mesh->faces[0], i);
        assert_int_equal(mesh->faces[1] * 1 - PARTS, i * 43 % PARTS); // 7 · 43 = 301
    }
    hit_model_destroy(m);
}

static void skipped_faces(void** state)
{
    (void)state;
    skips(FOUR "f\nf 1\nf 1 2\nf 1 2 3\n", 3, "[ 4: 0,1,2@3]");
    skips(FOUR "f 1 2 3\nf 1 2", 1, "[ 4: 0,1,2@0]");
    skips(FOUR "v nan 0 0\nf 1 2 5\nf 1 2 3\n", 1, "[ 5: 0,1,2@1]");
    skips(FOUR "v 0 -inf 0\nf 1 2 3 4\nf 1 2 3 4 5\nf 2 3 4\n", 1, "[ 5: 0,1,2@0 0,2,3@0 1,2,3@2]");
    skips(FOUR "v 0 1e39 0\no a\nf 1 2 3\nf 5 2 3\no b\nf 5 1 2\nf 1 3 4\no c\nf 1 2 5\no d\nf 2 3 4\n", 3,
          "[a 3: 0,1,2@0] [b 3: 0,1,2@3] [d 3: 0,1,2@5]");
    // Nothing but vertices: points. Nothing left: a model without parts.
    skips(FOUR, 0, "[ 4:]");
    skips("v nan 0 0\nf 1 1 1\n", 1, "");
    skips("f\n", 1, "");
}

static void errors(void** state)
{
    (void)state;
    refuses(FOUR FOUR "f 1 2 9\n", 9, "vertex index 9 out of range (8 vertices)");
    refuses(FOUR "f 1/9/9 2/9/9 12345678901234567890/1/1\n", 5,
            "vertex index 12345678901234567890 out of range (4 vertices)");
    refuses(FOUR "f 1 2 4294967297\n", 5, "vertex index 4294967297 out of range (4 vertices)");
    refuses("v 0 0 0\nf -1 -1 -2\nv 0 0 0\n", 2, "vertex index -2 out of range (1 vertices so far)");
    refuses("f 1 2 3\n", 1, "vertex index 1 out of range (0 vertices)");
    refuses(FOUR "f 0 1 2\n", 5, "vertex index 0: they are counted from 1");
    refuses(FOUR "f 1 2 -0\n", 5, "vertex index 0: they are counted from 1");
    refuses(FOUR "f 1 2 x\n", 5, "\"x\" is not a corner of a face; these are v, v/t, v//n or v/t/n");
    refuses(FOUR "f 1 2 /3\n", 5, "\"/3\" is not a corner of a face; these are v, v/t, v//n or v/t/n");
    refuses(FOUR "f 1 2 3/a\n", 5, "\"3/a\" is not a corner of a face; these are v, v/t, v//n or v/t/n");
    refuses(FOUR "f 1 2 3.5e1\n", 5, "\"3.5e1\" is not a corner of a face; these are v, v/t, v//n or v/t/n");
    refuses(FOUR "f 1 2 3.5\n", 5, "\"3.5\" is not a corner of a face; these are v, v/t, v//n or v/t/n");
    refuses("v 0 0 0\nv 1 2\n", 2, "a vertex needs three coordinates");
    refuses("v 0 0 0\n\nv\n", 3, "a vertex needs three coordinates");
    refuses("v 0 0 # 0\n", 1, "a vertex needs three coordinates");
    refuses("v 0 0 1,5\n", 1, "\"1,5\" is not a number");
    refuses("v 0 abc 0\n", 1, "\"abc\" is not a number");
    refuses("v 0 0 0x10\n", 1, "\"0x10\" is not a number");
    refuses("# a\rv 0 0 0\rv 0 0 z\r", 3, "\"z\" is not a number");
    refuses("# a\r\nv 0 0 0\r\nv 0 0 z\r\n", 3, "\"z\" is not a number");
    // The first one counts.
    refuses(FOUR "f 9 1 1\nv x\nf 0 0 0\n", 5, "vertex index 9 out of range (5 vertices)");
    refuses("hello world\nthis is no model\n", 0, "no line of the file is a vertex or a face of OBJ");
}

static void limits(void** state)
{
    const char* text = FOUR "f 1 2 3\n";
    const hit_model_options tight = {.max_bytes = 50};
    enum { CORNERS = 3 << 20 };
    hit_model* m;
    hit_error error;
    char* long_face = malloc(8 + 2 + 2 * (size_t)CORNERS);
    (void)state;
    assert_null(check_read(text, strlen(text), HIT_MODEL_OBJ, &tight, &error));
    assert_int_equal(error.status, HIT_ERROR_LIMIT);
    // The face that makes most of its bytes: 64 MiB and 16 times the file are enough, also in two groups of three runs.
    assert_non_null(long_face);
    memcpy(long_face, "v 0 0 0\nf ", 10);
    for (size_t i = 0; i < CORNERS; i++)
        memcpy(long_face + 10 + 2 * i, i == CORNERS - 1 ? "1\n" : "1 ", 2);
    m = check_read(long_face, 10 + 2 * (size_t)CORNERS, HIT_MODEL_OBJ, NULL, NULL);
    assert_non_null(m);
    assert_int_equal(m->triangle_count, CORNERS - 2);
    hit_model_destroy(m);
    free(long_face);
}

// A long name is gone through once, however many groups the object has: not once for each.
static void long_names(void** state)
{
    enum { LENGTH = 1 << 20, GROUPS = 50000 };
    char* text = malloc(LENGTH + 16 * (size_t)GROUPS + 64);
    size_t n = 0;
    hit_model* m;
    (void)state;
    assert_non_null(text);
    n += (size_t)sprintf(text, "v 0 0 0\no ");
    memset(text + n, 'x', LENGTH);
    n += LENGTH;
    for (int i = 0; i < GROUPS; i++)
        n += (size_t)sprintf(text + n, "\ng %d\nf 1 1 1", i % 3);
    m = check_read(text, n, HIT_MODEL_OBJ, NULL, NULL);
    assert_non_null(m);
    assert_int_equal(m->part_count, 3);
    assert_int_equal(strlen(m->parts[2].name), LENGTH + 2);
    assert_string_equal(m->parts[2].name + LENGTH, "/2");
    hit_model_destroy(m);
    free(text);
}

static void found_by_content(void** state)
{
    hit_model* m = NULL;
    const char* text = "# a comment\n" FOUR "f 1 2 3\n";
    (void)state;
    assert_int_equal(hit_model_read(text, strlen(text), HIT_MODEL_UNKNOWN, NULL, &m, NULL), HIT_OK);
    assert_int_equal(m->format, HIT_MODEL_OBJ);
    check_model(m);
    hit_model_destroy(m);
}

static void damaged(void** state)
{
    static const char seed[] =
        "# \\\nv 0 0 0\nv 1 0 0 1\r\nv 1 1.5e1 0\rv 0 1 \\\n0\no a\nf 1 2 3\ng b\nf 1/1/1 2//2 -1/3 3\n"
        "o c\nf 4 3 2 # x\ng b\nl 1 2\nvn 0 0 1\no a\nf -4 -3 -2\ng\nf 1 1\n";
    (void)state;
    check_damaged(seed, sizeof seed - 1, HIT_MODEL_OBJ);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces),
        cmocka_unit_test(layout),
        cmocka_unit_test(coordinates),
        cmocka_unit_test(parts),
        cmocka_unit_test(many_parts_share_vertices),
        cmocka_unit_test(skipped_faces),
        cmocka_unit_test(errors),
        cmocka_unit_test(limits),
        cmocka_unit_test(long_names),
        cmocka_unit_test(found_by_content),
        cmocka_unit_test(damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// OBJ on several threads: neither the model nor an error depends on the threads or on how the file is divided. Random
// files, of which it is known what they hold, are read in pieces of every size.
#include "support/base/cmocka_all.h"
#include "support/mesh_io/model_check.h"
#include "support/base/random.h"

#include "mesh_io/loader.h"
#include "mesh_io/obj/obj.h"

enum { MOST_TEXT = 1 << 16, MOST_FACES = 4096, NAMES = 5 };

// ---- Files ----------------------------------------------------------------------------------------------------------

typedef struct expected_face {
    char part[16];
    uint32_t corner[3];
    bool counts;
} expected_face;

typedef struct file {
    char text[MOST_TEXT];
    size_t size;
    hit_vec3 vertices[MOST_FACES];
    uint32_t vertex_count;
    expected_face faces[MOST_FACES];
    uint32_t face_count;
} file;

static void put(file* f, const char* text)
{
    const size_t length = strlen(text);
    assert_true(f->size + length < MOST_TEXT);
    memcpy(f->text + f->size, text, length);
    f->size += length;
}

static void put_blank(file* f, test_random* r)
{
    static const char* const blanks[] = {" ", " ", " ", " ", "  ", "\t", " \\\n", " \\\r\n ", "\\\r"};
    put(f, blanks[test_random_below(r, sizeof blanks / sizeof *blanks)]);
}

static void put_line_end(file* f, test_random* r)
{
    static const char* const ends[] = {"\n", "\n", "\n", "\n", "\r\n", "\r", " \n", "\n\n", " # x\n", "\n# y \\\n"};
    put(f, ends[test_random_below(r, sizeof ends / sizeof *ends)]);
}

static void put_vertex(file* f, test_random* r)
{
    float v[3];
    put(f, "v");
    for (int i = 0; i < 3; i++) {
        char word[64];
        const float value = test_random_below(r, 4) == 0 ? test_random_bits(r) : test_random_range(r, -999, 999);
        snprintf(word, sizeof word, "%.*g", test_random_below(r, 3) == 0 ? 12 : 7, (double)value);
        v[i] = strtof(word, NULL);
        put_blank(f, r);
        put(f, word);
    }
    f->vertices[f->vertex_count++] = hit_vec3_make(v[0], v[1], v[2]);
}

static void put_face(file* f, test_random* r, const char* object, const char* group)
{
    static const char* const tails[] = {"", "", "", "/1", "//2", "/-3/4", "/123456789/123456789"};
    expected_face* face = &f->faces[f->face_count++];
    const uint32_t corners = test_random_below(r, 20) == 0 ? test_random_below(r, 3) : 3;
    snprintf(face->part, sizeof face->part, "%s%s%s", object, *object != '\0' && *group != '\0' ? "/" : "", group);
    face->counts = corners == 3;
    put(f, "f");
    for (uint32_t i = 0; i < corners; i++) {
        char word[64];
        face->corner[i] = test_random_below(r, f->vertex_count);
        snprintf(word, sizeof word, "%d%s",
                 test_random_below(r, 3) == 0 ? (int)face->corner[i] - (int)f->vertex_count : (int)face->corner[i] + 1,
                 tails[test_random_below(r, sizeof tails / sizeof *tails)]);
        put_blank(f, r);
        put(f, word);
    }
}

static void make_file(file* f, test_random* r, uint32_t lines)
{
    static const char* const others[] = {"vn 0 0 1",    "vt 0.5 0.5", "usemtl x", "",
                                         "l 1 2 \\\n3", "#",          "s 1",      "foo\\\nv 1 2 3"};
    static const char* const names[NAMES] = {"", "a", "b", "c", "d"};
    const char *object = "", *group = "";
    f->size = f->vertex_count = f->face_count = 0;
    put(f, "v 0 0 0\nv 1 2 3\n");
    f->vertices[f->vertex_count++] = hit_vec3_make(0, 0, 0);
    f->vertices[f->vertex_count++] = hit_vec3_make(1, 2, 3);
    for (uint32_t i = 0; i < lines; i++) {
        const uint32_t kind = test_random_below(r, 20);
        if (kind < 8)
            put_vertex(f, r);
        else if (kind < 17)
            put_face(f, r, object, group);
        else if (kind == 17) {
            object = names[test_random_below(r, NAMES)];
            group = "";
            put(f, "o ");
            put(f, object);
        } else if (kind == 18) {
            group = names[test_random_below(r, NAMES)];
            put(f, "g\t");
            put(f, group);
        } else
            put(f, others[test_random_below(r, sizeof others / sizeof *others)]);
        // What looks like a comment is part of a name.
        if (kind == 17 || kind == 18)
            put(f, "\r\n");
        else
            put_line_end(f, r);
    }
}

// ---- Reading in chunks ----------------------------------------------------------------------------------------------

typedef struct result {
    hit_model_owner box;
    hit_allocator allocator;
    hit_status status;
    hit_error error;
} result;

static void* allocate(void* context, size_t size, size_t alignment)
{
    (void)context, (void)alignment;
    return malloc(size);
}

static void release(void* context, void* memory, size_t size, size_t alignment)
{
    (void)context, (void)size, (void)alignment;
    free(memory);
}

static void read_chunked(const char* text, size_t size, size_t chunk, const hit_task_pool* pool, result* out)
{
    static const hit_model_options options = {0};
    hit_loader loader = {.bytes = text,
                         .size = size,
                         .options = &options,
                         .pool = *pool,
                         .error = &out->error,
                         .left = UINT64_C(1) << 30};
    memset(out, 0, sizeof *out);
    out->allocator = loader.allocator = (hit_allocator){allocate, release, NULL};
    loader.model = &out->box.model;
    out->status = hit_read_obj_chunked(&loader, chunk);
    out->box.blocks = loader.blocks;
}

static void end_result(result* r)
{
    hit_loader_free_blocks(&r->allocator, r->box.blocks);
}

static void check_same(const result* a, const result* b)
{
    const hit_model *m = &a->box.model, *n = &b->box.model;
    assert_int_equal(a->status, b->status);
    if (a->status != HIT_OK) {
        assert_string_equal(a->error.message, b->error.message);
        assert_int_equal(a->error.line, b->error.line);
        assert_int_equal(a->error.offset, b->error.offset);
        return;
    }
    assert_int_equal(m->part_count, n->part_count);
    assert_int_equal(m->skipped_faces, n->skipped_faces);
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        const hit_model_mesh *p = &m->meshes[i], *q = &n->meshes[i];
        assert_null(model_mesh_problem(p));
        assert_string_equal(p->name, q->name);
        assert_int_equal(p->vertex_count, q->vertex_count);
        assert_int_equal(p->triangle_count, q->triangle_count);
        assert_memory_equal(p->vertices, q->vertices, p->vertex_count * sizeof *p->vertices);
        assert_memory_equal(p->indices, q->indices, 3 * (size_t)p->triangle_count * sizeof *p->indices);
        assert_memory_equal(p->faces, q->faces, p->triangle_count * sizeof *p->faces);
    }
}

// Each triangle is the face that it says, in the part that it is in.
static void check_contents(const file* f, const hit_model* m)
{
    uint32_t good = 0, found = 0;
    for (uint32_t i = 0; i < f->face_count; i++)
        good += f->faces[i].counts;
    for (uint32_t i = 0; i < m->mesh_count; i++)
        for (uint32_t t = 0; t < m->meshes[i].triangle_count; t++, found++) {
            const hit_model_mesh* mesh = &m->meshes[i];
            const expected_face* face;
            assert_true(mesh->faces[t] < f->face_count);
            face = &f->faces[mesh->faces[t]];
            assert_true(face->counts);
            assert_string_equal(face->part, mesh->name);
            for (int k = 0; k < 3; k++)
                assert_memory_equal(&mesh->vertices[mesh->indices[3 * (size_t)t + (size_t)k]],
                                    &f->vertices[face->corner[k]], sizeof(hit_vec3));
        }
    assert_int_equal(found, good);
    assert_int_equal(m->skipped_faces, f->face_count - good);
}

static void any_chunks_and_threads(void** state)
{
    static const size_t sizes[] = {1, 2, 3, 5, 8, 13, 40, 100, 1000, 10000};
    static file f;
    test_random r = test_random_make(test_seed());
    hit_thread_pool *two, *seven;
    hit_task_pool pools[3];
    (void)state;
    print_message("seed %llu\n", (unsigned long long)test_seed());
    assert_int_equal(hit_thread_pool_create(2, NULL, &two, NULL), HIT_OK);
    assert_int_equal(hit_thread_pool_create(7, NULL, &seven, NULL), HIT_OK);
    pools[0] = hit_thread_pool_tasks(NULL);
    pools[1] = hit_thread_pool_tasks(two);
    pools[2] = hit_thread_pool_tasks(seven);
    for (uint64_t i = test_costly_cases(500); i > 0; i--) {
        result whole, other;
        make_file(&f, &r, i % 10 == 0 ? 600 : 20 + (uint32_t)(i % 50));
        // Every third file is damaged, so that there are errors, several in one file.
        for (uint32_t k = 0; i % 3 == 0 && k < 3; k++)
            f.text[test_random_below(&r, (uint32_t)f.size)] = "x0-\\\n9"[test_random_below(&r, 6)];
        read_chunked(f.text, f.size, SIZE_MAX, &pools[0], &whole);
        if (i % 3 != 0) {
            if (whole.status != HIT_OK)
                fail_msg("line %u: %s", (unsigned)whole.error.line, whole.error.message);
            check_contents(&f, &whole.box.model);
        }
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            read_chunked(f.text, f.size, sizes[k], &pools[k % 3], &other);
            check_same(&whole, &other);
            end_result(&other);
        }
        end_result(&whole);
    }
    hit_thread_pool_destroy(two);
    hit_thread_pool_destroy(seven);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_chunks_and_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

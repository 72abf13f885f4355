// Files of scenes that are cut, changed or forged: an error that says where, or another good scene.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // unlink
#endif

#include "support/base/cmocka_all.h"
#include "support/base/folder.h"
#include "support/scene/small_scenes.h"
#include "support/bvh/small_trees.h"

#include <unistd.h>

// ---- Files ----------------------------------------------------------------------------------------------------------

// The bytes of the small scene's file.
static void* small_bytes(size_t* size)
{
    small_scene s = small_scene_make(NULL, true);
    void* bytes;

    assert_int_equal(hit_scene_save(s.scene, in_folder("small"), NULL), HIT_OK);
    bytes = small_scene_read(in_folder("small"), size);
    assert_int_equal(unlink(in_folder("small")), 0);
    small_scene_end(&s);
    return bytes;
}

static hit_status load_bytes(const void* bytes, size_t size, hit_scene** scene, hit_error* error)
{
    write_file("bytes", bytes, size);
    return hit_scene_load(in_folder("bytes"), NULL, scene, error);
}

// ---- Damage ---------------------------------------------------------------------------------------------------------

static void cut_at_every_byte(void** state)
{
    size_t size;
    char* bytes = small_bytes(&size);
    hit_scene* scene = NULL;

    (void)state;
    for (size_t cut = 0; cut < size; cut++) {
        hit_error error = {0};
        assert_int_equal(load_bytes(bytes, cut, &scene, &error), HIT_ERROR_FORMAT);
        assert_int_equal(error.status, HIT_ERROR_FORMAT);
        assert_string_not_equal(error.message, "");
        // The header's size mended: the sections still are not where it says.
        if (cut % 64 == 0 && cut >= sizeof(hit_scene_file_header)) {
            hit_scene_file_header* h = (hit_scene_file_header*)(void*)bytes;
            const uint64_t old = h->size;
            h->size = cut;
            assert_int_equal(load_bytes(bytes, cut, &scene, &error), HIT_ERROR_FORMAT);
            assert_true(error.offset <= cut);
            h->size = old;
        }
    }
    assert_null(scene);
    assert_int_equal(unlink(in_folder("bytes")), 0);
    free(bytes);
}

static void every_bit_flipped(void** state)
{
    size_t size;
    unsigned char* bytes = small_bytes(&size);
    hit_scene* scene = NULL;

    (void)state;
    for (size_t bit = 0; bit < 8 * size; bit++) {
        hit_error error = {0};
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_int_equal(load_bytes(bytes, size, &scene, &error), HIT_ERROR_FORMAT);
        assert_int_equal(error.status, HIT_ERROR_FORMAT);
        assert_string_not_equal(error.message, "");
        assert_true(error.offset < size);
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    assert_null(scene);
    assert_int_equal(load_bytes(bytes, size, &scene, NULL), HIT_OK);
    hit_scene_destroy(scene);
    assert_int_equal(unlink(in_folder("bytes")), 0);
    free(bytes);
}

// A scene that was read from a file, whatever was in it, can be asked, and saved; and what it is saved as is read as
// the same scene.
static void assert_usable(hit_scene* scene)
{
    const hit_dray ray = hit_dray_make(hit_dvec3_make(20, 1, 1), hit_vec3_make(-1, 0, 0));
    hit_scene_hit hits[4];
    hit_scene* again = NULL;
    void *bytes, *bytes_again;
    size_t size, size_again;

    assert_true(hit_scene_any(scene, ray, NULL) == (hit_scene_all(scene, ray, NULL, hits, 4) > 0));
    assert_int_equal(hit_scene_save(scene, in_folder("first"), NULL), HIT_OK);
    bytes = small_scene_read(in_folder("first"), &size);
    assert_int_equal(hit_scene_load(in_folder("first"), NULL, &again, NULL), HIT_OK);
    assert_int_equal(hit_scene_save(again, in_folder("first"), NULL), HIT_OK);
    bytes_again = small_scene_read(in_folder("first"), &size_again);
    assert_true(size == size_again && memcmp(bytes, bytes_again, size) == 0);
    assert_int_equal(unlink(in_folder("first")), 0);
    free(bytes);
    free(bytes_again);
    hit_scene_destroy(again);
}

// Flips with the right checksums: what is accepted is another good scene.
static void every_bit_flipped_and_sealed(void** state)
{
    size_t size, accepted = 0;
    unsigned char *bytes = small_bytes(&size), *changed = aligned_alloc(64, size);

    (void)state;
    assert_non_null(changed);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        hit_error error = {0};
        hit_scene* scene = NULL;
        hit_status status;
        memcpy(changed, bytes, size);
        changed[bit / 8] ^= (unsigned char)(1u << bit % 8);
        small_scene_seal(changed, size);
        status = load_bytes(changed, size, &scene, &error);
        assert_int_equal(status, error.status);
        assert_true(status == HIT_OK || status == HIT_ERROR_FORMAT);
        if (status == HIT_OK) {
            // Saving waits for the disk: a few of them are enough.
            if (accepted++ % 200 == 0)
                assert_usable(scene);
        } else {
            assert_string_not_equal(error.message, "");
            assert_true(error.offset < size);
        }
        hit_scene_destroy(scene);
    }
    printf("%zu of %zu flips make other scenes\n", accepted, 8 * size);
    assert_true(accepted > 100);
    assert_int_equal(unlink(in_folder("bytes")), 0);
    free(changed);
    free(bytes);
}

// ---- Rules, broken one by one ---------------------------------------------------------------------------------------

static hit_scene_file_header* head(void* bytes)
{
    return bytes;
}

enum { HEAD, TREES, OBJECTS, POINTS };

#define HEADER(field) HEAD, 0, offsetof(hit_scene_file_header, field), sizeof(((hit_scene_file_header*)0)->field)
#define TREE(i, field) TREES, i, offsetof(hit_scene_file_tree, field), sizeof(((hit_scene_file_tree*)0)->field)
#define OBJECT(i, field) OBJECTS, i, offsetof(hit_scene_file_object, field), sizeof(((hit_scene_file_object*)0)->field)
#define POINT(i, field) POINTS, i, offsetof(hit_vec3, field), sizeof(float)
#define BITS_NAN 0x7fc00000u
#define BITS_INFINITY 0x7f800000u
#define BITS_TWO 0x40000000u
#define BITS_DOUBLE_NAN 0x7ff8000000000000u
#define BITS_1E31 0x465f8def8808b024u

// A field, and a number to put there that breaks a rule.
static const struct {
    int section;
    unsigned element;
    size_t offset, size;
    uint64_t value;
    const char* message;
} rules[] = {
    {HEADER(magic[7]), 0, "not a scene"},
    {HEADER(version), 2, "version 2"},
    {HEADER(endian), 0x04030201, "byte order"},
    {HEADER(size), 1 << 20, "the header says"},
    {HEADER(spare[47]), 1, "spare byte"},
    {HEADER(trees.offset), 64, "the trees begin at"},
    {HEADER(objects.offset), 256, "the objects begin at"},
    {HEADER(points.offset), 192, "the points begin at"},
    {HEADER(trees.count), UINT64_MAX / sizeof(hit_scene_file_tree) + 2, "trees are more than"},
    {HEADER(objects.count), UINT64_C(1) << 40, "objects are more than"},
    {HEADER(points.count), UINT64_MAX, "points are more than"},
    {TREE(2, offset), 1, "between sections"}, // there are two
    {TREE(1, offset), 64, "tree 1 has"},
    {TREE(0, size), 64, "tree 0 has"},
    {TREE(0, size), UINT64_MAX - 63, "tree 0 has"},
    {TREE(0, size), 264, "tree 0 has"},
    {OBJECT(0, id), 0, "cannot be the id"},
    {OBJECT(0, id), UINT64_C(0xffffffff00000001), "cannot be the id"}, // a generation too many
    {OBJECT(1, id), UINT64_C(1), "cannot be the id"},                  // that of object 0
    {OBJECT(0, kind), HIT_OBJECT_USER, "kind of object"},
    {OBJECT(0, kind), 257, "kind of object"},
    {OBJECT(0, kind), HIT_OBJECT_NONE, "kind of object"}, // with a placement
    {OBJECT(10, layers), 1, "kind of object"},            // of one that is gone
    {OBJECT(0, disabled), 2, "disabled"},
    {OBJECT(0, shape.word[6]), 1, "zeros"},
    {OBJECT(1, shape.tree), 1, "not the next one"},
    {OBJECT(9, shape.tree), 2, "not the next one"},
    {OBJECT(9, shape.tree), 0, "have no instances"},
    {OBJECT(6, shape.points.count), 7, "more points than"},
    {OBJECT(6, shape.points.count), UINT32_MAX, "more points than"},
    {OBJECT(6, shape.points.count), 3, "belong to no object"},
    {OBJECT(6, shape.points.count), 1, "not valid"}, // a polyline has two
    {OBJECT(6, shape.points.radius), BITS_NAN, "not valid"},
    {POINT(2, y), BITS_NAN, "not valid"},
    {OBJECT(2, shape.sphere.radius), BITS_NAN, "not valid"},
    {OBJECT(0, shape.box.min.x), BITS_TWO, "not valid"}, // an empty box
    {OBJECT(0, origin[1]), BITS_DOUBLE_NAN, "not valid"},
    {OBJECT(0, origin[2]), BITS_1E31, "not valid"}, // too far away
    {OBJECT(0, linear[1][1]), BITS_INFINITY, "not valid"},
    {OBJECT(2, linear[1][1]), BITS_TWO, "not valid"}, // a ball that would be oval
};

static void each_rule_broken(void** state)
{
    size_t size;
    char *bytes = small_bytes(&size), *changed = aligned_alloc(64, size);

    (void)state;
    assert_non_null(changed);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        static const size_t element[] = {0, sizeof(hit_scene_file_tree), sizeof(hit_scene_file_object),
                                         sizeof(hit_vec3)};
        const uint64_t start[] = {0, head(bytes)->trees.offset, head(bytes)->objects.offset,
                                  head(bytes)->points.offset};
        const uint64_t at = start[rules[i].section] + rules[i].element * element[rules[i].section] + rules[i].offset;
        hit_error error = {0};
        hit_scene* scene = NULL;
        memcpy(changed, bytes, size);
        memcpy(changed + at, &rules[i].value, rules[i].size);
        small_scene_seal(changed, size);
        if (load_bytes(changed, size, &scene, &error) != HIT_ERROR_FORMAT ||
            strstr(error.message, rules[i].message) == NULL)
            fail_msg("rule %zu, \"%s\": %d, \"%s\"", i, rules[i].message, (int)error.status, error.message);
        assert_null(scene);
        assert_true(error.offset < size);
    }
    assert_int_equal(unlink(in_folder("bytes")), 0);
    free(changed);
    free(bytes);
}

// Trees inside: damaged, of boxes, or good but not the one that was saved.
static void wrong_trees(void** state)
{
    size_t size;
    char* bytes = small_bytes(&size);
    hit_scene_file_tree* place = &small_scene_trees(bytes)[1];
    hit_bvh_header* block = (hit_bvh_header*)(void*)(bytes + place->offset);
    const hit_bvh_header good = *block;
    hit_scene* scene = NULL;
    hit_error error = {0};

    (void)state;
    block->depth = 2;
    small_scene_seal(bytes, size);
    assert_int_equal(load_bytes(bytes, size, &scene, &error), HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "tree 1 of the scene"));
    assert_true(error.offset >= place->offset && error.offset < size);

    *block = good;
    block->quality = HIT_BVH_HIGH;
    small_tree_seal(block);
    assert_int_equal(load_bytes(bytes, size, &scene, &error), HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "not the one that the scene was saved with"));
    small_scene_seal(bytes, size);
    assert_int_equal(load_bytes(bytes, size, &scene, &error), HIT_OK);
    hit_scene_destroy(scene);
    scene = NULL;
    head(bytes)->checksum++;
    assert_int_equal(load_bytes(bytes, size, &scene, &error), HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "checksum"));
    assert_null(scene);
    assert_int_equal(unlink(in_folder("bytes")), 0);
    free(bytes);
}

// A tree of boxes, which no instance can have, in place of the last tree.
static void tree_of_boxes(void** state)
{
    size_t size;
    char *bytes = small_bytes(&size), *changed;
    hit_bvh_header* boxes = small_tree_make(SMALL_AABBS);
    const size_t kept = (size_t)small_scene_trees(bytes)[1].offset;
    hit_scene* scene = NULL;
    hit_error error = {0};

    (void)state;
    changed = aligned_alloc(64, kept + (size_t)boxes->size);
    assert_non_null(changed);
    memcpy(changed, bytes, kept);
    memcpy(changed + kept, boxes, (size_t)boxes->size);
    small_scene_trees(changed)[1].size = boxes->size;
    head(changed)->size = kept + boxes->size;
    small_scene_seal(changed, kept + (size_t)boxes->size);
    assert_int_equal(load_bytes(changed, kept + (size_t)boxes->size, &scene, &error), HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "boxes instead of triangles"));
    assert_null(scene);
    assert_int_equal(unlink(in_folder("bytes")), 0);
    free(boxes);
    free(changed);
    free(bytes);
}

// More bytes than the trees take.
static void bytes_at_the_end(void** state)
{
    size_t size;
    char *bytes = small_bytes(&size), *longer = aligned_alloc(64, size + 64);
    hit_scene* scene = NULL;
    hit_error error = {0};

    (void)state;
    assert_non_null(longer);
    memcpy(longer, bytes, size);
    memset(longer + size, 0, 64);
    head(longer)->size = size + 64;
    small_scene_seal(longer, size + 64);
    assert_int_equal(load_bytes(longer, size + 64, &scene, &error), HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "64 bytes follow"));
    assert_true(error.offset == size && scene == NULL);
    assert_int_equal(unlink(in_folder("bytes")), 0);
    free(longer);
    free(bytes);
}

// A slot that has had all its generations is not used again.
static void used_up_slots(void** state)
{
    const hit_object object = hit_object_at(hit_dvec3_make(0, 0, 0));
    size_t size;
    char* bytes = small_bytes(&size);
    hit_scene* scene = NULL;

    (void)state;
    small_scene_objects(bytes)[10].id = (UINT64_C(0xfffffffe) << 32) + 11; // that of a removed object
    small_scene_seal(bytes, size);
    assert_int_equal(load_bytes(bytes, size, &scene, NULL), HIT_OK);
    for (int i = 0; i < 20; i++) {
        hit_id id = HIT_ID_NONE;
        assert_int_equal(hit_scene_add_sphere(scene, &object, (hit_sphere){{0, 0, 0}, 1}, &id, NULL), HIT_OK);
        assert_true((id & UINT32_MAX) != 11);
    }
    hit_scene_destroy(scene);
    assert_int_equal(unlink(in_folder("bytes")), 0);
    free(bytes);
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

// An allocator that counts: what is out, and the most that was.
typedef struct counting {
    size_t now, most;
    uint32_t calls;
} counting;

static void* count_up(void* context, size_t size, size_t alignment)
{
    counting* c = context;
    const size_t least = alignment < sizeof(void*) ? sizeof(void*) : alignment;

    c->calls++;
    c->now += size;
    c->most = c->now > c->most ? c->now : c->most;
    return aligned_alloc(least, (size + least - 1) / least * least);
}

static void count_down(void* context, void* memory, size_t size, size_t alignment)
{
    (void)alignment;
    ((counting*)context)->now -= size;
    free(memory);
}

// A header that promises more than there is: no memory is asked for.
static void huge_promises(void** state)
{
    size_t size;
    char* bytes = small_bytes(&size);
    counting c = {0};
    const hit_allocator allocator = {count_up, count_down, &c};
    hit_scene* scene = NULL;

    (void)state;
    for (int i = 0; i < 4; i++) {
        hit_scene_file_header changed = *head(bytes);
        uint64_t* const promise[] = {&changed.size, &changed.trees.count, &changed.objects.count,
                                     &changed.points.count};
        *promise[i] = UINT64_C(1) << 62;
        write_file("bytes", &changed, sizeof changed);
        assert_int_equal(hit_scene_load(in_folder("bytes"), &allocator, &scene, NULL), HIT_ERROR_FORMAT);
        assert_int_equal(c.calls, 0);
    }
    assert_null(scene);
    assert_int_equal(unlink(in_folder("bytes")), 0);
    free(bytes);
}

// As many objects of one kind as make the arrays of a scene have the most room for more. HIT_OBJECT_NONE: removed ones.
static void save_many(const char* name, hit_object_kind kind)
{
    enum { COUNT = (1 << 14) + 1, CLOUD = 50000 };
    hit_bvh_header* block = small_tree_make(SMALL_ONE);
    hit_vec3* points = calloc(CLOUD, sizeof *points);
    hit_scene* scene = NULL;
    hit_bvh* tree = NULL;

    assert_non_null(points);
    assert_int_equal(hit_bvh_view(block, (size_t)block->size, NULL, &tree, NULL), HIT_OK);
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    for (uint32_t i = 0; i < CLOUD; i++)
        points[i].x = (float)i;
    for (uint32_t i = 0; i < (kind == HIT_OBJECT_POINTS ? 1 : COUNT); i++) {
        const hit_object object = hit_object_at(hit_dvec3_make(i, 0, 0));
        hit_status status;
        hit_id id;
        switch (kind) {
        case HIT_OBJECT_MESH:
            status = hit_scene_add_mesh(scene, &object, tree, &id, NULL);
            break;
        case HIT_OBJECT_POLYLINE:
            status = hit_scene_add_polyline(scene, &object, points, 0, 2, 0, &id, NULL);
            break;
        case HIT_OBJECT_POINTS:
            status = hit_scene_add_points(scene, &object, points, 0, CLOUD, 0, &id, NULL);
            break;
        default:
            status = hit_scene_add_box(scene, &object, (hit_aabb){{0, 0, 0}, {1, 1, 1}}, &id, NULL);
        }
        assert_int_equal(status, HIT_OK);
    }
    if (kind == HIT_OBJECT_NONE)
        for (uint32_t i = 0; i < COUNT; i++)
            assert_int_equal(hit_scene_remove(scene, UINT64_C(1) + i, NULL), HIT_OK);
    assert_int_equal(hit_scene_save(scene, in_folder(name), NULL), HIT_OK);
    hit_scene_destroy(scene);
    hit_bvh_destroy(tree);
    free(points);
    free(block);
}

// For each byte of a file, loading takes at most 6 bytes of memory for objects, and 33 for points, over which trees are
// built.
static void memory_is_bounded(void** state)
{
    static const hit_object_kind kinds[] = {HIT_OBJECT_NONE, HIT_OBJECT_BOX, HIT_OBJECT_MESH, HIT_OBJECT_POLYLINE,
                                            HIT_OBJECT_POINTS};

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        counting c = {0};
        const hit_allocator allocator = {count_up, count_down, &c};
        hit_scene* scene = NULL;
        size_t size;
        save_many("many", kinds[i]);
        free(small_scene_read(in_folder("many"), &size));
        assert_int_equal(hit_scene_load(in_folder("many"), &allocator, &scene, NULL), HIT_OK);
        printf("%s: %.1f bytes of memory for each byte of the file\n", hit_object_kind_name(kinds[i]),
               (double)c.most / (double)size);
        assert_true(c.most <= (kinds[i] == HIT_OBJECT_POINTS ? 33 : 6) * size);
        hit_scene_destroy(scene);
        assert_int_equal(c.now, 0);
        assert_int_equal(unlink(in_folder("many")), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(every_bit_flipped),
        cmocka_unit_test(every_bit_flipped_and_sealed),
        cmocka_unit_test(each_rule_broken),
        cmocka_unit_test(wrong_trees),
        cmocka_unit_test(tree_of_boxes),
        cmocka_unit_test(bytes_at_the_end),
        cmocka_unit_test(used_up_slots),
        cmocka_unit_test(huge_promises),
        cmocka_unit_test(memory_is_bounded),
    };

    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}

// Trees as bytes and as files: what was saved comes back, and what is damaged, cut or no tree at all is refused.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "support/base/cmocka_all.h"
#include "support/bvh/small_trees.h"

#include "bvh/format/handle.h"

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- A folder of our own --------------------------------------------------------------------------------------------

bool folder_make_own(char* path); // support/base/folder.h, whose other names are taken here

static char folder[64];

static int make_folder(void** state)
{
    (void)state;
    strcpy(folder, "/tmp/hitscan-test-XXXXXX");
    return !folder_make_own(folder);
}

static int remove_folder(void** state)
{
    (void)state;
    return rmdir(folder);
}

static const char* in_folder(const char* name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int files_in_folder(void)
{
    DIR* dir = opendir(folder);
    int count = -2; // . and ..

    assert_non_null(dir);
    while (readdir(dir) != NULL)
        count++;
    closedir(dir);
    return count;
}

static void write_file(const char* name, const void* bytes, size_t size)
{
    FILE* file = fopen(in_folder(name), "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

// ---- Bytes ----------------------------------------------------------------------------------------------------------

static void bytes_and_views(void** state)
{
    (void)state;
    for (int kind = 0; kind < SMALL_KINDS; kind++) {
        hit_bvh_header* h = small_tree_make((small_tree_kind)kind);
        hit_error error = {.status = HIT_ERROR_FILE, .offset = 1, .line = 1, .message = "old"};
        hit_bvh* view = NULL;
        size_t size = 0;

        assert_int_equal(hit_bvh_view(h, (size_t)h->size, NULL, &view, &error), HIT_OK);
        assert_int_equal(error.status, HIT_OK);
        assert_string_equal(error.message, "");
        assert_ptr_equal(hit_bvh_bytes(view, &size), h);
        assert_true(size == h->size);
        assert_ptr_equal(hit_bvh_bytes(view, NULL), h);
        hit_bvh_destroy(view); // leaves the bytes alone
        view = NULL;
        assert_int_equal(hit_bvh_view(h, (size_t)h->size, NULL, &view, NULL), HIT_OK);
        hit_bvh_destroy(view);
        free(h);
    }
}

static void bad_arguments(void** state)
{
    hit_bvh_header* h = small_tree_make(SMALL_ONE);
    const size_t size = (size_t)h->size;
    char* room = aligned_alloc(64, size + 64);
    hit_error error = {0};
    hit_bvh* view = NULL;
    size_t bytes = 7;

    (void)state;
    assert_non_null(room);
    assert_null(hit_bvh_bytes(NULL, &bytes));
    assert_int_equal(bytes, 0);
    assert_null(hit_bvh_bytes(NULL, NULL));
    assert_int_equal(hit_bvh_view(NULL, size, NULL, &view, &error), HIT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "NULL"));
    assert_int_equal(hit_bvh_view(h, size, NULL, NULL, NULL), HIT_ERROR_ARGUMENT);
    for (size_t shift = 4; shift < 64; shift *= 2) {
        memcpy(room + shift, h, size);
        assert_int_equal(hit_bvh_view(room + shift, size, NULL, &view, &error), HIT_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "multiple of 64"));
    }
    assert_null(view);
    assert_int_equal(hit_bvh_load(NULL, NULL, &view, &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_load("x", NULL, NULL, &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_save(NULL, "x", &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_view(h, size, NULL, &view, NULL), HIT_OK);
    assert_int_equal(hit_bvh_save(view, NULL, &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(error.status, HIT_ERROR_ARGUMENT);
    hit_bvh_destroy(view);
    free(room);
    free(h);
}

// A copy of a view outlives its bytes, has the same ones, and can be refitted, as a view cannot.
static void copy_owns_its_bytes(void** state)
{
    static const hit_vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, moved[] = {{0, 0, 5}, {1, 0, 5}, {0, 1, 5}};
    const hit_mesh mesh = {.vertices = corners, .vertex_count = 3, .triangle_count = 1};
    const hit_mesh later = {.vertices = moved, .vertex_count = 3, .triangle_count = 1};
    const hit_ray ray = hit_ray_make(hit_vec3_make(0.25f, 0.25f, -1.0f), hit_vec3_make(0.0f, 0.0f, 1.0f));
    hit_bvh *built = NULL, *view = NULL, *copy = NULL;
    hit_error error;
    hit_bvh_hit hit;
    size_t size, copied;
    void* bytes;

    (void)state;
    assert_int_equal(hit_bvh_build_triangles(&mesh, NULL, &built, NULL), HIT_OK);
    (void)hit_bvh_bytes(built, &size);
    bytes = aligned_alloc(64, size);
    assert_non_null(bytes);
    memcpy(bytes, hit_bvh_bytes(built, NULL), size);
    assert_int_equal(hit_bvh_view(bytes, size, NULL, &view, NULL), HIT_OK);
    assert_int_equal(hit_bvh_refit_triangles(view, &later, NULL, NULL), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_copy(view, NULL, &copy, &error), HIT_OK);
    assert_int_equal(error.status, HIT_OK);
    hit_bvh_destroy(view);
    memset(bytes, 0, size);
    free(bytes);
    assert_memory_equal(hit_bvh_bytes(copy, &copied), hit_bvh_bytes(built, NULL), size);
    assert_true(copied == size);
    assert_int_equal(hit_bvh_refit_triangles(copy, &later, NULL, NULL), HIT_OK);
    assert_true(hit_bvh_first(copy, ray, NULL, &hit) && hit.t == 6.0f);
    assert_true(hit_bvh_first(built, ray, NULL, &hit) && hit.t == 1.0f);
    hit_bvh_destroy(copy);
    copy = NULL;
    assert_int_equal(hit_bvh_copy(NULL, NULL, &copy, &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(hit_bvh_copy(built, NULL, NULL, &error), HIT_ERROR_ARGUMENT);
    assert_null(copy);
    hit_bvh_destroy(built);
}

// ---- Files ----------------------------------------------------------------------------------------------------------

static void round_trip(void** state)
{
    (void)state;
    for (int kind = 0; kind < SMALL_KINDS; kind++) {
        hit_bvh_header* h = small_tree_make((small_tree_kind)kind);
        hit_error error = {.status = HIT_ERROR_FILE, .offset = 1, .line = 1, .message = "old"};
        hit_bvh *view, *loaded = NULL;
        size_t size;

        assert_int_equal(hit_bvh_view(h, (size_t)h->size, NULL, &view, NULL), HIT_OK);
        // Twice: the second time over the first.
        assert_int_equal(hit_bvh_save(view, in_folder("tree"), &error), HIT_OK);
        assert_int_equal(hit_bvh_save(view, in_folder("tree"), NULL), HIT_OK);
        assert_int_equal(error.status, HIT_OK);
        assert_int_equal(files_in_folder(), 1);
        error.status = HIT_ERROR_FILE;
        assert_int_equal(hit_bvh_load(in_folder("tree"), NULL, &loaded, &error), HIT_OK);
        assert_int_equal(error.status, HIT_OK);
        assert_memory_equal(hit_bvh_bytes(loaded, &size), h, (size_t)h->size);
        assert_true(size == h->size);
        assert_int_equal(hit_bvh_validate(loaded, NULL), HIT_OK);
        hit_bvh_destroy(loaded);
        hit_bvh_destroy(view);
        free(h);
        assert_int_equal(unlink(in_folder("tree")), 0);
    }
}

// Names that are taken are passed over, and a failure leaves neither a file nor a change of an old one.
static void save_failures(void** state)
{
    hit_bvh_header* h = small_tree_make(SMALL_ONE);
    hit_error error = {0};
    hit_bvh* view;
    char path[128];

    (void)state;
    assert_int_equal(hit_bvh_view(h, (size_t)h->size, NULL, &view, NULL), HIT_OK);
    write_file("tree.tmp0", "mine", 4);
    assert_int_equal(hit_bvh_save(view, in_folder("tree"), &error), HIT_OK);
    assert_int_equal(files_in_folder(), 2);
    assert_int_equal(unlink(in_folder("tree.tmp0")), 0);
    assert_int_equal(unlink(in_folder("tree")), 0);

    assert_int_equal(hit_bvh_save(view, in_folder("none/tree"), &error), HIT_ERROR_FILE);
    assert_int_equal(error.status, HIT_ERROR_FILE);
    assert_non_null(strstr(error.message, "cannot create"));
    assert_non_null(strstr(error.message, "No such file"));

    // A folder cannot be replaced.
    strcpy(path, in_folder("folder"));
    assert_int_equal(mkdir(path, 0700), 0);
    write_file("folder/inside", "", 0);
    assert_int_equal(hit_bvh_save(view, path, &error), HIT_ERROR_FILE);
    assert_non_null(strstr(error.message, "cannot replace"));
    assert_int_equal(unlink(in_folder("folder/inside")), 0);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(files_in_folder(), 0);
    hit_bvh_destroy(view);
    free(h);
}

// Writing fails half way, as on a full disk: the old file stays, the new one goes.
static void save_to_full_disk(void** state)
{
    hit_bvh_header* h = small_tree_make(SMALL_TRIANGLES);
    const struct rlimit small = {1000, RLIM_INFINITY}, large = {RLIM_INFINITY, RLIM_INFINITY};
    hit_error error = {0};
    hit_status status;
    hit_bvh* view;
    struct stat old;

    (void)state;
    assert_int_equal(hit_bvh_view(h, (size_t)h->size, NULL, &view, NULL), HIT_OK);
    write_file("tree", "old", 3);
    assert_true(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    status = hit_bvh_save(view, in_folder("tree"), &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &large), 0);
    assert_int_equal(status, HIT_ERROR_FILE);
    assert_non_null(strstr(error.message, "cannot write"));
    assert_int_equal(files_in_folder(), 1);
    assert_int_equal(stat(in_folder("tree"), &old), 0);
    assert_int_equal(old.st_size, 3);
    assert_int_equal(unlink(in_folder("tree")), 0);
    hit_bvh_destroy(view);
    free(h);
}

static void load_failures(void** state)
{
    hit_error error = {0};
    hit_bvh* bvh = NULL;
    char zeros[4096] = {0};

    (void)state;
    assert_int_equal(hit_bvh_load(in_folder("none"), NULL, &bvh, &error), HIT_ERROR_FILE);
    assert_int_equal(error.status, HIT_ERROR_FILE);
    assert_non_null(strstr(error.message, "none: No such file"));
    assert_int_equal(hit_bvh_load(in_folder("none"), NULL, &bvh, NULL), HIT_ERROR_FILE);
    assert_int_equal(hit_bvh_load(folder, NULL, &bvh, &error), HIT_ERROR_FILE);
    write_file("zeros", zeros, sizeof zeros);
    assert_int_equal(hit_bvh_load(in_folder("zeros"), NULL, &bvh, &error), HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "not a tree"));
    assert_int_equal(unlink(in_folder("zeros")), 0);
    if (access("/dev/zero", R_OK) == 0)
        assert_int_equal(hit_bvh_load("/dev/zero", NULL, &bvh, &error), HIT_ERROR_FILE);
    assert_null(bvh);
}

// A header that promises 2^62 bytes, in a file of a few hundred: no memory is asked for.
static void* refuse_memory(void* context, size_t size, size_t alignment)
{
    (void)size;
    (void)alignment;
    ++*(int*)context;
    return NULL;
}

static void huge_promises(void** state)
{
    hit_bvh_header* h = small_tree_make(SMALL_ONE);
    const size_t size = (size_t)h->size;
    int calls = 0;
    const hit_allocator allocator = {refuse_memory, NULL, &calls};
    hit_error error = {0};
    hit_bvh* bvh = NULL;

    (void)state;
    write_file("good", h, size);
    assert_int_equal(hit_bvh_load(in_folder("good"), &allocator, &bvh, &error), HIT_ERROR_MEMORY);
    assert_int_equal(calls, 1);
    h->size = UINT64_C(1) << 62;
    write_file("huge", h, size);
    assert_int_equal(hit_bvh_load(in_folder("huge"), &allocator, &bvh, &error), HIT_ERROR_FORMAT);
    assert_int_equal(calls, 1);
    assert_null(bvh);
    assert_int_equal(unlink(in_folder("good")), 0);
    assert_int_equal(unlink(in_folder("huge")), 0);
    free(h);
}

// Somebody cuts the file off between the look at its size and the reading.
static void* allocate_and_cut(void* context, size_t size, size_t alignment)
{
    assert_int_equal(truncate(context, 600), 0);
    return aligned_alloc(alignment, size);
}

static void release_plainly(void* context, void* memory, size_t size, size_t alignment)
{
    (void)context;
    (void)size;
    (void)alignment;
    free(memory);
}

static void cut_while_loading(void** state)
{
    hit_bvh_header* h = small_tree_make(SMALL_TRIANGLES);
    char path[128];
    const hit_allocator allocator = {allocate_and_cut, release_plainly, path};
    hit_error error = {0};
    hit_bvh* bvh = NULL;

    (void)state;
    strcpy(path, in_folder("shrinks"));
    write_file("shrinks", h, (size_t)h->size);
    assert_int_equal(hit_bvh_load(path, &allocator, &bvh, &error), HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "ends early"));
    assert_true(error.offset == 600 && bvh == NULL);
    assert_int_equal(unlink(path), 0);
    free(h);
}

// ---- Damage ---------------------------------------------------------------------------------------------------------

static void cut_at_every_byte(void** state)
{
    (void)state;
    for (int kind = 0; kind < SMALL_KINDS; kind++) {
        hit_bvh_header* h = small_tree_make((small_tree_kind)kind);
        hit_error error;
        hit_bvh* bvh = NULL;
        for (size_t size = 0; size < h->size; size++) {
            // The copy ends where the bytes do: a sanitizer sees a read beyond.
            void* cut;
            assert_int_equal(posix_memalign(&cut, 64, size + (size == 0)), 0);
            memcpy(cut, h, size);
            assert_int_equal(hit_bvh_view(cut, size, NULL, &bvh, &error), HIT_ERROR_FORMAT);
            assert_string_not_equal(error.message, "");
            free(cut);
            write_file("cut", h, size);
            assert_int_equal(hit_bvh_load(in_folder("cut"), NULL, &bvh, &error), HIT_ERROR_FORMAT);
            assert_string_not_equal(error.message, "");
        }
        assert_null(bvh);
        free(h);
    }
    assert_int_equal(unlink(in_folder("cut")), 0);
}

static void every_bit_flipped(void** state)
{
    (void)state;
    for (int kind = 0; kind < SMALL_KINDS; kind++) {
        hit_bvh_header* h = small_tree_make((small_tree_kind)kind);
        const size_t size = (size_t)h->size;
        unsigned char* bytes = (unsigned char*)h;
        hit_error error;
        hit_bvh* bvh = NULL;
        for (size_t bit = 0; bit < 8 * size; bit++) {
            bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            assert_int_equal(hit_bvh_view(h, size, NULL, &bvh, &error), HIT_ERROR_FORMAT);
            bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
        assert_null(bvh);
        assert_int_equal(hit_bvh_view(h, size, NULL, &bvh, &error), HIT_OK);
        hit_bvh_destroy(bvh);
        free(h);
    }
}

static bool in_padding(const hit_bvh_header* h, size_t byte)
{
    return byte >= h->ids.offset + 4 * h->ids.count;
}

// Flips with the right checksum: what is accepted is another good tree, and may only differ in numbers that are free.
static void every_bit_flipped_and_sealed(void** state)
{
    size_t accepted = 0;

    (void)state;
    for (int kind = 0; kind < SMALL_KINDS; kind++) {
        hit_bvh_header* h = small_tree_make((small_tree_kind)kind);
        const size_t size = (size_t)h->size;
        const uint64_t sum = h->checksum;
        unsigned char* bytes = (unsigned char*)h;
        for (size_t bit = 0; bit < 8 * size; bit++) {
            hit_bvh* bvh = NULL;
            bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            if (h->size == size)
                small_tree_seal(h);
            if (hit_bvh_view(h, size, NULL, &bvh, NULL) == HIT_OK) {
                const hit_bvh_stats stats = hit_bvh_get_stats(bvh);
                hit_triangle triangle;
                for (uint32_t id = 0; id < stats.primitives; id++)
                    (void)hit_bvh_find_triangle(bvh, id, &triangle);
                if (!in_padding(h, bit / 8))
                    accepted++;
            }
            hit_bvh_destroy(bvh);
            bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            h->checksum = sum;
        }
        free(h);
    }
    printf("%zu flips make other trees\n", accepted);
    assert_true(accepted < 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_and_views),     cmocka_unit_test(bad_arguments),
        cmocka_unit_test(copy_owns_its_bytes), cmocka_unit_test(round_trip),
        cmocka_unit_test(save_failures),       cmocka_unit_test(save_to_full_disk),
        cmocka_unit_test(load_failures),       cmocka_unit_test(huge_promises),
        cmocka_unit_test(cut_while_loading),   cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(every_bit_flipped),   cmocka_unit_test(every_bit_flipped_and_sealed),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

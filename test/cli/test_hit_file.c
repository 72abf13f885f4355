// .hit files from outside: damaged and forged ones are refused or answer as before, never crash; what the notes about
// checked files are worth; full disks.
#define _POSIX_C_SOURCE 200809L
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

#include "bvh/format/handle.h"
#include "home.h"

#include <dirent.h>
#include <sys/stat.h>
#include <time.h>

enum { FILE_VERSION = 3 }; // of .hit files

enum { PAGE = 4096, PIECE = 1 << 20, SECTIONS = 8 };
enum { MESHES, PARTS, NAMES, TREES, FACES, INDICES, VERTICES, POINTS };

// Fields of the header, as docs/hit-file.md has them.
enum {
    AT_VERSION = 8,
    AT_ENDIAN = 12,
    AT_SIZE = 16,
    AT_HEADER_SUM = 24,
    AT_CONTENT_SUM = 32,
    AT_FORMAT = 40,
    AT_ONE_MESH = 44,
    AT_TRIANGLES = 48,
    AT_TREE_SIZE = 64,
    AT_BOUNDS = 72,
    AT_ORIGIN = 120,
    AT_UNIT = 144,
    AT_UP = 152,
    AT_POINTS = 160,
    AT_COUNTS = 168,
    MESH_SIZE = 32,
    PART_SIZE = 88
};

// ---- Bytes ----------------------------------------------------------------------------------------------------------

static uint64_t get64(const unsigned char* from)
{
    uint64_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static void put64(unsigned char* to, uint64_t value)
{
    memcpy(to, &value, sizeof value);
}

static void put32(unsigned char* to, uint32_t value)
{
    memcpy(to, &value, sizeof value);
}

// The checksum, written again from its description.
static uint64_t sum_of(const unsigned char* from, size_t size)
{
    uint64_t lane[4] = {1, 2, 3, 4}, sum = size;
    for (size_t at = 0; at <= size - size % 32; at += 32) {
        unsigned char block[32] = {0};
        memcpy(block, from + at, size - at < 32 ? size - at : 32);
        for (int i = 0; i < 4; i++) {
            lane[i] = (lane[i] ^ get64(block + 8 * i)) * UINT64_C(0x9e3779b97f4a7c15);
            lane[i] ^= lane[i] >> 29;
        }
    }
    for (int i = 0; i < 4; i++) {
        sum = (sum ^ lane[i]) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 29;
    }
    return sum;
}

static uint64_t section(const bytes* b, int which)
{
    static const uint64_t unit[SECTIONS] = {MESH_SIZE, PART_SIZE, 1, 1, 4, 4, 12, 4};
    uint64_t at = PAGE;
    for (int i = 0; i < which; i++)
        at = (at + get64(b->at + AT_COUNTS + 8 * i) * unit[i] + PAGE - 1) / PAGE * PAGE;
    return at;
}

// Forge: make all checksums right again, those of the trees as well.
static void mend(bytes* b)
{
    const uint64_t trees = section(b, TREES), trees_end = trees + get64(b->at + AT_COUNTS + 8 * TREES);
    uint64_t sums[64], pieces = 0;
    for (uint64_t at = trees; at % 64 == 0 && at < trees_end && trees_end <= b->size;) {
        hit_bvh_header* header = (hit_bvh_header*)(void*)(b->at + at);
        if (header->size < sizeof *header || header->size % 64 != 0 || header->size > trees_end - at)
            break;
        header->checksum = hit_bvh_checksum(header);
        at += header->size;
    }
    for (uint64_t at = PAGE; at < b->size && pieces < 64; at += PIECE)
        sums[pieces++] = sum_of(b->at + at, b->size - at < PIECE ? b->size - at : PIECE);
    put64(b->at + AT_CONTENT_SUM, sum_of((const unsigned char*)sums, pieces * sizeof sums[0]));
    put64(b->at + AT_HEADER_SUM, sum_of(b->at + 32, PAGE - 32));
}

// ---- Running --------------------------------------------------------------------------------------------------------

// What info says but for the times; what pick says.
static tool_run info(const char* name)
{
    tool_run run = TOOL_RUN(home, "info", "--threads", "2", name);
    char* time = strstr(run.out, "\ntime ");
    if (time)
        *time = '\0';
    return run;
}

static tool_run pick(const char* name)
{
    return TOOL_RUN(home, "pick", "--threads", "1", "--json", "--size", "64x64", "--at", "20,18", name);
}

// What pick says, without the name of the file.
static const char* answer(const tool_run* run)
{
    const char* comma = strchr(run->out, ',');
    assert_non_null(comma);
    return comma;
}

static void assert_contains(const char* text, const char* part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%s", part, text);
}

// Refused with a message and exit code 3.
static void assert_refused(tool_run run, const char* message)
{
    assert_contains(run.err, message);
    assert_memory_equal(run.err, "hitscan: ", 9);
    if (run.out[0]) // --json was asked for
        assert_memory_equal(run.out, "{\"error\":{", 10);
    assert_int_equal(run.code, 3);
}

// A cube and a tetrahedron, with names of their own; and the cube alone, in one mesh.
static const char cube[] = "# z up\no k\xc3\xb6rper\n"
                           "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"
                           "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
static const char tetrahedron[] = "o spitze\nv 2 0 0\nv 3 0 0\nv 2 1 0\nv 2 0 1\n"
                                  "f 9 11 10\nf 9 10 12\nf 9 12 11\nf 10 11 12\n";

static int make_models(void** state)
{
    FILE* file = fopen(at_home("two.obj"), "w");
    (void)state;
    if (!file)
        return 1;
    fprintf(file, "%s%s", cube, tetrahedron);
    fclose(file);
    file = fopen(at_home("one.obj"), "w");
    if (!file)
        return 1;
    fputs(cube, file);
    fclose(file);
    setenv("XDG_CACHE_HOME", at_home("cache"), 1);
    return TOOL_RUN(home, "tree", "two.obj", "-o", "two.hit", "--quiet").code +
           TOOL_RUN(home, "tree", "one.obj", "-o", "one.hit", "--quiet").code;
}

// ---- The same answers -----------------------------------------------------------------------------------------------

static void test_same_answers(void** state)
{
    static const char* const names[][2] = {{"two.obj", "two.hit"}, {"one.obj", "one.hit"}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        const tool_run from_model = info(names[i][0]), from_file = info(names[i][1]);
        const char *a = strstr(from_model.out, "\npart"), *b = strstr(from_file.out, "\npart");
        const char* end = strstr(from_model.out, "\nmemory");
        bytes content;
        tool_run run, same;
        assert_int_equal(from_model.code, 0);
        assert_int_equal(from_file.code, 0);
        assert_true(a && b && end);
        assert_memory_equal(a, b, (size_t)(end - a));
        run = pick(names[i][1]);
        assert_int_equal(run.code, 0);
        same = pick(names[i][0]);
        assert_string_equal(answer(&run), answer(&same));
        // The content tells what it is, not the name.
        content = load(names[i][1]);
        store("other.obj", content.at, content.size);
        same = pick("other.obj");
        assert_string_equal(answer(&run), answer(&same));
        free(content.at);
        unlink(at_home("other.obj"));
        // And it can be written again, byte by byte the same.
        assert_int_equal(TOOL_RUN(home, "tree", names[i][1], "-o", "again.hit", "--quiet").code, 0);
        content = load(names[i][1]);
        {
            const bytes again = load("again.hit");
            assert_int_equal(content.size, again.size);
            assert_memory_equal(content.at, again.at, again.size);
            free(again.at);
        }
        free(content.at);
        unlink(at_home("again.hit"));
    }
}

// ---- Damage ---------------------------------------------------------------------------------------------------------

static void test_truncated(void** state)
{
    const bytes whole = load("two.hit");
    const size_t step = whole.size / 300 + 1;
    (void)state;
    for (size_t size = 0; size < whole.size; size += size < 300 ? 23 : step) {
        store("short.hit", whole.at, size);
        assert_refused(pick("short.hit"), "short.hit: ");
    }
    store("short.hit", whole.at, whole.size - 1);
    assert_refused(pick("short.hit"), "in place of");
    memset(whole.at + whole.size, 0, PAGE);
    store("short.hit", whole.at, whole.size + PAGE); // too long
    assert_refused(pick("short.hit"), "in place of");
    unlink(at_home("short.hit"));
    free(whole.at);
}

// A bit that is not what it was is found, wherever it is: there is a checksum of everything.
static void test_flipped_bits(void** state)
{
    test_random r = test_random_make(test_seed());
    const uint64_t cases = test_costly_cases(1000);
    bytes b = load("two.hit");
    (void)state;
    printf("seed %llu\n", (unsigned long long)test_seed());
    for (uint64_t i = 0; i < cases; i++) {
        const uint32_t at = i % 4 == 0 ? test_random_below(&r, 256) : test_random_below(&r, (uint32_t)b.size);
        const unsigned char bit = (unsigned char)(1u << test_random_below(&r, 8));
        b.at[at] ^= bit;
        store("flipped.hit", b.at, b.size);
        assert_refused(i % 2 == 0 ? pick("flipped.hit") : info("flipped.hit"), "flipped.hit: ");
        b.at[at] ^= bit;
    }
    unlink(at_home("flipped.hit"));
    free(b.at);
}

// With all checksums made right again: anything but a crash, a hang or a message without sense.
static void test_forged_bits(void** state)
{
    test_random r = test_random_make(test_seed() + 1);
    const uint64_t cases = test_costly_cases(2000);
    const bytes good = load("two.hit");
    bytes b = load("two.hit");
    const uint64_t page_of[3] = {section(&b, MESHES), section(&b, PARTS), section(&b, NAMES)};
    uint64_t refused = 0;
    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        const uint32_t flips = 1 + test_random_below(&r, 3);
        tool_run run;
        memcpy(b.at, good.at, good.size);
        for (uint32_t k = 0; k < flips; k++) {
            // Most of a small file is zeros between sections: look where something is.
            uint64_t at = test_random_below(&r, (uint32_t)b.size);
            if (test_random_below(&r, 4) == 0)
                at = 32 + test_random_below(&r, 200);
            else if (test_random_below(&r, 3) == 0)
                at = page_of[test_random_below(&r, 3)] + test_random_below(&r, 2 * PART_SIZE);
            b.at[at] ^= (unsigned char)(1u << test_random_below(&r, 8));
        }
        mend(&b);
        store("forged.hit", b.at, b.size);
        run = i % 2 == 0 ? pick("forged.hit") : info("forged.hit");
        if (run.code != 0 && run.code != 1)
            assert_refused(run, "forged.hit: ");
        refused += run.code == 3;
    }
    assert_true(cases < 100 || (refused > cases / 10 && refused < cases)); // some of both
    unlink(at_home("forged.hit"));
    free(b.at);
    free(good.at);
}

typedef struct forged_field {
    int section; ///< -1: the header
    uint64_t offset;
    int width; ///< 1, 4 or 8 bytes
    uint64_t value;
    const char* message;
} forged_field;

static const forged_field forgeries[] = {
    {-1, 0, 1, 'X', "not a .hit file"},
    {-1, AT_VERSION, 4, FILE_VERSION + 1, "version 4"},
    {-1, AT_ENDIAN, 4, 0x04030201, "another byte order"},
    {-1, AT_SIZE, 8, 4096, "in place of 4096"},
    {-1, AT_FORMAT, 4, 9, "means nothing"},
    {-1, AT_ONE_MESH, 4, 2, "means nothing"},
    {-1, AT_ONE_MESH, 4, 1, "more than its meshes"},
    {-1, AT_TRIANGLES, 8, 15, "not as many as its header says"},
    {-1, AT_TRIANGLES, 8, 0, "not as many as its header says"},
    {-1, AT_ORIGIN, 8, 0x7ff8000000000000, "means nothing"}, // NaN
    {-1, AT_UNIT, 8, 0xbff0000000000000, "means nothing"},   // -1
    {-1, AT_UP, 4, 7, "means nothing"},
    {-1, AT_POINTS, 8, 1, "the points of its parts"},
    {-1, AT_TREE_SIZE, 8, 64, "more than its meshes"},
    {-1, AT_TREE_SIZE, 8, 1, "beyond the trees"},
    {-1, AT_TREE_SIZE, 8, UINT64_MAX - 63, "beyond the trees"},
    {-1, AT_BOUNDS, 8, 0x7ff8000000000000, "its bounds are none"},                       // NaN
    {-1, AT_BOUNDS, 8, 0x4024000000000000, "its bounds are none"},                       // 10, above the maximum
    {-1, AT_BOUNDS + 24, 8, 0x7ff0000000000000, "its bounds are none"},                  // infinite
    {-1, AT_BOUNDS, 8, 0xc024000000000000, "its bounds are not those of its triangles"}, // -10
    {-1, AT_COUNTS + 8 * MESHES, 8, 0, "not that of its sections"},
    {-1, AT_COUNTS + 8 * MESHES, 8, 1, "more than its meshes"},
    {-1, AT_COUNTS + 8 * MESHES, 8, 3, "too few for a tree; make it again"},
    {-1, AT_COUNTS + 8 * MESHES, 8, UINT64_MAX / MESH_SIZE, "not that of its sections"},
    {-1, AT_COUNTS + 8 * PARTS, 8, 1, "not as many as its header says"},
    {-1, AT_COUNTS + 8 * PARTS, 8, UINT64_MAX, "not that of its sections"},
    {-1, AT_COUNTS + 8 * NAMES, 8, 0, "not that of its sections"},
    {-1, AT_COUNTS + 8 * NAMES, 8, 3, "its names have no end"},
    {-1, AT_COUNTS + 8 * INDICES, 8, 49, "do not fit each other"},
    {-1, AT_COUNTS + 8 * VERTICES, 8, 13, "more than its meshes"},
    {-1, AT_COUNTS + 8 * VERTICES, 8, 11, "beyond its sections"},
    {MESHES, 0, 8, 2, "beyond its sections"}, // within a name
    {MESHES, 0, 8, UINT64_MAX, "beyond its sections"},
    {MESHES, 8, 4, 13, "beyond its sections"},  // vertices
    {MESHES, 12, 4, 17, "beyond its sections"}, // triangles
    {MESHES, 16, 8, 1, "beyond its sections"},  // the size of a tree
    {MESHES, 16, 8, UINT64_MAX - 63, "beyond its sections"},
    {MESHES, 24, 4, 13, "points that are not there"},
    {MESHES, 28, 4, 2, "points that are not there"},
    {PARTS, 0, 8, 999, "no name, mesh or place"},
    {PARTS, 8, 8, 999, "no name, mesh or place"}, // the path
    {PARTS, 16, 4, 2, "no name, mesh or place"},
    {PARTS, 16, 4, 1, "not as many as its header says"},
    {PARTS, 24, 8, 0x7ff8000000000000, "no name, mesh or place"}, // the origin is a NaN
    {PARTS, 48, 4, 0x7f800000, "no name, mesh or place"},         // the matrix is infinite
    {NAMES, 1, 1, 0xff, "not UTF-8"},
    {NAMES, 1, 1, 0x1b, "control characters"}, // escape
    {NAMES, 9, 1, 0xc3, "not UTF-8"},          // the end of a name would be part of a character
    {INDICES, 0, 4, 8, "no vertex"},
    {INDICES, 4 * 47, 4, 4, "no vertex"},
    {INDICES, 0, 4, UINT32_MAX, "no vertex"},
    {VERTICES, 0, 4, 0x7fc00000, "no vertex"},
    {VERTICES, 12 * 11 + 8, 4, 0x7f800000, "no vertex"},
    {TREES, 40, 4, 15, "damaged .hit file: "}, // the number of its triangles
    {TREES, 8, 4, 9, "version"},
};

// Each check, by a file that is right but for one number.
static void test_forged_fields(void** state)
{
    const bytes good = load("two.hit");
    bytes b = load("two.hit");
    (void)state;
    assert_int_equal(get64(b.at + AT_COUNTS + 8 * VERTICES), 12);
    assert_int_equal(get64(b.at + AT_COUNTS + 8 * FACES), 16);
    mend(&b);
    assert_memory_equal(b.at, good.at, good.size); // the checksums are understood
    for (size_t i = 0; i < sizeof forgeries / sizeof forgeries[0]; i++) {
        const forged_field* f = &forgeries[i];
        unsigned char* at;
        memcpy(b.at, good.at, good.size);
        at = b.at + (f->section < 0 ? 0 : section(&b, f->section)) + f->offset;
        if (f->width == 1)
            *at = (unsigned char)f->value;
        else if (f->width == 4)
            put32(at, (uint32_t)f->value);
        else
            put64(at, f->value);
        mend(&b);
        store("forged.hit", b.at, b.size);
        assert_refused(pick("forged.hit"), f->message);
    }
    // The trees of the two meshes in each other's place: each is a good tree, of another number of triangles.
    memcpy(b.at, good.at, good.size);
    {
        const uint64_t whole = get64(b.at + AT_TREE_SIZE), meshes = section(&b, MESHES), trees = section(&b, TREES);
        const uint64_t one = get64(b.at + meshes + 16), two = get64(b.at + meshes + MESH_SIZE + 16);
        memcpy(b.at + trees + whole, good.at + trees + whole + one, two);
        memcpy(b.at + trees + whole + two, good.at + trees + whole, one);
        put64(b.at + meshes + 16, two);
        put64(b.at + meshes + MESH_SIZE + 16, one);
    }
    mend(&b);
    store("forged.hit", b.at, b.size);
    assert_refused(pick("forged.hit"), "not that of its triangles");
    unlink(at_home("forged.hit"));
    free(b.at);
    free(good.at);
}

static void test_names_that_are_no_files(void** state)
{
    (void)state;
    assert_refused(pick("none.hit"), "none.hit: cannot open it: No such file or directory");
    assert_int_equal(mkdir(at_home("folder.hit"), 0700), 0);
    assert_refused(pick("folder.hit"), "folder.hit: cannot open it: it is no regular file");
    rmdir(at_home("folder.hit"));
    assert_int_equal(mkfifo(at_home("pipe.hit"), 0600), 0);
    assert_refused(pick("pipe.hit"), "pipe.hit: cannot open it: it is no regular file");
    unlink(at_home("pipe.hit"));
    store("text.hit", (const unsigned char*)cube, sizeof cube - 1);
    assert_refused(pick("text.hit"), "text.hit: not a .hit file, in spite of its name");
    unlink(at_home("text.hit"));
}

// ---- Notes about checked files --------------------------------------------------------------------------------------

static const char* notes(void)
{
    return at_home("cache/hitscan/checked");
}

static int count_notes(bool remove_them)
{
    DIR* folder = opendir(notes());
    const struct dirent* entry;
    int count = 0;
    if (!folder)
        return -1;
    while ((entry = readdir(folder)) != NULL) {
        char path[1024];
        if (entry->d_name[0] == '.')
            continue;
        count++;
        snprintf(path, sizeof path, "%s/%s", notes(), entry->d_name);
        if (remove_them)
            unlink(path);
    }
    closedir(folder);
    return count;
}

static void note_path(const char* name, char path[1024])
{
    struct stat s;
    assert_int_equal(stat(at_home(name), &s), 0);
    snprintf(path, 1024, "%s/%llx-%llx-%llx-%llx.%llx-%llx.%llx-%s-%d", notes(), (unsigned long long)s.st_dev,
             (unsigned long long)s.st_ino, (unsigned long long)s.st_size, (unsigned long long)s.st_mtim.tv_sec,
             (unsigned long long)s.st_mtim.tv_nsec, (unsigned long long)s.st_ctim.tv_sec,
             (unsigned long long)s.st_ctim.tv_nsec, hit_version(), FILE_VERSION);
}

static void write_note(const char* name)
{
    char path[1024];
    FILE* file;
    note_path(name, path);
    file = fopen(path, "wb");
    assert_non_null(file);
    fclose(file);
}

// A change to which face a triangle came from, without its checksum: harmless, and seen by a full check only.
static void damage(const char* name)
{
    bytes b = load(name);
    b.at[section(&b, FACES)] ^= 1;
    store(name, b.at, b.size);
    free(b.at);
}

static void test_notes(void** state)
{
    struct stat before;
    char path[1024];
    (void)state;
    count_notes(true);
    assert_int_equal(TOOL_RUN(home, "tree", "two.obj", "-o", "noted.hit", "--quiet").code, 0);
    assert_int_equal(count_notes(false), 1);
    note_path("noted.hit", path);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(stat(notes(), &before), 0);
    assert_int_equal(before.st_mode & 0777, 0700);

    // Changed, and made to look as before: the time of the change tells.
    assert_int_equal(stat(at_home("noted.hit"), &before), 0);
    damage("noted.hit");
    assert_int_equal(
        utimensat(AT_FDCWD, at_home("noted.hit"), (const struct timespec[2]){before.st_atim, before.st_mtim}, 0), 0);
    assert_refused(pick("noted.hit"), "its checksum is wrong");

    // A note is what counts: with one for the damaged file, nobody looks. In a folder that others may write to it does
    // not count, nor when the cache is switched off, nor after another change.
    write_note("noted.hit");
    assert_int_equal(pick("noted.hit").code, 0);
    setenv("HITSCAN_NO_CACHE", "1", 1);
    assert_refused(pick("noted.hit"), "its checksum is wrong");
    unsetenv("HITSCAN_NO_CACHE");
    assert_int_equal(chmod(notes(), 0770), 0);
    assert_refused(pick("noted.hit"), "its checksum is wrong");
    assert_int_equal(chmod(notes(), 0707), 0);
    assert_refused(pick("noted.hit"), "its checksum is wrong");
    assert_int_equal(chmod(notes(), 0700), 0);
    assert_int_equal(pick("noted.hit").code, 0);
    assert_int_equal(chmod(at_home("noted.hit"), 0600), 0);
    assert_refused(pick("noted.hit"), "its checksum is wrong");
    unlink(at_home("noted.hit"));
}

static void test_when_files_are_noted(void** state)
{
    const struct timespec while_young = {2, 200 * 1000 * 1000};
    bytes b = load("two.hit");
    (void)state;
    // A file from elsewhere that is new is checked, but not noted; when it has settled it is.
    count_notes(true);
    store("new.hit", b.at, b.size);
    assert_int_equal(pick("new.hit").code, 0);
    assert_int_equal(count_notes(false), 0);
    nanosleep(&while_young, NULL);
    assert_int_equal(pick("new.hit").code, 0);
    assert_int_equal(count_notes(false), 1);
    assert_int_equal(pick("new.hit").code, 0);
    assert_int_equal(count_notes(false), 1);
    unlink(at_home("new.hit"));

    // Without a place for notes, with one that cannot be, and when that is not wanted, everything works.
    count_notes(true);
    setenv("HITSCAN_NO_CACHE", "1", 1);
    assert_int_equal(pick("two.hit").code, 0);
    unsetenv("HITSCAN_NO_CACHE");
    setenv("XDG_CACHE_HOME", "/dev/null/none", 1);
    assert_int_equal(pick("two.hit").code, 0);
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", "/dev/null", 1);
    assert_int_equal(pick("two.hit").code, 0);
    unsetenv("HOME");
    assert_int_equal(pick("two.hit").code, 0);
    setenv("XDG_CACHE_HOME", at_home("cache"), 1);
    assert_int_equal(count_notes(false), 0);
    free(b.at);
}

static void test_not_too_many_notes(void** state)
{
    char path[1024];
    (void)state;
    count_notes(true);
    for (int i = 0; i < 1200; i++) {
        FILE* file;
        snprintf(path, sizeof path, "%s/%d", notes(), i);
        file = fopen(path, "wb");
        assert_non_null(file);
        fclose(file);
        if (i % 2 == 0) // half of them are old
            utimensat(AT_FDCWD, path, (const struct timespec[2]){{1000000 + i, 0}, {1000000 + i, 0}}, 0);
    }
    assert_int_equal(TOOL_RUN(home, "tree", "two.obj", "-o", "last.hit", "--quiet").code, 0);
    assert_true(count_notes(false) <= 1000 && count_notes(false) > 500);
    for (int i = 1; i < 1200; i += 2) {
        snprintf(path, sizeof path, "%s/%d", notes(), i);
        assert_int_equal(access(path, F_OK), 0);
    }
    note_path("last.hit", path);
    assert_int_equal(access(path, F_OK), 0); // the newest is there
    unlink(at_home("last.hit"));
    count_notes(true);
}

// ---- What can go wrong in writing -----------------------------------------------------------------------------------

static int files_at_home(void)
{
    DIR* folder = opendir(home);
    int count = 0;
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

static void test_full_disk(void** state)
{
    static const char* const arguments[] = {"tree", "two.obj", "-o", "big.hit", "--quiet", NULL};
    const int before = files_at_home();
    tool_run run;
    (void)state;
    for (rlim_t limit = 1000; limit < 32768; limit += 4093) {
        run = tool_run_with(home, (tool_setting){.file_limit = limit}, arguments);
        assert_int_equal(run.code, 4);
        assert_contains(run.err, "hitscan: cannot write all of big.hit: ");
        assert_int_equal(files_at_home(), before);
    }
    if (access("/dev/full", W_OK) == 0) {
        run = TOOL_RUN(home, "tree", "two.obj", "-o", "/dev/full");
        assert_int_equal(run.code, 4);
        assert_contains(run.err, "hitscan: cannot write all of /dev/full: ");
    }
    run = TOOL_RUN(home, "tree", "two.obj", "-o", "nowhere/big.hit");
    assert_int_equal(run.code, 3);
    assert_string_equal(run.err, "hitscan: cannot write nowhere/big.hit: No such file or directory\n");
}

static void test_interrupt_leaves_nothing(void** state)
{
    static const char* const arguments[] = {"tree", "large.ply", "-o", "large.hit", "--quiet", NULL};
    const struct timespec moment = {0, 1000 * 1000};
    const int nothing = open("/dev/null", O_WRONLY);
    int code;
    pid_t child;
    (void)state;
    assert_int_equal(TOOL_RUN(home, "gen", "torus", "--triangles", "300000", "-o", "large.ply", "--quiet").code, 0);
    child = tool_start(home, (tool_setting){0}, nothing, nothing, arguments);
    assert_true(child > 0);
    for (int i = 0;
         i < 60000 && tool_count_parts(home, "large.hit", NULL) == 0 && access(at_home("large.hit"), F_OK) != 0; i++)
        nanosleep(&moment, NULL);
    kill(child, SIGTERM);
    code = tool_wait(child);
    assert_true(code == 0 || code == 128 + SIGTERM); // it may have been done
    assert_int_equal(access(at_home("large.hit"), F_OK) == 0, code == 0);
    assert_int_equal(tool_count_parts(home, NULL, NULL), 0);
    unlink(at_home("large.hit"));
    unlink(at_home("large.ply"));
    close(nothing);
}

static int remove_all(void** state)
{
    (void)state;
    count_notes(true);
    rmdir(notes());
    rmdir(at_home("cache/hitscan"));
    rmdir(at_home("cache"));
    unlink(at_home("one.obj"));
    unlink(at_home("two.obj"));
    unlink(at_home("one.hit"));
    unlink(at_home("two.hit"));
    return rmdir(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_answers),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_flipped_bits),
        cmocka_unit_test(test_forged_bits),
        cmocka_unit_test(test_forged_fields),
        cmocka_unit_test(test_names_that_are_no_files),
        cmocka_unit_test(test_notes),
        cmocka_unit_test(test_when_files_are_noted),
        cmocka_unit_test(test_not_too_many_notes),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_interrupt_leaves_nothing),
    };
    if (!tool_path()) {
        fputs("HITSCAN_TOOL does not name the command: skipped\n", stderr);
        return 77;
    }
    if (!mkdtemp(home))
        return 1;
    return cmocka_run_group_tests(tests, make_models, remove_all);
}

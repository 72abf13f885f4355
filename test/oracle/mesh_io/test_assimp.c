// The readers of models against Assimp, on real models: as many triangles, and the same bounds.
//
// The models are those of build/models (scripts/meshes --originals); where there are none, or no Assimp, the test is
// skipped. Every difference is either explained here or a failure. `test_oracle mesh_io/assimp --page` prints
// docs/mesh-io-compared.md, which scripts/compare_models writes; with names of files, it compares only these.
#define _DEFAULT_SOURCE // struct dirent.d_type
#include "support/base/cmocka_all.h"

#include <hitscan/mesh_io.h>

#ifdef HITSCAN_TEST_ASSIMP
#include "oracle/mesh_io/models_explained.h"

#include "base/memory.h"
#include "mesh_io/loader.h"

#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <assimp/version.h>

#include <dirent.h>
#include <float.h>
#include <math.h>
#include <strings.h>
#include <sys/stat.h>

// ---- Files ----------------------------------------------------------------------------------------------------------

enum { MOST_FILES = 8192, PATH = 1024 };

typedef struct list {
    char* path[MOST_FILES];
    size_t count;
} list;

static void add_path(list* l, const char* folder, const char* name)
{
    char path[PATH];
    if (l->count < MOST_FILES && (size_t)snprintf(path, sizeof path, "%s/%s", folder, name) < sizeof path)
        l->path[l->count++] = strdup(path);
}

static int by_name(const void* a, const void* b)
{
    return strcmp(*(char* const*)a, *(char* const*)b);
}

static bool ends_in(const char* path, const char* ending)
{
    const size_t length = strlen(path), n = strlen(ending);
    return length >= n && strcasecmp(path + length - n, ending) == 0;
}

static bool is_model(const char* path)
{
    static const char* const endings[] = {".obj", ".ply",    ".stl",    ".off",   ".gltf",
                                          ".glb", ".obj.gz", ".ply.gz", ".stl.gz"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_in(path, endings[i]))
            return true;
    return false;
}

// All models in a folder and below, by name.
static void find_models(const char* top, list* models)
{
    static list folders;
    folders.count = 0;
    folders.path[folders.count++] = strdup(top);
    for (size_t i = 0; i < folders.count; i++) {
        DIR* d = opendir(folders.path[i]);
        const struct dirent* entry;
        while (d != NULL && (entry = readdir(d)) != NULL) {
            if (entry->d_name[0] == '.')
                continue;
            if (entry->d_type == DT_DIR)
                add_path(&folders, folders.path[i], entry->d_name);
            else if (is_model(entry->d_name))
                add_path(models, folders.path[i], entry->d_name);
        }
        if (d != NULL)
            closedir(d);
        free(folders.path[i]);
    }
    qsort(models->path, models->count, sizeof models->path[0], by_name);
}

// ---- What is compared -----------------------------------------------------------------------------------------------

typedef struct shape {
    uint64_t triangles;
    double low[3], high[3];
    char error[300]; ///< "" when it was read
} shape;

static void start(shape* s)
{
    *s = (shape){.low = {INFINITY, INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY, -INFINITY}};
}

static void grow(shape* s, const double p[3])
{
    for (int k = 0; k < 3; k++) {
        s->low[k] = p[k] < s->low[k] ? p[k] : s->low[k];
        s->high[k] = p[k] > s->high[k] ? p[k] : s->high[k];
    }
}

static void read_ours(const char* path, shape* s)
{
    const hit_model_options options = {.allow_files = true};
    hit_model* model = NULL;
    hit_error error;
    start(s);
    if (hit_model_load(path, &options, &model, &error) != HIT_OK) {
        snprintf(s->error, sizeof s->error, "%s", error.message);
        return;
    }
    s->triangles = model->triangle_count;
    for (uint32_t i = 0; i < model->part_count; i++) {
        const hit_placement* at = &model->parts[i].placement;
        const hit_model_mesh* m = &model->meshes[model->parts[i].mesh];
        const double origin[3] = {at->origin.x, at->origin.y, at->origin.z};
        for (size_t c = 0; c < 3 * (size_t)m->triangle_count; c++) {
            const hit_vec3 v = m->vertices[m->indices[c]];
            double p[3];
            for (int r = 0; r < 3; r++)
                p[r] = origin[r] + (double)at->linear[r][0] * (double)v.x + (double)at->linear[r][1] * (double)v.y +
                       (double)at->linear[r][2] * (double)v.z;
            grow(s, p);
        }
    }
    hit_model_destroy(model);
}

static void add_mesh(const struct aiMesh* m, const struct aiMatrix4x4* t, shape* s)
{
    for (unsigned f = 0; f < m->mNumFaces; f++) {
        const struct aiFace* face = &m->mFaces[f];
        // Polygons are counted as the triangles that they make: Assimp's own division of them ends the program on some.
        if (face->mNumIndices < 3)
            continue;
        s->triangles += face->mNumIndices - 2;
        for (unsigned c = 0; c < face->mNumIndices; c++) {
            const struct aiVector3D v = m->mVertices[face->mIndices[c]];
            const double x = (double)v.x, y = (double)v.y, z = (double)v.z;
            const double p[3] = {(double)t->a1 * x + (double)t->a2 * y + (double)t->a3 * z + (double)t->a4,
                                 (double)t->b1 * x + (double)t->b2 * y + (double)t->b3 * z + (double)t->b4,
                                 (double)t->c1 * x + (double)t->c2 * y + (double)t->c3 * z + (double)t->c4};
            grow(s, p);
        }
    }
}

// Its nodes are a tree, and those of real models are not deep.
static void add_node(const struct aiScene* scene, const struct aiNode* node, struct aiMatrix4x4 above, shape* s)
{
    aiMultiplyMatrix4(&above, &node->mTransformation);
    for (unsigned i = 0; i < node->mNumMeshes; i++)
        add_mesh(scene->mMeshes[node->mMeshes[i]], &above, s);
    for (unsigned i = 0; i < node->mNumChildren; i++)
        if (node->mChildren[i] != NULL)
            add_node(scene, node->mChildren[i], above, s);
}

// Assimp does not unpack: it gets the bytes, and the name without ".gz".
static const struct aiScene* import_packed(const char* path)
{
    const size_t length = strlen(path);
    const hit_allocator allocator = hit_allocator_or_default(NULL);
    hit_model model = {0};
    hit_loader loader = {.bytes = "", .model = &model, .allocator = allocator};
    const struct aiScene* scene = NULL;
    hit_file_map map;
    char* bytes;
    size_t size;
    char hint[8];
    snprintf(hint, sizeof hint, "%.3s", path + length - 6);
    if (hit_file_map_open(path, &allocator, UINT64_MAX, &map, NULL) != HIT_OK)
        return NULL;
    if (hit_unpack_gzip(&loader, map.bytes, map.size, UINT64_MAX / 4, &bytes, &size) == HIT_OK)
        scene = aiImportFileFromMemory(bytes, (unsigned)size, 0, hint);
    hit_loader_free_blocks(&allocator, loader.blocks);
    hit_file_map_close(&map);
    return scene;
}

static void read_theirs(const char* path, shape* s)
{
    const struct aiScene* scene;
    struct aiMatrix4x4 identity;
    start(s);
    if (ends_in(path, "invalid/OutOfMemory.off")) { // it takes all the memory of the machine, and minutes
        snprintf(s->error, sizeof s->error, "takes gigabytes, then fails");
        return;
    }
    scene = ends_in(path, ".gz") ? import_packed(path) : aiImportFile(path, 0);
    if (scene == NULL) {
        snprintf(s->error, sizeof s->error, "%s", aiGetErrorString());
        if (s->error[0] == '\0')
            snprintf(s->error, sizeof s->error, "no reason given");
        return;
    }
    aiIdentityMatrix4(&identity);
    if (scene->mRootNode != NULL)
        add_node(scene, scene->mRootNode, identity, s);
    aiReleaseImport(scene);
}

// Both round to float: Assimp also where it multiplies matrices, which adds some units in
// the last place of the largest number; 32 of them are allowed.
static bool same_bounds(const shape* a, const shape* b)
{
    double allowed = 0;
    for (int k = 0; k < 3; k++)
        allowed = fmax(allowed, 32 * (double)(FLT_EPSILON / 2) * fmax(fabs(a->low[k]), fabs(a->high[k])));
    for (int k = 0; k < 3; k++)
        if (fabs(a->low[k] - b->low[k]) > allowed || fabs(a->high[k] - b->high[k]) > allowed)
            return false;
    return true;
}

static bool is_same(const shape* a, const shape* b)
{
    if (a->error[0] != '\0' || b->error[0] != '\0')
        return a->error[0] != '\0' && b->error[0] != '\0';
    return a->triangles == b->triangles && (a->triangles == 0 || same_bounds(a, b));
}

// ---- What is told ---------------------------------------------------------------------------------------------------

static void tell(FILE* to, const shape* s)
{
    if (s->error[0] != '\0') {
        // On one line, and short.
        for (const char* p = s->error; *p != '\0' && p < s->error + 100; p++)
            fputc((unsigned char)*p < ' ' || *p == '|' ? ' ' : *p, to);
    } else if (s->triangles == 0)
        fprintf(to, "no triangles");
    else
        fprintf(to, "%llu; %.7g %.7g %.7g to %.7g %.7g %.7g", (unsigned long long)s->triangles, s->low[0] + 0.0,
                s->low[1] + 0.0, s->low[2] + 0.0, s->high[0] + 0.0, s->high[1] + 0.0, s->high[2] + 0.0);
}

typedef struct package {
    char name[64];
    unsigned files, same, refused;
    uint64_t triangles;
} package;

typedef struct tally {
    package packages[32];
    size_t package_count;
    unsigned failures;
    char* rows; ///< of the table of differences
    size_t rows_size;
    FILE* to_rows;
} tally;

static package* package_of(tally* t, const char* relative)
{
    const size_t length = strcspn(relative, "/");
    package* p;
    for (size_t i = 0; i < t->package_count; i++)
        if (strlen(t->packages[i].name) == length && memcmp(t->packages[i].name, relative, length) == 0)
            return &t->packages[i];
    p = &t->packages[t->package_count < 31 ? t->package_count++ : 31];
    snprintf(p->name, sizeof p->name, "%.*s", (int)length, relative);
    return p;
}

static const char* explain(const char* relative)
{
    for (size_t i = 0; i < sizeof models_explained / sizeof *models_explained; i++)
        if (ends_in(relative, models_explained[i].file))
            return models_explained[i].why;
    return NULL;
}

static void compare(const char* path, const char* relative, tally* t)
{
    package* p = package_of(t, relative);
    const char* why = explain(relative);
    shape ours, theirs;
    read_ours(path, &ours);
    read_theirs(path, &theirs);
    p->files++;
    p->triangles += ours.triangles;
    p->refused += ours.error[0] != '\0' && theirs.error[0] != '\0';
    if (is_same(&ours, &theirs)) {
        p->same += ours.error[0] == '\0';
        if (why != NULL) {
            fprintf(stderr, "%s: there is an explanation, but no difference\n", relative);
            t->failures++;
        }
        return;
    }
    fprintf(t->to_rows, "| `%s` | ", relative);
    tell(t->to_rows, &ours);
    fprintf(t->to_rows, " | ");
    tell(t->to_rows, &theirs);
    fprintf(t->to_rows, " | %s |\n", why != NULL ? why : "?");
    if (why != NULL)
        return;
    fprintf(stderr, "%s: ", relative);
    tell(stderr, &ours);
    fprintf(stderr, "\n    Assimp: ");
    tell(stderr, &theirs);
    fprintf(stderr, "\n");
    t->failures++;
}

static void print_page(const tally* t)
{
    printf("# Models as Assimp reads them\n\n"
           "The readers of `hitscan_io` against Assimp %u.%u.%u on the models of several public packages\n"
           "(`scripts/meshes --originals` fetches them): as many triangles, and the same bounds. Made by\n"
           "`scripts/compare_models`; the test `oracle/models_assimp` wants every difference to be explained.\n\n"
           "| package | files | read alike | refused by both | differ | triangles |\n|---|---|---|---|---|---|\n",
           aiGetVersionMajor(), aiGetVersionMinor(), aiGetVersionRevision());
    for (size_t i = 0; i < t->package_count; i++) {
        const package* p = &t->packages[i];
        printf("| %s | %u | %u | %u | %u | %llu |\n", p->name, p->files, p->same, p->refused,
               p->files - p->same - p->refused, (unsigned long long)p->triangles);
    }
    printf("\n## What differs, and why\n\nTriangles and bounds, or what the reader says.\n\n| file | here | Assimp | "
           "why |\n|---|---|---|---|\n%s",
           t->rows);
}

int main(void)
{
    static list models;
    static tally t;
    const char* source = getenv("HITSCAN_SOURCE_DIR");
    const bool page = test_argc > 0 && strcmp(test_argv[0], "--page") == 0;
    char top[PATH];
    snprintf(top, sizeof top, "%s/build/models", source != NULL ? source : ".");
    t.to_rows = open_memstream(&t.rows, &t.rows_size);
    if (t.to_rows == NULL)
        return 1;
    for (int i = page; i < test_argc; i++)
        compare(test_argv[i], test_argv[i], &t);
    if (test_argc == page) {
        find_models(top, &models);
        for (size_t i = 0; i < models.count; i++) {
            compare(models.path[i], models.path[i] + strlen(top) + 1, &t);
            free(models.path[i]);
        }
        if (models.count == 0) {
            printf("there are no models in %s; scripts/meshes --originals fetches them\n", top);
            fclose(t.to_rows);
            free(t.rows);
            return 77;
        }
    }
    fclose(t.to_rows);
    if (page)
        print_page(&t);
    free(t.rows);
    if (!page)
        printf("%zu models, %u differences that nobody explained\n", models.count, t.failures);
    return t.failures > 0;
}

#else

int main(void)
{
    printf("this build has no Assimp, or is instrumented\n");
    return 77;
}

#endif

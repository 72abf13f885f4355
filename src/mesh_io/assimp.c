// Reads what Assimp can read: some fifty formats that the library has no reader of its own for.
//
// Assimp is loaded when a file asks for it (dlopen), since it and what it needs take longer to load than most answers
// take. It sees one file only, the bytes of the model under a made-up name: whatever else it asks for is not there, so
// textures, materials and other sibling files are never opened.
//
// Faces come as the file has them, not divided, so that their numbers are kept: here they become triangles. Points and
// lines are left out. Each node becomes a part for each of its meshes; placements are multiplied in double precision,
// by a traversal that keeps its own stack. What is taken here is bounded by the loader's limit; what Assimp takes for
// itself is not.
#define _POSIX_C_SOURCE 200809L // pthread_mutex_t
#include "mesh_io/loader.h"
#include "mesh_io/faces.h"

#include "base/assert.h"
#include <string.h>

#define OWN_FORMATS "OBJ, PLY, STL, OFF, glTF and GLB, also packed by gzip"

#ifdef HITSCAN_HAVE_ASSIMP
#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>

enum { NAME = 32, MESSAGE = 140 };

// ---- The library ----------------------------------------------------------------------------------------------------

typedef struct assimp {
    void* handle;
    const struct aiScene* (*import)(const char* name, unsigned flags, struct aiFileIO* files);
    void (*release)(const struct aiScene* scene);
    const char* (*error)(void);
    aiBool (*is_supported)(const char* extension);
} assimp;

// Assimp keeps its last error in one place for the whole program, so imports take turns until it has been read.
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

// A function of the library. C knows no way from void* to a function; POSIX says that the bits are the same.
static void find(const assimp* lib, const char* name, void* function)
{
    void* const found = dlsym(lib->handle, name);
    memcpy(function, &found, sizeof found);
}

// False, after the error has been filled, when there is none.
static bool open_library(hit_loader* loader, assimp* lib)
{
    // It stays loaded: loading takes long, and what C++ libraries leave behind does not like to lose its code.
    lib->handle = dlopen(HITSCAN_ASSIMP_FILE, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (lib->handle != NULL) {
        find(lib, "aiImportFileEx", &lib->import);
        find(lib, "aiReleaseImport", &lib->release);
        find(lib, "aiGetErrorString", &lib->error);
        find(lib, "aiIsExtensionSupported", &lib->is_supported);
        if (lib->import != NULL && lib->release != NULL && lib->error != NULL && lib->is_supported != NULL)
            return true;
        dlclose(lib->handle);
    }
    hit_loader_fail(loader, HIT_ERROR_FORMAT, 0,
                    "this format needs Assimp, and %s cannot be loaded; without it: " OWN_FORMATS, HITSCAN_ASSIMP_FILE);
    return false;
}

// ---- The one file that it may see -----------------------------------------------------------------------------------

typedef struct view {
    struct aiFile file; ///< first: Assimp has a pointer to this
    const hit_loader* loader;
    size_t at;
} view;

typedef struct files {
    struct aiFileIO io; ///< first, as above
    hit_loader* loader;
    hit_status status; ///< of opening it
    char name[NAME];
} files;

static size_t read_view(struct aiFile* file, char* to, size_t size, size_t count)
{
    view* v = (view*)file;
    const size_t whole = size > 0 ? (v->loader->size - v->at) / size : 0;
    const size_t read = count < whole ? count : whole;
    if (read > 0)
        memcpy(to, v->loader->bytes + v->at, read * size);
    v->at += read * size;
    return read;
}

static size_t write_view(struct aiFile* file, const char* from, size_t size, size_t count)
{
    (void)file, (void)from, (void)size, (void)count;
    return 0;
}

static size_t tell_view(struct aiFile* file)
{
    return ((const view*)file)->at;
}

static size_t size_view(struct aiFile* file)
{
    return ((const view*)file)->loader->size;
}

static enum aiReturn seek_view(struct aiFile* file, size_t offset, enum aiOrigin origin)
{
    view* v = (view*)file;
    const size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? v->at : v->loader->size;
    // From the end, and backwards, offsets are negative numbers that have wrapped: so may the sum.
    const size_t at = from + offset;
    if (at > v->loader->size)
        return aiReturn_FAILURE;
    v->at = at;
    return aiReturn_SUCCESS;
}

static void flush_view(struct aiFile* file)
{
    (void)file;
}

static struct aiFile* open_view(struct aiFileIO* io, const char* name, const char* mode)
{
    files* f = (files*)io;
    view* v;
    if (name == NULL || strcmp(name, f->name) != 0 || (mode != NULL && mode[0] != 'r'))
        return NULL;
    v = hit_loader_allocate(f->loader, 1, sizeof *v, &f->status);
    if (v == NULL)
        return NULL;
    *v = (view){{read_view, write_view, tell_view, size_view, seek_view, flush_view, NULL}, f->loader, 0};
    return &v->file;
}

static void close_view(struct aiFileIO* io, struct aiFile* file)
{
    const files* f = (const files*)io;
    if (file != NULL)
        hit_loader_free(f->loader, file);
}

// ---- Meshes ---------------------------------------------------------------------------------------------------------

static hit_status fail_index(hit_loader* loader, const struct aiMesh* from, unsigned index)
{
    return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0, "vertex index %u out of range (%u vertices), says Assimp",
                           index, from->mNumVertices);
}

// True when all corners are finite. *bad is a corner that does not exist, if there is one.
static bool face_is_finite(const struct aiMesh* from, const struct aiFace* face, const unsigned** bad)
{
    bool finite = true;
    *bad = NULL;
    for (unsigned i = 0; i < face->mNumIndices; i++) {
        const unsigned index = face->mIndices[i];
        if (index >= from->mNumVertices) {
            *bad = &face->mIndices[i];
            return false;
        }
        finite = finite && hit_vec3_is_finite((hit_vec3){from->mVertices[index].x, from->mVertices[index].y,
                                                         from->mVertices[index].z});
    }
    return finite;
}

// `most` triangles have room in `indices` and `faces`.
static hit_status copy_faces(hit_loader* loader, const struct aiMesh* from, hit_model_mesh* to, uint32_t* indices,
                             uint32_t* faces, uint64_t most)
{
    uint32_t t = 0;
    for (unsigned f = 0; f < from->mNumFaces; f++) {
        const struct aiFace* face = &from->mFaces[f];
        const unsigned* bad;
        const bool finite = face_is_finite(from, face, &bad);
        if (bad != NULL)
            return fail_index(loader, from, *bad);
        if (face->mNumIndices < 3 || !finite) {
            loader->model->skipped_faces += face->mNumIndices >= 3;
            continue;
        }
        memcpy(indices + 3 * (size_t)t, face->mIndices, face->mNumIndices * sizeof *indices);
        hit_polygon_triangulate(to->vertices, indices + 3 * (size_t)t, face->mNumIndices);
        for (unsigned i = 2; i < face->mNumIndices; i++)
            faces[t++] = f;
    }
    HIT_ASSERT(t <= most);
    to->triangle_count = t;
    return HIT_OK;
}

static hit_status copy_mesh(hit_loader* loader, const struct aiMesh* from, hit_model_mesh* to)
{
    hit_status status = HIT_OK;
    uint64_t triangles = 0;
    hit_vec3* vertices;
    uint32_t *indices, *faces;
    for (unsigned f = 0; f < from->mNumFaces; f++)
        triangles += from->mFaces[f].mNumIndices >= 3 ? from->mFaces[f].mNumIndices - 2 : 0;
    if (triangles > UINT32_MAX / 3)
        return hit_loader_fail(loader, HIT_ERROR_LIMIT, 0, "%" PRIu64 " triangles in one mesh; split the model",
                               triangles);
    vertices = hit_loader_allocate(loader, from->mNumVertices, sizeof *vertices, &status);
    indices = status == HIT_OK ? hit_loader_allocate(loader, triangles, 3 * sizeof *indices, &status) : NULL;
    faces = status == HIT_OK ? hit_loader_allocate(loader, triangles, sizeof *faces, &status) : NULL;
    to->name = status == HIT_OK ? hit_loader_text(loader, from->mName.data, from->mName.length, &status) : NULL;
    if (status != HIT_OK)
        return status;
    for (unsigned v = 0; v < from->mNumVertices; v++)
        vertices[v] = (hit_vec3){from->mVertices[v].x, from->mVertices[v].y, from->mVertices[v].z};
    to->vertices = vertices;
    to->vertex_count = from->mNumVertices;
    to->indices = indices;
    to->faces = faces;
    return copy_faces(loader, from, to, indices, faces, triangles);
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

// A node with the rows of its matrix, those of all nodes above it included.
typedef struct placed {
    const struct aiNode* node;
    double rows[3][4];
} placed;

typedef struct traversal {
    hit_loader* loader;
    const struct aiScene* scene;
    placed* stack;
    uint32_t depth, capacity;
    hit_model_part* parts; ///< NULL: only count
    uint64_t part_count;
} traversal;

static void multiply(const double above[3][4], const struct aiMatrix4x4* m, double rows[3][4])
{
    const double below[4][4] = {
        {m->a1, m->a2, m->a3, m->a4}, {m->b1, m->b2, m->b3, m->b4}, {m->c1, m->c2, m->c3, m->c4}, {0.0, 0.0, 0.0, 1.0}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            rows[r][c] = 0.0;
            for (int k = 0; k < 4; k++)
                rows[r][c] += above[r][k] * below[k][c];
        }
}

static hit_status push(traversal* w, const struct aiNode* node, const double above[3][4])
{
    hit_status status = HIT_OK;
    if (w->depth == w->capacity) {
        const uint32_t capacity = w->capacity > 0 ? 2 * w->capacity : 64;
        placed* larger = hit_loader_grow(w->loader, w->stack, w->depth, capacity, sizeof *larger, &status);
        if (larger == NULL)
            return status;
        w->stack = larger;
        w->capacity = capacity;
    }
    w->stack[w->depth].node = node;
    multiply(above, &node->mTransformation, w->stack[w->depth].rows);
    w->depth++;
    return HIT_OK;
}

static hit_status add_parts(traversal* w, const placed* p)
{
    hit_status status = HIT_OK;
    double rows[16] = {[15] = 1.0};
    hit_placement placement;
    const char* name = "";
    if (w->parts == NULL || p->node->mNumMeshes == 0) {
        w->part_count += p->node->mNumMeshes;
        return HIT_OK;
    }
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            rows[4 * r + c] = p->rows[r][c];
    placement = hit_placement_from_doubles(rows, HIT_MATRIX_ROWS);
    name = hit_loader_text(w->loader, p->node->mName.data, p->node->mName.length, &status);
    if (name == NULL)
        return status;
    if (!hit_placement_is_valid(&placement))
        return hit_loader_fail(w->loader, HIT_ERROR_FORMAT, 0,
                               "the node \"%s\" is placed by numbers that are not finite", name);
    for (unsigned i = 0; i < p->node->mNumMeshes; i++) {
        const unsigned mesh = p->node->mMeshes[i];
        if (mesh >= w->loader->model->mesh_count)
            return hit_loader_fail(w->loader, HIT_ERROR_FORMAT, 0, "mesh %u of %" PRIu32 ", says Assimp", mesh,
                                   w->loader->model->mesh_count);
        HIT_ASSERT(w->part_count < w->loader->model->part_count);
        w->parts[w->part_count++] = (hit_model_part){
            .name = name[0] != '\0' ? name : w->loader->model->meshes[mesh].name, .mesh = mesh, .placement = placement};
    }
    return HIT_OK;
}

// Go through all nodes, those of a node in their order: the stack gets them from the last to the first.
static hit_status traverse_nodes(traversal* w)
{
    static const double identity[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    hit_status status = w->scene->mRootNode != NULL ? push(w, w->scene->mRootNode, identity) : HIT_OK;
    w->part_count = 0;
    while (status == HIT_OK && w->depth > 0) {
        const placed p = w->stack[--w->depth];
        status = add_parts(w, &p);
        for (unsigned i = p.node->mNumChildren; status == HIT_OK && i > 0; i--)
            if (p.node->mChildren[i - 1] != NULL) // its reader of RAW leaves some out
                status = push(w, p.node->mChildren[i - 1], (const double(*)[4])p.rows);
    }
    return status;
}

static hit_status copy_scene(hit_loader* loader, const struct aiScene* scene)
{
    hit_status status = HIT_OK;
    traversal w = {.loader = loader, .scene = scene};
    hit_model_mesh* meshes = hit_loader_meshes(loader, scene->mNumMeshes, &status);
    for (unsigned i = 0; status == HIT_OK && i < scene->mNumMeshes; i++)
        if (scene->mMeshes[i] != NULL && scene->mMeshes[i]->mVertices != NULL)
            status = copy_mesh(loader, scene->mMeshes[i], &meshes[i]);
    if (status == HIT_OK)
        status = traverse_nodes(&w);
    if (status == HIT_OK && w.part_count > 0) {
        w.parts = hit_loader_parts(loader, w.part_count, &status);
        if (status == HIT_OK)
            status = traverse_nodes(&w);
    }
    hit_loader_free(loader, w.stack);
    return status;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

// Text as a message may show it: what Assimp says may quote the file.
static const char* show(const char* text, char shown[MESSAGE])
{
    size_t i = 0;
    for (; text[i] != '\0' && i < MESSAGE - 1; i++)
        shown[i] = (char)(text[i] < ' ' || text[i] > '~' ? '?' : text[i]);
    shown[i] = '\0';
    return shown;
}

static hit_status import(hit_loader* loader, const assimp* lib, const char* extension)
{
    files f = {.io = {open_view, close_view, NULL}, .loader = loader};
    char shown[MESSAGE];
    const struct aiScene* scene;
    hit_status status;
    snprintf(f.name, sizeof f.name, "model%s%.20s", extension[0] != '\0' ? "." : "", extension);
    scene = lib->import(f.name, 0, &f.io);
    if (scene == NULL)
        return f.status != HIT_OK ? f.status
                                  : hit_loader_fail(loader, HIT_ERROR_FORMAT, 0, "Assimp cannot read it: %s",
                                                    show(lib->error(), shown));
    status = copy_scene(loader, scene);
    lib->release(scene);
    return status;
}

hit_status hit_read_assimp(hit_loader* loader, const char* extension)
{
    char with_point[NAME], shown[MESSAGE];
    assimp lib = {0};
    hit_status status;
    if (!open_library(loader, &lib))
        return HIT_ERROR_FORMAT;
    snprintf(with_point, sizeof with_point, ".%.20s", extension);
    pthread_mutex_lock(&turn);
    if (extension[0] != '\0' && !lib.is_supported(with_point))
        status = hit_loader_fail(loader, HIT_ERROR_FORMAT, 0,
                                 "no model, or of a format that cannot be read: .%s; known are " OWN_FORMATS
                                 ", and what Assimp reads (3DS, Collada, FBX, X and others)",
                                 show(extension, shown));
    else
        status = import(loader, &lib, extension);
    pthread_mutex_unlock(&turn);
    dlclose(lib.handle);
    return status;
}

#else

hit_status hit_read_assimp(hit_loader* loader, const char* extension)
{
    return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0,
                           "no model, or of a format that this build cannot read%s%s; it reads " OWN_FORMATS
                           "; more in a build with Assimp",
                           extension[0] != '\0' ? ": ." : "", extension);
}

#endif

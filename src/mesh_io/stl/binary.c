// STL: facets, each with three vertices of its own.
//
// A binary file has 80 bytes of anything, the number of facets, and 50 bytes for each: a normal, three vertices, and two
// bytes for which everybody has another use. A text file has "solid NAME", facets, and "endsolid", any number of times.
// Binary files that begin with "solid" are common, so that word proves nothing: a file is binary when its size is the one
// that its count asks for, and text when it begins with the word and has no control characters near its beginning. What
// lies behind the last facet of a binary file is ignored; a file that is too short is refused, since a model of which a part
// is missing gives wrong answers.
//
// Vertices stay as they are, three for each facet, so indices count up from 0, and all solids share one list of them.
// Normals are not used: the order of the vertices says which side is the front. Facets with a vertex that is not finite
// are left out, and counted. Cost: one pass over the file; the binary one in parallel.
#include "mesh_io/stl/stl.h"

#include <inttypes.h>
#include <string.h>

enum { HEADER = 84, FACET = 50, NORMAL = 12, LOOKED_AT = 1024, FACETS_PER_TASK = 1 << 16 };

// ---- Which kind? ----------------------------------------------------------------------------------------------------

static uint32_t read_u32(const char* bytes)
{
    const unsigned char* b = (const unsigned char*)bytes;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static bool is_text(const hit_loader* loader)
{
    const size_t near = loader->size < LOOKED_AT ? loader->size : LOOKED_AT;
    const char* word = loader->bytes;
    const char* const end = loader->bytes + loader->size;

    if (loader->size >= HEADER && loader->size == HEADER + (uint64_t)FACET * read_u32(loader->bytes + HEADER - 4))
        return false;
    for (size_t i = 0; i < near; i++) {
        const unsigned char c = (unsigned char)loader->bytes[i];
        if (c < ' ' && !hit_stl_is_space((char)c))
            return false;
    }
    if (loader->size >= 3 && memcmp(word, "\xef\xbb\xbf", 3) == 0)
        word += 3;
    while (word < end && hit_stl_is_space(*word))
        word++;
    return hit_stl_is_word(word, end, "solid");
}

// ---- Binary ---------------------------------------------------------------------------------------------------------

typedef struct binary_work {
    const char* facets;
    hit_vec3* vertices;
    uint32_t *indices, *faces;
    uint32_t count;
    uint32_t* bad; ///< for each task, how many facets are not finite
} binary_work;

static void copy_facets(void* context, uint32_t task)
{
    const binary_work* work = context;
    const uint32_t first = task * FACETS_PER_TASK;
    const uint32_t end = work->count - first < FACETS_PER_TASK ? work->count : first + FACETS_PER_TASK;
    uint32_t bad = 0;
    for (uint32_t f = first; f < end; f++) {
        const char* from = work->facets + (size_t)f * FACET + NORMAL;
        uint32_t bits[9];
        bool finite = true;
        for (int i = 0; i < 9; i++) {
            bits[i] = read_u32(from + 4 * (size_t)i);
            finite &= (bits[i] & 0x7f800000U) != 0x7f800000U;
        }
        memcpy(work->vertices + 3 * (size_t)f, bits, sizeof bits);
        for (uint32_t i = 0; i < 3; i++)
            work->indices[3 * (size_t)f + i] = 3 * f + i;
        work->faces[f] = f;
        bad += !finite;
    }
    work->bad[task] = bad;
}

static bool is_finite(const hit_vec3* corners)
{
    for (int i = 0; i < 3; i++)
        if (!hit_vec3_is_finite(corners[i]))
            return false;
    return true;
}

// Close the gaps of facets that are not finite. Returns how many are left.
static uint32_t drop_bad(const binary_work* work)
{
    uint32_t kept = 0;
    for (uint32_t f = 0; f < work->count; f++) {
        if (!is_finite(work->vertices + 3 * (size_t)f))
            continue;
        memmove(work->vertices + 3 * (size_t)kept, work->vertices + 3 * (size_t)f, 3 * sizeof *work->vertices);
        work->faces[kept++] = f;
    }
    return kept;
}

static hit_status read_facets(hit_loader* loader, uint32_t count)
{
    const uint32_t tasks = count / FACETS_PER_TASK + (count % FACETS_PER_TASK > 0);
    hit_status status = HIT_OK;
    binary_work work = {loader->bytes + HEADER, NULL, NULL, NULL, count, NULL};
    uint32_t bad = 0, kept = count;
    hit_model_mesh* mesh;

    work.vertices = hit_loader_allocate(loader, 3 * (uint64_t)count, sizeof *work.vertices, &status);
    work.indices =
        status == HIT_OK ? hit_loader_allocate(loader, 3 * (uint64_t)count, sizeof *work.indices, &status) : NULL;
    work.faces = status == HIT_OK ? hit_loader_allocate(loader, count, sizeof *work.faces, &status) : NULL;
    work.bad = status == HIT_OK ? hit_loader_allocate(loader, tasks, sizeof *work.bad, &status) : NULL;
    mesh = status == HIT_OK ? hit_loader_meshes(loader, 1, &status) : NULL;
    if (status != HIT_OK)
        return status;
    loader->pool.run(loader->pool.context, copy_facets, &work, tasks);
    for (uint32_t i = 0; i < tasks; i++)
        bad += work.bad[i];
    hit_loader_free(loader, work.bad);
    if (bad > 0)
        kept = drop_bad(&work);
    loader->model->skipped_faces = bad;
    mesh->vertices = work.vertices;
    mesh->vertex_count = 3 * kept;
    mesh->indices = work.indices;
    mesh->triangle_count = kept;
    mesh->faces = work.faces;
    return hit_loader_part_per_mesh(loader);
}

static hit_status read_binary(hit_loader* loader)
{
    uint64_t there;
    uint32_t count;
    if (loader->size < HEADER)
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, loader->size,
                               "no STL: text begins with \"solid\", and a binary file has %d bytes or more, not %zu",
                               HEADER, loader->size);
    count = read_u32(loader->bytes + HEADER - 4);
    there = (loader->size - HEADER) / FACET;
    if (count > there)
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, loader->size,
                               "binary STL of %" PRIu32 " facets, but the file ends after %" PRIu64
                               "; it was cut off, or is no STL: fetch or export it again",
                               count, there);
    if (count > UINT32_MAX / 3)
        return hit_loader_fail(loader, HIT_ERROR_LIMIT, HEADER - 4,
                               "%" PRIu32 " facets have more vertices than can be counted; split the model", count);
    return read_facets(loader, count);
}

hit_status hit_read_stl(hit_loader* loader)
{
    return is_text(loader) ? hit_read_stl_text(loader) : read_binary(loader);
}

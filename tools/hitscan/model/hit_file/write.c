// Writes .hit files.
//
// What is written goes to a content_writer twice: to one that adds up the checksum, then, with that in the header, to
// the file. So the file is written from its beginning to its end, and into a pipe as well.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // open_memstream
#endif
#include "model/model_internal.h"
#include "cli/atomic_file.h"
#include "cli/job.h"
#include "cli/verb.h"
#include "model/hit_file/internal.h"

#include <stdlib.h>
#include <string.h>

// Where bytes go: they are added up, in blocks, or written.
typedef struct content_writer {
    FILE* file; ///< NULL: they are added up
    uint64_t position;
    unsigned char* block; ///< HITFILE_CHECKSUM_BLOCK bytes
    size_t filled;
    uint64_t* sums;
    size_t sum_count;
} content_writer;

static void put(content_writer* s, const void* bytes, size_t size)
{
    const unsigned char* from = bytes;
    s->position += size;
    while (s->file && size > 0 && !interrupted) {
        const size_t part = size < HITFILE_CHECKSUM_BLOCK ? size : HITFILE_CHECKSUM_BLOCK;
        fwrite(from, 1, part, s->file);
        from += part;
        size -= part;
    }
    while (!s->file && s->block && size > 0) {
        const size_t space = HITFILE_CHECKSUM_BLOCK - s->filled, part = size < space ? size : space;
        memcpy(s->block + s->filled, from, part);
        from += part;
        size -= part;
        s->filled += part;
        if (s->filled == HITFILE_CHECKSUM_BLOCK) {
            s->sums[s->sum_count++] = hitfile_checksum(s->block, s->filled);
            s->filled = 0;
        }
    }
}

// Zeros, up to a position in the file.
static void put_zeros(content_writer* s, uint64_t position)
{
    static const unsigned char zeros[HITFILE_PAGE];
    put(s, zeros, (size_t)(position - s->position));
}

// ---- What there is to write -----------------------------------------------------------------------------------------

typedef struct write_job {
    model* m;
    const hit_bvh* tree;
    const hit_bvh* const* mesh_trees;
    hitfile_header header;
    uint64_t offset[HITFILE_SECTIONS + 1];
} write_job;

static size_t tree_bytes(const hit_bvh* tree)
{
    size_t size = 0;
    if (tree)
        hit_bvh_bytes(tree, &size);
    return size;
}

// A name takes no room when it is empty, or when a part has that of its mesh.
static bool has_own_name(const hit_model* c, const hit_model_part* part)
{
    return part->name[0] && strcmp(part->name, c->meshes[part->mesh].name) != 0;
}

// The same of a path: it is mostly the part's name.
static bool has_own_path(const hit_model_part* part)
{
    return part->path && part->path[0] && strcmp(part->path, part->name) != 0;
}

static uint32_t listed_points(const hit_model_mesh* mesh)
{
    return mesh->points ? mesh->point_count : 0;
}

// Of a mesh, where they are written.
static const hit_bvh* mesh_tree(const write_job* w, uint32_t mesh)
{
    return w->mesh_trees ? w->mesh_trees[mesh] : w->header.one_mesh ? w->tree : NULL;
}

static void count_things(write_job* w)
{
    const hit_model* c = w->m->content;
    uint64_t* count = w->header.count;
    count[HITFILE_MESHES] = c->mesh_count;
    count[HITFILE_PARTS] = c->part_count;
    count[HITFILE_NAMES] = 1; // the empty one
    count[HITFILE_TREES] = w->header.one_mesh ? 0 : w->header.tree_size;
    for (uint32_t i = 0; i < c->mesh_count; i++) {
        count[HITFILE_NAMES] += c->meshes[i].name[0] ? strlen(c->meshes[i].name) + 1 : 0;
        count[HITFILE_TREES] += tree_bytes(mesh_tree(w, i));
        count[HITFILE_FACES] += c->meshes[i].triangle_count;
        count[HITFILE_VERTICES] += c->meshes[i].vertex_count;
        count[HITFILE_POINTS] += listed_points(&c->meshes[i]);
    }
    for (uint32_t i = 0; i < c->part_count; i++) {
        count[HITFILE_NAMES] += has_own_name(c, &c->parts[i]) ? strlen(c->parts[i].name) + 1 : 0;
        count[HITFILE_NAMES] += has_own_path(&c->parts[i]) ? strlen(c->parts[i].path) + 1 : 0;
    }
    count[HITFILE_INDICES] = 3 * count[HITFILE_FACES];
}

static void fill_header(write_job* w)
{
    const hit_model* c = w->m->content;
    const hit_daabb box = model_bounds(w->m);
    hitfile_header* h = &w->header;
    memcpy(h->magic, HITFILE_MAGIC, sizeof h->magic);
    h->version = HITFILE_VERSION;
    h->endian = HITFILE_ENDIAN;
    h->format = (uint32_t)c->format;
    h->one_mesh = model_is_one_mesh(c, w->m->origin);
    h->triangle_count = w->m->first[c->part_count];
    h->point_count = c->point_count;
    h->up = (uint32_t)c->up;
    h->unit = c->unit;
    memcpy(h->origin, (const double[3]){w->m->origin.x, w->m->origin.y, w->m->origin.z}, sizeof h->origin);
    h->skipped_faces = c->skipped_faces;
    h->tree_size = tree_bytes(w->tree);
    memcpy(h->bounds, (const double[6]){box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z},
           sizeof h->bounds);
    count_things(w);
}

// ---- Sections -------------------------------------------------------------------------------------------------------

static void put_meshes(const write_job* w, content_writer* s)
{
    const hit_model* c = w->m->content;
    uint64_t name = 1;
    for (uint32_t i = 0; i < c->mesh_count; i++) {
        const hit_model_mesh* mesh = &c->meshes[i];
        const hitfile_mesh record = {.name = mesh->name[0] ? name : 0,
                                     .vertex_count = mesh->vertex_count,
                                     .triangle_count = mesh->triangle_count,
                                     .tree_size = tree_bytes(mesh_tree(w, i)),
                                     .point_count = mesh->point_count,
                                     .has_point_list = mesh->points != NULL};
        put(s, &record, sizeof record);
        name += mesh->name[0] ? strlen(mesh->name) + 1 : 0;
    }
}

// Names of meshes come first, in their order; so the position of one is known by those before it.
static int put_parts(const write_job* w, content_writer* s)
{
    const hit_model* c = w->m->content;
    uint64_t* mesh_name = malloc(((size_t)c->mesh_count + 1) * sizeof *mesh_name);
    uint64_t name = 1;
    if (!mesh_name)
        return model_out_of_memory(w->m);
    for (uint32_t i = 0; i < c->mesh_count; i++) {
        mesh_name[i] = name;
        name += c->meshes[i].name[0] ? strlen(c->meshes[i].name) + 1 : 0;
    }
    for (uint32_t i = 0; i < c->part_count; i++) {
        const hit_model_part* part = &c->parts[i];
        const hit_placement* at = &part->placement;
        hitfile_part record = {.mesh = part->mesh, .origin = {at->origin.x, at->origin.y, at->origin.z}};
        if (has_own_name(c, part)) {
            record.name = name;
            name += strlen(part->name) + 1;
        } else
            record.name = part->name[0] ? mesh_name[part->mesh] : 0;
        record.path = record.name;
        if (has_own_path(part)) {
            record.path = name;
            name += strlen(part->path) + 1;
        }
        memcpy(record.linear, at->linear, sizeof record.linear);
        put(s, &record, sizeof record);
    }
    free(mesh_name);
    return EXIT_OK;
}

static void put_names(const write_job* w, content_writer* s)
{
    const hit_model* c = w->m->content;
    put(s, "", 1);
    for (uint32_t i = 0; i < c->mesh_count; i++)
        if (c->meshes[i].name[0])
            put(s, c->meshes[i].name, strlen(c->meshes[i].name) + 1);
    for (uint32_t i = 0; i < c->part_count; i++) {
        if (has_own_name(c, &c->parts[i]))
            put(s, c->parts[i].name, strlen(c->parts[i].name) + 1);
        if (has_own_path(&c->parts[i]))
            put(s, c->parts[i].path, strlen(c->parts[i].path) + 1);
    }
}

static void put_tree(content_writer* s, const hit_bvh* tree)
{
    size_t size = 0;
    const void* bytes = tree ? hit_bvh_bytes(tree, &size) : NULL;
    put(s, bytes, size);
}

static int put_content(const write_job* w, content_writer* s)
{
    const hit_model* c = w->m->content;
    int code;
    put_meshes(w, s);
    put_zeros(s, w->offset[HITFILE_PARTS]);
    code = put_parts(w, s);
    if (code != EXIT_OK)
        return code;
    put_zeros(s, w->offset[HITFILE_NAMES]);
    put_names(w, s);
    put_zeros(s, w->offset[HITFILE_TREES]);
    if (!w->header.one_mesh)
        put_tree(s, w->tree);
    for (uint32_t i = 0; i < c->mesh_count; i++)
        put_tree(s, mesh_tree(w, i));
    put_zeros(s, w->offset[HITFILE_FACES]);
    for (uint32_t i = 0; i < c->mesh_count; i++)
        put(s, c->meshes[i].faces, c->meshes[i].triangle_count * sizeof(uint32_t));
    put_zeros(s, w->offset[HITFILE_INDICES]);
    for (uint32_t i = 0; i < c->mesh_count; i++)
        put(s, c->meshes[i].indices, 3 * (size_t)c->meshes[i].triangle_count * sizeof(uint32_t));
    put_zeros(s, w->offset[HITFILE_VERTICES]);
    for (uint32_t i = 0; i < c->mesh_count; i++)
        put(s, c->meshes[i].vertices, c->meshes[i].vertex_count * sizeof(hit_vec3));
    put_zeros(s, w->offset[HITFILE_POINTS]);
    for (uint32_t i = 0; i < c->mesh_count; i++)
        put(s, c->meshes[i].points, listed_points(&c->meshes[i]) * sizeof(uint32_t));
    put_zeros(s, w->offset[HITFILE_SECTIONS]);
    return EXIT_OK;
}

// ---- The file -------------------------------------------------------------------------------------------------------

static int compute_checksum(write_job* w)
{
    const uint64_t blocks = (w->header.size - HITFILE_PAGE) / HITFILE_CHECKSUM_BLOCK + 1;
    content_writer s = {.position = HITFILE_PAGE};
    int code;
    s.block = malloc(HITFILE_CHECKSUM_BLOCK);
    s.sums = malloc((size_t)blocks * sizeof *s.sums);
    code = s.block && s.sums ? put_content(w, &s) : model_out_of_memory(w->m);
    if (code == EXIT_OK) {
        if (s.filled > 0)
            s.sums[s.sum_count++] = hitfile_checksum(s.block, s.filled);
        w->header.content_checksum = hitfile_checksum(s.sums, s.sum_count * sizeof *s.sums);
    }
    free(s.block);
    free(s.sums);
    return code;
}

static int put_file(write_job* w, FILE* file)
{
    unsigned char page[HITFILE_PAGE] = {0};
    content_writer s = {.file = file};
    memcpy(page, &w->header, sizeof w->header);
    w->header.header_checksum = hitfile_checksum(page + HITFILE_CHECKSUM_FROM, HITFILE_PAGE - HITFILE_CHECKSUM_FROM);
    memcpy(page, &w->header, sizeof w->header);
    put(&s, page, sizeof page);
    return put_content(w, &s);
}

#if defined(_WIN32)
int hitfile_write_bytes(model* m, char** bytes, size_t* size)
{
    (void)bytes, (void)size;
    return model_out_of_memory(m);
}
#else
int hitfile_write_bytes(model* m, char** bytes, size_t* size)
{
    write_job w = {.m = m};
    FILE* to;
    int code = model_tree(m, &w.tree);
    if (code != EXIT_OK)
        return code;
    fill_header(&w);
    if (!hitfile_layout(w.header.count, w.offset))
        return model_out_of_memory(m);
    w.header.size = w.offset[HITFILE_SECTIONS];
    *bytes = NULL;
    to = open_memstream(bytes, size);
    if (!to)
        return model_out_of_memory(m);
    code = put_file(&w, to);
    if ((fclose(to) != 0 || *size != w.header.size) && code == EXIT_OK)
        code = atomic_load(&interrupted) != 0 ? EXIT_SIGNAL + atomic_load(&interrupted) : model_out_of_memory(m);
    if (code != EXIT_OK) {
        free(*bytes);
        *bytes = NULL;
    }
    return code;
}
#endif

// All of it is in the file; find out which one it is.
static bool flush_and_identify(FILE* file, file_identity* identity)
{
    return fflush(file) == 0 && identify_open(file, identity); // atomic_file_commit reports what is wrong
}

int hitfile_write(model* m, const char* path, uint64_t* size)
{
    write_job w = {.m = m};
    file_identity written, named;
    bool is_known;
    atomic_file out;
    int code = model_tree(m, &w.tree);
    if (code == EXIT_OK)
        code = model_mesh_trees(m, &w.mesh_trees);
    if (code != EXIT_OK)
        return code;
    fill_header(&w);
    if (!hitfile_layout(w.header.count, w.offset)) {
        print_error("%s: %s: too large for a file", m->verb_name, path);
        return EXIT_RESOURCES;
    }
    w.header.size = w.offset[HITFILE_SECTIONS];
    code = compute_checksum(&w);
    if (code != EXIT_OK)
        return code;
    catch_interrupts(); // from now on there is something to clean up
    code = atomic_file_open(&out, path);
    if (code != EXIT_OK)
        return code;
    code = put_file(&w, out.file);
    is_known = code == EXIT_OK && !interrupted && flush_and_identify(out.file, &written);
    if (interrupted)
        code = EXIT_SIGNAL + interrupted;
    if (code != EXIT_OK) {
        atomic_file_discard(&out);
        return code;
    }
    code = atomic_file_commit(&out);
    if (code != EXIT_OK)
        return code;
    // The new name has changed the time of change, but it must be the same file.
    if (is_known && identify_path(path, &named) && named.device == written.device && named.number == written.number &&
        named.size == w.header.size && written.size == w.header.size)
        validated_cache_add(&named, true);
    *size = w.header.size;
    return EXIT_OK;
}

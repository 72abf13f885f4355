// Opens .hit files: maps them, looks at the header, and makes a model of what is there, without a copy.
//
// Everything that decides where something lies - numbers, sizes, names - is checked each time: that takes time in
// proportion to the meshes and parts only. The rest (model/hit_file/validate.c) is checked when a file is first seen.
#include "model/hit_file/internal.h"
#include "cli/verb.h"
#include "model/model_internal.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const void* hitfile_section_data(const hitfile* file, hitfile_section section)
{
    return file->map.bytes + file->offset[section];
}

int hitfile_damaged(const hitfile* file, const char* format, ...)
{
    char text[256];
    char* advice;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    advice = strstr(text, ": build the tree"); // the library's, to those who call it
    if (advice)
        *advice = '\0';
    print_error_in(file->path, 0, "damaged .hit file: %s; make it again with hitscan tree", text);
    return EXIT_BAD_INPUT;
}

// ---- The header -----------------------------------------------------------------------------------------------------

bool hitfile_is(const char* path)
{
    char magic[8];
    if (model_is_hit_file_name(path))
        return true;
    return read_first_bytes(path, magic, sizeof magic) && memcmp(magic, HITFILE_MAGIC, sizeof magic) == 0;
}

static int read_header(hitfile* file)
{
    const hitfile_header* h = (const void*)file->map.bytes;
    if (file->map.size < sizeof h->magic || memcmp(h->magic, HITFILE_MAGIC, sizeof h->magic) != 0) {
        print_error_in(file->path, 0, "not a .hit file, in spite of its name; hitscan tree writes them");
        return EXIT_BAD_INPUT;
    }
    if (file->map.size < HITFILE_PAGE)
        return hitfile_damaged(file, "its %zu bytes are not even a header", file->map.size);
    if (h->endian != HITFILE_ENDIAN) {
        print_error_in(file->path, 0,
                       "a .hit file for machines of another byte order; make it again with hitscan tree");
        return EXIT_BAD_INPUT;
    }
    if (h->version != HITFILE_VERSION) {
        print_error(
            "%s: a .hit file of version %u, where this hitscan knows version %u only; make it again with hitscan tree",
            file->path, (unsigned)h->version, HITFILE_VERSION);
        return EXIT_BAD_INPUT;
    }
    if (h->header_checksum !=
        hitfile_checksum(file->map.bytes + HITFILE_CHECKSUM_FROM, HITFILE_PAGE - HITFILE_CHECKSUM_FROM))
        return hitfile_damaged(file, "the checksum of its header is wrong");
    if (h->size != file->map.size)
        return hitfile_damaged(file, "%zu bytes in place of %llu", file->map.size, (unsigned long long)h->size);
    file->header = h;
    return EXIT_OK;
}

static int check_header(hitfile* file)
{
    const hitfile_header* h = file->header;
    assert(h); // read_header found it
    const uint64_t* count = h->count;
    if (!hitfile_layout(count, file->offset) || file->offset[HITFILE_SECTIONS] != h->size)
        return hitfile_damaged(file, "its size is not that of its sections");
    if (count[HITFILE_MESHES] > UINT32_MAX || count[HITFILE_PARTS] > UINT32_MAX ||
        count[HITFILE_INDICES] != 3 * count[HITFILE_FACES])
        return hitfile_damaged(file, "the numbers in its header do not fit each other");
    if (h->format > HIT_MODEL_XYZ || h->one_mesh > 1 || h->up > HIT_AXIS_NEGATIVE_Z || !(h->unit >= 0.0) ||
        !(h->unit < (double)INFINITY) || !hit_dvec3_is_position(hitfile_origin(file)))
        return hitfile_damaged(file, "a value in its header means nothing");
    for (int i = 0; i < 3; i++) {
        const bool is_box = h->bounds[i] <= h->bounds[i + 3] && h->bounds[i + 3] - h->bounds[i] < (double)INFINITY;
        const bool is_nothing = h->bounds[i] > h->bounds[i + 3];
        if (!is_box && (h->triangle_count > 0 || !is_nothing)) // points may be infinite, and so nowhere
            return hitfile_damaged(file, "its bounds are none");
    }
    return EXIT_OK;
}

// ---- The model ------------------------------------------------------------------------------------------------------

// A name that begins at an offset; NULL when none does.
static const char* name_at(const hitfile* file, uint64_t offset)
{
    const char* names = hitfile_section_data(file, HITFILE_NAMES);
    return offset < file->header->count[HITFILE_NAMES] && (offset == 0 || names[offset - 1] == '\0') ? names + offset
                                                                                                     : NULL;
}

static int make_meshes(hitfile* file, hit_model_mesh* meshes)
{
    const hitfile_header* h = file->header;
    const hitfile_mesh* from = hitfile_section_data(file, HITFILE_MESHES);
    const hit_vec3* vertices = hitfile_section_data(file, HITFILE_VERTICES);
    const uint32_t* indices = hitfile_section_data(file, HITFILE_INDICES);
    const uint32_t* faces = hitfile_section_data(file, HITFILE_FACES);
    const uint32_t* points = hitfile_section_data(file, HITFILE_POINTS);
    uint64_t vertex = 0, triangle = 0, point = 0, tree = h->one_mesh ? 0 : h->tree_size;
    if (h->tree_size % HITFILE_TREE_ALIGNMENT != 0 || h->tree_size > h->count[HITFILE_TREES])
        return hitfile_damaged(file, "its tree reaches beyond the trees");
    for (uint32_t i = 0; i < file->model.mesh_count; i++) {
        const char* name = name_at(file, from[i].name);
        const uint32_t listed = from[i].has_point_list ? from[i].point_count : 0;
        if (listed > h->count[HITFILE_POINTS] - point || from[i].has_point_list > 1 ||
            (!from[i].has_point_list && from[i].point_count > from[i].vertex_count))
            return hitfile_damaged(file, "mesh %u has points that are not there", (unsigned)i);
        if (!name || from[i].vertex_count > h->count[HITFILE_VERTICES] - vertex ||
            from[i].triangle_count > h->count[HITFILE_FACES] - triangle ||
            from[i].tree_size % HITFILE_TREE_ALIGNMENT != 0 || from[i].tree_size > h->count[HITFILE_TREES] - tree)
            return hitfile_damaged(file, "mesh %u reaches beyond its sections", (unsigned)i);
        meshes[i] = (hit_model_mesh){.name = name,
                                     .vertices = vertices + vertex,
                                     .vertex_count = from[i].vertex_count,
                                     .indices = indices + 3 * triangle,
                                     .triangle_count = from[i].triangle_count,
                                     .faces = faces + triangle,
                                     .points = from[i].has_point_list ? points + point : NULL,
                                     .point_count = from[i].point_count,
                                     .material = UINT32_MAX};
        file->tree_offset[i] = tree;
        vertex += from[i].vertex_count;
        triangle += from[i].triangle_count;
        point += listed;
        tree += from[i].tree_size;
    }
    if (vertex != h->count[HITFILE_VERTICES] || triangle != h->count[HITFILE_FACES] ||
        point != h->count[HITFILE_POINTS] || tree != h->count[HITFILE_TREES] || (h->one_mesh && h->tree_size != tree))
        return hitfile_damaged(file, "its sections have more than its meshes");
    return EXIT_OK;
}

static int make_parts(hitfile* file, hit_model_part* parts)
{
    const hitfile_part* from = hitfile_section_data(file, HITFILE_PARTS);
    uint64_t triangles = 0, points = 0;
    for (uint32_t i = 0; i < file->model.part_count; i++) {
        parts[i].name = name_at(file, from[i].name);
        parts[i].path = name_at(file, from[i].path);
        parts[i].mesh = from[i].mesh;
        parts[i].placement.origin = hit_dvec3_make(from[i].origin[0], from[i].origin[1], from[i].origin[2]);
        memcpy(parts[i].placement.linear, from[i].linear, sizeof from[i].linear);
        if (!parts[i].name || !parts[i].path || parts[i].mesh >= file->model.mesh_count ||
            !hit_placement_is_valid(&parts[i].placement))
            return hitfile_damaged(file, "part %u has no name, mesh or place", (unsigned)i);
        triangles += file->model.meshes[parts[i].mesh].triangle_count;
        points += file->model.meshes[parts[i].mesh].point_count;
    }
    if (points != file->header->point_count)
        return hitfile_damaged(file, "the points of its parts are not as many as its header says");
    if (triangles != file->header->triangle_count || triangles > UINT32_MAX)
        return hitfile_damaged(file, "the triangles of its parts are not as many as its header says");
    if (model_is_one_mesh(&file->model, hitfile_origin(file)) != (file->header->one_mesh == 1))
        return hitfile_damaged(file, "its tree is not where it should be");
    return EXIT_OK;
}

static int make_model(hitfile* file)
{
    const hitfile_header* h = file->header;
    const char* names = hitfile_section_data(file, HITFILE_NAMES);
    hit_model* m = &file->model;
    hit_model_mesh* meshes;
    hit_model_part* parts;
    int code;
    if (h->count[HITFILE_NAMES] == 0 || names[h->count[HITFILE_NAMES] - 1] != '\0')
        return hitfile_damaged(file, "its names have no end");
    m->format = (hit_model_format)h->format;
    m->mesh_count = (uint32_t)h->count[HITFILE_MESHES];
    m->part_count = (uint32_t)h->count[HITFILE_PARTS];
    m->triangle_count = h->triangle_count;
    m->point_count = h->point_count;
    m->up = (hit_axis)h->up;
    m->unit = h->unit;
    m->skipped_faces = h->skipped_faces;
    m->bytes = file->map.size - (size_t)h->count[HITFILE_TREES];
    m->meshes = meshes = malloc((m->mesh_count + (size_t)1) * sizeof *meshes);
    m->parts = parts = malloc((m->part_count + (size_t)1) * sizeof *parts);
    file->tree_offset = malloc((m->mesh_count + (size_t)1) * sizeof *file->tree_offset);
    if (!meshes || !parts || !file->tree_offset)
        return out_of_memory(file->path);
    prefault_pages(meshes, m->mesh_count * sizeof *meshes);
    prefault_pages(parts, m->part_count * sizeof *parts);
    code = make_meshes(file, meshes);
    return code == EXIT_OK ? make_parts(file, parts) : code;
}

// ---- Open and close -------------------------------------------------------------------------------------------------

static int check_once(const hitfile* file, const hit_task_pool* pool)
{
    int code;
    if (validated_cache_has(&file->map.identity))
        return EXIT_OK;
    mapped_file_prefetch(&file->map);
    code = hitfile_validate(file, pool);
    if (code == EXIT_OK && mapped_file_is_unchanged(&file->map))
        validated_cache_add(&file->map.identity, false);
    return code;
}

int hitfile_open(const char* path, const hit_task_pool* pool, hitfile** opened)
{
    hitfile* file = calloc(1, sizeof *file);
    int code;
    if (!file)
        return out_of_memory(path);
    file->path = path;
    code = mapped_file_open(&file->map, path);
    if (code == EXIT_OK)
        code = read_header(file);
    if (code == EXIT_OK)
        code = check_header(file);
    if (code == EXIT_OK)
        code = make_model(file);
    if (code == EXIT_OK)
        code = check_once(file, pool);
    if (code == EXIT_OK)
        *opened = file;
    else
        hitfile_close(file);
    return code;
}

int hitfile_open_bytes(const char* path, const void* bytes, size_t size, hitfile** opened)
{
    hitfile* file = calloc(1, sizeof *file);
    int code;
    if (!file)
        return out_of_memory(path);
    file->path = path;
    file->is_borrowed = true;
    file->map.bytes = bytes;
    file->map.size = size;
    code = read_header(file);
    if (code == EXIT_OK)
        code = check_header(file);
    if (code == EXIT_OK)
        code = make_model(file);
    if (code == EXIT_OK)
        *opened = file;
    else
        hitfile_close(file);
    return code;
}

void hitfile_close(hitfile* file)
{
    if (!file)
        return;
    if (file->is_borrowed)
        memset(&file->map, 0, sizeof file->map);
    free((void*)(uintptr_t)file->model.meshes);
    free((void*)(uintptr_t)file->model.parts);
    free(file->tree_offset);
    mapped_file_close(&file->map);
    free(file);
}

const hit_model* hitfile_content(const hitfile* file)
{
    return &file->model;
}

hit_daabb hitfile_bounds(const hitfile* file)
{
    const double* b = file->header->bounds;
    const hit_daabb box = {{b[0], b[1], b[2]}, {b[3], b[4], b[5]}};
    return box;
}

hit_dvec3 hitfile_origin(const hitfile* file)
{
    const double* at = file->header->origin;
    return hit_dvec3_make(at[0], at[1], at[2]);
}

// ---- Trees ----------------------------------------------------------------------------------------------------------

static int view(const hitfile* file, uint64_t offset, uint64_t size, hit_bvh** tree)
{
    hit_error error = {0};
    const hit_bvh_view_options options = {.trusted = true}; // it has been checked, now or before
    const unsigned char* trees = hitfile_section_data(file, HITFILE_TREES);
    const hit_status status = hit_bvh_view(trees + offset, (size_t)size, &options, tree, &error);
    if (status == HIT_OK)
        return EXIT_OK;
    if (status == HIT_ERROR_MEMORY)
        return out_of_memory(file->path);
    return hitfile_damaged(file, "%s", error.message);
}

int hitfile_tree(const hitfile* file, hit_bvh** tree)
{
    return view(file, 0, file->header->tree_size, tree);
}

int hitfile_mesh_tree(const hitfile* file, uint32_t mesh, hit_bvh** tree)
{
    const hitfile_mesh* meshes = hitfile_section_data(file, HITFILE_MESHES);
    return view(file, file->tree_offset[mesh], meshes[mesh].tree_size, tree);
}

// Vertices of a PLY, and triangles in binary: what large files are made of.
//
// Where all vertices have the same size, each is where its number says, and threads can read them independently. So are
// faces, if each has three corners; which is found out by looking where their counts would be: when the first of them
// is a triangle, the second is where it should be, and so on. When one is not, the slow way (faces.c) reads them all.
#include "mesh_io/origin.h"
#include "mesh_io/ply/ply.h"
#include "mesh_io/text/scan.h"

#include "base/assert.h"
#include <string.h>

enum { ROWS_PER_TASK = 1 << 16 };

typedef struct rows {
    ply_mesh* mesh;
    const char* first; ///< row
    size_t stride;
    bool big_endian;
    ply_type type[3]; ///< of x, y and z; for faces the types of count and indices
    size_t offset[3]; ///< of x, y and z in a row; for faces that of the count
    uint64_t count;
    bool* good; ///< for each task: are all vertices finite; are all faces triangles of existing vertices
} rows;

static uint64_t end_of_task(const rows* r, uint32_t task)
{
    const uint64_t end = ((uint64_t)task + 1) * ROWS_PER_TASK;
    return end < r->count ? end : r->count;
}

// Run a task for each piece of rows. *good is whether all of them were.
static hit_status run(rows* r, hit_task* task, bool* good)
{
    const uint32_t tasks = (uint32_t)((r->count + ROWS_PER_TASK - 1) / ROWS_PER_TASK);
    hit_loader* loader = r->mesh->loader;
    hit_status status = HIT_OK;
    *good = true;
    r->good = hit_loader_allocate(loader, tasks, sizeof *r->good, &status);
    if (r->good == NULL)
        return status;
    loader->pool.run(loader->pool.context, task, r, tasks);
    for (uint32_t i = 0; i < tasks; i++)
        *good = *good && r->good[i];
    hit_loader_free(loader, r->good);
    return HIT_OK;
}

// ---- Vertices -------------------------------------------------------------------------------------------------------

// Three floats in a row, little-endian.
static void copy_vertices(void* context, uint32_t task)
{
    const rows* r = context;
    const uint64_t end = end_of_task(r, task);
    bool finite = true;
    for (uint64_t i = (uint64_t)task * ROWS_PER_TASK; i < end; i++) {
        const char* row = r->first + i * r->stride + r->offset[0];
        uint32_t bits[3];
        for (size_t k = 0; k < 3; k++) {
            bits[k] = (uint32_t)hit_ply_bits(row + 4 * k, 4, false);
            finite &= is_finite_bits(bits[k]);
        }
        memcpy(&r->mesh->vertices[i], bits, sizeof bits);
    }
    r->good[task] = finite;
}

// Numbers of any types.
static void convert_vertices(void* context, uint32_t task)
{
    const rows* r = context;
    const uint64_t end = end_of_task(r, task);
    bool finite = true;
    for (uint64_t i = (uint64_t)task * ROWS_PER_TASK; i < end; i++) {
        float v[3];
        for (size_t k = 0; k < 3; k++) {
            const char* at = r->first + i * r->stride + r->offset[k];
            v[k] = hit_ply_float_of(r->type[k], hit_ply_bits(at, hit_ply_size(r->type[k]), r->big_endian));
        }
        r->mesh->vertices[i] = (hit_vec3){v[0], v[1], v[2]};
        finite &= hit_vec3_is_finite(r->mesh->vertices[i]);
    }
    r->good[task] = finite;
}

static hit_status read_rows(ply_mesh* mesh, ply_cursor* cursor, const ply_element* element)
{
    rows r = {.mesh = mesh,
              .first = cursor->at,
              .stride = (size_t)element->least,
              .big_endian = cursor->encoding == PLY_BIG_ENDIAN,
              .count = element->count};
    size_t offset = 0;
    bool plain = !r.big_endian;
    for (uint32_t p = 0; p < element->property_count; p++) {
        const ply_property* property = &element->properties[p];
        if (ply_is_coordinate(property->role)) {
            const int axis = (int)property->role - PLY_X;
            r.type[axis] = property->type;
            r.offset[axis] = offset;
            plain = plain && property->type == PLY_FLOAT32;
        }
        offset += hit_ply_size(property->type);
    }
    plain = plain && r.offset[1] == r.offset[0] + 4 && r.offset[2] == r.offset[0] + 8;
    // check_element has seen that the rows are there, and the header that each has all values.
    HIT_ASSERT(r.stride > 0 && offset == r.stride && r.count <= (size_t)(cursor->end - cursor->at) / r.stride);
    cursor->at += (size_t)element->count * r.stride;
    return run(&r, plain ? copy_vertices : convert_vertices, &mesh->all_finite);
}

// The numbers of one row: as floats, or as doubles where these are asked for.
static hit_status read_row(ply_cursor* cursor, const ply_element* element, float v[3], double exact[3])
{
    for (uint32_t p = 0; p < element->property_count; p++) {
        const ply_property* property = &element->properties[p];
        const int axis = (int)property->role - PLY_X;
        const hit_status status = !ply_is_coordinate(property->role) ? hit_ply_skip_property(cursor, property)
                                  : exact == NULL ? hit_ply_read_float(cursor, property->type, &v[axis])
                                                  : hit_ply_read_double(cursor, property->type, &exact[axis]);
        if (status != HIT_OK)
            return status;
    }
    hit_ply_end_row(cursor);
    return HIT_OK;
}

static hit_status read_one_by_one(ply_mesh* mesh, ply_cursor* cursor, const ply_element* element)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        float v[3] = {0};
        const hit_status status = read_row(cursor, element, v, NULL);
        if (status != HIT_OK)
            return status;
        mesh->vertices[i] = (hit_vec3){v[0], v[1], v[2]};
        mesh->all_finite = mesh->all_finite && hit_vec3_is_finite(mesh->vertices[i]);
    }
    return HIT_OK;
}

// ---- Vertices in double ---------------------------------------------------------------------------------------------

// True when there can be numbers that are no floats.
static bool may_be_rounded(ply_encoding encoding, const ply_element* element)
{
    for (uint32_t p = 0; p < element->property_count; p++) {
        const ply_property* property = &element->properties[p];
        if (ply_is_coordinate(property->role) && (encoding == PLY_TEXT || property->type != PLY_FLOAT32))
            return true;
    }
    return false;
}

// Where floats are too coarse, read the vertices from `cursor` on again. Rare, so one by one.
static hit_status keep_doubles(ply_mesh* mesh, ply_cursor cursor, const ply_element* element)
{
    hit_loader* loader = mesh->loader;
    hit_status status = HIT_OK;
    hit_dvec3* exact;
    if (!may_be_rounded(cursor.encoding, element) || !hit_origin_is_far(mesh->vertices, mesh->vertex_count))
        return HIT_OK;
    exact = hit_loader_allocate(loader, mesh->vertex_count, sizeof *exact, &status);
    for (uint32_t i = 0; i < mesh->vertex_count && status == HIT_OK; i++) {
        double v[3] = {0};
        status = read_row(&cursor, element, NULL, v);
        exact[i] = hit_dvec3_make(v[0], v[1], v[2]);
    }
    if (status == HIT_OK)
        status = hit_origin_subtract(loader, exact, cursor.encoding == PLY_TEXT, mesh->vertices, mesh->vertex_count,
                                     &loader->origin);
    hit_loader_free(loader, exact);
    return status;
}

hit_status hit_ply_read_vertices(ply_mesh* mesh, ply_cursor* cursor, const ply_element* element)
{
    hit_status status = HIT_OK;
    const ply_cursor begin = *cursor;
    mesh->vertices = hit_loader_allocate(mesh->loader, element->count, sizeof *mesh->vertices, &status);
    if (mesh->vertices == NULL)
        return status;
    mesh->vertex_count = (uint32_t)element->count;
    mesh->has_vertices = true;
    mesh->all_finite = true;
    if (cursor->encoding == PLY_TEXT || element->has_lists)
        status = read_one_by_one(mesh, cursor, element);
    else
        status = read_rows(mesh, cursor, element);
    return status == HIT_OK ? keep_doubles(mesh, begin, element) : status;
}

// ---- Triangles ------------------------------------------------------------------------------------------------------

static void read_some_triangles(void* context, uint32_t task)
{
    const rows* r = context;
    const uint64_t end = end_of_task(r, task);
    const size_t count_size = hit_ply_size(r->type[0]), size = hit_ply_size(r->type[1]);
    const uint32_t first_face = (uint32_t)r->mesh->face_count, before = r->mesh->triangle_count;
    const bool plain = !r->big_endian && count_size == 1 && size == 4;
    const uint32_t vertices = r->mesh->vertex_count;
    const uint32_t limit = r->type[1] == PLY_INT32 && vertices > INT32_MAX ? (uint32_t)INT32_MAX + 1 : vertices;
    bool good = true;
    for (uint64_t i = (uint64_t)task * ROWS_PER_TASK; i < end; i++) {
        const char* row = r->first + i * r->stride + r->offset[0];
        uint32_t* indices = r->mesh->indices + 3 * (before + i);
        // The plain case is written out so that sizes are constants there. A negative index is a large
        // one here, and so beyond the limit.
        good &= (plain ? (unsigned char)*row : hit_ply_bits(row, count_size, r->big_endian)) == 3;
        for (size_t k = 0; k < 3; k++) {
            const char* at = row + (plain ? 1 + 4 * k : count_size + size * k);
            indices[k] = (uint32_t)(plain ? hit_ply_bits(at, 4, false) : hit_ply_bits(at, size, r->big_endian));
            good &= indices[k] < limit;
        }
        r->mesh->faces[before + i] = first_face + (uint32_t)i;
    }
    r->good[task] = good;
}

hit_status hit_ply_read_triangles(ply_mesh* mesh, ply_cursor* cursor, const ply_element* element, bool* done)
{
    rows r = {
        .mesh = mesh, .first = cursor->at, .big_endian = cursor->encoding == PLY_BIG_ENDIAN, .count = element->count};
    hit_status status;
    *done = false;
    if (cursor->encoding == PLY_TEXT || !mesh->all_finite)
        return HIT_OK;
    for (uint32_t p = 0; p < element->property_count; p++) {
        const ply_property* property = &element->properties[p];
        if (property->role == PLY_CORNERS) {
            if (property->type == PLY_INT8 || property->type == PLY_INT16)
                return HIT_OK; // rare, and -1 must not look like 255
            r.type[0] = property->count;
            r.type[1] = property->type;
            r.offset[0] = r.stride;
            r.stride += hit_ply_size(property->count) + 3 * hit_ply_size(property->type);
        } else if (property->count != PLY_NONE)
            return HIT_OK;
        else
            r.stride += hit_ply_size(property->type);
    }
    if (r.stride == 0 || element->count > (size_t)(cursor->end - cursor->at) / r.stride)
        return HIT_OK;
    status = hit_ply_reserve(mesh, cursor, mesh->triangle_count + element->count);
    if (status == HIT_OK)
        status = run(&r, read_some_triangles, done);
    if (status != HIT_OK || !*done)
        return status;
    mesh->triangle_count += (uint32_t)element->count;
    mesh->face_count += element->count;
    cursor->at += (size_t)element->count * r.stride;
    HIT_ASSERT(cursor->at <= cursor->end && mesh->triangle_count <= mesh->capacity);
    return HIT_OK;
}

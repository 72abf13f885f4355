// A mesh from hitscan-assimp: polygons become triangles, and what is not finite is left out and counted.
//
// Assimp's numbers are floats. Where a mesh lies so far from its origin that floats tell it less than a millionth of
// its size apart, digits of the file have been lost before we saw them, and a note says so.
#include "mesh_io/appearance.h"
#include "mesh_io/assimp/assimp.h"
#include "base/assert.h"
#include "mesh_io/faces.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// The arrays of a mesh, in the frame.
typedef struct arrays {
    hit_assimp_mesh m;
    const hit_vec3* vertices;
    const hit_vec3* normals;
    const uint8_t* colors;
    const float* uvs;
    const uint32_t *counts, *corners, *points;
    const char* name;
} arrays;

static bool take_arrays(hit_assimp_payload* p, arrays* a)
{
    const void* head = hit_assimp_take(p, 1, sizeof a->m);
    const hit_assimp_mesh* m = &a->m;
    if (head == NULL)
        return false;
    memcpy(&a->m, head, sizeof a->m);
    a->vertices = hit_assimp_take(p, m->vertex_count, sizeof *a->vertices);
    a->normals = (m->flags & HIT_ASSIMP_NORMALS) != 0 ? hit_assimp_take(p, m->vertex_count, sizeof *a->normals) : NULL;
    a->colors = (m->flags & HIT_ASSIMP_COLORS) != 0 ? hit_assimp_take(p, m->vertex_count, 4) : NULL;
    a->uvs = (m->flags & HIT_ASSIMP_UVS) != 0 ? hit_assimp_take(p, m->vertex_count, 2 * sizeof *a->uvs) : NULL;
    a->counts = hit_assimp_take(p, m->face_count, sizeof *a->counts);
    a->corners = hit_assimp_take(p, m->corner_count, sizeof *a->corners);
    a->points = hit_assimp_take(p, m->point_count, sizeof *a->points);
    a->name = hit_assimp_take(p, m->name_size, 1);
    return a->vertices != NULL && a->counts != NULL && a->corners != NULL && a->points != NULL && a->name != NULL &&
           ((m->flags & HIT_ASSIMP_NORMALS) == 0 || a->normals != NULL) &&
           ((m->flags & HIT_ASSIMP_COLORS) == 0 || a->colors != NULL) &&
           ((m->flags & HIT_ASSIMP_UVS) == 0 || a->uvs != NULL);
}

// A copy in memory of the model.
static void* copy(hit_loader* loader, const void* from, uint64_t count, size_t size, hit_status* status)
{
    void* to = *status == HIT_OK ? hit_loader_allocate(loader, count, size, status) : NULL;
    if (to != NULL && count > 0)
        memcpy(to, from, (size_t)count * size);
    return to;
}

// Normals and texture coordinates that are not finite show nothing: they become zero.
static float* copy_finite(hit_loader* loader, const void* from, uint64_t count, hit_status* status)
{
    float* to = copy(loader, from, count, sizeof *to, status);
    for (uint64_t i = 0; to != NULL && i < count; i++)
        to[i] = isfinite(to[i]) ? to[i] : 0.0f;
    return to;
}

static hit_status fail_index(hit_loader* loader, uint32_t index, uint32_t count)
{
    return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0,
                           "vertex index %" PRIu32 " out of range (%" PRIu32 " vertices), says Assimp", index, count);
}

// Are all corners finite? *bad is one that does not exist, if there is one.
static bool face_is_finite(const arrays* a, const uint32_t* corners, uint32_t count, const uint32_t** bad)
{
    bool finite = true;
    *bad = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (corners[i] >= a->m.vertex_count) {
            *bad = &corners[i];
            return false;
        }
        finite = finite && hit_vec3_is_finite(a->vertices[corners[i]]);
    }
    return finite;
}

// `indices` and `faces` have room for `most` triangles.
static hit_status make_triangles(hit_loader* loader, const arrays* a, hit_model_mesh* to, uint32_t* indices,
                                 uint32_t* faces, uint64_t most)
{
    const uint32_t* corners = a->corners;
    uint32_t t = 0;
    for (uint32_t f = 0; f < a->m.face_count; f++) {
        const uint32_t count = a->counts[f];
        const uint32_t* bad;
        const bool finite = face_is_finite(a, corners, count, &bad);
        if (bad != NULL)
            return fail_index(loader, *bad, a->m.vertex_count);
        if (count >= 3 && finite) {
            memcpy(indices + 3 * (size_t)t, corners, count * sizeof *indices);
            hit_polygon_triangulate(to->vertices, indices + 3 * (size_t)t, count);
            for (uint32_t i = 2; i < count; i++)
                faces[t++] = f;
        } else
            loader->model->skipped_faces += count >= 3;
        corners += count;
    }
    HIT_ASSERT(t <= most);
    to->triangle_count = t;
    return HIT_OK;
}

static hit_status make_faces(hit_loader* loader, const arrays* a, hit_model_mesh* to)
{
    hit_status status = HIT_OK;
    uint64_t corners = 0, triangles = 0;
    uint32_t *indices, *faces;
    for (uint32_t f = 0; f < a->m.face_count; f++) {
        corners += a->counts[f];
        triangles += a->counts[f] >= 3 ? a->counts[f] - 2 : 0;
    }
    if (corners != a->m.corner_count)
        return hit_assimp_nonsense(loader, "the corners of a mesh");
    if (triangles > UINT32_MAX / 3)
        return hit_loader_fail(loader, HIT_ERROR_LIMIT, 0, "%" PRIu64 " triangles in one mesh; split the model",
                               triangles);
    indices = hit_loader_allocate(loader, triangles, 3 * sizeof *indices, &status);
    faces = status == HIT_OK ? hit_loader_allocate(loader, triangles, sizeof *faces, &status) : NULL;
    to->indices = indices;
    to->faces = faces;
    return status == HIT_OK ? make_triangles(loader, a, to, indices, faces, triangles) : status;
}

// Points that are not finite are left out.
static hit_status make_points(hit_loader* loader, const arrays* a, hit_model_mesh* to)
{
    hit_status status = HIT_OK;
    uint32_t* points = NULL;
    uint32_t kept = 0;
    if (a->m.point_count == 0)
        return HIT_OK;
    points = hit_loader_allocate(loader, a->m.point_count, sizeof *points, &status);
    if (points == NULL)
        return status;
    for (uint32_t i = 0; i < a->m.point_count; i++) {
        if (a->points[i] >= a->m.vertex_count)
            return fail_index(loader, a->points[i], a->m.vertex_count);
        if (hit_vec3_is_finite(a->vertices[a->points[i]]))
            points[kept++] = a->points[i];
    }
    to->points = points;
    to->point_count = kept;
    if (kept < a->m.point_count)
        status =
            hit_loader_note(loader, "%" PRIu32 " points that are not finite are left out", a->m.point_count - kept);
    return status;
}

static hit_status note_lost_digits(hit_loader* loader, const hit_model_mesh* mesh)
{
    hit_vec3 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    double farthest, size, lost;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const hit_vec3 v = mesh->vertices[i];
        if (!hit_vec3_is_finite(v))
            continue;
        low = (hit_vec3){fminf(low.x, v.x), fminf(low.y, v.y), fminf(low.z, v.z)};
        high = (hit_vec3){fmaxf(high.x, v.x), fmaxf(high.y, v.y), fmaxf(high.z, v.z)};
    }
    if (!(low.x <= high.x))
        return HIT_OK;
    farthest =
        fmax(fmax(fmax(fabs((double)low.x), fabs((double)high.x)), fmax(fabs((double)low.y), fabs((double)high.y))),
             fmax(fabs((double)low.z), fabs((double)high.z)));
    size = fmax(fmax((double)high.x - (double)low.x, (double)high.y - (double)low.y), (double)high.z - (double)low.z);
    lost = ldexp(farthest, -24); // half of the distance between two floats
    if (size > 0.0 && lost > 1e-6 * size)
        return hit_loader_note(loader,
                               "\"%.60s\" is so far from the origin that Assimp's floats may be off by %.2g, which is "
                               "%.2g of its size",
                               mesh->name, lost, lost / size);
    return HIT_OK;
}

hit_status hit_assimp_decode_mesh(hit_loader* loader, hit_assimp_payload payload, hit_model_mesh* mesh)
{
    const uint32_t materials = loader->model->material_count;
    hit_status status = HIT_OK;
    arrays a = {0};
    if (!take_arrays(&payload, &a) || (materials > 0 && a.m.material >= materials && a.m.material != UINT32_MAX))
        return hit_assimp_nonsense(loader, "a mesh");
    mesh->name = hit_loader_text(loader, a.name, a.m.name_size, &status);
    mesh->vertices = copy(loader, a.vertices, a.m.vertex_count, sizeof *a.vertices, &status);
    if (a.normals != NULL)
        mesh->normals = (const hit_vec3*)copy_finite(loader, a.normals, 3 * (uint64_t)a.m.vertex_count, &status);
    mesh->colors = a.colors != NULL ? copy(loader, a.colors, a.m.vertex_count, 4, &status) : NULL;
    if (a.uvs != NULL)
        mesh->uvs = copy_finite(loader, a.uvs, 2 * (uint64_t)a.m.vertex_count, &status);
    if (status != HIT_OK)
        return status;
    mesh->vertex_count = a.m.vertex_count;
    mesh->material = materials > 0 ? a.m.material : UINT32_MAX;
    hit_mesh_make_finite(mesh);
    status = make_faces(loader, &a, mesh);
    if (status == HIT_OK)
        status = make_points(loader, &a, mesh);
    return status == HIT_OK ? note_lost_digits(loader, mesh) : status;
}

// What of a model is farthest along a direction: the support function of its convex hull, without making the hull.
//
// A pass over the corners of all triangles finds it, on the threads of the pool. A placement is not applied to the
// vertices, but its transpose to the direction: n·(o + L v) = (Lᵀn)·v + n·o. Parts whose mesh's box does not reach
// as far as what has been found are skipped: that makes a forest of a million trees cheap.
//
// A .hit file has a tree, and is picked in without a look at the whole of it. There the triangle that is closest to a
// point far away in the direction is nearly as far as any; what is farther touches the half-space beyond it. The
// corners of the tree are rounded, and so is the plane: the half-space is larger by more than that, and values are
// computed as in the pass.
#include "render/camera.h"
#include "render/picture.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

enum {
    CHUNK = 1 << 15,   // triangles or points for a task
    CANDIDATES = 16384 // triangles of a tree that are looked at
};

static const double FAR_SIZES = 1024.0; // sizes of the model: from so far away its near side is nearly its extreme
static const double SLACK = 0x1p-20;    // of coordinates: more than the roundings of the tree and of a plane

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// ---- The subject ----------------------------------------------------------------------------------------------------

static double largest_coordinate(hit_daabb b)
{
    return fmax(fmax(fmax(fabs(b.min.x), fabs(b.min.y)), fmax(fabs(b.min.z), fabs(b.max.x))),
                fmax(fabs(b.max.y), fabs(b.max.z)));
}

void camera_subject_make(camera_subject* subject)
{
    hit_daabb b;
    subject->points |= model_content(subject->model)->triangle_count == 0;
    b = subject->points ? points_bounds(subject->model) : model_bounds(subject->model);
    subject->is_box = true;
    if (!(b.min.x <= b.max.x && b.min.y <= b.max.y && b.min.z <= b.max.z))
        b = (hit_daabb){{-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}};
    else if (!(camera_box_size(b) > 0.0)) {
        const double half = 0.5 + 1e-6 * largest_coordinate(b);
        b = (hit_daabb){{b.min.x - half, b.min.y - half, b.min.z - half},
                        {b.max.x + half, b.max.y + half, b.max.z + half}};
    } else
        subject->is_box = false;
    subject->box = b;
}

void camera_subject_middle(const camera_subject* subject, double middle[3])
{
    const hit_daabb b = subject->box;
    middle[0] = 0.5 * b.min.x + 0.5 * b.max.x;
    middle[1] = 0.5 * b.min.y + 0.5 * b.max.y;
    middle[2] = 0.5 * b.min.z + 0.5 * b.max.z;
}

// ---- One part -------------------------------------------------------------------------------------------------------

// A direction as a part sees it: its vertex v has the value along·v + offset. Where the subject turns, height·v and
// `offset` are those along the axis, and radius² is what the rest of the point has.
typedef struct part_view {
    const hit_model_mesh* mesh;
    const uint32_t* points; // NULL where points are the vertices from 0 on
    uint32_t point_count;
    double linear[3][3], origin[3]; // of the placement, relative to the middle
    double along[EXTREMES_MAX][3], offset[EXTREMES_MAX];
} part_view;

// What a search works with.
typedef struct search {
    const camera_subject* subject;
    const double (*directions)[3];
    int count;
    double middle[3];
    double in_tree[3];                                // where the tree has the middle
    double axial[EXTREMES_MAX], radial[EXTREMES_MAX]; // of a subject that turns: of each direction, along and across
    uint32_t part;
    part_view view;
    camera_extreme* best;   // of all
    camera_extreme* chunks; // `count` for each task
} search;

static part_view see_part(const search* s, uint32_t part)
{
    const hit_model* c = model_content(s->subject->model);
    const hit_placement* p = &c->parts[part].placement;
    part_view view = {.mesh = &c->meshes[c->parts[part].mesh]};
    bool identity = true;
    if (s->subject->points)
        view.points = cloud_points(c, c->parts[part].mesh, &view.point_count);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            identity &= p->linear[i][k] == 0.0f;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            view.linear[i][k] = identity ? (double)(i == k) : (double)p->linear[i][k];
    view.origin[0] = p->origin.x - s->middle[0];
    view.origin[1] = p->origin.y - s->middle[1];
    view.origin[2] = p->origin.z - s->middle[2];
    for (int d = 0; d < s->count; d++) {
        const double* n = s->directions[d];
        for (int k = 0; k < 3; k++)
            view.along[d][k] = n[0] * view.linear[0][k] + n[1] * view.linear[1][k] + n[2] * view.linear[2][k];
        view.offset[d] = dot(n, view.origin);
    }
    return view;
}

static void place(const part_view* view, hit_vec3 v, double out[3])
{
    const double at[3] = {(double)v.x, (double)v.y, (double)v.z};
    for (int i = 0; i < 3; i++)
        out[i] = view->origin[i] + dot(view->linear[i], at);
}

static void consider(const search* s, const part_view* view, uint32_t part, uint32_t vertex, camera_extreme* best)
{
    const hit_vec3 v = view->mesh->vertices[vertex];
    const double at[3] = {(double)v.x, (double)v.y, (double)v.z};
    double height = 0.0, radius = 0.0;
    if (s->subject->turns) {
        double point[3];
        place(view, v, point);
        height = dot(point, s->subject->axis);
        radius = sqrt(fmax(dot(point, point) - height * height, 0.0));
    }
    for (int d = 0; d < s->count; d++) {
        const double value = s->subject->turns ? s->axial[d] * height + s->radial[d] * radius
                                               : dot(view->along[d], at) + view->offset[d];
        camera_extreme* b = &best[d];
        // A point that is not finite is not drawn either.
        if (!(value > b->value) && !(value == b->value && (part < b->part || (part == b->part && vertex < b->vertex))))
            continue;
        if (value <= DBL_MAX)
            *b = (camera_extreme){.value = value, .part = part, .vertex = vertex};
    }
}

static void nothing_yet(camera_extreme* best, int count)
{
    for (int d = 0; d < count; d++)
        best[d] = (camera_extreme){.value = -DBL_MAX, .part = UINT32_MAX, .vertex = UINT32_MAX};
}

static void search_range(const search* s, uint32_t first, uint32_t end, camera_extreme* best)
{
    const part_view* view = &s->view;
    if (s->subject->points)
        for (uint32_t i = first; i < end; i++)
            consider(s, view, s->part, view->points ? view->points[i] : i, best);
    else
        for (size_t k = 3 * (size_t)first; k < 3 * (size_t)end; k++)
            consider(s, view, s->part, view->mesh->indices[k], best);
}

static uint32_t length_of(const search* s)
{
    return s->subject->points ? s->view.point_count : s->view.mesh->triangle_count;
}

static void search_chunk(void* context, uint32_t index)
{
    const search* s = context;
    const uint32_t length = length_of(s), first = index * CHUNK;
    camera_extreme* best = &s->chunks[(size_t)index * (size_t)s->count];
    nothing_yet(best, s->count);
    search_range(s, first, length - first < CHUNK ? length : first + CHUNK, best);
}

static void search_part(search* s)
{
    const uint32_t length = length_of(s), tasks = length / CHUNK + (length % CHUNK != 0);
    s->chunks = tasks > 1 ? malloc((size_t)tasks * (size_t)s->count * sizeof *s->chunks) : NULL;
    if (!s->chunks) { // small, or memory is short
        search_range(s, 0, length, s->best);
        return;
    }
    s->subject->pool->run(s->subject->pool->context, search_chunk, s, tasks);
    for (uint32_t i = 0; i < tasks; i++)
        for (int d = 0; d < s->count; d++) {
            const camera_extreme* b = &s->chunks[(size_t)i * (size_t)s->count + (size_t)d];
            const camera_extreme* best = &s->best[d];
            if (b->value > best->value ||
                (b->value == best->value &&
                 (b->part < best->part || (b->part == best->part && b->vertex < best->vertex))))
                s->best[d] = *b;
        }
    free(s->chunks);
}

// ---- All parts ------------------------------------------------------------------------------------------------------

static hit_aabb mesh_box(const search* s, const hit_model* c, uint32_t index)
{
    const hit_model_mesh* mesh = &c->meshes[index];
    hit_aabb box = {{HUGE_VALF, HUGE_VALF, HUGE_VALF}, {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}};
    uint32_t point_count = 0;
    const uint32_t* points = s->subject->points ? cloud_points(c, index, &point_count) : NULL;
    const size_t count = s->subject->points ? point_count : 3 * (size_t)mesh->triangle_count;
    for (size_t k = 0; k < count; k++) {
        const hit_vec3 v = mesh->vertices[!s->subject->points ? mesh->indices[k] : points ? points[k] : k];
        box.min = hit_vec3_make(fminf(box.min.x, v.x), fminf(box.min.y, v.y), fminf(box.min.z, v.z));
        box.max = hit_vec3_make(fmaxf(box.max.x, v.x), fmaxf(box.max.y, v.y), fmaxf(box.max.z, v.z));
    }
    return box;
}

// True when no vertex of a part can be as far as what has been found, in any direction.
static bool is_within(const search* s, const part_view* view, hit_aabb box)
{
    const double low[3] = {(double)box.min.x, (double)box.min.y, (double)box.min.z};
    const double high[3] = {(double)box.max.x, (double)box.max.y, (double)box.max.z};
    for (int d = 0; d < s->count; d++) {
        double most = view->offset[d], size = fabs(view->offset[d]);
        for (int k = 0; k < 3; k++) {
            const double a = view->along[d][k] * low[k], b = view->along[d][k] * high[k];
            most += fmax(a, b);
            size += fmax(fabs(a), fabs(b));
        }
        if (!(most + 1e-14 * size < s->best[d].value))
            return false;
    }
    return true;
}

// The boxes of meshes, where many parts share them; NULL where that would not pay, or memory is short.
static hit_aabb* boxes_for(const search* s)
{
    const hit_model* c = model_content(s->subject->model);
    hit_aabb* boxes;
    if (s->subject->turns || c->part_count < 2 * (uint64_t)c->mesh_count)
        return NULL;
    boxes = malloc(c->mesh_count * sizeof *boxes + 1);
    for (uint32_t i = 0; boxes && i < c->mesh_count; i++)
        boxes[i] = mesh_box(s, c, i);
    return boxes;
}

static void search_all(search* s)
{
    const hit_model* c = model_content(s->subject->model);
    hit_aabb* boxes = boxes_for(s);
    for (uint32_t i = 0; i < c->part_count; i++) {
        s->part = i;
        s->view = see_part(s, i);
        if (!boxes || !is_within(s, &s->view, boxes[c->parts[i].mesh]))
            search_part(s);
    }
    free(boxes);
}

static void search_corners(search* s)
{
    const hit_daabb b = s->subject->box;
    nothing_yet(s->best, s->count);
    for (uint32_t i = 0; i < 8; i++) {
        const double p[3] = {(i & 1u ? b.max.x : b.min.x) - s->middle[0], (i & 2u ? b.max.y : b.min.y) - s->middle[1],
                             (i & 4u ? b.max.z : b.min.z) - s->middle[2]};
        const double height = dot(p, s->subject->axis), radius = sqrt(fmax(dot(p, p) - height * height, 0.0));
        for (int d = 0; d < s->count; d++) {
            const double value =
                s->subject->turns ? s->axial[d] * height + s->radial[d] * radius : dot(s->directions[d], p);
            if (value > s->best[d].value)
                s->best[d] = (camera_extreme){.value = value, .point = {p[0], p[1], p[2]}, .part = 0, .vertex = i};
        }
    }
}

// ---- By a tree ------------------------------------------------------------------------------------------------------

// The triangles that reach into the half-space n·(p - middle) >= value, or more than these.
static uint32_t beyond(const search* s, const hit_bvh* tree, const double n[3], double value, uint32_t* found)
{
    hit_frustum space = {{{{0.0f, 0.0f, 0.0f}, 0.0f}}};
    space.plane[0].normal = hit_vec3_make((float)n[0], (float)n[1], (float)n[2]);
    space.plane[0].offset = (float)(value + dot(n, s->in_tree));
    return hit_bvh_in_frustum(tree, &space, HIT_INCLUDE_TOUCHING, NULL, found, CANDIDATES);
}

static void consider_triangles(const search* s, int d, const uint32_t* found, uint32_t count, camera_extreme* best)
{
    const hit_model* c = model_content(s->subject->model);
    const search one = {.subject = s->subject,
                        .directions = s->directions + d,
                        .count = 1,
                        .middle = {s->middle[0], s->middle[1], s->middle[2]}};
    uint32_t part = UINT32_MAX;
    part_view view = {.mesh = NULL};
    for (uint32_t i = 0; i < count; i++) {
        const model_source from = model_source_of(s->subject->model, found[i]);
        if (view.mesh == NULL || from.part != part)
            view = see_part(&one, from.part);
        part = from.part;
        for (size_t k = 0; k < 3; k++)
            consider(&one, &view, part, c->meshes[c->parts[part].mesh].indices[3 * (size_t)from.triangle + k], best);
    }
}

// False when too many triangles are about as far.
static bool search_tree_along(const search* s, const hit_bvh* tree, int d, uint32_t* found, camera_extreme* best)
{
    const double* n = s->directions[d];
    const double length = sqrt(dot(n, n)), size = camera_box_size(s->subject->box);
    const double far_off = FAR_SIZES * size / length;
    const hit_vec3 from =
        hit_vec3_make((float)(s->in_tree[0] + far_off * n[0]), (float)(s->in_tree[1] + far_off * n[1]),
                      (float)(s->in_tree[2] + far_off * n[2]));
    hit_bvh_closest near;
    double largest;
    uint32_t count;
    if (hit_bvh_closest_points(tree, from, HUGE_VALF, NULL, &near, 1) != 1)
        return false;
    nothing_yet(best, 1);
    consider_triangles(s, d, &near.primitive, 1, best);
    largest = fmax(fabs(s->in_tree[0]), fmax(fabs(s->in_tree[1]), fabs(s->in_tree[2])));
    count = beyond(s, tree, n, best->value - SLACK * length * (largest + size), found);
    if (count > CANDIDATES)
        return false;
    consider_triangles(s, d, found, count, best);
    return true;
}

static bool search_tree(search* s)
{
    const hit_bvh* tree;
    const hit_dvec3 origin = model_origin(s->subject->model);
    uint32_t* found = malloc(CANDIDATES * sizeof *found);
    bool done = found && model_tree(s->subject->model, &tree) == EXIT_OK;
    s->in_tree[0] = s->middle[0] - origin.x;
    s->in_tree[1] = s->middle[1] - origin.y;
    s->in_tree[2] = s->middle[2] - origin.z;
    for (int d = 0; d < s->count && done; d++)
        done = search_tree_along(s, tree, d, found, &s->best[d]);
    free(found);
    return done;
}

void camera_extremes(const camera_subject* subject, const double (*directions)[3], int count, camera_extreme* out)
{
    const bool has_tree = model_cost(subject->model).mapped && !subject->points && !subject->turns;
    bool by_box = subject->is_box;
    search s = {.subject = subject, .directions = directions, .count = count, .best = out};
    assert(count <= EXTREMES_MAX);
    camera_subject_middle(subject, s.middle);
    for (int d = 0; d < count && subject->turns; d++) {
        s.axial[d] = dot(directions[d], subject->axis);
        s.radial[d] = sqrt(fmax(dot(directions[d], directions[d]) - s.axial[d] * s.axial[d], 0.0));
    }
    if (!by_box && !(has_tree && search_tree(&s))) {
        nothing_yet(out, count);
        search_all(&s);
    }
    for (int d = 0; d < count; d++)
        by_box = by_box || out[d].part == UINT32_MAX;
    if (by_box)
        search_corners(&s);
    for (int d = 0; d < count && !by_box; d++) {
        const part_view view = see_part(&s, out[d].part);
        place(&view, view.mesh->vertices[out[d].vertex], out[d].point);
    }
}

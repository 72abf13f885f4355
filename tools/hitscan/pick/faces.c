// Finds the triangles in an area.
//
// The library selects objects of scenes. So triangles are made objects: first the parts, then of those that touch the
// area runs of triangles, each with a tree of its own, in scenes of some thousands; then of the runs that are neither
// inside nor outside as a whole shorter runs, down to single triangles. A part contains and touches what its triangles
// do, so each answer is that of the library for the triangle. The cost is that of the triangles near the border of the
// area: some microseconds for each.
#include "pick/faces.h"
#include "cli/job.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_RUN = 4096, DIVIDE = 16, SCENE_MAX = 8192 };
_Static_assert(FIRST_RUN == DIVIDE * DIVIDE * DIVIDE, "the last runs are single triangles");

// Some triangles of a part, one after the other.
typedef struct run {
    uint32_t part, begin, end;
} run;

typedef struct run_list {
    run* runs;
    size_t count, capacity;
} run_list;

typedef struct search {
    pick_context* s;
    area_query* query;
    const void* context;
    bool contained;
    bool** selected; ///< for each part NULL, or a flag for each triangle
    run_list now, next;
    // Of the scene that is asked:
    hit_bvh* trees[SCENE_MAX];
    hit_id ids[SCENE_MAX], touching[SCENE_MAX], inside[SCENE_MAX];
    hit_bvh_scratch scratch;
} search;

static bool add_run(run_list* list, run r)
{
    if (list->count == list->capacity) {
        const size_t capacity = 2 * list->capacity + 256;
        run* larger = realloc(list->runs, capacity * sizeof *larger);
        if (!larger)
            return false;
        list->runs = larger;
        list->capacity = capacity;
    }
    list->runs[list->count++] = r;
    return true;
}

// Runs of at most `size` triangles.
static bool divide(run_list* list, run r, uint32_t size)
{
    for (uint32_t at = r.begin; at < r.end;) {
        const uint32_t end = r.end - at > size ? at + size : r.end;
        if (!add_run(list, (run){r.part, at, end}))
            return false;
        at = end;
    }
    return true;
}

// ---- A scene of runs ------------------------------------------------------------------------------------------------

// The tree of a run, and where it stands. A degenerate placement is done to the corners, as in the scene of parts.
static hit_status make_tree(search* a, run r, hit_object* object, hit_bvh** tree)
{
    const hit_model* c = model_content(a->s->model);
    const hit_model_part* part = &c->parts[r.part];
    const hit_model_mesh* from = &c->meshes[part->mesh];
    const hit_bvh_options options = {.scratch = &a->scratch};
    const uint32_t count = r.end - r.begin;
    hit_mesh mesh = hit_model_triangles(c, part->mesh);
    hit_vec3* corners = NULL;
    hit_status status;
    *object = hit_object_at(part->placement.origin);
    mesh.indices = from->indices + 3 * (size_t)r.begin;
    mesh.triangle_count = count;
    if (model_is_degenerate(&part->placement)) {
        const float(*m)[3] = part->placement.linear;
        corners = malloc(3 * (size_t)count * sizeof *corners);
        if (!corners)
            return HIT_ERROR_MEMORY;
        for (size_t i = 0; i < 3 * (size_t)count; i++) {
            const hit_vec3 v = from->vertices[from->indices[3 * (size_t)r.begin + i]];
            double p[3];
            for (int k = 0; k < 3; k++)
                p[k] = (double)m[k][0] * (double)v.x + (double)m[k][1] * (double)v.y + (double)m[k][2] * (double)v.z;
            corners[i] = hit_vec3_make((float)p[0], (float)p[1], (float)p[2]);
        }
        mesh = (hit_mesh){
            .vertices = corners, .vertex_count = 3 * count, .index_type = HIT_INDEX_NONE, .triangle_count = count};
    } else
        object->placement = part->placement;
    status = hit_bvh_build_triangles(&mesh, &options, tree, NULL);
    free(corners);
    return status;
}

// True when an id is in a list, which both ascend: `at` is where the last one was.
static bool is_listed(const hit_id* list, uint32_t count, uint32_t* at, hit_id id)
{
    while (*at < count && list[*at] < id)
        ++*at;
    return *at < count && list[*at] == id;
}

// Ask about some runs: those inside are selected, those that touch the area go to the next round.
static bool ask(search* a, hit_scene* scene, const run* runs, uint32_t count, uint32_t next_size)
{
    uint32_t touching, inside, at_touching = 0, at_inside = 0;
    for (uint32_t i = 0; i < count; i++) {
        hit_object object;
        if (make_tree(a, runs[i], &object, &a->trees[i]) != HIT_OK ||
            hit_scene_add_mesh(scene, &object, a->trees[i], &a->ids[i], NULL) != HIT_OK)
            return false;
    }
    if (hit_scene_commit(scene, &a->s->pool, NULL) != HIT_OK)
        return false;
    touching = a->query(a->context, scene, false, a->touching, SCENE_MAX);
    inside = a->query(a->context, scene, true, a->inside, SCENE_MAX);
    assert(touching <= count && inside <= count);
    for (uint32_t i = 0; i < count; i++) {
        const bool touches = is_listed(a->touching, touching, &at_touching, a->ids[i]);
        const bool is_inside = is_listed(a->inside, inside, &at_inside, a->ids[i]);
        const bool is_single = runs[i].end - runs[i].begin == 1;
        if (is_inside || (is_single && touches && !a->contained))
            memset(a->selected[runs[i].part] + runs[i].begin, 1, runs[i].end - runs[i].begin);
        else if (touches && !is_single && !divide(&a->next, runs[i], next_size))
            return false;
    }
    return true;
}

static bool ask_scene(search* a, const run* runs, uint32_t count, uint32_t next_size)
{
    hit_scene* scene = NULL;
    bool fine;
    assert(count <= SCENE_MAX);
    memset((void*)a->trees, 0, sizeof a->trees);
    fine = hit_scene_create(NULL, &scene, NULL) == HIT_OK && ask(a, scene, runs, count, next_size);
    hit_scene_destroy(scene);
    for (uint32_t i = 0; i < count; i++)
        hit_bvh_destroy(a->trees[i]);
    return fine;
}

static bool search_rounds(search* a)
{
    for (uint32_t size = FIRST_RUN; a->now.count > 0; size /= DIVIDE) {
        const run_list used = a->now;
        const uint32_t next_size = size > DIVIDE ? size / DIVIDE : 1;
        assert(size > 0);
        for (size_t i = 0; i < a->now.count; i += SCENE_MAX) {
            const size_t left = a->now.count - i;
            if (!ask_scene(a, a->now.runs + i, left < SCENE_MAX ? (uint32_t)left : SCENE_MAX, next_size))
                return false;
        }
        a->now = a->next;
        a->next = used;
        a->next.count = 0;
    }
    return true;
}

// ---- All parts ------------------------------------------------------------------------------------------------------

// The parts that touch the area, in runs.
static bool begin_search(search* a)
{
    const hit_model* c = model_content(a->s->model);
    hit_id* ids = malloc(((size_t)c->part_count + 1) * sizeof *ids);
    bool fine = ids && a->selected;
    const uint32_t count = fine ? a->query(a->context, a->s->scene, false, ids, c->part_count) : 0;
    for (uint32_t i = 0; i < count && fine; i++) {
        const uint32_t part = pick_context_part_of(a->s, ids[i]);
        const uint32_t triangles = c->meshes[c->parts[part].mesh].triangle_count;
        a->selected[part] = calloc((size_t)triangles + 1, sizeof(bool));
        fine = a->selected[part] && divide(&a->now, (run){part, 0, triangles}, FIRST_RUN);
    }
    free(ids);
    return fine;
}

// The list of what is selected in a part, if there is something.
static bool list_part(const hit_model* c, uint32_t part, const bool* selected, const bool* seen, face_list* list)
{
    const hit_model_mesh* mesh = &c->meshes[c->parts[part].mesh];
    part_faces one = {.part = part};
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        one.triangle_count += selected[i] && (!seen || seen[i]);
    if (one.triangle_count == 0)
        return true;
    one.triangles = malloc(one.triangle_count * sizeof *one.triangles);
    if (!one.triangles)
        return false;
    one.triangle_count = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        if (selected[i] && (!seen || seen[i])) {
            // Triangles of a face follow each other.
            one.face_count +=
                one.triangle_count == 0 || mesh->faces[one.triangles[one.triangle_count - 1]] != mesh->faces[i];
            one.triangles[one.triangle_count++] = i;
        }
    list->parts[list->count++] = one;
    return true;
}

static bool list_all(const search* a, bool* const* seen, face_list* list)
{
    const hit_model* c = model_content(a->s->model);
    bool fine;
    list->parts = malloc(((size_t)c->part_count + 1) * sizeof *list->parts);
    fine = list->parts != NULL;
    for (uint32_t i = 0; i < c->part_count && fine; i++)
        if (a->selected[i] && (!seen || seen[i]))
            fine = list_part(c, i, a->selected[i], seen ? seen[i] : NULL, list);
    return fine;
}

int faces_find(pick_context* s, area_query* query, const void* context, bool contained, bool* const* seen,
               face_list* list)
{
    const uint32_t part_count = model_content(s->model)->part_count;
    search* a = calloc(1, sizeof *a);
    bool fine;
    memset(list, 0, sizeof *list);
    if (!a)
        return out_of_memory(s->verb_name);
    a->s = s;
    a->query = query;
    a->context = context;
    a->contained = contained;
    a->selected = (bool**)calloc((size_t)part_count + 1, sizeof(bool*));
    fine = begin_search(a) && search_rounds(a) && list_all(a, seen, list);
    for (uint32_t i = 0; a->selected && i < part_count; i++)
        free(a->selected[i]);
    free((void*)a->selected);
    free(a->now.runs);
    free(a->next.runs);
    hit_bvh_scratch_free(&a->scratch, NULL);
    free(a);
    return fine ? EXIT_OK : out_of_memory(s->verb_name);
}

void face_list_free(face_list* list)
{
    for (uint32_t i = 0; i < list->count; i++)
        free(list->parts[i].triangles);
    free(list->parts);
    memset(list, 0, sizeof *list);
}

// ---- What is seen ---------------------------------------------------------------------------------------------------

void seen_free(const pick_context* s, bool** seen)
{
    for (uint32_t i = 0; seen && i < model_content(s->model)->part_count; i++)
        free(seen[i]);
    free((void*)seen);
}

static bool mark(const pick_context* s, const hit_scene_hit* hit, bool** seen)
{
    const hit_model* c = model_content(s->model);
    const uint32_t part = pick_context_part_of(s, hit->id);
    if (!seen[part])
        seen[part] = calloc((size_t)c->meshes[c->parts[part].mesh].triangle_count + 1, sizeof(bool));
    if (seen[part])
        seen[part][hit->primitive] = true;
    return seen[part] != NULL;
}

int faces_see(pick_context* s, const screen_area* area, bool*** seen)
{
    const double size[2] = {(double)s->camera.screen.width, (double)s->camera.screen.height};
    double low[2], step[2];
    uint64_t count[2];
    bool fine;
    *seen = (bool**)calloc((size_t)model_content(s->model)->part_count + 1, sizeof(bool*));
    fine = *seen != NULL;
    for (int i = 0; i < 2; i++) {
        const double high = fmin(area->max[i], size[i]);
        low[i] = fmax(area->min[i], 0.0);
        if (!(low[i] <= high))
            return fine ? EXIT_OK : out_of_memory(s->verb_name);
        count[i] = (uint64_t)ceil((high - low[i]) / area->step) + 1;
        step[i] = count[i] > 1 ? (high - low[i]) / (double)(count[i] - 1) : 0.0;
    }
    for (uint64_t y = 0; y < count[1] && fine; y++)
        for (uint64_t x = 0; x < count[0] && fine; x++) {
            const double at[2] = {low[0] + (double)x * step[0], low[1] + (double)y * step[1]};
            hit_scene_hit hit;
            if (area->has(area->context, at[0], at[1]) &&
                hit_pick_first(s->scene, &s->camera, at[0], at[1], NULL, &hit))
                fine = mark(s, &hit, *seen);
        }
    return fine ? EXIT_OK : out_of_memory(s->verb_name);
}

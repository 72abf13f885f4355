#include "support/bvh/bvh_check.h"

#include "support/base/cmocka_all.h"
#include "support/bvh/coherence.h"

const char* const check_quality_names[CHECK_QUALITIES] = {"default", "fast", "high"};

enum { PRINTED = 4, ROOM = 8192 };

static check_scene start(const char* name, brute_force* reference, uint32_t count, uint64_t seed)
{
    check_scene s = {.name = name, .reference = reference, .count = count, .seed = seed};
    test_random r = test_random_make(seed + 99);
    s.masks = calloc((size_t)count + 1, sizeof *s.masks);
    assert_non_null(s.masks);
    for (uint32_t i = 0; i < count; i++)
        s.masks[i] = (uint32_t)test_random_next(&r) & 7u;
    return s;
}

static void built(hit_status status, const char* name, hit_bvh_quality quality, const hit_bvh* tree, hit_error* error)
{
    if (status == HIT_OK)
        status = hit_bvh_validate(tree, error);
    if (status != HIT_OK)
        printf("%s, %s: %s: %s\n", name, check_quality_names[quality], hit_status_text(status), error->message);
    assert_int_equal(status, HIT_OK);
}

check_scene check_mesh(const char* name, const test_mesh* m, uint64_t seed)
{
    check_scene s = start(name, brute_force_mesh(m), m->faces, seed);
    const hit_mesh mesh = test_mesh_view(m);
    for (int q = 0; q < CHECK_QUALITIES; q++) {
        hit_error error = {0};
        const hit_bvh_options options = {.quality = (hit_bvh_quality)q};
        const hit_status status = hit_bvh_build_triangles(&mesh, &options, &s.tree[q], &error);
        built(status, name, options.quality, s.tree[q], &error);
    }
    return s;
}

check_scene check_aabbs(const char* name, const hit_aabb* boxes, uint32_t count, uint64_t seed)
{
    check_scene s = start(name, brute_force_aabbs(boxes, count), count, seed);
    for (int q = 0; q < CHECK_QUALITIES; q++) {
        hit_error error = {0};
        const hit_bvh_options options = {.quality = (hit_bvh_quality)q};
        const hit_status status = hit_bvh_build_aabbs(boxes, 0, count, &options, &s.tree[q], &error);
        built(status, name, options.quality, s.tree[q], &error);
    }
    return s;
}

check_scene check_obbs(const char* name, const hit_obb* boxes, uint32_t count, uint64_t seed)
{
    check_scene s = start(name, brute_force_obbs(boxes, count), count, seed);
    for (int q = 0; q < CHECK_QUALITIES; q++) {
        hit_error error = {0};
        const hit_bvh_options options = {.quality = (hit_bvh_quality)q};
        const hit_status status = hit_bvh_build_obbs(boxes, 0, count, &options, &s.tree[q], &error);
        built(status, name, options.quality, s.tree[q], &error);
    }
    return s;
}

void check_free(check_scene* s)
{
    brute_force_free(s->reference);
    for (int q = 0; q < CHECK_QUALITIES; q++)
        hit_bvh_destroy(s->tree[q]);
    free(s->masks);
}

// ---- One tree, one ray, one filter ----------------------------------------------------------------------------------

typedef struct question {
    const hit_bvh* tree;
    const brute_force* reference;
    hit_ray ray;
    const hit_bvh_filter* filter;
    const hit_bvh_hit* expected; ///< all hits, sorted
    uint32_t count;
    uint32_t k; ///< a capacity below, at or above the count
} question;

static void print_hit(const char* name, const hit_bvh_hit* h)
{
    printf("    %s primitive %u t %a u %a v %a w %a side %d face %d\n", name, h->primitive, (double)h->t, (double)h->u,
           (double)h->v, (double)h->w, (int)h->side, h->face);
}

static bool same_hit(const hit_bvh_hit* a, const hit_bvh_hit* b)
{
    // `slot` is the tree's own business, and comes last.
    _Static_assert(offsetof(hit_bvh_hit, slot) == 28, "without padding, so that bytes can be compared");
    return memcmp(a, b, offsetof(hit_bvh_hit, slot)) == 0;
}

static hit_bvh_hit untouched(void)
{
    hit_bvh_hit h;
    memset(&h, 0x5a, sizeof h);
    return h;
}

static bool same_normal(const question* q, const hit_bvh_hit* got)
{
    const hit_vec3 a = hit_bvh_normal(q->tree, got), b = brute_force_normal(q->reference, got);
    return memcmp(&a, &b, sizeof a) == 0;
}

static const char* wrong_first(const question* q, hit_bvh_hit* got)
{
    const hit_bvh_hit before = untouched();
    const bool hit = q->count > 0;
    test_ask_opposite(q->tree, q->ray);
    for (int again = 0; again < 2; again++) {
        *got = before;
        if (hit_bvh_first(q->tree, q->ray, q->filter, got) != hit)
            return again ? "first, again: hit or miss" : "first: hit or miss";
        if (!same_hit(got, hit ? &q->expected[0] : &before))
            return hit ? again ? "first, again: which hit" : "first: which hit" : "first: touched on a miss";
    }
    if (hit_bvh_first(q->tree, q->ray, q->filter, NULL) != hit)
        return "first without output";
    if (hit && !same_normal(q, got))
        return "first: normal";
    test_ask_opposite(q->tree, q->ray);
    for (int again = 0; again < 2; again++)
        if (hit_bvh_any(q->tree, q->ray, q->filter) != hit)
            return again ? "any, again" : "any";
    return NULL;
}

// `stored` hits are as expected, and nothing was written beyond `room`.
static const char* wrong_list(const question* q, const hit_bvh_hit* got, uint32_t stored, uint32_t room, bool nearest)
{
    const hit_bvh_hit before = untouched();
    for (uint32_t i = 0; i < stored; i++)
        if (!same_hit(&got[i], &q->expected[i]) || !same_normal(q, &got[i]))
            return nearest ? "nearest: a hit" : "all: a hit";
    return same_hit(&got[room], &before) ? NULL : "wrote beyond its room";
}

static const char* wrong_all(const question* q, hit_bvh_hit* room)
{
    const uint32_t few = q->k < q->count ? q->k : q->count;
    const char* wrong;

    room[q->count + 1] = untouched();
    if (hit_bvh_all(q->tree, q->ray, q->filter, room, q->count + 1) != q->count)
        return "all: how many";
    if ((wrong = wrong_list(q, room, q->count, q->count + 1, false)) != NULL)
        return wrong;
    room[q->k] = untouched();
    if (hit_bvh_all(q->tree, q->ray, q->filter, q->k == 0 ? NULL : room, q->k) != q->count)
        return "all, little room: how many";
    if ((wrong = wrong_list(q, room, few, q->k, false)) != NULL)
        return wrong;
    room[q->k] = untouched();
    if (hit_bvh_first_k(q->tree, q->ray, q->filter, room, q->k) != few)
        return "nearest: how many";
    if ((wrong = wrong_list(q, room, few, q->k, true)) != NULL)
        return wrong;
    return hit_bvh_count(q->tree, q->ray, q->filter) == q->count ? NULL : "count";
}

typedef struct visits {
    const question* q;
    uint8_t* seen;
    uint32_t calls, stop;
    bool wrong;
} visits;

static bool visit(void* context, const hit_bvh_hit* hit)
{
    visits* v = context;
    uint32_t i = 0;
    while (i < v->q->count && v->q->expected[i].primitive != hit->primitive)
        i++;
    v->wrong = v->wrong || i == v->q->count || !same_hit(hit, &v->q->expected[i]) || v->seen[i];
    if (i < v->q->count)
        v->seen[i] = 1;
    return ++v->calls != v->stop;
}

static const char* wrong_visit(const question* q)
{
    static uint8_t seen[ROOM];
    visits v = {q, seen, 0, UINT32_MAX, false};
    memset(seen, 0, q->count);
    if (hit_bvh_visit(q->tree, q->ray, q->filter, visit, &v) != q->count || v.calls != q->count)
        return "visit: how many";
    if (v.wrong)
        return "visit: a hit";
    if (q->k == 0 || q->k > q->count)
        return NULL;
    v = (visits){q, seen, 0, q->k, false};
    memset(seen, 0, q->count);
    if (hit_bvh_visit(q->tree, q->ray, q->filter, visit, &v) != q->k || v.calls != q->k || v.wrong)
        return "visit: did not stop";
    return NULL;
}

static const char* wrong_lists(const question* q)
{
    static hit_bvh_hit room[ROOM + 4];
    const char* wrong = wrong_all(q, room);
    return wrong == NULL ? wrong_visit(q) : wrong;
}

// ---- All trees, all levels ------------------------------------------------------------------------------------------

static bool accept_some(void* context, const hit_bvh_hit* hit)
{
    const uint32_t salt = *(const uint32_t*)context;
    return ((hit->primitive * 2654435761u) ^ salt) >> 30 != 0;
}

static hit_bvh_filter some_filter(check_scene* s, test_random* r, uint32_t* salt)
{
    hit_bvh_filter f = {0};
    const uint32_t bits = (uint32_t)test_random_next(r);
    f.sides = (hit_sides)(bits % 3);
    f.unique = (bits >> 4) % 2 != 0;
    if ((bits >> 5) % 3 == 0)
        f.masks = s->masks, f.mask = (bits >> 8) & 7u;
    *salt = bits;
    if ((bits >> 12) % 3 == 0)
        f.accept = accept_some, f.accept_context = salt;
    return f;
}

static void print_wrong(const check_scene* s, const question* q, const char* wrong, const char* what, int quality,
                        const hit_bvh_hit* first)
{
    const hit_bvh_filter* f = q->filter;
    printf("  %s, %s tree, %s kernel, ray %s: %s (scene seed %llu)\n    ", s->name, check_quality_names[quality],
           hit_cpu_name(hit_cpu_in_use()), what, wrong, (unsigned long long)s->seed);
    test_print_ray(q->ray);
    if (f != NULL)
        printf("    filter: sides %d, masks %d & %u, unique %d, accept %d\n", (int)f->sides, f->masks != NULL, f->mask,
               f->unique, f->accept != NULL);
    printf("    %u hits expected, room for %u\n", q->count, q->k);
    for (uint32_t i = 0; i < q->count && i < 3; i++)
        print_hit("expected", &q->expected[i]);
    if (strncmp(wrong, "first", 5) == 0)
        print_hit("first   ", first);
}

static void check_filter(check_scene* s, test_random* r, hit_ray ray, const hit_bvh_filter* filter, const char* what)
{
    const hit_bvh_hit* expected;
    const uint32_t count = brute_force_all(s->reference, ray, filter, &expected);
    const question common = {NULL, s->reference, ray, filter, expected, count, test_random_below(r, count + 2)};

    if (count > ROOM)
        return;
    s->hits += count > 0;
    for (int level = 0; level < CHECK_LEVELS; level++) {
        if (hit_cpu_restrict((hit_cpu)level) != (hit_cpu)level)
            break; // the machine or the build has no more
        for (int quality = 0; quality < CHECK_QUALITIES; quality++) {
            question q = common;
            hit_bvh_hit first = untouched();
            q.tree = s->tree[quality];
            const char* wrong = wrong_first(&q, &first);
            // Lists take longer: each kernel with one of the trees, in turn.
            if (wrong == NULL && (uint64_t)quality == (s->rays + (uint64_t)level) % CHECK_QUALITIES)
                wrong = wrong_lists(&q);
            if (wrong != NULL && s->wrong++ < PRINTED)
                print_wrong(s, &q, wrong, what, quality, &first);
        }
    }
    hit_cpu_restrict(hit_cpu_best());
}

void check_ray(check_scene* s, test_random* r, hit_ray ray, const char* what)
{
    uint32_t salt;
    const hit_bvh_filter filter = some_filter(s, r, &salt);
    s->rays++;
    check_filter(s, r, ray, NULL, what);
    check_filter(s, r, ray, &filter, what);
}

bool check_some_t(check_scene* s, test_random* r, hit_ray ray, float* t)
{
    const hit_bvh_hit* hits;
    const uint32_t count = brute_force_all(s->reference, ray, NULL, &hits);
    if (count == 0)
        return false;
    *t = hits[test_random_below(r, count)].t;
    return true;
}

// One ray against many boxes: what hitscan/many.h says, sentence by sentence.
#include "support/base/cmocka_all.h"
#include "support/base/fp_modes.h"

#include <float.h>
#include <hitscan/hitscan.h>

static hit_aabb cube(float x, float y, float z)
{
    return hit_aabb_make(hit_vec3_make(x, y, z), hit_vec3_make(x + 1.0f, y + 1.0f, z + 1.0f));
}

static hit_ray along_x(void)
{
    return hit_ray_make(hit_vec3_make(-1.0f, 0.5f, 0.5f), hit_vec3_make(1.0f, 0.0f, 0.0f));
}

static void the_smallest_t_enter_wins(void** state)
{
    const hit_aabb boxes[4] = {cube(7.0f, 0.0f, 0.0f), cube(2.0f, 3.0f, 0.0f), cube(3.0f, 0.0f, 0.0f),
                               cube(5.0f, 0.0f, 0.0f)};
    uint32_t index = 9;
    hit_span span;

    (void)state;
    assert_true(hit_ray_aabb_first(along_x(), boxes, 0, 4, &index, &span));
    assert_int_equal(index, 2);
    assert_true(span.t_enter == 4.0f && span.t_exit == 5.0f);
    assert_int_equal(span.face_enter, HIT_FACE_NEG_X);
    assert_int_equal(span.face_exit, HIT_FACE_POS_X);
    assert_false(span.inside);
}

static void ties_go_to_the_lowest_index(void** state)
{
    hit_aabb boxes[40];
    uint32_t index = 99;
    hit_span span;

    (void)state;
    // A shared face, met from index 5 on.
    for (int i = 0; i < 40; i++)
        boxes[i] = cube(i < 5 ? 8.0f : 2.0f, 0.0f, 0.0f);
    assert_true(hit_ray_aabb_first(along_x(), boxes, 0, 40, &index, NULL));
    assert_int_equal(index, 5);
    // Boxes around the start: all are entered at t_min.
    for (int i = 30; i < 40; i++)
        boxes[i] = hit_aabb_make(hit_vec3_make((float)-i, 0.0f, 0.0f), hit_vec3_make(9.0f, 1.0f, 1.0f));
    assert_true(hit_ray_aabb_first(along_x(), boxes, 0, 40, &index, &span));
    assert_int_equal(index, 30);
    assert_true(span.inside && span.t_enter == 0.0f && span.face_enter == HIT_FACE_NONE);
}

static void rounded_ties_are_decided_exactly(void** state)
{
    const hit_vec3 far = {100.0f, 100.0f, 100.0f};
    const hit_ray ray = hit_ray_make(hit_vec3_make(0.0f, 0.0f, 0.0f), hit_vec3_make(3.0f, 5.0f, 5.0f));
    // Entered by x at 1 + 2^-22 exactly, and by y at 1 + 0.8·2^-22, which rounds to the same float.
    const hit_aabb by_x = {{0x1.800006p1f, -1.0f, -1.0f}, far}, by_y = {{-1.0f, 0x1.400004p2f, -1.0f}, far};
    const hit_aabb rising[2] = {by_y, by_x}, falling[2] = {by_x, by_y};
    hit_span x, y;
    uint32_t index = 9;

    (void)state;
    assert_true(hit_ray_aabb(ray, by_x, &x) && hit_ray_aabb(ray, by_y, &y));
    assert_true(x.t_enter == y.t_enter);
    assert_true(hit_ray_aabb_first(ray, falling, 0, 2, &index, NULL));
    assert_int_equal(index, 1);
    assert_true(hit_ray_aabb_first(ray, rising, 0, 2, &index, NULL));
    assert_int_equal(index, 0);
}

static void outputs_stay_on_a_miss(void** state)
{
    const hit_aabb boxes[2] = {cube(0.0f, 5.0f, 0.0f), cube(0.0f, 0.0f, 5.0f)};
    uint32_t index = 7;
    hit_span span = {1.0f, 2.0f, 3, 4, true};

    (void)state;
    assert_false(hit_ray_aabb_first(along_x(), boxes, 0, 2, &index, &span));
    assert_int_equal(index, 7);
    assert_true(span.t_enter == 1.0f && span.t_exit == 2.0f && span.face_enter == 3 && span.face_exit == 4 &&
                span.inside);
}

static void index_span_and_mask_may_be_null(void** state)
{
    const hit_aabb box = cube(0.0f, 0.0f, 0.0f);
    uint32_t index = 7;
    hit_span span;

    (void)state;
    assert_true(hit_ray_aabb_first(along_x(), &box, 0, 1, NULL, NULL));
    assert_true(hit_ray_aabb_first(along_x(), &box, 0, 1, &index, NULL));
    assert_int_equal(index, 0);
    assert_true(hit_ray_aabb_first(along_x(), &box, 0, 1, NULL, &span));
    assert_true(span.t_enter == 1.0f);
    assert_int_equal(hit_ray_aabb_mask(along_x(), &box, 0, 1, NULL), 1);
}

static void no_boxes_no_hit(void** state)
{
    const hit_aabb box = cube(0.0f, 0.0f, 0.0f);
    uint32_t index = 7, word = 5;

    (void)state;
    assert_false(hit_ray_aabb_first(along_x(), NULL, 0, 0, &index, NULL));
    assert_false(hit_ray_aabb_first(along_x(), &box, 0, 0, &index, NULL));
    assert_false(hit_ray_aabb_first(along_x(), NULL, 0, 3, &index, NULL));
    assert_int_equal(index, 7);
    assert_int_equal(hit_ray_aabb_mask(along_x(), NULL, 0, 0, &word), 0);
    assert_int_equal(hit_ray_aabb_mask(along_x(), &box, 0, 0, &word), 0);
    assert_int_equal(word, 5); // no boxes, no words
    assert_int_equal(hit_ray_aabb_mask(along_x(), NULL, 0, 3, &word), 0);
    assert_int_equal(word, 0);
}

static void bad_strides_are_refused(void** state)
{
    static const size_t bad[6] = {1, 4, 20, 23, 25, 30};
    const hit_aabb boxes[2] = {cube(0.0f, 0.0f, 0.0f), cube(2.0f, 0.0f, 0.0f)};

    (void)state;
    for (int i = 0; i < 6; i++) {
        uint32_t index = 7, words[2] = {5, 6};
        assert_false(hit_ray_aabb_first(along_x(), boxes, bad[i], 2, &index, NULL));
        assert_int_equal(index, 7);
        assert_int_equal(hit_ray_aabb_mask(along_x(), boxes, bad[i], 2, words), 0);
        assert_int_equal(words[0], 0);
        assert_int_equal(words[1], 6);
    }
}

static void boxes_may_be_members_of_something_larger(void** state)
{
    struct object {
        int id;
        hit_aabb bounds;
        double mass;
    } objects[21];
    uint32_t index = 99, word = 0;

    (void)state;
    memset(objects, 0xff, sizeof objects);
    for (int i = 0; i < 21; i++)
        objects[i].bounds = cube((float)(40 - i), i % 3 == 0 ? 0.0f : 5.0f, 0.0f);
    assert_true(hit_ray_aabb_first(along_x(), &objects[0].bounds, sizeof objects[0], 21, &index, NULL));
    assert_int_equal(index, 18);
    assert_int_equal(hit_ray_aabb_mask(along_x(), &objects[0].bounds, sizeof objects[0], 21, &word), 7);
    assert_int_equal(word, 0x49249);
}

static void every_mask_word_is_written(void** state)
{
    hit_aabb boxes[70];

    (void)state;
    for (uint32_t i = 0; i < 70; i++)
        boxes[i] = cube((float)i, i % 5 == 4 ? 0.0f : 2.0f, 0.0f);
    for (uint32_t count = 0; count <= 70; count++) {
        uint32_t words[4], hits;
        memset(words, 0xff, sizeof words);
        hits = hit_ray_aabb_mask(along_x(), boxes, 0, count, words);
        assert_int_equal(hits, count / 5);
        for (uint32_t i = 0; i < 128; i++) {
            const uint32_t bit = (words[i / 32] >> (i % 32)) & 1u;
            assert_int_equal(bit, i / 32 >= (count + 31) / 32 ? 1 : i < count && i % 5 == 4);
        }
    }
}

// More boxes than are filtered at once, with hits on both sides of every border.
static void long_arrays(void** state)
{
    enum { COUNT = 5000 };
    hit_aabb* boxes = malloc(COUNT * sizeof *boxes);
    uint32_t* words = malloc((COUNT + 31) / 32 * sizeof *words);
    uint32_t index = 0;

    (void)state;
    assert_true(boxes != NULL && words != NULL);
    for (uint32_t i = 0; i < COUNT; i++)
        boxes[i] = cube((float)(COUNT - i), i % 256 == 0 || i % 256 == 255 ? 0.0f : 2.0f, 0.0f);
    assert_true(hit_ray_aabb_first(along_x(), boxes, 0, COUNT, &index, NULL));
    assert_int_equal(index, 4864);
    assert_int_equal(hit_ray_aabb_mask(along_x(), boxes, 0, COUNT, words), 39);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal((words[i / 32] >> (i % 32)) & 1u, i % 256 == 0 || i % 256 == 255);
    free(boxes);
    free(words);
}

static void bad_rays_hit_nothing(void** state)
{
    const hit_aabb boxes[3] = {cube(0.0f, 0.0f, 0.0f), cube(2.0f, 0.0f, 0.0f), cube(-1.5f, 0.0f, 0.0f)};
    hit_ray bad[7];

    (void)state;
    for (int i = 0; i < 7; i++)
        bad[i] = along_x();
    bad[0].origin.y = NAN;
    bad[1].origin.z = HUGE_VALF;
    bad[2].direction.x = HUGE_VALF;
    bad[3].direction.x = 0.0f;
    bad[4].direction.z = NAN;
    bad[5].t_min = 3.0f, bad[5].t_max = 2.0f;
    bad[6].t_max = NAN;
    for (int i = 0; i < 7; i++) {
        uint32_t index = 7, word = 5;
        assert_false(hit_ray_aabb_first(bad[i], boxes, 0, 3, &index, NULL));
        assert_int_equal(index, 7);
        assert_int_equal(hit_ray_aabb_mask(bad[i], boxes, 0, 3, &word), 0);
        assert_int_equal(word, 0);
    }
}

static void bad_boxes_are_not_hit(void** state)
{
    hit_aabb boxes[12];
    uint32_t index = 99, word = 0;

    (void)state;
    for (int i = 0; i < 12; i++)
        boxes[i] = cube(2.0f, 0.0f, 0.0f);
    for (int i = 0; i < 6; i++) {
        (&boxes[i].min.x)[i] = NAN;
        (&boxes[i].max.z)[-i] = HUGE_VALF;
    }
    boxes[6].min.x = -HUGE_VALF;
    boxes[7] = hit_aabb_empty();
    boxes[8].min.y = 2.0f;
    assert_true(hit_ray_aabb_first(along_x(), boxes, 0, 12, &index, NULL));
    assert_int_equal(index, 9);
    assert_int_equal(hit_ray_aabb_mask(along_x(), boxes, 0, 12, &word), 3);
    assert_int_equal(word, 0xe00);
}

// Rays beyond the range of the float filter are slower, and no different.
static void huge_and_tiny_rays(void** state)
{
    static const float scales[4] = {0x1p-140f, 0x1p-101f, 0x1p101f, 0x1p126f};
    hit_aabb boxes[9];

    (void)state;
    for (int i = 0; i < 9; i++)
        boxes[i] = cube((float)(9 - i), i % 2 ? 0.0f : 3.0f, 0.0f);
    for (int i = 0; i < 4; i++) {
        uint32_t index = 99, word = 0;
        hit_ray ray = along_x();
        ray.direction.x = scales[i];
        assert_true(hit_ray_aabb_first(ray, boxes, 0, 9, &index, NULL));
        assert_int_equal(index, 7);
        assert_int_equal(hit_ray_aabb_mask(ray, boxes, 0, 9, &word), 4);
        assert_int_equal(word, 0xaa);
    }
}

static void the_caller_keeps_its_floating_point_mode(void** state)
{
    const hit_aabb box = cube(0.0f, 0.0f, 0.0f);

    (void)state;
#if defined(__x86_64__)
    for (int mode = 0; mode < MODES; mode++) {
        unsigned int before, after;
        uint32_t word;
        mode_set(mode);
        before = _mm_getcsr() & 0xe040u;
        hit_ray_aabb_first(along_x(), &box, 0, 1, NULL, NULL);
        hit_ray_aabb_mask(along_x(), &box, 0, 1, &word);
        after = _mm_getcsr() & 0xe040u;
        mode_set(0);
        assert_int_equal(before, after);
    }
#else
    mode_set(0);
    assert_true(hit_ray_aabb_first(along_x(), &box, 0, 1, NULL, NULL));
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_t_enter_wins),
        cmocka_unit_test(ties_go_to_the_lowest_index),
        cmocka_unit_test(rounded_ties_are_decided_exactly),
        cmocka_unit_test(outputs_stay_on_a_miss),
        cmocka_unit_test(index_span_and_mask_may_be_null),
        cmocka_unit_test(no_boxes_no_hit),
        cmocka_unit_test(bad_strides_are_refused),
        cmocka_unit_test(boxes_may_be_members_of_something_larger),
        cmocka_unit_test(every_mask_word_is_written),
        cmocka_unit_test(long_arrays),
        cmocka_unit_test(bad_rays_hit_nothing),
        cmocka_unit_test(bad_boxes_are_not_hit),
        cmocka_unit_test(huge_and_tiny_rays),
        cmocka_unit_test(the_caller_keeps_its_floating_point_mode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

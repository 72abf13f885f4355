// The C++ header: handles free what they own and can be moved, spans take what has data and size, failures throw, and
// each member says what the call of the C interface says.
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <csetjmp>

extern "C" {
#include <cmocka.h>
}

#include <hitscan/mesh_io.hpp>

#include <array>
#include <cstring>
#include <new>
#include <vector>

using hitscan::bvh;
using hitscan::scene;

// Count what is allocated, and what is left.
struct counter {
    long live = 0, calls = 0;
    hit_allocator allocator{take, give, this};

    static void* take(void* context, std::size_t size, std::size_t alignment)
    {
        auto* self = static_cast<counter*>(context);
        self->live++;
        self->calls++;
        return ::operator new(size, std::align_val_t(alignment), std::nothrow);
    }
    static void give(void* context, void* memory, std::size_t, std::size_t alignment)
    {
        static_cast<counter*>(context)->live--;
        ::operator delete(memory, std::align_val_t(alignment));
    }
};

static const std::vector<hit_vec3> corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
static const std::array<std::uint32_t, 6> indices = {0, 1, 2, 0, 2, 3};

static hit_ray down(float x, float y)
{
    return hit_ray_make({x, y, 2}, {0, 0, -1});
}

static void trees(void**)
{
    counter memory;
    {
        hit_bvh_options options{};
        options.allocator = &memory.allocator;
        bvh tree = bvh::triangles(corners, indices, options);
        const auto hit = tree.first(down(0.75f, 0.25f));
        assert_true(hit && hit->primitive == 0 && hit->t == 2.0f);
        assert_true(tree.any(down(0.5f, 0.5f)) && !tree.any(down(1.5f, 0.5f)));
        assert_false(tree.first(down(1.5f, 0.5f)).has_value());
        assert_int_equal(tree.count(down(0.5f, 0.5f)), 2);
        assert_int_equal(tree.all(down(0.5f, 0.5f)).size(), 2);
        assert_int_equal(tree.stats().primitives, 2);
        assert_true(tree.triangle(*hit)->v1.x == 1.0f && tree.normal(*hit).z == 1.0f);
        assert_false(tree.any(tree.leave(*hit, {0.1f, 0.2f, 1.0f})));
        assert_int_equal(tree.in(hit_aabb{{0.9f, 0, -1}, {2, 0.05f, 1}}).size(), 1);
        assert_int_equal(tree.in(hit_sphere{{0.5f, 0.5f, 0}, 1}, HIT_INCLUDE_INSIDE).size(), 2);
        assert_true(tree.closest({0.5f, 0.25f, 3})->distance == 3.0f);
        assert_false(tree.closest({0.5f, 0.25f, 3}, 1.0f).has_value());
        tree.validate();

        bvh other = std::move(tree);
        assert_true(other && !tree); // NOLINT(bugprone-use-after-move)
        const std::vector<hit_ray> rays = {down(0.25f, 0.75f), down(9, 9)};
        std::vector<hit_bvh_hit> hits(2);
        std::array<std::uint8_t, 2> answers{};
        std::uint32_t counts[2];
        hitscan::thread_pool pool(2);
        hit_bvh_batch_options batch{};
        batch.pool = pool.tasks();
        other.batch_first(rays, hits, batch);
        other.batch_any(rays, answers);
        other.batch_count(rays, counts);
        assert_true(hits[0].primitive == 1 && hits[1].primitive == HIT_BVH_NONE);
        assert_true(answers[0] == 1 && answers[1] == 0 && counts[0] == 1 && counts[1] == 0);

        const auto bytes = other.bytes();
        const bvh view = bvh::view(bytes);
        assert_true(view.any(down(0.5f, 0.5f)));
        hit_mesh moved{};
        std::vector<hit_vec3> up = corners;
        for (auto& v : up)
            v.z += 1;
        moved.vertices = up.data();
        moved.vertex_count = 4;
        moved.index_type = HIT_INDEX_U32;
        moved.indices = indices.data();
        moved.triangle_count = 2;
        other.refit(moved);
        assert_true(other.first(down(0.5f, 0.25f))->t == 1.0f);
    }
    assert_true(memory.calls > 0);
    assert_int_equal(memory.live, 0);
}

static void lists_of_trees(void**)
{
    const bvh tree = bvh::triangles(corners, indices);
    const std::vector<hit_ray> rays = {down(0.5f, 0.5f), down(9, 9), down(0.25f, 0.75f)};
    const std::vector<hit_vec3> points = {{0.75f, 0.25f, 1}, {0.25f, 0.75f, 9}};
    std::vector<hit_bvh_hit> hits(6);
    std::vector<hit_bvh_closest> closest(4);
    std::uint32_t found[3];
    hit_bvh_batch_options options{};
    int thrown = 0;

    tree.batch_first_k(rays, 2, hits, found);
    assert_true(found[0] == 2 && found[1] == 0 && found[2] == 1);
    assert_true(hits[0].primitive == 0 && hits[1].primitive == 1 && hits[2].primitive == HIT_BVH_NONE);
    assert_true(hits[4].primitive == 1 && hits[5].primitive == HIT_BVH_NONE);
    options.result_stride = sizeof(hit_bvh_hit); // of the hits, not of their numbers
    const auto all = tree.batch_all(rays, options);
    assert_true(all.size() == 3 && all[0].size() == 2 && all[1].empty() && all[2].size() == 1);
    assert_true(all[0][1].primitive == 1 && all[2][0].primitive == 1 && all.items.size() == 3);
    assert_true(tree.batch_all({}).size() == 0);
    tree.batch_closest(points, 2.0f, 2, closest, hitscan::span<std::uint32_t>(found, 2));
    assert_true(found[0] == 2 && found[1] == 0 && closest[0].primitive == 0 && closest[0].distance == 1.0f);
    assert_true(closest[1].primitive == 1 && closest[2].primitive == HIT_BVH_NONE);
    for (std::uint32_t k = 1; k <= 3; k++) {
        try {
            if (k == 2)
                tree.batch_first_k(rays, k, hits, hitscan::span<std::uint32_t>(found, 2));
            else
                tree.batch_first_k(rays, k, hits);
        } catch (const std::length_error&) {
            thrown++;
        }
    }
    assert_int_equal(thrown, 3);
}

static void failures(void**)
{
    hit_mesh bad{};
    bool thrown = false;
    bad.vertices = corners.data();
    bad.vertex_count = 4;
    bad.indices = indices.data(); // without an index_type
    bad.triangle_count = 2;
    try {
        (void)bvh::triangles(bad);
    } catch (const hitscan::error& e) {
        thrown = e.status() == HIT_ERROR_ARGUMENT && std::strstr(e.what(), "index_type") != nullptr &&
                 std::strcmp(e.what(), e.details().message) == 0;
    }
    assert_true(thrown);
    thrown = false;
    try {
        (void)bvh::load("/no/such/file");
    } catch (const std::runtime_error& e) {
        thrown = e.what()[0] != '\0';
    }
    assert_true(thrown);
    thrown = false;
    try {
        std::vector<hit_bvh_hit> hits(1);
        bvh::triangles(corners, indices).batch_first(std::vector<hit_ray>(2), hits);
    } catch (const std::length_error&) {
        thrown = true;
    }
    assert_true(thrown);
}

// The ball is alone on the x axis, at 6.
static void lists_of_scene(const scene& world, hit_id ball)
{
    const std::vector<hit_dray> rays = {hit_dray_make({-5, 0, 0}, {1, 0, 0}), hit_dray_make({-5, 0, 0}, {-1, 0, 0})};
    const std::vector<hit_dvec3> points = {{6, 2, 0}, {6, 1e9, 0}};
    std::vector<hit_scene_hit> hits(4);
    std::vector<hit_scene_closest> closest(2);
    std::array<std::uint32_t, 2> found{};

    world.batch_count(rays, found);
    assert_true(found[0] == 1 && found[1] == 0);
    world.batch_first_k(rays, 2, hits, found);
    assert_true(found[0] == 1 && found[1] == 0 && hits[0].id == ball && hits[1].id == HIT_ID_NONE);
    const auto all = world.batch_all(rays);
    assert_true(all.size() == 2 && all[0].size() == 1 && all[0][0].id == ball && all[1].empty());
    world.batch_closest(points, 10.0, 1, closest, found);
    assert_true(found[0] == 1 && found[1] == 0 && closest[0].id == ball && closest[1].id == HIT_ID_NONE);
}

static void scenes(void**)
{
    counter memory;
    {
        scene world(&memory.allocator);
        hit_bvh_options options{};
        options.allocator = &memory.allocator;
        const hit_id box = world.add(hit_object{}, hit_aabb{{-1, -1, -1}, {1, 1, 1}});
        const hit_id ball = world.add(hit_object_at({5, 0, 0}), hit_sphere{{0, 0, 0}, 1});
        const hit_id mesh = world.add(hit_object_at({10, 0, 0}), bvh::triangles(corners, indices, options));
        const hit_bvh* shared = world.own(bvh::triangles(corners, {}, options));
        const hit_id again = world.add(hit_object_at({20, 0, 0}), shared);
        const hit_id line = world.add_polyline(hit_object_at({0, 9, 0}), corners, 0.125f);
        world.commit();
        assert_int_equal(world.list().size(), 5);
        assert_true(world.has(again) && world.kind(line) == HIT_OBJECT_POLYLINE && world.object(box).has_value());
        assert_true(world.bounds(ball)->min.x >= 3.99 && !world.bounds(99).has_value());

        const hit_dray right = hit_dray_make({-5, 0, 0}, {1, 0, 0});
        assert_true(world.first(right)->id == box && world.any(right) && world.count(right) == 2);
        assert_int_equal(world.all(right).size(), 2);
        assert_int_equal(world.in({5, 0, 0}, hit_aabb{{-2, -2, -2}, {2, 2, 2}}).size(), 1);
        assert_true(world.closest({5, 3, 0})->id == ball);
        world.move(box, hit_placement_at({0, 100, 0}));
        const std::vector<hit_id> ids = {ball, mesh};
        const std::vector<hit_dvec3> origins = {{6, 0, 0}, {10, 50, 0}};
        world.move(ids, origins);
        world.commit();
        assert_true(world.first(right)->id == ball && world.first(right)->t == 10.0f);
        std::vector<hit_scene_hit> hits(1);
        world.batch_first(hitscan::span<const hit_dray>(&right, 1), hits);
        assert_true(hits[0].id == ball);
        lists_of_scene(world, ball);

        hit_camera camera;
        const hit_view view = hit_view_look_at({0, 0, 20}, {0, 0, 0}, {0, 1, 0});
        const hit_screen screen = hit_screen_make(100, 100);
        hitscan::selection chosen;
        assert_true(hit_camera_from_view(&view, {6, 0, 0}, &screen, &camera));
        assert_true(world.pick_first(camera, 50, 50)->id == ball);
        assert_int_equal(world.pick_all(camera, 50, 50).size(), 1);
        assert_int_equal(world.pick_rect(camera, 45, 45, 55, 55).size(), 1);
        assert_int_equal(world.pick_brush(camera, 50, 50, 5).size(), 1);
        assert_true(chosen.click(world, camera, 50, 50) == ball && chosen.primary() == ball);
        assert_true(world.explain(camera, 50, 50, ball).reason == HIT_REASON_PICKED);
        const auto change = chosen.apply(HIT_SELECT_ADD, ids);
        assert_true(change.added_count == 1 && chosen.count() == 2 && chosen.has(mesh));
        chosen.undo(change);
        assert_true(chosen.list() == std::vector<hit_id>{ball});
        world.remove(line);
        bool thrown = false;
        try {
            world.remove(line);
        } catch (const hitscan::error& e) {
            thrown = std::strstr(e.what(), "was removed") != nullptr;
        }
        assert_true(thrown);
    }
    assert_int_equal(memory.live, 0);
}

static void models(void**)
{
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\no first\nf 1 2 3\no second\nv 0 0 5\nf 1 2 4\n";
    const auto model = hitscan::model::read(text, sizeof text - 1, HIT_MODEL_OBJ);
    const scene world = model.to_scene();
    const auto hit = world.first(hit_dray_make({0.25, 0.25, 3}, {0, 0, -1}));
    assert_true(hit && std::strcmp(model.parts()[hit->id - 1].name, "first") == 0);
    assert_true(model->part_count == 2 && model.meshes().size() == 2);
    assert_true(bvh::triangles(model.triangles(1)).stats().primitives == 1);
}

extern "C" int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees),  cmocka_unit_test(lists_of_trees), cmocka_unit_test(failures),
        cmocka_unit_test(scenes), cmocka_unit_test(models),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}

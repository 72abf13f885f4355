// C++17: handles that free themselves, spans of vectors, defaults, and failures as exceptions.
#include <hitscan/hitscan.hpp>

#include <array>
#include <cstdio>
#include <vector>

int main()
{
    try {
        const std::vector<hit_vec3> vertices = {{0, 0, 0}, {4, 0, 0}, {4, 0, 4}, {0, 0, 4}, {2, 3, 2}};
        const std::array<std::uint32_t, 18> indices = {0, 1, 2, 0, 2, 3, 0, 4, 1, 1, 4, 2, 2, 4, 3, 3, 4, 0};
        hitscan::thread_pool pool(2);

        // A tree over a tent, and one ray.
        hitscan::bvh tent = hitscan::bvh::triangles(vertices, indices);
        if (const auto hit = tent.first(hit_ray_make({1, 1, -5}, {0, 0, 1})))
            std::printf("triangle %u at t = %.3f\n", hit->primitive, static_cast<double>(hit->t));

        // Many rays at once, on several threads.
        std::vector<hit_ray> rays;
        for (int i = 0; i < 8; i++)
            rays.push_back(hit_ray_make({0.75f * static_cast<float>(i), 5, 2}, {0, -1, 0}));
        std::vector<std::uint8_t> shadow(rays.size());
        hit_bvh_batch_options options{};
        options.pool = pool.tasks();
        tent.batch_any(rays, shadow, options);
        std::printf("in the shade: ");
        for (const auto dark : shadow)
            std::printf("%c", dark ? 'x' : '.');
        std::printf("\n");

        // A scene that owns the tent, and a ball beside it.
        hitscan::scene camp;
        const hit_id tent_id = camp.add(hit_object_at({100, 0, 0}), std::move(tent));
        const hit_id ball_id = camp.add(hit_object_at({110, 1, 2}), hit_sphere{{0, 0, 0}, 1});
        camp.commit(pool.tasks());
        for (const auto& hit : camp.all(hit_dray_make({90, 1, 2}, {1, 0, 0})))
            std::printf("%s at t = %.3f\n",
                        hit.id == tent_id   ? "tent"
                        : hit.id == ball_id ? "ball"
                                            : "?",
                        hit.t_double);
        std::printf("%zu objects around the tent\n", camp.in({102, 0, 2}, hit_sphere{{0, 0, 0}, 6}).size());

        camp.add(hit_object_at({0, 0, 0}), hit_sphere{{0, 0, 0}, -1}); // this is no sphere
    } catch (const hitscan::error& e) {
        std::printf("%s\n", e.what());
    }
    return 0;
}

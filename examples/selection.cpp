// From C++: the same headers. Objects live in a std::vector; all that a ray goes through, sorted by distance.
#include <hitscan/hitscan.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

struct Object {
    std::string name;
    hit_aabb box;
    hit_mat3x4 model;
};

// A bool and an output become an optional.
static std::optional<hit_span> intersect(const hit_ray& ray, const Object& object)
{
    hit_span span;
    if (hit_ray_box_affine(ray, object.box, &object.model, &span))
        return span;
    return std::nullopt;
}

int main()
{
    const hit_aabb cube = {{-1, -1, -1}, {1, 1, 1}};
    const hit_quat unturned = {0, 0, 0, 1}, turned = hit_quat_from_axis_angle({0, 1, 0}, 0.5f);
    const std::vector<Object> objects = {
        {"tower", cube, hit_mat3x4_from_trs({0, 0, -20}, unturned, {2, 10, 2})},
        {"tree", cube, hit_mat3x4_from_trs({9, 0, -10}, unturned, {1, 3, 1})},
        {"car", cube, hit_mat3x4_from_trs({0, 0, -8}, turned, {1, 1, 2})},
        {"bench", cube, hit_mat3x4_from_trs({0, 0, -4}, unturned, {2, 0.5f, 0.5f})},
    };

    struct Hit {
        float t;
        const Object* object;
    };
    const hit_ray ray = hit_ray_make({0, 0.25f, 0}, {0, 0, -1});
    std::vector<Hit> hits;
    for (const Object& object : objects)
        if (const auto span = intersect(ray, object))
            hits.push_back({span->t_enter, &object});
    std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.t < b.t; });

    for (const Hit& hit : hits)
        std::printf("%-6s t = %.4f\n", hit.object->name.c_str(), static_cast<double>(hit.t));
    return 0;
}

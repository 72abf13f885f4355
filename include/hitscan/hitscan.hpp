// Hitscan for C++17: handles that free themselves, spans, default arguments, and failures as exceptions.
//
// Each class owns one object of the C interface and has its calls as members; what they mean stands in the C headers.
// Nothing else is added: plain values (hit_ray, hit_aabb, hit_camera, ...) and the functions on them are used as they
// are, and get() gives the C object for whatever has no member here. Handles can be moved, not copied; one that was
// moved from is empty.
//
// A call that fails throws hitscan::error. Queries cannot fail and do not throw, but for std::bad_alloc where they
// return a std::vector.
#ifndef HITSCAN_HITSCAN_HPP
#define HITSCAN_HITSCAN_HPP

#include <hitscan/hitscan.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace hitscan {

/// A call that failed: what() is its message, details() all of it.
class error : public std::runtime_error {
  public:
    explicit error(const hit_error& details) : std::runtime_error(details.message), details_(details)
    {
    }
    hit_status status() const noexcept
    {
        return details_.status;
    }
    const hit_error& details() const noexcept
    {
        return details_;
    }

  private:
    hit_error details_;
};

/// Elements that lie one after the other, owned by somebody else: a pointer and a number. Made of arrays, and of what
/// has data() and size(), as std::vector and std::array do.
template <class T> class span {
  public:
    constexpr span() noexcept = default;
    constexpr span(T* data, std::size_t size) noexcept : data_(data), size_(size)
    {
    }
    template <std::size_t N> constexpr span(T (&array)[N]) noexcept : data_(array), size_(N)
    {
    }
    template <class C, class = std::enable_if_t<std::is_convertible_v<
                           std::remove_pointer_t<decltype(std::declval<C&>().data())> (*)[], T (*)[]>>>
    constexpr span(C&& container) noexcept : data_(container.data()), size_(container.size())
    {
    }

    constexpr T* data() const noexcept
    {
        return data_;
    }
    constexpr std::size_t size() const noexcept
    {
        return size_;
    }
    constexpr bool empty() const noexcept
    {
        return size_ == 0;
    }
    constexpr T* begin() const noexcept
    {
        return data_;
    }
    constexpr T* end() const noexcept
    {
        return data_ + size_;
    }
    constexpr T& operator[](std::size_t i) const noexcept
    {
        return data_[i];
    }

  private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

namespace detail {

// Throw what went wrong, if something did. `call` is a function of a hit_error*.
template <class Call> void check(Call&& call)
{
    hit_error details;
    if (call(&details) != HIT_OK)
        throw error(details);
}

// The number of elements as the C interface counts them.
inline std::uint32_t count_of(std::size_t size)
{
    if (size > std::numeric_limits<std::uint32_t>::max())
        throw std::length_error("hitscan: more than 2^32 - 1 elements");
    return static_cast<std::uint32_t>(size);
}

inline void same_size(std::size_t a, std::size_t b)
{
    if (a != b)
        throw std::length_error("hitscan: two spans must have the same size");
}

// All results of a query that stores what there is room for and returns how many there are.
template <class T, class Query> std::vector<T> all_of(Query&& query)
{
    std::vector<T> results(16);
    const std::uint32_t count = query(results.data(), count_of(results.size()));
    const bool enough = count <= results.size();
    results.resize(count);
    if (!enough)
        query(results.data(), count);
    return results;
}

// A unique_ptr to an object of the C interface.
template <class T, void (*Destroy)(T*)> struct destroyer {
    void operator()(T* object) const noexcept
    {
        Destroy(object);
    }
};
template <class T, void (*Destroy)(T*)> using handle = std::unique_ptr<T, destroyer<T, Destroy>>;

} // namespace detail

/// Lists that lie one after the other: what a batch finds for each of its rays.
template <class T> struct lists {
    std::vector<std::uint64_t> offsets; ///< list i is from offsets[i] up to offsets[i + 1]
    std::vector<T> items;

    /// Lists of these lengths.
    explicit lists(span<const std::uint32_t> lengths) : offsets(lengths.size() + 1)
    {
        for (std::size_t i = 0; i < lengths.size(); i++)
            offsets[i + 1] = offsets[i] + lengths[i];
        items.resize(static_cast<std::size_t>(offsets.back()));
    }
    std::size_t size() const noexcept
    {
        return offsets.size() - 1;
    }
    span<const T> operator[](std::size_t i) const noexcept
    {
        return {items.data() + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
    }
};

/// A pool of threads (task.h).
class thread_pool {
  public:
    /// @param threads  including the one that will call; 0 means one for each processor
    explicit thread_pool(std::uint32_t threads = 0, const hit_allocator* allocator = nullptr)
    {
        hit_thread_pool* made = nullptr;
        detail::check([&](hit_error* e) { return hit_thread_pool_create(threads, allocator, &made, e); });
        pool_.reset(made);
        tasks_ = hit_thread_pool_tasks(made);
    }

    /// As calls and options take it; valid as long as this object stays where it is.
    const hit_task_pool* tasks() const noexcept
    {
        return &tasks_;
    }
    hit_thread_pool* get() const noexcept
    {
        return pool_.get();
    }

  private:
    detail::handle<hit_thread_pool, hit_thread_pool_destroy> pool_;
    hit_task_pool tasks_{};
};

/// A tree over triangles or boxes (bvh.h).
class bvh {
  public:
    bvh() noexcept = default;
    /// Take over a tree of the C interface.
    explicit bvh(hit_bvh* tree) noexcept : tree_(tree)
    {
    }

    static bvh triangles(const hit_mesh& mesh, const hit_bvh_options& options = {})
    {
        return make([&](hit_bvh** made, hit_error* e) { return hit_bvh_build_triangles(&mesh, &options, made, e); });
    }
    /// Three indices for each triangle; without indices, three vertices.
    static bvh triangles(span<const hit_vec3> vertices, span<const std::uint32_t> indices = {},
                         const hit_bvh_options& options = {})
    {
        hit_mesh mesh{};
        mesh.vertices = vertices.data();
        mesh.vertex_count = detail::count_of(vertices.size());
        mesh.index_type = indices.empty() ? HIT_INDEX_NONE : HIT_INDEX_U32;
        mesh.indices = indices.empty() ? nullptr : indices.data();
        mesh.triangle_count = detail::count_of((indices.empty() ? vertices.size() : indices.size()) / 3);
        return triangles(mesh, options);
    }
    static bvh aabbs(span<const hit_aabb> boxes, const hit_bvh_options& options = {})
    {
        return make([&](hit_bvh** made, hit_error* e) {
            return hit_bvh_build_aabbs(boxes.data(), 0, detail::count_of(boxes.size()), &options, made, e);
        });
    }
    static bvh obbs(span<const hit_obb> boxes, const hit_bvh_options& options = {})
    {
        return make([&](hit_bvh** made, hit_error* e) {
            return hit_bvh_build_obbs(boxes.data(), 0, detail::count_of(boxes.size()), &options, made, e);
        });
    }
    static bvh load(const std::string& path, const hit_allocator* allocator = nullptr)
    {
        return make([&](hit_bvh** made, hit_error* e) { return hit_bvh_load(path.c_str(), allocator, made, e); });
    }
    /// The bytes stay the caller's, and must outlive the tree.
    static bvh view(span<const unsigned char> bytes, const hit_bvh_view_options& options = {})
    {
        return make(
            [&](hit_bvh** made, hit_error* e) { return hit_bvh_view(bytes.data(), bytes.size(), &options, made, e); });
    }

    /// In memory of its own, which can be refitted.
    bvh copy(const hit_allocator* allocator = nullptr) const
    {
        return make([&](hit_bvh** made, hit_error* e) { return hit_bvh_copy(get(), allocator, made, e); });
    }

    void refit(const hit_mesh& mesh, const hit_task_pool* pool = nullptr)
    {
        detail::check([&](hit_error* e) { return hit_bvh_refit_triangles(get(), &mesh, pool, e); });
    }
    void refit(span<const hit_aabb> boxes, const hit_task_pool* pool = nullptr)
    {
        detail::check([&](hit_error* e) {
            return hit_bvh_refit_aabbs(get(), boxes.data(), 0, detail::count_of(boxes.size()), pool, e);
        });
    }
    void refit(span<const hit_obb> boxes, const hit_task_pool* pool = nullptr)
    {
        detail::check([&](hit_error* e) {
            return hit_bvh_refit_obbs(get(), boxes.data(), 0, detail::count_of(boxes.size()), pool, e);
        });
    }
    void save(const std::string& path) const
    {
        detail::check([&](hit_error* e) { return hit_bvh_save(get(), path.c_str(), e); });
    }
    void validate() const
    {
        detail::check([&](hit_error* e) { return hit_bvh_validate(get(), e); });
    }
    span<const unsigned char> bytes() const noexcept
    {
        std::size_t size = 0;
        const void* data = hit_bvh_bytes(get(), &size);
        return {static_cast<const unsigned char*>(data), size};
    }
    hit_bvh_stats stats() const noexcept
    {
        return hit_bvh_get_stats(get());
    }

    std::optional<hit_bvh_hit> first(const hit_ray& ray, const hit_bvh_filter* filter = nullptr) const noexcept
    {
        hit_bvh_hit hit;
        return hit_bvh_first(get(), ray, filter, &hit) ? std::optional<hit_bvh_hit>(hit) : std::nullopt;
    }
    bool any(const hit_ray& ray, const hit_bvh_filter* filter = nullptr) const noexcept
    {
        return hit_bvh_any(get(), ray, filter);
    }
    std::uint32_t count(const hit_ray& ray, const hit_bvh_filter* filter = nullptr) const noexcept
    {
        return hit_bvh_count(get(), ray, filter);
    }
    std::vector<hit_bvh_hit> all(const hit_ray& ray, const hit_bvh_filter* filter = nullptr) const
    {
        return detail::all_of<hit_bvh_hit>(
            [&](hit_bvh_hit* hits, std::uint32_t room) { return hit_bvh_all(get(), ray, filter, hits, room); });
    }
    /// The first hits, as many as there is room for; returns how many there are of these.
    std::uint32_t first_k(const hit_ray& ray, span<hit_bvh_hit> hits, const hit_bvh_filter* filter = nullptr) const
    {
        return hit_bvh_first_k(get(), ray, filter, hits.data(), detail::count_of(hits.size()));
    }
    hit_vec3 normal(const hit_bvh_hit& hit) const noexcept
    {
        return hit_bvh_normal(get(), &hit);
    }
    std::optional<hit_triangle> triangle(const hit_bvh_hit& hit) const noexcept
    {
        hit_triangle found;
        return hit_bvh_hit_triangle(get(), &hit, &found) ? std::optional<hit_triangle>(found) : std::nullopt;
    }
    hit_ray leave(const hit_bvh_hit& hit, const hit_vec3& direction) const noexcept
    {
        return hit_bvh_leave(get(), &hit, direction);
    }

    std::vector<std::uint32_t> in(const hit_cone& cone, hit_include include = HIT_INCLUDE_TOUCHING,
                                  const hit_bvh_filter* filter = nullptr) const
    {
        return detail::all_of<std::uint32_t>([&](std::uint32_t* found, std::uint32_t room) {
            return hit_bvh_in_cone(get(), &cone, include, filter, found, room);
        });
    }
    std::vector<std::uint32_t> in(const hit_frustum& frustum, hit_include include = HIT_INCLUDE_TOUCHING,
                                  const hit_bvh_filter* filter = nullptr) const
    {
        return detail::all_of<std::uint32_t>([&](std::uint32_t* found, std::uint32_t room) {
            return hit_bvh_in_frustum(get(), &frustum, include, filter, found, room);
        });
    }
    std::vector<std::uint32_t> in(const hit_aabb& box, hit_include include = HIT_INCLUDE_TOUCHING,
                                  const hit_bvh_filter* filter = nullptr) const
    {
        return detail::all_of<std::uint32_t>([&](std::uint32_t* found, std::uint32_t room) {
            return hit_bvh_in_aabb(get(), box, include, filter, found, room);
        });
    }
    std::vector<std::uint32_t> in(const hit_obb& obb, hit_include include = HIT_INCLUDE_TOUCHING,
                                  const hit_bvh_filter* filter = nullptr) const
    {
        return detail::all_of<std::uint32_t>([&](std::uint32_t* found, std::uint32_t room) {
            return hit_bvh_in_obb(get(), &obb, include, filter, found, room);
        });
    }
    std::vector<std::uint32_t> in(const hit_sphere& sphere, hit_include include = HIT_INCLUDE_TOUCHING,
                                  const hit_bvh_filter* filter = nullptr) const
    {
        return detail::all_of<std::uint32_t>([&](std::uint32_t* found, std::uint32_t room) {
            return hit_bvh_in_sphere(get(), sphere, include, filter, found, room);
        });
    }
    std::optional<hit_bvh_closest> closest(const hit_vec3& point,
                                           float max_distance = std::numeric_limits<float>::infinity(),
                                           const hit_bvh_filter* filter = nullptr) const noexcept
    {
        hit_bvh_closest found;
        return hit_bvh_closest_points(get(), point, max_distance, filter, &found, 1) == 1
                   ? std::optional<hit_bvh_closest>(found)
                   : std::nullopt;
    }

    void batch_first(span<const hit_ray> rays, span<hit_bvh_hit> hits, const hit_bvh_batch_options& options = {}) const
    {
        detail::same_size(rays.size(), hits.size());
        detail::check([&](hit_error* e) {
            return hit_bvh_batch_first(get(), rays.data(), rays.size(), hits.data(), &options, e);
        });
    }
    void batch_any(span<const hit_ray> rays, span<std::uint8_t> answers,
                   const hit_bvh_batch_options& options = {}) const
    {
        detail::same_size(rays.size(), answers.size());
        detail::check([&](hit_error* e) {
            return hit_bvh_batch_any(get(), rays.data(), rays.size(), answers.data(), &options, e);
        });
    }
    void batch_count(span<const hit_ray> rays, span<std::uint32_t> counts,
                     const hit_bvh_batch_options& options = {}) const
    {
        detail::same_size(rays.size(), counts.size());
        detail::check([&](hit_error* e) {
            return hit_bvh_batch_count(get(), rays.data(), rays.size(), counts.data(), &options, e);
        });
    }
    /// k hits for each ray; `found` may be empty.
    void batch_first_k(span<const hit_ray> rays, std::uint32_t k, span<hit_bvh_hit> hits,
                       span<std::uint32_t> found = {}, const hit_bvh_batch_options& options = {}) const
    {
        detail::same_size(k * rays.size(), hits.size());
        detail::same_size(found.empty() ? 0 : rays.size(), found.size());
        detail::check([&](hit_error* e) {
            return hit_bvh_batch_first_k(get(), rays.data(), rays.size(), k, hits.data(), found.data(), &options, e);
        });
    }
    /// Counts, and then takes all hits, side by side whatever result_stride is.
    lists<hit_bvh_hit> batch_all(span<const hit_ray> rays, hit_bvh_batch_options options = {}) const
    {
        std::vector<std::uint32_t> counts(rays.size());
        options.result_stride = 0;
        batch_count(rays, counts, options);
        lists<hit_bvh_hit> all(counts);
        detail::check([&](hit_error* e) {
            return hit_bvh_batch_all(get(), rays.data(), rays.size(), all.offsets.data(), all.items.data(), &options,
                                     e);
        });
        return all;
    }
    /// k results for each point; `found` may be empty.
    void batch_closest(span<const hit_vec3> points, float max_distance, std::uint32_t k,
                       span<hit_bvh_closest> found_points, span<std::uint32_t> found = {},
                       const hit_bvh_batch_options& options = {}) const
    {
        detail::same_size(k * points.size(), found_points.size());
        detail::same_size(found.empty() ? 0 : points.size(), found.size());
        detail::check([&](hit_error* e) {
            return hit_bvh_batch_closest(get(), points.data(), points.size(), max_distance, k, found_points.data(),
                                         found.data(), &options, e);
        });
    }

    explicit operator bool() const noexcept
    {
        return tree_ != nullptr;
    }
    hit_bvh* get() const noexcept
    {
        return tree_.get();
    }
    hit_bvh* release() noexcept
    {
        return tree_.release();
    }

  private:
    template <class Call> static bvh make(Call&& call)
    {
        hit_bvh* made = nullptr;
        detail::check([&](hit_error* e) { return call(&made, e); });
        return bvh(made);
    }
    detail::handle<hit_bvh, hit_bvh_destroy> tree_;
};

/// A scene of objects (scene.h), and picking in it (pick.h).
class scene {
  public:
    explicit scene(const hit_allocator* allocator = nullptr)
    {
        hit_scene* made = nullptr;
        detail::check([&](hit_error* e) { return hit_scene_create(allocator, &made, e); });
        scene_.reset(made);
    }
    /// Take over a scene of the C interface.
    explicit scene(hit_scene* made) noexcept : scene_(made)
    {
    }

    static scene load(const std::string& path, const hit_allocator* allocator = nullptr)
    {
        hit_scene* made = nullptr;
        detail::check([&](hit_error* e) { return hit_scene_load(path.c_str(), allocator, &made, e); });
        return scene(made);
    }
    void save(const std::string& path) const
    {
        detail::check([&](hit_error* e) { return hit_scene_save(get(), path.c_str(), e); });
    }

    hit_id add(const hit_object& object, const hit_aabb& box)
    {
        return add_by([&](hit_id* id, hit_error* e) { return hit_scene_add_box(get(), &object, box, id, e); });
    }
    hit_id add(const hit_object& object, const hit_sphere& sphere)
    {
        return add_by([&](hit_id* id, hit_error* e) { return hit_scene_add_sphere(get(), &object, sphere, id, e); });
    }
    hit_id add(const hit_object& object, const hit_capsule& capsule)
    {
        return add_by([&](hit_id* id, hit_error* e) { return hit_scene_add_capsule(get(), &object, capsule, id, e); });
    }
    hit_id add(const hit_object& object, const hit_cylinder& cylinder)
    {
        return add_by(
            [&](hit_id* id, hit_error* e) { return hit_scene_add_cylinder(get(), &object, cylinder, id, e); });
    }
    hit_id add(const hit_object& object, const hit_user_shape& shape)
    {
        return add_by([&](hit_id* id, hit_error* e) { return hit_scene_add_user(get(), &object, &shape, id, e); });
    }
    /// The tree stays the caller's, and must live as long as the object.
    hit_id add(const hit_object& object, const bvh& mesh)
    {
        return add_by([&](hit_id* id, hit_error* e) { return hit_scene_add_mesh(get(), &object, mesh.get(), id, e); });
    }
    /// The tree belongs to the scene from now on.
    hit_id add(const hit_object& object, bvh&& mesh)
    {
        return add(object, own(std::move(mesh)));
    }
    /// The same for a tree that the scene owns already.
    hit_id add(const hit_object& object, const hit_bvh* mesh)
    {
        return add_by([&](hit_id* id, hit_error* e) { return hit_scene_add_mesh(get(), &object, mesh, id, e); });
    }
    hit_id add_polyline(const hit_object& object, span<const hit_vec3> points, float radius = 0.0f)
    {
        return add_by([&](hit_id* id, hit_error* e) {
            return hit_scene_add_polyline(get(), &object, points.data(), 0, detail::count_of(points.size()), radius, id,
                                          e);
        });
    }
    hit_id add_points(const hit_object& object, span<const hit_vec3> points, float radius = 0.0f)
    {
        return add_by([&](hit_id* id, hit_error* e) {
            return hit_scene_add_points(get(), &object, points.data(), 0, detail::count_of(points.size()), radius, id,
                                        e);
        });
    }
    /// Let a tree belong to the scene: for many instances of it.
    const hit_bvh* own(bvh&& mesh)
    {
        detail::check([&](hit_error* e) { return hit_scene_own_mesh(get(), mesh.get(), e); });
        return mesh.release();
    }

    void remove(hit_id id)
    {
        detail::check([&](hit_error* e) { return hit_scene_remove(get(), id, e); });
    }
    void move(hit_id id, const hit_placement& placement)
    {
        detail::check([&](hit_error* e) { return hit_scene_move(get(), id, &placement, e); });
    }
    void move(span<const hit_id> ids, span<const hit_placement> placements)
    {
        detail::same_size(ids.size(), placements.size());
        detail::check([&](hit_error* e) {
            return hit_scene_move_many(get(), ids.data(), placements.data(), 0, detail::count_of(ids.size()), e);
        });
    }
    void move(span<const hit_id> ids, span<const hit_dvec3> origins)
    {
        detail::same_size(ids.size(), origins.size());
        detail::check([&](hit_error* e) {
            return hit_scene_move_origins(get(), ids.data(), origins.data(), 0, detail::count_of(ids.size()), e);
        });
    }
    void set(hit_id id, const hit_object& object)
    {
        detail::check([&](hit_error* e) { return hit_scene_set(get(), id, &object, e); });
    }
    void commit(const hit_task_pool* pool = nullptr)
    {
        detail::check([&](hit_error* e) { return hit_scene_commit(get(), pool, e); });
    }

    bool has(hit_id id) const noexcept
    {
        return hit_scene_has(get(), id);
    }
    hit_object_kind kind(hit_id id) const noexcept
    {
        return hit_scene_get(get(), id, nullptr);
    }
    std::optional<hit_object> object(hit_id id) const noexcept
    {
        hit_object found;
        return hit_scene_get(get(), id, &found) != HIT_OBJECT_NONE ? std::optional<hit_object>(found) : std::nullopt;
    }
    std::optional<hit_daabb> bounds(hit_id id) const noexcept
    {
        hit_daabb box;
        return hit_scene_bounds(get(), id, &box) ? std::optional<hit_daabb>(box) : std::nullopt;
    }
    hit_scene_stats stats() const noexcept
    {
        return hit_scene_get_stats(get());
    }
    std::vector<hit_id> list() const
    {
        return detail::all_of<hit_id>(
            [&](hit_id* ids, std::uint32_t room) { return hit_scene_list(get(), ids, room); });
    }

    std::optional<hit_scene_hit> first(const hit_dray& ray, const hit_scene_filter* filter = nullptr) const noexcept
    {
        hit_scene_hit hit;
        return hit_scene_first(get(), ray, filter, &hit) ? std::optional<hit_scene_hit>(hit) : std::nullopt;
    }
    bool any(const hit_dray& ray, const hit_scene_filter* filter = nullptr) const noexcept
    {
        return hit_scene_any(get(), ray, filter);
    }
    std::uint32_t count(const hit_dray& ray, const hit_scene_filter* filter = nullptr) const noexcept
    {
        return hit_scene_count(get(), ray, filter);
    }
    std::vector<hit_scene_hit> all(const hit_dray& ray, const hit_scene_filter* filter = nullptr) const
    {
        return detail::all_of<hit_scene_hit>(
            [&](hit_scene_hit* hits, std::uint32_t room) { return hit_scene_all(get(), ray, filter, hits, room); });
    }
    std::uint32_t first_k(const hit_dray& ray, span<hit_scene_hit> hits, const hit_scene_filter* filter = nullptr) const
    {
        return hit_scene_first_k(get(), ray, filter, hits.data(), detail::count_of(hits.size()));
    }
    void batch_first(span<const hit_dray> rays, span<hit_scene_hit> hits,
                     const hit_scene_batch_options& options = {}) const
    {
        detail::same_size(rays.size(), hits.size());
        detail::check([&](hit_error* e) {
            return hit_scene_batch_first(get(), rays.data(), rays.size(), hits.data(), &options, e);
        });
    }
    void batch_any(span<const hit_dray> rays, span<std::uint8_t> answers,
                   const hit_scene_batch_options& options = {}) const
    {
        detail::same_size(rays.size(), answers.size());
        detail::check([&](hit_error* e) {
            return hit_scene_batch_any(get(), rays.data(), rays.size(), answers.data(), &options, e);
        });
    }
    void batch_count(span<const hit_dray> rays, span<std::uint32_t> counts,
                     const hit_scene_batch_options& options = {}) const
    {
        detail::same_size(rays.size(), counts.size());
        detail::check([&](hit_error* e) {
            return hit_scene_batch_count(get(), rays.data(), rays.size(), counts.data(), &options, e);
        });
    }
    /// k hits for each ray; `found` may be empty.
    void batch_first_k(span<const hit_dray> rays, std::uint32_t k, span<hit_scene_hit> hits,
                       span<std::uint32_t> found = {}, const hit_scene_batch_options& options = {}) const
    {
        detail::same_size(k * rays.size(), hits.size());
        detail::same_size(found.empty() ? 0 : rays.size(), found.size());
        detail::check([&](hit_error* e) {
            return hit_scene_batch_first_k(get(), rays.data(), rays.size(), k, hits.data(), found.data(), &options, e);
        });
    }
    /// Counts, and then takes all hits, side by side whatever result_stride is.
    lists<hit_scene_hit> batch_all(span<const hit_dray> rays, hit_scene_batch_options options = {}) const
    {
        std::vector<std::uint32_t> counts(rays.size());
        options.result_stride = 0;
        batch_count(rays, counts, options);
        lists<hit_scene_hit> all(counts);
        detail::check([&](hit_error* e) {
            return hit_scene_batch_all(get(), rays.data(), rays.size(), all.offsets.data(), all.items.data(), &options,
                                       e);
        });
        return all;
    }
    /// k results for each point; `found` may be empty.
    void batch_closest(span<const hit_dvec3> points, double max_distance, std::uint32_t k,
                       span<hit_scene_closest> found_points, span<std::uint32_t> found = {},
                       const hit_scene_batch_options& options = {}) const
    {
        detail::same_size(k * points.size(), found_points.size());
        detail::same_size(found.empty() ? 0 : points.size(), found.size());
        detail::check([&](hit_error* e) {
            return hit_scene_batch_closest(get(), points.data(), points.size(), max_distance, k, found_points.data(),
                                           found.data(), &options, e);
        });
    }
    std::vector<hit_id> in(const hit_dvec3& at, const hit_cone& cone, hit_include include = HIT_INCLUDE_TOUCHING,
                           const hit_scene_filter* filter = nullptr) const
    {
        return detail::all_of<hit_id>([&](hit_id* ids, std::uint32_t room) {
            return hit_scene_in_cone(get(), at, &cone, include, filter, ids, room);
        });
    }
    std::vector<hit_id> in(const hit_dvec3& at, const hit_frustum& frustum, hit_include include = HIT_INCLUDE_TOUCHING,
                           const hit_scene_filter* filter = nullptr) const
    {
        return detail::all_of<hit_id>([&](hit_id* ids, std::uint32_t room) {
            return hit_scene_in_frustum(get(), at, &frustum, include, filter, ids, room);
        });
    }
    std::vector<hit_id> in(const hit_dvec3& at, const hit_aabb& box, hit_include include = HIT_INCLUDE_TOUCHING,
                           const hit_scene_filter* filter = nullptr) const
    {
        return detail::all_of<hit_id>([&](hit_id* ids, std::uint32_t room) {
            return hit_scene_in_aabb(get(), at, box, include, filter, ids, room);
        });
    }
    std::vector<hit_id> in(const hit_dvec3& at, const hit_obb& obb, hit_include include = HIT_INCLUDE_TOUCHING,
                           const hit_scene_filter* filter = nullptr) const
    {
        return detail::all_of<hit_id>([&](hit_id* ids, std::uint32_t room) {
            return hit_scene_in_obb(get(), at, &obb, include, filter, ids, room);
        });
    }
    std::vector<hit_id> in(const hit_dvec3& at, const hit_sphere& sphere, hit_include include = HIT_INCLUDE_TOUCHING,
                           const hit_scene_filter* filter = nullptr) const
    {
        return detail::all_of<hit_id>([&](hit_id* ids, std::uint32_t room) {
            return hit_scene_in_sphere(get(), at, sphere, include, filter, ids, room);
        });
    }
    std::optional<hit_scene_closest> closest(const hit_dvec3& point,
                                             double max_distance = std::numeric_limits<double>::infinity(),
                                             const hit_scene_filter* filter = nullptr) const noexcept
    {
        hit_scene_closest found;
        return hit_scene_closest_points(get(), point, max_distance, filter, &found, 1) == 1
                   ? std::optional<hit_scene_closest>(found)
                   : std::nullopt;
    }

    std::optional<hit_scene_hit> pick_first(const hit_camera& camera, double x, double y,
                                            const hit_scene_filter* filter = nullptr) const noexcept
    {
        hit_scene_hit hit;
        return hit_pick_first(get(), &camera, x, y, filter, &hit) ? std::optional<hit_scene_hit>(hit) : std::nullopt;
    }
    std::vector<hit_scene_hit> pick_all(const hit_camera& camera, double x, double y,
                                        const hit_scene_filter* filter = nullptr) const
    {
        return detail::all_of<hit_scene_hit>([&](hit_scene_hit* hits, std::uint32_t room) {
            return hit_pick_all(get(), &camera, x, y, filter, hits, room);
        });
    }
    std::vector<hit_id> pick_rect(const hit_camera& camera, double x0, double y0, double x1, double y1,
                                  const hit_area_options& options = {}) const
    {
        return detail::all_of<hit_id>([&](hit_id* ids, std::uint32_t room) {
            return hit_pick_rect(get(), &camera, x0, y0, x1, y1, &options, ids, room);
        });
    }
    std::vector<hit_id> pick_brush(const hit_camera& camera, double x, double y, double radius,
                                   const hit_area_options& options = {}) const
    {
        return detail::all_of<hit_id>([&](hit_id* ids, std::uint32_t room) {
            return hit_pick_brush(get(), &camera, x, y, radius, &options, ids, room);
        });
    }
    hit_explanation explain(const hit_camera& camera, double x, double y, hit_id id,
                            const hit_scene_filter* filter = nullptr) const noexcept
    {
        return hit_explain(get(), &camera, x, y, filter, id);
    }

    explicit operator bool() const noexcept
    {
        return scene_ != nullptr;
    }
    hit_scene* get() const noexcept
    {
        return scene_.get();
    }
    hit_scene* release() noexcept
    {
        return scene_.release();
    }

  private:
    template <class Call> static hit_id add_by(Call&& call)
    {
        hit_id id = HIT_ID_NONE;
        detail::check([&](hit_error* e) { return call(&id, e); });
        return id;
    }
    detail::handle<hit_scene, hit_scene_destroy> scene_;
};

/// What a person has selected (selection.h).
class selection {
  public:
    explicit selection(const hit_allocator* allocator = nullptr)
    {
        hit_selection* made = nullptr;
        detail::check([&](hit_error* e) { return hit_selection_create(allocator, &made, e); });
        selection_.reset(made);
    }

    hit_selection_diff apply(hit_select how, span<const hit_id> ids)
    {
        hit_selection_diff diff;
        detail::check([&](hit_error* e) {
            return hit_selection_apply(get(), how, ids.data(), detail::count_of(ids.size()), &diff, e);
        });
        return diff;
    }
    /// Take back what a change did: its diff, of this selection, and none after it.
    hit_selection_diff undo(const hit_selection_diff& change)
    {
        hit_selection_diff diff;
        detail::check([&](hit_error* e) {
            return hit_selection_restore(get(), change.added, change.added_count, change.removed, change.removed_count,
                                         change.primary_before, &diff, e);
        });
        return diff;
    }
    hit_selection_diff prune(const scene& from)
    {
        hit_selection_diff diff;
        detail::check([&](hit_error* e) { return hit_selection_prune(get(), from.get(), &diff, e); });
        return diff;
    }
    /// The object that was picked, or 0.
    hit_id click(const scene& in, const hit_camera& camera, double x, double y, double tolerance = 2.0,
                 hit_select how = HIT_SELECT_REPLACE, const hit_scene_filter* filter = nullptr,
                 hit_selection_diff* diff = nullptr)
    {
        hit_id picked = HIT_ID_NONE;
        detail::check([&](hit_error* e) {
            return hit_selection_click(get(), in.get(), &camera, x, y, tolerance, how, filter, &picked, diff, e);
        });
        return picked;
    }
    bool has(hit_id id) const noexcept
    {
        return hit_selection_has(get(), id);
    }
    std::uint32_t count() const noexcept
    {
        return hit_selection_count(get());
    }
    std::vector<hit_id> list() const
    {
        return detail::all_of<hit_id>(
            [&](hit_id* ids, std::uint32_t room) { return hit_selection_list(get(), ids, room); });
    }
    hit_id primary() const noexcept
    {
        return hit_selection_primary(get());
    }
    hit_id hover() const noexcept
    {
        return hit_selection_hover(get());
    }
    bool set_hover(hit_id id) noexcept
    {
        return hit_selection_set_hover(get(), id);
    }

    hit_selection* get() const noexcept
    {
        return selection_.get();
    }

  private:
    detail::handle<hit_selection, hit_selection_destroy> selection_;
};

} // namespace hitscan

#endif

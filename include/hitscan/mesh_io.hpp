// Models for C++17 (mesh_io.h): for programs that link hitscan_io. See hitscan.hpp.
#ifndef HITSCAN_MESH_IO_HPP
#define HITSCAN_MESH_IO_HPP

#include <hitscan/hitscan.hpp>
#include <hitscan/mesh_io.h>

namespace hitscan {

/// A model from a file.
class model {
  public:
    /// Take over a model of the C interface.
    explicit model(hit_model* made) noexcept : model_(made)
    {
    }

    static model load(const std::string& path, const hit_model_options& options = {})
    {
        hit_model* made = nullptr;
        detail::check([&](hit_error* e) { return hit_model_load(path.c_str(), &options, &made, e); });
        return model(made);
    }
    static model read(const void* bytes, std::size_t size, hit_model_format format = HIT_MODEL_UNKNOWN,
                      const hit_model_options& options = {})
    {
        hit_model* made = nullptr;
        detail::check([&](hit_error* e) { return hit_model_read(bytes, size, format, &options, &made, e); });
        return model(made);
    }

    /// A scene of it, committed: part i is object i + 1.
    scene to_scene(const hit_model_scene_options& options = {}) const
    {
        hit_scene* made = nullptr;
        detail::check([&](hit_error* e) { return hit_scene_from_model(get(), &options, &made, e); });
        return scene(made);
    }
    /// The triangles of a mesh, as bvh::triangles takes them; valid as long as the model.
    hit_mesh triangles(std::uint32_t mesh) const noexcept
    {
        return hit_model_triangles(get(), mesh);
    }
    span<const hit_model_mesh> meshes() const noexcept
    {
        return {model_->meshes, model_->mesh_count};
    }
    span<const hit_model_part> parts() const noexcept
    {
        return {model_->parts, model_->part_count};
    }

    const hit_model& operator*() const noexcept
    {
        return *model_;
    }
    const hit_model* operator->() const noexcept
    {
        return model_.get();
    }
    hit_model* get() const noexcept
    {
        return model_.get();
    }

  private:
    detail::handle<hit_model, hit_model_destroy> model_;
};

} // namespace hitscan

#endif

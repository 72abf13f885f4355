// Draco behind C functions: see draco_module.h. Built into libhitscan_draco with libdraco.a and the C++ library, and
// loaded by draco.c.
//
// The operators new and delete below are those of the module alone, as it shows no name but its functions: they take
// memory from the caller, whose limit ends what hostile bytes ask for with std::bad_alloc. What was taken until then is
// freed by the destructors on the way, or at the end: blocks are linked. No exception leaves these functions.
#include "mesh_io/gltf/draco_module.h"

#include <draco/compression/decode.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#define EXPORTED extern "C" __attribute__((visibility("default")))

// ---- Memory ---------------------------------------------------------------------------------------------------------

namespace {

struct block {
    block *before, *after;
    bool counted; ///< from the caller; else from malloc
};

constexpr size_t header = (sizeof(block) + 15) / 16 * 16;

// Where the blocks of a mesh are, and what they are from, while one of the functions below runs.
struct arena {
    const hit_draco_memory* memory;
    block* first;
};

thread_local arena* current = nullptr;

void* take(size_t size)
{
    arena* a = current;
    block* b = nullptr;
    if (size <= SIZE_MAX - header)
        b = static_cast<block*>(a != nullptr ? a->memory->allocate(a->memory->context, size + header)
                                             : std::malloc(size + header));
    if (b == nullptr)
        return nullptr;
    b->counted = a != nullptr;
    b->before = nullptr;
    b->after = a != nullptr ? a->first : nullptr;
    if (a != nullptr) {
        if (a->first != nullptr)
            a->first->before = b;
        a->first = b;
    }
    return reinterpret_cast<char*>(b) + header;
}

void give(void* memory)
{
    block* b = memory != nullptr ? reinterpret_cast<block*>(static_cast<char*>(memory) - header) : nullptr;
    arena* a = current;
    if (b == nullptr)
        return;
    if (!b->counted) {
        std::free(b);
        return;
    }
    if (a == nullptr)
        return; // never: what is counted is freed by the functions below
    if (b->before != nullptr)
        b->before->after = b->after;
    else
        a->first = b->after;
    if (b->after != nullptr)
        b->after->before = b->before;
    a->memory->release(a->memory->context, b);
}

// Blocks come from an arena as long as one of these lives, which also frees what is left when that is asked for.
class use_arena {
  public:
    explicit use_arena(arena* a) : outer(current)
    {
        current = a;
    }
    ~use_arena()
    {
        current = outer;
    }
    use_arena(const use_arena&) = delete;
    use_arena& operator=(const use_arena&) = delete;

  private:
    arena* outer;
};

void free_all(arena* a)
{
    while (a->first != nullptr) {
        block* b = a->first;
        a->first = b->after;
        a->memory->release(a->memory->context, b);
    }
}

} // namespace

void* operator new(size_t size)
{
    void* memory = take(size);
    if (memory == nullptr)
        throw std::bad_alloc();
    return memory;
}

void* operator new(size_t size, const std::nothrow_t&) noexcept
{
    return take(size);
}

void operator delete(void* memory) noexcept
{
    give(memory);
}

void operator delete(void* memory, size_t) noexcept
{
    give(memory);
}

// The other forms call these by default; those for more than 16 bytes of alignment are not used by Draco.

// ---- Meshes ---------------------------------------------------------------------------------------------------------

// It stands in memory of the caller itself, outside of the arena, which frees all of what Draco has left.
struct hit_draco_mesh {
    arena blocks;
    const draco::Mesh* mesh;
};

namespace {

hit_draco_status decode(const void* bytes, size_t size, const draco::Mesh** mesh, char* message, size_t message_size)
{
    try {
        draco::DecoderBuffer buffer;
        draco::Decoder decoder;
        buffer.Init(static_cast<const char*>(bytes), size);
        draco::StatusOr<std::unique_ptr<draco::Mesh>> result = decoder.DecodeMeshFromBuffer(&buffer);
        if (!result.ok()) {
            std::snprintf(message, message_size, "%s", result.status().error_msg());
            return HIT_DRACO_BAD;
        }
        *mesh = std::move(result).value().release();
        return HIT_DRACO_OK;
    } catch (const std::bad_alloc&) {
        return HIT_DRACO_MEMORY;
    } catch (const std::exception& e) { // std::length_error of a vector, say
        std::snprintf(message, message_size, "%s", e.what());
        return HIT_DRACO_BAD;
    } catch (...) {
        return HIT_DRACO_BAD;
    }
}

// True when all values that points are mapped to are in the buffer of the attribute.
bool is_sound(const draco::PointAttribute& attribute, uint32_t points)
{
    const int64_t stride = attribute.byte_stride(), offset = attribute.byte_offset();
    const int64_t size =
        draco::DataTypeLength(attribute.data_type()) * static_cast<int64_t>(attribute.num_components());
    int64_t room, largest = static_cast<int64_t>(points) - 1;
    if (attribute.buffer() == nullptr || stride < size || size <= 0 || offset < 0)
        return false;
    room = static_cast<int64_t>(attribute.buffer()->data_size()) - offset;
    if (!attribute.is_mapping_identity()) {
        uint32_t most = 0;
        if (attribute.indices_map_size() < points)
            return false;
        for (uint32_t i = 0; i < points; i++) {
            const uint32_t value = attribute.mapped_index(draco::PointIndex(i)).value();
            most = value > most ? value : most;
        }
        largest = most;
    }
    return points == 0 || (room >= size && largest <= (room - size) / stride);
}

template <typename T> bool copy_values(const draco::PointAttribute& attribute, uint32_t points, int width, void* values)
{
    T* out = static_cast<T*>(values);
    for (uint32_t i = 0; i < points; i++, out += width)
        if (!attribute.ConvertValue<T>(attribute.mapped_index(draco::PointIndex(i)), static_cast<int8_t>(width), out))
            return false;
    return true;
}

// The most frequent case: floats, and all of them. A width that is known makes a copy of a few instructions.
template <size_t width> void copy_floats(const draco::PointAttribute& attribute, uint32_t points, void* values)
{
    char* out = static_cast<char*>(values);
    const uint8_t* first = attribute.buffer()->data() + attribute.byte_offset();
    const auto stride = static_cast<size_t>(attribute.byte_stride());
    if (attribute.is_mapping_identity() && stride == width * sizeof(float)) {
        std::memcpy(out, first, points * stride);
        return;
    }
    for (uint32_t i = 0; i < points; i++, out += width * sizeof(float))
        std::memcpy(out, first + stride * attribute.mapped_index(draco::PointIndex(i)).value(), width * sizeof(float));
}

} // namespace

// ---- The functions --------------------------------------------------------------------------------------------------

EXPORTED int hit_draco_version(void)
{
    return HIT_DRACO_VERSION;
}

EXPORTED hit_draco_status hit_draco_open(const hit_draco_memory* memory, const void* bytes, size_t size,
                                         hit_draco_mesh** mesh, hit_draco_info* info, char* message,
                                         size_t message_size)
{
    hit_draco_mesh* m = static_cast<hit_draco_mesh*>(memory->allocate(memory->context, sizeof *m));
    hit_draco_status status;
    message[0] = '\0';
    if (m == nullptr)
        return HIT_DRACO_MEMORY;
    m->blocks = {memory, nullptr};
    m->mesh = nullptr;
    {
        const use_arena use(&m->blocks);
        status = decode(bytes, size, &m->mesh, message, message_size);
        if (status != HIT_DRACO_OK)
            free_all(&m->blocks);
    }
    if (status != HIT_DRACO_OK) {
        memory->release(memory->context, m);
        return status;
    }
    info->points = m->mesh->num_points();
    info->faces = m->mesh->num_faces();
    *mesh = m;
    return HIT_DRACO_OK;
}

EXPORTED bool hit_draco_corners(const hit_draco_mesh* mesh, uint32_t* corners)
{
    const uint32_t points = mesh->mesh->num_points();
    for (uint32_t i = 0; i < mesh->mesh->num_faces(); i++) {
        const draco::Mesh::Face& face = mesh->mesh->face(draco::FaceIndex(i));
        for (size_t k = 0; k < 3; k++) {
            if (face[k].value() >= points)
                return false;
            *corners++ = face[k].value();
        }
    }
    return true;
}

EXPORTED bool hit_draco_values(const hit_draco_mesh* mesh, uint32_t attribute, uint32_t component, int width,
                               void* values)
{
    const draco::PointAttribute* a = mesh->mesh->GetAttributeByUniqueId(attribute);
    const uint32_t points = mesh->mesh->num_points();
    if (a == nullptr || !is_sound(*a, points))
        return false;
    if (component == 5126 && a->data_type() == draco::DT_FLOAT32 && a->num_components() == width) {
        if (width == 3)
            copy_floats<3>(*a, points, values);
        else if (width == 2)
            copy_floats<2>(*a, points, values);
        else
            return copy_values<float>(*a, points, width, values);
        return true;
    }
    switch (component) {
    case 5120:
        return copy_values<int8_t>(*a, points, width, values);
    case 5121:
        return copy_values<uint8_t>(*a, points, width, values);
    case 5122:
        return copy_values<int16_t>(*a, points, width, values);
    case 5123:
        return copy_values<uint16_t>(*a, points, width, values);
    case 5125:
        return copy_values<uint32_t>(*a, points, width, values);
    case 5126:
        return copy_values<float>(*a, points, width, values);
    default:
        return false;
    }
}

EXPORTED void hit_draco_close(const hit_draco_memory* memory, hit_draco_mesh* mesh)
{
    const use_arena use(&mesh->blocks);
    mesh->blocks.memory = memory;
    // What belongs to Draco is memory alone: freeing it is all that its destructors would do.
    free_all(&mesh->blocks);
    memory->release(memory->context, mesh);
}

// Draco, the peer of reading glTF that it has packed.
#include "load_packed.h"

#include <draco/compression/decode.h>

static void add_up(const draco::Mesh& mesh, packed_sums& sums)
{
    const draco::PointAttribute* positions = mesh.GetNamedAttribute(draco::GeometryAttribute::POSITION);
    uint64_t place = 0;
    sums = {mesh.num_points(), mesh.num_faces(), 0.0, 0};
    for (uint32_t i = 0; i < mesh.num_points(); i++) {
        float xyz[3];
        positions->GetMappedValue(draco::PointIndex(i), xyz);
        for (float x : xyz)
            sums.positions += static_cast<double>(x);
    }
    for (uint32_t i = 0; i < mesh.num_faces(); i++)
        for (draco::PointIndex corner : mesh.face(draco::FaceIndex(i)))
            sums.corners += corner.value() * (place++ % 7);
}

uint64_t peer_draco_unpack(const void* bytes, size_t size, packed_sums* sums)
{
    draco::DecoderBuffer buffer;
    draco::Decoder decoder;
    buffer.Init(static_cast<const char*>(bytes), size);
    auto result = decoder.DecodeMeshFromBuffer(&buffer);
    if (!result.ok())
        return 0;
    if (sums != nullptr)
        add_up(*result.value(), *sums);
    return result.value()->num_faces();
}

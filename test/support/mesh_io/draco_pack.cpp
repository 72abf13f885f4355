// Packs triangles by Draco: see packed.h.
#include "support/mesh_io/packed.h"

#include <draco/compression/encode.h>
#include <draco/mesh/mesh.h>

#include <cstring>

static void add_attribute(draco::Mesh& mesh, draco::GeometryAttribute::Type type, const float* values, uint32_t count)
{
    draco::GeometryAttribute attribute;
    attribute.Init(type, nullptr, 3, draco::DT_FLOAT32, false, 3 * sizeof(float), 0);
    const int id = mesh.AddAttribute(attribute, true, count);
    for (uint32_t i = 0; i < count; i++)
        mesh.attribute(id)->SetAttributeValue(draco::AttributeValueIndex(i), values + 3 * static_cast<size_t>(i));
}

size_t draco_pack(const draco_input* input, unsigned char* out, size_t room)
{
    draco::Mesh mesh;
    draco::Encoder encoder;
    draco::EncoderBuffer buffer;
    mesh.set_num_points(input->vertices);
    mesh.SetNumFaces(input->triangles);
    for (uint32_t i = 0; i < input->triangles; i++) {
        draco::Mesh::Face face;
        for (size_t k = 0; k < 3; k++)
            face[k] = draco::PointIndex(input->indices[3 * static_cast<size_t>(i) + k]);
        mesh.SetFace(draco::FaceIndex(i), face);
    }
    add_attribute(mesh, draco::GeometryAttribute::POSITION, input->positions, input->vertices);
    if (input->normals != nullptr)
        add_attribute(mesh, draco::GeometryAttribute::NORMAL, input->normals, input->vertices);
    encoder.SetEncodingMethod(input->edgebreaker != 0 ? draco::MESH_EDGEBREAKER_ENCODING
                                                      : draco::MESH_SEQUENTIAL_ENCODING);
    if (input->bits > 0)
        encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, input->bits);
    if (!encoder.EncodeMeshToBuffer(mesh, &buffer).ok() || buffer.size() > room)
        return 0;
    std::memcpy(out, buffer.data(), buffer.size());
    return buffer.size();
}

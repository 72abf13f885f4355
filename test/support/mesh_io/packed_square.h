// The square of gltf_file.h, as Draco 1.5.5 and meshoptimizer 0.18 pack it: where fuzzers begin. A test reads them, so
// that they stay good files.
#ifndef HITSCAN_TEST_PACKED_SQUARE_H
#define HITSCAN_TEST_PACKED_SQUARE_H

#include "support/mesh_io/gltf_file.h"

#include <stdbool.h>

static const unsigned char packed_draco_sequential[76] = {
    68, 82, 65,  67, 79, 2, 2,   1,  0, 0, 0, 2, 4, 1, 0, 1, 2,   0,  2,   3,  1, 1, 0, 9, 3, 0,
    0,  0,  0,   0,  0,  0, 0,   0,  0, 0, 0, 0, 0, 0, 0, 0, 128, 63, 0,   0,  0, 0, 0, 0, 0, 0,
    0,  0,  128, 63, 0,  0, 128, 63, 0, 0, 0, 0, 0, 0, 0, 0, 0,   0,  128, 63, 0, 0, 0, 0};

static const unsigned char packed_draco_edgebreaker[75] = {
    68, 82, 65, 67, 79,  2, 2, 1, 1, 0, 0, 0, 4, 2, 0, 2, 0,  0, 1,  31, 255, 1,  17,  1,   255,
    0,  0,  1,  0,  9,   3, 0, 0, 2, 1, 1, 1, 0, 3, 3, 1, 48, 1, 16, 3,  0,   40, 130, 152, 0,
    0,  0,  0,  0,  255, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0, 0,  0,  0,   0,  128, 63,  10};

static const unsigned char packed_meshopt_vertices[67] = {
    160, 0,   0, 1,  51, 0, 0, 0,   255, 255, 1, 51, 0, 0, 0, 126, 125, 0, 0, 1, 12, 0, 0,
    0,   255, 1, 12, 0,  0, 0, 126, 0,   0,   0, 0,  0, 0, 0, 0,   0,   0, 0, 0, 0,  0, 0,
    0,   0,   0, 0,  0,  0, 0, 0,   0,   0,   0, 0,  0, 0, 0, 0,   0,   0, 0, 0, 0};

static const unsigned char packed_meshopt_triangles[19] = {224, 240, 0,   0,   118, 135, 86,  103, 120, 169,
                                                           134, 101, 137, 104, 152, 1,   105, 0,   0};

static const unsigned char packed_meshopt_indices[11] = {208, 0, 4, 4, 6, 8, 4, 0, 0, 0, 0};

#define PACKED_DRACO "KHR_draco_mesh_compression"
#define PACKED_MESHOPT "EXT_meshopt_compression"

// What is packed, in which counts.
typedef struct packed_square {
    const unsigned char* bytes; ///< by Draco, or the vertices by meshoptimizer
    size_t size;
    const unsigned char* indices; ///< by meshoptimizer; NULL: by Draco
    size_t index_size;
    const char* mode; ///< of the indices
    unsigned vertices, corners;
} packed_square;

// A GLB of it; to be freed.
static inline unsigned char* packed_glb(const packed_square* p, size_t* size)
{
    static const char draco[] =
        "{'asset':{'version':'2.0'},'extensionsRequired':['" PACKED_DRACO "'],'nodes':[{'mesh':0}],'meshes':["
        "{'primitives':[{'attributes':{'POSITION':0},'indices':1,'extensions':{'" PACKED_DRACO "':{'bufferView':0,"
        "'attributes':{'POSITION':0}}}}]}],'accessors':[{'componentType':5126,'count':%u,'type':'VEC3'},"
        "{'componentType':5125,'count':%u,'type':'SCALAR'}],'bufferViews':[{'buffer':0,'byteLength':%zu}],"
        "'buffers':[{'byteLength':%zu}]}";
    static const char meshopt[] =
        "{'asset':{'version':'2.0'},'extensionsRequired':['" PACKED_MESHOPT "'],'nodes':[{'mesh':0}],'meshes':["
        "{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}],'accessors':[{'bufferView':0,'componentType':5126,"
        "'count':%u,'type':'VEC3'},{'bufferView':1,'componentType':5123,'count':%u,'type':'SCALAR'}],'bufferViews':["
        "{'buffer':1,'byteLength':0,'extensions':{'" PACKED_MESHOPT "':{'buffer':0,'byteLength':%zu,'byteStride':12,"
        "'count':%u,'mode':'ATTRIBUTES'}}},{'buffer':1,'byteLength':0,'extensions':{'" PACKED_MESHOPT "':{'buffer':0,"
        "'byteOffset':%zu,'byteLength':%zu,'byteStride':2,'count':%u,'mode':'%s'}}}],"
        "'buffers':[{'byteLength':%zu},{'byteLength':0}]}";
    char json[2048];
    const size_t all = p->size + p->index_size;
    unsigned char *bytes = (unsigned char*)malloc(all + 1), *glb;
    if (bytes == NULL)
        abort();
    memcpy(bytes, p->bytes, p->size);
    if (p->indices != NULL)
        memcpy(bytes + p->size, p->indices, p->index_size);
    if (p->indices == NULL)
        snprintf(json, sizeof json, draco, p->vertices, p->corners, all, all);
    else
        snprintf(json, sizeof json, meshopt, p->vertices, p->corners, p->size, p->vertices, p->size, p->index_size,
                 p->corners, p->mode, all);
    glb = gltf_make_glb(json, bytes, all, size);
    free(bytes);
    return glb;
}

#endif

// glTF 2.0 in one binary file: the scene as JSON, then all vertices, then all indices.
//
// Each part is a mesh, and has a node unless the model has nodes of its own. The JSON has the bounds of each mesh, and
// its length comes before it: so the vertices are made three times, to measure, to write the bounds and to write them.
#include "gen/write.h"

#include <string.h>

enum { GLB_HEAD = 12, CHUNK_HEAD = 8, FLOAT_TYPE = 5126, UINT_TYPE = 5125, VERTICES = 34962, INDICES = 34963 };

static void key(buffered_file* to, const char* name)
{
    buffered_char(to, '"');
    buffered_text(to, name);
    buffered_text(to, "\":");
}

static void put_triple(buffered_file* to, hit_vec3 v)
{
    buffered_char(to, '[');
    buffered_float(to, v.x);
    buffered_char(to, ',');
    buffered_float(to, v.y);
    buffered_char(to, ',');
    buffered_float(to, v.z);
    buffered_char(to, ']');
}

static void put_name(buffered_file* to, const char* name)
{
    key(to, "name");
    buffered_char(to, '"');
    buffered_text(to, name); // names of generated parts need no escapes
    buffered_char(to, '"');
}

static void put_nodes(gen* g, buffered_file* to)
{
    const uint32_t count = g->nodes > 0 ? g->nodes : g->parts;
    buffered_text(to, "\"scene\":0,\"scenes\":[{\"nodes\":[");
    for (uint32_t i = 0; i < count; i++) {
        buffered_text(to, i > 0 ? "," : "");
        buffered_count(to, i);
    }
    buffered_text(to, "]}],\"nodes\":[");
    for (uint32_t i = 0; i < count; i++) {
        gen_node n = {.part = i};
        buffered_text(to, i > 0 ? ",{" : "{");
        if (g->nodes > 0)
            gen_get_node(g, i, &n);
        else {
            gen_choose(g, i);
            memcpy(n.name, g->part.name, sizeof n.name);
        }
        put_name(to, n.name);
        buffered_text(to, ",\"mesh\":");
        buffered_count(to, n.part);
        if (g->nodes > 0) {
            buffered_text(to, ",\"translation\":");
            put_triple(to, n.translation);
            buffered_text(to, ",\"rotation\":[");
            buffered_float(to, n.rotation.x);
            buffered_char(to, ',');
            buffered_float(to, n.rotation.y);
            buffered_char(to, ',');
            buffered_float(to, n.rotation.z);
            buffered_char(to, ',');
            buffered_float(to, n.rotation.w);
            buffered_text(to, "],\"scale\":");
            put_triple(to, n.scale);
        }
        buffered_char(to, '}');
    }
    buffered_char(to, ']');
}

static void put_meshes(gen* g, buffered_file* to)
{
    buffered_text(to, ",\"meshes\":[");
    for (uint32_t i = 0; i < g->parts; i++) {
        gen_choose(g, i);
        buffered_text(to, i > 0 ? ",{" : "{");
        put_name(to, g->part.name);
        buffered_text(to, ",\"primitives\":[{\"attributes\":{\"POSITION\":");
        buffered_count(to, 2 * (uint64_t)i);
        buffered_text(to, "},\"indices\":");
        buffered_count(to, 2 * (uint64_t)i + 1);
        buffered_text(to, "}]}");
    }
    buffered_char(to, ']');
}

static void put_accessor(buffered_file* to, int view, uint64_t offset, uint64_t count, int type, const char* shape)
{
    buffered_text(to, "{\"bufferView\":");
    buffered_count(to, (uint64_t)view);
    buffered_text(to, ",\"byteOffset\":");
    buffered_count(to, offset);
    buffered_text(to, ",\"count\":");
    buffered_count(to, count);
    buffered_text(to, ",\"componentType\":");
    buffered_count(to, (uint64_t)type);
    buffered_text(to, ",\"type\":\"");
    buffered_text(to, shape);
    buffered_char(to, '"');
}

static void put_accessors(gen* g, buffered_file* to)
{
    uint64_t vertices = 0, triangles = 0;
    buffered_text(to, ",\"accessors\":[");
    for (uint32_t i = 0; i < g->parts; i++) {
        hit_vec3 low, high;
        gen_choose(g, i);
        low = high = gen_vertex(g, 0);
        for (uint32_t k = 1; k < g->part.vertices; k++) {
            const hit_vec3 v = gen_vertex(g, k);
            low = hit_vec3_min(low, v);
            high = hit_vec3_max(high, v);
        }
        buffered_text(to, i > 0 ? "," : "");
        put_accessor(to, 0, 12 * vertices, g->part.vertices, FLOAT_TYPE, "VEC3");
        buffered_text(to, ",\"min\":");
        put_triple(to, low);
        buffered_text(to, ",\"max\":");
        put_triple(to, high);
        buffered_text(to, "},");
        put_accessor(to, 1, 12 * triangles, 3 * (uint64_t)g->part.triangles, UINT_TYPE, "SCALAR");
        buffered_char(to, '}');
        vertices += g->part.vertices;
        triangles += g->part.triangles;
    }
    buffered_char(to, ']');
}

static void put_view(buffered_file* to, uint64_t offset, uint64_t bytes, int target)
{
    buffered_text(to, "{\"buffer\":0,\"byteOffset\":");
    buffered_count(to, offset);
    buffered_text(to, ",\"byteLength\":");
    buffered_count(to, bytes);
    buffered_text(to, ",\"target\":");
    buffered_count(to, (uint64_t)target);
    buffered_char(to, '}');
}

static void put_json(gen* g, buffered_file* to)
{
    buffered_text(to, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"hitscan gen\"},");
    put_nodes(g, to);
    put_meshes(g, to);
    put_accessors(g, to);
    buffered_text(to, ",\"bufferViews\":[");
    put_view(to, 0, 12 * g->vertices, VERTICES);
    buffered_char(to, ',');
    put_view(to, 12 * g->vertices, 12 * g->triangles, INDICES);
    buffered_text(to, "],\"buffers\":[{\"byteLength\":");
    buffered_count(to, 12 * (g->vertices + g->triangles));
    buffered_text(to, "}]}");
}

static uint64_t json_bytes(gen* g, buffered_file* scratch)
{
    buffered_begin(scratch, NULL);
    put_json(g, scratch);
    buffered_end(scratch);
    return scratch->bytes;
}

static uint64_t padded(uint64_t bytes)
{
    return (bytes + 3) / 4 * 4;
}

uint64_t gen_glb_bytes(gen* model, buffered_file* scratch)
{
    const uint64_t data = 12 * (model->vertices + model->triangles);
    if (data > UINT32_MAX) // too long whatever the JSON is, which takes its time
        return data;
    return GLB_HEAD + CHUNK_HEAD + padded(json_bytes(model, scratch)) + CHUNK_HEAD + data;
}

static void put_face(buffered_file* to, const uint64_t corner[3])
{
    for (int k = 0; k < 3; k++)
        buffered_u32(to, (uint32_t)corner[k]);
}

void gen_write_glb(gen_write_job* w)
{
    gen* g = w->model;
    FILE* file = w->to->file;
    const uint64_t json = json_bytes(g, w->to), data = 12 * (g->vertices + g->triangles);
    buffered_begin(w->to, file);
    buffered_text(w->to, "glTF");
    buffered_u32(w->to, 2);
    buffered_u32(w->to, (uint32_t)(GLB_HEAD + CHUNK_HEAD + padded(json) + CHUNK_HEAD + data));
    buffered_u32(w->to, (uint32_t)padded(json));
    buffered_text(w->to, "JSON");
    put_json(g, w->to);
    for (uint64_t i = json; i < padded(json); i++)
        buffered_char(w->to, ' ');
    buffered_u32(w->to, (uint32_t)data);
    buffered_bytes(w->to, "BIN", 4); // with its zero
    for (uint32_t i = 0; i < g->parts; i++) {
        gen_choose(g, i);
        if (!gen_each_vertex(w, gen_put_vertex))
            return;
    }
    for (uint32_t i = 0; i < g->parts; i++) {
        gen_choose(g, i);
        if (!gen_each_face(w, 0, put_face))
            return;
    }
}

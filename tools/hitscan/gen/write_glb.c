// glTF 2.0 in one binary file: the scene as JSON, then all vertices, then all indices.
//
// Each part is a mesh, and has a node unless the model has nodes of its own. The JSON has the bounds of each mesh, and
// its length comes before it: so the vertices are made three times, to measure, to write the bounds and to write them.
#include "gen/write.h"

#include <string.h>

enum { GLB_HEAD = 12, CHUNK_HEAD = 8, FLOAT_TYPE = 5126, UINT_TYPE = 5125, VERTICES = 34962, INDICES = 34963 };

static void key(sink* to, const char* name)
{
    sink_char(to, '"');
    sink_text(to, name);
    sink_text(to, "\":");
}

static void put_triple(sink* to, hit_vec3 v)
{
    sink_char(to, '[');
    sink_float(to, v.x);
    sink_char(to, ',');
    sink_float(to, v.y);
    sink_char(to, ',');
    sink_float(to, v.z);
    sink_char(to, ']');
}

static void put_name(sink* to, const char* name)
{
    key(to, "name");
    sink_char(to, '"');
    sink_text(to, name); // names of generated parts need no escapes
    sink_char(to, '"');
}

static void put_nodes(gen* g, sink* to)
{
    const uint32_t count = g->nodes > 0 ? g->nodes : g->parts;
    sink_text(to, "\"scene\":0,\"scenes\":[{\"nodes\":[");
    for (uint32_t i = 0; i < count; i++) {
        sink_text(to, i > 0 ? "," : "");
        sink_count(to, i);
    }
    sink_text(to, "]}],\"nodes\":[");
    for (uint32_t i = 0; i < count; i++) {
        gen_node n = {.part = i};
        sink_text(to, i > 0 ? ",{" : "{");
        if (g->nodes > 0)
            g->node(g, i, &n);
        else {
            gen_choose(g, i);
            memcpy(n.name, g->part.name, sizeof n.name);
        }
        put_name(to, n.name);
        sink_text(to, ",\"mesh\":");
        sink_count(to, n.part);
        if (g->nodes > 0) {
            sink_text(to, ",\"translation\":");
            put_triple(to, n.move);
            sink_text(to, ",\"rotation\":[");
            sink_float(to, n.turn.x);
            sink_char(to, ',');
            sink_float(to, n.turn.y);
            sink_char(to, ',');
            sink_float(to, n.turn.z);
            sink_char(to, ',');
            sink_float(to, n.turn.w);
            sink_text(to, "],\"scale\":");
            put_triple(to, n.scale);
        }
        sink_char(to, '}');
    }
    sink_char(to, ']');
}

static void put_meshes(gen* g, sink* to)
{
    sink_text(to, ",\"meshes\":[");
    for (uint32_t i = 0; i < g->parts; i++) {
        gen_choose(g, i);
        sink_text(to, i > 0 ? ",{" : "{");
        put_name(to, g->part.name);
        sink_text(to, ",\"primitives\":[{\"attributes\":{\"POSITION\":");
        sink_count(to, 2 * (uint64_t)i);
        sink_text(to, "},\"indices\":");
        sink_count(to, 2 * (uint64_t)i + 1);
        sink_text(to, "}]}");
    }
    sink_char(to, ']');
}

static void put_accessor(sink* to, int view, uint64_t offset, uint64_t count, int type, const char* shape)
{
    sink_text(to, "{\"bufferView\":");
    sink_count(to, (uint64_t)view);
    sink_text(to, ",\"byteOffset\":");
    sink_count(to, offset);
    sink_text(to, ",\"count\":");
    sink_count(to, count);
    sink_text(to, ",\"componentType\":");
    sink_count(to, (uint64_t)type);
    sink_text(to, ",\"type\":\"");
    sink_text(to, shape);
    sink_char(to, '"');
}

static void put_accessors(gen* g, sink* to)
{
    uint64_t vertices = 0, triangles = 0;
    sink_text(to, ",\"accessors\":[");
    for (uint32_t i = 0; i < g->parts; i++) {
        hit_vec3 low, high;
        gen_choose(g, i);
        low = high = gen_vertex(g, 0);
        for (uint32_t k = 1; k < g->part.vertices; k++) {
            const hit_vec3 v = gen_vertex(g, k);
            low = hit_vec3_min(low, v);
            high = hit_vec3_max(high, v);
        }
        sink_text(to, i > 0 ? "," : "");
        put_accessor(to, 0, 12 * vertices, g->part.vertices, FLOAT_TYPE, "VEC3");
        sink_text(to, ",\"min\":");
        put_triple(to, low);
        sink_text(to, ",\"max\":");
        put_triple(to, high);
        sink_text(to, "},");
        put_accessor(to, 1, 12 * triangles, 3 * (uint64_t)g->part.triangles, UINT_TYPE, "SCALAR");
        sink_char(to, '}');
        vertices += g->part.vertices;
        triangles += g->part.triangles;
    }
    sink_char(to, ']');
}

static void put_view(sink* to, uint64_t offset, uint64_t bytes, int target)
{
    sink_text(to, "{\"buffer\":0,\"byteOffset\":");
    sink_count(to, offset);
    sink_text(to, ",\"byteLength\":");
    sink_count(to, bytes);
    sink_text(to, ",\"target\":");
    sink_count(to, (uint64_t)target);
    sink_char(to, '}');
}

static void put_json(gen* g, sink* to)
{
    sink_text(to, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"hitscan gen\"},");
    put_nodes(g, to);
    put_meshes(g, to);
    put_accessors(g, to);
    sink_text(to, ",\"bufferViews\":[");
    put_view(to, 0, 12 * g->vertices, VERTICES);
    sink_char(to, ',');
    put_view(to, 12 * g->vertices, 12 * g->triangles, INDICES);
    sink_text(to, "],\"buffers\":[{\"byteLength\":");
    sink_count(to, 12 * (g->vertices + g->triangles));
    sink_text(to, "}]}");
}

static uint64_t json_bytes(gen* g, sink* scratch)
{
    sink_begin(scratch, NULL);
    put_json(g, scratch);
    sink_end(scratch);
    return scratch->bytes;
}

static uint64_t padded(uint64_t bytes)
{
    return (bytes + 3) / 4 * 4;
}

uint64_t gen_glb_bytes(gen* model, sink* scratch)
{
    const uint64_t data = 12 * (model->vertices + model->triangles);
    if (data > UINT32_MAX) // too long whatever the JSON is, which takes its time
        return data;
    return GLB_HEAD + CHUNK_HEAD + padded(json_bytes(model, scratch)) + CHUNK_HEAD + data;
}

static void put_vertex(sink* to, hit_vec3 v)
{
    sink_f32(to, v.x);
    sink_f32(to, v.y);
    sink_f32(to, v.z);
}

static void put_face(sink* to, const uint64_t corner[3])
{
    for (int k = 0; k < 3; k++)
        sink_u32(to, (uint32_t)corner[k]);
}

void gen_write_glb(gen_writing* w)
{
    gen* g = w->model;
    FILE* file = w->to->file;
    const uint64_t json = json_bytes(g, w->to), data = 12 * (g->vertices + g->triangles);
    sink_begin(w->to, file);
    sink_text(w->to, "glTF");
    sink_u32(w->to, 2);
    sink_u32(w->to, (uint32_t)(GLB_HEAD + CHUNK_HEAD + padded(json) + CHUNK_HEAD + data));
    sink_u32(w->to, (uint32_t)padded(json));
    sink_text(w->to, "JSON");
    put_json(g, w->to);
    for (uint64_t i = json; i < padded(json); i++)
        sink_char(w->to, ' ');
    sink_u32(w->to, (uint32_t)data);
    sink_bytes(w->to, "BIN", 4); // with its zero
    for (uint32_t i = 0; i < g->parts; i++) {
        gen_choose(g, i);
        if (!gen_each_vertex(w, put_vertex))
            return;
    }
    for (uint32_t i = 0; i < g->parts; i++) {
        gen_choose(g, i);
        if (!gen_each_face(w, 0, put_face))
            return;
    }
}

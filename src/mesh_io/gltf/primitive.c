// Primitives of glTF: what they have, and which of them share their vertices.
//
// A mesh is gone through twice, first for the sizes and then for what is in it. In each pass, primitives with the same
// positions share them: exporters like to put all vertices into one accessor, and to tell parts of it apart by indices.
// Where vertices have more than a place, all their attributes must be the same; only the last primitive with the same
// positions is compared, so that the time stays linear.
#include "mesh_io/gltf/gltf.h"

#include "base/assert.h"
#include <inttypes.h>
#include <string.h>

hit_status hit_gltf_fail_primitive(const hit_gltf* g, const hit_gltf_primitive* p, const char* what)
{
    return hit_gltf_fail(g, p->token, "mesh %" PRIu32 ", primitive %" PRIu32 ": %s", p->mesh, p->number, what);
}

bool hit_gltf_next_primitive(const hit_gltf* g, uint32_t list, hit_gltf_primitive* p)
{
    if (p->token == 0)
        p->token = hit_json_first(list);
    else {
        p->token = g->json.tokens[p->token].next;
        p->number++;
    }
    return p->number < g->json.tokens[list].size;
}

uint64_t hit_gltf_triangles_of(const hit_gltf_primitive* p)
{
    if (p->mode == HIT_GLTF_POINTS)
        return 0;
    return p->mode == HIT_GLTF_TRIANGLES ? p->corners / 3 : p->corners >= 3 ? p->corners - 2 : 0;
}

uint64_t hit_gltf_points_of(const hit_gltf_primitive* p)
{
    return p->mode == HIT_GLTF_POINTS ? p->corners : 0;
}

uint64_t hit_gltf_faces_of(const hit_gltf_primitive* p)
{
    const uint64_t triangles = hit_gltf_triangles_of(p);
    const bool rest = p->mode == HIT_GLTF_TRIANGLES ? p->corners % 3 != 0 : p->corners > 0 && p->corners < 3;
    return triangles + (rest && p->mode != HIT_GLTF_POINTS);
}

// ---- What a primitive has -------------------------------------------------------------------------------------------

static hit_status check_positions(hit_gltf* g, const hit_gltf_primitive* p)
{
    hit_gltf_accessor* a;
    hit_status status = hit_gltf_accessor_get(g, p->positions, &a);
    if (status != HIT_OK)
        return status;
    // Integers are those of KHR_mesh_quantization.
    if (a->width != 3 || a->component == HIT_GLTF_UINT)
        return hit_gltf_fail_primitive(g, p, "POSITION is no VEC3 of float, or of 8 or 16 bits");
    return HIT_OK;
}

// Whether Draco has the triangles. Where the file has them both ways, they are taken as they are, unless it requires
// Draco.
static hit_status unpack(hit_gltf* g, hit_gltf_primitive* p)
{
    hit_gltf_accessor* a;
    hit_status status = hit_gltf_accessor_get(g, p->positions, &a);
    if (status != HIT_OK || (a->bytes != NULL && a->unpacked == 0 && !g->needs_draco) || a->sparse_count > 0)
        return status;
    if (p->mode != HIT_GLTF_TRIANGLES && p->mode != HIT_GLTF_STRIP)
        return hit_gltf_fail_primitive(g, p, "Draco has triangles only");
    p->mode = HIT_GLTF_TRIANGLES; // strips, too, are unpacked to these
    return hit_gltf_unpack_draco(g, p);
}

static hit_status check_indices(hit_gltf* g, const hit_gltf_primitive* p)
{
    hit_gltf_accessor* a;
    hit_status status = hit_gltf_accessor_get(g, p->indices, &a);
    if (status != HIT_OK)
        return status;
    if (a->width != 1 || a->normalized ||
        (a->component != HIT_GLTF_UBYTE && a->component != HIT_GLTF_USHORT && a->component != HIT_GLTF_UINT))
        return hit_gltf_fail_primitive(g, p, "indices are no SCALAR of unsigned integers");
    return HIT_OK;
}

static bool is_line(const hit_gltf_primitive* p)
{
    return p->mode > HIT_GLTF_POINTS && p->mode < HIT_GLTF_TRIANGLES;
}

hit_status hit_gltf_look_at(hit_gltf* g, hit_gltf_primitive* p)
{
    static const char what[] = "a primitive of mesh";
    hit_status status = hit_gltf_whole(g, p->token, "mode", what, p->mesh, HIT_GLTF_FAN, HIT_GLTF_TRIANGLES, &p->mode);

    p->attributes = hit_json_find(&g->json, p->token, "attributes");
    p->positions = p->indices = p->material = HIT_GLTF_NONE;
    if (status != HIT_OK || is_line(p) || p->attributes == 0)
        return status;
    status = hit_gltf_reference(g, p->attributes, "POSITION", what, p->mesh, &g->accessor_list, &p->positions);
    if (status == HIT_OK)
        status = hit_gltf_reference(g, p->token, "indices", what, p->mesh, &g->accessor_list, &p->indices);
    if (status == HIT_OK && g->loader->options->appearance)
        status = hit_gltf_reference(g, p->token, "material", what, p->mesh, &g->material_list, &p->material);
    if (status != HIT_OK || p->positions == HIT_GLTF_NONE)
        return status;
    if (hit_gltf_draco(g, p->token) != 0)
        status = unpack(g, p);
    if (status == HIT_OK)
        status = check_positions(g, p);
    if (status == HIT_OK && p->indices != HIT_GLTF_NONE)
        status = check_indices(g, p);
    p->corners = g->accessors[p->indices != HIT_GLTF_NONE ? p->indices : p->positions].count;
    return status;
}

// ---- Attributes -----------------------------------------------------------------------------------------------------

bool hit_gltf_reads_attribute(const hit_gltf* g, const char* name)
{
    static const char* const seen[] = {"NORMAL", "COLOR_0", "TEXCOORD_"};
    if (strcmp(name, "POSITION") == 0)
        return true;
    if (strncmp(name, "JOINTS_", 7) == 0 || strncmp(name, "WEIGHTS_", 8) == 0)
        return g->skin_list.count > 0;
    for (size_t i = 0; g->loader->options->appearance && i < sizeof seen / sizeof seen[0]; i++)
        if (strncmp(name, seen[i], strlen(seen[i])) == 0)
            return true;
    return false;
}

hit_status hit_gltf_attribute(hit_gltf* g, const hit_gltf_primitive* p, uint32_t attributes, const char* name,
                              unsigned width, uint32_t* accessor)
{
    hit_gltf_accessor* a;
    hit_status status =
        hit_gltf_reference(g, attributes, name, "a primitive of mesh", p->mesh, &g->accessor_list, accessor);
    if (status != HIT_OK || *accessor == HIT_GLTF_NONE)
        return status;
    status = hit_gltf_accessor_get(g, *accessor, &a);
    if (status != HIT_OK)
        return status;
    if ((width > 0 && a->width != width) || a->width > 4)
        return hit_gltf_fail(g, p->token, "mesh %" PRIu32 ", primitive %" PRIu32 ": %s has %d components", p->mesh,
                             p->number, name, a->width);
    if (a->count != g->accessors[p->positions].count)
        return hit_gltf_fail(
            g, p->token, "mesh %" PRIu32 ", primitive %" PRIu32 ": %" PRIu64 " elements of %s for %" PRIu64 " vertices",
            p->mesh, p->number, a->count, name, g->accessors[p->positions].count);
    return HIT_OK;
}

// ---- Shared vertices ------------------------------------------------------------------------------------------------

// Which texture coordinates the material of a primitive is put on by.
static uint32_t uv_set_of(const hit_gltf* g, uint32_t primitive)
{
    const uint32_t token = hit_json_find(&g->json, primitive, "material");
    uint64_t material;
    return token != 0 && hit_json_whole(&g->json, token, &material) && material < g->material_list.count
               ? g->materials[material].uv_set
               : 0;
}

// Whether two primitives with the same positions have all else of their vertices in common.
static bool are_alike(const hit_gltf* g, uint32_t one, uint32_t other)
{
    const uint32_t a = hit_json_find(&g->json, one, "attributes"), b = hit_json_find(&g->json, other, "attributes");
    uint32_t key = hit_json_first(a);
    if (g->json.tokens[a].size != g->json.tokens[b].size || hit_json_find(&g->json, one, "targets") != 0 ||
        hit_json_find(&g->json, other, "targets") != 0 || uv_set_of(g, one) != uv_set_of(g, other))
        return false;
    for (uint32_t i = 0; i < g->json.tokens[a].size; i++, key = g->json.tokens[key + 1].next) {
        char name[16];
        uint64_t mine = 0, its = 0;
        if (g->json.tokens[key].size >= sizeof name)
            continue;
        name[hit_json_text(&g->json, key, name)] = '\0';
        if (!hit_json_whole(&g->json, key + 1, &mine) ||
            !hit_json_whole(&g->json, hit_json_find(&g->json, b, name), &its) || mine != its)
            return false;
    }
    return true;
}

void hit_gltf_place_vertices(hit_gltf* g, hit_gltf_primitive* p, uint64_t vertices, bool alike)
{
    hit_gltf_accessor* a = &g->accessors[p->positions];
    p->fresh = a->pass != g->pass || (alike && !are_alike(g, a->user, p->token));
    if (p->fresh) {
        HIT_ASSERT(vertices <= UINT32_MAX);
        a->pass = g->pass;
        a->base = (uint32_t)vertices;
        a->user = p->token;
    }
    p->base = a->base;
}

// Primitives that Draco has compressed (KHR_draco_mesh_compression): their accessors get the bytes that Draco unpacks,
// each in the type that it says, so that everything else reads them as if they had been there.
//
// Draco is C++, and takes longer to load than most answers take: a program that links it and the C++ library starts
// 1.6 ms later than one that does not, as measured, and `hitscan --version` takes 1.0 ms in all. So it is a module with
// a C interface (draco_module.h), which is loaded when a file asks for it. All memory that it takes comes from the
// loader, and counts.
#include "mesh_io/gltf/draco_module.h"
#include "mesh_io/gltf/gltf.h"
#include "mesh_io/gltf/library.h"

#include "base/assert.h"
#include <inttypes.h>
#include <string.h>

#define EXTENSION "KHR_draco_mesh_compression"

uint32_t hit_gltf_draco(const hit_gltf* g, uint32_t primitive)
{
    return hit_gltf_extension(g, primitive, EXTENSION);
}

#ifdef HITSCAN_HAVE_DRACO

// How often a view may be unpacked, for primitives that share it and have accessors of their own: so that a small file
// cannot ask for much work.
enum { UNPACKED = 16 };

// Draco keeps tables of the connections of triangles while it unpacks them: this many bytes for each of the file's,
// of which well compressed triangles need less than one.
enum { WORK = 8 };

typedef struct module {
    hit_draco_version_function* version;
    hit_draco_open_function* open;
    hit_draco_corners_function* corners;
    hit_draco_values_function* values;
    hit_draco_close_function* close;
} module;

// What is being unpacked.
typedef struct packed {
    const hit_gltf_primitive* primitive;
    uint32_t extension, view;
    const module* draco;
    hit_draco_mesh* mesh;
    hit_draco_info info;
} packed;

static hit_status fail_packed(const hit_gltf* g, const packed* p, const char* what, const char* more)
{
    return hit_gltf_fail(g, p->primitive->token,
                         "mesh %" PRIu32 ", primitive %" PRIu32 ", as Draco has packed it: %s%s", p->primitive->mesh,
                         p->primitive->number, what, more);
}

static bool load_module(module* m)
{
    void* library = hit_library_open(HITSCAN_DRACO_FILE);
    if (library == NULL)
        return false;
    hit_library_find(library, "hit_draco_version", &m->version);
    hit_library_find(library, "hit_draco_open", &m->open);
    hit_library_find(library, "hit_draco_corners", &m->corners);
    hit_library_find(library, "hit_draco_values", &m->values);
    hit_library_find(library, "hit_draco_close", &m->close);
    return m->version != NULL && m->open != NULL && m->corners != NULL && m->values != NULL && m->close != NULL &&
           m->version() == HIT_DRACO_VERSION;
}

// ---- Its memory -----------------------------------------------------------------------------------------------------

// What the loader says of a block that it has not is kept: it is the error in the end.
typedef struct purse {
    hit_loader* loader;
    hit_status status;
} purse;

static void* purse_allocate(void* context, size_t size)
{
    purse* p = context;
    return hit_loader_allocate(p->loader, size, 1, &p->status);
}

static void purse_release(void* context, void* memory)
{
    hit_loader_free(((purse*)context)->loader, memory);
}

// ---- Accessors ------------------------------------------------------------------------------------------------------

// Take memory for the `count` elements that an accessor is to have, and let it have them.
static hit_status take_elements(hit_gltf* g, const packed* p, hit_gltf_accessor* a, uint64_t count)
{
    const size_t size = hit_gltf_component_size(a->component) * a->width;
    hit_status status = HIT_OK;
    if (a->count != count)
        status = hit_loader_note(g->loader,
                                 "an accessor of mesh %" PRIu32 " has %" PRIu64 " elements, and Draco unpacks %" PRIu64
                                 ", which are taken",
                                 p->primitive->mesh, a->count, count);
    a->memory = status == HIT_OK ? hit_loader_allocate(g->loader, count, size, &status) : NULL;
    if (a->memory == NULL)
        return status;
    a->count = count;
    a->bytes = a->memory;
    a->stride = (uint32_t)size;
    a->sparse_count = 0;
    a->unpacked = p->view + 1;
    return HIT_OK;
}

// Whether an accessor is still to be filled from this view; an error when another view did.
static hit_status is_wanted(hit_gltf* g, const packed* p, uint32_t number, hit_gltf_accessor** a, bool* wanted)
{
    hit_status status = hit_gltf_accessor_get(g, number, a);
    if (status != HIT_OK)
        return status;
    *wanted = (*a)->unpacked == 0;
    if (!*wanted && (*a)->unpacked != p->view + 1)
        return fail_packed(g, p, "one of its accessors belongs to another one, too", "");
    return HIT_OK;
}

static hit_status unpack_corners(hit_gltf* g, const packed* p)
{
    const uint64_t count = 3 * (uint64_t)p->info.faces;
    hit_gltf_accessor* a;
    uint32_t* corners;
    bool wanted = false;
    hit_status status = is_wanted(g, p, p->primitive->indices, &a, &wanted);
    if (status != HIT_OK || !wanted)
        return status;
    // Draco has 32 bits, whatever the accessor says.
    a->component = HIT_GLTF_UINT;
    a->width = 1;
    a->normalized = false;
    status = take_elements(g, p, a, count);
    if (status != HIT_OK)
        return status;
    corners = (uint32_t*)(void*)a->memory;
    if (!p->draco->corners(p->mesh, corners))
        return fail_packed(g, p, "a triangle has a corner that is no point", "");
    // Accessors are in little endian.
    for (uint64_t i = 0; i < count; i++) {
        unsigned char* out = (unsigned char*)&corners[i];
        const uint32_t corner = corners[i];
        for (int k = 0; k < 4; k++)
            out[k] = (unsigned char)(corner >> 8 * k);
    }
    return HIT_OK;
}

// Unpack one attribute: `id` is its number in Draco.
static hit_status unpack_attribute(hit_gltf* g, const packed* p, const char* name, uint32_t id)
{
    hit_gltf_accessor* a;
    uint32_t number;
    bool wanted = false;
    hit_status status = hit_gltf_reference(g, p->primitive->attributes, name, "a primitive of mesh", p->primitive->mesh,
                                           &g->accessor_list, &number);
    if (status != HIT_OK || number == HIT_GLTF_NONE)
        return status;
    status = is_wanted(g, p, number, &a, &wanted);
    if (status != HIT_OK || !wanted)
        return status;
    if (a->width > 4)
        return fail_packed(g, p, name, " is no scalar or vector");
    status = take_elements(g, p, a, p->info.points);
    if (status == HIT_OK && !p->draco->values(p->mesh, id, a->component, a->width, a->memory))
        status = fail_packed(g, p, name, " is not in it as the accessor says");
    return status;
}

// The attributes that are going to be read.
static hit_status unpack_attributes(hit_gltf* g, const packed* p)
{
    const uint32_t ids = hit_json_find(&g->json, p->extension, "attributes");
    uint32_t key = hit_json_first(ids);
    if (ids == 0 || !hit_json_is(&g->json, ids, HIT_JSON_OBJECT))
        return fail_packed(g, p, "it has no attributes", "");
    for (uint32_t i = 0; i < g->json.tokens[ids].size; i++, key = g->json.tokens[key + 1].next) {
        char name[16];
        uint64_t id;
        hit_status status;
        if (g->json.tokens[key].size >= sizeof name)
            continue;
        name[hit_json_text(&g->json, key, name)] = '\0';
        if (!hit_gltf_reads_attribute(g, name))
            continue;
        if (!hit_json_whole(&g->json, key + 1, &id) || id > UINT32_MAX)
            return fail_packed(g, p, name, " has no number there");
        status = unpack_attribute(g, p, name, (uint32_t)id);
        if (status != HIT_OK)
            return status;
    }
    return HIT_OK;
}

// ---- Primitives -----------------------------------------------------------------------------------------------------

static hit_status unpack_view(hit_gltf* g, packed* p)
{
    const hit_gltf_view* view;
    purse mine = {g->loader, HIT_OK};
    const hit_draco_memory memory = {purse_allocate, purse_release, &mine};
    char message[100];
    hit_draco_status result;
    hit_status status = hit_gltf_view_bytes(g, p->view, &view);
    if (status != HIT_OK)
        return status;
    if (g->views[p->view].unpacked++ == 0)
        hit_gltf_allow(g, WORK * view->size);
    result = p->draco->open(&memory, view->bytes, (size_t)view->size, &p->mesh, &p->info, message, sizeof message);
    if (result == HIT_DRACO_MEMORY)
        return mine.status != HIT_OK ? mine.status
                                     : hit_loader_fail(g->loader, HIT_ERROR_MEMORY, 0, "no memory for Draco");
    if (result != HIT_DRACO_OK)
        return fail_packed(g, p, message[0] != '\0' ? message : "its bytes are damaged", "");
    status = unpack_corners(g, p);
    if (status == HIT_OK)
        status = unpack_attributes(g, p);
    p->draco->close(&memory, p->mesh);
    return status;
}

// Whether the accessors of a primitive have been filled already: by itself, or by one that shares them.
static bool is_done(const hit_gltf* g, const packed* p)
{
    return g->accessors[p->primitive->positions].unpacked == p->view + 1 &&
           g->accessors[p->primitive->indices].unpacked == p->view + 1;
}

hit_status hit_gltf_unpack_draco(hit_gltf* g, const hit_gltf_primitive* primitive)
{
    packed p = {.primitive = primitive, .extension = hit_gltf_draco(g, primitive->token)};
    module draco;
    hit_status status =
        hit_gltf_reference(g, p.extension, "bufferView", "Draco in mesh", primitive->mesh, &g->view_list, &p.view);
    HIT_ASSERT(p.extension != 0 && primitive->positions != HIT_GLTF_NONE);
    if (status != HIT_OK)
        return status;
    if (p.view == HIT_GLTF_NONE || primitive->indices == HIT_GLTF_NONE)
        return fail_packed(g, &p, p.view == HIT_GLTF_NONE ? "it has no bufferView" : "it has no indices", "");
    if (is_done(g, &p))
        return HIT_OK;
    if (g->views[p.view].unpacked >= UNPACKED)
        return fail_packed(g, &p, "too many primitives have the same bufferView", "");
    if (!load_module(&draco))
        return fail_packed(g, &p,
                           "the library " HITSCAN_DRACO_FILE " cannot be loaded; install it beside hitscan's own", "");
    p.draco = &draco;
    return unpack_view(g, &p);
}

#else

hit_status hit_gltf_unpack_draco(hit_gltf* g, const hit_gltf_primitive* primitive)
{
    return hit_gltf_fail_packed(g, primitive->token, EXTENSION, "libdraco");
}

#endif

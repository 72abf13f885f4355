// Vertices and triangles of an object of 3MF.
//
// They are most of a file, so their attributes are compared by hand. Coordinates are kept as doubles until the mesh is
// whole, and then become floats, each rounded once: see read_number.
#include "mesh_io/faces.h"
#include "mesh_io/origin.h"
#include "mesh_io/text/scan.h"
#include "mesh_io/text/text.h"
#include "mesh_io/threemf/threemf.h"

#include "base/assert.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

// ---- Numbers --------------------------------------------------------------------------------------------------------

// The bits of a double that a float does not have, and their value half way between two floats.
#define BITS_BELOW ((UINT64_C(1) << 29) - 1)
#define HALF_WAY (UINT64_C(1) << 28)

// A number that becomes the right float when it is rounded once more. Rounding to double may move it to just half way
// between two floats; then what the text says is read as a float, and the double moved towards that by its last bit.
static bool read_number(const char* text, double* value)
{
    const char *end, *after;
    uint64_t bits;
    while (is_space(*text))
        text++;
    end = text + strlen(text);
    after = hit_text_read_double(text, end, value);
    if (after == NULL)
        return false;
    memcpy(&bits, value, sizeof bits);
    if ((bits & BITS_BELOW) == HALF_WAY) {
        float rounded;
        if (hit_text_read_float(text, end, &rounded) != NULL && (double)rounded != *value && isfinite(*value))
            *value = nextafter(*value, (double)rounded);
    }
    while (is_space(*after))
        after++;
    return *after == '\0';
}

// Digits alone; HIT_3MF_NONE for what is none, or too large.
static uint32_t read_index(const char* text)
{
    uint64_t number = 0;
    const char* p = text;
    while (is_space(*p))
        p++;
    if (!is_digit(*p))
        return HIT_3MF_NONE;
    for (; is_digit(*p); p++)
        number = number > UINT32_MAX ? number : 10 * number + (uint64_t)(*p - '0');
    while (is_space(*p))
        p++;
    return *p == '\0' && number < UINT32_MAX ? (uint32_t)number : HIT_3MF_NONE;
}

// ---- Elements -------------------------------------------------------------------------------------------------------

static hit_status grow_vertices(hit_3mf* m, hit_3mf_mesh* mesh)
{
    const uint64_t capacity = mesh->vertex_capacity > 0 ? 2 * mesh->vertex_capacity : 64;
    hit_status status = HIT_OK;
    hit_dvec3* larger = hit_loader_grow(m->loader, mesh->exact, mesh->vertex_count, capacity, sizeof *larger, &status);
    if (larger == NULL)
        return status;
    mesh->exact = larger;
    mesh->vertex_capacity = capacity;
    return HIT_OK;
}

hit_status hit_3mf_read_vertex(hit_3mf* m, hit_3mf_mesh* mesh, const char** attributes)
{
    double c[3] = {0.0, 0.0, 0.0};
    unsigned have = 0;
    for (; attributes[0] != NULL; attributes += 2) {
        const char* name = attributes[0];
        const unsigned axis = (unsigned)(name[0] - 'x');
        if (axis > 2 || name[1] != '\0')
            continue;
        if (!read_number(attributes[1], &c[axis]))
            return hit_3mf_fail(m, "%s=\"%.30s\" is no number", name, attributes[1]);
        have |= 1u << axis;
    }
    if (have != 7)
        return hit_3mf_fail(m, "a vertex lacks a coordinate");
    if (mesh->vertex_count == UINT32_MAX - 1)
        return hit_3mf_fail(m, "there are more vertices than can be counted");
    if (mesh->vertex_count == mesh->vertex_capacity) {
        const hit_status status = grow_vertices(m, mesh);
        if (status != HIT_OK)
            return status;
    }
    mesh->exact[mesh->vertex_count++] = (hit_dvec3){c[0], c[1], c[2]};
    return HIT_OK;
}

static hit_status grow_triangles(hit_3mf* m, hit_3mf_mesh* mesh)
{
    const uint64_t capacity = mesh->triangle_capacity > 0 ? 2 * mesh->triangle_capacity : 64;
    const uint64_t count = mesh->triangle_count;
    hit_status status = HIT_OK;
    uint32_t* indices = hit_loader_grow(m->loader, mesh->indices, 3 * count, 3 * capacity, sizeof *indices, &status);
    if (indices == NULL)
        return status;
    mesh->indices = indices;
    if (m->loader->options->appearance) {
        hit_3mf_property* properties =
            hit_loader_grow(m->loader, mesh->properties, count, capacity, sizeof *properties, &status);
        if (properties == NULL)
            return status;
        mesh->properties = properties;
    }
    mesh->triangle_capacity = capacity;
    return HIT_OK;
}

// What a triangle looks like: as it says, else as its object does. A corner without an element has that of the first.
static void set_property(const hit_3mf* m, hit_3mf_mesh* mesh, uint32_t group, const uint32_t element[3])
{
    const hit_3mf_object* object = &m->objects.items[mesh->object];
    hit_3mf_property* p = &mesh->properties[mesh->triangle_count];
    const bool own = element[0] != HIT_3MF_NONE;
    p->group = group != HIT_3MF_NONE ? group : object->group;
    for (int i = 0; i < 3; i++)
        p->element[i] = !own ? object->element : element[i] != HIT_3MF_NONE ? element[i] : element[0];
    if (!own)
        p->group = object->group;
}

hit_status hit_3mf_read_triangle(hit_3mf* m, hit_3mf_mesh* mesh, const char** attributes)
{
    uint32_t corner[3] = {HIT_3MF_NONE, HIT_3MF_NONE, HIT_3MF_NONE}, element[3];
    uint32_t group = HIT_3MF_NONE;
    memcpy(element, corner, sizeof element);
    for (; attributes[0] != NULL; attributes += 2) {
        const char* name = attributes[0];
        const unsigned i = name[0] != '\0' ? (unsigned)(name[1] - '1') : 3;
        if (i < 3 && name[2] == '\0' && name[0] == 'v') {
            corner[i] = read_index(attributes[1]);
            if (corner[i] >= mesh->vertex_count)
                return hit_3mf_fail(m, "vertex %.30s out of range (%" PRIu64 " vertices)", attributes[1],
                                    mesh->vertex_count);
        } else if (i < 3 && name[2] == '\0' && name[0] == 'p')
            element[i] = read_index(attributes[1]);
        else if (strcmp(name, "pid") == 0)
            group = read_index(attributes[1]);
    }
    if (corner[0] == HIT_3MF_NONE || corner[1] == HIT_3MF_NONE || corner[2] == HIT_3MF_NONE)
        return hit_3mf_fail(m, "a triangle lacks a vertex");
    if (mesh->triangle_count == UINT32_MAX - 1)
        return hit_3mf_fail(m, "there are more triangles than can be counted");
    if (mesh->triangle_count == mesh->triangle_capacity) {
        const hit_status status = grow_triangles(m, mesh);
        if (status != HIT_OK)
            return status;
    }
    memcpy(mesh->indices + 3 * mesh->triangle_count, corner, sizeof corner);
    if (mesh->properties != NULL)
        set_property(m, mesh, group, element);
    mesh->triangle_count++;
    return HIT_OK;
}

// ---- The model's ----------------------------------------------------------------------------------------------------

// Vertices as floats, relative to an origin where they need one. The doubles are freed.
static hit_status round_vertices(hit_3mf* m, hit_3mf_mesh* mesh, hit_soup* soup)
{
    hit_status status = HIT_OK;
    soup->vertices = hit_loader_allocate(m->loader, mesh->vertex_count, sizeof *soup->vertices, &status);
    if (soup->vertices == NULL)
        return status;
    for (uint64_t i = 0; i < mesh->vertex_count; i++)
        soup->vertices[i] = hit_vec3_make((float)mesh->exact[i].x, (float)mesh->exact[i].y, (float)mesh->exact[i].z);
    if (hit_origin_is_far(soup->vertices, mesh->vertex_count))
        status = hit_origin_subtract(m->loader, mesh->exact, true, soup->vertices, mesh->vertex_count, &mesh->origin);
    hit_loader_free(m->loader, mesh->exact);
    mesh->exact = NULL;
    return status;
}

static hit_status finish_mesh(hit_3mf* m, hit_3mf_mesh* mesh, hit_model_mesh* out)
{
    hit_soup soup = {.vertex_count = (uint32_t)mesh->vertex_count, .triangle_count = (uint32_t)mesh->triangle_count};
    hit_status status = round_vertices(m, mesh, &soup);
    if (status != HIT_OK)
        return status;
    soup.indices = hit_loader_shrink(m->loader, mesh->indices, 3 * mesh->triangle_count, sizeof *soup.indices);
    soup.faces = hit_loader_allocate(m->loader, mesh->triangle_count, sizeof *soup.faces, &status);
    if (soup.faces == NULL)
        return status;
    for (uint32_t i = 0; i < soup.triangle_count; i++)
        soup.faces[i] = i;
    soup.triangle_count = hit_soup_finish(&soup, 0, soup.triangle_count, 0, &m->loader->model->skipped_faces);
    out->name = m->objects.items[mesh->object].name;
    out->vertices = soup.vertices;
    out->vertex_count = soup.vertex_count;
    out->indices = soup.indices;
    out->triangle_count = soup.triangle_count;
    out->faces = soup.faces;
    return mesh->properties != NULL ? hit_3mf_dress(m, mesh, out) : HIT_OK;
}

hit_status hit_3mf_finish_meshes(hit_3mf* m)
{
    hit_status status = HIT_OK;
    uint32_t count = 0, empty = 0;
    hit_model_mesh* meshes;
    for (uint32_t i = 0; i < m->meshes.count; i++) {
        hit_3mf_mesh* mesh = &m->meshes.items[i];
        mesh->model_mesh = mesh->triangle_count > 0 ? count++ : HIT_3MF_NONE;
        empty += mesh->triangle_count == 0;
    }
    if (empty > 0)
        status = hit_loader_note(m->loader, "%" PRIu32 " objects without triangles were left out", empty);
    if (status != HIT_OK)
        return status;
    meshes = hit_loader_meshes(m->loader, count, &status);
    for (uint32_t i = 0; i < m->meshes.count && status == HIT_OK; i++) {
        hit_3mf_mesh* mesh = &m->meshes.items[i];
        if (mesh->model_mesh != HIT_3MF_NONE)
            status = finish_mesh(m, mesh, &meshes[mesh->model_mesh]);
        else {
            hit_loader_free(m->loader, mesh->exact);
            hit_loader_free(m->loader, mesh->indices);
        }
        hit_loader_free(m->loader, mesh->properties);
        mesh->exact = NULL;
        mesh->properties = NULL;
    }
    return status;
}

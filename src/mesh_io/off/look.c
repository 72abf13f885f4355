// What the vertices of an OFF look like: normals, colours and texture coordinates, in this order, as the keyword says.
//
// Colours go from 0 to 1 in the manual, and to 255 in many files: the largest of all of them tells. Programs leave the
// opacity out, so three parts make a colour, too.
#include "mesh_io/off/off.h"
#include "base/assert.h"
#include "mesh_io/appearance.h"

#include <string.h>

int hit_off_more(const hit_off_reader* r)
{
    return 3 * r->has_normals + 4 * r->has_colors + 2 * r->has_uvs;
}

static void* take(hit_off_reader* r, bool wanted, size_t size, hit_status* status)
{
    void* list =
        wanted && *status == HIT_OK ? hit_loader_allocate(r->loader, r->soup.vertex_count, size, status) : NULL;
    if (list != NULL)
        memset(list, 0, r->soup.vertex_count * size);
    return list;
}

hit_status hit_off_look_begin(hit_off_reader* r)
{
    hit_status status = HIT_OK;
    r->look.normals = take(r, r->has_normals, sizeof *r->look.normals, &status);
    r->look.colors = take(r, r->has_colors, 4 * sizeof *r->look.colors, &status);
    r->look.uvs = take(r, r->has_uvs, 2 * sizeof *r->look.uvs, &status);
    return status;
}

void hit_off_look_keep(hit_off_reader* r, uint32_t vertex, const float* numbers, int count)
{
    int at = 0;
    HIT_ASSERT(count >= 0 && count <= HIT_OFF_MOST);
    if (r->look.normals != NULL && count >= 3)
        r->look.normals[vertex] = hit_vec3_make(numbers[0], numbers[1], numbers[2]);
    at += 3 * r->has_normals;
    if (r->look.colors != NULL && count >= at + 3) {
        const bool has_alpha = count >= at + 4 + 2 * r->has_uvs;
        float* color = r->look.colors + 4 * (size_t)vertex;
        memcpy(color, numbers + at, (has_alpha ? 4 : 3) * sizeof *color);
        if (!has_alpha)
            color[3] = -1.0f; // all of it
        at += has_alpha ? 4 : 3;
    }
    if (r->look.uvs != NULL && count >= at + 2)
        memcpy(r->look.uvs + 2 * (size_t)vertex, numbers + at, 2 * sizeof *r->look.uvs);
}

hit_status hit_off_look_end(hit_off_reader* r)
{
    const size_t count = r->soup.vertex_count;
    hit_status status = HIT_OK;
    double most = 1.0;
    r->soup.normals = r->look.normals;
    r->soup.uvs = r->look.uvs;
    for (size_t i = 0; r->look.uvs != NULL && i < count; i++)
        r->look.uvs[2 * i + 1] = 1.0f - r->look.uvs[2 * i + 1]; // from the top
    if (r->look.colors == NULL)
        return HIT_OK;
    r->soup.colors = hit_loader_allocate(r->loader, count, 4, &status);
    if (r->soup.colors == NULL)
        return status;
    for (size_t i = 0; i < 4 * count; i++)
        most = r->look.colors[i] > 1.0f ? 255.0 : most;
    for (size_t i = 0; i < 4 * count; i++)
        r->soup.colors[i] =
            i % 4 == 3 && r->look.colors[i] < 0.0f ? 255 : hit_color_byte((double)r->look.colors[i], most);
    hit_loader_free(r->loader, r->look.colors);
    r->look.colors = NULL;
    return HIT_OK;
}

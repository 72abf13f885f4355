// Changes a model as options say: which parts there are, which of them, and where they are.
//
// The model that comes out has parts and meshes of its own, and vertices and triangles of the one that it is made of,
// but where a mesh is divided (model/split.c). Nothing is rounded but the nine numbers of placements, to floats.
#include "model/model_internal.h"
#include "cli/verb.h"
#include "gen/portable_math.h"
#include "model/pattern.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_SHOWN = 5, LIST_BYTES = 512 };

const char* const model_parts_choices[] = {"as-is", "by=node", "by=mesh", "by=material", "by=component", NULL};

static const char material_word[] = "material:";

bool model_options_change(const model_options* o)
{
    return o->hide.count > 0 || o->only.count > 0 || o->parts != PARTS_AS_THEY_ARE || o->scale != 0.0 || o->rotate ||
           o->move.count > 0;
}

static bool has_material_pattern(const text_list* lists)
{
    for (uint32_t i = 0; i < lists->count; i++)
        for (const char* p = lists->at[i]; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL)
            if (strncmp(p, material_word, sizeof material_word - 1) == 0)
                return true;
    return false;
}

bool model_options_need_materials(const model_options* o)
{
    return o && (o->parts == PARTS_BY_MATERIAL || has_material_pattern(&o->hide) || has_material_pattern(&o->only));
}

// ---- Names ----------------------------------------------------------------------------------------------------------

static void rename_parts(const hit_model* c, model_parts_by by, hit_model_part* parts)
{
    for (uint32_t i = 0; i < c->part_count; i++) {
        const char* name = by == PARTS_BY_NODE ? parts[i].path : c->meshes[parts[i].mesh].name;
        if (name && *name)
            parts[i].name = name;
    }
}

// The name of the only material of a mesh, as they are after they were divided; "" for none.
static const char* material_name(const hit_model* c, const hit_model_mesh* mesh)
{
    const uint32_t material = mesh->materials && mesh->triangle_count > 0 ? mesh->materials[0] : mesh->material;
    return material < c->material_count ? c->materials[material].name : "";
}

// ---- Patterns -------------------------------------------------------------------------------------------------------

static bool part_matches(const hit_model* c, const hit_model_part* part, const char* pattern)
{
    if (strncmp(pattern, material_word, sizeof material_word - 1) == 0)
        return c->material_count > 0 &&
               pattern_matches(pattern + sizeof material_word - 1, material_name(c, &c->meshes[part->mesh]));
    return pattern_matches(pattern, part->name) || (part->path && pattern_matches(pattern, part->path));
}

static const char* without_materials(const model* m)
{
    return model_is_hit_file_name(m->path) ? ": .hit files do not keep them" : "";
}

// Some of the names that there are, each once, as far as neighbours tell; "" when there are none.
static void list_names(const hit_model* c, bool of_materials, char list[LIST_BYTES])
{
    const uint32_t count = of_materials ? c->material_count : c->part_count;
    const char* last = "";
    uint32_t shown = 0;
    size_t used = 0;
    list[0] = '\0';
    for (uint32_t i = 0; i < count && used < LIST_BYTES; i++) {
        const char* name = of_materials ? c->materials[i].name : c->parts[i].name;
        if (!*name || strcmp(name, last) == 0)
            continue;
        last = name;
        if (shown++ == NAMES_SHOWN) {
            snprintf(list + used, LIST_BYTES - used, ", ...");
            return;
        }
        used += (size_t)snprintf(list + used, LIST_BYTES - used, "%s\"%.60s\"", shown > 1 ? ", " : "", name);
    }
}

static int no_match(const model* m, const char* option_name, const char* pattern)
{
    const bool of_materials = strncmp(pattern, material_word, sizeof material_word - 1) == 0;
    const char* what = of_materials ? "materials" : "parts";
    char list[LIST_BYTES];
    list_names(m->content, of_materials, list);
    if (of_materials && m->content->material_count == 0)
        print_error("%s: %s %s: %s has no materials%s", m->verb_name, option_name, pattern, m->path,
                    without_materials(m));
    else if (*list)
        print_error("%s: %s: nothing in %s matches \"%s\"; its %s are %s", m->verb_name, option_name, m->path, pattern,
                    what, list);
    else
        print_error("%s: %s: nothing in %s matches \"%s\": its %s have no names", m->verb_name, option_name, m->path,
                    pattern, what);
    return EXIT_USAGE;
}

// Mark the parts that one of the patterns of a list matches; each must match one. Returns an exit code.
static int mark_parts(model* m, const char* option_name, const char* list, bool* marked)
{
    const hit_model* c = m->content;
    char* copy = model_keep(m, strlen(list) + 1, 1);
    char* next;
    if (!copy)
        return model_out_of_memory(m);
    memcpy(copy, list, strlen(list) + 1);
    for (char* pattern = copy; pattern; pattern = next) {
        bool any = false;
        next = strchr(pattern, ',');
        if (next)
            *next++ = '\0';
        if (*pattern == '\0') {
            print_error("%s: %s: a pattern is empty in \"%s\"", m->verb_name, option_name, list);
            return EXIT_USAGE;
        }
        for (uint32_t i = 0; i < c->part_count; i++)
            if (part_matches(c, &c->parts[i], pattern))
                any = marked[i] = true;
        if (!any)
            return no_match(m, option_name, pattern);
    }
    return EXIT_OK;
}

// ---- Which parts ----------------------------------------------------------------------------------------------------

// Keep the parts that are marked, and the meshes that they use, in their order.
static int keep_parts(model* m, hit_model_mesh* meshes, hit_model_part* parts, const bool* kept)
{
    hit_model* c = &m->joined_content;
    uint32_t* number = model_keep(m, c->mesh_count, sizeof *number); // 0: not used; else 1, or the new number plus one
    uint32_t part_count = 0, mesh_count = 0;
    if (!number)
        return model_out_of_memory(m);
    c->triangle_count = c->point_count = 0;
    for (uint32_t i = 0; i < c->part_count; i++)
        if (kept[i]) {
            number[parts[i].mesh] = 1;
            c->triangle_count += meshes[parts[i].mesh].triangle_count;
            c->point_count += meshes[parts[i].mesh].point_count;
            parts[part_count++] = parts[i];
        }
    for (uint32_t i = 0; i < c->mesh_count; i++)
        if (number[i] > 0) {
            meshes[mesh_count++] = meshes[i];
            number[i] = mesh_count;
        }
    for (uint32_t i = 0; i < part_count; i++)
        parts[i].mesh = number[parts[i].mesh] - 1;
    c->part_count = part_count;
    c->mesh_count = mesh_count;
    return EXIT_OK;
}

static int choose_parts(model* m, const model_options* o, hit_model_mesh* meshes, hit_model_part* parts)
{
    const uint32_t count = m->content->part_count;
    bool* kept = model_keep(m, count, sizeof *kept);
    bool* hidden = model_keep(m, count, sizeof *hidden);
    uint32_t left = 0;
    int code = EXIT_OK;
    if (!kept || !hidden)
        return model_out_of_memory(m);
    for (uint32_t i = 0; i < o->only.count && code == EXIT_OK; i++)
        code = mark_parts(m, "--only", o->only.at[i], kept);
    for (uint32_t i = 0; i < o->hide.count && code == EXIT_OK; i++)
        code = mark_parts(m, "--hide", o->hide.at[i], hidden);
    if (code != EXIT_OK)
        return code;
    for (uint32_t i = 0; i < count; i++) {
        kept[i] = (kept[i] || o->only.count == 0) && !hidden[i];
        left += kept[i];
    }
    if (left == 0) {
        print_error("%s: %s no part of %s", m->verb_name,
                    o->only.count > 0 ? "--only and --hide together leave" : "--hide leaves", m->path);
        return EXIT_USAGE;
    }
    return keep_parts(m, meshes, parts, kept);
}

// ---- Where ----------------------------------------------------------------------------------------------------------

// "z,90", "-x,45" or "1,1,0,30": an axis and degrees, as a matrix.
static bool read_rotation(const char* text, double r[3][3])
{
    double n[4] = {0.0, 0.0, 0.0, 0.0}, length, sine, cosine;
    const char* at = *text == '-' || *text == '+' ? text + 1 : text;
    if (*at >= 'x' && *at <= 'z' && at[1] == ',') {
        n[*at - 'x'] = *text == '-' ? -1.0 : 1.0;
        if (read_numbers(at + 2, &n[3], 1) != 1)
            return false;
    } else if (read_numbers(text, n, 4) != 4)
        return false;
    length = hypot(hypot(n[0], n[1]), n[2]);
    if (!(length > 0.0) || !isfinite(length))
        return false;
    for (int i = 0; i < 3; i++)
        n[i] /= length;
    trig_sincos_degrees(n[3], &sine, &cosine);
    for (int i = 0; i < 3; i++) // Rodrigues
        for (int j = 0; j < 3; j++) {
            const int k = 3 - i - j;
            const double sign = i == j ? 0.0 : (j - i + 3) % 3 == 1 ? -1.0 : 1.0;
            r[i][j] = (1.0 - cosine) * n[i] * n[j] + (i == j ? cosine : sign * sine * n[k]);
        }
    return true;
}

static hit_dvec3 rotated(double r[3][3], hit_dvec3 p)
{
    return hit_dvec3_make(r[0][0] * p.x + r[0][1] * p.y + r[0][2] * p.z, r[1][0] * p.x + r[1][1] * p.y + r[1][2] * p.z,
                          r[2][0] * p.x + r[2][1] * p.y + r[2][2] * p.z);
}

static void rotate_placement(hit_placement* p, double r[3][3])
{
    hit_placement old = *p;
    p->origin = rotated(r, old.origin);
    for (int j = 0; j < 3; j++) {
        const hit_dvec3 column =
            rotated(r, hit_dvec3_make((double)old.linear[0][j], (double)old.linear[1][j], (double)old.linear[2][j]));
        p->linear[0][j] = (float)column.x;
        p->linear[1][j] = (float)column.y;
        p->linear[2][j] = (float)column.z;
    }
}

// Scale, then turn, then move.
static void place(const model_options* o, double r[3][3], hit_placement* p)
{
    if (o->scale != 0.0)
        model_scale_placement(p, o->scale);
    if (o->rotate)
        rotate_placement(p, r);
    if (o->move.count > 0)
        p->origin =
            hit_dvec3_make(p->origin.x + o->move.at[0], p->origin.y + o->move.at[1], p->origin.z + o->move.at[2]);
}

// Cameras see the same of the model as before, so they are not made larger, but what they see is.
static void place_camera(const model_options* o, double r[3][3], hit_model_camera* camera)
{
    const double scale = o->scale != 0.0 ? o->scale : 1.0;
    hit_placement own = camera->placement;
    place(o, r, &camera->placement);
    if (o->rotate)
        rotate_placement(&own, r);
    memcpy(camera->placement.linear, own.linear, sizeof own.linear);
    camera->y_extent *= scale;
    camera->near_z *= scale;
    camera->far_z *= scale;
}

static int place_all(model* m, const model_options* o, hit_model_part* parts)
{
    hit_model* c = &m->joined_content;
    hit_model_camera* cameras = model_keep(m, c->camera_count, sizeof *cameras);
    double r[3][3] = {{0.0}};
    char name[32];
    if (!cameras)
        return model_out_of_memory(m);
    if (o->rotate && !read_rotation(o->rotate, r)) {
        print_error("%s: --rotate wants an axis and degrees, as in z,90 or 1,1,0,45, not \"%s\"", m->verb_name,
                    o->rotate);
        return EXIT_USAGE;
    }
    for (uint32_t i = 0; i < c->part_count; i++) {
        place(o, r, &parts[i].placement);
        if (!hit_placement_is_valid(&parts[i].placement)) {
            print_error("%s: %s: %s is too large or too far away after --scale and --move: coordinates are at most "
                        "2^100, about 1e30",
                        m->verb_name, m->path, model_part_name(m, i, name));
            return EXIT_USAGE;
        }
    }
    for (uint32_t i = 0; i < c->camera_count; i++) {
        cameras[i] = c->cameras[i];
        place_camera(o, r, &cameras[i]);
    }
    c->cameras = cameras;
    if (o->scale != 0.0)
        c->unit /= o->scale; // a metre has so many more units now
    return EXIT_OK;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static int edit(model* m, const model_options* o)
{
    hit_model* c = &m->joined_content;
    hit_model_part* parts;
    hit_model_mesh* meshes;
    if (o->parts == PARTS_BY_MATERIAL && c->material_count == 0) {
        print_error("%s: --parts by=material: %s has no materials%s", m->verb_name, m->path, without_materials(m));
        return EXIT_USAGE;
    }
    if (model_options_need_materials(o) && !model_split(m, PARTS_BY_MATERIAL, o->parts == PARTS_BY_MATERIAL))
        return model_out_of_memory(m);
    if (o->parts == PARTS_BY_COMPONENT && !model_split(m, PARTS_BY_COMPONENT, true))
        return model_out_of_memory(m);
    parts = model_keep(m, c->part_count, sizeof *parts);
    meshes = model_keep(m, c->mesh_count, sizeof *meshes);
    if (!parts || !meshes)
        return model_out_of_memory(m);
    if (c->part_count > 0)
        memcpy(parts, c->parts, c->part_count * sizeof *parts);
    if (c->mesh_count > 0)
        memcpy(meshes, c->meshes, c->mesh_count * sizeof *meshes);
    c->parts = parts;
    c->meshes = meshes;
    if (o->parts == PARTS_BY_NODE || o->parts == PARTS_BY_MESH)
        rename_parts(c, (model_parts_by)o->parts, parts);
    if (o->only.count > 0 || o->hide.count > 0) {
        const int code = choose_parts(m, o, meshes, parts);
        if (code != EXIT_OK)
            return code;
    }
    return o->scale != 0.0 || o->rotate || o->move.count > 0 ? place_all(m, o, parts) : EXIT_OK;
}

int model_edit(model* from, const model_request* request, model** edited)
{
    model* m = model_create(from->path, request);
    model** list = (model**)malloc(sizeof(model*));
    int code;
    assert(request->options && model_options_change(request->options));
    if (!m || !list) {
        model_close(from);
        model_close(m);
        free((void*)list);
        return EXIT_RESOURCES;
    }
    list[0] = from;
    m->joined = list;
    m->joined_count = 1;
    m->joined_content = *from->content;
    m->content = &m->joined_content;
    m->costs.load_seconds = from->costs.load_seconds;
    m->costs.model_bytes = from->costs.model_bytes;
    code = edit(m, request->options);
    if (code == EXIT_OK && from->file && !request->quiet)
        print_note_in(from->path, 0, "its parts or places are changed, so its trees are built anew");
    return model_finish(m, code, edited);
}

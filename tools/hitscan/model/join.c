// Several models as one: their parts, meshes, cameras and materials one after the other.
//
// Arrays of vertices and triangles stay where they are, in the models that are joined. What has numbers of materials
// gets them anew. With --unit each model is made metres by its own unit, before they are put together.
#include "model/model_internal.h"
#include "cli/text.h"
#include "cli/verb.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Units ----------------------------------------------------------------------------------------------------------

enum { UNIT_AS_IT_IS, UNIT_OF_FILE };

const char* const model_unit_choices[] = {"as-is", "file", "mm", "cm", "m", "km", "in", "ft", NULL};
static const double metres[] = {0.0, 0.0, 0.001, 0.01, 1.0, 1000.0, 0.0254, 0.3048};

// How many metres a unit of a model is; 1 where it shall stay as it is.
static int choose_unit(const model_request* request, const model* m, double* unit)
{
    const int choice = request->options ? request->options->unit : UNIT_AS_IT_IS;
    const double says = m->content->unit;
    *unit = 1.0;
    if (choice == UNIT_AS_IT_IS)
        return EXIT_OK;
    if (choice == UNIT_OF_FILE && says == 0.0) {
        print_error("%s: --unit file: %s does not say what its unit is; say it, as in --unit mm", request->verb_name,
                    m->path);
        return EXIT_USAGE;
    }
    *unit = choice == UNIT_OF_FILE ? says : metres[choice];
    if (says != 0.0 && says != *unit && !request->quiet)
        print_note_in(m->path, 0, "it says that its unit is %g m; --unit %s is taken", says,
                      model_unit_choices[choice]);
    return EXIT_OK;
}

void model_scale_placement(hit_placement* p, double factor)
{
    p->origin = hit_dvec3_make(factor * p->origin.x, factor * p->origin.y, factor * p->origin.z);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            p->linear[i][j] = (float)(factor * (double)p->linear[i][j]);
}

// ---- Joining --------------------------------------------------------------------------------------------------------

static const char* file_name(const char* path)
{
    const char* slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

// How much all of them have.
typedef struct join_size {
    uint64_t meshes, parts, cameras, materials, textures, notes;
    size_t text;
} join_size;

// What is being filled: the arrays of joined_content, and the text that is left.
typedef struct join {
    model* m;
    hit_model_mesh* meshes;
    hit_model_part* parts;
    hit_model_camera* cameras;
    hit_model_material* materials;
    hit_model_texture* textures;
    const char** notes;
    char* text;
} join;

static join_size join_sizes(const model* m)
{
    join_size size = {0};
    for (uint32_t i = 0; i < m->joined_count; i++) {
        const hit_model* c = m->joined[i]->content;
        const size_t file = strlen(file_name(m->joined[i]->path));
        size.meshes += c->mesh_count;
        size.parts += c->part_count;
        size.cameras += c->camera_count;
        size.materials += c->material_count;
        size.textures += c->texture_count;
        size.notes += c->note_count;
        for (uint32_t k = 0; k < c->part_count; k++)
            size.text += file + strlen(c->parts[k].name) + 2;
        for (uint32_t k = 0; k < c->note_count; k++)
            size.text += file + strlen(c->notes[k]) + 3;
    }
    return size;
}

static bool make_room(join* j, const join_size* size)
{
    hit_model* all = &j->m->joined_content;
    all->meshes = j->meshes = model_keep(j->m, (size_t)size->meshes, sizeof *j->meshes);
    all->parts = j->parts = model_keep(j->m, (size_t)size->parts, sizeof *j->parts);
    all->cameras = j->cameras = model_keep(j->m, (size_t)size->cameras, sizeof *j->cameras);
    all->materials = j->materials = model_keep(j->m, (size_t)size->materials, sizeof *j->materials);
    all->textures = j->textures = model_keep(j->m, (size_t)size->textures, sizeof *j->textures);
    all->notes = j->notes = model_keep(j->m, (size_t)size->notes, sizeof *j->notes);
    j->text = model_keep(j->m, size->text, 1);
    return j->meshes && j->parts && j->cameras && j->materials && j->textures && j->notes && j->text;
}

// "FILE:NAME", or where there is nothing to tell apart "NAME". Names of files may hold anything but a zero; those of
// parts are UTF-8 without control characters.
static const char* put_name(join* j, const char* path, const char* name, const char* between)
{
    char* text = j->text;
    if (j->m->joined_count == 1)
        j->text += sprintf(text, "%s", name) + 1;
    else
        j->text += sprintf(text, "%s%s%s", file_name(path), *name ? between : "", name) + 1;
    return utf8_clean(text);
}

// Meshes with the numbers of their materials in the new list. False when memory is short.
static bool add_meshes(join* j, const hit_model* c)
{
    hit_model* all = &j->m->joined_content;
    const uint32_t base = all->material_count;
    for (uint32_t i = 0; i < c->mesh_count; i++) {
        hit_model_mesh* mesh = &j->meshes[all->mesh_count + i];
        *mesh = c->meshes[i];
        if (mesh->material < c->material_count)
            mesh->material += base;
        if (mesh->materials && base > 0) {
            uint32_t* moved = model_keep(j->m, mesh->triangle_count, sizeof *moved);
            if (!moved)
                return false;
            for (uint32_t k = 0; k < mesh->triangle_count; k++)
                moved[k] = mesh->materials[k] < c->material_count ? mesh->materials[k] + base : mesh->materials[k];
            mesh->materials = moved;
        }
    }
    for (uint32_t i = 0; i < c->material_count; i++) {
        hit_model_material* material = &j->materials[base + i];
        *material = c->materials[i];
        if (material->texture < c->texture_count)
            material->texture += all->texture_count;
    }
    for (uint32_t i = 0; i < c->texture_count; i++)
        j->textures[all->texture_count++] = c->textures[i];
    all->mesh_count += c->mesh_count;
    all->material_count += c->material_count;
    return true;
}

static void add_parts(join* j, const model* one, double unit)
{
    hit_model* all = &j->m->joined_content;
    const hit_model* c = one->content;
    for (uint32_t k = 0; k < c->part_count; k++) {
        hit_model_part* part = &j->parts[all->part_count++];
        *part = c->parts[k];
        part->mesh += all->mesh_count;
        part->name = put_name(j, one->path, c->parts[k].name, ":");
        if (unit != 1.0)
            model_scale_placement(&part->placement, unit);
    }
    for (uint32_t k = 0; k < c->camera_count; k++) {
        hit_model_camera* camera = &j->cameras[all->camera_count++];
        *camera = c->cameras[k];
        camera->placement.origin = hit_dvec3_make(unit * camera->placement.origin.x, unit * camera->placement.origin.y,
                                                  unit * camera->placement.origin.z);
        camera->y_extent *= unit;
        camera->near_z *= unit;
        camera->far_z *= unit;
    }
    for (uint32_t k = 0; k < c->note_count; k++)
        j->notes[all->note_count++] = put_name(j, one->path, c->notes[k], ": ");
}

// Models are put together as they are: where they disagree about what is up, that is told.
static void tell_other_up(const join* j, const model_request* request, uint32_t index)
{
    static const char* const names[] = {"", "+x", "+y", "+z", "-x", "-y", "-z"};
    const hit_axis first = j->m->joined_content.up, own = j->m->joined[index]->content->up;
    assert((unsigned)first <= HIT_AXIS_NEGATIVE_Z && (unsigned)own <= HIT_AXIS_NEGATIVE_Z);
    if (!request->quiet && first != own && first != HIT_AXIS_UNKNOWN && own != HIT_AXIS_UNKNOWN)
        print_note_in(j->m->joined[index]->path, 0, "%s is up in it, and %s in %s, which counts; neither is turned",
                      names[own], names[first], j->m->joined[0]->path);
}

static int join_one(join* j, const model_request* request, uint32_t index)
{
    model* m = j->m;
    hit_model* all = &m->joined_content;
    const model* one = m->joined[index];
    const hit_model* c = one->content;
    double unit;
    const int code = choose_unit(request, one, &unit);
    const double known = request->options && request->options->unit != UNIT_AS_IT_IS ? 1.0 : c->unit;
    if (code != EXIT_OK)
        return code;
    all->format = index == 0 || all->format == c->format ? c->format : HIT_MODEL_UNKNOWN;
    all->up = index == 0 ? c->up : all->up;
    tell_other_up(j, request, index);
    all->unit = index == 0 || all->unit == known ? known : 0.0;
    all->triangle_count += c->triangle_count;
    all->point_count += c->point_count;
    all->skipped_faces += c->skipped_faces;
    all->bytes += c->bytes;
    m->costs.load_seconds += one->costs.load_seconds;
    m->costs.model_bytes += one->costs.model_bytes;
    add_parts(j, one, unit);
    return add_meshes(j, c) ? EXIT_OK : model_out_of_memory(m);
}

// Takes `models`, whatever happens.
static int join_models(const char* path, const model_request* request, model** models, uint32_t count, model** joined)
{
    model* m = model_create(path, request);
    join j = {.m = m};
    join_size size;
    int code = EXIT_OK;
    if (!m) {
        for (uint32_t i = 0; i < count; i++)
            model_close(models[i]);
        free((void*)models);
        return EXIT_RESOURCES;
    }
    m->joined = models;
    m->joined_count = count;
    m->content = &m->joined_content;
    size = join_sizes(m);
    if (size.meshes > UINT32_MAX || size.parts > UINT32_MAX || size.materials > UINT32_MAX || size.notes > UINT32_MAX ||
        size.textures > UINT32_MAX || size.cameras > UINT32_MAX) {
        print_error("%s: %s: too many parts", m->verb_name, path);
        code = EXIT_RESOURCES;
    } else if (!make_room(&j, &size))
        code = model_out_of_memory(m);
    for (uint32_t i = 0; i < count && code == EXIT_OK; i++)
        code = join_one(&j, request, i);
    return model_finish(m, code, joined);
}

// ---- Opening --------------------------------------------------------------------------------------------------------

static int open_and_join(char** paths, int count, const model_request* request, model** opened)
{
    model** models = count > 0 ? calloc((size_t)count, sizeof(model*)) : NULL;
    int code = EXIT_OK;
    if (!models)
        return out_of_memory(request->verb_name);
    for (int i = 0; i < count && code == EXIT_OK; i++)
        code = model_open(paths[i], request, &models[i]);
    if (code != EXIT_OK) {
        for (int i = 0; i < count; i++)
            model_close(models[i]);
        free((void*)models);
        return code;
    }
    return join_models(count > 1 && request->joined_name ? request->joined_name : paths[0], request, models,
                       (uint32_t)count, opened);
}

int model_open_all(char** paths, int count, const model_request* request, model** opened)
{
    const model_options* o = request->options;
    const bool joins = count > 1 || request->rebuild || (o && o->unit != UNIT_AS_IT_IS);
    model* m = NULL;
    int code;
    assert(count > 0);
    code = joins ? open_and_join(paths, count, request, &m) : model_open(paths[0], request, &m);
    if (code == EXIT_OK && o && model_options_change(o))
        return model_edit(m, request, opened);
    if (code == EXIT_OK)
        *opened = m;
    return code;
}

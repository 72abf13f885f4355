// From the frames of hitscan-assimp to a model.
//
// The program has read a file that nobody has checked, with a library that was not written against such files, and may
// have been taken over by it. So its answer is as hostile as the file: each count is compared with the bytes that
// follow and with the memory that the loader may take, each index with its count, and the frames must come in their
// order and number. One frame is in memory at a time.
#include "mesh_io/assimp/assimp.h"
#include "base/assert.h"
#include "base/fail.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef struct decoder {
    hit_loader* loader;
    hit_assimp_source* source;
    char* buffer; ///< of the frame
    uint64_t capacity;
    bool has_scene;
    hit_assimp_scene promised, done;
    hit_model_mesh* meshes;
    hit_model_part* parts;
    hit_model_camera* cameras;
    hit_model_material* materials;
    hit_model_texture* textures;
} decoder;

hit_status hit_assimp_nonsense(hit_loader* loader, const char* what)
{
    return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0,
                           "the answer of " HIT_ASSIMP_HELPER " makes no sense (%s); is it of another version?", what);
}

const void* hit_assimp_take(hit_assimp_payload* payload, uint64_t count, size_t size)
{
    const void* taken = payload->at;
    HIT_ASSERT(size > 0);
    if (count > payload->left / size)
        return NULL;
    payload->at += count * size;
    payload->left -= count * size;
    return taken;
}

static bool take_struct(hit_assimp_payload* payload, void* to, size_t size)
{
    const void* from = hit_assimp_take(payload, 1, size);
    if (from == NULL)
        return false;
    memcpy(to, from, size);
    return true;
}

// The text of `size` bytes that comes next; NULL with a status when there is none.
static const char* take_text(decoder* d, hit_assimp_payload* payload, uint32_t size, hit_status* status)
{
    const char* from = hit_assimp_take(payload, size, 1);
    if (from != NULL)
        return hit_loader_text(d->loader, from, size, status);
    *status = hit_assimp_nonsense(d->loader, "a text is cut off");
    return NULL;
}

static bool all_finite(const double* numbers, size_t count)
{
    bool finite = true;
    for (size_t i = 0; i < count; i++)
        finite = finite && isfinite(numbers[i]);
    return finite;
}

static hit_placement placement_of(const double rows[12])
{
    double all[16] = {[15] = 1.0};
    memcpy(all, rows, 12 * sizeof *rows);
    return hit_placement_from_doubles(all, HIT_MATRIX_ROWS);
}

// ---- One frame each -------------------------------------------------------------------------------------------------

// Zeroed room for things of the model.
static void* make_list(decoder* d, uint32_t count, size_t size, hit_status* status)
{
    void* list = *status == HIT_OK && count > 0 ? hit_loader_allocate(d->loader, count, size, status) : NULL;
    if (list != NULL)
        memset(list, 0, count * size);
    return list;
}

static hit_status decode_scene(decoder* d, hit_assimp_payload payload)
{
    hit_model* model = d->loader->model;
    hit_status status = HIT_OK;
    const hit_assimp_scene* s = &d->promised;
    if (d->has_scene || !take_struct(&payload, &d->promised, sizeof d->promised))
        return hit_assimp_nonsense(d->loader, "the scene");
    if (s->up > HIT_AXIS_NEGATIVE_Z || !isfinite(s->unit) || s->unit < 0.0)
        return hit_assimp_nonsense(d->loader, "the axes");
    d->has_scene = true;
    model->up = (hit_axis)s->up;
    model->unit = s->unit;
    d->meshes = hit_loader_meshes(d->loader, s->meshes, &status);
    d->parts = status == HIT_OK ? hit_loader_parts(d->loader, s->parts, &status) : NULL;
    model->cameras = d->cameras = make_list(d, s->cameras, sizeof *d->cameras, &status);
    model->materials = d->materials = make_list(d, s->materials, sizeof *d->materials, &status);
    model->textures = d->textures = make_list(d, s->textures, sizeof *d->textures, &status);
    if (status != HIT_OK)
        return status;
    model->camera_count = s->cameras;
    model->material_count = s->materials;
    model->texture_count = s->textures;
    return HIT_OK;
}

// Read the file of a texture: by its path, and failing that by its name alone, as paths tend to be those of the
// author's machine. What cannot be read is said, and left empty.
static hit_status read_texture_file(decoder* d, hit_model_texture* texture)
{
    hit_error* const error = d->loader->error;
    const char* base = strrchr(texture->name, '/');
    hit_error ignored = {0}, told = {0};
    hit_status status;
    const char* bytes = NULL;
    if (texture->name[0] == '\0')
        return HIT_OK;
    d->loader->error = &told;
    status = hit_loader_read_sibling(d->loader, texture->name, &bytes, &texture->size);
    d->loader->error = &ignored;
    if (status == HIT_ERROR_FILE && base != NULL && base[1] != '\0')
        status = hit_loader_read_sibling(d->loader, base + 1, &bytes, &texture->size);
    d->loader->error = error;
    texture->bytes = status == HIT_OK ? bytes : NULL;
    if (status == HIT_ERROR_FILE)
        return hit_loader_note(d->loader, "a texture is left out: %s", told.message);
    if (status != HIT_OK)
        hit_fail(error, status, 0, "%s", told.status == status ? told.message : ignored.message);
    return status;
}

static hit_status decode_texture(decoder* d, hit_assimp_payload payload, hit_model_texture* to)
{
    hit_status status = HIT_OK;
    hit_assimp_texture from;
    char* bytes;
    HIT_ASSERT(to != NULL);
    if (!take_struct(&payload, &from, sizeof from))
        return hit_assimp_nonsense(d->loader, "a texture");
    to->name = take_text(d, &payload, from.name_size, &status);
    if (status != HIT_OK)
        return status;
    to->clamp_u = (from.clamp & 1) != 0;
    to->clamp_v = (from.clamp & 2) != 0;
    memcpy(to->transform, from.transform, sizeof to->transform);
    for (int i = 0; i < 6; i++)
        if (!isfinite(to->transform[i]))
            return hit_assimp_nonsense(d->loader, "a texture");
    if (payload.left == 0)
        return read_texture_file(d, to);
    bytes = hit_loader_allocate(d->loader, payload.left, 1, &status);
    if (bytes == NULL)
        return status;
    memcpy(bytes, payload.at, (size_t)payload.left);
    to->bytes = bytes;
    to->size = (size_t)payload.left;
    return HIT_OK;
}

static hit_status decode_material(decoder* d, hit_assimp_payload payload, hit_model_material* to)
{
    hit_status status = HIT_OK;
    hit_assimp_material from;
    HIT_ASSERT(to != NULL);
    if (!take_struct(&payload, &from, sizeof from) || (from.texture != UINT32_MAX && from.texture >= d->done.textures))
        return hit_assimp_nonsense(d->loader, "a material");
    to->name = take_text(d, &payload, from.name_size, &status);
    for (int i = 0; i < 4; i++)
        to->color[i] = from.color[i] > 0.0f ? (from.color[i] < 1.0f ? from.color[i] : 1.0f) : 0.0f;
    to->texture = from.texture;
    to->is_two_sided = from.is_two_sided != 0;
    to->is_blended = from.is_blended != 0;
    return status;
}

static hit_status decode_part(decoder* d, hit_assimp_payload payload, hit_model_part* to)
{
    hit_status status = HIT_OK;
    hit_assimp_part from;
    HIT_ASSERT(to != NULL);
    if (!take_struct(&payload, &from, sizeof from) || from.mesh >= d->loader->model->mesh_count)
        return hit_assimp_nonsense(d->loader, "a part");
    to->mesh = from.mesh;
    to->name = take_text(d, &payload, from.name_size, &status);
    if (status == HIT_OK) // without a path, its name is its path
        to->path = from.path_size > 0 ? take_text(d, &payload, from.path_size, &status) : to->name;
    if (status != HIT_OK)
        return status;
    to->placement = placement_of(from.rows);
    if (!all_finite(from.rows, 12) || !hit_placement_is_valid(&to->placement))
        return hit_loader_fail(d->loader, HIT_ERROR_FORMAT, 0,
                               "the node \"%.80s\" is placed by numbers that are not finite", to->name);
    return HIT_OK;
}

static hit_status decode_camera(decoder* d, hit_assimp_payload payload, hit_model_camera* to)
{
    hit_status status = HIT_OK;
    hit_assimp_camera from;
    HIT_ASSERT(to != NULL);
    if (!take_struct(&payload, &from, sizeof from))
        return hit_assimp_nonsense(d->loader, "a camera");
    to->name = take_text(d, &payload, from.name_size, &status);
    if (status != HIT_OK)
        return status;
    to->placement = placement_of(from.rows);
    if (!all_finite(from.rows, 12) || !hit_placement_is_valid(&to->placement) || !isfinite(from.y_fov) ||
        !isfinite(from.y_extent) || !isfinite(from.near_z) || isnan(from.far_z) || !isfinite(from.aspect))
        return hit_assimp_nonsense(d->loader, "a camera");
    to->is_orthographic = from.is_orthographic != 0;
    to->y_fov = from.y_fov;
    to->y_extent = from.y_extent;
    to->near_z = from.near_z;
    to->far_z = from.far_z;
    to->aspect = from.aspect;
    return HIT_OK;
}

static hit_status decode_note(decoder* d, hit_assimp_payload payload)
{
    const int length = payload.left < 1000 ? (int)payload.left : 1000;
    return length > 0 && payload.at[0] != '\0' ? hit_loader_note(d->loader, "%.*s", length, payload.at) : HIT_OK;
}

static hit_status decode_error(decoder* d, hit_assimp_payload payload)
{
    hit_status status = HIT_OK;
    const char* text;
    int32_t said;
    if (!take_struct(&payload, &said, sizeof said) ||
        (said != HIT_ERROR_FORMAT && said != HIT_ERROR_LIMIT && said != HIT_ERROR_FILE && said != HIT_ERROR_MEMORY))
        return hit_assimp_nonsense(d->loader, "an error");
    // A text may quote the file: this makes it one that can be shown.
    text = hit_loader_text(d->loader, payload.at, payload.left < 1000 ? (size_t)payload.left : 1000, &status);
    return text != NULL ? hit_loader_fail(d->loader, (hit_status)said, 0, "%s", text) : status;
}

// Send a file that stands beside the model. One that is not there, or may not be opened, is no error: the program knows
// whether the model can be read without it.
static hit_status send_wanted(decoder* d, hit_assimp_payload payload)
{
    hit_error* const error = d->loader->error;
    hit_assimp_file file = {HIT_ASSIMP_NO_FILE};
    char name[HIT_ASSIMP_WANTED + 1];
    const char* bytes = NULL;
    hit_status status;
    hit_error told = {0};
    size_t size = 0;
    if (payload.left > HIT_ASSIMP_WANTED || memchr(payload.at, '\0', (size_t)payload.left) != NULL)
        return hit_assimp_nonsense(d->loader, "a name");
    memcpy(name, payload.at, (size_t)payload.left);
    name[payload.left] = '\0';
    d->loader->error = &told;
    status = hit_loader_read_sibling_any_case(d->loader, name, &bytes, &size);
    d->loader->error = error;
    if (status != HIT_OK && status != HIT_ERROR_FILE)
        return hit_fail(error, status, 0, "%s", told.message);
    if (status == HIT_OK)
        file.size = size;
    // When nobody listens, the end of the stream tells why.
    if (d->source->write(d->source->context, &file, sizeof file) && status == HIT_OK)
        (void)d->source->write(d->source->context, bytes, size);
    hit_loader_free(d->loader, (void*)(uintptr_t)bytes);
    return HIT_OK;
}

// ---- All of them ----------------------------------------------------------------------------------------------------

// The next of a list that the scene promised so many of.
static bool next_of(uint32_t* done, uint32_t promised, uint32_t* index)
{
    if (*done >= promised)
        return false;
    *index = (*done)++;
    return true;
}

static hit_status decode_frame(decoder* d, hit_assimp_kind kind, hit_assimp_payload payload)
{
    const hit_assimp_scene* promised = &d->promised;
    uint32_t i;
    switch (kind) {
    case HIT_ASSIMP_NOTE:
        return decode_note(d, payload);
    case HIT_ASSIMP_SCENE:
        return decode_scene(d, payload);
    case HIT_ASSIMP_TEXTURE:
        if (next_of(&d->done.textures, promised->textures, &i))
            return decode_texture(d, payload, &d->textures[i]);
        break;
    case HIT_ASSIMP_MATERIAL:
        if (next_of(&d->done.materials, promised->materials, &i))
            return decode_material(d, payload, &d->materials[i]);
        break;
    case HIT_ASSIMP_MESH:
        if (next_of(&d->done.meshes, promised->meshes, &i))
            return hit_assimp_decode_mesh(d->loader, payload, &d->meshes[i]);
        break;
    case HIT_ASSIMP_PART:
        if (next_of(&d->done.parts, promised->parts, &i))
            return decode_part(d, payload, &d->parts[i]);
        break;
    case HIT_ASSIMP_CAMERA:
        if (next_of(&d->done.cameras, promised->cameras, &i))
            return decode_camera(d, payload, &d->cameras[i]);
        break;
    case HIT_ASSIMP_WANT:
        return send_wanted(d, payload);
    case HIT_ASSIMP_HELLO:
    case HIT_ASSIMP_ERROR:
    case HIT_ASSIMP_END:
        break;
    }
    return hit_assimp_nonsense(d->loader, "a frame that is not expected");
}

// What Assimp does not see, or is content with.
static hit_status judge(decoder* d)
{
    const hit_model* model = d->loader->model;
    uint64_t triangles = 0, points = 0;
    if (!d->has_scene || memcmp(&d->done, &d->promised, offsetof(hit_assimp_scene, up)) != 0)
        return hit_assimp_nonsense(d->loader, "it has less than it promised");
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        triangles += model->meshes[i].triangle_count;
        points += model->meshes[i].point_count;
    }
    if (triangles == 0 && points == 0 && model->skipped_faces > 0)
        return hit_loader_fail(d->loader, HIT_ERROR_FORMAT, 0,
                               "Assimp found no face with finite corners; the file may be damaged");
    return HIT_OK;
}

static bool read_source(decoder* d, void* to, uint64_t size)
{
    if (d->source->read(d->source->context, to, (size_t)size))
        return true;
    d->source->ended = true;
    return false;
}

// Let the buffer have room for a frame, and read it.
static hit_status read_payload(decoder* d, uint64_t size)
{
    hit_status status = HIT_OK;
    if (size > d->capacity) {
        hit_loader_free(d->loader, d->buffer);
        d->capacity = 0;
        d->buffer = hit_loader_allocate(d->loader, size, 1, &status);
        if (d->buffer == NULL)
            return status;
        d->capacity = size;
    }
    return size == 0 || read_source(d, d->buffer, size) ? HIT_OK : HIT_ERROR_FORMAT;
}

static hit_status decode_hello(decoder* d, const hit_assimp_frame* frame)
{
    hit_assimp_hello hello;
    if (frame->kind != HIT_ASSIMP_HELLO || frame->size != sizeof hello)
        return hit_assimp_nonsense(d->loader, "it begins with something else");
    if (!read_source(d, &hello, sizeof hello))
        return HIT_ERROR_FORMAT;
    if (hello.magic != HIT_ASSIMP_MAGIC || hello.version != HIT_ASSIMP_VERSION)
        return hit_loader_fail(d->loader, HIT_ERROR_FORMAT, 0,
                               HIT_ASSIMP_HELPER " is of another version than this library; install both anew");
    return HIT_OK;
}

hit_status hit_assimp_decode(hit_loader* loader, hit_assimp_source* source)
{
    decoder d = {.loader = loader, .source = source};
    hit_status status = HIT_OK;
    bool greeted = false;
    while (status == HIT_OK) {
        hit_assimp_frame frame;
        if (!read_source(&d, &frame, sizeof frame)) {
            status = HIT_ERROR_FORMAT;
        } else if (!greeted) {
            status = decode_hello(&d, &frame);
            greeted = true;
        } else if (frame.kind == HIT_ASSIMP_END) {
            status = judge(&d);
            break;
        } else {
            status = read_payload(&d, frame.size);
            if (status == HIT_OK) {
                const hit_assimp_payload payload = {d.buffer != NULL ? d.buffer : "", frame.size};
                status = frame.kind == HIT_ASSIMP_ERROR ? decode_error(&d, payload)
                                                        : decode_frame(&d, (hit_assimp_kind)frame.kind, payload);
            }
        }
    }
    hit_loader_free(loader, d.buffer);
    return status;
}

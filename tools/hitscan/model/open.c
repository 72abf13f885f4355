// Opens models: files of the formats of mesh_io.h and .hit files; and what they have.
#include "model/model_internal.h"
#include "cli/file_stream.h"
#include "cli/file_uses.h"
#include "cli/text.h"
#include "cli/verb.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STREAM_BYTES ((uint64_t)4 << 30) ///< as hit_model_load has it for pipes
enum { SHOWN = 100, FIRST_CAPACITY = 1 << 16 };

int model_out_of_memory(const model* m)
{
    print_error("%s: %s: out of memory", m->verb_name, m->path);
    return EXIT_RESOURCES;
}

int model_exit_code(hit_status status)
{
    return status == HIT_ERROR_MEMORY || status == HIT_ERROR_LIMIT ? EXIT_RESOURCES : EXIT_BAD_INPUT;
}

bool model_is_hit_file_name(const char* path)
{
    const size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".hit") == 0;
}

static bool is_standard_input(const char* path)
{
    return strcmp(path, "-") == 0;
}

// ---- Opening --------------------------------------------------------------------------------------------------------

// The library names limits by the members of its options; here they are options of the command.
static void name_options(const char* message, char* text, size_t size)
{
    static const char* const names[][2] = {
        {"max_bytes", "--max-memory"}, {"helper_bytes", "--helper-memory"}, {"helper_seconds", "--helper-seconds"}};
    size_t used = 0;
    while (*message && used + 1 < size) {
        const char* word = NULL;
        for (size_t i = 0; i < sizeof names / sizeof names[0] && !word; i++)
            if (strncmp(message, names[i][0], strlen(names[i][0])) == 0) {
                word = names[i][1];
                message += strlen(names[i][0]);
            }
        if (word && used + strlen(word) < size) {
            memcpy(text + used, word, strlen(word));
            used += strlen(word);
        } else if (!word)
            text[used++] = *message++;
    }
    text[used] = '\0';
}

// "file.obj:123: ...", or "file.obj: ..."; where the message names the file by itself, by the first SHOWN bytes of its
// path, that is taken out.
static int report_load_error(const model* m, hit_status status, const hit_error* error)
{
    char shown[SHOWN + 1], text[2 * sizeof error->message];
    const char* name;
    snprintf(shown, sizeof shown, "%s", m->path);
    name = status == HIT_ERROR_FILE ? strstr(error->message, shown) : NULL;
    if (status == HIT_ERROR_LIMIT)
        name_options(error->message, text, sizeof text);
    else
        snprintf(text, sizeof text, "%s", error->message);
    if (name && error->line == 0)
        print_error_in(m->path, 0, "%.*sit%s", (int)(name - error->message), error->message, name + strlen(shown));
    else
        print_error_in(m->path, error->line, "%s", text);
    return model_exit_code(status);
}

const char* const model_format_choices[] = {"auto", "obj", "ply", "stl", "off", "gltf", "3mf", "xyz", NULL};
static const hit_model_format formats[] = {HIT_MODEL_UNKNOWN, HIT_MODEL_OBJ,  HIT_MODEL_PLY, HIT_MODEL_STL,
                                           HIT_MODEL_OFF,     HIT_MODEL_GLTF, HIT_MODEL_3MF, HIT_MODEL_XYZ};

// All that the standard input brings, up to `most` bytes, in memory that is to be freed. Returns an exit code.
static int read_standard_input(const model* m, uint64_t most, char** bytes, size_t* size)
{
    size_t capacity = 0;
    ptrdiff_t got = 1;
    stream s;
    int code = stream_open_in(&s, "-");
    *bytes = NULL;
    *size = 0;
    while (code == EXIT_OK && got > 0) {
        if (*size == capacity) {
            char* larger = capacity <= SIZE_MAX / 2 ? realloc(*bytes, 2 * capacity + FIRST_CAPACITY) : NULL;
            if (!larger)
                code = model_out_of_memory(m);
            else {
                *bytes = larger;
                capacity = 2 * capacity + FIRST_CAPACITY;
            }
        }
        got = code == EXIT_OK ? stream_read(&s, *bytes + *size, capacity - *size) : 0;
        *size += got > 0 ? (size_t)got : 0;
        if (*size > most) {
            print_error_in(m->path, 0,
                           "it brings more than the %llu bytes that it may; raise --max-memory if you trust it",
                           (unsigned long long)most);
            code = EXIT_RESOURCES;
        }
    }
    if (code == EXIT_OK && got < 0) {
        print_error("%s: cannot read the standard input: %s", m->verb_name, strerror(errno));
        code = EXIT_BAD_INPUT;
    }
    if (code != EXIT_OK) {
        free(*bytes);
        *bytes = NULL;
    }
    return code;
}

// The model is what the standard input brings; nothing is beside it.
static int load_standard_input(model* m, const hit_model_options* options)
{
    hit_error error;
    size_t size;
    char* bytes;
    hit_status status;
    int code = read_standard_input(m, options->max_bytes > 0 ? options->max_bytes : STREAM_BYTES, &bytes, &size);
    if (code != EXIT_OK)
        return code;
    status = hit_model_read(bytes, size, HIT_MODEL_UNKNOWN, options, &m->loaded, &error);
    free(bytes);
    if (status != HIT_OK && options->format == HIT_MODEL_UNKNOWN && status == HIT_ERROR_FORMAT)
        print_error_in(m->path, error.line, "%s; --format tells what it is", error.message);
    else if (status != HIT_OK)
        return report_load_error(m, status, &error);
    return status == HIT_OK ? EXIT_OK : model_exit_code(status);
}

static int load(model* m, const model_request* request)
{
    hit_model_options options = {.pool = &m->pool,
                                 .allow_files = true,
                                 .appearance = request->appearance || model_options_need_materials(request->options)};
    if (request->options) {
        options.scene = request->options->scene;
        options.max_bytes = request->options->max_memory;
        options.helper_bytes = request->options->helper_memory;
        options.helper_seconds = request->options->helper_seconds;
        options.format = formats[request->options->format];
    }
    if (is_standard_input(m->path)) {
        const int code = load_standard_input(m, &options);
        if (code != EXIT_OK)
            return code;
    } else {
        hit_error error;
        const hit_status status = hit_model_load(m->path, &options, &m->loaded, &error);
        if (status != HIT_OK)
            return report_load_error(m, status, &error);
    }
    for (uint32_t i = 1; i < m->loaded->file_count; i++) { // the first is the model, which the command line told
        const int code = file_is_read("a file of the model", m->loaded->files[i]);
        if (code != EXIT_OK)
            return code;
    }
    for (uint32_t i = 0; i < m->loaded->note_count && !request->quiet; i++)
        print_note_in(m->path, 0, "%s", m->loaded->notes[i]);
    m->content = m->loaded;
    m->costs.model_bytes = m->loaded->bytes;
    return EXIT_OK;
}

bool model_had_looks(const hit_model* content)
{
    return content->format == HIT_MODEL_GLTF || content->format == HIT_MODEL_3MF ||
           content->format == HIT_MODEL_OTHER || content->camera_count > 0;
}

static int map(model* m, const model_request* request)
{
    const int code = hitfile_open(m->path, &m->pool, &m->file);
    if (code != EXIT_OK)
        return code;
    m->content = hitfile_content(m->file);
    m->costs.model_bytes = m->content->bytes;
    m->costs.mapped = true;
    if (request->appearance && !request->quiet && model_had_looks(m->content))
        print_note_in(m->path, 0, MODEL_HIT_FILE_LACKS ", which the model that it was made of may have");
    return EXIT_OK;
}

static int number_triangles(model* m)
{
    const hit_model* c = m->content;
    m->first = malloc(((size_t)c->part_count + 1) * sizeof *m->first);
    if (!m->first)
        return model_out_of_memory(m);
    m->first[0] = 0;
    for (uint32_t i = 0; i < c->part_count; i++)
        m->first[i + 1] = m->first[i] + c->meshes[c->parts[i].mesh].triangle_count;
    return EXIT_OK;
}

model* model_create(const char* path, const model_request* request)
{
    model* m = calloc(1, sizeof *m);
    if (!m) {
        print_error("%s: out of memory", request->verb_name);
        return NULL;
    }
    m->path = path;
    m->verb_name = request->verb_name;
    m->pool = *request->pool;
    m->quality = request->quality;
    m->quiet = request->quiet;
    return m;
}

int model_finish(model* m, int code, model** opened)
{
    if (code == EXIT_OK)
        code = number_triangles(m);
    if (code == EXIT_OK)
        m->origin = m->file ? hitfile_origin(m->file) : content_origin(m->content);
    if (code == EXIT_OK)
        *opened = m;
    else
        model_close(m);
    return code;
}

int model_open(const char* path, const model_request* request, model** opened)
{
    const double began = seconds_now();
    model* m = model_create(path, request);
    int code;
    if (!m)
        return EXIT_RESOURCES;
    code = !is_standard_input(path) && hitfile_is(path) ? map(m, request) : load(m, request);
    m->costs.load_seconds = seconds_now() - began;
    return model_finish(m, code, opened);
}

void* model_keep(model* m, size_t count, size_t size)
{
    void* block = count <= (SIZE_MAX - 1) / size ? malloc(count * size + 1) : NULL;
    if (block && m->block_count == m->block_capacity) {
        const size_t capacity = 2 * m->block_capacity + 16;
        void** blocks = (void**)realloc((void*)m->blocks, capacity * sizeof *blocks);
        if (!blocks) {
            free(block);
            return NULL;
        }
        m->blocks = blocks;
        m->block_capacity = capacity;
    }
    if (block) {
        m->blocks[m->block_count++] = block;
        memset(block, 0, count * size);
    }
    return block;
}

void model_close(model* m)
{
    if (!m)
        return;
    model_scene_free(m);
    if (m->mesh_trees)
        for (uint32_t i = 0; i < m->content->mesh_count; i++)
            hit_bvh_destroy(m->mesh_trees[i]);
    free((void*)m->mesh_trees);
    free(m->ids);
    hit_bvh_destroy(m->tree);
    free(m->first);
    hit_model_destroy(m->loaded);
    hitfile_close(m->file);
    for (uint32_t i = 0; i < m->joined_count; i++)
        model_close(m->joined[i]); // two levels deep: what is changed was joined, what is joined was opened
    free((void*)m->joined);
    for (size_t i = 0; i < m->block_count; i++)
        free(m->blocks[i]);
    free((void*)m->blocks);
    free(m);
}

// ---- What it is -----------------------------------------------------------------------------------------------------

const hit_model* model_content(const model* m)
{
    return m->content;
}

const char* model_path(const model* m)
{
    return m->path;
}

const char* model_part_name(const model* m, uint32_t part, char text[32])
{
    if (m->content->parts[part].name[0])
        return m->content->parts[part].name;
    snprintf(text, 32, "part %u", (unsigned)part);
    return text;
}

uint64_t model_first_triangle(const model* m, uint32_t part)
{
    return m->first[part];
}

model_source model_source_of(const model* m, uint32_t primitive)
{
    const hit_model* c = m->content;
    uint32_t low = 0, high = c->part_count - 1; // the last part that begins at or before the triangle
    model_source s;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (m->first[middle] <= primitive)
            low = middle;
        else
            high = middle - 1;
    }
    s.part = low;
    s.triangle = primitive - (uint32_t)m->first[low];
    s.face = c->meshes[c->parts[low].mesh].faces[s.triangle];
    return s;
}

hit_id model_id(const model* m, uint32_t part)
{
    return m->ids[part];
}

uint32_t model_part_of(const model* m, hit_id id)
{
    // A new scene gives its ids in ascending order.
    uint32_t low = 0, high = m->content->part_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (m->ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m->content->part_count && m->ids[low] == id ? low : m->content->part_count;
}

model_costs model_cost(const model* m)
{
    return m->costs;
}

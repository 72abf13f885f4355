// The materials of an OBJ file: MTL files beside it, and the textures that these name.
//
// Read are newmtl, Kd (the colour), d and Tr (how opaque it is) and map_Kd (the texture, with -s, -o and -clamp) of the
// materials that faces use; all else is skipped. Kd of a texture that is black is white: many exporters write it so,
// and viewers show the texture. What cannot be read is told by a note and is white.
//
// `mtllib` may name several files, or one with spaces in its name: so all of the line is tried first. Names of textures
// go up to the end of the line, behind the options.
#include "mesh_io/appearance.h"
#include "mesh_io/obj/appearance.h"
#include "mesh_io/obj/words.h"
#include "mesh_io/text/text.h"

#include "base/assert.h"
#include <inttypes.h>

enum { LONGEST_NAME = 1000 };

typedef struct words {
    const char *at, *end;
} words;

typedef struct library_reader {
    hit_loader* loader;
    const hit_obj_names* names;
    bool* known;               ///< for each material of the model: a file has it
    char folder[LONGEST_NAME]; ///< of the library, with a slash at its end, or ""
    uint32_t material;         ///< that the lines are about; UINT32_MAX: one that is not used
} library_reader;

// ---- Words ----------------------------------------------------------------------------------------------------------

// The next word of a line; empty at its end.
static words take_word(words* line)
{
    words word;
    line->at = skip_blanks(line->at, line->end);
    word.at = line->at;
    while (line->at < line->end && !is_blank(*line->at) && !is_line_end(*line->at))
        line->at++;
    word.end = line->at;
    return word;
}

static bool is(words word, const char* text)
{
    const size_t length = strlen(text);
    if ((size_t)(word.end - word.at) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if ((word.at[i] | 0x20) != (text[i] | 0x20))
            return false;
    return true;
}

// What is left of a line, without blanks around it.
static words rest_of(words line)
{
    line.at = skip_blanks(line.at, line.end);
    while (line.end > line.at && (is_blank(line.end[-1]) || is_line_end(line.end[-1])))
        line.end--;
    return line;
}

// The next word, if it is a number; else the line stays where it is.
static bool take_number(words* line, float* number)
{
    words after = *line;
    const words word = take_word(&after);
    const char* behind = word.at < word.end ? hit_text_read_float(word.at, word.end, number) : NULL;
    if (behind != word.end || behind == NULL)
        return false;
    *line = after;
    return true;
}

static float between_0_and_1(float value)
{
    return value >= 1.0f ? 1.0f : value > 0.0f ? value : 0.0f;
}

// ---- Textures -------------------------------------------------------------------------------------------------------

// Take the options in front of a texture's name.
static void take_options(words* line, hit_model_texture* texture)
{
    float scale[3] = {1, 1, 1}, offset[3] = {0, 0, 0};
    for (;;) {
        words after = *line;
        const words option = take_word(&after);
        float number;
        if (option.end - option.at < 2 || option.at[0] != '-')
            break;
        if (is(option, "-s") || is(option, "-o"))
            for (int i = 0; i < 3 && take_number(&after, is(option, "-s") ? &scale[i] : &offset[i]);)
                i++;
        else if (is(option, "-clamp"))
            texture->clamp_u = texture->clamp_v = is(take_word(&after), "on");
        else if (is(option, "-mm") || is(option, "-t") || is(option, "-bm") || is(option, "-boost") ||
                 is(option, "-texres"))
            while (take_number(&after, &number))
                continue;
        else if (is(option, "-blendu") || is(option, "-blendv") || is(option, "-cc") || is(option, "-imfchan") ||
                 is(option, "-type"))
            (void)take_word(&after);
        else
            break; // a name that begins with a minus
        *line = after;
    }
    // From the bottom of the picture, v' = s v + o; from its top, 1 - v' = s (1 - v) + 1 - s - o.
    texture->transform[0] = scale[0];
    texture->transform[2] = offset[0];
    texture->transform[4] = scale[1];
    texture->transform[5] = 1.0f - scale[1] - offset[1];
}

static hit_status read_texture(library_reader* r, words line, uint32_t* number)
{
    hit_model_texture texture = hit_plain_texture;
    words name;
    take_options(&line, &texture);
    name = rest_of(line);
    return hit_loader_texture(r->loader, r->folder, name.at, (size_t)(name.end - name.at), &texture, number);
}

// ---- Libraries ------------------------------------------------------------------------------------------------------

static void begin_material(library_reader* r, words line)
{
    const words name = rest_of(line);
    const size_t length = (size_t)(name.end - name.at);
    const hit_obj_name* found =
        length <= UINT32_MAX / 2 ? hit_obj_names_look_up(r->names, name.at, (uint32_t)length, HIT_OBJ_MATERIALS) : NULL;
    // The first that has a name counts.
    r->material = found != NULL && !r->known[found->number] ? found->number : UINT32_MAX;
    if (r->material != UINT32_MAX)
        r->known[r->material] = true;
}

static hit_status read_line(library_reader* r, words line)
{
    const words word = take_word(&line);
    hit_model_material* material;
    float number[3];
    if (is(word, "newmtl"))
        begin_material(r, line);
    if (r->material == UINT32_MAX)
        return HIT_OK;
    material = &hit_loader_materials(r->loader)[r->material];
    if (is(word, "Kd")) {
        int n = 0;
        while (n < 3 && take_number(&line, &number[n]))
            n++;
        for (int i = 0; i < 3 && n > 0; i++) // one number is a grey
            material->color[i] = between_0_and_1(number[i < n ? i : 0]);
    } else if (is(word, "d") && take_number(&line, &number[0]))
        material->color[3] = between_0_and_1(number[0]);
    else if (is(word, "Tr") && take_number(&line, &number[0]))
        material->color[3] = 1.0f - between_0_and_1(number[0]);
    else if (is(word, "map_Kd"))
        return read_texture(r, line, &material->texture);
    return HIT_OK;
}

static hit_status read_library(library_reader* r, const char* p, const char* end)
{
    hit_status status = HIT_OK;
    p = skip_byte_order_mark(p, end);
    r->material = UINT32_MAX;
    while (p < end && status == HIT_OK) {
        const char* line_end;
        if (is_blank(*p) || is_line_end(*p)) {
            p++;
            continue;
        }
        line_end = *p == '#' ? find_line_end(p, end) : find_joined_end(p, end);
        if (*p != '#')
            status = read_line(r, (words){p, line_end});
        p = line_end;
    }
    return status;
}

// Read the file of this name. *found is false, and `why` says why, when there is none.
static hit_status open_library(library_reader* r, words name, bool* found, hit_error* why)
{
    hit_loader* loader = r->loader;
    hit_error* const told = loader->error;
    char path[LONGEST_NAME];
    const size_t length = (size_t)(name.end - name.at);
    const char *bytes, *slash;
    hit_status status;
    size_t size;

    *found = false;
    if (length == 0 || length >= sizeof path)
        return HIT_OK;
    for (size_t i = 0; i < length; i++)
        path[i] = name.at[i] == '\\' ? '/' : name.at[i] == '\0' ? '?' : name.at[i];
    path[length] = '\0';
    loader->error = why;
    status = hit_loader_read_sibling(loader, path, &bytes, &size);
    loader->error = told;
    if (status == HIT_ERROR_MEMORY)
        return hit_loader_fail(loader, status, 0, "no memory for a file of materials");
    if (status != HIT_OK)
        return HIT_OK;
    *found = true;
    slash = strrchr(path, '/');
    memcpy(r->folder, path, slash != NULL ? (size_t)(slash - path) + 1 : 0);
    r->folder[slash != NULL ? slash - path + 1 : 0] = '\0';
    status = read_library(r, bytes, trim_text_end(bytes, bytes + size));
    hit_loader_free(loader, (void*)(uintptr_t)bytes);
    return status;
}

// All files of a line `mtllib`.
static hit_status open_libraries(library_reader* r, words line)
{
    const words all = rest_of(line);
    hit_error why = {0};
    words rest = all;
    bool found;
    hit_status status = open_library(r, all, &found, &why);
    if (status != HIT_OK || found)
        return status;
    for (bool several = false; status == HIT_OK;) {
        const words word = take_word(&rest);
        if (word.at == word.end)
            return HIT_OK;
        several = several || word.end < all.end;
        if (several)
            status = open_library(r, word, &found, &why);
        if (status == HIT_OK && !found)
            status = hit_loader_note(r->loader, "materials were left out: %s", why.message);
    }
    return status;
}

hit_status hit_obj_read_materials(hit_loader* loader, const hit_obj_names* names, const hit_obj_library* libraries,
                                  uint32_t library_count)
{
    const uint32_t count = loader->model->material_count;
    library_reader r = {.loader = loader, .names = names};
    hit_status status = HIT_OK;
    uint32_t missing = 0;

    r.known = hit_loader_allocate(loader, count, sizeof *r.known, &status);
    if (r.known == NULL)
        return status;
    memset(r.known, 0, count * sizeof *r.known);
    for (uint32_t i = 0; i < library_count && status == HIT_OK; i++)
        status = open_libraries(&r, (words){libraries[i].text, libraries[i].text + libraries[i].length});
    for (uint32_t i = 0; i < count && status == HIT_OK; i++) {
        hit_model_material* material = &hit_loader_materials(loader)[i];
        missing += !r.known[i] && material->name[0] != '\0';
        material->is_blended = material->color[3] < 1.0f;
        if (material->texture != UINT32_MAX && material->color[0] + material->color[1] + material->color[2] == 0.0f)
            material->color[0] = material->color[1] = material->color[2] = 1.0f;
    }
    if (status == HIT_OK && missing > 0)
        status = hit_loader_note(loader, "%" PRIu32 " material%s not defined, and shown white", missing,
                                 missing == 1 ? " is" : "s are");
    hit_loader_free(loader, r.known);
    return status;
}

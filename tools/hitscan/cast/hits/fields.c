// The layout of a record: which fields it has, what they need, and how large they are.
#include "cli/verb.h"
#include "cast/hits/hits.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const field_info record_fields[FIELDS] = {
    [FIELD_RAY] = {"ray", "<u8", false},
    [FIELD_HIT] = {"hit", "|u1", false},
    [FIELD_T] = {"t", "<f4", true},
    [FIELD_PART] = {"part", "<u4", true},
    [FIELD_PART_NAME] = {"part_name", NULL, true},
    [FIELD_FACE] = {"face", "<u4", true},
    [FIELD_TRIANGLE] = {"triangle", "<u4", true},
    [FIELD_U] = {"u", "<f4", true},
    [FIELD_V] = {"v", "<f4", true},
    [FIELD_X] = {"x", "<f4", true},
    [FIELD_Y] = {"y", "<f4", true},
    [FIELD_Z] = {"z", "<f4", true},
    [FIELD_NX] = {"nx", "<f4", true},
    [FIELD_NY] = {"ny", "<f4", true},
    [FIELD_NZ] = {"nz", "<f4", true},
    [FIELD_SIDE] = {"side", "|i1", true},
    [FIELD_DISTANCE] = {"distance", "<f4", true},
    [FIELD_COUNT] = {"count", "<u4", false},
};

static void add(record_layout* l, record_field field)
{
    assert(l->count < FIELDS && !l->has[field]);
    l->fields[l->count++] = field;
    l->has[field] = true;
}

static void choose_defaults(record_layout* l)
{
    static const record_field of_hit[] = {FIELD_T, FIELD_PART, FIELD_FACE, FIELD_TRIANGLE, FIELD_U, FIELD_V};
    const bool some = l->hits_only || l->mode == MODE_ALL || l->mode == MODE_K; // not every ray has one record
    if (format_is_text(l->format) || some)
        add(l, FIELD_RAY);
    if (l->mode == MODE_COUNT)
        add(l, FIELD_COUNT);
    else if (l->mode == MODE_ANY ? !some : !some && format_is_text(l->format))
        add(l, FIELD_HIT);
    if (l->mode != MODE_COUNT && l->mode != MODE_ANY)
        for (size_t i = 0; i < sizeof of_hit / sizeof of_hit[0]; i++)
            add(l, of_hit[i]);
}

// True when a field can be asked for; else false, after a message.
static bool is_possible(const record_layout* l, record_field field)
{
    const char* name = record_fields[field].name;
    if (l->has[field])
        print_error("cast: --fields names %s twice", name);
    else if (field == FIELD_COUNT && l->mode != MODE_COUNT)
        print_error("cast: the field count is there with --mode count only");
    else if (record_fields[field].of_hit && (l->mode == MODE_ANY || l->mode == MODE_COUNT))
        print_error("cast: --mode %s does not tell %s; --mode first does", l->mode == MODE_ANY ? "any" : "count", name);
    else if (!format_is_text(l->format) && !record_fields[field].type)
        print_error("cast: %s is text, which %s cannot hold; part is its number, and hitscan info lists the names",
                    name, format_names[l->format]);
    else
        return true;
    return false;
}

static bool unknown_field(const char* name)
{
    const char* names[FIELDS + 1] = {NULL};
    const char* near;
    for (int i = 0; i < FIELDS; i++)
        names[i] = record_fields[i].name;
    near = suggest(name, names);
    if (near)
        print_error("cast: --fields has no \"%s\"; did you mean %s?", name, near);
    else
        print_error("cast: --fields has no \"%s\"; see hitscan cast --help", name);
    return false;
}

static bool choose_listed(record_layout* l, const char* list)
{
    for (;;) {
        const size_t length = strcspn(list, ",");
        char name[32];
        int field = 0;
        snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : (int)sizeof name - 1, list);
        while (field < FIELDS && strcmp(record_fields[field].name, name) != 0)
            field++;
        if (field == FIELDS)
            return unknown_field(name);
        if (!is_possible(l, (record_field)field))
            return false;
        add(l, (record_field)field);
        if (list[length] == '\0')
            return true;
        list += length + 1;
    }
}

static size_t field_max_bytes(const record_layout* l, record_field field)
{
    enum { NUMBER_BYTES = 32 }; // a number, or a word
    const field_info* info = &record_fields[field];
    if (!format_is_text(l->format))
        return record_field_bytes(l, field);
    return NUMBER_BYTES + (l->format == FORMAT_NDJSON ? strlen(info->name) + 4 : 1);
}

static void add_up_bytes(record_layout* l)
{
    l->record_max_bytes = format_is_text(l->format) ? 32 : 0; // brackets, the line end, the key "id"
    for (int i = 0; i < l->count; i++)
        l->record_max_bytes += field_max_bytes(l, l->fields[i]);
}

bool record_layout_choose(record_layout* l, file_format format, cast_mode mode, bool hits_only, const char* list)
{
    memset(l, 0, sizeof *l);
    l->format = format;
    l->mode = mode;
    l->hits_only = hits_only;
    if (!list)
        choose_defaults(l);
    else if (!choose_listed(l, list))
        return false;
    assert(l->count > 0);
    add_up_bytes(l);
    l->needs_source = l->has[FIELD_PART] || l->has[FIELD_PART_NAME] || l->has[FIELD_FACE];
    l->needs_point = l->has[FIELD_X] || l->has[FIELD_Y] || l->has[FIELD_Z];
    l->needs_normal = l->has[FIELD_NX] || l->has[FIELD_NY] || l->has[FIELD_NZ];
    return true;
}

// ---- Names of parts -------------------------------------------------------------------------------------------------

static void add_csv_name(byte_buffer* out, const char* name)
{
    const bool quoted = strpbrk(name, ",;\"\r\n") != NULL || *name == ' ' || *name == '#';
    char* to = byte_buffer_reserve(out, 2 * strlen(name) + 2);
    if (!to)
        return;
    if (quoted)
        *to++ = '"';
    for (; *name; name++) {
        if (*name == '"')
            *to++ = '"';
        *to++ = *name;
    }
    if (quoted)
        *to++ = '"';
    out->used = (size_t)(to - out->bytes);
}

static void add_json_name(byte_buffer* out, const char* name)
{
    static const char hex[] = "0123456789abcdef";
    char* to = byte_buffer_reserve(out, 6 * strlen(name) + 2);
    if (!to)
        return;
    *to++ = '"';
    for (; *name; name++) {
        const unsigned char c = (unsigned char)*name;
        if (c < ' ' || c == '"' || c == '\\') {
            *to++ = '\\';
            *to++ = 'u';
            *to++ = '0';
            *to++ = '0';
            *to++ = hex[c >> 4];
            *to++ = hex[c & 15];
        } else
            *to++ = *name;
    }
    *to++ = '"';
    out->used = (size_t)(to - out->bytes);
}

static bool triangles_are_faces(const hit_model* content)
{
    const hit_model_mesh* mesh;
    if (content->part_count != 1)
        return false;
    mesh = &content->meshes[content->parts[0].mesh];
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        if (mesh->faces[i] != i)
            return false;
    return true;
}

// Find out which parts are mirrored. False when memory is short.
static bool find_mirrored_parts(record_layout* l, const hit_model* content)
{
    for (uint32_t i = 0; i < content->part_count; i++) {
        if (!model_is_mirrored(&content->parts[i].placement))
            continue;
        if (!l->is_mirrored)
            l->is_mirrored = calloc(content->part_count, sizeof *l->is_mirrored);
        if (!l->is_mirrored)
            return false;
        l->is_mirrored[i] = true;
        l->needs_source = true;
    }
    return true;
}

int record_layout_begin(record_layout* l, const model* m, const hit_bvh* tree)
{
    const uint32_t parts = model_content(m)->part_count;
    l->model = m;
    l->tree = tree;
    l->origin = model_origin(m);
    l->is_far = model_is_far(m);
    add_up_bytes(l); // a far model has larger points
    l->triangles_are_faces = triangles_are_faces(model_content(m));
    if ((l->has[FIELD_U] || l->has[FIELD_V]) && model_content(m)->triangle_count > 0 &&
        !find_mirrored_parts(l, model_content(m)))
        return out_of_memory("cast");
    if (!l->has[FIELD_PART_NAME])
        return EXIT_OK;
    l->part_name_end = malloc(((size_t)parts + 1) * sizeof *l->part_name_end);
    for (uint32_t i = 0; l->part_name_end && i < parts; i++) {
        char text[32];
        (l->format == FORMAT_CSV ? add_csv_name : add_json_name)(&l->part_names, model_part_name(m, i, text));
        l->part_name_end[i] = l->part_names.used;
    }
    if (l->part_name_end && !l->part_names.failed)
        return EXIT_OK;
    print_error("cast: out of memory");
    return EXIT_RESOURCES;
}

void record_layout_end(record_layout* l)
{
    free(l->is_mirrored);
    l->is_mirrored = NULL;
    free(l->part_name_end);
    l->part_name_end = NULL;
    byte_buffer_free(&l->part_names);
}

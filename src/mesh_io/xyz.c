// Reads points as text: three coordinates per line, and what else there is about the point behind them.
//
// There is no standard: .xyz, .pts, .asc and .csv differ by what stands between the numbers (blanks, tabs, commas,
// semicolons), by a first line with the number of points or the names of the columns, and by the columns. Names tell
// what a column is. Without names, six columns are a point with a colour or a normal, seven one with an intensity and a
// colour, as scanners write them, nine one with a colour and a normal; the first lines show which, and whether colours
// go to 1 or to 255. Comments begin with # or //.
//
// The lines are counted, which bounds the memory, and then read once; a few of the first are looked at before. Where
// the coordinates are too large for floats they are read again as doubles (mesh_io/origin.h). Cost: O(size).
#include "mesh_io/origin.h"
#include "mesh_io/text/fast.h"
#include "mesh_io/text/scan.h"
#include "mesh_io/text/text.h"

#include "base/assert.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { QUOTED = 24, MOST_COLUMNS = 32, SAMPLES = 1000, NONE = -1 };

// What a column may be; the first three are the coordinates.
enum { ROLE_X, ROLE_Y, ROLE_Z, ROLE_RED, ROLE_GREEN, ROLE_BLUE, ROLE_NX, ROLE_NY, ROLE_NZ, ROLES };

typedef struct reader {
    hit_loader* loader;
    const char *p, *end;
    int role[ROLES]; ///< the column of each, or NONE
    int columns;     ///< that are to be read: one more than the last that has a role
    float color_scale;
    hit_vec3* vertices;
    hit_vec3* normals; ///< NULL: not read
    uint8_t* colors;   ///< the same
    uint64_t count, claimed, skipped;
    hit_dvec3* exact; ///< NULL; but when the coordinates are read again, as doubles
} reader;

// ---- Lines ----------------------------------------------------------------------------------------------------------

static bool is_separator(char c)
{
    return is_blank(c) || c == ',' || c == ';';
}

static void skip_line(reader* r)
{
    r->p = skip_to_line_end(r->p, r->end);
}

// To the next line that has something in it; false at the end of the file.
static bool next_line(reader* r)
{
    r->p = skip_space_and_comments(r->p, r->end, true);
    return r->p < r->end;
}

// To the next word of this line; false where it ends.
static bool next_word(reader* r)
{
    while (r->p < r->end && is_separator(*r->p))
        r->p++;
    return r->p < r->end && !is_line_end(*r->p) && *r->p != '#';
}

static bool is_word_end(const reader* r, const char* p)
{
    return p == r->end || is_separator(*p) || is_line_end(*p) || *p == '#';
}

// A number at hand; false when there is none.
static inline bool read_number(reader* r, float* value)
{
    const char* after = NULL;
#if HIT_TEXT_FAST
    if (r->end - r->p >= HIT_TEXT_LOOKAHEAD)
        after = hit_text_fast_digits(r->p, value);
#endif
    if (after == NULL || !is_word_end(r, after))
        after = hit_text_read_float(r->p, r->end, value);
    if (after == NULL || !is_word_end(r, after))
        return false;
    r->p = after;
    return true;
}

// The numbers of a line, up to `most` of them, and to the first word that is none, which is then at hand.
static int read_numbers(reader* r, float* numbers, int most)
{
    int count = 0;
    while (count < most && next_word(r) && read_number(r, &numbers[count]))
        count++;
    return count;
}

static hit_status fail_word(reader* r)
{
    return hit_loader_fail_text(r->loader, HIT_ERROR_FORMAT, r->p, "\"%.*s\" is not a number",
                                printable_length(r->p, r->end, QUOTED), r->p);
}

// ---- Columns --------------------------------------------------------------------------------------------------------

static bool is_named(const char* word, size_t length, const char* name)
{
    size_t i = 0;
    for (; i < length && name[i] != '\0'; i++)
        if ((word[i] | 0x20) != name[i] && word[i] != name[i])
            return false;
    return i == length && name[i] == '\0';
}

static int role_of(const char* word, size_t length)
{
    static const struct {
        const char* name;
        int role;
    } names[] = {{"x", ROLE_X},         {"y", ROLE_Y},         {"z", ROLE_Z},        {"r", ROLE_RED},
                 {"g", ROLE_GREEN},     {"b", ROLE_BLUE},      {"red", ROLE_RED},    {"blue", ROLE_BLUE},
                 {"green", ROLE_GREEN}, {"nx", ROLE_NX},       {"ny", ROLE_NY},      {"nz", ROLE_NZ},
                 {"normal_x", ROLE_NX}, {"normal_y", ROLE_NY}, {"normal_z", ROLE_NZ}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_named(word, length, names[i].name))
            return names[i].role;
    return NONE;
}

// The names of columns, with or without quotes; what begins with "//" or "#" may be such a line, too.
static void read_names(reader* r)
{
    int column = 0;
    for (int i = 0; i < ROLES; i++)
        r->role[i] = NONE;
    for (; next_word(r) && column < MOST_COLUMNS; column++) {
        const char* word = r->p;
        const char* after;
        int role;
        while (!is_word_end(r, r->p))
            r->p++;
        after = r->p;
        while (word < after && (*word == '"' || *word == '/'))
            word++;
        while (after > word && after[-1] == '"')
            after--;
        role = role_of(word, (size_t)(after - word));
        if (role != NONE && r->role[role] == NONE)
            r->role[role] = column;
    }
    skip_line(r);
}

// What the numbers behind the coordinates can be, by a few lines.
typedef struct sample {
    bool negative, above_one, above_byte, fraction, not_unit;
} sample;

static void look_at(sample* s, const float* n)
{
    double square = 0.0;
    for (int i = 0; i < 3; i++) {
        s->negative |= n[i] < 0.0f;
        s->above_one |= n[i] > 1.0f;
        s->above_byte |= !(n[i] <= 255.0f);
        s->fraction |= n[i] != floorf(n[i]);
        square += (double)n[i] * n[i];
    }
    s->not_unit |= !(square > 0.98 && square < 1.02);
}

static bool is_normal(const sample* s)
{
    return !s->not_unit && (s->negative || s->fraction || !s->above_one);
}

static void set_roles(reader* r, int first_role, int column)
{
    for (int i = 0; i < 3; i++)
        r->role[first_role + i] = column + i;
}

// Find out what the columns are: those with names are known, others show in the numbers of the first lines.
static void find_roles(reader* r, bool named)
{
    const char* kept = r->p;
    sample at[MOST_COLUMNS] = {{0}};
    int columns = MOST_COLUMNS;
    int color;
    for (int lines = 0; lines < SAMPLES && next_line(r); lines++) {
        float n[MOST_COLUMNS];
        const int count = read_numbers(r, n, MOST_COLUMNS);
        skip_line(r);
        if (count < 3) // no point; read_points says so
            continue;
        columns = count < columns ? count : columns;
        for (int i = 3; i + 3 <= count; i++)
            look_at(&at[i], n + i);
    }
    r->p = kept;
    if (!named && columns >= 6 && columns < MOST_COLUMNS) {
        const int second = columns == 7 ? 4 : 3; // an intensity comes first, as in .pts
        const bool first_is_normal = is_normal(&at[second]);
        set_roles(r, first_is_normal ? ROLE_NX : ROLE_RED, second);
        if (columns >= 9)
            set_roles(r, first_is_normal ? ROLE_RED : ROLE_NX, 6);
    }
    // Columns that a name or a guess has for colours, and which cannot be any, are none.
    color = r->role[ROLE_RED];
    if (color != NONE && (r->role[ROLE_GREEN] != color + 1 || r->role[ROLE_BLUE] != color + 2 || at[color].negative ||
                          at[color].above_byte || color + 3 > columns))
        r->role[ROLE_RED] = color = NONE;
    r->color_scale = color != NONE && at[color].above_one ? 1.0f : 255.0f;
    if (r->role[ROLE_NY] == NONE || r->role[ROLE_NZ] == NONE || r->role[ROLE_NX] + 3 > columns)
        r->role[ROLE_NX] = NONE;
}

// The number of points that a line of one number tells.
static uint64_t count_of(float number)
{
    return number > 0.0f && number < 4e9f ? (uint64_t)number : 0;
}

// The first lines: a count, names, or neither.
static hit_status read_header(reader* r)
{
    bool named = false;
    for (int i = 0; i < ROLES; i++)
        r->role[i] = i < 3 ? i : NONE;
    while (next_line(r)) {
        const char* line = r->p;
        float numbers[3];
        const int count = read_numbers(r, numbers, 3);
        const bool more = next_word(r);
        if (count == 1 && !more) { // and again before each scan: read_points
            r->claimed += count_of(numbers[0]);
            continue;
        }
        r->p = line;
        if (count < 3 && more && !named) {
            read_names(r);
            if (r->role[ROLE_X] == NONE || r->role[ROLE_Y] == NONE || r->role[ROLE_Z] == NONE) {
                r->p = line;
                next_word(r);
                return hit_loader_fail_text(
                    r->loader, HIT_ERROR_FORMAT, line,
                    "\"%.*s\" is neither a number nor, with what follows in its line, the names of columns x, y and z",
                    printable_length(r->p, r->end, QUOTED), r->p);
            }
            named = true;
            continue;
        }
        break;
    }
    find_roles(r, named);
    r->columns = 0;
    for (int i = 0; i < ROLES; i++)
        r->columns = r->role[i] >= r->columns ? r->role[i] + 1 : r->columns;
    return HIT_OK;
}

// ---- Points ---------------------------------------------------------------------------------------------------------

static hit_status take_memory(reader* r)
{
    hit_status status = HIT_OK;
    const bool appearance = r->loader->options->appearance;
    uint64_t lines = 1;
    for (const char* p = r->p; p < r->end; p++)
        lines += is_line_end(*p);
    if (lines >= UINT32_MAX)
        lines = UINT32_MAX - 1;
    r->vertices = hit_loader_allocate(r->loader, lines, sizeof *r->vertices, &status);
    if (status == HIT_OK && appearance && r->role[ROLE_NX] != NONE)
        r->normals = hit_loader_allocate(r->loader, lines, sizeof *r->normals, &status);
    if (status == HIT_OK && appearance && r->role[ROLE_RED] != NONE)
        r->colors = hit_loader_allocate(r->loader, lines, 4, &status);
    return status;
}

static uint8_t color_byte(float value, float scale)
{
    const float scaled = value * scale + 0.5f;
    return (uint8_t)(scaled >= 255.0f ? 255.0f : scaled > 0.0f ? scaled : 0.0f);
}

static hit_vec3 vector_at(const reader* r, const float* n, int role)
{
    return hit_vec3_make(n[r->role[role]], n[r->role[role + 1]], n[r->role[role + 2]]);
}

// Keep a point of a line whose numbers are all there.
static void keep_point(reader* r, const float* n)
{
    const hit_vec3 v = vector_at(r, n, ROLE_X);
    if (!hit_vec3_is_finite(v)) {
        r->skipped++;
        return;
    }
    r->vertices[r->count] = v;
    if (r->normals != NULL)
        r->normals[r->count] = vector_at(r, n, ROLE_NX);
    if (r->colors != NULL) {
        for (int i = 0; i < 3; i++)
            r->colors[4 * r->count + (uint64_t)i] = color_byte(n[r->role[ROLE_RED + i]], r->color_scale);
        r->colors[4 * r->count + 3] = 255;
    }
    r->count++;
}

static hit_status read_points(reader* r)
{
    int needed = 0;
    const bool plain = r->role[ROLE_X] == 0 && r->role[ROLE_Y] == 1 && r->role[ROLE_Z] == 2;
    if (plain && r->normals == NULL && r->colors == NULL)
        r->columns = 3;
    for (int i = 0; i < 3; i++)
        needed = r->role[i] >= needed ? r->role[i] + 1 : needed;
    while (next_line(r)) {
        const char* line = r->p;
        float n[MOST_COLUMNS] = {0.0f};
        int count;
        for (int i = ROLE_RED; i <= ROLE_BLUE && r->colors != NULL; i++)
            n[r->role[i]] = 255.0f; // white, where a line has no colour
        count = read_numbers(r, n, r->columns);
        if (count < needed) {
            if (next_word(r))
                return fail_word(r);
            if (count > 1)
                return hit_loader_fail_text(r->loader, HIT_ERROR_FORMAT, line,
                                            "the line has %d numbers, and a point needs %d", count, needed);
            r->claimed += count_of(n[0]); // of the points of another scan
            continue;
        }
        skip_line(r);
        if (r->count == UINT32_MAX - 1)
            return hit_loader_fail(r->loader, HIT_ERROR_LIMIT, 0, "there are more points than can be counted");
        keep_point(r, n);
    }
    return HIT_OK;
}

// The coordinates again, as doubles; it is known that they are numbers.
static void read_exact(reader* r)
{
    uint64_t count = 0;
    while (next_line(r)) {
        double c[3] = {0.0, 0.0, 0.0};
        float rounded[3] = {0.0f, 0.0f, 0.0f};
        int column = 0;
        for (; column < r->columns && next_word(r); column++) {
            for (int i = 0; i < 3; i++)
                if (r->role[i] == column) {
                    hit_text_read_double(r->p, r->end, &c[i]);
                    hit_text_read_float(r->p, r->end, &rounded[i]);
                }
            while (!is_word_end(r, r->p))
                r->p++;
        }
        // What keep_point kept: no counts, and what is finite as floats.
        if (column > 1) {
            skip_line(r);
            if (hit_vec3_is_finite(hit_vec3_make(rounded[0], rounded[1], rounded[2]))) {
                HIT_ASSERT(count < r->count);
                r->exact[count++] = hit_dvec3_make(c[0], c[1], c[2]);
            }
        }
    }
    HIT_ASSERT(count == r->count);
}

// Coordinates that floats are too coarse for.
static hit_status find_origin(reader* r, const char* points)
{
    hit_status status = HIT_OK;
    if (!hit_origin_is_far(r->vertices, r->count))
        return HIT_OK;
    r->exact = hit_loader_allocate(r->loader, r->count, sizeof *r->exact, &status);
    if (r->exact == NULL)
        return status;
    r->p = points;
    read_exact(r);
    status = hit_origin_subtract(r->loader, r->exact, true, r->vertices, r->count, &r->loader->origin);
    hit_loader_free(r->loader, r->exact);
    return status;
}

static hit_status add_notes(reader* r)
{
    hit_status status = HIT_OK;
    if (r->skipped > 0)
        status = hit_loader_note(r->loader, "%" PRIu64 " points that are not finite were left out", r->skipped);
    if (status == HIT_OK && r->claimed > 0 && r->claimed != r->count + r->skipped)
        status = hit_loader_note(r->loader, "the file says that it has %" PRIu64 " points, and has %" PRIu64,
                                 r->claimed, r->count + r->skipped);
    return status;
}

static hit_status make_mesh(reader* r)
{
    hit_status status = HIT_OK;
    hit_model_mesh* mesh = hit_loader_meshes(r->loader, r->count > 0, &status);
    if (mesh == NULL) {
        hit_loader_free(r->loader, r->vertices);
        hit_loader_free(r->loader, r->normals);
        hit_loader_free(r->loader, r->colors);
        return status;
    }
    mesh->name = "";
    mesh->vertices = hit_loader_shrink(r->loader, r->vertices, r->count, sizeof *r->vertices);
    mesh->normals = hit_loader_shrink(r->loader, r->normals, r->count, sizeof *r->normals);
    mesh->colors = hit_loader_shrink(r->loader, r->colors, r->count, 4);
    mesh->vertex_count = mesh->point_count = (uint32_t)r->count;
    return hit_loader_part_per_mesh(r->loader);
}

hit_status hit_read_xyz(hit_loader* loader)
{
    reader r = {.loader = loader, .p = loader->bytes, .end = loader->bytes + loader->size};
    const char* points;
    hit_status status;
    r.p = skip_byte_order_mark(r.p, r.end);
    loader->model->up = HIT_AXIS_POSITIVE_Z;
    status = read_header(&r);
    if (status == HIT_OK)
        status = take_memory(&r);
    points = r.p;
    if (status == HIT_OK)
        status = read_points(&r);
    if (status == HIT_OK)
        status = find_origin(&r, points);
    if (status == HIT_OK)
        status = add_notes(&r);
    return status == HIT_OK ? make_mesh(&r) : status;
}

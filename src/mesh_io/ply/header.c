// The header of a PLY: which elements there are, how many, and of what properties.
//
//   ply / format ascii 1.0 / comment ... / obj_info ... / element vertex 8 / property float x / ... / element face 12 /
//   property list uchar int vertex_indices / end_header
//
// Lines end in LF, with or without a CR before it, or in CR only: the first line says which, since the byte behind the
// last one may already be data. What
// the header promises is compared with the size of the file where the data are read.
#include "mesh_io/ply/ply.h"
#include "mesh_io/text/scan.h"

#include "base/assert.h"
#include <inttypes.h>
#include <string.h>

// The shortest line that makes an element or a property, "element a 0", with its end.
enum { SHORTEST_LINE = 12, QUOTED = 40 };

typedef struct text {
    const char *at, *end;
} text;

typedef struct header_reader {
    hit_loader* loader;
    const char *at, *end;
    char line_end; ///< '\n', or '\r' where there is no other
    ply_element* elements;
    ply_property* properties;
    uint32_t element_count, property_count;
    uint64_t capacity; ///< of both: no line is shorter than SHORTEST_LINE
    bool has_format;
    ply_encoding encoding;
} header_reader;

// ---- Lines and words ------------------------------------------------------------------------------------------------

// The next line without its end; the reader goes on behind that. False when no line ends any more.
static bool take_line(header_reader* r, text* line)
{
    const char* found = memchr(r->at, r->line_end, (size_t)(r->end - r->at));
    if (found == NULL)
        return false;
    *line = (text){r->at, found};
    r->at = found + 1;
    return true;
}

// A carriage return belongs to the line where lines end in a line feed.
static bool separates_words(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

// The next word of a line, empty at its end.
static text take_word(text* line)
{
    text word;
    while (line->at < line->end && separates_words(*line->at))
        line->at++;
    word.at = line->at;
    while (line->at < line->end && !separates_words(*line->at))
        line->at++;
    word.end = line->at;
    return word;
}

static bool is(text word, const char* expected)
{
    const size_t length = strlen(expected);
    return (size_t)(word.end - word.at) == length && memcmp(word.at, expected, length) == 0;
}

static hit_status fail(header_reader* r, text word, const char* what)
{
    return hit_loader_fail_text(r->loader, HIT_ERROR_FORMAT, word.at, "%s \"%.*s\"", what,
                                printable_length(word.at, word.end, QUOTED), word.at);
}

// ---- Types ----------------------------------------------------------------------------------------------------------

size_t hit_ply_size(ply_type type)
{
    static const unsigned char sizes[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[type];
}

static ply_type type_of(text word)
{
    static const struct {
        const char* name;
        ply_type type;
    } types[] = {{"char", PLY_INT8},     {"int8", PLY_INT8},       {"uchar", PLY_UINT8},    {"uint8", PLY_UINT8},
                 {"short", PLY_INT16},   {"int16", PLY_INT16},     {"ushort", PLY_UINT16},  {"uint16", PLY_UINT16},
                 {"int", PLY_INT32},     {"int32", PLY_INT32},     {"uint", PLY_UINT32},    {"uint32", PLY_UINT32},
                 {"float", PLY_FLOAT32}, {"float32", PLY_FLOAT32}, {"double", PLY_FLOAT64}, {"float64", PLY_FLOAT64}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (is(word, types[i].name))
            return types[i].type;
    return PLY_NONE;
}

static bool is_integer(ply_type type)
{
    return type != PLY_NONE && type < PLY_FLOAT32;
}

// ---- The kinds of lines ---------------------------------------------------------------------------------------------

static hit_status read_format(header_reader* r, text line)
{
    static const char* const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    const text encoding = take_word(&line), version = take_word(&line);
    if (r->has_format)
        return fail(r, encoding, "there is a second format");
    for (int i = 0; i < 3; i++)
        if (is(encoding, names[i])) {
            if (!is(version, "1.0"))
                return fail(r, version, "this reads PLY of version 1.0, not of version");
            r->encoding = (ply_encoding)i;
            r->has_format = true;
            return HIT_OK;
        }
    return fail(r, encoding, "the format must be ascii, binary_little_endian or binary_big_endian, not");
}

static hit_status read_element(header_reader* r, text line)
{
    const text name = take_word(&line), count = take_word(&line);
    HIT_ASSERT(r->element_count < r->capacity);
    ply_element* element = &r->elements[r->element_count++];
    *element = (ply_element){.line = name.at, .properties = r->properties + r->property_count};
    element->kind = is(name, "vertex")      ? PLY_VERTICES
                    : is(name, "face")      ? PLY_FACES
                    : is(name, "tristrips") ? PLY_STRIPS
                    : is(name, "edge")      ? PLY_EDGES
                                            : PLY_OTHER;
    if (element->kind != PLY_OTHER)
        for (uint32_t i = 0; i + 1 < r->element_count; i++)
            if (r->elements[i].kind == element->kind)
                return fail(r, name, "there is a second element");
    if (count.at == count.end)
        return fail(r, count, "an element needs a name and a count, not");
    for (const char* p = count.at; p < count.end; p++) {
        if (!is_digit(*p) || element->count > (UINT64_MAX - 9) / 10)
            return fail(r, count, "not a number of elements:");
        element->count = 10 * element->count + (uint64_t)(*p - '0');
    }
    return HIT_OK;
}

static ply_role role_of(ply_kind kind, text name)
{
    static const struct {
        const char* name;
        ply_role role;
        bool of_vertices, of_faces, of_strips;
    } roles[] = {{"x", PLY_X, 1, 0, 0},
                 {"y", PLY_Y, 1, 0, 0},
                 {"z", PLY_Z, 1, 0, 0},
                 {"vertex_indices", PLY_CORNERS, 0, 1, 1},
                 {"vertex_index", PLY_CORNERS, 0, 1, 1},
                 {"nx", PLY_NX, 1, 0, 0},
                 {"ny", PLY_NY, 1, 0, 0},
                 {"nz", PLY_NZ, 1, 0, 0},
                 {"red", PLY_RED, 1, 1, 0},
                 {"green", PLY_GREEN, 1, 1, 0},
                 {"blue", PLY_BLUE, 1, 1, 0},
                 {"alpha", PLY_ALPHA, 1, 1, 0},
                 {"r", PLY_RED, 1, 1, 0},
                 {"g", PLY_GREEN, 1, 1, 0},
                 {"b", PLY_BLUE, 1, 1, 0},
                 {"a", PLY_ALPHA, 1, 1, 0},
                 {"diffuse_red", PLY_RED, 1, 1, 0},
                 {"diffuse_green", PLY_GREEN, 1, 1, 0},
                 {"diffuse_blue", PLY_BLUE, 1, 1, 0},
                 {"s", PLY_U, 1, 0, 0},
                 {"t", PLY_V, 1, 0, 0},
                 {"u", PLY_U, 1, 0, 0},
                 {"v", PLY_V, 1, 0, 0},
                 {"texture_u", PLY_U, 1, 0, 0},
                 {"texture_v", PLY_V, 1, 0, 0},
                 {"texcoord", PLY_TEXCOORD, 0, 1, 0},
                 {"texnumber", PLY_TEXNUMBER, 0, 1, 0}};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if ((kind == PLY_VERTICES ? roles[i].of_vertices
             : kind == PLY_FACES  ? roles[i].of_faces
             : kind == PLY_STRIPS ? roles[i].of_strips
                                  : false) &&
            is(name, roles[i].name))
            return roles[i].role;
    return PLY_SKIPPED;
}

static hit_status read_property(header_reader* r, text line)
{
    ply_element* element = r->element_count > 0 ? &r->elements[r->element_count - 1] : NULL;
    HIT_ASSERT(r->property_count < r->capacity);
    ply_property* property = &r->properties[r->property_count];
    text word = take_word(&line);
    if (element == NULL)
        return fail(r, word, "a property must follow an element; this one has none:");
    *property = (ply_property){0};
    if (is(word, "list")) {
        word = take_word(&line);
        property->count = type_of(word);
        if (!is_integer(property->count))
            return fail(r, word, "the type of a list's count must be an integer, not");
        element->has_lists = true;
        word = take_word(&line);
    }
    property->type = type_of(word);
    if (property->type == PLY_NONE)
        return fail(r, word,
                    "unknown type; known are char, uchar, short, ushort, int, uint, float, double and int8 to "
                    "float64, not");
    word = take_word(&line);
    if (word.at == word.end)
        return fail(r, word, "a property needs a name, not");
    property->role = role_of(element->kind, word);
    if (property->role != PLY_SKIPPED && (element->roles >> property->role & 1) != 0) {
        if (property->role <= PLY_CORNERS)
            return fail(r, word, "there is a second property");
        property->role = PLY_SKIPPED; // the first counts
    }
    if (property->role > PLY_CORNERS && (property->count != PLY_NONE) != (property->role == PLY_TEXCOORD))
        property->role = PLY_SKIPPED;
    if (property->role == PLY_CORNERS && (property->count == PLY_NONE || !is_integer(property->type)))
        return fail(r, word, "must be a list of integers:");
    if (ply_is_coordinate(property->role) && property->count != PLY_NONE)
        return fail(r, word, "must be one number, not a list:");
    // In text each value is a digit and a space at least; of a list, that is its count, if it is not missing.
    if (r->encoding != PLY_TEXT)
        element->least += hit_ply_size(property->count != PLY_NONE ? property->count : property->type);
    else if (property->count == PLY_NONE || element->kind != PLY_VERTICES)
        element->least += 2;
    element->roles |= 1u << property->role;
    element->property_count++;
    r->property_count++;
    return HIT_OK;
}

// ---- The header -----------------------------------------------------------------------------------------------------

// Where the line "end_header" ends; NULL when there is none.
static const char* find_end(header_reader r)
{
    text line;
    while (take_line(&r, &line))
        if (is(take_word(&line), "end_header"))
            return r.at;
    return NULL;
}

static hit_status read_lines(header_reader* r)
{
    text line;
    while (take_line(r, &line)) {
        const text word = take_word(&line);
        hit_status status = HIT_OK;
        if (word.at == word.end || is(word, "comment") || is(word, "obj_info"))
            continue;
        if (is(word, "end_header"))
            break;
        if (is(word, "format"))
            status = read_format(r, line);
        else if (!r->has_format)
            return fail(r, word, "the second line must be the format, for instance \"format ascii 1.0\"; found");
        else if (is(word, "element"))
            status = read_element(r, line);
        else if (is(word, "property"))
            status = read_property(r, line);
        else if (r->element_count > 0) // before that, Blender 2.4 wrote its comment without the word
            return fail(r, word, "expected element, property, comment or end_header, found");
        if (status != HIT_OK)
            return status;
    }
    return HIT_OK;
}

hit_status hit_ply_read_header(hit_loader* loader, ply_header* header)
{
    header_reader r = {.loader = loader, .at = loader->bytes, .end = loader->bytes + loader->size};
    hit_status status = HIT_OK;
    const char* end;

    r.at = skip_byte_order_mark(r.at, r.end);
    if (r.end - r.at < 5 || memcmp(r.at, "ply", 3) != 0)
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0, "no PLY: the first line must be \"ply\"");
    for (r.at += 3; r.at < r.end && (*r.at == ' ' || *r.at == '\t');)
        r.at++;
    r.line_end = r.at + 1 < r.end && *r.at == '\r' && r.at[1] != '\n' ? '\r' : '\n';
    end = find_end(r);
    if (end == NULL)
        return hit_loader_fail_text(
            loader, HIT_ERROR_FORMAT, r.end,
            "the header of the PLY has no end_header; it was cut off: fetch or export it again");
    r.end = end;
    r.capacity = (uint64_t)(end - loader->bytes) / SHORTEST_LINE + 1;
    r.elements = hit_loader_allocate(loader, r.capacity, sizeof *r.elements, &status);
    r.properties = status == HIT_OK ? hit_loader_allocate(loader, r.capacity, sizeof *r.properties, &status) : NULL;
    if (status == HIT_OK)
        status = read_lines(&r);
    if (status != HIT_OK)
        return status;
    if (!r.has_format)
        return hit_loader_fail_text(loader, HIT_ERROR_FORMAT, end, "the header of the PLY has no format");
    *header = (ply_header){r.encoding, r.elements, r.element_count, r.properties, end};
    return HIT_OK;
}

// Parses a chunk of an OBJ file.
//
// A line is what stands up to a line feed, a carriage return, or both; but a backslash in front of these joins the next
// line to it, unless the line is a comment. Both passes, hit_obj_count and hit_obj_parse, decide where lines end by the
// same function, and what they are by their first word; so what one counts is what the other finds, or an error.
#include "mesh_io/obj/lines.h"
#include "mesh_io/obj/words.h"
#include "mesh_io/text/scan.h"
#include "mesh_io/text/text.h"

#include "base/assert.h"
#include <math.h>

// How far a line of the usual kind is looked at without asking whether the file has ended: three floats.
enum { LOOKAHEAD = 4 * HIT_TEXT_LOOKAHEAD };

// Lines that are taken one by one where there was no run of them.
enum { PAUSE = 15 };

// ---- Which functions take runs of lines; they differ in speed only --------------------------------------------------

static const char* count_none(const char* p, const char* end, const char* limit, hit_obj_counts* count)
{
    (void)end, (void)limit, (void)count;
    return p;
}

static const char* no_vertices(const char* p, hit_obj_run* run, hit_vec3* vertices)
{
    (void)run, (void)vertices;
    return p;
}

static const char* no_triangles(const char* p, hit_obj_run* run, uint32_t vertex_count, uint32_t face,
                                uint32_t* indices, uint32_t* faces)
{
    (void)run, (void)vertex_count, (void)face, (void)indices, (void)faces;
    return p;
}

const hit_obj_lines* hit_obj_lines_in_use(void)
{
    static const hit_obj_lines none = {count_none, no_vertices, no_triangles};
#ifdef HITSCAN_HAVE_AVX2
    if (hit_cpu_in_use() >= HIT_CPU_AVX2)
        return &hit_obj_lines_avx2;
#endif
    return &none;
}

// ---- Lines ----------------------------------------------------------------------------------------------------------

typedef enum line_kind {
    LINE_OTHER,
    LINE_COMMENT,
    LINE_VERTEX,
    LINE_FACE,
    LINE_OBJECT,
    LINE_GROUP,
    LINE_POINTS,
    LINE_LINE
} line_kind;

// What the line at p is; *rest is behind its first word.
static line_kind kind_of_line(const char* p, const char* end, const char** rest)
{
    *rest = p + 1;
    if (*p == '#')
        return LINE_COMMENT;
    if (p + 1 < end && !is_blank(p[1]) && !is_line_end(p[1]) && !is_join(p + 1, end))
        return LINE_OTHER;
    switch (*p) {
    case 'v':
        return LINE_VERTEX;
    case 'f':
        return LINE_FACE;
    case 'o':
        return LINE_OBJECT;
    case 'g':
        return LINE_GROUP;
    case 'p':
        return LINE_POINTS;
    case 'l':
        return LINE_LINE;
    default:
        return LINE_OTHER;
    }
}

// ---- Counting -------------------------------------------------------------------------------------------------------

// The words of a line up to a comment or the line end; *p is set to where they stop.
static uint64_t count_words(const char** p, const char* end)
{
    uint64_t count = 0;
    for (;;) {
        *p = skip_blanks(*p, end);
        if (*p == end || is_line_end(**p) || **p == '#')
            return count;
        while (!is_word_end(*p, end))
            ++*p;
        count++;
    }
}

#if HIT_TEXT_FAST
// The words of a face at p, which has nothing but digits, signs, slashes, points and spaces. Returns its line end, or
// NULL when there is something else, or the file ends.
static const char* count_fast(const char* p, const char* limit, uint64_t* words)
{
    uint64_t inside = 0, count = 0; // inside: the last byte was that of a word
    for (; limit - p >= 8; p += 8) {
        const uint64_t word = hit_text_load(p);
        const uint64_t visible = hit_text_at_least(word, '!');
        const uint64_t number = hit_text_at_least(word, '-') & ~hit_text_at_least(word, '9' + 1);
        const uint64_t control = ~hit_text_at_least(word, ' ') & HIT_TEXT_EACH(0x80);
        const uint64_t line = control != 0 ? (control & (~control + 1)) - 1 : UINT64_MAX; // the bits before its end
        const uint64_t begins = number & ~(number << 8 | inside) & line;
        if ((visible & ~number & line) != 0)
            return NULL;
        count += ((begins >> 7) * HIT_TEXT_EACH(1)) >> 56;
        if (control != 0) {
            p += hit_text_first_byte(control);
            *words = count;
            return is_line_end(*p) ? p : NULL;
        }
        inside = number >> 56;
    }
    return NULL;
}
#else
static const char* count_fast(const char* p, const char* limit, uint64_t* words)
{
    (void)p, (void)limit, (void)words;
    return NULL;
}
#endif

void hit_obj_count(hit_obj_chunk* chunk)
{
    const hit_obj_lines* lines = hit_obj_lines_in_use();
    const char *p = chunk->begin, *end = chunk->end;
    hit_obj_counts count = {0};

    while (p < end) {
        const char* rest;
        const char* after;
        line_kind kind;
        if (is_blank(*p) || is_line_end(*p)) {
            p++;
            continue;
        }
        after = lines->count(p, end, chunk->limit, &count);
        if (after > p) {
            p = after;
            continue;
        }
        if (*p == 'f' && p + 1 < end && p[1] == ' ') {
            uint64_t corners;
            const char* line_end = count_fast(p + 2, end, &corners);
            if (line_end != NULL) {
                count.faces++;
                count.triangles += corners > 2 ? corners - 2 : 0;
                p = line_end + 1;
                continue;
            }
        }
        kind = kind_of_line(p, end, &rest);
        if (kind == LINE_FACE) {
            const uint64_t corners = count_words(&rest, end);
            count.faces++;
            count.triangles += corners > 2 ? corners - 2 : 0;
        } else if (kind == LINE_VERTEX)
            count.vertices++;
        else if (kind == LINE_OBJECT || kind == LINE_GROUP)
            count.statements++;
        else if (kind == LINE_POINTS)
            count.points += count_words(&rest, end);
        else if (kind == LINE_LINE)
            count.lines++;
        p = kind == LINE_COMMENT ? find_line_end(p, end) : find_joined_end(rest, end);
    }
    chunk->count = count;
}

// ---- Parsing --------------------------------------------------------------------------------------------------------

typedef struct parser {
    hit_obj_chunk* chunk;
    const hit_obj_lines* lines;
    const char* end;
    const char* limit; ///< up to which bytes may be read: that of the file
    uint64_t vertices_in_all;
    uint64_t vertex, vertex_end;
    uint64_t slot, slot_end;
    uint64_t triangle;
    uint64_t face;
    uint64_t statement;
    uint64_t point, point_end;
    int pause; ///< lines to go before a run is tried
} parser;

static bool fail(parser* s, hit_obj_error parse_error, const char* at)
{
    s->chunk->parse_error = parse_error;
    s->chunk->parse_error_at = at;
    s->chunk->parse_error_vertices = s->vertex;
    return false;
}

// Behind the sign, the "e" and the digits that some programs write behind a number, as in "3.1+e2", and others then
// leave out; p where there is no such thing.
static const char* skip_odd_exponent(const char* p, const char* end)
{
    const char* q = p + 2;
    if (end - p < 3 || (p[0] != '+' && p[0] != '-') || (p[1] | 0x20) != 'e' || !is_digit(*q))
        return p;
    while (q < end && is_digit(*q))
        q++;
    return q;
}

static bool parse_vertex(parser* s, const char* line, const char** p, hit_vec3* vertices)
{
    float v[3];
    for (int i = 0; i < 3; i++) {
        const char* after;
        *p = skip_blanks(*p, s->end);
        if (*p == s->end || is_line_end(**p) || **p == '#')
            return fail(s, HIT_OBJ_FEW_COORDINATES, line);
        after = hit_text_read_float(*p, s->end, &v[i]);
        if (after != NULL && !is_word_end(after, s->end)) {
            const char* behind = skip_odd_exponent(after, s->end);
            if (behind > after && s->chunk->odd_number == NULL)
                s->chunk->odd_number = *p;
            after = behind;
        }
        if (after == NULL || !is_word_end(after, s->end))
            return fail(s, HIT_OBJ_NO_NUMBER, *p);
        *p = after;
    }
    HIT_ASSERT(s->vertex < s->vertex_end);
    vertices[s->vertex++] = hit_vec3_make(v[0], v[1], v[2]);
    s->chunk->bad_vertices |= !isfinite(v[0]) || !isfinite(v[1]) || !isfinite(v[2]);
    return true;
}

// One corner: v, v/t, v//n or v/t/n, of which v counts.
static bool parse_corner(parser* s, const char** p, uint32_t* index)
{
    const char *word = *p, *q = word;
    const bool minus = q < s->end && *q == '-';
    uint64_t value = 0;
    const char* digits;

    q += minus;
    digits = q;
    // Beyond 2^32 a value stays where it is: out of range, whatever follows.
    for (; q < s->end && is_digit(*q); q++)
        value = value > UINT32_MAX ? value : 10 * value + (uint64_t)(*q - '0');
    if (q == digits || (!is_word_end(q, s->end) && *q != '/'))
        return fail(s, HIT_OBJ_NO_CORNER, word);
    for (; q < s->end && !is_word_end(q, s->end); q++)
        if (*q < '-' || *q > '9')
            return fail(s, HIT_OBJ_NO_CORNER, word);
    if (value == 0)
        return fail(s, HIT_OBJ_INDEX_ZERO, word);
    if (minus && value > s->vertex)
        return fail(s, HIT_OBJ_INDEX_BEFORE, word);
    if (!minus && value > s->vertices_in_all)
        return fail(s, HIT_OBJ_INDEX_RANGE, word);
    *index = (uint32_t)(minus ? s->vertex - value : value - 1);
    *p = q;
    return true;
}

// Behind the corners of a face that has been parsed.
static void end_face(parser* s, const hit_soup* soup, uint64_t corners)
{
    HIT_ASSERT(s->slot == 3 * s->triangle);
    if (corners < 3)
        s->chunk->skipped++;
    else {
        for (uint64_t i = 0; i < corners - 2; i++)
            soup->faces[s->triangle + i] = (uint32_t)s->face;
        s->triangle += corners - 2;
        s->slot += 3 * (corners - 2);
        HIT_ASSERT(s->slot <= s->slot_end);
        s->chunk->polygons |= corners > 3;
    }
    s->face++;
}

static bool parse_face(parser* s, const char** p, const hit_soup* soup)
{
    uint64_t slot = s->slot;
    for (;; slot++) {
        uint32_t index;
        *p = skip_blanks(*p, s->end);
        if (*p == s->end || is_line_end(**p) || **p == '#')
            break;
        if (!parse_corner(s, p, &index))
            return false;
        // Where a line of one or two corners comes last, there is no room for them; they are of no use.
        if (slot < s->slot_end)
            soup->indices[slot] = index;
    }
    end_face(s, soup, slot - s->slot);
    return true;
}

static bool parse_points(parser* s, const char** p, const hit_soup* soup)
{
    for (;; s->point++) {
        *p = skip_blanks(*p, s->end);
        if (*p == s->end || is_line_end(**p) || **p == '#')
            return true;
        HIT_ASSERT(s->point < s->point_end);
        if (!parse_corner(s, p, &soup->points[s->point]))
            return false;
    }
}

// ---- Parsing lines of the usual kind --------------------------------------------------------------------------------
// Each of these returns the line end, or NULL, and then has changed nothing: the line is for the functions above.

#if HIT_TEXT_FAST

// The rest of a corner, behind its first number: slashes and what is between them, then a space or line end. Or NULL.
static inline const char* skip_slashes(const char* p, const char* limit)
{
    for (; limit - p >= 8; p += 8) {
        const uint64_t word = hit_text_load(p);
        const uint64_t other = (~hit_text_at_least(word, '-') | hit_text_at_least(word, '9' + 1)) & HIT_TEXT_EACH(0x80);
        if (other != 0)
            return p + hit_text_first_byte(other);
    }
    return NULL;
}

static const char* parse_face_fast(parser* s, const char* p, const hit_soup* soup)
{
    uint64_t slot = s->slot;
    for (;;) {
        uint64_t word, stop, index;
        unsigned count;
        if (s->limit - p < HIT_TEXT_LOOKAHEAD)
            return NULL;
        word = hit_text_load(p);
        stop = hit_text_no_digits(word);
        if ((stop & 0x80) != 0 || stop == 0)
            return NULL;
        count = hit_text_first_byte(stop);
        index = hit_text_digits(word, count) - 1;
        if (index >= s->vertices_in_all)
            return NULL;
        p += count;
        if (*p == '/') {
            p = skip_slashes(p, s->limit);
            if (p == NULL)
                return NULL;
        }
        if (slot < s->slot_end)
            soup->indices[slot] = (uint32_t)index;
        slot++;
        while (*p == ' ' && p < s->end)
            p++;
        // What follows is a digit, or for the next round to refuse.
        if (is_line_end(*p))
            break;
    }
    end_face(s, soup, slot - s->slot);
    return p;
}

static const char* parse_vertex_fast(parser* s, const char* p, hit_vec3* vertices)
{
    float x, y, z;
    if (s->limit - p < LOOKAHEAD)
        return NULL;
    p = hit_text_fast_float(p, &x);
    if (p == NULL || *p != ' ')
        return NULL;
    p = hit_text_fast_float(p + 1, &y);
    if (p == NULL || *p != ' ')
        return NULL;
    p = hit_text_fast_float(p + 1, &z);
    if (p == NULL || !is_line_end(*p))
        return NULL;
    HIT_ASSERT(s->vertex < s->vertex_end);
    vertices[s->vertex++] = hit_vec3_make(x, y, z);
    return p;
}

static const char* parse_fast(parser* s, const char* p, const hit_soup* soup)
{
    if (s->limit - p < 2 || p[1] != ' ')
        return NULL;
    return p[0] == 'f'   ? parse_face_fast(s, p + 2, soup)
           : p[0] == 'v' ? parse_vertex_fast(s, p + 2, soup->vertices)
                         : NULL;
}

#else

static const char* parse_fast(parser* s, const char* p, const hit_soup* soup)
{
    (void)s, (void)p, (void)soup;
    return NULL;
}

#endif

// ---- Many of them ---------------------------------------------------------------------------------------------------

// Lines of the usual kind from p on; p when there are none. Then there is mostly a reason for it, as in a file of
// polygons, so the question is not asked again at once.
static const char* parse_run(parser* s, const char* p, const hit_soup* soup)
{
    hit_obj_run run = {.end = s->end, .limit = s->limit};
    if (s->pause > 0) {
        s->pause--;
        return p;
    }
    if (*p == 'v') {
        run.most = (uint32_t)(s->vertex_end - s->vertex);
        p = s->lines->vertices(p, &run, soup->vertices + s->vertex);
        s->vertex += run.made;
    } else if (*p == 'f') {
        run.most = (uint32_t)(s->slot_end - s->slot) / 3;
        p = s->lines->triangles(p, &run, soup->vertex_count, (uint32_t)s->face, soup->indices + s->slot,
                                soup->faces + s->triangle);
        s->slot += 3 * (uint64_t)run.made;
        s->triangle += run.made;
        s->face += run.made;
    }
    HIT_ASSERT(run.made <= run.most && s->vertex <= s->vertex_end && s->slot <= s->slot_end);
    s->pause = run.made > 0 ? 0 : PAUSE;
    return p;
}

// ---- All of a chunk -------------------------------------------------------------------------------------------------

static void parse_statement(parser* s, char kind, const char* p, const char* line_end, hit_obj_statement* statements)
{
    HIT_ASSERT(s->statement < s->chunk->before.statements + s->chunk->count.statements);
    hit_obj_statement* statement = &statements[s->statement++];
    const char* last = line_end;
    p = skip_blanks(p, line_end);
    while (last > p && (is_blank(last[-1]) || is_line_end(last[-1])))
        last--;
    statement->kind = kind;
    statement->name = p;
    statement->length = (uint32_t)((size_t)(last - p) < UINT32_MAX ? (size_t)(last - p) : UINT32_MAX);
    statement->first = (uint32_t)s->triangle;
    statement->part = 0;
}

void hit_obj_parse(hit_obj_chunk* chunk, const hit_soup* soup, hit_obj_statement* statements)
{
    const hit_obj_counts *before = &chunk->before, *count = &chunk->count;
    const char *p = chunk->begin, *end = chunk->end;
    parser s = {.chunk = chunk,
                .lines = hit_obj_lines_in_use(),
                .end = end,
                .limit = chunk->limit,
                .vertices_in_all = soup->vertex_count,
                .vertex = before->vertices,
                .vertex_end = before->vertices + count->vertices,
                .slot = 3 * before->triangles,
                .slot_end = 3 * (before->triangles + count->triangles),
                .triangle = before->triangles,
                .face = before->faces,
                .statement = before->statements,
                .point = before->points,
                .point_end = before->points + count->points};

    while (p < end) {
        const char *rest, *line_end;
        line_kind kind;
        if (is_blank(*p) || is_line_end(*p)) {
            p++;
            continue;
        }
        rest = parse_run(&s, p, soup);
        if (rest > p) {
            p = rest;
            continue;
        }
        line_end = parse_fast(&s, p, soup);
        if (line_end != NULL) {
            p = line_end + 1;
            continue;
        }
        kind = kind_of_line(p, end, &rest);
        if (kind == LINE_VERTEX && !parse_vertex(&s, p, &rest, soup->vertices))
            return;
        if (kind == LINE_FACE && !parse_face(&s, &rest, soup))
            return;
        if (kind == LINE_POINTS && !parse_points(&s, &rest, soup))
            return;
        line_end = kind == LINE_COMMENT ? find_line_end(rest, end) : find_joined_end(rest, end);
        if (kind == LINE_OBJECT || kind == LINE_GROUP)
            parse_statement(&s, *p, rest, line_end, statements);
        p = line_end;
    }
    // What was counted was found: hit_obj_count and this function agree about every line.
    HIT_ASSERT(s.vertex == s.vertex_end && s.slot == s.slot_end && s.point == s.point_end);
    HIT_ASSERT(s.face == before->faces + count->faces && s.statement == before->statements + count->statements);
}

// ---- In double ------------------------------------------------------------------------------------------------------

void hit_obj_parse_exactly(const hit_obj_chunk* chunk, hit_dvec3* exact)
{
    const char *p = chunk->begin, *end = chunk->end;
    uint64_t vertex = chunk->before.vertices;
    while (p < end) {
        const char* rest;
        line_kind kind;
        if (is_blank(*p) || is_line_end(*p)) {
            p++;
            continue;
        }
        kind = kind_of_line(p, end, &rest);
        if (kind == LINE_VERTEX) {
            double v[3] = {0.0, 0.0, 0.0};
            for (int i = 0; i < 3; i++) {
                const char* after = hit_text_read_double(skip_blanks(rest, end), end, &v[i]);
                HIT_ASSERT(after != NULL); // it was a number before
                rest = after != NULL ? skip_odd_exponent(after, end) : rest;
            }
            exact[vertex++] = hit_dvec3_make(v[0], v[1], v[2]);
        }
        p = kind == LINE_COMMENT ? find_line_end(rest, end) : find_joined_end(rest, end);
    }
    HIT_ASSERT(vertex == chunk->before.vertices + chunk->count.vertices);
}

// Runs of lines of an OBJ file, 32 or 64 bytes at a time.
//
// Masks tell where in a line there is no digit. From them follows where its numbers begin and end, without going from
// character to character; then all numbers of a line are converted at once. A line that has anything else in it than
// what is looked for ends the run.
#include "mesh_io/obj/lines.h"
#include "mesh_io/text/fast.h"

#include <immintrin.h>

static inline __m256i load32(const char* p)
{
    return _mm256_loadu_si256((const void*)p);
}

static inline uint64_t mask_of(__m256i low, __m256i high)
{
    return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

// The bytes of two registers that are c.
static inline uint64_t equal(__m256i low, __m256i high, char c)
{
    const __m256i all = _mm256_set1_epi8(c);
    return mask_of(_mm256_cmpeq_epi8(low, all), _mm256_cmpeq_epi8(high, all));
}

static inline uint64_t first(uint64_t mask)
{
    return (uint64_t)__builtin_ctzll(mask);
}

static inline unsigned last(uint64_t mask)
{
    return 63u - (unsigned)__builtin_clzll(mask);
}

static inline uint64_t without_first(uint64_t mask)
{
    return mask & (mask - 1);
}

// ---- Counting -------------------------------------------------------------------------------------------------------
//
// In blocks of 64 bytes, as long as all lines begin with the same letter. What is unusual in a line - control
// characters, joins, comments, other alphabets, in faces also two spaces in a row - ends the run in front of that line.

typedef struct block {
    uint64_t spaces;
    uint64_t line_feeds;
    uint64_t ends;    ///< line feeds, and a carriage return in front of one
    uint64_t letters; ///< that lines are to begin with
    uint64_t unusual;
} block;

// All ones in the bytes that may stand in a line of the usual kind.
static inline __m256i usual(__m256i bytes)
{
    const __m256i visible = _mm256_cmpgt_epi8(bytes, _mm256_set1_epi8('*')); // and below 0x80
    const __m256i space = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(' '));
    const __m256i line_feed = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\n'));
    const __m256i backslash = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\'));
    return _mm256_andnot_si256(backslash, _mm256_or_si256(visible, _mm256_or_si256(space, line_feed)));
}

static inline block look_at(const char* p, char letter)
{
    const __m256i low = load32(p), high = load32(p + 32), low_usual = usual(low), high_usual = usual(high);
    const uint64_t line_feeds = equal(low, high, '\n');
    block b = {equal(low, high, ' '), line_feeds, line_feeds, equal(low, high, letter), 0};
    if (_mm256_movemask_epi8(_mm256_and_si256(low_usual, high_usual)) != -1) {
        b.ends |= equal(low, high, '\r') & (line_feeds >> 1 | (uint64_t)(p[64] == '\n') << 63);
        b.unusual = ~mask_of(low_usual, high_usual) & ~b.ends;
    }
    return b;
}

// The bits of a mask that are below bit `at`, counted.
static inline uint64_t count_below(uint64_t mask, unsigned at)
{
    return (uint64_t)__builtin_popcountll(mask & ((UINT64_C(1) << at) - 1));
}

// Take back what was counted of the line that goes on at p, in a run from `begin` on. Returns where it begins.
static const char* take_back(const char* p, const char* begin, uint64_t* lines, uint64_t* words)
{
    const char* line = p;
    while (line > begin && line[-1] != '\n')
        line--;
    *lines -= line < p && line[1] == ' ';
    for (const char* q = line; q < p; q++)
        *words -= q[0] == ' ' && (unsigned char)q[1] >= ' ';
    return line;
}

// A run of lines that begin with the same letter, which p is at; of which `lines` have a space behind it. `words` begin
// behind spaces: those of faces are counted, which all have two at least.
static inline const char* count_run(const char* p, const char* end, const char* limit, char letter, uint64_t* lines,
                                    uint64_t* words)
{
    const char* begin = p;
    const bool faces = letter == 'f';
    uint64_t head = 1;     // bit 0: a line begins with the next block,
    uint64_t space = 0;    // or the space behind its letter does,
    uint64_t searched = 0; // or its second word is still to come

    for (; limit - p >= HIT_OBJ_LINE_LOOKAHEAD; p += 64) {
        const block b = look_at(p, letter);
        const uint64_t heads = b.line_feeds << 1 | head;
        const uint64_t before_space = b.spaces >> 1 | (uint64_t)(p[64] == ' ') << 63;
        const uint64_t before_end = b.ends >> 1 | (uint64_t)((unsigned char)p[64] < ' ') << 63;
        const uint64_t counted = heads & b.letters & before_space;
        const uint64_t begins = b.spaces & ~before_end;
        uint64_t stop = b.unusual | (heads & (~b.letters | before_end));
        if (faces) {
            // A one is added where each line begins. It is carried up to where its second word begins; over the end of
            // the line, when it has none.
            const uint64_t others = ~(begins & ~(counted << 1 | space));
            const uint64_t carried = others + (heads | searched);
            stop |= (b.spaces & before_space) | (heads & ~counted) | ((carried ^ others) & b.line_feeds);
            searched = carried < others;
            space = counted >> 63;
        }
        if (end - p < 64)
            stop |= UINT64_C(1) << (end - p);
        if (stop != 0) {
            const uint64_t known = heads & ((UINT64_C(2) << first(stop)) - 1);
            if (known == 0)
                break;
            *lines += count_below(counted, last(known));
            *words += count_below(begins, last(known));
            return p + last(known);
        }
        *lines += (uint64_t)__builtin_popcountll(counted);
        *words += faces ? (uint64_t)__builtin_popcountll(begins) : 0;
        head = b.line_feeds >> 63;
    }
    return take_back(p, begin, lines, words);
}

static const char* count_lines(const char* p, const char* end, const char* limit, hit_obj_counts* count)
{
    uint64_t vertices = 0, faces = 0, corners = 0, none = 0;
    const char* before;
    do {
        before = p;
        if (p < end && *p == 'v')
            p = count_run(p, end, limit, 'v', &vertices, &none);
        if (p < end && *p == 'f')
            p = count_run(p, end, limit, 'f', &faces, &corners);
    } while (p > before);
    count->vertices += vertices;
    count->faces += faces;
    count->triangles += corners - 2 * faces;
    return p;
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

// All ones in the bytes that are no digits.
static inline __m256i no_digit(__m256i bytes)
{
    const __m256i value = _mm256_sub_epi8(bytes, _mm256_set1_epi8('0'));
    return _mm256_cmpeq_epi8(_mm256_max_epu8(value, _mm256_set1_epi8(10)), value);
}

static inline bool is_line_end(const char* p)
{
    return p[0] == '\n' || (p[0] == '\r' && p[1] == '\n');
}

// The first `count` of eight characters, 1 to 8, behind zeros.
static inline uint64_t load_digits(const char* p, uint64_t count)
{
    return hit_text_load(p) << (64 - 8 * count);
}

// ---- Triangles ------------------------------------------------------------------------------------------------------

static const char* triangle_lines(const char* p, hit_obj_run* run, uint32_t vertex_count, uint32_t face,
                                  uint32_t* indices, uint32_t* faces)
{
    const char* end = run->limit - p < HIT_OBJ_LINE_LOOKAHEAD ? p : run->limit - HIT_OBJ_LINE_LOOKAHEAD;
    const __m128i beyond = _mm_set1_epi32((int)vertex_count);
    // Four indices are stored, one more than there are.
    const uint32_t most = run->most > 0 ? run->most - 1 : 0;
    uint32_t n = 0;

    end = end < run->end ? end : run->end;
    for (; p < end && n < most; n++) {
        uint64_t stop = (uint32_t)_mm256_movemask_epi8(no_digit(load32(p)));
        uint64_t a, b, c;
        __m128i ab, c0, four, index;
        stop = (stop & ~UINT64_C(3)) | UINT64_C(7) << 32;
        a = first(stop);
        stop = without_first(stop);
        b = first(stop);
        stop = without_first(stop);
        c = first(stop);
        if (p[0] != 'f' || p[1] != ' ' || p[a] != ' ' || p[b] != ' ' || !is_line_end(p + c) ||
            ((a - 3) | (b - a - 2) | (c - b - 2)) > 7)
            break;
        ab = _mm_set_epi64x((int64_t)load_digits(p + a + 1, b - a - 1), (int64_t)load_digits(p + 2, a - 2));
        c0 = _mm_cvtsi64_si128((int64_t)load_digits(p + b + 1, c - b - 1));
        // The zeros in front stay zeros. Then pairs of digits, of pairs, and of these.
        ab = _mm_subs_epu8(ab, _mm_set1_epi8('0'));
        c0 = _mm_subs_epu8(c0, _mm_set1_epi8('0'));
        ab = _mm_madd_epi16(_mm_maddubs_epi16(ab, _mm_set1_epi16(0x010a)), _mm_set1_epi32(0x00010064));
        c0 = _mm_madd_epi16(_mm_maddubs_epi16(c0, _mm_set1_epi16(0x010a)), _mm_set1_epi32(0x00010064));
        four = _mm_packus_epi32(ab, c0);
        index = _mm_sub_epi32(_mm_madd_epi16(four, _mm_set1_epi32(0x00012710)), _mm_set1_epi32(1));
        if ((_mm_movemask_epi8(_mm_cmpeq_epi32(_mm_max_epu32(index, beyond), index)) & 0xfff) != 0)
            break;
        _mm_storeu_si128((void*)(indices + 3 * (size_t)n), index);
        faces[n] = face + n;
        p += p[c] == '\n' ? c + 1 : c + 2;
    }
    run->made = n;
    return p;
}

// ---- Vertices -------------------------------------------------------------------------------------------------------
//
// A number v with d digits behind the point is w/10^d for an integer w. Up to 2^53, which is looked at, both are
// doubles without an error, so one division gives the double that is closest to v. The float that is closest to that is
// the one that is closest to v, unless the double is half way between two floats and v is not. That cannot be: when 2^e
// <= v < 2^(e+1), the middle between two floats is a multiple of 2^(e-24), and so v, when it is not the middle, is away
// from it by at least 1/(5^d 2^max(d,24-e)). With d <= 8 that is more than 2^(e-53), half of the last bit of a double:
// 5^d 2^(24-e) < 2^(43-e), and 10^d = w/v < 2^(53-e). Nothing is so small or large that it could not be a normal float.
// Only the mode of rounding matters; where it is not the usual one, no line is taken.

// Where a number of a line is: digits, a point, digits.
typedef struct decimal {
    uint64_t begin; ///< of its digits
    uint64_t point, end;
} decimal;

// The number whose sign or first digit is at `begin`; *stop has the bytes that are neither digits nor minus.
static inline decimal find_decimal(uint64_t minus, uint64_t* stop, uint64_t begin)
{
    decimal d;
    d.begin = begin + (minus >> begin & 1);
    d.point = first(*stop);
    *stop = without_first(*stop);
    d.end = first(*stop);
    *stop = without_first(*stop);
    return d;
}

// At most 7 when there are 1 to 8 digits in front of the point, and behind it.
static inline uint64_t lengths(decimal d)
{
    return (d.point - d.begin - 1) | (d.end - d.point - 2);
}

// The digits in front of the point, and behind it.
static inline __m128i load_decimal(const char* p, decimal d)
{
    return _mm_set_epi64x((int64_t)load_digits(p + d.point + 1, d.end - d.point - 1),
                          (int64_t)load_digits(p + d.begin, d.point - d.begin));
}

static const char* vertex_lines(const char* p, hit_obj_run* run, hit_vec3* vertices)
{
    static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8};
    const char* end = run->limit - p < HIT_OBJ_LINE_LOOKAHEAD ? p : run->limit - HIT_OBJ_LINE_LOOKAHEAD;
    uint32_t n = 0;

    end = end < run->end ? end : run->end;
    if (_MM_GET_ROUNDING_MODE() != _MM_ROUND_NEAREST)
        end = p;
    // Four floats are stored, one more than there are.
    for (; p < end && n + 1 < run->most; n++) {
        const __m256i low = load32(p), high = load32(p + 32);
        const uint64_t minus = equal(low, high, '-');
        uint64_t stop = mask_of(no_digit(low), no_digit(high)) & ~minus & ~UINT64_C(3);
        uint64_t signs, sign_x, sign_y, sign_z;
        decimal x, y, z;
        __m256i xy, z0, numbers;
        __m256d scale, value;
        __m128 sign;
        if (p[0] != 'v' || p[1] != ' ' || __builtin_popcountll(stop) < 6)
            break;
        x = find_decimal(minus, &stop, 2);
        y = find_decimal(minus, &stop, x.end + 1);
        z = find_decimal(minus, &stop, y.end + 1);
        sign_x = minus & UINT64_C(4);
        sign_y = minus & UINT64_C(2) << x.end;
        sign_z = minus & UINT64_C(2) << y.end;
        signs = sign_x | sign_y | sign_z;
        if (p[x.point] != '.' || p[y.point] != '.' || p[z.point] != '.' || p[x.end] != ' ' || p[y.end] != ' ' ||
            !is_line_end(p + z.end) || (lengths(x) | lengths(y) | lengths(z)) > 7 ||
            ((minus ^ signs) & ((UINT64_C(1) << z.end) - 1)) != 0)
            break;
        // The zeros in front stay zeros. Then pairs of digits, of pairs, and of these.
        xy = _mm256_inserti128_si256(_mm256_castsi128_si256(load_decimal(p, x)), load_decimal(p, y), 1);
        z0 = _mm256_zextsi128_si256(load_decimal(p, z));
        xy = _mm256_subs_epu8(xy, _mm256_set1_epi8('0'));
        z0 = _mm256_subs_epu8(z0, _mm256_set1_epi8('0'));
        xy = _mm256_madd_epi16(_mm256_maddubs_epi16(xy, _mm256_set1_epi16(0x010a)), _mm256_set1_epi32(0x00010064));
        z0 = _mm256_madd_epi16(_mm256_maddubs_epi16(z0, _mm256_set1_epi16(0x010a)), _mm256_set1_epi32(0x00010064));
        numbers = _mm256_madd_epi16(_mm256_packus_epi32(xy, z0), _mm256_set1_epi32(0x00012710));
        // x and z in the lower half, y in the upper: what is in front of the points to one side, what is behind to the
        // other.
        numbers = _mm256_permutevar8x32_epi32(numbers, _mm256_setr_epi32(0, 4, 2, 6, 1, 5, 3, 7));
        scale =
            _mm256_set_pd(1.0, powers[z.end - z.point - 1], powers[y.end - y.point - 1], powers[x.end - x.point - 1]);
        value = _mm256_add_pd(_mm256_mul_pd(_mm256_cvtepi32_pd(_mm256_castsi256_si128(numbers)), scale),
                              _mm256_cvtepi32_pd(_mm256_extracti128_si256(numbers, 1)));
        if (_mm256_movemask_pd(_mm256_cmp_pd(value, _mm256_set1_pd(0x1p53), _CMP_GE_OQ)) != 0)
            break;
        value = _mm256_div_pd(value, scale);
        sign =
            _mm_castsi128_ps(_mm_setr_epi32(sign_x ? INT32_MIN : 0, sign_y ? INT32_MIN : 0, sign_z ? INT32_MIN : 0, 0));
        _mm_storeu_ps(&vertices[n].x, _mm_or_ps(_mm256_cvtpd_ps(value), sign));
        p += p[z.end] == '\n' ? z.end + 1 : z.end + 2;
    }
    run->made = n;
    return p;
}

const hit_obj_lines hit_obj_lines_avx2 = {count_lines, vertex_lines, triangle_lines};

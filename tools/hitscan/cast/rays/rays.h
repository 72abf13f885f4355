// Rays as they come: a block of bytes is divided into batches, and each batch, on its own, is made into rays.
//
// A row is what stands for one ray: a line of text that is neither empty nor a comment nor the header, or a record of
// fixed size. Rays are numbered by their rows, from 0, and rows that turn out to be broken are counted, too: so a row
// has the same number in every run, whole or in shards.
#ifndef TOOL_CAST_RAYS_RAYS_H
#define TOOL_CAST_RAYS_RAYS_H

#include <hitscan/shapes.h>
#include <stdbool.h>

// ---- Formats of rays and hits ---------------------------------------------------------------------------------------

typedef enum file_format {
    FORMAT_NONE = -1, ///< not given, or not known
    FORMAT_CSV = 0,
    FORMAT_NDJSON = 1,
    FORMAT_NPY = 2,
    FORMAT_RAW = 3
} file_format;

/// What options call them, in the order of their numbers; ends with NULL.
extern const char* const format_names[];

/// The format by the ending of a file's name, or FORMAT_NONE.
file_format format_of_path(const char* path);

/// True when records are lines.
static inline bool format_is_text(file_format format)
{
    return format == FORMAT_CSV || format == FORMAT_NDJSON;
}

// ---- Rays -----------------------------------------------------------------------------------------------------------

enum {
    BATCH_BYTES = 32 << 10, ///< of text: a batch has the lines that begin in so many bytes
    BATCH_RECORDS = 1024,   ///< of fixed size
    /// The most rays in a batch. The shortest row of text that is a ray has 12 bytes, as in "0 0 0 0 0 1\n".
    BATCH_RAYS = BATCH_BYTES / 12 + 2,
    LINE_MAX_BYTES = 64 << 10, ///< bytes of a line that can be a ray
    BROKEN_REPORTED = 10,      ///< of broken rows, in messages
    COLUMNS_MAX = 64,          ///< that a header of CSV may name
    RAY_COMPONENTS = 8         ///< origin, direction, t_min, t_max
};

/// What an NDJSON row has as its id: a scalar, as it stands there.
typedef struct ray_id {
    const char* text; ///< NULL: none
    size_t length;
} ray_id;

typedef struct broken_row {
    uint32_t row, line; ///< in the batch: rows from 0, lines from 1
    char why[120];
} broken_row;

typedef struct ray_batch {
    const char *begin, *end; ///< what it is made of; stays as it is while ids are in use
    hit_ray* rays;           ///< room for BATCH_RAYS
    uint32_t* rows;          ///< of each ray, counted in the batch; ascending; those between are broken. Of records
                             ///< 0, 1, 2 ... from the beginning
    ray_id* ids;             ///< of each ray; NULL: the format has none
    uint32_t count;          ///< of rays
    uint32_t row_count;
    uint32_t line_count;
    uint32_t broken_count;
    broken_row broken[BROKEN_REPORTED]; ///< the first of them
    uint64_t first_row, first_line;     ///< how many there are before the batch; set when it is known
} ray_batch;

/// The columns of a CSV file.
typedef struct csv_columns {
    bool known;                              ///< it is known whether there is a header
    bool named;                              ///< there is one
    char separator;                          ///< of its names; ' ' for blanks
    int count;                               ///< of names
    int component[COLUMNS_MAX];              ///< what each is: 0 to 7 as in ox oy oz dx dy dz tmin tmax; -1: nothing
    int column_of_component[RAY_COMPONENTS]; ///< -1: none
} csv_columns;

/// How numbers of fixed size are stored.
typedef enum number_kind { NUMBER_F4, NUMBER_F4_BIG, NUMBER_F8, NUMBER_F8_BIG } number_kind;

/// How rays are stored.
typedef struct ray_encoding {
    file_format format;
    csv_columns columns; ///< of CSV
    number_kind kind;    ///< of NPY and RAW
    uint32_t numbers;    ///< of them: 6 or 8 per ray
    bool is_far;         ///< origins are read in double, and taken relative to `origin` before they are rounded
    double origin[3];    ///< model_origin
} ray_encoding;

/// A coordinate of an origin in a far model.
static inline float ray_coordinate(const ray_encoding* e, int axis, double value)
{
    return (float)(value - e->origin[axis]);
}

/// The same of one that was read as a float from `text`, where it may be in quotes.
float ray_coordinate_again(const ray_encoding* e, int axis, const char* text, const char* end);

/// Bytes of a record of fixed size; 0 for text.
size_t ray_record_bytes(const ray_encoding* e);

/// Make the bytes of a batch into rays: fill all of it but for begin, end, the arrays, first_row and first_line.
void ray_batch_read(const ray_encoding* e, ray_batch* batch);

/// Note that the current row is broken, and why. Always returns false.
bool reject_row(ray_batch* batch, const char* why, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/// Some text from a file, for a message: short, and without what a terminal might take for a command.
const char* excerpt(const char* begin, const char* end, char text[32]);

/// The first byte that is no space and no tab.
static inline const char* skip_blanks(const char* at, const char* end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/// True when a line, without its end, is a row: not empty, and no comment (of CSV).
static inline bool line_is_row(const char* line, const char* end, file_format format)
{
    line = skip_blanks(line, end);
    return line < end && *line != '\r' && !(*line == '#' && format == FORMAT_CSV);
}

/// Count the lines of some text, and the rows among them, a header included. The last line may have no end.
void count_rows(const char* begin, const char* end, file_format format, uint64_t* lines, uint64_t* rows);

/// Find out whether CSV has a header: the first row, when none of its fields is a number.
///
/// @param columns  filled; not `known` when there are no rows in the text
/// @param lines    grows by the lines that were passed
/// @param why      a message when the header is of no use
/// @return  where rows begin, or NULL when the header is of no use
const char* csv_read_header(csv_columns* columns, const char* begin, const char* end, uint64_t* lines, char why[160]);

// One row: append it to the batch, or reject it as broken.
bool csv_read_row(const ray_encoding* e, ray_batch* batch, const char* line, const char* end);
bool ndjson_read_row(const ray_encoding* e, ray_batch* batch, const char* line, const char* end);

/// Records of fixed size.
void ray_records_read(const ray_encoding* e, ray_batch* batch);

#endif

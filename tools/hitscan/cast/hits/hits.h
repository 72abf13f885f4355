// Hits as they are written: which fields a record has, and how it looks in each format.
#ifndef TOOL_CAST_HITS_HITS_H
#define TOOL_CAST_HITS_HITS_H

#include "cast/rays/rays.h"
#include "format/bytes.h"
#include "model/model.h"

#include <assert.h>

typedef enum cast_mode { MODE_FIRST, MODE_ANY, MODE_ALL, MODE_K, MODE_COUNT } cast_mode;

typedef enum record_field {
    FIELD_RAY,
    FIELD_HIT,
    FIELD_T,
    FIELD_PART,
    FIELD_PART_NAME,
    FIELD_FACE,
    FIELD_TRIANGLE,
    FIELD_U,
    FIELD_V,
    FIELD_X,
    FIELD_Y,
    FIELD_Z,
    FIELD_NX,
    FIELD_NY,
    FIELD_NZ,
    FIELD_SIDE,
    FIELD_DISTANCE,
    FIELD_COUNT,
    FIELDS
} record_field;

typedef struct field_info {
    const char* name;
    const char* type; ///< as numpy writes it; NULL: text only
    bool of_hit;      ///< describes a hit, so a miss has none
} field_info;

extern const field_info record_fields[FIELDS];

/// What a record looks like.
typedef struct record_layout {
    file_format format;
    cast_mode mode;
    bool hits_only;
    record_field fields[FIELDS];
    int count;
    bool has[FIELDS];
    bool needs_source, needs_point, needs_normal;
    size_t record_max_bytes; ///< bytes of a record, but for names and ids; of fixed formats exactly its size
    byte_buffer part_names;  ///< as the format writes them, one after the other
    size_t* part_name_end;   ///< of each part
    const model* model;
    const hit_bvh* tree;      ///< relative to `origin`
    hit_dvec3 origin;         ///< model_origin
    bool is_far;              ///< it is not 0: points are told as doubles
    bool* is_mirrored;        ///< of each part; NULL when none is, or when nobody asks for u and v
    bool triangles_are_faces; ///< the model has one part, and each face is a triangle: nothing to look up
} record_layout;

/// One record.
typedef struct cast_record {
    uint64_t ray;
    ray_id id;
    const hit_ray* from;    ///< NULL: of a row that is broken
    const hit_bvh_hit* hit; ///< NULL: none, or none that the mode reports
    model_source source;    ///< of the hit, where the layout needs it
    bool is_hit;
    uint32_t count; ///< of hits; in MODE_COUNT
} cast_record;

/// Choose the fields: `list`, with commas between, or those of the mode when it is NULL. False, after a message, when
/// the list is wrong; it names the verb.
bool record_layout_choose(record_layout* l, file_format format, cast_mode mode, bool hits_only, const char* list);

/// Get ready for a model. Returns an exit code.
int record_layout_begin(record_layout* l, const model* m, const hit_bvh* tree);
void record_layout_end(record_layout* l);

/// True when the records are one per row, in the order of the rows, and do not tell which: rows that are broken then
/// need records, too.
static inline bool record_layout_is_one_per_row(const record_layout* l)
{
    return !l->has[FIELD_RAY] && !l->hits_only && l->mode != MODE_ALL && l->mode != MODE_K;
}

/// What stands at the beginning of the output: the header of CSV, else nothing. `descr` of .npy is in record_npy_descr.
void record_write_header(const record_layout* l, byte_buffer* out);

/// The `descr` of .npy.
void record_npy_descr(const record_layout* l, char descr[], size_t size);

/// Bytes of a field in a fixed format.
size_t record_field_bytes(const record_layout* l, record_field field);

/// True for the coordinates of a point in a far model.
static inline bool record_field_is_double(const record_layout* l, record_field field)
{
    return l->is_far && (field == FIELD_X || field == FIELD_Y || field == FIELD_Z);
}

/// Append a record.
void record_write(const record_layout* l, const cast_record* record, byte_buffer* out);

/// First hits of rays, all of which have a record.
typedef struct record_batch {
    const hit_ray* rays;
    const hit_bvh_hit* hits;     ///< as hit_bvh_batch_first leaves them
    const model_source* sources; ///< where record_batch_needs_sources; of a miss, anything
    uint32_t count;
    uint64_t first_ray; ///< the number of rays[0]; others follow it
} record_batch;

/// False when the number of a triangle says where it came from.
static inline bool record_batch_needs_sources(const record_layout* l)
{
    return l->needs_source && (!l->triangles_are_faces || l->is_mirrored);
}

/// Append the records of a batch in a fixed format: what record_write does for each of them, but faster.
void record_write_batch(const record_layout* l, const record_batch* list, byte_buffer* out);

/// Where the hits of an array came from; of a miss, anything.
void record_find_sources(const record_layout* l, const hit_bvh_hit* hits, uint32_t count, model_source* sources);

/// Exchange u and v of hits in parts that are mirrored: the tree has their corners in the order 0, 2, 1 (model.h), and
/// records tell of the order in the file. Where the layout has is_mirrored.
void record_unmirror_uv(const record_layout* l, hit_bvh_hit* hits, const model_source* sources, uint32_t count);

/// What a record needs to know about a hit.
typedef struct record_geometry {
    hit_vec3 point, normal;
    hit_dvec3 far_point; ///< `point` in the world, of a far model
} record_geometry;

// The formats. `to` has room for record_max_bytes bytes, and for the id and the part's name; they return one past the
// end.
char* record_write_csv(const record_layout* l, const cast_record* r, const record_geometry* f, char* to);
char* record_write_ndjson(const record_layout* l, const cast_record* r, const record_geometry* f, char* to);
char* record_write_binary(const record_layout* l, const cast_record* r, const record_geometry* f, char* to);

/// The name of a part as the format writes it, with quotes where it needs them.
static inline const char* record_part_name(const record_layout* l, uint32_t part, size_t* length)
{
    const size_t begin = part > 0 ? l->part_name_end[part - 1] : 0;
    assert(begin <= l->part_name_end[part]);
    *length = l->part_name_end[part] - begin;
    return l->part_names.bytes + begin;
}

/// The point of a hit.
void record_find_point(const record_layout* l, const hit_ray* ray, const hit_bvh_hit* hit, record_geometry* f);

/// The number that a field has, for those that are doubles.
double record_field_double(record_field field, const record_geometry* f);

/// The number that a field has, for those that are floats.
float record_field_number(record_field field, const cast_record* r, const record_geometry* f);

#endif

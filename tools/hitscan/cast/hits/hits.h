// Hits as they are written: which fields a record has, and how it looks in each format.
#ifndef TOOL_CAST_HITS_H
#define TOOL_CAST_HITS_H

#include "cast/file_format.h"
#include "cast/rays/rays.h"
#include "cast/byte_buffer.h"
#include "model/model.h"

typedef enum cast_mode { MODE_FIRST, MODE_ANY, MODE_ALL, MODE_K, MODE_COUNT } cast_mode;

typedef enum hit_field {
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
} hit_field;

typedef struct field_facts {
    const char* name;
    const char* type; ///< as numpy writes it; NULL: text only
    bool of_hit;      ///< tells about a hit, so a miss has none
} field_facts;

extern const field_facts hit_fields[FIELDS];

/// What a record looks like.
typedef struct hit_layout {
    file_format format;
    cast_mode mode;
    bool hits_only;
    hit_field fields[FIELDS];
    int count;
    bool has[FIELDS];
    bool needs_source, needs_point, needs_normal;
    size_t record_most;    ///< bytes of a record, but for names and ids; of fixed formats exactly its size
    text_out part_names;   ///< as the format writes them, one after the other
    size_t* part_name_end; ///< of each part
    const model* model;
    const hit_bvh* tree;
    bool* is_mirrored;        ///< of each part; NULL when none is, or when nobody asks for u and v
    bool triangles_are_faces; ///< the model has one part, and each face is a triangle: nothing to look up
} hit_layout;

/// One record.
typedef struct hit_record {
    uint64_t ray;
    ray_id id;
    const hit_ray* from;    ///< NULL: of a row that is broken
    const hit_bvh_hit* hit; ///< NULL: none, or none that is told
    model_source source;    ///< of the hit, where the layout needs it
    bool is_hit;
    uint32_t count; ///< of hits; in MODE_COUNT
} hit_record;

/// Choose the fields: `list`, with commas between, or those of the mode when it is NULL. False, after a message, when the
/// list is wrong; it names the verb.
bool hit_layout_choose(hit_layout* l, file_format format, cast_mode mode, bool hits_only, const char* list);

/// Get ready for a model. Returns an exit code, after a message when it is not EXIT_OK.
int hit_layout_begin(hit_layout* l, const model* m, const hit_bvh* tree);
void hit_layout_end(hit_layout* l);

/// True when the records are one per row, in the order of the rows, and do not tell which: rows that are broken then
/// need records, too.
static inline bool hit_layout_in_step(const hit_layout* l)
{
    return !l->has[FIELD_RAY] && !l->hits_only && l->mode != MODE_ALL && l->mode != MODE_K;
}

/// What stands at the beginning of the output: the header of CSV, else nothing. `descr` of .npy is in hit_npy_descr.
void hit_write_head(const hit_layout* l, text_out* out);

/// The `descr` of .npy.
void hit_npy_descr(const hit_layout* l, char descr[], size_t size);

/// Bytes of a field in a fixed format.
size_t hit_field_bytes(hit_field field);

/// Append a record.
void hit_write_record(const hit_layout* l, const hit_record* record, text_out* out);

/// First hits of rays, all of which have a record.
typedef struct hit_list {
    const hit_ray* rays;
    const hit_bvh_hit* hits;     ///< as hit_bvh_batch_first leaves them
    const model_source* sources; ///< where hit_list_needs_sources; of a miss, anything
    uint32_t count;
    uint64_t first_ray; ///< the number of rays[0]; others follow it
} hit_list;

/// False when the numbers of the triangles tell where they came from.
static inline bool hit_list_needs_sources(const hit_layout* l)
{
    return l->needs_source && (!l->triangles_are_faces || l->is_mirrored);
}

/// Append the records of a list in a fixed format: what hit_write_record does for each of them, but faster.
void hit_write_list(const hit_layout* l, const hit_list* list, text_out* out);

/// Where the hits of an array came from; of a miss, anything.
void hit_find_sources(const hit_layout* l, const hit_bvh_hit* hits, uint32_t count, model_source* sources);

/// Exchange u and v of hits in parts that are mirrored: the tree has their corners in the order 0, 2, 1 (model.h), and
/// records tell of the order in the file. Where the layout has is_mirrored.
void hit_reorder(const hit_layout* l, hit_bvh_hit* hits, const model_source* sources, uint32_t count);

/// What a record tells about a hit.
typedef struct hit_facts {
    hit_vec3 point, normal;
} hit_facts;

// The formats. `to` has room for record_most bytes, and for the id and the part's name; they return one past the end.
char* hit_write_csv(const hit_layout* l, const hit_record* r, const hit_facts* f, char* to);
char* hit_write_ndjson(const hit_layout* l, const hit_record* r, const hit_facts* f, char* to);
char* hit_write_packed(const hit_layout* l, const hit_record* r, const hit_facts* f, char* to);

/// The name of a part as the format writes it, with quotes where it needs them.
static inline const char* hit_part_name(const hit_layout* l, uint32_t part, size_t* length)
{
    const size_t begin = part > 0 ? l->part_name_end[part - 1] : 0;
    *length = l->part_name_end[part] - begin;
    return l->part_names.bytes + begin;
}

/// The number that a field has, for those that are floats.
float hit_field_number(hit_field field, const hit_record* r, const hit_facts* f);

#endif

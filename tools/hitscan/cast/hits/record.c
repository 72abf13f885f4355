// Writes records in the format of the layout, and looks up what their fields need.
#include "cast/hits/hits.h"

#include <assert.h>
#include <string.h>

// Each access to the model misses the caches. So there is nothing in this loop to wait for, not even a branch on what
// is a hit: the processor then has several accesses under way at once.
void record_find_sources(const record_layout* l, const hit_bvh_hit* hits, uint32_t count, model_source* sources)
{
    if (!l->needs_source || model_content(l->model)->triangle_count == 0)
        return;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t primitive = hits[i].primitive != HIT_BVH_NONE ? hits[i].primitive : 0;
        sources[i] =
            l->triangles_are_faces ? (model_source){0, primitive, primitive} : model_source_of(l->model, primitive);
    }
}

void record_unmirror_uv(const record_layout* l, hit_bvh_hit* hits, const model_source* sources, uint32_t count)
{
    if (!l->is_mirrored)
        return;
    assert(l->needs_source);
    for (uint32_t i = 0; i < count; i++)
        if (l->is_mirrored[sources[i].part]) {
            const float u = hits[i].u;
            hits[i].u = hits[i].v;
            hits[i].v = u;
        }
}

void record_write(const record_layout* l, const cast_record* record, byte_buffer* out)
{
    record_geometry geometry;
    size_t more = l->record_max_bytes + record->id.length;
    char *to, *end;
    assert(!record->hit || (record->from && record->is_hit));
    memset(&geometry, 0, sizeof geometry);
    if (record->hit) {
        if (l->needs_point)
            record_find_point(l, record->from, record->hit, &geometry);
        if (l->needs_normal)
            geometry.normal = hit_bvh_normal(l->tree, record->hit);
        if (l->has[FIELD_PART_NAME]) {
            size_t length;
            record_part_name(l, record->source.part, &length);
            more += length;
        }
    }
    to = byte_buffer_reserve(out, more);
    if (!to)
        return;
    if (l->format == FORMAT_CSV)
        end = record_write_csv(l, record, &geometry, to);
    else if (l->format == FORMAT_NDJSON)
        end = record_write_ndjson(l, record, &geometry, to);
    else
        end = record_write_binary(l, record, &geometry, to);
    assert((size_t)(end - to) <= more);
    assert(format_is_text(l->format) || (size_t)(end - to) == l->record_max_bytes);
    out->used += (size_t)(end - to);
}

void record_find_point(const record_layout* l, const hit_ray* ray, const hit_bvh_hit* hit, record_geometry* f)
{
    hit_dray from;
    if (!l->is_far) {
        f->point = hit_ray_at(*ray, hit->t);
        return;
    }
    from = hit_dray_from(*ray);
    from.origin = hit_dvec3_make(l->origin.x + from.origin.x, l->origin.y + from.origin.y, l->origin.z + from.origin.z);
    f->far_point = hit_dray_at(from, (double)hit->t);
}

double record_field_double(record_field field, const record_geometry* f)
{
    return field == FIELD_X ? f->far_point.x : field == FIELD_Y ? f->far_point.y : f->far_point.z;
}

float record_field_number(record_field field, const cast_record* r, const record_geometry* f)
{
    switch (field) {
    case FIELD_T:
        return r->hit->t;
    case FIELD_U:
        return r->hit->u;
    case FIELD_V:
        return r->hit->v;
    case FIELD_X:
        return f->point.x;
    case FIELD_Y:
        return f->point.y;
    case FIELD_Z:
        return f->point.z;
    case FIELD_NX:
        return f->normal.x;
    case FIELD_NY:
        return f->normal.y;
    case FIELD_NZ:
        return f->normal.z;
    case FIELD_DISTANCE:
        return hit_ray_distance(*r->from, r->hit->t);
    default:
        return 0.0f;
    }
}

// Tells about a model in JSON: everything that there is.
#include "info/info.h"
#include "format/json_messages.h"

static void box_of(json_writer* j, hit_daabb box)
{
    if (!(box.min.x <= box.max.x)) { // of what has neither triangles nor points
        json_key(j, "min");
        json_null(j);
        json_key(j, "max");
        json_null(j);
        return;
    }
    json_point_of(j, "min", box.min.x, box.min.y, box.min.z);
    json_point_of(j, "max", box.max.x, box.max.y, box.max.z);
}

static void print_parts(const model_info* info, json_writer* j)
{
    const hit_model* c = model_content(info->m);
    json_key(j, "part_list");
    json_open(j, '[');
    for (uint32_t i = 0; i < c->part_count; i++) {
        const hit_model_mesh* mesh = &c->meshes[c->parts[i].mesh];
        json_open(j, '{');
        json_text_of(j, "name", c->parts[i].name);
        json_text_of(j, "path", c->parts[i].path ? c->parts[i].path : c->parts[i].name);
        json_count_of(j, "mesh", c->parts[i].mesh);
        json_count_of(j, "triangles", mesh->triangle_count);
        json_count_of(j, "vertices", mesh->vertex_count);
        box_of(j, model_part_bounds(info->m, i));
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void print_topology(const topology* t, json_writer* j)
{
    json_count_of(j, "places", t->positions);
    json_count_of(j, "edges", t->edges);
    json_count_of(j, "open_edges", t->open_edges);
    json_count_of(j, "non_manifold_edges", t->non_manifold_edges);
    json_count_of(j, "inconsistent_edges", t->inconsistent_edges);
    json_count_of(j, "degenerate_triangles", t->degenerate);
    json_count_of(j, "duplicate_triangles", t->duplicates);
    json_count_of(j, "unreferenced_vertices", t->unused_vertices);
}

static void print_meshes(const model_info* info, json_writer* j)
{
    const hit_model* c = model_content(info->m);
    json_key(j, "mesh_list");
    json_open(j, '[');
    for (uint32_t i = 0; i < c->mesh_count; i++) {
        json_open(j, '{');
        json_text_of(j, "name", c->meshes[i].name);
        json_count_of(j, "triangles", c->meshes[i].triangle_count);
        json_count_of(j, "vertices", c->meshes[i].vertex_count);
        if (info->meshes) {
            json_bool_of(j, "watertight", topology_is_closed(&info->meshes[i]));
            json_bool_of(j, "oriented", topology_is_oriented(&info->meshes[i]));
            print_topology(&info->meshes[i], j);
        }
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void print_surface(const model_info* info, json_writer* j)
{
    json_key(j, "surface");
    json_open(j, '{');
    json_bool_of(j, "watertight", info_is_closed(info));
    json_count_of(j, "watertight_meshes", info->closed_meshes);
    print_topology(&info->all, j);
    json_number_of(j, "area", info->size.area);
    json_key(j, "volume");
    if (info_has_volume(info))
        json_number(j, info->size.volume);
    else
        json_null(j);
    json_close(j, '}');
}

static void print_tree(const model_info* info, json_writer* j)
{
    const hit_bvh_stats* t = &info->tree;
    json_key(j, "tree");
    json_open(j, '{');
    json_count_of(j, "triangles", t->primitives);
    json_count_of(j, "skipped", t->skipped);
    json_count_of(j, "nodes", t->nodes);
    json_count_of(j, "leaves", t->leaves);
    json_count_of(j, "depth", t->depth);
    json_number_of(j, "cost", t->cost);
    json_count_of(j, "bytes", t->bytes);
    json_number_of(j, "bytes_per_triangle", t->bytes_per_primitive);
    json_close(j, '}');
}

static void print_costs(const model_info* info, json_writer* j)
{
    const model_costs cost = model_cost(info->m);
    json_key(j, "bytes");
    json_open(j, '{');
    json_count_of(j, "model", cost.model_bytes);
    json_count_of(j, "tree", cost.tree_bytes);
    json_close(j, '}');
    json_key(j, "seconds");
    json_open(j, '{');
    json_number_of(j, "read", cost.load_seconds);
    json_number_of(j, "examine", info->examine_seconds);
    json_number_of(j, "tree", cost.tree_seconds);
    json_close(j, '}');
}

// Axes, units, cameras and materials; and whatever of the file is not in the model.
static void print_file(const hit_model* c, json_writer* j)
{
    json_key(j, "up");
    if (info_axis_name(c->up))
        json_text(j, info_axis_name(c->up));
    else
        json_null(j);
    json_key(j, "unit");
    if (c->unit != 0.0)
        json_number(j, c->unit);
    else
        json_null(j);
    json_key(j, "cameras");
    json_open(j, '[');
    for (uint32_t i = 0; i < c->camera_count; i++) {
        const hit_model_camera* camera = &c->cameras[i];
        const hit_dvec3 at = camera->placement.origin;
        json_open(j, '{');
        json_text_of(j, "name", camera->name ? camera->name : "");
        json_bool_of(j, "orthographic", camera->is_orthographic);
        json_point_of(j, "at", at.x, at.y, at.z);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_key(j, "materials");
    json_open(j, '[');
    for (uint32_t i = 0; i < c->material_count; i++)
        json_text(j, c->materials[i].name ? c->materials[i].name : "");
    json_close(j, ']');
    json_key(j, "notes");
    json_open(j, '[');
    for (uint32_t i = 0; i < c->note_count; i++)
        json_text(j, c->notes[i]);
    json_close(j, ']');
}

void info_print_json(const model_info* info, json_writer* j)
{
    const hit_model* c = model_content(info->m);
    json_open(j, '{');
    json_text_of(j, "file", model_path(info->m));
    json_text_of(j, "format", hit_model_format_name(c->format));
    json_bool_of(j, "hit_file", model_cost(info->m).mapped);
    json_count_of(j, "parts", c->part_count);
    json_count_of(j, "meshes", c->mesh_count);
    json_count_of(j, "triangles", c->triangle_count);
    json_count_of(j, "points", c->point_count);
    json_count_of(j, "vertices", info->vertices);
    json_count_of(j, "skipped_faces", c->skipped_faces);
    print_file(c, j);
    box_of(j, info->bounds);
    if (info->meshes)
        print_surface(info, j);
    if (info->has_tree)
        print_tree(info, j);
    print_costs(info, j);
    print_parts(info, j);
    print_meshes(info, j);
    json_messages(j);
    json_close(j, '}');
}

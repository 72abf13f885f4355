// Tells about a model in a table of its parts and some lines about the whole.
#include "info/info.h"
#include "cli/table.h"
#include "cli/text.h"
#include "cli/verb.h"
#include "mesh_io/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PARTS_SHOWN = 20, NAMES_SHOWN = 8, PRINTABLE_ROOM = 200, POINT_ROOM = 3 * (HIT_TEXT_NUMBER + 1) + 4 };

// ---- Numbers --------------------------------------------------------------------------------------------------------

// A coordinate: where it is a float, as short as that allows; else with nine digits, and some more where these would
// not tell millimetres.
static size_t write_coordinate(double value, char* text)
{
    const float as_float = (float)value;
    if ((double)as_float == value)
        return hit_text_write_float(as_float, text);
    return (size_t)snprintf(text, HIT_TEXT_NUMBER, fabs(value) < 1e6 ? "%.9g" : "%.13g", value);
}

static const char* point(double x, double y, double z, char text[POINT_ROOM])
{
    const double at[3] = {x, y, z};
    char* p = text;
    for (int i = 0; i < 3; i++) {
        if (i > 0)
            *p++ = ',';
        p += write_coordinate(at[i], p);
    }
    *p = '\0';
    return text;
}

static const char* plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

// "1 part", "1,234 parts"
static void print_count(uint64_t count, const char* what)
{
    char text[32];
    printf("%s %s%s", format_grouped(count, text), what, plural(count));
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

typedef struct part_size {
    uint32_t part, triangles;
} part_size;

static int larger_first(const void* a, const void* b)
{
    const part_size *x = a, *y = b;
    if (x->triangles != y->triangles)
        return x->triangles > y->triangles ? -1 : 1;
    return x->part < y->part ? -1 : x->part > y->part;
}

static void add_row(table* t, const model_info* info, uint32_t part)
{
    const hit_model* c = model_content(info->m);
    const hit_model_mesh* mesh = &c->meshes[c->parts[part].mesh];
    char text[POINT_ROOM], name[32];
    table_format(t, "%u", (unsigned)part);
    table_text(t, model_part_name(info->m, part, name));
    table_count(t, c->parts[part].mesh);
    table_count(t, mesh->triangle_count);
    table_count(t, mesh->vertex_count);
    if (mesh->triangle_count > 0 || mesh->point_count > 0) {
        const hit_daabb box = model_part_bounds(info->m, part);
        table_text(t, point(box.min.x, box.min.y, box.min.z, text));
        table_text(t, point(box.max.x, box.max.y, box.max.z, text));
    } else {
        table_text(t, "");
        table_text(t, "");
    }
}

// All parts, or the largest ones.
static bool print_parts(const model_info* info, bool all_parts)
{
    static const char* const columns[] = {">part", "name", ">mesh", ">triangles", ">vertices", "min", "max", NULL};
    const hit_model* c = model_content(info->m);
    const bool all = all_parts || c->part_count <= PARTS_SHOWN;
    const uint32_t shown = all ? c->part_count : PARTS_SHOWN;
    part_size* parts = all ? NULL : malloc(c->part_count * sizeof *parts);
    table* t = table_create(columns);
    char more[32];
    if (!all && parts) {
        for (uint32_t i = 0; i < c->part_count; i++)
            parts[i] = (part_size){i, c->meshes[c->parts[i].mesh].triangle_count};
        qsort(parts, c->part_count, sizeof *parts, larger_first);
    }
    for (uint32_t i = 0; i < shown; i++)
        add_row(t, info, parts ? parts[i].part : i);
    free(parts);
    if (!table_print(t))
        return false;
    if (!all)
        printf("and %s more; --all shows them\n", format_grouped(c->part_count - shown, more));
    return true;
}

// ---- The whole ------------------------------------------------------------------------------------------------------

static void print_surface(const model_info* info)
{
    const topology* t = &info->all;
    char text[5][32];
    if (info_is_closed(info))
        printf("surface    watertight");
    else if (info->closed_meshes > 0)
        printf("surface    not watertight, but for %s of %s meshes", format_grouped(info->closed_meshes, text[0]),
               format_grouped(info->used_meshes, text[1]));
    else
        printf("surface    not watertight");
    printf(", area %.6g", info->size.area);
    if (info_has_volume(info))
        printf(", volume %.6g%s", info->size.volume, info->size.volume < 0.0 ? ": it faces inwards" : "");
    printf("\nedges      %s: %s open, %s non-manifold, %s between triangles that face opposite ways\n",
           format_grouped(t->edges, text[0]), format_grouped(t->open_edges, text[1]),
           format_grouped(t->non_manifold_edges, text[2]), format_grouped(t->inconsistent_edges, text[3]));
    printf("triangles  %s degenerate, %s duplicate; %s skipped\n", format_grouped(t->degenerate, text[0]),
           format_grouped(t->duplicates, text[1]), format_grouped(model_content(info->m)->skipped_faces, text[2]));
    printf("vertices   at %s place%s; %s unreferenced\n", format_grouped(t->positions, text[0]), plural(t->positions),
           format_grouped(t->unused_vertices, text[1]));
}

static void print_tree(const hit_bvh_stats* t)
{
    char text[3][32];
    printf("tree       %s node%s, %s block%s of triangles, depth %u, cost %.4g, %.4g bytes per triangle\n",
           format_grouped(t->nodes, text[0]), plural(t->nodes), format_grouped(t->leaves, text[1]), plural(t->leaves),
           (unsigned)t->depth, t->cost, t->bytes_per_primitive);
    if (t->skipped > 0)
        printf("           %s left out: they reach beyond the range of floats\n", format_grouped(t->skipped, text[2]));
}

// ---- What the file says ---------------------------------------------------------------------------------------------

// Some of `count` names, in quotes: "  3: "a", "b", ..."; what has none is called by its number.
static void print_names(const char* label, uint32_t count, const char* (*name_at)(const hit_model*, uint32_t),
                        const hit_model* c)
{
    char number[32], clean[PRINTABLE_ROOM];
    if (count == 0)
        return;
    printf("%-10s %s:", label, format_grouped(count, number));
    for (uint32_t i = 0; i < count && i < NAMES_SHOWN; i++) {
        const char* name = name_at(c, i);
        if (*name)
            printf("%s \"%s\"", i > 0 ? "," : "", printable(name, clean, sizeof clean));
        else
            printf("%s %u without a name", i > 0 ? "," : "", (unsigned)i);
    }
    puts(count > NAMES_SHOWN ? ", ..." : "");
}

static const char* camera_at(const hit_model* c, uint32_t i)
{
    return c->cameras[i].name ? c->cameras[i].name : "";
}

static const char* material_at(const hit_model* c, uint32_t i)
{
    return c->materials[i].name ? c->materials[i].name : "";
}

// Axes, units, cameras and materials; and what gave no triangle. Notes were printed when it was opened.
static void print_file(const model_info* info)
{
    const hit_model* c = model_content(info->m);
    const char* up = info_axis_name(c->up);
    char number[32];
    if (up || c->unit != 0.0) {
        printf("axes      ");
        if (up)
            printf(" %s is up", up);
        if (c->unit != 0.0)
            printf("%s a unit is %g m", up ? "," : "", c->unit);
        puts("");
    }
    print_names("cameras", c->camera_count, camera_at, c);
    print_names("materials", c->material_count, material_at, c);
    if (c->skipped_faces > 0 && !(info->meshes && c->triangle_count > 0)) // else the line about triangles has them
        printf("skipped    %s face%s that gave no triangle\n", format_grouped(c->skipped_faces, number),
               plural(c->skipped_faces));
}

bool info_print_text(const model_info* info, bool all_parts)
{
    const hit_model* c = model_content(info->m);
    const model_costs cost = model_cost(info->m);
    const hit_daabb* b = &info->bounds;
    char text[POINT_ROOM];
    printf("%s: %s%s, ", model_path(info->m), cost.mapped ? "saved by hitscan tree, from " : "",
           c->format == HIT_MODEL_UNKNOWN ? "several formats" : hit_model_format_name(c->format));
    print_count(c->part_count, "part");
    printf(", ");
    if (c->triangle_count > 0)
        print_count(c->triangle_count, "triangle");
    else
        printf("no triangles");
    if (c->point_count > 0) {
        printf(", ");
        print_count(c->point_count, "point");
    }
    puts("\n");
    if (c->part_count > 0) {
        if (!print_parts(info, all_parts))
            return false;
        puts("");
    }
    if (b->min.x <= b->max.x) {
        printf("bounds     %s to ", point(b->min.x, b->min.y, b->min.z, text));
        printf("%s, size ", point(b->max.x, b->max.y, b->max.z, text));
        printf("%.6g x %.6g x %.6g\n", b->max.x - b->min.x, b->max.y - b->min.y, b->max.z - b->min.z);
    }
    if (info->meshes && c->triangle_count > 0)
        print_surface(info);
    if (info->has_tree && c->triangle_count > 0)
        print_tree(&info->tree);
    print_file(info);
    printf("memory     %s model", format_bytes(cost.model_bytes, text));
    if (info->has_tree)
        printf(", %s tree", format_bytes(cost.tree_bytes, text));
    printf("%s\ntime       %.3f s to read", cost.mapped ? ", in the file" : "", cost.load_seconds);
    if (info->meshes)
        printf(", %.3f s to examine", info->examine_seconds);
    if (info->has_tree)
        printf(", %.3f s for the tree", cost.tree_seconds);
    puts("");
    return true;
}

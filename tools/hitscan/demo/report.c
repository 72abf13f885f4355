// The report of the demo: tables for people, JSON for machines with numbers as the library has them, unrounded.
#include "demo/select.h"

#include <stdio.h>
#include <string.h>

enum { ROWS_MAX = 5, HIDDEN_ROWS_MAX = 3, NOUNS_MAX = 64 };

void print_town(const town* t)
{
    static const char* const plural[] = {"",          "boxes",     "mesh instances", "spheres",   "capsules",
                                         "cylinders", "polylines", "point clouds",   "user shape"};
    enum { KINDS = sizeof plural / sizeof plural[0] };
    uint32_t counts[KINDS] = {0}, total;
    static hit_id ids[PROPS_MAX];
    const char* comma = "";
    total = hit_scene_list(t->scene, ids, PROPS_MAX);
    for (uint32_t i = 0; i < total && i < PROPS_MAX; i++)
        counts[hit_scene_get(t->scene, ids[i], NULL)]++;
    printf("A town of %u objects: ", (unsigned)total);
    for (int kind = 1; kind < KINDS; kind++) {
        if (counts[kind] > 0)
            printf("%s%u %s", comma, (unsigned)counts[kind], plural[kind]);
        if (counts[kind] > 0 && kind == HIT_OBJECT_MESH)
            printf(" of %d meshes", (int)MESH_KINDS);
        comma = kind == 4 ? ",\n" : ", ";
    }
    printf(".\n");
}

// ---- For people -----------------------------------------------------------------------------------------------------

static void print_question(const findings* f)
{
    const double(*p)[2] = f->outline;
    switch (f->method) {
    case METHOD_CLICK:
        printf("Click at (%.0f, %.0f): %u objects are under it. The first is selected, repeated clicks go on.\n",
               p[0][0], p[0][1], (unsigned)f->count);
        break;
    case METHOD_RECTANGLE:
        printf(
            "Rectangle from (%.0f, %.0f) to (%.0f, %.0f): %u objects lie in it as a whole, hidden ones too; it touches "
            "%u.\n",
            p[0][0], p[0][1], p[2][0], p[2][1], (unsigned)f->selected, (unsigned)f->touching);
        break;
    case METHOD_LASSO:
        printf("Lasso of %u corners: %u objects are seen in it, at least in part; poles and wires are left out.\n",
               (unsigned)f->outline_count, (unsigned)f->selected);
        break;
    case METHOD_CONE:
    default:
        printf("Cone of the guard: %u objects reach into it; he sees %u of them; %u are hidden, or on its rim.\n",
               (unsigned)f->count, (unsigned)f->selected, (unsigned)(f->count - f->selected));
        break;
    }
}

static void print_row(const town* t, const findings* f, const finding* one)
{
    char name[48], pixel[32], position[48], last[64] = "";
    town_name(one->prop, name, sizeof name);
    snprintf(pixel, sizeof pixel, "(%.1f, %.1f)", one->pixel[0], one->pixel[1]);
    snprintf(position, sizeof position, "(%.2f, %.2f, %.2f)", one->position.x, one->position.y, one->position.z);
    if (f->method == METHOD_CLICK)
        snprintf(last, sizeof last, "%s", one->selected ? "selected" : "behind");
    if (f->method == METHOD_CONE) {
        const prop* other = one->other != HIT_ID_NONE ? town_prop(t, one->other) : NULL;
        char hider[48];
        if (other)
            town_name(other, hider, sizeof hider);
        snprintf(last, sizeof last, "%s", one->selected ? "seen" : other ? "hidden by " : "on the rim");
        if (other)
            snprintf(last + strlen(last), sizeof last - strlen(last), "%s", hider);
    }
    printf("  %-18s %-9s %5llu %8.3f  %-15s %-*s%s%s\n", name,
           hit_object_kind_name(hit_scene_get(t->scene, one->id, NULL)), (unsigned long long)one->id, one->depth, pixel,
           *last ? 25 : 0, position, *last ? " " : "", last);
}

// "and 12 more: 3 x house, 9 x oak", of what is not among the first `shown`.
static void print_others(const findings* f, uint32_t shown, uint32_t end, const char* what)
{
    const char* nouns[NOUNS_MAX];
    uint32_t counts[NOUNS_MAX], kinds = 0;
    int column;
    if (shown >= end)
        return;
    for (uint32_t i = shown; i < end; i++) {
        uint32_t k = 0;
        while (k < kinds && strcmp(nouns[k], f->list[i].prop->noun) != 0)
            k++;
        if (k == kinds && kinds < NOUNS_MAX) {
            nouns[kinds] = f->list[i].prop->noun;
            counts[kinds++] = 0;
        }
        if (k < kinds)
            counts[k]++;
    }
    column = printf("  and %u more%s:", (unsigned)(end - shown), what);
    for (uint32_t k = 0; k < kinds; k++) {
        char text[64];
        const int length =
            snprintf(text, sizeof text, " %u x %s%s", (unsigned)counts[k], nouns[k], k + 1 < kinds ? "," : "");
        if (column + length > 100) {
            printf("\n   ");
            column = 3;
        }
        column += printf("%s", text);
    }
    printf("\n");
}

void print_findings(const town* t, const findings* f)
{
    const uint32_t rows = f->method == METHOD_CLICK ? f->count : f->selected;
    const uint32_t shown = rows < ROWS_MAX || f->method == METHOD_CLICK ? rows : ROWS_MAX;
    printf("\n");
    print_question(f);
    printf("  %-18s %-9s %5s %8s  %-15s %s\n", "name", "kind", "id", f->method == METHOD_CONE ? "distance" : "depth",
           "pixel", "where");
    for (uint32_t i = 0; i < shown; i++)
        print_row(t, f, &f->list[i]);
    print_others(f, shown, rows, f->method == METHOD_CONE ? " that he sees" : "");
    if (f->method == METHOD_CONE) {
        const uint32_t hidden = f->count - f->selected, some = hidden < HIDDEN_ROWS_MAX ? hidden : HIDDEN_ROWS_MAX;
        for (uint32_t i = 0; i < some; i++)
            print_row(t, f, &f->list[f->selected + i]);
        print_others(f, f->selected + some, f->count, " that he does not see");
    }
}

// ---- For machines ---------------------------------------------------------------------------------------------------

static void json_finding(json_writer* j, const town* t, const findings* f, const finding* one)
{
    const prop* other = one->other != HIT_ID_NONE ? town_prop(t, one->other) : NULL;
    char name[48];
    json_open(j, '{');
    json_count_of(j, "id", one->id);
    town_name(one->prop, name, sizeof name);
    json_text_of(j, "name", name);
    json_text_of(j, "kind", hit_object_kind_name(hit_scene_get(t->scene, one->id, NULL)));
    json_bool_of(j, "selected", one->selected);
    json_number_of(j, f->method == METHOD_CONE ? "distance" : "depth", one->depth);
    json_key(j, "pixel");
    json_open(j, '[');
    json_number(j, one->pixel[0]);
    json_number(j, one->pixel[1]);
    json_close(j, ']');
    json_point_of(j, "point", one->position.x, one->position.y, one->position.z);
    if (other) {
        town_name(other, name, sizeof name);
        json_text_of(j, "hidden_by", name);
    }
    json_close(j, '}');
}

void json_findings(json_writer* j, const town* t, const findings* f)
{
    static const char* const method_names[METHOD_COUNT] = {"click", "rectangle", "lasso", "cone"};
    json_open(j, '{');
    json_text_of(j, "way", method_names[f->method]);
    json_count_of(j, "count", f->count);
    json_count_of(j, "selected", f->selected);
    if (f->method == METHOD_RECTANGLE)
        json_count_of(j, "touching", f->touching);
    json_key(j, "outline");
    json_open(j, '[');
    for (uint32_t i = 0; i < f->outline_count; i++) {
        json_open(j, '[');
        json_number(j, f->outline[i][0]);
        json_number(j, f->outline[i][1]);
        json_close(j, ']');
    }
    json_close(j, ']');
    json_key(j, "found");
    json_open(j, '[');
    for (uint32_t i = 0; i < f->count; i++)
        json_finding(j, t, f, &f->list[i]);
    json_close(j, ']');
    json_close(j, '}');
}

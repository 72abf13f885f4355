// Writes what the demo found as JSON. Numbers are those of the library, unrounded.
#include "demo/json.h"

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

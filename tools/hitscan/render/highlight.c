// Which parts are highlighted.
#include "render/highlight.h"
#include "cli/verb.h"
#include "model/pattern.h"

#include <hitscan/pick.h>
#include <stdlib.h>
#include <string.h>

// A whole number at the beginning of a text; false when there is none. Larger ones than UINT32_MAX become that.
static bool read_part(const char** text, uint32_t* number)
{
    const char* p = *text;
    uint64_t value = 0;
    while (*p >= '0' && *p <= '9') {
        value = 10 * value + (uint64_t)(*p++ - '0');
        value = value < UINT32_MAX ? value : UINT32_MAX;
    }
    if (p == *text)
        return false;
    *text = p;
    *number = (uint32_t)value;
    return true;
}

static int select_numbers(const model* m, const highlight_request* r, highlight* h)
{
    const uint32_t count = model_content(m)->part_count;
    for (const char* p = r->numbers;;) {
        uint32_t first = 0, last = 0;
        bool good = read_part(&p, &first);
        last = first;
        if (good && *p == '-') {
            p++;
            good = read_part(&p, &last);
        }
        if (!good || (*p != ',' && *p != '\0') || first > last) {
            print_error("%s: --highlight wants numbers of parts, as in 3,5-7, not \"%s\"", r->verb_name, r->numbers);
            return EXIT_USAGE;
        }
        if (last >= count) {
            print_error("%s: --highlight: there is no part %u; %s has %u, from 0 to %u", r->verb_name, (unsigned)last,
                        model_path(m), (unsigned)count, (unsigned)(count > 0 ? count - 1 : 0));
            return EXIT_USAGE;
        }
        memset(h->selected + first, 1, (size_t)(last - first) + 1);
        if (*p++ == '\0')
            return EXIT_OK;
    }
}

static void select_names(const model* m, const highlight_request* r, highlight* h)
{
    for (uint32_t i = 0; i < model_content(m)->part_count; i++) {
        char text[32];
        if (pattern_matches(r->names, model_part_name(m, i, text)))
            h->selected[i] = 1;
    }
}

static int read_lasso(const highlight_request* r, highlight* h)
{
    const uint32_t numbers = read_numbers(r->lasso, &h->outline[0][0], 2 * LASSO_MAX);
    if (numbers < 6 || numbers % 2 != 0) {
        print_error("%s: --lasso wants x and y of 3 to %d points, with commas between, not \"%.60s\"", r->verb_name,
                    LASSO_MAX, r->lasso);
        return EXIT_USAGE;
    }
    h->outline_count = numbers / 2;
    return EXIT_OK;
}

static void rect_outline(const double rect[4], highlight* h)
{
    for (int i = 0; i < 4; i++) {
        h->outline[i][0] = rect[i == 0 || i == 3 ? 0 : 2];
        h->outline[i][1] = rect[i < 2 ? 1 : 3];
    }
    h->outline_count = 4;
}

static int select_area(model* m, const hit_camera* camera, const highlight_request* r, highlight* h)
{
    const hit_area_options options = {.contained = r->contained, .visible = r->visible};
    const uint32_t count = model_content(m)->part_count;
    const hit_scene* scene;
    uint32_t found;
    hit_id* ids;
    int code = r->lasso ? read_lasso(r, h) : EXIT_OK;
    if (code == EXIT_OK)
        code = model_scene(m, &scene);
    if (code != EXIT_OK)
        return code;
    ids = malloc(((size_t)count + 1) * sizeof *ids);
    if (!ids)
        return out_of_memory(r->verb_name);
    if (r->lasso)
        found = hit_pick_lasso(scene, camera, (const double(*)[2])h->outline, h->outline_count, &options, ids, count);
    else {
        rect_outline(r->rect, h);
        found = hit_pick_rect(scene, camera, r->rect[0], r->rect[1], r->rect[2], r->rect[3], &options, ids, count);
    }
    for (uint32_t i = 0; i < found; i++) {
        const uint32_t part = model_part_of(m, ids[i]);
        if (part < count)
            h->selected[part] = 1;
    }
    free(ids);
    return EXIT_OK;
}

int highlight_find(model* m, const hit_camera* camera, const highlight_request* r, highlight* h)
{
    const uint32_t count = model_content(m)->part_count;
    int code = EXIT_OK;
    memset(h, 0, sizeof *h);
    if (!r->numbers && !r->names && !r->rect && !r->lasso)
        return EXIT_OK;
    h->selected = calloc((size_t)count + 1, 1);
    if (!h->selected)
        return out_of_memory(r->verb_name);
    if (r->numbers)
        code = select_numbers(m, r, h);
    if (code == EXIT_OK && r->names)
        select_names(m, r, h);
    if (code == EXIT_OK && (r->rect || r->lasso))
        code = select_area(m, camera, r, h);
    for (uint32_t i = 0; i < count; i++)
        h->count += h->selected[i];
    return code;
}

void highlight_free(highlight* h)
{
    free(h->selected);
    h->selected = NULL;
}

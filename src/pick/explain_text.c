// The words of an explanation: what is the matter, and what can be done about it.
//
// Numbers are written by hand, because printf takes its decimal point from the locale.
#include "pick/explain.h"

#include <math.h>
#include <stdio.h>

const char* hit_reason_name(hit_reason reason)
{
    static const char* const names[] = {
        "picked", "no camera",     "no object",    "not committed", "disabled",  "layers", "refused", "behind",
        "beyond", "missed bounds", "missed shape", "before near",   "after far", "side",   "hidden",  "outranked"};
    return (unsigned)reason < sizeof names / sizeof *names ? names[reason] : "unknown";
}

typedef struct number {
    char text[40];
} number;

// With up to three decimals, where these mean something.
static number write_number(double v)
{
    number n;
    const double size = fabs(v), thousandths = floor(size * 1000.0 + 0.5);
    const char* sign = v < 0.0 && thousandths > 0.0 ? "-" : "";
    int length;

    if (!(thousandths < 1e15)) {
        snprintf(n.text, sizeof n.text, "%s%s", sign, size < HUGE_VAL ? "1e12 or more" : "infinity");
        return n;
    }
    length = snprintf(n.text, sizeof n.text, "%s%lld.%03d", sign, (long long)thousandths / 1000,
                      (int)((long long)thousandths % 1000));
    while (n.text[length - 1] == '0')
        n.text[--length] = '\0';
    if (n.text[length - 1] == '.')
        n.text[--length] = '\0';
    return n;
}

void hit_explain_text(hit_explanation* e)
{
    const unsigned long long id = e->id, other = e->other;
    const number t = write_number(e->t), other_t = write_number(e->other_t);
    const number x = write_number(e->off[0]), y = write_number(e->off[1]);
    char* const text = e->text;
    const size_t size = sizeof e->text;

    switch (e->reason) {
    case HIT_REASON_PICKED:
        snprintf(text, size, "Object %llu is picked, at a depth of %s.", id, t.text);
        break;
    case HIT_REASON_NO_CAMERA:
        snprintf(text, size,
                 "There is no camera, or no ray through this point of the screen. Check what hit_camera_from_... "
                 "returned.");
        break;
    case HIT_REASON_NO_OBJECT:
        snprintf(text, size, "The scene has no object %llu: it was removed, or is one of another scene.", id);
        break;
    case HIT_REASON_NOT_COMMITTED:
        snprintf(text, size, "Object %llu was added after the last commit. Call hit_scene_commit.", id);
        break;
    case HIT_REASON_DISABLED:
        snprintf(text, size, "Object %llu is disabled. Enable it with hit_scene_set, and commit.", id);
        break;
    case HIT_REASON_LAYERS:
        snprintf(text, size, "Object %llu is in the layers 0x%x, and the filter counts 0x%x: no bit in common.", id,
                 (unsigned)e->layers, (unsigned)e->filter_layers);
        break;
    case HIT_REASON_REFUSED:
        snprintf(text, size, "The filter's callback refused object %llu.", id);
        break;
    case HIT_REASON_BEHIND:
        snprintf(text, size,
                 "All of object %llu lies behind the near plane. Turn the camera, or move the plane closer.", id);
        break;
    case HIT_REASON_BEYOND:
        snprintf(text, size, "All of object %llu lies beyond the far plane. Move the plane farther away.", id);
        break;
    case HIT_REASON_MISSED_BOUNDS:
        snprintf(text, size,
                 "The ray misses object %llu and the box around it, which is closest (%s, %s) pixels from "
                 "here.",
                 id, x.text, y.text);
        break;
    case HIT_REASON_MISSED_SHAPE:
        snprintf(text, size,
                 "The ray meets the box around object %llu, but misses the object, which is closest (%s, %s) "
                 "pixels from here. hit_pick_near finds what is close.",
                 id, x.text, y.text);
        break;
    case HIT_REASON_BEFORE_NEAR:
        snprintf(text, size, "The ray hits object %llu before the near plane only, at a depth of %s.", id, t.text);
        break;
    case HIT_REASON_AFTER_FAR:
        snprintf(text, size, "The ray hits object %llu after the far plane only, at a depth of %s.", id, t.text);
        break;
    case HIT_REASON_SIDE:
        snprintf(text, size, "The ray hits object %llu at a depth of %s, on a side that the filter does not count.", id,
                 t.text);
        break;
    case HIT_REASON_HIDDEN:
        snprintf(text, size,
                 "Object %llu, at a depth of %s, is hidden by object %llu at %s. Click again to go on to what "
                 "is behind, or filter it out.",
                 id, t.text, other, other_t.text);
        break;
    default:
        snprintf(text, size,
                 "Object %llu, at a depth of %s and with the priority %ld, gives way to object %llu at %s, "
                 "whose priority is %ld.",
                 id, t.text, (long)e->priority, other, other_t.text, (long)e->other_priority);
        break;
    }
}

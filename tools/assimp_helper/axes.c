// Which way is up, and how long a unit is.
//
// Assimp turns most formats so that y is up. Collada and FBX say by themselves which axis that is, and what a unit is:
// there the coordinates are those of the file, and the model says how they are to be taken. For Collada Assimp can be
// told not to turn the scene, but not, in its older versions, not to scale it: that is undone. For FBX it turns the
// root by what the file says; nothing else is ever in that node, so it is dropped.
#include "scene.h"
#include "answer.h"

#include <hitscan/mesh_io.h>
#include <stdlib.h>
#include <string.h>

static bool is_one_of(const char* extension, const char* const list[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(extension, list[i]) == 0)
            return true;
    return false;
}

// What stands between `open` and the next '<' or '"'; false when there is none.
static bool find_text(const char* text, const char* open, char value[32])
{
    const char* at = strstr(text, open);
    size_t length;
    if (at == NULL)
        return false;
    at += strlen(open);
    length = strcspn(at, "<\"'");
    if (length >= 32)
        return false;
    memcpy(value, at, length);
    value[length] = '\0';
    return true;
}

axes axes_of_file(const char* extension, const char* bytes, size_t size)
{
    axes a = {.up = HIT_AXIS_POSITIVE_Y, .undo = 1.0f};
    char value[32];
    const char* unit;
    // The bytes end in a zero. A Collada file that is packed (.zae) shows nothing.
    if (size == 0 || strstr(bytes, "<COLLADA") == NULL)
        return a;
    (void)extension;
    a.is_text = true;
    if (find_text(bytes, "<up_axis>", value)) {
        a.up = strstr(value, "Z_UP") != NULL   ? HIT_AXIS_POSITIVE_Z
               : strstr(value, "X_UP") != NULL ? HIT_AXIS_POSITIVE_X
                                               : HIT_AXIS_POSITIVE_Y;
    }
    unit = strstr(bytes, "<unit ");
    if (unit != NULL && find_text(unit, "meter=\"", value) && strstr(unit, "meter=\"") < strchr(unit, '>')) {
        const double metres = strtod(value, NULL);
        if (metres > 0.0 && metres < 1e30)
            a.unit = metres;
    }
#ifndef AI_CONFIG_IMPORT_COLLADA_IGNORE_UNIT_SIZE
    a.undo = a.unit > 0.0 ? (float)a.unit : 1.0f;
#endif
    return a;
}

// A number of the scene's metadata.
static bool find_number(const struct aiScene* scene, const char* key, double* number)
{
    const struct aiMetadata* data = scene->mMetaData;
    for (unsigned i = 0; data != NULL && i < data->mNumProperties; i++) {
        const struct aiMetadataEntry* e = &data->mValues[i];
        if (strcmp(data->mKeys[i].data, key) != 0 || e->mData == NULL)
            continue;
        switch (e->mType) {
        case AI_INT32:
            *number = *(const int32_t*)e->mData;
            return true;
        case AI_FLOAT:
            *number = (double)*(const float*)e->mData;
            return true;
        case AI_DOUBLE:
            *number = *(const double*)e->mData;
            return true;
        default:
            return false;
        }
    }
    return false;
}

static void settle_fbx(axes* a, const struct aiScene* scene)
{
    double axis = 1, sign = 1, centimetres = 0;
    if (find_number(scene, "UpAxis", &axis)) {
        find_number(scene, "UpAxisSign", &sign);
        if (axis == 0 || axis == 1 || axis == 2)
            a->up = (uint32_t)((sign < 0 ? HIT_AXIS_NEGATIVE_X : HIT_AXIS_POSITIVE_X) + (int)axis);
    }
    if (find_number(scene, "UnitScaleFactor", &centimetres) && centimetres > 0.0 && centimetres < 1e30)
        a->unit = centimetres * 0.01;
    a->drop_root = true;
}

// Has Assimp turned z up to y up?
static bool is_turned(const struct aiMatrix4x4* m)
{
    return m->a1 == 1 && m->a2 == 0 && m->a3 == 0 && m->b1 == 0 && m->b2 == 0 && m->b3 == 1 && m->c1 == 0 &&
           m->c2 == -1 && m->c3 == 0;
}

void axes_settle(axes* a, const char* extension, const struct aiScene* scene)
{
    static const char* const z_up[] = {".amf", ".dxf", ".stl",
                                       ".ply", ".off", ".3mf"}; // Assimp leaves these as they are
    struct aiMatrix4x4* m = scene->mRootNode != NULL ? &scene->mRootNode->mTransformation : NULL;
    if (strcmp(extension, ".fbx") == 0)
        settle_fbx(a, scene);
    else if (is_one_of(extension, z_up, sizeof z_up / sizeof *z_up))
        a->up = HIT_AXIS_POSITIVE_Z;
    if (m == NULL)
        return;
    if (a->drop_root) {
        *m = (struct aiMatrix4x4){.a1 = 1, .b2 = 1, .c3 = 1, .d4 = 1};
    } else if (a->undo != 1.0f) {
        m->a1 /= a->undo, m->a2 /= a->undo, m->a3 /= a->undo;
        m->b1 /= a->undo, m->b2 /= a->undo, m->b3 /= a->undo;
        m->c1 /= a->undo, m->c2 /= a->undo, m->c3 /= a->undo;
    } else if (!a->is_text && strncmp(extension, ".gl", 3) != 0 && is_turned(m)) // glTF 1.0: the file's own
        answer_note("Assimp has turned the model from z up to y up");
}

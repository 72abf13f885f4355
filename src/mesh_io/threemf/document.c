// A model part of a 3MF package: its objects, components and build items; meshes and properties have files of their
// own.
//
// Elements are known by where they are: a stack of a few states. What is unknown is skipped with all that is in it;
// when it is of an extension and inside of an object, it is noted, for it may have been something to see.
#include "mesh_io/threemf/threemf.h"
#include "mesh_io/text/scan.h"
#include "mesh_io/text/text.h"

#include "base/assert.h"
#include <math.h>
#include <string.h>

enum { MOST_DEPTH = 8, MOST_PREFIXES = 32, MOST_PREFIX = 32 };

// ---- Namespaces -----------------------------------------------------------------------------------------------------

typedef enum extension {
    EXTENSION_CORE,
    EXTENSION_MATERIALS,
    EXTENSION_HARMLESS, ///< production, of which we read all; slices and sets of triangles, which show the same again
    EXTENSION_BEAMS,
    EXTENSION_UNKNOWN
} extension;

static extension extension_of(const char* space)
{
    static const struct {
        const char* part;
        extension extension;
    } known[] = {{"/3dmanufacturing/core/", EXTENSION_CORE},
                 {"/3dmanufacturing/2013/01", EXTENSION_CORE},
                 {"/material/", EXTENSION_MATERIALS},
                 {"/production/", EXTENSION_HARMLESS},
                 {"/slice/", EXTENSION_HARMLESS},
                 {"/trianglesets/", EXTENSION_HARMLESS},
                 {"/beamlattice/", EXTENSION_BEAMS}};
    if (space[0] == '\0')
        return EXTENSION_CORE; // some programs forget it
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strstr(space, known[i].part) != NULL)
            return known[i].extension;
    return EXTENSION_UNKNOWN;
}

// ---- State ----------------------------------------------------------------------------------------------------------

typedef enum state {
    STATE_DOCUMENT,
    STATE_MODEL,
    STATE_RESOURCES,
    STATE_OBJECT,
    STATE_MESH,
    STATE_VERTICES,
    STATE_TRIANGLES,
    STATE_COMPONENTS,
    STATE_GROUP,
    STATE_BUILD,
    STATE_LEAF ///< nothing in it counts
} state;

typedef struct document {
    state stack[MOST_DEPTH];
    int depth;        ///< of the state at hand
    uint64_t skipped; ///< elements that are open, and are left out
    struct {
        char prefix[MOST_PREFIX];
        extension extension;
    } prefixes[MOST_PREFIXES];
    int prefix_count;
} document;

static hit_3mf_object* last_object(hit_3mf* m)
{
    HIT_ASSERT(m->objects.count > 0);
    return &m->objects.items[m->objects.count - 1];
}

static hit_status read_name(hit_3mf* m, const char* value, const char** name)
{
    hit_status status = HIT_OK;
    if (value != NULL && value[0] != '\0')
        *name = hit_loader_text(m->loader, value, strlen(value), &status);
    return status;
}

// ---- Values ---------------------------------------------------------------------------------------------------------

hit_status hit_3mf_whole(hit_3mf* m, const char** attributes, const char* name, uint32_t otherwise, uint32_t* value)
{
    const char* text = hit_xml_value(attributes, name);
    const char* p = text;
    uint64_t number = 0;
    *value = otherwise;
    if (text == NULL)
        return HIT_OK;
    while (is_space(*p))
        p++;
    if (*p == '+')
        p++;
    if (!is_digit(*p))
        return hit_3mf_fail(m, "%s=\"%.30s\" is no whole number", name, text);
    for (; is_digit(*p); p++)
        number = number > UINT32_MAX ? number : 10 * number + (uint64_t)(*p - '0');
    while (is_space(*p))
        p++;
    if (*p != '\0' || number >= UINT32_MAX)
        return hit_3mf_fail(m, "%s=\"%.30s\" is no whole number, or too large", name, text);
    *value = (uint32_t)number;
    return HIT_OK;
}

// "m00 m01 m02 m10 ... m32": the images of the axes and of the origin, a row of each.
static hit_status read_transform(hit_3mf* m, const char** attributes, hit_3mf_transform* transform)
{
    const char* p = hit_xml_value(attributes, "transform");
    const char* text = p;
    double n[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    for (int i = 0; i < 12 && text != NULL; i++) {
        const char* after;
        while (is_space(*p))
            p++;
        after = hit_text_read_double(p, p + strlen(p), &n[i]);
        if (after == NULL || (*after != '\0' && !is_space(*after)) || !isfinite(n[i]))
            return hit_3mf_fail(m, "transform=\"%.60s\" is not twelve numbers", text);
        p = after;
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            transform->linear[i][k] = n[3 * k + i];
        transform->origin[i] = n[9 + i];
    }
    return HIT_OK;
}

// An object that is put somewhere.
static hit_status read_use(hit_3mf* m, const char** attributes, hit_3mf_use* use)
{
    const char* path = hit_xml_value(attributes, "path");
    hit_status status;
    use->file = m->file;
    use->line = hit_xml_line(m);
    use->name = "";
    status = hit_3mf_whole(m, attributes, "objectid", HIT_3MF_NONE, &use->id);
    if (status == HIT_OK && use->id == HIT_3MF_NONE)
        status = hit_3mf_fail(m, "a component or item has no objectid");
    if (status == HIT_OK)
        status = read_transform(m, attributes, &use->transform);
    return status == HIT_OK && path != NULL ? hit_3mf_file_at(m, path, &use->file) : status;
}

// ---- Elements -------------------------------------------------------------------------------------------------------

static double metres_of(const char* unit)
{
    static const struct {
        const char* name;
        double metres;
    } units[] = {{"micron", 1e-6}, {"millimeter", 1e-3}, {"centimeter", 1e-2},
                 {"inch", 0.0254}, {"foot", 0.3048},     {"meter", 1.0}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(unit, units[i].name) == 0)
            return units[i].metres;
    return 0.0;
}

// The extensions that a file cannot be understood without.
static hit_status check_required(hit_3mf* m, const document* d, const char* list)
{
    while (list != NULL && *list != '\0') {
        const size_t length = strcspn(list, " \t\r\n");
        extension found = EXTENSION_UNKNOWN;
        for (int i = 0; i < d->prefix_count; i++)
            if (strlen(d->prefixes[i].prefix) == length && memcmp(d->prefixes[i].prefix, list, length) == 0)
                found = d->prefixes[i].extension;
        if (length > 0 && (found == EXTENSION_UNKNOWN || found == EXTENSION_BEAMS))
            return hit_3mf_fail(m, "it requires the extension \"%.*s\"%s, which cannot be read", (int)length, list,
                                found == EXTENSION_BEAMS ? " of beam lattices" : "");
        list += length + (list[length] != '\0');
    }
    return HIT_OK;
}

static hit_status begin_model(hit_3mf* m, const document* d, const char** attributes)
{
    const char* unit = hit_xml_value(attributes, "unit");
    const hit_status status = check_required(m, d, hit_xml_value(attributes, "requiredextensions"));
    if (status != HIT_OK || m->file > 0)
        return status;
    m->loader->model->unit = metres_of(unit != NULL ? unit : "millimeter");
    return m->loader->model->unit > 0.0 ? HIT_OK : hit_3mf_fail(m, "\"%.30s\" is no unit of 3MF", unit);
}

static hit_status begin_object(hit_3mf* m, const char** attributes)
{
    const char* type = hit_xml_value(attributes, "type");
    const char* name = hit_xml_value(attributes, "name");
    const char* resolution = hit_xml_value(attributes, "meshresolution");
    hit_status status = HIT_OK;
    hit_3mf_object* o = HIT_3MF_APPEND(m, m->objects, &status);
    if (o == NULL)
        return status;
    o->file = m->file;
    o->line = hit_xml_line(m);
    o->mesh = HIT_3MF_NONE;
    o->name = "";
    o->first_component = m->components.count;
    // Solid supports are shown as they are; what is neither is only there to be a component.
    o->type = type == NULL                                                        ? HIT_3MF_MODEL
              : strcmp(type, "other") == 0                                        ? HIT_3MF_OTHER
              : strcmp(type, "support") == 0 || strcmp(type, "solidsupport") == 0 ? HIT_3MF_SUPPORT
                                                                                  : HIT_3MF_MODEL;
    if (resolution != NULL && strcmp(resolution, "lowres") == 0)
        status = hit_loader_note(m->loader, "a mesh of low resolution is shown, and not the slices that go with it");
    if (status == HIT_OK)
        status = hit_3mf_whole(m, attributes, "id", HIT_3MF_NONE, &o->id);
    if (status == HIT_OK && o->id == HIT_3MF_NONE)
        status = hit_3mf_fail(m, "an object has no id");
    if (status == HIT_OK)
        status = hit_3mf_whole(m, attributes, "pid", HIT_3MF_NONE, &o->group);
    if (status == HIT_OK)
        status = hit_3mf_whole(m, attributes, "pindex", HIT_3MF_NONE, &o->element);
    return status == HIT_OK ? read_name(m, name != NULL ? name : hit_xml_value(attributes, "partnumber"), &o->name)
                            : status;
}

static hit_status begin_mesh(hit_3mf* m)
{
    hit_status status = HIT_OK;
    hit_3mf_object* o = last_object(m);
    hit_3mf_mesh* mesh;
    if (o->mesh != HIT_3MF_NONE || o->component_count > 0)
        return hit_3mf_fail(m, "object %u has more than a mesh", (unsigned)o->id);
    mesh = HIT_3MF_APPEND(m, m->meshes, &status);
    if (mesh == NULL)
        return status;
    mesh->object = m->objects.count - 1;
    mesh->model_mesh = HIT_3MF_NONE;
    o->mesh = m->meshes.count - 1;
    return HIT_OK;
}

static hit_status begin_component(hit_3mf* m, const char** attributes)
{
    hit_status status = HIT_OK;
    hit_3mf_use* use = HIT_3MF_APPEND(m, m->components, &status);
    if (use == NULL)
        return status;
    last_object(m)->component_count++;
    return read_use(m, attributes, use);
}

static hit_status begin_item(hit_3mf* m, const char** attributes)
{
    const char* printable = hit_xml_value(attributes, "printable");
    hit_status status = HIT_OK;
    hit_3mf_use* use;
    if (m->file > 0) // only the root is built
        return HIT_OK;
    use = HIT_3MF_APPEND(m, m->items, &status);
    if (use != NULL)
        status = read_use(m, attributes, use);
    if (status == HIT_OK)
        status = read_name(m, hit_xml_value(attributes, "partnumber"), &use->name);
    if (status == HIT_OK && printable != NULL && strcmp(printable, "0") == 0)
        status = hit_loader_note(m->loader, "items that are not to be printed are shown, too");
    return status;
}

// ---- Where they may be ----------------------------------------------------------------------------------------------

// An element of the core specification: what state it leads to; STATE_DOCUMENT when it does not belong there.
static hit_status begin_core(hit_3mf* m, document* d, const char* name, const char** attributes, state* next)
{
    static const struct {
        const char* name;
        state in, next;
    } known[] = {{"triangle", STATE_TRIANGLES, STATE_LEAF},
                 {"vertex", STATE_VERTICES, STATE_LEAF},
                 {"model", STATE_DOCUMENT, STATE_MODEL},
                 {"resources", STATE_MODEL, STATE_RESOURCES},
                 {"build", STATE_MODEL, STATE_BUILD},
                 {"metadata", STATE_MODEL, STATE_LEAF},
                 {"object", STATE_RESOURCES, STATE_OBJECT},
                 {"mesh", STATE_OBJECT, STATE_MESH},
                 {"components", STATE_OBJECT, STATE_COMPONENTS},
                 {"metadatagroup", STATE_OBJECT, STATE_LEAF},
                 {"vertices", STATE_MESH, STATE_VERTICES},
                 {"triangles", STATE_MESH, STATE_TRIANGLES},
                 {"component", STATE_COMPONENTS, STATE_LEAF},
                 {"item", STATE_BUILD, STATE_LEAF}};
    const state in = d->stack[d->depth];
    hit_3mf_mesh* mesh = m->meshes.count > 0 ? &m->meshes.items[m->meshes.count - 1] : NULL;
    *next = STATE_DOCUMENT;
    for (size_t i = 0; i < sizeof known / sizeof *known && *next == STATE_DOCUMENT; i++)
        if (known[i].in == in && strcmp(known[i].name, name) == 0)
            *next = known[i].next;
    if (*next == STATE_DOCUMENT)
        return HIT_OK;
    switch (in) {
    case STATE_TRIANGLES:
        return hit_3mf_read_triangle(m, mesh, attributes);
    case STATE_VERTICES:
        return hit_3mf_read_vertex(m, mesh, attributes);
    case STATE_DOCUMENT:
        return begin_model(m, d, attributes);
    case STATE_RESOURCES:
        return begin_object(m, attributes);
    case STATE_OBJECT:
        return *next == STATE_MESH ? begin_mesh(m) : HIT_OK;
    case STATE_COMPONENTS:
        return begin_component(m, attributes);
    case STATE_BUILD:
        return begin_item(m, attributes);
    default:
        return HIT_OK;
    }
}

// Something that is not known: it is left out, and said where it may have been something to see.
static hit_status skip(hit_3mf* m, document* d, extension of, const char* space, const char* name)
{
    const state in = d->stack[d->depth];
    d->skipped = 1;
    if (in == STATE_DOCUMENT)
        return hit_3mf_fail(m, "it begins with <%.40s>, not with <model>", name);
    if (of == EXTENSION_HARMLESS && strcmp(name, "slicestack") == 0)
        return hit_loader_note(m->loader, "slices were left out: meshes are shown");
    if (of == EXTENSION_HARMLESS || in == STATE_MODEL || in == STATE_BUILD || in == STATE_LEAF)
        return HIT_OK;
    if (in == STATE_OBJECT || in == STATE_MESH || in == STATE_COMPONENTS)
        m->left_out++;
    if (of == EXTENSION_BEAMS)
        return hit_loader_note(m->loader, "a beam lattice was left out");
    if (of == EXTENSION_MATERIALS)
        return m->loader->options->appearance ? hit_loader_note(m->loader, "%.40s was left out", name) : HIT_OK;
    return hit_loader_note(m->loader, "<%.40s> was left out, which is not known%s%.80s", name,
                           space[0] != '\0' ? ", of " : "", space);
}

static hit_status begin_element(hit_3mf* m, void* context, const char* space, const char* name, const char** attributes)
{
    document* d = context;
    const extension of = extension_of(space);
    const state in = d->stack[d->depth];
    state next = STATE_DOCUMENT;
    hit_status status = HIT_OK;
    bool known = false;
    if (d->skipped > 0) {
        d->skipped++;
        return HIT_OK;
    }
    if (in == STATE_RESOURCES || in == STATE_GROUP) { // base materials are of the core, the others of an extension
        status = in == STATE_RESOURCES ? hit_3mf_read_group(m, name, attributes, &known)
                                       : hit_3mf_read_element(m, name, attributes, &known);
        next = known ? in == STATE_RESOURCES ? STATE_GROUP : STATE_LEAF : STATE_DOCUMENT;
    }
    if (!known && of == EXTENSION_CORE)
        status = begin_core(m, d, name, attributes, &next);
    if (status != HIT_OK)
        return status;
    if (next == STATE_DOCUMENT)
        return skip(m, d, of, space, name);
    HIT_ASSERT(d->depth + 1 < MOST_DEPTH); // no state leads deeper
    d->stack[++d->depth] = next;
    return HIT_OK;
}

static hit_status end_element(hit_3mf* m, void* context, const char* space, const char* name)
{
    document* d = context;
    (void)m, (void)space, (void)name;
    if (d->skipped > 0)
        d->skipped--;
    else {
        HIT_ASSERT(d->depth > 0); // expat pairs them
        d->depth--;
    }
    return HIT_OK;
}

static hit_status add_prefix(hit_3mf* m, void* context, const char* prefix, const char* space)
{
    document* d = context;
    (void)m;
    if (d->depth == 0 && d->prefix_count < MOST_PREFIXES && strlen(prefix) < MOST_PREFIX) {
        memcpy(d->prefixes[d->prefix_count].prefix, prefix, strlen(prefix) + 1);
        d->prefixes[d->prefix_count++].extension = extension_of(space);
    }
    return HIT_OK;
}

hit_status hit_3mf_read_document(hit_3mf* m, uint32_t file)
{
    document d = {.stack = {STATE_DOCUMENT}};
    const hit_xml_handler handler = {begin_element, end_element, add_prefix, &d};
    m->file = file;
    return hit_xml_read(m, m->files.items[file].entry, &handler);
}

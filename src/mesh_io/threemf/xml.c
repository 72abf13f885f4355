// Elements of an XML document in the package, by expat, piece by piece: the document is never in memory as a whole.
//
// Expat takes its memory from the loader, so that the limit holds, and a test can let any of it fail. Its functions for
// that have no argument for us; a thread has one parser at work at a time, so a variable of the thread does instead.
//
// A document type is refused: it could define entities that grow without end when they are used ("billion laughs"). A
// tag of more than a MiB is refused, too: expat begins such a tag anew with each piece.
#include "mesh_io/threemf/threemf.h"
#include "mesh_io/text/scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char* hit_xml_value(const char** attributes, const char* name)
{
    for (; attributes[0] != NULL; attributes += 2) {
        const char* space = strrchr(attributes[0], ' ');
        if (strcmp(space != NULL ? space + 1 : attributes[0], name) == 0)
            return attributes[1];
    }
    return NULL;
}

void* hit_3mf_append(hit_3mf* m, void** items, uint32_t* count, uint32_t* capacity, size_t size, hit_status* status)
{
    if (*count == *capacity) {
        const uint64_t larger = *capacity > 0 ? 2 * (uint64_t)*capacity : 8;
        void* grown = hit_loader_grow(m->loader, *items, *count, larger, size, status);
        if (grown == NULL)
            return NULL;
        *items = grown;
        *capacity = larger > UINT32_MAX ? UINT32_MAX : (uint32_t)larger;
    }
    memset((char*)*items + *count * size, 0, size);
    return (char*)*items + (*count)++ * size;
}

#ifdef HITSCAN_HAVE_EXPAT
#include "base/assert.h"

#include <expat.h>

enum { PIECE = 1 << 16, MOST_TAG = 1 << 20, MOST_NAME = 512 };

// ---- Memory for expat -----------------------------------------------------------------------------------------------

// Each block has its size before it, which realloc needs.
typedef union block_size {
    size_t size;
    char room[16];
} block_size;

static _Thread_local struct {
    hit_loader* loader;
    hit_status status; ///< why there was none
} memory;

static void* expat_allocate(size_t size)
{
    block_size* block = hit_loader_allocate(memory.loader, (uint64_t)size + sizeof(block_size), 1, &memory.status);
    if (block == NULL)
        return NULL;
    block->size = size;
    return block + 1;
}

static void expat_free(void* block)
{
    if (block != NULL)
        hit_loader_free(memory.loader, (block_size*)block - 1);
}

static void* expat_reallocate(void* block, size_t size)
{
    void* other = expat_allocate(size);
    if (block != NULL && other != NULL) {
        const size_t old = ((block_size*)block - 1)->size;
        memcpy(other, block, old < size ? old : size);
        expat_free(block);
    }
    return other;
}

// ---- Elements -------------------------------------------------------------------------------------------------------

typedef struct reading {
    hit_3mf* m;
    XML_Parser parser;
    const hit_xml_handler* handler;
    hit_status status;
    bool has_type; ///< a document type
} reading;

// The rest of what expat is at still comes, for instance the end of <a/> when its beginning was wrong: it is ignored.
static void stop(reading* r, hit_status status)
{
    HIT_ASSERT(r->status == HIT_OK);
    r->status = status;
    XML_StopParser(r->parser, XML_FALSE);
}

// The namespace of a name, which expat puts before it with a space between; "" for none.
static const char* split(const char* full, char space[MOST_NAME])
{
    const char* at = strrchr(full, ' ');
    const size_t length = at != NULL ? (size_t)(at - full) : 0;
    if (length >= MOST_NAME) { // nobody's that is known
        memcpy(space, "?", sizeof "?");
        return at + 1;
    }
    memcpy(space, full, length);
    space[length] = '\0';
    return at != NULL ? at + 1 : full;
}

static void XMLCALL begin_element(void* user, const char* full, const char** attributes)
{
    reading* r = user;
    char space[MOST_NAME];
    const char* name = split(full, space);
    const hit_status status =
        r->status == HIT_OK ? r->handler->begin(r->m, r->handler->context, space, name, attributes) : HIT_OK;
    if (status != HIT_OK)
        stop(r, status);
}

static void XMLCALL end_element(void* user, const char* full)
{
    reading* r = user;
    char space[MOST_NAME];
    const char* name = split(full, space);
    const hit_status status = r->status == HIT_OK ? r->handler->end(r->m, r->handler->context, space, name) : HIT_OK;
    if (status != HIT_OK)
        stop(r, status);
}

static void XMLCALL begin_namespace(void* user, const char* prefix, const char* space)
{
    reading* r = user;
    hit_status status = HIT_OK;
    if (r->status == HIT_OK && r->handler->prefix != NULL)
        status =
            r->handler->prefix(r->m, r->handler->context, prefix != NULL ? prefix : "", space != NULL ? space : "");
    if (status != HIT_OK)
        stop(r, status);
}

static void XMLCALL begin_type(void* user, const char* name, const char* system, const char* public, int internal)
{
    reading* r = user;
    (void)name, (void)system, (void)public, (void)internal;
    if (r->status != HIT_OK)
        return;
    r->has_type = true;
    stop(r, HIT_ERROR_FORMAT);
}

// ---- Reading --------------------------------------------------------------------------------------------------------

// What to say when expat stopped.
static hit_status explain(reading* r)
{
    const enum XML_Error code = XML_GetErrorCode(r->parser);
    if (r->has_type)
        return hit_3mf_fail(r->m, "it has a document type, which 3MF does not allow");
    if (r->status != HIT_OK)
        return r->status;
    if (memory.status != HIT_OK) // whatever expat makes of it
        return memory.status;
    if (code == XML_ERROR_NO_MEMORY)
        return hit_loader_fail(r->m->loader, HIT_ERROR_MEMORY, 0, "no memory for XML");
    return hit_3mf_fail(r->m, "no XML: %s", XML_ErrorString(code));
}

// One piece after the other; the buffer is expat's, so nothing is copied.
static hit_status parse_all(reading* r)
{
    uint64_t fed = 0;
    size_t got = 1;
    while (got > 0) {
        void* buffer = XML_GetBuffer(r->parser, PIECE);
        hit_status status;
        if (buffer == NULL)
            return explain(r);
        status = hit_zip_next(r->m->zip, buffer, PIECE, &got);
        if (status != HIT_OK)
            return status;
        fed += got;
        if (XML_ParseBuffer(r->parser, (int)got, got == 0) != XML_STATUS_OK)
            return explain(r);
        if (got > 0 && fed - (uint64_t)XML_GetCurrentByteIndex(r->parser) > MOST_TAG)
            return hit_3mf_fail(r->m, "it has a tag of more than a MiB");
    }
    return HIT_OK;
}

hit_status hit_xml_read(hit_3mf* m, hit_zip_entry* entry, const hit_xml_handler* handler)
{
    static const XML_Memory_Handling_Suite suite = {expat_allocate, expat_reallocate, expat_free};
    reading r = {.m = m, .handler = handler};
    hit_status status = hit_zip_begin(m->zip, entry);
    if (status != HIT_OK)
        return status;
    HIT_ASSERT(memory.loader == NULL); // one at a time
    memory.loader = m->loader;
    memory.status = HIT_OK;
    r.parser = XML_ParserCreate_MM(NULL, &suite, " ");
    if (r.parser == NULL)
        status = memory.status != HIT_OK ? memory.status
                                         : hit_loader_fail(m->loader, HIT_ERROR_MEMORY, 0, "no memory for XML");
    else {
        m->parser = r.parser;
        XML_SetUserData(r.parser, &r);
        XML_SetElementHandler(r.parser, begin_element, end_element);
        XML_SetStartNamespaceDeclHandler(r.parser, begin_namespace);
        XML_SetStartDoctypeDeclHandler(r.parser, begin_type);
        status = parse_all(&r);
        XML_ParserFree(r.parser);
        m->parser = NULL;
    }
    memory.loader = NULL;
    return hit_zip_end(m->zip, status);
}

uint32_t hit_xml_line(const hit_3mf* m)
{
    return m->parser != NULL ? (uint32_t)XML_GetCurrentLineNumber(m->parser) : 0;
}

#else

hit_status hit_xml_read(hit_3mf* m, hit_zip_entry* entry, const hit_xml_handler* handler)
{
    (void)entry, (void)handler;
    return hit_loader_fail(m->loader, HIT_ERROR_FORMAT, 0,
                           "the file is a 3MF, which this build cannot read: build with expat and minizip");
}

uint32_t hit_xml_line(const hit_3mf* m)
{
    (void)m;
    return 0;
}

#endif

// ---- Messages -------------------------------------------------------------------------------------------------------

#if defined(__GNUC__)
__attribute__((format(printf, 4, 0)))
#endif
static hit_status
fail(hit_3mf* m, uint32_t file, uint32_t line, const char* format, va_list arguments)
{
    char message[200];
    const char* name = file < m->files.count ? m->files.items[file].name : "3MF";
    vsnprintf(message, sizeof message, format, arguments);
    hit_loader_fail(m->loader, HIT_ERROR_FORMAT, 0, "%.*s: %s", printable_length(name, name + strlen(name), 60), name,
                    message);
    if (m->loader->error != NULL)
        m->loader->error->line = line;
    return HIT_ERROR_FORMAT;
}

hit_status hit_3mf_fail(hit_3mf* m, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(m, m->file, hit_xml_line(m), format, arguments);
    va_end(arguments);
    return HIT_ERROR_FORMAT;
}

hit_status hit_3mf_fail_at(hit_3mf* m, uint32_t file, uint32_t line, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(m, file, line, format, arguments);
    va_end(arguments);
    return HIT_ERROR_FORMAT;
}

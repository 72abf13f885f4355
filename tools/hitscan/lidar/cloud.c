// Writes point clouds. All numbers are stored with the least significant byte first, on any machine.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // ftruncate
#endif
#include "lidar/cloud.h"
#include "cli/temporary.h"
#include "cli/verb.h"
#include "format/bytes.h"
#include "format/npy.h"
#include "mesh_io/text/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#if !defined(_WIN32)
#include <unistd.h>
#endif

enum { PLY_HEADER = 512, COPY_BYTES = 1 << 16 };

const char* const cloud_format_names[] = {"ply", "csv", "npy", NULL};

// ---- Records --------------------------------------------------------------------------------------------------------

static size_t encode_binary(const cloud_point* p, bool doubles, char* bytes)
{
    const double at[3] = {p->x, p->y, p->z};
    char* to = bytes;
    for (int i = 0; i < 3; i++)
        to = doubles ? put_f64(to, at[i]) : put_f32(to, (float)at[i]);
    to = put_f32(to, p->range);
    to = put_u32(to, p->part);
    to = put_u32(to, p->face);
    to = put_f32(to, p->incidence);
    to = put_u16(to, p->beam);
    to = put_f32(to, p->azimuth);
    to = put_f64(to, p->time);
    return (size_t)(to - bytes);
}

static char* put_count(char* to, uint32_t value)
{
    to = write_count(value, to);
    *to++ = ',';
    return to;
}

static char* put_float(char* to, float value)
{
    to += hit_text_write_float(value, to);
    *to++ = ',';
    return to;
}

static char* put_double(char* to, double value)
{
    to += hit_text_write_double(value, to);
    *to++ = ',';
    return to;
}

static size_t encode_csv(const cloud_point* p, bool doubles, char* bytes)
{
    const double at[3] = {p->x, p->y, p->z};
    char* to = bytes;
    for (int i = 0; i < 3; i++)
        to = doubles ? put_double(to, at[i]) : put_float(to, (float)at[i]);
    to = put_float(to, p->range);
    to = put_count(to, p->part);
    to = put_count(to, p->face);
    to = put_float(to, p->incidence);
    to = put_count(to, p->beam);
    to = put_float(to, p->azimuth);
    to += hit_text_write_double(p->time, to);
    *to++ = '\n';
    return (size_t)(to - bytes);
}

size_t cloud_encode(cloud_format format, bool doubles, const cloud_point* point, char* bytes)
{
    return format == CLOUD_CSV ? encode_csv(point, doubles, bytes) : encode_binary(point, doubles, bytes);
}

// ---- Heads ----------------------------------------------------------------------------------------------------------

// Always of the same length, whatever the count: a comment fills the gap.
static size_t ply_header(char head[NPY_HEADER_MAX], const char* labels, bool doubles, uint64_t records)
{
    const char* type = doubles ? "double" : "float";
    int length = snprintf(head, PLY_HEADER,
                          "ply\nformat binary_little_endian 1.0\ncomment hitscan lidar; %s\nelement vertex %llu\n"
                          "property %s x\nproperty %s y\nproperty %s z\nproperty float range\n"
                          "property uint part\nproperty uint face\nproperty float incidence\nproperty ushort beam\n"
                          "property float azimuth\nproperty double time\ncomment ",
                          labels, (unsigned long long)records, type, type, type);
    static const char end[] = "\nend_header\n";
    const size_t rest = PLY_HEADER - (size_t)length, end_length = sizeof end - 1;
    memset(head + length, '-', rest);
    snprintf(head + PLY_HEADER - end_length, end_length + 1, "%s", end);
    return PLY_HEADER;
}

#define NPY_DESCR(type)                                                                                                \
    "[('x', '" type "'), ('y', '" type "'), ('z', '" type "'), ('range', '<f4'), ('part', '<u4'), ('face', '<u4'), "   \
    "('incidence', '<f4'), ('beam', '<u2'), ('azimuth', '<f4'), ('time', '<f8')]"

static void write_header(cloud* c, FILE* file, uint64_t records)
{
    char head[NPY_HEADER_MAX];
    size_t length;
    if (c->format == CLOUD_CSV) {
        fputs("x,y,z,range,part,face,incidence,beam,azimuth,time\n", file);
        return;
    }
    length = c->format == CLOUD_PLY
                 ? ply_header(head, c->labels, c->doubles, records)
                 : npy_write_record_header(c->doubles ? NPY_DESCR("<f8") : NPY_DESCR("<f4"), records, head);
    fwrite(head, 1, length, file);
}

// ---- Files ----------------------------------------------------------------------------------------------------------

cloud_format cloud_format_of(const char* path)
{
    const char* dot = strrchr(path, '.');
    for (int i = 0; dot && i < CLOUD_FORMATS; i++)
        if (strcmp(dot + 1, cloud_format_names[i]) == 0)
            return (cloud_format)i;
    return CLOUD_FORMATS;
}

static bool is_stdout(const cloud* c)
{
    return strcmp(c->target.path, "-") == 0;
}

int cloud_open(cloud* c, const char* path, cloud_format format, bool doubles, const char* labels)
{
    memset(c, 0, sizeof *c);
    c->format = format;
    c->doubles = doubles;
    c->labels = labels;
    c->target.path = path;
    if (is_stdout(c))
        c->target.file = stdout;
    else {
        const int code = atomic_file_open(&c->target, path);
        if (code != EXIT_OK)
            return code;
    }
    c->spool = c->target.file;
    // Text has no count. A regular file has another name while it is written.
    if (format != CLOUD_CSV && !c->target.part) {
        c->spool = temporary_file();
        if (!c->spool) {
            print_error("lidar: no temporary file; write to a file that ends in .%s, or use --format csv",
                        cloud_format_names[format]);
            cloud_discard(c);
            return EXIT_RESOURCES;
        }
    }
    if (c->spool == c->target.file)
        write_header(c, c->spool, 0);
    return EXIT_OK;
}

bool cloud_begins(cloud* c, uint64_t* begin)
{
    const long at = fflush(c->target.file) == 0 ? ftell(c->target.file) : -1;
    *begin = at < 0 ? 0 : (uint64_t)at;
    return at >= 0;
}

bool cloud_ends(cloud* c, uint64_t end)
{
#if !defined(_WIN32)
    if (ftruncate(fileno(c->target.file), (off_t)end) == 0)
        return true;
#else
    (void)end;
#endif
    print_error("cannot write all of %s: %s", c->target.path, strerror(errno));
    return false;
}

bool cloud_write(cloud* c, const char* bytes, size_t count)
{
    return fwrite(bytes, 1, count, c->spool) == count;
}

static bool copy_spool(cloud* c)
{
    char* piece = malloc(COPY_BYTES);
    size_t count = 0;
    bool good = piece && fflush(c->spool) == 0 && fseek(c->spool, 0, SEEK_SET) == 0;
    while (good && (count = fread(piece, 1, COPY_BYTES, c->spool)) > 0)
        good = fwrite(piece, 1, count, c->target.file) == count;
    good = good && !ferror(c->spool);
    free(piece);
    return good;
}

static void close_spool(cloud* c)
{
    if (c->spool && c->spool != c->target.file)
        fclose(c->spool);
    c->spool = NULL;
}

// What was scanned until a signal came.
static int close_part(cloud* c)
{
    const char* path = c->target.path;
    bool kept;
    const int code = atomic_file_commit_part(&c->target, &kept);
    if (code == EXIT_OK && !kept)
        print_warning("lidar: ended early; the older %s stays", path);
    return code;
}

int cloud_close(cloud* c, uint64_t records, bool ends_early)
{
    bool good = !ferror(c->spool);
    if (c->spool != c->target.file) {
        write_header(c, c->target.file, records);
        good = copy_spool(c) && good;
    } else if (c->format != CLOUD_CSV && good) {
        good = fflush(c->spool) == 0 && fseek(c->spool, 0, SEEK_SET) == 0;
        if (good)
            write_header(c, c->spool, records);
    }
    close_spool(c);
    if (is_stdout(c))
        return good ? end_of_output(EXIT_OK) : (print_error("cannot write to the standard output"), EXIT_RESOURCES);
    if (!good && !ferror(c->target.file)) { // the temporary file could not hold it
        print_error("cannot write all of %s: the disk may be full", c->target.path);
        atomic_file_discard(&c->target);
        return EXIT_RESOURCES;
    }
    return ends_early ? close_part(c) : atomic_file_commit(&c->target);
}

void cloud_discard(cloud* c)
{
    close_spool(c);
    if (!is_stdout(c))
        atomic_file_discard(&c->target);
}

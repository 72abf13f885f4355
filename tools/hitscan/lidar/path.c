// Paths from the command line and from CSV files.
//
// Headings need no angle: they are the level part of a step, divided by its length. A step straight up or down, and
// standing still, keeps the heading of the step before, or has that of the next one where there is none. A pose is
// found by bisection.
#include "lidar/path.h"
#include "base/path.h"
#include "cli/file_uses.h"
#include "cli/line_reader.h"
#include "cli/verb.h"
#include "gen/portable_math.h"
#include "mesh_io/text/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 1024, COLUMNS = 5 };
static const double FARTHEST = 1e9; // metres

static bool add_point(path* p, path_point point)
{
    if ((p->count & (p->count - 1)) == 0) { // at powers of two: twice as much room
        const size_t capacity = p->count > 0 ? 2 * (size_t)p->count : 1;
        path_point* larger = realloc(p->points, capacity * sizeof *larger);
        if (!larger)
            return false;
        p->points = larger;
    }
    p->points[p->count++] = point;
    return true;
}

static bool in_range(hit_dvec3 v)
{
    return fabs(v.x) <= FARTHEST && fabs(v.y) <= FARTHEST && fabs(v.z) <= FARTHEST;
}

// ---- The command line -----------------------------------------------------------------------------------------------

static double distance(hit_dvec3 a, hit_dvec3 b)
{
    const double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    return sqrt(x * x + y * y + z * z);
}

// A point is what has a comma, and only characters of numbers: no name of a file is taken for one by mistake.
static bool looks_like_points(const char* text)
{
    return strchr(text, ',') && strspn(text, "0123456789.,+-eE/") == strlen(text);
}

static int read_points(const char* text, double speed, path* p)
{
    for (;;) {
        char word[WORD_MAX];
        const size_t length = strcspn(text, "/");
        path_point point = {0};
        double n[3];
        if (length >= sizeof word) {
            print_error("lidar: --path: a point of more than 1000 characters");
            return EXIT_USAGE;
        }
        memcpy(word, text, length);
        word[length] = '\0';
        if (read_numbers(word, n, 3) != 3) {
            print_error("lidar: --path wants points as X,Y,Z with slashes between, or a CSV file; \"%s\" is none",
                        word);
            return EXIT_USAGE;
        }
        point.position = hit_dvec3_make(n[0], n[1], n[2]);
        if (!in_range(point.position)) {
            print_error("lidar: --path: %s is farther than 1e9 metres", word);
            return EXIT_USAGE;
        }
        if (p->count > 0) {
            const path_point* last = &p->points[p->count - 1];
            point.time = last->time + distance(last->position, point.position) / speed;
        }
        if (!add_point(p, point))
            return out_of_memory("lidar");
        if (text[length] == '\0')
            return EXIT_OK;
        text += length + 1;
    }
}

// ---- Files ----------------------------------------------------------------------------------------------------------

static bool is_blank(const char* line)
{
    return line[strspn(line, " \t\r\n")] == '\0';
}

// The numbers of a row; 0 when it has something else in it.
static uint32_t read_row(const char* line, double n[COLUMNS])
{
    const char* end = line + strcspn(line, "\r\n");
    for (uint32_t count = 0; count < COLUMNS;) {
        line += strspn(line, " \t");
        line = hit_text_read_double(line, end, &n[count]);
        if (!line || !isfinite(n[count]))
            return 0;
        count++;
        line += strspn(line, " \t");
        if (line == end)
            return count;
        if (*line++ != ',')
            return 0;
    }
    return 0;
}

static int refuse(const char* name, uint64_t line, const char* what)
{
    print_error_in(name, line, "%s", what);
    return EXIT_BAD_INPUT;
}

static int take_row(const char* name, uint64_t number, const char* line, path* p)
{
    double n[COLUMNS] = {0.0};
    const uint32_t columns = read_row(line, n);
    const path_point point = {.time = n[0], .position = {n[1], n[2], n[3]}, .yaw = n[4]};
    if (columns == 0 && p->count == 0 && number == 1) // the names of the columns
        return EXIT_OK;
    if (columns != 4 && columns != 5)
        return refuse(name, number, "a row of a path is t,x,y,z or t,x,y,z,yaw: seconds, metres, degrees");
    if (p->count > 0 && p->has_yaw != (columns == 5))
        return refuse(name, number, "some rows have a yaw and some have not");
    if (p->count > 0 && point.time <= p->points[p->count - 1].time)
        return refuse(name, number, "the time must be later than that of the row before");
    if (!in_range(point.position))
        return refuse(name, number, "a place farther than 1e9 metres");
    p->has_yaw = columns == 5;
    return add_point(p, point) ? EXIT_OK : out_of_memory("lidar");
}

static int read_rows(FILE* file, const char* name, path* p)
{
    line_reader l = line_reader_begin(file, name);
    bool more = true;
    int code = EXIT_OK;
    while (code == EXIT_OK && (code = line_reader_next(&l, &more)) == EXIT_OK && more)
        if (!is_blank(l.text) && l.text[0] != '#')
            code = take_row(name, l.number, l.text, p);
    if (code == EXIT_OK && p->count == 0) {
        print_error_in(name, 0, "no rows; a path has t,x,y,z or t,x,y,z,yaw");
        return EXIT_BAD_INPUT;
    }
    return code;
}

// Give each point the direction of the step that follows it.
static void set_headings(path* p)
{
    uint32_t first = p->count; // that has one
    for (uint32_t i = 0; i < p->count; i++) {
        path_point* a = &p->points[i];
        double x = 0.0, y = 0.0, length;
        if (i + 1 < p->count) {
            const hit_dvec3 b = a[1].position;
            const double d[3] = {b.x - a->position.x, b.y - a->position.y, b.z - a->position.z};
            x = d[0] * p->axes[0][0] + d[1] * p->axes[0][1] + d[2] * p->axes[0][2];
            y = d[0] * p->axes[1][0] + d[1] * p->axes[1][1] + d[2] * p->axes[1][2];
        }
        length = sqrt(x * x + y * y);
        a->cosine = length > 0.0 ? x / length : i > 0 ? a[-1].cosine : 1.0;
        a->sine = length > 0.0 ? y / length : i > 0 ? a[-1].sine : 0.0;
        first = length > 0.0 && i < first ? i : first;
    }
    for (uint32_t i = 0; first < p->count && i < first; i++) {
        p->points[i].cosine = p->points[first].cosine;
        p->points[i].sine = p->points[first].sine;
    }
}

static int read_text(const char* text, double speed, path* p)
{
    FILE* file;
    int code;
    if (looks_like_points(text))
        return read_points(text, speed, p);
    code = file_is_read("the file of --path", text);
    if (code != EXIT_OK)
        return code;
    errno = 0;
    file = hit_path_fopen(text, "rb");
    if (!file) {
        print_error("cannot read %s: %s", text, errno ? strerror(errno) : "unknown reason");
        return EXIT_BAD_INPUT;
    }
    code = read_rows(file, text, p);
    fclose(file);
    return code;
}

int path_read(const char* text, double speed, path* p)
{
    memset(p, 0, sizeof *p);
    return read_text(text, speed, p);
}

void path_set_axes(path* p, double axes[3][3])
{
    memcpy(p->axes, axes, sizeof p->axes);
    set_headings(p);
}

void path_free(path* p)
{
    free(p->points);
    memset(p, 0, sizeof *p);
}

// ---- Poses ----------------------------------------------------------------------------------------------------------

double path_duration(const path* p)
{
    return p->points[p->count - 1].time - p->points[0].time;
}

// The step that has this time: the last point that is not later.
static uint32_t find_step(const path* p, double time)
{
    uint32_t low = 0, high = p->count - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (p->points[middle].time <= time)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

pose path_at(const path* p, double seconds)
{
    const double time = p->points[0].time + seconds;
    const uint32_t step = find_step(p, time);
    const path_point* a = &p->points[step];
    double yaw = a->yaw;
    pose out = {a->position, a->cosine, a->sine};
    if (step + 1 < p->count && time > a->time) {
        const path_point* b = a + 1;
        const double share = (time - a->time) / (b->time - a->time);
        out.position = hit_dvec3_make(a->position.x + share * (b->position.x - a->position.x),
                                      a->position.y + share * (b->position.y - a->position.y),
                                      a->position.z + share * (b->position.z - a->position.z));
        yaw = a->yaw + share * remainder(b->yaw - a->yaw, 360.0); // the shorter way round
    }
    if (p->has_yaw)
        trig_sincos_degrees(yaw, &out.sine, &out.cosine);
    return out;
}

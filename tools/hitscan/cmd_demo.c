// hitscan demo: draws a scene that it makes itself, and lists what the centre ray hits.
#include "cmd.h"
#include "demo_render.h"
#include "output.h"
#include "png.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIZE_MAX_PIXELS = 16384, HITS_MAX = 16 };

typedef struct demo_options {
    uint32_t width, height;
    const char* out;
    bool quiet, help;
} demo_options;

static volatile sig_atomic_t interrupted; // the number of the signal, or 0

static void on_signal(int number)
{
    interrupted = number;
}

// A signal that was ignored stays ignored: the run is in the background.
static void catch_signal(int number)
{
    if (signal(number, on_signal) == SIG_IGN)
        signal(number, SIG_IGN);
}

static int help(void)
{
    printf("hitscan demo: draw a field of boxes, spheres and other shapes by casting rays.\n"
           "\n"
           "usage: hitscan demo [--width N] [--height N] [--out FILE] [--quiet]\n"
           "\n"
           "  --width N    pixels across, 1 to %d (960)\n"
           "  --height N   pixels down, 1 to %d (600)\n"
           "  --out FILE   the picture, a PNG (hitscan-demo.png)\n"
           "  --quiet      print nothing\n"
           "  --help       print this\n"
           "\n"
           "Prints what the ray through the middle of the picture goes through, nearest first.\n",
           SIZE_MAX_PIXELS, SIZE_MAX_PIXELS);
    return stdout_is_written() ? EXIT_OK : EXIT_RESOURCES;
}

static double seconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// ---- The picture ---------------------------------------------------------------------------------------------------

static int draw_to(render* r, const demo_options* o, FILE* file)
{
    png* picture = png_begin(file, o->width, o->height);
    uint8_t* row = malloc(3 * (size_t)o->width);
    int code = picture && row ? EXIT_OK : EXIT_RESOURCES;
    if (code != EXIT_OK)
        complain("demo: out of memory");
    for (uint32_t y = 0; y < o->height && code == EXIT_OK; y++) {
        render_row(r, row);
        png_row(picture, row);
        if (interrupted)
            code = EXIT_SIGNAL + interrupted;
        else if (ferror(file)) // no need to draw on; output_commit says what is wrong
            break;
    }
    if (code == EXIT_OK && !ferror(file))
        png_end(picture);
    else
        png_abandon(picture);
    free(row);
    return code;
}

static int draw(render* r, const demo_options* o)
{
    output out;
    int code;
    catch_signal(SIGINT);
    catch_signal(SIGTERM);
    code = output_open(&out, o->out);
    if (code != EXIT_OK)
        return code;
    code = draw_to(r, o, out.file);
    if (code == EXIT_OK)
        return output_commit(&out);
    output_discard(&out);
    return code;
}

// ---- What is printed -----------------------------------------------------------------------------------------------

static void print_scene(const scene* s)
{
    static const char* const plural[SHAPE_KINDS] = {"boxes",    "rotated boxes", "sheared boxes", "spheres",
                                                    "capsules", "cylinders",     "discs"};
    printf("The scene: %u objects on a ground plane:", (unsigned)s->count);
    for (int kind = 0; kind < SHAPE_KINDS; kind++)
        printf("%s %u %s", kind ? "," : "", (unsigned)s->of_kind[kind], plural[kind]);
    printf(".\n\n");
}

// Without this, a normal's -0 would be printed as -0.000.
static double plain(float x)
{
    return fabsf(x) < 0.0005f ? 0.0 : (double)x;
}

static void print_centre(const scene* s, hit_ray ray)
{
    scene_hit hits[HITS_MAX];
    const uint32_t total = scene_all(s, ray, hits, HITS_MAX), shown = total < HITS_MAX ? total : HITS_MAX;
    printf("The centre ray, from (%.2f, %.2f, %.2f) along (%.2f, %.2f, %.2f), hits %u things:\n\n",
           (double)ray.origin.x, (double)ray.origin.y, (double)ray.origin.z, (double)ray.direction.x,
           (double)ray.direction.y, (double)ray.direction.z, (unsigned)total);
    printf("  %-15s %7s %9s   %-25s %-25s %s\n", "object", "t", "distance", "point", "normal", "face");
    for (uint32_t i = 0; i < shown; i++) {
        const float t = hits[i].span.t_enter;
        const hit_vec3 p = hit_ray_at(ray, t), n = scene_normal(s, &hits[i], ray);
        char name[32] = "ground", point[48], normal[48];
        if (hits[i].index != SCENE_GROUND) {
            const object* o = &s->objects[hits[i].index];
            snprintf(name, sizeof name, "%s %u", shape_kind_name(o->kind), (unsigned)o->number);
        }
        snprintf(point, sizeof point, "(%6.3f, %6.3f, %6.3f)", plain(p.x), plain(p.y), plain(p.z));
        snprintf(normal, sizeof normal, "(%6.3f, %6.3f, %6.3f)", plain(n.x), plain(n.y), plain(n.z));
        printf("  %-15s %7.4f %9.4f   %-25s %-25s %s\n", name, (double)t, (double)hit_ray_distance(ray, t), point,
               normal, hit_face_name(hits[i].span.face_enter));
    }
    if (shown < total)
        printf("  and %u more\n", (unsigned)(total - shown));
    printf("\n");
}

// 12345678 as 12,345,678.
static void print_grouped(uint64_t n)
{
    if (n >= 1000) {
        print_grouped(n / 1000);
        printf(",%03u", (unsigned)(n % 1000));
    } else {
        printf("%u", (unsigned)n);
    }
}

int cmd_demo(int argc, char** argv)
{
    static scene s;
    demo_options o = {960, 600, "hitscan-demo.png", false, false};
    const option options[] = {
        {"--width", OPTION_COUNT, &o.width, 1, SIZE_MAX_PIXELS},
        {"--height", OPTION_COUNT, &o.height, 1, SIZE_MAX_PIXELS},
        {"--out", OPTION_TEXT, (void*)&o.out, 0, 0},
        {"--quiet", OPTION_FLAG, &o.quiet, 0, 0},
        {"--help", OPTION_FLAG, &o.help, 0, 0},
    };
    double began;
    render* r;
    int code;
    if (!options_read("demo", options, sizeof options / sizeof options[0], argc, argv))
        return EXIT_USAGE;
    if (o.help)
        return help();
    scene_build(&s);
    r = render_create(&s, o.width, o.height);
    if (!r) {
        complain("demo: out of memory");
        return EXIT_RESOURCES;
    }
    if (!o.quiet) { // before the work, so that there is something to read meanwhile
        print_scene(&s);
        print_centre(&s, render_centre_ray(r));
        fflush(stdout);
    }
    began = seconds();
    code = draw(r, &o);
    if (code == EXIT_OK && !o.quiet) {
        const double time = seconds() - began, rays = (double)render_ray_count(r);
        printf("The picture: %s, %u x %u pixels\n", o.out, (unsigned)o.width, (unsigned)o.height);
        print_grouped(render_ray_count(r));
        printf(" rays in %.2f s: %.2f million rays/s, on one core with the %s kernels\n", time,
               time > 0.0 ? 1e-6 * rays / time : 0.0, hit_cpu_name(hit_cpu_in_use()));
        if (!stdout_is_written())
            code = EXIT_RESOURCES;
    }
    render_destroy(r);
    return code;
}

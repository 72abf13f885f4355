// Suite `cli`, packed glTF: `load/draco` and `load/meshopt`, a terrain of 500,000 triangles as exporters write it, next
// to what the libraries need to unpack the same bytes. One thread, as theirs.
//
// The peers begin with the file, too, and end with what the library gives: Draco its mesh, meshoptimizer an array of
// vertices and one of indices. A model has more: it is checked, its triangles know their faces, and it is a model.
#define _POSIX_C_SOURCE 200809L // mkdir
#include "command.h"
#include "load_packed.h"
#include "suite_cli.h"
#include "support/mesh_io/packed.h"

#include <hitscan/mesh_io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#if defined(HITSCAN_BENCH_DRACO) || defined(HITSCAN_BENCH_MESHOPT)

enum { TRIANGLES = 500000, JSON_ROOM = 2048 };

// A file, and what is packed in it.
typedef struct packed_file {
    const char* path;
    size_t head;          // bytes of the file before the packed ones
    size_t first, second; // sizes of what is packed: vertices and indices, or all of it and nothing
    uint32_t vertices, triangles;
} packed_file;

static void* take(size_t size)
{
    void* memory = malloc(size);
    if (memory == NULL) {
        fprintf(stderr, "hitscan_bench: no memory\n");
        exit(4);
    }
    return memory;
}

static void put32(FILE* f, size_t value)
{
    for (int k = 0; k < 4; k++)
        putc((int)(value >> 8 * k & 255), f);
}

// Write a GLB: the JSON, padded with spaces, and the bytes.
static void write_glb(packed_file* file, char* json, const void* bytes)
{
    const size_t size = file->first + file->second, padded = (size + 3) / 4 * 4;
    FILE* f;
    (void)mkdir(COMMAND_FOLDER, 0777); // when it is there already, so much the better
    f = fopen(file->path, "wb");
    while (strlen(json) % 4 != 0)
        strcat(json, " ");
    file->head = 12 + 8 + strlen(json) + 8;
    if (f == NULL) {
        fprintf(stderr, "hitscan_bench: %s cannot be written\n", file->path);
        exit(4);
    }
    fputs("glTF", f);
    put32(f, 2);
    put32(f, file->head + padded);
    put32(f, strlen(json));
    fputs("JSON", f);
    fputs(json, f);
    put32(f, padded);
    fwrite("BIN", 1, 4, f);
    fwrite(bytes, 1, size, f);
    for (size_t i = size; i < padded; i++)
        putc(0, f);
    if (fclose(f) != 0)
        exit(4);
}

// The packed bytes of a file, read into memory that is new, as a program does.
static unsigned char* read_packed(const packed_file* file)
{
    const size_t size = file->first + file->second;
    unsigned char* bytes = take(size);
    FILE* f = fopen(file->path, "rb");
    if (f == NULL || fseek(f, (long)file->head, SEEK_SET) != 0 || fread(bytes, 1, size, f) != size) {
        fprintf(stderr, "hitscan_bench: %s cannot be read\n", file->path);
        exit(4);
    }
    fclose(f);
    return bytes;
}

static void add_up(const hit_vec3* vertices, uint32_t vertex_count, const uint32_t* indices, uint32_t triangles,
                   packed_sums* sums)
{
    *sums = (packed_sums){vertex_count, triangles, 0.0, 0};
    for (uint32_t i = 0; i < vertex_count; i++) {
        sums->positions += (double)vertices[i].x;
        sums->positions += (double)vertices[i].y;
        sums->positions += (double)vertices[i].z;
    }
    for (uint64_t i = 0; i < 3 * (uint64_t)triangles; i++)
        sums->corners += (uint64_t)indices[i] * (i % 7);
}

static uint64_t load_model(const packed_file* file, packed_sums* sums)
{
    const hit_model_options options = {.allow_files = true};
    hit_model* model = NULL;
    hit_error error;
    uint64_t count;
    if (hit_model_load(file->path, &options, &model, &error) != HIT_OK) {
        fprintf(stderr, "hitscan_bench: %s: %s\n", file->path, error.message);
        return 0;
    }
    count = model->triangle_count;
    if (sums != NULL && model->mesh_count == 1)
        add_up(model->meshes->vertices, model->meshes->vertex_count, model->meshes->indices,
               model->meshes->triangle_count, sums);
    hit_model_destroy(model);
    return count;
}

static double load_ours(const void* data)
{
    return (double)load_model(data, NULL);
}

static bool are_same(const packed_sums* a, const packed_sums* b)
{
    return a->vertices == b->vertices && a->triangles == b->triangles && a->positions == b->positions &&
           a->corners == b->corners && a->triangles > 0;
}

static void race_with(const char* name, const char* peer, double (*unpack)(const void* data), const packed_file* file)
{
    bench_race race = {.suite = "cli",
                       .name = name,
                       .note = "a GLB of 500,000 triangles",
                       .unit = "Mtri/s",
                       .operations = file->triangles,
                       .rounds = bench_asked.quick ? 3 : 15};
    race.engine[race.engines++] = (bench_racer){peer, unpack, file, 0.0};
    race.engine[race.engines++] = (bench_racer){"hitscan", load_ours, file, 1.0 / 1.2};
    cli_forget_memory();
    bench_run_race(&race, NULL);
}
#endif

// ---- Draco ----------------------------------------------------------------------------------------------------------

#if defined(HITSCAN_BENCH_DRACO)

static void write_draco(const scene* s, packed_file* file)
{
    const draco_input input = {&s->vertex->x, NULL, s->vertices, s->index, s->count, 1, 14};
    const size_t room = 16 * (size_t)s->count;
    unsigned char* bytes = take(room);
    char json[JSON_ROOM];
    file->first = draco_pack(&input, bytes, room);
    file->triangles = s->count;
    snprintf(json, sizeof json,
             "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"nodes\":["
             "{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,\"extensions\":"
             "{\"KHR_draco_mesh_compression\":{\"bufferView\":0,\"attributes\":{\"POSITION\":0}}}}]}],\"accessors\":["
             "{\"componentType\":5126,\"count\":%u,\"type\":\"VEC3\"},{\"componentType\":5125,\"count\":%u,\"type\":"
             "\"SCALAR\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu}],\"buffers\":[{\"byteLength\":%zu}]}",
             s->vertices, 3 * s->count, file->first, file->first);
    write_glb(file, json, bytes);
    free(bytes);
}

static double unpack_draco(const void* data)
{
    const packed_file* file = data;
    unsigned char* bytes = read_packed(file);
    const uint64_t count = peer_draco_unpack(bytes, file->first, NULL);
    free(bytes);
    return (double)count;
}

static void bench_draco(const scene* s)
{
    packed_file file = {.path = COMMAND_FOLDER "/draco.glb"};
    packed_sums ours = {0}, theirs = {0};
    unsigned char* bytes;
    if (!bench_wants("load/draco"))
        return;
    write_draco(s, &file);
    bytes = read_packed(&file);
    peer_draco_unpack(bytes, file.first, &theirs);
    free(bytes);
    load_model(&file, &ours);
    if (are_same(&ours, &theirs))
        race_with("load/draco", "libdraco", unpack_draco, &file);
    else
        bench_disagree("cli", "load/draco", "Draco itself unpacks another mesh");
}
#endif

// ---- meshoptimizer --------------------------------------------------------------------------------------------------

#if defined(HITSCAN_BENCH_MESHOPT)
#include <meshoptimizer.h>

// In the order that packs well, as its own packer makes it.
static void write_meshopt(const scene* s, packed_file* file)
{
    const size_t corners = 3 * (size_t)s->count, room = 16 * corners + 4096;
    uint32_t* indices = take(corners * sizeof *indices);
    hit_vec3* vertices = take(s->vertices * sizeof *vertices);
    unsigned char* bytes = take(room);
    char json[JSON_ROOM];
    meshopt_optimizeVertexCache(indices, s->index, corners, s->vertices);
    file->vertices =
        (uint32_t)meshopt_optimizeVertexFetch(vertices, indices, corners, s->vertex, s->vertices, sizeof *vertices);
    file->triangles = s->count;
    file->first = meshopt_encodeVertexBuffer(bytes, room, vertices, file->vertices, sizeof *vertices);
    file->second = meshopt_encodeIndexBuffer(bytes + file->first, room - file->first, indices, corners);
    snprintf(json, sizeof json,
             "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"EXT_meshopt_compression\"],\"nodes\":["
             "{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
             "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":%u,\"type\":\"VEC3\"},{\"bufferView\":"
             "1,\"componentType\":5125,\"count\":%zu,\"type\":\"SCALAR\"}],\"bufferViews\":[{\"buffer\":1,"
             "\"byteLength\":%zu,\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0,\"byteLength\":%zu,"
             "\"byteStride\":12,\"count\":%u,\"mode\":\"ATTRIBUTES\"}}},{\"buffer\":1,\"byteOffset\":%zu,"
             "\"byteLength\":%zu,\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0,\"byteOffset\":%zu,"
             "\"byteLength\":%zu,\"byteStride\":4,\"count\":%zu,\"mode\":\"TRIANGLES\"}}}],\"buffers\":["
             "{\"byteLength\":%zu},{\"byteLength\":%zu,\"extensions\":{\"EXT_meshopt_compression\":{\"fallback\":true}"
             "}}]}",
             file->vertices, corners, 12 * (size_t)file->vertices, file->first, file->vertices,
             12 * (size_t)file->vertices, 4 * corners, file->first, file->second, corners, file->first + file->second,
             12 * (size_t)file->vertices + 4 * corners);
    write_glb(file, json, bytes);
    free(bytes);
    free(vertices);
    free(indices);
}

static uint64_t peer_meshopt_unpack(const packed_file* file, packed_sums* sums)
{
    const size_t corners = 3 * (size_t)file->triangles;
    unsigned char* bytes = read_packed(file);
    hit_vec3* vertices = take(file->vertices * sizeof *vertices);
    uint32_t* indices = take(corners * sizeof *indices);
    const bool good =
        meshopt_decodeVertexBuffer(vertices, file->vertices, sizeof *vertices, bytes, file->first) == 0 &&
        meshopt_decodeIndexBuffer(indices, corners, sizeof *indices, bytes + file->first, file->second) == 0;
    if (good && sums != NULL)
        add_up(vertices, file->vertices, indices, file->triangles, sums);
    free(indices);
    free(vertices);
    free(bytes);
    return good ? file->triangles : 0;
}

static double unpack_meshopt(const void* data)
{
    return (double)peer_meshopt_unpack(data, NULL);
}

static void bench_meshopt(const scene* s)
{
    packed_file file = {.path = COMMAND_FOLDER "/meshopt.glb"};
    packed_sums ours = {0}, theirs = {0};
    if (!bench_wants("load/meshopt"))
        return;
    write_meshopt(s, &file);
    peer_meshopt_unpack(&file, &theirs);
    load_model(&file, &ours);
    if (are_same(&ours, &theirs))
        race_with("load/meshopt", "libmeshoptimizer", unpack_meshopt, &file);
    else
        bench_disagree("cli", "load/meshopt", "meshoptimizer itself unpacks another mesh");
}
#endif

void cli_bench_packed(void)
{
#if defined(HITSCAN_BENCH_DRACO) || defined(HITSCAN_BENCH_MESHOPT)
    scene terrain;
    if (!bench_wants("load/draco") && !bench_wants("load/meshopt"))
        return;
    scene_terrain(&terrain, "terrain", TRIANGLES);
#if defined(HITSCAN_BENCH_DRACO)
    bench_draco(&terrain);
#endif
#if defined(HITSCAN_BENCH_MESHOPT)
    bench_meshopt(&terrain);
#endif
    scene_free(&terrain);
#endif
}

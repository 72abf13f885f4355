// Any bytes as glTF: a model that keeps all promises of mesh_io.h, or an error that says what is wrong; within the
// limit of memory that the loader promises.
//
// Bytes that are changed at random are hardly ever JSON, so the mutator begins with good files, mends the lengths in a
// GLB after most changes, and likes to put one word or number of the format in the place of another.
#define _POSIX_C_SOURCE 200809L // posix_memalign

#include "fuzz/memory_budget.h"
#include "fuzz/require.h"
#include "support/mesh_io/gltf_file.h"
#include "support/mesh_io/model_check.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    // A tighter limit than the usual one, so that much memory is not asked for all the time.
    const uint64_t most = ((uint64_t)1 << 20) + 16 * (uint64_t)size;
    const size_t room = (size_t)most + ((size_t)1 << 17);
    memory_budget p = {room};
    const hit_allocator allocator = {memory_budget_allocate, memory_budget_release, &p};
    const hit_model_options options = {.allocator = &allocator, .max_bytes = most, .appearance = size % 2 == 0};
    hit_error error = {0};
    hit_model* model = NULL;
    const hit_status status = hit_model_read(data, size, HIT_MODEL_GLTF, &options, &model, &error);

    REQUIRE(status == error.status);
    REQUIRE((status == HIT_OK) == (model != NULL));
    if (status == HIT_OK)
        REQUIRE(model_problem(model) == NULL);
    else
        REQUIRE(status != HIT_ERROR_MEMORY && error.message[0] != '\0' && error.offset <= size);
    hit_model_destroy(model);
    REQUIRE(p.left == room);
    return 0;
}

// ---- Mutation -------------------------------------------------------------------------------------------------------

// A file that has all that the reader knows in it.
static const char rich[] =
    "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0,'name':'n\\u00e9','children':[1,"
    "2],"
    "'translation':[1,2,3],'rotation':[0,0,1,1],'scale':[1,-1,2.5e-1]},{'mesh':1,'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,5,6,"
    "7,1"
    "],'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{'TRANSLATION':0}}}},{'children':[3]},{'mesh':1}],"
    "'meshes':[{'name':'m','primitives':[{'attributes':{'POSITION':0},'indices':1},{'attributes':{'POSITION':0},'mode':"
    "5}"
    "]},{'primitives':[{'attributes':{'POSITION':2},'mode':6},{'attributes':{'POSITION':3}}]}],"
    "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3'},"
    "{'bufferView':1,'componentType':5123,'count':6,'type':'SCALAR'},"
    "{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','sparse':{'count':2,'indices':{'bufferView':1,"
    "'componentType':5123},'values':{'bufferView':0}}},{'bufferView':1,'componentType':5121,'normalized':true,'count':"
    "3,"
    "'type':'VEC3'}],'bufferViews':[{'buffer':0,'byteLength':48,'byteStride':12},{'buffer':0,'byteOffset':48,"
    "'byteLength':12}],'buffers':[{$URI'byteLength':60}]}";

// What else it can have: skins, morph targets, cameras, materials, textures, points, hidden nodes.
static const char shown[] =
    "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_node_visibility'],'nodes':[{'mesh':0,'skin':0,'name':'a'},{"
    "'mesh':0,'weights':[1,0.5],'camera':0,'children':[2]},{'mesh':0,'camera':1,'extensions':{'KHR_node_visibility':{"
    "'visible':false}}}],'skins':[{'joints':[1,2],'inverseBindMatrices':4}],'cameras':[{'perspective':{'yfov':1,'znear'"
    ":1}},{'orthographic':{'xmag':1,'ymag':1,'znear':0,'zfar':2}}],'meshes':[{'weights':[0,1],'primitives':[{"
    "'attributes':{'POSITION':0,'NORMAL':0,'TEXCOORD_1':3,'COLOR_0':0,'JOINTS_0':2,'WEIGHTS_0':2},'material':0,"
    "'targets':[{'POSITION':0,'NORMAL':0},{'POSITION':0}]},{'attributes':{'POSITION':0},'mode':0,'indices':1}]}],"
    "'materials':[{'name':'m','alphaMode':'MASK','pbrMetallicRoughness':{'baseColorFactor':[1,0.5,0,1],"
    "'baseColorTexture':{'index':0,'texCoord':1,'extensions':{'KHR_texture_transform':{'offset':[0,1],'rotation':1}}}}"
    "}],'textures':[{'source':0,'sampler':0}],'samplers':[{'wrapS':33071}],'images':[{'bufferView':1}],'accessors':[{"
    "'bufferView':0,'componentType':5126,'count':4,'type':'VEC3'},{'bufferView':1,'componentType':5123,'count':6,'type'"
    ":"
    "'SCALAR'},{'bufferView':0,'componentType':5121,'count':4,'type':'VEC4'},{'bufferView':0,'componentType':5121,"
    "'count':4,'type':'VEC2'},{'bufferView':2,'componentType':5126,'count':0,'type':'MAT4'}],'bufferViews':[{'buffer':"
    "0,"
    "'byteLength':48},{'buffer':0,'byteOffset':48,'byteLength':12},{'buffer':0,'byteLength':60}],"
    "'buffers':[{$URI'byteLength':60}]}";

static size_t begin_anew(uint8_t* data, size_t max_size, unsigned which)
{
    const char* json = which % 8 < 2 ? gltf_square : which % 8 < 5 ? rich : shown;
    size_t size;
    void* good;
    if (which % 2 == 0)
        good = gltf_make_glb(json, gltf_square_bytes, sizeof gltf_square_bytes, &size);
    else {
        good = gltf_make_text(json, gltf_square_bytes, sizeof gltf_square_bytes);
        size = strlen((char*)good);
    }
    size = size < max_size ? size : max_size;
    memcpy(data, good, size);
    free(good);
    return size;
}

// Where a number or a word in quotation marks is, from some place on; false when there is none.
static bool find_item(const uint8_t* data, size_t size, size_t from, size_t* begin, size_t* end)
{
    for (size_t i = from; i < size; i++) {
        if (data[i] >= '0' && data[i] <= '9') {
            *begin = i;
            for (*end = i; *end < size && data[*end] >= '0' && data[*end] <= '9';)
                ++*end;
            return true;
        }
        if (data[i] == '"') {
            const uint8_t* mark = memchr(data + i + 1, '"', size - i - 1);
            *begin = i;
            *end = mark != NULL ? (size_t)(mark - data) + 1 : size;
            return mark != NULL;
        }
    }
    return false;
}

// Put a word or number of the format in the place of one that is there.
static size_t exchange(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    static const char* const items[] = {"0",
                                        "1",
                                        "2",
                                        "3",
                                        "4",
                                        "5",
                                        "6",
                                        "7",
                                        "12",
                                        "48",
                                        "60",
                                        "255",
                                        "65535",
                                        "5120",
                                        "5121",
                                        "5122",
                                        "5123",
                                        "5125",
                                        "5126",
                                        "1000000",
                                        "4294967295",
                                        "1e17",
                                        "-1",
                                        "1e999",
                                        "null",
                                        "true",
                                        "[]",
                                        "{}",
                                        "[0]",
                                        "\"VEC3\"",
                                        "\"SCALAR\"",
                                        "\"VEC4\"",
                                        "\"mesh\"",
                                        "\"mode\"",
                                        "\"children\"",
                                        "\"matrix\"",
                                        "\"sparse\"",
                                        "\"byteStride\"",
                                        "\"byteOffset\"",
                                        "\"count\"",
                                        "\"normalized\"",
                                        "\"ROTATION\"",
                                        "\"SCALE\"",
                                        "\"POSITION\"",
                                        "\"uri\"",
                                        "\"indices\"",
                                        "\"bufferView\"",
                                        "\"nodes\"",
                                        "\"MAT4\"",
                                        "\"skin\"",
                                        "\"weights\"",
                                        "\"targets\"",
                                        "\"camera\"",
                                        "\"material\"",
                                        "\"NORMAL\"",
                                        "\"JOINTS_0\"",
                                        "\"WEIGHTS_0\""};
    const char* item = items[seed / 16 % (sizeof items / sizeof *items)];
    const size_t length = strlen(item);
    size_t begin, end;
    if (size == 0 || !find_item(data, size, (size_t)seed * 2654435761u % size, &begin, &end) ||
        size - (end - begin) + length > max_size)
        return size;
    memmove(data + begin + length, data + end, size - end);
    memcpy(data + begin, item, length);
    return size - (end - begin) + length;
}

// Let the lengths of a GLB be those of what is there: the last brace ends the JSON.
static void mend(uint8_t* data, size_t size)
{
    size_t text = size;
    while (text > 20 && data[text - 1] != '}')
        text--;
    memcpy(data, "glTF", 4);
    gltf_put_u32(data + 4, 2);
    gltf_put_u32(data + 8, size);
    memcpy(data + 16, "JSON", 4);
    while (text < size && data[text] == ' ')
        text++;
    gltf_put_u32(data + 12, text - 20);
    if (size - text >= 8) {
        gltf_put_u32(data + text, size - text - 8);
        memcpy(data + text + 4, "BIN", 4);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    if (size < 32 || seed % 64 == 0)
        size = begin_anew(data, max_size, seed / 64);
    size = seed % 4 == 0 ? LLVMFuzzerMutate(data, size, max_size) : exchange(data, size, max_size, seed);
    if (size > 32 && memcmp(data, "glTF", 3) == 0 && seed % 16 != 1)
        mend(data, size);
    return size;
}

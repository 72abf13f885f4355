// hitscan-assimp: reads one model with Assimp, in a process of its own, for the library hitscan_io.
//
// It is no command for people: the library starts it, with a socket as its standard input. It takes a request and the
// bytes of a model, limits itself, lets Assimp read, and answers (mesh_io/assimp/protocol.h). It has no output of its
// own, and neither writes nor opens files.
#define _GNU_SOURCE
#include "answer.h"
#include "files.h"
#include "sandbox.h"
#include "scene.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// Descriptors that the program which started us has left open are none of our business.
static void close_others(void)
{
#if defined(__linux__) && defined(SYS_close_range)
    if (syscall(SYS_close_range, HIT_ASSIMP_SOCKET + 3, ~0u, 0) == 0)
        return;
#endif
    for (int i = HIT_ASSIMP_SOCKET + 3; i < 1024; i++)
        close(i);
}

static bool is_started_by_library(void)
{
    int type = 0;
    socklen_t size = sizeof type;
    return getsockopt(HIT_ASSIMP_SOCKET, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM;
}

// The extension of the model in lower case, with its point; "" for none.
static void find_extension(const char* name, char extension[16])
{
    const char* point = strrchr(name, '.');
    size_t length = point != NULL ? strlen(point) : 0;
    if (length >= 16)
        length = 0;
    for (size_t i = 0; i < length; i++)
        extension[i] = (char)tolower((unsigned char)point[i]);
    extension[length] = '\0';
}

static const struct aiScene* import(files* f, const axes* a)
{
    struct aiPropertyStore* properties = aiCreatePropertyStore();
    const struct aiScene* scene;
    // A skeleton is no surface: Assimp would make one up.
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
    if (a->is_text) {
        aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
#ifdef AI_CONFIG_IMPORT_COLLADA_IGNORE_UNIT_SIZE
        aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_IGNORE_UNIT_SIZE, 1);
#endif
    }
    // No steps after reading: faces stay as they are in the file, and keep their numbers.
    scene = aiImportFileExWithProperties(f->path, 0, &f->io, properties);
    aiReleasePropertyStore(properties);
    return scene;
}

// Why Assimp did not read it.
static _Noreturn void refuse(const files* f)
{
    const char* said = aiGetErrorString();
    if (strstr(said, "bad_alloc") != NULL)
        answer_error(HIT_ERROR_LIMIT, "Assimp has not enough memory for it (helper_bytes)");
    if (f->missing > 0)
        answer_error(HIT_ERROR_FORMAT, "Assimp cannot read it: %.110s; it names \"%.30s\", which %s", said, f->names[0],
                     f->allowed ? "is not in its folder" : "may not be opened (allow_files)");
    answer_error(HIT_ERROR_FORMAT, "Assimp cannot read it: %s", said);
}

int main(void)
{
    static const hit_assimp_hello hello = {HIT_ASSIMP_MAGIC, HIT_ASSIMP_VERSION};
    const struct aiScene* scene;
    hit_assimp_request request;
    node_list list;
    char extension[16];
    char* bytes;
    files f;
    axes a;
    if (!is_started_by_library()) {
        fputs("hitscan-assimp reads models for the library hitscan_io, which starts it when a file needs Assimp.\n"
              "To look at a model: hitscan info MODEL\n",
              stderr);
        return 2;
    }
    close_others();
    answer_receive(&request, sizeof request);
    answer_frame(HIT_ASSIMP_HELLO, &hello, sizeof hello);
    if (request.magic != HIT_ASSIMP_MAGIC || request.version != HIT_ASSIMP_VERSION)
        answer_end();
    request.name[HIT_ASSIMP_NAME - 1] = '\0';
    limit_resources(&request);
    bytes = request.size < SIZE_MAX ? malloc((size_t)request.size + 1) : NULL;
    if (bytes == NULL)
        answer_error(HIT_ERROR_LIMIT, "its %" PRIu64 " bytes are more than Assimp may have (helper_bytes: %" PRIu64 ")",
                     request.size, request.bytes);
    answer_receive(bytes, (size_t)request.size);
    bytes[request.size] = '\0';
    forbid_files();

    find_extension(request.name, extension);
    if (extension[0] != '\0' && !aiIsExtensionSupported(extension))
        answer_error(HIT_ERROR_FORMAT,
                     "no model, or of a format that cannot be read: %s; known are OBJ, PLY, STL, OFF, XYZ, 3MF, glTF, "
                     "GLB, and what Assimp reads (3DS, Collada, FBX, X and others)",
                     extension);
    files_make(&f, &request, bytes);
    a = axes_of_file(extension, bytes, (size_t)request.size);
    scene = import(&f, &a);
    if (scene == NULL)
        refuse(&f);
    axes_settle(&a, extension, scene);
    list = nodes_make(scene);
    judge_scene(scene, &list, &f, extension);
    note_left_out(scene, &list, &f);
    send_scene(scene, &list, &a, (request.flags & HIT_ASSIMP_APPEARANCE) != 0);
    answer_end();
}

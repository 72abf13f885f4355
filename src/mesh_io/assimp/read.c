// Reads what Assimp can read: some fifty formats that the library has no reader of its own for.
//
// Assimp is not part of this library. A program of its own, hitscan-assimp, has it; here that is found (find.c),
// started with limits and talked to (process.c, protocol.h), and its answer made a model (decode.c, mesh.c). So no file
// can bring down the program that reads it, whatever it does to Assimp.
#include "mesh_io/assimp/assimp.h"

#include <stdio.h>
#include <string.h>

#define OWN_FORMATS "OBJ, PLY, STL, OFF, XYZ, 3MF, glTF"

// An extension as a message may show it.
static const char* show(const char* extension, char shown[32])
{
    size_t i = 0;
    for (; extension[i] != '\0' && i < 31; i++)
        shown[i] = (char)(extension[i] < ' ' || extension[i] > '~' ? '?' : extension[i]);
    shown[i] = '\0';
    return shown;
}

// The name by which Assimp gets to know the model: that of the file up to its extension, since names of companion files
// are made of it, as in man.mdl and manT.mdl; what packed it is cut off.
static void make_name(const hit_loader* loader, const char* extension, char name[HIT_ASSIMP_NAME])
{
    const char* given = loader->name != NULL ? loader->name : "";
    const size_t length = strlen(given), ending = strlen(extension);
    for (size_t i = length; ending > 0 && i > ending; i--)
        if (given[i - ending - 1] == '.' && memcmp(given + i - ending, extension, ending) == 0 && i < HIT_ASSIMP_NAME &&
            (given[i] == '\0' || given[i] == '.')) {
            memcpy(name, given, i);
            name[i] = '\0';
            return;
        }
    snprintf(name, HIT_ASSIMP_NAME, "model%s%.20s", extension[0] != '\0' ? "." : "", extension);
}

hit_status hit_read_assimp(hit_loader* loader, const char* extension)
{
    char path[HIT_ASSIMP_PATH], name[HIT_ASSIMP_NAME], shown[32];
    if (!hit_assimp_find(path))
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0,
                               "no model, or of a format that needs Assimp%s%s; its program " HIT_ASSIMP_HELPER
                               " is not there (HITSCAN_ASSIMP_HELPER may name it); without it: " OWN_FORMATS,
                               extension[0] != '\0' ? ": ." : "", show(extension, shown));
    make_name(loader, extension, name);
    return hit_assimp_run(loader, path, name);
}

// Reads what Assimp can.
#include "mesh_io/loader.h"

hit_status hit_read_assimp(hit_loader* loader, const char* extension)
{
    return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0, "%s cannot be read yet", extension);
}

// Reads stl.
#include "mesh_io/loader.h"

hit_status hit_read_stl(hit_loader* loader)
{
    return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0, "this format cannot be read yet");
}

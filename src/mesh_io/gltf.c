// Reads gltf.
#include "mesh_io/loader.h"

hit_status hit_read_gltf(hit_loader* loader)
{
    return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0, "this format cannot be read yet");
}

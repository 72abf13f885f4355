// Files beside a model.
#include "mesh_io/loader.h"

hit_status hit_loader_file(hit_loader* loader, const char* name, const char** bytes, size_t* size)
{
    (void)bytes, (void)size;
    return hit_loader_fail(loader, HIT_ERROR_FILE, 0, "%s cannot be read yet", name);
}

// Unpacks gzip.
#include "mesh_io/loader.h"

hit_status hit_unpack_gzip(hit_loader* loader, const char* packed, size_t packed_size, uint64_t most, char** bytes,
                           size_t* size)
{
    (void)packed, (void)packed_size, (void)most, (void)bytes, (void)size;
    return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0, "gzip cannot be read yet");
}

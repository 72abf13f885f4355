// A model for several ranks: rank 0 makes what `hitscan tree` would write, in memory, and the others use it where it
// lies, in memory that the ranks of a node share.
#include "cluster/cluster.h"
#include "model/model_internal.h"

#include <stdlib.h>

// The bytes of the model on rank 0, unless it is a .hit file that is used as it is.
static int make_bytes(model* m, char** bytes, size_t* size)
{
    if (m->file)
        return EXIT_OK;
    return hitfile_write_bytes(m, bytes, size);
}

static int open_bytes(char** paths, const model_request* request, const void* bytes, size_t size, model** opened)
{
    model* m = model_create(paths[0], request);
    int code;
    if (!m)
        return EXIT_RESOURCES;
    code = hitfile_open_bytes(m->path, bytes, size, &m->file);
    if (code == EXIT_OK) {
        m->content = hitfile_content(m->file);
        m->costs.model_bytes = m->content->bytes;
    }
    return model_finish(m, code, opened);
}

// Everybody maps the file.
static int map_on_all(char** paths, int count, const model_request* request, model* first, model** opened)
{
    const int code = first ? EXIT_OK : model_open_all(paths, count, request, opened);
    if (first)
        *opened = first;
    return cluster_agree(code);
}

static int share(char** paths, const model_request* request, char* bytes, size_t size, model** opened)
{
    const cluster_module* mpi = cluster_mpi();
    char why[CLUSTER_TEXT_MAX] = "";
    const void* shared = mpi->share(bytes, &size, why);
    int code;
    free(bytes);
    if (!shared) { // on all ranks
        print_error("%s: %s: %s", request->verb_name, paths[0], why);
        return cluster_agree(EXIT_RESOURCES);
    }
    code = cluster_agree(open_bytes(paths, request, shared, size, opened));
    if (code != EXIT_OK)
        mpi->unshare();
    return code;
}

int model_open_together(char** paths, int count, const model_request* request, model** opened)
{
    model* m = NULL;
    char* bytes = NULL;
    size_t size = 0;
    uint64_t is_mapped = 0;
    int code = EXIT_OK;
    if (!cluster_mpi())
        return model_open_all(paths, count, request, opened);
    if (cluster_rank() == 0) {
        code = model_open_all(paths, count, request, &m);
        if (code == EXIT_OK)
            code = make_bytes(m, &bytes, &size);
        is_mapped = code == EXIT_OK && m->file;
        if (m && !is_mapped) {
            model_close(m); // each node has one copy
            m = NULL;
        }
    }
    code = cluster_agree(code);
    if (code != EXIT_OK) {
        model_close(m);
        free(bytes);
        return code;
    }
    cluster_mpi()->broadcast(&is_mapped, sizeof is_mapped);
    return is_mapped ? map_on_all(paths, count, request, m, opened) : share(paths, request, bytes, size, opened);
}

void model_close_together(model* m)
{
    const bool is_shared = m && m->file && !m->costs.mapped;
    model_close(m);
    if (cluster_mpi() && is_shared)
        cluster_mpi()->unshare();
}

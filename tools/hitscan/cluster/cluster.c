// Finds out whether there are several ranks, and loads MPI only then.
//
// Launchers tell by environment variables: Open MPI and PRRTE, the PMI of MPICH, Intel MPI and srun, and PMIx, which
// says the rank but not how many there are; there srun says it. A task of srun without PMI or PMIx is no rank: there
// people start commands of their own, with a shard each. HITSCAN_MPI=off says that this is meant in other cases, too.
#if !defined(_WIN32)
#define _GNU_SOURCE // sched_getaffinity, where it is
#endif
#include "cluster/cluster.h"
#include "cli/message.h"
#include "model/hit_file/hit_file.h"

#include <stdlib.h>
#include <string.h>
#if defined(HITSCAN_HAVE_MPI)
#include <dlfcn.h>
#endif
#if defined(__linux__)
#include <sched.h>
#endif

enum { UNKNOWN = -1 };

static struct {
    int rank, ranks, on_node;
    int told_rank, told_ranks; ///< by the launcher; UNKNOWN: it says that there are ranks, but not how many
    const cluster_module* module;
    int agreed;   ///< the last code that all ranks agreed upon
    bool is_done; ///< and it was the last of all
} here = {.ranks = 1, .on_node = 1, .told_ranks = 1};

// ---- What the launcher says -----------------------------------------------------------------------------------------

static bool read_variable(const char* name, int* value)
{
    const char* text = getenv(name);
    char* end;
    long number;
    if (!text || !*text)
        return false;
    number = strtol(text, &end, 10);
    if (*end || number < 0 || number > 1 << 30)
        return false;
    *value = (int)number;
    return true;
}

void cluster_look(void)
{
    static const char* const launchers[][2] = {
        {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
        {"PMI_RANK", "PMI_SIZE"},
        {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},
        {"PMIX_RANK", "SLURM_STEP_NUM_TASKS"},
    };
    const char* wish = getenv("HITSCAN_MPI");
    int rank = 0, ranks = 0;
    if (wish && strcmp(wish, "off") == 0)
        return;
    for (size_t i = 0; i < sizeof launchers / sizeof launchers[0] && ranks == 0; i++)
        if (read_variable(launchers[i][0], &rank) && !read_variable(launchers[i][1], &ranks))
            ranks = UNKNOWN;
    if (ranks == 0)
        return;
    here.told_rank = rank;
    here.told_ranks = ranks;
    if (rank > 0 && ranks != 1)
        messages_hold();
}

// ---- The module -----------------------------------------------------------------------------------------------------

#if defined(HITSCAN_HAVE_MPI)
static const cluster_module* load_module(char text[CLUSTER_TEXT_MAX])
{
    // MPI finds its own modules by names of libmpi, so those must be seen by all.
    void* library = dlopen(HITSCAN_MPI_FILE, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
    void* const found = library ? dlsym(library, CLUSTER_MODULE_NAME) : NULL;
    cluster_module_function* function = NULL;
    const cluster_module* m;
    if (!found) {
        snprintf(text, CLUSTER_TEXT_MAX, "%.*s", CLUSTER_TEXT_MAX - 1, dlerror());
        return NULL;
    }
    memcpy(&function, &found, sizeof function);
    m = function();
    if (m->version == CLUSTER_MODULE_VERSION)
        return m;
    snprintf(text, CLUSTER_TEXT_MAX, "%s is of another version", HITSCAN_MPI_FILE);
    return NULL;
}

bool cluster_describe(char text[CLUSTER_TEXT_MAX])
{
    char why[CLUSTER_TEXT_MAX];
    const cluster_module* m = load_module(why);
    if (m)
        m->describe(text);
    else
        snprintf(text, CLUSTER_TEXT_MAX, "cannot be loaded: %.*s", CLUSTER_TEXT_MAX - 24, why);
    return true;
}
#else
static const cluster_module* load_module(char text[CLUSTER_TEXT_MAX])
{
    snprintf(text, CLUSTER_TEXT_MAX, "this hitscan was built without MPI");
    return NULL;
}

bool cluster_describe(char text[CLUSTER_TEXT_MAX])
{
    (void)load_module(text);
    return false;
}
#endif

// ---- Begin and end --------------------------------------------------------------------------------------------------

#define ALONE "; HITSCAN_MPI=off lets each of them run alone"

// All of them are to do the same job: another command line would be another one.
static int check_line(int argc, char** argv)
{
    uint64_t sums[2] = {0, 0}, line = 0;
    for (int i = 0; i < argc; i++)
        line = (line ^ hitfile_checksum(argv[i], strlen(argv[i]))) * UINT64_C(0x9e3779b97f4a7c15);
    line &= UINT64_MAX >> 32; // so many of them have a sum
    sums[0] = line;
    sums[1] = line * line % UINT32_MAX;
    here.module->sum(sums, 2);
    if (sums[0] == line * (uint64_t)here.ranks && sums[1] == line * line % UINT32_MAX * (uint64_t)here.ranks)
        return EXIT_OK;
    if (here.rank == 0)
        print_error("the ranks of the launcher were given different command lines" ALONE);
    return EXIT_USAGE;
}

int cluster_begin(const verb* v, int argc, char** argv)
{
    char text[CLUSTER_TEXT_MAX] = "";
    const cluster_module* module;
    if (here.told_ranks == 1)
        return EXIT_OK;
    if (!v->on_ranks) {
        if (here.told_ranks != UNKNOWN)
            print_error("%s runs on one rank, and the launcher started %d: use -n 1, or no launcher" ALONE, v->name,
                        here.told_ranks);
        else
            print_error("%s runs on one rank, and a launcher started it: use none" ALONE, v->name);
        return EXIT_USAGE;
    }
    module = load_module(text);
    if (!module) {
        print_error("%s: a launcher started several ranks, but MPI is not there: %s" ALONE, v->name, text);
        return EXIT_USAGE;
    }
    if (!module->begin(&here.rank, &here.ranks, &here.on_node)) {
        print_error("%s: MPI cannot start, or not with threads", v->name);
        return EXIT_RESOURCES;
    }
    here.module = module;
    if (here.told_ranks != UNKNOWN && here.ranks != here.told_ranks) {
        here.module->describe(text);
        print_error("%s: the launcher started %d ranks, but the MPI of this command (%s) sees %d: use its own launcher",
                    v->name, here.told_ranks, text, here.ranks);
        return EXIT_USAGE;
    }
    return check_line(argc, argv);
}

int cluster_end(int code)
{
    if (!here.module)
        return code;
    // A rank that failed has left the verb; the others come to where they agree, as each collective call comes after an
    // agreement, and hear of it there.
    if (!here.is_done && code != here.agreed)
        code = cluster_agree(code);
    here.module->end();
    return here.rank == 0 ? code : EXIT_OK;
}

int cluster_rank(void)
{
    return here.rank;
}

int cluster_ranks(void)
{
    return here.ranks;
}

const cluster_module* cluster_mpi(void)
{
    return here.ranks > 1 ? here.module : NULL;
}

int cluster_agree(int code)
{
    char text[CLUSTER_TEXT_MAX] = "";
    int agreed;
    if (here.ranks == 1)
        return code;
    if (code != EXIT_OK)
        snprintf(text, sizeof text, "%.*s", CLUSTER_TEXT_MAX - 1, message_held());
    agreed = here.module->agree(code, text);
    if (agreed != EXIT_OK && here.rank == 0 && code == EXIT_OK && agreed < EXIT_SIGNAL)
        print_error("%s", text);
    here.agreed = agreed;
    return agreed;
}

int cluster_agree_at_last(int code)
{
    code = cluster_agree(code);
    here.is_done = true;
    return code;
}

uint32_t cluster_threads(uint32_t asked)
{
    uint32_t share;
    if (asked > 0 || here.ranks == 1)
        return asked;
#if defined(__linux__)
    cpu_set_t bound;
    const int processors = sched_getaffinity(0, sizeof bound, &bound) == 0 ? CPU_COUNT(&bound) : 1;
    // A launcher that binds gives each rank processors of its own; else they share those that there are.
    const long online = (long)processors;
    share = processors > 1 ? (uint32_t)(online / here.on_node) : 1;
#else
    share = 1;
#endif
    return share > 0 ? share : 1;
}

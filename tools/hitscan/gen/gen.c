// The kinds of models by name, and what they share.
#include "gen/gen.h"

#include <stdio.h>
#include <stdlib.h>

const char* const gen_kinds[] = {"town", "terrain", "spheres", "torus", "grid", "soup", "instances", NULL};
static gen_maker* const makers[] = {gen_town, gen_terrain, gen_spheres, gen_torus, gen_grid, gen_soup, gen_instances};

gen* gen_create(int kind, uint64_t triangles, uint64_t seed)
{
    gen* g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->seed = seed;
    if (!makers[kind](g, triangles)) {
        gen_destroy(g);
        return NULL;
    }
    return g;
}

void gen_destroy(gen* g)
{
    if (!g)
        return;
    if (g->discard)
        g->discard(g->kind_data);
    else
        free(g->kind_data);
    free(g);
}

void gen_single(gen* g, const char* name, uint64_t vertices, uint64_t triangles)
{
    g->parts = 1;
    g->vertices = vertices;
    g->triangles = triangles;
    g->part.vertices = (uint32_t)vertices;
    g->part.triangles = (uint32_t)triangles;
    snprintf(g->part.name, sizeof g->part.name, "%s", name);
}

void gen_choose(gen* g, uint32_t part)
{
    if (g->choose)
        g->choose(g, part);
}

// A quarter turn about the x axis, which rounds nothing.
static hit_vec3 turn(const gen* g, hit_vec3 p)
{
    return g->y_up ? hit_vec3_make(p.x, p.z, -p.y) : p;
}

hit_vec3 gen_vertex(const gen* g, uint32_t i)
{
    return turn(g, g->vertex(g, i));
}

void gen_face(const gen* g, uint32_t i, uint32_t corner[3])
{
    g->face(g, i, corner);
}

void gen_get_node(const gen* g, uint32_t i, gen_node* node)
{
    hit_vec3 axis;
    g->node(g, i, node);
    // The axis of a rotation turns as all else does; scales have no sign to turn, and change places.
    axis = turn(g, hit_vec3_make(node->rotation.x, node->rotation.y, node->rotation.z));
    if (g->y_up)
        node->scale = hit_vec3_make(node->scale.x, node->scale.z, node->scale.y);
    node->rotation = (hit_quat){axis.x, axis.y, axis.z, node->rotation.w};
    node->translation = turn(g, node->translation);
}

// A scene as bytes: layout, and how to take it apart. docs/scene-file.md describes it for readers of files.
//
// A file is a header, then sections at multiples of 64 bytes: where the trees lie, the objects, the points of polylines
// and clouds; these are the tables. The blocks of the trees follow, each as hit_bvh_bytes gives it.
// There are no pointers. All numbers are in the byte order of the machine.
//
// There is one way to write a scene:
//   - Sections and blocks follow each other in the order above, without more room between them than the alignment asks
//     for, and that is zero.
//   - There is an object for each slot that was ever used (scene.h), in their order: where it was removed, one without
//     a kind, which keeps its last id, so that this is never used again.
//   - Points are in the order of their objects. Trees are numbered in the order of their first instances; so each has
//     one.
// So a scene that was loaded and saved again is the same bytes, and a reader has little to check.
//
// What a slot costs in memory is a few times what it takes in a file. That bounds the memory that a file can ask for.
#ifndef HITSCAN_SCENE_FILE_FORMAT_H
#define HITSCAN_SCENE_FILE_FORMAT_H

#include "base/assert.h"
#include "bvh/format/layout.h"

#include <hitscan/scene.h>

#define HIT_SCENE_FILE_MAGIC "HITSCEN\x1a"
#define HIT_SCENE_FILE_VERSION 1u
#define HIT_SCENE_FILE_ENDIAN HIT_BVH_ENDIAN

enum { HIT_SCENE_FILE_ALIGNMENT = HIT_BVH_ALIGNMENT, HIT_SCENE_FILE_SECTIONS = 3 };

// 128 bytes.
typedef struct hit_scene_file_header {
    char magic[8];
    uint32_t version;
    uint32_t endian;
    uint64_t size;           ///< of the whole file, a multiple of 64
    uint64_t checksum;       ///< of what follows this field, up to the end of the tables; trees have their own
    hit_bvh_section trees;   ///< hit_scene_file_tree
    hit_bvh_section objects; ///< hit_scene_file_object
    hit_bvh_section points;  ///< hit_vec3
    uint8_t spare[48];       ///< zero
} hit_scene_file_header;

// The block of a tree.
typedef struct hit_scene_file_tree {
    uint64_t offset;   ///< from the beginning of the file
    uint64_t size;     ///< that of its header
    uint64_t checksum; ///< that of its header: so the tables' checksum tells when a tree is that of another scene
} hit_scene_file_tree;

typedef struct hit_scene_file_object {
    uint64_t id; ///< the last one of the slot
    double origin[3];
    float linear[3][3];
    uint32_t layers;
    int32_t priority;
    uint16_t kind;     ///< hit_object_kind; when it is HIT_OBJECT_NONE, everything but the id is zero
    uint16_t disabled; ///< 0 or 1
    union {
        hit_aabb box;
        uint32_t tree; ///< of a mesh: its number
        hit_sphere sphere;
        hit_capsule capsule;
        hit_cylinder cylinder;
        struct {
            uint32_t count;
            float radius;
        } points;         ///< of a polyline or a cloud
        uint32_t word[8]; ///< those that the kind does not use are zero
    } shape;
} hit_scene_file_object;

_Static_assert(sizeof(hit_scene_file_header) == 128 && sizeof(hit_scene_file_tree) == 24, "sizes");
_Static_assert(sizeof(hit_scene_file_object) == 112 && sizeof(hit_vec3) == 12, "sizes");

// How many of the eight words of a shape a kind uses; 0 for what has no shape that is stored.
static inline unsigned hit_scene_file_words(unsigned kind)
{
    static const unsigned char words[] = {
        [HIT_OBJECT_BOX] = 6,      [HIT_OBJECT_MESH] = 1,     [HIT_OBJECT_SPHERE] = 4, [HIT_OBJECT_CAPSULE] = 7,
        [HIT_OBJECT_CYLINDER] = 7, [HIT_OBJECT_POLYLINE] = 2, [HIT_OBJECT_POINTS] = 2};
    return kind < sizeof words ? words[kind] : 0;
}

// The sections in their order, and the bytes of their elements.
static inline const hit_bvh_section* hit_scene_file_section(const hit_scene_file_header* header, unsigned i)
{
    HIT_ASSERT(i < HIT_SCENE_FILE_SECTIONS);
    const hit_bvh_section* const sections[HIT_SCENE_FILE_SECTIONS] = {&header->trees, &header->objects,
                                                                      &header->points};
    return sections[i];
}

static inline uint64_t hit_scene_file_element(unsigned section)
{
    HIT_ASSERT(section < HIT_SCENE_FILE_SECTIONS);
    static const uint64_t bytes[HIT_SCENE_FILE_SECTIONS] = {sizeof(hit_scene_file_tree), sizeof(hit_scene_file_object),
                                                            sizeof(hit_vec3)};
    return bytes[section];
}

static inline uint64_t hit_scene_file_align(uint64_t size)
{
    return (size + HIT_SCENE_FILE_ALIGNMENT - 1) / HIT_SCENE_FILE_ALIGNMENT * HIT_SCENE_FILE_ALIGNMENT;
}

// Where the tables end and the trees begin.
static inline uint64_t hit_scene_file_tables(const hit_scene_file_header* header)
{
    return hit_scene_file_align(header->points.offset + header->points.count * sizeof(hit_vec3));
}

#endif

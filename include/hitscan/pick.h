// Picking: from a click, a rectangle, a lasso or a brush to the objects of a scene.
//
// All take a camera (camera.h) and points of its screen. Objects count between the near and the far plane only. An
// object with a higher `priority` wins over one with a lower, however near that is: a handle over what it moves.
// Among equals the nearest wins, and of equally near ones that with the lowest id: the same click gives the same
// answer.
//
// Nothing is kept, and nothing allocated. Any number of threads may pick in one scene, also while one edits it; but
// hit_explain knows objects that are not committed yet, and so belongs to the thread that edits.
#ifndef HITSCAN_PICK_H
#define HITSCAN_PICK_H

#include <hitscan/camera.h>
#include <hitscan/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Clicks ---------------------------------------------------------------------------------------------------------

/// Find what is under a point of the screen: the object with the highest priority, and among these the nearest.
///
/// @param filter  NULL: everything counts
/// @param hit     filled when there is one, else untouched; may be NULL. t is the depth behind the near plane
/// @return  false when nothing is there
HIT_API bool hit_pick_first(const hit_scene* scene, const hit_camera* camera, double x, double y,
                            const hit_scene_filter* filter, hit_scene_hit* hit);

/// Find everything under a point of the screen, in the order in which repeated clicks should go through it: by
/// priority, then the nearest first, then by id.
///
/// @param hits  room for `capacity` hits: the first ones are stored; may be NULL when that is 0
/// @return  the number of objects there, which may be more than `capacity`
HIT_API uint32_t hit_pick_all(const hit_scene* scene, const hit_camera* camera, double x, double y,
                              const hit_scene_filter* filter, hit_scene_hit* hits, uint32_t capacity);

/// An object near a point of the screen.
typedef struct hit_pick_near_hit {
    hit_id id;
    int32_t priority;
    bool inside;        ///< the point itself lies on the object
    double pixels;      ///< how far it is on the screen; 0 inside
    double depth;       ///< behind the near plane, of the point below
    hit_dvec3 point;    ///< the point of the object that was found
    uint32_t primitive; ///< as in hit_scene_hit
} hit_pick_near_hit;

/// Find objects within some pixels of a point of the screen: for lines, points, and other things that are hard to hit.
///
/// In the order of priority; then what the point lies on (the nearest first) before what it is only near to; then by
/// distance on the screen, by depth, by id. What the point lies on is what the click's ray hits; a line or a cloud of
/// points with a radius of 0 counts as inside within 1/2 pixel, also when `radius` is less. What lies between the near
/// and the far plane counts, hidden or not, by its geometry; user shapes by their bounds. Distances on the screen are
/// right to 1e-9 of themselves and of the size of the object's image.
///
/// @param radius  in pixels, 0 or more; one that is not finite finds nothing
/// @param filter  NULL: everything counts
/// @param found   room for `capacity` objects: the first ones are stored; may be NULL when that is 0
/// @return  the number of objects within the radius, which may be more than `capacity`
HIT_API uint32_t hit_pick_near(const hit_scene* scene, const hit_camera* camera, double x, double y, double radius,
                               const hit_scene_filter* filter, hit_pick_near_hit* found, uint32_t capacity);

// ---- Areas ----------------------------------------------------------------------------------------------------------

/// How to select by an area of the screen. Zero everywhere, or NULL, is the default: what touches the area, hidden or
/// not.
typedef struct hit_area_options {
    bool contained; ///< only what lies in the area as a whole, and between the near and far plane
    bool visible;   ///< only what is seen: see hit_area_options.step
    float step;     ///< with `visible`: rays are cast through the part of the area that is in the viewport, in rows and
        ///< columns that are at most this many pixels apart, and what is the first hit of one counts. 0 means
        ///< 1, less than 1/16 means that. What shows less than a square of this size may be missed; nothing
        ///< that is hidden is found. To count what has no room in `ids`, all rays are cast again, for every
        ///< 512 objects more
    const hit_scene_filter* filter; ///< NULL: everything counts. What does not count hides nothing
    uint64_t reserved[4];           ///< zero (base.h)
} hit_area_options;

/// Find the objects in a rectangle of the screen, by their geometry: not by centres, nor by bounds.
///
/// The border belongs to the rectangle: what touches it from outside is found, and what touches it from inside is
/// contained. Exact but for roundings in double: what is closer to a side than 1e-9 of the screen's size may be taken
/// or not (docs/picking.md says when it is more), but what touches is never lost. What reaches behind the near plane,
/// or behind the eye, counts with its part that does not, and is not contained.
///
/// @param x0, y0, x1, y1  two opposite corners, in any order; they may lie beyond the viewport, but what is more than
///                        2^20 screens away is taken as being there
/// @param options         NULL: touching, hidden or not
/// @param ids             room for `capacity` ids: the lowest ones are stored, in ascending order; may be NULL
/// @return  the number of objects found, which may be more than `capacity`; 0 for NULL and for what is not finite
HIT_API uint32_t hit_pick_rect(const hit_scene* scene, const hit_camera* camera, double x0, double y0, double x1,
                               double y1, const hit_area_options* options, hit_id* ids, uint32_t capacity);

/// Find the objects in a polygon of any shape on the screen; where it crosses itself, even-odd: what is enclosed twice
/// is outside. As hit_pick_rect otherwise. The last point is joined to the first.
///
/// All sides belong to the area, also one that is gone back over, which encloses nothing. What a side passes through is
/// not contained.
///
/// @param points  x and y of each, `count` of them; fewer than 3 find nothing
HIT_API uint32_t hit_pick_lasso(const hit_scene* scene, const hit_camera* camera, const double (*points)[2],
                                uint32_t count, const hit_area_options* options, hit_id* ids, uint32_t capacity);

/// Find the objects that a round brush of some pixels touches, or that lie in it: a cone for a perspective camera, a
/// cylinder for an orthographic one. As hit_pick_rect otherwise.
///
/// A circle on the screen of a perspective camera is taken for the cone about the ray through its centre that covers as
/// many pixels there: a round brush in the world, and so an ellipse towards the corners of the screen. The brush is cut
/// off across its axis, where that meets the near plane and the far one.
///
/// @param radius  in pixels, 0 or more; one that is not finite finds nothing
HIT_API uint32_t hit_pick_brush(const hit_scene* scene, const hit_camera* camera, double x, double y, double radius,
                                const hit_area_options* options, hit_id* ids, uint32_t capacity);

// ---- Why not? -------------------------------------------------------------------------------------------------------

/// Why a click did not pick an object: the first of these that holds.
typedef enum hit_reason {
    HIT_REASON_PICKED = 0,    ///< it was picked
    HIT_REASON_NO_CAMERA,     ///< there is no camera, or no ray through the point: see hit_camera_ray
    HIT_REASON_NO_OBJECT,     ///< the scene has no such object (any more)
    HIT_REASON_NOT_COMMITTED, ///< it was added after the last commit
    HIT_REASON_DISABLED,      ///< it is disabled
    HIT_REASON_LAYERS,        ///< its layers and those of the filter have no bit in common
    HIT_REASON_REFUSED,       ///< the filter's callback refused it
    HIT_REASON_BEHIND,        ///< all of it lies behind the near plane
    HIT_REASON_BEYOND,        ///< all of it lies beyond the far plane
    HIT_REASON_MISSED_BOUNDS, ///< the ray misses the box around it: `off` says by how much
    HIT_REASON_MISSED_SHAPE,  ///< the ray meets that box, but not the object
    HIT_REASON_BEFORE_NEAR,   ///< it is hit before the near plane only
    HIT_REASON_AFTER_FAR,     ///< it is hit after the far plane only
    HIT_REASON_SIDE,          ///< it is hit on a side that the filter does not count
    HIT_REASON_HIDDEN,        ///< something nearer was picked, or as near and with a lower id: `other`
    HIT_REASON_OUTRANKED      ///< something with a higher priority was picked: `other`
} hit_reason;

/// The whole story.
typedef struct hit_explanation {
    hit_reason reason;
    hit_id id, other;               ///< the object, and the one that the click picks instead, or 0
    float t, other_t;               ///< where the ray hits them, or would; infinite where it does not
    uint32_t layers, filter_layers; ///< of the object and of the filter
    int32_t priority, other_priority;
    double off[2];  ///< MISSED_*: from the point, in pixels along x and y, to the closest point of the
                    ///< image of the bounds (MISSED_BOUNDS), or of the object (MISSED_SHAPE)
    bool stale;     ///< the object was changed, moved or removed since the last commit: queries, and this explanation,
                    ///< have it as it was
    char text[400]; ///< a sentence or two about it, in English
} hit_explanation;

/// Explain why a click at a point of the screen picks an object, or does not: hit_pick_first with the same arguments.
HIT_API hit_explanation hit_explain(const hit_scene* scene, const hit_camera* camera, double x, double y,
                                    const hit_scene_filter* filter, hit_id id);

/// "picked", "hidden" and so on; "unknown" for a number that is no reason.
HIT_API const char* hit_reason_name(hit_reason reason);

#ifdef __cplusplus
}
#endif

#endif

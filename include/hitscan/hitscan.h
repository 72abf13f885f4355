// Hitscan: what a line, a ray, a segment, a cone or a frustum hits, where, exactly. This header includes all the
// others.
#ifndef HITSCAN_HITSCAN_H
#define HITSCAN_HITSCAN_H

#include <hitscan/base.h>
#include <hitscan/bvh.h>
#include <hitscan/camera.h>
#include <hitscan/cone.h>
#include <hitscan/frustum.h>
#include <hitscan/intersect.h>
#include <hitscan/many.h>
#include <hitscan/math.h>
#include <hitscan/overlap.h>
#include <hitscan/pick.h>
#include <hitscan/scene.h>
#include <hitscan/selection.h>
#include <hitscan/shapes.h>
#include <hitscan/task.h>
#include <hitscan/version.h>
#include <hitscan/world.h>

#endif

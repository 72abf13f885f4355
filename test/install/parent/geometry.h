#ifndef GEOMETRY_H
#define GEOMETRY_H

/// The distance from x to the unit box along the x axis; negative where there is none. It does not show Hitscan.
float geometry_distance(float x);

#endif

"""The truth, in fractions: what rays hit, one triangle or box after the other."""
from fractions import Fraction

import numpy as np


def fractions(vector):
    return [Fraction(float(x)) for x in vector]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def minus(a, b):
    return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]


def ray_triangle(origin, direction, triangle, t_min=0, t_max=None):
    """(t, u, v, w, side) as fractions, or None. Both ends, edges and corners count; a ray in the plane does not hit."""
    o, d = fractions(origin), fractions(direction)
    v0, v1, v2 = (fractions(v) for v in triangle)
    e1, e2 = minus(v1, v0), minus(v2, v0)
    n = cross(e1, e2)
    slope = dot(d, n)
    if slope == 0:
        return None
    t = dot(minus(v0, o), n) / slope
    if t < t_min or (t_max is not None and t > t_max):
        return None
    p = minus([o[i] + t * d[i] for i in range(3)], v0)
    size = dot(n, n)
    u, v = dot(cross(p, e2), n) / size, dot(cross(e1, p), n) / size
    if u < 0 or v < 0 or u + v > 1:
        return None
    return t, u, v, 1 - u - v, 0 if slope < 0 else 1


def all_hits(origin, direction, triangles, t_min=0, t_max=None, counts=lambda i, hit: True):
    """[(t, index, u, v, w, side)], the nearest first, equal t by index."""
    found = []
    for i, triangle in enumerate(triangles):
        hit = ray_triangle(origin, direction, triangle, t_min, t_max)
        if hit is not None and counts(i, hit):
            found.append((hit[0], i) + hit[1:])
    return sorted(found)


def is_rounded(number, exact):
    """Whether a float32 is the one that is nearest to a fraction."""
    number = np.float32(number)
    off = abs(Fraction(float(number)) - exact)
    return all(off <= abs(Fraction(float(np.nextafter(number, np.float32(to)))) - exact) for to in (-np.inf, np.inf)
               if np.isfinite(np.nextafter(number, np.float32(to))))


def squared_distance(point, triangle):
    """The exact square of the distance from a point to a triangle."""
    p, (a, b, c) = fractions(point), (fractions(v) for v in triangle)
    n = cross(minus(b, a), minus(c, a))
    best = min(_segment(p, a, b), _segment(p, b, c), _segment(p, c, a))
    size = dot(n, n)
    if size:
        e1, e2, q = minus(b, a), minus(c, a), minus(p, a)
        u, v = dot(cross(q, e2), n) / size, dot(cross(e1, q), n) / size
        if u >= 0 and v >= 0 and u + v <= 1:
            best = min(best, dot(q, n) ** 2 / size)
    return best


def _segment(p, a, b):
    e, q = minus(b, a), minus(p, a)
    size = dot(e, e)
    s = min(max(dot(q, e) / size, Fraction(0)), Fraction(1)) if size else Fraction(0)
    off = [q[i] - s * e[i] for i in range(3)]
    return dot(off, off)

"""Who is right where two engines differ: rays against triangles in fractions."""
from __future__ import annotations

import os
import sys
from typing import Any, Tuple

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
import exact  # noqa: E402 - the oracle of the tests

# How far from zero a volume in double must be for its sign to be certain, relative to the product of what it is made
# of: some thirty roundings of 2^-53 each.
_SURE = 1e-14


def candidates(vertices: Any, faces: Any, origin: Any, direction: Any) -> Any:
    """The triangles that a ray, as a whole line, may hit: all but those that certainly are beside it."""
    a, b, c = (vertices[faces[:, i]].astype(np.float64) - origin.astype(np.float64) for i in range(3))
    d = direction.astype(np.float64)
    scale = np.linalg.norm(d) * np.maximum(np.maximum((a * a).sum(axis=1), (b * b).sum(axis=1)), (c * c).sum(axis=1))
    u, v, w = np.cross(c, b) @ d, np.cross(a, c) @ d, np.cross(b, a) @ d
    beside = ((np.minimum(np.minimum(u, v), w) < -_SURE * scale) & (np.maximum(np.maximum(u, v), w) > _SURE * scale))
    return np.flatnonzero(~beside)


def crossings(vertices: Any, faces: Any, origin: Any, direction: Any) -> Tuple[int, int]:
    """At how many places a ray meets the surface, and how many hits that is, by fractions.

    Where a ray touches an edge from outside it goes in and out at one place: one hit or two are both right.
    """
    some = candidates(vertices, faces, origin, direction)
    found = exact.hits(vertices, faces[some], origin, direction, unique=True)
    return len({h.t for h in found}), len(found)


def is_first(vertices: Any, faces: Any, origin: Any, direction: Any, ours: int, theirs: int) -> bool:
    """Whether ours, and not theirs, is the first triangle that a ray hits; -1 is none."""
    which = [i for i in (ours, theirs) if i >= 0]
    found = exact.hits(vertices, faces[which], origin, direction)
    first = which[found[0].primitive] if found else -1
    tie = len(found) == 2 and found[0].t == found[1].t
    return min(which) == ours if tie else first == ours

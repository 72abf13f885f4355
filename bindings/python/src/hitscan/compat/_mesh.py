"""Meshes whose corners are doubles: a tree of floats for the search, and places in double for the answers.

Trees hold floats. A mesh that lies far from the origin for its size would lose digits by that, so the tree is built
around an offset: what is left of a corner after subtracting it is as precise as a float can be. A mesh whose corners
are floats already is taken as it is, and nothing is rounded.

The tree finds which triangles are hit, in which order, exactly for the rounded mesh and rays. Where a hit lies is then
computed once more in double, on the plane of the triangle as it was given.
"""
from __future__ import annotations

from typing import Any, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from .. import _arrays
from ..tree import Tree

Doubles = NDArray[np.float64]
Integers = NDArray[np.int64]

# How many hits are computed at once: their temporary arrays stay in the cache.
_CHUNK = 16384
# How far a place in double may lie from that of the tree, as a part of the mesh and of the way to it: rays that graze a
# triangle have no precise place on its plane, and those keep the t of the tree.
_APART = 1e-5


def offset_of(vertices: Doubles) -> Doubles:
    """What to subtract from corners before they are rounded to float: (3,), zero for most meshes.

    A multiple of a power of two that is not smaller than the mesh, between the mesh and the origin: what is left of a
    coordinate is not larger than that was, so that subtracting loses nothing; and zero for a mesh at the origin.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        if len(vertices) == 0 or np.array_equal(vertices, vertices.astype(np.float32)):
            return np.zeros(3)
        low, high = vertices.min(axis=0), vertices.max(axis=0)
        size = float(np.max(high - low))
        if not 0.0 < size < np.inf:
            return np.zeros(3)
        step = np.exp2(np.ceil(np.log2(size)))
        return np.asarray(np.trunc((low / 2 + high / 2) / step) * step)


def _dot(a: Doubles, b: Doubles) -> Doubles:
    return np.asarray(np.einsum("ij,ij->i", a, b))


class Mesh:
    """A tree over triangles that are given in double.

    vertices  (n, 3) numbers, kept as double
    faces     (m, 3) whole numbers
    """

    def __init__(self, vertices: Any, faces: Any, threads: Optional[int] = None) -> None:
        self.vertices: Doubles = _arrays.array(vertices, np.float64, ("n", 3), "vertices")
        self.faces: Integers = _arrays.array(faces, np.int64, ("m", 3), "faces")
        self.threads = threads
        self.offset = offset_of(self.vertices)
        self.tree = Tree(self.local(self.vertices), self.faces, threads=threads)
        inside = self.vertices[np.isfinite(self.vertices).all(axis=1)]
        self.size = float(np.max(inside.max(axis=0) - inside.min(axis=0))) if len(inside) else 0.0
        self._planes: Optional[Tuple[Doubles, Doubles]] = None

    def local(self, points: NDArray[Any]) -> NDArray[Any]:
        """Points as the tree knows them, still unrounded: (..., 3)."""
        return points - self.offset if self.offset.any() else points

    def _plane(self) -> Tuple[Doubles, Doubles]:
        """A corner and a normal, of any length, of each triangle."""
        if self._planes is None:
            a, b, c = (self.vertices[self.faces[:, i]] for i in range(3))
            self._planes = a, np.cross(b - a, c - a)
        return self._planes

    def places(self, origins: Doubles, directions: Doubles, t: NDArray[np.float32], primitive: Integers) -> Doubles:
        """Where rays meet triangles that they hit: (n, 3), as precise as doubles are on the triangles' own planes.

        origins, directions  (n, 3), as the caller has them
        t, primitive         (n,), what the tree found
        """
        corner, normal = self._plane()
        places = np.empty((len(t), 3))
        for begin in range(0, len(t), _CHUNK):
            part = slice(begin, begin + _CHUNK)
            o, d, which, near = origins[part], directions[part], primitive[part], t[part].astype(np.float64)
            with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
                exact = _dot(corner[which] - o, normal[which]) / _dot(d, normal[which])
                room = _APART * (near + self.size / np.sqrt(_dot(d, d)))
                precise = np.abs(exact - near) <= room
            places[part] = o + np.where(precise, exact, near)[:, None] * d
        return places

    def closest(self, points: Doubles) -> Tuple[Doubles, Doubles, Integers]:
        """The closest point of the mesh to each of ``points``, (n, 3): points (n, 3), distances and triangles (n,).

        A point that is not finite, and every point where the mesh has no triangles, gets NaN, infinity and -1.
        """
        found = self.tree.closest(self.local(points), threads=self.threads)
        primitive = found.primitive.astype(np.int64)
        weights = found.weights
        places = np.empty((len(points), 3))
        for begin in range(0, len(points), _CHUNK):
            part = slice(begin, begin + _CHUNK)
            corners = self.vertices[self.faces[primitive[part]]] if len(self.faces) else np.zeros((1, 3, 3))
            places[part] = _on_triangles(corners, weights[part].astype(np.float64), points[part])
        places[primitive < 0] = np.nan
        with np.errstate(invalid="ignore"):
            distance = np.sqrt(_dot(points - places, points - places))
        distance[primitive < 0] = np.inf
        return places, distance, primitive


def _on_triangles(corners: Doubles, weights: Doubles, points: Doubles) -> Doubles:
    """The closest point of each triangle, whose weights say whether it lies at a corner, on an edge or inside.

    corners (n, 3, 3), weights and points (n, 3). The weights are rounded to float, but which of them are zero is exact:
    so the part of the triangle is known, and the point on it is computed in double.
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        places: Doubles = np.einsum("ni,nij->nj", weights, corners)
        zeros = (weights == 0).sum(axis=1)
        inside = zeros == 0
        a, b, c = (corners[inside, i] for i in range(3))
        normal = np.cross(b - a, c - a)
        flat = points[inside] - (_dot(points[inside] - a, normal) / _dot(normal, normal))[:, None] * normal
        places[inside] = np.where(np.isfinite(flat), flat, places[inside])
        edge = np.flatnonzero(zeros == 1)
        opposite = np.argmin(weights[edge], axis=1)
        a, b = corners[edge, (opposite + 1) % 3], corners[edge, (opposite + 2) % 3]
        along = np.clip(_dot(points[edge] - a, b - a) / _dot(b - a, b - a), 0.0, 1.0)
        on_edge = a + along[:, None] * (b - a)
        places[edge] = np.where(np.isfinite(on_edge), on_edge, places[edge])
    return places

"""Rays as PyVista has them: ``multi_ray_trace`` and ``ray_trace``, with the mesh as the first argument.

    >>> points, rays, cells = hitscan.compat.pyvista.multi_ray_trace(sphere, origins, directions)

What differs:

- Neither trimesh nor embreex is needed, and no hit is lost: ``retry`` is accepted, and there is nothing to try again.
- A ray through an edge or corner that several cells share hits one of them, the lowest; PyVista's ray_trace drops
  points that are closer than a tolerance, which here none is.
- The tree is kept as long as the mesh lives and is not modified.

PyVista itself is not imported: a mesh has ``points``, ``regular_faces`` and ``is_all_triangles``.
"""
from __future__ import annotations

import weakref
from typing import Any, Dict, Optional, Tuple

import numpy as np

from .. import _arrays
from .._errors import ArgumentError
from ._mesh import Doubles, Integers
from .trimesh import RayMeshIntersector


class _Triangles:
    """What the class for trimesh needs of a mesh."""

    def __init__(self, mesh: Any) -> None:
        all_triangles = mesh.is_all_triangles
        if not (all_triangles() if callable(all_triangles) else all_triangles):
            raise ArgumentError("the mesh has cells that are no triangles: call its triangulate() first")
        self.vertices, self.faces = mesh.points, mesh.regular_faces


# By id, as VTK's objects compare and hash as they like: a weak reference, the time of the last change, and the tree.
_kept: Dict[int, Tuple[Any, Any, RayMeshIntersector]] = {}


def _intersector(mesh: Any, threads: Optional[int]) -> RayMeshIntersector:
    changed = getattr(mesh, "GetMTime", None)
    if changed is None:
        return RayMeshIntersector(_Triangles(mesh), threads=threads)
    key, time = id(mesh), (changed(), threads)
    known = _kept.get(key)
    if known is None or known[0]() is not mesh or known[1] != time:
        held = RayMeshIntersector(_Triangles(mesh), threads=threads)
        known = (weakref.ref(mesh, lambda _, key=key: _kept.pop(key, None)), time, held)  # type: ignore[misc]
        _kept[key] = known
    return known[2]


def multi_ray_trace(mesh: Any, origins: Any, directions: Any, first_point: bool = False, retry: bool = False, *,
                    threads: Optional[int] = None) -> Tuple[Doubles, Integers, Integers]:
    """Where many rays hit a mesh of triangles, as PolyData.multi_ray_trace.

    origins, directions  (n, 3)
    first_point          the first hit of each ray only

    Returns points (m, 3) float64, rays (m,) and cells (m,) int64: the first hits of all rays, then the second ones, and
    so on; by rays with ``retry``, as in PyVista.
    """
    points, rays, cells = _intersector(mesh, threads).intersects_location(
        origins, directions, multiple_hits=not first_point, max_hits=np.iinfo(np.int64).max)
    if retry:
        order = np.argsort(rays, kind="stable")
        points, rays, cells = points[order], rays[order], cells[order]
    return points, rays, cells


def ray_trace(mesh: Any, origin: Any, end_point: Any, first_point: bool = False, *, threads: Optional[int] = None
              ) -> Tuple[Doubles, Integers]:
    """Where the line from ``origin`` to ``end_point``, (3,) each, hits a mesh, as PolyData.ray_trace.

    Returns points (m, 3) and cells (m,), the nearest first; with ``first_point`` one point (3,), or none (0, 3).
    """
    begin = _arrays.array(origin, np.float64, (3,), "origin")
    end = _arrays.array(end_point, np.float64, (3,), "end_point")
    points, cells = _intersector(mesh, threads)._along_segment(begin, end)
    if first_point and len(points):
        return points[0], cells
    return points, cells

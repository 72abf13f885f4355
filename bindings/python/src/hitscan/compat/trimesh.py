"""Rays and closest points as trimesh has them: a drop-in for ``mesh.ray``, and for trimesh.proximity.

    >>> mesh.ray = hitscan.compat.trimesh.RayMeshIntersector(mesh)

Methods, arguments, the order of results and their types are those of trimesh.ray.ray_pyembree, trimesh's class for
embreex. What differs:

- No hit is lost, whether a ray goes through an edge or a corner, and none is found twice.
- A ray through an edge or corner that several triangles share hits one of them, the lowest. Where it only touches an
  edge, with one triangle in front and one behind, it goes in and out: that is two hits, at one place.
- A ray hits both faces of triangles, and the start of a ray counts, as in trimesh.
- All processors work; ``threads`` says how many.

trimesh itself is not imported: a mesh is anything with ``vertices`` and ``faces``.
"""
from __future__ import annotations

from typing import Any, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from .. import _arrays
from .._all_hits import FEW, Part
from .._errors import ArgumentError
from ..tree import Tree
from ._mesh import Doubles, Integers, Mesh

Found = Union[Tuple[Integers, Integers], Tuple[Integers, Integers, Doubles]]

# The directions in which contains_points looks: one, and another when that ray meets an edge or a hole. The first is
# trimesh's; the others are as good as any.
_WAYS = np.array([[0.4395064455, 0.617598629942, 0.652231566745], [-0.7071932, 0.3125717, 0.6342003],
                  [0.2183114, -0.9174625, 0.3325661], [0.5381946, 0.2410227, -0.8076263],
                  [-0.3119853, -0.4461787, -0.8388067], [0.9132245, -0.1520419, 0.3780201]])


class _Held:
    """A mesh of somebody else, and our tree over it, which is built anew when the mesh has changed."""

    def __init__(self, mesh: Any, threads: Optional[int]) -> None:
        self.mesh = mesh
        self.threads = threads
        self._built: Optional[Mesh] = None
        self._key: Any = None

    def __call__(self) -> Mesh:
        # A trimesh hashes its contents, and remembers the hash until it is changed. Others do not change.
        key = hash(self.mesh) if getattr(type(self.mesh), "__hash__", None) else id(self.mesh)
        if self._built is None or key != self._key:
            self._built, self._key = Mesh(self.mesh.vertices, self.mesh.faces, self.threads), key
        return self._built


class RayMeshIntersector:
    """Ray queries on a mesh.

    geometry      a trimesh.Trimesh, or anything with ``vertices`` (n, 3) and ``faces`` (m, 3)
    scale_to_box  accepted, and not needed: answers do not depend on the scale
    threads       None: all processors
    """

    def __init__(self, geometry: Any, scale_to_box: bool = True, *, threads: Optional[int] = None) -> None:
        self.mesh = geometry
        self._scale_to_box = scale_to_box
        self._threads = threads
        self._held = _Held(geometry, threads)

    # ---- Rays ------------------------------------------------------------------------------------------------------

    def intersects_id(self, ray_origins: Any, ray_directions: Any, multiple_hits: bool = True, max_hits: int = 100,
                      return_locations: bool = False, **_: Any) -> Found:
        """The triangles that rays hit.

        ray_origins       (n, 3)
        ray_directions    (n, 3), of any length
        multiple_hits     all hits of a ray, or the first only
        max_hits          the most hits of one ray, the nearest ones
        return_locations  also where

        Returns index_tri (m,) int64, index_ray (m,) int64, and if asked for locations (m, 3) float64: the first hits
        of all rays, then the second ones, and so on, each in the order of the rays.
        """
        origins, directions = _rays(ray_origins, ray_directions)
        mesh = self._held()
        if multiple_hits:
            index_ray, index_tri, t = _by_depth(mesh.tree, mesh.local(origins), directions, max_hits, self._threads)
        else:
            first = mesh.tree.cast(mesh.local(origins), directions, threads=self._threads)
            index_ray = np.flatnonzero(first.hit)
            index_tri, t = first.primitive[index_ray].astype(np.int64), first.t[index_ray]
        if not return_locations:
            return index_tri, index_ray
        return index_tri, index_ray, mesh.places(origins[index_ray], directions[index_ray], t, index_tri)

    def intersects_location(self, ray_origins: Any, ray_directions: Any, multiple_hits: bool = True,
                            **options: Any) -> Tuple[Doubles, Integers, Integers]:
        """Where rays hit: locations (m, 3) float64, index_ray (m,) and index_tri (m,) int64; see intersects_id."""
        tri, ray, locations = self.intersects_id(ray_origins, ray_directions, multiple_hits=multiple_hits,
                                                 **{**options, "return_locations": True})  # type: ignore[misc]
        return locations, ray, tri

    def intersects_first(self, ray_origins: Any, ray_directions: Any, **_: Any) -> NDArray[np.int32]:
        """The first triangle that each ray hits: (n,) int32, -1 for none. Among equals the lowest."""
        origins, directions = _rays(ray_origins, ray_directions)
        mesh = self._held()
        found = mesh.tree.cast(mesh.local(origins), directions, threads=self._threads)
        return np.ascontiguousarray(found.primitive)

    def intersects_any(self, ray_origins: Any, ray_directions: Any, **_: Any) -> NDArray[np.bool_]:
        """Whether each ray hits anything: (n,) bool."""
        origins, directions = _rays(ray_origins, ray_directions)
        mesh = self._held()
        return np.asarray(mesh.tree.any(mesh.local(origins), directions, threads=self._threads))

    def _along_segment(self, begin: Doubles, end: Doubles) -> Tuple[Doubles, Integers]:
        """All hits of the line between two points, (3,) each: places (m, 3) and triangles (m,), the nearest first."""
        mesh = self._held()
        origins, directions = begin[None], (end - begin)[None]
        found = mesh.tree.all(mesh.local(origins), directions, 0.0, 1.0, unique=True, threads=self._threads)
        triangles = found.primitive.astype(np.int64)
        repeat = np.zeros(len(triangles), np.int64)
        return mesh.places(origins[repeat], directions[repeat], found.t, triangles), triangles

    # ---- Points ----------------------------------------------------------------------------------------------------

    def contains_points(self, points: Any) -> NDArray[np.bool_]:
        """Whether a closed mesh has each point inside, or on it: (n,) bool, of points (n, 3).

        By parity: a point is inside when a ray from it leaves the mesh an odd number of times. Only rays that meet no
        edge and no corner count, for which that is exact; others are tried in another direction. For a mesh with
        holes, a point is inside when a ray and the one in the opposite direction both say so.
        """
        places = _arrays.array(points, np.float64, ("n", 3), "points")
        mesh = self._held()
        contains = np.zeros(len(places), np.bool_)
        bounds = mesh.tree.bounds
        with np.errstate(invalid="ignore", over="ignore"):
            rounded = mesh.local(places).astype(np.float32)
            open_ = np.flatnonzero(((rounded >= bounds[0]) & (rounded <= bounds[1])).all(axis=1))
        for way in _WAYS:
            if len(open_) == 0:
                break
            inside, known = self._parity(mesh, rounded[open_], way.astype(np.float32))
            contains[open_[inside & known]] = True
            open_ = open_[~known]
        return contains

    def _parity(self, mesh: Mesh, points: NDArray[np.float32], way: NDArray[np.float32]
                ) -> Tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Whether points are inside, and whether that is known, by rays in this direction and the opposite one."""
        count = len(points)
        found = mesh.tree.all(np.concatenate([points, points]), np.repeat([way, -way], count, axis=0),
                              threads=self._threads)
        hits = np.diff(found.offsets).reshape(2, count)
        # A weight of zero is exact: the hit lies on an edge, where counting triangles does not count surfaces.
        on_edge = (found.weights == 0).any(axis=1)
        unclear = np.zeros(2 * count, np.bool_)
        unclear[found.ray[on_edge]] = True
        on_surface = np.zeros(2 * count, np.bool_)
        on_surface[found.ray[found.t == 0]] = True
        surface = on_surface.reshape(2, count).any(axis=0)
        clear = ~unclear.reshape(2, count).any(axis=0)
        odd = hits % 2 == 1
        # A ray that meets nothing is in the open, whatever holes the other one went through.
        free = (hits == 0).any(axis=0)
        known = surface | free | (clear & (odd[0] == odd[1]))
        return surface | (odd[0] & ~free), known

    # ---- Copies ----------------------------------------------------------------------------------------------------

    def __getstate__(self) -> Any:
        return {"mesh": self.mesh, "scale_to_box": self._scale_to_box, "threads": self._threads}

    def __setstate__(self, state: Any) -> None:
        self.__init__(state["mesh"], state["scale_to_box"], threads=state["threads"])  # type: ignore[misc]

    def __copy__(self, *_: Any) -> RayMeshIntersector:
        return RayMeshIntersector(self.mesh, self._scale_to_box, threads=self._threads)

    def __deepcopy__(self, *_: Any) -> RayMeshIntersector:
        return self.__copy__()


def _rays(origins: Any, directions: Any) -> Tuple[Doubles, Doubles]:
    """Rays as trimesh takes them: two arrays (n, 3)."""
    o = _arrays.numbers(origins, ("n", 3), "ray_origins")
    d = _arrays.numbers(directions, ("n", 3), "ray_directions")
    if o.shape != d.shape:
        raise ArgumentError(f"ray_origins has shape {o.shape}, and ray_directions {d.shape}: expected the same")
    return o, d


def _by_depth(tree: Tree, origins: NDArray[Any], directions: NDArray[Any], max_hits: int, threads: Optional[int]
              ) -> Tuple[Integers, Integers, NDArray[np.float32]]:
    """All hits in the order of trimesh: rays, triangles and t of the first hits of all rays, then of the second."""
    found = _Columns(max_hits)
    if max_hits > 0:
        tree._all_in_parts(origins, directions, found.take, most=max_hits, unique=True, threads=threads)
    return found.joined()


class _Columns:
    """Hits by their depth, the first of all rays and so on, put together of parts that go from ray to ray."""

    def __init__(self, max_hits: int) -> None:
        self._max = max_hits
        # By depth, and then what is deeper: lists of rays, triangles, t, and there of depths.
        self._near: List[Tuple[List[Any], List[Any], List[Any]]] = [([], [], []) for _ in range(FEW)]
        self._deep: List[Tuple[Any, Any, Any, Any]] = []

    def take(self, part: Part) -> None:
        """Add all hits of some rays."""
        triangle, t = part.hits["primitive"], part.hits["t"]
        which = np.flatnonzero(part.counts)
        at, left = part.starts[which], np.minimum(part.counts[which].astype(np.int64), self._max)
        for depth, (rays, triangles, ts) in enumerate(self._near):
            if len(which) == 0:
                return
            rays.append(which + part.begin)
            triangles.append(triangle[at])
            ts.append(t[at])
            more = np.flatnonzero(left > depth + 1)  # only who has a hit may have another
            which, left, at = which[more], left[more], at[more] + 1
        if len(which):
            self._take_deep(which + part.begin, at, left - FEW, triangle, t)
        if part.more is not None:
            which, counts, at, hits = part.more
            left = np.minimum(counts.astype(np.int64), self._max - FEW)
            self._take_deep(which + part.begin, at, left, hits["primitive"], hits["t"])

    def _take_deep(self, rays: Integers, at: Integers, counts: Integers, triangle: NDArray[np.int32],
                   t: NDArray[np.float32]) -> None:
        """The hits of rays beyond the first few, so many from each of ``at`` on."""
        depth = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        at = np.repeat(at, counts) + depth
        self._deep.append((np.repeat(rays, counts), triangle[at], t[at], depth))

    def joined(self) -> Tuple[Integers, Integers, NDArray[np.float32]]:
        """All rays, triangles and t."""
        columns: List[List[NDArray[Any]]] = [[part for depth in self._near for part in depth[i]] for i in range(3)]
        if self._deep:
            *deep, depth = (np.concatenate(column) for column in zip(*self._deep))
            order = np.argsort(depth, kind="stable")
            for column, more in zip(columns, deep):
                column.append(more[order])
        rays, triangles, t = (np.concatenate([np.empty(0, dtype), *column])
                              for column, dtype in zip(columns, (np.int64, np.int32, np.float32)))
        return rays, triangles.astype(np.int64), t


# ---- Proximity -----------------------------------------------------------------------------------------------------


def closest_point(mesh: Any, points: Any, *, threads: Optional[int] = None) -> Tuple[Doubles, Doubles, Integers]:
    """The closest point of a mesh to each point, as trimesh.proximity.closest_point.

    Returns closest (n, 3) float64, distance (n,) float64 and triangle_id (n,) int64. Of triangles at the same distance
    the lowest is told, where trimesh takes the one that faces the point more.
    Builds a tree: for many calls on one mesh make a ProximityQuery.
    """
    return ProximityQuery(mesh, threads=threads).on_surface(points)


class ProximityQuery:
    """Closest points on a mesh, as trimesh.proximity.ProximityQuery; the tree is kept until the mesh changes.

    Signed distances come when the library has them.
    """

    def __init__(self, mesh: Any, *, threads: Optional[int] = None) -> None:
        self._mesh = mesh
        self._held = _Held(mesh, threads)

    def on_surface(self, points: Any) -> Tuple[Doubles, Doubles, Integers]:
        """The closest points (n, 3), their distances (n,) and triangles (n,), to points (n, 3); see closest_point."""
        return self._held().closest(_arrays.array(points, np.float64, ("n", 3), "points"))

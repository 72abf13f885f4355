"""Rays and closest points as Open3D has them: ``RaycastingScene`` in place of open3d.t.geometry.RaycastingScene.

    >>> scene = hitscan.compat.open3d.RaycastingScene()
    >>> scene.add_triangles(vertices, faces)        # arrays, tensors, or a mesh
    >>> scene.cast_rays(rays)["t_hit"].numpy()

Methods, arguments, shapes, keys and types are those of Open3D. Results are NumPy arrays, which also have ``.numpy()``
as tensors do. What differs:

- Answers are exact: no ray slips through an edge; of hits at the same place the lowest geometry and triangle is told;
  t_hit is correctly rounded.
- A surface counts once where a ray goes through an edge or corner, in count_intersections and list_intersections.
- Arrays of any type are accepted, not only float32 and uint32.
- Occupancy and signed distance come when the library has them.

Open3D itself is not imported.
"""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from .. import _arrays
from .._errors import ArgumentError
from ..tree import Tree

INVALID_ID = 0xFFFFFFFF


class Tensor(np.ndarray):
    """A NumPy array that also answers ``.numpy()`` and ``.cpu()``, so that programs for Open3D need no change."""

    def numpy(self) -> NDArray[Any]:
        """The same numbers as a plain array."""
        return self.view(np.ndarray)

    def cpu(self) -> Tensor:
        """Itself: it is there already."""
        return self


def _tensor(a: Any, shape: Tuple[int, ...], dtype: Any) -> Tensor:
    return np.asarray(a, dtype).reshape(shape).view(Tensor)


def _host(value: Any) -> Any:
    """The numbers of a tensor of Open3D, whose own word on where it lies (``__dlpack_device__``) not all can read."""
    if type(value).__module__.partition(".")[0] == "open3d" and hasattr(value, "numpy"):
        return value.cpu().numpy()
    return value


class RaycastingScene:
    """Triangle meshes that rays and closest points are asked of.

    nthreads  the threads of queries that do not say; 0: all processors
    """

    INVALID_ID = INVALID_ID

    def __init__(self, nthreads: int = 0, device: Any = None) -> None:
        del device  # Everything runs on the host.
        self._nthreads = nthreads
        self._vertices: List[NDArray[np.float32]] = []
        self._faces: List[NDArray[np.uint32]] = []
        self._tree: Optional[Tree] = None
        self._first: NDArray[np.int64] = np.zeros(1, np.int64)
        self._face_normals: Optional[NDArray[np.float32]] = None

    def add_triangles(self, vertex_positions: Any = None, triangle_indices: Any = None, *, mesh: Any = None) -> int:
        """Add a mesh, and tell its geometry id: 0, 1, 2 ...

        vertex_positions  (n, 3), rounded to float32; or a mesh: of open3d.t.geometry, of open3d.geometry, of trimesh
        triangle_indices  (m, 3) whole numbers
        """
        if mesh is None and triangle_indices is None:
            mesh, vertex_positions = vertex_positions, None
        if mesh is not None:
            vertex_positions, triangle_indices = _of_mesh(mesh)
        vertices = _arrays.points(_host(vertex_positions), "vertex_positions", shape=("n", 3))
        faces = _arrays.array(_host(triangle_indices), np.uint32, ("m", 3), "triangle_indices")
        if faces.size and int(faces.max()) >= len(vertices):
            raise ArgumentError(f"triangle_indices has the number {int(faces.max())}, and there are {len(vertices)} "
                                "vertices")
        self._vertices.append(vertices)
        self._faces.append(faces)
        self._tree = self._face_normals = None
        return len(self._faces) - 1

    # ---- Rays ------------------------------------------------------------------------------------------------------

    def cast_rays(self, rays: Any, nthreads: int = 0) -> Dict[str, Tensor]:
        """The first hit of each ray (..., 6): origin and direction.

        Returns t_hit (...) in units of the direction, infinite for a miss; geometry_ids and primitive_ids (...),
        INVALID_ID for a miss; primitive_uvs (..., 2) and primitive_normals (..., 3), zero for a miss.
        """
        origins, directions, shape = self._rays(rays)
        tree = self._built()
        found = tree.cast(origins, directions, threads=self._threads(nthreads))
        geometry, primitive = self._ids(found.primitive)
        return {
            "t_hit": _tensor(found.t, shape, np.float32),
            "geometry_ids": _tensor(geometry, shape, np.uint32),
            "primitive_ids": _tensor(primitive, shape, np.uint32),
            "primitive_uvs": _tensor(found.uv, shape + (2,), np.float32),
            "primitive_normals": _tensor(self._normals(found.primitive), shape + (3,), np.float32),
        }

    def test_occlusions(self, rays: Any, tnear: float = 0.0, tfar: float = np.inf, nthreads: int = 0) -> Tensor:
        """Whether each ray (..., 6) hits anything with t from tnear to tfar: (...) bool."""
        origins, directions, shape = self._rays(rays)
        any_ = self._built().any(origins, directions, tnear, tfar, threads=self._threads(nthreads))
        return _tensor(any_, shape, np.bool_)

    def count_intersections(self, rays: Any, nthreads: int = 0) -> Tensor:
        """How often each ray (..., 6) goes through a surface: (...) int32."""
        origins, directions, shape = self._rays(rays)
        count = self._built().count(origins, directions, unique=True, threads=self._threads(nthreads))
        return _tensor(count, shape, np.int32)

    def list_intersections(self, rays: Any, nthreads: int = 0) -> Dict[str, Tensor]:
        """All hits of each ray (..., 6), in the order of the rays, then of t.

        Returns ray_splits (n + 1,), where the hits of each of the n rays begin; and for each of the m hits ray_ids,
        t_hit, geometry_ids and primitive_ids (m,) and primitive_uvs (m, 2).
        """
        origins, directions, _ = self._rays(rays)
        found = self._built().all(origins, directions, unique=True, threads=self._threads(nthreads))
        geometry, primitive = self._ids(found.primitive)
        count = (len(primitive),)
        return {
            "ray_splits": _tensor(found.offsets, (len(origins) + 1,), np.uint32),
            "ray_ids": _tensor(found.ray, count, np.uint32),
            "t_hit": _tensor(found.t, count, np.float32),
            "geometry_ids": _tensor(geometry, count, np.uint32),
            "primitive_ids": _tensor(primitive, count, np.uint32),
            "primitive_uvs": _tensor(found.uv, count + (2,), np.float32),
        }

    # ---- Points ----------------------------------------------------------------------------------------------------

    def compute_closest_points(self, query_points: Any, nthreads: int = 0) -> Dict[str, Tensor]:
        """The closest point of all meshes to each point (..., 3).

        Returns points (..., 3), geometry_ids and primitive_ids (...), primitive_uvs (..., 2) and primitive_normals
        (..., 3); zero and INVALID_ID where there is none.
        """
        points, shape = self._points(query_points)
        found = self._built().closest(points, threads=self._threads(nthreads))
        geometry, primitive = self._ids(found.primitive)
        place = np.where(found.found[:, None], found.point, np.float32(0))
        return {
            "points": _tensor(place, shape + (3,), np.float32),
            "geometry_ids": _tensor(geometry, shape, np.uint32),
            "primitive_ids": _tensor(primitive, shape, np.uint32),
            "primitive_uvs": _tensor(found.uv, shape + (2,), np.float32),
            "primitive_normals": _tensor(self._normals(found.primitive), shape + (3,), np.float32),
        }

    def compute_distance(self, query_points: Any, nthreads: int = 0) -> Tensor:
        """The distance of each point (..., 3) from the meshes: (...) float32, infinite where there are none."""
        points, shape = self._points(query_points)
        found = self._built().closest(points, threads=self._threads(nthreads))
        return _tensor(found.distance, shape, np.float32)

    # ---- Cameras ---------------------------------------------------------------------------------------------------

    @staticmethod
    def create_rays_pinhole(*arguments: Any, **named: Any) -> Tensor:
        """The rays through the centres of the pixels of a camera: (height_px, width_px, 6) float32.

        Either (intrinsic_matrix (3, 3), extrinsic_matrix (4, 4), width_px, height_px), where the extrinsic matrix
        takes the world to the camera; or (fov_deg, center, eye, up, width_px, height_px), with the horizontal field of
        view and the point that the camera looks at.
        """
        by_matrix = ("intrinsic_matrix", "extrinsic_matrix", "width_px", "height_px")
        by_view = ("fov_deg", "center", "eye", "up", "width_px", "height_px")
        names = by_view if len(arguments) > 4 or set(named) & {"fov_deg", "center", "eye", "up"} else by_matrix
        given = dict(zip(names, arguments))
        if len(arguments) > len(names) or set(named) & set(given) or set(given) | set(named) != set(names):
            raise ArgumentError(f"create_rays_pinhole takes ({', '.join(by_matrix)}) or ({', '.join(by_view)})")
        given.update(named)
        width, height = int(given["width_px"]), int(given["height_px"])
        if names is by_view:
            return _pinhole(*_look_at(given, width, height), width, height)
        intrinsic = _arrays.array(_host(given["intrinsic_matrix"]), np.float64, (3, 3), "intrinsic_matrix")
        extrinsic = _arrays.array(_host(given["extrinsic_matrix"]), np.float64, (4, 4), "extrinsic_matrix")
        return _pinhole(intrinsic, extrinsic, width, height)

    # ---- The tree --------------------------------------------------------------------------------------------------

    def _built(self) -> Tree:
        """One tree over the triangles of all meshes, one after the other."""
        if self._tree is None:
            counts = np.array([len(v) for v in self._vertices], np.int64)
            before = np.concatenate([[0], np.cumsum(counts)])
            if before[-1] > INVALID_ID:
                raise ArgumentError(f"{before[-1]} vertices in one scene: expected fewer than 2^32")
            vertices = np.concatenate(self._vertices) if self._vertices else np.zeros((0, 3), np.float32)
            parts = [f + np.uint32(b) if b else f for f, b in zip(self._faces, before)]
            faces = np.concatenate(parts) if parts else np.zeros((0, 3), np.uint32)
            self._first = np.concatenate([[0], np.cumsum([len(f) for f in self._faces], dtype=np.int64)])
            self._tree = Tree(vertices, faces, threads=self._threads(0))
        return self._tree

    def _threads(self, nthreads: int) -> Optional[int]:
        return int(nthreads) or int(self._nthreads) or None

    def _rays(self, rays: Any) -> Tuple[NDArray[Any], NDArray[Any], Tuple[int, ...]]:
        a = _arrays.numbers(_host(rays), ("...", 6), "rays")
        flat = a.reshape(-1, 6)
        return flat[:, :3], flat[:, 3:], a.shape[:-1]

    def _points(self, points: Any) -> Tuple[NDArray[Any], Tuple[int, ...]]:
        a = _arrays.numbers(_host(points), ("...", 3), "query_points")
        return a.reshape(-1, 3), a.shape[:-1]

    def _ids(self, primitive: NDArray[np.int32]) -> Tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """The geometry, and the triangle in it, of triangles of the whole tree; -1 becomes INVALID_ID."""
        whole = np.ascontiguousarray(primitive)
        if len(self._faces) <= 1:
            # All bits of -1 are set, and none of those of the rest, which shifts fill with the sign.
            return (whole >> 31).view(np.uint32), whole.view(np.uint32)
        geometry = (np.searchsorted(self._first, whole, side="right") - 1).astype(np.int32)
        local = np.where(geometry < 0, -1, whole - self._first[geometry]).astype(np.int32)
        return geometry.view(np.uint32), local.view(np.uint32)

    def _normals(self, primitive: NDArray[np.int32]) -> NDArray[np.float32]:
        """The unit normals of triangles, to the side from which their corners turn left; zero for none."""
        if self._face_normals is None:
            # One row more, of zeros, for "no triangle", which is -1.
            rows = [np.zeros((1, 3), np.float32)]
            for v, f in zip(reversed(self._vertices), reversed(self._faces)):
                a, b, c = (v[f[:, i]].astype(np.float64) for i in range(3))
                normal = np.cross(b - a, c - a)
                with np.errstate(divide="ignore", invalid="ignore"):
                    normal /= np.sqrt(np.einsum("ij,ij->i", normal, normal))[:, None]
                rows.insert(0, np.nan_to_num(normal).astype(np.float32))
            self._face_normals = np.concatenate(rows)
        return np.take(self._face_normals, primitive, axis=0)


def _of_mesh(mesh: Any) -> Tuple[Any, Any]:
    """The vertices and triangles of a mesh of Open3D, new or old, or of trimesh."""
    if hasattr(mesh, "vertex") and hasattr(mesh, "triangle"):
        return mesh.vertex["positions"], mesh.triangle["indices"]
    for faces in ("faces", "triangles"):  # a trimesh has both; its triangles are corners
        if hasattr(mesh, "vertices") and hasattr(mesh, faces):
            return np.asarray(mesh.vertices), np.asarray(getattr(mesh, faces))
    raise ArgumentError(f"a {type(mesh).__name__} is no mesh: expected one of Open3D or trimesh, or two arrays, "
                        "vertex_positions and triangle_indices")


def _look_at(given: Dict[str, Any], width: int, height: int) -> Tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The matrices of a camera at an eye. As in Open3D, the rows of the picture go along ``up``."""
    center, eye, up = (_arrays.array(_host(given[k]), np.float64, (3,), k) for k in ("center", "eye", "up"))
    focal = 0.5 * width / np.tan(np.radians(0.5 * float(given["fov_deg"])))
    intrinsic = np.array([[focal, 0, 0.5 * width], [0, focal, 0.5 * height], [0, 0, 1]])
    forward = center - eye
    right = np.cross(up, forward)
    down = np.cross(forward, right)
    rotation = np.stack([right, down, forward])
    lengths = np.linalg.norm(rotation, axis=1, keepdims=True)
    if not np.all((lengths > 0) & np.isfinite(lengths)):
        raise ArgumentError("center, eye and up make no camera: it must look somewhere, and not along up")
    rotation /= lengths
    extrinsic = np.eye(4)
    extrinsic[:3, :3] = rotation
    extrinsic[:3, 3] = -rotation @ eye
    return intrinsic, extrinsic


def _pinhole(intrinsic: NDArray[np.float64], extrinsic: NDArray[np.float64], width: int, height: int) -> Tensor:
    if width < 0 or height < 0:
        raise ArgumentError(f"a picture of {width} x {height} pixels: expected sizes from 0 on")
    rotation = extrinsic[:3, :3]
    to_world = rotation.T @ np.linalg.inv(intrinsic)
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    rays = np.empty((height, width, 6), np.float32)
    rays[..., :3] = -rotation.T @ extrinsic[:3, 3]
    rays[..., 3:] = np.stack([x, y, np.ones_like(x)], axis=-1) @ to_world.T
    return rays.view(Tensor)

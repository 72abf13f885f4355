"""What queries of trees give: arrays in the caller's shape, most of them made when they are asked for.

Results keep the tree that they were found in: it may be closed, dropped or refitted, and normals are still those that
were hit.
"""
from __future__ import annotations

import ctypes
import math
import struct
from typing import TYPE_CHECKING, Any, Iterator, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from . import _declarations as c
from ._errors import ArgumentError
from ._library import call, pool

if TYPE_CHECKING:
    from ._handle import Handle

# hit_bvh_hit and hit_bvh_closest. A primitive that is none, UINT32_MAX in C, reads as -1: trees have at most 2^29.
HIT = np.dtype([("t", "f4"), ("primitive", "i4"), ("u", "f4"), ("v", "f4"), ("w", "f4"), ("side", "i4"), ("face", "i4"),
                ("slot", "u4")])
CLOSEST = np.dtype([("distance", "f4"), ("primitive", "i4"), ("point", "f4", 3), ("u", "f4"), ("v", "f4"),
                    ("w", "f4"), ("slot", "u4")])

_unpack_hit = struct.Struct("=fifffiiI").unpack
_unpack_ray = struct.Struct("=8f").unpack


def normals_of(handle: Handle, records: NDArray[Any]) -> NDArray[np.float32]:
    """The normals of hits, (n, 3), in the tree that they were found in."""
    normals = np.empty((len(records), 3), np.float32)
    options = c.hit_bvh_batch_options()
    workers = pool(None) if len(records) > 4096 else None
    options.pool = None if workers is None else ctypes.addressof(workers)
    call("hit_bvh_batch_normals", handle.address, _arrays.address(records), len(records), _arrays.address(normals),
         ctypes.byref(options))
    return normals


def points_of(rays: NDArray[Any], t: NDArray[np.float32]) -> NDArray[np.float64]:
    """origin + t direction in double, (n, 3); NaN where t is infinite."""
    t64 = t.astype(np.float64)
    t64[~np.isfinite(t64)] = np.nan
    points = rays["direction"] * t64[..., None]
    points += rays["origin"]
    return np.asarray(points)


def lengths_of(rays: NDArray[Any]) -> NDArray[np.float64]:
    """|direction| in double."""
    d = rays["direction"].astype(np.float64)
    return np.asarray(np.sqrt(np.einsum("...i,...i->...", d, d)))


class Hit:
    """Where one ray meets a tree; false when it meets nothing.

    hit        whether it does
    t          in units of the length of the direction; inf for a miss
    primitive  the index of the triangle or box; -1 for a miss
    u, v, w    the point is w v0 + u v1 + v v2; 0 for boxes; ``uv`` is (u, v)
    side       0: the front of a triangle, 1: its back; of a box 1 when the ray starts inside
    face       through which a box is entered (0 to 5: -x, +x, -y, +y, -z, +z), else -1
    point      (3,) float64: origin + t direction; NaN for a miss
    normal     (3,) float32 of unit length, to the front; 0 for a miss, and where a ray starts in a box
    distance   t times the length of the direction, float64
    """

    __slots__ = ("_fields", "_handle", "_ray", "_record")

    def __init__(self, handle: Handle, record: Any, ray: Any) -> None:
        """Made by queries. record: bytes of a hit_bvh_hit; ray: those of a hit_ray, or None."""
        self._handle = handle
        self._record = record
        self._ray = ray
        self._fields: Optional[Tuple[Any, ...]] = None

    def _all(self) -> Tuple[Any, ...]:
        if self._fields is None:
            self._fields = _unpack_hit(self._record)
        return self._fields

    @property
    def hit(self) -> bool:
        return bool(self._all()[1] >= 0)

    def __bool__(self) -> bool:
        return self.hit

    @property
    def t(self) -> float:
        return float(self._all()[0])

    @property
    def primitive(self) -> int:
        return int(self._all()[1])

    @property
    def u(self) -> float:
        return float(self._all()[2])

    @property
    def v(self) -> float:
        return float(self._all()[3])

    @property
    def w(self) -> float:
        return float(self._all()[4])

    @property
    def uv(self) -> Tuple[float, float]:
        return self.u, self.v

    @property
    def weights(self) -> Tuple[float, float, float]:
        """(w, u, v): the weights of the three corners, in their order."""
        return self.w, self.u, self.v

    @property
    def side(self) -> int:
        return int(self._all()[5])

    @property
    def face(self) -> int:
        return int(self._all()[6])

    @property
    def point(self) -> NDArray[np.float64]:
        if self._ray is None:
            raise ArgumentError("a hit that accept() is asked about has no point yet")
        r, t = _unpack_ray(self._ray), self.t if self.hit else math.nan
        return np.array([r[0] + t * r[3], r[1] + t * r[4], r[2] + t * r[5]])

    @property
    def distance(self) -> float:
        if self._ray is None:
            raise ArgumentError("a hit that accept() is asked about has no distance yet")
        r = _unpack_ray(self._ray)
        return self.t * math.sqrt(r[3] * r[3] + r[4] * r[4] + r[5] * r[5]) if self.hit else math.inf

    @property
    def normal(self) -> NDArray[np.float32]:
        return normals_of(self._handle, np.frombuffer(self._record, HIT, 1)).reshape(3)

    def __repr__(self) -> str:
        return f"<Hit primitive={self.primitive} t={self.t:.9g}>" if self.hit else "<Hit: none>"


class _Records:
    """Records of hits, of any shape, with the rays that made them: what Hits and AllHits share."""

    _handle: Handle
    _records: NDArray[Any]
    _normal: Optional[NDArray[np.float32]] = None

    def _rays_of_hits(self) -> NDArray[Any]:
        """The ray of each record, in the shape of the records or one that broadcasts to it."""
        raise NotImplementedError

    @property
    def hit(self) -> NDArray[np.bool_]:
        """Whether there is a hit."""
        return np.asarray(self._records["primitive"] >= 0)

    @property
    def t(self) -> NDArray[np.float32]:
        """In units of the length of the direction, correctly rounded; inf for a miss."""
        return np.asarray(self._records["t"])

    @property
    def primitive(self) -> NDArray[np.int32]:
        """The index of the triangle or box; -1 for a miss."""
        return np.asarray(self._records["primitive"])

    @property
    def uv(self) -> NDArray[np.float32]:
        """(..., 2): the point is (1 - u - v) v0 + u v1 + v v2; 0 for boxes and misses."""
        return np.stack([self._records["u"], self._records["v"]], axis=-1)

    @property
    def weights(self) -> NDArray[np.float32]:
        """(..., 3): the weights (w, u, v) of the three corners, each correctly rounded; 0 for boxes and misses."""
        return np.stack([self._records["w"], self._records["u"], self._records["v"]], axis=-1)

    @property
    def side(self) -> NDArray[np.int32]:
        """0: the front of a triangle, 1: its back; of a box 1 when the ray starts inside; 0 for a miss."""
        return np.asarray(self._records["side"])

    @property
    def face(self) -> NDArray[np.int32]:
        """Through which a box is entered (0 to 5: -x, +x, -y, +y, -z, +z), else -1."""
        return np.asarray(self._records["face"])

    @property
    def point(self) -> NDArray[np.float64]:
        """(..., 3): origin + t direction in double; NaN for a miss."""
        return points_of(self._rays_of_hits(), self.t)

    @property
    def distance(self) -> NDArray[np.float64]:
        """t times the length of the direction; inf for a miss."""
        t = self.t.astype(np.float64)
        far = np.full(t.shape, np.inf)
        np.multiply(t, lengths_of(self._rays_of_hits()), where=np.isfinite(t), out=far)
        return far

    @property
    def normal(self) -> NDArray[np.float32]:
        """(..., 3), of unit length, to the front of a triangle whichever side was hit, or out of the face of a box.

        0 for a miss, and where a ray starts in a box.
        """
        if self._normal is None:
            flat = np.ascontiguousarray(self._records).reshape(-1)
            self._normal = normals_of(self._handle, flat).reshape(self._records.shape + (3,))
        return self._normal


class Hits(_Records):
    """Hits of many rays, one each (or k each, where k were asked for), in the shape of the rays.

    Arrays: ``hit``, ``t``, ``primitive``, ``uv``, ``weights``, ``side``, ``face``, ``point``, ``normal``, ``distance``.
    What is not there at once is computed when it is asked for. Indexing and slicing give the hits of some of the rays.
    """

    def __init__(self, handle: Handle, records: NDArray[Any], rays: NDArray[Any]) -> None:
        """Made by queries. records: (...) of HIT; rays: of RAY, of a shape that broadcasts to it."""
        self._handle, self._records, self._rays = handle, records, rays

    def _rays_of_hits(self) -> NDArray[Any]:
        return self._rays

    @property
    def shape(self) -> Tuple[int, ...]:
        return self._records.shape

    @property
    def size(self) -> int:
        """The number of rays, hits or not."""
        return self._records.size

    @property
    def found(self) -> NDArray[np.intp]:
        """Of ``first``, the number of hits of each ray: that of the last axis which are hits."""
        return np.asarray(np.count_nonzero(self.hit, axis=-1))

    def __len__(self) -> int:
        if not self._records.ndim:
            raise TypeError("one ray has no length")
        return len(self._records)

    def __getitem__(self, index: Any) -> Union[Hits, Hit]:
        records = self._records[index]
        rays = np.broadcast_to(self._rays, self._records.shape)[index]
        if isinstance(records, np.void):
            return Hit(self._handle, records.tobytes(), rays.tobytes())
        return Hits(self._handle, records, rays)

    def __iter__(self) -> Iterator[Union[Hits, Hit]]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        return f"<Hits of shape {self.shape}: {np.count_nonzero(self.hit)} of {self.size} hit>"


class AllHits(_Records):
    """All hits of many rays, one ray after the other, each from the nearest on: rows of a sparse matrix (CSR).

    The hits of ray i, counted in C order, are those from offsets[i] to offsets[i + 1]; ``all_hits[i]`` has them alone.

    offsets  (rays + 1,) int64
    ray      (hits,) int64: the ray of each hit
    counts   in the shape of the rays: how many each has

    and for each hit, (hits, ...): ``t``, ``primitive``, ``uv``, ``weights``, ``side``, ``face``, ``point``, ``normal``
    and ``distance``, as Hits has them.
    """

    def __init__(self, handle: Handle, records: NDArray[Any], rays: NDArray[Any], offsets: NDArray[np.int64],
                 shape: Tuple[int, ...]) -> None:
        """Made by Tree.all."""
        self._handle = handle
        self._records, self._rays, self.offsets, self.shape = records, rays, offsets, shape
        self._ray: Optional[NDArray[np.int64]] = None

    @property
    def ray(self) -> NDArray[np.int64]:
        """(hits,): the ray of each hit, counted in C order."""
        if self._ray is None:
            self._ray = np.repeat(np.arange(len(self.offsets) - 1, dtype=np.int64), np.diff(self.offsets))
        return self._ray

    @property
    def counts(self) -> NDArray[np.int64]:
        """The number of hits of each ray, in the shape of the rays."""
        return np.diff(self.offsets).reshape(self.shape)

    def _rays_of_hits(self) -> NDArray[Any]:
        return np.asarray(self._rays[self.ray])

    def __len__(self) -> int:
        """The number of all hits."""
        return len(self._records)

    def __getitem__(self, ray: Any) -> Hits:
        """The hits of one ray: its number in C order, or its index in the shape of the rays."""
        if isinstance(ray, tuple):
            ray = int(np.ravel_multi_index(ray, self.shape))
        count = len(self.offsets) - 1
        i = int(ray) + (count if ray < 0 else 0)
        if not 0 <= i < count:
            raise IndexError(f"ray {ray} of {count}")
        part = slice(int(self.offsets[i]), int(self.offsets[i + 1]))
        return Hits(self._handle, self._records[part], self._rays[i:i + 1])

    def __repr__(self) -> str:
        return f"<AllHits of {len(self.offsets) - 1} rays: {len(self)} hits>"


class Closest:
    """The closest primitives to points, in the shape of the points; with k above 1, a last axis from near to far.

    found      whether there is one: false beyond max_distance, and where there are fewer than k
    distance   float32, correctly rounded; 0 in a box; inf where there is none
    primitive  its index; -1 where there is none
    point      (..., 3) float32: the closest point of the primitive; NaN where there is none
    weights    (..., 3) float32: (w, u, v), the point is w v0 + u v1 + v v2; 0 for boxes; ``uv`` is (u, v)
    """

    def __init__(self, records: NDArray[Any]) -> None:
        """Made by Tree.closest. records: (...) of CLOSEST."""
        self._records = records

    @property
    def shape(self) -> Tuple[int, ...]:
        return self._records.shape

    @property
    def found(self) -> NDArray[np.bool_]:
        return np.asarray(self._records["primitive"] >= 0)

    @property
    def distance(self) -> NDArray[np.float32]:
        return np.asarray(self._records["distance"])

    @property
    def primitive(self) -> NDArray[np.int32]:
        return np.asarray(self._records["primitive"])

    @property
    def point(self) -> NDArray[np.float32]:
        return np.where(self.found[..., None], self._records["point"], np.float32(np.nan))

    @property
    def uv(self) -> NDArray[np.float32]:
        return np.stack([self._records["u"], self._records["v"]], axis=-1)

    @property
    def weights(self) -> NDArray[np.float32]:
        return np.stack([self._records["w"], self._records["u"], self._records["v"]], axis=-1)

    def __len__(self) -> int:
        if not self._records.ndim:
            raise TypeError("one point has no length")
        return len(self._records)

    def __getitem__(self, index: Any) -> Closest:
        return Closest(np.asarray(self._records[index]))

    def __repr__(self) -> str:
        return f"<Closest of shape {self.shape}: {np.count_nonzero(self.found)} found>"

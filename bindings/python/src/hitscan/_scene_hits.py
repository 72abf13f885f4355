"""What queries of scenes answer: arrays in the caller's shape, over the records that the C library wrote."""
from __future__ import annotations

from typing import Any, Callable, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _declarations as c

# hit_scene_hit and hit_scene_closest.
HIT = np.dtype([("id", "u8"), ("t", "f4"), ("primitive", "u4"), ("t_double", "f8"), ("uvw", "f4", 3), ("side", "i4"),
                ("face", "i4"), ("normal", "f4", 3), ("point", "f8", 3)], align=True)
CLOSEST = np.dtype([("id", "u8"), ("distance", "f8"), ("point", "f8", 3), ("primitive", "u4")], align=True)
NEAR = np.dtype([("id", "u8"), ("priority", "i4"), ("inside", "?"), ("pixels", "f8"), ("depth", "f8"),
                 ("point", "f8", 3), ("primitive", "u4")], align=True)

# Tells what the caller attached to an object.
Users = Callable[[int], Any]


def missing_hits(shape: Any) -> NDArray[Any]:
    """Hits of nothing: no id, an infinite t, no face, and zeros."""
    out = np.zeros(shape, HIT)
    out["t"] = out["t_double"] = np.inf
    out["face"] = c.HIT_FACE_NONE
    return out


class _Records:
    """Records in the caller's shape. Indexing gives a smaller one of the same kind."""

    __slots__ = ("records", "_users")

    def __init__(self, records: NDArray[Any], users: Optional[Users] = None) -> None:
        self.records = records
        self._users = users

    @property
    def shape(self) -> Tuple[int, ...]:
        """That of the rays or points that were given, without their last axis."""
        return self.records.shape

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, index: Any) -> Any:
        return type(self)(np.asarray(self.records[index]), self._users)

    def __bool__(self) -> bool:
        # Of a single ray, whether it hit; of many, numpy's own words about ambiguity.
        return bool(self.hit)

    def __repr__(self) -> str:
        found = int(np.count_nonzero(self.hit))
        return f"<hitscan.{type(self).__name__} of shape {self.shape}, {found} found>"

    @property
    def hit(self) -> NDArray[np.bool_]:
        """(...): whether there is one."""
        return np.asarray(self.records["id"] != 0)

    @property
    def id(self) -> NDArray[np.uint64]:
        """(...): the object; 0 for none."""
        return np.asarray(self.records["id"])

    @property
    def primitive(self) -> NDArray[np.int32]:
        """(...): of a mesh the triangle, of a polyline the segment, of points the point, else 0; -1 for none."""
        return np.where(self.hit, self.records["primitive"].astype(np.int32), np.int32(-1))

    @property
    def point(self) -> NDArray[np.float64]:
        """(..., 3): in the world; NaN where there is none."""
        return np.where(self.hit[..., np.newaxis], self.records["point"], np.nan)

    @property
    def object(self) -> Any:
        """(...): what was attached to the object as ``user``; None for none. Of a single one, that itself."""
        users = self._users or (lambda _: None)
        if self.records.ndim == 0:
            return users(int(self.records["id"]))
        kinds, which = np.unique(self.records["id"], return_inverse=True)
        known = np.empty(len(kinds), object)
        for i, id_ in enumerate(kinds.tolist()):
            known[i] = users(id_)
        return known[which.reshape(self.records.shape)]


class SceneHits(_Records):
    """Where rays meet objects: arrays in the shape of the rays.

    A miss has the id 0 and an infinite t. ``records`` is all of it, as the C library has it.
    """

    __slots__ = ("_lengths",)

    def __init__(self, records: NDArray[Any], users: Optional[Users] = None, lengths: Any = 1.0) -> None:
        super().__init__(records, users)
        self._lengths = lengths

    def __getitem__(self, index: Any) -> SceneHits:
        records = np.asarray(self.records[index])
        return SceneHits(records, self._users, np.broadcast_to(self._lengths, self.shape)[index])

    @property
    def distance(self) -> NDArray[np.float64]:
        """(...): from the ray's origin, in the world's units: t times the length of the direction."""
        return np.asarray(self.records["t_double"] * self._lengths)

    @property
    def t(self) -> NDArray[np.float32]:
        """(...): in units of the direction's length; of a solid the entry, or t_min from inside; infinite for none."""
        return np.asarray(self.records["t"])

    @property
    def t_double(self) -> NDArray[np.float64]:
        """(...): t before it was rounded to float."""
        return np.asarray(self.records["t_double"])

    @property
    def uv(self) -> NDArray[np.float32]:
        """(..., 2): of a triangle, where the point is (1 - u - v)·v0 + u·v1 + v·v2; else 0."""
        return np.asarray(self.records["uvw"][..., :2])

    @property
    def weights(self) -> NDArray[np.float32]:
        """(..., 3): the weights (w, u, v) of the three corners, each correctly rounded; else 0."""
        return np.asarray(self.records["uvw"][..., [2, 0, 1]])

    @property
    def side(self) -> NDArray[np.int32]:
        """(...): 0 for the front of a triangle, 1 for its back; of a solid 1 when the ray starts inside."""
        return np.asarray(self.records["side"])

    @property
    def face(self) -> NDArray[np.int32]:
        """(...): of a box or a round shape, the face that it is entered by; else -1."""
        return np.asarray(self.records["face"])

    @property
    def normal(self) -> NDArray[np.float32]:
        """(..., 3): in the world, of unit length, outward or to the front; zero from inside and for none."""
        return np.asarray(self.records["normal"])


class SceneAllHits(SceneHits):
    """All hits of many rays, one ray after the other, each from the nearest on: rows of a sparse matrix (CSR).

    The hits of ray i, counted in C order, are those from offsets[i] to offsets[i + 1]; ``all_hits[i]`` has them alone.
    Every array has one element per hit.
    """

    __slots__ = ("offsets", "_shape", "_ray")

    def __init__(self, records: NDArray[Any], offsets: NDArray[np.int64], shape: Tuple[int, ...],
                 users: Optional[Users], lengths: NDArray[np.float64]) -> None:
        super().__init__(records, users)
        self.offsets = offsets
        self._shape = shape
        self._ray = np.repeat(np.arange(len(offsets) - 1, dtype=np.int64), np.diff(offsets))
        self._lengths = lengths[self._ray]

    @property
    def shape(self) -> Tuple[int, ...]:
        """That of the rays."""
        return self._shape

    @property
    def ray(self) -> NDArray[np.int64]:
        """(hits,): the ray of each hit, counted in C order."""
        return self._ray

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many hits each ray has, in the shape of the rays."""
        return np.diff(self.offsets).reshape(self._shape)

    def __bool__(self) -> bool:
        return len(self.records) > 0

    def __getitem__(self, ray: Any) -> SceneHits:
        """The hits of one ray: its number in C order, or its index in the shape of the rays."""
        if isinstance(ray, tuple):
            ray = int(np.ravel_multi_index(ray, self._shape))
        count = len(self.offsets) - 1
        i = int(ray) + (count if ray < 0 else 0)
        if not 0 <= i < count:
            raise IndexError(f"ray {ray} of {count}")
        part = slice(int(self.offsets[i]), int(self.offsets[i + 1]))
        return SceneHits(self.records[part], self._users, self._lengths[part])


class SceneClosest(_Records):
    """The closest points of objects: arrays in the shape of the points that were given."""

    __slots__ = ()

    @property
    def distance(self) -> NDArray[np.float64]:
        """(...): 0 in a solid; infinite for none."""
        return np.asarray(self.records["distance"])


class NearHits(_Records):
    """Objects near a point of the screen, in the order of ``pick_near``."""

    __slots__ = ()

    @property
    def priority(self) -> NDArray[np.int32]:
        """(n,): of the objects."""
        return np.asarray(self.records["priority"])

    @property
    def inside(self) -> NDArray[np.bool_]:
        """(n,): whether the point itself lies on the object."""
        return np.asarray(self.records["inside"])

    @property
    def pixels(self) -> NDArray[np.float64]:
        """(n,): how far they are on the screen; 0 inside."""
        return np.asarray(self.records["pixels"])

    @property
    def depth(self) -> NDArray[np.float64]:
        """(n,): behind the near plane."""
        return np.asarray(self.records["depth"])

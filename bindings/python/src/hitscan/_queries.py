"""Questions to a tree: rays, closest points and volumes."""
from __future__ import annotations

import ctypes
import math
import struct
from typing import Any, Callable, List, Optional, Tuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _all_hits, _arrays, _rays
from . import _declarations as c
from ._errors import ArgumentError, OutOfMemory
from ._filters import Filter, word
from ._handle import Handle
from ._library import bare, call, lib
from .hits import CLOSEST, HIT, AllHits, Closest, Hit, Hits

Accept = Callable[[Hit], Any]

_pack_ray = struct.Struct("=8f").pack
_new = object.__new__
# One ray: hit_bvh_batch_first without declared types, so that ctypes has nothing to convert. Every argument is one that
# it passes on as it is: bytes, None, or what byref and from_param made before.
_first_of_one = bare("hit_bvh_batch_first")
_ONE = ctypes.c_size_t.from_param(1)
# Where C writes a single hit. Who asks takes one and puts it back, in one step each: no two threads, and no signal
# handler within a call, ever have the same.
_rooms: List[Tuple[Any, Any]] = []
# Squares of lengths of directions that a float surely holds, and whose ray is neither lost nor turned.
_SHORT, _LONG = 1e-60, 1e60


def _make_room() -> Tuple[Any, Any]:
    room = (ctypes.c_char * HIT.itemsize)()
    return room, ctypes.byref(room)


class Queries:
    """What Tree inherits: all that asks something about it, and changes nothing."""

    _handle: Handle
    _box: NDArray[np.float64]  # (2, 3): the bounds
    _reach: float  # where origins are so near in every coordinate, rounding them is nothing to warn of

    # ---- Rays --------------------------------------------------------------------------------------------------------

    def cast(self, origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike = 0.0, t_max: ArrayLike = math.inf, *,
             sides: Optional[str] = None, masks: Optional[ArrayLike] = None, mask: Optional[int] = None,
             ray_masks: Optional[ArrayLike] = None, accept: Optional[Accept] = None, unique: bool = False,
             threads: Optional[int] = None, progress: Any = None) -> Any:
        """The first primitive that each ray hits: the smallest exact t, among equals the lowest index.

        origins     (..., 3)
        directions  (..., 3), of any length; t counts in units of it. All arguments broadcast against each other
        t_min       (...): what is nearer does not count, what is at t_min does
        t_max       (...): what is farther does not count, what is at t_max does
        sides       "front" or "back": which sides of triangles count; None: both
        masks       (primitives,) uint32 or bool: primitive i counts where masks[i] & mask is not 0
        mask        which bits of masks count; None: all
        ray_masks   (...): a mask for each ray, as well; broadcast
        accept      a function of a Hit: false drops it, as if it were not there; it is called by this thread alone
        unique      let an edge or corner that several triangles share count once per side (count, all, first)
        threads     how many; None: one for each processor
        progress    a function of (done, total), or a tqdm bar

        Returns Hits in the shape of the rays, without the last axis; a Hit for a single ray.
        A ray with a NaN, an infinite number, no direction, or t_min above t_max hits nothing.
        """
        if (sides is None and masks is None and mask is None and ray_masks is None and accept is None and
                progress is None):
            one = self._cast_one(origins, directions, t_min, t_max)
            if one is not None:
                return one
        handle, rays = self._use(), _rays.rays(origins, directions, t_min, t_max, self._box)
        records, kept = np.empty(rays.count, HIT), np.empty(rays.count, _rays.RAY)
        filter = Filter(handle, rays.shape, rays.count, sides=sides, masks=masks, mask=mask, ray_masks=ray_masks,
                        accept=accept, unique=unique, threads=threads, progress=progress)
        options = ctypes.byref(filter.options)

        def work(begin: int, end: int) -> None:
            packed = rays.pack(begin, end, kept[begin:end])
            call("hit_bvh_batch_first", handle.address, _arrays.address(packed), end - begin,
                 _arrays.address(records[begin:end]), options)

        filter.run(work)
        if rays.shape == ():
            return Hit(handle, records.tobytes(), kept.tobytes())
        return Hits(handle, records.reshape(rays.shape), kept.reshape(rays.shape))

    def _cast_one(self, origin: Any, direction: Any, t_min: Any, t_max: Any) -> Optional[Hit]:
        """The fast way for one ray of plain numbers; None: not such a ray, or one to be looked at closely."""
        # Others that give three things one after the other need not be three numbers: a frame of pandas, or a
        # dictionary, has its names there.
        if type(origin) is not tuple and type(origin) is not list:
            if type(origin) is not np.ndarray or origin.shape != (3,):
                return None
            origin = origin.tolist()
        if type(direction) is not tuple and type(direction) is not list:
            if type(direction) is not np.ndarray or direction.shape != (3,):
                return None
            direction = direction.tolist()
        try:
            x, y, z = origin
            dx, dy, dz = direction
            reach = self._reach
            if not (-reach <= x <= reach and -reach <= y <= reach and -reach <= z <= reach and
                    _SHORT < dx * dx + dy * dy + dz * dz < _LONG):
                return None
            ray = _pack_ray(x, y, z, dx, dy, dz, t_min, t_max)
        except (TypeError, ValueError, OverflowError, struct.error):
            return None
        handle = self._handle
        try:
            room, where = _rooms.pop()
        except IndexError:
            room, where = _make_room()
        if _first_of_one(handle.pointer, ray, _ONE, where, None, None):
            self._use()
        one: Hit = _new(Hit)
        one._handle, one._record, one._ray, one._fields = handle, room.raw, ray, None
        _rooms.append((room, where))
        return one

    def any(self, origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike = 0.0, t_max: ArrayLike = math.inf, *,
            sides: Optional[str] = None, masks: Optional[ArrayLike] = None, mask: Optional[int] = None,
            ray_masks: Optional[ArrayLike] = None, accept: Optional[Accept] = None, threads: Optional[int] = None,
            progress: Any = None) -> Any:
        """Whether each ray hits anything: the ``hit`` of ``cast``, but faster. Arguments are those of ``cast``.

        Returns booleans in the shape of the rays; a bool for a single ray.
        """
        answers, rays = self._answers("hit_bvh_batch_any", np.bool_, origins, directions, t_min, t_max, sides=sides,
                                      masks=masks, mask=mask, ray_masks=ray_masks, accept=accept, threads=threads,
                                      progress=progress)
        return answers if rays.shape else bool(answers)

    def count(self, origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike = 0.0, t_max: ArrayLike = math.inf, *,
              sides: Optional[str] = None, masks: Optional[ArrayLike] = None, mask: Optional[int] = None,
              ray_masks: Optional[ArrayLike] = None, accept: Optional[Accept] = None, unique: bool = False,
              threads: Optional[int] = None, progress: Any = None) -> Any:
        """How many primitives each ray hits. Arguments are those of ``cast``.

        A ray through an edge or corner hits all triangles that share it, unless ``unique`` is set.
        Returns uint32 in the shape of the rays; an int for a single ray.
        """
        counts, rays = self._answers("hit_bvh_batch_count", np.uint32, origins, directions, t_min, t_max, sides=sides,
                                     masks=masks, mask=mask, ray_masks=ray_masks, accept=accept, unique=unique,
                                     threads=threads, progress=progress)
        return counts if rays.shape else int(counts)

    def all(self, origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike = 0.0, t_max: ArrayLike = math.inf, *,
            sides: Optional[str] = None, masks: Optional[ArrayLike] = None, mask: Optional[int] = None,
            ray_masks: Optional[ArrayLike] = None, accept: Optional[Accept] = None, unique: bool = False,
            threads: Optional[int] = None, progress: Any = None) -> AllHits:
        """All hits of each ray, the nearest first, equal t by index. Arguments are those of ``cast``.

        Sorted by exact t, which floats may not tell apart. A ray through an edge or corner hits all triangles that
        share it, unless ``unique`` is set.
        """
        handle, rays = self._use(), _rays.rays(origins, directions, t_min, t_max, self._box)
        kept, counts = np.empty(rays.count, _rays.RAY), np.empty(rays.count, np.uint32)
        parts = []
        filter = Filter(handle, rays.shape, rays.count, sides=sides, masks=masks, mask=mask, ray_masks=ray_masks,
                        accept=accept, unique=unique, threads=threads, progress=progress)

        def take(part: _all_hits.Part) -> None:
            counts[part.begin:part.begin + len(part.counts)], hits = part.joined()
            parts.append(hits)

        _all_hits.in_parts(handle, rays, filter, take, kept)
        offsets = np.zeros(rays.count + 1, np.int64)
        np.cumsum(counts, dtype=np.int64, out=offsets[1:])
        records = parts[0] if len(parts) == 1 else np.concatenate(parts or [np.empty(0, HIT)])
        return AllHits(handle, records, kept, offsets, rays.shape)

    def _all_in_parts(self, origins: ArrayLike, directions: ArrayLike, take: Callable[[_all_hits.Part], None], *,
                      most: int, unique: bool, threads: Optional[int]) -> None:
        """The hits that ``all`` would find, for ``take``: see _all_hits.in_parts."""
        handle, rays = self._use(), _rays.rays(origins, directions, around=self._box)
        filter = Filter(handle, rays.shape, rays.count, unique=unique, threads=threads)
        _all_hits.in_parts(handle, rays, filter, take, most=most)

    def first(self, origins: ArrayLike, directions: ArrayLike, k: int, t_min: ArrayLike = 0.0,
              t_max: ArrayLike = math.inf, *, sides: Optional[str] = None, masks: Optional[ArrayLike] = None,
              mask: Optional[int] = None, ray_masks: Optional[ArrayLike] = None, accept: Optional[Accept] = None,
              unique: bool = False, threads: Optional[int] = None, progress: Any = None) -> Hits:
        """The first k hits of each ray, the nearest first, equal t by index: as ``all``, without looking further.

        Returns Hits with a last axis of k, filled up by misses; ``found`` says how many are hits. Arguments are those
        of ``cast``.
        """
        k = word(k, "k")
        handle, rays = self._use(), _rays.rays(origins, directions, t_min, t_max, self._box)
        records = _room(rays.count, k, HIT)
        kept = np.empty(rays.count, _rays.RAY)
        filter = Filter(handle, rays.shape, rays.count, sides=sides, masks=masks, mask=mask, ray_masks=ray_masks,
                        accept=accept, unique=unique, threads=threads, progress=progress)
        options = ctypes.byref(filter.options)

        def work(begin: int, end: int) -> None:
            packed = rays.pack(begin, end, kept[begin:end])
            call("hit_bvh_batch_first_k", handle.address, _arrays.address(packed), end - begin, k,
                 _arrays.address(records[begin:end]), None, options)

        filter.run(work)
        return Hits(handle, records.reshape(rays.shape + (k,)), kept.reshape(rays.shape + (1,)))

    # ---- Closest points ----------------------------------------------------------------------------------------------

    def closest(self, points: ArrayLike, k: int = 1, max_distance: float = math.inf, *,
                masks: Optional[ArrayLike] = None, mask: Optional[int] = None, threads: Optional[int] = None,
                progress: Any = None) -> Closest:
        """The k primitives that are closest to each point, the closest first, equal distances by index.

        points        (..., 3); one that is not finite finds nothing
        k             how many; above 1, results get a last axis of k
        max_distance  farther ones do not count, those at exactly this distance do
        masks, mask, threads, progress  as in ``cast``

        Which ones, and their order, is exact; distances are correctly rounded, points to a few roundings.
        """
        handle, k = self._use(), word(k, "k")
        try:
            limit = float(max_distance)
        except (TypeError, ValueError):
            raise ArgumentError(f"max_distance is {max_distance!r}: expected a number") from None
        given = _arrays.points(points, "points", around=self._box)
        flat = given.reshape(-1, 3)
        records = _room(len(flat), k, CLOSEST)
        filter = Filter(handle, given.shape[:-1], len(flat), masks=masks, mask=mask, threads=threads,
                        progress=progress)
        options = ctypes.byref(filter.options)

        def work(begin: int, end: int) -> None:
            call("hit_bvh_batch_closest", handle.address, _arrays.address(flat[begin:end]), end - begin, limit, k,
                 _arrays.address(records[begin:end]), None, options)

        filter.run(work)
        return Closest(records.reshape(given.shape[:-1] + (() if k == 1 else (k,))))

    # ---- Volumes -----------------------------------------------------------------------------------------------------

    def in_box(self, lower: ArrayLike, upper: ArrayLike, *, inside: bool = False, masks: Optional[ArrayLike] = None,
               mask: Optional[int] = None) -> NDArray[np.int32]:
        """The primitives that touch an axis-aligned box, or lie in it. Exact.

        lower   (3,): its corner with the smallest numbers
        upper   (3,): the opposite one; a box with lower above upper finds nothing
        inside  only what lies in it, not what touches it
        masks, mask  as in ``cast``

        Returns indices, ascending.
        """
        box = c.hit_aabb(self._vector(lower, "lower"), self._vector(upper, "upper"))
        return self._in_volume("hit_bvh_in_aabb", box, inside, masks, mask)

    def in_sphere(self, center: ArrayLike, radius: float, *, inside: bool = False, masks: Optional[ArrayLike] = None,
                  mask: Optional[int] = None) -> NDArray[np.int32]:
        """The primitives that touch a sphere, or lie in it: center (3,), radius a number. Exact. As ``in_box``."""
        sphere = c.hit_sphere(self._vector(center, "center"), _number(radius, "radius"))
        return self._in_volume("hit_bvh_in_sphere", sphere, inside, masks, mask)

    def in_obb(self, center: ArrayLike, axes: ArrayLike, half: ArrayLike, *, inside: bool = False,
               masks: Optional[ArrayLike] = None, mask: Optional[int] = None) -> NDArray[np.int32]:
        """The primitives that touch an oriented box, or lie in it. Exact. As ``in_box``.

        center  (3,)
        axes    (3, 3): its rows are the axes; the box is the set of p with |axis (p - center)| <= half
        half    (3,): half the size along each axis
        """
        directions = _arrays.array(axes, np.float32, (3, 3), "axes")
        rows = [c.hit_vec3(*row) for row in directions.tolist()]
        sizes = _arrays.array(half, np.float32, (3,), "half").tolist()
        box = c.hit_obb(self._vector(center, "center"), (c.hit_vec3 * 3)(*rows), (ctypes.c_float * 3)(*sizes))
        return self._in_volume("hit_bvh_in_obb", ctypes.byref(box), inside, masks, mask)

    def in_cone(self, apex: ArrayLike, axis: ArrayLike, half_angle: float, *, near: float = 0.0, far: float = math.inf,
                inside: bool = False, masks: Optional[ArrayLike] = None,
                mask: Optional[int] = None) -> NDArray[np.int32]:
        """The primitives that touch a cone, or lie in it. As ``in_box``.

        apex        (3,)
        axis        (3,), of any length
        half_angle  between the axis and the side, in radians, above 0 and below pi/2
        near, far   the part of the cone between these heights along the axis

        Nothing that meets the cone is missed; what is found and does not meet it is closer than 1e-12 of its distance.
        """
        direction = c.hit_vec3(*_arrays.array(axis, np.float32, (3,), "axis").tolist())
        cone = lib.hit_cone_make(self._vector(apex, "apex"), direction, _number(half_angle, "half_angle"))
        cone.h_min, cone.h_max = _number(near, "near"), _number(far, "far")
        return self._in_volume("hit_bvh_in_cone", ctypes.byref(cone), inside, masks, mask)

    def in_frustum(self, planes: ArrayLike, *, inside: bool = False, masks: Optional[ArrayLike] = None,
                   mask: Optional[int] = None) -> NDArray[np.int32]:
        """The primitives that touch a frustum, or lie in it: what a camera sees. Exact. As ``in_box``.

        planes  (6, 4): left, right, bottom, top, near, far, each as (x, y, z, offset): the points p with
                (x, y, z) p >= offset are inside
        """
        rows = _arrays.array(planes, np.float32, (6, 4), "planes").tolist()
        frustum = c.hit_frustum((c.hit_plane * 6)(*[c.hit_plane(c.hit_vec3(*row[:3]), row[3]) for row in rows]))
        return self._in_volume("hit_bvh_in_frustum", ctypes.byref(frustum), inside, masks, mask)

    # ---- What these share --------------------------------------------------------------------------------------------

    def _use(self) -> Handle:
        """The handle of the tree; whoever has it may call C with its address."""
        handle = self._handle
        if handle.address is None:
            raise ArgumentError("the tree is closed")
        return handle

    def _answers(self, name: str, dtype: Any, origins: Any, directions: Any, t_min: Any, t_max: Any,
                 **filters: Any) -> Tuple[NDArray[Any], _rays.Rays]:
        """A call that writes a number for each ray."""
        handle, rays = self._use(), _rays.rays(origins, directions, t_min, t_max, self._box)
        answers = np.empty(rays.count, dtype)
        filter = Filter(handle, rays.shape, rays.count, **filters)
        options = ctypes.byref(filter.options)

        def work(begin: int, end: int) -> None:
            packed = rays.pack(begin, end)
            call(name, handle.address, _arrays.address(packed), end - begin, _arrays.address(answers[begin:end]),
                 options)

        filter.run(work)
        return answers.reshape(rays.shape), rays

    def _vector(self, value: Any, name: str) -> Any:
        return c.hit_vec3(*_arrays.points(value, name, shape=(3,), around=self._box).tolist())

    def _in_volume(self, name: str, volume: Any, inside: bool, masks: Any, mask: Any) -> NDArray[np.int32]:
        handle, query = self._use(), getattr(lib, name)
        filter = Filter(handle, (), 1, masks=masks, mask=mask, threads=1)
        include = c.HIT_INCLUDE_INSIDE if inside else c.HIT_INCLUDE_TOUCHING
        found = np.empty(1024, np.int32)
        while True:
            total = query(handle.address, volume, include, filter.options.filter, _arrays.address(found), len(found))
            if total <= len(found):
                return found[:total].copy()
            found = np.empty(total, np.int32)


def _number(value: Any, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ArgumentError(f"{name} is {value!r}: expected a number") from None


def _room(count: int, k: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    """(count, k) results."""
    try:
        return np.empty((count, k), dtype)
    except (MemoryError, ValueError):
        raise OutOfMemory(f"{count} times k = {k} results do not fit into memory") from None

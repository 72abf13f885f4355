"""Queries of scenes: rays, volumes and closest points.

A query works on what was committed. Where edits are waiting it commits them first, unless the scene was made with
``auto_commit=False``.
"""
from __future__ import annotations

import ctypes
import math
import struct
import threading
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _arrays, _rays, _run
from . import _declarations as c
from ._errors import ArgumentError
from ._owned import Gate, Owned
from ._library import call, lib, pool
from ._scene_hits import CLOSEST, HIT, SceneAllHits, SceneClosest, SceneHits
from .camera import Camera, vector

SIDES = {None: c.HIT_SIDES_BOTH, "both": c.HIT_SIDES_BOTH, "front": c.HIT_SIDES_FRONT, "back": c.HIT_SIDES_BACK}
# Room for so many hits at first, where nobody knows how many there are.
_ROOM = 64
# So few rays are answered before another thread would wake up.
_FEW = 256
# hit_dray.
_RAY = struct.Struct("=3d5f4x")


def choice(table: Dict[Any, int], value: Any, name: str) -> int:
    """What a word stands for."""
    if value not in table:
        words = ", ".join(repr(word) for word in table if word is not None)
        raise ArgumentError(f"{name} is {value!r}: expected one of {words}")
    return table[value]


def bits(value: Any, name: str) -> int:
    """A set of layers: 32 bits, not all of them 0."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not 0 < int(value) < 2**32:
        raise ArgumentError(f"{name} is {value!r}: expected bits from 1 to 2**32 - 1")
    return int(value)


class Question:
    """What one query needs besides its arguments: the scene's address, and what counts."""

    def __init__(self, address: int, callbacks: Optional[_run.Callbacks]) -> None:
        self.address = address
        self.callbacks = callbacks
        self.filter: Any = None
        self.filter_address: Optional[int] = None
        self.step = None if callbacks is None else _run.CHUNK_WITH_CALLBACKS

    def check(self) -> None:
        """Raise what a callback raised."""
        if self.callbacks is not None:
            self.callbacks.check()


class Queries:
    """The queries of a scene. Scene has the rest."""

    _handle: Optional[Owned]
    _gate: Gate
    _calls: threading.local
    _edited: bool
    auto_commit: bool

    def commit(self, threads: Optional[int] = None) -> None:
        """Make all edits visible to queries; see Scene."""
        raise NotImplementedError

    def _has_callbacks(self) -> bool:
        raise NotImplementedError

    def _user_of(self, id_: int) -> Any:
        raise NotImplementedError

    @contextmanager
    def _asking(self, layers: Any = None, sides: Any = None, accept: Any = None,
                threads: Optional[int] = None) -> Iterator[Question]:
        """Around a query: edits are committed before, and not meanwhile; callbacks may raise."""
        if accept is not None and not callable(accept):
            raise ArgumentError(f"accept is a {type(accept).__name__}: expected a function of an id")
        chosen = choice(SIDES, sides, "sides")
        wanted = 0 if layers is None else bits(layers, "layers")
        if self._edited and self.auto_commit and not self._gate.is_inside():
            self.commit(threads)
        with self._gate.shared():
            if self._handle is None:
                raise ArgumentError("the scene is closed")
            callbacks = _run.Callbacks() if accept is not None or self._has_callbacks() else None
            question = Question(self._handle.address, callbacks)
            if wanted or chosen or accept is not None:
                question.filter = c.hit_scene_filter(layers=wanted, sides=chosen)
                question.filter_address = ctypes.addressof(question.filter)
            if callbacks is None:
                yield question
                return
            if accept is not None:
                ask = callbacks.wrap(lambda _, id_, __: bool(accept(id_)), False)
                question.filter.accept = c.hit_scene_filter_accept(ask)
            outer, self._calls.now = getattr(self._calls, "now", None), callbacks
            try:
                with callbacks:
                    yield question
            finally:
                self._calls.now = outer

    # ---- Rays ------------------------------------------------------------------------------------------------------

    @staticmethod
    def _options(question: Question, count: int, threads: Optional[int]) -> Tuple[Any, Any]:
        """The options of a batch of so many, and what they point to."""
        if threads is None and count < _FEW:
            threads = 1
        # A callback is called by the thread that asks: what it raises must reach that one.
        tasks = pool(1 if question.callbacks is not None else threads)
        options = c.hit_scene_batch_options(filter=question.filter_address)
        if tasks is not None:
            options.pool = ctypes.addressof(tasks)
        return options, tasks

    def _batch(self, rays: _rays.Rays, question: Question, work: Callable[[Any, Any, int, int], None], ray_masks: Any,
               threads: Optional[int], progress: Any) -> None:
        """Run ``work(packed rays, batch options, begin, end)`` over all rays."""
        masks = None
        if ray_masks is not None:
            given = _arrays.array(ray_masks, np.uint32, ("...",), "ray_masks")
            try:
                masks = np.ascontiguousarray(np.broadcast_to(given, rays.shape)).reshape(-1)
            except ValueError:
                raise ArgumentError(f"ray_masks has shape {given.shape}: expected what goes together with the rays' "
                                    f"{rays.shape}") from None
        options, keep = self._options(question, rays.count, threads)

        def chunk(begin: int, end: int) -> None:
            packed = rays.pack(begin, end)
            if masks is not None:
                options.ray_masks = _arrays.address(masks) + 4 * begin
            work(packed, options, begin, end)
            question.check()

        _run.in_chunks(rays.count, question.step, chunk, progress)
        del keep

    @staticmethod
    def _lengths(packed: NDArray[Any]) -> NDArray[np.float64]:
        d = packed["direction"].astype(np.float64)
        return np.asarray(np.sqrt(np.einsum("ij,ij->i", d, d)))

    def cast(self, origins: Any, directions: Any, t_min: Any = 0.0, t_max: Any = np.inf, *, layers: Any = None,
             sides: Optional[str] = None, ray_masks: Any = None, accept: Optional[Callable[[int], Any]] = None,
             threads: Optional[int] = None, progress: Any = None) -> SceneHits:
        """The first object that each ray hits, and where. Equal t: the lowest id.

        origins     (..., 3), kept in double
        directions  (..., 3), of any length but zero; t is in units of it
        t_min       (...), and t_max: both ends count
        layers      bits: objects count whose layers have one of them; None: all do
        sides       of triangles: "front", "back" or "both"
        ray_masks   (...), bits per ray: an object counts when its layers have one of them
        accept      a function of an id: False drops the object. Slow, and in one thread
        threads     None: one for each processor. The answer is the same
        progress    a function of (done, total), or a tqdm bar

        All shapes are broadcast; the answer has theirs.
        """
        one = _pack_one(origins, directions, t_min, t_max) if ray_masks is progress is threads is None else None
        if one is not None:
            return self._cast_one(one, layers, sides, accept)
        rays = _rays.drays(origins, directions, t_min, t_max)
        records, lengths = np.empty(rays.count, HIT), np.empty(rays.count)
        with self._asking(layers, sides, accept, threads) as question:

            def work(packed: Any, options: Any, begin: int, end: int) -> None:
                call("hit_scene_batch_first", question.address, _arrays.address(packed), end - begin,
                     _arrays.address(records) + HIT.itemsize * begin, ctypes.byref(options))
                lengths[begin:end] = self._lengths(packed)

            self._batch(rays, question, work, ray_masks, threads, progress)
        return SceneHits(records.reshape(rays.shape), self._user_of, lengths.reshape(rays.shape))

    def _cast_one(self, packed: bytes, layers: Any, sides: Optional[str], accept: Any) -> SceneHits:
        """A single ray, without all that many need."""
        record = np.empty(1, HIT)
        with self._asking(layers, sides, accept, 1) as question:
            options = None
            if question.filter is not None:
                options = ctypes.byref(c.hit_scene_batch_options(filter=question.filter_address))
            call("hit_scene_batch_first", question.address, packed, 1, _arrays.address(record), options)
        x, y, z = _RAY.unpack(packed)[3:6]
        return SceneHits(record.reshape(()), self._user_of, math.sqrt(x * x + y * y + z * z))

    def any(self, origins: Any, directions: Any, t_min: Any = 0.0, t_max: Any = np.inf, *, layers: Any = None,
            sides: Optional[str] = None, ray_masks: Any = None, accept: Optional[Callable[[int], Any]] = None,
            threads: Optional[int] = None, progress: Any = None) -> NDArray[np.bool_]:
        """(...): whether each ray hits anything: as ``cast``, but faster."""
        rays = _rays.drays(origins, directions, t_min, t_max)
        answers = np.zeros(rays.count, np.uint8)
        with self._asking(layers, sides, accept, threads) as question:

            def work(packed: Any, options: Any, begin: int, end: int) -> None:
                call("hit_scene_batch_any", question.address, _arrays.address(packed), end - begin,
                     _arrays.address(answers) + begin, ctypes.byref(options))

            self._batch(rays, question, work, ray_masks, threads, progress)
        return answers.view(np.bool_).reshape(rays.shape)

    def count(self, origins: Any, directions: Any, t_min: Any = 0.0, t_max: Any = np.inf, *, layers: Any = None,
              sides: Optional[str] = None, ray_masks: Any = None, accept: Optional[Callable[[int], Any]] = None,
              threads: Optional[int] = None, progress: Any = None) -> NDArray[np.uint32]:
        """(...): how many objects each ray hits. Arguments as ``cast``."""
        rays = _rays.drays(origins, directions, t_min, t_max)
        counts = np.zeros(rays.count, np.uint32)
        with self._asking(layers, sides, accept, threads) as question:

            def work(packed: Any, options: Any, begin: int, end: int) -> None:
                call("hit_scene_batch_count", question.address, _arrays.address(packed), end - begin,
                     _arrays.address(counts) + 4 * begin, ctypes.byref(options))

            self._batch(rays, question, work, ray_masks, threads, progress)
        return counts.reshape(rays.shape)

    def all(self, origins: Any, directions: Any, t_min: Any = 0.0, t_max: Any = np.inf, *, layers: Any = None,
            sides: Optional[str] = None, ray_masks: Any = None, accept: Optional[Callable[[int], Any]] = None,
            threads: Optional[int] = None, progress: Any = None) -> SceneAllHits:
        """All objects that each ray hits, each where it is first hit, the nearest first, equal t by id.

        Arguments as ``cast``. The hits of ray i, counted in C order, are ``[offsets[i]:offsets[i + 1]]``.
        """
        rays = _rays.drays(origins, directions, t_min, t_max)
        offsets, lengths = np.zeros(rays.count + 1, np.int64), np.empty(rays.count)
        found: List[NDArray[Any]] = []
        with self._asking(layers, sides, accept, threads) as question:

            def work(packed: Any, options: Any, begin: int, end: int) -> None:
                counts, local = np.empty(end - begin, np.uint32), np.zeros(end - begin + 1, np.uint64)
                call("hit_scene_batch_count", question.address, _arrays.address(packed), end - begin,
                     _arrays.address(counts), ctypes.byref(options))
                question.check()
                np.cumsum(counts, out=local[1:])
                offsets[begin + 1:end + 1] = counts
                lengths[begin:end] = self._lengths(packed)
                records = np.empty(int(local[-1]), HIT)
                call("hit_scene_batch_all", question.address, _arrays.address(packed), end - begin,
                     _arrays.address(local), _arrays.address(records), ctypes.byref(options))
                found.append(records)

            self._batch(rays, question, work, ray_masks, threads, progress)
        np.cumsum(offsets, out=offsets)
        return SceneAllHits(np.concatenate(found) if found else np.empty(0, HIT), offsets, rays.shape,
                            self._user_of, lengths)

    def first(self, origins: Any, directions: Any, k: int, t_min: Any = 0.0, t_max: Any = np.inf, *,
              layers: Any = None, sides: Optional[str] = None, ray_masks: Any = None,
              accept: Optional[Callable[[int], Any]] = None, threads: Optional[int] = None,
              progress: Any = None) -> SceneHits:
        """(..., k): the first k objects that each ray hits, the nearest first; misses fill the rest.

        Arguments as ``cast``.
        """
        k = number_of_results(k)
        rays = _rays.drays(origins, directions, t_min, t_max)
        records, lengths = np.empty((rays.count, k), HIT), np.empty(rays.count)
        with self._asking(layers, sides, accept, threads) as question:

            def work(packed: Any, options: Any, begin: int, end: int) -> None:
                call("hit_scene_batch_first_k", question.address, _arrays.address(packed), end - begin, k,
                     _arrays.address(records) + HIT.itemsize * k * begin, None, ctypes.byref(options))
                lengths[begin:end] = self._lengths(packed)

            self._batch(rays, question, work, ray_masks, threads, progress)
        shape = rays.shape + (k,)
        return SceneHits(records.reshape(shape), self._user_of,
                         np.broadcast_to(lengths.reshape(rays.shape + (1,)), shape))

    # ---- Closest points --------------------------------------------------------------------------------------------

    def closest(self, points: Any, k: int = 1, max_distance: float = np.inf, *, layers: Any = None,
                accept: Optional[Callable[[int], Any]] = None, threads: Optional[int] = None,
                progress: Any = None) -> SceneClosest:
        """The objects that are closest to each point, the closest first, equal distances by id.

        points        (..., 3), kept in double
        k             how many; the answer has the shape (...) for 1, else (..., k)
        max_distance  farther ones do not count
        """
        k = number_of_results(k)
        if not max_distance >= 0:
            raise ArgumentError(f"max_distance is {max_distance}: expected 0 or more")
        p = _arrays.array(points, np.float64, ("...", 3), "points")
        flat, shape = p.reshape(-1, 3), p.shape[:-1]
        records = np.empty((len(flat), k), CLOSEST)
        with self._asking(layers, None, accept, threads) as question:
            options, keep = self._options(question, len(flat), threads)

            def work(begin: int, end: int) -> None:
                call("hit_scene_batch_closest", question.address, _arrays.address(flat) + 24 * begin, end - begin,
                     max_distance, k, _arrays.address(records) + CLOSEST.itemsize * k * begin, None,
                     ctypes.byref(options))
                question.check()

            _run.in_chunks(len(flat), question.step, work, progress)
            del keep
        return SceneClosest(records.reshape(shape if k == 1 else shape + (k,)), self._user_of)

    # ---- Volumes ---------------------------------------------------------------------------------------------------

    def _ids_in(self, name: str, at: Any, volume: Any, inside: bool, layers: Any, accept: Any) -> NDArray[np.uint64]:
        chosen = c.HIT_INCLUDE_INSIDE if inside else c.HIT_INCLUDE_TOUCHING
        with self._asking(layers, None, accept) as question:
            return collect_ids(lambda to, room: int(getattr(lib, name)(
                question.address, at, volume, chosen, question.filter_address, to, room)))

    def in_cone(self, apex: Any, axis: Any, half_angle: float, *, near: float = 0.0, far: float = np.inf,
                inside: bool = False, layers: Any = None,
                accept: Optional[Callable[[int], Any]] = None) -> NDArray[np.uint64]:
        """The ids, ascending, of the objects that touch a cone.

        apex, axis  (3,); the axis may have any length
        half_angle  between the axis and the side, in radians, above 0 and below pi/2
        near, far   the part of the cone between these heights along the axis
        inside      only what lies in it as a whole
        layers, accept
                    what counts, as in ``cast``
        """
        if not 0 < half_angle < 0.5 * np.pi:
            raise ArgumentError(f"half_angle is {half_angle}: expected radians above 0 and below pi/2")
        x, y, z = _arrays.array(axis, np.float32, (3,), "axis").tolist()
        cone = lib.hit_cone_make(c.hit_vec3(0, 0, 0), c.hit_vec3(x, y, z), half_angle)
        cone.h_min, cone.h_max = near, far
        return self._ids_in("hit_scene_in_cone", vector(apex, "apex"), ctypes.byref(cone), inside, layers, accept)

    def in_frustum(self, volume: Any, rectangle: Any = None, *, inside: bool = False, layers: Any = None,
                   accept: Optional[Callable[[int], Any]] = None) -> NDArray[np.uint64]:
        """The ids, ascending, of the objects that a camera sees, hidden ones included; or of those in a frustum.

        volume     a Camera; or planes (6, 4), each as (x, y, z, offset): the points p with (x, y, z)·p >= offset are
                   inside
        rectangle  (x0, y0, x1, y1) of the camera's screen; None: all of it
        """
        if isinstance(volume, Camera):
            frustum, at = volume._frustum(rectangle), vector(volume.eye, "eye")
        elif rectangle is not None:
            raise ArgumentError("a rectangle is one of a camera's screen: expected a hitscan.Camera beside it")
        else:
            rows = _arrays.array(volume, np.float32, (6, 4), "volume").tolist()
            frustum = c.hit_frustum((c.hit_plane * 6)(*(c.hit_plane(c.hit_vec3(*row[:3]), row[3]) for row in rows)))
            at = c.hit_dvec3(0, 0, 0)
        return self._ids_in("hit_scene_in_frustum", at, ctypes.byref(frustum), inside, layers, accept)

    def in_box(self, lower: Any, upper: Any = None, *, inside: bool = False, layers: Any = None,
               accept: Optional[Callable[[int], Any]] = None) -> NDArray[np.uint64]:
        """The ids, ascending, of the objects that touch an axis-aligned box.

        lower, upper  (3,) each; or one array (2, 3). Corners that are floats are taken as they are; others are
                      rounded, by 2**-24 of the size of the box
        """
        if upper is None:
            corners = _arrays.array(lower, np.float64, (2, 3), "box")
        else:
            corners = np.stack([_arrays.array(lower, np.float64, (3,), "lower"),
                                _arrays.array(upper, np.float64, (3,), "upper")])
        with np.errstate(over="ignore", invalid="ignore"):
            at = np.zeros(3)
            if not np.array_equal(corners.astype(np.float32), corners):
                at = corners[0] + 0.5 * (corners[1] - corners[0])
            sides = (corners - at).astype(np.float32)
        box = c.hit_aabb(min=c.hit_vec3(*sides[0].tolist()), max=c.hit_vec3(*sides[1].tolist()))
        place = vector(at if np.all(np.isfinite(at)) else np.zeros(3), "box")
        return self._ids_in("hit_scene_in_aabb", place, box, inside, layers, accept)

    def in_obb(self, center: Any, axes: Any, half: Any, *, inside: bool = False, layers: Any = None,
               accept: Optional[Callable[[int], Any]] = None) -> NDArray[np.uint64]:
        """The ids, ascending, of the objects that touch an oriented box: all p with |axis·(p - center)| <= half.

        center  (3,)
        axes    (3, 3), an axis in each row
        half    (3,), half of its size along each axis
        """
        rows = _arrays.array(axes, np.float32, (3, 3), "axes").tolist()
        obb = c.hit_obb(center=c.hit_vec3(0, 0, 0), axis=(c.hit_vec3 * 3)(*(c.hit_vec3(*row) for row in rows)),
                        half=(ctypes.c_float * 3)(*_arrays.array(half, np.float32, (3,), "half").tolist()))
        return self._ids_in("hit_scene_in_obb", vector(center, "center"), ctypes.byref(obb), inside, layers, accept)

    def in_sphere(self, center: Any, radius: float, *, inside: bool = False, layers: Any = None,
                  accept: Optional[Callable[[int], Any]] = None) -> NDArray[np.uint64]:
        """The ids, ascending, of the objects that touch a sphere."""
        sphere = c.hit_sphere(center=c.hit_vec3(0, 0, 0), radius=radius)
        return self._ids_in("hit_scene_in_sphere", vector(center, "center"), sphere, inside, layers, accept)


def _pack_one(origin: Any, direction: Any, t_min: Any, t_max: Any) -> Optional[bytes]:
    """A single ray of plain numbers as a hit_dray; None for anything else."""
    if isinstance(origin, np.ndarray) and origin.shape == (3,):
        origin = origin.tolist()
    if isinstance(direction, np.ndarray) and direction.shape == (3,):
        direction = direction.tolist()
    if not (type(origin) in (tuple, list) and type(direction) in (tuple, list) and len(origin) == len(direction) == 3
            and type(t_min) in (float, int) and type(t_max) in (float, int)):
        return None
    if any(type(x) is bool for x in origin) or any(type(x) is bool for x in direction):
        return None
    try:
        return _RAY.pack(*origin, *direction, t_min, t_max)
    except (struct.error, OverflowError):  # no numbers, or beyond float: the arrays know what to say
        return None


def number_of_results(k: Any) -> int:
    """k, as a whole number of at least 1."""
    if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or not 1 <= int(k) < 2**31:
        raise ArgumentError(f"k is {k!r}: expected a whole number of at least 1")
    return int(k)


def collect(dtype: Any, ask: Callable[[int, int], int]) -> NDArray[Any]:
    """All that ``ask(address, room)`` stores, which returns how many there are."""
    out = np.empty(_ROOM, dtype)
    total = ask(_arrays.address(out), len(out))
    while total > len(out):
        out = np.empty(total, dtype)
        total = ask(_arrays.address(out), len(out))
    return out[:total].copy()


def collect_ids(ask: Callable[[int, int], int]) -> NDArray[np.uint64]:
    """The same of ids."""
    return collect(np.uint64, ask)

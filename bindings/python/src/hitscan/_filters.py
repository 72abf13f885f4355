"""What counts in a query of a tree: sides, masks and callbacks, as the C library takes them."""
from __future__ import annotations

import ctypes
import operator
from typing import TYPE_CHECKING, Any, Callable, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _arrays, _rays, _run
from . import _declarations as c
from ._errors import ArgumentError
from ._library import pool
from .hits import Hit

if TYPE_CHECKING:
    from ._handle import Handle

SIDES = {None: c.HIT_SIDES_BOTH, "both": c.HIT_SIDES_BOTH, "front": c.HIT_SIDES_FRONT, "back": c.HIT_SIDES_BACK}
_ALL_BITS = 2**32 - 1
# Rays per task of the C library: fewer are not worth waking other threads for.
_TASK = 4096


def word(value: Any, name: str) -> int:
    """A number of 32 bits."""
    try:
        number = operator.index(value)
    except TypeError:
        raise ArgumentError(f"{name} is a {type(value).__name__}: expected a whole number") from None
    if not 0 <= number <= _ALL_BITS:
        raise ArgumentError(f"{name} is {number}: expected a number from 0 to {_ALL_BITS}")
    return number


class Filter:
    """The options of a call on many rays or points, and what they point to; ``run`` does the calls.

    Everything that C reads is kept here as long as the calls take.
    """

    def __init__(self, handle: Handle, shape: Tuple[int, ...], count: int, *, sides: Optional[str] = None,
                 masks: Any = None, mask: Any = None, ray_masks: Any = None,
                 accept: Optional[Callable[[Hit], Any]] = None, unique: bool = False, threads: Optional[int] = None,
                 progress: Any = None) -> None:
        self._count, self._progress = count, progress
        self._callbacks: Optional[_run.Callbacks] = None
        self._rows: Optional[Callable[[int, int], NDArray[Any]]] = None
        self.options = c.hit_bvh_batch_options()
        workers = pool(threads)
        if workers is not None and count > _TASK and accept is None:
            self._workers = workers
            self.options.pool = ctypes.addressof(workers)
        if sides is None and masks is None and mask is None and ray_masks is None and accept is None and not unique:
            return
        self.filter = c.hit_bvh_filter()
        self.options.filter = ctypes.addressof(self.filter)
        if sides not in SIDES:
            raise ArgumentError(f"sides is {sides!r}: expected 'front', 'back' or 'both'")
        self.filter.sides, self.filter.unique = SIDES[sides], bool(unique)
        self._set_masks(handle.primitives, shape, masks, mask, ray_masks)
        if accept is not None:
            self._set_accept(handle, accept)

    def _set_masks(self, primitives: int, shape: Tuple[int, ...], masks: Any, mask: Any, ray_masks: Any) -> None:
        if masks is None:
            if mask is not None or ray_masks is not None:
                raise ArgumentError("mask and ray_masks are compared with masks of the primitives: give masks, too")
            return
        self._masks = _arrays.array(masks, np.uint32, ("n",), "masks")
        if len(self._masks) != primitives:
            raise ArgumentError(f"masks has shape {self._masks.shape}: expected ({primitives},), one per primitive")
        self._mask = _ALL_BITS if mask is None else word(mask, "mask")
        self.filter.masks, self.filter.mask = _arrays.address(self._masks), self._mask
        if ray_masks is None:
            return
        # The bits of both must be set: one mask per ray is enough for that.
        self.filter.mask = 0
        per_ray = _arrays.array(ray_masks, np.uint32, ("...",), "ray_masks")
        try:
            np.broadcast_to(per_ray, shape)
        except ValueError:
            raise ArgumentError(f"ray_masks has shape {per_ray.shape}: expected one that broadcasts to {shape}, the "
                                "shape of the rays") from None
        self._rows = _rays.Rows(per_ray, shape, ())

    def _set_accept(self, handle: Handle, accept: Callable[[Hit], Any]) -> None:
        if not callable(accept):
            raise ArgumentError(f"accept is a {type(accept).__name__}: expected a function of a hit")
        size = ctypes.sizeof(c.hit_bvh_hit)

        def ask(_context: Any, hit: int) -> bool:
            return bool(accept(Hit(handle, ctypes.string_at(hit, size), None)))

        self._callbacks = _run.Callbacks()
        self._callback = c.hit_bvh_filter_accept(self._callbacks.wrap(ask, False))
        self.filter.accept = self._callback

    def options_of(self, some: NDArray[np.intp]) -> Any:
        """The options for some rays of the chunk that ``run`` is at."""
        if self._rows is None:
            return self.options
        options = type(self.options).from_buffer_copy(self.options)
        self._some_masks = self._ray_masks[some]
        options.ray_masks = _arrays.address(self._some_masks)
        return options

    def run(self, work: Callable[[int, int], Any], step: Optional[int] = None) -> None:
        """Call work(begin, end) for chunks of ``step`` rays (None: 65,536), or fewer.

        ``options`` are then as that chunk needs them.
        """
        if self._rows is None and self._callbacks is None:
            _run.in_chunks(self._count, step, work, self._progress)
            return

        def prepared(begin: int, end: int) -> None:
            if self._rows is not None:
                self._ray_masks = np.ascontiguousarray(self._rows(begin, end) & np.uint32(self._mask))
                self.options.ray_masks = _arrays.address(self._ray_masks)
            work(begin, end)
            if self._callbacks is not None:
                self._callbacks.check()

        if self._callbacks is None:
            _run.in_chunks(self._count, step, prepared, self._progress)
        else:
            with self._callbacks:
                _run.in_chunks(self._count, _run.CHUNK_WITH_CALLBACKS, prepared, self._progress)

"""All hits of many rays, most of them by one traversal.

How many hits a ray has is not known before, and to count them takes as long as to find them. So each ray is asked for
its first few, into a room that is used again for the next rays and stays in the cache. Only rays that may have more are
counted, and asked once more for everything; where many do, all of those that follow are counted at once.
"""
from __future__ import annotations

import ctypes
from typing import Any, Callable, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from ._filters import Filter
from ._handle import Handle
from ._library import call
from ._rays import Rays
from .hits import HIT

# The hits that a ray is asked for first, and how many rays at a time: 2 MB of results.
FEW = 8
CHUNK = 8192
ALL = 2**32 - 1

Counts = NDArray[np.uint32]
Records = NDArray[Any]


def _counted(handle: Handle, packed: NDArray[Any], options: Any) -> Tuple[Counts, Records]:
    """How many hits rays have, and the hits, ray after ray: by two traversals."""
    count, given = len(packed), ctypes.byref(options)
    counts = np.empty(count, np.uint32)
    call("hit_bvh_batch_count", handle.address, _arrays.address(packed), count, _arrays.address(counts), given)
    offsets = np.zeros(count + 1, np.uint64)
    np.cumsum(counts, dtype=np.uint64, out=offsets[1:])
    hits = np.empty(int(offsets[-1]), HIT)
    call("hit_bvh_batch_all", handle.address, _arrays.address(packed), count, _arrays.address(offsets),
         _arrays.address(hits), given)
    return counts, hits


def _replaced(counts: Counts, hits: Records, which: NDArray[np.intp], more: Tuple[Counts, Records]
              ) -> Tuple[Counts, Records]:
    """The hits of rays, but for some of these other ones."""
    some = np.zeros(len(counts), np.bool_)
    some[which] = True
    kept = hits[~np.repeat(some, counts)]
    counts = counts.copy()
    counts[which] = more[0]
    whose = np.repeat(some, counts)
    joined = np.empty(len(whose), HIT)
    joined[whose], joined[~whose] = more[1], kept
    return counts, joined


def in_parts(handle: Handle, rays: Rays, filter: Filter, take: Callable[[int, Counts, Records], None],
             keep: Optional[NDArray[Any]] = None, most: int = ALL) -> None:
    """Call take(begin, counts, hits) for some rays after the other, in their order.

    counts  the number of hits of each of the rays from ``begin`` on; read it at once, it is used again
    hits    all of them, ray after ray, each from the nearest on; an array of its own
    keep    (rays,) of RAY, where the rays go; None: nowhere
    most    what a ray has beyond so many hits may be left out
    """
    few = min(FEW, most)
    room, found = np.empty((min(CHUNK, rays.count), few), HIT), np.empty(min(CHUNK, rays.count), np.uint32)
    rows = few * np.arange(len(found))
    many = False  # many rays have more than a few hits

    def work(begin: int, end: int) -> None:
        nonlocal many
        packed = rays.pack(begin, end, None if keep is None else keep[begin:end])
        if many:
            take(begin, *_counted(handle, packed, filter.options))
            return
        counts = found[:end - begin]
        call("hit_bvh_batch_first_k", handle.address, _arrays.address(packed), end - begin, few, _arrays.address(room),
             _arrays.address(counts), ctypes.byref(filter.options))
        ends = np.cumsum(counts, dtype=np.int64)
        hits = room.reshape(-1).take(np.repeat(rows[:len(counts)] - ends + counts, counts) + np.arange(ends[-1]))
        more = np.flatnonzero(counts == few)
        if few < most and len(more):
            many = 4 * len(more) > len(counts)
            asked = _counted(handle, np.ascontiguousarray(packed[more]), filter.options_of(more))
            take(begin, *_replaced(counts, hits, more, asked))
        else:
            take(begin, counts, hits)

    filter.run(work, CHUNK)

"""All hits of many rays, most of them by one traversal.

How many hits a ray has is not known before, and to count them takes as long as to find them. So each ray is asked for
its first few, into a room that is used again for the next rays and stays in the cache. Only rays that may have more are
counted, and asked once more for everything; where many do, all of those that follow are counted at once.
"""
from __future__ import annotations

import ctypes
from typing import Any, Callable, NamedTuple, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from ._filters import Filter
from ._handle import Handle
from ._library import call
from ._rays import Rays
from .hits import HIT

# The hits that a ray is asked for first, and how many rays at a time: 2.6 MB of results.
FEW = 10
CHUNK = 8192
ALL = 2**32 - 1

Counts = NDArray[np.uint32]
Places = NDArray[np.int64]


class Part(NamedTuple):
    """The hits of some rays that follow each other; arrays are used again for the next part."""

    begin: int  #: the first ray
    counts: Counts  #: how many hits each has in ``hits``
    starts: Places  #: where these begin, the nearest first
    hits: NDArray[Any]  #: HIT
    more: Optional[Tuple[Places, Counts, Places, NDArray[Any]]]
    """Which rays have perhaps more than that, and counts, starts and hits beyond."""

    def joined(self) -> Tuple[Counts, NDArray[Any]]:
        """How many hits each ray has, and the hits, ray after ray."""
        ends = np.cumsum(self.counts, dtype=np.int64)
        hits = self.hits.take(np.repeat(self.starts - ends + self.counts, self.counts) + np.arange(ends[-1]))
        if self.more is None:
            return self.counts.copy(), hits
        which, counts, starts, beyond = self.more
        pieces, at = [], 0
        for end, start, count in zip(ends[which].tolist(), starts.tolist(), counts.tolist()):
            pieces += [hits[at:end], beyond[start:start + count]]
            at = end
        total = self.counts.copy()
        total[which] += counts
        return total, np.concatenate([*pieces, hits[at:]])


def _counted(handle: Handle, packed: NDArray[Any], options: Any) -> Tuple[Counts, Places, NDArray[Any]]:
    """How many hits rays have, where they begin, and the hits: by two traversals."""
    count, given = len(packed), ctypes.byref(options)
    counts = np.empty(count, np.uint32)
    call("hit_bvh_batch_count", handle.address, _arrays.address(packed), count, _arrays.address(counts), given)
    offsets = np.zeros(count + 1, np.int64)
    np.cumsum(counts, dtype=np.int64, out=offsets[1:])
    hits = np.empty(int(offsets[-1]), HIT)
    call("hit_bvh_batch_all", handle.address, _arrays.address(packed), count, _arrays.address(offsets),
         _arrays.address(hits), given)
    return counts, offsets[:-1], hits


def in_parts(handle: Handle, rays: Rays, filter: Filter, take: Callable[[Part], None],
             keep: Optional[NDArray[Any]] = None, most: int = ALL) -> None:
    """Call ``take`` for some rays after the other, in their order.

    keep  (rays,) of RAY, where the rays go; None: nowhere
    most  what a ray has beyond so many hits may be left out
    """
    few = min(FEW, most)
    room, found = np.empty(min(CHUNK, rays.count) * few, HIT), np.empty(min(CHUNK, rays.count), np.uint32)
    rows = few * np.arange(len(found))
    many = False  # many rays have more than a few hits

    def work(begin: int, end: int) -> None:
        nonlocal many
        packed = rays.pack(begin, end, None if keep is None else keep[begin:end])
        if many:
            take(Part(begin, *_counted(handle, packed, filter.options), None))
            return
        counts, more = found[:end - begin], None
        call("hit_bvh_batch_first_k", handle.address, _arrays.address(packed), end - begin, few, _arrays.address(room),
             _arrays.address(counts), ctypes.byref(filter.options))
        which = np.flatnonzero(counts == few) if few < most else rows[:0]
        if len(which):
            many = 4 * len(which) > len(counts)
            all_, starts, hits = _counted(handle, np.ascontiguousarray(packed[which]), filter.options_of(which))
            more = which, np.maximum(all_, few) - np.uint32(few), starts + few, hits
        take(Part(begin, counts, rows[:len(counts)], room, more))

    filter.run(work, CHUNK)

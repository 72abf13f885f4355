"""A tree of the C library, held by all that use it.

A handle never changes: a refit makes a new one. So a query, a result and a scene keep what they began with, whatever
happens to the Tree meanwhile and in whatever thread, and the tree is freed when the last of them lets go.
"""
from __future__ import annotations

import ctypes
import weakref
from typing import Any, Optional

from . import _declarations as c
from ._library import lib


def _destroy(address: int, _keep: Any) -> None:
    lib.hit_bvh_destroy(address)


class Handle:
    """The address of a hit_bvh, which lives as long as this object; None for a tree that is closed.

    keep  what a view looks at: the bytes, or a mapped file
    """

    __slots__ = ("__weakref__", "address", "is_view", "pointer", "primitives", "stats")

    def __init__(self, address: Optional[int], keep: Any = None) -> None:
        self.address = address
        # The same for functions without declared types; NULL, which every call refuses, for none.
        self.pointer = None if address is None else ctypes.byref(ctypes.c_char.from_address(address))
        self.is_view = keep is not None
        self.stats = c.hit_bvh_stats() if address is None else lib.hit_bvh_get_stats(address)
        self.primitives = int(self.stats.primitives)
        if address is not None:
            # Not at exit: a thread that the interpreter does not wait for may still be in a query.
            weakref.finalize(self, _destroy, address, keep).atexit = False


CLOSED = Handle(None)

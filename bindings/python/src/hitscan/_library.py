"""The shared library: where it is, its functions, and how a call that fails becomes an exception.

``lib.hit_bvh_first(...)`` calls the C function of that name. Pointers are addresses (integers), what ctypes.byref
gives, bytes, or None. Calls release the GIL.
"""
from __future__ import annotations

import ctypes
import os
import sys
import threading
from typing import Any, Dict, Optional

from . import _declarations as c
from . import _errors

NATIVE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_native")


class _Functions:
    """The functions, each made callable when it is first asked for."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library

    def __getattr__(self, name: str) -> Any:
        if name not in c.FUNCTIONS:
            raise AttributeError(name)
        function = getattr(self._library, name)
        function.restype, function.argtypes = c.FUNCTIONS[name]()
        setattr(self, name, function)
        return function


def _load() -> ctypes.CDLL:
    name = {"win32": "hitscan.dll", "darwin": "libhitscan.dylib"}.get(sys.platform, "libhitscan.so")
    path = os.environ.get("HITSCAN_LIBRARY") or os.path.join(NATIVE, name)
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"hitscan: cannot load its library: {error}. Install the package again "
                          "(pip install --force-reinstall hitscan), or let HITSCAN_LIBRARY name the file") from error


lib: Any = _Functions(_load())


def bare(name: str) -> Any:
    """A function that returns a status, without the types of its arguments: a call takes half the time.

    Nothing is converted: pointers must be bytes, None, or made by ctypes.byref, and numbers by from_param.
    """
    return ctypes.CFUNCTYPE(ctypes.c_int)((name, lib._library))


def check(status: int, error: Any, path: Optional[str] = None) -> None:
    """Raise what a failed call says; ``error`` is the hit_error that it was given."""
    if status != c.HIT_OK:
        text = error.message.decode("utf-8", "replace") or lib.hit_status_text(status).decode()
        raise _errors.make(status, text, error.offset, error.line, path)


def call(name: str, *arguments: Any, path: Optional[str] = None) -> None:
    """Call a function that takes a hit_error last and returns a status; raise when it fails."""
    error = c.hit_error()
    check(getattr(lib, name)(*arguments, ctypes.byref(error)), error, path)


# ---- Threads -------------------------------------------------------------------------------------------------------

_pools: Dict[int, Any] = {}
_pools_lock = threading.Lock()


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def pool(threads: Optional[int]) -> Any:
    """A ``hit_task_pool`` of so many threads, for a ``pool`` field (ctypes.addressof), or None for one thread.

    Pools are made once for each number and live as long as the process; several callers take turns.
    """
    count = processors() if threads is None else int(threads)
    if not 1 <= count <= 1024:
        raise _errors.ArgumentError(f"threads is {threads}: it must be from 1 to 1024, or None for all processors")
    if count == 1:
        return None
    with _pools_lock:
        if count not in _pools:
            handle = ctypes.c_void_p()
            call("hit_thread_pool_create", count, None, ctypes.byref(handle))
            _pools[count] = lib.hit_thread_pool_tasks(handle)
        return _pools[count]


def _forget_pools() -> None:
    """After a fork the threads are gone: the child makes its own."""
    global _pools_lock
    _pools.clear()
    _pools_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pools)

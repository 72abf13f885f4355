"""Long calls: in chunks that Ctrl-C can end between, with progress, and with callbacks that may raise.

The C library releases the GIL and knows nothing of signals. So a call on many rays is many calls on some of them, and
what C calls back must not let an exception through: it is kept, and raised when C has returned.
"""
from __future__ import annotations

import signal
import threading
from types import TracebackType
from typing import Any, Callable, List, Optional, Tuple, Type

from ._errors import ArgumentError, Cancelled

# Rays per call of the C library: a few milliseconds of work, and what goes in and out fits into a cache.
CHUNK = 65536
# The same where each of them may call back into Python.
CHUNK_WITH_CALLBACKS = 1024


class Progress:
    """Tells somebody how far a call is: a function of (done, total), a tqdm bar, or tqdm itself.

    A function that returns False, precisely that, cancels the call.
    """

    def __init__(self, target: Any, total: int) -> None:
        self._total, self._done, self._own = total, 0, False
        if isinstance(target, type) and hasattr(target, "update"):
            target, self._own = target(total=total), True
        self._bar = target if hasattr(target, "update") else None
        self._call = None if self._bar is not None else target
        if self._bar is None and target is not None and not callable(target):
            raise ArgumentError(f"progress is a {type(target).__name__}: expected a function of (done, total), or a "
                                "tqdm bar")
        if self._bar is not None and not self._own and getattr(target, "total", 0) is None:
            target.total = total  # a bar without a length gets ours

    def __call__(self, done: int) -> None:
        if self._bar is not None:
            self._bar.update(done - self._done)
        elif self._call is not None and self._call(done, self._total) is False:
            raise Cancelled("cancelled by progress")
        self._done = done

    def close(self) -> None:
        """End a bar that was made here."""
        if self._own and self._bar is not None:
            self._bar.close()


def in_chunks(count: int, step: Optional[int], work: Callable[[int, int], Any], progress: Any = None) -> None:
    """Call ``work(begin, end)`` for chunks of ``step`` things (None: 65,536) until all ``count`` are done.

    ``progress`` is a function of (done, total), a tqdm bar, or None. Ctrl-C ends it between two chunks: what
    ``work`` wrote until then is the caller's to drop.
    """
    step = step or CHUNK
    if progress is None and count <= step:
        if count:
            work(0, count)
        return
    told = Progress(progress, count)
    try:
        for begin in range(0, count, step):
            end = min(begin + step, count)
            work(begin, end)
            told(end)
    finally:
        told.close()


class Callbacks:
    """The Python functions that a C call may call back. ``with`` it around the call.

    What one of them raises is kept, every later one answers ``refused`` at once, and leaving the block raises it.
    Ctrl-C works the same way: where Python's handler ran inside of a callback, its exception would be printed and lost.
    """

    def __init__(self) -> None:
        self._error: Optional[BaseException] = None
        self._signals: List[Tuple[int, Any]] = []
        self._handler: Any = None

    def wrap(self, function: Callable[..., Any], refused: Any) -> Callable[..., Any]:
        """The function as C may call it."""

        def guarded(*arguments: Any) -> Any:
            if self._error is not None or self._signals:
                return refused
            try:
                answer = function(*arguments)
            except BaseException as error:  # noqa: B902 - it is raised again when C has returned
                self._error = error
                return refused
            return refused if self._signals else answer

        return guarded

    def check(self) -> None:
        """Raise what a callback raised, or what Ctrl-C asks for; for loops of several calls."""
        error, self._error = self._error, None
        pending, self._signals = self._signals, []
        if error is not None:
            raise error
        for number, frame in pending:
            self._handler(number, frame)

    def __enter__(self) -> Callbacks:
        # Only the main thread gets signals, and only Python's handlers can run in a callback.
        if threading.current_thread() is threading.main_thread():
            handler = signal.getsignal(signal.SIGINT)
            if callable(handler):
                self._handler = handler
                signal.signal(signal.SIGINT, lambda number, frame: self._signals.append((number, frame)))
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)
        self.check()

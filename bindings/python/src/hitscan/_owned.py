"""What owns a C object, and who may use it at a time."""
from __future__ import annotations

import threading
import weakref
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator

from ._errors import ArgumentError


class Owned:
    """A C object, destroyed when nobody has this any more; whoever uses the object keeps it.

    At the end of the process nothing is destroyed: other threads may still be using it, and all memory goes anyway.
    """

    __slots__ = ("address", "__weakref__")

    def __init__(self, address: int, destroy: Callable[[int], Any]) -> None:
        self.address = address
        weakref.finalize(self, destroy, address).atexit = False


class Gate:
    """Lets any number of threads in at once, or one alone.

    A thread that is in may come in again, as the callback of a query that asks another one. It cannot ask to be alone
    then: it would wait for itself.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition(threading.Lock())
        self._inside: Dict[int, int] = {}
        self._alone = False
        self._waiting = 0  # to be alone: who comes now waits behind them, or they would wait forever

    def is_inside(self) -> bool:
        """Whether this thread is in."""
        return threading.get_ident() in self._inside

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Come in together with others."""
        me = threading.get_ident()
        with self._changed:
            while (self._alone or self._waiting) and me not in self._inside:
                self._changed.wait()
            self._inside[me] = self._inside.get(me, 0) + 1
        try:
            yield
        finally:
            with self._changed:
                self._inside[me] -= 1
                if self._inside[me] == 0:
                    del self._inside[me]
                    self._changed.notify_all()

    @contextmanager
    def alone(self, what: str) -> Iterator[None]:
        """Come in when all others have left, and keep them out."""
        if self.is_inside():
            raise ArgumentError(f"{what} within a query of the same scene, as from its callback: do it afterwards")
        with self._changed:
            self._waiting += 1
            try:
                while self._alone or self._inside:
                    self._changed.wait()
                self._alone = True
            finally:
                self._waiting -= 1
                self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._alone = False
                self._changed.notify_all()

"""A selection: the set of objects that a person has picked, as editors keep it."""
from __future__ import annotations

import ctypes
from typing import Any, Callable, Iterator, List, NamedTuple, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from . import _declarations as c
from ._errors import ArgumentError
from ._owned import Owned
from ._library import call, lib
from ._scene_queries import choice
from .camera import Camera
from .picking import camera_address
from .scene import Scene

_HOW = {"replace": c.HIT_SELECT_REPLACE, "add": c.HIT_SELECT_ADD, "toggle": c.HIT_SELECT_TOGGLE,
        "subtract": c.HIT_SELECT_SUBTRACT, "intersect": c.HIT_SELECT_INTERSECT}


class Change(NamedTuple):
    """What an operation has changed."""

    added: NDArray[np.uint64]  # (n,), ascending
    removed: NDArray[np.uint64]
    primary_before: int
    primary_after: int


def _copied(address: Any, count: int) -> NDArray[np.uint64]:
    out = np.empty(count, np.uint64)
    if count:
        ctypes.memmove(_arrays.address(out), address, out.nbytes)
    return out


class Selection:
    """The set of objects that a person has picked. It knows nothing but ids.

    ``apply`` and ``click`` change it; ``undo`` and ``redo`` go back and forth through what they did. ``id in
    selection``, ``len``, iteration and ``ids`` tell what is selected. One thread may use it at a time.
    """

    def __init__(self, ids: Any = ()) -> None:
        handle = ctypes.c_void_p()
        call("hit_selection_create", None, ctypes.byref(handle))
        self._handle = Owned(int(handle.value or 0), lib.hit_selection_destroy)
        self._done: List[Change] = []
        self._undone: List[Change] = []
        if len(np.atleast_1d(ids)):
            self.apply(ids)
            self._done.clear()

    def _changed(self, diff: Any) -> Change:
        return Change(_copied(diff.added, diff.added_count), _copied(diff.removed, diff.removed_count),
                      diff.primary_before, diff.primary_after)

    def _record(self, diff: Any) -> Change:
        change = self._changed(diff)
        if len(change.added) or len(change.removed) or change.primary_before != change.primary_after:
            self._done.append(change)
            self._undone.clear()
        return change

    def apply(self, ids: Any, how: str = "replace") -> Change:
        """Change the selection by what was picked.

        ids  one, or (n,) in the order of picking; zeros count for nothing
        how  "replace", "add", "toggle", "subtract" or "intersect"
        """
        which, diff = _arrays.array(ids, np.uint64, ("...",), "ids").reshape(-1), c.hit_selection_diff()
        call("hit_selection_apply", self._handle.address, choice(_HOW, how, "how"), _arrays.address(which), len(which),
             ctypes.byref(diff))
        return self._record(diff)

    def toggle(self, ids: Any) -> Change:
        """What was in leaves, what was out joins: ``apply(ids, "toggle")``."""
        return self.apply(ids, "toggle")

    def clear(self) -> Change:
        """Select nothing."""
        return self.apply(np.zeros(0, np.uint64))

    def click(self, scene: Scene, camera: Camera, x: float, y: float, how: str = "replace", *, tolerance: float = 3.0,
              layers: Any = None, sides: Optional[str] = None,
              accept: Optional[Callable[[int], Any]] = None) -> Tuple[int, Change]:
        """Pick at a point, and change the selection by it. Returns the object, 0 for none, and the change.

        A click at the same place again, within ``tolerance`` pixels, goes on to what is behind.
        """
        if not isinstance(scene, Scene):
            raise ArgumentError(f"scene is a {type(scene).__name__}: expected a hitscan.Scene")
        if not tolerance >= 0:
            raise ArgumentError(f"tolerance is {tolerance}: expected 0 or more pixels")
        picked, diff, chosen = ctypes.c_uint64(), c.hit_selection_diff(), choice(_HOW, how, "how")
        with scene._asking(layers, sides, accept) as question:
            call("hit_selection_click", self._handle.address, question.address, camera_address(camera), x, y,
                 tolerance, chosen, question.filter_address, ctypes.byref(picked), ctypes.byref(diff))
            change = self._record(diff)
        return int(picked.value), change

    def prune(self, scene: Scene) -> Change:
        """Let objects leave that are no longer in the scene. Undo does not bring them back."""
        diff = c.hit_selection_diff()
        with scene._editing:
            call("hit_selection_prune", self._handle.address, scene._address(), ctypes.byref(diff))
        change = self._changed(diff)
        if len(change.removed):
            self._done.clear()
            self._undone.clear()
        return change

    def _restore(self, change: Change) -> Change:
        diff = c.hit_selection_diff()
        call("hit_selection_restore", self._handle.address, _arrays.address(change.added), len(change.added),
             _arrays.address(change.removed), len(change.removed), change.primary_before, ctypes.byref(diff))
        return self._changed(diff)

    def undo(self) -> Optional[Change]:
        """Take back the last change; None when there is none."""
        if not self._done:
            return None
        change = self._restore(self._done[-1])
        self._done.pop()
        self._undone.append(change)
        return change

    def redo(self) -> Optional[Change]:
        """Do again what was undone last; None when there is nothing."""
        if not self._undone:
            return None
        change = self._restore(self._undone[-1])
        self._undone.pop()
        self._done.append(change)
        return change

    @property
    def ids(self) -> NDArray[np.uint64]:
        """(n,): the selected objects, ascending."""
        out = np.empty(len(self), np.uint64)
        lib.hit_selection_list(self._handle.address, _arrays.address(out), len(out))
        return out

    def __len__(self) -> int:
        return int(lib.hit_selection_count(self._handle.address))

    def __bool__(self) -> bool:
        return len(self) > 0

    def __contains__(self, id: object) -> bool:
        if isinstance(id, bool) or not isinstance(id, (int, np.integer)) or not 0 < int(id) < 2**64:
            return False
        return bool(lib.hit_selection_has(self._handle.address, int(id)))

    def __iter__(self) -> Iterator[int]:
        return iter(self.ids.tolist())

    @property
    def primary(self) -> int:
        """The object that was picked last and is still selected; 0 when nothing is."""
        return int(lib.hit_selection_primary(self._handle.address))

    @property
    def hover(self) -> int:
        """What the pointer is over; 0 for nothing. It need not be selected."""
        return int(lib.hit_selection_hover(self._handle.address))

    @hover.setter
    def hover(self, id: int) -> None:
        lib.hit_selection_set_hover(self._handle.address, int(id))

    def __reduce__(self) -> Tuple[Any, ...]:
        ids = self.ids
        # The primary object comes last, so that it is that again.
        return Selection, (np.append(ids[ids != self.primary], ids[ids == self.primary]),)

    def __repr__(self) -> str:
        return f"<hitscan.Selection of {len(self)} objects>"

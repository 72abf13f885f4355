"""Picking: from a click, a rectangle, a lasso or a brush to the objects of a scene; and why not."""
from __future__ import annotations

import ctypes
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from . import _declarations as c
from ._errors import ArgumentError
from ._library import lib
from ._scene_hits import HIT, NEAR, NearHits, SceneHits, missing_hits
from ._scene_queries import Queries, Question, collect, collect_ids
from .camera import Camera


class Explanation(NamedTuple):
    """Why a click picked an object, or did not."""

    reason: str  # "picked", "hidden", "missed bounds" and so on: the first that holds
    text: str  # a sentence or two about it
    id: int
    other: int  # the object that the click picks instead; 0 for none
    t: float  # where the ray hits it, or would; infinite where it does not
    other_t: float
    layers: int
    filter_layers: int
    priority: int
    other_priority: int
    off: Tuple[float, float]  # in pixels, from the point to what was missed
    stale: bool  # the object was edited since the last commit

    def __str__(self) -> str:
        return self.text


def camera_address(camera: Any) -> Any:
    """A Camera as the C library takes it."""
    if not isinstance(camera, Camera):
        raise ArgumentError(f"camera is a {type(camera).__name__}: expected a hitscan.Camera")
    return ctypes.byref(camera._camera)


class Picking(Queries):
    """The part of a scene that picks.

    All take a Camera and points of its screen. Objects count between the near and the far plane. An object with a
    higher priority wins over one with a lower; among equals the nearest wins, then the lowest id.
    """

    _editing: Any  # a lock: explain knows what is not committed yet

    def pick(self, camera: Camera, x: float, y: float, *, layers: Any = None, sides: Optional[str] = None,
             accept: Optional[Callable[[int], Any]] = None) -> SceneHits:
        """What is under a point of the screen, as a single hit: true when there is one; t is the depth.

        layers, sides, accept  what counts, as in ``cast``
        """
        hit = missing_hits(1)
        with self._asking(layers, sides, accept) as question:
            lib.hit_pick_first(question.address, camera_address(camera), x, y, question.filter_address,
                               _arrays.address(hit))
        return self._hits(hit, camera, x, y)[0]  # type: ignore[no-any-return]

    def _hits(self, records: NDArray[Any], camera: Camera, x: float, y: float) -> Any:
        direction = camera.ray(x, y)[1].astype(np.float64)
        return SceneHits(records, self._user_of, np.full(len(records), np.sqrt(direction @ direction)))

    def pick_all(self, camera: Camera, x: float, y: float, *, layers: Any = None, sides: Optional[str] = None,
                 accept: Optional[Callable[[int], Any]] = None) -> SceneHits:
        """Everything under a point of the screen, in the order in which repeated clicks should go through it."""
        with self._asking(layers, sides, accept) as question:
            records = collect(HIT, lambda to, room: int(lib.hit_pick_all(
                question.address, camera_address(camera), x, y, question.filter_address, to, room)))
        return self._hits(records, camera, x, y)  # type: ignore[no-any-return]

    def pick_near(self, camera: Camera, x: float, y: float, radius: float, *, layers: Any = None,
                  sides: Optional[str] = None, accept: Optional[Callable[[int], Any]] = None) -> NearHits:
        """Objects within some pixels of a point of the screen: for lines, points, and what else is hard to hit.

        In the order of priority; then what the point lies on before what it is only near to; then by distance.
        """
        with self._asking(layers, sides, accept) as question:
            return NearHits(collect(NEAR, lambda to, room: int(lib.hit_pick_near(
                question.address, camera_address(camera), x, y, radius, question.filter_address, to, room))),
                self._user_of)

    def _in_area(self, name: str, camera: Camera, area: Tuple[Any, ...], contained: bool, visible: bool, step: float,
                 filters: Dict[str, Any]) -> NDArray[np.uint64]:
        if not step >= 0:
            raise ArgumentError(f"step is {step}: expected 0 or more pixels")
        with self._asking(**filters) as question:
            options = self._area(question, contained, visible, step)
            return collect_ids(lambda to, room: int(getattr(lib, name)(
                question.address, camera_address(camera), *area, ctypes.byref(options), to, room)))

    @staticmethod
    def _area(question: Question, contained: bool, visible: bool, step: float) -> Any:
        return c.hit_area_options(contained=contained, visible=visible, step=step, filter=question.filter_address)

    def pick_rect(self, camera: Camera, x0: float, y0: float, x1: float, y1: float, *, contained: bool = False,
                  visible: bool = False, step: float = 0.0, layers: Any = None, sides: Optional[str] = None,
                  accept: Optional[Callable[[int], Any]] = None) -> NDArray[np.uint64]:
        """The ids, ascending, of the objects in a rectangle of the screen, by their geometry.

        x0, y0, x1, y1  two opposite corners, in any order
        contained       only what lies in it as a whole
        visible         only what is seen, by rays that are ``step`` pixels apart; 0 means 1
        layers, sides, accept
                        what counts, as in ``cast``
        """
        return self._in_area("hit_pick_rect", camera, (x0, y0, x1, y1), contained, visible, step,
                             {"layers": layers, "sides": sides, "accept": accept})

    def pick_lasso(self, camera: Camera, points: Any, *, contained: bool = False, visible: bool = False,
                   step: float = 0.0, layers: Any = None, sides: Optional[str] = None,
                   accept: Optional[Callable[[int], Any]] = None) -> NDArray[np.uint64]:
        """The ids, ascending, of the objects in a polygon of the screen; even-odd where it crosses itself.

        points  (n, 2); the last is joined to the first. The rest is as in ``pick_rect``
        """
        p = _arrays.array(points, np.float64, ("n", 2), "points")
        return self._in_area("hit_pick_lasso", camera, (_arrays.address(p), len(p)), contained, visible, step,
                             {"layers": layers, "sides": sides, "accept": accept})

    def pick_brush(self, camera: Camera, x: float, y: float, radius: float, *, contained: bool = False,
                   visible: bool = False, step: float = 0.0, layers: Any = None, sides: Optional[str] = None,
                   accept: Optional[Callable[[int], Any]] = None) -> NDArray[np.uint64]:
        """The ids, ascending, of the objects that a round brush of some pixels touches. Else as ``pick_rect``."""
        return self._in_area("hit_pick_brush", camera, (x, y, radius), contained, visible, step,
                             {"layers": layers, "sides": sides, "accept": accept})

    def explain(self, camera: Camera, x: float, y: float, id: int, *, layers: Any = None,
                sides: Optional[str] = None, accept: Optional[Callable[[int], Any]] = None) -> Explanation:
        """Why a click at a point picks an object, or does not: ``pick`` with the same arguments."""
        with self._asking(layers, sides, accept) as question, self._editing:
            e = lib.hit_explain(question.address, camera_address(camera), x, y, question.filter_address, int(id))
        return Explanation(lib.hit_reason_name(e.reason).decode(), e.text.decode("utf-8", "replace"), e.id, e.other,
                           e.t, e.other_t, e.layers, e.filter_layers, e.priority, e.other_priority,
                           (e.off[0], e.off[1]), bool(e.stale))

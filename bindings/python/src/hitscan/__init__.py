"""Exact ray, cone and picking queries on triangle meshes, boxes and moving scenes.

>>> import hitscan
>>> tree = hitscan.Tree([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
>>> tree.cast((0.25, 0.25, -1), (0, 0, 1)).t
1.0
"""
from __future__ import annotations

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any
from typing import List as _List

from ._errors import (ArgumentError, Cancelled, Error, FileError, FormatError, GeometryError, LimitError, OutOfMemory,
                      PrecisionWarning, TopologyError)
from ._library import lib as _lib
from .hits import AllHits, Closest, Hit, Hits
from .tree import Tree

__all__ = [
    "AllHits", "ArgumentError", "Cancelled", "Closest", "Error", "FileError", "FormatError", "GeometryError", "Hit",
    "Hits", "LimitError", "OutOfMemory", "PrecisionWarning", "TopologyError", "Tree",
]

__version__: str = _lib.hit_version().decode()

# What costs time to import, and not every program needs: found when it is first asked for.
_LATER = {
    "Camera": "camera",
    "Explanation": "picking",
    "Model": "model",
    "NearHits": "scene",
    "Picture": "picture",
    "Scan": "scanner",
    "Scene": "scene",
    "SceneAllHits": "scene",
    "SceneClosest": "scene",
    "SceneHits": "scene",
    "Selection": "selection",
    "Sensor": "scanner",
    "lidar": "scanner",
    "load": "model",
    "render": "picture",
}

if _TYPE_CHECKING:
    from .camera import Camera as Camera
    from .model import Model as Model
    from .model import load as load
    from .picking import Explanation as Explanation
    from .picture import Picture as Picture
    from .picture import render as render
    from .scanner import Scan as Scan
    from .scanner import Sensor as Sensor
    from .scanner import lidar as lidar
    from .scene import NearHits as NearHits
    from .scene import Scene as Scene
    from .scene import SceneAllHits as SceneAllHits
    from .scene import SceneClosest as SceneClosest
    from .scene import SceneHits as SceneHits
    from .selection import Selection as Selection


def __getattr__(name: str) -> _Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(_import_module("." + _LATER[name], __name__), name)
    return value


def __dir__() -> _List[str]:
    return sorted({*globals(), *_LATER})

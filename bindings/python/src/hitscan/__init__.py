"""Exact ray, cone and picking queries on triangle meshes, boxes and moving scenes."""
from __future__ import annotations

from ._errors import (ArgumentError, Cancelled, Error, FileError, FormatError, GeometryError, LimitError, OutOfMemory,
                      PrecisionWarning, TopologyError)
from ._library import lib as _lib

__version__: str = _lib.hit_version().decode()

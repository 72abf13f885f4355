"""Rays from outside: origins, directions and ends, broadcast against each other, as the C library reads them."""
from __future__ import annotations

from typing import Any, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from ._errors import ArgumentError

# hit_ray and hit_dray.
RAY = np.dtype([("origin", "f4", 3), ("direction", "f4", 3), ("t_min", "f4"), ("t_max", "f4")])
DRAY = np.dtype([("origin", "f8", 3), ("direction", "f4", 3), ("t_min", "f4"), ("t_max", "f4")], align=True)


class Rows:
    """An array that is broadcast to a shape, whose rows can be read from any to any, counted in C order.

    A large result of broadcasting is never made: it may not fit into memory.
    """

    def __init__(self, a: NDArray[Any], shape: Tuple[int, ...], inner: Tuple[int, ...]) -> None:
        self._shape = shape
        self._wide = np.broadcast_to(a, shape + inner)
        self._flat: Optional[NDArray[Any]] = None
        count = int(np.prod(shape, dtype=np.int64))
        if a.shape == shape + inner and (a.flags.c_contiguous or len(shape) == 1):
            self._flat = a.reshape((count,) + inner)  # a view
        elif a.size == int(np.prod(inner, dtype=np.int64)):
            self._flat = np.broadcast_to(a.reshape(inner), (count,) + inner)

    def __call__(self, begin: int, end: int) -> NDArray[Any]:
        if self._flat is not None:
            return self._flat[begin:end]
        return np.asarray(self._wide[np.unravel_index(np.arange(begin, end), self._shape)])


class Rays:
    """Rays of the caller's arrays, packed when they are needed.

    shape  the shape of the results: that of the arguments without the last axis, broadcast
    count  how many rays that is
    """

    def __init__(self, origins: Any, directions: Any, t_min: Any, t_max: Any, dtype: np.dtype[Any],
                 around: Optional[NDArray[Any]] = None) -> None:
        given = {"origins": origins, "directions": directions, "t_min": t_min, "t_max": t_max}
        inner = {"origins": (3,), "directions": (3,), "t_min": (), "t_max": ()}
        arrays = {}
        for name, value in given.items():
            arrays[name] = _arrays.numbers(value, ("...",) + inner[name], name)
            if arrays[name].dtype.kind == "b":
                raise ArgumentError(f"{name} holds true and false: expected numbers")
        outer = [a.shape[:a.ndim - len(inner[name])] for name, a in arrays.items()]
        try:
            self.shape: Tuple[int, ...] = np.broadcast_shapes(*outer)
        except ValueError:
            shapes = ", ".join(f"{name} {a.shape}" for name, a in arrays.items() if a.ndim)
            raise ArgumentError(f"the shapes of the rays do not go together: {shapes}") from None
        self.count = int(np.prod(self.shape, dtype=np.int64))
        self.dtype = dtype
        if dtype == RAY:
            _arrays.check_rounding(arrays["origins"], "origins", around=around)
        _arrays.check_directions(arrays["directions"], "directions")
        # By the names of the fields, which are singular.
        self._rows = {name.rstrip("s"): Rows(a, self.shape, inner[name]) for name, a in arrays.items()}
        self._buffer: Optional[NDArray[Any]] = None

    def pack(self, begin: int, end: int, out: Optional[NDArray[Any]] = None) -> NDArray[Any]:
        """The rays from begin to end, as records of ``dtype``.

        out  where to write them; None: into a buffer that the next call uses again
        """
        if out is None:
            if self._buffer is None or len(self._buffer) < end - begin:
                self._buffer = np.empty(end - begin, self.dtype)
            out = self._buffer[:end - begin]
        with np.errstate(over="ignore"):
            for field, rows in self._rows.items():
                source, target = rows(begin, end), out[field]
                if source.ndim == 1:
                    target[:] = source
                else:
                    # By columns: half the time of copying rows of three, for which NumPy has no fast loop.
                    for axis in range(3):
                        target[:, axis] = source[:, axis]
        return out


def rays(origins: Any, directions: Any, t_min: Any = 0.0, t_max: Any = np.inf,
         around: Optional[NDArray[Any]] = None) -> Rays:
    """Rays for trees, hit_ray: rounded to float, with a PrecisionWarning where that moves an origin too far.

    origins     (..., 3)
    directions  (..., 3), of any length
    t_min       (...), and t_max: both ends count
    around      (2, 3): the bounds of the tree
    """
    return Rays(origins, directions, t_min, t_max, RAY, around)


def drays(origins: Any, directions: Any, t_min: Any = 0.0, t_max: Any = np.inf) -> Rays:
    """Rays for scenes, hit_dray: as ``rays``, but origins stay in double."""
    return Rays(origins, directions, t_min, t_max, DRAY)

"""Arrays from outside: anything that NumPy can read becomes what the C library reads, or a clear error.

A caller may hand over arrays of any number type, order and layout, read-only ones, objects with ``__array__`` or
``__dlpack__`` (torch, CuPy on the host, pandas), sequences and single numbers. Nothing is copied that already fits.
"""
from __future__ import annotations

import sys
import warnings
from typing import Any, Dict, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._errors import ArgumentError, PrecisionWarning

Shape = Sequence[Union[int, str]]

# How far rounding may move a point before a warning, as a part of the size of what it is in.
ROUNDING_LIMIT = 1e-6
# Half the distance of neighbouring floats, relative to them: how far rounding to the nearest one moves a number.
_HALF_STEP = 2.0**-24
_FLOAT_MAX = 3.4028234663852886e38
_FLOAT_MIN = 2.0**-126

# The kinds of NumPy's types that hold no numbers that we can use, and what to do about it.
_UNUSABLE: Dict[str, str] = {
    "c": "complex numbers: take .real or .imag",
    "O": "Python objects: convert it to numbers first, as by numpy.asarray(..., dtype=float)",
    "U": "text", "S": "bytes", "T": "text", "M": "dates", "m": "times",
    "V": "records: make one array of its fields, as by numpy.stack([a['x'], a['y'], a['z']], axis=-1)",
}
# Where a DLPack device's memory can be read by this process: the CPU, and memory that CUDA or ROCm pinned or manages.
_HOST_DEVICES = (1, 3, 11, 13)
# Types whose every number is a float: rounding does nothing.
_EXACT_IN_FLOAT = tuple(np.dtype(t) for t in ("f4", "f2", "i1", "u1", "i2", "u2", "?"))


def warn(text: str) -> None:
    """Warn of lost precision, at the line of the caller that is outside of this package."""
    frame, level = sys._getframe(1), 2
    package = __name__.rpartition(".")[0]
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == package:
        frame, level = frame.f_back, level + 1
    warnings.warn(text, PrecisionWarning, stacklevel=level)


def address(a: NDArray[Any]) -> int:
    """Where the numbers of an array lie."""
    return int(a.ctypes.data)


def _text(shape: Shape) -> str:
    return "(" + ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"


def _fits(have: Tuple[int, ...], want: Shape) -> bool:
    if want and want[0] == "...":
        tail = tuple(want[1:])
        if len(have) < len(tail):
            return False
        return _fits(have[len(have) - len(tail):], tail)
    return len(have) == len(want) and all(isinstance(w, str) or h == w for h, w in zip(have, want))


def _from_dlpack(value: Any, name: str) -> NDArray[Any]:
    if not hasattr(np, "from_dlpack"):
        raise ArgumentError(f"{name} is a {type(value).__name__}, which NumPy {np.__version__} cannot read: "
                            "make a NumPy array of it first")
    return np.asarray(np.from_dlpack(value))


def _read(value: Any, name: str) -> NDArray[Any]:
    """The value as an array of whatever type and layout it has."""
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        raise ArgumentError(f"{name} has masked elements: fill them, or leave them out (.compressed())")
    if isinstance(value, np.ndarray):
        return np.asarray(value)
    device = getattr(value, "__dlpack_device__", None)
    try:
        if device is not None and int(device()[0]) not in _HOST_DEVICES:
            raise ArgumentError(f"{name} lies in the memory of a device: copy it to the host first (torch: .cpu(), "
                                "CuPy: .get())")
        if hasattr(value, "__dlpack__") and not hasattr(value, "__array__"):
            return _from_dlpack(value, name)
        with warnings.catch_warnings():
            # Rows of different lengths: an error in newer versions of NumPy, a warning in older ones.
            warnings.simplefilter("error", getattr(np, "VisibleDeprecationWarning", DeprecationWarning))
            return np.asarray(value)
    except ArgumentError:
        raise
    except (TypeError, ValueError, RuntimeError, BufferError, OverflowError, DeprecationWarning, UserWarning) as error:
        raise ArgumentError(f"{name} cannot be read as an array: {error}") from error


def numbers(value: Any, shape: Shape, name: str) -> NDArray[Any]:
    """The value as an array of real numbers with this shape; of any type, byte order and layout.

    An empty list fits every shape that may be empty.
    """
    a = _read(value, name)
    kind = a.dtype.kind
    if kind in _UNUSABLE:
        raise ArgumentError(f"{name} holds {_UNUSABLE[kind]}")
    if not _fits(a.shape, shape):
        if a.shape == (0,) and any(isinstance(s, str) for s in shape):
            return a.reshape([0 if isinstance(s, str) else s for s in shape])
        raise ArgumentError(f"{name} has shape {a.shape}: expected {_text(shape)}")
    return a


def _to_integers(a: NDArray[Any], dtype: np.dtype[Any], name: str) -> NDArray[Any]:
    if a.dtype.kind == "f" and a.size:
        raise ArgumentError(f"{name} holds {a.dtype.name}: expected whole numbers (.astype(int))")
    if a.dtype.kind in "iu" and a.size and not np.can_cast(a.dtype, dtype, "safe"):
        limits, low, high = np.iinfo(dtype), int(a.min()), int(a.max())
        if low < limits.min or high > limits.max:
            bad = low if low < limits.min else high
            raise ArgumentError(f"{name} has the number {bad}: expected numbers from {limits.min} to {limits.max}")
    return np.require(a, dtype, ["C", "A"])


def array(value: Any, dtype: Any, shape: Shape, name: str) -> NDArray[Any]:
    """An array of this type and shape in C order, aligned; the caller's own when it already is that.

    value  anything with ``__array__`` or ``__dlpack__``, sequences, numbers
    dtype  such as numpy.float32; whole numbers that it cannot hold are an error, floats are rounded
    shape  as in ("n", 3), where a name stands for any number, or ("...", 3), for any number of dimensions
    name   of the argument, for errors: "origins has shape (5, 2): expected (..., 3)"
    """
    a, want = numbers(value, shape, name), np.dtype(dtype)
    if want.kind in "iu":
        return _to_integers(a, want, name)
    if a.dtype.kind == "b":
        raise ArgumentError(f"{name} holds true and false: expected numbers")
    with np.errstate(over="ignore"):
        return np.require(a, want, ["C", "A"])


def extent(lower: NDArray[Any], upper: NDArray[Any]) -> float:
    """The diagonal of a box; 0 for an empty one."""
    size = np.subtract(upper, lower, dtype=np.float64)
    return float(np.sqrt(np.sum(size * size))) if np.all(size >= 0) else 0.0


def _bounds(a: NDArray[Any]) -> Tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The box of the finite points of (..., 3)."""
    flat = np.asarray(a, np.float64).reshape(-1, 3)
    finite = np.isfinite(flat)
    lower = np.min(flat, axis=0, initial=np.inf, where=finite)
    return lower, np.max(flat, axis=0, initial=-np.inf, where=finite)


def distinct(a: NDArray[Any]) -> NDArray[Any]:
    """The array without the repetitions of broadcasting, which may be more than can be looked at."""
    return a[tuple(slice(0, 1) if stride == 0 else slice(None) for stride in a.strides[:-1])]


def check_rounding(exact: NDArray[Any], name: str, size: Optional[float] = None,
                   around: Optional[NDArray[Any]] = None) -> None:
    """Warn where rounding to float moves a point by more than ROUNDING_LIMIT of the size of what it is in.

    exact   (..., 3), numbers of any type
    size    at least so large is that; None: as large as the points reach. A single point is as large as it is far away
    around  (2, 3): a box that the points are looked at together with, as the bounds of a tree
    """
    if exact.dtype in _EXACT_IN_FLOAT or exact.size == 0:
        return
    exact = distinct(exact)
    # Most arrays pass by this bound alone, two fast scans; a NaN fails every comparison, and so goes on.
    known = max(size or 0.0, 0.0 if around is None else extent(around[0], around[1]))
    largest = max(float(exact.max()), -float(exact.min()))
    if largest <= _FLOAT_MAX and np.sqrt(3.0) * _HALF_STEP * largest <= ROUNDING_LIMIT * known:
        return
    lower, upper = _bounds(exact)
    if around is not None:
        lower, upper = np.minimum(lower, around[0]), np.maximum(upper, around[1])
    known = max(size or 0.0, extent(lower, upper)) or largest
    flat, moved = exact.reshape(-1, 3), 0.0
    for begin in range(0, len(flat), 65536):
        part = flat[begin:begin + 65536].astype(np.float64)
        with np.errstate(over="ignore", invalid="ignore"):
            off = np.abs(part.astype(np.float32) - part)
        off[~np.isfinite(part)] = 0.0  # was not finite before: rounding is not to blame
        moved = max(moved, float(np.sqrt(np.sum(off * off, axis=1)).max()))
    if moved > ROUNDING_LIMIT * known:
        warn(f"rounding {name} to float moves a point by up to {moved:.3g}, where all of it is {known:.3g} large: "
             "subtract an offset from all coordinates, or put the tree into a Scene, which keeps places in double")


def check_directions(exact: NDArray[Any], name: str) -> None:
    """Warn of directions, (..., 3), that float cannot hold: those that turn infinite, or lose their digits."""
    if exact.dtype in _EXACT_IN_FLOAT or exact.dtype.kind != "f" or exact.size == 0:
        return
    exact = distinct(exact)
    large = np.maximum(np.abs(exact[..., 0]), np.maximum(np.abs(exact[..., 1]), np.abs(exact[..., 2])))
    if np.any(((large > _FLOAT_MAX) & np.isfinite(large)) | ((large < _FLOAT_MIN) & (large > 0))):
        warn(f"{name} has vectors that are too long or too short for float, so that their rays are lost or turned: "
             "scale them to a length of about 1")


def points(value: Any, name: str, warn_size: Optional[float] = None, shape: Shape = ("...", 3),
           around: Optional[NDArray[Any]] = None) -> NDArray[np.float32]:
    """Points as floats, in C order; a PrecisionWarning where rounding moves one too far (check_rounding).

    warn_size  the size of what the points are in; None: as large as they reach
    around     (2, 3): a box that belongs to them
    """
    a = numbers(value, shape, name)
    check_rounding(a, name, warn_size, around)
    return array(a, np.float32, shape, name)

"""Where objects are: places and matrices from outside as hit_placement, and back."""
from __future__ import annotations

import ctypes
from typing import Any, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from . import _declarations as c
from ._errors import ArgumentError
from ._library import lib

# hit_placement: a point p of the object is at origin + linear @ p.
PLACEMENT = np.dtype([("origin", "f8", 3), ("linear", "f4", (3, 3))], align=True)


def _linear(rows: NDArray[np.float64]) -> NDArray[np.float32]:
    """(n, 3, 3) in float. Zeros would stand for the identity: the smallest scale there is takes their place."""
    with np.errstate(over="ignore", under="ignore"):
        linear = rows.astype(np.float32)
    linear[~np.any(linear, axis=(1, 2))] = np.diag([np.float32(2.0**-149)] * 3)
    return linear


def placements(matrices: Any, name: str = "matrices") -> NDArray[Any]:
    """Matrices (n, 4, 4) or (n, 3, 4), for column vectors, as records of PLACEMENT.

    The place stays in double, the rest is rounded to float.
    """
    given = _arrays.numbers(matrices, ("n", "rows", 4), name)
    if given.shape[1] not in (3, 4):
        raise ArgumentError(f"{name} has shape {given.shape}: expected (n, 4, 4) or (n, 3, 4)")
    m = _arrays.array(given, np.float64, ("n", "rows", 4), name)
    if m.shape[1] == 4:
        wrong = np.flatnonzero(np.any(m[:, 3] != (0.0, 0.0, 0.0, 1.0), axis=1))
        if wrong.size:
            raise ArgumentError(f"{name}[{wrong[0]}] ends in the row {m[wrong[0], 3].tolist()}: expected (0, 0, 0, 1), "
                                "of a matrix for column vectors (transpose one for row vectors)")
    out = np.zeros(len(m), PLACEMENT)
    out["origin"] = m[:, :3, 3]
    out["linear"] = _linear(m[:, :3, :3])
    return out


def at_origins(origins: Any, name: str = "origins") -> NDArray[Any]:
    """Places (n, 3), upright and of their own size, as records of PLACEMENT."""
    places = _arrays.array(origins, np.float64, ("n", 3), name)
    out = np.zeros(len(places), PLACEMENT)
    out["origin"] = places
    out["linear"] = np.eye(3)
    return out


def many(where: Any, name: str) -> NDArray[Any]:
    """Places (n, 3), or matrices (n, 4, 4) or (n, 3, 4), as records of PLACEMENT."""
    given = _arrays.numbers(where, ("...",), name)
    if given.ndim == 2 and given.shape[1] == 3:
        return at_origins(given, name)
    if given.ndim == 3 or given.shape == (0,):
        return placements(given.reshape(0, 4, 4) if given.shape == (0,) else given, name)
    raise ArgumentError(f"{name} has shape {given.shape}: expected (n, 3), (n, 4, 4) or (n, 3, 4)")


def one(at: Any, matrix: Any) -> NDArray[Any]:
    """One placement, as an array of one record: a place, a matrix, or a place and the (3, 3) that turns and scales."""
    if matrix is None:
        place = (0.0, 0.0, 0.0) if at is None else at
        return at_origins(_arrays.array(place, np.float64, (3,), "at").reshape(1, 3), "at")
    m = _arrays.numbers(matrix, ("rows", "columns"), "matrix")
    if m.shape == (3, 3):
        rows = _arrays.array(m, np.float64, (3, 3), "matrix")
        out = one(at, None)
        out["linear"] = _linear(rows.reshape(1, 3, 3))
        return out
    if m.shape not in ((4, 4), (3, 4)):
        raise ArgumentError(f"matrix has shape {m.shape}: expected (4, 4), (3, 4), or (3, 3) beside a place")
    if at is not None:
        raise ArgumentError("at and a matrix with a place are both given: expected one of them, or a (3, 3) matrix")
    return placements(m.reshape((1,) + m.shape), "matrix")


def matrix_of(placement: Any) -> NDArray[np.float64]:
    """The (4, 4) matrix of a hit_placement."""
    out = np.eye(4)
    linear = np.array([list(row) for row in placement.linear], np.float64)
    if np.any(linear):
        out[:3, :3] = linear
    out[:3, 3] = placement.origin.x, placement.origin.y, placement.origin.z
    return out


def structure(record: NDArray[Any]) -> Any:
    """The first record as a hit_placement."""
    return c.hit_placement.from_buffer_copy(record)


def apply(placement: Any, points: NDArray[Any]) -> NDArray[np.float64]:
    """Points (n, 3) of an object, brought to the world in double."""
    p = points.astype(np.float64)
    rows = [[float(x) for x in row] for row in placement.linear]
    if not any(x for row in rows for x in row):
        rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    o = placement.origin
    # In the order in which the command has it, so that the bits are the same.
    moved = [rows[i][0] * p[:, 0] + rows[i][1] * p[:, 1] + rows[i][2] * p[:, 2] for i in range(3)]
    return np.stack([o.x + moved[0], o.y + moved[1], o.z + moved[2]], axis=1)


def is_mirrored(placement: Any) -> bool:
    """Whether a placement turns fronts into backs; right, too, where the matrix is nearly singular."""
    m = c.hit_mat3x4()
    for i in range(3):
        for j in range(3):
            m.m[i][j] = placement.linear[i][j]
    return bool(lib.hit_mat3x4_determinant(ctypes.byref(m)) < 0.0)


def pair(lower: Any, upper: Any, name: str) -> Tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The two corners of a box, in float: as two arguments, or as one of shape (2, 3)."""
    if upper is None:
        both = _arrays.points(lower, name, shape=(2, 3))
        return both[0], both[1]
    both = _arrays.points(np.stack([_arrays.array(lower, np.float64, (3,), f"{name}'s minimum"),
                                    _arrays.array(upper, np.float64, (3,), f"{name}'s maximum")]), name)
    return both[0], both[1]


def box(lower: Any, upper: Optional[Any], name: str = "box") -> Any:
    """A hit_aabb of two corners."""
    low, high = pair(lower, upper, name)
    return c.hit_aabb(min=c.hit_vec3(*low.tolist()), max=c.hit_vec3(*high.tolist()))

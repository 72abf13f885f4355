"""Queries as tables: a row of a ray or point goes in, columns come out. For dataframes and datasets.

``cast``, ``any``, ``count`` and ``closest`` answer one row for each. ``first``, ``all``, and ``closest`` with k above 1
answer a row for each hit: the rows that went in are repeated, in their order, and ``rank`` counts the hits of each from
0, the nearest.
"""
from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from ._errors import ArgumentError
from .tree import Tree

QUERIES = ("cast", "any", "count", "first", "all", "closest")
# What answers have, and what comes out of it where nobody says which.
_NAMES = ("hit", "t", "primitive", "uv", "weights", "side", "face", "point", "normal", "distance")
_SCENE_NAMES = (*_NAMES, "id", "t_double")
_CLOSEST_NAMES = ("found", "distance", "primitive", "point", "uv", "weights")
FIELDS = ("hit", "t", "primitive", "uv", "side", "point", "normal")
SCENE_FIELDS = ("hit", "id", *FIELDS[1:])
CLOSEST_FIELDS = ("found", "distance", "primitive", "point")
SCENE_CLOSEST_FIELDS = ("hit", "id", "distance", "primitive", "point")

Columns = Dict[str, NDArray[Any]]


def arguments_of(query: str) -> Tuple[str, ...]:
    """The names of what a query takes for each row."""
    return ("points",) if query == "closest" else ("origins", "directions", "t_min", "t_max", "ray_masks")


def default_fields(target: Any, query: str) -> Tuple[str, ...]:
    """The fields of the answers of a Tree or Scene."""
    scene = not isinstance(target, Tree)
    if query == "closest":
        return SCENE_CLOSEST_FIELDS if scene else CLOSEST_FIELDS
    return SCENE_FIELDS if scene else FIELDS


def _known_fields(target: Any, query: str) -> Tuple[str, ...]:
    """All fields of the answers of a Tree or Scene."""
    if query == "closest":
        return _CLOSEST_NAMES if isinstance(target, Tree) else SCENE_CLOSEST_FIELDS
    return _NAMES if isinstance(target, Tree) else _SCENE_NAMES


def ask(target: Any, query: str, arguments: Mapping[str, Any], options: Mapping[str, Any],
        fields: Optional[Sequence[str]], rows: int) -> Tuple[Optional[NDArray[np.intp]], Columns]:
    """The answers for so many rows.

    arguments  by their names: (rows, 3) or (3,), and (rows,) or a number
    fields     which, by the names of Hits; None: ``default_fields``

    Returns which row each answer belongs to, None where each row has one; and the columns, of one or two dimensions.
    """
    # A constant for all: at least one argument has the length of the table, or an empty one would have a row.
    given = dict(arguments)
    first = "points" if query == "closest" else "origins"
    given[first] = np.broadcast_to(np.asarray(given[first]), (rows, 3))
    found = getattr(target, query)(**given, **options)
    if query in ("any", "count"):
        return None, {"hit" if query == "any" else "count": np.asarray(found).reshape(rows)}
    names = default_fields(target, query) if fields is None else tuple(fields)
    known = _known_fields(target, query)
    for name in names:
        if name not in known:
            raise ArgumentError(f"there is no field {name!r} in what {query} answers: expected some of "
                                f"{', '.join(known)}")
    which: Optional[NDArray[np.intp]] = None
    rank: Optional[NDArray[np.intp]] = None
    if query == "all":
        which = found.ray.astype(np.intp)
        rank = (np.arange(len(which)) - found.offsets[which]).astype(np.intp)
    elif len(found.shape) == 2:
        which, rank = np.nonzero(found.primitive >= 0)
        found = found[which, rank]
    columns = {name: np.asarray(getattr(found, name)) for name in names}
    if rank is not None:
        columns["rank"] = rank.astype(np.int64)
    return which, columns


_PARTS = {"uv": ("u", "v"), "weights": ("weight_w", "weight_u", "weight_v"),
          "point": ("point_x", "point_y", "point_z"), "normal": ("normal_x", "normal_y", "normal_z")}


def flat(columns: Columns) -> Columns:
    """The same with columns of one dimension only: ``point`` becomes ``point_x``, ``point_y`` and ``point_z``."""
    out: Columns = {}
    for name, values in columns.items():
        if values.ndim == 1:
            out[name] = values
        else:
            out.update({part: np.ascontiguousarray(values[:, i]) for i, part in enumerate(_PARTS[name])})
    return out

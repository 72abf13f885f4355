"""Queries on datasets of Ray: columns in, columns out, by actors that hold the tree.

>>> import ray, hitscan.ray                                               # doctest: +SKIP
>>> held = hitscan.ray.put(tree)
>>> rays = ray.data.read_parquet("rays")
>>> rays.map_batches(hitscan.ray.Cast, fn_constructor_args=(held,), compute=ray.data.ActorPoolStrategy(size=4))

The answers are those of the same query on NumPy arrays, however the dataset is divided. Ray schedules, repeats and
stores; this module says what an actor does.
"""
from __future__ import annotations

import math
from typing import Any, Dict, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

try:
    import ray
except ImportError as error:
    raise ImportError(f"hitscan.ray needs Ray ({error}): pip install 'hitscan[ray]'") from error

from . import _arrays, _tables
from ._errors import ArgumentError
from ._shared import Shared, share
from .tree import Tree

__all__ = ["Cast", "Shared", "get", "put", "share"]

#: A column of vectors, three columns, or a vector for all rows.
Vectors = Union[str, Sequence[str], Sequence[float], NDArray[Any]]
#: A column, or a number for all rows.
Numbers = Union[str, float]


def put(tree: Any, *, by: Optional[str] = None) -> Any:
    """Put a tree or scene into Ray's object store, once for each machine: its reference, for Cast and ``get``.

    tree  a Tree, a Scene, or what ``share`` made of one
    by    "bytes": the tree itself lies in the store. "path": only the path of the file that it was opened from does,
          and each process maps that. None: by path where it was opened from a file, else bytes
    """
    return ray.put(share(tree, by=by))


def get(held: Any) -> Any:
    """The Tree or Scene of ``put``, a path, or what ``share`` made.

    A tree that lies in the store is used there, without a copy: all processes of a machine share it. Its bytes must
    begin at a multiple of 64 for that; where the store put them elsewhere, they are copied. They are checked either
    way. A scene is always a copy.
    """
    if isinstance(held, ray.ObjectRef):
        held = ray.get(held)
    if isinstance(held, Shared):
        return held.get()
    if isinstance(held, Tree) or hasattr(held, "add_mesh"):
        return held
    if isinstance(held, str) or hasattr(held, "__fspath__"):
        return Tree.open(held)
    raise ArgumentError(f"tree is a {type(held).__name__}: expected what hitscan.ray.put returned, the path of a tree, "
                        "a hitscan.Tree or a hitscan.Scene")


class Cast:
    """An actor that answers a query for each row of a dataset: give it to ``Dataset.map_batches``.

    >>> rays.map_batches(Cast, fn_constructor_args=(held,),               # doctest: +SKIP
    ...                  fn_constructor_kwargs={"origins": ("x", "y", "z"), "directions": (0, 0, -1)},
    ...                  compute=ray.data.ActorPoolStrategy(size=2))

    Each actor loads the tree once. Batches are dictionaries of NumPy arrays (batch_format="numpy", the default).
    """

    def __init__(self, tree: Any, *, query: str = "cast", origins: Vectors = "origins",
                 directions: Vectors = "directions", points: Vectors = "points", t_min: Numbers = 0.0,
                 t_max: Numbers = math.inf, ray_masks: Optional[Numbers] = None,
                 fields: Optional[Sequence[str]] = None, prefix: str = "", threads: int = 1, **options: Any) -> None:
        """What is asked.

        tree        what ``put`` returned; or the path of a tree, a Tree, a Scene, what ``share`` made
        query       "cast", "any", "count", "first", "all" or "closest", as Tree and Scene have them
        origins     the name of a column of (3,) vectors, or of three columns of numbers; or three numbers for all rows
        directions  the same; of "closest" instead of both: points
        t_min       the name of a column, or a number; and so t_max and ray_masks
        fields      the fields that become columns; None: hit, t, primitive, uv, side, point and normal, of a scene
                    also id; of "closest" found, distance, primitive and point
        prefix      of the names of new columns
        threads     of each actor: 1, as Ray gives an actor one processor. None: one for each processor
        options     k of "first"; k, max_distance of "closest"; sides, masks, mask, accept, unique, layers

        "first" and "all" answer a row for each hit: the columns of its ray, and its number along it in ``rank``.
        """
        if query not in _tables.QUERIES:
            raise ArgumentError(f"query is {query!r}: expected one of {', '.join(map(repr, _tables.QUERIES))}")
        given = {"origins": origins, "directions": directions, "points": points, "t_min": t_min, "t_max": t_max,
                 "ray_masks": ray_masks}
        self._given = {name: given[name] for name in _tables.arguments_of(query) if given[name] is not None}
        self._query, self._fields, self._prefix = query, fields, prefix
        self._options = {**options, "threads": threads}
        self.tree = get(tree)

    def __call__(self, batch: Dict[str, NDArray[Any]]) -> Dict[str, NDArray[Any]]:
        """The batch with columns for the answers."""
        if not isinstance(batch, dict):
            raise ArgumentError(f"the batch is a {type(batch).__name__}: expected a dictionary of arrays, as "
                                "map_batches gives it with batch_format='numpy'")
        rows = len(next(iter(batch.values()))) if batch else 0
        arguments = {name: _find(batch, value, name) for name, value in self._given.items()}
        which, columns = _tables.ask(self.tree, self._query, arguments, self._options, self._fields, rows)
        out = dict(batch) if which is None else {name: np.asarray(values)[which] for name, values in batch.items()}
        for name, values in columns.items():
            if self._prefix + name in batch:
                raise ArgumentError(f"there is a column {self._prefix + name!r} already: give a prefix, or other "
                                    "fields")
            out[self._prefix + name] = values
        return out


def _find(batch: Dict[str, NDArray[Any]], value: Any, name: str) -> Any:
    """What an argument stands for in a batch."""
    if isinstance(value, str):
        return _column(batch, value, name, (3,) if name in ("origins", "directions", "points") else ())
    if isinstance(value, (tuple, list)) and value and isinstance(value[0], str):
        if len(value) != 3:
            raise ArgumentError(f"{name} names {len(value)} columns: expected 3, for x, y and z")
        return np.stack([_column(batch, part, name, ()) for part in value], axis=-1)
    return _arrays.numbers(value, (3,) if name in ("origins", "directions", "points") else (), name)


def _column(batch: Dict[str, NDArray[Any]], column: str, name: str, inner: Tuple[int, ...]) -> NDArray[Any]:
    if column not in batch:
        raise ArgumentError(f"{name}: there is no column {column!r}; there are {', '.join(sorted(batch))}")
    values = np.asarray(batch[column])
    if inner and values.dtype == object:  # a column of lists
        try:
            values = np.stack([np.asarray(v) for v in values]) if len(values) else np.empty((0, *inner))
        except ValueError as error:
            raise ArgumentError(f"{name}: the lists in column {column!r} have different lengths: expected 3 numbers "
                                "in each") from error
    if inner and values.shape == (0,):
        values = values.reshape((0, *inner))
    return _arrays.numbers(values, ("n", *inner), f"column {column!r} ({name})")

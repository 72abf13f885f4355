"""Queries on Dask arrays and dataframes: lazy, chunk by chunk, on as many processes and machines as Dask has.

>>> import dask.array, hitscan.dask                                       # doctest: +SKIP
>>> hits = hitscan.dask.cast(tree, origins, directions)                   # Dask arrays of the shape (..., 3)
>>> hits.t.mean().compute()                                               # hits.t is a Dask array of the shape (...)

The answers are, byte by byte, those of the same call on NumPy arrays, however the arrays are chunked, whoever computes
a chunk, and how often. Dask schedules, repeats and stores; this module says what a task is.

The tree is a value of Dask's graph, of which each worker gets one: the path of its file where it was opened from one
(Tree.open), its bytes otherwise. ``share`` says more.
"""
from __future__ import annotations

import functools
import math
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

try:
    import dask
    import dask.array as da
except ImportError as error:
    raise ImportError(f"hitscan.dask needs Dask ({error}): pip install 'hitscan[dask]'") from error

from . import _arrays, _rays, _scene_hits, _tables
from . import hits as _hits
from ._errors import ArgumentError
from ._shared import Shared, share
from .tree import Tree

__all__ = ["AllHits", "Closest", "Hits", "SceneAllHits", "SceneClosest", "SceneHits", "Shared", "all", "any", "cast",
           "closest", "count", "first", "share"]

# A chunk of answers: all that C wrote of each ray, and what the fields are made of besides.
_TREE_RECORD = np.dtype([("hit", _hits.HIT), ("ray", _rays.RAY)])
_SCENE_RECORD = np.dtype([("hit", _scene_hits.HIT), ("length", "f8")], align=True)
# Of a list of all hits also the number of the ray.
_TREE_ROW = np.dtype([*((name, _TREE_RECORD[name]) for name in ("hit", "ray")), ("number", "i8")])
_SCENE_ROW = np.dtype([*((name, _SCENE_RECORD[name]) for name in ("hit", "length")), ("number", "i8")], align=True)

# The axis of coordinates, beside those of the rays from 0 on.
_XYZ = -1


# ---- Queries ---------------------------------------------------------------------------------------------------------


def cast(tree: Any, origins: Any, directions: Any, t_min: Any = 0.0, t_max: Any = math.inf, *, ray_masks: Any = None,
         fields: Optional[Sequence[str]] = None, threads: int = 1, **options: Any) -> Any:
    """The first primitive that each ray hits, as Tree.cast; of a scene the first object, as Scene.cast.

    tree        a Tree, a Scene, or what ``share`` made of one
    origins     (..., 3), a Dask array, or anything that Tree.cast takes; or a Dask dataframe of three columns
    directions  (..., 3); t_min, t_max and ray_masks (...): the same, or a column. All arrays broadcast, and their
                chunks are brought together; the last axis, of 3, is one chunk
    fields      of dataframes, the names of the fields that become columns; None: hit, t, primitive, uv, side, point
                and normal, of a scene also id
    threads     for each task: 1, as Dask runs a task for each thread of a worker
    options     sides, masks, mask, accept, unique of Tree.cast; sides, layers, accept of Scene.cast

    Returns Hits with a lazy array for each field, in the shape of the rays. Of dataframes, a lazy dataframe with the
    same index: ``frame.join`` puts it beside the rays.
    """
    return _ask("cast", tree, (origins, directions, t_min, t_max, ray_masks), fields, threads, options)


def any(tree: Any, origins: Any, directions: Any, t_min: Any = 0.0, t_max: Any = math.inf, *, ray_masks: Any = None,
        threads: int = 1, **options: Any) -> Any:
    """Whether each ray hits anything: a lazy array of bool, or a column ``hit``. Arguments are those of ``cast``."""
    return _ask("any", tree, (origins, directions, t_min, t_max, ray_masks), None, threads, options)


def count(tree: Any, origins: Any, directions: Any, t_min: Any = 0.0, t_max: Any = math.inf, *, ray_masks: Any = None,
          threads: int = 1, **options: Any) -> Any:
    """How many each ray hits: a lazy array of uint32, or a column ``count``. Arguments are those of ``cast``."""
    return _ask("count", tree, (origins, directions, t_min, t_max, ray_masks), None, threads, options)


def first(tree: Any, origins: Any, directions: Any, k: int, t_min: Any = 0.0, t_max: Any = math.inf, *,
          ray_masks: Any = None, fields: Optional[Sequence[str]] = None, threads: int = 1, **options: Any) -> Any:
    """The first k hits of each ray, as Tree.first and Scene.first: Hits with a last axis of k, filled up by misses.

    Of dataframes, a row for each hit: with the label of its ray, and with its number along it in the column ``rank``.
    Arguments are those of ``cast``.
    """
    return _ask("first", tree, (origins, directions, t_min, t_max, ray_masks), fields, threads, {**options, "k": k})


def all(tree: Any, origins: Any, directions: Any, t_min: Any = 0.0, t_max: Any = math.inf, *, ray_masks: Any = None,
        fields: Optional[Sequence[str]] = None, threads: int = 1, **options: Any) -> Any:
    """All hits of each ray, the nearest first, as Tree.all and Scene.all. Arguments are those of ``cast``.

    Returns AllHits: rows of a sparse matrix (CSR), a part for each chunk of the first axis; the other axes become one
    chunk. Of dataframes, a row for each hit: with the label of its ray, and with its number along it in ``rank``.
    """
    return _ask("all", tree, (origins, directions, t_min, t_max, ray_masks), fields, threads, options)


def closest(tree: Any, points: Any, k: int = 1, max_distance: float = math.inf, *,
            fields: Optional[Sequence[str]] = None, threads: int = 1, **options: Any) -> Any:
    """The k primitives or objects that are closest to each point, as Tree.closest and Scene.closest.

    points   (..., 3), a Dask array or what NumPy can read; or a Dask dataframe of three columns
    options  masks, mask of Tree.closest; layers, accept of Scene.closest

    Returns Closest with a lazy array for each field, and a last axis of k where k is above 1. Of dataframes, a lazy
    dataframe; with k above 1, a row for each that is found, with its ``rank``.
    """
    return _ask("closest", tree, (points,), fields, threads, {**options, "k": k, "max_distance": max_distance})


# ---- Answers ---------------------------------------------------------------------------------------------------------


class _Lazy:
    """Lazy answers: ``records`` is a Dask array of all of them, and each field another one made of it."""

    #: by name: the type of a field, and the length of its last axis; 0: it has none of its own
    _FIELDS: Dict[str, Tuple[str, int]] = {}

    def __init__(self, shared: Shared, records: Any) -> None:
        """Made by queries."""
        self._shared, self.records = shared, records
        self._made: Dict[str, Any] = {}

    @property
    def shape(self) -> Tuple[int, ...]:
        return tuple(self.records.shape)

    @property
    def chunks(self) -> Tuple[Tuple[int, ...], ...]:
        """Of each axis, the sizes of its chunks."""
        return tuple(self.records.chunks)

    def __len__(self) -> int:
        return len(self.records)

    def __dir__(self) -> List[str]:
        return sorted({*super().__dir__(), *self._FIELDS})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._FIELDS:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if name not in self._made:
            kind, width = self._FIELDS[name]
            axes = tuple(range(self.records.ndim))
            shape, more = (axes, {}) if not width else ((*axes, len(axes)), {len(axes): width})
            needs_tree = name == "normal" and self._shared.kind is Tree
            self._made[name] = da.blockwise(
                functools.partial(_field, type(self).__name__, name), shape,
                _in_graph(self._shared) if needs_tree else None, None, self.records, axes, new_axes=more,
                dtype=np.dtype(kind), meta=np.empty((0,) * len(shape), kind), name=None, token=f"hitscan-{name}")
        return self._made[name]

    def persist(self, **options: Any) -> Any:
        """The same, computed now or in the background, and kept by Dask: so that several fields cost one query.

        options  as of ``persist`` of a Dask array
        """
        return type(self)(self._shared, self.records.persist(**options))

    def compute(self, **options: Any) -> Any:
        """All of it in the memory of this process, as the same query of the Tree or Scene returns it.

        options  as of ``compute`` of a Dask array
        """
        return _whole(type(self).__name__, self._shared.get(), np.asarray(self.records.compute(**options)))

    def __repr__(self) -> str:
        return f"<hitscan.dask.{type(self).__name__} of shape {self.shape}, lazy>"


class Hits(_Lazy):
    """Hits of a tree, in the shape of the rays: a Dask array for each field.

    hit        bool: whether there is one
    t          float32: in units of the length of the direction; inf for a miss
    primitive  int32: the index of the triangle or box; -1 for a miss
    uv         (..., 2) float32: the point is (1 - u - v) v0 + u v1 + v v2
    weights    (..., 3) float32: (w, u, v)
    side       int32: 0 for the front of a triangle, 1 for its back
    face       int32: through which a box is entered, else -1
    point      (..., 3) float64: origin + t direction; NaN for a miss
    normal     (..., 3) float32, of unit length
    distance   float64: t times the length of the direction; inf for a miss

    Several of them in one ``dask.compute`` cost one query, and so they do after ``persist``.
    """

    _FIELDS = {"hit": ("?", 0), "t": ("f4", 0), "primitive": ("i4", 0), "uv": ("f4", 2), "weights": ("f4", 3),
               "side": ("i4", 0), "face": ("i4", 0), "point": ("f8", 3), "normal": ("f4", 3), "distance": ("f8", 0)}


class SceneHits(Hits):
    """Hits of a scene, in the shape of the rays: the fields of Hits, and

    id        uint64: the object; 0 for a miss
    t_double  float64: t before it was rounded to float
    """

    _FIELDS = {**Hits._FIELDS, "id": ("u8", 0), "t_double": ("f8", 0)}


class AllHits(Hits):
    """All hits of many rays, one ray after the other, each from the nearest on: rows of a sparse matrix (CSR).

    The hits of ray i, counted in C order, are those from offsets[i] to offsets[i + 1].

    offsets  (rays + 1,) int64
    counts   in the shape of the rays, int64: how many each has
    ray      (hits,) int64: the ray of each hit

    and for each hit, (hits, ...), the fields of Hits. How many there are in a chunk is known when it is computed:
    until then these have the length NaN (``compute_chunk_sizes`` of a Dask array).
    """

    _FIELDS = {**Hits._FIELDS, "ray": ("i8", 0)}

    def __init__(self, shared: Shared, records: Any, flat: Any, shape: Tuple[int, ...]) -> None:
        """Made by all. flat: the counts, (rays,); shape: that of the rays."""
        super().__init__(shared, records)
        self._flat, self._shape = flat, shape

    @property
    def shape(self) -> Tuple[int, ...]:
        """That of the rays."""
        return self._shape

    def __len__(self) -> int:
        raise TypeError("how many hits there are is known when they are computed")

    @property
    def counts(self) -> Any:
        """In the shape of the rays, int64."""
        if not self._shape:
            return self._flat.reshape(())
        inner = self._shape[1:]
        rows = tuple(size // max(math.prod(inner), 1) for size in self._flat.chunks[0])
        if 0 in inner:
            return da.zeros(self._shape, dtype=np.int64)
        axes = tuple(range(len(self._shape)))
        return da.blockwise(functools.partial(_in_shape, inner), axes, self._flat, (0,), adjust_chunks={0: rows},
                            new_axes=dict(zip(axes[1:], inner)), dtype=np.int64,
                            meta=np.empty((0,) * len(axes), np.int64), token="hitscan-counts")

    @property
    def offsets(self) -> Any:
        """(rays + 1,) int64."""
        # Dask's cumsum fails where a chunk is empty.
        filled = tuple(size for size in self._flat.chunks[0] if size)
        start = da.zeros(1, dtype=np.int64, chunks=1)
        return da.concatenate([start, da.cumsum(self._flat.rechunk((filled,)), axis=0)]) if filled else start

    def persist(self, **options: Any) -> Any:
        records, flat = dask.persist(self.records, self._flat, **options)
        return type(self)(self._shared, records, flat, self._shape)

    def compute(self, **options: Any) -> Any:
        target = self._shared.get()
        records, counts = dask.compute(self.records, self._flat, **options)
        offsets = np.zeros(counts.size + 1, np.int64)
        np.cumsum(counts, out=offsets[1:])
        hits = np.ascontiguousarray(records["hit"])
        if self._shared.kind is not Tree:
            # One length per ray is asked for; where there is no hit, nobody looks at it.
            lengths = np.ones(counts.size)
            lengths[records["number"]] = records["length"]
            return _scene_hits.SceneAllHits(hits, offsets, self._shape, target._user_of, lengths)
        rays = np.zeros(counts.size, _rays.RAY)
        rays[records["number"]] = records["ray"]
        return _hits.AllHits(target._use(), hits, rays, offsets, self._shape)


class SceneAllHits(AllHits):
    """All hits of a scene: the fields of AllHits, and ``id`` and ``t_double``, as SceneHits has them."""

    _FIELDS = {**AllHits._FIELDS, "id": ("u8", 0), "t_double": ("f8", 0)}


class Closest(_Lazy):
    """The closest primitives to points, in the shape of the points; with k above 1, a last axis from near to far.

    found      bool: whether there is one
    distance   float32; inf where there is none
    primitive  int32; -1 where there is none
    point      (..., 3) float32: the closest point of the primitive; NaN where there is none
    uv, weights  (..., 2) and (..., 3) float32, as of Hits
    """

    _FIELDS = {"found": ("?", 0), "distance": ("f4", 0), "primitive": ("i4", 0), "point": ("f4", 3), "uv": ("f4", 2),
               "weights": ("f4", 3)}


class SceneClosest(_Lazy):
    """The closest objects to points, in the shape of the points; with k above 1, a last axis from near to far.

    hit        bool: whether there is one
    id         uint64: the object; 0 where there is none
    distance   float64; inf where there is none
    primitive  int32; -1 where there is none
    point      (..., 3) float64: the closest point of the object; NaN where there is none
    """

    _FIELDS = {"hit": ("?", 0), "id": ("u8", 0), "distance": ("f8", 0), "primitive": ("i4", 0), "point": ("f8", 3)}


def _whole(name: str, target: Any, records: NDArray[Any]) -> Any:
    """The answers of a Tree or Scene in memory."""
    if name == "Closest":
        return _hits.Closest(records)
    if name == "SceneClosest":
        return _scene_hits.SceneClosest(records, getattr(target, "_user_of", None))
    hits = np.asarray(records["hit"])
    if name.startswith("Scene"):
        return _scene_hits.SceneHits(np.ascontiguousarray(hits).reshape(hits.shape), getattr(target, "_user_of", None),
                                     np.asarray(records["length"]))
    handle = None if target is None else target._use()
    if records.ndim == 0:
        return _hits.Hit(handle, hits.tobytes(), np.asarray(records["ray"]).tobytes())  # type: ignore[arg-type]
    return _hits.Hits(handle, hits, np.asarray(records["ray"]))  # type: ignore[arg-type]


# ---- Tasks: what workers run -----------------------------------------------------------------------------------------


def _block(value: Any) -> Any:
    """A chunk of an array; its last axis, which no answer has, comes as a list of its only chunk."""
    while isinstance(value, list):
        (value,) = value
    return value


def _answer(query: str, names: Sequence[str], options: Mapping[str, Any], shared: Shared, masks: Any,
            blocks: Sequence[Any]) -> Tuple[Any, Tuple[int, ...]]:
    """What a query answers for a chunk, and the shape of its rays; a single ray becomes an array of one."""
    given = {name: _block(block) for name, block in zip(names, blocks)}
    if masks is not None:
        options = {**options, "masks": masks}
    inner = {"origins": 1, "directions": 1, "points": 1}
    shape = np.broadcast_shapes(*(np.shape(a)[:np.ndim(a) - inner.get(name, 0)] for name, a in given.items()))
    if not shape:
        given[names[0]] = np.asarray(given[names[0]])[None]
    return getattr(shared.get(), query)(**given, **options), shape


def _hits_of_chunk(query: str, names: Sequence[str], options: Mapping[str, Any], shared: Shared, masks: Any,
                   *blocks: Any) -> NDArray[Any]:
    """cast and first: records."""
    hits, shape = _answer(query, names, options, shared, masks, blocks)
    scene = shared.kind is not Tree
    records = hits.records if scene else hits._records
    out = np.empty(records.shape, _SCENE_RECORD if scene else _TREE_RECORD)
    out["hit"] = records
    out["length" if scene else "ray"] = hits._lengths if scene else hits._rays
    return out.reshape(shape + out.shape[max(len(shape), 1):])


def _closest_of_chunk(query: str, names: Sequence[str], options: Mapping[str, Any], shared: Shared, masks: Any,
                      *blocks: Any) -> NDArray[Any]:
    """closest: records."""
    found, shape = _answer(query, names, options, shared, masks, blocks)
    records: NDArray[Any] = found.records if shared.kind is not Tree else found._records
    return records.reshape(shape + records.shape[max(len(shape), 1):])


def _numbers_of_chunk(query: str, names: Sequence[str], options: Mapping[str, Any], shared: Shared, masks: Any,
                      *blocks: Any) -> NDArray[Any]:
    """any and count: a number for each ray."""
    answers, shape = _answer(query, names, options, shared, masks, blocks)
    return np.asarray(answers).reshape(shape)


def _all_of_chunk(query: str, names: Sequence[str], options: Mapping[str, Any], each: int, shared: Shared, masks: Any,
                  rows: NDArray[np.int64], *blocks: Any) -> NDArray[Any]:
    """all: a record for each hit, with the number of its ray.

    each  rays in a row: the shape of the rays without the first axis
    rows  the numbers of the chunk's rows
    """
    scene = shared.kind is not Tree
    if len(rows) == 0:
        return np.empty(0, _SCENE_ROW if scene else _TREE_ROW)
    hits, _ = _answer(query, names, options, shared, masks, blocks)
    records = hits.records if scene else hits._records
    out = np.empty(len(records), _SCENE_ROW if scene else _TREE_ROW)
    out["hit"], out["number"] = records, hits.ray + int(rows[0]) * each
    out["length" if scene else "ray"] = hits._lengths if scene else hits._rays_of_hits()
    return out


def _counts_of_chunk(each: int, rows: NDArray[np.int64], records: NDArray[Any]) -> NDArray[np.int64]:
    """How many of the hits belong to each ray; each: rays in a row."""
    numbers = records["number"] - (int(rows[0]) * each if len(rows) else 0)
    return np.bincount(numbers, minlength=len(rows) * each).astype(np.int64)


def _in_shape(inner: Tuple[int, ...], flat: NDArray[Any]) -> NDArray[Any]:
    """A chunk of rows that have this shape."""
    return flat.reshape((-1, *inner))


def _field(name: str, field: str, shared: Optional[Shared], records: NDArray[Any]) -> NDArray[Any]:
    """A field of a chunk of answers, by the code that makes it of answers in memory."""
    if field == "ray":
        return np.ascontiguousarray(records["number"])
    if records.ndim == 0:
        return np.asarray(getattr(_whole(name.replace("All", ""), None if shared is None else shared.get(),
                                         records.reshape(1)), field)[0])
    whole = _whole(name.replace("All", ""), None if shared is None else shared.get(), records)
    return np.ascontiguousarray(getattr(whole, field))


def _pass(shared: Any) -> Any:
    return shared


# ---- Graphs ----------------------------------------------------------------------------------------------------------


def _in_graph(shared: Shared) -> Any:
    """The tree as a value of a graph, of which Dask gives each worker one. Nothing is loaded until it is asked for."""
    return dask.delayed(_pass, pure=True, traverse=False)(
        shared, dask_key_name=f"hitscan-{shared.kind.__name__.lower()}-{dask.base.tokenize(shared)}")


def _is_frame(value: Any) -> bool:
    """Whether it is a Dask dataframe or a column of one."""
    return hasattr(value, "map_partitions") and hasattr(value, "divisions")


def _ask(query: str, tree: Any, values: Sequence[Any], fields: Optional[Sequence[str]], threads: int,
         options: Dict[str, Any]) -> Any:
    """A query, lazily."""
    shared = share(tree)
    given = {name: value for name, value in zip(_tables.arguments_of(query), values) if value is not None}
    options = {**options, "threads": threads}
    if options.pop("progress", None) is not None:
        raise ArgumentError("progress is told by Dask: dask.diagnostics.ProgressBar, or distributed.progress")
    # What is wrong with the options is said now, and not by each task.
    nothing = {name: np.empty((0, 3)) for name in _tables.arguments_of(query)[:2]}
    getattr(shared.get(), query)(**nothing, **options)
    masks = options.pop("masks", None)
    if masks is not None:
        masks = dask.delayed(np.asarray(masks), pure=True)
    for value in given.values():
        if _is_frame(value):
            return _ask_frame(query, shared, given, fields, options, masks)
    if fields is not None:
        raise ArgumentError("fields are for dataframes: of arrays, each is there when it is asked for")
    return _ask_arrays(query, shared, given, options, masks)


def _stand_in(value: Any) -> Any:
    """What has the shape and the type of a Dask array, and takes no memory; of what is none, itself.

    Lengths that nobody knows yet count as 1.
    """
    if not isinstance(value, da.Array):
        return value
    return np.broadcast_to(np.zeros((), value.dtype), [1 if math.isnan(n) else n for n in value.shape])


def _ask_arrays(query: str, shared: Shared, given: Dict[str, Any], options: Dict[str, Any], masks: Any) -> Any:
    """The same on arrays."""
    inner = {name: 1 if name in ("origins", "directions", "points") else 0 for name in given}
    shape = _check(query, given)
    ndim = len(shape)
    arrays = {name: _to_dask(value, name, inner[name]) for name, value in given.items()}
    if query == "all":
        return _ask_all(shared, arrays, inner, shape, options, masks)
    arguments: List[Any] = [_in_graph(shared), None, masks, None]
    for name, a in arrays.items():
        if not isinstance(a, da.Array):
            arguments += [a, None]
            continue
        outer = a.ndim - inner[name]
        arguments += [a, tuple(range(ndim - outer, ndim)) + ((_XYZ,) if inner[name] else ())]
    k = options.get("k", 1)
    more = {ndim: k} if query == "first" or (query == "closest" and k > 1) else {}
    scene = shared.kind is not Tree
    function: Callable[..., Any] = _hits_of_chunk
    dtype: np.dtype[Any] = _SCENE_RECORD if scene else _TREE_RECORD
    if query in ("any", "count"):
        function, dtype = _numbers_of_chunk, np.dtype(bool if query == "any" else np.uint32)
    elif query == "closest":
        function, dtype = _closest_of_chunk, _scene_hits.CLOSEST if scene else _hits.CLOSEST
    out = (*range(ndim), *more)
    records = da.blockwise(functools.partial(function, query, tuple(arrays), options), out, *arguments, new_axes=more,
                           concatenate=False, dtype=dtype, meta=np.empty((0,) * len(out), dtype),
                           token=f"hitscan-{query}")
    if query in ("any", "count"):
        return records
    if query == "closest":
        return (SceneClosest if scene else Closest)(shared, records)
    return (SceneHits if scene else Hits)(shared, records)


def _ask_all(shared: Shared, arrays: Dict[str, Any], inner: Dict[str, int], shape: Tuple[int, ...],
             options: Dict[str, Any], masks: Any) -> AllHits:
    """all on arrays: chunks of the first axis alone follow each other in C order."""
    if not shape:
        name = next(name for name, a in arrays.items() if isinstance(a, da.Array))
        arrays[name] = arrays[name][None]
        answer = _ask_all(shared, arrays, inner, (1,), options, masks)
        return type(answer)(shared, answer.records, answer._flat, shape)
    ndim = len(shape)
    pairs: List[Any] = []
    for name, a in arrays.items():
        if not isinstance(a, da.Array):
            pairs += [a, None]
            continue
        outer = a.ndim - inner[name]
        if np.isnan(a.shape).any():
            raise ArgumentError(f"how many rays there are in each chunk of {name} is not known, which the numbers of "
                                f"rays need: call {name}.compute_chunk_sizes() first")
        # Chunks on the first axis of all rays only.
        a = a.rechunk({axis: -1 for axis in range(a.ndim) if axis or outer < ndim})
        pairs += [a, tuple(range(ndim - outer, ndim)) + ((_XYZ,) if inner[name] else ())]
    chunks = da.core.unify_chunks(*pairs)[0].get(0, (shape[0],))
    if sum(chunks) != shape[0]:
        chunks = (shape[0],)
    each = math.prod(shape[1:])
    rows = da.arange(shape[0], dtype=np.int64, chunks=(chunks,))
    scene = shared.kind is not Tree
    dtype = _SCENE_ROW if scene else _TREE_ROW
    records = da.blockwise(
        functools.partial(_all_of_chunk, "all", tuple(arrays), options, each), (0,),
        _in_graph(shared), None, masks, None, rows, (0,), *pairs, adjust_chunks={0: math.nan}, concatenate=False,
        dtype=dtype, meta=np.empty(0, dtype), token="hitscan-all")
    flat = da.blockwise(functools.partial(_counts_of_chunk, each), (0,), rows, (0,), records, (0,),
                        adjust_chunks={0: tuple(each * size for size in rows.chunks[0])}, align_arrays=False,
                        dtype=np.int64, meta=np.empty(0, np.int64), token="hitscan-counts")
    return (SceneAllHits if scene else AllHits)(shared, records, flat, shape)


def _check(query: str, given: Mapping[str, Any]) -> Tuple[int, ...]:
    """The shape of the rays or points; wrong shapes and types are told as by Tree and Scene."""
    shown = {name: _stand_in(value) for name, value in given.items()}
    shape: Tuple[int, ...]
    if query == "closest":
        shape = _arrays.numbers(shown["points"], ("...", 3), "points").shape[:-1]
    else:
        rays = {name: shown[name] for name in ("origins", "directions", "t_min", "t_max")}
        shape = _rays.Rays(**rays, dtype=_rays.DRAY).shape
        if "ray_masks" in shown:
            masks = _arrays.numbers(shown["ray_masks"], ("...",), "ray_masks")
            try:
                np.broadcast_to(masks, shape)
            except ValueError:
                raise ArgumentError(f"ray_masks has shape {masks.shape}: expected one that broadcasts to {shape}, the "
                                    "shape of the rays") from None
    return shape


def _to_dask(value: Any, name: str, inner: int) -> Any:
    """A Dask array whose last axis is one chunk; or a NumPy array, where it is the same for all rays."""
    if not isinstance(value, da.Array):
        value = _arrays.numbers(value, ("...", 3) if inner else ("...",), name)
        if value.ndim == inner and name not in ("origins", "points"):
            return value
        return da.from_array(value, chunks=("auto",) * (value.ndim - inner) + (-1,) * inner)
    if value.shape == (0,) and inner:
        return da.from_array(np.empty((0, 3), value.dtype))
    # An axis of one ray broadcasts: it cannot have several chunks, of which all but one are empty.
    single = {axis: -1 for axis in range(value.ndim)
              if len(value.chunks[axis]) > 1 and (axis >= value.ndim - inner or value.shape[axis] <= 1)}
    return value.rechunk(single) if single else value


# ---- Dataframes ------------------------------------------------------------------------------------------------------


def _ask_frame(query: str, shared: Shared, given: Dict[str, Any], fields: Optional[Sequence[str]],
               options: Dict[str, Any], masks: Any) -> Any:
    """The same on dataframes: partitions of all go together."""
    import dask.dataframe as dd
    frames = {name: value for name, value in given.items() if _is_frame(value)}
    constant = {}
    for name, value in given.items():
        if name not in frames:
            if isinstance(value, da.Array):
                raise ArgumentError(f"{name} is a Dask array beside a dataframe: expected columns of the dataframe, or "
                                    "what is the same for all rows")
            inner = (3,) if name in ("origins", "directions", "points") else ()
            constant[name] = _arrays.numbers(value, inner, name)
    partitions = {frame.npartitions for frame in frames.values()}
    if len(partitions) > 1:
        raise ArgumentError("the dataframes have different numbers of partitions: take columns of the same one, or "
                            "align them by repartition")
    function = functools.partial(_rows, query, tuple(frames), constant, options, fields)
    metas = [frame._meta for frame in frames.values()]
    return dd.map_partitions(function, *frames.values(), _in_graph(shared), masks,
                             meta=function(*metas, shared, None))


def _rows(query: str, names: Sequence[str], constant: Mapping[str, Any], options: Mapping[str, Any],
          fields: Optional[Sequence[str]], *values: Any) -> Any:
    """The answers of a partition, as a dataframe with its index. values: the frames; the tree; masks."""
    import pandas
    *frames, shared, masks = values
    index = frames[0].index
    given = dict(constant)
    for name, frame in zip(names, frames):
        if frame is not frames[0] and not frame.index.equals(index):
            raise ArgumentError(f"the rows of {names[0]} and {name} have different labels: take columns of the same "
                                "dataframe")
        given[name] = _columns(frame, name)
    if masks is not None:
        options = {**options, "masks": masks}
    which, columns = _tables.ask(shared.get(), query, given, options, fields, len(index))
    out = pandas.DataFrame(_tables.flat(columns), index=index if which is None else index.take(which))
    return out.iloc[:, 0] if query in ("any", "count") else out


def _columns(frame: Any, name: str) -> NDArray[Any]:
    """(n, 3) of a dataframe, (n,) of a column; what is missing is NaN."""
    if name not in ("origins", "directions", "points"):
        if frame.ndim != 1:
            raise ArgumentError(f"{name} is a dataframe: expected one column of it")
        return _column(frame, name)
    if frame.ndim != 2 or frame.shape[1] != 3:
        raise ArgumentError(f"{name} has {frame.shape[1] if frame.ndim == 2 else 1} columns: expected 3, for x, y and "
                            "z")
    return np.stack([_column(frame.iloc[:, i], name) for i in range(3)], axis=-1)


def _column(series: Any, name: str) -> NDArray[Any]:
    import pandas
    if not pandas.api.types.is_numeric_dtype(series.dtype):
        raise ArgumentError(f"{name}: the column {series.name!r} holds {series.dtype}: expected numbers")
    if isinstance(series.dtype, np.dtype):
        return _arrays.numbers(series.to_numpy(), ("n",), name)
    return np.asarray(series.to_numpy(dtype=np.float64, na_value=np.nan))

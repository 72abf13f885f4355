"""A tree over many triangles or boxes: what does a ray hit, what is in a volume, what is closest?"""
from __future__ import annotations

import ctypes
import math
import mmap
import operator
import os
from types import TracebackType
from typing import Any, Dict, NamedTuple, Optional, Tuple, Type, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays, _run
from . import _declarations as c
from ._errors import ArgumentError, FileError, FormatError
from ._handle import CLOSED, Handle
from ._library import call, lib, pool
from ._queries import Queries

Path = Union[str, "os.PathLike[str]"]

QUALITIES = {"default": c.HIT_BVH_DEFAULT, "fast": c.HIT_BVH_FAST, "high": c.HIT_BVH_HIGH}
KINDS = {c.HIT_BVH_TRIANGLES: "triangles", c.HIT_BVH_AABBS: "boxes", c.HIT_BVH_OBBS: "obbs"}
_ALIGNMENT = 64
# Things of which a build takes long enough for somebody to press Ctrl-C.
_LONG_BUILD = 20000
_OBB = np.dtype([("center", "f4", 3), ("axis", "f4", (3, 3)), ("half", "f4", 3)])


class Stats(NamedTuple):
    """What a tree is made of."""

    kind: str  #: "triangles", "boxes" or "obbs"
    primitives: int  #: in the arrays that it was built from
    skipped: int  #: of these, bad ones that were left out
    nodes: int  #: inner nodes of up to eight children
    leaves: int  #: blocks of triangles; for boxes, the boxes
    depth: int  #: nodes on the longest way down
    bytes: int  #: of the whole tree
    bytes_per_primitive: float
    cost: float  #: expected node tests plus leaf tests of a line that meets the bounds (SAH)


class Tree(Queries):
    """A tree over triangles or boxes, for queries. It has a copy of what it needs of the arrays.

    >>> tree = Tree([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> tree.cast((0.25, 0.25, -1), (0, 0, 1)).t
    1.0

    Any number of threads may query one tree, and calls release the GIL. Every answer is the one that real arithmetic on
    the given floats has.

    Make one with Tree(vertices, faces), Tree.from_boxes, Tree.from_obbs, Tree.open, Tree.load or Tree.from_bytes.
    """

    def __init__(self, vertices: ArrayLike, faces: Optional[ArrayLike] = None, *, quality: str = "default",
                 refuse_bad: bool = False, threads: Optional[int] = None, progress: Any = None) -> None:
        """Build a tree over triangles.

        vertices    (n, 3); or, without faces, (m, 3, 3): the corners of m triangles. float64 is rounded to float32,
                    with a PrecisionWarning where that moves one by more than a millionth of the size of all
        faces       (m, 3): indices of vertices
        quality     "fast" for geometry that changes each frame, "high" for what is queried for long
        refuse_bad  make a triangle with a NaN, an infinite number or an index that is out of range an error; else it is
                    left out, and counted in ``stats.skipped``
        threads     how many; None: one for each processor. The tree is the same
        progress    a function of (done, total), or a tqdm bar
        """
        mesh, keep = _mesh(vertices, faces)
        self._build("hit_bvh_build_triangles", (ctypes.byref(mesh),), mesh.triangle_count, quality, refuse_bad, threads,
                    progress)
        del keep  # until here: C reads it

    @classmethod
    def from_boxes(cls, lower: ArrayLike, upper: Optional[ArrayLike] = None, *, quality: str = "default",
                   refuse_bad: bool = False, threads: Optional[int] = None, progress: Any = None) -> Tree:
        """Build a tree over axis-aligned boxes. They are solid: a ray that starts in one hits it.

        lower  (n, 3): the corners with the smallest numbers; or, without upper, (n, 2, 3): both corners
        upper  (n, 3): the opposite ones. A box with lower above upper is bad, as one with a NaN

        The rest is as in Tree().
        """
        boxes = _boxes(lower, upper)
        tree = cls.__new__(cls)
        tree._build("hit_bvh_build_aabbs", (_arrays.address(boxes), 0, len(boxes)), len(boxes), quality, refuse_bad,
                    threads, progress)
        return tree

    @classmethod
    def from_obbs(cls, centers: ArrayLike, axes: ArrayLike, halves: ArrayLike, *, quality: str = "default",
                  refuse_bad: bool = False, threads: Optional[int] = None, progress: Any = None) -> Tree:
        """Build a tree over oriented boxes: each the set of p with |axis (p - center)| <= half.

        centers  (n, 3)
        axes     (n, 3, 3): the rows of each are its axes, which need not be perpendicular
        halves   (n, 3): half the sizes along the axes

        The rest is as in Tree().
        """
        boxes = _obbs(centers, axes, halves)
        tree = cls.__new__(cls)
        tree._build("hit_bvh_build_obbs", (_arrays.address(boxes), 0, len(boxes)), len(boxes), quality, refuse_bad,
                    threads, progress)
        return tree

    def _build(self, name: str, arguments: Tuple[Any, ...], count: int, quality: str, refuse_bad: bool,
               threads: Optional[int], progress: Any) -> None:
        if quality not in QUALITIES:
            raise ArgumentError(f"quality is {quality!r}: expected 'default', 'fast' or 'high'")
        options, made = c.hit_bvh_options(), ctypes.c_void_p()
        options.quality, options.refuse_bad = QUALITIES[quality], bool(refuse_bad)
        workers = pool(threads)
        options.pool = None if workers is None else ctypes.addressof(workers)
        if progress is None and count < _LONG_BUILD:
            call(name, *arguments, ctypes.byref(options), ctypes.byref(made))
        else:
            _call_with_progress(name, arguments, options, made, count, progress)
        self._become(Handle(made.value))

    def _become(self, handle: Handle, path: Optional[str] = None, trusted: bool = False) -> None:
        """Be the tree of a handle; ``path`` is where it is mapped from."""
        self._handle, self._path, self._trusted = handle, path, trusted
        box = handle.stats.bounds
        self._box = np.array([[box.min.x, box.min.y, box.min.z], [box.max.x, box.max.y, box.max.z]])
        # Where numbers reach r, rounding moves a point by at most step r. What is looked at is at least as large as the
        # bounds, and as the way from them to that point; so where the bounds are not small for their place, nothing
        # can come near to the limit, however far away.
        step, size = math.sqrt(3.0) * 2.0**-24 / _arrays.ROUNDING_LIMIT, _arrays.extent(self._box[0], self._box[1])
        largest = float(np.max(np.abs(self._box))) if size > 0.0 else math.inf
        self._reach = 1e38 if largest * step / (1.0 - step) <= size else size / step

    # ---- Bytes and files ---------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path, *, trusted: bool = False) -> Tree:
        """Map a file that ``save`` wrote: nothing is copied, and all processes that open it share its memory.

        trusted  leave out the checks, which read all of it; for files that were checked before. With other files,
                 queries may crash

        The file must stay as it is; ``save`` over it does not change it, but makes a new one.
        """
        name = os.path.abspath(os.fspath(path))
        try:
            with open(name, "rb") as file:
                size = os.fstat(file.fileno()).st_size
                if size == 0:
                    raise FormatError(f"{path}: the file is empty: it is no tree")
                mapped = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ)
        except OSError as error:
            raise _file_error(error, path) from error
        tree = cls.__new__(cls)
        tree._become(_view(np.frombuffer(mapped, np.uint8), trusted, str(path)), name, trusted)
        return tree

    @classmethod
    def load(cls, path: Path) -> Tree:
        """Read a file that ``save`` wrote into memory. Everything is checked: bad files are a FormatError."""
        made = ctypes.c_void_p()
        call("hit_bvh_load", os.fsencode(path), None, ctypes.byref(made), path=str(path))
        tree = cls.__new__(cls)
        tree._become(Handle(made.value))
        return tree

    def save(self, path: Path) -> None:
        """Write the tree to a file, all of it or nothing: for ``open`` and ``load``."""
        handle = self._use()
        call("hit_bvh_save", handle.address, os.fsencode(path), path=str(path))

    def to_bytes(self) -> bytes:
        """The tree as bytes, for ``from_bytes``, in this process or another."""
        handle, size = self._use(), ctypes.c_size_t()
        return ctypes.string_at(lib.hit_bvh_bytes(handle.address, ctypes.byref(size)), size.value)

    @classmethod
    def from_bytes(cls, data: Any, *, trusted: bool = False) -> Tree:
        """The tree of ``to_bytes``, from anything with a buffer. Everything is checked: bad bytes are a FormatError.

        What is read-only and begins at a multiple of 64 is used where it lies; the rest is copied.

        trusted  leave out the checks, for bytes that this program made
        """
        try:
            bytes_ = np.frombuffer(memoryview(data).cast("B"), np.uint8)
        except (TypeError, ValueError, BufferError) as error:
            raise ArgumentError(f"data is a {type(data).__name__}: expected bytes ({error})") from error
        if not bytes_.size:
            raise FormatError("there are no bytes: it is no tree")
        if bytes_.flags.writeable or _arrays.address(bytes_) % _ALIGNMENT:
            room = np.empty(bytes_.size + _ALIGNMENT, np.uint8)
            begin = -_arrays.address(room) % _ALIGNMENT
            room[begin:begin + bytes_.size] = bytes_
            bytes_ = room[begin:begin + bytes_.size]
        tree = cls.__new__(cls)
        tree._become(_view(bytes_, trusted, None))
        return tree

    def __reduce__(self) -> Tuple[Any, ...]:
        """By path when it is mapped, so that processes share it; else by bytes."""
        if self._path is not None and self._handle.address is not None:
            return _open, (type(self), self._path, self._trusted)
        return _from_bytes, (type(self), self.to_bytes())

    def __copy__(self) -> Tree:
        tree = type(self).__new__(type(self))
        tree._become(self._use(), self._path, self._trusted)
        return tree

    def __deepcopy__(self, memo: Dict[int, Any]) -> Tree:
        return self.__copy__()  # nothing that a tree does changes what others see

    # ---- Change ------------------------------------------------------------------------------------------------------

    def refit(self, vertices: ArrayLike, faces: Any = None, halves: Any = None, *,
              threads: Optional[int] = None) -> None:
        """Give the same primitives new places, and keep the structure: faster than building.

        vertices, faces   of triangles, as in Tree(); the faces in the same order
        lower, upper      of boxes, as in from_boxes
        centers, axes, halves  of oriented boxes, as in from_obbs

        Answers are those of a new tree. A TopologyError says that a new one is needed: another number of primitives, or
        vertices at one place that part. On any failure the tree is as it was. Queries that run meanwhile, results,
        copies and scenes keep the old places.
        """
        handle, made, workers = self._use(), ctypes.c_void_p(), pool(threads)
        kind = handle.stats.kind
        arguments: Tuple[Any, ...]
        if halves is not None and kind != c.HIT_BVH_OBBS:
            raise ArgumentError(f"halves are those of oriented boxes: this is a tree of {KINDS[kind]}")
        if kind == c.HIT_BVH_TRIANGLES:
            mesh, keep = _mesh(vertices, faces)
            name, arguments = "hit_bvh_refit_triangles", (ctypes.byref(mesh),)
        else:
            keep = _boxes(vertices, faces) if kind == c.HIT_BVH_AABBS else _obbs(vertices, faces, halves)
            name = "hit_bvh_refit_aabbs" if kind == c.HIT_BVH_AABBS else "hit_bvh_refit_obbs"
            arguments = (_arrays.address(keep), 0, len(keep))
        call("hit_bvh_copy", handle.address, None, ctypes.byref(made))
        try:
            call(name, made, *arguments, None if workers is None else ctypes.byref(workers))
        except BaseException:
            lib.hit_bvh_destroy(made)
            raise
        del keep  # until here: C reads it
        self._become(Handle(made.value))

    def close(self) -> None:
        """Let the memory or the mapped file go, when all that still use it have ended. Later queries are an error."""
        self._become(CLOSED)

    def __enter__(self) -> Tree:
        self._use()
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    # ---- What it is --------------------------------------------------------------------------------------------------

    def validate(self) -> None:
        """Check everything that queries rely on; a FormatError says what is wrong, as where a mapped file changed."""
        handle = self._use()
        call("hit_bvh_validate", handle.address)

    @property
    def closed(self) -> bool:
        return self._handle.address is None

    @property
    def stats(self) -> Stats:
        """What the tree is made of."""
        s = self._use().stats
        return Stats(KINDS[s.kind], s.primitives, s.skipped, s.nodes, s.leaves, s.depth, s.bytes, s.bytes_per_primitive,
                     s.cost)

    @property
    def kind(self) -> str:
        """ "triangles", "boxes" or "obbs"."""
        return KINDS[self._use().stats.kind]

    @property
    def bounds(self) -> NDArray[np.float32]:
        """(2, 3): the box of all primitives, its lower and its upper corner; of an empty tree inf and -inf."""
        self._use()
        return self._box.astype(np.float32)

    def __len__(self) -> int:
        """The number of primitives, bad ones that were left out included: indices are below it."""
        return self._use().primitives

    def __bool__(self) -> bool:
        return True

    def triangle(self, index: int) -> NDArray[np.float32]:
        """(3, 3): the corners of a triangle, as they were given. It is searched for: slow in large trees."""
        handle, i = self._use(), operator.index(index)
        if not 0 <= i < handle.primitives:
            raise IndexError(f"triangle {i} of {handle.primitives}")
        found = np.empty((3, 3), np.float32)
        if not lib.hit_bvh_find_triangle(handle.address, i, _arrays.address(found)):
            raise ArgumentError(f"this is a tree of {self.kind}" if self.kind != "triangles" else
                                f"triangle {i} is bad: it was left out")
        return found

    def __repr__(self) -> str:
        return "<Tree: closed>" if self.closed else f"<Tree of {len(self)} {self.kind}>"


# ---- What these share ------------------------------------------------------------------------------------------------


def _mesh(vertices: Any, faces: Any) -> Tuple[Any, Any]:
    """A hit_mesh, and the arrays that it points into."""
    mesh = c.hit_mesh()
    if faces is None:
        given = _arrays.numbers(vertices, ("...", 3), "vertices")
        if given.ndim == 2 and len(given):
            raise ArgumentError(f"vertices has shape {given.shape}: expected (n, 3, 3), the corners of triangles, as "
                                "there are no faces")
        corners = _arrays.points(given.reshape(-1, 3, 3) if given.size == 0 else given, "vertices",
                                 shape=("n", 3, 3))
        mesh.vertices, mesh.vertex_count, mesh.triangle_count = _arrays.address(corners), _u32(
            3 * len(corners), "vertices"), _u32(len(corners), "triangles")
        return mesh, corners
    points = _arrays.points(vertices, "vertices", shape=("n", 3))
    given = _arrays.numbers(faces, ("...",), "faces")
    if given.ndim == 2 and given.shape[1] == 4:
        raise ArgumentError(f"faces has shape {given.shape}: expected (n, 3); split each quad (a, b, c, d) into the "
                            "triangles (a, b, c) and (a, c, d)")
    small = given.dtype == np.uint16
    indices = _arrays.array(given, np.uint16 if small else np.uint32, ("n", 3), "faces")
    mesh.vertices, mesh.vertex_count = _arrays.address(points), _u32(len(points), "vertices")
    mesh.indices, mesh.triangle_count = _arrays.address(indices), _u32(len(indices), "faces")
    mesh.index_type = c.HIT_INDEX_U16 if small else c.HIT_INDEX_U32
    return mesh, (points, indices)


def _u32(number: int, what: str) -> int:
    if number >= 2**32:
        raise ArgumentError(f"there are {number} {what}: at most {2**32 - 1} can be counted")
    return number


def _boxes(lower: Any, upper: Any) -> NDArray[np.float32]:
    """(n, 2, 3): hit_aabb."""
    if upper is None:
        return _arrays.points(lower, "boxes", shape=("n", 2, 3))
    low, high = _arrays.numbers(lower, ("n", 3), "lower"), _arrays.numbers(upper, ("n", 3), "upper")
    if low.shape != high.shape:
        raise ArgumentError(f"lower has shape {low.shape}, but upper {high.shape}: expected the same")
    return _arrays.points(np.stack([low, high], axis=1), "boxes", shape=("n", 2, 3))


def _obbs(centers: Any, axes: Any, halves: Any) -> NDArray[Any]:
    """(n,): hit_obb."""
    if axes is None or halves is None:
        raise ArgumentError("oriented boxes need centers, axes and halves")
    middle = _arrays.points(centers, "centers", shape=("n", 3))
    n = len(middle)
    boxes = np.empty(n, _OBB)
    boxes["center"] = middle
    boxes["axis"] = _arrays.array(axes, np.float32, (n, 3, 3), "axes")
    boxes["half"] = _arrays.array(halves, np.float32, (n, 3), "halves")
    return boxes


def _view(bytes_: NDArray[np.uint8], trusted: bool, path: Optional[str]) -> Handle:
    """A tree in bytes that are aligned and stay."""
    options, made = c.hit_bvh_view_options(), ctypes.c_void_p()
    options.trusted = bool(trusted)
    call("hit_bvh_view", _arrays.address(bytes_), bytes_.size, ctypes.byref(options), ctypes.byref(made), path=path)
    return Handle(made.value, bytes_)


def _call_with_progress(name: str, arguments: Tuple[Any, ...], options: Any, made: Any, count: int,
                        progress: Any) -> None:
    """A build that tells how far it is, and which Ctrl-C ends."""
    told, callbacks = _run.Progress(progress, count), _run.Callbacks()

    def tell(_context: Any, done: float) -> bool:
        told(int(done * count))
        return True

    callback = c.hit_bvh_options_progress(callbacks.wrap(tell, False))
    options.progress = callback
    try:
        with callbacks:
            call(name, *arguments, ctypes.byref(options), ctypes.byref(made))
        told(count)
    finally:
        told.close()


def _file_error(error: OSError, path: Path) -> FileError:
    made = FileError(f"{path}: {error.strerror or error}")
    made.errno, made.filename = error.errno, os.fspath(path)
    return made


def _open(kind: Type[Tree], path: str, trusted: bool) -> Tree:
    return kind.open(path, trusted=trusted)


def _from_bytes(kind: Type[Tree], data: bytes) -> Tree:
    return kind.from_bytes(data)

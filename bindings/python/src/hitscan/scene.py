"""Scenes: many objects of several kinds, each in its place, that come, go and move; and what is hit among them."""
from __future__ import annotations

import ctypes
import os
import tempfile
import threading
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _arrays, _placements
from . import _declarations as c
from ._errors import ArgumentError
from ._owned import Gate, Owned
from ._library import call, lib, pool
from ._scene_hits import NearHits, SceneAllHits, SceneClosest, SceneHits
from ._scene_queries import Queries, bits
from .picking import Picking

__all__ = ["NearHits", "Object", "Scene", "SceneAllHits", "SceneClosest", "SceneHits", "SceneStats"]

Path = Union[str, "os.PathLike[str]"]
_KINDS = {c.HIT_OBJECT_BOX: "box", c.HIT_OBJECT_MESH: "mesh", c.HIT_OBJECT_SPHERE: "sphere",
          c.HIT_OBJECT_CAPSULE: "capsule", c.HIT_OBJECT_CYLINDER: "cylinder", c.HIT_OBJECT_POLYLINE: "polyline",
          c.HIT_OBJECT_POINTS: "points", c.HIT_OBJECT_USER: "user"}


class Object(NamedTuple):
    """An object of a scene, as edited."""

    id: int
    kind: str  # "box", "mesh", "sphere", "capsule", "cylinder", "polyline", "points" or "user"
    matrix: NDArray[np.float64]  # (4, 4), from the object's own space to the world
    layers: int
    priority: int
    disabled: bool
    user: Any
    shape: Dict[str, Any]  # by the names of the arguments of Scene.add_*


class SceneStats(NamedTuple):
    """What a scene holds."""

    objects: int  # as edited
    committed: int  # that queries know, disabled ones included
    waiting: int  # objects that have been edited since the last commit
    commits: int
    rebuilds: int  # of these, how many built the whole tree anew
    cost: float
    bytes: int


def _ball(center: Any, radius: Any) -> Any:
    """A hit_sphere."""
    r = _radius(radius)
    return c.hit_sphere(center=c.hit_vec3(*_arrays.points(center, "center", 2 * r, (3,)).tolist()), radius=r)


def _rod(kind: Any, a: Any, b: Any, radius: Any) -> Any:
    """A hit_capsule or a hit_cylinder."""
    r = _radius(radius)
    ends = [_arrays.numbers(end, (3,), name) for end, name in ((a, "a"), (b, "b"))]
    low, high = _arrays.points(np.stack(ends), "a and b", 2 * r).tolist()
    return kind(a=c.hit_vec3(*low), b=c.hit_vec3(*high), radius=r)


def _cloud(points: Any, radius: Any) -> Tuple[NDArray[np.float32], float]:
    r = _radius(radius)
    return _arrays.points(points, "points", 2 * r, ("n", 3)), r


def _numbers(v: Any) -> NDArray[np.float32]:
    return np.array((v.x, v.y, v.z), np.float32)


def _radius(value: Any) -> float:
    r = float(_arrays.array(value, np.float32, (), "radius"))
    if not 0 <= r < np.inf:
        raise ArgumentError(f"radius is {value}: expected 0 or more")
    return r


def tree_handle(tree: Any) -> Any:
    """What keeps the C tree of a Tree alive; its ``address`` is the tree's."""
    from .tree import Tree
    if not isinstance(tree, Tree):
        raise ArgumentError(f"tree is a {type(tree).__name__}: expected a hitscan.Tree")
    return tree._use()


class Scene(Picking, Queries):
    """Many objects, each in its place, and what is hit among them.

    Edit, then ask. Ids are whole numbers above 0, and never used twice. Edits (add, move, set, remove) are collected;
    ``commit`` makes them visible to queries all at once. A query commits what is waiting, unless ``auto_commit`` is
    False: then queries see what was committed last, and ``stale`` tells when that is out of date. After a ``refit`` of
    a tree, instances keep the old one until ``replace_mesh`` gives them the new one.

    Shapes are given in floats, in a space of their own; ``at`` (3,) puts them anywhere in the world, in double, and
    ``matrix`` turns and scales them: (4, 4) or (3, 4) for column vectors, or (3, 3) beside a place. What all ``add_``
    methods take besides:

    layers    bits that queries choose objects by
    priority  in picking, higher ones win over lower ones, however near
    disabled  queries do not see it
    user      anything; ``hits.object`` gives it back

    Any number of threads may ask at once. A commit waits for them, and lets nobody in meanwhile.
    """

    def __init__(self, *, auto_commit: bool = True) -> None:
        handle = ctypes.c_void_p()
        call("hit_scene_create", None, ctypes.byref(handle))
        self._begin(handle, auto_commit)

    def _begin(self, handle: Any, auto_commit: bool) -> None:
        self._handle: Optional[Owned] = Owned(handle.value, lib.hit_scene_destroy)
        self.auto_commit = auto_commit
        self._gate = Gate()
        self._editing = threading.RLock()
        self._calls = threading.local()
        self._edited = False
        self._trees: Dict[int, Any] = {}  # by id: the handles of trees, and the tree objects
        self._shapes: Dict[int, Any] = {}  # by id: callbacks of user shapes, and what they call
        self._leaving: List[Any] = []  # what queries may use until the next commit
        self._users: Dict[int, Any] = {}

    # ---- Life ------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Let go of everything now, not when the scene is dropped. May be called again."""
        if self._handle is None:
            return
        with self._gate.alone("close"), self._editing:
            self._handle = None
            self._trees, self._shapes, self._leaving, self._users = {}, {}, [], {}
            self._edited = False

    def __enter__(self) -> Scene:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _address(self) -> int:
        if self._handle is None:
            raise ArgumentError("the scene is closed")
        return self._handle.address

    @classmethod
    def load(cls, path: Path, *, auto_commit: bool = True) -> Scene:
        """Read a scene that ``save`` wrote, with its trees. Ids are those that it had."""
        handle, name = ctypes.c_void_p(), os.fspath(path)
        call("hit_scene_load", os.fsencode(name), None, ctypes.byref(handle), path=str(name))
        scene = cls.__new__(cls)
        scene._begin(handle, auto_commit)
        return scene

    def save(self, path: Path) -> None:
        """Write the scene, as edited, with the trees of its instances, to one file.

        What was attached as ``user`` is left out. A scene with user shapes is refused.
        """
        name = os.fspath(path)
        with self._gate.shared(), self._editing:
            call("hit_scene_save", self._address(), os.fsencode(name), path=str(name))

    def to_bytes(self) -> bytes:
        """What ``save`` writes."""
        with tempfile.TemporaryDirectory(prefix="hitscan-") as folder:
            path = os.path.join(folder, "scene.hits")
            self.save(path)
            with open(path, "rb") as file:
                return file.read()

    @classmethod
    def from_bytes(cls, content: bytes, *, auto_commit: bool = True) -> Scene:
        """A scene of what ``to_bytes`` gave."""
        with tempfile.TemporaryDirectory(prefix="hitscan-") as folder:
            path = os.path.join(folder, "scene.hits")
            with open(path, "wb") as file:
                file.write(content)
            return cls.load(path, auto_commit=auto_commit)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _restore, (self.to_bytes(), self.auto_commit, dict(self._users))

    def __repr__(self) -> str:
        if self._handle is None:
            return "<hitscan.Scene, closed>"
        return f"<hitscan.Scene of {len(self)} objects{', stale' if self.stale else ''}>"

    # ---- Adding ----------------------------------------------------------------------------------------------------

    @staticmethod
    def _object(at: Any, matrix: Any, layers: Any, priority: int, disabled: bool) -> Any:
        out = c.hit_object(layers=bits(layers, "layers"), priority=priority, disabled=disabled)
        out.placement = _placements.structure(_placements.one(at, matrix))
        return out

    def _added(self, name: str, what: Any, arguments: Tuple[Any, ...], user: Any) -> int:
        id_ = ctypes.c_uint64()
        call(name, self._address(), ctypes.byref(what), *arguments, ctypes.byref(id_))
        self._edited = True
        if user is not None:
            self._users[id_.value] = user
        return int(id_.value)

    def add_mesh(self, tree: Any, at: Any = None, *, matrix: Any = None, layers: int = 1, priority: int = 0,
                 disabled: bool = False, user: Any = None) -> int:
        """Add an instance of a Tree of triangles; many may share one. Returns its id."""
        handle = tree_handle(tree)
        with self._editing:
            id_ = self._added("hit_scene_add_mesh", self._object(at, matrix, layers, priority, disabled),
                              (handle.address,), user)
            self._trees[id_] = (handle, tree)
        return id_

    def add_many(self, tree: Any, where: Any, *, layers: int = 1, priority: int = 0,
                 disabled: bool = False) -> NDArray[np.uint64]:
        """Add many instances of a Tree. Returns their ids, (n,).

        where  places (n, 3), or matrices (n, 4, 4) or (n, 3, 4)
        """
        handle, places = tree_handle(tree), _placements.many(where, "where")
        ids = np.zeros(len(places), np.uint64)
        what = c.hit_object(layers=bits(layers, "layers"), priority=priority, disabled=disabled)
        size, begin = ctypes.sizeof(c.hit_placement), _arrays.address(places)
        with self._editing:
            try:
                for i in range(len(places)):
                    ctypes.memmove(ctypes.byref(what), begin + i * size, size)
                    ids[i] = self._added("hit_scene_add_mesh", what, (handle.address,), None)
            except BaseException:
                # All or none.
                for id_ in ids[ids != 0].tolist():
                    call("hit_scene_remove", self._address(), id_)
                raise
            self._trees.update(dict.fromkeys(ids.tolist(), (handle, tree)))
        return ids

    def add_box(self, lower: Any, upper: Any = None, at: Any = None, *, matrix: Any = None, layers: int = 1,
                priority: int = 0, disabled: bool = False, user: Any = None) -> int:
        """Add a solid box, axis-aligned in its own space: two corners (3,), or one array (2, 3). Returns its id."""
        box = _placements.box(lower, upper)
        with self._editing:
            return self._added("hit_scene_add_box", self._object(at, matrix, layers, priority, disabled), (box,), user)

    def add_sphere(self, center: Any, radius: float, at: Any = None, *, matrix: Any = None, layers: int = 1,
                   priority: int = 0, disabled: bool = False, user: Any = None) -> int:
        """Add a solid sphere. Matrices of round shapes must scale all directions alike. Returns its id."""
        shape = _ball(center, radius)
        with self._editing:
            return self._added("hit_scene_add_sphere", self._object(at, matrix, layers, priority, disabled), (shape,),
                               user)

    def add_capsule(self, a: Any, b: Any, radius: float, at: Any = None, *, matrix: Any = None, layers: int = 1,
                    priority: int = 0, disabled: bool = False, user: Any = None) -> int:
        """Add a solid capsule: what is within a radius of the segment from a to b. Returns its id."""
        shape = _rod(c.hit_capsule, a, b, radius)
        with self._editing:
            return self._added("hit_scene_add_capsule", self._object(at, matrix, layers, priority, disabled),
                               (shape,), user)

    def add_cylinder(self, a: Any, b: Any, radius: float, at: Any = None, *, matrix: Any = None, layers: int = 1,
                     priority: int = 0, disabled: bool = False, user: Any = None) -> int:
        """Add a solid cylinder, with the middles of its ends at a and b. Returns its id."""
        shape = _rod(c.hit_cylinder, a, b, radius)
        with self._editing:
            return self._added("hit_scene_add_cylinder", self._object(at, matrix, layers, priority, disabled),
                               (shape,), user)

    def _add_points(self, name: str, points: Any, radius: float, what: Any, user: Any) -> int:
        p, r = _cloud(points, radius)
        with self._editing:
            return self._added(name, what, (_arrays.address(p), 12, len(p), r), user)

    def add_polyline(self, points: Any, radius: float = 0.0, at: Any = None, *, matrix: Any = None, layers: int = 1,
                     priority: int = 0, disabled: bool = False, user: Any = None) -> int:
        """Add the segments from each point of (n, 3) to the next. Returns its id.

        radius  in the world's units: rays hit what is that close. With 0 no ray does, but ``pick_near``, volumes and
                closest points find it
        """
        return self._add_points("hit_scene_add_polyline", points, radius,
                                self._object(at, matrix, layers, priority, disabled), user)

    def add_points(self, points: Any, radius: float = 0.0, at: Any = None, *, matrix: Any = None, layers: int = 1,
                   priority: int = 0, disabled: bool = False, user: Any = None) -> int:
        """Add a cloud of points (n, 3), each with a radius as ``add_polyline`` has it. Returns its id."""
        return self._add_points("hit_scene_add_points", points, radius,
                                self._object(at, matrix, layers, priority, disabled), user)

    def add_user(self, bounds: Any, first: Callable[..., Any], at: Any = None, *, matrix: Any = None, layers: int = 1,
                 priority: int = 0, disabled: bool = False, user: Any = None) -> int:
        """Add a shape of your own. Returns its id.

        bounds  (2, 3), around all of it, in its own space; stands for it in volumes and closest points
        first   a function of (origin, direction, t_min, t_max), in its own space: None for a miss, else t, or
                (t, normal), or (t, normal, primitive). It must answer the same for the same ray

        Queries of a scene with such shapes run in one thread. What the function raises comes out of the query.
        """
        shape, keep = self._user_shape(bounds, first)
        with self._editing:
            id_ = self._added("hit_scene_add_user", self._object(at, matrix, layers, priority, disabled),
                              (ctypes.byref(shape),), user)
            self._shapes[id_] = keep
        return id_

    def _user_shape(self, bounds: Any, first: Callable[..., Any]) -> Tuple[Any, Any]:
        if not callable(first):
            raise ArgumentError(f"first is a {type(first).__name__}: expected a function of (origin, direction, t_min, "
                                "t_max)")
        calls = self._calls

        def ask(_: Any, ray_address: int, hit_address: int) -> bool:
            ray = c.hit_ray.from_address(ray_address)
            answer = first((ray.origin.x, ray.origin.y, ray.origin.z),
                           (ray.direction.x, ray.direction.y, ray.direction.z), ray.t_min, ray.t_max)
            if answer is None or answer is False:
                return False
            t, normal, primitive = (answer + (np.zeros(3), 0)[len(answer) - 1:] if isinstance(answer, tuple)
                                    else (answer, np.zeros(3), 0))
            hit = c.hit_user_hit.from_address(hit_address)
            hit.t, hit.primitive = float(t), int(primitive)
            hit.normal = c.hit_vec3(*_arrays.array(normal, np.float32, (3,), "normal").tolist())
            return True

        def guarded(*arguments: Any) -> bool:
            now = getattr(calls, "now", None)
            return bool(now.wrap(ask, False)(*arguments)) if now is not None else False

        callback = c.hit_user_shape_first(guarded)
        return c.hit_user_shape(bounds=_placements.box(bounds, None, "bounds"), first=callback), (callback, first)

    def _has_callbacks(self) -> bool:
        return bool(self._shapes) or any(isinstance(kept[0], c.hit_user_shape_first) for kept in self._leaving)

    # ---- Changing --------------------------------------------------------------------------------------------------

    def remove(self, id: Any) -> None:
        """Remove an object, or several of an array of ids. Their ids are refused from now on."""
        with self._editing:
            for id_ in self._ids(id):
                call("hit_scene_remove", self._address(), id_)
                self._edited = True
                self._let_go(id_)
                self._users.pop(id_, None)

    def _ids(self, value: Any) -> List[int]:
        return [int(i) for i in _arrays.array(value, np.uint64, ("...",), "id").reshape(-1)]

    def _let_go(self, id_: int) -> None:
        """Of what an object has: queries may use it until the next commit."""
        for table in (self._trees, self._shapes):
            if id_ in table:
                self._leaving.append(table.pop(id_))

    def move(self, id: int, at: Any = None, *, matrix: Any = None) -> None:
        """Put an object somewhere else."""
        if at is None and matrix is None:
            raise ArgumentError("move needs at or matrix")
        placement = _placements.structure(_placements.one(at, matrix))
        with self._editing:
            call("hit_scene_move", self._address(), int(id), ctypes.byref(placement))
            self._edited = True

    def move_many(self, ids: Any, where: Any) -> None:
        """Put many objects somewhere else.

        ids    (n,)
        where  matrices (n, 4, 4) or (n, 3, 4); or places (n, 3), where each keeps how it is turned and scaled

        An error tells of the first that is refused: those before it have moved.
        """
        which = _arrays.array(ids, np.uint64, ("n",), "ids")
        given = _arrays.numbers(where, ("...",), "where")
        places = None
        if given.ndim == 2 and given.shape[1] == 3:
            places = _arrays.array(given, np.float64, ("n", 3), "where")
        records = places if places is not None else _placements.many(given, "where")
        if len(records) != len(which):
            raise ArgumentError(f"ids has shape {which.shape} and where has shape {given.shape}: expected as many of "
                                "one as of the other")
        name = "hit_scene_move_origins" if places is not None else "hit_scene_move_many"
        with self._editing:
            self._edited = True
            call(name, self._address(), _arrays.address(which), _arrays.address(records), 0, len(which))

    def set(self, id: int, *, at: Any = None, matrix: Any = None, layers: Optional[int] = None,
            priority: Optional[int] = None, disabled: Optional[bool] = None, user: Any = ...) -> None:
        """Change what is the same for all kinds; what is not given stays."""
        what = c.hit_object()
        with self._editing:
            if not lib.hit_scene_get(self._address(), int(id), ctypes.byref(what)):
                raise ArgumentError(f"the scene has no object {id}")
            if at is not None or matrix is not None:
                what.placement = _placements.structure(_placements.one(at, matrix))
            what.layers = what.layers if layers is None else bits(layers, "layers")
            what.priority = what.priority if priority is None else priority
            what.disabled = what.disabled if disabled is None else disabled
            call("hit_scene_set", self._address(), int(id), ctypes.byref(what))
            self._edited = True
            if user is not ...:
                self._users[int(id)] = user

    def _replaced(self, name: str, id_: int, *arguments: Any) -> None:
        call(name, self._address(), int(id_), *arguments)
        self._edited = True

    def replace_box(self, id: int, lower: Any, upper: Any = None) -> None:
        """Give a box other corners."""
        with self._editing:
            self._replaced("hit_scene_replace_box", id, _placements.box(lower, upper))

    def replace_mesh(self, id: int, tree: Any) -> None:
        """Let an instance have another tree."""
        handle = tree_handle(tree)
        with self._editing:
            self._replaced("hit_scene_replace_mesh", id, handle.address)
            self._let_go(int(id))
            self._trees[int(id)] = (handle, tree)

    def replace_sphere(self, id: int, center: Any, radius: float) -> None:
        """Give a sphere another centre or radius."""
        with self._editing:
            self._replaced("hit_scene_replace_sphere", id, _ball(center, radius))

    def replace_capsule(self, id: int, a: Any, b: Any, radius: float) -> None:
        """Give a capsule other ends or another radius."""
        with self._editing:
            self._replaced("hit_scene_replace_capsule", id, _rod(c.hit_capsule, a, b, radius))

    def replace_cylinder(self, id: int, a: Any, b: Any, radius: float) -> None:
        """Give a cylinder other ends or another radius."""
        with self._editing:
            self._replaced("hit_scene_replace_cylinder", id, _rod(c.hit_cylinder, a, b, radius))

    def replace_points(self, id: int, points: Any, radius: float = 0.0) -> None:
        """Give a polyline or a cloud other points (n, 3)."""
        p, r = _cloud(points, radius)
        with self._editing:
            self._replaced("hit_scene_replace_points", id, _arrays.address(p), 12, len(p), r)

    def replace_user(self, id: int, bounds: Any, first: Callable[..., Any]) -> None:
        """Give a user shape another one; see ``add_user``."""
        shape, keep = self._user_shape(bounds, first)
        with self._editing:
            self._replaced("hit_scene_replace_user", id, ctypes.byref(shape))
            self._let_go(int(id))
            self._shapes[int(id)] = keep

    def commit(self, threads: Optional[int] = None) -> None:
        """Make all edits since the last commit visible to queries. Waits until no other thread asks."""
        tasks = pool(threads)
        with self._gate.alone("commit"), self._editing:
            call("hit_scene_commit", self._address(), None if tasks is None else ctypes.addressof(tasks))
            self._edited = False
            self._leaving.clear()

    # ---- What there is ---------------------------------------------------------------------------------------------

    @property
    def stale(self) -> bool:
        """Whether edits are waiting for a commit."""
        return self._edited

    @property
    def ids(self) -> NDArray[np.uint64]:
        """(n,): the ids of all objects, as edited, in ascending order."""
        with self._editing:
            count = lib.hit_scene_list(self._address(), None, 0)
            out = np.empty(count, np.uint64)
            lib.hit_scene_list(self._address(), _arrays.address(out), count)
            return out

    def __len__(self) -> int:
        with self._editing:
            return int(lib.hit_scene_list(self._address(), None, 0))

    def __contains__(self, id: object) -> bool:
        if isinstance(id, bool) or not isinstance(id, (int, np.integer)) or not 0 < int(id) < 2**64:
            return False
        with self._editing:
            return bool(lib.hit_scene_has(self._address(), int(id)))

    def __iter__(self) -> Iterator[int]:
        return iter(self.ids.tolist())

    def __bool__(self) -> bool:
        return True

    def _user_of(self, id_: int) -> Any:
        return self._users.get(id_)

    def __getitem__(self, id: int) -> Object:
        """Tell about an object, as edited. An id that is not there is a KeyError."""
        what, shape = c.hit_object(), c.hit_object_shape()
        if id not in self:
            raise KeyError(id)
        with self._editing:
            kind = lib.hit_scene_get(self._address(), int(id), ctypes.byref(what))
            lib.hit_scene_shape(self._address(), int(id), ctypes.byref(shape))
            return Object(int(id), _KINDS[kind], _placements.matrix_of(what.placement), what.layers or 1,
                          what.priority, bool(what.disabled), self._users.get(int(id)),
                          self._shape(int(id), _KINDS[kind], shape))

    def _shape(self, id_: int, kind: str, shape: Any) -> Dict[str, Any]:
        if kind == "box":
            return {"lower": _numbers(shape.box.min), "upper": _numbers(shape.box.max)}
        if kind == "sphere":
            return {"center": _numbers(shape.sphere.center), "radius": shape.sphere.radius}
        if kind in ("capsule", "cylinder"):
            round_ = getattr(shape, kind)
            return {"a": _numbers(round_.a), "b": _numbers(round_.b), "radius": round_.radius}
        if kind in ("polyline", "points"):
            points = np.empty((shape.point_count, 3), np.float32)
            ctypes.memmove(_arrays.address(points), shape.points, points.nbytes)
            return {"points": points, "radius": shape.radius}
        if kind == "mesh":
            # Trees that came with a file, or with a model, belong to the scene alone.
            return {"tree": self._trees[id_][1] if id_ in self._trees else None}
        bounds = shape.user.bounds
        return {"bounds": np.stack([_numbers(bounds.min), _numbers(bounds.max)]), "first": self._shapes[id_][1]}

    @property
    def stats(self) -> SceneStats:
        """Counts and costs."""
        with self._gate.shared(), self._editing:
            s = lib.hit_scene_get_stats(self._address())
            return SceneStats(s.objects, s.committed, s.waiting, s.commits, s.rebuilds, s.cost, s.bytes)

    @property
    def bounds(self) -> NDArray[np.float64]:
        """(2, 3): around all objects, in the world; of an empty scene from inf to -inf."""
        with self._asking() as question:
            b = lib.hit_scene_get_stats(question.address).bounds
        out = np.array(((b.min.x, b.min.y, b.min.z), (b.max.x, b.max.y, b.max.z)))
        return out if np.all(out[0] <= out[1]) else np.array(((np.inf,) * 3, (-np.inf,) * 3))

    def bounds_of(self, id: int) -> NDArray[np.float64]:
        """(2, 3): around one object, in the world. An id that is not there is a KeyError."""
        box = c.hit_daabb()
        with self._asking() as question:
            if not lib.hit_scene_bounds(question.address, int(id), ctypes.byref(box)):
                raise KeyError(id)
        return np.array(((box.min.x, box.min.y, box.min.z), (box.max.x, box.max.y, box.max.z)))

    # ---- Pictures --------------------------------------------------------------------------------------------------

    def render(self, camera: Any = None, size: Any = None, mode: str = "shaded", **options: Any) -> Any:
        """A picture of the scene, an array that notebooks show; see ``hitscan.render``."""
        from .picture import render
        return render(self, camera, size, mode, **options)


def _restore(content: bytes, auto_commit: bool, users: Dict[int, Any]) -> Scene:
    scene = Scene.from_bytes(content, auto_commit=auto_commit)
    scene._users = users
    return scene

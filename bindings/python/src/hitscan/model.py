"""Models from files: triangles with their parts, placements and names, as arrays."""
from __future__ import annotations

import ctypes
import gzip
import os
from typing import Any, List, NamedTuple, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _arrays, _placements
from . import _declarations as c
from ._errors import ArgumentError, Error, FormatError, LimitError
from ._owned import Owned
from ._library import call, lib, pool
from .camera import Camera
from .scene import Scene
from .tree import Tree

Path = Union[str, "os.PathLike[str]"]
_FORMATS = {"obj": c.HIT_MODEL_OBJ, "ply": c.HIT_MODEL_PLY, "stl": c.HIT_MODEL_STL, "off": c.HIT_MODEL_OFF,
            "gltf": c.HIT_MODEL_GLTF, "glb": c.HIT_MODEL_GLTF, "3mf": c.HIT_MODEL_3MF, "xyz": c.HIT_MODEL_XYZ,
            "other": c.HIT_MODEL_OTHER}
_AXES = {c.HIT_AXIS_POSITIVE_X: "+x", c.HIT_AXIS_POSITIVE_Y: "+y", c.HIT_AXIS_POSITIVE_Z: "+z",
         c.HIT_AXIS_NEGATIVE_X: "-x", c.HIT_AXIS_NEGATIVE_Y: "-y", c.HIT_AXIS_NEGATIVE_Z: "-z"}
_QUALITIES = {"default": c.HIT_BVH_DEFAULT, "fast": c.HIT_BVH_FAST, "high": c.HIT_BVH_HIGH}
_NONE = 0xFFFFFFFF
_GZIP = b"\x1f\x8b"


class _Memory:
    """Memory of a model, for NumPy: an array over it keeps the model alive, and cannot be written to."""

    def __init__(self, owner: Owned, address: Optional[int], shape: Tuple[int, ...], dtype: Any) -> None:
        self.owner = owner
        self.__array_interface__ = {"version": 3, "shape": shape, "typestr": np.dtype(dtype).str,
                                    "data": (address or 0, True)}


def _view(owner: Owned, address: Optional[int], shape: Tuple[int, ...], dtype: Any) -> NDArray[Any]:
    if not address or 0 in shape:
        return np.zeros(shape, dtype)
    return np.asarray(_Memory(owner, address, shape, dtype))


def _optional(owner: Owned, address: Optional[int], shape: Tuple[int, ...], dtype: Any) -> Optional[NDArray[Any]]:
    return _view(owner, address, shape, dtype) if address else None


def _text(value: Optional[bytes]) -> str:
    return (value or b"").decode("utf-8", "replace")


class Texture(NamedTuple):
    """An image that a material shows."""

    name: str
    bytes: bytes  # as in the file: PNG, JPEG or something else
    clamp: Tuple[bool, bool]  # along u and v; else it repeats
    transform: NDArray[np.float32]  # (2, 3): from (u, v, 1) of a vertex to those of the image


class Material(NamedTuple):
    """What a surface looks like."""

    name: str
    color: Tuple[float, float, float, float]  # red, green, blue, alpha, in sRGB
    texture: Optional[Texture]
    alpha_cutoff: float  # what has less alpha is not there
    is_blended: bool
    is_two_sided: bool


class Mesh(NamedTuple):
    """Triangles with vertices of their own. The arrays are views of the model's memory, and cannot be written to."""

    name: str
    vertices: NDArray[np.float32]  # (n, 3)
    faces: NDArray[np.uint32]  # (m, 3)
    source_faces: NDArray[np.uint32]  # (m,): the face of the file that each triangle was made of
    points: NDArray[np.uint32]  # (p,): the vertices that the file has as points
    normals: Optional[NDArray[np.float32]]  # (n, 3); these and the rest with appearance=True
    colors: Optional[NDArray[np.uint8]]  # (n, 4), in sRGB
    uvs: Optional[NDArray[np.float32]]  # (n, 2), from the left and from the top of the texture
    materials: Optional[NDArray[np.uint32]]  # (m,); None: all have ``material``
    material: Optional[int]


class Part(NamedTuple):
    """A mesh in its place."""

    name: str
    path: str  # the names of the nodes above it and its own, as in "robot/arm/hand"
    mesh: Mesh
    matrix: NDArray[np.float64]  # (4, 4), from the mesh to the world
    number: int  # among the parts; in a scene of the model its id is one more


class ModelCamera(NamedTuple):
    """A camera that a file has."""

    name: str
    matrix: NDArray[np.float64]  # (4, 4): x to the right, y up, the view along -z
    is_orthographic: bool
    fov_y: float  # in degrees; of a perspective camera
    height: float  # of what an orthographic camera sees
    near: float
    far: float
    aspect: float  # width by height; 0: that of the picture

    def camera(self, size: Any = (640, 480)) -> Camera:
        """The Camera, for pictures of a size (width, height)."""
        eye, back, up = self.matrix[:3, 3], self.matrix[:3, 2], self.matrix[:3, 1]
        # The direction counts, not a point far away whose distance would be rounded.
        options = {"size": size, "near": self.near, "far": self.far}
        if self.is_orthographic:
            return Camera.orthographic(eye, eye - back, up, height=self.height, **options)
        return Camera.look_at(eye, eye - back, up, fov_y=self.fov_y, **options)


class Model:
    """What a file has: meshes, and parts that put them somewhere; made by ``hitscan.load`` or ``Model.read``.

    Arrays of it keep what they need alive, also after ``close`` or when the model is dropped.
    """

    def __init__(self, handle: Owned) -> None:
        """Made by load and read."""
        self._handle: Optional[Owned] = handle
        m = c.hit_model.from_address(handle.address)
        self.format: str = _text(lib.hit_model_format_name(m.format))
        self.triangle_count: int = m.triangle_count
        self.point_count: int = m.point_count
        self.skipped_faces: int = m.skipped_faces
        self.bytes: int = m.bytes
        self.up: Optional[str] = _AXES.get(m.up)
        self.unit: Optional[float] = m.unit or None
        notes = (ctypes.c_char_p * m.note_count).from_address(m.notes) if m.note_count else ()
        self.notes: List[str] = [_text(note) for note in notes]
        self.textures: List[Texture] = [self._texture(t) for t in _array(c.hit_model_texture, m.textures,
                                                                         m.texture_count)]
        self.materials: List[Material] = [self._material(t) for t in _array(c.hit_model_material, m.materials,
                                                                            m.material_count)]
        self.meshes: List[Mesh] = [self._mesh(t) for t in _array(c.hit_model_mesh, m.meshes, m.mesh_count)]
        self.parts: List[Part] = [
            Part(_text(p.name), _text(p.path), self.meshes[p.mesh], _placements.matrix_of(p.placement), i)
            for i, p in enumerate(_array(c.hit_model_part, m.parts, m.part_count))]
        self.cameras: List[ModelCamera] = [
            ModelCamera(_text(k.name), _placements.matrix_of(k.placement), bool(k.is_orthographic),
                        float(np.degrees(k.y_fov)), 2.0 * k.y_extent, k.near_z, k.far_z, k.aspect)
            for k in _array(c.hit_model_camera, m.cameras, m.camera_count)]

    def _texture(self, t: Any) -> Texture:
        return Texture(_text(t.name), ctypes.string_at(t.bytes, t.size) if t.size else b"",
                       (bool(t.clamp_u), bool(t.clamp_v)), np.array(t.transform, np.float32).reshape(2, 3))

    def _material(self, m: Any) -> Material:
        red, green, blue, alpha = m.color
        return Material(_text(m.name), (red, green, blue, alpha),
                        None if m.texture == _NONE else self.textures[m.texture], m.alpha_cutoff, bool(m.is_blended),
                        bool(m.is_two_sided))

    def _mesh(self, m: Any) -> Mesh:
        owner, n, count = self._used(), m.vertex_count, m.triangle_count
        # Without numbers of their own, the points are the first vertices.
        points = _view(owner, m.points, (m.point_count,), np.uint32) if m.points else np.arange(m.point_count,
                                                                                                dtype=np.uint32)
        return Mesh(_text(m.name), _view(owner, m.vertices, (n, 3), np.float32),
                    _view(owner, m.indices, (count, 3), np.uint32), _view(owner, m.faces, (count,), np.uint32), points,
                    _optional(owner, m.normals, (n, 3), np.float32), _optional(owner, m.colors, (n, 4), np.uint8),
                    _optional(owner, m.uvs, (n, 2), np.float32), _optional(owner, m.materials, (count,), np.uint32),
                    m.material if self.materials and m.material != _NONE else None)

    # ---- Reading ---------------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, path: Path, *, appearance: bool = False, scene: int = 0, allow_files: bool = True,
             format: Optional[str] = None, max_bytes: int = 0, threads: Optional[int] = None) -> Model:
        """Read a model from a file; see ``hitscan.load``."""
        name, options = os.fspath(path), _options(appearance, scene, allow_files, format, max_bytes)
        handle = ctypes.c_void_p()
        with _pool_of(options, threads):
            try:
                call("hit_model_load", os.fsencode(name), ctypes.byref(options), ctypes.byref(handle), path=str(name))
            except FormatError as error:
                content = _unpacked(name, error, max_bytes)
                if content is None:
                    raise
                inner = os.path.splitext(os.path.splitext(name)[0])[1][1:].lower()
                options.format = options.format or _FORMATS.get(inner, 0)
                _read(content, options, handle, str(name))
        return cls(Owned(int(handle.value or 0), lib.hit_model_destroy))

    @classmethod
    def read(cls, content: Any, format: Optional[str] = None, *, appearance: bool = False, scene: int = 0,
             max_bytes: int = 0, threads: Optional[int] = None) -> Model:
        """Read a model from bytes in memory. What it names beside itself is not opened.

        content  bytes, a bytearray, a memoryview or a mapped file
        format   "obj", "ply", "stl", "off", "gltf", "glb", "3mf" or "xyz"; None: found out by the content, but ASCII
                 STL, OFF and OBJ may need to be told
        """
        options, handle = _options(appearance, scene, False, format, max_bytes), ctypes.c_void_p()
        with _pool_of(options, threads):
            _read(content, options, handle, None)
        return cls(Owned(int(handle.value or 0), lib.hit_model_destroy))

    # ---- Life ------------------------------------------------------------------------------------------------------

    def _used(self) -> Owned:
        if self._handle is None:
            raise ArgumentError("the model is closed")
        return self._handle

    def close(self) -> None:
        """Let go of what no array of the model needs any more. May be called again."""
        self._handle = None
        self.meshes, self.parts = [], []

    def __enter__(self) -> Model:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __reduce__(self) -> Tuple[Any, ...]:
        raise TypeError("a Model cannot be pickled: load the file again, or pickle model.tree() or model.scene()")

    def __repr__(self) -> str:
        return f"<hitscan.Model of {len(self.parts)} parts, {self.triangle_count} triangles, {self.format}>"

    def __getitem__(self, name: Union[str, int]) -> Part:
        """The part of a name or a path, or of a number. A name that is not there is a KeyError."""
        if isinstance(name, (int, np.integer)):
            return self.parts[name]
        for part in self.parts:
            if name in (part.path, part.name):
                return part
        raise KeyError(name)

    # ---- What is made of it ----------------------------------------------------------------------------------------

    def scene(self, *, quality: str = "default", layers: int = 1, threads: Optional[int] = None) -> Scene:
        """A Scene in which part i is the object i + 1, and parts that share a mesh share its tree.

        ``hits.object`` gives the parts. More objects may be added.
        """
        tasks, handle = pool(threads), ctypes.c_void_p()
        options = c.hit_model_scene_options(quality=_quality(quality), layers=layers)
        if tasks is not None:
            options.pool = ctypes.addressof(tasks)
        call("hit_scene_from_model", self._used().address, ctypes.byref(options), ctypes.byref(handle))
        scene = Scene.__new__(Scene)
        scene._begin(handle, True)
        scene._users = {part.number + 1: part for part in self.parts}
        return scene

    def triangles(self) -> Tuple[NDArray[np.float64], NDArray[np.uint32]]:
        """All parts in the world: vertices (n, 3) in double, and faces (m, 3).

        A part that a mirror turned around has its corners in another order, so that fronts stay fronts.
        """
        m = c.hit_model.from_address(self._used().address)
        vertices: List[NDArray[np.float64]] = [np.zeros((0, 3))]
        faces: List[NDArray[Any]] = [np.zeros((0, 3), np.uint32)]
        first = 0
        for part, raw in zip(self.parts, _array(c.hit_model_part, m.parts, m.part_count)):
            # In double, as two meshes with 2^31 vertices would be too many for 32 bits.
            vertices.append(_placements.apply(raw.placement, part.mesh.vertices))
            order = [0, 2, 1] if _placements.is_mirrored(raw.placement) else [0, 1, 2]
            faces.append(part.mesh.faces[:, order].astype(np.int64) + first)
            first += len(part.mesh.vertices)
        return np.concatenate(vertices), _arrays.array(np.concatenate(faces), np.uint32, ("m", 3), "faces")

    def tree(self, *, origin: Any = None, quality: str = "default", threads: Optional[int] = None,
             progress: Any = None) -> Tree:
        """A Tree over the triangles of all parts, in the world; ``part_of`` and ``face_of`` tell where each is from.

        origin  (3,): a place that becomes the origin of the tree, where the model is far from zero
        """
        vertices, faces = self.triangles()
        if origin is not None:
            vertices -= _arrays.array(origin, np.float64, (3,), "origin")
        return Tree(vertices, faces, quality=quality, threads=threads, progress=progress)

    @property
    def part_of(self) -> NDArray[np.uint32]:
        """(triangles,): the part of each triangle of ``tree`` and ``triangles``."""
        return np.repeat(np.arange(len(self.parts), dtype=np.uint32), [len(p.mesh.faces) for p in self.parts])

    @property
    def face_of(self) -> NDArray[np.uint32]:
        """(triangles,): the face of the file that each triangle of ``tree`` and ``triangles`` was made of."""
        return np.concatenate([np.zeros(0, np.uint32)] + [p.mesh.source_faces for p in self.parts])

    @property
    def bounds(self) -> NDArray[np.float64]:
        """(2, 3): around the triangles of all parts, in the world; without any, from inf to -inf."""
        vertices, faces = self.triangles()
        used = vertices[faces.reshape(-1)]
        return np.stack([used.min(axis=0, initial=np.inf), used.max(axis=0, initial=-np.inf)])


def load(path: Path, *, appearance: bool = False, scene: int = 0, allow_files: bool = True,
         format: Optional[str] = None, max_bytes: int = 0, threads: Optional[int] = None) -> Model:
    """Read a model: OBJ, PLY, STL, OFF, XYZ, 3MF, glTF and GLB, each also packed by gzip or zip.

    appearance   read normals, colours, texture coordinates, materials and textures, too
    scene        of a file with several (glTF): its number from 1; 0: the one that the file shows
    allow_files  read the files that the model names, when they are in its folder or below
    format       as "obj", whatever its content and name say
    max_bytes    the most memory to take; 0: in proportion to the file
    """
    return Model.load(path, appearance=appearance, scene=scene, allow_files=allow_files, format=format,
                      max_bytes=max_bytes, threads=threads)


def _array(kind: Any, address: Optional[int], count: int) -> Any:
    return (kind * count).from_address(address) if count else ()


def _quality(word: str) -> int:
    if word not in _QUALITIES:
        raise ArgumentError(f"quality is {word!r}: expected one of {', '.join(_QUALITIES)}")
    return _QUALITIES[word]


def _options(appearance: bool, scene: int, allow_files: bool, format: Optional[str], max_bytes: int) -> Any:
    word = None if format is None else format.lower().lstrip(".")
    if word is not None and word not in _FORMATS:
        raise ArgumentError(f"format is {format!r}: expected one of {', '.join(_FORMATS)}")
    if not 0 <= scene < 2**32 or not 0 <= max_bytes < 2**64:
        raise ArgumentError(f"scene is {scene} and max_bytes is {max_bytes}: expected 0 or more")
    return c.hit_model_options(appearance=appearance, scene=scene, allow_files=allow_files, max_bytes=max_bytes,
                               format=_FORMATS.get(word or "", c.HIT_MODEL_UNKNOWN))


class _pool_of:
    """Lets options have a pool; it stays alive for the block."""

    def __init__(self, options: Any, threads: Optional[int]) -> None:
        self._tasks = pool(threads)
        if self._tasks is not None:
            options.pool = ctypes.addressof(self._tasks)

    def __enter__(self) -> _pool_of:
        return self

    def __exit__(self, *_: Any) -> None:
        pass


def _read(content: Any, options: Any, handle: Any, path: Optional[str]) -> None:
    try:
        held = np.frombuffer(content, np.uint8)
    except (TypeError, ValueError, BufferError) as error:
        if isinstance(content, (bytes, bytearray)) and not content:
            held = np.zeros(1, np.uint8)[:0]
        else:
            raise ArgumentError(f"content is a {type(content).__name__}: expected bytes ({error})") from error
    call("hit_model_read", _arrays.address(held), held.nbytes, options.format, ctypes.byref(options),
         ctypes.byref(handle), path=path)


def _unpacked(path: Any, error: Error, max_bytes: int) -> Optional[bytes]:
    """The content of a gzip file that the library was built without zlib for; None when that is not the trouble."""
    if "zlib" not in str(error):
        return None
    with open(path, "rb") as file:
        if file.read(2) != _GZIP:
            return None
    # As much as the library itself would unpack: a small file must not fill the memory.
    most = max_bytes or (64 << 20) + 64 * os.path.getsize(path)
    with gzip.open(path, "rb") as packed:
        content: bytes = packed.read(most + 1)
    if len(content) > most:
        raise LimitError(f"{path}: it unpacks to more than {most} bytes: give max_bytes, or unpack it first")
    return content

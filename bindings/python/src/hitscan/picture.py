"""Pictures: what a camera sees of a scene, a tree or a model, as arrays that notebooks show."""
from __future__ import annotations

import os
import struct
import zlib
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _arrays, _run
from ._errors import ArgumentError
from ._scene_queries import choice
from .camera import Camera
from .model import Model
from .scene import Scene
from .tree import Tree

_PIXELS_AT_ONCE = 1 << 17
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


class Picture(np.ndarray):
    """An array that is a picture: notebooks show it, and ``save`` writes it as PNG.

    Bytes (h, w), (h, w, 3) and (h, w, 4) are shown as they are; true and false as white and black; floats (h, w) as
    grey, the smallest the brightest, and what is not finite black; (h, w, 2) as red and green from 0 to 1; (h, w, 3) as
    colours from -1 to 1; whole numbers (h, w) in a colour for each.
    """

    def to_rgb(self) -> NDArray[np.uint8]:
        """(h, w), (h, w, 3) or (h, w, 4): what is shown, in bytes."""
        a = np.asarray(self)
        channels = a.shape[2] if a.ndim == 3 else 0
        if a.ndim not in (2, 3) or (a.ndim == 3 and channels not in (2, 3, 4)) or a.size == 0:
            raise ArgumentError(f"the array has shape {a.shape}: expected a picture, (h, w) to (h, w, 4)")
        if a.dtype == np.uint8 and channels != 2:
            return a
        if a.dtype.kind == "b":
            return np.where(a, np.uint8(255), np.uint8(0)).astype(np.uint8)
        if a.dtype.kind == "f" and channels == 0:
            return _grey(a)
        if a.dtype.kind == "f":
            share = 0.5 * (a + 1.0) if channels == 3 else a
            shown = np.where(np.isfinite(share), share, 0.0).clip(0.0, 1.0) * 255.0 + 0.5
            if channels == 3:
                shown[~np.any(a, axis=2)] = 0.0  # no normal: nothing was hit
            padded = np.concatenate([shown, np.zeros(a.shape[:2] + (1,))], axis=2)
            return padded.astype(np.uint8)[..., :max(channels, 3)]
        if a.dtype.kind in "iu" and channels == 0:
            return _palette(a)
        raise ArgumentError(f"the array has shape {a.shape} and type {a.dtype}, which no picture has")

    def to_png(self) -> bytes:
        """The picture as a PNG file."""
        return _png(np.ascontiguousarray(self.to_rgb()))

    def _repr_png_(self) -> Optional[bytes]:
        """For notebooks; None for an array that is no picture any more."""
        try:
            return self.to_png()
        except ArgumentError:
            return None

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Write it as PNG."""
        if os.path.splitext(os.fspath(path))[1].lower() != ".png":
            raise ArgumentError(f"path is {os.fspath(path)!r}: expected a name that ends in .png")
        content = self.to_png()
        with open(path, "wb") as file:
            file.write(content)


def _grey(a: NDArray[Any]) -> NDArray[np.uint8]:
    finite = np.isfinite(a)
    if not finite.any():
        return np.zeros(a.shape, np.uint8)
    low, high = float(a[finite].min()), float(a[finite].max())
    share = (np.where(finite, a, high).astype(np.float64) - low) / ((high - low) or 1.0)
    return np.where(finite, 255.5 - 215.0 * share, 0.0).astype(np.uint8)


def _palette(a: NDArray[Any]) -> NDArray[np.uint8]:
    """A colour for each number; black for what stands for nothing: negative ones, or 0 where there are none."""
    known, which = np.unique(a, return_inverse=True)
    # Hues a golden section apart: neighbours differ.
    hue = (known.astype(np.float64) * 0.6180339887498949) % 1.0
    wheel = np.abs((hue[:, np.newaxis] * 6.0 + (0.0, 4.0, 2.0)) % 6.0 - 3.0) - 1.0
    colors = (70.0 + 170.0 * wheel.clip(0.0, 1.0)).astype(np.uint8)
    colors[known < 0 if known[0] < 0 else known == 0] = 0
    return colors[which.reshape(a.shape)]


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _png(a: NDArray[np.uint8]) -> bytes:
    height, width = a.shape[:2]
    color = {1: 0, 3: 2, 4: 6}[a.shape[2] if a.ndim == 3 else 1]
    rows = np.zeros((height, 1 + a.nbytes // height), np.uint8)  # each row begins with its filter: none
    rows[:, 1:] = a.reshape(height, -1)
    return (_SIGNATURE + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, color, 0, 0, 0))
            + _chunk(b"IDAT", zlib.compress(rows.tobytes(), 6)) + _chunk(b"IEND", b""))


# ---- What is seen --------------------------------------------------------------------------------------------------


class _Seen(NamedTuple):
    """What the rays of some rows met."""

    hits: Any
    origins: NDArray[np.float64]
    directions: NDArray[np.float32]
    camera: Camera


def _depth(seen: _Seen) -> NDArray[Any]:
    # t is the depth behind the near plane, along the camera's axis; the eye of a perspective camera is before it.
    before = 0.0 if seen.camera.is_orthographic else -float(seen.camera._camera.near_plane[3])
    t = seen.hits.t_double if hasattr(seen.hits, "t_double") else seen.hits.t
    return np.asarray(t + before, np.float32)


def _distance(seen: _Seen) -> NDArray[Any]:
    with np.errstate(invalid="ignore"):
        length = seen.camera.distance(np.nan_to_num(seen.hits.point))
    return np.where(seen.hits.hit, length, np.inf).astype(np.float32)


def _id(seen: _Seen) -> NDArray[Any]:
    return np.asarray(seen.hits.id if hasattr(seen.hits, "id") else seen.hits.hit.astype(np.uint64))


_MODES: Dict[str, Callable[[_Seen], NDArray[Any]]] = {
    "depth": _depth,
    "distance": _distance,
    "normal": lambda seen: np.asarray(seen.hits.normal),
    "id": _id,
    "primitive": lambda seen: np.asarray(seen.hits.primitive),
    "uv": lambda seen: np.asarray(seen.hits.uv),
}


class _Shader:
    """Light from above the camera's left shoulder, and a little from the camera itself."""

    def __init__(self, camera: Camera, color: Any, background: Any, light: Any) -> None:
        self._color = color
        self._background = _color(background, "background")
        self._plain = None if callable(color) else _color(color, "color")
        m = camera._camera
        axis = np.array(m.near_plane[:3])
        if light is None:
            x, y = np.array(m.x[:3]), np.array(m.y[:3])
            right = np.asarray(x - axis * (x @ axis))
            down = np.asarray(y - axis * (y @ axis))
            toward = -axis * 1.0 - 0.5 * right / np.linalg.norm(right) - 0.8 * down / np.linalg.norm(down)
        else:
            toward = -_arrays.array(light, np.float64, (3,), "light")
        length = float(np.linalg.norm(toward))
        if not 0 < length < np.inf:
            raise ArgumentError(f"light is {light}: expected a direction")
        self._toward = toward / length

    def __call__(self, seen: _Seen) -> NDArray[Any]:
        hit, normal = seen.hits.hit, seen.hits.normal.astype(np.float64)
        d = seen.directions.astype(np.float64)
        d /= np.maximum(np.sqrt(np.einsum("...i,...i->...", d, d)), 1e-300)[..., np.newaxis]
        facing = np.einsum("...i,...i->...", normal, d)
        normal *= -np.sign(facing)[..., np.newaxis]  # as seen: surfaces are lit from either side
        lit = np.einsum("...i,i->...", normal, self._toward).clip(0.0, 1.0)
        strength = 0.18 + 0.62 * lit + 0.2 * np.abs(facing)
        base = self._plain if self._plain is not None else np.asarray(self._color(seen.hits), np.float64)
        shown = np.sqrt(strength[..., np.newaxis] * np.square(base))  # light adds up in linear colours
        return np.where(hit[..., np.newaxis], shown, self._background)


def _color(value: Any, name: str) -> NDArray[np.float64]:
    """(3,): from 0 to 1."""
    color = _arrays.array(value, np.float64, (3,), name)
    if not (np.all(color >= 0) and np.all(color <= 1)):
        raise ArgumentError(f"{name} is {value}: expected red, green and blue from 0 to 1")
    return color


def render(target: Union[Scene, Tree, Model], camera: Optional[Camera] = None, size: Any = None, mode: str = "shaded",
           *, color: Any = (0.78, 0.8, 0.84), background: Any = (1.0, 1.0, 1.0), light: Any = None, samples: int = 2,
           threads: Optional[int] = None, progress: Any = None, **filters: Any) -> Picture:
    """What a camera sees: a Picture, which is an array of shape (height, width, ...).

    target      a Scene, a Tree or a Model
    camera      a Camera; None: one that sees all of it
    size        (width, height) in pixels; None: that of the camera
    mode        "shaded": (h, w, 3) of bytes
                "depth": float, from the eye along the camera's axis (of an orthographic camera, from the near plane);
                "distance": float, from the eye; both infinite where nothing is
                "normal": (h, w, 3) of floats, in the world, zero where nothing is
                "id": the object, 0 for none (of a Tree, 1); "primitive": the triangle, -1 for none
                "uv": (h, w, 2) of floats
    color       of what is shaded: red, green and blue from 0 to 1; or a function of the hits that gives (..., 3)
    background  the same, of where nothing is
    light       (3,), the direction that light goes; None: from above the camera's shoulder
    samples     of "shaded", per pixel along each side: more make smoother edges
    filters     layers=, sides=, accept= of a Scene; masks=, mask= of a Tree: what counts, as in ``cast``
    """
    shown = {"shaded": 0, **dict.fromkeys(_MODES, 1)}
    choice(shown, mode, "mode")
    if isinstance(target, Model):
        target = target.scene(threads=threads)
    if not isinstance(target, (Scene, Tree)):
        raise ArgumentError(f"target is a {type(target).__name__}: expected a hitscan.Scene, Tree or Model")
    if isinstance(samples, bool) or not isinstance(samples, (int, np.integer)) or not 1 <= samples <= 16:
        raise ArgumentError(f"samples is {samples!r}: expected a whole number from 1 to 16")
    if camera is None:
        camera = Camera.around(target.bounds, size=(640, 480) if size is None else size)
    if not isinstance(camera, Camera):
        raise ArgumentError(f"camera is a {type(camera).__name__}: expected a hitscan.Camera")
    if size is not None:
        camera = camera.resized(size)
    if mode != "shaded":
        return _rows(target, camera, 1, _MODES[mode], threads, progress, filters).view(Picture)
    colors = _rows(target, camera, int(samples), _Shader(camera, color, background, light), threads, progress, filters)
    return (colors * 255.0 + 0.5).astype(np.uint8).view(Picture)


def _rows(target: Union[Scene, Tree], camera: Camera, samples: int, value: Callable[[_Seen], NDArray[Any]],
          threads: Optional[int], progress: Any, filters: Dict[str, Any]) -> NDArray[Any]:
    """Cast the rays of all pixels, some rows at a time, and put together what ``value`` makes of them."""
    height, width = camera.shape
    fine = camera if samples == 1 else camera.resized((width * samples, height * samples))
    x, y = fine.pixels()
    out: Optional[NDArray[Any]] = None

    def work(begin: int, end: int) -> None:
        nonlocal out
        rows = y[begin * samples:end * samples, np.newaxis]
        origins, directions, reach = fine._rays(x[np.newaxis, :], rows)
        hits = target.cast(origins, directions, t_max=reach, threads=threads, **filters)
        part = _mean(value(_Seen(hits, origins, directions, fine)), samples)
        if out is None:
            out = np.empty((height,) + part.shape[1:], part.dtype)
        out[begin:end] = part

    _run.in_chunks(height, max(1, _PIXELS_AT_ONCE // (width * samples * samples)), work, progress)
    assert out is not None  # a camera has at least one row
    return out


def _mean(a: NDArray[Any], samples: int) -> NDArray[Any]:
    """The mean of each square of samples: from (h s, w s, ...) to (h, w, ...)."""
    if samples == 1:
        return a
    shape: Tuple[int, ...] = (a.shape[0] // samples, samples, a.shape[1] // samples, samples) + a.shape[2:]
    return np.asarray(a.reshape(shape).mean(axis=(1, 3)))

"""Cameras: from pixels to rays, and from points to pixels.

A camera has a screen of ``size = (width, height)`` pixels. A point (x, y) of it is counted from the upper left corner:
the pixel in column i and row j covers [i, i + 1] x [j, j + 1], and its centre is (i + 0.5, j + 0.5); with ``centers``,
as cameras from_intrinsics have it, whole numbers are centres. Pictures are arrays of shape (height, width).

Positions are in double: a camera 1e7 units from the origin sees what one at the origin sees.
"""
from __future__ import annotations

import ctypes
from typing import Any, Dict, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from . import _declarations as c
from ._errors import ArgumentError
from ._library import lib

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

_DEPTHS = {"minus_one_to_one": c.HIT_DEPTH_MINUS_ONE_TO_ONE, "zero_to_one": c.HIT_DEPTH_ZERO_TO_ONE,
           "one_to_zero": c.HIT_DEPTH_ONE_TO_ZERO}
# Each convention: the depths, whether y points down on the screen, and whether matrices are for row vectors.
_CONVENTIONS: Dict[str, Tuple[str, bool, bool]] = {
    "opengl": ("minus_one_to_one", False, False),
    "vulkan": ("zero_to_one", True, False),
    "direct3d": ("zero_to_one", False, True),
}
# Pixels whose rays are computed at once: what that needs fits into a cache.
_PIXELS_AT_ONCE = 1 << 15


def vector(value: Any, name: str) -> Any:
    """Three numbers as a hit_dvec3."""
    x, y, z = _arrays.array(value, np.float64, (3,), name).tolist()
    return c.hit_dvec3(x, y, z)


def _float_vector(value: Any, name: str) -> Any:
    x, y, z = _arrays.array(value, np.float32, (3,), name).tolist()
    return c.hit_vec3(x, y, z)


def _screen(size: Any, corner: Any, y_up: bool, centers: bool, pixel_ratio: float) -> Any:
    width, height = _arrays.array(size, np.float64, (2,), "size").tolist()
    x, y = _arrays.array(corner, np.float64, (2,), "corner").tolist()
    if not (0 < width < 2**24 and 0 < height < 2**24):
        raise ArgumentError(f"size is {size}: expected (width, height) in pixels, above 0")
    if not (0 < pixel_ratio < 2**24):
        raise ArgumentError(f"pixel_ratio is {pixel_ratio}: expected a number above 0")
    return c.hit_screen(x=x, y=y, width=width, height=height, y_up=y_up, centers=centers, pixel_ratio=pixel_ratio)


def _matrix(value: Any, name: str, row_vectors: bool) -> Doubles:
    """The 16 numbers of a matrix by columns, as hit_camera_from_matrices_double takes them."""
    m = _arrays.numbers(value, ("...",), name)
    if m.shape == (16,):
        # The numbers as graphics libraries hand them over, where both conventions have them in the same order.
        return _arrays.array(m, np.float64, (16,), name)
    m = _arrays.array(m, np.float64, (4, 4), name)
    return np.ascontiguousarray(m if row_vectors else m.T).reshape(16)


def _dot(a: Any, b: Any) -> Any:
    """As dot3 in the C library, in its order, so that the bits are the same."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Any, b: Any) -> Tuple[Any, Any, Any]:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _round_up(x: Doubles) -> Floats:
    """The smallest floats that are not less."""
    f = x.astype(np.float32)
    with np.errstate(over="ignore"):
        return np.where(f.astype(np.float64) < x, np.nextafter(f, np.float32(np.inf)), f).astype(np.float32)


class Camera:
    """A camera with its screen; made by ``look_at``, ``orthographic``, ``from_matrices`` or ``from_intrinsics``.

    Cameras never change, can be compared and pickled, and keep nothing alive.
    """

    __slots__ = ("_camera",)
    _camera: Any  # a hit_camera

    def __init__(self) -> None:
        raise TypeError("use Camera.look_at, .orthographic, .from_matrices, .from_intrinsics or .around")

    @classmethod
    def _of(cls, camera: Any) -> Camera:
        self = cls.__new__(cls)
        self._camera = camera
        return self

    # ---- Making ----------------------------------------------------------------------------------------------------

    @classmethod
    def look_at(cls, eye: Any, target: Any, up: Any = (0.0, 1.0, 0.0), *, fov_y: float = 60.0,
                size: Any = (640, 480), near: float = 0.1, far: float = np.inf, corner: Any = (0.0, 0.0),
                y_up: bool = False, centers: bool = False, pixel_ratio: float = 1.0) -> Camera:
        """A perspective camera.

        eye, target  (3,), where it is, and what is in the middle of its picture
        up           (3,), roughly upward; not along the view
        fov_y        the vertical field of view, in degrees
        size         (width, height) in pixels
        near, far    what is seen: distances along the view; near is above 0, far may be infinite
        corner       of the viewport within its window, in pixels
        y_up         pixels count from the lower left corner
        centers      whole numbers are the centres of pixels, not their corners
        pixel_ratio  pixels per unit of the coordinates that are given, as on screens with two pixels per point
        """
        if not 0 < fov_y < 180:
            raise ArgumentError(f"fov_y is {fov_y}: expected degrees above 0 and below 180")
        if not 0 < near < far:
            raise ArgumentError(f"near is {near} and far is {far}: expected 0 < near < far")
        return cls._view(eye, target, up, np.radians(fov_y), 0.0, near, far,
                         _screen(size, corner, y_up, centers, pixel_ratio))

    @classmethod
    def orthographic(cls, eye: Any, target: Any, up: Any = (0.0, 1.0, 0.0), *, height: float,
                     size: Any = (640, 480), near: float = 0.0, far: float = np.inf, corner: Any = (0.0, 0.0),
                     y_up: bool = False, centers: bool = False, pixel_ratio: float = 1.0) -> Camera:
        """A camera whose rays are parallel. Arguments as ``look_at``, but for

        height  of what it sees, in the world's units
        near    any number below far; negative ones are behind the eye
        """
        if not 0 < height < np.inf:
            raise ArgumentError(f"height is {height}: expected a number above 0")
        if not -np.inf < near < far:
            raise ArgumentError(f"near is {near} and far is {far}: expected near < far")
        return cls._view(eye, target, up, 0.0, height, near, far,
                         _screen(size, corner, y_up, centers, pixel_ratio))

    @classmethod
    def _view(cls, eye: Any, target: Any, up: Any, fov: float, height: float, near: float, far: float,
              screen: Any) -> Camera:
        at = _arrays.array(eye, np.float64, (3,), "eye")
        forward = _arrays.array(target, np.float64, (3,), "target") - at
        # In float only the direction counts, not the length: far and near targets are looked at alike.
        length = np.max(np.abs(forward))
        if not 0 < length < np.inf:
            raise ArgumentError(f"eye {at.tolist()} and target {np.add(at, forward).tolist()}: expected two points")
        view = c.hit_view(eye=c.hit_vec3(0, 0, 0), forward=_float_vector(forward / length, "target"),
                          up=_float_vector(up, "up"), fov_y=fov, ortho_height=height, width=screen.width,
                          height=screen.height, near_plane=near, far_plane=far)
        camera = c.hit_camera()
        if not lib.hit_camera_from_view(ctypes.byref(view), vector(at, "eye"), ctypes.byref(screen),
                                        ctypes.byref(camera)):
            raise ArgumentError(f"no camera at {at.tolist()} looks along {forward.tolist()} with up {up}: up must not "
                                "be zero or along the view, and all numbers must be finite")
        return cls._of(camera)

    @classmethod
    def from_matrices(cls, view: Any, projection: Any, size: Any, convention: str = "opengl", *,
                      depth: Optional[str] = None, y_down: Optional[bool] = None,
                      row_vectors: Optional[bool] = None, infinite_far: bool = False, origin: Any = (0.0, 0.0, 0.0),
                      corner: Any = (0.0, 0.0), y_up: bool = False, centers: bool = False,
                      pixel_ratio: float = 1.0) -> Camera:
        """A camera from the matrices that a program draws with.

        view         (4, 4), from the world to the eye; None: the identity. Or (16,), as graphics libraries store it
        projection   (4, 4) or (16,); with view=None, the product of both
        size         (width, height) in pixels
        convention   "opengl": clip = projection @ view @ point, depths from -1 to 1, y up;
                     "vulkan": the same with depths from 0 to 1, and y down;
                     "direct3d": clip = point @ view @ projection, depths from 0 to 1, y up
        depth        "minus_one_to_one", "zero_to_one" or "one_to_zero" (reversed), where the convention has another
        y_down       clip coordinates with y = -1 are at the top, where the convention has it otherwise
        row_vectors  matrices are for row vectors, point @ matrix, where the convention has it otherwise
        infinite_far leave the far plane out, whatever the matrix says of it
        origin       (3,), the place that is the origin of the matrices' world, for programs that draw relative to it
        corner, y_up, centers, pixel_ratio
                     as in ``look_at``
        """
        if convention not in _CONVENTIONS:
            raise ArgumentError(f"convention is {convention!r}: expected one of {', '.join(_CONVENTIONS)}")
        usual_depth, usual_down, usual_rows = _CONVENTIONS[convention]
        if depth is not None and depth not in _DEPTHS:
            raise ArgumentError(f"depth is {depth!r}: expected one of {', '.join(_DEPTHS)}")
        rows = usual_rows if row_vectors is None else row_vectors
        lens = c.hit_lens(clip=c.hit_clip(order=c.HIT_MATRIX_COLUMNS, depth=_DEPTHS[depth or usual_depth],
                                          infinite_far=infinite_far),
                          y_down=usual_down if y_down is None else y_down, origin=vector(origin, "origin"))
        screen = _screen(size, corner, y_up, centers, pixel_ratio)
        from_world = None if view is None else _matrix(view, "view", rows)
        return cls._from_matrices(from_world, _matrix(projection, "projection", rows), lens, screen)

    @classmethod
    def _from_matrices(cls, view: Optional[Doubles], projection: Doubles, lens: Any, screen: Any) -> Camera:
        camera = c.hit_camera()
        if not lib.hit_camera_from_matrices_double(None if view is None else _arrays.address(view),
                                                   _arrays.address(projection), ctypes.byref(lens),
                                                   ctypes.byref(screen), ctypes.byref(camera)):
            raise ArgumentError("the matrices are those of no camera: a number is not finite, one of them is singular, "
                                "nothing is seen, or depths run the other way (depth=\"one_to_zero\" is for reversed "
                                "ones, row_vectors=True for matrices of row vectors)")
        return cls._of(camera)

    @classmethod
    def from_intrinsics(cls, K: Any, size: Any, pose: Any = None, *, extrinsic: Any = None, near: float = 0.01,
                        far: float = np.inf, centers: bool = True) -> Camera:
        """A camera as OpenCV has it: x to the right, y down, z along the view.

        K          (3, 3): fx, skew and cx; fy and cy, in pixels
        size       (width, height) in pixels
        pose       (4, 4), from the camera to the world; None: the identity
        extrinsic  (4, 4), from the world to the camera, in place of the pose
        near, far  what is seen: distances along the view
        centers    whole numbers are the centres of pixels, as in OpenCV; False: their corners
        """
        k = _arrays.array(K, np.float64, (3, 3), "K")
        if not (np.all(np.isfinite(k)) and k[0, 0] > 0 and k[1, 1] > 0 and np.all(k[2] == (0, 0, 1)) and k[1, 0] == 0):
            raise ArgumentError("K is no matrix of intrinsics: expected [[fx, skew, cx], [0, fy, cy], [0, 0, 1]]")
        if pose is not None and extrinsic is not None:
            raise ArgumentError("pose and extrinsic are both given: expected one of them")
        if not 0 < near < far:
            raise ArgumentError(f"near is {near} and far is {far}: expected 0 < near < far")
        screen = _screen(size, (0.0, 0.0), False, centers, 1.0)
        origin = np.zeros(3)
        if extrinsic is None:
            m = np.eye(4) if pose is None else _arrays.array(pose, np.float64, (4, 4), "pose")
            # The place is taken off first: it is kept exactly, however far it is.
            origin, turned = m[:3, 3], m.copy()
            turned[:3, 3] = 0.0
            try:
                view = np.linalg.inv(turned)
            except np.linalg.LinAlgError:
                raise ArgumentError("pose is singular: expected a matrix from the camera to the world") from None
        else:
            view = _arrays.array(extrinsic, np.float64, (4, 4), "extrinsic")
        shift = 0.5 if centers else 0.0
        projection = np.zeros((4, 4))
        projection[0, :3] = 2 * k[0, 0], 2 * k[0, 1], 2 * (k[0, 2] + shift) - screen.width
        projection[1, 1:3] = 2 * k[1, 1], 2 * (k[1, 2] + shift) - screen.height
        projection[0] /= screen.width
        projection[1] /= screen.height
        projection[2, 2:] = (1.0, -near) if np.isinf(far) else (far / (far - near), -far * near / (far - near))
        projection[3, 2] = 1.0
        lens = c.hit_lens(clip=c.hit_clip(order=c.HIT_MATRIX_COLUMNS, depth=c.HIT_DEPTH_ZERO_TO_ONE,
                                          infinite_far=bool(np.isinf(far))),
                          y_down=True, origin=vector(origin, "pose"))
        return cls._from_matrices(_matrix(view, "pose", False), _matrix(projection, "K", False), lens, screen)

    @classmethod
    def around(cls, bounds: Any, direction: Any = (-1.0, -0.6, -0.8), up: Any = (0.0, 1.0, 0.0), *,
               fov_y: float = 40.0, size: Any = (640, 480)) -> Camera:
        """A camera that sees all of something.

        bounds     (2, 3), the corners of a box, as ``scene.bounds`` and ``tree.bounds`` give it
        direction  (3,), of the view
        """
        box = _arrays.array(bounds, np.float64, (2, 3), "bounds")
        ahead = _arrays.array(direction, np.float64, (3,), "direction")
        screen = _screen(size, (0.0, 0.0), False, False, 1.0)
        length = float(np.sqrt(_dot(ahead, ahead)))
        if not (np.all(np.isfinite(box)) and np.all(box[0] <= box[1])):
            raise ArgumentError("bounds are empty or infinite: there is nothing to look at")
        if not 0 < length < np.inf:
            raise ArgumentError(f"direction is {ahead.tolist()}: expected a direction")
        middle, radius = box.mean(axis=0), 0.5 * float(np.linalg.norm(box[1] - box[0])) or 1.0
        half = np.radians(0.5 * fov_y)
        narrow = min(half, float(np.arctan(np.tan(half) * screen.width / screen.height)))
        distance = 1.02 * radius / float(np.sin(narrow))
        return cls.look_at(middle - ahead * (distance / length), middle, up, fov_y=fov_y, size=size,
                           near=max(distance - 1.1 * radius, 1e-4 * distance))

    # ---- What it is ------------------------------------------------------------------------------------------------

    @property
    def eye(self) -> Doubles:
        """(3,): where it is; of an orthographic camera, some point in the middle of its near plane."""
        e = self._camera.eye
        return np.array((e.x, e.y, e.z))

    @property
    def size(self) -> Tuple[int, int]:
        """(width, height) in pixels."""
        return int(self._camera.screen.width), int(self._camera.screen.height)

    @property
    def shape(self) -> Tuple[int, int]:
        """(height, width): the shape of a picture."""
        return self.size[1], self.size[0]

    @property
    def is_orthographic(self) -> bool:
        """Whether all rays are parallel."""
        return bool(self._camera.orthographic)

    def resized(self, size: Any) -> Camera:
        """The same view on a screen of another size: sizes of another proportion stretch the picture."""
        old, new = self._camera.screen, c.hit_screen.from_buffer_copy(self._camera.screen)
        wanted = _screen(size, (0.0, 0.0), False, False, 1.0)
        new.width, new.height = wanted.width, wanted.height
        camera = c.hit_camera.from_buffer_copy(self._camera)
        for row, (begin, one, many) in (("x", (old.x, old.width, new.width)), ("y", (old.y, old.height, new.height))):
            # A coordinate is (begin + share * length) / ratio - shift: from the old share to the new coordinate.
            ratio, shift = old.pixel_ratio or 1.0, 0.5 if old.centers else 0.0
            values, w = getattr(camera, row), camera.w
            for i in range(4):
                share = (values[i] + w[i] * (shift - begin / ratio)) / one
                values[i] = share * many + w[i] * (begin / ratio - shift)
        camera.screen = new
        return Camera._of(camera)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Camera):
            return NotImplemented
        return self._numbers() == other._numbers()

    def __hash__(self) -> int:
        return hash(self._numbers())

    def _numbers(self) -> Tuple[Any, ...]:
        """Everything that it is, without the bytes between."""
        m, s = self._camera, self._camera.screen
        return (m.eye.x, m.eye.y, m.eye.z, *m.x, *m.y, *m.w, *m.near_plane, *m.far_plane, m.orthographic, s.x, s.y,
                s.width, s.height, s.y_up, s.centers, s.pixel_ratio)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _restore, (bytes(self._camera),)

    def __repr__(self) -> str:
        kind = "orthographic" if self.is_orthographic else "perspective"
        return f"<hitscan.Camera {kind}, {self.size[0]} x {self.size[1]}, at {self.eye.tolist()}>"

    # ---- Rays ------------------------------------------------------------------------------------------------------

    def pixels(self) -> Tuple[Doubles, Doubles]:
        """The coordinates of the centres of all pixels: x of each column (width,), and y of each row (height,)."""
        s = self._camera.screen
        ratio, shift = s.pixel_ratio or 1.0, 0.5 if s.centers else 0.0
        column, row = np.arange(self.size[0]) + 0.5, np.arange(self.size[1]) + 0.5
        return (s.x + column) / ratio - shift, (s.y + (s.height - row if s.y_up else row)) / ratio - shift

    def rays(self) -> Tuple[Doubles, Floats]:
        """The rays through the centres of all pixels: origins (height, width, 3) in double, directions the same in
        float. They start on the near plane, and t is the depth behind it; ``reach`` tells where they end.
        """
        x, y = self.pixels()
        origins, directions, _ = self._rays(x[np.newaxis, :], y[:, np.newaxis])
        return origins, directions

    def reach(self) -> Floats:
        """(height, width): t where the rays of all pixels leave through the far plane; infinite without one."""
        x, y = self.pixels()
        return self._rays(x[np.newaxis, :], y[:, np.newaxis])[2]

    def ray(self, x: Any, y: Any) -> Tuple[Doubles, Floats]:
        """The rays through points of the screen: origins and directions (..., 3), of x and y as broadcast.

        A point that is not finite gives a direction of zeros, which hits nothing.
        """
        origins, directions, _ = self._rays(_arrays.array(x, np.float64, ("...",), "x"),
                                            _arrays.array(y, np.float64, ("...",), "y"))
        return origins, directions

    def _rays(self, x: Doubles, y: Doubles) -> Tuple[Doubles, Floats, Floats]:
        """The rays of hit_camera_ray for x and y as broadcast, bit by bit: origins, directions and t_max."""
        try:
            shape = np.broadcast_shapes(x.shape, y.shape)
        except ValueError:
            raise ArgumentError(f"x has shape {x.shape} and y has shape {y.shape}: expected shapes that go "
                                "together") from None
        origins, directions = np.zeros(shape + (3,)), np.zeros(shape + (3,), np.float32)
        ends = np.zeros(shape, np.float32)
        if len(shape) < 2 or 0 in shape:
            self._fill(x, y, origins, directions, ends)
            return origins, directions, ends
        # Row by row, so that what is between fits into a cache.
        step = max(1, _PIXELS_AT_ONCE // int(np.prod(shape[1:])))
        for begin in range(0, shape[0], step):
            rows = slice(begin, begin + step)
            self._fill(x[rows] if x.ndim == len(shape) and x.shape[0] > 1 else x,
                       y[rows] if y.ndim == len(shape) and y.shape[0] > 1 else y,
                       origins[rows], directions[rows], ends[rows])
        return origins, directions, ends

    def _fill(self, x: Doubles, y: Doubles, origins: Doubles, directions: Floats, ends: Floats) -> None:
        """_rays of a part. The order of all operations is that of src/pick/camera.c."""
        m = self._camera
        near, far = list(m.near_plane), list(m.far_plane)
        with np.errstate(all="ignore"):
            a = [m.x[k] - x * m.w[k] for k in range(4)]
            b = [m.y[k] - y * m.w[k] for k in range(4)]
            d = _cross(a, b)
            depth = _dot(near, d)
            good = np.isfinite(x) & np.isfinite(y)
            if not m.orthographic:
                good = good & ((_dot(m.w, d) > 0.0) == (depth > 0.0))
            d = tuple(part / depth + 0.0 for part in d)
            start = self._start(a, b, d, near)
            rounded = [part.astype(np.float32) for part in d]
            for part in rounded:
                good = good & np.isfinite(part)
            place = (m.eye.x, m.eye.y, m.eye.z)
            for k in range(3):
                origins[..., k] = np.where(good, place[k] + start[k], 0.0)
                directions[..., k] = np.where(good, rounded[k], np.float32(0))
            exact = [part.astype(np.float64) for part in rounded]
            height, fall = _dot(far, start) + far[3], -_dot(far, exact)
            leaves = _round_up(height / fall)
            beyond = np.where(height >= 0.0, np.float32(np.inf), np.float32(-1))
            ends[...] = np.where(good, np.where(fall > 0.0, leaves, beyond), np.float32(0))

    def _start(self, a: Any, b: Any, d: Any, near: Any) -> Tuple[Any, ...]:
        if not self._camera.orthographic:
            return tuple(-near[3] * part for part in d)
        along_a, along_b = _cross(b, near), _cross(near, a)
        det = _dot(a, along_a)
        return tuple(-(a[3] * along_a[k] + b[3] * along_b[k]) / det - near[3] * d[k] for k in range(3))

    # ---- Points ----------------------------------------------------------------------------------------------------

    def _relative(self, points: Any) -> Tuple[Doubles, Doubles, Doubles]:
        p = _arrays.array(points, np.float64, ("...", 3), "points")
        e = self._camera.eye
        return p[..., 0] - e.x, p[..., 1] - e.y, p[..., 2] - e.z

    def project(self, points: Any) -> Tuple[Doubles, Doubles]:
        """Where points (..., 3) of the world are on the screen: pixels (..., 2), and depths (...) behind the near
        plane, negative before it. NaN for what is at or behind the eye of a perspective camera.
        """
        m = self._camera
        with np.errstate(all="ignore"):
            q = self._relative(points)
            w = _dot(m.w, q) + m.w[3]
            x, y = (_dot(m.x, q) + m.x[3]) / w, (_dot(m.y, q) + m.y[3]) / w
            seen = (w > 0.0) & np.isfinite(x) & np.isfinite(y)
            depth = _dot(m.near_plane, q) + m.near_plane[3]
        pixels = np.stack((np.where(seen, x, np.nan), np.where(seen, y, np.nan)), axis=-1)
        return pixels, np.where(seen, depth, np.nan)

    def distance(self, points: Any) -> Doubles:
        """How far points (..., 3) are from the eye; of an orthographic camera, from the near plane along its rays."""
        m = self._camera
        with np.errstate(all="ignore"):
            q = self._relative(points)
            if not m.orthographic:
                length = np.sqrt(_dot(q, q))
            else:
                d = _cross(list(m.x), list(m.y))
                d = tuple(part / _dot(m.near_plane, d) + 0.0 for part in d)
                length = (_dot(m.near_plane, q) + m.near_plane[3]) * np.sqrt(_dot(d, d))
            return np.where(np.isfinite(q[0]) & np.isfinite(q[1]) & np.isfinite(q[2]), length, np.nan)

    def pixel_size(self, depth: Any) -> Doubles:
        """How long a pixel is in the world, at depths (...) behind the near plane; 0 at and behind the eye."""
        t = _arrays.array(depth, np.float64, ("...",), "depth")
        m = self._camera
        with np.errstate(all="ignore"):
            axis = m.near_plane if m.orthographic else m.w
            w = np.ones_like(t) if m.orthographic else (t - m.near_plane[3]) / _dot(axis, m.near_plane)
            size = w / np.sqrt(np.abs(_dot(_cross(m.x, m.y), axis)))
        return np.where((size > 0.0) & np.isfinite(size) & np.isfinite(t), size, 0.0)

    def planes(self, rectangle: Any = None) -> Floats:
        """(6, 4): what the camera sees, as ``tree.in_frustum`` takes it: each plane as (x, y, z, offset).

        rectangle  (x0, y0, x1, y1) of the screen; None: all of it

        The offsets are rounded to float: far from zero, ask a Scene, whose ``in_frustum`` takes the camera itself.
        """
        rows = np.array([(p.normal.x, p.normal.y, p.normal.z, p.offset) for p in self._frustum(rectangle).plane])
        rows[:, 3] += rows[:, :3] @ self.eye
        return rows.astype(np.float32)

    def _frustum(self, rectangle: Any = None) -> Any:
        """The frustum of a rectangle of the screen, about the eye, for hit_scene_in_frustum."""
        s, frustum = self._camera.screen, c.hit_frustum()
        ratio, shift = s.pixel_ratio or 1.0, 0.5 if s.centers else 0.0
        corners = [begin / ratio - shift for begin in (s.x, s.y, s.x + s.width, s.y + s.height)]
        if rectangle is not None:
            corners = _arrays.array(rectangle, np.float64, (4,), "rectangle").tolist()
        if not lib.hit_camera_frustum(ctypes.byref(self._camera), *corners, ctypes.byref(frustum)):
            raise ArgumentError(f"rectangle is {corners}: expected finite numbers")
        return frustum


def _restore(state: bytes) -> Camera:
    return Camera._of(c.hit_camera.from_buffer_copy(state))

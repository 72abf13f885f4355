"""Lidar: a spinning scanner moves along a path, and measures what its beams meet.

The beams are those of the command ``hitscan lidar``, bit by bit.
"""
from __future__ import annotations

import math
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _arrays, _run
from ._errors import ArgumentError
from ._portable_math import atan2_degrees, noise, sincos_degrees
from ._scene_queries import choice
from .model import Model
from .scene import Scene, SceneHits
from .tree import Tree

Doubles = NDArray[np.float64]

_FARTHEST = 1e9
_FIRINGS_MAX = 1e12
_RAYS_AT_ONCE = 1 << 16
# By what is up: the directions ahead, to the left and up of a sensor that stands still. Rotations, no mirrors, that
# leave x where it is when they can.
_UP: Dict[str, List[List[float]]] = {
    "x": [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]],
    "y": [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]],
    "z": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    "-x": [[0.0, 1.0, 0.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0]],
    "-y": [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]],
    "-z": [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]],
}
# As the command writes a cloud.
_RECORD = [("x", "<f4"), ("y", "<f4"), ("z", "<f4"), ("range", "<f4"), ("part", "<u4"), ("face", "<u4"),
           ("incidence", "<f4"), ("beam", "<u2"), ("azimuth", "<f4"), ("time", "<f8")]


class Sensor(NamedTuple):
    """A spinning scanner with several beams, one above the other. Beam 0 is the lowest."""

    beams: int = 16
    fov: Tuple[float, float] = (-15.0, 15.0)  # of the lowest and the highest beam: degrees above the horizon
    range: Tuple[float, float] = (0.5, 100.0)  # what it can measure, in metres
    rate: float = 10.0  # turns per second
    step: float = 0.2  # degrees from one firing of all beams to the next

    @staticmethod
    def named(description: str) -> Sensor:
        """A sensor as the command describes it: "vlp16", "hdl32", "os1-64" or "os1-128", and fields with slashes
        between, as in "beams=64/fov=-25,15/range=0.5,120/rate=10/step=0.2" or "vlp16/rate=20".
        """
        sensor = Sensor()
        for word in description.split("/"):
            name, equals, value = word.partition("=")
            if not equals:
                if name not in SENSORS:
                    raise ArgumentError(f"sensor is {description!r}: there is no {name!r}; it is {', '.join(SENSORS)}, "
                                        "or fields as in beams=64/fov=-25,15/range=0.5,120/rate=10/step=0.2")
                sensor = SENSORS[name]
                continue
            sensor = sensor._replace(**_field(description, name, value))
        return sensor.checked()

    def checked(self) -> Sensor:
        """Itself, or an error that says what is wrong."""
        low, high = self.fov
        near, far = self.range
        if self.beams != int(self.beams) or not 1 <= self.beams <= 1024:
            raise ArgumentError(f"beams is {self.beams}: expected a whole number from 1 to 1024")
        if not -90.0 <= low <= high <= 90.0:
            raise ArgumentError(f"fov is {self.fov}: expected the lowest and the highest beam, from -90 to 90 degrees")
        if not 0.0 <= near < far <= 1e6:
            raise ArgumentError(f"range is {self.range}: expected the shortest and the longest, from 0 to 1e6 metres")
        if not 0.0 < self.rate <= 1e4:
            raise ArgumentError(f"rate is {self.rate}: expected above 0 and at most 10000 turns per second")
        if not 1e-4 <= self.step <= 360.0:
            raise ArgumentError(f"step is {self.step}: expected from 0.0001 to 360 degrees")
        return self._replace(beams=int(self.beams), fov=(float(low), float(high)), range=(float(near), float(far)),
                             rate=float(self.rate), step=float(self.step))

    def elevations(self) -> Doubles:
        """(beams,): of each beam, in degrees above the horizon."""
        low, high = self.fov
        if self.beams == 1:
            return np.array([0.5 * (low + high)])
        return low + (high - low) * np.arange(self.beams, dtype=np.float64) / float(self.beams - 1)


# The numbers of public data sheets, at ten turns per second.
SENSORS: Dict[str, Sensor] = {
    "vlp16": Sensor(16, (-15.0, 15.0), (0.5, 100.0), 10.0, 0.2),
    "hdl32": Sensor(32, (-30.67, 10.67), (0.5, 100.0), 10.0, 0.16),
    "os1-64": Sensor(64, (-22.5, 22.5), (0.5, 120.0), 10.0, 360.0 / 1024.0),
    "os1-128": Sensor(128, (-22.5, 22.5), (0.5, 120.0), 10.0, 360.0 / 1024.0),
}


def _field(description: str, name: str, value: str) -> Dict[str, Any]:
    counts = {"beams": 1, "fov": 2, "range": 2, "rate": 1, "step": 1, "columns": 1}
    if name not in counts:
        raise ArgumentError(f"sensor is {description!r}: there is no field {name!r}; it has {', '.join(counts)}")
    try:
        numbers = [float(word) for word in value.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != counts[name]:
        raise ArgumentError(f"sensor is {description!r}: {name}= wants {counts[name]} number(s), not {value!r}")
    if name == "columns":
        return {"step": 360.0 / numbers[0] if numbers[0] else math.inf}
    return {name: tuple(numbers) if len(numbers) == 2 else numbers[0]}


class Scan(NamedTuple):
    """What a sensor measured: arrays with one element for each point, in the order of the beams in time."""

    points: Doubles  # (n, 3), in the world or in the sensor's frame
    t: NDArray[np.float64]  # (n,): along the beam's direction, noise included
    range: NDArray[np.float32]  # (n,): the distance that was measured
    ring: NDArray[np.uint16]  # (n,): the beam; 0 is the lowest
    azimuth: NDArray[np.float32]  # (n,): degrees to the left, in the sensor's frame
    time: Doubles  # (n,): seconds since the beginning
    id: NDArray[np.uint64]  # (n,): the object of a Scene; the part's number plus 1 of a Model; 1 of a Tree
    primitive: NDArray[np.int32]  # (n,): the triangle
    normal: NDArray[np.float32]  # (n, 3): to the front
    incidence: NDArray[np.float32]  # (n,): degrees between the beam and the normal, from 0 to 90
    ray: NDArray[np.int64]  # (n,): which beam of all, since the beginning
    rays: int  # how many beams there were

    def records(self, face: Any = None) -> NDArray[Any]:
        """(n,): records as ``hitscan lidar -o cloud.npy`` writes them, for ``numpy.save``.

        face  (n,): the numbers of faces; None: those of the primitives
        """
        out = np.empty(len(self.time), _RECORD)
        for i, name in enumerate("xyz"):
            out[name] = self.points[:, i]
        out["range"], out["incidence"], out["beam"] = self.range, self.incidence, self.ring
        out["azimuth"], out["time"] = self.azimuth, self.time
        out["part"] = self.id - np.uint64(1)
        out["face"] = self.primitive if face is None else face
        return out


# ---- The path ------------------------------------------------------------------------------------------------------


class _Path:
    """Where the sensor is at which time. Between two points it moves in a straight line, and looks ahead."""

    def __init__(self, poses: Any, speed: float, axes: List[List[float]]) -> None:
        p = _arrays.numbers(poses, ("...",), "poses")
        p = _arrays.array(p.reshape(1, -1) if p.ndim == 1 else p, np.float64, ("n", "columns"), "poses")
        if p.shape[1] not in (3, 4, 5) or len(p) == 0:
            raise ArgumentError(f"poses has shape {p.shape}: expected (n, 3) of x, y, z; (n, 4) of t, x, y, z; or (n, "
                                "5) of t, x, y, z, yaw: seconds, metres, degrees")
        if not np.all(np.isfinite(p)) or np.any(np.abs(p[:, p.shape[1] > 3:][:, :3]) > _FARTHEST):
            raise ArgumentError("poses has a number that is not finite, or a place farther than 1e9 metres")
        if not 0 < speed < np.inf:
            raise ArgumentError(f"speed is {speed}: expected metres per second, above 0")
        self.yaws = p[:, 4] if p.shape[1] == 5 else None
        self.places = p if p.shape[1] == 3 else p[:, 1:4]
        self.times = self._at_speed(speed) if p.shape[1] == 3 else p[:, 0]
        if p.shape[1] > 3 and np.any(np.diff(self.times) <= 0):
            late = int(np.flatnonzero(np.diff(self.times) <= 0)[0]) + 1
            raise ArgumentError(f"poses[{late}] is at {self.times[late]}: expected a time later than that before it")
        self.axes = axes
        self.cosines, self.sines = self._headings()

    def _at_speed(self, speed: float) -> Doubles:
        steps = np.diff(self.places, axis=0)
        lengths = np.sqrt(steps[:, 0] * steps[:, 0] + steps[:, 1] * steps[:, 1] + steps[:, 2] * steps[:, 2])
        times = [0.0]
        for length in lengths.tolist():
            times.append(times[-1] + length / speed)
        return np.array(times)

    def _headings(self) -> Tuple[Doubles, Doubles]:
        """The level direction of the step that follows each point: (cosine, sine)."""
        count, first = len(self.places), None
        out = np.zeros((2, count))
        for i in range(count):
            x = y = 0.0
            if i + 1 < count:
                d = (self.places[i + 1] - self.places[i]).tolist()
                x, y = (d[0] * a[0] + d[1] * a[1] + d[2] * a[2] for a in self.axes[:2])
            length = math.sqrt(x * x + y * y)
            if length > 0.0:
                out[:, i] = x / length, y / length
                first = i if first is None else first
            else:
                out[:, i] = out[:, i - 1] if i > 0 else (1.0, 0.0)
        if first is not None:
            out[:, :first] = out[:, first:first + 1]
        return out[0], out[1]

    @property
    def duration(self) -> float:
        return float(self.times[-1] - self.times[0])

    def at(self, seconds: Doubles) -> Tuple[Doubles, Doubles, Doubles]:
        """Places (n, 3), and cosines and sines (n,) of the headings, so many seconds after the first point."""
        time = self.times[0] + seconds
        step = np.maximum(np.searchsorted(self.times, time, side="right") - 1, 0)
        following = np.minimum(step + 1, len(self.times) - 1)
        moves = (step + 1 < len(self.times)) & (time > self.times[step])
        span = np.where(moves, self.times[following] - self.times[step], 1.0)
        share = (time - self.times[step]) / span
        a = self.places[step]
        places = np.where(moves[:, np.newaxis], a + share[:, np.newaxis] * (self.places[following] - a), a)
        if self.yaws is None:
            return places, self.cosines[step], self.sines[step]
        turns = np.array([math.remainder(d, 360.0) for d in np.diff(self.yaws).tolist()] + [0.0])
        yaws = np.where(moves, self.yaws[step] + share * turns[step], self.yaws[step])
        sines, cosines = sincos_degrees(yaws)
        return places, cosines, sines


# ---- The scan ------------------------------------------------------------------------------------------------------


class _Scan:
    """All that a scan needs, and its beams in chunks."""

    def __init__(self, sensor: Sensor, path: _Path, yaw: float) -> None:
        self.sensor, self.path = sensor, path
        self._mount_sine, self._mount_cosine = sincos_degrees(yaw)
        self._ups, self._levels = sincos_degrees(sensor.elevations())

    def firings(self, duration: Optional[float], turns: Optional[float]) -> int:
        """How many: of the time or the turns that were asked for, else of the way, else of one turn."""
        for name, value in (("duration", duration), ("turns", turns)):
            if value is not None and not 0 < value < np.inf:
                raise ArgumentError(f"{name} is {value}: expected a number above 0")
        if duration is not None and turns is not None:
            raise ArgumentError("duration and turns are both given: expected one of them")
        interval = self.sensor.step / (360.0 * self.sensor.rate)
        if turns is not None:
            count = turns * 360.0 / self.sensor.step
        elif duration is not None or self.path.duration > 0.0:
            count = (duration if duration is not None else self.path.duration) / interval
        else:
            count = 360.0 / self.sensor.step
        if not 0 <= count <= _FIRINGS_MAX:
            raise ArgumentError("more than 1e12 firings: let duration, turns or the path be shorter")
        return max(1, math.ceil(count - 1e-6))

    def beams(self, begin: int, end: int) -> Tuple[Doubles, NDArray[np.float32], Dict[str, Doubles]]:
        """The firings from begin to end: origins (n, 1, 3), directions (n, beams, 3), and what each firing has."""
        turned = np.arange(begin, end, dtype=np.float64) * self.sensor.step
        time, azimuth = turned / (360.0 * self.sensor.rate), np.fmod(turned, 360.0)
        places, ahead_c, ahead_s = self.path.at(time)
        cosine = self._mount_cosine * ahead_c - self._mount_sine * ahead_s
        sine = self._mount_cosine * ahead_s + self._mount_sine * ahead_c
        turn_s, turn_c = sincos_degrees(azimuth)
        ahead = self._levels * turn_c[:, np.newaxis]
        left = self._levels * turn_s[:, np.newaxis]
        c, s = cosine[:, np.newaxis], sine[:, np.newaxis]
        x, y = c * ahead - s * left, s * ahead + c * left
        up = np.broadcast_to(self._ups, x.shape)
        a = self.path.axes
        parts = [x * a[0][k] + y * a[1][k] + up * a[2][k] for k in range(3)]  # of which two are zero
        directions = np.stack(parts, axis=-1).astype(np.float32)
        return places[:, np.newaxis, :], directions, {"cosine": cosine, "sine": sine, "azimuth": azimuth, "time": time}


def _incidence(d: Doubles, n: Doubles) -> Doubles:
    """Degrees between rays and normals, from 0 to 90."""
    x, y, z = (d[:, 1] * n[:, 2] - d[:, 2] * n[:, 1], d[:, 2] * n[:, 0] - d[:, 0] * n[:, 2],
               d[:, 0] * n[:, 1] - d[:, 1] * n[:, 0])
    along = np.abs(d[:, 0] * n[:, 0] + d[:, 1] * n[:, 1] + d[:, 2] * n[:, 2])
    return atan2_degrees(np.sqrt(x * x + y * y + z * z), along)


class _Wanted:
    """What is asked for of the points."""

    def __init__(self, frame: str, noise_sigma: float, seed: int, max_incidence: float) -> None:
        self.in_sensor_frame = choice({"world": 0, "sensor": 1}, frame, "frame") == 1
        if not noise_sigma >= 0 or not 0 <= max_incidence <= 90 or not 0 <= seed < 2**64:
            raise ArgumentError(f"noise_sigma is {noise_sigma}, max_incidence {max_incidence} and seed {seed}: "
                                "expected 0 or more, degrees from 0 to 90, and 64 bits")
        self.noise_sigma, self.seed, self.max_incidence = noise_sigma, seed, max_incidence


def _measure(scan: _Scan, wanted: _Wanted, begin: int, origins: Doubles, directions: NDArray[np.float32],
             firing: Dict[str, Doubles], hits: Any, parts: Optional[NDArray[np.uint32]]) -> Dict[str, NDArray[Any]]:
    """The points of the beams of some firings, from ``begin`` on."""
    of_scene, beams = isinstance(hits, SceneHits), scan.sensor.beams
    which = np.flatnonzero(hits.hit.reshape(-1))
    d = directions.reshape(-1, 3)[which].astype(np.float64)
    t = (hits.t_double if of_scene else hits.t).reshape(-1)[which].astype(np.float64)
    normal = hits.normal.reshape(-1, 3)[which]
    length = np.sqrt(d[:, 0] * d[:, 0] + d[:, 1] * d[:, 1] + d[:, 2] * d[:, 2])
    measured, incidence = t * length, _incidence(d, normal.astype(np.float64))
    near, far = scan.sensor.range
    # What is nearer than the sensor can measure stops the beam all the same.
    kept = (measured >= near) & (measured <= far) & (incidence <= wanted.max_incidence)
    which, d, length, t, measured = which[kept], d[kept], length[kept], t[kept], measured[kept]
    number, of = which + begin * beams, which // beams
    if wanted.noise_sigma > 0.0:
        measured = np.maximum(measured + wanted.noise_sigma * noise(wanted.seed, number), 0.0)
        t = measured / length
    # A tree sees the beam from where its origin is in float.
    start = origins[:, 0] if of_scene else origins[:, 0].astype(np.float32).astype(np.float64)
    points = start[of] + t[:, np.newaxis] * d
    if wanted.in_sensor_frame:  # turned back: x ahead, y to the left, z up
        x, y, z = (t * (d[:, 0] * a[0] + d[:, 1] * a[1] + d[:, 2] * a[2]) for a in scan.path.axes)
        c, s = firing["cosine"][of], firing["sine"][of]
        points = np.stack([c * x + s * y + 0.0, c * y - s * x + 0.0, z], axis=1)  # no -0
    primitive = hits.primitive.reshape(-1)[which].astype(np.int32)
    ids = np.ones(len(which), np.uint64)
    if of_scene:
        ids = hits.id.reshape(-1)[which]
    elif parts is not None:
        ids = parts[primitive].astype(np.uint64) + np.uint64(1)
    return {"points": points, "t": t, "range": measured.astype(np.float32), "ring": (which % beams).astype(np.uint16),
            "azimuth": firing["azimuth"][of].astype(np.float32), "time": firing["time"][of], "id": ids,
            "primitive": primitive, "normal": normal[kept], "incidence": incidence[kept].astype(np.float32),
            "ray": number}


def lidar(target: Union[Scene, Tree, Model], poses: Any = (0.0, 0.0, 0.0), sensor: Union[str, Sensor] = "vlp16", *,
          speed: float = 10.0, duration: Optional[float] = None, turns: Optional[float] = None, yaw: float = 0.0,
          noise_sigma: float = 0.0, seed: int = 1, max_incidence: float = 90.0, frame: str = "world",
          up: Optional[str] = None, threads: Optional[int] = None, progress: Any = None, **filters: Any) -> Scan:
    """Move a spinning scanner through something, and measure.

    target         a Scene, a Tree or a Model, in metres
    poses          where the sensor is: (3,), where it stands still; (n, 3), points that it passes at a ``speed``;
                   (n, 4) of t, x, y, z; or (n, 5) of t, x, y, z, yaw. It looks ahead where there is no yaw
    sensor         "vlp16", "hdl32", "os1-64", "os1-128", fields as in "vlp16/rate=20", or a Sensor
    speed          metres per second
    duration       seconds to scan; None: the time of the path, or one turn
    turns          turns to scan, in place of the duration
    yaw            degrees that the sensor is turned on its mount, to the left
    noise_sigma    standard deviation of the range, in metres; ``seed`` chooses the noise
    max_incidence  degrees: no point where a beam meets a surface more obliquely; 0 is head-on
    frame          of the points: "world", or "sensor": x ahead, y left, z up
    up             which axis points up: "x", "y", "z", "-x", "-y" or "-z"; None: as the Model says, else z
    filters        layers=, sides=, accept= of a Scene; masks=, mask= of a Tree: what counts, as in ``cast``

    Returns a Scan: points, t, range, ring, azimuth, time, id, primitive, normal, incidence.
    """
    wanted = _Wanted(frame, noise_sigma, seed, max_incidence)
    described = Sensor.named(sensor) if isinstance(sensor, str) else sensor
    if not isinstance(described, Sensor):
        raise ArgumentError(f"sensor is a {type(sensor).__name__}: expected a name or a hitscan.Sensor")
    parts = target.part_of if isinstance(target, Model) else None
    asked = target.tree(threads=threads) if isinstance(target, Model) else target
    if not isinstance(asked, (Scene, Tree)):
        raise ArgumentError(f"target is a {type(target).__name__}: expected a hitscan.Scene, Tree or Model")
    if up is None:
        up = target.up if isinstance(target, Model) and target.up else "z"
    up = up.lstrip("+")
    choice(dict.fromkeys(_UP, 0), up, "up")
    scan = _Scan(described.checked(), _Path(poses, speed, _UP[up]), yaw)
    firings, reach = scan.firings(duration, turns), np.float32(scan.sensor.range[1] * (1.0 + 1e-6))
    found: List[Dict[str, NDArray[Any]]] = []

    def work(begin: int, end: int) -> None:
        origins, directions, firing = scan.beams(begin, end)
        hits = asked.cast(origins, directions, 0.0, reach, threads=threads, **filters)
        found.append(_measure(scan, wanted, begin, origins, directions, firing, hits, parts))

    _run.in_chunks(firings, max(1, _RAYS_AT_ONCE // scan.sensor.beams), work, progress)
    return Scan(**{name: np.concatenate([part[name] for part in found]) for name in found[0]},
                rays=firings * scan.sensor.beams)

"""Sine, cosine, angle and noise with the same bits on every machine, and as the command has them.

Plain arithmetic and the exact fmod alone, in the order of tools/hitscan/gen/portable_math.c: NumPy's own functions
differ in the last bit from one machine to the next.
"""
from __future__ import annotations

from typing import Any, Tuple

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Hashes = NDArray[np.uint64]

_RADIANS = 0.017453292519943295  # of one degree
_SINE = (-1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800.0, 1.0 / 6227020800.0, -1.0 / 1307674368e3,
         1.0 / 355687428096e3)
_COSINE = (1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600, -1.0 / 87178291200,
           1.0 / 20922789888e3, -1.0 / 6402373705728e3)


def sincos_degrees(degrees: Any) -> Tuple[Doubles, Doubles]:
    """Sines and cosines of finite angles."""
    rest = np.fmod(np.asarray(degrees, np.float64), 360.0)
    quarter = np.trunc(np.where(rest < 0.0, rest / 90.0 - 0.5, rest / 90.0 + 0.5))
    x = (rest - 90.0 * quarter) * _RADIANS
    square = x * x
    s, k = np.full_like(x, _SINE[7]), np.full_like(x, _COSINE[7])
    for i in range(6, -1, -1):
        s = s * square + _SINE[i]
        k = k * square + _COSINE[i]
    sine, cosine = x + x * square * s, 1.0 - 0.5 * square + square * square * k
    turn = quarter.astype(np.int64) & 3
    return (np.choose(turn, (sine, cosine, -sine, -cosine)), np.choose(turn, (cosine, -sine, -cosine, sine)))


def _arc_tangent(x: Doubles) -> Doubles:
    """Of ratios from 0 to 1, in radians."""
    half = x / (1.0 + np.sqrt(1.0 + x * x))
    square, total = half * half, np.zeros_like(x)
    for k in range(22, -1, -1):
        total = square * ((-1.0 if k % 2 == 0 else 1.0) / (2 * k + 3) + total)
    return np.asarray(2.0 * (half + half * total))


def atan2_degrees(y: Doubles, x: Doubles) -> Doubles:
    """Angles from -180 to 180; 0 for zeros."""
    ax, ay = np.abs(x), np.abs(y)
    with np.errstate(all="ignore"):
        steep = ay > ax
        a = _arc_tangent(np.where(steep, ax / ay, ay / ax)) / _RADIANS
    angle = np.where(steep, 90.0 - a, a)
    angle = np.where(x < 0.0, 180.0 - angle, angle)
    return np.where((ax > 0.0) | (ay > 0.0), np.where(y < 0.0, -angle, angle), 0.0)


def _mix(x: Hashes) -> Hashes:
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(x ^ (x >> np.uint64(31)))


def random_at(seed: int, index: Hashes) -> Hashes:
    """A number of 64 bits for each seed and index."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    with np.errstate(over="ignore"):
        return _mix(_mix(np.array([seed], np.uint64) + golden) + index * golden)


def _logarithm(x: Doubles) -> Doubles:
    f, power = np.frexp(x)
    small = f < 0.70710678118654752
    f, power = np.where(small, f * 2.0, f), power - small
    z = (f - 1.0) / (f + 1.0)
    square, total = z * z, np.zeros_like(z)
    for k in range(11, 0, -1):
        total = square * (1.0 / (2 * k + 1) + total)
    return np.asarray(0.69314718055994531 * power + 2.0 * (z + z * total))


def noise(seed: int, index: NDArray[Any]) -> Doubles:
    """Numbers of the standard normal distribution, for each seed and index (Box and Muller, 1958)."""
    i = index.astype(np.uint64)
    first, second = random_at(seed, np.uint64(2) * i), random_at(seed, np.uint64(2) * i + np.uint64(1))
    share = ((first >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53
    _, cosine = sincos_degrees(360.0 * ((second >> np.uint64(11)).astype(np.float64) * 2.0**-53))
    return np.asarray(np.sqrt(-2.0 * _logarithm(share)) * cosine)

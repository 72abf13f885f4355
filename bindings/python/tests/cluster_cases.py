"""What the tests of hitscan.dask and hitscan.ray share: things to hit, rays, and what equal answers are."""
from __future__ import annotations

from typing import Any

import numpy as np

import hitscan

FIELDS = ("hit", "t", "primitive", "uv", "weights", "side", "face", "point", "normal", "distance")


def soup(count: int, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return (rng.random((count, 1, 3)) * 4 + rng.random((count, 3, 3))).astype(np.float32)


def rays(*shape: int, seed: int = 2) -> Any:
    rng = np.random.default_rng(seed)
    return rng.random((*shape, 3)) * 5, rng.normal(size=(*shape, 3))


def town() -> hitscan.Scene:
    scene = hitscan.Scene()
    tree = hitscan.Tree(soup(50))
    for i in range(5):
        scene.add_mesh(tree, at=(2 * i - 4, 0, 0), user=f"house {i}", layers=1 << i % 2)
        scene.add_sphere((0, 0, 0), 0.5, at=(i, i, 2))
    return scene


def same(ours: Any, theirs: Any) -> None:
    """Arrays of the same type and shape, and the same bytes."""
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
    assert ours.tobytes() == theirs.tobytes()

"""An oracle: rays against triangles in fractions, one by one, and meshes to try it on."""
from __future__ import annotations

from fractions import Fraction
from typing import Any, List, NamedTuple, Tuple

import numpy as np


class ExactHit(NamedTuple):
    """A hit in real arithmetic."""

    t: Fraction
    primitive: int
    side: int  # 0: the front, from which the corners turn left
    on_edge: bool


def _sub(a: Any, b: Any) -> Tuple[Fraction, ...]:
    return tuple(x - y for x, y in zip(a, b))


def _cross(a: Any, b: Any) -> Tuple[Fraction, ...]:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _dot(a: Any, b: Any) -> Fraction:
    return sum((x * y for x, y in zip(a, b)), Fraction(0))


def _vector(a: Any) -> Tuple[Fraction, ...]:
    return tuple(Fraction(float(x)) for x in a)


def hits(vertices: Any, faces: Any, origin: Any, direction: Any, unique: bool = False) -> List[ExactHit]:
    """All hits of a ray with t from 0 on, in the order of t and index: triangles are closed, and missed edge-on.

    unique  of hits at one t on one side that lie on edges only the lowest
    """
    o, d = _vector(origin), _vector(direction)
    found = []
    for index, face in enumerate(faces):
        a, b, c = (_vector(vertices[i]) for i in face)
        ab, ac, ao = _sub(b, a), _sub(c, a), _sub(o, a)
        p = _cross(d, ac)
        det = _dot(ab, p)
        if det == 0:
            continue
        q = _cross(ao, ab)
        u, v, t = _dot(ao, p) / det, _dot(d, q) / det, _dot(ac, q) / det
        if u >= 0 and v >= 0 and u + v <= 1 and t >= 0:
            found.append(ExactHit(t, index, 0 if det > 0 else 1, 0 in (u, v, 1 - u - v)))
    found.sort()
    if not unique:
        return found
    seen, kept = set(), []
    for h in found:
        if h.on_edge and (h.t, h.side) in seen:
            continue
        if h.on_edge:
            seen.add((h.t, h.side))
        kept.append(h)
    return kept


class Mesh:
    """Vertices and faces, as trimesh has them."""

    def __init__(self, vertices: Any, faces: Any) -> None:
        self.vertices, self.faces = np.asarray(vertices), np.asarray(faces)

    @property
    def bounds(self) -> Any:
        return np.array([self.vertices.min(axis=0), self.vertices.max(axis=0)])


def box(low: Any = (-1, -1, -1), high: Any = (1, 1, 1)) -> Mesh:
    """A closed box of twelve triangles, with normals to the outside."""
    low, high = np.asarray(low, float), np.asarray(high, float)
    corners = np.array([[(low, high)[i >> k & 1][k] for k in range(3)] for i in range(8)])
    faces = [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4], [2, 6, 3], [3, 6, 7], [0, 4, 2],
             [2, 4, 6], [1, 3, 5], [3, 7, 5]]
    return Mesh(corners, faces)


def sphere(steps: int = 2, radius: float = 1.0) -> Mesh:
    """An octahedron, divided: closed, and with vertices of any coordinates."""
    v = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)
    f = np.array([[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]])
    for _ in range(steps):
        edges = np.sort(np.concatenate([f[:, [0, 1]], f[:, [1, 2]], f[:, [2, 0]]]), axis=1)
        unique, back = np.unique(edges, axis=0, return_inverse=True)
        middle = v[unique].sum(axis=1)
        ab, bc, ca = back.reshape(3, -1) + len(v)
        v = np.concatenate([v, middle / np.linalg.norm(middle, axis=1, keepdims=True)])
        a, b, c = f.T
        f = np.concatenate([np.stack(x, axis=1) for x in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])
    return Mesh(v * radius, f)


def ring(steps: int = 12, large: float = 2.0, small: float = 0.7) -> Mesh:
    """A torus: rays have up to four hits."""
    a, b = np.meshgrid(np.arange(steps), np.arange(steps), indexing="ij")
    p, q = a * 2 * np.pi / steps, b * 2 * np.pi / steps
    r = large + small * np.cos(q)
    v = np.stack([r * np.cos(p), r * np.sin(p), small * np.sin(q)], axis=-1).reshape(-1, 3)
    at = (a * steps + b).reshape(-1)
    right = ((a + 1) % steps * steps + b).reshape(-1)
    up = (a * steps + (b + 1) % steps).reshape(-1)
    both = ((a + 1) % steps * steps + (b + 1) % steps).reshape(-1)
    return Mesh(v, np.concatenate([np.stack([at, right, both], axis=1), np.stack([at, both, up], axis=1)]))


def rays_through(mesh: Mesh, rng: np.random.Generator, count: int) -> Tuple[Any, Any]:
    """Rays (n, 3) in float32 at what is hard: corners, middles of edges, insides; from the centre and elsewhere."""
    v = mesh.vertices.astype(np.float32)
    corners = v[mesh.faces[rng.integers(len(mesh.faces), size=count)]].astype(np.float64)
    kind = rng.integers(3, size=count)
    inside = rng.dirichlet([1, 1, 1], size=count)
    weights = np.where((kind == 0)[:, None], [1.0, 0, 0], np.where((kind == 1)[:, None], [0.5, 0.5, 0], inside))
    target = np.einsum("ni,nij->nj", weights, corners).astype(np.float32)
    origins = np.where(rng.random(count)[:, None] < 0.3, 0, rng.normal(size=(count, 3)) * 3).astype(np.float32)
    # On a coarse grid, differences of floats are floats: many of these rays meet their target exactly.
    origins = (np.round(origins * 8) / 8).astype(np.float32)
    return origins, (target.astype(np.float64) - origins).astype(np.float32)


def winding(mesh: Mesh, points: Any) -> Any:
    """How often a closed mesh goes around each point, in double: 1 inside, 0 outside."""
    a, b, c = (mesh.vertices[mesh.faces[:, i]][None] - np.asarray(points)[:, None] for i in range(3))
    la, lb, lc = (np.linalg.norm(x, axis=2) for x in (a, b, c))
    top = np.einsum("nij,nij->ni", a, np.cross(b, c))
    bottom = (la * lb * lc + (a * b).sum(axis=2) * lc + (b * c).sum(axis=2) * la + (c * a).sum(axis=2) * lb)
    return np.arctan2(top, bottom).sum(axis=1) / (2 * np.pi)


def distances(mesh: Mesh, points: Any) -> Any:
    """The distance of each point from each triangle, (n, m), in double."""
    p = np.asarray(points, float)[:, None]
    a, b, c = (mesh.vertices[mesh.faces[:, i]][None] for i in range(3))
    best = np.full((len(points), len(mesh.faces)), np.inf)
    for s, e in ((a, b), (b, c), (c, a)):
        t = np.clip(((p - s) * (e - s)).sum(axis=2) / ((e - s) ** 2).sum(axis=2), 0, 1)
        best = np.minimum(best, np.linalg.norm(p - s - t[..., None] * (e - s), axis=2))
    n = np.cross(b - a, c - a)
    over = np.ones(best.shape, bool)
    for s, e in ((a, b), (b, c), (c, a)):
        over &= (np.cross(e - s, p - s) * n).sum(axis=2) >= 0
    plane = np.abs(((p - a) * n).sum(axis=2)) / np.linalg.norm(n, axis=2)
    return np.where(over, np.minimum(best, plane), best)

#!/usr/bin/env python3
"""Measure the Python package next to its peers: make bench SUITE=python.

The same rays and points for all, in one run; engines take turns, and times are medians. Every answer that differs from
a peer's is put to exact arithmetic before a ratio is written. Peers that are not installed are left out, and said.
"""
from __future__ import annotations

import argparse
import ctypes
import glob
import importlib
import os
import statistics
import subprocess
import sys
import time
import timeit
from typing import Any, Callable, Dict, Tuple

import exactly
import numpy as np
import timing
from page import write_page
from timing import Table, race

import hitscan
from hitscan import _declarations as c
from hitscan import _rays
from hitscan._library import call, pool
from hitscan.compat.open3d import RaycastingScene
from hitscan.compat.trimesh import ProximityQuery, RayMeshIntersector
from hitscan.hits import HIT

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))


class Mesh:
    """Triangles in floats, as all engines get them."""

    def __init__(self, vertices: Any, faces: Any) -> None:
        self.vertices, self.faces = np.ascontiguousarray(vertices, np.float32), np.ascontiguousarray(faces, np.uint32)
        self.low, self.high = self.vertices.min(axis=0), self.vertices.max(axis=0)
        self.center, self.size = (self.low + self.high) / 2, float(np.linalg.norm(self.high - self.low))


def read_mesh(name: str) -> Mesh:
    """A mesh of scripts/meshes."""
    path = os.path.join(ROOT, "build", "meshes", f"{name}.tri")
    if not os.path.exists(path):
        raise SystemExit(f"there is no {path}: run scripts/meshes {name}")
    with open(path, "rb") as file:
        data = file.read()
    vertices, triangles = np.frombuffer(data, "<u4", 2, 8)
    corners = np.frombuffer(data, "<f4", 3 * vertices, 16).reshape(-1, 3)
    return Mesh(corners, np.frombuffer(data, "<u4", 3 * triangles, 16 + 12 * int(vertices)).reshape(-1, 3))


def rays_at(mesh: Mesh, count: int, rng: np.random.Generator) -> Tuple[Any, Any]:
    """Incoherent rays: from a sphere around the mesh to places in its box. float32."""
    out = rng.normal(size=(count, 3))
    out *= mesh.size / np.linalg.norm(out, axis=1, keepdims=True)
    origins = (mesh.center + out).astype(np.float32)
    targets = rng.uniform(mesh.low, mesh.high, size=(count, 3))
    return origins, (targets - origins).astype(np.float32)


def peer(name: str, table: Table) -> Any:
    """A peer's module, or None when it is not there."""
    try:
        return importlib.import_module(name)
    except (ImportError, OSError) as error:
        table.note(f"{name} is left out: {error}")
        return None


def compare(table: Table, mesh: Mesh, rays: Tuple[Any, Any], name: str, ours: Any, theirs: Any) -> None:
    """Count where first hits differ, and let fractions decide some of these."""
    differing = np.flatnonzero(ours != theirs)
    some = differing[:: max(1, len(differing) // 200)][:200]
    right = sum(exactly.is_first(mesh.vertices, mesh.faces, rays[0][i], rays[1][i], int(ours[i]), int(theirs[i]))
                for i in some)
    table.note(f"First hits that differ from {name}: {len(differing):,} of {len(ours):,}. Of {len(some)} of them, "
               f"exact arithmetic says that ours is right in {right}.")
    if right != len(some):
        raise SystemExit("an answer of ours is wrong")


# ---- Cases ---------------------------------------------------------------------------------------------------------


def c_batch(tree: hitscan.Tree, packed: Any, threads: int) -> Callable[[], Any]:
    """hit_bvh_batch_first on rays that are packed already: what C does."""
    hits = np.empty(len(packed), HIT)
    options = c.hit_bvh_batch_options()
    workers = pool(threads)
    options.pool = None if workers is None else ctypes.addressof(workers)
    address = tree._handle.address

    def run() -> Any:
        call("hit_bvh_batch_first", address, packed.ctypes.data, len(packed), hits.ctypes.data, ctypes.byref(options))
        return hits

    return run


def first_hits(table: Table, mesh: Mesh, rays: Tuple[Any, Any], rounds: int) -> None:
    origins, directions = rays
    count = len(origins)
    tree = hitscan.Tree(mesh.vertices, mesh.faces)
    packed = _rays.rays(origins, directions).pack(0, count).copy()
    doubles = origins.astype(np.float64), directions.astype(np.float64)
    for threads in (1, 2):
        engines: Dict[str, Callable[[], Any]] = {
            "C batch": c_batch(tree, packed, threads),
            "tree.cast": lambda threads=threads: tree.cast(origins, directions, threads=threads),
            "tree.cast, float64": lambda threads=threads: tree.cast(*doubles, threads=threads),
        }
        times = race(engines, rounds)
        case = f"first, {threads} thread{'s' * (threads > 1)}"
        for name, seconds in times.items():
            asked = {} if name == "C batch" else {"peer": "C batch", "ratio": times["C batch"] / seconds}
            if name == "tree.cast":
                asked["target"] = 0.9
            table.add(case, name, count / seconds / 1e6, "M rays/s", **asked)  # type: ignore[arg-type]
    trimesh = peer("trimesh", table)
    if trimesh is not None and peer("embreex", table) is not None:
        m = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
        from trimesh.ray.ray_pyembree import RayMeshIntersector as Embree
        ours, theirs = RayMeshIntersector(m, threads=1), Embree(m)
        compare(table, mesh, rays, "trimesh with embreex", ours.intersects_first(*doubles),
                theirs.intersects_first(*doubles))
        pair(table, "first, trimesh", "intersects_first", count, "M rays/s", 1e6, rounds, 2.5,
             lambda: ours.intersects_first(*doubles), "trimesh + embreex", lambda: theirs.intersects_first(*doubles))
    open3d = peer("open3d", table)
    if open3d is not None:
        ours3, theirs3 = open3d_scenes(open3d, mesh)
        both = np.concatenate([origins, directions], axis=1)
        tensor = open3d.core.Tensor(both)
        compare(table, mesh, rays, "Open3D", ours3.cast_rays(both)["primitive_ids"].view(np.int32),
                theirs3.cast_rays(tensor)["primitive_ids"].numpy().view(np.int32))
        pair(table, "first, Open3D", "cast_rays, 2 threads", count, "M rays/s", 1e6, rounds, 1.3,
             lambda: ours3.cast_rays(both, nthreads=2), "Open3D", lambda: theirs3.cast_rays(tensor, nthreads=2))


def pair(table: Table, case: str, what: str, count: int, unit: str, per: float, rounds: int, target: float,
         ours: Callable[[], Any], name: str, theirs: Callable[[], Any]) -> None:
    """Two engines, and the ratio of their speeds."""
    times = race({"ours": ours, "theirs": theirs}, rounds)
    table.add(case, f"{name}: {what}", count / times["theirs"] / per, unit)
    table.add(case, f"hitscan: {what}", count / times["ours"] / per, unit, peer=name,
              ratio=times["theirs"] / times["ours"], target=target)


def open3d_scenes(open3d: Any, mesh: Mesh) -> Tuple[RaycastingScene, Any]:
    ours, theirs = RaycastingScene(), open3d.t.geometry.RaycastingScene()
    ours.add_triangles(mesh.vertices, mesh.faces)
    theirs.add_triangles(open3d.core.Tensor(mesh.vertices), open3d.core.Tensor(mesh.faces))
    return ours, theirs


def all_hits(table: Table, mesh: Mesh, rays: Tuple[Any, Any], rounds: int) -> None:
    trimesh = peer("trimesh", table)
    origins, directions = (x.astype(np.float64) for x in rays)
    tree, threads = hitscan.Tree(mesh.vertices, mesh.faces), 1
    times = race({"ours": lambda: tree.all(*rays, unique=True, threads=threads)}, rounds)
    table.add("all", "tree.all", len(origins) / times["ours"] / 1e6, "M rays/s")
    if trimesh is None or peer("embreex", table) is None:
        return
    m = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    from trimesh.ray.ray_pyembree import RayMeshIntersector as Embree
    ours, theirs = RayMeshIntersector(m, threads=1), Embree(m)
    pair(table, "all, trimesh", "intersects_id", len(origins), "M rays/s", 1e6, max(3, rounds // 2), 5.0,
         lambda: ours.intersects_id(origins, directions), "trimesh + embreex",
         lambda: theirs.intersects_id(origins, directions))


def lost_hits(table: Table, rng: np.random.Generator, quick: bool) -> None:
    """Hits lost and doubled on closed meshes, by exact count: rays at corners, edges and faces."""
    shapes = {"sphere": exactly.exact.sphere(4), "ring": exactly.exact.ring(40), "box": exactly.exact.box()}
    count = 300 if quick else 2000
    total: Dict[str, Any] = {}
    for shape in shapes.values():
        origins, directions = exactly.exact.rays_through(shape, rng, count)
        mesh = Mesh(shape.vertices, shape.faces)
        truth = np.array([exactly.crossings(mesh.vertices, mesh.faces, o, d) for o, d in zip(origins, directions)])
        for name, found in counts(table, mesh, origins, directions).items():
            lost = np.maximum(truth[:, 0] - found, 0).sum()
            extra = np.maximum(found - truth[:, 1], 0).sum()
            total[name] = total.get(name, np.zeros(3, np.int64)) + [truth[:, 0].sum(), lost, extra]
    for name, (hits, lost, extra) in total.items():
        asked = {"target": 0.0, "limit": True} if name == "hitscan" else {}
        table.add("lost hits", name, float(lost), f"of {hits:,}", **asked)  # type: ignore[arg-type]
        table.add("doubled hits", name, float(extra), f"of {hits:,}", **asked)  # type: ignore[arg-type]


def counts(table: Table, mesh: Mesh, origins: Any, directions: Any) -> Dict[str, Any]:
    """How many hits each engine finds for each ray."""
    found = {"hitscan": hitscan.Tree(mesh.vertices, mesh.faces).count(origins, directions, unique=True).astype(int)}
    trimesh, n = peer("trimesh", Table()), len(origins)
    if trimesh is not None:
        m = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
        engines = {"trimesh without embreex": "ray_triangle", "trimesh + embreex": "ray_pyembree"}
        for name, module in engines.items():
            try:
                query = importlib.import_module(f"trimesh.ray.{module}").RayMeshIntersector(m)
                rays = query.intersects_location(origins.astype(float), directions.astype(float))[1]
                found[name] = np.bincount(rays, minlength=n)
            except ImportError:
                continue
    open3d = peer("open3d", Table())
    if open3d is not None:
        both = np.concatenate([origins, directions], axis=1)
        found["Open3D"] = open3d_scenes(open3d, mesh)[1].count_intersections(both).numpy().astype(int)
    pyvista = peer("pyvista", Table())
    if pyvista is not None:
        surface = pyvista.make_tri_mesh(mesh.vertices, mesh.faces.astype(np.int64))
        ends = origins + directions * (10 * mesh.size / np.linalg.norm(directions, axis=1, keepdims=True))
        found["PyVista ray_trace"] = np.array([len(surface.ray_trace(o, e)[0]) for o, e in zip(origins, ends)])
    return found


def closest_points(table: Table, mesh: Mesh, rng: np.random.Generator, rounds: int, quick: bool) -> None:
    reach = mesh.size / 2
    points = rng.uniform(mesh.center - reach, mesh.center + reach, size=(20_000, 3)).astype(np.float32)
    open3d, trimesh = peer("open3d", table), peer("trimesh", table)
    if open3d is not None:
        ours, theirs = open3d_scenes(open3d, mesh)
        tensor = open3d.core.Tensor(points)
        apart = np.abs(ours.compute_distance(points) - theirs.compute_distance(tensor).numpy()).max()
        table.note(f"Distances of {len(points):,} points differ from Open3D's by at most {apart / mesh.size:.1e} of "
                   "the size of the mesh.")
        pair(table, "closest, Open3D", "compute_closest_points, 2 threads", len(points), "k/s", 1e3, rounds, 1.3,
             lambda: ours.compute_closest_points(points, nthreads=2), "Open3D",
             lambda: theirs.compute_closest_points(tensor, nthreads=2))
    if trimesh is None or peer("rtree", table) is None or peer("scipy", table) is None:
        return
    # Close to the surface: far from it trimesh looks at nearly all triangles, and takes a second for each point.
    corners = mesh.vertices[rng.integers(len(mesh.vertices), size=200 if quick else 2000)]
    some = corners + rng.normal(size=corners.shape) * (0.002 * mesh.size)
    m = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    query = ProximityQuery(m, threads=1)
    a, b = query.on_surface(some)[1], trimesh.proximity.closest_point(m, some)[1]
    apart, smaller = (b - a).max() / mesh.size, int((a < b - 1e-7 * mesh.size).sum())
    table.note(f"Of {len(some):,} points near the mesh, ours is closer than trimesh's for {smaller}, by up to "
               f"{apart:.1e} of the size of the mesh, and never farther.")
    if (a > b + 1e-7 * mesh.size).any():
        raise SystemExit("a closest point of ours is not the closest")
    pair(table, "closest, trimesh", "closest_point", len(some), "k/s", 1e3, 3, 3.0, lambda: query.on_surface(some),
         "trimesh", lambda: trimesh.proximity.closest_point(m, some))


def children_time() -> float:
    """The processor time of the programs that this one has run."""
    used = os.times()
    return used.children_user + used.children_system


def small(table: Table, mesh: Mesh, rays: Tuple[Any, Any], wheel: str) -> None:
    """One ray, the import, the wheel."""
    box = hitscan.Tree(exactly.exact.box().vertices, exactly.exact.box().faces)
    o, d = (0.25, 0.5, 5.0), (0.0, 0.0, -1.0)
    each = statistics.median(timeit.repeat(lambda: box.cast(o, d), timer=timing.clock, number=10_000, repeat=9))
    table.add("one ray", "tree.cast of tuples, a box", each / 10_000 * 1e6, "us", target=2.0, limit=True)
    tree = hitscan.Tree(mesh.vertices, mesh.faces)
    ones = [(tuple(map(float, a)), tuple(map(float, b))) for a, b in zip(rays[0][:10_000], rays[1][:10_000])]
    begin = timing.clock()
    for a, b in ones:
        tree.cast(a, b)
    table.add("one ray", "tree.cast of tuples, the dragon", (timing.clock() - begin) / len(ones) * 1e6, "us")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    runs: Dict[str, Callable[[], Any]] = {
        code: lambda code=code: subprocess.run([sys.executable, "-c", code], check=True, env=environment)
        for code in ("import numpy", "import numpy, hitscan")}
    times = race(runs, 15, children_time if timing.clock is time.process_time else None)
    table.add("import", "hitscan, beyond NumPy's", 1e3 * (times["import numpy, hitscan"] - times["import numpy"]), "ms",
              target=60.0, limit=True)
    if wheel:
        table.add("wheel", os.path.basename(wheel), os.path.getsize(wheel) / 1e6, "MB", target=3.0, limit=True)
    else:
        table.note("There is no wheel to weigh (scripts/wheels makes them; --wheel FILE).")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer rays and rounds, for a first impression")
    parser.add_argument("--only", metavar="CASE", default="", help="first, all, lost, closest or small")
    parser.add_argument("--wheel", metavar="FILE", default="", help="the wheel to weigh (build/wheels/dist/*.whl)")
    parser.add_argument("--cpu-time", action="store_true",
                        help="count the time of all threads of this process instead of the time that passes: for a "
                             "busy machine")
    parser.add_argument("--rounds", type=int, default=7, help="turns of each engine (7)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--update", metavar="JSON",
                        help="take what is not measured now from this earlier run (with --only)")
    parser.add_argument("--out", metavar="JSON", help="where the rows go (build/bench/python.json)")
    parser.add_argument("--page", metavar="MD", help="write this page from the rows, too (docs/python-speed.md)")
    asked = parser.parse_args()
    if asked.cpu_time:
        timing.clock = time.process_time
    table, rng = Table(), np.random.default_rng(asked.seed)
    mesh = read_mesh("dragon")
    count, rounds = (100_000, 3) if asked.quick else (1_000_000, asked.rounds)
    rays = rays_at(mesh, count, rng)
    wheels = sorted(glob.glob(os.path.join(ROOT, "build/wheels/dist/*manylinux*x86_64.whl")))
    wheel = asked.wheel or next(iter(wheels), "")
    cases: Dict[str, Callable[[], None]] = {
        "first": lambda: first_hits(table, mesh, rays, rounds),
        "all": lambda: all_hits(table, mesh, (rays[0][:count // 4], rays[1][:count // 4]), rounds),
        "lost": lambda: lost_hits(table, rng, asked.quick),
        "closest": lambda: closest_points(table, mesh, rng, rounds, asked.quick),
        "small": lambda: small(table, mesh, rays, wheel),
    }
    if asked.only and asked.only not in cases:
        parser.error(f"there is no case {asked.only}: {', '.join(cases)}")
    for name, run in cases.items():
        if not asked.only or name == asked.only:
            run()
    part = asked.quick or asked.only
    out = asked.out or os.path.join(ROOT, "build", "bench", "python-part.json" if part else "python.json")
    os.makedirs(os.path.dirname(os.path.abspath(out)), exist_ok=True)
    if asked.update:
        table.complete(asked.update)
    table.save(out)
    if asked.page and part and not asked.update:
        parser.error("a page is written from a whole run")
    if asked.page:
        write_page(table, len(mesh.faces), count, asked.page, asked.cpu_time)


if __name__ == "__main__":
    main()

"""Scenes: editing, and every query against brute force in double or the single calls of the C library."""
from __future__ import annotations

import copy
import ctypes
import gc
import multiprocessing
import pickle
import threading
import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hitscan
from hitscan import Scene, Tree
from hitscan import _declarations as c
from hitscan._library import lib
from hitscan._placements import PLACEMENT, placements
from hitscan._scene_hits import CLOSEST, HIT, NEAR

CUBE = np.array([[x, y, z] for x in (-1.0, 1) for y in (-1.0, 1) for z in (-1.0, 1)])
CUBE_FACES = np.array([[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6],
                       [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]])


@pytest.fixture(scope="module")
def cube():
    return Tree(CUBE, CUBE_FACES)


def boxes_scene(seed, count=40, **options):
    """Boxes in random places; their corners, and the scene."""
    rng = np.random.default_rng(seed)
    middle, half = rng.uniform(-10, 10, (count, 3)), rng.uniform(0.1, 2, (count, 3)).astype(np.float32)
    scene = Scene(**options)
    for m, h in zip(middle, half):
        scene.add_box(-h, h, at=m, layers=int(rng.integers(1, 8)), user=tuple(h.tolist()))
    return scene, middle - half, middle + half


def slabs(origins, directions, lower, upper, t_min=0.0, t_max=np.inf):
    """(rays, boxes): t where each ray enters each box, by real numbers in double; infinite for a miss."""
    o, d = origins[:, np.newaxis], directions[:, np.newaxis].astype(np.float64)
    with np.errstate(all="ignore"):
        a, b = (lower - o) / d, (upper - o) / d
    enter, leave = np.minimum(a, b).max(axis=2), np.maximum(a, b).min(axis=2)
    enter = np.maximum(enter, t_min)
    return np.where(enter <= np.minimum(leave, t_max), enter, np.inf)


def random_rays(seed, count=500):
    rng = np.random.default_rng(seed + 1000)
    return rng.uniform(-15, 15, (count, 3)), rng.normal(size=(count, 3)).astype(np.float32)


def test_records_are_laid_out_as_in_c():
    for dtype, structure in ((HIT, c.hit_scene_hit), (CLOSEST, c.hit_scene_closest), (NEAR, c.hit_pick_near_hit),
                             (PLACEMENT, c.hit_placement)):
        assert dtype.itemsize == ctypes.sizeof(structure)
        for name in dtype.names:
            assert dtype.fields[name][1] == getattr(structure, "u" if name == "uvw" else name).offset


# ---- Rays ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("threads", [1, None])
def test_rays_against_brute_force_over_boxes(seed, threads):
    scene, lower, upper = boxes_scene(seed)
    origins, directions = random_rays(seed)
    t = slabs(origins, directions, lower, upper)
    hits = scene.cast(origins, directions, threads=threads)
    first = t.argmin(axis=1)
    expected = np.where(np.isfinite(t.min(axis=1)), first + 1, 0)
    assert np.array_equal(hits.id, expected)
    assert np.array_equal(hits.hit, expected > 0)
    assert np.allclose(hits.t[hits.hit], t.min(axis=1)[hits.hit], rtol=1e-6, atol=1e-6)
    assert np.array_equal(hits.primitive, np.where(expected > 0, 0, -1))
    assert np.array_equal(scene.any(origins, directions, threads=threads), expected > 0)
    assert np.array_equal(scene.count(origins, directions, threads=threads), np.isfinite(t).sum(axis=1))
    found = scene.all(origins, directions, threads=threads)
    assert np.array_equal(found.counts, np.isfinite(t).sum(axis=1))
    assert np.array_equal(found.ray, np.repeat(np.arange(500), found.counts))
    for i in range(500):
        order = [k for k in np.lexsort((np.arange(40), t[i])) if np.isfinite(t[i, k])]
        assert found[i].id.tolist() == [k + 1 for k in order]
    three = scene.first(origins, directions, 3, threads=threads)
    assert three.shape == (500, 3)
    for k in range(3):
        has = found.counts > k
        assert np.array_equal(three.id[has, k], found.id[found.offsets[:-1][has] + k])
        assert not three.id[~has, k].any() and np.all(np.isinf(three.t[~has, k]))


def test_a_hit_tells_where_it_is():
    scene, _, _ = boxes_scene(3)
    origins, directions = random_rays(3)
    hits = scene.cast(origins, directions)
    good = hits.hit
    assert np.allclose(hits.point[good], (origins + hits.t_double[:, np.newaxis] * directions)[good])
    assert np.isnan(hits.point[~good]).all() and not hits.normal[~good].any()
    length = np.linalg.norm(directions.astype(np.float64), axis=1)
    assert np.allclose(hits.distance[good], (hits.t_double * length)[good])
    outside = good & (hits.t > 0)
    assert np.allclose(np.linalg.norm(hits.normal[outside], axis=1), 1)
    assert np.all(hits.face[outside] >= 0) and np.all(hits.face[~good] == -1)
    assert hits.object[good][0] == scene[int(hits.id[good][0])].user
    assert hits.object[~good][0] is None
    one = hits[int(np.flatnonzero(good)[0])]
    assert bool(one) and one.shape == () and one.distance == hits.distance[good][0]


def test_batches_are_the_single_calls_of_c(cube):
    scene = Scene()
    scene.add_mesh(cube, (0, 0, 0), matrix=np.diag([1.0, 2.0, 0.5]))
    scene.add_sphere((0, 0, 0), 1.0, at=(3, 0, 0))
    scene.add_capsule((0, 0, 0), (0, 1, 0), 0.5, at=(0, 4, 0))
    scene.add_cylinder((0, 0, 0), (0, 1, 0), 0.5, at=(0, -4, 0))
    scene.add_polyline([(0, 0, 0), (1, 1, 1), (5, 0, 2)], 0.2)
    scene.add_points([(0, 0, 5), (1, 0, 5)], 0.4)
    scene.commit()
    origins, directions = random_rays(7, 300)
    hits = scene.cast(origins, directions)
    for i in range(300):
        ray = c.hit_dray(c.hit_dvec3(*origins[i]), c.hit_vec3(*directions[i].tolist()), 0.0, np.inf)
        one = np.zeros(1, HIT)
        found = lib.hit_scene_first(scene._address(), ray, None, one.ctypes.data)
        assert bool(hits.hit[i]) == found
        if found:
            assert one.tobytes() == hits.records[i].tobytes()


def test_shapes_of_all_kinds_are_hit_where_they_are(cube):
    scene = Scene()
    shapes = [scene.add_mesh(cube, (0, 0, 0)), scene.add_box((-1, -1, -1), (1, 1, 1), at=(10, 0, 0)),
              scene.add_sphere((0, 0, 0), 1, at=(20, 0, 0)), scene.add_capsule((0, 0, 0), (0, 0, -2), 1, at=(30, 0, 0)),
              scene.add_cylinder((0, 0, 1), (0, 0, -2), 1, at=(40, 0, 0)),
              scene.add_polyline([(-3, 0, 0), (3, 0, 0)], 1, at=(50, 0, 0)),
              scene.add_points([(0, 0, 0)], 1, at=(60, 0, 0))]
    hits = scene.cast(np.stack([np.arange(7) * 10.0, np.zeros(7), np.full(7, 5.0)], axis=1), (0, 0, -2.0))
    assert hits.id.tolist() == shapes
    assert np.allclose(hits.t, 2.0) and np.allclose(hits.distance, 4.0) and np.allclose(hits.normal, (0, 0, 1))
    assert [scene[i].kind for i in scene] == ["mesh", "box", "sphere", "capsule", "cylinder", "polyline", "points"]


def test_origins_far_away_are_kept_in_double(cube):
    far = np.array([1e7, -2e7, 5e6])
    near_scene, far_scene = Scene(), Scene()
    near_scene.add_mesh(cube, (0, 0, 0))
    far_scene.add_mesh(cube, far)
    rng = np.random.default_rng(5)
    origins = np.round(rng.uniform(-4, 4, (200, 3)) * 1024) / 1024
    directions = -origins.astype(np.float32) + rng.normal(size=(200, 3)).astype(np.float32) * 0.2
    a, b = near_scene.cast(origins, directions), far_scene.cast(origins + far, directions)
    assert np.array_equal(a.hit, b.hit) and a.hit.sum() > 50
    assert np.array_equal(a.t, b.t) and np.array_equal(a.primitive, b.primitive)


@pytest.mark.parametrize("shape", [(), (1,), (0,), (4, 5), (2, 0, 3), (2, 3, 4)])
def test_answers_have_the_shape_of_the_rays(shape, cube):
    scene = Scene()
    scene.add_mesh(cube)
    origins = np.zeros(shape + (3,)) + (0, 0, 5)
    for o in (origins, origins[::-1] if shape else origins, np.asfortranarray(origins), origins.astype(np.float32)):
        hits = scene.cast(o, (0, 0, -1))
        assert hits.shape == hits.t.shape == hits.id.shape == shape
        assert hits.point.shape == hits.normal.shape == shape + (3,) and hits.uv.shape == shape + (2,)
        assert hits.weights.shape == shape + (3,)
        assert np.all(hits.t == 4) and hits.t.dtype == np.float32 and hits.id.dtype == np.uint64
    assert scene.any(origins, (0, 0, -1)).shape == shape
    assert scene.count(origins, (0, 0, -1)).shape == shape
    assert scene.all(origins, (0, 0, -1)).counts.shape == shape
    assert scene.first(origins, (0, 0, -1), 2).shape == shape + (2,)
    assert scene.closest(origins).distance.shape == shape
    assert scene.closest(origins, k=3).distance.shape == shape + (3,)


def test_a_single_ray_is_that_of_arrays():
    scene, _, _ = boxes_scene(6)
    origins, directions = random_rays(6, 200)
    many = scene.cast(origins, directions, 0.5, 9.0, layers=3)
    for i, (o, d) in enumerate(zip(origins, directions)):
        for origin, direction in ((o, d), (tuple(o), tuple(d)), (o.tolist(), d.tolist())):
            one = scene.cast(origin, direction, 0.5, 9.0, layers=3)
            assert one.shape == () and one.records.tobytes() == many.records[i].tobytes()
            assert one.distance == pytest.approx(many.distance[i], rel=1e-15)
    with pytest.raises(hitscan.ArgumentError, match="origins"):
        scene.cast(("a", 0, 0), (0, 0, 1))
    with pytest.raises(hitscan.ArgumentError, match="true and false"):
        scene.cast((True, False, True), (0, 0, 1))
    with pytest.warns(hitscan.PrecisionWarning):
        scene.cast((0.0, 0.0, 0.0), (0.0, 0.0, 1e300))


def test_rays_broadcast(cube):
    scene = Scene()
    scene.add_mesh(cube)
    hits = scene.cast([[[0, 0, 5]], [[0, 0, 9]]], (0, 0, -1), t_max=[3.0, 4.0, 8.0])
    assert hits.shape == (2, 3) and hits.hit.tolist() == [[False, True, True], [False, False, True]]


def test_rays_that_are_not_valid_hit_nothing(cube):
    scene = Scene()
    scene.add_mesh(cube)
    origins = [(0, 0, 5), (np.nan, 0, 5), (0, 0, 5), (0, 0, 5)]
    directions = [(0, 0, 0), (0, 0, -1), (0, np.inf, -1), (0, 0, np.nan)]
    assert not scene.cast(origins, directions).hit.any()
    assert not scene.any(origins, directions).any() and not scene.count(origins, directions).any()


@pytest.mark.parametrize("ask", ["cast", "any", "count", "all"])
def test_bad_arguments_say_which(ask, cube):
    scene = Scene()
    scene.add_mesh(cube)
    query = getattr(scene, ask)
    with pytest.raises(hitscan.ArgumentError, match=r"origins has shape \(5, 2\): expected \(..., 3\)"):
        query(np.zeros((5, 2)), (0, 0, 1))
    with pytest.raises(hitscan.ArgumentError, match="go together"):
        query(np.zeros((5, 3)), np.zeros((4, 3)))
    with pytest.raises(hitscan.ArgumentError, match="layers is 0"):
        query((0, 0, 5), (0, 0, -1), layers=0)
    with pytest.raises(hitscan.ArgumentError, match="sides is 'top'"):
        query((0, 0, 5), (0, 0, -1), sides="top")
    with pytest.raises(hitscan.ArgumentError, match="accept is a int"):
        query((0, 0, 5), (0, 0, -1), accept=5)
    with pytest.raises(hitscan.ArgumentError, match="ray_masks has shape"):
        query((0, 0, 5), (0, 0, -1), ray_masks=[1, 2])
    with pytest.raises(hitscan.ArgumentError, match="ray_masks has the number -1"):
        query((0, 0, 5), (0, 0, -1), ray_masks=-1)
    with pytest.raises(hitscan.ArgumentError, match="threads is 0"):
        query((0, 0, 5), (0, 0, -1), threads=0)


def test_k_is_checked(cube):
    scene = Scene()
    scene.add_mesh(cube)
    for k in (0, -1, 1.5, True):
        with pytest.raises(hitscan.ArgumentError, match="k is"):
            scene.first((0, 0, 5), (0, 0, -1), k)
        with pytest.raises(hitscan.ArgumentError, match="k is"):
            scene.closest((0, 0, 5), k)
    with pytest.raises(hitscan.ArgumentError, match="max_distance"):
        scene.closest((0, 0, 5), max_distance=-1)


# ---- What counts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_layers_and_masks_of_rays(seed):
    scene, lower, upper = boxes_scene(seed)
    origins, directions = random_rays(seed, 200)
    t = slabs(origins, directions, lower, upper)
    layers = np.array([scene[i].layers for i in scene])
    masks = np.random.default_rng(seed).integers(0, 8, 200)
    for wanted in (None, 1, 6):
        counts = ((layers & (wanted or 7)) != 0) & ((layers & masks[:, np.newaxis]) != 0)
        seen = np.where(counts, t, np.inf)
        expected = np.where(np.isfinite(seen.min(axis=1)), seen.argmin(axis=1) + 1, 0)
        options = {"layers": wanted, "ray_masks": masks}
        assert np.array_equal(scene.cast(origins, directions, **options).id, expected)
        assert np.array_equal(scene.any(origins, directions, **options), expected > 0)
        assert np.array_equal(scene.count(origins, directions, **options), np.isfinite(seen).sum(axis=1))
        assert np.array_equal(scene.all(origins, directions, **options).counts, np.isfinite(seen).sum(axis=1))
        assert np.array_equal(scene.first(origins, directions, 1, **options).id[:, 0], expected)


def test_sides(cube):
    scene = Scene()
    scene.add_mesh(cube)
    front = scene.cast((0, 0, 5), (0, 0, -1), sides="front")
    back = scene.cast((0, 0, 5), (0, 0, -1), sides="back")
    assert {float(front.t), float(back.t)} == {4.0, 6.0} and front.side == 0 and back.side == 1


def test_accept_drops_objects():
    scene, lower, upper = boxes_scene(2)
    origins, directions = random_rays(2, 100)
    even = scene.cast(origins, directions, accept=lambda id_: id_ % 2 == 0)
    t = slabs(origins, directions, lower, upper)
    t[:, ::2] = np.inf  # the first has the id 1
    assert np.array_equal(even.id, np.where(np.isfinite(t.min(axis=1)), t.argmin(axis=1) + 1, 0))
    assert np.array_equal(scene.closest(origins, accept=lambda id_: id_ == 7).id, np.full(100, 7))
    assert scene.in_sphere((0, 0, 0), 1e3, accept=lambda id_: id_ < 4).tolist() == [1, 2, 3]


def test_what_accept_raises_comes_out():
    scene, _, _ = boxes_scene(2)

    def refuse(id_):
        raise LookupError(id_)

    at = scene.bounds_of(1).mean(axis=0)
    for ask in (lambda: scene.cast(at, (0, 0, -1), accept=refuse),
                lambda: scene.all(np.zeros((5000, 3)) + at, (0, 0, -1), accept=refuse),
                lambda: scene.closest((0, 0, 0), accept=refuse),
                lambda: scene.in_sphere((0, 0, 0), 100, accept=refuse)):
        with pytest.raises(LookupError):
            ask()
    assert scene.cast((0, 0, 30), (0, 0, -1)).shape == ()  # and nothing is left behind


# ---- Shapes of the caller's own --------------------------------------------------------------------------------------


def test_a_shape_of_your_own():
    def plane(origin, direction, t_min, t_max):
        t = (0.5 - origin[2]) / direction[2]
        return (t, (0, 0, 1), 42) if t_min <= t <= t_max else None

    scene = Scene()
    id_ = scene.add_user([(-1, -1, 0), (1, 1, 1)], plane, at=(1e7, 0, 0), user="plane")
    hits = scene.cast([(1e7, 0, 3), (1e7, 0, -3), (0, 0, 3)], [(0, 0, -1), (0, 0, -1), (0, 0, -1)])
    assert hits.id.tolist() == [id_, 0, 0] and hits.t[0] == 2.5 and hits.primitive[0] == 42
    assert hits.object.tolist() == ["plane", None, None] and np.allclose(hits.normal[0], (0, 0, 1))
    scene.replace_user(id_, [(-1, -1, 0), (1, 1, 1)],
                       lambda origin, direction, t_min, t_max: (0.25 - origin[2]) / direction[2])
    hit = scene.cast((1e7, 0, 3), (0, 0, -1))
    assert hit.t == 2.75 and not hit.normal.any()
    assert scene[id_].shape["bounds"].tolist() == [[-1, -1, 0], [1, 1, 1]]


def test_what_a_shape_of_your_own_raises_comes_out():
    def broken(origin, direction, t_min, t_max):
        raise ZeroDivisionError("in the shape")

    scene = Scene()
    scene.add_user([(-1, -1, 0), (1, 1, 1)], broken)
    for ask in (scene.cast, scene.any, scene.count, scene.all):
        with pytest.raises(ZeroDivisionError, match="in the shape"):
            ask(np.zeros((3, 3)) + (0, 0, 5), (0, 0, -1))
    with pytest.raises(hitscan.ArgumentError, match="first is a int"):
        scene.add_user([(0, 0, 0), (1, 1, 1)], 5)


def test_a_callback_may_ask_but_not_commit(cube):
    scene = Scene()
    scene.add_mesh(cube)
    other = scene.add_mesh(cube, (9, 0, 0))
    seen = []

    def ask(id_):
        seen.append(scene.cast((9, 0, 5), (0, 0, -1)).id)
        return True

    assert scene.cast((0, 0, 5), (0, 0, -1), accept=ask).hit
    assert seen and all(int(id_) == other for id_ in seen)
    with pytest.raises(hitscan.ArgumentError, match="commit within a query"):
        scene.cast((0, 0, 5), (0, 0, -1), accept=lambda id_: scene.commit())


# ---- Volumes and closest points --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_volumes_against_brute_force(seed):
    scene, lower, upper = boxes_scene(seed)
    rng = np.random.default_rng(seed)
    for _ in range(20):
        at, size = rng.uniform(-12, 12, 3), rng.uniform(0.5, 8)
        low, high = at - size, at + size
        touching = np.all((lower <= high) & (upper >= low), axis=1)
        inside = np.all((lower >= low) & (upper <= high), axis=1)
        assert scene.in_box(low, high).tolist() == (np.flatnonzero(touching) + 1).tolist()
        assert scene.in_box(np.stack([low, high]), inside=True).tolist() == (np.flatnonzero(inside) + 1).tolist()
        assert scene.in_obb(at, np.eye(3), [size] * 3).tolist() == (np.flatnonzero(touching) + 1).tolist()
        gap = np.linalg.norm(np.maximum(np.maximum(lower - at, at - upper), 0), axis=1)
        reach = np.linalg.norm(np.maximum(np.abs(lower - at), np.abs(upper - at)), axis=1)
        assert scene.in_sphere(at, size).tolist() == (np.flatnonzero(gap <= size) + 1).tolist()
        assert scene.in_sphere(at, size, inside=True).tolist() == (np.flatnonzero(reach <= size) + 1).tolist()
        closest = scene.closest(at, k=40)
        assert np.allclose(closest.distance, np.sort(gap)) and closest.distance.dtype == np.float64
        near = scene.closest(at, k=40, max_distance=size)
        assert near.hit.sum() == (gap <= size).sum() and np.isinf(near.distance[~near.hit]).all()


def test_a_cone_finds_what_lies_ahead():
    scene = Scene()
    ids = [scene.add_sphere((0, 0, 0), 0.1, at=(np.sin(a) * 5, 0, np.cos(a) * 5)) for a in np.radians([0, 10, 40, 180])]
    assert scene.in_cone((0, 0, 0), (0, 0, 2), np.radians(20)).tolist() == ids[:2]
    assert scene.in_cone((0, 0, 0), (0, 0, 2), np.radians(20), far=3).tolist() == []
    assert scene.in_cone((0, 0, 0), (0, 0, 2), np.radians(10), inside=True).tolist() == ids[:1]
    with pytest.raises(hitscan.ArgumentError, match="half_angle"):
        scene.in_cone((0, 0, 0), (0, 0, 1), 2.0)


def test_many_answers_of_a_volume(cube):
    scene = Scene()
    ids = scene.add_many(cube, np.random.default_rng(1).uniform(-5, 5, (1000, 3)))
    assert np.array_equal(scene.in_sphere((0, 0, 0), 100), ids)


# ---- Editing ---------------------------------------------------------------------------------------------------------


def test_a_query_commits_what_waits(cube):
    scene = Scene()
    assert not scene.stale and len(scene) == 0 and not scene.cast((0, 0, 5), (0, 0, -1)).hit
    id_ = scene.add_mesh(cube)
    assert scene.stale and scene.cast((0, 0, 5), (0, 0, -1)).id == id_ and not scene.stale
    scene.move(id_, (0, 0, -1))
    assert scene.cast((0, 0, 5), (0, 0, -1)).t == 5.0
    scene.remove(id_)
    assert not scene.cast((0, 0, 5), (0, 0, -1)).hit and id_ not in scene


def test_without_auto_commit_queries_see_what_was_committed(cube):
    scene = Scene(auto_commit=False)
    id_ = scene.add_mesh(cube)
    assert not scene.cast((0, 0, 5), (0, 0, -1)).hit
    scene.commit()
    assert scene.cast((0, 0, 5), (0, 0, -1)).id == id_
    scene.remove(id_)
    assert scene.stale and scene.cast((0, 0, 5), (0, 0, -1)).id == id_
    assert scene.stats.waiting == 1
    scene.commit()
    assert not scene.cast((0, 0, 5), (0, 0, -1)).hit


def test_matrices_move_as_the_c_library_has_them(cube):
    rng = np.random.default_rng(4)
    matrices = np.tile(np.eye(4), (30, 1, 1))
    matrices[:, :3] = rng.normal(size=(30, 3, 4)) * 10.0 ** rng.integers(-3, 8, (30, 1, 1))
    matrices[0, :3, :3] = 0  # the smallest scale there is, not the identity
    ours = placements(matrices)
    for i, m in enumerate(matrices):
        theirs = lib.hit_placement_from_doubles(np.ascontiguousarray(m).ctypes.data, c.HIT_MATRIX_ROWS)
        assert bytes(theirs)[:60] == ours[i].tobytes()[:60]
    scene = Scene()
    ids = scene.add_many(cube, np.zeros((30, 3)))
    scene.move_many(ids, matrices)
    single = Scene()
    for m in matrices:
        single.add_mesh(cube, matrix=m)
    for a, b in zip(scene, single):
        assert np.array_equal(scene[a].matrix, single[b].matrix)
    assert np.array_equal(scene.bounds, single.bounds)


def test_moving_many(cube):
    scene = Scene()
    ids = scene.add_many(cube, np.tile(np.diag([2.0, 2, 2, 1]), (50, 1, 1)))
    assert ids.dtype == np.uint64 and len(set(ids.tolist())) == 50
    places = np.stack([np.arange(50) * 10.0, np.zeros(50), np.full(50, 1e6)], axis=1)
    scene.move_many(ids, places)  # they keep their scale
    hits = scene.cast(places + (0, 0, 5), (0, 0, -1))
    assert np.array_equal(hits.id, ids) and np.all(hits.t == 3)
    scene.move_many(ids[:0], np.zeros((0, 3)))
    with pytest.raises(hitscan.ArgumentError, match="as many"):
        scene.move_many(ids, places[:5])
    with pytest.raises(hitscan.ArgumentError, match=r"where has shape \(50, 2\)"):
        scene.move_many(ids, places[:, :2])
    with pytest.raises(hitscan.ArgumentError):
        scene.move_many([9999], [(0, 0, 0)])
    with pytest.raises(hitscan.ArgumentError, match=r"ends in the row"):
        scene.add_many(cube, np.tile(np.eye(4).T + np.eye(4)[[3]].T @ np.ones((1, 4)), (2, 1, 1)).transpose(0, 2, 1))
    before = len(scene)
    with pytest.raises(hitscan.ArgumentError):
        scene.add_many(cube, [(0, 0, 0), (np.nan, 0, 0)])
    assert len(scene) == before  # all or none


def test_objects_tell_about_themselves(cube):
    scene = Scene()
    box = scene.add_box((-1, -2, -3), (1, 2, 3), at=(5, 6, 7), layers=6, priority=-2, user="box")
    about = scene[box]
    assert about.kind == "box" and about.layers == 6 and about.priority == -2 and about.user == "box"
    assert about.matrix[:3, 3].tolist() == [5, 6, 7] and about.shape["upper"].tolist() == [1, 2, 3]
    scene.set(box, layers=1, priority=3, disabled=True, user=None)
    about = scene[box]
    assert (about.layers, about.priority, about.disabled, about.user) == (1, 3, True, None)
    assert about.matrix[:3, 3].tolist() == [5, 6, 7]
    assert not scene.cast((5, 6, 20), (0, 0, -1)).hit
    scene.set(box, disabled=False, at=(0, 0, 0))
    assert scene.cast((0, 0, 20), (0, 0, -1)).id == box
    scene.replace_box(box, [(-1, -1, -1), (1, 1, 1)])
    assert scene.cast((0, 0, 20), (0, 0, -1)).t == 19
    mesh = scene.add_mesh(cube, (9, 9, 9))
    assert scene[mesh].shape["tree"] is cube
    line = scene.add_polyline([(0, 0, 0), (1, 0, 0)], 0.5)
    assert scene[line].shape["points"].shape == (2, 3) and scene[line].shape["radius"] == 0.5
    assert np.allclose(scene.bounds_of(mesh), [[8, 8, 8], [10, 10, 10]])
    assert scene.ids.tolist() == list(scene) == [box, mesh, line] and mesh in scene and 99 not in scene
    assert scene.stats.objects == 3
    for missing in (99, 0):
        with pytest.raises(KeyError):
            scene[missing]
    with pytest.raises(KeyError):
        scene.bounds_of(99)


def test_every_kind_can_be_replaced(cube):
    scene = Scene()
    ids = [scene.add_sphere((0, 0, 0), 1), scene.add_capsule((0, 0, 0), (0, 0, 1), 1),
           scene.add_cylinder((0, 0, 0), (0, 0, 1), 1), scene.add_points([(0, 0, 0)], 1), scene.add_mesh(cube)]
    scene.replace_sphere(ids[0], (1, 0, 0), 2)
    scene.replace_capsule(ids[1], (0, 0, 0), (0, 0, 5), 2)
    scene.replace_cylinder(ids[2], (0, 0, 0), (0, 0, 5), 2)
    scene.replace_points(ids[3], [(0, 0, 0), (1, 1, 1)], 2)
    scene.replace_mesh(ids[4], Tree(2 * CUBE, CUBE_FACES))
    assert scene[ids[0]].shape["radius"] == 2 and scene[ids[1]].shape["b"].tolist() == [0, 0, 5]
    assert scene[ids[2]].shape["b"].tolist() == [0, 0, 5] and len(scene[ids[3]].shape["points"]) == 2
    assert np.allclose(scene.bounds_of(ids[4]), [[-2, -2, -2], [2, 2, 2]])
    with pytest.raises(hitscan.ArgumentError):
        scene.replace_box(ids[0], (0, 0, 0), (1, 1, 1))


@pytest.mark.parametrize("wrong, kind, text", [
    (lambda s: s.add_mesh("tree"), hitscan.ArgumentError, "expected a hitscan.Tree"),
    (lambda s: s.add_mesh(Tree.from_boxes([(0, 0, 0)], [(1, 1, 1)])), hitscan.ArgumentError, None),
    (lambda s: s.add_box((0, 0, 0), (-1, 1, 1)), hitscan.ArgumentError, None),
    (lambda s: s.add_box((0, 0), (1, 1, 1)), hitscan.ArgumentError, r"shape \(2,\)"),
    (lambda s: s.add_sphere((0, 0, 0), -1), hitscan.ArgumentError, "radius"),
    (lambda s: s.add_sphere((0, 0, 0), 1, matrix=np.diag([1.0, 2, 3])), hitscan.GeometryError, None),
    (lambda s: s.add_polyline([(0, 0, 0)]), hitscan.ArgumentError, None),
    (lambda s: s.add_points(np.zeros((0, 3))), hitscan.ArgumentError, None),
    (lambda s: s.add_box((0, 0, 0), (1, 1, 1), at=(np.nan, 0, 0)), hitscan.ArgumentError, None),
    (lambda s: s.add_box((0, 0, 0), (1, 1, 1), at=(0, 0, 0), matrix=np.eye(4)), hitscan.ArgumentError, "both given"),
    (lambda s: s.add_box((0, 0, 0), (1, 1, 1), matrix=np.eye(2)), hitscan.ArgumentError, "matrix has shape"),
    (lambda s: s.add_box((0, 0, 0), (1, 1, 1), layers=0), hitscan.ArgumentError, "layers is 0"),
    (lambda s: s.remove(77), hitscan.ArgumentError, None),
    (lambda s: s.move(77, (0, 0, 0)), hitscan.ArgumentError, None),
    (lambda s: s.move(77), hitscan.ArgumentError, "needs at or matrix"),
    (lambda s: s.set(77), hitscan.ArgumentError, "no object 77"),
])
def test_what_makes_no_sense_is_refused(wrong, kind, text):
    scene = Scene()
    with pytest.raises(kind, match=text):
        wrong(scene)
    assert len(scene) == 0


def test_an_empty_scene():
    scene = Scene()
    assert scene.bounds.tolist() == [[np.inf] * 3, [-np.inf] * 3]
    assert scene.closest((0, 0, 0)).id == 0 and scene.in_sphere((0, 0, 0), 5).tolist() == []
    assert len(scene.all(np.zeros((0, 3)), (0, 0, 1))) == 0 and bool(scene)


# ---- Life ------------------------------------------------------------------------------------------------------------


def test_pickle_copy_and_files(tmp_path, cube):
    scene, _, _ = boxes_scene(1, 10)
    scene.add_mesh(cube, (30, 0, 0), user={"name": "cube"})
    scene.save(tmp_path / "ein Ort ü.hits")
    origins, directions = random_rays(1, 300)
    expected = scene.cast(origins, directions).records.tobytes()
    for same in (pickle.loads(pickle.dumps(scene)), copy.copy(scene), copy.deepcopy(scene),
                 Scene.load(tmp_path / "ein Ort ü.hits"), Scene.from_bytes(scene.to_bytes())):
        assert same.cast(origins, directions).records.tobytes() == expected
        assert same.ids.tolist() == scene.ids.tolist()
    assert pickle.loads(pickle.dumps(scene))[11].user == {"name": "cube"}
    with pytest.raises(hitscan.FileError, match="nowhere"):
        Scene.load(tmp_path / "nowhere")
    (tmp_path / "bad").write_bytes(b"this is no scene" * 10)
    with pytest.raises(hitscan.FormatError, match="bad"):
        Scene.load(tmp_path / "bad")
    scene.add_user([(0, 0, 0), (1, 1, 1)], lambda *ray: None)
    with pytest.raises(hitscan.ArgumentError):
        pickle.dumps(scene)


def _ask(scene):
    return scene.cast((0, 0, 30), (0, 0, -1)).t.tolist(), len(scene)


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_pickles_across_processes(method, cube):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    scene = Scene()
    scene.add_mesh(cube)
    with multiprocessing.get_context(method).Pool(2) as workers:
        assert workers.map(_ask, [scene] * 4) == [(29.0, 1)] * 4


def test_a_scene_keeps_its_trees_in_any_order_of_dropping():
    tree, scene = Tree(CUBE, CUBE_FACES), Scene()
    id_ = scene.add_mesh(tree)
    tree.close()
    assert scene.cast((0, 0, 5), (0, 0, -1)).t == 4
    with pytest.raises(hitscan.ArgumentError, match="closed"):
        scene.add_mesh(tree)
    other = Tree(CUBE, CUBE_FACES)
    gone = weakref.ref(other)
    scene.replace_mesh(id_, other)
    del other, tree
    gc.collect()
    assert gone() is not None and scene.cast((0, 0, 5), (0, 0, -1)).t == 4
    hits = scene.cast((0, 0, 5), (0, 0, -1))
    scene.remove(id_)
    scene.commit()
    gc.collect()
    assert gone() is None  # and a scene lets go of what it needs no more
    del scene
    gc.collect()
    assert hits.t == 4


def test_a_closed_scene_says_so(cube):
    with Scene() as scene:
        scene.add_mesh(cube)
        assert scene.cast((0, 0, 5), (0, 0, -1)).hit
    scene.close()
    for ask in (lambda: scene.cast((0, 0, 5), (0, 0, -1)), lambda: scene.add_mesh(cube), lambda: len(scene),
                lambda: scene.commit(), lambda: scene.bounds, lambda: scene.to_bytes(), lambda: scene.stats):
        with pytest.raises(hitscan.ArgumentError, match="closed"):
            ask()
    assert "closed" in repr(scene)


def test_threads_ask_while_one_edits(cube):
    scene, stop, wrong = Scene(), threading.Event(), []
    ids = scene.add_many(cube, np.arange(30).reshape(10, 3) * 10.0)
    origins = np.zeros((3000, 3)) + (0, 0, 1e4)

    def ask():
        while not stop.is_set():
            t = scene.cast(origins, (0, 0, -1), threads=1).t
            if len(np.unique(t)) != 1:  # all of it before a move, or all of it after
                wrong.append(np.unique(t))

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for i in range(200):
        scene.move(int(ids[0]), (0, 0, float(i)))
        if i % 10 == 0:
            scene.commit()
    stop.set()
    for thread in threads:
        thread.join()
    assert not wrong


def test_progress_and_a_stop():
    scene, _, _ = boxes_scene(1, 5)
    origins, done = np.zeros((200000, 3)) + (0, 0, 30), []
    scene.cast(origins, (0, 0, -1), progress=lambda at, total: done.append((at, total)))
    assert done[-1] == (200000, 200000) and len(done) > 2

    def stop(at, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scene.any(origins, (0, 0, -1), progress=stop)
    assert scene.cast((0, 0, 30), (0, 0, -1)).shape == ()
    scene.add_box((0, 0, 0), (1, 1, 1))
    scene.commit()  # nobody is left inside


@pytest.mark.slow
def test_nothing_leaks_over_many_calls(cube):
    resource = pytest.importorskip("resource")
    scene = Scene()
    scene.add_mesh(cube)

    def use(times):
        for _ in range(times):
            scene.cast((0, 0, 5), (0, 0, -1))
            other = Scene()
            other.add_mesh(cube)
            other.closest((0, 0, 5))

    use(300)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    use(3000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8192  # KiB; 3000 scenes would be more


@settings(derandomize=True, max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["add", "move", "remove", "ask", "commit"]), st.integers(0, 10**6)),
                max_size=60))
def test_any_order_of_edits_is_a_new_scene_of_what_is_left(steps):
    scene, places = Scene(), {}
    for what, number in steps:
        rng = np.random.default_rng(number)
        at = np.round(rng.uniform(-8, 8, 3), 2)
        ids = sorted(places)
        if what == "add":
            places[scene.add_box((-1, -1, -1), (1, 1, 1), at=at)] = at
        elif what == "move" and ids:
            places[ids[number % len(ids)]] = at
            scene.move(ids[number % len(ids)], at)
        elif what == "remove" and ids:
            scene.remove(ids[number % len(ids)])
            del places[ids[number % len(ids)]]
        elif what == "commit":
            scene.commit()
        else:
            origins, directions = random_rays(number, 20)
            ids = np.array(sorted(places), np.uint64)
            if not len(ids):
                assert not scene.any(origins, directions).any()
                continue
            middle = np.array([places[int(i)] for i in ids])
            t = slabs(origins, directions, middle - 1, middle + 1)
            expected = np.where(np.isfinite(t.min(axis=1)), ids[t.argmin(axis=1)], 0)
            assert np.array_equal(scene.cast(origins, directions).id, expected)
    assert scene.ids.tolist() == sorted(places)

"""hitscan.compat.trimesh: against fractions, and against trimesh with embreex where those are installed."""
from __future__ import annotations

import copy
import pickle

import exact
import numpy as np
import pytest

import hitscan
from hitscan.compat import _mesh
from hitscan.compat.trimesh import _WAYS, ProximityQuery, RayMeshIntersector, closest_point


def rounded(mesh: exact.Mesh) -> exact.Mesh:
    """The mesh with corners that are floats: what the tree holds."""
    return exact.Mesh(mesh.vertices.astype(np.float32).astype(np.float64), mesh.faces)


# ---- Rays ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mesh", [exact.sphere(1), exact.ring(8), exact.box()], ids=["sphere", "ring", "box"])
def test_all_hits_are_those_of_fractions(mesh: exact.Mesh, rng: np.random.Generator) -> None:
    origins, directions = exact.rays_through(mesh, rng, 60)
    mesh = rounded(mesh)
    tri, ray, places = RayMeshIntersector(mesh).intersects_id(origins, directions, return_locations=True)
    first = RayMeshIntersector(mesh).intersects_first(origins, directions)
    any_ = RayMeshIntersector(mesh).intersects_any(origins, directions)
    for i in range(len(origins)):
        want = exact.hits(mesh.vertices, mesh.faces, origins[i], directions[i], unique=True)
        assert tri[ray == i].tolist() == [h.primitive for h in want]
        assert first[i] == (want[0].primitive if want else -1)
        assert any_[i] == bool(want)
        for h, place in zip(want, places[ray == i]):
            truth = [float(o) + float(h.t) * float(d) for o, d in zip(origins[i], directions[i])]
            assert np.abs(place - truth).max() <= 1e-12 * (1 + np.abs(truth).max())


def test_order_is_by_depth_then_by_ray() -> None:
    mesh = exact.box()
    origins = np.array([[0.1, 0.2, -5], [9, 9, 9], [0.3, 0.1, -5], [0.1, 0.2, 0]])
    tri, ray, places = RayMeshIntersector(mesh).intersects_id(origins, [[0, 0, 2.0]] * 4, return_locations=True)
    assert ray.tolist() == [0, 2, 3, 0, 2]
    assert places[:, 2].tolist() == [-1, -1, 1, 1, 1]
    assert tri.dtype == ray.dtype == np.int64 and places.dtype == np.float64 and places.shape == (5, 3)
    places2, ray2, tri2 = RayMeshIntersector(mesh).intersects_location(origins, [[0, 0, 2.0]] * 4)
    assert np.array_equal(places, places2) and np.array_equal(ray, ray2) and np.array_equal(tri, tri2)


def test_max_hits_keeps_the_nearest() -> None:
    mesh = exact.ring(16)
    origin, direction = [[-5.0, 0.01, 0.02]], [[1.0, 0, 0]]
    everything = RayMeshIntersector(mesh).intersects_id(origin, direction)[0]
    assert len(everything) == 4
    for k in range(6):
        some = RayMeshIntersector(mesh).intersects_id(origin, direction, max_hits=k)[0]
        assert some.tolist() == everything[:k].tolist()
    one = RayMeshIntersector(mesh).intersects_id(origin, direction, multiple_hits=False)[0]
    assert one.tolist() == everything[:1].tolist()


def test_rays_with_many_hits_have_all_of_them() -> None:
    # Forty sheets, one behind the other: more than are asked for at once.
    square = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float)
    sheets = np.concatenate([square + [0, 0, k] for k in range(40)])
    mesh = exact.Mesh(sheets, np.concatenate([[[4 * k, 4 * k + 1, 4 * k + 2], [4 * k, 4 * k + 2, 4 * k + 3]]
                                              for k in range(40)]))
    origins, directions = [[0.25, 0.5, 25.5], [0.25, 0.5, -1], [0.5, 0.25, 35.5], [9, 9, 9]], [[0, 0, 1.0]] * 4
    for most, counts in ((100, [14, 40, 4, 0]), (8, [8, 8, 4, 0]), (9, [9, 9, 4, 0]), (20, [14, 20, 4, 0])):
        tri, ray, places = RayMeshIntersector(mesh).intersects_id(origins, directions, max_hits=most,
                                                                  return_locations=True)
        assert np.bincount(ray, minlength=4).tolist() == counts
        depth = np.concatenate([[int((ray[:i] == ray[i]).sum()) for i in range(len(ray))]])
        assert np.all(np.diff(depth) >= 0) and np.all(np.diff(ray)[np.diff(depth) == 0] > 0)
        assert places[ray == 1][:, 2].tolist() == list(range(counts[1]))
        assert np.array_equal(tri // 2, places[:, 2].astype(int))


def test_no_hits_are_empty_arrays_of_the_right_types() -> None:
    query = RayMeshIntersector(exact.box())
    for origins in (np.full((3, 3), 9.0), np.zeros((0, 3))):
        directions = np.ones_like(origins)
        for multiple in (True, False):
            tri, ray, places = query.intersects_id(origins, directions, multiple_hits=multiple, return_locations=True)
            assert (tri.dtype, ray.dtype, places.dtype) == (np.int64, np.int64, np.float64)
            assert tri.shape == ray.shape == (0,) and places.shape == (0, 3)
        assert query.intersects_first(origins, directions).tolist() == [-1] * len(origins)
        assert not query.intersects_any(origins, directions).any()
    assert query.intersects_first(np.zeros((0, 3)), np.zeros((0, 3))).dtype == np.int32


def test_rays_that_make_no_sense_hit_nothing() -> None:
    query = RayMeshIntersector(exact.box())
    origins = [[0, 0, 0], [np.nan, 0, 0], [0, 0, 0], [0, 0, 0]]
    directions = [[0, 0, 0], [0, 0, 1], [0, np.inf, 0], [0, 0, 1]]
    assert query.intersects_any(origins, directions).tolist() == [False, False, False, True]


@pytest.mark.parametrize("origins, directions", [(np.zeros(3), np.ones(3)), (np.zeros((2, 3)), np.ones((3, 3))),
                                                 (np.zeros((2, 2)), np.ones((2, 2)))])
def test_wrong_shapes_are_value_errors(origins: np.ndarray, directions: np.ndarray) -> None:
    for name in ("intersects_id", "intersects_location", "intersects_first", "intersects_any"):
        with pytest.raises(ValueError, match="ray_origins has shape"):
            getattr(RayMeshIntersector(exact.box()), name)(origins, directions)
    with pytest.raises(ValueError, match="points has shape"):
        RayMeshIntersector(exact.box()).contains_points(np.zeros(3))


def test_float_input_of_any_layout_gives_the_same(rng: np.random.Generator) -> None:
    query = RayMeshIntersector(exact.ring())
    origins, directions = exact.rays_through(exact.ring(), rng, 50)
    want = query.intersects_id(origins, directions)
    for o, d in ((origins.astype(np.float64), directions.tolist()), (np.asfortranarray(origins), directions),
                 (np.stack([origins, origins], axis=2)[:, :, 0], directions[::-1][::-1])):
        for a, b in zip(want, query.intersects_id(o, d)):
            assert np.array_equal(a, b)


# ---- Far from the origin -------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("error::hitscan.PrecisionWarning")
def test_a_mesh_far_away_keeps_its_digits(rng: np.random.Generator) -> None:
    near, far = exact.ring(), exact.ring()
    shift = np.array([528980.0, 183526.0, 1e7])
    far.vertices = near.vertices + shift
    origins, directions = rng.normal(size=(200, 3)) * 3, rng.normal(size=(200, 3))
    # Rounding corners at 1e7 to float would move them by half.
    a = RayMeshIntersector(near).intersects_id(origins, directions, return_locations=True)
    b = RayMeshIntersector(far).intersects_id(origins + shift, directions, return_locations=True)
    assert np.array_equal(a[0], b[0]) and np.array_equal(a[1], b[1])
    assert np.abs(a[2] + shift - b[2]).max() < 1e-6
    c, d = RayMeshIntersector(near).contains_points(origins), RayMeshIntersector(far).contains_points(origins + shift)
    assert np.array_equal(c, d) and c.any()


def test_trimesh_48_a_ray_away_from_a_wall_far_away_does_not_hit_it() -> None:
    v = [[528980.85, 183526.1, 0], [528980.85, 183526.1, 3], [528982.3, 183523.55, 0], [528982.3, 183523.55, 3]]
    mesh = exact.Mesh(np.array(v), [[1, 0, 2], [1, 2, 3]])
    normal = np.cross(mesh.vertices[1] - mesh.vertices[0], mesh.vertices[2] - mesh.vertices[0])
    normal /= np.linalg.norm(normal)
    start = mesh.vertices[[0, 2]].mean(axis=0) + [0, 0, 1] + 0.01 * normal
    assert not RayMeshIntersector(mesh).intersects_any([start], [normal])[0]
    assert RayMeshIntersector(mesh).intersects_any([start], [-normal])[0]


def test_a_mesh_of_floats_is_not_moved(rng: np.random.Generator) -> None:
    v = (rng.normal(size=(30, 3)) + 1000).astype(np.float32)
    assert not _mesh.offset_of(v.astype(np.float64)).any()
    assert _mesh.offset_of(v.astype(np.float64) + 1e-9).any()
    assert not _mesh.offset_of(exact.sphere(2).vertices).any()
    assert not _mesh.offset_of(np.zeros((0, 3))).any()
    assert not _mesh.offset_of(np.array([[np.nan, 0, 0], [1.1, 2, 3]])).any()


def test_the_offset_loses_nothing(rng: np.random.Generator) -> None:
    from fractions import Fraction
    for _ in range(100):
        v = rng.normal(size=(8, 3)) * 10.0 ** rng.integers(-5, 5) + rng.normal(size=3) * 10.0 ** rng.integers(-5, 8)
        offset = _mesh.offset_of(v)
        for x, o in zip((v - offset).ravel(), np.broadcast_to(offset, v.shape).ravel()):
            assert Fraction(x) + Fraction(o) in {Fraction(y) for y in v.ravel()}


# ---- Inside --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mesh", [exact.sphere(2), exact.ring(12)], ids=["sphere", "ring"])
def test_contains_is_the_winding_number(mesh: exact.Mesh, rng: np.random.Generator) -> None:
    points = rng.uniform(-3, 3, size=(500, 3)) * [1, 1, 0.4]
    want = exact.winding(mesh, points)
    clear = np.abs(want - np.round(want)) < 1e-6
    got = RayMeshIntersector(mesh).contains_points(points)
    assert got.dtype == np.bool_
    assert np.array_equal(got[clear], np.abs(want[clear]) > 0.5) and got.any() and clear.all()


def test_contains_when_the_ray_leaves_through_a_corner() -> None:
    # From these points the first direction meets the corner at the origin exactly: six triangles, or fewer.
    way = _WAYS[0].astype(np.float32).astype(np.float64)
    points = np.array([-way * 2.0**-k for k in range(1, 20)])
    for low, high in (((-1, -1, -1), (0, 0, 0)), ((-4, -4, -4), (0, 0, 0))):
        assert RayMeshIntersector(exact.box(low, high)).contains_points(points).all()
    assert not RayMeshIntersector(exact.box((0, 0, 0), (1, 1, 1))).contains_points(points).any()


def test_contains_when_the_rays_of_both_directions_leave_through_corners() -> None:
    # Four triangles meet at either tip: both rays count an even number, and agree that the point is outside.
    way = _WAYS[0].astype(np.float32).astype(np.float64)
    across = np.cross(way, [0, 0, 1.0]), np.cross(way, [0, 1.0, 0])
    mesh = exact.Mesh(exact.sphere(0).vertices @ np.array([way, *across]), exact.sphere(0).faces)
    points = np.array([s * way * 2.0**-k for k in range(1, 20) for s in (1, -1)] + [[0, 0, 0]])
    assert RayMeshIntersector(rounded(mesh)).contains_points(points).all()


def test_contains_has_the_surface_and_not_what_is_beyond() -> None:
    mesh = exact.box()
    on = np.array([[1, 0.25, 0.5], [0.5, -1, 0.125], [0, 0, 1], [1, 1, 1]])
    assert RayMeshIntersector(mesh).contains_points(on).all()
    assert not RayMeshIntersector(mesh).contains_points(on * (1 + 2e-7)).any()
    assert RayMeshIntersector(mesh).contains_points(on * (1 - 2e-7)).all()
    assert not RayMeshIntersector(mesh).contains_points([[np.nan, 0, 0], [np.inf, 0, 0], [1e300, 0, 0]]).any()
    assert RayMeshIntersector(mesh).contains_points(np.zeros((0, 3))).shape == (0,)


def test_contains_sees_a_cavity() -> None:
    outer, inner = exact.box(), exact.box((-0.1,) * 3, (0.1,) * 3)
    mesh = exact.Mesh(np.concatenate([outer.vertices, inner.vertices]),
                      np.concatenate([outer.faces, inner.faces[:, ::-1] + 8]))
    inside = RayMeshIntersector(mesh).contains_points([[0, 0, 0], [0.5, 0, 0], [2, 0, 0]])
    assert inside.tolist() == [False, True, False]


def test_contains_of_an_open_mesh_needs_both_directions() -> None:
    # A bowl: a sphere without its upper half. What is above it is in the open.
    ball = exact.sphere(3)
    bowl = exact.Mesh(ball.vertices, ball.faces[(ball.vertices[ball.faces][:, :, 2] <= 0).all(axis=1)])
    assert not RayMeshIntersector(bowl).contains_points([[0, 0, -0.1], [0, 0, -2], [0.2, 0.1, 0]]).any()


# ---- Closest points ------------------------------------------------------------------------------------------------


def test_closest_point_is_that_of_all_triangles(rng: np.random.Generator) -> None:
    mesh = exact.ring(10)
    points = np.concatenate([rng.normal(size=(300, 3)) * 3, mesh.vertices[:20], mesh.vertices[:20] * 2])
    places, distance, triangle = closest_point(mesh, points)
    assert (places.dtype, distance.dtype, triangle.dtype) == (np.float64, np.float64, np.int64)
    every = exact.distances(mesh, points)
    assert np.allclose(distance, every.min(axis=1), rtol=1e-7, atol=1e-7)
    assert np.allclose(every[np.arange(len(points)), triangle], every.min(axis=1), rtol=1e-6, atol=1e-6)
    assert np.allclose(np.linalg.norm(points - places, axis=1), distance, rtol=1e-14, atol=0)
    again = ProximityQuery(mesh).on_surface(points)
    assert all(np.array_equal(a, b) for a, b in zip(again, (places, distance, triangle)))


def test_closest_point_is_precise_to_doubles() -> None:
    mesh = exact.Mesh(np.array([[0.1, 0.2, 0.3], [1.1, 0.2, 0.3], [0.1, 1.2, 0.3]]), [[0, 1, 2]])
    points = np.array([[0.3, 0.4, 2.0], [0.6, -1.0, 0.3], [-1.0, -2.0, 0.7]])
    places, distance, _ = closest_point(mesh, points)
    assert np.abs(places - [[0.3, 0.4, 0.3], [0.6, 0.2, 0.3], [0.1, 0.2, 0.3]]).max() < 1e-15
    assert np.abs(distance - [1.7, 1.2, np.sqrt(1.1**2 + 2.2**2 + 0.4**2)]).max() < 1e-15


def test_closest_point_of_nothing() -> None:
    places, distance, triangle = closest_point(exact.box(), [[np.nan, 0, 0], [0, 0, 3]])
    assert np.isnan(places[0]).all() and distance.tolist() == [np.inf, 2] and triangle[0] == -1
    places, distance, triangle = closest_point(exact.Mesh(np.zeros((0, 3)), np.zeros((0, 3), int)), [[0, 0, 0]])
    assert np.isnan(places).all() and distance.tolist() == [np.inf] and triangle.tolist() == [-1]
    assert closest_point(exact.box(), np.zeros((0, 3)))[0].shape == (0, 3)


# ---- The object ----------------------------------------------------------------------------------------------------


def test_pickle_and_copy() -> None:
    query = RayMeshIntersector(exact.box(), scale_to_box=False, threads=1)
    want = query.intersects_first([[0, 0, 5]], [[0, 0, -1]])
    for other in (pickle.loads(pickle.dumps(query)), copy.copy(query), copy.deepcopy(query)):
        assert np.array_equal(other.intersects_first([[0, 0, 5]], [[0, 0, -1]]), want)


def test_empty_mesh() -> None:
    query = RayMeshIntersector(exact.Mesh(np.zeros((0, 3)), np.zeros((0, 3), int)))
    assert query.intersects_first([[0, 0, 5]], [[0, 0, -1]]).tolist() == [-1]
    assert len(query.intersects_id([[0, 0, 5]], [[0, 0, -1]], return_locations=True)[2]) == 0
    assert not query.contains_points([[0, 0, 0]]).any()


# ---- With trimesh --------------------------------------------------------------------------------------------------


def test_the_example_of_the_readme() -> None:
    trimesh = pytest.importorskip("trimesh")
    m = trimesh.creation.icosphere(subdivisions=4)
    t = hitscan.Tree(m.vertices, m.faces)
    r = t.cast(np.zeros((len(m.vertices), 3)), m.vertices)
    assert r.hit.all() and np.isfinite(r.t).all()
    assert (RayMeshIntersector(m).intersects_first(np.zeros((len(m.vertices), 3)), m.vertices) >= 0).all()


def test_a_changed_trimesh_gets_a_new_tree() -> None:
    trimesh = pytest.importorskip("trimesh")
    mesh = trimesh.creation.box()
    mesh.ray = RayMeshIntersector(mesh)
    assert mesh.ray.intersects_any([[0, 0, 5]], [[0, 0, -1]])[0]
    kept = mesh.ray._held()
    assert mesh.ray._held() is kept
    mesh.apply_translation([10, 0, 0])
    assert not mesh.ray.intersects_any([[0, 0, 5]], [[0, 0, -1]])[0]
    assert mesh.contains([[10, 0, 0], [0, 0, 0]]).tolist() == [True, False]


def test_same_answers_as_embreex(rng: np.random.Generator) -> None:
    trimesh = pytest.importorskip("trimesh")
    pytest.importorskip("embreex")
    from trimesh.ray.ray_pyembree import RayMeshIntersector as Embree
    mesh = trimesh.creation.torus(2, 0.7)
    origins, directions = rng.normal(size=(3000, 3)) * 3, rng.normal(size=(3000, 3))
    ours, theirs = RayMeshIntersector(mesh), Embree(mesh)
    for options in ({}, {"multiple_hits": False}, {"max_hits": 2}):
        a = ours.intersects_id(origins, directions, return_locations=True, **options)
        b = theirs.intersects_id(origins, directions, return_locations=True, **options)
        assert [x.dtype for x in a] == [x.dtype for x in b]
        if len(a[0]) == len(b[0]):
            assert np.array_equal(a[0], b[0]) and np.array_equal(a[1], b[1])
            assert np.abs(a[2] - b[2]).max() < 1e-9
        else:  # embreex has lost or doubled some: fractions say who is right
            _arbitrate(mesh, origins, directions, a, b)
    first = ours.intersects_first(origins, directions), theirs.intersects_first(origins, directions)
    assert first[0].dtype == first[1].dtype and np.mean(first[0] != first[1]) < 0.001
    assert ours.intersects_any(origins, directions).dtype == theirs.intersects_any(origins, directions).dtype
    assert np.array_equal(ours.contains_points(origins), theirs.contains_points(origins))


def _arbitrate(mesh, origins, directions, ours, theirs):  # type: ignore[no-untyped-def]
    vertices = mesh.vertices.astype(np.float32)
    for ray in range(len(origins)):
        mine = ours[0][ours[1] == ray]
        if not np.array_equal(mine, theirs[0][theirs[1] == ray]):
            want = exact.hits(vertices, mesh.faces, origins[ray].astype(np.float32), directions[ray].astype(np.float32),
                              unique=True)
            assert mine.tolist() == [h.primitive for h in want][:len(mine)]


def test_same_closest_points_as_trimesh(rng: np.random.Generator) -> None:
    trimesh = pytest.importorskip("trimesh")
    pytest.importorskip("rtree")
    pytest.importorskip("scipy")
    mesh = trimesh.creation.torus(2, 0.7)
    points = rng.normal(size=(500, 3)) * 3
    ours, theirs = closest_point(mesh, points), trimesh.proximity.closest_point(mesh, points)
    assert [x.dtype for x in ours] == [x.dtype for x in theirs]
    assert np.allclose(ours[1], theirs[1], rtol=1e-9, atol=1e-9)

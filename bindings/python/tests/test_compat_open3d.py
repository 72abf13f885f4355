"""hitscan.compat.open3d: against fractions, against what Open3D documents, and against Open3D where it is installed."""
from __future__ import annotations

from typing import Any, Tuple

import exact
import numpy as np
import pytest

from hitscan.compat.open3d import INVALID_ID, RaycastingScene

TYPES = {"t_hit": np.float32, "geometry_ids": np.uint32, "primitive_ids": np.uint32, "primitive_uvs": np.float32,
         "primitive_normals": np.float32, "ray_splits": np.uint32, "ray_ids": np.uint32, "points": np.float32}


def floats(mesh: exact.Mesh) -> Tuple[np.ndarray, np.ndarray]:
    return mesh.vertices.astype(np.float32), mesh.faces.astype(np.uint32)


def two() -> Tuple[RaycastingScene, exact.Mesh, np.ndarray]:
    """A scene of two meshes; the same as one mesh; and the geometry of each of its triangles."""
    a, b = exact.ring(8), exact.sphere(1, 0.75)
    scene = RaycastingScene()
    assert [scene.add_triangles(*floats(m)) for m in (a, b)] == [0, 1]
    whole = exact.Mesh(np.concatenate([a.vertices, b.vertices]).astype(np.float32),
                       np.concatenate([a.faces, b.faces + len(a.vertices)]))
    return scene, whole, np.repeat([0, 1], [len(a.faces), len(b.faces)])


def test_rays_are_those_of_fractions(rng: np.random.Generator) -> None:
    scene, whole, geometry = two()
    origins, directions = exact.rays_through(whole, rng, 60)
    rays = np.concatenate([origins, directions], axis=1).reshape(12, 5, 6)
    cast, every, count = scene.cast_rays(rays), scene.list_intersections(rays), scene.count_intersections(rays)
    hidden = scene.test_occlusions(rays, 0.25, 0.75)
    assert {k: v.dtype for k, v in {**cast, **every}.items()} == {k: TYPES[k] for k in {**cast, **every}}
    assert cast["t_hit"].shape == count.shape == hidden.shape == (12, 5)
    assert cast["primitive_normals"].shape == (12, 5, 3)
    assert (count.dtype, hidden.dtype) == (np.int32, np.bool_)
    first = np.where(geometry == 1, int((geometry == 0).sum()), 0)
    splits = every["ray_splits"].numpy()
    for i in range(60):
        at = np.unravel_index(i, (12, 5))
        want = exact.hits(whole.vertices, whole.faces, origins[i], directions[i], unique=True)
        found = slice(splits[i], splits[i + 1])
        assert count[at] == len(want) == splits[i + 1] - splits[i]
        assert every["primitive_ids"][found].tolist() == [h.primitive - first[h.primitive] for h in want]
        assert every["geometry_ids"][found].tolist() == [geometry[h.primitive] for h in want]
        assert every["t_hit"][found].tolist() == [np.float32(float(h.t)) for h in want]
        assert (every["ray_ids"][found] == i).all()
        assert hidden[at] == any(0.25 <= h.t <= 0.75 for h in want)
        if not want:
            assert cast["t_hit"][at] == np.inf and cast["primitive_ids"][at] == cast["geometry_ids"][at] == INVALID_ID
            assert not cast["primitive_uvs"][at].any() and not cast["primitive_normals"][at].any()
            continue
        h = want[0]
        assert cast["primitive_ids"][at] == h.primitive - first[h.primitive]
        assert cast["geometry_ids"][at] == geometry[h.primitive]
        a, b, c = whole.vertices[whole.faces[h.primitive]].astype(float)
        u, v = cast["primitive_uvs"][at].astype(float)
        assert np.abs((1 - u - v) * a + u * b + v * c - (origins[i] + float(h.t) * directions[i])).max() < 1e-5
        normal = np.cross(b - a, c - a)
        assert np.abs(normal / np.linalg.norm(normal) - cast["primitive_normals"][at]).max() < 1e-6


def test_one_geometry_and_none_have_the_same_ids_for_a_miss() -> None:
    rays = np.array([[0, 0, 5, 0, 0, -1], [9, 9, 9, 0, 0, 1]], np.float32)
    scene = RaycastingScene()
    for k in range(3):
        found = scene.cast_rays(rays)
        assert found["geometry_ids"].tolist() == [0 if k else INVALID_ID, INVALID_ID]
        assert found["primitive_ids"][1] == INVALID_ID and (k == 0) == (found["primitive_ids"][0] == INVALID_ID)
        assert found["t_hit"][1] == np.inf
        scene.add_triangles(*floats(exact.box((-1 - k,) * 3, (1 - k,) * 3)))


def test_closest_points_are_those_of_all_triangles(rng: np.random.Generator) -> None:
    scene, whole, geometry = two()
    points = (rng.normal(size=(6, 50, 3)) * 2).astype(np.float32)
    found, distance = scene.compute_closest_points(points), scene.compute_distance(points)
    assert {k: v.dtype for k, v in found.items()} == {k: TYPES[k] for k in found} and distance.dtype == np.float32
    assert found["points"].shape == (6, 50, 3) and found["primitive_ids"].shape == distance.shape == (6, 50)
    every = exact.distances(exact.Mesh(whole.vertices.astype(float), whole.faces), points.reshape(-1, 3))
    assert np.allclose(distance.reshape(-1), every.min(axis=1), rtol=1e-6, atol=1e-6)
    triangle = found["primitive_ids"].astype(int) + found["geometry_ids"].astype(int) * int((geometry == 0).sum())
    assert np.allclose(every[np.arange(300), triangle.reshape(-1)], every.min(axis=1), rtol=1e-6, atol=1e-6)
    corners = whole.vertices[whole.faces[triangle]].astype(float)
    u, v = np.moveaxis(found["primitive_uvs"].numpy().astype(float), -1, 0)[..., None]
    again = (1 - u - v) * corners[..., 0, :] + u * corners[..., 1, :] + v * corners[..., 2, :]
    assert np.abs(again - found["points"]).max() < 1e-6
    normal = np.cross(corners[..., 1, :] - corners[..., 0, :], corners[..., 2, :] - corners[..., 0, :])
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    assert np.abs(normal - found["primitive_normals"]).max() < 1e-6


def test_an_empty_scene() -> None:
    scene, rays = RaycastingScene(), np.ones((2, 3, 6), np.float32)
    assert (scene.cast_rays(rays)["t_hit"] == np.inf).all() and not scene.test_occlusions(rays).any()
    assert scene.list_intersections(rays)["ray_splits"].tolist() == [0] * 7
    found = scene.compute_closest_points(rays[..., :3])
    assert not found["points"].any() and (found["geometry_ids"] == INVALID_ID).all()
    assert (scene.compute_distance(rays[..., :3]) == np.inf).all()
    assert scene.cast_rays(np.zeros((0, 6), np.float32))["primitive_uvs"].shape == (0, 2)
    assert scene.INVALID_ID == RaycastingScene.INVALID_ID == 4294967295


def test_results_answer_numpy_as_tensors_do() -> None:
    scene = RaycastingScene()
    scene.add_triangles(*floats(exact.box()))
    t = scene.cast_rays([[0, 0, 5, 0, 0, -1]])["t_hit"]
    assert type(t.numpy()) is np.ndarray and t.cpu().numpy().tolist() == [4]


def test_meshes_of_several_kinds() -> None:
    class Legacy:
        vertices, triangles = exact.box().vertices.tolist(), exact.box().faces.tolist()

    class Modern:
        vertex, triangle = {"positions": floats(exact.box())[0]}, {"indices": exact.box().faces.astype(np.int64)}

    rays = [[0.25, 0.5, 5, 0, 0, -1]]
    want = RaycastingScene()
    want.add_triangles(*floats(exact.box()))
    for mesh in (Legacy(), Modern(), exact.box()):
        for scene in (RaycastingScene(), RaycastingScene(nthreads=1)):
            assert scene.add_triangles(mesh) == 0 and scene.add_triangles(mesh=mesh) == 1
            assert scene.cast_rays(rays)["primitive_ids"] == want.cast_rays(rays)["primitive_ids"]
    with pytest.raises(ValueError, match="is no mesh"):
        RaycastingScene().add_triangles(3)


def test_wrong_input_says_what_is_wrong() -> None:
    scene = RaycastingScene()
    with pytest.raises(ValueError, match=r"rays has shape \(2, 5\): expected \(..., 6\)"):
        scene.cast_rays(np.zeros((2, 5)))
    with pytest.raises(ValueError, match=r"query_points has shape \(2, 5\)"):
        scene.compute_distance(np.zeros((2, 5)))
    with pytest.raises(ValueError, match="the number 8, and there are 8 vertices"):
        scene.add_triangles(exact.box().vertices, [[0, 1, 8]])
    with pytest.raises(ValueError, match="triangle_indices has the number -1"):
        scene.add_triangles(exact.box().vertices, [[0, 1, -1]])
    with pytest.raises(ValueError, match="create_rays_pinhole takes"):
        RaycastingScene.create_rays_pinhole(60, [0, 0, 0])
    with pytest.raises(ValueError, match="make no camera"):
        RaycastingScene.create_rays_pinhole(60, [0, 0, 1], [0, 0, 0], [0, 0, 1], 4, 3)


def test_the_example_of_open3d() -> None:
    # The documented one, on a box from 0 to 1: all rays through the middle of the picture hit, those beside miss.
    scene = RaycastingScene()
    scene.add_triangles(*floats(exact.box((0, 0, 0), (1, 1, 1))))
    rays = scene.create_rays_pinhole(fov_deg=60, center=[0.5, 0.5, 0.5], eye=[-1, -1, -1], up=[0, 0, 1], width_px=320,
                                     height_px=240)
    assert rays.shape == (240, 320, 6) and rays.dtype == np.float32
    t = scene.cast_rays(rays)["t_hit"].numpy()
    assert t.shape == (240, 320) and np.isfinite(t[100:140, 140:180]).all() and np.isinf(t[:, :10]).all()
    assert np.isclose(t.min(), np.sqrt(3), rtol=0.01)


# ---- With Open3D ---------------------------------------------------------------------------------------------------


def open3d() -> Any:
    try:
        import open3d
    except (ImportError, OSError) as error:  # it needs libraries that not every machine has
        pytest.skip(f"no Open3D: {error}")
    return open3d


def both(o3d: Any, *meshes: exact.Mesh) -> Tuple[RaycastingScene, Any]:
    ours, theirs = RaycastingScene(), o3d.t.geometry.RaycastingScene()
    for mesh in meshes:
        v, f = (o3d.core.Tensor(x) for x in floats(mesh))
        assert ours.add_triangles(v, f) == theirs.add_triangles(v, f)
    return ours, theirs


def test_same_shapes_types_and_answers_as_open3d(rng: np.random.Generator) -> None:
    o3d = open3d()
    ours, theirs = both(o3d, exact.ring(30), exact.sphere(3, 0.75))
    rays = rng.normal(size=(40, 50, 6)).astype(np.float32) * 2
    points = rays[..., :3].copy()
    for name, arguments in (("cast_rays", (rays,)), ("list_intersections", (rays,)), ("count_intersections", (rays,)),
                            ("test_occlusions", (rays, 0.5, 2.0)), ("compute_closest_points", (points,)),
                            ("compute_distance", (points,))):
        a, b = getattr(ours, name)(*arguments), getattr(theirs, name)(*arguments)
        a, b = (a, b) if isinstance(a, dict) else ({name: a}, {name: b})
        assert set(a) == set(b), name
        for key in a:
            assert (a[key].shape, a[key].dtype) == (b[key].numpy().shape, b[key].numpy().dtype), (name, key)
            # Open3D lists hits in the order of its tree, and of triangles at one distance tells any.
            if name in ("list_intersections", "compute_closest_points"):
                continue
            x, y = a[key].numpy().astype(float), b[key].numpy().astype(float)
            assert np.allclose(x, y, rtol=1e-4, atol=1e-4), (name, key)


def test_same_rays_of_cameras_as_open3d() -> None:
    o3d = open3d()
    theirs = o3d.t.geometry.RaycastingScene.create_rays_pinhole
    a = (60, [0.5, 0.5, 0.5], [-1, -1, -1], [0, 0, 1], 32, 24)
    b = (np.array([[200, 3, 16.0], [0, 210, 10], [0, 0, 1]]),
         np.array([[0, 1.0, 0, 2], [0, 0, 1, 3], [1, 0, 0, 4], [0, 0, 0, 1]]), 32, 24)
    for arguments in (a, b):
        want = theirs(*[o3d.core.Tensor(x) if isinstance(x, np.ndarray) else x for x in arguments]).numpy()
        assert np.abs(RaycastingScene.create_rays_pinhole(*arguments).numpy() - want).max() < 1e-5


def test_where_open3d_differs_fractions_agree_with_us(rng: np.random.Generator) -> None:
    o3d = open3d()
    mesh = exact.sphere(2)
    ours, theirs = both(o3d, mesh)
    origins, directions = exact.rays_through(mesh, rng, 2000)
    rays = np.concatenate([origins, directions], axis=1)
    a, b = ours.count_intersections(rays).numpy(), theirs.count_intersections(rays).numpy()
    v = mesh.vertices.astype(np.float32)
    differing = np.flatnonzero(a != b)
    for i in differing[:100]:
        assert a[i] == len(exact.hits(v, mesh.faces, origins[i], directions[i], unique=True))
    # Rays from the centre through corners leave a closed mesh once.
    centre = (origins == 0).all(axis=1)
    assert (a[centre] == 1).all()

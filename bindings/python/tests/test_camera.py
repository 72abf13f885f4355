"""Cameras: each ray, pixel and distance is that of the C library, bit by bit; conventions agree with each other."""
from __future__ import annotations

import copy
import ctypes
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hitscan
from hitscan import Camera
from hitscan import _declarations as c
from hitscan._library import lib


def perspective(fov_y, aspect, near, far):
    """OpenGL's, for column vectors."""
    f = 1 / np.tan(np.radians(fov_y) / 2)
    m = np.zeros((4, 4))
    m[0, 0], m[1, 1] = f / aspect, f
    m[2, 2], m[2, 3] = (far + near) / (near - far), 2 * far * near / (near - far)
    m[3, 2] = -1
    return m


def look_at(eye, target, up):
    """OpenGL's view matrix, for column vectors."""
    f = np.subtract(target, eye) / np.linalg.norm(np.subtract(target, eye))
    s = np.cross(f, up)
    s /= np.linalg.norm(s)
    m = np.eye(4)
    m[0, :3], m[1, :3], m[2, :3] = s, np.cross(s, f), -f
    m[:3, 3] = -m[:3, :3] @ eye
    return m


def random_camera(rng):
    size = tuple(rng.integers(1, 40, 2))
    eye = rng.normal(size=3) * 10.0 ** rng.integers(-1, 8)
    screen = {"corner": rng.integers(0, 50, 2), "y_up": bool(rng.integers(2)), "centers": bool(rng.integers(2)),
              "pixel_ratio": rng.choice([1.0, 2.0, 1.5])}
    near = 10.0 ** rng.uniform(-3, 1)
    far = rng.choice([np.inf, near * 100])
    kind = rng.integers(4)
    target, up = eye + rng.normal(size=3), rng.normal(size=3)
    if kind == 0:
        return Camera.look_at(eye, target, up, fov_y=rng.uniform(1, 170), size=size, near=near, far=far, **screen)
    if kind == 1:
        return Camera.orthographic(eye, target, up, height=10.0 ** rng.uniform(-2, 3), size=size, near=-near, far=far,
                                   **screen)
    if kind == 2:
        projection = perspective(rng.uniform(5, 120), 1.3, near, 100 * near)
        projection[0, 1:3] = rng.normal(size=2) * 0.2  # sheared, and off the middle
        return Camera.from_matrices(look_at(eye, target, up), projection, size, **screen)
    k = np.array([[rng.uniform(5, 50), rng.normal(), rng.uniform(0, 40)], [0, rng.uniform(5, 50), 9.0], [0, 0, 1]])
    return Camera.from_intrinsics(k, size, np.linalg.inv(look_at(eye, target, up)), near=near, far=far)


def ray_of(camera, x, y):
    ray = lib.hit_camera_ray(ctypes.byref(camera._camera), x, y)
    return (np.array([ray.origin.x, ray.origin.y, ray.origin.z]),
            np.array([ray.direction.x, ray.direction.y, ray.direction.z], np.float32), np.float32(ray.t_max))


@pytest.mark.parametrize("seed", range(60))
def test_rays_have_the_bits_of_the_c_library(seed):
    rng = np.random.default_rng(seed)
    camera = random_camera(rng)
    origins, directions = camera.rays()
    reach = camera.reach()
    xs, ys = camera.pixels()
    assert origins.shape == directions.shape == camera.shape + (3,) and reach.shape == camera.shape
    assert origins.dtype == np.float64 and directions.dtype == np.float32
    for row, y in enumerate(ys):
        for column, x in enumerate(xs):
            origin, direction, end = ray_of(camera, x, y)
            assert origins[row, column].tobytes() == origin.tobytes()
            assert directions[row, column].tobytes() == direction.tobytes()
            assert reach[row, column].tobytes() == end.tobytes()


@pytest.mark.parametrize("seed", range(40))
def test_points_have_the_bits_of_the_c_library(seed):
    rng = np.random.default_rng(seed)
    camera = random_camera(rng)
    points = camera.eye + rng.normal(size=(50, 3)) * 10.0 ** rng.integers(-2, 4, (50, 1))
    points[0], points[1, 0], points[2, 1] = camera.eye, np.nan, np.inf
    pixels, depths = camera.project(points.reshape(5, 10, 3))
    assert pixels.shape == (5, 10, 2) and depths.shape == (5, 10)
    distances = camera.distance(points)
    for i, point in enumerate(points):
        pixel, depth = (ctypes.c_double * 2)(np.nan, np.nan), ctypes.c_double(np.nan)
        seen = lib.hit_camera_project(ctypes.byref(camera._camera), c.hit_dvec3(*point), pixel, ctypes.byref(depth))
        assert np.isfinite(pixels.reshape(-1, 2)[i, 0]) == seen
        assert np.array_equal(pixels.reshape(-1, 2)[i], np.array(pixel), equal_nan=True)
        assert np.array_equal(depths.reshape(-1)[i], depth.value, equal_nan=True)
        assert np.array_equal(distances[i], lib.hit_camera_distance(ctypes.byref(camera._camera),
                                                                    c.hit_dvec3(*point)), equal_nan=True)
    for depth in (-5.0, 0.0, 1e-3, 7.0, np.nan, np.inf):
        assert camera.pixel_size(depth) == lib.hit_camera_pixel_size(ctypes.byref(camera._camera), depth)


def test_a_point_that_is_not_finite_has_no_ray():
    camera = Camera.look_at((0, 0, 5), (0, 0, 0), size=(4, 3))
    origins, directions = camera.ray([np.nan, np.inf, 1.0], [1.0, 1.0, 1.0])
    assert not directions[:2].any() and not origins[:2].any() and directions[2].any()


def test_a_ray_goes_through_the_point_it_was_asked_for():
    camera = Camera.look_at((3, 2, 9), (0, 0, 0), fov_y=50, size=(320, 200))
    x, y = np.meshgrid(np.linspace(0, 320, 9), np.linspace(0, 200, 7))
    origins, directions = camera.ray(x, y)
    pixels, _ = camera.project(origins + 7.0 * directions)
    assert np.allclose(pixels[..., 0], x, atol=1e-3) and np.allclose(pixels[..., 1], y, atol=1e-3)


def test_opengl_vulkan_and_direct3d_agree_on_one_camera():
    eye, target, up = (4.0, 3.0, 8.0), (1.0, 0.5, 0.0), (0.1, 1.0, 0.0)
    view, projection = look_at(eye, target, up), perspective(47, 1.6, 0.1, 100)
    zero_to_one = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0.5, 0.5], [0, 0, 0, 1]]) @ projection
    flipped = np.diag([1.0, -1, 1, 1]) @ zero_to_one
    plain = Camera.look_at(eye, target, up, fov_y=47, size=(160, 100), near=0.1, far=100)
    cameras = [Camera.from_matrices(view, projection, (160, 100)),
               Camera.from_matrices(None, projection @ view, (160, 100), "opengl"),
               Camera.from_matrices(view, flipped, (160, 100), "vulkan"),
               Camera.from_matrices(view.T, zero_to_one.T, (160, 100), "direct3d"),
               Camera.from_matrices(view.T, projection.T, (160, 100), "opengl", row_vectors=True),
               Camera.from_matrices(view.T.reshape(16), projection.T.reshape(16), (160, 100)),
               Camera.from_matrices(view, zero_to_one, (160, 100), depth="zero_to_one")]
    for camera in cameras:
        for mine, other in zip(camera.rays(), plain.rays()):
            assert np.allclose(mine, other, atol=1e-5)
        assert np.allclose(camera.reach(), plain.reach(), rtol=1e-4)


def test_reversed_depth():
    view, far, near = look_at((0, 0, 5), (0, 0, 0), (0, 1, 0)), 50.0, 0.5
    f = 1 / np.tan(np.radians(60) / 2)
    reverse = np.array([[f, 0, 0, 0], [0, f, 0, 0], [0, 0, near / (far - near), far * near / (far - near)],
                        [0, 0, -1, 0]])
    camera = Camera.from_matrices(view, reverse, (64, 64), depth="one_to_zero")
    plain = Camera.look_at((0, 0, 5), (0, 0, 0), size=(64, 64), near=near, far=far)
    assert np.allclose(camera.rays()[1], plain.rays()[1], atol=1e-6)
    assert np.allclose(camera.reach(), plain.reach(), rtol=1e-4)
    with pytest.raises(hitscan.ArgumentError, match="one_to_zero"):
        Camera.from_matrices(view, reverse, (64, 64), "vulkan")


@settings(derandomize=True, max_examples=60, deadline=None)
@given(st.floats(50, 2000), st.floats(50, 2000), st.floats(-100, 900), st.floats(-100, 900), st.floats(-20, 20),
       st.booleans(), st.booleans())
def test_intrinsics_project_as_opencv_does(fx, fy, cx, cy, skew, centers, by_extrinsic):
    k = np.array([[fx, skew, cx], [0, fy, cy], [0, 0, 1]])
    extrinsic = np.diag([1.0, -1, -1, 1]) @ look_at((1, -2, 3), (0, 0, 0), (0, 0, 1))
    options = {"extrinsic": extrinsic} if by_extrinsic else {"pose": np.linalg.inv(extrinsic)}
    camera = Camera.from_intrinsics(k, (640, 480), centers=centers, **options)
    points = np.array([[0, 0, 0], [0.3, -0.1, 0.2], [-0.4, 0.5, 0.1]])
    seen = (extrinsic @ np.c_[points, np.ones(3)].T)[:3]
    expected = (k @ seen)[:2] / seen[2]
    pixels, depth = camera.project(points)
    assert np.allclose(pixels, expected.T, atol=1e-6 * max(fx, fy))
    assert np.allclose(depth + 0.01, seen[2])
    # The ray of the pixel in row 5 and column 7: of its centre.
    shift = 0.0 if centers else 0.5
    own = np.linalg.inv(k) @ (7 + shift, 5 + shift, 1)
    direction = np.linalg.inv(extrinsic)[:3, :3] @ own
    assert np.allclose(camera.rays()[1][5, 7], direction, atol=1e-5 * np.abs(direction).max())


def test_a_pose_far_away_is_kept():
    far = np.array([1e7 + 0.125, -2e7, 3e6 + 0.5])
    pose = np.eye(4)
    pose[:3, 3] = far
    camera = Camera.from_intrinsics([[500, 0, 320], [0, 500, 240], [0, 0, 1]], (640, 480), pose)
    assert np.array_equal(camera.eye, far)


def test_resized_looks_at_the_same():
    camera = Camera.look_at((3, 2, 9), (0, 0, 0), size=(320, 200), corner=(10, 20), pixel_ratio=2)
    small = camera.resized((160, 100))
    assert small.shape == (100, 160)
    # Four pixels meet where a larger one has its middle.
    fine = camera.rays()[1].astype(np.float64).reshape(100, 2, 160, 2, 3).mean(axis=(1, 3))
    assert np.allclose(small.rays()[1], fine, atol=1e-5)
    assert camera.resized((320, 200)).size == camera.size


def test_around_sees_all_of_a_box():
    bounds = np.array([[-1.0, 2, -3], [4, 5, 6]])
    corners = np.array([[bounds[i, 0], bounds[j, 1], bounds[k, 2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    for size in ((100, 40), (40, 100)):
        pixels, depth = Camera.around(bounds, size=size).project(corners)
        assert np.all(depth >= 0) and np.all(pixels >= 0) and np.all(pixels <= size)


def test_cameras_are_values():
    camera = Camera.look_at((3, 2, 9), (0, 0, 0))
    other = Camera.look_at((3, 2, 9.5), (0, 0, 0))
    for same in (pickle.loads(pickle.dumps(camera)), copy.copy(camera), copy.deepcopy(camera)):
        assert same == camera and hash(same) == hash(camera)
        assert np.array_equal(same.rays()[0], camera.rays()[0])
    assert camera != other and camera != "camera"
    assert "perspective" in repr(camera)


@pytest.mark.parametrize("wrong, text", [
    (lambda: Camera(), "look_at"),
    (lambda: Camera.look_at((0, 0), (0, 0, 1)), r"eye has shape \(2,\): expected \(3,\)"),
    (lambda: Camera.look_at((0, 0, 0), (0, 0, 0)), "two points"),
    (lambda: Camera.look_at((0, 0, 0), (0, 5, 0)), "up"),
    (lambda: Camera.look_at((0, 0, np.nan), (0, 5, 0)), "two points"),
    (lambda: Camera.look_at((0, 0, 0), (0, 0, 1), fov_y=180), "fov_y"),
    (lambda: Camera.look_at((0, 0, 0), (0, 0, 1), near=0), "near"),
    (lambda: Camera.look_at((0, 0, 0), (0, 0, 1), size=(0, 5)), "size"),
    (lambda: Camera.orthographic((0, 0, 0), (0, 0, 1), height=0), "height"),
    (lambda: Camera.from_matrices(None, np.zeros((4, 4)), (5, 5)), "singular"),
    (lambda: Camera.from_matrices(None, np.eye(3), (5, 5)), r"projection has shape \(3, 3\)"),
    (lambda: Camera.from_matrices(None, np.eye(4), (5, 5), "metal"), "convention"),
    (lambda: Camera.from_intrinsics(np.eye(4), (5, 5)), "K has shape"),
    (lambda: Camera.from_intrinsics(np.zeros((3, 3)), (5, 5)), "intrinsics"),
    (lambda: Camera.from_intrinsics(np.eye(3), (5, 5), np.zeros((4, 4))), "singular"),
    (lambda: Camera.around([[np.inf] * 3, [-np.inf] * 3]), "nothing to look at"),
    (lambda: Camera.look_at((0, 0, 5), (0, 0, 0)).ray([1, 2], [1, 2, 3]), "go together"),
])
def test_what_is_no_camera_is_refused(wrong, text):
    with pytest.raises((hitscan.ArgumentError, TypeError), match=text):
        wrong()

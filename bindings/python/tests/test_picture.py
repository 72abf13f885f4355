"""Pictures: what each pixel shows, and the files that they make."""
from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest

import hitscan
from hitscan import Camera, Model, Picture, Scene, Tree, render


@pytest.fixture
def scene():
    s = Scene()
    s.add_sphere((0, 0, 0), 1, at=(0, 0, 0))
    s.add_box((-0.5, -0.5, -0.5), (0.5, 0.5, 0.5), at=(2, 0, 0))
    return s


@pytest.fixture
def camera():
    return Camera.look_at((0, 0, 10), (0, 0, 0), fov_y=40, size=(60, 40), near=0.5)


def unpack(png):
    """Read our own kind of PNG: no filters."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, color = struct.unpack(">IIBB", png[16:26])
    at, data = 8, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        content = png[at + 8:at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + content)
        data += content if kind == b"IDAT" else b""
        at += 12 + length
    channels = {0: 1, 2: 3, 6: 4}[color]
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + width * channels)
    assert depth == 8 and not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, channels)


def test_modes_are_what_the_rays_meet(scene, camera):
    origins, directions = camera.rays()
    hits = scene.cast(origins, directions)
    pictures = {mode: scene.render(camera, mode=mode) for mode in
                ("depth", "distance", "normal", "id", "primitive", "uv")}
    assert np.array_equal(pictures["id"], hits.id) and np.array_equal(pictures["normal"], hits.normal)
    assert np.array_equal(pictures["primitive"], hits.primitive) and np.array_equal(pictures["uv"], hits.uv)
    seen = hits.hit
    assert 0 < seen.sum() < seen.size
    # Depths are along the axis, which is z here, from the eye; distances in a straight line.
    assert np.allclose(pictures["depth"][seen], 10 - hits.point[seen][:, 2], atol=1e-5)
    assert np.allclose(pictures["distance"][seen], np.linalg.norm(hits.point[seen] - (0, 0, 10), axis=1), atol=1e-5)
    assert np.isinf(pictures["depth"][~seen]).all() and np.isinf(pictures["distance"][~seen]).all()
    assert pictures["depth"].dtype == pictures["distance"].dtype == np.float32


def test_depths_of_an_orthographic_camera_begin_at_its_near_plane(scene):
    camera = Camera.orthographic((0, 0, 10), (0, 0, 0), height=4, size=(21, 21), near=2)
    assert scene.render(camera, mode="depth")[10, 10] == 7
    assert scene.render(camera, mode="distance")[10, 10] == 7


def test_a_shaded_picture(scene, camera):
    picture = scene.render(camera)
    assert picture.shape == (40, 60, 3) and picture.dtype == np.uint8 and isinstance(picture, Picture)
    assert picture[0, 0].tolist() == [255, 255, 255]
    middle = picture[20, 30].astype(int)
    assert np.all(middle > 60) and np.all(middle < 250)
    # Light comes from above the left shoulder.
    assert picture[17, 28].sum() > picture[23, 33].sum()
    dark = scene.render(camera, background=(0, 0, 0), color=(1, 0, 0), samples=1)
    assert dark[0, 0].tolist() == [0, 0, 0] and dark[20, 30, 0] > 100 and not dark[20, 30, 1:].any()
    colors = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    by_id = scene.render(camera, color=lambda hits: colors[hits.id.astype(int)], samples=1)
    assert by_id[20, 30, 0] > 100 and by_id[20, 30, 1] == 0


def test_edges_are_smooth_with_samples(scene, camera):
    hard, soft = (scene.render(camera, samples=n, light=(0, 0, -1)).astype(int) for n in (1, 4))
    assert len(np.unique(hard[:, :, 0])) < len(np.unique(soft[:, :, 0]))


def test_size_and_camera_may_be_left_out(scene, camera):
    assert scene.render().shape == (480, 640, 3)
    assert scene.render(size=(32, 20)).shape == (20, 32, 3)
    small = scene.render(camera, (30, 20), mode="id")
    assert small.shape == (20, 30) and set(np.unique(small)) == {0, 1, 2}


def test_trees_and_models_can_be_drawn():
    vertices, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)]
    camera = Camera.look_at((0.3, 0.3, 5), (0.3, 0.3, 0), size=(20, 20))
    tree = Tree(vertices, faces)
    model = Model.read(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "obj")
    for mode in ("depth", "normal", "id", "primitive", "uv", "shaded", "distance"):
        a, b = render(tree, camera, mode=mode), render(model, camera, mode=mode)
        assert np.allclose(a.astype(float), b.astype(float), atol=1e-5) and a.dtype == b.dtype


def test_png_files(tmp_path, scene, camera):
    picture = scene.render(camera)
    assert np.array_equal(unpack(picture._repr_png_()), picture)
    picture.save(tmp_path / "a.png")
    assert np.array_equal(unpack((tmp_path / "a.png").read_bytes()), picture)
    for mode in ("depth", "distance", "normal", "id", "primitive"):
        shown = unpack(scene.render(camera, mode=mode)._repr_png_())
        assert shown.shape[:2] == (40, 60) and len(np.unique(shown)) > 1 and not shown[0, 0].any()
    near, far = unpack(scene.render(camera, mode="depth").to_png())[20, [30, 41], 0]
    assert near > far > 0  # what is near is bright
    assert unpack((scene.render(camera, mode="id") > 0).to_png())[20, 30] == 255
    with pytest.raises(hitscan.ArgumentError, match="ends in .png"):
        picture.save(tmp_path / "a.jpg")


def test_what_is_no_picture_any_more_shows_nothing(scene, camera):
    picture = scene.render(camera)
    assert picture[0, 0]._repr_png_() is None and picture.sum(axis=(0, 1))._repr_png_() is None
    assert np.zeros((0, 5), np.float32).view(Picture)._repr_png_() is None
    assert np.full((4, 4), np.nan).view(Picture)._repr_png_() is not None
    assert np.zeros((4, 4, 4), np.uint8).view(Picture)._repr_png_() is not None
    assert np.zeros((4, 4, 2), np.int32).view(Picture)._repr_png_() is None


def test_bands_of_rows_make_one_picture(monkeypatch, scene, camera):
    import hitscan.picture as module
    whole = scene.render(camera, mode="depth")
    monkeypatch.setattr(module, "_PIXELS_AT_ONCE", 130)
    done = []
    assert np.array_equal(scene.render(camera, mode="depth", progress=lambda at, all_: done.append(at)), whole)
    assert done[-1] == 40 and len(done) == 20


def test_filters_reach_the_rays(scene, camera):
    assert set(np.unique(scene.render(camera, mode="id", accept=lambda id_: id_ == 2))) == {0, 2}


@pytest.mark.parametrize("options, text", [
    ({"mode": "sepia"}, "mode is 'sepia'"), ({"camera": 5}, "camera is a int"), ({"samples": 0}, "samples is 0"),
    ({"color": (2, 0, 0)}, "color is"), ({"background": (0, 0)}, "background has shape"),
    ({"light": (0, 0, 0)}, "light"), ({"size": (0, 5)}, "size"),
])
def test_what_makes_no_picture_is_refused(options, text, scene):
    with pytest.raises(hitscan.ArgumentError, match=text):
        scene.render(**options)
    with pytest.raises(hitscan.ArgumentError):
        render("scene")
    with pytest.raises(hitscan.ArgumentError, match="nothing to look at"):
        Scene().render()

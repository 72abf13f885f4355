"""Lidar: the beams and the points of the command, bit by bit; and what the arrays say."""
from __future__ import annotations

import os
import subprocess

import numpy as np
import pytest

import hitscan
from hitscan import Model, Scene, Sensor, Tree, lidar
from hitscan._library import NATIVE
from hitscan._portable_math import atan2_degrees, noise, sincos_degrees


def command():
    """The command that was built beside the library."""
    places = [os.environ.get("HITSCAN_TOOL"), os.path.join(NATIVE, "hitscan"),
              os.path.join(os.path.dirname(os.environ.get("HITSCAN_LIBRARY", "")), "hitscan")]
    for path in places:
        if path and os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    pytest.skip("the command was not built: set HITSCAN_TOOL")


def room():
    """An OBJ file: a large box around a small one, each a part of its own."""
    lines, first = [], 1
    for name, size in (("room", (20, 15, 6)), ("table", (1, 2, 0.7))):
        lines.append(f"o {name}")
        for i in range(8):
            lines.append("v " + " ".join(str((1 if i >> k & 1 else -1) * size[k] / 2 + (0.1 * k)) for k in range(3)))
        for a, b, c, d in ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)):
            lines.append(f"f {a + first} {b + first} {c + first} {d + first}")
        first += 8
    return "\n".join(lines).encode() + b"\n"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("lidar") / "room.obj"
    path.write_bytes(room())
    return path


CASES = {
    "stands still": (["--path", "3,2,1.5"], {"poses": (3, 2, 1.5)}),
    "two turns, turned on its mount": (["--path", "3,2,1.5", "--turns", "2", "--yaw", "33.3"],
                                       {"poses": (3, 2, 1.5), "turns": 2, "yaw": 33.3}),
    "moves on": (["--path", "3,2,1.5/3,2,1.9/-4,1,1.5/-4,5,1.2", "--sensor", "os1-64/columns=300", "--speed", "7"],
                 {"poses": [(3, 2, 1.5), (3, 2, 1.9), (-4, 1, 1.5), (-4, 5, 1.2)], "sensor": "os1-64/columns=300",
                  "speed": 7}),
    "other beams": (["--path", "3,2,1.5", "--sensor", "beams=5/fov=-40,-10/range=1,4/rate=7/step=0.37"],
                    {"poses": (3, 2, 1.5), "sensor": Sensor(5, (-40, -10), (1, 4), 7, 0.37)}),
    "one beam": (["--path", "3,2,1.5", "--sensor", "hdl32/beams=1", "--duration", "0.05"],
                 {"poses": (3, 2, 1.5), "sensor": "hdl32/beams=1", "duration": 0.05}),
    "noise": (["--path", "3,2,1.5", "--noise", "0.03", "--seed", "77"],
              {"poses": (3, 2, 1.5), "noise_sigma": 0.03, "seed": 77}),
    "oblique ones left out": (["--path", "3,2,1.5", "--max-incidence", "40"],
                              {"poses": (3, 2, 1.5), "max_incidence": 40}),
    "in the sensor's frame": (["--path", "3,2,1.5/4,4,1.5", "--frame", "sensor", "--noise", "0.1"],
                              {"poses": [(3, 2, 1.5), (4, 4, 1.5)], "frame": "sensor", "noise_sigma": 0.1}),
    "y up": (["--path", "3,2,1.5/4,2,4", "--up", "y"], {"poses": [(3, 2, 1.5), (4, 2, 4)], "up": "y"}),
    "as the file says": (["--path", "3,2,1.5/4,2,4", "--up", "auto"], {"poses": [(3, 2, 1.5), (4, 2, 4)], "up": None}),
    "x up": (["--path", "3,2,1.5/4,2,4", "--up", "x"], {"poses": [(3, 2, 1.5), (4, 2, 4)], "up": "x"}),
    "-x up": (["--path", "3,2,1.5/4,2,4", "--up", "-x"], {"poses": [(3, 2, 1.5), (4, 2, 4)], "up": "-x"}),
    "-y up": (["--path", "3,2,1.5/4,2,4", "--up", "-y"], {"poses": [(3, 2, 1.5), (4, 2, 4)], "up": "-y"}),
    "-z up": (["--path", "3,2,1.5/4,2,4", "--up", "-z", "--frame", "sensor"],
              {"poses": [(3, 2, 1.5), (4, 2, 4)], "up": "-z", "frame": "sensor"}),
    "y up in the sensor's frame": (["--path", "3,2,1.5/4,2,4", "--up", "y", "--frame", "sensor"],
                                   {"poses": [(3, 2, 1.5), (4, 2, 4)], "up": "y", "frame": "sensor"}),
}


@pytest.mark.parametrize("name", CASES)
def test_points_have_the_bits_of_the_command(name, file, tmp_path):
    words, options = CASES[name]
    if "--up" not in words:
        words, options = [*words, "--up", "z"], {**options, "up": "z"}
    out = tmp_path / "cloud.npy"
    subprocess.run([command(), "lidar", str(file), *words, "-o", str(out), "--quiet"], check=True)
    theirs, model = np.load(out), hitscan.load(file)
    scan = lidar(model, **options)
    ours = scan.records(model.face_of[scan.primitive])
    assert len(theirs) > 100 and theirs.dtype == ours.dtype
    for field in theirs.dtype.names:
        assert np.array_equal(theirs[field], ours[field]), field


def test_poses_with_times_and_yaws_as_the_command_reads_them(file, tmp_path):
    for rows in ([(5, 3, 2, 1.5), (5.05, 3, 2, 1.7), (5.3, 0, 2, 1.5)],
                 [(5, 3, 2, 1.5, 350), (5.1, 3, 2, 1.7, 10), (5.25, 0, 2, 1.5, 95)]):
        (tmp_path / "path.csv").write_text("\n".join(",".join(map(str, row)) for row in rows) + "\n")
        out = tmp_path / "cloud.npy"
        subprocess.run([command(), "lidar", str(file), "--path", str(tmp_path / "path.csv"), "--up", "z",
                        "-o", str(out), "--quiet"], check=True)
        theirs, model = np.load(out), hitscan.load(file)
        scan = lidar(model, rows, up="z")
        assert np.array_equal(theirs, scan.records(model.face_of[scan.primitive]))


def test_scenes_trees_and_models_agree():
    model = Model.read(room(), "obj")
    by_model, by_tree, by_scene = (lidar(target, (3, 2, 1.5), noise_sigma=0.01, up="z")
                                   for target in (model, model.tree(), model.scene()))
    assert len(by_model.time) == len(by_tree.time) == len(by_scene.time) > 1000
    for other in (by_tree, by_scene):
        assert np.allclose(by_model.points, other.points, atol=1e-5)
        assert np.array_equal(by_model.ring, other.ring) and np.array_equal(by_model.ray, other.ray)
        assert np.allclose(by_model.normal, other.normal)
        assert np.allclose(by_model.incidence, other.incidence, atol=1e-3)
    assert np.array_equal(by_model.id, by_scene.id) and set(by_tree.id.tolist()) == {1}
    assert set(by_model.id.tolist()) == {1, 2}


def test_arrays_go_together():
    scene = Scene()
    scene.add_sphere((0, 0, 0), 0.5, at=(1e6 + 5, 0, 0), user="ball")
    scan = lidar(scene, (1e6, 0, 0), "os1-64", turns=2)
    assert scan.rays == 2 * 64 * 1024 and 0 < len(scan.time) < scan.rays
    assert np.allclose(np.linalg.norm(scan.points - (1e6 + 5, 0, 0), axis=1), 0.5, atol=1e-6)
    assert np.allclose(np.linalg.norm(scan.points - (1e6, 0, 0), axis=1), scan.range, atol=1e-5)
    assert np.array_equal(scan.ray % 64, scan.ring) and np.all(np.diff(scan.time) >= 0)
    assert np.allclose(scan.azimuth, (scan.ray // 64 * 360 / 1024) % 360, atol=1e-3)
    assert set(scan.id.tolist()) == {1} and scan.incidence.max() <= 90
    assert np.allclose(np.linalg.norm(scan.normal, axis=1), 1)


def test_nothing_in_sight_is_no_points():
    scan = lidar(Scene(), (0, 0, 0), turns=0.1)
    assert len(scan.time) == 0 and scan.points.shape == (0, 3) and len(scan.records()) == 0


def test_chunks_make_one_scan(monkeypatch):
    import hitscan.scanner as module
    tree, done = Model.read(room(), "obj").tree(), []
    whole = lidar(tree, [(3, 2, 1.5), (-3, 2, 1.5)], noise_sigma=0.1)
    monkeypatch.setattr(module, "_RAYS_AT_ONCE", 1000)
    parts = lidar(tree, [(3, 2, 1.5), (-3, 2, 1.5)], noise_sigma=0.1, progress=lambda at, all_: done.append(at))
    assert len(done) > 10
    for a, b in zip(whole[:-1], parts[:-1]):
        assert np.array_equal(a, b)


@pytest.mark.parametrize("options, text", [
    ({"sensor": "vlp17"}, "vlp17"), ({"sensor": "beams=0"}, "beams is 0"), ({"sensor": "fov=5"}, "wants 2"),
    ({"sensor": "color=5"}, "no field 'color'"), ({"sensor": 5}, "sensor is a int"),
    ({"sensor": Sensor(range=(5, 1))}, "range is"), ({"sensor": "columns=0"}, "step is"),
    ({"poses": (1, 2)}, r"poses has shape \(1, 2\)"), ({"poses": (np.nan, 0, 0)}, "not finite"),
    ({"poses": [(0, 0, 0, 0), (0, 1, 1, 1)]}, "later"), ({"poses": np.zeros((0, 3))}, "poses has shape"),
    ({"turns": 1, "duration": 1}, "both given"), ({"turns": 0}, "turns is 0"), ({"speed": 0}, "speed is 0"),
    ({"frame": "moon"}, "frame is 'moon'"), ({"up": "w"}, "up is 'w'"), ({"max_incidence": 100}, "max_incidence"),
    ({"duration": 1e12}, "firings"),
])
def test_what_makes_no_scan_is_refused(options, text):
    with pytest.raises(hitscan.ArgumentError, match=text):
        lidar(Scene(), **options)
    with pytest.raises(hitscan.ArgumentError, match="target is a str"):
        lidar("scene")


def test_the_mathematics():
    angles = np.concatenate([np.arange(-720, 721, 7.5), np.random.default_rng(1).uniform(-1e4, 1e4, 1000)])
    sine, cosine = sincos_degrees(angles)
    assert np.allclose(sine, np.sin(np.radians(angles)), atol=1e-10)
    assert np.allclose(cosine, np.cos(np.radians(angles)), atol=1e-10)
    y, x = np.random.default_rng(2).normal(size=(2, 1000))
    assert np.allclose(atan2_degrees(y, x), np.degrees(np.arctan2(y, x)), atol=1e-12)
    assert atan2_degrees(np.zeros(1), np.zeros(1))[0] == 0
    sample = noise(1, np.arange(100000))
    assert abs(sample.mean()) < 0.02 and abs(sample.std() - 1) < 0.02
    assert not np.array_equal(sample, noise(2, np.arange(100000)))


def test_beams_of_a_tree_far_from_zero_begin_where_floats_are():
    tree = Tree([(100, -100, -100), (100, 100, -100), (100, 0, 100)], [(0, 1, 2)])
    scan = lidar(tree, (0.1, 0.2, 0.3), "vlp16/range=0.5,200", turns=1)
    assert np.allclose(scan.points[:, 0], 100, atol=1e-4)

"""Models: arrays of what a file has, and scenes and trees of it."""
from __future__ import annotations

import gc
import gzip
import json
import os
import pickle
import struct

import numpy as np
import pytest

import hitscan
from hitscan import Model, load

OBJ = b"""# two objects
o first
v 0 0 0
v 1 0 0
v 0 1 0
v 1 1 0
f 1 2 3 4
o second
v 0 0 5
v 1 0 5
v 0 1 5
f 5 6 7
"""


def gltf(mirrored=False):
    """A glTF file with one triangle that two nodes have, below a node that moves both; and a camera."""
    positions = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], "<f4").tobytes()
    indices = np.array([0, 1, 2], "<u2").tobytes()
    blob = positions + indices + b"\0\0"
    scale = [-1, 1, 1] if mirrored else [1, 1, 1]
    document = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "robot", "translation": [10, 0, 0], "children": [1, 2, 3]},
                  {"name": "arm", "mesh": 0, "translation": [0, 0, 1]},
                  {"name": "hand", "mesh": 0, "translation": [0, 0, 2], "scale": scale},
                  {"name": "eye", "camera": 0, "translation": [0, 0, 20]}],
        "cameras": [{"type": "perspective", "perspective": {"yfov": 1.0, "znear": 0.5, "zfar": 100.0}}],
        "meshes": [{"name": "leaf", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
        "materials": [{"name": "red", "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}, "doubleSided": True}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0],
                       "max": [1, 1, 0]}, {"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36,
                                                                          "byteLength": 6}],
        "buffers": [{"byteLength": len(blob)}]}
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(blob), b"BIN\0") + blob
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def test_parts_and_meshes_of_an_obj(tmp_path):
    path = tmp_path / "zwei Würfel.obj"
    path.write_bytes(OBJ)
    for model in (load(path), load(str(path)), Model.read(OBJ, "obj"), Model.read(bytearray(OBJ), "OBJ"),
                  Model.read(memoryview(OBJ), ".obj")):
        assert model.format == "OBJ" and model.up == "+y" and model.unit is None and model.triangle_count == 3
        assert [part.name for part in model.parts] == ["first", "second"]
        mesh = model.meshes[0]
        assert mesh.vertices.shape == (len(mesh.vertices), 3) and mesh.vertices.dtype == np.float32
        assert mesh.faces.shape == (2, 3) and mesh.faces.dtype == np.uint32
        assert mesh.source_faces.tolist() == [0, 0] and model.meshes[1].source_faces.tolist() == [1]
        assert mesh.normals is None and mesh.material is None
        assert np.array_equal(model.parts[0].matrix, np.eye(4))
        assert model["second"].number == 1 and model[0].name == "first"
        assert model.bounds.tolist() == [[0, 0, 0], [1, 1, 5]]
        assert "2 parts" in repr(model)
        with pytest.raises(KeyError):
            model["third"]


def test_arrays_keep_the_model_alive_and_cannot_be_written_to():
    model = Model.read(OBJ, "obj")
    vertices, faces = model.meshes[0].vertices, model.meshes[0].faces
    copied = vertices.copy()
    with pytest.raises(ValueError):
        vertices[0, 0] = 5
    model.close()
    model.close()
    del model
    gc.collect()
    junk = [bytearray(1000) for _ in range(1000)]
    assert np.array_equal(vertices, copied) and faces.max() == 3
    del junk


def test_a_closed_model_says_so():
    with Model.read(OBJ, "obj") as model:
        assert len(model.parts) == 2
    for ask in (model.scene, model.triangles, model.tree):
        with pytest.raises(hitscan.ArgumentError, match="closed"):
            ask()
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(Model.read(OBJ, "obj"))


def test_nodes_placements_cameras_and_looks_of_gltf():
    model = Model.read(gltf(), appearance=True)
    assert [part.path for part in model.parts] == ["robot/arm", "robot/hand"]
    assert model["robot/hand"].mesh is model["arm"].mesh and len(model.meshes) == 1
    assert model["hand"].matrix[:3, 3].tolist() == [10, 0, 2]
    assert model.materials[model.meshes[0].material or 0].name == "red"
    assert model.materials[0].color == (1, 0, 0, 1) and model.materials[0].is_two_sided
    assert model.materials[0].texture is None
    eye = model.cameras[0]
    assert eye.name == "eye" and eye.matrix[:3, 3].tolist() == [10, 0, 20] and eye.fov_y == pytest.approx(57.29578)
    camera = eye.camera((64, 64))
    pixels, depth = camera.project((10, 0, 2))
    assert np.allclose(pixels, (32, 32)) and depth == pytest.approx(17.5)
    plain = Model.read(gltf())
    assert not plain.materials and plain.meshes[0].material is None


def test_a_scene_has_the_parts_as_objects():
    model = Model.read(gltf())
    scene = model.scene(layers=6)
    assert scene.ids.tolist() == [1, 2] and scene[1].layers == 6
    hit = scene.cast((10.2, 0.2, 5), (0, 0, -1))
    assert hit.id == 2 and hit.t == 3 and hit.object.path == "robot/hand"
    del model
    gc.collect()
    scene.add_box((0, 0, 0), (1, 1, 1), at=(10, 0, 3.5))
    assert scene.all((10.2, 0.2, 6), (0, 0, -1)).id.tolist() == [3, 2, 1]


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_tree_has_all_parts_in_the_world(mirrored):
    model = Model.read(gltf(mirrored))
    tree = model.tree()
    assert len(tree) == 2 and model.part_of.tolist() == [0, 1] and model.face_of.tolist() == [0, 0]
    x = 9.8 if mirrored else 10.2
    found = tree.all([(x, 0.2, 5), (10.2, 0.2, 5)], (0, 0, -1))
    assert {1, 2} >= {part + 1 for part in model.part_of[found.primitive].tolist()}
    # Fronts stay fronts, as in the scene.
    assert not found.side.any() and not model.scene().all([(x, 0.2, 5), (10.2, 0.2, 5)], (0, 0, -1)).side.any()
    moved = model.tree(origin=(10, 0, 0))
    assert moved.cast((x - 10, 0.2, 5), (0, 0, -1)).t == tree.cast((x, 0.2, 5), (0, 0, -1)).t


def test_points_of_a_cloud():
    model = Model.read(b"1 2 3\n4 5 6\n", "xyz")
    assert model.point_count == 2 and model.meshes[0].points.tolist() == [0, 1]
    assert model.meshes[0].vertices[model.meshes[0].points].tolist() == [[1, 2, 3], [4, 5, 6]]
    assert model.bounds.tolist() == [[np.inf] * 3, [-np.inf] * 3]


def test_packed_files(tmp_path):
    path = tmp_path / "m.obj.gz"
    path.write_bytes(gzip.compress(OBJ))
    assert load(path).triangle_count == 3


def test_packed_files_where_the_library_has_no_zlib(tmp_path, monkeypatch):
    import hitscan.model as module
    path = tmp_path / "m.obj.gz"
    path.write_bytes(gzip.compress(OBJ))
    real = module.call

    def without(name, *arguments, **options):
        if name == "hit_model_load":
            raise hitscan.FormatError("m.obj.gz: packed by gzip: this build has no zlib")
        return real(name, *arguments, **options)

    monkeypatch.setattr(module, "call", without)
    assert load(path).triangle_count == 3
    with pytest.raises(hitscan.LimitError, match="more than 10 bytes"):
        load(path, max_bytes=10)
    path.write_bytes(OBJ)
    with pytest.raises(hitscan.FormatError, match="no zlib"):
        load(path)


def test_errors_say_where(tmp_path):
    path = tmp_path / "bad.obj"
    path.write_bytes(b"v 0 0 0\nv 1 0 0\nf 1 2 9\n")
    with pytest.raises(hitscan.FormatError, match=r"bad\.obj:3: ") as caught:
        load(path)
    assert caught.value.line == 3
    with pytest.raises(hitscan.FileError, match="nowhere.obj"):
        load(tmp_path / "nowhere.obj")
    with pytest.raises(hitscan.ArgumentError, match="format is 'step'"):
        load(path, format="step")
    with pytest.raises(hitscan.ArgumentError, match="content is a str"):
        Model.read("text", "obj")
    with pytest.raises(hitscan.ArgumentError, match="quality"):
        Model.read(OBJ, "obj").scene(quality="best")
    with pytest.raises(hitscan.FormatError):
        Model.read(b"")
    with pytest.raises(hitscan.LimitError):
        load_limited = tmp_path / "large.obj"
        load_limited.write_bytes(b"v 0 0 0\n" * 100000 + b"f 1 2 3\n")
        load(load_limited, max_bytes=1000)


def test_every_truncation_is_a_model_or_an_error():
    whole = gltf()
    for length in range(0, len(whole), 7):
        try:
            Model.read(whole[:length])
        except hitscan.Error:
            pass


def test_survey_coordinates_stay_in_double():
    far = Model.read(b"v 3500000.1 5800000.3 100\nv 3500001.1 5800000.3 100\nv 3500000.1 5800001.3 100\nf 1 2 3\n",
                     "obj")
    vertices, faces = far.triangles()
    expected = [[3500000.1, 5800000.3, 100], [3500001.1, 5800000.3, 100], [3500000.1, 5800001.3, 100]]
    assert np.allclose(vertices[faces[0]], expected, rtol=0, atol=1e-6)
    hit = far.scene().cast((3500000.5, 5800000.75, 200), (0, 0, -1))
    assert hit and hit.t == 100
    with pytest.warns(hitscan.PrecisionWarning):
        far.tree()
    tree = far.tree(origin=(3500000, 5800000, 0))
    assert tree.cast((0.5, 0.75, 200), (0, 0, -1)).t == 100


def test_names_that_are_not_text(tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff.obj"
    try:
        with open(path, "wb") as file:
            file.write(OBJ)
    except (OSError, UnicodeError):
        pytest.skip("this file system has no such names")
    assert load(os.fsdecode(path)).triangle_count == 3

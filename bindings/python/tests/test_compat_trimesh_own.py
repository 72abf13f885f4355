"""The ray tests of trimesh itself, with our intersector in its place.

They are in trimesh's source package, which pip fetches once into build/python/peers; nothing of them is kept here. That
package lacks their helper module and the model files: a helper of our own stands in, with meshes that trimesh creates,
and a test that needs a file is skipped. test_compat_trimesh.py has cases like those.
"""
from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

trimesh = pytest.importorskip("trimesh")

PEERS = Path(__file__).resolve().parents[3] / "build" / "python" / "peers"
FILES = ("test_ray.py", "test_ray_upstream.py")

# What these tests use of their helper module.
GENERIC = '''
import logging
import time

import numpy as np
import pytest
import trimesh

log = logging.getLogger("trimesh")
rng = np.random.default_rng(1)
random = rng.random


class Missing(dict):
    def __missing__(self, key):
        pytest.skip(f"{key} is not in the source package")


data = Missing()


def get_mesh(name, use_embree=True, **_):
    made = {"unit_sphere.STL": lambda: trimesh.creation.icosphere(subdivisions=2, radius=0.5),
            "unit_cube.STL": trimesh.creation.box,
            "featuretype.STL": lambda: trimesh.creation.annulus(1, 2, 1)}
    if name not in made:
        pytest.skip(f"models/{name} is not in the source package")
    return made[name]()
'''

# Ours in place of both of trimesh's classes.
CONFTEST = '''
import sys
import types

import trimesh
import trimesh.ray.ray_triangle

from hitscan.compat.trimesh import RayMeshIntersector

module = sys.modules.get("trimesh.ray.ray_pyembree") or types.ModuleType("trimesh.ray.ray_pyembree")
sys.modules["trimesh.ray.ray_pyembree"] = trimesh.ray.ray_pyembree = module
trimesh.ray.has_embree = True
module.RayMeshIntersector = trimesh.ray.ray_triangle.RayMeshIntersector = RayMeshIntersector
assert isinstance(trimesh.creation.box().ray, RayMeshIntersector)
'''

# Tests that cannot run, and what they need.
NEED = {"test_rays": "models of the repository", "test_on_edge": "models/7_8ths_cube.stl",
        "test_contain_single": "models/teapot.stl", "test_embree_duplicate_hits": "embreex",
        "test_contains_cavity": "manifold3d"}


def source() -> Path:
    """The folder of the tests of the trimesh that is installed."""
    name = f"trimesh-{trimesh.__version__}"
    folder = PEERS / name / "tests"
    if not all((folder / file).is_file() for file in FILES):
        PEERS.mkdir(parents=True, exist_ok=True)
        fetch = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps",
                 "--no-binary", "trimesh", "-d", str(PEERS), f"trimesh=={trimesh.__version__}"]
        try:
            subprocess.run(fetch, check=True, capture_output=True, timeout=300)
            with tarfile.open(PEERS / f"{name}.tar.gz") as tar:
                for file in FILES:
                    member = tar.extractfile(f"{name}/tests/{file}")
                    assert member is not None
                    folder.mkdir(parents=True, exist_ok=True)
                    (folder / file).write_bytes(member.read())
        except (OSError, subprocess.SubprocessError, KeyError, tarfile.TarError) as error:
            pytest.skip(f"the source package of trimesh {trimesh.__version__} cannot be had: {error}")
    return folder


@pytest.mark.slow
def test_trimesh_passes_its_own_ray_tests_with_our_intersector(tmp_path: Path) -> None:
    folder = source()
    for file in FILES:
        (tmp_path / file).write_bytes((folder / file).read_bytes())
    (tmp_path / "generic.py").write_text(GENERIC)
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    run = subprocess.run([sys.executable, "-m", "pytest", "-q", "--junitxml=report.xml", "-p", "no:cacheprovider"],
                         cwd=tmp_path, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    passed, failed, skipped = set(), set(), set()
    for case in ElementTree.parse(tmp_path / "report.xml").iter("testcase"):
        kinds = {child.tag for child in case}
        name = str(case.get("name"))
        (skipped if "skipped" in kinds else failed if kinds & {"failure", "error"} else passed).add(name)
    # Without the engine that it is made by, the mesh of this one does not exist.
    if "test_contains_cavity" in failed:
        has_engine = "manifold" in "".join(trimesh.boolean.engines_available)
        assert not has_engine, run.stdout
        failed.remove("test_contains_cavity")
    assert not failed, run.stdout
    assert skipped <= set(NEED), run.stdout
    assert len(passed) >= 20, run.stdout
    print(f"trimesh {trimesh.__version__}: {len(passed)} passed; not run: {sorted(skipped)}")

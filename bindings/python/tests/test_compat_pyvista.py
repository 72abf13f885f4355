"""hitscan.compat.pyvista: with a mesh that looks like PyVista's, and with PyVista where it is installed."""
from __future__ import annotations

import gc

import exact
import numpy as np
import pytest

from hitscan.compat import pyvista as compat


class PolyData:
    """What of a mesh of PyVista is used."""

    def __init__(self, mesh: exact.Mesh, is_all_triangles: bool = True) -> None:
        self.points, self.regular_faces, self.is_all_triangles = mesh.vertices, mesh.faces, is_all_triangles
        self.time = 1

    def GetMTime(self) -> int:  # noqa: N802 - the name is VTK's
        return self.time


def test_many_rays() -> None:
    mesh = PolyData(exact.box())
    origins, directions = [[0.1, 0.2, -5], [9, 9, 9], [0.3, 0.1, 5]], [[0, 0, 1], [0, 0, 1], [0, 0, -3]]
    points, rays, cells = compat.multi_ray_trace(mesh, origins, directions)
    assert rays.tolist() == [0, 2, 0, 2] and points[:, 2].tolist() == [-1, 1, 1, -1]
    assert (points.dtype, rays.dtype, cells.dtype) == (np.float64, np.int64, np.int64)
    points, rays, cells = compat.multi_ray_trace(mesh, origins, directions, retry=True)
    assert rays.tolist() == [0, 0, 2, 2] and points[:, 2].tolist() == [-1, 1, 1, -1]
    points, rays, cells = compat.multi_ray_trace(mesh, origins, directions, first_point=True)
    assert rays.tolist() == [0, 2] and points[:, 2].tolist() == [-1, 1]


def test_one_line_has_an_end() -> None:
    mesh = PolyData(exact.box())
    points, cells = compat.ray_trace(mesh, [0.1, 0.2, -5], [0.1, 0.2, 5])
    assert points[:, 2].tolist() == [-1, 1] and len(cells) == 2
    assert compat.ray_trace(mesh, [0.1, 0.2, -5], [0.1, 0.2, 0])[0].tolist() == [[0.1, 0.2, -1]]
    assert compat.ray_trace(mesh, [0.1, 0.2, -5], [0.1, 0.2, -2])[0].shape == (0, 3)
    assert compat.ray_trace(mesh, [0.1, 0.2, -5], [0.1, 0.2, 5], first_point=True)[0].tolist() == [0.1, 0.2, -1]
    with pytest.raises(ValueError, match="end_point has shape"):
        compat.ray_trace(mesh, [0, 0, 0], [1, 2])


def test_cells_that_are_no_triangles_are_refused() -> None:
    with pytest.raises(ValueError, match="triangulate"):
        compat.multi_ray_trace(PolyData(exact.box(), is_all_triangles=False), np.zeros((1, 3)), np.ones((1, 3)))


def test_the_tree_is_kept_until_the_mesh_changes_or_goes() -> None:
    mesh, before = PolyData(exact.box()), len(compat._kept)
    assert len(compat.ray_trace(mesh, [0, 0, -5], [0, 0, 5])[1]) == 2
    held = compat._intersector(mesh, None)
    assert compat._intersector(mesh, None) is held
    mesh.points, mesh.time = mesh.points + [10, 0, 0], 2
    assert len(compat.ray_trace(mesh, [0, 0, -5], [0, 0, 5])[1]) == 0
    del mesh
    gc.collect()
    assert len(compat._kept) == before


# ---- With PyVista --------------------------------------------------------------------------------------------------


def test_same_answers_as_pyvista(rng: np.random.Generator) -> None:
    pyvista = pytest.importorskip("pyvista")
    pytest.importorskip("embreex")
    sphere = pyvista.Sphere()
    origins, directions = rng.normal(size=(500, 3)), rng.normal(size=(500, 3))
    for first_point in (False, True):
        ours = compat.multi_ray_trace(sphere, origins, directions, first_point=first_point)
        theirs = sphere.multi_ray_trace(origins, directions, first_point=first_point)
        assert [x.dtype for x in ours] == [x.dtype for x in theirs]
        assert np.array_equal(ours[1], theirs[1]) and np.array_equal(ours[2], theirs[2])
        assert np.abs(ours[0] - theirs[0]).max() < 1e-6
    points, cells = compat.ray_trace(sphere, [-1, 0.1, 0.2], [1, 0, 0])
    theirs = sphere.ray_trace([-1, 0.1, 0.2], [1, 0, 0])
    assert sorted(cells) == sorted(theirs[1])
    assert np.abs(np.sort(points, axis=0) - np.sort(theirs[0], axis=0)).max() < 1e-6
    sphere.points[:] += 10
    assert len(compat.ray_trace(sphere, [-1, 0.1, 0.2], [1, 0, 0])[1]) == 0

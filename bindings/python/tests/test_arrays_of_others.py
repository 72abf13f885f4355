"""Tensors of torch, frames of pandas and bars of tqdm, the real ones, where they are installed.

test_arrays.py has what they are made of. `scripts/venv` installs pandas and tqdm; Debian's python3-torch has torch for
the processor alone.
"""
from __future__ import annotations

import numpy as np
import pytest

import hitscan

CORNERS = np.array([[0, 0, 0], [4, 0, 0], [0, 4, 0], [4, 4, 1]], np.float64)
FACES = np.array([[0, 1, 2], [1, 3, 2]])


@pytest.fixture
def tree():
    return hitscan.Tree(CORNERS, FACES)


@pytest.fixture
def rays(rng):
    o = np.round(rng.uniform(0, 4, (40, 3)), 3)
    o[:, 2] = 9
    return o, np.tile([0.0, 0.0, -1.0], (40, 1))


# ---- torch -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["float32", "float64", "float16", "int32", "int64", "uint8"])
def test_tensors_of_torch(kind, tree, rays):
    torch = pytest.importorskip("torch")
    dtype = getattr(torch, kind)
    o, d = torch.from_numpy(rays[0]).to(dtype), torch.tensor([0, 0, -1]).to(dtype)
    if kind == "uint8":
        d = torch.tensor([0, 0, -1])
    found, wanted = tree.cast(o, d), tree.cast(o.numpy(), d.numpy())
    assert wanted.hit.any() and np.array_equal(found.t, wanted.t) and found.shape == (40,)
    grid = tree.cast(o.reshape(8, 5, 3), d)
    assert np.array_equal(grid.t, wanted.t.reshape(8, 5))
    turned = o.T.contiguous().T  # columns, one after the other
    assert not turned.is_contiguous() and np.array_equal(tree.cast(turned, d).t, wanted.t)
    assert tree.cast(o[0], d).t == wanted.t[0]
    assert torch.equal(torch.from_numpy(found.primitive.copy()), torch.from_numpy(wanted.primitive.copy()))


def test_a_tree_of_tensors(tree, rays):
    torch = pytest.importorskip("torch")
    made = hitscan.Tree(torch.from_numpy(CORNERS), torch.from_numpy(FACES))
    assert made.to_bytes() == tree.to_bytes()
    masks = torch.tensor([1, 2])
    assert np.array_equal(made.cast(*rays, masks=masks, mask=2).hit,
                          tree.cast(*rays, masks=np.array([1, 2]), mask=2).hit)
    scene = hitscan.Scene()
    ids = scene.add_many(made, torch.tensor([[0.0, 0, 0], [0, 0, 2]]))
    assert scene.cast(torch.tensor([1.0, 1, 9]), (0, 0, -1)).id == ids[1]


def test_tensors_that_cannot_be_read(tree):
    torch = pytest.importorskip("torch")
    with pytest.raises(hitscan.ArgumentError, match="origins .*grad.*detach"):
        tree.cast(torch.zeros(4, 3, requires_grad=True), (0, 0, 1))
    with pytest.raises(hitscan.ArgumentError, match="origins"):
        tree.cast(torch.zeros(4, 3, dtype=torch.bfloat16), (0, 0, 1))
    with pytest.raises(hitscan.ArgumentError, match="origins"):
        tree.cast(torch.zeros(4, 3, device="meta"), (0, 0, 1))  # no memory at all
    with pytest.raises(hitscan.ArgumentError, match=r"origins has shape \(4, 2\)"):
        tree.cast(torch.zeros(4, 2), (0, 0, 1))


# ---- pandas ----------------------------------------------------------------------------------------------------------


def test_frames_of_pandas(tree, rays):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(np.concatenate(rays, axis=1), columns=["x", "y", "z", "dx", "dy", "dz"])
    frame["name"] = "a ray"  # a column that is no number, so that what is stored is several blocks
    frame["far"] = np.where(np.arange(40) % 2, 8.0, 100.0)
    found = tree.cast(frame[["x", "y", "z"]], frame[["dx", "dy", "dz"]], t_max=frame["far"])
    wanted = tree.cast(*rays, t_max=frame["far"].to_numpy())
    assert wanted.hit.any() and not wanted.hit.all() and np.array_equal(found.t, wanted.t)
    some = frame[frame["far"] > 50]  # an index with gaps
    assert np.array_equal(tree.cast(some[["x", "y", "z"]], (0, 0, -1)).t, tree.cast(rays[0][::2], (0, 0, -1)).t)
    frame["hit"], frame["t"] = found.hit, found.t  # and back
    assert frame.loc[frame["hit"], "t"].notna().all()
    made = hitscan.Tree(pandas.DataFrame(CORNERS), pandas.DataFrame(FACES, dtype="int32"))
    assert made.to_bytes() == tree.to_bytes()
    whole = pandas.DataFrame(np.round(rays[0]), dtype="Int64")  # pandas' own type, which may lack numbers
    assert np.array_equal(tree.cast(whole.astype("int64"), (0, 0, -1)).t, tree.cast(np.round(rays[0]), (0, 0, -1)).t)


def test_frames_that_cannot_be_read(tree):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"x": [1.0, 2], "y": ["a", "b"], "z": [1.0, 2]})
    with pytest.raises(hitscan.ArgumentError, match="origins holds Python objects"):
        tree.cast(frame, (0, 0, 1))
    missing = pandas.DataFrame({"x": pandas.array([1, None], "Int64"), "y": [1, 2], "z": [1, 2]})
    with pytest.raises(hitscan.ArgumentError, match="origins holds Python objects"):
        tree.cast(missing, (0, 0, 1))
    with pytest.raises(hitscan.ArgumentError, match="origins holds dates"):
        tree.cast(pandas.DataFrame({c: pandas.to_datetime(["2020-01-01"]) for c in "xyz"}), (0, 0, 1))


# ---- tqdm ------------------------------------------------------------------------------------------------------------


def test_bars_of_tqdm(tree, capsys):
    tqdm = pytest.importorskip("tqdm").tqdm
    many = np.broadcast_to(np.float32([1, 1, 9]), (150000, 3))
    with tqdm(leave=False, mininterval=0) as bar:
        tree.cast(many, (0, 0, -1), progress=bar)
        assert (bar.n, bar.total) == (150000, 150000)
    assert tree.all(many, (0, 0, -1), progress=tqdm).counts.sum() == 150000
    assert "150000/150000" in capsys.readouterr().err
    with tqdm(total=10, leave=False) as bar:  # a length of its own stays
        tree.any(many[:7], (0, 0, -1), progress=bar)
        assert (bar.n, bar.total) == (7, 10)

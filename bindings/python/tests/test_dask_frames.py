"""hitscan.dask on dataframes: columns in, columns out, with the labels of the rows."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hitscan
from cluster_cases import rays, same, soup, town

dask = pytest.importorskip("dask")
pd = pytest.importorskip("pandas")
dd = pytest.importorskip("dask.dataframe")
import hitscan.dask as hd  # noqa: E402

TREE = hitscan.Tree(soup(400))
SCENE = town()
ORIGIN, DIRECTION = ["x", "y", "z"], ["dx", "dy", "dz"]


@pytest.fixture(autouse=True)
def in_this_thread() -> Any:
    with dask.config.set(scheduler="synchronous"):
        yield


@pytest.fixture
def table() -> Any:
    o, d = rays(60)
    far = np.random.default_rng(4).random(60) * 3
    return pd.DataFrame(np.hstack([o, d, far[:, None]]), columns=[*ORIGIN, *DIRECTION, "far"],
                        index=pd.Index(np.arange(60) * 2 + 5, name="shot"))


@pytest.mark.parametrize("partitions", [1, 2, 7, 60])
@pytest.mark.parametrize("target", [TREE, SCENE], ids=["tree", "scene"])
def test_cast(table: Any, partitions: int, target: Any) -> None:
    frame = dd.from_pandas(table, npartitions=partitions)
    lazy = hd.cast(target, frame[ORIGIN], frame[DIRECTION], t_max=frame["far"])
    expected = target.cast(table[ORIGIN].to_numpy(), table[DIRECTION].to_numpy(), t_max=table["far"].to_numpy())
    ours = lazy.compute()
    assert list(ours.columns) == ["hit", *(["id"] if target is SCENE else []), "t", "primitive", "u", "v", "side",
                                  "point_x", "point_y", "point_z", "normal_x", "normal_y", "normal_z"]
    assert list(ours.columns) == list(lazy.columns) and list(ours.dtypes) == list(lazy.dtypes)
    assert ours.index.equals(table.index) and lazy.divisions == frame.divisions
    for name in ("hit", "t", "primitive", "side"):
        same(ours[name], getattr(expected, name))
    same(ours[["u", "v"]].to_numpy(), expected.uv)
    same(ours[["point_x", "point_y", "point_z"]].to_numpy(), expected.point)
    same(ours[["normal_x", "normal_y", "normal_z"]].to_numpy(), expected.normal)
    beside = frame.join(lazy).compute()
    assert beside.index.equals(table.index) and {"x", "t"} <= set(beside.columns)


def test_fields_are_chosen(table: Any) -> None:
    frame = dd.from_pandas(table, npartitions=3)
    lazy = hd.cast(TREE, frame[ORIGIN], (0, 0, 1), fields=["distance", "weights", "face"])
    expected = TREE.cast(table[ORIGIN].to_numpy(), (0, 0, 1))
    assert list(lazy.columns) == ["distance", "weight_w", "weight_u", "weight_v", "face"]
    same(lazy["distance"].compute(), expected.distance)
    same(lazy[["weight_w", "weight_u", "weight_v"]].compute().to_numpy(), expected.weights)
    for wrong in ("colour", "_records", "shape", "cast"):
        with pytest.raises(hitscan.ArgumentError, match=f"no field '{wrong}' .*weights"):
            hd.cast(TREE, frame[ORIGIN], (0, 0, 1), fields=[wrong])


def test_any_and_count(table: Any) -> None:
    frame = dd.from_pandas(table, npartitions=4)
    o, d = table[ORIGIN].to_numpy(), table[DIRECTION].to_numpy()
    for query, name in ((hd.any, "hit"), (hd.count, "count")):
        lazy = query(TREE, frame[ORIGIN], frame[DIRECTION], masks=np.arange(400) % 2)
        ours = lazy.compute()
        assert ours.name == lazy.name == name and ours.index.equals(table.index) and ours.dtype == lazy.dtype
        same(ours, getattr(TREE, query.__name__)(o, d, masks=np.arange(400) % 2))


@pytest.mark.parametrize("target", [TREE, SCENE], ids=["tree", "scene"])
def test_a_row_for_each_hit(table: Any, target: Any) -> None:
    frame = dd.from_pandas(table, npartitions=4)
    o, d = table[ORIGIN].to_numpy(), table[DIRECTION].to_numpy()
    expected, ours = target.all(o, d), hd.all(target, frame[ORIGIN], frame[DIRECTION]).compute()
    assert len(ours) == len(expected.t) > 20
    assert ours.index.equals(table.index.take(expected.ray)) and ours.index.name == "shot"
    same(ours["t"], expected.t)
    same(ours["rank"], np.arange(len(expected.t)) - expected.offsets[expected.ray])
    assert ours["hit"].all()
    found, ours = target.first(o, d, 2), hd.first(target, frame[ORIGIN], frame[DIRECTION], 2).compute()
    assert ours.index.equals(table.index.repeat(found.hit.sum(axis=1)))
    same(ours["t"], found.t[found.hit])
    same(ours[["point_x", "point_y", "point_z"]].to_numpy(), found.point[found.hit])
    same(ours["rank"], np.nonzero(found.hit)[1])


def test_closest(table: Any) -> None:
    frame = dd.from_pandas(table, npartitions=4)
    points = table[ORIGIN].to_numpy()
    expected, ours = TREE.closest(points), hd.closest(TREE, frame[ORIGIN]).compute()
    assert list(ours.columns) == ["found", "distance", "primitive", "point_x", "point_y", "point_z"]
    same(ours["distance"], expected.distance)
    found, ours = TREE.closest(points, 3, 0.25), hd.closest(TREE, frame[ORIGIN], 3, 0.25).compute()
    assert 0 < len(ours) < 180 and ours["found"].all()
    same(ours["primitive"], found.primitive[found.found])
    same(ours["rank"], np.nonzero(found.found)[1])
    found, ours = SCENE.closest(points, 2, 0.5), hd.closest(SCENE, frame[ORIGIN], 2, 0.5).compute()
    same(ours["id"], found.id[found.hit])


@pytest.mark.parametrize("kind", ["float32", "int32", "Int64", "Float32", "double[pyarrow]"])
def test_types_of_columns(table: Any, kind: str) -> None:
    if "pyarrow" in kind:
        pytest.importorskip("pyarrow")
    plain = (10 * table).round()
    frame = dd.from_pandas(plain.astype(kind), npartitions=3)
    o, d = plain[ORIGIN].to_numpy(), plain[DIRECTION].to_numpy()
    same(hd.cast(TREE, frame[ORIGIN], frame[DIRECTION])["t"].compute(), TREE.cast(o, d).t)


def test_what_is_missing_hits_nothing(table: Any) -> None:
    holes = table.astype("Float64")
    holes.iloc[::3, 1] = pd.NA
    frame = dd.from_pandas(holes, npartitions=3)
    ours = hd.cast(TREE, frame[ORIGIN], frame[DIRECTION])["t"].compute()
    assert not np.isfinite(ours[::3]).any()
    same(ours[1::3], TREE.cast(table[ORIGIN].to_numpy(), table[DIRECTION].to_numpy()).t[1::3])


def test_empty_partitions(table: Any) -> None:
    frame = dd.from_pandas(table, npartitions=5)
    frame = frame[frame["x"] > 4.5]
    kept = table[table["x"] > 4.5]
    ours = hd.cast(TREE, frame[ORIGIN], frame[DIRECTION]).compute()
    same(ours["t"], TREE.cast(kept[ORIGIN].to_numpy(), kept[DIRECTION].to_numpy()).t)
    nothing = frame[frame["x"] > 100]
    o, d = nothing[ORIGIN], nothing[DIRECTION]
    for lazy in (hd.cast(TREE, o, d), hd.all(TREE, o, d), hd.first(TREE, o, d, 2), hd.any(TREE, o, d)):
        assert len(lazy.compute()) == 0


def test_wrong_columns_are_told(table: Any) -> None:
    frame = dd.from_pandas(table, npartitions=4)
    with pytest.raises(hitscan.ArgumentError, match="origins has 2 columns: expected 3"):
        hd.cast(TREE, frame[["x", "y"]], frame[DIRECTION])
    with pytest.raises(hitscan.ArgumentError, match="origins has 1 columns: expected 3"):
        hd.cast(TREE, frame["x"], frame[DIRECTION])
    with pytest.raises(hitscan.ArgumentError, match="t_max is a dataframe"):
        hd.cast(TREE, frame[ORIGIN], frame[DIRECTION], t_max=frame[["far"]])
    with pytest.raises(hitscan.ArgumentError, match="different numbers of partitions"):
        hd.cast(TREE, frame[ORIGIN], dd.from_pandas(table, npartitions=2)[DIRECTION])
    with pytest.raises(hitscan.ArgumentError, match="have different labels"):
        hd.cast(TREE, frame[ORIGIN], dd.from_pandas(table.reset_index(drop=True), npartitions=4)[DIRECTION]).compute()
    with pytest.raises(hitscan.ArgumentError, match=r"directions has shape \(2,\): expected \(3,\)"):
        hd.cast(TREE, frame[ORIGIN], (0, 1))
    with pytest.raises(hitscan.ArgumentError, match="beside a dataframe"):
        hd.cast(TREE, frame[ORIGIN], dask.array.zeros((60, 3)))
    with pytest.raises(hitscan.ArgumentError, match="origins: the column 'x' holds .*: expected numbers"):
        hd.cast(TREE, dd.from_pandas(table.astype(str), npartitions=2)[ORIGIN], (0, 0, 1)).compute()

"""hitscan.ray: actors for datasets, and trees that lie in the object store."""
from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any, Dict, Iterator

import numpy as np
import pytest

import hitscan
from cluster_cases import FIELDS, rays, same, soup, town
from hitscan._shared import bytes_of

ray = pytest.importorskip("ray")
pytest.importorskip("ray.data")
import hitscan.ray as hr  # noqa: E402

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
TREE = hitscan.Tree(soup(20000))


# ---- An actor, without Ray around it -------------------------------------------------------------------------------


@pytest.fixture
def batch() -> Dict[str, np.ndarray]:
    o, d = rays(200)
    return {"origins": o, "directions": d, "x": o[:, 0], "y": o[:, 1], "z": o[:, 2], "name": np.arange(200),
            "far": np.linspace(0, 3, 200)}


def test_columns_in_columns_out(batch: Dict[str, np.ndarray]) -> None:
    o, d = batch["origins"], batch["directions"]
    expected, out = TREE.cast(o, d), hr.Cast(TREE, fields=FIELDS)(batch)
    assert list(out) == [*batch, *FIELDS]
    for name in FIELDS:
        same(out[name], getattr(expected, name))
    same(hr.Cast(TREE, origins=("x", "y", "z"), directions=(0, 0, -1), t_max="far")(batch)["t"],
         TREE.cast(o, (0, 0, -1), t_max=batch["far"]).t)
    assert "tree t" in hr.Cast(TREE, fields=["t"], prefix="tree ")(batch)
    same(hr.Cast(TREE, query="any")(batch)["hit"], TREE.any(o, d))
    same(hr.Cast(TREE, query="count", unique=True)(batch)["count"], TREE.count(o, d, unique=True))
    same(hr.Cast(TREE, query="closest", points=("x", "y", "z"))(batch)["distance"], TREE.closest(o).distance)
    every, out = TREE.all(o, d), hr.Cast(TREE, query="all")(batch)
    same(out["primitive"], every.primitive), same(out["name"], every.ray), same(out["origins"], o[every.ray])
    found, out = TREE.first(o, d, 2), hr.Cast(TREE, query="first", k=2)(batch)
    same(out["t"], found.t[found.hit]), same(out["rank"], np.nonzero(found.hit)[1])
    scene = town()
    same(hr.Cast(scene)(batch)["id"], scene.cast(o, d).id)


def test_batches_without_rows(batch: Dict[str, np.ndarray]) -> None:
    none = {name: values[:0] for name, values in batch.items()}
    for query in ("cast", "any", "count", "first", "all"):
        out = hr.Cast(TREE, query=query, **({"k": 2} if query == "first" else {}))(none)
        assert all(len(values) == 0 for values in out.values()) and len(out) > len(none)


def test_columns_of_lists(batch: Dict[str, np.ndarray]) -> None:
    lists = np.empty(200, object)
    lists[:] = [list(row) for row in batch["origins"]]
    same(hr.Cast(TREE)({**batch, "origins": lists})["t"], TREE.cast(batch["origins"], batch["directions"]).t)
    lists[3] = [1, 2]
    with pytest.raises(hitscan.ArgumentError, match="lists in column 'origins' have different lengths"):
        hr.Cast(TREE)({**batch, "origins": lists})


def test_wrong_columns_are_told(batch: Dict[str, np.ndarray]) -> None:
    with pytest.raises(hitscan.ArgumentError, match="origins: there is no column 'eye'; there are directions, far"):
        hr.Cast(TREE, origins="eye")(batch)
    with pytest.raises(hitscan.ArgumentError, match="origins names 2 columns"):
        hr.Cast(TREE, origins=("x", "y"))(batch)
    with pytest.raises(hitscan.ArgumentError, match=r"column 'x' \(origins\) has shape \(200,\)"):
        hr.Cast(TREE, origins="x")(batch)
    with pytest.raises(hitscan.ArgumentError, match="already: give a prefix"):
        hr.Cast(TREE)({**batch, "t": batch["far"]})
    with pytest.raises(hitscan.ArgumentError, match="query is 'shoot'"):
        hr.Cast(TREE, query="shoot")
    with pytest.raises(hitscan.ArgumentError, match="no field 'colour'"):
        hr.Cast(TREE, fields=["colour"])(batch)
    with pytest.raises(hitscan.ArgumentError, match="the batch is a list"):
        hr.Cast(TREE)([])  # type: ignore[arg-type]
    with pytest.raises(hitscan.ArgumentError, match="tree is a int"):
        hr.Cast(3)


# ---- Ray -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def running() -> Iterator[None]:
    # Functions and classes of this file are imported by the processes of Ray.
    before = os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).resolve().parent), before])
    # Two actors take two, and the rest of a pipeline needs one: with two in all, Ray waits for ever.
    ray.init(num_cpus=4, include_dashboard=False, object_store_memory=200 << 20, logging_level="error",
             log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()
    os.environ["PYTHONPATH"] = before


@pytest.fixture
def mapped(tmp_path: Path) -> hitscan.Tree:
    TREE.save(tmp_path / "tree.hit")
    return hitscan.Tree.open(tmp_path / "tree.hit")


def dataset(o: np.ndarray, d: np.ndarray) -> Any:
    return ray.data.from_items([{"number": i, "origins": o[i], "directions": d[i]} for i in range(len(o))])


def two() -> Any:
    """Two actors."""
    return ray.data.ActorPoolStrategy(size=2)


def in_order(rows: Any, name: str) -> np.ndarray:
    rows = sorted(rows, key=lambda row: (row["number"], row.get("rank", 0)))
    return np.array([row[name] for row in rows])


@pytest.mark.parametrize("batch_size", [1, 37, 1000])
@pytest.mark.parametrize("by", ["path", "bytes"])
def test_datasets(running: None, mapped: hitscan.Tree, by: str, batch_size: int) -> None:
    count = 60 if batch_size == 1 else 3000
    o, d = rays(count)
    expected = TREE.cast(o, d)
    held = hr.put(hr.share(mapped, by=by))
    rows = dataset(o, d).repartition(5).map_batches(hr.Cast, fn_constructor_args=(held,), batch_size=batch_size,
                                                     compute=two()).take_all()
    assert len(rows) == count
    for name in ("hit", "t", "primitive", "uv", "side", "point", "normal"):
        ours, theirs = in_order(rows, name), getattr(expected, name)
        assert ours.astype(theirs.dtype).tobytes() == theirs.tobytes(), name


def test_datasets_of_all_hits(running: None) -> None:
    o, d = rays(500)
    rows = dataset(o, d).repartition(3).map_batches(
        hr.Cast, fn_constructor_args=(hr.put(TREE),), fn_constructor_kwargs={"query": "all", "fields": ["t"]},
        batch_size=50, compute=two()).take_all()
    expected = TREE.all(o, d)
    assert in_order(rows, "t").astype("f4").tobytes() == expected.t.tobytes()
    assert np.array_equal(in_order(rows, "number"), expected.ray)


@ray.remote
def look(held: Any) -> Any:
    """Where a tree from the store lies, and what it answers."""
    tree = hr.get(held[0])
    address = int(np.frombuffer(bytes_of(tree), np.uint8).ctypes.data)
    with open("/proc/self/maps", encoding="utf-8") as file:
        for line in file:
            begin, end = (int(x, 16) for x in line.split()[0].split("-"))
            if begin <= address < end:
                return address, line.split(None, 5)[-1], line.split()[1], tree.cast(*rays(100)).t
    return address, "", "", tree.cast(*rays(100)).t


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="the system does not say where memory is mapped")
def test_trees_are_used_where_they_lie_in_the_store(running: None) -> None:
    held = hr.put(TREE)
    for address, where, access, t in ray.get([look.remote([held]) for _ in range(3)]):
        assert "plasma" in where or where.startswith("/dev/shm"), where
        assert address % 64 == 0 and access.endswith("s")
        same(t, TREE.cast(*rays(100)).t)


def test_what_may_be_given_as_a_tree(running: None, mapped: hitscan.Tree) -> None:
    scene, (o, d) = town(), rays(100)
    for tree in (TREE, mapped, mapped._path, Path(mapped._path), hr.share(TREE), hr.put(TREE), hr.put(mapped),
                 hr.put(TREE, by="bytes")):
        same(hr.get(tree).cast(o, d).t, TREE.cast(o, d).t)
    same(hr.get(hr.put(scene)).cast(o, d).records, scene.cast(o, d).records)
    assert hr.get(hr.put(mapped))._path == mapped._path


class Dies(hr.Cast):
    """An actor whose process is killed in the middle, once."""

    def __init__(self, tree: Any, marker: str) -> None:
        super().__init__(tree, fields=["t", "point"])
        self.marker = marker

    def __call__(self, batch: Dict[str, np.ndarray]) -> Dict[str, np.ndarray]:
        if 1500 in batch["number"]:
            try:
                os.close(os.open(self.marker, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                return super().__call__(batch)
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(batch)


def test_an_actor_dies_and_nothing_is_lost(running: None, tmp_path: Path) -> None:
    o, d = rays(3000)
    marker = tmp_path / "died"
    rows = dataset(o, d).repartition(6).map_batches(Dies, fn_constructor_args=(hr.put(TREE), str(marker)),
                                                     batch_size=100, compute=two()).take_all()
    assert marker.exists() and len(rows) == 3000
    expected = TREE.cast(o, d)
    assert in_order(rows, "t").astype("f4").tobytes() == expected.t.tobytes()
    assert in_order(rows, "point").tobytes() == expected.point.tobytes()


def test_a_missing_file_is_a_clear_error(running: None, mapped: hitscan.Tree) -> None:
    held = hr.put(mapped)
    os.unlink(mapped._path)
    with pytest.raises(Exception, match=r"tree\.hit: No such file"):
        ray.get(look.remote([held]))

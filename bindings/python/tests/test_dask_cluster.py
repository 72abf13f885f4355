"""hitscan.dask on a cluster of processes: trees travel once, workers die, files are missing."""
from __future__ import annotations

import os
import re
import signal
from pathlib import Path
from typing import Any, Dict, Iterator, List

import numpy as np
import pytest

import hitscan
from cluster_cases import FIELDS, rays, same, soup, town

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")
import dask.array as da  # noqa: E402

import hitscan.dask as hd  # noqa: E402

pytestmark = [pytest.mark.slow,
              pytest.mark.filterwarnings("ignore:Sending large graph"),
              pytest.mark.filterwarnings("ignore:Port .* is already in use")]
TREE = hitscan.Tree(soup(20000))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Any]:
    """Two processes of one thread each, for one test."""
    with dask.config.set({"temporary-directory": str(tmp_path), "distributed.worker.daemon": True}):
        with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                                      memory_limit=0) as cluster, distributed.Client(cluster) as made:
            yield made


@pytest.fixture
def mapped(tmp_path: Path) -> hitscan.Tree:
    TREE.save(tmp_path / "tree.hit")
    return hitscan.Tree.open(tmp_path / "tree.hit")


def count_loads() -> None:
    """On a worker: note each tree that is opened or read."""
    from hitscan import _shared
    loads = hitscan._loads = []  # type: ignore[attr-defined]
    opened, read = _shared._open, hitscan.Tree.from_bytes.__func__  # type: ignore[attr-defined]

    def open_(*arguments: Any) -> Any:
        loads.append("path")
        return opened(*arguments)

    def from_bytes(kind: type, data: Any, **options: Any) -> Any:
        loads.append("bytes")
        return read(kind, data, **options)

    _shared._open = open_
    hitscan.Tree.from_bytes = classmethod(from_bytes)  # type: ignore[method-assign, assignment]


def loads() -> List[str]:
    return list(hitscan._loads)  # type: ignore[attr-defined]


@pytest.mark.parametrize("by", ["path", "bytes"])
def test_each_worker_loads_the_tree_once(client: Any, mapped: hitscan.Tree, by: str) -> None:
    client.run(count_loads)
    o, d = rays(200000)
    for chunk in (200000, 50001, 1777):
        hits = hd.cast(hd.share(mapped, by=by), da.from_array(o, (chunk, 3)), da.from_array(d, (chunk, 3)))
        expected = mapped.cast(o, d)
        for ours, name in zip(dask.compute(*(getattr(hits, name) for name in FIELDS)), FIELDS):
            same(ours, getattr(expected, name))
    # Three times, of which the first has one chunk only, and so one worker.
    for worker, seen in client.run(loads).items():
        assert set(seen) == {by} and 2 <= len(seen) <= 3, (worker, seen)
    assert client.run_on_scheduler(lambda: not hasattr(hitscan, "_loads"))


def test_what_is_kept_is_not_sent_again(client: Any, mapped: hitscan.Tree) -> None:
    client.run(count_loads)
    o, d = rays(100000)
    hits = hd.cast(hd.share(mapped, by="bytes"), da.from_array(o, (3000, 3)), da.from_array(d, (3000, 3))).persist()
    same(hits.t.compute(), mapped.cast(o, d).t)
    same(hits.point.compute(), mapped.cast(o, d).point)
    assert all(seen == ["bytes"] for seen in client.run(loads).values())


def test_scenes_travel(client: Any) -> None:
    scene, (o, d) = town(), rays(20000)
    lazy = da.from_array(o, (999, 3)), da.from_array(d, (5000, 3))
    hits, expected = hd.cast(scene, *lazy), scene.cast(o, d)
    same(hits.compute().records, expected.records)
    assert hits.compute().object.tolist() == expected.object.tolist()
    same(hd.all(scene, *lazy).id.compute(), scene.all(o, d).id)
    same(hd.closest(scene, lazy[0]).distance.compute(), scene.closest(o).distance)


def test_dataframes_travel(client: Any) -> None:
    pd, dd = pytest.importorskip("pandas"), pytest.importorskip("dask.dataframe")
    o, d = rays(20000)
    table = pd.DataFrame(np.hstack([o, d]), columns=list("xyzuvw"))
    frame = dd.from_pandas(table, npartitions=9)
    same(hd.cast(TREE, frame[list("xyz")], frame[list("uvw")])["t"].compute(), TREE.cast(o, d).t)
    same(hd.all(TREE, frame[list("xyz")], frame[list("uvw")], masks=np.ones(20000, int))["primitive"].compute(),
         TREE.all(o, d).primitive)


def die_once(block: Any, marker: str, at: float) -> Any:
    """The worker that gets the chunk which begins with this number dies of it, the first time."""
    if block.size and block[0, 0] == at:
        try:
            os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return block
        os.kill(os.getpid(), signal.SIGKILL)
    return block


@pytest.mark.parametrize("by", ["path", "bytes"])
def test_a_worker_dies_and_nothing_is_lost(client: Any, mapped: hitscan.Tree, tmp_path: Path, by: str) -> None:
    before = set(client.run(os.getpid).values())
    o, d = rays(60000)
    marker = str(tmp_path / "died")
    lazy = da.from_array(o, (1000, 3)).map_blocks(die_once, marker=marker, at=o[30000, 0], dtype=o.dtype,
                                                  meta=np.empty((0, 0)))
    hits = hd.cast(hd.share(mapped, by=by), lazy, da.from_array(d, (1500, 3)))
    every = hd.all(hd.share(mapped, by=by), lazy, da.from_array(d, (1500, 3)))
    expected = mapped.cast(o, d)
    t, point, primitive = dask.compute(hits.t, hits.point, every.primitive)
    same(t, expected.t), same(point, expected.point), same(primitive, mapped.all(o, d).primitive)
    assert os.path.exists(marker)
    client.wait_for_workers(2)
    assert set(client.run(os.getpid).values()) != before


def test_both_workers_die_and_nothing_is_lost(client: Any, tmp_path: Path) -> None:
    # The values of the graph, the tree among them, are gone with the workers: Dask makes them again.
    o, d = rays(60000)
    lazy = da.from_array(o, (1000, 3))
    for i in (20000, 40000):
        lazy = lazy.map_blocks(die_once, marker=str(tmp_path / f"died{i}"), at=o[i, 0], dtype=o.dtype,
                               meta=np.empty((0, 0)))
    same(hd.cast(TREE, lazy, da.from_array(d, (1000, 3))).t.compute(), TREE.cast(o, d).t)
    assert len(list(tmp_path.glob("died*"))) == 2


def mapping_of(key: str, dask_worker: Any = None) -> Dict[str, int]:
    """On a worker that holds a tree: what the system says of the memory that the file is mapped to, in KiB."""
    tree = dask_worker.data[key].get()
    tree.validate()  # reads all of it
    out: Dict[str, int] = {}
    with open("/proc/self/smaps", encoding="utf-8") as file:
        for part in re.split(r"\n(?=[0-9a-f]+-[0-9a-f]+ )", file.read()):
            if part.partition("\n")[0].endswith(tree._path):
                for name, size in re.findall(r"^(\w+): +(\d+) kB", part, re.M):
                    out[name] = out.get(name, 0) + int(size)
    return out


@pytest.mark.skipif(not os.path.exists("/proc/self/smaps"), reason="the system does not say how memory is mapped")
def test_workers_share_the_pages_of_a_file(client: Any, mapped: hitscan.Tree) -> None:
    shared = hd.share(mapped)
    kept = client.compute(hd._in_graph(shared))
    distributed.wait(kept)
    client.replicate([kept])
    seen = client.run(mapping_of, kept.key)
    assert len(seen) == 2
    for memory in seen.values():
        assert memory["Rss"] * 1024 >= shared.nbytes > 1000000
        assert memory["Private_Dirty"] == memory["Private_Clean"] == 0 and memory["Shared_Clean"] == memory["Rss"]
        assert memory["Pss"] <= memory["Rss"] / 2


def test_a_missing_file_is_a_clear_error(client: Any, mapped: hitscan.Tree) -> None:
    o, d = rays(1000)
    hits = hd.cast(mapped, da.from_array(o, (100, 3)), d)
    os.unlink(mapped._path)
    with pytest.raises(hitscan.FileError, match=r"tree\.hit: No such file.* in process \d+\).*by='bytes'"):
        hits.t.compute()
    same(hd.cast(hd.share(mapped, by="bytes"), da.from_array(o, (100, 3)), d).t.compute(), mapped.cast(o, d).t)


def test_a_file_that_one_worker_does_not_have(client: Any, mapped: hitscan.Tree, tmp_path: Path) -> None:
    # Each process has its own /proc/self/cwd: the same path is not the same file.
    home = str(tmp_path)
    away = tmp_path / "away"
    away.mkdir()
    other = max(client.run(os.getpid))
    client.run(os.chdir, home)
    before = os.getcwd()
    os.chdir(home)
    try:
        tree = hitscan.Tree.open("/proc/self/cwd/tree.hit")
    finally:
        os.chdir(before)
    o, d = rays(1000)
    lazy = da.from_array(o, (10, 3))
    same(hd.cast(tree, lazy, d).t.compute(), mapped.cast(o, d).t)
    client.run(os.chdir, str(away), workers=[other])
    with pytest.raises(hitscan.FileError, match="No such file"):
        hd.cast(tree, lazy, d).t.compute()
    hitscan.Tree(soup(20000, 5)).save(away / "tree.hit")
    with pytest.raises(hitscan.FormatError, match="is not the one that the tree was opened from"):
        hd.cast(tree, lazy, d).t.compute()

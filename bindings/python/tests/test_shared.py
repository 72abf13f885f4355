"""Trees and scenes on their way to other processes: by path and by bytes, checked, and loaded when they are used."""
from __future__ import annotations

import copy
import gc
import os
import pickle
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, List

import numpy as np
import pytest

import hitscan
from cluster_cases import rays, same, soup, town
from hitscan import _shared
from hitscan._shared import Shared, bytes_of, share

SOURCES = Path(hitscan.__file__).resolve().parent


@pytest.fixture
def tree() -> hitscan.Tree:
    return hitscan.Tree(soup(300))


@pytest.fixture
def mapped(tree: hitscan.Tree, tmp_path: Path) -> hitscan.Tree:
    tree.save(tmp_path / "tree.hit")
    return hitscan.Tree.open(tmp_path / "tree.hit")


def sent(shared: Shared, protocol: int = 5) -> Shared:
    """As another process gets it."""
    got = pickle.loads(pickle.dumps(shared, protocol))
    assert got._loaded is None and got.nbytes == shared.nbytes and got.identity == shared.identity
    return got


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("by", ["path", "bytes"])
def test_what_arrives_is_what_was_sent(mapped: hitscan.Tree, by: str, protocol: int) -> None:
    shared = share(mapped, by=by)
    got = sent(sent(shared, protocol), protocol)  # through somebody who only passes it on
    assert got.get().to_bytes() == mapped.to_bytes() and got.get() is got.get()
    assert (got.get()._path is not None) == (by == "path")
    again = sent(got, protocol)  # by somebody who has loaded it
    assert again.get().to_bytes() == mapped.to_bytes()


def test_a_path_is_sent_where_there_is_one(tree: hitscan.Tree, mapped: hitscan.Tree) -> None:
    assert share(mapped).path == mapped._path and share(tree).path is None
    assert len(pickle.dumps(share(mapped))) < 1000
    assert len(pickle.dumps(share(tree))) > share(tree).nbytes == len(tree.to_bytes())
    assert sys.getsizeof(share(tree)) > share(tree).nbytes and sys.getsizeof(share(mapped)) < 1000
    assert share(share(mapped)).path is not None and share(share(mapped), by="bytes").path is None
    with pytest.raises(hitscan.ArgumentError, match="not opened from a file: write it with save"):
        share(tree, by="path")
    with pytest.raises(hitscan.ArgumentError, match="by is 'mail'"):
        share(tree, by="mail")
    with pytest.raises(hitscan.ArgumentError, match="tree is a str"):
        share("tree.hit")
    assert "bytes in" in repr(share(mapped)) and " in " not in repr(share(tree))


def test_it_is_the_tree_of_that_moment(tree: hitscan.Tree) -> None:
    before = tree.to_bytes()
    shared = share(tree)
    tree.refit(soup(300, 7))
    assert shared.get().to_bytes() == sent(shared).get().to_bytes() == before
    assert share(tree).identity != shared.identity
    tree.close()
    assert shared.get().to_bytes() == before
    with pytest.raises(hitscan.ArgumentError, match="closed"):
        share(tree)


def test_bytes_outlive_the_tree(tree: hitscan.Tree) -> None:
    expected, view = tree.to_bytes(), bytes_of(tree)
    assert view.readonly
    del tree
    gc.collect()
    assert bytes(view) == expected


def test_blocks_beside_a_message_are_not_copied(tree: hitscan.Tree) -> None:
    blocks: List[Any] = []
    message = pickle.dumps(share(tree), 5, buffer_callback=blocks.append)
    assert len(message) < 1000 and len(blocks) == 1
    assert _address(blocks[0].raw()) == _address(bytes_of(tree))
    # At a multiple of 64 they are used where they are, elsewhere copied; either way they are right.
    for offset in (0, 8, 1):
        room = np.empty(share(tree).nbytes + 128, np.uint8)
        begin = -room.ctypes.data % 64 + offset
        block = room[begin:begin + share(tree).nbytes]
        block[:] = np.frombuffer(blocks[0], np.uint8)
        block.flags.writeable = False
        got = pickle.loads(message, buffers=[block]).get()
        assert got.to_bytes() == tree.to_bytes()
        assert (_address(bytes_of(got)) == block.ctypes.data) == (offset == 0)


def _address(block: Any) -> int:
    return int(np.frombuffer(block, np.uint8).ctypes.data)


def test_scenes_are_sent_as_they_are() -> None:
    scene, (o, d) = town(), rays(100)
    expected = scene.cast(o, d)
    shared = share(scene)
    scene.add_sphere((0, 0, 0), 100)
    for got in (shared, sent(shared), sent(sent(shared))):
        same(got.get().cast(o, d).records, expected.records)
    assert share(scene).identity != shared.identity and share(shared) is shared
    with pytest.raises(hitscan.ArgumentError, match="leave out by='path'"):
        share(scene, by="path")
    scene.add_user(((0, 0, 0), (1, 1, 1)), lambda *_: None)
    with pytest.raises(hitscan.ArgumentError):
        share(scene)


# ---- Files that are not what they were -----------------------------------------------------------------------------


def test_a_missing_file_is_told_where_the_tree_is_used(mapped: hitscan.Tree) -> None:
    shared = share(mapped)
    os.unlink(shared.path)
    got = sent(shared)
    with pytest.raises(hitscan.FileError, match=r"tree.hit: No such file .*in process \d+.*by='bytes'"):
        got.get()
    assert sent(share(shared, by="bytes")).get().to_bytes() == mapped.to_bytes()


def test_another_file_is_refused(mapped: hitscan.Tree) -> None:
    shared, path = share(mapped), Path(mapped._path)
    content = path.read_bytes()
    for other, what in ((hitscan.Tree(soup(300, 9)).to_bytes(), "another checksum"), (content[:-64], "has .* bytes"),
                        (content + bytes(64), "has .* bytes"), (b"", "has 0 bytes")):
        path.unlink()  # as save does: the mapped one stays
        path.write_bytes(other)
        with pytest.raises(hitscan.FormatError, match=f"tree.hit: the file .* is not the one .*{what}"):
            sent(shared).get()
    path.unlink()
    path.write_bytes(content)
    assert sent(shared).get().to_bytes() == content


def test_damage_behind_the_checksum_is_found(mapped: hitscan.Tree) -> None:
    shared, path = share(mapped), Path(mapped._path)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.unlink()
    path.write_bytes(content)
    with pytest.raises(hitscan.FormatError, match="tree.hit"):
        sent(shared).get()


def test_damaged_bytes_are_refused(tree: hitscan.Tree) -> None:
    message = bytearray(pickle.dumps(share(tree)))
    message[len(message) // 2] ^= 1
    with pytest.raises(hitscan.FormatError):
        pickle.loads(bytes(message)).get()


def test_many_threads_load_it_once(mapped: hitscan.Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: List[Any] = []
    real = _shared._open
    monkeypatch.setattr(_shared, "_open", lambda *a: opened.append(a) or time.sleep(0.05) or real(*a))
    got, trees = sent(share(mapped)), []
    threads = [threading.Thread(target=lambda: trees.append(got.get())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 1 and len({id(tree) for tree in trees}) == 1
    assert copy.copy(trees[0]).to_bytes() == mapped.to_bytes()


# ---- Modules that have the names of packages -------------------------------------------------------------------------


def python(code: str, cwd: Any = None) -> Any:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=cwd)


def test_nothing_but_numpy_is_imported() -> None:
    code = ("import sys, hitscan; "
            "print(sorted({m.partition('.')[0] for m in sys.modules} & {'dask', 'distributed', 'ray', 'pandas'}), "
            "[m for m in sys.modules if m in ('hitscan.dask', 'hitscan.ray', 'hitscan._shared', 'hitscan._tables')])")
    assert python(code).stdout.split() == ["[]", "[]"]


@pytest.mark.parametrize("name, shown", [("dask", "Dask"), ("ray", "Ray")])
def test_a_missing_package_says_what_to_install(name: str, shown: str) -> None:
    ran = python(f"import sys; sys.modules['{name}'] = None; import hitscan.{name}")
    assert ran.returncode == 1
    assert f"ImportError: hitscan.{name} needs {shown}" in ran.stderr
    assert f"pip install 'hitscan[{name}]'" in ran.stderr


@pytest.mark.parametrize("name", ["dask", "ray"])
def test_names_do_not_hide_packages(name: str) -> None:
    pytest.importorskip(name)
    ran = python(f"import hitscan.{name}, {name}; print({name}.__file__); print(hitscan.{name}.__file__)")
    assert ran.returncode == 0, ran.stderr
    real, ours = ran.stdout.split()
    assert Path(ours).parent == SOURCES and Path(real).parent.name == name and "hitscan" not in real.split(os.sep)[-2]
    # The command, started from within the package, too.
    for command in (["-m", "hitscan", "--version"], [str(SOURCES / "__main__.py"), "--version"]):
        ran = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False, cwd=SOURCES)
        assert "Traceback" not in ran.stderr

"""hitscan.dask on arrays: the same bytes as NumPy, however the arrays are chunked."""
from __future__ import annotations

import math
from typing import Any, Dict, Tuple

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import hitscan
from cluster_cases import FIELDS, rays, same, soup, town

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
import hitscan.dask as hd  # noqa: E402

TREE = hitscan.Tree(soup(400))
SCENE = town()
TARGETS = {"tree": TREE, "scene": SCENE}
CLOSEST = {"tree": ("found", "distance", "primitive", "point", "uv", "weights"),
           "scene": ("hit", "id", "distance", "primitive", "point")}


@pytest.fixture(autouse=True)
def in_this_thread() -> Any:
    with dask.config.set(scheduler="synchronous"):
        yield


def fields(kind: str) -> Tuple[str, ...]:
    return FIELDS if kind == "tree" else (*FIELDS, "id", "t_double")


def check(kind: str, arguments: Tuple[Any, ...], lazy: Tuple[Any, ...], **options: Any) -> None:
    """Every query of rays: each field, and all of it."""
    target = TARGETS[kind]
    same(hd.any(target, *lazy, **_but(options, "unique")).compute(), target.any(*arguments, **_but(options, "unique")))
    same(hd.count(target, *lazy, **options).compute(), np.asarray(target.count(*arguments, **options), np.uint32))
    expected, ours = target.cast(*arguments, **options), hd.cast(target, *lazy, **options)
    check_fields(kind, ours, expected)
    expected, ours = target.first(*arguments[:2], 3, *arguments[2:], **options), hd.first(target, *lazy[:2], 3,
                                                                                         *lazy[2:], **options)
    check_fields(kind, ours, expected)
    check_all(kind, hd.all(target, *lazy, **options), target.all(*arguments, **options))


def _but(options: Dict[str, Any], *names: str) -> Dict[str, Any]:
    return {name: value for name, value in options.items() if name not in names}


def check_fields(kind: str, ours: Any, expected: Any) -> None:
    whole = ours.compute()
    assert type(whole) is type(expected)
    if isinstance(expected, hitscan.Hit):  # one ray: Python's numbers, which have one type
        assert (whole._record, whole._ray) == (expected._record, expected._ray)
        assert all(np.array_equal(getattr(ours, name).compute(), getattr(expected, name), equal_nan=True)
                   for name in fields(kind))
        return
    arrays = [getattr(ours, name) for name in fields(kind)]
    for name, array, value in zip(fields(kind), arrays, dask.compute(*arrays)):
        want = np.asarray(getattr(expected, name))
        assert array.dtype == want.dtype and (np.isnan(array.shape).any() or array.shape == want.shape)
        same(value, want)
        same(getattr(whole, name), want)


def check_all(kind: str, ours: Any, expected: Any) -> None:
    names, ours = ("offsets", "counts", "ray", *fields(kind)), ours.persist()
    whole = ours.compute()
    assert type(whole) is type(expected)
    for name, value in zip(names, dask.compute(*(getattr(ours, name) for name in names))):
        same(value, getattr(expected, name))
        same(getattr(whole, name), getattr(expected, name))
    assert ours.shape == expected.shape


@pytest.mark.parametrize("kind", TARGETS)
@pytest.mark.parametrize("chunks", [(60, 3), (19, 3), (27, 1), (31, 2), ((0, 20, 0, 39, 1, 0), 3), ((60,), (0, 3, 0)),
                                    pytest.param((1, 3), marks=pytest.mark.slow),
                                    pytest.param((7, 1), marks=pytest.mark.slow)])
def test_chunks_do_not_matter(kind: str, chunks: Any) -> None:
    o, d = rays(60)
    check(kind, (o, d), (da.from_array(o, chunks), da.from_array(d, (23, 2))))


@pytest.mark.parametrize("kind", ["tree", pytest.param("scene", marks=pytest.mark.slow)])
@pytest.mark.parametrize("o_shape, d_shape, t_shape", [
    ((), (), ()), ((5,), (), ()), ((), (5,), (5,)), ((4, 5), (5,), (4, 1)), ((4, 1), (1, 5), ()), ((1,), (6,), (1,)),
    ((2, 3, 4), (4,), (3, 1)), ((0,), (), ()), ((0, 4), (4,), ()), ((4, 0), (1, 1), ()), ((1, 1), (1, 1), (1, 1))])
def test_arguments_broadcast(kind: str, o_shape: Any, d_shape: Any, t_shape: Any) -> None:
    o, d = rays(*o_shape, seed=3)[0], rays(*d_shape, seed=4)[1]
    t_max = np.random.default_rng(5).random(t_shape) * 4
    arguments = (o, d, 0.125, t_max)
    lazy = tuple(da.from_array(a, chunks=2) for a in (o, d))
    check(kind, arguments, (*lazy, 0.125, da.from_array(t_max, chunks=2)))
    for mixed in ((da.from_array(o, chunks=3), d, 0.125, t_max), (o, d, 0.125, t_max)):  # or nothing of it is Dask's
        same(hd.count(TARGETS[kind], *mixed).compute(), np.asarray(TARGETS[kind].count(*arguments), np.uint32))
        check_fields(kind, hd.cast(TARGETS[kind], *mixed), TARGETS[kind].cast(*arguments))


@pytest.mark.slow
@settings(max_examples=25, phases=[Phase.explicit, Phase.generate])  # shrinking takes minutes
@given(data=st.data())
def test_random_chunks(data: Any) -> None:
    n, m = data.draw(st.integers(0, 9)), data.draw(st.integers(1, 6))
    o, d = rays(n, m)[0], rays(m, seed=8)[1]

    def chunks(total: int) -> Tuple[int, ...]:
        cuts = sorted(data.draw(st.lists(st.integers(0, total), max_size=4)))
        return tuple(np.diff([0, *cuts, total]).tolist())

    with dask.config.set(scheduler="synchronous"):
        check("tree", (o, d), (da.from_array(o, (chunks(n), chunks(m), chunks(3))),
                               da.from_array(d, (chunks(m), chunks(3)))))


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i4", "u1", "i8", ">f8", ">i2"])
def test_types_do_not_matter(dtype: str) -> None:
    o, d = (np.round(10 * a).clip(0, 100).astype(dtype) for a in rays(50))
    check("tree", (o, d), (da.from_array(o, 9), da.from_array(d, 50)))
    check("scene", (o, d), (da.from_array(o, 9), da.from_array(d, 50)))


def test_options_are_those_of_the_tree() -> None:
    o, d = rays(50)
    lazy = da.from_array(o, 9), da.from_array(d, 11)
    per_ray = np.arange(50) % 4
    for options in ({"sides": "front"}, {"sides": "back"}, {"unique": True}, {"threads": 2},
                    {"masks": np.arange(400) % 3}, {"masks": np.arange(400) % 3, "mask": 2},
                    {"accept": lambda hit: hit.primitive % 2 == 0}):
        if "unique" not in options:
            same(hd.any(TREE, *lazy, **options).compute(), TREE.any(o, d, **options))
        same(hd.cast(TREE, *lazy, **options).primitive.compute(), TREE.cast(o, d, **options).primitive)
        same(hd.all(TREE, *lazy, **options).t.compute(), TREE.all(o, d, **options).t)
    masks = np.arange(400) % 3
    same(hd.cast(TREE, *lazy, masks=masks, ray_masks=da.from_array(per_ray, 20)).t.compute(),
         TREE.cast(o, d, masks=masks, ray_masks=per_ray).t)
    same(hd.cast(SCENE, *lazy, layers=2).id.compute(), SCENE.cast(o, d, layers=2).id)
    same(hd.cast(SCENE, *lazy, ray_masks=da.from_array(per_ray, 20)).id.compute(),
         SCENE.cast(o, d, ray_masks=per_ray).id)


@pytest.mark.parametrize("kind", TARGETS)
@pytest.mark.parametrize("shape", [(), (7,), (4, 5), (0,), (2, 0), (1, 3)])
def test_closest(kind: str, shape: Any) -> None:
    target, points = TARGETS[kind], rays(*shape)[0]
    for k in (1, 3):
        for chunks in (2, -1):
            expected = target.closest(points, k, 1.5)
            ours = hd.closest(target, da.from_array(points, chunks), k, 1.5)
            assert ours.shape == expected.shape and type(ours.compute()) is type(expected)
            for name in CLOSEST[kind]:
                assert getattr(ours, name).dtype == np.asarray(getattr(expected, name)).dtype
                same(getattr(ours, name).compute(), getattr(expected, name))
                same(getattr(ours.compute(), name), getattr(expected, name))


def test_boxes() -> None:
    lower = soup(100)[:, 0]
    tree, (o, d) = hitscan.Tree.from_boxes(lower, lower + 0.5), rays(100)
    ours, expected = hd.cast(tree, da.from_array(o, 17), d), tree.cast(o, d)
    for name in FIELDS:
        same(getattr(ours, name).compute(), getattr(expected, name))


def test_lengths_that_nobody_knows() -> None:
    o, d = rays(60)
    chosen = o[:, 0] > 2
    lazy = da.from_array(o, (7, 3))
    lazy = lazy[da.from_array(chosen, 7)]
    assert math.isnan(lazy.shape[0])
    same(hd.cast(TREE, lazy, (0, 0, 1)).t.compute(), TREE.cast(o[chosen], (0, 0, 1)).t)
    same(hd.count(TREE, lazy, (0, 0, 1)).compute(), TREE.count(o[chosen], (0, 0, 1)))
    with pytest.raises(hitscan.ArgumentError, match=r"origins\.compute_chunk_sizes\(\)"):
        hd.all(TREE, lazy, (0, 0, 1))
    check_all("tree", hd.all(TREE, lazy.compute_chunk_sizes(), (0, 0, 1)), TREE.all(o[chosen], (0, 0, 1)))


def test_nothing_is_computed_before_it_is_asked_for() -> None:
    def refuse(_: Any) -> Any:
        raise AssertionError("computed")

    o = da.from_array(rays(60)[0], 7).map_blocks(refuse, dtype=float, meta=np.empty((0, 0)))
    hits = hd.cast(TREE, o, (0, 0, 1))
    assert hits.t.shape == (60,) and hits.point.shape == (60, 3) and hits.shape == (60,) and len(hits) == 60
    assert hits.t.chunks == hits.chunks and "lazy" in repr(hits) and {"normal", "compute"} <= set(dir(hits))
    for query in (hd.any, hd.count, hd.all):
        query(TREE, o, (0, 0, 1))
    hd.first(TREE, o, (0, 0, 1), 2), hd.closest(TREE, o)
    with pytest.raises(AssertionError, match="computed"):
        hits.t.compute()
    with pytest.raises(AttributeError, match="colour"):
        hits.colour


def test_several_fields_cost_one_query(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    real = hitscan.Tree.cast
    monkeypatch.setattr(hitscan.Tree, "cast", lambda *a, **k: asked.append(1) or real(*a, **k))
    o, d = (da.from_array(a, (15, 3)) for a in rays(60))
    hits = hd.cast(TREE, o, d)
    asked.clear()
    dask.compute(hits.t, hits.point, hits.normal)
    assert len(asked) == 4
    kept = hits.persist()
    dask.compute(kept.t), dask.compute(kept.distance)
    assert len(asked) == 8


def test_the_same_question_has_the_same_name() -> None:
    o, d = (da.from_array(a, 20) for a in rays(60))
    again = hitscan.Tree(soup(400))
    assert hd.cast(TREE, o, d).t.name == hd.cast(again, o, d).t.name
    other = hitscan.Tree(soup(400, 5))
    names = {hd.cast(TREE, o, d).t.name, hd.cast(other, o, d).t.name, hd.cast(TREE, o, d, 1.0).t.name,
             hd.cast(TREE, d, o).t.name, hd.cast(TREE, o, d, sides="front").t.name, hd.cast(SCENE, o, d).t.name,
             hd.cast(TREE, o, d, masks=np.ones(400, int)).t.name, hd.cast(TREE, o, d, masks=np.zeros(400, int)).t.name}
    assert len(names) == 8


@pytest.mark.parametrize("scheduler", ["threads", "processes"])
@pytest.mark.slow
def test_other_schedulers(scheduler: str) -> None:
    o, d = rays(1000)
    lazy = [da.from_array(a, 300) for a in (o, d)]
    for target in TARGETS.values():
        with dask.config.set(scheduler=scheduler):
            same(hd.cast(target, *lazy).normal.compute(num_workers=2), target.cast(o, d).normal)


def test_wrong_arguments_are_told_at_once() -> None:
    o, d = (da.from_array(a, 20) for a in rays(60))
    with pytest.raises(hitscan.ArgumentError, match=r"origins has shape \(60, 2\): expected \(\.\.\., 3\)"):
        hd.cast(TREE, o[:, :2], d)
    with pytest.raises(hitscan.ArgumentError, match="shapes of the rays do not go together"):
        hd.cast(TREE, o, d[:7])
    with pytest.raises(hitscan.ArgumentError, match="directions holds complex numbers"):
        hd.cast(TREE, o, d.astype(complex))
    with pytest.raises(hitscan.ArgumentError, match="holds true and false"):
        hd.any(TREE, o, d > 0)
    with pytest.raises(hitscan.ArgumentError, match="sides is 'left'"):
        hd.cast(TREE, o, d, sides="left")
    with pytest.raises(hitscan.ArgumentError, match=r"masks has shape \(3,\)"):
        hd.cast(TREE, o, d, masks=[1, 2, 3])
    with pytest.raises(hitscan.ArgumentError, match=r"ray_masks has shape \(7,\)"):
        hd.cast(TREE, o, d, masks=np.ones(400, int), ray_masks=np.ones(7, int))
    with pytest.raises(hitscan.ArgumentError, match="k is a float"):
        hd.first(TREE, o, d, 1.5)
    with pytest.raises(TypeError, match="colour"):
        hd.cast(TREE, o, d, colour="red")
    with pytest.raises(hitscan.ArgumentError, match="points has shape"):
        hd.closest(TREE, o[:, :1])
    with pytest.raises(hitscan.ArgumentError, match="tree is a list"):
        hd.cast([1], o, d)
    with pytest.raises(hitscan.ArgumentError, match="threads is 0"):
        hd.cast(TREE, o, d, threads=0)
    with pytest.raises(hitscan.ArgumentError, match="ProgressBar"):
        hd.cast(TREE, o, d, progress=print)
    with pytest.raises(hitscan.ArgumentError, match="fields are for dataframes"):
        hd.cast(TREE, o, d, fields=["t"])

"""Trees: making, shapes of results, files, pickles, closing, and what is wrong with what is given."""
import copy
import gc
import multiprocessing
import pickle

import numpy as np
import pytest

import hitscan

TRIANGLE = np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]], np.float32)
BOXES = np.array([[[0, 0, 0], [1, 1, 1]], [[3, 0, 0], [4, 1, 1]]], np.float32)


def soup(count=300, seed=1):
    rng = np.random.default_rng(seed)
    return (rng.random((count, 1, 3)) * 4 + rng.random((count, 3, 3))).astype(np.float32)


def rays(count=200, seed=2):
    rng = np.random.default_rng(seed)
    return rng.random((count, 3)) * 5, rng.normal(size=(count, 3))


# ---- Making ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4"])
def test_faces_of_every_type_make_the_same_tree(dtype):
    vertices = soup().reshape(-1, 3)[:200]
    faces = np.random.default_rng(3).integers(0, 200, (100, 3))
    assert hitscan.Tree(vertices, faces.astype(dtype)).to_bytes() == hitscan.Tree(vertices[faces]).to_bytes()


def test_qualities_and_threads_answer_alike():
    o, d = rays()
    truth = hitscan.Tree(soup()).cast(o, d)
    assert 0 < truth.hit.sum() < len(o)
    for quality in ("fast", "high"):
        for threads in (1, 3):
            got = hitscan.Tree(soup(), quality=quality, threads=threads).cast(o, d, threads=threads)
            assert np.array_equal(got.t, truth.t) and np.array_equal(got.primitive, truth.primitive)


def test_kinds():
    tree = hitscan.Tree(TRIANGLE)
    assert (tree.kind, len(tree), bool(tree)) == ("triangles", 1, True)
    assert tree.bounds.tolist() == [[0, 0, 0], [1, 1, 0]] and tree.triangle(0).tolist() == TRIANGLE[0].tolist()
    assert repr(tree) == "<Tree of 1 triangles>" and tree.stats.primitives == 1 and tree.stats.skipped == 0
    boxes = hitscan.Tree.from_boxes(BOXES)
    assert boxes.kind == "boxes" and boxes.to_bytes() == hitscan.Tree.from_boxes(BOXES[:, 0], BOXES[:, 1]).to_bytes()
    obbs = hitscan.Tree.from_obbs([[0.5] * 3, [3.5, 0.5, 0.5]], [np.eye(3)] * 2, [[0.5] * 3] * 2)
    assert obbs.kind == "obbs" and np.array_equal(obbs.bounds, boxes.bounds)
    with pytest.raises(hitscan.ArgumentError, match="a tree of boxes"):
        boxes.triangle(0)
    with pytest.raises(IndexError):
        tree.triangle(1)


@pytest.mark.parametrize("make", [lambda: hitscan.Tree([], []), lambda: hitscan.Tree(np.empty((0, 3, 3))),
                                  lambda: hitscan.Tree(np.empty((0, 3))), lambda: hitscan.Tree(TRIANGLE[0], []),
                                  lambda: hitscan.Tree.from_boxes(np.empty((0, 2, 3)))])
def test_empty_trees_are_trees(make):
    tree = make()
    assert len(tree) == 0 and not tree.cast((0, 0, 0), (0, 0, 1)) and not tree.any([(0, 0, 0)], (0, 0, 1)).any()
    assert tree.closest((0, 0, 0)).primitive == -1 and tree.in_box((0, 0, 0), (1, 1, 1)).size == 0
    assert len(tree.all([(0, 0, 0)], (0, 0, 1))) == 0 and tree.first((0, 0, 0), (0, 0, 1), 2).shape == (2,)


@pytest.mark.parametrize("make, text", [
    (lambda: hitscan.Tree(TRIANGLE[0], [[0, 1, 2, 0]]),
     r"faces has shape \(1, 4\): expected \(n, 3\); split each quad"),
    (lambda: hitscan.Tree(TRIANGLE[0], [0, 1, 2]), r"faces has shape \(3,\): expected \(n, 3\)"),
    (lambda: hitscan.Tree(TRIANGLE[0]), r"vertices has shape \(3, 3\): expected \(n, 3, 3\)"),
    (lambda: hitscan.Tree(np.zeros((5, 2)), [[0, 1, 2]]), r"vertices has shape \(5, 2\): expected \(n, 3\)"),
    (lambda: hitscan.Tree(TRIANGLE[0], [[0, 1, -1]]), "faces has the number -1"),
    (lambda: hitscan.Tree(TRIANGLE[0], [[0.0, 1.0, 2.0]]), "faces holds float64"),
    (lambda: hitscan.Tree(TRIANGLE, quality="best"), "quality is 'best': expected"),
    (lambda: hitscan.Tree(TRIANGLE, threads=0), "threads is 0"),
    (lambda: hitscan.Tree.from_boxes([[0, 0, 0]], [[1, 1, 1]] * 2), r"lower has shape \(1, 3\), but upper \(2, 3\)"),
    (lambda: hitscan.Tree.from_boxes([[0, 0, 0]]), r"boxes has shape \(1, 3\): expected \(n, 2, 3\)"),
    (lambda: hitscan.Tree.from_obbs([[0, 0, 0]], np.eye(3), [[1, 1, 1]]),
     r"axes has shape \(3, 3\): expected \(1, 3, 3\)"),
])
def test_what_is_no_tree_says_so(make, text):
    with pytest.raises(hitscan.ArgumentError, match=text):
        make()


def test_bad_triangles_are_left_out_or_refused():
    vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [np.nan, 0, 0]])
    faces = [[0, 1, 3], [0, 1, 2], [0, 1, 9]]
    tree = hitscan.Tree(vertices, faces)
    assert tree.stats.skipped == 2 and len(tree) == 3 and tree.cast((0.1, 0.1, 1), (0, 0, -1)).primitive == 1
    with pytest.raises(hitscan.ArgumentError, match="triangle 0 is bad"):
        tree.triangle(0)
    with pytest.raises(hitscan.GeometryError) as caught:
        hitscan.Tree(vertices, faces[1:], refuse_bad=True)
    assert caught.value.offset == 1 and isinstance(caught.value, ValueError)


# ---- Shapes of results -----------------------------------------------------------------------------------------------


def test_results_have_the_shape_of_the_rays():
    tree = hitscan.Tree(TRIANGLE)
    grid = np.zeros((4, 5, 3)) + (0.2, 0.2, 1)
    hits = tree.cast(grid, (0, 0, -1))
    assert hits.shape == (4, 5) and len(hits) == 4 and hits.hit.all() and repr(hits) == \
        "<Hits of shape (4, 5): 20 of 20 hit>"
    for name, inner in [("t", ()), ("primitive", ()), ("uv", (2,)), ("weights", (3,)), ("side", ()), ("face", ()),
                        ("point", (3,)), ("normal", (3,)), ("distance", ()), ("hit", ())]:
        assert getattr(hits, name).shape == (4, 5) + inner, name
    assert hits.point.dtype == np.float64 and hits.t.dtype == np.float32 and hits.primitive.dtype == np.int32
    assert hits[1].shape == (5,) and hits[:, ::2].shape == (4, 3) and hits[hits.t < 0].shape == (0,)
    assert isinstance(hits[2, 3], hitscan.Hit) and np.array_equal(hits[2, 3].point, hits.point[2, 3])
    assert tree.any(grid, (0, 0, -1)).shape == (4, 5) and tree.count(grid, (0, 0, -1)).dtype == np.uint32
    assert tree.first(grid, (0, 0, -1), 2).shape == (4, 5, 2)
    assert tree.first(grid, (0, 0, -1), 2).point.shape == (4, 5, 2, 3)
    assert tree.all(grid, (0, 0, -1)).counts.shape == (4, 5)
    assert tree.closest(grid).distance.shape == (4, 5) and tree.closest(grid, 2).point.shape == (4, 5, 2, 3)
    empty = tree.cast(np.empty((0, 7, 3)), (0, 0, 1))
    assert empty.shape == (0, 7) and empty.point.shape == (0, 7, 3) and empty.normal.shape == (0, 7, 3)
    assert isinstance(tree.any((0, 0, 1), (0, 0, -1)), bool) and isinstance(tree.count((0, 0, 1), (0, 0, -1)), int)


def test_one_ray_is_one_hit_however_it_is_given():
    tree = hitscan.Tree(TRIANGLE)
    for o, d in [((0.25, 0.5, 2), (0, 0, -2)), ([0.25, 0.5, 2], [0, 0, -2]),
                 (np.array([0.25, 0.5, 2]), np.array([0, 0, -2])), (np.array([0.25, 0.5, 2], "f4"), (0, 0, -2)),
                 (range(0, 1), None)]:
        if d is None:
            with pytest.raises(hitscan.ArgumentError, match=r"origins has shape \(1,\)"):
                tree.cast(o, (0, 0, 1))
            continue
        for hit in (tree.cast(o, d), tree.cast(o, d, sides="both"), tree.cast([o], [d])[0]):
            assert hit and hit.hit and hit.t == 1 and hit.primitive == 0 and hit.side == 0 and hit.face == -1
            assert hit.uv == (0.25, 0.5) and hit.weights == (0.25, 0.25, 0.5)
            assert hit.point.tolist() == [0.25, 0.5, 0] and hit.normal.tolist() == [0, 0, 1] and hit.distance == 2
    miss = tree.cast((5, 5, 5), (0, 0, 1))
    assert not miss and miss.primitive == -1 and np.isinf(miss.t) and np.isinf(miss.distance)
    assert np.isnan(miss.point).all() and not miss.normal.any() and repr(miss) == "<Hit: none>"


def test_what_has_three_parts_is_no_ray_by_that():
    class Frame:  # as pandas has them: it iterates over the names of its columns
        def __iter__(self):
            return iter([0, 1, 2])

        def __array__(self, dtype=None, copy=None):
            return np.asarray([[0.25, 0.25, 5], [0.5, 0.25, 7]], dtype)

    tree = hitscan.Tree([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]])
    assert tree.cast(Frame(), (0, 0, -1)).t.tolist() == [5, 7]
    for bad in ({0: 1, 1: 2, 2: 3}, {0.25, 0.5, 5.0}, "123"):
        with pytest.raises(hitscan.ArgumentError):
            tree.cast(bad, (0, 0, -1))
        with pytest.raises(hitscan.ArgumentError):
            tree.cast((0, 0, 1), bad)


@pytest.mark.parametrize("ray", [((np.nan, 0, 0), (0, 0, 1)), ((0, 0, np.inf), (0, 0, 1)), ((0, 0, 1), (0, 0, 0)),
                                 ((0.1, 0.1, 1), (0, 0, -1), 5, 4), ((0.1, 0.1, 1), (0, 0, -1), np.nan)])
def test_what_is_no_ray_hits_nothing(ray):
    tree = hitscan.Tree(TRIANGLE)
    assert not tree.cast(*ray) and not tree.cast(*[np.array([x]) for x in ray]).hit[0]
    assert not tree.any(*ray) and tree.count(*ray) == 0 and len(tree.all(*ray)) == 0


def test_arrays_may_change_after_a_cast():
    tree, origins = hitscan.Tree(TRIANGLE), np.array([[0.25, 0.25, 1]])
    hits = tree.cast(origins, (0, 0, -1))
    origins[:] = 9
    assert hits.point.tolist() == [[0.25, 0.25, 0]]


@pytest.mark.parametrize("call, text", [
    (lambda t: t.cast(np.zeros((2, 3)), np.zeros((3, 3))), "the shapes of the rays do not go together: origins"),
    (lambda t: t.cast(np.zeros((2, 2)), (0, 0, 1)), r"origins has shape \(2, 2\): expected \(\.\.\., 3\)"),
    (lambda t: t.cast((0, 0, 0), (0, 0, 1), sides="top"), "sides is 'top'"),
    (lambda t: t.cast((0, 0, 0), (0, 0, 1), mask=1), "give masks, too"),
    (lambda t: t.cast((0, 0, 0), (0, 0, 1), masks=[1, 2]), r"masks has shape \(2,\): expected \(1,\)"),
    (lambda t: t.cast((0, 0, 0), (0, 0, 1), masks=[1], mask=2**32), "mask is 4294967296"),
    (lambda t: t.cast((0, 0, 0), (0, 0, 1), masks=[1], ray_masks=[1, 2]), r"ray_masks has shape \(2,\)"),
    (lambda t: t.cast((0, 0, 0), (0, 0, 1), accept=5), "accept is a int"),
    (lambda t: t.first((0, 0, 0), (0, 0, 1), -1), "k is -1"),
    (lambda t: t.first((0, 0, 0), (0, 0, 1), 1.5), "k is a float"),
    (lambda t: t.closest((0, 0)), r"points has shape \(2,\)"),
    (lambda t: t.closest((0, 0, 0), max_distance="far"), "max_distance is 'far'"),
    (lambda t: t.in_box((0, 0), (1, 1, 1)), r"lower has shape \(2,\): expected \(3,\)"),
    (lambda t: t.in_sphere((0, 0, 0), None), "radius is None"),
    (lambda t: t.in_frustum(np.eye(4)), r"planes has shape \(4, 4\): expected \(6, 4\)"),
])
def test_bad_arguments_of_queries(call, text):
    with pytest.raises(hitscan.ArgumentError, match=text):
        call(hitscan.Tree(TRIANGLE))


# ---- Files, bytes, pickles -------------------------------------------------------------------------------------------


def test_files_and_bytes_are_the_same_tree(tmp_path):
    tree, path = hitscan.Tree(soup()), tmp_path / "soup.hit"
    tree.save(path)
    o, d = rays()
    truth = tree.cast(o, d)
    for other in (hitscan.Tree.open(path), hitscan.Tree.open(str(path), trusted=True), hitscan.Tree.load(path),
                  hitscan.Tree.from_bytes(tree.to_bytes()), hitscan.Tree.from_bytes(bytearray(tree.to_bytes())),
                  hitscan.Tree.from_bytes(np.frombuffer(tree.to_bytes(), "u1"), trusted=True)):
        other.validate()
        assert other.to_bytes() == tree.to_bytes() and np.array_equal(other.cast(o, d).normal, truth.normal)


def test_files_that_are_no_trees(tmp_path):
    (tmp_path / "empty.hit").write_bytes(b"")
    (tmp_path / "text.hit").write_bytes(b"no tree at all" * 100)
    data = bytearray(hitscan.Tree(TRIANGLE).to_bytes())
    for name in ("empty", "text"):
        for how in (hitscan.Tree.open, hitscan.Tree.load):
            with pytest.raises(hitscan.FormatError, match=f"{name}.hit"):
                how(tmp_path / f"{name}.hit")
    for how in (hitscan.Tree.open, hitscan.Tree.load):
        with pytest.raises(OSError, match="none.hit") as caught:
            how(tmp_path / "none.hit")
        assert isinstance(caught.value, hitscan.FileError) and str(caught.value).count("none.hit") == 1
    data[200] ^= 1
    for bad in (data, b"", b"x", data[:-1]):
        with pytest.raises(hitscan.FormatError):
            hitscan.Tree.from_bytes(bad)
    with pytest.raises(hitscan.ArgumentError, match="data is a int"):
        hitscan.Tree.from_bytes(5)
    with pytest.raises(hitscan.FileError):
        hitscan.Tree(TRIANGLE).save(tmp_path / "no" / "such" / "folder")


def test_pickles_and_copies(tmp_path):
    tree = hitscan.Tree(soup())
    for other in (pickle.loads(pickle.dumps(tree)), copy.copy(tree), copy.deepcopy(tree)):
        assert other is not tree and other.to_bytes() == tree.to_bytes()
        tree.close() if other is None else other.close()
    assert not tree.closed
    tree.save(tmp_path / "x.hit")
    mapped = hitscan.Tree.open(tmp_path / "x.hit")
    assert len(pickle.dumps(mapped)) < 500 < len(pickle.dumps(tree))
    assert pickle.loads(pickle.dumps(mapped)).to_bytes() == tree.to_bytes()
    with pytest.raises(hitscan.ArgumentError, match="closed"):
        mapped.close()
        pickle.dumps(mapped)


def answer(tree):
    return tree.cast(*rays()).primitive


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_pickles_across_processes(method, tmp_path):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {method}")
    tree = hitscan.Tree(soup(), threads=2)
    truth = tree.cast(*rays(20000), threads=2) and answer(tree)  # threads run before the fork
    tree.save(tmp_path / "x.hit")
    with multiprocessing.get_context(method).Pool(2) as workers:
        for got in workers.map(answer, [tree, hitscan.Tree.open(tmp_path / "x.hit")]):
            assert np.array_equal(got, truth)


# ---- Change and closing ----------------------------------------------------------------------------------------------


def test_refit_keeps_what_others_hold(tmp_path):
    old, new = soup(), soup() + np.float32(0.5)
    tree = hitscan.Tree(old, quality="fast")
    tree.save(tmp_path / "x.hit")
    o, d = rays()
    before, other = tree.cast(o, d), copy.copy(tree)
    normals = tree.cast(o, d).normal
    truth = hitscan.Tree(new).cast(o, d)
    for moved in (tree, hitscan.Tree.open(tmp_path / "x.hit"), pickle.loads(pickle.dumps(tree))):
        moved.refit(new)
        assert np.array_equal(moved.cast(o, d).t, truth.t) and np.allclose(moved.bounds[0], new.min(axis=(0, 1)))
    assert np.array_equal(before.normal, normals) and np.array_equal(other.cast(o, d).t, before.t)
    boxes = hitscan.Tree.from_boxes(BOXES)
    boxes.refit(BOXES[:, 0] + 1, BOXES[:, 1] + 1)
    assert boxes.bounds.tolist() == [[1, 1, 1], [5, 2, 2]]
    obbs = hitscan.Tree.from_obbs([[0, 0, 0]], [np.eye(3)], [[1, 1, 1]])
    obbs.refit([[1, 0, 0]], [np.eye(3)], [[1, 1, 1]])
    assert obbs.bounds.tolist() == [[0, -1, -1], [2, 1, 1]]


def test_refit_that_cannot_be():
    tree = hitscan.Tree(soup())
    data = tree.to_bytes()
    with pytest.raises(hitscan.TopologyError):
        tree.refit(soup(299))
    with pytest.raises(hitscan.ArgumentError, match="halves are those of oriented boxes"):
        tree.refit(soup(), None, [[1, 1, 1]])
    with pytest.raises(hitscan.ArgumentError, match="oriented boxes need centers, axes and halves"):
        hitscan.Tree.from_obbs([[0, 0, 0]], [np.eye(3)], [[1, 1, 1]]).refit([[0, 0, 0]])
    assert tree.to_bytes() == data


def test_closed_trees_raise():
    with hitscan.Tree(TRIANGLE) as tree:
        hits = tree.cast([(0.2, 0.2, 1)], (0, 0, -1))
    tree.close()
    assert tree.closed and repr(tree) == "<Tree: closed>" and hits.normal.tolist() == [[0, 0, 1]]
    for use in (lambda: tree.cast((0, 0, 0), (0, 0, 1)), lambda: tree.cast([(0, 0, 0)], (0, 0, 1)), lambda: len(tree),
                lambda: tree.any((0, 0, 0), (0, 0, 1)), lambda: tree.all((0, 0, 0), (0, 0, 1)), lambda: tree.stats,
                lambda: tree.first((0, 0, 0), (0, 0, 1), 1), lambda: tree.closest((0, 0, 0)), lambda: tree.bounds,
                lambda: tree.in_sphere((0, 0, 0), 1), lambda: tree.to_bytes(), lambda: tree.validate(),
                lambda: tree.refit(TRIANGLE), lambda: tree.save("x"), lambda: copy.copy(tree), lambda: tree.kind,
                lambda: tree.count((0, 0, 0), (0, 0, 1)), lambda: tree.__enter__()):
        with pytest.raises(hitscan.ArgumentError, match="the tree is closed"):
            use()


def test_things_dropped_in_any_order(tmp_path):
    tree = hitscan.Tree(soup())
    tree.save(tmp_path / "x.hit")
    mapped = hitscan.Tree.open(tmp_path / "x.hit")
    hits, every = mapped.cast(*rays()), mapped.all(*rays())
    truth = tree.cast(*rays()).normal
    (tmp_path / "x.hit").unlink()
    del mapped
    gc.collect()
    assert np.array_equal(hits.normal, truth) and every.normal.shape == (len(every), 3)


def layers(count):
    """Squares above each other, the first two wide, the others above a corner of these; all one apart."""
    size = np.where(np.arange(count) < 2, 10, 1)[:, None, None]
    square = np.array([[[0, 0, 0], [1, 0, 0], [1, 1, 0]], [[0, 0, 0], [1, 1, 0], [0, 1, 0]]])
    corners = (square * size[..., None]).astype(float)
    corners[..., 2] = np.arange(count)[:, None, None]
    return hitscan.Tree(corners.reshape(-1, 3, 3).astype(np.float32))


@pytest.mark.parametrize("masked", [False, True])
def test_rays_with_few_and_many_hits(masked):
    """Most rays have two hits; some of a part have 30, all of the next one, and some again."""
    tree, n, rng = layers(30), 9000, np.random.default_rng(3)
    deep = np.concatenate([rng.random(n) < 0.05, np.full(n, True), rng.random(n) < 0.05])
    x = np.where(deep, rng.uniform(0.1, 0.4, 3 * n), rng.uniform(5, 6, 3 * n))
    origins = np.stack([x, x - 0.05, np.full(3 * n, -1.0)], -1).astype(np.float32)
    options, wanted = {}, np.ones((3 * n, 30), bool)
    if masked:
        ray_masks = rng.integers(0, 4, 3 * n)
        options = {"masks": np.repeat(np.arange(30) % 3 + 1, 2), "ray_masks": ray_masks}
        wanted = (ray_masks[:, None] & (np.arange(30) % 3 + 1)) != 0
    wanted[~deep, 2:] = False
    found = tree.all(origins, (0, 0, 1), threads=2, **options)
    assert np.array_equal(found.counts, wanted.sum(axis=1))
    ray, layer = np.nonzero(wanted)
    assert np.array_equal(found.ray, ray) and np.array_equal(found.t, (layer + 1).astype(np.float32))
    assert np.array_equal(found.primitive // 2, layer)
    assert np.array_equal(found[n + 5].t, found.t[found.offsets[n + 5]:found.offsets[n + 6]])

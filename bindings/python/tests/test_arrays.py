"""Arrays from outside: every type, order and kind of object; clear errors for the rest; warnings of lost digits."""
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hitscan
from hitscan import _arrays, _rays, _run

cases = settings(max_examples=60, deadline=None, derandomize=True, print_blob=True)


class Arrayish:
    """As a tensor or a data frame: only __array__."""

    def __init__(self, a):
        self.a = a

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.a, dtype)


class Packed:
    """Only __dlpack__, on a device of choice."""

    def __init__(self, a, device=(1, 0)):
        self.a, self.device = a, device

    def __dlpack__(self, **_):
        return self.a.__dlpack__()

    def __dlpack_device__(self):
        return self.device


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "g", ">f4", ">f8", "i1", "u1", "i2", "u4", "i8", "u8", ">i4"])
def test_every_number_type_is_read(dtype):
    a = np.array([[1, 2, 3], [4, 5, 6]], dtype)
    got = _arrays.array(a, np.float32, ("...", 3), "a")
    assert got.dtype == np.float32 and got.flags.c_contiguous and got.tolist() == [[1, 2, 3], [4, 5, 6]]
    if np.dtype(dtype).kind in "iu":
        assert _arrays.array(a, np.uint32, ("n", 3), "a").tolist() == a.tolist()


def test_nothing_is_copied_that_fits():
    a = np.zeros((5, 3), np.float32)
    a.flags.writeable = False
    assert np.shares_memory(_arrays.points(a, "a"), a)
    faces = np.zeros((5, 3), np.uint32)
    assert np.shares_memory(_arrays.array(faces, np.uint32, ("n", 3), "faces"), faces)


@pytest.mark.parametrize("change", [lambda a: a[::2], lambda a: a[::-1], lambda a: np.asfortranarray(a),
                                    lambda a: a.T.copy().T, lambda a: np.hstack([a, a])[:, 1:4],
                                    lambda a: Arrayish(a), lambda a: a.tolist(), lambda a: tuple(map(tuple, a)),
                                    lambda a: np.asmatrix(a), lambda a: np.ma.array(a), lambda a: memoryview(a)])
def test_layouts_and_objects(change):
    a = np.arange(12, dtype=np.float64).reshape(4, 3)
    given_ = change(a)
    got = _arrays.array(given_, np.float32, ("n", 3), "a")
    assert got.flags.c_contiguous
    assert np.array_equal(got, np.asarray(given_.a if isinstance(given_, Arrayish) else given_))


def test_unaligned_memory():
    raw = np.frombuffer(bytes(1 + 36), np.uint8)[1:].view("f4").reshape(3, 3)
    assert _arrays.array(raw, np.float32, ("n", 3), "a").flags.aligned


@pytest.mark.skipif(not hasattr(np, "from_dlpack"), reason="needs a newer NumPy")
def test_dlpack():
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert _arrays.array(Packed(a), np.float32, ("n", 3), "a").tolist() == a.tolist()
    with pytest.raises(hitscan.ArgumentError, match="origins lies in the memory of a device.*cpu"):
        _arrays.array(Packed(a, (2, 0)), np.float32, ("n", 3), "origins")


@pytest.mark.parametrize("value, text", [
    (np.zeros((5, 2)), r"a has shape \(5, 2\): expected \(\.\.\., 3\)"),
    (np.zeros(()), r"a has shape \(\): expected \(\.\.\., 3\)"),
    ([[1, 2, 3j]], "a holds complex numbers"),
    ([["x", "y", "z"]], "a holds text"),
    ([[1, 2, 2**70]], "a holds Python objects"),
    ([[1, 2, 3], [4, 5]], "a cannot be read as an array"),
    (np.zeros(3, "M8[s]"), "a holds dates"),
    (np.zeros(3, [("x", "f4")]), "a holds records.*stack"),
    ([[True, False, True]], "a holds true and false"),
    (np.ma.array([[1, 2, 3]], mask=[[0, 1, 0]]), "a has masked elements"),
    (None, "a holds Python objects"),
])
def test_errors_say_what_and_where(value, text):
    with pytest.raises(hitscan.ArgumentError, match=text):
        _arrays.array(value, np.float32, ("...", 3), "a")


@pytest.mark.parametrize("value", [-1, 2**32])
def test_whole_numbers_never_wrap(value):
    with pytest.raises(hitscan.ArgumentError, match=f"faces has the number {value}: expected numbers from 0 to"):
        _arrays.array([[0, 1, value]], np.uint32, ("n", 3), "faces")
    with pytest.raises(hitscan.ArgumentError, match="faces holds float64: expected whole numbers"):
        _arrays.array([[0.0, 1.0, 2.0]], np.uint32, ("n", 3), "faces")


def test_empty_lists_fit():
    assert _arrays.array([], np.float32, ("...", 3), "a").shape == (0, 3)
    assert _arrays.array([], np.uint32, ("n", 3), "a").shape == (0, 3)


# ---- Rounding --------------------------------------------------------------------------------------------------------


def warns(f, *arguments, **options):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        f(*arguments, **options)
    assert all(w.category is hitscan.PrecisionWarning for w in seen)
    return [w for w in seen]


def test_a_warning_where_rounding_moves_points():
    points = np.random.default_rng(1).random((50, 3))
    assert not warns(_arrays.points, points, "vertices")
    far = warns(_arrays.points, points + 1e6, "vertices")
    assert len(far) == 1 and "rounding vertices to float moves a point by up to" in str(far[0].message)
    assert far[0].filename == __file__
    assert not warns(_arrays.points, (points + 1e6).astype(np.float32), "vertices")
    assert not warns(_arrays.points, np.round(points * 100) + 1e6, "vertices")
    assert not warns(_arrays.points, np.array([[np.nan, np.inf, 0], [1, 2, 3]]), "vertices")
    assert warns(_arrays.points, np.array([[1e39, 0, 0], [1, 2, 3]]), "vertices")
    # A single point, and shapes around one: what rounding does to tenths is nothing.
    assert not warns(_arrays.points, (0.1, 0.2, 0.3), "p", shape=(3,))
    scene, p = hitscan.Scene(), (0.1, 0.2, 1000.3)
    for add in (scene.add_sphere, lambda p, r: scene.add_capsule(p, p, r), lambda p, r: scene.add_cylinder(p, p, r),
                lambda p, r: scene.add_points([p, p], r), lambda p, r: scene.add_polyline([p, p], r)):
        assert not warns(add, p, 50.0)
        assert warns(add, p, 0.5)  # a millionth of the size of this


@cases
@given(st.lists(st.tuples(*[st.floats(-1e7, 1e7)] * 3), min_size=1, max_size=6), st.floats(0, 1e6))
def test_the_warning_is_exact(points, size):
    a = np.array(points)
    lower, upper = a.min(axis=0), a.max(axis=0)
    moved = np.linalg.norm(a.astype(np.float32).astype(np.float64) - a, axis=1).max()
    limit = 1e-6 * (max(size, np.linalg.norm(upper - lower)) or np.abs(a).max())
    if abs(moved - limit) > 1e-9 * limit:
        assert bool(warns(_arrays.points, a, "a", warn_size=size)) == (moved > limit)


def test_directions_that_float_cannot_hold():
    tree = hitscan.Tree([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]])
    assert warns(tree.cast, [(0.25, 0.25, -1)], np.array([[0, 0, 1e-50]]))
    assert warns(tree.cast, (0.25, 0.25, -1), (0, 0, 1e39))
    assert not warns(tree.cast, (0.25, 0.25, -1), (0, 0, 1e-30))
    assert not warns(tree.cast, (0.25, 0.25, -1), (0, 1e-50, 1.0))


def test_origins_are_seen_with_the_tree():
    near = hitscan.Tree(np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]]))
    assert not warns(near.cast, (0.1, 0.2, 1e9 + 0.3), (0, 0, -1))  # as far as that, nobody sees the difference
    far = hitscan.Tree(np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]], np.float32) + np.float32(1e6))
    assert warns(far.cast, (1e6 + 0.11, 1e6 + 0.21, 1e6 + 1), (0, 0, -1))
    assert warns(far.cast, np.array([[1e6 + 0.11, 1e6 + 0.21, 1e6 + 1]]), (0, 0, -1))
    assert warns(far.closest, np.array([[1e6 + 0.11, 1e6 + 0.21, 1e6 + 1]]))


# ---- Rays ------------------------------------------------------------------------------------------------------------


@cases
@given(st.sampled_from([(), (1,), (4,), (3, 4), (3, 1), (2, 1, 4), (0,), (0, 4)]),
       st.sampled_from([(), (4,), (3, 4), (1, 4)]), st.sampled_from([(), (4,), (3, 1)]), st.integers(1, 7))
def test_rays_broadcast_as_numpy_does(a, b, c, step):
    rng = np.random.default_rng(len(a) * 100 + len(b) * 10 + len(c))
    origins, directions, t_max = rng.random(a + (3,)), rng.random(b + (3,)).astype(np.float32), rng.random(c)
    try:
        shape = np.broadcast_shapes(a, b, c)
    except ValueError:
        with pytest.raises(hitscan.ArgumentError, match="the shapes of the rays do not go together"):
            _rays.rays(origins, directions, 0, t_max)
        return
    box = np.array([[0, 0, 0], [1, 1, 1]])
    for make, name in ((lambda *a: _rays.rays(*a, around=box), np.float32), (_rays.drays, np.float64)):
        rays = make(origins, directions, -1, t_max)
        assert rays.shape == shape
        got = np.concatenate([rays.pack(i, min(i + step, rays.count)).copy() for i in range(0, rays.count, step)] or
                             [np.empty(0, rays.dtype)])
        assert np.array_equal(got["origin"], np.broadcast_to(origins, shape + (3,)).reshape(-1, 3).astype(name))
        assert np.array_equal(got["direction"], np.broadcast_to(directions, shape + (3,)).reshape(-1, 3))
        assert np.array_equal(got["t_max"], np.broadcast_to(t_max, shape).reshape(-1).astype(np.float32))
        assert (got["t_min"] == -1).all()


def test_rays_that_repeat_take_no_memory():
    origins = np.broadcast_to(np.arange(30.0).reshape(10, 1, 3), (10, 10**9, 3))
    rays = _rays.rays(origins, (0, 0, 1), around=np.array([[0, 0, 0], [1, 1, 1]]))
    assert rays.count == 10**10
    assert rays.pack(3 * 10**9 - 1, 3 * 10**9 + 1)["origin"].tolist() == [[6, 7, 8], [9, 10, 11]]


# ---- Running ---------------------------------------------------------------------------------------------------------


class Bar:
    """As tqdm is."""

    def __init__(self, total=None):
        self.total, self.n, self.closed = total, 0, False

    def update(self, n):
        self.n += n

    def close(self):
        self.closed = True


def test_progress_of_all_kinds():
    seen, chunks = [], []
    _run.in_chunks(10, 4, lambda b, e: chunks.append((b, e)), lambda done, total: seen.append((done, total)))
    assert chunks == [(0, 4), (4, 8), (8, 10)] and seen == [(4, 10), (8, 10), (10, 10)]
    bar = Bar()
    _run.in_chunks(10, 4, lambda b, e: None, bar)
    assert bar.total == 10 and bar.n == 10 and not bar.closed
    with pytest.raises(hitscan.Cancelled):
        _run.in_chunks(10, 4, lambda b, e: None, lambda done, total: False)
    with pytest.raises(hitscan.ArgumentError, match="progress is a int"):
        _run.in_chunks(10, 4, lambda b, e: None, 5)
    _run.in_chunks(0, 4, lambda b, e: pytest.fail("nothing to do"))


def test_a_bar_of_a_class_is_closed():
    made = []

    class Mine(Bar):
        def __init__(self, total=None):
            super().__init__(total)
            made.append(self)

    _run.in_chunks(10, 4, lambda b, e: None, Mine)
    assert made[0].n == 10 and made[0].closed

"""Every query of trees against fractions, on small meshes where edges, corners and equal t are the rule."""
from fractions import Fraction

import tree_oracle as exact
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hitscan

grid = st.integers(-2, 2)
vector = st.tuples(grid, grid, grid)
ray = st.tuples(vector, vector.filter(any))
cases = settings(max_examples=80, deadline=None, derandomize=True, print_blob=True)
meshes = st.lists(st.tuples(vector, vector, vector), min_size=0, max_size=8)


def make(triangles):
    return hitscan.Tree(np.array(triangles, np.float64).reshape(-1, 3, 3))


def same(records, truth):
    """Hits of one ray are those of fractions: indices and sides equal, numbers correctly rounded."""
    assert list(records.primitive) == [h[1] for h in truth]
    assert list(records.side) == [h[5] for h in truth]
    for i, h in enumerate(truth):
        assert exact.is_rounded(records.t[i], h[0])
        w, u, v = records.weights[i]
        assert exact.is_rounded(u, h[2]) and exact.is_rounded(v, h[3]) and exact.is_rounded(w, h[4])


@cases
@given(meshes, st.lists(ray, min_size=1, max_size=6))
def test_every_ray_query_equals_fractions(triangles, rays):
    tree = make(triangles)
    origins, directions = (np.array(a, np.float32) for a in zip(*rays))
    truth = [exact.all_hits(o, d, triangles) for o, d in rays]
    first = tree.cast(origins, directions)
    assert list(first.primitive) == [t[0][1] if t else -1 for t in truth]
    assert list(first.hit) == [bool(t) for t in truth]
    for i, t in enumerate(truth):
        same(first[i:i + 1] if t else first[:0], t[:1])
        assert np.isinf(first.t[i]) == (not t)
    assert list(tree.any(origins, directions)) == [bool(t) for t in truth]
    assert list(tree.count(origins, directions)) == [len(t) for t in truth]
    every = tree.all(origins, directions)
    assert list(np.diff(every.offsets)) == [len(t) for t in truth]
    some = tree.first(origins, directions, 3)
    assert list(some.found) == [min(3, len(t)) for t in truth]
    for i, t in enumerate(truth):
        same(every[i], t)
        same(some[i][:len(t[:3])], t[:3])
        assert (some[i].primitive[len(t):] == -1).all()


@cases
@given(meshes.filter(len), ray, st.integers(-3, 3), st.integers(-3, 3))
def test_both_ends_count(triangles, one, t_min, t_max):
    tree = make(triangles)
    truth = exact.all_hits(*one, triangles, Fraction(t_min, 2), Fraction(t_max, 2)) if t_min <= t_max else []
    assert tree.count(*one, t_min / 2, t_max / 2) == len(truth)
    assert tree.cast(*one, t_min / 2, t_max / 2).primitive == (truth[0][1] if truth else -1)


@cases
@given(meshes.filter(len), st.lists(ray, min_size=1, max_size=4), st.data())
def test_filters_hide_nothing_else(triangles, rays, data):
    tree, n, m = make(triangles), len(triangles), len(rays)
    origins, directions = (np.array(a, np.float32) for a in zip(*rays))
    masks = data.draw(st.lists(st.integers(0, 7), min_size=n, max_size=n))
    ray_masks = data.draw(st.lists(st.integers(0, 7), min_size=m, max_size=m))
    mask = data.draw(st.integers(0, 7))

    def check(counts, **filters):
        truth = [exact.all_hits(o, d, triangles, counts=lambda i, h, r=r: counts(i, h, r))
                 for r, (o, d) in enumerate(rays)]
        assert list(tree.cast(origins, directions, **filters).primitive) == [t[0][1] if t else -1 for t in truth]
        assert list(tree.any(origins, directions, **filters)) == [bool(t) for t in truth]
        assert list(tree.count(origins, directions, **filters)) == [len(t) for t in truth]
        assert list(tree.all(origins, directions, **filters).primitive) == [h[1] for t in truth for h in t]
        assert list(tree.first(origins, directions, 1, **filters).found) == [len(t[:1]) for t in truth]

    check(lambda i, h, r: masks[i] & mask, masks=masks, mask=mask)
    check(lambda i, h, r: masks[i], masks=np.array(masks, bool))
    check(lambda i, h, r: masks[i] & ray_masks[r], masks=masks, ray_masks=ray_masks)
    check(lambda i, h, r: masks[i] & mask & ray_masks[r], masks=masks, mask=mask, ray_masks=ray_masks)
    check(lambda i, h, r: h[4] == 0, sides="front")
    check(lambda i, h, r: h[4] == 1, sides="back")
    check(lambda i, h, r: i % 2, accept=lambda hit: hit.primitive % 2)


def test_unique_counts_an_edge_once():
    square = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
    tree = hitscan.Tree(square, [[0, 1, 2], [0, 2, 3]])
    assert tree.count((0.5, 0.5, 1), (0, 0, -1)) == 2
    assert tree.count((0.5, 0.5, 1), (0, 0, -1), unique=True) == 1
    assert tree.all([(0.5, 0.5, 1)], (0, 0, -1), unique=True).primitive.tolist() == [0]
    assert tree.first((0.5, 0.5, 1), (0, 0, -1), 2, unique=True).found == 1


@cases
@given(meshes.filter(len), st.lists(vector, min_size=1, max_size=4), st.integers(1, 4))
def test_closest_equals_fractions(triangles, points, k):
    tree = make(triangles)
    found = tree.closest(np.array(points, np.float32), k)
    for i, p in enumerate(points):
        truth = sorted((exact.squared_distance(p, t), j) for j, t in enumerate(triangles))[:k]
        row = found[i] if k > 1 else found[i:i + 1]
        assert [x for x in row.primitive if x >= 0] == [j for _, j in truth]
        for distance, (squared, _) in zip(row.distance, truth):
            assert float(distance) == pytest.approx(float(squared)**0.5, rel=1e-7)
        for point, (squared, j) in zip(row.point, truth):
            assert np.linalg.norm(point - p) == pytest.approx(float(squared)**0.5, abs=1e-5)
            assert float(exact.squared_distance(point, triangles[j]))**0.5 < 1e-5


def test_closest_has_a_limit():
    tree = hitscan.Tree([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]])
    assert tree.closest((0, 0, 2), max_distance=2).found
    far = tree.closest([(0, 0, 2.5), (np.nan, 0, 0)], max_distance=2)
    assert not far.found.any() and np.isinf(far.distance).all() and (far.primitive == -1).all()
    assert np.isnan(far.point).all()


@cases
@given(st.lists(st.tuples(vector, vector), min_size=1, max_size=8), vector, vector)
def test_boxes_in_a_box(boxes, a, b):
    corners = np.sort(np.array(boxes, np.float32), axis=1)
    tree = hitscan.Tree.from_boxes(corners)
    lower, upper = np.minimum(a, b), np.maximum(a, b)
    touching = [i for i, (low, high) in enumerate(corners) if (low <= upper).all() and (lower <= high).all()]
    inside = [i for i, (low, high) in enumerate(corners) if (low >= lower).all() and (high <= upper).all()]
    assert tree.in_box(lower, upper).tolist() == touching
    assert tree.in_box(lower, upper, inside=True).tolist() == inside
    middle, half = (lower + upper) / 2, (upper - lower) / 2
    assert tree.in_obb(middle, np.eye(3), half).tolist() == touching
    planes = [(*row, low) for row, low in zip(np.eye(3), lower)]
    planes += [(*-row, -high) for row, high in zip(np.eye(3), upper)]
    assert tree.in_frustum(planes).tolist() == touching
    assert tree.in_frustum(planes, inside=True).tolist() == inside
    masks = np.arange(len(boxes)) % 2
    assert tree.in_box(lower, upper, masks=masks).tolist() == [i for i in touching if i % 2]


@cases
@given(meshes.filter(len), vector, st.integers(0, 4))
def test_triangles_in_a_sphere(triangles, center, radius):
    tree = make(triangles)
    touching = [i for i, t in enumerate(triangles) if exact.squared_distance(center, t) <= radius * radius]
    inside = [i for i, t in enumerate(triangles) if all(sum((x - y)**2 for x, y in zip(v, center)) <= radius * radius
                                                        for v in t)]
    assert tree.in_sphere(center, radius).tolist() == touching
    assert tree.in_sphere(center, radius, inside=True).tolist() == inside


def test_a_cone_finds_what_is_in_front():
    points = np.array([[0, 0, 5], [0, 1, 5], [3, 0, 1], [0, 0, -5], [0, 0, 20]], np.float32)
    tree = hitscan.Tree.from_boxes(points, points)
    assert tree.in_cone((0, 0, 0), (0, 0, 2), np.arctan(0.5)).tolist() == [0, 1, 4]
    assert tree.in_cone((0, 0, 0), (0, 0, 2), np.arctan(0.5), far=10).tolist() == [0, 1]
    assert tree.in_cone((0, 0, 0), (0, 0, 2), np.arctan(0.5), near=10).tolist() == [4]


def test_boxes_are_solid():
    tree = hitscan.Tree.from_boxes([[0, 0, 0]], [[2, 2, 2]])
    inside, outside = tree.cast([(1, 1, 1), (1, 1, -3)], (0, 0, 1))
    assert inside.t == 0 and inside.side == 1 and inside.face == -1 and not inside.normal.any()
    assert outside.t == 3 and outside.face == 4 and outside.normal.tolist() == [0, 0, -1]
    turned = hitscan.Tree.from_obbs([[0, 0, 0]], [np.eye(3)], [[1, 1, 1]])
    assert turned.cast((0, 0, -3), (0, 0, 1)).t == 2 and turned.kind == "obbs"

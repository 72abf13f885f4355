"""Picking and selections, from Python: what is under a click, in a rectangle, a lasso, a brush; and why not."""
from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import hitscan
from hitscan import Camera, Scene, Selection, Tree


@pytest.fixture
def camera():
    """Looks down the z axis from above: the world's unit is 10 pixels, its zero in the middle of the screen."""
    return Camera.orthographic((0, 0, 100), (0, 0, 0), (0, 1, 0), height=20, size=(200, 200), near=1, far=1000)


@pytest.fixture
def scene():
    s = Scene()
    # A row of boxes, and two above the first: ids 1 to 7.
    for x in (-8, -4, 0, 4, 8):
        s.add_box((-1, -1, -1), (1, 1, 1), at=(x, 0, 0), user=f"box at {x}")
    s.add_box((-0.5, -0.5, -0.5), (0.5, 0.5, 0.5), at=(-8, 0, 5))
    s.add_box((-0.5, -0.5, -0.5), (0.5, 0.5, 0.5), at=(-8, 0, 10), layers=2)
    return s


def pixel(x, y):
    return 100 + 10 * x, 100 - 10 * y


def test_a_click_picks_the_nearest(scene, camera):
    hit = scene.pick(camera, *pixel(0, 0))
    assert hit and hit.id == 3 and hit.object == "box at 0" and hit.t == 98
    assert np.allclose(hit.point, (0, 0, 1)) and np.allclose(hit.normal, (0, 0, 1)) and hit.distance == 98
    assert scene.pick(camera, *pixel(-8, 0)).id == 7
    assert scene.pick(camera, *pixel(-8, 0), layers=1).id == 6
    assert scene.pick(camera, *pixel(-8, 0), accept=lambda id_: id_ < 6).id == 1
    nothing = scene.pick(camera, *pixel(0, 9))
    assert not nothing and nothing.id == 0 and nothing.object is None and np.isnan(nothing.point).all()


def test_a_click_equals_a_ray(scene, camera):
    perspective = Camera.look_at((3, 4, 20), (0, 0, 0), fov_y=60, size=(64, 48))
    for view in (camera, perspective):
        origins, directions = view.rays()
        hits = scene.cast(origins, directions, t_max=view.reach())
        xs, ys = view.pixels()
        for row in range(0, view.shape[0], 7):
            for column in range(0, view.shape[1], 3):
                one = scene.pick(view, xs[column], ys[row])
                assert one.records.tobytes() == hits[row, column].records.tobytes()


def test_priority_wins_over_distance(scene, camera):
    scene.set(1, priority=5)
    assert scene.pick(camera, *pixel(-8, 0)).id == 1
    assert scene.pick_all(camera, *pixel(-8, 0)).id.tolist() == [1, 7, 6]


def test_everything_under_a_click(scene, camera):
    found = scene.pick_all(camera, *pixel(-8, 0))
    assert found.id.tolist() == [7, 6, 1] and np.all(np.diff(found.t) > 0) and len(found) == 3
    assert len(scene.pick_all(camera, *pixel(0, 9))) == 0
    many = Scene()
    for i in range(100):
        many.add_box((-1, -1, -0.1), (1, 1, 0.1), at=(0, 0, -i))
    assert many.pick_all(camera, *pixel(0, 0)).id.tolist() == list(range(1, 101))


def test_what_is_near_a_click(camera):
    scene = Scene()
    line = scene.add_polyline([(-5, 0, 0), (5, 0, 0)], user="line")
    point = scene.add_points([(0, 2, 0)])
    found = scene.pick_near(camera, *pixel(0, 0.3), 25)
    assert found.id.tolist() == [line, point] and np.allclose(found.pixels, [3, 17])
    assert found.object[0] == "line" and not found.inside.any() and np.allclose(found.depth, 99)
    assert np.allclose(found.point[1], (0, 2, 0)) and found.priority.tolist() == [0, 0]
    assert len(scene.pick_near(camera, *pixel(0, 0.3), 2)) == 0


def test_areas(scene, camera):
    x0, y0 = pixel(-5.5, 3)
    x1, y1 = pixel(1.5, -3)
    assert scene.pick_rect(camera, x0, y0, x1, y1).tolist() == [2, 3]
    assert scene.pick_rect(camera, *pixel(-4.5, 3), *pixel(1.5, -3)).tolist() == [2, 3]
    assert scene.pick_rect(camera, *pixel(-4.5, 3), *pixel(1.5, -3), contained=True).tolist() == [3]
    assert scene.pick_rect(camera, 0, 0, 200, 200).tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert scene.pick_rect(camera, 0, 0, 200, 200, visible=True).tolist() == [1, 2, 3, 4, 5, 7]
    assert scene.pick_rect(camera, 0, 0, 200, 200, visible=True, layers=1).tolist() == [1, 2, 3, 4, 5, 6]
    triangle = [pixel(-10, 5), pixel(-10, -5), pixel(-4.5, 0)]
    assert scene.pick_lasso(camera, triangle).tolist() == [1, 2, 6, 7]
    assert scene.pick_lasso(camera, triangle, contained=True).tolist() == [1, 6, 7]
    assert scene.pick_lasso(camera, np.zeros((0, 2))).tolist() == []
    assert scene.pick_brush(camera, *pixel(2, 0), 15).tolist() == [3, 4]
    assert scene.pick_brush(camera, *pixel(2, 0), 5).tolist() == []
    assert scene.pick_rect(camera, 0, 0, 200, 200, accept=lambda id_: id_ == 4).tolist() == [4]


def test_a_frustum_is_a_rectangle(scene, camera):
    rectangle = (*pixel(-5.5, 3), *pixel(1.5, -3))
    assert scene.in_frustum(camera).tolist() == scene.pick_rect(camera, 0, 0, 200, 200).tolist()
    assert scene.in_frustum(camera, rectangle).tolist() == [2, 3]
    assert scene.in_frustum(camera.planes(rectangle)).tolist() == [2, 3]
    boxes = Tree.from_boxes([(-1, -1, -1), (30, 0, 0)], [(1, 1, 1), (31, 1, 1)])
    assert boxes.in_frustum(camera.planes()).tolist() == [0]
    with pytest.raises(hitscan.ArgumentError, match="hitscan.Camera beside it"):
        scene.in_frustum(camera.planes(), rectangle)


def test_explanations(scene, camera):
    why = scene.explain(camera, *pixel(-8, 0), 1)
    assert why.reason == "hidden" and why.other == 7 and str(why) == why.text and len(why.text) > 10
    assert scene.explain(camera, *pixel(-8, 0), 7).reason == "picked"
    missed = scene.explain(camera, *pixel(0, 0), 4)
    assert missed.reason.startswith("missed") and np.allclose(missed.off, (30, 0))
    assert scene.explain(camera, *pixel(-8, 0), 7, layers=1).reason == "layers"
    assert scene.explain(camera, *pixel(-8, 0), 99).reason == "no object"
    scene.set(3, disabled=True)
    assert scene.explain(camera, *pixel(0, 0), 3).reason == "disabled"


def test_bad_arguments_of_picks(scene, camera):
    with pytest.raises(hitscan.ArgumentError, match="camera is a str"):
        scene.pick("camera", 1, 2)
    with pytest.raises(hitscan.ArgumentError, match=r"points has shape \(3, 3\)"):
        scene.pick_lasso(camera, np.zeros((3, 3)))
    with pytest.raises(hitscan.ArgumentError, match="step"):
        scene.pick_rect(camera, 0, 0, 1, 1, step=-1)
    assert not scene.pick(camera, np.nan, 2)
    assert scene.pick_rect(camera, 0, 0, np.nan, 5).tolist() == []


def test_a_callback_of_a_pick_may_raise(scene, camera):
    def refuse(id_):
        raise LookupError(id_)

    for ask in (lambda: scene.pick(camera, *pixel(0, 0), accept=refuse),
                lambda: scene.pick_rect(camera, 0, 0, 200, 200, accept=refuse),
                lambda: Selection().click(scene, camera, *pixel(0, 0), accept=refuse)):
        with pytest.raises(LookupError):
            ask()


# ---- Selections ------------------------------------------------------------------------------------------------------


def test_a_selection_is_a_set(scene, camera):
    s = Selection()
    assert not s and len(s) == 0 and s.ids.tolist() == [] and s.primary == 0
    change = s.apply([5, 3, 3, 0])
    assert s.ids.tolist() == list(s) == [3, 5] and 3 in s and 4 not in s and "3" not in s and s.primary == 3
    assert change.added.tolist() == [3, 5] and change.removed.tolist() == [] and change.primary_after == 3
    s.apply(7, "add")
    s.toggle([3, 8])
    assert s.ids.tolist() == [5, 7, 8]
    s.apply([7], "subtract")
    s.apply([5, 6], "intersect")
    assert s.ids.tolist() == [5]
    s.clear()
    assert not s


def test_undo_and_redo_go_through_all_states():
    rng = np.random.default_rng(3)
    s, states = Selection(), [([], 0)]
    for _ in range(40):
        s.apply(rng.integers(1, 9, rng.integers(0, 4)),
                rng.choice(["replace", "add", "toggle", "subtract", "intersect"]))
        state = (s.ids.tolist(), s.primary)
        if state != states[-1]:
            states.append(state)
    for state in states[-2::-1]:
        assert s.undo() is not None
        assert (s.ids.tolist(), s.primary) == state
    assert s.undo() is None
    for state in states[1:]:
        assert s.redo() is not None
        assert (s.ids.tolist(), s.primary) == state
    assert s.redo() is None
    s.undo()
    s.apply([99])
    assert s.redo() is None  # something else was done


def test_clicks_go_on_to_what_is_behind(scene, camera):
    s, at = Selection(), pixel(-8, 0)
    assert [s.click(scene, camera, *at)[0] for _ in range(4)] == [7, 6, 1, 7]
    picked, change = s.click(scene, camera, *pixel(0, 0), "add")
    assert picked == 3 and change.added.tolist() == [3] and s.ids.tolist() == [3, 7]
    assert s.click(scene, camera, *pixel(0, 9))[0] == 0 and not s
    s.undo()
    assert s.ids.tolist() == [3, 7]
    with pytest.raises(hitscan.ArgumentError):
        s.click(scene, camera, np.nan, 0)


def test_what_is_gone_from_the_scene_leaves(scene):
    s = Selection([1, 2, 3])
    scene.remove(2)
    assert s.prune(scene).removed.tolist() == [2] and s.ids.tolist() == [1, 3]


def test_hover_and_values():
    s = Selection([4, 2, 9])
    s.hover = 5
    assert s.hover == 5 and "3 objects" in repr(s)
    for same in (pickle.loads(pickle.dumps(s)), copy.copy(s)):
        assert same.ids.tolist() == [2, 4, 9] and same.primary == s.primary == 9
    with pytest.raises(hitscan.ArgumentError, match="how is 'swap'"):
        s.apply([1], "swap")
    with pytest.raises(hitscan.ArgumentError, match="the number -1"):
        s.apply([-1])

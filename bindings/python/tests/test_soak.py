"""Random things are created, used, copied, shared by threads and dropped, in any order; and no call keeps memory.

HIT_SOAK is the number of seconds of processor time for that, 1 where it is not set, and HIT_SEED where the random
numbers start. HIT_LEAK_CALLS is how often each call is repeated while memory is watched, 0 where it is not set: only
then. `scripts/test soak-python` sets them: an hour with PYTHONMALLOC=debug, an hour under AddressSanitizer, 100,000
calls of each kind.
"""
from __future__ import annotations

import copy
import gc
import os
import pickle
import threading
import time

import numpy as np
import pytest

import hitscan
from hitscan import Camera, Model, Scene, Selection, Sensor, Tree, lidar
from hitscan.compat.open3d import RaycastingScene
from hitscan.compat.trimesh import ProximityQuery, RayMeshIntersector

OBJ = b"o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3 4\no b\nv 0 0 5\nv 1 0 5\nv 0 1 5\nf 5 6 7\n"
HOW = ("replace", "add", "toggle", "subtract", "intersect")


def soup(count, seed=1):
    rng = np.random.default_rng(seed)
    return (rng.random((count, 1, 3)) * 4 + rng.random((count, 3, 3))).astype(np.float32)


def rays(count, seed=2):
    rng = np.random.default_rng(seed)
    return rng.random((count, 3)).astype(np.float32) * 5, rng.normal(size=(count, 3)).astype(np.float32)


class Mesh:
    """What the dialect of trimesh takes."""

    def __init__(self, triangles):
        self.vertices = triangles.reshape(-1, 3).astype(np.float64)
        self.faces = np.arange(len(self.vertices)).reshape(-1, 3)


# ---- Random use ------------------------------------------------------------------------------------------------------


class World:
    """Trees, scenes, models, selections and results, and what may be done with them: every method whose name begins
    with ``do_``, each with as much chance."""

    def __init__(self, seed, folder):
        self.rng, self.folder = np.random.default_rng(seed), folder
        self.trees, self.scenes, self.results = [Tree(soup(20))], [Scene()], []
        self.models, self.selections = [Model.read(OBJ, "obj")], [Selection()]
        self.rays, self.camera = rays(50), Camera.look_at((2, 2, 12), (2, 2, 2), size=(16, 12))
        self.actions = [name for name in dir(self) if name.startswith("do_")]

    def step(self):
        name = self.actions[self.rng.integers(len(self.actions))]
        getattr(self, name)()
        for kept in (self.trees, self.scenes, self.results, self.models, self.selections):
            while len(kept) > 12:
                del kept[self.rng.integers(len(kept))]
        return name

    def number(self, below):
        return int(self.rng.integers(below))

    def one(self, things):
        return things[self.number(len(things))]

    def at(self):
        return self.rng.uniform(-3, 3, 3)

    # -- Trees

    def do_build(self):
        quality = self.one(("default", "fast", "high"))
        self.trees.append(Tree(soup(self.number(200), self.number(99)), quality=quality))

    def do_build_boxes(self):
        self.trees.append(Tree.from_boxes(np.sort(soup(self.number(60))[:, :2], axis=1)))

    def do_build_oriented_boxes(self):
        n = self.number(30)
        self.trees.append(Tree.from_obbs(self.rng.random((n, 3)), self.rng.normal(size=(n, 3, 3)), np.ones((n, 3))))

    def do_open_a_file(self):
        path = self.folder / f"{self.number(3)}.hit"
        self.one(self.trees).save(path)  # perhaps over one that is mapped
        self.trees.append(self.one((Tree.open, Tree.load))(path))

    def do_pickle_a_tree(self):
        tree = self.one(self.trees)
        made = pickle.loads(pickle.dumps(Tree.from_bytes(tree.to_bytes())))
        assert np.array_equal(made.cast(*self.rays).t, tree.cast(*self.rays).t)
        self.trees.append(made)

    def do_copy_a_tree(self):
        self.trees.append(copy.copy(self.one(self.trees)))

    def do_refit(self):
        tree = self.one(self.trees)
        if tree.kind == "triangles":
            try:
                tree.refit(soup(len(tree), self.number(99)))
            except hitscan.TopologyError:  # what was one vertex would be several
                assert len(tree.cast(*self.rays)) == 50

    def do_refuse_a_refit(self):
        tree = self.one(self.trees)
        with pytest.raises(hitscan.Error):
            tree.refit(soup(len(tree) + 1))

    def do_close_a_tree(self):
        tree = copy.copy(self.one(self.trees))
        self.results.append(tree.cast(*self.rays))
        tree.close()
        with pytest.raises(hitscan.ArgumentError, match="closed"):
            tree.cast(*self.rays)

    def do_drop_a_tree(self):
        if len(self.trees) > 1:
            del self.trees[self.number(len(self.trees))]

    def do_ask_a_tree(self):
        tree, (o, d) = self.one(self.trees), self.rays
        hits, every = tree.cast(o, d), tree.all(o, d)
        assert np.array_equal(tree.count(o, d), every.counts) and np.array_equal(tree.any(o, d), hits.hit)
        assert np.array_equal(tree.first(o, d, 1).t[:, 0], hits.t)
        self.results += [hits, every, tree.first(o, d, self.number(5))]
        assert tree.cast(o[0], d[0]).t == hits.t[0]

    def do_ask_a_tree_with_filters(self):
        tree, (o, d) = self.one(self.trees), self.rays
        masks = np.arange(len(tree), dtype=np.uint32)
        self.results.append(tree.all(o, d, masks=masks, ray_masks=np.arange(50), unique=True))
        self.results.append(tree.cast(o, d, accept=lambda hit: hit.primitive % 2 == 0))
        with pytest.raises(ZeroDivisionError):
            tree.all((2, 2, 2), (0, 0, 1), accept=lambda hit: 1 / 0)
            1 / 0  # where nothing is hit

    def do_ask_around_a_point(self):
        tree, p = self.one(self.trees), self.at()
        found = tree.closest(p, 3)
        assert (np.diff(found.distance) >= 0).all() or not found.found.all()
        near = tree.in_sphere(p, 1.5)
        assert np.isin(tree.in_sphere(p, 1.5, inside=True), near).all()
        tree.in_box(p, p + 1), tree.in_cone(p, (0, 0, 1), 0.5)

    def do_refuse_bad_arguments(self):
        tree = self.one(self.trees)
        for bad in (np.zeros((4, 2)), "text", [[1, 2], [3]], np.zeros((2, 3), complex), None):
            with pytest.raises(hitscan.ArgumentError):
                tree.cast(bad, (0, 0, 1))
        with pytest.raises(hitscan.FormatError):
            Tree.from_bytes(b"no tree" * self.number(99))

    def do_use_dialects(self):
        mesh = Mesh(soup(40, self.number(99)))
        ours, (o, d) = RayMeshIntersector(mesh), self.rays
        ours.intersects_id(o, d, return_locations=True), ours.contains_points(o), ProximityQuery(mesh).on_surface(o)
        scene = RaycastingScene()
        scene.add_triangles(mesh.vertices.astype(np.float32), mesh.faces.astype(np.uint32))
        scene.cast_rays(np.concatenate([o, d], axis=1)), scene.list_intersections(np.concatenate([o, d], axis=1))

    def do_share_a_tree(self):
        tree, failed = copy.copy(self.one(self.trees)), []

        def ask():
            try:
                for _ in range(5):
                    tree.cast(*self.rays).normal.sum(), tree.cast((2, 2, 9), (0, 0, -1)).t
            except hitscan.ArgumentError as error:  # closed meanwhile
                assert "closed" in str(error)
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=ask) for _ in range(2)]
        for thread in threads:
            thread.start()
        tree.close()
        for thread in threads:
            thread.join()
        assert not failed, failed[0]

    # -- Scenes

    def do_make_a_scene(self):
        self.scenes.append(Scene(auto_commit=True))

    def do_fill_a_scene(self):
        scene, tree = self.one(self.scenes), self.one(self.trees)
        if tree.kind == "triangles":
            scene.add_mesh(tree, at=self.at(), user=("mesh", self.number(99)))
            scene.add_many(tree, self.rng.uniform(-3, 3, (3, 3)))
        scene.add_box((-1, -1, -1), (1, 1, 1), at=self.at(), layers=1 + self.number(7))
        scene.add_sphere(self.at(), 0.5), scene.add_capsule(self.at(), self.at(), 0.2, user=self.rays)
        scene.add_polyline(self.rng.random((4, 3))), scene.add_points(self.rng.random((4, 3)), 0.1)
        self.scenes.append(scene)

    def do_add_a_shape_of_ours(self):
        self.one(self.scenes).add_user(((-1, -1, -1), (1, 1, 1)), lambda o, d, t_min, t_max: None, at=self.at())

    def do_edit_a_scene(self):
        scene = self.one(self.scenes)
        ids = scene.ids
        if len(ids):
            scene.move(int(self.one(ids)), self.at())
            scene.move_many(ids[:5], self.rng.uniform(-3, 3, (len(ids[:5]), 3)))
            scene.set(int(self.one(ids)), layers=1 + self.number(7), priority=self.number(3), user=object())
            scene.remove(int(self.one(ids)))
        if len(ids) > 200:
            scene.remove(ids[ids != 0][:0]), self.scenes.remove(scene)
        with pytest.raises(hitscan.Error):
            scene.move(2**40, (0, 0, 0))
        if self.number(2):
            scene.commit()

    def do_ask_a_scene(self):
        scene, (o, d) = self.one(self.scenes), self.rays
        hits = scene.cast(o, d)
        assert np.array_equal(scene.any(o, d), hits.id != 0)
        self.results += [hits, scene.all(o, d), scene.first(o, d, 2)]
        scene.closest(o, 2), scene.in_sphere((0, 0, 0), 2), scene.in_frustum(self.camera)
        scene.cast(o, d, accept=lambda id_: id_ % 2 == 0, layers=3)

    def do_pick(self):
        scene, camera = self.one(self.scenes), self.camera
        hit = scene.pick(camera, 8, 6)
        scene.pick_all(camera, 8, 6), scene.pick_near(camera, 8, 6, 3)
        scene.pick_lasso(camera, [(0, 0), (9, 0), (5, 9)])
        found = scene.pick_rect(camera, 0, 0, 16, 12, visible=bool(self.number(2)))
        if hit:
            assert scene.explain(camera, 8, 6, int(hit.id)).reason == "picked"
        selection = self.one(self.selections)
        selection.apply(found, self.one(HOW)), selection.click(scene, camera, 8, 6), selection.prune(scene)
        if self.number(2):
            self.selections.append(copy.copy(selection))

    def do_pickle_a_scene(self):
        scene = self.one(self.scenes)
        try:
            made = pickle.loads(pickle.dumps(scene))
        except (hitscan.Error, pickle.PicklingError, AttributeError, TypeError):
            return  # it has a shape of ours, or what it has as user cannot be pickled
        assert np.array_equal(made.cast(*self.rays).id, scene.cast(*self.rays).id)
        self.scenes.append(made)

    def do_copy_a_scene(self):
        try:
            self.scenes.append(copy.copy(self.one(self.scenes)))
        except hitscan.Error:
            pass  # it has a shape of ours

    def do_drop_a_scene(self):
        if len(self.scenes) > 1:
            scene = self.scenes.pop(self.number(len(self.scenes)))
            if self.number(2):
                scene.close()
                self.scenes = [s for s in self.scenes if s is not scene] or [Scene()]

    def do_draw(self):
        target = self.one((self.one(self.trees), self.one(self.scenes), self.one(self.models)))
        hitscan.render(target, self.camera, mode=self.one(("shaded", "depth", "normal")), samples=1).to_png()

    def do_scan(self):
        scan = lidar(self.one(self.scenes), (2, 2, 9), Sensor(2, (-20, -5), (0.1, 50), 10, 5.0), turns=1)
        self.results.append(scan)

    # -- Models

    def do_read_a_model(self):
        self.models.append(Model.read(OBJ, "obj"))
        with pytest.raises(hitscan.Error):
            Model.read(OBJ[:self.number(40)] + b"\nf 1 2 999\n", "obj")

    def do_use_a_model(self):
        model = self.one(self.models)
        self.trees.append(model.tree()), self.scenes.append(model.scene())
        if self.number(2):
            self.models.remove(model), self.models.append(Model.read(OBJ, "obj")), model.close()
        self.results.append(self.trees[-1].cast(*self.rays))

    # -- Results

    def do_look_at_a_result(self):
        if self.results:
            one = self.results.pop(self.number(len(self.results)))
            for name in ("normal", "point", "t", "uv", "object"):
                getattr(one, name, None)
            if isinstance(one, (hitscan.Hits, hitscan.AllHits)):
                assert np.isfinite(one.normal).all()

    def do_drop_everything(self):
        if self.number(50) == 0:
            self.__init__(self.number(2**31), self.folder)
            gc.collect()


def test_random_creating_using_and_dropping(tmp_path):
    seed = int(os.environ.get("HIT_SEED", "1"), 0)
    print(f"HIT_SEED={seed}")
    world, done, end = World(seed, tmp_path), {}, time.process_time() + float(os.environ.get("HIT_SOAK", "1"))
    while time.process_time() < end:
        name = world.step()
        done[name] = done.get(name, 0) + 1
    print(f"{sum(done.values())} steps:", done)
    assert len(done) > 20


# ---- Memory ----------------------------------------------------------------------------------------------------------


def resident():
    """Bytes of this process in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def scene_of(tree):
    scene = Scene()
    scene.add_mesh(tree, at=(1, 0, 0), user="one")
    scene.add_box((0, 0, 0), (1, 1, 1))
    scene.commit()
    return scene


def selected(selection):
    """What one selection goes through; it keeps all of its history, so each call needs another one."""
    selection.apply([1, 2], "toggle")
    selection.undo()
    selection.clear()


def fails(call, *arguments):
    """A call that raises."""
    try:
        call(*arguments)
    except hitscan.Error:
        return
    raise AssertionError("it did not fail")


def calls(folder):
    """Calls that leave nothing behind, and how much longer than a plain one each takes."""
    tree, (o, d), camera = Tree(soup(200)), rays(4), Camera.look_at((2, 2, 12), (2, 2, 2), size=(16, 12))
    scene, mesh, model = scene_of(tree), Mesh(soup(20)), Model.read(OBJ, "obj")
    small, content = Tree(soup(20)), Tree(soup(20)).to_bytes()
    ours, moved = RayMeshIntersector(mesh), soup(200, 7)
    small.save(folder / "small.hit")
    masks = np.arange(200, dtype=np.uint32)
    return {
        "a ray": (1, lambda: tree.cast((1, 1, -1), (0, 0, 1)).t),
        "rays": (1, lambda: tree.cast(o, d).normal),
        "masks": (1, lambda: tree.cast(o, d, masks=masks, ray_masks=[1, 2, 3, 4])),
        "any and count": (1, lambda: (tree.any(o, d), tree.count(o, d))),
        "all": (1, lambda: tree.all(o, d).point),
        "all, by callback": (1, lambda: tree.all(o, d, accept=lambda hit: True)),
        "first": (1, lambda: tree.first(o, d, 3).uv),
        "closest": (1, lambda: tree.closest(o, 2).point),
        "volumes": (1, lambda: (tree.in_sphere((1, 1, 1), 1), tree.in_box((0, 0, 0), (1, 1, 1)))),
        "an error": (1, lambda: fails(tree.cast, "text", d)),
        "bad bytes": (1, lambda: fails(Tree.from_bytes, b"no tree")),
        "build": (1, lambda: Tree(mesh.vertices, mesh.faces)),
        "build and close": (1, lambda: Tree.from_boxes([[0, 0, 0]], [[1, 1, 1]]).close()),
        "copy and refit": (2, lambda: copy.copy(tree).refit(moved)),
        "bytes": (1, lambda: Tree.from_bytes(content)),
        "pickle": (1, lambda: pickle.loads(pickle.dumps(small))),
        "map a file": (1, lambda: Tree.open(folder / "small.hit")),
        "scene": (2, lambda: scene_of(small)),
        "edit": (1, lambda: (scene.move(1, (0, 0, 1)), scene.set(2, user=object()), scene.commit())),
        "scene: rays": (1, lambda: (scene.cast(o, d).normal, scene.cast((1, 1, 9), (0, 0, -1)))),
        "scene: all, by callback": (2, lambda: scene.all(o, d, accept=lambda id_: True).object),
        "scene: pickle": (20, lambda: pickle.loads(pickle.dumps(scene))),
        "pick": (1, lambda: (scene.pick(camera, 8, 6), scene.explain(camera, 8, 6, 1))),
        "pick in an area": (2, lambda: scene.pick_rect(camera, 0, 0, 9, 9)),
        "select": (2, lambda: selected(Selection([3]))),
        "camera": (1, lambda: Camera.look_at((2, 2, 12), (2, 2, 2), size=(4, 3)).rays()),
        "draw": (10, lambda: hitscan.render(scene, camera, samples=1)),
        "scan": (10, lambda: lidar(scene, (2, 2, 9), Sensor(2, (-20, -5), (0.1, 50), 10, 30.0), turns=1)),
        "model": (5, lambda: (Model.read(OBJ, "obj"), model.tree())),
        "trimesh": (5, lambda: (ours.intersects_location(o, d), RayMeshIntersector(mesh).contains_points(o))),
    }


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is measured by /proc")
@pytest.mark.skipif(bool(os.environ.get("HITSCAN_PRELOAD")), reason="sanitizers keep what was freed")
@pytest.mark.skipif(os.environ.get("HIT_LEAK_CALLS", "0") == "0", reason="HIT_LEAK_CALLS says how many calls")
def test_no_call_keeps_memory(tmp_path):
    count, grown = int(os.environ["HIT_LEAK_CALLS"]), {}
    for name, (cost, call) in calls(tmp_path).items():
        for _ in range(max(200, count // cost // 20)):
            call()
        gc.collect()
        before = resident()
        for _ in range(count // cost):
            call()
        gc.collect()
        grown[name] = resident() - before
        print(f"{name:24} {count // cost:7} calls: {before / 2**20:6.1f} MiB before, {grown[name] >> 10:5} KiB more")
    # A single object of Python's or C's for each call would be more.
    assert {name: size for name, size in grown.items() if size > 1 << 20} == {}

"""Trees at work: threads, progress, callbacks that raise, Ctrl-C, and no memory left behind."""
import copy
import os
import pickle
import signal
import sys
import threading
import time

import numpy as np
import pytest

import hitscan

TRIANGLE = np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]], np.float32)


def soup(count, seed=1):
    rng = np.random.default_rng(seed)
    return (rng.random((count, 1, 3)) * 4 + rng.random((count, 3, 3))).astype(np.float32)


def rays(count, seed=2):
    rng = np.random.default_rng(seed)
    return rng.random((count, 3)).astype(np.float32) * 5, rng.normal(size=(count, 3)).astype(np.float32)


def in_threads(functions):
    failed = []

    def run(function):
        try:
            function()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(f,)) for f in functions]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    if failed:
        raise failed[0]


def test_many_chunks_are_one_answer():
    tree, (o, d) = hitscan.Tree(soup(500)), rays(150000)
    whole = tree.cast(o, d, threads=1)
    assert np.array_equal(whole.t[70000:70100], tree.cast(o[70000:70100], d[70000:70100]).t)
    for threads in (2, 5):
        assert np.array_equal(tree.cast(o, d, threads=threads).primitive, whole.primitive)
    every, counts = tree.all(o, d), tree.count(o, d)
    assert np.array_equal(np.diff(every.offsets), counts) and len(every) == counts.sum(dtype=np.int64)
    some = np.flatnonzero(counts)
    assert np.array_equal(every.t[every.offsets[some]], whole.t[some])
    assert np.array_equal(every.ray[every.offsets[some]], some)
    assert np.array_equal(tree.first(o, d, 1).primitive[:, 0], whole.primitive)
    masks = np.arange(500) % 3
    per_ray = tree.cast(o, d, masks=masks, ray_masks=np.arange(150000) % 4)
    assert np.array_equal(per_ray.primitive[1::4], tree.cast(o[1::4], d[1::4], masks=masks, mask=1).primitive)
    assert not per_ray.hit[::4].any()


def test_concurrent_queries_builds_and_refits():
    tree, (o, d) = hitscan.Tree(soup(2000), quality="fast"), rays(20000)
    truth = tree.cast(o, d).t
    moved = hitscan.Tree(soup(2000) + np.float32(1)).cast(o, d).t
    moving = copy.copy(tree)

    def query():
        for _ in range(3):
            assert np.array_equal(tree.cast(o, d).t, truth)

    def build():
        for seed in range(3):
            hitscan.Tree(soup(5000, seed))

    def refit():
        for _ in range(3):
            moving.refit(soup(2000) + np.float32(1))
            moving.refit(soup(2000))

    def watch():
        for _ in range(4):
            t = moving.cast(o, d).t
            assert np.array_equal(t, truth) or np.array_equal(t, moved)

    in_threads([query, query, build, refit, watch])


def test_close_while_others_query():
    for _ in range(5):
        tree, (o, d) = hitscan.Tree(soup(500)), rays(30000)

        def query(tree=tree, o=o, d=d):
            try:
                for _ in range(20):
                    tree.cast(o, d)
                    tree.cast((0, 0, 0), (1, 1, 1))
            except hitscan.ArgumentError as error:
                assert "closed" in str(error)

        in_threads([query, query, tree.close])


def test_the_gil_is_released():
    tree, (o, d), steps, done = hitscan.Tree(soup(3000)), rays(60000), [0], threading.Event()

    def count():
        while not done.is_set():
            steps[0] += 1
            time.sleep(0)

    counter = threading.Thread(target=count)
    counter.start()
    try:
        before = steps[0]
        tree.count(o, d, threads=1)  # one chunk: one call of C
        assert steps[0] > before + 10
    finally:
        done.set()
        counter.join()


def test_progress_of_queries_and_builds():
    tree, (o, d), seen = hitscan.Tree(soup(50)), rays(70000), []
    tree.cast(o, d, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(65536, 70000), (70000, 70000)]
    seen.clear()
    hitscan.Tree(soup(30000), progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (30000, 30000) and seen == sorted(seen) and len(seen) > 2
    for stop in (lambda done, total: False, ):
        with pytest.raises(hitscan.Cancelled):
            hitscan.Tree(soup(3000), progress=stop)
        with pytest.raises(hitscan.Cancelled):
            tree.any(o, d, progress=stop)
    with pytest.raises(ZeroDivisionError):
        hitscan.Tree(soup(3000), progress=lambda done, total: 1 / 0)


def test_callbacks_that_raise():
    tree, (o, d), calls = hitscan.Tree(soup(300)), rays(5000), []

    def accept(hit):
        calls.append(hit)
        raise KeyError("no")

    for query in (tree.cast, tree.any, tree.count, tree.all):
        calls.clear()
        with pytest.raises(KeyError, match="no"):
            query(o, d, accept=accept, threads=4)
        assert len(calls) == 1
    with pytest.raises(hitscan.ArgumentError, match="has no point yet"):
        tree.cast(o, d, accept=lambda hit: hit.point)
    main = threading.get_ident()
    tree.cast(o, d, accept=lambda hit: threading.get_ident() == main or pytest.fail("another thread"), threads=4)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
@pytest.mark.parametrize("how", ["query", "accept", "build", "progress"])
def test_ctrl_c_ends_a_long_call(how):
    tree, (o, d) = hitscan.Tree(soup(2000)), rays(1000)
    many = np.broadcast_to(o, (100000, 1000, 3))
    mesh = soup(100000)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            if how == "query":
                tree.any(many, d)
            elif how == "accept":
                tree.cast(many[:2000], d, accept=lambda hit: True)
            else:
                for _ in range(1000):
                    hitscan.Tree(mesh, quality="high", progress=(lambda a, b: None) if how == "progress" else None)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        assert tree.any(o, d).any()  # nothing is left behind
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, old)


# ---- Memory ----------------------------------------------------------------------------------------------------------


def resident():
    """Bytes of this process in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is measured by /proc")
@pytest.mark.skipif(bool(os.environ.get("HITSCAN_PRELOAD")), reason="sanitizers keep what was freed")
def test_no_leak_over_many_calls():
    tree, (o, d) = hitscan.Tree(soup(200)), rays(4)

    def once():
        for _ in range(200):
            tree.cast((1, 1, -1), (0, 0, 1)).t  # noqa: B018
        tree.cast(o, d).normal  # noqa: B018
        tree.all(o, d).point  # noqa: B018
        tree.closest(o)
        tree.cast(o, d, accept=lambda hit: True)
        tree.in_sphere((1, 1, 1), 1)
        hitscan.Tree(TRIANGLE).close()
        pickle.loads(pickle.dumps(tree))

    for _ in range(50):
        once()
    before = resident()
    for _ in range(int(os.environ.get("HIT_LEAK_CALLS", "100000")) // 200):
        once()
    assert resident() - before < 3 << 20


def test_one_ray_takes_the_short_way():
    """Sequences and arrays of three numbers do not go through the general way; a bound on calls, not on time."""
    tree, calls = hitscan.Tree(TRIANGLE), []
    sys.setprofile(lambda frame, event, arg: calls.append(frame.f_code.co_name) if event == "call" else None)
    try:
        tree.cast((0.2, 0.2, 1), (0, 0, -1))
        tree.cast([0.2, 0.2, 1], [0, 0, -1])
        tree.cast(np.array([0.2, 0.2, 1]), np.array([0, 0, -1]))
    finally:
        sys.setprofile(None)
    assert "pack" not in calls and calls.count("cast") == 3 and len(calls) <= 12


def test_single_rays_of_threads_and_handlers_do_not_mix():
    """Where C writes a single hit is used again: never by two at once, not even by a signal handler within a call."""
    trees = [hitscan.Tree(TRIANGLE + np.float32([0, 0, z])) for z in range(4)]

    def ask(tree, z):
        for _ in range(3000):
            hit = tree.cast((0.2, 0.2, 10), (0, 0, -1))
            assert hit.t == 10 - z
        kept = tree.cast((0.2, 0.2, 10), (0, 0, -1))
        trees[0].cast((5, 5, 10), (0, 0, -1))
        assert kept.hit and kept.t == 10 - z  # results are copies

    in_threads([lambda tree=tree, z=z: ask(tree, z) for z, tree in enumerate(trees)])
    if hasattr(signal, "setitimer"):
        old = signal.signal(signal.SIGALRM, lambda *_: trees[0].cast((5, 5, 10), (0, 0, -1)))
        signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
        try:
            ask(trees[3], 3)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)

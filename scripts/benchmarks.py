#!/usr/bin/env python3
"""Print docs/benchmarks.md from the rows of a run: python3 scripts/benchmarks.py BENCH.json [FIGURE.svg].

FIGURE.svg gets the figure of growth, when the run has measured it; the page shows it as growth.svg.
"""
import json
import math
import sys

from figures import BRICK, GREY, NAVY, PALE, WHITE, Svg

HEAD = """# Benchmarks

<!-- Made by scripts/docs from build/bench/bench.json; do not edit. -->

One run of `make bench`: each case runs the engines side by side on the same data, in alternating rounds; times and
ratios are medians. A ratio is our speed over the peer's: above 1 is faster than the peer. A target is what the project
asks of itself. [bench/](../bench) has the code.
"""

SUITES = {
    "ray": "One ray against one shape, and against a thousand boxes. The peers are plain float code, which is not "
           "exact.",
    "cone": "Cones and frusta against boxes. The peers are plain code, which is not exact.",
    "cli": "The command, from file to file, with two threads. `load`: an OBJ of 2 M triangles, next to Assimp and to "
           "reading the bytes of the\nfile; at most three times that is a ratio of 0.33. `start`: the time of a whole "
           "process that picks in a tree of 2 M triangles in a\nfile. `cast`: 10 M incoherent rays on the dragon, next "
           "to `hit_bvh_batch_first` on the same rays in memory; 2 M of them as CSV.",
}

TREE = """Trees over triangles and boxes next to Embree 3.13, whose answers are those of float arithmetic. Same rays,
same run, one thread, one ray at a time. Every answer is compared before anything is timed; where Embree's differs, the
exact test of the primitive must say that ours is right. The scenes: the bunny (69,666 triangles) and the dragon
(871,414) of `scripts/meshes`, a generated hall (276,318) and a terrain (2,000,000). *Robust*, *high* and *compact* are
Embree's modes. A batch keeps its answers; its peer is a loop over single rays that keeps them, too (`hitscan-loop`).
"""

SCENE = """Scenes that move, and picking. Same data, same run, one thread; answers are compared before a ratio is
written.

*Moving*: 100,000 boxes diffuse over 100 frames, a tenth of them per frame (`moving10`) or all (`moving100`). A frame is
an edit that moves them, a commit, and 10,000 rays. The peer is Embree 3.13, where boxes are user geometry, with its
three ways to follow them: refit, rebuild in low quality, rebuild in default quality; the ratio of a frame is to the
fastest of these. Names that end in `-batch` or `-1M` move and cast by calls for many at once: `hit_scene_move_origins`
and `hit_scene_batch_first`, and Embree's `rtcIntersect1M`. `rate-of-new` is the rate in the last ten frames over that
in new scenes of the same boxes, measured in turns, so that slow spells of the machine do not count. `rate-kept` is
`rate-of-new` over the same in the first ten frames: what 100 frames of refits have cost.

*Instances*: 10,000 of the bunny (69,666 triangles), before and after all of them have moved.

*Picking*: a million boxes on a screen of 1920 x 1080. A rectangle is 1 % of the screen. Its peer is a plain traversal
of a tree of bounds that tests one plane at a time (`bench/plain_tree.c`) and reports more than there is, in no order;
at most three times its time is a ratio of 0.33.
"""


def flat_table(rows):
    print("| case | engine | time | ratio | to | target | met |\n|---|---|--:|--:|---|--:|---|")
    for r in rows:
        cells = (r["case"], r["engine"], f'{r["value"]:.3g} {r["unit"]}', ratio(r), r["peer"] or "", target(r), met(r))
        print("| " + " | ".join(cells) + " |")


def ratio(r):
    return "" if r["ratio"] is None else f'{r["ratio"]:.2f}'


def target(r):
    if r["target"] is None:
        return ""
    return f'≤ {r["target"]:.4g}' if r["limit"] else f'{r["target"]:.3g}'


def met(r):
    return "" if r["met"] is None else "yes" if r["met"] else "no"


def number(x):
    return f"{x:.3g}" if x < 1000 else f"{x:.0f}"


# ---- Trees ---------------------------------------------------------------------------------------------------------


def matrix(rows, unit):
    """Cases down, engines across; the value, and the ratio to Embree default where there is one."""
    engines = list(dict.fromkeys(r["engine"] for r in rows))
    print(f"| {unit} | " + " | ".join(engines) + " |\n|---|" + "--:|" * len(engines))
    for case in dict.fromkeys(r["case"] for r in rows):
        cells = {}
        for r in rows:
            if r["case"] == case and r["engine"] not in cells:
                cells[r["engine"]] = number(r["value"]) + (f' ({r["ratio"]:.2f}×)' if r["ratio"] else "")
        print(f"| {case} | " + " | ".join(cells.get(e, "") for e in engines) + " |")


def targets(rows):
    rows = [r for r in rows if r["target"] is not None]
    print("| case | engine | measured | to | target | met |\n|---|---|--:|---|--:|---|")
    for r in rows:
        value = f'{number(r["value"])} {r["unit"]}' if r["limit"] else f'{r["ratio"]:.2f}×'
        print(f'| {r["case"]} | {r["engine"]} | {value} | {r["peer"] or ""} | {target(r)} | {met(r)} |')


def means(rows):
    engines = list(dict.fromkeys(r["engine"] for r in rows))
    print("Speed over that of Embree default; for ours, in brackets, over that of Embree robust.\n")
    print("| | " + " | ".join(engines) + " |\n|---|" + "--:|" * len(engines))
    for case in dict.fromkeys(r["case"] for r in rows):
        cells = []
        for engine in engines:
            to = {r["peer"]: r["ratio"] for r in rows if r["case"] == case and r["engine"] == engine}
            robust = f' ({to["embree-robust"]:.2f})' if "embree-robust" in to else ""
            cells.append(f'{to["embree-default"]:.2f}{robust}' if "embree-default" in to else "")
        print(f'| {case.split("/")[1]} | ' + " | ".join(cells) + " |")


def section(title, rows, show, *more):
    if rows:
        print(f"\n### {title}\n")
        show(rows, *more)


def trees(rows, figure):
    def of(*ends):
        return [r for r in rows if r["case"].endswith(ends) and not r["case"].startswith(("all/", "aabb", "obb"))]

    boxes = [r for r in rows if r["case"].startswith(("aabb", "obb"))]
    print(f"\n## Suite `tree`\n\n{TREE}", end="")
    section("Targets", rows, targets)
    section("Rays", of("/primary", "/incoherent", "/any", "/bounce"), matrix, "Mrays/s")
    section("Geometric means over the scenes", [r for r in rows if r["case"].startswith("all/")], means)
    section("Building", [r for r in of("/build") if r["peer"] in (None, "embree-default")], matrix, "M triangles/s")
    section("Memory", of("/memory"), matrix, "bytes per triangle")
    section("Boxes, next to user geometry", [r for r in boxes if not r["case"].endswith("/memory")], matrix, "Mrays/s")
    section("Memory of boxes", [r for r in boxes if r["case"].endswith("/memory")], matrix, "bytes per box")
    section("Duplicates: a build and 2,000 rays, 200,000 triangles",
            [r for r in rows if r["case"].startswith("duplicates/")], matrix, "ms")
    grown = [r for r in rows if r["case"].startswith("growth-")]
    if grown and figure:
        growth(grown).save(figure)
        print("\n### Growth\n\n![Time per triangle of a build and time per ray, from 1e4 to 1e7 triangles]"
              "(growth.svg)\n")
        print("Terrains, incoherent rays, one thread. The scale of triangles is logarithmic: n·log n for builds and "
              "log n for rays\nare straight lines, until trees outgrow the caches.")


# ---- Scenes --------------------------------------------------------------------------------------------------------


def scenes(rows):
    def of(*cases):
        return [r for r in rows if r["case"].startswith(cases)]

    def between(these, units):
        return [r for r in these if r["unit"] in units]

    print(f"\n## Suite `scene`\n\n{SCENE}", end="")
    section("Targets", rows, targets)
    moving, instances = of("moving"), of("instances/")
    section("Boxes that move: times", between(moving, ("ms",)), matrix, "ms")
    section("Boxes that move: rays", between(moving, ("Mrays/s",)), matrix, "Mrays/s")
    section("Boxes that move: what is left of the rate", between(moving, ("%",)), matrix, "%")
    section("Instances: rays", between(instances, ("Mrays/s",)), matrix, "Mrays/s")
    section("Instances: moving all of them", between(instances, ("ms",)), matrix, "ms")
    section("Picking", of("click", "rectangle"), matrix, "µs")


# ---- The figure of growth ------------------------------------------------------------------------------------------


def round_up(x):
    step = 10 ** math.floor(math.log10(x))
    return next(k * step for k in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if k * step >= x)


def panel(g, x, y, w, h, title, series):
    """One plot: {engine: [(n, value)]} over a logarithmic axis of n."""
    sizes = sorted({n for points in series.values() for n, _ in points})
    top = round_up(max(v for points in series.values() for _, v in points))
    low, high = math.log10(sizes[0]), math.log10(sizes[-1])
    px = lambda n: x + w * (math.log10(n) - low) / max(high - low, 1e-9)
    py = lambda v: y + h * (1 - v / top)
    g.text(x, y - 22, title, 15, bold=True)
    for k in range(5):
        v = top * k / 4
        g.line(x, py(v), x + w, py(v), PALE, 1)
        g.text(x - 8, py(v) + 4, f"{v:.4g}", 12, GREY, "end")
    for n in sizes:
        if math.log10(n) == round(math.log10(n)):
            g.line(px(n), y, px(n), y + h, PALE, 1)
            g.text(px(n), y + h + 20, f"{n:,.0f}", 12, GREY, "middle")
    tones = {"hitscan-default": BRICK, "embree-default": NAVY}
    for engine, points in series.items():
        points = sorted(points)
        g.poly([(px(n), py(v)) for n, v in points], stroke=tones.get(engine, GREY), width=2.2, close=False)
        for n, v in points:
            g.circle(px(n), py(v), 4, WHITE, tones.get(engine, GREY), 2)


def growth(rows):
    g = Svg(860, 380, "Growth of build time per triangle and of time per ray with the number of triangles")
    for k, (case, title) in enumerate((("growth-build/", "Build: ns per triangle"), ("growth-query/", "Ray: ns each"))):
        series = {}
        for r in rows:
            if r["case"].startswith(case):
                series.setdefault(r["engine"], []).append((float(r["case"][len(case):]), r["value"]))
        panel(g, 64 + 412 * k, 70, 340, 220, title, series)
        g.text(234 + 412 * k, 330, "triangles", 13, GREY, "middle")
    for k, (name, tone) in enumerate((("Hitscan", BRICK), ("Embree, default", NAVY))):
        g.line(300 + 130 * k, 357, 330 + 130 * k, 357, tone, 3)
        g.text(338 + 130 * k, 362, name, 13)
    return g


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.strip())
    with open(sys.argv[1], encoding="utf-8") as f:
        bench = json.load(f)
    m = bench["machine"]
    print(HEAD)
    print(f'{m["cpu"]}, {m["kernels"]} kernels, {m["compiler"]}, Hitscan {m["version"]}, `{m["flags"]}`')
    for suite in dict.fromkeys(r["suite"] for r in bench["rows"]):
        rows = [r for r in bench["rows"] if r["suite"] == suite]
        if suite == "tree":
            trees(rows, sys.argv[2] if len(sys.argv) > 2 else None)
        elif suite == "scene":
            scenes(rows)
        else:
            print(f"\n## Suite `{suite}`\n\n{SUITES[suite]}\n")
            flat_table(rows)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Draw how rays scale to 1,024 nodes, and fill in docs/cluster.md: scripts/cluster_model.py FIGURE.svg PAGE.md.

A run takes compute + wire + rounds. What compute and messages cost is measured on one machine by `make bench
SUITE=cluster`; how many rounds and bytes there are is counted by the code that runs under MPI, in one process. Both are
in docs/cluster-measured.json. What is assumed is the network, and how many processors a node has: see KINDS. The output
depends on these two files alone, so that `scripts/docs --check` can compare it.
"""
import json
import math
import os
import sys

from figures import BRICK, GREY, NAVY, PALE, WHITE, Svg

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MEASURED = os.path.join(ROOT, "docs", "cluster-measured.json")
RAYS = 1e9
NODES = (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
SHOWN = (2, 8, 64, 1024)


class Kind:
    """Nodes, and the network between them: assumed."""

    def __init__(self, name, processors, bandwidth, latency, buffers, color):
        self.name, self.processors, self.color = name, processors, color
        self.buffers = buffers  # of a divided model, in the default size of one
        self.bandwidth = bandwidth  # bytes per second, of a node, each direction
        self.latency = latency  # seconds of a message without bytes
        self.store = 8 * bandwidth  # bytes per second of the file system, all nodes together


KINDS = (Kind("1 processor, 10 Gbit/s, 20 µs", 1, 1.25e9, 20e-6, 1, NAVY),
         Kind("64 processors, 100 Gbit/s, 2 µs", 64, 12.5e9, 2e-6, 64, BRICK))


class Times:
    """Seconds of a run, and what they are made of."""

    def __init__(self, compute, wire, rounds):
        self.compute, self.wire, self.rounds = compute, wire, rounds
        self.all = compute + wire + rounds


# ---- The measured constants ------------------------------------------------------------------------------------------


class Constants:
    def __init__(self, found, processors):
        rates, ranks, divided = found["rates"], found["ranks"], found["divided"]
        self.processors = processors
        self.start = {int(n): s for n, s in rates["start_seconds"].items()}
        self.ray = (ranks["seconds"]["1"] - self.start[1]) / ranks["rays"]
        self.chunk = max(0.0, found["chunks"]["seconds"])
        self.rows = found["chunks"]["rows"]
        self.ray_bytes = rates["ray_bytes"] + rates["hit_bytes"]
        self.tree_bytes = rates["tree_bytes"]
        one, two = divided[0], divided[1]
        assert one["ranks"] == 1 and two["ranks"] == 2
        self.visit = one["seconds"] / one["visits"]
        self.visits_per_ray = one["visits"] / one["rays"]
        rest = two["seconds"] - two["rounds"] * two["round_seconds"] - busiest(two) * self.visit
        self.byte = max(0.0, rest / (two["bytes"] / 2))
        self.take = two["take_seconds"]


def busiest(run):
    """The visits of the rank that has most of them."""
    return run["visits"] / run["ranks"] * run["visits_most"]


# ---- This machine, to compare with what was measured -----------------------------------------------------------------


def replicated_here(c, ranks, rays):
    at_once = min(ranks, c.processors)
    chunks = math.ceil(rays / c.rows)
    return c.start[ranks] + (rays * c.ray + (chunks * c.chunk if ranks > 1 else 0.0)) / at_once


def divided_here(c, run):
    """More ranks than processors share them, so the busiest rank has some of the others' time."""
    n = run["ranks"]
    at_once = min(n, c.processors)
    visits = max(busiest(run), run["visits"] / at_once)
    return visits * c.visit + run["bytes"] * c.byte / at_once + run["rounds"] * run["round_seconds"]


# ---- Nodes and a network ---------------------------------------------------------------------------------------------


def replicated(c, kind, nodes, rays=RAYS):
    """A node is a rank; its processors share a chunk. The last chunk of some is waited for."""
    chunks = math.ceil(rays / c.rows)
    most = math.ceil(chunks / nodes)
    compute = most * (c.rows * c.ray / kind.processors + c.chunk)
    bytes_all = rays * c.ray_bytes
    wire = max(bytes_all / nodes / kind.bandwidth, bytes_all / kind.store)
    wire += 2 * c.tree_bytes / kind.bandwidth  # a broadcast: scattered, then gathered by all
    # Each number of a chunk is a round trip; rank 0 serves one at a time.
    rounds = max(most * 2 * kind.latency, chunks * c.take) + math.ceil(math.log2(nodes)) * kind.latency
    return Times(compute, wire, rounds)


def divided(c, kind, run, rays=RAYS):
    """The counts of `run`, once for each so many rays: a rank has no more under way than its buffer lets it. With
    larger buffers, as many rounds do for more rays."""
    n, times = int(run["ranks"]), rays / run["rays"]
    visits = run["visits_per_ray"] * run["rays"] / n * run["visits_most"]
    handled = run["bytes"] / n * run["sent_most"] * c.byte
    wire = run["wire_bytes"] / kind.bandwidth
    tell = math.ceil(math.log2(n)) * (kind.latency + 24 * n / 2 / kind.bandwidth)
    rounds = run["rounds"] * tell + run["pairs"] / n * kind.latency
    return Times(times * (visits * c.visit / kind.processors + handled), times * wire, times * rounds / kind.buffers)


# ---- The figure ------------------------------------------------------------------------------------------------------


def panel(g, x, y, w, h, title, lines, top, bottom):
    """Rates over nodes, both logarithmic. lines: [(color, [(nodes, rate)], rate of one node)]"""
    px = lambda n: x + w * math.log2(n) / 10
    py = lambda r: y + h * (1 - (math.log10(r) - bottom) / (top - bottom))
    g.text(x, y - 22, title, 15, bold=True)
    for k in range(bottom, top + 1):
        g.line(x, py(10 ** k), x + w, py(10 ** k), PALE, 1)
        g.text(x - 8, py(10 ** k) + 4, f"{10 ** k:,}", 12, GREY, "end")
    for n in (1, 4, 16, 64, 256, 1024):
        g.line(px(n), y, px(n), y + h, PALE, 1)
        g.text(px(n), y + h + 20, f"{n:,}", 12, GREY, "middle")
    for color, points, one in lines:
        last = min(1024, 10 ** top / one)
        g.line(px(1), py(one), px(last), py(one * last), color, 1, "3 4")
        g.poly([(px(n), py(r)) for n, r in points], stroke=color, width=2.2, close=False)
        for n, r in points:
            g.circle(px(n), py(r), 3.5, WHITE, color, 1.8)


def figure(c, counted):
    g = Svg(860, 430, "Rays per second over the number of nodes, by a model: geometry replicated and by ranks")
    for k, title in enumerate(("Geometry replicated: M rays/s", "Geometry by ranks: M rays/s")):
        lines = []
        for kind in KINDS:
            if k == 0:
                points = [(n, 1e-6 * RAYS / replicated(c, kind, n).all) for n in NODES]
                one = 1e-6 / c.ray * kind.processors
            else:
                points = [(int(r["ranks"]), 1e-6 * RAYS / divided(c, kind, r).all) for r in counted]
                one = 1e-6 * kind.processors / (c.visit * c.visits_per_ray)
            lines.append((kind.color, points, one))
        panel(g, 72 + 408 * k, 70, 330, 250, title, lines, 5, 0)
        g.text(237 + 408 * k, 362, "nodes", 13, GREY, "middle")
    for k, kind in enumerate(KINDS):
        g.line(72 + 262 * k, 398, 96 + 262 * k, 398, kind.color, 3)
        g.text(104 + 262 * k, 403, kind.name, 13)
    g.line(596, 398, 622, 398, GREY, 1.4, "3 4")
    g.text(630, 403, "nodes × one node, no network", 13)
    return g


# ---- The page --------------------------------------------------------------------------------------------------------


def seconds(s):
    return f"{s:.0f} s" if s >= 100 else f"{s:.3g} s" if s >= 1 else f"{1e3 * s:.3g} ms" if s >= 1e-3 else \
        f"{1e6 * s:.3g} µs" if s >= 1e-6 else f"{1e9 * s:.3g} ns"


def error(model, measured):
    return f"{100 * (model / measured - 1):+.0f} %"


def constants_table(c, found):
    two = found["divided"][1]
    rows = ((f"a ray, on one processor, from file to file, {found['rates']['triangles']:,} triangles", seconds(c.ray)),
            (f"a chunk of {c.rows:,} rays, beside its rays", seconds(c.chunk)),
            ("a number from the queue", seconds(c.take)),
            (f"start and end of {two['ranks']} ranks", seconds(c.start[2])),
            ("a ray in one tree of a divided model", seconds(c.visit)),
            ("a byte that a ray brings to another rank: packed, copied, unpacked", seconds(c.byte)),
            (f"telling all of {two['ranks']} ranks what comes, each round", seconds(two["round_seconds"])))
    yield "| what | costs |\n|---|--:|\n"
    for what, cost in rows:
        yield f"| {what} | {cost} |\n"


def check_table(c, found):
    ranks = found["ranks"]
    yield "| ranks | replicated: measured | model | error | divided: measured | model | error |\n"
    yield "|--:|--:|--:|--:|--:|--:|--:|\n"
    by_ranks = {run["ranks"]: run for run in found["divided"]}
    for n in sorted({int(n) for n in ranks["seconds"]} | set(by_ranks)):
        cells = [f"{n}{' *' if n > c.processors else ''}"]
        measured = ranks["seconds"].get(str(n))
        if measured:
            model = replicated_here(c, n, ranks["rays"])
            cells += [seconds(measured), seconds(model), "from here" if n == 1 else error(model, measured)]
        else:
            cells += ["", "", ""]
        if n in by_ranks:
            run = by_ranks[n]
            model = divided_here(c, run)
            cells += [seconds(run["seconds"]), seconds(model),
                      "from here" if n <= 2 else error(model, run["seconds"])]
        else:
            cells += ["", "", ""]
        yield "| " + " | ".join(cells) + " |\n"


def share(t, one, nodes):
    """Of what as many nodes without a network would reach."""
    return f"{100 * one / nodes / t.all:.0f} %"


def parts(t):
    return " + ".join(f"{100 * p / t.all:.0f}" for p in (t.compute, t.wire, t.rounds)) + " %"


def replicated_table(c):
    yield "| nodes | chunks | most of a node, over the mean | "
    yield " | ".join(f"{k.name} | of ideal | compute + wire + rounds" for k in KINDS) + " |\n"
    yield "|--:|--:|--:|" + "--:|--:|--:|" * len(KINDS) + "\n"
    chunks = math.ceil(RAYS / c.rows)
    for n in SHOWN:
        cells = [f"{n:,}", f"{chunks:,}", f"{math.ceil(chunks / n) * n / chunks:.2f}"]
        for kind in KINDS:
            t = replicated(c, kind, n)
            cells += [seconds(t.all), share(t, RAYS * c.ray / kind.processors, n), parts(t)]
        yield "| " + " | ".join(cells) + " |\n"


def divided_table(c, counted):
    yield "| ranks | rounds | bytes per ray | busiest, over the mean | "
    yield " | ".join(f"{k.name} | of ideal | compute + wire + rounds" for k in KINDS) + " |\n"
    yield "|--:|--:|--:|--:|" + "--:|--:|--:|" * len(KINDS) + "\n"
    for run in counted:
        n = int(run["ranks"])
        if n not in SHOWN:
            continue
        cells = [f"{n:,}", f"{run['rounds']:.0f}", f"{run['bytes_per_ray']:.1f}", f"{run['visits_most']:.2f}"]
        for kind in KINDS:
            t = divided(c, kind, run)
            cells += [seconds(t.all), share(t, RAYS * c.visits_per_ray * c.visit / kind.processors, n), parts(t)]
        yield "| " + " | ".join(cells) + " |\n"


def rows_table(rows):
    yield "| case | ranks | value | ratio | to | target | met |\n|---|---|--:|--:|---|--:|---|\n"
    for r in rows:
        if not r["case"].startswith(("cast/", "chunks/")):
            continue
        ratio = "" if r["ratio"] is None else f'{r["ratio"]:.2f}'
        target = "" if r["target"] is None else f'{"≤" if r["limit"] else "≥"} {r["target"]:g}'
        met = "" if r["met"] is None else "yes" if r["met"] else "no"
        cells = (r["case"], r["engine"], f'{r["value"]:.3g} {r["unit"]}', ratio, r["peer"] or "", target, met)
        yield "| " + " | ".join(cells) + " |\n"


def fill(path, blocks):
    """Replace what stands between <!-- begin NAME --> and <!-- end NAME -->."""
    with open(path, encoding="utf-8") as file:
        page = file.read()
    for name, text in blocks.items():
        begin, end = page.find(f"<!-- begin {name}"), page.find(f"<!-- end {name}")
        if begin < 0 or end < begin:
            sys.exit(f"{path}: no block \"{name}\"")
        page = page[:page.index("\n", begin) + 1] + text + page[end:]
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    with open(MEASURED, encoding="utf-8") as file:
        measured = json.load(file)
    found, m = measured["found"], measured["machine"]
    for part in ("rates", "chunks", "ranks", "divided", "counted"):
        if part not in found:
            sys.exit(f"{MEASURED} has no {part}: run `make bench SUITE=cluster`")
    c = Constants(found, m["processors"])
    figure(c, found["counted"]).save(sys.argv[1])
    said = f'{m["cpu"]}, {m["processors"]} processors, Hitscan {m["version"]}, {m["mpi"]}.\n\n'
    fill(sys.argv[2], {
        "measured": said + "".join(rows_table(measured["rows"])),
        "constants": "".join(constants_table(c, found)),
        "check": "".join(check_table(c, found)),
        "replicated": "".join(replicated_table(c)),
        "divided": "".join(divided_table(c, found["counted"])),
    })


if __name__ == "__main__":
    main()

"""docs/python-speed.md, from the rows of a run."""
from __future__ import annotations

import importlib.metadata
import os
import platform
from typing import Any

from timing import Row, Table

HEAD = """# How fast the Python package is

<!-- Made by make bench SUITE=python ARGS="--page docs/python-speed.md"; do not edit. -->

The dragon of `scripts/meshes` ({triangles:,} triangles), and the same rays and points for all engines: {rays:,} rays
for first hits, a quarter of them for all hits. Engines take turns, and times are medians. A ratio is our speed over
that of the peer. Answers are compared first, and exact arithmetic decides where they differ.
[bindings/python/bench](../bindings/python/bench) has the code.
"""
PACKAGES = ("numpy", "trimesh", "embreex", "rtree", "scipy", "open3d", "pyvista")


def _cells(row: Row) -> str:
    ratio = "" if row["ratio"] is None else f"{row['ratio']:.2f}"
    target = "" if row["target"] is None else f"{'≤' if row['limit'] else '≥'} {row['target']:g}"
    met = "" if row["met"] is None else "yes" if row["met"] else "no"
    value = f"{row['value']:.3g}" if row["value"] < 1000 else f"{row['value']:,.0f}"
    cells = (row["case"], row["engine"], f"{value} {row['unit']}", ratio, row["peer"] or "", target, met)
    return "| " + " | ".join(cells) + " |\n"


def _versions() -> str:
    found = [f"Python {platform.python_version()}"]
    for name in PACKAGES:
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return ", ".join(found)


def _fold(text: str) -> str:
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + len(word) >= 120:
            lines.append(line)
            line = ""
        line += (" " if line else "") + word
    return "\n".join(lines + [line]) + "\n"


BUSY = """
The machine was busy: times are processor time, summed over threads. That says nothing certain about the time that
passes with several threads, so that targets with two threads are not judged; and caches that others use make times
longer. The figures are to be measured again on a quiet machine.
"""
RUNS = """
Put together from {runs} runs: some cases were measured again.
"""


def write_page(table: Table, triangles: int, rays: int, path: str, cpu_time: bool) -> None:
    text = HEAD.format(rays=rays, triangles=triangles) + (BUSY if cpu_time else "")
    text += RUNS.format(runs=table.runs) if table.runs > 1 else ""
    text += "\n| case | engine | speed | ratio | to | target | met |\n|---|---|--:|--:|---|--:|---|\n"
    for row in table.rows:
        judged = not (cpu_time and "2 threads" in row["case"] + row["engine"])
        text += _cells(row if judged else {**row, "met": None})
    notes: Any = dict.fromkeys(table.notes)
    text += "\n" + "\n".join("- " + _fold(note).rstrip("\n").replace("\n", "\n  ") for note in notes) + "\n"
    text += "\n" + _fold(f"Measured with {_versions()}, on {os.cpu_count()} processors ({_processor()}).")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()

"""Times in alternating rounds, and the rows that come of them."""
from __future__ import annotations

import json
import statistics
import time
from typing import Any, Callable, Dict, List, Optional

Row = Dict[str, Any]


class Table:
    """The rows of a run, in the form of the other suites (bench/measure.c)."""

    def __init__(self) -> None:
        self.rows: List[Row] = []
        self.notes: List[str] = []
        self.runs = 1

    def add(self, case: str, engine: str, value: float, unit: str, peer: Optional[str] = None,
            ratio: Optional[float] = None, target: Optional[float] = None, limit: bool = False) -> None:
        """A row. ratio: our speed over that of the peer. target: of the ratio, or with ``limit`` of the value."""
        met = None
        if target is not None:
            met = value <= target if limit else ratio is not None and ratio >= target
        self.rows.append({"suite": "python", "case": case, "engine": engine, "value": value, "unit": unit,
                          "peer": peer, "ratio": ratio, "target": target, "limit": limit, "met": met})
        asked = ""
        if target is not None:
            asked = f"   {'met' if met else 'MISSED'}: {'at most' if limit else 'at least'} {target:g}"
        print(f"{case:16} {engine:34} {value:10.4g} {unit:8}"
              + (f" {ratio:6.2f} x {peer}" if ratio is not None else "") + asked, flush=True)

    def note(self, text: str) -> None:
        """A sentence for the page."""
        self.notes.append(text)
        print(f"  {text}", flush=True)

    def complete(self, path: str) -> None:
        """Add the rows of an earlier run, in its order, of cases that this one has not."""
        with open(path, encoding="utf-8") as file:
            earlier = json.load(file)
        new = {(row["case"], row["engine"]): row for row in self.rows}
        old = [new.pop((row["case"], row["engine"]), row) for row in earlier["rows"]]
        self.rows = old + list(new.values())
        self.notes = [note for note in earlier["notes"] if "no wheel" not in note] + self.notes
        self.runs = earlier.get("runs", 1) + 1

    def save(self, path: str) -> None:
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"rows": self.rows, "notes": self.notes, "runs": self.runs}, file, indent=1)
            file.write("\n")


# What times are counted by: the time that passes, or with --cpu-time that of all threads of this process.
clock: Callable[[], float] = time.perf_counter


def race(engines: Dict[str, Callable[[], Any]], rounds: int, now: Optional[Callable[[], float]] = None
         ) -> Dict[str, float]:
    """The median seconds of each engine; they take turns, so that slow spells of the machine hit all of them."""
    now = now or clock
    times: Dict[str, List[float]] = {name: [] for name in engines}
    for call in engines.values():
        call()  # trees are built, memory is touched
    for _ in range(rounds):
        for name, call in engines.items():
            begin = now()
            call()
            times[name].append(now() - begin)
    return {name: statistics.median(t) for name, t in times.items()}

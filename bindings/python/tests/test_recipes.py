"""The blocks of the pages on Python, and the notebook, do what they say.

Of a page, the ```python blocks run one after the other in one namespace and one folder; a ```text block after one is
what it prints. Of a notebook, the cells run, and their outputs are those that are stored: text as it is, pictures by
their pixels. HIT_WRITE=1 records both instead.
"""
from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import os
import re
import struct
import zlib
from pathlib import Path
from typing import Any, Dict, List

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGES = ("python.md", "python-recipes.md", "python-dialects.md",
         pytest.param("python-cluster.md", marks=pytest.mark.slow))
# What a page needs besides; `scripts/venv cluster` has it.
NEEDS = {"python-cluster.md": ("dask.array", "dask.dataframe", "distributed", "ray.data")}
WRITE = bool(os.environ.get("HIT_WRITE"))
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.M | re.S)


@pytest.mark.parametrize("page", PAGES)
def test_blocks_of_a_page(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NEEDS.get(page, ()):
        pytest.importorskip(name)
    path = ROOT / "docs" / page
    text, names = path.read_text(encoding="utf-8"), {"__name__": "recipe"}
    monkeypatch.chdir(tmp_path)
    blocks = list(BLOCK.finditer(text))
    assert len(blocks) >= 3
    written, at = "", 0
    for block in blocks:
        printed = io.StringIO()
        line = text[:block.start(1)].count("\n")
        with contextlib.redirect_stdout(printed):
            exec(compile("\n" * line + block.group(1), str(path), "exec"), names)
        if WRITE and block.group(2) is not None:
            written += text[at:block.start(2)] + printed.getvalue()
            at = block.end(2)
        else:
            assert printed.getvalue() == (block.group(2) or ""), f"{page}:{line + 1}"
    if WRITE:
        path.write_text(written + text[at:], encoding="utf-8")


def pixels(png: bytes) -> np.ndarray:
    """The rows of a PNG without filters, as pictures of the package are written."""
    at, data, width, height = 8, b"", 0, 0
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        if kind == b"IHDR":
            width, height = struct.unpack(">II", png[at + 8:at + 16])
        if kind == b"IDAT":
            data += png[at + 8:at + 8 + size]
        at += 12 + size
    assert width and height
    return np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, -1)


def run_cell(source: str, names: Dict[str, Any]) -> List[Dict[str, Any]]:
    """What a notebook shows of a cell: what it prints, and its last expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, outputs = io.StringIO(), []
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # type: ignore[attr-defined]
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout",
                        "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        shown = getattr(value, "_repr_png_", lambda: None)()
        data = {"text/plain": [f"<{type(value).__name__} {value.shape}>" if shown else repr(value)]}
        if shown:
            data["image/png"] = [base64.b64encode(shown).decode()]
        outputs.append({"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": data})
    return outputs


@pytest.mark.parametrize("notebook", sorted((ROOT / "examples" / "python").glob("*.ipynb")), ids=lambda p: p.name)
def test_a_notebook_shows_what_is_stored(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content, names = json.loads(notebook.read_text(encoding="utf-8")), {"__name__": "notebook"}
    assert content["nbformat"] == 4
    monkeypatch.chdir(tmp_path)
    count = 0
    for cell in content["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        outputs = run_cell("".join(cell["source"]), names)
        if WRITE:
            for output in outputs:
                if "execution_count" in output:
                    output["execution_count"] = count
            cell["outputs"], cell["execution_count"] = outputs, count
            continue
        stored = cell["outputs"]
        assert [o["output_type"] for o in outputs] == [o["output_type"] for o in stored], f"cell {count}"
        for now, then in zip(outputs, stored):
            assert now.get("text") == then.get("text"), f"cell {count}"
            a, b = (o.get("data", {}) for o in (now, then))
            assert a.get("text/plain") == b.get("text/plain"), f"cell {count}"
            if "image/png" in b:
                x, y = (pixels(base64.b64decode("".join(d["image/png"]))) for d in (a, b))
                # Answers are the same everywhere; shading is double arithmetic, in which machines differ a little.
                assert x.shape == y.shape and np.abs(x.astype(int) - y).max() <= 2, f"cell {count}"
    if WRITE:
        notebook.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

"""Structs as ctypes and NumPy lay them out are those of the C compiler."""
import ctypes
import os
import shutil
import subprocess

import numpy as np
import pytest

from hitscan import _declarations as c
from hitscan import _rays, hits

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
INCLUDE = os.path.join(ROOT, "include")


def structs():
    return {name: c._(name) for name in c.TYPES if isinstance(c._(name), type(ctypes.Structure))}


def test_structs_are_those_of_the_compiler(tmp_path):
    compiler = os.environ.get("CC") or shutil.which("cc")
    if compiler is None or not os.path.isdir(INCLUDE):
        pytest.skip("needs a C compiler (cc) and the headers of the repository")
    # Without those that need headers from elsewhere: one that a build makes, and that of MPI.
    headers = sorted(h for h in os.listdir(os.path.join(INCLUDE, "hitscan"))
                     if h.endswith(".h") and h not in ("hitscan.h", "mpi.h"))
    lines = [f"#include <hitscan/{header}>" for header in headers]
    lines += ["#include <stddef.h>", "#include <stdio.h>", "int main(void) {"]
    ours = []
    for name, kind in structs().items():
        lines.append(f'printf("{name} %zu\\n", sizeof({name}));')
        ours.append(f"{name} {ctypes.sizeof(kind)}")
        for field, _ in kind._fields_:
            lines.append(f'printf("{name}.{field} %zu %zu\\n", offsetof({name}, {field}), '
                         f"sizeof((({name}*)0)->{field}));")
            ours.append(f"{name}.{field} {getattr(kind, field).offset} {getattr(kind, field).size}")
    for name, value in vars(c).items():
        if name.startswith("HIT_"):
            lines.append(f'printf("{name} %lld\\n", (long long){name});')
            ours.append(f"{name} {value}")
    (tmp_path / "layout.c").write_text("\n".join(lines + ["return 0; }", ""]))
    subprocess.run([compiler, "-std=c17", "-w", "-I", INCLUDE, "-c", str(tmp_path / "layout.c"), "-o",
                    str(tmp_path / "layout.o")], check=True)
    subprocess.run([compiler, str(tmp_path / "layout.o"), "-o", str(tmp_path / "layout"), "-lm"], check=True)
    assert len(ours) > 500
    assert subprocess.run([str(tmp_path / "layout")], check=True, capture_output=True,
                          text=True).stdout.split("\n")[:-1] == ours


@pytest.mark.parametrize("dtype, struct", [(_rays.RAY, "hit_ray"), (_rays.DRAY, "hit_dray"), (hits.HIT, "hit_bvh_hit"),
                                           (hits.CLOSEST, "hit_bvh_closest")])
def test_records_are_structs(dtype, struct):
    kind = getattr(c, struct)
    assert dtype.itemsize == ctypes.sizeof(kind)
    for name, _ in kind._fields_:
        assert dtype.fields[name][1] == getattr(kind, name).offset
        assert np.dtype(dtype.fields[name][0]).itemsize == getattr(kind, name).size


def test_every_function_is_in_the_library():
    from hitscan._library import lib
    for name in c.FUNCTIONS:
        assert callable(getattr(lib, name)), name
    with pytest.raises(AttributeError):
        lib.hit_no_such_function
    with pytest.raises(AttributeError, match="hit_no_such_type"):
        c.hit_no_such_type

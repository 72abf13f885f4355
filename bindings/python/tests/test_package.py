"""The package: its version, its command, what a source package carries, and what a wheel has in it."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any, Dict, List

import pytest

import hitscan
from hitscan import __main__ as command

PACKAGE = Path(__file__).resolve().parent.parent
ROOT = PACKAGE.parent.parent


def version() -> str:
    return (ROOT / "VERSION").read_text().strip()


def run(*arguments: str, **environment: str) -> Any:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment})


def test_the_version_is_that_of_the_file() -> None:
    assert hitscan.__version__ == version()


# ---- The command ---------------------------------------------------------------------------------------------------

needs_command = pytest.mark.skipif(command.command() is None, reason="built without the command")


@needs_command
def test_python_m_hitscan_is_the_command() -> None:
    ran = run("-m", "hitscan", "--version")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert version() in ran.stdout


@needs_command
@pytest.mark.parametrize("arguments", [["no-such-verb"], ["info", "/no/such/file.obj"], ["cast"], ["help"]])
def test_exit_codes_are_those_of_the_command(arguments: List[str]) -> None:
    tool = command.command()
    assert tool is not None
    ours = run("-m", "hitscan", *arguments)
    theirs = subprocess.run([tool, *arguments], capture_output=True, text=True, check=False)
    assert (ours.returncode, ours.stdout, ours.stderr) == (theirs.returncode, theirs.stdout, theirs.stderr)


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
@pytest.mark.parametrize("name", ["SIGPIPE", "SIGXFSZ", "SIGTERM"])
def test_the_command_dies_of_a_signal_as_if_python_were_not_there(name: str, tmp_path: Path) -> None:
    tool = tmp_path / "tool"
    tool.write_text(f"#!/bin/sh\nkill -{name[3:]} $$\nexit 3\n")
    tool.chmod(0o755)
    assert run("-m", "hitscan", HITSCAN_TOOL=str(tool)).returncode == -getattr(signal, name)


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_arguments_arrive_as_they_are(tmp_path: Path) -> None:
    tool = tmp_path / "tool"
    tool.write_text('#!/bin/sh\nprintf "<%s>" "$@"\n')
    tool.chmod(0o755)
    assert run("-m", "hitscan", "a b", "", "*", "é", HITSCAN_TOOL=str(tool)).stdout == "<a b><><*><é>"


def test_without_the_command_it_says_how_to_get_it() -> None:
    ran = run("-m", "hitscan", "--version", HITSCAN_TOOL="/no/such/program")
    assert ran.returncode == 1
    assert "libpng-dev" in ran.stderr and "pip install" in ran.stderr and "Traceback" not in ran.stderr


def test_a_missing_library_says_what_to_do() -> None:
    ran = run("-c", "import hitscan", HITSCAN_LIBRARY="/no/such/library.so")
    assert ran.returncode == 1
    assert "ImportError: hitscan: cannot load its library" in ran.stderr and "HITSCAN_LIBRARY" in ran.stderr


# ---- Source packages and wheels ------------------------------------------------------------------------------------

def without_instruments() -> Dict[str, str]:
    """The environment for builds: a compiler is not to be tested by sanitizers."""
    return {k: v for k, v in os.environ.items() if k not in ("LD_PRELOAD", "HITSCAN_LIBRARY", "HITSCAN_TOOL")}


def build(kind: str, source: Path, out: Path, *settings: str) -> Path:
    """Call a hook of the build backend in the folder of the sources, as pip does; the archive that it makes."""
    given = {k: v for k, v in (s.split("=", 1) for s in settings)}
    code = (f"import sys; sys.path.insert(0, 'backend'); import hitscan_backend; "
            f"print('made', hitscan_backend.build_{kind}({str(out)!r}, {given!r}))")
    out.mkdir(exist_ok=True)
    ran = subprocess.run([sys.executable, "-c", code], cwd=source, env=without_instruments(), capture_output=True,
                         text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-5000:] + ran.stderr[-5000:]
    return out / ran.stdout.split()[-1]


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("scikit_build_core")
    return build("sdist", PACKAGE, tmp_path_factory.mktemp("sdist"))


def test_a_source_package_carries_all_c_sources(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = set(archive.getnames())
        stem = f"hitscan-{version()}"
        for path in [*(ROOT / "src").rglob("*.[ch]"), *(ROOT / "include").rglob("*.h"), ROOT / "LICENSE",
                     *(ROOT / "tools").rglob("CMakeLists.txt"), ROOT / "VERSION", *(ROOT / "cmake").glob("*")]:
            assert f"{stem}/native/{path.relative_to(ROOT).as_posix()}" in names
        for path in (PACKAGE / "src").rglob("*.py"):
            assert f"{stem}/{path.relative_to(PACKAGE).as_posix()}" in names
        assert not [n for n in names if "__pycache__" in n or n.endswith((".so", ".o", ".pyc"))]
        assert f"Version: {version()}" in archive.extractfile(f"{stem}/PKG-INFO").read().decode()  # type: ignore
    assert not (PACKAGE / "native").exists()


def test_a_source_package_is_the_same_each_time(sdist: Path, tmp_path: Path) -> None:
    assert build("sdist", PACKAGE, tmp_path).read_bytes() == sdist.read_bytes()


@pytest.mark.slow
def test_the_wheel_of_a_source_package_is_that_of_the_repository(sdist: Path, tmp_path: Path) -> None:
    plain = "cmake.build-type=None"  # not optimised: in seconds
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "outside")
    (outside,) = (tmp_path / "outside").iterdir()
    ours = build("wheel", PACKAGE, tmp_path / "ours", plain)
    theirs = build("wheel", outside, tmp_path / "theirs", plain)
    assert ours.name == theirs.name and f"hitscan-{version()}-py3-none-" in ours.name
    with zipfile.ZipFile(ours) as a, zipfile.ZipFile(theirs) as b:
        assert a.namelist() == b.namelist()
        for name in a.namelist():  # but for programs, and the hashes of these
            assert "/_native/" in name or name.endswith("/RECORD") or a.read(name) == b.read(name), name
        for name in ("py.typed", "__main__.py"):
            assert f"hitscan/{name}" in a.namelist()
        assert f"hitscan-{version()}.dist-info/licenses/LICENSE" in a.namelist()
        assert b"hitscan.__main__:main" in a.read(f"hitscan-{version()}.dist-info/entry_points.txt")

    # What was installed runs by itself.
    site = tmp_path / "site"
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", str(site),
                    str(theirs)], check=True, env=without_instruments())
    environment = {**without_instruments(), "PYTHONPATH": str(site)}
    ran = subprocess.run([sys.executable, "-c", "import hitscan; print(hitscan.__file__, hitscan.__version__)"],
                         env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == [str(site / "hitscan" / "__init__.py"), version()]
    native = site / "hitscan" / "_native"
    if (native / "hitscan").exists():
        ran = subprocess.run([sys.executable, "-m", "hitscan", "--version"], env=environment, cwd=tmp_path,
                             capture_output=True, text=True, check=True)
        assert version() in ran.stdout

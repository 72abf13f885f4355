"""Builds the package: scikit-build-core, and source packages that carry the C sources with them.

The C sources lie two folders above this package. A source package, which has no such folders, carries them in
``native/``, where CMakeLists.txt looks first. They are added to the finished archive, so that nothing is ever copied
into the repository.
"""
from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path
from typing import Any, Iterator, Optional

from hitscan_version import root
from scikit_build_core import build as inner
from scikit_build_core.build import *  # noqa: F403  # each version has hooks of its own

# What CMake needs of the repository to build the library and the command.
CARRIED = ("CMakeLists.txt", "LICENSE", "VERSION", "cmake", "include", "src", "tools")
_Config = Optional["dict[str, Any]"]


def carried_files(folder: Path) -> Iterator[Path]:
    """The C sources below the folder, in the same order everywhere."""
    for name in CARRIED:
        path = folder / name
        if path.is_file():
            yield path
        else:
            found = (p for p in path.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
            yield from sorted(found, key=lambda p: p.as_posix())


def build_sdist(sdist_directory: str, config_settings: _Config = None) -> str:  # type: ignore[no-redef]
    name: str = inner.build_sdist(sdist_directory, config_settings)
    folder = root()
    archive = Path(sdist_directory) / name
    packed = io.BytesIO()
    with tarfile.open(archive, "r:gz") as old, tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new:
        members = old.getmembers()
        for member in members:
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
        stem, moment = members[0].name.split("/")[0], members[0].mtime
        for path in carried_files(folder):
            member = tarfile.TarInfo(f"{stem}/native/{path.relative_to(folder).as_posix()}")
            data = path.read_bytes()
            member.size, member.mtime, member.mode = len(data), moment, 0o644
            new.addfile(member, io.BytesIO(data))
    with open(archive, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as out:
        out.write(packed.getvalue())
    return name

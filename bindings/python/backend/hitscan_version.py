"""The version of the package: what the file VERSION of the C library says, in the repository or a source package."""
from __future__ import annotations

from pathlib import Path
from typing import Mapping

PACKAGE = Path(__file__).resolve().parent.parent


def root() -> Path:
    """Where the C sources are: carried along in a source package, else two folders up."""
    carried = PACKAGE / "native"
    return carried if (carried / "VERSION").is_file() else PACKAGE.parent.parent


def dynamic_metadata(field: str, settings: Mapping[str, object]) -> str:
    """What scikit-build-core asks for a field that pyproject.toml calls dynamic."""
    if field != "version" or settings:
        raise RuntimeError(f"hitscan_version knows the version, without settings; not {field!r}")
    return (root() / "VERSION").read_text(encoding="utf-8").split()[0]

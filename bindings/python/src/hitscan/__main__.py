"""``python -m hitscan`` is the command ``hitscan``: the same program, with the same answers and exit codes.

The package carries the program; where it could not be built, this says so. ``HITSCAN_TOOL`` names another one.
"""
from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import NoReturn, Optional

_NATIVE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_native")


def command() -> Optional[str]:
    """The path of the program, or None where this package has none."""
    name = "hitscan.exe" if os.name == "nt" else "hitscan"
    path = os.environ.get("HITSCAN_TOOL") or os.path.join(_NATIVE, name)
    return path if os.access(path, os.X_OK) and os.path.isfile(path) else None


def main() -> NoReturn:
    """Become the command, with the arguments of this process."""
    path = command()
    if path is None and os.name == "nt":
        sys.exit("hitscan: there is no command for Windows yet; what it does, the functions of this package do, too")
    if path is None:
        sys.exit("hitscan: this package was built without the command, which needs libpng and zlib. Install their "
                 "headers (Debian: libpng-dev zlib1g-dev), then the package again from its sources:\n"
                 "    pip install --force-reinstall --no-binary hitscan hitscan")
    if os.name == "nt":
        sys.exit(subprocess.run([path, *sys.argv[1:]], check=False).returncode)
    # Python ignores these, and a new program inherits that: `hitscan ... | head` would complain.
    for name in ("SIGPIPE", "SIGXFSZ"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    os.execv(path, ["hitscan", *sys.argv[1:]])


if __name__ == "__main__":
    main()

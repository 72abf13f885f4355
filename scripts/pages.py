#!/usr/bin/env python3
"""Check what the pages say about the code: programs compile, names exist.

usage: scripts/pages.py

Reads README.md, CONTRIBUTING.md, docs/*.md and examples/README.md. A block of C that begins with an #include of Hitscan
must compile without warnings. A word hit_..., HIT_... or HITSCAN_... must occur in the sources, or in a CMake file.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
PAGES = ["README.md", "CONTRIBUTING.md", "examples/README.md"] + sorted(
    os.path.relpath(path, ROOT) for path in glob.glob(os.path.join(ROOT, "docs/*.md")))
SOURCES = ("include", "src", "test", "tools", "examples", "cmake", "bindings")
PATTERNS = {"hit_snake_case", "HIT_UPPER"}  # how names look


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def known_names():
    names = PATTERNS | set(re.findall(r"\bHITSCAN_\w+", read(os.path.join(ROOT, "CMakeLists.txt"))))
    for folder in SOURCES:
        for path, _, files in os.walk(os.path.join(ROOT, folder)):
            for name in files:
                names.update(re.findall(r"\b(?:hit|HIT|HITSCAN)_\w+", read(os.path.join(path, name))))
    return names


def unknown_names(text, names):
    """Words of the pages that no source has; one that ends in an underscore stands for all that begin so."""
    for word in sorted(set(re.findall(r"\b(?:hit|HIT|HITSCAN)_\w+", text))):
        if word not in names and not (word.endswith("_") and any(name.startswith(word) for name in names)):
            yield word


def programs(text):
    """[(line, code)] of the blocks that are to compile."""
    for block in re.finditer(r"^```c\n(.*?)^```", text, re.S | re.M):
        if re.match(r"(?://[^\n]*\n)*#include <hitscan/", block[1]):
            yield text[:block.start()].count("\n") + 1, block[1]


def version_header(folder):
    """The header that CMake would make."""
    os.makedirs(os.path.join(folder, "hitscan"), exist_ok=True)
    text = re.sub(r"@(\w+)@", "0", read(os.path.join(ROOT, "cmake/version.h.in")))
    with open(os.path.join(folder, "hitscan/version.h"), "w", encoding="utf-8") as file:
        file.write(text)


def compile_error(code, folder):
    command = [os.environ.get("CC", "cc"), "-std=c17", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function",
               "-fsyntax-only", "-I" + os.path.join(ROOT, "include"), "-I" + folder, "-x", "c", "-"]
    done = subprocess.run(command, input=code, capture_output=True, text=True)
    return done.stderr if done.returncode != 0 else None


def main():
    wrong, count, names = [], 0, known_names()
    with tempfile.TemporaryDirectory() as folder:
        version_header(folder)
        for page in PAGES:
            text = read(os.path.join(ROOT, page))
            wrong += [f"{page}: no source has {word}" for word in unknown_names(text, names)]
            for line, code in programs(text):
                count += 1
                error = compile_error(code, folder)
                if error:
                    wrong.append(f"{page}:{line}: does not compile\n{error}")
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(PAGES)} pages: {count} programs compile, all names exist")


if len(sys.argv) > 1:
    sys.exit(__doc__.strip())
main()

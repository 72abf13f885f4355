#!/usr/bin/env python3
"""Check what the texts of the repository promise, and print one line for each thing that is wrong.

  links       a link or a path in a document, or a path in a comment or script, that does not exist
  columns     lines of code over 120 characters
  merges      markers of merges that were not finished
  intrinsics  vector instructions outside src/simd and the files for one instruction set

scripts/check_text.py links columns merges intrinsics
"""
import glob
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = 120
PLACES = "bench|bindings|cmake|docs|examples|include|scripts|src|test|tools"

# A path as documents and comments write it; <noun> and * stand for any name, {a,b} for both.
PATH = re.compile(r"(?<![\w./<>-])((?:\.\./)*(?:%s)/[\w./*<>{},+-]*)" % PLACES)
# A file named without its place, as in "see layout.h".
FILE = re.compile(r"(?<![\w./<\"-])((?:[\w-]+/)*[a-z][\w-]*\.(?:c|h|cpp|hpp|py|md|sh|cmake))\b(?![>\"])")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
FENCE = re.compile(r"^\s*(```|~~~)")


def files(*patterns):
    """The tracked files, and those that git add would take, that match."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "--", *patterns], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split("\n")
    return sorted({name for name in listed if name and (ROOT / name).is_file()})


def lines_of(name):
    return (ROOT / name).read_text(encoding="utf-8", errors="replace").split("\n")


# ---- Links -----------------------------------------------------------------------------------------------------------


def slug(heading):
    """The anchor that GitHub gives to a heading."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    kept = [c for c in text if c in " -_" or unicodedata.category(c)[0] in "LN"]
    return "".join(kept).replace(" ", "-")


def anchors(name):
    found, fenced = {}, False
    for line in lines_of(name):
        if FENCE.match(line):
            fenced = not fenced
        heading = None if fenced else re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        if heading:
            anchor = slug(heading.group(1))
            count = found.get(anchor, 0)
            found[anchor] = count + 1
            if count:
                found["%s-%d" % (anchor, count)] = 1
        for anchor in re.findall(r"<a (?:name|id)=\"([^\"]+)\"", line):
            found[anchor] = 1
    return found


def exists(path):
    """Whether there is such a file or folder, or one that a pattern stands for."""
    path = re.sub(r"<[^>]*>", "*", path.rstrip(".,"))
    alternatives = [path]
    while any("{" in each for each in alternatives):
        split = []
        for each in alternatives:
            braces = re.search(r"\{([^{}]*)\}", each)
            if braces is None:
                return True  # half of a pattern
            split += [each[:braces.start()] + choice + each[braces.end():] for choice in braces.group(1).split(",")]
        alternatives = split
    return all(glob.glob(str(ROOT / each)) for each in alternatives)


def check_paths(name, number, text, problems):
    for path in PATH.findall(text):
        # Without an ending or a slash at its end it may be a command's argument or the beginning of a name.
        inside = re.sub(r"^(\.\./)+", "", path)
        if not exists(inside) and not exists(inside + ".c") and not exists(inside + "*"):
            problems.append("%s:%d: there is no %s" % (name, number, inside))


def check_names(name, number, text, problems, endings):
    """A file in a comment is there, in some folder; of more than its name the end of a path has to be right."""
    for path in FILE.findall(text):
        if path not in endings:
            problems.append("%s:%d: there is no %s" % (name, number, path))


def endings_of(names):
    """All that a path can be written as: c.h, b/c.h and a/b/c.h for a/b/c.h."""
    found = {"version.h", "hitscan/version.h", "quadmath.h", "predicates.c"}  # of the build, the compiler, Shewchuk
    for name in names:
        parts = name.split("/")
        found.update("/".join(parts[i:]) for i in range(len(parts)))
    return found


def check_link(name, number, target, problems, known):
    if re.match(r"[a-z]+:", target):
        return
    path, _, anchor = target.partition("#")
    file = (ROOT / name).parent / path if path else ROOT / name
    if not file.exists():
        problems.append("%s:%d: the link %s leads nowhere" % (name, number, target))
    elif anchor and file.suffix == ".md":
        where = file.resolve()
        if where not in known:
            known[where] = anchors(where)
        if anchor not in known[where]:
            problems.append("%s:%d: %s has no heading #%s" % (name, number, path or name, anchor))


def links():
    problems, known, endings = [], {}, endings_of(files())
    for name in files("*.md"):
        fenced = False
        for number, line in enumerate(lines_of(name), 1):
            if FENCE.match(line):
                fenced = not fenced
                continue
            if not fenced:
                for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                    check_link(name, number, target, problems, known)
                if name != "CHANGELOG.md":  # it tells of files that were
                    for code in re.findall(r"`([^`]+)`", line):
                        check_paths(name, number, code, problems)
                        if FILE.fullmatch(code):
                            check_names(name, number, code, problems, endings)
    for name in files("*.c", "*.h", "*.cpp", "*.hpp"):
        for number, line in enumerate(lines_of(name), 1):
            comment = re.search(r"//(.*)|^\s*\*(.*)|/\*(.*)", line)
            if comment:
                check_paths(name, number, comment.group(0), problems)
                check_names(name, number, comment.group(0), problems, endings)
    for name in files("*.py", "*.sh", "*.cmake", "*CMakeLists.txt", "scripts/*", ".ci/run", "Makefile"):
        for number, line in enumerate(lines_of(name), 1):
            comment = re.search(r"(?:^|\s)#(.*)", line)
            if comment:
                check_paths(name, number, comment.group(1), problems)
    return problems


# ---- Columns and intrinsics ------------------------------------------------------------------------------------------


def columns():
    problems = []
    for name in files("*.c", "*.h", "*.cpp", "*.hpp", "*.py", "*.sh", "*.cmake", "*.in", "*CMakeLists.txt",
                      "*.json", "scripts/*", ".ci/run", "Makefile"):
        for number, line in enumerate(lines_of(name), 1):
            if len(line) > COLUMNS:
                problems.append("%s:%d: %d columns" % (name, number, len(line)))
    return problems


def merges():
    """What git leaves where it could not merge: of its markers, those that are no heading of anything."""
    return ["%s:%d: a merge was not finished: %s" % (name, number, line[:20])
            for name in files("*.c", "*.h", "*.cpp", "*.hpp", "*.py", "*.sh", "*.md", "*.t", "*.cmake", "*.txt",
                              "scripts/*")
            for number, line in enumerate(lines_of(name), 1) if re.match(r"(<{7}|>{7}|\|{7}) ", line)]


def intrinsics():
    use = re.compile(r"\b_mm(?:256|512)?_\w+\(|\b__m(?:128|256|512)[id]?\b|#include <\w*mmintrin\.h>|"
                     r"(?:arm_neon|wasm_simd128)\.h|\bwasm_[fiuv]\d+x?\d*_\w+\(")
    # What is no kernel over src/simd: files for one instruction set, the processor's modes, the public inline test and
    # its other half, and rays as Embree takes them.
    allowed = re.compile(r"^src/simd/|_(sse4|avx2|neon|wasm)\.[ch]$|^src/base/(cpu|fpenv|float_env)\.[ch]$|"
                         r"^include/hitscan/inline\.h$|^src/intersect/ray_aabb\.[ch]$|^tools/hitscan/bench/embree\.c$")
    problems = []
    for name in files("src/*", "include/*", "tools/*"):
        if allowed.search(name) or not name.endswith((".c", ".h", ".hpp")):
            continue
        used = [number for number, line in enumerate(lines_of(name), 1) if use.search(line)]
        if used:
            problems.append("%s:%d: intrinsics (%d lines)" % (name, used[0], len(used)))
    return problems


def main():
    checks = {"links": links, "columns": columns, "merges": merges, "intrinsics": intrinsics}
    if len(sys.argv) < 2 or any(name not in checks for name in sys.argv[1:]):
        sys.exit(__doc__)
    problems = [line for name in sys.argv[1:] for line in checks[name]()]
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(1 if problems else 0)


main()

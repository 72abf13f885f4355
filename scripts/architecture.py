#!/usr/bin/env python3
"""Draw the modules of src/ from what they include, and check docs/architecture.md.

usage: scripts/architecture.py [--check] [FILE]

  FILE      the picture (default docs/figures/architecture.svg)
  --check   write nothing; fail when the picture is not what would be drawn

Fails when a module includes one that does not stand below it, when the command includes more of src/ than it may, and
when docs/architecture.md names a file or a function that does not exist: each `[path](../path):`function`` is looked
up.
"""
import os
import re
import sys

from figures import BRICK, GREY, NAVY, PALE, PAPER, SAGE, SKY, WHITE, Svg, num

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
# Each level includes only what stands in the levels below it.
LEVELS = [["base"], ["simd", "exact"], ["shapes"], ["intersect"], ["many", "overlap"], ["cone", "frustum"], ["bvh"],
          ["scene"], ["pick"]]
APART = {"mesh_io": {"base"}, "mpi": {"base"}}  # libraries of their own, on the public headers and these
# Numbers as text, files by their names, threads; everything else of the library by its public headers.
TOOL_MAY = ("mesh_io/text/", "base/path.h", "base/thread.h")
TELLS = {
    "base": "memory, CPU, threads, errors", "simd": "vectors, for each CPU", "exact": "expansions, big integers",
    "shapes": "make, bound, contain", "intersect": "a ray, one shape", "many": "a ray, many boxes",
    "overlap": "two shapes", "cone": "a cone, one shape or many", "frustum": "a frustum, one shape or many",
    "bvh": "trees over many", "scene": "objects that move",
    "pick": "cameras, clicks, areas", "mesh_io": "models from files; a library of its own, hitscan_io",
    "mpi": "ranks of MPI; a library of its own, hitscan_mpi",
}


def fail(lines):
    sys.exit("\n".join(f"architecture: {line}" for line in lines))


# ---- What includes what --------------------------------------------------------------------------------------------


def includes(folder):
    """[(file, what it includes)] of quoted includes, both relative to the folder."""
    for path, _, names in sorted(os.walk(folder)):
        for name in sorted(n for n in names if n.endswith((".c", ".h", ".cpp"))):
            with open(os.path.join(path, name), encoding="utf-8") as file:
                for target in re.findall(r'^\s*#\s*include\s+"([^"]+)"', file.read(), re.M):
                    beside = os.path.normpath(os.path.join(path, target))
                    found = beside if os.path.exists(beside) else os.path.join(folder, target)
                    yield os.path.relpath(os.path.join(path, name), folder), os.path.relpath(found, folder)


def module_graph():
    """{module: modules that it includes}; fails on an include that goes up."""
    src = os.path.join(ROOT, "src")
    below, seen = {}, set()
    for level in LEVELS:
        for module in level:
            below[module] = set(seen)
        seen |= set(level)
    below.update(APART)
    wrong = [f"src/{name}/ has no place in LEVELS of scripts/architecture.py" for name in sorted(os.listdir(src))
             if os.path.isdir(os.path.join(src, name)) and name not in below]
    if wrong:
        fail(wrong)
    graph = {module: set() for module in below}
    for file, target in includes(src):
        one, other = file.split("/")[0], target.split("/")[0]
        if one == other or other not in below:
            continue
        graph[one].add(other)
        if other not in below[one]:
            wrong.append(f"src/{file} includes {target}, which does not stand below {one}")
    tool = os.path.join(ROOT, "tools/hitscan")
    for file, target in includes(tool):
        if not os.path.exists(os.path.join(tool, target)) and not target.startswith(TOOL_MAY):
            wrong.append(f"tools/hitscan/{file} includes {target}: the command uses the public headers")
    if wrong:
        fail(wrong)
    return graph


# ---- The picture ---------------------------------------------------------------------------------------------------


def rooms(module):
    """The folders of a module."""
    path = os.path.join(ROOT, "src", module)
    return sorted(name for name in os.listdir(path) if os.path.isdir(os.path.join(path, name)))


def draw(graph):
    width, height, box_w = 1160, 632, 106
    g = Svg(width, height, "The modules of src/ in their order, and a table of what each of them includes")
    step = (width - 48 - box_w) / (len(LEVELS) - 1)
    g.text(24, 34, "Each module includes only what stands to its left", 16, bold=True)
    for i, level in enumerate(LEVELS):
        x = 24 + i * step
        for k, module in enumerate(level):
            h = 38 + 14 * len(wrap(TELLS[module], 16)) + (15 * len(rooms(module)) + 4 if rooms(module) else 0)
            y = 158 + (k - (len(level) - 1) / 2) * 82 - h / 2
            box(g, x, y, box_w, h, module, SKY if rooms(module) else PALE)
        if i > 0:
            g.arrow(x - 4, 158, x - step + box_w + 4, 158, BRICK, 2.0, 9)
    order = [module for level in LEVELS for module in level] + list(APART)
    matrix(g, 110, 380, order, graph)
    box(g, 560, 322, 576, 82, "mesh_io", SAGE)
    g.text(848, 388, " ".join(name + "/" for name in rooms("mesh_io")), 12, BRICK, "middle", mono=True)
    g.rect(560, 436, 576, 66, fill=PAPER, stroke=GREY, rx=6, dash="5 4")
    g.text(848, 463, "tools/hitscan  examples  bench  test", 14, NAVY, "middle", mono=True)
    g.text(848, 485, "use the public headers, include/hitscan, as programs do (tests also look inside)", 12, GREY,
           "middle")
    g.lines(560, 540, ["Drawn from the #include lines: a dot says that the module of the row includes that of",
                       "the column. No dot stands above the diagonal, or this picture could not be drawn."], 12, 18,
            color=GREY)
    return g


def box(g, x, y, w, h, module, tone):
    """A module: its name, what it is, and its folders."""
    g.rect(x, y, w, h, fill=WHITE, stroke=NAVY, rx=6)
    g.rect(x, y, w, 26, fill=tone, stroke=NAVY, rx=6)
    g.text(x + w / 2, y + 18, module, 14, anchor="middle", bold=True, mono=True)
    lines = wrap(TELLS[module], 16 if w < 200 else 80)
    for k, line in enumerate(lines):
        g.text(x + w / 2, y + 43 + 14 * k, line, 12, GREY, "middle")
    if w < 200:
        for k, name in enumerate(rooms(module)):
            g.text(x + w / 2, y + 47 + 14 * len(lines) + 15 * k, name + "/", 12, BRICK, "middle", mono=True)


def matrix(g, x, y, order, graph):
    """What includes what: a row and a column for each module."""
    cell = 18
    for i, one in enumerate(order):
        cy = y + cell * i
        g.text(x - 8, cy + 13, one, 12.5, NAVY, "end", mono=True)
        cx = x + cell * i + cell / 2
        g.add(f'<g transform="rotate(-60 {num(cx)} {num(y - 8)})">')
        g.text(cx, y - 8, one, 12.5, NAVY, mono=True)
        g.add("</g>")
        for k, other in enumerate(order):
            fill = PALE if k == i else WHITE if k < i else PAPER
            g.rect(x + cell * k, cy, cell, cell, fill=fill, stroke=PALE, width=1)
            if other in graph[one]:
                g.circle(x + cell * k + cell / 2, cy + cell / 2, 4.5, BRICK)


def wrap(text, columns):
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > columns:
            lines.append("")
        lines[-1] = (lines[-1] + " " + word).strip()
    return lines


# ---- The page ------------------------------------------------------------------------------------------------------


def defines(text, name):
    """True when a C file defines a function, or a macro that makes one."""
    return re.search(rf"^(?!\s|//|typedef)[^;{{}}\n]*\b{name}\b[^;{{}}]*\{{", text, re.M) is not None


def text_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def where_defined(name):
    """The files that define a function: it may have moved."""
    for folder in ("include", "src", "tools"):
        for path, _, names in sorted(os.walk(os.path.join(ROOT, folder))):
            for file in sorted(n for n in names if n.endswith((".c", ".h"))):
                if defines(text_of(os.path.join(path, file)), name):
                    yield os.path.relpath(os.path.join(path, file), ROOT)


def check_page():
    named = re.findall(r"\]\(\.\./((?:src|tools|include|test)/[^)#]+)\):`(\w+)`", text_of("docs/architecture.md"))
    wrong = []
    for path, name in named:
        if not os.path.isfile(os.path.join(ROOT, path)) or not defines(text_of(path), name):
            found = ", ".join(where_defined(name))
            wrong.append(f"docs/architecture.md: {path} has no {name}" + (f"; {found} has it" if found else ""))
    if len(named) < 30:
        wrong.append(f"docs/architecture.md: names {len(named)} functions only; are they written `](../path):`name``?")
    if wrong:
        fail(wrong)


def main(arguments):
    check = "--check" in arguments
    rest = [word for word in arguments if word != "--check"]
    if len(rest) > 1 or any(word.startswith("-") for word in rest):
        sys.exit(__doc__.strip())
    picture = rest[0] if rest else os.path.join(ROOT, "docs/figures/architecture.svg")
    drawing = draw(module_graph())
    check_page()
    if not check:
        drawing.save(picture)
        return
    with open(picture, encoding="utf-8") as file:
        if file.read() != "\n".join(drawing.parts + ["</svg>", ""]):
            fail(["docs/figures/architecture.svg is out of date: run scripts/architecture.py"])


main(sys.argv[1:])

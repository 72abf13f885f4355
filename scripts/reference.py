#!/usr/bin/env python3
"""Make the reference pages from the comments of the public headers.

usage: scripts/reference.py [--check] [FOLDER]

  FOLDER    where the pages go (default docs/reference): one for each header, and README.md, the index of all calls
  --check   write nothing; fail when a page in the folder is not what would be written

What is read: the // lines at the top of a header, `// ---- Section ----` lines with the // lines below them, and
each declaration with the /// lines above it. @param, @return and @threads become tables and paragraphs. A declaration
without a /// comment, and a name that ends in an underscore, is private and left out. Names of other declarations
become links.
"""
import collections
import glob
import os
import re
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
MADE = "<!-- Made by scripts/reference.py from include/hitscan/{}; do not edit. -->"
# In the order in which one header builds on another, with the page that explains each.
HEADERS = collections.OrderedDict([
    ("base.h", None), ("math.h", "shapes.md"), ("shapes.h", "shapes.md"), ("intersect.h", "intersect.md"),
    ("inline.h", "intersect.md"), ("many.h", "many.md"), ("cone.h", "cones.md"), ("frustum.h", "frusta.md"),
    ("overlap.h", "frusta.md"), ("task.h", None), ("bvh.h", "bvh.md"), ("world.h", "scenes.md"),
    ("scene.h", "scenes.md"), ("camera.h", "camera.md"), ("pick.h", "picking.md"), ("selection.h", "selection.md"),
    ("mesh_io.h", "mesh-io.md"), ("mpi.h", "cluster.md"),
])
SKIPPED = {"hitscan.h"}  # includes all the others, declares nothing
WORDS = r"(?:__\w+|HIT_API|HIT_INLINE|HIT_FORCE_INLINE|HIT_\w*INLINE_|static|extern)"
Item = collections.namedtuple("Item", "kind name code doc fields")
Section = collections.namedtuple("Section", "title text items")


# ---- Reading a header ----------------------------------------------------------------------------------------------


def declaration(lines, i):
    """The declaration that begins in line i, without the body of a function, and the line behind it."""
    if lines[i].startswith("#define"):
        code = [lines[i].rstrip("\\").rstrip()]
        while lines[i].endswith("\\"):
            i += 1
        return "\n".join(code), i + 1
    code, depth, body = [], 0, False
    while i < len(lines):
        line = lines[i]
        i += 1
        if depth == 0 and line.strip() == "{" and "(" in "".join(code):
            body = True
        if not body:
            code.append(line)
        depth += line.count("{") - line.count("}")
        if depth == 0 and (body or strip_comments(line).rstrip().endswith(";")):
            break
    return "\n".join(code), i


def strip_comments(code):
    return re.sub(r"//.*", "", code)


def name_of(code):
    """What a declaration declares, and whether that is a function, a type, a macro or a number."""
    plain = strip_comments(code)
    for kind, pattern in (("macro", r"^#define (\w+)"), ("type", r"\}\s*(\w+)\s*;\s*$"),
                          ("type", r"^typedef\s+(?:struct\s+)?[\w\s*]+?(\w+)\s*(?:;|\([^*])"),
                          ("enum", r"^enum\s*\{\s*(\w+)"), ("function", r"^[^(]*?(\w+)\s*\("),
                          ("variable", r"(\w+)\s*;\s*$")):
        found = re.search(pattern, plain, re.S)
        if found:
            return kind, found[1]
    sys.exit(f"reference: what does this declare?\n{code}")


def tidy(code):
    """A declaration as a reader wants it: without the macros that tell compilers how, and without comments."""
    lines = [re.sub(r"\s*//.*", "", line) for line in code.split("\n")]
    text = "\n".join(line for line in lines if line.strip())
    bare = re.sub(rf"^(?:{WORDS}\s+)+", "", text)
    if bare != text:  # what follows keeps its column under the opening parenthesis
        shift = len(text.split("\n")[0]) - len(bare.split("\n")[0])
        first, *rest = bare.split("\n")
        bare = "\n".join([first] + [line[min(shift, len(line) - len(line.lstrip())):] for line in rest])
    return bare if bare.startswith("#") or bare.rstrip().endswith(";") else bare.rstrip() + ";"


def members(code):
    """The members of a struct or enum, each with its comments: [(declaration, [lines])]."""
    inner = code[code.index("{") + 1:code.rindex("}")].split("\n")
    found, above, unfinished = [], [], ""
    for line in inner:
        text = line.strip()
        if text.startswith("///<"):
            found[-1][1].append(text[4:].strip())
        elif text.startswith("///"):
            above.append(text[3:].strip())
        elif text and not text.startswith("//"):
            what, _, behind = text.partition("///<")
            what = what.partition("//")[0].strip()
            if "{" not in code.split("enum")[0] and not what.endswith((";", ",")) and "enum" not in code[:13]:
                unfinished += what + " "
                continue
            found.append((unfinished + what.rstrip(";,"), above + ([behind.strip()] if behind else [])))
            above, unfinished = [], ""
    return found


def read(path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    top = []
    while lines and lines[0].startswith("//"):
        top.append(lines.pop(0)[2:].strip())
    sections, doc, i = [Section(None, [], [])], [], 0
    while i < len(lines):
        line = lines[i]
        heading = re.match(r"// ---- (.*?) -+$", line)
        if heading:
            text = []
            while lines[i + 1].startswith("//") and not lines[i + 1].startswith("///"):
                i += 1
                text.append(lines[i][2:].strip())
            sections.append(Section(heading[1], text, []))
            doc = []
        elif line.startswith("///"):
            doc.append(line[3:][1:] if line[3:4] == " " else line[3:])
        elif doc and line.strip() and (not line.startswith("#") or line.startswith("#define")):
            code, i = declaration(lines, i)
            kind, name = name_of(code)
            if not name.endswith("_"):
                has_members = kind == "enum" or (kind == "type" and "{" in code)
                keep(sections, Item(kind, name, tidy(code), doc, members(code) if has_members else []))
            doc = []
            continue
        elif not line.strip() or not line.startswith("#"):
            doc = []
        i += 1
    return top, [s for s in sections if s.items]


def keep(sections, item):
    """One declaration of each name: of two, as a macro may choose between them, the one with more to say."""
    for section in sections:
        for k, other in enumerate(section.items):
            if other.name == item.name:
                if len(item.doc) > len(other.doc):
                    section.items[k] = item
                return
    sections[-1].items.append(item)


# ---- Writing a page ------------------------------------------------------------------------------------------------


class Pages:
    def __init__(self):
        self.headers, self.where = collections.OrderedDict(), {}
        found = [os.path.basename(path) for path in sorted(glob.glob(os.path.join(ROOT, "include/hitscan/*.h")))]
        for name in [n for n in HEADERS if n in found] + [n for n in found if n not in HEADERS and n not in SKIPPED]:
            self.headers[name] = read(os.path.join(ROOT, "include/hitscan", name))
            for section in self.headers[name][1]:
                for item in section.items:
                    self.note(name, item)
        self.examples = {}
        for path in sorted(glob.glob(os.path.join(ROOT, "examples/*.c*"))):
            with open(path, encoding="utf-8") as file:
                for word in set(re.findall(r"\bhit_\w+", file.read())):
                    self.examples.setdefault(word, []).append(os.path.basename(path))

    def note(self, header, item):
        target = (self.page(header), title(item).lower())
        self.where[item.name] = target
        if item.kind == "enum" or "enum" in item.code[:13]:
            for what, _ in item.fields:
                self.where[what.split()[0]] = target

    @staticmethod
    def page(header):
        return header[:-2].replace("_", "-") + ".md"

    def link(self, text, page, label=None):
        """The markdown of a name, with a link where the name is known."""
        label = label or f"`{text}`"
        found = self.where.get(re.match(r"\w+", text)[0])
        if not found:
            return label
        return f"[{label}]({'' if found[0] == page else found[0]}#{found[1]})"

    def prose(self, text, page, own=None):
        """A sentence of a comment as markdown: names become code and links, and what markdown would use is escaped."""
        parts = re.split(r"(`[^`]*`)", text)
        for k, part in enumerate(parts):
            if k % 2:
                parts[k] = self.link(part[1:-1], page, part) if re.fullmatch(r"`(?:hit|HIT)_\w+`", part) else part
                continue
            pieces = re.split(r"(\b(?:hit|HIT)_\w+(?:\.\w+)*(?:\(\))?(?:_?\*)?|\bdocs/[\w-]+\.md)", part)
            for j, piece in enumerate(pieces):
                if j % 2 == 0:
                    piece = piece.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")
                    piece = re.sub(r"\*(?!\w+\*)(?<!\w\*)", r"\\*", piece)  # but *so* is emphasis
                    pieces[j] = re.sub(r"(?<![\w\\])_(?=\w)|(?<=\w)_(?!\w)", r"\\_", piece)
                elif piece.startswith("docs/"):
                    pieces[j] = f"[{piece}](../{piece[5:]})"
                elif own and re.match(r"\w+", piece)[0] == own:
                    pieces[j] = f"`{piece}`"
                else:
                    pieces[j] = self.link(piece, page)
            parts[k] = "".join(pieces)
        return "".join(parts)

    def paragraphs(self, lines, page, own=None):
        """Lines of comments as paragraphs."""
        blocks, block = [], []
        for line in list(lines) + [""]:
            if line.strip():
                block.append(line.strip())
            elif block:
                blocks.append(self.prose(" ".join(block), page, own))
                block = []
        return blocks

    def item(self, item, page):
        """One declaration."""
        text, tags = [], []
        for line in item.doc:
            tag = re.match(r"@(\w+)\s+(.*)", line.strip())
            if tag:
                tags.append([tag[1], tag[2]])
            elif tags and line.strip():
                tags[-1][1] += " " + line.strip()
            else:
                text.append(line)
        out = [f"### {title(item)}", "", "```c", item.code, "```", ""]
        out += ["\n\n".join(self.paragraphs(text, page, item.name)), ""]
        rows = [self.parameter(text) for tag, text in tags if tag == "param"]
        if rows:
            out += ["| parameter | |", "|---|---|"]
            out += [f"| `{name}` | {self.prose(text, page, item.name)} |" for name, text in rows] + [""]
        for tag, label in (("return", "Returns"), ("threads", "Threads")):
            for word, text in tags:
                if word == tag:
                    out += [f"**{label}:** {self.prose(text, page, item.name)}", ""]
        told = [(what, " ".join(lines)) for what, lines in item.fields if lines]
        if told:
            out += ["| value | |" if item.kind == "enum" or "enum" in item.code[:13] else "| member | |", "|---|---|"]
            out += [f"| `{self.member(what)}` | {self.prose(text, page, item.name)} |" for what, text in told] + [""]
        out += self.see(item, page)
        return out

    @staticmethod
    def parameter(text):
        """The names of a @param, and what is said of them."""
        found = re.match(r"((?:\w+)(?:, \w+)*)\s+(.*)", text)
        return (found[1], found[2]) if found else (text, "")

    @staticmethod
    def member(what):
        """The names that a member's declaration gives, without their type; of a constant, its name and value."""
        if what.startswith("HIT_"):
            return what
        pointer = re.search(r"\(\*(\w+)\)", what)
        if pointer:
            return pointer[1]
        names = [re.sub(r"^.*[\s*]", "", part.strip()) for part in re.sub(r"\[[^\]]*\]", "", what).split(",")]
        return ", ".join(names)

    def see(self, item, page):
        """Which types a declaration names, and where an example uses it."""
        used = [w for w in dict.fromkeys(re.findall(r"\bhit_\w+", item.code)) if w in self.where and w != item.name]
        out = []
        if used:
            out.append("Types: " + ", ".join(self.link(word, page) for word in used) + ".")
        shown = self.examples.get(item.name, [])[:3]
        if shown and item.kind == "function":
            out.append("Examples: " + ", ".join(f"[{name}](../../examples/{name})" for name in shown) + ".")
        return [" ".join(out), ""] if out else []

    def write_header(self, name):
        page = self.page(name)
        top, sections = self.headers[name]
        guide = HEADERS.get(name)
        out = [f"# {name}", "", MADE.format(name), ""]
        line = f"`#include <hitscan/{name}>` · [the header](../../include/hitscan/{name})"
        out += [line + (f" · [the guide](../{guide})" if guide else "") + " · [all calls](README.md)", ""]
        out += ["\n\n".join(self.paragraphs(top, page)), ""]
        for section in sections:
            if section.title or len(sections) > 1:
                out += [f"## {section.title or 'General'}", ""]
            if section.text:
                out += ["\n\n".join(self.paragraphs(section.text, page)), ""]
            for item in section.items:
                out += self.item(item, page)
        return "\n".join(out).rstrip("\n") + "\n"

    def index(self):
        out = ["# Reference", "", MADE.format("*.h"), ""]
        out += ["A page for each public header, made from its comments, and all calls. `#include <hitscan/hitscan.h>`",
                "includes every header but those that say otherwise; `mesh_io.h` belongs to the library `hitscan_io`, "
                "`mpi.h` to `hitscan_mpi`.",
                "", "| header | what it has |", "|---|---|"]
        for name, (top, _) in self.headers.items():
            out.append(f"| [{name}]({self.page(name)}) | {self.prose(first_sentence(top), 'README.md')} |")
        for path in sorted(glob.glob(os.path.join(ROOT, "include/hitscan/*.hpp"))):  # wrappers have no page
            with open(path, encoding="utf-8") as file:
                top = [line[2:].strip() for line in file.read().split("\n\n")[0].split("\n") if line.startswith("//")]
            name = os.path.basename(path)
            out.append(f"| [{name}](../../include/hitscan/{name}) | {self.prose(first_sentence(top), 'README.md')} |")
        for kind, heading in (("function", "Calls"), ("type", "Types"), ("other", "Macros and constants")):
            out += ["", f"## {heading}", "", "| name | header | |", "|---|---|---|"]
            rows = []
            for name, (_, sections) in self.headers.items():
                for item in (item for section in sections for item in section.items):
                    if item.kind == kind or (kind == "other" and item.kind not in ("function", "type")):
                        link = self.link(item.name, "README.md", f"`{title(item)}`")
                        told = self.prose(first_sentence(item.doc), "README.md", item.name)
                        rows.append((item.name, f"| {link} | {name} | {told} |"))
            out += [row for _, row in sorted(rows)]
        return "\n".join(out) + "\n"

    def all(self):
        pages = {self.page(name): self.write_header(name) for name in self.headers}
        pages["README.md"] = self.index()
        return pages


def title(item):
    """An enum without a name goes by what its constants have in common."""
    if item.kind != "enum":
        return item.name
    common = os.path.commonprefix([what.split()[0] for what, _ in item.fields])
    taken = common.rstrip("_")
    return f"{taken}_{item.fields[0][0].split()[0][len(taken) + 1:]}"


def first_sentence(lines):
    """Up to the first full stop or colon of a comment."""
    text = ""
    for line in lines:
        if not line.strip() or line.startswith("@"):
            break
        text += " " + line.strip()
    return re.split(r"(?<=[^.][.!?])\s+(?=[A-Z`])", text.strip())[0]


def main(arguments):
    check = "--check" in arguments
    rest = [word for word in arguments if word != "--check"]
    if len(rest) > 1 or any(word.startswith("-") for word in rest):
        sys.exit(__doc__.strip())
    folder = rest[0] if rest else os.path.join(ROOT, "docs/reference")
    pages, wrong = Pages().all(), []
    if not check:
        os.makedirs(folder, exist_ok=True)
    for name, text in pages.items():
        path = os.path.join(folder, name)
        if check:
            old = open(path, encoding="utf-8").read() if os.path.exists(path) else None
            if old != text:
                wrong.append(f"out of date: {os.path.relpath(path, ROOT)}")
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
    for path in sorted(glob.glob(os.path.join(folder, "*.md"))):
        if os.path.basename(path) not in pages:
            if check:
                wrong.append(f"no longer made: {os.path.relpath(path, ROOT)}")
            else:
                os.remove(path)
    if wrong:
        sys.exit("\n".join(wrong + ["run scripts/reference.py"]))


main(sys.argv[1:])

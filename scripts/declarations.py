#!/usr/bin/env python3
"""Make the declarations with which Python calls the library from its public headers.

usage: scripts/declarations.py [--check]

  --check   write nothing; fail when the file is not what would be written

Writes bindings/python/src/hitscan/_declarations.py: each enum as numbers, each struct as a ctypes.Structure, each type
of callback, and each function with its result and arguments. Pointers are plain addresses (c_void_p) but for text, so
that calls take what ctypes.byref gives, numbers, bytes and None alike.
"""
import os
import re
import sys

import reference

OUTPUT = os.path.join(reference.ROOT, "bindings/python/src/hitscan/_declarations.py")
HEAD = '''\
"""What the public headers declare, for ctypes. Made by scripts/declarations.py from include/hitscan; do not edit.

Types and functions are made when they are first asked for: importing all of them would take longer than most programs
need of them. ``hit_ray`` of this module is a type, ``FUNCTIONS["hit_bvh_first"]()`` a result and arguments.
"""
from __future__ import annotations

import ctypes
from ctypes import c_bool, c_char, c_char_p, c_double, c_float, c_int, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Callable, Dict, List, Tuple


def _structure(name: str, /, **fields: Any) -> Any:
    return type(name, (ctypes.Structure,), {"_fields_": list(fields.items())})


def _(name: str) -> Any:
    """The type of this name; one only, whichever thread makes it."""
    made = globals().get(name)
    return made if made is not None else globals().setdefault(name, TYPES[name]())


def __getattr__(name: str) -> Any:
    if name not in TYPES:
        raise AttributeError(f"hitscan declares no {name}")
    return _(name)

'''
PLAIN = {"bool": "c_bool", "char": "c_char", "int": "c_int", "float": "c_float", "double": "c_double",
         "size_t": "c_size_t", "uint8_t": "c_uint8", "int32_t": "c_int32", "uint32_t": "c_uint32",
         "uint64_t": "c_uint64", "hit_id": "c_uint64"}
# Needs a vector type of the compiler, or is a variable: not for other languages.
SKIPPED_HEADERS = {"inline.h", "mpi.h"}


class Declarations:
    def __init__(self):
        self.types, self.callbacks = dict(PLAIN), []
        self.constants, self.structs, self.functions = [], [], []

    def type_of(self, text, pointer=False):
        """The ctypes name of a C type, without its name; `pointer` for what the name adds, as in m[16]."""
        words = text.replace("const ", " ").replace("struct ", " ").strip()
        if words.endswith("*") or pointer:
            base = words.rstrip("* ")
            if base in self.callbacks:
                return f'_("{base}")'
            return "c_char_p" if base == "char" and "const" in text and words.count("*") == 1 else "c_void_p"
        if words not in self.types:
            sys.exit(f"declarations: what is the type {words!r}?")
        return self.types[words]

    def split(self, text):
        """The type and the name of an argument or a member."""
        found = re.fullmatch(r"(.*?[\s*])(\w+)((?:\[\d+\])*)", text.strip(), re.S)
        if not found:
            sys.exit(f"declarations: what does {text!r} declare?")
        return found[1].strip(), found[2], [int(n) for n in re.findall(r"\d+", found[3])]

    def arguments(self, text):
        text = " ".join(text.split())
        if text == "void":
            return []
        result = []
        for part in re.split(r",\s*(?![^()]*\))", text):
            if "(*" in part:  # a pointer to an array, as in double (*points)[2]
                result.append("c_void_p")
                continue
            kind, _, sizes = self.split(part)
            result.append(self.type_of(kind, bool(sizes)))
        return result

    def callback(self, name, result, arguments):
        self.callbacks.append(name)
        kinds = [k if k != "c_char_p" else "c_void_p" for k in self.arguments(arguments)]
        kinds = ["c_void_p" if k.startswith("_(") and k[3:-2] in self.callbacks else k for k in kinds]
        result = "None" if result == "void" else self.type_of(result)
        self.structs.append(f'    "{name}": lambda: ctypes.CFUNCTYPE({", ".join([result] + kinds)}),')

    def fields(self, struct, text):
        members = []
        for member in [m.strip() for m in text.split(";") if m.strip()]:
            function = re.fullmatch(r"(.*?)\(\*(\w+)\)\((.*)\)", member, re.S)
            if function:
                name = f"{struct}_{function[2]}"
                self.callback(name, function[1].strip(), function[3])
                members.append((function[2], f'_("{name}")'))
                continue
            first, *others = re.split(r",", member)
            kind, name, sizes = self.split(first)
            for name, sizes in [(name, sizes)] + [self.split("x " + other)[1:] for other in others]:
                text = self.type_of(kind)
                for size in reversed(sizes):
                    text = f"{text} * {size}" if "*" not in text else f"({text}) * {size}"
                members.append((name, text))
        return members

    def add(self, item):
        code = reference.strip_comments(item.code)
        code = re.sub(r"HIT_API|HIT_INLINE", "", code)
        if item.kind == "macro" or item.kind == "variable":
            return
        enum = re.match(r"\s*(?:typedef\s+)?enum\s*\w*\s*\{(.*)\}", code, re.S)
        if enum:
            self.enum(item, enum[1])
            return
        if item.kind == "type":
            struct = re.fullmatch(r"\s*typedef struct \w*\s*\{(.*)\}\s*(\w+)\s*;\s*", code, re.S)
            function = re.fullmatch(r"\s*typedef ([\w\s*]+?)(\w+)\((.*)\);\s*", code, re.S)
            if struct:
                fields = self.fields(struct[2], struct[1])
                self.types[struct[2]] = f'_("{struct[2]}")'
                fields = ", ".join([f'"{struct[2]}"'] + [f"{name}={kind}" for name, kind in fields])
                self.structs.append(f'    "{struct[2]}": lambda: _structure({fields}),')
            elif function:
                self.callback(function[2], function[1].strip(), function[3])
            return
        function = re.fullmatch(r"\s*(.*?)(\w+)\s*\((.*)\);?\s*", code, re.S)
        result = function[1].strip()
        result = "None" if result == "void" else self.type_of(result)
        self.functions.append(f'    "{function[2]}": lambda: ({result}, [{", ".join(self.arguments(function[3]))}]),')

    def enum(self, item, body):
        value = -1
        for member in [m.strip() for m in body.split(",") if m.strip()]:
            name, _, number = [x.strip() for x in member.partition("=")]
            value = int(number, 0) if number else value + 1
            self.constants.append(f"{name} = {value}")
        if item.kind == "type":
            self.types[item.name] = "c_int"


def wrap(line):
    """At most 120 columns: broken behind commas, and indented to the bracket."""
    if len(line) <= 120:
        return line
    indent = max(re.search(r"lambda: [\w.]*\(", line).end(), line.find("[") + 1)
    lines, text = [], line
    while len(text) > 120:
        at = text.rindex(", ", 0, 119) + 1
        lines.append(text[:at])
        text = " " * indent + text[at + 1:]
    return "\n".join(lines + [text])


def make():
    found = Declarations()
    for header in reference.HEADERS:
        if header not in SKIPPED_HEADERS:
            for section in reference.read(os.path.join(reference.ROOT, "include/hitscan", header))[1]:
                for item in section.items:
                    found.add(item)
    constants = ["HIT_BVH_NONE = 2**32 - 1", "HIT_ID_NONE = 0"] + found.constants
    parts = ["\n".join(constants),
             "# Each struct and each kind of callback.\nTYPES: Dict[str, Callable[[], Any]] = {",
             "\n".join(map(wrap, found.structs)) + "\n}\n",
             "# Each function: its result and its arguments. _library.py makes them callable.\n"
             "FUNCTIONS: Dict[str, Callable[[], Tuple[Any, List[Any]]]] = {",
             "\n".join(map(wrap, found.functions)) + "\n}"]
    return HEAD + "\n" + parts[0] + "\n\n" + "\n".join(parts[1:]) + "\n"


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    text = make()
    if sys.argv[1:]:
        with open(OUTPUT, encoding="utf-8") as file:
            if file.read() != text:
                sys.exit(f"{os.path.relpath(OUTPUT, reference.ROOT)} is not that of the headers: "
                         "run scripts/declarations.py")
        return
    with open(OUTPUT, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()

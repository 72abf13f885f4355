#!/usr/bin/env python3
"""Runs the command as a person would, and compares what it prints with what is written down.

A case is a file cases/NAME.t, or the ```console blocks of a Markdown page, which share one folder:

    # A comment.
    $ hitscan pick cube.obj --at 10,20
    what it prints, exactly: stdout and stderr together
    [1]

"$ " begins a command, for bash. Lines that follow it with "> " continue it; a here-document may also follow as it is,
up to its last word. Then comes the output. "[1]" at its end is the exit code, when that is not 0. A line that ends in
" (re)" is a regular expression for the whole line; "..." alone stands for any lines, in Markdown only; " (no-eol)" ends
output whose last line has no end. Empty lines at the end of an output do not count, and a comment ends it.
"# requires: NAME" skips a case where that program is missing.

Each case has an empty folder, in which each of its commands is run by a bash of its own. `hitscan` is the tool under
test, `python3` the one that runs this. There is no terminal and no input, LC_ALL is C, HOME is in the temporary folder,
and where the path of that folder is printed it is left out. CASES is the folder of the cases: `. $CASES/cubes.sh` makes
cubes.obj there, a model of three parts.

Exit code: 0 all passed, 1 some failed, 2 wrong usage or a case that cannot be read, 77 all were skipped.
"""
import argparse
import difflib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TIME_LIMIT = 60  # seconds per command
HERE_DOCUMENT = re.compile(r"""(?<!<)<<-?\s*(['"]?)(\w+)\1""")
EXIT_CODE = re.compile(r"\[(\d+)\]")
NO_END = " (no-eol)"
KEPT = ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "GCOV_PREFIX", "GCOV_PREFIX_STRIP",
        "HITSCAN_CPU", "HITSCAN_SOURCE_DIR")


class BadCase(Exception):
    pass


class Command:
    """One command: the lines that make it, what it should print, and what follows that."""

    def __init__(self, number, lines, text):
        self.number = number    # of its line in the file
        self.lines = lines      # as in the file
        self.text = text        # for bash
        self.expected = []
        self.code = 0
        self.after = []         # empty lines and comments behind the output


def read_commands(lines, first_number):
    """Split lines into what comes before the first command, and the commands."""
    head, commands, i = [], [], 0
    while i < len(lines):
        line = lines[i]
        if line.startswith("$ "):
            begin, text = i, [line[2:]]
            i += 1
            document = HERE_DOCUMENT.search(line)
            if document and not (i < len(lines) and lines[i].startswith("> ")):
                while i < len(lines) and lines[i].strip() != document.group(2):
                    text.append(lines[i])
                    i += 1
                if i == len(lines):
                    raise BadCase(f"line {first_number + begin}: the here-document has no end {document.group(2)}")
                text.append(lines[i])
                i += 1
            else:
                while i < len(lines) and (lines[i].startswith("> ") or lines[i] == ">"):
                    text.append(lines[i][2:])
                    i += 1
            commands.append(Command(first_number + begin, lines[begin:i], "\n".join(text)))
            continue
        if not commands:
            if line and not line.startswith("#"):
                raise BadCase(f"line {first_number + i}: neither a comment nor a command: {line}")
            head.append(line)
        elif line.startswith("# ") or line == "#":
            commands[-1].after.append(line)
        elif commands[-1].after and line:
            raise BadCase(f"line {first_number + i}: output behind a comment: {line}")
        elif commands[-1].after:
            commands[-1].after.append(line)
        else:
            commands[-1].expected.append(line)
        i += 1
    for c in commands:
        while c.expected and not c.expected[-1]:
            c.after.insert(0, c.expected.pop())
        code = EXIT_CODE.fullmatch(c.expected[-1]) if c.expected else None
        if code:
            c.code = int(code.group(1))
            c.expected.pop()
    return head, commands


class Case:
    """The commands of a file, and the text around them."""

    def __init__(self, path):
        self.path = path
        self.markdown = path.suffix == ".md"
        self.pieces = []  # lines that are kept as they are, and commands
        lines = path.read_text(encoding="utf-8", errors="surrogateescape").split("\n")
        if not self.markdown:
            self.add(lines[:-1] if lines[-1] == "" else lines, 1)
            return
        i = 0
        while i < len(lines):
            self.pieces.append(lines[i])
            i += 1
            if lines[i - 1].strip() == "```console":
                begin = i
                while i < len(lines) and lines[i].strip() != "```":
                    i += 1
                self.add(lines[begin:i], begin + 1)

    def add(self, lines, number):
        head, commands = read_commands(lines, number)
        self.pieces += head + commands

    def commands(self):
        return [p for p in self.pieces if isinstance(p, Command)]

    def missing(self):
        """The first program that the case needs and that is not there."""
        for p in self.pieces:
            for line in [p] if isinstance(p, str) else p.after:
                need = re.fullmatch(r"# requires: (\S+)", line)
                if need and not shutil.which(need.group(1)):
                    return need.group(1)
        return None

    def text(self):
        lines = []
        for p in self.pieces:
            if isinstance(p, str):
                lines.append(p)
                continue
            lines += p.lines + p.expected + ([f"[{p.code}]"] if p.code else []) + p.after
        return "\n".join(lines) + ("" if self.markdown else "\n")


def same_line(expected, printed):
    if expected.endswith(" (re)"):
        return re.fullmatch(expected[:-5], printed) is not None
    return expected == printed


def same(expected, printed, markdown):
    dots = expected.index("...") if markdown and "..." in expected else None
    if dots is None:
        return len(expected) == len(printed) and all(map(same_line, expected, printed))
    return (all(map(same_line, expected[:dots], printed)) and len(printed) >= dots and
            any(same(expected[dots + 1:], printed[i:], True) for i in range(dots, len(printed) + 1)))


def recorded(printed, command, markdown):
    """What to write down: what was printed, with the patterns of before where they still fit."""
    if markdown and command.expected.count("...") == 1:  # as many lines before and after it as there were
        before = command.expected.index("...")
        after = len(command.expected) - 1 - before
        if len(printed) >= before + after:
            return printed[:before] + ["..."] + printed[len(printed) - after:]
    patterns = [e for e in command.expected if e.endswith(" (re)")]
    lines = []
    for line in printed:
        fit = next((i for i, p in enumerate(patterns) if same_line(p, line)), None)
        if fit is not None:
            lines.append(patterns[fit])
            del patterns[:fit + 1]
        elif re.match(r"[$#>] |[#>]$|```", line) or line.endswith(" (re)") or EXIT_CODE.fullmatch(line):
            lines.append(re.escape(line).replace(r"\ ", " ") + " (re)")
        else:
            lines.append(line)
    return lines


def run_command(text, folder, environment):
    """What a command prints, as lines, and its exit code."""
    process = subprocess.Popen(["bash", "-c", text], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    note = ""
    try:
        out = process.communicate(timeout=TIME_LIMIT)[0]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out = process.communicate()[0]
        note = f"(stopped after {TIME_LIMIT} s)\n"
    text = out.decode("utf-8", errors="surrogateescape").replace(f"{folder}/", "").replace(f"{folder}", ".") + note
    code = process.returncode if process.returncode >= 0 else 128 - process.returncode
    if not text:
        return [], code
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    else:
        lines[-1] += NO_END
    while lines and not lines[-1]:
        lines.pop()
    return lines, code


def run_case(case, tool, write):
    """Run all commands of a case. The differences as text; empty when there are none."""
    differences = []
    with tempfile.TemporaryDirectory(prefix="hitscan-case-") as top:
        top = pathlib.Path(top).resolve()
        for name in ("bin", "home", "tmp", "work"):
            (top / name).mkdir()
        (top / "bin" / "hitscan").symlink_to(tool)
        (top / "bin" / "python3").symlink_to(os.path.realpath(sys.executable))
        environment = {k: os.environ[k] for k in KEPT if k in os.environ}
        environment.update(LC_ALL="C", PATH=f"{top}/bin:{os.environ.get('PATH', os.defpath)}", HOME=f"{top}/home",
                           XDG_CACHE_HOME=f"{top}/home/.cache", TMPDIR=f"{top}/tmp", PYTHONIOENCODING="utf-8",
                           CASES=f"{HERE}/cases")
        for command in case.commands():
            printed, code = run_command(command.text, top / "work", environment)
            if code == command.code and same(command.expected, printed, case.markdown):
                continue
            wanted = command.expected + ([f"[{command.code}]"] if command.code else [])
            lines = recorded(printed, command, case.markdown)
            got = lines + ([f"[{code}]"] if code else [])
            differences.append(f"{case.path.name}:{command.number}: $ {command.lines[0][2:]}")
            differences += list(difflib.unified_diff(wanted, got, "expected", "printed", lineterm=""))
            if write:
                command.expected, command.code = lines, code
    if write and differences:
        case.path.write_text(case.text(), encoding="utf-8", errors="surrogateescape")
    return "\n".join(differences)


def find(name):
    """A case by its name, as in pick_json, or by its path."""
    if name.endswith((".t", ".md")):
        return pathlib.Path(name)
    return HERE / "cases" / f"{name}.t"


def main():
    parser = argparse.ArgumentParser(description="Run golden-output cases of the command.",
                                     epilog="See the head of this file for what a case looks like.")
    parser.add_argument("names", nargs="*", metavar="CASE",
                        help="a name as in pick_json, or a .t or .md file (all cases)")
    parser.add_argument("--tool", default=os.environ.get("HITSCAN_TOOL"), help="the hitscan command ($HITSCAN_TOOL)")
    parser.add_argument("--write", action="store_true", help="record what is printed; look at it with git diff")
    parser.add_argument("--list", action="store_true", help="print the names of all cases")
    options = parser.parse_args()
    every = sorted((HERE / "cases").glob("*.t"))
    if options.list:
        print("\n".join(p.stem for p in every))
        return 0
    if not options.tool or not os.access(options.tool, os.X_OK):
        print("run_cases.py: no command to run: give --tool or set HITSCAN_TOOL", file=sys.stderr)
        return 2
    tool = pathlib.Path(options.tool).resolve()
    passed = failed = skipped = 0
    for path in [find(n) for n in options.names] or every:
        try:
            case = Case(path)
            missing = case.missing()
            if missing:
                print(f"{path.stem}: skipped, there is no {missing}")
                skipped += 1
                continue
            differences = run_case(case, tool, options.write)
        except (BadCase, OSError, re.error) as error:
            print(f"run_cases.py: {path}: {error}", file=sys.stderr)
            return 2
        if differences:
            print(differences.encode("utf-8", "backslashreplace").decode())
            failed += 1
        else:
            passed += 1
    verb = "recorded" if options.write else "failed"
    print(f"{passed} passed, {failed} {verb}, {skipped} skipped")
    if failed and not options.write:
        return 1
    return 77 if skipped and not passed and not failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env bash
# The runner of cases itself: what it must notice, what it must accept, and what it writes.
set -u
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 > /dev/null || { echo "no python3"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
printf '#!/bin/sh\necho "tool $*"\n' > hitscan
chmod +x hitscan
failures=0

# check NAME WANTED_CODE: run the case that stands on the standard input.
check()
{
    cat > "$1.t"
    python3 "$here/run_cases.py" --tool ./hitscan "$1.t" > "$1.out" 2>&1
    code=$?
    [ "$code" -eq "$2" ] && return
    echo "$1: exit code $code, not $2"
    cat "$1.out"
    failures=$((failures + 1))
}

check accepted 0 << 'END'
# Exact lines, patterns, exit codes, lines that go on, here-documents of both kinds, paths.
$ hitscan a b
tool a b

$ hitscan 12
tool \d+ (re)
$ false
[1]
$ echo one; exit 3
one
[3]
$ cat << 'WORD'
> some $text
> WORD
some $text
$ cat << 'WORD'
as it is
WORD
as it is
$ for i in 1 2; do
>   echo $i
> done
1
2
# Neither the commands before, nor a terminal.
$ pwd; ls; test -t 1
.
[1]
$ printf half
half (no-eol)
$ printf '\n\n'
END
check wrong_text 1 << 'END'
$ hitscan a
tool b
END
check wrong_code 1 << 'END'
$ false
END
check missing_line 1 << 'END'
$ hitscan
END
check line_too_many 1 << 'END'
$ true
more
END
check part_of_pattern 1 << 'END'
$ hitscan 12
tool \d (re)
END
check no_dots_in_cases 1 << 'END'
$ hitscan
...
END
check no_end 1 << 'END'
$ printf half
half
END
check bad_case 2 << 'END'
no command
END
check skipped 77 << 'END'
# requires: no-such-program
$ false
END

cat > page.md << 'END'
Text.
```console
$ echo 1 > file; seq 9
1
...
9
```
$ no command
```console
$ cat file
1
```
END
python3 "$here/run_cases.py" --tool ./hitscan page.md || failures=$((failures + 1))

# What is recorded passes, whatever it looks like, and keeps patterns and comments.
cat > written.t << 'END'
# Head.
$ printf '# one\n$ two\n[3]\n'; hitscan 4
tool \d (re)
# Foot.
$ printf 'a (re)\nhalf'; exit 5
END
python3 "$here/run_cases.py" --tool ./hitscan --write written.t > /dev/null
python3 "$here/run_cases.py" --tool ./hitscan written.t || failures=$((failures + 1))
for line in '# Head.' '# Foot.' 'tool \d (re)' '[5]'; do
    grep -qxF -- "$line" written.t || { echo "written.t has lost: $line"; failures=$((failures + 1)); }
done
[ $failures -eq 0 ] || { echo "$failures failures"; exit 1; }

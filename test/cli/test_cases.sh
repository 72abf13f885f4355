#!/usr/bin/env bash
# All golden-output cases of the command, and the examples in its documentation. See run_cases.py.
set -u
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 > /dev/null || { echo "no python3"; exit 77; }
[ -n "${HITSCAN_TOOL:-}" ] || { echo "HITSCAN_TOOL is not set"; exit 77; }
code=0
python3 "$here/run_cases.py" || code=1
if grep -q '^```console' "$here/../../docs/command.md"; then
    python3 "$here/run_cases.py" "$here/../../docs/command.md" || code=1
fi
exit $code

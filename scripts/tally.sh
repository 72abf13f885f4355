# Sourced by scripts/test, scripts/golden, scripts/fuzz and scripts/coverage: configure, build, run CTest, and add up
# what passed and failed.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

passed=0
failed=0
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
# What a preset is configured with that is tested as a whole.
# shellcheck disable=SC2034
everything=(-DHITSCAN_BUILD_TOOL=ON -DHITSCAN_BUILD_TESTS=ON -DHITSCAN_BUILD_EXAMPLES=ON -DHITSCAN_WERROR=ON)

# A compiler cache, where there is one: a folder that was removed builds again in seconds.
if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER-ccache}
    export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
fi

# quietly LOG COMMAND...: show the output of a command only when it fails, and then count a failure.
quietly()
{
    local log=$1
    shift
    mkdir -p "$(dirname "$log")"
    if ! "$@" >"$log" 2>&1; then
        cat "$log"
        echo "failed: $*"
        failed=$((failed + 1))
        return 1
    fi
}

# configure DIR CMAKE-ARGUMENT...: configure build/DIR.
configure()
{
    local dir=$1
    shift
    quietly "build/$dir/configure.log" cmake -S . -B "build/$dir" "$@"
}

# build DIR [TARGET...]: build these targets, or all.
build()
{
    local dir=$1 target arguments=()
    shift
    for target; do arguments+=(--target "$target"); done
    quietly "build/$dir/build.log" cmake --build "build/$dir" -j "$jobs" "${arguments[@]}"
}

# run DIR CTEST-ARGUMENT...: run the tests of a build.
run()
{
    local dir=$1 report code=0
    shift
    report=$PWD/build/$dir/ctest.xml
    rm -f "$report"
    ctest --test-dir "build/$dir" -j "$jobs" --output-on-failure --output-junit "$report" "$@" || code=$?
    count "$report" $code
}

# count REPORT CODE: add what a report in the format of JUnit counts; a code other than 0 is a failure at least.
count()
{
    local tests failures skipped
    tests=$(attribute tests "$1")
    failures=$(($(attribute failures "$1") + $(attribute errors "$1")))
    skipped=$(($(attribute skipped "$1") + $(attribute disabled "$1")))
    if (($2 != 0 && failures == 0)); then failures=1 tests=$((tests + 1)); fi
    passed=$((passed + tests - failures - skipped))
    failed=$((failed + failures))
}

# attribute NAME FILE: a number of the <testsuite> element; 0 where there is none.
attribute()
{
    local value
    value=$(sed -n "s/^[[:space:]]*\(<testsuite \)\{0,1\}.*\b$1=\"\([0-9]*\)\".*/\2/p" "$2" 2>/dev/null | head -n 1)
    echo "${value:-0}"
}

# finish: hand the counts to the caller's tally, or print the last line.
finish()
{
    if [ -n "${HITSCAN_TALLY:-}" ]; then
        echo "$passed $failed" >"$HITSCAN_TALLY"
    else
        echo "$passed passed, $failed failed"
    fi
    ((failed == 0))
}

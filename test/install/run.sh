#!/bin/bash
# The install test, one step per call. CMakeLists.txt of this directory sets the environment and names the steps.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
prefix=$WORK/prefix
libdir=$prefix/$LIBDIR

fail()
{
    echo "$*" >&2
    exit 1
}

# Install, then move the tree: neither find_package nor pkg-config may remember where it was.
prefix()
{
    rm -rf "$WORK"
    mkdir -p "$WORK"
    "$CMAKE" --install "$BUILD" --prefix "$WORK/first" >"$WORK/install.log"
    mv "$WORK/first" "$prefix"
}

# Every public header is there, and nothing internal.
files()
{
    local file installed
    for file in "$SOURCE"/include/hitscan/*.h; do
        cmp "$file" "$prefix/include/hitscan/${file##*/}"
    done
    for file in "$prefix/include/hitscan/version.h" "$libdir/libhitscan.a" "$libdir/libhitscan.so.$VERSION" \
        "$libdir/libhitscan_io.a" "$libdir/libhitscan_io.so.$VERSION" "$libdir/pkgconfig/hitscan_io.pc" \
        "$libdir/pkgconfig/hitscan.pc" "$libdir/cmake/hitscan/hitscan-config.cmake" "$prefix/bin/hitscan" \
        "$prefix/share/man/man1/hitscan.1" "$prefix/share/man/man1/hitscan-cast.1" \
        "$prefix/share/bash-completion/completions/hitscan" "$prefix/share/zsh/site-functions/_hitscan" \
        "$prefix/share/fish/vendor_completions.d/hitscan.fish"; do
        [ -f "$file" ] || fail "missing: $file"
    done
    installed=$(find "$prefix/include" -name '*.h' | wc -l)
    [ "$installed" -eq $(($(find "$SOURCE/include/hitscan" -name '*.h' | wc -l) + 1)) ] || fail "$installed headers"
    if grep -rIl --exclude-dir=bin -e "$BUILD" -e "$SOURCE/src" -e "$SOURCE/include" "$prefix"; then
        fail "these files name the directory that they were built in"
    fi
}

# Only hit_* may be visible, and all that the headers declare has to be: in the core, or in the library of models.
symbols()
{
    local exported strays name declared library
    exported=
    for library in libhitscan libhitscan_io; do
        exported+=$("$NM" -D --defined-only "$libdir/$library.so" | awk '{print $NF}' | sed 's/@.*//' | sort -u)$'\n'
        strays=$("$NM" -g --defined-only "$libdir/$library.a" | awk 'NF == 3 {print $3}' | grep -v '^hit_' || true)
        [ -z "$strays" ] || fail "$library.a also has the global names:" "$strays"
    done
    exported=${exported%$'\n'}
    strays=$(grep -v '^hit_' <<<"$exported" || true)
    [ -z "$strays" ] || fail "the shared libraries also export:" "$strays"
    strays=$(sort <<<"$exported" | uniq -d)
    [ -z "$strays" ] || fail "both shared libraries export:" "$strays"
    declared=$(sed -n 's/^HIT_[A-Z_]* [^(]*\b\(hit_[a-z0-9_]*\)(.*/\1/p' "$prefix"/include/hitscan/*.h | sort -u)
    for name in $declared; do
        grep -qx "$name" <<<"$exported" || fail "$name is declared, but no shared library exports it"
    done
    echo "$(wc -l <<<"$declared") names declared, $(wc -l <<<"$exported") exported, all of them hit_*"
}

# needs LIBRARY PATTERN: nothing that does not match the pattern.
needs()
{
    local libraries
    libraries=$("$READELF" -d "$libdir/$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
    if grep -vE "$2" <<<"$libraries"; then
        fail "$1 needs more than it should"
    fi
}

# The core needs the C library and nothing else; the library of models the core and zlib as well.
needed()
{
    needs libhitscan.so '^lib[cm]\.so'
    needs libhitscan_io.so '^lib([cm]|dl|z|hitscan)\.so'
}

# linked PROGRAM LIBRARY: whether the program is linked as was asked.
linked()
{
    local needs=false
    if "$READELF" -d "$1" | grep -q 'NEEDED.*libhitscan'; then needs=true; fi
    case $2 in
    *shared) $needs ;;
    *) ! $needs ;;
    esac || fail "$1 is not linked to the $2 library"
}

find_package()
{
    local dir=$WORK/cmake-$1-$2 compiler=$CC
    if [ "$1" = CXX ]; then compiler=$CXX; fi
    "$CMAKE" -S "$here/consumer" -B "$dir" -DLANGUAGE="$1" -DLIBRARY="$2" -DVERSION="$VERSION" -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_"$1"_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release
    "$CMAKE" --build "$dir"
    linked "$dir/consumer" "$2"
    "$dir/consumer"
}

pkg_config()
{
    local dir=$WORK/pkgconfig-$1-$2 compiler=$CC source=consumer.c language=c standard=c17 package=hitscan flags program
    if [ "$1" = CXX ]; then compiler=$CXX source=consumer.cpp language=c++ standard=c++17; fi
    case $2 in io_*) package=hitscan_io source=consumer_io.c ;; esac
    mkdir -p "$dir"
    program=$dir/consumer
    export PKG_CONFIG_PATH=$libdir/pkgconfig
    [ "$(pkg-config --modversion $package)" = "$VERSION" ] || fail "pkg-config gives another version"
    # A linker prefers the shared library; -static is all or nothing, so the archives are named themselves.
    case $2 in
    *shared) flags=$(pkg-config --cflags --libs $package) ;;
    *) flags=$(pkg-config --cflags --libs --static $package | sed 's/-l\(hitscan[a-z_]*\)/-l:lib\1.a/g') ;;
    esac
    # shellcheck disable=SC2086
    "$compiler" -std=$standard -Wall -Wextra -Wpedantic -Werror -x $language "$here/consumer/$source" -x none $flags \
        -o "$program"
    linked "$program" "$2"
    LD_LIBRARY_PATH=$libdir "$program"
}

"$@"

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

# headers DIRECTORY: the public headers below it.
headers() { find "$1" -name '*.h' -o -name '*.hpp'; }

# Every public header is there, and nothing internal.
files()
{
    local file installed
    for file in $(headers "$SOURCE/include/hitscan"); do
        cmp "$file" "$prefix/include/hitscan/${file##*/}"
    done
    cmp "$SOURCE/LICENSE" "$prefix/share/doc/hitscan/LICENSE"
    for file in "$prefix/include/hitscan/version.h" "$libdir/libhitscan.a" "$libdir/libhitscan.so.$VERSION" \
        "$libdir/libhitscan_io.a" "$libdir/libhitscan_io.so.$VERSION" "$libdir/pkgconfig/hitscan_io.pc" \
        "$libdir/pkgconfig/hitscan.pc" "$libdir/cmake/hitscan/hitscan-config.cmake" "$prefix/bin/hitscan" \
        "$prefix/share/man/man1/hitscan.1" "$prefix/share/man/man1/hitscan-cast.1" \
        "$prefix/share/bash-completion/completions/hitscan" "$prefix/share/zsh/site-functions/_hitscan" \
        "$prefix/share/fish/vendor_completions.d/hitscan.fish"; do
        [ -f "$file" ] || fail "missing: $file"
    done
    if [ -x "$BUILD/libexec/hitscan/hitscan-assimp" ] && [ ! -x "$prefix/libexec/hitscan/hitscan-assimp" ]; then
        fail "missing: $prefix/libexec/hitscan/hitscan-assimp"
    fi
    installed=$(headers "$prefix/include" | wc -l)
    [ "$installed" -eq $(($(headers "$SOURCE/include/hitscan" | wc -l) + 1)) ] || fail "$installed headers"
    if grep -rIl --exclude-dir=bin -e "$BUILD" -e "$SOURCE/src" -e "$SOURCE/include" "$prefix"; then
        fail "these files name the directory that they were built in"
    fi
}

# Only hit_* may be visible, and all that the headers declare has to be: in the core, or in the library of models. What
# inline.h has is static, and in no library.
symbols()
{
    local exported strays name declared library
    exported=
    for library in libhitscan libhitscan_io libhitscan_mpi; do
        # That of MPI is there where MPI is.
        if [ $library = libhitscan_mpi ] && [ ! -e "$prefix/include/hitscan/mpi.h" ]; then continue; fi
        exported+=$("$NM" -D --defined-only "$libdir/$library.so" | awk '{print $NF}' | sed 's/@.*//' | sort -u)$'\n'
        strays=$("$NM" -g --defined-only "$libdir/$library.a" | awk 'NF == 3 {print $3}' | grep -v '^hit_' || true)
        [ -z "$strays" ] || fail "$library.a also has the global names:" "$strays"
    done
    exported=${exported%$'\n'}
    strays=$(grep -v '^hit_' <<<"$exported" || true)
    [ -z "$strays" ] || fail "the shared libraries also export:" "$strays"
    strays=$(sort <<<"$exported" | uniq -d)
    [ -z "$strays" ] || fail "two shared libraries export:" "$strays"
    declared=$(sed -n 's/^HIT_\(API\|INLINE\) [^(]*\b\(hit_[a-z0-9_]*\)(.*/\2/p' "$prefix"/include/hitscan/*.h |
        sort -u)
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

# The core needs the C library and nothing else; the library of models the core and what unpacks files as well.
needed()
{
    needs libhitscan.so '^lib[cm]\.so'
    needs libhitscan_io.so '^(lib([cm]|dl|z|minizip|expat|hitscan)|ld-linux-.*)\.so'
    if [ -f "$libdir/libhitscan_draco.so" ]; then needs libhitscan_draco.so '^(lib[cm]|ld-linux-.*)\.so'; fi
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
    "$CONSUMER_CMAKE" -S "$here/consumer" -B "$dir" -DLANGUAGE="$1" -DLIBRARY="$2" -DVERSION="${VERSION%.*}" \
        -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_"$1"_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release
    "$CONSUMER_CMAKE" --build "$dir"
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

# A program that links the shared library of models alone says where that is; it finds the core beside it.
io_rpath()
{
    local program=$WORK/io-rpath
    "$CC" -std=c17 "$here/consumer/consumer_io.c" -I"$prefix/include" -L"$libdir" -Wl,--as-needed -lhitscan_io \
        -lhitscan -Wl,-rpath,"$libdir" -o "$program"
    if "$READELF" -d "$program" | grep -q 'NEEDED.*libhitscan\.so'; then fail "$program links the core itself"; fi
    env -u LD_LIBRARY_PATH "$program"
}

# ---- A project that contains this one --------------------------------------------------------------------------------
# All steps share one build, so that the library is compiled once; each forgets the libraries of the one before.
contained=$WORK/parent

# built NAME...: the libraries of Hitscan that this build has made are these. The module for Draco comes with that of
# models, where Draco is found.
built()
{
    local want got
    want=$(printf '%s\n' "$@" | sort)
    got=$(find "$contained" -name 'libhitscan*' ! -name 'libhitscan_draco*' -type f |
        sed 's:.*/::; s:\.so\..*:.so:' | sort)
    [ "$got" = "$want" ] || fail "built: $got; linked: $want"
}

# parent LANGUAGE LIBRARY LINKAGE OPTION...: build a project that links hitscan::LIBRARY, and run its program.
parent()
{
    local language=$1 library=$2 linkage=$3 launcher=()
    shift 3
    if command -v ccache >/dev/null; then launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache); fi
    if [ -d "$contained" ]; then find "$contained" -name 'libhitscan*' -delete; fi
    rm -f "$contained/CMakeCache.txt"
    "$CONSUMER_CMAKE" -S "$here/parent" -B "$contained" -DHITSCAN="$SOURCE" -DLANGUAGE="$language" \
        -DLIBRARY="$library" -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX" -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_C_FLAGS_DEBUG=-O0 "${launcher[@]}" "$@"
    "$CONSUMER_CMAKE" --build "$contained" --parallel 2
    linked "$contained/consumer" "$linkage"
    "$contained/consumer"
}

# Nobody chooses: the static library.
parent_default()
{
    parent C hitscan static
    built libhitscan.a
}

# The parent sets BUILD_SHARED_LIBS, and has no use for models.
parent_shared()
{
    parent C hitscan shared -DSHARED=ON -DHITSCAN_BUILD_IO=OFF
    built libhitscan.so
}

# The parent sets BUILD_SHARED_LIBS, but asks for the static library.
parent_static()
{
    parent C static static -DSHARED=ON
    built libhitscan.a
}

parent_io()
{
    parent C io static
    built libhitscan.a libhitscan_io.a
}

parent_io_shared()
{
    parent C io shared -DSHARED=ON
    built libhitscan.so libhitscan_io.so
}

parent_cxx()
{
    parent CXX hitscan static
    built libhitscan.a
}

parent_fetch()
{
    parent C hitscan static -DFETCH=ON -DFETCHCONTENT_SOURCE_DIR_HITSCAN="$SOURCE"
    built libhitscan.a
}

# The parent installs and exports a library that links hitscan::$1; another project finds it by find_package.
parent_export()
{
    local installed=$WORK/parent-$1 user=$WORK/parent-user-$1 other=shared file
    if [ "$1" = shared ]; then other=static; fi
    parent C "$1" "$1"
    rm -rf "$installed" "$user"
    "$CONSUMER_CMAKE" --install "$contained" --prefix "$WORK/parent-first"
    mv "$WORK/parent-first" "$installed"
    for file in hitscan-config.cmake "hitscan-$1-targets.cmake"; do
        [ -f "$installed/$LIBDIR/cmake/hitscan/$file" ] || fail "missing: $file"
    done
    if find "$installed" | grep -E "hitscan-($other|io_static|io_shared)-targets"; then
        fail "these files name a library that was not built"
    fi
    "$CONSUMER_CMAKE" -S "$here/parent_user" -B "$user" -DCMAKE_PREFIX_PATH="$installed" -DCMAKE_C_COMPILER="$CC"
    "$CONSUMER_CMAKE" --build "$user"
    linked "$user/consumer" "$1"
    "$user/consumer"
}
parent_export_static() { parent_export static; }
parent_export_shared() { parent_export shared; }

"$@"

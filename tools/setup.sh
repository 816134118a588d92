#!/bin/sh
# Sets everything up: installs what is missing, configures and compiles build/.  Safe to run any number of times.
#
#   tools/setup.sh [-DOPTION=VALUE...]    packages, configure, compile; options as `meson setup` takes them
#   tools/setup.sh --command              the same, but configures and compiles only the command, for the vector
#                                         instructions of this machine (-Dwidths=native), not the tests
#   tools/setup.sh --web [-DOPTION=VALUE...]    the first, with the page of condyle view and what its build loads by npm
#   tools/setup.sh --ci                   packages only, with those that .ci/run needs besides
#
# $CONDYLE_BUILD: another folder than build/, for tools/test.sh too.
set -eu
exec </dev/null

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
build=${CONDYLE_BUILD:-$root/build}
build_name=${CONDYLE_BUILD:-build/}

say() {
    printf '== %s\n' "$*"
}

fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

# compiles TEXT: tells whether there is a compiler that takes it.
compiles() {
    text=$1
    if [ -n "${CC:-}" ]; then
        set -- "$CC"
    else
        set -- cc gcc clang
    fi
    for compiler; do
        # $CC may be a command with arguments.
        # shellcheck disable=SC2086
        if printf '%s\n' "$text" | $compiler -std=c17 -fsyntax-only -x c -; then
            return 0
        fi
    done
    return 1
}

# compiles_with COMPILER: tells whether it is there, with the headers of its C library.
compiles_with() {
    printf '#include <stdio.h>\n' | "$1" -fsyntax-only -x c -
}

# The newest clang that the packages' sources have, as the name of a package and of its program; nothing where apt knows
# of none.
newest_clang() {
    apt-cache pkgnames clang- 2>/dev/null | grep -E '^clang-[0-9]+$' | sort -t - -k 2 -n | tail -n 1
}

has_meson() {
    major=$(meson --version | cut -d . -f 1)
    [ "${major:-0}" -ge 1 ]
}

has_ninja() {
    command -v ninja || command -v ninja-build || command -v samu
}

has_fuzzer() {
    program=$(mktemp)
    printf 'int LLVMFuzzerTestOneInput(const char *data, unsigned long size) { return 0; }\n' |
        clang -fsanitize=fuzzer,address,undefined -x c -o "$program" -
    fuzzes=$?
    rm -f -- "$program"
    return "$fuzzes"
}

has_module() {
    "${PKG_CONFIG:-pkg-config}" --exists "$1"
}

# The headers are those of the python3 that Meson finds first.
has_python_headers() {
    python3 -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")))'
}

# Octave is large, and a part of its users have it already: only the tests of --ci install it.
has_octave_headers() {
    [ -f "$(mkoctfile -p OCTINCLUDEDIR)/mex.h" ] && command -v octave-cli
}

# Debian's Python may have NumPy where one that comes before it in the PATH has not.
has_numpy() {
    python3 -c 'import numpy' || /usr/bin/python3 -c 'import numpy'
}

# As for NumPy.
has_libclang() {
    python3 -c 'import clang.cindex' || /usr/bin/python3 -c 'import clang.cindex'
}

# Each major version has a name of its own; those of tests/python/meson.build.
has_sdformat() {
    has_module sdformat12 || has_module sdformat13 || has_module sdformat14 || has_module sdformat15
}

# The C library for WebAssembly, and a linker.
has_wasm() {
    program=$(mktemp)
    clang --target=wasm32-wasi -mexec-model=reactor -o "$program" "$root/tools/web/trial.c"
    links=$?
    rm -f -- "$program"
    return "$links"
}

# need PACKAGES NAME TEST...: where the test fails, notes the name as missing and the Debian packages that bring it.
need() {
    need_packages=$1
    need_name=$2
    shift 2
    if ! "$@" >/dev/null 2>&1; then
        packages="$packages $need_packages"
        missing="$missing
  $need_name"
    fi
}

# want PACKAGES NAME TEST...: the same for programs and libraries without which all but a part works.
want() {
    want_packages=$1
    want_name=$2
    shift 2
    if ! "$@" >/dev/null 2>&1; then
        wanted_packages="$wanted_packages $want_packages"
        wanted="$wanted
  $want_name"
    fi
}

# Fills $missing and $wanted, one name a line, and $packages and $wanted_packages.
check_needs() {
    missing=
    packages=
    wanted=
    wanted_packages=
    need 'gcc libc6-dev' 'a C17 compiler (gcc or clang) with the headers of the C library' compiles '#include <stdio.h>'
    need meson 'meson, 1.0 or later' has_meson
    need ninja-build 'ninja' has_ninja
    need pkg-config 'pkg-config' command -v "${PKG_CONFIG:-pkg-config}"
    need libxml2-dev 'libxml2, 2.9 or later (pkg-config name libxml-2.0)' has_module 'libxml-2.0 >= 2.9'
    need libyaml-dev 'libyaml (pkg-config name yaml-0.1)' has_module yaml-0.1
    need liblapacke-dev 'LAPACKE (pkg-config name lapacke)' has_module lapacke
    need libopenblas-serial-dev 'OpenBLAS (pkg-config name openblas)' has_module openblas
    need libjansson-dev 'Jansson (pkg-config name jansson)' has_module jansson
    need zlib1g-dev 'zlib (pkg-config name zlib)' has_module zlib
    want libsundials-dev 'SUNDIALS: the integrators cvode and cvode-stiff of simulations' \
        compiles '#include <sundials/sundials_config.h>'
    want g++ 'a C++ compiler: condyle generate' command -v c++
    want gnuplot-nox 'gnuplot: pictures of condyle sim --plot' command -v gnuplot
    if [ "$part" != --command ]; then
        need check 'Check (pkg-config name check)' has_module check
        want python3-dev 'the headers of Python: the Python package condyle' has_python_headers
        want python3-numpy 'NumPy: the Python package condyle' has_numpy
    fi
    if [ "$part" = --web ] || [ "$part" = --ci ]; then
        need clang 'clang, for WebAssembly' command -v clang
        need 'lld wasi-libc libclang-rt-dev-wasm32' 'a linker and a C library for wasm32-wasi' has_wasm
        need nodejs 'Node' command -v node
        need npm 'npm' command -v npm
    fi
    if [ "$part" = --web ]; then
        want libmicrohttpd-dev 'libmicrohttpd: condyle view --serve' has_module libmicrohttpd
        want chromium 'Chromium: tests of the page of condyle view' command -v chromium
    fi
    if [ "$part" = --ci ]; then
        need chromium 'Chromium, for the page of condyle view' command -v chromium
        need gcc 'gcc' command -v gcc
        need g++ 'a C++ compiler, for the public headers and condyle generate' command -v c++
        need libclang-rt-dev "clang's sanitizers and libFuzzer" has_fuzzer
        need clang-format 'clang-format' command -v clang-format
        need clang-tidy 'clang-tidy' command -v clang-tidy
        need cppcheck 'cppcheck' command -v cppcheck
        need gcovr 'gcovr' command -v gcovr
        need abigail-tools 'abidiff of libabigail' command -v abidiff
        need liburdfdom-tools 'check_urdf of urdfdom' command -v check_urdf
        newest=$(newest_clang)
        need "$newest" 'the newest clang of the distribution' command -v "${newest:-clang}"
        need 'gcc-s390x-linux-gnu libc6-dev-s390x-cross' 'gcc for s390x' compiles_with s390x-linux-gnu-gcc
        need 'gcc-i686-linux-gnu libc6-dev-i386-cross' 'gcc for 32-bit x86' compiles_with i686-linux-gnu-gcc
        need qemu-user 'qemu-user' command -v qemu-s390x
        need libmicrohttpd-dev 'libmicrohttpd: condyle view --serve' has_module libmicrohttpd
        need valgrind 'valgrind' command -v valgrind
        need mandoc 'mandoc, which reads the manual pages' command -v mandoc
        need 'man-db groff-base' 'man, which formats them' command -v man
        need zsh 'zsh, for its completions' command -v zsh
        need fish 'fish, for its completions' command -v fish
        need cmake 'CMake, for the package of other builds' command -v cmake
        need doxygen 'Doxygen, for the reference manual' command -v doxygen
        # Octave draws pictures without a display by gnuplot and Ghostscript, and no axes without a font.
        need 'octave octave-dev fonts-freefont-otf ghostscript' 'Octave with its headers, for the package condyle' \
            has_octave_headers
        want libsdformat-dev 'libsdformat: tests of SDF beside it' has_sdformat
        want python3-clang 'libclang for Python: the tests of tests/mutation' has_libclang
        # valgrind itself cannot start without the symbols of the dynamic loader.
        need libc6-dbg 'valgrind with the debug symbols of the C library' valgrind -q true
    fi
}

# The words for whoever has to install by hand.
fail_missing() {
    fail "$1$missing" '' \
        'Needed in all: a C17 compiler, meson (1.0 or later), ninja, pkg-config, and the libraries that pkg-config' \
        'knows as libxml-2.0, yaml-0.1, lapacke, openblas, jansson and check, with their headers.' \
        'Then run this again.' \
        'Or let Meson fetch libxml2, Jansson and Check and do without LAPACK: meson setup build -Dlapack=disabled'
}

# As root, or through sudo where there is one; without a question.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@"
}

# Tells what will not work, and that all else will.
say_wanted() {
    if [ -n "$wanted" ]; then
        say "Not found, and done without:$wanted"
    fi
}

install_packages() {
    if [ "$part" = --ci ] && command -v apt-get >/dev/null && [ -z "$(newest_clang)" ]; then
        apt_get update || true # a new system knows of no packages
    fi
    check_needs
    if [ -z "$missing$wanted" ]; then
        return 0
    fi
    if ! command -v apt-get >/dev/null || ! command -v dpkg >/dev/null; then
        if [ -n "$missing" ]; then
            fail_missing 'Not found on this system, which is not of the Debian family; please install:'
        fi
        say_wanted
        return 0
    fi
    command_line="apt-get install --no-install-recommends$packages$wanted_packages"
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        if [ -n "$missing" ]; then
            fail 'Packages are missing, and installing them takes root or sudo.  Please have an administrator run:' \
                "  $command_line"
        fi
        say_wanted
        say "An administrator installs them by: $command_line"
        return 0
    fi
    say "Installing packages:$packages$wanted_packages"
    apt_get update || say 'The package lists could not be updated; going on with those that are here.'
    # The packages are words of a list, here and below.
    # shellcheck disable=SC2086
    if [ -n "$missing" ] && ! apt_get install --no-install-recommends $packages; then
        fail 'Installing packages failed (see above).  By hand, as root:' "  $command_line"
    fi
    check_needs
    if [ -n "$missing" ]; then
        fail_missing 'The packages of this system are installed, but still not found or too old:'
    fi
    # shellcheck disable=SC2086
    if [ -n "$wanted" ] && apt_get install --no-install-recommends $wanted_packages; then
        check_needs
    fi
    say_wanted
    installed=yes
}

# Tells whether build/ was made from these very sources, not from a copy elsewhere.  Meson's own note of that is
# JSON, where a name beyond ASCII reads differently; configure() leaves a plain one.
is_of_these_sources() {
    [ "$(cat "$build/source-folder.txt" 2>/dev/null)" = "$root" ] ||
        grep -qsF "\"source\": \"$root\"" "$build/meson-info/meson-info.json"
}

# Tells whether build/ is complete and can follow changes of the meson.build files.
is_configured() {
    [ -f "$build/build.ninja" ] && [ -f "$build/meson-private/coredata.dat" ] && is_of_these_sources &&
        meson compile -C "$build" --ninja-args=build.ninja >"$build/meson-logs/up-to-date.txt" 2>&1
}

# Tells whether build/ is a folder that Meson made, be it only in part.
is_meson_folder() {
    [ -d "$build/meson-private" ] || [ -d "$build/meson-logs" ] || [ -d "$build/meson-info" ]
}

# Without dpkg-architecture Meson installs into lib64, where neither Debian's pkg-config nor its loader looks.
prefers_lib() {
    case " $*" in
    *' -Dlibdir='*) return 1 ;;
    esac
    [ -e /etc/debian_version ] && ! command -v dpkg-architecture >/dev/null
}

# configure OPTION...
configure() {
    if prefers_lib "$@"; then
        set -- "$@" -Dlibdir=lib
    fi
    if [ -d "$build" ] && [ ! -w "$build" ]; then
        fail "$build belongs to another user: remove it, or run this as that user."
    fi
    if is_configured; then
        if [ "$installed" = yes ]; then
            # Meson does not look by itself for what was not there.
            meson setup --reconfigure "$@" "$build" "$root"
        elif [ $# -gt 0 ]; then
            meson configure "$build" "$@"
        fi
        return 0
    fi
    if ! is_meson_folder; then
        if [ -e "$build" ] && ! rmdir -- "$build" 2>/dev/null; then
            fail "$build is in the way and not a build folder of Meson: move it elsewhere."
        fi
        say "Configuring $build_name"
        meson setup "$@" "$build" "$root"
    elif grep -qs '^\[options\]' "$build/meson-private/cmd_line.txt"; then
        say "$build_name is incomplete, broken or of another place: configuring it afresh, with the options it had"
        meson setup --wipe "$@" "$build" "$root"
    else
        say "$build_name is incomplete: starting it afresh"
        rm -rf -- "$build"
        meson setup "$@" "$build" "$root"
    fi
    printf '%s\n' "$root" >"$build/source-folder.txt"
}

# compile TARGET...: all where none is named.
compile() {
    say "Compiling $build_name"
    meson compile -C "$build" "$@" ||
        fail '' "Compiling failed (see above).  If the sources are not to blame, remove $build_name."
}

case $build in
*,*) fail "The linker cannot find what is in a folder with a comma in its name: $build" ;;
esac
installed=
part=
case ${1:-} in
--web)
    part=$1
    shift
    ;;
esac
case $* in
--ci | --command)
    part=$1
    shift
    ;;
esac
for option; do
    case $option in
    -D?*) ;;
    *) fail 'usage: tools/setup.sh [--ci | --command | [--web] -DOPTION=VALUE...]' ;;
    esac
done

install_packages
case $part in
--ci) ;;
--command)
    # Whoever only tries the command wants it soon: what other machines would run takes two thirds of the time, to
    # configure the tests as long as all else, and much optimization of all but the dynamics a fifth.
    if is_meson_folder; then
        configure
    else
        configure -Dwidths=native -Dquick=true -Dtests=disabled
        say 'This build is for a first look: the dynamics are optimized, all else little;' \
            'tools/setup.sh makes one for use.'
    fi
    compile tools/condyle:executable
    ;;
--web)
    say 'Loading what the page of condyle view is made from, into tools/web/node_modules'
    (cd "$root/tools/web" && npm ci --ignore-scripts --no-audit --no-fund) || fail 'npm failed (see above).'
    configure -Dwidths=all -Dquick=false -Dtests=auto "$@" -Dweb=enabled
    compile
    ;;
*)
    configure -Dwidths=all -Dquick=false -Dtests=auto "$@"
    compile
    ;;
esac

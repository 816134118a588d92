#!/bin/sh
# The C++ headers in C++17, 20 and 23, by every compiler that is here: without a warning, with exceptions and without;
# code that would read a matrix in another order does not compile.
#
#   cpp.sh SOURCES
set -eu
sources=$1
test=$sources/tests/cpp/test_cpp.cpp
# Eigen's own headers are not to be judged.
set -- -fsyntax-only -Werror -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wpedantic -Wold-style-cast \
    "-I$sources/lib/include" -isystem /usr/include/eigen3
tried=

fail() {
    printf 'FAILED: %s\n' "$@" >&2
    exit 1
}

work=$(mktemp -d "${TMPDIR:-/tmp}/condyle-test-XXXXXX")
trap 'rm -rf -- "$work"' EXIT
cat >"$work/wrong.cpp" <<'END'
#include <condyle/condyle.hpp>
struct by_columns {
    enum { IsRowMajor = 0, IsVectorAtCompileTime = 0 };
    double *data() const;
    std::size_t size() const;
};
void wrong(condyle::robot &robot)
{
    robot.mass_matrix(nullptr, by_columns());
}
END
newest=$(for folder in $(printf '%s' "$PATH" | tr ':' ' '); do ls "$folder" 2>/dev/null || true; done |
    grep -Ex 'clang\+\+-[0-9]+' | sort -u -t - -k 2 -n | tail -n 1)
for compiler in g++ clang++ $newest; do
    command -v "$compiler" >/dev/null || continue
    standards='c++17 c++20 c++23'
    [ "$compiler" = "$newest" ] && standards=c++23
    for standard in $standards; do
        # Older compilers know it by its draft.
        if ! printf '' | "$compiler" "-std=$standard" -fsyntax-only -x c++ - 2>/dev/null; then
            standard=c++2b
        fi
        eigen=-DNO_EIGEN # which takes as long again
        [ "$standard" = c++17 ] && eigen=-UNO_EIGEN
        "$compiler" "-std=$standard" "$eigen" "$@" "$test" || fail "$compiler -std=$standard"
    done
    printf '#include <condyle/condyle.hpp>\n' >"$work/plain.cpp"
    "$compiler" -std=c++17 -fno-exceptions "$@" "$work/plain.cpp" || fail "$compiler -fno-exceptions"
    "$compiler" -std=c++17 "$@" "$work/wrong.cpp" 2>"$work/said" && fail "$compiler takes a matrix of columns"
    grep -q 'matrices are row-major' "$work/said" || { cat "$work/said"; fail "$compiler does not say what is wrong"; }
    tried="$tried $compiler"
done
[ -n "$tried" ] || { echo 'skipped: no C++ compiler'; exit 77; }
echo "compiled by$tried"

#!/usr/bin/env bash
# Times five tasks of a new user: from a wheel to the first torques, torques along a log, a payload, a page, and a
# project of C++ that CMake makes with the sources.
#
#   tests/bench/first_hour.sh WHEEL [FOLDER]      # the wheel of .ci/wheel; without CMake the last task is left out
set -euo pipefail
exec </dev/null

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
wheel=$(realpath -- "$1")
folder=${2:-$(mktemp -d)}
mkdir -p -- "$folder"
cd -- "$folder"
printf 't,q.shoulder_lift_joint,q.elbow_joint\n0,-1.5,1\n1,-1,0.5\n2,0,1.5\n' >way.csv
TIMEFORMAT='%R s, of them %U s of a processor'

task() {
    printf '%s: ' "$1"
    shift
    time "$@" >said
}

install() {
    python3 -m venv env
    env/bin/pip install -q "$wheel"
}

torques() {
    env/bin/python -c 'import condyle; print(condyle.load("ur5e").gravity_torque([0, -1.2, 1.5, -1.9, -1.57, 0]))'
}

log() {
    env/bin/condyle trajectory ur5e --through way.csv --acceleration 5 --force -o motion.csv
    env/bin/condyle id ur5e --input motion.csv --force -o torques.csv
}

project() {
    mkdir -p project
    cat >project/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.18)
project(arm C CXX)
include(FetchContent)
FetchContent_Declare(condyle SOURCE_DIR $root)
FetchContent_MakeAvailable(condyle)
add_executable(arm arm.cpp)
target_link_libraries(arm PRIVATE condyle::files)
END
    cat >project/arm.cpp <<'END'
#include <array>
#include <condyle/condyle.hpp>
#include <cstdio>
int main()
{
    condyle::robot robot("universalUR5e", {0, 0, -9.81});
    const std::array<double, 6> q{0, -1.2, 1.5, -1.9, -1.57, 0};
    for (double torque : robot.gravity_torque(q)) {
        std::printf("%g\n", torque);
    }
}
END
    cmake -S project -B made -DCMAKE_BUILD_TYPE=Release
    cmake --build made -j "$(nproc)"
    made/arm
}

echo "load $(cut -d ' ' -f 1 /proc/loadavg) on $(nproc) processors"
task 'wheel and NumPy into a new environment' install
task 'first torques in Python' torques
task 'a motion through way points and its torques' log
task 'what a pose can carry' env/bin/condyle payload ur5e --q 0,-1.2,1.5,-1.9,-1.57,0 --body tool0
task 'a page with the motion' env/bin/condyle view ur5e --input motion.csv --force -o page.html
if command -v cmake >/dev/null; then
    task 'a project of C++ by CMake' project
fi

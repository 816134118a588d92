#!/bin/sh
# Installs the package by Octave's pkg into a folder of its own, and uses it in another Octave.
#
#   package_suite.sh OCTAVE PACKAGE RELEASE    the last one is the script that makes a release of the package
set -eu
octave=$1
release=$(realpath -- "$3")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
export HOME="$work"
cp "$2" "$work/"
cd "$work"
unset CONDYLE_URDF_PATH
prepare='pkg("prefix", [pwd "/packages"], [pwd "/arch"]); pkg("local_list", [pwd "/list"]);'
timeout 120 "$octave" --norc --no-history --no-gui --eval "$prepare pkg('install', '$(basename -- "$2")');"
timeout 120 "$octave" --norc --no-history --no-gui --eval "$prepare"'
pkg load condyle
robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
tau = inverseDynamics(robot);
assert(tau(2), -52.4089, 1e-3);
warning("off", "Octave:data-file-in-path");
load exampleRobots.mat lbr
lbr.DataFormat = "row";
assert(size(homeConfiguration(lbr)), [1 7]);
assert(strncmp(which("loadrobot"), pwd, numel(pwd)));
assert(contains({"arm", "leg"}, "ar"), [true false]);
r = robotics.RigidBodyTree();
assert(class(r), "rigidBodyTree");
text = help("inverseDynamics");
assert(! isempty(strfind(text, "Example")));
writeAsFunction(robot, "makeUr5e");
assert(inverseDynamics(makeUr5e()), tau, 1e-12);
try
  writeAsFunction(robot, "ur5e", "Calls", "gravity", "Compile", false);
  assert(isfile("ur5e_mex.c"));
catch failure
  assert(failure.identifier, "condyle:unsupported"); # a build without a C++ compiler
end
disp("installed and used");'
# A release: the archive is the package, its checksum is right, and the entry of the index has it.
name=$(basename -- "$2")
"$release" "$name" https://example.org/releases out
(cd out && sha256sum --check --quiet "$name.sha256")
cmp -- "$name" "out/$name"
grep -q "sha256: \"$(sha256sum -- "$name" | cut -d ' ' -f 1)\"" out/condyle.yaml
grep -q "url: \"https://example.org/releases/$name\"" out/condyle.yaml
grep -q 'id: "[0-9]' out/condyle.yaml
grep -q 'date: "20' out/condyle.yaml
if "$release" no-such-file https://example.org out 2>said; then
    exit 1
fi
# Robots that outlive the package say nothing.
timeout 120 "$octave" --norc --no-history --no-gui --eval "$prepare"'
pkg load condyle
robot = loadrobot("universalUR5e");
pkg unload condyle' 2>said
if grep -i -e delete -e undefined said; then
    exit 1
fi

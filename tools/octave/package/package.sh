#!/bin/sh
# Makes the package for Octave's `pkg install`: condyle-VERSION.tar.gz with the mex file, which needs no libcondyle.
#
#   package.sh OUTPUT VERSION SOURCES MEX FUNCTIONS    the folder of the sources, the mex file, the folder of the built
#                                                      functions
set -eu
output=$1
version=$2
sources=$3
mex=$4
functions=$5
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
package=$work/condyle-$version
mkdir -p "$package/inst/urdf" "$package/inst/private" "$package/inst/@storedRobot" "$package/inst/+robotics" "$package/inst/compat"
day=$(date -u -r "$sources/CHANGELOG.md" +%Y-%m-%d)
sed -e "s/@VERSION@/$version/" -e "s/@DATE@/$day/" "$sources/tools/octave/package/DESCRIPTION.in" >"$package/DESCRIPTION"
cp "$sources/tools/octave/package/INDEX" "$package/INDEX"
cp "$sources/LICENSE" "$package/COPYING"
cp "$functions"/*.m "$functions/exampleRobots.mat" "$mex" "$package/inst/"
cp "$functions"/private/*.m "$functions"/private/*.in "$package/inst/private/"
cp "$functions"/@storedRobot/*.m "$package/inst/@storedRobot/"
cp "$functions"/+robotics/*.m "$package/inst/+robotics/"
cp "$functions"/compat/*.m "$package/inst/compat/"
cp "$functions/PKG_ADD" "$package/inst/"
if [ -f "$functions/graphicsHandle.oct" ]; then
    mkdir -p "$package/inst/handles/private"
    cp "$functions/graphicsHandle.oct" "$package/inst/"
    cp "$functions"/handles/*.m "$package/inst/handles/"
    cp "$functions"/handles/private/*.m "$package/inst/handles/private/"
    mkdir -p "$package/inst/imported"
    cp "$functions"/imported/*.m "$package/inst/imported/"
fi
cp "$sources"/urdf/*.urdf "$package/inst/urdf/"
tar -C "$work" --owner=0 --group=0 --numeric-owner --sort=name --mtime="@${SOURCE_DATE_EPOCH:-$(date +%s)}" -cf - "condyle-$version" | gzip -9n >"$output"

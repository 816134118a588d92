#!/bin/sh
# A moved installation starts, and finds its robots: from its own place, through a link, by way of PATH, and by the
# library in another program; no file of it leads to where it was to be installed.
. "$(dirname -- "$0")/installed.sh"

place="$work/a \"place\" \$of its own ä"
mv -- "$root" "$place"
robots=$place/share/condyle/urdf
# A robot that no other installation has.
sed 's/ur5e_robot/moved_robot/' "$robots/universalUR5e.urdf" >"$robots/movedRobot.urdf"



expected=$("$place/bin/condyle" gravity universalUR5e --format csv)
[ -n "$expected" ] || fail 'condyle gravity printed nothing'
expect "$expected" "$place/bin/condyle" gravity movedRobot --format csv
ln -s "$place/bin/condyle" "$work/linked"
expect "$expected" "$work/linked" gravity movedRobot --format csv
(
    cd /
    PATH=$place/bin:$PATH
    expect "$expected" condyle gravity movedRobot --format csv
)

# The environment comes first.
mkdir "$work/mine"
sed 's/ur5e_robot/another_robot/' "$robots/universalUR5e.urdf" >"$work/mine/movedRobot.urdf"
CONDYLE_URDF_PATH=$work/mine "$place/bin/condyle" show movedRobot --format json | grep -q another_robot ||
    fail 'CONDYLE_URDF_PATH does not come first'

# The library that the command loads, and the folder of its robots without the moved robots: none, or the old one.
if [ -n "$program" ]; then
    for file in "$place/bin/condyle" "$place/$libdir"/libcondyle.so; do
        if [ -e "$file" ] && "$program" -d "$file" | grep -E '\((RUNPATH|RPATH)\)' | grep -vF '[$ORIGIN'; then
            fail "$file has an absolute RUNPATH"
        fi
    done
fi
for file in "$place/$libdir/pkgconfig/condyle.pc" "$place/$libdir"/cmake/condyle/*.cmake; do
    if grep -F "$prefix/$libdir" "$file"; then
        fail "$file leads to where it was to be installed"
    fi
done
mv -- "$place/share" "$work/elsewhere"
if [ ! -e "$prefix/share/condyle" ]; then
    "$place/bin/condyle" show movedRobot 2>"$work/said" && fail 'a robot came from nowhere'
    grep -q "bundled robots: none found" "$work/said" ||
        fail "the message is: $(cat "$work/said")"
fi

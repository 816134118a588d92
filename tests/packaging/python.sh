#!/bin/sh
# The installed Python package finds its library and its robots; at its own prefix without being told where it is, where
# its Python looks there.
. "$(dirname -- "$0")/installed.sh"
[ -n "$program" ] || skip 'no Python'

say='import condyle; print(condyle.load("universalUR5e"))'
robot="<condyle.Robot 'ur5e_robot': 6 joints, 11 frames, moving mass 16.99 kg>"
package=$(find "$root" -path '*/condyle/_condyle.abi3.so')
[ -n "$package" ] || fail 'there is no package'
sites=$(dirname -- "$(dirname -- "$package")")
cd /
PYTHONPATH=$sites expect "$robot" "$program" -c "$say"
case $("$program" -c 'import sysconfig; print(sysconfig.get_path("platlib"))') in
"$root/lib"*) expect "$robot" "$program" -I -c "$say" ;;
esac

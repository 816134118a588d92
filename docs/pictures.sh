#!/bin/sh
# Makes a page of pictures of the bundled robots, FOLDER/pictures.html, with `condyle draw`.
#
#   docs/pictures.sh CONDYLE FOLDER        # or: meson compile -C build pictures
set -eu

condyle=$1
folder=$2
mkdir -p -- "$folder/pictures"
page=$folder/pictures.html

# picture NAME CAPTION ARGUMENT...: draws one and adds it to the page.
picture() {
    name=$1
    caption=$2
    shift 2
    "$condyle" draw "$@" --size 480,400 --force -o "$folder/pictures/$name"
    printf '<figure><img src="pictures/%s" width="480" height="400" alt="%s"><figcaption>%s</figcaption></figure>\n' \
        "$name" "$caption" "$caption" >>"$page"
}

cat >"$page" <<'END'
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Robots of Condyle</title>
<style>body{font-family:sans-serif}figure{display:inline-block;margin:1em}figcaption{text-align:center}</style></head>
<body><h1>Robots of Condyle</h1><p>Drawn by <code>condyle draw</code>.</p>
END

bent=0,-1.2,1.5,-1.9,-1.57,0
picture ur3e.png 'Universal Robots UR3e' ur3e --q "$bent"
picture ur5e.png 'Universal Robots UR5e' ur5e --q "$bent"
picture ur10e.png 'Universal Robots UR10e' ur10e --q "$bent"
picture ur16e.png 'Universal Robots UR16e' ur16e --q "$bent"
picture ur20.png 'Universal Robots UR20' ur20 --q "$bent"
picture ur30.png 'Universal Robots UR30' ur30 --q "$bent"
picture iiwa7.png 'KUKA LBR iiwa 7' iiwa7 --q 0,0.7,0,-1.2,0,1.2,0
picture iiwa14.png 'KUKA LBR iiwa 14' iiwa14 --q 0,0.7,0,-1.2,0,1.2,0
picture lbr.png 'lbr of the older examples' lbr --q 0,0.7,0,-1.2,0,1.2,0
picture iisy3.png 'KUKA LBR iisy 3' iisy3 --q 0,-1.1,1.2,0,0.8,0
picture iisy11.png 'KUKA LBR iisy 11' iisy11 --q 0,-1.1,1.2,0,0.8,0
picture iisy15.png 'KUKA LBR iisy 15' iisy15 --q 0,-1.1,1.2,0,0.8,0
picture fr3.png 'Franka Robotics FR3' fr3 --q 0,-0.5,0,-2,0,1.6,0.8
picture panda.png 'Franka Emika Panda' panda --q 0,-0.5,0,-2,0,1.6,0.8,0.03
picture gen3.png 'Kinova Gen3' gen3 --q 0,0.5,0,1.3,0,1,0
picture ecobra600.png 'Omron eCobra 600, which has no shapes' ecobra600 --q 0.5,-1,0.1,0 --frames --names
picture frames.svg 'Frames and names' iiwa14 --q 0,0.7,0,-1.2,0,1.2,0 --frames --names --view side
picture inertia.png 'Centers of mass and ellipsoids of inertia' ur10e --q "$bent" --inertia
picture torques.png 'Gravity torques' iiwa14 --q 0,0.7,0,-1.2,0,1.2,0 --torques
picture wrench.png 'A force and a moment on the tool' fr3 --q 0,-0.5,0,-2,0,1.6,0.8 --wrench fr3_link8@body:0,0,5,0,0,-20
motion=$folder/pictures/motion.csv
awk 'BEGIN { print "q.shoulder_pan_joint,q.shoulder_lift_joint,q.elbow_joint,q.wrist_1_joint,q.wrist_2_joint";
    for (k = 0; k < 24; k++) printf "%.4f,%.4f,1.5,-1.9,-1.57\n", 0.6 * sin(k / 24 * 6.2832), -1.2 + 0.3 * cos(k / 24 * 6.2832) }' \
    >"$motion"
picture motion.apng 'A motion' ur5e --input "$motion"
printf '</body></html>\n' >>"$page"
printf '%s\n' "$page"

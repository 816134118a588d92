/* Faulty robots, rule by rule, and the findings that the check must report. */
#ifndef CDY_TESTS_CHECK_CASE_H
#define CDY_TESTS_CHECK_CASE_H

#include "urdf/urdf_case.h"

/* An inertial element that is physically possible, and a link with it. */
#define INERTIAL                                                                                                       \
    "<inertial><mass value='1'/><inertia ixx='0.01' ixy='0' ixz='0' iyy='0.01' iyz='0' izz='0.01'/></inertial>"
#define BODY(name) "<link name='" name "'>" INERTIAL "</link>\n"

/* Two links and their joint: its start tag is in line 4, `content` in line 5. */
#define MOVED(type, content)                                                                                           \
    ROBOT(BODY("a") BODY("b") "<joint name='j' type='" type "'><parent link='a'/><child link='b'/>\n" content          \
                              "\n</joint>")
/* A link that a hinge moves, with `content`, its <inertial> first, in line 4. */
#define MOVING(content)     ROBOT(BODY("a") "<link name='b'>\n" content "</link>\n" HINGE("j", "a", "b", ""))
#define INERTIA(xx, yy, zz) "<inertia ixx='" xx "' ixy='0' ixz='0' iyy='" yy "' iyz='0' izz='" zz "'/></inertial>"
#define BOX(size)           "<visual><geometry><box size='" size "'/></geometry></visual>"

/* A massless link b, moved by joint j in line 5, which carries the links c and d by joints about z. */
#define JOINT_OF(name, type, parent, child)                                                                            \
    "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child                            \
    "'/><axis xyz='0 0 1'/><limit lower='-1' upper='1' effort='2' velocity='3'/></joint>\n"
#define FORK(type, first, second)                                                                                      \
    ROBOT("<link name='a'/><link name='b'/>\n" BODY("c") BODY("d") JOINT_OF("j", type, "a", "b")                       \
              JOINT_OF("k", first, "b", "c") JOINT_OF("l", second, "b", "d"))

typedef struct check_case {
    const char *text;
    const char *findings;
    const char *snippet; /* a part of the last finding's message */
} check_case;

static const check_case cases[] = {
    {ROBOT(BODY("a")), "", ""},
    {MOVED("revolute", LIMIT), "", ""},
    /* elements and masses that a joint and a root leave out */
    {MOVED("revolute", LIMIT), "note root-inertia 2:16 link 'a'\nnote axis-missing 5:1 joint 'j'\n",
     "there is no <axis>, taken as 1 0 0; expected the joint's axis (1 joint in all)"},
    {MOVED("fixed", ""), "", NULL},
    {MOVED("floating", ""), "note root-inertia 2:16 link 'a'\nnote read-otherwise 4:1 joint 'j'\n", NULL},
    {MOVED("spherical", "<limit lower='0.1' upper='1' effort='1' velocity='1'/>"),
     "note root-inertia 2:16 link 'a'\nnote read-otherwise 4:17 joint 'j'\nnote part-unread 5:1 joint 'j'\n",
     "the range of a spherical joint is not read"},
    {ROBOT("<link name='a'/>" BODY("b") HINGE("j", "a", "b", "<axis xyz='0 0 1'/>")), "", NULL},
    /* inertias that are far too small, or wrong in entries that do not affect the motion */
    {MOVING("<inertial><mass value='1e6'/>" INERTIA("0.02", "0.02", "0.02")), "warning inertia-size 4:30 link 'b'\n",
     "1e+06 kg with so small an inertia are within 0.223 mm of their center"},
    {MOVING("<inertial><mass value='1'/>" INERTIA("1e-5", "1e-5", "1e-5")), "", NULL},
    {MOVING("<inertial><mass value='1'/>" INERTIA("1e-10", "1e-10", "3e-10")), "warning inertia-size 4:28 link 'b'\n",
     NULL},
    {MOVING("<inertial><mass value='1'/>" INERTIA("1e-5", "1e-5", "3e-5")),
     "warning inertia-not-physical 4:28 link 'b'\n", "the last exceeds the other two together"},
    /* one finding for a clearly negative inertia of a link that is a body by itself */
    {MOVING(
         "<inertial><mass value='1'/><inertia ixx='0.01' ixy='1' ixz='0' iyy='0.01' iyz='0' izz='0.01'/></inertial>"),
     "error inertia-not-positive 4:28 link 'b'\n", "the first is negative by 0.99"},
    /* misspelled types, of which the first and the last need no axis; elements near to others that are there or absent
     */
    {MOVED("fixd", "<axis xyz='0 0 0'/>"), "error joint-type 4:17 joint 'j'\n", "did you mean 'fixed'?"},
    {MOVED("floatign", "<axis xyz='0 0 0'/>"), "error joint-type 4:17 joint 'j'\n", "did you mean 'floating'?"},
    {MOVED("continuous", "<calibration/><calibratoin/><orgin/>"),
     "warning unknown-element 5:15 joint 'j'\nerror element-misspelled 5:29 joint 'j'\n", "did you mean 'origin'?"},
    {MOVED("continuous", "<origin/><orgin/>"), "warning unknown-element 5:10 joint 'j'\n", "did you mean 'origin'?"},
    {MOVING("<inertial><mass value='1'/><inertai/>" INERTIA("0.01", "0.01", "0.01")),
     "warning unknown-element 4:28 link 'b'\n", "did you mean 'inertia'?"},
    {MOVING(INERTIAL BOX("0.3 0.3 0.3") "<collison/><collision><geometry><bxo/></geometry></collision>"),
     "error element-misspelled 4:169 link 'b'\nerror element-misspelled 4:201 link 'b'\n", "did you mean 'box'?"},
    {MOVING(INERTIAL "<visual><geometry><mehs/></geometry></visual>"), "error element-misspelled 4:124 link 'b'\n",
     "did you mean 'mesh'?"},
    {MOVING(INERTIAL "<actuator/><cable/><traits/><verbose/>"), "", NULL},
    /* the first line */
    {"<robot name='r'><xacro:if value='1'/></robot>", "error xacro 1:17\n", "<xacro:if> is"},
    /* an unreadable moment of a link without mass */
    {MOVING("<inertial><mass value='0'/>" INERTIA("x", "1", "1")), "error number 4:37 link 'b'\n", NULL},
    {ROBOT("<material name='m'><color rgba='1 1 1 1'/><color rgba='1 1 1 1'/></material>" BODY("a")),
     "error element-repeated 2:43\n", "<material> has a second <color>, after that in line 2"},
    {ROBOT("<material name='m'><texture filename='a'/><texture filename='b'/></material>" BODY("a")),
     "error element-repeated 2:43\n", "<material> has a second <texture>, after that in line 2"},
    {"<robot name='r' version='1.1'>" BODY("a")
         BODY("b") "<joint name='j' type='fixed'><parent link='a'/>"
                   "<child link='b'/><origin quat_xyzw='1 2 3 4'/></joint></robot>",
     "note read-otherwise 1:17\nnote quaternion-not-unit 3:73 joint 'j'\n",
     "the quaternion 1 2 3 4 has length 5.47723"},
    /* robots without mass: up to three of the links that move are named, those welded to them too */
    {ROBOT("<link name='a'/><link name='b'/>" HINGE("j", "a", "b", "")), "warning robot-weightless 1:1\n",
     "no link that moves has a mass ('b'), so that"},
    {ROBOT("<link name='a'/><link name='b'/><link name='c'/><link name='d'/><link name='w'/>" HINGE("j", "a", "b", "")
               HINGE("k", "b", "c", "") "<joint name='l' type='fixed'><parent link='c'/><child link='d'/></joint>"
                                        "<joint name='m' type='fixed'><parent link='a'/><child link='w'/></joint>"),
     "warning robot-weightless 1:1\n", "no link that moves has a mass ('b', 'c', 'd'), so that"},
    {ROBOT("<link name='a'/><link name='b'/><link name='c'/><link name='d'/><link name='e'/>" HINGE("j", "a", "b", "")
               HINGE("k", "b", "c", "") HINGE("l", "c", "d", "") HINGE("m", "d", "e", "")),
     "warning robot-weightless 1:1\n", "no link that moves has a mass ('b', 'c', 'd' and others), so that"},
    /* products of inertia under mirrored names: iyx is ixy, izy is iyz */
    {MOVING(
         "<inertial><mass value='1'/><inertia ixx='0.01' iyx='0' ixz='0' iyy='0.01' iyz='0' izz='0.01'/></inertial>"),
     "error inertia-incomplete 4:28 link 'b'\nerror attribute-misspelled 4:48 link 'b'\n", "did you mean 'ixy'?"},
    {MOVING(
         "<inertial><mass value='1'/><inertia ixx='0.01' ixy='0' ixz='0' iyy='0.01' izy='0' izz='0.01'/></inertial>"),
     "error inertia-incomplete 4:28 link 'b'\nerror attribute-misspelled 4:75 link 'b'\n", "did you mean 'iyz'?"},
    {MOVING("<inertial><mass value='1'/><inertia ixx='0.01' ixy='0' iyx='0' ixz='0' iyy='0.01' iyz='0' izz='0.01'/>"
            "</inertial>"),
     "note unknown-attribute 4:56 link 'b'\n", NULL},
    /* <ros2_control> for a fixed joint */
    {ROBOT(BODY("a") BODY("b") "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>\n"
                               "<ros2_control name='c' type='system'><joint name='j'/></ros2_control>"),
     "note transmission-fixed 5:45\n", "a <ros2_control> is for the joint 'j', which is fixed"},
    /* an axis that a fixed joint does not use excuses no fault of the next joint */
    {ROBOT(BODY("a") BODY("b") BODY(
         "c") "<joint name='j' type='fixed'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/></joint>\n"
              "<joint name='k' type='fixed'><origin xyz='x 0 0'/><parent link='a'/><child link='c'/></joint>"),
     "error number 6:38 joint 'k'\n", "'x 0 0' is not a list of 3 numbers"},
    /* a massless link that carries several bodies */
    {FORK("revolute", "floating", "floating"),
     "warning singular-mass 5:1 joint 'j'\nnote read-otherwise 6:1 joint 'k'\n", NULL},
    {FORK("floating", "floating", "floating"),
     "note read-otherwise 5:1 joint 'j'\nwarning singular-mass 5:1 joint 'j'\n", NULL},
    {FORK("revolute", "floating", "prismatic"), "note read-otherwise 6:1 joint 'k'\n", NULL},
    {FORK("revolute", "revolute", "revolute"), "warning singular-mass 5:1 joint 'j'\n",
     "nothing resists when this joint moves against the 2 joints that it carries"},
    {FORK("revolute", "revolute", "prismatic"), "", NULL},
    /* files that other programs refuse or read otherwise */
    {"<robot name='r' version='1.2'>" BODY("a") "</robot>", "note read-otherwise 1:17\n",
     "refused or read otherwise by urdfdom, sdformat"},
    {ROBOT("<material name='m'/>" BODY("a")), "note read-otherwise 2:1\n", "neither color nor texture"},
    {ROBOT("<material name='m'><color rgba='1 1 1 1'/></material>\n<material name='m'/>" BODY("a")),
     "note read-otherwise 3:1\nnote read-otherwise 3:1\n", "stands in <robot> twice"},
    {MOVING(INERTIAL "<visual><geometry><x:y xmlns:x='u'/><box size='1 1 1'/></geometry></visual>"),
     "note read-otherwise 4:114 link 'b'\n", "begins with an element of another namespace"},
    {ROBOT("<link name='a'>" INERTIAL "<visual><geometry><box size='1 1 1'/></geometry><material name='m'/></visual>\n"
           "<visual><geometry><box size='1 1 1'/></geometry><material name='m'><color rgba='1 1 1 1'/></material>"
           "</visual></link>"),
     "note read-otherwise 2:169 link 'a'\n", "defined behind this visual only"},
    /* elements in wrong places */
    {MOVED("revolute", LIMIT "<inertial/>"), "error element-misplaced 5:54 joint 'j'\n", NULL},
    {MOVED("revolute", "<axis xyz='1 0 0'>" LIMIT "</axis>"),
     "warning limit-missing 4:1 joint 'j'\nerror element-misplaced 5:19 joint 'j'\n", "<limit> in <axis>"},
    {MOVING("<inertial><mass value='1'><value>1</value></mass>" INERTIA("0.01", "0.01", "0.01")),
     "warning unknown-element 4:27 link 'b'\n", "<value> in <mass>"},
    {MOVING(INERTIAL "<visual><geometry><box size='1 1 1'/><sphere radius='1'/></geometry></visual>"),
     "error element-repeated 4:143 link 'b'\n", "a second shape, <sphere>; expected one"},
    {MOVING(INERTIAL "<visual><geometry><box size='1 1 1'/><material/><verbose/></geometry></visual>"),
     "warning unknown-element 4:143 link 'b'\n", "<material> in <geometry>"},
    {MOVING(INERTIAL "<visual><geometry><cone/><box size='1 1 1'/></geometry></visual>"),
     "warning unknown-geometry 4:124 link 'b'\nerror element-repeated 4:131 link 'b'\n", NULL},
    {MOVING(INERTIAL "<visual><geometry><origin xyz='0 0 1'/><box size='1 1 1'/></geometry></visual>"),
     "warning unknown-geometry 4:124 link 'b'\nerror element-repeated 4:145 link 'b'\n",
     "<box> behind <origin>, and so it is ignored; expected the shape alone"},
    {MOVING("<inertial><mass value='1'><origin/></mass>" INERTIA("0.01", "0.01", "0.01")),
     "error element-misplaced 4:27 link 'b'\n", "<origin> in <mass> is misplaced and ignored; expected in <joint>, "},
    {ROBOT("<material name='m'><colour rgba='1 1 1 1'/></material>\n" BODY("a")),
     "note read-otherwise 2:1\nerror element-misspelled 2:20\n", "did you mean 'color'?"},
    {MOVING("<inertal/>" INERTIAL), "warning unknown-element 4:1 link 'b'\n", "<inertal> in <link> is unknown"},
    {ROBOT("<m:a xmlns:m='http://x'/>" BODY("a")), "", ""},
    {ROBOT("<xacro:macro name='m' xmlns:xacro='http://www.ros.org/wiki/xacro'><a/></xacro:macro>" BODY(
         "a") "<xacro:m xmlns:xacro='http://www.ros.org/wiki/xacro'/>"),
     "error xacro 2:1\n", "<xacro:macro> is unexpanded xacro; expected the output of xacro: condyle xacro"},
    {MOVED("revolute", LIMIT "<xacro:gazebo_v0 name='j'/>"), "warning xacro-left 5:54\n", "calls a macro"},
    {MOVED("revolute", LIMIT "<xacro:first name='j'/>\n<xacro:second/>"), "warning xacro-left 5:54\n",
     "<xacro:first> calls"},
    {MOVED("revolute", LIMIT "<xacro:call_me name='j'/>\n<xacro:if value='1'/>"), "error xacro 6:1\n", "<xacro:if> is"},
    {MOVED("revolute", LIMIT "<xacro:unless value='1'/>\n<xacro:if value='1'/>"), "error xacro 5:54\n",
     "<xacro:unless> is"},
    {MOVED("revolute", LIMIT "<xacro:unless value='1'/>\n<xacro:call_me/>"), "error xacro 5:54\n", "<xacro:unless> is"},
    {ROBOT("<xacro:arm xmlns:xacro='http://www.ros.org/wiki/xacro'/>" BODY("a")), "error xacro 2:1\n",
     "<xacro:arm> is"},
    {"<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>" BODY("a") "</robot>", "", NULL},
    {ROBOT("<xacro:include filename='x'/>"), "error xacro 2:1\n", "xacro FILE > ROBOT.urdf"},
    {MOVED("revolute", LIMIT "<origin xyz='0 0 ${h}'/>"), "error xacro 5:62\n", "<origin> xyz='0 0 ${h}'"},
    {MOVED("$(arg t)", LIMIT), "error xacro 4:17\n", NULL},
    {ROBOT(BODY("$(x)${")), "error xacro 2:7\n", NULL},
    {ROBOT(BODY("$(x)$(rm -r)$(argx)")), "", NULL},
    {ROBOT("<m:macro name='m' xmlns:m='http://ros.org/wiki/xacro'/>" BODY("a")), "error xacro 2:1\n", ""},
    {ROBOT("<x:if value='1' xmlns:x='http://wiki.ros.org/xacro'/>" BODY("a")), "error xacro 2:1\n", ""},
    {ROBOT("<x:if value='1' xmlns:x='https://www.ros.org/wiki/xacro/'/>" BODY("a")), "error xacro 2:1\n", ""},
    {ROBOT("<xacro:if value='1'/>" BODY("a")), "error xacro 2:1\n", ""},
    {ROBOT("<other:a xmlns:other='http://x'><xacro:if value='1'/></other:a>" BODY("a")), "error xacro 2:33\n", ""},
    {ROBOT(BODY("${p}a") BODY("${p}b") HINGE("${p}j", "${p}a", "${p}b", "")), "error xacro 2:7\n",
     "<link> name='${p}a' is unexpanded xacro"},
    {MOVING(INERTIAL "<visual><geometry><mesh filename='$(find p)/a.stl'/></geometry></visual>"),
     "warning xacro-left 4:130 link 'b'\n", "'$(find p)/a.stl'"},
    {ROBOT(BODY("a$")), "", ""},
    {ROBOT("<xacro:if xmlns:xacro='http://my.site/xacro'/>" BODY("a")), "", ""},
    {ROBOT("<xacro:if xmlns:xacro='http://www.ros.org/wiki/xacro2'/>" BODY("a")), "", ""},
    {MOVING("<inertal><mass value='1'/></inertal>"),
     "warning robot-weightless 1:1\nerror element-misspelled 4:1 link 'b'\n", NULL},
    {MOVING(INERTIAL "<visual><geometry><sphere radius='-1'/></geometry></visual>"),
     "error negative-size 4:132 link 'b'\n", "<sphere> radius: a size of -1"},
    {MOVING(INERTIAL "<visual><geometry><cylinder radius='-2' length='1'/></geometry></visual>"),
     "error negative-size 4:134 link 'b'\n", "<cylinder> radius: a size of -2"},
    {MOVING(INERTIAL "<visual><geometry><cylinder radius='1' length='-3'/></geometry></visual>"),
     "error negative-size 4:145 link 'b'\n", "<cylinder> length: a size of -3"},
    {MOVING(INERTIAL "<visual><geometry><box size='1 1 -4'/></geometry></visual>"),
     "error negative-size 4:129 link 'b'\n", "<box> size: a size of -4"},
    /* a rod has no inertia about a joint axis along it, and has inertia about any other axis */
    {ROBOT(BODY("a") "<link name='b'><inertial><mass value='1'/><inertia ixx='0.66666666666668333' "
                     "ixy='-0.33333333333331667' ixz='-0.33333333333331667' iyy='0.66666666666668333' "
                     "iyz='-0.33333333333331667' izz='0.66666666666668333'/></inertial></link>\n" HINGE(
                         "j", "a", "b", "<axis xyz='1 1 1'/>")),
     "warning singular-mass 4:1 joint 'j'\nnote axis-not-unit 4:127 joint 'j'\n", "has length 1.73205"},
    {ROBOT(BODY("a") "<link name='b'><inertial><mass value='1'/><inertia ixx='0.64' ixy='-0.48' ixz='0' iyy='0.36' "
                     "iyz='0' izz='1'/></inertial></link>\n" HINGE("j", "a", "b", "<axis xyz='0.6 0.8 0'/>")),
     "warning singular-mass 4:1 joint 'j'\n", "no inertia along the joint's motion"},
    {ROBOT(BODY("a") "<link name='b'><inertial><mass value='1'/><inertia ixx='0.64' ixy='-0.48' ixz='0' iyy='0.36' "
                     "iyz='0' izz='1'/></inertial></link>\n" HINGE("j", "a", "b", "<axis xyz='0.8 0.6 0'/>")),
     "", NULL},
    /* moments of inertia up to 1e-12 m^2 times the mass count as a point's */
    {MOVING("<inertial><mass value='2'/>" INERTIA("0", "0", "2e-12")),
     "note point-mass 4:28 link 'b'\nwarning singular-mass 5:1 joint 'j'\n", NULL},
    {MOVING("<inertial><mass value='2'/>" INERTIA("0", "0", "2.01e-12")), "warning singular-mass 5:1 joint 'j'\n",
     NULL},
    /* an unreadable moment is one finding: the moments are not compared without it */
    {MOVING("<inertial><mass value='1'/>" INERTIA("x", "1", "5")), "error number 4:37 link 'b'\n", NULL},
    {MOVING("<inertial><mass value='1'/>" INERTIA("1", "1", "-")), "error number 4:77 link 'b'\n", NULL},
    {MOVING(INERTIAL "<mass value='3'/>"), "error element-misplaced 4:106 link 'b'\n",
     "<mass> in <link> is misplaced and ignored; expected in <inertial>"},
    {MOVING(INERTIAL "<origin xyz='0 0 0' rpy='0 -0 0'/>"), "note origin-of-link 4:106 link 'b'\n", "and zero"},
    {MOVING(INERTIAL "<origin/>"), "note origin-of-link 4:106 link 'b'\n", "and zero"},
    {MOVING(INERTIAL "<origin xyz='0 0 1e-9'/>"), "error element-misplaced 4:106 link 'b'\n", "expected in <joint>, "},
    {MOVING(INERTIAL "<origin rpy='0 0'/>"), "error element-misplaced 4:106 link 'b'\n", "expected in <joint>, "},
    {MOVING(INERTIAL "<origin quat_xyzw='0 0 0 1'/>"), "error element-misplaced 4:106 link 'b'\n",
     "expected in <joint>, "},
    {MOVING("<inertia ixx='1' iyy='1' izz='1'/>"),
     "warning robot-weightless 1:1\nerror element-misplaced 4:1 link 'b'\n", NULL},
    {MOVING(INERTIAL INERTIAL), "error element-repeated 4:106 link 'b'\n", "a second <inertial>, after that in line 4"},
    {ROBOT(BODY("a") "<link name='b'>\n<inertial><mass value='1e308'/>" INERTIA(
         "1e306", "1e306",
         "1e306") "</link><link name='c'><inertial><mass value='1e308'/>" INERTIA("1e306", "1e306",
                                                                                  "1e306") "</link>" HINGE("j", "a",
                                                                                                           "b",
                                                                                                           "") "<joint "
                                                                                                               "name='"
                                                                                                               "w' "
                                                                                                               "type='"
                                                                                                               "fixed'>"
                                                                                                               "<parent"
                                                                                                               " link='"
                                                                                                               "b'/"
                                                                                                               "><"
                                                                                                               "child "
                                                                                                               "link='"
                                                                                                               "c'/></"
                                                                                                               "joint"
                                                                                                               ">"),
     "error number 4:1 link 'b'\nwarning inertia-size 4:32 link 'b'\nwarning inertia-size 4:166 link 'c'\n", NULL},
    {MOVED("revolute", "<limit lower='-1' uper='1' effort='2' velocity='3'/>"),
     "error attribute-misspelled 5:19 joint 'j'\n", "did you mean 'upper'?"},
    {MOVED("revolute", LIMIT "<axis xyz='1 0 0' color='red'/>"), "note unknown-attribute 5:72 joint 'j'\n", "color"},
    {MOVED("revolute", LIMIT "<axis xyz='1 0 0' color='red' c2='x'/><dynamics color='blue'/>"),
     "note unknown-attribute 5:72 joint 'j'\nnote unknown-attribute 5:84 joint 'j'\n"
     "note unknown-attribute 5:102 joint 'j'\n",
     "<dynamics> has an unknown attribute color, which is ignored"},
    {ROBOT("<link name='a'><visual x='1'><geometry><box size='1 1 1'/></geometry></visual>\n"
           "<visual x='2'><geometry><box size='1 1 1'/></geometry></visual></link>"),
     "note unknown-attribute 2:24 link 'a'\n", "x, which is ignored (2 times in all)"},
    {MOVED("revolute", LIMIT "<origin xyz='0 0 0' offset_x='1'/>"), "note unknown-attribute 5:74 joint 'j'\n", NULL},
    {MOVED("revolute", LIMIT "<origin position='0.3 0 0' rotation='0'/>"),
     "warning origin-unread 5:62 joint 'j'\nwarning origin-unread 5:81 joint 'j'\n",
     "rotation, which is ignored with the placement that it gives"},
    {MOVED("continuous", "<limit upper='1.5' effort='80' velocity='2' power='3'/>"),
     "note limit-unused 5:1 joint 'j'\nnote unknown-attribute 5:45 joint 'j'\n", "power, which is ignored"},
    {MOVED("revolute", LIMIT "<origin quat_wxyz='1 0 0 0'/>"), "warning origin-unread 5:62 joint 'j'\n",
     "expected xyz and rpy"},
    {MOVED("revolute", LIMIT "<origin xyz='0 0 1' rpyw='1 0 0 0'/>"), "warning origin-unread 5:74 joint 'j'\n", NULL},
    /* stray text is found from the first byte behind the start tag on */
    {ROBOT("<link name='b'>xyz</link>"), "warning text-ignored 2:16 link 'b'\n", "the text 'xyz' in <link>"},
    {ROBOT(BODY("a") "<material name='m'><color rgba='1 1 1 1'/></material>\n &quot;&gt;"), "note text-stray 4:2\n",
     NULL},
    {ROBOT(BODY("a") "<material name='m'><color rgba='1 1 1 1'/></material>\n &quot;&#34;&#x3e;&#32;"),
     "note text-stray 4:2\n", NULL},
    {ROBOT(BODY("a") "<material name='m'><color rgba='1 1 1 1'/></material>\n &#65;"), "warning text-ignored 4:2\n",
     "the text '&#65;' in <robot>"},
    {ROBOT(BODY("a") "<material name='m'><color rgba='1 1 1 1'/></material>\n &gt;&#x4a;"),
     "warning text-ignored 4:2\n", NULL},
    {ROBOT(BODY("a") "<material name='m'><color rgba='1 1 1 1'/></material>\n &#228;"), "warning text-ignored 4:2\n",
     NULL},
    {ROBOT(BODY("a") "<![CDATA[<link/>]]>"), "warning text-ignored 3:10\n", "the text '<link/>' in <robot>"},
    {MOVED("continuous", "<limit tower='1.5' effort='80' velocity='2'/>"), "note unknown-attribute 5:8 joint 'j'\n",
     "did you mean 'lower'?"},
    {ROBOT(BODY("a") "<line/>"), "warning unknown-element 3:1\n", "<line> in <robot> is unknown and ignored"},
    /* text between elements */
    {MOVED("revolute", LIMIT "<origin>\n<!-- 1 --> 0 0 0.1\n</origin>"), "warning text-ignored 6:12 joint 'j'\n",
     "the text '0 0 0.1' in <origin> is ignored; expected elements and attributes only"},
    {ROBOT(BODY("a") "<material name='m'><color rgba='1 1 1 1'/></material>\">"), "note text-stray 3:54\n",
     "the text '\">' in <robot>"},
    {ROBOT(BODY("a") "<transmission name='t'><type>x</type>12</transmission><gazebo>text<link>x</link></gazebo>"), "",
     NULL},
    {ROBOT("text<link name='a'>" INERTIAL "<![CDATA[ ]]><?p x?> <![CDATA[\n \xc3\xa4]]> more</link>"),
     "warning text-ignored 2:1\nwarning text-ignored 3:2 link 'a'\n", "the text '\xc3\xa4' in <link>"},
    {ROBOT("<link name='a'>" INERTIAL "<x:y xmlns:x='u'>1</x:y>2</link>"), "warning text-ignored 2:145 link 'a'\n",
     "'2'"},
    {ROBOT(BODY("a") "<robot name='s'>" BODY("b") "</robot>"), "error element-misplaced 3:1\n",
     "<robot> in <robot> is ignored, with its links and joints; expected one <robot>"},
    {MOVED("revolute", "<limit lower='-1 ' upper='1' effort='2' velocity='3'/>"),
     "warning number-space 5:8 joint 'j'\n", "'-1 '"},
    {MOVED("revolute", "<limit lower='-1' upper='&#9;1' effort='2' velocity='\n3'/><origin xyz=' 0\t0 0 '/>"),
     "warning number-space 5:19 joint 'j'\nwarning number-space 5:44 joint 'j'\nnote list-break 6:13 joint 'j'\n",
     "a tab or line break parts the numbers"},
    {MOVED("revolute", LIMIT "<origin xyz='0\n0 0'/>"), "note list-break 5:62 joint 'j'\n", "<origin> xyz: a tab or"},
    {MOVED("revolute", LIMIT "<origin xyz='\n0 \t0 0'/>"), "", NULL},
    {MOVED("revolute", LIMIT "<origin xyz='0 0 0\n'/>"), "note list-break 5:62 joint 'j'\n", NULL},
    {MOVED("revolute", LIMIT "<origin xyz='0 \n 0 0'/>"), "note list-break 5:62 joint 'j'\n", NULL},
    {"\n <?xml version='1.0'?>" ROBOT(BODY("a")), "warning xml-declaration 2:2\n", "before <?xml ...?>"},
    {"<?xml version='1.0' encoding='nonsense'?>" ROBOT(BODY("a")), "warning xml-declaration 1:1\n",
     "the encoding 'nonsense' is unknown, read as UTF-8"},
    {"\xef\xbb\xbf<?xml version='1.0' encoding='Shift_JIS'?>" ROBOT(BODY("a")), "", NULL},
    {"\n" ROBOT(BODY("a")), "", NULL},
    {MOVED("revolute", LIMIT "<origin xyz='1 2' rpy='x 0 0'/>"),
     "error number 5:62 joint 'j'\nerror number 5:72 joint 'j'\n", "'x 0 0' is not a list"},
    {MOVED("revolute", "<limit lower='-1' upper='nan' effort='2,0' velocity='3'/>"),
     "error number 5:19 joint 'j'\nerror number 5:31 joint 'j'\n", "'2,0' is not a number"},
    {MOVING("<inertial><mass value='1'/><inertia ixx='0x1' ixy='1e' iyy='1.0f'/></inertial>"),
     "error attribute-missing 4:28 link 'b'\nerror number 4:37 link 'b'\nerror number 4:47 link 'b'\n"
     "error number 4:56 link 'b'\n",
     "'1.0f'"},
    {MOVING(INERTIAL "<visual><origin xyz='1'/><geometry><cylinder radius='a' length='b'/></geometry></visual>"),
     "error number 4:122 link 'b'\nerror number 4:151 link 'b'\nerror number 4:162 link 'b'\n", "'b'"},
    {ROBOT(BODY("a") "<link name='a'><inertial><mass value='-1'/></inertial></link>"),
     "error name-repeated 3:1 link 'a'\nerror mass-negative 3:32 link 'a'\n", NULL},
    {MOVING(INERTIAL "<visual><geometry><box size='1 1 1'/></geometry><material name='m'><color rgba='1 1 "
                     "1'/></material></visual>"),
     "error number 4:180 link 'b'\n", "'1 1 1' is not a list of 4"},
    /* a material that cannot be read is one finding, and no missing material */
    {ROBOT("<material name='m'><color rgba='1 1 1'/></material>\n<link name='a'>" INERTIAL
           "<visual><geometry><box size='1 1 1'/></geometry><material name='m'/></visual></link>"),
     "error number 2:27\n", "'1 1 1' is not a list of 4"},
    {ROBOT("<material name='m'><color rgba='1 1 1 1'/></material>\n<link name='a'>" INERTIAL
           "<visual><geometry><box size='1 1 1'/></geometry><material name='m'><color rgba='0 1 1 "
           "1'/></material></visual></link>"),
     "warning material-conflict 3:169 link 'a'\n", "'m' is defined differently before"},
    {MOVED("revolute", LIMIT "<origin rpy='0 90 0'/>"), "warning angle-in-degrees 5:62 joint 'j'\n", "1.5708"},
    {MOVED("revolute", LIMIT "<origin rpy='12.6 -12.6 0'/>"), "", NULL}, /* two whole turns */
    {MOVED("revolute", LIMIT "<origin rpy='0 0 -12.65'/>"), "warning angle-in-degrees 5:62 joint 'j'\n", "-0.220784"},
    {MOVED("revolute", LIMIT "<origin rpy='720 0 0'/>"), "warning angle-in-degrees 5:62 joint 'j'\n", "12.5664"},
    {MOVED("revolute", LIMIT "<origin rpy='720.5 0 0'/>"), "", NULL},
    {MOVED("revolute", "<limit lower='-180' upper='170' effort='2' velocity='3'/>"),
     "warning angle-in-degrees 5:8 joint 'j'\n", "-3.14159 and 2.96706"},
    {MOVED("prismatic", "<limit lower='0' upper='85' effort='2' velocity='3'/>"),
     "warning length-in-millimeters 5:18 joint 'j'\n",
     "0 and 85 m look like millimeters; expected meters, 0 and 0.085"},
    {MOVED("prismatic", "<limit lower='-1000' upper='1000' effort='2' velocity='3'/>"), "", NULL},
    {MOVED("prismatic", "<limit lower='0' upper='999999' effort='2' velocity='3'/>"), "", NULL},
    {MOVED("revolute", LIMIT "<origin xyz='0 0 320'/>"), "warning length-in-millimeters 5:62 joint 'j'\n", "0 0 0.32"},
    {MOVED("revolute", LIMIT "<origin xyz='100 -100 100'/>"), "", NULL},
    {MOVED("revolute", LIMIT "<origin xyz='0 -100.5 0'/>"), "warning length-in-millimeters 5:62 joint 'j'\n",
     "0 -0.1005 0"},
    {MOVED("revolute", LIMIT "<origin xyz='100.5 0 0'/>"), "warning length-in-millimeters 5:62 joint 'j'\n",
     "0.1005 0 0"},
    {"<robot name='r' version='3.0'>\n" BODY("a") "</robot>", "warning version 1:17\n", "3.0"},
    {"<robot>\n" BODY("a") "</robot>", "error robot-name 1:1\n", "no name"},
    {ROBOT(""), "error robot-empty 1:1\n", "no <link>"},
    {"\x1f\x8b\x08", "error xml 1:1\n", "compressed by gzip; expected a robot in URDF"},
    {"version https://git-lfs.github.com/spec/v1\n", "error xml 1:1\n",
     "a pointer of Git LFS in the place of the file"},
    {"<model/>", "error root-element 1:1\n", "<model>"},
    {"<robot name='r'>\n<link name='a'>\n</robot>", "error xml 3:9\n", "not well-formed XML"},
    /* topology */
    {ROBOT(BODY("a") BODY("b") BODY("c")), "error roots 3:1 link 'b'\nerror roots 4:1 link 'c'\n", "line 2"},
    {ROBOT(BODY("a") BODY("b") BODY("c") HINGE("j", "a", "c", "") HINGE("k", "b", "c", "")),
     "error roots 3:1 link 'b'\nerror two-parents 6:1 joint 'k'\n",
     "joint 'j' in line 5; expected one parent; a closed loop is cut here, and closed by 'condyle constrained"},
    {ROBOT(BODY("a") BODY("b") BODY("c") HINGE("j", "b", "c", "") HINGE("k", "c", "b", "")),
     "error cycle 5:1 joint 'j'\n",
     "expected a tree; a closed loop is cut at a joint, and closed by 'condyle constrained --loop'"},
    {ROBOT(BODY("a") HINGE("j", "a", "a", "")), "error cycle 3:1 joint 'j'\n", "both its parent and its child"},
    {ROBOT(BODY("arm") BODY("b") HINGE("j", "amr", "b", "")), "error link-undeclared 4:33 joint 'j'\n",
     "did you mean 'arm'?"},
    {ROBOT(BODY("a") BODY("a")), "error name-repeated 3:1 link 'a'\n", "line 2"},
    {ROBOT(BODY("a") BODY("b") HINGE("j", "a", "b", "<mimic joint='k'/>")), "error mimic-unknown 4:121 joint 'j'\n",
     "'k', which does not exist"},
    {ROBOT(BODY("a") BODY("b") HINGE("j", "a", "b", "<mimic joint='j'/>")), "error mimic-invalid 4:121 joint 'j'\n",
     "itself"},
    {ROBOT(BODY("a") BODY("b") BODY("c") HINGE("j", "a", "b", "<mimic joint='k'/>")
               HINGE("k", "b", "c", "<mimic joint='j'/>")),
     "error mimic-invalid 5:121 joint 'j'\n", "'k', which leads back to itself in a ring"},
    {ROBOT(BODY("a") BODY("b") BODY("c") BODY("d")
               BODY("e") "<joint name='f' type='fixed'><parent link='a'/><child link='b'/></joint>\n" HINGE(
                   "j", "b", "c", "<mimic joint='f'/>") HINGE("k", "c", "d", "<mimic joint='l'/>")
                   HINGE("l", "d", "e", "<mimic joint='k'/><axis xyz='0 0 0'/>")),
     "error mimic-invalid 8:121 joint 'j'\nerror mimic-invalid 9:121 joint 'k'\nerror axis-zero 10:145 joint 'l'\n",
     "the axis is zero"},
    {ROBOT(BODY("a") BODY("b") BODY("c") HINGE("j", "a", "b", "<mimic joint='x'/>")
               HINGE("k", "c", "b", "<mimic joint='y'/>")),
     "error roots 4:1 link 'c'\nerror mimic-unknown 5:121 joint 'j'\nerror two-parents 6:1 joint 'k'\n"
     "error mimic-unknown 6:121 joint 'k'\n",
     "'y', which does not exist"},
    {ROBOT(BODY("a") BODY("b") BODY("c") BODY("d") HINGE("j", "a", "b", "") HINGE("k", "b", "c", "<mimic joint='j'/>")
               HINGE("l", "c", "d", "<mimic joint='k'/>")),
     "note mimic-chain 8:121 joint 'l'\n", "'k', which mimics 'j'"},
    {ROBOT(BODY("a-b") BODY("a b") HINGE("j", "a-b", "a b", "")), "warning name-collision 3:1 link 'a b'\n", "a_b"},
    {ROBOT(BODY("a") BODY("j") HINGE("j", "a", "j", "")), "note name-shared 4:1 joint 'j'\n", "a link has this name"},
    {MOVED("Prismatic", "<axis xyz='0 0 0'/>"),
     "warning limit-missing 4:1 joint 'j'\nerror joint-type 4:17 joint 'j'\nerror axis-zero 5:7 joint 'j'\n",
     "the axis is zero"},
    {MOVED("hinge", ""), "error joint-type 4:17 joint 'j'\n", "'hinge' is unknown"},
    {MOVED("hinge", "<limit effort='-2' velocity='1'/>"),
     "error joint-type 4:17 joint 'j'\nerror limit-negative 5:8 joint 'j'\n", "-2"},
    {ROBOT(BODY("a") BODY("b") "<joint name='j' type='fixed'><child link='b'/></joint>\n"),
     "error element-missing 4:1 joint 'j'\n", "<parent>"},
    {MOVED("revolute", LIMIT "<axis/>"), "error attribute-missing 5:54 joint 'j'\n", "lacks xyz"},
    /* joints */
    {MOVED("revolute", LIMIT "<axis xyz='0 0 0'/>"), "error axis-zero 5:60 joint 'j'\n", "the axis is zero"},
    {MOVED("revolute", LIMIT "<axis xyz='0 3 4'/>"), "note axis-not-unit 5:60 joint 'j'\n", "length 5; expected 1"},
    {MOVED("revolute", LIMIT "<axis xyz='1e300 1e300 0'/>"), "note axis-not-unit 5:60 joint 'j'\n", NULL},
    {MOVED("planar", "<axis xyz='0 0 1e-310'/>"), "note axis-not-unit 5:7 joint 'j'\n", NULL},
    {MOVED("revolute", "<limit lower='2' upper='1' effort='2' velocity='3'/>"), "error limits-reversed 5:1 joint 'j'\n",
     "the lower limit 2 is above the upper limit 1; expected it below, by a swap or by a sign that was lost"},
    {MOVED("revolute", "<limit lower='2' upper='-1' effort='2' velocity='3'/>"),
     "error limits-reversed 5:1 joint 'j'\n", "expected it below"},
    {MOVED("revolute", "<limit lower='0.5' effort='2' velocity='3'/>"), "error limits-reversed 5:8 joint 'j'\n",
     "<limit> lacks upper, taken as 0, and has lower=0.5 above it"},
    {MOVED("prismatic", "<limit upper='-0.5' effort='2' velocity='3'/>"), "error limits-reversed 5:8 joint 'j'\n",
     "<limit> lacks lower, taken as 0, and has upper=-0.5 below it"},
    {MOVED("fixed", "<limit lower='0' upper='0' effort='-1'/>"), "note read-otherwise 5:1 joint 'j'\n",
     "a fixed joint lacks velocity; expected both effort and velocity, or no <limit>; refused or read otherwise by "
     "urdfdom, pinocchio, sdformat"},
    {ROBOT(BODY("a") BODY("b") "<joint name='j' type='revolute'><parent link='q'/><child link='b'/>\n"
                               "<limit lower='-90' upper='90' effort='2' velocity='3'/><axis xyz='0 0 2'/></joint>"),
     "error link-undeclared 4:33 joint 'j'\nwarning angle-in-degrees 5:20 joint 'j'\nnote axis-not-unit 5:62 joint "
     "'j'\n",
     NULL},
    {MOVED("continuous", "<limit lower='2' upper='1' effort='2' velocity='3'/>"), "note limit-unused 5:1 joint 'j'\n",
     "lower and upper are not used, as the joint is continuous"},
    {MOVED("continuous", "<limit effort='2' velocity='3'/>"), "", NULL},
    {MOVED("fixed", "<limit lower='2' upper='1' effort='2' velocity='3'/>"), "", NULL},
    {MOVED("fixed", "<axis xzy='0 0 1'/>"), "warning unused-part 5:1 joint 'j'\nwarning unused-part 5:7 joint 'j'\n",
     "no xyz; did you mean 'xyz'?; ignored, as a fixed joint does not use it"},
    {MOVED("fixed", "<dynamics damping='-1'/>"), "warning unused-part 5:11 joint 'j'\n",
     "damping is -1; expected 0 or more; ignored, as a fixed joint does not use it"},
    {MOVED("revolute", "<limit lower='1' upper='2' effort='2' velocity='3'/>"),
     "note home-outside-limits 5:1 joint 'j'\n", "home is 1"},
    {MOVED("prismatic", "<limit lower='1' upper='1' effort='2' velocity='3'/>"), "note limits-equal 5:1 joint 'j'\n",
     "equal"},
    {MOVED("revolute", "<limit lower='-9' upper='1' effort='2' velocity='3'/>"),
     "note limit-beyond-turn 5:8 joint 'j'\n", "-9 and 1"},
    {MOVED("revolute", "<limit lower='-1' upper='1' effort='0' velocity='3'/>"),
     "note effort-or-velocity-zero 5:1 joint 'j'\n", "1 joint in all"},
    {MOVED("revolute", "<limit lower='-1' upper='1' effort='-2' velocity='3'/>"),
     "error limit-negative 5:29 joint 'j'\n", "<limit> effort is -2; expected 0 or more"},
    {MOVED("continuous", "<limit effort='-2' velocity='-3'/>"),
     "error limit-negative 5:8 joint 'j'\nerror limit-negative 5:20 joint 'j'\n", "velocity is -3"},
    {MOVED("revolute", "<limit lower='-1' upper='1' effort='2'/>"), "warning limit-incomplete 5:1 joint 'j'\n",
     "<limit> lacks velocity, taken as unknown"},
    {MOVED("revolute", "<limit lower='-1' upper='1'/>"), "warning limit-incomplete 5:1 joint 'j'\n",
     "<limit> lacks effort and velocity, taken as unknown"},
    {MOVED("revolute", "<limit effort='2' velocity='3'/>"), "warning limit-without-range 5:1 joint 'j'\n",
     "expected the range"},
    {MOVED("revolute", ""), "warning limit-missing 4:1 joint 'j'\n", "without <limit>, taken as unlimited; expected"},
    {MOVED("revolute", LIMIT "<dynamics damping='-1'/>"), "error negative-damping 5:64 joint 'j'\n", "damping is -1"},
    {MOVED("revolute", LIMIT "<dynamics damping='1' friction='-0.5'/>"), "error negative-damping 5:76 joint 'j'\n",
     "friction is -0.5"},
    /* masses */
    {MOVING("<inertial><mass value='-2.5'/>" INERTIA("1", "1", "1")), "error mass-negative 4:17 link 'b'\n", "-2.5"},
    {MOVING("<inertial><mass value='heavy'/>" INERTIA("1", "1", "1")), "error number 4:17 link 'b'\n", "'heavy'"},
    {MOVING("<inertial>" INERTIA("0.01", "0.01", "0.01")),
     "error mass-missing 4:1 link 'b'\nwarning inertia-without-mass 4:11 link 'b'\n", NULL},
    {MOVING("<inertial><mass value='1'/></inertial>"),
     "error inertia-missing 4:1 link 'b'\nwarning singular-mass 5:1 joint 'j'\n",
     "no inertia along the joint's motion"},
    {MOVING("<inertial><mass value='1'/>" INERTIA("-0.01", "0.02", "0.02")),
     "error inertia-not-positive 4:28 link 'b'\nwarning singular-mass 5:1 joint 'j'\n", NULL},
    {ROBOT("<link name='b'>\n<inertial><mass value='1'/>" INERTIA("-0.01", "0.02", "0.02") "</link>"),
     "error inertia-not-positive 3:28 link 'b'\n", "nearest is ixx=0 ixy=0 ixz=0 iyy=0.025 iyz=0 izz=0.025"},
    /* the nearest possible inertia: an ordinary one, computed from another program's eigenvectors, and inertias whose
     * entries differ by more than 1e308 times */
    {ROBOT(
         "<link name='b'>\n<inertial><mass value='1'/><inertia ixx='0.03' ixy='0.02' ixz='-0.01' iyy='0.04' iyz='0.03' "
         "izz='0.05'/></inertial></link>"),
     "warning inertia-not-physical 3:28 link 'b'\n",
     "the nearest is ixx=0.0458435 ixy=0.0185127 ixz=-0.0115921 iyy=0.04876 iyz=0.0220966 izz=0.0576827"},
    {ROBOT("<link name='b'>\n<inertial><mass value='1'/>" INERTIA("1e-10", "1e-10", "1e300") "</link>"),
     "warning inertia-not-physical 3:28 link 'b'\n",
     "the nearest is ixx=5e+299 ixy=0 ixz=0 iyy=5e+299 iyz=0 izz=1e+300"},
    {ROBOT("<link name='b'>\n<inertial><mass value='1'/>" INERTIA("1e-10", "1e300", "1e-10") "</link>"),
     "warning inertia-not-physical 3:28 link 'b'\n",
     "the nearest is ixx=5e+299 ixy=0 ixz=0 iyy=1e+300 iyz=0 izz=5e+299"},
    {ROBOT("<link name='b'>\n<inertial><mass value='1'/>" INERTIA("1e300", "1e-10", "1e-10") "</link>"),
     "warning inertia-not-physical 3:28 link 'b'\n",
     "the nearest is ixx=1e+300 ixy=0 ixz=0 iyy=5e+299 iyz=0 izz=5e+299"},
    /* negative moments count as rounding errors of 0 up to a bound in proportion to the mass */
    {ROBOT("<link name='b'>\n<inertial><mass value='100'/>" INERTIA("-5e-11", "1e-12", "1e-12") "</link>"),
     "note point-mass 3:30 link 'b'\nerror inertia-not-positive 3:30 link 'b'\n", "1e-12 kg m^2; expected none"},
    {ROBOT("<link name='b'>\n<inertial><mass value='100'/>" INERTIA("-5e-11", "1e-12", "5e-10") "</link>"),
     "error inertia-not-positive 3:30 link 'b'\n", "the first is negative by 5e-11"},
    {ROBOT("<link name='b'>\n<inertial><mass value='100'/>" INERTIA("-2e-10", "1e-12", "1e-12") "</link>"),
     "error inertia-not-positive 3:30 link 'b'\n", "the first is negative by 2e-10"},
    {ROBOT("<link name='b'>\n<inertial><mass value='0.01'/>" INERTIA("-5e-13", "1e-13", "1e-13") "</link>"),
     "error inertia-not-positive 3:31 link 'b'\n", "the first is negative by 5e-13"},
    {MOVING("<inertial><mass value='1'/>" INERTIA("0.01", "0.01", "0.05")),
     "warning inertia-not-physical 4:28 link 'b'\n",
     "together by 0.03; expected none to be negative or larger than the other two together, the nearest is ixx=0.025 "
     "ixy=0 ixz=0 iyy=0.025 iyz=0 izz=0.05"},
    /* by more than a hundredth of the largest moment */
    {MOVING("<inertial><mass value='1'/>" INERTIA("0.01", "0.01", "0.020201")), "", NULL},
    {MOVING("<inertial><mass value='1'/>" INERTIA("0.01", "0.01", "0.020203")),
     "warning inertia-not-physical 4:28 link 'b'\n", "together by 0.000203"},
    {MOVING("<inertial><mass value='1'/>" INERTIA("0", "0", "0") BOX("1 1 1")),
     "warning inertia-zero 4:28 link 'b'\nwarning singular-mass 5:1 joint 'j'\n", NULL},
    {MOVING("<inertial><mass value='1'/>" INERTIA("1", "1", "1") BOX("0.1 0.1 0.1")),
     "warning inertia-placeholder 4:28 link 'b'\n", "1 kg"},
    {MOVING("<inertial><mass value='1'/>" INERTIA("1", "1", "1")), "note inertia-unit 4:28 link 'b'\n",
     "a body of 1 kg"},
    {MOVING("<inertial><mass value='1'/>" INERTIA("1", "1", "1") BOX("5 5 5")), "", NULL},
    {ROBOT("<link name='b'>\n<inertial><mass value='1'/>" INERTIA("0", "0", "0") "</link>"),
     "note point-mass 3:28 link 'b'\n", "a point"},
    {MOVING("<inertial><mass value='2'/>" INERTIA("3333", "3333", "3333") BOX("0.1 0.1 0.1")),
     "warning inertia-size 4:28 link 'b'\n", "for 2 kg in shapes of 0.173 m"},
    /* a thousand times too large an inertia, and a rod along z with the moments of a rod along x, also where the
     * inertial frame is turned */
    {MOVING("<inertial><mass value='1'/>" INERTIA("1.67", "1.67", "1.67") BOX("0.1 0.1 0.1")),
     "warning inertia-size 4:28 link 'b'\n",
     "about the link's x is 1.67 kg m^2; expected up to 0.02 of 1 kg in shapes of 0.1 by 0.1 m"},
    {MOVING("<inertial><mass value='1'/>" INERTIA("1.7e-5", "0.083", "0.083") BOX("0.01 0.01 1")),
     "warning inertia-size 4:28 link 'b'\n", "about the link's z is 0.083"},
    {MOVING("<inertial><mass value='1'/>" INERTIA("1.7e-5", "0.083", "0.083") BOX("1 0.01 0.01")), "", NULL},
    {MOVING("<inertial><mass value='1'/>" INERTIA("0.48", "0.48", "0.48") BOX("0.1 0.1 0.1")),
     "warning inertia-size 4:28 link 'b'\n",
     "about the link's x is 0.48 kg m^2; expected up to 0.00688, which 1 kg in the link's shapes can have; a uniform "
     "body of these has 0.00167"},
    /* inertias somewhat beyond the range that the shapes allow pass, since shapes only indicate the body; inertias far
     * from a uniform body's are noted */
    {MOVING("<inertial><mass value='1'/>" INERTIA("0.04", "0.04", "0.04") BOX("0.1 0.1 0.1")), "", NULL},
    {MOVING("<inertial><mass value='1'/>" INERTIA("0.06", "0.06", "0.06") BOX("0.1 0.1 0.1")),
     "note inertia-unlike-shape 4:28 link 'b'\n", "expected about 0.00167, which a uniform body of 1 kg"},
    {MOVING("<inertial><mass value='1'/>" INERTIA("5e-5", "5e-5", "5e-5") BOX("0.1 0.1 0.1")),
     "note inertia-unlike-shape 4:28 link 'b'\n", "up to 0.00688 is possible"},
    {MOVING("<inertial><mass value='1'/>" INERTIA("0.02", "0.02", "0.02") BOX("0.1 0.1 0.1")), "", NULL},
    {MOVING("<inertial><mass value='1'/>" INERTIA("0.06", "0.06", "0.06")
                BOX("0.1 0.1 0.1") "<collision><geometry><box size='0.3 0.3 0.3'/></geometry></collision>"),
     "", NULL},
    {MOVING("<inertial><origin rpy='0 1.5707963 0'/><mass value='1'/>" INERTIA("1.7e-5", "0.083", "0.083")
                BOX("0.01 0.01 1")),
     "", NULL},
    {MOVING("<inertial><origin rpy='0 1.5707963 0'/><mass value='1'/>" INERTIA("1.7e-5", "0.083", "0.083")
                BOX("1 0.01 0.01")),
     "warning inertia-size 4:57 link 'b'\n", "about the link's x is 0.083"},
    {MOVING("<inertial><mass value='2'/>" INERTIA("3333", "3333",
                                                  "3333") "<visual><geometry><sphere radius='x'/></geometry></visual>"),
     "warning inertia-size 4:28 link 'b'\nerror number 4:132 link 'b'\n", NULL},
    {MOVING("<inertial><mass value='2'/>" INERTIA("3333", "3333", "3333")), "warning inertia-size 4:28 link 'b'\n",
     "in a robot of 1 m"},
    {MOVING("<inertial><mass value='2'/>" INERTIA("4", "4", "1.5") BOX("0.1 0.1 0.2")),
     "warning inertia-size 4:28 link 'b'\n", "about the link's x is 4 kg m^2; expected up to 0.1 of 2 kg"},
    {MOVING("<inertial><mass value='2000'/>" INERTIA("8", "8", "3") BOX("0.1 0.1 0.2")),
     "warning mass-density 4:17 link 'b'\n", "1e+06 kg/m^3"},
    {MOVING("<inertial><mass value='400'/>" INERTIA("0.4", "0.4", "0.7") BOX("0.1 0.1 0.006")),
     "warning mass-density 4:17 link 'b'\n", "by 0.006 m"},
    {MOVING("<inertial><mass value='120'/>" INERTIA("10", "10", "20") BOX("1 1 0.0001")), "", NULL},
    {MOVING("<inertial><mass value='2'/>" INERTIA(
         "0.0012", "0.0012",
         "0.0024") "<visual><geometry><cylinder radius='0.05' length='0.0001'/></geometry></visual>"),
     "", NULL},
    {MOVING("<inertial><mass value='1'/>" INERTIA("0.083", "0.083", "2e-4") BOX("0.001 0.001 1")), "", NULL},
    {MOVING("<inertial><mass value='0.1'/>" INERTIA("1e-8", "1e-8", "1e-8") BOX("0.001 0.001 0.001")), "", NULL},
    {MOVING("<inertial><origin xyz='0.5 0 0'/><mass value='1'/>" INERTIA(
         "0.0017", "0.2517", "0.2517") "<visual><origin xyz='0.5 0 0'/><geometry><box size='0.1 0.1 0.1'/></geometry>"
                                       "</visual>"),
     "warning inertia-about-wrong-point 4:51 link 'b'\n", "about the link's origin"},
    {MOVING("<inertial><origin xyz='0 0.5 0'/><mass value='1'/>" INERTIA(
         "0.2517", "0.0017", "0.2517") "<visual><origin xyz='0 0.5 0'/><geometry><box size='0.1 0.1 0.1'/></geometry>"
                                       "</visual>"),
     "warning inertia-about-wrong-point 4:51 link 'b'\n", "about the link's origin"},
    {MOVING("<inertial><origin xyz='0 0 -0.5'/><mass value='1'/>" INERTIA(
         "0.2517", "0.2517", "0.0017") "<visual><origin xyz='0 0 -0.5'/><geometry><box size='0.1 0.1 0.1'/></geometry>"
                                       "</visual>"),
     "warning inertia-about-wrong-point 4:52 link 'b'\n", "about the link's origin"},
    {MOVING("<inertial><origin xyz='0.3 0.4 -0.5'/><mass value='1'/><inertia ixx='0.4117' ixy='-0.12' ixz='0.15' "
            "iyy='0.3417' iyz='0.2' izz='0.2517'/></inertial><visual><origin xyz='0.3 0.4 -0.5'/><geometry>"
            "<box size='0.1 0.1 0.1'/></geometry></visual>"),
     "warning inertia-about-wrong-point 4:56 link 'b'\n", "about the link's origin"},
    {MOVING("<inertial><origin xyz='0 9 0'/><mass value='1'/>" INERTIA("0.01", "0.01", "0.01") BOX("1 1 1")),
     "warning center-of-mass-outside 4:19 link 'b'\n", "8.5 m outside"},
    {ROBOT(BODY("b") BODY("a") HINGE("j", "a", "b", "")), "", NULL}, /* the first link of the file moves */
    {ROBOT(BODY("a") "<link name='b'/>\n" HINGE("j", "a", "b", "")), "warning robot-weightless 1:1\n",
     "no link that moves has a mass ('b')"},
    {ROBOT(BODY("a") "<link name='b'/>\n" HINGE("j", "a", "b", "") BODY("c") HINGE("k", "b", "c", "")),
     "warning singular-mass 4:1 joint 'j'\n", "the joints from here to 'k'"},
    {ROBOT(BODY("a") "<link name='b'/>\n" HINGE("j", "a", "b", "") BODY("c") HINGE("k", "b", "c", "") BODY("d")
               HINGE("l", "a", "d", "<mimic joint='j'/>")),
     "", NULL},
    {ROBOT(BODY("a") "<link name='b'/>\n" HINGE("j", "a", "b", "") BODY("c")
               HINGE("k", "b", "c", "<origin xyz='0 0.1 0'/>")),
     "", NULL},
    {ROBOT(BODY("a") "<link name='b'><visual><geometry><sphere radius='x'/></geometry></visual></link>\n" HINGE(
         "j", "a", "b", "")),
     "warning robot-weightless 1:1\nerror number 3:42 link 'b'\n", NULL},
    {ROBOT(BODY("a") "<link name='b'/>\n" HINGE("j", "a", "b", "<axis xyz='0 0 0'/>")),
     "error axis-zero 4:127 joint 'j'\n", NULL},
    {ROBOT(BODY("a") "<link name='b'/><link name='c'><inertial><mass value='1g'/></inertial></link>\n" HINGE(
         "j", "a", "b", "") HINGE("k", "b", "c", "")),
     "error number 3:48 link 'c'\n", NULL},
    {ROBOT("<link name='a'/><link name='b'/>\n" HINGE("j", "a", "b", "")), "warning robot-weightless 1:1\n",
     "no link that moves has a mass ('b'), so that all forces and torques are 0"},
    {ROBOT("<link name='a'/><link name='b'/><link name='c'/><link name='d'/><link name='e'/>\n" HINGE("i", "a", "b", "")
               HINGE("j", "b", "c", "") HINGE("k", "c", "d", "") HINGE("l", "d", "e", "")),
     "warning robot-weightless 1:1\n", "no link that moves has a mass ('b', 'c', 'd' and others), so that"},
    /* what is welded to the root does not move, what is welded to a link that moves does */
    {ROBOT("<link name='a'/><link name='w'/><link name='b'/><link name='c'/>\n"
           "<joint name='i' type='fixed'><parent link='a'/><child link='w'/></joint>" HINGE(
               "j", "w", "b", "") "<joint name='k' type='fixed'><parent link='b'/><child link='c'/></joint>"),
     "warning robot-weightless 1:1\n", "no link that moves has a mass ('b', 'c'), so that"},
    {ROBOT("<link name='a'/><link name='b'/>\n"
           "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>"),
     "", NULL},
    {MOVING(INERTIAL "<visual/>"), "error geometry-missing 4:106 link 'b'\n", "<visual>"},
    {MOVING(INERTIAL BOX("-1 1 1")), "error negative-size 4:129 link 'b'\n", "a size of -1"},
    {MOVING(INERTIAL "<visual><geometry><cone/></geometry></visual>"), "warning unknown-geometry 4:124 link 'b'\n",
     "cone"},
    {MOVING(INERTIAL "<visual><geometry><shpere radius='1'/></geometry></visual>"),
     "error element-misspelled 4:124 link 'b'\n", "did you mean 'sphere'?"},
    /* safety controllers */
    {MOVED("revolute", LIMIT "<safety_controller k_velocity='1' soft_lower_limit='1' soft_upper_limit='-1'/>"),
     "warning soft-limits-reversed 5:88 joint 'j'\n", "the soft lower limit 1 is above the soft upper limit -1"},
    {MOVED("revolute", LIMIT "<safety_controller k_velocity='1' soft_lower_limit='-1' soft_upper_limit='2'/>"),
     "note soft-limits-outside 5:110 joint 'j'\n",
     "soft_upper_limit 2 lies beyond the joint's limits; expected it within -1 to 1 (1 joint in all)"},
    {MOVED("revolute", "<limit lower='-1.7' upper='1' effort='2' velocity='3'/>"
                       "<safety_controller k_velocity='1' soft_lower_limit='-90' soft_upper_limit='0.5'/>"),
     "warning angle-in-degrees 5:90 joint 'j'\n", "-90 and 0.5 look like degrees; expected radians, -1.5708 and"},
    {MOVED("revolute", "<limit lower='0' upper='2' effort='2' velocity='3'/>"
                       "<safety_controller k_velocity='1' soft_lower_limit='5' soft_upper_limit='110'/>"),
     "warning angle-in-degrees 5:108 joint 'j'\n", "5 and 110 look like degrees"},
    {MOVED("revolute", "<limit lower='-95' upper='95' effort='2' velocity='3'/>"
                       "<safety_controller k_velocity='1' soft_lower_limit='-90' soft_upper_limit='90'/>"),
     "warning angle-in-degrees 5:20 joint 'j'\nwarning angle-in-degrees 5:90 joint 'j'\n", NULL},
    {MOVED("revolute", LIMIT "<safety_controller k_velocity='1' soft_lower_limit='-100' soft_upper_limit='100'/>"),
     "note soft-limits-outside 5:88 joint 'j'\n", "soft_lower_limit -100 lies beyond the joint's limits"},
    {MOVED("revolute", "<limit lower='-2.9' upper='2.9' effort='2' velocity='3'/>"
                       "<safety_controller k_velocity='1' soft_lower_limit='-100' soft_upper_limit='100'/>"),
     "note soft-limits-outside 5:92 joint 'j'\n", NULL},
    {MOVED("continuous", "<safety_controller k_velocity='1' soft_lower_limit='-100' soft_upper_limit='100'/>"), "",
     NULL},
    {MOVED("prismatic", "<limit lower='0' upper='1' effort='2' velocity='3'/>"
                        "<safety_controller k_velocity='1' soft_lower_limit='0.1' soft_upper_limit='0.9'/>"),
     "", NULL},
    {MOVED("revolute", LIMIT "<safety_controller k_velocity='-1' k_position='-2'/>"),
     "warning safety-gain-negative 5:73 joint 'j'\nwarning safety-gain-negative 5:89 joint 'j'\n",
     "k_position is -2; expected 0 or more"},
    {MOVED("revolute", LIMIT "<safety_controller/>"), "warning safety-incomplete 5:54 joint 'j'\n", "lacks k_velocity"},
    /* references */
    {ROBOT(BODY("arm") "<gazebo reference='amr'/><gazebo reference='arm'/><gazebo/>"),
     "warning reference-unknown 3:9\n",
     "'amr' names no link or joint; expected one of the robot's; did you mean 'arm'?"},
    {ROBOT(BODY("a") BODY("b") HINGE("elbow", "a", "b", "") "<gazebo reference='elbwo'/><gazebo reference='elbow'/>"),
     "warning reference-unknown 5:9\n", "did you mean 'elbow'?"},
    {ROBOT(BODY("a") "<gazebo reference='$(arg p)'/>"), "", NULL},
    {ROBOT(BODY("a") "<ros2_control name='c' type='system'><joint name='a'/><transmission name='t'><joint name='u'/>"
                     "</transmission></ros2_control>"),
     "warning reference-unknown 3:45\nwarning reference-unknown 3:85\n", "<joint> name 'u' names no joint"},
    {ROBOT(BODY("a") "<sensor name='s'><parent link='a'/></sensor><sensor name='t'><parent link='z'/></sensor>"),
     "warning reference-unknown 3:70\n", "<parent> link 'z' names no link"},
    {ROBOT(BODY("a") "<loop_joint name='l'><link1 link='a'/><link2 link='z'/></loop_joint><frame link='y'/>"),
     "warning dynamics-unread 3:1\nwarning reference-unknown 3:46\nwarning reference-unknown 3:76\n",
     "<frame> link 'y' names no link"},
    {ROBOT(BODY("a") "<transmission><joint name='u'/><joint name='v'/></transmission>"),
     "warning reference-unknown 3:22\nwarning reference-unknown 3:39\n", "'v'"},
    {ROBOT(BODY("a") BODY("b") "<joint name='f' type='fixed'><parent link='a'/><child link='b'/></joint>\n"
                               "<transmission><joint name='f'/></transmission>"),
     "note transmission-fixed 5:22\n", "the joint 'f', which is fixed; expected one that moves"},
    /* materials and shapes */
    {ROBOT("<material name='m'><color rgba='128 128 128 255'/></material>" BODY("a")), "warning color-range 2:27\n",
     "rgba 128 128 128 255 has 128; expected 0 to 1"},
    {ROBOT("<material name='m'><color rgba='0 1 -0.5 1'/></material>" BODY("a")), "warning color-range 2:27\n",
     "has -0.5"},
    {ROBOT("<material name='m'><color rgba='0 1 0 1'/></material>\n<material name='m'><color rgba='0 1 0 1'/>"
           "</material>" BODY("a")),
     "warning material-redefined 3:1\n", "material 'm' is defined twice in <robot>"},
    {ROBOT("<material><color rgba='0 1 0 1'/></material>" BODY("a")), "warning material-unnamed 2:1\n", "has no name"},
    {ROBOT("<material name='m'><texture/></material>" BODY("a")),
     "note read-otherwise 2:1\nwarning texture-unnamed 2:20\n", "names no file"},
    {ROBOT("<material name='m'><texture filename=''/><color rgba='1 1 1 1'/></material>" BODY("a")), "", NULL},
    {MOVING("<inertial><mass value='1'/><inertia ixx='0.01' iyy='0.01' iyz='0' izz='0.01'/></inertial>"),
     "error inertia-incomplete 4:28 link 'b'\n", "<inertia> lacks ixy ixz, taken as 0"},
    {MOVING(INERTIAL BOX("1 0 1")), "warning size-zero 4:129 link 'b'\n", "size: '1 0 1' leaves nothing of the shape"},
    {MOVING(INERTIAL BOX("1 1 1") "<visual><geometry><cylinder radius='0' length='1'/></geometry></visual>"),
     "warning size-zero 4:191 link 'b'\n", "radius: '0'"},
    {MOVING(INERTIAL BOX("1 1 1") "<collision><geometry><sphere radius='0.0'/></geometry></collision>"),
     "note point-shape 4:192 link 'b'\n", "makes it a point"},
    {MOVING(INERTIAL "<visual><geometry><mesh filename='https://x/a.stl' scale='1 1 0'/></geometry></visual>"),
     "warning size-zero 4:157 link 'b'\n", "scale: '1 1 0'"},
    {MOVING(INERTIAL "<visual><geometry><mesh filename='package:///a.stl'/></geometry></visual>"),
     "note package-not-found 4:130\n", "names no package; expected package://PACKAGE/PATH"},
    /* joints whose elements are empty or without effect */
    {MOVED("revolute", LIMIT "<dynamics/>"), "warning dynamics-empty 5:54 joint 'j'\n", "neither damping nor friction"},
    {"<robot name='r' version='1.2'>" BODY("a") BODY("b") "<joint name='j' type='revolute'><parent link='a'/>"
                                                          "<child link='b'/>\n<limit lower='-1' upper='1' effort='2' "
                                                          "velocity='3' acceleration='-4' jerk='5'/></joint>"
                                                          "</robot>",
     "note read-otherwise 1:17\nwarning rate-limit-negative 4:53 joint 'j'\n",
     "the limit of acceleration is -4; expected 0 or more"},
    /* mimic joints */
    {ROBOT(BODY("a") BODY("b") BODY("c") HINGE("j", "a", "b", "")
               HINGE("k", "b", "c", "<mimic joint='j' multiplier='-2' offset='1'/>")),
     "note mimic-range 6:121 joint 'k'\n",
     "it follows 'j', from -1 to 1, to -1 to 3; expected within its own limits, -1 to 1"},
    {ROBOT(BODY("a") BODY("b") BODY("c") HINGE("j", "a", "b", "")
               HINGE("k", "b", "c", "<mimic joint='j' multiplier='-1.01'/>")),
     "", NULL},
    {ROBOT(BODY("a") BODY("b") BODY("c") HINGE("j", "a", "b", "")
               HINGE("k", "b", "c", "<mimic joint='j' multiplier='0'/>")),
     "warning mimic-still 6:138 joint 'k'\n", NULL},
    {ROBOT(BODY("a") BODY("b") BODY("c") HINGE("j", "a", "b", "")
               HINGE("k", "b", "c", "<mimic joint='j' offset='90'/>")),
     "warning angle-in-degrees 6:138 joint 'k'\n", "the offset 90 looks like degrees; expected radians, 1.5708"},
    /* versions */
    {MOVED("revolute", LIMIT "<origin quat_xyzw='0 0 0 1'/>"), "warning version-too-low 5:62 joint 'j'\n",
     "quat_xyzw (1 in all) is ignored by other programs in version 1.0; expected version=\"1.1\""},
    {"<robot name='r' version='1.1'>" BODY("a") BODY("b") "<joint name='j' type='revolute'><parent link='a'/>"
                                                          "<child link='b'/>\n" LIMIT
                                                          "<origin quat_xyzw='0 0 0 2'/></joint></robot>",
     "note read-otherwise 1:17\nnote quaternion-not-unit 4:62 joint 'j'\n",
     "the quaternion 0 0 0 2 has length 2; expected 1"},
    {"<robot name='r' version='1.1'>" BODY("a") BODY("b") "<joint name='j' type='revolute'><parent link='a'/>"
                                                          "<child link='b'/>\n" LIMIT
                                                          "<origin quat_xyzw='0 0 0 1.000996'/></joint></robot>",
     "note read-otherwise 1:17\n", NULL},
    {"<robot name='r' version='1.1'>" BODY("a") BODY("b") "<joint name='j' type='revolute'><parent link='a'/>"
                                                          "<child link='b'/>\n" LIMIT
                                                          "<origin quat_xyzw='0 0 0 0.999004'/></joint></robot>",
     "note read-otherwise 1:17\n", NULL},
    {"<robot name='r' version='1.1'>" BODY("a") BODY("b") "<joint name='j' type='revolute'><parent link='a'/>"
                                                          "<child link='b'/>\n" LIMIT
                                                          "<origin quat_xyzw='0 0 0 1.001004'/></joint></robot>",
     "note read-otherwise 1:17\nnote quaternion-not-unit 4:62 joint 'j'\n", "length 1.001"},
    {"<robot name='r' version='1.1'>" BODY("a") BODY("b") "<joint name='j' type='revolute'><parent link='a'/>"
                                                          "<child link='b'/>\n" LIMIT
                                                          "<origin quat_xyzw='0 0 0 -0.998996'/></joint></robot>",
     "note read-otherwise 1:17\nnote quaternion-not-unit 4:62 joint 'j'\n", "length 0.998996"},
    {"<robot name='r' version='1.0'>\n<link name='a'>" INERTIAL
     "<visual><geometry><capsule radius='1' length='0'/></geometry></visual>\n"
     "<visual><geometry><capsule radius='1' length='0'/></geometry></visual></link></robot>",
     "note inertia-unlike-shape 2:43 link 'a'\nwarning version-too-low 2:139 link 'a'\n", "<capsule> (2 in all)"},
    {"<robot name='r' version='1.1'>" BODY("a")
         BODY("b") "<joint name='j' type='revolute'><parent link='a'/>"
                   "<child link='b'/>\n<limit lower='-1' upper='1' effort='2' velocity='3' jerk='5'/></joint></robot>",
     "note read-otherwise 1:17\nwarning version-too-low 4:53 joint 'j'\n", "in version 1.1; expected version=\"1.2\""},
    /* names */
    {ROBOT(BODY("a ")), "warning name-space 2:7 link 'a '\n", "'a ' has white space around it"},
    {ROBOT(BODY("a&#10;b")), "warning name-space 2:7 link 'a?b'\n", "or a tab or line break"},
    {ROBOT(BODY("/a") BODY("b/c") HINGE("/j", "/a", "b/c", "")), "warning name-slash 2:7 link '/a'\n",
     "begins with '/'"},
    {ROBOT(BODY("a") BODY("b") HINGE(" /j", "a", "b", "")), "warning name-space 4:8 joint ' /j'\n", NULL},
    /* meshes, as far as the check needs no folder */
    {MOVING(INERTIAL "<visual><geometry><mesh filename='/somewhere/a.stl'/></geometry></visual>"),
     "warning mesh-absolute 4:130 link 'b'\n", "/somewhere/a.stl"},
    {MOVING(INERTIAL "<visual><geometry><mesh filename='meshes\\a.stl'/></geometry></visual>"),
     "warning mesh-backslash 4:130 link 'b'\n", "expected '/'"},
    {MOVING(INERTIAL "<visual><geometry><mesh filename='package://p_/../q/a.stl'/></geometry></visual>"),
     "warning mesh-escapes 4:130 link 'b'\n", "leads out of its package"},
    {MOVING(INERTIAL "<visual><geometry><mesh filename='package://no_such/a.stl'/></geometry></visual>"),
     "note package-not-found 4:130\n", "'no_such'"},
    {MOVING(INERTIAL "<visual><geometry><mesh filename='package://no_such/a.stl'/></geometry></visual>\n"
                     "<visual><geometry><mesh filename='/a.stl'/></geometry></visual>"),
     "note package-not-found 4:130\nwarning mesh-absolute 5:25 link 'b'\n", "/a.stl"},
};

#endif

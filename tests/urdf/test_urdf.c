/* URDF files and the trees that they give: links, joints, and their topology. */
#include "support/compare.h"
#include "support/suite.h"
#include "urdf/urdf_case.h"

#include <math.h>
#include <stdlib.h>

/* Every element and attribute of URDF once. */
static const char whole[] =
    "<?xml version='1.0' encoding='utf-8'?>\n"
    "<!-- before the root -->\n"
    "<robot name='whole' version='1.2' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n"
    "<material name='blue'><color rgba='0 0 1 0.5'/></material>\n"
    "<link name='base'>\n"
    "<inertial><origin xyz='1 2 3' rpy='0.1 0.2 0.3'/><mass value=' 2.5 '/>"
    "<inertia ixx='17' ixy='1' ixz='2' iyy='18' iyz='3' izz='19'/></inertial>\n"
    "<visual name='shell'><origin xyz='0 0 1'/><geometry><mesh filename='package://r/a.stl' scale='1 2 -3'/></geometry>"
    "<material name='blue'/></visual>\n"
    "<visual><geometry><box size='1 2 3'/></geometry>"
    "<material name='red'><color rgba='1 0 0 1'/><texture filename='red.png'/></material></visual>\n"
    "<collision><geometry><cylinder radius='1' length='2'/></geometry></collision>\n"
    "<collision><geometry><sphere radius='3'/></geometry></collision>\n"
    "<collision name='cap'><geometry><capsule radius='4' length='5'/></geometry></collision>\n"
    "</link>\n"
    "<link name='arm'/><link name='finger'/>\n"
    "<joint name='elbow' type='revolute'>\n"
    "<origin xyz='1\t2\n3' rpy='0 0 0.5'/><parent link='base'/><child link='arm'/><axis xyz='0 0 2'/>\n"
    "<limit lower='-1' upper='2' effort='3' velocity='4'/><dynamics damping='0.5' friction='0.25'/>\n"
    "<safety_controller soft_lower_limit='-0.5' soft_upper_limit='1.5' k_position='10' k_velocity='20'/>\n"
    "<calibration rising='0.125' reference_position='7'/>\n"
    "</joint>\n"
    "<joint name='grip' type='prismatic'><parent link='arm'/><child link='finger'/>" LIMIT
    "<mimic joint='elbow' multiplier='-2' offset='0.75'/></joint>\n"
    "<transmission name='t'><joint name='elbow'/><joint name='ghost'/></transmission>\n"
    "<gazebo reference='arm'><link name='base'/></gazebo>\n"
    "<xacro:left><link name='base'/></xacro:left><drake:joint name='elbow'/>\n"
    "</robot>\n";

START_TEST(bodies_hold_what_links_say)
{
    cdy_tree *tree = accept_text(whole, "number-space:6 xacro-left:24 reference-unknown:22 ");
    ck_assert_str_eq(cdy_tree_name(tree), "whole");
    ck_assert_int_eq(cdy_tree_body_count(tree), 2);
    const cdy_body *base = cdy_tree_body(tree, 0);
    ck_assert_str_eq(base->name, "base");
    ck_assert_ptr_null(base->joint.name);
    ck_assert(base->inertial.given);
    ck_assert_double_eq(base->inertial.mass, 2.5);
    ck_assert_near(base->inertial.origin.xyz, ((double[]){1, 2, 3}), 3, 0);
    ck_assert_near(base->inertial.origin.rpy, ((double[]){0.1, 0.2, 0.3}), 3, 0);
    ck_assert_near(base->inertial.inertia, ((double[]){17, 1, 2, 18, 3, 19}), 6, 0);
    ck_assert(!cdy_tree_body(tree, 1)->inertial.given);
    double gravity[3] = {9, 9, 9};
    cdy_tree_get_gravity(tree, gravity);
    ck_assert_near(gravity, ((double[]){0, 0, 0}), 3, 0);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(bodies_hold_the_shapes_of_links)
{
    cdy_tree *tree = accept_text(whole, "number-space:6 xacro-left:24 reference-unknown:22 ");
    const cdy_body *base = cdy_tree_body(tree, 0);
    ck_assert_uint_eq(base->visual_count, 2);
    ck_assert_uint_eq(base->collision_count, 3);
    const cdy_shape *mesh = &base->visuals[0], *box = &base->visuals[1];
    ck_assert_str_eq(mesh->name, "shell");
    ck_assert_int_eq(mesh->geometry.type, CDY_GEOMETRY_MESH);
    ck_assert_str_eq(mesh->geometry.mesh, "package://r/a.stl");
    ck_assert_near(mesh->geometry.scale, ((double[]){1, 2, -3}), 3, 0);
    ck_assert_double_eq(mesh->origin.xyz[2], 1);
    ck_assert_str_eq(mesh->material.name, "blue");
    ck_assert_near(mesh->material.rgba, ((double[]){0, 0, 1, 0.5}), 4, 0);
    ck_assert_ptr_null(box->name);
    ck_assert_int_eq(box->geometry.type, CDY_GEOMETRY_BOX);
    ck_assert_near(box->geometry.size, ((double[]){1, 2, 3}), 3, 0);
    ck_assert_near(box->geometry.scale, ((double[]){1, 1, 1}), 3, 0);
    ck_assert(box->material.color_given);
    ck_assert_str_eq(box->material.texture, "red.png");
    const cdy_geometry *cylinder = &base->collisions[0].geometry, *sphere = &base->collisions[1].geometry;
    const cdy_geometry *capsule = &base->collisions[2].geometry;
    ck_assert(cylinder->type == CDY_GEOMETRY_CYLINDER && cylinder->radius == 1 && cylinder->length == 2);
    ck_assert(sphere->type == CDY_GEOMETRY_SPHERE && sphere->radius == 3);
    ck_assert(capsule->type == CDY_GEOMETRY_CAPSULE && capsule->radius == 4 && capsule->length == 5);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(bodies_hold_what_joints_say)
{
    cdy_tree *tree = accept_text(whole, "number-space:6 xacro-left:24 reference-unknown:22 ");
    const cdy_joint *elbow = &cdy_tree_body(tree, cdy_tree_find_joint(tree, "elbow"))->joint;
    ck_assert_int_eq(elbow->type, CDY_JOINT_REVOLUTE);
    ck_assert_near(elbow->origin.xyz, ((double[]){1, 2, 3}), 3, 0);
    ck_assert_near(elbow->origin.rpy, ((double[]){0, 0, 0.5}), 3, 0);
    ck_assert_near(elbow->axis, ((double[]){0, 0, 2}), 3, 0);
    ck_assert(elbow->limit.given && elbow->limit.lower == -1 && elbow->limit.upper == 2);
    ck_assert(elbow->limit.effort == 3 && elbow->limit.velocity == 4);
    ck_assert(elbow->dynamics.given && elbow->dynamics.damping == 0.5 && elbow->dynamics.friction == 0.25);
    ck_assert(elbow->safety.given && elbow->safety.soft_lower == -0.5 && elbow->safety.soft_upper == 1.5);
    ck_assert(elbow->safety.k_position == 10 && elbow->safety.k_velocity == 20);
    ck_assert(elbow->calibration.rising_given && elbow->calibration.rising == 0.125);
    ck_assert(!elbow->calibration.falling_given);
    ck_assert_ptr_null(elbow->mimic.joint);
    const cdy_joint *grip = &cdy_tree_body(tree, cdy_tree_find_joint(tree, "grip"))->joint;
    ck_assert_str_eq(grip->mimic.joint, "elbow");
    ck_assert(grip->mimic.multiplier == -2 && grip->mimic.offset == 0.75);
    ck_assert_near(grip->axis, ((double[]){1, 0, 0}), 3, 0);
    ck_assert(!grip->dynamics.given && !grip->safety.given);
    ck_assert_int_eq(cdy_tree_find_joint(tree, "ghost"), -1);
    cdy_tree_destroy(tree);
}
END_TEST

/* ---- files that load ---- */

/* `snippet` lists the warnings. */
static const urdf_case fine[] = {
    {LINK(""), 0, ""},
    {"<robot><link name='a'/></robot>", 0, "robot-name:1 "},
    {"<robot name='' version='1.0'><link name='a'/></robot>", 0, "robot-name:1 "},
    {"<robot name='r'\nversion='1.1'><link name='a'/></robot>", 0, ""},
    {"<robot name='r'\nversion='2.0'><link name='a'/></robot>", 0, "version:2 "},
    {"<robot name='r' xmlns='http://www.ros.org'><link name='a'/></robot>", 0, ""},
    {ROBOT("<link name='a'/><gazebo/><mujoco/><ros2_control/><inertial/>"), 0, "unknown-element:2 "},
    {LINK("<inertal/>"), 0, "element-misspelled:3 "},
    {LINK("<contact/><self_collision_checking/><x:y/>"), 0, ""},
    {LINK("<inertial><mass value='1'/>\n<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"), 0, ""},
    {LINK("<inertial>\n<inertia ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'/></inertial>"), 0, "mass-missing:3 "},
    {LINK("<inertial>\n<mass value='1'/></inertial>"), 0, "inertia-missing:3 "},
    {LINK("<inertial>\n<mass value='0'/></inertial>"), 0, ""},
    {LINK("<inertial><mass value='0'/>\n<inertia ixx='0' iyy='0' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"), 0,
     "inertia-without-mass:4 "},
    {LINK("<inertial><mass value='0'/>\n<inertia ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'/></inertial>"), 0, ""},
    {LINK("<inertial><mass value='1'/>\n<inertia ixx='-1' iyy='0' izz='9' ixy='0' ixz='0' iyz='0'/></inertial>"), 0,
     "inertia-not-positive:4 "},
    {LINK("<inertial><mass value='1'/>\n<inertia ixx='-1' iyy='-1' izz='-1' ixy='0' ixz='0' iyz='0'/></inertial>"), 0,
     "inertia-not-positive:4 "},
    {LINK("<inertial><mass value='1'/>\n<inertia ixx='100' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"), 0,
     "inertia-not-physical:4 "},
    {LINK("<inertial><mass value='1'/>\n<inertia ixx='1' iyy='1' izz='1' ixy='1.1' ixz='0' iyz='0'/></inertial>"), 0,
     "inertia-not-positive:4 "},
    {LINK("<inertial><mass value='1'/>\n<inertia ixx='1' iyy='1' izz='1' iyz='0.6' ixy='0' ixz='0'/></inertial>"), 0,
     "inertia-not-physical:4 "},
    {LINK("<inertial><mass value='1'/>\n<inertia ixx='1e300' iyy='1e300' izz='2.1e300' ixy='0' ixz='0' "
          "iyz='0'/></inertial>"),
     0, "inertia-not-physical:4 "},
    {LINK("<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='2' ixy='0' ixz='0' iyz='0'/></inertial>"), 0, ""},
    {LINK("<inertial><mass value='1'/><inertia ixx='0.0333' iyy='0.0333' izz='0.0667' ixy='0' ixz='0' "
          "iyz='0'/></inertial>"),
     0, ""},
    {LINK("<inertial><mass value='1'/><inertia ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'/></inertial>"), 0, ""},
    {LINK("<inertial><mass value='1'/><inertia ixx='2' iyy='2' izz='2' ixy='-1' ixz='0' iyz='0'/></inertial>"), 0, ""},
    {LINK("<inertial><mass value='1'/><inertia ixx='3e-320' iyy='3e-320' izz='3e-320' ixy='0' ixz='0' "
          "iyz='0'/></inertial>"),
     0, ""},
    {LINK("<visual/>"), 0, "geometry-missing:3 "},
    {LINK("<visual>\n<geometry/></visual>"), 0, "geometry-missing:4 "},
    {LINK("<collision><geometry>\n<spere radius='1'/></geometry></collision>"), 0, "element-misspelled:4 "},
    {LINK("<collision><geometry>\n<box size='1 -1 1'/></geometry></collision>"), 0, "negative-size:4 "},
    {LINK("<visual><geometry>\n<mesh/></geometry></visual>"), 0, "attribute-missing:4 "},
    {LINK("<visual><geometry>\n<mesh filename='a' scale='1'/></geometry></visual>"), 0, "number:4 "},
    {LINK("<visual><geometry>\n<box/></geometry></visual>"), 0, "attribute-missing:4 "},
    {LINK("<visual><geometry>\n<box size='1'/></geometry></visual>"), 0, "number:4 "},
    {LINK("<visual><geometry>\n<sphere/></geometry></visual>"), 0, "attribute-missing:4 "},
    {LINK("<visual><geometry>\n<cylinder radius='1'/></geometry></visual>"), 0, "attribute-missing:4 "},
    {LINK("<visual><geometry>\n<capsule length='1'/></geometry></visual>"), 0,
     "attribute-missing:4 version-too-low:4 "},
    {LINK("<visual><geometry><sphere radius='1'/></geometry><material name='m'>\n<color rgba='1 1 "
          "1'/></material></visual>"),
     0, "number:4 "},
    {ROBOT("<material name='m'>\n<color/></material><link name='a'/>"), 0, "attribute-missing:3 "},
    {LINK("<collision><geometry>\n<mesh filename='' scale='x'/></geometry></collision>"), 0, "attribute-missing:4 "},
    {LINK("<visual><geometry><sphere radius='1'/></geometry>\n<material name='x'/></visual>"), 0,
     "material-undefined:4 "},
    {LINK("<visual><geometry><sphere radius='1'/></geometry>\n<material name='x'><color rgba='1 1 1 1'/></material>"
          "\n<material name='x'/></visual>"),
     0, "material-repeated:5 "},
    {JOINT("revolute", LIMIT), 0, ""},
    {JOINT("prismatic", ""), 0, "limit-missing:4 "},
    {JOINT("revolute", ""), 0, "limit-missing:4 "},
    {JOINT("continuous", ""), 0, ""},
    {JOINT("planar", ""), 0, ""},
    {JOINT("floating", "<axis xyz='0 0 0'/>"), 0, ""},
    {JOINT("spherical", "<axis xyz='0 0 0'/>"), 0, ""},
    {JOINT("spherical", "<limit lower='0.2' upper='.8' effort='1' velocity='2'/>"), 0, ""},
    {JOINT("spherical", "<axis/>\n<limit upper='x'/>"), 0, "unused-part:7 unused-part:8 "},
    {JOINT("spherical", "<mimic joint='nobody'/>"), 0, "mimic-ignored:7 "},
    {JOINT("fixed", "<axis xyz='0 0 0'/>"), 0, ""},
    {JOINT("fixed", "<axis xzy='0 0 1'/>"), 0, "unused-part:7 unused-part:7 "},
    {JOINT("floating", "<axis/>\n<limit upper='x'/>"), 0, "unused-part:7 unused-part:8 "},
    {JOINT("fixed", "<axis xyz='1 0 0'/>\n<axis/>"), 0, "unused-part:8 "},
    {JOINT("fixed", "<limit lower='a'/>\n<dynamics damping='-1'/>"), 0, "unused-part:7 unused-part:8 "},
    {JOINT("fixed", "<safety_controller k_velocity='?'/>\n<calibration rising='?'/>"), 0,
     "unused-part:7 unused-part:8 "},
    {JOINT("revolute", "<limit effort='1' velocity='1'/>"), 0, "limit-without-range:7 "},
    {JOINT("continuous", "<limit effort='1' velocity='1'/>"), 0, ""},
    {JOINT("revolute", "<limit lower='0.5' upper='1'/>"), 0, "limit-incomplete:7 "},
    {JOINT("revolute", "<limit lower='2' upper='1' effort='1' velocity='1'/>"), 0, "limits-reversed:7 "},
    {JOINT("continuous", "<dynamics damping='-1'/>"), 0, "negative-damping:7 "},
    {JOINT("fixed", "<mimic joint='nobody'/>"), 0, "mimic-ignored:7 "},
    {JOINT("floating", "<mimic joint='nobody'/>"), 0, "mimic-ignored:7 "},
    {JOINT("planar", "<mimic joint='nobody'/>"), 0, "mimic-ignored:7 "},
    {JOINT("continuous", "<orgin/>"), 0, "element-misspelled:7 "},
    {JOINT("continuous", "<calibration reference_position='1'/><joint_properties/><drake:gear/>"), 0, ""},
    {JOINT("continuous", "<limit drake:lower='x' effort='1' velocity='1'/>"), 0, ""},
    {ROBOT("<link name='j'/><link name='a'/>" HINGE("j", "j", "a", "")), 0, ""},
    {ROBOT(HINGE("j", "a", "b", "") "<link name='b'/><link name='a'/>"), 0, ""},
};

START_TEST(good_robots_load)
{
    cdy_tree_destroy(accept_text(fine[_i].text, fine[_i].snippet));
}
END_TEST

START_TEST(what_is_missing_has_its_default)
{
    cdy_tree *tree = accept_text(JOINT("revolute", "<limit upper='1'/>\n<origin rpy='1 2 3'/>"), "limit-incomplete:7 ");
    const cdy_joint *joint = &cdy_tree_body(tree, 1)->joint;
    ck_assert_near(joint->origin.xyz, ((double[]){0, 0, 0}), 3, 0);
    ck_assert_near(joint->origin.rpy, ((double[]){1, 2, 3}), 3, 0);
    ck_assert(joint->limit.lower == 0 && joint->limit.upper == 1 && joint->limit.effort == 0);
    cdy_tree_destroy(tree);
    tree = accept_text(LINK("<inertial><mass value='0'/><inertia ixx='1' iyy='2' izz='3'/></inertial>"),
                       "inertia-without-mass:3 inertia-incomplete:3 ");
    ck_assert_near(cdy_tree_body(tree, 0)->inertial.inertia, ((double[]){1, 0, 0, 2, 0, 3}), 6, 0);
    cdy_tree_destroy(tree);
}
END_TEST

/* The first definition of a material counts, wherever it stands. */
START_TEST(materials_are_found_by_name)
{
    cdy_tree *tree = accept_text(
        ROBOT("<link name='a'><visual><geometry><sphere radius='1'/></geometry><material name='m'/></visual>\n"
              "<visual><geometry><sphere radius='1'/></geometry>"
              "<material name=''><color rgba='0.5 0.5 0.5 1'/></material></visual>\n"
              "<visual><geometry><sphere radius='1'/></geometry>"
              "<material name='m'><color rgba='0 0 0 1'/></material></visual></link>\n"
              "<material name='m'><color rgba='1 0 0 1'/></material>\n"
              "<material name='m'><color rgba='1 0 0 1'/></material>\n"
              "<material name='m'><color rgba='0 1 0 1'/></material>\n"),
        "material-redefined:6 material-conflict:7 material-conflict:4 ");
    const cdy_shape *visuals = cdy_tree_body(tree, 0)->visuals;
    ck_assert_near(visuals[0].material.rgba, ((double[]){1, 0, 0, 1}), 4, 0);
    ck_assert_str_eq(visuals[1].material.name, "");
    ck_assert_double_eq(visuals[1].material.rgba[0], 0.5);
    ck_assert_near(visuals[2].material.rgba, ((double[]){1, 0, 0, 1}), 4, 0);
    cdy_tree_destroy(tree);
}
END_TEST

/* Definitions of one name that differ in anything conflict; equal ones are only reported as repeated. */
START_TEST(materials_conflict_where_they_differ)
{
    static const struct {
        const char *first, *second;
        bool conflict;
    } pairs[] = {
        {"<color rgba='1 0 0 1'/>", "<color rgba='1.0 0 0e1 1'/>", false},
        {"<color rgba='1 0 0 1'/>", "<color rgba='0.5 0 0 1'/>", true},
        {"<color rgba='0.5 0 0 1'/>", "<color rgba='1 0 0 1'/>", true},
        {"<color rgba='1 0 0 1'/>", "<color rgba='1 0.5 0 1'/>", true},
        {"<color rgba='1 0 0 1'/>", "<color rgba='1 0 0.5 1'/>", true},
        {"<color rgba='1 0 0 1'/>", "<color rgba='1 0 0 0.5'/>", true},
        {"<color rgba='0 0 0 0'/>", "<texture filename='t.png'/>", true},
        {"<color rgba='1 0 0 1'/>", "<color rgba='1 0 0 1'/><texture filename='t.png'/>", true},
        {"<color rgba='1 0 0 1'/><texture filename='t.png'/>", "<color rgba='1 0 0 1'/>", true},
        {"<texture filename='t.png'/>", "<texture filename='t.png'/>", false},
        {"<texture filename='t.png'/>", "<texture filename='u.png'/>", true},
        {"<texture filename='t.png'/>", "<color rgba='0 0 0 0'/><texture filename='t.png'/>", true},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 ROBOT("<material name='m'>%s</material>\n<material name='m'>%s</material><link name='a'/>"),
                 pairs[i].first, pairs[i].second);
        cdy_tree_destroy(accept_text(text, pairs[i].conflict ? "material-conflict:3 " : "material-redefined:3 "));
    }
}
END_TEST

/* An unreadable definition does not count, whether a readable one comes before or after it; a strict load refuses it.
 */
START_TEST(readable_definitions_of_materials_count)
{
#define RED(color)     "<material name='m'><color rgba='" color "'/></material>"
#define BALL(material) "<link name='a'><visual><geometry><sphere radius='1'/></geometry>" material "</visual></link>"
    static const char *const texts[] = {
        ROBOT(RED("red") RED("1 0 0 1") BALL("<material name='m'/>")),
        ROBOT(RED("1 0 0 1") RED("red") BALL("<material name='m'/>")),
        ROBOT(RED("1 0 0 1") BALL(RED("red"))),
    };
    cdy_load_options strict = cdy_load_options_default();
    strict.strict = true;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cdy_tree *tree = accept_text(texts[i], "number:2 ");
        const cdy_material *m = &cdy_tree_body(tree, 0)->visuals[0].material;
        ck_assert(m->color_given);
        ck_assert_near(m->rgba, ((double[]){1, 0, 0, 1}), 4, 0);
        cdy_tree_destroy(tree);
        reject_with(texts[i], strlen(texts[i]), strict, 2, "'red' is not a list of 4 numbers");
    }
}
END_TEST

/* Dynamics do not depend on looks: unreadable visuals and materials are left out, unless the load is strict. */
START_TEST(looks_that_cannot_be_read_are_left_out)
{
    static const char text[] =
        ROBOT("<material name='m'><color rgba='#ff0000ff'/></material>\n"
              "<link name='a'><visual><geometry><box size='1 2'/></geometry><material name='m'/></visual>\n"
              "<visual><geometry><mesh filename='a' scale='0.001'/></geometry>\n"
              "<material name='n'><color rgba='1 1 1'/><texture filename='t'/></material></visual>\n"
              "<visual><geometry><sphere radius='2'/></geometry><material name='n'/></visual>\n"
              "<collision><geometry><cylinder radius='a' length='1'/></geometry></collision>\n"
              "<visual><geometry><cone/></geometry></visual><visual/>\n"
              "<visual><geometry><sphere radius='3'/></geometry><material name='x'/></visual></link>\n");
    cdy_tree *tree = accept_text(text, "number:2 number:5 number:3 number:4 unknown-geometry:8 geometry-missing:8 "
                                       "material-undefined:9 number:7 ");
    const cdy_body *body = cdy_tree_body(tree, 0);
    ck_assert_uint_eq(body->visual_count, 2);
    ck_assert_double_eq(body->visuals[0].geometry.radius, 2);
    ck_assert_ptr_null(body->visuals[0].material.name);
    ck_assert(!body->visuals[0].material.color_given && !body->visuals[0].material.texture);
    ck_assert_double_eq(body->visuals[1].geometry.radius, 3);
    ck_assert_str_eq(body->visuals[1].material.name, "x");
    ck_assert_uint_eq(body->collision_count, 0);
    cdy_tree_destroy(tree);
    cdy_load_options options = cdy_load_options_default();
    options.strict = true;
    reject_with(text, strlen(text), options, 2, "'#ff0000ff' is not a list of 4 numbers");
}
END_TEST

/* ---- files that are refused ---- */

#define NUMBER(text) LINK("<inertial>\n<mass value='" text "'/></inertial>")

static const urdf_case faulty[] = {
    {NUMBER("1,5"), 4, "link 'a': <mass> value: '1,5' is not a number; expected one"},
    {NUMBER("0x10"), 4, "'0x10' is not a number"},
    {NUMBER("nan"), 4, "'nan' is not a number"},
    {NUMBER("inf"), 4, "'inf' is not a number"},
    {NUMBER("1.0abc"), 4, "'1.0abc' is not a number"},
    {NUMBER(""), 4, "'' is not a number"},
    {NUMBER("1 2"), 4, "'1 2' is not a number"},
    {NUMBER("1e999"), 4, "'1e999' is too large"},
    {NUMBER("-1"), 4, "the mass is -1, which is negative"},
    {NUMBER("-1e-300"), 4, "negative"},
    {LINK("<inertial><mass/></inertial>"), 3, "<mass> lacks value"},
    {LINK("<inertial>\n<mass\n\nvalue='x'/></inertial>"), 6, "'x' is not a number"},
    {LINK("<inertial>\n<mass/></inertial>"), 4, "<mass> lacks value"},
    {LINK("<inertial><mass value='1'/>\n<inertia ixx='1' iyy='1'/></inertial>"), 4, "<inertia> lacks izz"},
    {LINK("<inertial><mass value='1'/>\n<inertia ixx='1' iyy='1' izz='1' ixy='?'/></inertial>"), 4,
     "<inertia> ixy: '?'"},
    {LINK("<inertial/>\n<inertial/>"), 4, "<link> has a second <inertial>, after that in line 3"},
    {LINK("<inertial><mass value='1'/>\n<mass value='1'/></inertial>"), 4, "second <mass>"},
    {LINK("<inertial><inertia ixx='0' iyy='0' izz='0'/>\n<inertia/></inertial>"), 4, "second <inertia>"},
    {LINK("<inertial><origin/>\n<origin/></inertial>"), 4, "second <origin>"},
    {LINK("<visual><geometry/>\n<geometry/></visual>"), 4, "second <geometry>"},
    {LINK("<visual>\n<origin xyz='1 2'/></visual>"), 4, "<origin> xyz: '1 2' is not a list of 3 numbers"},
    {LINK("<visual>\n<origin xyz='1 2 3 4'/></visual>"), 4, "3 numbers"},
    {LINK("<visual>\n<origin rpy='1, 2, 3'/></visual>"), 4, "<origin> rpy"},
    {LINK("<visual>\n<origin rpy='0 0 0' quat_xyzw='0 0 0 1'/></visual>"), 4, "both rpy and quat_xyzw"},
    {LINK("<visual>\n<origin quat_xyzw='0 0 0 0'/></visual>"), 4, "quat_xyzw is zero"},
    {LINK("<visual>\n<origin quat_xyzw='0 0 1'/></visual>"), 4, "4 numbers"},
    {ROBOT("<link/>"), 2, "<link> lacks name"},
    {ROBOT("<link name=''/>"), 2, "<link> name is empty"},
    {ROBOT("<link name='a'/>\n<link name='a'/>"), 3, "link 'a': there is a link of this name in line 2"},
    {ROBOT(""), 1, "no <link>"},
    {"<model name='r'><link name='a'/></model>", 1, "the root element is <model>; expected <robot>"},
    {"<?xml version='1.0'?>\n<sdf version='1.9'><link name='a'/></sdf>", 2,
     "<sdf> has no <model>; expected one with links"},
    {JOINT("revolut", ""), 4,
     "joint 'j': type 'revolut' is unknown; expected fixed, revolute, continuous, prismatic, "
     "planar or floating; did you mean 'revolute'?"},
    {JOINT("", ""), 4, "type is empty"},
    {JOINT("continuous", "<axis/>"), 7, "<axis> lacks xyz"},
    {JOINT("continuous", "<axis xyz='0 0 0'/>"), 7, "the axis is zero"},
    {JOINT("revolute", LIMIT "<axis xyz='0 0 -0'/>"), 7, "the axis is zero"},
    {JOINT("prismatic", LIMIT "<axis xyz='0 0 0'/>"), 7, "the axis is zero"},
    {JOINT("planar", "<axis xyz='0 0 0'/>"), 7, "the axis is zero"},
    {JOINT("continuous", "<axis xyz='0 0'/>"), 7, "<axis> xyz"},
    {JOINT("revolute", "<limit lower='a'/>"), 7, "<limit> lower: 'a'"},
    {JOINT("revolute", "<limit effort='1e400'/>"), 7, "<limit> effort: '1e400' is too large"},
    {JOINT("planar", "<dynamics damping='0.1 0.1 0.1'/>"), 7, "<dynamics> damping"},
    {JOINT("revolute", LIMIT "<safety_controller k_velocity='?'/>"), 7, "k_velocity"},
    {JOINT("revolute", LIMIT "<calibration rising='?'/>"), 7, "rising"},
    {JOINT("revolute", LIMIT "\n" LIMIT), 8, "second <limit>, after that in line 7"},
    {JOINT("fixed", "<origin/>\n<origin/>"), 8, "second <origin>"},
    {JOINT("continuous", "<axis xyz='1 0 0'/>\n<axis/>"), 8, "second <axis>"},
    {JOINT("continuous", "<dynamics/>\n<dynamics/>"), 8, "second <dynamics>"},
    {JOINT("fixed", "<mimic joint='j'/>\n<mimic joint='j'/>"), 8, "second <mimic>"},
    {JOINT("continuous", "<safety_controller/>\n<safety_controller/>"), 8, "second <safety_controller>"},
    {JOINT("continuous", "<calibration/>\n<calibration/>"), 8, "second <calibration>"},
    {JOINT("fixed", "<parent link='a'/>"), 7, "second <parent>, after that in line 5"},
    {JOINT("fixed", "<child link='a'/>"), 7, "second <child>, after that in line 6"},
    {ROBOT("<link name='a'/>\n<joint type='fixed'/>"), 3, "<joint> lacks name"},
    {ROBOT("<link name='a'/>\n<joint name='' type='fixed'/>"), 3, "<joint> name is empty"},
    {ROBOT("<link name='a'/>\n<joint name='j'/>"), 3, "<joint> lacks type"},
    {ROBOT("<link name='a'/>\n<joint name='j' type='fixed'/>"), 3, "there is no <parent>"},
    {ROBOT("<link name='a'/>\n<joint name='j' type='fixed'><parent link='a'/></joint>"), 3, "there is no <child>"},
    {ROBOT("<link name='a'/>\n<joint name='j' type='fixed'>\n<parent/><child link='a'/></joint>"), 4,
     "<parent> lacks link"},
};

START_TEST(faulty_robots_are_refused)
{
    reject_text(faulty[_i].text, faulty[_i].line, faulty[_i].snippet);
}
END_TEST

/* ---- topology ---- */

#define LINKS "<link name='a'/><link name='b'/><link name='c'/><link name='elbow_link'/>\n"

static const urdf_case tangled[] = {
    {ROBOT(LINKS HINGE("j", "a", "elbow_lnik", "")), 3,
     "joint 'j': the child link 'elbow_lnik' is not declared; expected the name of a link; did you mean 'elbow_link'?"},
    {ROBOT(LINKS HINGE("j", "world", "a", "")), 3, "the parent link 'world' is not declared"},
    {ROBOT(LINKS HINGE("j", "a", "b", "") HINGE("k", "c", "b", "")), 4,
     "joint 'k': link 'b' has a parent already, through joint 'j' in line 3"},
    {ROBOT(LINKS HINGE("j", "a", "b", "") HINGE("j", "b", "c", "")), 4,
     "joint 'j': there is a joint of this name in line 3"},
    {ROBOT(LINKS HINGE("j", "a", "a", "")), 3, "joint 'j': link 'a' is both its parent and its child"},
    {ROBOT("<link name='a'/>\n<link name='b'/>"), 3, "links 'a' (line 2) and 'b' are both the child of no joint"},
    {ROBOT("<link name='a'/><link name='b'/>\n" HINGE("j", "a", "b", "") HINGE("k", "b", "a", "")), 3,
     "no link is the root"},
    {ROBOT(LINKS HINGE("j", "a", "b", "") HINGE("k", "c", "elbow_link", "") HINGE("l", "elbow_link", "c", "")), 4,
     "joint 'k' is part of a cycle"},
    {ROBOT(LINKS "<link name='tail'/>\n" HINGE("k", "c", "elbow_link", "") HINGE("l", "elbow_link", "c", "")
               HINGE("m", "c", "tail", "") HINGE("j", "a", "b", "")),
     4, "joint 'k' is part of a cycle"},
    /* of two cycles that of the first link, at its first joint */
    {ROBOT("<link name='p'/><link name='r'/><link name='s'/><link name='q'/><link name='root'/>\n" HINGE(
         "j", "r", "s", "") HINGE("k", "s", "r", "") HINGE("m", "q", "p", "") HINGE("l", "p", "q", "")),
     5, "joint 'm' is part of a cycle, from link 'q' through its children back to it, beside the rest of the robot"},
    {JOINT("continuous", "<mimic/>"), 7, "<mimic> lacks joint"},
    {JOINT("continuous", "<mimic joint='j'/>"), 7, "joint 'j': mimics 'j', which is itself"},
    {JOINT("continuous", "<mimic joint='k'/>"), 7, "joint 'j': mimics 'k', which does not exist"},
    {JOINT("continuous", "<mimic joint='a' multiplier='1,5'/>"), 7, "<mimic> multiplier: '1,5'"},
    {JOINT("continuous", "<mimic joint='a' offset='x'/>"), 7, "<mimic> offset: 'x'"},
    {ROBOT("<link name='a'/><link name='b'/><link name='c'/>\n" HINGE("j", "a", "b", "")
               HINGE("k", "a", "c", "<mimic joint='jj'/>")),
     4, "does not exist"},
    {ROBOT("<link name='a'/><link name='b'/><link name='c'/>\n" HINGE("left_knee", "a", "b", "")
               HINGE("k", "a", "c", "\n<mimic joint='left_kne'/>")),
     5, "did you mean 'left_knee'?"},
    {ROBOT("<link name='a'/><link name='b'/><link name='c'/>\n" HINGE("j", "a", "b", "\n<mimic joint='k'/>")
               HINGE("k", "a", "c", "\n<mimic joint='j'/>")),
     4, "in a ring"},
    {ROBOT("<link name='a'/><link name='b'/><link name='c'/>\n"
           "<joint name='j' type='floating'><parent link='a'/><child link='b'/></joint>\n" HINGE(
               "k", "a", "c", "\n<mimic joint='j'/>")),
     5, "one degree of freedom"},
};

START_TEST(links_that_are_no_tree_are_refused)
{
    reject_text(tangled[_i].text, tangled[_i].line, tangled[_i].snippet);
}
END_TEST

/* MuJoCo and Bullet read joints that URDF has not: three degrees of freedom, about the joint's origin. */
START_TEST(spherical_joints_have_three_degrees_of_freedom)
{
    const char *text =
        JOINT("spherical", "<origin xyz='1 2 3'/><limit lower='0.2' upper='0.8' effort='5' velocity='2'/>");
    cdy_tree *tree = NULL;
    cdy_error error = {0};
    ck_assert_msg(cdy_load_text(text, strlen(text), "robot.urdf", NULL, &tree, &error) == CDY_OK, "%s", error.text);
    const cdy_joint *joint = &cdy_tree_body(tree, 1)->joint;
    ck_assert_int_eq(joint->type, CDY_JOINT_SPHERICAL);
    ck_assert_double_eq(joint->origin.xyz[2], 3);
    ck_assert_double_eq(joint->limit.effort, 5);
    ck_assert_double_eq(joint->limit.lower, 0);
    ck_assert_double_eq(joint->limit.upper, 0);
    cdy_tree_destroy(tree);
}
END_TEST

#define LOOP(type, content)                                                                                            \
    ROBOT("<link name='a'/><link name='b'/><link name='c'/>\n" HINGE("j", "a", "b", "")                                \
              HINGE("k", "a", "c", "") "<loop_joint name='l' type='" type "'>" content "</loop_joint>")
#define ENDS "<link1 link='b' xyz='1 2 3' rpy='0 0 0.5'/><link2 link='c' xyz='4 5 6'/>"

/* A loop between two links, its place in both, with z along the axis, which is x where the file does not say it. */
START_TEST(loop_joints_are_loops_of_the_robot)
{
    static const struct {
        const char *text;
        unsigned rows;
        double rpy[3];
    } cases[] = {{LOOP("spherical", ENDS), CDY_ROWS_BALL, {0, 0, 0}},
                 {LOOP("fixed", ENDS), CDY_ROWS_WELD, {0, 0, 0}},
                 {LOOP("revolute", ENDS "<axis xyz='0 -3 0'/>"), CDY_ROWS_REVOLUTE, {1.5707963267948966, 0, 0}},
                 {LOOP("prismatic", ENDS), CDY_ROWS_PRISMATIC, {0, 1.5707963267948966, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_tree *tree =
            accept_with(cases[i].text, strlen(cases[i].text), cdy_load_options_default(), "dynamics-unread:5 ");
        const cdy_loop *loop = cdy_tree_loop(tree, 0);
        ck_assert_int_eq(cdy_tree_loop_count(tree), 1);
        ck_assert_str_eq(loop->name, "l");
        ck_assert_str_eq(loop->body, "c");
        ck_assert_str_eq(loop->other, "b");
        ck_assert_uint_eq(loop->rows, cases[i].rows);
        for (int k = 0; k < 3; k++) {
            ck_assert_double_eq_tol(loop->in_body.xyz[k], 4 + k, 1e-12);
            ck_assert_double_eq_tol(loop->in_other.xyz[k], 1 + k, 1e-12);
            ck_assert_double_eq_tol(loop->in_body.rpy[k], cases[i].rpy[k], 1e-12);
        }
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* A <loop_joint> of an unknown type, or without two different links, has a warning; one with attributes that are no
 * numbers is a fault of the file. */
START_TEST(loop_joints_that_close_nothing_are_named)
{
    static const char *const named[] = {LOOP("planar", ENDS), LOOP("fixed", "<link1 link='b'/>"),
                                        LOOP("fixed", "<link1 link='b'/><link2 link='b'/>")};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        cdy_tree *tree = accept_with(named[i], strlen(named[i]), cdy_load_options_default(), "dynamics-unread:5 ");
        ck_assert_int_eq(cdy_tree_loop_count(tree), 0);
        cdy_tree_destroy(tree);
    }
    reject_text(LOOP("fixed", "\n<link1 link='b' xyz='1 2'/>"), 6, "xyz");
    reject_text(LOOP("revolute", ENDS "\n<axis xyz='0 0 0'/>"), 6, "axis is zero");
    reject_text(LOOP("fixed", ENDS "\n<link1 link='c'/>"), 6, "link1");
}
END_TEST

START_TEST(mimic_is_checked_where_it_is_independent_too)
{
    cdy_load_options options = cdy_load_options_default();
    options.mimic_independent = true;
    const char *ring = JOINT("continuous", "<mimic joint='j'/>");
    reject_with(ring, strlen(ring), options, 7, "itself");
    cdy_tree *tree = accept_with(whole, strlen(whole), options, "number-space:6 xacro-left:24 reference-unknown:22 ");
    ck_assert(cdy_tree_mimic_independent(tree));
    cdy_tree_destroy(tree);
    tree = accept_text(whole, "number-space:6 xacro-left:24 reference-unknown:22 ");
    ck_assert(!cdy_tree_mimic_independent(tree));
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(bodies_stand_in_order)
{
    cdy_tree *tree =
        accept_text(ROBOT("<link name='d'/><link name='c'/><link name='b'/><link name='a'/><link name='e'/>\n" HINGE(
                        "z", "a", "b", "") HINGE("B", "b", "e", "") HINGE("y", "a", "c", "") HINGE("x", "c", "d", "")),
                    "");
    const char *const names[] = {"a", "c", "d", "b", "e"};
    for (int i = 0; i < 5; i++) {
        ck_assert_str_eq(cdy_tree_body(tree, i)->name, names[i]);
    }
    ck_assert_int_eq(cdy_tree_parent(tree, 4), 3);
    cdy_tree_destroy(tree);
}
END_TEST

/* ---- options ---- */

START_TEST(a_floating_base_carries_the_root)
{
    cdy_load_options options = cdy_load_options_default();
    options.floating_base = true;
    options.gravity[2] = -9.81;
    cdy_tree *tree = accept_with(whole, strlen(whole), options,
                                 "number-space:6 xacro-left:24 reference-unknown:22 singular-mass:14 ");
    ck_assert_int_eq(cdy_tree_body_count(tree), 3);
    ck_assert_str_eq(cdy_tree_body(tree, 0)->name, "world");
    ck_assert(!cdy_tree_body(tree, 0)->inertial.given);
    const cdy_body *root = cdy_tree_body(tree, 1);
    ck_assert_str_eq(root->name, "base");
    ck_assert_double_eq(root->inertial.mass, 2.5);
    ck_assert_str_eq(root->joint.name, "floating_base");
    ck_assert_int_eq(root->joint.type, CDY_JOINT_FLOATING);
    const cdy_body usual = cdy_body_default();
    ck_assert_mem_eq(&root->joint.origin, &usual.joint.origin, sizeof usual.joint.origin);
    ck_assert_near(root->joint.axis, ((double[]){1, 0, 0}), 3, 0);
    ck_assert_double_eq(root->joint.gear_ratio, 1);
    ck_assert_double_eq(root->joint.mimic.multiplier, 1);
    ck_assert(!root->joint.mimic.joint && !root->joint.limit.given && !root->joint.dynamics.given);
    ck_assert_int_eq(cdy_tree_parent(tree, 1), 0);
    double gravity[3];
    cdy_tree_get_gravity(tree, gravity);
    ck_assert_near(gravity, ((double[]){0, 0, -9.81}), 3, 0);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_floating_base_finds_names_that_are_free)
{
    cdy_load_options options = cdy_load_options_default();
    options.floating_base = true;
    const char *taken = ROBOT("<link name='world'/><link name='world_'/>\n" HINGE("j", "world", "world_", ""));
    cdy_tree *tree = accept_with(taken, strlen(taken), options, "");
    ck_assert_str_eq(cdy_tree_body(tree, 0)->name, "world__");
    ck_assert_str_eq(cdy_tree_body(tree, 1)->name, "world");
    cdy_tree_destroy(tree);
    const char *joints = ROBOT("<link name='a'/><link name='b'/>\n" HINGE("floating_base", "a", "b", ""));
    tree = accept_with(joints, strlen(joints), options, "");
    ck_assert_str_eq(cdy_tree_body(tree, 1)->joint.name, "floating_base_");
    ck_assert_str_eq(cdy_tree_body(tree, 2)->joint.name, "floating_base");
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(bad_arguments_are_refused)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    cdy_load_options options = cdy_load_options_default();
    options.gravity[1] = (double)NAN;
    const char *text = LINK("");
    ck_assert_fails(cdy_load_text(text, strlen(text), "t", &options, &tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_null(tree);
    ck_assert_fails(cdy_load_text(text, strlen(text), "t", NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_load_text(NULL, 5, "t", NULL, &tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_load_file(NULL, NULL, &tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_load_file("x", NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_int_eq(cdy_load_text("<", 1, NULL, NULL, &tree, NULL), CDY_ERROR_ROBOT);
    ck_assert_int_eq(cdy_load_text(NULL, 0, NULL, NULL, &tree, NULL), CDY_ERROR_ROBOT);
    ck_assert_int_eq(cdy_load_text(text, strlen(text), NULL, NULL, &tree, NULL), CDY_OK);
    cdy_tree_destroy(tree);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("urdf");
    TCase *content = add_case(suite, "content", bodies_hold_what_links_say);
    tcase_add_test(content, bodies_hold_the_shapes_of_links);
    tcase_add_test(content, bodies_hold_what_joints_say);
    tcase_add_loop_test(content, good_robots_load, 0, sizeof fine / sizeof *fine);
    tcase_add_test(content, what_is_missing_has_its_default);
    tcase_add_test(content, materials_are_found_by_name);
    tcase_add_test(content, materials_conflict_where_they_differ);
    tcase_add_test(content, readable_definitions_of_materials_count);
    tcase_add_test(content, looks_that_cannot_be_read_are_left_out);
    tcase_add_loop_test(content, faulty_robots_are_refused, 0, sizeof faulty / sizeof *faulty);
    TCase *topology = add_case(suite, "topology", bodies_stand_in_order);
    tcase_add_loop_test(topology, links_that_are_no_tree_are_refused, 0, sizeof tangled / sizeof *tangled);
    tcase_add_test(topology, spherical_joints_have_three_degrees_of_freedom);
    tcase_add_test(topology, loop_joints_are_loops_of_the_robot);
    tcase_add_test(topology, loop_joints_that_close_nothing_are_named);
    tcase_add_test(topology, mimic_is_checked_where_it_is_independent_too);
    TCase *options = add_case(suite, "options", a_floating_base_carries_the_root);
    tcase_add_test(options, a_floating_base_finds_names_that_are_free);
    tcase_add_test(options, bad_arguments_are_refused);
    return run_suites(suite, NULL);
}

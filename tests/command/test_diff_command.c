/* condyle diff: finds differences, ignores other spellings of the same robot, and computes differences of torques,
 * which are compared with closed forms. */
#include "support/folder.h"
#include "support/suite.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI "3.141592653589793"

/* A pendulum about y with a point mass at x = 0.5, and a tool at x = 1. */
#define LINKS(mass, rpy)                                                                                               \
    "<link name='base'/><link name='arm'><inertial><origin xyz='0.5 0 0' rpy='" rpy "'/><mass value='" mass            \
    "'/><inertia ixx='1' ixy='0' ixz='0' iyy='2' iyz='0' izz='2'/></inertial></link><link name='tool'/>"
#define JOINTS(upper, axis, rpy)                                                                                       \
    "<joint name='turn' type='revolute'><parent link='base'/><child link='arm'/><origin xyz='0 0 0.25' rpy='" rpy      \
    "'/>"                                                                                                              \
    "<axis xyz='" axis "'/><limit lower='-1' upper='" upper "' effort='1' velocity='1'/></joint>"                      \
    "<joint name='weld' type='fixed'><parent link='arm'/><child link='tool'/><origin xyz='1 0 0'/></joint>"

static void put_robots(void)
{
    open_folder();
    put_file("a.urdf", "<robot name='r'>" LINKS("2", "0 0 0") JOINTS("1", "0 1 0", "0 0 0") "</robot>");
    /* an axis of another length, half a turn of the inertia's axes, a joint turned by half a turn three times */
    put_file("same.urdf", "<robot name='s'>" LINKS("2", PI " 0 0") JOINTS("1", "0 3 0", PI " " PI " " PI) "</robot>");
    put_file("heavy.urdf", "<robot name='r'>" LINKS("3", "0 0 0") JOINTS("1", "0 1 0", "0 0 0") "</robot>");
    put_file("wide.urdf", "<robot name='r'>" LINKS("2", "0 0 0") JOINTS("2", "0 1 0", "0 0 0") "</robot>");
    put_file("other.urdf", "<robot name='r'><link name='base'/><link name='leg'/><joint name='knee' type='prismatic'>"
                           "<parent link='base'/><child link='leg'/><limit lower='0' upper='1' effort='1' "
                           "velocity='1'/></joint></robot>");
    put_file("still.urdf", "<robot name='r'><link name='base'/></robot>");
    put_file("broken.urdf", "<robot name='r'><link/></robot>");
}

/* Runs diff with JSON, which must end with this exit code. */
static json_t *compare(const char *robots, int exit_code)
{
    char script[256];
    snprintf(script, sizeof script, "\"$CONDYLE\" diff %s --format json", robots);
    process_result r = run_in_folder(script);
    json_error_t error;
    ck_assert_msg(r.exit_code == exit_code, "%s: %d: %s%s", robots, r.exit_code, r.out, r.err);
    json_t *document = json_loadb(r.out, r.out_size, JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(document != NULL, "%s: %s", robots, error.text);
    free_result(&r);
    return document;
}

static const json_t *find(const json_t *document, const char *name, const char *what)
{
    const json_t *items = json_object_get(document, "differences");
    for (size_t i = 0; i < json_array_size(items); i++) {
        const json_t *item = json_array_get(items, i), *found = json_object_get(item, "name");
        if (strcmp(json_string_value(json_object_get(item, "what")), what) == 0 &&
            strcmp(json_is_null(found) ? "" : json_string_value(found), name) == 0) {
            return item;
        }
    }
    ck_abort_msg("no difference '%s' of '%s'", what, name);
    return NULL;
}

static double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    ck_assert_msg(json_is_number(value), "%s is no number", key);
    return json_number_value(value);
}

static size_t count(const json_t *document)
{
    return json_array_size(json_object_get(document, "differences"));
}

START_TEST(what_means_the_same_is_the_same)
{
    static const char *const pairs[] = {"a.urdf a.urdf", "a.urdf same.urdf", "universalUR5e universalUR5e",
                                        "still.urdf still.urdf", "a.urdf same.urdf --floating-base --seed 5"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        json_t *found = compare(pairs[i], 0);
        ck_assert(json_is_true(json_object_get(found, "same")));
        ck_assert_uint_eq(count(found), 0);
        json_decref(found);
    }
}
END_TEST

/* Rotations differ by their angle, beside the tolerance. */
START_TEST(small_turns_are_the_same)
{
    static const struct {
        const char *robots;
        int code;
    } turns[] = {{"a.urdf a12.urdf", 0},
                 {"a.urdf a6.urdf", 1},
                 {"a.urdf a6.urdf --tolerance 1e-3", 0},
                 {"a.urdf a12.urdf --tolerance 1e-13", 1}};
    put_file("a12.urdf", "<robot name='r'>" LINKS("2", "0 0 0") JOINTS("1", "0 1 0", "0 0 1e-12") "</robot>");
    put_file("a6.urdf", "<robot name='r'>" LINKS("2", "0 0 0") JOINTS("1", "0 1 0", "0 0 1e-6") "</robot>");
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        json_decref(compare(turns[i].robots, turns[i].code));
    }
}
END_TEST

START_TEST(masses_tell_in_torques)
{
    json_t *found = compare("a.urdf heavy.urdf --seed 3", 1);
    const json_t *mass = find(found, "arm", "mass"), *torque = json_object_get(found, "torque");
    ck_assert_uint_eq(count(found), 3); /* and the differences of total mass and torque */
    ck_assert_double_eq_tol(number(mass, "a"), 2, 1e-15);
    ck_assert_double_eq_tol(number(mass, "b"), 3, 1e-15);
    ck_assert_double_eq_tol(number(find(found, "", "total mass"), "b"), 3, 1e-15);
    /* 1 kg more at 0.5 m: tau differs by 0.25 qdd - 9.81 * 0.5 cos(q), |qdd| <= 1, |q| <= 1 in a thousand samples */
    const double difference = number(torque, "difference");
    ck_assert_double_gt(difference, 9.81 * 0.5 * 0.99);
    ck_assert_double_le(difference, 9.81 * 0.5 + 0.25);
    ck_assert_double_eq_tol(fabs(number(torque, "a") - number(torque, "b")), difference, 1e-12);
    ck_assert_str_eq(json_string_value(json_object_get(torque, "joint")), "turn");
    json_decref(found);
    found = compare("a.urdf heavy.urdf --tolerance 0.5", 0); /* a third of the larger */
    json_decref(found);
}
END_TEST

START_TEST(limits_tell_in_the_reach)
{
    json_t *found = compare("a.urdf wide.urdf", 1);
    ck_assert_double_eq_tol(number(find(found, "turn", "upper limit"), "b"), 2, 1e-15);
    const json_t *reach[2] = {json_object_get(json_object_get(found, "a"), "reach"),
                              json_object_get(json_object_get(found, "b"), "reach")};
    for (int i = 0; i < 2; i++) { /* the tool at 1 m turns about y at 0.25 m: z from 0.25 - sin(upper) to .. + sin(1) */
        const json_t *low = json_object_get(reach[i], "minimum"), *high = json_object_get(reach[i], "maximum");
        const double upper = i ? 2 : 1, least = i ? 1 : sin(upper);
        ck_assert_str_eq(json_string_value(json_object_get(reach[i], "body")), "tool");
        ck_assert_double_eq_tol(json_real_value(json_array_get(low, 2)), 0.25 - least, 0.01);
        ck_assert_double_eq_tol(json_real_value(json_array_get(high, 2)), 0.25 + sin(1), 0.01);
        ck_assert_double_eq_tol(json_real_value(json_array_get(low, 0)), cos(upper), 0.01);
        ck_assert_double_eq_tol(json_real_value(json_array_get(high, 0)), 1, 0.01);
        ck_assert_double_eq_tol(number(reach[i], "distance"), sqrt(1 + 0.0625 + 0.5 * sin(1)), 0.01);
    }
    json_decref(found);
}
END_TEST

START_TEST(parts_come_and_go)
{
    json_t *found = compare("a.urdf other.urdf", 1);
    find(found, "arm", "removed");
    find(found, "turn", "removed");
    find(found, "leg", "added");
    find(found, "knee", "added");
    const json_t *torque = json_object_get(found, "torque");
    ck_assert_int_eq(json_integer_value(json_object_get(torque, "common")), 0);
    ck_assert(json_is_false(json_object_get(torque, "complete")));
    ck_assert(json_is_null(json_object_get(torque, "difference")));
    json_decref(found);
    /* the floating base is ignored, and all other joints are the same */
    check_run("\"$CONDYLE\" diff a.urdf other.urdf | grep Torques", 0,
              "Torques are not compared: no degree of freedom is common\n", "");
}
END_TEST

/* A ball of 1 kg beside a spherical joint: the torques about the horizontal axes differ, each under its name. */
START_TEST(tables_name_the_components_of_joints)
{
    static const char text[] = "<mujoco><worldbody><body name='a'><joint name='j' type='ball'/><inertial pos='0 0 .3' "
                               "mass='%d' diaginertia='1 1 1'/></body></worldbody></mujoco>";
    char one[256], two[256];
    snprintf(one, sizeof one, text, 1);
    snprintf(two, sizeof two, text, 2);
    put_file("one.xml", one);
    put_file("two.xml", two);
    check_run("\"$CONDYLE\" diff one.xml two.xml | grep -o '^  j T[xyz]: rms'", 0, "  j Tx: rms\n  j Ty: rms\n", "");
    check_run("\"$CONDYLE\" diff one.xml two.xml | grep -c 'at joint j T[xy] ('", 0, "1\n", "");
}
END_TEST

START_TEST(tables_are_for_people)
{
    check_run("\"$CONDYLE\" diff a.urdf wide.urdf | grep -v reach", 0,
              "A  a.urdf (r): 3 bodies, 1 degree of freedom, total mass 2 kg\nB  wide.urdf (r): 3 bodies, 1 degree of "
              "freedom, total mass 2 kg\n\njoint turn  upper limit          1 -> 2 rad\n\nReach in 1000 "
              "configurations: A 1.21759 m "
              "(tool), B "
              "1.21745 m (tool)\nNo difference in torque in 1000 states\nCauses, each by itself:\n  no torque: limits "
              "of turn are other\n4 differences\n",
              "");
    check_run(
        "\"$CONDYLE\" diff a.urdf heavy.urdf -o out.txt; tail -n 1 out.txt; \"$CONDYLE\" diff a.urdf heavy.urdf -o "
        "out.json; head -c 10 out.json",
        0, "3 differences\n{\"command\"", "");
}
END_TEST

START_TEST(exit_codes_tell_difference_from_trouble)
{
    check_run("\"$CONDYLE\" diff a.urdf a.urdf > /dev/null", 0, "", "");
    check_run("\"$CONDYLE\" diff a.urdf heavy.urdf > /dev/null", 1, "", "");
    check_run("cat a.urdf | \"$CONDYLE\" diff - a.urdf > /dev/null", 0, "", "");
    check_run("\"$CONDYLE\" compile a.urdf -o a.cdy; \"$CONDYLE\" diff a.urdf a.cdy", 2, "",
              "'a.cdy' is a compiled model");
    check_run("\"$CONDYLE\" diff a.urdf", 2, "", "needs two robots, not 1");
    check_run("\"$CONDYLE\" diff a.urdf a.urdf a.urdf", 2, "", "needs two robots, not 3");
    check_run("\"$CONDYLE\" diff - - < a.urdf", 2, "", "the standard input can be read once");
    check_run("\"$CONDYLE\" diff a.urdf a.urdf --body tol", 2, "", "did you mean 'tool'?");
    check_run("\"$CONDYLE\" diff a.urdf a.urdf --tolerance -1", 2, "", "expected a number from 0");
    check_run("\"$CONDYLE\" diff a.urdf a.urdf --tolerance nan", 2, "", "--tolerance");
    check_run("\"$CONDYLE\" diff a.urdf a.urdf --format csv", 2, "", "not one of table, json");
    check_run("\"$CONDYLE\" diff a.urdf broken.urdf", 3, "", "broken.urdf:1: error:");
    check_run("\"$CONDYLE\" diff none.urdf a.urdf", 3, "", "none.urdf: error: cannot open");
}
END_TEST

/* Two links with all that conversions lose. */
#define ARM(tool, inertia, com, friction, mimic, range, at, axis)                                                      \
    "<robot name='r'><link name='base'/><link name='upper'><inertial><origin xyz='" com                                \
    "'/><mass value='2'/><inertia "                                                                                    \
    "ixx='.3' iyy='" inertia "' ixy='0' ixz='0' iyz='0'/></inertial></link><link name='fore'><inertial><origin "       \
    "xyz='.2 0 0'/><mass value='1'/><inertia ixx='.1' iyy='.2' izz='.2' ixy='0' ixz='0' iyz='0'/></inertial></link>"   \
    "<link name='grip'><inertial><mass value='.2'/><inertia ixx='.01' iyy='.01' izz='.01' ixy='0' ixz='0' iyz='0'/>"   \
    "</inertial></link>" tool "<joint name='shoulder' type='revolute'><origin xyz='0 0 .5'/><axis xyz='0 1 0'/>"       \
    "<parent link='base'/><child link='upper'/><limit " range " effort='9' velocity='1'/></joint><joint name='elbow' " \
    "type='continuous'><origin xyz='" at "'/><axis xyz='" axis "'/><parent link='upper'/><child link='fore'/>"         \
    "<dynamics damping='.1' friction='" friction "'/></joint><joint name='grasp' type='continuous'><origin "           \
    "xyz='" at "'/><axis xyz='1 0 0'/><parent link='fore'/><child link='grip'/>" mimic "</joint></robot>"
#define TOOL                                                                                                           \
    "<link name='cam'><inertial><origin xyz='.1 0 0'/><mass value='.4'/><inertia ixx='.01' iyy='.01' izz='.01' "       \
    "ixy='0' "                                                                                                         \
    "ixz='0' iyz='0'/></inertial></link><joint name='cam_weld' type='fixed'><parent link='fore'/><child link='cam'/>"  \
    "</joint>"
#define FOLLOWS "<mimic joint='shoulder' multiplier='2'/>"
#define MOMENTS ".4' izz='.6"
#define RANGE   "lower='-1' upper='2'"

static const struct {
    const char *robot, *cause;
} conversions[] = {
    {ARM(TOOL, ".6' izz='.4", ".1 .2 0", ".5", FOLLOWS, RANGE, ".3 0 0", "0 1 0"),
     "inertia of upper turned by 90 degrees about x"},
    {ARM("", MOMENTS, ".1 .2 0", ".5", FOLLOWS, RANGE, ".3 0 0", "0 1 0"),
     "mass of cam lost, 0.4 kg, with the link and its joint"},
    {ARM(TOOL, MOMENTS, ".1 .2 0", "0", FOLLOWS, RANGE, ".3 0 0", "0 1 0"), "friction of elbow lost, 0.5"},
    {ARM(TOOL, MOMENTS, ".1 .2 0", ".5", "", RANGE, ".3 0 0", "0 1 0"), "mimic of grasp lost, which follows shoulder"},
    {ARM(TOOL, MOMENTS, ".1 .2 0", ".5", FOLLOWS, "lower='-57.29578' upper='114.59156'", ".3 0 0", "0 1 0"),
     "limits of shoulder are other, 57.3 times: degrees for radians"},
    {ARM(TOOL, MOMENTS, ".1 .2 0", ".5", FOLLOWS, RANGE, "300 0 0", "0 1 0"),
     "lengths of 2 links and joints, 1000 times: millimeters or grams for meters or kilograms"},
    {ARM(TOOL, MOMENTS, ".1 .2 0", ".5", FOLLOWS, RANGE, ".3 0 0", "0 -1 0"), "axis of elbow flipped"},
    {ARM(TOOL, MOMENTS, ".1 .2 0", ".5", FOLLOWS, RANGE, ".3 0 0", "0 1 1"), "axis of elbow turned by 45 degrees"},
    {ARM(TOOL, MOMENTS, ".1 .2 0' rpy='0 0 0.3490658503988659", ".5", FOLLOWS, RANGE, ".3 0 0", "0 1 0"),
     "inertia of upper turned by 20 degrees about z"},
    {ARM(TOOL, MOMENTS, "0 .1 .2", ".5", FOLLOWS, RANGE, ".3 0 0", "0 1 0"),
     "center of mass of upper at 0 0.1 0.2 m, not 0.1 0.2 0: in a frame that is turned"},
};

START_TEST(what_a_conversion_lost_is_the_first_cause)
{
    put_file("whole.urdf", ARM(TOOL, MOMENTS, ".1 .2 0", ".5", FOLLOWS, RANGE, ".3 0 0", "0 1 0"));
    put_file("converted.urdf", conversions[_i].robot);
    json_t *found = compare("whole.urdf converted.urdf", 1);
    const json_t *causes = json_object_get(found, "causes"), *first = json_array_get(causes, 0);
    ck_assert_str_eq(json_string_value(json_object_get(first, "cause")), conversions[_i].cause);
    ck_assert_uint_eq(json_array_size(causes), 1);
    json_decref(found);
}
END_TEST

/* Friction of 0.5 N m that is lost is off by it in every state, but where the joint is nearly at rest. */
START_TEST(causes_have_the_root_mean_square_of_their_torque)
{
    put_file("whole.urdf", ARM(TOOL, MOMENTS, ".1 .2 0", ".5", FOLLOWS, RANGE, ".3 0 0", "0 1 0"));
    put_file("converted.urdf", conversions[2].robot);
    json_t *found = compare("whole.urdf converted.urdf", 1);
    const json_t *degrees = json_object_get(found, "torque_by_joint"), *elbow = json_array_get(degrees, 0);
    ck_assert_uint_eq(json_array_size(degrees), 1);
    ck_assert_str_eq(json_string_value(json_object_get(elbow, "joint")), "elbow");
    ck_assert_double_eq_tol(number(elbow, "peak"), 0.5, 1e-6);
    ck_assert_double_eq_tol(number(elbow, "rms"), 0.5, 0.01);
    ck_assert_double_eq_tol(number(json_array_get(json_object_get(found, "causes"), 0), "rms"), 0.5, 0.03);
    json_decref(found);
}
END_TEST

/* Exporters rename: the arm of other names is the same, and its first difference is the mass. */
/* SDF has a frame in place of a massless link, so that what stands on it has another parent, in the same place. */
START_TEST(places_are_those_in_the_parent_of_the_first)
{
    put_file(
        "flange.urdf",
        "<robot name='r'><link name='base'/><link name='arm'><inertial><mass value='1'/><inertia ixx='1' ixy='0' "
        "ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link><link name='flange'/><link name='hand'><inertial><mass "
        "value='2'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>"
        "<joint name='turn' type='continuous'><parent link='base'/><child link='arm'/></joint>"
        "<joint name='weld' type='fixed'><parent link='arm'/><child link='flange'/><origin xyz='.1 0 .3' rpy='1 2 3'/>"
        "</joint><joint name='grip' type='continuous'><parent link='flange'/><child link='hand'/><origin xyz='0 .2 0'/>"
        "</joint></robot>");
    check_run("\"$CONDYLE\" export flange.urdf --as sdf -o flange.sdf 2> said; sed 's/\"flange\">0 /\"flange\">1 /' "
              "flange.sdf > "
              "moved.sdf; cmp -s flange.sdf moved.sdf; echo $?",
              0, "1\n", "");
    check_run("\"$CONDYLE\" diff flange.urdf flange.sdf 2> said | grep -E 'grip|Causes' | tr -s ' '", 0,
              "joint grip parent flange -> arm\n", "");
    check_run("\"$CONDYLE\" diff flange.urdf moved.sdf 2> said | grep -c 'place of grip is other'; rm said flange.sdf "
              "moved.sdf flange.urdf",
              0, "1\n", "");
}
END_TEST

START_TEST(joints_of_other_names_match_by_their_place)
{
    put_file("renamed.urdf",
             "<robot name='r'><link name='base'/><link name='Arm_1'><inertial><origin xyz='0.5 0 0'/><mass value='3'/>"
             "<inertia ixx='1' ixy='0' ixz='0' iyy='2' iyz='0' izz='2'/></inertial></link><joint name='J1' "
             "type='revolute'><parent link='base'/><child link='Arm_1'/><origin xyz='0 0 0.25'/><axis xyz='0 1 0'/>"
             "<limit lower='-1' upper='1' effort='1' velocity='1'/></joint></robot>");
    process_result r = run_in_folder("\"$CONDYLE\" diff a.urdf renamed.urdf --format json");
    json_t *found = json_loadb(r.out, r.out_size, JSON_REJECT_DUPLICATES, NULL);
    ck_assert_int_eq(r.exit_code, 1);
    ck_assert_ptr_nonnull(strstr(r.err, "matched by place: joint J1 of B is turn of A"));
    ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(found, "torque"), "common")), 1);
    const json_t *first = json_array_get(json_object_get(found, "causes"), 0);
    ck_assert_str_eq(json_string_value(json_object_get(first, "cause")), "mass of arm 3 kg, not 2, 1.5 times");
    json_decref(found);
    free_result(&r);
}
END_TEST

/* Two pendulums beside each other, and a loop between them. */
#define PAIR(loop)                                                                                                     \
    "<robot name='p'><link name='base'/><link name='a'/><link name='b'/>"                                              \
    "<joint name='ja' type='continuous'><parent link='base'/><child link='a'/><axis xyz='0 1 0'/></joint>"             \
    "<joint name='jb' type='continuous'><parent link='base'/><child link='b'/><axis xyz='0 1 0'/>"                     \
    "<origin xyz='1 0 0'/></joint>" loop "</robot>"
#define LOOP(name, type, axis, first, x, rpy, second)                                                                  \
    "<loop_joint name='" name "' type='" type "'><axis xyz='" axis "'/><link1 link='" first "' xyz='" x                \
    " 0 0' rpy='" rpy "'/><link2 link='" second "' xyz='-" x " 0 0' rpy='" rpy "'/></loop_joint>"

static const struct {
    const char *a, *b, *name;
    const char *what[4]; /* none: the robots are the same */
} loops[] = {
    {LOOP("l", "revolute", "0 1 0", "a", "0.5", "0 0 0", "b"), "", "l", {"removed"}},
    {"", LOOP("l", "revolute", "0 1 0", "a", "0.5", "0 0 0", "b"), "l", {"added"}},
    {LOOP("l", "revolute", "0 1 0", "a", "0.5", "0 0 0", "b"),
     LOOP("l", "fixed", "0 1 0", "a", "0.5", "0 0 0", "b"),
     "l",
     {"type"}},
    {LOOP("l", "revolute", "0 1 0", "a", "0.5", "0 0 0", "b"),
     LOOP("l", "revolute", "0 1 0", "a", "0.4", "0 0 0", "b"),
     "l",
     {"place", "other place"}},
    {LOOP("l", "revolute", "0 1 0", "a", "0.5", "0 0 0", "b"),
     LOOP("l", "revolute", "0 0 1", "a", "0.5", "0 0 0", "b"),
     "l",
     {"axis", "other axis"}},
    {LOOP("l", "fixed", "0 1 0", "a", "0.5", "0 0 0", "b"),
     LOOP("l", "fixed", "0 1 0", "a", "0.5", "0 0.1 0", "b"),
     "l",
     {"rotation", "other rotation"}},
    {LOOP("l", "fixed", "0 1 0", "a", "0.5", "0 0 0", "b"),
     LOOP("l", "fixed", "0 1 0", "base", "0.5", "0 0 0", "b"),
     "l",
     {"other body"}},
    /* the same: a ball that is turned, a turn about the axis of a revolute one, the name or the bodies' order only */
    {LOOP("l", "ball", "0 1 0", "a", "0.5", "0 0 0", "b"),
     LOOP("l", "ball", "0 1 0", "a", "0.5", "1 2 3", "b"),
     "l",
     {0}},
    {LOOP("l", "revolute", "0 0 1", "a", "0.5", "0 0 0", "b"),
     LOOP("l", "revolute", "0 0 1", "a", "0.5", "0 0 1", "b"),
     "l",
     {0}},
    {LOOP("l", "fixed", "0 1 0", "a", "0.5", "0 0 0", "b"),
     LOOP("m", "fixed", "0 1 0", "a", "0.5", "0 0 0", "b"),
     "l",
     {0}},
    /* loops that change their places in the file */
    {LOOP("l", "fixed", "0 1 0", "a", "0.5", "0 0 0", "b") LOOP("m", "ball", "0 1 0", "a", "0.5", "0 0 0", "b"),
     LOOP("m", "ball", "0 1 0", "a", "0.5", "0 0 0", "b") LOOP("l", "fixed", "0 1 0", "a", "0.5", "0 0 0", "b"),
     "l",
     {0}},
};

START_TEST(loops_are_compared)
{
    char *text[2];
    const char *const files[2] = {"first.urdf", "second.urdf"};
    for (int i = 0; i < 2; i++) {
        text[i] = malloc(4096);
        ck_assert_ptr_nonnull(text[i]);
        snprintf(text[i], 4096, PAIR("%s"), i ? loops[_i].b : loops[_i].a);
        put_file(files[i], text[i]);
        free(text[i]);
    }
    size_t expected = 0;
    while (expected < 4 && loops[_i].what[expected]) {
        expected++;
    }
    json_t *found = compare("first.urdf second.urdf", expected ? 1 : 0);
    ck_assert_uint_eq(count(found), expected);
    for (size_t i = 0; i < expected; i++) {
        const json_t *item = find(found, loops[_i].name, loops[_i].what[i]);
        ck_assert_str_eq(json_string_value(json_object_get(item, "kind")), "loop");
    }
    json_decref(found);
}
END_TEST

/* A loop without a name is called by its bodies; the bodies of one that is written the other way round are the same. */
START_TEST(loops_without_a_name_have_their_bodies)
{
    static const char robot[] =
        "<mujoco><worldbody><body name='a'><joint name='ja' axis='0 1 0'/><inertial pos='0 0 0' mass='1' "
        "diaginertia='1 1 1'/></body><body name='b' pos='1 0 0'><joint name='jb' axis='0 1 0'/><inertial pos='0 0 0' "
        "mass='1' diaginertia='1 1 1'/></body></worldbody><equality>%s</equality></mujoco>";
    char text[1024];
    snprintf(text, sizeof text, robot, "<connect body1='a' body2='b' anchor='.5 0 0'/>");
    put_file("tied.xml", text);
    snprintf(text, sizeof text, robot, "<connect body1='b' body2='a' anchor='-.5 0 0'/>");
    put_file("back.xml", text);
    snprintf(text, sizeof text, robot, "");
    put_file("open.xml", text);
    json_decref(compare("tied.xml back.xml", 0));
    json_t *found = compare("tied.xml open.xml", 1);
    ck_assert_uint_eq(count(found), 1);
    const char *name =
        json_string_value(json_object_get(json_array_get(json_object_get(found, "differences"), 0), "name"));
    ck_assert_msg(strcmp(name, "a to b") == 0 || strcmp(name, "b to a") == 0, "%s", name);
    json_decref(found);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("diff_command");
    TCase *diff = add_case(suite, "diff", what_means_the_same_is_the_same);
    tcase_add_checked_fixture(diff, put_robots, close_folder);
    tcase_add_test(diff, small_turns_are_the_same);
    tcase_add_test(diff, masses_tell_in_torques);
    tcase_add_test(diff, limits_tell_in_the_reach);
    tcase_add_test(diff, parts_come_and_go);
    tcase_add_loop_test(diff, loops_are_compared, 0, (int)(sizeof loops / sizeof *loops));
    tcase_add_test(diff, loops_without_a_name_have_their_bodies);
    tcase_add_test(diff, tables_name_the_components_of_joints);
    tcase_add_test(diff, tables_are_for_people);
    tcase_add_loop_test(diff, what_a_conversion_lost_is_the_first_cause, 0,
                        (int)(sizeof conversions / sizeof *conversions));
    tcase_add_test(diff, causes_have_the_root_mean_square_of_their_torque);
    tcase_add_test(diff, places_are_those_in_the_parent_of_the_first);
    tcase_add_test(diff, joints_of_other_names_match_by_their_place);
    tcase_add_test(diff, exit_codes_tell_difference_from_trouble);
    return run_suites(suite, NULL);
}

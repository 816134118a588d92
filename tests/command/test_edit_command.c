/* condyle edit: equality with the same edits of the tree in C, joints welded at a position, the order of edits,
 * elements that are not copied, files in place, and refused arguments. */
#include "support/compare.h"
#include "support/folder.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INERTIAL                                                                                                       \
    "<inertial><origin xyz='0.1 0.02 0.03' rpy='0.1 0.2 0.3'/><mass value='2'/>"                                       \
    "<inertia ixx='0.1' iyy='0.2' izz='0.25' ixy='0.01' ixz='0' iyz='0'/></inertial>"
#define LINK(name)          "<link name='" name "'>" INERTIAL "</link>"
#define ENDS(parent, child) "<parent link='" parent "'/><child link='" child "'/>"

static const char arm[] = "<robot name='arm'><!-- a comment --><link name='base'/>" LINK(
    "upper") "<link name='lower'>" INERTIAL
             "<visual><geometry><mesh filename='package://p/lower.stl'/></geometry></visual></link>"
             "<link name='flange'/>"
             "<joint name='a' type='revolute'>" ENDS(
                 "base", "upper") "<axis xyz='0 1 0'/>"
                                  "<limit lower='-1' upper='2' effort='10' velocity='3'/></joint>"
                                  "<joint name='b' type='continuous'>" ENDS(
                                      "upper", "lower") "<origin xyz='0 0 0.4' rpy='0.3 0 0.2'/>"
                                                        "<axis xyz='0.6 0 0.8'/></joint>"
                                                        "<joint name='f' type='fixed'>" ENDS(
                                                            "lower",
                                                            "flange") "<origin xyz='0 0 0.3'/></joint></robot>";

static const char gripper[] =
    "<robot name='gripper'>" LINK("base") LINK("thumb") LINK("finger") "<joint name='a' type='prismatic'>" ENDS(
        "base", "thumb") "<axis xyz='1 0 0'/>"
                         "<limit lower='0' upper='0.1' effort='10' velocity='3'/></joint>"
                         "<joint name='m' type='prismatic'>" ENDS(
                             "base",
                             "finger") "<axis xyz='1 0 0'/><mimic joint='a' multiplier='-1'/>"
                                       "<limit lower='-0.1' upper='0' effort='10' velocity='3'/></joint></robot>";

static const char extended[] =
    "<robot name='x' xmlns:drake='http://drake'><link name='w'/><gazebo/><gazebo reference='w'><plugin/></gazebo>"
    "<transmission name='t'/><drake:thing/></robot>";

static void set_up(void)
{
    open_folder();
    put_file("arm.urdf", arm);
    put_file("gripper.urdf", gripper);
    put_file("extended.urdf", extended);
}

static cdy_tree *load_text(const char *text)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_ok(cdy_load_text(text, strlen(text), "test", NULL, &tree, &error), error);
    return tree;
}

/* Returns the robot that a command line prints. */
static robot edited(const char *line)
{
    char *text = output_of("%s", line);
    cdy_tree *tree = load_text(text);
    free(text);
    const double down[3] = {0, 0, -9.81};
    ck_assert_int_eq(cdy_tree_set_gravity(tree, down, NULL), CDY_OK);
    return make_robot(tree);
}

/* Checks that both robots have the same bodies and the same torques in random states. */
static void check_same(robot *a, robot *b)
{
    double q[8], qd[8], qdd[8], ta[8], tb[8];
    cdy_error error = {0};
    uint64_t seed = 3;
    ck_assert_int_eq(a->nv, b->nv);
    ck_assert_int_eq(cdy_model_frame_count(a->model), cdy_model_frame_count(b->model));
    for (int i = 0; i < cdy_model_frame_count(a->model); i++) {
        ck_assert_str_eq(cdy_model_frame_name(a->model, i), cdy_model_frame_name(b->model, i));
    }
    for (int i = 0; i < 20; i++) {
        cdy_random_configuration(a->model, &seed, q);
        draw_array(&seed, 1, qd, a->nv);
        draw_array(&seed, 1, qdd, a->nv);
        ck_assert_ok(cdy_inverse_dynamics(a->model, a->work, q, qd, qdd, NULL, ta, &error), error);
        ck_assert_ok(cdy_inverse_dynamics(b->model, b->work, q, qd, qdd, NULL, tb, &error), error);
        ck_assert_near(ta, tb, (size_t)a->nv, 1e-11);
    }
    free_robot(a);
    free_robot(b);
}

static cdy_tree *arm_tree(void)
{
    cdy_tree *tree = load_text(arm);
    const double down[3] = {0, 0, -9.81};
    ck_assert_int_eq(cdy_tree_set_gravity(tree, down, NULL), CDY_OK);
    return tree;
}

/* gripper.urdf with other names. */
static const char left_gripper[] =
    "<robot name='gripper'>" LINK("l_base") LINK("l_thumb") LINK("l_finger") "<joint name='l_a' type='prismatic'>" ENDS(
        "l_base", "l_thumb") "<axis xyz='1 0 0'/>"
                             "<limit lower='0' upper='0.1' effort='10' velocity='3'/></joint>"
                             "<joint name='l_m' type='prismatic'>" ENDS(
                                 "l_base", "l_finger") "<axis xyz='1 0 0'/>"
                                                       "<mimic joint='l_a' multiplier='-1'/><limit lower='-0.1' "
                                                       "upper='0' effort='10' velocity='3'/></joint></robot>";

START_TEST(an_attached_robot_is_that_of_the_tree)
{
    cdy_error error = {0};
    cdy_tree *tree = arm_tree(), *other = load_text(left_gripper);
    cdy_body base = *cdy_tree_body(other, 0);
    base.joint = cdy_body_default().joint;
    base.joint.name = "l_base_fixed";
    base.joint.origin = (cdy_placement){{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}};
    ck_assert_ok(cdy_tree_add_body(tree, &base, "flange", &error), error);
    ck_assert_ok(cdy_tree_add_subtree(tree, "l_base", other, &error), error);
    cdy_tree_destroy(other);
    robot expected = make_robot(tree), actual = edited("\"$CONDYLE\" edit arm.urdf --attach gripper.urdf --at flange "
                                                       "--origin 0.1,0.2,0.3,0.4,0.5,0.6 --prefix l_");
    ck_assert_int_eq(actual.nv, 3); /* two joints of the arm, one joint of the gripper */
    check_same(&expected, &actual);
}
END_TEST

START_TEST(two_grippers_stand_beside_each_other)
{
    robot r =
        edited("\"$CONDYLE\" edit arm.urdf --attach gripper.urdf --at flange --prefix l_ --attach gripper.urdf --at "
               "flange --origin 0,0.2,0 --prefix r_ --name two | tee two.urdf");
    ck_assert_int_eq(r.nv, 4);
    ck_assert_str_eq(cdy_tree_name(r.tree), "two");
    ck_assert_int_ge(cdy_tree_find_joint(r.tree, "r_base_fixed"), 0);
    free_robot(&r);
    check_output("1\n", "grep -c 'mesh filename=\"package://p/lower.stl\"' two.urdf");
}
END_TEST

START_TEST(bodies_are_removed_cut_and_weighed)
{
    cdy_error error = {0};
    cdy_tree *tree = arm_tree(), *branch = NULL;
    ck_assert_ok(cdy_tree_remove_body(tree, "lower", NULL, &error), error);
    robot expected = make_robot(tree), actual = edited("\"$CONDYLE\" edit arm.urdf --remove lower");
    check_same(&expected, &actual);
    tree = arm_tree();
    ck_assert_ok(cdy_tree_subtree(tree, "lower", &branch, &error), error);
    cdy_tree_destroy(tree);
    expected = make_robot(branch);
    actual = edited("\"$CONDYLE\" edit arm.urdf --cut lower");
    check_same(&expected, &actual);
    tree = arm_tree();
    cdy_inertial inertial = cdy_tree_body(tree, cdy_tree_find_body(tree, "lower"))->inertial;
    inertial.mass *= 1.5;
    for (int k = 0; k < 6; k++) {
        inertial.inertia[k] *= 1.5;
    }
    ck_assert_ok(cdy_tree_set_inertial(tree, "lower", &inertial, &error), error);
    expected = make_robot(tree);
    actual = edited("\"$CONDYLE\" edit arm.urdf --mass lower=3");
    check_same(&expected, &actual);
}
END_TEST

/* The torques of the other joints are the torques of the arm with the welded joint at this position. */
START_TEST(a_welded_joint_stays_at_its_position)
{
    cdy_error error = {0};
    robot whole = make_robot(arm_tree()), welded = edited("\"$CONDYLE\" edit arm.urdf --weld b=0.7");
    ck_assert_int_eq(welded.nv, 1);
    const double q[2] = {0.4, 0.7}, qd[2] = {1.5, 0}, qdd[2] = {-2, 0};
    double expected[2], actual[1];
    ck_assert_ok(cdy_inverse_dynamics(whole.model, whole.work, q, qd, qdd, NULL, expected, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(welded.model, welded.work, q, qd, qdd, NULL, actual, &error), error);
    ck_assert_double_eq_tol(actual[0], expected[0], 1e-12);
    free_robot(&welded);
    welded = edited("\"$CONDYLE\" edit gripper.urdf --free m --weld a=0.05"); /* the thumb stands 0.05 m along x */
    ck_assert_int_eq(welded.nv, 1);
    double T[16];
    const int thumb = cdy_model_find_frame(welded.model, "thumb");
    ck_assert_ok(cdy_get_transform(welded.model, welded.work, thumb, 0, NULL, T, &error), error);
    ck_assert_double_eq_tol(T[3], 0.05, 1e-15);
    free_robot(&welded);
    free_robot(&whole);
}
END_TEST

START_TEST(fixed_joints_are_freed)
{
    robot r = edited("\"$CONDYLE\" edit arm.urdf --free f");
    cdy_coordinate c;
    ck_assert_int_eq(r.nv, 3);
    ck_assert_int_eq(cdy_model_velocity(r.model, 2, &c), CDY_OK);
    ck_assert(c.type == CDY_JOINT_CONTINUOUS);
    free_robot(&r);
    r = edited("\"$CONDYLE\" edit gripper.urdf --free m");
    ck_assert_int_eq(r.nv, 2);
    free_robot(&r);
}
END_TEST

START_TEST(edits_are_made_in_their_order)
{
    robot a = edited("\"$CONDYLE\" edit arm.urdf --prefix x_ --mass x_lower=3 --remove x_flange");
    ck_assert_int_ge(cdy_tree_find_joint(a.tree, "x_b"), 0);
    ck_assert_int_eq(cdy_tree_find_body(a.tree, "x_flange"), -1);
    free_robot(&a);
    check_run("\"$CONDYLE\" edit arm.urdf --mass x_lower=3 --prefix x_", 2, "",
              "--mass: the robot has no body 'x_lower'");
    a = edited("\"$CONDYLE\" edit gripper.urdf --prefix a");
    ck_assert_str_eq(cdy_tree_body(a.tree, cdy_tree_find_body(a.tree, "afinger"))->joint.mimic.joint, "aa");
    free_robot(&a);
}
END_TEST

START_TEST(what_is_not_carried_over_is_said)
{
    check_run("\"$CONDYLE\" edit extended.urdf --name y > y.urdf; grep -c gazebo y.urdf", 1, "0\n",
              "condyle: note: not carried over from extended.urdf to the result: 2 <gazebo>, 1 <transmission> (their "
              "gear ratios are kept), 1 <prefix:>");
    check_run("\"$CONDYLE\" edit extended.urdf --name y --in-place", 2, "", "--in-place would lose these elements");
    char *text = get_file("extended.urdf", NULL);
    ck_assert_str_eq(text, extended);
    free(text);
    check_run("\"$CONDYLE\" edit extended.urdf --name y --in-place --force; grep -c 'robot name=\"y\"' extended.urdf",
              0, "1\n", "not carried over");
}
END_TEST

/* Elements of an attached file that are not copied are reported with the name of that file, and do not prevent
 * --in-place, since that file keeps them. */
START_TEST(attached_files_answer_for_themselves)
{
    put_file("tool.urdf", "<robot name='t'><link name='t'/><gazebo/><sensor name='s'/></robot>");
    check_run(
        "\"$CONDYLE\" edit extended.urdf --attach tool.urdf --at w 2>&1 | grep 'not carried'", 0,
        "condyle: note: not carried over from extended.urdf to the result: 2 <gazebo>, 1 <transmission> (their gear "
        "ratios are kept), 1 <prefix:>\n"
        "condyle: note: not carried over from tool.urdf to the result: 1 <gazebo>, 1 <sensor>\n",
        "");
    check_run("\"$CONDYLE\" edit arm.urdf --attach tool.urdf --at flange --in-place", 0, "",
              "condyle: note: not carried over from tool.urdf to the result: 1 <gazebo>, 1 <sensor>\n");
}
END_TEST

/* A report has 32 kinds of elements, and the number of further kinds. */
START_TEST(kinds_without_end_are_counted)
{
    check_run("(echo \"<robot name='r'><link name='w'/>\"; seq -f '<kind%g/>' 40; echo '<kind1/><kind40/></robot>') > "
              "kinds.urdf; \"$CONDYLE\" edit kinds.urdf --name x > x.urdf",
              0, "", "result: 2 <kind1>, 1 <kind2>, ");
    check_run("\"$CONDYLE\" edit kinds.urdf --name x 2>&1 > x.urdf | grep -c ', 1 <kind32>, and 9 of other kinds$'", 0,
              "1\n", "");
}
END_TEST

/* Joints for which URDF requires limits get limits, so that `check` has no finding about limits in the result. */
START_TEST(freed_joints_have_limits)
{
    static const struct {
        const char *freed;
        cdy_joint_type type;
        double axis[3];
        cdy_limit limit;
    } joints[] = {
        {"f:prismatic:1,0,1:-0.1,0.2,50,0.5", CDY_JOINT_PRISMATIC, {1, 0, 1}, {true, -0.1, 0.2, 50, 0.5}},
        {"f:prismatic:0,0.5", CDY_JOINT_PRISMATIC, {0, 0, 1}, {true, 0, 0.5, 0, 0}},
        {"f:revolute:0,1,0:-1,1,10,2", CDY_JOINT_REVOLUTE, {0, 1, 0}, {true, -1, 1, 10, 2}},
        {"f:planar:0,1,0", CDY_JOINT_PLANAR, {0, 1, 0}, {false, 0, 0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        char line[128];
        snprintf(line, sizeof line, "\"$CONDYLE\" edit arm.urdf --free %s", joints[i].freed);
        robot r = edited(line);
        const cdy_joint *joint = &cdy_tree_body(r.tree, cdy_tree_find_body(r.tree, "flange"))->joint;
        const double limits[4] = {joint->limit.lower, joint->limit.upper, joint->limit.effort, joint->limit.velocity};
        ck_assert_int_eq(joint->type, joints[i].type);
        ck_assert_near(joint->axis, joints[i].axis, 3, 0);
        ck_assert_int_eq(joint->limit.given, joints[i].limit.given);
        ck_assert_near(limits,
                       ((const double[]){joints[i].limit.lower, joints[i].limit.upper, joints[i].limit.effort,
                                         joints[i].limit.velocity}),
                       4, 0);
        free_robot(&r);
    }
    check_run("\"$CONDYLE\" edit arm.urdf --free f:prismatic:0,0,1:0,1,5,1 | \"$CONDYLE\" check - --for urdfdom | grep "
              "limit",
              1, "", "");
}
END_TEST

/* A position beyond the limits of the joint is accepted with a warning, which mentions degrees where the position was
 * probably meant in degrees. */
START_TEST(welding_beyond_limits_is_said)
{
    check_run("\"$CONDYLE\" edit arm.urdf --weld a=90 | grep -c fixed", 0, "2\n",
              "condyle: warning: --weld: a is at 90 rad, beyond its limit of 2 rad; 90 degrees are 1.5708 rad\n");
    check_run("\"$CONDYLE\" edit arm.urdf --weld a=-1.1 | grep -c fixed", 0, "2\n",
              "condyle: warning: --weld: a is at -1.1 rad, beyond its limit of -1 rad\n");
    check_run("\"$CONDYLE\" edit arm.urdf --weld a=2.0001 --weld b=90 | grep -c fixed", 0, "3\n", "");
    check_run("\"$CONDYLE\" edit gripper.urdf --free m --weld a=5 | grep -c fixed", 0, "1\n",
              "condyle: warning: --weld: a is at 5 m, beyond its limit of 0.1 m\n");
}
END_TEST

START_TEST(files_are_replaced_only_where_asked)
{
    check_output(
        "", "\"$CONDYLE\" edit arm.urdf --mass lower=3 > by_pipe.urdf; \"$CONDYLE\" edit arm.urdf --mass lower=3 -o "
            "made.urdf; cmp by_pipe.urdf made.urdf");
    char *text = get_file("arm.urdf", NULL);
    ck_assert_str_eq(text, arm);
    free(text);
    check_run("\"$CONDYLE\" edit arm.urdf --mass lower=3 -o made.urdf", 3, "", "made.urdf");
    check_output("", "\"$CONDYLE\" edit arm.urdf --mass lower=3 --in-place; cmp arm.urdf made.urdf");
    check_run("\"$CONDYLE\" edit arm.urdf --attach gripper.urdf --at flange --prefix g_ -o gripper.urdf --force", 2, "",
              "would replace the file that is read as --attach");
    check_run("\"$CONDYLE\" edit arm.urdf --mass lower=3 --in-place -o b.urdf", 2, "", "exclude each other");
    check_run("\"$CONDYLE\" edit - --mass lower=3 --in-place < made.urdf", 2, "",
              "--in-place needs a robot that is a file");
}
END_TEST

static const struct {
    const char *options;
    int exit_code;
    const char *said;
} refused[] = {
    {"", 2, "'edit' needs an edit"},
    {"--attach gripper.urdf", 2, "--attach gripper.urdf needs --at BODY"},
    {"--attach gripper.urdf --at flang", 2, "--at: the robot has no body 'flang'; did you mean 'flange'?"},
    {"--attach gripper.urdf --at flange", 2, "(--prefix NAME_ makes its names others)"},
    {"--attach gripper.urdf --at flange --at base", 2, "--at is given twice for --attach gripper.urdf"},
    {"--attach gripper.urdf --at flange --prefix g_ --origin 1,2", 2, "--origin: '1,2' has 2 values"},
    {"--attach missing.urdf --at flange", 3, "missing.urdf"},
    {"--at flange", 2, "--at belongs behind --attach"},
    {"--remove base", 2, "--remove: "},
    {"--remove lowr", 2, "did you mean 'lower'?"},
    {"--cut lowr", 2, "did you mean 'lower'?"},
    {"--mass lower", 2, "--mass: 'lower' is not NAME=NUMBER"},
    {"--mass lower=x", 2, "--mass: 'lower=x' is not NAME=NUMBER"},
    {"--mass lower=1kg", 2, "--mass: 'lower=1kg' is not NAME=NUMBER"},
    {"--mass lower=-1", 2, "the mass of 'lower' is -1 kg; expected more than 0"},
    {"--mass lowr=1", 2, "did you mean 'lower'?"},
    {"--weld c", 2, "--weld: the robot has no joint 'c'"},
    {"--weld b=x", 2, "--weld: 'b=x' is not NAME=NUMBER"},
    {"--free a", 2, "--free: joint 'a' is revolute already"},
    {"--free f:hinge", 2, "--free: 'hinge' is no type of a joint"},
    {"--free f:continuous:0,0,0", 2, "--free: 'continuous:0,0,0' is no type"},
    {"--free f:prismatic", 2,
     "--free: URDF requires limits of a prismatic joint; expected f:prismatic:X,Y,Z:LOWER,UPPER in m, with "
     ",EFFORT,VELOCITY behind them where these are known\n"},
    {"--free f:revolute:0,0,1", 2,
     "URDF requires limits of a revolute joint; expected f:revolute:X,Y,Z:LOWER,UPPER in rad"},
    {"--free f:continuous:0,0,1:-1,1", 2, "a continuous joint has no limits"},
    {"--free f:prismatic:1,0", 2, "the limits 1 to 0, effort 0 and velocity 0 are none"},
    {"--free f:prismatic:0,1,-1,0", 2, "effort -1 and velocity 0 are none"},
    {"--free f:prismatic:0,1,2", 2, "URDF requires limits"},
    {"--free f:prismatic:0,1:0,2", 2, "is no type of a joint"},
    {"--free f:prismatic:0,1,2,3,4", 2, "is no type of a joint"},
    {"--free f:prismatic:0,1,", 2, "is no type of a joint"},
    {"--free f:prismatic:0,0,1:0,x", 2, "is no type of a joint"},
    {"--free g", 2, "--free: the robot has no joint 'g'"},
};

START_TEST(wrong_edits_are_refused)
{
    char line[256];
    snprintf(line, sizeof line, "\"$CONDYLE\" edit arm.urdf %s", refused[_i].options);
    check_run(line, refused[_i].exit_code, "", refused[_i].said);
}
END_TEST

START_TEST(relative_meshes_of_other_folders_are_noted)
{
    check_run("mkdir part; sed 's|package://p/||' arm.urdf > part/arm.urdf; \"$CONDYLE\" edit gripper.urdf --attach "
              "part/arm.urdf --at thumb --prefix x_ | grep -c lower.stl; rm -r part",
              0, "1\n", "1 mesh of part/arm.urdf is named relative to its folder, and so in the result too");
}
END_TEST

START_TEST(leaders_are_not_welded)
{
    check_run("\"$CONDYLE\" edit gripper.urdf --weld a", 2, "", "--weld: joint 'm' mimics 'a'; weld or free it first");
    check_run("\"$CONDYLE\" edit gripper.urdf --remove thumb", 2, "", "a");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("edit command");
    TCase *tests = tcase_create("edit command");
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_test(tests, an_attached_robot_is_that_of_the_tree);
    tcase_add_test(tests, two_grippers_stand_beside_each_other);
    tcase_add_test(tests, bodies_are_removed_cut_and_weighed);
    tcase_add_test(tests, a_welded_joint_stays_at_its_position);
    tcase_add_test(tests, fixed_joints_are_freed);
    tcase_add_test(tests, edits_are_made_in_their_order);
    tcase_add_test(tests, what_is_not_carried_over_is_said);
    tcase_add_test(tests, attached_files_answer_for_themselves);
    tcase_add_test(tests, kinds_without_end_are_counted);
    tcase_add_test(tests, freed_joints_have_limits);
    tcase_add_test(tests, welding_beyond_limits_is_said);
    tcase_add_test(tests, files_are_replaced_only_where_asked);
    tcase_add_loop_test(tests, wrong_edits_are_refused, 0, (int)(sizeof refused / sizeof *refused));
    tcase_add_test(tests, relative_meshes_of_other_folders_are_noted);
    tcase_add_test(tests, leaders_are_not_welded);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}

/* Drives in robot files and in files of their own: every number comes back, and nothing is half accepted. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/driven.h"
#include "support/folder.h"
#include "support/same_tree.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 12 };

static const char start[] = "<robot name='two'>\n<link name='l0'/>\n<link name='l1'/>\n<link name='l2'/>\n"
                            "<joint name='a' type='continuous'><parent link='l0'/><child link='l1'/>"
                            "<dynamics damping='1' friction='2'/></joint>\n"
                            "<joint name='f' type='fixed'><parent link='l1'/><child link='l2'/></joint>\n";

static cdy_status load(const char *extension, cdy_tree **tree, cdy_error *error)
{
    char file[4096];
    const int length = snprintf(file, sizeof file, "%s%s\n</robot>\n", start, extension);
    ck_assert_int_lt(length, (int)sizeof file);
    return cdy_load_text(file, (size_t)length, "two.urdf", NULL, tree, error);
}

START_TEST(a_robot_file_has_its_drives)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_ok(
        load("<condyle>\n<drive joint='a' rotor_inertia='1e-4' stiffness='5' spring_rest='-0.5' load_friction='0.1' "
             "friction_asymmetry='-0.25' current_gain='-12.5' offset='0.5'/></condyle>",
             &tree, &error),
        error);
    const cdy_joint *joint = &cdy_tree_body(tree, 1)->joint;
    const double found[] = {joint->rotor_inertia,       joint->dynamics.stiffness,       joint->dynamics.spring_rest,
                            joint->drive.load_friction, joint->drive.friction_asymmetry, joint->drive.current_gain,
                            joint->drive.offset,        joint->dynamics.damping,         joint->dynamics.friction};
    const double expected[] = {1e-4, 5, -0.5, 0.1, -0.25, -12.5, 0.5, 1, 2};
    ck_assert_near(found, expected, sizeof found / sizeof *found, 0);
    cdy_tree_destroy(tree);
}
END_TEST

static const struct {
    const char *extension;
    int line;
    const char *fault;
} faults[] = {
    {"<condyle>\n<drive joint='b' load_friction='0.1'/></condyle>", 8, "the joint 'b', which does not exist"},
    {"<condyle>\n<drive load_friction='0.1'/></condyle>", 8, "<drive> lacks joint"},
    {"<condyle>\n<drive joint='a' load_frction='0.1'/></condyle>", 8, "did you mean 'load_friction'"},
    {"<condyle>\n<drive joint='a' mass='0.1'/></condyle>", 8, "no attribute 'mass'"},
    {"<condyle>\n<drive joint='a' load_friction='x'/></condyle>", 8, "'x' is not a number"},
    {"<condyle>\n<drive joint='a' load_friction='0.95'/></condyle>", 8, "above 0.9"},
    {"<condyle>\n<drive joint='a' friction_asymmetry='3'/></condyle>", 8, "would push"},
    {"<condyle>\n<drive joint='a' rotor_inertia='-1'/></condyle>", 8, "rotor inertia is negative"},
    {"<condyle>\n<drive joint='a' stiffness='-1'/></condyle>", 8, "stiffness of its spring is negative"},
    {"<condyle>\n<drive joint='f' load_friction='0.1'/></condyle>", 8, "no single degree of freedom"},
    {"<condyle><drive joint='a' offset='1'/>\n<drive joint='a' offset='2'/></condyle>", 8, "has a <drive> already"},
    {"<condyle><drive joint='a' offset='1'/></condyle>\n<condyle><drive joint='a' offset='2'/></condyle>", 8,
     "has a <drive> already"},
};

START_TEST(faults_of_a_robot_file_are_told_with_their_lines)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_fails(load(faults[_i].extension, &tree, &error), CDY_ERROR_ROBOT, error);
    ck_assert_msg(strstr(error.text, faults[_i].fault) != NULL, "%s", error.text);
    ck_assert_int_eq(error.line, faults[_i].line);
    ck_assert_ptr_null(tree);
}
END_TEST

static void temporary_name(char name[64])
{
    path_in_folder(name, 64, "drives.xml");
}

/* Robot -> file -> robot: the same tree, and so the same torques. */
START_TEST(export_keeps_every_number)
{
    cdy_error error = {0};
    driven s = make_robot_with_laws(_i, RANDOM_JOINTS_ONE_DEGREE, 0.7);
    char name[64];
    temporary_name(name);
    cdy_tree *back = NULL;
    ck_assert_ok(cdy_urdf_save_file(s.r.tree, name, true, &error), error);
    ck_assert_ok(cdy_load_file(name, NULL, &back, &error), error);
    double gravity[3];
    cdy_tree_get_gravity(s.r.tree, gravity);
    ck_assert_ok(cdy_tree_set_gravity(back, gravity, &error), error);
    robot again = make_robot(back);
    cdy_drive_options options = all_drives();
    options.load = options.offsets = true;
    set_drives(&s.r, options);
    set_drives(&again, options);
    double tau[MOST], expected[MOST];
    ck_assert_int_eq(again.nv, s.r.nv);
    ck_assert_ok(cdy_inverse_dynamics(s.r.model, s.r.work, s.q, s.qd, s.qdd, NULL, expected, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(again.model, again.work, s.q, s.qd, s.qdd, NULL, tau, &error), error);
    ck_assert_relative(tau, expected, (size_t)s.r.nv, 1e-12);
    remove(name);
    free_robot(&again);
    free_robot(&s.r);
}
END_TEST

/* A robot whose drives are taken away, and a file of drives that gives them back. */
START_TEST(a_file_of_drives_gives_them_back)
{
    cdy_error error = {0};
    driven s = make_robot_with_laws(_i, RANDOM_JOINTS_ONE_DEGREE, 0.7);
    cdy_tree *bare = NULL;
    char name[64];
    temporary_name(name);
    cdy_joint signed_zero = cdy_tree_body(s.r.tree, 1)->joint;
    signed_zero.drive.current_gain = -0.0;
    ck_assert_ok(cdy_tree_replace_joint(s.r.tree, cdy_tree_body(s.r.tree, 1)->name, &signed_zero, &error), error);
    ck_assert_ok(cdy_tree_copy(s.r.tree, &bare, &error), error);
    for (int i = 1; i <= cdy_tree_body_count(bare); i++) {
        cdy_joint joint = cdy_tree_body(bare, i)->joint;
        joint.dynamics = (cdy_joint_dynamics){0};
        joint.drive = (cdy_joint_drive){0};
        joint.rotor_inertia = 0;
        joint.gear_ratio = 1;
        ck_assert_ok(cdy_tree_replace_joint(bare, cdy_tree_body(bare, i)->name, &joint, &error), error);
    }
    ck_assert_ok(cdy_tree_save_drives(s.r.tree, name, false, &error), error);
    ck_assert_fails(cdy_tree_save_drives(s.r.tree, name, false, &error), CDY_ERROR_IO, error);
    ck_assert_ok(cdy_tree_load_drives(bare, name, &error), error);
    for (int i = 1; i <= cdy_tree_body_count(bare); i++) {
        const cdy_joint *a = &cdy_tree_body(bare, i)->joint, *b = &cdy_tree_body(s.r.tree, i)->joint;
        if (cdy_joint_type_nv(b->type) == 1) {
            ck_assert_mem_eq(&a->drive, &b->drive, sizeof a->drive);
            ck_assert_double_eq(a->dynamics.friction, b->dynamics.friction);
            ck_assert_double_eq(a->rotor_inertia, b->rotor_inertia);
            ck_assert_double_eq(a->gear_ratio, b->gear_ratio);
        }
    }
    remove(name);
    cdy_tree_destroy(bare);
    free_robot(&s.r);
}
END_TEST

static const struct {
    const char *text;
    cdy_status status;
    const char *fault;
} wrong_files[] = {
    {"<robot/>", CDY_ERROR_ROBOT, "root element is <robot>; expected <condyle>"},
    {"<condyle><joint/></condyle>", CDY_ERROR_ROBOT, "<joint> in <condyle> is unknown"},
    {"<condyle><drive joint='x'/></condyle>", CDY_ERROR_ROBOT, "the joint 'x', which the robot does not have"},
    {"<condyle><drive/></condyle>", CDY_ERROR_ROBOT, "lacks joint"},
    {"<condyle><drive joint='a' offset='3'/><drive joint='a'/></condyle>", CDY_ERROR_ROBOT, "has a <drive> already"},
    {"<condyle><drive joint='a' offset='3' load_friction='1'/></condyle>", CDY_ERROR_ROBOT, "above 0.9"},
    {"<condyle>", CDY_ERROR_ROBOT, ""},
    {"", CDY_ERROR_ROBOT, ""},
};

START_TEST(a_wrong_file_of_drives_changes_nothing)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL, *before = NULL;
    char name[64];
    temporary_name(name);
    ck_assert_ok(load("", &tree, &error), error);
    ck_assert_ok(cdy_tree_copy(tree, &before, &error), error);
    FILE *file = fopen(name, "wb");
    ck_assert_ptr_nonnull(file);
    fputs(wrong_files[_i].text, file);
    fclose(file);
    ck_assert_fails(cdy_tree_load_drives(tree, name, &error), wrong_files[_i].status, error);
    ck_assert_msg(strstr(error.text, wrong_files[_i].fault) != NULL, "%s", error.text);
    ck_assert_same_tree(tree, before);
    remove(name);
    ck_assert_fails(cdy_tree_load_drives(tree, name, &error), CDY_ERROR_IO, error);
    ck_assert_fails(cdy_tree_load_drives(NULL, name, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_load_drives(tree, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_save_drives(tree, "", false, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_save_drives(NULL, name, false, &error), CDY_ERROR_ARGUMENT, error);
    cdy_tree_destroy(tree);
    cdy_tree_destroy(before);
}
END_TEST

/* Every allocation fails once: the tree stays as it was. */
START_TEST(no_memory_leaves_the_tree_as_it_was)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL, *before = NULL;
    char name[64];
    temporary_name(name);
    ck_assert_ok(load("<condyle><drive joint='a' offset='1' load_friction='0.1'/></condyle>", &tree, &error), error);
    ck_assert_ok(cdy_tree_save_drives(tree, name, true, &error), error);
    cdy_tree_destroy(tree);
    ck_assert_ok(load("", &tree, &error), error);
    ck_assert_ok(cdy_tree_copy(tree, &before, &error), error);
    size_t number = 0;
    for (bool done = !heap_is_counted(); !done;) {
        heap_fail_at(++number);
        const cdy_status status = cdy_tree_load_drives(tree, name, &error);
        done = !heap_has_failed();
        heap_fail_at(0);
        ck_assert_int_eq(status, done ? CDY_OK : CDY_ERROR_MEMORY);
        if (!done) {
            ck_assert_same_tree(tree, before);
        }
    }
    ck_assert_ok(cdy_tree_load_drives(tree, name, &error), error);
    ck_assert_double_eq(cdy_tree_body(tree, 1)->joint.drive.offset, 1);
    remove(name);
    cdy_tree_destroy(tree);
    cdy_tree_destroy(before);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("drive_file");
    TCase *robots = add_case(suite, "robots", a_robot_file_has_its_drives);
    tcase_add_loop_test(robots, faults_of_a_robot_file_are_told_with_their_lines, 0, sizeof faults / sizeof *faults);
    tcase_add_loop_test(robots, export_keeps_every_number, 0, TREES);
    tcase_add_checked_fixture(robots, open_folder, close_folder);
    TCase *files = add_case(suite, "files", no_memory_leaves_the_tree_as_it_was);
    tcase_add_loop_test(files, a_file_of_drives_gives_them_back, 0, TREES);
    tcase_add_loop_test(files, a_wrong_file_of_drives_changes_nothing, 0, sizeof wrong_files / sizeof *wrong_files);
    tcase_add_checked_fixture(files, open_folder, close_folder);
    return run_suites(suite, NULL);
}

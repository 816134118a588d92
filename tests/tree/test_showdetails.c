/* The table of bodies that showdetails prints, to the byte. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"
#include "support/ur5e_details.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(the_documented_table_comes_out)
{
    static const char *const bodies[][3] = {
        {"base_link_inertia", "base_link-base_link_inertia", "base_link"},
        {"shoulder_link", "shoulder_pan_joint", "base_link_inertia"},
        {"upper_arm_link", "shoulder_lift_joint", "shoulder_link"},
        {"forearm_link", "elbow_joint", "upper_arm_link"},
        {"wrist_1_link", "wrist_1_joint", "forearm_link"},
        {"wrist_2_link", "wrist_2_joint", "wrist_1_link"},
        {"wrist_3_link", "wrist_3_joint", "wrist_2_link"},
        {"base", "base_link-base_fixed_joint", "base_link"},
        {"flange", "wrist_3-flange", "wrist_3_link"},
        {"tool0", "flange-tool0", "flange"},
    };
    cdy_tree *tree = make_tree("base_link", 0);
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        bool moves = i > 0 && i < 7;
        add_massless(tree, bodies[i][0], bodies[i][1], moves ? CDY_JOINT_REVOLUTE : CDY_JOINT_FIXED, bodies[i][2]);
    }
    char *text = new_details(tree);
    ck_assert_str_eq(text, UR5E_DETAILS);
    free(text);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(short_names_leave_the_titles_room)
{
    cdy_tree *tree = make_tree("base", 0);
    add_massless(tree, "b1", "jnt1", CDY_JOINT_REVOLUTE, "base");
    char *text = new_details(tree);
    ck_assert_str_eq(text, "--------------------\nRobot: (1 bodies)\n\n"
                           " Idx    Body Name   Joint Name   Joint Type    Parent Name(Idx)   Children Name(s)\n"
                           " ---    ---------   ----------   ----------    ----------------   ----------------\n"
                           "   1           b1         jnt1     revolute             base(0)   \n"
                           "--------------------\n");
    free(text);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(the_columns_follow_the_longest_names)
{
    enum { BODY = 50, JOINT = 40 };
    char body[BODY + 1], joint[JOINT + 1], line[512];
    memset(body, 'b', BODY);
    memset(joint, 'j', JOINT);
    body[BODY] = joint[JOINT] = '\0';
    cdy_tree *tree = make_tree("a_base_whose_name_is_longer_than_the_names_of_all_the_other_bodies", 0);
    const char *base = cdy_tree_body(tree, 0)->name;
    add_massless(tree, body, "k", CDY_JOINT_PLANAR, base);
    add_massless(tree, "x", joint, CDY_JOINT_FLOATING, base);
    add_massless(tree, "y", "l", CDY_JOINT_CONTINUOUS, body);
    add_massless(tree, "z", "m", CDY_JOINT_PRISMATIC, body);
    char *text = new_details(tree);
    snprintf(line, sizeof line, "\n%4s%*s%*s%*s%*s   Children Name(s)\n", "Idx", BODY + 8, "Body Name", JOINT + 8,
             "Joint Name", JOINT + 8, "Joint Type", BODY + 15, "Parent Name(Idx)");
    ck_assert_ptr_nonnull(strstr(text, line));
    snprintf(line, sizeof line, "\n%4d%*s%*s%*s%*s%s(0)   \n", 1, BODY + 8, "x", JOINT + 8, joint, JOINT + 8,
             "floating", 0, "", base); /* a reference that is too long pushes the rest */
    ck_assert_ptr_nonnull(strstr(text, line));
    snprintf(line, sizeof line, "\n%4d%*s%*s%*s%s(0)   y(3)  z(4)  \n", 2, BODY + 8, body, JOINT + 8, "k", JOINT + 8,
             "planar", base);
    ck_assert_ptr_nonnull(strstr(text, line));
    snprintf(line, sizeof line, "\n%4d%*s%*s%*s%*s%s(2)   \n", 3, BODY + 8, "y", JOINT + 8, "l", JOINT + 8,
             "continuous", BODY + 15 - BODY - 3, "", body);
    ck_assert_ptr_nonnull(strstr(text, line));
    free(text);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_base_alone_has_a_table)
{
    cdy_tree *tree = make_tree("base", 0);
    char *text = new_details(tree);
    ck_assert_ptr_eq(strstr(text, "--------------------\nRobot: (0 bodies)\n\n Idx"), text);
    free(text);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_table_is_cut_to_its_room)
{
    cdy_tree *tree = make_tree("base", 0);
    add_massless(tree, "arm", "shoulder", CDY_JOINT_REVOLUTE, "base");
    char *whole = new_details(tree);
    size_t length = strlen(whole);
    for (size_t size = 0; size <= length + 2; size++) {
        char *text = malloc(size + 1);
        memset(text, '#', size + 1);
        ck_assert_uint_eq(cdy_tree_write_details(tree, text, size), length);
        size_t kept = size == 0 ? 0 : size - 1 < length ? size - 1 : length;
        ck_assert_mem_eq(text, whole, kept);
        ck_assert(size == 0 || text[kept] == '\0');
        ck_assert_int_eq(text[size], '#');
        free(text);
    }
    free(whole);
    cdy_tree_destroy(tree);
}
END_TEST

/* Every name stands in several columns, and the longest sets the width of each column. */
START_TEST(names_beyond_reason_are_cut)
{
    enum { LENGTH = 100000, LONGEST = 256 };
    cdy_tree *tree = make_tree("base", 0);
    char *name = malloc(LENGTH + 1), expected[LONGEST + 16];
    memset(name, 'n', LENGTH);
    name[LENGTH] = '\0';
    memcpy(name + LONGEST - 4, "\xc3\xa9", 2); /* where cutting would split a character of UTF-8 */
    add_massless(tree, name, name, CDY_JOINT_CONTINUOUS, "base");
    for (int i = 0; i < 50; i++) {
        char body[16];
        snprintf(body, sizeof body, "l%d", i);
        add_massless(tree, body, body, CDY_JOINT_CONTINUOUS, name);
    }
    char *text = new_details(tree);
    ck_assert_uint_lt(strlen(text), 51 * 6 * (LONGEST + 16));
    snprintf(expected, sizeof expected, "%.*s...(1)", LONGEST - 4, name);
    ck_assert_ptr_nonnull(strstr(text, expected));
    free(text);
    free(name);
    cdy_tree_destroy(tree);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("showdetails");
    TCase *tests = add_case(suite, "table", the_documented_table_comes_out);
    tcase_add_test(tests, short_names_leave_the_titles_room);
    tcase_add_test(tests, the_columns_follow_the_longest_names);
    tcase_add_test(tests, a_base_alone_has_a_table);
    tcase_add_test(tests, a_table_is_cut_to_its_room);
    tcase_add_test(tests, names_beyond_reason_are_cut);
    return run_suites(suite, NULL);
}

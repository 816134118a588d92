/* A robot to edit, for the suites of editing. */
#ifndef CDY_TESTS_EDIT_CASE_H
#define CDY_TESTS_EDIT_CASE_H

#include "support/compare.h"
#include "support/robot.h"
#include "support/same_tree.h"

#include <stdio.h>
#include <string.h>

static inline void add(cdy_tree *tree, const char *name, const char *joint, const char *parent)
{
    cdy_body body = make_body(name, joint, CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1 + (double)strlen(joint), 0.1, 0.2, 0.3, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, parent);
}

/* base: a (ja): [aa (jaa): aaa (jaaa); ab (jab)]; b (jb); c (jc): ca (jca).  ab and ca follow jaa. */
static inline cdy_tree *make_sample(void)
{
    static const cdy_shape box = {.name = "box", .geometry = {.type = CDY_GEOMETRY_MESH, .mesh = "box.stl"}};
    cdy_tree *tree = make_tree("base", 9.81);
    add(tree, "a", "ja", "base");
    add(tree, "aa", "jaa", "a");
    add(tree, "aaa", "jaaa", "aa");
    cdy_body body = make_body("ab", "jab", CDY_JOINT_PRISMATIC);
    body.joint.mimic = (cdy_mimic){"jaa", 2, 1};
    body.visuals = &box;
    body.visual_count = 1;
    add_body(tree, &body, "a");
    add(tree, "b", "jb", "base");
    add(tree, "c", "jc", "base");
    body.name = "ca";
    body.joint.name = "jca";
    add_body(tree, &body, "c");
    return tree;
}

static inline cdy_tree *copy_tree(const cdy_tree *tree)
{
    cdy_error error = {0};
    cdy_tree *copy = NULL;
    ck_assert_ok(cdy_tree_copy(tree, &copy, &error), error);
    return copy;
}

static inline void check_names(const cdy_tree *tree, const char *expected)
{
    char names[512] = "";
    for (int i = 0; i <= cdy_tree_body_count(tree); i++) {
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? " " : "",
                 cdy_tree_body(tree, i)->name);
    }
    ck_assert_str_eq(names, expected);
    char text[DIFFERENCE_SIZE];
    const char *broken = find_broken_link(tree, text);
    ck_assert_msg(!broken, "%s", broken);
}

static inline cdy_body body_of(const cdy_tree *tree, const char *name)
{
    return *cdy_tree_body(tree, cdy_tree_find_body(tree, name));
}

typedef cdy_status edit(cdy_tree *tree, cdy_error *error);

static inline cdy_status replace_named(cdy_tree *tree, const char *body_name, const char *name, const char *joint,
                                       cdy_error *error)
{
    cdy_body body = make_body(name, joint, CDY_JOINT_REVOLUTE);
    return cdy_tree_replace_body(tree, body_name, &body, error);
}

#endif

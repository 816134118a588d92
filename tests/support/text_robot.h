/* Robots written in a test as text of a format: what loading them tells, and where their bodies stand. */
#ifndef CDY_TESTS_TEXT_ROBOT_H
#define CDY_TESTS_TEXT_ROBOT_H

#include <check.h>
#include <condyle/condyle.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The warnings of a load, but for notes where those are left out: "code:line " each. */
typedef struct notes {
    bool without_notes;
    char text[4096];
} notes;

static inline void note(void *context, const cdy_warning *w)
{
    notes *n = context;
    const size_t length = strlen(n->text);
    if (w->level != CDY_LEVEL_NOTE || !n->without_notes) {
        snprintf(n->text + length, sizeof n->text - length, "%s:%d ", w->code, w->line);
    }
}

/* Loads a text as the file `name`, which must succeed; `n` may be NULL. */
static inline cdy_tree *load_text_robot(const char *name, const char *text, notes *n, cdy_load_options options)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    if (n) {
        options.warn = note;
        options.context = n;
    }
    const cdy_status status = cdy_load_text(text, strlen(text), name, &options, &tree, &error);
    ck_assert_msg(status == CDY_OK, "%s\nline %d: %s", text, error.line, error.text);
    return tree;
}

static inline const cdy_body *body_of(const cdy_tree *tree, const char *name)
{
    const int index = cdy_tree_find_body(tree, name);
    ck_assert_msg(index >= 0, "no body %s", name);
    return cdy_tree_body(tree, index);
}

static inline const cdy_joint *joint_of(const cdy_tree *tree, const char *name)
{
    const int index = cdy_tree_find_joint(tree, name);
    ck_assert_msg(index >= 0, "no joint %s", name);
    return &cdy_tree_body(tree, index)->joint;
}

static inline void close_to(double a, double b)
{
    ck_assert_msg(fabs(a - b) <= 1e-12 * fmax(1, fabs(b)), "%.17g is not %.17g", a, b);
}

static inline void is_vector(const double v[3], double x, double y, double z)
{
    close_to(v[0], x);
    close_to(v[1], y);
    close_to(v[2], z);
}

/* Where a body stands in the base at the home position. */
static inline void stands_at(const cdy_tree *tree, const char *body, double x, double y, double z)
{
    cdy_error error;
    cdy_model *model = NULL;
    cdy_workspace *workspace = NULL;
    double q[32] = {0}, T[16];
    ck_assert_int_eq(cdy_model_create(tree, &model, &error), CDY_OK);
    ck_assert_int_eq(cdy_workspace_create(model, &workspace, &error), CDY_OK);
    cdy_home_configuration(model, q);
    ck_assert_int_eq(cdy_get_transform(model, workspace, cdy_model_find_frame(model, body), 0, q, T, &error), CDY_OK);
    const double place[3] = {T[3], T[7], T[11]};
    is_vector(place, x, y, z);
    cdy_workspace_destroy(workspace);
    cdy_model_destroy(model);
}

static inline void stands_in_parent(const cdy_tree *tree, const char *body, double x, double y, double z)
{
    const double *xyz = body_of(tree, body)->joint.origin.xyz;
    close_to(xyz[0], x);
    close_to(xyz[1], y);
    close_to(xyz[2], z);
}

#endif

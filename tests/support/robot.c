#include "support/robot.h"

#include "support/compare.h"

#include <stdlib.h>
#include <string.h>

cdy_body make_body(const char *name, const char *joint, cdy_joint_type type)
{
    cdy_body body = cdy_body_default();
    body.name = name;
    body.joint.name = joint;
    body.joint.type = type;
    body.inertial.given = false;
    set_axis(&body, 0, 0, 1);
    return body;
}

void set_inertial(cdy_body *body, double mass, double x, double y, double z, const double inertia[6])
{
    body->inertial = (cdy_inertial){.given = true, .mass = mass, .origin = {.xyz = {x, y, z}}};
    memcpy(body->inertial.inertia, inertia, sizeof body->inertial.inertia);
}

void set_axis(cdy_body *body, double x, double y, double z)
{
    body->joint.axis[0] = x;
    body->joint.axis[1] = y;
    body->joint.axis[2] = z;
}

void set_origin(cdy_body *body, double x, double y, double z, double roll, double pitch, double yaw)
{
    body->joint.origin = (cdy_placement){{x, y, z}, {roll, pitch, yaw}};
}

cdy_tree *make_tree(const char *base, double g)
{
    cdy_error error = {0};
    cdy_body body = make_body(base, NULL, CDY_JOINT_FIXED);
    cdy_tree *tree = NULL;
    ck_assert_ok(cdy_tree_create("robot", &body, &tree, &error), error);
    ck_assert_ok(cdy_tree_set_gravity(tree, (double[3]){0, 0, -g}, &error), error);
    return tree;
}

void add_body(cdy_tree *tree, const cdy_body *body, const char *parent)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_tree_add_body(tree, body, parent, &error), error);
}

void add_massless(cdy_tree *tree, const char *name, const char *joint, cdy_joint_type type, const char *parent)
{
    cdy_body body = make_body(name, joint, type);
    add_body(tree, &body, parent);
}

char *new_details(const cdy_tree *tree)
{
    size_t length = cdy_tree_write_details(tree, NULL, 0);
    char *text = malloc(length + 1);
    ck_assert_uint_eq(cdy_tree_write_details(tree, text, length + 1), length);
    ck_assert_uint_eq(strlen(text), length);
    return text;
}

cdy_forward_method last_method(const robot *r)
{
    double *qdd = calloc((size_t)r->nv + 1, sizeof *qdd);
    ck_assert_ptr_nonnull(qdd);
    const cdy_status status =
        cdy_forward_dynamics_by(r->model, r->work, CDY_FORWARD_LAPACK, NULL, NULL, NULL, NULL, qdd, NULL);
    free(qdd);
    return status == CDY_ERROR_UNSUPPORTED ? CDY_FORWARD_MASS_MATRIX : CDY_FORWARD_LAPACK;
}

robot make_robot(cdy_tree *tree)
{
    cdy_error error = {0};
    robot r = {.tree = tree};
    ck_assert_ok(cdy_model_create(tree, &r.model, &error), error);
    ck_assert_ok(cdy_workspace_create(r.model, &r.work, &error), error);
    r.nq = cdy_model_nq(r.model);
    r.nv = cdy_model_nv(r.model);
    return r;
}

void free_robot(robot *r)
{
    cdy_workspace_destroy(r->work);
    cdy_model_destroy(r->model);
    cdy_tree_destroy(r->tree);
    *r = (robot){0};
}

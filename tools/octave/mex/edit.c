/* Changes of trees: bodies come, go and get other numbers. */
#include "handle.h"

#include <math.h>
#include <string.h>

/* Ends a change: the model has to be compiled anew, where the change succeeded. */
static bool end_change(held_robot *robot, cdy_status status, const cdy_error *error)
{
    if (status) {
        return fail_with(error);
    }
    robot->changed = true;
    return true;
}

/* Reads the type of a joint; the default, as rigidBodyJoint documents it, is fixed. */
static bool read_type(const mxArray *array, cdy_joint_type *type)
{
    enum { MOST_TYPES = 16 };
    const char *types[MOST_TYPES] = {NULL};
    for (int i = 0; i < MOST_TYPES - 1 && cdy_joint_type_traits((cdy_joint_type)i); i++) {
        types[i] = cdy_joint_type_name((cdy_joint_type)i);
    }
    int word = read_word(array, "the joint's type", types);
    *type = word < 0 ? CDY_JOINT_FIXED : (cdy_joint_type)word;
    return word >= 0;
}

/* The limits that rigidBodyJoint documents for new joints. */
static cdy_limit default_limit(cdy_joint_type type)
{
    double most = cdy_joint_type_traits(type)->slides == 1 ? 0.5 : acos(-1.0);
    bool given = cdy_joint_type_traits(type)->has_range;
    return given ? (cdy_limit){.given = true, .lower = -most, .upper = most} : (cdy_limit){0};
}

/* condyle("new_body", body, joint, type of joint): a robot of a base and this body */
static bool new_body(const gateway_call *call)
{
    char *name, *joint, *base_name;
    cdy_body base = cdy_body_default(), body = cdy_body_default();
    cdy_tree *tree;
    cdy_error error;
    if (!read_text(call->arguments[0], "the body's name", &name) ||
        !read_text(call->arguments[1], "the joint's name", &joint) ||
        !read_type(call->arguments[2], &body.joint.type)) {
        return false;
    }
    base_name = mxMalloc(strlen(name) + sizeof "base of ");
    strcpy(base_name, "base of ");
    base.name = strcat(base_name, name);
    base.inertial = (cdy_inertial){0};
    body.name = name;
    body.joint.name = joint;
    body.joint.limit = default_limit(body.joint.type);
    if (cdy_tree_create("", &base, &tree, &error)) {
        return fail_with(&error);
    }
    if (cdy_tree_add_body(tree, &body, base.name, &error)) {
        cdy_tree_destroy(tree);
        return fail_with(&error);
    }
    return handle_make(tree, FORMAT_STRUCT, &call->results[0]);
}

/* Finds the body of another robot: its handle is argument `index`, its name the next. */
static bool find_other(const gateway_call *call, int index, const cdy_body **body)
{
    held_robot *other;
    int number;
    gateway_call pair = {0, NULL, 2, call->arguments + index};
    if (!handle_find_body(&pair, &other, &number)) {
        return false;
    }
    *body = cdy_tree_body(other->tree, number);
    return true;
}

/* condyle("add_body", robot, parent, other robot, the other robot's body) */
static bool add_body(const gateway_call *call)
{
    held_robot *robot;
    char *parent;
    const cdy_body *body;
    cdy_error error;
    return handle_find(call->arguments[0], &robot) && read_text(call->arguments[1], "the parent's name", &parent) &&
           find_other(call, 2, &body) &&
           end_change(robot, cdy_tree_add_body(robot->tree, body, parent, &error), &error);
}

/* condyle("replace_body", robot, body, other robot, the other robot's body) */
static bool replace_body(const gateway_call *call)
{
    held_robot *robot;
    char *name;
    const cdy_body *body;
    cdy_error error;
    if (!handle_find(call->arguments[0], &robot) || !read_text(call->arguments[1], "the body's name", &name) ||
        !find_other(call, 2, &body)) {
        return false;
    }
    cdy_body changed = *body;
    const int index = cdy_tree_find_body(robot->tree, name);
    if (!changed.joint.name && index >= 0) { /* a base has no joint */
        changed.joint = cdy_tree_body(robot->tree, index)->joint;
    }
    return end_change(robot, cdy_tree_replace_body(robot->tree, name, &changed, &error), &error);
}

/* condyle("replace_joint", robot, body, other robot, the other robot's body) */
static bool replace_joint(const gateway_call *call)
{
    held_robot *robot;
    char *name;
    const cdy_body *body;
    cdy_error error;
    return handle_find(call->arguments[0], &robot) && read_text(call->arguments[1], "the body's name", &name) &&
           find_other(call, 2, &body) &&
           end_change(robot, cdy_tree_replace_joint(robot->tree, name, &body->joint, &error), &error);
}

/* condyle("remove_body", robot, body): the removed bodies as a robot */
static bool remove_body(const gateway_call *call)
{
    held_robot *robot;
    char *name;
    cdy_tree *removed;
    cdy_error error;
    if (!handle_find(call->arguments[0], &robot) || !read_text(call->arguments[1], "the body's name", &name)) {
        return false;
    }
    return end_change(robot, cdy_tree_remove_body(robot->tree, name, &removed, &error), &error) &&
           handle_make(removed, robot->format, &call->results[0]) && handle_inherit(robot, call->results[0]);
}

/* condyle("subtree", robot, body) */
static bool subtree(const gateway_call *call)
{
    held_robot *robot;
    char *name;
    cdy_tree *part;
    cdy_error error;
    if (!handle_find(call->arguments[0], &robot) || !read_text(call->arguments[1], "the body's name", &name)) {
        return false;
    }
    if (cdy_tree_subtree(robot->tree, name, &part, &error)) {
        return fail_with(&error);
    }
    return handle_make(part, robot->format, &call->results[0]) && handle_inherit(robot, call->results[0]);
}

/* condyle("add_subtree", robot, parent, other robot) */
static bool add_subtree(const gateway_call *call)
{
    held_robot *robot, *other;
    char *parent;
    cdy_error error;
    return handle_find(call->arguments[0], &robot) && read_text(call->arguments[1], "the parent's name", &parent) &&
           handle_find(call->arguments[2], &other) &&
           end_change(robot, cdy_tree_add_subtree(robot->tree, parent, other->tree, &error), &error);
}

/* condyle("rename_body", robot, body, new name) */
static bool rename_body(const gateway_call *call)
{
    held_robot *robot;
    char *name;
    int index;
    cdy_error error;
    if (!handle_find_body(call, &robot, &index) || !read_text(call->arguments[2], "the body's name", &name)) {
        return false;
    }
    cdy_body body = *cdy_tree_body(robot->tree, index);
    const char *old = body.name;
    cdy_payload payload; /* follows the body to its new name */
    const bool carries =
        robot->model && cdy_model_get_payload(robot->model, cdy_model_find_frame(robot->model, old), &payload);
    body.name = name;
    return end_change(robot, cdy_tree_replace_body(robot->tree, old, &body, &error), &error) &&
           (!carries || handle_load(robot, name, &payload));
}

/* condyle("set_inertial", robot, body, mass, center of mass, inertia about the body's origin); [] keeps a value */
static bool set_inertial(const gateway_call *call)
{
    held_robot *robot;
    int index;
    double mass, about_origin[6];
    const double *center, *inertia = about_origin;
    cdy_error error;
    if (!handle_find_body(call, &robot, &index)) {
        return false;
    }
    const cdy_body *body = cdy_tree_body(robot->tree, index);
    cdy_inertial inertial = body->inertial;
    mass = inertial.given ? inertial.mass : 0;
    center = body->inertial.origin.xyz;
    cdy_inertial_about_origin(&inertial, about_origin);
    if ((argument_at(call, 2) && !read_number(call->arguments[2], "Mass", &mass)) ||
        (argument_at(call, 3) && !read_vector(call->arguments[3], "CenterOfMass", 3, &center)) ||
        (argument_at(call, 4) && !read_vector(call->arguments[4], "Inertia", 6, &inertia))) {
        return false;
    }
    cdy_inertial_set_about_origin(&inertial, mass, center, inertia);
    return end_change(robot, cdy_tree_set_inertial(robot->tree, body->name, &inertial, &error), &error);
}

const gateway_entry edit_calls[] = {
    {"new_body", new_body, 3, 3},         {"add_body", add_body, 4, 4},
    {"replace_body", replace_body, 4, 4}, {"replace_joint", replace_joint, 4, 4},
    {"remove_body", remove_body, 2, 2},   {"subtree", subtree, 2, 2},
    {"add_subtree", add_subtree, 3, 3},   {"rename_body", rename_body, 3, 3},
    {"set_inertial", set_inertial, 5, 5}, {NULL, NULL, 0, 0},
};

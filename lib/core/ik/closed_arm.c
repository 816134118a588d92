/* The arm of a model for inverse kinematics in closed form: its joints, its axes, and its structure. */
#include "ik/closed_arm.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "dynamics/arguments.h"
#include "model/model.h"

#include <condyle/configuration.h>
#include <condyle/kinematics.h>
#include <math.h>
#include <string.h>

cdy_ik_closed_options cdy_ik_closed_options_default(void)
{
    return (cdy_ik_closed_options){.tolerance = 1e-6, .given = -1};
}

const char *cdy_ik_structure_name(cdy_ik_structure structure)
{
    switch (structure) {
    case CDY_IK_SPHERICAL_WRIST: return "spherical wrist";
    case CDY_IK_SPHERICAL_SHOULDER: return "spherical shoulder";
    case CDY_IK_PARALLEL_AXES: return "three parallel axes";
    case CDY_IK_GENERAL: return "general six axes";
    case CDY_IK_ARM_ANGLE: return "spherical shoulder and wrist";
    }
    return "unknown";
}

cdy_ik_structure cdy_ik_closed_structure(const cdy_ik_closed *solver)
{
    return solver ? solver->structure : CDY_IK_GENERAL;
}

int cdy_ik_closed_given(const cdy_ik_closed *solver)
{
    return solver && solver->given >= 0 ? solver->position[solver->given] : -1;
}

/* ---- the arm of a model ---- */

/* Lists the bodies between base and frame whose joints are the arm's, the first one first. */
static cdy_status list_joints(const cdy_model *model, int frame, int bodies[MOST_JOINTS], int *count, cdy_error *error)
{
    const model_joint *joints = model_joints(model);
    int backward[MOST_JOINTS];
    *count = 0;
    for (int i = model_frames(model)[frame].body; i > 0; i = model_bodies(model)[i].parent) {
        const char *name = model_name(model, joints[i].name);
        if (joints[i].is_follower || !is_revolute(&model_bodies(model)[i])) {
            return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                            "joint '%s' %s; inverse kinematics in closed form needs six "
                            "or seven revolute joints",
                            name, joints[i].is_follower ? "follows another" : "is not revolute");
        }
        if (*count == MOST_JOINTS) {
            return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                            "more than seven joints move the frame, '%s' and those "
                            "behind; inverse kinematics in closed form needs six or seven",
                            name);
        }
        backward[(*count)++] = i;
    }
    if (*count < SIX) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "%d joints move the frame; inverse kinematics in closed form "
                        "needs six or seven revolute ones",
                        *count);
    }
    for (int i = 0; i < *count; i++) {
        bodies[i] = backward[*count - 1 - i];
    }
    return CDY_OK;
}

static vec3 column_of(const double *J, int nv, int row, int column)
{
    return (vec3){J[row * nv + column], J[(row + 1) * nv + column], J[(row + 2) * nv + column]};
}

/* Reads the axes at positions 0 from the Jacobian there: a column is the axis, and the velocity of the frame's origin.
 */
static void read_chain(const cdy_model *model, const int *bodies, const double *T, const double *J, closed_chain *chain)
{
    chain->tip = (vec3){T[3], T[7], T[11]};
    chain->tool = (rotation){vec3_from(T), vec3_from(T + 4), vec3_from(T + 8)};
    for (int i = 0; i < chain->n; i++) {
        const int column = model_joints(model)[bodies[i]].velocity;
        const vec3 h = column_of(J, model->nv, 0, column), v = column_of(J, model->nv, 3, column);
        chain->axis[i] = scale(1 / length(h), h);
        chain->point[i] = subtract(chain->tip, cross(v, h));
    }
}

/* Moves each point along its axis to the foot of the common normal with the axis before, or nearest to the point
 * before; the way along the points is then short. */
static void shorten_links(closed_chain *chain)
{
    chain->size = 0;
    for (int i = 1; i < chain->n; i++) {
        const vec3 a = chain->axis[i - 1], b = chain->axis[i], r = subtract(chain->point[i], chain->point[i - 1]);
        const vec3 n = cross(a, b);
        const double square = dot(n, n), along = square > 1e-6 ? dot(cross(r, a), n) / square : -dot(r, b);
        chain->point[i] = add(chain->point[i], scale(along, b));
        chain->size += length(subtract(chain->point[i], chain->point[i - 1]));
    }
    chain->size += length(subtract(chain->tip, chain->point[chain->n - 1]));
    chain->size = chain->size > 0 ? chain->size : 1;
}

/* Moves the chain's first point to 0 and scales the chain to the length 1, so that neither an offset of the arm from
 * the base nor the arm's size takes digits from its equations. */
static void normalize_chain(cdy_ik_closed *a)
{
    closed_chain *c = &a->chain;
    a->origin = c->point[0];
    a->unit = c->size;
    for (int i = 0; i < c->n; i++) {
        c->point[i] = scale(1 / a->unit, subtract(c->point[i], a->origin));
    }
    c->tip = scale(1 / a->unit, subtract(c->tip, a->origin));
    c->size = 1;
}

/* Placement and Jacobian of the frame where the arm's joints are at 0 and the others at home. */
static cdy_status differentiate(const cdy_ik_closed *a, const cdy_model *model, int frame, double *q, double *T,
                                double *J, cdy_error *error)
{
    cdy_workspace *w = NULL;
    memcpy(q, a->home, (size_t)model->nq * sizeof *q);
    for (int i = 0; i < a->chain.n; i++) {
        q[a->position[i]] = 0;
    }
    cdy_status status = cdy_workspace_create(model, &w, error);
    status = status ? status : cdy_get_transform(model, w, frame, 0, q, T, error);
    status = status ? status : cdy_geometric_jacobian(model, w, frame, CDY_AXES_BASE, q, J, error);
    cdy_workspace_destroy(w);
    return status;
}

/* Reads joints, limits and axes of the arm. */
static cdy_status read_arm(cdy_ik_closed *a, const cdy_model *model, int frame, const int *bodies, cdy_error *error)
{
    double T[16], *q = cdy_allocate((size_t)model->nq + 6 * (size_t)model->nv, sizeof *q);
    if (!q) {
        return cdy_fail_memory(error);
    }
    cdy_home_configuration(model, a->home);
    a->nq = model->nq;
    for (int i = 0; i < a->chain.n; i++) {
        const model_joint *joint = &model_joints(model)[bodies[i]];
        a->position[i] = joint->position;
        a->lower[i] = a->options.ignore_limits ? -HUGE_VAL : joint->lower;
        a->upper[i] = a->options.ignore_limits ? HUGE_VAL : joint->upper;
    }
    const cdy_status status = differentiate(a, model, frame, q, T, q + model->nq, error);
    if (!status) {
        read_chain(model, bodies, T, q + model->nq, &a->chain);
        shorten_links(&a->chain);
        normalize_chain(a);
    }
    cdy_release(q);
    return status;
}

/* ---- its structure ---- */

static bool has_arm_angle(cdy_ik_closed *a)
{
    a->arm = a->chain;
    return cdy_join_axes(&a->arm, 0, a->options.tolerance) && cdy_join_axes(&a->arm, 4, a->options.tolerance);
}

/* The structure of the other joints where joint k of seven is given, which must not depend on its position. */
static cdy_ik_structure structure_without(const cdy_ik_closed *a, int k)
{
    cdy_ik_structure found = CDY_IK_GENERAL;
    for (int i = 0; i < 2; i++) {
        closed_form form;
        const closed_chain rest = cdy_lock_joint(&a->chain, k, cdy_circle_point(0.3 + i));
        cdy_recognize_chain(&rest, a->options.tolerance, &form);
        if (i > 0 && form.structure != found) {
            return CDY_IK_GENERAL;
        }
        found = form.structure;
    }
    return found;
}

static closed_chain chain_without(const cdy_ik_closed *a, int k)
{
    return cdy_lock_joint(&a->chain, k, cdy_circle_point(0.3));
}

/* Chooses the order of a general arm's equations: the one furthest from singular, or another where that one loses
 * solutions; refuses an arm whose orders all do. */
static cdy_status choose_order(const closed_chain *six, general_order *order, cdy_error *error)
{
    *order = cdy_choose_general(six);
    bool loses = cdy_loses_solutions(six, *order);
    for (int i = 0; i < GENERAL_ORDERS && loses; i++) {
        *order = (general_order)i;
        loses = cdy_loses_solutions(six, *order);
    }
    return loses ? cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                            "the axes lie so that the equations of a general arm depend on each other and lose "
                            "solutions; use the search")
                 : CDY_OK;
}

/* Whether the other joints have a structure and a finite number of solutions where joint k of seven is given. */
static bool leaves_structure(const cdy_ik_closed *a, int k)
{
    const closed_chain rest = chain_without(a, k);
    return structure_without(a, k) != CDY_IK_GENERAL && !cdy_has_self_motion(&rest);
}

/* Refuses six joints that do not have a finite number of solutions. */
static cdy_status refuse_self_motion(const closed_chain *six, cdy_error *error)
{
    return cdy_has_self_motion(six)
               ? cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                          "six joints move the frame in fewer than six directions wherever they "
                          "stand, so that a target has infinitely many solutions or none; use the search")
               : CDY_OK;
}

/* Chooses how seven joints are solved: by what the options ask for, by the arm angle, or by a joint that leaves a
 * structure, the elbow last, since most targets need it where it is. */
static cdy_status choose_redundancy(cdy_ik_closed *a, cdy_error *error)
{
    static const int preference[MOST_JOINTS] = {6, 2, 0, 4, 5, 1, 3};
    if (a->options.given < 0 && has_arm_angle(a)) {
        a->structure = CDY_IK_ARM_ANGLE;
        return CDY_OK;
    }
    for (int i = 0; i < MOST_JOINTS && a->given < 0; i++) {
        const int k = preference[i];
        const bool is_asked = a->options.given < 0 ? leaves_structure(a, k) : a->position[k] == a->options.given;
        a->given = is_asked ? k : -1;
    }
    if (a->given < 0 && a->options.given >= 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "coordinate %d is not of a joint that moves the frame; expected one "
                        "of those, whose position is given",
                        a->options.given);
    }
    a->given = a->given < 0 ? preference[0] : a->given;
    a->structure = structure_without(a, a->given);
    const closed_chain rest = chain_without(a, a->given);
    cdy_status status = refuse_self_motion(&rest, error);
    if (!status && a->structure == CDY_IK_GENERAL) {
        status = choose_order(&rest, &a->general.order, error);
    }
    return status;
}

static cdy_status choose_structure(cdy_ik_closed *a, cdy_error *error)
{
    if (a->chain.n > SIX) {
        return choose_redundancy(a, error);
    }
    if (a->options.given >= 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "coordinate %d is given, but six joints leave none to choose; "
                        "expected -1",
                        a->options.given);
    }
    cdy_status status = refuse_self_motion(&a->chain, error);
    cdy_recognize_chain(&a->chain, a->options.tolerance, &a->form);
    a->structure = a->form.structure;
    if (!status && a->structure == CDY_IK_GENERAL) {
        general_order order;
        status = choose_order(&a->chain, &order, error);
        cdy_prepare_general(&a->chain, order, &a->general);
    }
    return status;
}

static cdy_status check_options(const cdy_model *model, const cdy_ik_closed_options *o, cdy_error *error)
{
    if (cdy_check_reserve(&o->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if (!(o->tolerance > 0 && o->tolerance < 1)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the tolerance is %g; expected a number between 0 and 1",
                        o->tolerance);
    }
    if (o->given < -1 || o->given >= model->nq) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "coordinate %d is given; expected one of %d, or -1", o->given,
                        model->nq);
    }
    return CDY_OK;
}

cdy_status cdy_ik_closed_create(const cdy_model *model, int frame, const cdy_ik_closed_options *options,
                                cdy_ik_closed **solver, cdy_error *error)
{
    int bodies[MOST_JOINTS], count = 0;
    if (solver) {
        *solver = NULL;
    }
    if (!model || !solver) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "inverse kinematics in closed form needs a model and a pointer for "
                        "the result");
    }
    const cdy_ik_closed_options chosen = options ? *options : cdy_ik_closed_options_default();
    cdy_status status = cdy_check_frame(model, frame, error);
    status = status ? status : check_options(model, &chosen, error);
    status = status ? status : list_joints(model, frame, bodies, &count, error);
    if (status) {
        return status;
    }
    cdy_ik_closed *a = cdy_allocate(1, sizeof *a + (size_t)model->nq * sizeof *a->home);
    if (!a) {
        return cdy_fail_memory(error);
    }
    a->options = chosen;
    a->given = -1;
    a->chain.n = count;
    status = read_arm(a, model, frame, bodies, error);
    status = status ? status : choose_structure(a, error);
    if (status) {
        cdy_release(a);
        return status;
    }
    *solver = a;
    return CDY_OK;
}

void cdy_ik_closed_destroy(cdy_ik_closed *solver)
{
    cdy_release(solver);
}

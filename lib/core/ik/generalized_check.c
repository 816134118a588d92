/* The arguments of generalized inverse kinematics. */
#include "base/error.h"
#include "base/reserve.h"
#include "dynamics/arguments.h"
#include "ik/generalized.h"
#include "ik/pose.h"

#include <float.h>
#include <string.h>

cdy_gik_options cdy_gik_options_default(void)
{
    return (cdy_gik_options){.tolerance = 1e-6, .iterations = 10000, .restarts = 200};
}

static const char *const kind_names[] = {"pose",     "position", "orientation", "aiming",   "cartesian",
                                         "distance", "joint",    "fixed",       "revolute", "prismatic"};
enum { KIND_COUNT = sizeof kind_names / sizeof *kind_names };

static bool is_kind(cdy_ik_constraint_kind kind)
{
    return (unsigned)kind < KIND_COUNT;
}

const char *cdy_ik_constraint_kind_name(cdy_ik_constraint_kind kind)
{
    return is_kind(kind) ? kind_names[kind] : "unknown";
}

cdy_ik_constraint cdy_ik_constraint_default(cdy_ik_constraint_kind kind)
{
    const double pi = 3.14159265358979323846;
    cdy_ik_constraint c = {.kind = kind, .position = -1, .axis = {0, 0, 1}};
    for (int i = 0; i < 16; i += 5) {
        c.in_frame[i] = c.in_reference[i] = 1;
    }
    for (int i = 0; i < VIOLATION_PARTS; i++) {
        c.weights[i] = 1;
    }
    if (kind == CDY_IK_DISTANCE_BOUNDS) {
        c.bounds[0][1] = 1;
    } else if (kind == CDY_IK_REVOLUTE_JOINT) {
        c.bounds[0][0] = -pi;
        c.bounds[0][1] = pi;
    } else if (kind == CDY_IK_PRISMATIC_JOINT) {
        c.bounds[0][0] = -0.5;
        c.bounds[0][1] = 0.5;
    }
    return c;
}

/* What messages begin with, and its arguments. */
#define AT                  "constraint number %d (%s): "
#define PLACE_OF(c, number) (number), cdy_ik_constraint_kind_name((c)->kind)

/* Whether `count` numbers are 0 or positive, and finite. */
static bool are_sizes(const double *numbers, int count)
{
    bool fine = true;
    for (int i = 0; i < count; i++) {
        fine = fine && numbers[i] >= 0 && numbers[i] <= DBL_MAX;
    }
    return fine;
}

static cdy_status check_weights(const cdy_ik_constraint *c, int number, cdy_error *error)
{
    if (!are_sizes(c->weights, VIOLATION_PARTS)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, AT "a weight is no weight; expected 0 or positive numbers",
                        PLACE_OF(c, number));
    }
    if (!are_sizes(&c->angular_tolerance, 1) || !are_sizes(&c->linear_tolerance, 1)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        AT "the tolerances are %g rad and %g m; expected 0 or positive numbers", PLACE_OF(c, number),
                        c->angular_tolerance, c->linear_tolerance);
    }
    return CDY_OK;
}

/* Rows of `bounds` that a kind reads. */
static int bound_count(cdy_ik_constraint_kind kind)
{
    switch (kind) {
    case CDY_IK_CARTESIAN_BOUNDS: return 3;
    case CDY_IK_DISTANCE_BOUNDS:
    case CDY_IK_JOINT_BOUNDS:
    case CDY_IK_REVOLUTE_JOINT:
    case CDY_IK_PRISMATIC_JOINT: return 1;
    case CDY_IK_POSE:
    case CDY_IK_POSITION:
    case CDY_IK_ORIENTATION:
    case CDY_IK_AIMING:
    case CDY_IK_FIXED_JOINT: break;
    }
    return 0;
}

static cdy_status check_bounds(const cdy_ik_constraint *c, int number, cdy_error *error)
{
    for (int i = 0; i < bound_count(c->kind); i++) {
        const double least = c->bounds[i][0], most = c->bounds[i][1];
        if (!(least <= most) || !(least < HUGE_VAL) || !(most > -HUGE_VAL)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, AT "the bounds are %g and %g; expected the least, then the most",
                            PLACE_OF(c, number), least, most);
        }
    }
    if (c->kind == CDY_IK_DISTANCE_BOUNDS && c->bounds[0][1] < 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, AT "no distance is below 0, but the most is %g m",
                        PLACE_OF(c, number), c->bounds[0][1]);
    }
    return CDY_OK;
}

static cdy_status check_places(const cdy_ik_constraint *c, int number, cdy_error *error)
{
    double place[16];
    memcpy(place, c->in_frame, sizeof place);
    bool fine = cdy_make_placement(place);
    memcpy(place, c->in_reference, sizeof place);
    fine = cdy_make_placement(place) && fine;
    if (!fine) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        AT "in_frame or in_reference is no placement; expected a rotation, a position and a last row "
                           "0 0 0 1, 4 x 4 by rows",
                        PLACE_OF(c, number));
    }
    const double size = hypot(hypot(c->axis[0], c->axis[1]), c->axis[2]);
    if (c->kind == CDY_IK_AIMING && !(size > 1e-150 && size < 1e150)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, AT "the axis is no direction; expected 3 numbers that are not all 0",
                        PLACE_OF(c, number));
    }
    return CDY_OK;
}

/* Checks the coordinate of bounds of a joint. */
static cdy_status check_position(const cdy_model *model, const cdy_ik_constraint *c, int number, cdy_error *error)
{
    if (c->position < 0 || c->position >= model->nq) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, AT "there is no coordinate number %d of q; expected 0 to %d",
                        PLACE_OF(c, number), c->position, (int)model->nq - 1);
    }
    const int32_t *own = model_section(model, model->own_positions);
    const int32_t body = model_positions(model)[own[c->position]].body;
    if (is_on_manifold((joint_kind)model_bodies(model)[body].kind)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        AT "coordinate number %d is one of a joint with several degrees of freedom; bound its body "
                           "instead",
                        PLACE_OF(c, number), c->position);
    }
    return CDY_OK;
}

static cdy_status check_frames(const cdy_model *model, const cdy_ik_constraint *c, int number, cdy_error *error)
{
    const int frames[2] = {c->frame, c->relative_to};
    for (int i = 0; i < 2; i++) {
        if (frames[i] < 0 || frames[i] >= model->frame_count) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, AT "there is no body number %d; expected 0 to %d",
                            PLACE_OF(c, number), frames[i], (int)model->frame_count - 1);
        }
    }
    return CDY_OK;
}

static cdy_status check_constraint(const cdy_model *model, const cdy_ik_constraint *c, int number, cdy_error *error)
{
    cdy_status status = CDY_OK;
    if (!is_kind(c->kind)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "constraint number %d: there is no kind number %d", number,
                        (int)c->kind);
    }
    if (compares_frames(c)) {
        status = check_frames(model, c, number, error);
        status = status ? status : check_places(c, number, error);
    } else {
        status = check_position(model, c, number, error);
    }
    status = status ? status : check_bounds(c, number, error);
    return status ? status : check_weights(c, number, error);
}

cdy_status cdy_check_ik_constraints(const cdy_model *model, const cdy_ik_constraint *constraints, int count,
                                    cdy_error *error)
{
    if (count < 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there are %d constraints; expected 0 or more", count);
    }
    if (count > 0 && !constraints) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there are %d constraints, but no list of them; expected both",
                        count);
    }
    cdy_status status = CDY_OK;
    for (int i = 0; !status && i < count; i++) {
        status = check_constraint(model, &constraints[i], i, error);
    }
    return status;
}

/* Whether an error that the kind of a constraint has counts. */
static bool has_weight(const cdy_ik_constraint *c)
{
    const cdy_ik_constraint_kind kind = c->kind;
    const double *w = c->weights;
    const bool bounds = kind == CDY_IK_DISTANCE_BOUNDS || kind == CDY_IK_JOINT_BOUNDS,
               places = kind == CDY_IK_POSITION || kind == CDY_IK_CARTESIAN_BOUNDS,
               turns = kind == CDY_IK_ORIENTATION || kind == CDY_IK_AIMING;
    const bool joint = kind == CDY_IK_REVOLUTE_JOINT || kind == CDY_IK_PRISMATIC_JOINT;
    return (!bounds && !places && (w[0] > 0 || w[1] > 0 || w[2] > 0)) ||
           (!bounds && !turns && (w[3] > 0 || w[4] > 0 || w[5] > 0)) || ((bounds || joint) && w[6] > 0);
}

/* Constraints of which none counts would be solved by any configuration. */
static cdy_status check_any_weight(const cdy_gik_problem *problem, cdy_error *error)
{
    bool any = problem->count == 0;
    for (int i = 0; !any && i < problem->count; i++) {
        any = has_weight(&problem->constraints[i]);
    }
    return any ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT,
                          "all weights of the constraints are 0, so there is nothing to look for");
}

cdy_status cdy_check_gik_options(const cdy_gik_options *o, cdy_error *error)
{
    if (cdy_check_reserve(&o->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if (!(o->tolerance > 0 && o->tolerance <= DBL_MAX)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the tolerance is %g; expected a positive number", o->tolerance);
    }
    if (o->iterations < 1 || o->restarts < 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "there are %d iterations and %d restarts; expected 1 iteration or more and no negative number",
                        o->iterations, o->restarts);
    }
    return cdy_check_ik_stop(&o->stop, error);
}

cdy_status cdy_check_gik_problem(const cdy_model *model, const cdy_workspace *workspace, const cdy_gik_problem *problem,
                                 cdy_error *error)
{
    const cdy_gik_options defaults = cdy_gik_options_default();
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (status) {
        return status;
    }
    if (!problem) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no problem was given; expected a cdy_gik_problem");
    }
    if (!workspace->M) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the robot has %d degrees of freedom, more than the %d of generalized inverse kinematics",
                        (int)model->tree_nv, (int)LARGEST_DENSE);
    }
    status = cdy_check_gik_options(problem->options ? problem->options : &defaults, error);
    status = status ? status : cdy_check_ik_constraints(model, problem->constraints, problem->count, error);
    return status ? status : check_any_weight(problem, error);
}

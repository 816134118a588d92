#include "commands/state/closure.h"

#include "values/variable.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const option_row actuated_rows[] = {
    {.kind = OPTION_TEXTS,
     .name = "--actuated",
     .metavar = "JOINT",
     .names = NAMES_MOVING_JOINT,
     .help = "a joint that has a drive; all others turn freely.  Repeat it for each"},
    {0},
};
const option_table actuated_table = {.rows = actuated_rows};

static const option_row rows[] = {
    INCLUDE_TABLE(actuated_table, closure_options, actuated),
    INCLUDE_TABLE(loop_table, closure_options, loops),
    {0},
};
const option_table closure_table = {.title = "Closed loops", .rows = rows};

void closure_close(closure *c)
{
    cdy_mechanism_destroy(c->mechanism);
    constraint_list_clear(&c->list);
    free(c->constraints);
    free(c->actuated);
    free(c->held);
    free(c->u);
    free(c->du);
    free(c->start);
    free(c->last);
    free(c->beyond);
    free(c->given);
    *c = (closure){0};
}

bool closure_is_needed(const robot *r, const closure_options *o)
{
    return cdy_tree_loop_count(r->tree) > 0 || o->loops.loops.count > 0 || o->loops.file;
}

exit_code closure_refuse_drives(const robot *r)
{
    return fail(EXIT_USAGE, "--actuated is for robots with closed loops: %s none; give --loop or --constraints",
                r->tree ? "the robot's file states" : "a compiled model has");
}

/* Marks the degrees of freedom of a joint that has a drive. */
static exit_code drive(const cdy_model *model, const char *name, bool *actuated)
{
    cdy_error error;
    cdy_moving_joint joint;
    int number;
    if (cdy_model_require_joint(model, name, &number, &error) != CDY_OK) {
        return fail(EXIT_USAGE, "--actuated: %s", error.text);
    }
    if (cdy_model_joint(model, number, &joint) != CDY_OK || joint.is_follower) {
        return fail(EXIT_USAGE, "--actuated: joint '%.80s' follows another one; name that one", name);
    }
    for (int i = 0; i < joint.nv; i++) {
        actuated[joint.velocity + i] = true;
    }
    return EXIT_FINE;
}

void closure_begin(closure *c, const double *q)
{
    const size_t size = (size_t)cdy_model_nq(c->robot->model) * sizeof *q;
    memmove(c->start, q, size);
    memcpy(c->last, q, size);
}

static exit_code make_room(closure *c)
{
    const cdy_model *model = c->robot->model;
    const size_t n = (size_t)cdy_model_nv(model) + 1, nq = (size_t)cdy_model_nq(model) + 1;
    c->actuated = calloc(n, sizeof *c->actuated);
    c->held = calloc(n, sizeof *c->held);
    c->u = calloc(n, sizeof *c->u);
    c->du = calloc(n, sizeof *c->du);
    c->start = calloc(nq, sizeof *c->start);
    c->last = calloc(nq, sizeof *c->last);
    c->beyond = calloc(nq, sizeof *c->beyond);
    c->given = calloc(nq, sizeof *c->given);
    c->constraints = calloc(c->list.count + 1, sizeof *c->constraints);
    if (!c->actuated || !c->held || !c->u || !c->du || !c->start || !c->last || !c->beyond || !c->given ||
        !c->constraints) {
        return fail_memory();
    }
    cdy_home_configuration(model, c->start);
    closure_begin(c, c->start);
    return EXIT_FINE;
}

static exit_code make_mechanism(closure *c, double tolerance, const char *command)
{
    const cdy_model *model = c->robot->model;
    cdy_mechanism_options options = cdy_mechanism_options_default();
    cdy_error error;
    for (size_t i = 0; i < c->list.count; i++) {
        c->constraints[i] = c->list.items[i].constraint;
        if (c->list.items[i].anchored) {
            return fail(EXIT_USAGE,
                        "'%s' takes closed loops, between places that are given; the constraint of '%.80s' with "
                        "'%.80s' is anchored where the body is",
                        command, cdy_model_frame_name(model, c->constraints[i].frame),
                        cdy_model_frame_name(model, c->constraints[i].other));
        }
    }
    options.actuated = c->actuated;
    options.rank_tolerance = tolerance > 0 ? tolerance : options.rank_tolerance;
    return cdy_mechanism_create(model, c->constraints, (int)c->list.count, &options, &c->mechanism, &error) == CDY_OK
               ? EXIT_FINE
               : fail_library(&error);
}

exit_code closure_open(closure *c, const robot *r, const closure_options *o, const char *command)
{
    *c = (closure){.robot = r};
    exit_code code = constraint_list_add_loops(&c->list, r);
    code = code == EXIT_FINE ? constraint_list_read_loops(&c->list, r->model, &o->loops) : code;
    if (code == EXIT_FINE && c->list.count == 0) {
        code = fail(EXIT_USAGE, "%s no loops; '%s' needs --loop or --constraints",
                    r->tree ? "the robot's file states" : "a compiled model has", command);
    }
    code = code == EXIT_FINE ? make_room(c) : code;
    for (size_t i = 0; code == EXIT_FINE && i < o->actuated.count; i++) {
        code = drive(r->model, o->actuated.items[i], c->actuated);
    }
    return code == EXIT_FINE ? make_mechanism(c, o->tolerance, command) : code;
}

/* Tells the independent coordinates, once. */
static void tell_coordinates(const closure *c)
{
    const int k = cdy_mechanism_dofs(c->mechanism);
    text_buffer names = {0};
    for (int i = 0; i < k; i++) {
        cdy_coordinate coordinate;
        const int degree = cdy_mechanism_coordinate(c->mechanism, i);
        if (cdy_model_velocity(c->robot->model, degree, &coordinate) == CDY_OK) {
            text_add(&names, "%s%.80s%s", i ? ", " : "", coordinate.joint, c->actuated[degree] ? "" : " (no drive)");
        }
    }
    if (!names.failed) {
        note("the mechanism has %d degree%s of freedom%s%s", k, k == 1 ? "" : "s", k ? ": " : "", text_get(&names));
    }
    text_clear(&names);
}

/* Chooses the independent coordinates at the first configuration, from where the loops close. */
static cdy_status choose(closure *c, cdy_workspace *workspace, const double *q, cdy_error *error)
{
    const cdy_model *model = c->robot->model;
    cdy_status status = cdy_mechanism_assemble(c->mechanism, model, workspace, q, NULL, c->last, NULL, error);
    status = status ? status : cdy_mechanism_choose(c->mechanism, model, workspace, c->last, error);
    if (status) {
        return status;
    }
    for (int i = 0; i < cdy_mechanism_dofs(c->mechanism); i++) {
        c->held[cdy_mechanism_coordinate(c->mechanism, i)] = true;
    }
    c->chosen = true;
    tell_coordinates(c);
    return CDY_OK;
}

bool closure_holds(const closure *c, const cdy_moving_joint *joint)
{
    bool held = false;
    for (int i = 0; i < joint->nv; i++) {
        held |= c->held[joint->velocity + i];
    }
    return held;
}

void closure_fill(const closure *c, double *q)
{
    const cdy_model *model = c->robot->model;
    cdy_moving_joint joint;
    for (int i = 0; i < cdy_model_nq(model); i++) {
        c->given[i] = !isnan(q[i]);
    }
    for (int i = 0; i < cdy_model_joint_count(model); i++) {
        if (cdy_model_joint(model, i, &joint) || joint.is_follower) {
            continue;
        }
        const double *from = closure_holds(c, &joint) ? c->start : c->last;
        for (int k = joint.position; k < joint.position + joint.nq; k++) {
            q[k] = isnan(q[k]) ? from[k] : q[k];
        }
    }
}

void closure_follow(const closure *c, double *q)
{
    const cdy_model *model = c->robot->model;
    cdy_moving_joint joint;
    for (int i = 0; i < cdy_model_joint_count(model); i++) {
        if (cdy_model_joint(model, i, &joint) == CDY_OK && !joint.is_follower && !closure_holds(c, &joint)) {
            memcpy(q + joint.position, c->last + joint.position, (size_t)joint.nq * sizeof *q);
        }
    }
}

/* Keeps by how much dependent positions are beyond their limits. The independent ones are those of the caller, which
 * inputs are checked for. */
static void watch_limits(closure *c, const double *q)
{
    const cdy_model *model = c->robot->model;
    const double rounding = 1e-6;
    cdy_moving_joint joint;
    bool outside = false;
    for (int i = 0; i < cdy_model_joint_count(model); i++) {
        if (cdy_model_joint(model, i, &joint) || joint.is_follower || closure_holds(c, &joint)) {
            continue;
        }
        for (int k = joint.position; k < joint.position + joint.nq; k++) {
            const cdy_coordinate limits = vector_coordinate(model, VECTOR_Q, k);
            const double beyond = q[k] > limits.upper   ? q[k] - limits.upper
                                  : q[k] < limits.lower ? q[k] - limits.lower
                                                        : 0;
            outside = outside || fabs(beyond) > rounding;
            c->beyond[k] = fabs(beyond) > fmax(rounding, fabs(c->beyond[k])) ? beyond : c->beyond[k];
        }
    }
    c->assemblies++;
    c->outside += outside;
}

void closure_tell_limits(const closure *c, bool degrees)
{
    const int n = c->outside ? cdy_model_nq(c->robot->model) : 0;
    int worst = 0, count = 0;
    for (int i = 0; i < n; i++) {
        worst = fabs(c->beyond[i]) > fabs(c->beyond[worst]) ? i : worst;
        count += fabs(c->beyond[i]) > 0;
    }
    if (count == 0) {
        return;
    }
    const cdy_coordinate at = vector_coordinate(c->robot->model, VECTOR_Q, worst);
    const double unit = degrees && at.angular ? radians(1) : 1, limit = c->beyond[worst] > 0 ? at.upper : at.lower;
    const char *name = coordinate_unit(VECTOR_Q, &at, degrees);
    text_buffer t = {0};
    text_add(&t, "closing the loops, which looks at no limits, puts joint '");
    coordinate_add_label(&at, &t);
    text_add(&t, "' at %.6g %s, beyond its limit of %.6g %s", (limit + c->beyond[worst]) / unit, name, limit / unit,
             name);
    if (count > 1) {
        text_add(&t, ", and %d other%s beyond theirs", count - 1, count == 2 ? "" : "s");
    }
    if (c->assemblies > 1) {
        text_add(&t, ", in %llu of %llu states", c->outside, c->assemblies);
    }
    if (!t.failed) {
        note("%s; begin elsewhere for another branch", text_get(&t));
    }
    text_clear(&t);
}

/* Counts the row if it gives positions, but none of an independent joint. */
static void watch_given(closure *c)
{
    const cdy_model *model = c->robot->model;
    cdy_moving_joint joint;
    bool independent = false;
    int dependent = -1;
    for (int i = 0; i < cdy_model_joint_count(model); i++) {
        if (cdy_model_joint(model, i, &joint) || joint.is_follower) {
            continue;
        }
        const bool holds = closure_holds(c, &joint);
        for (int k = joint.position; k < joint.position + joint.nq; k++) {
            independent = independent || (holds && c->given[k]);
            dependent = !holds && c->given[k] ? k : dependent;
        }
    }
    if (!independent && dependent >= 0) {
        c->untold++;
        c->untold_position = dependent;
    }
}

void closure_tell_untold(const closure *c)
{
    if (c->untold == 0) {
        return;
    }
    const cdy_coordinate at = vector_coordinate(c->robot->model, VECTOR_Q, c->untold_position);
    note("%llu row%s positions of joints that depend on others alone, such as '%.80s', which tell only where the "
         "search for a configuration begins: the independent joints, which tell where the mechanism is, stay",
         c->untold, c->untold == 1 ? " gives" : "s give", at.joint);
}

cdy_status closure_assemble(closure *c, cdy_workspace *workspace, double *q, cdy_error *error)
{
    const cdy_model *model = c->robot->model;
    cdy_status status = c->chosen ? CDY_OK : choose(c, workspace, q, error);
    status = status ? status : cdy_mechanism_assemble(c->mechanism, model, workspace, q, c->held, q, NULL, error);
    if (!status) {
        memcpy(c->last, q, (size_t)cdy_model_nq(model) * sizeof *q);
        watch_limits(c, q);
        watch_given(c);
    }
    return status;
}

void closure_pick(closure *c, const double *qd, const double *qdd)
{
    for (int i = 0; i < cdy_mechanism_dofs(c->mechanism); i++) {
        const int degree = cdy_mechanism_coordinate(c->mechanism, i);
        c->u[i] = qd ? qd[degree] : 0;
        c->du[i] = qdd ? qdd[degree] : 0;
    }
}

cdy_status closure_check_torques(const closure *c, const double *tau, cdy_error *error)
{
    const cdy_model *model = c->robot->model;
    cdy_coordinate coordinate;
    for (int i = 0; i < cdy_model_nv(model); i++) {
        if (!c->actuated[i] && tau[i] != 0 && cdy_model_velocity(model, i, &coordinate) == CDY_OK) {
            *error = (cdy_error){.status = CDY_ERROR_ARGUMENT};
            snprintf(error->text, sizeof error->text,
                     "joint '%.80s' has a torque of %g, but no drive; name it by --actuated", coordinate.joint, tau[i]);
            return error->status;
        }
    }
    return CDY_OK;
}

#include "commands/motion/loop_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

exit_code loop_points_open(loop_points *l, const robot *r, const closure_options *o, const char *command)
{
    *l = (loop_points){.count = 0};
    if (!closure_is_needed(r, o)) {
        return o->actuated.count ? closure_refuse_drives(r) : EXIT_FINE;
    }
    if (!o->actuated.count) {
        return fail(EXIT_USAGE,
                    "the robot has closed loops, which the joints that have drives move: '%s' needs --actuated JOINT, "
                    "for each of them",
                    command);
    }
    return closure_open(&l->closure, r, o, command);
}

void loop_points_clear(loop_points *l)
{
    closure_close(&l->closure);
    free(l->given);
    *l = (loop_points){.count = 0};
}

/* Whether a position is that of a joint with an independent degree of freedom. */
static void mark_own(const closure *c, bool *own)
{
    const cdy_model *model = c->robot->model;
    cdy_moving_joint joint;
    for (int i = 0; i < cdy_model_joint_count(model); i++) {
        if (cdy_model_joint(model, i, &joint) == CDY_OK && !joint.is_follower) {
            for (int k = 0; k < joint.nq; k++) {
                own[joint.position + k] = closure_holds(c, &joint);
            }
        }
    }
}

static exit_code check_given(const closure *c, size_t number, const double *q, const bool *own)
{
    const int nq = cdy_model_nq(c->robot->model);
    bool independent = false;
    int dependent = -1;
    for (int i = 0; i < nq; i++) {
        independent = independent || (own[i] && !isnan(q[i]));
        dependent = dependent < 0 && !own[i] && !isnan(q[i]) ? i : dependent;
    }
    return independent || dependent < 0
               ? EXIT_FINE
               : fail(EXIT_INPUT,
                      "way point %zu gives the position of joint '%.80s', which depends on others, but of no "
                      "independent joint, which tells where the mechanism is",
                      number, vector_coordinate(c->robot->model, VECTOR_Q, dependent).joint);
}

static exit_code assemble_first(loop_points *l, cdy_workspace *workspace, double *q)
{
    cdy_error error;
    return closure_assemble(&l->closure, workspace, q, &error) == CDY_OK ? EXIT_FINE : fail_library(&error);
}

static void fill(double *q, size_t nq, const double *start)
{
    for (size_t i = 0; i < nq; i++) {
        q[i] = isnan(q[i]) ? start[i] : q[i];
    }
}

exit_code loop_points_close(loop_points *l, cdy_workspace *workspace, size_t count, double *q, const double *start)
{
    const size_t nq = (size_t)cdy_model_nq(l->closure.robot->model);
    bool *own = calloc(nq + 1, sizeof *own);
    l->given = calloc(count, (nq + 1) * sizeof *l->given);
    if (!own || !l->given) {
        free(own);
        return fail_memory();
    }
    l->count = count;
    memcpy(l->given, q, count * nq * sizeof *q);
    for (size_t k = 0; k < count; k++) {
        fill(q + k * nq, nq, start);
    }
    closure_begin(&l->closure, start);
    exit_code code = assemble_first(l, workspace, q);
    if (code == EXIT_FINE) {
        mark_own(&l->closure, own);
    }
    for (size_t k = 0; k < count && code == EXIT_FINE; k++) {
        code = check_given(&l->closure, k + 1, l->given + k * nq, own);
    }
    free(own);
    return code;
}

/* Replaces the numbers that no row gives, NaN, by those of the motion: there the loops moved nothing. */
static void fill_given(const double *given, const double *q, size_t nq, double *from)
{
    for (size_t i = 0; i < nq; i++) {
        from[i] = isnan(given[i]) ? q[i] : given[i];
    }
}

/* Returns a step by at most half a turn where whole turns change nothing: of a joint without a range. */
static double shortest(const cdy_model *model, int degree, double step)
{
    const cdy_coordinate at = vector_coordinate(model, VECTOR_QD, degree);
    return at.angular && isinf(at.lower) && isinf(at.upper) ? remainder(step, radians(360)) : step;
}

/* How far the loops moved a way point. */
typedef struct largest_move {
    double by;       /* rad or m */
    int degree;      /* of freedom */
    size_t waypoint; /* from 1 */
} largest_move;

static void note_move(const closure *c, const largest_move *m, bool degrees)
{
    const cdy_coordinate at = vector_coordinate(c->robot->model, VECTOR_QD, m->degree);
    text_buffer t = {0};
    text_add(&t, "closing the loops moved positions of the way points, most joint '");
    coordinate_add_label(&at, &t);
    text_add(&t, "' by %.3g %s at way point %zu", degrees && at.angular ? m->by / radians(1) : m->by,
             !at.angular ? "m"
             : degrees   ? "deg"
                         : "rad",
             m->waypoint);
    if (!t.failed) {
        note("%s", text_get(&t));
    }
    text_clear(&t);
}

exit_code loop_points_tell(const loop_points *l, const cdy_trajectory *trajectory, bool degrees)
{
    const double far = 1e-3;
    const cdy_model *model = l->closure.robot->model;
    const size_t nq = (size_t)cdy_model_nq(model), nv = (size_t)cdy_model_nv(model);
    double *q = calloc(2 * nq + nv + 1, sizeof *q), *from = q ? q + nq : NULL, *step = q ? q + 2 * nq : NULL;
    largest_move most = {.by = 0};
    cdy_error error;
    cdy_status status = CDY_OK;
    for (size_t k = 0; q && k < l->count && !status; k++) {
        status =
            cdy_trajectory_evaluate(trajectory, cdy_trajectory_waypoint_time(trajectory, k), q, NULL, NULL, &error);
        if (!status) {
            fill_given(l->given + k * nq, q, nq, from);
            status = cdy_configuration_difference(model, from, q, step, &error);
        }
        for (size_t i = 0; i < nv && !status; i++) {
            const double by = fabs(shortest(model, (int)i, step[i]));
            most = by > most.by ? (largest_move){by, (int)i, k + 1} : most;
        }
    }
    if (most.by > far) {
        note_move(&l->closure, &most, degrees);
    }
    const exit_code code = !q ? fail_memory() : status ? fail_library(&error) : EXIT_FINE;
    free(q);
    return code;
}

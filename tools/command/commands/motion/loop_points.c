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

exit_code loop_points_tell(const loop_points *l, const cdy_trajectory *trajectory)
{
    const double far = 1e-3;
    const size_t nq = (size_t)cdy_model_nq(l->closure.robot->model);
    double *q = calloc(nq + 1, sizeof *q), moved = 0;
    size_t at = 0;
    cdy_error error;
    cdy_status status = CDY_OK;
    for (size_t k = 0; q && k < l->count && !status; k++) {
        status =
            cdy_trajectory_evaluate(trajectory, cdy_trajectory_waypoint_time(trajectory, k), q, NULL, NULL, &error);
        for (size_t i = 0; i < nq && !status; i++) {
            const double distance = fabs(q[i] - l->given[k * nq + i]); /* NaN where none is given */
            at = distance > moved ? k : at;
            moved = distance > moved ? distance : moved;
        }
    }
    if (moved > far) {
        note("closing the loops moved positions of the way points by up to %.3g rad or m, at way point %zu", moved,
             at + 1);
    }
    const exit_code code = !q ? fail_memory() : status ? fail_library(&error) : EXIT_FINE;
    free(q);
    return code;
}

/* The searches of targets: their options, the descents from one start after another, and their results. */
#include "base/error.h"
#include "base/reserve.h"
#include "dynamics/arguments.h"
#include "ik/pose.h"
#include "ik/search_rows.h"
#include "model/range.h"

#include <condyle/configuration.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* ---- all descents of a target ---- */

static void begin_descent(ik_search *s, size_t lane, bool until_minimum)
{
    search_lane *l = &s->lane[lane];
    copy_lane(s, s->q, lane, s->trial);
    l->phase = SEARCH_START;
    l->factor = 1e-1;
    l->growth = 2;
    l->step = l->translations = 0;
    l->until_minimum = until_minimum;
}

void cdy_ik_begin_random(ik_search *s, size_t lane)
{
    const model_body *bodies = model_bodies(s->model);
    const model_joint *joints = model_joints(s->model);
    double *drawn = s->lanes > 1 ? s->row : s->trial;
    cdy_random_configuration(s->model, &s->lane[lane].seed, drawn);
    for (int i = model_frames(s->model)[s->frame].body; i > 0; i = bodies[i].parent) {
        const size_t count = (size_t)cdy_joint_type_nq((cdy_joint_type)joints[i].type);
        for (size_t k = (size_t)joints[i].position; k < (size_t)joints[i].position + count; k++) {
            s->q[k * s->lanes + lane] = drawn[k];
        }
    }
    begin_descent(s, lane, false);
}

bool cdy_ik_continue(ik_search *s, size_t lane)
{
    search_lane *l = &s->lane[lane];
    const bool is_over = l->is_last || !s->is_movable || s->is_interrupted || cdy_ik_is_reached(s, l, &l->best);
    if (!is_over && l->restarts < s->options.restarts) {
        l->restarts++;
        cdy_ik_begin_random(s, lane);
        return true;
    }
    if (is_over || l->restarts == 0) {
        return false;
    }
    l->is_last = true;
    copy_lane(s, s->best, lane, s->q);
    begin_descent(s, lane, true);
    return true;
}

/* Copies the start (NULL: the home configuration) to a row q, within the limits. */
static cdy_status read_start(const ik_search *s, const double *start, double *q, cdy_error *error)
{
    const cdy_model *model = s->model;
    if (!start) {
        cdy_home_configuration(model, q);
    } else if (cdy_all_finite(start, (size_t)model->nq)) {
        memmove(q, start, (size_t)model->nq * sizeof *q);
    } else {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the start has a number that is not finite");
    }
    if (!s->options.ignore_limits) {
        cdy_configuration_clamp(model, q);
    }
    return cdy_check_quaternions(model, q, error);
}

cdy_status cdy_ik_begin(ik_search *s, size_t lane, const double *target, const double *start, cdy_error *error)
{
    double *q = s->lanes > 1 ? s->row : s->q, placement[16];
    const cdy_status status = read_start(s, start, q, error);
    if (status) {
        return status;
    }
    memcpy(placement, target, sizeof placement);
    if (!cdy_make_placement(placement)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the target is no placement; expected a rotation, a position and a "
                        "last row 0 0 0 1, 4 x 4 by rows");
    }
    const double resolution = 1e-15 * hypot(hypot(placement[3], placement[7]), placement[11]);
    s->lane[lane] = (search_lane){.linear_tolerance = fmax(s->options.linear_tolerance, resolution),
                                  .best = {.cost = HUGE_VAL},
                                  .seed = s->options.seed};
    write_row(s, q, lane, s->q);
    for (size_t i = 0; i < 16; i++) {
        s->target[i * s->lanes + lane] = placement[i];
    }
    begin_descent(s, lane, s->options.restarts == 0 || !s->is_movable);
    return CDY_OK;
}

/* ---- the searches ---- */

cdy_ik_options cdy_ik_options_default(void)
{
    return (cdy_ik_options){.weights = {1, 1, 1, 1, 1, 1},
                            .angular_tolerance = 1e-8,
                            .linear_tolerance = 1e-8,
                            .iterations = 200,
                            .restarts = 50};
}

/* Checks the options, and scales the weights to a maximum of 1: only their ratios matter. */
static cdy_status read_options(cdy_ik_options *o, cdy_error *error)
{
    double largest = 0;
    if (cdy_check_reserve(&o->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    for (int i = 0; i < 6; i++) {
        if (!(o->weights[i] >= 0 && o->weights[i] <= DBL_MAX)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "the weight number %d is %g; expected 0 or a positive number", i,
                            o->weights[i]);
        }
        largest = fmax(largest, o->weights[i]);
    }
    if (!(largest > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "all weights are 0, so there is nothing to look for");
    }
    if (!(o->angular_tolerance > 0) || !(o->linear_tolerance > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the tolerances are %g rad and %g m; expected positive numbers",
                        o->angular_tolerance, o->linear_tolerance);
    }
    if (o->iterations < 1 || o->restarts < 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "there are %d iterations and %d restarts; expected 1 iteration or more and no negative number",
                        o->iterations, o->restarts);
    }
    if (!(o->damping_bias >= 0 && o->damping_bias <= DBL_MAX)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the bias of the damping is %g; expected 0 or a positive number",
                        o->damping_bias);
    }
    for (int i = 0; i < 6; i++) {
        o->weights[i] /= largest;
    }
    return cdy_check_ik_stop(&o->stop, error);
}

static bool is_listed(const ik_search *s, int32_t column)
{
    for (size_t j = 0; s->model->has_followers && j < s->count; j++) {
        if (s->columns[j] == column) {
            return true;
        }
    }
    return false;
}

/* Lists the caller's velocities that move the frame. */
static void list_columns(ik_search *s)
{
    const model_body *bodies = model_bodies(s->model);
    s->count = 0;
    for (int i = model_frames(s->model)[s->frame].body; i > 0; i = bodies[i].parent) {
        for (int k = 0; k < bodies[i].nv; k++) {
            const int32_t column = model_velocities(s->model)[bodies[i].v + k].index;
            if (!is_listed(s, column)) {
                s->columns[s->count++] = column;
            }
        }
    }
}

cdy_status cdy_ik_prepare(ik_search *s, int frame, const cdy_ik_options *options, cdy_error *error)
{
    s->frame = frame;
    s->options = options ? *options : cdy_ik_options_default();
    cdy_status status = cdy_check_frame(s->model, frame, error);
    status = status ? status : read_options(&s->options, error);
    if (status) {
        return status;
    }
    s->is_movable = model_frames(s->model)[frame].body > 0;
    s->is_interrupted = false;
    list_columns(s);
    for (size_t lane = 0; lane < s->lanes; lane++) {
        s->lane[lane] = (search_lane){.phase = SEARCH_IDLE};
    }
    return CDY_OK;
}

int cdy_count_at_limit(const cdy_model *model, const double *q)
{
    const double rounding = 4 * DBL_EPSILON;
    int count = 0;
    for (int i = 0; i < model->nq; i++) {
        const position_range r = cdy_coordinate_range(model, i);
        count += q[i] <= r.lower + rounding * fabs(r.lower) || q[i] >= r.upper - rounding * fabs(r.upper);
    }
    return count;
}

cdy_status cdy_ik_result(const ik_search *s, size_t lane, double *q, cdy_ik_report *report, cdy_error *error)
{
    const search_lane *l = &s->lane[lane];
    const double results[] = {l->best.cost, cdy_ik_error_length(s, &l->best, 0), cdy_ik_error_length(s, &l->best, 3)};
    const cdy_status status = cdy_check_result(results, sizeof results / sizeof *results, error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < (size_t)s->model->nq; i++) {
        q[i] = s->best[i * s->lanes + lane];
    }
    if (report) {
        const bool converged = cdy_ik_is_reached(s, l, &l->best);
        *report = (cdy_ik_report){.converged = converged,
                                  .end = converged           ? CDY_IK_CONVERGED
                                         : s->is_interrupted ? CDY_IK_INTERRUPTED
                                                             : l->end,
                                  .angular_error = results[1],
                                  .linear_error = results[2],
                                  .iterations = l->iterations,
                                  .restarts = l->restarts,
                                  .at_limit = cdy_count_at_limit(s->model, q)};
    }
    return CDY_OK;
}

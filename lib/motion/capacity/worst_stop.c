/* The worst stops over poses of a region. */
#include <condyle/stop.h>

#include "base/error.h"
#include "base/memory.h"
#include "capacity/stop.h"
#include "dynamics/workspace.h"

#include <condyle/configuration.h>
#include <math.h>
#include <string.h>

enum { POSES_FOR_REACH = 10000, DRAWS = 1000 };

/* A survey of stops. */
typedef struct survey {
    const cdy_model *model;
    cdy_workspace *workspace;
    cdy_stop_state state; /* with q in place of the caller's */
    double *q, *end;
    cdy_worst_stop worst;
} survey;

/* Draws a pose, and gives the distance of the point from the base's origin there. */
static cdy_status draw(survey *s, uint64_t *seed, double *reach, cdy_error *error)
{
    double T[16], sum = 0;
    const double *p = s->state.point;
    cdy_random_configuration(s->model, seed, s->q);
    const cdy_status status = cdy_get_transform(s->model, s->workspace, s->state.frame, 0, s->q, T, error);
    for (int i = 0; !status && i < 3; i++) {
        const double x = T[4 * i + 3] + T[4 * i] * p[0] + T[4 * i + 1] * p[1] + T[4 * i + 2] * p[2];
        sum += x * x;
    }
    *reach = sqrt(sum);
    return status;
}

static cdy_status find_reach(survey *s, uint64_t seed, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int i = 0; !status && i < POSES_FOR_REACH; i++) {
        double reach = 0;
        status = draw(s, &seed, &reach, error);
        s->worst.reach = fmax(s->worst.reach, reach);
    }
    return status;
}

/* Whether a joint that moved has gone beyond its position limit. */
static bool ends_beyond(const survey *s)
{
    bool beyond = false;
    for (int i = 0; i < cdy_model_nq(s->model); i++) {
        cdy_coordinate c;
        const bool moved = cdy_model_position(s->model, i, &c) == CDY_OK && fabs(s->end[i] - s->q[i]) > 0;
        beyond = beyond || (moved && (s->end[i] < c.lower || s->end[i] > c.upper));
    }
    return beyond;
}

/* Stops the motion from the pose that was drawn; `longest` receives the pose where its stop takes longest so far. */
static cdy_status take_pose(survey *s, double *longest, cdy_error *error)
{
    const int n = cdy_model_nv(s->model);
    cdy_stop stop;
    stop_end end;
    const cdy_status status = cdy_find_stop_and_end(s->model, &s->state, &stop, s->end, &end, error);
    if (status) {
        return status;
    }
    if (s->worst.poses == 0 || stop.time > s->worst.time) {
        memcpy(longest, s->q, (size_t)n * sizeof *longest);
    }
    s->worst.time = fmax(s->worst.time, stop.time);
    s->worst.length = fmax(s->worst.length, stop.length);
    for (int i = 0; i < n; i++) {
        const double way = fabs(s->end[i] - s->q[i]);
        if (s->state.qd && fabs(s->state.qd[i]) > 0 && (s->worst.joint < 0 || way > s->worst.travel)) {
            s->worst.travel = way;
            s->worst.joint = i;
        }
    }
    s->worst.poses++;
    s->worst.unstopped += !stop.stopped;
    s->worst.stuck += end == STOP_STUCK;
    s->worst.beyond += ends_beyond(s);
    return CDY_OK;
}

static cdy_status take_poses(survey *s, const cdy_stop_region *region, double *longest, cdy_error *error)
{
    uint64_t seed = region->seed;
    cdy_status status = find_reach(s, seed, error);
    const double least = region->least_reach * s->worst.reach;
    const double most = region->most_reach >= 1 ? HUGE_VAL : region->most_reach * s->worst.reach;
    for (size_t i = 0; !status && i < DRAWS * region->poses && s->worst.poses < region->poses; i++) {
        double reach = 0;
        status = draw(s, &seed, &reach, error);
        if (!status && reach >= least && reach <= most) {
            status = take_pose(s, longest, error);
        }
    }
    if (!status && s->worst.poses == 0) {
        status = cdy_fail(error, CDY_ERROR_NUMERIC, "of %zu random poses none has the point between %g and %g m",
                          DRAWS * region->poses, least, region->most_reach * s->worst.reach);
    }
    return status;
}

static cdy_status check(const cdy_model *model, const cdy_stop_state *state, const cdy_stop_region *r,
                        const cdy_worst_stop *worst, cdy_error *error)
{
    if (!model || !state || !r || !worst) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no %s was given",
                        !model   ? "model"
                        : !state ? "state of the stop"
                        : !r     ? "region"
                                 : "pointer for the worst stop");
    }
    if (!(r->least_reach >= 0 && r->least_reach <= r->most_reach && r->most_reach <= 1) || r->poses < 1 ||
        r->poses > 1000000) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a region from %g to %g of the reach with %zu poses; expected parts from 0 to 1, and 1 to 1e6 "
                        "poses",
                        r->least_reach, r->most_reach, r->poses);
    }
    return CDY_OK;
}

cdy_status cdy_find_worst_stop(const cdy_model *model, const cdy_stop_state *state, const cdy_stop_region *region,
                               cdy_worst_stop *worst, double *q, cdy_error *error)
{
    cdy_status status = check(model, state, region, worst, error);
    if (status) {
        return status;
    }
    const size_t nq = (size_t)cdy_model_nq(model), nv = (size_t)cdy_model_nv(model);
    survey s = {.model = model, .state = *state, .worst = {.joint = -1}};
    s.state.q = NULL; /* the state's own q does not count */
    status = cdy_check_stop_state(model, &s.state, error);
    if (status) {
        return status;
    }
    double *longest = cdy_allocate(3 * nq + 1, sizeof *longest);
    status = longest ? cdy_workspace_create(model, &s.workspace, error) : cdy_fail_memory(error);
    s.q = longest ? longest + nq : NULL;
    s.end = longest ? s.q + nq : NULL;
    s.state.q = s.q;
    status = status ? status : take_poses(&s, region, longest, error);
    if (!status) {
        *worst = s.worst;
        if (q) {
            memcpy(q, longest, nv * sizeof *q);
        }
    }
    cdy_workspace_destroy(s.workspace);
    cdy_release(longest);
    return status;
}

/* Inverse kinematics of one target. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "ik/search.h"
#include "ik/solutions.h"

#include <condyle/inverse_kinematics.h>

/* Checks the arguments of a search, and begins it. */
static cdy_status begin_search(ik_search *s, const cdy_ik_problem *problem, cdy_error *error)
{
    const cdy_status status = cdy_ik_prepare(s, problem->frame, problem->options, error);
    return status ? status : cdy_ik_begin(s, 0, problem->target, problem->start, error);
}

static void descend(ik_search *s)
{
    while (s->lane[0].phase != SEARCH_ENDED) {
        cdy_ik_make_step(s);
    }
}

cdy_status cdy_inverse_kinematics(const cdy_model *model, cdy_workspace *workspace, const cdy_ik_problem *problem,
                                  double *q, cdy_ik_report *report, cdy_error *error)
{
    double small[SEARCH_SMALL];
    ik_search s;
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (!status && (!problem || !problem->target || !q)) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "inverse kinematics needs a target and a pointer for the result");
    }
    if (status) {
        return status;
    }
    cdy_ik_search_in(&s, model, workspace, small);
    status = begin_search(&s, problem, error);
    if (status) {
        return status;
    }
    do {
        descend(&s);
    } while (cdy_ik_continue(&s, 0));
    return cdy_ik_result(&s, 0, q, report, error);
}

cdy_status cdy_inverse_kinematics_all(const cdy_model *model, cdy_workspace *workspace, const cdy_ik_problem *problem,
                                      int most, double *solutions, int *count, cdy_error *error)
{
    double small[SEARCH_SMALL];
    ik_search s;
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (!status && (!problem || !problem->target || !solutions || !count || most < 1)) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT,
                          "finding all solutions needs a target, room for 1 solution or more, and a pointer for their "
                          "number");
    }
    if (status) {
        return status;
    }
    cdy_ik_search_in(&s, model, workspace, small);
    status = begin_search(&s, problem, error);
    if (status) {
        return status;
    }
    ik_solutions found = {.model = model, .w = workspace, .start = problem->start, .q = solutions, .most = most};
    found.ignore_limits = s.options.ignore_limits;
    search_lane *lane = &s.lane[0];
    lane->until_minimum = true; /* of the first descent alone */
    const int restarts = s.is_movable ? s.options.restarts : 0;
    for (int left = restarts; left >= 0 && !s.is_interrupted; left--) {
        if (left < restarts) {
            cdy_ik_begin_random(&s, 0);
        }
        lane->best = (pose_error){.cost = HUGE_VAL};
        descend(&s);
        if (cdy_ik_is_reached(&s, lane, &lane->best)) {
            cdy_add_solution(&found, workspace->ik.best);
        }
    }
    *count = found.count;
    return CDY_OK;
}

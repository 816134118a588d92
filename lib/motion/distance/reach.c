/* Inverse kinematics that keeps shapes apart: solutions of the pose, moved along the distance's gradient in the null
 * space of the task. */
#include "distance/scene.h"

#include "base/error.h"
#include "base/memory.h"
#include "linalg/cholesky.h"
#include "model/model.h"

#include <condyle/configuration.h>
#include <condyle/kinematics.h>
#include <limits.h>
#include <string.h>

enum { MOST_MOVES = 60 };

/* A search, and its memory. */
typedef struct reach_search {
    const cdy_model *model;
    cdy_workspace *workspace;
    cdy_distance_scene *scene;
    cdy_ik_options options; /* of one start */
    cdy_ik_stop stop;       /* the caller's */
    cdy_ik_problem problem;
    double margin;
    bool *carries;            /* nv: velocities that move the frame */
    double *J;                /* 6 x nv */
    double *gradient;         /* nv; then its part in the null space */
    double *step;             /* nv */
    double *q, *trial;        /* nq */
    double *start, *draw;     /* nq */
    double *best;             /* nq */
    cdy_distance_reach found; /* of `best` */
    bool any;                 /* whether there is a best one */
    int iterations;           /* of all searches of the pose */
    bool is_interrupted;      /* by the caller */
} reach_search;

static cdy_status start_search(reach_search *s, const cdy_ik_problem *problem, cdy_error *error)
{
    const size_t nq = (size_t)s->model->nq, nv = (size_t)s->model->nv;
    s->carries = cdy_allocate(nv + 1, sizeof *s->carries);
    s->J = cdy_allocate(8 * nv + 5 * nq + 1, sizeof *s->J);
    if (!s->carries || !s->J) {
        return cdy_fail_memory(error);
    }
    s->gradient = s->J + 6 * nv;
    s->step = s->gradient + nv;
    s->q = s->step + nv;
    s->trial = s->q + nq;
    s->start = s->trial + nq;
    s->draw = s->start + nq;
    s->best = s->draw + nq;
    cdy_home_configuration(s->model, s->start);
    if (problem->start) {
        memcpy(s->start, problem->start, nq * sizeof *s->start);
    }
    const model_body *bodies = model_bodies(s->model);
    for (int i = model_frames(s->model)[problem->frame].body; i > 0; i = bodies[i].parent) {
        for (int k = 0; k < bodies[i].nv; k++) {
            s->carries[model_velocities(s->model)[bodies[i].v + k].index] = true;
        }
    }
    return CDY_OK;
}

/* The start of a search: the given one, then others whose joints that carry the frame are random. */
static void draw_start(reach_search *s, int number, uint64_t *seed)
{
    const model_body *bodies = model_bodies(s->model);
    memcpy(s->q, s->start, (size_t)s->model->nq * sizeof *s->q);
    if (number == 0) {
        return;
    }
    cdy_random_configuration(s->model, seed, s->draw);
    for (int i = model_frames(s->model)[s->problem.frame].body; i > 0; i = bodies[i].parent) {
        const int first = model_joints(s->model)[i].position;
        memcpy(s->q + first, s->draw + first, (size_t)position_count(&bodies[i]) * sizeof *s->q);
    }
}

/* Takes from the gradient what would move the rows of the task that have weight: g - J^T (J J^T + e I)^-1 J g; nothing
 * is left of it where these rows are no numbers. */
static void project(reach_search *s)
{
    const int nv = s->model->nv;
    double A[36], b[6], largest = 0;
    int rows[6] = {0}, n = 0;
    for (int i = 0; i < 6; i++) {
        if (s->options.weights[i] > 0) {
            rows[n++] = i;
        }
    }
    for (int i = 0; i < n; i++) {
        const double *Ji = s->J + rows[i] * nv;
        b[i] = 0;
        for (int k = 0; k < nv; k++) {
            b[i] += s->carries[k] ? Ji[k] * s->gradient[k] : 0;
        }
        for (int j = 0; j < n; j++) {
            A[i * n + j] = 0;
            for (int k = 0; k < nv; k++) {
                A[i * n + j] += s->carries[k] ? Ji[k] * s->J[rows[j] * nv + k] : 0;
            }
        }
        largest = fmax(largest, A[i * n + i]);
    }
    for (int i = 0; i < n; i++) {
        A[i * n + i] += 1e-12 * largest + 1e-300;
    }
    const bool solvable = cdy_cholesky_factor(n, A) == 0;
    if (solvable) {
        cdy_cholesky_solve(n, A, b);
    }
    for (int k = 0; k < nv; k++) {
        for (int i = 0; i < n && s->carries[k]; i++) {
            s->gradient[k] -= s->J[rows[i] * nv + k] * b[i];
        }
        s->gradient[k] = s->carries[k] && solvable ? s->gradient[k] : 0;
    }
}

/* Keeps q where it is better than the best so far: clear, then of the greatest distance, then of the least error. */
static void keep(reach_search *s, const double *q, const cdy_distance_reach *here)
{
    const cdy_distance_reach *best = &s->found;
    const double error = hypot(here->search.angular_error, here->search.linear_error);
    const double least = hypot(best->search.angular_error, best->search.linear_error);
    const bool better =
        !s->any || (here->search.converged != best->search.converged ? here->search.converged
                    : here->search.converged ? here->nearest.separation.distance > best->nearest.separation.distance
                                             : error < least);
    if (better) {
        memcpy(s->best, q, (size_t)s->model->nq * sizeof *q);
        s->found = *here;
        s->any = true;
    }
}

/* Asks the caller whether the search ends, and remembers it: a search of the pose that is there already does not say
 * that it was told so. */
static bool ask_caller(void *context)
{
    reach_search *s = context;
    s->is_interrupted = s->is_interrupted || s->stop.interrupt(s->stop.context);
    return s->is_interrupted;
}

/* Solves the pose from q, in place, and measures there. */
static cdy_status solve_pose(reach_search *s, double *q, cdy_distance_reach *here, double *gradient, cdy_error *error)
{
    cdy_ik_problem problem = s->problem;
    problem.start = q;
    cdy_status status = cdy_inverse_kinematics(s->model, s->workspace, &problem, q, &here->search, error);
    if (status) {
        return status;
    }
    const int left = INT_MAX - s->iterations;
    s->iterations += here->search.iterations < left ? here->search.iterations : left;
    status = cdy_distance_nearest(s->model, s->workspace, s->scene, q, &here->nearest, gradient, error);
    here->clear = !status && here->search.converged && here->nearest.separation.distance > s->margin;
    return status;
}

/* Tries to move q along the part of the gradient in the null space by a step that shortens until it helps; *moved says
 * whether one did. */
static cdy_status move_apart(reach_search *s, cdy_distance_reach *here, bool *moved, cdy_error *error)
{
    enum { TRIALS = 6 };
    const double longest = 0.3; /* of a step, the norm of its velocities, rad and m */
    const size_t nq = (size_t)s->model->nq;
    const int nv = s->model->nv;
    cdy_status status =
        cdy_geometric_jacobian(s->model, s->workspace, s->problem.frame, CDY_AXES_BODY, s->q, s->J, error);
    *moved = false;
    if (status) {
        return status;
    }
    project(s);
    double squares = 0;
    for (int k = 0; k < nv; k++) {
        squares += s->gradient[k] * s->gradient[k];
    }
    if (!(squares > 1e-12)) {
        return CDY_OK;
    }
    const double missing = 1.1 * (s->margin - here->nearest.separation.distance) + 1e-4;
    double size = fmin(missing / squares, longest / sqrt(squares));
    for (int trial = 0; trial < TRIALS && !*moved && !status && !s->is_interrupted; trial++, size /= 3) {
        cdy_distance_reach there;
        for (int k = 0; k < nv; k++) {
            s->step[k] = size * s->gradient[k];
        }
        status = cdy_configuration_integrate(s->model, s->q, s->step, s->trial, error);
        status = status ? status : solve_pose(s, s->trial, &there, NULL, error);
        if (!status && there.search.converged &&
            there.nearest.separation.distance > here->nearest.separation.distance + 1e-7) {
            memcpy(s->q, s->trial, nq * sizeof *s->q);
            *here = there;
            *moved = true;
        }
    }
    return status;
}

/* Solves the pose from the start in q, and moves the solution until it is clear, or nothing helps. */
static cdy_status search_from_start(reach_search *s, cdy_error *error)
{
    cdy_distance_reach here = {0};
    cdy_status status = solve_pose(s, s->q, &here, s->gradient, error);
    bool moved = !status && here.search.converged && here.nearest.found;
    for (int i = 0; i < MOST_MOVES && moved && !here.clear && !status && !s->is_interrupted; i++) {
        status = move_apart(s, &here, &moved, error);
        if (!status && moved && !here.clear) {
            status = cdy_distance_nearest(s->model, s->workspace, s->scene, s->q, &here.nearest, s->gradient, error);
        }
    }
    if (!status) {
        keep(s, s->q, &here);
    }
    return status;
}

static cdy_status check_arguments(const cdy_model *model, const cdy_ik_problem *problem, double margin, const double *q,
                                  const cdy_distance_reach *reach, cdy_error *error)
{
    if (!problem || !q || !reach) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "inverse kinematics apart from shapes needs a problem and pointers for q and the result");
    }
    if (problem->frame < 0 || problem->frame >= model->frame_count) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no frame %d; expected 0 to %d", problem->frame,
                        model->frame_count - 1);
    }
    return isfinite(margin) ? CDY_OK
                            : cdy_fail(error, CDY_ERROR_ARGUMENT, "the margin is no finite number; expected meters");
}

cdy_status cdy_distance_inverse_kinematics(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene,
                                           const cdy_ik_problem *problem, double margin, double *q,
                                           cdy_distance_reach *reach, cdy_error *error)
{
    cdy_status status = cdy_scene_check(model, workspace, scene, error);
    status = status ? status : check_arguments(model, problem, margin, q, reach, error);
    if (status) {
        return status;
    }
    reach_search s = {.model = model, .workspace = workspace, .scene = scene, .margin = margin, .problem = *problem};
    s.options = problem->options ? *problem->options : cdy_ik_options_default();
    const int restarts = s.options.restarts; /* the search of the first start refuses those below 0 */
    uint64_t seed = s.options.seed;
    s.options.restarts = restarts < 0 ? restarts : 0;
    s.stop = s.options.stop;
    s.options.stop.interrupt = s.stop.interrupt ? ask_caller : NULL;
    s.options.stop.context = &s;
    s.problem.options = &s.options;
    status = start_search(&s, problem, error);
    for (int i = 0; !status; i++) {
        draw_start(&s, i, &seed);
        status = search_from_start(&s, error);
        s.found.search.restarts = i;
        if (i >= restarts || s.found.clear || s.is_interrupted) {
            break;
        }
    }
    if (!status) {
        s.found.search.iterations = s.iterations;
        s.found.search.end = s.is_interrupted ? CDY_IK_INTERRUPTED : s.found.search.end;
        memcpy(q, s.best, (size_t)model->nq * sizeof *q);
        *reach = s.found;
    }
    cdy_release(s.carries);
    cdy_release(s.J);
    return status;
}

/* The pose in which a robot at rest can hold least.
 *
 * Joint i holds the mass h_i(q) = (e_i - s tau_i) / |d_i| with s = sign(d_i), effort limit e_i, torque tau_i without
 * the mass and torque d_i of a unit mass. The least over all poses and joints is sought for each joint by itself, since
 * h_i is smooth where the minimum over the joints is not:
 *
 *   dh_i/dq = -d(tau_i + h_i d_i)/dq / d_i
 *
 * tau + h d is the torque under the weight f = h g of the mass. cdy_inverse_dynamics_derivatives() gives its derivative
 * for a weight that stays where it is in the base frame; that the point moves with the body by J_c adds -J_w . (J_c x
 * f).
 *
 * A joint beyond its limit that the mass does not load, or that only a mass too large for another joint relieves, makes
 * the capacity 0 without a small h_i: such poses are found among the random ones only. */
#include "base/error.h"
#include "base/memory.h"
#include "capacity/descent.h"
#include "capacity/poses.h"
#include "capacity/shortlist.h"

#include <condyle/derivatives.h>
#include <math.h>
#include <string.h>

enum { MOST_SEARCHES = 8, MOST_SWITCHES = 4 };

/* A search with the best random poses for each joint. */
typedef struct search {
    poses poses;
    descent descent;
    shortlist best_of_joint;
    double *q, *best;   /* nq */
    cdy_capacity worst; /* of `best` */
} search;

static bool allocate(search *s)
{
    const size_t n = (size_t)s->poses.n, nq = (size_t)s->poses.nq;
    s->q = cdy_allocate(nq + 1, sizeof *s->q);
    s->best = cdy_allocate(nq + 1, sizeof *s->best);
    return cdy_descent_open(&s->descent, s->poses.n, s->poses.nq, s->poses.ranges) &&
           cdy_shortlist_open(&s->best_of_joint, n, nq) && s->q && s->best;
}

static void clear(search *s)
{
    cdy_release(s->q);
    cdy_release(s->best);
    cdy_shortlist_close(&s->best_of_joint);
    cdy_descent_close(&s->descent);
    cdy_poses_clear(&s->poses);
}

/* h of one joint; infinite where the mass does not load the joint. */
static double joint_mass(const poses *p, int joint, const double *tau, const double *d)
{
    const double effort = cdy_effort_limit(p->model, joint), with = d[joint] < 0 ? -tau[joint] : tau[joint];
    return isfinite(effort) && fabs(d[joint]) > 0 ? (effort - with) / fabs(d[joint]) : HUGE_VAL;
}

static bool is_worse(cdy_capacity a, cdy_capacity b)
{
    return a.mass < b.mass || (!(a.mass > 0) && !(b.mass > 0) && a.unloaded > b.unloaded);
}

/* Keeps a pose where it is the worst so far. */
static void compare(search *s, cdy_capacity found, const double *q)
{
    if (is_worse(found, s->worst)) {
        s->worst = found;
        memcpy(s->best, q, (size_t)s->poses.nq * sizeof *s->best);
    }
}

/* ---- random poses ---- */

static cdy_status sample(search *s, cdy_error *error)
{
    poses *p = &s->poses;
    cdy_status status = CDY_OK;
    cdy_shortlist_empty(&s->best_of_joint);
    for (size_t done = 0; !status && done < p->options.samples; done += POSE_BLOCK) {
        const size_t rest = p->options.samples - done, count = rest < POSE_BLOCK ? rest : POSE_BLOCK;
        status = cdy_poses_draw(p, count, error);
        for (size_t row = 0; !status && row < count; row++) {
            const double *tau = p->tau + row * (size_t)p->n, *d = p->d + row * (size_t)p->n;
            const double *q = p->q + row * (size_t)p->nq;
            const bool usable = cdy_pose_is_finite(p, row);
            for (int i = 0; usable && i < p->n; i++) {
                cdy_shortlist_insert(&s->best_of_joint, (size_t)i, joint_mass(p, i, tau, d), q);
            }
            if (usable) {
                compare(s, cdy_bound_mass(p->model, tau, d), q);
            }
        }
    }
    return status;
}

/* ---- improvement of one pose for one joint ---- */

static vec3 column(const double *J, int n, int j, int first)
{
    return (vec3){J[first * n + j], J[(first + 1) * n + j], J[(first + 2) * n + j]};
}

/* Computes the gradient of h at the pose that was evaluated last; h is its value there. */
static cdy_status find_gradient(search *s, int joint, const double *q, double h, double *gradient)
{
    poses *p = &s->poses;
    const int n = p->n;
    const vec3 r = vec3_from(p->arm), f = scale(h, vec3_from(p->model->gravity)), moment = cross(r, f);
    const double wrench[6] = {moment.x, moment.y, moment.z, f.x, f.y, f.z};
    memset(p->fext, 0, 6 * (size_t)p->model->force_rows * sizeof *p->fext);
    cdy_status status =
        cdy_external_force_at(p->model, p->workspace, p->frame, CDY_AXES_BASE, wrench, q, p->fext, NULL);
    status = status ? status
                    : cdy_inverse_dynamics_derivatives(p->model, p->workspace, q, NULL, NULL, p->fext, p->dtau_dq, NULL,
                                                       NULL);
    const vec3 w = column(p->one_J, n, joint, 0);
    for (int j = 0; !status && j < n; j++) {
        const vec3 moved = add(column(p->one_J, n, j, 3), cross(column(p->one_J, n, j, 0), r));
        const double rate = p->dtau_dq[(size_t)joint * (size_t)n + (size_t)j] - dot(w, cross(moved, f));
        gradient[j] = p->ranges[j].varies ? -rate / p->one_d[joint] : 0;
    }
    return status;
}

/* h of one joint as a function of the pose. */
typedef struct joint_function {
    search *s;
    int joint;
} joint_function;

static bool evaluate_joint(void *context, const double *q, double *h)
{
    const joint_function *f = context;
    poses *p = &f->s->poses;
    if (cdy_poses_evaluate(p, q, NULL)) {
        return false;
    }
    *h = joint_mass(p, f->joint, p->one_tau, p->one_d);
    return true;
}

static bool differentiate_joint(void *context, const double *q, double h, double *gradient)
{
    const joint_function *f = context;
    return find_gradient(f->s, f->joint, q, h, gradient) == CDY_OK;
}

/* Improves s->q for a joint until h does not fall any more. Numbers that are not finite end it. */
static void improve(search *s, int joint)
{
    joint_function f = {s, joint};
    cdy_descend(&s->descent, &(const pose_function){evaluate_joint, differentiate_joint, &f}, s->q);
}

/* ---- the search ---- */

/* Evaluates s->q with all joints and keeps the pose where it is the worst so far. Returns the joint that bounds the
 * mass. */
static int evaluate_pose(search *s)
{
    poses *p = &s->poses;
    if (cdy_poses_evaluate(p, s->q, NULL)) {
        return -1;
    }
    const cdy_capacity found = cdy_bound_mass(p->model, p->one_tau, p->one_d);
    compare(s, found, s->q);
    return found.velocity;
}

/* Begins with the pose at home. */
static void begin(search *s)
{
    poses *p = &s->poses;
    memcpy(s->best, p->home, (size_t)p->nq * sizeof *s->best);
    s->worst = cdy_poses_evaluate(p, p->home, NULL) ? (cdy_capacity){.mass = HUGE_VAL, .velocity = -1}
                                                    : cdy_bound_mass(p->model, p->one_tau, p->one_d);
}

/* One search: random poses, and the improved best of them for each joint. */
static cdy_status run(search *s, cdy_error *error)
{
    poses *p = &s->poses;
    begin(s);
    cdy_status status = sample(s, error);
    for (int i = 0; !status && i < p->n * SHORTLIST_LENGTH; i++) {
        int joint = i / SHORTLIST_LENGTH;
        if (isinf(s->best_of_joint.mass[i])) {
            continue;
        }
        memcpy(s->q, s->best_of_joint.q + (size_t)i * (size_t)p->nq, (size_t)p->nq * sizeof *s->q);
        for (int k = 0; k < MOST_SWITCHES && joint >= 0; k++) {
            improve(s, joint);
            const int bound = evaluate_pose(s);
            joint = bound == joint ? -1 : bound;
        }
    }
    return status;
}

/* Brings angles of joints without limits into (-pi, pi]; with followers whole turns may count. */
static void unwind(const poses *p, double *q)
{
    const double turn = 6.283185307179586;
    for (int i = 0; !p->model->has_followers && i < p->n; i++) {
        const pose_range *r = &p->ranges[i];
        if (r->varies && r->upper >= 2 * turn && r->lower <= -2 * turn) {
            q[r->position] = remainder(q[r->position], turn);
        }
    }
}

/* Repeats the search until a search finds no mass lower than the searches before. */
static cdy_status repeat(search *s, cdy_worst_pose *worst, double *q, cdy_error *error)
{
    const size_t bytes = (size_t)s->poses.nq * sizeof *q;
    cdy_status status = run(s, error);
    cdy_worst_pose found = {.capacity = s->worst, .second_mass = HUGE_VAL, .searches = 1};
    bool lower = true;
    memcpy(q, s->best, bytes);
    while (!status && lower && found.searches < MOST_SEARCHES) {
        status = run(s, error);
        lower = s->worst.mass < found.capacity.mass * (1 - 1e-6);
        found.second_mass = fmin(found.second_mass, fmax(s->worst.mass, found.capacity.mass));
        found.searches++;
        if (is_worse(s->worst, found.capacity)) {
            found.capacity = s->worst;
            memcpy(q, s->best, bytes);
        }
    }
    if (!status) {
        *worst = found;
    }
    return status;
}

cdy_status cdy_payload_capacity_anywhere(const cdy_model *model, int frame, const cdy_capacity_options *options,
                                         cdy_worst_pose *worst, double *q, cdy_error *error)
{
    search s = {0};
    if (!model || !worst || !q) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the search for the worst pose needs a model and pointers for the capacity and the pose");
    }
    cdy_status status = cdy_poses_open(&s.poses, model, frame, options, true, error);
    status = status ? status : cdy_check_effort_limits(model, error);
    if (!status && !allocate(&s)) {
        status = cdy_fail_memory(error);
    }
    double *found = status ? NULL : cdy_allocate((size_t)model->nq + 1, sizeof *found);
    if (!status && !found) {
        status = cdy_fail_memory(error);
    }
    status = status ? status : repeat(&s, worst, found, error);
    if (!status) {
        unwind(&s.poses, found);
        memcpy(q, found, (size_t)model->nq * sizeof *q);
    }
    cdy_release(found);
    clear(&s);
    return status;
}

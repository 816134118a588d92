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
#include "capacity/poses.h"

#include <condyle/derivatives.h>
#include <math.h>
#include <string.h>

enum { KEPT = 4, MOST_ITERATIONS = 200, MOST_SEARCHES = 8, MOST_SWITCHES = 4 };

/* A search with the best random poses for each joint, and the vectors of the quasi-Newton method. */
typedef struct search {
    poses poses;
    double *kept_mass;         /* n x KEPT, ascending for each joint; infinite: none */
    double *kept_q;            /* n x KEPT x nq */
    double *q, *trial, *best;  /* nq */
    double *gradient, *change; /* n: of h by q; of the gradient in a step */
    double *step, *direction;  /* n */
    double *H;                 /* n x n: approximate inverse of the second derivative */
    cdy_capacity worst;        /* of `best` */
} search;

static bool allocate(search *s)
{
    const size_t n = (size_t)s->poses.n + 1, nq = (size_t)s->poses.nq + 1, number = sizeof(double);
    s->kept_mass = cdy_allocate(n * KEPT, number);
    s->kept_q = cdy_allocate(n * KEPT * nq, number);
    double **const vectors[] = {&s->q, &s->trial, &s->best, &s->gradient, &s->change, &s->step, &s->direction};
    bool made = s->kept_mass && s->kept_q;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = cdy_allocate(n + nq, number);
        made = made && *vectors[i];
    }
    s->H = cdy_allocate(n * n, number);
    return made && s->H;
}

static void clear(search *s)
{
    double *const arrays[] = {s->kept_mass, s->kept_q, s->q,         s->trial, s->best,
                              s->gradient,  s->change, s->direction, s->step,  s->H};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        cdy_release(arrays[i]);
    }
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

/* Inserts pose `row` of the block among the best of a joint. */
static void insert_pose(search *s, int joint, double mass, size_t row)
{
    const size_t nq = (size_t)s->poses.nq, first = (size_t)joint * KEPT;
    size_t place = KEPT;
    while (place > 0 && mass < s->kept_mass[first + place - 1]) {
        place--;
    }
    if (place == KEPT) {
        return;
    }
    const size_t moved = KEPT - 1 - place;
    memmove(s->kept_mass + first + place + 1, s->kept_mass + first + place, moved * sizeof(double));
    memmove(s->kept_q + (first + place + 1) * nq, s->kept_q + (first + place) * nq, moved * nq * sizeof(double));
    s->kept_mass[first + place] = mass;
    memcpy(s->kept_q + (first + place) * nq, s->poses.q + row * nq, nq * sizeof(double));
}

static cdy_status sample(search *s, cdy_error *error)
{
    poses *p = &s->poses;
    cdy_status status = CDY_OK;
    for (int i = 0; i < p->n * KEPT; i++) {
        s->kept_mass[i] = HUGE_VAL;
    }
    for (size_t done = 0; !status && done < p->options.samples; done += POSE_BLOCK) {
        const size_t rest = p->options.samples - done, count = rest < POSE_BLOCK ? rest : POSE_BLOCK;
        status = cdy_poses_draw(p, count, error);
        for (size_t row = 0; !status && row < count; row++) {
            const double *tau = p->tau + row * (size_t)p->n, *d = p->d + row * (size_t)p->n;
            const bool usable = cdy_pose_is_finite(p, row);
            for (int i = 0; usable && i < p->n; i++) {
                insert_pose(s, i, joint_mass(p, i, tau, d), row);
            }
            if (usable) {
                compare(s, cdy_bound_mass(p->model, tau, d), p->q + row * (size_t)p->nq);
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
static cdy_status find_gradient(search *s, int joint, const double *q, double h, cdy_error *error)
{
    poses *p = &s->poses;
    const int n = p->n;
    const vec3 r = vec3_from(p->arm), f = scale(h, vec3_from(p->model->gravity)), moment = cross(r, f);
    const double wrench[6] = {moment.x, moment.y, moment.z, f.x, f.y, f.z};
    memset(p->fext, 0, 6 * (size_t)p->model->force_rows * sizeof *p->fext);
    cdy_status status =
        cdy_external_force_at(p->model, p->workspace, p->frame, CDY_AXES_BASE, wrench, q, p->fext, error);
    status = status ? status
                    : cdy_inverse_dynamics_derivatives(p->model, p->workspace, q, NULL, NULL, p->fext, p->dtau_dq, NULL,
                                                       error);
    const vec3 w = column(p->one_J, n, joint, 0);
    for (int j = 0; !status && j < n; j++) {
        const vec3 moved = add(column(p->one_J, n, j, 3), cross(column(p->one_J, n, j, 0), r));
        const double rate = p->dtau_dq[(size_t)joint * (size_t)n + (size_t)j] - dot(w, cross(moved, f));
        s->gradient[j] = p->ranges[j].varies ? -rate / p->one_d[joint] : 0;
    }
    return status;
}

/* Whether a joint stands at a limit and h falls beyond it. */
static bool is_blocked(const search *s, int j)
{
    const pose_range *r = &s->poses.ranges[j];
    const double q = r->varies ? s->q[r->position] : 0;
    return !r->varies || (q <= r->lower && s->gradient[j] > 0) || (q >= r->upper && s->gradient[j] < 0);
}

static void reset_H(search *s)
{
    const size_t n = (size_t)s->poses.n;
    memset(s->H, 0, n * n * sizeof *s->H);
    for (size_t j = 0; j < n; j++) {
        s->H[j * n + j] = 1;
    }
}

/* Sets the direction -H g over the joints that are not blocked, 0.5 rad or m at most. Returns its slope, 0 where no
 * joint can move. */
static double find_direction(search *s)
{
    const size_t n = (size_t)s->poses.n;
    double slope = 0, longest = 0;
    for (size_t i = 0; i < n; i++) {
        s->direction[i] = 0;
        for (size_t j = 0; !is_blocked(s, (int)i) && j < n; j++) {
            s->direction[i] -= is_blocked(s, (int)j) ? 0 : s->H[i * n + j] * s->gradient[j];
        }
        longest = fmax(longest, fabs(s->direction[i]));
    }
    const double shorten = longest > 0.5 ? 0.5 / longest : 1;
    for (size_t i = 0; i < n; i++) {
        s->direction[i] *= shorten;
        slope += s->direction[i] * s->gradient[i];
    }
    return slope;
}

/* Moves along the direction, within the limits, until h falls enough (Armijo). Sets q, step and *h; returns whether it
 * did. */
static bool search_line(search *s, int joint, double *h, cdy_error *error)
{
    poses *p = &s->poses;
    double length = 4;
    for (int trial = 0; trial < 20; trial++) {
        length /= 4;
        double expected = 0;
        memcpy(s->trial, s->q, (size_t)p->nq * sizeof *s->trial);
        for (int j = 0; j < p->n; j++) {
            const pose_range *r = &p->ranges[j];
            s->step[j] = 0;
            if (r->varies) {
                double *moved = &s->trial[r->position];
                *moved = fmin(fmax(*moved + length * s->direction[j], r->lower), r->upper);
                s->step[j] = *moved - s->q[r->position];
            }
            expected += s->step[j] * s->gradient[j];
        }
        if (cdy_poses_evaluate(p, s->trial, error)) {
            continue;
        }
        const double found = joint_mass(p, joint, p->one_tau, p->one_d);
        if (found <= *h + 1e-4 * expected && found < *h) {
            *h = found;
            memcpy(s->q, s->trial, (size_t)p->nq * sizeof *s->q);
            return true;
        }
    }
    return false;
}

/* BFGS: H := (I - s y^T / y.s) H (I - y s^T / y.s) + s s^T / y.s for the step s and the change y of the gradient. */
static void update_H(search *s)
{
    const size_t n = (size_t)s->poses.n;
    double curvature = 0, quadratic = 0, *Hy = s->direction;
    for (size_t i = 0; i < n; i++) {
        Hy[i] = 0;
        for (size_t j = 0; j < n; j++) {
            Hy[i] += s->H[i * n + j] * s->change[j];
        }
        curvature += s->step[i] * s->change[i];
    }
    for (size_t i = 0; i < n; i++) {
        quadratic += s->change[i] * Hy[i];
    }
    if (!(curvature > 1e-300) || !(quadratic > 0)) {
        reset_H(s);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            s->H[i * n + j] += (1 + quadratic / curvature) * s->step[i] * s->step[j] / curvature -
                               (Hy[i] * s->step[j] + s->step[i] * Hy[j]) / curvature;
        }
    }
}

/* Improves s->q for a joint until h does not fall any more. Numbers that are not finite end it. */
static void improve(search *s, int joint)
{
    poses *p = &s->poses;
    bool fresh = true;
    if (cdy_poses_evaluate(p, s->q, NULL)) {
        return;
    }
    double h = joint_mass(p, joint, p->one_tau, p->one_d);
    reset_H(s);
    for (int k = 0; k < MOST_ITERATIONS && isfinite(h) && h > 0; k++) {
        if (k == 0 && find_gradient(s, joint, s->q, h, NULL)) {
            return;
        }
        const double before = h;
        if (!(find_direction(s) < 0) || !search_line(s, joint, &h, NULL)) {
            if (fresh) {
                return;
            }
            reset_H(s);
            fresh = true;
            continue;
        }
        memcpy(s->change, s->gradient, (size_t)p->n * sizeof *s->change);
        if (find_gradient(s, joint, s->q, h, NULL)) {
            return;
        }
        for (int j = 0; j < p->n; j++) {
            s->change[j] = s->gradient[j] - s->change[j];
        }
        update_H(s);
        fresh = false;
        if (before - h <= 1e-15 * before) {
            return;
        }
    }
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
    for (int i = 0; !status && i < p->n * KEPT; i++) {
        int joint = i / KEPT;
        if (isinf(s->kept_mass[i])) {
            continue;
        }
        memcpy(s->q, s->kept_q + (size_t)i * (size_t)p->nq, (size_t)p->nq * sizeof *s->q);
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

/* Damped lines: joints that follow a line of a frame as far as a stated deviation lets them.
 *
 * The velocity along the line, and a return to it at a steady rate, becomes velocities of the joints by damped least
 * squares (Maciejewski and Klein 1988), as a differential equation of the configuration by the fraction of the line
 * (Chiaverini, Siciliano and Egeland 1994): exact where singular values are above a bound, and damped in the directions
 * of those below it.  Rows of angles and distances are in parts of the tolerances, so that the bound weighs both
 * alike. */
#include "base/error.h"
#include "base/format.h"
#include "base/jacobi.h"
#include "ik/pose.h"
#include "trajectory/line.h"

#include <math.h>
#include <string.h>

/* A deviation shrinks by e in this part of a line. */
static const double return_part = 1.0 / 30;

/* The bound of singular values falls from the largest one by halves. */
enum { BOUNDS = 24, LEAST_DAMPED_POINTS = 64 };

/* A tenth of the deviation is left for what ten samples between two points miss. */
static const double used_part = 0.9;
enum { TENTHS = 10 };

/* A motion along a line with one bound, and what became of it. */
typedef struct damped_trial {
    double bound;
    size_t points;
    deviation largest;
    double pace;
    int blocked; /* the joint of the path that leaves its limits; -1: none */
} damped_trial;

/* The trials that a search keeps. A trial without points stands for none. */
typedef struct damped_search {
    damped_trial best;          /* the trial of the shortest pace that keeps the deviation and the limits of joints */
    damped_trial within_limits; /* the trial nearest to the line that keeps the limits of joints */
    damped_trial blocked;       /* the trial nearest to the line that leaves limits of joints */
} damped_search;

typedef struct damped_line {
    line_search *s;
    const line *l;
    line_tolerances tolerances;
} damped_line;

/* b += a^T x for the columns of a placement's rotation: x in the axes of the placement. */
static void add_in_axes(const double T[16], vec3 x, double *b)
{
    for (int i = 0; i < 3; i++) {
        b[i] += T[i] * x.x + T[4 + i] * x.y + T[8 + i] * x.z;
    }
}

/* Fills J in parts of the tolerances, in the frame's axes, and the wanted velocity w by the fraction of the line. */
static cdy_status read_rows(const damped_line *d, const double *q, double fraction, double w[6], cdy_error *error)
{
    line_search *s = d->s;
    const cdy_model *model = s->r->model;
    const size_t n = (size_t)model->nv;
    double T[16], target[16];
    cdy_status status = cdy_get_transform(model, s->workspace, s->frame, 0, q, T, error);
    status = status ? status : cdy_geometric_jacobian(model, s->workspace, s->frame, CDY_AXES_BODY, q, s->J, error);
    if (!status) {
        cdy_line_place(d->l, fraction, target);
        cdy_pose_error(T, target, w);
        for (int i = 0; i < 6; i++) {
            w[i] /= return_part;
        }
        add_in_axes(T, d->l->turn, w);
        add_in_axes(T, d->l->displacement, w + 3);
    }
    for (size_t i = 0; i < 6 && !status; i++) {
        const double tolerance = i < 3 ? d->tolerances.angular : d->tolerances.linear;
        w[i] /= tolerance;
        for (size_t j = 0; j < n; j++) {
            s->J[i * n + j] /= tolerance;
        }
    }
    return status;
}

static double square_length(const double *row, size_t n)
{
    double square = 0;
    for (size_t j = 0; j < n; j++) {
        square += row[j] * row[j];
    }
    return square;
}

/* Computes the rate (n) of the configuration by the fraction of the line, with singular values damped below `bound`.
 * The rotated rows of J are singular values times the directions of the joints. */
static cdy_status damped_rate(const damped_line *d, double bound, const double *q, double fraction, double *rate,
                              cdy_error *error)
{
    const size_t n = (size_t)d->s->r->model->nv;
    double w[6], V[36];
    cdy_status status = read_rows(d, q, fraction, w, error);
    if (status) {
        return status;
    }
    (void)cdy_jacobi_rows(6, (int)n, d->s->J, V); /* six rows always converge */
    memset(rate, 0, n * sizeof *rate);
    for (size_t i = 0; i < 6; i++) {
        const double *row = d->s->J + i * n, square = square_length(row, n);
        const double below = fmax(1 - square / (bound * bound), 0), damped = square + bound * bound * below * below;
        double along = 0;
        for (size_t k = 0; k < 6; k++) {
            along += V[i * 6 + k] * w[k];
        }
        for (size_t j = 0; j < n && damped > 0; j++) {
            rate[j] += row[j] * along / damped;
        }
    }
    return CDY_OK;
}

/* The largest singular value at the line's begin. */
static cdy_status largest_singular_value(const damped_line *d, double *largest, cdy_error *error)
{
    const size_t n = (size_t)d->s->r->model->nv;
    double w[6];
    const cdy_status status = read_rows(d, d->s->ends, 0, w, error);
    *largest = 0;
    if (!status) {
        (void)cdy_jacobi_rows(6, (int)n, d->s->J, NULL);
        for (size_t i = 0; i < 6; i++) {
            *largest = fmax(*largest, sqrt(square_length(d->s->J + i * n, n)));
        }
    }
    return status;
}

/* q_next = q (+) factor rate; `step` (n) is work memory. */
static void move_by(const damped_line *d, const double *q, double factor, const double *rate, double *step,
                    double *q_next)
{
    for (int j = 0; j < d->s->r->model->nv; j++) {
        step[j] = factor * rate[j];
    }
    cdy_path_integrate(&d->s->r->made->path, q, step, q_next);
}

/* A step of the classical Runge-Kutta method from q to next, h on from a fraction of the line. */
static cdy_status step_on(const damped_line *d, double bound, double fraction, double h, const double *q, double *next,
                          cdy_error *error)
{
    const size_t n = (size_t)d->s->r->model->nv;
    double *k1 = d->s->stages, *k2 = k1 + n, *k3 = k2 + n, *k4 = k3 + n, *step = k4 + n;
    cdy_status status = damped_rate(d, bound, q, fraction, k1, error);
    if (!status) {
        move_by(d, q, h / 2, k1, step, next);
        status = damped_rate(d, bound, next, fraction + h / 2, k2, error);
    }
    if (!status) {
        move_by(d, q, h / 2, k2, step, next);
        status = damped_rate(d, bound, next, fraction + h / 2, k3, error);
    }
    if (!status) {
        move_by(d, q, h, k3, step, next);
        status = damped_rate(d, bound, next, fraction + h, k4, error);
    }
    for (size_t j = 0; j < n && !status; j++) {
        k1[j] = (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]) / 6;
    }
    if (!status) {
        move_by(d, q, h, k1, step, next);
    }
    return status;
}

/* The first joint that leaves its limits on the path from segment `begin` on; -1: none does. */
static int find_blocked(const path *p, size_t begin)
{
    const double tolerance = 1e-6; /* as of way points */
    for (size_t k = begin; k < p->segment_count; k++) {
        for (int i = 0; i < p->joint_count; i++) {
            const path_joint *j = &p->joints[i];
            const double q = p->q[k * (size_t)p->nq + (size_t)j->q];
            const polynomial_range range =
                cdy_polynomial_measure(p->coef + (k * (size_t)p->nv + (size_t)j->v) * PATH_COEFFICIENTS);
            if (j->nv == 1 && (q + range.lower < j->lower - tolerance || q + range.upper > j->upper + tolerance)) {
                return i;
            }
        }
    }
    return -1;
}

/* Replaces the path from segment `begin` on by the motion of trial->bound through trial->points points. */
static cdy_status add_motion(const damped_line *d, size_t begin, damped_trial *trial, cdy_error *error)
{
    line_search *s = d->s;
    path *p = &s->r->made->path;
    const size_t nq = (size_t)p->nq;
    const double h = 1 / (double)trial->points;
    cdy_status status = CDY_OK;
    p->segment_count = begin;
    memcpy(s->q, s->ends, nq * sizeof *s->q);
    for (size_t i = 0; i < trial->points && !status; i++) {
        status = step_on(d, trial->bound, (double)i * h, h, s->q + i * nq, s->q + (i + 1) * nq, error);
    }
    if (!status && !cdy_line_add_points(s, trial->points)) {
        status = cdy_fail_memory(error);
    }
    status = status ? status : cdy_line_measure(s, d->l, trial->points, TENTHS, d->tolerances, &trial->largest, error);
    if (!status) {
        trial->pace = cdy_line_pace(s->r, begin);
        trial->blocked = find_blocked(p, begin);
    }
    return status;
}

/* Adds the motion of a bound with as many points as the deviation takes, or until more points do not change it. */
static cdy_status try_bound(const damped_line *d, size_t begin, damped_trial *trial, cdy_error *error)
{
    const double same = 0.02;
    double before = HUGE_VAL;
    bool settled = false;
    cdy_status status = CDY_OK;
    for (trial->points = LEAST_DAMPED_POINTS; !settled && !status; trial->points *= settled || status ? 1 : 2) {
        status = add_motion(d, begin, trial, error);
        const double size = trial->largest.size;
        settled = size <= used_part || fabs(size - before) <= same * size || 2 * trial->points > MOST_POINTS;
        before = size;
    }
    return status;
}

static bool is_allowed(const damped_trial *trial)
{
    return trial->largest.size <= used_part && trial->blocked < 0;
}

/* Writes the deviation within which a motion that leaves no limits would count, or what else to do. */
static void advise(const damped_line *d, const damped_trial *within_limits, char *text, size_t size)
{
    const double factor = 1.01 * within_limits->largest.size / used_part; /* rounded up */
    const double linear = factor * d->tolerances.linear, angular = factor * d->tolerances.angular;
    if (within_limits->points > 0 && fmax(linear, angular) <= LARGEST_DEVIATION) {
        cdy_print(text, size, "a deviation of %.3g m and %.3g rad", linear, angular);
    } else {
        cdy_print(text, size, "another start");
    }
}

/* Tells which joint leaves its limits on a motion within the deviation; or where the nearest of the motions leaves the
 * deviation, and by how much it would have to be larger. */
static cdy_status fail_damped(const damped_line *d, const damped_search *found, cdy_error *error)
{
    const cdy_model *model = d->s->r->model;
    const char *frame = cdy_model_frame_name(model, d->s->frame);
    const damped_trial *blocked = &found->blocked, *free = &found->within_limits;
    const deviation *nearest = free->points > 0 ? &free->largest : &blocked->largest;
    char advice[80];
    advise(d, free, advice, sizeof advice);
    if (blocked->points > 0 && (blocked->largest.size <= used_part || free->points == 0)) {
        cdy_coordinate c = {.joint = "?"};
        cdy_model_velocity(model, d->s->r->made->path.joints[blocked->blocked].v, &c);
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "line %zu of '%.80s' takes joint '%.80s' out of its limits, also %s the stated deviation of %g "
                        "m and %g rad; expected %s, or a line within the reach of the frame",
                        d->l->number, frame, c.joint, blocked->largest.size <= used_part ? "within" : "outside",
                        d->tolerances.linear, d->tolerances.angular, advice);
    }
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "line %zu of '%.80s' cannot be followed within %g m and %g rad: at %.4g %% of its length the "
                    "nearest damped motion leaves that deviation; expected %s, or a line that keeps away from there",
                    d->l->number, frame, d->tolerances.linear, d->tolerances.angular, 100 * nearest->at, advice);
}

/* Keeps the trial if its deviation is smaller. */
static void keep_nearer(const damped_trial *trial, damped_trial *nearest)
{
    if (trial->largest.size < nearest->largest.size) {
        *nearest = *trial;
    }
}

/* Tries bounds from the largest on: smaller ones have smaller deviations and longer paces. */
static cdy_status search_bounds(const damped_line *d, size_t begin, double pace, damped_search *found, cdy_error *error)
{
    double bound;
    cdy_status status = largest_singular_value(d, &bound, error);
    bool slower = false;
    for (int i = 0; i < BOUNDS && bound > 0 && !slower && !status; i++, bound /= 2) {
        damped_trial trial = {.bound = bound, .blocked = -1};
        status = try_bound(d, begin, &trial, error);
        if (!status && is_allowed(&trial) && trial.pace < pace) {
            found->best = trial;
            pace = trial.pace;
        }
        if (!status) {
            keep_nearer(&trial, trial.blocked < 0 ? &found->within_limits : &found->blocked);
        }
        slower = found->best.points > 0 && trial.pace > 2 * pace;
    }
    return status;
}

cdy_status cdy_add_damped_line(line_search *s, const line *l, line_tolerances tolerances, double pace, bool *added,
                               cdy_error *error)
{
    const damped_line d = {s, l, tolerances};
    const size_t begin = s->r->made->path.segment_count;
    const damped_trial none = {.largest.size = HUGE_VAL, .blocked = -1};
    damped_search found = {.within_limits = none, .blocked = none};
    cdy_status status = search_bounds(&d, begin, pace, &found, error);
    const bool tried = found.within_limits.points > 0 || found.blocked.points > 0;
    *added = !status && found.best.points > 0;
    if (*added) {
        status = add_motion(&d, begin, &found.best, error);
    } else if (!status && tried && pace >= HUGE_VAL) {
        status = fail_damped(&d, &found, error);
    }
    return status;
}

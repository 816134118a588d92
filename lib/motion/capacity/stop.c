/* How far and how long a robot runs on. */
#include "capacity/stop.h"

#include "base/error.h"
#include "base/finite.h"
#include "base/memory.h"
#include "capacity/locked.h"
#include "dynamics/workspace.h"
#include "linalg/cholesky.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { HALVINGS = 60, STAGES = 4, MOST_STEPS = 10000000 };
#define USUAL_STEP 1e-3
#define USUAL_TIME 10.0
#define STILL      1e-15 /* rad/s or m/s: a first speed below it is that of a joint at rest */
#define REST       1e-6  /* speed of a joint without a brake that rests, in parts of the largest first speed */

typedef struct stopping stopping;

/* One of the two ways to stop: a state of `size` numbers, its derivative, whether an event lies before it, and what
 * happens after a step; *done tells that the robot has stopped. */
typedef struct manner {
    cdy_status (*derive)(stopping *s, const double *y, double *slope, cdy_error *error);
    bool (*has_passed)(const stopping *s, const double *y);
    cdy_status (*settle)(stopping *s, double *y, bool *done, cdy_error *error);
    void (*place)(const stopping *s, const double *y, double *q);
} manner;

struct stopping {
    const cdy_model *model;
    cdy_workspace *workspace;
    const cdy_stop_state *state;
    const manner *manner;
    const double *brakes; /* n: of joints that stop each by itself; NULL: none */
    int n, size;
    double rest;                              /* speed below which a joint without a brake rests, rad/s or m/s */
    bool stuck;                               /* the drives cannot keep the line at y, or hold the robot there */
    bool *locked;                             /* n */
    double *sign;                             /* n: direction in which each joint moves */
    double *q0, *qd0;                         /* n: at the beginning */
    double *effort;                           /* n */
    double *q, *qd, *qdd, *bias, *torque, *x; /* n: at a stage */
    double *M, *A;                            /* n x n */
    double *y, *next, *stage, *slopes;        /* size; slopes of each stage */
};

/* ---- category 0 ---- */

/* Accelerations of the joints that are not locked, zeros of the others; `bias` and M are those of the state. */
static cdy_status accelerate(stopping *s, const double *q, const double *qd, double *qdd, cdy_error *error)
{
    const int n = s->n;
    memset(qdd, 0, (size_t)n * sizeof *qdd);
    cdy_status status = cdy_inverse_dynamics(s->model, s->workspace, q, qd, NULL, NULL, s->bias, error);
    status = status ? status : cdy_mass_matrix(s->model, s->workspace, q, s->M, error);
    for (int i = 0; !status && i < n; i++) {
        const double brake = s->brakes ? s->brakes[i] : 0;
        s->torque[i] = -s->sign[i] * brake - s->bias[i];
    }
    const int count = status ? 0 : cdy_leave_out_locked(n, s->locked, s->M, s->torque, s->A, s->x);
    if (!status && count && cdy_cholesky_factor(count, s->A)) {
        status = cdy_fail(error, CDY_ERROR_NUMERIC, "the mass matrix is singular; give links mass and inertia");
    }
    if (!status && count) {
        cdy_cholesky_solve(count, s->A, s->x);
    }
    for (int i = 0, row = 0; !status && i < n; i++) {
        qdd[i] = s->locked[i] ? 0 : s->x[row++];
    }
    return status;
}

static cdy_status derive_freely(stopping *s, const double *y, double *slope, cdy_error *error)
{
    memcpy(slope, y + s->n, (size_t)s->n * sizeof *slope);
    return accelerate(s, y, y + s->n, slope + s->n, error);
}

static bool turns_back(const stopping *s, const double *y, int i)
{
    return !s->locked[i] && s->brakes && s->brakes[i] > 0 && s->sign[i] * y[s->n + i] < 0;
}

static bool has_turned_back(const stopping *s, const double *y)
{
    for (int i = 0; i < s->n; i++) {
        if (turns_back(s, y, i)) {
            return true;
        }
    }
    return false;
}

/* Tells whether joints with a brake are held, and the others are slower than the resting speed, which their loads would
 * not give them within a second either. */
static cdy_status rests(stopping *s, const double *y, bool *done, cdy_error *error)
{
    *done = true;
    for (int i = 0; i < s->n; i++) {
        const bool braked = s->brakes && s->brakes[i] > 0;
        *done = *done && (s->locked[i] || (!braked && fabs(y[s->n + i]) <= s->rest));
        s->qd[i] = 0;
    }
    const cdy_status status = *done ? accelerate(s, y, s->qd, s->qdd, error) : CDY_OK;
    for (int i = 0; !status && i < s->n; i++) {
        *done = *done && fabs(s->qdd[i]) <= s->rest; /* m/s2 or rad/s2, times 1 s */
    }
    return status;
}

/* Locks the joints that have come to rest, and lets those slip whose brakes cannot hold them, one after the other:
 * without one more the others bear other torques. */
static cdy_status settle_brakes(stopping *s, double *y, bool *done, cdy_error *error)
{
    const int n = s->n;
    for (int i = 0; i < n; i++) {
        if (turns_back(s, y, i)) {
            s->locked[i] = true;
            y[n + i] = 0;
        }
    }
    for (bool slips = true; slips;) {
        const cdy_status status = accelerate(s, y, y + n, s->qdd, error);
        slips = false;
        for (int i = 0; !status && !slips && i < n; i++) {
            double load = s->bias[i];
            for (int k = 0; k < n; k++) {
                load += s->M[i * n + k] * s->qdd[k];
            }
            if (s->locked[i] && fabs(load) > s->brakes[i]) {
                slips = true;
                s->locked[i] = false;
                s->sign[i] = load > 0 ? -1 : 1;
            }
        }
        if (status) {
            return status;
        }
    }
    return rests(s, y, done, error);
}

static void place_freely(const stopping *s, const double *y, double *q)
{
    memcpy(q, y, (size_t)s->n * sizeof *q);
}

/* ---- category 1: q = q0 + y[0] qd0, qd = y[1] qd0 ---- */

static void place_on_line(const stopping *s, const double *y, double *q)
{
    for (int i = 0; i < s->n; i++) {
        q[i] = s->q0[i] + y[0] * s->qd0[i];
    }
}

/* The rates of y[1] that decelerations and torques allow: tau is affine in it. */
static cdy_status bound_rate(stopping *s, const double *y, double *least, double *most, cdy_error *error)
{
    place_on_line(s, y, s->q);
    for (int i = 0; i < s->n; i++) {
        s->qd[i] = y[1] * s->qd0[i];
    }
    cdy_status status = cdy_inverse_dynamics(s->model, s->workspace, s->q, s->qd, NULL, NULL, s->bias, error);
    status =
        status ? status : cdy_inverse_dynamics(s->model, s->workspace, s->q, s->qd, s->qd0, NULL, s->torque, error);
    *least = -HUGE_VAL;
    *most = HUGE_VAL;
    for (int i = 0; !status && i < s->n; i++) {
        const double slope = s->torque[i] - s->bias[i], effort = s->effort[i];
        if (s->state->deceleration && fabs(s->qd0[i]) > 0) {
            *least = fmax(*least, -s->state->deceleration[i] / fabs(s->qd0[i]));
        }
        if (isinf(effort)) {
            continue;
        }
        if (fabs(slope) <= 1e-13 * (fabs(s->torque[i]) + fabs(s->bias[i]))) {
            *most = fabs(s->bias[i]) > effort ? -HUGE_VAL : *most;
            continue;
        }
        const double a = (-effort - s->bias[i]) / slope, b = (effort - s->bias[i]) / slope;
        *least = fmax(*least, fmin(a, b));
        *most = fmin(*most, fmax(a, b));
    }
    return status;
}

/* Tells whether qd0^T M qd0 is more than rounding: bound_rate() has left the torques at rates of 0 and 1. */
static bool moves_mass(const stopping *s)
{
    double sum = 0, scale = 0;
    for (int i = 0; i < s->n; i++) {
        sum += s->qd0[i] * (s->torque[i] - s->bias[i]);
        scale += fabs(s->qd0[i]) * (fabs(s->torque[i]) + fabs(s->bias[i]));
    }
    return sum > 1e-13 * scale;
}

static cdy_status fail_unbounded(const stopping *s, cdy_error *error)
{
    return moves_mass(s)
               ? cdy_fail(error, CDY_ERROR_ROBOT,
                          "no joint that brakes has a known effort limit, so that nothing bounds the "
                          "braking; give efforts or decelerations")
               : cdy_fail(error, CDY_ERROR_NUMERIC,
                          "the joints that brake move no mass, so that efforts do not bound the braking; give "
                          "links mass and inertia, or give decelerations");
}

static cdy_status derive_on_line(stopping *s, const double *y, double *slope, cdy_error *error)
{
    double least, most;
    const cdy_status status = bound_rate(s, y, &least, &most, error);
    s->stuck = least > most || most <= -HUGE_VAL;
    slope[0] = y[1];
    slope[1] = least;
    if (!status && isinf(least)) {
        slope[1] = 0;
        return s->stuck ? CDY_OK : fail_unbounded(s, error);
    }
    return status;
}

static bool has_stopped_on_line(const stopping *s, const double *y)
{
    (void)s;
    return y[1] < 0;
}

/* Once at rest the drives have to hold the robot: who braked by its weight alone falls back. */
static cdy_status settle_on_line(stopping *s, double *y, bool *done, cdy_error *error)
{
    *done = y[1] <= 0;
    if (!*done) {
        return CDY_OK;
    }
    y[1] = 0;
    place_on_line(s, y, s->q);
    const cdy_status status = cdy_inverse_dynamics(s->model, s->workspace, s->q, NULL, NULL, NULL, s->bias, error);
    for (int i = 0; !status && i < s->n; i++) {
        s->stuck = s->stuck || fabs(s->bias[i]) > s->effort[i];
    }
    return status;
}

static const manner freely = {derive_freely, has_turned_back, settle_brakes, place_freely},
                    on_line = {derive_on_line, has_stopped_on_line, settle_on_line, place_on_line};

/* Whether joints stop each by itself: by brakes, or by drives that brake as a brake of their largest torque does. */
static bool stops_freely(const cdy_stop_state *o)
{
    return o->category == CDY_STOP_DRIVES_OFF || o->fastest;
}

/* ---- both ---- */

static cdy_status fail_too_long(cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_NUMERIC, "the motion grows beyond bounds; the step is too long for the brakes");
}

static cdy_status fail_thrown_back(cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "brakes, efforts or decelerations are so large that they throw a joint back within the shortest "
                    "step; expected those of real brakes and drives");
}

static double step_of(const cdy_stop_state *state)
{
    return state->step > 0 ? state->step : USUAL_STEP;
}

static cdy_status fail_too_often(const cdy_stop_state *state, cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "joints come to rest and slip again so often that steps of %g s cannot follow them; give shorter "
                    "steps, or brakes that hold",
                    step_of(state));
}

/* A step of the method of Runge and Kutta (Hairer, Norsett and Wanner 1993, section II.1) from y to next.  Whether the
 * robot is stuck is a question of y alone: the other stages may lie behind an event. */
static cdy_status advance(stopping *s, double h, cdy_error *error)
{
    static const double at[STAGES] = {0, 0.5, 0.5, 1}, weights[STAGES] = {1, 2, 2, 1};
    bool stuck = false;
    cdy_status status = CDY_OK;
    for (int stage = 0; !status && stage < STAGES; stage++) {
        for (int i = 0; i < s->size; i++) {
            s->stage[i] = s->y[i] + (stage ? at[stage] * h * s->slopes[(stage - 1) * s->size + i] : 0);
        }
        status = s->manner->derive(s, s->stage, s->slopes + stage * s->size, error);
        stuck = stage ? stuck : s->stuck;
    }
    s->stuck = stuck;
    for (int i = 0; !status && i < s->size; i++) {
        s->next[i] = s->y[i];
        for (int stage = 0; stage < STAGES; stage++) {
            s->next[i] += h / 6 * weights[stage] * s->slopes[stage * s->size + i];
        }
    }
    if (!status && !cdy_all_finite(s->next, (size_t)s->size)) {
        return fail_too_long(error);
    }
    return status;
}

/* Tells whether even the shortest step has thrown a joint back, faster than it came. */
static bool is_thrown_back(const stopping *s)
{
    for (int i = s->size / 2; i < s->size; i++) {
        if (s->y[i] * s->next[i] <= 0 && fabs(s->next[i]) > fmax(fabs(s->y[i]), s->rest)) {
            return true;
        }
    }
    return false;
}

/* A step of at most *h that ends at the first event in it, just behind it. */
static cdy_status advance_to_event(stopping *s, double *h, cdy_error *error)
{
    double before = 0, behind = *h;
    cdy_status status = advance(s, behind, error);
    if (status || !s->manner->has_passed(s, s->next)) {
        return status;
    }
    for (int i = 0; !status && i < HALVINGS; i++) {
        const double middle = 0.5 * (before + behind);
        status = advance(s, middle, error);
        *(s->manner->has_passed(s, s->next) ? &behind : &before) = middle;
    }
    *h = behind;
    status = status ? status : advance(s, behind, error);
    return !status && before <= 0 && is_thrown_back(s) ? fail_thrown_back(error) : status;
}

static cdy_status find_point(stopping *s, const double *y, double point[3], cdy_error *error)
{
    double T[16];
    s->manner->place(s, y, s->q);
    const cdy_status status = cdy_get_transform(s->model, s->workspace, s->state->frame, 0, s->q, T, error);
    for (int i = 0; !status && i < 3; i++) {
        const double *p = s->state->point;
        point[i] = T[4 * i + 3] + T[4 * i] * p[0] + T[4 * i + 1] * p[1] + T[4 * i + 2] * p[2];
    }
    return status;
}

/* The time within which a robot has to stop. */
static double time_of(const cdy_stop_state *state)
{
    return state->most_time > 0 ? state->most_time : USUAL_TIME;
}

static cdy_status integrate(stopping *s, cdy_stop *stop, stop_end *end, cdy_error *error)
{
    const double step = step_of(s->state);
    const double most = time_of(s->state);
    const size_t most_steps = 2 * (size_t)(most / step) + 100 + 10 * (size_t)s->n; /* each event ends one */
    double here[3] = {0}, there[3] = {0};
    bool done = false;
    cdy_status status = s->manner->settle(s, s->y, &done, error);
    status = status ? status : find_point(s, s->y, here, error);
    for (size_t i = 0; !status && !done && i < most_steps && stop->time < most; i++) {
        double h = fmin(step, most - stop->time);
        status = advance_to_event(s, &h, error);
        if (status || s->stuck) {
            break;
        }
        memcpy(s->y, s->next, (size_t)s->size * sizeof *s->y);
        status = s->manner->settle(s, s->y, &done, error);
        status = status ? status : find_point(s, s->y, there, error);
        stop->time += h;
        stop->length += sqrt((there[0] - here[0]) * (there[0] - here[0]) + (there[1] - here[1]) * (there[1] - here[1]) +
                             (there[2] - here[2]) * (there[2] - here[2]));
        memcpy(here, there, sizeof here);
    }
    stop->stopped = done && !s->stuck;
    *end = s->stuck ? STOP_STUCK : done ? STOP_AT_REST : stop->time < most ? STOP_TOO_OFTEN : STOP_TIME_OVER;
    if (!status && !isfinite(stop->length)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the way of the point grows beyond bounds; the point is too far away");
    }
    return status;
}

static bool are_within(const double *x, int n, double least, double most)
{
    for (int i = 0; x && i < n; i++) {
        if (!(x[i] >= least && x[i] <= most)) {
            return false;
        }
    }
    return true;
}

cdy_status cdy_check_stop_state(const cdy_model *model, const cdy_stop_state *o, cdy_error *error)
{
    if (!model || !o) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no %s was given", model ? "state of the stop" : "model");
    }
    const int n = model->nv;
    for (int i = 0; i < n; i++) {
        cdy_coordinate c;
        if (cdy_model_velocity(model, i, &c) == CDY_OK && c.count > 1) {
            return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                            "joint '%.80s' has several degrees of freedom; stops are of revolute and prismatic joints",
                            c.joint);
        }
    }
    if (n > LARGEST_DENSE) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED, "the robot has more than %d degrees of freedom", LARGEST_DENSE);
    }
    if (o->category < CDY_STOP_DRIVES_OFF || o->category > CDY_STOP_HELD) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no category %d; expected a cdy_stop_category",
                        (int)o->category);
    }
    if (o->fastest && (o->category == CDY_STOP_DRIVES_OFF || o->deceleration)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the fastest stop is one of category 1 or 2 that efforts bound, and no decelerations");
    }
    if ((o->q && !cdy_all_finite(o->q, (size_t)n)) || (o->qd && !cdy_all_finite(o->qd, (size_t)n)) ||
        !cdy_all_finite(o->point, 3)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "q, qd or the point has a number that is not finite");
    }
    if (!are_within(o->brakes, n, 0, DBL_MAX) || !are_within(o->effort, n, 0, HUGE_VAL) ||
        !are_within(o->deceleration, n, DBL_MIN, HUGE_VAL)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "brakes, efforts or decelerations have a number out of range; expected numbers from 0, "
                        "decelerations above it, brakes that are finite");
    }
    const double step = step_of(o), most = time_of(o);
    if (!(o->step >= 0 && o->step <= 1 && o->most_time >= 0 && most / step <= (double)MOST_STEPS)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "steps of %g s for up to %g s; expected steps up to 1 s, and at most %g of them", step, most,
                        (double)MOST_STEPS);
    }
    return CDY_OK;
}

/* Chooses what brakes joints that stop each by itself. */
static cdy_status choose_brakes(stopping *s, cdy_error *error)
{
    const cdy_stop_state *o = s->state;
    s->brakes = o->fastest ? s->effort : o->brakes;
    for (int i = 0; i < s->n; i++) {
        cdy_coordinate c;
        if (o->fastest && isinf(s->effort[i]) && cdy_model_velocity(s->model, i, &c) == CDY_OK) {
            return cdy_fail(error, CDY_ERROR_ROBOT,
                            "joint '%.80s' has no known effort limit that bounds the fastest braking; give efforts",
                            c.joint);
        }
        s->locked[i] = s->brakes && s->brakes[i] > 0 && fabs(s->qd0[i]) <= 0;
    }
    return CDY_OK;
}

/* Sets what the state says at the beginning. */
static void begin(stopping *s)
{
    const cdy_stop_state *o = s->state;
    if (o->q) {
        memcpy(s->q0, o->q, (size_t)s->n * sizeof *s->q0);
    } else {
        cdy_home_configuration(s->model, s->q0);
    }
    for (int i = 0; i < s->n; i++) {
        cdy_coordinate c = {.effort = HUGE_VAL};
        cdy_model_velocity(s->model, i, &c);
        s->qd0[i] = o->qd && fabs(o->qd[i]) >= STILL ? o->qd[i] : 0;
        s->effort[i] = o->effort ? o->effort[i] : c.effort;
        s->rest = fmax(s->rest, REST * fabs(s->qd0[i]));
        s->sign[i] = s->qd0[i] < 0 ? -1 : 1;
    }
    if (stops_freely(o)) {
        memcpy(s->y, s->q0, (size_t)s->n * sizeof *s->y);
        memcpy(s->y + s->n, s->qd0, (size_t)s->n * sizeof *s->y);
    } else {
        s->y[1] = 0;
        for (int i = 0; i < s->n; i++) {
            s->y[1] = fabs(s->qd0[i]) > 0 ? 1 : s->y[1];
        }
    }
    s->rest = s->rest > 0 ? s->rest : REST;
}

/* Shares the memory out. */
static bool make(stopping *s)
{
    const size_t n = (size_t)s->n + 1, size = (size_t)s->size;
    double **const vectors[] = {&s->sign, &s->q0,  &s->qd0,  &s->effort, &s->q,
                                &s->qd,   &s->qdd, &s->bias, &s->torque, &s->x};
    const size_t count = sizeof vectors / sizeof *vectors;
    double *memory = cdy_allocate(count * n + 2 * n * n + (3 + STAGES) * size, sizeof *memory);
    s->locked = cdy_allocate(n, sizeof *s->locked);
    if (!memory || !s->locked) {
        cdy_release(memory);
        return false;
    }
    for (size_t i = 0; i < count; i++, memory += n) {
        *vectors[i] = memory;
    }
    s->M = memory;
    s->A = s->M + n * n;
    s->y = s->A + n * n;
    s->next = s->y + size;
    s->stage = s->next + size;
    s->slopes = s->stage + size;
    return true;
}

cdy_status cdy_find_stop_and_end(const cdy_model *model, const cdy_stop_state *state, cdy_stop *stop, double *q_end,
                                 stop_end *end, cdy_error *error)
{
    cdy_status status = cdy_check_stop_state(model, state, error);
    if (!status && !stop) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the stop was given");
    }
    if (status) {
        return status;
    }
    stopping s = {.model = model, .state = state, .manner = stops_freely(state) ? &freely : &on_line, .n = model->nv};
    cdy_stop found = {0};
    stop_end ended = STOP_AT_REST;
    s.size = stops_freely(state) ? 2 * s.n : 2;
    status = make(&s) ? cdy_workspace_create(model, &s.workspace, error) : cdy_fail_memory(error);
    if (!status) {
        begin(&s);
        status = choose_brakes(&s, error);
        status = status ? status : integrate(&s, &found, &ended, error);
    }
    if (!status && !end && ended == STOP_TOO_OFTEN) {
        status = fail_too_often(state, error);
    }
    if (!status) {
        *stop = found;
        if (end) {
            *end = ended;
        }
        if (q_end) {
            s.manner->place(&s, s.y, q_end);
        }
    }
    cdy_workspace_destroy(s.workspace);
    cdy_release(s.sign);
    cdy_release(s.locked);
    return status;
}

cdy_status cdy_find_stop(const cdy_model *model, const cdy_stop_state *state, cdy_stop *stop, double *q_end,
                         cdy_error *error)
{
    return cdy_find_stop_and_end(model, state, stop, q_end, NULL, error);
}

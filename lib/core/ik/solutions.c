#include "ik/solutions.h"

#include "model/model.h"

#include <condyle/configuration.h>
#include <math.h>
#include <string.h>

static const double same = 1e-3; /* rad or m */
static const double turn = 6.283185307179586;

static const double *start_of(const ik_solutions *s)
{
    if (!s->start) {
        cdy_home_configuration(s->model, s->w->ik.trial);
    }
    return s->start ? s->start : s->w->ik.trial;
}

/* Whether a coordinate is the angle of a joint whose whole turns change no placement: a follower with another ratio
 * would not return to the same placement. */
static bool is_turning(const cdy_model *model, const cdy_coordinate *c)
{
    return c->angular && c->count == 1 && !model->has_followers;
}

/* The whole turns that bring an angle nearest to the start within the limits: q - turns * 2 pi. */
static double turns_to(double q, double start, double lower, double upper)
{
    const double most = 1e6; /* more of them would be rounding errors */
    const double turns = fmin(fmax(round((q - start) / turn), ceil((q - upper) / turn)), floor((q - lower) / turn));
    return fabs(turns) <= most && q - turns * turn >= lower && q - turns * turn <= upper ? turns : 0;
}

double cdy_full_turns(double q, double start, double lower, double upper)
{
    return turn * turns_to(q, start, lower, upper);
}

/* Turns the angles by whole turns towards the start, as far as the limits allow. */
static void turn_to_start(const ik_solutions *s, double *q)
{
    const double *start = start_of(s);
    for (int i = 0; i < s->model->nq; i++) {
        cdy_coordinate c = {.joint = ""};
        cdy_model_position(s->model, i, &c);
        if (is_turning(s->model, &c)) {
            const double lower = s->ignore_limits ? -HUGE_VAL : c.lower, upper = s->ignore_limits ? HUGE_VAL : c.upper;
            q[i] -= cdy_full_turns(q[i], start[i], lower, upper);
        }
    }
}

/* The step from a to b in w->ik.step, indexed by velocity coordinates. */
static void find_step(const ik_solutions *s, const double *a, const double *b)
{
    if (cdy_configuration_difference(s->model, a, b, s->w->ik.step, NULL) != CDY_OK) {
        memset(s->w->ik.step, 0, (size_t)s->model->nv * sizeof *s->w->ik.step);
    }
}

static bool is_same(const ik_solutions *s, const double *a, const double *b)
{
    find_step(s, a, b);
    for (int i = 0; i < s->model->nv; i++) {
        cdy_coordinate c = {.joint = ""};
        cdy_model_velocity(s->model, i, &c);
        const double step = is_turning(s->model, &c) ? remainder(s->w->ik.step[i], turn) : s->w->ik.step[i];
        if (fabs(step) >= same) {
            return false;
        }
    }
    return true;
}

static double distance_from_start(const ik_solutions *s, const double *q)
{
    double distance = 0;
    find_step(s, start_of(s), q);
    for (int i = 0; i < s->model->nv; i++) {
        distance = hypot(distance, s->w->ik.step[i]);
    }
    return distance;
}

void cdy_add_solution(ik_solutions *s, double *q)
{
    const size_t nq = (size_t)s->model->nq;
    turn_to_start(s, q);
    for (int i = 0; i < s->count; i++) {
        if (is_same(s, s->q + (size_t)i * nq, q)) {
            return;
        }
    }
    const double distance = distance_from_start(s, q);
    int place = s->count;
    while (place > 0 && distance_from_start(s, s->q + (size_t)(place - 1) * nq) > distance) {
        place--;
    }
    if (place == s->most) {
        return;
    }
    const int moved = (s->count < s->most ? s->count : s->most - 1) - place;
    double *at = s->q + (size_t)place * nq;
    memmove(at + nq, at, (size_t)moved * nq * sizeof *at);
    memcpy(at, q, nq * sizeof *at);
    s->count += s->count < s->most;
}

/* Contacts of joints with the stops at their limits, without rebound (Moreau 1988; Featherstone 2008, section 11.4).
 *
 * For a joint at a limit, with `outward` the direction beyond it, velocity and reaction are complementary: the velocity
 * is not outward, the reaction not outward either, and one of both is 0. With A = M + h D + h^2 K and an impulse b,
 *
 *   A dv = b + reaction,
 *
 * has one solution, since A is positive definite; Murty's least-index pivoting finds the degrees of freedom that are
 * held (v + dv = 0) after finitely many changes of one (Cottle, Pang and Stone 1992, section 4.2). b = 0 is an impact,
 * b = h F a step with lasting contact. */
#include "base/error.h"
#include "dynamics/workspace.h"
#include "model/model.h"
#include "simulation/implicit.h"

#include <math.h>
#include <string.h>

static const double rounding = 1e-12;

/* Which way a stop bars a degree of freedom: beyond the upper limit, the lower one, or both. */
typedef enum stop_side { STOP_NONE = 0, STOP_UPPER, STOP_LOWER, STOP_BOTH } stop_side;

static stop_side find_side(const cdy_model *model, int index, const double *q)
{
    const stop_range range = cdy_stop_range(model, index);
    const bool upper = q[range.position] >= range.upper, lower = q[range.position] <= range.lower;
    return upper && lower ? STOP_BOTH : upper ? STOP_UPPER : lower ? STOP_LOWER : STOP_NONE;
}

/* The part of a number beyond the stop. */
static double outward(stop_side side, double x)
{
    switch (side) {
    case STOP_NONE: return -HUGE_VAL;
    case STOP_UPPER: return x;
    case STOP_LOWER: return -x;
    case STOP_BOTH: return fabs(x);
    }
    return 0;
}

/* The right side of the step in which held velocities v become 0: b - A_free,held (-v_held), and -v where held. */
static void set_right_side(const cdy_simulation *s, const double *b, double *x)
{
    const size_t n = (size_t)s->model->nv;
    const double *A = s->workspace->L, *v = s->next.qd;
    for (size_t i = 0; i < n; i++) {
        x[i] = s->held[i] > 0 ? -v[i] : b ? b[i] : 0;
        for (size_t k = 0; k < n && !(s->held[i] > 0); k++) {
            x[i] += s->held[k] > 0 ? A[i * n + k] * v[k] : 0;
        }
    }
}

/* Whether degree of freedom i breaks the complementarity for the solution x, with A in the workspace. */
static bool violates_complementarity(const cdy_simulation *s, const double *b, const double *x, int i)
{
    const size_t n = (size_t)s->model->nv;
    const stop_side side = find_side(s->model, i, s->next.q);
    const double v = s->next.qd[i];
    if (side == STOP_NONE) {
        return false;
    }
    if (!(s->held[i] > 0)) {
        return outward(side, v + x[i]) > rounding * (fabs(v) + fabs(x[i]));
    }
    double reaction = b ? -b[i] : 0, size = fabs(reaction);
    for (size_t k = 0; k < n; k++) {
        reaction += s->workspace->L[(size_t)i * n + k] * x[k];
        size += fabs(s->workspace->L[(size_t)i * n + k] * x[k]);
    }
    return side != STOP_BOTH && outward(side, reaction) > rounding * size;
}

/* Solves the complementarity problem for the changes x of velocity under the impulse b (NULL: 0), and sets s->held. */
static cdy_status solve_contacts(cdy_simulation *s, const implicit_step *p, double h, const double *b, double *x,
                                 cdy_error *error)
{
    const int n = s->model->nv, most = 8 * n + 8;
    memset(s->held, 0, (size_t)n * sizeof *s->held);
    for (int pivot = 0; pivot < most; pivot++) {
        cdy_status status = cdy_implicit_matrix(s, p, s->next.q, h, error);
        if (status) {
            return status;
        }
        set_right_side(s, b, x);
        status = cdy_implicit_solve(s, x, error);
        status = status ? status : cdy_implicit_matrix(s, p, s->next.q, h, error);
        int wrong = 0;
        while (!status && wrong < n && !violates_complementarity(s, b, x, wrong)) {
            wrong++;
        }
        if (status || wrong == n) {
            return status;
        }
        s->held[wrong] = s->held[wrong] > 0 ? 0 : 1;
    }
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "which joints rest at their stops was not found after %d changes; take a shorter step", most);
}

static bool is_any_at_stop(const cdy_simulation *s, bool moving)
{
    for (int i = 0; i < s->model->nv; i++) {
        const stop_side side = find_side(s->model, i, s->next.q);
        if (side != STOP_NONE && (!moving || outward(side, s->next.qd[i]) > 0)) {
            return true;
        }
    }
    return false;
}

cdy_status cdy_contact_impact(cdy_simulation *s, implicit_step *p, double h, cdy_error *error)
{
    const double moment = 1e-9 * h; /* time of an impact, so that damped joints without inertia stop too */
    cdy_error inner = {.status = CDY_OK};
    if (!is_any_at_stop(s, true)) {
        return CDY_OK;
    }
    cdy_status status = solve_contacts(s, p, moment, NULL, p->change, &inner);
    for (int i = 0; i < s->model->nv && !status; i++) {
        s->next.qd[i] = s->held[i] > 0 ? 0 : s->next.qd[i] + p->change[i];
    }
    return cdy_simulation_fail_at(cdy_simulation_time(s), status, &inner, error);
}

cdy_status cdy_contact_begin(cdy_simulation *s, implicit_step *p, double t, double h, cdy_error *error)
{
    cdy_error inner = {.status = CDY_OK};
    memset(s->held, 0, (size_t)s->model->nv * sizeof *s->held);
    if (!is_any_at_stop(s, false)) {
        return CDY_OK;
    }
    cdy_status status = cdy_contact_impact(s, p, h, error);
    status = status ? status : cdy_implicit_impulse(s, p, t, s->next, h, p->change, error);
    if (status) {
        return status;
    }
    status = solve_contacts(s, p, h, p->change, p->displacement, &inner);
    for (int i = 0; i < s->model->nv && !status; i++) {
        s->next.qd[i] = s->held[i] > 0 ? 0 : s->next.qd[i];
    }
    return cdy_simulation_fail_at(t, status, &inner, error);
}

double cdy_contact_fraction(const cdy_simulation *s, double *end)
{
    const double most = 1e-9; /* rad or m */
    double fraction = 1;
    for (int i = 0; i < s->model->nv; i++) {
        const stop_range range = cdy_stop_range(s->model, i);
        const double from = s->next.q[range.position], to = end[range.position];
        const bool above = to > range.upper;
        const double limit = above ? range.upper : range.lower, beyond = above ? to - limit : limit - to;
        if (!(beyond > 0)) {
            continue;
        }
        const double before = fabs(limit - from);
        if (beyond > most) {
            fraction = fmin(fraction, fmax((before + most / 2) / (before + beyond), 0.05));
        }
        end[range.position] = limit;
    }
    return fraction;
}

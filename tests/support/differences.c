#include "support/differences.h"

#include "support/compare.h"

#include <stdlib.h>
#include <string.h>

static double *new_array(int count)
{
    double *x = calloc((size_t)count + 1, sizeof *x);
    ck_assert_ptr_nonnull(x);
    return x;
}

void differentiate(differentiable f, void *context, double h, double *derivative, int count)
{
    static const double steps[4] = {1, -1, 2, -2}, weights[4] = {8, -8, -1, 1};
    double *value = new_array(count);
    memset(derivative, 0, (size_t)count * sizeof *derivative);
    for (int s = 0; s < 4; s++) {
        f(context, steps[s] * h, value);
        for (int i = 0; i < count; i++) {
            derivative[i] += weights[s] / (12 * h) * value[i];
        }
    }
    free(value);
}

typedef struct path {
    robot *r;
    int frame;
    const double *q, *qd;
    double *step, *moved;
} path;

static void place(void *context, double t, double *T)
{
    path *p = context;
    cdy_error error = {0};
    for (int i = 0; i < p->r->nv; i++) {
        p->step[i] = t * p->qd[i];
    }
    ck_assert_ok(cdy_configuration_integrate(p->r->model, p->q, p->step, p->moved, &error), error);
    ck_assert_ok(cdy_get_transform(p->r->model, p->r->work, p->frame, 0, p->moved, T, &error), error);
}

void velocity_by_differences(robot *r, int frame, const double *q, const double *qd, double h, double velocity[6])
{
    path p = {r, frame, q, qd, new_array(r->nv), new_array(r->nq)};
    double T[16], rate[16];
    place(&p, 0, T);
    differentiate(place, &p, h, rate, 16);
    /* R' R^T is the cross product matrix of the angular velocity. */
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        velocity[i] = rate[4 * k] * T[4 * j] + rate[4 * k + 1] * T[4 * j + 1] + rate[4 * k + 2] * T[4 * j + 2];
        velocity[3 + i] = rate[4 * i + 3];
    }
    free(p.step);
    free(p.moved);
}

void jacobian_by_differences(robot *r, int frame, const double *q, double h, double *J)
{
    double *unit = new_array(r->nv), column[6];
    for (int k = 0; k < r->nv; k++) {
        unit[k] = 1;
        velocity_by_differences(r, frame, q, unit, h, column);
        unit[k] = 0;
        for (int i = 0; i < 6; i++) {
            J[i * r->nv + k] = column[i];
        }
    }
    free(unit);
}

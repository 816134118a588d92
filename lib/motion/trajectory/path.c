#include "trajectory/path.h"

#include "base/memory.h"
#include "dynamics/manifold.h"
#include "model/range.h"
#include "trajectory/chart.h"

#include <math.h>
#include <string.h>

/* Lists the independent joints, with the ranges within their limits and their followers' limits. */
static bool list_joints(path *p, const cdy_model *model)
{
    const model_joint *joints = model_joints(model);
    const model_body *bodies = model_bodies(model);
    position_range *ranges = cdy_allocate((size_t)model->body_count, sizeof *ranges);
    if (!ranges) {
        return false;
    }
    cdy_joint_ranges(model, ranges);
    for (int i = 1; i < model->body_count; i++) {
        if (!joints[i].is_follower) {
            p->joints[p->joint_count++] = (path_joint){.kind = (joint_kind)bodies[i].kind,
                                                       .q = joints[i].position,
                                                       .v = joints[i].velocity,
                                                       .nv = bodies[i].nv,
                                                       .lower = ranges[i].lower,
                                                       .upper = ranges[i].upper};
        }
    }
    cdy_release(ranges);
    return true;
}

bool cdy_path_create(path *p, const cdy_model *model, size_t capacity)
{
    *p = (path){.nq = model->nq, .nv = model->nv, .capacity = capacity};
    p->joints = cdy_allocate((size_t)model->body_count, sizeof *p->joints);
    p->s = cdy_allocate(capacity + 1, sizeof *p->s);
    p->q = cdy_allocate(capacity + 1, ((size_t)p->nq + 1) * sizeof *p->q);
    p->coef = cdy_allocate(capacity + 1, ((size_t)p->nv + 1) * PATH_COEFFICIENTS * sizeof *p->coef);
    if (!p->joints || !p->s || !p->q || !p->coef || !list_joints(p, model)) {
        cdy_path_clear(p);
        return false;
    }
    return true;
}

void cdy_path_clear(path *p)
{
    cdy_release(p->joints);
    cdy_release(p->s);
    cdy_release(p->q);
    cdy_release(p->coef);
    *p = (path){.nq = 0};
}

/* Resizes one of the arrays; returns whether memory sufficed. */
static bool resize(double **numbers, size_t count, size_t width)
{
    double *const larger = cdy_reallocate(*numbers, count, width * sizeof **numbers);
    *numbers = larger ? larger : *numbers;
    return larger != NULL;
}

bool cdy_path_reserve(path *p, size_t capacity)
{
    if (capacity <= p->capacity) {
        return true;
    }
    const size_t count = (capacity < 2 * p->capacity ? 2 * p->capacity : capacity) + 1;
    if (!resize(&p->s, count, 1) || !resize(&p->q, count, (size_t)p->nq + 1) ||
        !resize(&p->coef, count, ((size_t)p->nv + 1) * PATH_COEFFICIENTS)) {
        return false;
    }
    p->capacity = count - 1;
    return true;
}

void cdy_path_integrate(const path *p, const double *q, const double *step, double *q_next)
{
    for (int i = 0; i < p->joint_count; i++) {
        const path_joint *j = &p->joints[i];
        cdy_integrate_joint(j->kind, q + j->q, step + j->v, q_next + j->q);
    }
}

void cdy_path_difference(const path *p, const double *from, const double *to, double *step)
{
    for (int i = 0; i < p->joint_count; i++) {
        const path_joint *j = &p->joints[i];
        cdy_subtract_joint(j->kind, from + j->q, to + j->q, step + j->v);
    }
}

void cdy_path_begin(path *p, const double *q)
{
    memcpy(p->q, q, (size_t)p->nq * sizeof *q);
}

/* Coefficients of a joint of several degrees of freedom: in the chart at the begin of the segment, the rates there are
 * the twist itself and those at its end are solved for. */
static void fill_manifold(const path_joint *j, double h, const double *step, path_end begin, path_end end, double *coef)
{
    double first[6], second[6];
    for (int i = 0; i < j->nv; i++) {
        first[i] = h * end.first[j->v + i];
        second[i] = h * h * end.second[j->v + i];
    }
    cdy_chart_from_twist(j->kind, step + j->v, first, second);
    for (int i = 0; i < j->nv; i++) {
        const int v = j->v + i;
        cdy_polynomial_hermite(step[v], h * begin.first[v], h * h * begin.second[v], first[i], second[i],
                               coef + v * PATH_COEFFICIENTS);
    }
}

void cdy_path_add(path *p, double h, const double *q, path_end begin, path_end end)
{
    const size_t k = p->segment_count++;
    double *coef = p->coef + k * (size_t)p->nv * PATH_COEFFICIENTS;
    double *step = p->coef + (k + 1) * (size_t)p->nv * PATH_COEFFICIENTS; /* room of the next segment */
    memcpy(p->q + (k + 1) * (size_t)p->nq, q, (size_t)p->nq * sizeof *q);
    p->s[k + 1] = p->s[k] + h;
    cdy_path_difference(p, p->q + k * (size_t)p->nq, q, step);
    for (int i = 0; i < p->joint_count; i++) {
        const path_joint *j = &p->joints[i];
        if (j->nv > 1) {
            fill_manifold(j, h, step, begin, end, coef);
        } else {
            cdy_polynomial_hermite(step[j->v], h * begin.first[j->v], h * h * begin.second[j->v], h * end.first[j->v],
                                   h * h * end.second[j->v], coef + j->v * PATH_COEFFICIENTS);
        }
    }
}

void cdy_path_add_straight(path *p, double h, const double *q, const double *step)
{
    const size_t k = p->segment_count++;
    double *coef = p->coef + k * (size_t)p->nv * PATH_COEFFICIENTS;
    memcpy(p->q + (k + 1) * (size_t)p->nq, q, (size_t)p->nq * sizeof *q);
    p->s[k + 1] = p->s[k] + h;
    memset(coef, 0, (size_t)p->nv * PATH_COEFFICIENTS * sizeof *coef);
    for (int i = 0; i < p->nv; i++) {
        coef[i * PATH_COEFFICIENTS + 1] = step[i];
    }
}

size_t cdy_path_segment(const path *p, double s)
{
    size_t low = 0, high = p->segment_count;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        if (p->s[middle] <= s) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static void evaluate_joint(const path *p, const path_joint *j, size_t k, const double s[3], double *q, double *qd,
                           double *qdd)
{
    const double h = p->s[k + 1] - p->s[k], u = fmin(fmax((s[0] - p->s[k]) / h, 0), 1);
    double step[6], first[6], second[6];
    for (int i = 0; i < j->nv; i++) {
        double value[3];
        polynomial_evaluate(p->coef + (k * (size_t)p->nv + (size_t)(j->v + i)) * PATH_COEFFICIENTS, u, value);
        step[i] = value[0];
        first[i] = value[1] / h;
        second[i] = value[2] / (h * h);
    }
    if (q) {
        cdy_integrate_joint(j->kind, p->q + k * (size_t)p->nq + j->q, step, q + j->q);
    }
    if (j->nv > 1 && (qd || qdd)) {
        cdy_chart_to_twist(j->kind, step, first, second);
    }
    for (int i = 0; i < j->nv; i++) {
        if (qd) {
            qd[j->v + i] = first[i] * s[1] + 0.0; /* no -0 */
        }
        if (qdd) {
            qdd[j->v + i] = second[i] * s[1] * s[1] + first[i] * s[2] + 0.0;
        }
    }
}

void cdy_path_motion(const path *p, size_t k, const double s[3], double *q, double *qd, double *qdd)
{
    for (int i = 0; i < p->joint_count; i++) {
        evaluate_joint(p, &p->joints[i], k, s, q, qd, qdd);
    }
}

void cdy_path_evaluate(const path *p, size_t k, double s, double *q, double *first, double *second)
{
    cdy_path_motion(p, k, (double[]){s, 1, 0}, q, first, second);
}

void cdy_path_third(const path *p, size_t k, double s, double *third)
{
    const double h = p->s[k + 1] - p->s[k], u = fmin(fmax((s - p->s[k]) / h, 0), 1);
    for (int i = 0; i < p->joint_count; i++) {
        const path_joint *j = &p->joints[i];
        for (int v = j->v; v < j->v + j->nv; v++) {
            const double *c = p->coef + (k * (size_t)p->nv + (size_t)v) * PATH_COEFFICIENTS;
            third[v] = j->nv > 1 ? (double)NAN : (6 * c[3] + u * (24 * c[4] + u * 60 * c[5])) / (h * h * h);
        }
    }
}

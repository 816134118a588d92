/* The motion of an excitation: a Fourier series for each joint of one degree of freedom. */
#include "identification/excitation.h"

#include "base/error.h"
#include "base/memory.h"
#include "model/range.h"

#include <condyle/configuration.h>
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static excited_joint describe_joint(const cdy_model *model, int body, position_range range,
                                    const cdy_excitation_options *o)
{
    const model_joint *joint = &model_joints(model)[body];
    const double reach = is_prismatic(&model_bodies(model)[body]) ? 1 : pi;
    const double lower = isfinite(range.lower) ? range.lower : isfinite(range.upper) ? range.upper - 2 * reach : -reach;
    const double upper = isfinite(range.upper) ? range.upper : lower + 2 * reach;
    const int v = joint->velocity;
    return (excited_joint){.q = joint->position,
                           .v = v,
                           .center = (lower + upper) / 2,
                           .half_range = o->scale * (upper - lower) / 2,
                           .velocity = o->velocity ? o->scale * o->velocity[v] : HUGE_VAL,
                           .acceleration = o->acceleration ? o->scale * o->acceleration[v] : HUGE_VAL};
}

cdy_status cdy_excitation_start(const cdy_model *model, const cdy_excitation_options *o, cdy_excitation **made,
                                cdy_error *error)
{
    const size_t bodies = (size_t)model->body_count, harmonics = (size_t)o->harmonics;
    cdy_excitation *e = *made = cdy_allocate(1, sizeof *e);
    if (!e) {
        return cdy_fail_memory(error);
    }
    *e = (cdy_excitation){
        .nq = model->nq, .nv = model->nv, .harmonics = o->harmonics, .frequency = 2 * pi / o->duration};
    e->home = cdy_allocate((size_t)model->nq + 1, sizeof *e->home);
    e->joints = cdy_allocate(bodies, sizeof *e->joints);
    e->center = cdy_allocate(bodies, sizeof *e->center);
    e->sine = cdy_allocate(bodies, harmonics * sizeof *e->sine);
    e->cosine = cdy_allocate(bodies, harmonics * sizeof *e->cosine);
    position_range *ranges = cdy_allocate(bodies, sizeof *ranges);
    if (!e->home || !e->joints || !e->center || !e->sine || !e->cosine || !ranges) {
        cdy_release(ranges);
        return cdy_fail_memory(error);
    }
    cdy_home_configuration(model, e->home);
    cdy_joint_ranges(model, ranges);
    for (int i = 1; i < model->body_count; i++) {
        if (!model_joints(model)[i].is_follower && model_bodies(model)[i].nv == 1) {
            e->joints[e->joint_count++] = describe_joint(model, i, ranges[i], o);
        }
    }
    cdy_release(ranges);
    return e->joint_count > 0 ? CDY_OK
                              : cdy_fail(error, CDY_ERROR_ARGUMENT,
                                         "the robot has no joint of one degree of freedom that could be excited");
}

void cdy_excitation_destroy(cdy_excitation *e)
{
    if (e) {
        cdy_release(e->home);
        cdy_release(e->joints);
        cdy_release(e->center);
        cdy_release(e->sine);
        cdy_release(e->cosine);
        cdy_release(e);
    }
}

double cdy_excitation_condition(const cdy_excitation *excitation)
{
    return excitation ? excitation->condition : (double)NAN;
}

int cdy_excitation_rank(const cdy_excitation *excitation)
{
    return excitation ? excitation->rank : 0;
}

/* Swing, velocity and acceleration of joint `joint` at the phase w t. */
static void series_at(const cdy_excitation *e, int joint, double phase, double value[3])
{
    const double *a = e->sine + (size_t)joint * (size_t)e->harmonics,
                 *b = e->cosine + (size_t)joint * (size_t)e->harmonics;
    value[0] = value[1] = value[2] = 0;
    for (int l = 1; l <= e->harmonics; l++) {
        const double w = l * e->frequency, s = sin(l * phase), c = cos(l * phase);
        const double position = a[l - 1] * s + b[l - 1] * c;
        value[0] += position;
        value[1] += w * (a[l - 1] * c - b[l - 1] * s);
        value[2] -= w * w * position;
    }
}

/* Removes velocity and acceleration at phase 0 from the series: sum l a_l = 0, sum l^2 b_l = 0. */
static void rest_at_ends(int harmonics, double *a, double *b)
{
    double velocity = 0, acceleration = 0, squares = 0, fourths = 0;
    for (int l = 1; l <= harmonics; l++) {
        const double square = (double)l * l;
        velocity += l * a[l - 1];
        acceleration += square * b[l - 1];
        squares += square;
        fourths += square * square;
    }
    for (int l = 1; l <= harmonics; l++) {
        a[l - 1] -= l * velocity / squares;
        b[l - 1] -= (double)l * l * acceleration / fourths;
    }
}

/* Scales a joint's series to the first limit that it reaches. Between M samples of a period, a trigonometric polynomial
 * of degree L exceeds the largest of them by the factor 1 / cos(pi L / M) at most (Ehlich and Zeller 1964). Returns the
 * swing. */
static double scale_joint(cdy_excitation *e, int joint, double share)
{
    const int samples = SAMPLES_A_HARMONIC * e->harmonics;
    const double between = 1 / cos(pi / (double)SAMPLES_A_HARMONIC);
    const excited_joint *j = &e->joints[joint];
    double peak[3] = {0, 0, 0}, value[3];
    for (int i = 0; i < samples; i++) {
        series_at(e, joint, 2 * pi * i / samples, value);
        for (int k = 0; k < 3; k++) {
            peak[k] = fmax(peak[k], between * fabs(value[k]));
        }
    }
    const double scale = fmin(j->half_range / peak[0], fmin(j->velocity / peak[1], j->acceleration / peak[2]));
    const double factor = isfinite(scale) ? share * scale : 0;
    for (int l = 0; l < e->harmonics; l++) {
        e->sine[joint * e->harmonics + l] *= factor;
        e->cosine[joint * e->harmonics + l] *= factor;
    }
    return factor * peak[0];
}

void cdy_excitation_express(cdy_excitation *e, const double *genes, double share)
{
    const size_t harmonics = (size_t)e->harmonics, width = 2 * harmonics + 1;
    for (int i = 0; i < e->joint_count; i++) {
        const double *own = genes + (size_t)i * width;
        double *a = e->sine + (size_t)i * harmonics, *b = e->cosine + (size_t)i * harmonics;
        memcpy(a, own, harmonics * sizeof *a);
        memcpy(b, own + harmonics, harmonics * sizeof *b);
        rest_at_ends(e->harmonics, a, b);
        const double swing = scale_joint(e, i, share);
        e->center[i] =
            e->joints[i].center + fmax(fmin(own[width - 1], 1), -1) * fmax(e->joints[i].half_range - swing, 0);
    }
}

cdy_status cdy_excitation_evaluate(const cdy_excitation *e, double t, double *q, double *qd, double *qdd,
                                   cdy_error *error)
{
    if (!e || !isfinite(t)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "evaluating needs an excitation and a finite time");
    }
    if (q) {
        memcpy(q, e->home, (size_t)e->nq * sizeof *q);
    }
    for (int i = 0; i < e->nv; i++) {
        if (qd) {
            qd[i] = 0;
        }
        if (qdd) {
            qdd[i] = 0;
        }
    }
    const double phase = e->frequency * fmod(t, 2 * pi / e->frequency);
    for (int i = 0; i < e->joint_count; i++) {
        double value[3];
        series_at(e, i, phase, value);
        if (q) {
            q[e->joints[i].q] = e->center[i] + value[0];
        }
        if (qd) {
            qd[e->joints[i].v] = value[1];
        }
        if (qdd) {
            qdd[e->joints[i].v] = value[2];
        }
    }
    return CDY_OK;
}

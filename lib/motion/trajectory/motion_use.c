#include "trajectory/motion_use.h"

#include "base/error.h"
#include "base/memory.h"
#include "trajectory/contact_share.h"

#include <math.h>

/* Samples of a piece, and pieces that are sampled at once, so that a check takes little memory. */
enum { SAMPLES = 11, AT_ONCE = 48 };

/* Samples: configurations, velocities, accelerations, jerks, efforts and shares of the speeds that contacts allow. */
typedef struct samples {
    double *q, *qd, *qdd, *jerk, *tau, *contact;
} samples;

static bool samples_create(samples *in, const request *r)
{
    const cdy_model *model = r->model;
    const size_t count = (size_t)SAMPLES * AT_ONCE, n = (size_t)model->nv + 1, nq = (size_t)model->nq + 1;
    in->q = cdy_allocate(count, nq * sizeof(double));
    in->qd = cdy_allocate(4 * count, n * sizeof(double));
    in->qdd = in->qd ? in->qd + count * n : NULL;
    in->jerk = in->qd ? in->qd + 2 * count * n : NULL;
    in->tau = in->qd ? in->qd + 3 * count * n : NULL;
    in->contact = cdy_allocate(count, (r->contact_count + 1) * sizeof(double));
    return in->q && in->qd && in->contact;
}

/* s and its first three derivatives at a part of a piece. */
static void piece_state(const path_timing *timing, size_t piece, double u, double s[4])
{
    const double T = timing->t[piece + 1] - timing->t[piece], *c = timing->coef + piece * PATH_COEFFICIENTS;
    polynomial_evaluate(c, u, s);
    s[0] += timing->s[piece];
    s[1] /= T;
    s[2] /= T * T;
    s[3] = (6 * c[3] + u * (24 * c[4] + u * 60 * c[5])) / (T * T * T);
}

/* Writes sample k of a piece; where derivatives jump at its end, those inside. */
static void take_sample(const stage_source *source, size_t piece, int k, const samples *in, size_t at)
{
    const request *r = source->r;
    const path *p = &r->made->path;
    const size_t n = (size_t)p->nv;
    const double inside = 1e-6, u = (double)k / (double)(SAMPLES - 1);
    double s[4], near[4], *first = r->scratch, *second = first + n, *third = second + n;
    piece_state(&r->made->timing, piece, u, s);
    piece_state(&r->made->timing, piece, u < 0.5 ? u + inside : u - inside, near);
    const size_t segment = cdy_path_segment(p, near[0]);
    cdy_path_motion(p, segment, s, in->q + at * (size_t)p->nq, in->qd + at * n, in->qdd + at * n);
    cdy_path_evaluate(p, segment, s[0], NULL, first, second);
    cdy_path_third(p, segment, s[0], third);
    for (size_t i = 0; i < n; i++) {
        in->jerk[at * n + i] = first[i] * s[3] + 3 * second[i] * s[1] * s[2] + third[i] * s[1] * s[1] * s[1];
    }
}

/* The second difference of a coordinate about sample k. */
static double second_difference(const double *v, size_t stride, int k)
{
    const double *here = v + (size_t)k * stride;
    return *(here - stride) - 2 * *here + here[stride];
}

/* The largest magnitude between samples k and k + 1, where the coordinate is a parabola.  Of the second differences
 * about these two, or at an end of the piece about the two that are nearest, the parabola has the smaller one, and none
 * where their signs differ: one of them spans the change where friction sets in. */
static double interval_peak(const double *v, size_t stride, int k)
{
    const int left = k == 0 ? 1 : k + 2 == SAMPLES ? k - 1 : k;
    const double a = second_difference(v, stride, left), b = second_difference(v, stride, left + 1);
    const double begin = v[(size_t)k * stride], end = v[(size_t)(k + 1) * stride],
                 larger = fmax(fabs(begin), fabs(end));
    const double bend = a * b > 0 ? copysign(fmin(fabs(a), fabs(b)), a) : 0, u = 0.5 - (end - begin) / bend;
    return u > 0 && u < 1 ? fmax(larger, fabs(begin + u * (end - begin) - bend * u * (1 - u) / 2)) : larger;
}

/* The largest magnitude of a coordinate over the samples of a piece and between them. */
static double find_peak(const double *v, size_t stride)
{
    double most = 0;
    for (int k = 0; k + 1 < SAMPLES; k++) {
        most = fmax(most, interval_peak(v, stride, k));
    }
    return most;
}

/* Shares of a joint's limits: of velocity, acceleration, effort and jerk. */
typedef struct joint_shares {
    double velocity, acceleration, effort, jerk;
} joint_shares;

static joint_shares share_limits(const request *r, size_t j, double qd, double qdd, double tau, double jerk)
{
    return (joint_shares){.velocity = fabs(qd) / r->limits.velocity[j],
                          .acceleration = fabs(qdd) / r->limits.acceleration[j],
                          .effort = fabs(tau) / r->limits.effort[j],
                          .jerk = r->limits.jerk[j] < HUGE_VAL ? fabs(jerk) / r->limits.jerk[j] : 0};
}

static double largest(const joint_shares *s)
{
    return fmax(fmax(s->velocity, s->acceleration), fmax(s->effort, s->jerk));
}

/* The use of a piece whose samples begin at `at`. */
static piece_use find_use(const request *r, const samples *in, size_t at)
{
    const size_t n = (size_t)r->model->nv;
    piece_use use = {.least = HUGE_VAL};
    for (size_t j = 0, i = at * n; j < n; j++, i++) {
        const joint_shares peaks = share_limits(r, j, find_peak(in->qd + i, n), find_peak(in->qdd + i, n),
                                                find_peak(in->tau + i, n), find_peak(in->jerk + i, n));
        use.factor = fmax(use.factor,
                          fmax(fmax(peaks.velocity, sqrt(peaks.acceleration)), fmax(peaks.effort, cbrt(peaks.jerk))));
    }
    for (size_t c = 0; c < r->contact_count; c++) {
        use.factor = fmax(use.factor, find_peak(in->contact + at * r->contact_count + c, r->contact_count));
    }
    for (size_t k = at; k < at + SAMPLES; k++) {
        double most = 0;
        for (size_t j = 0, i = k * n; j < n; j++, i++) {
            const joint_shares here = share_limits(r, j, in->qd[i], in->qdd[i], in->tau[i], in->jerk[i]);
            most = fmax(most, largest(&here));
        }
        for (size_t c = k * r->contact_count; c < (k + 1) * r->contact_count; c++) {
            most = fmax(most, in->contact[c]);
        }
        use.most = fmax(use.most, most);
        use.least = fmin(use.least, most);
    }
    return use;
}

static cdy_status use_some(const stage_source *source, size_t first, size_t count, const samples *in, piece_use *use,
                           cdy_error *error)
{
    for (size_t i = 0; i < count * SAMPLES; i++) {
        take_sample(source, first + i / SAMPLES, (int)(i % SAMPLES), in, i);
    }
    cdy_status status =
        cdy_stage_efforts(source, source->rubs, count * SAMPLES, in->q, in->qd, in->qdd, in->tau, error);
    status = status
                 ? status
                 : cdy_contact_shares(source->r, source->workspace, count * SAMPLES, in->q, in->qd, in->contact, error);
    for (size_t i = 0; i < count && !status; i++) {
        use[i] = find_use(source->r, in, i * SAMPLES);
    }
    return status;
}

cdy_status cdy_motion_use(const stage_source *source, size_t first, piece_use *use, cdy_error *error)
{
    const size_t pieces = source->r->made->timing.count - first;
    samples in;
    cdy_status status = samples_create(&in, source->r) ? CDY_OK : cdy_fail_memory(error);
    for (size_t k = 0; k < pieces && !status; k += AT_ONCE) {
        const size_t count = pieces - k < AT_ONCE ? pieces - k : AT_ONCE;
        status = use_some(source, first + k, count, &in, use + k, error);
    }
    cdy_release(in.q);
    cdy_release(in.qd);
    cdy_release(in.contact);
    return status;
}

/* Between stages the path's acceleration is constant, but the path's derivatives and the efforts are curves over time.
 * Each is sampled at the quarters of the interval's duration; parabolas through three samples give its peaks and its
 * least value, and third differences bound what the parabolas leave out.  Over time, unlike over the path, friction is
 * smooth also where the motion begins and ends. */
#include "trajectory/interval_use.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

enum { QUARTERS = 4, SAMPLES = QUARTERS + 1 };

/* Intervals that are sampled at once, so that a check takes little memory. */
enum { AT_ONCE = 256 };

/* The inner samples of some intervals. */
typedef struct samples {
    const stages *st, *inner;
    const reachable *K;
    size_t first; /* interval of the first inner sample */
} samples;

/* Bounds on a signed share over each quarter of an interval. */
typedef struct share_bounds {
    double most, least[QUARTERS];
} share_bounds;

/* The peak of the parabola through three samples, where it lies between them. */
static double parabola_peak(const double v[3])
{
    const double rise = (v[2] - v[0]) / 2, bend = v[2] - 2 * v[1] + v[0], at = -rise / bend;
    return fabs(at) < 1 ? fabs(v[1] + at * rise / 2) : 0;
}

/* A parabola through points 1 apart differs from a curve by its third derivative / (9 sqrt(3)) at most. */
static share_bounds bound_share(const double v[SAMPLES])
{
    const double third = fmax(fabs(v[3] - 3 * v[2] + 3 * v[1] - v[0]), fabs(v[4] - 3 * v[3] + 3 * v[2] - v[1]));
    const double rest = third / (9 * 1.7320508075688772);
    share_bounds b = {.most = fmax(parabola_peak(v), parabola_peak(v + 2))};
    for (int k = 0; k < SAMPLES; k++) {
        b.most = fmax(b.most, fabs(v[k]));
    }
    b.most += rest;
    for (int k = 0; k < QUARTERS; k++) {
        const int left = k < 2 ? 0 : 2; /* samples of the parabola over the quarter */
        const double sag = fabs(v[left + 2] - 2 * v[left + 1] + v[left]) / 8;
        const bool same_sign = v[k] * v[k + 1] > 0;
        b.least[k] = same_sign ? fmin(fabs(v[k]), fabs(v[k + 1])) - sag - rest : 0;
    }
    return b;
}

/* The stage of sample k of interval i. */
static size_t locate(const samples *in, size_t i, int k, const stages **at)
{
    *at = k == 0 || k == QUARTERS ? in->st : in->inner;
    return k == 0 ? i : k == QUARTERS ? i + 1 : (i - in->first) * (QUARTERS - 1) + (size_t)(k - 1);
}

/* The use of the limit of a row: an acceleration or an effort. */
static share_bounds bound_row(const samples *in, size_t i, size_t row)
{
    const double u = in->K->u[i];
    double v[SAMPLES];
    for (int k = 0; k < SAMPLES; k++) {
        const stages *at;
        const size_t stage = locate(in, i, k, &at), c = stage * (size_t)at->source->row_count + row;
        v[k] = (at->a[c] * u + at->b[c] * at->x[stage] + at->c[c] + at->f[c]) / at->g[row];
    }
    return bound_share(v);
}

/* The use of a joint's limit of velocity. */
static share_bounds bound_velocity(const samples *in, size_t i, int joint)
{
    const request *r = in->st->source->r;
    double v[SAMPLES];
    for (int k = 0; k < SAMPLES; k++) {
        const stages *at;
        const size_t stage = locate(in, i, k, &at);
        const double rate = at->first[stage * (size_t)r->model->nv + (size_t)joint];
        v[k] = rate * sqrt(at->x[stage]) / r->limits.velocity[joint];
    }
    return bound_share(v);
}

/* The use of the speed that a contact allows. */
static share_bounds bound_contact(const samples *in, size_t i, size_t contact)
{
    const size_t contacts = in->st->source->r->contact_count;
    double v[SAMPLES];
    for (int k = 0; k < SAMPLES; k++) {
        const stages *at;
        const size_t stage = locate(in, i, k, &at);
        v[k] = at->contact[stage * contacts + contact] * sqrt(at->x[stage]);
    }
    return bound_share(v);
}

static void merge(share_bounds *all, const share_bounds *one)
{
    all->most = fmax(all->most, one->most);
    for (int k = 0; k < QUARTERS; k++) {
        all->least[k] = fmax(all->least[k], one->least[k]);
    }
}

static interval_use bound_interval(const samples *in, size_t i)
{
    const stage_source *source = in->st->source;
    share_bounds all = {.most = 0};
    for (size_t row = 0; row < (size_t)source->row_count; row++) {
        const share_bounds one = bound_row(in, i, row);
        merge(&all, &one);
    }
    for (int joint = 0; joint < source->r->model->nv; joint++) {
        if (source->r->limits.velocity[joint] < HUGE_VAL) {
            const share_bounds one = bound_velocity(in, i, joint);
            merge(&all, &one);
        }
    }
    for (size_t contact = 0; contact < source->r->contact_count; contact++) {
        const share_bounds one = bound_contact(in, i, contact);
        merge(&all, &one);
    }
    const double least = fmin(fmin(all.least[0], all.least[1]), fmin(all.least[2], all.least[3]));
    return (interval_use){.most = all.most, .least = least};
}

/* The path parameter and the squared speed of sample k in interval i. */
static void place_sample(const stages *st, size_t i, int k, double *s, double *x)
{
    const double v = sqrt(st->x[i]), w = sqrt(st->x[i + 1]), distance = st->s[i + 1] - st->s[i];
    const double part = (double)k / (double)QUARTERS, speed = v + part * (w - v);
    *s = fmin(st->s[i] + distance * part * (v + speed) / (v + w), st->s[i + 1]);
    *x = speed * speed;
}

/* Makes the inner samples of `count` intervals from `first` on. */
static cdy_status create_samples(const samples *in, size_t count, stages *inner, cdy_error *error)
{
    enum { INNER = QUARTERS - 1 };
    const stages *st = in->st;
    double s[AT_ONCE * INNER + 1], x[AT_ONCE * INNER];
    for (size_t k = 0; k < count * INNER; k++) {
        place_sample(st, in->first + k / INNER, (int)(k % INNER) + 1, &s[k], &x[k]);
    }
    s[count * INNER] = st->s[st->count - 1]; /* where the stretch ends */
    cdy_status status = cdy_stages_create(inner, st->source, count * INNER + 1, s, error);
    if (!status) {
        memcpy(inner->x, x, count * INNER * sizeof *x);
        status = cdy_stages_add_friction(inner, error);
    }
    return status;
}

cdy_status cdy_stages_use(const stages *st, const reachable *K, interval_use *use, cdy_error *error)
{
    const size_t intervals = st->count - 1;
    cdy_status status = CDY_OK;
    for (size_t first = 0; first < intervals && !status; first += AT_ONCE) {
        const size_t count = intervals - first < AT_ONCE ? intervals - first : AT_ONCE;
        stages inner = {.count = 0};
        const samples in = {.st = st, .inner = &inner, .K = K, .first = first};
        status = create_samples(&in, count, &inner, error);
        for (size_t i = first; i < first + count && !status; i++) {
            use[i] = bound_interval(&in, i);
        }
        cdy_stages_clear(&inner);
    }
    return status;
}

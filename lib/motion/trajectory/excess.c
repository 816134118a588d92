/* Excess: by how much a motion is over the limits of velocity and acceleration. */
#include "trajectory/trajectory.h"

#include <math.h>

/* Largest ratio of the peak of a smooth piece to the largest of SAMPLES samples of it. */
static const double sample_margin = 1.002;
enum { SAMPLES = 48 };

/* Raises the excess by one state of motion. */
static double state_excess(const request *r, const double *first, const double *second, const double s[3])
{
    double excess = 0;
    for (int i = 0; i < r->made->path.nv; i++) {
        const double v = first[i] * s[1], a = second[i] * s[1] * s[1] + first[i] * s[2];
        excess = fmax(excess, fmax(fabs(v) / r->limits.velocity[i], sqrt(fabs(a) / r->limits.acceleration[i])));
    }
    return excess;
}

/* The excess in a piece of the timing, over all segments of the path that it crosses. */
static double piece_excess(const request *r, size_t piece)
{
    const path *p = &r->made->path;
    const path_timing *timing = &r->made->timing;
    const size_t begin = cdy_path_segment(p, timing->s[piece]);
    const size_t end = trajectory_segment(r->made, piece, timing->s[piece + 1]);
    const int samples = SAMPLES * (int)fmin((double)(end - begin + 1), 1e6);
    const double T = timing->t[piece + 1] - timing->t[piece];
    double excess = 0, *first = r->scratch, *second = first + p->nv;
    for (int i = 0; i <= samples; i++) {
        double s[3];
        polynomial_evaluate(timing->coef + piece * PATH_COEFFICIENTS, (double)i / samples, s);
        s[0] += timing->s[piece];
        s[1] /= T;
        s[2] /= T * T;
        cdy_path_evaluate(p, trajectory_segment(r->made, piece, s[0]), s[0], NULL, first, second);
        excess = fmax(excess, state_excess(r, first, second, s));
    }
    return excess;
}

double cdy_trajectory_excess(const request *r, size_t first_piece)
{
    double excess = 0;
    for (size_t k = first_piece; k < r->made->timing.count; k++) {
        excess = fmax(excess, piece_excess(r, k));
    }
    return excess * (r->straight ? 1 : sample_margin);
}

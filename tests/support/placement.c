#include "support/placement.h"

#include <math.h>

void placement_rotation(const cdy_placement *p, double R[9])
{
    double sr = sin(p->rpy[0]), cr = cos(p->rpy[0]), sp = sin(p->rpy[1]), cp = cos(p->rpy[1]);
    double sy = sin(p->rpy[2]), cy = cos(p->rpy[2]);
    R[0] = cy * cp;
    R[1] = cy * sp * sr - sy * cr;
    R[2] = cy * sp * cr + sy * sr;
    R[3] = sy * cp;
    R[4] = sy * sp * sr + cy * cr;
    R[5] = sy * sp * cr - cy * sr;
    R[6] = -sp;
    R[7] = cp * sr;
    R[8] = cp * cr;
}

static void set_angles(cdy_placement *p, const double R[9])
{
    p->rpy[0] = atan2(R[7], R[8]);
    p->rpy[1] = atan2(-R[6], hypot(R[0], R[3]));
    p->rpy[2] = atan2(R[3], R[0]);
}

cdy_placement placement_compose(const cdy_placement *outer, const cdy_placement *inner)
{
    cdy_placement result = *outer;
    double A[9], B[9], C[9] = {0};
    placement_rotation(outer, A);
    placement_rotation(inner, B);
    for (int k = 0; k < 27; k++) {
        int i = k / 9, j = k / 3 % 3, l = k % 3;
        C[3 * i + j] += A[3 * i + l] * B[3 * l + j];
    }
    for (int k = 0; k < 9; k++) {
        result.xyz[k / 3] += A[k] * inner->xyz[k % 3];
    }
    set_angles(&result, C);
    return result;
}

cdy_placement placement_inverse(const cdy_placement *p)
{
    cdy_placement result = {{0}, {0}};
    double R[9];
    placement_rotation(p, R);
    const double T[9] = {R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]};
    for (int k = 0; k < 9; k++) {
        result.xyz[k / 3] -= T[k] * p->xyz[k % 3];
    }
    set_angles(&result, T);
    return result;
}

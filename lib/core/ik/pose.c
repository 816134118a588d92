#include "ik/pose.h"

#include "spatial/exponential.h"

static rotation rows_of(const double T[16])
{
    return (rotation){vec3_from(T), vec3_from(T + 4), vec3_from(T + 8)};
}

/* max |R R^T - 1|, over the elements. */
static double orthogonality_error(rotation R)
{
    const double products[6] = {dot(R.x, R.x) - 1, dot(R.y, R.y) - 1, dot(R.z, R.z) - 1,
                                dot(R.x, R.y),     dot(R.y, R.z),     dot(R.z, R.x)};
    double largest = 0;
    for (int i = 0; i < 6; i++) {
        largest = fmax(largest, fabs(products[i]));
    }
    return largest;
}

/* (R + R^-T) / 2: one Newton step to the nearest rotation, with quadratic convergence (Higham 1986). */
static rotation orthogonalize_step(rotation R)
{
    double k = 0.5 / dot(R.x, cross(R.y, R.z));
    return (rotation){add(scale(0.5, R.x), scale(k, cross(R.y, R.z))), add(scale(0.5, R.y), scale(k, cross(R.z, R.x))),
                      add(scale(0.5, R.z), scale(k, cross(R.x, R.y)))};
}

bool cdy_make_placement(double T[16])
{
    const double last[4] = {0, 0, 0, 1};
    for (int i = 0; i < 16; i++) {
        if (!isfinite(T[i]) || (i >= 12 && fabs(T[i] - last[i - 12]) > 1e-9)) {
            return false;
        }
    }
    rotation R = rows_of(T);
    if (!(orthogonality_error(R) < 2e-3) || !(dot(R.x, cross(R.y, R.z)) > 0)) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        R = orthogonalize_step(R);
    }
    const vec3 rows[3] = {R.x, R.y, R.z};
    for (int i = 0; i < 3; i++) {
        T[4 * i] = rows[i].x;
        T[4 * i + 1] = rows[i].y;
        T[4 * i + 2] = rows[i].z;
    }
    memcpy(T + 12, last, sizeof last);
    return true;
}

void cdy_pose_error(const double T[16], const double target[16], double error[6])
{
    const rotation R_transposed = rotation_transpose(rows_of(T));
    const vec3 w = rotation_logarithm(rotation_multiply(R_transposed, rows_of(target)));
    const vec3 p = rotate(R_transposed, (vec3){target[3] - T[3], target[7] - T[7], target[11] - T[11]});
    const double numbers[6] = {w.x, w.y, w.z, p.x, p.y, p.z};
    memcpy(error, numbers, sizeof numbers);
}

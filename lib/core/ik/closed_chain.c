/* Chains of revolute joints as products of exponentials: other chains made of them, placements, and Newton steps. */
#include "ik/closed.h"

#include <math.h>
#include <string.h>

closed_pose cdy_invert_pose(closed_pose pose)
{
    return (closed_pose){rotation_transpose(pose.R), scale(-1, rotate_back(pose.R, pose.p))};
}

closed_pose cdy_multiply_poses(closed_pose A, closed_pose B)
{
    return (closed_pose){rotation_multiply(A.R, B.R), add(A.p, rotate(A.R, B.p))};
}

closed_chain cdy_reverse_chain(const closed_chain *chain)
{
    /* Seen from the frame at positions 0: T^-1 = tool^-1 ... exp(-twist 1), with the twists in the frame's axes. */
    closed_chain r = {.n = chain->n, .tool = rotation_transpose(chain->tool), .size = chain->size};
    for (int i = 0; i < chain->n; i++) {
        const int j = chain->n - 1 - i;
        r.axis[i] = scale(-1, rotate_back(chain->tool, chain->axis[j]));
        r.point[i] = rotate_back(chain->tool, subtract(chain->point[j], chain->tip));
    }
    r.tip = scale(-1, rotate_back(chain->tool, chain->tip));
    return r;
}

/* The vector x, which starts at a point of an axis, turned about it. */
static vec3 turn_about(const closed_chain *chain, int k, circle_point at, vec3 x)
{
    return add(chain->point[k], turn(chain->axis[k], at, subtract(x, chain->point[k])));
}

closed_chain cdy_lock_joint(const closed_chain *chain, int k, circle_point at)
{
    closed_chain r = *chain;
    r.n = chain->n - 1;
    for (int i = k; i < r.n; i++) {
        r.axis[i] = turn(chain->axis[k], at, chain->axis[i + 1]);
        r.point[i] = turn_about(chain, k, at, chain->point[i + 1]);
    }
    r.tip = turn_about(chain, k, at, chain->tip);
    r.tool = turn_matrix(chain->axis[k], at, chain->tool);
    return r;
}

closed_pose cdy_place_chain(const closed_chain *chain, const circle_point *at)
{
    closed_pose placed = {chain->tool, chain->tip};
    for (int i = chain->n - 1; i >= 0; i--) {
        placed.R = turn_matrix(chain->axis[i], at[i], placed.R);
        placed.p = turn_about(chain, i, at[i], placed.p);
    }
    return placed;
}

void cdy_chain_error(closed_pose placed, closed_pose target, double error[6])
{
    const rotation A = rotation_transpose(placed.R), B = rotation_transpose(target.R);
    const vec3 w = scale(0.5, add(cross(A.x, B.x), add(cross(A.y, B.y), cross(A.z, B.z))));
    const vec3 p = subtract(target.p, placed.p);
    const double numbers[6] = {w.x, w.y, w.z, p.x, p.y, p.z};
    memcpy(error, numbers, sizeof numbers);
}

static double dot_of_six(const double a[6], const double b[6])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5];
}

closed_pose cdy_differentiate_chain(const closed_chain *chain, const circle_point *at, double J[MOST_JOINTS][6])
{
    vec3 axis[MOST_JOINTS], point[MOST_JOINTS];
    closed_pose placed = {chain->tool, chain->tip};
    for (int i = chain->n - 1; i >= 0; i--) {
        axis[i] = chain->axis[i];
        point[i] = chain->point[i];
        for (int j = i + 1; j < chain->n; j++) {
            axis[j] = turn(chain->axis[i], at[i], axis[j]);
            point[j] = turn_about(chain, i, at[i], point[j]);
        }
        placed.R = turn_matrix(chain->axis[i], at[i], placed.R);
        placed.p = turn_about(chain, i, at[i], placed.p);
    }
    for (int i = 0; i < chain->n; i++) {
        const vec3 v = cross(axis[i], subtract(placed.p, point[i]));
        const double column[6] = {axis[i].x, axis[i].y, axis[i].z, v.x, v.y, v.z};
        memcpy(J[i], column, sizeof column);
    }
    return placed;
}

/* Solves (J J^T + damping) y = e in place, by Cholesky factors. */
static void solve_damped(int n, double J[MOST_JOINTS][6], double damping, double e[6])
{
    double A[6][6];
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = i == j ? damping : 0;
            for (int k = 0; k < n; k++) {
                sum += J[k][i] * J[k][j];
            }
            for (int k = 0; k < j; k++) {
                sum -= A[i][k] * A[j][k];
            }
            A[i][j] = i == j ? sqrt(fmax(sum, 1e-28)) : sum / A[j][j];
        }
    }
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < i; k++) {
            e[i] -= A[i][k] * e[k];
        }
        e[i] /= A[i][i];
    }
    for (int i = 5; i >= 0; i--) {
        for (int k = i + 1; k < 6; k++) {
            e[i] -= A[k][i] * e[k];
        }
        e[i] /= A[i][i];
    }
}

/* Turns a point of the circle by an angle, and keeps it on the circle. */
static circle_point turn_point(circle_point at, double angle)
{
    const double c = cos(angle), s = sin(angle), x = at.c * c - at.s * s, y = at.s * c + at.c * s;
    const double size = 0.5 * (3 - (x * x + y * y)); /* 1 / hypot(x, y), near 1 */
    return (circle_point){x * size, y * size};
}

/* A sine of the error's angle tells an error from its opposite only with the cosine. */
static bool is_same_side(closed_pose placed, closed_pose target)
{
    const rotation A = placed.R, B = target.R;
    return dot(A.x, B.x) + dot(A.y, B.y) + dot(A.z, B.z) > 1;
}

bool cdy_polish_branch(const closed_chain *chain, closed_pose target, double tolerance, closed_branch *branch)
{
    enum { MOST_STEPS = 20 };
    double error[6], J[MOST_JOINTS][6], before = HUGE_VAL;
    for (int step = 0; step < MOST_STEPS; step++) {
        closed_pose placed = cdy_place_chain(chain, branch->at);
        cdy_chain_error(placed, target, error);
        const double square = dot_of_six(error, error);
        if (square <= tolerance * tolerance) {
            return is_same_side(placed, target);
        }
        if (!(square < HUGE_VAL) || (step > 6 && square > 0.25 * before)) {
            return false;
        }
        before = square;
        (void)cdy_differentiate_chain(chain, branch->at, J);
        solve_damped(chain->n, J, 1e-3 * square, error);
        for (int i = 0; i < chain->n; i++) {
            branch->at[i] = turn_point(branch->at[i], dot_of_six(J[i], error));
        }
    }
    return false;
}

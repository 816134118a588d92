/* Marks of the scene: ellipsoids of inertia and of velocities; and inverse kinematics of the frame that is moved by
 * hand. */
#include "base/jacobi.h"
#include "view.h"

#include <condyle/inverse_kinematics.h>
#include <condyle/manipulability.h>
#include <math.h>
#include <string.h>

enum { REACH_NUMBERS = 3, INERTIAL_NUMBERS = 23 };

static struct {
    double ellipsoid[16], target[16], inertial[INERTIAL_NUMBERS];
    double reach[REACH_NUMBERS]; /* whether the search converged, and the errors that are left: rad, m */
} marks;

/* Declared here, since nothing but the page calls them. */
double *view_inertial(void);
const double *view_body_inertial(int body);
const double *view_inertia(void);
const double *view_velocity_ellipsoid(const double *jacobian);
double *view_target(void);
const double *view_reach(void);
int view_inverse_kinematics(int frame, double *q);

/* Writes the matrix that makes an ellipsoid of the unit sphere: half axes along the rows of V, turned by T, about the
 * origin of T. */
static const double *ellipsoid(const double T[16], const double V[9], const double half_axes[3])
{
    memcpy(marks.ellipsoid, T, sizeof marks.ellipsoid);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            double sum = 0;
            for (int k = 0; k < 3; k++) {
                sum += T[4 * r + k] * V[3 * c + k];
            }
            marks.ellipsoid[4 * r + c] = sum * half_axes[c];
        }
    }
    return marks.ellipsoid;
}

/* A body's mass (kg), placement of its inertia (4 x 4 by rows), and ixx ixy ixz iyy iyz izz: for the page to write. */
EXPORT(view_inertial) double *view_inertial(void)
{
    return marks.inertial;
}

/* The same numbers of a body; NULL where it has no mass, or there is no tree. */
EXPORT(view_body_inertial) const double *view_body_inertial(int body)
{
    const cdy_inertial *b = view_tree() ? &cdy_tree_body(view_tree(), body)->inertial : NULL;
    if (!b || !b->given || !(b->mass > 0)) {
        return NULL;
    }
    marks.inertial[0] = b->mass;
    cdy_placement_to_matrix(&b->origin, marks.inertial + 1);
    memcpy(marks.inertial + 17, b->inertia, sizeof b->inertia);
    return marks.inertial;
}

/* The ellipsoid of uniform density with that mass and inertia, in the body's frame: its half axes have
 * a^2 = 5 / (2 m) (Iy + Iz - Ix). NULL where there is none. */
EXPORT(view_inertia) const double *view_inertia(void)
{
    const double mass = marks.inertial[0], *i = marks.inertial + 17;
    double I[9] = {i[0], i[1], i[2], i[1], i[3], i[4], i[2], i[4], i[5]}, V[9], half_axes[3];
    cdy_jacobi(3, I, V);
    for (int k = 0; k < 3; k++) {
        const double square = 2.5 / mass * (I[4 * ((k + 1) % 3)] + I[4 * ((k + 2) % 3)] - I[4 * k]);
        if (!(square > 1e-12)) {
            return NULL;
        }
        half_axes[k] = sqrt(square);
    }
    return ellipsoid(marks.inertial + 1, V, half_axes);
}

/* The velocities of a frame's origin at |qd| = 1, about the base's origin: half axes are the singular values of the
 * linear rows of the Jacobian (6 x n). */
EXPORT(view_velocity_ellipsoid) const double *view_velocity_ellipsoid(const double *jacobian)
{
    static const double identity[16] = {[0] = 1, [5] = 1, [10] = 1, [15] = 1};
    const int n = cdy_model_nv(view_model());
    double A[9], V[9], half_axes[3];
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            A[3 * r + c] = 0;
            for (int k = 0; k < n; k++) {
                A[3 * r + c] += jacobian[(3 + r) * n + k] * jacobian[(3 + c) * n + k];
            }
        }
    }
    cdy_jacobi(3, A, V);
    for (int k = 0; k < 3; k++) {
        half_axes[k] = sqrt(fmax(A[4 * k], 0));
    }
    return ellipsoid(identity, V, half_axes);
}

/* The placement that view_inverse_kinematics() is to reach, 4 x 4 by rows: for the page to write. */
EXPORT(view_target) double *view_target(void)
{
    return marks.target;
}

EXPORT(view_reach) const double *view_reach(void)
{
    return marks.reach;
}

/* Moves q to where the frame is at the target, or as near as a search from q comes, which begins nowhere else: the
 * robot does not jump while the target moves. */
EXPORT(view_inverse_kinematics) int view_inverse_kinematics(int frame, double *q)
{
    cdy_ik_options options = cdy_ik_options_default();
    cdy_ik_report report;
    options.restarts = 0;
    options.iterations = 60;
    const cdy_ik_problem problem = {.frame = frame, .target = marks.target, .start = q, .options = &options};
    const cdy_status status =
        cdy_inverse_kinematics(view_model(), view_workspace(), &problem, q, &report, view_fault());
    if (status == CDY_OK) {
        marks.reach[0] = report.converged;
        marks.reach[1] = report.angular_error;
        marks.reach[2] = report.linear_error;
    }
    return (int)status;
}

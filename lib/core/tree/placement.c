/* Placements from and to homogeneous matrices, Denavit-Hartenberg parameters and quaternions. */
#include "spatial/placement.h"

#include "base/error.h"
#include "tree/joint_traits.h"
#include "tree/tree.h"

static const double pi = 3.14159265358979323846;

static double wrap(double angle)
{
    return angle > pi ? angle - 2 * pi : angle <= -pi ? angle + 2 * pi : angle;
}

/* With the roll r, the pitch p and the yaw a,
 *   (w - y, x + z) = (cos p/2 - sin p/2) (cos, sin)((r + a)/2),
 *   (w + y, x - z) = (cos p/2 + sin p/2) (cos, sin)((r - a)/2).
 * In gimbal lock one factor vanishes, and the angle of its equation is arbitrary. That angle changes roll and yaw
 * without changing the rotation, so that no threshold and no special case is needed. */
void cdy_quaternion_to_rpy(const double xyzw[4], double rpy[3])
{
    double largest = fmax(fmax(fabs(xyzw[0]), fabs(xyzw[1])), fmax(fabs(xyzw[2]), fabs(xyzw[3])));
    double x = xyzw[0] / largest, y = xyzw[1] / largest, z = xyzw[2] / largest, w = xyzw[3] / largest;
    double half_sum = atan2(x + z, w - y);
    double half_difference = atan2(x - z, w + y);
    rpy[0] = wrap(half_sum + half_difference);
    rpy[1] = 2 * atan2(hypot(x - z, w + y), hypot(x + z, w - y)) - pi / 2;
    rpy[2] = wrap(half_sum - half_difference);
}

void cdy_placement_to_matrix(const cdy_placement *placement, double T[16])
{
    if (!placement || !T) {
        return;
    }
    transform X = transform_from_placement(placement->xyz, placement->rpy);
    const double rows[16] = {X.E.x.x, X.E.y.x, X.E.z.x, X.r.x, X.E.x.y, X.E.y.y, X.E.z.y, X.r.y,
                             X.E.x.z, X.E.y.z, X.E.z.z, X.r.z, 0,       0,       0,       1};
    memcpy(T, rows, sizeof rows);
}

/* Returns a multiple of the quaternion [x y z w] of a rotation matrix: 4 times its largest component, which Shepperd
 * (1978) selects by the diagonal. Avoids cancellation and square roots. */
static void quaternion_of_matrix(const double T[16], double xyzw[4])
{
    double xx = T[0], yy = T[5], zz = T[10];
    const double squares[4] = {1 + xx - yy - zz, 1 + yy - xx - zz, 1 + zz - xx - yy, 1 + xx + yy + zz};
    const double x_y = T[4] + T[1], x_z = T[8] + T[2], y_z = T[9] + T[6];
    const double w_x = T[9] - T[6], w_y = T[2] - T[8], w_z = T[4] - T[1];
    const double rows[4][4] = {{squares[0], x_y, x_z, w_x},
                               {x_y, squares[1], y_z, w_y},
                               {x_z, y_z, squares[2], w_z},
                               {w_x, w_y, w_z, squares[3]}};
    int largest = 0;
    for (int i = 1; i < 4; i++) {
        largest = squares[i] > squares[largest] ? i : largest;
    }
    memcpy(xyzw, rows[largest], sizeof rows[largest]);
}

/* Whether the first two rows are orthonormal and the third is their cross product. A comparison with NaN is false, so
 * that NaN fails. */
static bool is_rotation(const double T[16])
{
    const double tolerance = 1e-9;
    vec3 x = vec3_from(T), y = vec3_from(T + 4), z = vec3_from(T + 8);
    vec3 error_of_z = subtract(cross(x, y), z);
    return fabs(dot(x, x) - 1) <= tolerance && fabs(dot(y, y) - 1) <= tolerance && fabs(dot(x, y)) <= tolerance &&
           fabs(error_of_z.x) <= tolerance && fabs(error_of_z.y) <= tolerance && fabs(error_of_z.z) <= tolerance;
}

cdy_placement cdy_placement_near_matrix(const double T[16])
{
    double xyzw[4];
    cdy_placement placement = {{T[3], T[7], T[11]}, {0}};
    quaternion_of_matrix(T, xyzw);
    cdy_quaternion_to_rpy(xyzw, placement.rpy);
    return placement;
}

cdy_status cdy_placement_from_matrix(const double T[16], cdy_placement *placement, cdy_error *error)
{
    const double tolerance = 1e-9;
    if (!T || !placement) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a placement from a matrix needs 16 numbers and a placement");
    }
    if (!isfinite(T[3]) || !isfinite(T[7]) || !isfinite(T[11])) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the transform's translation, its last column, is not finite");
    }
    if (!is_rotation(T)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the transform's 3 x 3 part is not a rotation to 1e-9; expected orthogonal unit rows, "
                        "right-handed");
    }
    if (!(fabs(T[12]) <= tolerance && fabs(T[13]) <= tolerance && fabs(T[14]) <= tolerance &&
          fabs(T[15] - 1) <= tolerance)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the transform's last row is not 0 0 0 1; give it row by row");
    }
    *placement = cdy_placement_near_matrix(T);
    return CDY_OK;
}

cdy_status cdy_joint_set_fixed_transform(cdy_joint *joint, const double T[16], cdy_error *error)
{
    if (!joint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "setting a fixed transform needs a joint");
    }
    return cdy_placement_from_matrix(T, &joint->origin, error);
}

/* Denavit-Hartenberg parameters; the joint's own coordinate (theta or d) is 0. */
typedef struct dh_parameters {
    double a, alpha, d, theta;
} dh_parameters;

static cdy_status check_dh(const cdy_joint *joint, dh_parameters *p, cdy_error *error)
{
    if (!joint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "setting Denavit-Hartenberg parameters needs a joint");
    }
    if (!isfinite(p->a) || !isfinite(p->alpha) || !isfinite(p->d) || !isfinite(p->theta)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a Denavit-Hartenberg parameter is not finite");
    }
    if (cdy_joint_type_nv(joint->type) <= 1) {
        p->theta = joint_turns(joint->type) ? 0 : p->theta;
        p->d = joint_slides(joint->type) ? 0 : p->d;
        return CDY_OK;
    }
    return cdy_fail(error, CDY_ERROR_ARGUMENT,
                    "Denavit-Hartenberg parameters are for fixed, revolute, continuous and prismatic joints; this one "
                    "is %s",
                    cdy_joint_type_name(joint->type));
}

static void set_placements(cdy_joint *joint, cdy_placement origin, cdy_placement child)
{
    joint->origin = origin;
    joint->child = child;
    joint->axis[0] = joint->axis[1] = 0;
    joint->axis[2] = 1;
}

/* Rz(theta) Tz(d) Tx(a) Rx(alpha): roll is alpha, and yaw is theta. */
cdy_status cdy_joint_set_dh(cdy_joint *joint, double a, double alpha, double d, double theta, cdy_error *error)
{
    dh_parameters p = {a, alpha, d, theta};
    cdy_status status = check_dh(joint, &p, error);
    if (!status) {
        const cdy_placement child = {{p.a * cos(p.theta), p.a * sin(p.theta), p.d}, {p.alpha, 0, p.theta}};
        set_placements(joint, (cdy_placement){{0}, {0}}, child);
    }
    return status;
}

/* Rx(alpha) Tx(a) Rz(theta) Tz(d): the product of the quaternions of Rx(alpha) and Rz(theta). */
cdy_status cdy_joint_set_modified_dh(cdy_joint *joint, double a, double alpha, double d, double theta, cdy_error *error)
{
    dh_parameters p = {a, alpha, d, theta};
    cdy_status status = check_dh(joint, &p, error);
    if (!status) {
        const double sa = sin(p.alpha / 2), ca = cos(p.alpha / 2), st = sin(p.theta / 2), ct = cos(p.theta / 2);
        const double xyzw[4] = {sa * ct, -sa * st, ca * st, ca * ct};
        cdy_placement origin = {{p.a, -p.d * sin(p.alpha), p.d * cos(p.alpha)}, {p.alpha, 0, 0}};
        if (p.theta < 0 || p.theta > 0) { /* with theta = 0 roll is exactly alpha */
            cdy_quaternion_to_rpy(xyzw, origin.rpy);
        }
        set_placements(joint, origin, (cdy_placement){{0}, {0}});
    }
    return status;
}

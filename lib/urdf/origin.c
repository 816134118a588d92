/* Origins: where a frame stands in another. */
#include "urdf/value.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static double wrap(double angle)
{
    return angle > pi ? angle - 2 * pi : angle <= -pi ? angle + 2 * pi : angle;
}

/* With half angles, (w - y, x + z) = (cos p/2 - sin p/2) (cos, sin)((r + y)/2) and (w + y, x - z) =
 * (cos p/2 + sin p/2) (cos, sin)((r - y)/2).  Where one of the factors vanishes, its angle is arbitrary, and as it goes
 * into roll and yaw alike, the rotation stays the same: no threshold, no special case. */
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

static cdy_status read_quaternion(cdy_reader *r, const cdy_element *origin, cdy_placement *placement)
{
    const cdy_attribute *a = cdy_find_attribute(origin, "quat_xyzw");
    if (cdy_find_attribute(origin, "rpy")) {
        return cdy_fault(r, a->line, "<origin> has both rpy and quat_xyzw; keep one of them");
    }
    double xyzw[4];
    cdy_status status = cdy_required_numbers(r, origin, "quat_xyzw", xyzw, 4);
    if (status) {
        return status;
    }
    if (xyzw[0] == 0 && xyzw[1] == 0 && xyzw[2] == 0 && xyzw[3] == 0) {
        return cdy_fault(r, a->line, "<origin> quat_xyzw is zero, which is no rotation; expected one such as 0 0 0 1");
    }
    cdy_quaternion_to_rpy(xyzw, placement->rpy);
    return CDY_OK;
}

cdy_status cdy_read_origin(cdy_reader *r, const cdy_element *element, cdy_placement *placement)
{
    const cdy_element *origin;
    cdy_status status = cdy_only_child(r, element, "origin", &origin);
    if (status || !origin) {
        return status;
    }
    status = cdy_optional_numbers(r, origin, "xyz", placement->xyz, 3);
    if (status) {
        return status;
    }
    if (cdy_find_attribute(origin, "quat_xyzw")) {
        return read_quaternion(r, origin, placement);
    }
    return cdy_optional_numbers(r, origin, "rpy", placement->rpy, 3);
}

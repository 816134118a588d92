/* Reading and writing of <origin>: the placement of a frame in another frame. */
#include "description/value.h"
#include "tree/tree.h"
#include "urdf/urdf.h"
#include "urdf/writer.h"

#include <math.h>
#include <string.h>

static cdy_status read_quaternion(cdy_reader *r, const cdy_element *origin, cdy_placement *placement)
{
    const cdy_attribute *a = cdy_find_attribute(origin, "quat_xyzw");
    if (cdy_find_attribute(origin, "rpy")) {
        return cdy_fault(r, CDY_RULE_ROTATION, a->at, "<origin> has both rpy and quat_xyzw; keep one of them");
    }
    double xyzw[4];
    cdy_status status = cdy_required_numbers(r, origin, "quat_xyzw", xyzw, 4);
    if (status) {
        return status;
    }
    if (xyzw[0] == 0 && xyzw[1] == 0 && xyzw[2] == 0 && xyzw[3] == 0) {
        return cdy_fault(r, CDY_RULE_ROTATION, a->at,
                         "<origin> quat_xyzw is zero, which is no rotation; expected one such as 0 0 0 1");
    }
    const double length = hypot(hypot(xyzw[0], xyzw[1]), hypot(xyzw[2], xyzw[3]));
    if (fabs(length - 1) > 1e-3) {
        cdy_warn(r, CDY_RULE_QUATERNION_NOT_UNIT, a->at, "the quaternion %g %g %g %g has length %g; expected 1",
                 xyzw[0], xyzw[1], xyzw[2], xyzw[3], length);
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
    bool faulty = false;
    status = cdy_continue_reading(r, cdy_optional_numbers(r, origin, "xyz", placement->xyz, 3), &faulty);
    if (!status) {
        status = cdy_continue_reading(r,
                                      cdy_find_attribute(origin, "quat_xyzw")
                                          ? read_quaternion(r, origin, placement)
                                          : cdy_optional_numbers(r, origin, "rpy", placement->rpy, 3),
                                      &faulty);
    }
    return !status && faulty ? CDY_ERROR_ROBOT : status;
}

/* Bitwise comparison, so that -0 is written. */
static bool is_zero(const void *numbers, size_t size)
{
    static const cdy_placement zero;
    return memcmp(numbers, &zero, size) == 0;
}

bool cdy_is_zero_origin(const cdy_placement *origin)
{
    return is_zero(origin, sizeof *origin);
}

void cdy_write_origin(cdy_xml_output *out, const cdy_placement *origin)
{
    if (cdy_is_zero_origin(origin)) {
        return;
    }
    cdy_xml_open(out, "origin");
    if (!is_zero(origin->xyz, sizeof origin->xyz)) {
        cdy_xml_numbers(out, "xyz", origin->xyz, 3);
    }
    if (!is_zero(origin->rpy, sizeof origin->rpy)) {
        cdy_xml_numbers(out, "rpy", origin->rpy, 3);
    }
    cdy_xml_close(out, "origin");
}

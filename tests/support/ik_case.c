#include "support/ik_case.h"

#include "support/compare.h"

#include <math.h>
#include <string.h>

void place(robot *r, int frame, const double *q, double T[16])
{
    cdy_error error = {0};
    ck_assert_ok(cdy_get_transform(r->model, r->work, frame, 0, q, T, &error), error);
}

cdy_ik_report solve(robot *r, int frame, const double T[16], const double *start, const cdy_ik_options *options,
                    double *q)
{
    cdy_error error = {0};
    cdy_ik_report report;
    memset(&report, 0x55, sizeof report);
    ck_assert_ok(
        cdy_inverse_kinematics(r->model, r->work,
                               &(cdy_ik_problem){.frame = frame, .target = T, .start = start, .options = options}, q,
                               &report, &error),
        error);
    return report;
}

/* The distance of two placements in m, and the sine of half the angle between them. */
void compare_placements(const double A[16], const double B[16], double *distance, double *half_sine)
{
    double square = 0;
    *distance = sqrt(pow(A[3] - B[3], 2) + pow(A[7] - B[7], 2) + pow(A[11] - B[11], 2));
    for (int i = 0; i < 12; i++) {
        square += i % 4 < 3 ? pow(A[i] - B[i], 2) : 0;
    }
    *half_sine = sqrt(square / 8);
}

/* Links of 1 m and 0.5 m in the plane x y, with limits if lower < upper. */
robot make_arm(double lower, double upper)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("upper", "shoulder", CDY_JOINT_REVOLUTE);
    body.joint.limit = (cdy_limit){lower < upper, lower, upper, 0, 0};
    add_body(tree, &body, "base");
    body = make_body("lower", "elbow", CDY_JOINT_REVOLUTE);
    set_origin(&body, 1, 0, 0, 0, 0, 0);
    body.joint.limit = (cdy_limit){lower < upper, lower, upper, 0, 0};
    add_body(tree, &body, "upper");
    body = make_body("hand", "weld", CDY_JOINT_FIXED);
    set_origin(&body, 0.5, 0, 0, 0, 0, 0);
    add_body(tree, &body, "lower");
    return make_robot(tree);
}

cdy_ik_options position_only(void)
{
    cdy_ik_options options = cdy_ik_options_default();
    memset(options.weights, 0, 3 * sizeof(double));
    return options;
}

void at(double x, double y, double z, double T[16])
{
    const double values[16] = {1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1};
    memcpy(T, values, sizeof values);
}

/* Physical inertias: the tolerance, moments in order at any scale, and the nearest inertia of a body. */
#include "description/inertia.h"
#include "support/compare.h"
#include "support/suite.h"

#include <condyle/condyle.h>
#include <math.h>
#include <string.h>

/* The inertia [ixx ixy ixz iyy iyz izz] with these principal moments about the axes of a quaternion's rotation. */
static void turn(const double moments[3], const double quaternion[4], double I[6])
{
    double q[4], length = 0;
    for (int i = 0; i < 4; i++) {
        length += quaternion[i] * quaternion[i];
    }
    for (int i = 0; i < 4; i++) {
        q[i] = quaternion[i] / sqrt(length);
    }
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double R[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                            {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                            {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
    static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    for (int i = 0; i < 6; i++) {
        I[i] = 0;
        for (int k = 0; k < 3; k++) {
            I[i] += R[row[i]][k] * moments[k] * R[column[i]][k];
        }
    }
}

START_TEST(moments_are_physical_within_a_hundredth)
{
    static const struct {
        double moments[3]; /* in order */
        bool physical;
    } bodies[] = {
        {{0, 0, 0}, true},           {{1, 1, 1}, true},
        {{1, 2, 2.5}, true},         {{1, 1, 2.0201}, true},
        {{1, 1, 2.0203}, false},     {{-0.0199, 2, 2}, true},
        {{-0.0201, 2, 2}, false},    {{-1, 0, 0.5}, false},
        {{-0.5, -0.4, -0.3}, false}, {{-0.004, -0.003, 0.2}, false},
        {{0, 1, 1}, true},           {{0.5, 2, 2.6}, false},
        {{0, 0, 1}, false},
    };
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const double scales[] = {1, 1e300, 1e-300, 3e-310};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        for (int k = 0; k < 24; k++) {
            const double scale = scales[k / 6], *m = bodies[i].moments;
            const int *order = orders[k % 6];
            const double I[6] = {m[order[0]] * scale, 0, 0, m[order[1]] * scale, 0, m[order[2]] * scale};
            double moments[3];
            ck_assert_msg(cdy_is_physical_inertia(I, moments) == bodies[i].physical, "body %zu, %d", i, k);
            for (int j = 0; j < 3; j++) {
                ck_assert_double_le(fabs(moments[j] / scale - m[j]), 1e-12);
            }
        }
    }
}
END_TEST

/* The second moments of mass, s = (sum of the moments)/2 - moment, have no negative eigenvalue: each one becomes 0. */
START_TEST(the_nearest_inertia_has_no_negative_second_moment)
{
    uint64_t state = 7;
    for (int round = 0; round < 300; round++) {
        double m[3], quaternion[4], I[6], found[6], expected[6], moments[3], s[3];
        for (int k = 0; k < 3; k++) {
            m[k] = draw(&state, -1, 2);
        }
        draw_array(&state, 1, quaternion, 4);
        turn(m, quaternion, I);
        for (int k = 0; k < 3; k++) {
            s[k] = fmax((m[0] + m[1] + m[2]) / 2 - m[k], 0);
        }
        turn((double[]){s[1] + s[2], s[0] + s[2], s[0] + s[1]}, quaternion, expected);
        cdy_nearest_inertia(I, found);
        ck_assert_near(found, expected, 6, 1e-13);
        const double scale = round % 2 ? 4e307 : 1e-300; /* sums of moments overflow */
        double scaled[6];
        for (int i = 0; i < 6; i++) {
            scaled[i] = I[i] * scale;
        }
        cdy_nearest_inertia(scaled, scaled);
        for (int i = 0; i < 6; i++) {
            ck_assert_double_le(fabs(scaled[i] / scale - expected[i]), 1e-13);
        }
        ck_assert(cdy_is_physical_inertia(found, moments));
        const bool physical = s[0] > 0 && s[1] > 0 && s[2] > 0;
        ck_assert(!physical || cdy_is_physical_inertia(I, moments));
        ck_assert(!physical || largest_difference(I, found, 6) < 1e-13);
    }
    double zero[6] = {1, 1, 1, 1, 1, 1};
    cdy_nearest_inertia((double[6]){0}, zero);
    ck_assert_near(zero, ((double[6]){0}), 6, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("physical_inertia");
    TCase *inertias = add_case(suite, "inertias", moments_are_physical_within_a_hundredth);
    tcase_add_test(inertias, the_nearest_inertia_has_no_negative_second_moment);
    return run_suites(suite, NULL);
}

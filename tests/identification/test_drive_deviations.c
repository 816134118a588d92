/* Standard deviations of identified drives: on many arms the numbers come back within them. */
#include "support/compare.h"
#include "support/driven_arm.h"
#include "support/recording.h"
#include "support/suite.h"

#include <math.h>

/* On many arms beside known bodies, the numbers that the torque is linear in come back within their deviations: of
 * normally distributed errors one in 15787 is beyond four. The searched velocities add to them. */
START_TEST(numbers_come_back_within_their_deviations)
{
    cdy_error error = {0};
    uint64_t state = (uint64_t)_i + 1000;
    robot arm = make_driven_arm(&state), given = load_bundled_robot("universalUR5e");
    cdy_drive_identification_options options = cdy_drive_identification_options_default();
    cdy_drive_identification *id;
    cdy_drive_identification_result result;
    options.bodies = false;
    ck_assert_ok(cdy_drive_identification_create(given.model, &options, &id, &error), error);
    record_arm(&arm, id, 600, 0.2, &state);
    ck_assert_ok(cdy_drive_identification_solve(id, &result, &error), error);
    for (int frame = 1, i = 0; frame < cdy_tree_body_count(arm.tree); frame++) {
        const cdy_joint *joint = &cdy_tree_body(arm.tree, frame)->joint;
        if (cdy_joint_type_nv(joint->type) == 1) {
            const cdy_drive_estimate *d = &result.drives[i], *s = &result.deviations[i];
            const double truths[] = {joint->dynamics.damping, joint->rotor_inertia * 101 * 101, joint->drive.offset};
            const double found[] = {d->damping, d->rotor_inertia, d->offset};
            const double deviations[] = {s->damping, s->rotor_inertia,
                                         result.left_out[i] & 4U ? 0.2 / sqrt(600) : s->offset};
            for (int k = 0; k < 3; k++) {
                ck_assert_msg(fabs(found[k] - truths[k]) <= 4.5 * deviations[k] + 0.01 * fabs(truths[k]),
                              "number %d of joint %d: %g +- %g, not %g", k, i, found[k], deviations[k], truths[k]);
            }
            i++;
        }
    }
    free_robot(&arm);
    free_robot(&given);
    cdy_drive_identification_destroy(id);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("drive_deviations");
    TCase *tests = tcase_create("deviations");
    tcase_add_loop_test(tests, numbers_come_back_within_their_deviations, 0, UNLESS_WATCHED(100, 2));
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}

#include "commands/motion/efforts.h"

#include "run/message.h"
#include "values/coordinates.h"
#include "values/log_gain.h"

#include <math.h>

const char *const effort_words[] = {"torque", "current", "gravity-free", "motor", NULL};

static const option_row effort_rows[] = {
    {.kind = OPTION_CHOICE,
     .name = "--effort",
     .standard = "torque",
     .help =
         "what tau of the rows is: torques of the joints, times the torque gains of ROBOT if it has them; currents of "
         "the motors, times its current gains; torques without those that gravity needs, which ROBOT tells; "
         "torques at the motors' side, times the gear ratios of ROBOT",
     .words = effort_words},
    {0},
};
const option_table effort_table = {.rows = effort_rows};

static bool is_zero(double number)
{
    return fabs(number) <= 0;
}

double effort_factor(const robot *r, effort_kind kind, int velocity)
{
    const cdy_joint *joint = joint_of_velocity(r, velocity);
    switch (kind) {
    case EFFORT_CURRENT: return joint ? joint->drive.current_gain : 0;
    case EFFORT_MOTOR: return joint && !is_zero(joint->gear_ratio) ? joint->gear_ratio : 0;
    case EFFORT_TORQUE: return torque_gain_of(r, velocity);
    case EFFORT_GRAVITY_FREE: break;
    }
    return 1;
}

static exit_code fail_factor(const robot *r, effort_kind kind, int velocity)
{
    const bool current = kind == EFFORT_CURRENT;
    return fail(EXIT_INPUT,
                "--effort %s: joint '%s' of ROBOT has no %s; expected one in its %s of a robot file, which compiled "
                "models do not keep",
                effort_words[kind], vector_coordinate(r->model, VECTOR_TAU, velocity).joint,
                current ? "current_gain, which 'identify --gains' finds" : "gear ratio",
                current ? "<drive>" : "<transmission>");
}

exit_code effort_factors(const robot *r, effort_kind kind, double *factors)
{
    bool any = false;
    for (int i = 0; i < cdy_model_nv(r->model); i++) {
        factors[i] = effort_factor(r, kind, i);
        any = any || factors[i] < 1 || factors[i] > 1;
        if (is_zero(factors[i])) {
            return fail_factor(r, kind, i);
        }
    }
    if (!any && kind == EFFORT_MOTOR) {
        return fail(EXIT_INPUT,
                    "--effort motor: ROBOT states no gear ratio but 1; expected those of its <transmission>");
    }
    if (any && kind == EFFORT_TORQUE) {
        note("torques of the rows are times the torque gains of ROBOT");
    }
    return EXIT_FINE;
}

/* condyle ik: inverse kinematics. */
#include "report/calculation.h"
#include "run/command.h"

#include <math.h>
#include <string.h>

typedef struct ik_options {
    calculation_options calculation;
    double pose[6]; /* --pose: x y z in m, rx ry rz in rad or, with --deg, in degrees */
    bool pose_given;
    double target[16]; /* --target: 4 x 4, row-major */
    bool target_given;
} ik_options;

/* R = Rz(rz) Ry(ry) Rx(rx), p = x y z. */
static void place(const double pose[6], double T[16])
{
    double cx = cos(pose[3]), sx = sin(pose[3]), cy = cos(pose[4]), sy = sin(pose[4]);
    double cz = cos(pose[5]), sz = sin(pose[5]);
    const double placed[16] = {cz * cy,
                               cz * sy * sx - sz * cx,
                               cz * sy * cx + sz * sx,
                               pose[0],
                               sz * cy,
                               sz * sy * sx + cz * cx,
                               sz * sy * cx - cz * sx,
                               pose[1],
                               -sy,
                               cy * sx,
                               cy * cx,
                               pose[2],
                               0,
                               0,
                               0,
                               1};
    memcpy(T, placed, sizeof placed);
}

/* Reads the target from --pose, --target or the rows. */
static exit_code prepare(task *t)
{
    const ik_options *o = t->own;
    const bool pose = o->pose_given, target = o->target_given, rows = o->calculation.rows.input;
    double *T = t->state.values[QUANTITY_T];
    if (pose && target) {
        return fail(EXIT_USAGE, "--pose and --target exclude each other; give one of them");
    }
    if (!pose && !target && !rows) {
        return fail(EXIT_USAGE,
                    "'ik' needs a target: --pose x,y,z,rx,ry,rz, --target with 16 numbers, or rows of --input");
    }
    if (pose) {
        double given[6];
        memcpy(given, o->pose, sizeof given);
        for (int i = 3; i < 6 && o->calculation.numbers.degrees; i++) {
            given[i] = radians(given[i]);
        }
        if (!o->calculation.numbers.degrees) {
            limit_watch_pose(given + 3);
        }
        place(given, T);
    } else {
        memcpy(T, o->target, sizeof o->target);
    }
    if (rows && (pose || target)) {
        t->inputs &= ~BIT(QUANTITY_T); /* rows give initial configurations */
    }
    t->state.seed = o->calculation.state.seed;
    return calculation_find_body(t, "--body", o->calculation.body, &t->state.frame);
}

static cdy_status compute(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    cdy_ik_options search = cdy_ik_options_default();
    cdy_ik_report report;
    double *q = s->values[QUANTITY_Q];
    search.seed = s->seed;
    cdy_status status =
        cdy_inverse_kinematics(model, workspace, s->frame, s->values[QUANTITY_T], q, &search, q, &report, error);
    if (status == CDY_OK) {
        s->values[QUANTITY_CONVERGED][0] = report.converged;
        s->values[QUANTITY_ERROR][0] = hypot(report.angular_error, report.linear_error);
        s->values[QUANTITY_ANGULAR_ERROR][0] = report.angular_error;
        s->values[QUANTITY_LINEAR_ERROR][0] = report.linear_error;
        s->values[QUANTITY_ITERATIONS][0] = report.iterations;
        s->values[QUANTITY_RESTARTS][0] = report.restarts;
    }
    return status;
}

static const calculation inverse_kinematics = {
    .command = "ik",
    .title = "Inverse kinematics",
    .inputs = BIT(QUANTITY_Q) | BIT(QUANTITY_T),
    .results = BIT(QUANTITY_Q) | BIT(QUANTITY_CONVERGED) | BIT(QUANTITY_ERROR) | BIT(QUANTITY_ANGULAR_ERROR) |
               BIT(QUANTITY_LINEAR_ERROR) | BIT(QUANTITY_ITERATIONS) | BIT(QUANTITY_RESTARTS),
    .search = true,
    .prepare = prepare,
    .compute = compute,
};

static const option_row rows[] = {
    {.kind = OPTION_NUMBERS,
     .name = "--pose",
     .metavar = "x,y,z,rx,ry,rz",
     .offset = offsetof(ik_options, pose),
     .given = offsetof(ik_options, pose_given),
     .help = "target in the base frame: m, and rad about the fixed axes, R = Rz Ry Rx",
     .count = 6,
     .expected = "x,y,z in m and rx,ry,rz, angles about fixed axes"},
    {.kind = OPTION_NUMBERS,
     .name = "--target",
     .metavar = "T",
     .offset = offsetof(ik_options, target),
     .given = offsetof(ik_options, target_given),
     .help = "target as a 4 x 4 matrix: 16 numbers, row by row",
     .count = 16,
     .expected = "a 4 x 4 matrix row by row"},
    INCLUDE_TABLE(body_table, ik_options, calculation.body),
    INCLUDE_TABLE(q_table, ik_options, calculation.state),
    INCLUDE_TABLE(calculation_table, ik_options, calculation),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&inverse_kinematics, options, out);
}

const command command_ik = {
    .name = "ik",
    .summary = "inverse kinematics: a configuration that places a body",
    .description =
        "Inverse kinematics: a configuration q within the limits that places --body at --pose or --target\n"
        "in the base frame, by damped least squares from --q, then from random configurations.  error is\n"
        "the norm of the remaining rotation (rad, angular_error) and distance (m, linear_error) together.\n"
        "If no configuration is found, the nearest one is printed, converged is false (0 in csv), and the\n"
        "exit code is 4.\n"
        "\n"
        "Rows of --input have targets, T[0][0] to T[3][3] or \"T\", and initial configurations q; arrays have\n"
        "q, then T, or T alone.  With --pose or --target the rows are initial configurations for one\n"
        "target.\n",
    .examples = "condyle ik universalUR5e --body tool0 --pose 0.4,0.2,0.5,0,3.14,0\n"
                "condyle ik universalUR5e --body tool0 --pose 0.4,0.2,0.5,0,180,0 --deg --q 0,-90,90,0,0,0\n"
                "condyle ik kukaIiwa14 --body iiwa_link_ee --target 1,0,0,.4,0,1,0,.1,0,0,1,.8,0,0,0,1 --format csv\n",
    .options = &table,
    .size = sizeof(ik_options),
    .run = run,
};

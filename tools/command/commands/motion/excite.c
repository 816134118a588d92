/* condyle excite: a motion from which parameters can be identified. */
#include "commands/motion/motion_rows.h"
#include "options/command.h"
#include "rows/payload.h"

#include <math.h>

typedef struct excite_options {
    calculation_options calculation;
    motion_limit_options limits;
    double time;           /* --time: the period, s */
    int harmonics;         /* --harmonics */
    int evaluations;       /* --evaluations */
    double scale;          /* --scale */
    bool friction, rotors; /* --friction, --rotors */
} excite_options;

static cdy_status evaluate(const void *motion, double t, double *q, double *qd, double *qdd, cdy_error *error)
{
    return cdy_excitation_evaluate(motion, t, q, qd, qdd, error);
}

static exit_code run_computation(computation *t, output *out)
{
    const excite_options *o = t->own;
    cdy_excitation_options options = cdy_excitation_options_default();
    cdy_excitation *excitation = NULL;
    motion_limits limits = {.velocity = NULL};
    cdy_error error;
    exit_code code = motion_limits_read(t, &o->limits, &limits);
    options.duration = o->time;
    options.harmonics = o->harmonics;
    options.velocity = limits.velocity;
    options.acceleration = limits.acceleration;
    options.effort = limits.effort;
    options.scale = o->scale;
    options.regressor.damping = options.regressor.coulomb = o->friction;
    options.regressor.rotor_inertia = o->rotors;
    options.evaluations = o->evaluations;
    options.seed = o->calculation.state.seed;
    if (code == EXIT_FINE && cdy_excitation_create(t->robot->model, &options, &excitation, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    if (code == EXIT_FINE) {
        note("%d base parameters; condition number of their regressor %.4g", cdy_excitation_rank(excitation),
             cdy_excitation_condition(excitation));
        code = motion_rows_write(t, out, excitation, evaluate, o->time, o->limits.rate);
    }
    cdy_excitation_destroy(excitation);
    motion_limits_clear(&limits);
    return code;
}

static const calculation excitation = {
    .command = "excite",
    .title = "Excitation",
    .results = BIT(QUANTITY_TIME) | BIT(QUANTITY_Q) | BIT(QUANTITY_QD) | BIT(QUANTITY_QDD),
    .gravity = true,
    .run = run_computation,
};

static const option_row rows[] = {
    {.kind = OPTION_NUMBER,
     .name = "--time",
     .letter = "-T",
     .metavar = "T",
     .offset = offsetof(excite_options, time),
     .standard = "10",
     .help = "the period, s",
     .above_zero = true},
    {.kind = OPTION_INTEGER,
     .name = "--harmonics",
     .metavar = "N",
     .offset = offsetof(excite_options, harmonics),
     .standard = "5",
     .help = "harmonics of each joint's series",
     .least = 2,
     .most = 100},
    {.kind = OPTION_INTEGER,
     .name = "--evaluations",
     .metavar = "N",
     .offset = offsetof(excite_options, evaluations),
     .standard = "300",
     .help = "motions that the search tries",
     .least = 1,
     .most = 1000000},
    {.kind = OPTION_NUMBER,
     .name = "--scale",
     .metavar = "S",
     .offset = offsetof(excite_options, scale),
     .standard = "0.95",
     .help = "share of every limit that is used",
     .above_zero = true,
     .most = 1},
    {.kind = OPTION_FLAG,
     .name = "--friction",
     .offset = offsetof(excite_options, friction),
     .help = "for damping and Coulomb friction as well"},
    {.kind = OPTION_FLAG,
     .name = "--rotors",
     .offset = offsetof(excite_options, rotors),
     .help = "for rotor inertias as well"},
    INCLUDE_TABLE(motion_limit_table, excite_options, limits),
    INCLUDE_TABLE(payload_table, excite_options, calculation.payloads),
    INCLUDE_TABLE(seed_table, excite_options, calculation.state.seed),
    INCLUDE_TABLE(robot_table, excite_options, calculation.robot),
    INCLUDE_TABLE(number_table, excite_options, calculation.numbers),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&excitation, options, out);
}

const command command_excite = {
    .name = "excite",
    .summary = "a motion for identify, as rows t, q, qd, qdd",
    .description =
        "Excitation: a motion of one period from which 'identify' can tell the parameters well, as rows\n"
        "t (s), q, qd and qdd. Each joint of one degree of freedom moves along a Fourier series, at\n"
        "rest at both ends; the series are searched for the least condition number of the base\n"
        "regressor (Swevers and others 1997) and keep the limits of positions, velocities,\n"
        "accelerations and efforts, with --payload. Other joints stay at home. Joints without limits of position turn\n"
        "by 3.14 rad, or slide by 1 m, to either side. The same --seed gives the same motion. Whether\n"
        "the robot hits itself or something else is for you to see.\n",
    .examples = "condyle excite universalUR5e --evaluations 20 --acceleration 5 --rate 10 -o excitation.csv\n"
                "condyle excite universalUR5e --evaluations 20 --rate 10 | condyle id universalUR5e --input -\n",
    .options = &table,
    .size = sizeof(excite_options),
    .uses_mass = true,
    .run = run,
};

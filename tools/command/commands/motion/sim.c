/* condyle sim: motion over time. */
#include "commands/motion/sim_input.h"
#include "commands/motion/sim_law.h"
#include "commands/motion/sim_loops.h"
#include "commands/motion/sim_options.h"
#include "commands/motion/sim_plot.h"
#include "compute/calculation.h"
#include "compute/limit_use.h"
#include "compute/row_writer.h"
#include "options/command.h"
#include "run/progress.h"
#include "values/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double most_steps = 1e10; /* takes some hours */

/* A simulation with its outputs. */
typedef struct sim {
    computation *computation;
    calculation_options options; /* with the default fields of the rows */
    cdy_motion_model *law;
    double *torques; /* --tau, nv; NULL: not given */
    sim_input input; /* --input */
    sim_loops loops;
    cdy_simulation *simulation;
    row_writer writer;
    sim_plot plot;
    uint64_t steps;
    bool rows; /* rows are written */
} sim;

/* Computes the external forces of the options' wrenches at the current configuration. */
static cdy_status apply_wrenches(void *user, double t, const double *q, const double *qd, double *fext)
{
    (void)t, (void)qd;
    const computation *work = user;
    return wrench_list_apply(&work->wrenches, work->robot->model, work->workspace, q, fext, NULL);
}

/* Computes the torques of the control law, if any, plus --tau, plus those of --input. */
static cdy_status compute_torques(void *user, double t, const double *q, const double *qd, double *tau)
{
    sim *s = user;
    cdy_status status = s->law ? cdy_motion_model_control(s->law, t, q, qd, tau) : CDY_OK;
    for (int i = 0; i < cdy_model_nv(s->computation->robot->model) && s->torques; i++) {
        tau[i] += s->torques[i];
    }
    if (!status && s->input.open && !sim_input_add(&s->input, t, tau)) {
        status = CDY_ERROR_IO;
    }
    return status;
}

static cdy_status compute_slopes(void *user, double t, const double *q, const double *qd, double *stiffness,
                                 double *damping)
{
    const sim *s = user;
    return s->law ? cdy_motion_model_slopes(s->law, t, q, qd, stiffness, damping) : CDY_OK;
}

static exit_code read_torques(sim *s)
{
    const calculation_options *o = s->computation->options;
    const char *given = o->state.vectors[VECTOR_TAU];
    if (!given) {
        return EXIT_FINE;
    }
    s->torques = calloc((size_t)cdy_model_nv(s->computation->robot->model) + 1, sizeof *s->torques);
    return s->torques ? vector_read(s->computation->robot, VECTOR_TAU, "--tau", given, o->state.seed,
                                    o->numbers.degrees, s->torques)
                      : fail_memory();
}

static exit_code make_simulation(sim *s)
{
    const sim_options *c = s->computation->own;
    cdy_simulation_options o = cdy_simulation_options_default();
    cdy_error error;
    o.integrator = (cdy_integrator)c->integrator;
    o.step = c->step;
    if (c->tolerance > 0) {
        o.relative_tolerance = c->tolerance;
        o.absolute_tolerance = c->tolerance / 100;
    }
    if (s->law || s->torques || s->input.open) {
        o.control = compute_torques;
        o.control_slopes = compute_slopes;
        o.control_user = s;
    }
    o.saturate = c->saturate;
    o.stops = c->stops;
    if (s->computation->wrenches.count > 0) {
        o.environment = apply_wrenches;
        o.environment_user = s->computation;
    }
    double *const *values = s->computation->state.values;
    const double start = s->input.open ? sim_input_start(&s->input) : 0;
    cdy_status status = cdy_simulation_create(s->computation->robot->model, &o, &s->simulation, &error);
    status = status ? status
                    : cdy_simulation_set_state(s->simulation, start, values[VARIABLE_Q], values[VARIABLE_QD], &error);
    return status ? fail_library(&error) : EXIT_FINE;
}

static exit_code count_steps(sim *s)
{
    const sim_options *c = s->computation->own;
    if (!c->time_given) {
        s->steps = UINT64_MAX; /* until the rows of --input end */
        return EXIT_FINE;
    }
    double steps = floor(c->time / c->step * (1 + 1e-12) + 1e-9);
    if (!(steps <= most_steps)) {
        return fail(EXIT_USAGE, "--time %g takes %.3g steps of %g s; expected %g at most: take a longer --dt", c->time,
                    steps, c->step, most_steps);
    }
    s->steps = (uint64_t)steps;
    if (fabs(steps * c->step - c->time) > 1e-9 * c->time) {
        note("the motion ends at %.9g s: --time is no multiple of the step", steps * c->step);
    }
    return EXIT_FINE;
}

/* Copies the simulation's state, torques and energies to the computation. */
static exit_code update_state(sim *s)
{
    const cdy_model *model = s->computation->robot->model;
    double *const *values = s->computation->state.values;
    cdy_error error;
    values[VARIABLE_TIME][0] = cdy_simulation_time(s->simulation);
    memcpy(values[VARIABLE_Q], cdy_simulation_q(s->simulation), (size_t)cdy_model_nq(model) * sizeof(double));
    memcpy(values[VARIABLE_QD], cdy_simulation_qd(s->simulation), (size_t)cdy_model_nv(model) * sizeof(double));
    cdy_status status = cdy_simulation_torque(s->simulation, values[VARIABLE_TAU], &error);
    status = status
                 ? status
                 : cdy_simulation_energy(s->simulation, values[VARIABLE_KINETIC], values[VARIABLE_POTENTIAL], &error);
    limit_use_set(s->computation);
    for (int kind = 0; kind < VECTOR_COUNT && s->computation->options->numbers.degrees; kind++) {
        if (values[kind]) {
            variable_to_degrees(model, (variable)kind, values[kind]);
        }
    }
    return status ? fail_library(&error) : EXIT_FINE;
}

/* Writes and plots the state at the steps that --every selects. */
static exit_code output_state(sim *s, uint64_t step)
{
    const sim_options *o = s->computation->own;
    bool row = s->rows && step % o->every == 0;
    bool point = sim_plot_wants(&s->plot, step);
    if (!row && !point) {
        return EXIT_FINE;
    }
    exit_code code = update_state(s);
    if (code == EXIT_FINE && row) {
        const char *problem = row_writer_add(&s->writer);
        code = problem ? fail(EXIT_IO, "%s", problem) : EXIT_FINE;
    }
    return code == EXIT_FINE && point ? sim_plot_add(&s->plot) : code;
}

/* Whether a further step is to be taken: until --time, or while the rows of --input reach to its end. */
static bool goes_on(sim *s, uint64_t step)
{
    const sim_options *c = s->computation->own;
    if (!s->input.open) {
        return step < s->steps;
    }
    const double t = cdy_simulation_time(s->simulation);
    sim_input_forget(&s->input, t);
    return step < s->steps && (c->time_given || sim_input_reaches(&s->input, t + c->step, 1e-6 * c->step));
}

static void show_progress(const sim *s, progress *p, uint64_t step)
{
    const sim_options *c = s->computation->own;
    if (c->time_given) {
        progress_show(p, step, s->steps);
    } else {
        progress_show(p, s->input.rows.in.taken, s->input.rows.in.total);
    }
}

/* Fails where a step does; a faulty row of --input is reported already. */
static exit_code fail_step(const sim *s, const cdy_error *error)
{
    return s->input.code == EXIT_FINE ? fail_library(error) : s->input.code;
}

/* Fails where an initial position is so large that rounding takes the steps of a motion away. */
static exit_code check_positions(const sim *s)
{
    const cdy_model *model = s->computation->robot->model;
    const double *q = cdy_simulation_q(s->simulation);
    const double finest = 1e-6; /* rad or m */
    cdy_coordinate c;
    for (int i = 0; i < cdy_model_nq(model); i++) {
        const double size = fabs(q[i]), apart = nextafter(size, HUGE_VAL) - size;
        if (apart > finest && cdy_model_position(model, i, &c) == CDY_OK) {
            return fail(EXIT_NUMERICAL,
                        "at t = %.9g s: joint '%.80s' is at %.6g %s, where numbers are %.2g apart, and steps of the "
                        "motion are lost in rounding; begin nearer to 0",
                        cdy_simulation_time(s->simulation), c.joint, q[i], c.angular ? "rad" : "m", apart);
        }
    }
    return EXIT_FINE;
}

static exit_code run_steps(sim *s, const output *out)
{
    progress p = progress_begin();
    const double step = ((const sim_options *)s->computation->own)->step, start = cdy_simulation_time(s->simulation);
    exit_code code = output_state(s, 0);
    for (uint64_t i = 0; code == EXIT_FINE && !out->error && goes_on(s, i); i++) {
        cdy_error error;
        show_progress(s, &p, i);
        const cdy_status status =
            s->loops.closure.mechanism
                ? sim_loops_step(&s->loops, s->simulation, start + (double)(i + 1) * step, step, &error)
                : cdy_simulation_step(s->simulation, &error);
        if (status) {
            progress_clear(&p);
            return fail_step(s, &error);
        }
        code = output_state(s, i + 1);
    }
    progress_clear(&p);
    return code == EXIT_FINE ? s->input.code : code;
}

static exit_code open_rows(sim *s, output *out)
{
    const sim_options *c = s->computation->own;
    exit_code code = row_writer_open(&s->writer, s->computation, out, NO_VARIABLES);
    if (c->time_given) {
        row_writer_expect(&s->writer, s->steps / c->every + 1);
    }
    return code == EXIT_FINE ? row_writer_check(&s->writer) : code;
}

static exit_code run_computation(computation *t, output *out)
{
    const calculation_options *given = t->options;
    const sim_options *o = t->own;
    sim s = {.computation = t, .options = *given};
    s.options.numbers.fields = given->numbers.fields ? given->numbers.fields : "t,q,qd,tau,kinetic,potential";
    s.rows = !o->plot || given->invocation.output;
    t->options = &s.options;
    exit_code code = count_steps(&s);
    code = code == EXIT_FINE && given->rows.input
               ? sim_input_open(&s.input, t, o->time_given ? HUGE_VAL : most_steps * o->step)
               : code;
    code = code == EXIT_FINE ? sim_loops_open(&s.loops, t) : code;
    code = code == EXIT_FINE ? sim_law_make(t, &s.law) : code;
    code = code == EXIT_FINE ? read_torques(&s) : code;
    code = code == EXIT_FINE ? make_simulation(&s) : code;
    code = code == EXIT_FINE ? check_positions(&s) : code;
    code = code == EXIT_FINE ? sim_loops_check(&s.loops, s.simulation) : code;
    code = code == EXIT_FINE && s.rows ? open_rows(&s, out) : code;
    code = code == EXIT_FINE ? sim_plot_open(&s.plot, t, s.steps) : code;
    code = code == EXIT_FINE ? run_steps(&s, out) : code;
    code = code == EXIT_FINE && s.rows ? row_writer_finish(&s.writer) : code;
    code = sim_plot_close(&s.plot, code);
    row_writer_close(&s.writer);
    cdy_simulation_destroy(s.simulation);
    sim_input_close(&s.input);
    sim_loops_close(&s.loops);
    cdy_motion_model_destroy(s.law);
    free(s.torques);
    t->options = given;
    return code;
}

static const calculation simulation = {
    .command = "sim",
    .title = "Simulation",
    .inputs = SET_OF(HAS(Q), HAS(QD)),
    .results = SET_OF(HAS(TAU), HAS(TIME), HAS(KINETIC), HAS(POTENTIAL)),
    .wrenches = true,
    .gravity = true,
    .run = run_computation,
};

static const char *const integrator_words[] = {"semi-implicit-euler", "rk4", "variational", "implicit", "cvode",
                                               "cvode-stiff",         NULL};
static const char *const control_words[] = {"none", "hold", "computed-torque", "pd", NULL};

/* Refuses options that have no effect with the chosen control law and integrator. */
static exit_code complete(void *values, const invocation *given)
{
    const sim_options *o = values;
    const bool pd = o->control == CONTROL_PD, law = o->control != CONTROL_NONE;
    const bool torques = law || o->calculation.state.vectors[VECTOR_TAU] || o->calculation.rows.input;
    const bool adaptive = o->integrator >= CDY_IMPLICIT;
    const struct {
        bool given, used;
        const char *name, *needed;
    } conditions[] = {{o->kp, pd, "--kp", "--control pd"},
                      {o->kd, pd, "--kd", "--control pd"},
                      {o->frequency_given, law, "--frequency", "a control law (--control)"},
                      {o->damping_ratio_given, law, "--damping-ratio", "a control law (--control)"},
                      {o->saturate, torques, "--saturate", "torques: --control, --tau or --input"},
                      {o->stops, o->integrator == CDY_IMPLICIT, "--stops", "--integrator implicit"},
                      {o->tolerance > 0, adaptive, "--tolerance", "--integrator implicit, cvode or cvode-stiff"}};
    (void)given;
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        if (conditions[i].given && !conditions[i].used) {
            return fail(EXIT_USAGE, "%s needs %s", conditions[i].name, conditions[i].needed);
        }
    }
    if (!o->time_given && !o->calculation.rows.input) {
        return fail(EXIT_USAGE, "'sim' needs --time T, the duration of the motion in s");
    }
    return EXIT_FINE;
}

static const option_row rows[] = {
    {.kind = OPTION_NUMBER,
     .name = "--time",
     .letter = "-T",
     .metavar = "T",
     .offset = offsetof(sim_options, time),
     .given = offsetof(sim_options, time_given),
     .help = "duration of the motion, s (default: up to the last row of --input)"},
    {.kind = OPTION_NUMBER,
     .name = "--dt",
     .metavar = "H",
     .offset = offsetof(sim_options, step),
     .standard = "0.001",
     .help = "time step, s",
     .above_zero = true},
    {.kind = OPTION_CHOICE,
     .name = "--integrator",
     .metavar = "NAME",
     .offset = offsetof(sim_options, integrator),
     .given = offsetof(sim_options, integrator_given),
     .standard = "implicit",
     .help = "semi-implicit-euler, rk4, variational, implicit, cvode or cvode-stiff",
     .words = integrator_words},
    {.kind = OPTION_NUMBER,
     .name = "--tolerance",
     .metavar = "R",
     .offset = offsetof(sim_options, tolerance),
     .help = "relative tolerance of implicit (default: 1e-5) and cvode (1e-8)",
     .above_zero = true},
    {.kind = OPTION_CHOICE,
     .name = "--control",
     .offset = offsetof(sim_options, control),
     .standard = "none",
     .help = "control law",
     .words = control_words},
    {.kind = OPTION_TEXT,
     .name = "--goal",
     .metavar = "VALUES",
     .offset = offsetof(sim_options, goal),
     .help = "goal of the control law, a configuration as --q",
     .names = NAMES_POSITIONS},
    {.kind = OPTION_NUMBER,
     .name = "--frequency",
     .metavar = "W",
     .offset = offsetof(sim_options, frequency),
     .given = offsetof(sim_options, frequency_given),
     .standard = "10",
     .help = "natural frequency W of the laws, rad/s"},
    {.kind = OPTION_NUMBER,
     .name = "--damping-ratio",
     .metavar = "Z",
     .offset = offsetof(sim_options, damping_ratio),
     .given = offsetof(sim_options, damping_ratio_given),
     .standard = "1",
     .help = "damping ratio Z of the laws"},
    {.kind = OPTION_TEXT,
     .name = "--kp",
     .metavar = "VALUES",
     .offset = offsetof(sim_options, kp),
     .help = "gains of pd on positions: one number for all joints, a list, or joint=value,...\n"
             "(default: W^2 M_ii, with the inertia M_ii that each joint moves at the goal)",
     .names = NAMES_VELOCITIES},
    {.kind = OPTION_TEXT,
     .name = "--kd",
     .metavar = "VALUES",
     .offset = offsetof(sim_options, kd),
     .help = "gains of pd on velocities, as --kp (default: 2 Z W M_ii)",
     .names = NAMES_VELOCITIES},
    {.kind = OPTION_FLAG,
     .name = "--saturate",
     .offset = offsetof(sim_options, saturate),
     .help = "cut the torques of control law, --tau and --input to the joints' effort limits"},
    {.kind = OPTION_FLAG,
     .name = "--stops",
     .offset = offsetof(sim_options, stops),
     .help = "let joints stop at their position limits, as at a wall without rebound"},
    {.kind = OPTION_WHOLE,
     .name = "--every",
     .metavar = "N",
     .offset = offsetof(sim_options, every),
     .standard = "1",
     .help = "print each Nth step",
     .least = 1},
    {.kind = OPTION_NEW_FILE,
     .name = "--plot",
     .metavar = "FILE.svg",
     .offset = offsetof(sim_options, plot),
     .help = "plot the motion by gnuplot; rows are then written only with -o"},
    INCLUDE_TABLE(closure_table, sim_options, closure),
    INCLUDE_TABLE(q_table, sim_options, calculation.state),
    INCLUDE_TABLE(qd_table, sim_options, calculation.state),
    INCLUDE_TABLE(tau_table, sim_options, calculation.state),
    INCLUDE_TABLE(wrench_table, sim_options, calculation.state.wrenches),
    INCLUDE_TABLE(payload_table, sim_options, calculation.payloads),
    INCLUDE_TABLE(seed_table, sim_options, calculation.state.seed),
    INCLUDE_TABLE(row_table, sim_options, calculation.rows),
    INCLUDE_TABLE(drive_table, sim_options, calculation.drives),
    INCLUDE_TABLE(limits_table, sim_options, calculation.limits),
    INCLUDE_TABLE(robot_table, sim_options, calculation.robot),
    INCLUDE_TABLE(number_table, sim_options, calculation.numbers),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&simulation, options, out);
}

const command command_sim = {
    .name = "sim",
    .summary = "simulation: the motion from an initial state",
    .description =
        "Simulation: the motion from --q, --qd under gravity, the wrenches, the torques --tau and --input and\n"
        "a control law, all torques added, in steps of --dt.  Each row has the time t (s), q, qd, the sum of\n"
        "the torques tau, and the kinetic and potential energy (J).  Limits act with --saturate and --stops.\n"
        "--drives adds damping, friction, springs and rotors, in the energies too.  Wrenches in a body's\n"
        "frame turn with the body.  The integrators:\n"
        "\n"
        "  semi-implicit-euler  order 1\n"
        "  rk4                  order 4, Runge-Kutta and Munthe-Kaas\n"
        "  variational          order 2, implicit; conserves momenta about the base's origin, nearly the energy\n"
        "  implicit             order 4, adaptive within --dt; implicit in drives and gains, however stiff\n"
        "  cvode, cvode-stiff   adaptive: Adams methods, backward differentiation (builds with SUNDIALS)\n"
        "\n"
        "Rows of --input have the torques tau over the time t, linear between two rows, the last ones holding.\n"
        "The motion begins at the time of the first row, and at its q and qd unless --q and --qd say other.\n"
        "\n"
        "The control laws, with the error e of q from --goal and its rate ed:\n"
        "\n"
        "  hold, computed-torque  tau = M a + C qd + G with a = -2 Z W ed - W^2 e; hold: the goal is --q\n"
        "  pd                     tau = G - KP e - KD qd\n"
        "\n"
        "Of a robot with closed loops, in its file or of --loop and --constraints, --actuated names the joints that\n"
        "have drives.  The loops are closed at --q, on its side of an elbow, and after every step, to 1e-12 rad and "
        "m;\n"
        "--qd is read for the independent joints.  The integrator is rk4, with torques and wrenches of the step's\n"
        "beginning; there are no control laws, and no stops.\n"
        "\n"
        "KP = W^2 M_ii and KD = 2 Z W M_ii unless given, M_ii the mass matrix at the goal, rotors of --drives\n"
        "included.  --plot draws angles, torques and energies over time.\n",
    .examples = "condyle trajectory universalUR5e --through points.csv | condyle id universalUR5e --input - | \\\n"
                "  condyle sim universalUR5e --input -\n"
                "condyle sim universalUR5e --time 2 --control pd --goal 0,-1.2,1.2,0,0,0 --saturate --stops\n"
                "condyle sim universalUR5e --q 0,-0.6,0.4,0,0,0 --time 2 --every 100 --precision 6\n"
                "condyle sim universalUR5e --time 1 --control computed-torque --goal 0,-1.2,1.2,0,0,0 --every 100\n"
                "condyle sim kukaIiwa14 --time 1 --integrator variational --control hold --every 250 --format json\n"
                "condyle sim kukaIiwa14 --q 0,1,0,-1,0,0,0 --time 2 --drives damping --every 500 --precision 6\n"
                "condyle sim omronEcobra600 --tau 0,0,-19.62,0.01 --time 1 --every 250 --precision 6\n",
    .options = &table,
    .size = sizeof(sim_options),
    .uses_mass = true,
    .closes_loops = true,
    .run = run,
};

/* condyle mechanism: closed loops moved by some of the joints, and the torques of their drives. */
#include "commands/state/closure.h"
#include "commands/state/constraint_results.h"
#include "compute/calculation.h"
#include "options/command.h"

#include <stdlib.h>

typedef struct mechanism_options {
    calculation_options calculation;
    closure_options closure;
    bool forward, follow;
} mechanism_options;

/* The mechanism of the command line. */
typedef struct problem {
    computation *computation;
    closure closure;
    bool forward, follow;
} problem;

static void clear(computation *t)
{
    problem *p = t->state.data;
    if (p) {
        closure_tell_limits(&p->closure, t->options->numbers.degrees);
        closure_tell_untold(&p->closure);
        closure_close(&p->closure);
        free(p);
    }
}

static exit_code measure(computation *t)
{
    const mechanism_options *o = t->own;
    problem *p = calloc(1, sizeof *p);
    size_t rows = 0;
    t->state.data = p;
    if (!p) {
        return fail_memory();
    }
    p->computation = t;
    p->forward = o->forward;
    p->follow = o->follow;
    const exit_code code = closure_open(&p->closure, t->robot, &o->closure, "mechanism");
    return code == EXIT_FINE ? constraint_results_name(t, &p->closure.list, &rows) : code;
}

static exit_code prepare(computation *t)
{
    problem *p = t->state.data;
    closure_begin(&p->closure, t->state.values[VARIABLE_Q]);
    return EXIT_FINE;
}

/* Fills the positions that a row leaves out; with --follow rows give those of independent joints only. */
static void fill(computation *t)
{
    const problem *p = t->state.data;
    closure_fill(&p->closure, t->state.values[VARIABLE_Q]);
    if (p->closure.chosen && p->follow) {
        closure_follow(&p->closure, t->state.values[VARIABLE_Q]);
    }
}

static cdy_status compute(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    problem *p = s->data;
    closure *c = &p->closure;
    double *q = s->values[VARIABLE_Q], *qd = s->values[VARIABLE_QD], *qdd = s->values[VARIABLE_QDD],
           *tau = s->values[VARIABLE_TAU], *forces = s->values[VARIABLE_FORCES];
    cdy_status status = p->forward ? closure_check_torques(c, tau, error) : CDY_OK;
    status = status ? status : closure_assemble(c, workspace, q, error);
    if (!status && s->fext) { /* wrenches act where the loops are closed */
        status = calculation_apply_wrenches(p->computation, error);
    }
    if (!status) {
        closure_pick(c, qd, p->forward ? NULL : qdd);
    }
    if (!status && p->forward) {
        status =
            cdy_mechanism_forward_dynamics(c->mechanism, model, workspace, q, c->u, tau, s->fext, c->du, forces, error);
    } else if (!status) {
        status =
            cdy_mechanism_inverse_dynamics(c->mechanism, model, workspace, q, c->u, c->du, s->fext, tau, forces, error);
    }
    status = status ? status : cdy_mechanism_motion(c->mechanism, model, workspace, q, c->u, c->du, qd, qdd, error);
    return status ? status
                  : constraint_results_wrenches(model, workspace, c->constraints, (int)c->list.count, s, forces, error);
}

#define MOTION HAS(Q), HAS(QD), HAS(QDD)

static const calculation inverse = {
    .command = "mechanism",
    .title = "Torques of a mechanism's drives",
    .inputs = SET_OF(MOTION),
    .results = SET_OF(MOTION, HAS(TAU), HAS(FORCES), HAS(CONSTRAINT_WRENCHES)),
    .wrenches = true,
    .gravity = true,
    .measure = measure,
    .prepare = prepare,
    .fill = fill,
    .clear = clear,
    .compute = compute,
};

static const calculation forward = {
    .command = "mechanism",
    .title = "Accelerations of a mechanism",
    .inputs = SET_OF(HAS(Q), HAS(QD), HAS(TAU)),
    .results = SET_OF(MOTION, HAS(FORCES), HAS(CONSTRAINT_WRENCHES)),
    .wrenches = true,
    .gravity = true,
    .measure = measure,
    .prepare = prepare,
    .fill = fill,
    .clear = clear,
    .compute = compute,
};

static exit_code complete(void *values, const invocation *given)
{
    const mechanism_options *o = values;
    const char *const *vectors = o->calculation.state.vectors;
    (void)given;
    if (!o->closure.actuated.count) {
        return fail(EXIT_USAGE, "'mechanism' needs --actuated JOINT, for each joint that has a drive");
    }
    if (o->forward && vectors[VECTOR_QDD]) {
        return fail(EXIT_USAGE, "--qdd has no effect with --forward");
    }
    if (!o->forward && vectors[VECTOR_TAU]) {
        return fail(EXIT_USAGE, "--tau has no effect without --forward");
    }
    return o->follow && !o->calculation.rows.input ? fail(EXIT_USAGE, "--follow needs --input") : EXIT_FINE;
}

static const option_row rows[] = {
    INCLUDE_TABLE(described_loop_table, mechanism_options, closure.loops),
    INCLUDE_TABLE(actuated_table, mechanism_options, closure.actuated),
    {.kind = OPTION_FLAG,
     .name = "--forward",
     .offset = offsetof(mechanism_options, forward),
     .help = "the accelerations that --tau causes, in place of the torques for --qdd"},
    {.kind = OPTION_FLAG,
     .name = "--follow",
     .offset = offsetof(mechanism_options, follow),
     .help = "the search for a row of --input begins where the dependent joints of the row before are,\n"
             "also where the row gives them"},
    {.kind = OPTION_NUMBER,
     .name = "--tolerance",
     .metavar = "T",
     .offset = offsetof(mechanism_options, closure.tolerance),
     .standard = "1e-6",
     .help = "a joint counts as dependent where all but T of what it does in the loops can be done by others;\n"
             "1e-12 or more",
     .most = 1,
     .above_zero = true},
    INCLUDE_TABLE(q_table, mechanism_options, calculation.state),
    INCLUDE_TABLE(qd_table, mechanism_options, calculation.state),
    INCLUDE_TABLE(qdd_table, mechanism_options, calculation.state),
    INCLUDE_TABLE(tau_table, mechanism_options, calculation.state),
    INCLUDE_TABLE(wrench_table, mechanism_options, calculation.state.wrenches),
    INCLUDE_TABLE(payload_table, mechanism_options, calculation.payloads),
    INCLUDE_TABLE(drive_table, mechanism_options, calculation.drives),
    INCLUDE_TABLE(calculation_table, mechanism_options, calculation),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

static exit_code run(const void *options, output *out)
{
    const mechanism_options *o = options;
    return calculation_run(o->forward ? &forward : &inverse, options, out);
}

const command command_mechanism = {
    .name = "mechanism",
    .summary = "closed loops: assembly, and the torques of the joints that have drives",
    .description =
        "Mechanisms: robots with closed loops that some joints move, --actuated.  Loops are those of the\n"
        "robot's file, such as <connect> and <weld> of MJCF and joints of SDF that close a chain, and those\n"
        "of --loop and --constraints.\n"
        "The independent coordinates are chosen at the first state, those with drives first; a note names\n"
        "them.  The loops are closed by moving all other joints from where q has them, on their side of an\n"
        "elbow; q is the configuration found, to 1e-12 rad and m.  Loops that cannot be closed there are an\n"
        "error with the gap that is left (exit code 4).  qd and qdd are read for the independent joints; the\n"
        "others get theirs from the loops.  Limits are not looked at; a note names a joint beyond its own.\n"
        "Dependent joints that a row of --input leaves out begin where those of the row before are.\n"
        "\n"
        "tau are the torques of the drives that the motion needs, 0 at the other joints.  More drives than\n"
        "degrees of freedom share it by the least sum of squares.  forces and constraint_wrenches, as of\n"
        "'constrained', are what the loops carry.\n",
    .examples = "condyle mechanism bars.urdf --constraints loops.json --actuated crank --q 0.5,0,1 --qd 1,0,0\n"
                "condyle mechanism bars.urdf --loop coupler,end:ball --actuated crank --input crank.csv\n",
    .options = &table,
    .size = sizeof(mechanism_options),
    .uses_mass = true,
    .closes_loops = true,
    .run = run,
};

/* condyle constrained: forward dynamics, impacts and projections with contacts and closed loops. */
#include "commands/state/constraint_list.h"
#include "commands/state/constraint_results.h"
#include "compute/calculation.h"
#include "options/command.h"

#include <stdlib.h>
#include <string.h>

typedef struct constrained_options {
    calculation_options calculation;
    constraint_options constraints;
    double impact; /* --impact, the restitution */
    bool impact_given;
    bool project; /* --project */
    double velocity_gain, position_gain, tolerance;
} constrained_options;

/* The constraints of the command line. */
typedef struct problem {
    constraint_list list;
    cdy_constraint *constraints; /* of the state that is computed */
    cdy_constraint_options options;
    double restitution;
    cdy_row_solver *solver;
} problem;

static void clear(computation *t)
{
    problem *p = t->state.data;
    if (p) {
        cdy_row_solver_destroy(p->solver);
        constraint_list_clear(&p->list);
        free(p->constraints);
        free(p);
    }
}

static exit_code measure(computation *t)
{
    const constrained_options *o = t->own;
    problem *p = calloc(1, sizeof *p);
    size_t rows = 0;
    cdy_error error;
    t->state.data = p;
    if (!p) {
        return fail_memory();
    }
    p->options = cdy_constraint_options_default();
    p->options.velocity_gain = o->velocity_gain;
    p->options.position_gain = o->position_gain;
    p->options.rank_tolerance = o->tolerance;
    p->restitution = o->impact;
    exit_code code = constraint_list_read(&p->list, t->robot->model, &o->constraints);
    code = code == EXIT_FINE ? constraint_results_name(t, &p->list, &rows) : code;
    p->constraints = calloc(p->list.count + 1, sizeof *p->constraints);
    if (code == EXIT_FINE && !p->constraints) {
        code = fail_memory();
    }
    if (code == EXIT_FINE && cdy_row_solver_create(t->robot->model, (int)rows, &p->solver, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    return code;
}

/* Ties the anchored constraints to where their places are at q. */
static cdy_status anchor(const cdy_model *model, cdy_workspace *workspace, const problem *p, const double *q,
                         cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (size_t i = 0; i < p->list.count && status == CDY_OK; i++) {
        p->constraints[i] = p->list.items[i].constraint;
        if (p->list.items[i].anchored) {
            status = cdy_constraint_anchor(model, workspace, q, &p->constraints[i], error);
        }
    }
    return status;
}

static cdy_constrained_state state_of(const problem *p, const state *s)
{
    return (cdy_constrained_state){.q = s->values[VARIABLE_Q],
                                   .qd = s->values[VARIABLE_QD],
                                   .tau = s->values[VARIABLE_TAU],
                                   .fext = s->fext,
                                   .constraints = p->constraints,
                                   .count = (int)p->list.count,
                                   .options = &p->options,
                                   .restitution = p->restitution};
}

static cdy_status compute_motion(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    const problem *p = s->data;
    const double *q = s->values[VARIABLE_Q];
    double *forces = s->values[VARIABLE_FORCES];
    cdy_constraint_report report = {0};
    cdy_status status = anchor(model, workspace, p, q, error);
    const cdy_constrained_state given = state_of(p, s);
    status = status ? status
                    : cdy_constrained_forward_dynamics(model, workspace, p->solver, &given, s->values[VARIABLE_QDD],
                                                       forces, &report, error);
    status = status
                 ? status
                 : constraint_results_wrenches(model, workspace, p->constraints, (int)p->list.count, s, forces, error);
    status = status ? status
                    : cdy_constraint_gap(model, workspace, q, p->constraints, (int)p->list.count,
                                         s->values[VARIABLE_GAPS], error);
    s->values[VARIABLE_RANK][0] = report.rank;
    s->values[VARIABLE_RESIDUAL][0] = report.residual;
    return status;
}

static cdy_status compute_impact(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    const problem *p = s->data;
    cdy_constraint_report report = {0};
    cdy_status status = anchor(model, workspace, p, s->values[VARIABLE_Q], error);
    const cdy_constrained_state given = state_of(p, s);
    status = status ? status
                    : cdy_impact(model, workspace, p->solver, &given, s->values[VARIABLE_QD_AFTER],
                                 s->values[VARIABLE_IMPULSES], &report, error);
    s->values[VARIABLE_RANK][0] = report.rank;
    s->values[VARIABLE_RESIDUAL][0] = report.residual;
    return status;
}

static cdy_status compute_projection(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    const problem *p = s->data;
    cdy_projection_report report = {0};
    cdy_status status = anchor(model, workspace, p, s->values[VARIABLE_Q], error);
    const cdy_constrained_state given = state_of(p, s);
    status = status
                 ? status
                 : cdy_constraint_project(model, workspace, p->solver, &given, s->values[VARIABLE_Q], &report, error);
    s->values[VARIABLE_CONVERGED][0] = report.converged;
    s->values[VARIABLE_ERROR][0] = report.gap;
    s->values[VARIABLE_ITERATIONS][0] = report.iterations;
    return status;
}

static const calculation constrained_motion = {
    .command = "constrained",
    .title = "Constrained forward dynamics",
    .inputs = SET_OF(HAS(Q), HAS(QD), HAS(TAU)),
    .results = SET_OF(HAS(QDD), HAS(FORCES), HAS(CONSTRAINT_WRENCHES), HAS(GAPS), HAS(RANK), HAS(RESIDUAL)),
    .wrenches = true,
    .gravity = true,
    .measure = measure,
    .clear = clear,
    .compute = compute_motion,
};

static const calculation constrained_impact = {
    .command = "constrained",
    .title = "Impact on constraints",
    .inputs = SET_OF(HAS(Q), HAS(QD)),
    .results = SET_OF(HAS(QD_AFTER), HAS(IMPULSES), HAS(RANK), HAS(RESIDUAL)),
    .measure = measure,
    .clear = clear,
    .compute = compute_impact,
};

static const calculation constrained_projection = {
    .command = "constrained",
    .title = "Projection on constraints",
    .inputs = SET_OF(HAS(Q)),
    .results = SET_OF(HAS(Q), HAS(CONVERGED), HAS(ERROR), HAS(ITERATIONS)),
    .search = true,
    .measure = measure,
    .clear = clear,
    .compute = compute_projection,
};

static exit_code complete(void *values, const invocation *given)
{
    const constrained_options *o = values;
    const char *const *vectors = o->calculation.state.vectors;
    (void)given;
    if (!o->constraints.contacts.count && !o->constraints.tied.loops.count && !o->constraints.tied.file) {
        return fail(EXIT_USAGE, "'constrained' needs --contact, --loop or --constraints");
    }
    if (o->project && o->impact_given) {
        return fail(EXIT_USAGE, "--impact and --project exclude each other");
    }
    if ((o->project || o->impact_given) && (vectors[VECTOR_TAU] || o->calculation.state.wrenches.count > 0)) {
        return fail(EXIT_USAGE, "--tau and --wrench have no effect with %s", o->project ? "--project" : "--impact");
    }
    if (o->project && vectors[VECTOR_QD]) {
        return fail(EXIT_USAGE, "--qd has no effect with --project");
    }
    return EXIT_FINE;
}

static const option_row rows[] = {
    INCLUDE_TABLE(constraint_table, constrained_options, constraints),
    {.kind = OPTION_NUMBER,
     .name = "--impact",
     .metavar = "E",
     .offset = offsetof(constrained_options, impact),
     .given = offsetof(constrained_options, impact_given),
     .help = "the velocities after an impact on all constraints at once with the restitution E, 0 to 1",
     .most = 1},
    {.kind = OPTION_FLAG,
     .name = "--project",
     .offset = offsetof(constrained_options, project),
     .help = "the configuration near q that keeps the constraints: closes the loops"},
    {.kind = OPTION_NUMBER,
     .name = "--velocity-gain",
     .metavar = "A",
     .offset = offsetof(constrained_options, velocity_gain),
     .standard = "0",
     .help = "stabilizes: J qdd = -Jdot qd - A J qd - B gap, A in 1/s"},
    {.kind = OPTION_NUMBER,
     .name = "--position-gain",
     .metavar = "B",
     .offset = offsetof(constrained_options, position_gain),
     .standard = "0",
     .help = "the same, B in 1/s2; A^2/4 is critically damped"},
    {.kind = OPTION_NUMBER,
     .name = "--tolerance",
     .metavar = "T",
     .offset = offsetof(constrained_options, tolerance),
     .standard = "1e-10",
     .help = "rows count as independent where the robot moves them by more than T times the most mobile one",
     .most = 1,
     .above_zero = true},
    INCLUDE_TABLE(q_table, constrained_options, calculation.state),
    INCLUDE_TABLE(qd_table, constrained_options, calculation.state),
    INCLUDE_TABLE(tau_table, constrained_options, calculation.state),
    INCLUDE_TABLE(wrench_table, constrained_options, calculation.state.wrenches),
    INCLUDE_TABLE(payload_table, constrained_options, calculation.payloads),
    INCLUDE_TABLE(drive_table, constrained_options, calculation.drives),
    INCLUDE_TABLE(calculation_table, constrained_options, calculation),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

static exit_code run(const void *options, output *out)
{
    const constrained_options *o = options;
    return calculation_run(o->project        ? &constrained_projection
                           : o->impact_given ? &constrained_impact
                                             : &constrained_motion,
                           options, out);
}

const command command_constrained = {
    .name = "constrained",
    .summary = "forward dynamics with contacts and closed loops",
    .description =
        "Constrained dynamics: the accelerations qdd that the torques tau and the wrenches f cause while the\n"
        "constraints hold, and the forces that keep them:\n"
        "\n"
        "  M(q) qdd + C(q,qd) qd + G(q) = tau + J_c^T forces + J^T f,   J_c qdd + dJ_c/dt qd = 0\n"
        "\n"
        "--contact fixes a point of a body where it is, --loop ties two bodies, --constraints reads others.\n"
        "Constraints hold in both directions: no contact lifts off by itself.  Rows may depend on each other:\n"
        "rank is the number of independent ones, and the forces are then those of the least sum of squares.\n"
        "forces has an entry for each row, BODY.vx along x and BODY.wx about x, in the axes of the place that\n"
        "the body is tied to (the base's for --contact of linear rows).  constraint_wrenches are the same as\n"
        "moments T and forces F on the body in the axes of the base, about the constraint's place.  gaps are\n"
        "the distances from where the places belong; residual tells how far the constraints contradict each\n"
        "other.\n"
        "\n"
        "--impact gives the velocities qd_after and the impulses of an impact; --project moves q to the\n"
        "nearest configuration that closes the loops (exit code 4 where none is found).\n",
    .examples = "condyle constrained universalUR5e --contact tool0 --q 0,-1.57,1.57,0,0,0\n"
                "condyle constrained universalUR5e --contact tool0:0,0,0.1:vz --tau 0,1,0,0,0,0 --format json\n"
                "condyle constrained universalUR5e --contact tool0 --impact 0 --qd 0,1,0,0,0,0\n",
    .options = &table,
    .size = sizeof(constrained_options),
    .uses_mass = true,
    .run = run,
};

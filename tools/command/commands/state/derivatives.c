/* condyle derivatives: derivatives of inverse or forward dynamics with respect to the state. */
#include "compute/call.h"
#include "options/command.h"

static const calculation inverse = {
    .command = "derivatives",
    .title = "Derivatives of inverse dynamics",
    .inputs = SET_OF(HAS(Q), HAS(QD), HAS(QDD)),
    .wrenches = true,
    .results = SET_OF(HAS(DTAU_DQ), HAS(DTAU_DQD)),
    .gravity = true,
    .call = &call_inverse_dynamics_derivatives,
};

static const calculation forward = {
    .command = "derivatives",
    .title = "Derivatives of forward dynamics",
    .inputs = SET_OF(HAS(Q), HAS(QD), HAS(TAU)),
    .wrenches = true,
    .results = SET_OF(HAS(DQDD_DQ), HAS(DQDD_DQD), HAS(DQDD_DTAU)),
    .gravity = true,
    .call = &call_forward_dynamics_derivatives,
};

typedef struct derivatives_options {
    calculation_options calculation;
    int of; /* --of, a dynamics_of; 0: not given */
} derivatives_options;

typedef enum dynamics_of { OF_INVERSE = 1, OF_FORWARD } dynamics_of;

static const char *const of_words[] = {"id", "fd", NULL};

static const option_row rows[] = {
    {.kind = OPTION_CHOICE,
     .name = "--of",
     .offset = offsetof(derivatives_options, of),
     .help = "derivatives of inverse or of forward dynamics",
     .words = of_words,
     .first = OF_INVERSE},
    INCLUDE_TABLE(q_table, derivatives_options, calculation.state),
    INCLUDE_TABLE(qd_table, derivatives_options, calculation.state),
    INCLUDE_TABLE(qdd_table, derivatives_options, calculation.state),
    INCLUDE_TABLE(tau_table, derivatives_options, calculation.state),
    INCLUDE_TABLE(wrench_table, derivatives_options, calculation.state.wrenches),
    INCLUDE_TABLE(payload_table, derivatives_options, calculation.payloads),
    INCLUDE_TABLE(drive_table, derivatives_options, calculation.drives),
    INCLUDE_TABLE(calculation_table, derivatives_options, calculation),
    INCLUDE_TABLE(thread_table, derivatives_options, calculation.rows),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    const derivatives_options *o = options;
    if (!o->of) {
        return fail(EXIT_USAGE, "'derivatives' needs --of id or --of fd: of inverse or of forward dynamics");
    }
    if (o->calculation.state.vectors[o->of == OF_FORWARD ? VECTOR_QDD : VECTOR_TAU]) {
        return fail(EXIT_USAGE, o->of == OF_FORWARD ? "--qdd has no effect with --of fd, which takes --tau"
                                                    : "--tau has no effect with --of id, which takes --qdd");
    }
    return calculation_run(o->of == OF_FORWARD ? &forward : &inverse, options, out);
}

const command command_derivatives = {
    .name = "derivatives",
    .summary = "derivatives of inverse or forward dynamics",
    .description = "Derivatives, exact to rounding, of inverse dynamics (--of id)\n"
                   "\n"
                   "  tau = M(q) qdd + C(q,qd) qd + G(q) - J(q)^T f\n"
                   "\n"
                   "as dtau_dq and dtau_dqd, or of forward dynamics (--of fd) as dqdd_dq, dqdd_dqd and dqdd_dtau, the\n"
                   "inverse of M.  Each is an n x n matrix: the element in row i and column j is the derivative of\n"
                   "result i by coordinate j.  The coordinates of planar, floating and spherical joints are small\n"
                   "displacements along the axes of their velocities, in the order of their velocities.\n"
                   "A wrench stays constant in the base frame under differentiation, also a wrench given in a body's\n"
                   "frame.  --drives includes damping, friction, springs and rotor inertias.\n"
                   "csv has the columns dtau_dq[0][0] and so on, row by row; JSON has lists of rows.\n",
    .examples = "condyle derivatives universalUR5e --of id --q 0,-1.57,1.57,0,0,0\n"
                "condyle derivatives universalUR5e --of fd --q random --qd random --format json\n"
                "condyle derivatives omronEcobra600 --of id --qd random --drives damping --format csv\n",
    .options = &table,
    .size = sizeof(derivatives_options),
    .uses_mass = true,
    .run = run,
};

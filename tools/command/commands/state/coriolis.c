/* condyle coriolis: the velocity product. */
#include "compute/call.h"
#include "options/command.h"

typedef struct coriolis_options {
    calculation_options calculation;
    bool matrix; /* --matrix */
} coriolis_options;

static const calculation velocity_product = {
    .command = "coriolis",
    .title = "Velocity product",
    .inputs = SET_OF(HAS(Q), HAS(QD)),
    .results = SET_OF(HAS(TAU)),
    .call = &call_velocity_product,
};

static const calculation coriolis_matrix = {
    .command = "coriolis",
    .title = "Coriolis matrix",
    .inputs = SET_OF(HAS(Q), HAS(QD)),
    .results = SET_OF(HAS(C)),
    .call = &call_coriolis_matrix,
};

static const option_row rows[] = {
    {.kind = OPTION_FLAG,
     .name = "--matrix",
     .offset = offsetof(coriolis_options, matrix),
     .help = "the matrix C in place of the torques C qd"},
    INCLUDE_TABLE(q_table, coriolis_options, calculation.state),
    INCLUDE_TABLE(qd_table, coriolis_options, calculation.state),
    INCLUDE_TABLE(payload_table, coriolis_options, calculation.payloads),
    INCLUDE_TABLE(calculation_table, coriolis_options, calculation),
    INCLUDE_TABLE(thread_table, coriolis_options, calculation.rows),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    const coriolis_options *o = options;
    return calculation_run(o->matrix ? &coriolis_matrix : &velocity_product, options, out);
}

const command command_coriolis = {
    .name = "coriolis",
    .summary = "velocity product C qd, the Coriolis and centrifugal torques, or the matrix C",
    .description = "Velocity product: the torques and forces tau = C(q,qd) qd of the Coriolis and centrifugal effects\n"
                   "at the configuration q and the velocities qd, without gravity; the term C qd of\n"
                   "\n"
                   "  M(q) qdd + C(q,qd) qd + G(q) = tau + J(q)^T f\n"
                   "\n"
                   "--matrix gives the matrix C(q,qd) (n x n) itself, the one for which dM/dt - 2 C is skew-\n"
                   "symmetric.  An element in row i and column j is in the unit of torque i for the velocity of\n"
                   "joint j.\n"
                   "\n"
                   "csv has a column tau.JOINT for each degree of freedom, C the names of the joints in the first\n"
                   "row and column, and rows C[0][0] and so on; JSON has q, qd, and tau or C.\n",
    .examples = "condyle coriolis universalUR5e --qd 1,1,1,0,0,0\n"
                "condyle coriolis universalUR5e --q random --qd random --seed 3\n"
                "condyle coriolis universalUR5e --matrix --qd 1,1,1,0,0,0 --format csv\n"
                "condyle coriolis kukaIiwa14 --qd iiwa_joint_2=1,iiwa_joint_4=-1 --format json\n",
    .options = &table,
    .size = sizeof(coriolis_options),
    .uses_mass = true,
    .run = run,
};

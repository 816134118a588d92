/* condyle mass: the mass matrix. */
#include "compute/call.h"
#include "options/command.h"

static const calculation mass_matrix = {
    .command = "mass",
    .title = "Mass matrix",
    .inputs = SET_OF(HAS(Q)),
    .results = SET_OF(HAS(M)),
    .call = &call_mass_matrix,
};

static const option_row rows[] = {
    INCLUDE_TABLE(q_table, calculation_options, state),
    INCLUDE_TABLE(payload_table, calculation_options, payloads),
    INCLUDE_TABLE(drive_table, calculation_options, drives),
    {.kind = OPTION_TABLE, .table = &calculation_table},
    INCLUDE_TABLE(thread_table, calculation_options, rows),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&mass_matrix, options, out);
}

const command command_mass = {
    .name = "mass",
    .summary = "mass matrix M of the joints",
    .description =
        "Mass matrix: the joint-space inertia M(q) at the configuration q, n x n, symmetric, by the\n"
        "composite-rigid-body algorithm:\n"
        "\n"
        "  M(q) qdd + C(q,qd) qd + G(q) = tau + J(q)^T f\n"
        "\n"
        "An entry is in kg m2 where both degrees of freedom are angles, in kg m where one is an angle, else\n"
        "in kg.  --drives rotors adds the rotor inertias to the diagonal.\n"
        "csv has the names in the first row and the first column; JSON has M as a list of rows.\n",
    .examples = "condyle mass universalUR5e\n"
                "condyle mass universalUR5e --q 0,-1.57,1.57,0,0,0 --format csv\n"
                "condyle mass omronEcobra600 --floating-base --format json\n",
    .options = &table,
    .size = sizeof(calculation_options),
    .uses_mass = true,
    .run = run,
};

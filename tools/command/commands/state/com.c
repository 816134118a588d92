/* condyle com: the center of mass. */
#include "compute/calculation.h"
#include "options/command.h"

typedef struct com_options {
    calculation_options calculation;
    bool jacobian; /* --jacobian */
} com_options;

static cdy_status compute(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    s->values[VARIABLE_MOVING_MASS][0] = cdy_total_mass(model);
    return cdy_center_of_mass(model, workspace, s->values[VARIABLE_Q], s->values[VARIABLE_COM],
                              s->values[VARIABLE_COM_J], error);
}

static cdy_status compute_rows(const cdy_model *model, cdy_batch *batch, size_t count, const state *s,
                               cdy_status *statuses)
{
    for (size_t i = 0; i < count; i++) {
        s->values[VARIABLE_MOVING_MASS][i] = cdy_total_mass(model);
    }
    cdy_batch_center_of_mass(model, batch, count, s->values[VARIABLE_Q], s->values[VARIABLE_COM],
                             s->values[VARIABLE_COM_J], statuses, NULL);
    return CDY_OK;
}

static const calculation center_of_mass = {
    .command = "com",
    .title = "Center of mass",
    .inputs = SET_OF(HAS(Q)),
    .results = SET_OF(HAS(COM), HAS(MOVING_MASS)),
    .compute = compute,
    .compute_rows = compute_rows,
};

static const option_row rows[] = {
    {.kind = OPTION_FLAG,
     .name = "--jacobian",
     .offset = offsetof(com_options, jacobian),
     .help = "add the Jacobian of the center of mass"},
    INCLUDE_TABLE(q_table, com_options, calculation.state),
    INCLUDE_TABLE(payload_table, com_options, calculation.payloads),
    INCLUDE_TABLE(calculation_table, com_options, calculation),
    INCLUDE_TABLE(thread_table, com_options, calculation.rows),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    const com_options *o = options;
    calculation chosen = center_of_mass;
    chosen.results.has[VARIABLE_COM_J] = o->jacobian;
    return calculation_run(&chosen, options, out);
}

const command command_com = {
    .name = "com",
    .summary = "center of mass and moving mass",
    .description =
        "Center of mass: com (m, in the base frame) and moving mass (kg), of all bodies that move, at the\n"
        "configuration q; bodies that are welded to the base do not count, as they do in the total mass of\n"
        "diff and report.  --jacobian adds the matrix J (3 x n) of the velocity of the center of mass:\n"
        "v = J(q) qd.\n"
        "\n"
        "csv and rows have the columns com.x, com.y, com.z, moving_mass, J[0][0] to J[2][n-1]; JSON has com,\n"
        "moving_mass, J.\n",
    .examples = "condyle com universalUR5e\n"
                "condyle com kukaIiwa14 --q random --seed 4 --format csv\n"
                "condyle com omronEcobra600 --jacobian --format json\n",
    .options = &table,
    .size = sizeof(com_options),
    .uses_mass = true,
    .run = run,
};

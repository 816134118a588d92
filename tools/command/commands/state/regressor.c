/* condyle regressor: the regressor Y of inverse dynamics, tau = Y pi. */
#include "compute/calculation.h"
#include "options/command.h"

#include <stdlib.h>

typedef struct regressor_options {
    calculation_options calculation;
    bool friction, rotors;
    double friction_width; /* --friction-width, rad/s or m/s */
    bool width_given;
} regressor_options;

static cdy_regressor_options options_of(const regressor_options *o)
{
    cdy_regressor_options chosen = cdy_regressor_options_default();
    chosen.damping = chosen.coulomb = o->friction;
    chosen.rotor_inertia = o->rotors;
    chosen.friction_width = o->friction_width;
    return chosen;
}

/* Writes the name of a parameter: "forearm_link.m", "damping.elbow_joint". */
static void add_name(const cdy_model *model, const cdy_parameter *p, text_buffer *name)
{
    text_reset(name);
    if (p->velocity < 0) {
        text_add(name, "%s.%s", p->link, cdy_parameter_kind_name(p->kind));
        return;
    }
    cdy_coordinate coordinate = vector_coordinate(model, VECTOR_QD, p->velocity);
    text_add(name, "%s.", cdy_parameter_kind_name(p->kind));
    coordinate_add_label(&coordinate, name);
}

static exit_code measure(computation *t)
{
    const cdy_model *model = t->robot->model;
    cdy_regressor_options *chosen = malloc(sizeof *chosen);
    t->state.data = chosen;
    if (!chosen) {
        return fail_memory();
    }
    *chosen = options_of(t->own);
    named_elements *parameters = &t->dimensions.parameters;
    text_buffer name = {0};
    bool made = named_elements_create(parameters, (size_t)cdy_parameter_count(model, chosen));
    for (size_t i = 0; i < parameters->count && made; i++) {
        cdy_parameter p;
        cdy_parameter_describe(model, chosen, (int)i, &p);
        add_name(model, &p, &name);
        made = named_elements_set(parameters, i, &name);
    }
    text_clear(&name);
    return made ? EXIT_FINE : fail_memory();
}

static void clear(computation *t)
{
    free(t->state.data);
}

static cdy_status compute(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    return cdy_regressor(model, workspace, s->values[VARIABLE_Q], s->values[VARIABLE_QD], s->values[VARIABLE_QDD],
                         s->data, s->values[VARIABLE_Y], error);
}

static cdy_status compute_rows(const cdy_model *model, cdy_batch *batch, size_t count, const state *s,
                               cdy_status *statuses)
{
    cdy_batch_regressor(model, batch, count, s->values[VARIABLE_Q], s->values[VARIABLE_QD], s->values[VARIABLE_QDD],
                        s->data, s->values[VARIABLE_Y], statuses, NULL);
    return CDY_OK;
}

static const calculation regressor = {
    .command = "regressor",
    .title = "Regressor",
    .inputs = SET_OF(HAS(Q), HAS(QD), HAS(QDD)),
    .results = SET_OF(HAS(Y)),
    .gravity = true,
    .measure = measure,
    .clear = clear,
    .compute = compute,
    .compute_rows = compute_rows,
};

static exit_code complete(void *values, const invocation *given)
{
    const regressor_options *o = values;
    (void)given;
    if (o->width_given && !o->friction) {
        return fail(EXIT_USAGE, "--friction-width needs --friction");
    }
    return EXIT_FINE;
}

static const option_row rows[] = {
    {.kind = OPTION_FLAG,
     .name = "--friction",
     .offset = offsetof(regressor_options, friction),
     .help = "columns for damping and Coulomb friction of the joints too"},
    {.kind = OPTION_NUMBER,
     .name = "--friction-width",
     .metavar = "W",
     .offset = offsetof(regressor_options, friction_width),
     .given = offsetof(regressor_options, width_given),
     .standard = "0.005",
     .help = "width of the sign change of friction, rad/s or m/s: Coulomb friction times tanh(qd/W)",
     .above_zero = true},
    {.kind = OPTION_FLAG,
     .name = "--rotors",
     .offset = offsetof(regressor_options, rotors),
     .help = "columns for rotor inertias of the joints too"},
    INCLUDE_TABLE(q_table, regressor_options, calculation.state),
    INCLUDE_TABLE(qd_table, regressor_options, calculation.state),
    INCLUDE_TABLE(qdd_table, regressor_options, calculation.state),
    INCLUDE_TABLE(calculation_table, regressor_options, calculation),
    INCLUDE_TABLE(thread_table, regressor_options, calculation.rows),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&regressor, options, out);
}

const command command_regressor = {
    .name = "regressor",
    .summary = "regressor Y: torques by the masses and inertias",
    .description =
        "Regressor: the matrix Y (n x p) of the torques tau = Y(q,qd,qdd) pi of inverse dynamics, which are\n"
        "linear in the parameters pi: for each moving body, with all that is fixed to it, the mass m (kg),\n"
        "mass times center of mass hx hy hz (kg m), and inertia Ixx Ixy Ixz Iyy Iyz Izz about the origin of\n"
        "its frame (kg m2); with --friction damping (N m s) and Coulomb friction (N m) of each joint, with\n"
        "--rotors rotor inertias (kg m2).  The values of the robot have no part in Y; gravity has.\n"
        "\n"
        "The table has a row for each parameter.  csv has names in the first row and column; rows have the\n"
        "columns Y[0][0] to Y[n-1][p-1], row by row; JSON has parameters, their names, and Y as a list of\n"
        "rows.\n",
    .examples = "condyle regressor universalUR5e --q 0,-1.57,1.57,0,0,0 --qd random --format csv\n"
                "condyle regressor universalUR5e --friction --rotors --format json\n"
                "condyle random universalUR5e -n 3 | condyle regressor universalUR5e --input - --format npy -o Y.npy\n",
    .options = &table,
    .size = sizeof(regressor_options),
    .run = run,
};

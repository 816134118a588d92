/* condyle random: random configurations. */
#include "report/calculation.h"
#include "run/command.h"

typedef struct random_options {
    calculation_options calculation;
    uint64_t rows; /* --count */
} random_options;

static exit_code prepare(task *t)
{
    const random_options *o = t->own;
    t->state.seed = o->calculation.state.seed;
    t->random_rows = o->rows;
    return EXIT_FINE;
}

static const calculation random_configurations = {
    .command = "random",
    .title = "Random configurations",
    .results = BIT(QUANTITY_Q),
    .prepare = prepare,
};

static const option_row rows[] = {
    {.kind = OPTION_WHOLE,
     .name = "--count",
     .letter = "-n",
     .metavar = "COUNT",
     .offset = offsetof(random_options, rows),
     .standard = "1",
     .help = "number of rows"},
    INCLUDE_TABLE(seed_table, random_options, calculation.state.seed),
    INCLUDE_TABLE(number_table, random_options, calculation.numbers),
    INCLUDE_TABLE(robot_table, random_options, calculation.robot),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&random_configurations, options, out);
}

const command command_random = {
    .name = "random",
    .summary = "random configurations, one a row",
    .description = "Random configurations: uniform within the limits of the joints, in (-pi, pi] for angles without\n"
                   "limits; rotations of floating joints are uniform.  The same seed gives the same rows on every\n"
                   "machine.  Other commands read the rows by --input:\n"
                   "\n"
                   "    condyle random ROBOT -n 1000 | condyle id ROBOT --input - | condyle fd ROBOT --input -\n",
    .examples = "condyle random universalUR5e -n 3\n"
                "condyle random kukaIiwa14 --count 5 --seed 7 --deg --precision 5\n"
                "condyle random omronEcobra600 -n 2 --format json\n",
    .options = &table,
    .size = sizeof(random_options),
    .run = run,
};

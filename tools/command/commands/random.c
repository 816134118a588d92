/* condyle random: random configurations. */
#include "report/calculation.h"
#include "run/command.h"

static exit_code prepare(task *t)
{
    t->state.seed = t->options->seed;
    return EXIT_FINE;
}

static const calculation random_configurations = {
    .command = "random",
    .title = "Random configurations",
    .results = 1u << QUANTITY_Q,
    .prepare = prepare,
};

static exit_code run(const options *o, output *out)
{
    return calculation_run(&random_configurations, o, out);
}

const command command_random = {
    .name = "random",
    .summary = "random configurations, one a row",
    .description =
        "Random configurations: uniform within the limits of the joints, in (-pi, pi] where there is none,\n"
        "rotations of floating joints uniform.  The same seed gives the same rows everywhere.  The rows are\n"
        "what --input of the other commands reads:\n"
        "\n"
        "    condyle random ROBOT -n 1000 | condyle id ROBOT --input - | condyle fd ROBOT --input -\n",
    .examples = "condyle random universalUR5e -n 3\n"
                "condyle random kukaIiwa14 --count 5 --seed 7 --deg --precision 5\n"
                "condyle random omronEcobra600 -n 2 --format json\n",
    .options = OPTIONS_ROBOT | OPTIONS_NUMBERS | WITH(ROWS),
    .run = run,
};

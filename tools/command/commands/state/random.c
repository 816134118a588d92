/* condyle random: random states. */
#include "compute/calculation.h"
#include "options/command.h"
#include "values/vector.h"

#include <math.h>
#include <stdlib.h>

typedef struct random_options {
    calculation_options calculation;
    uint64_t rows; /* --count */
    unsigned with; /* --with, bit k: kinds[k] */
    double scale;  /* --scale */
    bool scale_given;
} random_options;

static const vector_kind kinds[] = {VECTOR_QD, VECTOR_QDD, VECTOR_TAU};
static const char *const kind_words[] = {"qd", "qdd", "tau", "all", NULL};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* The generators and bounds of the vectors beside q. */
typedef struct generators {
    uint64_t states[KINDS];
    double *bounds[KINDS]; /* n each */
} generators;

/* Reads the limits; 1 where there is none. */
static exit_code read_bounds(const computation *t, generators *g, double scale)
{
    const robot *r = t->robot;
    const size_t n = (size_t)cdy_model_nv(r->model);
    cdy_error error;
    double *all = calloc(KINDS * n + 1, sizeof *all);
    if (!all) {
        return fail_memory();
    }
    for (size_t k = 0; k < KINDS; k++) {
        g->bounds[k] = all + k * n;
    }
    for (size_t i = 0; i < n; i++) {
        cdy_coordinate c;
        cdy_model_velocity(r->model, (int)i, &c);
        g->bounds[0][i] = c.velocity;
        g->bounds[1][i] = HUGE_VAL;
        g->bounds[2][i] = c.effort;
    }
    if (r->tree &&
        cdy_tree_motion_limits(r->tree, r->model, g->bounds[0], g->bounds[1], g->bounds[2], &error) != CDY_OK) {
        return fail_library(&error);
    }
    for (size_t i = 0; i < KINDS * n; i++) {
        all[i] = scale * (isfinite(all[i]) ? all[i] : 1);
    }
    return EXIT_FINE;
}

static exit_code prepare(computation *t)
{
    const random_options *o = t->own;
    generators *g = calloc(1, sizeof *g);
    t->state.data = g;
    if (!g) {
        return fail_memory();
    }
    t->state.seed = o->calculation.state.seed;
    t->random_rows = o->rows;
    for (size_t k = 0; k < KINDS; k++) {
        g->states[k] = vector_seed(kinds[k], t->state.seed);
    }
    return o->with ? read_bounds(t, g, o->scale) : EXIT_FINE;
}

static void clear(computation *t)
{
    generators *g = t->state.data;
    if (g) {
        free(g->bounds[0]);
        free(g);
    }
}

/* q is the same with and without other vectors. */
static void draw(computation *t)
{
    generators *g = t->state.data;
    const size_t n = (size_t)cdy_model_nv(t->robot->model);
    cdy_random_configuration(t->robot->model, &t->state.seed, t->state.values[VARIABLE_Q]);
    for (size_t k = 0; k < KINDS; k++) {
        double *values = t->state.values[kinds[k]];
        for (size_t i = 0; values && i < n; i++) {
            values[i] = g->bounds[k][i] * vector_next_random(&g->states[k]);
        }
    }
}

static const calculation random_states = {
    .command = "random",
    .title = "Random states",
    .results = SET_OF(HAS(Q)),
    .prepare = prepare,
    .clear = clear,
    .draw = draw,
};

static exit_code complete(void *values, const invocation *given)
{
    const random_options *o = values;
    (void)given;
    return o->scale_given && !o->with ? fail(EXIT_USAGE, "--scale needs --with: it scales qd, qdd and tau") : EXIT_FINE;
}

static const option_row rows[] = {
    {.kind = OPTION_WHOLE,
     .name = "--count",
     .letter = "-n",
     .metavar = "COUNT",
     .offset = offsetof(random_options, rows),
     .standard = "1",
     .help = "number of rows",
     .most = 1e10},
    {.kind = OPTION_SET,
     .name = "--with",
     .metavar = "LIST",
     .offset = offsetof(random_options, with),
     .help =
         "random qd, qdd and tau too, within their limits, else in [-1, 1]: qd, qdd, tau or all, separated by commas",
     .words = kind_words},
    {.kind = OPTION_NUMBER,
     .name = "--scale",
     .metavar = "S",
     .offset = offsetof(random_options, scale),
     .given = offsetof(random_options, scale_given),
     .standard = "1",
     .help = "factor of qd, qdd and tau",
     .above_zero = true},
    INCLUDE_TABLE(seed_table, random_options, calculation.state.seed),
    INCLUDE_TABLE(number_table, random_options, calculation.numbers),
    INCLUDE_TABLE(robot_table, random_options, calculation.robot),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

static exit_code run(const void *options, output *out)
{
    const random_options *o = options;
    calculation chosen = random_states;
    for (size_t k = 0; k < KINDS; k++) {
        chosen.results.has[kinds[k]] = (o->with & 1u << k) != 0;
    }
    return calculation_run(&chosen, options, out);
}

const command command_random = {
    .name = "random",
    .summary = "random configurations, also velocities and torques, one a row",
    .description = "Random states: q uniform within the limits of the joints, in (-pi, pi] for angles without limits;\n"
                   "joints that mimic others keep their limits too; rotations of floating joints are uniform.\n"
                   "--with adds qd, qdd and tau, uniform within the limits of velocity, acceleration (URDF 1.2) and\n"
                   "effort, in [-1, 1] where a joint has none.  The same seed gives the same rows on every machine,\n"
                   "and the same q with and without --with.  Other commands read the rows by --input:\n"
                   "\n"
                   "    condyle random ROBOT -n 1000 | condyle id ROBOT --input - | condyle fd ROBOT --input -\n",
    .examples = "condyle random universalUR5e -n 3\n"
                "condyle random kukaIiwa14 --count 5 --seed 7 --deg --precision 5\n"
                "condyle random omronEcobra600 -n 2 --format json\n"
                "condyle random universalUR5e -n 5 --with qd,qdd --scale 0.5\n",
    .options = &table,
    .size = sizeof(random_options),
    .run = run,
};

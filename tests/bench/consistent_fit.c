/* Random problems of consistent identification, and what the library finds: consistent_fit.py solves them by a
 * semidefinite program.  Arguments: the number of problems (200), that of the first (0).  Each is a line of its number,
 * arm, kind, status and message, then lines of numbers: sizes; prior; parameters found; weights of the joints; rows of
 * the torque and the regressor.  Kinds: "noisy"; "exact", torques without noise; "pulled", exact with a prior's weight.
 */
#include <condyle/condyle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_JOINTS = 8, MOST_PARAMETERS = 13 * MOST_JOINTS, MOST_ROWS = 300 };

static const char *const arms[] = {"universalUR5e", "universalUR10e", "kukaIiwa14",
                                   "frankaFR3",     "kinovaGen3",     "omronEcobra600"};
enum { ARMS = sizeof arms / sizeof *arms };

/* A problem: torques of a robot that can exist, exact or with noise. */
typedef struct problem {
    cdy_model *model;
    cdy_workspace *workspace;
    cdy_identification_options options;
    int n, p, rows;
    double truth[MOST_PARAMETERS];
    double tau[MOST_ROWS][MOST_JOINTS], Y[MOST_ROWS][MOST_JOINTS * MOST_PARAMETERS];
    double q[MOST_ROWS][MOST_JOINTS], qd[MOST_ROWS][MOST_JOINTS], qdd[MOST_ROWS][MOST_JOINTS];
} problem;

/* A number between two (SplitMix64, Steele and others 2014). */
static double draw(uint64_t *seed, double least, double most)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return least + (most - least) * (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* A number between two, evenly by its logarithm. */
static double draw_size(uint64_t *seed, double least, double most)
{
    return exp(draw(seed, log(least), log(most)));
}

/* Of the standard normal distribution (Box and Muller 1958). */
static double draw_normal(uint64_t *seed)
{
    const double u = draw(seed, 1e-17, 1), v = draw(seed, 0, 1);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

static void add_point(double *pi, double m, const double c[3])
{
    const double x = c[0], y = c[1], z = c[2];
    const double point[10] = {1, x, y, z, y * y + z * z, -x * y, -x * z, x * x + z * z, -y * z, x * x + y * y};
    for (int k = 0; k < 10; k++) {
        pi[k] += m * point[k];
    }
}

/* The model's bodies, each larger or smaller; one in four is a few points of mass instead, at the limit of what can
 * exist.  Drives of one in three are none. */
static void draw_truth(problem *t, uint64_t *seed)
{
    const int bodies = t->n;
    cdy_inertial_parameters(t->model, t->truth, NULL);
    for (int i = 0; i < bodies; i++) {
        double *pi = t->truth + 10 * i;
        const double factor = draw_size(seed, 0.3, 3), mass = pi[0];
        const int points = draw(seed, 0, 1) < 0.25 ? 1 + (int)draw(seed, 0, 4) : 0;
        for (int k = 0; k < 10; k++) {
            pi[k] = points ? 0 : factor * pi[k];
        }
        for (int k = 0; k < points; k++) {
            const double place[3] = {draw(seed, -0.2, 0.2), draw(seed, -0.2, 0.2), draw(seed, -0.2, 0.2)};
            add_point(pi, factor * mass / points, place);
        }
    }
    for (int k = 10 * bodies; k < t->p; k++) {
        t->truth[k] = draw(seed, 0, 1) < 1. / 3 ? 0 : draw_size(seed, 0.01, 10);
    }
}

static double torque_of(const problem *t, int row, int joint)
{
    double sum = 0;
    for (int k = 0; k < t->p; k++) {
        sum += t->Y[row][joint * t->p + k] * t->truth[k];
    }
    return sum;
}

/* Motions of one in six are poses at rest. */
static int draw_rows(problem *t, double noise, uint64_t *seed)
{
    const double speed = draw(seed, 0, 6) < 1 ? 0 : draw_size(seed, 0.2, 4);
    for (int row = 0; row < t->rows; row++) {
        for (int i = 0; i < t->n; i++) {
            t->q[row][i] = draw(seed, -3, 3);
            t->qd[row][i] = speed * draw(seed, -1, 1);
            t->qdd[row][i] = 2 * speed * draw(seed, -1, 1);
        }
        if (cdy_regressor(t->model, t->workspace, t->q[row], t->qd[row], t->qdd[row], &t->options.regressor, t->Y[row],
                          NULL)) {
            return 1;
        }
    }
    for (int i = 0; i < t->n; i++) {
        double square = 0;
        for (int row = 0; row < t->rows; row++) {
            t->tau[row][i] = torque_of(t, row, i);
            square += t->tau[row][i] * t->tau[row][i];
        }
        for (int row = 0; row < t->rows; row++) {
            t->tau[row][i] += noise * sqrt(square / t->rows) * draw_normal(seed);
        }
    }
    return 0;
}

static int make_problem(problem *t, const cdy_tree *tree, double noise, uint64_t *seed)
{
    const double gravity[3] = {0, 0, -9.81};
    if (cdy_model_create(tree, &t->model, NULL) || cdy_model_set_gravity(t->model, gravity, NULL) ||
        cdy_workspace_create(t->model, &t->workspace, NULL)) {
        return 1;
    }
    t->options = cdy_identification_options_default();
    t->options.regressor.damping = t->options.regressor.coulomb = draw(seed, 0, 1) < 0.5;
    t->options.regressor.rotor_inertia = draw(seed, 0, 1) < 0.25;
    t->options.prior_weight = draw(seed, 0, 1) < 0.5 ? draw_size(seed, 1e-3, 1) : 0;
    t->options.weight_by_joint = draw(seed, 0, 1) < 0.5;
    t->rows = (int)draw_size(seed, 20, MOST_ROWS);
    t->n = cdy_model_nv(t->model);
    t->p = cdy_parameter_count(t->model, &t->options.regressor);
    if (t->n > MOST_JOINTS || t->p > MOST_PARAMETERS) {
        return 1;
    }
    draw_truth(t, seed);
    return draw_rows(t, noise, seed);
}

static void print_numbers(const double *numbers, int count)
{
    for (int k = 0; k < count; k++) {
        printf("%s%.17g", k > 0 ? " " : "", numbers[k]);
    }
    putchar('\n');
}

static void print_problem(const problem *t, const cdy_identification_result *found)
{
    const double sizes[] = {t->n,
                            t->p,
                            t->rows,
                            t->options.prior_weight,
                            found->noise,
                            found->inconsistent_before,
                            found->consistency_cost};
    print_numbers(sizes, sizeof sizes / sizeof *sizes);
    print_numbers(found->prior, t->p);
    print_numbers(found->parameters, t->p);
    print_numbers(found->joint_weights, t->n);
    for (int row = 0; row < t->rows; row++) {
        for (int i = 0; i < t->n; i++) {
            printf("%.17g ", t->tau[row][i]);
            print_numbers(t->Y[row] + i * t->p, t->p);
        }
    }
}

/* Prints the problem again without consistency where the library finds no bodies, for the program to look. */
static int solve(const problem *t, long number, const char *arm, const char *kind)
{
    cdy_identification_options options = t->options;
    cdy_error error = {.text = ""};
    cdy_status status = CDY_OK, first = CDY_OK;
    for (int attempt = 0; attempt < 2; attempt++) {
        cdy_identification *id = NULL;
        cdy_identification_result found;
        options.consistent = attempt == 0;
        status = cdy_identification_create(t->model, &options, &id, &error);
        for (int row = 0; row < t->rows && !status; row++) {
            status = cdy_identification_add(id, t->q[row], t->qd[row], t->qdd[row], NULL, t->tau[row], NULL, &error);
        }
        status = status ? status : cdy_identification_solve(id, &found, attempt ? NULL : &error);
        first = attempt ? first : status;
        if (!status) {
            printf("%ld %s %s %d %s\n", number, arm, kind, (int)first, error.text);
            print_problem(t, &found);
            attempt = 2;
        }
        cdy_identification_destroy(id);
    }
    if (status) {
        printf("%ld %s %s %d %s\n0\n", number, arm, kind, (int)first, error.text);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const long count = argc > 1 ? strtol(argv[1], NULL, 10) : 200, first = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    problem *t = malloc(sizeof *t);
    int failed = !t;
    for (long number = first; number < first + count && !failed; number++) {
        uint64_t seed = (uint64_t)number;
        const char *const arm = arms[number % ARMS];
        const double noise = number % 5 < 2 ? 0 : draw_size(&seed, 1e-3, 0.3);
        cdy_tree *tree = NULL;
        memset(t, 0, sizeof *t);
        failed = cdy_urdf_load_bundled(arm, NULL, &tree, NULL) || make_problem(t, tree, noise, &seed) ||
                 solve(t, number, arm,
                       noise > 0                     ? "noisy"
                       : t->options.prior_weight > 0 ? "pulled"
                                                     : "exact");
        cdy_workspace_destroy(t->workspace);
        cdy_model_destroy(t->model);
        cdy_tree_destroy(tree);
    }
    free(t);
    return failed;
}

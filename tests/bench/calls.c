/* Benchmark of the calls for one state: ns of every quantity, and of the second derivatives, on bundled robots, a
 * chain, and the robots of files, which have a floating base, each at one state.  With CONDYLE_ISA in the environment,
 * those of a machine with lesser vector instructions.
 *
 *   bench_calls [FILE...] */
#include "chain.h"
#include "dynamics/quantity_forms.h"
#include "rounds.h"
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct algorithm {
    const char *name;
    cdy_status (*run)(const subject *b);
} algorithm;

#define QUANTITY(name, title, inputs, results, ...)                                                                    \
    static cdy_status run_##name(const subject *b)                                                                     \
    {                                                                                                                  \
        DECLARE_ARGUMENTS(double, b->q, b->qd, b->qdd, NULL, b->frame, 0, CDY_AXES_BASE);                              \
        DECLARE_PLACES(double, b->out, b->second, b->third);                                                           \
        return cdy_##name(b->model, b->workspace, ARGUMENTS_##inputs, OUT_##results, NULL);                            \
    }
#include "dynamics/quantities.def"
#undef QUANTITY

/* All four arrays. */
static cdy_status run_second_derivatives(const subject *b)
{
    const size_t n = (size_t)cdy_model_nv(b->model), cube = n * n * n;
    const cdy_second_derivatives results = {b->cubes, b->cubes + cube, b->cubes + 2 * cube, b->cubes + 3 * cube};
    return cdy_inverse_dynamics_second_derivatives(b->model, b->workspace, b->q, b->qd, b->qdd, NULL, &results, NULL);
}

static const algorithm algorithms[] = {
#define QUANTITY(name, title, ...) {title, run_##name},
#include "dynamics/quantities.def"
#undef QUANTITY
    {"second derivatives", run_second_derivatives},
};

static int measure(const subject *b, const char *robot, const algorithm *a)
{
    enum { CALLS = 200 };
    static double times[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        const double start = now();
        for (int i = 0; i < CALLS; i++) {
            if (a->run(b)) {
                return 1;
            }
        }
        times[round] = (now() - start) / (double)CALLS;
    }
    const timing t = sum_up(times, ROUNDS);
    printf("%-16s %-35s %10.1f %10.1f ns\n", robot, a->name, t.least, t.median);
    return 0;
}

static int measure_tree(const char *name, const cdy_tree *tree)
{
    subject b = {0};
    int failed = make_subject(&b, tree);
    for (size_t i = 0; !failed && i < sizeof algorithms / sizeof *algorithms; i++) {
        failed = measure(&b, name, &algorithms[i]);
    }
    free_subject(&b);
    return failed;
}

static int measure_robot(const char *robot, const cdy_load_options *options)
{
    cdy_tree *tree = NULL;
    const int failed = cdy_urdf_load_bundled(robot, options, &tree, NULL) || measure_tree(robot, tree);
    cdy_tree_destroy(tree);
    return failed;
}

static int measure_file(const char *path, cdy_load_options options)
{
    cdy_tree *tree = NULL;
    const char *name = strrchr(path, '/');
    options.floating_base = true;
    const int failed = cdy_load_file(path, &options, &tree, NULL) || measure_tree(name ? name + 1 : path, tree);
    cdy_tree_destroy(tree);
    return failed;
}

static int measure_chain(int links, const cdy_load_options *options)
{
    size_t size = 0;
    char *text = make_chain(links, &size), name[32];
    cdy_tree *tree = NULL;
    snprintf(name, sizeof name, "chain of %d", links);
    const int failed = !text || cdy_load_text(text, size, name, options, &tree, NULL) || measure_tree(name, tree);
    cdy_tree_destroy(tree);
    free(text);
    return failed;
}

int main(int argc, char **argv)
{
    static const char *const robots[] = {"universalUR5e", "kukaIiwa14", "omronEcobra600"};
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81;
    int failed = 0;
    printf("%-16s %-35s %10s %10s\n", "robot", "algorithm", "minimum", "median");
    for (size_t i = 0; i < sizeof robots / sizeof *robots; i++) {
        failed |= measure_robot(robots[i], &options);
    }
    for (int i = 1; i < argc; i++) {
        failed |= measure_file(argv[i], options);
    }
    return failed | measure_chain(50, &options);
}

/* Benchmarks of batches: ns per state by quantity, lanes and threads, states and results as rows in memory. */
#include "dynamics/quantity_forms.h"
#include "rounds.h"

#include <condyle/condyle.h>
#include <stdio.h>
#include <stdlib.h>

enum { BATCH_ROUNDS = 60, STATES = 4096 };

typedef struct bench {
    cdy_model *model;
    size_t nq, nv, frames;
    double *q, *qd, *qdd, *out;
} bench;

/* Each further result begins n x n numbers a state behind the previous result, which suffices for every quantity. */
#define QUANTITY(name, title, inputs, results, ...)                                                                    \
    static cdy_status run_##name(const bench *b, cdy_batch *batch)                                                     \
    {                                                                                                                  \
        const size_t square = STATES * b->nv * b->nv;                                                                  \
        DECLARE_ARGUMENTS(double, b->q, b->qd, b->qdd, NULL, (int)b->frames - 1, 0, CDY_AXES_BASE);                    \
        DECLARE_PLACES(double, b->out, b->out + square, b->out + 2 * square);                                          \
        return cdy_batch_##name(b->model, batch, STATES, ARGUMENTS_##inputs, OUT_##results, NULL, NULL);               \
    }
#include "dynamics/quantities.def"
#undef QUANTITY

static const struct {
    const char *name;
    cdy_status (*run)(const bench *b, cdy_batch *batch);
} calls[] = {
#define QUANTITY(name, title, ...) {title, run_##name},
#include "dynamics/quantities.def"
#undef QUANTITY
};

static int measure(const bench *b, const char *robot, int lanes, int threads)
{
    static double times[BATCH_ROUNDS];
    const cdy_batch_options options = {.threads = threads, .lanes = lanes};
    cdy_batch *batch = NULL;
    cdy_status status = cdy_batch_create(b->model, &options, &batch, NULL);
    if (status == CDY_ERROR_UNSUPPORTED) {
        return 0; /* this machine lacks the instructions */
    }
    for (size_t i = 0; !status && i < sizeof calls / sizeof calls[0]; i++) {
        for (int round = 0; !status && round < BATCH_ROUNDS; round++) {
            const double start = now();
            status = calls[i].run(b, batch);
            times[round] = (now() - start) / (double)STATES;
        }
        const timing t = sum_up(times, BATCH_ROUNDS);
        printf("%-16s %-35s %5d lanes %2d threads %8.1f %8.1f ns a state\n", robot, calls[i].name, lanes,
               cdy_batch_threads(batch), t.least, t.median);
    }
    cdy_batch_destroy(batch);
    return status != CDY_OK;
}

static int make_bench(bench *b, const char *robot)
{
    cdy_tree *tree = NULL;
    uint64_t seed = 1;
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81;
    if (cdy_urdf_load_bundled(robot, &options, &tree, NULL) || cdy_model_create(tree, &b->model, NULL)) {
        return 1;
    }
    cdy_tree_destroy(tree);
    b->nq = (size_t)cdy_model_nq(b->model);
    b->nv = (size_t)cdy_model_nv(b->model);
    b->frames = (size_t)cdy_model_frame_count(b->model);
    const size_t parameters = (size_t)cdy_parameter_count(b->model, NULL);
    const size_t widest = parameters > 6 * b->nv ? parameters : 6 * b->nv;
    b->q = calloc(STATES * b->nq, sizeof(double));
    b->qd = calloc(STATES * b->nv, sizeof(double));
    b->qdd = calloc(STATES * b->nv, sizeof(double));
    b->out = calloc(STATES * (16 * b->frames + (6 + widest) * b->nv + 16), sizeof(double));
    if (!b->q || !b->qd || !b->qdd || !b->out) {
        return 1;
    }
    for (size_t i = 0; i < STATES; i++) {
        cdy_random_configuration(b->model, &seed, b->q + i * b->nq);
    }
    for (size_t i = 0; i < STATES * b->nv; i++) {
        b->qd[i] = 0.1 * (double)(i % 13);
        b->qdd[i] = 0.2 * (double)(i % 17);
    }
    return 0;
}

static void free_bench(bench *b)
{
    free(b->q);
    free(b->qd);
    free(b->qdd);
    free(b->out);
    cdy_model_destroy(b->model);
}

int main(int argc, char **argv)
{
    static const char *const robots[] = {"universalUR5e", "kukaIiwa14"};
    int failed = 0;
    printf("%-16s %-35s %23s %8s %8s\n", "robot", "algorithm", "", "minimum", "median");
    for (int i = 0; i < (argc > 1 ? argc - 1 : 2) && !failed; i++) {
        bench b = {0};
        const char *robot = argc > 1 ? argv[i + 1] : robots[i];
        failed = make_bench(&b, robot);
        for (int lanes = 1; lanes <= 8 && !failed; lanes *= 2) {
            failed = measure(&b, robot, lanes, 1) || measure(&b, robot, lanes, 2);
        }
        free_bench(&b);
    }
    return failed;
}

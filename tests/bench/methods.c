/* Benchmark of the methods of forward dynamics: the size at which one overtakes another, in chains of growing length
 * and in the robot files of the arguments, with their base fixed and floating.  cdy_forward_dynamics() chooses the
 * method by these sizes. */
#include "chain.h"
#include "rounds.h"
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>

static cdy_status run_by_mass_matrix(const subject *b)
{
    return cdy_forward_dynamics_by(b->model, b->workspace, CDY_FORWARD_MASS_MATRIX, b->q, b->qd, b->tau, NULL, b->qdd,
                                   NULL);
}

static cdy_status run_by_lapack(const subject *b)
{
    return cdy_forward_dynamics_by(b->model, b->workspace, CDY_FORWARD_LAPACK, b->q, b->qd, b->tau, NULL, b->qdd, NULL);
}

static cdy_status run_by_bodies(const subject *b)
{
    return cdy_forward_dynamics_by(b->model, b->workspace, CDY_FORWARD_ARTICULATED_BODIES, b->q, b->qd, b->tau, NULL,
                                   b->qdd, NULL);
}

/* The least time of a call, ns; below 0 where it fails. */
static double least_time(const subject *b, cdy_status (*run)(const subject *b), int calls)
{
    double least = -1;
    for (int round = 0; round < 20; round++) {
        double start = now();
        for (int i = 0; i < calls; i++) {
            if (run(b)) {
                return -1;
            }
        }
        double time = (now() - start) / calls;
        least = least < 0 || time < least ? time : least;
    }
    return least;
}

static int compare_methods(const char *robot, const cdy_tree *tree)
{
    subject b = {0};
    int failed = !tree || make_subject(&b, tree);
    if (!failed) {
        int nv = cdy_model_nv(b.model), calls = 1 + 4000 / (nv + 1);
        printf("%-40.40s nv %4d  LAPACK %10.1f ns  mass matrix %10.1f ns  articulated bodies %10.1f ns\n", robot, nv,
               least_time(&b, run_by_lapack, calls), least_time(&b, run_by_mass_matrix, calls),
               least_time(&b, run_by_bodies, calls));
    }
    free_subject(&b);
    return failed;
}

static int compare_chain(int count)
{
    size_t size = 0;
    char *text = make_chain(count, &size);
    cdy_tree *tree = NULL;
    int failed = !text || cdy_load_text(text, size, "chain", NULL, &tree, NULL) || compare_methods("chain", tree);
    cdy_tree_destroy(tree);
    free(text);
    return failed;
}

/* A robot file, with its base fixed and floating. */
static int compare_file(const char *path)
{
    int failed = 0;
    for (int floating = 0; floating < 2; floating++) {
        cdy_tree *tree = NULL;
        cdy_load_options options = cdy_load_options_default();
        options.floating_base = floating;
        options.mimic_independent = true;
        failed |= cdy_load_file(path, &options, &tree, NULL) || compare_methods(path, tree);
        cdy_tree_destroy(tree);
    }
    return failed;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int count = 2; count <= 256; count += count < 16 ? 1 : count / 4) {
        failed |= compare_chain(count);
    }
    for (int i = 1; i < argc; i++) {
        failed |= compare_file(argv[i]);
    }
    return failed;
}

/* Benchmark of loading: the bundled robots, and chains of up to 100000 links, from text to model. */
#include "chain.h"
#include "rounds.h"

#include <condyle/condyle.h>
#include <stdio.h>
#include <stdlib.h>

static int measure_loading(const char *robot)
{
    static double times[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        cdy_tree *tree = NULL;
        cdy_model *model = NULL;
        double start = now();
        if (cdy_urdf_load_bundled(robot, NULL, &tree, NULL) || cdy_model_create(tree, &model, NULL)) {
            return 1;
        }
        times[round] = now() - start;
        cdy_model_destroy(model);
        cdy_tree_destroy(tree);
    }
    const timing t = sum_up(times, ROUNDS);
    printf("%-16s load+compile %10.1f %10.1f us\n", robot, t.least * 1e-3, t.median * 1e-3);
    return 0;
}

static int measure_chain(int count)
{
    size_t size = 0;
    char *text = make_chain(count, &size);
    cdy_tree *tree = NULL;
    cdy_model *model = NULL;
    double start = now();
    int failed = !text || cdy_load_text(text, size, "chain", NULL, &tree, NULL) || cdy_model_create(tree, &model, NULL);
    if (!failed) {
        printf("chain of %6d links: load+compile %8.1f ms, %6.2f us a link\n", count, (now() - start) * 1e-6,
               (now() - start) * 1e-3 / count);
    }
    cdy_model_destroy(model);
    cdy_tree_destroy(tree);
    free(text);
    return failed;
}

int main(void)
{
    static const char *const robots[] = {"universalUR5e", "kukaIiwa14", "omronEcobra600"};
    int failed = 0;
    printf("%-16s %23s %10s\n", "robot", "minimum", "median");
    for (size_t i = 0; i < sizeof robots / sizeof *robots; i++) {
        failed |= measure_loading(robots[i]);
    }
    for (int count = 1000; count <= 100000; count *= 10) {
        failed |= measure_chain(count);
    }
    return failed;
}

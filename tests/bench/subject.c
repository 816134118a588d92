#include "subject.h"

#include <stdlib.h>

int make_subject(subject *b, const cdy_tree *tree)
{
    if (cdy_model_create(tree, &b->model, NULL) || cdy_workspace_create(b->model, &b->workspace, NULL)) {
        return 1;
    }
    size_t nq = (size_t)cdy_model_nq(b->model), nv = (size_t)cdy_model_nv(b->model);
    b->q = calloc(nq, sizeof(double));
    b->qd = calloc(nv, sizeof(double));
    b->qdd = calloc(nv, sizeof(double));
    b->tau = calloc(nv, sizeof(double));
    b->frame = cdy_model_frame_count(b->model) - 1;
    const size_t parameters = (size_t)cdy_parameter_count(b->model, NULL), frames = (size_t)b->frame + 1;
    b->out = calloc((6 * nv + parameters + 16) * nv + 16 * frames + 16, sizeof(double));
    b->second = calloc((nv + 6) * (nv + 6), sizeof(double));
    b->third = calloc((nv + 6) * (nv + 6), sizeof(double));
    b->cubes = calloc(4 * nv * nv * nv + 1, sizeof(double));
    if (!b->q || !b->qd || !b->qdd || !b->tau || !b->out || !b->second || !b->third || !b->cubes) {
        return 1;
    }
    uint64_t seed = 1;
    cdy_random_configuration(b->model, &seed, b->q);
    for (size_t i = 0; i < nv; i++) {
        b->qd[i] = 0.1 * (double)(i + 1);
        b->qdd[i] = 0.2 * (double)(i + 1);
    }
    return 0;
}

void free_subject(subject *b)
{
    free(b->q);
    free(b->qd);
    free(b->qdd);
    free(b->tau);
    free(b->out);
    free(b->second);
    free(b->third);
    free(b->cubes);
    cdy_workspace_destroy(b->workspace);
    cdy_model_destroy(b->model);
}

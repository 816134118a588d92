/* Exclusions of a tree: pairs of bodies that its file, or a file beside it, leaves out. */
#include "base/error.h"
#include "base/index_pair.h"
#include "base/memory.h"
#include "distance/scene.h"
#include "model/model.h"

#include <condyle/tree.h>
#include <stdlib.h>

/* Lists the frames of the exclusions, sorted. */
static cdy_status list_frames(const cdy_model *model, const cdy_tree *tree, index_pair *listed, size_t *count,
                              cdy_error *error)
{
    const char *body, *other;
    for (*count = 0; cdy_tree_exclusion(tree, (int)*count, &body, &other); ++*count) {
        const int a = cdy_model_find_frame(model, body), b = cdy_model_find_frame(model, other);
        if (a < 0 || b < 0) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "the tree excludes '%.120s', which the model does not have; expected the tree that the "
                            "model was made of",
                            a < 0 ? body : other);
        }
        listed[*count] = index_pair_of(a, b);
    }
    qsort(listed, *count, sizeof *listed, index_pair_compare);
    return CDY_OK;
}

/* Leaves out the pairs of shapes on two of the frames; the list is sorted. */
static void leave_out(cdy_distance_scene *scene, const index_pair *listed, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < scene->pair_count; i++) {
        const shape_pair p = scene->pairs[i];
        const index_pair on = index_pair_of(scene->shapes[p.a].frame, scene->shapes[p.b].frame);
        if (!bsearch(&on, listed, count, sizeof *listed, index_pair_compare)) {
            scene->pairs[kept++] = p;
        }
    }
    scene->pair_count = kept;
    cdy_scene_mark(scene);
}

cdy_status cdy_distance_exclude_listed(const cdy_model *model, cdy_distance_scene *scene, const cdy_tree *tree,
                                       cdy_error *error)
{
    size_t count = 0;
    if (!model || !scene || !tree || scene->fingerprint != model->fingerprint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "to leave out exclusions takes a model, a scene that was made of it and its tree");
    }
    index_pair *listed = cdy_allocate((size_t)cdy_tree_exclusion_count(tree) + 1, sizeof *listed);
    const cdy_status status = listed ? list_frames(model, tree, listed, &count, error) : cdy_fail_memory(error);
    if (!status) {
        leave_out(scene, listed, count);
    }
    cdy_release(listed);
    return status;
}

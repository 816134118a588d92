/* Loops of a tree: ties between bodies that the joints of a model do not have. */
#include "distance/neighbours.h"

#include "base/error.h"
#include "base/memory.h"

#include <condyle/operational_space.h>
#include <stdlib.h>

/* Two moving bodies that a loop holds at each other, a < b. */
typedef struct held_bodies {
    int a, b;
} held_bodies;

static held_bodies in_order(int a, int b)
{
    return a < b ? (held_bodies){a, b} : (held_bodies){b, a};
}

static int compare(const void *left, const void *right)
{
    const held_bodies *x = left, *y = right;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

/* Finds the moving body of an end of a loop. */
static cdy_status find_end(const cdy_model *model, const char *name, int *body, cdy_error *error)
{
    const int frame = cdy_model_find_frame(model, name);
    if (frame < 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a loop of the tree ends at '%.120s', which the model does not have; expected the tree that "
                        "the model was made of",
                        name);
    }
    *body = model_frames(model)[frame].body;
    return CDY_OK;
}

/* Counts the loops among what ends at each body, and gives the bodies at which they end. */
static cdy_status add_ties(const cdy_tree *tree, joined_bodies *joined, held_bodies *ends, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < cdy_tree_loop_count(tree) && !status; i++) {
        const cdy_loop *loop = cdy_tree_loop(tree, i);
        status = find_end(joined->model, loop->body, &ends[i].a, error);
        status = status ? status : find_end(joined->model, loop->other, &ends[i].b, error);
        if (!status) {
            joined->items[ends[i].a].ties++;
            joined->items[ends[i].b].ties++;
        }
    }
    return status;
}

/* In how many directions a loop lets its ends slide. */
static int slides_of(const cdy_loop *loop)
{
    return !(loop->rows & CDY_ROW_VX) + !(loop->rows & CDY_ROW_VY) + !(loop->rows & CDY_ROW_VZ);
}

/* How far an end of a loop is from the origin of the moving body that has it, at most. */
static double reach_of(const cdy_model *model, const char *name, const cdy_placement *place)
{
    const model_frame *frame = &model_frames(model)[cdy_model_find_frame(model, name)];
    return length_of(vec3_from(frame->translation)) + length_of(vec3_from(place->xyz));
}

/* Turns the ends of loops into the bodies that they hold, of loops that hold some; returns their number. */
static size_t find_held(const cdy_tree *tree, const joined_bodies *joined, held_bodies *ends)
{
    size_t count = 0;
    for (int i = 0; i < cdy_tree_loop_count(tree); i++) {
        const cdy_loop *loop = cdy_tree_loop(tree, i);
        int slides = slides_of(loop);
        const int a = cdy_tied_to(joined, ends[i].a, reach_of(joined->model, loop->body, &loop->in_body), &slides);
        const int b = cdy_tied_to(joined, ends[i].b, reach_of(joined->model, loop->other, &loop->in_other), &slides);
        if (is_hold(slides)) {
            ends[count++] = in_order(a, b);
        }
    }
    return count;
}

/* Leaves out the pairs of shapes on two of the bodies; the list is sorted. */
static void leave_out(cdy_distance_scene *scene, const held_bodies *held, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < scene->pair_count; i++) {
        const shape_pair p = scene->pairs[i];
        const held_bodies on = in_order(scene->shapes[p.a].body, scene->shapes[p.b].body);
        if (!bsearch(&on, held, count, sizeof *held, compare)) {
            scene->pairs[kept++] = p;
        }
    }
    scene->pair_count = kept;
    cdy_scene_mark(scene);
}

cdy_status cdy_distance_exclude_loops(const cdy_model *model, cdy_distance_scene *scene, const cdy_tree *tree,
                                      cdy_error *error)
{
    joined_bodies joined = {0};
    if (!model || !scene || !tree || scene->fingerprint != model->fingerprint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "to leave out what loops hold takes a model, a scene that was made of it and its tree");
    }
    held_bodies *held = cdy_allocate((size_t)cdy_tree_loop_count(tree) + 1, sizeof *held);
    cdy_status status = held ? cdy_join_bodies(model, scene, &joined, error) : cdy_fail_memory(error);
    status = status ? status : add_ties(tree, &joined, held, error);
    if (!status) {
        const size_t count = find_held(tree, &joined, held);
        qsort(held, count, sizeof *held, compare);
        leave_out(scene, held, count);
    }
    cdy_release(joined.items);
    cdy_release(held);
    return status;
}

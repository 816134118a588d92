/* Matching of robots whose names differ, as exporters change them: joints of B that A has not take the names of those
 * that stand in the same place. */
#include "commands/files/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns the nearest body above, or the base, that a joint moves. */
static int moving_above(const cdy_tree *tree, int index)
{
    int at = cdy_tree_parent(tree, index);
    while (at > 0 && cdy_joint_type_nv(cdy_tree_body(tree, at)->joint.type) == 0) {
        at = cdy_tree_parent(tree, at);
    }
    return at;
}

/* Writes where a joint stands in the body `above` it, at 0. */
static void find_place(const cdy_tree *tree, int index, int above, double place[3])
{
    memcpy(place, cdy_tree_body(tree, index)->joint.origin.xyz, 3 * sizeof *place);
    for (int at = cdy_tree_parent(tree, index); at > above; at = cdy_tree_parent(tree, at)) {
        const cdy_joint *j = &cdy_tree_body(tree, at)->joint;
        const cdy_placement *steps[2] = {&j->child, &j->origin};
        for (int k = 0; k < 2; k++) {
            double T[16], moved[3];
            cdy_placement_to_matrix(steps[k], T);
            for (int i = 0; i < 3; i++) {
                moved[i] = T[4 * i] * place[0] + T[4 * i + 1] * place[1] + T[4 * i + 2] * place[2] + T[4 * i + 3];
            }
            memcpy(place, moved, sizeof moved);
        }
    }
}

static double distance(const double a[3], const double b[3])
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

/* Whether both have one degree of freedom and slide, or turn; others have one type. */
static bool are_alike(const cdy_joint *a, const cdy_joint *b)
{
    return cdy_joint_type_nv(a->type) == cdy_joint_type_nv(b->type) &&
           (cdy_joint_type_nv(a->type) == 1 || a->type == b->type) &&
           (cdy_joint_type_traits(a->type)->slides == 1) == (cdy_joint_type_traits(b->type)->slides == 1);
}

/* Finds the joint of B that stands most nearly where A's does; -1: none of its kind is left. */
static int find_twin(const cdy_tree *a, int index, const cdy_tree *b)
{
    const int above = moving_above(a, index);
    const cdy_joint *own = &cdy_tree_body(a, index)->joint;
    const int base = above == 0 ? 0 : cdy_tree_find_joint(b, cdy_tree_body(a, above)->joint.name);
    double place[3], least = (double)INFINITY;
    int twin = -1;
    find_place(a, index, above, place);
    for (int i = 1; i <= cdy_tree_body_count(b) && base >= 0; i++) {
        const cdy_joint *j = &cdy_tree_body(b, i)->joint;
        double other[3];
        if (moving_above(b, i) != base || !are_alike(own, j) || cdy_tree_find_joint(a, j->name) >= 0) {
            continue;
        }
        find_place(b, i, base, other);
        if (distance(place, other) < least) {
            least = distance(place, other);
            twin = i;
        }
    }
    return twin;
}

/* Gives a joint of B, and its body, the names that A has. */
static cdy_status take_names(cdy_tree *b, int twin, const cdy_tree *a, int index, cdy_error *error)
{
    const cdy_body *own = cdy_tree_body(a, index);
    cdy_body body = *cdy_tree_body(b, twin);
    const char *name = body.name;
    body.joint.name = own->joint.name;
    if (cdy_tree_find_body(a, name) < 0 && cdy_tree_find_body(b, own->name) < 0) {
        body.name = own->name;
    }
    return cdy_tree_replace_body(b, name, &body, error);
}

exit_code diff_match(const robot *a, robot *b)
{
    cdy_error error;
    int matched = 0;
    for (int i = 1; i <= cdy_tree_body_count(a->tree); i++) {
        const cdy_joint *j = &cdy_tree_body(a->tree, i)->joint;
        const bool unknown = cdy_joint_type_nv(j->type) > 0 && cdy_tree_find_joint(b->tree, j->name) < 0;
        const int twin = unknown ? find_twin(a->tree, i, b->tree) : -1;
        if (twin < 0) {
            continue;
        }
        note("matched by place: joint %s of B is %s of A", cdy_tree_body(b->tree, twin)->joint.name, j->name);
        if (take_names(b->tree, twin, a->tree, i, &error)) {
            return fail_library(&error);
        }
        matched++;
    }
    if (matched == 0) {
        return EXIT_FINE;
    }
    cdy_model *model = NULL;
    if (cdy_model_create(b->tree, &model, &error)) {
        return fail_library(&error);
    }
    cdy_model_destroy(b->model);
    b->model = model;
    return EXIT_FINE;
}

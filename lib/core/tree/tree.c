/* Creation and queries of the tree. */
#include "tree/tree.h"

#include "base/error.h"
#include "base/memory.h"
#include "text/nearest.h"
#include "tree/splice.h"

#include <math.h>
#include <string.h>

static cdy_status fill_base(cdy_tree *tree, const cdy_body *base, cdy_error *error)
{
    cdy_body body = *base;
    body.joint = (cdy_joint){0};
    node *n = cdy_tree_reserve(tree, 1) ? cdy_node_create(&body) : NULL;
    if (!n) {
        return cdy_fail_memory(error);
    }
    cdy_tree_push(tree, n, -1, -1);
    return CDY_OK;
}

cdy_status cdy_tree_create(const char *robot, const cdy_body *base, cdy_tree **tree, cdy_error *error)
{
    if (!tree) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the tree was given");
    }
    *tree = NULL;
    if (!base) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no base body was given");
    }
    cdy_status status = cdy_check_body(base, error);
    if (status) {
        return status;
    }
    cdy_tree *t = cdy_tree_start(robot ? robot : "", NULL);
    status = t ? fill_base(t, base, error) : cdy_fail_memory(error);
    if (status) {
        cdy_tree_destroy(t);
        return status;
    }
    *tree = t;
    return CDY_OK;
}

static void clear_ties(tie_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        cdy_arena_clear(&list->items[i].memory);
    }
    cdy_release(list->items);
}

void cdy_tree_destroy(cdy_tree *tree)
{
    if (!tree) {
        return;
    }
    for (int kind = 0; kind < TIE_KINDS; kind++) {
        clear_ties(&tree->ties[kind]);
    }
    for (int i = 0; i < tree->count; i++) {
        cdy_node_destroy(cdy_node_at(tree, i));
    }
    cdy_release(tree->nodes);
    cdy_release(tree->slots);
    cdy_release(tree->indices);
    cdy_release(tree->parents);
    cdy_release(tree->siblings);
    cdy_name_table_clear(&tree->bodies);
    cdy_name_table_clear(&tree->joints);
    cdy_release(tree->name);
    cdy_release(tree);
}

const char *cdy_tree_name(const cdy_tree *tree)
{
    return tree ? tree->name : NULL;
}

int cdy_tree_body_count(const cdy_tree *tree)
{
    return tree ? tree->count - 1 : 0;
}

static bool has_body(const cdy_tree *tree, int index)
{
    return tree && index >= 0 && index < tree->count;
}

const cdy_body *cdy_tree_body(const cdy_tree *tree, int index)
{
    return has_body(tree, index) ? &cdy_node_at(tree, index)->body : NULL;
}

int cdy_tree_parent(const cdy_tree *tree, int index)
{
    return has_body(tree, index) ? tree->parents[index] : -1;
}

/* In depth-first order the first child follows its parent. */
int cdy_tree_first_child(const cdy_tree *tree, int index)
{
    return has_body(tree, index) && index + 1 < tree->count && tree->parents[index + 1] == index ? index + 1 : -1;
}

int cdy_tree_next_sibling(const cdy_tree *tree, int index)
{
    return has_body(tree, index) ? tree->siblings[index] : -1;
}

static int find_index(const cdy_tree *tree, const cdy_name_table *names, const char *name)
{
    int slot = name ? cdy_name_table_find(names, name) : -1;
    return slot >= 0 ? tree->indices[slot] : -1;
}

int cdy_tree_find_body(const cdy_tree *tree, const char *name)
{
    return tree ? find_index(tree, &tree->bodies, name) : -1;
}

int cdy_tree_find_joint(const cdy_tree *tree, const char *name)
{
    return tree ? find_index(tree, &tree->joints, name) : -1;
}

static cdy_status fail_unknown_body(const cdy_tree *tree, const char *name, bool by_joint, cdy_error *error)
{
    cdy_nearest search = cdy_nearest_to(name);
    for (int i = by_joint ? 1 : 0; i < tree->count; i++) {
        const cdy_body *body = cdy_tree_body(tree, i);
        cdy_nearest_consider(&search, by_joint ? body->joint.name : body->name);
    }
    return cdy_fail_unknown(&search, by_joint ? "joint" : "body", error);
}

cdy_status cdy_tree_require_body(const cdy_tree *tree, const char *name, int *index, cdy_error *error)
{
    if (!tree || !name || !index) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "finding a body needs a tree, a name and a pointer for the index");
    }
    const int found = cdy_tree_find_body(tree, name);
    if (found < 0) {
        return fail_unknown_body(tree, name, false, error);
    }
    *index = found;
    return CDY_OK;
}

cdy_status cdy_tree_require_joint(const cdy_tree *tree, const char *name, int *index, cdy_error *error)
{
    if (!tree || !name || !index) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "finding a joint needs a tree, a name and a pointer for the index");
    }
    const int found = cdy_tree_find_joint(tree, name);
    if (found < 0) {
        return fail_unknown_body(tree, name, true, error);
    }
    *index = found;
    return CDY_OK;
}

void cdy_tree_get_gravity(const cdy_tree *tree, double gravity[3])
{
    if (tree && gravity) {
        memcpy(gravity, tree->gravity, sizeof tree->gravity);
    }
}

cdy_status cdy_tree_set_gravity(cdy_tree *tree, const double gravity[3], cdy_error *error)
{
    if (!tree || !gravity) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "setting gravity needs a tree and three numbers");
    }
    if (!isfinite(gravity[0]) || !isfinite(gravity[1]) || !isfinite(gravity[2])) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "gravity is not finite; expected an acceleration in m/s2");
    }
    memcpy(tree->gravity, gravity, sizeof tree->gravity);
    return CDY_OK;
}

bool cdy_tree_mimic_independent(const cdy_tree *tree)
{
    return tree && tree->mimic_independent;
}

void cdy_tree_set_mimic_independent(cdy_tree *tree, bool independent)
{
    if (tree) {
        tree->mimic_independent = independent;
    }
}

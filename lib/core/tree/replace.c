/* Replacing a body, a joint or an inertia in place. */
#include "base/error.h"
#include "base/memory.h"
#include "tree/splice.h"
#include "tree/tie.h"
#include "tree/tree.h"

#include <string.h>

static bool mimics_joint(const cdy_tree *tree, int index, const char *name)
{
    const char *leader = cdy_joint_at(tree, index)->mimic.joint;
    return leader && strcmp(leader, name) == 0;
}

/* Copies the new name of joint `leader` for every joint that mimics it, into the memory of its node: (*names)[slot];
 * *names is NULL if there is none. Copies left after a failure are freed with the node. */
static cdy_status copy_leader_names(const cdy_tree *tree, int leader, const char *name, char ***names, cdy_error *error)
{
    const char *old_name = cdy_joint_at(tree, leader)->name;
    *names = NULL;
    for (int i = 1; i < tree->count; i++) {
        if (i == leader || !mimics_joint(tree, i, old_name)) {
            continue;
        }
        *names = *names ? *names : cdy_allocate((size_t)tree->capacity, sizeof **names);
        if (!*names || !((*names)[tree->slots[i]] = cdy_arena_copy(&cdy_node_at(tree, i)->memory, name))) {
            cdy_release(*names);
            *names = NULL;
            return cdy_fail_memory(error);
        }
    }
    return CDY_OK;
}

static void set_leader_names(cdy_tree *tree, char **names)
{
    for (int i = 1; names && i < tree->count; i++) {
        int slot = tree->slots[i];
        if (names[slot]) {
            tree->nodes[slot]->body.joint.mimic.joint = names[slot];
        }
    }
}

/* Installs a node in a slot and returns the old one. */
static node *exchange(cdy_tree *tree, int slot, node *n)
{
    node *old_name = tree->nodes[slot];
    cdy_tree_remove_names(tree, old_name);
    cdy_tree_enter_names(tree, n, slot);
    return old_name;
}

/* Replaces the node of a body and moves the body to its place in the order; *replaced is the node that is no longer
 * used: the old one, or `n` on failure. */
static cdy_status install(cdy_tree *tree, int index, node *n, node **replaced, cdy_error *error)
{
    bool keeps_place = index == 0 || cdy_tree_keeps_place(tree, index, n->body.joint.name);
    int slot = tree->slots[index];
    *replaced = exchange(tree, slot, n);
    cdy_status status = keeps_place ? CDY_OK : cdy_tree_order(tree, error);
    if (status) {
        *replaced = exchange(tree, slot, *replaced);
    }
    return status;
}

/* The leader names of mimic joints are copied before the exchange, since the exchange cannot fail afterwards. */
static cdy_status replace(cdy_tree *tree, int index, const cdy_body *body, cdy_error *error)
{
    const char *old_name = cdy_joint_at(tree, index)->name;
    bool renamed = old_name && body->joint.name && strcmp(old_name, body->joint.name) != 0;
    char **names = NULL;
    node *n = cdy_node_create(body);
    cdy_status status = n ? CDY_OK : cdy_fail_memory(error);
    if (!status && renamed) {
        status = copy_leader_names(tree, index, body->joint.name, &names, error);
    }
    const char *old_body = cdy_tree_body(tree, index)->name;
    const bool moves_ends = strcmp(old_body, body->name) != 0;
    if (!status && moves_ends && !cdy_tree_copy_end_names(tree, old_body, body->name)) {
        status = cdy_fail_memory(error);
    }
    if (!status) {
        status = install(tree, index, n, &n, error);
    }
    if (!status) {
        set_leader_names(tree, names);
    }
    if (!status && moves_ends) {
        cdy_tree_set_end_names(tree, old_body);
    }
    cdy_release(names);
    cdy_node_destroy(n);
    return status;
}

cdy_status cdy_tree_replace_body(cdy_tree *tree, const char *name, const cdy_body *body, cdy_error *error)
{
    int index = 0;
    if (!body) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "replacing a body needs a body");
    }
    cdy_status status = cdy_tree_require_body(tree, name, &index, error);
    if (!status) {
        status = cdy_tree_admit(tree, body, index, error);
    }
    if (status) {
        return status;
    }
    cdy_body changed = *body;
    if (index == 0) {
        changed.joint = (cdy_joint){0};
    }
    return replace(tree, index, &changed, error);
}

cdy_status cdy_tree_replace_joint(cdy_tree *tree, const char *name, const cdy_joint *joint, cdy_error *error)
{
    int index = 0;
    if (!joint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "replacing a joint needs a joint");
    }
    cdy_status status = cdy_tree_require_moved_body(tree, name, &index, error);
    if (status) {
        return status;
    }
    cdy_body changed = *cdy_tree_body(tree, index);
    changed.joint = *joint;
    status = cdy_tree_admit(tree, &changed, index, error);
    return status ? status : replace(tree, index, &changed, error);
}

cdy_status cdy_tree_set_inertial(cdy_tree *tree, const char *name, const cdy_inertial *inertial, cdy_error *error)
{
    int index = 0;
    if (!inertial) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "setting mass and inertia needs an inertial");
    }
    cdy_status status = cdy_tree_require_body(tree, name, &index, error);
    if (status) {
        return status;
    }
    cdy_body changed = *cdy_tree_body(tree, index);
    changed.inertial = *inertial;
    status = cdy_check_body(&changed, error);
    if (!status) {
        cdy_node_at(tree, index)->body.inertial = changed.inertial;
    }
    return status;
}

cdy_status cdy_tree_set_name(cdy_tree *tree, const char *robot, cdy_error *error)
{
    if (!tree) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "naming a robot needs a tree");
    }
    char *name = cdy_copy_text(robot ? robot : "", robot ? strlen(robot) : 0);
    if (!name) {
        return cdy_fail_memory(error);
    }
    cdy_release(tree->name);
    tree->name = name;
    return CDY_OK;
}

/* Editing: every change is checked and its memory allocated before the tree is modified. */
#include "base/error.h"
#include "base/memory.h"
#include "tree/splice.h"
#include "tree/tie.h"
#include "tree/tree.h"

#include <string.h>

static cdy_status check_free(const char *kind, const char *name, int found, int own, cdy_error *error)
{
    return found < 0 || found == own ? CDY_OK
                                     : cdy_fail(error, CDY_ERROR_ARGUMENT,
                                                "the robot already has a %s '%.80s'; names must differ", kind, name);
}

cdy_status cdy_tree_admit(const cdy_tree *tree, const cdy_body *body, int own, cdy_error *error)
{
    cdy_status status = cdy_check_body(body, error);
    if (!status) {
        status = check_free("body", body->name, cdy_tree_find_body(tree, body->name), own, error);
    }
    if (!status && own != 0) {
        status = cdy_check_joint(&body->joint, error);
    }
    if (!status && own != 0) {
        status = check_free("joint", body->joint.name, cdy_tree_find_joint(tree, body->joint.name), own, error);
    }
    return status;
}

cdy_status cdy_tree_require_moved_body(const cdy_tree *tree, const char *name, int *index, cdy_error *error)
{
    cdy_status status = cdy_tree_require_body(tree, name, index, error);
    if (!status && *index == 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "body '%.80s' is the base, which has no joint and cannot be taken out; name another body",
                        name);
    }
    return status;
}

/* ---- adding ---- */

cdy_status cdy_tree_add_body(cdy_tree *tree, const cdy_body *body, const char *parent, cdy_error *error)
{
    int parent_index = 0;
    if (!body) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "adding a body needs a body");
    }
    cdy_status status = cdy_tree_require_body(tree, parent, &parent_index, error);
    if (!status) {
        status = cdy_tree_admit(tree, body, -1, error);
    }
    if (status) {
        return status;
    }
    node *n = cdy_tree_reserve(tree, tree->count + 1) ? cdy_node_create(body) : NULL;
    if (!n) {
        return cdy_fail_memory(error);
    }
    cdy_tree_insert(tree, n, parent_index, cdy_tree_find_place(tree, parent_index, n->body.joint.name));
    return CDY_OK;
}

cdy_status cdy_tree_append(cdy_tree *tree, const cdy_body *body, int parent, cdy_error *error)
{
    cdy_status status = cdy_tree_admit(tree, body, -1, error);
    if (status) {
        return status;
    }
    if (parent < 0 || parent >= tree->count) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "body '%.80s': there is no parent body number %d", body->name,
                        parent);
    }
    node *n = cdy_tree_reserve(tree, tree->count + 1) ? cdy_node_create(body) : NULL;
    if (!n) {
        return cdy_fail_memory(error);
    }
    cdy_tree_push(tree, n, parent, -1);
    return CDY_OK;
}

static cdy_status check_names(const cdy_tree *tree, const cdy_tree *subtree, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int i = 1; i < subtree->count && !status; i++) {
        const cdy_body *body = cdy_tree_body(subtree, i);
        status = check_free("body", body->name, cdy_tree_find_body(tree, body->name), -1, error);
        if (!status) {
            status = check_free("joint", body->joint.name, cdy_tree_find_joint(tree, body->joint.name), -1, error);
        }
    }
    return status;
}

static void pop_bodies(cdy_tree *tree, int count)
{
    while (tree->count > count) {
        cdy_node_destroy(cdy_tree_pop(tree));
    }
}

/* Appends copies of all bodies of `subtree` except its base; returns false if memory runs out. */
static bool push_copies(cdy_tree *tree, int parent_index, const cdy_tree *subtree)
{
    int count = tree->count, added = subtree->count - 1;
    bool ok = cdy_tree_reserve(tree, count + added);
    for (int i = 1; i <= added && ok; i++) {
        int parent_in_subtree = subtree->parents[i];
        node *n = cdy_node_create(&cdy_node_at(subtree, i)->body);
        ok = n != NULL;
        if (n) {
            cdy_tree_push(tree, n, parent_in_subtree == 0 ? parent_index : count + parent_in_subtree - 1, -1);
        }
    }
    return ok;
}

/* The copies are appended at the end first, where they can be removed again on failure, and then sorted into place. */
cdy_status cdy_tree_add_subtree(cdy_tree *tree, const char *parent, const cdy_tree *subtree, cdy_error *error)
{
    int parent_index = 0;
    if (!subtree) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "adding a subtree needs a subtree");
    }
    cdy_status status = cdy_tree_require_body(tree, parent, &parent_index, error);
    if (!status) {
        status = check_names(tree, subtree, error);
    }
    if (status || subtree->count == 1) {
        return status;
    }
    int count = tree->count;
    const bool copied = push_copies(tree, parent_index, subtree) && cdy_tree_copy_ties(tree, subtree, parent);
    status = copied ? cdy_tree_order(tree, error) : cdy_fail_memory(error);
    if (status) {
        pop_bodies(tree, count);
        cdy_tree_part_ties(tree, NULL);
    }
    return status;
}

/* ---- removing and copying ---- */

/* Creates a tree with a base like `base` and capacity for `count` further bodies; NULL if memory runs out. */
static cdy_tree *create_with_base(const cdy_tree *like, const cdy_body *base, int count)
{
    cdy_tree *tree = cdy_tree_start(like->name, like);
    node *n = tree && cdy_tree_reserve(tree, count + 1) ? cdy_node_create(base) : NULL;
    if (n) {
        cdy_tree_push(tree, n, -1, -1);
    } else {
        cdy_tree_destroy(tree);
    }
    return n ? tree : NULL;
}

/* Appends body `i`, as node `n`, to `part`, the tree of the bodies `first` <= i < `end`; indices of parents and
 * siblings outside that range become the base and none. */
static void push_part(cdy_tree *part, node *n, const cdy_tree *tree, int first, int end, int i)
{
    int parent = tree->parents[i], sibling = tree->siblings[i], shift = 1 - first;
    cdy_tree_push(part, n, parent < first ? 0 : parent + shift, sibling < 0 || sibling >= end ? -1 : sibling + shift);
}

/* Copies the bodies `first` <= i < `end` into *copy, which has a base and the capacity; destroys *copy if memory runs
 * out. *copy NULL is a failed allocation of the caller. */
static cdy_status copy_bodies(const cdy_tree *tree, int first, int end, cdy_tree **copy, cdy_error *error)
{
    for (int i = first; i < end && *copy; i++) {
        node *n = cdy_node_create(&cdy_node_at(tree, i)->body);
        if (n) {
            push_part(*copy, n, tree, first, end, i);
        } else {
            cdy_tree_destroy(*copy);
            *copy = NULL;
        }
    }
    return *copy ? CDY_OK : cdy_fail_memory(error);
}

/* Copies these bodies, and the loops and exclusions between them. */
static cdy_status copy_part(const cdy_tree *tree, int first, int end, cdy_tree **copy, cdy_error *error)
{
    cdy_status status = copy_bodies(tree, first, end, copy, error);
    if (!status && !cdy_tree_copy_ties(*copy, tree, NULL)) {
        cdy_tree_destroy(*copy);
        *copy = NULL;
        status = cdy_fail_memory(error);
    }
    return status;
}

cdy_status cdy_tree_copy(const cdy_tree *tree, cdy_tree **copy, cdy_error *error)
{
    if (!copy) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the copy was given");
    }
    *copy = NULL;
    if (!tree) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no tree to copy was given");
    }
    *copy = create_with_base(tree, cdy_tree_body(tree, 0), tree->count - 1);
    return copy_part(tree, 1, tree->count, copy, error);
}

/* Creates the tree for a subtree: its base has the name of the parent of body `first`. */
static cdy_tree *create_subtree_base(const cdy_tree *tree, int first, int end)
{
    cdy_body base = {.name = cdy_node_at(tree, tree->parents[first])->body.name};
    return create_with_base(tree, &base, end - first);
}

cdy_status cdy_tree_subtree(const cdy_tree *tree, const char *name, cdy_tree **subtree, cdy_error *error)
{
    int first = 0;
    if (!subtree) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the subtree was given");
    }
    *subtree = NULL;
    cdy_status status = cdy_tree_require_moved_body(tree, name, &first, error);
    if (status) {
        return status;
    }
    int end = cdy_tree_end_of(tree, first);
    *subtree = create_subtree_base(tree, first, end);
    return copy_part(tree, first, end, subtree, error);
}

cdy_status cdy_tree_remove_body(cdy_tree *tree, const char *name, cdy_tree **subtree, cdy_error *error)
{
    int first = 0;
    if (subtree) {
        *subtree = NULL;
    }
    cdy_status status = cdy_tree_require_moved_body(tree, name, &first, error);
    if (status) {
        return status;
    }
    int end = cdy_tree_end_of(tree, first);
    cdy_tree *removed = subtree ? create_subtree_base(tree, first, end) : NULL;
    if (subtree && !(removed && cdy_tree_reserve_ties(removed, tree))) {
        cdy_tree_destroy(removed);
        return cdy_fail_memory(error);
    }
    for (int i = first; i < end; i++) {
        node *n = cdy_node_at(tree, i);
        cdy_tree_remove_names(tree, n);
        if (removed) {
            push_part(removed, n, tree, first, end, i);
        } else {
            cdy_node_destroy(n);
        }
    }
    cdy_tree_close_gap(tree, first, end);
    cdy_tree_part_ties(tree, removed);
    if (subtree) {
        *subtree = removed;
    }
    return CDY_OK;
}

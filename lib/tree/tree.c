/* The tree: bodies under a base, found by name, in their order. */
#include "tree/tree.h"

#include "base/error.h"
#include "base/memory.h"
#include "tree/node.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So that no count of coordinates or rows can overflow an int. */
enum { MOST_BODIES = INT_MAX / 16 };

static bool reserve(cdy_tree *tree, int count)
{
    if (count > tree->capacity) {
        int capacity = tree->capacity ? 2 * tree->capacity : 16;
        node **nodes = cdy_reallocate(tree->nodes, (size_t)capacity, sizeof *nodes);
        if (!nodes) {
            return false;
        }
        tree->nodes = nodes;
        tree->capacity = capacity;
    }
    return cdy_name_table_reserve(&tree->bodies, (size_t)count) && cdy_name_table_reserve(&tree->joints, (size_t)count);
}

/* Everything that can fail comes first, so that a failure leaves the tree as it was. */
static cdy_status push_node(cdy_tree *tree, const cdy_body *body, int parent, cdy_error *error)
{
    node *n = reserve(tree, tree->count + 1) ? cdy_node_create(body) : NULL;
    if (!n) {
        return cdy_fail_memory(error);
    }
    n->parent = parent;
    tree->nodes[tree->count] = n;
    cdy_name_table_set(&tree->bodies, n->body.name, tree->count);
    if (n->body.joint.name) {
        cdy_name_table_set(&tree->joints, n->body.joint.name, tree->count);
    }
    tree->count++;
    return CDY_OK;
}

cdy_status cdy_tree_create(const char *robot, const cdy_body *base, cdy_tree **tree, cdy_error *error)
{
    if (!tree) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the tree was given");
    }
    *tree = NULL;
    if (!base) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no base body was given");
    }
    cdy_status status = cdy_check_body(base, error);
    if (status) {
        return status;
    }
    cdy_body body = *base;
    body.joint = (cdy_joint){0};
    cdy_tree *t = cdy_allocate(1, sizeof *t);
    if (!t || !(t->name = cdy_copy_text(robot ? robot : "", robot ? strlen(robot) : 0))) {
        status = cdy_fail_memory(error);
    } else {
        status = push_node(t, &body, -1, error);
    }
    if (status) {
        cdy_tree_destroy(t);
        return status;
    }
    *tree = t;
    return CDY_OK;
}

void cdy_tree_destroy(cdy_tree *tree)
{
    if (!tree) {
        return;
    }
    for (int i = 0; i < tree->count; i++) {
        cdy_node_destroy(tree->nodes[i]);
    }
    cdy_release(tree->nodes);
    cdy_name_table_clear(&tree->bodies);
    cdy_name_table_clear(&tree->joints);
    cdy_release(tree->name);
    cdy_release(tree);
}

cdy_status cdy_tree_append(cdy_tree *tree, const cdy_body *body, int parent, cdy_error *error)
{
    cdy_status status = cdy_check_body(body, error);
    if (!status) {
        status = cdy_check_joint(&body->joint, error);
    }
    if (status) {
        return status;
    }
    if (parent < 0 || parent >= tree->count) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "body '%.80s': there is no parent body number %d", body->name,
                        parent);
    }
    if (tree->count >= MOST_BODIES) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a robot cannot have more than %d bodies", MOST_BODIES);
    }
    if (cdy_name_table_find(&tree->bodies, body->name) >= 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the robot already has a body '%.80s'; names must differ",
                        body->name);
    }
    if (cdy_name_table_find(&tree->joints, body->joint.name) >= 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the robot already has a joint '%.80s'; names must differ",
                        body->joint.name);
    }
    return push_node(tree, body, parent, error);
}

/* By parent, then by joint name: siblings come to stand together, in order. */
static int compare_siblings(const void *a, const void *b)
{
    const node *left = *(node *const *)a;
    const node *right = *(node *const *)b;
    if (left->parent != right->parent) {
        return left->parent < right->parent ? -1 : 1;
    }
    return left->parent < 0 ? 0 : strcmp(left->body.joint.name, right->body.joint.name);
}

/* Links every node to its first child and next sibling, by the numbers that the nodes have now. */
static void link_siblings(cdy_tree *tree, node **sorted)
{
    for (int i = 0; i < tree->count; i++) {
        tree->nodes[i]->first_child = tree->nodes[i]->next_sibling = -1;
    }
    for (int i = tree->count - 1; i > 0; i--) {
        node *n = sorted[i];
        node *parent = tree->nodes[n->parent];
        n->next_sibling = parent->first_child;
        parent->first_child = cdy_name_table_find(&tree->bodies, n->body.name);
    }
}

/* Numbers the nodes depth-first from the base on: `number[old]` is the new number. */
static void number_depth_first(const cdy_tree *tree, int *number)
{
    int next = 0;
    int i = 0;
    while (i >= 0) {
        number[i] = next++;
        int down = tree->nodes[i]->first_child;
        while (down < 0 && i >= 0) {
            down = tree->nodes[i]->next_sibling;
            i = tree->nodes[i]->parent;
        }
        i = down;
    }
}

static int renumbered(const int *number, int index)
{
    return index < 0 ? -1 : number[index];
}

static void renumber(cdy_tree *tree, node **scratch, const int *number)
{
    memcpy(scratch, tree->nodes, (size_t)tree->count * sizeof *scratch);
    for (int old = 0; old < tree->count; old++) {
        node *n = scratch[old];
        n->parent = renumbered(number, n->parent);
        n->first_child = renumbered(number, n->first_child);
        n->next_sibling = renumbered(number, n->next_sibling);
        tree->nodes[number[old]] = n;
        cdy_name_table_set(&tree->bodies, n->body.name, number[old]);
        if (n->body.joint.name) {
            cdy_name_table_set(&tree->joints, n->body.joint.name, number[old]);
        }
    }
}

cdy_status cdy_tree_order(cdy_tree *tree, cdy_error *error)
{
    size_t count = (size_t)tree->count;
    node **sorted = cdy_allocate(count, sizeof(node *));
    int *number = cdy_allocate(count, sizeof *number);
    if (sorted && number) {
        memcpy(sorted, tree->nodes, count * sizeof(node *));
        qsort(sorted, count, sizeof(node *), compare_siblings);
        link_siblings(tree, sorted);
        number_depth_first(tree, number);
        renumber(tree, sorted, number);
    }
    cdy_status status = sorted && number ? CDY_OK : cdy_fail_memory(error);
    cdy_release(sorted);
    cdy_release(number);
    return status;
}

/* Takes the node that was pushed last away again. */
static void pop_node(cdy_tree *tree)
{
    node *n = tree->nodes[--tree->count];
    cdy_name_table_remove(&tree->bodies, n->body.name);
    cdy_name_table_remove(&tree->joints, n->body.joint.name);
    cdy_node_destroy(n);
}

/* Where the last body added is also the last in order, as in a chain, linking it takes the place of sorting all:
 * the parent is then on the path from the base to the last body before, and the joint's name the last of its kind. */
static bool link_as_last(cdy_tree *tree)
{
    int last = tree->count - 1;
    int parent = tree->nodes[last]->parent;
    int sibling = -1;
    int i = last - 1;
    while (i > parent) {
        sibling = i;
        i = tree->nodes[i]->parent;
    }
    if (i != parent) {
        return false;
    }
    if (sibling < 0) {
        tree->nodes[parent]->first_child = last;
    } else if (strcmp(tree->nodes[sibling]->body.joint.name, tree->nodes[last]->body.joint.name) < 0) {
        tree->nodes[sibling]->next_sibling = last;
    } else {
        return false;
    }
    return true;
}

cdy_status cdy_tree_add_body(cdy_tree *tree, const cdy_body *body, const char *parent, cdy_error *error)
{
    if (!tree || !body || !parent) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "adding a body needs a tree, a body and a parent's name");
    }
    int index = cdy_tree_find_body(tree, parent);
    if (index < 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the robot has no body '%.80s' to be a parent", parent);
    }
    cdy_status status = cdy_tree_append(tree, body, index, error);
    if (status) {
        return status;
    }
    status = link_as_last(tree) ? CDY_OK : cdy_tree_order(tree, error);
    if (status) {
        pop_node(tree);
    }
    return status;
}

const char *cdy_tree_name(const cdy_tree *tree)
{
    return tree->name;
}

int cdy_tree_body_count(const cdy_tree *tree)
{
    return tree->count - 1;
}

static const node *find_node(const cdy_tree *tree, int index)
{
    return index >= 0 && index < tree->count ? tree->nodes[index] : NULL;
}

const cdy_body *cdy_tree_body(const cdy_tree *tree, int index)
{
    const node *n = find_node(tree, index);
    return n ? &n->body : NULL;
}

int cdy_tree_parent(const cdy_tree *tree, int index)
{
    const node *n = find_node(tree, index);
    return n ? n->parent : -1;
}

int cdy_tree_first_child(const cdy_tree *tree, int index)
{
    const node *n = find_node(tree, index);
    return n ? n->first_child : -1;
}

int cdy_tree_next_sibling(const cdy_tree *tree, int index)
{
    const node *n = find_node(tree, index);
    return n ? n->next_sibling : -1;
}

int cdy_tree_find_body(const cdy_tree *tree, const char *name)
{
    return name ? cdy_name_table_find(&tree->bodies, name) : -1;
}

int cdy_tree_find_joint(const cdy_tree *tree, const char *name)
{
    return name ? cdy_name_table_find(&tree->joints, name) : -1;
}

void cdy_tree_get_gravity(const cdy_tree *tree, double gravity[3])
{
    memcpy(gravity, tree->gravity, sizeof tree->gravity);
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
    return tree->mimic_independent;
}

void cdy_tree_set_mimic_independent(cdy_tree *tree, bool independent)
{
    tree->mimic_independent = independent;
}

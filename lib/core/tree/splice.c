#include "tree/splice.h"

#include "base/memory.h"

#include <string.h>

cdy_tree *cdy_tree_start(const char *robot, const cdy_tree *like)
{
    cdy_tree *tree = cdy_allocate(1, sizeof *tree);
    if (tree && !(tree->name = cdy_copy_text(robot, strlen(robot)))) {
        cdy_release(tree);
        return NULL;
    }
    if (tree && like) {
        memcpy(tree->gravity, like->gravity, sizeof tree->gravity);
        tree->mimic_independent = like->mimic_independent;
    }
    return tree;
}

static bool grow_ints(int **numbers, int capacity)
{
    int *grown = cdy_reallocate(*numbers, (size_t)capacity, sizeof *grown);
    *numbers = grown ? grown : *numbers;
    return grown != NULL;
}

static bool grow(cdy_tree *tree, int capacity)
{
    node **nodes = cdy_reallocate(tree->nodes, (size_t)capacity, sizeof(node *));
    tree->nodes = nodes ? nodes : tree->nodes;
    if (!nodes || !grow_ints(&tree->slots, capacity) || !grow_ints(&tree->indices, capacity) ||
        !grow_ints(&tree->parents, capacity) || !grow_ints(&tree->siblings, capacity)) {
        return false;
    }
    for (int i = tree->capacity; i < capacity; i++) {
        nodes[i] = NULL;
        tree->slots[i] = i;
    }
    tree->capacity = capacity;
    return true;
}

bool cdy_tree_reserve(cdy_tree *tree, int count)
{
    int doubled = tree->capacity ? 2 * tree->capacity : 16;
    return count <= CDY_MOST_BODIES && (count <= tree->capacity || grow(tree, count > doubled ? count : doubled)) &&
           cdy_name_table_reserve(&tree->bodies, (size_t)count) && cdy_name_table_reserve(&tree->joints, (size_t)count);
}

void cdy_tree_enter_names(cdy_tree *tree, node *n, int slot)
{
    tree->nodes[slot] = n;
    cdy_name_table_set(&tree->bodies, n->body.name, slot);
    if (n->body.joint.name) {
        cdy_name_table_set(&tree->joints, n->body.joint.name, slot);
    }
}

void cdy_tree_remove_names(cdy_tree *tree, const node *n)
{
    cdy_name_table_remove(&tree->bodies, n->body.name);
    if (n->body.joint.name) {
        cdy_name_table_remove(&tree->joints, n->body.joint.name);
    }
}

void cdy_tree_push(cdy_tree *tree, node *n, int parent, int sibling)
{
    int index = tree->count++;
    tree->indices[tree->slots[index]] = index;
    tree->parents[index] = parent;
    tree->siblings[index] = sibling;
    cdy_tree_enter_names(tree, n, tree->slots[index]);
}

node *cdy_tree_pop(cdy_tree *tree)
{
    int slot = tree->slots[--tree->count];
    node *n = tree->nodes[slot];
    cdy_tree_remove_names(tree, n);
    tree->nodes[slot] = NULL;
    return n;
}

int cdy_tree_end_of(const cdy_tree *tree, int index)
{
    int end = index + 1;
    while (end < tree->count && tree->parents[end] >= index) {
        end++;
    }
    return end;
}

/* Returns the child of `parent` whose subtree ends before `index`; -1 if the body before `index` is the parent itself,
 * -2 if it is not in the subtree of `parent`. */
static int child_before(const cdy_tree *tree, int index, int parent)
{
    int i = index - 1;
    while (i > parent && tree->parents[i] != parent) {
        i = tree->parents[i];
    }
    return i > parent ? i : i == parent ? -1 : -2;
}

/* Tries the last place first, which is the most frequent one in robot files. */
int cdy_tree_find_place(const cdy_tree *tree, int parent, const char *joint)
{
    int last = child_before(tree, tree->count, parent);
    if (last == -1 || (last >= 0 && strcmp(cdy_joint_at(tree, last)->name, joint) < 0)) {
        return tree->count;
    }
    int child = tree->parents[parent + 1] == parent ? parent + 1 : -1;
    while (child >= 0 && strcmp(cdy_joint_at(tree, child)->name, joint) < 0) {
        child = tree->siblings[child];
    }
    for (int above = parent; child < 0 && above >= 0; above = tree->parents[above]) {
        child = tree->siblings[above];
    }
    return child >= 0 ? child : tree->count;
}

bool cdy_tree_keeps_place(const cdy_tree *tree, int index, const char *joint)
{
    int before = child_before(tree, index, tree->parents[index]), next = tree->siblings[index];
    return (before < 0 || strcmp(cdy_joint_at(tree, before)->name, joint) < 0) &&
           (next < 0 || strcmp(joint, cdy_joint_at(tree, next)->name) < 0);
}

/* Adds `shift` to all parent and sibling indices that refer to bodies from `index` on: those of the later bodies, and
 * the next siblings of `parent` and its ancestors. */
static void shift_links(cdy_tree *tree, int index, int parent, int shift)
{
    int *parents = tree->parents, *siblings = tree->siblings, count = tree->count;
    for (int i = index; i < count; i++) {
        parents[i] += parents[i] >= index ? shift : 0;
        siblings[i] += siblings[i] >= 0 ? shift : 0;
    }
    for (int i = parent; index < count && i > 0; i = parents[i]) {
        siblings[i] += siblings[i] >= 0 ? shift : 0;
    }
}

static void move_ints(int *numbers, int to, int from, int end)
{
    memmove(numbers + to, numbers + from, (size_t)(end - from) * sizeof *numbers);
}

static void index_slots(cdy_tree *tree, int first)
{
    const int *slots = tree->slots;
    int *indices = tree->indices, count = tree->count;
    for (int i = first; i < count; i++) {
        indices[slots[i]] = i;
    }
}

void cdy_tree_insert(cdy_tree *tree, node *n, int parent, int index)
{
    int before = child_before(tree, index, parent);
    int next = index < tree->count && tree->parents[index] == parent ? index + 1 : -1;
    int slot = tree->slots[tree->count];
    shift_links(tree, index, parent, 1);
    move_ints(tree->parents, index + 1, index, tree->count);
    move_ints(tree->siblings, index + 1, index, tree->count);
    move_ints(tree->slots, index + 1, index, tree->count);
    tree->count++;
    tree->parents[index] = parent;
    tree->siblings[index] = next;
    tree->slots[index] = slot;
    if (before >= 0) {
        tree->siblings[before] = index;
    }
    index_slots(tree, index);
    cdy_tree_enter_names(tree, n, slot);
}

/* Moves the slots of removed bodies after those in use. The tail of `parents`, which is unused after the removal,
 * serves as buffer, so that removing bodies needs no memory. */
static void free_slots(cdy_tree *tree, int index, int end)
{
    int count = end - index, *buffer = tree->parents + tree->count - count;
    for (int i = index; i < end; i++) {
        tree->nodes[tree->slots[i]] = NULL;
    }
    memcpy(buffer, tree->slots + index, (size_t)count * sizeof *buffer);
    move_ints(tree->slots, index, end, tree->count);
    memcpy(tree->slots + tree->count - count, buffer, (size_t)count * sizeof *buffer);
}

void cdy_tree_close_gap(cdy_tree *tree, int index, int end)
{
    int parent = tree->parents[index], before = child_before(tree, index, parent);
    bool last = tree->siblings[index] < 0;
    shift_links(tree, end, parent, index - end);
    if (before >= 0) {
        tree->siblings[before] = last ? -1 : index;
    }
    move_ints(tree->siblings, index, end, tree->count);
    move_ints(tree->parents, index, end, tree->count);
    free_slots(tree, index, end);
    tree->count -= end - index;
    index_slots(tree, index);
}

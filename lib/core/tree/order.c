/* Order of the bodies: depth-first, children sorted by joint name. */
#include "base/error.h"
#include "base/memory.h"
#include "tree/node.h"
#include "tree/tree.h"

#include <stdlib.h>
#include <string.h>

typedef struct child {
    const char *joint;
    int parent, body;
} child;

/* Work arrays of the sort. */
typedef struct sort_plan {
    child *children; /* all bodies except the base, sorted by parent and joint name; a sentinel without parent at the
                        end */
    int *next;       /* by body: the element of `children` to visit next */
    int *number;     /* by body: the new index */
    int *parents, *slots; /* in the new order */
} sort_plan;

static int compare_children(const void *a, const void *b)
{
    const child *left = a, *right = b;
    if (left->parent != right->parent) {
        return left->parent < right->parent ? -1 : 1;
    }
    return strcmp(left->joint, right->joint);
}

static void sort_children(const cdy_tree *tree, sort_plan *p)
{
    int count = tree->count - 1;
    for (int i = 0; i < count; i++) {
        p->children[i] = (child){cdy_joint_at(tree, i + 1)->name, tree->parents[i + 1], i + 1};
    }
    qsort(p->children, (size_t)count, sizeof *p->children, compare_children);
    p->children[count] = (child){NULL, -1, -1};
    for (int i = 0; i <= count; i++) {
        p->next[i] = count;
    }
    for (int i = count - 1; i >= 0; i--) {
        p->next[p->children[i].parent] = i;
    }
}

/* Depth-first traversal without recursion: descend to the next child, or return to the parent. */
static void number_depth_first(const cdy_tree *tree, sort_plan *p)
{
    int count = 0;
    int body = 0;
    p->number[body] = count++;
    while (body >= 0) {
        const child *c = &p->children[p->next[body]];
        if (c->parent == body) {
            p->next[body]++;
            body = c->body;
            p->number[body] = count++;
        } else {
            body = tree->parents[body];
        }
    }
}

/* Visits the bodies in reverse order; latest[parent] is the next sibling of the body at hand. */
static void link_siblings(cdy_tree *tree, int *latest)
{
    for (int i = 0; i < tree->count; i++) {
        latest[i] = -1;
    }
    for (int i = tree->count - 1; i > 0; i--) {
        tree->siblings[i] = latest[tree->parents[i]];
        latest[tree->parents[i]] = i;
    }
    tree->siblings[0] = -1;
}

static void renumber(cdy_tree *tree, sort_plan *p)
{
    for (int i = 0; i < tree->count; i++) {
        int parent = tree->parents[i];
        p->parents[p->number[i]] = parent < 0 ? -1 : p->number[parent];
        p->slots[p->number[i]] = tree->slots[i];
    }
    memcpy(tree->parents, p->parents, (size_t)tree->count * sizeof *tree->parents);
    memcpy(tree->slots, p->slots, (size_t)tree->count * sizeof *tree->slots);
    for (int i = 0; i < tree->count; i++) {
        tree->indices[tree->slots[i]] = i;
    }
    link_siblings(tree, p->next);
}

cdy_status cdy_tree_order(cdy_tree *tree, cdy_error *error)
{
    size_t count = (size_t)tree->count;
    sort_plan p = {.children = cdy_allocate(count, sizeof(child)), .next = cdy_allocate(count, 4 * sizeof(int))};
    cdy_status status = p.children && p.next ? CDY_OK : cdy_fail_memory(error);
    if (!status) {
        p.number = p.next + count;
        p.parents = p.number + count;
        p.slots = p.parents + count;
        sort_children(tree, &p);
        number_depth_first(tree, &p);
        renumber(tree, &p);
    }
    cdy_release(p.children);
    cdy_release(p.next);
    return status;
}

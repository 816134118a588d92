/* Ties of a tree: what is between two of its bodies beside the joints. */
#include "tree/tie.h"

#include "base/memory.h"

#include <stdint.h>
#include <string.h>

static void clear(tree_tie *tie)
{
    cdy_arena_clear(&tie->memory);
    *tie = (tree_tie){0};
}

/* Copies a tie with its names; false if memory runs out. */
static bool copy(const cdy_loop *from, tree_tie *to)
{
    *to = (tree_tie){.loop = *from};
    to->loop.name = cdy_arena_copy(&to->memory, from->name ? from->name : "");
    to->loop.body = cdy_arena_copy(&to->memory, from->body);
    to->loop.other = cdy_arena_copy(&to->memory, from->other);
    if (!to->loop.name || !to->loop.body || !to->loop.other) {
        clear(to);
        return false;
    }
    return true;
}

/* Makes room for this number of ties; false if memory runs out. */
static bool reserve(tie_list *list, size_t count)
{
    if (count <= list->capacity) {
        return true;
    }
    const size_t doubled = list->capacity < SIZE_MAX / 2 ? 2 * list->capacity : SIZE_MAX;
    const size_t capacity = count > doubled ? count : doubled;
    tree_tie *larger = cdy_reallocate(list->items, capacity, sizeof *larger);
    if (!larger) {
        return false;
    }
    list->items = larger;
    list->capacity = capacity;
    return true;
}

bool cdy_tree_append_tie(cdy_tree *tree, tie_kind kind, const cdy_loop *loop)
{
    tie_list *list = &tree->ties[kind];
    tree_tie added; /* copied first: `loop` may be one of the list, which moves where it grows */
    if (!copy(loop, &added)) {
        return false;
    }
    if (!reserve(list, list->count + 1)) {
        clear(&added);
        return false;
    }
    list->items[list->count++] = added;
    return true;
}

void cdy_tree_drop_ties(cdy_tree *tree, tie_kind kind, size_t count)
{
    tie_list *list = &tree->ties[kind];
    while (list->count > count) {
        clear(&list->items[--list->count]);
    }
}

bool cdy_tree_reserve_ties(cdy_tree *tree, const cdy_tree *like)
{
    bool done = true;
    for (int kind = 0; kind < TIE_KINDS; kind++) {
        done = done && reserve(&tree->ties[kind], like->ties[kind].count);
    }
    return done;
}

static bool has_both(const cdy_tree *tree, const cdy_loop *loop)
{
    return cdy_tree_find_body(tree, loop->body) >= 0 && cdy_tree_find_body(tree, loop->other) >= 0;
}

/* Appends copies of the ties of one list; false if memory runs out, after some of them. */
static bool copy_list(cdy_tree *tree, tie_list *list, const tie_list *from, const char *old_base, const char *base)
{
    bool done = reserve(list, list->count + from->count);
    for (size_t i = 0; i < from->count && done; i++) {
        cdy_loop loop = from->items[i].loop;
        loop.body = base && strcmp(loop.body, old_base) == 0 ? base : loop.body;
        loop.other = base && strcmp(loop.other, old_base) == 0 ? base : loop.other;
        if (has_both(tree, &loop)) {
            done = copy(&loop, &list->items[list->count]);
            list->count += done;
        }
    }
    return done;
}

bool cdy_tree_copy_ties(cdy_tree *tree, const cdy_tree *from, const char *base)
{
    size_t before[TIE_KINDS];
    bool done = true;
    for (int kind = 0; kind < TIE_KINDS; kind++) {
        before[kind] = tree->ties[kind].count;
        done = done && copy_list(tree, &tree->ties[kind], &from->ties[kind], cdy_tree_body(from, 0)->name, base);
    }
    for (int kind = 0; kind < TIE_KINDS && !done; kind++) {
        cdy_tree_drop_ties(tree, (tie_kind)kind, before[kind]);
    }
    return done;
}

/* Takes the ties out of a list of which the tree lacks a body, and gives `removed` those between its bodies. */
static void part_list(cdy_tree *tree, tie_list *list, cdy_tree *removed, tie_list *taken)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        tree_tie *tie = &list->items[i];
        if (has_both(tree, &tie->loop)) {
            list->items[kept++] = *tie;
        } else if (removed && has_both(removed, &tie->loop)) {
            taken->items[taken->count++] = *tie;
        } else {
            clear(tie);
        }
    }
    list->count = kept;
}

void cdy_tree_part_ties(cdy_tree *tree, cdy_tree *removed)
{
    for (int kind = 0; kind < TIE_KINDS; kind++) {
        part_list(tree, &tree->ties[kind], removed, removed ? &removed->ties[kind] : NULL);
    }
}

static bool copy_end_names(tie_list *list, const char *old_name, const char *name)
{
    for (size_t i = 0; i < list->count; i++) {
        tree_tie *tie = &list->items[i];
        const bool ends = strcmp(tie->loop.body, old_name) == 0 || strcmp(tie->loop.other, old_name) == 0;
        tie->new_end = ends ? cdy_arena_copy(&tie->memory, name) : NULL;
        if (ends && !tie->new_end) {
            return false;
        }
    }
    return true;
}

bool cdy_tree_copy_end_names(cdy_tree *tree, const char *old_name, const char *name)
{
    bool done = true;
    for (int kind = 0; kind < TIE_KINDS; kind++) {
        done = done && copy_end_names(&tree->ties[kind], old_name, name);
    }
    return done;
}

static void set_end_names(tie_list *list, const char *old_name)
{
    for (size_t i = 0; i < list->count; i++) {
        tree_tie *tie = &list->items[i];
        const bool body = tie->new_end && strcmp(tie->loop.body, old_name) == 0;
        const bool other = tie->new_end && strcmp(tie->loop.other, old_name) == 0;
        tie->loop.body = body ? tie->new_end : tie->loop.body;
        tie->loop.other = other ? tie->new_end : tie->loop.other;
        tie->new_end = NULL;
    }
}

void cdy_tree_set_end_names(cdy_tree *tree, const char *old_name)
{
    for (int kind = 0; kind < TIE_KINDS; kind++) {
        set_end_names(&tree->ties[kind], old_name);
    }
}

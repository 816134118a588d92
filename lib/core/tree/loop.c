/* Loops of a tree: ties between its bodies that no joint of the tree has. */
#include "tree/loop.h"

#include "base/error.h"
#include "base/finite.h"
#include "base/memory.h"

#include <stdint.h>
#include <string.h>

static void clear(tree_loop *loop)
{
    cdy_arena_clear(&loop->memory);
    *loop = (tree_loop){0};
}

/* Copies a loop with its names; false if memory runs out. */
static bool copy(const cdy_loop *from, tree_loop *to)
{
    *to = (tree_loop){.loop = *from};
    to->loop.name = cdy_arena_copy(&to->memory, from->name ? from->name : "");
    to->loop.body = cdy_arena_copy(&to->memory, from->body);
    to->loop.other = cdy_arena_copy(&to->memory, from->other);
    if (!to->loop.name || !to->loop.body || !to->loop.other) {
        clear(to);
        return false;
    }
    return true;
}

bool cdy_tree_reserve_loops(cdy_tree *tree, size_t count)
{
    if (count <= tree->loop_capacity) {
        return true;
    }
    const size_t doubled = tree->loop_capacity < SIZE_MAX / 2 ? 2 * tree->loop_capacity : SIZE_MAX;
    const size_t capacity = count > doubled ? count : doubled;
    tree_loop *larger = cdy_reallocate(tree->loops, capacity, sizeof *larger);
    if (!larger) {
        return false;
    }
    tree->loops = larger;
    tree->loop_capacity = capacity;
    return true;
}

static bool has_both(const cdy_tree *tree, const cdy_loop *loop)
{
    return cdy_tree_find_body(tree, loop->body) >= 0 && cdy_tree_find_body(tree, loop->other) >= 0;
}

static cdy_status check(const cdy_tree *tree, const cdy_loop *loop, cdy_error *error)
{
    int index;
    if (!tree || !loop) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "adding a loop needs a tree and a loop");
    }
    cdy_status status = cdy_tree_require_body(tree, loop->body, &index, error);
    status = status ? status : cdy_tree_require_body(tree, loop->other, &index, error);
    if (!status && strcmp(loop->body, loop->other) == 0) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "the loop ties the body '%.120s' to itself; expected two bodies",
                          loop->body);
    }
    if (!status && (loop->rows < 1 || loop->rows > 63)) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT,
                          "the loop between '%.60s' and '%.60s' has the rows %#x; expected "
                          "CDY_ROWS_WELD or some of them",
                          loop->body, loop->other, loop->rows);
    }
    const double *numbers[4] = {loop->in_body.xyz, loop->in_body.rpy, loop->in_other.xyz, loop->in_other.rpy};
    for (int i = 0; i < 4 && !status; i++) {
        if (!cdy_all_finite(numbers[i], 3)) {
            status = cdy_fail(error, CDY_ERROR_ARGUMENT,
                              "the places of the loop between '%.60s' and '%.60s' are not "
                              "finite",
                              loop->body, loop->other);
        }
    }
    return status;
}

cdy_status cdy_tree_add_loop(cdy_tree *tree, const cdy_loop *loop, cdy_error *error)
{
    cdy_status status = check(tree, loop, error);
    if (status) {
        return status;
    }
    tree_loop added; /* copied first: `loop` may be one of the tree's loops, which move where their array grows */
    if (!copy(loop, &added)) {
        return cdy_fail_memory(error);
    }
    if (!cdy_tree_reserve_loops(tree, tree->loop_count + 1)) {
        clear(&added);
        return cdy_fail_memory(error);
    }
    tree->loops[tree->loop_count++] = added;
    return CDY_OK;
}

int cdy_tree_loop_count(const cdy_tree *tree)
{
    return tree ? (int)tree->loop_count : 0;
}

const cdy_loop *cdy_tree_loop(const cdy_tree *tree, int index)
{
    return index >= 0 && index < cdy_tree_loop_count(tree) ? &tree->loops[index].loop : NULL;
}

bool cdy_tree_copy_loops(cdy_tree *tree, const cdy_tree *from, const char *base)
{
    const size_t before = tree->loop_count;
    const char *old_base = cdy_tree_body(from, 0)->name;
    bool done = cdy_tree_reserve_loops(tree, before + from->loop_count);
    for (size_t i = 0; i < from->loop_count && done; i++) {
        cdy_loop loop = from->loops[i].loop;
        loop.body = base && strcmp(loop.body, old_base) == 0 ? base : loop.body;
        loop.other = base && strcmp(loop.other, old_base) == 0 ? base : loop.other;
        if (has_both(tree, &loop)) {
            done = copy(&loop, &tree->loops[tree->loop_count]);
            tree->loop_count += done;
        }
    }
    while (!done && tree->loop_count > before) {
        clear(&tree->loops[--tree->loop_count]);
    }
    return done;
}

void cdy_tree_part_loops(cdy_tree *tree, cdy_tree *removed)
{
    size_t kept = 0;
    for (size_t i = 0; i < tree->loop_count; i++) {
        tree_loop *loop = &tree->loops[i];
        if (has_both(tree, &loop->loop)) {
            tree->loops[kept++] = *loop;
        } else if (removed && has_both(removed, &loop->loop)) {
            removed->loops[removed->loop_count++] = *loop;
        } else {
            clear(loop);
        }
    }
    tree->loop_count = kept;
}

bool cdy_tree_copy_end_names(cdy_tree *tree, const char *old_name, const char *name)
{
    for (size_t i = 0; i < tree->loop_count; i++) {
        tree_loop *loop = &tree->loops[i];
        const bool ends = strcmp(loop->loop.body, old_name) == 0 || strcmp(loop->loop.other, old_name) == 0;
        loop->new_end = ends ? cdy_arena_copy(&loop->memory, name) : NULL;
        if (ends && !loop->new_end) {
            return false;
        }
    }
    return true;
}

void cdy_tree_set_end_names(cdy_tree *tree, const char *old_name)
{
    for (size_t i = 0; i < tree->loop_count; i++) {
        tree_loop *loop = &tree->loops[i];
        const bool body = loop->new_end && strcmp(loop->loop.body, old_name) == 0;
        const bool other = loop->new_end && strcmp(loop->loop.other, old_name) == 0;
        loop->loop.body = body ? loop->new_end : loop->loop.body;
        loop->loop.other = other ? loop->new_end : loop->loop.other;
        loop->new_end = NULL;
    }
}

/* Loops and exclusions of a tree: what is between two bodies that no joint of the tree holds at each other. */
#include "base/error.h"
#include "base/finite.h"
#include "tree/tie.h"
#include "tree/tree.h"

#include <string.h>

/* Refuses ends that are not two bodies of the tree. */
static cdy_status check_ends(const cdy_tree *tree, const char *body, const char *other, const char *what,
                             cdy_error *error)
{
    int index;
    cdy_status status = cdy_tree_require_body(tree, body, &index, error);
    status = status ? status : cdy_tree_require_body(tree, other, &index, error);
    if (!status && strcmp(body, other) == 0) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "the %s the body '%.120s' with itself; expected two bodies", what,
                          body);
    }
    return status;
}

static cdy_status check(const cdy_tree *tree, const cdy_loop *loop, cdy_error *error)
{
    if (!tree || !loop) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "adding a loop needs a tree and a loop");
    }
    cdy_status status = check_ends(tree, loop->body, loop->other, "loop ties", error);
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
    if (!status && !cdy_tree_append_tie(tree, TIE_LOOP, loop)) {
        status = cdy_fail_memory(error);
    }
    return status;
}

int cdy_tree_loop_count(const cdy_tree *tree)
{
    return tree ? (int)tree->ties[TIE_LOOP].count : 0;
}

const cdy_loop *cdy_tree_loop(const cdy_tree *tree, int index)
{
    return index >= 0 && index < cdy_tree_loop_count(tree) ? &tree->ties[TIE_LOOP].items[index].loop : NULL;
}

cdy_status cdy_tree_add_exclusion(cdy_tree *tree, const char *body, const char *other, cdy_error *error)
{
    if (!tree) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "adding an exclusion needs a tree");
    }
    const cdy_loop ends = {.body = body, .other = other};
    cdy_status status = check_ends(tree, body, other, "exclusion pairs", error);
    if (!status && !cdy_tree_append_tie(tree, TIE_EXCLUSION, &ends)) {
        status = cdy_fail_memory(error);
    }
    return status;
}

void cdy_tree_keep_exclusions(cdy_tree *tree, int count)
{
    cdy_tree_drop_ties(tree, TIE_EXCLUSION, (size_t)count);
}

int cdy_tree_exclusion_count(const cdy_tree *tree)
{
    return tree ? (int)tree->ties[TIE_EXCLUSION].count : 0;
}

bool cdy_tree_exclusion(const cdy_tree *tree, int index, const char **body, const char **other)
{
    if (index < 0 || index >= cdy_tree_exclusion_count(tree) || !body || !other) {
        return false;
    }
    const cdy_loop *ends = &tree->ties[TIE_EXCLUSION].items[index].loop;
    *body = ends->body;
    *other = ends->other;
    return true;
}

/* Differences between the closed loops of two robots. */
#include "commands/files/diff.h"

#include <condyle/constraints.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The type of a loop in which these rows of the relative velocity are 0. */
static const char *type_of(unsigned rows)
{
    return rows == CDY_ROWS_WELD        ? "fixed"
           : rows == CDY_ROWS_BALL      ? "ball"
           : rows == CDY_ROWS_REVOLUTE  ? "revolute"
           : rows == CDY_ROWS_PRISMATIC ? "prismatic"
                                        : "of other rows";
}

static bool has_name(const cdy_loop *loop)
{
    return loop->name && *loop->name;
}

static bool same_text(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static bool is_reversed(const cdy_loop *a, const cdy_loop *b)
{
    return same_text(a->body, b->other) && same_text(a->other, b->body) && !same_text(a->body, b->body);
}

/* Returns a loop's name, else one of its bodies, which the report keeps; NULL where memory runs out. */
static const char *label_of(diff_report *d, const cdy_loop *loop)
{
    static const char between[] = " to ";
    if (has_name(loop)) {
        return loop->name;
    }
    const size_t size = strlen(loop->body) + sizeof between + strlen(loop->other);
    char *label = malloc(size), **grown = realloc(d->labels, (d->label_count + 1) * sizeof *grown);
    if (grown) {
        d->labels = grown;
    }
    if (!label || !grown) {
        d->out_of_memory = true;
        free(label);
        return NULL;
    }
    snprintf(label, size, "%s%s%s", loop->body, between, loop->other);
    d->labels[d->label_count++] = label;
    return label;
}

/* ---- matching ---- */

static bool are_between_the_same(const cdy_loop *a, const cdy_loop *b)
{
    return (same_text(a->body, b->body) && same_text(a->other, b->other)) || is_reversed(a, b);
}

/* Finds a loop of B that no loop of A has yet: of the name of A's where `by_name`, else between its bodies, first one
 * of its type. Returns -1 where there is none. */
static int find_twin(const cdy_loop *own, const cdy_tree *b, bool by_name, const bool *taken)
{
    int twin = -1;
    for (int i = 0; i < cdy_tree_loop_count(b); i++) {
        const cdy_loop *other = cdy_tree_loop(b, i);
        const bool matches = by_name ? has_name(own) && has_name(other) && same_text(own->name, other->name)
                                     : are_between_the_same(own, other);
        if (matches && !taken[i] && other->rows == own->rows) {
            return i;
        }
        twin = matches && !taken[i] && twin < 0 ? i : twin;
    }
    return twin;
}

/* Gives each loop of A the number of one of B, -1: none, and marks those of B. */
static void find_twins(const cdy_tree *a, const cdy_tree *b, int *twins, bool *taken)
{
    const int count = cdy_tree_loop_count(a);
    for (int i = 0; i < count; i++) {
        twins[i] = -1;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            if (twins[i] < 0) {
                twins[i] = find_twin(cdy_tree_loop(a, i), b, pass == 0, taken);
                if (twins[i] >= 0) {
                    taken[twins[i]] = true;
                }
            }
        }
    }
}

/* ---- comparison ---- */

/* The axis of a revolute loop, z of its place, in a body. */
static void find_axis(const cdy_placement *place, double axis[3])
{
    double T[16];
    cdy_placement_to_matrix(place, T);
    for (int i = 0; i < 3; i++) {
        axis[i] = T[4 * i + 2];
    }
}

/* Compares the places of a loop in one body: where all turns, or those about z, are free, they count for nothing. */
static void compare_places(diff_report *d, const char *name, unsigned rows, const char *const what[2],
                           const cdy_placement *a, const cdy_placement *b)
{
    if (rows != CDY_ROWS_BALL && rows != CDY_ROWS_REVOLUTE) {
        diff_compare_placements(d, "loop", name, what[0], what[1], a, b);
        return;
    }
    diff_compare_numbers(d, "loop", name, what[0], "m", a->xyz, b->xyz, 3);
    if (rows == CDY_ROWS_REVOLUTE) {
        double axes[2][3];
        find_axis(a, axes[0]);
        find_axis(b, axes[1]);
        diff_compare_numbers(d, "loop", name, what[1], "", axes[0], axes[1], 3);
    }
}

static void compare_loops(diff_report *d, const cdy_loop *a, const cdy_loop *b)
{
    const char *name = label_of(d, a);
    const bool reversed = is_reversed(a, b);
    diff_compare_texts(d, "loop", name, "body", a->body, reversed ? b->other : b->body);
    diff_compare_texts(d, "loop", name, "other body", a->other, reversed ? b->body : b->other);
    diff_compare_texts(d, "loop", name, "type", type_of(a->rows), type_of(b->rows));
    if (a->rows != b->rows && same_text(type_of(a->rows), type_of(b->rows))) {
        const double rows_a = a->rows, rows_b = b->rows;
        diff_compare_numbers(d, "loop", name, "rows", "", &rows_a, &rows_b, 1);
    }
    const unsigned rows = a->rows == b->rows ? a->rows : CDY_ROWS_BALL;
    const char *const here[2] = {"place", rows == CDY_ROWS_REVOLUTE ? "axis" : "rotation"};
    const char *const there[2] = {"other place", rows == CDY_ROWS_REVOLUTE ? "other axis" : "other rotation"};
    compare_places(d, name, rows, here, &a->in_body, reversed ? &b->in_other : &b->in_body);
    compare_places(d, name, rows, there, &a->in_other, reversed ? &b->in_body : &b->in_other);
}

/* Adds the differences of loops that have a twin, and the loops without one. */
static void add_loops(diff_report *d, const int *twins, const bool *taken)
{
    const cdy_tree *a = d->robots[0]->tree, *b = d->robots[1]->tree;
    for (int i = 0; i < cdy_tree_loop_count(a); i++) {
        const cdy_loop *loop = cdy_tree_loop(a, i);
        if (twins[i] >= 0) {
            compare_loops(d, loop, cdy_tree_loop(b, twins[i]));
        } else {
            diff_add_presence(d, "loop", label_of(d, loop), false);
        }
    }
    for (int i = 0; i < cdy_tree_loop_count(b); i++) {
        if (!taken[i]) {
            diff_add_presence(d, "loop", label_of(d, cdy_tree_loop(b, i)), true);
        }
    }
}

void diff_loops(diff_report *d)
{
    const cdy_tree *a = d->robots[0]->tree, *b = d->robots[1]->tree;
    int *twins = calloc((size_t)cdy_tree_loop_count(a) + 1, sizeof *twins);
    bool *taken = calloc((size_t)cdy_tree_loop_count(b) + 1, sizeof *taken);
    if (twins && taken) {
        find_twins(a, b, twins, taken);
        add_loops(d, twins, taken);
    } else {
        d->out_of_memory = true;
    }
    free(twins);
    free(taken);
}

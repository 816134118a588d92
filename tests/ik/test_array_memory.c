/* The arrays of workspaces, row solvers and searches: each as large as its comment tells, none over another, and no
 * gaps but those that align them. An array that is added there needs a row here. */
#include "constraints/row_solver.h"
#include "dynamics/widths.h"
#include "ik/search.h"
#include "linalg/symmetric.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <stdlib.h>

enum { ALIGNMENT = 64, ROBOTS = 4 };

typedef struct array {
    const char *name;
    const void *start;
    size_t bytes;
} array;

static int compare_starts(const void *a, const void *b)
{
    const char *x = ((const array *)a)->start, *y = ((const array *)b)->start;
    return x < y ? -1 : x > y;
}

/* Checks arrays that fill memory from `start` on, and sorts them; returns the bytes up to their end. */
static size_t check_arrays(const void *start, array *arrays, size_t count)
{
    const char *end = start;
    qsort(arrays, count, sizeof *arrays, compare_starts);
    for (size_t i = 0; i < count; i++) {
        const char *first = arrays[i].start;
        ck_assert_msg((uintptr_t)first % ALIGNMENT == 0, "%s is not aligned", arrays[i].name);
        ck_assert_msg(first >= end, "%s lies over what is before it", arrays[i].name);
        ck_assert_msg(first < end + ALIGNMENT, "before %s there is unused memory", arrays[i].name);
        end = first + arrays[i].bytes;
    }
    return (size_t)(end - (const char *)start);
}

/* Whether `size`, which leaves room to align the beginning, is that of arrays that end after `used` bytes. */
static bool fits(size_t size, size_t used)
{
    const size_t aligned = (used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return size == aligned + ALIGNMENT - 1;
}

/* Robots with many followers and with none, floating bases among them. */
static robot make_some_robot(int number)
{
    return make_robot(random_tree((uint64_t)number + 70, 3 + 7 * number, RANDOM_JOINTS_ALL));
}

#define DOUBLES(count) ((count) * sizeof(double))

START_TEST(workspaces_have_no_gaps)
{
    robot r = make_some_robot(_i);
    const cdy_model *m = r.model;
    const size_t nq = (size_t)m->nq, n = (size_t)m->nv, tree_nq = (size_t)m->tree_nq, tree_n = (size_t)m->tree_nv;
    const cdy_workspace *w = r.work;
    array arrays[] = {
        {"the struct", w, sizeof *w},
        {"kernel_scratch", w->kernel_scratch, w->kernels->scratch_size(m)},
        {"home", w->home, DOUBLES(tree_nq)},
        {"zero", w->zero, DOUBLES(tree_n)},
        {"q", w->q, DOUBLES(tree_nq)},
        {"qd", w->qd, DOUBLES(tree_n)},
        {"qdd", w->qdd, DOUBLES(tree_n)},
        {"tau", w->tau, DOUBLES(tree_n)},
        {"columns", w->columns, DOUBLES(6 * tree_n)},
        {"block", w->block, DOUBLES(10 * tree_n)},
        {"M", w->M, DOUBLES(tree_n * tree_n)},
        {"L", w->L, DOUBLES(tree_n * tree_n)},
        {"ik.q", w->ik.q, DOUBLES(tree_nq)},
        {"ik.trial", w->ik.trial, DOUBLES(tree_nq)},
        {"ik.best", w->ik.best, DOUBLES(tree_nq)},
        {"ik.J", w->ik.J, DOUBLES(6 * n)},
        {"ik.step", w->ik.step, DOUBLES(n)},
        {"ik.lower", w->ik.lower, DOUBLES(n)},
        {"ik.upper", w->ik.upper, DOUBLES(n)},
        {"ik.columns", w->ik.columns, n * sizeof(int32_t)},
    };
    ck_assert_uint_le(nq, tree_nq);
    ck_assert(fits(cdy_workspace_size(m), check_arrays(w, arrays, sizeof arrays / sizeof *arrays)));
    free_robot(&r);
}
END_TEST

START_TEST(row_solvers_have_no_gaps)
{
    static const int most[] = {0, 1, 7, 8, 30};
    robot r = make_some_robot(_i);
    cdy_error error = {0};
    const size_t nq = (size_t)r.nq, n = (size_t)r.nv;
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        const size_t rows = (size_t)most[i], wide = rows + CHUNK_SIZE; /* whole chunks may begin at the last row */
        cdy_row_solver *s = NULL;
        ck_assert_ok(cdy_row_solver_create(r.model, most[i], &s, &error), error);
        array arrays[] = {
            {"the struct", s, sizeof *s},
            {"J", s->J, DOUBLES(rows * n)},
            {"W", s->W, DOUBLES(wide * n)},
            {"A", s->A, DOUBLES(rows * wide)},
            {"Lambda", s->Lambda, DOUBLES(rows * wide)},
            {"bias", s->bias, DOUBLES(wide)},
            {"scale", s->scale, DOUBLES(wide)},
            {"r", s->r, DOUBLES(wide)},
            {"f", s->f, DOUBLES(wide)},
            {"unit", s->unit, rows * sizeof *s->unit},
            {"scratch", s->scratch, DOUBLES(cdy_symmetric_scratch_size(most[i]) + 5 * CHUNK_SIZE)},
            {"int_scratch", s->int_scratch, cdy_symmetric_integers(most[i]) * sizeof *s->int_scratch},
            {"bodies", s->bodies, 2 * rows * sizeof *s->bodies},
            {"paths", s->paths, rows * n * sizeof *s->paths},
            {"groups", s->groups, rows * sizeof *s->groups},
            {"axes", s->axes, DOUBLES(12 * rows)},
            {"motion", s->motion, DOUBLES(ROW_MOTION)},
            {"inverse_D", s->inverse_D, DOUBLES(n)},
            {"block", s->block, DOUBLES(6 * n)},
            {"other_block", s->other_block, DOUBLES(6 * n)},
            {"x", s->x, DOUBLES(n)},
            {"y", s->y, DOUBLES(n)},
            {"q", s->q, DOUBLES(nq)},
            {"trial", s->trial, DOUBLES(nq)},
        };
        size_t empty = 0; /* arrays without elements: their place says nothing */
        for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
            arrays[k - empty] = arrays[k];
            empty += arrays[k].bytes == 0;
        }
        ck_assert(fits(cdy_row_solver_size(r.model, most[i]),
                       check_arrays(s, arrays, sizeof arrays / sizeof *arrays - empty)));
        cdy_row_solver_destroy(s);
    }
    ck_assert_uint_gt(cdy_row_solver_size(r.model, LARGEST_ROWS), 0);
    ck_assert_uint_eq(cdy_row_solver_size(r.model, LARGEST_ROWS + 1), 0);
    free_robot(&r);
}
END_TEST

START_TEST(searches_have_no_gaps)
{
    robot r = make_some_robot(_i);
    const cdy_model *m = r.model;
    const size_t nq = (size_t)m->nq, n = (size_t)m->nv, tree_nq = (size_t)m->tree_nq, tree_n = (size_t)m->tree_nv;
    for (int lanes = 1; lanes <= STEP_LANES; lanes *= 2) {
        const cdy_kernels *kernels = cdy_choose_kernels(lanes);
        const size_t L = (size_t)lanes, size = cdy_ik_search_size(m, lanes);
        void *memory = kernels ? aligned_alloc(ALIGNMENT, size) : NULL;
        double home[64];
        ik_search s;
        if (!kernels) {
            continue;
        }
        cdy_ik_search_place(&s, m, kernels, memory);
        array arrays[] = {
            {"q", s.q, DOUBLES(L * nq)},
            {"trial", s.trial, DOUBLES(L * nq)},
            {"best", s.best, DOUBLES(L * nq)},
            {"row", s.row, DOUBLES(nq)},
            {"tree_q", s.tree_q, DOUBLES(L * tree_nq)},
            {"tree_J", s.tree_J, DOUBLES(6 * L * tree_n)},
            {"A", s.A, DOUBLES(6 * L * n)},
            {"x", s.x, DOUBLES(L * n)},
            {"y", s.y, DOUBLES(L * n)},
            {"mask", s.mask, DOUBLES(L * n)},
            {"lower", s.lower, DOUBLES(L * n)},
            {"upper", s.upper, DOUBLES(L * n)},
            {"placement", s.placement, DOUBLES(L * SEARCH_SMALL)},
            {"columns", s.columns, DOUBLES(n)},
            {"J", s.J, DOUBLES(6 * L * n)}, /* tree_J itself without followers */
        };
        const size_t used = check_arrays(memory, arrays, sizeof arrays / sizeof *arrays - !m->has_followers);
        ck_assert_uint_eq(size, (used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
        ck_assert(m->has_followers ? s.J != s.tree_J : s.J == s.tree_J);
        ck_assert_uint_eq(s.lanes, L);
        ck_assert_ptr_eq(s.step_scratch + STEP_SCRATCH * L, s.placement + SEARCH_SMALL * L);
        ck_assert_int_le(r.nq, 64);
        cdy_home_configuration(m, home);
        for (size_t i = 0; i < L * nq; i++) { /* lanes without a search evaluate the home configuration */
            ck_assert_double_eq(s.trial[i], home[i / L]);
        }
        free(memory);
    }
    free_robot(&r);
}
END_TEST

/* Kernels have the lanes that are asked for, 0 the most that there are; there are none for other numbers. */
START_TEST(kernels_have_the_lanes_that_are_asked_for)
{
    int most = 0;
    for (int lanes = -1; lanes <= 64; lanes++) {
        const cdy_kernels *kernels = cdy_choose_kernels(lanes);
        const bool is_power = lanes == 1 || lanes == 2 || lanes == 4 || lanes == 8;
        ck_assert(lanes != 1 || kernels);
        ck_assert(lanes == 0 || is_power || !kernels);
        ck_assert(!kernels || lanes == 0 || kernels->lanes == lanes);
        most = kernels && lanes ? lanes : most;
    }
    ck_assert_int_eq(cdy_choose_kernels(0)->lanes, most);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("array_memory");
    TCase *tests = tcase_create("arrays");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, workspaces_have_no_gaps, 0, ROBOTS);
    tcase_add_loop_test(tests, row_solvers_have_no_gaps, 0, ROBOTS);
    tcase_add_loop_test(tests, searches_have_no_gaps, 0, ROBOTS);
    tcase_add_test(tests, kernels_have_the_lanes_that_are_asked_for);
    return run_suites(suite, NULL);
}

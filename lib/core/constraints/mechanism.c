/* Mechanisms: memory, arguments, and what was chosen (condyle/mechanism.h). */
#include "constraints/mechanism.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "dynamics/arguments.h"

#include <string.h>

cdy_mechanism_options cdy_mechanism_options_default(void)
{
    return (cdy_mechanism_options){.gap_tolerance = 1e-12, .rank_tolerance = 1e-6, .iterations = 200, .restarts = 20};
}

static cdy_status check_options(const cdy_mechanism_options *o, cdy_error *error)
{
    const double least_rank = 1e-12; /* rounding alone leaves less of a column that others make */
    if (cdy_check_reserve(&o->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if (!(o->gap_tolerance > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the tolerance of gaps is %g; expected a number above 0",
                        o->gap_tolerance);
    }
    if (!(o->rank_tolerance >= least_rank && o->rank_tolerance < 1)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the tolerance of the rank is %g; expected %g or more, below which rounding decides which "
                        "joints depend on others, and under 1",
                        o->rank_tolerance, least_rank);
    }
    if (o->iterations < 0 || o->restarts < 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there are %d iterations and %d restarts; expected 0 or more",
                        o->iterations, o->restarts);
    }
    return CDY_OK;
}

static cdy_status check_size(const cdy_model *model, const cdy_constraint *constraints, int count, int *rows,
                             cdy_error *error)
{
    cdy_status status = cdy_check_constraints(model, constraints, count, rows, error);
    for (int i = 0; i < count && !status; i++) {
        if (constraints[i].row_count > 0) {
            status = cdy_fail(error, CDY_ERROR_ARGUMENT,
                              "constraint number %d has rows of its own; the loops of a mechanism tie frames", i);
        } else if (constraints[i].frame == constraints[i].other) {
            status = cdy_fail(error, CDY_ERROR_ARGUMENT,
                              "constraint number %d ties '%.80s' with itself; a loop is of two frames", i,
                              cdy_model_frame_name(model, constraints[i].frame));
        }
    }
    if (!status && (model->tree_nv > LARGEST_DENSE || *rows > LARGEST_ROWS)) {
        status = cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                          "a mechanism has %d degrees of freedom and rows at most; there are %d and %d", LARGEST_DENSE,
                          (int)model->tree_nv, *rows);
    }
    return status;
}

/* The arrays of doubles, and how many numbers each has. */
typedef struct array {
    double **place;
    size_t length;
} array;
enum { ARRAYS = 26 };

static void list_arrays(cdy_mechanism *s, array list[ARRAYS])
{
    const size_t n = (size_t)s->n, m = (size_t)s->rows, nq = (size_t)s->nq, tree_n = (size_t)s->tree_n;
    const array all[ARRAYS] = {{&s->A, m * n},
                               {&s->diagonal, m},
                               {&s->beta, m},
                               {&s->length, n},
                               {&s->b, m},
                               {&s->G, n * n},
                               {&s->M, n * n},
                               {&s->H, n * n},
                               {&s->x, n},
                               {&s->y, n},
                               {&s->z, n},
                               {&s->tau, n},
                               {&s->qd, n},
                               {&s->qdd, n},
                               {&s->q, nq},
                               {&s->trial, nq},
                               {&s->best, nq},
                               {&s->start, nq},
                               {&s->next_q, nq},
                               {&s->next_qd, n},
                               {&s->stages, 4 * n},
                               {&s->G_step, n * n},
                               {&s->derivatives, 3 * n * n},
                               {&s->rows_step, m},
                               {&s->columns, 6 * tree_n},
                               {&s->tree, 4 * tree_n}};
    memcpy(list, all, sizeof all);
}

/* Takes the memory of all arrays at once. */
static bool allocate_arrays(cdy_mechanism *s)
{
    array list[ARRAYS];
    size_t numbers = 0;
    list_arrays(s, list);
    for (int i = 0; i < ARRAYS; i++) {
        numbers += list[i].length;
    }
    const size_t bytes = numbers * sizeof(double) + (size_t)s->count * sizeof *s->constraints +
                         (size_t)s->n * (2 * sizeof(int) + 2 * sizeof(bool));
    char *memory = cdy_allocate(1, bytes + sizeof(double));
    s->allocation = memory;
    if (!memory) {
        return false;
    }
    s->constraints = (void *)memory;
    double *next = (void *)(memory + (size_t)s->count * sizeof *s->constraints);
    for (int i = 0; i < ARRAYS; i++) {
        *list[i].place = next;
        next += list[i].length;
    }
    s->order = (void *)next;
    s->trial_order = s->order + s->n;
    s->actuated = (void *)(s->trial_order + s->n);
    s->picked = s->actuated + s->n;
    return true;
}

static void fill(cdy_mechanism *s, const cdy_constraint *constraints, const cdy_mechanism_options *o)
{
    if (s->count > 0) {
        memcpy(s->constraints, constraints, (size_t)s->count * sizeof *constraints);
    }
    for (int i = 0; i < s->n; i++) {
        s->actuated[i] = !o->actuated || o->actuated[i];
    }
    s->gap_tolerance = o->gap_tolerance;
    s->rank_tolerance = o->rank_tolerance;
    s->iterations = o->iterations;
    s->restarts = o->restarts;
}

cdy_status cdy_mechanism_create(const cdy_model *model, const cdy_constraint *constraints, int count,
                                const cdy_mechanism_options *options, cdy_mechanism **mechanism, cdy_error *error)
{
    const cdy_mechanism_options standard = cdy_mechanism_options_default();
    const cdy_mechanism_options *o = options ? options : &standard;
    int rows = 0;
    if (mechanism) {
        *mechanism = NULL;
    }
    if (!model || !mechanism) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "making a mechanism needs a model and a pointer for the mechanism");
    }
    cdy_status status = check_options(o, error);
    status = status ? status : check_size(model, constraints, count, &rows, error);
    if (status) {
        return status;
    }
    cdy_mechanism *s = cdy_allocate(1, sizeof *s);
    if (!s) {
        return cdy_fail_memory(error);
    }
    *s = (cdy_mechanism){.fingerprint = model->fingerprint,
                         .count = count,
                         .rows = rows,
                         .n = model->nv,
                         .nq = model->nq,
                         .tree_n = model->tree_nv};
    status = cdy_row_solver_create(model, rows, &s->solver, error);
    if (!status && !allocate_arrays(s)) {
        status = cdy_fail_memory(error);
    }
    if (status) {
        cdy_mechanism_destroy(s);
        return status;
    }
    fill(s, constraints, o);
    *mechanism = s;
    return CDY_OK;
}

void cdy_mechanism_destroy(cdy_mechanism *mechanism)
{
    if (mechanism) {
        cdy_row_solver_destroy(mechanism->solver);
        cdy_release(mechanism->allocation);
        cdy_release(mechanism);
    }
}

int cdy_mechanism_rows(const cdy_mechanism *mechanism)
{
    return mechanism ? mechanism->rows : 0;
}

int cdy_mechanism_dofs(const cdy_mechanism *mechanism)
{
    return mechanism && mechanism->chosen ? mechanism->n - mechanism->rank : -1;
}

int cdy_mechanism_coordinate(const cdy_mechanism *mechanism, int index)
{
    return index >= 0 && index < cdy_mechanism_dofs(mechanism) ? mechanism->order[mechanism->rank + index] : -1;
}

cdy_status cdy_read_mechanism(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                              const double *q, constraint_problem *problem, cdy_error *error)
{
    if (!mechanism || !model) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the call needs a mechanism and its model");
    }
    if (mechanism->fingerprint != model->fingerprint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the mechanism was made of another model");
    }
    const cdy_constrained_state state = {.q = q, .constraints = mechanism->constraints, .count = mechanism->count};
    return cdy_read_constraints(model, workspace, mechanism->solver, &state, problem, error);
}

cdy_status cdy_check_choice(const cdy_mechanism *mechanism, cdy_error *error)
{
    return mechanism->chosen ? CDY_OK
                             : cdy_fail(error, CDY_ERROR_ARGUMENT,
                                        "no independent coordinates were chosen; call cdy_mechanism_choose() first");
}

/* Generalized inverse kinematics of many problems: threads take one after the other. */
#include "base/error.h"
#include "batch/batch.h"
#include "batch/team.h"
#include "ik/generalized.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* A call, and the first problem that no thread has taken. */
typedef struct gik_run {
    const batch_call *call;
    const cdy_gik_problem *problems;
    loose_scalar *q;
    char *reports, *statuses, *violations; /* of any alignment */
    atomic_size_t *next;
} gik_run;

static size_t place_of(const batch_call *call, size_t k, size_t state)
{
    const size_t lanes = (size_t)call->batch->kernels->lanes;
    const batch_block block = {.call = call, .number = state / lanes, .lanes = lanes, .used = lanes};
    return batch_place(&block, (size_t)call->model->nq, k, state % lanes);
}

/* The problem of a row: its constraints, and its start copied to q (nq). */
static cdy_gik_problem problem_of(const gik_run *run, size_t state, double *q)
{
    cdy_gik_problem p = *run->problems;
    const loose_scalar *starts = (const loose_scalar *)p.start;
    for (size_t k = 0; starts && k < (size_t)run->call->model->nq; k++) {
        q[k] = starts[place_of(run->call, k, state)];
    }
    p.start = starts ? q : NULL;
    p.constraints = p.count > 0 ? p.constraints + state * (size_t)p.count : NULL;
    return p;
}

/* Keeps the error of the first problem that fails. */
static void note_failure(batch_slot *slot, size_t state, const cdy_error *error)
{
    if (slot->faults.first.kind == FAULT_NONE || state < slot->faults.first.row) {
        slot->faults.first = (batch_fault){FAULT_FALLBACK, NULL, state};
        slot->fallback.error = *error;
    }
}

/* Writes the violations of a row: no numbers where the search has failed. */
static void write_violations(const gik_run *run, size_t state, const cdy_gik_problem *p, const double *q,
                             const batch_slot *slot)
{
    const double none = (double)NAN;
    for (int i = 0; run->violations && i < p->count; i++) {
        cdy_ik_violation v = {{none, none, none}, {none, none, none}, none, none};
        if (q) {
            cdy_ik_violation_at(run->call->model, slot->fallback.workspace, &p->constraints[i], q, &v);
        }
        memcpy(run->violations + (state * (size_t)p->count + (size_t)i) * sizeof v, &v, sizeof v);
    }
}

static void search(const gik_run *run, batch_slot *slot, size_t state)
{
    const cdy_model *model = run->call->model;
    double *q = slot->setup;
    cdy_gik_report report = {.cost = (double)NAN, .worst = -1, .violation = (double)NAN};
    cdy_error error = {0};
    const cdy_gik_problem p = problem_of(run, state, q);
    const cdy_status status =
        cdy_generalized_inverse_kinematics(model, slot->fallback.workspace, &p, q, &report, NULL, &error);
    if (status) {
        note_failure(slot, state, &error);
    }
    write_violations(run, state, &p, status ? NULL : q, slot);
    for (size_t k = 0; k < (size_t)model->nq; k++) {
        run->q[place_of(run->call, k, state)] = status ? (double)NAN : q[k];
    }
    if (run->reports) {
        memcpy(run->reports + state * sizeof report, &report, sizeof report);
    }
    if (run->statuses) {
        memcpy(run->statuses + state * sizeof status, &status, sizeof status);
    }
}

static void compute_share(const void *job, int thread, int threads)
{
    (void)threads;
    const gik_run *run = job;
    batch_slot *slot = batch_slot_of(run->call->batch, thread);
    for (size_t state = atomic_fetch_add(run->next, 1); state < run->call->count;
         state = atomic_fetch_add(run->next, 1)) {
        search(run, slot, state);
    }
}

static cdy_status check_arguments(const gik_run *run, cdy_error *error)
{
    const cdy_gik_problem *p = run->problems;
    const cdy_gik_options defaults = cdy_gik_options_default();
    const uintptr_t bits = (uintptr_t)p->start | (uintptr_t)run->q;
    if (p->count < 0 || (p->count > 0 && !p->constraints)) {
        return cdy_check_ik_constraints(run->call->model, p->constraints, p->count, error);
    }
    cdy_status status = cdy_check_gik_options(p->options ? p->options : &defaults, error);
    status = status ? status : cdy_batch_check_count(run->call, error);
    return status ? status : cdy_batch_check_alignment(run->call->batch, bits, error);
}

cdy_status cdy_batch_generalized_inverse_kinematics(const cdy_model *model, cdy_batch *batch, size_t count,
                                                    const cdy_gik_problem *problems, double *q, cdy_gik_report *reports,
                                                    cdy_ik_violation *violations, cdy_status *statuses,
                                                    cdy_error *error)
{
    if (!problems) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no problems were given; expected a cdy_gik_problem");
    }
    const batch_call call = {.model = model, .batch = batch, .count = count};
    atomic_size_t next = 0;
    const gik_run run = {.call = &call,
                         .problems = problems,
                         .q = q,
                         .reports = (char *)reports,
                         .statuses = (char *)statuses,
                         .violations = (char *)violations,
                         .next = &next};
    cdy_status status = cdy_batch_check(model, batch, q, error);
    status = status ? status : check_arguments(&run, error);
    if (status || count == 0) {
        return status;
    }
    const int wanted = count < (size_t)batch->threads ? (int)count : batch->threads;
    for (int i = 0; i < batch->threads; i++) {
        batch_slot_of(batch, i)->faults.first = (batch_fault){FAULT_NONE, NULL, 0};
    }
    if (wanted > 1) {
        cdy_team_share(wanted, compute_share, &run);
    } else {
        compute_share(&run, 0, 1);
    }
    return cdy_batch_report_first(batch, error);
}

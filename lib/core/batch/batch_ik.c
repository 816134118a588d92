/* Inverse kinematics of many targets: each lane searches for one, and takes the next when it has ended. */
#include "base/error.h"
#include "batch/batch.h"
#include "batch/team.h"
#include "ik/search.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* A call, and the first target that no lane has taken. */
typedef struct ik_run {
    const batch_call *call;
    int frame;
    const cdy_ik_options *options;
    const loose_scalar *targets, *starts;
    loose_scalar *q;
    char *reports, *statuses; /* of any alignment */
    atomic_size_t *next;
} ik_run;

/* One thread's part of it. */
typedef struct ik_share {
    const ik_run *run;
    batch_slot *slot;
    size_t state[STEP_LANES]; /* of the lanes that search */
    ik_search search;
} ik_share;

static size_t place_of(const batch_call *call, size_t width, size_t k, size_t state)
{
    const size_t lanes = (size_t)call->batch->kernels->lanes;
    const batch_block block = {.call = call, .number = state / lanes, .lanes = lanes, .used = lanes};
    return batch_place(&block, width, k, state % lanes);
}

static void read_state(const batch_call *call, const loose_scalar *numbers, size_t width, size_t state, double *row)
{
    for (size_t k = 0; k < width; k++) {
        row[k] = numbers[place_of(call, width, k, state)];
    }
}

/* Takes a target for a lane; returns false where none is left. */
static bool take_target(const ik_run *run, size_t *state)
{
    *state = atomic_fetch_add(run->next, 1);
    return *state < run->call->count;
}

/* Writes q (nq; NULL: no numbers), report and status of a target. */
static void write_result(const ik_run *run, size_t state, const double *q, const cdy_ik_report *report,
                         cdy_status status)
{
    const size_t nq = (size_t)run->call->model->nq;
    for (size_t k = 0; k < nq; k++) {
        run->q[place_of(run->call, nq, k, state)] = q ? q[k] : (double)NAN;
    }
    if (run->reports) {
        memcpy(run->reports + state * sizeof *report, report, sizeof *report);
    }
    if (run->statuses) {
        memcpy(run->statuses + state * sizeof status, &status, sizeof status);
    }
}

/* Writes the failure of a target, and keeps the error of the first that fails. */
static void fail_target(const ik_share *share, size_t state, const cdy_error *error)
{
    const cdy_ik_report none = {.angular_error = (double)NAN, .linear_error = (double)NAN};
    batch_slot *slot = share->slot;
    write_result(share->run, state, NULL, &none, error->status);
    if (slot->faults.first.kind == FAULT_NONE || state < slot->faults.first.row) {
        slot->faults.first = (batch_fault){FAULT_FALLBACK, NULL, state};
        slot->fallback.error = *error;
    }
}

/* Begins the search of the next target that has one. */
static void refill(ik_share *share, size_t lane)
{
    const ik_run *run = share->run;
    const size_t nq = (size_t)run->call->model->nq;
    size_t state;
    share->search.lane[lane].phase = SEARCH_IDLE;
    while (share->search.lane[lane].phase == SEARCH_IDLE && take_target(share->run, &state)) {
        double target[16];
        cdy_error error = {0};
        read_state(run->call, run->targets, 16, state, target);
        if (run->starts) {
            read_state(run->call, run->starts, nq, state, share->search.row);
        }
        share->state[lane] = state;
        if (cdy_ik_begin(&share->search, lane, target, run->starts ? share->search.row : NULL, &error)) {
            fail_target(share, state, &error);
        }
    }
}

/* Ends the search of a lane, and begins another. */
static void finish(ik_share *share, size_t lane)
{
    double *q = share->search.row;
    cdy_ik_report report;
    cdy_error error = {0};
    if (cdy_ik_result(&share->search, lane, q, &report, &error)) {
        fail_target(share, share->state[lane], &error);
    } else {
        write_result(share->run, share->state[lane], q, &report, CDY_OK);
    }
    refill(share, lane);
}

/* Searches for targets until none is left. */
static void compute_share(const void *job, int thread, int threads)
{
    (void)threads;
    const ik_run *run = job;
    ik_share share = {.run = run, .slot = batch_slot_of(run->call->batch, thread)};
    ik_search *s = &share.search;
    bool searches = true;
    cdy_ik_search_place(s, run->call->model, run->call->batch->kernels, share.slot->search_memory);
    s->kernel_scratch = share.slot->kernel_scratch;
    (void)cdy_ik_prepare(s, run->frame, run->options, NULL); /* the caller has checked its arguments */
    for (size_t lane = 0; lane < s->lanes; lane++) {
        refill(&share, lane);
    }
    while (searches) {
        cdy_ik_make_step(s);
        searches = false;
        for (size_t lane = 0; lane < s->lanes; lane++) {
            if (s->lane[lane].phase == SEARCH_ENDED && !cdy_ik_continue(s, lane)) {
                finish(&share, lane);
            }
            searches = searches || s->lane[lane].phase != SEARCH_IDLE;
        }
    }
}

static void run_all(const ik_run *run)
{
    const cdy_batch *batch = run->call->batch;
    const size_t blocks = (run->call->count - 1) / (size_t)batch->kernels->lanes + 1;
    const int wanted = blocks < (size_t)batch->threads ? (int)blocks : batch->threads;
    if (wanted > 1) {
        cdy_team_share(wanted, compute_share, run);
    } else {
        compute_share(run, 0, 1);
    }
}

static cdy_status check_arguments(const ik_run *run, cdy_error *error)
{
    const batch_call *call = run->call;
    if (!run->targets) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "inverse kinematics needs targets");
    }
    ik_search s = {.model = call->model, .columns = batch_slot_of(call->batch, 0)->setup};
    const uintptr_t bits = (uintptr_t)run->targets | (uintptr_t)run->starts | (uintptr_t)run->q;
    cdy_status status = cdy_ik_prepare(&s, run->frame, run->options, error);
    status = status ? status : cdy_batch_check_count(call, error);
    return status ? status : cdy_batch_check_alignment(call->batch, bits, error);
}

cdy_status cdy_batch_inverse_kinematics(const cdy_model *model, cdy_batch *batch, size_t count,
                                        const cdy_ik_problem *problems, double *q, cdy_ik_report *reports,
                                        cdy_status *statuses, cdy_error *error)
{
    if (!problems) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no problems were given; expected a cdy_ik_problem");
    }
    const batch_call call = {.model = model, .batch = batch, .count = count};
    atomic_size_t next = 0;
    const ik_run run = {.call = &call,
                        .next = &next,
                        .frame = problems->frame,
                        .options = problems->options,
                        .targets = problems->target,
                        .starts = problems->start,
                        .q = q,
                        .reports = (char *)reports,
                        .statuses = (char *)statuses};
    cdy_status status = cdy_batch_check(model, batch, q, error);
    status = status ? status : check_arguments(&run, error);
    if (status || count == 0) {
        return status;
    }
    for (int i = 0; i < batch->threads; i++) {
        batch_slot_of(batch, i)->faults.first = (batch_fault){FAULT_NONE, NULL, 0};
    }
    run_all(&run);
    return cdy_batch_report_first(batch, error);
}

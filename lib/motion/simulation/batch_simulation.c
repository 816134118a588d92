/* Many simulations side by side: threads take blocks of them, and carry each block on in lanes where the integrator is
 * an explicit one of fixed steps. A step that fails in lanes is taken again by the simulation of one robot, which has
 * the last word and the message. */
#include "base/error.h"
#include "base/finite.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "batch/team.h"
#include "model/model.h"
#include "simulation/lane_steps.h"

#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

enum { MOST_THREADS = 1024, ALIGNMENT = 64, BLOCK_BYTES = 48 << 10 };

/* The memory of one thread. */
typedef struct member {
    cdy_simulation *single;
    lane_steps lanes;             /* where the integrator goes in lanes */
    void *memory;                 /* of the arrays of `lanes` */
    double *torque;               /* nv: of one simulation in one step */
    bool lost[MOST_SIDE_BY_SIDE]; /* simulations of the block that have failed */
    size_t first_row;             /* the first row that failed, SIZE_MAX where none has, and why */
    cdy_error first_error;
} member;

struct cdy_batch_simulation {
    const cdy_model *model;
    bool in_lanes;
    double h;
    bool saturates;
    int threads;
    member *members; /* threads */
};

/* A run, and the first block that no thread has taken. */
typedef struct simulation_run {
    const cdy_batch_simulation *simulation;
    size_t count, steps, block; /* simulations, steps of each, simulations of a block */
    const double *q, *qd, *tau;
    double *q_path, *qd_path;
    cdy_status *statuses;
    atomic_size_t *next;
} simulation_run;

/* ---- making ---- */

/* The law of a simulation of one robot: the torques of the present step. */
static cdy_status hold_torque(void *user, double t, const double *q, const double *qd, double *tau)
{
    const member *m = user;
    (void)t, (void)q, (void)qd;
    memcpy(tau, m->torque, (size_t)m->single->model->nv * sizeof *tau);
    return CDY_OK;
}

static cdy_status make_lanes(member *m, const cdy_model *model, const cdy_simulation_options *options,
                             const cdy_batch_options *batch_options, cdy_error *error)
{
    const cdy_batch_options packed = {.threads = 1, .lanes = batch_options->lanes, .layout = CDY_BATCH_LANES};
    m->lanes = (lane_steps){.model = model, .h = options->step, .is_flat = m->single->is_flat, .room = 8};
    const size_t of_eight = cdy_lay_out_lanes(&m->lanes, NULL) * sizeof(double) + 1;
    const size_t eights = BLOCK_BYTES / of_eight, most = MOST_SIDE_BY_SIDE / 8;
    m->lanes.room = 8 * (eights < 1 ? 1 : eights > most ? most : eights);
    cdy_status status = cdy_batch_create(model, &packed, &m->lanes.batch, error);
    if (status) {
        return status;
    }
    m->lanes.lanes = (size_t)cdy_batch_lanes(m->lanes.batch);
    m->memory = cdy_allocate(cdy_lay_out_lanes(&m->lanes, NULL) + ALIGNMENT / sizeof(double), sizeof(double));
    if (!m->memory) {
        return cdy_fail_memory(error);
    }
    char *start = (char *)m->memory + (ALIGNMENT - (uintptr_t)m->memory % ALIGNMENT) % ALIGNMENT;
    cdy_lay_out_lanes(&m->lanes, (double *)(void *)start);
    return CDY_OK;
}

static cdy_status make_member(member *m, const cdy_batch_simulation *s, const cdy_simulation_options *options,
                              const cdy_batch_options *batch_options, cdy_error *error)
{
    cdy_simulation_options single = *options;
    single.sampled_control = true;
    single.control_user = m;
    cdy_status status = cdy_simulation_create(s->model, &single, &m->single, error);
    if (status) {
        return status;
    }
    m->torque = cdy_allocate((size_t)s->model->nv + 1, sizeof *m->torque);
    if (!m->torque) {
        return cdy_fail_memory(error);
    }
    return s->in_lanes ? make_lanes(m, s->model, options, batch_options, error) : CDY_OK;
}

static cdy_status check_both_options(const cdy_simulation_options *options, const cdy_batch_options *batch_options,
                                     cdy_error *error)
{
    if (cdy_check_reserve(&options->reserve, error) || cdy_check_reserve(&batch_options->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if (options->control || options->control_slopes || options->environment) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a batch of simulations takes torques as rows, and no control law and no environment; make a "
                        "simulation for each");
    }
    if (batch_options->layout != CDY_BATCH_ROWS) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a batch of simulations has rows; there is no other layout for it");
    }
    if (batch_options->threads < 0 || batch_options->threads > MOST_THREADS) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the threads are %d; expected 0 to %d", batch_options->threads,
                        MOST_THREADS);
    }
    return CDY_OK;
}

static cdy_status make_members(cdy_batch_simulation *s, const cdy_simulation_options *options,
                               const cdy_batch_options *batch_options, cdy_error *error)
{
    s->members = cdy_allocate((size_t)s->threads, sizeof *s->members);
    cdy_status status = s->members ? CDY_OK : cdy_fail_memory(error);
    for (int i = 0; i < s->threads && !status; i++) {
        status = make_member(&s->members[i], s, options, batch_options, error);
    }
    return status;
}

cdy_status cdy_batch_simulation_create(const cdy_model *model, const cdy_simulation_options *options,
                                       const cdy_batch_options *batch_options, cdy_batch_simulation **simulation,
                                       cdy_error *error)
{
    const cdy_simulation_options defaults = cdy_simulation_options_default();
    const cdy_batch_options usual = cdy_batch_options_default();
    const cdy_simulation_options *o = options ? options : &defaults;
    const cdy_batch_options *b = batch_options ? batch_options : &usual;
    if (simulation) {
        *simulation = NULL;
    }
    if (!model || !simulation) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "making a batch of simulations needs a model and a pointer for the batch");
    }
    cdy_status status = check_both_options(o, b, error);
    if (status) {
        return status;
    }
    cdy_batch_simulation *s = cdy_allocate(1, sizeof *s);
    if (!s) {
        return cdy_fail_memory(error);
    }
    const int threads = cdy_team_size(b->threads);
    *s = (cdy_batch_simulation){.model = model,
                                .in_lanes = o->integrator == CDY_SEMI_IMPLICIT_EULER || o->integrator == CDY_RK4,
                                .h = o->step,
                                .saturates = o->saturate,
                                .threads = threads < MOST_THREADS ? threads : MOST_THREADS};
    status = make_members(s, o, b, error);
    if (status) {
        cdy_batch_simulation_destroy(s);
        return status;
    }
    *simulation = s;
    return CDY_OK;
}

void cdy_batch_simulation_destroy(cdy_batch_simulation *simulation)
{
    for (int i = 0; simulation && simulation->members && i < simulation->threads; i++) {
        member *m = &simulation->members[i];
        cdy_simulation_destroy(m->single);
        cdy_batch_destroy(m->lanes.batch);
        cdy_release(m->memory);
        cdy_release(m->torque);
    }
    if (simulation) {
        cdy_release(simulation->members);
        cdy_release(simulation);
    }
}

/* ---- rows ---- */

static void fill_nan(double *path, size_t count)
{
    for (size_t i = 0; path && i < count; i++) {
        path[i] = (double)NAN;
    }
}

/* Notes that simulation `row` fails in step `step`: its path has no numbers from there on. */
static void lose(const simulation_run *run, member *m, size_t row, size_t step, cdy_status status,
                 const cdy_error *error)
{
    const size_t nq = (size_t)run->simulation->model->nq, nv = (size_t)run->simulation->model->nv;
    const size_t place = row * run->steps + step, left = run->steps - step;
    fill_nan(run->q_path ? run->q_path + place * nq : NULL, left * nq);
    fill_nan(run->qd_path ? run->qd_path + place * nv : NULL, left * nv);
    if (run->statuses) {
        run->statuses[row] = status;
    }
    if (row < m->first_row) {
        m->first_row = row;
        m->first_error = *error;
    }
}

/* Reads the torques of a step to m->torque. */
static cdy_status read_torque(const simulation_run *run, member *m, size_t row, size_t step, cdy_error *error)
{
    const size_t nv = (size_t)run->simulation->model->nv;
    if (!run->tau) {
        return CDY_OK;
    }
    memcpy(m->torque, run->tau + (row * run->steps + step) * nv, nv * sizeof *m->torque);
    return cdy_all_finite(m->torque, nv)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT, "the torque of step %zu has a number that is not finite", step);
}

/* The initial state of a row in m->single. */
static cdy_status begin_row(const simulation_run *run, member *m, size_t row, cdy_error *error)
{
    const size_t nq = (size_t)run->simulation->model->nq, nv = (size_t)run->simulation->model->nv;
    m->single->options.control = run->tau ? hold_torque : NULL;
    if (run->statuses) {
        run->statuses[row] = CDY_OK;
    }
    return cdy_simulation_set_state(m->single, 0, run->q ? run->q + row * nq : NULL,
                                    run->qd ? run->qd + row * nv : NULL, error);
}

/* Carries one simulation on by itself. */
static void run_row(const simulation_run *run, member *m, size_t row)
{
    const size_t nq = (size_t)run->simulation->model->nq, nv = (size_t)run->simulation->model->nv;
    cdy_error error;
    cdy_status status = begin_row(run, m, row, &error);
    for (size_t step = 0; step < run->steps; step++) {
        status = status ? status : read_torque(run, m, row, step, &error);
        status = status ? status : cdy_simulation_step(m->single, &error);
        if (status) {
            lose(run, m, row, step, status, &error);
            return;
        }
        const size_t place = row * run->steps + step;
        if (run->q_path) {
            memcpy(run->q_path + place * nq, m->single->now.q, nq * sizeof(double));
        }
        if (run->qd_path) {
            memcpy(run->qd_path + place * nv, m->single->now.qd, nv * sizeof(double));
        }
    }
}

/* ---- blocks in lanes ---- */

static void scatter(const lane_steps *s, size_t width, size_t state, const double *row, double *packed)
{
    double *first = packed + lane_place(s, width, 0, state);
    for (size_t i = 0; i < width; i++) {
        first[i * s->lanes] = row[i];
    }
}

static void gather(const lane_steps *s, size_t width, size_t state, const double *packed, double *row)
{
    const double *first = packed + lane_place(s, width, 0, state);
    for (size_t i = 0; i < width; i++) {
        row[i] = first[i * s->lanes];
    }
}

static void put_state(const lane_steps *s, size_t state, const double *q, const double *qd, lane_states to)
{
    scatter(s, (size_t)s->model->nq, state, q, to.q);
    scatter(s, (size_t)s->model->nv, state, qd, to.qd);
}

/* Puts a robot at home at rest into a lane whose simulation has failed, or that has none. */
static void put_home(member *m, size_t state, lane_states to)
{
    cdy_simulation *s = m->single;
    cdy_home_configuration(s->model, s->stage.q);
    memset(s->stage.qd, 0, (size_t)s->model->nv * sizeof(double));
    put_state(&m->lanes, state, s->stage.q, s->stage.qd, to);
}

/* Reads the initial states of a block of `used` simulations from row `first` on. */
static void begin_block(const simulation_run *run, member *m, size_t first, size_t used)
{
    lane_steps *s = &m->lanes;
    cdy_error error;
    s->count = (used + s->lanes - 1) / s->lanes * s->lanes;
    s->tau = run->tau ? s->torques : NULL;
    for (size_t i = 0; i < s->count; i++) {
        const cdy_status status = i < used ? begin_row(run, m, first + i, &error) : CDY_OK;
        m->lost[i] = i >= used || status;
        if (status) {
            lose(run, m, first + i, 0, status, &error);
        }
        if (m->lost[i]) {
            put_home(m, i, s->now);
        } else {
            put_state(s, i, m->single->now.q, m->single->now.qd, s->now);
        }
    }
}

/* Reads the torques of a step; those of lanes without a simulation are 0. */
static void load_torques(const simulation_run *run, member *m, size_t first, size_t step)
{
    lane_steps *s = &m->lanes;
    const size_t nv = (size_t)s->model->nv;
    cdy_error error;
    for (size_t i = 0; i < s->count && run->tau; i++) {
        const cdy_status status = m->lost[i] ? CDY_OK : read_torque(run, m, first + i, step, &error);
        if (status) {
            lose(run, m, first + i, step, status, &error);
            m->lost[i] = true;
        }
        if (m->lost[i]) {
            memset(m->torque, 0, nv * sizeof *m->torque);
        } else if (run->simulation->saturates) {
            cdy_saturate(s->model, m->torque);
        }
        scatter(s, nv, i, m->torque, s->torques);
    }
}

/* Takes a step that failed in lanes again by the simulation of one robot. */
static cdy_status take_again(member *m, size_t state, size_t step, cdy_error *error)
{
    lane_steps *s = &m->lanes;
    cdy_simulation *single = m->single;
    const size_t nq = (size_t)s->model->nq, nv = (size_t)s->model->nv;
    gather(s, nq, state, s->now.q, single->stage.q);
    gather(s, nv, state, s->now.qd, single->stage.qd);
    if (s->tau) {
        gather(s, nv, state, s->torques, m->torque);
    }
    cdy_status status = cdy_simulation_set_state(single, (double)step * s->h, single->stage.q, single->stage.qd, error);
    status = status ? status : cdy_simulation_step(single, error);
    if (!status) {
        put_state(s, state, single->now.q, single->now.qd, s->next);
    }
    return status;
}

/* Writes the states after a step. */
static void write_paths(const simulation_run *run, const member *m, size_t first, size_t step)
{
    const lane_steps *s = &m->lanes;
    const size_t nq = (size_t)s->model->nq, nv = (size_t)s->model->nv;
    for (size_t i = 0; i < s->count; i++) {
        const size_t place = (first + i) * run->steps + step;
        if (!m->lost[i] && run->q_path) {
            gather(s, nq, i, s->next.q, run->q_path + place * nq);
        }
        if (!m->lost[i] && run->qd_path) {
            gather(s, nv, i, s->next.qd, run->qd_path + place * nv);
        }
    }
}

/* Lanes without a simulation stay at home, so that none of their steps fails. */
static void mend_lanes(const simulation_run *run, member *m, size_t first, size_t step)
{
    lane_steps *s = &m->lanes;
    cdy_error error;
    for (size_t i = 0; i < s->count; i++) {
        const cdy_status status = s->failed[i] && !m->lost[i] ? take_again(m, i, step, &error) : CDY_OK;
        if (status) {
            lose(run, m, first + i, step, status, &error);
            m->lost[i] = true;
        }
        if (m->lost[i]) {
            put_home(m, i, s->next);
        }
    }
}

static void run_block(const simulation_run *run, member *m, size_t first, size_t used)
{
    lane_steps *s = &m->lanes;
    begin_block(run, m, first, used);
    for (size_t step = 0; step < run->steps; step++) {
        load_torques(run, m, first, step);
        if (m->single->options.integrator == CDY_RK4) {
            cdy_lane_step_rk4(s);
        } else {
            cdy_lane_step_euler(s);
        }
        mend_lanes(run, m, first, step);
        write_paths(run, m, first, step);
        const lane_states last = s->now;
        s->now = s->next;
        s->next = last;
    }
}

/* ---- runs ---- */

static void run_share(const void *job, int thread, int threads)
{
    const simulation_run *run = job;
    member *m = &run->simulation->members[thread];
    (void)threads;
    for (size_t first = atomic_fetch_add(run->next, run->block); first < run->count;
         first = atomic_fetch_add(run->next, run->block)) {
        const size_t left = run->count - first, used = left < run->block ? left : run->block;
        if (run->simulation->in_lanes) {
            run_block(run, m, first, used);
        } else {
            run_row(run, m, first);
        }
    }
}

/* Simulations of a block: as many as a thread carries on together, fewer where threads would be left without. */
static size_t choose_block(const cdy_batch_simulation *s, size_t count)
{
    const lane_steps *lanes = &s->members->lanes;
    const size_t threads = (size_t)s->threads, share = (count + threads - 1) / threads;
    if (!s->in_lanes) {
        return 1;
    }
    const size_t whole = (share + lanes->lanes - 1) / lanes->lanes * lanes->lanes;
    return whole < lanes->room ? whole : lanes->room;
}

static cdy_status report_first(const cdy_batch_simulation *s, cdy_error *error)
{
    const member *first = s->members;
    for (int i = 1; i < s->threads; i++) {
        first = s->members[i].first_row < first->first_row ? &s->members[i] : first;
    }
    return first->first_row == SIZE_MAX
               ? CDY_OK
               : cdy_fail(error, first->first_error.status, "row %zu: %s", first->first_row, first->first_error.text);
}

static cdy_status check_run(const cdy_batch_simulation *s, size_t count, size_t steps, const double *q_path,
                            const double *qd_path, cdy_error *error)
{
    if (!s || (!q_path && !qd_path)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a run needs a batch of simulations and a pointer for a path");
    }
    const size_t width = (size_t)(s->model->nq > s->model->nv ? s->model->nq : s->model->nv) + 1;
    const size_t most = SIZE_MAX / sizeof(double) / width;
    if (count > most || (count > 0 && steps > most / count)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the arrays of %zu simulations of %zu steps exceed all memory",
                        count, steps);
    }
    return CDY_OK;
}

cdy_status cdy_batch_simulation_run(cdy_batch_simulation *simulation, size_t count, size_t steps, const double *q,
                                    const double *qd, const double *tau, double *q_path, double *qd_path,
                                    cdy_status *statuses, cdy_error *error)
{
    cdy_status status = check_run(simulation, count, steps, q_path, qd_path, error);
    if (status || count == 0) {
        return status;
    }
    atomic_size_t next = 0;
    const simulation_run run = {.simulation = simulation,
                                .count = count,
                                .steps = steps,
                                .block = choose_block(simulation, count),
                                .q = q,
                                .qd = qd,
                                .tau = tau,
                                .q_path = q_path,
                                .qd_path = qd_path,
                                .statuses = statuses,
                                .next = &next};
    for (int i = 0; i < simulation->threads; i++) {
        simulation->members[i].first_row = SIZE_MAX;
    }
    const size_t blocks = (count + run.block - 1) / run.block;
    const int wanted = blocks < (size_t)simulation->threads ? (int)blocks : simulation->threads;
    if (wanted > 1) {
        cdy_team_share(wanted, run_share, &run);
    } else {
        run_share(&run, 0, 1);
    }
    return report_first(simulation, error);
}

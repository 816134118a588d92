/* Constrained forward dynamics and impacts of many states under the same constraints. */
#include "base/error.h"
#include "batch/batch.h"
#include "constraints/constraint.h"

#include <string.h>

/* The states of a call, over doubles or floats. */
#ifdef CDY_FLOAT
typedef cdy_constrained_state_f32 constrained_states;
#else
typedef cdy_constrained_state constrained_states;
#endif

/* With no results, every state goes to the call for one state. */
static void leave_to_fallback(const batch_call *call, batch_slot *slot)
{
    const size_t number = sizeof(scalar) * (size_t)call->batch->kernels->lanes;
    memset(slot->out[0], 0, (size_t)call->model->nv * number);
    memset(slot->out[1], 0, (size_t)call->rows * number);
    memset(slot->pivots, 0, (size_t)call->model->nv * number);
    memset(slot->fallback.doubtful, true, sizeof slot->fallback.doubtful);
    slot->fallback.has_doubtful = true;
}

/* The problem of a call, in the memory of a slot. */
static row_elimination elimination_of(const batch_call *call, const batch_slot *slot)
{
    row_elimination e = slot->elimination;
    e.model = call->model;
    e.kernel_model = call->kernel_model;
    e.kernels = call->batch->kernels;
    e.groups = call->batch->groups;
    e.bodies = call->batch->bodies;
    e.count = call->constrained.count;
    e.rows = call->rows;
    e.velocity_gain = call->constrained.options->velocity_gain;
    e.position_gain = call->constrained.options->position_gain;
    e.rank_tolerance = call->constrained.options->rank_tolerance;
    e.kernel_scratch = slot->kernel_scratch;
    e.net = slot->torque;
    e.pivots = slot->pivots;
    e.x = slot->out[0];
    e.residual = slot->out[2];
    return e;
}

/* Eliminates the rows after the joints: those of the motion or, with a restitution, of an impact. */
static void finish_elimination(const batch_call *call, batch_slot *slot, const row_elimination *e,
                               const double *restitution)
{
    const size_t lanes = (size_t)call->batch->kernels->lanes;
    bool is_regular[ROW_LANES];
    cdy_eliminate_rows(e, restitution, is_regular);
    memcpy(slot->out[1], e->f, (size_t)e->rows * lanes * sizeof *e->f);
    for (size_t lane = 0; lane < lanes; lane++) {
        slot->reports[lane] = (cdy_constraint_report){e->rows, e->rows, (double)e->residual[lane]};
        slot->fallback.doubtful[lane] = !is_regular[lane];
        slot->fallback.has_doubtful |= !is_regular[lane];
    }
}

static void compute_constrained(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    if (!call->constrained.eliminates) {
        leave_to_fallback(call, slot);
        return;
    }
    const row_elimination e = elimination_of(call, slot);
    cdy_eliminate_joints(&e, in[0], in[1], in[2], in[3]);
    finish_elimination(call, slot, &e, NULL);
}

/* The elimination gives the change of velocity. */
static void compute_impact(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    if (!call->constrained.eliminates) {
        leave_to_fallback(call, slot);
        return;
    }
    const row_elimination e = elimination_of(call, slot);
    cdy_eliminate_joints(&e, in[0], in[1], call->batch->zero, NULL);
    finish_elimination(call, slot, &e, &call->constrained.restitution);
    for (size_t i = 0; i < (size_t)call->model->nv * (size_t)call->batch->kernels->lanes; i++) {
        slot->out[0][i] += in[1][i];
    }
}

static cdy_status fallback_constrained(const batch_call *call, const batch_slot *slot,
                                       const double *const in[BATCH_INPUTS], double *const out[BATCH_OUTPUTS],
                                       cdy_constraint_report *report, cdy_error *error)
{
    const cdy_constrained_state state = {.q = in[0],
                                         .qd = in[1],
                                         .tau = in[2],
                                         .fext = in[3],
                                         .constraints = call->constrained.constraints,
                                         .count = call->constrained.count,
                                         .options = call->constrained.options};
    return cdy_constrained_forward_dynamics(call->model, slot->fallback.workspace, slot->fallback.solver, &state,
                                            out[0], out[1], report, error);
}

static cdy_status fallback_impact(const batch_call *call, const batch_slot *slot, const double *const in[BATCH_INPUTS],
                                  double *const out[BATCH_OUTPUTS], cdy_constraint_report *report, cdy_error *error)
{
    const cdy_constrained_state state = {.q = in[0],
                                         .qd = in[1],
                                         .constraints = call->constrained.constraints,
                                         .count = call->constrained.count,
                                         .options = call->constrained.options,
                                         .restitution = call->constrained.restitution};
    return cdy_impact(call->model, slot->fallback.workspace, slot->fallback.solver, &state, out[0], out[1], report,
                      error);
}

#ifdef CDY_FLOAT
#define DOUBLES(name) cdy_double_lanes_##name
#else
#define DOUBLES(name) NULL
#endif

/* Checks the constraints and their options, and plans the elimination of their rows. */
static cdy_status read_constraints(batch_call *call, cdy_constraint_options *options, cdy_error *error)
{
    cdy_batch *batch = call->batch;
    cdy_status status = cdy_check_constraint_options(options, error);
    status = status ? status
                    : cdy_check_constraints(call->model, call->constrained.constraints, call->constrained.count,
                                            &call->rows, error);
    if (status) {
        return status;
    }
    if (call->rows > batch->constraint_rows) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "there are %d rows, but the batch has room for %d; make it with the option constraint_rows",
                        call->rows, batch->constraint_rows);
    }
    if (call->model->tree_nv > LARGEST_DENSE) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the robot has %d degrees of freedom; rows of tasks and constraints take %d at most",
                        (int)call->model->tree_nv, LARGEST_DENSE);
    }
    call->constrained.eliminates = cdy_plan_rows(call->model, call->constrained.constraints, call->constrained.count,
                                                 call->rows, batch->groups, batch->bodies, batch->paths);
    return CDY_OK;
}

/* Runs a call that has its functions and the kinds of its inputs, with results x (nv) and forces (rows). */
static cdy_status run(batch_call call, const constrained_states *states, double restitution, scalar *x, scalar *forces,
                      cdy_error *error)
{
    cdy_status status = cdy_batch_check(call.model, call.batch, x, error);
    if (!status && !states) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no states were given; expected a cdy_constrained_state");
    } else if (status) {
        return status;
    }
    cdy_constraint_options options = states->options ? *states->options : cdy_constraint_options_default();
    const scalar *const numbers[BATCH_INPUTS] = {states->q, states->qd, states->tau, states->fext};
    for (int i = 0; i < BATCH_INPUTS && call.in[i].kind; i++) {
        call.in[i].numbers = numbers[i];
    }
    call.constrained.constraints = states->constraints;
    call.constrained.count = states->count;
    call.constrained.options = &options;
    call.constrained.restitution = restitution;
    if (!(call.constrained.restitution >= 0 && call.constrained.restitution <= 1)) {
        status =
            cdy_fail(error, CDY_ERROR_ARGUMENT, "the restitution is %g; expected 0 to 1", call.constrained.restitution);
    }
    status = status ? status : read_constraints(&call, &options, error);
    if (status) {
        return status;
    }
    call.articulated = true;
    call.out[0] = (batch_output){OUTPUT_NUMBERS, (size_t)call.model->nv, x};
    call.out[1] = (batch_output){OUTPUT_NUMBERS, (size_t)call.rows, forces};
    return cdy_batch_run(&call, error);
}

cdy_status cdy_batch_constrained_forward_dynamics(const cdy_model *model, cdy_batch *batch, size_t count,
                                                  const constrained_states *states, scalar *qdd, scalar *forces,
                                                  cdy_constraint_report *reports, cdy_status *statuses,
                                                  cdy_error *error)
{
    const batch_call call = {
        .model = model,
        .batch = batch,
        .count = count,
        .compute = compute_constrained,
        .one_state = fallback_constrained,
        .has_pivots = true,
        .doubles = DOUBLES(constrained),
        .in = {{.kind = INPUT_POSITION}, {.kind = INPUT_VELOCITY}, {.kind = INPUT_TORQUE}, {.kind = INPUT_FORCES}},
        .statuses = statuses,
        .constrained = {.reports = reports}};
    const cdy_status status = model ? cdy_refuse_load(model, error) : CDY_OK;
    return status ? status : run(call, states, 0, qdd, forces, error);
}

cdy_status cdy_batch_impact(const cdy_model *model, cdy_batch *batch, size_t count, const constrained_states *states,
                            scalar *qd_after, scalar *impulses, cdy_constraint_report *reports, cdy_status *statuses,
                            cdy_error *error)
{
    const batch_call call = {.model = model,
                             .batch = batch,
                             .count = count,
                             .compute = compute_impact,
                             .one_state = fallback_impact,
                             .has_pivots = true,
                             .doubles = DOUBLES(impact),
                             .in = {{.kind = INPUT_POSITION}, {.kind = INPUT_VELOCITY}},
                             .statuses = statuses,
                             .constrained = {.reports = reports}};
    return run(call, states, states ? states->restitution : 0, qd_after, impulses, error);
}

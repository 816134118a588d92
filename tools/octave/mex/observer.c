/* The momentum observer over the rows of a recording. */
#include "handle.h"
#include "record.h"

#include <string.h>

/* The recording, and what the observer makes of it. */
typedef struct observed {
    record q, qd, tau;
    const double *times;
    size_t count;
    int frame; /* of the wrenches; below 0: none are asked for */
    double *residuals, *wrenches;
} observed;

/* Reads a row, and gives its residual and wrench. */
static cdy_status observe_row(held_robot *robot, cdy_momentum_observer *observer, const observed *o, size_t row,
                              double *state, cdy_error *error)
{
    const int nq = cdy_model_nq(robot->model), nv = cdy_model_nv(robot->model);
    double *q = state, *qd = state + nq, *tau = qd + nv, *residual = o->residuals + row * (size_t)nv;
    const double dt = row > 0 ? o->times[row] - o->times[row - 1] : 1;
    record_read(&o->q, row, q);
    record_read(&o->qd, row, qd);
    record_read(&o->tau, row, tau);
    cdy_status status =
        cdy_momentum_observer_update(observer, robot->model, robot->workspace, dt, q, qd, tau, residual, error);
    if (!status && o->frame >= 0) {
        status = cdy_observed_wrench(robot->model, robot->workspace, o->frame, CDY_ROWS_ALL, q, residual,
                                     o->wrenches + 6 * row, error);
    }
    return status;
}

static cdy_status observe_rows(held_robot *robot, const double *gains, observed *o, cdy_error *error)
{
    const size_t size = cdy_momentum_observer_size(robot->model), nv = (size_t)cdy_model_nv(robot->model);
    cdy_momentum_observer *observer;
    void *memory = mxMalloc(size);
    double *state = mxCalloc((size_t)cdy_model_nq(robot->model) + 2 * nv + 1, sizeof *state);
    cdy_status status = cdy_momentum_observer_init(memory, size, robot->model, gains, &observer, error);
    for (size_t row = 0; row < o->count && !status; row++) {
        status = observe_row(robot, observer, o, row, state, error);
    }
    return status;
}

/* condyle("momentum_observer", robot, gains, t, q, qd, tau, body): residuals, and wrenches at the body where it is not
 * [] */
static bool momentum_observer(const gateway_call *call)
{
    held_robot *robot;
    observed o = {.count = 0, .frame = -1};
    const double *gains;
    char *body;
    cdy_error error;
    if (!handle_find_model(call->arguments[0], &robot)) {
        return false;
    }
    const size_t nq = (size_t)cdy_model_nq(robot->model), nv = (size_t)cdy_model_nv(robot->model);
    if (!read_vector(call->arguments[1], "the gains", nv, &gains) ||
        !record_take(robot, call->arguments[3], "the configurations", (int)nq, &o.count, &o.q) ||
        !record_take(robot, call->arguments[4], "the velocities", (int)nv, &o.count, &o.qd) ||
        !record_take(robot, call->arguments[5], "the torques", (int)nv, &o.count, &o.tau) ||
        !read_vector(call->arguments[2], "the times", o.count, &o.times)) {
        return false;
    }
    const mxArray *named = argument_at(call, 6);
    if (named && (!read_text(named, "the body's name", &body) ||
                  (cdy_model_require_frame(robot->model, body, &o.frame, &error) && !fail_with(&error)))) {
        return false;
    }
    o.residuals = mxCalloc(o.count * nv + 1, sizeof *o.residuals);
    o.wrenches = mxCalloc(o.count * 6 + 1, sizeof *o.wrenches);
    if (observe_rows(robot, gains, &o, &error)) {
        return fail_with(&error);
    }
    call->results[0] = record_make(robot, o.residuals, o.count, nv);
    if (call->result_count > 1) {
        call->results[1] =
            o.frame < 0 ? mxCreateDoubleMatrix(0, 0, mxREAL) : record_make(robot, o.wrenches, o.count, 6);
    }
    return true;
}

/* condyle("payloads", robot): a row [mass, center of mass, inertia Ixx Iyy Izz Iyz Ixz Ixy] for each body that carries
 * something, and the names of these bodies */
static bool payloads(const gateway_call *call)
{
    enum { NUMBERS = 10 };
    held_robot *robot;
    cdy_payload payload;
    if (!handle_find_model(call->arguments[0], &robot)) {
        return false;
    }
    const int frames = cdy_model_frame_count(robot->model);
    double *numbers = mxCalloc(NUMBERS * (size_t)frames + 1, sizeof *numbers);
    mxArray *names = mxCreateCellMatrix((mwSize)frames, 1);
    size_t count = 0;
    for (int i = 0; i < frames; i++) {
        if (cdy_model_get_payload(robot->model, i, &payload)) {
            double *row = numbers + NUMBERS * count;
            row[0] = payload.mass;
            memcpy(row + 1, payload.center_of_mass, sizeof payload.center_of_mass);
            memcpy(row + 4, payload.inertia, sizeof payload.inertia);
            mxSetCell(names, (mwSize)count++, mxCreateString(cdy_model_frame_name(robot->model, i)));
        }
    }
    call->results[0] = make_matrix(numbers, count, NUMBERS);
    if (call->result_count > 1) {
        call->results[1] = names;
    }
    return true;
}

const gateway_entry observer_calls[] = {
    {"momentum_observer", momentum_observer, 7, 7},
    {"payloads", payloads, 1, 1},
    {NULL, NULL, 0, 0},
};

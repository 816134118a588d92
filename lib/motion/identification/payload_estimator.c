/* The rows of an estimator of a payload, rotated into its factor one by one. */
#include "identification/payload_estimator.h"

#include "base/error.h"
#include "base/finite.h"
#include "dynamics/arguments.h"

#include <math.h>
#include <string.h>

/* What parameters are worth before the first row, in residuals of weight 1 a kg, kg m or kg m2: next to nothing. */
static const double first_weight = 0.01;

static double *regressor_of(cdy_payload_estimator *e)
{
    return (double *)(void *)(e + 1);
}

static size_t row_numbers(const cdy_model *model)
{
    return (size_t)model->nv * ((size_t)BODY_PARAMETERS * (size_t)(model->body_count - 1) + 1);
}

size_t cdy_payload_estimator_size(const cdy_model *model)
{
    return model ? sizeof(cdy_payload_estimator) + row_numbers(model) * sizeof(double) : 0;
}

/* X^T I X in parameters, for the transform of a frame from the moving body's. */
static inertia inertia_from(const double pi[BODY_PARAMETERS])
{
    return (inertia){pi[0], {pi[1], pi[2], pi[3]}, {pi[4], pi[5], pi[6], pi[7], pi[8], pi[9]}};
}

/* The parameters in the body's link of one parameter in the frame. */
static void find_column(const model_frame *frame, const model_frame *link, int parameter,
                        double to_link[BODY_PARAMETERS][BODY_PARAMETERS])
{
    double unit[BODY_PARAMETERS] = {0};
    unit[parameter] = 1;
    const transform X = {rotation_from(frame->rotation), vec3_from(frame->translation)};
    const rotation E = rotation_from(link->rotation);
    const transform back = {rotation_transpose(E), scale(-1, rotate(E, vec3_from(link->translation)))};
    const inertia I = transform_inertia_back(back, transform_inertia_back(X, inertia_from(unit)));
    const double found[BODY_PARAMETERS] = {I.mass, I.h.x, I.h.y, I.h.z, I.I.xx, I.I.xy, I.I.xz, I.I.yy, I.I.yz, I.I.zz};
    for (int i = 0; i < BODY_PARAMETERS; i++) {
        to_link[i][parameter] = found[i];
    }
}

void cdy_payload_map(const cdy_model *model, int frame, int *first, double to_link[BODY_PARAMETERS][BODY_PARAMETERS])
{
    const model_frame *frames = model_frames(model);
    const int32_t body = frames[frame].body;
    *first = BODY_PARAMETERS * (body - 1);
    for (int k = 0; k < BODY_PARAMETERS; k++) {
        find_column(&frames[frame], &frames[model_next_link(model, 0, body)], k, to_link);
    }
}

void cdy_payload_estimator_reset(cdy_payload_estimator *e)
{
    if (!e) {
        return;
    }
    memset(e->R, 0, sizeof e->R);
    for (int i = 0; i < BODY_PARAMETERS; i++) {
        e->R[i][i] = first_weight;
    }
    e->torques = 0;
}

static cdy_status check_memory(const void *memory, size_t size, const cdy_model *model, int frame, double horizon,
                               cdy_error *error)
{
    const size_t needed = cdy_payload_estimator_size(model);
    if (size < needed || (uintptr_t)memory % sizeof(double) != 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the estimator takes %zu bytes aligned to %zu, but %zu were given",
                        needed, sizeof(double), size);
    }
    if (frame < 0 || frame >= model->frame_count || model_frames(model)[frame].body == 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "body number %d does not exist or does not move; a payload is estimated on a body that moves",
                        frame);
    }
    if (!(horizon >= 0 && horizon < 1e15)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the horizon is %g rows; expected 0, for rows that never fade, or more, to below 1e15",
                        horizon);
    }
    return CDY_OK;
}

cdy_status cdy_payload_estimator_init(void *memory, size_t size, const cdy_model *model, int frame, double horizon,
                                      cdy_payload_estimator **estimator, cdy_error *error)
{
    if (estimator) {
        *estimator = NULL;
    }
    if (!memory || !model || !estimator) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "making an estimator needs memory, a model and a pointer for the estimator");
    }
    const cdy_status status = check_memory(memory, size, model, frame, horizon, error);
    if (status) {
        return status;
    }
    cdy_payload_estimator *e = memory;
    cdy_payload carried = {.mass = 0};
    *e = (cdy_payload_estimator){
        .fingerprint = model->fingerprint, .frame = frame, .fade = horizon > 0 ? exp(-0.5 / horizon) : 1};
    cdy_model_get_payload(model, frame, &carried);
    cdy_payload_parameters(&carried, e->carried);
    cdy_payload_map(model, frame, &e->first, e->to_link);
    cdy_payload_estimator_reset(e);
    *estimator = e;
    return CDY_OK;
}

/* Rotates a row into R so that the row becomes zero. */
static void rotate_row(double R[FACTOR][FACTOR], double row[FACTOR])
{
    for (int i = 0; i < FACTOR; i++) {
        const double length = hypot(R[i][i], row[i]);
        if (!(fabs(row[i]) > 0)) {
            continue;
        }
        const double c = R[i][i] / length, s = row[i] / length;
        for (int k = i; k < FACTOR; k++) {
            const double above = R[i][k];
            R[i][k] = c * above + s * row[k];
            row[k] = c * row[k] - s * above;
        }
    }
}

/* Adds the torque of one joint: its regressor row in the body's link, and what the model leaves of it. */
static void add_torque(cdy_payload_estimator *e, const double *Y, double residual, double weight)
{
    double row[FACTOR];
    for (int k = 0; k < BODY_PARAMETERS; k++) {
        row[k] = 0;
        for (int i = 0; i < BODY_PARAMETERS; i++) {
            row[k] += weight * Y[i] * e->to_link[i][k];
        }
    }
    row[BODY_PARAMETERS] = weight * residual;
    rotate_row(e->R, row);
    e->torques++;
}

static void fade_rows(cdy_payload_estimator *e)
{
    for (int i = 0; i < FACTOR && e->fade < 1; i++) {
        for (int k = i; k < FACTOR; k++) {
            e->R[i][k] *= e->fade;
        }
    }
    e->torques *= e->fade * e->fade;
}

static cdy_status check_row(const cdy_payload_estimator *e, const cdy_model *model, const double *tau,
                            const double *weights, cdy_error *error)
{
    if (!e || !model || !tau) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a row of an estimator needs the estimator, a model and torques");
    }
    if (e->fingerprint != model->fingerprint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the estimator was made for another model");
    }
    for (int i = 0; i < model->nv; i++) {
        if (!(fabs(tau[i]) < 1e100)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "torque %d is %g; expected a finite number below 1e100", i + 1,
                            tau[i]);
        }
        if (weights && !(fabs(weights[i]) <= 0) && !(weights[i] >= 1e-100 && weights[i] < 1e100)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "weight %d is %g; expected 0, or 1e-100 to below 1e100", i + 1,
                            weights[i]);
        }
    }
    return CDY_OK;
}

cdy_status cdy_payload_estimator_add(cdy_payload_estimator *e, const cdy_model *model, cdy_workspace *workspace,
                                     const double *q, const double *qd, const double *qdd, const double *fext,
                                     const double *tau, const double *weights, cdy_error *error)
{
    cdy_status status = check_row(e, model, tau, weights, error);
    if (status) {
        return status;
    }
    const size_t n = (size_t)model->nv, p = (size_t)BODY_PARAMETERS * (size_t)(model->body_count - 1);
    double *Y = regressor_of(e), *own = Y + n * p;
    status = cdy_inverse_dynamics(model, workspace, q, qd, qdd, fext, own, error);
    status = status ? status : cdy_regressor(model, workspace, q, qd, qdd, NULL, Y, error);
    if (status) {
        return status;
    }
    fade_rows(e);
    for (size_t i = 0; i < n; i++) {
        const double weight = weights ? weights[i] : 1;
        if (weight > 0) {
            add_torque(e, Y + i * p + e->first, tau[i] - own[i], weight);
        }
    }
    return CDY_OK;
}

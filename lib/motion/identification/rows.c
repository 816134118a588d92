/* Rows of one degree of freedom, accumulated in a triangular factor by sequential QR. */
#include "base/error.h"
#include "base/memory.h"
#include "dynamics/external_force.h"
#include "identification/identification.h"
#include "linalg/qr.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Marks the parameters of the bodies that each of the caller's degrees of freedom moves: `affects` (n x p). */
static void mark_bodies(const cdy_model *model, bool *affects, size_t p)
{
    const model_body *bodies = model_bodies(model);
    const model_coordinate *c = model_velocities(model);
    for (int i = 1; i < model->body_count; i++) {
        for (int j = i; j > 0; j = bodies[j].parent) {
            for (int k = 0; k < bodies[j].nv; k++) {
                memset(affects + (size_t)c[bodies[j].v + k].index * p + BODY_PARAMETERS * (i - 1), true,
                       BODY_PARAMETERS);
            }
        }
    }
}

static void mark_drives(const cdy_identification *id, bool *affects)
{
    for (int i = 0; i < 3 * id->n; i++) {
        const cdy_parameter_kind kind = (cdy_parameter_kind)((int)CDY_PARAMETER_DAMPING + i % 3);
        int column = cdy_drive_parameter(id->model, &id->options.regressor, kind, i / 3);
        if (column >= 0) {
            affects[(size_t)(i / 3) * (size_t)id->p + (size_t)column] = true;
        }
    }
}

/* Capacity for twice as many new rows as R has: R then takes a third of the work of a reduction. */
static bool create_joint(joint_rows *rows, const bool *affects, int p)
{
    enum { LEAST_CAPACITY = 32 };
    rows->indices = cdy_allocate((size_t)p, sizeof *rows->indices);
    for (int i = 0; rows->indices && i < p; i++) {
        if (affects[i]) {
            rows->indices[rows->columns++] = i;
        }
    }
    const int width = rows->columns + 1;
    rows->capacity = 3 * width + LEAST_CAPACITY;
    rows->A = cdy_allocate((size_t)rows->capacity * (size_t)width, sizeof *rows->A);
    rows->scratch = cdy_allocate(33 * (size_t)width, sizeof *rows->scratch);
    return rows->indices && rows->A && rows->scratch;
}

cdy_status cdy_rows_create(cdy_identification *id, cdy_error *error)
{
    const size_t p = (size_t)id->p;
    bool *affects = cdy_allocate((size_t)id->n * p, sizeof *affects);
    id->joints = cdy_allocate((size_t)id->n, sizeof *id->joints);
    bool allocated = affects && id->joints;
    if (allocated) {
        mark_bodies(id->model, affects, p);
        mark_drives(id, affects);
    }
    for (int i = 0; allocated && i < id->n; i++) {
        allocated = create_joint(&id->joints[i], affects + (size_t)i * p, id->p);
    }
    cdy_release(affects);
    return allocated ? CDY_OK : cdy_fail_memory(error);
}

void cdy_rows_destroy(cdy_identification *id)
{
    for (int i = 0; id->joints && i < id->n; i++) {
        cdy_release(id->joints[i].indices);
        cdy_release(id->joints[i].A);
        cdy_release(id->joints[i].scratch);
    }
    cdy_release(id->joints);
}

void cdy_rows_reduce(joint_rows *rows)
{
    const int width = rows->columns + 1;
    if (rows->filled > 0) {
        cdy_qr_reduce(rows->filled, width, rows->A, rows->capacity, rows->scratch);
        rows->filled = rows->filled < width ? rows->filled : width;
    }
}

double cdy_rows_residual(const joint_rows *rows, const double *parameters)
{
    double norm = 0;
    const size_t stride = (size_t)rows->capacity;
    for (int i = 0; i < rows->filled; i++) {
        double sum = rows->A[(size_t)rows->columns * stride + (size_t)i];
        for (int k = 0; k < rows->columns && parameters; k++) {
            sum -= rows->A[(size_t)k * stride + (size_t)i] * parameters[rows->indices[k]];
        }
        norm = hypot(norm, sum);
    }
    return norm * norm;
}

double cdy_rows_size(const joint_rows *rows, const double *prior)
{
    const double square = fmax(cdy_rows_residual(rows, NULL), cdy_rows_residual(rows, prior));
    return rows->weights_square > 0 ? sqrt(square / rows->weights_square) : 0;
}

double cdy_rows_weight(const joint_rows *rows)
{
    return rows->count > 0 ? sqrt(rows->weights_square / (double)rows->count) : 0;
}

static void append_row(joint_rows *rows, const double *Y, double tau, double weight)
{
    const size_t stride = (size_t)rows->capacity, row = (size_t)rows->filled;
    for (int k = 0; k < rows->columns; k++) {
        rows->A[(size_t)k * stride + row] = weight * Y[rows->indices[k]];
    }
    rows->A[(size_t)rows->columns * stride + row] = weight * tau;
    rows->weights_square += weight * weight;
    rows->torque_sum += weight * weight * tau;
    rows->count++;
    if (++rows->filled == rows->capacity) {
        cdy_rows_reduce(rows);
    }
}

/* Products of numbers below this, and sums of their squares, stay finite; squares of those from its inverse on do not
 * vanish. */
static const double largest_number = 1e100, least_weight = 1e-100;

static cdy_status fail_joint(const cdy_identification *id, int velocity, double value, const char *what,
                             const char *fault, cdy_error *error)
{
    cdy_coordinate c = {.joint = "?"};
    cdy_model_velocity(id->model, velocity, &c);
    return cdy_fail(error, CDY_ERROR_ARGUMENT, "the %s of joint '%.80s', %g, is %s", what, c.joint, value, fault);
}

static cdy_status check_row(const cdy_identification *id, const double *tau, const double *weights, cdy_error *error)
{
    for (int i = 0; i < id->n; i++) {
        if (!(fabs(tau[i]) < largest_number)) {
            return fail_joint(id, i, tau[i], "torque", "not finite or too large; expected one in N m or N", error);
        }
        if (weights && weights[i] != 0 && !(weights[i] >= least_weight && weights[i] < largest_number)) {
            return fail_joint(id, i, weights[i], "weight", "neither 0 nor a number from 1e-100 to below 1e100", error);
        }
    }
    for (size_t i = 0; i < (size_t)id->n * (size_t)id->p; i++) {
        if (!(fabs(id->Y[i]) < largest_number)) {
            return cdy_fail(error, CDY_ERROR_NUMERIC,
                            "the motion is too fast: its regressor is too large to work with");
        }
    }
    return CDY_OK;
}

/* Subtracts the torques of the payloads, Y times their parameters: the rest is the torque of the robot alone. */
static cdy_status subtract_payload(const cdy_identification *id, cdy_error *error)
{
    const size_t p = (size_t)id->p;
    for (int i = 0; i < id->n; i++) {
        for (size_t k = 0; k < p; k++) {
            id->tau[i] -= id->Y[(size_t)i * p + k] * id->payload[k];
        }
        if (!(fabs(id->tau[i]) < largest_number)) {
            return fail_joint(id, i, id->tau[i], "torque without the payload", "too large", error);
        }
    }
    return CDY_OK;
}

cdy_status cdy_identification_add(cdy_identification *id, const double *q, const double *qd, const double *qdd,
                                  const double *fext, const double *tau, const double *weights, cdy_error *error)
{
    if (!id || !tau) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a row of an identification needs the identification and torques");
    }
    cdy_status status = cdy_regressor(id->model, id->workspace, q, qd, qdd, &id->options.regressor, id->Y, error);
    if (!status) {
        memcpy(id->tau, tau, (size_t)id->n * sizeof *tau);
        status = cdy_add_wrench_torque(id->model, id->workspace, q, fext, id->tau, error);
    }
    status = status ? status : check_row(id, id->tau, weights, error);
    status = status ? status : subtract_payload(id, error);
    if (status) {
        return status;
    }
    for (int i = 0; i < id->n; i++) {
        double weight = weights ? weights[i] : 1;
        if (weight > 0) {
            append_row(&id->joints[i], id->Y + (size_t)i * (size_t)id->p, id->tau[i], weight);
        }
    }
    id->rows++;
    return CDY_OK;
}

/* Rows of one degree of freedom: gathered, and reduced into a triangular factor by running QR. */
#include "base/error.h"
#include "base/memory.h"
#include "identification/identification.h"
#include "linalg/qr.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Marks the bodies that each of the caller's degrees of freedom moves. */
static void mark_bodies(const cdy_model *model, bool *felt, size_t p)
{
    const model_body *bodies = model_bodies(model);
    const model_coordinate *c = model_velocities(model);
    for (int i = 1; i < model->body_count; i++) {
        for (int j = i; j > 0; j = bodies[j].parent) {
            for (int k = 0; k < bodies[j].nv; k++) {
                memset(felt + (size_t)c[bodies[j].v + k].index * p + BODY_PARAMETERS * (i - 1), true, BODY_PARAMETERS);
            }
        }
    }
}

static void mark_drives(const cdy_identification *id, bool *felt)
{
    for (int i = 0; i < 3 * id->n; i++) {
        const cdy_parameter_kind kind = (cdy_parameter_kind)((int)CDY_PARAMETER_DAMPING + i % 3);
        int column = cdy_drive_parameter(id->model, &id->options.regressor, kind, i / 3);
        if (column >= 0) {
            felt[(size_t)(i / 3) * (size_t)id->p + (size_t)column] = true;
        }
    }
}

/* A block of new rows is as high as the factor twice: then the factor takes a third of the work. */
static bool create_joint(joint_rows *rows, const bool *felt, int p)
{
    enum { LEAST = 32 };
    rows->numbers = cdy_allocate((size_t)p, sizeof *rows->numbers);
    for (int i = 0; rows->numbers && i < p; i++) {
        if (felt[i]) {
            rows->numbers[rows->columns++] = i;
        }
    }
    const int width = rows->columns + 1;
    rows->room = 3 * width + LEAST;
    rows->A = cdy_allocate((size_t)rows->room * (size_t)width, sizeof *rows->A);
    rows->scratch = cdy_allocate(33 * (size_t)width, sizeof *rows->scratch);
    return rows->numbers && rows->A && rows->scratch;
}

cdy_status cdy_rows_create(cdy_identification *id, cdy_error *error)
{
    const size_t p = (size_t)id->p;
    bool *felt = cdy_allocate((size_t)id->n * p, sizeof *felt);
    id->joints = cdy_allocate((size_t)id->n, sizeof *id->joints);
    bool made = felt && id->joints;
    if (made) {
        mark_bodies(id->model, felt, p);
        mark_drives(id, felt);
    }
    for (int i = 0; made && i < id->n; i++) {
        made = create_joint(&id->joints[i], felt + (size_t)i * p, id->p);
    }
    cdy_release(felt);
    return made ? CDY_OK : cdy_fail_memory(error);
}

void cdy_rows_destroy(cdy_identification *id)
{
    for (int i = 0; id->joints && i < id->n; i++) {
        cdy_release(id->joints[i].numbers);
        cdy_release(id->joints[i].A);
        cdy_release(id->joints[i].scratch);
    }
    cdy_release(id->joints);
}

void cdy_rows_reduce(joint_rows *rows)
{
    const int width = rows->columns + 1;
    if (rows->filled > 0) {
        cdy_qr_reduce(rows->filled, width, rows->A, rows->room, rows->scratch);
        rows->filled = rows->filled < width ? rows->filled : width;
    }
}

double cdy_rows_residual(const joint_rows *rows, const double *parameters)
{
    double norm = 0;
    const size_t stride = (size_t)rows->room;
    for (int i = 0; i < rows->filled; i++) {
        double sum = rows->A[(size_t)rows->columns * stride + (size_t)i];
        for (int k = 0; k < rows->columns && parameters; k++) {
            sum -= rows->A[(size_t)k * stride + (size_t)i] * parameters[rows->numbers[k]];
        }
        norm = hypot(norm, sum);
    }
    return norm * norm;
}

static void put_row(joint_rows *rows, const double *Y, double tau, double weight)
{
    const size_t stride = (size_t)rows->room, row = (size_t)rows->filled;
    for (int k = 0; k < rows->columns; k++) {
        rows->A[(size_t)k * stride + row] = weight * Y[rows->numbers[k]];
    }
    rows->A[(size_t)rows->columns * stride + row] = weight * tau;
    rows->weights_square += weight * weight;
    rows->count++;
    if (++rows->filled == rows->room) {
        cdy_rows_reduce(rows);
    }
}

/* Products of numbers up to here stay finite, and so do sums of their squares. */
static const double largest = 1e100;

static cdy_status check_row(const cdy_identification *id, const double *tau, const double *weights, cdy_error *error)
{
    for (int i = 0; i < id->n; i++) {
        if (!(fabs(tau[i]) < largest)) {
            return cdy_fail(
                error, CDY_ERROR_ARGUMENT,
                "the torque of degree of freedom %d, or what a wrench adds to it, is not finite or too large; "
                "expected one in N m or N",
                i);
        }
        if (weights && !(weights[i] >= 0 && weights[i] < largest)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "the weight of degree of freedom %d is %g; expected a finite number, 0 or more", i,
                            weights[i]);
        }
    }
    for (size_t i = 0; i < (size_t)id->n * (size_t)id->p; i++) {
        if (!(fabs(id->Y[i]) < largest)) {
            return cdy_fail(error, CDY_ERROR_NUMERIC,
                            "the motion is too fast: its regressor is too large to work with");
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
    if (status) {
        return status;
    }
    for (int i = 0; i < id->n; i++) {
        double weight = weights ? weights[i] : 1;
        if (weight > 0) {
            put_row(&id->joints[i], id->Y + (size_t)i * (size_t)id->p, id->tau[i], weight);
        }
    }
    id->rows++;
    return CDY_OK;
}

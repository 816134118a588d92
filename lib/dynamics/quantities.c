/* The calls for one state of all quantities: check the arguments, fill in the defaults, expand mimic joints'
 * coordinates, compute, project to the caller's coordinates, and check the result. */
#include "dynamics/quantity.h"

#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/mass_matrix.h"

#include <condyle/momentum.h>
#include <string.h>

/* In every call the quantity is a constant, of which little is left after inlining. */
#define ALWAYS_INLINE_HERE static inline __attribute__((always_inline))

/* Whether the result is a vector, which stays as it was where the call fails. */
ALWAYS_INLINE_HERE bool is_vector(const quantity_result *r)
{
    return r->kind == OUTPUT_COLUMNS ? r->size == 1 : r->kind == OUTPUT_NUMBERS && r->count == PER_STATE;
}

ALWAYS_INLINE_HERE bool is_matrix(const quantity_result *r)
{
    return r->kind == OUTPUT_SQUARE || r->kind == OUTPUT_SYMMETRIC;
}

ALWAYS_INLINE_HERE cdy_status check_call(const quantity *x, const cdy_model *model, const cdy_workspace *w,
                                         const quantity_given *given, const double *result, cdy_error *error)
{
    cdy_status status = cdy_check_workspace(model, w, error);
    if (status) {
        return status;
    }
    if (!result) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the result (%s) was given", x->title);
    }
    if (given->frame || given->relative_to || given->axes) {
        status = cdy_check_frame(model, given->frame, error);
        status = status ? status : cdy_check_axes(given->axes, error);
        status = status ? status : cdy_check_frame(model, given->relative_to, error);
    }
    if (!status && is_matrix(&x->result) && model->has_followers && !w->M) {
        status = cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                          "the robot has %d joints, more than the %d that a matrix (%s) with mimic joints may have",
                          (int)model->tree_nv, LARGEST_DENSE, x->title);
    }
    return status;
}

/* Reads the inputs into the tree's coordinates: q, qd, and qdd or another vector; fext stays as it is. */
ALWAYS_INLINE_HERE cdy_status read_inputs(const quantity *x, const cdy_model *model, cdy_workspace *w,
                                          const quantity_given *given, const double *in[QUANTITY_INPUTS],
                                          cdy_error *error)
{
    cdy_status status = cdy_read_position(model, w, given->in[0], &in[0], error);
    in[1] = in[2] = w->zero;
    in[3] = given->in[3];
    if (!status && x->in[1]) {
        status = cdy_read_velocity(model, w, given->in[1], w->qd, "velocity", &in[1], error);
    }
    if (!status && x->in[2]) {
        status = cdy_read_velocity(model, w, given->in[2], w->qdd, x->in[2] == INPUT_VECTOR ? "vector" : "acceleration",
                                   &in[2], error);
    }
    return !status && x->in[3] ? cdy_check_forces(model, in[3], error) : status;
}

/* Computes the result and writes it in the caller's coordinates: a vector by way of the workspace or of `numbers`, a
 * matrix in place, with mimic joints by way of the workspace. */
ALWAYS_INLINE_HERE cdy_status compute_result(const quantity *x, cdy_workspace *w, const quantity_given *given,
                                             const cdy_model *model, const double *const in[QUANTITY_INPUTS],
                                             double *result, cdy_error *error)
{
    double numbers[MOST_SCRATCH], scratch[2][MOST_SCRATCH];
    const quantity_step step = {.model = model,
                                .kernel_model = model,
                                .kernels = w->kernels,
                                .state = w->state,
                                .frame = given->frame,
                                .relative_to = given->relative_to,
                                .axes = given->axes,
                                .scratch = {scratch[0], scratch[1]}};
    const quantity_result *r = &x->result;
    const size_t n = (size_t)model->nv, size = quantity_result_size(model, r);
    if (r->kind == OUTPUT_NUMBERS && r->count == PER_STATE) {
        x->compute(&step, in, numbers);
        return cdy_write_result(numbers, size, result, error);
    }
    if (is_vector(r)) {
        x->compute(&step, in, w->tau);
        return cdy_write_torque(model, w, result, error);
    }
    if (!model->has_followers || r->kind == OUTPUT_NUMBERS) {
        x->compute(&step, in, result);
    } else if (r->kind == OUTPUT_COLUMNS) {
        x->compute(&step, in, w->columns);
        w->kernels->project_columns(model, size, w->columns, result);
    } else {
        x->compute(&step, in, w->M);
        (r->kind == OUTPUT_SYMMETRIC ? w->kernels->project_matrix : w->kernels->project_square)(model, w->M, result);
    }
    return cdy_check_matrix(w, result, r->kind == OUTPUT_COLUMNS ? size * n : is_matrix(r) ? n * n : size, error);
}

ALWAYS_INLINE_HERE cdy_status run(const quantity *x, const cdy_model *model, cdy_workspace *w, quantity_given given,
                                  double *result, cdy_error *error)
{
    const double *in[QUANTITY_INPUTS];
    cdy_status status = check_call(x, model, w, &given, result, error);
    status = status ? status : read_inputs(x, model, w, &given, in, error);
    if (status) {
        return status;
    }
    if (!is_vector(&x->result) && in[0] == result) { /* the result is written while q is still read */
        memcpy(w->q, in[0], (size_t)model->tree_nq * sizeof *w->q);
        in[0] = w->q;
    }
    return compute_result(x, w, &given, model, in, result, error);
}

#define QUANTITY(name, title, inputs, result, tolerance, float_tolerance)                                              \
    cdy_status cdy_##name(const cdy_model *model, cdy_workspace *workspace, PARAMETERS_##inputs(double),               \
                          double PLACE_##result, cdy_error *error)                                                     \
    {                                                                                                                  \
        return run(&quantity_##name, model, workspace, (quantity_given){GIVEN_##inputs}, numbers, error);              \
    }
#include "dynamics/quantities.def"
#undef QUANTITY

cdy_status cdy_compute_mass_matrix(const cdy_model *model, cdy_workspace *workspace, const double *tree_q, double *M,
                                   cdy_error *error)
{
    const quantity_given home = {.in = {NULL}};
    cdy_status status = check_call(&quantity_mass_matrix, model, workspace, &home, M, error);
    const double *const in[QUANTITY_INPUTS] = {tree_q};
    return status ? status : compute_result(&quantity_mass_matrix, workspace, &home, model, in, M, error);
}

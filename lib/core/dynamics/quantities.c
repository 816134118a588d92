/* The calls for one state of all quantities: check the arguments, fill in the defaults, expand mimic joints'
 * coordinates, compute, project to the caller's coordinates, and check the results. */
#include "dynamics/quantity.h"

#include "base/error.h"
#include "dynamics/mass_matrix.h"
#include "dynamics/solve.h"
#include "model/idle.h"

#include <condyle/energy.h>
#include <condyle/momentum.h>
#include <string.h>

/* In every call the quantity is a constant, of which little is left after inlining.  Steps over results are written
 * out, because gcc unrolls loops after it has given up the constants in them. */
#define ALWAYS_INLINE_HERE static inline __attribute__((always_inline))

/* Checks that at least one result is wanted, and that the workspace holds the matrices of the tree. */
ALWAYS_INLINE_HERE cdy_status check_results(const quantity *x, const cdy_model *model, const cdy_workspace *w,
                                            double *const out[QUANTITY_RESULTS], cdy_error *error)
{
    if (!out[0] && !out[1] && !out[2]) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the result (%s) was given", x->title);
    }
    if (quantity_is_square(&x->results[0]) && model->has_followers && !w->M) {
        return cdy_fail_large_matrix(model, x->title, error);
    }
    return CDY_OK;
}

ALWAYS_INLINE_HERE cdy_status check_call(const quantity *x, const cdy_model *model, const cdy_workspace *w,
                                         const quantity_settings *s, double *const out[QUANTITY_RESULTS],
                                         cdy_error *error)
{
    cdy_status status = cdy_check_workspace(model, w, error);
    status = status ? status : check_results(x, model, w, out, error);
    return status ? status : cdy_check_settings(x->needs, model, s, error);
}

/* Place of vector `i` among the inputs, and of the torques among the results but the first, in w->columns. */
ALWAYS_INLINE_HERE double *vector_buffer(const cdy_model *model, const cdy_workspace *w, int i)
{
    return w->columns + (size_t)(i - GIVEN_VECTORS) * (size_t)model->tree_nv;
}

ALWAYS_INLINE_HERE double *torque_buffer(const cdy_model *model, const cdy_workspace *w, int i)
{
    return i ? vector_buffer(model, w, QUANTITY_INPUTS + i) : w->tau;
}

/* Reads the inputs into the tree's coordinates: q, qd, and qdd, a torque or another vector; fext stays as it is.
 * Vectors to multiply by are in the first half of w->columns, results in the second. */
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
    if (!status && x->in[2] == INPUT_TORQUE) {
        status = cdy_read_torque(model, w, given->in[2], &in[2], error);
    } else if (!status && x->in[2]) {
        status = cdy_read_velocity(model, w, given->in[2], w->qdd, x->in[2] == INPUT_VECTOR ? "vector" : "acceleration",
                                   &in[2], error);
    }
    if (!status && x->in[3]) {
        status = cdy_check_forces(model, in[3], error);
    }
    for (int i = GIVEN_VECTORS; !status && i < QUANTITY_INPUTS && x->in[i]; i++) {
        status = x->in[i] == INPUT_TORQUE
                     ? cdy_read_torque(model, w, given->in[i], &in[i], error)
                     : cdy_read_velocity(model, w, given->in[i], vector_buffer(model, w, i), "vector", &in[i], error);
    }
    return status;
}

/* Numbers of a result in the caller's coordinates. */
ALWAYS_INLINE_HERE size_t result_length(const cdy_model *model, const quantity_result *r, const quantity_settings *s)
{
    const size_t n = (size_t)model->nv;
    return quantity_is_square(r) ? n * n : quantity_result_size(model, r, s) * (r->kind == OUTPUT_COLUMNS ? n : 1);
}

/* Copies an input to `buffer` if it overlaps a matrix, which is written while the input is still read. */
ALWAYS_INLINE_HERE const double *keep_input(const double *in, size_t count, const double *matrix, size_t length,
                                            double *buffer)
{
    const uintptr_t first = (uintptr_t)in, start = (uintptr_t)matrix;
    if (matrix && in && in != buffer && first < start + length * sizeof *in && start < first + count * sizeof *in) {
        memcpy(buffer, in, count * sizeof *in);
        return buffer;
    }
    return in;
}

/* Copies the inputs that overlap a result, if it is a matrix, to the workspace. */
ALWAYS_INLINE_HERE void keep_inputs_from(const quantity *x, const quantity_result *r, const cdy_model *model,
                                         const cdy_workspace *w, const quantity_settings *s, const double *out,
                                         const double *in[QUANTITY_INPUTS])
{
    if (r->kind == OUTPUT_NOTHING || quantity_is_vector(r)) {
        return;
    }
    const size_t length = result_length(model, r, s), n = (size_t)model->tree_nv;
    in[0] = keep_input(in[0], (size_t)model->tree_nq, out, length, w->q);
    if (x->in[1]) {
        in[1] = keep_input(in[1], n, out, length, w->qd);
    }
    if (x->in[2] && x->in[2] != INPUT_TORQUE) {
        in[2] = keep_input(in[2], n, out, length, w->qdd);
    }
    if (x->in[3]) {
        in[3] = keep_input(in[3], 6 * (size_t)model->force_rows, out, length, w->columns);
    }
    for (int k = GIVEN_VECTORS; k < QUANTITY_INPUTS && x->in[k]; k++) {
        const size_t numbers = x->in[k] == INPUT_TORQUE ? (size_t)model->nv : n;
        in[k] = keep_input(in[k], numbers, out, length, vector_buffer(model, w, k));
    }
}

/* Computes square matrices of the tree one after the other, because the workspace has room for one, and projects them.
 */
ALWAYS_INLINE_HERE void project_squares(const quantity *x, const cdy_model *model, const cdy_workspace *w,
                                        const quantity_step *step, const double *const in[QUANTITY_INPUTS],
                                        double *const out[QUANTITY_RESULTS])
{
    for (int i = 0; i < QUANTITY_RESULTS; i++) {
        if (out[i]) {
            double *const places[QUANTITY_RESULTS] = {i == 0 ? w->M : NULL, i == 1 ? w->M : NULL, NULL};
            x->compute(step, in, places);
            (x->results[i].kind == OUTPUT_SYMMETRIC ? w->kernels->project_matrix
                                                    : w->kernels->project_square)(model, w->M, out[i]);
        }
    }
}

/* Checks a few numbers that the kernels have just written, one by one: a vector load of two of them would wait until
 * both have left the store buffer. */
ALWAYS_INLINE_HERE cdy_status check_vector(const double *numbers, int count, cdy_error *error)
{
    for (int i = 0; i < count; i++) {
        if (!cdy_all_finite(&numbers[i], 1)) {
            return cdy_fail_not_finite(error);
        }
    }
    return CDY_OK;
}

/* Projects a torque in place to the caller's coordinates, and checks it. */
ALWAYS_INLINE_HERE cdy_status finish_torque(const cdy_model *model, const cdy_workspace *w, double *place,
                                            cdy_error *error)
{
    const size_t n = (size_t)model->nv;
    if (model->has_followers) { /* the velocities are no longer needed */
        w->kernels->project_columns(model, 1, place, w->qd);
        memcpy(place, w->qd, n * sizeof *place);
    }
    return cdy_check_result(place, n, error);
}

/* Projects a result of the kernels in `place` to the caller's coordinates, in `out` if the result is a matrix, and
 * checks that the result is finite, unless that is known of what the kernels wrote. */
ALWAYS_INLINE_HERE cdy_status finish_result(const quantity_result *r, const cdy_model *model, const cdy_workspace *w,
                                            const quantity_settings *s, bool finite, double *place, double *out,
                                            cdy_error *error)
{
    if (r->kind == OUTPUT_NOTHING || !out || (finite && place == out)) {
        return CDY_OK;
    }
    if (quantity_is_torque(r)) {
        return finish_torque(model, w, place, error);
    }
    if (quantity_is_vector(r)) {
        return check_vector(place, r->size, error);
    }
    if (r->kind == OUTPUT_COLUMNS && place != out) {
        w->kernels->project_columns(model, quantity_result_size(model, r, s), place, out);
    }
    return cdy_check_matrix(w, out, result_length(model, r, s), error);
}

/* Writes a vector to `out`, where it is wanted. */
ALWAYS_INLINE_HERE void write_vector(const quantity_result *r, const cdy_model *model, const double *place, double *out)
{
    if (quantity_is_vector(r) && out) {
        memcpy(out, place, (size_t)(quantity_is_torque(r) ? model->nv : r->size) * sizeof(double));
    }
}

/* Finishes all wanted results; then writes the vectors, which stay unchanged where any result fails. */
ALWAYS_INLINE_HERE cdy_status write_results(const quantity *x, const cdy_model *model, const cdy_workspace *w,
                                            const quantity_settings *s, bool finite,
                                            double *const places[QUANTITY_RESULTS], double *const out[QUANTITY_RESULTS],
                                            cdy_error *error)
{
    const quantity_result *r = x->results;
    cdy_status status = finish_result(&r[0], model, w, s, finite, places[0], out[0], error);
    status = status ? status : finish_result(&r[1], model, w, s, finite, places[1], out[1], error);
    status = status ? status : finish_result(&r[2], model, w, s, finite, places[2], out[2], error);
    if (!status) {
        write_vector(&r[0], model, places[0], out[0]);
        write_vector(&r[1], model, places[1], out[1]);
        write_vector(&r[2], model, places[2], out[2]);
    }
    return status;
}

/* The place where the kernels write result i: vectors in the workspace or in `numbers`, matrices where they stay, with
 * mimic joints in the workspace. */
ALWAYS_INLINE_HERE double *result_place(const quantity_result *r, const cdy_model *model, const cdy_workspace *w,
                                        double *torque, double *numbers, double *out)
{
    const bool by_workspace = r->kind == OUTPUT_COLUMNS && (model->has_followers || !out);
    return quantity_is_torque(r) ? torque : quantity_is_vector(r) ? numbers : by_workspace ? w->columns : out;
}

/* Computes the results and writes them in the caller's coordinates. */
ALWAYS_INLINE_HERE cdy_status compute_results(const quantity *x, cdy_workspace *w, const quantity_settings *s,
                                              const cdy_model *model, const double *const in[QUANTITY_INPUTS],
                                              double *const out[QUANTITY_RESULTS], cdy_error *error)
{
    double numbers[QUANTITY_RESULTS][MOST_SCRATCH], scratch[2][MOST_SCRATCH];
    bool finite = false;
    double *const places[QUANTITY_RESULTS] = {
        result_place(&x->results[0], model, w, torque_buffer(model, w, 0), numbers[0], out[0]),
        result_place(&x->results[1], model, w, torque_buffer(model, w, 1), numbers[1], out[1]),
        result_place(&x->results[2], model, w, torque_buffer(model, w, 2), numbers[2], out[2])};
    const quantity_step step = {.model = model,
                                .kernel_model = model,
                                .kernels = w->kernels,
                                .special = special_one(w->special, model),
                                .kernel_scratch = w->kernel_scratch,
                                .settings = *s,
                                .scratch = {scratch[0], scratch[1]},
                                .columns = w->columns,
                                .block = w->block,
                                .load = w->block,
                                .finite = &finite};
    if (quantity_is_square(&x->results[0]) && model->has_followers) {
        project_squares(x, model, w, &step, in, out);
    } else {
        x->compute(&step, in, places);
    }
    return write_results(x, model, w, s, finite, places, out, error);
}

/* `solve` is NULL for a quantity with a step of kernels. */
ALWAYS_INLINE_HERE cdy_status run(const quantity *x, quantity_solver *solve, const cdy_model *model, cdy_workspace *w,
                                  quantity_given given, double *const out[QUANTITY_RESULTS], cdy_error *error)
{
    const double *in[QUANTITY_INPUTS];
    cdy_status status = check_call(x, model, w, &given.settings, out, error);
    status = status ? status : read_inputs(x, model, w, &given, in, error);
    if (!status && solve) {
        status = cdy_check_idle(model, error);
    }
    if (status) {
        return status;
    }
    keep_inputs_from(x, &x->results[0], model, w, &given.settings, out[0], in);
    keep_inputs_from(x, &x->results[1], model, w, &given.settings, out[1], in);
    keep_inputs_from(x, &x->results[2], model, w, &given.settings, out[2], in);
    return solve ? solve(model, w, &given, in, out, error)
                 : compute_results(x, w, &given.settings, model, in, out, error);
}

#define SOLVE_NOTHING(name)     NULL
#define SOLVE_MASS(name)        NULL
#define SOLVE_DEFINITE(name)    cdy_solve_##name
#define SOLVE_ARTICULATED(name) cdy_solve_##name

#define QUANTITY(name, title, inputs, results, needs, ...)                                                             \
    cdy_status cdy_##name(const cdy_model *model, cdy_workspace *workspace, PARAMETERS_##inputs(double),               \
                          PLACES_##results, cdy_error *error)                                                          \
    {                                                                                                                  \
        double *const out_[QUANTITY_RESULTS] = {POINTERS_##results};                                                   \
        return run(&quantity_##name, SOLVE_##needs(name), model, workspace, (quantity_given){GIVEN_##inputs}, out_,    \
                   error);                                                                                             \
    }
#include "dynamics/quantities.def"
#undef QUANTITY

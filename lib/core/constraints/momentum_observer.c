/* The momentum observer (condyle/observer.h). */
#include "base/error.h"
#include "base/finite.h"
#include "dynamics/arguments.h"
#include "dynamics/drives.h"
#include "dynamics/workspace.h"
#include "linalg/cholesky.h"

#include <condyle/energy.h>
#include <condyle/observer.h>
#include <math.h>
#include <string.h>

/* Vectors (nv each) lie behind the struct. */
struct cdy_momentum_observer {
    uint64_t fingerprint;
    int32_t nv, started;
    double *gain;
    double *residual;
    double *momentum, *rate;           /* of the last sample: p and the known part of dp/dt */
    double *next_momentum, *next_rate; /* of the present one */
    double *scratch;
};
enum { VECTORS = 7 };

size_t cdy_momentum_observer_size(const cdy_model *model)
{
    return model ? sizeof(cdy_momentum_observer) + VECTORS * (size_t)model->nv * sizeof(double) : 0;
}

static bool has_wide_joints(const cdy_model *model)
{
    bool wide = false;
    for (int i = 1; i < model->body_count; i++) {
        wide = wide || model_bodies(model)[i].nv > 1;
    }
    return wide;
}

static cdy_status check_memory(const void *memory, size_t size, const cdy_model *model, cdy_error *error)
{
    const size_t needed = cdy_momentum_observer_size(model);
    if (size < needed || (uintptr_t)memory % sizeof(double) != 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the observer takes %zu bytes aligned to %zu, but %zu were given",
                        needed, sizeof(double), size);
    }
    if (has_wide_joints(model) && model->tree_nv > LARGEST_DENSE) {
        return cdy_fail(
            error, CDY_ERROR_UNSUPPORTED,
            "with joints of several degrees of freedom an observer takes %d degrees of freedom; the robot has %d",
            LARGEST_DENSE, (int)model->tree_nv);
    }
    return CDY_OK;
}

cdy_status cdy_momentum_observer_init(void *memory, size_t size, const cdy_model *model, const double *gains,
                                      cdy_momentum_observer **observer, cdy_error *error)
{
    if (observer) {
        *observer = NULL;
    }
    if (!memory || !model || !gains || !observer) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "making an observer needs memory, a model, gains and a pointer for the observer");
    }
    cdy_status status = check_memory(memory, size, model, error);
    for (int i = 0; i < model->nv && !status; i++) {
        if (!(gains[i] > 0) || !isfinite(gains[i])) {
            status = cdy_fail(error, CDY_ERROR_ARGUMENT,
                              "gain %d is %g; expected a number greater than 0, such as 50 1/s", i + 1, gains[i]);
        }
    }
    if (status) {
        return status;
    }
    cdy_momentum_observer *o = memory;
    const size_t n = (size_t)model->nv;
    double *vector = (double *)(void *)(o + 1);
    *o = (cdy_momentum_observer){.fingerprint = model->fingerprint, .nv = model->nv};
    double **const vectors[VECTORS] = {&o->gain,          &o->residual,  &o->momentum, &o->rate,
                                       &o->next_momentum, &o->next_rate, &o->scratch};
    for (size_t i = 0; i < VECTORS; i++) {
        *vectors[i] = vector + i * n;
    }
    memcpy(o->gain, gains, n * sizeof *gains);
    *observer = o;
    return CDY_OK;
}

void cdy_momentum_observer_reset(cdy_momentum_observer *observer)
{
    if (observer) {
        observer->started = false;
    }
}

static cdy_status check_sample(const cdy_momentum_observer *o, const cdy_model *model, double dt, const double *q,
                               const double *qd, const double *tau, const double *residual, cdy_error *error)
{
    if (!o || !model || !q || !qd || !tau || !residual) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a sample needs an observer, a model, q, qd, tau and a pointer for the residual");
    }
    if (o->fingerprint != model->fingerprint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the observer was made for another model");
    }
    if (o->started && (!(dt > 0) || !isfinite(dt))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the step is %g s; expected a time greater than 0", dt);
    }
    if (!cdy_all_finite(tau, (size_t)model->nv)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the torque has a number that is not finite");
    }
    if (model->load_acts && model->has_followers) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "an observer takes no friction by the load where joints mimic others; set drives without it");
    }
    return CDY_OK;
}

/* net (nv) = tau less damping, friction, springs and offsets. */
static cdy_status subtract_drives(const cdy_model *model, cdy_workspace *w, const double *tree_q, const double *tree_qd,
                                  const double *tau, double *net, cdy_error *error)
{
    const size_t n = (size_t)model->nv;
    if (!model->has_followers) {
        memcpy(net, tau, n * sizeof *net);
        cdy_subtract_drive_torque(model, 1, tree_q, tree_qd, net);
        return CDY_OK;
    }
    memset(w->tau, 0, (size_t)model->tree_nv * sizeof *w->tau);
    cdy_add_drive_torque(model, 1, tree_q, tree_qd, w->zero, w->tau);
    const cdy_status status = cdy_write_torque(model, w, net, error);
    for (size_t i = 0; i < n && !status; i++) {
        net[i] = tau[i] - net[i];
    }
    return status;
}

/* Writes C^T qd to w->tau (tree_nv): the gradient of the kinetic energy, where every joint has one degree of freedom.
 */
static void transpose_coriolis(const cdy_model *model, cdy_workspace *w, const double *tree_q, const double *tree_qd)
{
    const int n = model->tree_nv;
    if (!has_wide_joints(model)) {
        w->kernels->kinetic_gradient(model, w->kernel_scratch, tree_q, tree_qd, w->tau);
        return;
    }
    w->kernels->coriolis(model, w->kernel_scratch, tree_q, tree_qd, false, w->M);
    for (int i = 0; i < n; i++) {
        w->tau[i] = 0;
        for (int k = 0; k < n; k++) {
            w->tau[i] += w->M[k * n + i] * tree_qd[k];
        }
    }
}

/* rate += sign times the projection of w->tau. */
static cdy_status add_torque(cdy_momentum_observer *o, const cdy_model *model, cdy_workspace *w, double sign,
                             cdy_error *error)
{
    const cdy_status status = cdy_write_torque(model, w, o->scratch, error);
    for (int i = 0; i < model->nv && !status; i++) {
        o->next_rate[i] += sign * o->scratch[i];
    }
    return status;
}

/* Computes the momentum and the known part of its rate, tau - drives + C^T qd - G.  The expanded velocity is read anew
 * after each projection, which uses its memory. */
static cdy_status evaluate(cdy_momentum_observer *o, const cdy_model *model, cdy_workspace *w, const double *q,
                           const double *qd, const double *tau, cdy_error *error)
{
    static const double none[3] = {0};
    const double *tree_q, *v;
    cdy_status status = cdy_read_position(model, w, q, &tree_q, error);
    status = status ? status : cdy_read_velocity(model, w, qd, w->qd, "velocity", &v, error);
    status = status ? status : subtract_drives(model, w, tree_q, v, tau, o->next_rate, error);
    status = status ? status : cdy_read_velocity(model, w, qd, w->qd, "velocity", &v, error);
    if (status) {
        return status;
    }
    transpose_coriolis(model, w, tree_q, v);
    status = add_torque(o, model, w, 1, error);
    if (!status) {
        w->kernels->rnea(model, w->kernel_scratch, model->gravity, tree_q, w->zero, w->zero, NULL, w->tau);
        status = add_torque(o, model, w, -1, error);
    }
    status = status ? status : cdy_read_velocity(model, w, qd, w->qd, "velocity", &v, error);
    if (!status) {
        w->kernels->rnea(model, w->kernel_scratch, none, tree_q, w->zero, v, NULL, w->tau);
        cdy_add_rotor_torque(model, 1, v, w->tau);
        status = cdy_write_torque(model, w, o->next_momentum, error);
    }
    status = status ? status : cdy_check_result(o->next_rate, (size_t)model->nv, error);
    return status;
}

/* Follows the external torque of the step, (p' - p) / dt less the mean of the known rates, for dt. */
static void filter(const cdy_momentum_observer *o, double dt, double *residual)
{
    for (int i = 0; i < o->nv; i++) {
        const double external = (o->next_momentum[i] - o->momentum[i]) / dt - (o->rate[i] + o->next_rate[i]) / 2;
        residual[i] = o->started ? o->residual[i] - expm1(-o->gain[i] * dt) * (external - o->residual[i]) : 0;
    }
}

cdy_status cdy_momentum_observer_update(cdy_momentum_observer *observer, const cdy_model *model,
                                        cdy_workspace *workspace, double dt, const double *q, const double *qd,
                                        const double *tau, double *residual, cdy_error *error)
{
    cdy_momentum_observer *o = observer;
    cdy_status status = check_sample(o, model, dt, q, qd, tau, residual, error);
    status = status ? status : cdy_check_workspace(model, workspace, error);
    status = status ? status : evaluate(o, model, workspace, q, qd, tau, error);
    if (status) {
        return status;
    }
    const size_t bytes = (size_t)o->nv * sizeof *residual;
    filter(o, dt, o->scratch);
    status = cdy_check_result(o->scratch, (size_t)o->nv, error);
    if (status) {
        return status;
    }
    memcpy(residual, o->scratch, bytes);
    memcpy(o->residual, o->scratch, bytes);
    memcpy(o->momentum, o->next_momentum, bytes);
    memcpy(o->rate, o->next_rate, bytes);
    o->started = true;
    return CDY_OK;
}

/* The wanted rows of J (6 x nv) as A = J J^T (count x count) and b = J residual. */
static void make_normal_equations(int n, int count, const int *rows, const double *J, const double *residual, double *A,
                                  double *b)
{
    for (int i = 0; i < count; i++) {
        b[i] = 0;
        for (int k = 0; k < n; k++) {
            b[i] += J[rows[i] * n + k] * residual[k];
        }
        for (int j = 0; j < count; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) {
                sum += J[rows[i] * n + k] * J[rows[j] * n + k];
            }
            A[i * count + j] = sum;
        }
    }
}

cdy_status cdy_observed_wrench(const cdy_model *model, cdy_workspace *workspace, int frame, unsigned rows,
                               const double *q, const double *residual, double wrench[6], cdy_error *error)
{
    int wanted[6], count = 0;
    double A[36], b[6], least = 0;
    if (!model || !residual || !wrench || rows == 0 || rows > CDY_ROWS_ALL) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a wrench needs a model, the residual, rows from 1 to %d and a pointer for the wrench",
                        CDY_ROWS_ALL);
    }
    cdy_status status = cdy_check_workspace(model, workspace, error);
    status =
        status ? status : cdy_geometric_jacobian(model, workspace, frame, CDY_AXES_BASE, q, workspace->block, error);
    if (!status && !cdy_all_finite(residual, (size_t)model->nv)) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "the residual has a number that is not finite");
    }
    if (status) {
        return status;
    }
    for (int i = 0; i < 6; i++) {
        if (rows >> i & 1) {
            wanted[count++] = i;
        }
    }
    make_normal_equations(model->nv, count, wanted, workspace->block, residual, A, b);
    const double singular = 1e-12;
    if (count > model->nv || cdy_cholesky_factor_least(count, A, &least) || least < singular) {
        return cdy_fail(
            error, CDY_ERROR_NUMERIC,
            "the joints do not tell the %d components of a wrench at frame '%.80s' apart; ask for fewer rows, "
            "or leave the singularity",
            count, cdy_model_frame_name(model, frame));
    }
    cdy_cholesky_solve(count, A, b);
    memset(wrench, 0, 6 * sizeof *wrench);
    for (int i = 0; i < count; i++) {
        wrench[wanted[i]] = b[i];
    }
    return CDY_OK;
}

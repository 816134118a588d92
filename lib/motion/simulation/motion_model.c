#include "base/error.h"
#include "base/finite.h"
#include "base/memory.h"
#include "model/model.h"

#include <condyle/configuration.h>
#include <condyle/motion_model.h>
#include <math.h>
#include <string.h>

struct cdy_motion_model {
    const cdy_model *model;
    cdy_workspace *workspace;
    cdy_motion_type type;
    double *omega, *zeta;             /* nv: natural frequencies, damping ratios */
    double *Kp, *Kd;                  /* nv x nv */
    double *M;                        /* nv x nv: mass matrix, for gains */
    double *q_ref, *qd_ref, *qdd_ref; /* nq, nv, nv */
    double *e, *a;                    /* nv: position error, commanded accelerations */
    double *tau;                      /* nv */
    double numbers[];
};

cdy_status cdy_motion_model_create(const cdy_model *model, cdy_motion_type type, cdy_motion_model **result,
                                   cdy_error *error)
{
    if (result) {
        *result = NULL;
    }
    if (!model || !result) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "making a motion model needs a model and a pointer for the result");
    }
    if ((int)type < CDY_COMPUTED_TORQUE_CONTROL || type > CDY_INDEPENDENT_JOINT_MOTION) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no type of motion number %d", (int)type);
    }
    const size_t n = (size_t)model->nv, nq = (size_t)model->nq;
    if (n > SIZE_MAX / sizeof(double) / 5 / (n + 1)) {
        return cdy_fail_memory(error);
    }
    cdy_motion_model *m = cdy_allocate(1, sizeof *m + (3 * n * n + nq + 7 * n) * sizeof(double));
    if (!m) {
        return cdy_fail_memory(error);
    }
    cdy_status status = cdy_workspace_create(model, &m->workspace, error);
    if (status) {
        cdy_release(m);
        return status;
    }
    double *next = m->numbers, **const places[] = {&m->omega, &m->zeta, &m->qd_ref, &m->qdd_ref, &m->e, &m->a, &m->tau};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++, next += n) {
        *places[i] = next;
    }
    m->model = model;
    m->type = type;
    m->Kp = next;
    m->Kd = m->Kp + n * n;
    m->M = m->Kd + n * n;
    m->q_ref = m->M + n * n;
    for (size_t i = 0; i < n; i++) {
        m->omega[i] = 10;
        m->zeta[i] = 1;
        m->Kp[i * (n + 1)] = 100;
        m->Kd[i * (n + 1)] = 10;
    }
    cdy_home_configuration(model, m->q_ref);
    *result = m;
    return CDY_OK;
}

void cdy_motion_model_destroy(cdy_motion_model *m)
{
    if (m) {
        cdy_workspace_destroy(m->workspace);
        cdy_release(m);
    }
}

static cdy_status check_motion(const cdy_motion_model *m, cdy_error *error)
{
    return m ? CDY_OK : cdy_fail(error, CDY_ERROR_ARGUMENT, "the call needs a motion model");
}

/* Checks an optional array: finite, and at least `least`. */
static cdy_status check_numbers(const double *x, size_t count, double least, const char *what, cdy_error *error)
{
    for (size_t i = 0; x && i < count; i++) {
        if (!isfinite(x[i]) || x[i] < least) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "%s has the number %g; expected finite numbers%s", what, x[i],
                            least < 0 ? "" : " from 0 on");
        }
    }
    return CDY_OK;
}

static void copy_optional(double *place, const double *x, size_t count)
{
    if (x) {
        memmove(place, x, count * sizeof *x);
    }
}

cdy_status cdy_motion_model_set_error_dynamics(cdy_motion_model *m, const double *omega, const double *zeta,
                                               cdy_error *error)
{
    cdy_status status = check_motion(m, error);
    if (status) {
        return status;
    }
    const size_t n = (size_t)m->model->nv;
    status = check_numbers(omega, n, 0, "the vector of natural frequencies", error);
    status = status ? status : check_numbers(zeta, n, 0, "the vector of damping ratios", error);
    if (!status) {
        copy_optional(m->omega, omega, n);
        copy_optional(m->zeta, zeta, n);
    }
    return status;
}

cdy_status cdy_motion_model_set_gains(cdy_motion_model *m, const double *Kp, const double *Kd, cdy_error *error)
{
    cdy_status status = check_motion(m, error);
    if (status) {
        return status;
    }
    const size_t n = (size_t)m->model->nv;
    status = check_numbers(Kp, n * n, -HUGE_VAL, "the matrix Kp", error);
    status = status ? status : check_numbers(Kd, n * n, -HUGE_VAL, "the matrix Kd", error);
    if (!status) {
        copy_optional(m->Kp, Kp, n * n);
        copy_optional(m->Kd, Kd, n * n);
    }
    return status;
}

cdy_status cdy_motion_model_get_gains(const cdy_motion_model *m, double *Kp, double *Kd, cdy_error *error)
{
    cdy_status status = check_motion(m, error);
    if (!status) {
        const size_t n = (size_t)m->model->nv;
        copy_optional(Kp, Kp ? m->Kp : NULL, n * n);
        copy_optional(Kd, Kd ? m->Kd : NULL, n * n);
    }
    return status;
}

/* Checks gains omega^2 I and 2 zeta omega I for the inertias on the diagonal of M. */
static cdy_status check_inertia_gains(const cdy_motion_model *m, const double *M, cdy_error *error)
{
    const size_t n = (size_t)m->model->nv;
    for (size_t i = 0; i < n; i++) {
        const double stiffness = m->omega[i] * m->omega[i] * M[i * (n + 1)];
        if (!isfinite(stiffness) || !isfinite(2 * m->zeta[i] * m->omega[i] * M[i * (n + 1)])) {
            return cdy_fail(error, CDY_ERROR_NUMERIC,
                            "a gain of degree of freedom %zu is not finite; its natural frequency is %g rad/s, its "
                            "inertia %g: lower the frequency",
                            i, m->omega[i], M[i * (n + 1)]);
        }
    }
    return CDY_OK;
}

cdy_status cdy_motion_model_set_inertia_gains(cdy_motion_model *m, const double *q, cdy_error *error)
{
    cdy_status status = check_motion(m, error);
    if (status) {
        return status;
    }
    const size_t n = (size_t)m->model->nv;
    status = cdy_mass_matrix(m->model, m->workspace, q ? q : m->q_ref, m->M, error);
    status = status ? status : check_inertia_gains(m, m->M, error);
    if (status) {
        return status;
    }
    memset(m->Kp, 0, n * n * sizeof *m->Kp);
    memset(m->Kd, 0, n * n * sizeof *m->Kd);
    for (size_t i = 0; i < n; i++) {
        const double I = m->M[i * (n + 1)];
        m->Kp[i * (n + 1)] = m->omega[i] * m->omega[i] * I;
        m->Kd[i * (n + 1)] = 2 * m->zeta[i] * m->omega[i] * I;
    }
    return CDY_OK;
}

cdy_status cdy_motion_model_set_reference(cdy_motion_model *m, const double *q, const double *qd, const double *qdd,
                                          cdy_error *error)
{
    cdy_status status = check_motion(m, error);
    if (status) {
        return status;
    }
    const size_t n = (size_t)m->model->nv, bytes = n * sizeof(double);
    status = check_numbers(qd, n, -HUGE_VAL, "the reference's velocity", error);
    status = status ? status : check_numbers(qdd, n, -HUGE_VAL, "the reference's acceleration", error);
    if (q && !status) { /* a zero step checks q */
        memset(m->e, 0, bytes);
        status = cdy_configuration_integrate(m->model, q, m->e, m->q_ref, error);
    }
    if (status) {
        return status;
    }
    if (!q) {
        cdy_home_configuration(m->model, m->q_ref);
    }
    memset(m->e, 0, bytes);
    copy_optional(m->qd_ref, qd ? qd : m->e, n);
    copy_optional(m->qdd_ref, qdd ? qdd : m->e, n);
    return CDY_OK;
}

/* qdd_ref - 2 zeta omega (qd - qd_ref) - omega^2 e: the second-order error response. */
static cdy_status command_accelerations(cdy_motion_model *m, const double *qd, cdy_error *error)
{
    for (int i = 0; i < m->model->nv; i++) {
        double rate = qd ? qd[i] - m->qd_ref[i] : -m->qd_ref[i];
        m->a[i] = m->qdd_ref[i] - 2 * m->zeta[i] * m->omega[i] * rate - m->omega[i] * m->omega[i] * m->e[i];
    }
    return cdy_all_finite(m->a, (size_t)m->model->nv)
               ? CDY_OK
               : cdy_fail(
                     error, CDY_ERROR_NUMERIC,
                     "the accelerations that the law asks for are not finite; the error or the frequencies are too "
                     "large");
}

static cdy_status compute_pd_torques(cdy_motion_model *m, const double *q, const double *qd, double *tau,
                                     cdy_error *error)
{
    const size_t n = (size_t)m->model->nv;
    cdy_status status = cdy_gravity_torque(m->model, m->workspace, q, m->tau, error);
    for (size_t i = 0; !status && i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            m->tau[i] -= m->Kp[i * n + j] * m->e[j] + m->Kd[i * n + j] * qd[j];
        }
    }
    if (!status && !cdy_all_finite(m->tau, n)) {
        status = cdy_fail(error, CDY_ERROR_NUMERIC, "the torques are not finite; the gains or the error are too large");
    }
    if (!status) {
        copy_optional(tau, m->tau, n);
    }
    return status;
}

static cdy_status find_error(cdy_motion_model *m, const double *q, const double *qd, const void *result,
                             cdy_error *error)
{
    cdy_status status = check_motion(m, error);
    if (status) {
        return status;
    }
    if (!q || !qd || !result) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the call needs a configuration, a velocity and a pointer for the "
                        "result");
    }
    if (!cdy_all_finite(qd, (size_t)m->model->nv)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the velocity has a number that is not finite");
    }
    return cdy_configuration_difference(m->model, m->q_ref, q, m->e, error);
}

/* The torques of the law, after find_error(). */
static cdy_status compute_torques(cdy_motion_model *m, const double *q, const double *qd, double *tau, cdy_error *error)
{
    if (m->type == CDY_PD_CONTROL) {
        return compute_pd_torques(m, q, qd, tau, error);
    }
    cdy_status status = command_accelerations(m, qd, error);
    return status ? status : cdy_inverse_dynamics(m->model, m->workspace, q, qd, m->a, NULL, tau, error);
}

cdy_status cdy_motion_model_control(void *motion_model, double t, const double *q, const double *qd, double *tau)
{
    (void)t;
    cdy_motion_model *m = motion_model;
    cdy_status status = find_error(m, q, qd, tau, NULL);
    return status ? status : compute_torques(m, q, qd, tau, NULL);
}

/* Sums the magnitudes in a row of gains; a negative gain on the diagonal counts as 0. */
static double row_slope(size_t n, const double *gains, size_t row)
{
    double sum = fmax(gains[row * (n + 1)], 0);
    for (size_t j = 0; j < n; j++) {
        sum += j == row ? 0 : fabs(gains[row * n + j]);
    }
    return sum;
}

cdy_status cdy_motion_model_slopes(void *motion_model, double t, const double *q, const double *qd, double *stiffness,
                                   double *damping)
{
    const cdy_motion_model *m = motion_model;
    (void)t;
    if (!m || !q || !qd || !stiffness || !damping) {
        return CDY_ERROR_ARGUMENT;
    }
    const size_t n = (size_t)m->model->nv;
    if (!cdy_all_finite(q, (size_t)m->model->nq) || !cdy_all_finite(qd, n)) {
        return CDY_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < n; i++) {
        stiffness[i] = m->type == CDY_PD_CONTROL ? row_slope(n, m->Kp, i) : 0;
        damping[i] = m->type == CDY_PD_CONTROL ? row_slope(n, m->Kd, i) : 0;
    }
    return CDY_OK;
}

cdy_status cdy_motion_model_derivative(cdy_motion_model *m, const double *q, const double *qd, const double *fext,
                                       double *qdd, cdy_error *error)
{
    cdy_status status = find_error(m, q, qd, qdd, error);
    if (status) {
        return status;
    }
    if (m->type == CDY_INDEPENDENT_JOINT_MOTION) {
        status = command_accelerations(m, qd, error);
        copy_optional(qdd, status ? NULL : m->a, (size_t)m->model->nv);
        return status;
    }
    status = compute_torques(m, q, qd, m->tau, error);
    return status ? status : cdy_forward_dynamics(m->model, m->workspace, q, qd, m->tau, fext, qdd, error);
}

cdy_status cdy_error_dynamics_from_step(double settling_time, double overshoot, double *omega, double *zeta,
                                        cdy_error *error)
{
    if (!omega || !zeta) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the call needs pointers for the frequency and the damping ratio");
    }
    if (!(settling_time > 0 && isfinite(settling_time))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the settling time is %g s; expected a positive, finite number",
                        settling_time);
    }
    if (!(overshoot >= 0 && overshoot < 1)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the overshoot is %g; expected a fraction from 0 to under 1",
                        overshoot);
    }
    const double pi = 3.14159265358979323846, decay = -log(overshoot); /* infinite for 0 */
    const double ratio = overshoot > 0 ? decay / sqrt(pi * pi + decay * decay) : 1,
                 frequency = 4 / ratio / settling_time;
    if (!isfinite(frequency)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the settling time of %g s with an overshoot of %g asks for a frequency that is not finite; "
                        "expected a longer time",
                        settling_time, overshoot);
    }
    *zeta = ratio;
    *omega = frequency;
    return CDY_OK;
}

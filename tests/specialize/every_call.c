#include "specialize/every_call.h"

#include "specialize/specialize_case.h"
#include "support/compare.h"

#include <string.h>

states draw_states(const robot *r)
{
    states s;
    uint64_t seed = 3;
    ck_assert_int_le(r->nq, MOST_NUMBERS);
    for (int i = 0; i < STATES; i++) {
        cdy_random_configuration(r->model, &seed, s.q + i * r->nq);
    }
    draw_array(&seed, 2, s.qd, STATES * r->nv);
    draw_array(&seed, 3, s.x, STATES * r->nv);
    draw_array(&seed, 1, s.w, STATES * r->nv);
    return s;
}

double first_torque(const robot *r, const double *fext)
{
    double tau[MOST_NUMBERS];
    const states s = draw_states(r);
    cdy_error error;
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, s.q, s.qd, s.x, fext, tau, &error), error);
    return tau[0];
}

bool compute_each(const robot *r, const states *s, results *out)
{
    const int n = r->nv;
    bool fine = true;
    for (int i = 0; i < STATES; i++) {
        const double *q = s->q + i * r->nq, *qd = s->qd + i * n, *x = s->x + i * n, *w = s->w + i * n;
        products *id = &out->id, *fd = &out->fd;
        const cdy_forward_derivatives d = {out->qdd_by[0] + i * n * n, out->qdd_by[1] + i * n * n,
                                           out->qdd_by[2] + i * n * n};
        double *by_q = out->by_q + i * n * n, *by_qd = out->by_qd + i * n * n;
        fine = fine && !cdy_inverse_dynamics(r->model, r->work, q, qd, x, NULL, out->tau + i * n, NULL) &&
               !cdy_forward_dynamics(r->model, r->work, q, qd, x, NULL, out->qdd + i * n, NULL) &&
               !cdy_mass_matrix(r->model, r->work, q, out->M + i * n * n, NULL) &&
               !cdy_inverse_mass_matrix(r->model, r->work, q, out->inverse + i * n * n, NULL) &&
               !cdy_inverse_dynamics_derivatives(r->model, r->work, q, qd, x, NULL, by_q, by_qd, NULL) &&
               !cdy_inverse_dynamics_vjp(r->model, r->work, q, qd, x, NULL, w, id->by_q + i * n, id->by_qd + i * n,
                                         id->by_x + i * n, NULL) &&
               !cdy_forward_dynamics_vjp(r->model, r->work, q, qd, x, NULL, w, fd->by_q + i * n, fd->by_qd + i * n,
                                         fd->by_x + i * n, NULL) &&
               !cdy_forward_dynamics_derivatives(r->model, r->work, q, qd, x, NULL, &d, NULL);
    }
    return fine;
}

bool compute_batch(const robot *r, cdy_batch *batch, const states *s, results *out)
{
    const cdy_model *m = r->model;
    const cdy_forward_derivatives d = {out->qdd_by[0], out->qdd_by[1], out->qdd_by[2]};
    return !cdy_batch_inverse_dynamics(m, batch, STATES, s->q, s->qd, s->x, NULL, out->tau, NULL, NULL) &&
           !cdy_batch_forward_dynamics(m, batch, STATES, s->q, s->qd, s->x, NULL, out->qdd, NULL, NULL) &&
           !cdy_batch_mass_matrix(m, batch, STATES, s->q, out->M, NULL, NULL) &&
           !cdy_batch_inverse_mass_matrix(m, batch, STATES, s->q, out->inverse, NULL, NULL) &&
           !cdy_batch_inverse_dynamics_derivatives(m, batch, STATES, s->q, s->qd, s->x, NULL, out->by_q, out->by_qd,
                                                   NULL, NULL) &&
           !cdy_batch_inverse_dynamics_vjp(m, batch, STATES, s->q, s->qd, s->x, NULL, s->w, out->id.by_q, out->id.by_qd,
                                           out->id.by_x, NULL, NULL) &&
           !cdy_batch_forward_dynamics_vjp(m, batch, STATES, s->q, s->qd, s->x, NULL, s->w, out->fd.by_q, out->fd.by_qd,
                                           out->fd.by_x, NULL, NULL) &&
           !cdy_batch_forward_dynamics_derivatives(m, batch, STATES, s->q, s->qd, s->x, NULL, &d, NULL, NULL);
}

static void check_products(const products *special, const products *general, size_t count, double tolerance)
{
    ck_assert_relative(special->by_q, general->by_q, count, tolerance);
    ck_assert_relative(special->by_qd, general->by_qd, count, tolerance);
    ck_assert_relative(special->by_x, general->by_x, count, tolerance);
}

void check_results(const robot *r, const results *special, const results *general, double tolerance)
{
    const size_t n = (size_t)r->nv, vectors = STATES * n, matrices = STATES * n * n;
    ck_assert_relative(special->tau, general->tau, vectors, tolerance);
    ck_assert_relative(special->qdd, general->qdd, vectors, tolerance);
    ck_assert_relative(special->M, general->M, matrices, tolerance);
    ck_assert_relative(special->inverse, general->inverse, matrices, tolerance);
    ck_assert_relative(special->by_q, general->by_q, matrices, tolerance);
    ck_assert_relative(special->by_qd, general->by_qd, matrices, tolerance);
    check_products(&special->id, &general->id, vectors, tolerance);
    check_products(&special->fd, &general->fd, vectors, tolerance);
    for (int i = 0; i < 3; i++) {
        ck_assert_relative(special->qdd_by[i], general->qdd_by[i], matrices, tolerance);
    }
}

void compare_calls(const robot *r, const cdy_specialize_options *options, double tolerance)
{
    static results general, special;
    const states s = draw_states(r);
    cdy_specialization *code = specialize(r->model, options);
    cdy_batch_options with_threads = cdy_batch_options_default();
    with_threads.threads = 2;
    with_threads.lanes = options->lanes;
    cdy_batch *batch;
    cdy_error error;
    ck_assert(compute_each(r, &s, &general));
    ck_assert_ok(cdy_workspace_specialize(r->work, code, &error), error);
    ck_assert(compute_each(r, &s, &special));
    check_results(r, &special, &general, tolerance);
    ck_assert_ok(cdy_batch_create(r->model, &with_threads, &batch, &error), error);
    ck_assert_ok(cdy_batch_specialize(batch, code, &error), error);
    memset(&special, 0, sizeof special);
    ck_assert(compute_batch(r, batch, &s, &special));
    check_results(r, &special, &general, tolerance);
    cdy_batch_destroy(batch);
    ck_assert_ok(cdy_workspace_specialize(r->work, NULL, &error), error);
    cdy_specialization_destroy(code);
}

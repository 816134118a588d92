#include "support/recording.h"

#include "support/compare.h"
#include "support/random_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128 };

double *new_array(size_t count)
{
    double *x = calloc(count + 1, sizeof *x);
    ck_assert_ptr_nonnull(x);
    return x;
}

double draw_normal(uint64_t *state)
{
    double u = (draw(state, 0, 1) + 1e-17), v = draw(state, 0, 1);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

void torques_of(robot *r, const cdy_regressor_options *options, const double *q, const double *qd, const double *qdd,
                const double *parameters, double *tau)
{
    cdy_error error = {0};
    const int p = cdy_parameter_count(r->model, options);
    double *Y = new_array((size_t)r->nv * (size_t)p);
    ck_assert_ok(cdy_regressor(r->model, r->work, q, qd, qdd, options, Y, &error), error);
    for (int i = 0; i < r->nv; i++) {
        tau[i] = 0;
        for (int k = 0; k < p; k++) {
            tau[i] += Y[i * p + k] * parameters[k];
        }
    }
    free(Y);
}

void draw_state(robot *r, uint64_t *state, double *q, double *qd, double *qdd)
{
    ck_assert_int_le(r->nq, MOST);
    random_state(state, r->tree, q);
    draw_array(state, 2, qd, r->nv);
    draw_array(state, 4, qdd, r->nv);
}

void record(robot *r, cdy_identification *id, const cdy_regressor_options *options, const double *parameters, int rows,
            const double *noise, uint64_t *state)
{
    cdy_error error = {0};
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST];
    for (int row = 0; row < rows; row++) {
        draw_state(r, state, q, qd, qdd);
        torques_of(r, options, q, qd, qdd, parameters, tau);
        for (int i = 0; noise && i < r->nv; i++) {
            tau[i] += noise[i] * draw_normal(state);
        }
        ck_assert_ok(cdy_identification_add(id, q, qd, qdd, NULL, tau, NULL, &error), error);
    }
}

void check_same_torques(robot *r, const cdy_regressor_options *options, const double *a, const double *b,
                        double tolerance)
{
    uint64_t state = 4711;
    double q[MOST], qd[MOST], qdd[MOST], tau_a[MOST], tau_b[MOST];
    for (int i = 0; i < 5; i++) {
        draw_state(r, &state, q, qd, qdd);
        torques_of(r, options, q, qd, qdd, a, tau_a);
        torques_of(r, options, q, qd, qdd, b, tau_b);
        ck_assert_relative(tau_a, tau_b, (size_t)r->nv, tolerance);
    }
}

cdy_identification *make_identification(robot *r, const cdy_identification_options *options)
{
    cdy_error error = {0};
    cdy_identification *id = NULL;
    ck_assert_ok(cdy_identification_create(r->model, options, &id, &error), error);
    return id;
}

void add_mass_point(double pi[10], double m, double x, double y, double z)
{
    const double point[10] = {m,
                              m * x,
                              m * y,
                              m * z,
                              m * (y * y + z * z),
                              -m * x * y,
                              -m * x * z,
                              m * (x * x + z * z),
                              -m * y * z,
                              m * (x * x + y * y)};
    for (int k = 0; k < 10; k++) {
        pi[k] += point[k];
    }
}

double *other_parameters(robot *r, uint64_t seed)
{
    cdy_error error = {0};
    const int p = cdy_parameter_count(r->model, NULL);
    double *pi = new_array((size_t)p);
    ck_assert_ok(cdy_inertial_parameters(r->model, pi, &error), error);
    for (int i = 0; i < p; i += 10) {
        const double x = draw(&seed, -0.1, 0.1), y = draw(&seed, -0.1, 0.1), z = draw(&seed, -0.1, 0.1);
        add_mass_point(pi + i, draw(&seed, 0.2, 1), x, y, z);
    }
    return pi;
}

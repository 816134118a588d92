/* The law of drives: its numbers by hand, friction that never pushes, derivatives by the complex step, and every call
 * on random robots with random laws. */
#include <complex.h>
#include <math.h>
#undef I
#include "model/model.h"

/* The law over complex numbers, for the complex step. */
#define law_number     double complex
#define law_bounded(x) (x)
#define tanh           ctanh
#define sqrt           csqrt
#define exp            cexp
#define pow            cpow
#include "dynamics/drive_law.h"
#undef tanh
#undef sqrt
#undef exp
#undef pow

#include "support/compare.h"
#include "support/differences.h"
#include "support/driven.h"
#include "support/suite.h"

#include <stdlib.h>
#include <string.h>

enum { TREES = 16 };

static cdy_drive_options every_drive(void)
{
    cdy_drive_options options = all_drives();
    options.load = options.offsets = true;
    return options;
}

static void inverse(robot *r, const double *q, const double *qd, const double *qdd, const double *fext, double *tau)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, qd, qdd, fext, tau, &error), error);
}

/* ---- one joint, by hand ---- */

/* A wheel of 2 kg m2 without weight about its axis: the load is the inertia's torque and the spring's. */
static robot make_wheel(const cdy_joint_dynamics *dynamics, const cdy_joint_drive *drive)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("disk", "axle", CDY_JOINT_CONTINUOUS);
    set_axis(&body, 0, 0, 1);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){2, 0, 0, 2, 0, 2});
    body.joint.dynamics = *dynamics;
    body.joint.drive = *drive;
    body.joint.rotor_inertia = 1e-4;
    body.joint.gear_ratio = -100;
    add_body(tree, &body, "base");
    return make_robot(tree);
}

/* The law as condyle/drives.h writes it, term by term. */
static double law_by_hand(const cdy_joint_dynamics *d, const cdy_joint_drive *l, const cdy_drive_options *o,
                          double rise, double qd, double load)
{
    const double s = tanh(qd / l->friction_width), v = hypot(qd, l->friction_width);
    const double S = exp(-pow(v / l->stribeck_velocity, l->stribeck_exponent)), h = hypot(load, l->load_width);
    const double Tc = exp(-l->friction_temperature * rise), Tv = exp(-l->damping_temperature * rise);
    double sum = 0;
    sum += o->friction ? Tc * (d->friction * s + l->friction_asymmetry * s * s + l->stribeck * S * s) : 0;
    sum +=
        o->damping
            ? Tv * (d->damping * qd + l->damping_asymmetry * s * qd + l->power_friction * pow(v, l->power_exponent) * s)
            : 0;
    sum += o->load ? (h - l->load_width) *
                         ((l->load_friction + l->load_stribeck * S) * s + l->load_asymmetry * s * s * load / h +
                          l->load_damping * l->load_velocity * tanh(qd / l->load_velocity))
                   : 0;
    return sum + (o->offsets ? l->offset : 0);
}

START_TEST(each_switch_adds_its_terms)
{
    const double q = 0.7, qdd = 3, rise = 15;
    uint64_t state = (uint64_t)_i + 1;
    const cdy_joint_dynamics dynamics = {true, 0.8, 1.3, 4, 0.2};
    const cdy_joint_drive law = draw_law(&state, &dynamics, 0.8);
    robot r = make_wheel(&dynamics, &law);
    const cdy_drive_options options = {.damping = _i & 1,
                                       .friction = _i & 2,
                                       .friction_width = 0.01,
                                       .rotors = _i & 4,
                                       .springs = _i & 8,
                                       .load = _i & 16,
                                       .offsets = _i & 32};
    cdy_error error = {0};
    set_drives(&r, options);
    ck_assert_ok(cdy_model_set_temperatures(r.model, &rise, &error), error);
    for (int k = -4; k <= 4; k++) {
        const double qd = 0.07 * k, load = 2 * qdd + (options.springs ? 4 * (q - 0.2) : 0);
        const double expected =
            load + (options.rotors ? qdd : 0) + law_by_hand(&dynamics, &law, &options, rise, qd, load);
        double tau, back;
        inverse(&r, &q, &qd, &qdd, NULL, &tau);
        ck_assert_near(&tau, &expected, 1, 1e-12);
        ck_assert_ok(cdy_forward_dynamics(r.model, r.work, &q, &qd, &tau, NULL, &back, &error), error);
        ck_assert_near(&back, &qdd, 1, 1e-11);
    }
    free_robot(&r);
}
END_TEST

/* Widths and the exponent have their defaults: those of the options, 0.1 and 2. */
START_TEST(absent_numbers_have_defaults)
{
    const cdy_joint_dynamics dynamics = {true, 0, 1, 0, 0};
    const cdy_joint_drive law = {.stribeck = 0.5, .stribeck_velocity = 0.3, .load_friction = 0.2};
    cdy_joint_drive full = law;
    full.stribeck_exponent = 2;
    full.friction_width = 0.03;
    full.load_width = 0.1;
    const cdy_drive_options options = {.friction = true, .load = true, .friction_width = 0.03};
    const double qd = 0.05, qdd = 0.1, load = 0.2;
    robot r = make_wheel(&dynamics, &law);
    set_drives(&r, options);
    const double expected = load + law_by_hand(&dynamics, &full, &options, 0, qd, load);
    double tau;
    inverse(&r, NULL, &qd, &qdd, NULL, &tau);
    ck_assert_near(&tau, &expected, 1, 1e-14);
    free_robot(&r);
}
END_TEST

/* A gear of efficiency 0.8 forward and 0.7 backward: the motor gives load / 0.8, or takes 0.7 load. */
START_TEST(friction_by_the_load_is_an_efficiency)
{
    const double forward = 1 / 0.8 - 1, backward = 1 - 0.7;
    const cdy_joint_dynamics none = {0};
    const cdy_joint_drive law = {.load_friction = (forward + backward) / 2,
                                 .load_asymmetry = (forward - backward) / 2,
                                 .load_width = 1e-9,
                                 .friction_width = 1e-3};
    robot r = make_wheel(&none, &law);
    set_drives(&r, (cdy_drive_options){.load = true, .friction_width = 1});
    for (int k = 0; k < 4; k++) {
        const double qd = k & 1 ? 1 : -1, qdd = k & 2 ? 5 : -5, load = 2 * qdd;
        const double expected = qd * load > 0 ? load / 0.8 : 0.7 * load;
        double tau;
        inverse(&r, NULL, &qd, &qdd, NULL, &tau);
        ck_assert_near(&tau, &expected, 1, 1e-7);
    }
    free_robot(&r);
}
END_TEST

/* ---- properties ---- */

/* Friction takes power, whatever the law that is accepted, its temperature, its velocity and its load. */
START_TEST(friction_never_pushes)
{
    uint64_t state = (uint64_t)_i + 100;
    cdy_joint_dynamics dynamics = {true, draw(&state, 0, 2), draw(&state, 0, 3), 0, 0};
    cdy_joint_drive law = draw_law(&state, &dynamics, 0.9);
    law.friction_width = pow(10, draw(&state, -6, 0));
    law.load_width = pow(10, draw(&state, -6, 0));
    robot r = make_wheel(&dynamics, &law);
    cdy_error error = {0};
    set_drives(&r, (cdy_drive_options){.damping = true, .friction = true, .load = true, .friction_width = 1});
    for (int k = 0; k < 200; k++) {
        const double rise = draw(&state, -40, 60), qd = draw(&state, -1, 1) * pow(10, draw(&state, -6, 1));
        const double qdd = draw(&state, -1, 1) * pow(10, draw(&state, -4, 3));
        double tau;
        ck_assert_ok(cdy_model_set_temperatures(r.model, &rise, &error), error);
        inverse(&r, NULL, &qd, &qdd, NULL, &tau);
        ck_assert_msg((tau - 2 * qdd) * qd >= -1e-13 * fabs(2 * qdd * qd), "law %d pushes by %g N m at %g rad/s", _i,
                      tau - 2 * qdd, qd);
    }
    free_robot(&r);
}
END_TEST

static model_drive_law law_numbers(const cdy_joint_drive *d)
{
    return (model_drive_law){.friction_asymmetry = d->friction_asymmetry,
                             .damping_asymmetry = d->damping_asymmetry,
                             .stribeck = d->stribeck,
                             .stribeck_velocity = d->stribeck_velocity,
                             .stribeck_exponent = d->stribeck_exponent,
                             .load_friction = d->load_friction,
                             .load_asymmetry = d->load_asymmetry,
                             .load_stribeck = d->load_stribeck,
                             .load_damping = d->load_damping,
                             .load_velocity = d->load_velocity,
                             .power_friction = d->power_friction,
                             .power_exponent = d->power_exponent,
                             .offset = d->offset,
                             .width = d->friction_width,
                             .load_width = d->load_width};
}

/* f(x + i h) has h f'(x) in its imaginary part, to all digits. */
START_TEST(derivatives_are_those_of_the_complex_step)
{
    const double h = 1e-30;
    uint64_t state = (uint64_t)_i + 7;
    const cdy_joint_dynamics dynamics = {true, 1, 2, 0, 0};
    const cdy_joint_drive drive = draw_law(&state, &dynamics, 0.9);
    const model_drive_law law = law_numbers(&drive);
    for (int k = 0; k < 50; k++) {
        const double qd = draw(&state, -1, 1), u = draw(&state, -3, 3);
        const law_signs x = law_signs_at(&law, qd), along = law_signs_at(&law, qd + (double complex)_Complex_I * h);
        const law_load y = law_load_at(&law, &x), beside = law_load_at(&law, &along);
        const double found[] = {creal(law_torque_by_qd(&law, &x, qd)), creal(law_load_torque_by_qd(&law, &y, u)),
                                creal(law_load_torque_by_load(&law, &y, u))};
        const double expected[] = {cimag(law_torque(&law, &along, qd + (double complex)_Complex_I * h)) / h,
                                   cimag(law_load_torque(&law, &beside, u)) / h,
                                   cimag(law_load_torque(&law, &y, u + (double complex)_Complex_I * h)) / h};
        ck_assert_near(found, expected, 3, 1e-12);
        const double curve = creal(law_torque_by_qd_qd(&law, &x, qd)),
                     curved = cimag(law_torque_by_qd(&law, &along, qd + (double complex)_Complex_I * h)) / h;
        ck_assert_double_eq_tol(curve, curved, 1e-12 * (1 + fabs(curved)));
        const law_curvature c = law_load_curvature(&law, &x, u);
        const double curves[] = {creal(c.by_u_u), creal(c.by_u_qd), creal(c.by_qd_qd)};
        const double differences[] = {cimag(law_load_torque_by_load(&law, &y, u + (double complex)_Complex_I * h)) / h,
                                      cimag(law_load_torque_by_load(&law, &beside, u)) / h,
                                      cimag(law_load_torque_by_qd(&law, &beside, u)) / h};
        ck_assert_near(curves, differences, 3, 1e-11);
        ck_assert_msg(fabs(found[2]) <= 0.9, "friction grows by %g of the load", found[2]);
    }
}
END_TEST

/* ---- random robots ---- */

static bool has_followers(const robot *r)
{
    return cdy_model_force_rows(r->model) > r->nv;
}

START_TEST(forward_dynamics_undoes_inverse_dynamics)
{
    cdy_error error = {0};
    for (int joints = RANDOM_JOINTS_ALL; joints <= RANDOM_JOINTS_ONE_DEGREE; joints++) {
        driven s = make_robot_with_laws(_i, (random_joints)joints, joints == RANDOM_JOINTS_ALL ? 0.2 : 0.8);
        double tau[MOST], qdd[MOST];
        for (int rotors = 0; rotors < 2; rotors++) {
            cdy_drive_options options = every_drive();
            options.rotors = rotors;
            set_drives(&s.r, options);
            inverse(&s.r, s.q, s.qd, s.qdd, s.fext, tau);
            for (int m = CDY_FORWARD_AUTO; m <= (int)last_method(&s.r); m++) {
                const cdy_forward_method method = (cdy_forward_method)m;
                if (method != CDY_FORWARD_ARTICULATED_BODIES || !has_followers(&s.r)) {
                    ck_assert_ok(
                        cdy_forward_dynamics_by(s.r.model, s.r.work, method, s.q, s.qd, tau, s.fext, qdd, &error),
                        error);
                    ck_assert_relative(qdd, s.qdd, (size_t)s.r.nv, 1e-7);
                }
            }
        }
        free_robot(&s.r);
    }
}
END_TEST

typedef struct along {
    driven *s;
    const double *direction, *tau;
    bool by_velocity;
} along;

static void torque_along(void *context, double t, double *result)
{
    const along *a = context;
    cdy_error error = {0};
    double step[MOST], q[MOST], qd[MOST];
    for (int i = 0; i < a->s->r.nv; i++) {
        step[i] = t * a->direction[i];
        qd[i] = a->s->qd[i] + (a->by_velocity ? step[i] : 0);
        step[i] = a->by_velocity ? 0 : step[i];
    }
    ck_assert_ok(cdy_configuration_integrate(a->s->r.model, a->s->q, step, q, &error), error);
    if (a->tau) {
        ck_assert_ok(cdy_forward_dynamics(a->s->r.model, a->s->r.work, q, qd, a->tau, a->s->fext, result, &error),
                     error);
    } else {
        inverse(&a->s->r, q, qd, a->s->qdd, a->s->fext, result);
    }
}

static double product_of(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

static void check_columns(along *a, const double *by_q, const double *by_qd, double tolerance)
{
    double expected[MOST], product[MOST];
    const int n = a->s->r.nv;
    for (int velocity = 0; velocity < 2; velocity++) {
        a->by_velocity = velocity;
        differentiate(torque_along, a, 1e-4, expected, n);
        for (int i = 0; i < n; i++) {
            product[i] = product_of((velocity ? by_qd : by_q) + (size_t)i * (size_t)n, a->direction, n);
        }
        ck_assert_relative(product, expected, (size_t)n, tolerance);
    }
}

START_TEST(derivatives_of_inverse_dynamics)
{
    cdy_error error = {0};
    driven s = make_robot_with_laws(_i, RANDOM_JOINTS_ALL, 0.5);
    const int n = s.r.nv;
    const size_t square = (size_t)n * (size_t)n;
    double *A = calloc(4 * square, sizeof *A), *B = A + square, *C = B + square, *D = C + square;
    double direction[MOST], w[MOST], by_q[MOST], by_qd[MOST], by_qdd[MOST], change[MOST];
    uint64_t state = 5;
    ck_assert_ptr_nonnull(A);
    set_drives(&s.r, every_drive());
    draw_array(&state, 1, direction, n);
    draw_array(&state, 1, w, n);
    ck_assert_ok(cdy_inverse_dynamics_derivatives(s.r.model, s.r.work, s.q, s.qd, s.qdd, s.fext, A, B, &error), error);
    along a = {.s = &s, .direction = direction};
    check_columns(&a, A, B, 1e-6);
    const cdy_terms terms = {.torques_by_q = C, .torques_by_qd = D};
    ck_assert_ok(cdy_all_terms(s.r.model, s.r.work, s.q, s.qd, s.qdd, s.fext, &terms, &error), error);
    ck_assert_relative(C, A, square, 1e-10);
    ck_assert_relative(D, B, square, 1e-10);
    ck_assert_ok(
        cdy_inverse_dynamics_vjp(s.r.model, s.r.work, s.q, s.qd, s.qdd, s.fext, w, by_q, by_qd, by_qdd, &error), error);
    ck_assert_ok(cdy_inverse_dynamics_jvp(s.r.model, s.r.work, s.q, s.qd, s.qdd, s.fext, direction, w, direction,
                                          change, &error),
                 error);
    const double forward = product_of(w, change, n),
                 backward = product_of(by_q, direction, n) + product_of(by_qd, w, n) + product_of(by_qdd, direction, n);
    ck_assert_double_eq_tol(forward, backward, 1e-9 * (1 + fabs(forward)));
    double expected[MOST] = {0};
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            expected[j] += w[i] * A[i * n + j];
        }
    }
    ck_assert_relative(by_q, expected, (size_t)n, 1e-9);
    free(A);
    free_robot(&s.r);
}
END_TEST

START_TEST(derivatives_of_forward_dynamics)
{
    cdy_error error = {0};
    driven s = make_robot_with_laws(_i, RANDOM_JOINTS_ONE_DEGREE, 0.8);
    const int n = s.r.nv;
    const size_t square = (size_t)n * (size_t)n;
    double *A = calloc(3 * square, sizeof *A), *B = A + square, *C = B + square;
    double direction[MOST], w[MOST], tau[MOST], by_q[MOST], by_qd[MOST], by_tau[MOST], change[MOST];
    uint64_t state = 9;
    ck_assert_ptr_nonnull(A);
    set_drives(&s.r, every_drive());
    draw_array(&state, 1, direction, n);
    draw_array(&state, 1, w, n);
    draw_array(&state, 2, tau, n);
    const cdy_forward_derivatives out = {A, B, C};
    ck_assert_ok(cdy_forward_dynamics_derivatives(s.r.model, s.r.work, s.q, s.qd, tau, s.fext, &out, &error), error);
    along a = {.s = &s, .direction = direction, .tau = tau};
    check_columns(&a, A, B, 1e-5);
    ck_assert_ok(cdy_forward_dynamics_vjp(s.r.model, s.r.work, s.q, s.qd, tau, s.fext, w, by_q, by_qd, by_tau, &error),
                 error);
    ck_assert_ok(
        cdy_forward_dynamics_jvp(s.r.model, s.r.work, s.q, s.qd, tau, s.fext, direction, w, direction, change, &error),
        error);
    double expected[MOST] = {0}, along_all[MOST];
    for (int i = 0; i < n; i++) {
        along_all[i] =
            product_of(A + i * n, direction, n) + product_of(B + i * n, w, n) + product_of(C + i * n, direction, n);
        for (int j = 0; j < n; j++) {
            expected[j] += w[i] * C[i * n + j];
        }
    }
    ck_assert_relative(change, along_all, (size_t)n, 1e-7);
    ck_assert_relative(by_tau, expected, (size_t)n, 1e-7);
    ck_assert_double_eq_tol(product_of(w, change, n),
                            product_of(by_q, direction, n) + product_of(by_qd, w, n) + product_of(by_tau, direction, n),
                            1e-7 * (1 + fabs(product_of(w, change, n))));
    free(A);
    free_robot(&s.r);
}
END_TEST

/* Batches, over doubles and over floats, give what the call for one state gives. */
START_TEST(batches_are_as_one_state)
{
    enum { COUNT = 11 };
    cdy_error error = {0};
    driven s = make_robot_with_laws(_i, RANDOM_JOINTS_ONE_DEGREE, 0.5);
    const size_t n = (size_t)s.r.nv;
    set_drives(&s.r, every_drive());
    double q[COUNT * MOST], qd[COUNT * MOST], x[COUNT * MOST], tau[COUNT * MOST], qdd[COUNT * MOST], one[MOST];
    float fq[COUNT * MOST], fqd[COUNT * MOST], fx[COUNT * MOST], ftau[COUNT * MOST];
    uint64_t state = 3;
    draw_array(&state, 1, q, (int)(COUNT * n));
    draw_array(&state, 1, qd, (int)(COUNT * n));
    draw_array(&state, 1, x, (int)(COUNT * n));
    cdy_batch *batch = NULL;
    cdy_batch_f32 *floats = NULL;
    ck_assert_ok(cdy_batch_create(s.r.model, NULL, &batch, &error), error);
    ck_assert_ok(cdy_batch_f32_create(s.r.model, NULL, &floats, &error), error);
    ck_assert_ok(cdy_batch_inverse_dynamics(s.r.model, batch, COUNT, q, qd, x, NULL, tau, NULL, &error), error);
    ck_assert_ok(cdy_batch_forward_dynamics(s.r.model, batch, COUNT, q, qd, tau, NULL, qdd, NULL, &error), error);
    ck_assert_relative(qdd, x, COUNT * n, 1e-7);
    for (size_t i = 0; i < COUNT * n; i++) {
        fq[i] = (float)q[i];
        fqd[i] = (float)qd[i];
        fx[i] = (float)x[i];
    }
    ck_assert_ok(cdy_batch_f32_inverse_dynamics(s.r.model, floats, COUNT, fq, fqd, fx, NULL, ftau, NULL, &error),
                 error);
    for (size_t k = 0; k < COUNT; k++) {
        inverse(&s.r, q + k * n, qd + k * n, x + k * n, NULL, one);
        ck_assert_relative(tau + k * n, one, n, 1e-12);
        for (size_t i = 0; i < n; i++) {
            qdd[i] = (double)ftau[k * n + i];
        }
        ck_assert_relative(qdd, one, n, 1e-4);
    }
    cdy_batch_destroy(batch);
    cdy_batch_f32_destroy(floats);
    free_robot(&s.r);
}
END_TEST

/* ---- what is refused ---- */

static const struct {
    cdy_joint_drive drive;
    const char *fault;
} faults[] = {
    {{.friction_asymmetry = 2.1}, "friction_asymmetry"},
    {{.friction_asymmetry = -1, .stribeck = -1.1, .stribeck_velocity = 1}, "stribeck together"},
    {{.damping_asymmetry = -1.1}, "damping_asymmetry"},
    {{.load_friction = 0.1, .load_asymmetry = 0.2}, "load_asymmetry"},
    {{.load_friction = 0.1, .load_stribeck = -0.2, .stribeck_velocity = 1}, "load_stribeck"},
    {{.load_friction = 0.91}, "0.9"},
    {{.load_friction = 0.5, .load_damping = 0.5, .load_velocity = 1}, "0.9"},
    {{.load_friction = 0.5, .load_stribeck = 0.5, .stribeck_velocity = 1}, "0.9"},
    {{.load_friction = 0.5, .load_asymmetry = -0.45}, "0.9"},
    {{.stribeck = 1}, "stribeck_velocity"},
    {{.load_friction = 0.1, .load_stribeck = 0.1}, "stribeck_velocity"},
    {{.load_damping = 0.1}, "load_velocity"},
    {{.load_friction = -0.1}, "negative"},
    {{.power_friction = -1}, "negative"},
    {{.friction_width = -1}, "negative"},
    {{.offset = (double)INFINITY}, "not finite"},
    {{.power_exponent = (double)NAN}, "not finite"},
};

START_TEST(laws_that_push_or_jam_are_refused)
{
    cdy_error error = {0};
    const cdy_joint_dynamics dynamics = {true, 1, 2, 0, 0};
    robot r = make_wheel(&dynamics, &(cdy_joint_drive){0});
    cdy_joint joint = cdy_tree_body(r.tree, 1)->joint;
    joint.drive = faults[_i].drive;
    ck_assert_fails(cdy_tree_replace_joint(r.tree, "disk", &joint, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_msg(strstr(error.text, faults[_i].fault) && strstr(error.text, "'axle'"), "%s", error.text);
    free_robot(&r);
}
END_TEST

START_TEST(temperatures_that_mean_nothing_are_refused)
{
    cdy_error error = {0};
    const cdy_joint_dynamics dynamics = {true, 1, 2, 0, 0};
    robot r = make_wheel(&dynamics, &(cdy_joint_drive){.friction_temperature = 1, .damping_temperature = 2});
    const double nan = (double)NAN, cold = -1e4, warm = 1, qd = 3;
    double tau, cooler;
    ck_assert_fails(cdy_model_set_temperatures(NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    set_drives(&r, (cdy_drive_options){.damping = true, .friction = true, .friction_width = 1e-3});
    ck_assert_ok(cdy_model_set_temperatures(r.model, &warm, &error), error);
    inverse(&r, NULL, &qd, NULL, NULL, &tau);
    ck_assert_double_eq_tol(tau, 2 * exp(-1) + 3 * exp(-2), 1e-14);
    ck_assert_fails(cdy_model_set_temperatures(r.model, &nan, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_set_temperatures(r.model, &cold, &error), CDY_ERROR_ARGUMENT, error);
    inverse(&r, NULL, &qd, NULL, NULL, &cooler);
    ck_assert_mem_eq(&cooler, &tau, sizeof tau);
    set_drives(&r, (cdy_drive_options){.friction = true, .friction_width = 1e-3}); /* the temperature stays */
    inverse(&r, NULL, &qd, NULL, NULL, &tau);
    ck_assert_double_eq_tol(tau, 2 * exp(-1), 1e-14);
    ck_assert_ok(cdy_model_set_temperatures(r.model, NULL, &error), error);
    inverse(&r, NULL, &qd, NULL, NULL, &tau);
    ck_assert_double_eq_tol(tau, 2, 1e-14);
    free_robot(&r);
}
END_TEST

/* Where friction by the load would be a wrong number, there is an error. */
START_TEST(calls_without_friction_by_the_load_say_so)
{
    cdy_error error = {0};
    const cdy_joint_dynamics dynamics = {true, 1, 2, 0, 0};
    robot r = make_wheel(&dynamics, &(cdy_joint_drive){.load_friction = 0.1});
    cdy_row_solver *solver = NULL;
    cdy_simulation *simulation = NULL;
    cdy_batch *batch = NULL;
    const double one = 1;
    double qdd = 7, push;
    set_drives(&r, every_drive());
    const cdy_constraint row = {.row_count = 1, .J = &one};
    const cdy_constrained_state state = {.constraints = &row, .count = 1};
    ck_assert_ok(cdy_row_solver_create(r.model, 1, &solver, &error), error);
    ck_assert_fails(cdy_constrained_forward_dynamics(r.model, r.work, solver, &state, &qdd, &push, NULL, &error),
                    CDY_ERROR_UNSUPPORTED, error);
    const cdy_batch_options options = {.threads = 1, .constraint_rows = 1};
    ck_assert_ok(cdy_batch_create(r.model, &options, &batch, &error), error);
    ck_assert_fails(cdy_batch_constrained_forward_dynamics(r.model, batch, 1, &state, &qdd, &push, NULL, NULL, &error),
                    CDY_ERROR_UNSUPPORTED, error);
    ck_assert_double_eq(qdd, 7);
    cdy_simulation_options steps = cdy_simulation_options_default();
    steps.integrator = CDY_IMPLICIT;
    ck_assert_ok(cdy_simulation_create(r.model, &steps, &simulation, &error), error);
    ck_assert_fails(cdy_simulation_step(simulation, &error), CDY_ERROR_UNSUPPORTED, error);
    cdy_simulation_destroy(simulation);
    cdy_row_solver_destroy(solver);
    cdy_batch_destroy(batch);
    free_robot(&r);
}
END_TEST

/* ---- saved models ---- */

START_TEST(a_saved_model_keeps_the_law)
{
    cdy_error error = {0};
    driven s = make_robot_with_laws(_i, RANDOM_JOINTS_ALL, 0.5);
    double rise[MOST], tau[MOST], again[MOST];
    uint64_t state = 8;
    draw_array(&state, 30, rise, s.r.nv);
    set_drives(&s.r, every_drive());
    ck_assert_ok(cdy_model_set_temperatures(s.r.model, rise, &error), error);
    inverse(&s.r, s.q, s.qd, s.qdd, s.fext, tau);
    const size_t size = cdy_model_bytes(s.r.model);
    void *bytes = aligned_alloc(16, size);
    ck_assert_ok(cdy_model_to_bytes(s.r.model, bytes, size, &error), error);
    cdy_model *model = NULL;
    ck_assert_ok(cdy_model_from_bytes(bytes, size, &model, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(model, s.r.work, s.q, s.qd, s.qdd, s.fext, again, &error), error);
    ck_assert_mem_eq(tau, again, (size_t)s.r.nv * sizeof *tau);
    cdy_model_destroy(model);
    free(bytes);
    free_robot(&s.r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("drive_law");
    TCase *hand = add_case(suite, "by hand", absent_numbers_have_defaults);
    tcase_add_loop_test(hand, each_switch_adds_its_terms, 0, 64);
    tcase_add_test(hand, friction_by_the_load_is_an_efficiency);
    TCase *properties = tcase_create("properties");
    suite_add_tcase(suite, properties);
    tcase_add_loop_test(properties, friction_never_pushes, 0, 100);
    tcase_add_loop_test(properties, derivatives_are_those_of_the_complex_step, 0, 50);
    TCase *robots = tcase_create("robots");
    suite_add_tcase(suite, robots);
    tcase_add_loop_test(robots, forward_dynamics_undoes_inverse_dynamics, 0, TREES);
    tcase_add_loop_test(robots, derivatives_of_inverse_dynamics, 0, TREES);
    tcase_add_loop_test(robots, derivatives_of_forward_dynamics, 0, TREES);
    tcase_add_loop_test(robots, batches_are_as_one_state, 0, 4);
    tcase_add_loop_test(robots, a_saved_model_keeps_the_law, 0, 4);
    TCase *refusals = add_case(suite, "refusals", temperatures_that_mean_nothing_are_refused);
    tcase_add_loop_test(refusals, laws_that_push_or_jam_are_refused, 0, sizeof faults / sizeof *faults);
    tcase_add_test(refusals, calls_without_friction_by_the_load_say_so);
    return run_suites(suite, NULL);
}

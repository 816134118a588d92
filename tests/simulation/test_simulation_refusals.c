/* A simulation refuses wrong arguments and failing forces with exact messages, and keeps its state then. */
#include "simulation/simulation_case.h"
#include "support/driven.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- laws that fail at each of their calls ---- */

/* Fails at call `failing`, or gives a number that is not finite there. */
typedef struct failing_law {
    int count, failing;
    bool gives_nan;
} failing_law;

static cdy_status fail_or_spoil(failing_law *l, double *numbers)
{
    const bool now = ++l->count == l->failing;
    numbers[0] += now && l->gives_nan ? (double)NAN : 0;
    return now && !l->gives_nan ? CDY_ERROR_IO : CDY_OK;
}

static cdy_status push(void *user, double t, const double *q, const double *qd, double *tau)
{
    (void)q;
    tau[0] = sin(50 * t) - qd[0];
    return fail_or_spoil(user, tau);
}

static cdy_status blow(void *user, double t, const double *q, const double *qd, double *fext)
{
    (void)t, (void)q, (void)qd;
    return fail_or_spoil(user, fext);
}

static cdy_status resist(void *user, double t, const double *q, const double *qd, double *K, double *D)
{
    (void)t, (void)q, (void)qd;
    K[0] = 0.1;
    D[0] = 1;
    return fail_or_spoil(user, D);
}

static cdy_status nothing(void *user, double t, const double *q, const double *qd, double *tau)
{
    (void)user, (void)t, (void)q, (void)qd, (void)tau;
    return CDY_OK;
}

static cdy_status know_slopes(void *user, double t, const double *q, const double *qd, double *K, double *D)
{
    (void)user, (void)t, (void)q, (void)qd;
    K[0] = 0.1;
    D[0] = 1;
    return CDY_OK;
}

enum { LAW, LAW_WITH_SLOPES, ENVIRONMENT, SLOPES, KINDS };

static cdy_simulation *start(const robot *r, int kind, failing_law *l, cdy_simulation_options o)
{
    cdy_error error = {0};
    cdy_simulation *s = NULL;
    const double q = 0.4, qd = 0.3;
    o.control = kind == LAW || kind == LAW_WITH_SLOPES ? push : kind == SLOPES ? nothing : NULL;
    o.control_slopes = kind == SLOPES ? resist : kind == LAW_WITH_SLOPES ? know_slopes : NULL;
    o.control_user = l;
    o.environment = kind == ENVIRONMENT ? blow : NULL;
    o.environment_user = l;
    ck_assert_ok(cdy_simulation_create(r->model, &o, &s, &error), error);
    ck_assert_ok(cdy_simulation_set_state(s, 2, &q, &qd, &error), error);
    return s;
}

/* Whichever call fails, its status and its place are told, and the step can be taken later. */
START_TEST(each_call_of_a_law_may_fail)
{
    static const char *const names[KINDS] = {"control law", "control law", "environment", "slope"};
    const int kind = _i % KINDS;
    const bool gives_nan = _i / KINDS % 2;
    SKIP_WITHOUT(integrators[_i / KINDS / 2]);
    robot r = make_pendulum();
    cdy_simulation_options o = cdy_simulation_options_default();
    o.integrator = integrators[_i / KINDS / 2];
    o.step = 0.01;
    failing_law whole = {.count = 0};
    cdy_simulation *unharmed = start(&r, kind, &whole, o);
    run(unharmed, 1);
    ck_assert(kind == SLOPES ? (whole.count > 0) == (o.integrator == CDY_IMPLICIT) : whole.count > 0);
    for (int n = 1; n <= whole.count; n++) {
        failing_law l = {.failing = n, .gives_nan = gives_nan};
        cdy_error error = {0};
        cdy_simulation *s = start(&r, kind, &l, o);
        const cdy_status status = cdy_simulation_step(s, &error);
        ck_assert_msg(status == (gives_nan ? CDY_ERROR_ARGUMENT : CDY_ERROR_IO), "call %d of %d: %d", n, whole.count,
                      (int)status);
        ck_assert_msg(strstr(error.text, names[kind]) && strstr(error.text, "t = 2"), "%s", error.text);
        ck_assert_msg(gives_nan || strstr(error.text, "input or output failed"), "%s", error.text);
        ck_assert_msg(l.count == n, "call %d of %d: %d calls", n, whole.count, l.count);
        ck_assert_double_eq(*cdy_simulation_q(s), 0.4);
        ck_assert_double_eq(*cdy_simulation_qd(s), 0.3);
        ck_assert_double_eq(cdy_simulation_time(s), 2);
        run(s, 1);
        const double tolerance = o.integrator == CDY_CVODE || o.integrator == CDY_CVODE_STIFF ? 1e-7 : 0;
        ck_assert_near(cdy_simulation_q(s), cdy_simulation_q(unharmed), 1, tolerance);
        ck_assert_near(cdy_simulation_qd(s), cdy_simulation_qd(unharmed), 1, tolerance);
        cdy_simulation_destroy(s);
    }
    cdy_simulation_destroy(unharmed);
    free_robot(&r);
}
END_TEST

/* The torque alone fails as a step does, and writes nothing. */
START_TEST(torques_fail_as_steps_do)
{
    robot r = make_pendulum();
    for (int gives_nan = 0; gives_nan < 2; gives_nan++) {
        failing_law l = {.failing = 1, .gives_nan = gives_nan};
        cdy_error error = {0};
        double tau = 7;
        cdy_simulation *s = start(&r, LAW, &l, cdy_simulation_options_default());
        ck_assert_fails(cdy_simulation_torque(s, &tau, &error), gives_nan ? CDY_ERROR_ARGUMENT : CDY_ERROR_IO, error);
        ck_assert_str_eq(error.text, gives_nan ? "the control law gives a number at t = 2 s that is not finite"
                                               : "the control law fails at t = 2 s: input or output failed");
        ck_assert_double_eq(tau, 7);
        ck_assert_ok(cdy_simulation_torque(s, &tau, &error), error);
        ck_assert_double_eq_tol(tau, sin(100) - 0.3, 1e-15);
        cdy_simulation_destroy(s);
    }
    free_robot(&r);
}
END_TEST

/* ---- dynamics that fail ---- */

/* A joint without mass: the reason is the model's, with the time and without advice on steps. */
START_TEST(robots_that_cannot_move_are_told)
{
    SKIP_WITHOUT(integrators[_i]);
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 9.81);
    add_massless(tree, "ghost", "hinge", CDY_JOINT_CONTINUOUS, "base");
    robot r = make_robot(tree);
    const double q = 0.2, qd = 0.1;
    cdy_simulation *s = simulate(&r, integrators[_i], 0.01, &q, &qd);
    ck_assert_ok(cdy_simulation_set_state(s, 0.5, &q, &qd, &error), error);
    ck_assert_fails(cdy_simulation_step(s, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_msg(strstr(error.text, "at t = 0.5") && strstr(error.text, "'hinge'"), "%s", error.text);
    ck_assert_msg(!strstr(error.text, "shorter step"), "%s", error.text);
    ck_assert_double_eq(*cdy_simulation_q(s), q);
    ck_assert_double_eq(*cdy_simulation_qd(s), qd);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

START_TEST(energies_beyond_numbers_are_refused)
{
    cdy_error error = {0};
    robot r = make_pendulum();
    double kinetic = 1, potential = 2;
    const double fast = 1e200;
    cdy_simulation *s = simulate(&r, CDY_RK4, 0.01, NULL, &fast);
    ck_assert_fails(cdy_simulation_energy(s, &kinetic, &potential, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_msg(strncmp(error.text, "at t = 0 s: ", 12) == 0, "%s", error.text);
    ck_assert(kinetic <= 1 && kinetic >= 1 && potential <= 2 && potential >= 2);
    const double slow = 3;
    ck_assert_ok(cdy_simulation_set_state(s, 0, NULL, &slow, &error), error);
    ck_assert_ok(cdy_simulation_energy(s, &kinetic, &potential, &error), error);
    ck_assert_double_eq_tol(kinetic, 2 * 0.25 * 9 / 2, 1e-14);
    ck_assert_double_eq_tol(potential, -2 * 9.81 * 0.5, 1e-13);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* After a motion beyond all numbers a simulation starts anew as if it were new. */
START_TEST(failures_leave_nothing_behind)
{
    SKIP_WITHOUT(integrators[_i]);
    cdy_error error = {0};
    robot r = make_pendulum();
    const double q = 0.4, qd = 0.3, fast = 1.7e308;
    cdy_simulation *s = simulate(&r, integrators[_i], 100, &q, &fast),
                   *fresh = simulate(&r, integrators[_i], 100, NULL, NULL);
    ck_assert_fails(cdy_simulation_step(s, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ok(cdy_model_set_gravity(r.model, (double[3]){0, 0, 0}, &error), error);
    ck_assert_ok(cdy_simulation_set_state(s, 0, &q, &qd, &error), error);
    ck_assert_ok(cdy_simulation_set_state(fresh, 0, &q, &qd, &error), error);
    run(s, 1);
    run(fresh, 1);
    ck_assert_mem_eq(cdy_simulation_q(s), cdy_simulation_q(fresh), sizeof q);
    ck_assert_mem_eq(cdy_simulation_qd(s), cdy_simulation_qd(fresh), sizeof qd);
    cdy_simulation_destroy(s);
    cdy_simulation_destroy(fresh);
    free_robot(&r);
}
END_TEST

/* ---- more degrees of freedom than a dense matrix may have ---- */

START_TEST(damping_of_many_joints_is_left_to_others)
{
    enum { MANY = 4097 };
    static const cdy_integrator kinds[] = {CDY_IMPLICIT, CDY_RK4, CDY_VARIATIONAL};
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    for (int i = 0; i < MANY; i++) {
        char name[16], joint[16];
        snprintf(name, sizeof name, "c%d", i);
        snprintf(joint, sizeof joint, "j%d", i);
        cdy_body body = make_body(name, joint, CDY_JOINT_PRISMATIC);
        set_inertial(&body, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        body.joint.dynamics = (cdy_joint_dynamics){.given = true, .damping = 1};
        body.joint.limit = (cdy_limit){.given = true, .lower = -1, .upper = i ? 1 : 0, .effort = 9, .velocity = 9};
        add_body(tree, &body, "base");
    }
    robot r = make_robot(tree);
    double *qd = calloc(MANY, sizeof *qd);
    qd[0] = qd[MANY - 1] = 3;
    cdy_simulation *s = simulate(&r, kinds[_i], 0.01, NULL, qd);
    run(s, 1); /* no drive acts */
    ck_assert_double_eq_tol(cdy_simulation_q(s)[MANY - 1], 0.03, 1e-15);
    set_drives(&r, (cdy_drive_options){.damping = true, .friction_width = 5e-3});
    if (_i) {
        run(s, 1);
        ck_assert_double_eq_tol(cdy_simulation_qd(s)[MANY - 1], 3 * exp(-0.005), 1e-6);
    } else {
        ck_assert_fails(cdy_simulation_step(s, &error), CDY_ERROR_UNSUPPORTED, error);
        ck_assert_msg(strstr(error.text, "takes 4096 degrees of freedom at most where drives, slopes or stops act, and "
                                         "the robot has 4097; use the integrator 'rk4'"),
                      "%s", error.text);
        set_drives(&r, cdy_drive_options_default());
        cdy_simulation_destroy(s);
        cdy_simulation_options o = cdy_simulation_options_default();
        o.stops = true;
        ck_assert_ok(cdy_simulation_create(r.model, &o, &s, &error), error);
        ck_assert_fails(cdy_simulation_step(s, &error), CDY_ERROR_UNSUPPORTED, error); /* the first rests at its stop */
        ck_assert_ptr_nonnull(strstr(error.text, "the robot has 4097"));
        ck_assert_double_eq(cdy_simulation_time(s), 0);
    }
    free(qd);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* ---- steps that find no end ---- */

static cdy_status chatter(void *user, double t, const double *q, const double *qd, double *tau)
{
    (void)t, (void)qd;
    ++*(int *)user;
    tau[0] = q[0] > 0 ? -1e9 : 1e9;
    return CDY_OK;
}

static cdy_status buzz(void *user, double t, const double *q, const double *qd, double *tau)
{
    (void)q, (void)qd;
    ++*(int *)user;
    tau[0] = 1e3 * sin(1e5 * t);
    return CDY_OK;
}

static cdy_simulation *start_with(const robot *r, cdy_control control, int *calls, cdy_integrator kind, double step,
                                  double tolerance)
{
    cdy_error error = {0};
    cdy_simulation *s = NULL;
    cdy_simulation_options o = cdy_simulation_options_default();
    o.integrator = kind;
    o.step = step;
    o.control = control;
    o.control_user = calls;
    o.absolute_tolerance = o.relative_tolerance = tolerance;
    ck_assert_ok(cdy_simulation_create(r->model, &o, &s, &error), error);
    ck_assert_ok(cdy_simulation_set_state(s, 0, &(double){0.1}, NULL, &error), error);
    return s;
}

/* A hundred steps of Newton's method, or twenty thousand inner steps of six evaluations each after the first. */
START_TEST(iterations_end)
{
    cdy_error error = {0};
    robot r = make_pendulum();
    int calls = 0;
    cdy_simulation *s = start_with(&r, chatter, &calls, CDY_VARIATIONAL, 1e-4, 0);
    ck_assert_ok(cdy_simulation_set_state(s, 3, &(double){1e-5}, NULL, &error), error);
    ck_assert_fails(cdy_simulation_step(s, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_str_eq(error.text, "the implicit step at t = 3 s finds no solution: take a shorter step, or another "
                                 "integrator where a control law is stiff");
    ck_assert_int_eq(calls, 101);
    cdy_simulation_destroy(s);
    calls = 0;
    s = start_with(&r, buzz, &calls, CDY_IMPLICIT, 1, 1e-10);
    ck_assert_fails(cdy_simulation_step(s, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_msg(strstr(error.text,
                         "s the integrator 'implicit' gives up after 20000 inner steps: take a step shorter "
                         "than 1 s, lower the gains, or raise the tolerances"),
                  "%s", error.text);
    ck_assert_int_eq(calls, 120001);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* ---- turns within a step ---- */

static cdy_status count_only(void *user, double t, const double *q, const double *qd, double *tau)
{
    (void)t, (void)q, (void)qd, (void)tau;
    ++*(int *)user;
    return CDY_OK;
}

static cdy_simulation *start_spin(const robot *r, cdy_integrator kind, const double *qd, int *calls)
{
    cdy_error error = {0};
    cdy_simulation *s = NULL;
    cdy_simulation_options o = cdy_simulation_options_default();
    o.integrator = kind;
    o.step = 1;
    o.control = count_only;
    o.control_user = calls;
    ck_assert_ok(cdy_simulation_create(r->model, &o, &s, &error), error);
    ck_assert_ok(cdy_simulation_set_state(s, 0, NULL, qd, &error), error);
    return s;
}

/* A ball that spins freely turns by w h in a step: up to 1 rad, or in shorter inner steps. */
START_TEST(turns_end_at_one_radian)
{
    static const cdy_integrator kinds[] = {CDY_RK4, CDY_VARIATIONAL, CDY_IMPLICIT};
    static const double axes[][3] = {{1, 0, 0}, {0, -1, 0}, {0.6, 0, -0.8}};
    cdy_error error = {0};
    cdy_tree *tree = make_tree("world", 0);
    cdy_body body = make_body("ball", "fly", CDY_JOINT_FLOATING);
    set_inertial(&body, 3, 0, 0, 0, (double[6]){0.2, 0, 0, 0.2, 0, 0.2});
    add_body(tree, &body, "world");
    robot r = make_robot(tree);
    for (int i = 0; i < 6; i++) {
        const double w = i % 2 ? 1.003 : 0.997, *axis = axes[i / 2];
        const double qd[6] = {w * axis[0], w * axis[1], w * axis[2], 0, 0, 0};
        int calls = 0;
        cdy_simulation *s = start_spin(&r, kinds[_i], qd, &calls);
        const cdy_status status = cdy_simulation_step(s, &error);
        if (kinds[_i] != CDY_IMPLICIT && i % 2) {
            ck_assert_int_eq(status, CDY_ERROR_NUMERIC);
            ck_assert_msg(strstr(error.text, "a body turns by more than 1 rad within a step: take a shorter one"), "%s",
                          error.text);
            ck_assert_double_eq(cdy_simulation_time(s), 0);
        } else {
            ck_assert_int_eq(status, CDY_OK);
            ck_assert_double_eq_tol(cdy_simulation_q(s)[0], cos(w / 2), 1e-9);
            ck_assert_msg(kinds[_i] != CDY_IMPLICIT || calls == (i % 2 ? 5 + 6 + 6 : 7), "%d calls", calls);
        }
        cdy_simulation_destroy(s);
    }
    free_robot(&r);
}
END_TEST

/* Notes the times of its calls; at call `failing` it finds no numbers. */
typedef struct timed_law {
    int count, failing;
    double times[64];
} timed_law;

static cdy_status note_time(void *user, double t, const double *q, const double *qd, double *tau)
{
    timed_law *l = user;
    (void)q, (void)qd, (void)tau;
    l->times[l->count < 64 ? l->count : 63] = t;
    return ++l->count == l->failing ? CDY_ERROR_NUMERIC : CDY_OK;
}

/* The implicit integrator avoids what fails on the way by a quarter of the step; what fails at the state itself is an
 * error. */
START_TEST(implicit_steps_avoid_what_fails_on_the_way)
{
    robot r = make_pendulum();
    for (int n = 1; n <= 7; n++) {
        cdy_error error = {0};
        timed_law l = {.failing = n};
        cdy_simulation *s = NULL;
        cdy_simulation_options o = cdy_simulation_options_default();
        o.step = 0.5;
        o.control = note_time;
        o.control_user = &l;
        o.relative_tolerance = o.absolute_tolerance = 1e6;
        ck_assert_ok(cdy_simulation_create(r.model, &o, &s, &error), error);
        ck_assert_ok(cdy_simulation_set_state(s, 4, &(double){0.1}, NULL, &error), error);
        const cdy_status status = cdy_simulation_step(s, &error);
        if (n == 1) {
            ck_assert_int_eq(status, CDY_ERROR_NUMERIC);
            ck_assert_int_eq(l.count, 1);
        } else {
            ck_assert_ok(status, error);
            ck_assert_double_eq(l.times[0], 4);
            ck_assert_double_eq_tol(l.times[n], 4.025, 1e-15); /* the law at the state itself is known */
            ck_assert_double_eq_tol(l.times[n + 1], 4.0375, 1e-15);
            ck_assert_double_eq(l.times[n + 5], 4.125);
            ck_assert_double_eq_tol(l.times[n + 6], 4.2, 1e-15);
            ck_assert_double_eq(l.times[l.count - 1], 4.5);
            ck_assert_int_eq(l.count, n + 12);
        }
        cdy_simulation_destroy(s);
    }
    free_robot(&r);
}
END_TEST

/* ---- arguments and options ---- */

START_TEST(missing_arguments_are_refused)
{
    cdy_error error = {0};
    robot r = make_pendulum();
    const size_t size = cdy_simulation_size(r.model);
    void *memory = malloc(size);
    cdy_simulation *s = (cdy_simulation *)&r;
    double x = 7, y = 8;
    ck_assert_uint_eq(cdy_simulation_size(NULL), 0);
    ck_assert_fails(cdy_simulation_create(NULL, NULL, &s, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_null(s);
    for (int i = 0; i < 3; i++) {
        s = (cdy_simulation *)&r;
        ck_assert_fails(cdy_simulation_init(i == 0 ? NULL : memory, size, i == 1 ? NULL : r.model, NULL,
                                            i == 2 ? NULL : &s, &error),
                        CDY_ERROR_ARGUMENT, error);
        ck_assert_str_eq(error.text, "making a simulation needs memory, a model and a pointer for the simulation");
        ck_assert(i == 2 || s == NULL);
    }
    s = (cdy_simulation *)&r;
    ck_assert_fails(cdy_simulation_init(memory, size - 1, r.model, NULL, &s, &error), CDY_ERROR_ARGUMENT, error);
    char expected[100];
    snprintf(expected, sizeof expected, "the simulation takes %zu bytes, but %zu were given", size, size - 1);
    ck_assert_str_eq(error.text, expected);
    ck_assert_ptr_null(s);
    for (int kind = CDY_CVODE; kind <= CDY_CVODE_STIFF; kind++) {
        cdy_simulation_options o = cdy_simulation_options_default();
        o.integrator = (cdy_integrator)kind;
        s = (cdy_simulation *)&r;
        ck_assert_fails(cdy_simulation_init(memory, size, r.model, &o, &s, &error), CDY_ERROR_UNSUPPORTED, error);
        ck_assert_ptr_null(s);
    }
    s = simulate(&r, CDY_RK4, 0.01, NULL, NULL);
    for (int i = 0; i < 3; i++) {
        ck_assert_fails(cdy_simulation_energy(i == 0 ? NULL : s, i == 1 ? NULL : &x, i == 2 ? NULL : &y, &error),
                        CDY_ERROR_ARGUMENT, error);
        ck_assert(x >= 7 && x <= 7 && y >= 8 && y <= 8);
    }
    ck_assert_fails(cdy_simulation_torque(NULL, &x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_simulation_torque(s, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ok(cdy_simulation_torque(s, &x, &error), error); /* no law, no torque */
    ck_assert_double_eq(x, 0);
    ck_assert_double_eq(cdy_simulation_time(NULL), 0);
    ck_assert(cdy_simulation_q(NULL) == NULL && cdy_simulation_qd(NULL) == NULL);
    cdy_simulation_destroy(s);
    free(memory);
    free_robot(&r);
}
END_TEST

START_TEST(options_are_checked)
{
    static const struct {
        cdy_integrator integrator;
        double step, relative, absolute;
        bool stops;
        const char *text;
    } cases[] = {
        {(cdy_integrator)6, 1, 0, 0, false, "there is no integrator number 6"},
        {(cdy_integrator)-1, 1, 0, 0, false, "there is no integrator number -1"},
        {CDY_RK4, 0, 0, 0, false, "the step is 0 s; expected a positive, finite number"},
        {CDY_RK4, HUGE_VAL, 0, 0, false, "the step is inf s; expected a positive, finite number"},
        {CDY_RK4, 1, -1e-9, 0, false, "the tolerances are -1e-09 and 0; expected finite numbers from 0 on"},
        {CDY_RK4, 1, 1, -2, false, "the tolerances are 1 and -2; expected finite numbers from 0 on"},
        {CDY_RK4, 1, HUGE_VAL, 1, false, "the tolerances are inf and 1; expected finite numbers from 0 on"},
        {CDY_RK4, 1, 0, 0, true, "stops at position limits need the integrator 'implicit'"},
        {CDY_VARIATIONAL, 1, 0, 0, true, "stops at position limits need the integrator 'implicit'"},
    };
    cdy_error error = {0};
    robot r = make_pendulum();
    void *memory = malloc(cdy_simulation_size(r.model));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const cdy_simulation_options o = {.integrator = cases[i].integrator,
                                          .step = cases[i].step,
                                          .relative_tolerance = cases[i].relative,
                                          .absolute_tolerance = cases[i].absolute,
                                          .stops = cases[i].stops};
        cdy_simulation *s = NULL;
        ck_assert_fails(cdy_simulation_create(r.model, &o, &s, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_str_eq(error.text, cases[i].text);
        ck_assert_fails(cdy_simulation_init(memory, cdy_simulation_size(r.model), r.model, &o, &s, &error),
                        CDY_ERROR_ARGUMENT, error);
        ck_assert_str_eq(error.text, cases[i].text);
    }
    ck_assert(!cdy_simulation_has_integrator((cdy_integrator)-1) && !cdy_simulation_has_integrator((cdy_integrator)6));
    for (int i = CDY_SEMI_IMPLICIT_EULER; i <= CDY_IMPLICIT; i++) {
        ck_assert(cdy_simulation_has_integrator((cdy_integrator)i));
    }
    ck_assert(cdy_simulation_has_integrator(CDY_CVODE) == cdy_simulation_has_integrator(CDY_CVODE_STIFF));
    free(memory);
    free_robot(&r);
}
END_TEST

/* At every alignment, and without a byte beyond the size. */
START_TEST(memory_ends_where_it_ends)
{
    enum { GUARD = 64 };
    cdy_error error = {0};
    robot r = make_robot(random_tree(4, 5, RANDOM_JOINTS_ALL));
    const size_t size = cdy_simulation_size(r.model);
    char *memory = malloc(size + 2 * GUARD);
    for (size_t offset = 0; offset < GUARD; offset++) {
        cdy_simulation *s = NULL;
        memset(memory, 0x5a, size + 2 * GUARD);
        ck_assert_ok(cdy_simulation_init(memory + offset, size, r.model, NULL, &s, &error), error);
        run(s, 1);
        for (size_t i = 0; i < GUARD; i++) {
            ck_assert(i >= offset || memory[i] == 0x5a);
            ck_assert_int_eq(memory[offset + size + i], 0x5a);
        }
    }
    free(memory);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simulation_refusals");
    TCase *tests = tcase_create("laws");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, each_call_of_a_law_may_fail, 0, 2 * KINDS * INTEGRATORS);
    tcase_add_test(tests, torques_fail_as_steps_do);
    tests = tcase_create("dynamics");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, robots_that_cannot_move_are_told, 0, INTEGRATORS);
    tcase_add_test(tests, energies_beyond_numbers_are_refused);
    tcase_add_loop_test(tests, failures_leave_nothing_behind, 0, INTEGRATORS);
    tcase_add_loop_test(tests, damping_of_many_joints_is_left_to_others, 0, 3);
    tcase_add_test(tests, iterations_end);
    tcase_add_loop_test(tests, turns_end_at_one_radian, 0, 3);
    tcase_add_test(tests, implicit_steps_avoid_what_fails_on_the_way);
    tests = tcase_create("arguments");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, missing_arguments_are_refused);
    tcase_add_test(tests, options_are_checked);
    tcase_add_test(tests, memory_ends_where_it_ends);
    return run_suites(suite, NULL);
}

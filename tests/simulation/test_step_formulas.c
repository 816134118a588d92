/* Each integrator's step, computed anew by its published formulas on carts whose equations of motion are plain. */
#include "simulation/simulation_case.h"
#include "support/driven.h"

#include <stdlib.h>

enum { CARTS = 2, BODIES = 3 };

/* Two carts on parallel rails without gravity; the third body follows the second cart. */
typedef struct cart {
    int leader;                                                   /* whose coordinate moves it */
    double multiplier, offset;                                    /* of that coordinate */
    double mass, damping, friction, stiffness, rest, rotor, gear; /* the drive acts where the options have it */
} cart;

static const cart carts[BODIES] = {{0, 1, 0, 2, 0.7, 0.3, 5, 0.2, 0.05, 2},
                                   {1, 1, 0, 3, 0.4, 0.2, 2, -0.1, 0, 1},
                                   {1, -1.5, 0.1, 0.5, 0.2, 0.1, 1, 0.3, 0.02, 3}};
static const double friction_width = 0.05;

/* The forces of a law: A_i sin(w t + i) - k_i x_i^3 - c_i v_i, and its own slopes. */
typedef struct law {
    double amplitude[CARTS], k[CARTS], c[CARTS], frequency, limit; /* the effort limit, where torques saturate */
    bool drives, coupled; /* other forces: of the drives; v of the other cart */
    int calls;
} law;

static cdy_status drive_carts(void *user, double t, const double *x, const double *v, double *tau)
{
    law *l = user;
    l->calls++;
    for (int i = 0; i < CARTS; i++) {
        tau[i] = l->amplitude[i] * sin(l->frequency * t + i) - l->k[i] * x[i] * x[i] * x[i] - l->c[i] * v[i];
        tau[i] += l->coupled ? 0.3 * v[1 - i] * x[i] : 0;
    }
    return CDY_OK;
}

static cdy_status slopes_of_law(void *user, double t, const double *x, const double *v, double *K, double *D)
{
    const law *l = user;
    (void)t, (void)v;
    for (int i = 0; i < CARTS; i++) {
        K[i] = 3 * l->k[i] * x[i] * x[i];
        D[i] = l->c[i];
    }
    return CDY_OK;
}

static robot make_carts(const law *l)
{
    static const char *const names[BODIES][2] = {{"a", "rail_a"}, {"b", "rail_b"}, {"c", "rail_c"}};
    cdy_tree *tree = make_tree("base", 0);
    for (int i = 0; i < BODIES; i++) {
        const cart *c = &carts[i];
        cdy_body body = make_body(names[i][0], names[i][1], CDY_JOINT_PRISMATIC);
        set_inertial(&body, c->mass, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        body.joint.dynamics = (cdy_joint_dynamics){true, c->damping, c->friction, c->stiffness, c->rest};
        body.joint.rotor_inertia = c->rotor;
        body.joint.gear_ratio = c->gear;
        body.joint.limit = (cdy_limit){
            .given = true, .lower = -9, .upper = 9, .effort = l->limit > 0 ? l->limit : 1e9, .velocity = 99};
        if (c->leader != i) {
            body.joint.mimic = (cdy_mimic){names[c->leader][1], c->multiplier, c->offset};
        }
        add_body(tree, &body, "base");
    }
    robot r = make_robot(tree);
    ck_assert_int_eq(r.nv, CARTS);
    if (l->drives) {
        cdy_drive_options o = all_drives();
        o.friction_width = friction_width;
        set_drives(&r, o);
    }
    return r;
}

/* ---- the equations of motion: m x'' = F(t, x, v), -dF/dx = K, -dF/dv = D ---- */

static void masses(const law *l, double m[CARTS])
{
    memset(m, 0, CARTS * sizeof *m);
    for (int i = 0; i < BODIES; i++) {
        const cart *c = &carts[i];
        const double rotor = l->drives ? c->rotor * c->gear * c->gear : 0;
        m[c->leader] += c->multiplier * c->multiplier * (c->mass + rotor);
    }
}

static double cut(double x, double limit)
{
    return limit > 0 ? fmin(fmax(x, -limit), limit) : x;
}

static void force(law *l, double t, const double *x, const double *v, double F[CARTS])
{
    drive_carts(l, t, x, v, F);
    for (int i = 0; i < CARTS; i++) {
        F[i] = cut(F[i], l->limit);
    }
    for (int i = 0; i < BODIES && l->drives; i++) {
        const cart *c = &carts[i];
        const double p = c->multiplier * x[c->leader] + c->offset, s = c->multiplier * v[c->leader];
        F[c->leader] -=
            c->multiplier * (c->damping * s + c->friction * tanh(s / friction_width) + c->stiffness * (p - c->rest));
    }
}

/* A force that is cut to its limit has no slope. */
static void slopes(law *l, bool of_law, double t, const double *x, const double *v, double K[CARTS], double D[CARTS])
{
    memset(K, 0, CARTS * sizeof *K);
    memset(D, 0, CARTS * sizeof *D);
    if (of_law) {
        double tau[CARTS];
        slopes_of_law(l, t, x, v, K, D);
        if (l->limit > 0) {
            drive_carts(l, t, x, v, tau);
        }
        for (int i = 0; i < CARTS && l->limit > 0; i++) {
            K[i] = fabs(tau[i]) >= l->limit ? 0 : K[i];
            D[i] = fabs(tau[i]) >= l->limit ? 0 : D[i];
        }
    }
    for (int i = 0; i < BODIES && l->drives; i++) {
        const cart *c = &carts[i];
        const double part = tanh(c->multiplier * v[c->leader] / friction_width), m2 = c->multiplier * c->multiplier;
        K[c->leader] += m2 * c->stiffness;
        D[c->leader] += m2 * (c->damping + c->friction / friction_width * (1 - part * part));
    }
}

/* ---- explicit steps ---- */

typedef struct state {
    double x[CARTS], v[CARTS];
} state;

static state plus(state a, double h, state rate)
{
    for (int i = 0; i < CARTS; i++) {
        a.x[i] += h * rate.x[i];
        a.v[i] += h * rate.v[i];
    }
    return a;
}

static state rate_at(law *l, double t, state s)
{
    state rate = {.x = {0}};
    double F[CARTS], m[CARTS];
    masses(l, m);
    force(l, t, s.x, s.v, F);
    for (int i = 0; i < CARTS; i++) {
        rate.x[i] = s.v[i];
        rate.v[i] = F[i] / m[i];
    }
    return rate;
}

static state euler(law *l, double t, double h, state s)
{
    const state rate = rate_at(l, t, s);
    for (int i = 0; i < CARTS; i++) {
        s.v[i] += h * rate.v[i];
        s.x[i] += h * s.v[i];
    }
    return s;
}

static state rk4(law *l, double t, double h, state s)
{
    const state k1 = rate_at(l, t, s), k2 = rate_at(l, t + h / 2, plus(s, h / 2, k1)),
                k3 = rate_at(l, t + h / 2, plus(s, h / 2, k2)), k4 = rate_at(l, t + h, plus(s, h, k3));
    return plus(plus(plus(plus(s, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
}

/* The discrete Lagrangian of a constant mass: with the mean velocity u and F at the middle of the step, m u = m v0 +
 * h/2 F and m v1 = m u + h/2 F, solved by fixed-point iteration. */
static state variational(law *l, double t, double h, state s)
{
    state end = s;
    double m[CARTS], F[CARTS], u[CARTS];
    masses(l, m);
    memcpy(u, s.v, sizeof u);
    for (int k = 0; k < 200; k++) {
        double middle[CARTS];
        for (int i = 0; i < CARTS; i++) {
            middle[i] = s.x[i] + h / 2 * u[i];
        }
        force(l, t + h / 2, middle, u, F);
        for (int i = 0; i < CARTS; i++) {
            u[i] = s.v[i] + h / 2 * F[i] / m[i];
        }
    }
    for (int i = 0; i < CARTS; i++) {
        end.x[i] = s.x[i] + h * u[i];
        end.v[i] = u[i] + h / 2 * F[i] / m[i];
    }
    return end;
}

/* ---- the implicit step ---- */

typedef struct adaptive {
    law *l;
    bool with_slopes;
    double absolute, relative, length; /* tolerances; of the next inner step, 0: not known */
    state s;
    state rate; /* at s, where it is known */
    bool knows_rate;
} adaptive;

/* `count` linearly implicit Euler steps over the time H. */
static state chain(adaptive *a, double t, double H, int count, const double *K, const double *D)
{
    state s = a->s;
    double m[CARTS], F[CARTS];
    const double h = H / count;
    masses(a->l, m);
    for (int k = 1; k <= count; k++) {
        force(a->l, t + H * k / count, s.x, s.v, F);
        for (int i = 0; i < CARTS; i++) {
            s.v[i] += h * (F[i] - h * K[i] * s.v[i]) / (m[i] + h * D[i] + h * h * K[i]);
            s.x[i] += h * s.v[i];
        }
    }
    return s;
}

/* Aitken and Neville's table over 1, 2, 3, 4 steps: the last two entries of its last row. */
static void extrapolate(adaptive *a, double t, double H, const double *K, const double *D, state *high, state *low)
{
    state table[4][4];
    for (int j = 0; j < 4; j++) {
        table[j][0] = chain(a, t, H, j + 1, K, D);
        for (int k = 1; k <= j; k++) {
            const double factor = 1 / ((j + 1.0) / (j + 1.0 - k) - 1);
            table[j][k] = plus(plus(table[j][k - 1], factor, table[j][k - 1]), -factor, table[j - 1][k - 1]);
        }
    }
    *high = table[3][3];
    *low = table[3][2];
}

/* The results of orders 5 and 4 of Dormand and Prince's formulas, and the rate at that of order 5. */
static void dormand_prince(adaptive *a, double t, double H, state *high, state *low, state *rate)
{
    static const double nodes[7] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
    static const double stages[7][6] = {{0},
                                        {1.0 / 5},
                                        {3.0 / 40, 9.0 / 40},
                                        {44.0 / 45, -56.0 / 15, 32.0 / 9},
                                        {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                                        {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                                        {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
    static const double fourth[7] = {5179.0 / 57600, 0,       7571.0 / 16695, 393.0 / 640, -92097.0 / 339200,
                                     187.0 / 2100,   1.0 / 40};
    state k[7];
    *low = a->s;
    for (int i = 0; i < 7; i++) {
        *high = a->s;
        for (int j = 0; j < i; j++) {
            *high = plus(*high, H * stages[i][j], k[j]);
        }
        k[i] = i == 0 && a->knows_rate ? a->rate : rate_at(a->l, t + H * nodes[i], *high);
        *low = plus(*low, H * fourth[i], k[i]);
    }
    a->rate = k[0];
    a->knows_rate = true;
    *rate = k[6];
}

/* The error in parts of the tolerance: of each coordinate and its velocity in sum. */
static double error_of(const adaptive *a, const state *high, const state *low)
{
    double most = 0;
    for (int i = 0; i < CARTS; i++) {
        const double speed = fmax(fabs(a->s.v[i]), fabs(high->v[i]));
        most = fmax(most, fabs(high->x[i] - low->x[i]) / (a->absolute + a->relative) +
                              fabs(high->v[i] - low->v[i]) / (a->absolute + a->relative * speed));
    }
    return most;
}

/* An inner step of length H with slopes, by extrapolation of order 4, or without, by Dormand and Prince: *rate is
 * written by the latter. Returns the order of the error. */
static int step_by_slopes(adaptive *a, double t, double H, state *high, state *low, state *rate)
{
    double K[CARTS], D[CARTS];
    bool coupled = false;
    slopes(a->l, a->with_slopes, t, a->s.x, a->s.v, K, D);
    for (int i = 0; i < CARTS; i++) {
        coupled = coupled || K[i] > 0 || D[i] > 0;
    }
    if (coupled) {
        extrapolate(a, t, H, K, D, high, low);
        a->knows_rate = false;
        return 4;
    }
    dormand_prince(a, t, H, high, low, rate);
    return 5;
}

/* Inner steps of the length at which the error of the lower order would be 0.9^4 or 0.9^5 of the tolerance, 0.1 to 4
 * times the one before, at most 0.8 of one that is refused; what is left of the step is halved before a short rest
 * would remain. The law is asked again at the beginning of a step. */
static void implicit(adaptive *a, double t, double h)
{
    double length = a->length > 0 ? fmin(a->length, h) : h, passed = 0;
    a->knows_rate = false;
    while (passed < h) {
        const bool last = length >= (h - passed) * (1 - 1e-12);
        const double inner = last ? h - passed : fmin(length, (h - passed) / 2);
        state high, low, rate = {{0}, {0}};
        const int order = step_by_slopes(a, t + passed, inner, &high, &low, &rate);
        const double error = error_of(a, &high, &low);
        const double factor = error > 0 ? fmin(fmax(0.9 * pow(error, -1.0 / order), 0.1), 4) : 4;
        if (error > 1) {
            length = inner * fmin(factor, 0.8);
            continue;
        }
        a->s = high;
        a->rate = rate;
        passed = last ? h : passed + inner;
        length = last ? fmax(length, inner * factor) : inner * factor;
    }
    a->length = length;
}

/* ---- comparison ---- */

/* Laws: smooth, stiff, with drives, with drives alone, saturated, at rest. */
static const law laws[] = {
    {{3, -2}, {4, 1}, {0.5, 0.2}, 7, 0, false, true, 0},  {{30, 20}, {400, 10}, {50, 300}, 11, 0, false, false, 0},
    {{3, -2}, {4, 1}, {0.5, 0.2}, 7, 0, true, true, 0},   {{0, 0}, {0, 0}, {0, 0}, 1, 0, true, false, 0},
    {{30, 20}, {40, 10}, {5, 8}, 5, 12, false, false, 0}, {{0, 0}, {0, 0}, {0, 0}, 1, 0, false, false, 0},
};
enum { LAWS = sizeof laws / sizeof *laws };

static cdy_simulation *drive(const robot *r, law *l, cdy_simulation_options o, const state *s, double t)
{
    cdy_error error = {0};
    cdy_simulation *made = NULL;
    o.control = drive_carts;
    o.control_user = l;
    o.saturate = l->limit > 0;
    ck_assert_ok(cdy_simulation_create(r->model, &o, &made, &error), error);
    ck_assert_ok(cdy_simulation_set_state(made, t, s->x, s->v, &error), error);
    return made;
}

static void check_state(const cdy_simulation *made, const state *expected, double tolerance)
{
    ck_assert_near(cdy_simulation_q(made), expected->x, CARTS, tolerance);
    ck_assert_near(cdy_simulation_qd(made), expected->v, CARTS, tolerance);
}

static const state start = {{0.3, -0.2}, {0.8, -1.1}};

START_TEST(steps_are_those_of_the_formulas)
{
    static state (*const formulas[])(law *, double, double, state) = {euler, rk4, variational};
    static const int calls[2] = {1, 4};
    law ours = laws[_i % LAWS], theirs = ours;
    const int kind = _i / LAWS;
    const double t = 0.4, h = 0.004;
    robot r = make_carts(&ours);
    cdy_simulation_options o = cdy_simulation_options_default();
    o.integrator = integrators[kind];
    o.step = h;
    cdy_simulation *made = drive(&r, &theirs, o, &start, t);
    state s = start;
    for (int k = 0; k < 20; k++) {
        s = formulas[kind](&ours, t + h * k, h, s);
        run(made, 1);
        check_state(made, &s, 1e-12);
    }
    ck_assert(kind == 2 || theirs.calls == 20 * calls[kind]);
    cdy_simulation_destroy(made);
    free_robot(&r);
}
END_TEST

/* The same inner steps, by the number of calls of the law, and the same motion. */
START_TEST(implicit_steps_are_those_of_the_formulas)
{
    static const double tolerances[][2] = {{0, 0}, {1e-9, 1e-4}, {1e-6, 1e-11}};
    const double *given = tolerances[_i / LAWS % 3], t = 0.4, h = 0.05;
    law ours = laws[_i % LAWS], theirs = ours;
    const bool with_slopes = _i < 3 * LAWS;
    robot r = make_carts(&ours);
    cdy_simulation_options o = cdy_simulation_options_default();
    o.step = h;
    o.absolute_tolerance = given[0];
    o.relative_tolerance = given[1];
    o.control_slopes = with_slopes ? slopes_of_law : NULL;
    cdy_simulation *made = drive(&r, &theirs, o, &start, t);
    for (int again = 0; again < 2; again++) { /* a state that is set anew forgets the length of the steps before */
        adaptive a = {.l = &ours,
                      .with_slopes = with_slopes,
                      .absolute = given[0] > 0 ? given[0] : 1e-7,
                      .relative = given[1] > 0 ? given[1] : 1e-5,
                      .s = start};
        cdy_error error = {0};
        ck_assert_ok(cdy_simulation_set_state(made, t, start.x, start.v, &error), error);
        for (int k = 0; k < 12; k++) {
            implicit(&a, t + h * k, h);
            run(made, 1);
            check_state(made, &a.s, 1e-10);
            ck_assert_msg(theirs.calls == ours.calls, "step %d: %d calls, not %d", k, theirs.calls, ours.calls);
        }
    }
    cdy_simulation_destroy(made);
    free_robot(&r);
}
END_TEST

/* Torques that are sampled hold through the step, and have no slopes. */
START_TEST(sampled_torques_hold)
{
    law l = laws[0];
    const double t = 0.4, h = 0.03;
    robot r = make_carts(&l);
    cdy_simulation_options o = cdy_simulation_options_default();
    o.integrator = integrators[_i];
    o.step = h;
    o.sampled_control = true;
    o.control_slopes = slopes_of_law;
    SKIP_WITHOUT(integrators[_i]);
    cdy_simulation *made = drive(&r, &l, o, &start, t);
    state s = start;
    for (int k = 0; k < 5; k++) {
        const state rate = rate_at(&l, t + k * h, s);
        for (int i = 0; i < CARTS; i++) {
            s.x[i] += h * s.v[i] + (integrators[_i] == CDY_SEMI_IMPLICIT_EULER ? h * h : h * h / 2) * rate.v[i];
            s.v[i] += h * rate.v[i];
        }
        run(made, 1);
        check_state(made, &s, integrators[_i] == CDY_CVODE_STIFF || integrators[_i] == CDY_CVODE ? 1e-6 : 1e-13);
    }
    ck_assert_int_eq(l.calls, 10); /* half of them are the test's */
    cdy_simulation_destroy(made);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("step_formulas");
    TCase *tests = tcase_create("formulas");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, steps_are_those_of_the_formulas, 0, 3 * LAWS);
    tcase_add_loop_test(tests, implicit_steps_are_those_of_the_formulas, 0, 6 * LAWS);
    tcase_add_loop_test(tests, sampled_torques_hold, 0, INTEGRATORS);
    return run_suites(suite, NULL);
}

/* Time-optimal timing within limits of contact: closed forms of a cart and of a planar arm, samples ten times as dense
 * as those of the other limits beside masses by forward dynamics, and refusals. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/trajectory.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16, POINTS = 4 };
static const double none = HUGE_VAL;

typedef struct problem {
    robot r;
    double velocity[MOST], acceleration[MOST], effort[MOST], jerk[MOST];
    bool limits_jerk;
    cdy_contact_point contacts[2];
    size_t contact_count;
} problem;

static void fill(double *limits, double value)
{
    for (int i = 0; i < MOST; i++) {
        limits[i] = value;
    }
}

static problem make_problem(robot r)
{
    problem p = {.r = r};
    fill(p.velocity, none);
    fill(p.acceleration, none);
    fill(p.effort, none);
    fill(p.jerk, none);
    return p;
}

static cdy_trajectory_options options_of(const problem *p)
{
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.profile = CDY_PROFILE_TIME_OPTIMAL;
    options.velocity = p->velocity;
    options.acceleration = p->acceleration;
    options.effort = p->effort;
    options.jerk = p->limits_jerk ? p->jerk : NULL;
    options.contacts = p->contacts;
    options.contact_count = p->contact_count;
    return options;
}

static cdy_trajectory *make(const problem *p, size_t count, const double *q)
{
    const cdy_trajectory_options options = options_of(p);
    cdy_trajectory *trajectory = NULL;
    cdy_error error = {0};
    ck_assert_ok(cdy_trajectory_create(p->r.model, count, q, &options, &trajectory, &error), error);
    return trajectory;
}

static double duration_of(const problem *p, size_t count, const double *q)
{
    cdy_trajectory *trajectory = make(p, count, q);
    const double T = cdy_trajectory_duration(trajectory);
    cdy_trajectory_destroy(trajectory);
    return T;
}

/* A cart of 2 kg on a level rail, with accelerations up to 3 m/s2. */
static problem make_cart(void)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("cart", "rail", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    problem p = make_problem(make_robot(tree));
    p.acceleration[0] = 3;
    p.contact_count = 1;
    p.contacts[0].frame = 1;
    return p;
}

/* The trapezoid d / v + v / a, with v of the reduced mass: mu = 1 / (1 / 6 + 1 / 2) = 1.5 kg, F / sqrt(mu k) and
 * sqrt(2 E / mu); 6 kg where the cart does not yield, 2 kg where the region does not. */
START_TEST(a_cart_keeps_the_speed_of_its_reduced_mass)
{
    const bool locked[1] = {true};
    const struct {
        cdy_contact_limit limit;
        bool locked;
        double speed;
    } cases[] = {{{.force = 20, .stiffness = 150, .mass = 6}, false, 20 / 15.0},
                 {{.energy = 0.75, .mass = 6}, false, 1},
                 {{.force = 20, .stiffness = 150, .energy = 0.75, .mass = 6}, false, 1},
                 {{.force = 20, .stiffness = 150, .mass = 6}, true, 20 / 30.0},
                 {{.energy = 0.25, .mass = (double)INFINITY}, false, 0.5}};
    const double q[2] = {1, 4}, d = 3, a = 3;
    problem p = make_cart();
    for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
        const double v = cases[i / 2].speed;
        p.contacts[0].limit = cases[i / 2].limit;
        p.contacts[0].locked = cases[i / 2].locked ? locked : NULL;
        p.limits_jerk = i % 2 == 1;
        p.jerk[0] = 40;
        const double T = d / v + v / a + (p.limits_jerk ? a / p.jerk[0] : 0), made = duration_of(&p, 2, q);
        ck_assert_double_le(made, (p.limits_jerk ? 1.004 : 1.001) * T);
        ck_assert_double_ge(made, T);
    }
    free_robot(&p.r);
}
END_TEST

/* Limits of contact are those of the user, whatever the scale of the robot's. */
START_TEST(the_scale_leaves_contacts)
{
    const double q[2] = {1, 4};
    problem p = make_cart();
    cdy_trajectory_options options = options_of(&p);
    cdy_trajectory *trajectory = NULL;
    cdy_error error = {0};
    p.contacts[0].limit = (cdy_contact_limit){.energy = 0.75, .mass = 6};
    options.scale = 2;
    ck_assert_ok(cdy_trajectory_create(p.r.model, 2, q, &options, &trajectory, &error), error);
    const double T = 3 + 1 / 6.0, made = cdy_trajectory_duration(trajectory);
    ck_assert(made >= T && made <= 1.001 * T);
    cdy_trajectory_destroy(trajectory);
    free_robot(&p.r);
}
END_TEST

/* ---- a planar arm by hand ---- */

enum { ARM_LINKS = 2 };
static const double arm_length[ARM_LINKS] = {0.7, 0.5}, arm_mass[ARM_LINKS] = {4, 1.5};

/* Links about z, each a mass at its end, and a tip at the end of the second. */
static problem make_planar_arm(void)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body upper = make_body("upper", "shoulder", CDY_JOINT_REVOLUTE),
             lower = make_body("lower", "elbow", CDY_JOINT_REVOLUTE);
    set_inertial(&upper, arm_mass[0], arm_length[0], 0, 0, (double[6]){0});
    set_inertial(&lower, arm_mass[1], arm_length[1], 0, 0, (double[6]){0});
    set_axis(&upper, 0, 0, 1);
    set_axis(&lower, 0, 0, 1);
    lower.joint.origin.xyz[0] = arm_length[0];
    add_body(tree, &upper, "base");
    add_body(tree, &lower, "upper");
    problem p = make_problem(make_robot(tree));
    p.contact_count = 1;
    p.contacts[0] = (cdy_contact_point){.frame = cdy_model_find_frame(p.r.model, "lower"), .point = {arm_length[1]}};
    fill(p.acceleration, 12);
    fill(p.velocity, 6);
    return p;
}

/* The share of the allowed speed by the textbook's matrices: M of two masses at the ends, J of the tip. */
static double planar_share(const cdy_contact_limit *limit, const double *q, const double *qd)
{
    const double l = arm_length[0], k = arm_length[1], m = arm_mass[1], c = cos(q[1]);
    const double M[3] = {(arm_mass[0] + m) * l * l + m * k * k + 2 * m * l * k * c, m * k * k + m * l * k * c,
                         m * k * k};
    const double s1 = sin(q[0]), c1 = cos(q[0]), s12 = sin(q[0] + q[1]), c12 = cos(q[0] + q[1]);
    const double J[2][2] = {{-l * s1 - k * s12, -k * s12}, {l * c1 + k * c12, k * c12}};
    const double v[2] = {J[0][0] * qd[0] + J[0][1] * qd[1], J[1][0] * qd[0] + J[1][1] * qd[1]};
    const double speed = hypot(v[0], v[1]), det = M[0] * M[2] - M[1] * M[1];
    if (!(speed > 0)) {
        return 0;
    }
    const double r[2] = {(v[0] * J[0][0] + v[1] * J[1][0]) / speed, (v[0] * J[0][1] + v[1] * J[1][1]) / speed};
    const double mobility = (M[2] * r[0] * r[0] - 2 * M[1] * r[0] * r[1] + M[0] * r[1] * r[1]) / det;
    return speed * sqrt(limit->stiffness / (1 / limit->mass + mobility)) / limit->force;
}

/* The largest share of all limits in samples at ten times the usual rate, and the part of the time in which contact is
 * used to 99 %. */
START_TEST(a_planar_arm_keeps_the_speed_by_hand)
{
    const double way[3][2] = {{0.2, 0.4}, {1.1, 1.5}, {2.3, 0.3}};
    problem p = make_planar_arm();
    p.limits_jerk = _i == 1;
    fill(p.jerk, 300);
    p.contacts[0].limit = (cdy_contact_limit){.force = 140, .stiffness = 25e3, .mass = 4};
    cdy_trajectory *trajectory = make(&p, 3, way[0]);
    const double T = cdy_trajectory_duration(trajectory), rate = 10000;
    double most = 0, least = 1;
    int bound = 0, count = 0;
    for (; count / rate < T; count++) {
        double q[2], qd[2], qdd[2];
        cdy_trajectory_evaluate(trajectory, count / rate, q, qd, qdd, NULL);
        const double share = planar_share(&p.contacts[0].limit, q, qd);
        double used = share;
        for (int i = 0; i < 2; i++) {
            used = fmax(used, fmax(fabs(qd[i]) / p.velocity[i], fabs(qdd[i]) / p.acceleration[i]));
        }
        bound += share > 0.99;
        most = fmax(most, used);
        least = fmin(least, used);
    }
    ck_assert_double_le(most, 1);
    ck_assert_double_ge(most, 0.999);
    ck_assert(p.limits_jerk || least >= 0.99);
    ck_assert_int_ge(3 * bound, count); /* the limit of contact rules at least a third of the time */
    cdy_trajectory_destroy(trajectory);
    free_robot(&p.r);
}
END_TEST

/* Way points between which the mass of the tip, and with it the speed that the limits allow, change much from place
 * to place: whatever the energy, limits of jerk that hardly bind cost little time. */
START_TEST(low_limits_of_contact_are_kept_with_limits_of_jerk)
{
    static const double energies[] = {0.5, 0.1, 1e-2, 1e-3, 1e-6};
    uint64_t state = 3;
    double way[POINTS * 6];
    problem p = make_problem(load_bundled_robot("universalUR5e"));
    cdy_error error = {0};
    ck_assert_ok(cdy_tree_motion_limits(p.r.tree, p.r.model, p.velocity, p.acceleration, p.effort, &error), error);
    fill(p.acceleration, 8);
    fill(p.jerk, 300);
    for (int k = 0; k < POINTS; k++) {
        cdy_random_configuration(p.r.model, &state, way + 6 * k);
    }
    p.contact_count = 1;
    p.contacts[0] = (cdy_contact_point){.frame = cdy_model_find_frame(p.r.model, "tool0"),
                                        .point = {0.05, 0.02, 0.1},
                                        .limit = {.energy = energies[_i], .mass = 4}};
    p.limits_jerk = false;
    const double free = duration_of(&p, POINTS, way);
    p.limits_jerk = true;
    const double limited = duration_of(&p, POINTS, way);
    ck_assert_msg(limited >= 0.999 * free && limited <= 1.02 * free, "%.9g s, and %.9g s without limits of jerk",
                  limited, free);
    free_robot(&p.r);
}
END_TEST

/* ---- arms ---- */

static const char *const arms[] = {"universalUR5e", "kukaIiwa14", "omronEcobra600"};
enum { ARMS = sizeof arms / sizeof arms[0] };

static problem make_arm(int number, bool drives, double *q)
{
    problem p = make_problem(load_bundled_robot(arms[number]));
    cdy_error error = {0};
    uint64_t seed = 5;
    double drawn[MOST];
    ck_assert_int_le(p.r.nv, MOST);
    ck_assert_ok(cdy_tree_motion_limits(p.r.tree, p.r.model, p.velocity, p.acceleration, p.effort, &error), error);
    fill(p.acceleration, 15);
    for (int k = 0; k < POINTS; k++) {
        draw_array(&seed, 1, drawn, p.r.nq);
        for (int i = 0; i < p.r.nq; i++) {
            cdy_coordinate c;
            cdy_model_position(p.r.model, i, &c);
            const bool limited = isfinite(c.lower) && isfinite(c.upper);
            const double center = limited ? (c.lower + c.upper) / 2 : 0, half = limited ? (c.upper - c.lower) / 2 : 2;
            q[k * p.r.nq + i] = center + 0.35 * half * drawn[i];
        }
    }
    if (drives) {
        cdy_drive_options options = cdy_drive_options_default();
        options.damping = options.friction = true;
        ck_assert_ok(cdy_model_set_drives(p.r.model, &options, &error), error);
    }
    const int last = cdy_model_frame_count(p.r.model) - 1;
    p.contacts[0] = (cdy_contact_point){
        .frame = last, .point = {0.02, -0.05, 0.1}, .limit = {.force = 280, .stiffness = 75e3, .mass = 4}};
    p.contacts[1] = (cdy_contact_point){.frame = last / 2, .limit = {.energy = 0.5, .mass = (double)INFINITY}};
    p.contact_count = 2;
    return p;
}

/* The share by accelerations: a force 1 along u changes the acceleration of the point along u by 1 / m.  Friction acts
 * alike with and without the force. */
static double contact_share(const problem *p, const cdy_contact_point *c, const double *q, const double *qd)
{
    const int n = p->r.nv;
    double J[6 * MOST], T[16], row[3][MOST], v[3] = {0}, tau[MOST], with[MOST], without[MOST], mobility = 0;
    cdy_error error = {0};
    ck_assert_ok(cdy_geometric_jacobian(p->r.model, p->r.work, c->frame, CDY_AXES_BASE, q, J, &error), error);
    ck_assert_ok(cdy_get_transform(p->r.model, p->r.work, c->frame, 0, q, T, &error), error);
    double arm[3];
    for (int k = 0; k < 3; k++) {
        arm[k] = T[4 * k] * c->point[0] + T[4 * k + 1] * c->point[1] + T[4 * k + 2] * c->point[2];
    }
    for (int i = 0; i < n; i++) {
        const double w[3] = {J[i], J[n + i], J[2 * n + i]};
        for (int k = 0; k < 3; k++) {
            const int a = (k + 1) % 3, b = (k + 2) % 3;
            row[k][i] = J[(3 + k) * n + i] + w[a] * arm[b] - w[b] * arm[a];
            v[k] += row[k][i] * qd[i];
        }
    }
    const double speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (!(speed > 1e-12)) {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        tau[i] = (v[0] * row[0][i] + v[1] * row[1][i] + v[2] * row[2][i]) / speed;
    }
    ck_assert_ok(cdy_forward_dynamics(p->r.model, p->r.work, q, NULL, tau, NULL, with, &error), error);
    ck_assert_ok(cdy_forward_dynamics(p->r.model, p->r.work, q, NULL, NULL, NULL, without, &error), error);
    for (int i = 0; i < n; i++) {
        mobility += tau[i] * (with[i] - without[i]);
    }
    const double reduced = 1 / (1 / c->limit.mass + mobility);
    const double by_force = c->limit.force > 0 ? c->limit.force / sqrt(reduced * c->limit.stiffness) : none;
    const double by_energy = c->limit.energy > 0 ? sqrt(2 * c->limit.energy / reduced) : none;
    return speed / fmin(by_force, by_energy);
}

static double usage(const problem *p, const double *q, const double *qd, const double *qdd, double *contact)
{
    double tau[MOST], most = 0;
    cdy_error error = {0};
    *contact = 0;
    ck_assert_ok(cdy_inverse_dynamics(p->r.model, p->r.work, q, qd, qdd, NULL, tau, &error), error);
    for (int i = 0; i < p->r.nv; i++) {
        most = fmax(most, fmax(fabs(qd[i]) / p->velocity[i], fabs(qdd[i]) / p->acceleration[i]));
        most = fmax(most, fabs(tau[i]) / p->effort[i]);
    }
    for (size_t k = 0; k < p->contact_count; k++) {
        *contact = fmax(*contact, contact_share(p, &p->contacts[k], q, qd));
    }
    return fmax(most, *contact);
}

/* At ten times the rate of the other limits' test: nothing is exceeded, and a limit binds everywhere. */
START_TEST(contacts_bind_and_are_never_exceeded)
{
    double points[POINTS * MOST], q[MOST], qd[MOST], qdd[MOST], most = 0, least = 1;
    const int variant = _i / ARMS; /* 1: friction, 2: limits of jerk */
    problem p = make_arm(_i % ARMS, variant == 1, points);
    p.limits_jerk = variant == 2;
    fill(p.jerk, 200);
    cdy_trajectory *trajectory = make(&p, POINTS, points);
    const double T = cdy_trajectory_duration(trajectory), rate = UNLESS_WATCHED(10000, 1000);
    int bound = 0;
    for (int i = 0; i / rate < T; i++) {
        double contact;
        cdy_trajectory_evaluate(trajectory, i / rate, q, qd, qdd, NULL);
        const double used = usage(&p, q, qd, qdd, &contact);
        most = fmax(most, used);
        least = fmin(least, used);
        bound += contact > 0.99;
    }
    ck_assert_msg(most <= 1, "%.9g of a limit is used", most);
    ck_assert_msg(p.limits_jerk || least >= 0.99, "only %.9g of a limit is used", least);
    ck_assert_int_ge(bound, (int)(rate * T / 10));
    cdy_trajectory_destroy(trajectory);
    free_robot(&p.r);
}
END_TEST

/* A limit that never binds changes nothing. */
START_TEST(wide_limits_change_nothing)
{
    double points[POINTS * MOST];
    problem p = make_arm(0, false, points);
    p.contacts[0].limit = p.contacts[1].limit = (cdy_contact_limit){.energy = 1e9, .mass = 1};
    const double with = duration_of(&p, POINTS, points);
    p.contact_count = 0;
    ck_assert_double_eq(with, duration_of(&p, POINTS, points));
    free_robot(&p.r);
}
END_TEST

/* Straight lines of a frame: the tool keeps its speed on the line. */
START_TEST(lines_keep_contacts)
{
    double points[POINTS * MOST], T[2][16], contact, most = 0, q[MOST], qd[MOST], qdd[MOST];
    problem p = make_arm(0, false, points);
    cdy_error error = {0};
    const double start[6] = {0, -1.5, 1.5, 0, 0.5, 0};
    const int tool = cdy_model_find_frame(p.r.model, "tool0");
    ck_assert_ok(cdy_get_transform(p.r.model, p.r.work, tool, 0, start, T[0], &error), error);
    memcpy(T[1], T[0], sizeof T[0]);
    T[1][11] += 0.2;
    p.contacts[0].frame = tool;
    p.contacts[0].limit.force = 100;
    p.contact_count = 1;
    const cdy_trajectory_options options = options_of(&p);
    cdy_trajectory *trajectory = NULL;
    ck_assert_ok(cdy_trajectory_create_lines(p.r.model, tool, 2, T[0], start, &options, &trajectory, &error), error);
    for (int i = 0; i / 10000.0 < cdy_trajectory_duration(trajectory); i++) {
        cdy_trajectory_evaluate(trajectory, i / 10000.0, q, qd, qdd, NULL);
        most = fmax(most, usage(&p, q, qd, qdd, &contact));
    }
    ck_assert_double_le(most, 1);
    ck_assert_double_ge(most, 0.999);
    cdy_trajectory_destroy(trajectory);
    free_robot(&p.r);
}
END_TEST

/* Points on the axis of the only joint are at rest but for rounding: they use no share of a limit. */
START_TEST(a_point_on_the_axis_uses_no_share)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body turn = make_body("upper", "shoulder", CDY_JOINT_CONTINUOUS);
    const double axis[3] = {0.3, -0.7, 0.9}, q[2] = {0.2, 1.7};
    set_axis(&turn, axis[0], axis[1], axis[2]);
    set_origin(&turn, 0.1, 0.7, 0.3, 0.4, 0.5, 0.6);
    set_inertial(&turn, 2, 0.1, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &turn, "base");
    problem p = make_problem(make_robot(tree));
    fill(p.acceleration, 3);
    const double free = duration_of(&p, 2, q);
    p.contact_count = 1;
    p.contacts[0] = (cdy_contact_point){.frame = cdy_model_find_frame(p.r.model, "upper"),
                                        .limit = {.energy = 1, .mass = (double)INFINITY}};
    for (int k = 1; k <= 20; k++) {
        for (int i = 0; i < 3; i++) {
            p.contacts[0].point[i] = 0.037 * k * axis[i];
        }
        ck_assert_double_eq_tol(duration_of(&p, 2, q), free, 1e-12);
    }
    free_robot(&p.r);
}
END_TEST

/* ---- refusals ---- */

static void check_refused(const problem *p, const cdy_trajectory_options *options, cdy_status expected,
                          const char *text)
{
    const double q[2] = {1, 4};
    cdy_trajectory *trajectory = NULL;
    cdy_error error = {0};
    ck_assert_int_eq(cdy_trajectory_create(p->r.model, 2, q, options, &trajectory, &error), expected);
    ck_assert_msg(strstr(error.text, text) != NULL, "'%s' lacks '%s'", error.text, text);
    ck_assert_ptr_null(trajectory);
}

START_TEST(what_cannot_be_kept_is_refused)
{
    problem p = make_cart();
    const cdy_contact_point good = {.frame = 1, .limit = {.energy = 1, .mass = 6}};
    const bool locked[1] = {true};
    p.contacts[0] = good;
    cdy_trajectory_options options = options_of(&p);
    options.profile = CDY_PROFILE_TRAPEZOID;
    check_refused(&p, &options, CDY_ERROR_ARGUMENT, "time-optimal");
    options.profile = CDY_PROFILE_TIME_OPTIMAL;
    options.contacts = NULL;
    check_refused(&p, &options, CDY_ERROR_ARGUMENT, "none given");
    options.contacts = p.contacts;
    p.contacts[0].frame = 9;
    check_refused(&p, &options, CDY_ERROR_ARGUMENT, "9");
    p.contacts[0] = good;
    p.contacts[0].point[1] = (double)NAN;
    check_refused(&p, &options, CDY_ERROR_ARGUMENT, "not finite");
    p.contacts[0] = good;
    p.contacts[0].limit.energy = 0;
    check_refused(&p, &options, CDY_ERROR_ARGUMENT, "limits are");
    p.contacts[0] = good;
    p.contacts[0].limit.mass = (double)INFINITY;
    p.contacts[0].locked = locked;
    check_refused(&p, &options, CDY_ERROR_NUMERIC, "yield");
    free_robot(&p.r);
}
END_TEST

START_TEST(running_out_of_memory_is_told)
{
    const double q[2] = {1, 4};
    problem p = make_cart();
    cdy_error error = {0};
    p.contacts[0].limit = (cdy_contact_limit){.energy = 1, .mass = 6};
    p.limits_jerk = _i == 1;
    p.jerk[0] = 40;
    const cdy_trajectory_options options = options_of(&p);
    bool failed = heap_is_counted();
    for (size_t number = 1; failed; number += 1 + number / 8) {
        cdy_trajectory *trajectory = NULL;
        const size_t live = heap_count().live;
        heap_fail_at(number);
        const cdy_status status = cdy_trajectory_create(p.r.model, 2, q, &options, &trajectory, &error);
        failed = heap_has_failed();
        heap_fail_at(0);
        ck_assert_int_eq(status, failed ? CDY_ERROR_MEMORY : CDY_OK);
        cdy_trajectory_destroy(trajectory);
        ck_assert_uint_eq(heap_count().live, live);
    }
    free_robot(&p.r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("contact_timing");
    TCase *closed = add_case(suite, "closed forms", a_cart_keeps_the_speed_of_its_reduced_mass);
    tcase_add_test(closed, the_scale_leaves_contacts);
    tcase_add_loop_test(closed, a_planar_arm_keeps_the_speed_by_hand, 0, 2);
    tcase_add_test(closed, a_point_on_the_axis_uses_no_share);
    tcase_add_test(closed, what_cannot_be_kept_is_refused);
    tcase_add_loop_test(closed, running_out_of_memory_is_told, 0, 2);
    TCase *robots = tcase_create("arms");
    suite_add_tcase(suite, robots);
    tcase_add_loop_test(robots, contacts_bind_and_are_never_exceeded, 0, 3 * ARMS);
    tcase_add_loop_test(robots, low_limits_of_contact_are_kept_with_limits_of_jerk, 0, 5);
    tcase_add_test(robots, wide_limits_change_nothing);
    tcase_add_test(robots, lines_keep_contacts);
    return run_suites(suite, NULL);
}

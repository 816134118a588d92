/* Contact: effective masses as closed forms, beside forward dynamics under a force and beside a robot whose joints are
 * welded; speeds by the energy of a spring. */
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/contact.h>
#include <condyle/drives.h>
#include <condyle/dynamics.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 40, MOST = 60 };

static const double g = 9.81;

/* A link of 1 m with 3 kg in a point at 0.8 m of it, about y. */
static cdy_body make_link(const char *name, const char *joint, cdy_joint_type type)
{
    cdy_body link = make_body(name, joint, type);
    set_inertial(&link, 3, 0.8, 0, 0, (double[6]){0});
    set_axis(&link, 0, 1, 0);
    return link;
}

static cdy_contact contact_of(const robot *r, const cdy_contact_state *state)
{
    cdy_contact found;
    cdy_error error = {0};
    ck_assert_ok(cdy_effective_mass(r->model, r->work, state, &found, &error), error);
    return found;
}

static int frame_of(const robot *r, const char *name)
{
    return cdy_model_find_frame(r->model, name);
}

/* m l^2 / x^2 at x across the link; along it and along its axis nothing gives way. */
START_TEST(a_pendulum_has_the_mass_of_its_lever)
{
    const double x[] = {0.8, 0.4, -2}, q = 0.7, qd = 3;
    cdy_tree *tree = make_tree("base", g);
    const cdy_body link = make_link("rod", "hinge", CDY_JOINT_REVOLUTE);
    add_body(tree, &link, "base");
    robot r = make_robot(tree);
    for (int i = 0; i < 3; i++) {
        const double across[3] = {0, 0, -5}, along[3] = {1, 0, 0}, axis[3] = {0, 1e-3, 0};
        cdy_contact_state s = {.frame = frame_of(&r, "rod"),
                               .point = {x[i]},
                               .direction = across,
                               .axes = CDY_AXES_BODY,
                               .q = &q,
                               .qd = &qd};
        cdy_contact c = contact_of(&r, &s);
        ck_assert_near(&c.mass, &(double){3 * 0.64 / (x[i] * x[i])}, 1, 1e-13 * c.mass);
        ck_assert_near(&c.speed, &(double){3 * x[i]}, 1, 1e-13);
        ck_assert_near(c.direction, ((double[3]){-sin(q), 0, -cos(q)}), 3, 1e-14);
        s.direction = along;
        c = contact_of(&r, &s);
        ck_assert(isinf(c.mass) && fabs(c.speed) < 1e-13);
        s.direction = axis;
        ck_assert(isinf(contact_of(&r, &s).mass));
    }
    free_robot(&r);
}
END_TEST

/* Without a direction it is that of the motion; at rest there is none. */
START_TEST(the_direction_is_that_of_the_motion)
{
    const double q = -0.4, qd = -2;
    cdy_tree *tree = make_tree("base", g);
    const cdy_body link = make_link("rod", "hinge", CDY_JOINT_REVOLUTE);
    add_body(tree, &link, "base");
    robot r = make_robot(tree);
    cdy_contact_state s = {.frame = frame_of(&r, "rod"), .point = {0.5}, .q = &q, .qd = &qd};
    cdy_contact c = contact_of(&r, &s);
    ck_assert_near(&c.speed, &(double){1}, 1, 1e-14);
    ck_assert_near(&c.mass, &(double){3 * 0.64 / 0.25}, 1, 1e-12);
    ck_assert_near(c.direction, ((double[3]){sin(q), 0, cos(q)}), 3, 1e-14);
    s.qd = NULL;
    c = contact_of(&r, &s);
    ck_assert(isnan(c.mass) && isnan(c.direction[0]) && fabs(c.speed) <= 0);
    free_robot(&r);
}
END_TEST

/* A rotor behind a gear adds its reflected inertia once it acts. */
START_TEST(rotors_are_felt)
{
    cdy_tree *tree = make_tree("base", g);
    cdy_body link = make_link("rod", "hinge", CDY_JOINT_REVOLUTE);
    link.joint.rotor_inertia = 1e-4;
    link.joint.gear_ratio = -100;
    add_body(tree, &link, "base");
    robot r = make_robot(tree);
    cdy_drive_options drives = cdy_drive_options_default();
    cdy_error error;
    const double down[3] = {0, 0, -1};
    const cdy_contact_state s = {.frame = frame_of(&r, "rod"), .point = {0.8}, .direction = down};
    ck_assert_near(&(double){contact_of(&r, &s).mass}, &(double){3}, 1, 1e-12);
    drives.rotors = true;
    ck_assert_ok(cdy_model_set_drives(r.model, &drives, &error), error);
    ck_assert_near(&(double){contact_of(&r, &s).mass}, &(double){3 + 1 / 0.64}, 1, 1e-12);
    free_robot(&r);
}
END_TEST

/* Two links, the second free, welded or locked: at q = (0, b) a blow across the second link. */
static robot make_two_links(double b, cdy_joint_type second)
{
    cdy_tree *tree = make_tree("base", g);
    const cdy_body upper = make_link("upper", "shoulder", CDY_JOINT_REVOLUTE);
    cdy_body lower = make_link("lower", "elbow", second);
    set_origin(&lower, 1, 0, 0, 0, second == CDY_JOINT_FIXED ? b : 0, 0);
    add_body(tree, &upper, "base");
    add_body(tree, &lower, "upper");
    return make_robot(tree);
}

START_TEST(locked_joints_are_as_welded_ones)
{
    const double b = 0.3 + 0.4 * _i, q[2] = {0.2, b}, across[3] = {0.3, 0, 1};
    const bool elbow[2] = {false, true}, both[2] = {true, true};
    robot free = make_two_links(b, CDY_JOINT_REVOLUTE), welded = make_two_links(b, CDY_JOINT_FIXED);
    cdy_contact_state s = {
        .frame = frame_of(&free, "lower"), .point = {0.7, 0, 0.1}, .direction = across, .axes = CDY_AXES_BODY, .q = q};
    cdy_contact_state t = s;
    t.frame = frame_of(&welded, "lower");
    const double whole = contact_of(&free, &s).mass;
    s.locked = elbow;
    const double locked = contact_of(&free, &s).mass;
    ck_assert_near(&locked, &(double){contact_of(&welded, &t).mass}, 1, 1e-12 * locked);
    ck_assert(locked > 1.01 * whole);
    s.locked = both;
    ck_assert(isinf(contact_of(&free, &s).mass));
    free_robot(&free);
    free_robot(&welded);
}
END_TEST

/* A force of 1 N at the point, in its direction, changes the acceleration of the point there by 1 / mass. */
START_TEST(a_force_accelerates_the_effective_mass)
{
    const uint64_t seed = (uint64_t)_i + 1;
    robot r = make_robot(random_tree(seed, 3 + _i % 9, RANDOM_JOINTS_ALL));
    uint64_t state = seed;
    double q[MOST], *fext = calloc((size_t)cdy_model_force_rows(r.model) * 6 + 1, sizeof *fext);
    double qdd[2][MOST], a[2][6], numbers[6];
    cdy_error error = {0};
    ck_assert_int_lt(r.nq, MOST);
    cdy_random_configuration(r.model, &state, q);
    const int frame = cdy_model_frame_count(r.model) - 1;
    draw_array(&state, 1, numbers, 6);
    const double *p = numbers, *f = numbers + 3, length = sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
    const cdy_contact_state s = {
        .frame = frame, .point = {p[0], p[1], p[2]}, .direction = f, .axes = CDY_AXES_BODY, .q = q};
    const double u[3] = {f[0] / length, f[1] / length, f[2] / length};
    const double wrench[6] = {
        p[1] * u[2] - p[2] * u[1], p[2] * u[0] - p[0] * u[2], p[0] * u[1] - p[1] * u[0], u[0], u[1], u[2]};
    const cdy_contact c = contact_of(&r, &s);
    for (int k = 0; k < 2; k++) {
        ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, NULL, NULL, k ? fext : NULL, qdd[k], &error), error);
        ck_assert_ok(cdy_frame_acceleration(r.model, r.work, frame, CDY_AXES_BODY, q, NULL, qdd[k], a[k], &error),
                     error);
        ck_assert_ok(cdy_external_force(r.model, r.work, frame, wrench, q, fext, &error), error);
    }
    double mobility = 0, size = 0;
    for (int k = 0; k < 6; k++) {
        const double along = k < 3 ? wrench[k] : u[k - 3];
        mobility += along * (a[1][k] - a[0][k]);
        size += fabs(along * a[0][k]) + fabs(along * a[1][k]);
    }
    if (isinf(c.mass)) {
        ck_assert(fabs(mobility) <= 1e-9 * (1 + size));
    } else {
        ck_assert(fabs(mobility - 1 / c.mass) <= 1e-9 * (mobility + size));
    }
    free(fext);
    free_robot(&r);
}
END_TEST

/* Half of mu v^2 is F^2 / (2 k), or the energy; the lower speed counts. */
START_TEST(a_blow_at_the_speed_reaches_the_limit)
{
    cdy_contact_limit limit = {.force = 280, .stiffness = 75e3, .mass = 0.6};
    const double mass = 9, mu = 0.6 * 9 / 9.6;
    double by_force, by_energy, both, wall;
    cdy_error error;
    ck_assert_ok(cdy_contact_speed(&limit, mass, &by_force, &error), error);
    ck_assert_near(&(double){mu * by_force * by_force / 2}, &(double){280.0 * 280 / 2 / 75e3}, 1, 1e-14);
    limit.energy = 0.3;
    ck_assert_ok(cdy_contact_speed(&limit, mass, &both, &error), error);
    limit.force = limit.stiffness = 0;
    ck_assert_ok(cdy_contact_speed(&limit, mass, &by_energy, &error), error);
    ck_assert_near(&(double){mu * by_energy * by_energy / 2}, &(double){0.3}, 1, 1e-15);
    ck_assert(by_energy < by_force && fabs(both - by_energy) <= 0);
    ck_assert_ok(cdy_contact_speed(&limit, (double)INFINITY, &wall, &error), error);
    ck_assert_near(&wall, &(double){sqrt(2 * 0.3 / 0.6)}, 1, 1e-15);
    limit.mass = (double)INFINITY;
    ck_assert_ok(cdy_contact_speed(&limit, mass, &wall, &error), error);
    ck_assert_near(&wall, &(double){sqrt(2 * 0.3 / 9)}, 1, 1e-15);
}
END_TEST

START_TEST(wrong_limits_are_refused)
{
    static const cdy_contact_limit wrong[] = {
        {.mass = 1},                           /* no limit */
        {.force = 100, .mass = 1},             /* no spring */
        {.force = -1, .energy = 1, .mass = 1}, /* below 0 */
        {.energy = 1},                         /* no mass */
        {.energy = 1, .mass = -2},
        {.energy = HUGE_VAL, .mass = 1}, /* not finite */
        {.force = 100, .stiffness = -1, .mass = 1},
        {.energy = 1, .stiffness = -5, .mass = 1},
        {.energy = 1, .stiffness = (double)NAN, .mass = 1},
    };
    const cdy_contact_limit good = {.energy = 1, .mass = 1};
    double speed = 5;
    cdy_error error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_fails(cdy_contact_speed(&wrong[i], 3, &speed, &error), CDY_ERROR_ARGUMENT, error);
    }
    ck_assert_fails(cdy_contact_speed(&good, 0, &speed, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_contact_speed(&good, (double)NAN, &speed, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_contact_speed(NULL, 1, &speed, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_contact_speed(&good, 1, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert(fabs(speed - 5) <= 0);
}
END_TEST

START_TEST(wrong_states_are_refused)
{
    const double zero[3] = {0}, wrong[3] = {1, (double)NAN, 0}, down[3] = {0, 0, -1};
    robot r = make_two_links(0, CDY_JOINT_REVOLUTE);
    cdy_contact c = {.mass = 5};
    cdy_error error;
    const cdy_contact_state states[] = {
        {.frame = 1, .direction = zero},
        {.frame = 1, .direction = wrong},
        {.frame = 1, .direction = down, .axes = (cdy_axes)7},
        {.frame = 1, .direction = down, .point = {(double)INFINITY}},
        {.frame = 99, .direction = down},
    };
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        ck_assert_fails(cdy_effective_mass(r.model, r.work, &states[i], &c, &error), CDY_ERROR_ARGUMENT, error);
    }
    ck_assert_fails(cdy_effective_mass(r.model, r.work, NULL, &c, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_effective_mass(r.model, r.work, &(cdy_contact_state){.frame = 1}, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert(fabs(c.mass - 5) <= 0);
    free_robot(&r);
}
END_TEST

/* Two links of 1 m stretched along x: down at the end F 1 m and F 2 m load elbow and shoulder beside the weights. */
START_TEST(clamping_forces_are_those_of_the_weakest_joint)
{
    const double down[3] = {0, 0, -1}, up[3] = {0, 0, 2}, along[3] = {1, 0, 0}, q[2] = {0, 0};
    double effort[2] = {120, 40}, weight[2], force;
    int velocity;
    robot r = make_two_links(0, CDY_JOINT_REVOLUTE);
    cdy_error error = {0};
    cdy_contact_state s = {
        .frame = cdy_model_find_frame(r.model, "lower"), .point = {1, 0, 0}, .q = q, .direction = down};
    ck_assert_ok(cdy_gravity_torque(r.model, r.work, q, weight, &error), error);
    for (int upward = 0; upward < 2; upward++) { /* the weights help to press down */
        s.direction = upward ? up : down;
        ck_assert_ok(cdy_clamping_force(r.model, r.work, &s, effort, &force, &velocity, &error), error);
        double least = HUGE_VAL;
        for (int i = 0; i < 2; i++) {
            const double held = upward ? effort[i] - fabs(weight[i]) : effort[i] + fabs(weight[i]);
            least = fmin(least, held / (i ? 1 : 2));
        }
        ck_assert_near(&force, &least, 1, 1e-12 * least);
        /* independent of the Jacobian: the force as an external one brings the joint to its effort, none beyond */
        double fext[12], tau[2], wrench[6] = {0, 0, 0, 0, 0, upward ? -force : force};
        double T[16];
        ck_assert_ok(cdy_get_transform(r.model, r.work, s.frame, 0, q, T, &error), error);
        wrench[1] = -(T[3] + T[0]) * wrench[5]; /* about the base's origin */
        memset(fext, 0, sizeof fext);
        ck_assert_ok(cdy_external_force(r.model, r.work, s.frame, wrench, NULL, fext, &error), error);
        ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, NULL, NULL, fext, tau, &error), error);
        ck_assert_near(&(double){fabs(tau[velocity])}, &effort[velocity], 1, 1e-9);
        ck_assert(fabs(tau[1 - velocity]) <= effort[1 - velocity] + 1e-9);
    }
    s.direction = along;
    ck_assert_ok(cdy_clamping_force(r.model, r.work, &s, effort, &force, &velocity, &error), error);
    ck_assert(isinf(force) && velocity == -1); /* a stretched arm has no bound along itself */
    s.direction = up;
    s.locked = (bool[2]){true, false};
    ck_assert_ok(cdy_clamping_force(r.model, r.work, &s, effort, &force, &velocity, &error), error);
    ck_assert_near(&force, &(double){effort[1] - fabs(weight[1])}, 1, 1e-12);
    s.locked = NULL;
    effort[0] = 1; /* less than the weight */
    ck_assert_ok(cdy_clamping_force(r.model, r.work, &s, effort, &force, &velocity, &error), error);
    ck_assert(fabs(force) <= 0 && velocity == 0);
    s.direction = NULL;
    ck_assert_ok(cdy_clamping_force(r.model, r.work, &s, effort, &force, NULL, &error), error);
    ck_assert(isnan(force));
    s.direction = up;
    effort[1] = -1;
    ck_assert_fails(cdy_clamping_force(r.model, r.work, &s, effort, &force, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_clamping_force(r.model, r.work, &s, effort, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    free_robot(&r);
}
END_TEST

/* Whether the weight helps to press or not, and whether the force loads the joint or not: a joint that cannot hold the
 * weight cannot press.  At 0 the shoulder bears 3 g (0.8 + 1.8) and the elbow 3 g 0.8. */
START_TEST(who_cannot_hold_the_weight_cannot_press)
{
    const double directions[][3] = {{0, 0, -1}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}}, q[2] = {0, 0};
    const double efforts[][2] = {{3 * 2.6 * 9.81 * 0.99, 1000}, {1000, 3 * 0.8 * 9.81 * 0.99}, {0, 0}};
    robot r = make_two_links(0, CDY_JOINT_REVOLUTE);
    cdy_error error = {0};
    double force;
    int velocity;
    for (int weak = 0; weak < 3; weak++) {
        for (int i = 0; i < 4; i++) {
            cdy_contact_state s = {
                .frame = frame_of(&r, "lower"), .point = {1, 0, 0}, .q = q, .direction = directions[i]};
            ck_assert_ok(cdy_clamping_force(r.model, r.work, &s, efforts[weak], &force, &velocity, &error), error);
            ck_assert(force >= 0 && force <= 0 && velocity == weak % 2);
            s.locked = (bool[2]){true, true};
            ck_assert_ok(cdy_clamping_force(r.model, r.work, &s, efforts[weak], &force, &velocity, &error), error);
            ck_assert(isinf(force) && velocity == -1);
        }
    }
    free_robot(&r);
}
END_TEST

/* A joint with an infinite effort does not bound the force: the other joint does; where both are infinite, nothing
 * does. */
START_TEST(infinite_efforts_bound_nothing)
{
    const double down[3] = {0, 0, -1}, q[2] = {0, 0};
    double efforts[2] = {HUGE_VAL, 100}, force;
    int velocity;
    robot r = make_two_links(0, CDY_JOINT_REVOLUTE);
    cdy_error error = {0};
    const cdy_contact_state s = {.frame = frame_of(&r, "lower"), .point = {1, 0, 0}, .q = q, .direction = down};
    ck_assert_ok(cdy_clamping_force(r.model, r.work, &s, efforts, &force, &velocity, &error), error);
    ck_assert_near(&force, &(double){100 + 3 * 0.8 * g}, 1, 1e-10);
    ck_assert_int_eq(velocity, 1);
    efforts[1] = HUGE_VAL;
    ck_assert_ok(cdy_clamping_force(r.model, r.work, &s, efforts, &force, &velocity, &error), error);
    ck_assert(isinf(force) && force > 0 && velocity == -1);
    efforts[1] = (double)NAN;
    ck_assert_fails(cdy_clamping_force(r.model, r.work, &s, efforts, &force, NULL, &error), CDY_ERROR_ARGUMENT, error);
    free_robot(&r);
}
END_TEST

/* A hinge about the vertical bears no weight: an effort of 0 there is enough, whatever the rounding. */
START_TEST(joints_without_weight_need_no_effort)
{
    const double q[2] = {0.7, 0.3}, down[3] = {0, 0, -1};
    const double efforts[2] = {0, 100};
    cdy_tree *tree = make_tree("base", g);
    cdy_body turret = make_link("turret", "yaw", CDY_JOINT_REVOLUTE);
    const cdy_body arm = make_link("arm", "pitch", CDY_JOINT_REVOLUTE);
    cdy_error error = {0};
    double force;
    int velocity;
    set_axis(&turret, 0, 0, 1);
    add_body(tree, &turret, "base");
    add_body(tree, &arm, "turret");
    robot r = make_robot(tree);
    const cdy_contact_state s = {.frame = frame_of(&r, "arm"), .point = {1, 0, 0}, .q = q, .direction = down};
    ck_assert_ok(cdy_clamping_force(r.model, r.work, &s, efforts, &force, &velocity, &error), error);
    ck_assert_near(&force, &(double){100 / cos(0.3) + 3 * 0.8 * g}, 1, 1e-9);
    ck_assert_int_eq(velocity, 1);
    free_robot(&r);
}
END_TEST

/* The frame's origin lies on the last axis, wherever the joints stand: that joint does not move it and does not bound a
 * force there, whatever the rounding. */
START_TEST(joints_through_the_point_move_nothing)
{
    const double effort[4] = {100, 100, 100, 0};
    const bool locked[4] = {true, true, true, false};
    uint64_t seed = (uint64_t)_i + 5;
    cdy_tree *tree = make_tree("base", 0);
    cdy_body links[4];
    const char *const names[4] = {"a", "b", "c", "d"}, *const joints[4] = {"ja", "jb", "jc", "jd"};
    for (int i = 0; i < 4; i++) {
        links[i] = make_link(names[i], joints[i], CDY_JOINT_REVOLUTE);
        set_axis(&links[i], 0, 0, 1);
        set_origin(&links[i], draw(&seed, -1, 1), draw(&seed, -1, 1), draw(&seed, -1, 1), draw(&seed, -3, 3),
                   draw(&seed, -3, 3), draw(&seed, -3, 3));
        add_body(tree, &links[i], i ? names[i - 1] : "base");
    }
    cdy_body tool = make_body("tool", "flange", CDY_JOINT_FIXED);
    set_origin(&tool, 0, 0, draw(&seed, -0.3, 0.3), 0.1, 0.2, 0.3);
    add_body(tree, &tool, "d");
    robot r = make_robot(tree);
    cdy_error error = {0};
    for (int k = 0; k < 20; k++) {
        double q[4], direction[3], force;
        int velocity;
        draw_array(&seed, 3, q, 4);
        draw_array(&seed, 1, direction, 3);
        cdy_contact_state s = {.frame = frame_of(&r, "tool"), .direction = direction, .q = q};
        ck_assert_ok(cdy_clamping_force(r.model, r.work, &s, effort, &force, &velocity, &error), error);
        ck_assert_double_gt(force, 1);
        ck_assert_int_ne(velocity, 3);
        s.locked = locked;
        ck_assert(isinf(contact_of(&r, &s).mass));
    }
    free_robot(&r);
}
END_TEST

/* ---- maps ---- */

/* The mass of the end of the second link, away from the shoulder's axis z, at a radius: of two points m at the ends of
 * links l and k, by the textbook's matrices.  The elbow's sign plays no part. */
static double mass_at_radius(double m, double l, double k, double radius)
{
    const double c = (radius * radius - l * l - k * k) / (2 * l * k), s = sqrt(fmax(1 - c * c, 0));
    const double M[3] = {m * l * l + m * (l * l + k * k + 2 * l * k * c), m * k * k + m * l * k * c, m * k * k};
    const double slope = -l * k * s / radius; /* of the radius by the elbow; the shoulder does not change it */
    const double mobility = slope * slope * M[0] / (M[0] * M[2] - M[1] * M[1]);
    return 1 / mobility;
}

static robot make_level_arm(double l, double k)
{
    cdy_tree *tree = make_tree("base", g);
    cdy_body upper = make_body("upper", "shoulder", CDY_JOINT_REVOLUTE);
    cdy_body lower = make_body("lower", "elbow", CDY_JOINT_REVOLUTE);
    set_inertial(&upper, 3, l, 0, 0, (double[6]){0});
    set_inertial(&lower, 3, k, 0, 0, (double[6]){0});
    set_axis(&upper, 0, 0, 1);
    set_axis(&lower, 0, 0, 1);
    set_origin(&lower, l, 0, 0.25, 0, 0, 0);
    add_body(tree, &upper, "base");
    add_body(tree, &lower, "upper");
    return make_robot(tree);
}

enum { CELLS = 64 };

static size_t map_of(const robot *r, const cdy_contact_state *state, size_t samples, double size,
                     cdy_contact_cell *cells)
{
    cdy_capacity_options options = cdy_capacity_options_default();
    cdy_error error = {0};
    size_t count = 0;
    options.samples = samples;
    ck_assert_ok(cdy_contact_map(r->model, state, &options, size, CELLS, cells, &count, &error), error);
    return count;
}

/* Masses of a cell lie between those of the radii of the cell, and come near to both. */
START_TEST(a_level_arm_has_the_masses_of_its_radii)
{
    enum { SAMPLES = 20000, PARTS = 1000 };
    const double l = 0.8, k = 0.5, size = 0.1;
    robot r = make_level_arm(l, k);
    cdy_contact_cell cells[CELLS];
    const cdy_contact_state s = {.frame = frame_of(&r, "lower"), .point = {k, 0, -0.1}};
    const size_t count = map_of(&r, &s, SAMPLES, size, cells);
    unsigned long long samples = 0;
    ck_assert_uint_eq(count, 10); /* radii from 0.3 to 1.3 m at the height 0.15 m */
    for (size_t i = 0; i < count; i++) {
        double least = HUGE_VAL, largest = 0;
        for (int part = 1; part < PARTS; part++) {
            const double mass = mass_at_radius(3, l, k, cells[i].radius + size * ((double)part / (double)PARTS - 0.5));
            least = fmin(least, mass);
            largest = fmax(largest, mass);
        }
        samples += cells[i].samples;
        ck_assert_near(&cells[i].height, &(double){0.15}, 1, 1e-12);
        ck_assert_near(&cells[i].radius, &(double){0.35 + 0.1 * (double)i}, 1, 1e-12);
        ck_assert(cells[i].least_mass > 0.999 * least && cells[i].least_mass < 1.02 * least);
        if (i > 0 && i + 1 < count) { /* at the ends the arm is stretched or folded, and the mass infinite */
            ck_assert(cells[i].largest_mass < 1.001 * largest && cells[i].largest_mass > 0.95 * largest);
        } else {
            ck_assert(cells[i].largest_mass > 10 * cells[i].least_mass);
        }
    }
    ck_assert_uint_eq(samples, SAMPLES);
    free_robot(&r);
}
END_TEST

/* Upwards nothing gives way; with the elbow locked, outward likewise, but for rounding. */
START_TEST(cells_where_nothing_gives_way_are_infinite)
{
    const double up[3] = {0, 0, 2};
    const bool locked[2] = {true, true};
    robot r = make_level_arm(0.8, 0.5);
    cdy_contact_cell cells[CELLS];
    cdy_contact_state s = {.frame = frame_of(&r, "lower"), .point = {0.5}, .direction = up};
    size_t count = map_of(&r, &s, 100, 0.2, cells);
    ck_assert(count > 1 && isinf(cells[0].least_mass) && isinf(cells[count - 1].largest_mass));
    s.direction = NULL;
    s.locked = locked;
    count = map_of(&r, &s, 100, 0.2, cells);
    ck_assert(count > 1 && isinf(cells[0].least_mass) && isinf(cells[count - 1].largest_mass));
    free_robot(&r);
}
END_TEST

/* A point on the axis has no way outward; with a direction it counts. */
START_TEST(points_on_the_axis_have_no_outward)
{
    const double side[3] = {0, 1, 0};
    cdy_tree *tree = make_tree("base", g);
    cdy_body mast = make_body("mast", "lift", CDY_JOINT_PRISMATIC);
    set_inertial(&mast, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    mast.joint.limit = (cdy_limit){true, 0, 1, 100, 2};
    add_body(tree, &mast, "base");
    robot r = make_robot(tree);
    cdy_contact_cell cells[CELLS];
    cdy_contact_state s = {.frame = frame_of(&r, "mast")};
    ck_assert_uint_eq(map_of(&r, &s, 50, 2, cells), 0);
    s.direction = side;
    ck_assert_uint_eq(map_of(&r, &s, 50, 2, cells), 1);
    ck_assert(cells[0].samples == 50 && isinf(cells[0].least_mass));
    s.direction = (const double[3]){0, 0, -1};
    ck_assert_uint_eq(map_of(&r, &s, 50, 2, cells), 1);
    ck_assert_near(&cells[0].least_mass, &(double){2}, 1, 1e-12);
    ck_assert_near(&cells[0].largest_mass, &(double){2}, 1, 1e-12);
    free_robot(&r);
}
END_TEST

START_TEST(wrong_maps_are_refused)
{
    cdy_contact_cell cells[CELLS];
    cdy_error error = {0};
    size_t count = 0;
    robot r = make_level_arm(0.8, 0.5);
    cdy_contact_state s = {.frame = frame_of(&r, "lower"), .point = {0.5}}, wrong = s;
    cdy_capacity_options few = cdy_capacity_options_default();
    const double sizes[] = {0, -1, (double)NAN, HUGE_VAL, 1e-320};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ck_assert_fails(cdy_contact_map(r.model, &s, NULL, sizes[i], CELLS, cells, &count, &error), CDY_ERROR_ARGUMENT,
                        error);
    }
    ck_assert_msg(strstr(error.text, "and the point is ") != NULL, "%s", error.text);
    ck_assert_fails(cdy_contact_map(r.model, &s, NULL, 0.1, 3, cells, &count, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_uint_eq(count, 10);
    ck_assert_fails(cdy_contact_map(r.model, &s, NULL, 0.1, 3, NULL, &count, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_contact_map(r.model, NULL, NULL, 0.1, 3, cells, &count, &error), CDY_ERROR_ARGUMENT, error);
    few.samples = 0;
    ck_assert_fails(cdy_contact_map(r.model, &s, &few, 0.1, CELLS, cells, &count, &error), CDY_ERROR_ARGUMENT, error);
    wrong.frame = 99;
    ck_assert_fails(cdy_contact_map(r.model, &wrong, NULL, 0.1, CELLS, cells, &count, &error), CDY_ERROR_ARGUMENT,
                    error);
    wrong = s;
    wrong.direction = (const double[3]){0};
    ck_assert_fails(cdy_contact_map(r.model, &wrong, NULL, 0.1, CELLS, cells, &count, &error), CDY_ERROR_ARGUMENT,
                    error);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("contact");
    TCase *tests = tcase_create("contact");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, a_pendulum_has_the_mass_of_its_lever);
    tcase_add_test(tests, the_direction_is_that_of_the_motion);
    tcase_add_test(tests, rotors_are_felt);
    tcase_add_loop_test(tests, locked_joints_are_as_welded_ones, 0, 4);
    tcase_add_loop_test(tests, a_force_accelerates_the_effective_mass, 0, TREES);
    tcase_add_test(tests, a_blow_at_the_speed_reaches_the_limit);
    tcase_add_test(tests, wrong_limits_are_refused);
    tcase_add_test(tests, wrong_states_are_refused);
    tcase_add_test(tests, clamping_forces_are_those_of_the_weakest_joint);
    tcase_add_test(tests, who_cannot_hold_the_weight_cannot_press);
    tcase_add_test(tests, infinite_efforts_bound_nothing);
    tcase_add_test(tests, joints_without_weight_need_no_effort);
    tcase_add_loop_test(tests, joints_through_the_point_move_nothing, 0, 20);
    TCase *maps = tcase_create("maps");
    suite_add_tcase(suite, maps);
    tcase_add_test(maps, a_level_arm_has_the_masses_of_its_radii);
    tcase_add_test(maps, cells_where_nothing_gives_way_are_infinite);
    tcase_add_test(maps, points_on_the_axis_have_no_outward);
    tcase_add_test(maps, wrong_maps_are_refused);
    return run_suites(suite, NULL);
}

/* Carrying capacity: closed forms, the mass itself on the robot, the worst pose of a two-link arm, and maps. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 40, MOST = 40 };

static const double g = 9.81, pi = 3.14159265358979323846;

/* An arm of `links` links of 1 m with 2 kg in their middles, about horizontal axes; q = 0 is stretched horizontally. */
static cdy_tree *make_arm(int links, const double *efforts, double lower, double upper)
{
    cdy_tree *tree = make_tree("base", g);
    char name[32] = "base", parent[32], joint[32];
    for (int i = 0; i < links; i++) {
        memcpy(parent, name, sizeof parent);
        snprintf(name, sizeof name, "link%d", i);
        snprintf(joint, sizeof joint, "joint%d", i);
        cdy_body link = make_body(name, joint, CDY_JOINT_REVOLUTE);
        set_inertial(&link, 2, 0.5, 0, 0, (double[6]){0});
        set_axis(&link, 0, -1, 0);
        set_origin(&link, i ? 1 : 0, 0, 0, 0, 0, 0);
        link.joint.limit = (cdy_limit){true, lower, upper, efforts[i], 2};
        add_body(tree, &link, parent);
    }
    cdy_body tip = make_body("tip", "weld", CDY_JOINT_FIXED);
    set_origin(&tip, 1, 0, 0, 0, 0, 0);
    add_body(tree, &tip, name);
    return tree;
}

static cdy_capacity capacity_of(robot *r, const char *body, const double *com, const double *q)
{
    cdy_error error = {0};
    cdy_capacity c;
    const int frame = cdy_model_find_frame(r->model, body);
    ck_assert_ok(cdy_payload_capacity(r->model, r->work,
                                      &(const cdy_capacity_state){.frame = frame, .center_of_mass = com, .q = q}, &c,
                                      &error),
                 error);
    return c;
}

/* m g cos q (1 + c) + 2 g cos q / 2 <= e. */
START_TEST(a_pendulum_holds_what_its_effort_leaves)
{
    const double effort = 50, com[3] = {0.2, 0, 0};
    robot r = make_robot(make_arm(1, &effort, -pi, pi));
    for (int i = 0; i < 12; i++) {
        const double q = -3 + 0.5 * i, arm = fabs(cos(q)) * g;
        const cdy_capacity c = capacity_of(&r, "tip", com, &q);
        ck_assert_near(&c.mass, &(double){(effort - arm) / (1.2 * arm)}, 1, 1e-10 * (1 + c.mass));
        ck_assert_near(&c.unloaded, &(double){arm / effort}, 1, 1e-12);
        ck_assert_int_eq(c.velocity, 0);
    }
    free_robot(&r);
}
END_TEST

START_TEST(an_overloaded_arm_holds_nothing)
{
    const double efforts[2] = {200, 5}, q[2] = {0, 0};
    robot r = make_robot(make_arm(2, efforts, -pi, pi));
    const cdy_capacity c = capacity_of(&r, "tip", NULL, q);
    ck_assert_double_eq(c.mass, 0);
    ck_assert_int_eq(c.velocity, 1);
    ck_assert_near(&c.unloaded, &(double){g / 5}, 1, 1e-12);
    free_robot(&r);
}
END_TEST

/* The mass hangs on the side of the axis opposite to the link, so that the joint holds up to twice its effort. */
START_TEST(a_mass_may_relieve_an_overloaded_joint)
{
    const double effort = 5, q = 0, com[3] = {-2, 0, 0};
    robot r = make_robot(make_arm(1, &effort, -pi, pi));
    const cdy_capacity c = capacity_of(&r, "tip", com, &q);
    ck_assert_near(&c.mass, &(double){(effort + g) / g}, 1, 1e-12);
    ck_assert_double_gt(c.unloaded, 1);
    free_robot(&r);
}
END_TEST

START_TEST(what_no_joint_bears_is_not_bounded)
{
    const double effort = 50;
    double q = 0;
    robot r = make_robot(make_arm(1, &effort, -pi, pi));
    cdy_error error = {0};
    const cdy_capacity base = capacity_of(&r, "base", NULL, &q);
    ck_assert(isinf(base.mass) && base.velocity == -1);
    ck_assert_ok(cdy_model_set_gravity(r.model, (double[3]){0, 0, 0}, &error), error);
    const cdy_capacity c = capacity_of(&r, "tip", NULL, &q);
    ck_assert(isinf(c.mass) && c.mass > 0 && c.velocity == -1);
    free_robot(&r);
}
END_TEST

/* A mast that turns about the vertical bears no weight in its joint, however far out the mass hangs: what rounding
 * leaves of its torque is no load. */
START_TEST(a_vertical_axis_bears_no_mass)
{
    const double lengths[4] = {0.01, 1, 300, 1e5}, q = 0.7;
    for (int i = 0; i < 4; i++) {
        cdy_tree *tree = make_tree("base", g);
        cdy_body mast = make_body("mast", "turn", CDY_JOINT_REVOLUTE), tip = make_body("tip", "weld", CDY_JOINT_FIXED);
        set_origin(&mast, 0, 0, 0, 0.3, 0, 0);
        set_axis(&mast, 0, sin(0.3), cos(0.3)); /* vertical in the base, oblique in the joint's frame */
        mast.joint.limit = (cdy_limit){true, -3, 3, 1e-9, 2};
        set_origin(&tip, lengths[i], 0.3 * lengths[i], -0.7 * lengths[i], 0.1, 0.2, 0.3);
        add_body(tree, &mast, "base");
        add_body(tree, &tip, "mast");
        robot r = make_robot(tree);
        const cdy_capacity c = capacity_of(&r, "tip", NULL, &q);
        ck_assert_msg(isinf(c.mass) && c.velocity == -1, "%g kg at %g m", c.mass, lengths[i]);
        free_robot(&r);
    }
}
END_TEST

/* Gives the joints of a random robot effort limits of many sizes, and some joints no limit. */
static robot make_limited(int number)
{
    cdy_error error = {0};
    uint64_t state = (uint64_t)number + 100;
    cdy_tree *tree = random_tree((uint64_t)number, 2 + number % 10, RANDOM_JOINTS_ALL);
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        char name[64], joint_name[64], leader[64];
        cdy_joint joint = cdy_tree_body(tree, i)->joint;
        snprintf(name, sizeof name, "%s", cdy_tree_body(tree, i)->name);
        snprintf(joint_name, sizeof joint_name, "%s", joint.name);
        snprintf(leader, sizeof leader, "%s", joint.mimic.joint ? joint.mimic.joint : "");
        joint.name = joint_name;
        joint.mimic.joint = joint.mimic.joint ? leader : NULL;
        if (!joint.limit.given) {
            joint.limit = (cdy_limit){true, -3, 3, 0, 0};
        }
        joint.limit.effort = i % 4 ? draw(&state, 200, 2000) : 0;
        ck_assert_ok(cdy_tree_replace_joint(tree, name, &joint, &error), error);
    }
    return make_robot(tree);
}

/* With the largest mass as a payload, the limiting joint is at its effort limit and no other joint exceeds its own. */
START_TEST(the_mass_itself_brings_a_joint_to_its_limit)
{
    cdy_error error = {0};
    cdy_capacity c;
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST];
    uint64_t state = (uint64_t)_i, seed = (uint64_t)_i;
    robot r = make_limited(_i);
    const int frame = cdy_model_frame_count(r.model) - 1;
    const double com[3] = {0.1, -0.2, 0.3};
    cdy_random_configuration(r.model, &seed, q);
    draw_array(&state, 1, qd, r.nv);
    draw_array(&state, 1, qdd, r.nv);
    const cdy_status status = cdy_payload_capacity(
        r.model, r.work,
        &(const cdy_capacity_state){.frame = frame, .center_of_mass = com, .q = q, .qd = qd, .qdd = qdd}, &c, &error);
    if (status == CDY_ERROR_ROBOT) {
        free_robot(&r);
        return; /* no joint has a limit */
    }
    ck_assert_int_eq(status, CDY_OK);
    if (c.mass > 0 && isfinite(c.mass)) {
        const cdy_payload load = {.mass = c.mass, .center_of_mass = {com[0], com[1], com[2]}};
        ck_assert_ok(cdy_model_set_payload(r.model, frame, &load, &error), error);
        ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, NULL, tau, &error), error);
        for (int i = 0; i < r.nv; i++) {
            cdy_coordinate coordinate;
            ck_assert_int_eq(cdy_model_velocity(r.model, i, &coordinate), CDY_OK);
            const double used = fabs(tau[i]) / coordinate.effort;
            ck_assert_msg(used <= 1 + 1e-8, "joint %d uses %g", i, used);
            ck_assert_msg(i != c.velocity || used >= 1 - 1e-8, "joint %d, which bounds, uses %g", i, used);
        }
    } else {
        ck_assert(isinf(c.mass) ? c.velocity == -1 : c.velocity >= 0);
    }
    free_robot(&r);
}
END_TEST

/* ---- the worst pose ---- */

/* Stretched horizontally: joint 0 carries 2 g (1/2 + 3/2), joint 1 carries 2 g / 2, and the mass at 2 m and at 1 m. */
START_TEST(a_two_link_arm_is_worst_when_stretched)
{
    const double efforts[3][2] = {{100, 40}, {100, 1000}, {1000, 40}};
    const double *e = efforts[_i];
    const double shoulder = (e[0] - 4 * g) / (2 * g), elbow = (e[1] - g) / g;
    double q[2], expected = fmin(shoulder, elbow);
    cdy_error error = {0};
    cdy_worst_pose worst;
    robot r = make_robot(make_arm(2, e, -2.5, 2.5));
    cdy_capacity_options options = cdy_capacity_options_default();
    options.samples = 2000;
    const int tip = cdy_model_find_frame(r.model, "tip");
    ck_assert_ok(cdy_payload_capacity_anywhere(r.model, tip, &options, &worst, q, &error), error);
    ck_assert_near(&worst.capacity.mass, &expected, 1, 1e-9 * expected);
    ck_assert_int_eq(worst.capacity.velocity, shoulder < elbow ? 0 : 1);
    ck_assert_near(&worst.second_mass, &expected, 1, 1e-6 * expected);
    ck_assert_int_ge(worst.searches, 2);
    if (shoulder < elbow) {
        ck_assert_near(&(double){fabs(cos(q[0]))}, &(double){1}, 1, 1e-6);
        ck_assert_near(&q[1], &(double){0}, 1, 1e-3);
    }
    const cdy_capacity there = capacity_of(&r, "tip", NULL, q);
    ck_assert_near(&there.mass, &expected, 1, 1e-9 * expected);
    free_robot(&r);
}
END_TEST

/* A joint without limits that is horizontal at 0.6 and at 0.6 - pi: a search from below reaches an angle beyond pi,
 * which is reported less a full turn. */
START_TEST(worst_poses_of_endless_joints_are_within_a_turn)
{
    const double offset = 0.6;
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", g);
    cdy_body link = make_body("link", "joint", CDY_JOINT_CONTINUOUS);
    set_inertial(&link, 2, 0.5, 0, 0, (double[6]){0});
    set_axis(&link, 0, -1, 0);
    set_origin(&link, 0, 0, 0, 0, offset, 0);
    link.joint.limit = (cdy_limit){true, 0, 0, 100, 2};
    add_body(tree, &link, "base");
    robot r = make_robot(tree);
    cdy_capacity_options options = cdy_capacity_options_default();
    options.samples = 1;
    options.center_of_mass[0] = 1;
    int beyond = 0;
    for (options.seed = 0; options.seed < 40; options.seed++) {
        cdy_worst_pose worst;
        double q;
        ck_assert_ok(cdy_payload_capacity_anywhere(r.model, 1, &options, &worst, &q, &error), error);
        ck_assert_double_le(fabs(q), pi);
        beyond += q < 0;
        ck_assert_near(&(double){fabs(cos(q - offset))}, &(double){1}, 1, 1e-6);
    }
    ck_assert_int_gt(beyond, 0);
    ck_assert_int_lt(beyond, 40);
    free_robot(&r);
}
END_TEST

/* Limits keep the arm from being horizontal: the worst pose is at a limit. */
START_TEST(limits_bound_the_worst_pose)
{
    const double effort = 50, low = 0.4, expected = (effort - cos(low) * g) / (cos(low) * g);
    double q;
    cdy_error error = {0};
    cdy_worst_pose worst;
    robot r = make_robot(make_arm(1, &effort, low, 1.5));
    ck_assert_ok(cdy_payload_capacity_anywhere(r.model, cdy_model_find_frame(r.model, "tip"), NULL, &worst, &q, &error),
                 error);
    ck_assert_near(&worst.capacity.mass, &expected, 1, 1e-12 * expected);
    ck_assert_double_eq(q, low);
    ck_assert_int_eq(worst.searches, 2); /* the second finds no other */
    ck_assert_double_eq(worst.second_mass, worst.capacity.mass);
    free_robot(&r);
}
END_TEST

/* The base carries the mass, and the joint carries only its own link: the robot holds no mass where the link is too
 * heavy for the joint. */
START_TEST(a_joint_that_the_mass_does_not_load_may_be_overloaded)
{
    const double effort = _i ? 50 : 5;
    double q;
    cdy_error error = {0};
    cdy_worst_pose worst;
    robot r = make_robot(make_arm(1, &effort, -pi, pi));
    ck_assert_ok(cdy_payload_capacity_anywhere(r.model, 0, NULL, &worst, &q, &error), error);
    const cdy_capacity there = capacity_of(&r, "base", NULL, &q);
    ck_assert(_i ? isinf(worst.capacity.mass) : worst.capacity.mass <= 0);
    ck_assert(isinf(there.mass) == isinf(worst.capacity.mass));
    ck_assert_int_eq(worst.capacity.velocity, _i ? -1 : 0);
    ck_assert_near(&worst.capacity.unloaded, &(double){g / effort}, 1, 1e-4);
    ck_assert_near(&worst.capacity.unloaded, &there.unloaded, 1, 1e-12);
    free_robot(&r);
}
END_TEST

START_TEST(no_random_pose_of_a_ur5e_is_worse)
{
    double q[6], sample[6];
    uint64_t seed = 12345;
    cdy_error error = {0};
    cdy_worst_pose worst, again;
    robot r = load_bundled_robot("universalUR5e");
    const int tool = cdy_model_find_frame(r.model, "tool0");
    cdy_capacity_options options = cdy_capacity_options_default();
    options.center_of_mass[2] = 0.05;
    ck_assert_ok(cdy_payload_capacity_anywhere(r.model, tool, &options, &worst, q, &error), error);
    options.seed = 99;
    options.threads = 2;
    ck_assert_ok(cdy_payload_capacity_anywhere(r.model, tool, &options, &again, sample, &error), error);
    ck_assert_near(&worst.capacity.mass, &again.capacity.mass, 1, 1e-6 * worst.capacity.mass);
    ck_assert_int_eq(cdy_configuration_limit_violations(r.model, q, 0, NULL), 0);
    const cdy_capacity there = capacity_of(&r, "tool0", options.center_of_mass, q);
    ck_assert_near(&there.mass, &worst.capacity.mass, 1, 1e-12);
    for (int i = 0; i < UNLESS_WATCHED(20000, 2000); i++) {
        cdy_random_configuration(r.model, &seed, sample);
        const cdy_capacity c = capacity_of(&r, "tool0", options.center_of_mass, sample);
        ck_assert_double_ge(c.mass, worst.capacity.mass);
    }
    free_robot(&r);
}
END_TEST

START_TEST(random_robots_have_worst_poses)
{
    double q[MOST], sample[MOST];
    uint64_t seed = 7;
    cdy_error error = {0};
    cdy_worst_pose worst;
    cdy_capacity c;
    robot r = make_limited(_i);
    const int frame = cdy_model_frame_count(r.model) - 1;
    cdy_capacity_options options = cdy_capacity_options_default();
    options.samples = 1000;
    const cdy_status status = cdy_payload_capacity_anywhere(r.model, frame, &options, &worst, q, &error);
    if (status != CDY_ERROR_ROBOT) {
        ck_assert_int_eq(status, CDY_OK);
        ck_assert(worst.searches >= 1 && worst.searches <= 8);
        ck_assert_ok(
            cdy_payload_capacity(r.model, r.work, &(const cdy_capacity_state){.frame = frame, .q = q}, &c, &error),
            error);
        ck_assert(c.mass <= worst.capacity.mass * (1 + 1e-9) && c.mass >= worst.capacity.mass * (1 - 1e-9));
        for (int i = 0; i < 200; i++) {
            cdy_random_configuration(r.model, &seed, sample);
            double varied[MOST];
            cdy_home_configuration(r.model, varied);
            for (int k = 0; k < r.nv; k++) {
                cdy_coordinate v;
                cdy_moving_joint joint;
                ck_assert_int_eq(cdy_model_velocity(r.model, k, &v), CDY_OK);
                ck_assert_int_eq(cdy_model_joint(r.model, cdy_model_find_joint(r.model, v.joint), &joint), CDY_OK);
                cdy_coordinate at;
                ck_assert_int_eq(cdy_model_position(r.model, joint.position, &at), CDY_OK);
                if (v.count == 1 && (v.angular || (isfinite(at.lower) && isfinite(at.upper)))) {
                    varied[joint.position] = sample[joint.position];
                }
            }
            ck_assert_ok(cdy_payload_capacity(r.model, r.work, &(const cdy_capacity_state){.frame = frame, .q = varied},
                                              &c, &error),
                         error);
            ck_assert_double_ge(c.mass, worst.capacity.mass * (1 - 1e-9));
        }
    }
    free_robot(&r);
}
END_TEST

/* The mass hangs on one arm; the other one, which it does not load, hangs down at home and holds itself up to 30
 * degrees from there. Beyond, among random poses alone, nothing can be held, worst where it is horizontal. */
START_TEST(random_poses_tell_of_joints_without_the_mass)
{
    cdy_tree *tree = make_tree("base", g);
    cdy_body carrier = make_body("carrier", "lift", CDY_JOINT_REVOLUTE);
    cdy_body other = make_body("other", "swing", CDY_JOINT_REVOLUTE);
    set_axis(&carrier, 0, -1, 0);
    carrier.joint.limit = (cdy_limit){true, -0.5, 0.5, 100, 2};
    add_body(tree, &carrier, "base");
    set_axis(&other, 0, -1, 0);
    set_inertial(&other, 2, 0, 0, -0.5, (double[6]){0});
    other.joint.limit = (cdy_limit){true, -1.5, 1.5, 0.5 * g, 2};
    add_body(tree, &other, "base");
    robot r = make_robot(tree);
    cdy_capacity_options options = cdy_capacity_options_default();
    cdy_error error = {0};
    cdy_worst_pose worst;
    double q[2];
    options.center_of_mass[0] = 1;
    ck_assert_double_gt(capacity_of(&r, "carrier", options.center_of_mass, (double[]){0, 0.5}).mass, 1);
    ck_assert_ok(
        cdy_payload_capacity_anywhere(r.model, cdy_model_find_frame(r.model, "carrier"), &options, &worst, q, &error),
        error);
    ck_assert_double_eq(worst.capacity.mass, 0);
    ck_assert_int_eq(worst.capacity.velocity, 1);
    ck_assert_double_gt(fabs(q[1]), 1.49);
    ck_assert_double_eq_tol(worst.capacity.unloaded, fabs(sin(q[1])) / 0.5, 1e-9);
    free_robot(&r);
}
END_TEST

/* A torque within rounding of zero is no load: a part in 1e13 of the lever arm times the weight, here the tilt of the
 * axis. */
START_TEST(loads_of_a_part_in_1e13_are_none)
{
    for (int loads = 0; loads < 2; loads++) {
        cdy_tree *tree = make_tree("base", 2 * g);
        cdy_body mast = make_body("mast", "turn", CDY_JOINT_REVOLUTE);
        const double q = 0, tilt = loads ? 1.004e-13 : 0.996e-13;
        set_axis(&mast, 0, tilt, 1);
        mast.joint.limit = (cdy_limit){true, -3, 3, 5, 2};
        add_body(tree, &mast, "base");
        robot r = make_robot(tree);
        const cdy_capacity c = capacity_of(&r, "mast", (const double[3]){3, 0, 0}, &q);
        ck_assert_int_eq(c.velocity, loads ? 0 : -1);
        ck_assert(loads ? fabs(c.mass * 3 * 2 * g * tilt / 5 - 1) < 1e-3 : isinf(c.mass));
        free_robot(&r);
    }
}
END_TEST

/* The capacity at q with coordinate `i` moved by `step`. */
static double capacity_beside(robot *r, const double *com, const double *q, int i, double step)
{
    double beside[MOST];
    memcpy(beside, q, (size_t)r->nq * sizeof *q);
    beside[i] += step;
    return capacity_of(r, "tip", com, beside).mass;
}

/* From one random pose a search comes to a place where the capacity does not fall any more, to either side within the
 * limits: no step of 1e-3 rad along a joint lowers it by more than rounding. */
START_TEST(one_random_pose_leads_to_a_least_mass)
{
    static const double efforts[4] = {900, 350, 150, 60}, com[3] = {0.3, -0.2, 0.1};
    cdy_error error = {0};
    cdy_worst_pose worst;
    double q[4];
    const double low = -1.9, high = _i % 2 ? 0.4 : 2.4;
    robot r = make_robot(make_arm(4, efforts, low, high));
    cdy_capacity_options options = cdy_capacity_options_default();
    options.samples = 1;
    memcpy(options.center_of_mass, com, sizeof com);
    options.seed = (uint64_t)_i;
    const int tip = cdy_model_find_frame(r.model, "tip");
    ck_assert_ok(cdy_payload_capacity_anywhere(r.model, tip, &options, &worst, q, &error), error);
    const double mass = worst.capacity.mass;
    ck_assert_near(&mass, &(double){capacity_of(&r, "tip", com, q).mass}, 1, 1e-12 * mass);
    ck_assert(mass > 0 && isfinite(mass));
    for (int i = 0; i < 4; i++) {
        for (int side = -1; side <= 1; side += 2) {
            const double step = 1e-3 * side;
            if (q[i] + step >= low && q[i] + step <= high) {
                ck_assert_double_ge(capacity_beside(&r, com, q, i, step), mass * (1 - 1e-10));
            }
        }
    }
    ck_assert_double_ge(worst.second_mass, mass);
    ck_assert(worst.searches >= 2 && worst.searches <= 8);
    free_robot(&r);
}
END_TEST

/* Links of very different lengths, of which the last hardly matters: steps along the gradient would not come to the
 * place where all are stretched, with the mass at the full length; those of the quasi-Newton method do. */
START_TEST(searches_find_links_of_all_sizes)
{
    enum { LINKS = 4 };
    static const double lengths[LINKS] = {1, 0.1, 0.01, 1e-3};
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", g);
    char name[32], parent[32] = "base", joint[32];
    for (int i = 0; i < LINKS; i++) {
        snprintf(name, sizeof name, "link%d", i);
        snprintf(joint, sizeof joint, "joint%d", i);
        cdy_body link = make_body(name, joint, CDY_JOINT_REVOLUTE);
        set_axis(&link, 0, -1, 0);
        set_origin(&link, i ? lengths[i - 1] : 0, 0, 0, 0, 0, 0);
        link.joint.limit = (cdy_limit){true, -pi, pi, i ? 0 : 100, 2};
        add_body(tree, &link, parent);
        memcpy(parent, name, sizeof parent);
    }
    robot r = make_robot(tree);
    cdy_capacity_options options = cdy_capacity_options_default();
    options.samples = 1;
    options.seed = (uint64_t)_i;
    options.center_of_mass[0] = lengths[LINKS - 1];
    cdy_worst_pose worst;
    double q[LINKS];
    ck_assert_ok(cdy_payload_capacity_anywhere(r.model, LINKS, &options, &worst, q, &error), error);
    ck_assert_near(&worst.capacity.mass, &(double){100 / (1.111 * g)}, 1, 1e-10);
    ck_assert_near(&(double){fabs(cos(q[0]))}, &(double){1}, 1, 1e-9);
    ck_assert_near(q + 1, ((double[3]){0, 0, 0}), 3, 1e-4);
    free_robot(&r);
}
END_TEST

/* An arm that points up, more or less, falls to either limit; the lower limit is the nearer one to the vertical, so
 * that the arm bears more there. Searches from one pose each end at either: the result is the lower mass, and the
 * higher one stands beside it. */
START_TEST(searches_that_end_apart_keep_the_lower_mass)
{
    const double effort = 100, low = 1.2, high = 2.2;
    const double least = (effort / fabs(cos(high)) - g) / g, other = (effort / cos(low) - g) / g;
    cdy_error error = {0};
    cdy_worst_pose worst;
    double q;
    int apart = 0;
    robot r = make_robot(make_arm(1, &effort, low, high));
    cdy_capacity_options options = cdy_capacity_options_default();
    options.samples = 1;
    const int tip = cdy_model_find_frame(r.model, "tip");
    for (options.seed = 0; options.seed < 40; options.seed++) {
        ck_assert_ok(cdy_payload_capacity_anywhere(r.model, tip, &options, &worst, &q, &error), error);
        if (worst.second_mass > worst.capacity.mass * (1 + 1e-6)) {
            apart++;
            ck_assert_near(&worst.capacity.mass, &least, 1, 1e-10);
            ck_assert_near(&worst.second_mass, &other, 1, 1e-10);
            ck_assert_near(&q, &high, 1, 0);
        }
    }
    ck_assert_int_gt(apart, 0);
    free_robot(&r);
}
END_TEST

/* ---- maps ---- */

START_TEST(a_map_covers_the_poses)
{
    static cdy_capacity_cell cells[4096], again[4096];
    const double efforts[2] = {100, 40};
    cdy_error error = {0};
    size_t count = 0, needed = 0;
    unsigned long long samples = 0;
    double least = HUGE_VAL, farthest = 0;
    robot r = make_robot(make_arm(2, efforts, -3, 3));
    const int tip = cdy_model_find_frame(r.model, "tip");
    ck_assert_ok(cdy_payload_capacity_map(r.model, tip, NULL, 0.1, 4096, cells, &count, &error), error);
    for (size_t i = 0; i < count; i++) {
        samples += cells[i].samples;
        least = fmin(least, cells[i].least_mass);
        farthest = fmax(farthest, hypot(cells[i].radius, cells[i].height));
        ck_assert(cells[i].least_mass <= cells[i].largest_mass && cells[i].radius > 0);
        ck_assert(i == 0 || cells[i].height > cells[i - 1].height ||
                  (!(cells[i].height < cells[i - 1].height) && cells[i].radius > cells[i - 1].radius));
    }
    ck_assert_uint_eq(samples, 20000);
    ck_assert_ok(cdy_payload_capacity_map(r.model, tip, NULL, 0.1, count, again, &needed, &error), error);
    ck_assert_uint_eq(needed, count);
    for (size_t i = 0; i < count; i++) {
        ck_assert(again[i].samples == cells[i].samples && again[i].velocity == cells[i].velocity);
        ck_assert_double_eq(again[i].radius, cells[i].radius);
        ck_assert_double_eq(again[i].least_mass, cells[i].least_mass);
        ck_assert_near(&cells[i].radius, &(double){0.1 * (floor(10 * cells[i].radius) + 0.5)}, 1, 1e-12);
        ck_assert_near(&cells[i].height, &(double){0.1 * (floor(10 * cells[i].height) + 0.5)}, 1, 1e-12);
    }
    ck_assert(farthest > 1.8 && farthest < 2.1);
    ck_assert_near(&least, &(double){(100 - 4 * g) / (2 * g)}, 1, 0.05);
    ck_assert_fails(cdy_payload_capacity_map(r.model, tip, NULL, 0.1, count - 1, cells, &needed, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_uint_eq(needed, count);
    ck_assert_fails(cdy_payload_capacity_map(r.model, tip, NULL, 0, 1, cells, &needed, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_payload_capacity_map(r.model, tip, NULL, 1, 1, NULL, &needed, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_payload_capacity_map(r.model, tip, NULL, 1e-320, 4096, cells, &needed, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_msg(strstr(error.text, "expected larger cells") != NULL, "%s", error.text);
    free_robot(&r);
}
END_TEST

/* A slide along the vertical line through (0.39, 0.52), which is 0.65 m from the axis. */
START_TEST(cells_of_a_vertical_slide_have_one_radius)
{
    cdy_capacity_cell cells[16];
    cdy_error error = {0};
    size_t count = 0;
    cdy_tree *tree = make_tree("base", g);
    cdy_body slide = make_body("slide", "lift", CDY_JOINT_PRISMATIC);
    set_origin(&slide, 0.39, 0.52, 0, 0.1, 0.2, 0.3);
    set_axis(&slide, -sin(0.2), cos(0.2) * sin(0.1), cos(0.2) * cos(0.1)); /* of the base's z */
    set_inertial(&slide, 2, 0, 0, 0, (double[6]){0});
    slide.joint.limit = (cdy_limit){true, -0.45, 0.45, 100, 2};
    add_body(tree, &slide, "base");
    robot r = make_robot(tree);
    ck_assert_ok(
        cdy_payload_capacity_map(r.model, cdy_model_find_frame(r.model, "slide"), NULL, 0.1, 16, cells, &count, &error),
        error);
    ck_assert_uint_eq(count, 10);
    for (size_t i = 0; i < count; i++) {
        ck_assert_near(&cells[i].radius, &(double){0.65}, 1, 1e-12);
        ck_assert_near(&cells[i].height, &(double){0.1 * (double)i - 0.45}, 1, 1e-12);
        ck_assert_near(&cells[i].least_mass, &(double){100 / g - 2}, 1, 1e-9);
    }
    free_robot(&r);
}
END_TEST

/* The squares of such lever arms overflow: the largest mass is near 0, and does not count as a mass without effect. */
START_TEST(long_arms_bound_the_mass)
{
    const double efforts[2] = {100, 40};
    cdy_capacity c;
    cdy_error error = {0};
    robot r = make_robot(make_arm(2, efforts, -3, 3));
    const int tip = cdy_model_find_frame(r.model, "tip");
    const double lengths[3] = {1e150, 1e200, 1e300};
    for (int i = 0; i < 3; i++) {
        const double arm[3] = {lengths[i], lengths[i], lengths[i]};
        ck_assert_ok(cdy_payload_capacity(r.model, r.work,
                                          &(const cdy_capacity_state){.frame = tip, .center_of_mass = arm}, &c, &error),
                     error);
        ck_assert_double_lt(c.mass, 1e-140);
        ck_assert_int_ge(c.velocity, 0);
    }
    free_robot(&r);
}
END_TEST

/* ---- refusals ---- */

START_TEST(wrong_arguments_are_refused)
{
    const double efforts[2] = {100, 40}, none[2] = {0, 0}, wrong[3] = {0, (double)NAN, 0};
    double q[2];
    cdy_error error = {0};
    cdy_capacity c;
    cdy_worst_pose worst;
    robot r = make_robot(make_arm(2, efforts, -3, 3)), unlimited = make_robot(make_arm(2, none, -3, 3));
    cdy_capacity_options options = cdy_capacity_options_default();
    const cdy_model *m = r.model;
    ck_assert_fails(cdy_payload_capacity(m, r.work, &(const cdy_capacity_state){.frame = 9}, &c, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(
        cdy_payload_capacity(m, r.work, &(const cdy_capacity_state){.frame = 1, .center_of_mass = wrong}, &c, &error),
        CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_payload_capacity(m, r.work, &(const cdy_capacity_state){.frame = 1}, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_payload_capacity(m, r.work, NULL, &c, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_payload_capacity(m, NULL, &(const cdy_capacity_state){.frame = 1}, &c, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(
        cdy_payload_capacity(unlimited.model, unlimited.work, &(const cdy_capacity_state){.frame = 1}, &c, &error),
        CDY_ERROR_ROBOT, error);
    ck_assert_fails(cdy_payload_capacity_anywhere(unlimited.model, 1, NULL, &worst, q, &error), CDY_ERROR_ROBOT, error);
    ck_assert_fails(cdy_payload_capacity_anywhere(m, -1, NULL, &worst, q, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_payload_capacity_anywhere(m, 1, NULL, NULL, q, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_payload_capacity_anywhere(m, cdy_model_frame_count(m), NULL, &worst, q, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_str_eq(error.text, "there is no body number 4; expected 0 to 3");
    options.samples = 100000001;
    ck_assert_fails(cdy_payload_capacity_anywhere(m, 1, &options, &worst, q, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_str_eq(error.text, "a search cannot have 100000001 poses; expected 1 to 100000000");
    options.samples = 0;
    ck_assert_fails(cdy_payload_capacity_anywhere(m, 1, &options, &worst, q, &error), CDY_ERROR_ARGUMENT, error);
    options = cdy_capacity_options_default();
    options.center_of_mass[1] = (double)INFINITY;
    ck_assert_fails(cdy_payload_capacity_anywhere(m, 1, &options, &worst, q, &error), CDY_ERROR_ARGUMENT, error);
    options = cdy_capacity_options_default();
    options.threads = -1;
    ck_assert_fails(cdy_payload_capacity_anywhere(m, 1, &options, &worst, q, &error), CDY_ERROR_ARGUMENT, error);
    const double fast[2] = {1e100, 1e100}, far[3] = {1e300, 0, 0}; /* the body's own numbers are finite */
    ck_assert_fails(cdy_payload_capacity(m, r.work,
                                         &(const cdy_capacity_state){.frame = 1, .center_of_mass = far, .qd = fast}, &c,
                                         &error),
                    CDY_ERROR_NUMERIC, error);
    ck_assert_str_eq(error.text, "the acceleration of the mass is not finite; its numbers are too large");
    const double farther[3] = {1e308, 0, 0}; /* its moment is 9.81e308 N m a kg */
    ck_assert_fails(
        cdy_payload_capacity(m, r.work, &(const cdy_capacity_state){.frame = 1, .center_of_mass = farther}, &c, &error),
        CDY_ERROR_NUMERIC, error);
    ck_assert_str_eq(error.text, "the torques of the mass are not finite; its numbers are too large");
    free_robot(&r);
    free_robot(&unlimited);
}
END_TEST

/* Where any allocation fails, a search and a map say so, hold no memory, and leave what they would have written. */
START_TEST(running_out_of_memory_is_told)
{
    const double efforts[2] = {100, 40};
    robot r = make_robot(make_arm(2, efforts, -3, 3));
    const int tip = cdy_model_find_frame(r.model, "tip");
    cdy_capacity_options options = cdy_capacity_options_default();
    options.samples = 4;
    for (int map = 0; map < 2; map++) {
        bool done = !heap_is_counted();
        for (size_t number = 1; !done; number++) {
            cdy_error error = {0};
            cdy_worst_pose worst = {.searches = -7};
            cdy_capacity_cell cells[4] = {{.samples = 77}};
            double q[2] = {77, 78};
            size_t count = 79;
            const size_t live = heap_count().live;
            heap_fail_at(number);
            const cdy_status status =
                map ? cdy_payload_capacity_map(r.model, tip, &options, 10, 4, cells, &count, &error)
                    : cdy_payload_capacity_anywhere(r.model, tip, &options, &worst, q, &error);
            done = !heap_has_failed();
            heap_fail_at(0);
            ck_assert_uint_eq(heap_count().live, live);
            ck_assert_int_eq(status, done ? CDY_OK : CDY_ERROR_MEMORY);
            ck_assert_int_eq(error.status, status);
            ck_assert(done ||
                      (worst.searches == -7 && q[0] > 76 && q[1] > 77 && cells[0].samples == 77 && count == 79));
        }
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("capacity");
    TCase *tests = tcase_create("capacity");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, a_pendulum_holds_what_its_effort_leaves);
    tcase_add_test(tests, an_overloaded_arm_holds_nothing);
    tcase_add_test(tests, a_mass_may_relieve_an_overloaded_joint);
    tcase_add_test(tests, what_no_joint_bears_is_not_bounded);
    tcase_add_test(tests, a_vertical_axis_bears_no_mass);
    tcase_add_loop_test(tests, the_mass_itself_brings_a_joint_to_its_limit, 0, TREES);
    tcase_add_loop_test(tests, a_two_link_arm_is_worst_when_stretched, 0, 3);
    tcase_add_test(tests, worst_poses_of_endless_joints_are_within_a_turn);
    tcase_add_test(tests, limits_bound_the_worst_pose);
    tcase_add_loop_test(tests, a_joint_that_the_mass_does_not_load_may_be_overloaded, 0, 2);
    tcase_add_test(tests, no_random_pose_of_a_ur5e_is_worse);
    tcase_add_loop_test(tests, random_robots_have_worst_poses, 0, TREES / 2);
    tcase_add_test(tests, random_poses_tell_of_joints_without_the_mass);
    tcase_add_test(tests, loads_of_a_part_in_1e13_are_none);
    tcase_add_loop_test(tests, one_random_pose_leads_to_a_least_mass, 0, 24);
    tcase_add_test(tests, searches_that_end_apart_keep_the_lower_mass);
    tcase_add_loop_test(tests, searches_find_links_of_all_sizes, 0, 20);
    tcase_add_test(tests, a_map_covers_the_poses);
    tcase_add_test(tests, cells_of_a_vertical_slide_have_one_radius);
    tcase_add_test(tests, long_arms_bound_the_mass);
    tcase_add_test(tests, wrong_arguments_are_refused);
    tcase_add_test(tests, running_out_of_memory_is_told);
    return run_suites(suite, NULL);
}

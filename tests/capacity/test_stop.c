/* Stopping: closed forms of slides and pendulums, the energy that brakes take, and the library's simulation. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/drives.h>
#include <condyle/energy.h>
#include <condyle/simulation.h>
#include <condyle/stop.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static cdy_stop stop_of(const robot *r, const cdy_stop_state *state, double *q_end)
{
    cdy_stop found;
    cdy_error error = {0};
    ck_assert_ok(cdy_find_stop(r->model, state, &found, q_end, &error), error);
    return found;
}

/* 2 kg on a slide along z. */
static robot make_slide(double gravity)
{
    cdy_tree *tree = make_tree("base", gravity);
    cdy_body car = make_body("car", "slide", CDY_JOINT_PRISMATIC);
    set_inertial(&car, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    set_axis(&car, 0, 0, 1);
    car.joint.limit = (cdy_limit){true, -100, 100, 30, 5};
    add_body(tree, &car, "base");
    return make_robot(tree);
}

/* Two links about y, of 1 m, with 3 kg at 0.8 m of each; friction is that of simulations alone. */
static robot make_arm(double gravity, const double friction[2])
{
    static const char *const names[] = {"upper", "lower"}, *const joints[] = {"shoulder", "elbow"};
    cdy_tree *tree = make_tree("base", gravity);
    for (int i = 0; i < 2; i++) {
        cdy_body link = make_body(names[i], joints[i], CDY_JOINT_REVOLUTE);
        set_inertial(&link, 3, 0.8, 0, 0, (double[6]){0.02, 0, 0, 0.02, 0, 0.02});
        set_axis(&link, 0, 1, 0);
        set_origin(&link, i, 0, 0, 0, 0, 0);
        link.joint.limit = (cdy_limit){true, -100, 100, 80, 5};
        link.joint.dynamics = (cdy_joint_dynamics){.given = true, .friction = friction[i]};
        add_body(tree, &link, i ? "upper" : "base");
    }
    return make_robot(tree);
}

/* v^2 / 2 a and v / a with a = (b +- m g) / m, by brakes and by drives. */
START_TEST(a_slide_stops_as_by_hand)
{
    const double speed = _i % 2 ? -3 : 3, force = 30, g = _i < 2 ? 0 : 9.81;
    const double a = force / 2 + (_i % 2 ? -g : g);
    robot r = make_slide(g);
    for (cdy_stop_category category = CDY_STOP_DRIVES_OFF; category <= CDY_STOP_HELD; category++) {
        double q;
        const cdy_stop_state s = {
            .category = category, .qd = &speed, .brakes = &force, .frame = cdy_model_find_frame(r.model, "car")};
        const cdy_stop stop = stop_of(&r, &s, &q);
        ck_assert(stop.stopped);
        ck_assert_near(&stop.time, &(double){3 / a}, 1, 1e-9);
        ck_assert_near(&stop.length, &(double){9 / (2 * a)}, 1, 1e-9);
        ck_assert_near(&q, &(double){speed * 3 / (2 * a)}, 1, 1e-9);
    }
    free_robot(&r);
}
END_TEST

START_TEST(what_cannot_hold_does_not_stop)
{
    const double speed = -1, weak = 19, strong = 20, none = 0, still = 0;
    robot r = make_slide(9.81); /* 19.62 N */
    cdy_stop_state s = {.qd = &speed, .brakes = &weak, .most_time = 2};
    cdy_stop stop = stop_of(&r, &s, NULL);
    ck_assert(!stop.stopped);
    ck_assert_near(&stop.time, &(double){2}, 1, 1e-9);
    s.qd = &still;
    double q;
    ck_assert(!stop_of(&r, &s, &q).stopped); /* it slips from rest, by 0.31 m/s2 */
    ck_assert_near(&q, &(double){-0.5 * (9.81 - 9.5) * 4}, 1, 1e-9);
    s.brakes = &strong;
    stop = stop_of(&r, &s, NULL);
    ck_assert(stop.stopped && fabs(stop.time) <= 0 && fabs(stop.length) <= 0);
    s.qd = &speed;
    s.brakes = &none;
    ck_assert(!stop_of(&r, &s, NULL).stopped);
    s = (cdy_stop_state){.category = CDY_STOP_BRAKED, .qd = &speed, .effort = &weak, .most_time = 2};
    ck_assert(!stop_of(&r, &s, NULL).stopped);
    free_robot(&r);
}
END_TEST

/* Upwards the weight of 19.62 N brakes as well: v / a and v^2 / 2 a with a = (F + m g) / m, whatever holds then. */
START_TEST(drives_hold_what_they_have_stopped)
{
    static const double efforts[] = {0, 19, 20, HUGE_VAL}, speed = 3, still = 0;
    const double deceleration = 40, a = _i < 3 ? (efforts[_i] + 19.62) / 2 : deceleration;
    robot r = make_slide(9.81);
    cdy_stop_state s = {.category = CDY_STOP_BRAKED,
                        .qd = &speed,
                        .effort = &efforts[_i],
                        .deceleration = &deceleration,
                        .frame = cdy_model_find_frame(r.model, "car")};
    cdy_stop stop = stop_of(&r, &s, NULL);
    ck_assert_int_eq(stop.stopped, _i > 1);
    ck_assert_near(&stop.time, &(double){3 / a}, 1, 1e-9);
    ck_assert_near(&stop.length, &(double){9 / (2 * a)}, 1, 1e-9);
    s.qd = &still;
    stop = stop_of(&r, &s, NULL);
    ck_assert_int_eq(stop.stopped, _i > 1);
    ck_assert(fabs(stop.time) <= 0 && fabs(stop.length) <= 0);
    free_robot(&r);
}
END_TEST

/* The shortest step is 1e-3 / 2^60 s: 1e21 N stop 2 kg within it, 1e100 N would throw them back. */
START_TEST(brakes_too_strong_for_the_step_are_refused)
{
    const double speed = _i ? -3 : 3, strong = 1e21, too_strong = 1e100;
    robot r = make_slide(0);
    cdy_stop stop;
    cdy_error error;
    const cdy_stop_state fine = {.qd = &speed, .brakes = &strong},
                         wrong[] = {{.qd = &speed, .brakes = &too_strong},
                                    {.category = CDY_STOP_BRAKED, .qd = &speed, .effort = &too_strong},
                                    {.category = CDY_STOP_BRAKED,
                                     .qd = &speed,
                                     .effort = &(double){HUGE_VAL},
                                     .deceleration = &too_strong}};
    stop = stop_of(&r, &fine, NULL);
    ck_assert(stop.stopped && stop.time < 1e-20);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_fails(cdy_find_stop(r.model, &wrong[i], &stop, NULL, &error), CDY_ERROR_NUMERIC, error);
        ck_assert_ptr_nonnull(strstr(error.text, "are so large that they throw a joint back"));
    }
    free_robot(&r);
}
END_TEST

START_TEST(ways_beyond_bounds_are_refused)
{
    const double speeds[2] = {1, 1}, brakes[2] = {60, 25};
    robot r = make_arm(0, brakes);
    cdy_stop stop;
    cdy_error error;
    const cdy_stop_state s = {
        .qd = speeds, .brakes = brakes, .frame = cdy_model_find_frame(r.model, "lower"), .point = {1e300}};
    ck_assert_fails(cdy_find_stop(r.model, &s, &stop, NULL, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "too far away"));
    free_robot(&r);
}
END_TEST

/* Their efforts are known, but bound nothing; decelerations do. */
START_TEST(joints_without_mass_are_told_apart)
{
    const double speed = 3, effort = 20, deceleration = 2;
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body car = make_body("car", "slide", CDY_JOINT_PRISMATIC);
    add_body(tree, &car, "base");
    robot r = make_robot(tree);
    cdy_stop stop;
    cdy_error error;
    cdy_stop_state s = {.category = CDY_STOP_BRAKED, .qd = &speed, .effort = &effort};
    ck_assert_fails(cdy_find_stop(r.model, &s, &stop, NULL, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "move no mass"));
    s.deceleration = &deceleration;
    stop = stop_of(&r, &s, NULL);
    ck_assert(stop.stopped);
    ck_assert_near(&stop.time, &(double){1.5}, 1, 1e-9);
    free_robot(&r);
}
END_TEST

START_TEST(decelerations_bound_the_drives)
{
    const double speed = 3, deceleration = 2;
    robot r = make_slide(0);
    const cdy_stop_state s = {.category = CDY_STOP_BRAKED, .qd = &speed, .deceleration = &deceleration};
    const cdy_stop stop = stop_of(&r, &s, NULL);
    ck_assert_near(&stop.time, &(double){1.5}, 1, 1e-9);
    free_robot(&r);
}
END_TEST

static robot slide_with_drives(double damping, double friction, double gravity)
{
    cdy_tree *tree = make_tree("base", gravity);
    cdy_body car = make_body("car", "slide", CDY_JOINT_PRISMATIC);
    set_inertial(&car, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    set_axis(&car, 0, 0, 1);
    car.joint.dynamics = (cdy_joint_dynamics){.given = true, .damping = damping, .friction = friction};
    add_body(tree, &car, "base");
    robot r = make_robot(tree);
    cdy_drive_options drives = cdy_drive_options_default();
    cdy_error error = {0};
    drives.damping = true;
    drives.friction = true;
    ck_assert_ok(cdy_model_set_drives(r.model, &drives, &error), error);
    return r;
}

/* m v' = -c v ends at 1e-6 v0 after m / c ln 1e6, and takes m v0 / c. */
START_TEST(damping_alone_brings_to_rest)
{
    const double speed = 3;
    robot r = slide_with_drives(5, 0, 0);
    const cdy_stop_state s = {.qd = &speed, .frame = cdy_model_find_frame(r.model, "car")};
    const cdy_stop stop = stop_of(&r, &s, NULL);
    ck_assert(stop.stopped);
    ck_assert_near(&stop.time, &(double){2.0 / 5 * log(1e6)}, 1, 1.1e-3); /* at the end of a step */
    ck_assert_near(&stop.length, &(double){2.0 * 3 / 5}, 1, 1e-5);
    free_robot(&r);
}
END_TEST

/* m v^2 / 2 F as by a brake, but its last part takes longer; a load moves on, however slowly. */
START_TEST(friction_of_drives_slows_and_does_not_hold)
{
    const double speed = 3;
    robot level = slide_with_drives(0, 6, 0), steep = slide_with_drives(0, 25, 9.81);
    cdy_stop_state s = {.qd = &speed, .frame = cdy_model_find_frame(level.model, "car")};
    const cdy_stop stop = stop_of(&level, &s, NULL);
    ck_assert(stop.stopped && stop.time > 1 && stop.time < 1.1);
    ck_assert_near(&stop.length, &(double){2 * 9 / 12.0}, 1, 1e-4);
    s.most_time = 2;
    ck_assert(!stop_of(&steep, &s, NULL).stopped);
    s.brakes = &(double){0};
    ck_assert(!stop_of(&steep, &s, NULL).stopped);
    free_robot(&level);
    free_robot(&steep);
}
END_TEST

/* Its torque is not bounded, nor is its deceleration; at rest there is nothing to bound. */
START_TEST(drives_without_bounds_are_of_the_robot)
{
    const double speed = 3, still = 0, infinite = HUGE_VAL;
    robot r = slide_with_drives(0, 0, 0);
    cdy_stop_state s = {.category = CDY_STOP_BRAKED, .qd = &speed};
    cdy_stop stop;
    cdy_error error;
    ck_assert_fails(cdy_find_stop(r.model, &s, &stop, NULL, &error), CDY_ERROR_ROBOT, error);
    s.effort = s.deceleration = &infinite;
    ck_assert_fails(cdy_find_stop(r.model, &s, &stop, NULL, &error), CDY_ERROR_ROBOT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "give efforts or decelerations"));
    s.qd = &still;
    ck_assert(stop_of(&r, &s, NULL).stopped);
    free_robot(&r);
}
END_TEST

/* A pendulum that rises and stops at 0.44 rad, where 10.1 N m hold it; the stages of a step of 1 s lie at a rad, where
 * its drive would not hold it to its deceleration. */
START_TEST(what_lies_behind_the_stop_does_not_count)
{
    const double hanging = acos(0), speed = -2, effort = 10.6, deceleration = 4.5;
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body link = make_body("link", "swing", CDY_JOINT_REVOLUTE);
    set_inertial(&link, 3, 0.8, 0, 0, (double[6]){0.02, 0, 0, 0.02, 0, 0.02});
    set_axis(&link, 0, 1, 0);
    add_body(tree, &link, "base");
    robot r = make_robot(tree);
    cdy_stop_state s = {
        .category = CDY_STOP_BRAKED, .q = &hanging, .qd = &speed, .effort = &effort, .deceleration = &deceleration};
    const cdy_stop fine = stop_of(&r, &s, NULL);
    s.step = 1;
    const cdy_stop coarse = stop_of(&r, &s, NULL);
    ck_assert(fine.stopped && coarse.stopped);
    ck_assert_near(&coarse.time, &fine.time, 1, 0.02);
    free_robot(&r);
}
END_TEST

/* Without gravity brakes take all of the kinetic energy: each its torque times its way, joints that turn one way. */
START_TEST(brakes_take_the_energy)
{
    const double brakes[2] = {60, 25}, q[2] = {0.3, 0.9}, qd[2] = {2, 1.5};
    robot r = make_arm(0, brakes);
    double end[2], kinetic, potential;
    cdy_error error;
    const cdy_stop_state s = {
        .q = q, .qd = qd, .brakes = brakes, .frame = cdy_model_find_frame(r.model, "lower"), .point = {1}};
    ck_assert(stop_of(&r, &s, end).stopped);
    ck_assert_ok(cdy_energy(r.model, r.work, q, qd, &kinetic, &potential, &error), error);
    ck_assert(end[0] > q[0] && end[1] > q[1]);
    ck_assert_near(&(double){brakes[0] * (end[0] - q[0]) + brakes[1] * (end[1] - q[1])}, &kinetic, 1, 1e-8 * kinetic);
    free_robot(&r);
}
END_TEST

/* Against gravity brakes are friction whose sign has no width: simulations with a small one come as near. */
START_TEST(a_simulation_stops_alike)
{
    const double brakes[2] = {120, 45}, q[2] = {-0.4, 0.7}, qd[2] = {_i % 2 ? -3 : 2.5, _i % 2 ? 4 : -2};
    robot r = make_arm(9.81, brakes);
    double end[2];
    cdy_error error = {0};
    cdy_stop_state s = {.q = q, .qd = qd, .brakes = brakes};
    if (_i > 1) { /* drives that brake each by itself do so with the same torques */
        s = (cdy_stop_state){.category = CDY_STOP_HELD, .fastest = true, .q = q, .qd = qd, .effort = brakes};
    }
    const cdy_stop stop = stop_of(&r, &s, end);
    ck_assert(stop.stopped);
    cdy_drive_options drives = cdy_drive_options_default();
    cdy_simulation_options options = cdy_simulation_options_default();
    cdy_simulation *simulation;
    drives.friction = true;
    drives.friction_width = 1e-4;
    ck_assert_ok(cdy_model_set_drives(r.model, &drives, &error), error);
    options.step = 2e-6;
    ck_assert_ok(cdy_simulation_create(r.model, &options, &simulation, &error), error);
    ck_assert_ok(cdy_simulation_set_state(simulation, 0, q, qd, &error), error);
    while (cdy_simulation_time(simulation) < stop.time) {
        ck_assert_ok(cdy_simulation_step(simulation, &error), error);
    }
    ck_assert_near(cdy_simulation_q(simulation), end, 2, 1e-4);
    ck_assert_near(cdy_simulation_qd(simulation), ((double[2]){0, 0}), 2, 1e-2);
    cdy_simulation_destroy(simulation);
    free_robot(&r);
}
END_TEST

/* Drives that brake stay on the line, and the point's way is that of its circle. */
START_TEST(drives_brake_on_the_line)
{
    const double effort[2] = {80, 30}, q[2] = {0.2, 0.4}, qd[2] = {1.5, -3}, none[2] = {0};
    robot r = make_arm(9.81, none);
    double end[2];
    cdy_stop_state s = {.category = CDY_STOP_BRAKED, .q = q, .qd = qd, .effort = effort};
    ck_assert(stop_of(&r, &s, end).stopped);
    ck_assert_near(&(double){(end[1] - q[1]) * qd[0]}, &(double){(end[0] - q[0]) * qd[1]}, 1, 1e-12);
    const double single[2] = {1.5, 0};
    s.qd = single;
    s.frame = cdy_model_find_frame(r.model, "upper");
    s.point[0] = 0.5;
    const cdy_stop stop = stop_of(&r, &s, end);
    ck_assert(stop.stopped);
    ck_assert_near(&stop.length, &(double){0.5 * fabs(end[0] - q[0])}, 1, 1e-6);
    free_robot(&r);
}
END_TEST

/* The fastest stop of two joints: each takes the time of its own effort; on the line both take that of the slower one.
 */
START_TEST(the_fastest_stop_is_not_on_the_line)
{
    const double none[2] = {0}, q[2] = {0.2, 0.4}, qd[2] = {1.5, -3}, effort[2] = {300, 30};
    robot r = make_arm(9.81, none);
    cdy_stop_state s = {.category = CDY_STOP_HELD, .q = q, .qd = qd, .effort = effort};
    double end[2];
    cdy_error error;
    const cdy_stop line = stop_of(&r, &s, end);
    ck_assert_near(&(double){(end[1] - q[1]) * qd[0]}, &(double){(end[0] - q[0]) * qd[1]}, 1, 1e-12);
    s.fastest = true;
    const cdy_stop fastest = stop_of(&r, &s, end);
    ck_assert(line.stopped && fastest.stopped);
    ck_assert(fabs((end[1] - q[1]) * qd[0] - (end[0] - q[0]) * qd[1]) > 1e-3);
    cdy_stop stop;
    s.effort = (double[2]){300, HUGE_VAL};
    ck_assert_fails(cdy_find_stop(r.model, &s, &stop, NULL, &error), CDY_ERROR_ROBOT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "'elbow'"));
    free_robot(&r);
}
END_TEST

/* Without gravity and with the elbow braked, the inertia about the shoulder grows with the reach: I w^2 / 2 = b s has
 * the travel at full stretch, I = 2 x 0.02 + 3 (0.8^2 + 1.8^2). */
START_TEST(the_worst_stop_is_that_of_the_stretched_arm)
{
    const double none[2] = {0}, qd[2] = {2, 0}, brakes[2] = {50, 1e6};
    robot r = make_arm(0, none);
    const cdy_stop_state s = {
        .qd = qd, .brakes = brakes, .frame = cdy_model_find_frame(r.model, "lower"), .point = {1, 0, 0}};
    cdy_worst_stop near, far;
    double q[2];
    cdy_error error = {0};
    ck_assert_ok(cdy_find_worst_stop(r.model, &s, &(cdy_stop_region){0.95, 1, 100, 7}, &far, q, &error), error);
    ck_assert_ok(cdy_find_worst_stop(r.model, &s, &(cdy_stop_region){0.28, 0.38, 100, 7}, &near, NULL, &error), error);
    const double I = 0.04 + 3 * (0.64 + 3.24);
    ck_assert(far.travel <= I * 4 / 100 + 1e-9 && far.travel > 0.99 * I * 4 / 100);
    ck_assert(far.time <= I * 2 / 50 + 1e-9 && far.time > 0.99 * I * 2 / 50);
    ck_assert(far.length <= 2 * far.travel + 1e-9 && far.poses == 100 && far.unstopped == 0);
    ck_assert(far.reach > 1.999 && far.reach <= 2 + 1e-12);
    ck_assert(near.travel < 0.6 * far.travel && near.poses == 100);
    ck_assert(far.joint == 0 && far.stuck == 0 && far.beyond == 0);
    cdy_stop_state elsewhere = s; /* the state's own q does not count */
    cdy_worst_stop again;
    elsewhere.q = (double[2]){(double)NAN, 1e300};
    ck_assert_ok(cdy_find_worst_stop(r.model, &elsewhere, &(cdy_stop_region){0.95, 1, 100, 7}, &again, NULL, &error),
                 error);
    ck_assert(memcmp(&again.time, &far.time, sizeof far.time) == 0 && again.poses == far.poses);
    ck_assert(fabs(sin(q[1])) < 0.7 && cos(q[1]) > 0);
    static const cdy_stop_region wrong[] = {
        {0.5, 0.4, 3, 0}, {0, 2, 3, 0}, {-1, 1, 3, 0}, {0, 1, 0, 0}, {0, 1, 2000000, 0}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_fails(cdy_find_worst_stop(r.model, &s, &wrong[i], &far, NULL, &error), CDY_ERROR_ARGUMENT, error);
    }
    const cdy_stop_region empty = {1e-9, 2e-9, 1, 0};
    ck_assert_fails(cdy_find_worst_stop(r.model, &s, &empty, &far, NULL, &error), CDY_ERROR_NUMERIC, error);
    free_robot(&r);
}
END_TEST

/* On a slide of -100 to 100 m: 5 m/s, hardly braked for 10 s, end beyond 100 m from above 50 m; 19 N of drives brake
 * 2 kg upwards, but do not hold them against 19.62 N. */
START_TEST(poses_that_do_not_stop_are_told_apart)
{
    const double up = 5, weak = 1e-6, effort = 19;
    robot floating = make_slide(0), heavy = make_slide(9.81);
    const cdy_stop_region all = {0, 1, 50, 3};
    cdy_stop_state s = {.qd = &up, .brakes = &weak, .frame = cdy_model_find_frame(floating.model, "car"), .step = 0.1};
    cdy_worst_stop w;
    cdy_error error = {0};
    ck_assert_ok(cdy_find_worst_stop(floating.model, &s, &all, &w, NULL, &error), error);
    ck_assert(w.poses == 50 && w.unstopped == 50 && w.stuck == 0 && w.joint == 0);
    ck_assert(w.beyond > 3 && w.beyond < 25); /* a quarter of them */
    s.category = CDY_STOP_BRAKED;
    s.brakes = NULL;
    s.effort = &effort;
    ck_assert_ok(cdy_find_worst_stop(heavy.model, &s, &all, &w, NULL, &error), error);
    ck_assert(w.poses == 50 && w.unstopped == 50 && w.stuck == 50);
    s.qd = NULL;
    ck_assert_ok(cdy_find_worst_stop(heavy.model, &s, &all, &w, NULL, &error), error);
    ck_assert(w.joint == -1 && w.beyond == 0 && w.stuck == 50);
    free_robot(&floating);
    free_robot(&heavy);
}
END_TEST

/* Pendulums about y, side by side, of points of 1 kg that hang below; `length` of the first, each next one is a little
 * longer. */
static robot make_pendulums(int count, double length)
{
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "p%02d", i);
        cdy_body bob = make_body(name, name, CDY_JOINT_REVOLUTE);
        set_inertial(&bob, 1, 0, 0, -length * (1 + 0.03 * i), (double[6]){0});
        set_axis(&bob, 0, 1, 0);
        add_body(tree, &bob, "base");
    }
    return make_robot(tree);
}

/* A pendulum of 0.5 mm swings 22 times a second, and comes to rest twice in each swing, where its brake does not hold
 * it: in 30 s oftener than a thousand times. It takes all of the time, and no drive is stuck. */
START_TEST(a_pendulum_swings_for_all_of_the_time)
{
    robot r = make_pendulums(1, 5e-4);
    const double speed = 10, brake = 1e-7;
    const cdy_stop_region all = {0, 1, 1, 3};
    cdy_stop_state s = {
        .qd = &speed, .brakes = &brake, .frame = cdy_model_find_frame(r.model, "p00"), .most_time = 30, .step = 2e-3};
    cdy_worst_stop w;
    cdy_error error = {0};
    const cdy_stop stop = stop_of(&r, &s, NULL);
    ck_assert(!stop.stopped);
    ck_assert_double_eq_tol(stop.time, 30, 1e-9);
    ck_assert_ok(cdy_find_worst_stop(r.model, &s, &all, &w, NULL, &error), error);
    ck_assert(w.poses == 1 && w.unstopped == 1 && w.stuck == 0);
    free_robot(&r);
}
END_TEST

/* Many of them come to rest oftener than steps of half a swing of one tell. */
START_TEST(joints_that_rest_too_often_are_refused)
{
    enum { COUNT = 16 };
    robot r = make_pendulums(COUNT, 0.01);
    double speed[COUNT], brake[COUNT];
    for (int i = 0; i < COUNT; i++) {
        speed[i] = 10 + 0.3 * i;
        brake[i] = 1e-9;
    }
    cdy_stop_state s = {.qd = speed, .brakes = brake, .frame = 0, .most_time = 6, .step = 0.03};
    cdy_stop stop = {.time = 7};
    cdy_error error = {0};
    ck_assert_fails(cdy_find_stop(r.model, &s, &stop, NULL, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_msg(strstr(error.text, "joints come to rest and slip again so often") == error.text, "%s", error.text);
    ck_assert(stop.time == 7);
    /* A survey goes on past such a pose, and counts it. */
    cdy_worst_stop w;
    double q[COUNT];
    const cdy_stop_region all = {0, 1, 2, 3};
    ck_assert_ok(cdy_find_worst_stop(r.model, &s, &all, &w, q, &error), error);
    ck_assert(w.poses == 2 && w.unstopped == 2 && w.stuck == 0);
    ck_assert(w.time > 0 && w.time < 6);
    free_robot(&r);
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
    const double below[2] = {1, -1}, nothing[2] = {(double)NAN, 0}, zero[2] = {0, 0};
    robot r = make_arm(0, zero);
    cdy_stop stop = {.time = 5};
    cdy_error error;
    const cdy_stop_state wrong[] = {
        {.category = (cdy_stop_category)3},
        {.category = CDY_STOP_DRIVES_OFF, .fastest = true},
        {.category = CDY_STOP_HELD, .fastest = true, .deceleration = (double[2]){1, 1}},
        {.brakes = below},
        {.effort = below},
        {.deceleration = zero},
        {.qd = nothing},
        {.q = nothing},
        {.step = -1},
        {.step = 1e-9},
        {.most_time = 1e9},
        {.frame = 99},
        {.point = {HUGE_VAL}},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_fails(cdy_find_stop(r.model, &wrong[i], &stop, NULL, &error), CDY_ERROR_ARGUMENT, error);
    }
    ck_assert_fails(cdy_find_stop(r.model, NULL, &stop, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_find_stop(NULL, &wrong[0], &stop, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_find_stop(r.model, &(cdy_stop_state){0}, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert(fabs(stop.time - 5) <= 0);
    free_robot(&r);
}
END_TEST

START_TEST(joints_of_several_degrees_are_refused)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body plate = make_body("plate", "rail", CDY_JOINT_PLANAR);
    set_inertial(&plate, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &plate, "base");
    robot r = make_robot(tree);
    cdy_stop stop;
    cdy_error error;
    ck_assert_fails(cdy_find_stop(r.model, &(cdy_stop_state){0}, &stop, NULL, &error), CDY_ERROR_UNSUPPORTED, error);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("stop");
    TCase *tests = tcase_create("stop");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, a_slide_stops_as_by_hand, 0, 4);
    tcase_add_test(tests, what_cannot_hold_does_not_stop);
    tcase_add_loop_test(tests, drives_hold_what_they_have_stopped, 0, 4);
    tcase_add_loop_test(tests, brakes_too_strong_for_the_step_are_refused, 0, 2);
    tcase_add_test(tests, ways_beyond_bounds_are_refused);
    tcase_add_test(tests, joints_without_mass_are_told_apart);
    tcase_add_test(tests, decelerations_bound_the_drives);
    tcase_add_test(tests, damping_alone_brings_to_rest);
    tcase_add_test(tests, friction_of_drives_slows_and_does_not_hold);
    tcase_add_test(tests, drives_without_bounds_are_of_the_robot);
    tcase_add_test(tests, what_lies_behind_the_stop_does_not_count);
    tcase_add_test(tests, brakes_take_the_energy);
    tcase_add_loop_test(tests, a_simulation_stops_alike, 0, 3);
    tcase_add_test(tests, drives_brake_on_the_line);
    tcase_add_test(tests, the_fastest_stop_is_not_on_the_line);
    tcase_add_test(tests, the_worst_stop_is_that_of_the_stretched_arm);
    tcase_add_test(tests, poses_that_do_not_stop_are_told_apart);
    tcase_add_test(tests, a_pendulum_swings_for_all_of_the_time);
    tcase_add_test(tests, joints_that_rest_too_often_are_refused);
    tcase_add_test(tests, wrong_arguments_are_refused);
    tcase_add_test(tests, joints_of_several_degrees_are_refused);
    return run_suites(suite, NULL);
}

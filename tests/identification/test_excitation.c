/* Excitation: limits at every time, rest at both ends, and a condition number that is correct and better than for
 * random motions. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16, SAMPLES = 2000 };

static cdy_excitation_options quick(void)
{
    cdy_excitation_options options = cdy_excitation_options_default();
    options.evaluations = UNLESS_WATCHED(24, 4);
    return options;
}

static cdy_excitation *excite(const robot *r, const cdy_excitation_options *options)
{
    cdy_error error = {0};
    cdy_excitation *e = NULL;
    ck_assert_ok(cdy_excitation_create(r->model, options, &e, &error), error);
    return e;
}

START_TEST(every_limit_is_kept_and_the_ends_are_at_rest)
{
    robot r = load_bundled_robot("universalUR5e");
    double velocity[MOST], acceleration[MOST], effort[MOST], q[MOST], qd[MOST], qdd[MOST], tau[MOST];
    cdy_error error = {0};
    cdy_excitation_options options = quick();
    ck_assert_ok(cdy_tree_motion_limits(r.tree, r.model, velocity, acceleration, effort, &error), error);
    for (int i = 0; i < r.nv; i++) {
        acceleration[i] = 3;
    }
    effort[1] = 100; /* holding the arm horizontally takes most of the effort limit */
    options.velocity = velocity;
    options.acceleration = acceleration;
    options.effort = effort;
    cdy_excitation *e = excite(&r, &options);
    double most = 0, most_effort = 0;
    for (int i = 0; i <= SAMPLES; i++) {
        ck_assert_ok(cdy_excitation_evaluate(e, options.duration * i / (double)SAMPLES, q, qd, qdd, &error), error);
        ck_assert_int_eq(cdy_configuration_limit_violations(r.model, q, 0, NULL), 0);
        ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, NULL, tau, &error), error);
        for (int j = 0; j < r.nv; j++) {
            most = fmax(most, fmax(fabs(qd[j]) / velocity[j], fabs(qdd[j]) / acceleration[j]));
            most_effort = fmax(most_effort, fabs(tau[j]) / effort[j]);
        }
    }
    ck_assert_double_le(most, options.scale * (1 + 1e-9));
    ck_assert_double_ge(most, 0.3);
    ck_assert_double_le(most_effort, 1);
    for (int end = 0; end < 2; end++) {
        ck_assert_ok(cdy_excitation_evaluate(e, end * options.duration, q, qd, qdd, &error), error);
        ck_assert_double_le(largest(qd, 6), 1e-9);
        ck_assert_double_le(largest(qdd, 6), 1e-8);
    }
    cdy_excitation_destroy(e);
    free_robot(&r);
}
END_TEST

/* The largest torque of a joint at `samples` of the motion. */
static double largest_effort(const robot *r, const cdy_excitation *e, double duration, int samples, int joint)
{
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST], most = 0;
    cdy_error error = {0};
    for (int i = 0; i < samples; i++) {
        ck_assert_ok(cdy_excitation_evaluate(e, duration * i / samples, q, qd, qdd, &error), error);
        ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, qd, qdd, NULL, tau, &error), error);
        most = fmax(most, fabs(tau[joint]));
    }
    return most;
}

/* A motion that respects a limit at the samples of the search, but exceeds it between the samples, is not accepted. */
START_TEST(efforts_are_kept_between_samples)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_excitation_options options = quick();
    double effort[MOST];
    options.evaluations = 1;
    options.seed = (uint64_t)_i;
    cdy_excitation *free_of_limits = excite(&r, &options);
    for (int i = 0; i < r.nv; i++) {
        effort[i] = 1e6;
    }
    const double sampled = largest_effort(&r, free_of_limits, options.duration, 64 * options.harmonics, 1);
    ck_assert_double_gt(largest_effort(&r, free_of_limits, options.duration, 64 * 40 * options.harmonics, 1), sampled);
    effort[1] = sampled / options.scale * (1 + 1e-12);
    options.effort = effort;
    cdy_excitation *e = excite(&r, &options);
    ck_assert_double_le(largest_effort(&r, e, options.duration, 64 * 40 * options.harmonics, 1),
                        options.scale * effort[1]);
    cdy_excitation_destroy(free_of_limits);
    cdy_excitation_destroy(e);
    free_robot(&r);
}
END_TEST

/* A leader moves no further than its followers' limits allow. */
START_TEST(followers_keep_their_limits)
{
    static const char urdf[] =
        "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' "
        "ixy='0' ixz='0' iyz='0'/></inertial></link><link name='c'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
        "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='revolute'><parent link='a'/>"
        "<child link='b'/><limit lower='-1' upper='1' effort='5' velocity='2'/></joint><joint name='k' type='revolute'>"
        "<parent link='b'/><child link='c'/><mimic joint='j' multiplier='-2' offset='0.5'/><limit lower='-0.5' "
        "upper='1.5' effort='5' velocity='2'/></joint></robot>";
    robot r = {.tree = NULL};
    cdy_error error = {0};
    ck_assert_ok(cdy_load_text(urdf, strlen(urdf), "r", NULL, &r.tree, &error), error);
    ck_assert_ok(cdy_model_create(r.tree, &r.model, &error), error);
    cdy_excitation_options options = quick();
    cdy_excitation *e = excite(&r, &options);
    double least = 1, most = -1;
    for (int i = 0; i < SAMPLES; i++) {
        double q;
        ck_assert_ok(cdy_excitation_evaluate(e, options.duration * i / (double)SAMPLES, &q, NULL, NULL, &error), error);
        least = fmin(least, q);
        most = fmax(most, q);
    }
    ck_assert_double_ge(least, -0.5);
    ck_assert_double_le(most, 0.5);
    ck_assert_double_gt(most - least, 0.3);
    cdy_excitation_destroy(e);
    free_robot(&r);
}
END_TEST

/* An identification with rows of the motion has as many base parameters as the report of the motion says. */
START_TEST(rank_is_that_of_an_identification)
{
    robot r = load_bundled_robot("universalUR5e");
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST];
    cdy_error error = {0};
    const cdy_excitation_options options = quick();
    cdy_excitation *e = excite(&r, &options);
    cdy_identification *id;
    cdy_identification_result result;
    ck_assert_ok(cdy_identification_create(r.model, NULL, &id, &error), error);
    for (int i = 0; i < 100; i++) {
        ck_assert_ok(cdy_excitation_evaluate(e, 0.1 * i, q, qd, qdd, &error), error);
        ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, NULL, tau, &error), error);
        ck_assert_ok(cdy_identification_add(id, q, qd, qdd, NULL, tau, NULL, &error), error);
    }
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_int_eq(cdy_excitation_rank(e), result.full_rank);
    ck_assert_int_eq(result.rank, result.full_rank);
    cdy_identification_destroy(id);
    cdy_excitation_destroy(e);
    free_robot(&r);
}
END_TEST

/* The rank does not depend on the size of the numbers: links of 0.001 m to 1000 m. Without gravity the first body has
 * one base parameter, its moment about the axis, and each body beyond it seven. */
START_TEST(rank_does_not_depend_on_units)
{
    static const char *const lengths[] = {"0.001", "1", "1000"};
    static const char form[] =
        "<robot name='r'><link name='a'/><link name='b'/><link name='c'/><link name='d'/>"
        "<joint name='j' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0.6 0 0.8'/>"
        "<limit lower='-1' upper='1' effort='1e12' velocity='2'/></joint>"
        "<joint name='k' type='revolute'><parent link='b'/><child link='c'/><axis xyz='0 0.6 0.8'/>"
        "<origin xyz='%s 0 0' rpy='0.3 0.2 0.1'/><limit lower='-1' upper='1' effort='1e12' velocity='2'/></joint>"
        "<joint name='l' type='revolute'><parent link='c'/><child link='d'/><axis xyz='0.8 0.6 0'/>"
        "<origin xyz='0 0 %s' rpy='0.1 0.2 0.3'/><limit lower='-1' upper='1' effort='1e12' "
        "velocity='2'/></joint></robot>";
    char urdf[sizeof form + 16];
    robot r = {.tree = NULL};
    cdy_error error = {0};
    snprintf(urdf, sizeof urdf, form, lengths[_i], lengths[_i]);
    ck_assert_ok(cdy_load_text(urdf, strlen(urdf), "r", NULL, &r.tree, &error), error);
    ck_assert_ok(cdy_model_create(r.tree, &r.model, &error), error);
    ck_assert_ok(cdy_model_set_gravity(r.model, (double[3]){0}, &error), error);
    const cdy_excitation_options options = quick();
    cdy_excitation *e = excite(&r, &options);
    ck_assert_int_eq(cdy_excitation_rank(e), 1 + 7 + 7);
    cdy_excitation_destroy(e);
    free_robot(&r);
}
END_TEST

/* A longer search finds no worse motion; the same arguments give the same motion. */
START_TEST(searching_longer_is_no_worse)
{
    robot r = load_bundled_robot("omronEcobra600");
    cdy_excitation_options options = quick();
    double a[MOST], b[MOST];
    options.evaluations = 3;
    cdy_excitation *few = excite(&r, &options), *again = excite(&r, &options);
    options.evaluations = 40;
    cdy_excitation *many = excite(&r, &options);
    ck_assert_double_lt(cdy_excitation_condition(many), cdy_excitation_condition(few));
    ck_assert_double_gt(cdy_excitation_condition(many), 1);
    cdy_excitation_evaluate(few, 1.3, a, NULL, NULL, NULL);
    cdy_excitation_evaluate(again, 1.3, b, NULL, NULL, NULL);
    ck_assert_mem_eq(a, b, (size_t)r.nq * sizeof *a);
    cdy_excitation_destroy(few);
    cdy_excitation_destroy(again);
    cdy_excitation_destroy(many);
    free_robot(&r);
}
END_TEST

static void expect(const robot *r, const cdy_excitation_options *options, cdy_status status, const char *words)
{
    cdy_error error = {0};
    cdy_excitation *e = NULL;
    ck_assert_int_eq(cdy_excitation_create(r->model, options, &e, &error), status);
    ck_assert_ptr_null(e);
    ck_assert_msg(strstr(error.text, words) != NULL, "'%s' lacks '%s'", error.text, words);
}

/* An arm of a hinge without limits, a slide and a hinge with limits. */
static robot make_mixed(void)
{
    static const cdy_joint_type types[3] = {CDY_JOINT_CONTINUOUS, CDY_JOINT_PRISMATIC, CDY_JOINT_REVOLUTE};
    static const char *const names[4][2] = {{"base", ""}, {"a", "ja"}, {"b", "jb"}, {"c", "jc"}};
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 1; i <= 3; i++) {
        cdy_body body = make_body(names[i][0], names[i][1], types[i - 1]);
        set_inertial(&body, 1 + i, 0.1 * i, -0.05, 0.2, (double[6]){0.1, 0.01, 0, 0.12, 0, 0.15});
        set_origin(&body, 0.3, 0, 0.1 * i, 0.5 * i, 0.2, 0);
        set_axis(&body, i == 2, i != 2, 0.3 * i);
        if (i > 1) {
            body.joint.limit = (cdy_limit){.given = true, .lower = -0.4, .upper = 0.9 * i, .effort = 90, .velocity = 2};
        }
        add_body(tree, &body, names[i - 1][0]);
    }
    return make_robot(tree);
}

/* Motions of three searches as the library finds them: by their seed, whatever the machine. A search compares condition
 * numbers, so that another way to draw, to step or to shrink ends in another motion. */
START_TEST(motions_follow_from_their_seed)
{
    static const struct {
        int harmonics, evaluations;
        uint64_t seed;
        bool limits, efforts, drives;
        double condition;
        int rank;
        double q[3], qd[3], qdd[3]; /* at 1.7 s */
    } cases[] = {
        {3,
         30,
         5,
         true,
         false,
         false,
         339.47328918538386,
         13,
         {1.3841283246476506, 1.3044350422916915, 0.15597015727095331},
         {1.047843825772373, 0.49421504299483815, 1.6009669430379432},
         {-2.2897209362096413, -0.8349225247438008, 2.4316362215358049}},
        {2,
         24,
         0,
         false,
         false,
         true,
         212.47456716930066,
         19,
         {1.7265875621109061, 1.6243861333958933, 2.469247329483693},
         {3.0522553981422944, 0.48722244521500835, 0.75602018909117574},
         {-1.7039013457601508, -1.5909470715151022, -2.2346305706566216}},
        {3,
         20,
         7,
         true,
         true,
         false,
         1155.2657893882806,
         13,
         {0.58849719624743224, -0.20032846050161746, 0.72890894317418875},
         {0.22952240966289364, -0.087908059888306384, 0.10135015030229372},
         {-2.8113568084001281, 0.11363907781656282, 2.7862738514992484}},
        {2,
         5,
         3,
         false,
         true,
         true,
         20743.583562239135,
         19,
         {-1.9844673978687277, 0.93174181883564366, 0.79579870087741278},
         {-0.23581325833010663, 0.017502199893687287, 0.17533681062812487},
         {0.59419922941489078, 0.20383741335335304, 0.164839243225856}},
    };
    static const double velocity[3] = {1.5, 0.7, 2}, acceleration[3] = {4, 3, 9}, effort[3] = {70, 60, 14};
    cdy_error error = {0};
    robot r = make_mixed();
    cdy_excitation_options options = cdy_excitation_options_default();
    options.harmonics = cases[_i].harmonics;
    options.evaluations = cases[_i].evaluations;
    options.seed = cases[_i].seed;
    options.duration = 6;
    options.velocity = cases[_i].limits ? velocity : NULL;
    options.acceleration = cases[_i].limits ? acceleration : NULL;
    options.effort = cases[_i].efforts ? effort : NULL;
    options.regressor.damping = options.regressor.coulomb = cases[_i].drives;
    cdy_excitation *e = excite(&r, &options);
    double q[3], qd[3], qdd[3];
    ck_assert_ok(cdy_excitation_evaluate(e, 1.7, q, qd, qdd, &error), error);
    ck_assert_int_eq(cdy_excitation_rank(e), cases[_i].rank);
    ck_assert_double_eq_tol(cdy_excitation_condition(e) / cases[_i].condition, 1, 1e-6);
    ck_assert_near(q, cases[_i].q, 3, 1e-8);
    ck_assert_near(qd, cases[_i].qd, 3, 1e-8);
    ck_assert_near(qdd, cases[_i].qdd, 3, 1e-8);
    for (int round = -3; round <= 3; round++) { /* the motion repeats */
        double again[3], half[3];
        ck_assert_ok(cdy_excitation_evaluate(e, 1.7 + 6 * round, again, NULL, NULL, &error), error);
        ck_assert_near(again, q, 3, 1e-12);
        ck_assert_ok(cdy_excitation_evaluate(e, 1.7 + 6 * round, NULL, half, NULL, &error), error);
        ck_assert_near(half, qd, 3, 1e-12);
        ck_assert_ok(cdy_excitation_evaluate(e, 1.7 + 6 * round, NULL, NULL, half, &error), error);
        ck_assert_near(half, qdd, 3, 1e-11);
    }
    cdy_excitation_destroy(e);
    free_robot(&r);
}
END_TEST

/* Joints of more degrees stay where they are at home, whatever the arrays held. */
START_TEST(other_joints_stay)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("world", 9.81);
    static const char *const names[3][2] = {{"trunk", "fly"}, {"arm", "hinge"}, {"puck", "plane"}};
    static const cdy_joint_type types[3] = {CDY_JOINT_FLOATING, CDY_JOINT_REVOLUTE, CDY_JOINT_PLANAR};
    for (int i = 0; i < 3; i++) {
        cdy_body body = make_body(names[i][0], names[i][1], types[i]);
        set_inertial(&body, 1, 0.1, 0.2, 0.3, (double[6]){0.5, 0, 0, 0.6, 0, 0.7});
        body.joint.limit = (cdy_limit){.given = true, .lower = -1, .upper = 1, .effort = 9, .velocity = 9};
        add_body(tree, &body, i ? names[i - 1][0] : "world");
    }
    robot r = make_robot(tree);
    cdy_excitation_options options = quick();
    options.evaluations = 2;
    cdy_excitation *e = excite(&r, &options);
    double q[11], qd[10], qdd[10], home[11];
    for (int i = 0; i < 11; i++) {
        q[i] = 77;
        if (i < 10) {
            qd[i] = qdd[i] = 77;
        }
    }
    cdy_home_configuration(r.model, home);
    ck_assert_ok(cdy_excitation_evaluate(e, 1.3, q, qd, qdd, &error), error);
    for (int i = 0; i < 11; i++) {
        ck_assert(i == 7 ? fabs(q[i]) > 1e-3 : fabs(q[i] - home[i]) <= 0);
        ck_assert(i == 10 || (i == 6 ? fabs(qd[i]) > 1e-3 && fabs(qdd[i]) > 1e-3 : !(fabs(qd[i]) + fabs(qdd[i]) > 0)));
    }
    ck_assert_fails(cdy_excitation_evaluate(e, HUGE_VAL, q, qd, qdd, &error), CDY_ERROR_ARGUMENT, error);
    cdy_excitation_destroy(e);
    free_robot(&r);
}
END_TEST

/* Joints without a limit on one side swing over a turn, or 2 m, from the other; without any, about their zero. */
START_TEST(missing_limits_leave_a_turn)
{
    const double pi = 3.14159265358979323846;
    for (int i = 0; i < 8; i++) {
        const bool slides = i & 1, has_lower = i & 2, has_upper = i & 4;
        const double reach = slides ? 1 : pi,
                     least = has_lower   ? 5
                             : has_upper ? 7 - 2 * reach
                                         : -reach,
                     most = has_upper ? 7 : least + 2 * reach;
        cdy_tree *tree = make_tree("base", 9.81);
        cdy_body body = make_body("a", "ja", slides ? CDY_JOINT_PRISMATIC : CDY_JOINT_REVOLUTE);
        set_inertial(&body, 2, 0.1, 0.2, 0, (double[6]){0.1, 0, 0, 0.1, 0, 0.1});
        body.joint.limit = (cdy_limit){.given = true,
                                       .lower = has_lower ? 5 : -HUGE_VAL,
                                       .upper = has_upper ? 7 : HUGE_VAL,
                                       .effort = 9,
                                       .velocity = 9};
        add_body(tree, &body, "base");
        robot r = make_robot(tree);
        cdy_excitation_options options = cdy_excitation_options_default();
        options.evaluations = 1;
        double lowest = HUGE_VAL, highest = -HUGE_VAL;
        for (options.seed = 0; options.seed < 30; options.seed++) { /* some seeds place the swing near an end */
            cdy_excitation *e = excite(&r, &options);
            for (int k = 0; k < 200; k++) {
                double q;
                cdy_excitation_evaluate(e, k * options.duration / 200, &q, NULL, NULL, NULL);
                lowest = fmin(lowest, q);
                highest = fmax(highest, q);
            }
            cdy_excitation_destroy(e);
        }
        const double spared = (1 - options.scale) * (most - least) / 2, slack = 0.03 * (most - least);
        ck_assert(lowest >= least + spared - 1e-12 && highest <= most - spared + 1e-12);
        ck_assert_msg(lowest < least + spared + slack && highest > most - spared - slack, "%d: %g to %g", i, lowest,
                      highest);
        free_robot(&r);
    }
}
END_TEST

/* The samples of motions that the search has asked about, in which positions of the second joint up to `most` rad are
 * accepted. */
typedef struct asked {
    double most;
    int last, motions;
    bool in_order;
} asked;

static bool is_low(void *context, int sample, const double *q)
{
    asked *a = context;
    a->in_order = a->in_order && (sample == 0 || sample == a->last + 1);
    a->last = sample;
    a->motions += sample == 0;
    return fabs(q[1]) <= a->most;
}

static bool never(void *context, int sample, const double *q)
{
    (void)context;
    (void)sample;
    (void)q;
    return false;
}

/* Motions are made smaller until all of their samples are accepted, or the search fails. */
START_TEST(only_what_is_accepted_is_found)
{
    robot r = load_bundled_robot("universalUR5e");
    asked a = {.most = 1.5, .in_order = true};
    cdy_excitation_options options = quick();
    double free_most = 0, most = 0;
    options.evaluations = 24;
    for (int accepting = 0; accepting < 2; accepting++) {
        options.accept = accepting ? is_low : NULL;
        options.context = &a;
        cdy_excitation *e = excite(&r, &options);
        double *largest_turn = accepting ? &most : &free_most;
        for (int i = 0; i <= 64 * options.harmonics; i++) {
            double q[MOST];
            ck_assert(cdy_excitation_evaluate(e, options.duration * i / (64. * options.harmonics), q, NULL, NULL,
                                              NULL) == CDY_OK);
            *largest_turn = fmax(*largest_turn, fabs(q[1]));
        }
        cdy_excitation_destroy(e);
    }
    ck_assert_double_gt(free_most, 1.6);
    ck_assert_double_le(most, 1.5 + 1e-9);
    ck_assert(a.in_order && a.motions >= options.evaluations);
    cdy_excitation *none = NULL;
    cdy_error error = {0};
    options.accept = never;
    ck_assert_fails(cdy_excitation_create(r.model, &options, &none, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_msg(strstr(error.text, "and that is accepted") != NULL, "%s", error.text);
    ck_assert_ptr_null(none);
    free_robot(&r);
}
END_TEST

/* Both bounds of each option, and the numbers beside them. */
START_TEST(options_have_bounds)
{
    robot r = make_mixed();
    cdy_excitation_options options = cdy_excitation_options_default();
    options.evaluations = 1;
    options.harmonics = 2;
    options.duration = 1e-6;
    cdy_excitation_destroy(excite(&r, &options));
    options.duration = 1e9;
    cdy_excitation_destroy(excite(&r, &options));
    options.duration = 1.003e9;
    expect(&r, &options, CDY_ERROR_ARGUMENT, "the duration is 1.003e+09 s; expected 1e-06 to 1e+09 s");
    options.duration = 0.997e-6;
    expect(&r, &options, CDY_ERROR_ARGUMENT, "the duration is 9.97e-07 s");
    options.duration = (double)NAN;
    expect(&r, &options, CDY_ERROR_ARGUMENT, "the duration is nan s");
    options.duration = 1;
    options.harmonics = 1;
    expect(&r, &options, CDY_ERROR_ARGUMENT, "there are 1 harmonics; expected 2 to 100");
    options.harmonics = 101;
    expect(&r, &options, CDY_ERROR_ARGUMENT, "there are 101 harmonics; expected 2 to 100");
    options.harmonics = 100;
    cdy_excitation_destroy(excite(&r, &options));
    options.harmonics = 2;
    options.scale = 1;
    cdy_excitation_destroy(excite(&r, &options));
    options.scale = 1.003;
    expect(&r, &options, CDY_ERROR_ARGUMENT, "the scale is 1.003; expected a number above 0, at most 1");
    options.scale = 0;
    expect(&r, &options, CDY_ERROR_ARGUMENT, "the scale is 0;");
    options.scale = 0.5;
    options.evaluations = 0;
    expect(&r, &options, CDY_ERROR_ARGUMENT, "there are 0 evaluations; expected 1 at least");
    options.evaluations = 1;
    options.regressor.coulomb = true;
    options.regressor.friction_width = -1;
    expect(&r, &options, CDY_ERROR_ARGUMENT, "friction");
    options.regressor.coulomb = false;
    options.regressor.friction_width = 0.005;
    double limits[3] = {1, 1, 0};
    options.effort = limits;
    expect(&r, &options, CDY_ERROR_ARGUMENT, "a limit of effort is 0; expected numbers above 0, or infinity");
    free_robot(&r);
}
END_TEST

/* The regressor of an arm of 1e160 m overflows in every motion. */
START_TEST(motions_beyond_all_numbers_are_told)
{
    cdy_tree *tree = make_tree("base", 9.81);
    const cdy_excitation_options options = quick();
    char parent[8] = "base";
    for (int i = 0; i < 2; i++) {
        cdy_body link = make_body(i ? "far" : "near", i ? "elbow" : "shoulder", CDY_JOINT_REVOLUTE);
        set_inertial(&link, 1, 0.5, 0, 0, (double[6]){0});
        set_axis(&link, 0, -1, 0);
        set_origin(&link, i ? 1e160 : 0, 0, 0, 0, 0, 0);
        add_body(tree, &link, parent);
        memcpy(parent, "near", 5);
    }
    robot r = make_robot(tree);
    expect(&r, &options, CDY_ERROR_NUMERIC, "the numbers of the robot or its state are too large");
    free_robot(&r);
}
END_TEST

START_TEST(what_excites_nothing_is_refused)
{
    robot r = load_bundled_robot("universalUR5e");
    double weak[MOST];
    cdy_excitation_options options = quick(), bad = options;
    cdy_error error = {0};
    bad.duration = 0;
    expect(&r, &bad, CDY_ERROR_ARGUMENT, "duration");
    bad.duration = 1e-7;
    expect(&r, &bad, CDY_ERROR_ARGUMENT, "the duration is 1e-07 s; expected 1e-06 to 1e+09 s");
    bad.duration = 1e10;
    expect(&r, &bad, CDY_ERROR_ARGUMENT, "duration");
    bad = options;
    bad.harmonics = 1;
    expect(&r, &bad, CDY_ERROR_ARGUMENT, "harmonics");
    bad = options;
    bad.scale = 1.5;
    expect(&r, &bad, CDY_ERROR_ARGUMENT, "scale");
    bad = options;
    bad.evaluations = 0;
    expect(&r, &bad, CDY_ERROR_ARGUMENT, "evaluations");
    for (int i = 0; i < r.nv; i++) {
        weak[i] = 1e-3;
    }
    for (int i = 0; i < r.nv; i++) {
        weak[i] = i % 2 ? -1 : 0;
        bad = options;
        bad.velocity = weak;
        expect(&r, &bad, CDY_ERROR_ARGUMENT, "limit of velocity");
        bad = options;
        bad.acceleration = weak;
        expect(&r, &bad, CDY_ERROR_ARGUMENT, "limit of acceleration");
        weak[i] = 1e-3;
    }
    bad = options;
    bad.effort = weak;
    bad.evaluations = 2;
    expect(&r, &bad, CDY_ERROR_NUMERIC, "no motion was found");
    ck_assert_int_eq(cdy_excitation_create(NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_excitation_evaluate(NULL, 0, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT);
    ck_assert(isnan(cdy_excitation_condition(NULL)));
    ck_assert_int_eq(cdy_excitation_rank(NULL), 0);
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("ball", "ball", CDY_JOINT_FLOATING);
    add_body(tree, &body, "base");
    robot floating = make_robot(tree);
    expect(&floating, &options, CDY_ERROR_ARGUMENT, "no joint of one degree");
    free_robot(&floating);
    free_robot(&r);
}
END_TEST

START_TEST(running_out_of_memory_is_an_error)
{
    robot r = load_bundled_robot("omronEcobra600");
    cdy_excitation_options options = quick();
    cdy_error error = {0};
    bool failed = heap_is_counted();
    options.evaluations = 1;
    for (size_t number = 1; failed; number++) {
        const size_t live = heap_count().live;
        cdy_excitation *e = NULL;
        heap_fail_at(number);
        const cdy_status status = cdy_excitation_create(r.model, &options, &e, &error);
        failed = heap_has_failed();
        heap_fail_at(0);
        ck_assert_int_eq(status, failed ? CDY_ERROR_MEMORY : CDY_OK);
        cdy_excitation_destroy(e);
        ck_assert_uint_eq(heap_count().live, live);
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("excitation");
    TCase *tests = add_case(suite, "motion", every_limit_is_kept_and_the_ends_are_at_rest);
    tcase_add_loop_test(tests, efforts_are_kept_between_samples, 0, UNLESS_WATCHED(10, 1));
    tcase_add_test(tests, followers_keep_their_limits);
    tcase_add_test(tests, rank_is_that_of_an_identification);
    tcase_add_loop_test(tests, rank_does_not_depend_on_units, 0, 3);
    tcase_add_test(tests, searching_longer_is_no_worse);
    tcase_add_loop_test(tests, motions_follow_from_their_seed, 0, 4);
    tcase_add_test(tests, other_joints_stay);
    tcase_add_test(tests, missing_limits_leave_a_turn);
    tcase_add_test(tests, only_what_is_accepted_is_found);
    tcase_add_test(tests, options_have_bounds);
    tcase_add_test(tests, motions_beyond_all_numbers_are_told);
    tcase_add_test(tests, what_excites_nothing_is_refused);
    tcase_add_test(tests, running_out_of_memory_is_an_error);
    return run_suites(suite, NULL);
}

/* Every profile on every robot of the corpus: limits of position, velocity and acceleration on every sample. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/samples.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static samples files;

enum { POINTS = 4, LARGEST_OPTIMAL = 8 };

typedef struct motion {
    robot r;
    double *q, *velocity, *acceleration, *state;
} motion;

/* Moves a configuration into the limits of followers, where these leave their leader a range; only checks it where
 * `keep` is false. */
static void hold_followers(const motion *m, double *q, bool keep)
{
    for (int pass = 0; pass < 2; pass++) { /* a leader's range is the intersection of its followers' ranges */
        for (int i = 0; i < cdy_model_joint_count(m->r.model); i++) {
            cdy_moving_joint j;
            cdy_coordinate leader;
            double lower, upper;
            ck_assert_int_eq(cdy_model_joint(m->r.model, i, &j), CDY_OK);
            if (!j.is_follower || !(fabs(j.multiplier) > 0)) {
                continue;
            }
            cdy_joint_position_limits(&cdy_tree_body(m->r.tree, cdy_tree_find_joint(m->r.tree, j.name))->joint, &lower,
                                      &upper);
            ck_assert_int_eq(cdy_model_position(m->r.model, j.position, &leader), CDY_OK);
            const double a = (lower - j.offset) / j.multiplier, b = (upper - j.offset) / j.multiplier;
            const double low = fmax(leader.lower, fmin(a, b)), high = fmin(leader.upper, fmax(a, b));
            if (low < high && keep) {
                q[j.position] = fmin(fmax(q[j.position], low), high);
            } else if (low < high) {
                ck_assert_msg(q[j.position] >= low - 2e-6 && q[j.position] <= high + 2e-6, "%s follows beyond", j.name);
            }
        }
    }
}

/* Random way points within the limits, joints of several degrees of freedom near home. */
static motion make_motion(const char *path)
{
    motion m = {.r = load_robot_file(path, false, false)};
    const size_t n = (size_t)m.r.nv + 1, nq = (size_t)m.r.nq + 1;
    cdy_error error = {0};
    uint64_t seed = 1;
    m.q = calloc(POINTS, nq * sizeof *m.q);
    m.velocity = calloc(2, n * sizeof *m.velocity);
    m.acceleration = m.velocity + n;
    m.state = calloc(3, nq * sizeof *m.state);
    ck_assert_ok(cdy_tree_motion_limits(m.r.tree, m.r.model, m.velocity, m.acceleration, NULL, &error), error);
    for (int i = 0; i < m.r.nv; i++) {
        m.velocity[i] = m.velocity[i] < HUGE_VAL ? m.velocity[i] : 1;
        m.acceleration[i] = m.acceleration[i] < HUGE_VAL ? m.acceleration[i] : 2;
    }
    for (int k = 0; k < POINTS; k++) {
        cdy_random_configuration(m.r.model, &seed, m.q + k * m.r.nq);
        hold_followers(&m, m.q + k * m.r.nq, true);
    }
    return m;
}

static void free_motion(motion *m)
{
    free(m->q);
    free(m->velocity);
    free(m->state);
    free_robot(&m->r);
}

static void check_profile(motion *m, cdy_profile profile)
{
    enum { SAMPLES = 120 };
    cdy_error error = {0};
    cdy_trajectory *trajectory;
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.profile = profile;
    options.velocity = m->velocity;
    options.acceleration = m->acceleration;
    ck_assert_ok(cdy_trajectory_create(m->r.model, POINTS, m->q, &options, &trajectory, &error), error);
    const double T = cdy_trajectory_duration(trajectory);
    double *q = m->state, *qd = q + m->r.nq + 1, *qdd = qd + m->r.nq + 1, most = 0;
    for (int i = 0; i <= SAMPLES; i++) {
        ck_assert_ok(cdy_trajectory_evaluate(trajectory, T * i / (double)SAMPLES, q, qd, qdd, &error), error);
        ck_assert_int_eq(cdy_configuration_limit_violations(m->r.model, q, 2e-6, NULL), 0);
        hold_followers(m, q, false);
        for (int j = 0; j < m->r.nv; j++) {
            most = fmax(most, fmax(fabs(qd[j]) / m->velocity[j], fabs(qdd[j]) / m->acceleration[j]));
        }
    }
    ck_assert_msg(most <= (profile == CDY_PROFILE_TIME_OPTIMAL ? 1 : 1.001), "profile %d uses %g of a limit",
                  (int)profile, most);
    cdy_trajectory_destroy(trajectory);
}

START_TEST(every_profile_keeps_the_limits)
{
    motion m = make_motion(files.paths[_i]);
    for (int profile = 0; m.r.nv > 0 && profile < CDY_PROFILE_TIME_OPTIMAL; profile++) {
        check_profile(&m, (cdy_profile)profile);
    }
    if (m.r.nv > 0 && m.r.nv <= UNLESS_WATCHED(LARGEST_OPTIMAL, 3)) {
        check_profile(&m, CDY_PROFILE_TIME_OPTIMAL);
    }
    free_motion(&m);
}
END_TEST

int main(void)
{
    find_samples(&files, "corpus/robots", ".urdf");
    Suite *suite = suite_create("corpus_trajectory");
    add_sample_tests(suite, &files, 0, every_profile_keeps_the_limits);
    return run_samples(suite, &files);
}

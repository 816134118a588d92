/* Times of motions with limits of jerk: a plan of six coordinates from any state to any state, and a trajectory of a
 * UR5e through ten way points, with stops and with blends.  Least and median time of ROUNDS rounds, us. */
#include "rounds.h"

#include <condyle/condyle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 6, POINTS = 10, PROBLEMS = 100 };

/* A number from low to high (SplitMix64, Steele and others 2014). */
static double draw(uint64_t *seed, double low, double high)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return low + (high - low) * ((double)(z >> 11) * 0x1p-53);
}

static void print(const char *name, double *times)
{
    const timing t = sum_up(times, ROUNDS);
    printf("%-44s %10.2f %10.2f\n", name, t.least / 1000, t.median / 1000);
}

/* Plans random motions, one behind another. */
static int time_plans(int n)
{
    static double numbers[PROBLEMS][6][N], times[ROUNDS];
    const double velocity[N] = {1, 2, 3, 3, 3, 3}, acceleration[N] = {5, 5, 5, 8, 8, 8},
                 jerk[N] = {50, 50, 50, 80, 80, 80};
    cdy_online_trajectory *trajectory;
    uint64_t seed = 1;
    int failed = cdy_online_trajectory_create(n, &trajectory, NULL) != CDY_OK;
    for (int k = 0; k < PROBLEMS; k++) {
        for (int i = 0; i < 6 * N; i++) {
            numbers[k][i / N][i % N] = draw(&seed, -0.8, 0.8);
        }
    }
    for (int round = 0; round < ROUNDS && !failed; round++) {
        const double begin = now();
        for (int k = 0; k < PROBLEMS; k++) {
            double(*x)[N] = numbers[k];
            const cdy_online_motion m = {x[0], x[1], x[2], x[3], x[4], x[5], velocity, acceleration, jerk, 0};
            failed |= cdy_online_trajectory_plan(trajectory, &m, NULL) != CDY_OK;
        }
        times[round] = (now() - begin) / (double)PROBLEMS;
    }
    if (!failed) {
        print(n == 1 ? "any state to any state, 1 coordinate" : "any state to any state, 6 coordinates", times);
    }
    cdy_online_trajectory_destroy(trajectory);
    return failed;
}

/* A motion through way points, and how its row of the table is named. */
typedef struct motion_case {
    const char *name;
    cdy_profile profile;
    double blend;
    const double *effort;
} motion_case;

static int time_way_points(const cdy_model *model, const motion_case *c)
{
    static double times[ROUNDS];
    const double velocity[N] = {3, 3, 3, 3, 3, 3}, acceleration[N] = {5, 5, 5, 5, 5, 5},
                 jerk[N] = {50, 50, 50, 50, 50, 50};
    cdy_trajectory_options options = cdy_trajectory_options_default();
    double q[POINTS * N];
    uint64_t seed = 3;
    int failed = 0;
    for (int i = 0; i < POINTS * N; i++) {
        q[i] = draw(&seed, -2, 2);
    }
    options.velocity = velocity, options.acceleration = acceleration, options.jerk = jerk;
    options.profile = c->profile, options.blend = c->blend, options.effort = c->effort;
    for (int round = 0; round < ROUNDS && !failed; round++) {
        cdy_trajectory *trajectory;
        const double begin = now();
        failed = cdy_trajectory_create(model, POINTS, q, &options, &trajectory, NULL) != CDY_OK;
        times[round] = now() - begin;
        cdy_trajectory_destroy(trajectory);
    }
    if (!failed) {
        print(c->name, times);
    }
    return failed;
}

int main(void)
{
    cdy_robot *robot = NULL;
    cdy_error error;
    if (cdy_robot_open("universalUR5e", NULL, &robot, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    printf("%-44s %10s %10s\n", "us", "least", "median");
    const cdy_model *model = cdy_robot_model(robot);
    const double effort[N] = {150, 150, 150, 28, 28, 28}; /* of its file */
    const motion_case cases[] = {
        {"UR5e, ten way points, stops", CDY_PROFILE_TRAPEZOID, 0, NULL},
        {"UR5e, ten way points, blends", CDY_PROFILE_TRAPEZOID, 0.05, NULL},
        {"UR5e, ten way points, time-optimal", CDY_PROFILE_TIME_OPTIMAL, 0, NULL},
        {"UR5e, ten way points, time-optimal, efforts", CDY_PROFILE_TIME_OPTIMAL, 0, effort},
    };
    int failed = time_plans(1) | time_plans(N);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        failed |= time_way_points(model, &cases[k]);
    }
    cdy_robot_destroy(robot);
    return failed;
}

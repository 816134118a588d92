/* Trial of time-optimal timing with limits of jerk: random motions of six arms, sampled at 10 kHz.  Prints by arm the
 * largest share of a limit that a sample uses, jerks being differences of accelerations, the durations relative to
 * those without limits of jerk, and the time a timing takes.  The exit status is 1 where a promise of
 * docs/trajectories.md is broken.  Arguments: the number of motions (60), and that of the first (0). */
#include "rounds.h"
#include "way_points.h"

#include <condyle/condyle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_JOINTS = 16, MOST_POINTS = 13 };

static const double rate = 10000;

/* The share of limits that docs/trajectories.md promises. */
static const double promised_most = 1;

static const char *const arms[] = {"universalUR5e", "universalUR10e", "kukaIiwa14",
                                   "frankaFR3",     "kinovaGen3",     "omronEcobra600"};
enum { ARMS = sizeof arms / sizeof *arms };

/* A random motion of an arm: its limits and its way points. */
typedef struct trial {
    cdy_model *model;
    cdy_workspace *workspace;
    double velocity[MOST_JOINTS], acceleration[MOST_JOINTS], effort[MOST_JOINTS], jerk[MOST_JOINTS];
    double q[MOST_POINTS * MOST_JOINTS]; /* way points */
    int nq, nv;
    size_t count;
} trial;

/* Counts of the motions of an arm, and the shares of limits that they use. `none` counts way points that have no motion
 * without limits of jerk either, `failed` those that have one. */
typedef struct tally {
    long motions, none, failed, over, samples;
    double most, least_ratio, most_ratio, time, slowest;
} tally;

/* One motion in two has limits of acceleration, as those without limits of effort have, one in four damping and
 * friction; jerks from 10 to 10000 rad/s3. */
static int make_trial(trial *t, const cdy_tree *tree, uint64_t *seed)
{
    const double gravity[3] = {0, 0, -9.81};
    cdy_drive_options drives = cdy_drive_options_default();
    if (cdy_model_create(tree, &t->model, NULL) || cdy_workspace_create(t->model, &t->workspace, NULL)) {
        return 1;
    }
    t->nq = cdy_model_nq(t->model);
    t->nv = cdy_model_nv(t->model);
    if (t->nq > MOST_JOINTS || cdy_tree_motion_limits(tree, t->model, t->velocity, t->acceleration, t->effort, NULL) ||
        cdy_model_set_gravity(t->model, gravity, NULL)) {
        return 1;
    }
    drives.damping = drives.friction = draw_share(seed) < 0.25;
    const double acceleration = 2 + 28 * draw_share(seed), jerk = 10 * pow(1000, draw_share(seed));
    const int bounded = draw_share(seed) < 0.5 || !(t->effort[0] < HUGE_VAL);
    for (int i = 0; i < t->nv; i++) {
        t->acceleration[i] = bounded ? fmin(t->acceleration[i], acceleration) : t->acceleration[i];
        t->jerk[i] = jerk;
    }
    t->count = draw_way_points(t->model, MOST_POINTS, seed, t->q);
    return cdy_model_set_drives(t->model, &drives, NULL) != CDY_OK;
}

/* The largest share of a limit that a state uses; infinite where the dynamics fail. */
static double usage(const trial *p, const double *q, const double *qd, const double *qdd)
{
    double tau[MOST_JOINTS], most = 0;
    if (cdy_inverse_dynamics(p->model, p->workspace, q, qd, qdd, NULL, tau, NULL)) {
        return HUGE_VAL;
    }
    for (int i = 0; i < p->nv; i++) {
        most = fmax(most, fmax(fabs(qd[i]) / p->velocity[i],
                               fmax(fabs(qdd[i]) / p->acceleration[i], fabs(tau[i]) / p->effort[i])));
    }
    return most;
}

/* Accelerations begin and end at 0. */
static void sample(const trial *p, const cdy_trajectory *made, tally *sum)
{
    double q[MOST_JOINTS], qd[MOST_JOINTS], qdd[MOST_JOINTS], before[MOST_JOINTS] = {0}, most = 0;
    const double T = cdy_trajectory_duration(made);
    const long last = (long)ceil(T * rate);
    for (long i = 0; i <= last; i++) {
        cdy_trajectory_evaluate(made, (double)i / rate, q, qd, qdd, NULL);
        most = fmax(most, usage(p, q, qd, qdd));
        for (int j = 0; j < p->nv; j++) {
            most = fmax(most, fabs(qdd[j] - before[j]) * rate / p->jerk[j]);
            before[j] = qdd[j];
        }
        sum->samples++;
    }
    sum->most = fmax(sum->most, most);
    sum->over += !(most <= promised_most);
}

static cdy_status time_motion(const trial *t, int jerks, cdy_trajectory **made, cdy_error *error)
{
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.profile = CDY_PROFILE_TIME_OPTIMAL;
    options.velocity = t->velocity;
    options.acceleration = t->acceleration;
    options.effort = t->effort;
    options.jerk = jerks ? t->jerk : NULL;
    return cdy_trajectory_create(t->model, t->count, t->q, &options, made, error);
}

static void compare(const trial *t, const cdy_trajectory *fastest, long number, tally *sum)
{
    cdy_trajectory *made = NULL;
    cdy_error error = {.text = ""};
    const double begin = now();
    const cdy_status status = time_motion(t, 1, &made, &error);
    const double taken = now() - begin;
    sum->time += taken;
    sum->slowest = fmax(sum->slowest, taken);
    sum->failed += status != CDY_OK;
    if (status) {
        printf("motion %ld: %s\n", number, error.text);
        return;
    }
    const double ratio = cdy_trajectory_duration(made) / cdy_trajectory_duration(fastest);
    sum->least_ratio = fmin(sum->least_ratio, ratio);
    sum->most_ratio = fmax(sum->most_ratio, ratio);
    sample(t, made, sum);
    cdy_trajectory_destroy(made);
}

static void try_motion(const cdy_tree *tree, long number, tally *sum)
{
    trial t = {.model = NULL};
    uint64_t seed = (uint64_t)number;
    cdy_trajectory *fastest = NULL;
    sum->motions++;
    if (make_trial(&t, tree, &seed)) {
        sum->failed++;
    } else if (time_motion(&t, 0, &fastest, NULL)) {
        sum->none++;
    } else {
        compare(&t, fastest, number, sum);
    }
    cdy_trajectory_destroy(fastest);
    cdy_workspace_destroy(t.workspace);
    cdy_model_destroy(t.model);
}

/* Prints a row; returns whether a promise is broken. */
static int print(const char *arm, const tally *s)
{
    const long made = s->motions - s->none - s->failed;
    printf("%-16s%9ld%6ld%8ld%10ld%10.6f%6ld%9.4f%9.3f%9.1f%9.1f\n", arm, s->motions, s->none, s->failed, s->samples,
           s->most, s->over, s->least_ratio, s->most_ratio, made > 0 ? s->time / 1e6 / (double)made : 0,
           s->slowest / 1e6);
    return s->failed || s->over || s->least_ratio < 1;
}

int main(int argc, char **argv)
{
    const long count = argc > 1 ? strtol(argv[1], NULL, 10) : 60, first = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    int broken = 0;
    cdy_tree *trees[ARMS] = {NULL};
    tally sums[ARMS];
    for (int i = 0; i < ARMS; i++) {
        sums[i] = (tally){.least_ratio = HUGE_VAL};
        cdy_error error;
        if (cdy_urdf_load_bundled(arms[i], NULL, &trees[i], &error)) {
            fprintf(stderr, "%s\n", error.text);
            broken = 1;
        }
    }
    for (long k = first; k < first + count && !broken; k++) {
        try_motion(trees[k % ARMS], k, &sums[k % ARMS]);
    }
    printf("%-16s%9s%6s%8s%10s%10s%6s%9s%9s%9s%9s\n", "arm", "motions", "none", "failed", "samples", "most", "over",
           "fastest", "slowest", "ms each", "ms most");
    for (int i = 0; i < ARMS; i++) {
        broken = print(arms[i], &sums[i]) || broken;
        cdy_tree_destroy(trees[i]);
    }
    return broken;
}

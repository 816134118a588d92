/* Trial of time-optimal timing: random motions of six arms, sampled at 1 kHz, ten times the command's rate.  Prints by
 * arm the largest share of a limit that a sample uses, and the least share that the most used limit has in a sample.
 * The exit status is 1 where a promise of docs/trajectories.md is broken.  Arguments: the number of motions (60), that
 * of the first (0), and any third one to print every sample that breaks a promise. */
#include "rounds.h"
#include "way_points.h"

#include <condyle/condyle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_JOINTS = 16, MOST_POINTS = 13 };

static const double rate = 1000;

static const char *const arms[] = {"universalUR5e", "universalUR10e", "kukaIiwa14",
                                   "frankaFR3",     "kinovaGen3",     "omronEcobra600"};
enum { ARMS = sizeof arms / sizeof *arms };

/* A random motion of an arm: its limits and its way points. */
typedef struct trial {
    cdy_model *model;
    cdy_workspace *workspace;
    double velocity[MOST_JOINTS], acceleration[MOST_JOINTS], effort[MOST_JOINTS];
    double q[MOST_POINTS * MOST_JOINTS]; /* way points */
    int nq, nv;
    size_t count;
} trial;

/* The shares of the limits that the motions of an arm use; too weak: somewhere on the path the arm cannot hold itself.
 */
typedef struct tally {
    long motions, too_weak, failed, over, under, samples;
    double most, least, time;
} tally;

/* The shares of a limit that docs/trajectories.md promises. */
static const double promised_most = 1, promised_least = 0.99;

/* A payload of up to 2 kg at the last frame. */
static cdy_status add_payload(trial *t, uint64_t *seed)
{
    const cdy_payload payload = {.mass = 2 * draw_share(seed), .center_of_mass = {0.05, 0, 0.05}};
    return cdy_model_set_payload(t->model, cdy_model_frame_count(t->model) - 1, &payload, NULL);
}

/* One motion in two has limits of acceleration, as those without limits of effort have, one in four damping and
 * friction, one in four a payload. */
static int make_trial(trial *t, const cdy_tree *tree, uint64_t *seed)
{
    if (cdy_model_create(tree, &t->model, NULL) || cdy_workspace_create(t->model, &t->workspace, NULL)) {
        return 1;
    }
    t->nq = cdy_model_nq(t->model);
    t->nv = cdy_model_nv(t->model);
    if (t->nq > MOST_JOINTS || cdy_tree_motion_limits(tree, t->model, t->velocity, t->acceleration, t->effort, NULL)) {
        return 1;
    }
    const double gravity[3] = {0, 0, -9.81};
    cdy_model_set_gravity(t->model, gravity, NULL);
    cdy_drive_options drives = cdy_drive_options_default();
    drives.damping = drives.friction = draw_share(seed) < 0.25;
    const double acceleration = 2 + 28 * draw_share(seed);
    const int bounded = draw_share(seed) < 0.5 || !(t->effort[0] < HUGE_VAL);
    for (int i = 0; i < t->nv && bounded; i++) {
        t->acceleration[i] = fmin(t->acceleration[i], acceleration);
    }
    t->count = draw_way_points(t->model, MOST_POINTS, seed, t->q);
    if (draw_share(seed) < 0.25 && add_payload(t, seed)) {
        return 1;
    }
    return cdy_model_set_drives(t->model, &drives, NULL) != CDY_OK;
}

/* The largest share of a limit that a state uses; negative where the dynamics fail. */
static double usage(const trial *p, const double *q, const double *qd, const double *qdd, int *which)
{
    double tau[MOST_JOINTS], most = 0;
    if (cdy_inverse_dynamics(p->model, p->workspace, q, qd, qdd, NULL, tau, NULL)) {
        return -1;
    }
    for (int i = 0; i < p->nv; i++) {
        const double shares[3] = {fabs(qd[i]) / p->velocity[i], fabs(qdd[i]) / p->acceleration[i],
                                  fabs(tau[i]) / p->effort[i]};
        for (int k = 0; k < 3; k++) {
            if (shares[k] > most) {
                most = shares[k];
                *which = 3 * i + k;
            }
        }
    }
    return most;
}

static void sample(const trial *p, const cdy_trajectory *made, long number, tally *sum, int verbose)
{
    double q[MOST_JOINTS], qd[MOST_JOINTS], qdd[MOST_JOINTS], most = 0, least = HUGE_VAL;
    const double T = cdy_trajectory_duration(made);
    for (long i = 0; (double)i / rate < T; i++) {
        int which = 0;
        cdy_trajectory_evaluate(made, (double)i / rate, q, qd, qdd, NULL);
        const double used = usage(p, q, qd, qdd, &which);
        most = fmax(most, used);
        least = fmin(least, used);
        sum->samples++;
        if (verbose && !(used >= promised_least && used <= promised_most)) {
            printf("motion %ld at %.6f of %.6f s: %.6f of the limit of %s of joint %d\n", number, (double)i / rate, T,
                   used,
                   which % 3 == 0   ? "velocity"
                   : which % 3 == 1 ? "acceleration"
                                    : "effort",
                   which / 3);
        }
    }
    sum->most = fmax(sum->most, most);
    sum->least = fmin(sum->least, least);
    sum->over += !(most <= promised_most);
    sum->under += !(least >= promised_least);
}

static int cannot_hold(const trial *t, const double *q)
{
    const double zero[MOST_JOINTS] = {0};
    int which;
    return usage(t, q, zero, zero, &which) > 0.999;
}

/* Whether the robot cannot hold itself at a way point. */
static int is_too_weak(const trial *t)
{
    int weak = 0;
    for (size_t k = 0; k < t->count; k++) {
        weak = weak || cannot_hold(t, t->q + k * (size_t)t->nq);
    }
    return weak;
}

static cdy_status time_motion(const trial *t, const double *effort, cdy_trajectory **made, cdy_error *error)
{
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.profile = CDY_PROFILE_TIME_OPTIMAL;
    options.velocity = t->velocity;
    options.acceleration = t->acceleration;
    options.effort = effort;
    return cdy_trajectory_create(t->model, t->count, t->q, &options, made, error);
}

/* Whether the robot cannot hold itself between way points, from the same path with three times the efforts. */
static int is_too_weak_between(const trial *t)
{
    double effort[MOST_JOINTS], q[MOST_JOINTS];
    cdy_trajectory *strong = NULL;
    int weak = 0;
    for (int i = 0; i < t->nv; i++) {
        effort[i] = 3 * t->effort[i];
    }
    if (time_motion(t, effort, &strong, NULL) == CDY_OK) {
        for (double time = 0; time < cdy_trajectory_duration(strong) && !weak; time += 1 / rate) {
            cdy_trajectory_evaluate(strong, time, q, NULL, NULL, NULL);
            weak = cannot_hold(t, q);
        }
    }
    cdy_trajectory_destroy(strong);
    return weak;
}

static void try_motion(const cdy_tree *tree, long number, tally *sum, int verbose)
{
    trial t = {.model = NULL};
    uint64_t seed = (uint64_t)number;
    cdy_error error = {.text = "the motion was not made"};
    cdy_trajectory *made = NULL;
    cdy_status status = make_trial(&t, tree, &seed) ? CDY_ERROR_MEMORY : CDY_OK;
    sum->motions++;
    const int weak = !status && is_too_weak(&t);
    if (!status && !weak) {
        const double begin = now();
        status = time_motion(&t, t.effort, &made, &error);
        sum->time += now() - begin;
    }
    if (weak || (status == CDY_ERROR_NUMERIC && is_too_weak_between(&t))) {
        sum->too_weak++;
        status = CDY_OK;
    }
    sum->failed += status != CDY_OK;
    if (status) {
        printf("motion %ld: %s\n", number, error.text);
    } else if (made) {
        sample(&t, made, number, sum, verbose);
    }
    cdy_trajectory_destroy(made);
    cdy_workspace_destroy(t.workspace);
    cdy_model_destroy(t.model);
}

/* Prints a row; returns whether a promise is broken. */
static int print(const char *arm, const tally *s)
{
    const long made = s->motions - s->too_weak - s->failed;
    printf("%-16s%9ld%9ld%8ld%10ld%10.5f%6ld%10.5f%6ld%9.1f\n", arm, s->motions, s->too_weak, s->failed, s->samples,
           s->most, s->over, s->least, s->under, made > 0 ? s->time / 1e6 / (double)made : 0);
    return s->failed || s->over || s->under;
}

int main(int argc, char **argv)
{
    const long count = argc > 1 ? strtol(argv[1], NULL, 10) : 60, first = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    int broken = 0;
    cdy_tree *trees[ARMS] = {NULL};
    tally sums[ARMS];
    for (int i = 0; i < ARMS; i++) {
        sums[i] = (tally){.least = HUGE_VAL};
        cdy_error error;
        if (cdy_urdf_load_bundled(arms[i], NULL, &trees[i], &error)) {
            fprintf(stderr, "%s\n", error.text);
            broken = 1;
        }
    }
    for (long k = first; k < first + count && !broken; k++) {
        try_motion(trees[k % ARMS], k, &sums[k % ARMS], argc > 3);
    }
    printf("%-16s%9s%9s%8s%10s%10s%6s%10s%6s%9s\n", "arm", "motions", "too weak", "failed", "samples", "most", "over",
           "least", "under", "ms each");
    for (int i = 0; i < ARMS; i++) {
        broken = print(arms[i], &sums[i]) || broken;
        cdy_tree_destroy(trees[i]);
    }
    return broken;
}

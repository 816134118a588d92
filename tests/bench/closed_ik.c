/* Benchmark of inverse kinematics in closed form: all solutions of random targets in turn, us a target, least and
 * median of many rounds, for an arm of each structure; and how many of the targets have their own configuration among
 * the solutions. */
#include "rounds.h"

#include <condyle/condyle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { TARGETS = 32, MOST = 64, CHECKED = 10000 };

static const struct {
    const char *robot, *frame;
} arms[] = {{"universalUR5e", "tool0"},
            {"abbIrb120", "tool0"},
            {"frankaEmikaPanda", "panda_hand"},
            {"kukaIiwa14", "iiwa_link_ee"},
            {"kinovaJacoJ2N6S200", "j2n6s200_end_effector"}};
enum { ARMS = sizeof arms / sizeof *arms };

typedef struct bench {
    cdy_robot *robot;
    const cdy_model *model;
    cdy_ik_closed *arm;
    int frame, nq;
    double q[TARGETS * 16], T[TARGETS * 16], solutions[MOST * 16];
    long count; /* of solutions of all targets */
} bench;

static void fail(const cdy_error *error)
{
    printf("%s\n", error->text);
    exit(1);
}

static void place(bench *b, const double *q, double *T)
{
    cdy_error error;
    if (cdy_get_transform(b->model, cdy_robot_workspace(b->robot), b->frame, 0, q, T, &error)) {
        fail(&error);
    }
}

static void open_bench(bench *b, int k)
{
    cdy_ik_closed_options options = cdy_ik_closed_options_default();
    cdy_error error;
    uint64_t seed = 1;
    options.ignore_limits = true;
    if (cdy_robot_open(arms[k].robot, NULL, &b->robot, &error)) {
        fail(&error);
    }
    b->model = cdy_robot_model(b->robot);
    b->nq = cdy_model_nq(b->model);
    if (cdy_model_require_frame(b->model, arms[k].frame, &b->frame, &error) ||
        cdy_ik_closed_create(b->model, b->frame, &options, &b->arm, &error)) {
        fail(&error);
    }
    for (int i = 0; i < TARGETS; i++) {
        cdy_random_configuration(b->model, &seed, b->q + i * b->nq);
        place(b, b->q + i * b->nq, b->T + 16 * i);
    }
}

static int solve(bench *b, const double *T, const double *q)
{
    const cdy_ik_closed_problem problem = {.target = T, .start = q};
    cdy_ik_closed_report report;
    cdy_error error;
    if (cdy_ik_closed_solve(b->arm, &problem, MOST, b->solutions, &report, &error)) {
        fail(&error);
    }
    return report.count;
}

/* Of random targets, those whose own configuration is not the solution nearest to itself. */
static int count_lost(bench *b)
{
    uint64_t seed = 2;
    int lost = 0;
    for (int i = 0; i < CHECKED; i++) {
        double q[16], T[16], distance = 0;
        cdy_random_configuration(b->model, &seed, q);
        place(b, q, T);
        const int count = solve(b, T, q);
        for (int k = 0; k < b->nq; k++) {
            distance = fmax(distance, fabs(b->solutions[k] - q[k]));
        }
        lost += count == 0 || distance > 1e-5;
    }
    return lost;
}

static void run_arm(int k)
{
    static bench b;
    double times[ROUNDS];
    b = (bench){.count = 0};
    open_bench(&b, k);
    for (int r = 0; r < ROUNDS; r++) {
        const double start = now();
        b.count = 0;
        for (int i = 0; i < TARGETS; i++) {
            b.count += solve(&b, b.T + 16 * i, b.q + i * b.nq);
        }
        times[r] = (now() - start) / (double)TARGETS / 1000;
    }
    const timing t = sum_up(times, ROUNDS);
    printf("%-20s %-30s %9.2f %8.2f %9.1f %6d\n", arms[k].robot, cdy_ik_structure_name(cdy_ik_closed_structure(b.arm)),
           t.least, t.median, (double)b.count / (double)TARGETS, count_lost(&b));
    cdy_ik_closed_destroy(b.arm);
    cdy_robot_destroy(b.robot);
}

int main(void)
{
    printf(
        "All solutions of a target in closed form, us; of %d more targets, those that lack their own configuration\n\n"
        "%-20s %-30s %9s %8s %9s %6s\n",
        CHECKED, "", "", "least", "median", "solutions", "lost");
    for (int k = 0; k < ARMS; k++) {
        run_arm(k);
    }
    return 0;
}

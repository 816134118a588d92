/* Benchmark of distances: a UR5e with a capsule a body, random states in turn, ns a state, least and median of many
 * rounds; where MuJoCo has mj_geomDistance(), the same pairs of capsules by it, placed beforehand and without gradient.
 * With the number of a row as its argument, the program computes this row once for each state, so that an instrument
 * such as callgrind counts its instructions beside those of the last row, which calls nothing. */
#include "rounds.h"

#include <condyle/condyle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef BENCH_MUJOCO
#include <mujoco/mujoco.h>
#endif

enum { STATES = 256, BODIES = 7, MOST_PAIRS = BODIES * (BODIES - 1) / 2 };

/* About the cylinders of the bundled robot. */
static const struct {
    const char *frame;
    cdy_placement place;
    double radius, length;
} capsules[BODIES] = {{"base_link_inertia", {{0, 0, 0.05}, {0, 0, 0}}, 0.075, 0.02},
                      {"shoulder_link", {{0, 0, 0}, {0, 0, 0}}, 0.065, 0.09},
                      {"upper_arm_link", {{-0.2125, 0, 0.138}, {0, 1.5707963267948966, 0}}, 0.06, 0.425},
                      {"forearm_link", {{-0.196, 0, 0.007}, {0, 1.5707963267948966, 0}}, 0.05, 0.392},
                      {"wrist_1_link", {{0, 0, 0}, {0, 0, 0}}, 0.046, 0.06},
                      {"wrist_2_link", {{0, 0, 0}, {0, 0, 0}}, 0.046, 0.06},
                      {"wrist_3_link", {{0, 0, -0.02}, {0, 0, 0}}, 0.04, 0.03}};

typedef struct bench {
    const cdy_model *model;
    cdy_workspace *workspace;
    cdy_distance_scene *scene;
    cdy_distance_shape shapes[BODIES];
    double *q, *T; /* of all states; T: transforms of all frames */
    size_t nq, frames;
    double sum;
#ifdef BENCH_MUJOCO
    mjModel *peer;
    mjData *data;
#endif
} bench;

static void nearest_with_gradient(bench *b, size_t i)
{
    double gradient[6];
    cdy_distance d;
    cdy_distance_nearest(b->model, b->workspace, b->scene, b->q + i * b->nq, &d, gradient, NULL);
    b->sum += d.separation.distance + gradient[1];
}

static void nearest(bench *b, size_t i)
{
    cdy_distance d;
    cdy_distance_nearest(b->model, b->workspace, b->scene, b->q + i * b->nq, &d, NULL, NULL);
    b->sum += d.separation.distance;
}

static void all_pairs(bench *b, size_t i)
{
    cdy_separation all[MOST_PAIRS];
    cdy_distance_all(b->model, b->workspace, b->scene, b->q + i * b->nq, all, NULL);
    b->sum += all[0].distance;
}

static void kinematics(bench *b, size_t i)
{
    cdy_forward_kinematics(b->model, b->workspace, b->q + i * b->nq, b->T + i * 16 * b->frames, NULL);
}

#ifdef BENCH_MUJOCO
static void place_peer(bench *b, size_t i)
{
    for (int k = 0; k < BODIES; k++) {
        const double *A = b->T + 16 * (i * b->frames + (size_t)b->shapes[k].frame), *B = b->shapes[k].T;
        for (int j = 0; j < 12; j++) {
            const double *a = A + j / 4 * 4;
            const double sum = a[0] * B[j % 4] + a[1] * B[4 + j % 4] + a[2] * B[8 + j % 4] + a[3] * B[12 + j % 4];
            *(j % 4 == 3 ? &b->data->geom_xpos[3 * k + j / 4] : &b->data->geom_xmat[9 * k + j / 4 * 3 + j % 4]) = sum;
        }
    }
}

static void peer_pairs(bench *b, size_t i)
{
    double points[6];
    size_t first, second;
    place_peer(b, i);
    for (size_t p = 0; cdy_distance_pair(b->scene, p, &first, &second); p++) {
        b->sum += mj_geomDistance(b->peer, b->data, (int)first, (int)second, 10, points);
    }
}

static void peer_places(bench *b, size_t i)
{
    place_peer(b, i);
}

static void open_peer(bench *b)
{
    char xml[4096] = "<mujoco><worldbody>", error[500], *end = xml + strlen(xml);
    for (int k = 0; k < BODIES; k++) {
        end += sprintf(end, "<body><freejoint/><geom type='capsule' size='%g %g'/></body>", capsules[k].radius,
                       capsules[k].length / 2);
    }
    sprintf(end, "</worldbody></mujoco>");
    mjSpec *spec = mj_parseXMLString(xml, NULL, error, sizeof error);
    b->peer = spec ? mj_compile(spec, NULL) : NULL;
    b->data = b->peer ? mj_makeData(b->peer) : NULL;
    if (!b->data) {
        printf("MuJoCo: %s\n", error);
        exit(1);
    }
    for (size_t i = 0; i < STATES; i++) { /* both agree */
        cdy_separation all[MOST_PAIRS];
        size_t first, second;
        double points[6];
        kinematics(b, i);
        place_peer(b, i);
        cdy_distance_all(b->model, b->workspace, b->scene, b->q + i * b->nq, all, NULL);
        for (size_t p = 0; cdy_distance_pair(b->scene, p, &first, &second); p++) {
            const double other = mj_geomDistance(b->peer, b->data, (int)first, (int)second, 10, points);
            if (!(other - all[p].distance < 1e-9 && all[p].distance - other < 1e-9)) {
                printf("state %zu, pair %zu: %.12g, MuJoCo %.12g\n", i, p, all[p].distance, other);
                exit(1);
            }
        }
    }
}
#endif

static void nothing(bench *b, size_t i)
{
    b->sum += b->q[i];
}

static const struct {
    const char *name;
    void (*run)(bench *b, size_t i);
} rows[] = {{"nearest pair with gradient", nearest_with_gradient},
            {"nearest pair", nearest},
            {"all pairs", all_pairs},
            {"placements of all frames", kinematics},
#ifdef BENCH_MUJOCO
            {"MuJoCo: all pairs, placed before", peer_pairs},
            {"MuJoCo: copying placements", peer_places},
#endif
            {"nothing", nothing}};
enum { ROWS = sizeof rows / sizeof *rows };

static void open_bench(bench *b)
{
    cdy_error error;
    cdy_robot *robot;
    uint64_t seed = 1;
    if (cdy_robot_open("universalUR5e", NULL, &robot, &error)) {
        printf("%s\n", error.text);
        exit(1);
    }
    *b = (bench){.model = cdy_robot_model(robot), .workspace = cdy_robot_workspace(robot)};
    b->nq = (size_t)cdy_model_nq(b->model);
    b->frames = (size_t)cdy_model_frame_count(b->model);
    b->q = malloc(STATES * b->nq * sizeof *b->q);
    b->T = malloc(STATES * b->frames * 16 * sizeof *b->T);
    for (int k = 0; k < BODIES; k++) {
        b->shapes[k] = (cdy_distance_shape){
            .frame = cdy_model_find_frame(b->model, capsules[k].frame),
            .convex = {.type = CDY_CONVEX_CAPSULE, .radius = capsules[k].radius, .length = capsules[k].length}};
        cdy_placement_to_matrix(&capsules[k].place, b->shapes[k].T);
    }
    if (!b->q || !b->T || cdy_distance_scene_create(b->model, b->shapes, BODIES, &b->scene, &error)) {
        printf("no scene\n");
        exit(1);
    }
    for (size_t i = 0; i < STATES; i++) {
        cdy_random_configuration(b->model, &seed, b->q + i * b->nq);
        kinematics(b, i);
    }
#ifdef BENCH_MUJOCO
    open_peer(b);
#endif
}

int main(int count, char **arguments)
{
    static double times[ROWS][ROUNDS];
    const int one = count > 1 ? atoi(arguments[1]) : -1;
    bench b;
    open_bench(&b);
    for (int r = 0; r < (one < 0 ? ROUNDS : 1); r++) {
        for (int k = 0; k < ROWS; k++) {
            const double start = now();
            for (size_t i = 0; i < STATES && (one < 0 || one == k); i++) {
                rows[k].run(&b, i);
            }
            times[k][r] = (now() - start) / (double)STATES;
        }
    }
    printf("UR5e, a capsule a body, %zu pairs, %d random states: ns a state\n\n%-34s %8s %8s\n",
           cdy_distance_pair_count(b.scene), STATES, "", "least", "median");
    for (int k = 0; k < ROWS && one < 0; k++) {
        const timing t = sum_up(times[k], ROUNDS);
        printf("%-34s %8.1f %8.1f\n", rows[k].name, t.least, t.median);
    }
    return b.sum > 1e300;
}

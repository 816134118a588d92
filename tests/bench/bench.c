/* Benchmarks: ns per call of each algorithm on the bundled robots, and the time that loading takes.
 * Robot files that are named have their forward dynamics measured by both methods, as chains of growing length do.
 * The minimum of many rounds is what the machine can do, the median what it did. */
#include <condyle/condyle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 200 };

typedef struct bench {
    cdy_model *model;
    cdy_workspace *workspace;
    int frame; /* the last */
    double *q, *qd, *qdd, *tau, *M, *A, *B, *T, *J;
} bench;

typedef struct algorithm {
    const char *name;
    cdy_status (*run)(const bench *b);
} algorithm;

static cdy_status run_rnea(const bench *b)
{
    return cdy_inverse_dynamics(b->model, b->workspace, b->q, b->qd, b->qdd, NULL, b->tau, NULL);
}

static cdy_status run_crba(const bench *b)
{
    return cdy_mass_matrix(b->model, b->workspace, b->q, b->M, NULL);
}

static cdy_status run_fd(const bench *b)
{
    return cdy_forward_dynamics(b->model, b->workspace, b->q, b->qd, b->tau, NULL, b->qdd, NULL);
}

static cdy_status run_by_mass_matrix(const bench *b)
{
    return cdy_forward_dynamics_by(b->model, b->workspace, CDY_FORWARD_MASS_MATRIX, b->q, b->qd, b->tau, NULL, b->qdd,
                                   NULL);
}

static cdy_status run_by_bodies(const bench *b)
{
    return cdy_forward_dynamics_by(b->model, b->workspace, CDY_FORWARD_ARTICULATED_BODIES, b->q, b->qd, b->tau, NULL,
                                   b->qdd, NULL);
}

static cdy_status run_drnea(const bench *b)
{
    return cdy_inverse_dynamics_derivatives(b->model, b->workspace, b->q, b->qd, b->qdd, NULL, b->A, b->B, NULL);
}

static cdy_status run_daba(const bench *b)
{
    return cdy_forward_dynamics_derivatives(b->model, b->workspace, b->q, b->qd, b->tau, NULL, b->A, b->B, b->M, NULL);
}

static cdy_status run_minv(const bench *b)
{
    return cdy_inverse_mass_matrix(b->model, b->workspace, b->q, b->M, NULL);
}

static cdy_status run_transform(const bench *b)
{
    return cdy_get_transform(b->model, b->workspace, b->frame, 0, b->q, b->T, NULL);
}

static cdy_status run_placements(const bench *b)
{
    return cdy_forward_kinematics(b->model, b->workspace, b->q, b->T, NULL);
}

static cdy_status run_jacobian(const bench *b)
{
    return cdy_geometric_jacobian(b->model, b->workspace, b->frame, CDY_AXES_BASE, b->q, b->J, NULL);
}

static cdy_status run_center_of_mass(const bench *b)
{
    return cdy_center_of_mass(b->model, b->workspace, b->q, b->T, b->J, NULL);
}

static cdy_status run_coriolis(const bench *b)
{
    return cdy_coriolis_matrix(b->model, b->workspace, b->q, b->qd, b->M, NULL);
}

static cdy_status run_energy(const bench *b)
{
    cdy_energies energies;
    return cdy_energy(b->model, b->workspace, b->q, b->qd, &energies, NULL);
}

static cdy_status run_momentum(const bench *b)
{
    return cdy_centroidal_momentum(b->model, b->workspace, b->q, b->qd, b->T, NULL);
}

static cdy_status run_momentum_matrix(const bench *b)
{
    return cdy_centroidal_momentum_matrix(b->model, b->workspace, b->q, b->J, NULL);
}

static cdy_status run_regressor(const bench *b)
{
    return cdy_regressor(b->model, b->workspace, b->q, b->qd, b->qdd, NULL, b->J, NULL);
}

static const algorithm algorithms[] = {{"rnea", run_rnea},
                                       {"crba", run_crba},
                                       {"fd", run_fd},
                                       {"fd mass matrix", run_by_mass_matrix},
                                       {"fd bodies", run_by_bodies},
                                       {"drnea", run_drnea},
                                       {"daba", run_daba},
                                       {"minv", run_minv},
                                       {"transform", run_transform},
                                       {"all transforms", run_placements},
                                       {"jacobian", run_jacobian},
                                       {"com+jacobian", run_center_of_mass},
                                       {"coriolis", run_coriolis},
                                       {"energies", run_energy},
                                       {"momentum", run_momentum},
                                       {"momentum matrix", run_momentum_matrix},
                                       {"regressor", run_regressor}};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_row(const char *robot, const char *what, double *times, const char *unit, double scale)
{
    qsort(times, ROUNDS, sizeof *times, compare_numbers);
    printf("%-16s %-16s %10.1f %10.1f %s\n", robot, what, times[0] * scale, times[ROUNDS / 2] * scale, unit);
}

static int measure(const bench *b, const char *robot, const algorithm *a)
{
    enum { CALLS = 2000 };
    static double times[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (int i = 0; i < CALLS; i++) {
            if (a->run(b)) {
                return 1;
            }
        }
        times[round] = (now() - start) / CALLS;
    }
    print_row(robot, a->name, times, "ns", 1);
    return 0;
}

static int measure_loading(const char *robot)
{
    static double times[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        cdy_tree *tree = NULL;
        cdy_model *model = NULL;
        double start = now();
        if (cdy_load_robot(robot, NULL, &tree, NULL) || cdy_model_create(tree, &model, NULL)) {
            return 1;
        }
        times[round] = now() - start;
        cdy_model_destroy(model);
        cdy_tree_destroy(tree);
    }
    print_row(robot, "load+compile", times, "us", 1e-3);
    return 0;
}

static int make_bench(bench *b, const cdy_tree *tree)
{
    if (cdy_model_create(tree, &b->model, NULL) || cdy_workspace_create(b->model, &b->workspace, NULL)) {
        return 1;
    }
    size_t nq = (size_t)cdy_model_nq(b->model), nv = (size_t)cdy_model_nv(b->model);
    b->q = calloc(nq, sizeof(double));
    b->qd = calloc(nv, sizeof(double));
    b->qdd = calloc(nv, sizeof(double));
    b->tau = calloc(nv, sizeof(double));
    b->M = calloc(nv * nv, sizeof(double));
    b->A = calloc(nv * nv, sizeof(double));
    b->B = calloc(nv * nv, sizeof(double));
    b->frame = cdy_model_frame_count(b->model) - 1;
    b->T = calloc(16 * ((size_t)b->frame + 1), sizeof(double));
    b->J = calloc((6 + (size_t)cdy_parameter_count(b->model, NULL)) * nv, sizeof(double)); /* or a regressor */
    if (!b->q || !b->qd || !b->qdd || !b->tau || !b->M || !b->A || !b->B || !b->T || !b->J) {
        return 1;
    }
    uint64_t seed = 1;
    cdy_random_configuration(b->model, &seed, b->q);
    for (size_t i = 0; i < nv; i++) {
        b->qd[i] = 0.1 * (double)(i + 1);
        b->qdd[i] = 0.2 * (double)(i + 1);
    }
    return 0;
}

static void free_bench(bench *b)
{
    free(b->q);
    free(b->qd);
    free(b->qdd);
    free(b->tau);
    free(b->M);
    free(b->A);
    free(b->B);
    free(b->T);
    free(b->J);
    cdy_workspace_destroy(b->workspace);
    cdy_model_destroy(b->model);
}

static int bench_robot(const char *robot)
{
    bench b = {0};
    cdy_tree *tree = NULL;
    cdy_urdf_options options = cdy_urdf_options_default();
    options.gravity[2] = -9.81;
    int failed = cdy_load_robot(robot, &options, &tree, NULL) || make_bench(&b, tree);
    cdy_tree_destroy(tree);
    for (size_t i = 0; !failed && i < sizeof algorithms / sizeof *algorithms; i++) {
        failed = measure(&b, robot, &algorithms[i]);
    }
    free_bench(&b);
    return failed || measure_loading(robot);
}

/* A chain of `count` links as URDF text, which the caller frees; NULL where memory runs out. */
static char *make_chain(int count, size_t *size)
{
    const size_t room = 320;
    char *text = malloc(room * ((size_t)count + 1));
    char *end = text;
    if (!text) {
        return NULL;
    }
    end += sprintf(end, "<robot name='chain'><link name='l0'/>");
    for (int i = 1; i <= count; i++) {
        end += snprintf(end, room,
                        "<link name='l%d'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' "
                        "iyz='0'/></inertial></link><joint name='j%d' type='continuous'><parent link='l%d'/>"
                        "<child link='l%d'/><origin xyz='0.1 0 0'/><axis xyz='0 0 1'/></joint>\n",
                        i, i, i - 1, i);
    }
    end += sprintf(end, "</robot>");
    *size = (size_t)(end - text);
    return text;
}

static int bench_chain(int count)
{
    size_t size = 0;
    char *text = make_chain(count, &size);
    cdy_tree *tree = NULL;
    cdy_model *model = NULL;
    double start = now();
    int failed =
        !text || cdy_load_urdf_text(text, size, "chain", NULL, &tree, NULL) || cdy_model_create(tree, &model, NULL);
    if (!failed) {
        printf("chain of %6d links: load+compile %8.1f ms, %6.2f us a link\n", count, (now() - start) * 1e-6,
               (now() - start) * 1e-3 / count);
    }
    cdy_model_destroy(model);
    cdy_tree_destroy(tree);
    free(text);
    return failed;
}

/* ---- forward dynamics: where one method overtakes the other ---- */

/* The least time of a call, ns; below 0 where it fails. */
static double least_time(const bench *b, cdy_status (*run)(const bench *b), int calls)
{
    double least = -1;
    for (int round = 0; round < 20; round++) {
        double start = now();
        for (int i = 0; i < calls; i++) {
            if (run(b)) {
                return -1;
            }
        }
        double time = (now() - start) / calls;
        least = least < 0 || time < least ? time : least;
    }
    return least;
}

static int compare_methods(const char *robot, const cdy_tree *tree)
{
    bench b = {0};
    int failed = !tree || make_bench(&b, tree);
    if (!failed) {
        int nv = cdy_model_nv(b.model), calls = 1 + 4000 / (nv + 1);
        printf("%-40.40s nv %4d  mass matrix %10.1f ns  articulated bodies %10.1f ns\n", robot, nv,
               least_time(&b, run_by_mass_matrix, calls), least_time(&b, run_by_bodies, calls));
    }
    free_bench(&b);
    return failed;
}

static int compare_chain(int count)
{
    size_t size = 0;
    char *text = make_chain(count, &size);
    cdy_tree *tree = NULL;
    int failed = !text || cdy_load_urdf_text(text, size, "chain", NULL, &tree, NULL) || compare_methods("chain", tree);
    cdy_tree_destroy(tree);
    free(text);
    return failed;
}

/* A robot file, with its base fixed and floating. */
static int compare_file(const char *path)
{
    int failed = 0;
    for (int floating = 0; floating < 2; floating++) {
        cdy_tree *tree = NULL;
        cdy_urdf_options options = cdy_urdf_options_default();
        options.floating_base = floating;
        options.mimic_independent = true;
        failed |= cdy_load_urdf_file(path, &options, &tree, NULL) || compare_methods(path, tree);
        cdy_tree_destroy(tree);
    }
    return failed;
}

int main(int argc, char **argv)
{
    static const char *const robots[] = {"universalUR5e", "kukaIiwa14", "omronEcobra600"};
    int failed = 0;
    printf("%-16s %-16s %10s %10s\n", "robot", "algorithm", "minimum", "median");
    for (size_t i = 0; i < sizeof robots / sizeof *robots; i++) {
        failed |= bench_robot(robots[i]);
    }
    for (int count = 2; count <= 256; count += count < 16 ? 1 : count / 4) {
        failed |= compare_chain(count);
    }
    for (int i = 1; i < argc; i++) {
        failed |= compare_file(argv[i]);
    }
    for (int count = 1000; count <= 100000; count *= 10) {
        failed |= bench_chain(count);
    }
    return failed;
}

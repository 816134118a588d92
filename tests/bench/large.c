/* Benchmarks of large robots: us per call by the number of bodies, for chains and binary trees. The sizes at which one
 * method overtakes another are the thresholds in lib/core/kernels/mass_matrix.h (M by composite rigid bodies or by a
 * sweep) and in lib/core/dynamics/mass_factor.c (the factors of M by branches or LAPACK's; M^-1 and -M^-1 X by the
 * factors or by articulated bodies). */
#include "dynamics/workspace.h"
#include "linalg/cholesky.h"

#include <condyle/condyle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7, LARGEST = 4096, LARGEST_SQUARE = 512 };

typedef struct bench {
    cdy_model *model;
    cdy_workspace *work;
    size_t n;
    double *q, *x, *y, *D, *M, *L, *A, *B;
} bench;

static void run_rnea(const bench *b)
{
    cdy_inverse_dynamics(b->model, b->work, b->q, b->x, b->x, NULL, b->y, NULL);
}

static void run_aba(const bench *b)
{
    cdy_forward_dynamics(b->model, b->work, b->q, b->x, b->x, NULL, b->y, NULL);
}

static void run_mass_matrix(const bench *b)
{
    cdy_mass_matrix(b->model, b->work, b->q, b->M, NULL);
}

static void run_composites(const bench *b)
{
    b->work->kernels->crba(b->model, b->work->kernel_scratch, b->q, b->M);
}

static void run_sweep(const bench *b)
{
    static const double gravity[3] = {0, 0, 0};
    b->work->kernels->sweep(b->model, b->work->kernel_scratch, SWEEP_MASSES | SWEEP_COLUMNS, gravity, b->q, NULL, NULL,
                            NULL);
    b->work->kernels->swept_mass_matrix(b->model, b->work->kernel_scratch, b->M);
}

static void run_copy(const bench *b)
{
    memcpy(b->L, b->M, b->n * b->n * sizeof *b->L);
}

static void run_branches(const bench *b)
{
    run_copy(b);
    b->work->kernels->ltdl_factor(b->model, b->work->kernel_scratch, b->L, b->D);
}

/* Uses the factors that run_branches() left. */
static void run_solve_with_inverse(const bench *b)
{
    memcpy(b->A, b->M, b->n * b->n * sizeof *b->A);
    b->work->kernels->ltdl_solve_with_inverse(b->model, b->work->kernel_scratch, b->L, b->A, NULL, NULL);
}

static void run_invert(const bench *b)
{
    b->work->kernels->ltdl_solve_with_inverse(b->model, b->work->kernel_scratch, b->L, NULL, NULL, b->A);
}

static void run_bodies(const bench *b)
{
    b->work->kernels->articulated_factors(b->model, b->work->kernel_scratch, b->q, b->L, b->D, b->y);
}

/* Uses the factors that run_bodies() left. */
static void run_bodies_solve(const bench *b)
{
    memcpy(b->A, b->M, b->n * b->n * sizeof *b->A);
    b->work->kernels->articulated_products(b->model, b->work->kernel_scratch, b->L, b->A, NULL, NULL);
}

static void run_bodies_invert(const bench *b)
{
    b->work->kernels->articulated_products(b->model, b->work->kernel_scratch, b->L, NULL, NULL, b->A);
}

static void run_lapack(const bench *b)
{
    run_copy(b);
    cdy_cholesky_factor((int)b->n, b->L);
}

static void run_lapack_solve(const bench *b)
{
    memcpy(b->A, b->M, b->n * b->n * sizeof *b->A);
    cdy_cholesky_solve_square((int)b->n, b->L, b->A);
}

static void run_lapack_invert(const bench *b)
{
    cdy_cholesky_invert((int)b->n, b->L, b->A);
}

static void run_forward_by_mass(const bench *b)
{
    cdy_forward_dynamics_by(b->model, b->work, CDY_FORWARD_MASS_MATRIX, b->q, b->x, b->x, NULL, b->y, NULL);
}

static void run_minv(const bench *b)
{
    cdy_inverse_mass_matrix(b->model, b->work, b->q, b->A, NULL);
}

static void run_daba(const bench *b)
{
    cdy_forward_dynamics_derivatives(b->model, b->work, b->q, b->x, b->x, NULL,
                                     &(const cdy_forward_derivatives){b->A, b->B, b->M}, NULL);
}

static const struct {
    const char *name;
    void (*run)(const bench *b);
    bool square; /* room for n x n results */
} calls[] = {{"rnea", run_rnea, false},
             {"aba", run_aba, false},
             {"M", run_mass_matrix, true},
             {"crba", run_composites, true},
             {"sweep", run_sweep, true},
             {"branches", run_branches, true},
             {"solve n", run_solve_with_inverse, true},
             {"invert", run_invert, true},
             {"bodies", run_bodies, true},
             {"solve n", run_bodies_solve, true},
             {"invert", run_bodies_invert, true},
             {"LAPACK", run_lapack, true},
             {"solve n", run_lapack_solve, true},
             {"invert", run_lapack_invert, true},
             {"fd by M", run_forward_by_mass, true},
             {"minv", run_minv, true},
             {"daba", run_daba, true}};
enum { CALLS = sizeof calls / sizeof calls[0] };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* The least time of a call. */
static double measure(const bench *b, void (*run)(const bench *b))
{
    double least = 1e300;
    for (int round = 0; round < ROUNDS; round++) {
        const int times = 1 + 2000 / (int)(b->n * b->n / 16 + 1);
        const double start = now();
        for (int i = 0; i < times; i++) {
            run(b);
        }
        const double time = (now() - start) / times;
        least = time < least ? time : least;
    }
    return least;
}

/* Returns a tree of `count` bodies, each 0.1 m from the one before, or NULL. */
static cdy_tree *make_robot(int count, bool chain)
{
    cdy_tree *tree = NULL;
    cdy_body base = cdy_body_default();
    base.name = "l0";
    cdy_status status = cdy_tree_create("large", &base, &tree, NULL);
    for (int i = 1; i <= count && !status; i++) {
        char name[16], parent[16];
        snprintf(name, sizeof name, "l%d", i);
        snprintf(parent, sizeof parent, "l%d", chain ? i - 1 : i / 2);
        cdy_body body = cdy_body_default();
        body.name = body.joint.name = name;
        body.joint.type = CDY_JOINT_REVOLUTE;
        memset(body.joint.axis, 0, sizeof body.joint.axis);
        body.joint.axis[i % 3] = 1;
        body.joint.origin.xyz[0] = 0.1;
        body.inertial = (cdy_inertial){.given = true, .mass = 1, .inertia = {0.1, 0, 0, 0.1, 0, 0.1}};
        status = cdy_tree_add_body(tree, &body, parent, NULL);
    }
    return status ? NULL : tree;
}

static double *numbers(size_t count)
{
    double *x = aligned_alloc(64, (count * sizeof *x + 63) / 64 * 64);
    for (size_t i = 0; x && i < count; i++) {
        x[i] = 0.01 * (double)(i % 31);
    }
    return x;
}

static int bench_robot(int count, bool chain)
{
    bench b = {.n = (size_t)count};
    cdy_tree *tree = make_robot(count, chain);
    int failed = !tree || cdy_model_create(tree, &b.model, NULL) || cdy_workspace_create(b.model, &b.work, NULL);
    const size_t square = count <= LARGEST_SQUARE ? b.n * b.n : 0;
    double **const arrays[] = {&b.q, &b.x, &b.y, &b.D, &b.M, &b.L, &b.A, &b.B};
    for (size_t i = 0; i < 8; i++) {
        *arrays[i] = numbers(i < 4 ? b.n : square);
        failed = failed || !*arrays[i];
    }
    printf("%-6s %5d %9zu", chain ? "chain" : "tree", count, cdy_workspace_size(b.model) / 1024);
    for (int i = 0; i < CALLS && !failed; i++) {
        if (square || !calls[i].square) {
            printf(" %9.1f", measure(&b, calls[i].run));
        }
    }
    printf("\n");
    for (size_t i = 0; i < 8; i++) {
        free(*arrays[i]);
    }
    cdy_workspace_destroy(b.work);
    cdy_model_destroy(b.model);
    cdy_tree_destroy(tree);
    return failed;
}

int main(void)
{
    int failed = 0;
    printf("us a call\n%-6s %5s %9s", "", "n", "KB");
    for (int i = 0; i < CALLS; i++) {
        printf(" %9s", calls[i].name);
    }
    printf("\n");
    for (int n = 16; n <= LARGEST && !failed; n *= 2) {
        failed = bench_robot(n, true) || bench_robot(n, false);
    }
    return failed;
}

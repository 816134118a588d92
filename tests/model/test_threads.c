/* One model, many threads: each thread, with a workspace of its own, gets the results that one thread gets alone.
 * ThreadSanitizer reports any write to shared memory. */
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 8, ROUNDS = 20, STATES = 9, MOST = 16, ROOM = 40 * MOST * MOST };

/* Arguments and results of a thread. */
typedef struct job {
    const cdy_model *model; /* shared */
    uint64_t seed;
    cdy_status status; /* of the first call that failed */
    cdy_error error;
    /* Aligned, since a BLAS may round by the alignment of its arrays. */
    _Alignas(64) double results[ROOM];
    size_t count;
} job;

/* Keeps the status of the first call that fails. */
static void note(job *j, cdy_status status)
{
    j->status = j->status ? j->status : status;
}

static double *take(job *j, size_t count)
{
    double *place = j->results + j->count;
    j->count += count;
    return j->count <= ROOM ? place : NULL;
}

static void compute_alone(job *j, const double *q, const double *qd)
{
    const cdy_model *m = j->model;
    cdy_error *e = &j->error;
    cdy_workspace *work = NULL;
    const size_t n = (size_t)cdy_model_nv(m);
    const int tip = cdy_model_frame_count(m) - 1;
    note(j, cdy_workspace_create(m, &work, e));
    note(j, cdy_inverse_dynamics(m, work, q, qd, qd, NULL, take(j, n), e));
    note(j, cdy_forward_dynamics(m, work, q, qd, qd, NULL, take(j, n), e));
    note(j, cdy_mass_matrix(m, work, q, take(j, n * n), e));
    note(j, cdy_velocity_product(m, work, q, qd, take(j, n), e));
    note(j, cdy_gravity_torque(m, work, q, take(j, n), e));
    note(j, cdy_get_transform(m, work, tip, 0, q, take(j, 16), e));
    note(j, cdy_geometric_jacobian(m, work, tip, CDY_AXES_BASE, q, take(j, 6 * n), e));
    double *dq = take(j, n * n), *dqd = take(j, n * n), *minv = take(j, n * n);
    note(j, cdy_inverse_dynamics_derivatives(m, work, q, qd, qd, NULL, dq, dqd, e));
    note(j, cdy_inverse_mass_matrix(m, work, q, minv, e));
    cdy_workspace_destroy(work);
}

static void compute_batch(job *j, const double *q, const double *qd)
{
    const size_t n = (size_t)cdy_model_nv(j->model), nq = (size_t)cdy_model_nq(j->model);
    double *all_q = calloc(STATES, nq * sizeof *all_q), *all_qd = calloc(STATES, n * sizeof *all_qd);
    cdy_status statuses[STATES];
    cdy_batch *batch = NULL;
    cdy_batch_options options = cdy_batch_options_default();
    for (size_t i = 0; i < STATES && all_q && all_qd; i++) {
        memcpy(all_q + i * nq, q, nq * sizeof *q);
        memcpy(all_qd + i * n, qd, n * sizeof *qd);
    }
    note(j, cdy_batch_create(j->model, &options, &batch, &j->error));
    note(j, cdy_batch_inverse_dynamics(j->model, batch, STATES, all_q, all_qd, all_qd, NULL, take(j, STATES * n),
                                       statuses, &j->error));
    note(j, cdy_batch_forward_dynamics(j->model, batch, STATES, all_q, all_qd, all_qd, NULL, take(j, STATES * n),
                                       statuses, &j->error));
    cdy_batch_destroy(batch);
    free(all_q);
    free(all_qd);
}

static void *run_job(void *argument)
{
    job *j = argument;
    double q[2 * MOST], qd[MOST];
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t seed = j->seed;
        j->count = 0;
        cdy_random_configuration(j->model, &seed, q);
        for (int i = 0; i < cdy_model_nv(j->model); i++) {
            qd[i] = 0.1 * (double)(j->seed % 7) - 0.05 * i;
        }
        compute_alone(j, q, qd);
        compute_batch(j, q, qd);
    }
    return NULL;
}

static void run_threads(void *(*run)(void *), void *jobs, size_t size)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        ck_assert_int_eq(pthread_create(&threads[i], NULL, run, (char *)jobs + (size_t)i * size), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
    }
}

START_TEST(threads_share_a_model)
{
    static job jobs[THREADS], alone;
    robot r = make_robot(random_tree((uint64_t)_i + 5, 7, RANDOM_JOINTS_ALL));
    ck_assert_int_le(r.nv, MOST);
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (job){.model = r.model, .seed = (uint64_t)(i / 2)}; /* pairs of equal results */
    }
    run_threads(run_job, jobs, sizeof jobs[0]);
    for (int i = 0; i < THREADS; i++) {
        alone = (job){.model = r.model, .seed = (uint64_t)(i / 2)};
        run_job(&alone);
        ck_assert_ok(jobs[i].status, jobs[i].error);
        ck_assert(jobs[i].count > 0 && jobs[i].count <= ROOM && jobs[i].count == alone.count);
        ck_assert_msg(memcmp(jobs[i].results, alone.results, alone.count * sizeof(double)) == 0,
                      "thread %d got other numbers than one thread alone", i);
    }
    free_robot(&r);
}
END_TEST

/* ---- files ---- */

typedef struct load_job {
    const char *text; /* shared */
    const cdy_tree *tree;
    cdy_status status;
    cdy_error error;
    size_t written;
    int nv;
} load_job;

static cdy_status count(void *context, const char *text, size_t size)
{
    (void)text;
    *(size_t *)context += size;
    return CDY_OK;
}

static void *load(void *argument)
{
    load_job *j = argument;
    cdy_tree *tree = NULL;
    cdy_model *model = NULL;
    cdy_check_summary summary;
    cdy_status s = cdy_load_text(j->text, strlen(j->text), "r.urdf", NULL, &tree, &j->error);
    s = s ? s : cdy_check_text(j->text, strlen(j->text), "r.urdf", NULL, &summary, &j->error);
    s = s ? s : cdy_model_create(j->tree, &model, &j->error);
    s = s ? s : cdy_urdf_write(tree, count, &j->written, &j->error);
    j->status = s;
    j->nv = cdy_model_nv(model);
    cdy_model_destroy(model);
    cdy_tree_destroy(tree);
    return NULL;
}

START_TEST(threads_load_at_the_same_time)
{
    static load_job jobs[THREADS];
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    char *path = source_path("urdf/universalUR5e.urdf"), *text = read_whole_file(path, NULL);
    ck_assert_ok(cdy_load_text("<robot name='r'><link name='a'/></robot>", 40, "r", NULL, &tree, &error), error);
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (load_job){.text = text, .tree = tree};
    }
    run_threads(load, jobs, sizeof jobs[0]);
    for (int i = 0; i < THREADS; i++) {
        ck_assert_ok(jobs[i].status, jobs[i].error);
        ck_assert(jobs[i].written > 1000 && jobs[i].written == jobs[0].written && jobs[i].nv == 0);
    }
    cdy_tree_destroy(tree);
    free(text);
    free(path);
}
END_TEST

/* ---- both ---- */

/* The work of a thread: computing, or loading files. */
typedef struct mixed_job {
    load_job load;
    job compute;
    bool loads;
} mixed_job;

/* Loads, checks and compiles a file again and again, or computes, with a new workspace in every round. */
static void *run_mixed(void *argument)
{
    mixed_job *j = argument;
    if (!j->loads) {
        return run_job(&j->compute);
    }
    for (int round = 0; round < ROUNDS && !j->load.status; round++) {
        j->load.written = 0;
        load(&j->load);
    }
    return NULL;
}

/* Half of the threads load and check files while the others compute with one model. */
START_TEST(threads_load_while_others_compute)
{
    static mixed_job jobs[THREADS];
    static job alone;
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    char *path = source_path("urdf/omronEcobra600.urdf"), *text = read_whole_file(path, NULL);
    robot r = make_robot(random_tree(7, 5, RANDOM_JOINTS_ALL));
    ck_assert_ok(cdy_load_text("<robot name='r'><link name='a'/></robot>", 40, "r", NULL, &tree, &error), error);
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (mixed_job){.load = {.text = text, .tree = tree}, .loads = i % 2 == 0};
        jobs[i].compute = (job){.model = r.model, .seed = (uint64_t)i};
    }
    run_threads(run_mixed, jobs, sizeof jobs[0]);
    for (int i = 0; i < THREADS; i++) {
        ck_assert_ok(jobs[i].load.status, jobs[i].load.error);
        ck_assert_ok(jobs[i].compute.status, jobs[i].compute.error);
        ck_assert_uint_eq(jobs[i].load.written, jobs[i].loads ? jobs[0].load.written : 0);
        alone = (job){.model = r.model, .seed = (uint64_t)i};
        if (!jobs[i].loads) {
            run_job(&alone);
            ck_assert_mem_eq(jobs[i].compute.results, alone.results, alone.count * sizeof(double));
        }
    }
    cdy_tree_destroy(tree);
    free_robot(&r);
    free(text);
    free(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("threads");
    TCase *tests = tcase_create("one model");
    tcase_add_loop_test(tests, threads_share_a_model, 0, 3);
    suite_add_tcase(suite, tests);
    tests = add_case(suite, "files", threads_load_at_the_same_time);
    tcase_add_test(tests, threads_load_while_others_compute);
    return run_suites(suite, NULL);
}

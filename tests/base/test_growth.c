/* Robots of 100,000 links: the work to load a robot grows in proportion to its size, on a small stack. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINKS = UNLESS_WATCHED(100000, 20000), STACK = 256 * 1024 };

/* The shape of a robot of `count` links of 1 kg each. */
typedef enum shape {
    CHAIN, /* each link slides along z on the link before */
    STAR,  /* each swings from the base, 0.5 m long, names in no order */
    SHAPES
} shape;

typedef struct text {
    char *bytes;
    size_t size;
} text;

static text make_urdf(shape kind, int count)
{
    text t = {malloc(512 * (size_t)count + 512), 0};
    ck_assert_ptr_nonnull(t.bytes);
    char *end = t.bytes + sprintf(t.bytes, "<robot name=\"long\"><link name=\"l0\"/>\n");
    for (int i = 1; i <= count; i++) {
        int number = kind == CHAIN ? i : (int)((long long)i * 7919 % count);
        end += sprintf(end,
                       "<link name=\"l%d\"><inertial><mass value=\"1\"/><origin xyz=\"0.5 0 0\"/>"
                       "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>\n"
                       "<joint name=\"j%d\" type=\"%s\"><parent link=\"l%d\"/><child link=\"l%d\"/>"
                       "<axis xyz=\"%s\"/><limit lower=\"0\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint>\n",
                       i, number, kind == CHAIN ? "prismatic" : "revolute", kind == CHAIN ? i - 1 : 0, i,
                       kind == CHAIN ? "0 0 1" : "0 -1 0");
    }
    end += sprintf(end, "</robot>\n");
    t.size = (size_t)(end - t.bytes);
    return t;
}

/* ---- a large robot works ---- */

typedef struct job {
    const text *urdf;
    shape kind;
    cdy_status status;
    cdy_error error;
    double worst; /* error of the torques, relative */
} job;

/* The torque of joint `index` of the large robot: in a chain the weight of its link and of all links behind it, else
 * half a meter times the weight of its link. */
static double expected_torque(shape kind, int index)
{
    return kind == CHAIN ? (LINKS - index) * 9.81 : 0.5 * 9.81;
}

static void compare_torques(job *j, const cdy_model *model, const double *tau)
{
    j->worst = cdy_model_nv(model) == LINKS && cdy_model_frame_count(model) == LINKS + 1 ? 0 : 1;
    for (int i = 0; i < cdy_model_nv(model); i++) {
        double expected = expected_torque(j->kind, i), error = fabs(tau[i] - expected) / expected;
        j->worst = error <= j->worst ? j->worst : error;
    }
}

/* Loads, compiles and computes, on the stack of this thread. */
static void *run_job(void *argument)
{
    job *j = argument;
    cdy_tree *tree = NULL;
    cdy_model *model = NULL;
    cdy_workspace *work = NULL;
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81;
    double *tau = malloc(LINKS * sizeof *tau);
    (void)((j->status = cdy_load_text(j->urdf->bytes, j->urdf->size, "long", &options, &tree, &j->error)) ||
           (j->status = cdy_model_create(tree, &model, &j->error)) ||
           (j->status = cdy_workspace_create(model, &work, &j->error)) ||
           (j->status = cdy_inverse_dynamics(model, work, NULL, NULL, NULL, NULL, tau, &j->error)));
    if (!j->status) {
        compare_torques(j, model, tau);
    }
    cdy_workspace_destroy(work);
    cdy_model_destroy(model);
    cdy_tree_destroy(tree);
    free(tau);
    return NULL;
}

START_TEST(a_large_robot_is_loaded_and_moved_on_a_small_stack)
{
    text urdf = make_urdf((shape)_i, LINKS);
    job j = {.urdf = &urdf, .kind = (shape)_i, .worst = 1};
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    ck_assert_int_eq(pthread_attr_setstacksize(&attributes, STACK), 0);
    ck_assert_int_eq(pthread_create(&thread, &attributes, run_job, &j), 0);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    ck_assert_msg(j.status == CDY_OK, "%s", j.error.text);
    ck_assert_msg(j.worst < 1e-9, "a torque is wrong by %g", j.worst);
    free(urdf.bytes);
}
END_TEST

/* ---- work grows in proportion ---- */

static size_t comparisons;

#ifdef CDY_COUNTS_HEAP
/* Stands before the C library's strcmp(), to count how often names are compared. */
int strcmp(const char *a, const char *b)
{
    comparisons++;
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}
#endif

typedef struct work {
    size_t calls, bytes, comparisons;
} work;

static work measure(shape kind, int count)
{
    cdy_error error = {0};
    text urdf = make_urdf(kind, count);
    cdy_tree *tree = NULL;
    cdy_model *model = NULL;
    heap_counts before = heap_count();
    size_t compared = comparisons;
    cdy_status loaded = cdy_load_text(urdf.bytes, urdf.size, "long", NULL, &tree, &error);
    cdy_status compiled = loaded ? loaded : cdy_model_create(tree, &model, &error);
    for (int i = 0; i <= count && !compiled; i++) {
        char name[16];
        snprintf(name, sizeof name, "l%d", i);
        cdy_model_find_frame(model, name);
    }
    heap_counts after = heap_count();
    work w = {after.calls - before.calls, after.bytes - before.bytes, comparisons - compared};
    ck_assert_msg(compiled == CDY_OK, "%s", error.text);
    cdy_model_destroy(model);
    cdy_tree_destroy(tree);
    free(urdf.bytes);
    return w;
}

/* Twice the links take at most 2.2 times the memory and the allocations, and at most 2.5 times the comparisons, since
 * sorting needs n log n; quadratic work would take 4 times as much. */
START_TEST(work_grows_with_the_size)
{
    const int count = 16000;
    work once = measure((shape)_i, count), twice = measure((shape)_i, 2 * count);
    ck_assert_uint_gt(once.comparisons, (size_t)count); /* or comparisons are not counted */
    ck_assert_msg((double)twice.calls <= 2.2 * (double)once.calls, "%zu, then %zu calls", once.calls, twice.calls);
    ck_assert_msg((double)twice.bytes <= 2.2 * (double)once.bytes, "%zu, then %zu bytes", once.bytes, twice.bytes);
    ck_assert_msg((double)twice.comparisons <= 2.5 * (double)once.comparisons, "%zu, then %zu comparisons",
                  once.comparisons, twice.comparisons);
    ck_assert_msg(once.bytes <= 10000 * (size_t)count, "%zu bytes for %d links", once.bytes, count);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("growth");
    TCase *tests = tcase_create("large");
    tcase_add_loop_test(tests, a_large_robot_is_loaded_and_moved_on_a_small_stack, 0, SHAPES);
    suite_add_tcase(suite, tests);
    if (heap_is_counted()) {
        tests = tcase_create("work");
        tcase_add_loop_test(tests, work_grows_with_the_size, 0, SHAPES);
        suite_add_tcase(suite, tests);
    }
    return run_suites(suite, NULL);
}

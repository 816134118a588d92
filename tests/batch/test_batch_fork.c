/* A process that is forked after its batches had threads: it computes what its parent computes, and waits for none. */
#include "batch/batch_case.h"

#include "support/suite.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNT = 4000, SECONDS = 60 };

/* Computes gravity torques on up to two threads; the batch is the caller's, or made for the call where it is NULL. */
static void compute(const states *s, cdy_batch *kept, double *out)
{
    cdy_batch *batch = kept ? kept : make_batch(s->r.model, 1, 2, CDY_BATCH_ROWS);
    cdy_error error;
    ck_assert_ptr_nonnull(batch);
    ck_assert_ok(cdy_batch_gravity_torque(s->r.model, batch, COUNT, s->q, out, NULL, &error), error);
    if (!kept) {
        cdy_batch_destroy(batch);
    }
}

/* Loop 0: with a batch of the parent, 1: with one of its own. */
START_TEST(a_forked_process_computes_the_same)
{
    states s = make_states(make_robot(random_tree(21, 8, RANDOM_JOINTS_ALL)), COUNT, 3);
    cdy_batch *batch = make_batch(s.r.model, 1, 2, CDY_BATCH_ROWS);
    compute(&s, batch, s.expected);
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        alarm(SECONDS); /* ends a child that waits forever */
        compute(&s, _i == 0 ? batch : NULL, s.out);
        _exit(memcmp(s.out, s.expected, COUNT * s.nv * sizeof *s.out) == 0 ? 7 : 8);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 7, "the child ended with %#x", (unsigned)status);
    compute(&s, batch, s.out); /* the parent still has its threads */
    ck_assert_mem_eq(s.out, s.expected, COUNT * s.nv * sizeof *s.out);
    cdy_batch_destroy(batch);
    free_states(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("batch_fork");
    tcase_add_loop_test(add_case(suite, "fork", NULL), a_forked_process_computes_the_same, 0, 2);
    return run_suites(suite, NULL);
}

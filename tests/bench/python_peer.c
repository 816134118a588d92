/* The C side of python.py: the same calls at the same states, one round of each call for every line on the standard
 * input. The file in the argument is memory of both processes: q, qd, qdd, one array after the other, and the results.
 */
#include "rounds.h"

#include <condyle/condyle.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CALLS = 300, BATCHES = 3 };

/* A robot and its states. */
typedef struct states {
    cdy_robot *robot;
    cdy_batch *batch;
    size_t count, nq, nv, bytes;
    double *q, *qd, *qdd, *out;
} states;

typedef struct call {
    const char *name;
    cdy_status (*one)(const states *s);
    cdy_status (*all)(const states *s);
} call;

static cdy_status inverse_one(const states *s)
{
    return cdy_robot_inverse_dynamics(s->robot, s->q, s->qd, s->qdd, NULL, s->out, NULL);
}

static cdy_status inverse_all(const states *s)
{
    return cdy_batch_inverse_dynamics(cdy_robot_model(s->robot), s->batch, s->count, s->q, s->qd, s->qdd, NULL, s->out,
                                      NULL, NULL);
}

static cdy_status forward_one(const states *s)
{
    return cdy_robot_forward_dynamics(s->robot, s->q, s->qd, s->qdd, NULL, s->out, NULL);
}

static cdy_status forward_all(const states *s)
{
    return cdy_batch_forward_dynamics(cdy_robot_model(s->robot), s->batch, s->count, s->q, s->qd, s->qdd, NULL, s->out,
                                      NULL, NULL);
}

static cdy_status mass_one(const states *s)
{
    return cdy_robot_mass_matrix(s->robot, s->q, s->out, NULL);
}

static cdy_status mass_all(const states *s)
{
    return cdy_batch_mass_matrix(cdy_robot_model(s->robot), s->batch, s->count, s->q, s->out, NULL, NULL);
}

static const call calls[] = {{"inverse_dynamics", inverse_one, inverse_all},
                             {"forward_dynamics", forward_one, forward_all},
                             {"mass_matrix", mass_one, mass_all}};

static int open_states(states *s, const char *robot, const char *count, const char *file)
{
    cdy_load_options options = cdy_load_options_default();
    cdy_batch_options single = cdy_batch_options_default();
    options.gravity[2] = -9.81;
    single.threads = 1;
    if (cdy_robot_open(robot, &options, &s->robot, NULL) ||
        cdy_batch_create(cdy_robot_model(s->robot), &single, &s->batch, NULL)) {
        return 1;
    }
    s->count = (size_t)strtoul(count, NULL, 10);
    s->nq = (size_t)cdy_robot_nq(s->robot);
    s->nv = (size_t)cdy_robot_nv(s->robot);
    const size_t numbers = s->count * (s->nq + 2 * s->nv);
    s->bytes = sizeof(double) * (numbers + s->count * s->nv * s->nv);
    const int descriptor = open(file, O_RDWR | O_CLOEXEC);
    void *memory =
        descriptor < 0 ? MAP_FAILED : mmap(NULL, s->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (descriptor >= 0) {
        close(descriptor);
    }
    if (memory == MAP_FAILED) {
        return 1;
    }
    s->q = memory;
    s->qd = s->q + s->count * s->nq;
    s->qdd = s->qd + s->count * s->nv;
    s->out = s->qdd + s->count * s->nv;
    return 0;
}

/* Prints a round of a call: ns of one state, ns a state of all, the sum of all results. */
static int run(const states *s, const call *c)
{
    const double start = now();
    for (int i = 0; i < CALLS; i++) {
        if (c->one(s)) {
            return 1;
        }
    }
    const double one = (now() - start) / (double)CALLS;
    double least = 1e300;
    for (int i = 0; i < BATCHES; i++) {
        const double begun = now();
        if (c->all(s)) {
            return 1;
        }
        const double took = now() - begun;
        least = took < least ? took : least;
    }
    const size_t size = s->count * (c->all == mass_all ? s->nv * s->nv : s->nv);
    double sum = 0;
    for (size_t i = 0; i < size; i++) {
        sum += s->out[i];
    }
    printf("%s %.17g %.17g %.17g\n", c->name, one, least / (double)s->count, sum);
    return 0;
}

int main(int argc, char **argv)
{
    states s = {0};
    int failed = argc != 4 || open_states(&s, argv[1], argv[2], argv[3]);
    while (!failed && getchar() != EOF) {
        for (size_t i = 0; !failed && i < sizeof calls / sizeof *calls; i++) {
            failed = run(&s, &calls[i]);
        }
        fflush(stdout);
    }
    if (s.q) {
        munmap(s.q, s.bytes);
    }
    cdy_batch_destroy(s.batch);
    cdy_robot_destroy(s.robot);
    return failed;
}

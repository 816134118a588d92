/* Benchmark of calls about a robot's last frame, one state after the other and in a batch on one thread, in turn:
 * inverse kinematics from random starts and from starts near by, the dynamics of its velocity as a task, and impacts of
 * its origin.  ns a state; the bundled UR5e and iiwa 14, and the robot files of the arguments. */
#include "rounds.h"

#include <condyle/condyle.h>
#include <stdio.h>
#include <stdlib.h>

enum { STATES = 1000, TURNS = 15, ROWS = 6 };

typedef struct states {
    cdy_robot *robot;
    const cdy_model *model;
    cdy_workspace *workspace;
    cdy_row_solver *solver;
    cdy_batch *batch;
    int frame;
    size_t nq, nv;
    double *T, *starts, *q, *qd, *out, *forces;
} states;

typedef struct row {
    const char *name;
    cdy_status (*one)(const states *s, size_t b);
    cdy_status (*many)(const states *s);
} row;

static cdy_status search_one(const states *s, size_t b)
{
    const cdy_ik_problem problem = {.frame = s->frame, .target = s->T + 16 * b, .start = s->starts + b * s->nq};
    return cdy_inverse_kinematics(s->model, s->workspace, &problem, s->out + b * s->nq, NULL, NULL);
}

static cdy_status search_many(const states *s)
{
    const cdy_ik_problem problems = {.frame = s->frame, .target = s->T, .start = s->starts};
    return cdy_batch_inverse_kinematics(s->model, s->batch, STATES, &problems, s->out, NULL, NULL, NULL);
}

static cdy_status task_one(const states *s, size_t b)
{
    const cdy_task task = {.frame = s->frame, .rows = CDY_ROWS_ALL};
    const cdy_task_state state = {.q = s->q + b * s->nq, .qd = s->qd + b * s->nv, .tasks = &task, .count = 1};
    cdy_operational_space space = {.Lambda = s->out + 36 * b, .mu = s->forces + 6 * b};
    return cdy_task_dynamics(s->model, s->workspace, s->solver, &state, &space, NULL);
}

static cdy_status task_many(const states *s)
{
    const cdy_task task = {.frame = s->frame, .rows = CDY_ROWS_ALL};
    const cdy_operational_space space = {.Lambda = s->out, .mu = s->forces};
    const cdy_task_state many = {.q = s->q, .qd = s->qd, .tasks = &task, .count = 1};
    return cdy_batch_task_dynamics(s->model, s->batch, STATES, &many, &space, NULL, NULL, NULL);
}

static cdy_status impact_one(const states *s, size_t b)
{
    const cdy_constraint contact = {.frame = s->frame, .rows = CDY_ROWS_BALL};
    const cdy_constrained_state state = {
        .q = s->q + b * s->nq, .qd = s->qd + b * s->nv, .constraints = &contact, .count = 1};
    return cdy_impact(s->model, s->workspace, s->solver, &state, s->out + b * s->nv, s->forces + 3 * b, NULL, NULL);
}

static cdy_status impact_many(const states *s)
{
    const cdy_constraint contact = {.frame = s->frame, .rows = CDY_ROWS_BALL};
    const cdy_constrained_state many = {.q = s->q, .qd = s->qd, .constraints = &contact, .count = 1};
    return cdy_batch_impact(s->model, s->batch, STATES, &many, s->out, s->forces, NULL, NULL, NULL);
}

static const row rows[] = {{"inverse kinematics", search_one, search_many},
                           {"task dynamics", task_one, task_many},
                           {"impact", impact_one, impact_many}};

static double time_of(const states *s, const row *r, bool in_batch)
{
    const double start = now();
    if (in_batch) {
        r->many(s);
    }
    for (size_t b = 0; !in_batch && b < STATES; b++) {
        r->one(s, b);
    }
    return (now() - start) / (double)STATES;
}

static void measure(const states *s, const row *r, const char *how)
{
    double one[TURNS], many[TURNS];
    for (int i = 0; i < TURNS; i++) {
        one[i] = time_of(s, r, false);
        many[i] = time_of(s, r, true);
    }
    const double single = sum_up(one, TURNS).least, batch = sum_up(many, TURNS).least;
    printf("  %-19s %-7s %9.0f %9.0f %6.2f\n", r->name, how, single, batch, single / batch);
}

static void draw_starts(const states *s, double distance, uint64_t *seed)
{
    for (size_t i = 0; i < STATES * s->nq; i += s->nq) {
        cdy_random_configuration(s->model, seed, s->starts + i);
        for (size_t k = i; distance > 0 && k < i + s->nq; k++) {
            s->starts[k] = s->q[k] + distance * ((double)(k * 7 % 5) - 2) / 2;
        }
    }
}

static int make_states(states *s, const char *name)
{
    cdy_error error;
    if (cdy_robot_open(name, NULL, &s->robot, &error)) {
        fprintf(stderr, "%s: %s\n", name, error.text);
        return 1;
    }
    const cdy_batch_options options = {.threads = 1, .constraint_rows = ROWS};
    uint64_t seed = 1;
    s->model = cdy_robot_model(s->robot);
    s->workspace = cdy_robot_workspace(s->robot);
    s->frame = cdy_model_frame_count(s->model) - 1;
    s->nq = (size_t)cdy_model_nq(s->model);
    s->nv = (size_t)cdy_model_nv(s->model);
    double **const arrays[] = {&s->T, &s->starts, &s->q, &s->qd, &s->out, &s->forces};
    const size_t sizes[] = {16, s->nq, s->nq, s->nv, 36 + s->nq, ROWS};
    for (size_t i = 0; i < 6; i++) {
        *arrays[i] = calloc(STATES * sizes[i] + 1, sizeof(double));
        if (!*arrays[i]) {
            return 1;
        }
    }
    for (size_t b = 0; b < STATES; b++) {
        cdy_random_configuration(s->model, &seed, s->q + b * s->nq);
        cdy_get_transform(s->model, s->workspace, s->frame, 0, s->q + b * s->nq, s->T + 16 * b, NULL);
    }
    for (size_t i = 0; i < STATES * s->nv; i++) {
        s->qd[i] = (double)(i % 13) / 6 - 1;
    }
    return cdy_row_solver_create(s->model, ROWS, &s->solver, NULL) ||
           cdy_batch_create(s->model, &options, &s->batch, NULL);
}

static void free_states(states *s)
{
    double *const arrays[] = {s->T, s->starts, s->q, s->qd, s->out, s->forces};
    for (size_t i = 0; i < 6; i++) {
        free(arrays[i]);
    }
    cdy_batch_destroy(s->batch);
    cdy_row_solver_destroy(s->solver);
    cdy_robot_destroy(s->robot);
}

static int measure_robot(const char *name)
{
    states s = {.model = NULL};
    uint64_t seed = 99;
    const int failed = make_states(&s, name);
    if (!failed) {
        printf("%s: one after the other, in a batch of %d lanes, ns; how many times as fast\n", name,
               cdy_batch_lanes(s.batch));
        draw_starts(&s, 0, &seed);
        measure(&s, &rows[0], "random");
        draw_starts(&s, 0.1, &seed);
        measure(&s, &rows[0], "near");
        measure(&s, &rows[1], "");
        measure(&s, &rows[2], "");
    }
    free_states(&s);
    return failed;
}

int main(int count, char **names)
{
    int failed = measure_robot("universalUR5e") | measure_robot("kukaIiwa14");
    for (int i = 1; i < count; i++) {
        failed |= measure_robot(names[i]);
    }
    return failed;
}

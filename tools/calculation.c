#include "calculation.h"

#include "report.h"
#include "vector.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Returns rows x columns zeros, at least one; NULL where memory runs out. */
static double *allocate(int rows, int columns)
{
    size_t r = rows > 0 ? (size_t)rows : 1, c = columns > 0 ? (size_t)columns : 1;
    return c > SIZE_MAX / r ? NULL : calloc(r * c, sizeof(double));
}

static void state_clear(state *s)
{
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        free(s->vectors[kind]);
    }
    free(s->M);
    free(s->fext);
    *s = (state){0};
}

static exit_code state_create(state *s, const calculation *c, const robot *r, bool forces)
{
    int n = cdy_model_nv(r->model);
    unsigned used = c->inputs | (c->matrix ? 0 : 1u << c->result);
    bool failed = false;
    *s = (state){0};
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        if (used & 1u << kind) {
            s->vectors[kind] = allocate(vector_length(r->model, (vector_kind)kind), 1);
            failed = failed || !s->vectors[kind];
        }
    }
    if (c->matrix) {
        s->M = allocate(n, n);
        failed = failed || !s->M;
    }
    if (forces) {
        s->fext = allocate(cdy_model_force_rows(r->model), 6);
        failed = failed || !s->fext;
    }
    return failed ? fail_memory() : EXIT_FINE;
}

static exit_code read_inputs(state *s, const calculation *c, const robot *r, const options *o, bool *random)
{
    exit_code code = EXIT_FINE;
    for (int kind = 0; kind < VECTOR_COUNT && code == EXIT_FINE; kind++) {
        if (c->inputs & 1u << kind) {
            const char *given = o->vectors[kind];
            *random = *random || (given && strcmp(given, "random") == 0);
            code = vector_read(r, (vector_kind)kind, given, o->seed, s->vectors[kind]);
        }
    }
    return code;
}

static exit_code compute(const calculation *c, const robot *r, const wrench_list *wrenches, state *s)
{
    cdy_error error;
    cdy_workspace *workspace;
    cdy_status status = cdy_workspace_create(r->model, &workspace, &error);
    if (status != CDY_OK) {
        return fail_library(&error);
    }
    if (s->fext) {
        status = wrench_list_apply(wrenches, r->model, workspace, s->vectors[VECTOR_Q], s->fext, &error);
    }
    if (status == CDY_OK) {
        status = c->compute(r->model, workspace, s, &error);
    }
    cdy_workspace_destroy(workspace);
    return status == CDY_OK ? EXIT_FINE : fail_library(&error);
}

static exit_code run_on_robot(const calculation *c, const options *o, const robot *r, output *out)
{
    state s = {0};
    wrench_list wrenches;
    report done = {.calculation = c, .robot = r, .options = o, .wrenches = &wrenches, .state = &s};
    exit_code code = wrench_list_read(&wrenches, r, o);
    if (code == EXIT_FINE) {
        code = state_create(&s, c, r, wrenches.count > 0);
    }
    if (code == EXIT_FINE) {
        code = read_inputs(&s, c, r, o, &done.random);
    }
    if (code == EXIT_FINE) {
        code = compute(c, r, &wrenches, &s);
    }
    if (code == EXIT_FINE) {
        code = report_write(&done, out);
    }
    state_clear(&s);
    wrench_list_clear(&wrenches);
    return code;
}

exit_code calculation_run(const calculation *c, const options *o, output *out)
{
    robot r;
    exit_code code = robot_load(&r, o);
    if (code == EXIT_FINE) {
        code = run_on_robot(c, o, &r, out);
    }
    robot_clear(&r);
    return code;
}

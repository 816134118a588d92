#include "generate/tracer.h"

#include "generate/traced_kernels.h"

expression *cdy_tracer_array(const tracer *t, int length)
{
    return cdy_arena_allocate(t->arena, (size_t)length + 1, sizeof(expression)); /* zeros */
}

bool cdy_tracer_transpose(cdy_arena *arena, int rows, int columns, expression *matrix)
{
    const int count = rows * columns;
    expression *by_rows = cdy_arena_allocate(arena, (size_t)count, sizeof *matrix);
    for (int i = 0; by_rows && i < count; i++) {
        by_rows[i] = matrix[i];
    }
    for (int i = 0; by_rows && i < count; i++) {
        matrix[i / columns + rows * (i % columns)] = by_rows[i];
    }
    return by_rows != NULL;
}

expression *cdy_tracer_coordinates(const tracer *t, input_array array, int count)
{
    expression *x = cdy_tracer_array(t, count);
    if (!x || array == INPUT_COUNT) {
        return x;
    }
    if (array == INPUT_Q) {
        cdy_kernels_traced.expand_positions(t->model, as_input(t->inputs[array]), as_output(x));
    } else {
        cdy_kernels_traced.expand_velocities(t->model, as_input(t->inputs[array]), as_output(x));
    }
    return x;
}

bool cdy_tracer_state(const tracer *t, input_array qd, input_array qdd, tree_state *s)
{
    s->q = cdy_tracer_coordinates(t, INPUT_Q, t->model->tree_nq);
    s->qd = cdy_tracer_coordinates(t, qd, t->model->tree_nv);
    s->qdd = cdy_tracer_coordinates(t, qdd, t->model->tree_nv);
    return s->q && s->qd && s->qdd;
}

const double *cdy_tracer_wrenches(const tracer *t)
{
    return t->arrays & 1u << INPUT_WRENCHES ? as_input(t->inputs[INPUT_WRENCHES]) : NULL;
}

#include "generate/traced_jacobian.h"

#include "generate/gradient.h"
#include "model/model.h"

/* The result of a routine, and what its Jacobian is made in. */
typedef struct differentiation {
    const routine *routine;
    const cdy_model *model;
    more_inputs more;
    graph *graph;
    cdy_arena *arena;
    const expression *y;
    int rows;              /* numbers of the result */
    unsigned inputs;       /* bits of the inputs that are left to differentiate by */
    expression **by_input; /* the Jacobian */
} differentiation;

static const routine *find_routine(unsigned call)
{
    int i = 0;
    while (cdy_routines[i].call != call) {
        i++;
    }
    return &cdy_routines[i];
}

bool cdy_has_plain_positions(const cdy_model *model)
{
    for (int i = 1; i < model->body_count; i++) {
        if (is_on_manifold((joint_kind)model_bodies(model)[i].kind)) {
            return false;
        }
    }
    return true;
}

/* Copies a matrix of rows, derivatives by the numbers of an input, as columns. */
static void take_columns(differentiation *d, input_array array, const expression *matrix)
{
    const int n = d->rows;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            d->by_input[array][i + n * k] = matrix[i * n + k];
        }
    }
    d->inputs &= ~(1u << array);
}

/* By state and acceleration or torque from the kernels' derivatives, where there are such. */
static bool take_analytic(differentiation *d)
{
    expression *found[MOST_OUTPUTS], *mass[MOST_OUTPUTS];
    const bool inverse = d->routine->call == CDY_GENERATE_INVERSE_DYNAMICS;
    const bool by_mass = inverse && !d->model->load_acts; /* else the load's friction adds to M */
    if (!(inverse || d->routine->call == CDY_GENERATE_FORWARD_DYNAMICS) || !cdy_has_plain_positions(d->model)) {
        return true;
    }
    const routine *r =
        find_routine(inverse ? CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES : CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES);
    if (!cdy_trace(r, d->model, d->more, d->graph, d->arena, found) ||
        (by_mass && !cdy_trace(find_routine(CDY_GENERATE_MASS_MATRIX), d->model, d->more, d->graph, d->arena, mass))) {
        return false;
    }
    take_columns(d, INPUT_Q, found[0]);
    take_columns(d, INPUT_QD, found[1]);
    if (by_mass) {
        take_columns(d, INPUT_QDD, mass[0]);
    } else if (!inverse) {
        take_columns(d, INPUT_TAU, found[2]);
    }
    return true;
}

static int length_of(const differentiation *d, int array)
{
    return cdy_array_length(d->model, &cdy_input_shapes[array]);
}

/* The numbers of all inputs that are left; returns how many. */
static int list_numbers(const differentiation *d, expression *x)
{
    int count = 0;
    for (int array = 0; array < INPUT_COUNT; array++) {
        for (int k = 0; d->inputs & 1u << array && k < length_of(d, array); k++) {
            x[count++] = cdy_graph_input(d->graph, array, k);
        }
    }
    return count;
}

/* Gives the derivative of number `i` of the result by number `k` of the list its place. */
static void put(const differentiation *d, int i, int k, expression value)
{
    for (int array = 0; array < INPUT_COUNT; array++) {
        const int length = d->inputs & 1u << array ? length_of(d, array) : 0;
        if (k < length) {
            d->by_input[array][i + d->rows * k] = value;
            return;
        }
        k -= length;
    }
}

/* A row of the Jacobian by each sweep backwards. */
static bool sweep_rows(const differentiation *d, int count, const expression *x, expression *slopes)
{
    const expression one = expression_constant(1);
    for (int i = 0; i < d->rows; i++) {
        if (!cdy_graph_gradient(d->graph, 1, &d->y[i], &one, count, x, slopes)) {
            return false;
        }
        for (int k = 0; k < count; k++) {
            put(d, i, k, slopes[k]);
        }
    }
    return true;
}

/* A column by each sweep forwards. */
static bool sweep_columns(const differentiation *d, int count, const expression *x, expression *slopes)
{
    for (int k = 0; k < count; k++) {
        if (!cdy_graph_slopes(d->graph, x[k], d->rows, d->y, slopes)) {
            return false;
        }
        for (int i = 0; i < d->rows; i++) {
            put(d, i, k, slopes[i]);
        }
    }
    return true;
}

/* By the inputs that are left: the operations differentiated, in the direction that takes fewer sweeps. */
static bool differentiate_operations(const differentiation *d)
{
    int most = d->rows;
    for (int array = 0; array < INPUT_COUNT; array++) {
        most += length_of(d, array);
    }
    expression *x = cdy_arena_allocate(d->arena, (size_t)most, sizeof *x);
    expression *slopes = cdy_arena_allocate(d->arena, (size_t)most, sizeof *slopes);
    if (!x || !slopes) {
        return false;
    }
    const int count = list_numbers(d, x);
    return d->rows <= count ? sweep_rows(d, count, x, slopes) : sweep_columns(d, count, x, slopes);
}

bool cdy_trace_jacobian(const routine *r, const cdy_model *model, more_inputs more, graph *g, cdy_arena *arena,
                        expression *by_input[INPUT_COUNT])
{
    expression *results[MOST_OUTPUTS];
    differentiation d = {r,
                         model,
                         more,
                         g,
                         arena,
                         NULL,
                         cdy_array_length(model, &r->outputs[0]),
                         cdy_routine_inputs(r, more.arrays),
                         by_input};
    if (!cdy_trace(r, model, more, g, arena, results)) {
        return false;
    }
    const array_shape *shape = &r->outputs[0];
    if (!cdy_tracer_transpose(arena, cdy_dimension(model, shape->rows), cdy_dimension(model, shape->columns),
                              results[0])) {
        return false;
    }
    d.y = results[0];
    for (int array = 0; array < INPUT_COUNT; array++) {
        const size_t size = (size_t)d.rows * (size_t)length_of(&d, array);
        by_input[array] = d.inputs & 1u << array ? cdy_arena_allocate(arena, size, sizeof(expression)) : NULL;
    }
    return !arena->failed && take_analytic(&d) && differentiate_operations(&d);
}

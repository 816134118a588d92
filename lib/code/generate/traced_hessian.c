#include "generate/traced_hessian.h"

#include "generate/gradient.h"
#include "generate/traced_jacobian.h"
#include "generate/traced_second_derivatives.h"

static int length_of(const weighted_sum *s, int array)
{
    return cdy_array_length(s->model, &cdy_input_shapes[array]);
}

static bool takes(const weighted_sum *s, int array)
{
    return cdy_routine_inputs(s->routine, s->more.arrays) & 1u << array;
}

bool cdy_has_hessian(const routine *r, const cdy_model *model)
{
    return !(model->load_acts && r->call == CDY_GENERATE_FORWARD_DYNAMICS);
}

/* ---- the gradient ---- */

static bool trace_result(weighted_sum *s)
{
    const array_shape *shape = &s->routine->outputs[0];
    expression *results[MOST_OUTPUTS];
    if (!cdy_trace(s->routine, s->model, s->more, s->graph, s->arena, results) ||
        !cdy_tracer_transpose(s->arena, cdy_dimension(s->model, shape->rows), cdy_dimension(s->model, shape->columns),
                              results[0])) {
        return false;
    }
    s->y = results[0];
    s->rows = cdy_array_length(s->model, shape);
    return true;
}

/* A weight for each number that is not zero in every state. */
static expression *make_weights(weighted_sum *s)
{
    expression *w = cdy_arena_allocate(s->arena, (size_t)s->rows, sizeof *w);
    s->weights = 0;
    for (int i = 0; w && i < s->rows; i++) {
        if (s->y[i].owner || s->y[i].is.value != 0) {
            w[i] = cdy_graph_input(s->graph, INPUT_WEIGHTS, s->weights++);
        }
    }
    return w;
}

/* The numbers of all inputs. */
static void list_inputs(const weighted_sum *s, expression *x)
{
    int count = 0;
    for (int array = 0; array < INPUT_COUNT; array++) {
        for (int k = 0; takes(s, array) && k < length_of(s, array); k++) {
            x[count++] = cdy_graph_input(s->graph, array, k);
        }
    }
}

static int count_numbers(const weighted_sum *s)
{
    int count = 0;
    for (int array = 0; array < INPUT_COUNT; array++) {
        count += takes(s, array) ? length_of(s, array) : 0;
    }
    return count;
}

bool cdy_trace_gradient(weighted_sum *s)
{
    const int count = count_numbers(s);
    expression *x = cdy_arena_allocate(s->arena, (size_t)count, sizeof *x);
    expression *gradient = cdy_arena_allocate(s->arena, (size_t)count, sizeof *gradient);
    const expression *w = x && gradient && trace_result(s) ? make_weights(s) : NULL;
    if (!w) {
        return false;
    }
    list_inputs(s, x);
    for (int array = 0, place = 0; array < INPUT_COUNT; array++) {
        s->gradient[array] = takes(s, array) ? gradient + place : NULL;
        place += takes(s, array) ? length_of(s, array) : 0;
    }
    return cdy_graph_gradient(s->graph, s->rows, s->y, w, count, x, gradient);
}

/* ---- its derivatives ---- */

static bool make_room(weighted_sum *s)
{
    for (int a = 0; a < INPUT_COUNT; a++) {
        for (int b = 0; takes(s, a) && b < INPUT_COUNT; b++) {
            const int columns = b == INPUT_WEIGHTS ? s->rows : length_of(s, b);
            if (takes(s, b) || b == INPUT_WEIGHTS) {
                s->second[a][b] =
                    cdy_arena_allocate(s->arena, (size_t)length_of(s, a) * (size_t)columns, sizeof(expression));
            }
        }
    }
    return !s->arena->failed;
}

/* By weights: the Jacobian, a column for each number of the result. */
static bool take_jacobian(weighted_sum *s)
{
    expression *by_input[INPUT_COUNT];
    if (!cdy_trace_jacobian(s->routine, s->model, s->more, s->graph, s->arena, by_input)) {
        return false;
    }
    for (int a = 0; a < INPUT_COUNT; a++) {
        const int length = takes(s, a) ? length_of(s, a) : 0;
        for (int k = 0; k < length * s->rows; k++) {
            s->second[a][INPUT_WEIGHTS][k] = by_input[a][k / length + s->rows * (k % length)];
        }
    }
    return true;
}

/* Number i of input a and number k of input b have this second derivative. */
static void put(const weighted_sum *s, int a, int i, int b, int k, expression value)
{
    s->second[a][b][i + length_of(s, a) * k] = value;
    s->second[b][a][k + length_of(s, b) * i] = value;
}

/* By state and acceleration or torque from the kernels' second derivatives; *from becomes the first input besides
 * these. */
static bool take_analytic(const weighted_sum *s, int *from)
{
    const bool inverse = s->routine->call == CDY_GENERATE_INVERSE_DYNAMICS;
    const int third = inverse ? INPUT_QDD : INPUT_TAU, n = s->model->nv;
    const int pairs[][2] = {[HESSIAN_Q_Q] = {INPUT_Q, INPUT_Q},
                            [HESSIAN_Q_QD] = {INPUT_Q, INPUT_QD},
                            [HESSIAN_QD_QD] = {INPUT_QD, INPUT_QD},
                            [HESSIAN_Q_THIRD] = {INPUT_Q, third}};
    expression *found[MOST_OUTPUTS];
    if (!(inverse || s->routine->call == CDY_GENERATE_FORWARD_DYNAMICS) || s->model->load_acts || s->weights < n ||
        !cdy_has_plain_positions(s->model)) {
        return true;
    }
    if (!cdy_trace(inverse ? &cdy_inverse_dynamics_hessian : &cdy_forward_dynamics_hessian, s->model, s->more, s->graph,
                   s->arena, found)) {
        return false;
    }
    for (int part = 0; part < 4; part++) {
        for (int i = 0; i < n * n; i++) {
            put(s, pairs[part][0], i / n, pairs[part][1], i % n, found[part][i]);
        }
    }
    *from = INPUT_TAU + 1;
    return true;
}

/* Of the gradients by the inputs up to number k of input b, by that number: one column and, mirrored, one row. */
static bool differentiate_by(const weighted_sum *s, int b, int k, int count, expression *slopes)
{
    const expression x = cdy_graph_input(s->graph, b, k);
    if (!cdy_graph_slopes(s->graph, x, count, s->gradient[INPUT_Q], slopes)) {
        return false;
    }
    for (int a = 0, place = 0; a <= b; a++) {
        const int length = takes(s, a) ? length_of(s, a) : 0;
        for (int i = 0; i < length && place + i < count; i++) {
            put(s, a, i, b, k, slopes[place + i]);
        }
        place += length;
    }
    return true;
}

/* By the inputs from `from` on: the operations differentiated. */
static bool differentiate_operations(const weighted_sum *s, int from)
{
    expression *slopes = cdy_arena_allocate(s->arena, (size_t)count_numbers(s), sizeof *slopes);
    bool made = slopes != NULL;
    for (int b = 0, count = 0; b < INPUT_COUNT; b++) {
        for (int k = 0; takes(s, b) && k < length_of(s, b); k++) {
            count++;
            made = made && (b < from || differentiate_by(s, b, k, count, slopes));
        }
    }
    return made;
}

bool cdy_trace_hessian(weighted_sum *s)
{
    int from = 0;
    return make_room(s) && take_jacobian(s) && take_analytic(s, &from) && differentiate_operations(s, from);
}

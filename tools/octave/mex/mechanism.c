/* Mechanisms: robots with closed loops, moved by some of their joints. */
#include "quantity.h"
#include "record.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { ARRAYS = 4 };

/* A mechanism while it is called; its memory but the mechanism lives until Octave's call ends. */
typedef struct mechanism_case {
    held_robot *robot;
    cdy_mechanism *mechanism;
    bool *held; /* n: degrees of freedom that an assembly leaves */
    double dt;  /* of steps */
} mechanism_case;

/* One state of a call: NULL where an array is not given. */
typedef struct mechanism_state {
    const double *in[ARRAYS];
    double *out[ARRAYS];
    cdy_error *error;
} mechanism_state;

static cdy_status compute_assembly(const mechanism_case *m, const mechanism_state *s)
{
    cdy_assembly_report report;
    const cdy_status status = cdy_mechanism_assemble(m->mechanism, m->robot->model, m->robot->workspace, s->in[0],
                                                     m->held, s->out[0], &report, s->error);
    if (!status) {
        *s->out[1] = report.angular_gap;
        *s->out[2] = report.linear_gap;
        *s->out[3] = report.restarts;
    }
    return status;
}

static cdy_status compute_motion(const mechanism_case *m, const mechanism_state *s)
{
    return cdy_mechanism_motion(m->mechanism, m->robot->model, m->robot->workspace, s->in[0], s->in[1], s->in[2],
                                s->out[0], s->out[1], s->error);
}

static cdy_status compute_inverse(const mechanism_case *m, const mechanism_state *s)
{
    return cdy_mechanism_inverse_dynamics(m->mechanism, m->robot->model, m->robot->workspace, s->in[0], s->in[1],
                                          s->in[2], s->in[3], s->out[0], s->out[1], s->error);
}

static cdy_status compute_forward(const mechanism_case *m, const mechanism_state *s)
{
    return cdy_mechanism_forward_dynamics(m->mechanism, m->robot->model, m->robot->workspace, s->in[0], s->in[1],
                                          s->in[2], s->in[3], s->out[0], s->out[1], s->error);
}

static cdy_status compute_terms(const mechanism_case *m, const mechanism_state *s)
{
    const cdy_mechanism_terms terms = {s->out[0], s->out[1], s->out[2], s->out[3]};
    return cdy_mechanism_compute_terms(m->mechanism, m->robot->model, m->robot->workspace, s->in[0], s->in[1], &terms,
                                       s->error);
}

static cdy_status compute_derivatives(const mechanism_case *m, const mechanism_state *s)
{
    return cdy_mechanism_derivatives(m->mechanism, m->robot->model, m->robot->workspace, s->in[0], s->in[1], s->in[2],
                                     s->in[3], s->out[0], s->out[1], s->out[2], s->error);
}

/* A step from home and rest where q and qd are not given. */
static cdy_status compute_step(const mechanism_case *m, const mechanism_state *s)
{
    const size_t n = (size_t)cdy_model_nv(m->robot->model), nq = (size_t)cdy_model_nq(m->robot->model);
    if (s->in[0]) {
        memcpy(s->out[0], s->in[0], nq * sizeof(double));
    } else {
        cdy_home_configuration(m->robot->model, s->out[0]);
    }
    for (size_t i = 0; i < n; i++) {
        s->out[1][i] = s->in[1] ? s->in[1][i] : 0;
    }
    return cdy_mechanism_step(m->mechanism, m->robot->model, m->robot->workspace, m->dt, s->in[2], s->in[3], s->out[0],
                              s->out[1], s->error);
}

/* Dimensions of arguments and results; n = nv, k independent coordinates. */
typedef enum dimension {
    NOTHING = 0,
    OF_Q,
    OF_V,
    OF_FORCES, /* as fext of inverseDynamics */
    OF_U,      /* k */
    OF_G,      /* n x k */
    OF_M,      /* k x k */
    OF_ROWS,
    A_NUMBER
} dimension;

typedef struct mechanism_call {
    const char *name;
    cdy_status (*compute)(const mechanism_case *m, const mechanism_state *s);
    struct {
        const char *name;
        dimension size;
    } inputs[ARRAYS];
    dimension outputs[ARRAYS];
} mechanism_call;

static const mechanism_call calls[] = {
    {"assemble", compute_assembly, {{"the configuration", OF_Q}}, {OF_Q, A_NUMBER, A_NUMBER, A_NUMBER}},
    {"motion", compute_motion, {{"the configuration", OF_Q}, {"u", OF_U}, {"du", OF_U}}, {OF_V, OF_V}},
    {"inverse_dynamics",
     compute_inverse,
     {{"the configuration", OF_Q}, {"u", OF_U}, {"du", OF_U}, {"the external forces", OF_FORCES}},
     {OF_V, OF_ROWS}},
    {"forward_dynamics",
     compute_forward,
     {{"the configuration", OF_Q}, {"u", OF_U}, {"the torques", OF_V}, {"the external forces", OF_FORCES}},
     {OF_U, OF_ROWS}},
    {"derivatives",
     compute_derivatives,
     {{"the configuration", OF_Q}, {"u", OF_U}, {"du", OF_U}, {"the external forces", OF_FORCES}},
     {OF_G, OF_G, OF_G}},
    {"terms", compute_terms, {{"the configuration", OF_Q}, {"u", OF_U}}, {OF_G, OF_M, OF_U, OF_U}},
    {"step",
     compute_step,
     {{"the configuration", OF_Q}, {"the velocity", OF_V}, {"the torques", OF_V}, {"the external forces", OF_FORCES}},
     {OF_Q, OF_V}},
};
enum { CALLS = sizeof calls / sizeof *calls };

/* Rows and columns of an array of one state. */
static void size_of(const mechanism_case *m, dimension d, size_t size[2])
{
    const size_t n = (size_t)cdy_model_nv(m->robot->model), k = (size_t)cdy_mechanism_dofs(m->mechanism);
    size[0] = size[1] = 1;
    switch (d) {
    case OF_Q: size[0] = (size_t)cdy_model_nq(m->robot->model); break;
    case OF_V: size[0] = n; break;
    case OF_U: size[0] = k; break;
    case OF_ROWS: size[0] = (size_t)cdy_mechanism_rows(m->mechanism); break;
    case OF_G: size[0] = n, size[1] = k; break;
    case OF_M: size[0] = size[1] = k; break;
    case OF_FORCES: size[0] = (size_t)cdy_model_force_rows(m->robot->model), size[1] = 6; break;
    case NOTHING:
    case A_NUMBER: break;
    }
}

/* ---- the mechanism ---- */

/* Marks the degrees of freedom of a joint. */
static bool mark_joint(const cdy_model *model, const char *name, const char *what, bool *marks)
{
    cdy_error error;
    cdy_moving_joint joint;
    int number;
    if (cdy_model_require_joint(model, name, &number, &error) || cdy_model_joint(model, number, &joint)) {
        return fail_with(&error);
    }
    if (joint.is_follower) {
        return fail("condyle:argument", "%s: joint '%.80s' follows another one; name that one", what, name);
    }
    for (int i = 0; i < joint.nv; i++) {
        marks[joint.velocity + i] = true;
    }
    return true;
}

/* Reads names of joints, or numbers of degrees of freedom from 1, as marks. */
static bool read_marks(const cdy_model *model, const mxArray *array, const char *what, bool *marks)
{
    const mxArray *doubles;
    text_list names;
    const int n = cdy_model_nv(model);
    if (array && (mxIsCell(array) || mxIsChar(array))) {
        bool good = read_texts(array, what, &names);
        for (size_t i = 0; good && i < names.count; i++) {
            good = mark_joint(model, names.texts[i], what, marks);
        }
        return good;
    }
    if (!array || !read_array(array, what, &doubles)) {
        return !array;
    }
    for (size_t i = 0; i < mxGetNumberOfElements(doubles); i++) {
        const double number = mxGetPr(doubles)[i];
        if (!(number >= 1 && number <= n && floor(number) >= number)) {
            return fail("condyle:argument", "%s: there is no degree of freedom %g", what, number);
        }
        marks[(int)number - 1] = true;
    }
    return true;
}

static void set_place(const double *numbers, cdy_placement *place)
{
    memcpy(place->xyz, numbers, sizeof place->xyz);
    memcpy(place->rpy, numbers + 3, sizeof place->rpy);
}

/* Reads a row {body, other, rows of the constraint (1 to 63), [xyz rpy] in body, [xyz rpy] in other}. */
static bool read_loop(const cdy_model *model, const mxArray *const cell[5], cdy_constraint *loop)
{
    char *names[2];
    const double *places[2];
    double rows;
    cdy_error error;
    if (!read_text(cell[0], "the body of a loop", &names[0]) ||
        !read_text(cell[1], "the other body of a loop", &names[1]) ||
        !read_integer(cell[2], "the rows of a loop", 1, CDY_ROWS_ALL, &rows) ||
        !read_vector(cell[3], "a place of a loop", 6, &places[0]) ||
        !read_vector(cell[4], "a place of a loop", 6, &places[1])) {
        return false;
    }
    *loop = (cdy_constraint){.rows = (unsigned)rows};
    if (cdy_model_require_frame(model, names[0], &loop->frame, &error) ||
        cdy_model_require_frame(model, names[1], &loop->other, &error)) {
        return fail_with(&error);
    }
    set_place(places[0], &loop->in_frame);
    set_place(places[1], &loop->in_other);
    return true;
}

static bool read_loops(const cdy_model *model, const mxArray *cells, cdy_constraint **loops, size_t *count)
{
    enum { COLUMNS = 5 };
    *count = cells && mxIsCell(cells) ? mxGetM(cells) : 0;
    if (cells && (!mxIsCell(cells) || (*count > 0 && mxGetN(cells) != COLUMNS) || *count > INT_MAX)) {
        return fail("condyle:argument", "the loops: expected a cell array with %d columns", COLUMNS);
    }
    *loops = mxCalloc(*count + 1, sizeof **loops);
    for (size_t i = 0; i < *count; i++) {
        const mxArray *cell[COLUMNS];
        for (size_t k = 0; k < COLUMNS; k++) {
            cell[k] = mxGetCell(cells, k * *count + i);
        }
        if (!read_loop(model, cell, &(*loops)[i])) {
            return false;
        }
    }
    return true;
}

/* Makes the mechanism of arguments 1 to 4, (loops, actuated, held, q or []), and chooses its coordinates at q; without
 * a q none are chosen. */
static bool make_case(const gateway_call *call, mechanism_case *m)
{
    cdy_constraint *list = NULL;
    size_t count;
    const double *q;
    cdy_mechanism_options options = cdy_mechanism_options_default();
    cdy_error error;
    if (!handle_find_model(call->arguments[0], &m->robot)) {
        return false;
    }
    const cdy_model *model = m->robot->model;
    bool *actuated = mxCalloc((size_t)cdy_model_nv(model) + 1, sizeof *actuated);
    m->held = mxCalloc((size_t)cdy_model_nv(model) + 1, sizeof *m->held);
    options.actuated = actuated;
    const mxArray *at = argument_at(call, 4);
    if (!read_loops(model, argument_at(call, 1), &list, &count) ||
        !read_marks(model, argument_at(call, 2), "the joints with drives", actuated) ||
        !read_marks(model, argument_at(call, 3), "the joints that are held", m->held) ||
        (at && !read_vector(at, "the configuration", (size_t)cdy_model_nq(model), &q))) {
        return false;
    }
    if (cdy_mechanism_create(model, list, (int)count, &options, &m->mechanism, &error) ||
        (at && cdy_mechanism_choose(m->mechanism, model, m->robot->workspace, q, &error))) {
        return fail_with(&error);
    }
    return true;
}

/* ---- arrays ---- */

/* The numbers of an array argument: number e of state b is at [offset of e + b * stride]. */
typedef struct given_array {
    const double *numbers; /* NULL: the default */
    size_t count, core, stride;
    size_t *offsets;
    double *state; /* core: of the state that is computed */
} given_array;

/* Takes a vector of one state, or of several in rows, or in columns. */
static bool take_vector(const held_robot *robot, const mxArray *array, const char *what, size_t size, given_array *a)
{
    const mxArray *doubles;
    const bool column = robot->format == FORMAT_COLUMN;
    if (!read_array(array, what, &doubles)) {
        return false;
    }
    a->count = column ? mxGetN(doubles) : mxGetM(doubles);
    if (mxGetNumberOfDimensions(doubles) > 2 || (column ? mxGetM(doubles) : mxGetN(doubles)) != size) {
        return fail("condyle:argument", "%s is %zu-by-%zu; expected %zu numbers, a %s for each state", what,
                    (size_t)mxGetM(doubles), (size_t)mxGetN(doubles), size, column ? "column" : "row");
    }
    a->numbers = mxGetPr(doubles);
    a->stride = column ? size : 1;
    a->offsets = mxMalloc((size + 1) * sizeof *a->offsets);
    for (size_t i = 0; i < size; i++) {
        a->offsets[i] = column ? i : i * a->count;
    }
    return true;
}

static bool take_forces(const held_robot *robot, const mxArray *array, const char *what, given_array *a)
{
    const job none = {0};
    const array_argument argument = {what, SHAPE_FORCES};
    input in;
    if (!input_take(robot, &none, &argument, array, &in)) {
        return false;
    }
    a->numbers = in.numbers;
    a->count = in.count;
    a->stride = in.layout.state_stride;
    a->offsets = in.numbers ? layout_offsets(&in.layout) : NULL;
    return true;
}

/* Takes the arrays of a call; *count is the number of states. */
static bool take_arrays(const mechanism_case *m, const mechanism_call *c, const gateway_call *call,
                        given_array arrays[ARRAYS], size_t *count)
{
    enum { FIRST = 7 };
    *count = 1;
    for (int i = 0; i < ARRAYS && c->inputs[i].name; i++) {
        const mxArray *array = argument_at(call, FIRST + i);
        given_array *a = &arrays[i];
        size_t size[2];
        size_of(m, c->inputs[i].size, size);
        *a = (given_array){.core = size[0] * size[1], .count = 1};
        const bool good = !array ? true
                          : c->inputs[i].size == OF_FORCES
                              ? take_forces(m->robot, array, c->inputs[i].name, a)
                              : take_vector(m->robot, array, c->inputs[i].name, size[0], a);
        if (!good) {
            return false;
        }
        if (a->numbers && a->count != 1 && *count != 1 && a->count != *count) {
            return fail("condyle:argument", "%s: %zu states, beside %zu", c->inputs[i].name, a->count, *count);
        }
        *count = a->numbers && a->count != 1 ? a->count : *count;
        a->state = mxMalloc((a->core + 1) * sizeof *a->state);
    }
    return true;
}

/* Gives the numbers of a state; those of one state count for all. */
static const double *state_of(const given_array *a, size_t number)
{
    const size_t from = a->count == 1 ? 0 : number * a->stride;
    for (size_t e = 0; a->numbers && e < a->core; e++) {
        a->state[e] = a->numbers[from + a->offsets[e]];
    }
    return a->numbers ? a->state : NULL;
}

/* A page for each state of `rows` x `columns` numbers, row-major. */
static mxArray *make_pages(const double *numbers, size_t count, size_t rows, size_t columns)
{
    const mwSize size[3] = {(mwSize)rows, (mwSize)columns, (mwSize)count};
    mxArray *array = mxCreateNumericArray(count == 1 ? 2 : 3, size, mxDOUBLE_CLASS, mxREAL);
    double *to = mxGetPr(array);
    for (size_t page = 0; page < count; page++, numbers += rows * columns, to += rows * columns) {
        for (size_t i = 0; i < rows * columns; i++) {
            to[i % columns * rows + i / columns] = numbers[i];
        }
    }
    return array;
}

/* Computes all states. */
static bool run_states(const mechanism_case *m, const mechanism_call *c, const gateway_call *call)
{
    given_array arrays[ARRAYS] = {{0}};
    double *results[ARRAYS] = {NULL};
    size_t size[ARRAYS][2], count;
    cdy_error error;
    if (!take_arrays(m, c, call, arrays, &count)) {
        return false;
    }
    for (int i = 0; i < ARRAYS && c->outputs[i]; i++) {
        size_of(m, c->outputs[i], size[i]);
        results[i] = mxCalloc(count * size[i][0] * size[i][1] + 1, sizeof **results);
    }
    for (size_t b = 0; b < count; b++) {
        mechanism_state s = {.error = &error};
        for (int i = 0; i < ARRAYS; i++) {
            s.in[i] = c->inputs[i].name ? state_of(&arrays[i], b) : NULL;
            s.out[i] = results[i] ? results[i] + b * size[i][0] * size[i][1] : NULL;
        }
        if (c->compute(m, &s)) {
            return fail_with(&error);
        }
    }
    const int wanted = call->result_count > 1 ? call->result_count : 1;
    for (int i = 0; i < ARRAYS && i < wanted && results[i]; i++) {
        const bool matrix = c->outputs[i] == OF_G || c->outputs[i] == OF_M;
        call->results[i] = matrix ? make_pages(results[i], count, size[i][0], size[i][1])
                                  : record_make(m->robot, results[i], count, size[i][0]);
    }
    return true;
}

/* condyle("mechanism", robot, loops, actuated, held, q of the choice or [], call, dt, arrays...): the results of the
 * call's row in the table */
static bool mechanism(const gateway_call *call)
{
    mechanism_case m = {0};
    const char *words[CALLS + 1] = {NULL};
    for (int i = 0; i < CALLS; i++) {
        words[i] = calls[i].name;
    }
    const int word = read_word(call->arguments[5], "the call of a mechanism", words);
    const bool done = word >= 0 && read_number(call->arguments[6], "dt", &m.dt) && make_case(call, &m) &&
                      run_states(&m, &calls[word], call);
    cdy_mechanism_destroy(m.mechanism);
    return done;
}

/* condyle("mechanism_coordinates", robot, loops, actuated, [], q): the degrees of freedom that are independent there,
 * from 1, and the names of their joints */
static bool mechanism_coordinates(const gateway_call *call)
{
    mechanism_case m = {0};
    const bool done = make_case(call, &m);
    const int k = done ? cdy_mechanism_dofs(m.mechanism) : 0;
    mxArray *numbers = mxCreateDoubleMatrix(1, (mwSize)k, mxREAL), *names = mxCreateCellMatrix(1, (mwSize)k);
    for (int i = 0; i < k; i++) {
        cdy_coordinate c = {.joint = ""};
        const int degree = cdy_mechanism_coordinate(m.mechanism, i);
        cdy_model_velocity(m.robot->model, degree, &c);
        mxGetPr(numbers)[i] = degree + 1;
        mxSetCell(names, (mwSize)i, mxCreateString(c.joint));
    }
    cdy_mechanism_destroy(m.mechanism);
    call->results[0] = numbers;
    if (call->result_count > 1) {
        call->results[1] = names;
    }
    return done;
}

static mxArray *make_place(const cdy_placement *p)
{
    mxArray *place = mxCreateDoubleMatrix(1, 6, mxREAL);
    memcpy(mxGetPr(place), p->xyz, sizeof p->xyz);
    memcpy(mxGetPr(place) + 3, p->rpy, sizeof p->rpy);
    return place;
}

/* condyle("loops", robot): the loops that the robot's file states, as rows of the cell array that "mechanism" takes */
static bool loops(const gateway_call *call)
{
    held_robot *robot;
    if (!handle_find(call->arguments[0], &robot)) {
        return false;
    }
    const size_t count = (size_t)cdy_tree_loop_count(robot->tree);
    mxArray *cells = mxCreateCellMatrix((mwSize)count, 5);
    for (size_t i = 0; i < count; i++) {
        const cdy_loop *loop = cdy_tree_loop(robot->tree, (int)i);
        mxArray *const row[5] = {mxCreateString(loop->body), mxCreateString(loop->other),
                                 mxCreateDoubleScalar(loop->rows), make_place(&loop->in_body),
                                 make_place(&loop->in_other)};
        for (size_t k = 0; k < 5; k++) {
            mxSetCell(cells, (mwSize)(k * count + i), row[k]);
        }
    }
    call->results[0] = cells;
    return true;
}

const gateway_entry mechanism_calls[] = {
    {"loops", loops, 1, 1},
    {"mechanism", mechanism, 7, 11},
    {"mechanism_coordinates", mechanism_coordinates, 5, 5},
    {NULL, NULL, 0, 0},
};

#include "array.h"
#include "batches.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Dimensions of a term; n = nv. */
typedef enum dimension {
    A_NUMBER,
    OF_V,
    BY_3, /* 3 */
    BY_6,
    TRANSFORM,  /* 4 x 4 */
    TRANSFORMS, /* frames x 4 x 4 */
    LINEAR,     /* 3 x n */
    JACOBIAN,   /* 6 x n */
    SQUARE      /* n x n */
} dimension;

/* A term: its name, and its places in cdy_terms and cdy_terms_f32, or in cdy_frame_terms and cdy_frame_terms_f32. */
typedef struct term {
    const char *name;
    size_t place, float_place;
    dimension size;
} term;

#define TERM_OF(type, name, size)                                                                                      \
    {                                                                                                                  \
#name, offsetof(type, name), offsetof(type##_f32, name), size                                                  \
    }
#define TERM(name, size)       TERM_OF(cdy_terms, name, size)
#define FRAME_TERM(name, size) TERM_OF(cdy_frame_terms, name, size)

static const term robot_terms[] = {
    TERM(transforms, TRANSFORMS),
    TERM(center_of_mass, BY_3),
    TERM(center_of_mass_jacobian, LINEAR),
    TERM(momentum, BY_6),
    TERM(momentum_rate, BY_6),
    TERM(momentum_matrix, JACOBIAN),
    TERM(kinetic_energy, A_NUMBER),
    TERM(potential_energy, A_NUMBER),
    TERM(torques, OF_V),
    TERM(mass_matrix, SQUARE),
    TERM(torques_by_q, SQUARE),
    TERM(torques_by_qd, SQUARE),
    TERM(coriolis_matrix, SQUARE),
    {0},
};
static const term frame_terms[] = {
    FRAME_TERM(transform, TRANSFORM), FRAME_TERM(jacobian, JACOBIAN), FRAME_TERM(jacobian_dot, JACOBIAN),
    FRAME_TERM(velocity, BY_6),       FRAME_TERM(acceleration, BY_6), {0},
};

/* A term that is wanted, of a frame in the list or, -1, of the robot. */
typedef struct wanted_term {
    const term *row;
    Py_ssize_t frame;
} wanted_term;

/* The terms that are wanted, and their arrays: first the robot's, then those of each frame. */
typedef struct sweep {
    wanted_term *wanted;
    output *outputs;
    int count;
    cdy_terms terms;
    cdy_frame_terms *frames;
    cdy_terms_f32 float_terms;
    cdy_frame_terms_f32 *float_frames;
} sweep;

static core_shape core_of(const cdy_model *model, dimension size)
{
    const Py_ssize_t n = cdy_model_nv(model);
    switch (size) {
    case OF_V: return (core_shape){1, {n}};
    case BY_3: return (core_shape){1, {3}};
    case BY_6: return (core_shape){1, {6}};
    case TRANSFORM: return (core_shape){2, {4, 4}};
    case TRANSFORMS: return (core_shape){3, {cdy_model_frame_count(model), 4, 4}};
    case LINEAR: return (core_shape){2, {3, n}};
    case JACOBIAN: return (core_shape){2, {6, n}};
    case SQUARE: return (core_shape){2, {n, n}};
    case A_NUMBER: break;
    }
    return (core_shape){0};
}

enum { MOST_TERMS = sizeof robot_terms / sizeof *robot_terms };

/* Gathers the names of a table, which NULL ends. */
static void name_terms(const term *table, const char *words[MOST_TERMS])
{
    for (size_t i = 0; i < MOST_TERMS; i++) {
        words[i] = NULL;
    }
    for (size_t i = 0; table[i].name; i++) {
        words[i] = table[i].name;
    }
}

/* Raises the exception that no term is wanted; returns -1. */
static int fail_nothing_wanted(void)
{
    const char *words[MOST_TERMS], *frame_words[MOST_TERMS];
    name_terms(robot_terms, words);
    name_terms(frame_terms, frame_words);
    PyObject *some = list_words(words), *of_frames = list_words(frame_words);
    if (some && of_frames) {
        PyErr_Format(PyExc_ValueError,
                     "all_terms(): no term is wanted; expected one or more of %U, or, in frames, of %U", some,
                     of_frames);
    }
    Py_XDECREF(some);
    Py_XDECREF(of_frames);
    return -1;
}

/* Adds the terms that a tuple names to those that are wanted. */
static int add_terms(const cdy_model *model, sweep *s, PyObject *names, const term *table, const char *what,
                     Py_ssize_t frame)
{
    const char *words[MOST_TERMS];
    name_terms(table, words);
    for (Py_ssize_t i = 0; i < PyTuple_Size(names); i++) {
        const int index = read_word(PyTuple_GetItem(names, i), what, words);
        if (index < 0) {
            return -1;
        }
        s->outputs[s->count] = (output){.core = core_of(model, table[index].size)};
        s->wanted[s->count++] = (wanted_term){&table[index], frame};
    }
    return 0;
}

/* Reads the terms of frame i of the list: (frame, axes, names). */
static int add_frame(const robot_object *self, sweep *s, PyObject *tuple, Py_ssize_t i)
{
    static const char *const words[] = {"base", "body", NULL};
    PyObject *frame, *axes, *names;
    int index;
    if (!PyArg_ParseTuple(tuple, "OOO!", &frame, &axes, &PyTuple_Type, &names) || read_frame(self, frame, &index)) {
        return -1;
    }
    const int axis = read_word(axes, "axes", words);
    s->frames[i] = cdy_frame_terms_default();
    s->float_frames[i] = cdy_frame_terms_f32_default();
    s->frames[i].frame = s->float_frames[i].frame = index;
    s->frames[i].axes = s->float_frames[i].axes = (cdy_axes)axis;
    return axis < 0 ? -1 : add_terms(cdy_robot_model(self->robot), s, names, frame_terms, "term of a frame", i);
}

/* Reads what is wanted: names of the robot's terms, and frames. */
static int read_wanted(const robot_object *self, PyObject *names, PyObject *frames, sweep *s)
{
    const Py_ssize_t frame_count = PyTuple_Size(frames);
    Py_ssize_t most = PyTuple_Size(names);
    for (Py_ssize_t i = 0; i < frame_count; i++) {
        most += PyTuple_Size(PyTuple_GetItem(PyTuple_GetItem(frames, i), 2));
    }
    s->terms = cdy_terms_default();
    s->float_terms = cdy_terms_f32_default();
    s->frames = calloc((size_t)frame_count + 1, sizeof *s->frames);
    s->float_frames = calloc((size_t)frame_count + 1, sizeof *s->float_frames);
    s->outputs = calloc((size_t)most + 1, sizeof *s->outputs);
    s->wanted = calloc((size_t)most + 1, sizeof *s->wanted);
    if (!s->frames || !s->float_frames || !s->outputs || !s->wanted) {
        PyErr_NoMemory();
        return -1;
    }
    if (add_terms(cdy_robot_model(self->robot), s, names, robot_terms, "term", -1)) {
        return -1;
    }
    for (Py_ssize_t i = 0; i < frame_count; i++) {
        if (add_frame(self, s, PyTuple_GetItem(frames, i), i)) {
            return -1;
        }
    }
    s->terms.frames = s->frames;
    s->float_terms.frames = s->float_frames;
    s->terms.frame_count = s->float_terms.frame_count = (int)frame_count;
    return s->count > 0 ? 0 : fail_nothing_wanted();
}

/* Points the places of the wanted terms to the arrays. */
static void point(sweep *s, bool is_float)
{
    for (int i = 0; i < s->count; i++) {
        const wanted_term *w = &s->wanted[i];
        void *array = s->outputs[i].held.data;
        if (is_float) {
            void *owner = w->frame < 0 ? (void *)&s->float_terms : &s->float_frames[w->frame];
            *(float **)(void *)((char *)owner + w->row->float_place) = array;
        } else {
            void *owner = w->frame < 0 ? (void *)&s->terms : &s->frames[w->frame];
            *(double **)(void *)((char *)owner + w->row->place) = array;
        }
    }
}

/* Computes many states, without the interpreter's lock; *failed becomes the first that could not be computed, -1 where
 * there is none. */
static cdy_status run_many(robot_object *self, const sweep *s, const void *const in[4], size_t count, bool is_float,
                           int threads, Py_ssize_t *failed, cdy_error *error)
{
    const cdy_model *model = cdy_robot_model(self->robot);
    batch_loan loan;
    cdy_status *statuses = calloc(count + 1, sizeof *statuses);
    *error = (cdy_error){.status = CDY_ERROR_MEMORY};
    if (!statuses) {
        return CDY_ERROR_MEMORY;
    }
    cdy_status status = batches_borrow(self, threads, false, is_float, &loan, error);
    if (!status) {
        PyThreadState *thread = lock_release(self);
        status = is_float ? cdy_batch_f32_all_terms(model, loan.kept->batch, count, in[0], in[1], in[2], in[3],
                                                    &s->float_terms, statuses, error)
                          : cdy_batch_all_terms(model, loan.kept->batch, count, in[0], in[1], in[2], in[3], &s->terms,
                                                statuses, error);
        lock_take(self, thread);
    }
    batches_return(&loan);
    for (size_t i = 0; i < count && *failed < 0; i++) {
        *failed = statuses[i] ? (Py_ssize_t)i : -1;
    }
    free(statuses);
    return status;
}

static cdy_status run(robot_object *self, sweep *s, const input inputs[4], const leading_shape *leading, bool is_float,
                      int threads, Py_ssize_t *failed, cdy_error *error)
{
    const void *in[4];
    for (int i = 0; i < 4; i++) {
        in[i] = inputs[i].held.owner ? inputs[i].held.data : NULL;
    }
    point(s, is_float);
    if (leading->rank == 0 && !is_float) {
        return cdy_all_terms(cdy_robot_model(self->robot), cdy_robot_workspace(self->robot), in[0], in[1], in[2], in[3],
                             &s->terms, error);
    }
    return run_many(self, s, in, leading->count, is_float, threads, failed, error);
}

/* Returns the results as a tuple, also where there is one. */
static PyObject *give(sweep *s, const leading_shape *leading)
{
    PyObject *result = outputs_give(s->outputs, s->count, leading);
    if (s->count != 1 || !result) {
        return result;
    }
    PyObject *tuple = PyTuple_Pack(1, result);
    Py_DECREF(result);
    return tuple;
}

/* _all_terms(names, ((frame, axes, names), ...), threads, out, (q, qd, qdd, fext)) -> the results, in this order */
static PyObject *robot_all_terms(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    const cdy_model *model = cdy_robot_model(self->robot);
    const Py_ssize_t n = cdy_model_nv(model);
    PyObject *names, *frames, *out, *result = NULL;
    sweep s = {0};
    input inputs[4] = {{.name = "q", .core = {1, {cdy_model_nq(model)}}},
                       {.name = "qd", .core = {1, {n}}},
                       {.name = "qdd", .core = {1, {n}}},
                       {.name = "fext", .core = {2, {cdy_model_force_rows(model), 6}}}};
    leading_shape leading = {0};
    bool is_float;
    int threads;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "O!O!O&O(OOOO)", &PyTuple_Type, &names, &PyTuple_Type, &frames, convert_threads,
                          &threads, &out, &inputs[0].object, &inputs[1].object, &inputs[2].object, &inputs[3].object)) {
        return NULL;
    }
    if (!read_wanted(self, names, frames, &s) &&
        !inputs_take(self->state, (PyObject *)self, inputs, 4, false, &leading, &is_float) &&
        !outputs_take(self->state, s.outputs, s.count, out, &leading, is_float, inputs, 4)) {
        Py_ssize_t failed = -1;
        const cdy_status status = run(self, &s, inputs, &leading, is_float, threads, &failed, &error);
        result = status ? raise_error(self->state, &error, leading.rank ? failed : -1) : give(&s, &leading);
    }
    if (s.outputs) {
        outputs_release(s.outputs, s.count);
    }
    leading_release(&leading);
    inputs_release(inputs, 4);
    free(s.outputs);
    free(s.wanted);
    free(s.frames);
    free(s.float_frames);
    return result;
}

PyMethodDef term_methods[] = {
    {"_all_terms", robot_all_terms, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

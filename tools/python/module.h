/* Functions and types common to the parts of the extension module. */
#ifndef CONDYLE_PYTHON_MODULE_H
#define CONDYLE_PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
/* The stable interface of Python 3.11, the first with buffers: one binary serves every later Python. */
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include <condyle/condyle.h>
#include <stdbool.h>

/* The Python objects that calls need, kept from when the module is imported. */
typedef struct module_state {
    PyObject *robot_type;  /* condyle._condyle.Robot */
    PyObject *robot_error; /* condyle.RobotError */
    PyObject *arrays;      /* the module condyle._arrays; NULL: not imported yet */
    PyObject *empty;       /* numpy.empty; NULL likewise */
    PyObject *float32;     /* numpy.float32 */
    PyObject *array_type;  /* numpy.ndarray; NULL: arrays are asked for their memory (memory.h) */
    PyObject *maskless;    /* the last type whose objects have no masks; NULL: none yet */
    PyObject *double_dtype, *float_dtype;
    bool met_numpy;     /* the program has imported numpy, and this module has tried to */
    PyObject *out_name; /* "out", interned: the keyword of loops that must be fast */
} module_state;

/* Returns the one state of the module: only the main interpreter imports it. */
module_state *module_get_state(void);

/* Batches that a robot keeps for later calls, one for each call that runs at the same time. */
enum { KEPT_BATCHES = 8 };

typedef struct kept_batch {
    void *batch; /* cdy_batch or cdy_batch_f32; NULL: none */
    int threads;
    bool by_columns, is_float, in_use;
} kept_batch;

/* condyle.Robot: a robot, and how many calls compute with it without holding the interpreter's lock. */
typedef struct robot_object {
    PyObject_HEAD module_state *state;
    cdy_robot *robot;
    cdy_specialization *code;       /* of the workspace and the batches of doubles; NULL: they are general */
    cdy_specialization *float_code; /* of the batches of floats */
    int running;
    bool degrees_warned; /* a warning told already of angles that look like degrees (degrees.h) */
    kept_batch batches[KEPT_BATCHES];
} robot_object;

/* Lets other threads use the interpreter while this one computes with a robot, until lock_take(): only memory may be
 * used in between. */
PyThreadState *lock_release(robot_object *robot);
void lock_take(robot_object *robot, PyThreadState *thread);

/* Imports numpy and condyle._arrays once.  Returns 0, or -1 with an exception. */
int module_import_numpy(module_state *state);

/* Does so where the program has imported numpy itself: its arrays are read faster from then on (memory.h). */
void module_meet_numpy(module_state *state);

/* Raises RobotError, or MemoryError, for a failed call; `row` is the state at fault, -1 where it is none of several.
 * Returns NULL. */
PyObject *raise_error(const module_state *state, const cdy_error *error, Py_ssize_t row);

/* Gives the index of the frame of a body: its name, or the index itself.  Returns 0, or -1 with an exception. */
int read_frame(const robot_object *self, PyObject *object, int *frame);

/* Finds a string among words that end with NULL.  Returns its index, or -1 with an exception. */
int read_word(PyObject *object, const char *name, const char *const *words);

/* Returns the row of a table of calls, whose rows of `size` bytes begin with the name, a const char *; NULL with an
 * exception where there is none of this name. */
const void *read_call(PyObject *name, const void *rows, size_t count, size_t size);

/* Converts a number of threads, for "O&": 1, or 0 with an exception. */
int convert_threads(PyObject *object, void *threads);

/* Returns words as a str: 'first', 'second'.  NULL with an exception. */
PyObject *list_words(const char *const *words);

/* Returns the name that a str holds; NULL with an exception where it is none, or cut short by a null character. */
const char *read_name(PyObject *object);

/* Converts a path ("O&") to bytes as the system names files, which need be no UTF-8; convert_file() None to NULL. */
int convert_path(PyObject *object, void *path);
int convert_file(PyObject *object, void *path);

/* Returns the text of a file's path, with which Python opens it; None for NULL. */
PyObject *build_path(const char *path);

/* The path that these bytes are, alive as long as they; NULL for NULL. */
const char *path_of(PyObject *bytes);

/* Reads one number.  Returns 0, or -1 with an exception. */
int read_number(PyObject *object, const char *name, double *number);

/* Reads a placement from (x, y, z, roll, pitch, yaw).  Returns 0, or -1 with an exception. */
int read_placement(PyObject *object, const char *name, cdy_placement *placement);

/* Tells whether an object may be a masked array of NumPy's, whose memory has what its mask hides. */
bool may_have_mask(module_state *state, PyObject *object);

/* Refuses an array with masked elements.  Returns 0, or -1 with an exception. */
int refuse_mask(module_state *state, PyObject *object, const char *name);

/* Reads numbers of a fixed count from any sequence.  Returns 0, or -1 with an exception. */
int read_numbers(PyObject *object, const char *name, Py_ssize_t count, double *numbers);

/* Makes a new array of doubles and takes hold of it; NULL with an exception. */
PyObject *new_vector(const robot_object *self, Py_ssize_t size, Py_buffer *view);

/* A motion that can be evaluated: q (nq), qd and qdd (n each) at time t. */
typedef cdy_status (*motion_call)(const void *motion, double t, double *q, double *qd, double *qdd, cdy_error *error);

/* Fills the arrays of doubles of the tuple (times, q, qd, qdd), a row a time.  Returns None, or NULL with an exception.
 */
PyObject *fill_motion(const robot_object *self, PyObject *tuple, const void *motion, motion_call evaluate);

/* Reads a vector into memory that the caller frees; NULL with an exception. */
double *read_vector(PyObject *object, const char *name, int count);

/* Returns a tuple of numbers; NULL with an exception. */
PyObject *build_numbers(const double *values, int count);

/* Texts of a sequence of strings, alive as long as `owner`. */
typedef struct text_list {
    PyObject *owner; /* a tuple */
    const char **texts;
    size_t count;
} text_list;

/* Reads a sequence of strings.  Returns 0, or -1 with an exception; free the texts in both cases. */
int read_texts(PyObject *object, text_list *list);
void free_texts(text_list *list);

/* Options for a xacro file, and their memory. */
typedef struct xacro_choice {
    text_list packages, names, values;
    cdy_xacro_argument *arguments;
    cdy_xacro_options options;
} xacro_choice;

/* Reads package paths, and names and values of arguments.  Returns 0, or -1 with an exception; free the choice in both
 * cases. */
int read_xacro(PyObject *packages, PyObject *names, PyObject *values, xacro_choice *choice);
void free_xacro(xacro_choice *choice);

/* Makes the type condyle._condyle.Robot. */
PyObject *robot_make_type(void);

/* Refuses, with an exception, to change a robot that another thread computes with.  Returns 0, or -1. */
int require_idle(const robot_object *self);

/* Methods and attributes of a robot, a table a file; the last row of each is empty. */
extern PyMethodDef describe_methods[], configuration_methods[], motion_methods[], task_methods[], constrained_methods[],
    simulation_methods[], law_methods[], identification_methods[], recording_methods[], tree_methods[],
    search_methods[], generate_methods[], picture_methods[], term_methods[], specialize_methods[], xla_methods[],
    gik_methods[], distance_methods[], closed_ik_methods[], stop_methods[], mechanism_methods[], derivative_methods[];
extern PyGetSetDef robot_attributes[];

/* Functions of the module, likewise. */
extern PyMethodDef file_functions[], placement_functions[], simulation_functions[], law_functions[],
    identification_functions[], recording_functions[], tree_functions[], rule_functions[], expansion_functions[],
    mesh_functions[], arrow_functions[], xla_functions[], distance_functions[], online_functions[];

#endif

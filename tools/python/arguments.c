#include "arguments.h"

#include <string.h>

enum { MAX_ARGUMENTS = 16 };

/* The arguments of a method, in order. */
typedef struct signature {
    int count, positional;
    const char *names[MAX_ARGUMENTS];
    PyObject **places[MAX_ARGUMENTS];
} signature;

static void add_argument(signature *s, const char *name, PyObject **place)
{
    s->names[s->count] = name;
    s->places[s->count++] = place;
}

static void make_signature(const quantity *row, given *g, signature *s)
{
    s->count = 0;
    if (row->extras & EXTRA_FRAME) {
        add_argument(s, "frame", &g->frame);
    }
    for (int i = 0; i < MAX_INPUTS && row->inputs[i].shape; i++) {
        add_argument(s, row->inputs[i].name, &g->inputs[i]);
    }
    if (row->extras & EXTRA_RELATIVE) {
        add_argument(s, "relative_to", &g->relative_to);
    }
    if (row->extras & EXTRA_AXES) {
        add_argument(s, "axes", &g->axes);
    }
    if (row->extras & EXTRA_METHOD) {
        add_argument(s, "method", &g->method);
    }
    if (row->extras & EXTRA_REGRESSOR) {
        add_argument(s, "damping", &g->damping);
        add_argument(s, "coulomb", &g->coulomb);
        add_argument(s, "rotor_inertia", &g->rotor_inertia);
        add_argument(s, "friction_width", &g->friction_width);
    }
    s->positional = s->count;
    add_argument(s, "out", &g->out);
    add_argument(s, "threads", &g->threads);
}

/* Shapes and units of the arguments, for the docstrings. */
static const struct argument_text {
    const char *name, *text;
} argument_texts[] = {
    {"frame", "a body's name or index"},
    {"q", "configuration (..., nq), rad or m; home where not given"},
    {"qd", "velocities (..., n), rad/s or m/s; zero where not given"},
    {"qdd", "accelerations (..., n), rad/s2 or m/s2; zero where not given"},
    {"tau", "torques (..., n), N m or N; zero where not given"},
    {"fext", "forces that act on the bodies (..., rows, 6), of external_force(); none where not given"},
    {"x", "a vector (..., n); zero where not given"},
    {"w", "a factor of each torque or acceleration (..., n); zero where not given"},
    {"dq", "step (..., n) of q in velocity coordinates, rad or m; zero where not given"},
    {"dqd", "step (..., n) of qd; zero where not given"},
    {"dqdd", "step (..., n) of qdd; zero where not given"},
    {"dtau", "step (..., n) of tau; zero where not given"},
    {"wrench", "[Tx Ty Tz Fx Fy Fz] (..., 6), N m and N"},
    {"relative_to", "the other frame, a body's name or index; 0 is the base"},
    {"axes", "'base', the axes of the base, or 'body', the frame's own"},
    {"method", "'auto', 'aba' (articulated bodies), 'mass-matrix' or 'lapack'"},
    {"damping", "parameters of the joints' viscous damping as well"},
    {"coulomb", "parameters of their Coulomb friction as well"},
    {"rotor_inertia", "parameters of their rotors as well"},
    {"friction_width", "velocity at which Coulomb friction is 76 % of its limit, rad/s or m/s"},
    {"out", "takes the results: an array of their shape, or a tuple of such"},
    {"threads", "of many states; 0: as many as there are processors"},
};

/* The description of an argument; empty where it has none, which the tests refuse. */
static const char *text_of(const char *argument)
{
    for (size_t i = 0; i < sizeof argument_texts / sizeof argument_texts[0]; i++) {
        if (strcmp(argument_texts[i].name, argument) == 0) {
            return argument_texts[i].text;
        }
    }
    return "";
}

static char *append(char *end, const char *text, size_t length)
{
    memcpy(end, text, length);
    return end + length;
}

char *arguments_make_doc(const quantity *row)
{
    given unused;
    signature s;
    make_signature(row, &unused, &s);
    size_t size = strlen(row->doc) + 2;
    for (int i = 0; i < s.count; i++) {
        size += strlen(s.names[i]) + strlen(text_of(s.names[i])) + sizeof ": \n";
    }
    char *doc = PyMem_Malloc(size);
    if (!doc) {
        return NULL;
    }
    const char *example = strstr(row->doc, ">>>");
    char *end = append(doc, row->doc, (size_t)(example - row->doc));
    for (int i = 0; i < s.count; i++) {
        const char *text = text_of(s.names[i]);
        end = append(end, s.names[i], strlen(s.names[i]));
        end = append(end, ": ", 2);
        end = append(end, text, strlen(text));
        end = append(end, "\n", 1);
    }
    end = append(end, "\n", 1);
    append(end, example, strlen(example) + 1);
    return doc;
}

/* Puts one keyword argument in its place. */
static int bind_keyword(const quantity *row, const signature *s, given *g, PyObject *name, PyObject *value)
{
    if (name == module_get_state()->out_name && !g->out) {
        g->out = value;
        return 0;
    }
    for (int i = 0; i < s->count; i++) {
        if (PyUnicode_CompareWithASCIIString(name, s->names[i]) == 0) {
            if (*s->places[i]) {
                PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument '%s'", row->name, s->names[i]);
                return -1;
            }
            *s->places[i] = value;
            return 0;
        }
    }
    PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", row->name, name);
    return -1;
}

int arguments_bind(const quantity *row, given *g, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    signature s;
    make_signature(row, g, &s);
    if (count > s.positional) {
        PyErr_Format(PyExc_TypeError, "%s() takes at most %d positional arguments (%zd given)", row->name, s.positional,
                     count);
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        *s.places[i] = arguments[i];
    }
    Py_ssize_t keywords = names ? PyTuple_Size(names) : 0;
    for (Py_ssize_t i = 0; i < keywords; i++) {
        if (bind_keyword(row, &s, g, PyTuple_GetItem(names, i), arguments[count + i])) {
            return -1;
        }
    }
    if ((row->extras & EXTRA_FRAME) && !g->frame) {
        PyErr_Format(PyExc_TypeError, "%s() needs a frame: a body's name or index", row->name);
        return -1;
    }
    for (int i = 0; i < MAX_INPUTS; i++) {
        if ((row->needed & 1 << i) && (!g->inputs[i] || g->inputs[i] == Py_None)) {
            PyErr_Format(PyExc_TypeError, "%s() needs the argument '%s'", row->name, row->inputs[i].name);
            return -1;
        }
    }
    return 0;
}

/* Reads a flag. */
static int read_flag(PyObject *object, bool *flag)
{
    int truth = object ? PyObject_IsTrue(object) : 0;
    *flag = truth > 0;
    return truth < 0 ? -1 : 0;
}

static int read_regressor(const given *g, cdy_regressor_options *options)
{
    *options = cdy_regressor_options_default();
    if (read_flag(g->damping, &options->damping) || read_flag(g->coulomb, &options->coulomb) ||
        read_flag(g->rotor_inertia, &options->rotor_inertia)) {
        return -1;
    }
    if (g->friction_width) {
        options->friction_width = PyFloat_AsDouble(g->friction_width);
    }
    return PyErr_Occurred() ? -1 : 0;
}

int arguments_read_extras(const robot_object *self, const given *g, call *c, int *threads)
{
    static const char *const axes[] = {"base", "body", NULL};
    static const char *const methods[] = {"auto", "aba", "mass-matrix", "lapack", NULL};
    if (g->frame && read_frame(self, g->frame, &c->frame)) {
        return -1;
    }
    if (g->relative_to && read_frame(self, g->relative_to, &c->relative_to)) {
        return -1;
    }
    int axis = g->axes ? read_word(g->axes, "axes", axes) : 0;
    int method = g->method ? read_word(g->method, "method", methods) : 0;
    if (axis < 0 || method < 0 || read_regressor(g, &c->regressor)) {
        return -1;
    }
    c->axes = (cdy_axes)axis;
    c->method = (cdy_forward_method)method;
    *threads = 1;
    return !g->threads || convert_threads(g->threads, threads) ? 0 : -1;
}

#include "mesh.h"

#include "draw/drawing.h"
#include "draw/still.h"
#include "draw/svg.h"
#include "draw/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes in memory that grow. */
typedef struct growing {
    char *bytes;
    size_t length, capacity;
    bool failed;
} growing;

static void grow(void *context, const char *bytes, size_t length)
{
    growing *g = context;
    if (!g->failed && g->length + length > g->capacity) {
        const size_t larger = 2 * (g->length + length);
        char *grown = realloc(g->bytes, larger);
        if (!grown) {
            g->failed = true;
            return;
        }
        g->bytes = grown;
        g->capacity = larger;
    }
    if (!g->failed) {
        memcpy(g->bytes + g->length, bytes, length);
        g->length += length;
    }
}

/* Compresses by the module zlib, so that the extension needs no library of this name; NULL with an exception. */
static unsigned char *pack(const unsigned char *bytes, size_t size, size_t *packed)
{
    PyObject *zlib = PyImport_ImportModule("zlib");
    PyObject *result =
        zlib ? PyObject_CallMethod(zlib, "compress", "y#i", (const char *)bytes, (Py_ssize_t)size, 6) : NULL;
    unsigned char *made = NULL;
    char *content;
    Py_ssize_t length;
    if (result && !PyBytes_AsStringAndSize(result, &content, &length)) {
        made = malloc((size_t)length + 1);
        if (made) {
            memcpy(made, content, (size_t)length);
            *packed = (size_t)length;
        } else {
            PyErr_NoMemory();
        }
    }
    Py_XDECREF(result);
    Py_XDECREF(zlib);
    return made;
}

/* A drawing that was asked for. */
typedef struct drawing {
    const robot_object *self;
    subject subject;
    Py_buffer poses;
    size_t count;
    camera view;
    int width, height;
    pose_style style;
    pose_wrench *wrenches;
    double *fext;  /* of the last pose */
    bool outlines; /* SVG of vectors alone */
} drawing;

static int read_view(PyObject *object, camera *view)
{
    double angles[2];
    if (PyUnicode_Check(object)) {
        const char *name = read_name(object);
        if (name && !view_read(name, view)) {
            PyErr_Format(PyExc_ValueError,
                         "view: %R is no view; expected 'iso', 'front', 'back', 'side', 'top' or (azimuth, elevation)",
                         object);
        }
        return PyErr_Occurred() ? -1 : 0;
    }
    if (read_numbers(object, "view", 2, angles)) {
        return -1;
    }
    if (!isfinite(angles[0]) || !(fabs(angles[1]) <= 1.5708)) {
        PyErr_Format(PyExc_ValueError, "view: %R: expected azimuth and elevation in rad, the latter from -pi/2 to pi/2",
                     object);
        return -1;
    }
    *view = camera_from(angles[0], angles[1]);
    return 0;
}

/* Reads a tuple of two ints, of any size. */
static int read_size(PyObject *tuple, drawing *d)
{
    int *const sides[] = {&d->width, &d->height};
    for (int i = 0; i < 2; i++) {
        int beyond;
        const long side = PyLong_AsLongAndOverflow(PyTuple_GetItem(tuple, i), &beyond);
        if (beyond || side < STILL_SMALLEST || side > STILL_LARGEST) {
            PyErr_Format(PyExc_ValueError, "size: expected width and height from %d to %d pixels, not %S x %S",
                         STILL_SMALLEST, STILL_LARGEST, PyTuple_GetItem(tuple, 0), PyTuple_GetItem(tuple, 1));
            return -1;
        }
        *sides[i] = (int)side;
    }
    return 0;
}

/* Reads a list of (frame, six numbers). */
static int read_wrenches(drawing *d, PyObject *list)
{
    const Py_ssize_t count = PyList_Size(list);
    d->wrenches = calloc((size_t)count + 1, sizeof *d->wrenches);
    if (!d->wrenches) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *frame, *values;
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "OO", &frame, &values) ||
            read_frame(d->self, frame, &d->wrenches[i].frame) ||
            read_numbers(values, "wrench", 6, d->wrenches[i].values)) {
            return -1;
        }
        for (int k = 0; k < 6; k++) {
            if (!isfinite(d->wrenches[i].values[k])) {
                PyErr_Format(PyExc_ValueError, "wrenches: %R: expected finite numbers", frame);
                return -1;
            }
        }
    }
    d->style.wrenches = d->wrenches;
    d->style.wrench_count = (size_t)count;
    return 0;
}

/* Adds the wrenches, which are in the base's axes about their frames' origins, to the external forces of the last pose,
 * whose torques count them. */
static int load_wrenches(drawing *d)
{
    const cdy_model *model = d->subject.model;
    cdy_workspace *work = d->subject.workspace;
    const double *q = (const double *)d->poses.buf + (d->count - 1) * (size_t)cdy_model_nq(model);
    cdy_error error;
    cdy_status status = CDY_OK;
    d->fext = calloc((size_t)cdy_model_force_rows(model) + 1, 6 * sizeof *d->fext);
    if (!d->fext) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < d->style.wrench_count && !status; i++) {
        status = cdy_external_force_at(model, work, d->wrenches[i].frame, CDY_AXES_BASE, d->wrenches[i].values, q,
                                       d->fext, &error);
    }
    d->style.fext = d->fext;
    return status ? (raise_error(d->self->state, &error, -1), -1) : 0;
}

/* Writes the picture as SVG of vectors alone.  NULL with an exception. */
static PyObject *write_outlines(drawing *d)
{
    growing made = {0};
    const sink to = {grow, &made};
    cdy_error error;
    PyObject *result = NULL;
    if (drawing_write(&d->subject, d->poses.buf, d->count, &d->style, d->view, d->width, d->height,
                      cdy_robot_name(d->self->robot), &to, &error)) {
        raise_error(d->self->state, &error, -1);
    } else {
        result = made.failed ? PyErr_NoMemory() : PyUnicode_DecodeUTF8(made.bytes, (Py_ssize_t)made.length, "replace");
    }
    free(made.bytes);
    return result;
}

/* Writes the picture as SVG, or as PNG, whose marks are pixels as well.  NULL with an exception. */
static PyObject *write_picture(drawing *d, bool svg)
{
    growing made = {0};
    const sink to = {grow, &made};
    still p;
    cdy_error error;
    PyObject *result = NULL;
    if (still_draw(&p, &d->subject, d->poses.buf, d->count, &d->style, d->view, d->width, d->height, !svg, &error)) {
        raise_error(d->self->state, &error, -1);
    } else if (!(svg ? svg_write(&p.shown, &p.view, &p.made, cdy_robot_name(d->self->robot), pack, &to)
                     : png_write(&p.made, pack, &to)) ||
               made.failed) {
        result = PyErr_Occurred() ? NULL : PyErr_NoMemory();
    } else {
        result = svg ? PyUnicode_DecodeUTF8(made.bytes, (Py_ssize_t)made.length, "replace")
                     : PyBytes_FromStringAndSize(made.bytes, (Py_ssize_t)made.length);
    }
    still_clear(&p);
    free(made.bytes);
    return result;
}

/* Returns both pictures, why the first mesh cannot be shown ("" where all can), and how many cannot. */
static PyObject *draw(drawing *d, const places *at, bool collisions)
{
    const cdy_robot *robot = d->self->robot;
    cdy_error error;
    PyObject *svg = NULL, *png = NULL, *result = NULL;
    if (subject_open(&d->subject, cdy_robot_tree(robot), cdy_robot_model(robot), &at->places, collisions, &error)) {
        raise_error(d->self->state, &error, -1);
    } else if (!load_wrenches(d)) {
        svg = d->outlines ? write_outlines(d) : write_picture(d, true);
        png = svg ? write_picture(d, false) : NULL;
    }
    if (png) {
        const cdy_error *why = &d->subject.first_missing;
        PyObject *file = PyUnicode_DecodeFSDefault(d->subject.missing ? why->file : "");
        PyObject *text = file ? PyUnicode_FromFormat("%U%s%s", file, PyUnicode_GetLength(file) ? ": " : "",
                                                     d->subject.missing ? why->text : "")
                              : NULL;
        result = text ? Py_BuildValue("(OOOn)", svg, png, text, (Py_ssize_t)d->subject.missing) : NULL;
        Py_XDECREF(text);
        Py_XDECREF(file);
    }
    Py_XDECREF(svg);
    Py_XDECREF(png);
    subject_close(&d->subject);
    return result;
}

static int check_drawing(drawing *d)
{
    const size_t wanted = d->count * (size_t)cdy_robot_nq(d->self->robot) * sizeof(double);
    if (!cdy_robot_tree(d->self->robot)) {
        PyErr_SetString(PyExc_ValueError,
                        "a robot from a compiled model has no shapes; load the robot's file to draw it");
        return -1;
    }
    if (d->count == 0 || (size_t)d->poses.len != wanted) {
        PyErr_SetString(PyExc_ValueError, "q: expected one configuration or more");
        return -1;
    }
    return 0;
}

/* _draw(array of poses, their number, view, size, what to show, wrenches, robot's file or None, folders) -> (svg, png,
 * why a mesh is missing, how many are) */
static PyObject *robot_draw(PyObject *object, PyObject *args)
{
    drawing d = {.self = (robot_object *)object};
    PyObject *view, *size, *wrenches, *folders, *file = NULL, *result = NULL;
    Py_ssize_t count;
    int shown[7];
    places at = {0};
    if (!PyArg_ParseTuple(args, "y*nOO!(ppppppp)O!O&O", &d.poses, &count, &view, &PyTuple_Type, &size, &shown[0],
                          &shown[1], &shown[2], &shown[3], &shown[4], &shown[5], &shown[6], &PyList_Type, &wrenches,
                          convert_file, &file, &folders)) {
        return NULL;
    }
    d.count = (size_t)count;
    d.style = (pose_style){
        .frames = shown[0], .names = shown[1], .joints = shown[2], .inertia = shown[3], .torques = shown[4]};
    d.outlines = shown[6];
    if (!check_drawing(&d) && !read_size(size, &d) && !read_view(view, &d.view) && !read_wrenches(&d, wrenches) &&
        !read_places(path_of(file), folders, &at)) {
        result = draw(&d, &at, shown[5]);
    }
    free_places(&at);
    free(d.wrenches);
    free(d.fext);
    Py_XDECREF(file);
    PyBuffer_Release(&d.poses);
    return result;
}

static PyObject *get_has_tree(PyObject *object, PyObject *ignored)
{
    (void)ignored;
    return PyBool_FromLong(cdy_robot_tree(((robot_object *)object)->robot) != NULL);
}

PyMethodDef picture_methods[] = {
    {"_draw", robot_draw, METH_VARARGS, NULL},
    {"_has_tree", get_has_tree, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* Distances of shapes, of a robot's bodies, and from obstacles. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

static const char scene_name[] = "condyle.distance_scene";

/* A scene with a workspace of its own, since another thread may use the robot's. */
typedef struct measured_scene {
    cdy_distance_scene *scene;
    cdy_workspace *workspace;
} measured_scene;

static void free_scene(measured_scene *s)
{
    cdy_distance_scene_destroy(s->scene);
    cdy_workspace_destroy(s->workspace);
    free(s);
}

static void destroy_scene(PyObject *capsule)
{
    free_scene(PyCapsule_GetPointer(capsule, scene_name));
}

/* Reads (type, size, radius, length, points one behind the other or None); *points gets memory that the caller frees,
 * NULL: no points. */
static int read_convex(PyObject *tuple, cdy_convex *convex, double **points)
{
    PyObject *size, *given;
    int type;
    *convex = (cdy_convex){0};
    *points = NULL;
    if (!PyArg_ParseTuple(tuple, "iOddO", &type, &size, &convex->radius, &convex->length, &given) ||
        read_numbers(size, "size", 3, convex->size)) {
        return -1;
    }
    convex->type = (cdy_convex_type)type;
    if (given == Py_None) {
        return 0;
    }
    const Py_ssize_t count = PySequence_Size(given);
    if (count < 0 || count > INT_MAX || !(*points = read_vector(given, "points", (int)count))) {
        return -1;
    }
    convex->points = *points;
    convex->point_count = (size_t)count / 3;
    return 0;
}

static PyObject *build_separation(const cdy_separation *s)
{
    return Py_BuildValue("(dNNN)", s->distance, build_numbers(s->on_a, 3), build_numbers(s->on_b, 3),
                         build_numbers(s->normal, 3));
}

/* _distance_convex(shape, transform, shape, transform) -> (distance, point, point, normal) */
static PyObject *distance_convex(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *shapes[2], *places[2], *result = NULL;
    cdy_convex convex[2];
    double *points[2] = {NULL, NULL}, T[2][16];
    cdy_separation separation;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "O!OO!O", &PyTuple_Type, &shapes[0], &places[0], &PyTuple_Type, &shapes[1],
                          &places[1])) {
        return NULL;
    }
    if (!read_convex(shapes[0], &convex[0], &points[0]) && !read_convex(shapes[1], &convex[1], &points[1]) &&
        !read_numbers(places[0], "placement", 16, T[0]) && !read_numbers(places[1], "placement", 16, T[1])) {
        result = cdy_distance_convex(&convex[0], T[0], &convex[1], T[1], &separation, &error)
                     ? raise_error(module_get_state(), &error, -1)
                     : build_separation(&separation);
    }
    free(points[0]);
    free(points[1]);
    return result;
}

static PyObject *build_shape(const cdy_distance_shape *s)
{
    static const cdy_geometry none = {.scale = {1, 1, 1}};
    const cdy_geometry *g = s->source ? &s->source->geometry : &none;
    return Py_BuildValue("(iN(iNdd)zN)", s->frame, build_numbers(s->T, 16), (int)s->convex.type,
                         build_numbers(s->convex.size, 3), s->convex.radius, s->convex.length,
                         g->type == CDY_GEOMETRY_MESH ? g->mesh : NULL, build_numbers(g->scale, 3));
}

/* _distance_shapes(visuals) -> list of (frame, transform, (type, size, radius, length), mesh or None, scale) */
static PyObject *robot_distance_shapes(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    const cdy_tree *tree = cdy_robot_tree(self->robot);
    size_t count = 0;
    int visuals;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "p", &visuals)) {
        return NULL;
    }
    cdy_status status = cdy_distance_shapes_of_tree(tree, visuals, 0, NULL, &count, &error);
    cdy_distance_shape *shapes = calloc(count + 1, sizeof *shapes);
    if (!shapes) {
        return PyErr_NoMemory();
    }
    status = status ? status : cdy_distance_shapes_of_tree(tree, visuals, count, shapes, &count, &error);
    PyObject *list = status ? raise_error(self->state, &error, -1) : PyList_New(0);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *shape = build_shape(&shapes[i]);
        if (!shape || PyList_Append(list, shape)) {
            Py_CLEAR(list);
        }
        Py_XDECREF(shape);
    }
    free(shapes);
    return list;
}

/* Reads the shapes (frame, transform, shape), whose points go to `points`. */
static int read_shapes(PyObject *list, Py_ssize_t count, cdy_distance_shape *shapes, double **points)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PyList_GetItem(list, i), *place, *shape;
        if (!item || !PyArg_ParseTuple(item, "iOO!", &shapes[i].frame, &place, &PyTuple_Type, &shape) ||
            read_numbers(place, "placement", 16, shapes[i].T) || read_convex(shape, &shapes[i].convex, &points[i])) {
            return -1;
        }
    }
    return 0;
}

/* _distance_scene(list of (frame, transform, shape)) -> capsule */
static PyObject *robot_distance_scene(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    const cdy_model *model = cdy_robot_model(self->robot);
    PyObject *list, *capsule = NULL;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "O!", &PyList_Type, &list)) {
        return NULL;
    }
    const Py_ssize_t count = PyList_Size(list);
    measured_scene *s = calloc(1, sizeof *s);
    cdy_distance_shape *shapes = calloc((size_t)count + 1, sizeof *shapes);
    double **points = calloc((size_t)count + 1, sizeof *points);
    if (!s || !shapes || !points) {
        PyErr_NoMemory();
    } else if (!read_shapes(list, count, shapes, points)) {
        const cdy_tree *tree = cdy_robot_tree(self->robot);
        if (cdy_distance_scene_create(model, shapes, (size_t)count, &s->scene, &error) ||
            (tree && cdy_distance_exclude_loops(model, s->scene, tree, &error)) ||
            (tree && cdy_distance_exclude_listed(model, s->scene, tree, &error)) ||
            cdy_workspace_create(model, &s->workspace, &error)) {
            raise_error(self->state, &error, -1);
        } else {
            capsule = PyCapsule_New(s, scene_name, destroy_scene);
        }
    }
    if (s && !capsule) {
        free_scene(s);
    }
    for (Py_ssize_t i = 0; points && i < count; i++) {
        free(points[i]);
    }
    free(points);
    free(shapes);
    return capsule;
}

/* _distance_exclude(scene, frame, frame) */
static PyObject *robot_distance_exclude(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    PyObject *capsule;
    int a, b;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "Oii", &capsule, &a, &b)) {
        return NULL;
    }
    const measured_scene *s = PyCapsule_GetPointer(capsule, scene_name);
    if (!s) {
        return NULL;
    }
    if (cdy_distance_exclude(cdy_robot_model(self->robot), s->scene, a, b, &error)) {
        return raise_error(self->state, &error, -1);
    }
    return Py_NewRef(Py_None);
}

/* _distance_pairs(scene) -> list of pairs of places in the list of shapes */
static PyObject *distance_pairs(PyObject *module, PyObject *capsule)
{
    (void)module;
    const measured_scene *s = PyCapsule_GetPointer(capsule, scene_name);
    PyObject *list = s ? PyList_New(0) : NULL;
    size_t a, b;
    for (size_t i = 0; list && cdy_distance_pair(s->scene, i, &a, &b); i++) {
        PyObject *pair = Py_BuildValue("(nn)", (Py_ssize_t)a, (Py_ssize_t)b);
        if (!pair || PyList_Append(list, pair)) {
            Py_CLEAR(list);
        }
        Py_XDECREF(pair);
    }
    return list;
}

/* Reads (scene, q or None).  Returns 0, or -1 with an exception; the caller frees *q. */
static int read_state(const robot_object *self, PyObject *args, measured_scene **scene, double **q)
{
    PyObject *capsule, *given;
    *q = NULL;
    if (!PyArg_ParseTuple(args, "OO", &capsule, &given) || !(*scene = PyCapsule_GetPointer(capsule, scene_name))) {
        return -1;
    }
    return given == Py_None || (*q = read_vector(given, "q", cdy_robot_nq(self->robot))) ? 0 : -1;
}

/* _distance_nearest(scene, q or None) -> (pair or -1, separation, gradient) */
static PyObject *robot_distance_nearest(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    measured_scene *s;
    cdy_distance nearest;
    cdy_error error;
    double *q;
    if (read_state(self, args, &s, &q)) {
        return NULL;
    }
    PyObject *result = NULL;
    const int n = cdy_robot_nv(self->robot);
    double *gradient = calloc((size_t)n + 1, sizeof *gradient);
    if (!gradient) {
        PyErr_NoMemory();
    } else if (cdy_distance_nearest(cdy_robot_model(self->robot), s->workspace, s->scene, q, &nearest, gradient,
                                    &error)) {
        raise_error(self->state, &error, -1);
    } else {
        result = Py_BuildValue("(nNN)", nearest.found ? (Py_ssize_t)nearest.pair : (Py_ssize_t)-1,
                               build_separation(&nearest.separation), build_numbers(gradient, n));
    }
    free(gradient);
    free(q);
    return result;
}

/* _distance_all(scene, q or None) -> list of separations */
static PyObject *robot_distance_all(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    measured_scene *s;
    cdy_error error;
    double *q;
    if (read_state(self, args, &s, &q)) {
        return NULL;
    }
    PyObject *list = NULL;
    const size_t count = cdy_distance_pair_count(s->scene);
    cdy_separation *all = calloc(count + 1, sizeof *all);
    if (!all) {
        PyErr_NoMemory();
    } else if (cdy_distance_all(cdy_robot_model(self->robot), s->workspace, s->scene, q, all, &error)) {
        raise_error(self->state, &error, -1);
    } else {
        list = PyList_New(0);
    }
    for (size_t i = 0; list && i < count; i++) {
        PyObject *separation = build_separation(&all[i]);
        if (!separation || PyList_Append(list, separation)) {
            Py_CLEAR(list);
        }
        Py_XDECREF(separation);
    }
    free(all);
    free(q);
    return list;
}

/* Reads a configuration or None, NULL: home.  Returns 0, or -1 with an exception; the caller frees *q. */
static int read_configuration(const robot_object *self, PyObject *given, const char *name, double **q)
{
    *q = NULL;
    return given == Py_None || (*q = read_vector(given, name, cdy_robot_nq(self->robot))) ? 0 : -1;
}

/* _distance_between(scene, q0 or None, q1 or None, tolerance, looks) -> (pair or -1, separation, share, bound, looks)
 */
static PyObject *robot_distance_between(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    cdy_distance_way_options options = cdy_distance_way_options_default();
    PyObject *capsule, *given[2], *result = NULL;
    double *q[2] = {NULL, NULL};
    measured_scene *s;
    cdy_distance_way way;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "OOOdi", &capsule, &given[0], &given[1], &options.tolerance, &options.looks) ||
        !(s = PyCapsule_GetPointer(capsule, scene_name))) {
        return NULL;
    }
    if (!read_configuration(self, given[0], "q0", &q[0]) && !read_configuration(self, given[1], "q1", &q[1])) {
        const cdy_status status = cdy_distance_between(cdy_robot_model(self->robot), s->workspace, s->scene, q[0], q[1],
                                                       &options, &way, &error);
        result = status ? raise_error(self->state, &error, -1)
                        : Py_BuildValue("(nNddi)", way.found ? (Py_ssize_t)way.pair : (Py_ssize_t)-1,
                                        build_separation(&way.separation), way.share, way.bound, way.looks);
    }
    free(q[0]);
    free(q[1]);
    return result;
}

/* _distance_reach(scene, frame, target, q0 or None, margin, weights, restarts, seed) -> (clear, converged, q, angular
 * error, linear error, restarts, pair or -1, separation) */
static PyObject *robot_distance_reach(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    cdy_ik_options options = cdy_ik_options_default();
    PyObject *capsule, *target, *start, *weights, *result = NULL;
    unsigned long long seed;
    double T[16], margin, *from = NULL;
    measured_scene *s;
    cdy_distance_reach reach;
    cdy_error error;
    cdy_ik_problem problem = {.target = T, .options = &options};
    if (!PyArg_ParseTuple(args, "OiOOdOiK", &capsule, &problem.frame, &target, &start, &margin, &weights,
                          &options.restarts, &seed) ||
        !(s = PyCapsule_GetPointer(capsule, scene_name)) || read_numbers(target, "target", 16, T) ||
        read_numbers(weights, "weights", 6, options.weights) || read_configuration(self, start, "q0", &from)) {
        return NULL;
    }
    if (margin < 0) {
        free(from);
        PyErr_SetString(PyExc_ValueError, "margin is negative; expected meters from 0 on");
        return NULL;
    }
    const int nq = cdy_robot_nq(self->robot);
    double *q = calloc((size_t)nq + 1, sizeof *q);
    options.seed = seed;
    problem.start = from;
    if (!q) {
        PyErr_NoMemory();
    } else if (cdy_distance_inverse_kinematics(cdy_robot_model(self->robot), s->workspace, s->scene, &problem, margin,
                                               q, &reach, &error)) {
        raise_error(self->state, &error, -1);
    } else {
        const cdy_ik_report *r = &reach.search;
        result = Py_BuildValue("(NNNddinN)", PyBool_FromLong(reach.clear), PyBool_FromLong(r->converged),
                               build_numbers(q, nq), r->angular_error, r->linear_error, r->restarts,
                               reach.nearest.found ? (Py_ssize_t)reach.nearest.pair : (Py_ssize_t)-1,
                               build_separation(&reach.nearest.separation));
    }
    free(q);
    free(from);
    return result;
}

/* _distance_sample(scene, samples, seed) -> list of (touches, least, most) */
static PyObject *robot_distance_sample(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    PyObject *capsule, *list = NULL;
    Py_ssize_t samples;
    unsigned long long given;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "OnK", &capsule, &samples, &given)) {
        return NULL;
    }
    const measured_scene *s = PyCapsule_GetPointer(capsule, scene_name);
    if (!s || samples < 1) {
        return s ? PyErr_Format(PyExc_ValueError, "samples: expected 1 or more") : NULL;
    }
    const size_t count = cdy_distance_pair_count(s->scene);
    cdy_distance_use *uses = calloc(count + 1, sizeof *uses);
    uint64_t seed = given;
    if (!uses) {
        PyErr_NoMemory();
    } else if (cdy_distance_sample(cdy_robot_model(self->robot), s->workspace, s->scene, (size_t)samples, &seed, uses,
                                   &error)) {
        raise_error(self->state, &error, -1);
    } else {
        list = PyList_New(0);
    }
    for (size_t i = 0; list && i < count; i++) {
        PyObject *use = Py_BuildValue("(ndd)", (Py_ssize_t)uses[i].touches, uses[i].least, uses[i].most);
        if (!use || PyList_Append(list, use)) {
            Py_CLEAR(list);
        }
        Py_XDECREF(use);
    }
    free(uses);
    return list;
}

PyMethodDef distance_methods[] = {
    {"_distance_shapes", robot_distance_shapes, METH_VARARGS, NULL},
    {"_distance_scene", robot_distance_scene, METH_VARARGS, NULL},
    {"_distance_exclude", robot_distance_exclude, METH_VARARGS, NULL},
    {"_distance_nearest", robot_distance_nearest, METH_VARARGS, NULL},
    {"_distance_all", robot_distance_all, METH_VARARGS, NULL},
    {"_distance_between", robot_distance_between, METH_VARARGS, NULL},
    {"_distance_reach", robot_distance_reach, METH_VARARGS, NULL},
    {"_distance_sample", robot_distance_sample, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyMethodDef distance_functions[] = {
    {"_distance_convex", distance_convex, METH_VARARGS, NULL},
    {"_distance_pairs", distance_pairs, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

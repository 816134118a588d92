#include "mesh.h"

#include "trees.h"

#include <stdlib.h>
#include <string.h>

static const char mesh_name[] = "condyle.mesh";

static void destroy_mesh(PyObject *capsule)
{
    cdy_mesh_destroy(PyCapsule_GetPointer(capsule, mesh_name));
}

/* Returns the capsule of a mesh that a call made. */
static PyObject *finish(cdy_status status, cdy_mesh *mesh, const cdy_error *error)
{
    if (status) {
        return raise_error(module_get_state(), error, -1);
    }
    PyObject *capsule = PyCapsule_New(mesh, mesh_name, destroy_mesh);
    if (!capsule) {
        cdy_mesh_destroy(mesh);
    }
    return capsule;
}

/* _mesh_load(path, largest size in bytes) -> capsule */
static PyObject *mesh_load(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *path;
    Py_ssize_t most;
    cdy_mesh *mesh;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "O&n", convert_path, &path, &most)) {
        return NULL;
    }
    if (most < 0) {
        Py_DECREF(path);
        PyErr_SetString(PyExc_ValueError, "max_bytes: expected 0 or more");
        return NULL;
    }
    cdy_status status = cdy_mesh_load(path_of(path), (size_t)most, &mesh, &error);
    Py_DECREF(path);
    return finish(status, mesh, &error);
}

/* _mesh_from_bytes(bytes, name) -> capsule */
static PyObject *mesh_from_bytes(PyObject *module, PyObject *args)
{
    (void)module;
    const char *name;
    Py_buffer view;
    cdy_mesh *mesh;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "y*s", &view, &name)) {
        return NULL;
    }
    cdy_status status = cdy_mesh_from_bytes(view.buf, (size_t)view.len, name, &mesh, &error);
    PyBuffer_Release(&view);
    return finish(status, mesh, &error);
}

/* _mesh_convex_hull(capsule) -> capsule */
static PyObject *mesh_convex_hull(PyObject *module, PyObject *capsule)
{
    (void)module;
    const cdy_mesh *mesh = PyCapsule_GetPointer(capsule, mesh_name);
    cdy_mesh *hull;
    cdy_error error;
    if (!mesh) {
        return NULL;
    }
    cdy_status status = cdy_mesh_convex_hull(mesh, &hull, &error);
    return finish(status, hull, &error);
}

/* _mesh_contents(capsule) -> (bytes of doubles, three a vertex; bytes of ints, three a triangle) */
static PyObject *mesh_contents(PyObject *module, PyObject *capsule)
{
    (void)module;
    const cdy_mesh *mesh = PyCapsule_GetPointer(capsule, mesh_name);
    if (!mesh) {
        return NULL;
    }
    size_t vertices = cdy_mesh_vertex_count(mesh) * 3 * sizeof(double);
    size_t triangles = cdy_mesh_triangle_count(mesh) * 3 * sizeof(int);
    return Py_BuildValue("(NN)", PyBytes_FromStringAndSize((const char *)cdy_mesh_vertices(mesh), (Py_ssize_t)vertices),
                         PyBytes_FromStringAndSize((const char *)cdy_mesh_triangles(mesh), (Py_ssize_t)triangles));
}

/* _mesh_measure(capsule, scale) -> (lower, upper, volume, center, inertia, watertight) */
static PyObject *mesh_measure(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *scale_object;
    double scale[3];
    cdy_mesh_properties p;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "OO", &capsule, &scale_object) || read_numbers(scale_object, "scale", 3, scale)) {
        return NULL;
    }
    const cdy_mesh *mesh = PyCapsule_GetPointer(capsule, mesh_name);
    if (!mesh) {
        return NULL;
    }
    if (cdy_mesh_measure(mesh, scale, &p, &error)) {
        return raise_error(module_get_state(), &error, -1);
    }
    return Py_BuildValue("(NNdNNO)", build_numbers(p.lower, 3), build_numbers(p.upper, 3), p.volume,
                         build_numbers(p.center, 3), build_numbers(p.inertia, 6), p.watertight ? Py_True : Py_False);
}

/* Splits NAME=FOLDER; a folder alone has packages of any name in it. */
static cdy_package package_of(const char *given, char **names)
{
    const char *equals = strchr(given, '=');
    if (!equals) {
        return (cdy_package){NULL, given};
    }
    const size_t length = (size_t)(equals - given);
    char *name = memcpy(*names, given, length);
    name[length] = '\0';
    *names += length + 1;
    return (cdy_package){name, equals + 1};
}

int read_places(const char *robot_file, PyObject *folders, places *p)
{
    *p = (places){.places = {.robot_file = robot_file}};
    if (read_texts(folders, &p->folders)) {
        return -1;
    }
    size_t bytes = 1;
    for (size_t i = 0; i < p->folders.count; i++) {
        bytes += strlen(p->folders.texts[i]);
    }
    p->packages = calloc(p->folders.count + 1, sizeof *p->packages);
    p->names = malloc(bytes);
    if (!p->packages || !p->names) {
        PyErr_NoMemory();
        return -1;
    }
    char *names = p->names;
    for (size_t i = 0; i < p->folders.count; i++) {
        p->packages[i] = package_of(p->folders.texts[i], &names);
    }
    p->places.packages = p->packages;
    p->places.package_count = p->folders.count;
    return 0;
}

void free_places(places *p)
{
    free(p->packages);
    free(p->names);
    free_texts(&p->folders);
}

/* _mesh_locate(name, robot's file or None, folders) -> path */
static PyObject *mesh_locate(PyObject *module, PyObject *args)
{
    (void)module;
    const char *name;
    PyObject *robot_file = NULL, *folders, *result = NULL;
    char path[4096];
    places p;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "sO&O", &name, convert_file, &robot_file, &folders)) {
        return NULL;
    }
    if (!read_places(path_of(robot_file), folders, &p)) {
        result = cdy_mesh_locate(name, &p.places, path, sizeof path, &error)
                     ? raise_error(module_get_state(), &error, -1)
                     : PyUnicode_DecodeFSDefault(path);
    }
    free_places(&p);
    Py_XDECREF(robot_file);
    return result;
}

/* _shapes_measure(tree, body's index, visuals, robot's file or None, folders) -> (volume, center, inertia, lower,
 * upper, hulls) */
static PyObject *shapes_measure(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *folders, *robot_file = NULL, *result = NULL;
    int index, visuals;
    places p;
    cdy_solid s;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "OipO&O", &capsule, &index, &visuals, convert_file, &robot_file, &folders)) {
        return NULL;
    }
    const cdy_body *body = tree_of(capsule) ? cdy_tree_body(tree_of(capsule), index) : NULL;
    if (!body) {
        Py_XDECREF(robot_file);
        PyErr_SetString(PyExc_IndexError, "the tree has no such body");
        return NULL;
    }
    if (!read_places(path_of(robot_file), folders, &p)) {
        if (cdy_shapes_measure(visuals ? body->visuals : body->collisions,
                               visuals ? body->visual_count : body->collision_count, &p.places, &s, &error)) {
            raise_error(module_get_state(), &error, -1);
        } else {
            result = Py_BuildValue("(dNNNNi)", s.volume, build_numbers(s.center, 3), build_numbers(s.inertia, 6),
                                   build_numbers(s.lower, 3), build_numbers(s.upper, 3), s.hulls);
        }
    }
    free_places(&p);
    Py_XDECREF(robot_file);
    return result;
}

PyMethodDef mesh_functions[] = {
    {"_mesh_contents", mesh_contents, METH_O, NULL},           {"_mesh_convex_hull", mesh_convex_hull, METH_O, NULL},
    {"_mesh_from_bytes", mesh_from_bytes, METH_VARARGS, NULL}, {"_mesh_load", mesh_load, METH_VARARGS, NULL},
    {"_mesh_locate", mesh_locate, METH_VARARGS, NULL},         {"_mesh_measure", mesh_measure, METH_VARARGS, NULL},
    {"_shapes_measure", shapes_measure, METH_VARARGS, NULL},   {NULL, NULL, 0, NULL},
};

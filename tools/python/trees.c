#include "trees.h"

#include "body.h"

#include <stdlib.h>

static const char tree_name[] = "condyle.tree";

static void destroy_tree(PyObject *capsule)
{
    cdy_tree_destroy(PyCapsule_GetPointer(capsule, tree_name));
}

PyObject *tree_capsule(cdy_tree *tree)
{
    PyObject *capsule = PyCapsule_New(tree, tree_name, destroy_tree);
    if (!capsule) {
        cdy_tree_destroy(tree);
    }
    return capsule;
}

cdy_tree *tree_of(PyObject *capsule)
{
    return PyCapsule_IsValid(capsule, tree_name) ? PyCapsule_GetPointer(capsule, tree_name) : NULL;
}

static PyObject *fail(const cdy_error *error)
{
    return raise_error(module_get_state(), error, -1);
}

/* Returns None for a call that went well. */
static PyObject *finish(cdy_status status, const cdy_error *error)
{
    return status ? fail(error) : Py_BuildValue("");
}

/* Returns a tree that a call made. */
static PyObject *finish_tree(cdy_status status, cdy_tree *tree, const cdy_error *error)
{
    return status ? fail(error) : tree_capsule(tree);
}

/* A converter of PyArg_ParseTuple(): a capsule's tree. */
static int to_tree(PyObject *capsule, void *place)
{
    *(cdy_tree **)place = PyCapsule_GetPointer(capsule, tree_name);
    return *(cdy_tree **)place != NULL;
}

/* _tree() -> capsule of a copy of the robot's tree */
static PyObject *robot_tree(PyObject *object, PyObject *ignored)
{
    (void)ignored;
    const cdy_tree *tree = cdy_robot_tree(((robot_object *)object)->robot);
    cdy_tree *copy;
    cdy_error error;
    if (!tree) {
        PyErr_SetString(PyExc_ValueError, "a robot from a compiled model has no tree");
        return NULL;
    }
    cdy_status status = cdy_tree_copy(tree, &copy, &error);
    return finish_tree(status, copy, &error);
}

/* _tree_create(robot's name, changes of the base) -> capsule */
static PyObject *tree_create(PyObject *module, PyObject *args)
{
    (void)module;
    const char *name;
    PyObject *changes;
    cdy_body base = cdy_body_default();
    cdy_tree *tree;
    cdy_error error;
    base.inertial = (cdy_inertial){0};
    if (!PyArg_ParseTuple(args, "sO!", &name, &PyList_Type, &changes) || body_read(changes, &base)) {
        return NULL;
    }
    cdy_status status = cdy_tree_create(name, &base, &tree, &error);
    return finish_tree(status, tree, &error);
}

/* _tree_copy(tree) -> capsule */
static PyObject *tree_copy(PyObject *module, PyObject *capsule)
{
    (void)module;
    const cdy_tree *tree = PyCapsule_GetPointer(capsule, tree_name);
    cdy_tree *copy;
    cdy_error error;
    if (!tree) {
        return NULL;
    }
    cdy_status status = cdy_tree_copy(tree, &copy, &error);
    return finish_tree(status, copy, &error);
}

/* _tree_subtree(tree, body) -> capsule */
static PyObject *tree_subtree(PyObject *module, PyObject *args)
{
    (void)module;
    cdy_tree *tree, *part;
    const char *body;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "O&s", to_tree, &tree, &body)) {
        return NULL;
    }
    cdy_status status = cdy_tree_subtree(tree, body, &part, &error);
    return finish_tree(status, part, &error);
}

/* _tree_remove_body(tree, body) -> capsule of what was removed */
static PyObject *tree_remove_body(PyObject *module, PyObject *args)
{
    (void)module;
    cdy_tree *tree, *part;
    const char *body;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "O&s", to_tree, &tree, &body)) {
        return NULL;
    }
    cdy_status status = cdy_tree_remove_body(tree, body, &part, &error);
    return finish_tree(status, part, &error);
}

/* _tree_add_body(tree, parent, changes) */
static PyObject *tree_add_body(PyObject *module, PyObject *args)
{
    (void)module;
    cdy_tree *tree;
    const char *parent;
    PyObject *changes;
    cdy_body body = cdy_body_default();
    cdy_error error;
    if (!PyArg_ParseTuple(args, "O&sO!", to_tree, &tree, &parent, &PyList_Type, &changes) ||
        body_read(changes, &body)) {
        return NULL;
    }
    return finish(cdy_tree_add_body(tree, &body, parent, &error), &error);
}

/* _tree_add_subtree(tree, parent, subtree) */
static PyObject *tree_add_subtree(PyObject *module, PyObject *args)
{
    (void)module;
    cdy_tree *tree, *part;
    const char *parent;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "O&sO&", to_tree, &tree, &parent, to_tree, &part)) {
        return NULL;
    }
    return finish(cdy_tree_add_subtree(tree, parent, part, &error), &error);
}

/* The calls that put a changed copy of a body, its joint or its inertial in its place. */
static cdy_status replace(cdy_tree *tree, int what, const char *name, const cdy_body *body, cdy_error *error)
{
    return what == 0   ? cdy_tree_replace_body(tree, name, body, error)
           : what == 1 ? cdy_tree_replace_joint(tree, name, &body->joint, error)
                       : cdy_tree_set_inertial(tree, name, &body->inertial, error);
}

/* _tree_replace(tree, "body", "joint" or "inertial", body, changes) */
static PyObject *tree_replace(PyObject *module, PyObject *args)
{
    (void)module;
    static const char *const words[] = {"body", "joint", "inertial", NULL};
    cdy_tree *tree;
    const char *name;
    PyObject *what_object, *changes;
    cdy_error error;
    int index;
    if (!PyArg_ParseTuple(args, "O&OsO!", to_tree, &tree, &what_object, &name, &PyList_Type, &changes)) {
        return NULL;
    }
    int what = read_word(what_object, "what", words);
    if (what < 0) {
        return NULL;
    }
    if (cdy_tree_require_body(tree, name, &index, &error)) {
        return fail(&error);
    }
    cdy_body body = *cdy_tree_body(tree, index);
    return body_read(changes, &body) ? NULL : finish(replace(tree, what, name, &body, &error), &error);
}

/* _tree_find(tree, "body" or "joint", name) -> index of the body that it is, or that the joint moves */
static PyObject *tree_find(PyObject *module, PyObject *args)
{
    (void)module;
    static const char *const words[] = {"body", "joint", NULL};
    cdy_tree *tree;
    const char *name;
    PyObject *what_object;
    cdy_error error;
    int index;
    if (!PyArg_ParseTuple(args, "O&Os", to_tree, &tree, &what_object, &name)) {
        return NULL;
    }
    int what = read_word(what_object, "what", words);
    if (what < 0) {
        return NULL;
    }
    cdy_status status =
        what ? cdy_tree_require_joint(tree, name, &index, &error) : cdy_tree_require_body(tree, name, &index, &error);
    return status ? fail(&error) : PyLong_FromLong(index);
}

/* _tree_names(tree) -> names of the bodies */
static PyObject *tree_names(PyObject *module, PyObject *capsule)
{
    (void)module;
    const cdy_tree *tree = PyCapsule_GetPointer(capsule, tree_name);
    const int count = tree ? cdy_tree_body_count(tree) + 1 : 0;
    PyObject *names = tree ? PyTuple_New(count) : NULL;
    for (int i = 0; names && i < count; i++) {
        PyObject *name = PyUnicode_FromString(cdy_tree_body(tree, i)->name);
        if (!name || PyTuple_SetItem(names, i, name)) {
            Py_CLEAR(names);
        }
    }
    return names;
}

/* _tree_body(tree, index) -> (keywords, index of the parent, indices of the children) */
static PyObject *tree_body(PyObject *module, PyObject *args)
{
    (void)module;
    cdy_tree *tree;
    int index;
    if (!PyArg_ParseTuple(args, "O&i", to_tree, &tree, &index)) {
        return NULL;
    }
    const cdy_body *body = cdy_tree_body(tree, index);
    if (!body) {
        PyErr_Format(PyExc_IndexError, "the tree has no body %d", index);
        return NULL;
    }
    PyObject *children = PyList_New(0);
    for (int i = cdy_tree_first_child(tree, index); children && i >= 0; i = cdy_tree_next_sibling(tree, i)) {
        PyObject *child = PyLong_FromLong(i);
        if (!child || PyList_Append(children, child)) {
            Py_CLEAR(children);
        }
        Py_XDECREF(child);
    }
    return children ? Py_BuildValue("(NiN)", body_describe(body), cdy_tree_parent(tree, index), children) : NULL;
}

/* _tree_get(tree) -> (name, gravity, mimic joints are independent) */
static PyObject *tree_get(PyObject *module, PyObject *capsule)
{
    (void)module;
    const cdy_tree *tree = PyCapsule_GetPointer(capsule, tree_name);
    double gravity[3];
    if (!tree) {
        return NULL;
    }
    cdy_tree_get_gravity(tree, gravity);
    return Py_BuildValue("(sNO)", cdy_tree_name(tree), build_numbers(gravity, 3),
                         cdy_tree_mimic_independent(tree) ? Py_True : Py_False);
}

/* _tree_set(tree, name, gravity, mimic joints are independent) */
static PyObject *tree_set(PyObject *module, PyObject *args)
{
    (void)module;
    cdy_tree *tree;
    const char *name;
    PyObject *gravity_object;
    double gravity[3];
    int independent;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "O&sOp", to_tree, &tree, &name, &gravity_object, &independent) ||
        read_numbers(gravity_object, "gravity", 3, gravity)) {
        return NULL;
    }
    cdy_status status = cdy_tree_set_name(tree, name, &error);
    status = status ? status : cdy_tree_set_gravity(tree, gravity, &error);
    if (!status) {
        cdy_tree_set_mimic_independent(tree, independent);
    }
    return finish(status, &error);
}

/* _tree_save(tree, path, replace) */
static PyObject *tree_save(PyObject *module, PyObject *args)
{
    (void)module;
    cdy_tree *tree;
    PyObject *path;
    int replaces;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "O&O&p", to_tree, &tree, convert_path, &path, &replaces)) {
        return NULL;
    }
    const cdy_status status = cdy_urdf_save_file(tree, path_of(path), replaces, &error);
    Py_DECREF(path);
    return finish(status, &error);
}

/* _tree_load_drives(tree, path) */
static PyObject *tree_load_drives(PyObject *module, PyObject *args)
{
    (void)module;
    cdy_tree *tree;
    PyObject *path;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "O&O&", to_tree, &tree, convert_path, &path)) {
        return NULL;
    }
    const cdy_status status = cdy_tree_load_drives(tree, path_of(path), &error);
    Py_DECREF(path);
    return finish(status, &error);
}

/* _tree_save_drives(tree, path, replace) */
static PyObject *tree_save_drives(PyObject *module, PyObject *args)
{
    (void)module;
    cdy_tree *tree;
    PyObject *path;
    int replaces;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "O&O&p", to_tree, &tree, convert_path, &path, &replaces)) {
        return NULL;
    }
    const cdy_status status = cdy_tree_save_drives(tree, path_of(path), replaces, &error);
    Py_DECREF(path);
    return finish(status, &error);
}

static void add_link(void *context, const cdy_estimated_link *link)
{
    PyObject *item = PyErr_Occurred() ? NULL
                                      : Py_BuildValue("(sddOi)", link->link, link->mass, link->volume,
                                                      link->visuals ? Py_True : Py_False, link->hulls);
    if (item) {
        PyList_Append(context, item);
        Py_DECREF(item);
    }
}

/* Reads {link: mass} as two lists into memory that the caller frees. */
static cdy_link_mass *read_masses(const text_list *links, PyObject *masses)
{
    double *numbers = read_vector(masses, "masses", (int)links->count);
    cdy_link_mass *list = numbers ? calloc(links->count + 1, sizeof *list) : NULL;
    if (numbers && !list) {
        PyErr_NoMemory();
    }
    for (size_t i = 0; list && i < links->count; i++) {
        list[i] = (cdy_link_mass){links->texts[i], numbers[i]};
    }
    free(numbers);
    return list;
}

/* _tree_estimate_inertia(tree, density, total, links, masses, robot's file or None, packages) -> list of (link, mass,
 * volume, visuals, hulls) */
static PyObject *tree_estimate(PyObject *module, PyObject *args)
{
    (void)module;
    cdy_tree *tree;
    PyObject *links_object, *masses_object, *packages_object, *robot_file = NULL;
    cdy_estimate_options options = cdy_estimate_options_default();
    text_list links = {0}, packages = {0};
    cdy_package *folders = NULL;
    cdy_link_mass *masses = NULL;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "O&ddOOO&O", to_tree, &tree, &options.density, &options.total, &links_object,
                          &masses_object, convert_file, &robot_file, &packages_object)) {
        return NULL;
    }
    options.places.robot_file = path_of(robot_file);
    PyObject *list = PyList_New(0);
    if (list && !read_texts(links_object, &links) && !read_texts(packages_object, &packages) &&
        (masses = read_masses(&links, masses_object)) && (folders = calloc(packages.count + 1, sizeof *folders))) {
        for (size_t i = 0; i < packages.count; i++) {
            folders[i].path = packages.texts[i];
        }
        options.places.packages = folders;
        options.places.package_count = packages.count;
        options.masses = masses;
        options.mass_count = links.count;
        options.report = add_link;
        options.context = list;
        if (cdy_tree_estimate_inertia(tree, &options, &error) && !PyErr_Occurred()) {
            fail(&error);
        }
    } else if (!PyErr_Occurred()) {
        PyErr_NoMemory();
    }
    free(folders);
    free(masses);
    free_texts(&links);
    free_texts(&packages);
    Py_XDECREF(robot_file);
    if (PyErr_Occurred()) {
        Py_CLEAR(list);
    }
    return list;
}

PyMethodDef tree_methods[] = {
    {"_tree", robot_tree, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyMethodDef tree_functions[] = {
    {"_tree_add_body", tree_add_body, METH_VARARGS, NULL},
    {"_tree_add_subtree", tree_add_subtree, METH_VARARGS, NULL},
    {"_tree_body", tree_body, METH_VARARGS, NULL},
    {"_tree_copy", tree_copy, METH_O, NULL},
    {"_tree_create", tree_create, METH_VARARGS, NULL},
    {"_tree_estimate_inertia", tree_estimate, METH_VARARGS, NULL},
    {"_tree_find", tree_find, METH_VARARGS, NULL},
    {"_tree_get", tree_get, METH_O, NULL},
    {"_tree_names", tree_names, METH_O, NULL},
    {"_tree_remove_body", tree_remove_body, METH_VARARGS, NULL},
    {"_tree_replace", tree_replace, METH_VARARGS, NULL},
    {"_tree_save", tree_save, METH_VARARGS, NULL},
    {"_tree_load_drives", tree_load_drives, METH_VARARGS, NULL},
    {"_tree_save_drives", tree_save_drives, METH_VARARGS, NULL},
    {"_tree_set", tree_set, METH_VARARGS, NULL},
    {"_tree_subtree", tree_subtree, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

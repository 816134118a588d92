#include "body.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* How the value of a field is read and told. */
typedef enum field_kind { TEXT, NUMBER, NUMBERS, PLACEMENT, TYPE, HOME, DH, MODIFIED_DH, TRANSFORM } field_kind;

/* A number or text of cdy_body, by its name in Python. */
typedef struct field {
    const char *name;
    field_kind kind;
    size_t offset, given; /* `given`: of the flag that the value sets; 0: none */
    int count;            /* of NUMBERS */
} field;

#define AT(member)    offsetof(cdy_body, member)
#define LIMIT(member) AT(joint.limit.member), AT(joint.limit.given), 0
#define DRIVE(member) AT(joint.dynamics.member), AT(joint.dynamics.given), 0
#define LAW(member)   AT(joint.drive.member), 0, 0
#define SAFE(member)  AT(joint.safety.member), AT(joint.safety.given), 0

static const field fields[] = {
    {"name", TEXT, AT(name), 0, 0},
    {"joint", TEXT, AT(joint.name), 0, 0},
    {"type", TYPE, AT(joint.type), 0, 0},
    {"origin", PLACEMENT, AT(joint.origin), 0, 0},
    {"axis", NUMBERS, AT(joint.axis), 0, 3},
    {"child", PLACEMENT, AT(joint.child), 0, 0},
    {"lower", NUMBER, LIMIT(lower)},
    {"upper", NUMBER, LIMIT(upper)},
    {"effort", NUMBER, LIMIT(effort)},
    {"velocity", NUMBER, LIMIT(velocity)},
    {"acceleration_limit", NUMBER, AT(joint.acceleration_limit), 0, 0},
    {"damping", NUMBER, DRIVE(damping)},
    {"friction", NUMBER, DRIVE(friction)},
    {"stiffness", NUMBER, DRIVE(stiffness)},
    {"spring_rest", NUMBER, DRIVE(spring_rest)},
    {"mimic", TEXT, AT(joint.mimic.joint), 0, 0},
    {"multiplier", NUMBER, AT(joint.mimic.multiplier), 0, 0},
    {"offset", NUMBER, AT(joint.mimic.offset), 0, 0},
    {"soft_lower", NUMBER, SAFE(soft_lower)},
    {"soft_upper", NUMBER, SAFE(soft_upper)},
    {"k_position", NUMBER, SAFE(k_position)},
    {"k_velocity", NUMBER, SAFE(k_velocity)},
    {"rising", NUMBER, AT(joint.calibration.rising), AT(joint.calibration.rising_given), 0},
    {"falling", NUMBER, AT(joint.calibration.falling), AT(joint.calibration.falling_given), 0},
    {"home", HOME, AT(joint.home), AT(joint.home_given), 0},
    {"rotor_inertia", NUMBER, AT(joint.rotor_inertia), 0, 0},
    {"gear_ratio", NUMBER, AT(joint.gear_ratio), 0, 0},
    {"friction_asymmetry", NUMBER, LAW(friction_asymmetry)},
    {"damping_asymmetry", NUMBER, LAW(damping_asymmetry)},
    {"stribeck", NUMBER, LAW(stribeck)},
    {"stribeck_velocity", NUMBER, LAW(stribeck_velocity)},
    {"stribeck_exponent", NUMBER, LAW(stribeck_exponent)},
    {"load_friction", NUMBER, LAW(load_friction)},
    {"load_asymmetry", NUMBER, LAW(load_asymmetry)},
    {"load_stribeck", NUMBER, LAW(load_stribeck)},
    {"load_damping", NUMBER, LAW(load_damping)},
    {"load_velocity", NUMBER, LAW(load_velocity)},
    {"power_friction", NUMBER, LAW(power_friction)},
    {"power_exponent", NUMBER, LAW(power_exponent)},
    {"friction_width", NUMBER, LAW(friction_width)},
    {"load_width", NUMBER, LAW(load_width)},
    {"friction_temperature", NUMBER, LAW(friction_temperature)},
    {"damping_temperature", NUMBER, LAW(damping_temperature)},
    {"current_gain", NUMBER, LAW(current_gain)},
    {"torque_gain", NUMBER, LAW(torque_gain)},
    {"drive_offset", NUMBER, LAW(offset)},
    {"dh", DH, 0, 0, 0},
    {"modified_dh", MODIFIED_DH, 0, 0, 0},
    {"fixed_transform", TRANSFORM, 0, 0, 0},
};

enum { FIELD_COUNT = sizeof fields / sizeof *fields, MOST_TYPES = 16 };

static const field *find_field(const char *name)
{
    for (int i = 0; i < FIELD_COUNT; i++) {
        if (strcmp(fields[i].name, name) == 0) {
            return &fields[i];
        }
    }
    return NULL;
}

static int read_type(PyObject *value, cdy_joint_type *type)
{
    const char *words[MOST_TYPES] = {NULL};
    for (int i = 0; i < MOST_TYPES - 1 && cdy_joint_type_traits((cdy_joint_type)i); i++) {
        words[i] = cdy_joint_type_name((cdy_joint_type)i);
    }
    int index = read_word(value, "type", words);
    *type = (cdy_joint_type)index;
    return index < 0 ? -1 : 0;
}

/* Reads a text, which lives as long as the object; None becomes NULL. */
static int read_text(PyObject *value, const char **text)
{
    if (value == Py_None) {
        *text = NULL;
        return 0;
    }
    *text = read_name(value);
    return *text ? 0 : -1;
}

static int read_home(PyObject *value, cdy_joint *joint)
{
    return read_numbers(value, "home", cdy_joint_type_nq(joint->type), joint->home);
}

/* Reads parameters of Denavit and Hartenberg, (a, alpha, d, theta), or a transform, into the joint. */
static int read_frames(PyObject *value, const field *f, cdy_joint *joint)
{
    double n[16];
    cdy_error error;
    if (read_numbers(value, f->name, f->kind == TRANSFORM ? 16 : 4, n)) {
        return -1;
    }
    cdy_status status = f->kind == TRANSFORM ? cdy_joint_set_fixed_transform(joint, n, &error)
                        : f->kind == DH      ? cdy_joint_set_dh(joint, n[0], n[1], n[2], n[3], &error)
                                             : cdy_joint_set_modified_dh(joint, n[0], n[1], n[2], n[3], &error);
    if (status) {
        raise_error(module_get_state(), &error, -1);
    }
    return status ? -1 : 0;
}

static int read_field(PyObject *value, const field *f, cdy_body *body)
{
    char *place = (char *)body + f->offset;
    switch (f->kind) {
    case TEXT: return read_text(value, (const char **)(void *)place);
    case NUMBER: return read_number(value, f->name, (double *)(void *)place);
    case NUMBERS: return read_numbers(value, f->name, f->count, (double *)(void *)place);
    case PLACEMENT: return read_placement(value, f->name, (cdy_placement *)(void *)place);
    case TYPE: return read_type(value, (cdy_joint_type *)(void *)place);
    case HOME: return read_home(value, &body->joint);
    case DH:
    case MODIFIED_DH:
    case TRANSFORM: break;
    }
    return read_frames(value, f, &body->joint);
}

/* Mass, center of mass and inertia about the origin, as Python has them. */
typedef struct inertial {
    double mass, center[3], inertia[6];
    bool changed;
} inertial;

static inertial inertial_of(const cdy_body *body)
{
    inertial own = {0};
    if (body->inertial.given) {
        own.mass = body->inertial.mass;
        memcpy(own.center, body->inertial.origin.xyz, sizeof own.center);
        cdy_inertial_about_origin(&body->inertial, own.inertia);
    }
    return own;
}

/* Reads a part of the inertial; returns whether the name is one of it, -1 with an exception. */
static int read_inertial(const char *name, PyObject *value, inertial *own)
{
    int failed = 0;
    if (strcmp(name, "mass") == 0) {
        failed = read_number(value, name, &own->mass);
    } else if (strcmp(name, "center_of_mass") == 0) {
        failed = read_numbers(value, name, 3, own->center);
    } else if (strcmp(name, "inertia") == 0) {
        failed = read_numbers(value, name, 6, own->inertia);
    } else {
        return 0;
    }
    own->changed = true;
    return failed ? -1 : 1;
}

int body_read(PyObject *changes, cdy_body *body)
{
    inertial own = inertial_of(body);
    Py_ssize_t count = PyList_Size(changes);
    for (Py_ssize_t i = 0; i < count; i++) {
        const char *name;
        PyObject *value;
        if (!PyArg_ParseTuple(PyList_GetItem(changes, i), "sO", &name, &value)) {
            return -1;
        }
        int part = read_inertial(name, value, &own);
        const field *f = part ? NULL : find_field(name);
        if (part < 0 || (f && read_field(value, f, body))) {
            return -1;
        }
        if (!part && !f) {
            PyErr_Format(PyExc_TypeError, "bodies and joints have no '%s'", name);
            return -1;
        }
        if (f && f->given) {
            *(bool *)((char *)body + f->given) = true;
        }
    }
    if (own.changed) {
        cdy_inertial_set_about_origin(&body->inertial, own.mass, own.center, own.inertia);
        body->inertial.given = true;
    }
    return count < 0 ? -1 : 0;
}

static PyObject *build_placement(const cdy_placement *p)
{
    const double numbers[6] = {p->xyz[0], p->xyz[1], p->xyz[2], p->rpy[0], p->rpy[1], p->rpy[2]};
    return build_numbers(numbers, 6);
}

/* Returns the value of a field; NULL without an exception where the body does not have it. */
static PyObject *build_field(const field *f, const cdy_body *body)
{
    const char *place = (const char *)body + f->offset;
    if (f->given && !*(const bool *)((const char *)body + f->given)) {
        return NULL;
    }
    switch (f->kind) {
    case TEXT: {
        const char *text = *(const char *const *)(const void *)place;
        return text ? PyUnicode_FromString(text) : NULL;
    }
    case NUMBER: return PyFloat_FromDouble(*(const double *)(const void *)place);
    case NUMBERS: return build_numbers((const double *)(const void *)place, f->count);
    case PLACEMENT: return build_placement((const cdy_placement *)(const void *)place);
    case TYPE: return PyUnicode_FromString(cdy_joint_type_name(body->joint.type));
    case HOME: return build_numbers(body->joint.home, cdy_joint_type_nq(body->joint.type));
    case DH:
    case MODIFIED_DH:
    case TRANSFORM: break;
    }
    return NULL;
}

static int put(PyObject *dictionary, const char *name, PyObject *value)
{
    int failed = value ? PyDict_SetItemString(dictionary, name, value) : -1;
    Py_XDECREF(value);
    return failed;
}

PyObject *body_describe(const cdy_body *body)
{
    PyObject *dictionary = PyDict_New();
    int failed = dictionary ? 0 : -1;
    for (int i = 0; !failed && i < FIELD_COUNT; i++) {
        PyObject *value = build_field(&fields[i], body);
        failed = value ? put(dictionary, fields[i].name, value) : PyErr_Occurred() ? -1 : 0;
    }
    if (!failed && body->inertial.given) {
        inertial own = inertial_of(body);
        failed = put(dictionary, "mass", PyFloat_FromDouble(own.mass)) ||
                 put(dictionary, "center_of_mass", build_numbers(own.center, 3)) ||
                 put(dictionary, "inertia", build_numbers(own.inertia, 6));
    }
    if (failed) {
        Py_CLEAR(dictionary);
    }
    return dictionary;
}

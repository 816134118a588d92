/* Calls by XLA's foreign function interface, the way to the library from JAX: memory in, memory out, no Python. */
#include "xla.h"

#include "batches.h"
#include "calls.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 8 };

/* A robot that never changes, and batches of which each serves one call at a time. */
typedef struct fixed_robot {
    robot_object *object;
    struct slot {
        atomic_flag taken;
        void *batch;
        int threads;
        bool is_float;
    } slots[SLOTS];
} fixed_robot;

/* The interface's version in the JAX that is there. */
static int api_major, api_minor;

static xla_error *fail(const xla_call_frame *frame, const char *message, int code)
{
    xla_error_arguments arguments = {.struct_size = sizeof arguments, .message = message, .code = code};
    // cppcheck-suppress returnDanglingLifetime ; XLA copies the message and keeps no pointer
    return frame->api->create_error(&arguments);
}

/* Returns a number among the attributes; 0 where it is missing. */
static int64_t attribute(const xla_call_frame *frame, const char *name)
{
    const xla_attributes *all = &frame->attributes;
    for (int64_t i = 0; i < all->count; i++) {
        const xla_scalar *scalar = all->items[i];
        bool same = all->names[i]->length == strlen(name) && !memcmp(all->names[i]->start, name, strlen(name));
        if (same && all->types[i] == 3 && scalar->kind == XLA_INT64) {
            return *(const int64_t *)scalar->value;
        }
    }
    return 0;
}

/* Takes a batch of the robot's that is free, or one of the call's own; NULL: no memory. */
static void *take_batch(fixed_robot *robot, int threads, bool is_float, struct slot **slot, cdy_error *error)
{
    *slot = NULL;
    for (int i = 0; i < SLOTS; i++) {
        struct slot *s = &robot->slots[i];
        if (atomic_flag_test_and_set(&s->taken)) {
            continue;
        }
        if (!s->batch || (s->threads == threads && s->is_float == is_float)) {
            s->threads = threads;
            s->is_float = is_float;
            s->batch = s->batch ? s->batch : batches_make(robot->object, threads, is_float, error);
            *slot = s;
            return s->batch;
        }
        atomic_flag_clear(&s->taken);
    }
    return batches_make(robot->object, threads, is_float, error);
}

static void return_batch(struct slot *slot, void *batch, bool is_float)
{
    if (slot) {
        atomic_flag_clear(&slot->taken);
    } else {
        batches_free(batch, is_float);
    }
}

/* Puts the buffers in their places; `present` has a bit for each input that is given. */
static void gather(const xla_call_frame *frame, raw_call *call, int64_t present)
{
    int64_t next = 0;
    for (int i = 0; i < MAX_INPUTS; i++) {
        const bool given = (present >> i & 1) && next < frame->arguments.count;
        const xla_buffer *buffer = given ? frame->arguments.items[next++] : NULL;
        call->in[i] = buffer ? buffer->data : NULL;
    }
    for (int i = 0; i < MAX_OUTPUTS && i < frame->results.count; i++) {
        const xla_buffer *buffer = frame->results.items[i];
        call->out[i] = buffer->data;
    }
}

static xla_error *compute(const xla_call_frame *frame)
{
    fixed_robot *robot = (fixed_robot *)(uintptr_t)attribute(frame, "robot"); // NOLINT(performance-no-int-to-ptr)
    if (!robot || frame->results.count < 1) {
        return fail(frame, "condyle: the call names no robot", 13);
    }
    const xla_buffer *first = frame->results.items[0];
    cdy_error error = {0};
    raw_call call = {.quantity = (int)attribute(frame, "quantity"),
                     .frame = (int)attribute(frame, "frame"),
                     .drives = (int)attribute(frame, "drives"),
                     .count = (size_t)attribute(frame, "count"),
                     .is_float = first->kind == XLA_FLOAT,
                     .error = &error};
    struct slot *slot = NULL;
    int threads = (int)attribute(frame, "threads");
    call.batch = take_batch(robot, threads, call.is_float, &slot, &error);
    gather(frame, &call, attribute(frame, "present"));
    cdy_status status = call.batch ? calls_compute_raw(robot->object, &call) : CDY_ERROR_MEMORY;
    if (slot || call.batch) {
        return_batch(slot, call.batch, call.is_float);
    }
    return !status ? NULL : fail(frame, call.batch ? error.text : "condyle: out of memory", call.batch ? 3 : 8);
}

/* The function that XLA calls. */
static xla_error *handle(xla_call_frame *frame)
{
    xla_extension *extension = frame->extension;
    if (extension && extension->type == 1) {
        xla_metadata *metadata = ((xla_metadata_extension *)(void *)extension)->metadata;
        metadata->version.major = api_major;
        metadata->version.minor = api_minor;
        return NULL;
    }
    return compute(frame);
}

/* _xla_handler(major, minor): the function as JAX registers it, for this version of the interface. */
static PyObject *xla_handler(PyObject *module, PyObject *arguments)
{
    (void)module;
    if (!PyArg_ParseTuple(arguments, "ii", &api_major, &api_minor)) {
        return NULL;
    }
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a capsule holds no pointer to a function
    return PyCapsule_New((void *)(uintptr_t)handle, "xla._CUSTOM_CALL_TARGET", NULL);
}

PyMethodDef xla_functions[] = {
    {"_xla_handler", xla_handler, METH_VARARGS, NULL},
    {0},
};

/* _xla_robot(): the address of the robot for calls by XLA, which lives as long as the process, as programs that XLA
 * keeps may. */
static PyObject *xla_robot(PyObject *self, PyObject *unused)
{
    (void)unused;
    fixed_robot *robot = calloc(1, sizeof *robot);
    if (!robot) {
        return PyErr_NoMemory();
    }
    for (int i = 0; i < SLOTS; i++) {
        atomic_flag_clear(&robot->slots[i].taken);
    }
    Py_INCREF(self);
    robot->object = (robot_object *)self;
    return PyLong_FromLongLong((long long)(intptr_t)robot);
}

PyMethodDef xla_methods[] = {
    {"_xla_robot", xla_robot, METH_NOARGS, NULL},
    {"_call_shapes", calls_shapes, METH_VARARGS, NULL},
    {0},
};

#include "handle.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct {
    held_robot **robots; /* NULL: a free place */
    size_t size, count;
    uint32_t number; /* of the newest robot */
} table;

static void destroy_compiled(held_robot *robot)
{
    for (int layout = CDY_BATCH_ROWS; layout <= CDY_BATCH_COLUMNS; layout++) {
        cdy_batch_destroy(robot->batches[layout]);
        robot->batches[layout] = NULL;
    }
    cdy_workspace_destroy(robot->workspace);
    cdy_model_destroy(robot->model);
    robot->workspace = NULL;
    robot->model = NULL;
}

static void destroy(held_robot *robot)
{
    destroy_compiled(robot);
    cdy_tree_destroy(robot->tree);
    free(robot);
}

/* Gives a free place of the table, which grows where there is none. */
static bool find_place(size_t *place)
{
    for (*place = 0; *place < table.size; (*place)++) {
        if (!table.robots[*place]) {
            return true;
        }
    }
    size_t size = table.size ? 2 * table.size : 16;
    held_robot **robots = size < UINT32_MAX ? realloc(table.robots, size * sizeof *robots) : NULL;
    if (!robots) {
        return fail_memory();
    }
    memset(robots + table.size, 0, (size - table.size) * sizeof *robots);
    table.robots = robots;
    table.size = size;
    return true;
}

/* Numbers begin with the time, so that a handle from before the mex file was loaded again fits no robot. */
static uint32_t next_number(void)
{
    if (table.number == 0) {
        table.number = (uint32_t)time(NULL) * 2654435761U;
    }
    table.number += table.number == UINT32_MAX ? 2 : 1;
    return table.number;
}

bool handle_make(cdy_tree *tree, data_format format, mxArray **handle)
{
    size_t place;
    held_robot *robot = find_place(&place) ? calloc(1, sizeof *robot) : NULL;
    if (!robot) {
        cdy_tree_destroy(tree);
        return fail_memory();
    }
    *robot = (held_robot){.number = next_number(), .format = format, .tree = tree, .changed = true};
    robot->drives = cdy_drive_options_default();
    table.robots[place] = robot;
    if (table.count++ == 0) {
        mexLock();
    }
    *handle = mxCreateNumericMatrix(1, 1, mxUINT64_CLASS, mxREAL);
    *(uint64_t *)mxGetData(*handle) = (uint64_t)robot->number << 32 | place;
    return true;
}

/* Returns the place of the robot of a number; table.size where there is none. */
static size_t find_number(const mxArray *number)
{
    if (!number || !mxIsUint64(number) || mxGetNumberOfElements(number) != 1) {
        return table.size;
    }
    uint64_t value = *(const uint64_t *)mxGetData(number);
    size_t place = (uint32_t)value;
    if (place >= table.size || !table.robots[place] || table.robots[place]->number != (uint32_t)(value >> 32)) {
        return table.size;
    }
    return place;
}

/* Returns the place of a handle's robot, or of a rigidBodyTree's.  To read the property here takes a third of the time
 * that it takes in a method of the class. */
static size_t find(const mxArray *handle)
{
    if (!handle || !mxIsClass(handle, "rigidBodyTree")) {
        return find_number(handle);
    }
    mxArray *number = mxGetProperty(handle, 0, "h");
    size_t place = find_number(number);
    if (number) {
        mxDestroyArray(number);
    }
    return place;
}

bool handle_find(const mxArray *handle, held_robot **robot)
{
    size_t place = find(handle);
    if (place == table.size) {
        return fail("condyle:staleHandle", "this robot was deleted: load or make it anew");
    }
    *robot = table.robots[place];
    return true;
}

/* Gives the new model the payloads of the old model, on the bodies that still exist. */
static cdy_status move_payloads(const cdy_model *old, cdy_model *model, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int i = 0; !status && i < cdy_model_frame_count(old); i++) {
        cdy_payload payload;
        int frame = cdy_model_find_frame(model, cdy_model_frame_name(old, i));
        if (frame >= 0 && cdy_model_get_payload(old, i, &payload)) {
            status = cdy_model_set_payload(model, frame, &payload, error);
        }
    }
    return status;
}

static bool compile(held_robot *robot)
{
    cdy_error error;
    cdy_model *model;
    cdy_workspace *workspace = NULL;
    cdy_status status = cdy_model_create(robot->tree, &model, &error);
    if (!status) {
        status = cdy_model_set_drives(model, &robot->drives, &error);
    }
    if (!status && robot->model) {
        status = move_payloads(robot->model, model, &error);
    }
    if (!status) {
        status = cdy_workspace_create(model, &workspace, &error);
    }
    if (status) {
        cdy_model_destroy(model);
        return fail_with(&error);
    }
    destroy_compiled(robot);
    robot->model = model;
    robot->workspace = workspace;
    robot->changed = false;
    return true;
}

static bool has_payload(const cdy_model *model)
{
    cdy_payload payload;
    bool found = false;
    for (int i = 0; !found && i < cdy_model_frame_count(model); i++) {
        found = cdy_model_get_payload(model, i, &payload);
    }
    return found;
}

bool handle_inherit(const held_robot *from, const mxArray *handle)
{
    held_robot *robot = NULL;
    cdy_error error;
    if (!handle_find(handle, &robot)) {
        return false;
    }
    robot->drives = from->drives;
    if (!from->model || !has_payload(from->model)) {
        return true;
    }
    return compile(robot) && (!move_payloads(from->model, robot->model, &error) || fail_with(&error));
}

bool handle_load(held_robot *robot, const char *body, const cdy_payload *payload)
{
    cdy_error error;
    return compile(robot) &&
           (!cdy_model_set_payload(robot->model, cdy_model_find_frame(robot->model, body), payload, &error) ||
            fail_with(&error));
}

bool handle_find_model(const mxArray *handle, held_robot **robot)
{
    return handle_find(handle, robot) && (!(*robot)->changed || compile(*robot));
}

bool handle_find_body(const gateway_call *call, held_robot **robot, int *body)
{
    char *name;
    cdy_error error;
    if (!handle_find(call->arguments[0], robot) || !read_text(call->arguments[1], "the body's name", &name)) {
        return false;
    }
    return !cdy_tree_require_body((*robot)->tree, name, body, &error) || fail_with(&error);
}

bool handle_batch(held_robot *robot, cdy_batch_layout layout, cdy_batch **batch)
{
    cdy_batch **kept = &robot->batches[layout];
    cdy_batch_options options = cdy_batch_options_default();
    cdy_error error;
    options.layout = layout;
    if (!*kept && cdy_batch_create(robot->model, &options, kept, &error)) {
        return fail_with(&error);
    }
    *batch = *kept;
    return true;
}

static void release_table(void)
{
    free(table.robots);
    table.robots = NULL;
    table.size = 0;
}

void handle_free(const mxArray *handle)
{
    size_t place = find(handle);
    if (place == table.size) {
        return;
    }
    destroy(table.robots[place]);
    table.robots[place] = NULL;
    if (--table.count == 0) {
        release_table();
        mexUnlock();
    }
}

void handles_clear(void)
{
    for (size_t i = 0; i < table.size; i++) {
        if (table.robots[i]) {
            destroy(table.robots[i]);
        }
    }
    table.count = 0;
    release_table();
}

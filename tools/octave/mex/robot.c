/* Whole robots: loading, copying, export, data format, gravity, drives and payloads. */
#include "handle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Messages of the reader of files, until they are given to Octave. */
typedef struct message_list {
    char **texts;
    size_t count;
    bool failed;
} message_list;

static void add_message(void *context, const cdy_warning *warning)
{
    message_list *list = context;
    char text[CDY_ERROR_TEXT_SIZE + CDY_ERROR_FILE_SIZE];
    snprintf(text, sizeof text, warning->line > 0 ? "%s:%d: %s [%s]" : "%s: %.0d%s [%s]", warning->file, warning->line,
             warning->text, warning->code);
    char **texts = realloc(list->texts, (list->count + 1) * sizeof *texts);
    if (!texts) {
        list->failed = true;
        return;
    }
    list->texts = texts;
    texts[list->count] = malloc(strlen(text) + 1);
    if (!texts[list->count]) {
        list->failed = true;
        return;
    }
    strcpy(texts[list->count++], text);
}

static void clear_messages(message_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->texts[i]);
    }
    free(list->texts);
}

static mxArray *make_messages(const message_list *list)
{
    mxArray *cell = mxCreateCellMatrix(list->count, 1);
    for (size_t i = 0; i < list->count; i++) {
        mxSetCell(cell, i, mxCreateString(list->texts[i]));
    }
    return cell;
}

/* Options of a xacro file. */
static bool read_xacro(const mxArray *options, cdy_xacro_options *xacro)
{
    text_list packages, names, values;
    if (!read_texts(mxGetField(options, 0, "Packages"), "Packages", &packages) ||
        !read_texts(mxGetField(options, 0, "ArgumentNames"), "the names of arguments", &names) ||
        !read_texts(mxGetField(options, 0, "ArgumentValues"), "the values of arguments", &values)) {
        return false;
    }
    if (names.count != values.count) {
        return fail("condyle:argument", "there are %zu names of arguments and %zu values", names.count, values.count);
    }
    cdy_xacro_argument *arguments = mxCalloc(names.count + 1, sizeof *arguments);
    for (size_t i = 0; i < names.count; i++) {
        arguments[i] = (cdy_xacro_argument){names.texts[i], values.texts[i]};
    }
    *xacro = cdy_xacro_options_default();
    xacro->arguments = arguments;
    xacro->argument_count = names.count;
    xacro->package_paths = packages.texts;
    xacro->package_path_count = packages.count;
    return true;
}

static bool read_options(const mxArray *options, cdy_load_options *urdf, cdy_xacro_options *xacro)
{
    if (!mxIsStruct(options) || mxGetNumberOfElements(options) != 1) { /* Octave checks no index of a field */
        return fail("condyle:argument", "the options: expected one struct");
    }
    const double *gravity = NULL;
    *urdf = cdy_load_options_default();
    const mxArray *field = mxGetField(options, 0, "Gravity");
    if (field && !read_vector(field, "Gravity", 3, &gravity)) {
        return false;
    }
    if (gravity) {
        memcpy(urdf->gravity, gravity, sizeof urdf->gravity);
    }
    struct {
        const char *name;
        bool *flag;
    } flags[] = {{"FloatingBase", &urdf->floating_base},
                 {"MimicIndependent", &urdf->mimic_independent},
                 {"Strict", &urdf->strict}};
    for (int i = 0; i < 3; i++) {
        field = mxGetField(options, 0, flags[i].name);
        if (field && !read_flag(field, flags[i].name, flags[i].flag)) {
            return false;
        }
    }
    field = mxGetField(options, 0, "Model");
    char *model = NULL;
    if (field && !mxIsEmpty(field) && !read_text(field, "Model", &model)) {
        return false;
    }
    urdf->model = model;
    static const char *const formats[] = {"", "urdf", "mjcf", "sdf", "usd", NULL};
    field = mxGetField(options, 0, "Format");
    const int format = field && !mxIsEmpty(field) ? read_word(field, "Format", formats) : 0;
    if (format < 0) {
        return false;
    }
    urdf->format = (cdy_source_format)format;
    urdf->xacro = xacro;
    return read_xacro(options, xacro);
}

/* Loads a bundled robot; where the library finds none, from the folder of the package. */
static cdy_status load_bundled(const char *name, const char *folder, const cdy_load_options *options, cdy_tree **tree,
                               cdy_error *error)
{
    cdy_status status = cdy_urdf_load_bundled(name, options, tree, error);
    if (status != CDY_ERROR_IO || strchr(name, '/')) {
        return status;
    }
    const cdy_catalogue_entry *entry = cdy_catalogue_find(name);
    const char *file = entry ? entry->name : name;
    size_t size = strlen(folder) + strlen(file) + sizeof "/.urdf";
    char *path = malloc(size);
    if (!path) {
        return status;
    }
    snprintf(path, size, "%s/%s.urdf", folder, file);
    cdy_error own;
    cdy_status own_status = cdy_load_file(path, options, tree, &own);
    free(path);
    if (own_status == CDY_ERROR_IO) {
        return status;
    }
    *error = own_status ? own : *error;
    return own_status;
}

/* condyle("open", source, "file" | "text" | "name", options, folder of the package's robots): handle, warnings */
static bool open_robot(const gateway_call *call)
{
    static const char *const kinds[] = {"file", "text", "name", NULL};
    char *source, *folder;
    cdy_load_options options;
    cdy_xacro_options xacro;
    message_list messages = {0};
    cdy_tree *tree = NULL;
    cdy_error error;
    int kind = read_word(call->arguments[1], "the kind of source", kinds);
    if (kind < 0 || !read_text(call->arguments[0], "the source", &source) ||
        !read_options(call->arguments[2], &options, &xacro) || !read_text(call->arguments[3], "the folder", &folder)) {
        return false;
    }
    options.warn = add_message;
    options.context = &messages;
    cdy_status status = kind == 0   ? cdy_load_file(source, &options, &tree, &error)
                        : kind == 1 ? cdy_load_text(source, strlen(source), "text", &options, &tree, &error)
                                    : load_bundled(source, folder, &options, &tree, &error);
    bool ok = !status && !messages.failed;
    if (!ok) {
        cdy_tree_destroy(tree);
        ok = messages.failed ? fail_memory() : fail_with(&error);
    } else {
        ok = handle_make(tree, FORMAT_STRUCT, &call->results[0]);
    }
    if (ok && call->result_count > 1) {
        call->results[1] = make_messages(&messages);
    }
    clear_messages(&messages);
    return ok;
}

/* condyle("new", name of the base): a robot that has only a base */
static bool new_robot(const gateway_call *call)
{
    char *name;
    cdy_body base = cdy_body_default();
    cdy_tree *tree;
    cdy_error error;
    if (!read_text(call->arguments[0], "the base's name", &name)) {
        return false;
    }
    base.name = name;
    base.inertial = (cdy_inertial){0};
    if (cdy_tree_create("", &base, &tree, &error)) {
        return fail_with(&error);
    }
    return handle_make(tree, FORMAT_STRUCT, &call->results[0]);
}

static bool delete_robot(const gateway_call *call)
{
    handle_free(call->arguments[0]);
    return true;
}

static bool copy_robot(const gateway_call *call)
{
    held_robot *robot;
    cdy_tree *tree;
    cdy_error error;
    if (!handle_find(call->arguments[0], &robot)) {
        return false;
    }
    if (cdy_tree_copy(robot->tree, &tree, &error)) {
        return fail_with(&error);
    }
    return handle_make(tree, robot->format, &call->results[0]) && handle_inherit(robot, call->results[0]);
}

/* A text buffer that grows as cdy_urdf_write() writes to it. */
typedef struct growing_text {
    char *text;
    size_t length, size;
} growing_text;

static cdy_status append(void *context, const char *text, size_t length)
{
    growing_text *all = context;
    if (all->size - all->length <= length) {
        size_t size = 2 * (all->size + length) + 1024;
        char *longer = realloc(all->text, size);
        if (!longer) {
            return CDY_ERROR_MEMORY;
        }
        all->text = longer;
        all->size = size;
    }
    memcpy(all->text + all->length, text, length);
    all->length += length;
    all->text[all->length] = 0;
    return CDY_OK;
}

static bool urdf_text(const gateway_call *call)
{
    held_robot *robot;
    growing_text all = {0};
    cdy_error error = {.status = CDY_ERROR_MEMORY, .text = "out of memory"};
    if (!handle_find(call->arguments[0], &robot)) {
        return false;
    }
    if (cdy_urdf_write(robot->tree, append, &all, &error)) {
        free(all.text);
        return fail_with(&error);
    }
    call->results[0] = mxCreateString(all.text ? all.text : "");
    free(all.text);
    return true;
}

/* condyle("save_urdf", robot, path, replace) */
static bool save_urdf(const gateway_call *call)
{
    held_robot *robot;
    char *path;
    bool replace;
    cdy_error error;
    if (!handle_find(call->arguments[0], &robot) || !read_text(call->arguments[1], "the file", &path) ||
        !read_flag(call->arguments[2], "Overwrite", &replace)) {
        return false;
    }
    return !cdy_urdf_save_file(robot->tree, path, replace, &error) || fail_with(&error);
}

/* condyle("format", robot, [new format]) */
static bool format(const gateway_call *call)
{
    static const char *const words[] = {"struct", "row", "column", NULL};
    held_robot *robot;
    if (!handle_find(call->arguments[0], &robot)) {
        return false;
    }
    if (call->argument_count > 1) {
        int word = read_word(call->arguments[1], "DataFormat", words);
        if (word < 0) {
            return false;
        }
        robot->format = (data_format)word;
    }
    call->results[0] = mxCreateString(words[robot->format]);
    return true;
}

/* condyle("gravity", robot, [new gravity]) */
static bool gravity(const gateway_call *call)
{
    held_robot *robot;
    const double *numbers;
    double g[3];
    cdy_error error;
    if (!handle_find(call->arguments[0], &robot)) {
        return false;
    }
    if (call->argument_count > 1) {
        if (!read_vector(call->arguments[1], "Gravity", 3, &numbers)) {
            return false;
        }
        if (cdy_tree_set_gravity(robot->tree, numbers, &error) ||
            (robot->model && cdy_model_set_gravity(robot->model, numbers, &error))) {
            return fail_with(&error);
        }
    }
    cdy_tree_get_gravity(robot->tree, g);
    call->results[0] = make_row(g, 3);
    return true;
}

/* condyle("set_drives", robot, damping, friction, rotors, springs, [friction width, load, offsets]) */
static bool set_drives(const gateway_call *call)
{
    held_robot *robot;
    cdy_drive_options drives = cdy_drive_options_default();
    cdy_error error;
    if (!handle_find_model(call->arguments[0], &robot) || !read_flag(call->arguments[1], "Damping", &drives.damping) ||
        !read_flag(call->arguments[2], "Friction", &drives.friction) ||
        !read_flag(call->arguments[3], "Rotors", &drives.rotors) ||
        !read_flag(call->arguments[4], "Springs", &drives.springs) ||
        (argument_at(call, 5) && !read_number(call->arguments[5], "FrictionWidth", &drives.friction_width)) ||
        (argument_at(call, 6) && !read_flag(call->arguments[6], "Load", &drives.load)) ||
        (argument_at(call, 7) && !read_flag(call->arguments[7], "Offsets", &drives.offsets))) {
        return false;
    }
    if (cdy_model_set_drives(robot->model, &drives, &error)) {
        return fail_with(&error);
    }
    robot->drives = drives;
    return true;
}

/* condyle("set_payload", robot, body, mass, center of mass, inertia) */
static bool set_payload(const gateway_call *call)
{
    held_robot *robot;
    char *name;
    int frame;
    cdy_payload payload;
    const double *center, *inertia;
    cdy_error error;
    if (!handle_find_model(call->arguments[0], &robot) || !read_text(call->arguments[1], "the body's name", &name) ||
        !read_number(call->arguments[2], "the mass", &payload.mass) ||
        !read_vector(call->arguments[3], "the center of mass", 3, &center) ||
        !read_vector(call->arguments[4], "the inertia", 6, &inertia)) {
        return false;
    }
    memcpy(payload.center_of_mass, center, sizeof payload.center_of_mass);
    memcpy(payload.inertia, inertia, sizeof payload.inertia);
    if (cdy_model_require_frame(robot->model, name, &frame, &error) ||
        cdy_model_set_payload(robot->model, frame, &payload, &error)) {
        return fail_with(&error);
    }
    return true;
}

const gateway_entry robot_calls[] = {
    {"open", open_robot, 4, 4},
    {"new", new_robot, 1, 1},
    {"delete", delete_robot, 1, 1},
    {"copy", copy_robot, 1, 1},
    {"urdf_text", urdf_text, 1, 1},
    {"save_urdf", save_urdf, 3, 3},
    {"format", format, 1, 2},
    {"gravity", gravity, 1, 2},
    {"set_drives", set_drives, 5, 8},
    {"set_payload", set_payload, 5, 5},
    {NULL, NULL, 0, 0},
};

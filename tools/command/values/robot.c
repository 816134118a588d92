#include "values/robot.h"

#include "options/xacro_options.h"

#include <condyle/catalogue.h>
#include <condyle/check.h>
#include <condyle/drive_file.h>
#include <condyle/model_file.h>
#include <condyle/robot.h>
#include <condyle/urdf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Who hears what the loader says. */
typedef struct listener {
    robot *robot;
    const robot_options *options;
} listener;

/* Whether distances do not see something: a shape, or a model beside the robot, where no one has chosen among them. */
static bool is_unseen(const listener *l, const cdy_warning *warning)
{
    return strcmp(warning->code, "shape-unread") == 0 ||
           (strcmp(warning->code, "model-unread") == 0 && !l->options->others_chosen);
}

/* Prints warnings; of notes, which 'condyle check' reports, those are kept that subcommands tell of. A robot without
 * mass is of no concern to subcommands that use no masses. */
static void hear_warning(void *context, const cdy_warning *warning)
{
    const listener *l = (const listener *)context;
    const bool weightless = strcmp(warning->code, "robot-weightless") == 0;
    if (is_unseen(l, warning)) {
        if (l->robot->shapes_unread++ == 0) {
            snprintf(l->robot->unread_shape, sizeof l->robot->unread_shape, "%s:%d: %s",
                     warning->file ? warning->file : "", warning->line, warning->text);
        }
    } else if (warning->level != CDY_LEVEL_NOTE && (l->options->uses_mass || !weightless)) {
        warn_at(warning->file ? warning->file : "", warning->line, warning->text);
    }
}

static void hear_of_unread(void *context, const char *element)
{
    const listener *l = (const listener *)context;
    l->options->unread(l->options->context, element);
}

static cdy_load_options loader_options(listener *l, const cdy_xacro_options *xacro)
{
    const robot_options *o = l->options;
    cdy_load_options loader = cdy_load_options_default();
    memcpy(loader.gravity, o->gravity, sizeof loader.gravity);
    loader.floating_base = o->floating_base;
    loader.mimic_independent = o->mimic_independent == 1;
    loader.warn = hear_warning;
    loader.max_bytes = source_bytes(&o->source);
    loader.max_depth = o->reading.depth;
    loader.format = (cdy_source_format)o->reading.from;
    loader.xacro = xacro;
    loader.model = o->model;
    loader.unread = o->unread ? hear_of_unread : NULL;
    loader.context = l;
    return loader;
}

/* Whether the bytes so far cannot become a robot: a device without end, or text without a tag. */
static bool cannot_be_robot(const char *bytes, size_t size, bool device)
{
    enum { LONG_ENOUGH = 65536, LARGEST_DEVICE = 1 << 20 };
    const bool tagged = cdy_model_is_compiled(bytes, size) || memchr(bytes, '<', size);
    return device ? size > LARGEST_DEVICE : size >= LONG_ENOUGH && !tagged;
}

exit_code robot_read_input(size_t most, char **bytes, size_t *size)
{
    most = most ? most : (size_t)1 << 30;
    size_t capacity = 0;
    struct stat status;
    const bool device = fstat(STDIN_FILENO, &status) == 0 && S_ISCHR(status.st_mode);
    *bytes = NULL;
    *size = 0;
    if (device && isatty(STDIN_FILENO)) {
        note("reading the robot from this terminal; Ctrl-D ends it, Ctrl-C stops");
    }
    errno = 0;
    do {
        if (*size == capacity) {
            capacity = capacity ? 2 * capacity : 65536;
            char *larger = realloc(*bytes, capacity);
            if (!larger) {
                return fail_memory();
            }
            *bytes = larger;
        }
        *size += fread(*bytes + *size, 1, capacity - *size, stdin);
        if (cannot_be_robot(*bytes, *size, device)) {
            return fail(device ? EXIT_IO : EXIT_ROBOT,
                        "the standard input %s; expected a robot file or a compiled model",
                        device ? "is a device that does not end" : "has no tag among its first bytes");
        }
    } while (!feof(stdin) && !ferror(stdin) && *size <= most);
    if (*size > most) {
        return fail(EXIT_IO, "the standard input is larger than %zu bytes, the limit that is set", most);
    }
    if (ferror(stdin)) {
        return fail(EXIT_IO, "cannot read the standard input: %s", strerror(errno ? errno : EIO));
    }
    return EXIT_FINE;
}

/* Reads the magic of a regular file only: bytes read from a pipe would be lost. */
static bool is_compiled_file(const char *path)
{
    struct stat status;
    char bytes[8];
    int file = stat(path, &status) == 0 && S_ISREG(status.st_mode) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t size = 0;
    do {
        size = file >= 0 ? read(file, bytes, sizeof bytes) : 0;
    } while (size < 0 && errno == EINTR);
    if (file >= 0) {
        close(file);
    }
    return size > 0 && cdy_model_is_compiled(bytes, (size_t)size);
}

static exit_code fail_in_file(const char *name, cdy_error *error)
{
    if (!error->file[0]) {
        snprintf(error->file, sizeof error->file, "%s", name);
    }
    return fail_library(error);
}

static exit_code load_input(robot *r, const cdy_load_options *loader)
{
    char *bytes;
    size_t size;
    cdy_error error;
    exit_code code = robot_read_input(loader->max_bytes, &bytes, &size);
    if (code == EXIT_FINE &&
        cdy_robot_load_bytes(bytes, size, "<stdin>", loader, &r->tree, &r->model, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    free(bytes);
    return code;
}

/* Names of bundled robots, for the message on an unknown one. */
typedef struct bundle {
    const char *typed;
    bool found;        /* the typed name is in the list */
    text_buffer names; /* all names, separated by commas */
    text_buffer near;  /* nearest name */
    size_t distance;
} bundle;

/* Keeps a name that is nearer than all names before. */
static void consider_name(bundle *b, const char *name)
{
    cdy_nearest search = cdy_nearest_to(b->typed);
    search.distance = b->distance;
    cdy_nearest_consider(&search, name);
    if (search.name) { /* the name is valid during this call only */
        b->distance = search.distance;
        text_reset(&b->near);
        text_add(&b->near, "%s", name);
    }
}

static void visit_robot(void *context, const char *name)
{
    bundle *b = (bundle *)context;
    b->found = b->found || strcmp(name, b->typed) == 0;
    text_add(&b->names, "%s%s", b->names.length ? ", " : "", name);
    consider_name(b, name);
}

/* Visits the bundled robots by all their names. */
static cdy_status visit_robots(bundle *b)
{
    const cdy_status status = cdy_urdf_list_bundled(visit_robot, b, NULL);
    for (int i = 0; i < cdy_catalogue_count(); i++) {
        const cdy_catalogue_entry *entry = cdy_catalogue_at(i);
        if (entry->short_name) {
            b->found = b->found || strcmp(entry->short_name, b->typed) == 0;
            consider_name(b, entry->short_name);
        }
    }
    return status;
}

/* Reports a bundled robot that could not be loaded: a faulty file, or an unknown name. */
static exit_code fail_bundled(const char *name, const cdy_error *error)
{
    bundle b = {.typed = name, .distance = SIZE_MAX};
    exit_code code;
    bool absent = error->status == CDY_ERROR_IO || error->status == CDY_ERROR_ARGUMENT;
    if (!absent || error->file[0] || visit_robots(&b) != CDY_OK || b.found || b.names.failed || b.near.failed) {
        code = fail_library(error);
    } else if (b.near.length) {
        code = fail(EXIT_IO, "no file and no bundled robot is named '%s'; did you mean '%s'? bundled robots: %s", name,
                    text_get(&b.near), text_get(&b.names));
    } else {
        code = fail(EXIT_IO, "no file and no bundled robot is named '%s'; bundled robots: %s", name,
                    b.names.length ? text_get(&b.names) : "none found");
    }
    text_clear(&b.names);
    text_clear(&b.near);
    return code;
}

/* Loads the tree, or a compiled model. */
static exit_code load_source(robot *r, const robot_options *o, const cdy_xacro_options *xacro)
{
    listener l = {r, o};
    const cdy_load_options loader = loader_options(&l, xacro);
    cdy_error error;
    if (strcmp(r->source, "-") == 0) {
        return load_input(r, &loader);
    }
    if (cdy_robot_load(r->source, &loader, &r->tree, &r->model, &error) == CDY_OK) {
        return EXIT_FINE;
    }
    return cdy_robot_source_is_path(r->source) ? fail_library(&error) : fail_bundled(r->source, &error);
}

static exit_code compile_tree(robot *r, const drive_options *o)
{
    cdy_error error;
    const cdy_drive_options drives = drives_of(o);
    if (o && o->acting.file && cdy_tree_load_drives(r->tree, o->acting.file, &error) != CDY_OK) {
        return fail_library(&error);
    }
    cdy_status status = cdy_model_create(r->tree, &r->model, &error);
    if (status == CDY_ERROR_ROBOT) {
        return fail_in_file(strcmp(r->source, "-") == 0 ? "<stdin>" : r->source, &error);
    }
    status = status ? status : cdy_model_set_drives(r->model, &drives, &error);
    return status == CDY_OK ? EXIT_FINE : fail_library(&error);
}

/* Reads the exclusions of --srdf into the tree. */
static exit_code read_srdf(robot *r, const robot_options *o, const cdy_xacro_options *xacro)
{
    listener l = {r, o};
    const cdy_load_options loader = loader_options(&l, xacro);
    cdy_error error;
    if (strcmp(o->srdf, "-") == 0) {
        return fail(EXIT_USAGE, "--srdf is not read from standard input; expected the name of a file");
    }
    const exit_code code = robot_needs_tree(r, "--srdf");
    return code == EXIT_FINE && cdy_tree_load_srdf(r->tree, o->srdf, &loader, &error) != CDY_OK ? fail_library(&error)
                                                                                                : code;
}

/* Applies the options to a compiled model, which otherwise keeps its gravity and drives. */
static exit_code adapt_model(robot *r, const robot_options *o, const drive_options *given)
{
    cdy_error error;
    if (o->mimic_given || o->floating_base) {
        return fail(EXIT_USAGE, "'%s' is a compiled model: %s has to be given to 'condyle compile'", r->source,
                    o->mimic_given ? "--mimic" : "--floating-base");
    }
    if (given && given->acting.file) {
        return fail(EXIT_USAGE, "'%s' is a compiled model: a file of drives has to be given to 'condyle compile'",
                    r->source);
    }
    cdy_status status = CDY_OK;
    if (o->gravity_given) {
        status = cdy_model_set_gravity(r->model, o->gravity, &error);
    }
    if (status == CDY_OK && given && given->given) {
        const cdy_drive_options drives = drives_of(given);
        status = cdy_model_set_drives(r->model, &drives, &error);
    }
    return status == CDY_OK ? EXIT_FINE : fail_library(&error);
}

void robot_note_open_loops(const cdy_tree *tree)
{
    const int count = cdy_tree_loop_count(tree);
    if (count > 0) {
        const cdy_loop *first = cdy_tree_loop(tree, 0);
        note("%d closed loop%s of the robot's file (of '%.80s' and '%.80s'%s) %s left open: results are those of the "
             "tree alone; 'condyle mechanism', 'reactions', 'limits', 'report', 'trajectory', 'sim' and 'view' close "
             "loops",
             count, count == 1 ? "" : "s", first->body, first->other, count == 1 ? "" : ", and others",
             count == 1 ? "is" : "are");
    }
}

exit_code robot_load(robot *r, const char *source, const robot_options *o, const drive_options *drives)
{
    *r = (robot){.source = source};
    xacro_options x;
    exit_code code = xacro_options_fill(&x, &o->source, false);
    x.options.warn = NULL; /* the loader forwards xacro's warnings */
    code = code == EXIT_FINE ? load_source(r, o, &x.options) : code;
    code = code == EXIT_FINE && o->srdf ? read_srdf(r, o, &x.options) : code;
    xacro_options_clear(&x);
    if (code != EXIT_FINE) {
        return code;
    }
    if (!o->closes_loops) {
        robot_note_open_loops(r->tree);
    }
    return r->model ? adapt_model(r, o, drives) : compile_tree(r, drives);
}

static exit_code fail_compiled(const char *command, const char *source)
{
    return fail(EXIT_USAGE,
                "'%s' needs the robot's own file; '%s' is a compiled model, which has only the numbers of the "
                "dynamics",
                command, source);
}

exit_code robot_needs_tree(const robot *r, const char *command)
{
    return r->tree ? EXIT_FINE : fail_compiled(command, r->source);
}

static exit_code check_input(const cdy_check_options *request, cdy_check_summary *summary)
{
    char *bytes;
    size_t size;
    cdy_error error;
    exit_code code = robot_read_input(request->max_bytes, &bytes, &size);
    if (code == EXIT_FINE && cdy_check_text(bytes, size, "<stdin>", request, summary, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    free(bytes);
    return code;
}

exit_code robot_check(const char *source, const cdy_check_options *request, cdy_check_summary *summary)
{
    cdy_error error;
    if (strcmp(source, "-") == 0) {
        return check_input(request, summary);
    }
    if (is_compiled_file(source)) {
        return fail_compiled("check", source);
    }
    if (cdy_robot_source_is_path(source)) {
        return cdy_check_file(source, request, summary, &error) == CDY_OK ? EXIT_FINE : fail_library(&error);
    }
    return cdy_check_bundled(source, request, summary, &error) == CDY_OK ? EXIT_FINE : fail_bundled(source, &error);
}

exit_code robot_fix(const char *source, const char *copy, const cdy_fix_options *request, int *changes)
{
    cdy_error error;
    if (strcmp(source, "-") == 0 || !cdy_robot_source_is_path(source)) {
        return fail(EXIT_USAGE, "%s needs a file, not %s", copy ? "--fix" : "--in-place",
                    strcmp(source, "-") == 0 ? "the standard input" : "the name of a bundled robot");
    }
    return cdy_fix_urdf_file(source, copy, request, changes, &error) == CDY_OK ? EXIT_FINE : fail_library(&error);
}

void robot_clear(robot *r)
{
    cdy_model_destroy(r->model);
    cdy_tree_destroy(r->tree);
    *r = (robot){0};
}

const char *robot_name(const robot *r)
{
    const char *name = cdy_model_name(r->model);
    return *name ? name : r->source;
}

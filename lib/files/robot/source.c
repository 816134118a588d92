/* Sources of robots: files, bytes and bundled names, as trees or, where they are compiled, as models. */
#include "base/error.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "description/expand.h"
#include "description/reader.h"
#include "lint/formats.h"
#include "text/file.h"

#include <condyle/model_file.h>
#include <condyle/robot.h>
#include <string.h>
#include <sys/stat.h>

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

bool cdy_robot_source_is_path(const char *source)
{
    struct stat file;
    return source && (strchr(source, '/') || ends_with(source, ".urdf") || ends_with(source, ".xacro") ||
                      ends_with(source, ".xml") || ends_with(source, ".sdf") || ends_with(source, ".world") ||
                      ends_with(source, ".usda") || ends_with(source, ".usd") || ends_with(source, ".cdy") ||
                      (stat(source, &file) == 0 && !S_ISDIR(file.st_mode)));
}

static cdy_status clear_outputs(cdy_tree **tree, cdy_model **model, cdy_error *error)
{
    if (tree) {
        *tree = NULL;
    }
    if (model) {
        *model = NULL;
    }
    return tree && model
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT, "loading a robot needs pointers for its tree and for its model");
}

/* Reads a compiled model; errors name its file. */
static cdy_status load_model(const void *bytes, size_t size, const char *name, const cdy_load_options *options,
                             cdy_model **model, cdy_error *error)
{
    cdy_error fault;
    if (options && cdy_check_reserve(&options->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if (options && options->format != CDY_FROM_CONTENT) {
        const cdy_status named = cdy_check_source_format(options->format, error);
        return named ? named
                     : cdy_fail_at(error, CDY_ERROR_ROBOT, name ? name : "", 0,
                                   "the file is a compiled model; expected %s, as the call says",
                                   cdy_source_format_name(options->format));
    }
    const cdy_status status = cdy_model_from_bytes(bytes, size, model, &fault);
    return status == CDY_ERROR_ROBOT ? cdy_fail_at(error, status, name ? name : "", 0, "%s", fault.text)
           : status                  ? cdy_fail(error, status, "%s", fault.text)
                                     : CDY_OK;
}

cdy_status cdy_robot_load_bytes(const void *bytes, size_t size, const char *name, const cdy_load_options *options,
                                cdy_tree **tree, cdy_model **model, cdy_error *error)
{
    const cdy_status status = clear_outputs(tree, model, error);
    if (status) {
        return status;
    }
    if (!bytes && size > 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no bytes of a robot were given");
    }
    return cdy_model_is_compiled(bytes, size) ? load_model(bytes, size, name, options, model, error)
                                              : cdy_load_text(bytes, size, name, options, tree, error);
}

static cdy_status load_path(const char *path, const cdy_load_options *options, cdy_tree **tree, cdy_model **model,
                            cdy_error *error)
{
    char *bytes = NULL;
    size_t size;
    const cdy_load_options chosen = options ? *options : cdy_load_options_default();
    cdy_status status = cdy_check_reserve(&chosen.reserve, error);
    status = status ? status : cdy_check_limits(chosen.max_bytes, chosen.max_depth, error);
    if (!status) {
        status = cdy_read_file(path, "robot file or compiled model", chosen.max_bytes, &bytes, &size, error);
    }
    if (!status) {
        status = cdy_model_is_compiled(bytes, size) ? load_model(bytes, size, path, options, model, error)
                                                    : cdy_load_bytes(bytes, size, path, options, tree, error);
    }
    cdy_release(bytes);
    return status;
}

cdy_status cdy_robot_load(const char *source, const cdy_load_options *options, cdy_tree **tree, cdy_model **model,
                          cdy_error *error)
{
    const cdy_status status = clear_outputs(tree, model, error);
    if (status) {
        return status;
    }
    if (!source || !*source) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "loading a robot needs a file or a name");
    }
    return cdy_robot_source_is_path(source) ? load_path(source, options, tree, model, error)
                                            : cdy_urdf_load_bundled(source, options, tree, error);
}

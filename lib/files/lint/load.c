/* Loading a robot file: reads and checks it, and builds the tree. */
#include "base/error.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "description/expand.h"
#include "description/reader.h"
#include "lint/checks.h"
#include "lint/formats.h"
#include "text/file.h"

/* Fails for warnings where the options are strict; the error is in the report already. */
static cdy_status check_loaded(cdy_reader *r)
{
    cdy_status status = cdy_reports_warnings(r) ? cdy_check_tree(r) : CDY_OK;
    if (!status && r->refused) {
        return CDY_ERROR_ROBOT;
    }
    return status ? status : cdy_reader_status(r);
}

static cdy_status read_tree(cdy_reader *r, const char *bytes, size_t size, cdy_tree **tree)
{
    cdy_status status = cdy_read_text(r, bytes, size);
    if (!status) {
        status = cdy_build_tree(r, tree);
    }
    if (!status) {
        status = check_loaded(r);
    }
    if (status) {
        cdy_name_source(r, r->error);
    }
    return status;
}

/* Loads a tree; on failure the tree is NULL. */
static cdy_status load(const char *bytes, size_t size, const char *file, bool in_folder,
                       const cdy_load_options *options, cdy_tree **tree, cdy_error *error)
{
    cdy_reader r = {.file = file,
                    .in_folder = in_folder,
                    .formats = cdy_file_formats,
                    .error = error,
                    .options = options ? *options : cdy_load_options_default()};
    cdy_status status = cdy_check_reserve(&r.options.reserve, error);
    status = status ? status : cdy_check_limits(r.options.max_bytes, r.options.max_depth, error);
    status = status ? status : cdy_check_source_format(r.options.format, error);
    if (!status) {
        status = cdy_expand_if_xacro(&r, r.options.xacro, &bytes, &size, error);
    }
    if (!status) {
        status = read_tree(&r, bytes, size, tree);
    }
    cdy_clear_reader(&r);
    if (status) {
        cdy_tree_destroy(*tree);
        *tree = NULL;
    }
    return status;
}

cdy_status cdy_load_text(const char *text, size_t size, const char *name, const cdy_load_options *options,
                         cdy_tree **tree, cdy_error *error)
{
    if (!tree) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the tree was given");
    }
    *tree = NULL;
    if (!text && size > 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no text was given");
    }
    return load(text ? text : "", size, name ? name : "", false, options, tree, error);
}

cdy_status cdy_load_file(const char *path, const cdy_load_options *options, cdy_tree **tree, cdy_error *error)
{
    if (!tree) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the tree was given");
    }
    *tree = NULL;
    if (!path) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no file was given");
    }
    char *bytes = NULL;
    size_t size;
    const cdy_load_options chosen = options ? *options : cdy_load_options_default();
    cdy_status status = cdy_check_reserve(&chosen.reserve, error);
    status = status ? status : cdy_check_limits(chosen.max_bytes, chosen.max_depth, error);
    if (!status) {
        status = cdy_read_file(path, "robot file", chosen.max_bytes, &bytes, &size, error);
    }
    if (!status) {
        status = load(bytes, size, path, true, options, tree, error);
    }
    cdy_release(bytes);
    return status;
}

cdy_status cdy_load_bytes(const char *bytes, size_t size, const char *path, const cdy_load_options *options,
                          cdy_tree **tree, cdy_error *error)
{
    *tree = NULL;
    return load(bytes, size, path, true, options, tree, error);
}

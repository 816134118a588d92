#include "description/expand.h"
#include "description/sources.h"

#include "base/error.h"

#include <stdio.h>
#include <string.h>

static bool is_named_xacro(const char *file)
{
    static const char ending[] = ".xacro";
    const size_t length = strlen(file), end = sizeof ending - 1;
    return length > end && strcmp(file + length - end, ending) == 0;
}

static void forward_warning(void *context, const char *file, int line, const char *text)
{
    const cdy_reader *r = context;
    const cdy_warning warning = {"xacro", file, line, text, CDY_LEVEL_WARNING, 0, ""};
    r->options.warn(r->options.context, &warning);
}

bool cdy_is_in_xacro(const char *file, const char *bytes, size_t size)
{
    return is_named_xacro(file) || cdy_xacro_is_needed(bytes, size);
}

cdy_status cdy_expand_whole(cdy_reader *r, const cdy_xacro_options *options, const char **bytes, size_t *size,
                            cdy_error *error)
{
    cdy_xacro_options effective = options ? *options : cdy_xacro_options_default();
    if (!effective.warn && r->options.warn) {
        effective.warn = forward_warning;
        effective.context = r;
    }
    const cdy_status status = cdy_xacro_expand_text(*bytes, *size, r->file, &effective, &r->expansion, error);
    if (!status) {
        *bytes = cdy_expansion_text(r->expansion, size);
    }
    return status;
}

cdy_status cdy_expand_if_xacro(cdy_reader *r, const cdy_xacro_options *options, const char **bytes, size_t *size,
                               cdy_error *error)
{
    const cdy_xacro_options effective = options ? *options : cdy_xacro_options_default();
    if (cdy_format_of_text(r, *bytes, *size) || !cdy_is_in_xacro(r->file, *bytes, *size)) {
        return effective.argument_count == 0 || !effective.arguments
                   ? CDY_OK
                   : cdy_fail(error, CDY_ERROR_ARGUMENT,
                              "the argument '%.80s' is given, but the file '%.300s' is not in xacro and takes none",
                              effective.arguments[0].name ? effective.arguments[0].name : "", r->file);
    }
    const cdy_status status = cdy_expand_whole(r, options, bytes, size, error);
    /* Some URDF files contain unexpanded xacro that no program expands; the reader warns of it. */
    const bool only_remains = !is_named_xacro(r->file) && effective.argument_count == 0 && status == CDY_ERROR_ROBOT;
    return only_remains ? CDY_OK : status;
}

cdy_place cdy_source_of(const cdy_reader *r, cdy_place at, const char **file)
{
    if (at.file > 0) {
        *file = cdy_file_of(r, at);
        return at;
    }
    const cdy_source_place place = cdy_expansion_place(r->expansion, at.line);
    *file = r->expansion && place.line > 0 ? place.file : r->file;
    return r->expansion ? (cdy_place){place.line, 0, 0} : at;
}

void cdy_name_source(const cdy_reader *r, cdy_error *error)
{
    if (!r->expansion || !error || error->line == 0 || strcmp(error->file, r->file) != 0) {
        return;
    }
    const int line = error->line;
    const char *file;
    error->line = cdy_source_of(r, (cdy_place){line, 0, 0}, &file).line;
    snprintf(error->file, sizeof error->file, "%s", file);
    for (int i = 0; i < 5; i++) {
        const cdy_macro_call call = cdy_expansion_call(r->expansion, line, i);
        const size_t length = strlen(error->text);
        if (!call.macro) {
            return;
        }
        snprintf(error->text + length, sizeof error->text - length, "%s in macro '%.60s' called from %.160s:%d",
                 i > 0 ? "," : ";", call.macro, call.place.file, call.place.line);
    }
    cdy_make_printable(error->text);
}

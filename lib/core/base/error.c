#include "base/error.h"

#include "base/format.h"

#include <stdarg.h>
#include <stdio.h>

/* The macros for the static analyzer must not apply to the definitions below. */
#undef cdy_fail
#undef cdy_fail_at
#undef cdy_fail_memory

void cdy_make_printable(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c; c++) {
        if (*c < 0x20 || *c == 0x7f) {
            *c = '?';
        }
    }
}

/* Keep the end of a long path: the file name identifies the file better than the leading folders do. */
static void copy_file_name(cdy_error *error, const char *file)
{
    size_t length = 0;
    while (file[length]) {
        length++;
    }
    if (length < sizeof error->file) {
        snprintf(error->file, sizeof error->file, "%s", file);
    } else {
        snprintf(error->file, sizeof error->file, "...%s", file + length - (sizeof error->file - 4));
    }
    cdy_make_printable(error->file);
}

static __attribute__((format(printf, 5, 0))) void report(cdy_error *error, cdy_status status, const char *file,
                                                         int line, const char *format, va_list arguments)
{
    if (error) {
        error->status = status;
        error->line = line;
        copy_file_name(error, file ? file : "");
        cdy_format(error->text, sizeof error->text, format, arguments);
        cdy_make_printable(error->text);
    }
}

cdy_status cdy_fail(cdy_error *error, cdy_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(error, status, NULL, 0, format, arguments);
    va_end(arguments);
    return status;
}

cdy_status cdy_fail_at(cdy_error *error, cdy_status status, const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(error, status, file, line, format, arguments);
    va_end(arguments);
    return status;
}

cdy_status cdy_fail_memory(cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_MEMORY, "out of memory");
}

const char *cdy_status_text(cdy_status status)
{
    switch (status) {
    case CDY_OK: return "no error";
    case CDY_ERROR_ARGUMENT: return "invalid argument";
    case CDY_ERROR_MEMORY: return "out of memory";
    case CDY_ERROR_IO: return "input or output failed";
    case CDY_ERROR_ROBOT: return "the robot's description is at fault";
    case CDY_ERROR_NUMERIC: return "no finite result";
    case CDY_ERROR_UNSUPPORTED: return "left out of this build, or too large for the call";
    }
    return "unknown status";
}

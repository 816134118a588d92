#include "output.h"

#include "utf8.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

static void keep_error(output *out)
{
    if (!out->error) {
        out->error = errno ? errno : EIO;
    }
}

void output_bytes(output *out, const char *bytes, size_t length)
{
    errno = 0;
    if (!out->error && fwrite(bytes, 1, length, out->file) != length) {
        keep_error(out);
    }
}

void output_text(output *out, const char *text)
{
    output_bytes(out, text, strlen(text));
}

void output_format(output *out, const char *format, ...)
{
    if (out->error) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    errno = 0;
    if (vfprintf(out->file, format, arguments) < 0) {
        keep_error(out);
    }
    va_end(arguments);
}

void output_name(output *out, const char *name)
{
    while (*name) {
        size_t length = utf8_printable(name);
        output_bytes(out, length ? name : "?", length ? length : 1);
        name += length ? length : 1;
    }
}

void output_repeat(output *out, char character, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        output_bytes(out, &character, 1);
    }
}

exit_code output_finish(output *out)
{
    errno = 0;
    if (fflush(out->file) != 0 || ferror(out->file)) {
        keep_error(out);
    }
    if (!out->error) {
        return EXIT_FINE;
    }
    if (out->error == EPIPE) {
        return EXIT_IO;
    }
    return fail(EXIT_IO, "cannot write to the standard output: %s", strerror(out->error));
}

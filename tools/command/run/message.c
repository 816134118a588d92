#include "run/message.h"

#include "writing/utf8.h"

#include <stdio.h>

exit_code exit_code_of(cdy_status status)
{
    switch (status) {
    case CDY_OK: return EXIT_FINE;
    case CDY_ERROR_ARGUMENT: return EXIT_USAGE;
    case CDY_ERROR_MEMORY: return EXIT_IO;
    case CDY_ERROR_IO: return EXIT_IO;
    case CDY_ERROR_ROBOT: return EXIT_ROBOT;
    case CDY_ERROR_NUMERIC: return EXIT_NUMERICAL;
    case CDY_ERROR_UNSUPPORTED: return EXIT_USAGE;
    }
    return EXIT_IO;
}

/* Prints one line; returns false where memory runs out. The line as a whole is made safe for a terminal, since names in
 * it may contain any byte. */
static bool print_line(text_buffer *line)
{
    bool complete = !line->failed;
    if (!complete) {
        fputs("condyle: error: out of memory\n", stderr);
    } else {
        utf8_make_printable(line->bytes);
        fprintf(stderr, "%s\n", line->bytes);
    }
    text_clear(line);
    return complete;
}

/* Copy of the printed errors; NULL: none. */
static text_buffer *kept_errors;
static bool kept_with_place;

void message_keep(text_buffer *kept, bool with_place)
{
    kept_errors = kept;
    kept_with_place = with_place;
}

static void keep_error(const char *file, long long line, const char *message)
{
    if (!kept_errors) {
        return;
    }
    text_add(kept_errors, "%s", kept_errors->length ? "; " : "");
    if (kept_with_place && *file) {
        text_add(kept_errors, "%s:", file);
        if (line > 0) {
            text_add(kept_errors, "%lld:", line);
        }
        text_add(kept_errors, " ");
    }
    text_add(kept_errors, "%s", message);
}

static void print_at(const char *file, long long line, const char *kind, const char *message)
{
    text_buffer t = {0};
    text_add(&t, "%s:", *file ? file : "condyle");
    if (*file && line > 0) {
        text_add(&t, "%lld:", line);
    }
    text_add(&t, " %s: %s", kind, message);
    print_line(&t);
}

exit_code fail(exit_code code, const char *format, ...)
{
    static const char prefix[] = "condyle: error: ";
    text_buffer t = {0};
    text_add(&t, "%s", prefix);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&t, format, arguments);
    va_end(arguments);
    keep_error("", 0, t.failed ? "out of memory" : t.bytes + sizeof prefix - 1);
    return print_line(&t) ? code : EXIT_IO;
}

exit_code fail_text(exit_code code, text_buffer *message)
{
    exit_code result = message->failed ? fail_memory() : fail(code, "%s", text_get(message));
    text_clear(message);
    return result;
}

void message_suggest_name(const char *name, text_buffer *message)
{
    if (name) {
        text_add(message, "; did you mean '%.80s'?", name);
    }
}

void message_suggest(const cdy_nearest *search, text_buffer *message)
{
    message_suggest_name(search->name, message);
}

exit_code fail_memory(void)
{
    return fail(EXIT_IO, "out of memory");
}

exit_code fail_library(const cdy_error *error)
{
    keep_error(error->file, error->line, error->text);
    print_at(error->file, error->line, "error", error->text);
    /* An encoding of a file may not be supported, or something that the command line asks for. */
    return error->status == CDY_ERROR_UNSUPPORTED && *error->file ? EXIT_IO : exit_code_of(error->status);
}

void error_at(const char *file, long long line, const char *text)
{
    keep_error(file, line, text);
    print_at(file, line, "error", text);
}

void note(const char *format, ...)
{
    text_buffer t = {0};
    text_add(&t, "condyle: note: ");
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&t, format, arguments);
    va_end(arguments);
    print_line(&t);
}

void warn_at(const char *file, long long line, const char *warning)
{
    print_at(file, line, "warning", warning);
}

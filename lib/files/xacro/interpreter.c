#include "xacro/interpreter.h"

#include "base/error.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void *cdy_take(cdy_interpreter *x, size_t count, size_t size)
{
    enum { OVERHEAD = 16 };
    const size_t left = x->options.max_memory - x->bytes;
    if (size && (count > SIZE_MAX / 2 / size || count * size + OVERHEAD > left)) {
        cdy_report_error(x, "the expansion takes more than %zu MiB of memory, the limit that is set",
                         x->options.max_memory >> 20);
        return NULL;
    }
    void *piece = cdy_arena_allocate(&x->memory, count, size);
    if (!piece) {
        cdy_report_no_memory(x);
        return NULL;
    }
    x->bytes += count * size + OVERHEAD;
    return piece;
}

void cdy_report_no_memory(cdy_interpreter *x)
{
    if (!x->status) {
        x->status = cdy_fail_memory(x->error);
    }
}

char *cdy_take_text(cdy_interpreter *x, const char *text, size_t length)
{
    char *copy = cdy_take(x, length + 1, 1);
    if (copy && length > 0) {
        memcpy(copy, text, length);
    }
    return copy;
}

char *cdy_take_format(cdy_interpreter *x, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *text = cdy_take(x, (size_t)(length > 0 ? length : 0) + 1, 1);
    if (text) {
        va_start(list, format);
        vsnprintf(text, (size_t)length + 1, format, list);
        va_end(list);
    }
    return text;
}

/* Adds the macro calls that led to a place, the innermost first: as many as there is room for. */
static void add_calls(char *text, size_t size, const cdy_call *calls)
{
    enum { SHOWN = 5, ELLIPSIS = sizeof ", ..." };
    int shown = 0;
    for (const cdy_call *c = calls; c; c = c->outer, shown++) {
        const size_t length = strlen(text), left = size - length;
        const int added = snprintf(text + length, left, "%s in macro '%.60s' called from %.160s:%d", shown ? "," : ";",
                                   c->macro, c->file, c->line);
        if (shown == SHOWN || (size_t)added + ELLIPSIS > left) {
            snprintf(text + length, left, ", ...");
            return;
        }
    }
}

bool cdy_report_error(cdy_interpreter *x, const char *format, ...)
{
    if (x->status) {
        return false;
    }
    char text[CDY_ERROR_TEXT_SIZE];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    add_calls(text, sizeof text, x->at.calls);
    x->status = cdy_fail_at(x->error, CDY_ERROR_ROBOT, x->at.file ? x->at.file : "", x->at.line, "%s", text);
    return false;
}

bool cdy_report_status(cdy_interpreter *x, cdy_status status, const cdy_error *error)
{
    if (!x->status) {
        x->status = status;
        if (x->error) {
            *x->error = *error;
        }
    }
    return false;
}

void cdy_clear_report(cdy_interpreter *x)
{
    x->status = CDY_OK;
    x->file_missing = false;
}

void cdy_report_warning(cdy_interpreter *x, const char *format, ...)
{
    enum { WARNING_SIZE = 1024 };
    if (!x->options.warn || x->status) {
        return;
    }
    char text[WARNING_SIZE];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    add_calls(text, sizeof text, x->at.calls);
    cdy_make_printable(text);
    x->options.warn(x->options.context, x->at.file ? x->at.file : "", x->at.line, text);
}

bool cdy_step(cdy_interpreter *x, size_t count)
{
    if (count > x->options.max_steps - x->steps) {
        return cdy_report_error(x, "the expansion takes more than %llu steps, the limit that is set",
                                (unsigned long long)x->options.max_steps);
    }
    x->steps += count;
    return true;
}

bool cdy_enter(cdy_interpreter *x)
{
    if (x->depth >= x->options.max_depth) {
        return cdy_report_error(
            x,
            "elements, macro calls or expressions lie more than %d deep in each other, the limit that "
            "is set; does a macro call itself, or a file include itself, without end?",
            x->options.max_depth);
    }
    x->depth++;
    return true;
}

void cdy_leave(cdy_interpreter *x)
{
    x->depth--;
}

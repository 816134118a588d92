#include "fuzz.h"
#include "support/steps.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_fail(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: broken promise: ", file, line);
    vfprintf(stderr, format, arguments);
    fputs("\n", stderr);
    va_end(arguments);
    abort();
}

void require_printable(const char *text)
{
    require(text && *text, "a text is missing");
    for (const char *c = text; *c; c++) {
        require((unsigned char)*c >= 0x20 && *c != 0x7f, "a control character, %d, in '%s'", *c, text);
    }
}

void require_report(cdy_status status, const cdy_error *error)
{
    require(error->status == status, "status %d, but the report has %d", (int)status, (int)error->status);
    require(memchr(error->text, 0, sizeof error->text) && memchr(error->file, 0, sizeof error->file),
            "a text without end");
    require_printable(error->text);
    require(error->line >= 0, "line %d", error->line);
}

bool require_status(cdy_status status, cdy_status other, const cdy_error *error)
{
    if (status != CDY_OK) {
        require_report(status, error);
        require(status == CDY_ERROR_MEMORY || status == other, "status %d: %s", (int)status, error->text);
    }
    return status == CDY_OK;
}

void require_steps(uint64_t before, size_t size, int passes, const char *what)
{
    enum { STEPS_A_PASS = 200000, STEPS_A_BYTE = 4000 };
    const double most = (double)passes * ((double)STEPS_A_PASS + (double)STEPS_A_BYTE * (double)size);
    const double taken = (double)(steps_taken() - before);
    require(taken <= most, "%s: %.0f steps for %zu bytes; expected %.0f at most", what, taken, size, most);
}

void *fuzz_allocate(size_t count, size_t size)
{
    void *memory = malloc(count * size + 1);
    require(memory, "no memory for %zu times %zu bytes", count, size);
    memset(memory, 0x5a, count * size + 1);
    return memory;
}

cdy_status fuzz_keep(void *context, const char *bytes, size_t size)
{
    fuzz_text *text = context;
    char *larger = realloc(text->bytes, text->size + size + 1);
    require(larger, "no memory");
    if (size > 0) {
        memcpy(larger + text->size, bytes, size);
    }
    text->bytes = larger;
    text->size += size;
    return CDY_OK;
}

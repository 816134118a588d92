#include "xacro/result.h"

#include "base/memory.h"

#include <string.h>

cdy_xacro_options cdy_xacro_options_default(void)
{
    return (cdy_xacro_options){0};
}

void cdy_expansion_destroy(cdy_expansion *expansion)
{
    if (expansion) {
        cdy_arena_clear(&expansion->memory);
        cdy_release(expansion);
    }
}

const char *cdy_expansion_text(const cdy_expansion *expansion, size_t *size)
{
    if (size) {
        *size = expansion ? expansion->size : 0;
    }
    return expansion ? expansion->text : NULL;
}

static const cdy_origin *origin_of(const cdy_expansion *e, int line)
{
    return e && line > 0 && (size_t)line <= e->line_count ? &e->lines[line - 1] : NULL;
}

cdy_source_place cdy_expansion_place(const cdy_expansion *expansion, int line)
{
    const cdy_origin *origin = origin_of(expansion, line);
    return origin ? (cdy_source_place){origin->file, origin->line} : (cdy_source_place){"", 0};
}

cdy_macro_call cdy_expansion_call(const cdy_expansion *expansion, int line, int number)
{
    const cdy_origin *origin = origin_of(expansion, line);
    const cdy_call *call = origin && number >= 0 ? origin->calls : NULL;
    for (int i = 0; call && i < number; i++) {
        call = call->outer;
    }
    return call ? (cdy_macro_call){call->macro, {call->file, call->line}} : (cdy_macro_call){NULL, {"", 0}};
}

size_t cdy_expansion_argument_count(const cdy_expansion *expansion)
{
    return expansion ? expansion->argument_count : 0;
}

const cdy_declared_argument *cdy_expansion_argument(const cdy_expansion *expansion, size_t number)
{
    return expansion && number < expansion->argument_count ? expansion->arguments[number] : NULL;
}

const char *cdy_expansion_file(const cdy_expansion *expansion, size_t number)
{
    return expansion && number < expansion->file_count ? expansion->files[number] : NULL;
}

const char *cdy_expansion_missing_file(const cdy_expansion *expansion, size_t number)
{
    return expansion && number < expansion->missing_count ? expansion->missing[number] : NULL;
}

bool cdy_xacro_is_needed(const char *text, size_t size)
{
    static const char mark[] = "<xacro:";
    const size_t length = sizeof mark - 1;
    for (const char *p = text, *end = text ? text + size : text; p && (size_t)(end - p) >= length; p++) {
        p = memchr(p, '<', (size_t)(end - p));
        if (!p || (size_t)(end - p) < length) {
            return false;
        }
        if (memcmp(p, mark, length) == 0) {
            return true;
        }
    }
    return false;
}

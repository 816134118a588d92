#include "xacro/function.h"

#include <string.h>

const cdy_function *cdy_find_function(const cdy_function *functions, const char *name)
{
    for (const cdy_function *f = functions; f->name; f++) {
        if (strcmp(f->name, name) == 0) {
            return f;
        }
    }
    return NULL;
}

cdy_value cdy_of_function(const cdy_function *f)
{
    return f->call || f->of ? (cdy_value){.kind = CDY_KIND_FUNCTION, .function = f} : f->constant;
}

cdy_value cdy_named_argument(const cdy_arguments *a, const char *name, cdy_value standard)
{
    for (size_t i = 0; i < a->named_count; i++) {
        if (strcmp(a->names[i], name) == 0) {
            return a->named[i];
        }
    }
    return standard;
}

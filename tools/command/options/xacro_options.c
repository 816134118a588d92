#include "options/xacro_options.h"

#include <stdlib.h>
#include <string.h>

static void print_warning(void *context, const char *file, int line, const char *text)
{
    (void)context;
    warn_at(file, line, text);
}

exit_code xacro_options_fill(xacro_options *x, const source_options *o, bool quiet)
{
    *x = (xacro_options){.options = cdy_xacro_options_default()};
    size_t bytes = 1;
    for (size_t i = 0; i < o->arguments->count; i++) {
        bytes += strlen(o->arguments->items[i]) + 1;
    }
    x->arguments = calloc(o->arguments->count + 1, sizeof *x->arguments);
    x->names = malloc(bytes);
    if (!x->arguments || !x->names) {
        return fail_memory();
    }
    char *name = x->names;
    for (size_t i = 0; i < o->arguments->count; i++) {
        const size_t length = strlen(o->arguments->items[i]) + 1;
        memcpy(name, o->arguments->items[i], length);
        char *sign = strstr(name, ":=");
        *sign = '\0';
        x->arguments[i] = (cdy_xacro_argument){name, sign + 2};
        name += length;
    }
    x->options.arguments = x->arguments;
    x->options.argument_count = o->arguments->count;
    x->options.package_paths = o->packages.items;
    x->options.package_path_count = o->packages.count;
    x->options.warn = quiet ? NULL : print_warning;
    x->options.max_bytes = source_bytes(o) < (size_t)1 << 30 ? source_bytes(o) : ((size_t)1 << 30) - 1;
    return EXIT_FINE;
}

void xacro_options_clear(xacro_options *x)
{
    free(x->arguments);
    free(x->names);
    *x = (xacro_options){0};
}

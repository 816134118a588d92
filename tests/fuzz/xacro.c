/* Xacro: a text expands to XML without elements of xacro, or its fault is reported with a place. */
#include "fuzz.h"

#include <string.h>

static void hear(void *context, const char *file, int line, const char *text)
{
    (void)context;
    (void)line;
    require_printable(file);
    require_printable(text);
}

/* Every line has a place in the source, and the chain of calls of a place ends. */
static void look_up_lines(const cdy_expansion *expansion, const char *text)
{
    int line = 1;
    for (const char *p = text; *p; p++) {
        if (*p != '\n') {
            continue;
        }
        require(cdy_expansion_place(expansion, line).file[0], "line %d has no place", line);
        for (int i = 0; cdy_expansion_call(expansion, line, i).macro; i++) {
            require(i < 5000, "calls without end");
        }
        line++;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const cdy_xacro_argument arguments[] = {{"name", "robot"}, {"size", "2.5"}};
    cdy_xacro_options options = cdy_xacro_options_default();
    options.arguments = arguments;
    options.argument_count = 2;
    options.warn = hear;
    options.max_steps = 100000;
    options.max_memory = (size_t)16 << 20;
    options.max_depth = 200;
    cdy_expansion *expansion = NULL;
    cdy_error error = {0};
    const cdy_status status =
        cdy_xacro_expand_text((const char *)data, size, "/nonexistent/robot.xacro", &options, &expansion, &error);
    if (require_status(status, CDY_ERROR_ROBOT, &error)) {
        size_t length;
        const char *text = cdy_expansion_text(expansion, &length);
        require(strlen(text) == length, "%zu bytes of %zu", strlen(text), length);
        look_up_lines(expansion, text);
    } else {
        require(!expansion, "an expansion after a failure");
    }
    cdy_expansion_destroy(expansion);
    return 0;
}

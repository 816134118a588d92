/* Expanding xacro files in builds without libyaml. */
#include "base/error.h"
#include "xacro/interpreter.h"

static cdy_status fail(cdy_expansion **expansion, cdy_error *error)
{
    if (expansion) {
        *expansion = NULL;
    }
    return cdy_fail(error, CDY_ERROR_UNSUPPORTED, "this build has no xacro; build it with libyaml");
}

cdy_status cdy_xacro_expand(const char *path, const cdy_xacro_options *options, cdy_expansion **expansion,
                            cdy_error *error)
{
    (void)path;
    (void)options;
    return fail(expansion, error);
}

cdy_status cdy_xacro_find_arguments(const char *path, const cdy_xacro_options *options, cdy_expansion **expansion,
                                    cdy_error *error)
{
    (void)path;
    (void)options;
    return fail(expansion, error);
}

cdy_status cdy_xacro_expand_text(const char *text, size_t size, const char *name, const cdy_xacro_options *options,
                                 cdy_expansion **expansion, cdy_error *error)
{
    (void)text;
    (void)size;
    (void)name;
    (void)options;
    return fail(expansion, error);
}

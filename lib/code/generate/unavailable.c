/* Generating code in builds without a C++ compiler, which tracing the kernels takes. */
#include "base/error.h"
#include "generate/kernel_code.h"

const kernels_worth cdy_kernels_worth[KERNELS_WORTH_COUNT] = {{0, 0, 0}};

static cdy_status refuse(cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                    "this build cannot generate code; build with a C++ compiler and -Dgenerate=enabled");
}

cdy_status cdy_generate(const cdy_model *model, const char *robot, const cdy_generate_options *options,
                        cdy_generated *code, cdy_error *error)
{
    (void)model, (void)robot, (void)options;
    cdy_generated_clear(code);
    return refuse(error);
}

cdy_status cdy_generate_kernel_code(const cdy_model *model, const kernel_code *code, char **source, size_t *bytes,
                                    cdy_error *error)
{
    (void)model, (void)code;
    *source = NULL;
    *bytes = 0;
    return refuse(error);
}

#include "specialize/object.h"

#include "base/error.h"
#include "base/loaded_library.h"
#include "generate/kernel_code.h"
#include "specialize/trial.h"

#include <dlfcn.h>
#include <fenv.h>
#include <stdio.h>

/* Finds the function of a call for so many lanes. */
static bool find_function(void *library, const char *call, int lanes, void *function)
{
    char name[64];
    snprintf(name, sizeof name, KERNEL_CODE_NAME "_%s_%d", call, lanes);
    return cdy_find_function(library, name, function);
}

/* The place of a function in the structs of functions. */
typedef struct known_function {
    unsigned call;
    const char *name;
    size_t doubles, floats; /* offset in special_doubles and in special_floats */
} known_function;

#define AT(name) offsetof(special_doubles, name), offsetof(special_floats, name)
static const known_function known[] = {
    {CDY_GENERATE_INVERSE_DYNAMICS, "inverse_dynamics", AT(inverse_dynamics)},
    {CDY_GENERATE_FORWARD_DYNAMICS, "articulated_bodies", AT(articulated_bodies)},
    {CDY_GENERATE_MASS_MATRIX, "mass_matrix", AT(mass_matrix)},
    {CDY_GENERATE_INVERSE_MASS_MATRIX, "inverse_with_pivots", AT(inverse_with_pivots)},
    {CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES, "inverse_dynamics_derivatives", AT(derivatives)},
    {CDY_GENERATE_INVERSE_DYNAMICS_VJP, "inverse_dynamics_products", AT(inverse_dynamics_products)},
    {CDY_GENERATE_FORWARD_DYNAMICS_VJP, "forward_dynamics_products", AT(forward_dynamics_products)},
    {CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES, "forward_derivatives_with_pivots", AT(forward_derivatives)}};

/* Whether the code tells that it lacks a function, since the kernel is faster. */
static bool is_left_out(void *library, const char *call, int lanes)
{
    char name[80];
    snprintf(name, sizeof name, KERNEL_CODE_NAME "_lacks_%s_%d", call, lanes);
    return dlsym(library, name) != NULL;
}

/* Finds the functions of the calls for so many lanes; `functions` are special_doubles or special_floats. */
static bool find_functions(void *library, unsigned calls, int lanes, bool floats, void *functions)
{
    bool found = true;
    for (size_t i = 0; found && i < sizeof known / sizeof *known; i++) {
        const known_function *k = &known[i];
        found = !(calls & k->call) ||
                find_function(library, k->name, lanes, (char *)functions + (floats ? k->floats : k->doubles)) ||
                is_left_out(library, k->name, lanes);
    }
    return found;
}

/* Finds the functions of a specialization, which has none. */
static bool find_all_functions(cdy_specialization *s, unsigned calls)
{
    special_code *code = &s->code;
    return code->floats ? find_functions(s->library, calls, code->lanes, true, &code->floats_packed)
                        : find_functions(s->library, calls, 1, false, &code->one) &&
                              find_functions(s->library, calls, code->lanes, false, &code->packed);
}

/* A compiler with -ffast-math in its options may have put a constructor into the code that lets numbers below the least
 * normal one count as zero in the calling thread; the caller's rounding is to stay as it is. */
static void *open_library(const char *path)
{
    fenv_t environment;
    const bool is_kept = !fegetenv(&environment);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (is_kept) {
        fesetenv(&environment);
    }
    return library;
}

cdy_status cdy_load_code(cdy_specialization *s, const cdy_model *model, const cdy_specialize_options *o,
                         const char *path, cdy_error *error)
{
    s->library = open_library(path);
    if (!s->library) {
        const char *reason = dlerror();
        return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "the compiled code cannot be loaded: %s",
                           reason ? reason : "dlopen() tells no reason");
    }
    cdy_status status = CDY_OK;
    if (!find_all_functions(s, o->calls)) {
        status = cdy_fail_at(error, CDY_ERROR_IO, path, 0, "the compiled code lacks a function that it is to have");
    }
    status = status ? status : (o->floats ? cdy_try_float_code : cdy_try_code)(s, model, o, error);
    if (status) {
        dlclose(s->library);
        s->library = NULL;
    }
    return status;
}

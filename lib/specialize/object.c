#include "specialize/object.h"

#include "base/error.h"
#include "base/loaded_library.h"
#include "generate/kernel_code.h"
#include "specialize/trial.h"

#include <dlfcn.h>
#include <stdio.h>

/* Finds the function of a call for so many lanes. */
static bool find_function(void *library, const char *call, int lanes, void *function)
{
    char name[64];
    snprintf(name, sizeof name, KERNEL_CODE_NAME "_%s_%d", call, lanes);
    return cdy_find_function(library, name, function);
}

/* Finds the functions of the calls for so many lanes. */
static bool find_functions(void *library, unsigned calls, int lanes, special_functions *f)
{
    const struct {
        unsigned call;
        const char *name;
        void *function;
    } all[] = {{CDY_GENERATE_INVERSE_DYNAMICS, "inverse_dynamics", &f->inverse_dynamics},
               {CDY_GENERATE_FORWARD_DYNAMICS, "articulated_bodies", &f->articulated_bodies},
               {CDY_GENERATE_MASS_MATRIX, "mass_matrix", &f->mass_matrix},
               {CDY_GENERATE_INVERSE_MASS_MATRIX, "inverse_with_pivots", &f->inverse_with_pivots},
               {CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES, "inverse_dynamics_derivatives", &f->derivatives}};
    bool found = true;
    *f = (special_functions){0};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        found = found && (!(calls & all[i].call) || find_function(library, all[i].name, lanes, all[i].function));
    }
    return found;
}

cdy_status cdy_load_code(cdy_specialization *s, const cdy_model *model, const cdy_specialize_options *o,
                         const char *path, cdy_error *error)
{
    s->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!s->library) {
        const char *reason = dlerror();
        return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "the compiled code cannot be loaded: %s",
                           reason ? reason : "dlopen() tells no reason");
    }
    cdy_status status = CDY_OK;
    if (!find_functions(s->library, o->calls, 1, &s->code.one) ||
        !find_functions(s->library, o->calls, s->code.lanes, &s->code.packed)) {
        status = cdy_fail_at(error, CDY_ERROR_IO, path, 0, "the compiled code lacks a function that it is to have");
    }
    status = status ? status : cdy_try_code(s, model, o, error);
    if (status) {
        dlclose(s->library);
        s->library = NULL;
    }
    return status;
}

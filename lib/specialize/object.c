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

static bool find_functions(void *library, unsigned calls, int lanes, special_functions *f)
{
    *f = (special_functions){NULL, NULL, NULL, NULL};
    return (!(calls & CDY_GENERATE_INVERSE_DYNAMICS) ||
            find_function(library, "inverse_dynamics", lanes, &f->inverse_dynamics)) &&
           (!(calls & CDY_GENERATE_FORWARD_DYNAMICS) ||
            find_function(library, "articulated_bodies", lanes, &f->articulated_bodies)) &&
           (!(calls & CDY_GENERATE_MASS_MATRIX) || find_function(library, "mass_matrix", lanes, &f->mass_matrix)) &&
           (!(calls & CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES) ||
            find_function(library, "inverse_dynamics_derivatives", lanes, &f->derivatives));
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

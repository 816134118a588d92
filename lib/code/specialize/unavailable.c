/* Specialization on systems without processes or dynamic loading. */
#include "base/error.h"
#include "base/memory.h"
#include "specialize/specialization.h"

cdy_status cdy_specialize(const cdy_model *model, const cdy_specialize_options *options,
                          cdy_specialization **specialization, cdy_error *error)
{
    (void)model, (void)options;
    if (specialization) {
        *specialization = NULL;
    }
    return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                    "this system cannot start compilers and load code; only the general calls are used");
}

void cdy_specialization_destroy(cdy_specialization *specialization)
{
    cdy_release(specialization);
}

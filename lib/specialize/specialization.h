/* A specialization: loaded code for one model. */
#ifndef CDY_SPECIALIZE_SPECIALIZATION_H
#define CDY_SPECIALIZE_SPECIALIZATION_H

#include "dynamics/special_code.h"

#include <condyle/specialize.h>

struct cdy_specialization {
    special_code code;
    void *library; /* of dlopen() */
    bool is_cached;
};

/* Fills the constants of `code` and chooses the width, checking the options (no NULL in it but for strings). Fails as
 * cdy_specialize() does. */
cdy_status cdy_check_specialize(const cdy_model *model, const cdy_specialize_options *options, special_code *code,
                                cdy_error *error);

#endif

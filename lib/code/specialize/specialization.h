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

/* Fails where code is for another model than that of `what`, which is to be given the code, or over other numbers.
 * NULL: no code. */
cdy_status cdy_check_code(const cdy_specialization *s, uint64_t fingerprint, bool floats, const char *what,
                          cdy_error *error);

/* Returns the lanes of batches that are to have so many (0: the most), over doubles and over floats; 0 where this build
 * or this machine has none. */
int cdy_code_lanes(int lanes);
int cdy_code_lanes_f32(int lanes);

#endif

/* Checking blocks of bytes that say they are models. */
#ifndef CDY_MODEL_CHECK_H
#define CDY_MODEL_CHECK_H

#include "model/model.h"

/* Checks all of a saved model of `size` bytes, aligned to 8: what passes is safe for every call.  Fails with
 * CDY_ERROR_ROBOT. */
cdy_status cdy_check_saved_model(const void *bytes, size_t size, cdy_error *error);

/* Checks what a model holds, whose header is known to be right as far as format and size go.  Fails with
 * CDY_ERROR_ROBOT. */
cdy_status cdy_check_model(const cdy_model *model, cdy_error *error);

/* Checks the moving bodies, their joints and coordinates, and the drives, all of whose sections are known to lie within
 * the block.  Fails with CDY_ERROR_ROBOT. */
cdy_status cdy_check_model_bodies(const cdy_model *model, cdy_error *error);

/* Tells whether a rotation turns and does nothing else, to 1e-6, and a translation is finite. */
bool cdy_is_placement(const double turn[9], const double translation[3]);

/* Tells whether the offset is that of a name, which ends within the block. */
bool cdy_is_name(const cdy_model *model, uint64_t offset);

#endif

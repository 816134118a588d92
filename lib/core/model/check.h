/* Validation of compiled models. */
#ifndef CDY_MODEL_CHECK_H
#define CDY_MODEL_CHECK_H

#include "model/model.h"

/* Checks a saved model of `size` bytes, aligned to 8, completely: every call is safe on a model that passes. Fails with
 * CDY_ERROR_ROBOT. */
cdy_status cdy_check_saved_model(const void *bytes, size_t size, cdy_error *error);

/* Checks the content of a model whose format and size are valid. Fails with CDY_ERROR_ROBOT. */
cdy_status cdy_check_model(const cdy_model *model, cdy_error *error);

/* Checks the moving bodies, joints, coordinates and drives; their sections must lie within the block. Fails with
 * CDY_ERROR_ROBOT. */
cdy_status cdy_check_model_bodies(const cdy_model *model, cdy_error *error);

/* Returns whether an offset lies in the section of names. The name ends within the block, whose last byte is 0. */
static inline bool is_name(const cdy_model *model, uint64_t offset)
{
    return offset >= model->name && offset < model->size;
}

#endif

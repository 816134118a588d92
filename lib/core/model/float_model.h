/* The float model: a copy of the numbers that kernels read, as float records (model/records.h), for the kernels over
 * floats. */
#ifndef CDY_MODEL_FLOAT_MODEL_H
#define CDY_MODEL_FLOAT_MODEL_H

#include "model/model.h"

/* Returns the bytes of a model's float model. */
size_t cdy_float_model_size(const cdy_model *model);

/* Writes the float model to memory of that size, aligned as malloc aligns. */
void cdy_float_model_init(cdy_float_model *floats, const cdy_model *model);

/* Updates the float model after a change of the payloads. */
void cdy_float_model_set_inertias(cdy_float_model *floats, const cdy_model *model);

/* Updates the float model after a change of the acting drives. */
void cdy_float_model_set_drives(cdy_float_model *floats, const cdy_model *model);

#endif

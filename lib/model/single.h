/* Conversion of a model to floats for the kernels over floats: the same block with float records (model/records.h). */
#ifndef CDY_MODEL_SINGLE_H
#define CDY_MODEL_SINGLE_H

#include "model/model.h"

/* Write the float copy of a model: same size, same section offsets. */
void cdy_model_to_single(const cdy_model *model, cdy_model *copy);

/* Update the copy after a change of the payloads. */
void cdy_model_inertias_to_single(const cdy_model *model, cdy_model *copy);

/* Update the copy after a change of the acting drives. */
void cdy_model_drives_to_single(const cdy_model *model, cdy_model *copy);

#endif

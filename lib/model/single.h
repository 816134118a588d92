/* A model for kernels over floats: the same block with the numbers of its records (model/records.h) as floats. */
#ifndef CDY_MODEL_SINGLE_H
#define CDY_MODEL_SINGLE_H

#include "model/model.h"

/* Writes the copy of a model, which takes as many bytes.  All else in it stays as it is, and so are where the sections
 * begin. */
void cdy_model_to_single(const cdy_model *model, cdy_model *copy);

/* Writes again what may have changed since: which drives act, and as what. */
void cdy_model_drives_to_single(const cdy_model *model, cdy_model *copy);

#endif

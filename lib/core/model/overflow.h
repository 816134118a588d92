/* Check of a compiled model for overflow: sums and products of finite numbers of a tree may be infinite. */
#ifndef CDY_MODEL_OVERFLOW_H
#define CDY_MODEL_OVERFLOW_H

#include "model/model.h"

/* Checks the placements, merged inertias and drives of a new model. Fails with CDY_ERROR_ROBOT and the name of the
 * body. */
cdy_status cdy_check_overflow(const cdy_model *model, cdy_error *error);

#endif

/* Selection of the drives that act. */
#ifndef CDY_MODEL_DRIVES_H
#define CDY_MODEL_DRIVES_H

#include "model/model.h"

/* The part of a drive that is active under these options. */
model_drive cdy_acting_drive(const cdy_drive_options *options, const model_drive *drive);

/* Whether a drive contributes to the dynamics. */
bool cdy_drive_acts(const model_drive *drive);

#endif

/* Drives of a model: which part of what a robot has acts. */
#ifndef CDY_MODEL_DRIVES_H
#define CDY_MODEL_DRIVES_H

#include "model/model.h"

/* Returns what of a robot's drive acts under these options. */
model_drive cdy_acting_drive(const cdy_drive_options *options, const model_drive *drive);

/* Tells whether a drive has any part in the dynamics. */
bool cdy_drive_acts(const model_drive *drive);

#endif

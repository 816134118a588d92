/* Selection of the drives that act. */
#ifndef CDY_MODEL_DRIVES_H
#define CDY_MODEL_DRIVES_H

#include "model/model.h"

/* The part of a drive that is active under these options, `rise` kelvins above the temperature of its numbers: widths
 * and exponents have their defaults, and friction its temperature. */
model_drive cdy_acting_drive(const cdy_drive_options *options, const model_drive *drive, double rise);

/* Makes the acting drives of a model from all its drives, the options and the temperatures. */
void cdy_select_drives(cdy_model *model);

/* Whether all numbers of two drives are equal but for rounding of an exponential, which another machine may round
 * otherwise. */
bool cdy_same_drive(const model_drive *a, const model_drive *b);

/* Whether a drive contributes to the dynamics. */
bool cdy_drive_acts(const model_drive *drive);

#endif

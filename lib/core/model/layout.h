/* Layout of the block: the sections' offsets follow from the counts in the header. */
#ifndef CDY_MODEL_LAYOUT_H
#define CDY_MODEL_LAYOUT_H

#include "model/model.h"

enum { MODEL_ALIGNMENT = 16 /* alignment of sections */, MODEL_VERSION = 4 };

/* Write the marks that identify the format. */
void cdy_mark_format(cdy_model *header);

/* Compute the sections' offsets and the block's size from the counts; `name_bytes`: total length of all names. */
void cdy_lay_out(cdy_model *header, uint64_t name_bytes);

#endif

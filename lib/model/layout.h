/* The layout of the block: where its sections lie, which follows from the counts in the header alone. */
#ifndef CDY_MODEL_LAYOUT_H
#define CDY_MODEL_LAYOUT_H

#include "model/model.h"

enum { MODEL_ALIGNMENT = 16 /* of sections */, MODEL_VERSION = 2 };

/* Writes the marks of the format: what a block must begin with to be read here. */
void cdy_mark_format(cdy_model *header);

/* Sets the offsets of all sections and the size from the counts, `name_bytes` being those of all names. */
void cdy_lay_out(cdy_model *header, uint64_t name_bytes);

#endif

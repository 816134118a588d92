/* Numbers that stand for what a block holds. */
#ifndef CDY_MODEL_HASH_H
#define CDY_MODEL_HASH_H

#include "model/model.h"

/* Returns the fingerprint: of all that does not change once a model is compiled. */
uint64_t cdy_model_fingerprint(const cdy_model *model);

/* Returns the checksum of a block of `size` bytes (a multiple of 8, of any alignment), its own place left out. */
uint64_t cdy_model_checksum(const void *bytes, size_t size);

#endif

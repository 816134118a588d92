/* Hashes of a model. */
#ifndef CDY_MODEL_HASH_H
#define CDY_MODEL_HASH_H

#include "model/model.h"

/* Hash of all that does not change after compiling. */
uint64_t cdy_model_fingerprint(const cdy_model *model);

/* Hash of the payloads. */
uint64_t cdy_model_payload_mark(const cdy_model *model);

/* Hash of the acting drives. */
uint64_t cdy_model_drive_mark(const cdy_model *model);

/* Checksum of a block of `size` bytes (a multiple of 8, any alignment), without its own field. */
uint64_t cdy_model_checksum(const void *bytes, size_t size);

#endif

/* Bytes that the author of a robot file cannot predict. */
#ifndef CDY_BASE_ENTROPY_H
#define CDY_BASE_ENTROPY_H

#include <stddef.h>

/* Fills bytes from the random generator of the system, without waiting for it, or else from a clock. */
void cdy_gather_entropy(void *bytes, size_t size);

#endif

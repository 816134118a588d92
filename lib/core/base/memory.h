/* Memory: all heap allocations of the library, with sizes checked for overflow. */
#ifndef CDY_BASE_MEMORY_H
#define CDY_BASE_MEMORY_H

#include <stddef.h>

/* Returns `count` zeroed elements of `size` bytes; NULL if memory runs out or count * size overflows. */
void *cdy_allocate(size_t count, size_t size);

/* Resizes an array to `count` elements of `size` bytes, as realloc does; returns NULL on failure, and the old array
 * stays valid. */
void *cdy_reallocate(void *memory, size_t count, size_t size);

/* Frees memory from the two functions above; accepts NULL. */
void cdy_release(void *memory);

/* Returns a null-terminated copy of `length` bytes of `text`; NULL on failure. */
char *cdy_copy_text(const char *text, size_t length);

#endif

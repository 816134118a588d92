/* Memory: the one door to the heap, with sizes checked for overflow. */
#ifndef CDY_BASE_MEMORY_H
#define CDY_BASE_MEMORY_H

#include <stddef.h>

/* Returns `count` zeroed elements of `size` bytes, NULL where memory runs out or count * size overflows. */
void *cdy_allocate(size_t count, size_t size);

/* Grows an array to `count` elements of `size` bytes, as realloc does; the old one stays valid on NULL. */
void *cdy_reallocate(void *memory, size_t count, size_t size);

/* Frees what the two above returned; takes NULL. */
void cdy_release(void *memory);

/* Returns a copy of `length` bytes of `text` with a closing 0, or NULL. */
char *cdy_copy_text(const char *text, size_t length);

#endif

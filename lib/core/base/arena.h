/* Arena: many small allocations that are freed together. */
#ifndef CDY_BASE_ARENA_H
#define CDY_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cdy_arena {
    struct cdy_arena_block *blocks; /* newest first */
    bool failed;                    /* an allocation has failed since the arena was empty */
} cdy_arena;

/* Returns `count` zeroed elements of `size` bytes, aligned for any type; NULL on failure. */
void *cdy_arena_allocate(cdy_arena *arena, size_t count, size_t size);

/* Returns a copy of a string; NULL on failure. */
char *cdy_arena_copy(cdy_arena *arena, const char *text);

/* Frees all allocations; the arena is then empty and can be used again. */
void cdy_arena_clear(cdy_arena *arena);

#endif

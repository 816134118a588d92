/* Arena: many small pieces of memory that live and die together. */
#ifndef CDY_BASE_ARENA_H
#define CDY_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cdy_arena {
    struct cdy_arena_block *blocks; /* newest first */
    bool failed;                    /* memory ran out since the arena was empty */
} cdy_arena;

/* Returns `count` zeroed elements of `size` bytes, aligned for any type; NULL where memory runs out. */
void *cdy_arena_allocate(cdy_arena *arena, size_t count, size_t size);

/* Returns a copy of a text; NULL where memory runs out. */
char *cdy_arena_copy(cdy_arena *arena, const char *text);

/* Frees everything; the arena is then empty and ready for use again. */
void cdy_arena_clear(cdy_arena *arena);

#endif

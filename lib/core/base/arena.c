#include "base/arena.h"

#include "base/memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

enum { FIRST_BLOCK = 1024, LARGEST_BLOCK = 1 << 20 };

typedef struct cdy_arena_block {
    struct cdy_arena_block *next;
    size_t size, used; /* bytes after this header */
    alignas(max_align_t) unsigned char memory[];
} block;

/* Each block is twice as large as the one before, so that the number of blocks grows with the logarithm of the total
 * size and a small arena stays small. */
static block *add_block(cdy_arena *arena, size_t needed)
{
    size_t size = arena->blocks ? 2 * arena->blocks->size : FIRST_BLOCK;
    size = size > LARGEST_BLOCK ? LARGEST_BLOCK : size;
    size = size < needed ? needed : size;
    if (size > SIZE_MAX - sizeof(block)) {
        return NULL;
    }
    block *new_block = cdy_allocate(1, sizeof(block) + size);
    if (new_block) {
        new_block->next = arena->blocks;
        new_block->size = size;
        arena->blocks = new_block;
    }
    return new_block;
}

void *cdy_arena_allocate(cdy_arena *arena, size_t count, size_t size)
{
    const size_t step = alignof(max_align_t);
    const bool possible = !size || count <= (SIZE_MAX - step) / size;
    size_t bytes = possible ? (count * size + step - 1) / step * step : 0;
    block *b = possible ? arena->blocks : NULL;
    if (possible && (!b || bytes > b->size - b->used)) {
        b = add_block(arena, bytes);
    }
    if (!b) {
        arena->failed = true;
        return NULL;
    }
    void *piece = b->memory + b->used;
    b->used += bytes;
    return piece;
}

char *cdy_arena_copy(cdy_arena *arena, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = cdy_arena_allocate(arena, size, 1);
    if (copy) {
        memcpy(copy, text, size);
    }
    return copy;
}

void cdy_arena_clear(cdy_arena *arena)
{
    while (arena->blocks) {
        block *next = arena->blocks->next;
        cdy_release(arena->blocks);
        arena->blocks = next;
    }
    arena->failed = false;
}

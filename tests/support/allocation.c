#include "support/allocation.h"

#ifdef CDY_COUNTS_HEAP

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* glibc exports its own functions under these names too, so that a program may define malloc() and the others itself.
 */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

/* The tests that count have one thread. */
static heap_counts counts;
static size_t until_failure;
static bool failed, held;

/* Counts an allocation; returns false where this allocation has to fail. */
static bool admit(size_t bytes)
{
    counts.calls++;
    counts.bytes += bytes;
    if (until_failure > 0 && --until_failure == 0) {
        failed = true;
        errno = ENOMEM;
        return false;
    }
    return true;
}

static void hold_bytes(void *memory)
{
    counts.held += malloc_usable_size(memory);
    counts.most = counts.held > counts.most ? counts.held : counts.most;
}

/* Fills the bytes behind a block that the heap rounded its size up by, where reading beyond the block would often find
 * zeros. */
static void spoil_rest(void *memory, size_t size)
{
    if (memory) {
        memset((char *)memory + size, 0xA5, malloc_usable_size(memory) - size);
    }
}

static void *note(void *memory, size_t size)
{
    counts.live += memory != NULL;
    hold_bytes(memory);
    spoil_rest(memory, size);
    return memory;
}

void *malloc(size_t size)
{
    return admit(size) ? note(__libc_malloc(size), size) : NULL;
}

void *calloc(size_t count, size_t size)
{
    return admit(count * size) ? note(__libc_calloc(count, size), count * size) : NULL;
}

void *realloc(void *memory, size_t size)
{
    if (!admit(size)) {
        return NULL;
    }
    const size_t before = malloc_usable_size(memory);
    void *moved = __libc_realloc(memory, size);
    counts.live += !memory && moved;
    if (moved) {
        counts.held -= before;
        hold_bytes(moved);
        spoil_rest(moved, size);
    }
    return moved;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return admit(size) ? note(__libc_memalign(alignment, size), size) : NULL;
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    void *block = admit(size) ? note(__libc_memalign(alignment, size), size) : NULL;
    if (block) {
        *memory = block;
    }
    return block ? 0 : ENOMEM;
}

void free(void *memory)
{
    counts.calls += memory != NULL;
    counts.live -= memory != NULL;
    counts.held -= malloc_usable_size(memory);
    if (!held) {
        __libc_free(memory);
    }
}

bool heap_is_counted(void)
{
    size_t before = counts.calls;
    void *volatile memory = malloc(1);
    free(memory);
    return counts.calls == before + 2;
}

heap_counts heap_count(void)
{
    return counts;
}

void heap_fail_at(size_t number)
{
    until_failure = number;
    failed = false;
}

bool heap_has_failed(void)
{
    return failed;
}

void heap_hold(bool hold)
{
    held = hold;
}

#else

bool heap_is_counted(void)
{
    return false;
}

heap_counts heap_count(void)
{
    return (heap_counts){0};
}

void heap_fail_at(size_t number)
{
    (void)number;
}

bool heap_has_failed(void)
{
    return false;
}

void heap_hold(bool hold)
{
    (void)hold;
}

#endif

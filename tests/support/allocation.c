#include "support/allocation.h"

#ifdef CDY_COUNTS_HEAP

#include <errno.h>
#include <execinfo.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
static size_t *noted_callers, notes_left;

static void note_callers(void)
{
    enum { DEEPEST = 64 };
    void *calls[DEEPEST];
    size_t mixed = 0;
    const int depth = backtrace(calls, DEEPEST);
    for (int i = 0; i < depth; i++) {
        mixed = (mixed ^ (size_t)(uintptr_t)calls[i]) * (size_t)UINT64_C(0x9e3779b97f4a7c15);
        mixed ^= mixed >> 29;
    }
    *noted_callers++ = mixed;
    notes_left--;
}

/* Counts an allocation; returns false where this allocation has to fail. */
static bool admit(size_t bytes)
{
    counts.calls++;
    counts.bytes += bytes;
    if (notes_left > 0) {
        note_callers();
    }
    if (until_failure > 0 && --until_failure == 0) {
        failed = true;
        errno = ENOMEM;
        return false;
    }
    return true;
}

/* Behind every block lie guard bytes, and its size: reading them gives no zeros, and free() sees whether they were
 * written to. Blocks from elsewhere have no such size. */
enum { GUARD = 16, MOST_CHECKED = 64, FILL = 0xA5 };
static const size_t size_mark = (size_t)UINT64_C(0x5ca1ab1eb0a710ad);

static size_t bytes_of(void *memory)
{
    return memory ? malloc_usable_size(memory) : 0;
}

static void guard(void *memory, size_t size)
{
    const size_t end = bytes_of(memory) - sizeof size, noted = size ^ size_mark;
    memset((char *)memory + size, FILL, end - size);
    memcpy((char *)memory + end, &noted, sizeof noted);
}

/* Ends the program where the bytes behind a block have changed. Returns the block's size; SIZE_MAX: it is from
 * elsewhere. */
static size_t check_guard(void *memory)
{
    const unsigned char *bytes = memory;
    const size_t usable = bytes_of(memory);
    if (usable < GUARD) {
        return SIZE_MAX;
    }
    const size_t end = usable - sizeof(size_t);
    size_t size;
    memcpy(&size, bytes + end, sizeof size);
    size ^= size_mark;
    if (size > usable - GUARD) {
        return SIZE_MAX;
    }
    const size_t last = end - size < MOST_CHECKED ? end : size + MOST_CHECKED; /* a large block has a page behind it */
    for (size_t i = size; i < last; i++) {
        if (bytes[i] != FILL) {
            static const char said[] = "a block of the heap was written to behind its end\n";
            const ssize_t written = write(STDERR_FILENO, said, sizeof said - 1);
            (void)written;
            abort();
        }
    }
    return size;
}

/* Removes the size, which must not be found behind another block at the same place; returns it as check_guard(). */
static size_t remove_guard(void *memory)
{
    const size_t size = check_guard(memory);
    if (size != SIZE_MAX) {
        memset((char *)memory + bytes_of(memory) - sizeof size, 0, sizeof size);
    }
    return size;
}

static void hold_bytes(void *memory)
{
    counts.held += bytes_of(memory);
    counts.most = counts.held > counts.most ? counts.held : counts.most;
}

static void *note(void *memory, size_t size)
{
    if (memory) {
        counts.live++;
        hold_bytes(memory);
        guard(memory, size);
    }
    return memory;
}

/* Counts an allocation of a size that leaves room for the guard bytes. */
static bool admit_guarded(size_t size)
{
    if (size > SIZE_MAX - GUARD) {
        errno = ENOMEM;
        return false;
    }
    return admit(size);
}

void *malloc(size_t size)
{
    return admit_guarded(size) ? note(__libc_malloc(size + GUARD), size) : NULL;
}

void *calloc(size_t count, size_t size)
{
    const size_t bytes = count && size > SIZE_MAX / count ? SIZE_MAX : count * size;
    return admit_guarded(bytes) ? note(__libc_calloc(bytes + GUARD, 1), bytes) : NULL;
}

void *realloc(void *memory, size_t size)
{
    if (!admit_guarded(size)) {
        return NULL;
    }
    const size_t before = bytes_of(memory);
    const size_t size_before = remove_guard(memory);
    void *moved = __libc_realloc(memory, size + GUARD);
    counts.live += !memory && moved;
    if (moved) {
        counts.held -= before;
        hold_bytes(moved);
        guard(moved, size);
    } else if (size_before != SIZE_MAX) {
        guard(memory, size_before);
    }
    return moved;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return admit_guarded(size) ? note(__libc_memalign(alignment, size + GUARD), size) : NULL;
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    void *block = admit_guarded(size) ? note(__libc_memalign(alignment, size + GUARD), size) : NULL;
    if (block) {
        *memory = block;
    }
    return block ? 0 : ENOMEM;
}

void free(void *memory)
{
    counts.calls += memory != NULL;
    counts.live -= memory != NULL;
    counts.held -= bytes_of(memory);
    if (held) {
        check_guard(memory);
        return;
    }
    remove_guard(memory);
    __libc_free(memory);
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

void heap_note_callers(size_t *callers, size_t most)
{
    void *call;
    notes_left = 0;
    (void)backtrace(&call, 1); /* the first call of it allocates */
    noted_callers = callers;
    notes_left = callers ? most : 0;
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

void heap_note_callers(size_t *callers, size_t most)
{
    (void)callers;
    (void)most;
}

void heap_hold(bool hold)
{
    (void)hold;
}

#endif

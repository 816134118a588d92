/* A heap that ends the program: linked into examples that must not allocate. */
#include <stdlib.h>

void trap_heap(void);

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static int trapped;

/* The libraries of a program may allocate before main() begins. */
void trap_heap(void)
{
    trapped = 1;
}

static void check(void)
{
    if (trapped) {
        abort();
    }
}

void *malloc(size_t size)
{
    check();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    check();
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    check();
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    check();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    check();
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : 12; /* ENOMEM */
}

void free(void *memory)
{
    __libc_free(memory);
}

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *cdy_allocate(size_t count, size_t size)
{
    return calloc(count ? count : 1, size ? size : 1);
}

void *cdy_reallocate(void *memory, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) {
        return NULL;
    }
    size_t bytes = count * size;
    return realloc(memory, bytes ? bytes : 1);
}

void cdy_release(void *memory)
{
    free(memory);
}

char *cdy_copy_text(const char *text, size_t length)
{
    char *copy = length < SIZE_MAX ? malloc(length + 1) : NULL;
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

/* For the tests on Windows, before every other header: functions of POSIX and C11 that have other names there. */
#ifndef CDY_TESTS_WINDOWS_H
#define CDY_TESTS_WINDOWS_H

#include <direct.h>
#include <io.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Windows frees aligned memory by a function of its own, so that all allocations are aligned here. */
#define aligned_alloc(alignment, size) _aligned_malloc((size), (alignment))
#define malloc(size)                   _aligned_malloc((size), 16)
#define calloc(count, size)            allocate_zeroed((count), (size))
#define realloc(memory, size)          _aligned_realloc((memory), (size), 16)
#define free(memory)                   _aligned_free(memory)

#define mkdir(path, mode)            _mkdir(path)
#define setenv(name, value, replace) _putenv_s((name), (value))

static inline void *allocate_zeroed(size_t count, size_t size)
{
    void *memory = size && count > SIZE_MAX / size ? NULL : malloc(count * size);
    return memory ? memset(memory, 0, count * size) : NULL;
}

static inline char *mkdtemp(char *path)
{
    return _mktemp(path) && _mkdir(path) == 0 ? path : NULL;
}

#endif

#include "base/entropy.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#if defined(__linux__) || defined(__APPLE__)
#include <sys/random.h>
#endif

static bool ask_system(void *bytes, size_t size)
{
#if defined(__linux__)
    return getrandom(bytes, size, GRND_NONBLOCK) == (ssize_t)size;
#elif defined(__APPLE__)
    return getentropy(bytes, size) == 0;
#else
    (void)bytes, (void)size;
    return false;
#endif
}

void cdy_gather_entropy(void *bytes, size_t size)
{
    if (!ask_system(bytes, size)) {
        struct timespec now = {0};
        clock_gettime(CLOCK_MONOTONIC, &now);
        const uint64_t mixed = (uint64_t)now.tv_nsec << 32 ^ (uint64_t)now.tv_sec;
        memcpy(bytes, &mixed, size < sizeof mixed ? size : sizeof mixed);
    }
}

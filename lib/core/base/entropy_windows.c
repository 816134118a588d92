#define _CRT_RAND_S /* rand_s */
#include "base/entropy.h"

#include <stdlib.h>
#include <string.h>

/* rand_s() is the random generator of the system, unlike rand(). rand_s() does not fail; if it did, the bytes would
 * stay zero. */
void cdy_gather_entropy(void *bytes, size_t size)
{
    char *to = bytes;
    while (size > 0) {
        unsigned random = 0;
        rand_s(&random);
        const size_t part = size < sizeof random ? size : sizeof random;
        memcpy(to, &random, part);
        to += part;
        size -= part;
    }
}

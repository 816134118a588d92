/* Hashes that name files. */
#ifndef CDY_SPECIALIZE_HASH_H
#define CDY_SPECIALIZE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct wide_hash {
    uint64_t a, b;
} wide_hash;

static const wide_hash hash_seed = {0xcbf29ce484222325u, 0x9e3779b97f4a7c15u};

/* Adds bytes: FNV-1a twice over 64 bits, with different seeds, multipliers and foldings. */
static inline wide_hash hash_bytes(wide_hash hash, const void *bytes, size_t size)
{
    const unsigned char *place = bytes;
    for (size_t i = 0; i < size; i++) {
        hash.a = (hash.a ^ place[i]) * 0x100000001b3u;
        hash.b = (hash.b ^ place[i]) * 0xff51afd7ed558ccdu;
        hash.b ^= hash.b >> 32;
    }
    return hash;
}

/* Adds a text with its end. */
static inline wide_hash hash_text(wide_hash hash, const char *text)
{
    return hash_bytes(hash, text, strlen(text) + 1);
}

#endif

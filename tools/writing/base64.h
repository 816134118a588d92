/* Base 64: bytes as text. */
#ifndef CONDYLE_TOOLS_BASE64_H
#define CONDYLE_TOOLS_BASE64_H

#include "writing/sink.h"

/* Bytes on their way, which are written three at a time. */
typedef struct base64 {
    const sink *to;
    unsigned char waiting[3];
    size_t count;
} base64;

/* Writes bytes behind those before. */
void base64_add(base64 *b, const void *bytes, size_t size);

/* Writes the bytes that still wait, and the padding. */
void base64_end(base64 *b);

/* Writes all of some bytes. */
void base64_write(const void *bytes, size_t size, const sink *to);

#endif

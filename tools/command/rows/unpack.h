/* Unpacking of zstd and lz4, by their libraries, which are loaded when the first piece needs them. */
#ifndef CONDYLE_TOOLS_UNPACK_H
#define CONDYLE_TOOLS_UNPACK_H

#include "run/text.h"

typedef enum unpack_status {
    UNPACK_OK = 0,
    UNPACK_DAMAGED,    /* the bytes are none of the format, or unpack to another size */
    UNPACK_IMPOSSIBLE, /* no such library here, or no memory (problem->failed) */
} unpack_status;

/* Unpacks all of a frame into exactly `size` bytes. `format` is "zstd" or "lz4" (the frame format); the reason of a
 * failure is in `problem`, with the package that has the library. */
unpack_status unpack(const char *format, const unsigned char *packed, size_t packed_size, unsigned char *bytes,
                     size_t size, text_buffer *problem);

/* Unpacks a whole frame of zstd, which tells its size, into new bytes that free() frees: *bytes, *size, at most `most`.
 */
unpack_status unpack_message(const unsigned char *packed, size_t packed_size, size_t most, unsigned char **bytes,
                             size_t *size, text_buffer *problem);

#endif

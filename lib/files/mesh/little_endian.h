/* Numbers of binary meshes, least byte first, whatever the machine's order. */
#ifndef CDY_MESH_LITTLE_ENDIAN_H
#define CDY_MESH_LITTLE_ENDIAN_H

#include <stdint.h>
#include <string.h>

static inline uint32_t read_u32(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* A number in single precision (IEEE 754). */
static inline double read_float(const char *bytes)
{
    const uint32_t bits = read_u32(bytes);
    float number;
    memcpy(&number, &bits, sizeof number);
    return (double)number;
}

#endif

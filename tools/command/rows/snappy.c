#include "rows/snappy.h"

#include <stdint.h>
#include <string.h>

/* A number of `count` bytes, the least significant first. */
static size_t take_number(const unsigned char *bytes, size_t count)
{
    size_t number = 0;
    for (size_t i = 0; i < count; i++) {
        number |= (size_t)bytes[i] << 8 * i;
    }
    return number;
}

/* Reads the length of all bytes in front of them. */
static bool take_size(const unsigned char *packed, size_t packed_size, size_t *at, uint64_t *size)
{
    *size = 0;
    for (unsigned shift = 0; shift < 35 && *at < packed_size; shift += 7) {
        const unsigned char byte = packed[(*at)++];
        *size |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) {
            return true;
        }
    }
    return false;
}

/* What stands behind a tag: bytes as they are, or bytes that came before. */
typedef struct element {
    size_t extra; /* bytes of the length or the distance behind the tag */
    size_t length, distance;
} element;

static bool take_element(const unsigned char *packed, size_t left, element *e)
{
    const unsigned tag = packed[0];
    static const size_t extras[] = {0, 1, 2, 4};
    e->extra = extras[tag & 3];
    e->distance = 0;
    if ((tag & 3) == 0) {
        const size_t length = tag >> 2;
        e->extra = length < 60 ? 0 : length - 59;
        e->length = length + 1;
        if (e->extra > 0 && e->extra < left) {
            e->length = take_number(packed + 1, e->extra) + 1;
        }
        return e->extra < left;
    }
    if (e->extra >= left) {
        return false;
    }
    e->distance = take_number(packed + 1, e->extra) + ((tag & 3) == 1 ? (size_t)(tag >> 5) << 8 : 0);
    e->length = (tag & 3) == 1 ? 4 + (tag >> 2 & 7) : 1 + (tag >> 2);
    return e->distance > 0;
}

bool snappy_unpack(const unsigned char *packed, size_t packed_size, unsigned char *bytes, size_t size)
{
    size_t at = 0, made = 0;
    uint64_t told;
    if (!take_size(packed, packed_size, &at, &told) || told != size) {
        return false;
    }
    while (at < packed_size) {
        element e;
        if (!take_element(packed + at, packed_size - at, &e) || e.length > size - made || e.distance > made) {
            return false;
        }
        at += 1 + e.extra;
        if (e.distance == 0) {
            if (e.length > packed_size - at) {
                return false;
            }
            memcpy(bytes + made, packed + at, e.length);
            at += e.length;
        }
        for (size_t i = 0; e.distance > 0 && i < e.length; i++) { /* both may overlap */
            bytes[made + i] = bytes[made + i - e.distance];
        }
        made += e.length;
    }
    return made == size;
}

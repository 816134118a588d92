#include "writing/base64.h"

static void write_group(base64 *b)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *w = b->waiting;
    const unsigned group = (unsigned)w[0] << 16 | (unsigned)w[1] << 8 | w[2];
    const char four[4] = {digits[group >> 18], digits[group >> 12 & 63], b->count > 1 ? digits[group >> 6 & 63] : '=',
                          b->count > 2 ? digits[group & 63] : '='};
    sink_bytes(b->to, four, 4);
    *b = (base64){.to = b->to};
}

void base64_add(base64 *b, const void *bytes, size_t size)
{
    const unsigned char *from = bytes;
    for (size_t i = 0; i < size; i++) {
        b->waiting[b->count++] = from[i];
        if (b->count == sizeof b->waiting) {
            write_group(b);
        }
    }
}

void base64_end(base64 *b)
{
    if (b->count > 0) {
        write_group(b);
    }
}

void base64_write(const void *bytes, size_t size, const sink *to)
{
    base64 b = {.to = to};
    base64_add(&b, bytes, size);
    base64_end(&b);
}

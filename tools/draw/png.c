#include "draw/png.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char signature[8] = {(char)0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

static void put_u32(unsigned char *place, unsigned long number)
{
    for (int k = 0; k < 4; k++) {
        place[k] = (unsigned char)(number >> (24 - 8 * k) & 0xff);
    }
}

/* The checksum of bytes behind those with the checksum `sum`: CRC 32, four bits at a time (annex D). */
static uint32_t add_checksum(uint32_t sum, const unsigned char *bytes, size_t size)
{
    static const uint32_t steps[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                       0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    uint32_t c = ~sum;
    for (size_t i = 0; i < size; i++) {
        c ^= bytes[i];
        c = c >> 4 ^ steps[c & 15];
        c = c >> 4 ^ steps[c & 15];
    }
    return ~c;
}

/* A part of a chunk. */
typedef struct part {
    const unsigned char *bytes;
    size_t size;
} part;

/* Writes a chunk: length, type, data in two parts, checksum of type and data. */
static void write_chunk(const char *type, part first, part second, const sink *to)
{
    unsigned char head[8], end[4];
    put_u32(head, (unsigned long)(first.size + second.size));
    memcpy(head + 4, type, 4);
    put_u32(end, add_checksum(add_checksum(add_checksum(0, head + 4, 4), first.bytes, first.size), second.bytes,
                              second.size));
    sink_bytes(to, (const char *)head, sizeof head);
    sink_bytes(to, (const char *)first.bytes, first.size);
    sink_bytes(to, (const char *)second.bytes, second.size);
    sink_bytes(to, (const char *)end, sizeof end);
}

static const part nothing = {(const unsigned char *)"", 0};

/* Compresses the rows, each as differences from the row above (filter 2); NULL where memory runs out. */
static unsigned char *pack_rows(const image *p, packer *pack, size_t *size)
{
    const size_t row = 3 * (size_t)p->width, bytes = (row + 1) * (size_t)p->height;
    unsigned char *rows = malloc(bytes + 1);
    for (int y = 0; rows && y < p->height; y++) {
        unsigned char *to = rows + (row + 1) * (size_t)y;
        const unsigned char *from = p->pixels + row * (size_t)y;
        *to++ = 2;
        for (size_t x = 0; x < row; x++) {
            to[x] = (unsigned char)(from[x] - (y > 0 ? *(from + x - row) : 0));
        }
    }
    unsigned char *packed = rows ? pack(rows, bytes, size) : NULL;
    free(rows);
    return packed;
}

/* Writes the header: size, 8 bits of red, green and blue. */
static void write_header(int width, int height, const sink *to)
{
    unsigned char header[13] = {[8] = 8, [9] = 2};
    put_u32(header, (unsigned long)width);
    put_u32(header + 4, (unsigned long)height);
    sink_bytes(to, signature, sizeof signature);
    write_chunk("IHDR", (part){header, sizeof header}, nothing, to);
}

bool png_write(const image *picture, packer *pack, const sink *to)
{
    size_t size;
    unsigned char *rows = pack_rows(picture, pack, &size);
    if (rows) {
        write_header(picture->width, picture->height, to);
        write_chunk("IDAT", (part){rows, size}, nothing, to);
        write_chunk("IEND", nothing, nothing, to);
    }
    free(rows);
    return rows != NULL;
}

void apng_begin(int width, int height, unsigned frames, const sink *to)
{
    unsigned char control[8] = {0}; /* it plays for ever */
    write_header(width, height, to);
    put_u32(control, frames);
    write_chunk("acTL", (part){control, sizeof control}, nothing, to);
}

/* Control and data chunks are numbered together; the data of the first picture has no number. */
bool apng_write(const image *picture, unsigned number, int rate, packer *pack, const sink *to)
{
    unsigned char control[26] = {[21] = 1, [23] = (unsigned char)rate}, place[4];
    size_t size;
    unsigned char *rows = pack_rows(picture, pack, &size);
    if (!rows) {
        return false;
    }
    put_u32(control, number == 0 ? 0 : 2ul * number - 1);
    put_u32(control + 4, (unsigned long)picture->width);
    put_u32(control + 8, (unsigned long)picture->height);
    put_u32(place, 2ul * number);
    write_chunk("fcTL", (part){control, sizeof control}, nothing, to);
    write_chunk(number == 0 ? "IDAT" : "fdAT", number == 0 ? nothing : (part){place, sizeof place}, (part){rows, size},
                to);
    free(rows);
    return true;
}

void apng_end(const sink *to)
{
    write_chunk("IEND", nothing, nothing, to);
}

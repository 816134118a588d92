#include "draw/png.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

static void put_u32(unsigned char *place, unsigned long number)
{
    for (int k = 0; k < 4; k++) {
        place[k] = (unsigned char)(number >> (24 - 8 * k) & 0xff);
    }
}

/* Writes a chunk: length, type, data, checksum of type and data. */
static size_t put_chunk(unsigned char *place, const char *type, const unsigned char *data, size_t size)
{
    put_u32(place, (unsigned long)size);
    memcpy(place + 4, type, 4);
    if (size > 0) {
        memmove(place + 8, data, size);
    }
    put_u32(place + 8 + size, crc32(0, place + 4, (uInt)(size + 4)));
    return size + 12;
}

/* Compresses the rows, each as differences from the row above (filter 2), behind `before` bytes; NULL where memory runs
 * out. */
static unsigned char *compress_rows(const image *p, size_t before, size_t *size)
{
    const size_t row = 3 * (size_t)p->width, bytes = (row + 1) * (size_t)p->height;
    unsigned char *rows = malloc(bytes + 1);
    uLongf room = compressBound((uLong)bytes);
    unsigned char *packed = malloc(before + room + 16);
    for (int y = 0; rows && y < p->height; y++) {
        unsigned char *to = rows + (row + 1) * (size_t)y;
        const unsigned char *from = p->pixels + row * (size_t)y;
        *to++ = 2;
        for (size_t x = 0; x < row; x++) {
            to[x] = (unsigned char)(from[x] - (y > 0 ? *(from + x - row) : 0));
        }
    }
    const bool ok = rows && packed && compress2(packed + before, &room, rows, (uLong)bytes, 6) == Z_OK;
    free(rows);
    if (!ok) {
        free(packed);
        return NULL;
    }
    *size = room;
    return packed;
}

/* The header: size, 8 bits of red, green and blue. */
static size_t put_header(unsigned char *place, int width, int height)
{
    unsigned char header[13] = {[8] = 8, [9] = 2};
    put_u32(header, (unsigned long)width);
    put_u32(header + 4, (unsigned long)height);
    memcpy(place, signature, sizeof signature);
    return sizeof signature + put_chunk(place + sizeof signature, "IHDR", header, sizeof header);
}

unsigned char *png_make(const image *picture, size_t *size)
{
    size_t packed;
    unsigned char *rows = compress_rows(picture, 0, &packed), *file = rows ? malloc(packed + 128) : NULL;
    if (file) {
        size_t used = put_header(file, picture->width, picture->height);
        used += put_chunk(file + used, "IDAT", rows, packed);
        *size = used + put_chunk(file + used, "IEND", NULL, 0);
    }
    free(rows);
    return file;
}

bool png_write(const image *picture, output *out)
{
    size_t size;
    unsigned char *file = png_make(picture, &size);
    if (file) {
        output_bytes(out, (const char *)file, size);
    }
    free(file);
    return file != NULL;
}

/* Writes a chunk; false where memory runs out. */
static bool write_chunk(const char *type, const unsigned char *data, size_t size, output *out)
{
    unsigned char *chunk = malloc(size + 12);
    if (chunk) {
        const size_t used = put_chunk(chunk, type, data, size);
        output_bytes(out, (const char *)chunk, used);
    }
    free(chunk);
    return chunk != NULL;
}

bool apng_begin(int width, int height, unsigned frames, output *out)
{
    unsigned char header[64], control[8] = {0}; /* it plays for ever */
    const size_t used = put_header(header, width, height);
    output_bytes(out, (const char *)header, used);
    put_u32(control, frames);
    return write_chunk("acTL", control, sizeof control, out);
}

/* Control and data chunks are numbered together; the data of the first picture has no number. */
bool apng_write(const image *picture, unsigned number, int rate, output *out)
{
    enum { NUMBER = 4 };
    unsigned char control[26] = {[21] = 1, [23] = (unsigned char)rate};
    size_t size;
    unsigned char *rows = compress_rows(picture, NUMBER, &size);
    if (!rows) {
        return false;
    }
    put_u32(control, number == 0 ? 0 : 2ul * number - 1);
    put_u32(control + 4, (unsigned long)picture->width);
    put_u32(control + 8, (unsigned long)picture->height);
    put_u32(rows, 2ul * number);
    const bool ok =
        write_chunk("fcTL", control, sizeof control, out) &&
        (number == 0 ? write_chunk("IDAT", rows + NUMBER, size, out) : write_chunk("fdAT", rows, size + NUMBER, out));
    free(rows);
    return ok;
}

bool apng_end(output *out)
{
    return write_chunk("IEND", NULL, 0, out);
}

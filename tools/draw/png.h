/* PNG and APNG: pictures without loss, and animations of them (W3C, Portable Network Graphics, third edition). */
#ifndef CONDYLE_TOOLS_PNG_H
#define CONDYLE_TOOLS_PNG_H

#include "draw/raster.h"
#include "writing/sink.h"

/* Compresses bytes in zlib's format (RFC 1950): the command by zlib, the Python package by the module of this name.
 * The caller frees the result; NULL where memory runs out. */
typedef unsigned char *packer(const unsigned char *bytes, size_t size, size_t *packed);

/* Writes a picture; false where memory runs out. */
bool png_write(const image *picture, packer *pack, const sink *to);

/* Write an animation of pictures of one size: its beginning with their count; each picture with its number from 0 and
 * the pictures a second (255 at most); its end. False where memory runs out. */
void apng_begin(int width, int height, unsigned frames, const sink *to);
bool apng_write(const image *picture, unsigned number, int rate, packer *pack, const sink *to);
void apng_end(const sink *to);

#endif

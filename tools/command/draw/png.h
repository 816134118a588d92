/* PNG and APNG: pictures without loss, and animations of them (W3C, Portable Network Graphics, third edition). */
#ifndef CONDYLE_TOOLS_PNG_H
#define CONDYLE_TOOLS_PNG_H

#include "draw/raster.h"
#include "run/output.h"

/* Writes a picture; false where memory runs out. */
bool png_write(const image *picture, output *out);

/* Write an animation of pictures of one size: its beginning with their count, each by its number from 0 with how many
 * there are a second (255 at most), its end. False where memory runs out. */
bool apng_begin(int width, int height, unsigned frames, output *out);
bool apng_write(const image *picture, unsigned number, int rate, output *out);
bool apng_end(output *out);

/* Compresses a picture as a whole PNG file in memory, which the caller frees; NULL where memory runs out. */
unsigned char *png_make(const image *picture, size_t *size);

#endif

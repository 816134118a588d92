/* Array slice: rows of a NumPy file that several processes fill, each its own rows. */
#ifndef CONDYLE_TOOLS_ARRAY_SLICE_H
#define CONDYLE_TOOLS_ARRAY_SLICE_H

#include "run/output.h"

#include <stdint.h>

typedef struct array_slice {
    const char *path;
    uint64_t rows;        /* rows of the whole array */
    uint64_t first, last; /* the slice: rows first to last - 1 */
    bool replace;         /* rows that have numbers already may be overwritten */
} array_slice;

/* Opens the array of rows x columns doubles at the slice's path for `out`, positioned at the slice's first row. Where
 * there is no such file or an empty one, creates the array, each of its numbers NaN; one process creates the array
 * while the others wait. Refuses a file that is no such array, and a slice with numbers in it unless they may be
 * replaced. The bytes outside the slice stay as they are. */
exit_code array_slice_open(const array_slice *slice, size_t columns, output *out);

#endif

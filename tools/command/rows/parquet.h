/* Parquet: its columns of numbers as rows of CSV; lists as columns NAME.0, NAME.1 ... */
#ifndef CONDYLE_TOOLS_PARQUET_H
#define CONDYLE_TOOLS_PARQUET_H

#include "rows/input.h"
#include "run/text.h"

/* Whether the first bytes of a file are Parquet's. */
bool parquet_begins(const char *bytes, size_t size);

/* Puts the rows of a file in place of the bytes of `in`; the statuses are those of log_open(). Columns of texts, truth
 * values, lists of lists and so on are left out. */
input_status parquet_open(input *in, const char *path, text_buffer *problem);

#endif

/* Snappy: the compression of most files of Parquet. */
#ifndef CONDYLE_TOOLS_SNAPPY_H
#define CONDYLE_TOOLS_SNAPPY_H

#include <stdbool.h>
#include <stddef.h>

/* Unpacks bytes of Snappy's raw format into exactly `size` bytes; false where they are none of it, or of another size.
 */
bool snappy_unpack(const unsigned char *packed, size_t packed_size, unsigned char *bytes, size_t size);

#endif

/* Input file: the file, pipe or standard input behind an input, as the system gives its bytes; input_open() belongs to
 * it too. */
#ifndef CONDYLE_TOOLS_INPUT_FILE_H
#define CONDYLE_TOOLS_INPUT_FILE_H

#include "rows/input.h"

/* Reads at least one byte and at most `most`; *count 0: the file has ended. */
input_status input_file_read(input *in, char *bytes, size_t most, size_t *count);

/* Skips bytes of a file whose size is known; returns false where it cannot. */
bool input_file_skip(input *in, uint64_t size);

void input_file_close(input *in);

#endif

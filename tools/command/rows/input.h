/* Input: a file, a pipe or the standard input, read forward through a buffer of bounded size. */
#ifndef CONDYLE_TOOLS_INPUT_H
#define CONDYLE_TOOLS_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum input_status {
    INPUT_OK = 0,
    INPUT_END,    /* nothing is left */
    INPUT_LONG,   /* a record is longer than INPUT_LONGEST */
    INPUT_FAILED, /* `error` says why */
    INPUT_MEMORY
} input_status;

enum { INPUT_LONGEST = 64 << 20 };

typedef struct input {
    const char *name; /* for messages */
    int descriptor;
    int error; /* errno */
    bool ended;
    char *buffer;
    size_t begin, end, capacity; /* what is not yet taken, in the buffer */
    long long line;              /* where the last record began, counted from 1 */
    long long lines;             /* line feeds taken */
    uint64_t taken, total;       /* bytes; total 0: not known */
    size_t record;               /* bytes of the last record, its end included */
} input;

/* Opens a file, `-` being the standard input; on INPUT_FAILED nothing is open. */
input_status input_open(input *in, const char *path);

/* Closes it. */
void input_close(input *in);

/* Brings at least `size` bytes into the buffer, fewer only where the input ends: *available tells. */
input_status input_need(input *in, size_t size, size_t *available);

/* Returns what stands next in the buffer. */
const char *input_bytes(const input *in);

/* Takes bytes that are in the buffer. */
void input_take(input *in, size_t size);

/* Takes a line without its end (LF or CR LF); with `quotes` a line feed inside of '"'s belongs to it.  It stays valid
 * until the next call. */
input_status input_record(input *in, bool quotes, const char **text, size_t *length);

/* Gives back all of the record that was just taken but its first line. */
void input_keep_line(input *in);

#endif

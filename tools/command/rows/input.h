/* Input: a file, a pipe or the standard input, read sequentially through a buffer of bounded size. */
#ifndef CONDYLE_TOOLS_INPUT_H
#define CONDYLE_TOOLS_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum input_status {
    INPUT_OK = 0,
    INPUT_END,    /* end of the input */
    INPUT_LONG,   /* the record is longer than INPUT_LONGEST */
    INPUT_FAILED, /* read error, in `error` */
    INPUT_MEMORY,
    INPUT_BROKEN /* a part of a log cannot be read, in the source's words */
} input_status;

enum { INPUT_LONGEST = 64 << 20 };

/* Where the text of an input comes from, if not from its file: a log, as rows of CSV. */
typedef struct input_source {
    void *self;
    input_status (*read)(void *self, char *bytes, size_t most, size_t *count); /* errno tells of INPUT_FAILED */
    const char *(*problem)(void *self, bool *goes_on); /* of INPUT_BROKEN; goes_on: what follows can be read */
    const char *(*file)(void *self);                   /* that INPUT_FAILED is about, NULL: the input */
    const char *(*note)(void *self);                   /* what there is to say since the last call, NULL: nothing */
    void (*close)(void *self);
} input_source;

typedef struct input {
    const char *name; /* file name for messages */
    int descriptor;
    int error; /* errno */
    bool ended;
    char *buffer;
    size_t begin, end, capacity; /* unread bytes buffer[begin..end) */
    long long line;              /* number of the last record's first line, from 1 */
    long long lines;             /* number of line feeds read */
    uint64_t taken, total;       /* bytes read; size of the file, 0 where it is not known */
    const input_source *source;  /* NULL: the file */
    size_t record;               /* length of the last record with its line end */
} input;

/* Opens a file; `-` is the standard input. Nothing is open after INPUT_FAILED. */
input_status input_open(input *in, const char *path);

/* Returns the words for an error of reading, `error` as errno has it. */
const char *input_reason(int error);

/* Closes the input. */
void input_close(input *in);

/* Reads until the buffer holds at least `size` bytes or the input ends; *available is the number of bytes in it. */
input_status input_need(input *in, size_t size, size_t *available);

/* Returns the unread bytes. */
const char *input_bytes(const input *in);

/* Marks `size` bytes of the buffer as read. */
void input_take(input *in, size_t size);

/* Skips `size` bytes, without reading them where the input can seek; *available is the number of bytes skipped. */
input_status input_skip(input *in, uint64_t size, uint64_t *available);

/* Reads a line without its end (LF or CR LF); with `quotes`, a line feed within '"'s is part of the line. The text
 * stays valid until the next call. */
input_status input_record(input *in, bool quotes, const char **text, size_t *length);

/* Returns all but the first line of the last record to the input. */
void input_keep_line(input *in);

#endif

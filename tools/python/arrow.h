/* Arrow: columns of numbers between libraries, without copies (The Arrow C data and stream interfaces, 2.0). */
#ifndef CONDYLE_PYTHON_ARROW_H
#define CONDYLE_PYTHON_ARROW_H

#include <stdint.h>

/* A column's type; release() frees what it has, NULL: it was freed or moved. */
typedef struct arrow_schema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct arrow_schema **children, *dictionary;
    void (*release)(struct arrow_schema *);
    void *private_data;
} arrow_schema;

/* A column: buffers of `offset` + `length` elements. */
typedef struct arrow_array {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct arrow_array **children, *dictionary;
    void (*release)(struct arrow_array *);
    void *private_data;
} arrow_array;

/* Columns of one type, one after the other; functions return 0 or an errno. */
typedef struct arrow_stream {
    int (*get_schema)(struct arrow_stream *, arrow_schema *);
    int (*get_next)(struct arrow_stream *, arrow_array *); /* release NULL: the end */
    const char *(*get_last_error)(struct arrow_stream *);
    void (*release)(struct arrow_stream *);
    void *private_data;
} arrow_stream;

#endif

/* XLA: what its foreign function interface passes to a function in C, as its documentation has it (version 0 of its
 * application binary interface, in which structs grow at their ends alone).  No header of XLA's is needed; where JAX is
 * installed, the tests compare these structs with its header. */
#ifndef CONDYLE_PYTHON_XLA_H
#define CONDYLE_PYTHON_XLA_H

#include <stddef.h>
#include <stdint.h>

typedef struct xla_extension {
    size_t struct_size;
    int type; /* 1: XLA asks for xla_metadata */
    struct xla_extension *next;
} xla_extension;

typedef struct xla_version {
    size_t struct_size;
    xla_extension *extension;
    int major, minor;
} xla_version;

typedef struct xla_metadata {
    size_t struct_size;
    xla_version version;
    uint32_t traits;
} xla_metadata;

typedef struct xla_metadata_extension {
    xla_extension base;
    xla_metadata *metadata;
} xla_metadata_extension;

typedef struct xla_error xla_error;

typedef struct xla_error_arguments {
    size_t struct_size;
    xla_extension *extension;
    const char *message;
    int code; /* 3: an argument at fault, 13: inside */
} xla_error_arguments;

typedef struct xla_api {
    size_t struct_size;
    xla_extension *extension;
    xla_version version;
    const void *internal;
    xla_error *(*create_error)(xla_error_arguments *arguments);
} xla_api;

/* Kinds of numbers, as XLA counts them. */
enum { XLA_INT64 = 5, XLA_FLOAT = 11, XLA_DOUBLE = 12 };

typedef struct xla_buffer {
    size_t struct_size;
    xla_extension *extension;
    int kind;
    void *data;
    int64_t rank;
    const int64_t *sizes;
} xla_buffer;

/* Arguments, or results: `types` are 1 for buffers. */
typedef struct xla_buffers {
    size_t struct_size;
    xla_extension *extension;
    int64_t count;
    const int *types;
    void **items;
} xla_buffers;

typedef struct xla_text {
    const char *start;
    size_t length;
} xla_text;

typedef struct xla_scalar {
    int kind;
    const void *value;
} xla_scalar;

typedef struct xla_attributes {
    size_t struct_size;
    xla_extension *extension;
    int64_t count;
    const int *types; /* 3: a scalar */
    xla_text **names;
    void **items;
} xla_attributes;

typedef struct xla_call_frame {
    size_t struct_size;
    xla_extension *extension;
    const xla_api *api;
    void *context;
    int stage;
    xla_buffers arguments, results;
    xla_attributes attributes;
} xla_call_frame;

#endif

/* Thrift: structs in its compact protocol, field by field, as Parquet has them. */
#ifndef CONDYLE_TOOLS_THRIFT_H
#define CONDYLE_TOOLS_THRIFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum thrift_type {
    THRIFT_STOP = 0,
    THRIFT_TRUE = 1,
    THRIFT_FALSE = 2,
    THRIFT_BYTE = 3,
    THRIFT_I16 = 4,
    THRIFT_I32 = 5,
    THRIFT_I64 = 6,
    THRIFT_DOUBLE = 7,
    THRIFT_BINARY = 8,
    THRIFT_LIST = 9,
    THRIFT_SET = 10,
    THRIFT_MAP = 11,
    THRIFT_STRUCT = 12
} thrift_type;

/* A place in the bytes; after a failure nothing more is read. */
typedef struct thrift {
    const unsigned char *bytes;
    size_t size, at;
    bool failed;
} thrift;

/* A field of a struct; `id` is that of the field before, 0 at first. */
typedef struct thrift_field {
    int id;
    thrift_type type;
} thrift_field;

/* Reads the next field's head; false at the end of the struct, and after a failure. */
bool thrift_next(thrift *t, thrift_field *field);

/* Reads a number of any whole type, 0 after a failure; a truth value is in the type. */
int64_t thrift_integer(thrift *t, const thrift_field *field);

/* Reads bytes, which stay where they are. */
const char *thrift_text(thrift *t, const thrift_field *field, size_t *length);

/* Reads the head of a list of elements of this type; the number of them is at most the bytes that are left. */
size_t thrift_list(thrift *t, const thrift_field *field, thrift_type type);

/* Skips the value of a field, to a depth of 32. */
void thrift_skip(thrift *t, const thrift_field *field);

/* Reads an unsigned number of 7 bits a byte. */
uint64_t thrift_varint(thrift *t);

#endif

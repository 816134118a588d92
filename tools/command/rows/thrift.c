#include "rows/thrift.h"

static unsigned take_byte(thrift *t)
{
    t->failed = t->failed || t->at >= t->size;
    return t->failed ? 0 : t->bytes[t->at++];
}

static void skip_bytes(thrift *t, uint64_t size)
{
    t->failed = t->failed || size > t->size - t->at;
    t->at += t->failed ? 0 : (size_t)size;
}

uint64_t thrift_varint(thrift *t)
{
    uint64_t number = 0;
    for (unsigned shift = 0; !t->failed; shift += 7) {
        const unsigned byte = take_byte(t);
        if (shift > 63) {
            t->failed = true;
        } else {
            number |= (uint64_t)(byte & 0x7f) << shift;
        }
        if (!(byte & 0x80)) {
            return t->failed ? 0 : number;
        }
    }
    return 0;
}

static int64_t take_signed(thrift *t)
{
    const uint64_t number = thrift_varint(t);
    return (int64_t)(number >> 1) ^ -(int64_t)(number & 1);
}

bool thrift_next(thrift *t, thrift_field *field)
{
    const unsigned head = take_byte(t), step = head >> 4;
    field->type = (thrift_type)(head & 15);
    if (t->failed || field->type == THRIFT_STOP) {
        return false;
    }
    if (step > 0) {
        field->id += (int)step;
    } else {
        const int64_t id = take_signed(t);
        t->failed = t->failed || id < INT16_MIN || id > INT16_MAX;
        field->id = t->failed ? 0 : (int)id;
    }
    t->failed = t->failed || field->type > THRIFT_STRUCT || field->id > INT16_MAX;
    return !t->failed;
}

int64_t thrift_integer(thrift *t, const thrift_field *field)
{
    if (field->type == THRIFT_TRUE || field->type == THRIFT_FALSE) {
        return field->type == THRIFT_TRUE;
    }
    if (field->type == THRIFT_BYTE) {
        return (int8_t)take_byte(t);
    }
    t->failed = t->failed || field->type < THRIFT_I16 || field->type > THRIFT_I64;
    return t->failed ? 0 : take_signed(t);
}

const char *thrift_text(thrift *t, const thrift_field *field, size_t *length)
{
    t->failed = t->failed || field->type != THRIFT_BINARY;
    const uint64_t size = thrift_varint(t);
    const size_t begin = t->at;
    skip_bytes(t, size);
    *length = t->failed ? 0 : (size_t)size;
    return t->failed ? "" : (const char *)t->bytes + begin;
}

/* Reads the head of a list: the type of its elements and how many. */
static uint64_t take_list(thrift *t, thrift_type *type)
{
    const unsigned head = take_byte(t);
    *type = (thrift_type)(head & 15);
    const uint64_t count = head >> 4 == 15 ? thrift_varint(t) : head >> 4;
    t->failed = t->failed || count > t->size - t->at;
    return t->failed ? 0 : count;
}

size_t thrift_list(thrift *t, const thrift_field *field, thrift_type type)
{
    thrift_type found = type;
    t->failed = t->failed || field->type != THRIFT_LIST;
    const uint64_t count = take_list(t, &found);
    t->failed = t->failed || (count > 0 && found != type);
    return t->failed ? 0 : (size_t)count;
}

/* A struct or list while it is skipped. */
typedef struct skipped {
    bool is_struct;
    int id;
    uint64_t left; /* elements of a list */
    thrift_type type;
} skipped;

/* Skips a value without parts, or begins one with parts in `inner` and returns true. */
static bool skip_value(thrift *t, thrift_type type, bool in_list, skipped *inner)
{
    switch (type) {
    case THRIFT_TRUE:
    case THRIFT_FALSE: skip_bytes(t, in_list); return false;
    case THRIFT_BYTE: skip_bytes(t, 1); return false;
    case THRIFT_I16:
    case THRIFT_I32:
    case THRIFT_I64: thrift_varint(t); return false;
    case THRIFT_DOUBLE: skip_bytes(t, 8); return false;
    case THRIFT_BINARY: skip_bytes(t, thrift_varint(t)); return false;
    case THRIFT_LIST:
    case THRIFT_SET:
        *inner = (skipped){.is_struct = false};
        inner->left = take_list(t, &inner->type);
        return true;
    case THRIFT_STRUCT: *inner = (skipped){.is_struct = true}; return true;
    case THRIFT_STOP:
    case THRIFT_MAP: break;
    }
    t->failed = true;
    return false;
}

void thrift_skip(thrift *t, const thrift_field *field)
{
    enum { DEEPEST = 32 };
    skipped place[DEEPEST + 1];
    int depth = skip_value(t, field->type, false, &place[0]) ? 1 : 0;
    while (depth > 0 && !t->failed) {
        skipped *now = &place[depth - 1];
        thrift_field next = {.id = now->id, .type = now->type};
        const bool more = now->is_struct ? thrift_next(t, &next) : now->left-- > 0;
        now->id = next.id;
        if (!more) {
            depth--;
        } else if (skip_value(t, next.type, !now->is_struct, &place[depth])) {
            depth++;
            t->failed = t->failed || depth > DEEPEST;
        }
    }
}

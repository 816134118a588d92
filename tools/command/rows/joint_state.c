#include "rows/joint_state.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 32 };

static const char *const list_names[STATE_LISTS] = {"position", "velocity", "effort"};

/* A place in a message. */
typedef struct cursor {
    const unsigned char *bytes;
    size_t size, at;
    bool aligned; /* CDR: numbers stand at multiples of their size */
    bool big_endian;
    size_t steps; /* that may still be taken: elements without bytes cost time, too */
    const ros_schema *schema;
    text_buffer *problem;
} cursor;

static bool refuse_end(cursor *c)
{
    text_add(c->problem, "the message ends after %zu bytes, within its fields", c->size);
    return false;
}

/* Returns the next `size` bytes at their alignment, NULL where the message ends before. */
static const unsigned char *take(cursor *c, size_t alignment, size_t size)
{
    const size_t gap = c->aligned && alignment > 1 ? (alignment - c->at % alignment) % alignment : 0;
    if (c->size - c->at < gap || c->size - c->at - gap < size) {
        refuse_end(c);
        return NULL;
    }
    const unsigned char *found = c->bytes + c->at + gap;
    c->at += gap + size;
    return found;
}

static uint64_t to_bits(const cursor *c, const unsigned char *bytes, size_t size)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++) {
        bits = bits << 8 | bytes[c->big_endian ? i : size - 1 - i];
    }
    return bits;
}

/* Reads a length; no element but an empty one takes less than a byte. */
static bool take_count(cursor *c, uint32_t *count)
{
    const unsigned char *bytes = take(c, 4, 4);
    *count = bytes ? (uint32_t)to_bits(c, bytes, 4) : 0;
    if (bytes && *count > c->size - c->at) {
        text_add(c->problem, "a list or text of the message has %lu elements, more than its bytes",
                 (unsigned long)*count);
        return false;
    }
    return bytes != NULL;
}

/* Reads how many elements a field has. */
static bool take_field_count(cursor *c, const ros_field *f, uint32_t *count)
{
    *count = f->is_array ? f->count : 1;
    if (f->is_array && !f->is_fixed) {
        return take_count(c, count);
    }
    if (*count > c->size - c->at && f->kind != ROS_MESSAGE) {
        return refuse_end(c);
    }
    return true;
}

static bool take_step(cursor *c)
{
    if (c->steps == 0) {
        text_add(c->problem, "the message has more elements than bytes");
        return false;
    }
    c->steps--;
    return true;
}

/* Reads a text, in CDR with the NUL behind it that its length counts. */
static bool take_text(cursor *c, state_name *text)
{
    uint32_t length = 0;
    const unsigned char *bytes = take_count(c, &length) ? take(c, 1, length) : NULL;
    if (!bytes) {
        return false;
    }
    if (c->aligned && length > 0 && bytes[length - 1] != 0) {
        text_add(c->problem, "a text of the message has no NUL at its end");
        return false;
    }
    *text = (state_name){(const char *)bytes, length - (c->aligned && length > 0)};
    return true;
}

/* ---- fields that nobody asked for ---- */

/* A message within the message while it is skipped. */
typedef struct skipped {
    const ros_field *fields;
    size_t count;
    size_t field;  /* the next one */
    uint32_t left; /* elements left of the messages in the field before it */
} skipped;

/* Skips all elements of a field without messages. */
static bool skip_plain(cursor *c, const ros_field *f, uint32_t count)
{
    if (f->kind != ROS_STRING) {
        return count == 0 || take(c, f->size, (size_t)count * f->size) != NULL;
    }
    bool good = true;
    for (uint32_t i = 0; i < count && good; i++) {
        state_name text;
        good = take_step(c) && take_text(c, &text);
    }
    return good;
}

/* Goes into the next element of a field of messages. */
static bool enter(cursor *c, skipped *place, int *depth)
{
    skipped *now = &place[*depth];
    if (*depth == DEEPEST) {
        text_add(c->problem, "the message has more than %d messages within each other", DEEPEST);
        return false;
    }
    now->left--;
    const ros_type *type = &c->schema->types[now->fields[now->field - 1].type];
    now[1] = (skipped){.fields = type->fields, .count = type->count};
    ++*depth;
    const bool empty = type->count == 0 && c->aligned; /* a type without fields has a byte */
    return take_step(c) && (!empty || take(c, 1, 1));
}

static bool skip_field(cursor *c, const ros_field *f)
{
    uint32_t count;
    if (!take_field_count(c, f, &count)) {
        return false;
    }
    if (f->kind != ROS_MESSAGE) {
        return skip_plain(c, f, count);
    }
    skipped place[DEEPEST + 1] = {{.fields = f, .count = 1, .field = 1, .left = count}};
    bool good = true;
    for (int depth = 0; depth >= 0 && good;) {
        skipped *now = &place[depth];
        if (now->left > 0) {
            good = enter(c, place, &depth);
        } else if (now->field == now->count) {
            depth--;
        } else {
            const ros_field *next = &now->fields[now->field++];
            good = take_step(c) && take_field_count(c, next, &count);
            now->left = good && next->kind == ROS_MESSAGE ? count : 0;
            good = good && (next->kind == ROS_MESSAGE || skip_plain(c, next, count));
        }
    }
    return good;
}

/* ---- fields of a joint state ---- */

static bool is_one_of(const char *name, const char *first, const char *second)
{
    return strcmp(name, first) == 0 || strcmp(name, second) == 0;
}

/* Reads the stamp of a header: seconds and nanoseconds, as ROS 1 and 2 name them. */
static bool read_stamp(cursor *c, const ros_type *time, joint_state *state)
{
    bool good = true;
    for (size_t i = 0; i < time->count && good; i++) {
        const ros_field *f = &time->fields[i];
        const bool is_whole = f->size == 4 && !f->is_array && (f->kind == ROS_SIGNED || f->kind == ROS_UNSIGNED);
        if (!is_whole) {
            good = skip_field(c, f);
            continue;
        }
        const unsigned char *bytes = take(c, 4, 4);
        good = bytes != NULL;
        const uint32_t bits = good ? (uint32_t)to_bits(c, bytes, 4) : 0;
        if (is_one_of(f->name, "sec", "secs")) {
            state->seconds = f->kind == ROS_SIGNED ? (int64_t)(int32_t)bits : (int64_t)bits;
        } else if (is_one_of(f->name, "nanosec", "nsecs")) {
            state->nanoseconds = bits;
        }
    }
    if (good && state->nanoseconds >= 1000000000) {
        text_add(c->problem, "the stamp of the message has %lu nanoseconds", (unsigned long)state->nanoseconds);
        return false;
    }
    state->stamped = state->seconds != 0 || state->nanoseconds != 0;
    return good;
}

static bool read_header(cursor *c, const ros_type *header, joint_state *state)
{
    bool good = true;
    for (size_t i = 0; i < header->count && good; i++) {
        const ros_field *f = &header->fields[i];
        const bool is_stamp = strcmp(f->name, "stamp") == 0 && f->kind == ROS_MESSAGE && !f->is_array;
        good = is_stamp ? read_stamp(c, &c->schema->types[f->type], state) : skip_field(c, f);
    }
    return good;
}

static bool read_names(cursor *c, const ros_field *f, joint_state *state)
{
    uint32_t count;
    if (!take_field_count(c, f, &count)) {
        return false;
    }
    if (count > state->capacity) {
        state_name *larger = realloc(state->names, count * sizeof *larger);
        if (!larger) {
            c->problem->failed = true;
            return false;
        }
        state->names = larger;
        state->capacity = count;
    }
    bool good = true;
    for (state->count = 0; state->count < count && good; state->count += good) {
        good = take_text(c, &state->names[state->count]);
    }
    return good;
}

static double to_double(const cursor *c, const unsigned char *bytes, const ros_field *f)
{
    const unsigned size = f->size;
    const uint64_t bits = to_bits(c, bytes, size), sign = UINT64_C(1) << (8 * size - 1);
    double value;
    if (f->kind != ROS_FLOAT) {
        const bool negative = f->kind == ROS_SIGNED && bits & sign;
        return negative ? -(double)(sign - (bits - sign)) : (double)bits;
    }
    if (size == 8) {
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    const uint32_t few = (uint32_t)bits;
    float half;
    memcpy(&half, &few, sizeof half);
    return (double)half;
}

static bool read_list(cursor *c, const ros_field *f, joint_state *state, int list)
{
    uint32_t count;
    if (!take_field_count(c, f, &count)) {
        return false;
    }
    state->counts[list] = 0;
    const unsigned char *bytes = count ? take(c, f->size, (size_t)count * f->size) : c->bytes;
    if (bytes && count > 0 && count > state->capacities[list]) {
        double *larger = realloc(state->values[list], count * sizeof *larger);
        if (!larger) {
            c->problem->failed = true;
            return false;
        }
        state->values[list] = larger;
        state->capacities[list] = count;
    }
    for (uint32_t i = 0; i < count && bytes; i++) {
        state->values[list][i] = to_double(c, bytes + (size_t)i * f->size, f);
    }
    state->counts[list] = bytes ? count : 0;
    return bytes != NULL;
}

static bool is_list(const ros_field *f, int list)
{
    const bool numbers = f->kind == ROS_FLOAT || f->kind == ROS_SIGNED || f->kind == ROS_UNSIGNED;
    return f->is_array && numbers && strcmp(f->name, list_names[list]) == 0;
}

static bool is_names(const ros_field *f)
{
    return f->is_array && f->kind == ROS_STRING && is_one_of(f->name, "name", "joint_names");
}

bool joint_state_fits(const ros_schema *schema)
{
    bool named = false, any = false;
    for (size_t i = 0; schema->count && i < schema->types[0].count; i++) {
        const ros_field *f = &schema->types[0].fields[i];
        named = named || is_names(f);
        any = any || is_list(f, STATE_POSITION) || is_list(f, STATE_VELOCITY) || is_list(f, STATE_EFFORT);
    }
    return named && any;
}

static bool read_field(cursor *c, const ros_field *f, joint_state *state)
{
    for (int list = 0; list < STATE_LISTS; list++) {
        if (is_list(f, list)) {
            return read_list(c, f, state, list);
        }
    }
    if (is_names(f)) {
        return read_names(c, f, state);
    }
    const bool is_header = f->kind == ROS_MESSAGE && !f->is_array && strcmp(f->name, "header") == 0;
    return is_header ? read_header(c, &c->schema->types[f->type], state) : skip_field(c, f);
}

/* Reads the four bytes in front of CDR: 0, the layout, options. */
static bool read_encapsulation(cursor *c)
{
    if (c->size < 4) {
        return refuse_end(c);
    }
    if (c->bytes[0] != 0 || c->bytes[1] > 1) {
        text_add(c->problem,
                 "the message has the layout 0x%02x%02x; expected CDR of either byte order, 0x0000 or 0x0001",
                 c->bytes[0], c->bytes[1]);
        return false;
    }
    c->big_endian = c->bytes[1] == 0;
    c->bytes += 4;
    c->size -= 4;
    return true;
}

bool joint_state_read(joint_state *state, const ros_schema *schema, ros_layout layout, const unsigned char *bytes,
                      size_t size, text_buffer *problem)
{
    enum { FREE_STEPS = 4096 };
    cursor c = {.bytes = bytes, .size = size, .schema = schema, .problem = problem, .steps = size + FREE_STEPS};
    state->stamped = false;
    state->seconds = 0;
    state->nanoseconds = 0;
    state->count = 0;
    memset(state->counts, 0, sizeof state->counts);
    c.aligned = layout == ROS_CDR;
    bool good = layout != ROS_CDR || read_encapsulation(&c);
    for (size_t i = 0; i < schema->types[0].count && good; i++) {
        good = read_field(&c, &schema->types[0].fields[i], state);
    }
    return good;
}

void joint_state_clear(joint_state *state)
{
    free(state->names);
    for (int list = 0; list < STATE_LISTS; list++) {
        free(state->values[list]);
    }
    *state = (joint_state){.count = 0};
}

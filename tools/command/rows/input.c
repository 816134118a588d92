#include "rows/input.h"

#include "rows/input_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16 };

const char *input_reason(int error)
{
    return error == EISDIR ? "Is a directory without metadata.yaml, by which rosbag2 names the files of a recording; "
                             "give its file, .mcap or .db3, or run 'ros2 bag reindex'"
                           : strerror(error);
}

void input_close(input *in)
{
    input_file_close(in);
    free(in->buffer);
    in->buffer = NULL;
}

/* Makes room after the bytes in the buffer: moves them to the front, or enlarges the buffer. */
static input_status make_room(input *in)
{
    if (in->begin > 0) {
        memmove(in->buffer, in->buffer + in->begin, in->end - in->begin);
        in->end -= in->begin;
        in->begin = 0;
    }
    if (in->capacity - in->end >= BLOCK) {
        return INPUT_OK;
    }
    if (in->end > INPUT_LONGEST) {
        return INPUT_LONG;
    }
    size_t capacity = 2 * in->capacity + 2 * (size_t)BLOCK;
    char *larger = realloc(in->buffer, capacity);
    if (!larger) {
        return INPUT_MEMORY;
    }
    in->buffer = larger;
    in->capacity = capacity;
    return INPUT_OK;
}

static input_status read_more(input *in)
{
    input_status status = make_room(in);
    if (status != INPUT_OK) {
        return status;
    }
    size_t count;
    status = input_file_read(in, in->buffer + in->end, in->capacity - in->end, &count);
    in->ended = status == INPUT_OK && count == 0;
    in->end += status == INPUT_OK ? count : 0;
    return status;
}

input_status input_need(input *in, size_t size, size_t *available)
{
    input_status status = INPUT_OK;
    while (in->end - in->begin < size && !in->ended && status == INPUT_OK) {
        status = read_more(in);
    }
    *available = in->end - in->begin;
    return status;
}

const char *input_bytes(const input *in)
{
    return in->buffer + in->begin;
}

void input_take(input *in, size_t size)
{
    in->begin += size;
    in->taken += size;
}

input_status input_skip(input *in, uint64_t size, uint64_t *available)
{
    *available = 0;
    input_status status = INPUT_OK;
    for (size_t held = 1; *available < size && held > 0 && status == INPUT_OK;) {
        status = input_need(in, 1, &held);
        held = held < size - *available ? held : (size_t)(size - *available);
        input_take(in, held);
        *available += held;
        const uint64_t left = size - *available;
        if (in->begin == in->end && in->total > in->taken && left > 0) { /* a regular file: its size is known */
            const uint64_t step = left < in->total - in->taken ? left : in->total - in->taken;
            if (input_file_skip(in, step)) {
                in->taken += step;
                *available += step;
            }
        }
    }
    return status;
}

/* Whether a piece of a record has an odd number of quotes, and so opens or closes a quotation. */
static bool has_odd_quotes(const char *piece, size_t length)
{
    bool odd = false;
    for (const char *end = piece + length; (piece = memchr(piece, '"', (size_t)(end - piece))) != NULL; piece++) {
        odd = !odd;
    }
    return odd;
}

/* Finds the length of the current record with its line feed, which the last record may lack. */
static input_status find_end(input *in, bool quotes, size_t *length)
{
    size_t seen = 0;
    bool quoted = false;
    for (;;) {
        const char *piece = in->buffer + in->begin + seen;
        size_t left = in->end - in->begin - seen;
        const char *feed = left ? memchr(piece, '\n', left) : NULL;
        size_t size = feed ? (size_t)(feed - piece) + 1 : left;
        quoted = quoted != (quotes && size && has_odd_quotes(piece, size));
        seen += size;
        in->lines += feed != NULL;
        if (feed && !quoted) {
            break;
        }
        if (!feed && in->ended) {
            break;
        }
        input_status status = feed ? INPUT_OK : read_more(in);
        if (status != INPUT_OK) {
            return status;
        }
    }
    *length = seen;
    return seen ? INPUT_OK : INPUT_END;
}

input_status input_record(input *in, bool quotes, const char **text, size_t *length)
{
    size_t size;
    in->line = in->lines + 1;
    input_status status = find_end(in, quotes, &size);
    if (status == INPUT_LONG && quotes) { /* unclosed quote: read the line alone */
        in->lines = in->line - 1;
        return input_record(in, false, text, length);
    }
    if (status != INPUT_OK) {
        return status;
    }
    *text = in->buffer + in->begin;
    *length = size;
    if (*length && (*text)[*length - 1] == '\n') {
        --*length;
    }
    if (*length && (*text)[*length - 1] == '\r') {
        --*length;
    }
    input_take(in, size);
    in->record = size;
    return INPUT_OK;
}

void input_keep_line(input *in)
{
    const char *record = in->buffer + in->begin - in->record;
    const char *feed = memchr(record, '\n', in->record);
    if (feed) {
        const size_t returned = in->record - (size_t)(feed - record) - 1;
        in->begin -= returned;
        in->taken -= returned;
        in->record -= returned;
        in->lines = in->line;
    }
}

#include "rows/input.h"

#include "run/message.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 1 << 16 };

/* Waits for the writer of a named pipe and prints a note after a while; a blocking open() would wait without notice. */
static void wait_for_writer(const input *in)
{
    enum { NOTE_AFTER = 3 };
    struct pollfd pipe = {.fd = in->descriptor, .events = POLLIN};
    int count, time = NOTE_AFTER * 1000;
    do {
        count = poll(&pipe, 1, time);
        if (count == 0) {
            note("waiting for rows: no program has written into the pipe '%s' yet; Ctrl-C stops", in->name);
            time = -1;
        }
    } while (count == 0 || (count < 0 && errno == EINTR));
    const int flags = fcntl(in->descriptor, F_GETFL);
    if (flags >= 0) {
        fcntl(in->descriptor, F_SETFL, flags & ~O_NONBLOCK);
    }
}

input_status input_open(input *in, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    struct stat status;
    *in = (input){.name = standard ? "<stdin>" : path, .descriptor = STDIN_FILENO};
    const bool pipe = !standard && stat(path, &status) == 0 && S_ISFIFO(status.st_mode);
    if (!standard) {
        in->descriptor = open(path, O_RDONLY | O_CLOEXEC | (pipe ? O_NONBLOCK : 0));
    }
    if (in->descriptor < 0) {
        in->error = errno;
        return INPUT_FAILED;
    }
    if (pipe) {
        wait_for_writer(in);
    } else if (standard && isatty(STDIN_FILENO)) {
        note("reading rows from this terminal; Ctrl-D ends them, Ctrl-C stops");
    }
    if (fstat(in->descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
        in->total = (uint64_t)status.st_size;
    }
    return INPUT_OK;
}

void input_close(input *in)
{
    if (in->descriptor > STDIN_FILENO) {
        close(in->descriptor);
    }
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
    ssize_t count;
    do {
        count = read(in->descriptor, in->buffer + in->end, in->capacity - in->end);
    } while (count < 0 && errno == EINTR);
    if (count < 0) {
        in->error = errno;
        return INPUT_FAILED;
    }
    in->ended = count == 0;
    in->end += (size_t)count;
    return INPUT_OK;
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
            if (lseek(in->descriptor, (off_t)step, SEEK_CUR) >= 0) {
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

#include "text/file.h"

#include "base/error.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_CHUNK = 64 * 1024, PATIENCE = 3 /* seconds, for a program that is to write into a pipe */ };

cdy_status cdy_fail_with_errno(cdy_error *error, const char *path, const char *what, int code)
{
    char reason[128];
    if (strerror_r(code, reason, sizeof reason) != 0) {
        reason[0] = '\0';
    }
    return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "cannot %s: %s", what, reason);
}

/* Waits until the pipe, opened without waiting, has bytes or its writer is gone; returns whether that came to be.  A
 * negative time is endless. */
static bool await_bytes(int descriptor, int milliseconds)
{
    struct pollfd pipe = {.fd = descriptor, .events = POLLIN};
    int count;
    do {
        count = poll(&pipe, 1, milliseconds);
    } while (count < 0 && errno == EINTR);
    return count != 0;
}

/* The file's own idea of its size is not asked: it may change, and what is in /proc has none. */
static cdy_status read_all(int descriptor, const char *path, size_t most, char **bytes, size_t *size, cdy_error *error)
{
    size_t capacity = 0;
    *size = 0;
    for (;;) {
        if (*size == capacity) {
            if (*size > most) {
                return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "larger than %zu bytes, the limit that is set", most);
            }
            capacity = capacity ? 2 * capacity : FIRST_CHUNK;
            capacity = capacity <= most ? capacity : most + 1; /* of what is too large a byte is seen */
            char *larger = cdy_reallocate(*bytes, capacity, 1);
            if (!larger) {
                return cdy_fail_memory(error);
            }
            *bytes = larger;
        }
        ssize_t count = read(descriptor, *bytes + *size, capacity - *size);
        if (count == 0) {
            return CDY_OK;
        }
        if (count > 0) {
            *size += (size_t)count;
        } else if (errno == EAGAIN) {
            await_bytes(descriptor, -1); /* there is a writer, which takes its time */
        } else if (errno != EINTR) {
            return cdy_fail_with_errno(error, path, "read", errno);
        }
    }
}

/* Pipes are welcome, so that a shell can hand over what another program writes. */
static cdy_status check_kind(int descriptor, const char *path, const char *expected, bool *pipe, cdy_error *error)
{
    struct stat facts;
    if (fstat(descriptor, &facts) != 0) {
        return cdy_fail_with_errno(error, path, "read", errno);
    }
    if (S_ISDIR(facts.st_mode)) {
        return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "is a directory; expected a %s", expected);
    }
    if (!S_ISREG(facts.st_mode) && !S_ISFIFO(facts.st_mode)) {
        return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "is a device; expected a %s", expected);
    }
    *pipe = S_ISFIFO(facts.st_mode);
    return CDY_OK;
}

/* The writer of a pipe may come later than its reader, but not for ever. */
static cdy_status read_pipe(int descriptor, const char *path, const char *expected, size_t most, char **bytes,
                            size_t *size, cdy_error *error)
{
    bool heard = await_bytes(descriptor, PATIENCE * 1000);
    cdy_status status = read_all(descriptor, path, most, bytes, size, error);
    if (!status && !heard && *size == 0) {
        return cdy_fail_at(error, CDY_ERROR_IO, path, 0,
                           "no program wrote into this pipe for %d seconds; expected one that writes a %s", PATIENCE,
                           expected);
    }
    return status;
}

cdy_status cdy_read_file(const char *path, const char *expected, size_t most, char **bytes, size_t *size,
                         cdy_error *error)
{
    most = most ? most : CDY_USUAL_FILE;
    *bytes = NULL;
    *size = 0;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0) {
        return cdy_fail_with_errno(error, path, "open", errno);
    }
    bool pipe = false;
    cdy_status status = check_kind(descriptor, path, expected, &pipe, error);
    if (!status) {
        status = pipe ? read_pipe(descriptor, path, expected, most, bytes, size, error)
                      : read_all(descriptor, path, most, bytes, size, error);
    }
    close(descriptor);
    if (status) {
        cdy_release(*bytes);
        *bytes = NULL;
    }
    return status;
}

#include "text/file.h"

#include "base/error.h"
#include "base/memory.h"
#include "text/system.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_CHUNK = 64 * 1024, WRITER_TIMEOUT = 3 /* seconds to wait for the writer of a pipe */ };

cdy_status cdy_fail_with_errno(cdy_error *error, const char *path, const char *what, int code)
{
    char reason[128];
    cdy_describe_errno(code, reason, sizeof reason);
    return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "cannot %s: %s", what, reason);
}

/* Does not rely on st_size: a file can grow while it is read, and files in /proc have the size 0. */
static cdy_status read_all(int descriptor, const char *path, size_t limit, char **bytes, size_t *size, cdy_error *error)
{
    size_t capacity = 0;
    *size = 0;
    for (;;) {
        if (*size == capacity) {
            if (*size > limit) {
                return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "larger than %zu bytes, the limit that is set", limit);
            }
            capacity = capacity ? 2 * capacity : FIRST_CHUNK;
            /* One byte more than the limit detects a file that is too large. */
            capacity = capacity <= limit ? capacity : limit + 1;
            char *grown = cdy_reallocate(*bytes, capacity, 1);
            if (!grown) {
                return cdy_fail_memory(error);
            }
            *bytes = grown;
        }
        ptrdiff_t count = cdy_read_bytes(descriptor, *bytes + *size, capacity - *size);
        if (count == 0) {
            return CDY_OK;
        }
        if (count > 0) {
            *size += (size_t)count;
        } else if (errno == EAGAIN) {
            cdy_wait_for_bytes(descriptor, -1); /* the writer is connected but has not written yet */
        } else if (errno != EINTR) {
            return cdy_fail_with_errno(error, path, "read", errno);
        }
    }
}

/* Accepts regular files and pipes; pipes allow a shell to pass the output of another program. */
static cdy_status check_kind(int descriptor, const char *path, const char *expected, bool *pipe, cdy_error *error)
{
    struct stat info;
    if (fstat(descriptor, &info) != 0) {
        return cdy_fail_with_errno(error, path, "read", errno);
    }
    if (S_ISDIR(info.st_mode)) {
        return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "is a directory; expected a %s", expected);
    }
    if (!S_ISREG(info.st_mode) && !S_ISFIFO(info.st_mode)) {
        return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "is a device; expected a %s", expected);
    }
    *pipe = S_ISFIFO(info.st_mode);
    return CDY_OK;
}

/* A reader can open a pipe before its writer does; wait for the writer for a limited time. */
static cdy_status read_pipe(int descriptor, const char *path, const char *expected, size_t limit, char **bytes,
                            size_t *size, cdy_error *error)
{
    bool has_bytes = cdy_wait_for_bytes(descriptor, WRITER_TIMEOUT * 1000);
    cdy_status status = read_all(descriptor, path, limit, bytes, size, error);
    if (!status && !has_bytes && *size == 0) {
        return cdy_fail_at(error, CDY_ERROR_IO, path, 0,
                           "no program wrote into this pipe for %d seconds; expected one that writes a %s",
                           WRITER_TIMEOUT, expected);
    }
    return status;
}

cdy_status cdy_read_file(const char *path, const char *expected, size_t limit, char **bytes, size_t *size,
                         cdy_error *error)
{
    limit = limit ? limit : CDY_USUAL_FILE;
    *bytes = NULL;
    *size = 0;
    int descriptor = cdy_open_to_read(path);
    if (descriptor < 0) {
        return cdy_fail_with_errno(error, path, "open", errno);
    }
    bool pipe = false;
    cdy_status status = check_kind(descriptor, path, expected, &pipe, error);
    if (!status) {
        status = pipe ? read_pipe(descriptor, path, expected, limit, bytes, size, error)
                      : read_all(descriptor, path, limit, bytes, size, error);
    }
    close(descriptor);
    if (status) {
        cdy_release(*bytes);
        *bytes = NULL;
        *size = 0;
    }
    return status;
}

/* Files on POSIX, WASI included. */
#define _XOPEN_SOURCE 700
#include "text/system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int cdy_open_to_read(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

int cdy_create_file(const char *path, bool confidential)
{
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, confidential ? 0600 : 0666);
}

ptrdiff_t cdy_read_bytes(int descriptor, void *bytes, size_t size)
{
    return read(descriptor, bytes, size);
}

ptrdiff_t cdy_write_bytes(int descriptor, const void *bytes, size_t size)
{
    return write(descriptor, bytes, size);
}

bool cdy_wait_for_bytes(int descriptor, int milliseconds)
{
    struct pollfd pipe = {.fd = descriptor, .events = POLLIN};
    int count;
    do {
        count = poll(&pipe, 1, milliseconds);
    } while (count < 0 && errno == EINTR);
    return count != 0;
}

bool cdy_flush_to_disk(int descriptor)
{
    return fsync(descriptor) == 0;
}

void cdy_describe_errno(int code, char *text, size_t size)
{
    if (strerror_r(code, text, size) != 0) {
        text[0] = '\0';
    }
}

int cdy_stat_link(const char *path, struct stat *info)
{
    return lstat(path, info);
}

size_t cdy_folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

bool cdy_replace_file(const char *path, const char *existing)
{
    return rename(path, existing) == 0;
}

/* For file systems without hard links: an empty file reserves the name until the new file replaces it. */
static bool reserve_name(const char *path, const char *name)
{
    int reserved = cdy_create_file(name, false);
    if (reserved < 0) {
        return false;
    }
    close(reserved);
    if (!cdy_replace_file(path, name)) {
        int code = errno;
        unlink(name);
        errno = code;
        return false;
    }
    return true;
}

/* link() fails if the name exists; the file then has two names. */
bool cdy_name_new_file(const char *path, const char *name, bool *moved)
{
    *moved = false;
    if (link(path, name) == 0) {
        return true;
    }
    bool no_hard_links = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK;
    *moved = no_hard_links && reserve_name(path, name);
    return *moved;
}

/* Saving a file atomically. */
#define _XOPEN_SOURCE 700 /* realpath, pthread_sigmask */
#include "base/error.h"
#include "base/memory.h"
#include "text/file.h"
#include "text/metadata.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef __wasi__
#include <signal.h>
#endif

enum { MAX_ATTEMPTS = 1000 };

/* The temporary file, before it takes the name of the target. */
typedef struct draft {
    char *name;     /* name of the temporary file */
    int descriptor; /* -1: closed */
    int code;       /* errno of a failed write */
    bool renamed;   /* the temporary name is free again, and another process may use it */
} draft;

#ifdef __wasi__
/* WASI has neither permissions nor numbers of processes, and does not resolve links: these are not replaced. */
static char *resolve(const char *path)
{
    struct stat facts;
    if (lstat(path, &facts) != 0 || S_ISLNK(facts.st_mode)) {
        errno = ENOTSUP;
        return NULL;
    }
    char *copy = cdy_copy_text(path, strlen(path));
    errno = copy ? 0 : ENOMEM;
    return copy;
}

static long process_number(void)
{
    return 0;
}
#else
static char *resolve(const char *path)
{
    return realpath(path, NULL);
}

static long process_number(void)
{
    return (long)getpid();
}
#endif

static cdy_status fail_as_existing(cdy_error *error, const char *path)
{
    return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "exists already; choose another name, or have it replaced");
}

/* Finds the file that a path leads to, following symbolic links; info->st_mode is 0 if there is none yet. */
static cdy_status find_target(const char *path, bool replace, char **target, struct stat *info, cdy_error *error)
{
    *info = (struct stat){0};
    if (lstat(path, info) != 0) {
        if (errno != ENOENT) {
            return cdy_fail_with_errno(error, path, "write", errno);
        }
        *target = cdy_copy_text(path, strlen(path));
        return *target ? CDY_OK : cdy_fail_memory(error);
    }
    if (!replace) {
        return fail_as_existing(error, path);
    }
    *target = resolve(path);
    if (!*target || stat(*target, info) != 0) {
        return errno == ENOMEM ? cdy_fail_memory(error) : cdy_fail_with_errno(error, path, "replace", errno);
    }
    return S_ISREG(info->st_mode)
               ? cdy_check_replaceable(path, *target, info, error)
               : cdy_fail_at(error, CDY_ERROR_IO, path, 0, "is not a regular file, so it cannot be replaced");
}

/* Creates the temporary file in the folder of the target, with a name short enough for every file system. A draft that
 * will replace a file is readable by its owner only, since the old file may be confidential; close_draft() gives it the
 * permissions of the old file. */
static cdy_status open_draft(draft *d, const char *target, bool replaces, cdy_error *error)
{
    const char *slash = strrchr(target, '/');
    int folder = slash ? (int)(slash - target) + 1 : 0;
    size_t size = (size_t)folder + 64;
    d->name = cdy_allocate(size, 1);
    if (!d->name) {
        return cdy_fail_memory(error);
    }
    d->descriptor = -1;
    for (int i = 0; i < MAX_ATTEMPTS && d->descriptor < 0; i++) {
        snprintf(d->name, size, "%.*s.condyle-%ld-%d", folder, target, process_number(), i);
        d->descriptor = open(d->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, replaces ? 0600 : 0666);
        if (d->descriptor < 0 && errno != EEXIST) {
            break;
        }
    }
    return d->descriptor >= 0 ? CDY_OK : cdy_fail_with_errno(error, target, "create a file in its folder", errno);
}

cdy_status cdy_write_draft(void *draft_, const char *bytes, size_t size)
{
    draft *d = draft_;
    while (size > 0) {
        ssize_t count = write(d->descriptor, bytes, size);
        if (count < 0 && errno != EINTR) {
            d->code = errno;
            return CDY_ERROR_IO;
        }
        bytes += count > 0 ? count : 0;
        size -= count > 0 ? (size_t)count : 0;
    }
    return CDY_OK;
}

/* Flushes the draft to the disk, with the metadata of the file that it replaces. */
static cdy_status close_draft(draft *d, const struct stat *info, const char *target, const char *path, cdy_error *error)
{
    cdy_status status = info->st_mode != 0 ? cdy_keep_metadata(d->descriptor, path, target, info, error) : CDY_OK;
    if (!status && fsync(d->descriptor) != 0) {
        status = cdy_fail_with_errno(error, path, "write", errno);
    }
    if (close(d->descriptor) != 0 && !status) {
        status = cdy_fail_with_errno(error, path, "write", errno);
    }
    d->descriptor = -1;
    return status;
}

static bool rename_draft(draft *d, const char *target)
{
    d->renamed = rename(d->name, target) == 0;
    return d->renamed;
}

/* For file systems without hard links: an empty file reserves the name until the draft replaces it. */
static bool reserve_name(draft *d, const char *target)
{
    int reserved = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0666);
    if (reserved < 0) {
        return false;
    }
    close(reserved);
    if (!rename_draft(d, target)) {
        int code = errno;
        unlink(target);
        errno = code;
    }
    return d->renamed;
}

/* link() fails if the target exists, even if another process has created it in the meantime. */
static bool link_draft(draft *d, const char *target)
{
    if (link(d->name, target) == 0) {
        return true;
    }
    bool no_hard_links = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK;
    return no_hard_links && reserve_name(d, target);
}

static cdy_status publish(draft *d, const char *target, bool existed, const char *path, cdy_error *error)
{
    bool done = existed ? rename_draft(d, target) : link_draft(d, target);
    return done              ? CDY_OK
           : errno == EEXIST ? fail_as_existing(error, path)
                             : cdy_fail_with_errno(error, path, existed ? "replace" : "create", errno);
}

static cdy_status save(const char *path, bool replace,
                       cdy_status (*produce)(const void *context, void *draft, cdy_error *error), const void *context,
                       cdy_error *error)
{
    char *target = NULL;
    draft d = {.descriptor = -1};
    struct stat info;
    cdy_status status = find_target(path, replace, &target, &info, error);
    if (!status) {
        status = open_draft(&d, target, info.st_mode != 0, error);
    }
    bool opened = d.descriptor >= 0;
    if (opened) {
        status = produce(context, &d, error);
        status = d.code ? cdy_fail_with_errno(error, path, "write", d.code) : status;
        cdy_status closed = close_draft(&d, &info, target, path, status ? NULL : error);
        status = status ? status : closed;
    }
    if (!status) {
        status = publish(&d, target, info.st_mode != 0, path, error);
    }
    if (opened && !d.renamed) {
        unlink(d.name); /* the second name of the saved file, or a failed draft */
    }
    cdy_release(d.name);
    cdy_release(target);
    return status;
}

#ifdef __wasi__
/* WASI has no signals. */
cdy_status cdy_save_file(const char *path, bool replace,
                         cdy_status (*produce)(const void *context, void *draft, cdy_error *error), const void *context,
                         cdy_error *error)
{
    return save(path, replace, produce, context, error);
}
#else
/* A write beyond the file size limit of the process (ulimit -f) sends SIGXFSZ to the thread, which ends the process
 * unless the signal is blocked; the write then fails with EFBIG. A signal that was pending before the call is left
 * pending for the caller. */
cdy_status cdy_save_file(const char *path, bool replace,
                         cdy_status (*produce)(const void *context, void *draft, cdy_error *error), const void *context,
                         cdy_error *error)
{
    sigset_t size_signal, before, pending;
    sigemptyset(&size_signal);
    sigaddset(&size_signal, SIGXFSZ);
    sigpending(&pending);
    const bool was_pending = sigismember(&pending, SIGXFSZ) == 1;
    pthread_sigmask(SIG_BLOCK, &size_signal, &before);
    cdy_status status = save(path, replace, produce, context, error);
    sigpending(&pending);
    if (!was_pending && sigismember(&pending, SIGXFSZ) == 1) {
        sigtimedwait(&size_signal, NULL, &(struct timespec){0});
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}
#endif

/* Saving: a file that is whole or not there. */
#define _XOPEN_SOURCE 700 /* realpath, pthread_sigmask */
#include "base/error.h"
#include "base/memory.h"
#include "text/file.h"
#include "text/metadata.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ATTEMPTS = 1000 };

/* A file that has no name of its own yet. */
typedef struct draft {
    char *name;     /* the temporary one */
    int descriptor; /* -1: closed */
    int code;       /* errno of the write that failed */
    bool renamed;   /* the temporary name is given up, and may be that of another draft by now */
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

/* Finds what the path leads to: *facts.st_mode is 0 where there is nothing yet.  Links are followed, so that the file
 * takes the place of their target. */
static cdy_status find_target(const char *path, bool replace, char **target, struct stat *facts, cdy_error *error)
{
    *facts = (struct stat){0};
    if (lstat(path, facts) != 0) {
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
    if (!*target || stat(*target, facts) != 0) {
        return errno == ENOMEM ? cdy_fail_memory(error) : cdy_fail_with_errno(error, path, "replace", errno);
    }
    return S_ISREG(facts->st_mode)
               ? cdy_check_replaceable(path, *target, facts, error)
               : cdy_fail_at(error, CDY_ERROR_IO, path, 0, "is not a regular file, so it cannot be replaced");
}

/* The name of the draft, short so that it fits beside the longest of names, in the folder of the target.  Where it is
 * to replace a file nobody else may read it, as perhaps nobody may read that; close_draft() gives it the metadata of
 * that. */
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
    for (int i = 0; i < MOST_ATTEMPTS && d->descriptor < 0; i++) {
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

/* Onto the disk, with the metadata of the file that it replaces. */
static cdy_status close_draft(draft *d, const struct stat *facts, const char *target, const char *path,
                              cdy_error *error)
{
    cdy_status status = facts->st_mode != 0 ? cdy_keep_metadata(d->descriptor, path, target, facts, error) : CDY_OK;
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

/* Where a file system has no hard links, an empty file of this name keeps the place until it is replaced. */
static bool take_place(draft *d, const char *target)
{
    int place = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0666);
    if (place < 0) {
        return false;
    }
    close(place);
    if (!rename_draft(d, target)) {
        int code = errno;
        unlink(target);
        errno = code;
    }
    return d->renamed;
}

/* link() never replaces anything, whoever may have made a file of this name meanwhile. */
static bool link_draft(draft *d, const char *target)
{
    if (link(d->name, target) == 0) {
        return true;
    }
    bool linkless = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK;
    return linkless && take_place(d, target);
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
    struct stat facts;
    cdy_status status = find_target(path, replace, &target, &facts, error);
    if (!status) {
        status = open_draft(&d, target, facts.st_mode != 0, error);
    }
    bool opened = d.descriptor >= 0;
    if (opened) {
        status = produce(context, &d, error);
        status = d.code ? cdy_fail_with_errno(error, path, "write", d.code) : status;
        cdy_status closed = close_draft(&d, &facts, target, path, status ? NULL : error);
        status = status ? status : closed;
    }
    if (!status) {
        status = publish(&d, target, facts.st_mode != 0, path, error);
    }
    if (opened && !d.renamed) {
        unlink(d.name); /* the second name of the file, or a failed draft */
    }
    cdy_release(d.name);
    cdy_release(target);
    return status;
}

/* Beyond the largest file that a process may write (ulimit -f) a write sends SIGXFSZ to its thread, which ends the
 * process, unless it waits; the write fails then.  One that waited before is the caller's. */
cdy_status cdy_save_file(const char *path, bool replace,
                         cdy_status (*produce)(const void *context, void *draft, cdy_error *error), const void *context,
                         cdy_error *error)
{
    sigset_t too_large, before, waiting;
    sigemptyset(&too_large);
    sigaddset(&too_large, SIGXFSZ);
    sigpending(&waiting);
    const bool waited = sigismember(&waiting, SIGXFSZ) == 1;
    pthread_sigmask(SIG_BLOCK, &too_large, &before);
    cdy_status status = save(path, replace, produce, context, error);
    sigpending(&waiting);
    if (!waited && sigismember(&waiting, SIGXFSZ) == 1) {
        sigtimedwait(&too_large, NULL, &(struct timespec){0});
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

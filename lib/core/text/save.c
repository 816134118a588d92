/* Saving a file atomically. */
#include "base/error.h"
#include "base/memory.h"
#include "text/file.h"
#include "text/system.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_ATTEMPTS = 1000 };

/* The temporary file, before it takes the name of the target. */
typedef struct draft {
    char *name;     /* name of the temporary file */
    int descriptor; /* -1: closed */
    int code;       /* errno of a failed write */
    bool renamed;   /* the temporary name is free again, and another process may use it */
} draft;

static cdy_status fail_as_existing(cdy_error *error, const char *path)
{
    return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "exists already; choose another name, or have it replaced");
}

cdy_status cdy_check_replaceable(const char *path, const char *target, const struct stat *info, cdy_error *error)
{
    if (!S_ISREG(info->st_mode)) {
        return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "is not a regular file, so it cannot be replaced");
    }
    const unsigned long names = cdy_count_names(target, info);
    if (names > 1) {
        return cdy_fail_at(error, CDY_ERROR_IO, path, 0,
                           "has %lu names (hard links), and to replace it would leave the old content to the others; "
                           "write to another name, or copy the file to one of its own first",
                           names);
    }
    if (!cdy_may_write(target)) {
        return errno == EACCES ? cdy_fail_at(error, CDY_ERROR_IO, path, 0,
                                             "is read-only; write to another name, or make it writable")
                               : cdy_fail_with_errno(error, path, "replace", errno);
    }
    return CDY_OK;
}

/* Finds the file that a path leads to, following symbolic links; info->st_mode is 0 if there is none yet. */
static cdy_status find_target(const char *path, bool replace, char **target, struct stat *info, cdy_error *error)
{
    *info = (struct stat){0};
    if (cdy_stat_link(path, info) != 0) {
        if (errno != ENOENT) {
            return cdy_fail_with_errno(error, path, "write", errno);
        }
        *target = cdy_copy_text(path, strlen(path));
        return *target ? CDY_OK : cdy_fail_memory(error);
    }
    if (!replace) {
        return fail_as_existing(error, path);
    }
    *target = cdy_resolve_path(path);
    if (!*target || stat(*target, info) != 0) {
        return errno == ENOMEM ? cdy_fail_memory(error) : cdy_fail_with_errno(error, path, "replace", errno);
    }
    return cdy_check_replaceable(path, *target, info, error);
}

/* Creates the temporary file in the folder of the target, with a name short enough for every file system. A draft that
 * will replace a file is readable by its owner only, since the old file may be confidential; close_draft() gives it the
 * permissions of the old file. */
static cdy_status open_draft(draft *d, const char *target, bool replaces, cdy_error *error)
{
    const int folder = (int)cdy_folder_length(target);
    const size_t size = (size_t)folder + 64;
    d->name = cdy_allocate(size, 1);
    if (!d->name) {
        return cdy_fail_memory(error);
    }
    d->descriptor = -1;
    for (int i = 0; i < MAX_ATTEMPTS && d->descriptor < 0; i++) {
        snprintf(d->name, size, "%.*s.condyle-%ld-%d", folder, target, cdy_process_number(), i);
        d->descriptor = cdy_create_file(d->name, replaces);
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
        ptrdiff_t count = cdy_write_bytes(d->descriptor, bytes, size);
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
    if (!status && !cdy_flush_to_disk(d->descriptor)) {
        status = cdy_fail_with_errno(error, path, "write", errno);
    }
    if (close(d->descriptor) != 0 && !status) {
        status = cdy_fail_with_errno(error, path, "write", errno);
    }
    d->descriptor = -1;
    return status;
}

static cdy_status publish(draft *d, const char *target, bool existed, const char *path, cdy_error *error)
{
    bool done;
    if (existed) {
        done = d->renamed = cdy_replace_file(d->name, target);
    } else {
        done = cdy_name_new_file(d->name, target, &d->renamed);
    }
    return done              ? CDY_OK
           : errno == EEXIST ? fail_as_existing(error, path)
                             : cdy_fail_with_errno(error, path, existed ? "replace" : "create", errno);
}

/* The arguments of cdy_save_file(). */
typedef struct saving {
    const char *path;
    bool replace;
    cdy_status (*produce)(const void *context, void *draft, cdy_error *error);
    const void *context;
    cdy_error *error;
} saving;

static cdy_status save(void *arguments)
{
    const saving *s = arguments;
    char *target = NULL;
    draft d = {.descriptor = -1};
    struct stat info;
    cdy_status status = find_target(s->path, s->replace, &target, &info, s->error);
    if (!status) {
        status = open_draft(&d, target, info.st_mode != 0, s->error);
    }
    bool opened = d.descriptor >= 0;
    if (opened) {
        status = s->produce(s->context, &d, s->error);
        status = d.code ? cdy_fail_with_errno(s->error, s->path, "write", d.code) : status;
        cdy_status closed = close_draft(&d, &info, target, s->path, status ? NULL : s->error);
        status = status ? status : closed;
    }
    if (!status) {
        status = publish(&d, target, info.st_mode != 0, s->path, s->error);
    }
    if (opened && !d.renamed) {
        unlink(d.name); /* the second name of the saved file, or a failed draft */
    }
    cdy_release(d.name);
    cdy_release(target);
    return status;
}

cdy_status cdy_save_file(const char *path, bool replace,
                         cdy_status (*produce)(const void *context, void *draft, cdy_error *error), const void *context,
                         cdy_error *error)
{
    saving s = {path, replace, produce, context, error};
    return cdy_without_size_signal(save, &s);
}

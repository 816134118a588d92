#ifdef __linux__
#define _GNU_SOURCE /* sync_file_range */
#endif
#define _XOPEN_SOURCE 700 /* realpath */
#include "run/output.h"

#include "text/file.h"
#include "text/system.h"
#include "writing/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static exit_code fail_path(const char *path, int error)
{
    return fail(EXIT_IO, "cannot write '%s': %s", path, strerror(error));
}

/* Opens a device or a pipe, which is written directly. */
static exit_code open_device(output *out, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file) {
        return fail_path(path, errno);
    }
    out->file = file;
    return EXIT_FINE;
}

/* Appends the pattern of the temporary file's name, in the folder of the file and within the limit of file names. */
static void add_pattern(text_buffer *name, const char *path)
{
    enum { MOST_KEPT = 200 };
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    text_add_bytes(name, path, (size_t)(file - path) + strnlen(file, MOST_KEPT));
    text_add(name, ".XXXXXX");
}

/* Copies the metadata of the file to replace, or sets the permissions of a new file. */
static exit_code set_metadata(const output *out, int descriptor, const struct stat *replaced)
{
    if (replaced) {
        cdy_error error;
        return cdy_keep_metadata(descriptor, out->name, out->path, replaced, &error) ? fail_library(&error) : EXIT_FINE;
    }
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(descriptor, 0666 & ~mask) == 0 ? EXIT_FINE : fail_path(out->path, errno);
}

/* Creates the temporary file. */
static exit_code open_temporary(output *out, const struct stat *replaced)
{
    text_buffer name = {0};
    add_pattern(&name, out->path);
    if (name.failed) {
        text_clear(&name);
        return fail_memory();
    }
    sigset_t before;
    interrupt_hold(&before);
    int descriptor = mkstemp(name.bytes), error = errno;
    if (descriptor >= 0) {
        out->temporary = name.bytes;
        interrupt_guard(&out->guard, out->temporary);
    }
    interrupt_resume(&before);
    if (descriptor < 0) {
        text_clear(&name);
        return error == EACCES || error == EPERM
                   ? fail(EXIT_IO, "cannot write '%s': cannot create a file in its folder: %s", out->path,
                          strerror(error))
                   : fail_path(out->path, error);
    }
    exit_code code = set_metadata(out, descriptor, replaced);
    FILE *file = code == EXIT_FINE ? fdopen(descriptor, "wb") : NULL;
    if (!file) {
        code = code == EXIT_FINE ? fail_path(out->path, errno) : code;
        close(descriptor);
        unlink(out->temporary);
        interrupt_release(&out->guard);
        return code;
    }
    out->file = file;
    return EXIT_FINE;
}

static exit_code open_file(output *out, const char *path, bool replace)
{
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0) {
        return EXIT_FINE; /* results go to the standard output anyway */
    }
    struct stat status;
    bool there = stat(path, &status) == 0;
    const bool missing = !there && errno == ENOENT;
    out->name = path;
    out->replace = replace;
    if (there && S_ISDIR(status.st_mode)) {
        return fail_path(path, EISDIR);
    }
    if (missing && lstat(path, &status) == 0) {
        return fail(EXIT_IO, "'%s' is a link to a file that is not there; give that file's name, or remove the link",
                    path);
    }
    if (there && !S_ISREG(status.st_mode)) {
        return open_device(out, path);
    }
    if (there && !replace) {
        return fail(EXIT_IO, "'%s' exists already; use another name, or --force to replace it", path);
    }
    out->path = there ? realpath(path, NULL) : strdup(path); /* a symbolic link stays; its target is replaced */
    if (!out->path) {
        return fail_memory();
    }
    cdy_error error;
    const bool kept = there && cdy_check_replaceable(path, out->path, &status, &error) != CDY_OK;
    return kept ? fail_library(&error) : open_temporary(out, there ? &status : NULL);
}

exit_code output_open(output *out, const char *path, bool replace)
{
    exit_code code = open_file(out, path, replace);
    if (code != EXIT_FINE) {
        free(out->path);
        free(out->temporary);
        out->path = out->temporary = NULL;
    }
    return code;
}

exit_code output_adopt(output *out, const char *name, int descriptor, long long place)
{
    FILE *file = fdopen(descriptor, "r+b");
    if (!file) {
        close(descriptor);
        return fail_path(name, errno);
    }
    out->file = file;
    out->name = name;
    out->in_place = true;
    out->begun = place;
    return fseeko(file, (off_t)place, SEEK_SET) == 0 ? EXIT_FINE : fail_path(name, errno);
}

static void record_error(output *out)
{
    if (!out->error) {
        out->error = errno ? errno : EIO;
    }
}

void output_lacks_memory(output *out)
{
    errno = ENOMEM;
    record_error(out);
}

/* Starts writing the buffered data to disk while later rows are computed, so that the fsync at the end is short.
 * Without sync_file_range, that fsync writes everything. */
static void begin_writing(output *out)
{
#ifdef __linux__
    enum { STEP = 1 << 24 };
    const long long end = ftello(out->file);
    if (end - out->begun >= STEP && fflush(out->file) == 0) {
        sync_file_range(fileno(out->file), (off_t)out->begun, (off_t)(end - out->begun), SYNC_FILE_RANGE_WRITE);
        out->begun = end;
    }
#else
    (void)out;
#endif
}

void output_bytes(output *out, const char *bytes, size_t length)
{
    errno = 0;
    if (!out->error && fwrite(bytes, 1, length, out->file) != length) {
        record_error(out);
    }
    if (out->in_place && !out->error) {
        begin_writing(out);
    }
}

void output_text(output *out, const char *text)
{
    output_bytes(out, text, strlen(text));
}

static void write_bytes(void *context, const char *bytes, size_t length)
{
    output_bytes(context, bytes, length);
}

sink output_sink(output *out)
{
    return (sink){write_bytes, out};
}

void output_format(output *out, const char *format, ...)
{
    if (out->error) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    errno = 0;
    if (vfprintf(out->file, format, arguments) < 0) {
        record_error(out);
    }
    va_end(arguments);
}

void output_name(output *out, const char *name)
{
    while (*name) {
        size_t length = utf8_printable(name);
        output_bytes(out, length ? name : "?", length ? length : 1);
        name += length ? length : 1;
    }
}

enum { MOST_COLUMNS = 256 };

/* Returns the length of the first `most` columns of a name; *columns is their number. */
static size_t measure_columns(const char *name, size_t most, size_t *columns)
{
    const char *p = name;
    for (*columns = 0; *p && *columns < most; ++*columns) {
        const size_t length = utf8_printable(p);
        p += length ? length : 1;
    }
    return (size_t)(p - name);
}

size_t output_short_columns(const char *name)
{
    size_t columns;
    measure_columns(name, MOST_COLUMNS + 1, &columns);
    return columns > MOST_COLUMNS ? MOST_COLUMNS : columns;
}

void output_short_name(output *out, const char *name)
{
    size_t columns;
    const bool cut = name[measure_columns(name, MOST_COLUMNS, &columns)] != '\0';
    const char *end = name + measure_columns(name, cut ? MOST_COLUMNS - 3 : MOST_COLUMNS, &columns);
    while (name < end) {
        const size_t length = utf8_printable(name);
        output_bytes(out, length ? name : "?", length ? length : 1);
        name += length ? length : 1;
    }
    output_text(out, cut ? "..." : "");
}

void output_repeat(output *out, char character, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        output_bytes(out, &character, 1);
    }
}

bool output_can_seek(const output *out)
{
    struct stat status;
    int flags = fcntl(fileno(out->file), F_GETFL);
    return fstat(fileno(out->file), &status) == 0 && S_ISREG(status.st_mode) && flags >= 0 && !(flags & O_APPEND);
}

void output_patch(output *out, long long place, const char *bytes, size_t length)
{
    if (!out->error && fseeko(out->file, (off_t)place, SEEK_SET) != 0) {
        record_error(out);
    }
    output_bytes(out, bytes, length);
    if (!out->error && fseeko(out->file, 0, SEEK_END) != 0) {
        record_error(out);
    }
}

/* Renames the temporary file. Without --force a hard link is made instead, which never replaces a file created
 * meanwhile. */
static void rename_temporary(output *out)
{
    bool moved = out->replace ? rename(out->temporary, out->path) == 0 : link(out->temporary, out->path) == 0;
    if (!moved && !out->replace && (errno == EPERM || errno == ENOSYS || errno == EOPNOTSUPP)) {
        struct stat status; /* a file system without hard links */
        moved = lstat(out->path, &status) != 0 && rename(out->temporary, out->path) == 0;
    }
    if (!moved) {
        record_error(out);
    }
}

static void close_file(output *out, bool keep)
{
    bool to_disk = out->temporary != NULL;
    errno = 0;
    if (((to_disk && keep) || out->in_place) && fsync(fileno(out->file)) != 0) {
        record_error(out);
    }
    if (fclose(out->file) != 0) {
        record_error(out);
    }
    if (to_disk) {
        errno = 0;
        if (keep && !out->error) {
            rename_temporary(out);
        }
        unlink(out->temporary); /* remains after a hard link or a failure */
        interrupt_release(&out->guard);
    }
}

bool output_flush(output *out)
{
    errno = 0;
    if (fflush(out->file) != 0 || ferror(out->file)) {
        record_error(out);
    }
    return !out->error;
}

exit_code output_finish(output *out, exit_code code)
{
    output_flush(out);
    if (out->file != stdout) {
        close_file(out, code == EXIT_FINE || out->complete);
    }
    free(out->path);
    free(out->temporary);
    if (!out->error) {
        return code;
    }
    if (out->error != EPIPE) {
        const char *name = out->file == stdout ? "the standard output" : out->name;
        fail(EXIT_IO, "cannot write to %s: %s", name, strerror(out->error));
    }
    return code == EXIT_FINE || out->complete ? EXIT_IO : code;
}

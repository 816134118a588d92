#include "rows/array_slice.h"

#include "rows/npy.h"
#include "rows/rows.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    NUMBERS = 1 << 13,   /* read at once */
    FILL_BYTES = 1 << 22 /* written at once: large writes get large pages */
};

static exit_code fail_call(const array_slice *slice, const char *what)
{
    return fail(EXIT_IO, "cannot %s '%s': %s", what, slice->path, strerror(errno));
}

static bool write_all(int descriptor, const char *bytes, size_t size, off_t place)
{
    while (size > 0) {
        const ssize_t count = pwrite(descriptor, bytes, size, place);
        if (count < 0 && errno != EINTR) {
            return false;
        }
        if (count > 0) {
            bytes += count;
            size -= (size_t)count;
            place += count;
        }
    }
    return true;
}

/* Writes the array of NaN, and its header last: a file without header is no array that another process would use.  The
 * processes wait for the file's memory only, not for the disk: each has its own rows there before it ends. */
static bool fill(int descriptor, const array_slice *slice, size_t columns, char *block)
{
    char header[NPY_HEADER];
    const double nan = (double)NAN;
    uint64_t left = 8 * slice->rows * columns;
    for (char *end = block; end < block + (left < FILL_BYTES ? left : FILL_BYTES);) {
        end = npy_put_numbers(&nan, 1, end);
    }
    npy_put_header(slice->rows, columns, header);
    for (off_t place = NPY_HEADER; left > 0;) {
        const size_t size = left < FILL_BYTES ? (size_t)left : FILL_BYTES;
        if (!write_all(descriptor, block, size, place)) {
            return false;
        }
        place += (off_t)size;
        left -= size;
    }
    return write_all(descriptor, header, sizeof header, 0);
}

/* Creates the array in an empty file, which is empty again after a failure. */
static exit_code create(int descriptor, const array_slice *slice, size_t columns)
{
    char *block = malloc(FILL_BYTES);
    if (!block) {
        return fail_memory();
    }
    const bool filled = fill(descriptor, slice, columns, block);
    const exit_code code = filled ? EXIT_FINE : fail_call(slice, "write");
    free(block);
    if (filled) {
        return EXIT_FINE;
    }
    return ftruncate(descriptor, 0) == 0 ? code : EXIT_IO;
}

/* Checks that the file is the array, and finds where its numbers begin. */
static exit_code check_shape(const array_slice *slice, size_t columns, uint64_t *begin)
{
    row_reader existing = {0};
    const npy_layout *n = &existing.npy;
    if (input_open(&existing.in, slice->path) != INPUT_OK) {
        return fail(EXIT_IO, "cannot read '%s': %s", slice->path, strerror(existing.in.error));
    }
    const bool array = npy_header_read(&existing) == ROW_OK && n->kind == 'f' && n->size == 8 && !n->big_endian;
    const bool same = array && n->rows == slice->rows && n->columns == columns &&
                      (!n->fortran_order || n->rows <= 1 || n->columns <= 1);
    *begin = existing.in.taken;
    const bool whole = same && existing.in.total == *begin + 8 * slice->rows * columns;
    exit_code code = EXIT_FINE;
    if (!whole) {
        text_buffer shape = {0};
        if (array) {
            text_add(&shape, "an array of %llu x %llu%s", (unsigned long long)n->rows, (unsigned long long)n->columns,
                     same ? " that is cut off" : "");
        }
        code = fail(EXIT_IO,
                    "'%s' is %s; --rows writes into an array of %llu x %zu doubles (float64, by rows), or a file that "
                    "is not there yet",
                    slice->path, array ? text_get(&shape) : "no array of doubles", (unsigned long long)slice->rows,
                    columns);
        text_clear(&shape);
    }
    row_reader_close(&existing);
    return code;
}

/* Refuses a slice with numbers in it: another process has computed the rows, or --rows or --output is mistaken. */
static exit_code check_empty(int descriptor, const array_slice *slice, size_t columns, off_t place)
{
    char block[8 * NUMBERS];
    double numbers[NUMBERS];
    uint64_t left = (slice->last - slice->first) * columns, done = 0;
    while (left > 0) {
        const size_t size = 8 * (size_t)(left < NUMBERS ? left : NUMBERS);
        const ssize_t got = pread(descriptor, block, size, place);
        if (got < 8) {
            return fail_call(slice, "read");
        }
        const size_t count = (size_t)got / 8;
        npy_take_numbers(block, count, numbers);
        for (size_t i = 0; i < count; i++) {
            if (!isnan(numbers[i])) {
                return fail(EXIT_IO, "row %llu of '%s' has results already; use other rows, or --force to replace them",
                            (unsigned long long)(slice->first + (done + i) / columns), slice->path);
            }
        }
        place += (off_t)(8 * count);
        left -= count;
        done += count;
    }
    return EXIT_FINE;
}

static bool set_lock(int descriptor, short type)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET};
    int result;
    do {
        result = fcntl(descriptor, F_SETLKW, &lock);
    } while (result < 0 && errno == EINTR);
    return result == 0;
}

/* Creates or checks the array, while no other process does; *created tells which. */
static exit_code prepare(int descriptor, const array_slice *slice, size_t columns, uint64_t *begin, bool *created)
{
    struct stat status;
    if (!set_lock(descriptor, F_WRLCK) || fstat(descriptor, &status) != 0) {
        return fail_call(slice, "lock");
    }
    *begin = NPY_HEADER;
    *created = status.st_size == 0;
    const exit_code code = *created ? create(descriptor, slice, columns) : check_shape(slice, columns, begin);
    set_lock(descriptor, F_UNLCK);
    return code;
}

exit_code array_slice_open(const array_slice *slice, size_t columns, output *out)
{
    if (columns > 0 && slice->rows > (INT64_MAX - NPY_HEADER) / 8 / columns) {
        return fail(EXIT_INPUT, "an array of %llu x %zu doubles is longer than files can be",
                    (unsigned long long)slice->rows, columns);
    }
    const int descriptor = open(slice->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    struct stat status;
    if (descriptor < 0) {
        return fail_call(slice, "open");
    }
    uint64_t begin = 0;
    bool created = false;
    exit_code code = EXIT_FINE;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        code = fail(EXIT_IO, "'%s' is no file: --rows writes into an array that other processes fill as well",
                    slice->path);
    }
    code = code == EXIT_FINE ? prepare(descriptor, slice, columns, &begin, &created) : code;
    const off_t place = (off_t)(begin + 8 * slice->first * columns);
    if (code == EXIT_FINE && !slice->replace && !created) {
        code = check_empty(descriptor, slice, columns, place);
    }
    if (code == EXIT_FINE) {
        return output_adopt(out, slice->path, descriptor, (long long)place);
    }
    close(descriptor);
    return code;
}

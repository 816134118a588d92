#include "rows/unpack.h"

#include "base/loaded_library.h"

#include <stdlib.h>
#include <string.h>

/* The functions are declared here, since both libraries keep theirs for good: no headers are needed to build. */
typedef size_t zstd_decompress(void *bytes, size_t size, const void *packed, size_t packed_size);
typedef unsigned zstd_is_error(size_t code);
typedef const char *zstd_error_name(size_t code);
typedef unsigned long long zstd_content_size(const void *packed, size_t packed_size);
typedef size_t lz4_create(void **context, unsigned version);
typedef size_t lz4_free(void *context);
typedef size_t lz4_decompress(void *context, void *bytes, size_t *size, const void *packed, size_t *packed_size,
                              const void *options);

#ifdef __APPLE__
static const char zstd_file[] = "libzstd.1.dylib", lz4_file[] = "liblz4.1.dylib";
#else
static const char zstd_file[] = "libzstd.so.1", lz4_file[] = "liblz4.so.1";
#endif

/* Loads a library, which stays until the program ends. */
static void *load(const char *file, const char *format, const char *package, text_buffer *problem)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        text_add(problem,
                 "the log is compressed by %s, and %s, which unpacks it, cannot be loaded: install it (Debian: "
                 "%s)",
                 format, file, package);
    }
    return library;
}

static unpack_status refuse_library(const char *file, text_buffer *problem)
{
    text_add(problem, "%s lacks the functions that unpack", file);
    return UNPACK_IMPOSSIBLE;
}

static unpack_status unpack_zstd(const unsigned char *packed, size_t packed_size, unsigned char *bytes, size_t size,
                                 text_buffer *problem)
{
    zstd_decompress *decompress;
    zstd_is_error *is_error;
    zstd_error_name *error_name;
    void *library = load(zstd_file, "zstd", "libzstd1", problem);
    if (!library) {
        return UNPACK_IMPOSSIBLE;
    }
    if (!cdy_find_function(library, "ZSTD_decompress", &decompress) ||
        !cdy_find_function(library, "ZSTD_isError", &is_error) ||
        !cdy_find_function(library, "ZSTD_getErrorName", &error_name)) {
        return refuse_library(zstd_file, problem);
    }
    const size_t found = decompress(bytes, size, packed, packed_size);
    if (is_error(found)) {
        text_add(problem, "zstd cannot unpack it: %s", error_name(found));
    } else if (found != size) {
        text_add(problem, "it unpacks to %zu bytes; expected %zu", found, size);
    }
    return found == size ? UNPACK_OK : UNPACK_DAMAGED;
}

/* Unpacks by a context; the frame must end with the bytes. */
static unpack_status run_lz4(void *library, void *context, const unsigned char *packed, size_t packed_size,
                             unsigned char *bytes, size_t size, text_buffer *problem)
{
    lz4_decompress *decompress;
    zstd_is_error *is_error;
    zstd_error_name *error_name;
    if (!cdy_find_function(library, "LZ4F_decompress", &decompress) ||
        !cdy_find_function(library, "LZ4F_isError", &is_error) ||
        !cdy_find_function(library, "LZ4F_getErrorName", &error_name)) {
        return refuse_library(lz4_file, problem);
    }
    size_t left = 1, made = 0, used = 0;
    for (size_t step = 1; left != 0 && step != 0 && !is_error(left);) {
        size_t given = packed_size - used, room = size - made;
        left = decompress(context, bytes + made, &room, packed + used, &given, NULL);
        step = is_error(left) ? 0 : given + room;
        used += is_error(left) ? 0 : given;
        made += is_error(left) ? 0 : room;
    }
    if (is_error(left)) {
        text_add(problem, "lz4 cannot unpack it: %s", error_name(left));
    } else if (left != 0 || made != size) {
        text_add(problem, "it unpacks to %s %zu bytes; expected %zu", left != 0 && made == size ? "more than" : "only",
                 made, size);
    } else {
        return UNPACK_OK;
    }
    return UNPACK_DAMAGED;
}

static unpack_status unpack_lz4(const unsigned char *packed, size_t packed_size, unsigned char *bytes, size_t size,
                                text_buffer *problem)
{
    enum { VERSION = 100 };
    lz4_create *create;
    lz4_free *release;
    void *context = NULL, *library = load(lz4_file, "lz4", "liblz4-1", problem);
    if (!library) {
        return UNPACK_IMPOSSIBLE;
    }
    if (!cdy_find_function(library, "LZ4F_createDecompressionContext", &create) ||
        !cdy_find_function(library, "LZ4F_freeDecompressionContext", &release)) {
        return refuse_library(lz4_file, problem);
    }
    if (create(&context, VERSION) != 0) {
        text_add(problem, "out of memory");
        return UNPACK_IMPOSSIBLE;
    }
    const unpack_status status = run_lz4(library, context, packed, packed_size, bytes, size, problem);
    release(context);
    return status;
}

unpack_status unpack(const char *format, const unsigned char *packed, size_t packed_size, unsigned char *bytes,
                     size_t size, text_buffer *problem)
{
    if (strcmp(format, "zstd") == 0) {
        return unpack_zstd(packed, packed_size, bytes, size, problem);
    }
    if (strcmp(format, "lz4") == 0) {
        return unpack_lz4(packed, packed_size, bytes, size, problem);
    }
    text_add(problem, "it is compressed by '%.40s'; expected zstd, lz4 or nothing", format);
    return UNPACK_DAMAGED;
}

unpack_status unpack_message(const unsigned char *packed, size_t packed_size, size_t most, unsigned char **bytes,
                             size_t *size, text_buffer *problem)
{
    zstd_content_size *content_size;
    void *library = load(zstd_file, "zstd", "libzstd1", problem);
    *bytes = NULL;
    if (!library) {
        return UNPACK_IMPOSSIBLE;
    }
    if (!cdy_find_function(library, "ZSTD_getFrameContentSize", &content_size)) {
        return refuse_library(zstd_file, problem);
    }
    const unsigned long long found = content_size(packed, packed_size); /* where it is unknown, more than any size */
    if (found > most) {
        text_add(problem, "it is no frame of zstd that tells its size, at most %zu bytes", most);
        return UNPACK_DAMAGED;
    }
    *size = (size_t)found;
    *bytes = malloc(*size + 1);
    if (!*bytes) {
        problem->failed = true;
        return UNPACK_IMPOSSIBLE;
    }
    const unpack_status status = unpack_zstd(packed, packed_size, *bytes, *size, problem);
    if (status != UNPACK_OK) {
        free(*bytes);
        *bytes = NULL;
    }
    return status;
}

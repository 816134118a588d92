#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "specialize/cache.h"

#include "base/error.h"
#include "base/memory.h"
#include "text/file.h"
#include "text/system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif
#include <unistd.h>

enum { KEY_SIZE = 34, NAME_SIZE = KEY_SIZE + 37, LARGEST_CODE = 64 << 20 };

const char *cdy_cache_path(const char *folder, const char *name, cdy_arena *arena)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = cdy_arena_allocate(arena, size, 1);
    if (path) {
        snprintf(path, size, "%s/%s", folder, name);
    }
    return path;
}

/* The folder to use where none is given; NULL where the environment has no absolute one, or memory runs out. */
static const char *usual_folder(cdy_arena *arena)
{
    const char *caches = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (!caches || caches[0] != '/') {
        caches = home && home[0] == '/' ? cdy_cache_path(home, ".cache", arena) : NULL;
    }
    return caches ? cdy_cache_path(caches, "condyle", arena) : NULL;
}

/* Makes a folder and the one above it, where they are missing. */
static bool make_folders(const char *folder, cdy_arena *arena)
{
    if (mkdir(folder, 0700) == 0 || errno == EEXIST) {
        return true;
    }
    const bool missing = errno == ENOENT;
    char *above = cdy_arena_copy(arena, folder);
    for (size_t end = above ? strlen(above) : 0; end > 1 && above[end - 1] == '/'; end--) {
        above[end - 1] = '\0';
    }
    char *slash = above ? strrchr(above, '/') : NULL;
    if (!missing || !slash || slash == above) {
        return false;
    }
    *slash = '\0';
    return (mkdir(above, 0700) == 0 || errno == EEXIST) && (mkdir(folder, 0700) == 0 || errno == EEXIST);
}

static cdy_status fail_owner(const char *path, const struct stat *info, cdy_error *error)
{
    return cdy_fail_at(error, CDY_ERROR_IO, path, 0,
                       "belongs to user %ld, who could replace the code in it; expected user %ld", (long)info->st_uid,
                       (long)geteuid());
}

/* Checks that nobody else can rename the entries of a folder above the cache: it belongs to the user or to root, and
 * others may write to it only where they cannot touch what is not theirs (/tmp). */
static cdy_status check_above(const char *path, cdy_error *error)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        return cdy_fail_with_errno(error, path, "find", errno);
    }
    if (info.st_uid != geteuid() && info.st_uid != 0) {
        return fail_owner(path, &info, error);
    }
    if (info.st_mode & (S_IWGRP | S_IWOTH) && !(info.st_mode & S_ISVTX)) {
        return cdy_fail_at(error, CDY_ERROR_IO, path, 0,
                           "others may write to this folder (mode %o), and could replace the code below it; use a "
                           "folder elsewhere, or chmod go-w",
                           (unsigned)info.st_mode & 07777u);
    }
    return CDY_OK;
}

static cdy_status check_folder(const char *path, cdy_error *error)
{
    struct stat info;
    if (lstat(path, &info) != 0) {
        return cdy_fail_with_errno(error, path, "find", errno);
    }
    if (!S_ISDIR(info.st_mode)) {
        return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "is no folder; expected one for compiled code");
    }
    if (info.st_uid != geteuid()) {
        return fail_owner(path, &info, error);
    }
    if (info.st_mode & (S_IRWXG | S_IRWXO)) {
        return cdy_fail_at(error, CDY_ERROR_IO, path, 0,
                           "is open to others (mode %o), who could replace the code in it; expected mode 700: chmod "
                           "700",
                           (unsigned)info.st_mode & 07777u);
    }
    return CDY_OK;
}

/* Checks an absolute path without links: the folder itself, then each one above it. */
static cdy_status check_path(const char *path, cdy_arena *arena, cdy_error *error)
{
    char *above = cdy_arena_copy(arena, path);
    if (!above) {
        return cdy_fail_memory(error);
    }
    cdy_status status = check_folder(path, error);
    for (char *slash = strrchr(above, '/'); !status && slash && slash != above; slash = strrchr(above, '/')) {
        *slash = '\0';
        status = check_above(above, error);
    }
    return status ? status : check_above("/", error);
}

/* Whether the process may do more than the user who started it: set-uid, set-gid or, on Linux, file capabilities. */
static bool has_foreign_rights(void)
{
#ifdef __linux__
    if (getauxval(AT_SECURE)) {
        return true;
    }
#endif
    return getuid() != geteuid() || getgid() != getegid();
}

cdy_status cdy_open_cache(const char *folder, cdy_arena *arena, const char **path, cdy_error *error)
{
    if (has_foreign_rights()) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the process has other rights than the user who started it, and this user could choose the "
                        "compiler; only the general calls are used");
    }
    const char *wanted = folder ? folder : usual_folder(arena);
    if (!wanted) {
        return arena->failed ? cdy_fail_memory(error)
                             : cdy_fail(error, CDY_ERROR_IO,
                                        "there is no folder for compiled code, since neither XDG_CACHE_HOME nor HOME "
                                        "is set; set one, or name a folder by the option `cache`");
    }
    if (!make_folders(wanted, arena)) {
        return arena->failed ? cdy_fail_memory(error) : cdy_fail_with_errno(error, wanted, "make the folder", errno);
    }
    char *resolved = cdy_resolve_path(wanted);
    *path = resolved ? cdy_arena_copy(arena, resolved) : NULL;
    cdy_release(resolved);
    if (!*path) {
        return arena->failed ? cdy_fail_memory(error) : cdy_fail_with_errno(error, wanted, "find", errno);
    }
    return check_path(*path, arena, error);
}

/* Opens without waiting for the writer of a pipe; a link is not followed. Returns a descriptor, -1 on failure. */
static int open_code(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
}

/* Whether the file behind a descriptor may be loaded: a regular file of the user's that nobody else may write. */
static bool is_own_file(int descriptor)
{
    struct stat info;
    return fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
           !(info.st_mode & (S_IWGRP | S_IWOTH)) && info.st_size <= LARGEST_CODE;
}

/* The checksum of a file of the user's alone and of the size that its name tells; returns false where it is none, or
 * cannot be read. */
static bool sum_file(const char *path, size_t bytes, uint64_t *sum)
{
    const uint64_t named = bytes;
    wide_hash hash = hash_bytes(hash_seed, &named, sizeof named);
    const int descriptor = open_code(path);
    bool complete = descriptor >= 0 && is_own_file(descriptor);
    ptrdiff_t count = 0;
    do {
        char block[4096];
        count = complete ? cdy_read_bytes(descriptor, block, sizeof block) : 0;
        complete = complete && count >= 0;
        hash = hash_bytes(hash, block, count > 0 ? (size_t)count : 0);
    } while (count > 0);
    if (descriptor >= 0) {
        close(descriptor);
    }
    *sum = hash.a ^ hash.b;
    return complete;
}

/* Name of the kind of a file that is not regular, for messages. */
static const char *kind_of(mode_t mode)
{
    return S_ISDIR(mode)    ? "a folder"
           : S_ISLNK(mode)  ? "a symbolic link"
           : S_ISFIFO(mode) ? "a named pipe"
           : S_ISSOCK(mode) ? "a socket"
                            : "a device";
}

cdy_status cdy_check_compiled(const char *path, cdy_error *error)
{
    struct stat info;
    const int descriptor = open_code(path);
    int code = descriptor < 0 ? errno : 0;
    if (descriptor >= 0 ? fstat(descriptor, &info) != 0 : cdy_stat_link(path, &info) != 0) {
        code = code ? code : errno;
        info = (struct stat){.st_mode = S_IFREG};
    }
    const bool regular = S_ISREG(info.st_mode), fits = info.st_size <= LARGEST_CODE;
    if (!code && regular && fits && fchmod(descriptor, 0600) != 0) {
        code = errno;
    }
    if (descriptor >= 0) {
        close(descriptor);
    }
    if (!regular) {
        return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "the compiler's result is %s; expected a file with code",
                           kind_of(info.st_mode));
    }
    if (!fits) {
        return cdy_fail_at(error, CDY_ERROR_IO, path, 0, "the compiler's result has %lld bytes; expected at most %d",
                           (long long)info.st_size, LARGEST_CODE);
    }
    return code ? cdy_fail_with_errno(error, path, "read the compiler's result", code) : CDY_OK;
}

static void write_key(wide_hash key, char text[KEY_SIZE])
{
    snprintf(text, KEY_SIZE, "%016" PRIx64 "%016" PRIx64 "-", key.a, key.b);
}

static void write_name(wide_hash key, size_t bytes, uint64_t sum, char name[NAME_SIZE])
{
    char text[KEY_SIZE];
    write_key(key, text);
    snprintf(name, NAME_SIZE, "%s%zx-%016" PRIx64 ".so", text, bytes, sum);
}

/* Whether the file has the content that its name tells; *bytes is the estimated size of the code in that. */
static bool is_intact(const char *path, const char *name, wide_hash key, size_t *bytes)
{
    char right[NAME_SIZE];
    uint64_t sum;
    const unsigned long long told = strtoull(name + KEY_SIZE - 1, NULL, 16);
    if (told > SIZE_MAX || !sum_file(path, (size_t)told, &sum)) {
        return false;
    }
    *bytes = (size_t)told;
    write_name(key, *bytes, sum, right);
    return strcmp(name, right) == 0;
}

const char *cdy_find_cached(const char *cache, wide_hash key, size_t *bytes, cdy_arena *arena)
{
    char prefix[KEY_SIZE];
    const char *found = NULL;
    write_key(key, prefix);
    DIR *folder = opendir(cache);
    for (const struct dirent *entry = folder ? readdir(folder) : NULL; entry && !found; entry = readdir(folder)) {
        if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0) {
            continue;
        }
        const char *path = cdy_cache_path(cache, entry->d_name, arena);
        if (path && is_intact(path, entry->d_name, key, bytes)) {
            found = path;
        } else if (path) {
            unlink(path);
        }
    }
    if (folder) {
        closedir(folder);
    }
    return found;
}

cdy_status cdy_make_work_folder(const char *cache, cdy_arena *arena, const char **path, cdy_error *error)
{
    const char *name = cdy_cache_path(cache, "work-XXXXXX", arena);
    char *writable = name ? cdy_arena_copy(arena, name) : NULL;
    if (!writable) {
        return cdy_fail_memory(error);
    }
    *path = mkdtemp(writable);
    return *path ? CDY_OK : cdy_fail_with_errno(error, cache, "write to the folder", errno);
}

void cdy_remove_work_folder(const char *path)
{
    DIR *folder = opendir(path);
    for (const struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            unlinkat(dirfd(folder), entry->d_name, 0) != 0) {
            unlinkat(dirfd(folder), entry->d_name, AT_REMOVEDIR);
        }
    }
    if (folder) {
        closedir(folder);
    }
    rmdir(path);
}

cdy_status cdy_keep_in_cache(const char *cache, wide_hash key, size_t bytes, const char *file, cdy_arena *arena,
                             cdy_error *error)
{
    char name[NAME_SIZE];
    struct stat info;
    uint64_t sum;
    if (!sum_file(file, bytes, &sum)) {
        return cdy_fail_at(error, CDY_ERROR_IO, file, 0, "the compiler's result has been changed since it was loaded");
    }
    write_name(key, bytes, sum, name);
    const char *path = cdy_cache_path(cache, name, arena);
    if (!path) {
        return cdy_fail_memory(error);
    }
    if (rename(file, path) == 0) {
        return CDY_OK;
    }
    const int code = errno;
    return lstat(path, &info) == 0 && S_ISDIR(info.st_mode)
               ? cdy_fail_at(error, CDY_ERROR_IO, path, 0,
                             "a folder is in the place of the compiled code; remove it, or name another cache")
               : cdy_fail_with_errno(error, path, "write", code);
}

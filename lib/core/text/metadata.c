/* Metadata: owner, permissions and extended attributes, which a file keeps when it is replaced. */
#define _DEFAULT_SOURCE /* fchown */
#include "base/error.h"
#include "base/memory.h"
#include "text/file.h"
#include "text/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/xattr.h>
#endif

static cdy_status keep_owner(int descriptor, const char *path, const struct stat *info, cdy_error *error)
{
    struct stat created;
    if (fstat(descriptor, &created) != 0) {
        return cdy_fail_with_errno(error, path, "write", errno);
    }
    if (created.st_uid == info->st_uid && created.st_gid == info->st_gid) {
        return CDY_OK;
    }
    if (fchown(descriptor, info->st_uid, info->st_gid) == 0) {
        return CDY_OK;
    }
    return cdy_fail_at(
        error, CDY_ERROR_IO, path, 0,
        "belongs to user %lu and group %lu, and the replacing file cannot; write to another name, or let the "
        "owner write the file",
        (unsigned long)info->st_uid, (unsigned long)info->st_gid);
}

#ifdef __linux__

/* Buffers for the extended attributes of a file: the names, each with its null terminator, and two values. A file
 * system without extended attributes gives no names. */
typedef struct attributes {
    char *names, *value, *other;
    size_t length, capacity;
} attributes;

/* The maximum of Linux (XATTR_LIST_MAX, XATTR_SIZE_MAX). */
enum { MAX_BYTES = 65536 };

static void clear_attributes(attributes *a)
{
    cdy_release(a->names);
    cdy_release(a->value);
    cdy_release(a->other);
}

static bool make_attributes(attributes *a)
{
    *a = (attributes){cdy_allocate(MAX_BYTES, 1), cdy_allocate(MAX_BYTES, 1), cdy_allocate(MAX_BYTES, 1), 0, MAX_BYTES};
    return a->names && a->value && a->other;
}

/* Checksums and signatures of the old content, which do not apply to the new content. */
static bool is_of_content(const char *name)
{
    return strcmp(name, "security.ima") == 0 || strcmp(name, "security.evm") == 0;
}

static bool list_names(attributes *a, ssize_t length)
{
    a->length = length > 0 ? (size_t)length : 0;
    return length >= 0 || errno == ENOTSUP || errno == ENOSYS;
}

/* Copies an attribute; returns whether the new file then has the value of the old one. */
static bool copy_attribute(attributes *a, int descriptor, const char *target, const char *name)
{
    const ssize_t size = getxattr(target, name, a->value, a->capacity);
    if (size < 0) {
        return errno == ENODATA; /* removed since the names were listed */
    }
    const ssize_t present = fgetxattr(descriptor, name, a->other, a->capacity);
    return (present == size && memcmp(a->value, a->other, (size_t)size) == 0) ||
           fsetxattr(descriptor, name, a->value, (size_t)size, 0) == 0;
}

/* Removes an attribute that the new file has inherited from its folder, such as an access control list, if the old file
 * does not have it. */
static bool drop_attribute(attributes *a, int descriptor, const char *target, const char *name)
{
    return getxattr(target, name, a->value, a->capacity) >= 0 || errno != ENODATA ||
           fremovexattr(descriptor, name) == 0;
}

static const char *find_attribute_not_kept(attributes *a, int descriptor, const char *target)
{
    if (!list_names(a, flistxattr(descriptor, a->names, a->capacity))) {
        return "";
    }
    for (const char *name = a->names; name < a->names + a->length; name += strlen(name) + 1) {
        if (!drop_attribute(a, descriptor, target, name)) {
            return name;
        }
    }
    if (!list_names(a, listxattr(target, a->names, a->capacity))) {
        return "";
    }
    for (const char *name = a->names; name < a->names + a->length; name += strlen(name) + 1) {
        if (!is_of_content(name) && !copy_attribute(a, descriptor, target, name)) {
            return name;
        }
    }
    return NULL;
}

static cdy_status keep_attributes(int descriptor, const char *path, const char *target, cdy_error *error)
{
    attributes a;
    cdy_status status = CDY_OK;
    if (!make_attributes(&a)) {
        status = cdy_fail_memory(error);
    } else {
        const char *name = find_attribute_not_kept(&a, descriptor, target);
        if (name) {
            status =
                cdy_fail_at(error, CDY_ERROR_IO, path, 0,
                            "has an extended attribute '%.100s' that the replacing file cannot keep; write to another "
                            "name",
                            name);
        }
    }
    clear_attributes(&a);
    return status;
}

#else

static cdy_status keep_attributes(int descriptor, const char *path, const char *target, cdy_error *error)
{
    (void)descriptor, (void)path, (void)target, (void)error;
    return CDY_OK;
}

#endif

cdy_status cdy_keep_metadata(int descriptor, const char *path, const char *target, const struct stat *info,
                             cdy_error *error)
{
    cdy_status status = keep_owner(descriptor, path, info, error);
    status = status ? status : keep_attributes(descriptor, path, target, error);
    /* Last, because the calls before can change the permissions. */
    if (!status && fchmod(descriptor, info->st_mode & 07777) != 0) {
        status = cdy_fail_with_errno(error, path, "write", errno);
    }
    return status;
}

/* Files on Windows. Paths are in the code page of the process, like the paths of fopen(). */
#include "base/memory.h"
#include "text/system.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <process.h>
#include <string.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/* Sets errno from the error of the last call of Windows. */
static void set_errno(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND: errno = ENOENT; break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: errno = EEXIST; break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION: /* another program has the file open */
    case ERROR_LOCK_VIOLATION:
    case ERROR_UNABLE_TO_REMOVE_REPLACED:
    case ERROR_UNABLE_TO_MOVE_REPLACEMENT:
    case ERROR_UNABLE_TO_MOVE_REPLACEMENT_2: errno = EACCES; break;
    case ERROR_NOT_ENOUGH_MEMORY: errno = ENOMEM; break;
    case ERROR_DISK_FULL: errno = ENOSPC; break;
    default: errno = EIO;
    }
}

/* A named pipe exists once its server does, which makes no reader wait. */
int cdy_open_to_read(const char *path)
{
    struct stat info;
    int descriptor = _open(path, _O_RDONLY | _O_BINARY | _O_NOINHERIT);
    if (descriptor < 0 && errno == EACCES && stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
    }
    return descriptor;
}

/* Access rights of a file: all for its owner, none for others. */
typedef struct owner_rights {
    SECURITY_DESCRIPTOR descriptor;
    union {
        ACL list;
        char buffer[256];
    } access;
    union {
        TOKEN_USER user;
        char buffer[256];
    } owner;
} owner_rights;

static bool make_owner_rights(owner_rights *rights)
{
    HANDLE process;
    DWORD size;
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &process)) {
        return false;
    }
    const bool known = GetTokenInformation(process, TokenUser, &rights->owner, sizeof rights->owner, &size);
    CloseHandle(process);
    return known && InitializeAcl(&rights->access.list, sizeof rights->access, ACL_REVISION) &&
           AddAccessAllowedAce(&rights->access.list, ACL_REVISION, GENERIC_ALL, rights->owner.user.User.Sid) &&
           InitializeSecurityDescriptor(&rights->descriptor, SECURITY_DESCRIPTOR_REVISION) &&
           SetSecurityDescriptorDacl(&rights->descriptor, TRUE, &rights->access.list, FALSE) &&
           SetSecurityDescriptorControl(&rights->descriptor, SE_DACL_PROTECTED, SE_DACL_PROTECTED);
}

int cdy_create_file(const char *path, bool confidential)
{
    owner_rights rights;
    SECURITY_ATTRIBUTES security = {.nLength = sizeof security, .lpSecurityDescriptor = &rights.descriptor};
    if (confidential && !make_owner_rights(&rights)) {
        set_errno();
        return -1;
    }
    HANDLE file = CreateFileA(path, GENERIC_WRITE, FILE_SHARE_READ, confidential ? &security : NULL, CREATE_NEW,
                              FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        set_errno();
        return -1;
    }
    return _open_osfhandle((intptr_t)file, _O_WRONLY | _O_BINARY);
}

ptrdiff_t cdy_read_bytes(int descriptor, void *bytes, size_t size)
{
    return _read(descriptor, bytes, size < INT_MAX ? (unsigned)size : INT_MAX);
}

ptrdiff_t cdy_write_bytes(int descriptor, const void *bytes, size_t size)
{
    return _write(descriptor, bytes, size < INT_MAX ? (unsigned)size : INT_MAX);
}

/* Reading from a pipe waits by itself. */
bool cdy_wait_for_bytes(int descriptor, int milliseconds)
{
    (void)descriptor, (void)milliseconds;
    return true;
}

bool cdy_flush_to_disk(int descriptor)
{
    return _commit(descriptor) == 0;
}

void cdy_describe_errno(int code, char *text, size_t size)
{
    if (strerror_s(text, size, code) != 0) {
        text[0] = '\0';
    }
}

int cdy_stat_link(const char *path, struct stat *info)
{
    return stat(path, info);
}

/* Returns a handle with access to the file's metadata alone. */
static HANDLE open_for_facts(const char *path)
{
    HANDLE file = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        set_errno();
    }
    return file;
}

char *cdy_resolve_path(const char *path)
{
    HANDLE file = open_for_facts(path);
    if (file == INVALID_HANDLE_VALUE) {
        return NULL;
    }
    const DWORD size = GetFinalPathNameByHandleA(file, NULL, 0, FILE_NAME_NORMALIZED);
    char *resolved = size ? cdy_allocate((size_t)size + 1, 1) : NULL;
    if (!size) {
        set_errno();
    } else if (!resolved) {
        errno = ENOMEM;
    } else if (GetFinalPathNameByHandleA(file, resolved, size + 1, FILE_NAME_NORMALIZED) > size) {
        cdy_release(resolved); /* the file got a longer name in the meantime */
        resolved = NULL;
        errno = EAGAIN;
    }
    CloseHandle(file);
    return resolved;
}

size_t cdy_folder_length(const char *path)
{
    size_t length = strlen(path);
    while (length > 0 && !strchr("/\\:", path[length - 1])) {
        length--;
    }
    return length;
}

long cdy_process_number(void)
{
    return _getpid();
}

bool cdy_name_new_file(const char *path, const char *name, bool *moved)
{
    *moved = MoveFileExA(path, name, MOVEFILE_WRITE_THROUGH);
    if (!*moved) {
        set_errno();
    }
    return *moved;
}

/* The new file takes over the access rights, attributes and further streams of the old one. */
bool cdy_replace_file(const char *path, const char *existing)
{
    const bool replaced = ReplaceFileA(existing, path, NULL, REPLACEFILE_WRITE_THROUGH, NULL, NULL);
    if (!replaced) {
        set_errno();
    }
    return replaced;
}

/* To stat of the C library every file has one name. */
unsigned long cdy_count_names(const char *path, const struct stat *info)
{
    (void)info;
    BY_HANDLE_FILE_INFORMATION facts = {.nNumberOfLinks = 1};
    HANDLE file = open_for_facts(path);
    if (file != INVALID_HANDLE_VALUE) {
        GetFileInformationByHandle(file, &facts);
        CloseHandle(file);
    }
    return facts.nNumberOfLinks;
}

bool cdy_may_write(const char *path)
{
    return _access(path, 2) == 0;
}

/* cdy_replace_file() keeps it. */
cdy_status cdy_keep_metadata(int descriptor, const char *path, const char *target, const struct stat *info,
                             cdy_error *error)
{
    (void)descriptor, (void)path, (void)target, (void)info, (void)error;
    return CDY_OK;
}

cdy_status cdy_without_size_signal(cdy_status (*work)(void *), void *context)
{
    return work(context);
}

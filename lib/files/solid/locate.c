/* Paths of mesh files, from their names in robot files. */
#include "base/error.h"
#include "package/path.h"
#include "package/search.h"

#include <condyle/shapes.h>
#include <stdio.h>
#include <string.h>

/* Joins a folder (`length` bytes) and a path. */
static cdy_status join(const char *folder, size_t length, const char *rest, char *path, size_t size, cdy_error *error)
{
    const int written =
        snprintf(path, size, "%.*s%s%s", (int)length, folder, length && folder[length - 1] != '/' ? "/" : "", rest);
    return written >= 0 && (size_t)written < size
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_IO, "the path of mesh '%.80s' is longer than %zu bytes", rest, size);
}

/* Returns the length of the folder of a file, 0 for the current one. */
static size_t folder_length(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? (size_t)(slash - file) + (slash == file) : 0;
}

/* Finds NAME/PATH in the package NAME. */
static cdy_status locate_packaged(const char *mesh, const char *rest, const cdy_mesh_places *places, char *path,
                                  size_t size, cdy_error *error)
{
    const size_t length = strcspn(rest, "/");
    char name[256];
    if (length == 0 || length >= sizeof name || cdy_path_escapes(rest + length)) {
        return cdy_fail(error, CDY_ERROR_IO, "mesh '%.200s' leads out of its package; expected package://PACKAGE/PATH",
                        mesh);
    }
    snprintf(name, sizeof name, "%.*s", (int)length, rest);
    cdy_package_search search;
    char root[CDY_PATH_SIZE];
    cdy_package_search_begin(&search, places->robot_file, places->packages, places->package_count);
    if (!cdy_find_package(&search, name, root)) {
        return cdy_fail(error, CDY_ERROR_IO,
                        "package '%.80s', of mesh '%.200s', is not found; --package-path DIR or cdy_mesh_places says "
                        "where it lies",
                        name, mesh);
    }
    return join(root, strlen(root), rest + length + (rest[length] == '/'), path, size, error);
}

cdy_status cdy_mesh_locate(const char *mesh, const cdy_mesh_places *places, char *path, size_t size, cdy_error *error)
{
    static const cdy_mesh_places nowhere = {0};
    places = places ? places : &nowhere;
    if (!mesh || !path || size == 0 || (places->package_count > 0 && !places->packages)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a mesh is found by its name, for a path of some bytes");
    }
    for (size_t i = 0; i < places->package_count; i++) {
        if (!places->packages[i].path) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "package %zu has no path", i);
        }
    }
    if (strncmp(mesh, "package://", 10) == 0 || strncmp(mesh, "model://", 8) == 0) {
        return locate_packaged(mesh, strstr(mesh, "//") + 2, places, path, size, error);
    }
    if (strncmp(mesh, "file://", 7) == 0 || *mesh == '/') {
        return join("", 0, *mesh == '/' ? mesh : mesh + 7, path, size, error);
    }
    if (strstr(mesh, "://") || !places->robot_file) {
        return cdy_fail(error, CDY_ERROR_IO, "mesh '%.200s' is not found; expected package://PACKAGE/PATH%s", mesh,
                        places->robot_file ? " or a file" : ", since the robot is in no folder");
    }
    return join(places->robot_file, folder_length(places->robot_file), mesh, path, size, error);
}

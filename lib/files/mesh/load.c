/* Mesh files: the format by the name's ending. */
#include "base/error.h"
#include "base/memory.h"
#include "mesh/mesh.h"
#include "text/file.h"

#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { USUAL_MESH = 256 << 20 };

typedef cdy_status reader(cdy_mesh *mesh, const char *bytes, size_t size, const char *name, cdy_error *error);

static reader *reader_of(const char *name)
{
    static const struct {
        const char *ending;
        reader *read;
    } formats[] = {{".stl", cdy_read_stl},
                   {".obj", cdy_read_obj},
                   {".glb", cdy_read_glb},
                   {".msh", cdy_read_msh},
                   {".dae", cdy_read_collada}};
    const char *ending = strrchr(name, '.');
    for (size_t i = 0; ending && i < sizeof formats / sizeof *formats; i++) {
        if (strcasecmp(ending, formats[i].ending) == 0) {
            return formats[i].read;
        }
    }
    return NULL;
}

static cdy_status fail_format(const char *name, cdy_error *error)
{
    return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0,
                       "no format of meshes that is read; expected a name that ends in .stl, .obj, .glb, .msh or .dae");
}

cdy_status cdy_mesh_from_bytes(const void *bytes, size_t size, const char *name, cdy_mesh **mesh, cdy_error *error)
{
    if (mesh) {
        *mesh = NULL;
    }
    if (!mesh || !name || (!bytes && size > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a mesh needs its bytes, a name and a pointer for the mesh");
    }
    reader *read = reader_of(name);
    if (!read) {
        return fail_format(name, error);
    }
    cdy_mesh *made = cdy_allocate(1, sizeof *made);
    if (!made) {
        return cdy_fail_memory(error);
    }
    cdy_status status = read(made, size ? bytes : "", size, name, error);
    if (!status && made->triangle_count == 0) {
        status = cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0, "the mesh has no triangle; expected one at least");
    }
    if (status) {
        cdy_mesh_destroy(made);
        return status;
    }
    *mesh = made;
    return CDY_OK;
}

/* Refuses pipes, since cdy_read_file() would wait for each of them. */
static cdy_status refuse_pipe(const char *path, cdy_error *error)
{
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISFIFO(facts.st_mode)
               ? cdy_fail_at(error, CDY_ERROR_IO, path, 0, "is a pipe; expected a mesh file")
               : CDY_OK;
}

cdy_status cdy_mesh_load(const char *path, size_t max_bytes, cdy_mesh **mesh, cdy_error *error)
{
    if (mesh) {
        *mesh = NULL;
    }
    if (!mesh || !path) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a mesh needs its file and a pointer for the mesh");
    }
    if (!reader_of(path)) {
        return fail_format(path, error);
    }
    char *bytes;
    size_t size;
    cdy_status status = refuse_pipe(path, error);
    if (status) {
        return status;
    }
    status = cdy_read_file(path, "mesh file", max_bytes ? max_bytes : USUAL_MESH, &bytes, &size, error);
    if (!status) {
        status = cdy_mesh_from_bytes(bytes, size, path, mesh, error);
        cdy_release(bytes);
    }
    return status;
}

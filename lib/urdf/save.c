/* Saving a robot as a URDF file. */
#include "base/error.h"
#include "text/file.h"

#include <condyle/urdf.h>

static cdy_status produce(const void *tree, void *draft, cdy_error *error)
{
    return cdy_urdf_write(tree, cdy_write_draft, draft, error);
}

cdy_status cdy_urdf_save_file(const cdy_tree *tree, const char *path, bool replace, cdy_error *error)
{
    if (!tree || !path || !*path) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "saving a robot needs a tree and the name of a file");
    }
    return cdy_save_file(path, replace, produce, tree, error);
}

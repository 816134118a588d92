/* Writing robots in any format. */
#include "base/error.h"
#include "base/reserve.h"
#include "mjcf/writer.h"
#include "sdf/writer.h"
#include "urdf/writer.h"

#include <condyle/urdf.h>
#include <condyle/write.h>

cdy_write_options cdy_write_options_default(void)
{
    return (cdy_write_options){0};
}

/* Writes one of the formats whose writers take an output. */
static cdy_status write_other(const cdy_tree *tree, const cdy_write_options *options,
                              cdy_status (*write)(void *output, const char *text, size_t size), void *output,
                              cdy_error *error)
{
    const bool mjcf = options->kind == CDY_FILE_MJCF;
    cdy_status status = cdy_check_writable(tree, mjcf ? "MJCF" : "SDF", error);
    if (status) {
        return status;
    }
    const cdy_writing how = {options->mesh_folder, options->actuators, options->lost, options->context};
    cdy_xml_output out = cdy_xml_begin(write, output);
    status = mjcf ? cdy_mjcf_write(tree, &how, &out, error) : cdy_sdf_write(tree, &how, &out, error);
    if (status) {
        return status;
    }
    status = cdy_xml_end(&out);
    return status ? cdy_fail(error, status, "the robot could not be written: %s", cdy_status_text(status)) : CDY_OK;
}

/* URDF has trees alone. */
static void name_lost_ties(const cdy_tree *tree, const cdy_write_options *options)
{
    const cdy_writing how = {.lost = options->lost, .context = options->context};
    for (int i = 0; i < cdy_tree_loop_count(tree); i++) {
        cdy_lose_loop(&how, cdy_tree_loop(tree, i), "itself: URDF has trees alone");
    }
    cdy_lose_exclusions(&how, tree);
}

cdy_status cdy_tree_write(const cdy_tree *tree, const cdy_write_options *options,
                          cdy_status (*write)(void *output, const char *text, size_t size), void *output,
                          cdy_error *error)
{
    const cdy_write_options chosen = options ? *options : cdy_write_options_default();
    if (!tree || !write) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "writing a robot needs a tree and a function that writes");
    }
    if (cdy_check_reserve(&chosen.reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    switch (chosen.kind) {
    case CDY_FILE_URDF: name_lost_ties(tree, &chosen); return cdy_urdf_write(tree, write, output, error);
    case CDY_FILE_MJCF:
    case CDY_FILE_SDF: return write_other(tree, &chosen, write, output, error);
    }
    return cdy_fail(error, CDY_ERROR_ARGUMENT, "no format has the number %d", (int)chosen.kind);
}

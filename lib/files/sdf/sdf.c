/* Reading of <sdf>: its parts, in the order in which they depend on each other. */
#include "sdf/sdf.h"

#include "base/error.h"

/* Bytes of meshes that a robot may have read, where its masses depend on them. */
enum { MOST_MESH_BYTES = 256 << 20 };

static cdy_status read_sdf(cdy_reader *r, const cdy_element *root)
{
    static cdy_status (*const steps[])(cdy_sdf *) = {cdy_sdf_read_scopes, cdy_sdf_resolve,        cdy_sdf_read_links,
                                                     cdy_sdf_read_joints, cdy_sdf_read_gearboxes, cdy_sdf_build};
    cdy_sdf s = {.r = r, .root = root, .mesh_bytes = MOST_MESH_BYTES};
    cdy_status status = CDY_OK;
    r->name = "";
    cdy_about_robot(r);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++) {
        status = steps[i](&s);
    }
    if (!status) {
        const cdy_attribute *name = cdy_find_attribute(s.nodes[0].e, "name");
        r->name = name ? name->text : s.nodes[0].name;
        cdy_sdf_name_unread(&s);
    }
    cdy_name_table_clear(&s.node_numbers);
    cdy_name_table_clear(&s.told);
    return status;
}

const cdy_file_format cdy_sdf_format = {"SDF",    "sdf", false, CDY_FOR_SDFORMAT | CDY_FOR_DRAKE | CDY_FOR_PINOCCHIO,
                                        read_sdf, NULL,  true};

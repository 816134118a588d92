/* Reading of <mujoco>: its sections, in the order in which they depend on each other. */
#include "mjcf/mjcf.h"

#include "base/error.h"
#include "description/included.h"

/* Bytes of meshes that a robot may have read, where its masses depend on them. */
enum { MOST_MESH_BYTES = 256 << 20 };

static void free_tables(cdy_mjcf *m)
{
    cdy_name_table_clear(&m->class_numbers);
    cdy_name_table_clear(&m->mesh_numbers);
    cdy_name_table_clear(&m->material_numbers);
}

/* Scales all masses so that their sum is settotalmass. */
static void set_total_mass(cdy_mjcf *m)
{
    double sum = 0;
    for (int i = 1; i < m->r->link_count; i++) {
        sum += m->r->links[i].body.inertial.mass;
    }
    for (int i = 1; i < m->r->link_count && sum > 0 && m->compiler.total_mass > 0; i++) {
        cdy_inertial *inertial = &m->r->links[i].body.inertial;
        inertial->mass *= m->compiler.total_mass / sum;
        for (int k = 0; k < 6; k++) {
            inertial->inertia[k] *= m->compiler.total_mass / sum;
        }
    }
}

static cdy_status read_mjcf(cdy_reader *r, const cdy_element *root)
{
    static cdy_status (*const steps[])(cdy_mjcf *) = {
        cdy_mjcf_read_classes,   cdy_mjcf_read_compiler,   cdy_mjcf_read_assets,
        cdy_mjcf_replicate,      cdy_mjcf_read_scopes,     cdy_mjcf_read_bodies,
        cdy_mjcf_read_actuators, cdy_mjcf_read_equalities, cdy_mjcf_read_home};
    cdy_mjcf m = {.r = r, .root = root, .mesh_bytes = MOST_MESH_BYTES};
    const cdy_attribute *name = cdy_find_attribute(root, "model");
    r->name = name ? name->text : "";
    cdy_about_robot(r);
    cdy_status status = cdy_insert_included(r, "include");
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++) {
        status = steps[i](&m);
    }
    if (!status) {
        set_total_mass(&m);
        cdy_mjcf_name_unread(&m);
    }
    free_tables(&m);
    return status;
}

const cdy_file_format cdy_mjcf_format = {"MJCF", "mujoco", false, read_mjcf, NULL};

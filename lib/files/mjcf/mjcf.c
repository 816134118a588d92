/* Reading of <mujoco>: its sections, in the order in which they depend on each other. */
#include "mjcf/mjcf.h"

#include "base/error.h"

/* Bytes of meshes that a robot may have read, where its masses depend on them. */
enum { MOST_MESH_BYTES = 256 << 20 };

static void free_tables(cdy_mjcf *m)
{
    cdy_name_table_clear(&m->site_numbers);
    for (int i = 0; i < m->model_count; i++) {
        cdy_name_table_clear(&m->models[i]->model_numbers);
        cdy_name_table_clear(&m->models[i]->class_numbers);
        cdy_name_table_clear(&m->models[i]->mesh_numbers);
        cdy_name_table_clear(&m->models[i]->material_numbers);
    }
}

static cdy_status read_mjcf(cdy_reader *r, const cdy_element *root)
{
    static cdy_status (*const steps[])(cdy_mjcf *) = {
        cdy_mjcf_read_models,    cdy_mjcf_read_classes,    cdy_mjcf_read_compilers, cdy_mjcf_read_assets,
        cdy_mjcf_attach_models,  cdy_mjcf_name_files,      cdy_mjcf_read_scopes,    cdy_mjcf_read_bodies,
        cdy_mjcf_read_actuators, cdy_mjcf_read_equalities, cdy_mjcf_read_contacts,  cdy_mjcf_read_home,
        cdy_mjcf_set_total_mass};
    cdy_mjcf m = {.r = r, .root = root, .mesh_bytes = MOST_MESH_BYTES};
    const cdy_attribute *name = cdy_find_attribute(root, "model");
    r->name = name ? name->text : "";
    cdy_about_robot(r);
    cdy_status status = CDY_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++) {
        status = steps[i](&m);
    }
    if (!status) {
        cdy_mjcf_name_unread(&m);
        cdy_mjcf_check_sections(&m);
        cdy_mjcf_check_asset_data(&m);
        status = cdy_mjcf_check_names(&m);
    }
    free_tables(&m);
    return status;
}

const cdy_file_format cdy_mjcf_format = {
    "MJCF",    "mujoco", false, CDY_FOR_MUJOCO | CDY_FOR_DRAKE | CDY_FOR_PINOCCHIO | CDY_FOR_ISAAC,
    read_mjcf, NULL,     false};

/* <asset>: meshes and materials that geoms name. */
#include "base/error.h"
#include "mjcf/mjcf.h"

#include <stdio.h>
#include <string.h>

/* Returns `name` without its folders, and without its ending too. */
static const char *base_name(const char *name)
{
    const char *slash = strrchr(name, '/'), *backslash = strrchr(name, '\\');
    name = slash ? slash + 1 : name;
    return backslash && backslash >= name ? backslash + 1 : name;
}

/* Returns the name of a mesh without name: that of its file without folders and ending. */
static const char *name_of_file(cdy_mjcf *m, const char *file)
{
    char *name = cdy_arena_copy(&m->r->memory, base_name(file));
    char *dot = name ? strrchr(name, '.') : NULL;
    if (dot) {
        *dot = '\0';
    }
    return name;
}

/* Returns the path of a mesh from the folder of the robot file. */
static const char *path_of(cdy_mjcf *m, const char *file)
{
    const char *folder = m->compiler.mesh_folder ? m->compiler.mesh_folder : m->compiler.asset_folder;
    file = m->compiler.strip_path ? base_name(file) : file;
    if (!folder || !*folder || *file == '/') {
        return file;
    }
    const size_t size = strlen(folder) + strlen(file) + 2;
    char *path = cdy_arena_allocate(&m->r->memory, size, 1);
    if (path) {
        snprintf(path, size, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", file);
    }
    return path;
}

/* Reads what the triangles of a mesh are multiplied with; its file is read only where a mass depends on it. */
static cdy_status read_mesh(cdy_mjcf *m, const cdy_element *e, cdy_mjcf_mesh *mesh)
{
    cdy_status status = cdy_mjcf_find_class(m, e, "class", 0, &mesh->class_number);
    const int class_number = mesh->class_number;
    const char *file = cdy_mjcf_text(m, e, class_number, "file", NULL);
    cdy_mjcf_check_attributes(m, e);
    if (!status) {
        status = cdy_mjcf_numbers(m, e, class_number, "scale", mesh->scale, 3, 3, NULL);
    }
    if (!status) {
        status = cdy_mjcf_numbers(m, e, class_number, "refpos", mesh->ref.p, 3, 3, NULL);
    }
    if (!status) {
        status = cdy_mjcf_read_quaternion(m, e, class_number, "refquat", mesh->ref.q);
    }
    mesh->name = cdy_mjcf_text(m, e, -1, "name", file ? name_of_file(m, file) : "");
    mesh->file = file ? path_of(m, file) : NULL;
    return status ? status : !mesh->name || (file && !mesh->file) ? cdy_fail_memory(m->r->error) : CDY_OK;
}

static cdy_status add_mesh(cdy_mjcf *m, const cdy_element *e)
{
    cdy_mjcf_mesh *mesh = &m->meshes[m->mesh_count];
    *mesh = (cdy_mjcf_mesh){.element = e, .scale = {1, 1, 1}, .ref = cdy_pose_still};
    cdy_status status = cdy_continue_reading(m->r, read_mesh(m, e, mesh), NULL);
    if (!status && !cdy_name_table_set(&m->mesh_numbers, mesh->name ? mesh->name : "", m->mesh_count++)) {
        status = cdy_fail_memory(m->r->error);
    }
    return status;
}

static cdy_status add_material(cdy_mjcf *m, const cdy_element *e)
{
    cdy_mjcf_material *material = &m->materials[m->material_count];
    *material = (cdy_mjcf_material){cdy_mjcf_text(m, e, -1, "name", ""), e, 0};
    cdy_status status =
        cdy_continue_reading(m->r, cdy_mjcf_find_class(m, e, "class", 0, &material->class_number), NULL);
    cdy_mjcf_check_attributes(m, e);
    if (!status && !cdy_name_table_set(&m->material_numbers, material->name, m->material_count++)) {
        status = cdy_fail_memory(m->r->error);
    }
    return status;
}

cdy_status cdy_mjcf_read_assets(cdy_mjcf *m)
{
    size_t meshes = 0, materials = 0;
    for (const cdy_element *e = cdy_mjcf_first_in(m, "asset"); e; e = cdy_mjcf_next_in(e)) {
        meshes += strcmp(e->name, "mesh") == 0;
        materials += strcmp(e->name, "material") == 0;
    }
    m->meshes = cdy_arena_allocate(&m->r->memory, meshes + 1, sizeof *m->meshes);
    m->materials = cdy_arena_allocate(&m->r->memory, materials + 1, sizeof *m->materials);
    if (!m->meshes || !m->materials) {
        return cdy_fail_memory(m->r->error);
    }
    cdy_status status = CDY_OK;
    for (const cdy_element *e = cdy_mjcf_first_in(m, "asset"); e && !status; e = cdy_mjcf_next_in(e)) {
        if (strcmp(e->name, "mesh") == 0) {
            status = add_mesh(m, e);
        } else if (strcmp(e->name, "material") == 0) {
            status = add_material(m, e);
        }
    }
    return status;
}

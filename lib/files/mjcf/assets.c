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

const char *cdy_mjcf_name_of_file(cdy_mjcf *m, const char *file)
{
    char *name = cdy_arena_copy(&m->r->memory, base_name(file));
    char *dot = name ? strrchr(name, '.') : NULL;
    if (dot) {
        *dot = '\0';
    }
    return name;
}

const char *cdy_mjcf_asset_name(cdy_mjcf *m, const cdy_element *e)
{
    const cdy_attribute *name = cdy_find_attribute(e, "name"), *file = cdy_find_attribute(e, "file");
    return name && *name->text ? name->text : file && *file->text ? cdy_mjcf_name_of_file(m, file->text) : "";
}

/* Returns the path of a file of <asset> from the folder of the robot file; `named` is the folder of its kind. */
static const char *path_of(cdy_mjcf *m, const cdy_mjcf_model *model, const char *named, const char *file)
{
    const cdy_mjcf_compiler *c = &model->compiler;
    const char *usual = c->asset_folder ? c->asset_folder : "", *folder = named ? named : usual;
    file = c->strip_path ? base_name(file) : file;
    if ((!*folder && !*model->folder) || *file == '/') {
        return file;
    }
    const size_t length = strlen(folder), size = strlen(model->folder) + length + strlen(file) + 2;
    char *path = cdy_arena_allocate(&m->r->memory, size, 1);
    if (path) {
        snprintf(path, size, "%s%s%s%s", *folder == '/' ? "" : model->folder, folder,
                 length == 0 || folder[length - 1] == '/' ? "" : "/", file);
    }
    return path;
}

/* Reads what the triangles of a mesh are multiplied with; its file is read only where a mass depends on it. */
static cdy_status read_mesh(cdy_mjcf *m, const cdy_element *e, cdy_mjcf_mesh *mesh)
{
    cdy_status status = cdy_mjcf_find_class(m, e, "class", cdy_mjcf_main_class(m, e), &mesh->class_number);
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
    mesh->name = cdy_mjcf_text(m, e, -1, "name", "");
    mesh->name = file && !*mesh->name ? cdy_mjcf_name_of_file(m, file) : mesh->name;
    const cdy_mjcf_model *model = cdy_mjcf_model_of(m, e);
    mesh->file = file ? path_of(m, model, model->compiler.mesh_folder, file) : NULL;
    mesh->file_at = file ? cdy_mjcf_find(m, e, class_number, "file")->at : e->at;
    return status ? status : !mesh->name || (file && !mesh->file) ? cdy_fail_memory(m->r->error) : CDY_OK;
}

static cdy_status add_mesh(cdy_mjcf *m, const cdy_element *e)
{
    cdy_mjcf_mesh *mesh = &m->meshes[m->mesh_count];
    *mesh = (cdy_mjcf_mesh){.element = e, .scale = {1, 1, 1}, .ref = cdy_pose_still};
    cdy_status status = cdy_continue_reading(m->r, read_mesh(m, e, mesh), NULL);
    if (!status &&
        !cdy_name_table_set(&cdy_mjcf_model_of(m, e)->mesh_numbers, mesh->name ? mesh->name : "", m->mesh_count++)) {
        status = cdy_fail_memory(m->r->error);
    }
    return status;
}

/* Notes the file of a picture or a height field, which MuJoCo opens. */
static cdy_status note_file(cdy_mjcf *m, const cdy_element *e)
{
    const cdy_mjcf_model *model = cdy_mjcf_model_of(m, e);
    const cdy_mjcf_compiler *c = &model->compiler;
    const bool is_picture = strcmp(e->name, "texture") == 0;
    const cdy_attribute *file = cdy_find_attribute(e, "file");
    if (!file || !*file->text) {
        return CDY_OK;
    }
    const char *path = path_of(m, model, is_picture ? c->texture_folder : c->mesh_folder, file->text);
    return path && cdy_name_file(m->r, is_picture ? "texture" : "height field", path, file->at)
               ? CDY_OK
               : cdy_fail_memory(m->r->error);
}

static cdy_status add_material(cdy_mjcf *m, const cdy_element *e)
{
    cdy_mjcf_material *material = &m->materials[m->material_count];
    *material = (cdy_mjcf_material){cdy_mjcf_text(m, e, -1, "name", ""), e, 0};
    cdy_status status = cdy_continue_reading(
        m->r, cdy_mjcf_find_class(m, e, "class", cdy_mjcf_main_class(m, e), &material->class_number), NULL);
    cdy_mjcf_check_attributes(m, e);
    if (!status &&
        !cdy_name_table_set(&cdy_mjcf_model_of(m, e)->material_numbers, material->name, m->material_count++)) {
        status = cdy_fail_memory(m->r->error);
    }
    return status;
}

cdy_status cdy_mjcf_read_assets(cdy_mjcf *m)
{
    size_t meshes = 0, materials = 0;
    for (int i = 0; i < m->model_count; i++) {
        for (const cdy_element *e = cdy_mjcf_first_in(m->models[i]->root, "asset"); e; e = cdy_mjcf_next_in(e)) {
            meshes += strcmp(e->name, "mesh") == 0;
            materials += strcmp(e->name, "material") == 0;
        }
    }
    m->meshes = cdy_arena_allocate(&m->r->memory, meshes + 1, sizeof *m->meshes);
    m->materials = cdy_arena_allocate(&m->r->memory, materials + 1, sizeof *m->materials);
    if (!m->meshes || !m->materials) {
        return cdy_fail_memory(m->r->error);
    }
    cdy_status status = CDY_OK;
    for (int i = 0; i < m->model_count; i++) {
        for (const cdy_element *e = cdy_mjcf_first_in(m->models[i]->root, "asset"); e && !status;
             e = cdy_mjcf_next_in(e)) {
            if (strcmp(e->name, "mesh") == 0) {
                status = add_mesh(m, e);
            } else if (strcmp(e->name, "material") == 0) {
                status = add_material(m, e);
            }
        }
    }
    return status;
}

/* MuJoCo opens the files of what is attached. */
cdy_status cdy_mjcf_name_files(cdy_mjcf *m)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < m->mesh_count && !status; i++) {
        const cdy_mjcf_mesh *mesh = &m->meshes[i];
        const int model = cdy_mjcf_model_number(m, mesh->element);
        const bool opened = mesh->file && (model == 0 || m->models[model]->attached);
        status =
            !opened || cdy_name_file(m->r, "mesh", mesh->file, mesh->file_at) ? CDY_OK : cdy_fail_memory(m->r->error);
    }
    for (int i = 0; i < m->model_count && !status; i++) {
        const bool opened = i == 0 || m->models[i]->attached;
        for (const cdy_element *e = opened ? cdy_mjcf_first_in(m->models[i]->root, "asset") : NULL; e && !status;
             e = cdy_mjcf_next_in(e)) {
            status = strcmp(e->name, "texture") == 0 || strcmp(e->name, "hfield") == 0 ? note_file(m, e) : CDY_OK;
        }
    }
    return status;
}

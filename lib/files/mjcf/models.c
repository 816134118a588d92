/* Models: the file, and those that <asset> names for <attach>. */
#include "mjcf/mjcf.h"

#include "base/error.h"
#include "description/included.h"

#include <string.h>

enum { MOST_FILES = 256 };

int cdy_mjcf_model_number(const cdy_mjcf *m, const cdy_element *e)
{
    return e->at.file < m->file_count ? m->file_models[e->at.file] : 0;
}

cdy_mjcf_model *cdy_mjcf_model_of(const cdy_mjcf *m, const cdy_element *e)
{
    return m->models[cdy_mjcf_model_number(m, e)];
}

int cdy_mjcf_main_class(const cdy_mjcf *m, const cdy_element *e)
{
    return cdy_mjcf_model_of(m, e)->main_class;
}

/* Returns the folder of a file with its '/', or ""; NULL if memory runs out. */
static const char *folder_of(cdy_mjcf *m, const char *file)
{
    char *folder = cdy_arena_copy(&m->r->memory, file);
    char *slash = folder ? strrchr(folder, '/') : NULL;
    if (folder) {
        *(slash ? slash + 1 : folder) = '\0';
    }
    return folder;
}

/* Adds a model, and reads what it includes: the documents that are new are its own. */
static cdy_status add_model(cdy_mjcf *m, cdy_element *root, const char *folder)
{
    cdy_mjcf_model *model = cdy_arena_allocate(&m->r->memory, 1, sizeof *model);
    if (!model || !folder) {
        return cdy_fail_memory(m->r->error);
    }
    *model = (cdy_mjcf_model){.root = root, .folder = folder};
    m->models[m->model_count++] = model;
    const cdy_status status = cdy_insert_included(m->r, root, folder, "include");
    for (; m->file_count <= m->r->included_count && m->file_count <= MOST_FILES; m->file_count++) {
        m->file_models[m->file_count] = m->model_count - 1;
    }
    return status;
}

/* Reads the file of a <model>; *number is that of its model, which may be known already. */
static cdy_status read_file(cdy_mjcf *m, const cdy_element *e, const cdy_attribute *file, const char *name, int *number)
{
    const char *path = NULL;
    cdy_element *root = NULL;
    const int before = m->r->included_count;
    cdy_status status = cdy_locate_beside(m->r, name, file->at, &path);
    if (!status && before >= MOST_FILES) {
        status = cdy_fault(m->r, CDY_RULE_ELEMENT_REPEATED, file->at, "the file '%.200s' is one too many; expected %d",
                           path, MOST_FILES);
    }
    status = status ? status : cdy_read_included(m->r, path, e->at, &root);
    for (int i = 0; i < m->model_count && !status; i++) {
        if (m->models[i]->root == root) {
            *number = i;
            return CDY_OK;
        }
    }
    if (!status && (m->r->included_count == before || strcmp(path, m->r->file) == 0)) {
        status = cdy_fault(m->r, CDY_RULE_ELEMENT_REPEATED, file->at,
                           "the file '%.200s' is part of this robot already; expected another to attach", path);
    }
    if (!status && strcmp(root->name, "mujoco") != 0) {
        status = cdy_fault(m->r, CDY_RULE_UNKNOWN_ELEMENT, file->at,
                           "the model '%.200s' has the root <%.40s>; expected <mujoco>", path, root->name);
    }
    if (status) {
        return status;
    }
    *number = m->model_count;
    return add_model(m, root, folder_of(m, name));
}

/* Enters a <model> of model number `of` by its name, without one by that of its file's <mujoco>. */
static cdy_status read_model(cdy_mjcf *m, const cdy_element *e, int of)
{
    const cdy_attribute *file = cdy_find_attribute(e, "file"), *name = cdy_find_attribute(e, "name");
    int number = 0;
    if (!file || !*file->text) {
        return cdy_fault(m->r, CDY_RULE_ATTRIBUTE_MISSING, e->at,
                         "<model> in <asset> lacks file; expected file=\"part.xml\"");
    }
    const char *joined = cdy_join_folder(m->r, m->models[of]->folder, file->text);
    const cdy_status status = joined ? read_file(m, e, file, joined, &number) : cdy_fail_memory(m->r->error);
    if (status) {
        return status;
    }
    name = name ? name : cdy_find_attribute(m->models[number]->root, "model");
    cdy_name_table *table = &m->models[of]->model_numbers;
    if (name && cdy_name_table_find(table, name->text) >= 0) {
        return cdy_fault(m->r, CDY_RULE_NAME_REPEATED, name->at,
                         "there is a <model> '%.80s' already; names of models must differ", name->text);
    }
    return !name || cdy_name_table_set(table, name->text, number) ? CDY_OK : cdy_fail_memory(m->r->error);
}

cdy_status cdy_mjcf_read_models(cdy_mjcf *m)
{
    m->models = cdy_arena_allocate(&m->r->memory, MOST_FILES + 1, sizeof *m->models);
    m->file_models = cdy_arena_allocate(&m->r->memory, MOST_FILES + 1, sizeof *m->file_models);
    if (!m->models || !m->file_models) {
        return cdy_fail_memory(m->r->error);
    }
    cdy_status status = add_model(m, m->r->document.root, "");
    for (int i = 0; i < m->model_count; i++) { /* models that are read name others */
        for (const cdy_element *e = cdy_mjcf_first_in(m->models[i]->root, "asset"); e && !status;
             e = cdy_mjcf_next_in(e)) {
            if (strcmp(e->name, "model") == 0) {
                status = cdy_continue_reading(m->r, read_model(m, e, i), NULL);
            }
        }
    }
    return status;
}

/* Files of drives. */
#include "base/error.h"
#include "base/memory.h"
#include "description/value.h"
#include "text/file.h"
#include "tree/tree.h"
#include "urdf/drive.h"
#include "urdf/writer.h"

#include <condyle/drive_file.h>
#include <string.h>

/* The joints of a tree with what a file changes; index 0 is the base. */
typedef struct changed_joints {
    cdy_joint *joints;
    bool *changed;
} changed_joints;

static cdy_status read_drive_of_tree(cdy_reader *r, const cdy_tree *tree, const cdy_element *drive, changed_joints *c)
{
    const char *name;
    cdy_status status = cdy_required_text(r, drive, "joint", "name_of_a_joint", &name);
    if (status) {
        return status;
    }
    const int index = cdy_tree_find_joint(tree, name);
    if (index < 0) {
        return cdy_fault(r, CDY_RULE_DRIVE, drive->at,
                         "a <drive> is for the joint '%.80s', which the robot does not have", name);
    }
    if (c->changed[index]) {
        return cdy_fault(r, CDY_RULE_DRIVE, drive->at, "joint '%.80s' has a <drive> already; expected one", name);
    }
    c->changed[index] = true;
    c->joints[index] = cdy_tree_body(tree, index)->joint;
    return cdy_read_drive(r, drive, &c->joints[index]);
}

static cdy_status read_drives(cdy_reader *r, const cdy_tree *tree, changed_joints *c)
{
    static const char *const known[] = {"drive"};
    const cdy_element *root = r->document.root;
    if (strcmp(root->name, "condyle") != 0) {
        return cdy_fault(r, CDY_RULE_ROOT_ELEMENT, root->at,
                         "the root element is <%.80s>; expected <condyle> with <drive>s", root->name);
    }
    for (const cdy_element *e = root->first_child; e; e = e->next) {
        if (!cdy_is_among(e->name, 1, known)) {
            return cdy_fault(r, CDY_RULE_DRIVE, e->at, "<%.80s> in <condyle> is unknown; expected <drive joint=...>",
                             e->name);
        }
        const cdy_status status = read_drive_of_tree(r, tree, e, c);
        if (status) {
            return status;
        }
    }
    return CDY_OK;
}

static cdy_status read_text(cdy_tree *tree, const char *path, const char *bytes, size_t size, changed_joints *c,
                            cdy_error *error)
{
    cdy_reader r = {.file = path, .error = error, .hints = {.unwanted = true}};
    cdy_status status = cdy_read_document(&r, bytes, size);
    status = status ? status : read_drives(&r, tree, c);
    for (int i = 1; i <= cdy_tree_body_count(tree) && !status; i++) {
        if (c->changed[i]) {
            cdy_tree_set_drive(tree, i, &c->joints[i]);
        }
    }
    cdy_clear_reader(&r);
    return status;
}

cdy_status cdy_tree_load_drives(cdy_tree *tree, const char *path, cdy_error *error)
{
    if (!tree || !path || !*path) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "loading drives needs a tree and the name of a file");
    }
    char *bytes;
    size_t size;
    cdy_status status = cdy_read_file(path, "file of drives", 0, &bytes, &size, error);
    if (status) {
        return status;
    }
    const size_t count = (size_t)cdy_tree_body_count(tree) + 1;
    changed_joints c = {cdy_allocate(count, sizeof *c.joints), cdy_allocate(count, sizeof *c.changed)};
    if (c.joints && c.changed) {
        memset(c.changed, 0, count * sizeof *c.changed);
        status = read_text(tree, path, bytes, size, &c, error);
    } else {
        status = cdy_fail_memory(error);
    }
    cdy_release(c.joints);
    cdy_release(c.changed);
    cdy_release(bytes);
    return status;
}

static cdy_status produce(const void *tree, void *draft, cdy_error *error)
{
    cdy_xml_output out = cdy_xml_begin(cdy_write_draft, draft);
    cdy_write_drives(&out, tree, true);
    const cdy_status status = cdy_xml_end(&out);
    return status ? cdy_fail(error, status, "the drives could not be written: %s", cdy_status_text(status)) : CDY_OK;
}

cdy_status cdy_tree_save_drives(const cdy_tree *tree, const char *path, bool replace, cdy_error *error)
{
    if (!tree || !path || !*path) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "saving drives needs a tree and the name of a file");
    }
    const cdy_status status = cdy_check_writable(tree, "URDF", error);
    return status ? status : cdy_save_file(path, replace, produce, tree, error);
}

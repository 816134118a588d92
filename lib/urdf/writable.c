/* Checks, before writing, that URDF can represent a tree. */
#include "base/error.h"
#include "tree/tree.h"
#include "urdf/writer.h"

#include <math.h>

static cdy_status check_text(const char *text, const char *kind, const char *name, const char *what, cdy_error *error)
{
    return !text || cdy_xml_can_hold(text)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT,
                          "%s '%.80s': %s is not UTF-8 or has control characters, which XML cannot hold; change it",
                          kind, name, what);
}

static cdy_status check_shapes(const cdy_shape *shapes, size_t count, const char *body, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (size_t i = 0; i < count && !status; i++) {
        const cdy_shape *s = &shapes[i];
        const char *const texts[] = {s->name, s->geometry.mesh, s->material.name, s->material.texture};
        for (size_t k = 0; k < sizeof texts / sizeof *texts && !status; k++) {
            status = check_text(texts[k], "body", body, "a name or a file name of a shape or material", error);
        }
    }
    return status;
}

static cdy_status check_joint(const cdy_tree *tree, const cdy_joint *joint, cdy_error *error)
{
    const cdy_limit *l = &joint->limit;
    const char *leader = cdy_joint_type_nv(joint->type) == 1 ? joint->mimic.joint : NULL;
    if (l->given && !(isfinite(l->lower) && isfinite(l->upper) && isfinite(l->effort) && isfinite(l->velocity))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "joint '%.80s': a limit is infinite, which URDF cannot express; give finite limits, or none",
                        joint->name);
    }
    const cdy_body *leader_body = leader ? cdy_tree_body(tree, cdy_tree_find_joint(tree, leader)) : NULL;
    if (leader && (!leader_body || &leader_body->joint == joint || cdy_joint_type_nv(leader_body->joint.type) != 1)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "joint '%.80s' mimics '%.80s', which is not another joint of this robot with one degree of "
                        "freedom; a URDF file cannot express that",
                        joint->name, leader);
    }
    return check_text(joint->name, "joint", joint->name, "its name", error);
}

static cdy_status check_body(const cdy_tree *tree, int index, cdy_error *error)
{
    const cdy_body *body = cdy_tree_body(tree, index);
    cdy_status status = check_text(body->name, "body", body->name, "its name", error);
    if (!status && index > 0) {
        status = check_joint(tree, &body->joint, error);
    }
    if (!status) {
        status = check_shapes(body->visuals, body->visual_count, body->name, error);
    }
    return status ? status : check_shapes(body->collisions, body->collision_count, body->name, error);
}

cdy_status cdy_check_writable(const cdy_tree *tree, cdy_error *error)
{
    const char *name = cdy_tree_name(tree);
    cdy_status status = check_text(name, "robot", name, "its name", error);
    for (int i = 0; i <= cdy_tree_body_count(tree) && !status; i++) {
        status = check_body(tree, i, error);
    }
    cdy_error mimic_error = {CDY_OK, 0, "", ""};
    if (!status && (status = cdy_tree_check_mimic(tree, &mimic_error))) {
        bool out_of_memory = status == CDY_ERROR_MEMORY;
        status = out_of_memory
                     ? cdy_fail_memory(error)
                     : cdy_fail(error, CDY_ERROR_ARGUMENT, "%s; a URDF file cannot express that", mimic_error.text);
    }
    return status;
}

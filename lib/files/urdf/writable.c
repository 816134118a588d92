/* Checks, before writing, that URDF can represent a tree. */
#include "base/error.h"
#include "tree/tree.h"
#include "urdf/urdf.h"
#include "urdf/writer.h"

#include <math.h>
#include <string.h>

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

static cdy_status check_joint(const cdy_tree *tree, const cdy_joint *joint, const char *format, cdy_error *error)
{
    const cdy_limit *l = &joint->limit;
    const char *leader = cdy_joint_type_nv(joint->type) == 1 ? joint->mimic.joint : NULL;
    if (strcmp(format, "URDF") == 0 && l->given &&
        !(isfinite(l->lower) && isfinite(l->upper) && isfinite(l->effort) && isfinite(l->velocity))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "joint '%.80s': a limit is infinite, which URDF cannot express; give finite limits, or none",
                        joint->name);
    }
    const cdy_body *leader_body = leader ? cdy_tree_body(tree, cdy_tree_find_joint(tree, leader)) : NULL;
    if (leader && (!leader_body || &leader_body->joint == joint || cdy_joint_type_nv(leader_body->joint.type) != 1)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "joint '%.80s' mimics '%.80s', which is not another joint of this robot with one degree of "
                        "freedom; a file cannot express that in %s",
                        joint->name, leader, format);
    }
    return check_text(joint->name, "joint", joint->name, "its name", error);
}

static cdy_status check_body(const cdy_tree *tree, int index, const char *format, cdy_error *error)
{
    const cdy_body *body = cdy_tree_body(tree, index);
    cdy_status status = check_text(body->name, "body", body->name, "its name", error);
    if (!status && index > 0) {
        status = check_joint(tree, &body->joint, format, error);
    }
    if (!status) {
        status = check_shapes(body->visuals, body->visual_count, body->name, error);
    }
    return status ? status : check_shapes(body->collisions, body->collision_count, body->name, error);
}

cdy_status cdy_check_writable(const cdy_tree *tree, const char *format, cdy_error *error)
{
    const char *name = cdy_tree_name(tree);
    cdy_status status = check_text(name, "robot", name, "its name", error);
    for (int i = 0; i <= cdy_tree_body_count(tree) && !status; i++) {
        status = check_body(tree, i, format, error);
    }
    cdy_error mimic_error = {CDY_OK, 0, "", ""};
    if (status) {
        return status;
    }
    status = cdy_tree_check_mimic(tree, &mimic_error);
    if (!status || status == CDY_ERROR_MEMORY) {
        return status ? cdy_fail_memory(error) : CDY_OK;
    }
    return cdy_fail(error, CDY_ERROR_ARGUMENT, "%s; a file cannot express that in %s", mimic_error.text, format);
}

cdy_status cdy_check_types(const cdy_tree *tree, cdy_error *error)
{
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        const cdy_joint *joint = &cdy_tree_body(tree, i)->joint;
        if (!cdy_urdf_has_type(joint->type)) {
            return cdy_fail(
                error, CDY_ERROR_UNSUPPORTED,
                "joint '%.80s' is %s, which URDF has not; export it as MJCF or SDF, or give it another type, for "
                "instance three continuous joints with massless links between them",
                joint->name, cdy_joint_type_name(joint->type));
        }
    }
    return CDY_OK;
}

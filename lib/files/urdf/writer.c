/* Writing a tree as URDF. */
#include "urdf/writer.h"

#include "base/error.h"
#include "base/memory.h"
#include "text/file.h"
#include "tree/joint_traits.h"
#include "urdf/drive.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- links ---- */

static void write_inertial(cdy_xml_output *out, const cdy_inertial *inertial)
{
    static const char *const names[] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    if (!inertial->given) {
        return;
    }
    cdy_xml_open(out, "inertial");
    cdy_write_origin(out, &inertial->origin);
    cdy_xml_open(out, "mass");
    cdy_xml_number(out, "value", inertial->mass);
    cdy_xml_close(out, "mass");
    cdy_xml_open(out, "inertia");
    for (int i = 0; i < 6; i++) {
        cdy_xml_number(out, names[i], inertial->inertia[i]);
    }
    cdy_xml_close(out, "inertia");
    cdy_xml_close(out, "inertial");
}

static void write_link(cdy_xml_output *out, const cdy_palette *palette, const cdy_body *body)
{
    cdy_xml_open(out, "link");
    cdy_xml_text(out, "name", body->name);
    write_inertial(out, &body->inertial);
    cdy_write_shapes(out, palette, body);
    cdy_xml_close(out, "link");
}

/* ---- joints ---- */

static void write_link_reference(cdy_xml_output *out, const char *element, const char *link)
{
    cdy_xml_open(out, element);
    cdy_xml_text(out, "link", link);
    cdy_xml_close(out, element);
}

static void open_joint(cdy_xml_output *out, const char *name, cdy_joint_type type, const char *parent,
                       const char *child)
{
    cdy_xml_open(out, "joint");
    cdy_xml_text(out, "name", name);
    cdy_xml_text(out, "type", cdy_joint_type_name(type));
    write_link_reference(out, "parent", parent);
    write_link_reference(out, "child", child);
}

/* The default axis of URDF is x; the axis of a joint that uses it is always written. */
static void write_axis(cdy_xml_output *out, const cdy_joint *joint)
{
    static const double default_axis[3] = {1, 0, 0};
    bool needed = cdy_joint_type_traits(joint->type)->has_axis;
    if (needed || memcmp(joint->axis, default_axis, sizeof default_axis) != 0) {
        cdy_xml_open(out, "axis");
        cdy_xml_numbers(out, "xyz", joint->axis, 3);
        cdy_xml_close(out, "axis");
    }
}

static void write_limit(cdy_xml_output *out, const cdy_joint *joint)
{
    const cdy_limit *limit = &joint->limit;
    if (limit->given) {
        cdy_xml_open(out, "limit");
        cdy_xml_number(out, "lower", limit->lower);
        cdy_xml_number(out, "upper", limit->upper);
        cdy_xml_number(out, "effort", limit->effort);
        cdy_xml_number(out, "velocity", limit->velocity);
        if (fabs(joint->acceleration_limit) > 0) {
            cdy_xml_number(out, "acceleration", joint->acceleration_limit);
        }
        cdy_xml_close(out, "limit");
    }
}

static void write_dynamics(cdy_xml_output *out, const cdy_joint_dynamics *dynamics)
{
    if (dynamics->given) {
        cdy_xml_open(out, "dynamics");
        cdy_xml_number(out, "damping", dynamics->damping);
        cdy_xml_number(out, "friction", dynamics->friction);
        cdy_xml_close(out, "dynamics");
    }
}

static void write_mimic(cdy_xml_output *out, const cdy_joint *joint)
{
    if (joint->mimic.joint && cdy_joint_type_nv(joint->type) == 1) {
        cdy_xml_open(out, "mimic");
        cdy_xml_text(out, "joint", joint->mimic.joint);
        cdy_xml_number(out, "multiplier", joint->mimic.multiplier);
        cdy_xml_number(out, "offset", joint->mimic.offset);
        cdy_xml_close(out, "mimic");
    }
}

static void write_safety(cdy_xml_output *out, const cdy_safety *safety)
{
    if (safety->given) {
        cdy_xml_open(out, "safety_controller");
        cdy_xml_number(out, "soft_lower_limit", safety->soft_lower);
        cdy_xml_number(out, "soft_upper_limit", safety->soft_upper);
        cdy_xml_number(out, "k_position", safety->k_position);
        cdy_xml_number(out, "k_velocity", safety->k_velocity);
        cdy_xml_close(out, "safety_controller");
    }
}

static void write_calibration(cdy_xml_output *out, const cdy_calibration *calibration)
{
    if (!calibration->rising_given && !calibration->falling_given) {
        return;
    }
    cdy_xml_open(out, "calibration");
    if (calibration->rising_given) {
        cdy_xml_number(out, "rising", calibration->rising);
    }
    if (calibration->falling_given) {
        cdy_xml_number(out, "falling", calibration->falling);
    }
    cdy_xml_close(out, "calibration");
}

static void write_joint(cdy_xml_output *out, const cdy_joint *joint, const cdy_placement *origin, const char *parent,
                        const char *child)
{
    open_joint(out, joint->name, joint->type, parent, child);
    cdy_write_origin(out, origin);
    write_axis(out, joint);
    write_limit(out, joint);
    write_dynamics(out, &joint->dynamics);
    write_mimic(out, joint);
    write_safety(out, &joint->safety);
    write_calibration(out, &joint->calibration);
    cdy_xml_close(out, "joint");
}

/* Writes the gear ratio as a transmission of ROS; a ratio of 0 is undefined and omitted. */
static void write_transmission(cdy_xml_output *out, const cdy_joint *joint, const char *name)
{
    cdy_xml_open(out, "transmission");
    cdy_xml_text(out, "name", name);
    cdy_xml_text_element(out, "type", "transmission_interface/SimpleTransmission");
    cdy_xml_open(out, "joint");
    cdy_xml_text(out, "name", joint->name);
    cdy_xml_close(out, "joint");
    cdy_xml_open(out, "actuator");
    cdy_xml_text(out, "name", name);
    cdy_xml_number_element(out, "mechanicalReduction", joint->gear_ratio);
    cdy_xml_close(out, "actuator");
    cdy_xml_close(out, "transmission");
}

/* ---- joints with a child placement ---- */

typedef int find_name(const cdy_tree *tree, const char *name);

/* Returns the joint's name with a suffix, followed by the fewest underscores that make it differ from all existing
 * names. The new names of two joints differ, since removing underscores and suffix gives the joint's name. */
static char *make_name(const cdy_tree *tree, find_name *find, const char *joint, const char *suffix)
{
    size_t length = strlen(joint) + strlen(suffix);
    char *name = cdy_allocate(length + 1, 1);
    if (name) {
        snprintf(name, length + 1, "%s%s", joint, suffix);
    }
    while (name && find(tree, name) >= 0) {
        char *longer = cdy_reallocate(name, length + 2, 1);
        if (!longer) {
            cdy_release(name);
            return NULL;
        }
        name = longer;
        name[length++] = '_';
        name[length] = '\0';
    }
    return name;
}

/* Writes the joint with a massless link as its child, and a fixed joint that places the body in that link. Returns
 * false if memory runs out. */
static bool write_joint_with_frame(cdy_xml_output *out, const cdy_tree *tree, const cdy_body *body, const char *parent)
{
    const cdy_joint *joint = &body->joint;
    char *frame = make_name(tree, cdy_tree_find_body, joint->name, "_frame");
    char *fixed_joint = frame ? make_name(tree, cdy_tree_find_joint, joint->name, "_fixed") : NULL;
    if (fixed_joint) {
        write_joint(out, joint, &joint->origin, parent, frame);
        cdy_xml_open(out, "link");
        cdy_xml_text(out, "name", frame);
        cdy_xml_close(out, "link");
        open_joint(out, fixed_joint, CDY_JOINT_FIXED, frame, body->name);
        cdy_write_origin(out, &joint->child);
        cdy_xml_close(out, "joint");
    }
    cdy_release(frame);
    cdy_release(fixed_joint);
    return fixed_joint != NULL;
}

/* ---- the robot ---- */

/* Compares the values: 0 and -0 are both no placement. */
static bool has_child_placement(const cdy_joint *joint)
{
    const double *xyz = joint->child.xyz, *rpy = joint->child.rpy;
    return xyz[0] != 0 || xyz[1] != 0 || xyz[2] != 0 || rpy[0] != 0 || rpy[1] != 0 || rpy[2] != 0;
}

static bool write_body(cdy_xml_output *out, const cdy_palette *palette, const cdy_tree *tree, int index)
{
    const cdy_body *body = cdy_tree_body(tree, index);
    const cdy_joint *joint = &body->joint;
    bool ok = true;
    if (index > 0) {
        const char *parent = cdy_tree_body(tree, cdy_tree_parent(tree, index))->name;
        if (!has_child_placement(joint)) {
            write_joint(out, joint, &joint->origin, parent, body->name);
        } else if (joint_is_fixed(joint->type) && cdy_is_zero_origin(&joint->origin)) {
            write_joint(out, joint, &joint->child, parent, body->name);
        } else {
            ok = write_joint_with_frame(out, tree, body, parent);
        }
    }
    write_link(out, palette, body);
    const bool has_gear_ratio = joint->gear_ratio < 1 || joint->gear_ratio > 1;
    if (index > 0 && has_gear_ratio && fabs(joint->gear_ratio) > 0) {
        write_transmission(out, joint, joint->name);
    }
    return ok;
}

static cdy_status write_robot(cdy_xml_output *out, const cdy_palette *palette, const cdy_tree *tree, cdy_error *error)
{
    cdy_xml_open(out, "robot");
    cdy_xml_text(out, "name", cdy_tree_name(tree));
    cdy_write_palette(out, palette);
    bool ok = true;
    for (int i = 0; i <= cdy_tree_body_count(tree) && ok && !out->status; i++) {
        ok = write_body(out, palette, tree, i);
    }
    if (!ok) {
        return cdy_fail_memory(error);
    }
    cdy_write_drives(out, tree, false);
    cdy_xml_close(out, "robot");
    cdy_status status = cdy_xml_end(out);
    return status ? cdy_fail(error, status, "the robot could not be written: %s", cdy_status_text(status)) : CDY_OK;
}

cdy_status cdy_urdf_write(const cdy_tree *tree, cdy_status (*write)(void *context, const char *text, size_t size),
                          void *context, cdy_error *error)
{
    if (!tree || !write) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "writing URDF needs a tree and a function that writes");
    }
    cdy_status status = cdy_check_writable(tree, "URDF", error);
    status = status ? status : cdy_check_types(tree, error);
    if (status) {
        return status;
    }
    cdy_palette palette = {0};
    if (cdy_palette_fill(&palette, tree)) {
        cdy_xml_output out = cdy_xml_begin(write, context);
        status = write_robot(&out, &palette, tree, error);
    } else {
        status = cdy_fail_memory(error);
    }
    cdy_palette_clear(&palette);
    return status;
}

static cdy_status produce(const void *tree, void *draft, cdy_error *error)
{
    return cdy_urdf_write(tree, cdy_write_draft, draft, error);
}

cdy_status cdy_urdf_save_file(const cdy_tree *tree, const char *path, bool replace, cdy_error *error)
{
    if (!tree || !path || !*path) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "saving a robot needs a tree and the name of a file");
    }
    return cdy_save_file(path, replace, produce, tree, error);
}

/* Joints and poses of bodies as MJCF. */
#include "mjcf/writer_joint.h"

#include "base/format.h"
#include "tree/joint_traits.h"

#include <math.h>
#include <string.h>

void cdy_mjcf_write_pose(cdy_xml_output *out, const cdy_pose *pose)
{
    if (!is_still(pose->p, cdy_pose_still.p, 3)) {
        cdy_xml_numbers(out, "pos", pose->p, 3);
    }
    if (!is_still(pose->q, cdy_pose_still.q, 4)) {
        cdy_xml_numbers(out, "quat", pose->q, 4);
    }
}

/* Whether the link stands turned in the frame that a spherical joint moves: MuJoCo has rotations and their velocities
 * along the axes of the link. */
static bool is_turned(const cdy_joint *j)
{
    static const double upright[3] = {0, 0, 0};
    return joint_is_ball(j->type) && !is_still(j->child.rpy, upright, 3);
}

/* Whether MuJoCo can have the limits: both, and the lower one below. */
static bool is_limited(const cdy_joint *j)
{
    return j->limit.given && joint_has_range(j->type) && isfinite(j->limit.lower) && isfinite(j->limit.upper) &&
           j->limit.lower < j->limit.upper;
}

static void name_lost_parts(const cdy_writing *how, const cdy_joint *j)
{
    static const cdy_joint_drive none = {0};
    const bool limited = j->limit.given && joint_has_range(j->type);
    const bool half = limited && isinf(j->limit.lower) != isinf(j->limit.upper);
    const bool finite = limited && isfinite(j->limit.lower) && isfinite(j->limit.upper);
    const bool reversed = finite && j->limit.lower > j->limit.upper, held = finite && !is_limited(j) && !reversed;
    const struct {
        bool lost;
        const char *what;
    } parts[] = {
        {j->limit.given && j->limit.velocity > 0, "its limit of velocity"},
        {!joint_has_one_degree(j->type) && j->limit.given && j->limit.effort > 0, "its limit of effort"},
        {half, "its limits, of which one is infinite"},
        {held, "its limits, which hold it at one position: MuJoCo takes no such range, and the joint moves freely"},
        {reversed,
         "its limits, of which the lower is above the upper: MuJoCo takes no such range, and the joint moves freely"},
        {j->acceleration_limit > 0, "its limit of acceleration"},
        {j->safety.given, "its soft limits"},
        {j->calibration.rising_given || j->calibration.falling_given, "its reference switch"},
        {memcmp(&j->drive, &none, sizeof none) != 0, "its law of friction beyond damping and Coulomb friction"},
        {j->type == CDY_JOINT_PLANAR,
         "its velocities along the axes that it has moved: MuJoCo has them along the world's"},
        {is_turned(j), "the axes of its velocities, which MuJoCo has along those of the link"},
        {joint_is_ball(j->type) && j->rotor_inertia > 0, "its rotor inertia"},
        {j->gear_ratio < 1 || j->gear_ratio > 1, "its gear ratio, which armature contains"},
        {joint_is_free(j->type) && (j->dynamics.damping > 0 || j->dynamics.friction > 0), "its damping and friction"},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts && cdy_joint_type_nv(j->type) > 0; i++) {
        if (parts[i].lost) {
            cdy_lose(how, "joint", j->name, parts[i].what);
        }
    }
}

static void write_properties(cdy_xml_output *out, const cdy_joint *j)
{
    const double range[2] = {j->limit.lower, j->limit.upper}, effort[2] = {-j->limit.effort, j->limit.effort};
    const double rotor = j->rotor_inertia * j->gear_ratio * j->gear_ratio;
    const double values[5] = {j->dynamics.damping, j->dynamics.friction, j->dynamics.stiffness,
                              j->dynamics.stiffness > 0 ? j->dynamics.spring_rest : 0, rotor};
    static const char *const names[5] = {"damping", "frictionloss", "stiffness", "springref", "armature"};
    if (is_limited(j)) {
        cdy_xml_numbers(out, "range", range, 2);
    }
    if (j->limit.given && j->limit.effort > 0) {
        cdy_xml_numbers(out, "actuatorfrcrange", effort, 2);
    }
    for (int i = 0; i < 5; i++) {
        if (values[i] < 0 || values[i] > 0) {
            cdy_xml_number(out, names[i], values[i]);
        }
    }
}

/* Opens a joint of a body in which its own frame stands at `pose`. */
static void open_joint(cdy_xml_output *out, const char *name, const char *type, const cdy_pose *pose,
                       const double axis[3])
{
    double turned[3];
    cdy_rotate(pose->q, axis, turned);
    cdy_xml_open(out, "joint");
    cdy_xml_text(out, "name", name);
    cdy_xml_text(out, "type", type);
    if (!is_still(pose->p, cdy_pose_still.p, 3)) {
        cdy_xml_numbers(out, "pos", pose->p, 3);
    }
    cdy_xml_numbers(out, "axis", turned, 3);
}

/* Damping and friction, of each degree of freedom. */
static void write_losses(cdy_xml_output *out, const cdy_joint_dynamics *d)
{
    if (d->damping > 0) {
        cdy_xml_number(out, "damping", d->damping);
    }
    if (d->friction > 0) {
        cdy_xml_number(out, "frictionloss", d->friction);
    }
}

/* Two slides along the axes of the plane, and a hinge. */
static void write_planar(cdy_xml_output *out, const cdy_joint *j, const cdy_pose *pose)
{
    double q[4];
    static const char *const suffixes[3] = {"x", "y", "theta"};
    cdy_quaternion_z_to(j->axis, q);
    for (int i = 0; i < 3; i++) {
        char name[256];
        double axis[3] = {i == 0, i == 1, i == 2};
        cdy_rotate(q, axis, axis);
        cdy_print(name, sizeof name, "%.200s_%s", j->name, suffixes[i]);
        open_joint(out, name, i < 2 ? "slide" : "hinge", pose, axis);
        write_losses(out, &j->dynamics);
        cdy_xml_close(out, "joint");
    }
}

static void write_ball(cdy_xml_output *out, const cdy_joint *j, const cdy_pose *pose)
{
    cdy_xml_open(out, "joint");
    cdy_xml_text(out, "name", j->name);
    cdy_xml_text(out, "type", "ball");
    if (!is_still(pose->p, cdy_pose_still.p, 3)) {
        cdy_xml_numbers(out, "pos", pose->p, 3);
    }
    write_losses(out, &j->dynamics);
    cdy_xml_close(out, "joint");
}

void cdy_mjcf_write_joint(const cdy_writing *how, cdy_xml_output *out, const cdy_joint *j, const cdy_pose *in)
{
    const cdy_pose child = cdy_pose_from_placement(&j->child), back = cdy_pose_invert(&child),
                   pose = cdy_pose_compose(in, &back);
    name_lost_parts(how, j);
    switch (j->type) {
    case CDY_JOINT_REVOLUTE:
    case CDY_JOINT_CONTINUOUS:
    case CDY_JOINT_PRISMATIC:
        open_joint(out, j->name, joint_slides(j->type) ? "slide" : "hinge", &pose, j->axis);
        write_properties(out, j);
        cdy_xml_close(out, "joint");
        break;
    case CDY_JOINT_PLANAR: write_planar(out, j, &pose); break;
    case CDY_JOINT_FLOATING:
        cdy_xml_open(out, "freejoint");
        cdy_xml_text(out, "name", j->name);
        cdy_xml_close(out, "freejoint");
        break;
    case CDY_JOINT_SPHERICAL: write_ball(out, j, &pose); break;
    case CDY_JOINT_FIXED: break;
    }
}

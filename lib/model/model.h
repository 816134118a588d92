/* The model from inside: one block, sections at offsets, no pointers. */
#ifndef CDY_MODEL_MODEL_H
#define CDY_MODEL_MODEL_H

#include "spatial/inertia.h"

#include <condyle/drives.h>
#include <stdint.h>

/* What moves a body, as the kernels see it: revolute and prismatic joints along z, planar ones in x y. */
typedef enum joint_kind { JOINT_REVOLUTE, JOINT_PRISMATIC, JOINT_PLANAR, JOINT_FLOATING } joint_kind;

/* How a joint stands on its parent body.  Where x of the parent's frame is the common normal of the two joints' axes,
 * little is left of the rotation between them (Denavit and Hartenberg 1955; as in Craig 1986).  A frame can turn so for
 * one child, the one numbered right behind it; and only behind a revolute or prismatic joint. */
typedef enum link_kind {
    LINK_ANY,           /* any rotation and place; where it is no revolute joint, or the frame did not turn for it */
    LINK_PARALLEL,      /* no twist; y of the place is 0 */
    LINK_PERPENDICULAR, /* a twist of a quarter turn but for so little that its sine is 1; y of the place is 0 */
    LINK_TWISTED        /* a twist about x */
} link_kind;

/* The kind of a joint that moves. */
joint_kind cdy_kind_of(cdy_joint_type type);

#include "model/records.h"

/* The joint of a moving body, for people: by the same index. */
typedef struct model_joint {
    uint64_t name;    /* offset into the block */
    int32_t type;     /* cdy_joint_type */
    int32_t position; /* first coordinate of the caller's configuration; that of the leader for a follower */
    int32_t velocity; /* likewise the velocity */
    int32_t is_follower;
    double lower, upper; /* range of positions of a one-degree joint, infinite where there is none */
    double home[7];      /* home position, of as many coordinates as the joint has */
} model_joint;

struct cdy_model {
    char magic[8];
    uint32_t byte_order; /* this and the next three: what a block must begin with to be read on a machine */
    uint32_t version;    /* of the format */
    double number_format;
    uint32_t record_sizes; /* a mark of how structures lie in memory */
    uint32_t unused_mark;
    uint64_t checksum;    /* of a saved block; of no meaning in others */
    uint64_t size;        /* bytes of the whole block */
    uint64_t fingerprint; /* of all that follows gravity but the drives that act: tells models apart, and whose
                             workspace one is */
    cdy_drive_options drive_options;
    int32_t drives_act; /* whether any of `drives` is not zero: else nobody need look */
    int32_t unused;
    double gravity[3];
    int32_t body_count; /* moving bodies and the base */
    int32_t frame_count;
    int32_t nq, nv;           /* the caller's coordinates and velocities */
    int32_t tree_nq, tree_nv; /* those of the tree with followers as joints of their own */
    int32_t force_rows;
    int32_t has_followers;
    uint64_t name;           /* offsets of the sections from the block's start */
    uint64_t bodies;         /* model_body, body_count */
    uint64_t joints;         /* model_joint, body_count */
    uint64_t frames;         /* model_frame, frame_count */
    uint64_t positions;      /* model_coordinate, tree_nq */
    uint64_t velocities;     /* model_coordinate, tree_nv */
    uint64_t own_positions;  /* int32_t, nq: the tree coordinate that is the caller's coordinate itself */
    uint64_t own_velocities; /* int32_t, nv */
    uint64_t drives;         /* model_drive, tree_nv: those that act, as drive_options say */
    uint64_t robot_drives;   /* model_drive, tree_nv: all that the robot has */
    uint64_t sorted_frames;  /* int32_t, frame_count: frames by name */
    uint64_t followers;      /* cdy_follower, frame_count where joints mimic others, else none: room that compiling
                              * needs, since it must not allocate */
};

static inline const void *model_section(const cdy_model *model, uint64_t offset)
{
    return (const char *)model + offset;
}

static inline const model_body *model_bodies(const cdy_model *model)
{
    return model_section(model, model->bodies);
}

static inline const model_joint *model_joints(const cdy_model *model)
{
    return model_section(model, model->joints);
}

static inline const model_frame *model_frames(const cdy_model *model)
{
    return model_section(model, model->frames);
}

static inline const model_coordinate *model_positions(const cdy_model *model)
{
    return model_section(model, model->positions);
}

static inline const model_coordinate *model_velocities(const cdy_model *model)
{
    return model_section(model, model->velocities);
}

/* The drives that act, zeros for those that do not. */
static inline const model_drive *model_drives(const cdy_model *model)
{
    return model_section(model, model->drives);
}

static inline const char *model_name(const cdy_model *model, uint64_t offset)
{
    return model_section(model, offset);
}

#endif

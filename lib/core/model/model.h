/* The model as the algorithms see it: one block, sections at offsets, no pointers. */
#ifndef CDY_MODEL_MODEL_H
#define CDY_MODEL_MODEL_H

#include "spatial/inertia.h"

#include <condyle/drives.h>
#include <condyle/payload.h>
#include <stdint.h>

/* Kinds of moving joints: revolute and prismatic joints act along z, planar joints in the x y plane; a spherical joint
 * is the rotation of a floating one. */
typedef enum joint_kind { JOINT_REVOLUTE, JOINT_PRISMATIC, JOINT_PLANAR, JOINT_FLOATING, JOINT_SPHERICAL } joint_kind;

enum { JOINT_KIND_COUNT = JOINT_SPHERICAL + 1 };

/* Whether the positions of joints of this kind begin with a quaternion [w x y z]; they are then one more than the
 * degrees of freedom. (condyle/tree.h has a table by type; the kernels have the kind alone.) */
static inline bool has_quaternion(joint_kind kind)
{
    return kind == JOINT_FLOATING || kind == JOINT_SPHERICAL;
}

enum { QUATERNION_SIZE = 4 };

/* Whether joints of this kind turn about several axes or move where they have turned, so that a position is no sum of
 * steps. */
static inline bool is_on_manifold(joint_kind kind)
{
    return kind != JOINT_REVOLUTE && kind != JOINT_PRISMATIC;
}

/* Kinds of links between a body and its parent. Where the x axis of the parent's frame is the common normal of the two
 * joint axes, the transform has the Denavit-Hartenberg form Rz(theta) Rx(alpha) with few nonzero offsets (Denavit and
 * Hartenberg 1955, convention of Craig 1986). A body's frame is rotated so for one child, the next body, and only if
 * its own joint is revolute or prismatic. */
typedef enum dh_kind {
    DH_NONE,          /* no DH link: any transform, or not a revolute joint */
    DH_PARALLEL,      /* alpha = 0; y of the origin is 0 */
    DH_PERPENDICULAR, /* sin(alpha) rounds to 1; y of the origin is 0 */
    DH_TWISTED        /* any alpha */
} dh_kind;

/* Terms of the law of a drive that the simple law, damping, friction, spring and rotor, does not have. */
enum drive_term { DRIVE_COULOMB = 1, DRIVE_VISCOUS = 2, DRIVE_LOAD = 4, DRIVE_OFFSET = 8 };

/* The kind of a joint of this type; -1 for a type that does not move. The suite `joint_kind` asks that each other type
 * has one. */
int cdy_kind_of(cdy_joint_type type);

#include "model/records.h"

/* Joint of a moving body, as the caller sees it; same index as the body. */
typedef struct model_joint {
    uint64_t name;    /* offset into the block */
    int32_t type;     /* cdy_joint_type */
    int32_t position; /* first coordinate in the caller's configuration; for a mimic joint, the leader's */
    int32_t velocity; /* first coordinate in the caller's velocity; for a mimic joint, the leader's */
    int32_t is_follower;
    double lower, upper; /* position limits of a joint with one degree of freedom, infinite if it has none */
    double home[7];      /* home position; as many coordinates as the joint has */
    double effort_limit, velocity_limit; /* of a joint with one degree of freedom, infinite where they are not known */
} model_joint;

/* Inertia of a moving body without payloads, in the units and frames of model_body; same index as the body. */
typedef struct model_inertia {
    double mass;
    double h[3];
    double inertia[6];
} model_inertia;

/* The motions of a moving body that its links' masses and moments of inertia resist, payloads left out: rows over the
 * body's motion (model/idle.h); same index as the body. */
typedef struct model_resistance {
    double rows[6 * 7 / 2]; /* upper triangle, by rows */
    double reach;           /* how far from the body's origin anything resists */
} model_resistance;

enum { MOST_LEADERS = 2 }; /* whose rates the rows of a body can have */

/* A leader of mimic joints of which only some are in the subtree of a body. */
typedef struct idle_leader {
    int32_t velocity; /* the caller's */
    int32_t found;    /* in the subtree; 0: no leader */
    double size;      /* sum over the joints found of what they move, before anything cancels */
} idle_leader;

/* Note about a moving body's joint, and memory to find it in; same index as the body. */
typedef struct model_idle {
    int32_t idle; /* degrees of freedom of the joint that no inertia resists in any state */
    int32_t unused;
    double reach;                                             /* this and the rest are 0 in a finished model */
    double rows[(6 + MOST_LEADERS) * (7 + MOST_LEADERS) / 2]; /* of the subtree, over the body's motion and leaders */
    idle_leader leaders[MOST_LEADERS];
} model_idle;

struct cdy_model {
    char magic[8];
    uint32_t byte_order; /* this and the next three identify the format and the machine */
    uint32_t version;    /* of the format */
    double number_format;
    uint32_t record_sizes; /* identifies the layout of the records */
    uint32_t unused_mark;
    uint64_t checksum;     /* of a saved block; undefined otherwise */
    uint64_t size;         /* of the block, in bytes */
    uint64_t fingerprint;  /* hash of everything after `gravity` except the acting drives, the payloads and the
                              inertias that include payloads: identifies the model, and the model of a workspace */
    uint64_t payload_mark; /* hash of the payloads; a new value asks for new sums over the masses */
    uint64_t drive_mark;   /* hash of the acting drives */
    cdy_drive_options drive_options;
    int32_t drives_act; /* whether any of `drives` is nonzero */
    int32_t idle_count; /* degrees of freedom that no inertia resists in any state, with the payloads and rotors */
    int32_t load_acts;  /* whether any of `drives` has friction by the load */
    int32_t unused;
    double gravity[3];
    int32_t body_count; /* moving bodies and the base */
    int32_t frame_count;
    int32_t nq, nv;           /* of the caller */
    int32_t tree_nq, tree_nv; /* of the tree, where mimic joints have coordinates of their own */
    int32_t force_rows;
    int32_t has_followers;
    int32_t doubtful_count;  /* body_count, or 0 where every moving link has mass and three moments */
    int32_t may_be_idle;     /* whether idle_count is positive without payloads and rotors */
    uint64_t name;           /* offsets of the sections from the start of the block */
    uint64_t bodies;         /* model_body, body_count */
    uint64_t joints;         /* model_joint, body_count */
    uint64_t frames;         /* model_frame, frame_count */
    uint64_t positions;      /* model_coordinate, tree_nq */
    uint64_t velocities;     /* model_coordinate, tree_nv */
    uint64_t own_positions;  /* int32_t, nq: tree coordinate that equals the caller's coordinate */
    uint64_t own_velocities; /* int32_t, nv */
    uint64_t drives;         /* model_drive, tree_nv: the acting drives, by drive_options */
    uint64_t payloads;       /* cdy_payload, frame_count; zeros where a frame has none */
    uint64_t robot_drives;   /* model_drive, tree_nv: all drives of the robot */
    uint64_t bare_inertias;  /* model_inertia, body_count: inertias without payloads */
    uint64_t sorted_frames;  /* int32_t, frame_count: frames in the order of their names */
    uint64_t resistances;    /* model_resistance, doubtful_count */
    uint64_t idle_motions;   /* model_idle, doubtful_count */
    uint64_t idle_uses;      /* int32_t, nv if doubtful_count: tree velocities that move with the caller's */
    uint64_t followers; /* cdy_follower, frame_count if there are mimic joints: work memory of compiling, which must not
                           allocate */
};

/* The float model: the records of a model that the kernels over floats read, as floats (model/float_model.h). */
typedef struct cdy_float_model {
    cdy_drive_options drive_options;
    int32_t drives_act, load_acts;
    int32_t body_count, frame_count, nq, nv, tree_nq, tree_nv, force_rows, has_followers; /* as in cdy_model */
    uint64_t bodies, frames, positions, velocities, drives;                               /* offsets, as in cdy_model */
} cdy_float_model;

/* The model that the kernels of this precision read. */
#ifdef CDY_FLOAT
typedef cdy_float_model kernel_model;
#else
typedef cdy_model kernel_model;
#endif

static inline const void *model_section(const void *model, uint64_t offset)
{
    return (const char *)model + offset;
}

static inline const model_body *model_bodies(const kernel_model *model)
{
    return (const model_body *)model_section(model, model->bodies);
}

static inline const model_joint *model_joints(const cdy_model *model)
{
    return (const model_joint *)model_section(model, model->joints);
}

static inline const model_frame *model_frames(const kernel_model *model)
{
    return (const model_frame *)model_section(model, model->frames);
}

/* Returns the frame of the child link of moving body `body`'s joint: the first frame from `frame` on that is fixed to
 * this body. Frames are in the order of the bodies. */
static inline int model_next_link(const kernel_model *model, int frame, int body)
{
    const model_frame *frames = model_frames(model);
    while (frames[frame].body != body) {
        frame++;
    }
    return frame;
}

static inline const model_coordinate *model_positions(const kernel_model *model)
{
    return (const model_coordinate *)model_section(model, model->positions);
}

static inline const model_coordinate *model_velocities(const kernel_model *model)
{
    return (const model_coordinate *)model_section(model, model->velocities);
}

/* The acting drives; zero for the others. */
static inline const model_drive *model_drives(const kernel_model *model)
{
    return (const model_drive *)model_section(model, model->drives);
}

static inline const cdy_payload *model_payloads(const cdy_model *model)
{
    return (const cdy_payload *)model_section(model, model->payloads);
}

static inline const model_inertia *model_bare_inertias(const cdy_model *model)
{
    return (const model_inertia *)model_section(model, model->bare_inertias);
}

/* Whether a body's joint turns about z, and nothing else: most joints do. */
static inline bool is_revolute(const model_body *body)
{
    return body->kind == JOINT_REVOLUTE;
}

/* Whether a body's joint slides along z, and nothing else. */
static inline bool is_prismatic(const model_body *body)
{
    return body->kind == JOINT_PRISMATIC;
}

/* Degrees of freedom of joints of this kind. */
static inline int degree_count(joint_kind kind)
{
    switch (kind) {
    case JOINT_REVOLUTE:
    case JOINT_PRISMATIC: break;
    case JOINT_PLANAR:
    case JOINT_SPHERICAL: return 3;
    case JOINT_FLOATING: return 6;
    }
    return 1;
}

/* Index of the spatial coordinate (0 to 2 angular, 3 to 5 linear) along which degree of freedom `k` of a joint of this
 * kind acts, in the body's axes. */
static inline int joint_row_of(joint_kind kind, int k)
{
    switch (kind) {
    case JOINT_REVOLUTE: return 2;
    case JOINT_PRISMATIC: return 5;
    case JOINT_PLANAR: return k == 2 ? 2 : 3 + k;
    case JOINT_FLOATING:
    case JOINT_SPHERICAL: break;
    }
    return k;
}

static inline int joint_row(const model_body *body, int k)
{
    return joint_row_of((joint_kind)body->kind, k);
}

/* Whether degree of freedom `k` of a body's joint is a rotation. */
static inline bool is_angular_velocity(const model_body *body, int k)
{
    return joint_row(body, k) < 3;
}

/* Whether position coordinate `k` of a body's joint is an angle, or part of a quaternion. */
static inline bool is_angular_position(const model_body *body, int k)
{
    return has_quaternion((joint_kind)body->kind) ? k < QUATERNION_SIZE : is_angular_velocity(body, k);
}

/* Number of position coordinates of a body's joint. */
static inline int position_count(const model_body *body)
{
    return body->nv + (has_quaternion((joint_kind)body->kind) ? 1 : 0);
}

static inline const char *model_name(const cdy_model *model, uint64_t offset)
{
    return (const char *)model_section(model, offset);
}

#endif

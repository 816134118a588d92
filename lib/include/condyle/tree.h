/* The tree: a robot as its file or its author describes it, with every name, body, joint and shape.
 *
 * Body 0 is the base.  The other bodies follow depth-first, children in the byte order of their joints' names. The
 * structures below are plain values.  The body that cdy_tree_body() returns belongs to the tree and is read-only; to
 * change it, copy the structure, change the copy and hand it to cdy_tree_replace_body() or cdy_tree_replace_joint().
 * Structures that the caller passes are copied, names and shapes included, and may point into the tree itself.
 *
 * Every change is checked as a whole: it succeeds, or it fails with CDY_ERROR_ARGUMENT (an argument is missing, there
 * is no such body, a name is taken, numbers that no body or joint has) or CDY_ERROR_MEMORY, says why in `error` (may
 * be NULL), and leaves the tree as it was.  Mimic joints name their leaders; that the leaders exist is seen when the
 * tree is compiled, so that bodies may come and go in any order.
 *
 * Finding a body or a joint by its name takes constant time.  Adding and removing bodies at the end of the order, as
 * in a chain, takes time in proportion to their number; elsewhere the bodies behind them are numbered anew, which
 * costs some nanoseconds each, and the siblings before them are looked through.  Adding a subtree, and a new joint name
 * that moves a body among its siblings, put the whole tree in order: n log n. */
#ifndef CONDYLE_TREE_H
#define CONDYLE_TREE_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>

/* The bodies and joints of a robot, with all names. */
typedef struct cdy_tree cdy_tree;

/* Types of joints. */
typedef enum cdy_joint_type {
    CDY_JOINT_FIXED = 0,  /* no degree of freedom: the body is welded to its parent */
    CDY_JOINT_REVOLUTE,   /* turns about the axis, within limits */
    CDY_JOINT_CONTINUOUS, /* turns about the axis, without limits */
    CDY_JOINT_PRISMATIC,  /* slides along the axis, within limits */
    CDY_JOINT_PLANAR,   /* q = [x y theta] in the plane normal to the axis, velocity [vx vy w] along the plane's axes as
                         * the joint has moved them */
    CDY_JOINT_FLOATING, /* q = [qw qx qy qz x y z], velocity [wx wy wz vx vy vz] of the frame that the joint moves, in
                         * that frame: the body's own, unless `child` places the body in it */
    CDY_JOINT_SPHERICAL /* turns freely about the joint's origin: q = [qw qx qy qz], velocity [wx wy wz] as of a
                         * floating joint; not in URDF */
} cdy_joint_type;

/* Where a frame stands in another: position, then fixed-axis angles, R = Rz(rpy[2]) Ry(rpy[1]) Rx(rpy[0]). */
typedef struct cdy_placement {
    double xyz[3]; /* m */
    double rpy[3]; /* rad */
} cdy_placement;

/* Limits of a joint. */
typedef struct cdy_limit {
    bool given;              /* false: no limits at all */
    double lower, upper;     /* rad or m */
    double effort, velocity; /* N m or N; rad/s or m/s; 0: not known */
} cdy_limit;

/* Passive forces and the rotor of a joint, once condyle/drives.h turns it on; zeros unless `given`. */
typedef struct cdy_joint_dynamics {
    bool given;
    double damping;     /* viscous, N m s/rad or N s/m */
    double friction;    /* Coulomb, N m or N */
    double stiffness;   /* of a spring, N m/rad or N/m, 0 or more */
    double spring_rest; /* where the spring is at rest, rad or m */
} cdy_joint_dynamics;

/* Friction of the gear and the motor of a joint with one degree of freedom beyond cdy_joint_dynamics, once
 * condyle/drives.h, which has the law, turns it on; a term whose number is 0 is absent.
 *
 * Friction never pushes: tau_f qd >= 0 for every set of numbers that is accepted.  So |friction_asymmetry| + (-stribeck
 * where it is negative) is at most dynamics.friction, |damping_asymmetry| at most dynamics.damping, and
 * |load_asymmetry|
 * + (-load_stribeck where it is negative) at most load_friction.  The part of the load that friction may take,
 * load_friction + |load_asymmetry| + load_stribeck (where it is positive) + load_damping load_velocity, is at most 0.9,
 * so that forward dynamics has one solution and finds it.  Velocities of terms that act are greater than 0, and all
 * other numbers but the asymmetries, the Stribeck terms, `offset` and the gains are 0 or more. */
typedef struct cdy_joint_drive {
    double friction_asymmetry;   /* N m or N: Coulomb friction is friction + this forward, friction - this backward */
    double damping_asymmetry;    /* N m s/rad or N s/m: damping is damping + this forward, damping - this backward */
    double stribeck;             /* N m or N: what Coulomb friction has in addition at rest */
    double stribeck_velocity;    /* rad/s or m/s: where exp(-1) of it is left */
    double stribeck_exponent;    /* 0: 2 */
    double load_friction;        /* friction a load, 1: mu */
    double load_asymmetry;       /* mu + this where the motor drives the load, mu - this where the load drives it */
    double load_stribeck;        /* what mu has in addition at rest */
    double load_damping;         /* viscous friction a load, s/rad or s/m, ... */
    double load_velocity;        /* rad/s or m/s: ... up to about this velocity, where it saturates */
    double power_friction;       /* N m (s/rad)^e or N (s/m)^e: times the velocity to the power of e */
    double power_exponent;       /* e */
    double offset;               /* N m or N: constant torque */
    double friction_width;       /* rad/s or m/s: of the sign of the velocity; 0: cdy_drive_options.friction_width */
    double load_width;           /* N m or N: below it the absolute value of the load is rounded off; 0: 0.1 */
    double friction_temperature; /* 1/K: Coulomb and Stribeck terms shrink by exp(-this) a kelvin */
    double damping_temperature;  /* 1/K: viscous terms likewise; terms of the load do not change */
    double current_gain; /* N m/A or N/A at the joint, with its sign; 0: not known.  For programs: without effect
                          * on the dynamics */
    double torque_gain;  /* what torques of a log are times, to be the joint's, 1; 0: not known, as 1.  Likewise */
} cdy_joint_drive;

/* Ties a joint to a leader: q = multiplier * q_leader + offset. */
typedef struct cdy_mimic {
    const char *joint; /* the leader's name; NULL: the joint is on its own */
    double multiplier;
    double offset; /* rad or m */
} cdy_mimic;

/* Soft limits of a controller; kept for programs, without effect on the dynamics. */
typedef struct cdy_safety {
    bool given;
    double soft_lower, soft_upper; /* rad or m */
    double k_position, k_velocity; /* 1/s; N m s/rad or N s/m */
} cdy_safety;

/* Positions of the reference switch; kept for programs, without effect on the dynamics. */
typedef struct cdy_calibration {
    bool rising_given, falling_given;
    double rising, falling; /* rad or m */
} cdy_calibration;

/* The body's frame stands in the parent's frame at origin * motion(q) * child. */
typedef struct cdy_joint {
    const char *name;
    cdy_joint_type type;
    cdy_placement origin; /* joint frame in the parent body's frame: JointToParentTransform */
    double axis[3];       /* in the joint frame, as given: any length but 0; unused by joints without an axis
                             (cdy_joint_traits) */
    cdy_limit limit;
    cdy_joint_dynamics dynamics;
    cdy_mimic mimic;
    cdy_safety safety;
    cdy_calibration calibration;
    cdy_placement child;  /* body's frame in the joint frame after the motion: ChildToJointTransform; zero in URDF */
    bool home_given;      /* false: home is 0, or the limit nearest to it */
    double home[7];       /* home position in as many coordinates as the type has, within the limits */
    double rotor_inertia; /* of the drive, before the gear, kg m2 or kg; acts once condyle/drives.h turns it on */
    double gear_ratio;    /* turns of the drive for one of the joint, 1 by default; acts with rotor_inertia alone */
    double acceleration_limit; /* URDF 1.2's <limit acceleration>, rad/s2 or m/s2; 0: not known */
    cdy_joint_drive drive;
} cdy_joint;

/* Mass and rotational inertia in URDF's convention. */
typedef struct cdy_inertial {
    bool given;           /* false: the body weighs nothing */
    cdy_placement origin; /* center of mass and inertia axes in the body's frame */
    double mass;          /* kg */
    double inertia[6];    /* ixx ixy ixz iyy iyz izz, kg m2, about the center of mass in the axes of `origin` */
} cdy_inertial;

/* Types of shapes. */
typedef enum cdy_geometry_type {
    CDY_GEOMETRY_NONE = 0, /* shows nothing, and is not written to files */
    CDY_GEOMETRY_BOX,
    CDY_GEOMETRY_CYLINDER, /* along z */
    CDY_GEOMETRY_SPHERE,
    CDY_GEOMETRY_CAPSULE, /* along z; length without the caps */
    CDY_GEOMETRY_MESH
} cdy_geometry_type;

/* The shape of a visual or collision element. */
typedef struct cdy_geometry {
    cdy_geometry_type type;
    double size[3];        /* box: full edges, m */
    double radius, length; /* sphere, cylinder, capsule, m */
    const char *mesh;      /* mesh: file name as written, package:// and all */
    double scale[3];       /* mesh: factors, 1 1 1 by default */
} cdy_geometry;

/* The material of a visual element. */
typedef struct cdy_material {
    const char *name; /* NULL: no material */
    bool color_given;
    double rgba[4];      /* 0 to 1 */
    const char *texture; /* file name; NULL: none */
} cdy_material;

/* A visual or a collision shape. */
typedef struct cdy_shape {
    const char *name;     /* NULL: unnamed */
    cdy_placement origin; /* in the body's frame */
    cdy_geometry geometry;
    cdy_material material; /* visuals only */
} cdy_shape;

/* A body with the joint that moves it. */
typedef struct cdy_body {
    const char *name;
    cdy_joint joint; /* moves the body; the base has none: name NULL, type fixed */
    cdy_inertial inertial;
    const cdy_shape *visuals;
    size_t visual_count;
    const cdy_shape *collisions;
    size_t collision_count;
} cdy_body;

/* Returns a body as rigidBody documents it: 1 kg, inertia 1 1 1 kg m2 about its origin, a fixed joint at the
 * parent's origin, axis z, gear ratio 1; both names are NULL: set them before use. */
CDY_API cdy_body cdy_body_default(void);

enum { CDY_JOINT_MOST_NQ = 7, CDY_JOINT_MOST_NV = 6 }; /* the most coordinates that a joint has */

/* The traits of a joint type: names, numbers of coordinates, and which members of a joint have an effect. */
typedef struct cdy_joint_traits {
    const char *name;  /* in files and texts */
    int nq, nv;        /* numbers of position coordinates and of degrees of freedom */
    int turns, slides; /* degrees of freedom that are rotations, rad, and displacements, m: nv in all */
    int quaternion;    /* its orientation is positions quaternion + 0 to 3, a quaternion [w x y z]; -1: it has none */
    bool has_axis;     /* cdy_joint.axis has an effect */
    bool has_range;    /* cdy_joint.limit bounds its position */
    /* Names of the components of positions, velocities, accelerations and forces; NULL for joints with one of each. */
    const char *positions[CDY_JOINT_MOST_NQ];
    const char *velocities[CDY_JOINT_MOST_NV];
    const char *accelerations[CDY_JOINT_MOST_NV];
    const char *forces[CDY_JOINT_MOST_NV];
} cdy_joint_traits;

/* Returns what joints of a type have; NULL where there is no such type, as behind the last one. */
CDY_API const cdy_joint_traits *cdy_joint_type_traits(cdy_joint_type type);

/* Returns "revolute" for CDY_JOINT_REVOLUTE and so on; "unknown" for any other number. */
CDY_API const char *cdy_joint_type_name(cdy_joint_type type);

/* Returns the number of velocity degrees of freedom of a joint type: 0, 1, 3 or 6. */
CDY_API int cdy_joint_type_nv(cdy_joint_type type);

/* Returns the number of position coordinates of a joint type: 0, 1, 3, 4 or 7. */
CDY_API int cdy_joint_type_nq(cdy_joint_type type);

/* Gives the range of positions of a one-degree joint, rad or m: -inf and inf where the joint has no limits;
 * reversed limits are put in order. */
CDY_API void cdy_joint_position_limits(const cdy_joint *joint, double *lower, double *upper);

/* Gives a placement as a homogeneous transform, 4 x 4 row-major: R p; 0 0 0 1. */
CDY_API void cdy_placement_to_matrix(const cdy_placement *placement, double T[16]);

/* Gives the placement of a homogeneous transform, 4 x 4 row-major; its angles are accurate to rounding for every
 * rotation, also where roll and yaw turn about the same axis.  Fails with CDY_ERROR_ARGUMENT where T is not finite,
 * its 3 x 3 part departs from a rotation or its last row from 0 0 0 1 by more than 1e-9. */
CDY_API cdy_status cdy_placement_from_matrix(const double T[16], cdy_placement *placement, cdy_error *error);

/* Sets a joint's origin to the transform T from the joint's frame to the parent body's, as rigidBodyJoint's
 * setFixedTransform does; `child` stays.  Fails as cdy_placement_from_matrix() does; the joint is then as it was. */
CDY_API cdy_status cdy_joint_set_fixed_transform(cdy_joint *joint, const double T[16], cdy_error *error);

/* Sets a joint by Denavit-Hartenberg parameters: a and d in m, alpha and theta in rad.  The body stands in its parent
 * at Rz(theta) Tz(d) Tx(a) Rx(alpha), the axis is z of the parent, `origin` becomes the identity and `child` what
 * follows the motion.  A revolute or continuous joint ignores theta, a prismatic one d: that is its position.
 * Fails with CDY_ERROR_ARGUMENT where a number is not finite or the joint has several degrees of freedom; it is then as
 * it was.  As setFixedTransform(joint, [a alpha d theta], "dh"). */
CDY_API cdy_status cdy_joint_set_dh(cdy_joint *joint, double a, double alpha, double d, double theta, cdy_error *error);

/* Sets a joint by modified Denavit-Hartenberg parameters (Craig, Introduction to Robotics, chapter 3): the body stands
 * in its parent at Rx(alpha) Tx(a) Rz(theta) Tz(d), the axis is the body's own z, `origin` becomes what comes before
 * the motion and `child` the identity.  Otherwise as cdy_joint_set_dh(); setFixedTransform's "mdh". */
CDY_API cdy_status cdy_joint_set_modified_dh(cdy_joint *joint, double a, double alpha, double d, double theta,
                                             cdy_error *error);

/* Gives the inertia about the body's origin in the body's axes, [Ixx Iyy Izz Iyz Ixz Ixy] kg m2, as rigidBody's
 * Inertia property has it. */
CDY_API void cdy_inertial_about_origin(const cdy_inertial *inertial, double about_origin[6]);

/* Sets mass (kg), center of mass (m) and the inertia about the body's origin [Ixx Iyy Izz Iyz Ixz Ixy] (kg m2):
 * rigidBody's properties Mass, CenterOfMass and Inertia. */
CDY_API void cdy_inertial_set_about_origin(cdy_inertial *inertial, double mass, const double center_of_mass[3],
                                           const double about_origin[6]);

/* A loop of a robot: places on two of its bodies that stay together, without a joint of the tree.  The dynamics of the
 * tree do not know of it; cdy_constraint_from_loop() makes a constraint of it. */
typedef struct cdy_loop {
    const char *name;                /* NULL or "": none */
    const char *body, *other;        /* bodies of the tree */
    unsigned rows;                   /* components of the relative velocity that are 0, as of a cdy_constraint */
    cdy_placement in_body, in_other; /* the places, which coincide */
} cdy_loop;

/* Makes a tree that has only a base, without gravity.  `base` is the body 0, its joint is ignored.
 * Fails with CDY_ERROR_ARGUMENT (no name, numbers that no body has) or CDY_ERROR_MEMORY; `error` may be NULL. */
CDY_API cdy_status cdy_tree_create(const char *robot, const cdy_body *base, cdy_tree **tree, cdy_error *error);

/* Destroys a tree, and every body and name that its calls returned; takes NULL. */
CDY_API void cdy_tree_destroy(cdy_tree *tree);

/* Makes a copy of a whole tree: bodies, loops, exclusions, name, gravity, treatment of mimic joints.  On a failure
 * *copy is NULL. */
CDY_API cdy_status cdy_tree_copy(const cdy_tree *tree, cdy_tree **copy, cdy_error *error);

/* Makes a tree of copies of the body of this name and its descendants.  As rigidBodyTree's subtree documents, its base
 * has the name of the body's parent, without inertia and shapes; robot name, gravity and the treatment of mimic joints
 * are the tree's.  The base itself is refused: copy the tree instead.  On a failure *subtree is NULL. */
CDY_API cdy_status cdy_tree_subtree(const cdy_tree *tree, const char *name, cdy_tree **subtree, cdy_error *error);

/* Adds a copy of `body` under the body named `parent` and puts it in its place in the order of bodies. */
CDY_API cdy_status cdy_tree_add_body(cdy_tree *tree, const cdy_body *body, const char *parent, cdy_error *error);

/* Adds copies of all bodies of `subtree` but its base, whose children become children of the body named `parent`.
 * Names that both trees have are refused.  Name, gravity and treatment of mimic joints stay the tree's own. */
CDY_API cdy_status cdy_tree_add_subtree(cdy_tree *tree, const char *parent, const cdy_tree *subtree, cdy_error *error);

/* Removes the body of this name and its descendants; the base cannot be removed.  *subtree becomes a tree of the
 * removed bodies, as cdy_tree_subtree() makes it, or NULL on a failure; where `subtree` is NULL, the removed bodies are
 * destroyed, and no memory is needed. */
CDY_API cdy_status cdy_tree_remove_body(cdy_tree *tree, const char *name, cdy_tree **subtree, cdy_error *error);

/* Puts a copy of `body`, with its joint, in the place of the body of this name; parent and children stay.  Names may
 * change: joints that mimic the replaced joint mimic the new joint under its new name, and the body moves to its place
 * in the order.  Replacing the base ignores the joint. */
CDY_API cdy_status cdy_tree_replace_body(cdy_tree *tree, const char *name, const cdy_body *body, cdy_error *error);

/* Puts a copy of `joint` in the place of the joint that moves the body of this name; otherwise as
 * cdy_tree_replace_body().  The base has no joint to replace. */
CDY_API cdy_status cdy_tree_replace_joint(cdy_tree *tree, const char *name, const cdy_joint *joint, cdy_error *error);

/* Sets mass, center of mass and inertia of the body of this name. */
CDY_API cdy_status cdy_tree_set_inertial(cdy_tree *tree, const char *name, const cdy_inertial *inertial,
                                         cdy_error *error);

/* Sets the robot's name; NULL for none. */
CDY_API cdy_status cdy_tree_set_name(cdy_tree *tree, const char *robot, cdy_error *error);

/* Returns the robot's name, "" where it has none. */
CDY_API const char *cdy_tree_name(const cdy_tree *tree);

/* Returns the number of bodies, the base not counted: the last index. */
CDY_API int cdy_tree_body_count(const cdy_tree *tree);

/* Returns body `index`, 0 being the base; NULL where there is none.  Valid until the tree changes. */
CDY_API const cdy_body *cdy_tree_body(const cdy_tree *tree, int index);

/* Adds a copy of a loop between two bodies of the tree.  Loops go with their bodies: a copy or a part of a tree has
 * those between its own bodies, and a body that is removed takes its loops with it.
 * Fails with CDY_ERROR_ARGUMENT where a body is unknown or is tied to itself, rows are none of CDY_ROWS_WELD or a place
 * is not finite, and with CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_tree_add_loop(cdy_tree *tree, const cdy_loop *loop, cdy_error *error);

/* Returns the number of loops. */
CDY_API int cdy_tree_loop_count(const cdy_tree *tree);

/* Returns loop `index`, from 0; NULL where there is none.  Valid until the tree changes. */
CDY_API const cdy_loop *cdy_tree_loop(const cdy_tree *tree, int index);

/* Adds an exclusion: two bodies of the tree that are not looked at beside each other, such as those that overlap
 * by design, as MJCF's exclude, USD's filtered pairs and MoveIt's disable_collisions say.  Exclusions go with their
 * bodies as loops do, and change no dynamics; cdy_distance_exclude_listed() leaves them out of a scene.  A pair may be
 * there twice. Fails with CDY_ERROR_ARGUMENT where a body is unknown or is paired with itself, and with
 * CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_tree_add_exclusion(cdy_tree *tree, const char *body, const char *other, cdy_error *error);

/* Returns the number of exclusions. */
CDY_API int cdy_tree_exclusion_count(const cdy_tree *tree);

/* Gives the bodies of exclusion `index`, from 0; valid until the tree changes.  Returns false where there is none;
 * *body and *other are then as they were. */
CDY_API bool cdy_tree_exclusion(const cdy_tree *tree, int index, const char **body, const char **other);

/* Returns the index of a body's parent; -1 for the base and for an index without body. */
CDY_API int cdy_tree_parent(const cdy_tree *tree, int index);

/* Returns the index of a body's first child, or of its next sibling; -1 where there is none.  Together they walk
 * the children in order. */
CDY_API int cdy_tree_first_child(const cdy_tree *tree, int index);
CDY_API int cdy_tree_next_sibling(const cdy_tree *tree, int index);

/* Returns the index of the body of this name, or of the body moved by the joint of this name; -1 if none. */
CDY_API int cdy_tree_find_body(const cdy_tree *tree, const char *name);
CDY_API int cdy_tree_find_joint(const cdy_tree *tree, const char *name);

/* Give the index of the body of this name, or of the body moved by the joint of this name.  Fail with
 * CDY_ERROR_ARGUMENT where there is none; the message has the name and the nearest one. */
CDY_API cdy_status cdy_tree_require_body(const cdy_tree *tree, const char *name, int *index, cdy_error *error);
CDY_API cdy_status cdy_tree_require_joint(const cdy_tree *tree, const char *name, int *index, cdy_error *error);

/* Gravity as an acceleration [x y z] in the base frame, m/s2; a new tree has none. */
CDY_API void cdy_tree_get_gravity(const cdy_tree *tree, double gravity[3]);
CDY_API cdy_status cdy_tree_set_gravity(cdy_tree *tree, const double gravity[3], cdy_error *error);

/* Whether joints that mimic another have a degree of freedom of their own (true) or follow (false, the default). */
CDY_API bool cdy_tree_mimic_independent(const cdy_tree *tree);
CDY_API void cdy_tree_set_mimic_independent(cdy_tree *tree, bool independent);

/* Writes showdetails' table of bodies, joints, parents and children as text with a closing 0, cut to `size` bytes.
 * Returns the length of the whole text without the 0, so that a first call with size 0 (then `text` may be NULL)
 * gives the size to allocate less 1.  Names longer than 256 bytes are cut. */
CDY_API size_t cdy_tree_write_details(const cdy_tree *tree, char *text, size_t size);

#endif

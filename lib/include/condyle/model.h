/* The model: a tree compiled into the numbers that the algorithms read.
 *
 * A model is one block of memory without pointers: it may be copied, saved and mapped (condyle/model_file.h).  The
 * calls that compute only read it, so that any number of threads may share it.  The setters, cdy_model_set_...(), write
 * to it: no other thread may use the model meanwhile.  Bodies that fixed joints weld together move as one; each body of
 * the tree stays addressable as a frame, by its name or by its index in the tree. */
#ifndef CONDYLE_MODEL_H
#define CONDYLE_MODEL_H

#include <condyle/tree.h>

/* The compiled numbers of a robot, which the algorithms read. */
typedef struct cdy_model cdy_model;

/* Compiles a tree on the heap; the caller destroys the model, which does not need the tree any more.
 * Fails with CDY_ERROR_ROBOT (mimic of an unknown joint, of itself, in a ring, of a joint without one degree of
 * freedom; masses, inertias, origins or rotors whose sum or product no double holds), CDY_ERROR_ARGUMENT or
 * CDY_ERROR_MEMORY; then *model is NULL.  `error` may be NULL. */
CDY_API cdy_status cdy_model_create(const cdy_tree *tree, cdy_model **model, cdy_error *error);

/* Frees a model made by cdy_model_create(), cdy_model_load() or cdy_model_from_bytes(); takes NULL. */
CDY_API void cdy_model_destroy(cdy_model *model);

/* Returns the bytes that a tree's model takes. */
CDY_API size_t cdy_model_size(const cdy_tree *tree);

/* Compiles a tree into the caller's `memory` of `size` bytes (cdy_model_size() at least, aligned as malloc aligns)
 * without allocating; *model then points into it and must not be destroyed.  Fails as cdy_model_create() does. */
CDY_API cdy_status cdy_model_init(void *memory, size_t size, const cdy_tree *tree, cdy_model **model, cdy_error *error);

/* Returns the robot's name. */
CDY_API const char *cdy_model_name(const cdy_model *model);

/* Returns the length n of velocities, accelerations and torques: the velocity degrees of freedom. */
CDY_API int cdy_model_nv(const cdy_model *model);

/* Returns the length of a configuration: n, and one more for each floating joint. */
CDY_API int cdy_model_nq(const cdy_model *model);

/* Returns the rows of an external force matrix: n, and after them one for each joint that mimics another. */
CDY_API int cdy_model_force_rows(const cdy_model *model);

/* Returns the number of frames: the tree's bodies with the base, in their order. */
CDY_API int cdy_model_frame_count(const cdy_model *model);

/* Returns a frame's name, the body's; NULL where there is no such frame. */
CDY_API const char *cdy_model_frame_name(const cdy_model *model, int frame);

/* Returns the index of the frame of this name, -1 if there is none.  Takes time logarithmic in their number. */
CDY_API int cdy_model_find_frame(const cdy_model *model, const char *name);

/* Gives the index of the frame of this name.  Fails with CDY_ERROR_ARGUMENT where there is none; the message has the
 * name and the nearest one: "the robot has no body 'tol0'; did you mean 'tool0'?". */
CDY_API cdy_status cdy_model_require_frame(const cdy_model *model, const char *name, int *frame, cdy_error *error);

/* Tells whether a frame is the base or welded to it, so that nothing moves it. */
CDY_API bool cdy_model_frame_is_fixed(const cdy_model *model, int frame);

/* Which joint a degree of freedom or a coordinate belongs to. */
typedef struct cdy_coordinate {
    const char *joint; /* the joint's name; valid as long as the model */
    cdy_joint_type type;
    int component;           /* place among the joint's own degrees of freedom or coordinates, from 0 */
    int count;               /* how many the joint has */
    bool angular;            /* true: rad, rad/s, N m or a part of a quaternion; false: m, m/s, N */
    double lower, upper;     /* range of a position; -inf and inf where there is none */
    double effort, velocity; /* largest torque and velocity of the joint either way, N m or N, rad/s or m/s; inf where
                              * they are not known: the file says none or 0, or the joint has several degrees */
} cdy_coordinate;

/* Describes velocity degree of freedom `index` (0 to n-1), or position coordinate `index` (0 to nq-1).
 * Fails with CDY_ERROR_ARGUMENT where the index is out of range. */
CDY_API cdy_status cdy_model_velocity(const cdy_model *model, int index, cdy_coordinate *coordinate);
CDY_API cdy_status cdy_model_position(const cdy_model *model, int index, cdy_coordinate *coordinate);

/* A moving joint of a model, and where its coordinates stand in configurations and velocities. */
typedef struct cdy_moving_joint {
    const char *name; /* valid as long as the model */
    cdy_joint_type type;
    int frame;         /* of the body that it moves */
    int position, nq;  /* its first coordinate in a configuration, and how many it has there */
    int velocity, nv;  /* its first degree of freedom in a velocity, and how many it has */
    bool is_follower;  /* the joint mimics another joint, whose coordinates these are */
    double multiplier; /* of a follower: position = multiplier * leader's position + offset; otherwise 1 */
    double offset;     /* and 0 */
} cdy_moving_joint;

/* Returns the number of moving joints, followers included. */
CDY_API int cdy_model_joint_count(const cdy_model *model);

/* Describes moving joint `joint` (0 to count-1), in the order of the bodies.  Fails with CDY_ERROR_ARGUMENT where the
 * index is out of range. */
CDY_API cdy_status cdy_model_joint(const cdy_model *model, int joint, cdy_moving_joint *description);

/* Returns the index of the moving joint of this name, -1 if there is none.  It compares one name after the
 * other. */
CDY_API int cdy_model_find_joint(const cdy_model *model, const char *name);

/* Gives the index of the moving joint of this name.  Fails as cdy_model_require_frame() does. */
CDY_API cdy_status cdy_model_require_joint(const cdy_model *model, const char *name, int *joint, cdy_error *error);

/* Gravity [x y z] in the base frame, m/s2.  The tree's at first. */
CDY_API void cdy_model_get_gravity(const cdy_model *model, double gravity[3]);
CDY_API cdy_status cdy_model_set_gravity(cdy_model *model, const double gravity[3], cdy_error *error);

/* Returns the moving mass, kg: that of all bodies but those welded to the base, which a model does not keep. */
CDY_API double cdy_total_mass(const cdy_model *model);

#endif

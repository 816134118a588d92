/* Writing: robots to files of any format. */
#ifndef CONDYLE_WRITE_H
#define CONDYLE_WRITE_H

#include <condyle/tree.h>

/* Formats of robot files that are written. */
typedef enum cdy_file_kind {
    CDY_FILE_URDF = 0, /* as cdy_urdf_write() */
    CDY_FILE_MJCF,     /* MuJoCo's */
    CDY_FILE_SDF       /* Gazebo's, SDF 1.9, or 1.11 where joints mimic others */
} cdy_file_kind;

/* How a robot is written. */
typedef struct cdy_write_options {
    cdy_file_kind kind;
    const char
        *mesh_folder; /* of MJCF: meshes are written, by their names without folders, and lie in this folder, which
                       * becomes meshdir; NULL: meshes are left out, since MuJoCo refuses a file without them */
    bool actuators;   /* of MJCF: a motor for each joint with a limit of effort */
    void (*lost)(void *context, const char *element,
                 const char *what); /* called for each property of the robot that
                                     * the format cannot have, or this writer leaves out: "joint 'elbow'", "its limit of
                                     * velocity"; NULL: not called */
    void *context;                  /* handed to `lost` */
    cdy_reserve reserve;            /* for members to come: all 0 */
} cdy_write_options;

/* Returns the options' defaults: URDF. */
CDY_API cdy_write_options cdy_write_options_default(void);

/* Writes a robot, UTF-8 text in pieces of any size, through `write`, which gets `output` and returns CDY_OK; anything
 * else ends the writing, which then returns it.  Loading the text gives the same frames and dynamics, to the rounding
 * of rotations in MJCF and SDF; docs/export.md has what becomes of each part.  `options` NULL means the defaults. Fails
 * with CDY_ERROR_ARGUMENT, before anything is written, where the format cannot have the robot: a name that XML cannot
 * hold, a mimic joint without leader, a floating joint that does not move a child of the base (MJCF, SDF), a planar
 * joint (SDF), infinite limits (URDF); with CDY_ERROR_MEMORY; or as `write` does. */
CDY_API cdy_status cdy_tree_write(const cdy_tree *tree, const cdy_write_options *options,
                                  cdy_status (*write)(void *output, const char *text, size_t size), void *output,
                                  cdy_error *error);

#endif

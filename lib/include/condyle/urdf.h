/* URDF: robots to files, what MoveIt's SRDF says of them, and the robots that are installed with the library. */
#ifndef CONDYLE_URDF_H
#define CONDYLE_URDF_H

#include <condyle/load.h>

/* Writes a robot as URDF, UTF-8 text in pieces of any size, through `write`, which gets `context` and returns CDY_OK;
 * anything else ends the export, which then returns it.
 *
 * Loading the text gives the same tree, number for number, and so the same dynamics to the last bit: every number is
 * the shortest decimal that reads back as the same double.  Properties without an element in URDF are not written:
 * gravity and whether mimic joints are independent (give them to the loader again), home positions, rotor inertias,
 * springs, gear ratios of 0, the mimic of joints that do not follow anybody, and shapes without geometry.  Other gear
 * ratios than 1 become a <transmission>.  A joint with a `child` placement becomes two: the joint itself moves a
 * massless link JOINT_frame, on which JOINT_fixed (with underscores behind these names where they are taken) welds the
 * body, at the child placement; a fixed joint without origin takes it as its origin.  So the frames of all bodies stay
 * where they are, under their names, and the dynamics stay the same.  A material whose name stands for another look
 * anywhere in the tree may be written without the name; one whose name is NULL, or empty without a look, is not
 * written.
 *
 * Fails with CDY_ERROR_ARGUMENT, before anything is written, where the tree has properties that no URDF file can
 * have: infinite limits, names that are not UTF-8 or have control characters that XML cannot hold, or a joint that
 * mimics one that is not in the tree (as in a subtree whose leader stayed outside), has not one degree of freedom, or
 * follows it in a ring; with CDY_ERROR_MEMORY; or as `write` does. */
CDY_API cdy_status cdy_urdf_write(const cdy_tree *tree,
                                  cdy_status (*write)(void *context, const char *text, size_t size), void *context,
                                  cdy_error *error);

/* Saves a robot as a URDF file, as cdy_urdf_write() writes it, whole or not at all: a new file in the same folder takes
 * the name when it is complete and on the disk.  An existing file is replaced only where `replace` says so, and keeps
 * its permissions; of a symbolic link, the file it leads to is replaced; a file that is not regular is never replaced.
 * Fails as cdy_urdf_write() does, or with CDY_ERROR_IO (the file exists, the folder cannot be written, the disk is
 * full); then an existing file is as it was, and no other file is left behind. */
CDY_API cdy_status cdy_urdf_save_file(const cdy_tree *tree, const char *path, bool replace, cdy_error *error);

/* Loads a bundled robot by its name or short name (condyle/catalogue.h), "universalUR5e" or "ur5e" for example:
 * NAME.urdf from the directories of the environment variable CONDYLE_URDF_PATH (separated by ':'), then from the place
 * where the library was built or installed; where neither has it, the first NAME.urdf.xacro or NAME.urdf in a package
 * below a directory of CONDYLE_URDF_PATH.  Otherwise as cdy_load_file(); CDY_ERROR_IO where no such robot is
 * found. */
CDY_API cdy_status cdy_urdf_load_bundled(const char *name, const cdy_load_options *options, cdy_tree **tree,
                                         cdy_error *error);

/* Writes the path of the file that cdy_urdf_load_bundled() loads under a name to `path` (`size` bytes).  Fails with
 * CDY_ERROR_IO (no such robot is found, or its path is longer), CDY_ERROR_ARGUMENT (no name, one with '/', or no
 * pointer for the path) or CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_urdf_locate_bundled(const char *name, char *path, size_t size, cdy_error *error);

/* Calls `visit` with the name of every robot that cdy_urdf_load_bundled() finds, in byte order, each once.
 * Fails with CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_urdf_list_bundled(void (*visit)(void *context, const char *name), void *context,
                                         cdy_error *error);

/* Adds the exclusions (cdy_tree_add_exclusion()) that an SRDF states, the file that MoveIt has beside a URDF, as MoveIt
 * takes them: the pairs of <disable_collisions>, and of a link of <disable_default_collisions> all pairs but those of
 * <enable_collisions>.  Nothing else of it is read.  A file in xacro is expanded.  Links that the tree
 * does not have, and another name of the robot, are warnings.  `options` NULL: the defaults; `warn`, `context`, `xacro`
 * and the limits of the file count.  Fails with CDY_ERROR_ARGUMENT (a pointer is NULL, no file, limits that cannot be),
 * CDY_ERROR_IO, CDY_ERROR_ROBOT with file and line (no SRDF, an attribute is missing, more than 1048576 pairs) or
 * CDY_ERROR_MEMORY; the tree is then as it was. */
CDY_API cdy_status cdy_tree_load_srdf(cdy_tree *tree, const char *path, const cdy_load_options *options,
                                      cdy_error *error);

#endif

/* URDF: robots from files. */
#ifndef CONDYLE_URDF_H
#define CONDYLE_URDF_H

#include <condyle/tree.h>
#include <condyle/xacro.h>

/* How bad a finding is. */
typedef enum cdy_level {
    CDY_LEVEL_NOTE = 0, /* worth knowing */
    CDY_LEVEL_WARNING,  /* the robot can be used, but something is surely wrong */
    CDY_LEVEL_ERROR     /* the robot cannot be used, or differs surely from the intended one */
} cdy_level;

/* Something that is wrong in a file that can be read all the same. */
typedef struct cdy_warning {
    const char *code;    /* stable name of the rule, "inertia-without-mass" for example */
    const char *file;    /* as the caller named it */
    int line;            /* counted from 1; 0: no line is to blame */
    const char *text;    /* one sentence, without control characters, with the element at fault */
    cdy_level level;     /* of the rule; CDY_LEVEL_ERROR where only the reader of a file can judge */
    int column;          /* character of the line, counted from 1; 0: not known */
    const char *element; /* element at fault, "link 'x'" for example; "" for the robot as a whole */
} cdy_warning;

/* How a URDF file is loaded. */
typedef struct cdy_urdf_options {
    double gravity[3];      /* m/s2, base frame; 0 0 0 by default, as documented for importrobot */
    bool floating_base;     /* put a floating joint `floating_base` between a new base `world` and the root link; where
                             * the file has these names already, with underscores behind until they differ */
    bool mimic_independent; /* mimic joints become degrees of freedom of their own */
    void (*warn)(void *context, const cdy_warning *warning); /* called for each warning; NULL: warnings are dropped */
    void *context;                                           /* handed to `warn` */
    bool strict;      /* refuse, with CDY_ERROR_ROBOT, a robot with any warning of level warning or error */
    size_t max_bytes; /* of the file or text; 0: 1 GiB; 2147483647 at most */
    int max_depth;    /* of elements in each other; 0: 256, where robots have fewer than ten; 100000 at most */
    const cdy_xacro_options *xacro; /* arguments and packages of files in xacro; NULL: none, as usual */
    void (*unread)(void *context, const char *element); /* called for each element that a tree does not hold, so that
                                                         * cdy_urdf_write() does not write it: extensions such as
                                                         * "gazebo", unknown elements, and "prefix:" for elements with
                                                         * a namespace prefix; NULL: not called */
} cdy_urdf_options;

/* Returns the options' defaults. */
CDY_API cdy_urdf_options cdy_urdf_options_default(void);

/* Loads a robot from a URDF file (1.0, 1.1, 1.2), or from one in xacro, whose name ends in .xacro or which has
 * elements of xacro's and which is expanded first (condyle/xacro.h): messages then name file and line in the source.
 * `options` NULL means the defaults. On success *tree is a new tree, which the caller destroys.  Fails with
 * CDY_ERROR_IO (the file cannot be read), CDY_ERROR_ROBOT (its content is at fault: file, line and reason in
 * `error`), CDY_ERROR_MEMORY or CDY_ERROR_ARGUMENT (no file, limits that cannot be); then *tree is NULL.  No file
 * but this one, and those that a xacro file includes from its packages, is ever opened: documents with a DTD are
 * refused.  A visual or collision whose geometry is missing, unknown or cannot be read is left out of its body, with
 * a warning, since all else holds without it, and so is a material that has no colour or texture which can be read;
 * `strict` refuses them.  Of the extensions of URDF, a <transmission> between one actuator and one joint gives the
 * joint's gear ratio, its <mechanicalReduction>. */
CDY_API cdy_status cdy_urdf_load_file(const char *path, const cdy_urdf_options *options, cdy_tree **tree,
                                      cdy_error *error);

/* Loads a robot from URDF text of `size` bytes in memory; `name` stands for the file in messages.  Otherwise as
 * cdy_urdf_load_file(). */
CDY_API cdy_status cdy_urdf_load_text(const char *text, size_t size, const char *name, const cdy_urdf_options *options,
                                      cdy_tree **tree, cdy_error *error);

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
 * below a directory of CONDYLE_URDF_PATH.  Otherwise as cdy_urdf_load_file(); CDY_ERROR_IO where no such robot is
 * found. */
CDY_API cdy_status cdy_urdf_load_bundled(const char *name, const cdy_urdf_options *options, cdy_tree **tree,
                                         cdy_error *error);

/* Writes the path of the file that cdy_urdf_load_bundled() loads under a name to `path` (`size` bytes).  Fails with
 * CDY_ERROR_IO (no such robot is found, or its path is longer), CDY_ERROR_ARGUMENT (no name, one with '/', or no
 * pointer for the path) or CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_urdf_locate_bundled(const char *name, char *path, size_t size, cdy_error *error);

/* Calls `visit` with the name of every robot that cdy_urdf_load_bundled() finds, in byte order, each once.
 * Fails with CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_urdf_list_bundled(void (*visit)(void *context, const char *name), void *context,
                                         cdy_error *error);

#endif

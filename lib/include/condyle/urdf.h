/* URDF: robots from files. */
#ifndef CONDYLE_URDF_H
#define CONDYLE_URDF_H

#include <condyle/tree.h>

/* Something that is surely wrong in a file that can be used all the same. */
typedef struct cdy_warning {
    const char *code; /* stable name of the rule, "inertia-without-mass" for example */
    const char *file; /* as the caller named it */
    int line;         /* counted from 1; 0: no line is to blame */
    const char *text; /* one sentence, without control characters */
} cdy_warning;

typedef struct cdy_urdf_options {
    double gravity[3];      /* m/s2, base frame; 0 0 0 by default, as documented for importrobot */
    bool floating_base;     /* put a floating joint `floating_base` between a new base `world` and the root link; where
                             * the file has these names already, with underscores behind until they differ */
    bool mimic_independent; /* mimic joints become degrees of freedom of their own */
    void (*warn)(void *context, const cdy_warning *warning); /* called for each warning; NULL: none is heard */
    void *context;                                           /* handed to `warn` */
} cdy_urdf_options;

/* Returns the options' defaults. */
CDY_API cdy_urdf_options cdy_urdf_options_default(void);

/* Loads a robot from a URDF file (1.0, 1.1, 1.2); `options` NULL means the defaults.
 * On success *tree is a new tree, which the caller destroys.  Fails with CDY_ERROR_IO (the file cannot be read),
 * CDY_ERROR_ROBOT (its content is at fault: file, line and reason in `error`) or CDY_ERROR_MEMORY; then *tree is
 * NULL.  Nothing but this file is ever opened: documents with a DTD are refused. */
CDY_API cdy_status cdy_load_urdf_file(const char *path, const cdy_urdf_options *options, cdy_tree **tree,
                                      cdy_error *error);

/* Loads a robot from URDF text of `size` bytes in memory; `name` stands for the file in messages.  Otherwise as
 * cdy_load_urdf_file(). */
CDY_API cdy_status cdy_load_urdf_text(const char *text, size_t size, const char *name, const cdy_urdf_options *options,
                                      cdy_tree **tree, cdy_error *error);

/* Loads a bundled robot by its name, "universalUR5e" for example: NAME.urdf from the directories of the
 * environment variable CONDYLE_URDF_PATH (separated by ':'), then from the place where the library was built or
 * installed.  Otherwise as cdy_load_urdf_file(); CDY_ERROR_IO where no such robot is found. */
CDY_API cdy_status cdy_load_robot(const char *name, const cdy_urdf_options *options, cdy_tree **tree, cdy_error *error);

/* Calls `visit` with the name of every robot that cdy_load_robot() finds, in byte order, each once.
 * Fails with CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_list_robots(void (*visit)(void *context, const char *name), void *context, cdy_error *error);

#endif

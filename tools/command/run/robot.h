/* Robot: what the argument ROBOT of the command stands for. */
#ifndef CONDYLE_TOOLS_ROBOT_H
#define CONDYLE_TOOLS_ROBOT_H

#include "options/options.h"

#include <condyle/check.h>
#include <condyle/fix.h>
#include <condyle/model.h>
#include <condyle/tree.h>

typedef struct robot {
    const char *source; /* ROBOT as given */
    cdy_tree *tree;     /* NULL where ROBOT is a compiled model */
    cdy_model *model;
} robot;

/* Loads the robot that the options name: a URDF file, a compiled model, `-` for standard input, or a bundled robot by
 * its name.  Prints warnings and errors; robot_clear() frees it, also after a failure. */
exit_code robot_load(robot *r, const options *o);

/* Reports that the subcommand `command` needs the tree where the robot is a compiled model, which has none. */
exit_code robot_needs_tree(const robot *r, const char *command);

/* Checks what ROBOT stands for, as the options say; reports why it cannot be read. */
exit_code robot_check(const char *source, const cdy_check_options *request, cdy_check_summary *summary);

/* Loads what a ROBOT stands for, as the other options say; otherwise as robot_load(). */
exit_code robot_load_from(robot *r, const char *source, const options *o);

/* Mends the file that ROBOT is and saves it as `copy`, NULL: as itself; reports why that cannot be done. */
exit_code robot_fix(const char *source, const char *copy, const cdy_fix_options *request, int *changes);

/* Reads standard input to its end, which must come before more than `most` bytes (0: 1 GiB); the caller frees *bytes,
 * also after a failure. */
exit_code robot_read_input(size_t most, char **bytes, size_t *size);

/* Frees a robot. */
void robot_clear(robot *r);

/* Returns the robot's name as its file gives it, ROBOT as given where the file gives none. */
const char *robot_name(const robot *r);

#endif

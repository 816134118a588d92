/* Robot: the argument ROBOT of the command. */
#ifndef CONDYLE_TOOLS_ROBOT_H
#define CONDYLE_TOOLS_ROBOT_H

#include "options/robot_options.h"
#include "values/drives.h"

#include <condyle/check.h>
#include <condyle/fix.h>
#include <condyle/model.h>
#include <condyle/tree.h>

typedef struct robot {
    const char *source; /* ROBOT as given */
    cdy_tree *tree;     /* NULL for a compiled model */
    cdy_model *model;
    int shapes_unread;       /* warnings of shapes in the file that the tree does not have */
    char unread_shape[1024]; /* the first of these warnings */
} robot;

/* Loads ROBOT: a robot file, a compiled model, `-` for standard input, or a bundled robot by name. Prints warnings and
 * errors; robot_clear() frees the robot, also after a failure. `drives` NULL: the subcommand has no such options. */
exit_code robot_load(robot *r, const char *source, const robot_options *o, const drive_options *drives);

/* Tells that results are those of the tree, where the robot's file states loops that the subcommand leaves open. */
void robot_note_open_loops(const cdy_tree *tree);

/* Fails where the robot is a compiled model, which has no tree for subcommand `command`. */
exit_code robot_needs_tree(const robot *r, const char *command);

/* Checks the file of ROBOT; reports why it cannot be read. */
exit_code robot_check(const char *source, const cdy_check_options *request, cdy_check_summary *summary);

/* Repairs the file of ROBOT and saves it as `copy`, or in place where NULL; reports why it cannot. */
exit_code robot_fix(const char *source, const char *copy, const cdy_fix_options *request, int *changes);

/* Reads standard input to its end; fails beyond `most` bytes (0: 1 GiB). The caller frees *bytes, also after a failure.
 */
exit_code robot_read_input(size_t most, char **bytes, size_t *size);

/* Frees a robot. */
void robot_clear(robot *r);

/* Returns the robot's name in its file, or ROBOT as given where it has none. */
const char *robot_name(const robot *r);

#endif

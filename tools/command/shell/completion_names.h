/* Completion names: values of an option with the names of the robot's bodies or joints, for the shells. */
#ifndef CONDYLE_TOOLS_COMPLETION_NAMES_H
#define CONDYLE_TOOLS_COMPLETION_NAMES_H

#include "run/output.h"

/* Prints, one a line, the values of an option that the names of the robot make out of a value's beginning. The
 * arguments are the subcommand, the option, the beginning, and the words of the command line after the subcommand:
 * robot, xacro arguments and options of loading are read from them. A robot that is no regular file is not read, since
 * a pipe can be read only once. Errors are reported as for any subcommand; the shells discard the messages. */
exit_code completion_names_run(int count, char **arguments, output *out);

#endif

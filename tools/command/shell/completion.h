/* Completions: scripts by which a shell completes the command line of condyle, made from the tables of options. */
#ifndef CONDYLE_TOOLS_COMPLETION_H
#define CONDYLE_TOOLS_COMPLETION_H

#include "run/output.h"

/* Runs `condyle completion WORD`: writes the script for bash, zsh or fish, or for WORD `robots` the names of the
 * bundled robots, one a line, which the scripts ask for. */
exit_code completion_run(int count, char **arguments, output *out);

#endif

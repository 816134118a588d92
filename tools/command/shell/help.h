/* Help: texts of `condyle help` that the manual pages have as well. */
#ifndef CONDYLE_TOOLS_HELP_H
#define CONDYLE_TOOLS_HELP_H

/* Meaning of each exit code, in order; ends with NULL. */
extern const char *const help_exit_codes[];

extern const char help_introduction[]; /* paragraphs on the command as a whole */
extern const char help_robot[];        /* what ROBOT may be */
extern const char help_robot_file[];   /* the same for subcommands that take no compiled model */
extern const char help_results[];      /* where results go */
extern const char help_examples[];     /* command lines, one a line */

#endif

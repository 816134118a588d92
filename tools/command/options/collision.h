/* Collisions: files that a command would both read and replace, or write twice. */
#ifndef CONDYLE_TOOLS_COLLISION_H
#define CONDYLE_TOOLS_COLLISION_H

#include "options/options.h"

/* Refuses options whose results would replace a file that the command reads, or would go to the same file, under any
 * name of that file; only --in-place may replace its source. Refuses two readers of the standard input. */
exit_code collision_refuse(const option_table *table, invocation *values);

/* Refuses a file of the folder `option` that would replace a file that the command reads, under any name of that file.
 */
exit_code collision_refuse_file(const option_table *table, invocation *values, const char *option, const char *path);

#endif

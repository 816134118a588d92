/* Collisions: files that a command would both read and replace, or write twice. */
#ifndef CONDYLE_TOOLS_COLLISION_H
#define CONDYLE_TOOLS_COLLISION_H

#include "options/options.h"

/* Refuses options whose results would replace a robot or the rows, or would go to the same file, under any name of that
 * file. Only --in-place may replace its source. */
exit_code collision_refuse(const option_table *table, invocation *values);

#endif

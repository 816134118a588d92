/* Collisions: files that a command would read and replace, or write twice. */
#ifndef CONDYLE_TOOLS_COLLISION_H
#define CONDYLE_TOOLS_COLLISION_H

#include "options/options.h"

/* Refuses options whose results would go where a robot or the rows come from, or two of them to one file, by whatever
 * names; --in-place alone is meant to. */
exit_code collision_refuse(const options *o);

#endif

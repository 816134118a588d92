/* Drives: the value of --drives. */
#ifndef CONDYLE_TOOLS_DRIVES_H
#define CONDYLE_TOOLS_DRIVES_H

#include "run/message.h"

#include <condyle/drives.h>

enum { MOST_DRIVES = 4 };

/* Activates the drives of a list such as "damping,rotors", "all" or "none"; the friction width is unchanged. */
exit_code drives_read(const char *list, cdy_drive_options *drives);

/* Lists the names of the active drives; returns their number. */
size_t drives_names(const cdy_drive_options *drives, const char *names[MOST_DRIVES]);

#endif

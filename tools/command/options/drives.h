/* Drives: the value of --drives, read and told again. */
#ifndef CONDYLE_TOOLS_DRIVES_H
#define CONDYLE_TOOLS_DRIVES_H

#include "run/message.h"

#include <condyle/drives.h>

enum { MOST_DRIVES = 4 };

/* Reads a list such as "damping,rotors", "all" or "none" into the drives that act; the friction width stays. */
exit_code drives_read(const char *list, cdy_drive_options *drives);

/* Gives the names of the drives that act; returns how many there are. */
size_t drives_names(const cdy_drive_options *drives, const char *names[MOST_DRIVES]);

#endif

/* Drives: --drives and --friction-width. */
#ifndef CONDYLE_TOOLS_DRIVES_H
#define CONDYLE_TOOLS_DRIVES_H

#include "options/options.h"

#include <condyle/drives.h>

enum { MOST_DRIVES = 6 };

typedef struct drive_options {
    set_or_file acting; /* bit k: drive k of drives_names(); the file of drives */
    bool given;
    double friction_width; /* rad/s or m/s */
    bool width_given;
} drive_options;

extern const option_table drive_table;

/* Returns the drives that act; NULL: none. */
cdy_drive_options drives_of(const drive_options *o);

/* Lists the names of the active drives; returns their number. */
size_t drives_names(const cdy_drive_options *drives, const char *names[MOST_DRIVES]);

#endif

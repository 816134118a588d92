/* Wrenches from the command line: the moments and forces that the environment applies on bodies. */
#ifndef CONDYLE_TOOLS_WRENCH_H
#define CONDYLE_TOOLS_WRENCH_H

#include "robot.h"

#include <condyle/dynamics.h>

typedef struct wrench {
    int frame;
    bool in_body; /* true: in the body's frame, about its origin; false: in the base frame, about the base's origin */
    double values[6]; /* Tx Ty Tz N m, Fx Fy Fz N */
} wrench;

typedef struct wrench_list {
    wrench *items;
    size_t count;
} wrench_list;

/* Reads every --wrench of the options; wrench_list_clear() frees the list, also after a failure.  Notes the wrenches
 * that have no effect because their body does not move. */
exit_code wrench_list_read(wrench_list *list, const robot *r, const options *o);

/* Frees a list. */
void wrench_list_clear(wrench_list *list);

/* Adds all wrenches at the configuration q to the external force matrix, which is zero before. */
cdy_status wrench_list_apply(const wrench_list *list, const cdy_model *model, cdy_workspace *workspace, const double *q,
                             double *fext, cdy_error *error);

#endif

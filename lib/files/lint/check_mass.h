/* Composite inertias, for the checks of joints that move no mass. */
#ifndef CDY_LINT_CHECK_MASS_H
#define CDY_LINT_CHECK_MASS_H

#include "description/reader.h"
#include "spatial/inertia.h"

/* Returns whether mass and moments of inertia are zero. */
static inline bool cdy_is_weightless(const inertia *I)
{
    return !(I->mass > 0 || I->I.xx > 0 || I->I.yy > 0 || I->I.zz > 0);
}

/* Reports joints whose relative motions no inertia resists, since the links between them have no mass. `order` comes
 * from cdy_order_links(), `bodies` (link_count) the inertia of each link with all links welded to it. Fails with
 * CDY_ERROR_MEMORY. */
cdy_status cdy_check_idle_links(cdy_reader *r, const int *order, const inertia *bodies);

#endif

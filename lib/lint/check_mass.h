/* The masses that joints move, for the checks that look for joints without any. */
#ifndef CDY_LINT_CHECK_MASS_H
#define CDY_LINT_CHECK_MASS_H

#include "spatial/inertia.h"
#include "urdf/reader.h"

/* Tells whether there is neither a mass nor a moment of inertia. */
static inline bool cdy_is_weightless(const inertia *I)
{
    return !(I->mass > 0 || I->I.xx > 0 || I->I.yy > 0 || I->I.zz > 0);
}

/* Warns of joints whose motions against each other nothing resists, since the links between them have no mass; `order`
 * as from cdy_order_links(), `bodies` (link_count) the inertia of each link with all that is welded to it.  Fails with
 * CDY_ERROR_MEMORY. */
cdy_status cdy_check_idle_links(cdy_reader *r, const int *order, const inertia *bodies);

#endif

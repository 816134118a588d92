/* Placements: composed, inverted, and their rotation matrices. */
#ifndef CDY_TESTS_PLACEMENT_H
#define CDY_TESTS_PLACEMENT_H

#include <condyle/tree.h>

/* Returns the placement, in the frame of `outer`, of a frame at `inner` in a frame at `outer`. */
cdy_placement placement_compose(const cdy_placement *outer, const cdy_placement *inner);

/* Returns the inverse of a placement: where the outer frame stands in the frame at `p`. */
cdy_placement placement_inverse(const cdy_placement *p);

/* Gives the rotation of a placement: the frame's axes as columns. */
void placement_rotation(const cdy_placement *p, double R[9]);

#endif

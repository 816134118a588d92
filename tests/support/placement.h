/* Placements put together and taken apart. */
#ifndef CDY_TESTS_PLACEMENT_H
#define CDY_TESTS_PLACEMENT_H

#include <condyle/tree.h>

/* Returns where a frame that stands at `inner` in a frame at `outer` stands. */
cdy_placement placement_compose(const cdy_placement *outer, const cdy_placement *inner);

/* Returns where the outer frame stands in the frame at `p`. */
cdy_placement placement_inverse(const cdy_placement *p);

/* Gives the rotation of a placement: the frame's axes as columns. */
void placement_rotation(const cdy_placement *p, double R[9]);

#endif

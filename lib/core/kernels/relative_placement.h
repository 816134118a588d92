/* Relative placement A^-1 B. */
#ifndef CDY_KERNELS_RELATIVE_PLACEMENT_H
#define CDY_KERNELS_RELATIVE_PLACEMENT_H

#include "kernels/frame.h"

static rotation placement_rotation(const real *T)
{
    return (rotation){{T[0], T[1], T[2]}, {T[4], T[5], T[6]}, {T[8], T[9], T[10]}};
}

static void relative_placement(const scalar *A_, const scalar *B_, scalar *T_)
{
    const real *A = reals(A_), *B = reals(B_);
    const rotation R = placement_rotation(A);
    /* rows of E: the axes of B in the axes of A */
    const rotation E = rotation_multiply(rotation_transpose(placement_rotation(B)), R);
    const vec3 between = {B[3] - A[3], B[7] - A[7], B[11] - A[11]};
    store_homogeneous(reals_out(T_), (transform){E, rotate_back(R, between)});
}

#endif

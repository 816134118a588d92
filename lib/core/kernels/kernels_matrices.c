/* Kernels: matrices of the joint space, and results that share one sweep. */
#ifdef CDY_WIDE
#include "kernels/kernels.h" /* the table of another width, for subtree_rows.h */
#endif

#define KERNEL_HEADERS
#include "kernels/kernels_matrices.def"
#undef KERNEL_HEADERS

#include "kernels/kernel_unit.h"

#include "kernels/kernels_matrices.def"

/* Kernels: frames, regressors, and the search for positions. */
#ifdef CDY_WIDE
#include "kernels/kernels.h" /* the table of another width, for subtree_rows.h */
#endif

#define KERNEL_HEADERS
#include "kernels/kernels_frames.def"
#undef KERNEL_HEADERS

#include "kernels/kernel_unit.h"

#include "kernels/kernels_frames.def"

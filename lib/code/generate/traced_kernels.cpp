/* The kernels over expressions: one more width, whose numbers record what is computed. The same texts as for every
 * other width, so that generated code cannot drift from the library. */
#define CDY_REAL_HEADER "generate/traced_real.h"
#define CDY_SUFFIX      traced
#include "kernels/plain_inlining.h"

#include "kernels/kernels.c"

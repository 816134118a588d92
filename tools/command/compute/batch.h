/* Batch: a calculation on many states, row by row, in constant memory. */
#ifndef CONDYLE_TOOLS_BATCH_H
#define CONDYLE_TOOLS_BATCH_H

#include "compute/calculation.h"

/* Computes and writes one result for each row of --input, or for random configurations where the calculation names
 * configurations only. A faulty row stops the run; with --keep-going it is skipped and counted. */
exit_code batch_run(computation *t, output *out);

#endif

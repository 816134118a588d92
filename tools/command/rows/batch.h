/* Batch: a calculation on many states, row by row, in constant memory. */
#ifndef CONDYLE_TOOLS_BATCH_H
#define CONDYLE_TOOLS_BATCH_H

#include "report/calculation.h"

/* Reads the rows of --input, or draws them where the calculation only names configurations, computes and writes each.
 * A row at fault stops the run, or is skipped and counted with --keep-going. */
exit_code batch_run(task *t, output *out);

#endif

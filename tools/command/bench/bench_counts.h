/* Bench counts: the instructions of the cases, so that "close to the limit" is a number. */
#ifndef CONDYLE_TOOLS_BENCH_COUNTS_H
#define CONDYLE_TOOLS_BENCH_COUNTS_H

#include "bench/bench_case.h"
#include "run/message.h"

/* Counts the instructions of the measured cases that run on one thread; batches have four blocks of their lanes.
 * `worst`: counts besides the most instructions of a single call, over its states. Fails where the system, the
 * processor or a missing objdump does not allow it. */
exit_code bench_count(bench_list *list, bool worst);

#endif

/* Bench rounds: cases measured in turns, so that what slows the machine down for a while slows all of them. */
#ifndef CONDYLE_TOOLS_BENCH_ROUNDS_H
#define CONDYLE_TOOLS_BENCH_ROUNDS_H

#include "bench/bench_case.h"
#include "run/message.h"

/* Measures every case of a list for about so many seconds in all, at least three rounds.  A case whose result does not
 * exist (CDY_ERROR_NUMERIC, CDY_ERROR_UNSUPPORTED) is left out, with a note; other failures are reported. */
exit_code bench_measure(bench_list *list, double seconds);

#endif

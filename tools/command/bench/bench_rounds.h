/* Bench rounds: each round measures all cases in turn, so that a temporary slowdown of the machine affects all of them.
 */
#ifndef CONDYLE_TOOLS_BENCH_ROUNDS_H
#define CONDYLE_TOOLS_BENCH_ROUNDS_H

#include "bench/bench_case.h"
#include "run/message.h"

/* Measures every case of a list, for about `seconds` in all and at least three rounds. A case without a result
 * (CDY_ERROR_NUMERIC, CDY_ERROR_UNSUPPORTED) is removed, with a note; other failures are reported. */
exit_code bench_measure(bench_list *list, double seconds);

#endif

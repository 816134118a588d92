/* Bench report: the measured times, for people and for machines. */
#ifndef CONDYLE_TOOLS_BENCH_REPORT_H
#define CONDYLE_TOOLS_BENCH_REPORT_H

#include "bench/bench_case.h"
#include "run/output.h"

/* Writes a table, with the ratio of each time to the single call of every other engine. */
void bench_write_table(const bench_list *list, output *out);

/* Writes comma-separated values: robot,algorithm,engine,lanes,threads,states,min_ns,median_ns. */
void bench_write_csv_header(output *out);
void bench_write_csv(const bench_list *list, output *out);

#endif

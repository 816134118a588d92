/* Bench report: the measured times, for people and for machines. */
#ifndef CONDYLE_TOOLS_BENCH_REPORT_H
#define CONDYLE_TOOLS_BENCH_REPORT_H

#include "bench/bench_case.h"
#include "run/output.h"

/* Writes a table, with the ratio of each time to the single call of every other engine, and the counts of instructions
 * where the cases have them. */
void bench_write_table(const bench_list *list, output *out);

/* Writes comma-separated values: robot,algorithm,engine,lanes,threads,states,min_ns,median_ns; with counts
 * also instructions,outside,arithmetic,operations,fma_rate, which are empty of cases on several threads. */
void bench_write_csv_header(bool with_counts, bool with_worst, output *out);
void bench_write_csv(const bench_list *list, output *out);

#endif

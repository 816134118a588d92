/* Peer comparison: the library and the engines that can represent a robot, checked against each other and measured in
 * turns. */
#ifndef CDY_BENCH_PEER_COMPARISON_H
#define CDY_BENCH_PEER_COMPARISON_H

#include "bench/bench_condyle.h"
#include "peer.h"
#include "run/message.h"
#include "run/output.h"

#include <stdio.h>

typedef struct peer_settings {
    FILE *csv;       /* for the times; NULL: none */
    double seconds;  /* for each robot */
    unsigned rows;   /* to measure, as bits */
    bench_plan plan; /* of the first rows, which are measured in all lanes and on all threads */
} peer_settings;

/* Compares and measures a robot's rows, and writes the times.  Fails where the results of an engine differ by more than
 * 1e-8 of the largest number. */
exit_code peer_compare(const peer_robot *robot, const peer_settings *settings, output *out);

#endif

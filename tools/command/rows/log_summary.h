/* Log summary: the topics of a log of ROS, with what their messages have. */
#ifndef CONDYLE_TOOLS_LOG_SUMMARY_H
#define CONDYLE_TOOLS_LOG_SUMMARY_H

#include "rows/input.h"
#include "run/text.h"

typedef struct topic_summary {
    char *name, *type, *layout;
    text_buffer joints; /* of the first message with joint states, one a line */
    text_buffer reason; /* why its messages cannot be rows; empty: they can */
    uint64_t messages, lost;
    uint64_t first, last; /* ns, when the earliest and the latest message were recorded */
} topic_summary;

typedef struct log_summary {
    const char *format; /* in words */
    topic_summary *topics;
    size_t count;
    text_buffer problem; /* of the first part that cannot be read */
    uint64_t problems;   /* number of these parts */
} log_summary;

/* Reads all of a log, which begins at `in` or is a folder; the input is closed then. The statuses are those of
 * log_open(); parts that cannot be read are counted as far as others behind them can. log_summary_clear() frees it in
 * any case. */
input_status log_summarize(input *in, const char *path, log_summary *summary, text_buffer *problem);
void log_summary_clear(log_summary *summary);

#endif

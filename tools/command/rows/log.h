/* Log: recordings of robots by ROS (MCAP, rosbag2) as rows of CSV: t, q.NAME, qd.NAME, tau.NAME. */
#ifndef CONDYLE_TOOLS_LOG_H
#define CONDYLE_TOOLS_LOG_H

#include "rows/input.h"
#include "run/text.h"

/* What is asked of a log. */
typedef struct log_request {
    const char *path;
    const char *topic; /* NULL: the only one with joint states */
    /* Whether a name is a joint of the robot: a message without one is skipped. NULL: all are. */
    bool (*is_joint)(const void *context, const char *name, size_t length);
    const void *context;
} log_request;

/* Whether a path is a folder with metadata.yaml, as rosbag2 makes it. */
bool log_is_folder(const char *path);

/* Puts the rows of a log in place of the bytes of `in`, a file that begins as one or a folder. On failure the reason is
 * in `problem`, unless the status is INPUT_FAILED (in->error) or INPUT_MEMORY. Row N of the log is line N + 1. */
input_status log_open(input *in, const log_request *request, text_buffer *problem);

#endif

/* Progress: a bar on the standard error during long work, if that is a terminal. */
#ifndef CONDYLE_TOOLS_PROGRESS_H
#define CONDYLE_TOOLS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef struct progress {
    bool watched; /* the standard error is a terminal */
    bool shown;
    unsigned calls;
    struct timespec begun, drawn;
} progress;

/* Starts the clock of a bar. */
progress progress_begin(void);

/* Redraws the bar from time to time, after the first second; `total` 0 is unknown and draws nothing. */
void progress_show(progress *p, uint64_t done, uint64_t total);

/* Erases the bar, before messages and at the end. */
void progress_clear(progress *p);

#endif

/* Progress: a bar on the standard error while long work goes on, if a person sits there. */
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

/* Begins. */
progress progress_begin(void);

/* Draws the bar now and then, after the first second; `total` 0: nothing to compare with, so nothing is drawn. */
void progress_show(progress *p, uint64_t done, uint64_t total);

/* Erases the bar, before messages and at the end. */
void progress_clear(progress *p);

#endif

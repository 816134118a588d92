/* Gathering: the findings of several models of one file as one report, by their places, each once. */
#ifndef CDY_LINT_GATHERING_H
#define CDY_LINT_GATHERING_H

#include "base/arena.h"

#include <condyle/check.h>

typedef struct cdy_gathering {
    const cdy_check_options *options; /* what the findings are reported to at the end */
    struct cdy_gathered *last;        /* newest finding */
    size_t count;
    bool out_of_memory;
    cdy_arena memory;
} cdy_gathering;

/* Returns the options with a report that gathers. */
cdy_check_options cdy_gather_options(cdy_gathering *gathering);

/* Reports and counts what was gathered. Fails with CDY_ERROR_MEMORY, before the first report. */
cdy_status cdy_gathering_report(cdy_gathering *gathering, cdy_check_summary *summary, cdy_error *error);

/* Frees the findings. */
void cdy_gathering_clear(cdy_gathering *gathering);

#endif

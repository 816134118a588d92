/* Findings: all faults and warnings of a file, sorted for the report. */
#ifndef CDY_DESCRIPTION_FINDINGS_H
#define CDY_DESCRIPTION_FINDINGS_H

#include "base/arena.h"
#include "description/programs.h"
#include "xml/document.h"

#include <condyle/check.h>

struct cdy_finding_entry;
typedef struct cdy_reader cdy_reader;

/* The findings so far. */
typedef struct cdy_findings {
    bool disabled[CDY_RULE_COUNT];
    struct cdy_finding_entry *last; /* newest finding */
    size_t count;
    int faults; /* number of faults, disabled rules included: a fault makes a part of the robot unreadable */
    bool out_of_memory;
    bool mending;                   /* proposals for corrections are recorded */
    struct cdy_proposal *proposals; /* newest proposal; valid as long as the document */
    cdy_arena memory;
} cdy_findings;

/* Adds a finding with copies of its texts; `programs` are the programs that the finding affects. */
void cdy_findings_add(cdy_findings *findings, cdy_rule rule, cdy_programs programs, cdy_place at, const char *element,
                      const char *message);

/* Returns CDY_ERROR_MEMORY if a finding could not be stored, CDY_OK otherwise. */
cdy_status cdy_findings_status(const cdy_findings *findings);

/* Counts the findings and passes them to options->report (may be NULL), sorted by line and column. Fails with
 * CDY_ERROR_MEMORY, before the first call of options->report. */
cdy_status cdy_findings_report(cdy_findings *findings, const cdy_reader *r, const cdy_check_options *options,
                               cdy_check_summary *summary);

/* Frees the findings. */
void cdy_findings_clear(cdy_findings *findings);

#endif

/* Findings: everything that is wrong with a file, gathered, put in order and handed over. */
#ifndef CDY_URDF_FINDINGS_H
#define CDY_URDF_FINDINGS_H

#include "base/arena.h"
#include "urdf/programs.h"
#include "xml/document.h"

#include <condyle/check.h>

struct cdy_finding_entry;
typedef struct cdy_reader cdy_reader;

/* What was found so far. */
typedef struct cdy_findings {
    bool disabled[CDY_RULE_COUNT];
    struct cdy_finding_entry *last; /* the newest */
    size_t count;
    int faults; /* also those of disabled rules: what cannot be read stays so */
    bool out_of_memory;
    bool mending;                   /* proposals are wanted */
    struct cdy_proposal *proposals; /* the newest; valid as long as the document */
    cdy_arena memory;
} cdy_findings;

/* Adds a finding, whose texts are copied; `programs` are those that it concerns. */
void cdy_findings_add(cdy_findings *findings, cdy_rule rule, cdy_programs programs, cdy_place at, const char *element,
                      const char *message);

/* Returns CDY_ERROR_MEMORY where a finding had no room, CDY_OK otherwise. */
cdy_status cdy_findings_status(const cdy_findings *findings);

/* Counts the findings and hands them to `report` (may be NULL), by line and column.  Fails with CDY_ERROR_MEMORY
 * before the first is handed over. */
cdy_status cdy_findings_report(cdy_findings *findings, const cdy_reader *r, const cdy_check_options *options,
                               cdy_check_summary *summary);

/* Frees what was found. */
void cdy_findings_clear(cdy_findings *findings);

#endif

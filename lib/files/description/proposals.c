#include "description/proposals.h"

#include "base/format.h"
#include "description/findings.h"
#include "description/reader.h"
#include "description/spelling.h"

void cdy_propose(cdy_reader *r, cdy_rule rule, const cdy_element *element, const cdy_attribute *attribute,
                 const char *word)
{
    cdy_findings *findings = r->findings;
    if (!findings || !findings->mending || findings->disabled[rule]) {
        return;
    }
    char subject[96] = "";
    if (r->kind) {
        cdy_print(subject, sizeof subject, "%s '%.80s'", r->kind, r->subject);
    }
    cdy_proposal *p = cdy_arena_allocate(&findings->memory, 1, sizeof *p);
    const char *copy = cdy_arena_copy(&findings->memory, subject);
    if (!p || !copy) {
        findings->out_of_memory = true;
        return;
    }
    *p = (cdy_proposal){findings->proposals, rule, element, attribute, word, copy};
    findings->proposals = p;
}

void cdy_propose_nearest(cdy_reader *r, cdy_rule rule, const cdy_element *element, const cdy_attribute *attribute,
                         const cdy_nearest *search)
{
    if (cdy_is_certain_correction(search)) {
        cdy_propose(r, rule, element, attribute, search->name);
    }
}

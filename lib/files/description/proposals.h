/* Proposals: corrections of findings, recorded where the finding is detected. */
#ifndef CDY_DESCRIPTION_PROPOSALS_H
#define CDY_DESCRIPTION_PROPOSALS_H

#include "base/arena.h"
#include "description/warnings.h"
#include "text/nearest.h"
#include "xml/document.h"

typedef struct cdy_proposal {
    struct cdy_proposal *before; /* proposal recorded before this one */
    cdy_rule rule;
    const cdy_element *element;
    const cdy_attribute *attribute; /* NULL: the proposal is about the element */
    const char *word;    /* name or value to write, with static lifetime; NULL: numbers that follow from the rule, or
                            nothing, where the element is removed */
    const char *subject; /* "link 'x'"; "" for the robot */
} cdy_proposal;

typedef struct cdy_reader cdy_reader;

/* Records a proposal for a finding of `rule`; has no effect unless the reader records proposals. */
void cdy_propose(cdy_reader *r, cdy_rule rule, const cdy_element *element, const cdy_attribute *attribute,
                 const char *word);

/* Records the nearest known name as the correction of a misspelled word, if it is unambiguous
 * (cdy_is_certain_correction). */
void cdy_propose_nearest(cdy_reader *r, cdy_rule rule, const cdy_element *element, const cdy_attribute *attribute,
                         const cdy_nearest *search);

#endif

/* Proposals: how a finding could be mended, as whoever finds it knows. */
#ifndef CDY_URDF_PROPOSALS_H
#define CDY_URDF_PROPOSALS_H

#include "base/arena.h"
#include "text/nearest.h"
#include "urdf/warnings.h"
#include "xml/document.h"

typedef struct cdy_proposal {
    struct cdy_proposal *before; /* the one made before it */
    cdy_rule rule;
    const cdy_element *element;
    const cdy_attribute *attribute; /* NULL: it is about the element */
    const char *word;               /* the name or value to write, which lives as long as the program; NULL: what the
                                       rule says of numbers */
    const char *subject;            /* "link 'x'", "" for the robot */
} cdy_proposal;

typedef struct cdy_reader cdy_reader;

/* Makes a proposal for a finding of `rule`; of no effect unless the reader gathers findings to mend. */
void cdy_propose(cdy_reader *r, cdy_rule rule, const cdy_element *element, const cdy_attribute *attribute,
                 const char *word);

/* The same for a misspelled word whose nearest name is known, where writing that one is no guess. */
void cdy_propose_nearest(cdy_reader *r, cdy_rule rule, const cdy_element *element, const cdy_attribute *attribute,
                         const cdy_nearest *search);

#endif

/* Stamps: the times of the rows of a log, with what is odd about them. */
#ifndef CONDYLE_TOOLS_STAMPS_H
#define CONDYLE_TOOLS_STAMPS_H

#include "run/text.h"

#include <stdint.h>

/* What may be odd about the step to a row. */
typedef enum stamp_kind { STAMP_REPEATED, STAMP_BACK, STAMP_RESTART, STAMP_GAP, STAMP_LOST, STAMP_KINDS } stamp_kind;

enum { STAMP_STEPS = 31, STAMP_LEAST = 8 };

/* The steps of one kind. */
typedef struct stamp_finds {
    uint64_t count;
    double lost;       /* rows that are missing there, about */
    text_buffer first; /* the first few, in words */
} stamp_finds;

/* Begins as {0}. */
typedef struct stamps {
    uint64_t count;
    double last;
    double steps[STAMP_STEPS];   /* the last ones forwards, in turn */
    double before[STAMP_STEPS];  /* time before each */
    long long rows[STAMP_STEPS]; /* row behind each */
    size_t step_count;
    stamp_finds finds[STAMP_KINDS];
} stamps;

/* Takes the time of a row. A step of more than 5 times the usual, the median of the 31 before, is a gap; one of more
 * than 1.5 times lost rows; one backwards of more than 10 times a restart. The first steps are judged when there are 8.
 */
void stamps_take(stamps *s, double time, long long row);

/* Writes what was found about one kind, "" for nothing, for a note: `word` names a row ("row", "line"). */
void stamps_tell(const stamps *s, stamp_kind kind, const char *word, text_buffer *text);

void stamps_clear(stamps *s);

#endif

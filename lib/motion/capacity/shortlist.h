/* The few best poses of a search, a list for each joint. */
#ifndef CDY_CAPACITY_SHORTLIST_H
#define CDY_CAPACITY_SHORTLIST_H

#include <stdbool.h>
#include <stddef.h>

enum { SHORTLIST_LENGTH = 4 };

typedef struct shortlist {
    size_t lists, nq;
    double *mass; /* lists x SHORTLIST_LENGTH, ascending in each list; infinite: none */
    double *q;    /* lists x SHORTLIST_LENGTH x nq */
} shortlist;

/* Allocates; false where memory runs out. cdy_shortlist_close() frees, also after a failure. */
bool cdy_shortlist_open(shortlist *s, size_t lists, size_t nq);
void cdy_shortlist_close(shortlist *s);

/* Empties all lists. */
void cdy_shortlist_empty(shortlist *s);

/* Keeps a pose in a list where its mass is one of the least there. */
void cdy_shortlist_insert(shortlist *s, size_t list, double mass, const double *q);

#endif

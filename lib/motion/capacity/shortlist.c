#include "capacity/shortlist.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

bool cdy_shortlist_open(shortlist *s, size_t lists, size_t nq)
{
    *s = (shortlist){.lists = lists, .nq = nq};
    s->mass = cdy_allocate(lists * SHORTLIST_LENGTH + 1, sizeof *s->mass);
    s->q = cdy_allocate(lists * SHORTLIST_LENGTH * nq + 1, sizeof *s->q);
    return s->mass && s->q;
}

void cdy_shortlist_close(shortlist *s)
{
    cdy_release(s->mass);
    cdy_release(s->q);
}

void cdy_shortlist_empty(shortlist *s)
{
    for (size_t i = 0; i < s->lists * SHORTLIST_LENGTH; i++) {
        s->mass[i] = HUGE_VAL;
    }
}

void cdy_shortlist_insert(shortlist *s, size_t list, double mass, const double *q)
{
    const size_t nq = s->nq, first = list * SHORTLIST_LENGTH;
    size_t place = SHORTLIST_LENGTH;
    while (place > 0 && mass < s->mass[first + place - 1]) {
        place--;
    }
    if (place == SHORTLIST_LENGTH) {
        return;
    }
    double *masses = s->mass + first + place, *poses = s->q + (first + place) * nq;
    const size_t moved = SHORTLIST_LENGTH - 1 - place;
    memmove(masses + 1, masses, moved * sizeof *masses);
    memmove(poses + nq, poses, moved * nq * sizeof *poses);
    *masses = mass;
    memcpy(poses, q, nq * sizeof *poses);
}

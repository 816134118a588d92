/* The distinct solutions of inverse kinematics that a search has found, sorted by their distance from its start. */
#ifndef CDY_IK_SOLUTIONS_H
#define CDY_IK_SOLUTIONS_H

#include "dynamics/workspace.h"

typedef struct ik_solutions {
    const cdy_model *model;
    cdy_workspace *w;
    const double *start; /* nq; NULL: home */
    bool ignore_limits;
    double *q; /* most x nq, `count` of them set */
    int most, count;
} ik_solutions;

/* Adds a solution q (nq) unless it is known, with its angles turned towards the start; q becomes the turned one. Where
 * there is no room the farthest one is left out. Overwrites w->ik.trial and w->ik.step. */
void cdy_add_solution(ik_solutions *s, double *q);

/* The whole turns (rad) to take from an angle q so that it is nearest to the start within the limits; 0 where there are
 * none. */
double cdy_full_turns(double q, double start, double lower, double upper);

#endif

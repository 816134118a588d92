/* Subject: a robot at one random state, with room for the results of the calls. */
#ifndef CDY_BENCH_SUBJECT_H
#define CDY_BENCH_SUBJECT_H

#include <condyle/condyle.h>

typedef struct subject {
    cdy_model *model;
    cdy_workspace *workspace;
    int frame; /* the last frame */
    double *q, *qd, *qdd, *tau;
    double *out, *second, *third; /* room for the results of dynamics/quantities.def */
    double *cubes;                /* 4 x n x n x n: second derivatives */
} subject;

/* Makes a subject of a tree; 0 where that succeeds.  free_subject() frees it, also after a failure. */
int make_subject(subject *b, const cdy_tree *tree);

/* Frees the model, the workspace and the arrays of a subject. */
void free_subject(subject *b);

#endif

/* Householder reflections, the steps of QR factorizations. */
#ifndef CDY_LINALG_REFLECTION_H
#define CDY_LINALG_REFLECTION_H

/* Householder reflection 1 - beta v v^T that maps x (count) to *first e_0: replaces x by v and returns beta. */
double cdy_reflect_to_axis(int count, double *x, double *first);

/* x := (1 - beta v v^T) x. */
void cdy_apply_reflection(int count, const double *v, double beta, double *x);

#endif

/* Symmetric matrices: eigenvalues, and inverses as far as there is one. */
#ifndef CDY_LINALG_SYMMETRIC_H
#define CDY_LINALG_SYMMETRIC_H

#include <stddef.h>

/* The numbers of room that the calls below take for matrices of n x n, and the integers. */
size_t cdy_symmetric_room(int n);
size_t cdy_symmetric_integers(int n);

/* Replaces the rows of A (n x n, symmetric) by its eigenvectors, of unit length and normal to each other, and gives the
 * eigenvalues, ascending (n).  Returns 0, or something else where it found none. */
int cdy_symmetric_eigen(int n, double *A, double *values, double *room, int *integers);

/* An inverse of a symmetric matrix without negative eigenvalues. */
typedef struct pseudo_inverse {
    int n;
    const double *A;     /* n x n */
    const double *scale; /* n: the size of each row, above 0; the rank is that of A_ij / (scale_i scale_j) */
    double tolerance;    /* eigenvalues below this part of the largest count as 0 */
    double *inverse;     /* n x n: the Moore-Penrose inverse of A without what counts as 0 */
    double *room;        /* cdy_symmetric_room() */
    int *integers;
} pseudo_inverse;

/* Fills p->inverse and returns the rank, or -1 where the numbers allow none. */
int cdy_pseudo_inverse(const pseudo_inverse *p);

#endif

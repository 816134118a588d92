/* The algorithms as the book prints them (Featherstone 2008, Rigid Body Dynamics Algorithms): short, slow, and in the
 * book's words. A newcomer starts to read here; docs/design.md derives the kernels from them. The library does not have
 * this file: the tests compile it, and the suite widths compares rnea, crba, aba and drnea of every width with these
 * functions. The other kernels are compared with the one-lane kernel and with tests/support/naive.c.
 *
 * | here        | book                                    | kernel           |
 * | book_rnea   | recursive Newton-Euler, table 5.1       | kernels/rnea.h   |
 * | book_crba   | composite rigid bodies, table 6.2       | kernels/crba.h   |
 * | book_aba    | articulated bodies, table 7.1           | kernels/aba.h    |
 * | book_drnea  | table 5.1 differentiated, line by line  | kernels/drnea.h  |
 *
 * Coordinates are the model's tree coordinates; sizes and units as in kernels/kernels.h.  Vectors of a body are in its
 * own coordinates. */
#ifndef CDY_KERNELS_BOOK_H
#define CDY_KERNELS_BOOK_H

#include "model/model.h"

/* tau = ID(q, qd, qdd, forces); forces (force_rows x 6, base frame) may be NULL. */
void book_rnea(const cdy_model *model, const double gravity[3], const double *q, const double *qd, const double *qdd,
               const double *forces, double *tau);

/* M(q). */
void book_crba(const cdy_model *model, const double *q, double *M);

/* qdd = FD(q, qd, tau, forces), without the rotors of drives. */
void book_aba(const cdy_model *model, const double gravity[3], const double *q, const double *qd, const double *tau,
              const double *forces, double *qdd);

/* The derivatives of tau by a step of the configuration in velocity coordinates, and by the velocity. */
void book_drnea(const cdy_model *model, const double gravity[3], const double *q, const double *qd, const double *qdd,
                const double *forces, double *dtau_dq, double *dtau_dqd);

#endif

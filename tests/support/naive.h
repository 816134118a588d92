/* Naive dynamics: the equations of motion straight from a tree, with 4x4 matrices and sums over bodies, as slow and
 * plain as can be.  The naive robot shares with the library only the description of the robot. */
#ifndef CDY_TESTS_NAIVE_H
#define CDY_TESTS_NAIVE_H

#include <condyle/tree.h>

/* Which coordinates move a body's joint: position = multiplier * q[q] + offset for one degree of freedom. */
typedef struct naive_joint {
    int q, v; /* first position and velocity coordinate, -1 for a fixed joint */
    double multiplier, offset;
} naive_joint;

typedef struct naive_robot {
    const cdy_tree *tree;
    int bodies; /* bodies, the base included */
    int nq, nv;
    naive_joint *joints; /* (bodies) */
    double *T;           /* placements of the bodies in the base, 4x4 (bodies x 16) */
    double *J; /* their Jacobians, angular rows, then linear rows of the origin, base axes (bodies x 6 x nv) */
} naive_robot;

/* Reads a tree; the caller keeps it and frees the naive robot. */
naive_robot naive_create(const cdy_tree *tree);
void naive_free(naive_robot *n);

/* Places all bodies at configuration q: fills T and J. */
void naive_move(naive_robot *n, const double *q);

/* Gives the configuration reached from q along the velocity v in time h; exact to first order in h. */
void naive_integrate(const naive_robot *n, const double *q, const double *v, double h, double *result);

/* Returns the potential energy in the tree's gravity, J. */
double naive_potential(naive_robot *n, const double *q);

/* Gives the centre of mass (3) of the moving bodies, its Jacobian J (3 x nv), and returns their mass: sums over the
 * bodies. Bodies welded to the base are left out. */
double naive_center_of_mass(naive_robot *n, const double *q, double com[3], double *J);

/* Gives M (nv x nv): the sum over the bodies of m Jv^T Jv + Jw^T I Jw at their centres of mass. */
void naive_mass_matrix(naive_robot *n, const double *q, double *M);

/* Gives the torques that the accelerations need, without gravity and forces: the sum over the bodies of
 * J^T (m a, I w' + w x I w), the rate of J by a difference of the fourth order. */
void naive_inertial_torque(naive_robot *n, const double *q, const double *qd, const double *qdd, double *tau);

/* Writes the momentum [angular; linear] of the moving bodies about their center of mass, in the axes of the base. */
void naive_momentum(naive_robot *n, const double *q, const double *qd, double h[6]);

/* Adds J^T f to tau for a wrench [T; F] on a body, in the base frame with its moment about the base's origin. */
void naive_add_wrench(naive_robot *n, const double *q, int body, const double wrench[6], double *tau);

#endif

/* The pseudo-inertia of a body, 4 x 4: the second moments of its mass (Wensing, Kim and Slotine 2018). */
#ifndef CDY_IDENTIFICATION_PSEUDO_INERTIA_H
#define CDY_IDENTIFICATION_PSEUDO_INERTIA_H

/* Convert the parameters [m hx hy hz Ixx Ixy Ixz Iyy Iyz Izz] to J, and back. */
void cdy_pseudo_inertia(const double pi[10], double J[4][4]);
void cdy_pseudo_inertia_parameters(double J[4][4], double pi[10]);

/* Eigendecomposition J = V^T diag(values) V of a symmetric J; the rows of V are the eigenvectors. Overwrites J. */
void cdy_decompose_pseudo_inertia(double J[4][4], double values[4], double V[4][4]);

#endif

/* The pseudo-inertia of a body, 4 x 4: the second moments of its mass (Wensing, Kim and Slotine 2018). */
#ifndef CDY_IDENTIFICATION_PSEUDO_INERTIA_H
#define CDY_IDENTIFICATION_PSEUDO_INERTIA_H

/* Gives J from [m hx hy hz Ixx Ixy Ixz Iyy Iyz Izz], and back. */
void cdy_pseudo_inertia(const double pi[10], double J[4][4]);
void cdy_pseudo_inertia_parameters(double J[4][4], double pi[10]);

/* Decomposes a symmetric J = V^T diag(values) V, the rows of V being its eigenvectors; J is used up. */
void cdy_decompose_pseudo_inertia(double J[4][4], double values[4], double V[4][4]);

#endif

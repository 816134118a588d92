/* The equations of friction by the load that generated code solves by iteration: their operands.
 *
 * For n degrees of freedom the operands are six vectors, rest, bias, R, a, b and w, and the matrix M of the bodies; the
 * solution are the accelerations x of
 *
 *   rest = u + L (a + b u / h) + R x,   u = bias + M x,   h = sqrt(u^2 + w^2),   L = h - w. */
#ifndef CDY_GENERATE_LOAD_SYSTEM_H
#define CDY_GENERATE_LOAD_SYSTEM_H

enum { LOAD_VECTORS = 6 };

#define LOAD_OPERANDS(n) (LOAD_VECTORS * (n) + (n) * (n))

#endif

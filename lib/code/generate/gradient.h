/* Reverse-mode differentiation of expression graphs. */
#ifndef CDY_GENERATE_GRADIENT_H
#define CDY_GENERATE_GRADIENT_H

#include "generate/graph.h"

/* Writes the derivatives of the sum of weights[i] * y[i] (i < outputs) by the inputs x (Griewank and Walther 2008,
 * section 3.2) to `gradient` (inputs). x are input nodes. Returns false where memory runs out. */
bool cdy_graph_gradient(graph *g, int outputs, const expression *y, const expression *weights, int inputs,
                        const expression *x, expression *gradient);

#endif

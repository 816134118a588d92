/* Differentiation of expression graphs. */
#ifndef CDY_GENERATE_GRADIENT_H
#define CDY_GENERATE_GRADIENT_H

#include "generate/graph.h"

/* Reverse mode: writes the derivatives of the sum of weights[i] * y[i] (i < outputs) by the inputs x (Griewank and
 * Walther 2008, section 3.2) to `gradient` (inputs). x are input nodes. Returns false where memory runs out or
 * the graph has failed. */
bool cdy_graph_gradient(graph *g, int outputs, const expression *y, const expression *weights, int inputs,
                        const expression *x, expression *gradient);

/* Forward mode: writes the derivatives of each y (outputs) by the input node x (Griewank and Walther 2008, section 3.1)
 * to `slopes` (outputs). Returns false where memory runs out or the graph has failed. */
bool cdy_graph_slopes(graph *g, expression x, int outputs, const expression *y, expression *slopes);

#endif

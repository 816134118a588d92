/* Expression graphs as C source. */
#ifndef CDY_GENERATE_EMIT_H
#define CDY_GENERATE_EMIT_H

#include "generate/graph.h"
#include "generate/text.h"

/* How numbers are written: names and types of one version of the functions. */
typedef struct number_type {
    const char *name;   /* of the robot, which begins every name */
    const char *type;   /* of a number: double, float, or lanes of them */
    const char *suffix; /* of function names: "" or "_lanes" */
    bool floats, lanes;
    int sines_at_once; /* sines of one state that lanes compute at once, name_sincos_some(); 0: one by one */
} number_type;

/* Results of a graph: expression `values[i]` is number i of the array `name`. */
typedef struct result_array {
    const char *name;
    int count;
    const expression *values;
} result_array;

/* Operations that results need: sums, differences, products, quotients and signs; sines with cosines; others. */
typedef struct operation_count {
    int arithmetic, sines, tanhs;
    int roots, exponentials, logarithms, solved; /* square roots, exp, log, and numbers that a system gives */
    int first_sines;                             /* of angles that are known from the beginning */
    bool finite;                                 /* no constant is infinite or not a number */
    double largest;                              /* of the finite constants, by magnitude */
} operation_count;

/* Counts the operations. Fails (false) where memory runs out. */
bool cdy_count_operations(graph *g, const result_array *results, int result_count, operation_count *count);

/* Appends the statements that compute the results from input arrays with the given names. Fails (false) where memory
 * runs out. */
bool cdy_emit(source_text *out, graph *g, const char *const *inputs, const result_array *results, int result_count,
              const number_type *type);

#endif

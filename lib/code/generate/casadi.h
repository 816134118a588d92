/* A robot's code for CasADi: functions by the conventions of its generated code, which external() loads, and their
 * Jacobians. */
#ifndef CDY_GENERATE_CASADI_H
#define CDY_GENERATE_CASADI_H

#include "generate/program.h"

/* A result of such a function: the numbers of a matrix that are not zero in every state, by columns. */
typedef struct sparse_result {
    const char *input; /* of a Jacobian: the input that the columns are of; NULL: the result itself */
    int rows, columns, count;
    const expression *values; /* of length count */
    const int *places;        /* row + rows * column of each */
} sparse_result;

/* A function: a routine, or its Jacobian by each of its inputs. */
typedef struct casadi_function {
    const routine *routine;
    bool is_jacobian;
    int count; /* results */
    sparse_result results[INPUT_COUNT];
} casadi_function;

/* Traces a function over a simplified model; the results are in memory of the arena. Returns false where memory runs
 * out. */
bool cdy_casadi_trace(casadi_function *f, const cdy_model *model, more_inputs more, graph *g, cdy_arena *arena);

/* Gives the results as text is made of them; returns how many. */
int cdy_casadi_results(const casadi_function *f, result_array results[INPUT_COUNT]);

/* Writes the comment in the header about the functions. */
void cdy_casadi_explain(source_text *t);

/* Writes what the functions have in common: the macro of their linkage to the header, zeros to the source. */
void cdy_casadi_begin(program *p);

/* Writes a function, over numbers of this type: to the header its declarations, to the source its definitions. Returns
 * false where memory runs out. */
bool cdy_casadi_add(program *p, const casadi_function *f, graph *g, const number_type *type);

#endif

/* A robot's code for CasADi: functions by the conventions of its generated code, which external() loads, their
 * Jacobians and second derivatives. */
#ifndef CDY_GENERATE_CASADI_H
#define CDY_GENERATE_CASADI_H

#include "generate/program.h"

/* A result of such a function: the numbers of a matrix that are not zero in every state, by columns. */
typedef struct sparse_result {
    const char *name[4]; /* its name, in pieces; NULL: no further piece */
    int rows, columns, count;
    const expression *values; /* of length count */
    const int *places;        /* row + rows * column of each */
} sparse_result;

/* A function of a routine: itself; its Jacobian by each of its inputs; the product of a vector with that Jacobian,
 * which CasADi calls the adjoint; and the Jacobian of that product. */
typedef enum casadi_kind {
    CASADI_RESULT,
    CASADI_JACOBIAN,
    CASADI_ADJOINT,
    CASADI_ADJOINT_JACOBIAN,
    CASADI_KINDS
} casadi_kind;

/* Results of a function: at most those of a Jacobian by each input, the result and the vector, of each input. */
enum { MOST_CASADI_RESULTS = INPUT_COUNT * (INPUT_COUNT + 2) };

typedef struct casadi_function {
    const routine *routine;
    casadi_kind kind;
    int count; /* results */
    sparse_result results[MOST_CASADI_RESULTS];
    sparse_result seed; /* the vector of adjoints */
} casadi_function;

/* Traces a function over a simplified model; the results are in memory of the arena. Returns false where memory runs
 * out. */
bool cdy_casadi_trace(casadi_function *f, const cdy_model *model, more_inputs more, graph *g, cdy_arena *arena);

/* Gives the results as text is made of them; returns how many. */
int cdy_casadi_results(const casadi_function *f, result_array results[MOST_CASADI_RESULTS]);

/* Writes the comment in the header about the functions. */
void cdy_casadi_explain(source_text *t, const cdy_generate_options *o);

/* Writes what the functions have in common: the macro of their linkage to the header, zeros to the source. */
void cdy_casadi_begin(program *p);

/* Writes a function, over numbers of this type: to the header its declarations, to the source its definitions. Returns
 * false where memory runs out. */
bool cdy_casadi_add(program *p, const casadi_function *f, graph *g, const number_type *type);

#endif

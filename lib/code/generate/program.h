/* The texts of a robot's code: header and source. */
#ifndef CDY_GENERATE_PROGRAM_H
#define CDY_GENERATE_PROGRAM_H

#include "generate/emit.h"
#include "generate/math_text.h"
#include "generate/routine.h"

#include <condyle/generate.h>

typedef struct program {
    const cdy_generate_options *options;
    const char *robot; /* for comments; NULL: unnamed */
    const cdy_model *model;
    more_inputs more;
    bool kernels; /* the functions are the entries of kernel_code.h */
    bool has_functions;
    functions_used used;     /* by the routines so far */
    functions_used in_lanes; /* by those of them that are written over lanes */
    source_text header, source;
    source_text functions; /* of the routines; the source ends with them */
} program;

/* Writes the beginning of the header. */
void cdy_program_begin(program *p);

/* Writes a routine: its declaration and its functions over single numbers and lanes. Returns false where memory runs
 * out. */
bool cdy_program_add(program *p, const routine *r, graph *g, expression *const outputs[MOST_OUTPUTS],
                     operation_count count);

/* Writes the end of the header, and the source. */
void cdy_program_end(program *p);

/* Whether the code may have functions for one state: over floats only packed states take the place of kernels. */
static inline bool cdy_program_takes_single(const program *p)
{
    return !(p->kernels && p->options->floats);
}

/* The functions of a routine that the code has: for one state, and for as many as lanes. */
typedef struct code_widths {
    bool one, packed;
} code_widths;

/* Returns the functions of a routine that takes so many operations: matrices of derivatives do not take the place of
 * kernels that are faster. */
code_widths cdy_program_widths(const program *p, const routine *r, operation_count count);

/* Returns how the functions over the numbers of one state are written, which take so many operations, and notes which
 * functions they use. */
number_type cdy_program_single(program *p, operation_count count);

/* Returns the type of numbers in the code. */
static inline const char *cdy_program_type(const program *p)
{
    return p->options->floats ? "float" : "double";
}

/* Appends a name with '_' for characters that could end a comment, and for '?', of which trigraphs are made. */
void cdy_program_add_name(source_text *t, const char *name);

#endif

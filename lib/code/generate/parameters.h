/* The parameters and results of generated functions, as text. */
#ifndef CDY_GENERATE_PARAMETERS_H
#define CDY_GENERATE_PARAMETERS_H

#include "generate/emit.h"
#include "generate/routine.h"
#include "generate/text.h"

/* A text for each array that a routine takes and gives: '@' stands for the array's name, '$' for the type. */
typedef struct array_text {
    const char *input, *result; /* templates; "" for none */
    const char *separator;      /* between two */
} array_text;

/* Appends the texts; `more` are the bits of more inputs. */
void cdy_add_each_array(source_text *t, const routine *r, unsigned more, array_text text, const char *type);

/* Appends the parameters of a routine's function over numbers of this type. */
void cdy_add_parameters(source_text *t, const routine *r, unsigned more, const char *type);

/* Gives the results of a routine in a graph; returns how many arrays they are. */
int cdy_routine_results(const cdy_model *model, const routine *r, expression *const outputs[MOST_OUTPUTS],
                        result_array results[MOST_OUTPUTS]);

/* Appends statements that mark inputs as used, where a routine may leave them unused. */
void cdy_ignore_unused(source_text *t, const routine *r, unsigned more);

#endif

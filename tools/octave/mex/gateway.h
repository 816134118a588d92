/* Functions common to the parts of the mex file, which uses no interface of Octave but the documented C mex interface.
 */
#ifndef CONDYLE_OCTAVE_GATEWAY_H
#define CONDYLE_OCTAVE_GATEWAY_H

#include <condyle/condyle.h>
#include <mex.h>

/* A call from Octave: condyle(NAME, ARGUMENT...).  The name is no argument. */
typedef struct gateway_call {
    int result_count; /* number of requested results; 0: one result, assigned to `ans` */
    mxArray **results;
    int argument_count;
    const mxArray *const *arguments;
} gateway_call;

/* Executes a call.  Returns false where it failed, after fail() or fail_with(); Octave's error is raised after the call
 * has released its memory, because an error of Octave jumps out of every C function. */
typedef bool gateway_function(const gateway_call *call);

/* A call by its name, with the fewest and the most arguments. */
typedef struct gateway_entry {
    const char *name;
    gateway_function *function;
    int least, most;
} gateway_entry;

/* The table of calls of each part; the last row of a table is empty. */
extern const gateway_entry robot_calls[], describe_calls[], edit_calls[], joint_calls[], configuration_calls[],
    identify_calls[], shape_calls[], generate_calls[], separation_calls[], gik_calls[], observer_calls[],
    online_calls[], mechanism_calls[];

/* Notes a failure: an identifier "condyle:..." and a sentence.  Returns false. */
bool fail(const char *identifier, const char *format, ...)
#if defined __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Notes the failure of a call of the library.  Returns false. */
bool fail_with(const cdy_error *error);

/* Notes that memory ran out.  Returns false. */
bool fail_memory(void);

/* Returns argument `index`; NULL where it is missing or [], which stands for its default. */
const mxArray *argument_at(const gateway_call *call, int index);

/* Read an argument; `what` names it in messages.  Texts and converted numbers live until Octave's call ends. */
bool read_text(const mxArray *array, const char *what, char **text);
bool read_number(const mxArray *array, const char *what, double *number);
bool read_integer(const mxArray *array, const char *what, double least, double most, double *number);
bool read_flag(const mxArray *array, const char *what, bool *flag);

/* Gives the numbers of a real array as doubles, converted where it has another class or is sparse. */
bool read_array(const mxArray *array, const char *what, const mxArray **doubles);

/* Gives `count` numbers of a vector of any orientation. */
bool read_vector(const mxArray *array, const char *what, size_t count, const double **numbers);

/* Gives a matrix row-major. */
bool read_matrix(const mxArray *array, const char *what, size_t rows, size_t columns, double *numbers);

/* Texts of a cell array of strings. */
typedef struct text_list {
    const char **texts;
    size_t count;
} text_list;

bool read_texts(const mxArray *array, const char *what, text_list *list);

/* Returns the index of a word in a list that ends with NULL, or -1 after fail(). */
int read_word(const mxArray *array, const char *what, const char *const *words);

/* Return arrays of Octave. */
mxArray *make_row(const double *numbers, size_t count);
mxArray *make_matrix(const double *row_major, size_t rows, size_t columns);
mxArray *make_flag(bool flag);

#endif

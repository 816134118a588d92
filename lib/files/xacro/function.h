/* The functions that expressions call by name. */
#ifndef CDY_XACRO_FUNCTION_H
#define CDY_XACRO_FUNCTION_H

#include "xacro/value.h"

/* The arguments of one call of a function. */
typedef struct cdy_arguments {
    cdy_value self; /* of a method: the object */
    const cdy_value *items;
    size_t count;
    const char *const *names; /* of arguments with a name */
    const cdy_value *named;
    size_t named_count;
} cdy_arguments;

typedef cdy_value (*cdy_builtin)(cdy_interpreter *x, const cdy_arguments *a);

typedef struct cdy_function {
    const char *name;
    cdy_builtin call;
    int least, most;      /* number of positional arguments; most -1: any */
    bool takes_names;     /* any keyword arguments */
    const char *names[2]; /* else these; NULL: none */
    int place; /* index of the first keyword argument among the positional arguments; -1: keyword arguments have no
                  position */
    double (*of)(double); /* of functions of one number; then `call` is NULL */
    cdy_value constant;   /* of constants; then both are NULL */
} cdy_function;

/* Functions in a module's namespace; `functions` ends with a NULL name. */
typedef struct cdy_module {
    const char *name;
    const cdy_function *functions;
} cdy_module;

typedef struct cdy_method {
    const cdy_function *function;
    cdy_value self;
} cdy_method;

extern const cdy_function cdy_python_functions[], cdy_math_functions[], cdy_xacro_functions[];
extern const cdy_function cdy_text_methods[], cdy_list_methods[], cdy_tuple_methods[], cdy_dict_methods[],
    cdy_set_methods[], cdy_number_methods[];

/* Returns the function of this name, or NULL. */
const cdy_function *cdy_find_function(const cdy_function *functions, const char *name);

/* Returns the value of a table entry: the function, or its constant. */
cdy_value cdy_of_function(const cdy_function *f);

/* Returns the value of a global name; of kind CDY_KIND_FAILED, without a report, if it is not defined. */
cdy_value cdy_find_global(const char *name);

/* Calls a function, method or lambda. */
cdy_value cdy_call_value(cdy_interpreter *x, cdy_value callee, const cdy_arguments *a);

/* Calls a function of one argument. */
cdy_value cdy_call_with(cdy_interpreter *x, cdy_value callee, cdy_value argument);

/* Returns the keyword argument of this name, or `standard`. */
cdy_value cdy_named_argument(const cdy_arguments *a, const char *name, cdy_value standard);

/* Returns container[index]. */
cdy_value cdy_index_value(cdy_interpreter *x, cdy_value container, cdy_value index);

/* Returns a slice of a list, tuple, range or text; a bound of kind CDY_KIND_NONE is not given. */
cdy_value cdy_slice_value(cdy_interpreter *x, cdy_value container, cdy_value from, cdy_value to, cdy_value step);

/* Returns the value of `v.name`. */
cdy_value cdy_attribute_of(cdy_interpreter *x, cdy_value v, const char *name);

/* Returns `a OPERATION b`. */
cdy_value cdy_operate(cdy_interpreter *x, const char *operation, cdy_value a, cdy_value b);

/* Returns whether `item` is in `container` (`in`). */
bool cdy_contains(cdy_interpreter *x, cdy_value container, cdy_value item);

/* Sorts a list, by a key function where `key` is not None. */
bool cdy_sort_list(cdy_interpreter *x, cdy_list *list, cdy_value key, bool reverse);

#endif

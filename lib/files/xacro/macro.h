/* Macros: parameters and body. */
#ifndef CDY_XACRO_MACRO_H
#define CDY_XACRO_MACRO_H

#include "xacro/node.h"
#include "xacro/scope.h"

typedef struct cdy_parameter {
    const char *name; /* with the stars of a block */
    bool has_default;
    bool forwarded;       /* `^`: the property of this name where the macro is called */
    const char *standard; /* the default's text; NULL: none */
    struct cdy_parameter *next;
} cdy_parameter;

typedef struct cdy_macro {
    const char *name;
    cdy_node *body;
    cdy_parameter *parameters;
} cdy_macro;

/* Parses the parameters of a macro: `a b:=1 c:='0 0 0' d:=^ e:=^|2 *f **g`; NULL if there are none, or memory runs out.
 */
cdy_parameter *cdy_read_parameters(cdy_interpreter *x, const char *text);

#endif

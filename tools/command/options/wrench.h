/* Wrenches from the command line: the moments and forces that the environment applies on bodies. */
#ifndef CONDYLE_TOOLS_WRENCH_H
#define CONDYLE_TOOLS_WRENCH_H

#include "run/robot.h"

#include <condyle/dynamics.h>

typedef struct wrench {
    int frame;
    bool in_body; /* true: in the body's frame, about its origin; false: in the base frame, about the base's origin */
    double values[6];   /* Tx Ty Tz N m, Fx Fy Fz N */
    double constant[6]; /* of that what the options give for every row */
    unsigned given;     /* bits of the components that have columns in the rows */
} wrench;

typedef struct wrench_list {
    wrench *items;
    size_t count, capacity;
    int *places; /* of each frame's wrench in the base frame, then in the body's, in the list; -1: none.  NULL: one
                    state */
} wrench_list;

/* Reads every --wrench of the options; wrench_list_clear() frees the list, also after a failure.  Notes the wrenches
 * that have no effect because their body does not move. */
exit_code wrench_list_read(wrench_list *list, const robot *r, const options *o);

/* Returns the body of the first wrench that may not be what was meant: a force in the base frame, which acts about the
 * base's origin, on a body that moves; -1: none. */
int wrench_list_doubtful(const wrench_list *list, const cdy_model *model);

/* Notes it where no table shows it. */
void wrench_list_hint(const wrench_list *list, const cdy_model *model);

/* Makes a list ready for rows: one wrench for each body and frame, the sum of those that the options give. */
exit_code wrench_list_open(wrench_list *list, const cdy_model *model);

/* Returns the place of the wrench on a frame in a list for rows, a new one where there is none; -1 where memory runs
 * out. */
int wrench_list_place(wrench_list *list, const cdy_model *model, int frame, bool in_body);

/* Tells whether a row has a wrench: the options or columns give it to all rows, or the row itself, one that is not 0.
 * In the list stay those of other rows, too. */
bool wrench_is_there(const wrench *w);

/* Sets every wrench of a list for rows to what the options give. */
void wrench_list_reset(wrench_list *list);

enum { WRENCH_NO_MEMORY = -2 };

/* Finds the body that BODY or BODY@body stands for; a body may be really named BODY@body.  Returns its frame, -1 where
 * there is none, or where it might be two, WRENCH_NO_MEMORY where that cannot be told. */
int wrench_find_body(const cdy_model *model, const char *name, size_t length, bool *in_body);

/* Adds to a message that there is no such body, and which may be meant where there are *letters left to look for it, as
 * in cdy_nearest_within(). */
void wrench_explain_body(const cdy_model *model, const char *name, size_t length, size_t *letters,
                         text_buffer *message);

/* Frees a list. */
void wrench_list_clear(wrench_list *list);

/* Adds all wrenches at the configuration q to the external force matrix, which is zero before. */
cdy_status wrench_list_apply(const wrench_list *list, const cdy_model *model, cdy_workspace *workspace, const double *q,
                             double *fext, cdy_error *error);

#endif

/* Wrenches from the command line: external moments and forces on bodies. */
#ifndef CONDYLE_TOOLS_WRENCH_H
#define CONDYLE_TOOLS_WRENCH_H

#include "values/robot.h"

#include <condyle/kinematics.h>

/* Axes and reference point of a wrench on a body. */
typedef enum wrench_kind {
    WRENCH_IN_BASE,   /* BODY: axes and origin of the base */
    WRENCH_IN_BODY,   /* BODY@body: axes and origin of the body */
    WRENCH_BASE_AXES, /* BODY@base-axes: axes of the base, origin of the body */
    WRENCH_KINDS
} wrench_kind;

typedef struct wrench {
    int frame;
    wrench_kind kind;
    double values[6];   /* Tx Ty Tz N m, Fx Fy Fz N */
    double constant[6]; /* part of `values` that the options give for every row */
    unsigned given;     /* components with columns in the rows, as bits */
} wrench;

typedef struct wrench_list {
    wrench *items;
    size_t count, capacity;
    int *indices; /* index in the list of each frame's wrench, kind after kind; -1: none. NULL: one state */
} wrench_list;

/* Reads the texts of --wrench; wrench_list_clear() frees the list, also after a failure. Notes wrenches on
 * bodies that do not move, which have no effect. */
exit_code wrench_list_read(wrench_list *list, const robot *r, const text_list *given);

/* Returns the frame of the first wrench with a force in the base frame on a body that moves, -1 where there is none.
 * Such a force acts about the base's origin, which is rarely meant. */
int wrench_list_doubtful(const wrench_list *list, const cdy_model *model);

/* Prints a note on such a wrench, for outputs without a table. */
void wrench_list_hint(const wrench_list *list, const cdy_model *model);

/* Prepares a list for rows: one wrench for each body and frame, the sum of the wrenches of the options. */
exit_code wrench_list_open(wrench_list *list, const cdy_model *model);

/* Returns the index of the wrench on a frame in a list for rows, and adds it where it is missing; -1 where memory runs
 * out. */
int wrench_list_index(wrench_list *list, const cdy_model *model, int frame, wrench_kind kind);

/* Returns whether a row has a wrench: columns give it to all rows, or it is not zero. The list also holds wrenches of
 * other rows. */
bool wrench_is_there(const wrench *w);

/* Resets every wrench of a list for rows to the value of the options. */
void wrench_list_reset(wrench_list *list);

enum { WRENCH_NO_MEMORY = -2 };

/* Returns "", "@body" or "@base-axes": the ending of a name; and "base", "body" or "base-axes": the word of JSON. */
const char *wrench_suffix(wrench_kind kind);
const char *wrench_word(wrench_kind kind);

/* Finds the kind that a word of JSON names; returns false where it names none. */
bool wrench_find_word(const char *word, wrench_kind *kind);

/* Finds the frame of BODY, BODY@body or BODY@base-axes; a body may itself have such a name. Returns -1 where there is
 * none or the name is ambiguous, WRENCH_NO_MEMORY where memory runs out. */
int wrench_find_body(const cdy_model *model, const char *name, size_t length, wrench_kind *kind);

/* Appends to a message that no such body exists, with the nearest name; *letters bounds the search as in
 * cdy_nearest_within(). */
void wrench_explain_body(const cdy_model *model, const char *name, size_t length, size_t *letters,
                         text_buffer *message);

/* Frees a list. */
void wrench_list_clear(wrench_list *list);

/* Adds all wrenches at the configuration q to the external force matrix. */
cdy_status wrench_list_apply(const wrench_list *list, const cdy_model *model, cdy_workspace *workspace, const double *q,
                             double *fext, cdy_error *error);

#endif

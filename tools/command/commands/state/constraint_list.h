/* Constraint list: contacts and closed loops from options and JSON files. */
#ifndef CONDYLE_TOOLS_CONSTRAINT_LIST_H
#define CONDYLE_TOOLS_CONSTRAINT_LIST_H

#include "options/options.h"
#include "values/robot.h"

#include <condyle/constraints.h>

/* --loop and --constraints. */
typedef struct loop_options {
    text_list loops;
    const char *file;
} loop_options;

/* --contact, --loop and --constraints. */
typedef struct constraint_options {
    text_list contacts;
    loop_options tied;
} constraint_options;

/* Of constraint_options. */
extern const option_table constraint_table;

/* Of loop_options; the second one describes the objects of --constraints. */
extern const option_table loop_table, described_loop_table;

/* A constraint; `anchored`: it has no gap at any state, since the place that it ties the body to is found anew. */
typedef struct listed_constraint {
    cdy_constraint constraint;
    bool anchored;
} listed_constraint;

typedef struct constraint_list {
    listed_constraint *items;
    size_t count;
} constraint_list;

/* Reads the constraints; constraint_list_clear() frees the list, also after a failure. */
exit_code constraint_list_read(constraint_list *list, const cdy_model *model, const constraint_options *o);
exit_code constraint_list_read_loops(constraint_list *list, const cdy_model *model, const loop_options *o);
void constraint_list_clear(constraint_list *list);

/* Adds the loops that the robot's file states; a compiled model has none. */
exit_code constraint_list_add_loops(constraint_list *list, const robot *r);

#endif

/* Batches: what a robot computes many states with, kept from one call to the next. */
#ifndef CONDYLE_PYTHON_BATCHES_H
#define CONDYLE_PYTHON_BATCHES_H

#include "module.h"

/* Frees the batches that a robot keeps. */
void batches_clear(robot_object *self);

/* A batch for a call: one that the robot keeps or, while all of those are in use, the call's own. */
typedef struct batch_loan {
    kept_batch own, *kept;
} batch_loan;

/* Lends loan->kept->batch, of floats or doubles, by rows or by columns.  Return it also where this fails. */
cdy_status batches_borrow(robot_object *self, int threads, bool by_columns, bool is_float, batch_loan *loan,
                          cdy_error *error);
void batches_return(batch_loan *loan);

/* Makes a batch for calls of a robot in floats or doubles; NULL: the error says why. */
void *batches_make(const robot_object *self, int threads, bool is_float, cdy_error *error);
void batches_free(void *batch, bool is_float);

#endif

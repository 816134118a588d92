/* State that the parts of the core share: the open robot, and the last fault. */
#ifndef CONDYLE_WEB_VIEW_H
#define CONDYLE_WEB_VIEW_H

#include <condyle/dynamics.h>
#include <condyle/model.h>
#include <condyle/tree.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name), used))
#else
#define EXPORT(name)
#endif

/* The fault of the last call that failed. */
cdy_error *view_fault(void);

/* Takes the place of the robot that is open, if the model can be used; the robot owns model and tree, which may be NULL
 * for a compiled model. Destroys both on failure. */
cdy_status view_take(cdy_model *model, cdy_tree *tree);

/* The robot that is open. */
cdy_model *view_model(void);
cdy_workspace *view_workspace(void);
cdy_tree *view_tree(void); /* NULL: a compiled model */

/* Takes the loops of a robot's tree in place of the present ones, which stay where it fails; NULL: none.  They are open
 * until the page closes them. */
cdy_status view_take_loops(const cdy_model *model, const cdy_tree *tree);

/* Finds the external forces of the wrench at q, NULL where it is zero; they last until the next call. */
cdy_status view_find_forces(const double *q, const double **forces);

#endif

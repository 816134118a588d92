/* Clearance: the least distance between the bodies of a robot over the rows of a motion. */
#ifndef CONDYLE_TOOLS_CLEARANCE_H
#define CONDYLE_TOOLS_CLEARANCE_H

#include "commands/motion/distance.h"

typedef struct clearance {
    shape_list shapes;
    cdy_distance_scene *scene;
    cdy_workspace *workspace;
    const cdy_model *model;
    double *q;              /* the configuration; coordinates that a row leaves out are at home */
    double margin;          /* from which on bodies are too near, m */
    double least;           /* m; infinite: no row yet */
    double time;            /* of the least, s; NaN: not given */
    unsigned long long row; /* of the least in the input, from 1 */
    const char *first, *second;
} clearance;

/* Prepares a robot's shapes; fails where it has none or no pair of them.  clearance_close() frees them, also after a
 * failure. */
exit_code clearance_open(clearance *c, const robot *r, const robot_options *o, double margin);
void clearance_close(clearance *c);

/* Adds a row by its number in the input: q (nq) may be NULL, or have NaN for coordinates that are not given. */
cdy_status clearance_add(clearance *c, unsigned long long row, const double *t, const double *q, cdy_error *error);

#endif

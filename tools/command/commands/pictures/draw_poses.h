/* Poses of a picture: configurations of the options and of rows, with the motion that their torques need. */
#ifndef CONDYLE_TOOLS_DRAW_POSES_H
#define CONDYLE_TOOLS_DRAW_POSES_H

#include "options/row_options.h"
#include "values/robot.h"
#include "values/state_options.h"

/* The vectors of a pose, as far as a picture shows something of them. */
enum { POSE_VECTORS = VECTOR_QDD + 1 };

/* Configurations, one after another, and likewise velocities and accelerations. */
typedef struct pose_list {
    double *values[POSE_VECTORS];
    size_t lengths[POSE_VECTORS];
    size_t count, capacity;
} pose_list;

/* The options that tell the poses of a picture. */
typedef struct pose_request {
    const state_options *state;
    const row_options *rows;
    bool moves;    /* velocities and accelerations of the rows count, too */
    bool animated; /* every pose is shown by itself; else they cover each other, and many are thinned */
    bool degrees;
} pose_request;

/* Reads the poses: those of the rows, or the one of the options. pose_list_clear() frees the list, also after a
 * failure.
 */
exit_code pose_list_read(pose_list *list, const pose_request *o, const robot *r);
void pose_list_clear(pose_list *list);

#endif

/* The robot of condyle view as JSON: its compiled model, its bodies with their shapes, the findings of the check, and a
 * motion. */
#ifndef CONDYLE_TOOLS_VIEW_ROBOT_H
#define CONDYLE_TOOLS_VIEW_ROBOT_H

#include "commands/pictures/view_motion.h"
#include "run/output.h"
#include "values/robot.h"

#include <condyle/shapes.h>

typedef struct view_robot view_robot;
struct view_robot {
    const robot *robot;
    const source_options *source; /* as the robot was loaded */
    const reading_options *reading;
    const cdy_mesh_places *meshes;
    const double *q;           /* the pose at first, nq */
    const view_motion *motion; /* NULL: none */
    long long revision;        /* of a page that asks its server for another one; 0: nobody serves it */
    bool degrees;              /* angles are shown in degrees at first */
    const view_robot *beside;  /* another robot in the same scene; NULL: none */
    output *out;
};

/* Writes the object; meshes that cannot be read are left out and noted, in the object and to the user. */
exit_code view_robot_write(const view_robot *v);

#endif

/* Frames: the motion of the frame of one body or of all bodies, as velocity or acceleration. */
#ifndef CONDYLE_TOOLS_FRAMES_H
#define CONDYLE_TOOLS_FRAMES_H

#include "compute/calculation.h"

typedef struct frame_options {
    calculation_options calculation;
    bool all;         /* --all */
    int in_body_axes; /* --in: 1: body */
} frame_options;

/* Options of velocity and of acceleration, which has --qdd too; the struct is a frame_options. */
extern const option_table frame_velocity_table, frame_acceleration_table;

/* Run the subcommands. */
exit_code frame_velocity_run(const void *options, output *out);
exit_code frame_acceleration_run(const void *options, output *out);

#endif

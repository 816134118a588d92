/* Frames: options of the subcommands that give the motion of one body or of all bodies. */
#ifndef CONDYLE_TOOLS_FRAMES_H
#define CONDYLE_TOOLS_FRAMES_H

#include "report/calculation.h"

typedef struct frame_options {
    calculation_options calculation;
    bool all;         /* --all */
    int in_body_axes; /* --in: 1: body */
} frame_options;

/* --body, --all and --in. */
extern const option_table frame_table;

/* The frame of --body and the axes of --in; fails where --body and --all are given both, or neither. */
exit_code frames_prepare(task *t);

/* A call that gives six numbers of one frame. */
typedef cdy_status frame_call(const cdy_model *model, cdy_workspace *workspace, int frame, const state *s,
                              double result[6], cdy_error *error);

/* Calls it for every frame. */
cdy_status frames_compute_all(const cdy_model *model, cdy_workspace *workspace, const state *s, frame_call *of_frame,
                              double *results, cdy_error *error);

#endif

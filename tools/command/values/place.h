/* Places: points of bodies, with components of their velocities, from the command line. */
#ifndef CONDYLE_TOOLS_PLACE_H
#define CONDYLE_TOOLS_PLACE_H

#include "run/message.h"

#include <condyle/model.h>

typedef struct place {
    int frame;
    double point[3]; /* m, in the body's frame */
    unsigned rows;   /* as in cdy_task; 0: not given */
} place;

/* Reads BODY[:X,Y,Z][:ROWS]; a body's name may contain colons, and then is taken as long as it can be. `option` is the
 * name of the option in messages, which expect ROWS where it takes them. */
exit_code place_read(const cdy_model *model, const char *option, const char *text, bool takes_rows, place *p);

/* Finds the body with a name of `length` bytes; reports that there is none. */
exit_code place_find_body(const cdy_model *model, const char *option, const char *name, size_t length, int *frame);

/* Returns the frame of a name of `length` bytes, -1 where there is none or memory runs out. */
int place_frame(const cdy_model *model, const char *name, size_t length);

#endif

/* Losses: what a format cannot have of a robot that is written, and what that does to torques. */
#ifndef CONDYLE_TOOLS_LOSSES_H
#define CONDYLE_TOOLS_LOSSES_H

#include "values/robot.h"

enum { MOST_LOSSES = 64 };

/* A property that the format cannot have, and the elements that have it: "joint 'elbow'". */
typedef struct loss {
    const char *what;
    char **elements;
    size_t count;
} loss;

typedef struct losses {
    loss items[MOST_LOSSES];
    int count;
    bool out_of_memory;
} losses;

/* Adds a property of an element; `context` is the losses. */
void losses_add(void *context, const char *element, const char *what);

/* Reads a robot, written in a format, back, and notes each loss with the torque that it changes by itself, in
 * random states within the limits, drives included; then each joint at which the torques of all of it differ. */
exit_code losses_report(const losses *l, const robot *r, const robot_options *o, const text_buffer *written,
                        const char *format);

void losses_clear(losses *l);

#endif

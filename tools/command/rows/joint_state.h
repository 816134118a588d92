/* Joint state: names, positions, velocities and efforts of joints from one message of ROS. */
#ifndef CONDYLE_TOOLS_JOINT_STATE_H
#define CONDYLE_TOOLS_JOINT_STATE_H

#include "rows/ros_schema.h"

#include <stdint.h>

/* The lists of numbers. */
enum { STATE_POSITION, STATE_VELOCITY, STATE_EFFORT, STATE_LISTS };

/* A name within the bytes of a message. */
typedef struct state_name {
    const char *text;
    size_t length;
} state_name;

typedef struct joint_state {
    bool stamped; /* the message has a header with a stamp that is not zero */
    int64_t seconds;
    uint32_t nanoseconds;
    state_name *names;
    size_t count, capacity;
    double *values[STATE_LISTS];
    size_t counts[STATE_LISTS], capacities[STATE_LISTS];
} joint_state;

/* How the bytes of messages are laid out. */
typedef enum ros_layout { ROS_CDR, ROS_ONE } ros_layout;

/* Returns whether a type has what a joint state needs: a list `name` of texts and a list `position`, `velocity` or
 * `effort` of numbers. */
bool joint_state_fits(const ros_schema *schema);

/* Reads the fields of a message by their names; its other fields are skipped. The names point into `bytes`. Returns
 * false with the reason in `problem` (`failed`: out of memory); joint_state_clear() frees the memory, which is used
 * again. */
bool joint_state_read(joint_state *state, const ros_schema *schema, ros_layout layout, const unsigned char *bytes,
                      size_t size, text_buffer *problem);
void joint_state_clear(joint_state *state);

#endif

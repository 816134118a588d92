/* Recorded arrays: rows of states, or columns of states where the robot's DataFormat says so. */
#ifndef CONDYLE_OCTAVE_RECORD_H
#define CONDYLE_OCTAVE_RECORD_H

#include "handle.h"

typedef struct record {
    const double *numbers;
    size_t size, state_stride, number_stride;
} record;

/* Takes an array of `size` numbers a state; *count is the number of states, 0 before the first array. */
bool record_take(const held_robot *robot, const mxArray *array, const char *what, int size, size_t *count, record *r);

/* Copies the numbers of a state. */
void record_read(const record *r, size_t state, double *numbers);

/* Makes an array of the robot's form of vectors. */
mxArray *record_make(const held_robot *robot, const double *numbers, size_t count, size_t size);

#endif

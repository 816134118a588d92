/* The part of a robot's self-test that runs kernels on a GPU. */
#ifndef CDY_GENERATE_DEVICE_TEST_H
#define CDY_GENERATE_DEVICE_TEST_H

#include "generate/program.h"

/* Writes functions that move numbers to the device and back; `states` states are recorded. */
void cdy_device_test_begin(source_text *t, const program *p, int states);

/* Writes the function that compares a routine over many states with the recorded results. */
void cdy_device_test_add(source_text *t, const program *p, const routine *r, double tolerance);

#endif

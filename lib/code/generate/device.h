/* A robot's code for GPUs by CUDA: device functions, kernels over many states, and host functions that launch them. */
#ifndef CDY_GENERATE_DEVICE_H
#define CDY_GENERATE_DEVICE_H

#include "generate/program.h"

/* Writes the comment in the header about arrays of many states. */
void cdy_device_explain(source_text *t);

/* Writes to the header the includes for builds by CUDA. */
void cdy_device_include(source_text *t);

/* Declares the functions of a routine, after its comment. */
void cdy_device_declare(program *p, const routine *r);

/* Defines them. Returns false where memory runs out. */
bool cdy_device_define(program *p, const routine *r, graph *g, expression *const outputs[MOST_OUTPUTS]);

/* Writes the beginning of the source, behind its title. */
void cdy_device_begin(source_text *t, const program *p);

#endif

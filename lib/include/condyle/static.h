/* Memory whose size is known when a program is compiled: bounds for models and workspaces of robots not yet known.
 *
 *   enum { MAX_BODIES = 8, MAX_DEGREES = 8, MAX_NAMES = 512 };
 *   static _Alignas(16) unsigned char model_memory[CDY_MODEL_BYTES(MAX_BODIES, MAX_DEGREES, MAX_NAMES)];
 *   static _Alignas(64) unsigned char workspace_memory[CDY_WORKSPACE_BYTES(MAX_BODIES, MAX_DEGREES)];
 *
 * hold every robot with at most MAX_BODIES bodies besides the base (fixed ones included), MAX_DEGREES velocity degrees
 * of freedom (followers included) and MAX_NAMES bytes of names.  An arm has one degree a body; a floating joint has 6,
 * so 6 a body are always enough.  cdy_model_size(), cdy_model_bytes() and cdy_workspace_size() tell the bytes of one
 * robot, which are never more; the calls that make a model or a workspace in such memory check it. The bounds are
 * constant expressions for constant arguments, and belong to the version of the library. */
#ifndef CONDYLE_STATIC_H
#define CONDYLE_STATIC_H

#include <stddef.h>

/* Bytes of a model: of the header, of a body with its joint and frame, of a degree of freedom, and the names of the
 * robot, its bodies and its joints, each with its closing 0. */
#define CDY_MODEL_BYTES(bodies, degrees, names)                                                                        \
    ((size_t)CDY_HEADER_BYTES + ((size_t)(bodies) + 1) * CDY_BODY_BYTES + (size_t)(degrees)*CDY_DEGREE_BYTES +         \
     (size_t)(names))

/* Bytes of a workspace in memory of any alignment. */
#define CDY_WORKSPACE_BYTES(bodies, degrees)                                                                           \
    ((size_t)CDY_WORKSPACE_HEADER_BYTES + ((size_t)(bodies) + 1) * CDY_WORKSPACE_BODY_BYTES +                          \
     (size_t)(degrees)*CDY_WORKSPACE_DEGREE_BYTES +                                                                    \
     2 * sizeof(double) * CDY_DENSE_DEGREES(degrees) * CDY_DENSE_DEGREES(degrees))

/* The terms of the bounds; the library checks them when it is compiled. */
#define CDY_HEADER_BYTES           672
#define CDY_BODY_BYTES             1184
#define CDY_DEGREE_BYTES           504
#define CDY_WORKSPACE_HEADER_BYTES 2304
#define CDY_WORKSPACE_BODY_BYTES   640
#define CDY_SCRATCH_DEGREE_BYTES   408
#define CDY_WORKSPACE_DEGREE_BYTES (312 + CDY_SCRATCH_DEGREE_BYTES)
#define CDY_DENSE_DEGREES(degrees) ((size_t)(degrees) < 4096 ? (size_t)(degrees) : (size_t)4096)

#endif

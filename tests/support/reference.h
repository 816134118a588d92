/* Reference samples of another engine, read from JSON and put in the order of the library's degrees of freedom. */
#ifndef CDY_TESTS_REFERENCE_H
#define CDY_TESTS_REFERENCE_H

#include "support/robot.h"

#include <jansson.h>

/* One case: a robot and its samples. */
typedef struct reference_case {
    json_t *root;
    json_t *samples; /* the samples: an array that belongs to `root` */
    robot r;
    bool floating;
    int end_frame;
    int *position; /* (nq) index in the engine's q of each of the library's coordinates */
    int *velocity; /* (nv) index in the engine's v of each of the library's velocities */
} reference_case;

/* Loads a case from a JSON file and the robot beside the file; fails the running test where loading fails. */
reference_case load_reference(const char *path);
void free_reference(reference_case *c);

/* Gives the positions, or the vector of velocities, accelerations or torques, that a sample has under `key`, in the
 * library's order. */
void reference_positions(const reference_case *c, const json_t *sample, const char *key, double *values);
void reference_velocities(const reference_case *c, const json_t *sample, const char *key, double *values);

/* Gives a matrix (nv x nv) with rows and columns in the library's order. */
void reference_matrix(const reference_case *c, const json_t *sample, const char *key, double *values);

/* Gives the engine's Jacobian of the end frame (6 x nv): columns in the library's order, linear rows first, then
 * angular. */
void reference_jacobian(const reference_case *c, const json_t *sample, double *J);

/* Gives `count` numbers that do not depend on the order of degrees of freedom. */
void reference_vector(const json_t *sample, const char *key, double *values, int count);

/* Returns one number of a sample. */
double reference_number(const json_t *sample, const char *key);

/* Gives the placement of the end frame in the base, 4 x 4. */
void reference_end_placement(const json_t *sample, double T[16]);

#endif

/* Quantities: the inputs and results of calculations, with shapes, names and units. */
#ifndef CONDYLE_TOOLS_QUANTITY_H
#define CONDYLE_TOOLS_QUANTITY_H

#include "options/coordinates.h"

#include <stddef.h>

typedef enum quantity {
    QUANTITY_Q = VECTOR_Q, /* vectors come first, so that a vector_kind is a quantity */
    QUANTITY_QD = VECTOR_QD,
    QUANTITY_QDD = VECTOR_QDD,
    QUANTITY_TAU = VECTOR_TAU,
    QUANTITY_M,             /* mass matrix, n x n */
    QUANTITY_T,             /* homogeneous transform, 4 x 4 */
    QUANTITY_COM,           /* center of mass, 3 */
    QUANTITY_MASS,          /* total mass */
    QUANTITY_J,             /* Jacobian of a body, 6 x n */
    QUANTITY_COM_J,         /* Jacobian of the center of mass, 3 x n */
    QUANTITY_CONVERGED,     /* whether inverse kinematics converged */
    QUANTITY_ERROR,         /* norm of the pose error [angular; linear] */
    QUANTITY_ANGULAR_ERROR, /* norms of its parts, rad and m */
    QUANTITY_LINEAR_ERROR,
    QUANTITY_ITERATIONS,
    QUANTITY_RESTARTS,
    QUANTITY_TIME,    /* s */
    QUANTITY_KINETIC, /* energies, J */
    QUANTITY_POTENTIAL,
    QUANTITY_TOTAL,
    QUANTITY_MOMENTUM, /* [angular; linear] about the center of mass, 6 */
    QUANTITY_DTAU_DQ,  /* derivatives of inverse and forward dynamics, n x n */
    QUANTITY_DTAU_DQD,
    QUANTITY_DQDD_DQ,
    QUANTITY_DQDD_DQD,
    QUANTITY_DQDD_DTAU,
    QUANTITY_WRENCHES, /* external wrenches: any number, each with 6 components */
    QUANTITY_COUNT
} quantity;

/* Type of the elements in output: real, integer or truth value. */
typedef enum quantity_type { TYPE_REAL = 0, TYPE_WHOLE, TYPE_TRUTH } quantity_type;

/* Shape of a quantity for a robot: dimensions 0 (one number), 1 (columns) or 2 (rows x columns, row-major). */
typedef struct quantity_shape {
    int dimensions;
    size_t rows, columns;
} quantity_shape;

/* Returns the key of a quantity in results: "q", "M", "converged". */
const char *quantity_name(quantity kind);

/* Returns the type of a quantity's elements. */
quantity_type quantity_type_of(quantity kind);

/* Returns the shape of a quantity; wrenches have an empty one, since their number depends on the row. */
quantity_shape quantity_shape_of(const cdy_model *model, quantity kind);

/* Returns the number of a quantity's elements. */
size_t quantity_size(const cdy_model *model, quantity kind);

/* Returns whether a quantity is a vector of the joints: q, qd, qdd or tau. */
bool quantity_is_vector(quantity kind);

/* Returns whether a quantity is an n x n matrix over the degrees of freedom: M and the derivatives. */
bool quantity_is_square(quantity kind);

/* Returns whether an element is an angle or its rate, in degrees with --deg. */
bool quantity_is_angle(const cdy_model *model, quantity kind, size_t index);

/* Appends the name of an element's column: "tau.elbow_joint", "q.elbow_joint[deg]", "M[0][2]", "com.x", "mass". */
void quantity_add_column(const cdy_model *model, quantity kind, size_t index, bool degrees, text_buffer *name);

/* Finds the element of M, T, J, com or momentum with a column's name; false where there is none. */
bool quantity_find_entry(const cdy_model *model, quantity kind, const char *name, size_t length, size_t *index);

/* Returns whether results have columns with such a name: "t", "M[0][1]", "com.x", "tau.JOINT", "f.BODY.Tx". */
bool quantity_is_known_column(const char *name, size_t length);

/* Converts the angles of a quantity's values from rad to degrees. */
void quantity_to_degrees(const cdy_model *model, quantity kind, double *values);

/* Converts an angle from degrees to rad. */
double radians(double degrees);

#endif

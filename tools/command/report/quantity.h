/* Quantities: the inputs and results of calculations, with shapes, names and units. */
#ifndef CONDYLE_TOOLS_QUANTITY_H
#define CONDYLE_TOOLS_QUANTITY_H

#include "options/coordinates.h"

#include <stddef.h>

/* The quantities that are no vector of the joints, and how they are shown (quantity_description). Wrenches are last. */
#define QUANTITIES                                                                                                     \
    ROW(M, .name = "M", .rows = PER_DEGREE, .columns = PER_DEGREE)                    /* mass matrix */                \
    ROW(T, .name = "T", .rows = 4, .columns = 4)                                      /* homogeneous transform */      \
    ROW(COM, .name = "com", .columns = 3, .components = axes)                         /* center of mass */             \
    ROW(MASS, .name = "mass", .unit = "kg")                                           /* total mass */                 \
    ROW(J, .name = "J", .rows = 6, .columns = PER_DEGREE, .row_names = twist)         /* Jacobian of a body */         \
    ROW(COM_J, .name = "J", .rows = 3, .columns = PER_DEGREE, .row_names = twist + 3) /* of the center of mass */      \
    ROW(CONVERGED, .name = "converged", .type = TYPE_TRUTH)    /* whether inverse kinematics converged */              \
    ROW(ERROR, .name = "error")                                /* norm of the pose error [angular; linear] */          \
    ROW(ANGULAR_ERROR, .name = "angular_error", .unit = "rad") /* norms of its parts */                                \
    ROW(LINEAR_ERROR, .name = "linear_error", .unit = "m")                                                             \
    ROW(ITERATIONS, .name = "iterations", .type = TYPE_WHOLE)                                                          \
    ROW(RESTARTS, .name = "restarts", .type = TYPE_WHOLE)                                                              \
    ROW(TIME, .name = "t")                       /* s */                                                               \
    ROW(KINETIC, .name = "kinetic", .unit = "J") /* energies */                                                        \
    ROW(POTENTIAL, .name = "potential", .unit = "J")                                                                   \
    ROW(TOTAL, .name = "total", .unit = "J")                                                                           \
    ROW(MOMENTUM, .name = "momentum", .columns = 6, .components = momentum)    /* about the center of mass */          \
    ROW(DTAU_DQ, .name = "dtau_dq", .rows = PER_DEGREE, .columns = PER_DEGREE) /* derivatives of the dynamics */       \
    ROW(DTAU_DQD, .name = "dtau_dqd", .rows = PER_DEGREE, .columns = PER_DEGREE)                                       \
    ROW(DQDD_DQ, .name = "dqdd_dq", .rows = PER_DEGREE, .columns = PER_DEGREE)                                         \
    ROW(DQDD_DQD, .name = "dqdd_dqd", .rows = PER_DEGREE, .columns = PER_DEGREE)                                       \
    ROW(DQDD_DTAU, .name = "dqdd_dtau", .rows = PER_DEGREE, .columns = PER_DEGREE)                                     \
    ROW(REACTIONS, .name = "reactions", .rows = PER_JOINT, .columns = 6,                                               \
        .title = "reactions on the bodies that the joints move, in these bodies' axes: T in N m, F in N",              \
        .components = (const char *const[]){"Tx", "Ty", "Tz", "Fx", "Fy", "Fz"})                                       \
    ROW(JOINT, .name = "joint", .type = TYPE_JOINT)                /* that bounds a mass; -1: none */                  \
    ROW(UNLOADED_PERCENT, .name = "unloaded_percent", .unit = "%") /* largest torque without it, of its limit */       \
    ROW(SECOND_MASS, .name = "second_mass", .unit = "kg")          /* that another search found */                     \
    ROW(WRENCHES, .name = "wrenches") /* external wrenches: any number, each with 6 components */

#define ROW(kind, ...) QUANTITY_##kind,
typedef enum quantity {
    QUANTITY_Q = VECTOR_Q, /* vectors come first, so that a vector_kind is a quantity */
    QUANTITY_QD = VECTOR_QD,
    QUANTITY_QDD = VECTOR_QDD,
    QUANTITY_TAU = VECTOR_TAU,
    QUANTITIES QUANTITY_COUNT
} quantity;
#undef ROW

/* Type of the elements in output: real, integer, truth value or name of a joint. */
typedef enum quantity_type { TYPE_REAL = 0, TYPE_WHOLE, TYPE_TRUTH, TYPE_JOINT } quantity_type;

/* Shape of a quantity for a robot: dimensions 0 (one number), 1 (columns) or 2 (rows x columns, row-major). */
typedef struct quantity_shape {
    int dimensions;
    size_t rows, columns;
} quantity_shape;

/* Numbers of rows or columns that depend on the robot: its degrees of freedom, its moving joints. */
enum { PER_DEGREE = -1, PER_JOINT = -2 };

/* A quantity that is no vector of the joints: its key in results, and how it is shown. */
typedef struct quantity_description {
    const char *name;
    quantity_type type;
    int rows, columns;             /* numbers, or as above; rows 0: no matrix; both 0: one number */
    const char *const *row_names;  /* of a matrix; NULL: none */
    const char *const *components; /* names of the columns: com.x; NULL: none */
    const char *unit;              /* of one number; NULL: none */
    const char *title;             /* of a matrix PER_JOINT in tables */
} quantity_description;

/* Returns the description of a quantity. */
const quantity_description *quantity_describe(quantity kind);

/* Returns the key of a quantity in results: "q", "M", "converged". */
const char *quantity_name(quantity kind);

/* Returns the type of a quantity's elements. */
quantity_type quantity_type_of(quantity kind);

/* Appends the name of a degree of freedom, nothing where `value` is none. */
void quantity_add_joint(const cdy_model *model, double value, text_buffer *name);

/* Returns the shape of a quantity; wrenches have an empty one, since their number depends on the row. */
quantity_shape quantity_shape_of(const cdy_model *model, quantity kind);

/* Returns the name of a moving joint, of which a matrix PER_JOINT has a row. */
const char *quantity_joint_name(const cdy_model *model, size_t joint);

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

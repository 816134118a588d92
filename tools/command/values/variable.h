/* Variables: the inputs and results of calculations (q, tau, M), with shapes, names and units. A quantity of
 * lib/core/dynamics/quantities.def is a call; a variable is one array of numbers that calls read or give. */
#ifndef CONDYLE_TOOLS_VARIABLE_H
#define CONDYLE_TOOLS_VARIABLE_H

#include "base/name_table.h"
#include "values/coordinates.h"

#include <stddef.h>

/* The variables that are no vector of the joints, and how they are shown (variable_description). Wrenches are last. */
#define VARIABLES                                                                                                      \
    ROW(M, .name = "M", .rows = PER_DEGREE, .columns = PER_DEGREE) /* mass matrix */                                   \
    ROW(T, .name = "T", .rows = 4, .columns = 4)                   /* homogeneous transform */                         \
    ROW(COM, .name = "com", .columns = 3, .components = axes, .unit = "m in the base frame")                           \
    ROW(MASS, .name = "mass", .unit = "kg")               /* largest mass at a pose */                                 \
    ROW(MOVING_MASS, .name = "moving_mass", .unit = "kg") /* without the bodies welded to the base */                  \
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
    ROW(MOMENTUM, .name = "momentum", .columns = 6, .components = momentum,                                            \
        .unit = "kg m2/s about the center of mass", .second_unit = "kg m/s")                                           \
    ROW(DTAU_DQ, .name = "dtau_dq", .rows = PER_DEGREE, .columns = PER_DEGREE) /* derivatives of the dynamics */       \
    ROW(DTAU_DQD, .name = "dtau_dqd", .rows = PER_DEGREE, .columns = PER_DEGREE)                                       \
    ROW(DQDD_DQ, .name = "dqdd_dq", .rows = PER_DEGREE, .columns = PER_DEGREE)                                         \
    ROW(DQDD_DQD, .name = "dqdd_dqd", .rows = PER_DEGREE, .columns = PER_DEGREE)                                       \
    ROW(DQDD_DTAU, .name = "dqdd_dtau", .rows = PER_DEGREE, .columns = PER_DEGREE)                                     \
    ROW(REACTIONS, .name = "reactions", .rows = PER_JOINT, .columns = 6,                                               \
        .title = "reactions on the bodies that the joints move, in these bodies' axes: T in N m, F in N",              \
        .components = force_components)                                                                                \
    ROW(C, .name = "C", .rows = PER_DEGREE, .columns = PER_DEGREE) /* Coriolis matrix */                               \
    ROW(Y, .name = "Y", .rows = PER_DEGREE, .columns = PER_PARAMETER, .transposed = true,                              \
        .title = "Y, transposed: a row for each parameter, a column for each joint, in N m or N for 1 SI unit of it")  \
    ROW(POSES, .name = "pose", .rows = PER_BODY, .columns = 6, .components = pose,                                     \
        .title = "positions (m) and fixed-axis angles of the bodies, R = Rz(yaw) Ry(pitch) Rx(roll)")                  \
    ROW(VELOCITY, .name = "velocity", .columns = 6, .components = twist, .unit = "rad/s", .second_unit = "m/s")        \
    ROW(VELOCITIES, .name = "velocities", .rows = PER_BODY, .columns = 6, .components = twist,                         \
        .title = "velocities of the bodies: w in rad/s, v of the frame's origin in m/s")                               \
    ROW(ACCELERATION, .name = "acceleration", .columns = 6, .components = accelerations, .unit = "rad/s2",             \
        .second_unit = "m/s2")                                                                                         \
    ROW(ACCELERATIONS, .name = "accelerations", .rows = PER_BODY, .columns = 6, .components = accelerations,           \
        .title = "accelerations of the bodies: alpha in rad/s2, a of the frame's origin in m/s2")                      \
    ROW(MANIPULABILITY, .name = "manipulability") /* Yoshikawa's measure */                                            \
    ROW(SINGULAR_VALUES, .name = "singular_values", .columns = PER_VALUE)                                              \
    ROW(CONDITION, .name = "condition") /* largest by smallest singular value */                                       \
    ROW(TASK_J, .name = "J", .rows = PER_ROW, .columns = PER_DEGREE,                                                   \
        .title = "J, a row for each row of the task, columns in the order of the joints")                              \
    ROW(LAMBDA, .name = "Lambda", .rows = PER_ROW, .columns = PER_ROW,                                                 \
        .title = "Lambda, the inertia that the task feels: kg (two rows v), kg m (v and w), kg m2 (two rows w)")       \
    ROW(MU, .name = "mu", .columns = PER_ROW, .unit = "N m", .second_unit = "N")                                       \
    ROW(P, .name = "p", .columns = PER_ROW, .unit = "N m", .second_unit = "N")                                         \
    ROW(RANK, .name = "rank", .type = TYPE_WHOLE)                                                                      \
    ROW(JBAR, .name = "Jbar", .rows = PER_DEGREE, .columns = PER_ROW,                                                  \
        .title = "Jbar, the dynamically consistent inverse of J, columns in the order of the rows of the task")        \
    ROW(NULL_SPACE, .name = "N", .rows = PER_DEGREE, .columns = PER_DEGREE)                                            \
    ROW(FORCES, .name = "forces", .columns = PER_ROW, .unit = "N m", .second_unit = "N")                               \
    ROW(IMPULSES, .name = "impulses", .columns = PER_ROW, .unit = "N m s", .second_unit = "N s")                       \
    ROW(GAPS, .name = "gaps", .columns = PER_ROW, .unit = "rad", .second_unit = "m")                                   \
    ROW(QD_AFTER, .name = "qd_after", .columns = PER_DEGREE, .unit = "rad/s", .second_unit = "m/s")                    \
    ROW(EFFORT_PERCENT, .name = "effort_percent", .columns = PER_DEGREE, .unit = "%")                                  \
    ROW(VELOCITY_PERCENT, .name = "velocity_percent", .columns = PER_DEGREE, .unit = "%")                              \
    ROW(POSITION_PERCENT, .name = "position_percent", .columns = PER_DEGREE, .unit = "%")                              \
    ROW(EXCEEDED, .name = "exceeded", .type = TYPE_TRUTH) /* whether any of them is above 100 */                       \
    ROW(RESIDUAL, .name = "residual")                     /* of the constraints' equations */                          \
    ROW(CONSTRAINT_WRENCHES, .name = "constraint_wrenches", .rows = PER_CONSTRAINT, .columns = 6,                      \
        .components = force_components,                                                                                \
        .title = "wrenches of the constraints on their bodies, axes of the base, about the place: T in N m, F in N")   \
    ROW(VIOLATIONS, .name = "violations", .rows = PER_CONSTRAINT, .columns = 3, .components = violation,               \
        .title = "violations of the constraints: |angular| in rad, |linear| in m, bound in rad or m")                  \
    ROW(JOINT, .name = "joint", .type = TYPE_JOINT)                /* that bounds a mass; -1: none */                  \
    ROW(UNLOADED_PERCENT, .name = "unloaded_percent", .unit = "%") /* largest torque/limit without the mass */         \
    ROW(SECOND_MASS, .name = "second_mass", .unit = "kg")          /* that another search found */                     \
    ROW(EFFECTIVE_MASS, .name = "effective_mass", .unit = "kg")    /* of a point for a blow */                         \
    ROW(SPEED, .name = "speed", .unit = "m/s")                     /* of the point towards it */                       \
    ROW(SPEED_LIMIT, .name = "speed_limit", .unit = "m/s")         /* that keeps limits of contact */                  \
    ROW(TOO_FAST, .name = "too_fast", .type = TYPE_TRUTH)                                                              \
    ROW(WRENCHES, .name = "wrenches") /* external wrenches: any number, each with 6 components */

#define ROW(kind, ...) VARIABLE_##kind,
typedef enum variable {
    VARIABLE_Q = VECTOR_Q, /* vectors come first, so that a vector_kind is a variable */
    VARIABLE_QD = VECTOR_QD,
    VARIABLE_QDD = VECTOR_QDD,
    VARIABLE_TAU = VECTOR_TAU,
    VARIABLES VARIABLE_COUNT
} variable;
#undef ROW

/* Type of the elements in output: real, integer, truth value or name of a joint. */
typedef enum variable_type { TYPE_REAL = 0, TYPE_WHOLE, TYPE_TRUTH, TYPE_JOINT } variable_type;

/* Shape of a variable for a robot: dimensions 0 (one number), 1 (columns) or 2 (rows x columns, row-major). */
typedef struct variable_shape {
    int dimensions;
    size_t rows, columns;
} variable_shape;

/* Numbers of rows or columns that depend on the robot: its degrees of freedom, moving joints, bodies; or on the
 * options: the rows of tasks or constraints, the constraints, the parameters of the regressor, the singular values. */
enum {
    PER_DEGREE = -1,
    PER_JOINT = -2,
    PER_BODY = -3,
    PER_ROW = -4,
    PER_CONSTRAINT = -5,
    PER_PARAMETER = -6,
    PER_VALUE = -7
};

/* Elements of one kind, with their names (NULL: none). */
typedef struct named_elements {
    size_t count;
    char **names;
} named_elements;

/* Numbers of rows and columns of the variables of one computation. */
typedef struct dimensions {
    const cdy_model *model;
    named_elements rows, constraints, parameters;
    cdy_name_table taken; /* names of constraints, with the last number put behind each */
    size_t values;
} dimensions;

/* Allocates `count` names, all NULL; false where memory runs out. dimensions_clear() frees all. */
bool named_elements_create(named_elements *elements, size_t count);

/* Sets a name to a copy of a text; false where memory runs out, also before. */
bool named_elements_set(named_elements *elements, size_t index, const text_buffer *name);

/* Frees the names. */
void dimensions_clear(dimensions *d);

/* A variable that is no vector of the joints: its key in results, and how it is shown. */
typedef struct variable_description {
    const char *name;
    variable_type type;
    int rows, columns;             /* numbers, or as above; rows 0: no matrix; both 0: one number */
    const char *const *row_names;  /* of a matrix; NULL: none */
    const char *const *components; /* names of the columns: com.x; NULL: none */
    const char *unit;              /* of one number, or of all; NULL: none */
    const char *second_unit; /* of the last three of six components, or of rows v; NULL: the same as of the others */
    const char *title;       /* of a matrix in tables; NULL: by its kind */
    bool transposed;         /* tables have a row for each column */
} variable_description;

/* Returns the description of a variable. */
const variable_description *variable_describe(variable kind);

/* Returns the unit of a variable, or (`second`) of the last three of six components or rows v; "" where it has none. */
const char *variable_unit(const variable_description *description, bool second);

/* Returns the key of a variable in results: "q", "M", "converged". */
const char *variable_name(variable kind);

/* Returns the type of a variable's elements. */
variable_type variable_type_of(variable kind);

/* Appends the name of a degree of freedom, nothing where `value` is none. */
void variable_add_joint(const cdy_model *model, double value, text_buffer *name);

/* Returns the shape of a variable; wrenches have an empty one, since their number depends on the row. */
variable_shape variable_shape_of(const dimensions *d, variable kind);

/* Returns the name of element `index` of rows or columns PER_JOINT, PER_BODY, PER_ROW, PER_CONSTRAINT or PER_PARAMETER;
 * "" where it has none. */
const char *variable_element_name(const dimensions *d, int per, size_t index);

/* Returns the number of elements of a variable that does not depend on options. */
size_t variable_size(const cdy_model *model, variable kind);

/* Returns the number of elements of any variable. */
size_t variable_length(const dimensions *d, variable kind);

/* Returns whether a variable is a vector of the joints: q, qd, qdd or tau. */
bool variable_is_vector(variable kind);

/* Returns whether a row of a task or of constraints is angular, by its name: "tool0.wx". */
bool variable_row_is_angular(const char *name);

/* Returns whether a variable is an n x n matrix over the degrees of freedom: M and the derivatives. */
bool variable_is_square(variable kind);

/* Returns whether an element is an angle or its rate, in degrees with --deg. */
bool variable_is_angle(const cdy_model *model, variable kind, size_t index);

/* Appends the name of an element's column: "tau.elbow_joint", "q.elbow_joint[deg]", "M[0][2]", "com.x", "mass". */
void variable_add_column(const dimensions *d, variable kind, size_t index, bool degrees, text_buffer *name);

/* Finds the element of M, T, J, com or momentum with a column's name; false where there is none. */
bool variable_find_entry(const dimensions *d, variable kind, const char *name, size_t length, size_t *index);

/* Returns whether results have columns with such a name: "t", "M[0][1]", "com.x", "tau.JOINT", "f.BODY.Tx". */
bool variable_is_known_column(const char *name, size_t length);

/* Converts the angles of a variable's values from rad to degrees. */
void variable_to_degrees(const cdy_model *model, variable kind, double *values);

/* Converts an angle from degrees to rad. */
double radians(double degrees);

#endif

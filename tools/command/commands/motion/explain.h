/* What the torques of a recording are made of, joint by joint, and what stays. */
#ifndef CONDYLE_TOOLS_EXPLAIN_H
#define CONDYLE_TOOLS_EXPLAIN_H

#include "commands/motion/hold_out.h"
#include "run/output.h"

/* Parts of a torque, which together are the model's. */
typedef enum torque_part {
    PART_GRAVITY,
    PART_INERTIA, /* with Coriolis and centrifugal forces */
    PART_PAYLOAD,
    PART_DAMPING,
    PART_FRICTION,   /* Coulomb's and Stribeck's */
    PART_LOAD,       /* friction by the load of the gear */
    PART_PRESLIDING, /* what friction has beyond these while it follows a reversal, and at rest */
    PART_ROTOR,
    PART_SPRING,
    PART_OFFSET,
    PART_COUNT
} torque_part;

/* Causes that a residual may have. */
typedef enum residual_cause {
    CAUSE_OFFSET,
    CAUSE_DIRECTION, /* the sign of the velocity */
    CAUSE_VELOCITY,
    CAUSE_LOAD,           /* the size of the load with the sign of the velocity */
    CAUSE_ROTOR,          /* the acceleration */
    CAUSE_GAIN,           /* the model itself */
    CAUSE_DELAY,          /* the rate of the model */
    CAUSE_DRIFT,          /* time */
    CAUSE_FRICTION_DRIFT, /* the sign of the velocity times the time: temperature */
    CAUSE_GEAR,           /* sine and cosine of the motor's angle */
    CAUSE_COUNT
} residual_cause;

/* The numbers of a row that the explanation of a joint takes. */
typedef struct explained_row {
    double t, measured, position, velocity, acceleration;
    double parts[PART_COUNT];
    double grip;    /* size of the friction that sliding would have, N m or N */
    bool held;      /* out */
    bool held_file; /* of the file that is held out */
} explained_row;

/* One cause: the share of the residual's square that it takes alone, 0 to 1, and its factor in the units of the
 * cause. */
typedef struct explained_cause {
    double share, factor;
} explained_cause;

/* The explanation of one joint, by the rows that were not held out. */
typedef struct explained_joint {
    size_t rows, at_rest; /* with a torque; of them slower than 1 % of the fastest velocity */
    double measured_rms, measured_deviation, residual_rms, rest_rms, moving_rms;
    double delay;             /* of the torques behind the positions, s, which the numbers account for */
    double presliding;        /* distance over which friction follows a reversal, rad or m; 0: none is told */
    double memoryless_rms;    /* the residual without presliding */
    double undelayed_rms;     /* the residual without either */
    double parts[PART_COUNT]; /* root mean squares */
    explained_cause causes[CAUSE_COUNT];
    held_out held;
} explained_joint;

/* The rows so far, joint by joint, and the model without payloads. */
typedef struct explanation {
    cdy_model *bare; /* NULL where the robot carries nothing */
    cdy_workspace *workspace;
    double *torques;     /* 3 n: of a row with some drives */
    explained_row *rows; /* n x capacity: row i of joint j at j * capacity + i */
    size_t *counts;      /* n: rows with a torque */
    size_t count, capacity;
    bool untimed; /* a row has no time */
    double begin; /* time of the first row */
    double share; /* of the rows that is held out */
    bool holding; /* all rows that are read are held out */
    bool any_held;
    explained_joint *joints; /* n: what comes of them */
} explanation;

/* Words of parts and causes; the option that models a cause. */
extern const char *const part_names[PART_COUNT];
extern const char *const cause_names[CAUSE_COUNT];
extern const char *const cause_advice[CAUSE_COUNT];

/* How the rows of a joint are compared with the model. */
typedef struct explained_how {
    bool aligned;   /* the delay of the torques is estimated, and the model of a row is that of the earlier time */
    bool preslides; /* so is the distance over which friction follows a reversal */
    double gear;    /* the motor's angle by that of the joint, 0 where it is not known */
} explained_how;

/* Explains the rows of one joint, which are in the order of time. Returns false where memory runs out. */
bool explain_joint(explained_row *rows, size_t count, const explained_how *how, explained_joint *joint);

/* Finds the distance over which friction follows a reversal of the velocity, 0 where this takes less than a hundredth
 * of the residual's square, and gives the rows the torque of it. */
double explain_preslide(explained_row *rows, size_t count);

/* Estimates the delay of the rows' torques: beside an offset and friction where the model lacks them, which look like a
 * delay. Returns false where memory runs out. */
bool explain_find_delay(const explained_row *rows, size_t count, double *delay);

/* Returns the gain of what is measured to the model, beside an offset and friction; 1 where none is told. */
double explain_find_gain(const explained_row *rows, size_t count);

/* Returns the torque of the model of a row, and that of the gear on the link. */
double explain_model(const explained_row *row);
double explain_load(const explained_row *row);

/* Writes what there is to say of a joint. */
void explain_add_finding(const explained_joint *j, const char *joint, text_buffer *text);

/* Write the numbers of all joints and what there is to say of them, as JSON or as a table. */
exit_code explain_write_json(const recording *r, const explanation *e, output *out);
exit_code explain_write_table(const recording *r, const explanation *e, output *out);

/* Writes the page: the numbers, and plots of each joint. */
exit_code explain_write_page(const recording *r, const explanation *e, output *out);

#endif

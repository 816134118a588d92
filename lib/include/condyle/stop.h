/* Stopping: how far and how long a moving robot runs on once it is told to stop, by the stop categories of IEC 60204-1.
 *
 * Category 0: the drives are off, and brakes slow the joints with torques that the caller gives. A joint that has come
 * to rest stays there while its brake can hold it, and slips where it cannot.  Category 1: the drives brake as hard as
 * limits of torque and deceleration let them, all joints together on a straight line in joint space.  Delays before the
 * stop begins are not part of it: there the robot keeps its speed.
 *
 * The numbers follow from the model.  They are no safety assessment. */
#ifndef CONDYLE_STOP_H
#define CONDYLE_STOP_H

#include <condyle/kinematics.h>

/* What slows a robot, by the stop categories of IEC 60204-1. */
typedef enum cdy_stop_category {
    CDY_STOP_DRIVES_OFF, /* category 0 */
    CDY_STOP_BRAKED      /* category 1 */
} cdy_stop_category;

/* The motion that is stopped, and what stops it.  n = cdy_model_nv() = cdy_model_nq().  Zeros are the defaults. */
typedef struct cdy_stop_state {
    cdy_stop_category category;
    const double *q, *qd;       /* n; NULL: home, zero */
    const double *brakes;       /* n, from 0: torque of each brake, N m or N (category 0); NULL: no brakes */
    const double *effort;       /* n, from 0: largest torque of each drive, infinite where not bounded (category 1);
                                   NULL: the robot's limits */
    const double *deceleration; /* n, above 0: largest of each joint, likewise; NULL: not bounded */
    int frame;                  /* of the point whose way is told */
    double point[3];            /* in the frame's axes from its origin, m */
    double step;                /* s: of the integration, up to 1; 0: 1e-3 */
    double most_time;           /* s: after which the robot counts as not stopped, up to 1e7 steps; 0: 10 */
} cdy_stop_state;

/* The time that a stop takes, and the way of the point in it. */
typedef struct cdy_stop {
    bool stopped;  /* within the time, and held; else the numbers are those until then, or until the drives cannot
                      brake or hold */
    double time;   /* s */
    double length; /* of the point's way, m */
} cdy_stop;

/* Gives the stop of a motion, and the configuration q_end (n; NULL: not wanted) at its end.  Integrates the equation of
 * motion by the method of Runge and Kutta of fourth order between the events at which joints come to rest or slip;
 * damping, friction and rotors of drives that act (condyle/drives.h) and payloads count.  In category 0 the robot has
 * stopped where brakes hold their joints, and joints without a brake rest: slower than 1e-6 of the largest first speed
 * of a joint (of 1 rad/s or m/s where none moves), and loads would give them no more within a second.  Friction of
 * drives is smooth about rest (friction_width): it slows a joint but does not hold it against gravity, as a brake does,
 * and its last part takes longer than a brake of the same torque.  In category 1 it has stopped where the drives can
 * also hold it at rest: a robot that gravity brakes more than its drives do comes to rest and falls back.
 *
 * Allocates.  Fails with CDY_ERROR_ARGUMENT (wrong arguments, numbers out of range), CDY_ERROR_UNSUPPORTED (a joint
 * with several degrees of freedom, more than 4096 of them), CDY_ERROR_ROBOT (category 1 where neither a known limit of
 * torque nor a deceleration bounds the braking), CDY_ERROR_NUMERIC (a singular mass matrix, joints that move no mass,
 * brakes too strong for the step, numbers that grow beyond bounds), CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_find_stop(const cdy_model *model, const cdy_stop_state *state, cdy_stop *stop, double *q_end,
                                 cdy_error *error);

#endif

/* Stopping: how far and how long a moving robot runs on once it is told to stop, by the stop categories of IEC 60204-1.
 *
 * Category 0: the drives are off, and brakes slow the joints with torques that the caller gives. A joint that has come
 * to rest stays there while its brake can hold it, and slips where it cannot.  Category 1: the drives brake as hard as
 * limits of torque and deceleration let them, all joints together on a straight line in joint space, or each by itself
 * as fast as its torque lets it; then their power is taken away.  Category 2: likewise, and the drives go on holding
 * the robot.  Delays before the stop begins are not part of it: there the robot keeps its speed.
 *
 * The numbers follow from the model.  They are no safety assessment. */
#ifndef CONDYLE_STOP_H
#define CONDYLE_STOP_H

#include <condyle/kinematics.h>

/* What slows a robot, by the stop categories of IEC 60204-1. */
typedef enum cdy_stop_category {
    CDY_STOP_DRIVES_OFF, /* category 0 */
    CDY_STOP_BRAKED,     /* category 1 */
    CDY_STOP_HELD        /* category 2 */
} cdy_stop_category;

/* The motion that is stopped, and what stops it.  n = cdy_model_nv() = cdy_model_nq().  Zeros are the defaults. */
typedef struct cdy_stop_state {
    cdy_stop_category category;
    const double *q, *qd; /* n; NULL: home, zero */
    const double *brakes; /* n, from 0: torque of each brake, N m or N (category 0); NULL: no brakes */
    const double *effort; /* n, from 0: largest torque of each drive, infinite where not bounded (categories 1 and 2);
                             NULL: the robot's limits */
    const double *deceleration; /* n, above 0: largest of each joint, likewise; NULL: not bounded */
    bool fastest;               /* categories 1 and 2: each joint brakes by itself with its largest torque, without
                                   decelerations, as by a brake of this torque; else all stay on the line */
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
 * and its last part takes longer than a brake of the same torque.  In categories 1 and 2 it has stopped where the
 * drives can also hold it at rest: a robot that gravity brakes more than its drives do comes to rest and falls back.
 * First speeds below 1e-15 rad/s or m/s are those of a joint at rest.
 *
 * Allocates.  Fails with CDY_ERROR_ARGUMENT (wrong arguments, numbers out of range), CDY_ERROR_UNSUPPORTED (a joint
 * with several degrees of freedom, more than 4096 of them), CDY_ERROR_ROBOT (drives that brake where neither a known
 * limit of torque nor a deceleration bounds them; the fastest stop where a joint has no limit of torque),
 * CDY_ERROR_NUMERIC (a singular mass matrix, joints that move no mass, brakes too strong for the step, joints that come
 * to rest and slip again oftener than the steps can follow, numbers that grow beyond bounds),
 * CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_find_stop(const cdy_model *model, const cdy_stop_state *state, cdy_stop *stop, double *q_end,
                                 cdy_error *error);

/* Poses of which stops are compared: those at a reach, the distance of the point from the base's origin, in parts of
 * the largest one. */
typedef struct cdy_stop_region {
    double least_reach, most_reach; /* 0 to 1 */
    size_t poses;                   /* how many are looked at, 1 to 1e6 */
    uint64_t seed;                  /* of the random poses */
} cdy_stop_region;

/* The worst of the stops from the poses of a region: each number is the largest one. */
typedef struct cdy_worst_stop {
    double time, length; /* s, m */
    double travel;       /* largest way of a joint that moves, rad or m as `joint` turns or slides */
    int joint;           /* the degree of freedom whose way that is; -1: none moves */
    double reach;        /* m: the largest reach, of 10000 random poses within the limits */
    size_t poses;        /* how many were found: fewer than asked where 1000 random poses for each did not have them */
    size_t unstopped;    /* of how many poses the robot did not stop; their numbers are those until then.  Poses whose
                          * joints rest and slip too often for the steps are among them */
    size_t stuck;        /* of how many of these as the drives cannot brake or hold, not as the time was over */
    size_t beyond;       /* of how many poses a joint that moved ends beyond its position limit */
} cdy_worst_stop;

/* Gives the worst stops of a motion qd of the state over poses of a region, random ones within the position limits
 * (cdy_random_configuration()), and the pose q (n; NULL: not wanted) whose stop takes longest.  The state's own q does
 * not count.  A search of this kind proves nothing: a pose that all random poses miss is not found.  Fails as
 * cdy_find_stop() does, but for joints that rest and slip too often, with CDY_ERROR_ARGUMENT where the region is none,
 * and with CDY_ERROR_NUMERIC where no pose of the region was found. */
CDY_API cdy_status cdy_find_worst_stop(const cdy_model *model, const cdy_stop_state *state,
                                       const cdy_stop_region *region, cdy_worst_stop *worst, double *q,
                                       cdy_error *error);

#endif

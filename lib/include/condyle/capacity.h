/* Carrying capacity: the largest mass that a robot can hold within the effort limits of its joints.
 *
 * The torques that a motion needs are affine in the mass m of a point that a body carries: tau(m) = tau0 + m d, with
 * d = J^T (a - g) for the Jacobian J and the acceleration a of the point.  The largest m for which every joint stays
 * within its effort limit is therefore exact.  Joints of one degree of freedom whose effort limit is known bound it
 * (cdy_model_velocity()); followers count by their share in the torque of their leader.  Drives that act
 * (condyle/drives.h) and payloads that the model already carries (condyle/payload.h) have their part in tau0.
 *
 * Arrays, defaults, workspaces and errors are those of dynamics.h. */
#ifndef CONDYLE_CAPACITY_H
#define CONDYLE_CAPACITY_H

#include <condyle/kinematics.h>

/* The largest mass in one state. */
typedef struct cdy_capacity {
    double mass;     /* kg; 0 where no mass keeps all joints within their limits, infinite where no joint bounds it */
    int velocity;    /* degree of freedom that bounds the mass, or exceeds its limit without a mass; -1: none */
    double unloaded; /* largest torque without the mass, in parts of its effort limit */
} cdy_capacity;

/* The state in which a body carries the mass.  Zeros are the defaults. */
typedef struct cdy_capacity_state {
    int frame;                    /* of the body that carries the mass */
    const double *center_of_mass; /* of the mass, 3, m, in the body's frame; NULL: the body's origin */
    const double *q, *qd, *qdd;   /* nq, n, n; NULL: home, zero, zero */
    const double *fext;           /* external forces, as in cdy_inverse_dynamics(); NULL: none */
} cdy_capacity_state;

/* Gives the largest mass that a body can carry in a state.  Fails as cdy_inverse_dynamics() does, with
 * CDY_ERROR_ARGUMENT where the state or the pointer for the capacity is NULL, and with CDY_ERROR_ROBOT where no joint
 * has a known effort limit. */
CDY_API cdy_status cdy_payload_capacity(const cdy_model *model, cdy_workspace *workspace,
                                        const cdy_capacity_state *state, cdy_capacity *capacity, cdy_error *error);

/* How poses are searched. */
typedef struct cdy_capacity_options {
    double center_of_mass[3]; /* of the mass, m, in the frame of the body that carries it; 0 0 0 by default */
    uint64_t seed;            /* of the random poses; 0 by default */
    size_t samples;           /* random poses of each search, 20000 by default */
    int threads;              /* as in cdy_batch_options; 1 by default */
    cdy_reserve reserve;      /* for members to come: all 0 */
} cdy_capacity_options;

/* Returns the options' defaults. */
CDY_API cdy_capacity_options cdy_capacity_options_default(void);

/* The pose in which a robot at rest can hold least. */
typedef struct cdy_worst_pose {
    cdy_capacity capacity;
    double second_mass; /* least mass that another search found, from other random poses: not less than the first by
                         * more than 1e-6 of it */
    int searches;       /* how many searches that took; 8 at most */
} cdy_worst_pose;

/* Finds the pose q (nq) within the position limits in which the robot at rest can hold least.  Each search evaluates
 * random poses in batches and improves the best of them for each joint by projected quasi-Newton steps (BFGS; Nocedal
 * and Wright 2006, section 6.1) with the analytical derivative of the torques; searches from other random poses follow
 * until one finds no lower mass.  A search of this kind proves nothing: a pose that all random poses miss is not found.
 * Revolute joints without limits turn freely; sliding joints without limits and joints of
 * several degrees of freedom stay at home.
 * Allocates.  `options` NULL means the defaults.  Fails as cdy_payload_capacity() does, and with CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_payload_capacity_anywhere(const cdy_model *model, int frame, const cdy_capacity_options *options,
                                                 cdy_worst_pose *worst, double *q, cdy_error *error);

/* The poses whose body stands in one cell of a grid over heights and radii. */
typedef struct cdy_capacity_cell {
    double radius, height; /* of the cell's middle, m: distance from the base's z axis, z in the base frame */
    double least_mass;     /* the least and the largest mass that the robot at rest can hold in one of these poses */
    double largest_mass;   /* (kg; infinite where no joint bounds it) */
    int velocity;          /* degree of freedom that bounds the least */
    unsigned long long samples; /* how many of the random poses these are */
} cdy_capacity_cell;

/* Gives a map of the radii and heights that the origin of a frame reaches in random poses at rest (as many as the
 * options say), in square cells of `size` m: at most `max_cells` cells, by height, then by radius, to `cells`; *count
 * gets their number.  Fails as cdy_payload_capacity_anywhere() does, and with CDY_ERROR_ARGUMENT where there are more
 * cells than there is room for; *count is then the number that is needed. */
CDY_API cdy_status cdy_payload_capacity_map(const cdy_model *model, int frame, const cdy_capacity_options *options,
                                            double size, size_t max_cells, cdy_capacity_cell *cells, size_t *count,
                                            cdy_error *error);

#endif

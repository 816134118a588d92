/* Trajectories: motions through way points, with durations from limits.
 *
 * A trajectory is a path, the configurations by a path parameter, and a timing, the parameter by time.  Floating and
 * planar joints move on their manifolds; velocities and accelerations are those of dynamics.h.  Every trajectory is at
 * rest at both ends and passes every way point, or blends by it as near as is said.  Between way points within the
 * position limits it stays within the limits of all joints, mimic joints included: where a curve would leave them, the
 * joint stays between its positions at the way points beside.  Making one allocates (and fails with CDY_ERROR_MEMORY),
 * evaluating does not; any number of threads may evaluate one trajectory. */
#ifndef CONDYLE_TRAJECTORY_H
#define CONDYLE_TRAJECTORY_H

#include <condyle/contact.h>
#include <condyle/mechanism.h>

/* A motion through way points, which can be evaluated at any time. */
typedef struct cdy_trajectory cdy_trajectory;

/* How a trajectory runs from way point to way point. */
typedef enum cdy_profile {
    CDY_PROFILE_TRAPEZOID = 0, /* straight in joint space; speeds up, cruises, slows down, at rest at every way point */
    CDY_PROFILE_CUBIC,         /* cubic spline: continuous acceleration but for a jump at both ends */
    CDY_PROFILE_QUINTIC,       /* quintic segments with the cubic spline's velocities and accelerations at the way
                                * points, and none at the ends: continuous acceleration */
    CDY_PROFILE_MINIMUM_JERK,  /* quintic spline: of all curves with these times the least integral of jerk^2 */
    CDY_PROFILE_B_SPLINE,      /* cubic B-spline with a knot more in the first and the last segment: continuous
                                * acceleration, none at the ends */
    CDY_PROFILE_TIME_OPTIMAL   /* natural cubic spline, as fast as the limits of velocity, acceleration and effort let
                                * it: reachability analysis (Pham and Pham 2018); never beyond a limit, and at 99 % of
                                * one at least in all but 0.01 % of the time */
} cdy_profile;

/* Limits of velocity, acceleration, effort and jerk (n each, 1e-50 to 1e50, infinite where there is none; NULL: none),
 * and which curve.  Without time-optimal timing, effort plays no part. */
typedef struct cdy_trajectory_options {
    cdy_profile profile;        /* trapezoid by default */
    const double *velocity;     /* rad/s or m/s */
    const double *acceleration; /* rad/s2 or m/s2 */
    const double *effort;       /* N m or N; with gravity, drives and whatever else the model has */
    double scale;               /* factor of velocities, accelerations and jerks, 1e-9 to 1e9; 1 by default */
    const double *jerk;         /* rad/s3 or m/s3; of CDY_PROFILE_TRAPEZOID between way points, whose speed on each line
                                 * then has seven pieces, and of CDY_PROFILE_TIME_OPTIMAL; infinite or NULL: none */
    double blend;               /* with limits of jerk: how far each coordinate may pass way points that lie between
                                 * others, rad or m, 1e-9 to 1e9, instead of stopping; 0, by default: it stops */
    const cdy_contact_point *contacts; /* contact_count: points that nowhere on the path move faster than the speed that
                                        * cdy_contact_speed() allows their effective mass in the direction of their
                                        * motion; of CDY_PROFILE_TIME_OPTIMAL, not scaled; NULL: none */
    size_t contact_count;
    double linear_deviation;  /* of straight lines of a frame: how far it may be from its place on a line, m, */
    double angular_deviation; /* and its rotation from that there, rad; 1e-5 to 1e3 each; 0: 1e-5. Both 0, by
                               * default: no line is damped */
    cdy_reserve reserve;      /* for members to come: all 0 */
} cdy_trajectory_options;

/* Returns the options' defaults. */
CDY_API cdy_trajectory_options cdy_trajectory_options_default(void);

/* Gives the limits that a tree has for each degree of freedom of its model: velocity, acceleration and effort (n each;
 * NULL: not wanted), infinite where the tree gives none or 0.  A leader's velocities and accelerations are bounded by
 * those of its followers, too.  Fails with CDY_ERROR_ARGUMENT where the model is not of this tree. */
CDY_API cdy_status cdy_tree_motion_limits(const cdy_tree *tree, const cdy_model *model, double *velocity,
                                          double *acceleration, double *effort, cdy_error *error);

/* Makes a trajectory through `count` way points q (count x nq; repeated ones count once); `options` NULL means the
 * defaults, which have no limits.  Fails with CDY_ERROR_ARGUMENT where a number is not finite, a way point is outside
 * of the position limits by more than 1e-6 or takes a joint that follows another out of its own, a limit is not greater
 * than 0, no limit bounds the acceleration or the jerk (with a blend: the jerk; of an optimal one: the acceleration or
 * the effort), limits of jerk are given to another profile, a blend to another than the trapezoid, or either to joints
 * of several degrees of freedom, contacts to another profile than the optimal one, or a contact has a frame that does
 * not exist or numbers that are not in their ranges; with CDY_ERROR_NUMERIC where no timing keeps the efforts within
 * their limits, neither the joints nor the body region yield to a contact, an optimal one would end or begin where the
 * efforts cannot hold the robot still (also where all way points are one), or the search for the fastest does not reach
 * what CDY_PROFILE_TIME_OPTIMAL promises without limits of jerk (with these a slow motion takes the place of one that
 * is not found); with CDY_ERROR_UNSUPPORTED where contacts are given and the robot has more than 4096 degrees of
 * freedom; with CDY_ERROR_MEMORY also where limits of jerk along so many way points would take more than 1 GiB.  A
 * follower whose limits leave its leader no room counts as having none.  The model may change afterwards, and the
 * options and their contacts may go. */
CDY_API cdy_status cdy_trajectory_create(const cdy_model *model, size_t count, const double *q,
                                         const cdy_trajectory_options *options, cdy_trajectory **trajectory,
                                         cdy_error *error);

/* Makes a trajectory on which a frame moves in straight lines through `count` placements T (count x 4 x 4, in the base
 * frame), its orientation turning about one axis on each line; it stops where two lines meet, and the profile is that
 * of the distance along each line.  Configurations come by inverse kinematics, from `start` (nq; NULL: home) on, and
 * follow the lines to 1e-5 m and rad.  Fails as cdy_trajectory_create() does, and with CDY_ERROR_NUMERIC where a line
 * leaves the frame's reach or comes too near a singularity, telling where.
 * Where the options state a deviation, a line near singularities is damped: the joints' velocities are J^T (J J^T +
 * D)^-1 w, where w is the velocity along the line and a return to it, and D, in the directions whose singular values
 * are under a bound, grows from 0 at the bound to its square at 0.  Of the bounds whose motion stays within nine tenths
 * of the deviation at ten places between each two points of the path, the fastest is taken, where its pace is under
 * nine tenths of that of the line that is not damped; way points are then passed within the deviation, too, and the
 * next line leads from there to its end.  Fails with CDY_ERROR_NUMERIC where no bound does and the line cannot be
 * followed otherwise, telling where, and the deviation that would do for that line if one up to 1e3 does.  Source:
 * Maciejewski and Klein 1988; Chiaverini, Siciliano and Egeland 1994. */
CDY_API cdy_status cdy_trajectory_create_lines(const cdy_model *model, int frame, size_t count, const double *T,
                                               const double *start, const cdy_trajectory_options *options,
                                               cdy_trajectory **trajectory, cdy_error *error);

/* Makes a trajectory of a mechanism whose coordinates are chosen, through `count` way points q (count x nq): the path
 * is that of its independent joints, which alone count in all way points but the first; that one closes the loops and
 * says on which branch.  All other joints follow, with the loops closed to 1e-8 rad and m, within their limits of
 * position, velocity and acceleration.  Efforts are those of the drives, as cdy_mechanism_inverse_dynamics() gives
 * them: of more drives than degrees of freedom the ones of the least sum of squares.  The trajectory needs the
 * mechanism no longer.  Fails as cdy_trajectory_create() does, and with CDY_ERROR_ARGUMENT where the mechanism is of
 * another model or has no coordinates chosen, with CDY_ERROR_NUMERIC where the first way point leaves the loops open,
 * where the loops cannot be closed on the way or the mechanism becomes singular, telling where, where a joint that
 * follows comes beyond its limits, and where efforts are limited and a coordinate has no drive; with
 * CDY_ERROR_UNSUPPORTED for limits of jerk and of contact, and where not all degrees of freedom of one joint are
 * independent, but some. */
CDY_API cdy_status cdy_trajectory_create_loops(cdy_mechanism *mechanism, const cdy_model *model, size_t count,
                                               const double *q, const cdy_trajectory_options *options,
                                               cdy_trajectory **trajectory, cdy_error *error);

/* Frees a trajectory; takes NULL. */
CDY_API void cdy_trajectory_destroy(cdy_trajectory *trajectory);

/* Returns the duration, s: 0 where all way points are one, or there is no trajectory. */
CDY_API double cdy_trajectory_duration(const cdy_trajectory *trajectory);

/* Returns the time at which way point `index` (from 0) is reached, s; NaN where there is none. */
CDY_API double cdy_trajectory_waypoint_time(const cdy_trajectory *trajectory, size_t index);

/* Gives q (nq), qd and qdd (n each; NULL: not wanted) at time t, before 0 and after the end at rest in the end's
 * configuration.  Where the acceleration jumps, qdd is that after the jump.  Fails with CDY_ERROR_ARGUMENT where t is
 * NaN. */
CDY_API cdy_status cdy_trajectory_evaluate(const cdy_trajectory *trajectory, double t, double *q, double *qd,
                                           double *qdd, cdy_error *error);

#endif

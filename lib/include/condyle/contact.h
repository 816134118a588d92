/* Contact of a moving robot: the mass that a body has for a blow at a point, and the speed that keeps what a blow does
 * within limits that the caller gives.
 *
 * The numbers follow from the model and from the formula of ISO/TS 15066:2016, annex A; limits, spring constants and
 * masses of body regions are the caller's.  They are no safety assessment: that takes a risk assessment of the whole
 * application and measurements on the machine.
 *
 * Arrays, defaults, workspaces and errors are those of dynamics.h. */
#ifndef CONDYLE_CONTACT_H
#define CONDYLE_CONTACT_H

#include <condyle/capacity.h>

/* A point of a body and the direction of a blow there.  Zeros are the defaults. */
typedef struct cdy_contact_state {
    int frame;
    double point[3];         /* in the frame's axes from its origin, m */
    const double *direction; /* 3, of any length; NULL: the direction in which the point moves */
    cdy_axes axes;           /* of the direction */
    const double *q, *qd;    /* nq, n; NULL: home, zero */
    const bool *locked;      /* n: degrees of freedom that do not give way, such as braked joints; NULL: none */
} cdy_contact_state;

/* The effective mass and the speed with which a point of the robot strikes, and the speed that the limits allow. */
typedef struct cdy_contact {
    double direction[3]; /* unit vector in the base's axes; not numbers where the point is at rest and none is given */
    double mass; /* kg; infinite where no joint that may move moves the point in the direction, no number without one */
    double speed; /* of the point in the direction, m/s */
} cdy_contact;

/* Gives the effective mass 1 / (u^T J M^-1 J^T u) of a point in a direction u, with the Jacobian J of the point and M
 * the rows and columns of the mass matrix that are not locked (Khatib 1987; 1995, section 3).  M has the rotors of
 * drives that act (condyle/drives.h) and payloads.  Followers of mimic joints move with their leaders.
 *
 * Fails as cdy_mass_matrix() does, with CDY_ERROR_ARGUMENT (no pointer for the contact, a frame that does not exist, a
 * point or direction that is not finite, a direction of length 0), CDY_ERROR_UNSUPPORTED (more than 4096 degrees of
 * freedom) and CDY_ERROR_NUMERIC (a singular mass matrix). */
CDY_API cdy_status cdy_effective_mass(const cdy_model *model, cdy_workspace *workspace, const cdy_contact_state *state,
                                      cdy_contact *contact, cdy_error *error);

/* Gives the clamping force: the largest force (N, from 0) with which the drives of a robot at rest can press in a
 * direction against what stands in the way, beside its weight.  The torques that a force F in the direction u needs are
 * g + F J^T u with the torques g against gravity, and every joint that is not locked has to keep its `effort` (n, N m
 * or N, from 0, infinite where not bounded; NULL: the robot's limits).  Infinite where no joint bounds the force, 0
 * where a joint that is not locked cannot hold the robot's weight, whatever the direction, no number without a
 * direction.  *velocity gets the degree of freedom that bounds the force, -1: none; NULL: not wanted.  Gears that lock
 * by friction press with more after a blow; that is not part of it.  Fails as cdy_effective_mass() does, and with
 * CDY_ERROR_ARGUMENT where an effort is below 0 or no number. */
CDY_API cdy_status cdy_clamping_force(const cdy_model *model, cdy_workspace *workspace, const cdy_contact_state *state,
                                      const double *effort, double *clamping, int *velocity, cdy_error *error);

/* The poses whose point is in one cell of a grid over heights and radii. */
typedef struct cdy_contact_cell {
    double radius, height;      /* of the cell's middle, m: distance from the base's z axis, z in the base frame */
    double least_mass;          /* the least and the largest effective mass of these poses, kg; infinite where no */
    double largest_mass;        /* joint that may move moves the point in the direction */
    unsigned long long samples; /* how many of the random poses these are */
} cdy_contact_cell;

/* Gives a map of the effective masses of the point of `state` in random poses (as many as the options say, drawn as by
 * cdy_payload_capacity_map()) over the radii and heights that the point reaches, in square cells of `size` m: at most
 * `max_cells` cells, by height, then by radius, to `cells`; *count gets their number.  The direction is that of the
 * state, NULL: away from the base's z axis, level; poses whose point is on the axis are then left out.  q and qd of the
 * state, and the center of mass of the options, play no part.  The largest mass gives the lowest speed that
 * cdy_contact_speed() allows in the cell.  Allocates.  `options` NULL means the defaults.  Fails as
 * cdy_effective_mass() does, with CDY_ERROR_MEMORY, and with CDY_ERROR_ARGUMENT where the options or the size are not
 * in their ranges or there are more cells than there is room for; *count is then the number that is needed. */
CDY_API cdy_status cdy_contact_map(const cdy_model *model, const cdy_contact_state *state,
                                   const cdy_capacity_options *options, double size, size_t max_cells,
                                   cdy_contact_cell *cells, size_t *count, cdy_error *error);

/* Limits of a blow to a body region, and the region as a mass behind a spring; all of them the caller's.  Zero: no such
 * limit; one of the two is needed. */
typedef struct cdy_contact_limit {
    double force;     /* N: of the transient contact */
    double energy;    /* J */
    double stiffness; /* N/m, above 0: the region's spring constant, which a limit of force needs; else 0: none */
    double mass;      /* kg, above 0: the region's effective mass; infinite for one that cannot yield */
} cdy_contact_limit;

/* Gives the largest relative speed (m/s) of a mass (kg, above 0) at which all of its energy in a region's spring keeps
 * the limits: F / sqrt(mu k) and sqrt(2 E / mu), the lower of the two, with mu = 1 / (1 / m_H + 1 / m_R)
 * (ISO/TS 15066:2016, A.3.4).  Fails with CDY_ERROR_ARGUMENT where a number is not in its range, and with
 * CDY_ERROR_NUMERIC where the speed is not finite. */
CDY_API cdy_status cdy_contact_speed(const cdy_contact_limit *limit, double mass, double *speed, cdy_error *error);

/* A point of a body whose speed keeps limits of contact along a motion (condyle/trajectory.h).  The call that makes the
 * motion reads it and what it points to; both may go afterwards. */
typedef struct cdy_contact_point {
    int frame;
    double point[3];         /* in the frame's axes from its origin, m */
    const bool *locked;      /* n: degrees of freedom that do not give way; NULL: none */
    cdy_contact_limit limit; /* of a blow by the point in the direction in which it moves */
} cdy_contact_point;

#endif

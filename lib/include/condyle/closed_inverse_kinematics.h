/* Inverse kinematics in closed form: the configurations of six or seven revolute joints that bring a frame to a pose.
 */
#ifndef CONDYLE_CLOSED_INVERSE_KINEMATICS_H
#define CONDYLE_CLOSED_INVERSE_KINEMATICS_H

#include <condyle/kinematics.h>

/* How the joints of an arm lie to each other, which decides by which equations it is solved. */
typedef enum cdy_ik_structure {
    CDY_IK_SPHERICAL_WRIST,    /* the last three axes meet */
    CDY_IK_SPHERICAL_SHOULDER, /* the first three axes meet */
    CDY_IK_PARALLEL_AXES,      /* axes 2 to 4, or 3 to 5, are parallel */
    CDY_IK_GENERAL,            /* none of these: an eigenvalue problem */
    CDY_IK_ARM_ANGLE           /* seven joints: the first three axes meet, and the last three */
} cdy_ik_structure;

/* Options: the tolerance by which a structure is recognised, and the joint of seven that is given. */
typedef struct cdy_ik_closed_options {
    double tolerance;    /* rad, and part of the arm's length: axes this close count as parallel, or as meeting; 1e-6 */
    int given;           /* of seven joints: the coordinate of q whose position is given; -1, the default: the arm angle
                            where the structure has one, else a joint that leaves a structure, else the last one */
    bool ignore_limits;  /* false by default: solutions are within the limits */
    cdy_reserve reserve; /* for members to come: all 0 */
} cdy_ik_closed_options;

/* An arm whose structure has been recognised: the joints between the base and a frame. No call changes it, so that
 * threads may share it. */
typedef struct cdy_ik_closed cdy_ik_closed;

/* A target, and what chooses among the solutions. */
typedef struct cdy_ik_closed_problem {
    const double *target; /* 4 x 4, by rows: the frame's placement in the base frame */
    const double *start;  /* nq: where joints besides the arm's stand, and from where solutions are sorted; NULL: home;
                             may lie in `solutions` */
    const double *given;  /* of seven joints: position of the given one, or arm angle, rad; NULL: as at the start. A
                             given joint keeps its turn; outside its limits all solutions count as outside */
} cdy_ik_closed_problem;

/* Report of a solve: how many solutions there are, and how near the nearest branch comes where there are none. */
typedef struct cdy_ik_closed_report {
    int count;            /* of the solutions written */
    int outside;          /* more solutions, which leave the limits */
    uint64_t families;    /* bit i: solution i is one of infinitely many, at a singular pose where a joint may stand
                             anywhere; that joint stands as at the start */
    double angular_error; /* rad; of the nearest branch where no branch reaches the target, else 0; NaN where there is
                             no branch to tell a distance of: the eigenvalues of a general arm are all complex, or not
                             found, the wrist lies in the shoulder, or numbers overflow */
    double linear_error;  /* m, of the same branch; NaN likewise */
} cdy_ik_closed_report;

/* Returns the options' defaults. */
CDY_API cdy_ik_closed_options cdy_ik_closed_options_default(void);

/* Recognises the structure of the joints between the base and a frame. CDY_ERROR_UNSUPPORTED where these are not six or
 * seven revolute joints that move independently; where six of them leave the frame fewer than six directions wherever
 * they stand, so that a target has infinitely many solutions or none, as with the elbow of a spherical shoulder and
 * wrist given; and where the equations of a general arm depend on each other and lose some of 40 random configurations,
 * as with some arms of several parallel or meeting axes. The message names what is in the way; the search solves such
 * arms. `options` may be NULL. */
CDY_API cdy_status cdy_ik_closed_create(const cdy_model *model, int frame, const cdy_ik_closed_options *options,
                                        cdy_ik_closed **solver, cdy_error *error);

/* Frees the arm; NULL is allowed. */
CDY_API void cdy_ik_closed_destroy(cdy_ik_closed *solver);

/* Returns the structure; of seven joints with one given, that of the other six. */
CDY_API cdy_ik_structure cdy_ik_closed_structure(const cdy_ik_closed *solver);

/* Returns the structure in words, such as "spherical wrist". */
CDY_API const char *cdy_ik_structure_name(cdy_ik_structure structure);

/* Returns the coordinate of q whose position is given; -1 where there is none. */
CDY_API int cdy_ik_closed_given(const cdy_ik_closed *solver);

/* Writes to *angle (rad, -pi to pi) the arm angle of a configuration q (nq): the angle about the line from shoulder to
 * wrist by which the elbow stands out of the plane of that line and of the first axis. CDY_ERROR_ARGUMENT where the
 * structure has no arm angle. */
CDY_API cdy_status cdy_ik_closed_arm_angle(const cdy_ik_closed *solver, const double *q, double *angle,
                                           cdy_error *error);

/* Finds the solutions of the problem: writes them to `solutions` (most x nq), sorted by their distance from the start,
 * and their number to report->count, 0 where the target is out of reach or all leave the limits; the report says which.
 * These are all solutions, but for joints that CDY_IK_GENERAL solves: of them some may be missing, without a sign in
 * the report, where eigenvalues are equal or nearly so, near singular poses and where a joint stands alike in several
 * solutions, as at right angles. Where branches seem to be lost, such targets are solved again in other ways, which
 * find most. Each solution is refined by Newton steps until rotation and position are reached to 1e-12 rad and 1e-12 of
 * the arm's length, or, where the arm stands far from the base's origin, to the rounding of the target's position. Of
 * solutions a turn apart the nearest to the start within the limits counts. Of more than `most` solutions the nearest
 * stay. Nothing is allocated. CDY_ERROR_ARGUMENT where the target is no placement, a number is not finite, or something
 * is given that six joints do not leave to choose. Sources: Elias and Wen 2022, "Canonical subproblems for robot
 * inverse kinematics"; Raghavan and Roth 1993, Manocha and Canny 1994 for general arms. */
CDY_API cdy_status cdy_ik_closed_solve(const cdy_ik_closed *solver, const cdy_ik_closed_problem *problem, int most,
                                       double *solutions, cdy_ik_closed_report *report, cdy_error *error);

#endif

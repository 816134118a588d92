/* Closed-form inverse kinematics inside: chains of revolute joints, their structures, and the branches of a solution.
 */
#ifndef CDY_IK_CLOSED_H
#define CDY_IK_CLOSED_H

#include "ik/circles.h"
#include "spatial/exponential.h"

#include <condyle/closed_inverse_kinematics.h>
#include <stdbool.h>

enum { MOST_JOINTS = 7, SIX = 6, MOST_BRANCHES = 64 };

/* A chain of revolute joints at positions 0, in the base's axes: the product of exponentials. */
typedef struct closed_chain {
    int n;
    vec3 axis[MOST_JOINTS];  /* unit vectors */
    vec3 point[MOST_JOINTS]; /* of each axis */
    vec3 tip;                /* the frame's origin */
    rotation tool;           /* the frame's axes, as columns */
    double size;             /* m: the length of the way along the points */
} closed_chain;

/* A placement: R maps the frame's coordinates to the base's. */
typedef struct closed_pose {
    rotation R;
    vec3 p;
} closed_pose;

/* A branch: the angles of all joints as points of the unit circle. */
typedef struct closed_branch {
    circle_point at[MOST_JOINTS];
    double excess; /* by how much equations of the branch have no solution; 0: they have one */
    bool is_free;  /* a joint of the branch may stand anywhere: the branch is one of a family */
} closed_branch;

typedef struct closed_branches {
    int count;
    bool is_doubtful; /* equations were singular, so that some may lack */
    closed_branch list[MOST_BRANCHES];
} closed_branches;

/* In which order the equations of a general arm take its joints; where axes meet, some orders have no finite number of
 * solutions. */
typedef enum general_order {
    ORDER_FORWARD,         /* 1 and 2, then 3 to 5, then 6 */
    ORDER_BACKWARD,        /* 6 and 5, then 4 to 2, then 1 */
    ORDER_SHIFTED,         /* 6 and 1, then 2 to 4, then 5 */
    ORDER_SHIFTED_BACKWARD /* 1 and 6, then 5 to 3, then 2 */
} general_order;

enum { GENERAL_ORDERS = ORDER_SHIFTED_BACKWARD + 1 };

/* A general arm in an order, with the coefficients that do not depend on the target: 14 equations over the 27 products
 * of the cosines, sines and ones of the three joints in the middle. */
typedef struct general_form {
    general_order order;
    closed_chain chain;
    double left[14][27];
} general_form;

/* A chain of six joints in the form that its structure asks for. */
typedef struct closed_form {
    cdy_ik_structure structure;
    bool is_reversed;    /* the form runs from the frame to the base */
    closed_chain chain;  /* points moved along their axes to where these meet; parallel axes all of one sense */
    bool is_turned[SIX]; /* of the chain's axes: the joint's own axis is opposite */
} closed_form;

/* Recognises the structure of six joints; axes closer than `tolerance` (rad, or part of the size) count as parallel, or
 * as meeting. */
void cdy_recognize_chain(const closed_chain *chain, double tolerance, closed_form *form);

/* The chain from its frame to its base: its placement is the inverse of that of `chain`. */
closed_chain cdy_reverse_chain(const closed_chain *chain);

/* The chain without joint k, which stands at `at`. */
closed_chain cdy_lock_joint(const closed_chain *chain, int k, circle_point at);

/* Moves the points of three axes from `first` on to where the axes meet, to `tolerance` of the size. False where they
 * do not meet, or where the middle axis is parallel to a neighbour: the axes then do not turn the frame in all
 * directions. */
bool cdy_join_axes(closed_chain *chain, int first, double tolerance);

/* Adds the branches of a form that reach the target, or nearly; `start` has the angles of free joints. */
void cdy_solve_form(const closed_form *form, const general_form *general, closed_pose target, const circle_point *start,
                    closed_branches *found);

/* R1 R2 R3 = M, of the axes `first` to first + 2: adds both solutions to each of the two branches; returns how many
 * there are. */
int cdy_solve_rotation(const closed_chain *chain, int first, rotation M, const circle_point *start,
                       closed_branch branches[2]);

/* The order in which the equations of a general arm are furthest from singular. */
general_order cdy_choose_general(const closed_chain *chain);

/* The order that runs the other way. */
general_order cdy_opposite_order(general_order order);

/* The coefficients of a general arm, and its branches. */
void cdy_prepare_general(const closed_chain *chain, general_order order, general_form *general);
void cdy_solve_general(const general_form *general, closed_pose target, closed_branches *found);

/* Solves six joints and refines the branches; returns how many are reached: those at the front of the list.  A general
 * arm of whose branches some may lack is solved in so many more ways; the first is the opposite order. */
enum { MOST_WAYS = 3 };
int cdy_solve_six(const closed_chain *chain, const closed_form *form, const general_form *general, closed_pose target,
                  const circle_point *start, int ways, closed_branches *found);

/* Whether six joints leave the frame fewer than six directions at all of some random configurations: a target that is
 * reached at all is then reached by infinitely many. */
bool cdy_has_self_motion(const closed_chain *chain);

/* Whether the equations of a general arm lose one of some random configurations that are not singular, from whose
 * placements they are to find it. */
bool cdy_loses_solutions(const closed_chain *chain, general_order order);

/* T^-1, and A B. */
closed_pose cdy_invert_pose(closed_pose pose);
closed_pose cdy_multiply_poses(closed_pose A, closed_pose B);

/* Seven joints with a spherical shoulder and wrist, at an arm angle. */
void cdy_solve_arm_angle(const closed_chain *chain, closed_pose target, double angle, const circle_point *start,
                         closed_branches *found);

/* The arm angle (rad) at which the joints stand. */
double cdy_arm_angle(const closed_chain *chain, const circle_point *at);

/* The placement of the chain's frame. */
closed_pose cdy_place_chain(const closed_chain *chain, const circle_point *at);

/* The placement of the chain's frame, and the columns of the Jacobian of its origin in the base's axes. */
closed_pose cdy_differentiate_chain(const closed_chain *chain, const circle_point *at, double J[MOST_JOINTS][6]);

/* Rotation vector and translation from the chain's placement to the target, in the base's axes; the rotation's part is
 * the sine of its angle. */
void cdy_chain_error(closed_pose placed, closed_pose target, double error[6]);

/* Takes Newton steps until the branch reaches the target to `tolerance`; false where it does not. */
bool cdy_polish_branch(const closed_chain *chain, closed_pose target, double tolerance, closed_branch *branch);

/* M v and M^T v about an axis: the rotation by a point of the circle, and back. */
static inline vec3 turn(vec3 axis, circle_point at, vec3 v)
{
    const vec3 sideways = cross(axis, v);
    return add(add(scale(at.c, v), scale(at.s, sideways)), scale((1 - at.c) * dot(axis, v), axis));
}

static inline vec3 turn_back(vec3 axis, circle_point at, vec3 v)
{
    return turn(axis, (circle_point){at.c, -at.s}, v);
}

/* R(axis, at) M. */
static inline rotation turn_matrix(vec3 axis, circle_point at, rotation M)
{
    const rotation columns = rotation_transpose(M);
    return rotation_transpose(
        (rotation){turn(axis, at, columns.x), turn(axis, at, columns.y), turn(axis, at, columns.z)});
}

/* The part of v across a unit vector. */
static inline vec3 across(vec3 axis, vec3 v)
{
    return subtract(v, scale(dot(axis, v), axis));
}

#endif

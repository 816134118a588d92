/* Operational space: the dynamics of a robot as a task feels them (Khatib 1987), for any rows of any frames.
 *
 * A task is a list of rows, each a component of the velocity of a point: v = J qd, m rows in all.  Arrays, defaults,
 * workspaces and errors are those of dynamics.h; the calls here need the mass matrix and fail with
 * CDY_ERROR_UNSUPPORTED above 4096 degrees of freedom, with CDY_ERROR_NUMERIC where it is singular.  Units of matrices
 * follow from those of their rows and columns.  None of the calls allocates but cdy_row_solver_create(). */
#ifndef CONDYLE_OPERATIONAL_SPACE_H
#define CONDYLE_OPERATIONAL_SPACE_H

#include <condyle/kinematics.h>

/* Which components of a spatial vector [angular; linear] are meant: sums of these. */
enum {
    CDY_ROW_WX = 1,
    CDY_ROW_WY = 2,
    CDY_ROW_WZ = 4,
    CDY_ROW_VX = 8,
    CDY_ROW_VY = 16,
    CDY_ROW_VZ = 32,
    CDY_ROWS_ANGULAR = 7,
    CDY_ROWS_LINEAR = 56,
    CDY_ROWS_ALL = 63
};

/* Memory of the calls on rows J: J itself, J M^-1 J^T and its inverse.  One thread uses it at a time. */
typedef struct cdy_row_solver cdy_row_solver;

/* Makes a solver for a model and at most `rows` rows, 0 to 4096, on the heap: the one allocation.  Fails with
 * CDY_ERROR_ARGUMENT or CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_row_solver_create(const cdy_model *model, int rows, cdy_row_solver **solver, cdy_error *error);

/* Frees a solver made by cdy_row_solver_create(); takes NULL. */
CDY_API void cdy_row_solver_destroy(cdy_row_solver *solver);

/* Returns the bytes that such a solver takes in memory of any alignment; 0 where an argument is wrong. */
CDY_API size_t cdy_row_solver_size(const cdy_model *model, int rows);

/* Makes a solver in the caller's `memory` of `size` bytes; *solver then points into it and must not be destroyed.
 * Fails with CDY_ERROR_ARGUMENT where `size` is under cdy_row_solver_size(). */
CDY_API cdy_status cdy_row_solver_init(void *memory, size_t size, const cdy_model *model, int rows,
                                       cdy_row_solver **solver, cdy_error *error);

/* Some components of the velocity of a point that is fixed to a frame, relative to the base. */
typedef struct cdy_task {
    int frame;
    cdy_axes axes;   /* of the components */
    unsigned rows;   /* CDY_ROWS_ALL and so on */
    double point[3]; /* in the frame's axes from its origin, m; zero: the origin */
} cdy_task;

/* A state of the robot and the tasks at it.  A member that is zero has the meaning of NULL in dynamics.h. */
typedef struct cdy_task_state {
    const double *q, *qd;  /* nq, n */
    const cdy_task *tasks; /* count */
    int count;
    double tolerance; /* of the rank, see cdy_task_dynamics(); 0: 1e-10 */
} cdy_task_state;

/* The results of cdy_task_dynamics(); where a pointer is NULL, the result is not wanted.  m is the number of rows,
 * those of the first task first, in the order wx wy wz vx vy vz; n = cdy_model_nv(). */
typedef struct cdy_operational_space {
    double *J;      /* m x n: v = J qd */
    double *Lambda; /* m x m: the inertia that the task feels, (J M^-1 J^T)^-1 */
    double *Jbar;   /* n x m: the dynamically consistent inverse, M^-1 J^T Lambda */
    double *N;      /* n x n: 1 - Jbar J; N qd does not move the task, N^T tau does not accelerate it */
    double *mu;     /* m: the bias of velocities, Jbar^T C qd - Lambda Jdot qd */
    double *p;      /* m: the bias of gravity, Jbar^T G */
    int rank;       /* written: how many rows are independent; under m, Lambda is a pseudo-inverse */
} cdy_operational_space;

/* Gives the dynamics of tasks at a state: Lambda vdot + mu + p = F where the torques are tau = J^T F + N^T tau0, J M^-1
 * J^T having full rank; damping, friction and springs of joints do not affect mu and p, and so not the equation either:
 * their torques add to tau.
 *
 * Rows that depend on each other, and poses in which the task is singular, are no failure: directions in which the
 * robot moves the task by less than `tolerance` times the most mobile one are left out, and `rank` tells how many are
 * left.  Mobility is the eigenvalue of J M^-1 J^T with the angular and the linear rows of each task told in units of
 * their own size, so that the choice of units does not affect the result.  Lambda is then the Moore-Penrose inverse of
 * J M^-1 J^T without those directions.
 *
 * Fails, too, with CDY_ERROR_ARGUMENT where there are more rows than the solver was made for.  A result that is not
 * wanted may be no finite number without a failure.  On a failure vectors, J and Lambda are as they were; Jbar and N
 * may hold numbers that are not finite.  Sources: Khatib 1987; Chang and Khatib 1995 for singular poses. */
CDY_API cdy_status cdy_task_dynamics(const cdy_model *model, cdy_workspace *workspace, cdy_row_solver *solver,
                                     const cdy_task_state *state, cdy_operational_space *result, cdy_error *error);

#endif

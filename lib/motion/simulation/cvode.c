/* Integration by CVODE of SUNDIALS, over the state y = [q; qd] (nq + nv).
 *
 * The quaternion of a joint is integrated as four numbers at the rate quaternion * [0; w] / 2, which keeps
 * its length; the solver does so to its tolerance. The result of a step is normalized, the solver's own state is not,
 * so that its history stays valid. */
#include "base/error.h"
#include "simulation/simulation.h"

#ifdef CDY_HAVE_CVODE

#include "base/finite.h"
#include "base/memory.h"
#include "model/model.h"
#include "simulation/group.h"

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

enum { MOST_INNER_STEPS = 100000, SOLVER_NUMBERS = 1 << 13 };

typedef struct cvode_solver {
    SUNContext context;
    void *memory; /* of CVODE */
    N_Vector y;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    SUNNonlinearSolver nonlinear;
    bool has_stepped;  /* a step was taken */
    bool restarted;    /* the solver's history does not belong to the state */
    bool fatal;        /* the derivative failed in a way that a shorter step cannot mend */
    cdy_status status; /* of the derivative */
    cdy_error error;
} cvode_solver;

/* Make a context, and silence a solver in it: errors are reported by return codes. */
#if SUNDIALS_VERSION_MAJOR >= 7
static bool make_context(SUNContext *context)
{
    return SUNContext_Create(SUN_COMM_NULL, context) == 0 && SUNContext_ClearErrHandlers(*context) == 0;
}

static bool keep_silent(void *memory)
{
    (void)memory; /* the context has the handlers */
    return true;
}
#else
static bool make_context(SUNContext *context)
{
    return SUNContext_Create(NULL, context) == 0;
}

static void ignore_error(int code, const char *module, const char *function, char *message, void *user)
{
    (void)code, (void)module, (void)function, (void)message, (void)user;
}

static bool keep_silent(void *memory)
{
    return CVodeSetErrHandlerFn(memory, ignore_error, NULL) == CV_SUCCESS;
}
#endif

/* The solver squares errors over tolerances. Above this rate the squares overflow, and it would accept any step. */
static const double largest_rate = 1e130;

static int check_rate(const cdy_simulation *s, cvode_solver *c, const double *rate)
{
    for (int i = 0; i < s->model->nq + s->model->nv; i++) {
        if (!(fabs(rate[i]) < largest_rate)) {
            c->status = cdy_fail(&c->error, CDY_ERROR_NUMERIC,
                                 "behind t = %.9g s the motion changes by %g a second, which is more than CVODE takes",
                                 cdy_simulation_time(s), fabs(rate[i]));
            c->fatal = true;
            return -1;
        }
    }
    return 0;
}

/* dy/dt. Where the dynamics have no finite result, the solver may try a shorter step (return value 1). */
static int differentiate(sunrealtype t, N_Vector y, N_Vector rate, void *user)
{
    cdy_simulation *s = user;
    cvode_solver *c = s->cvode;
    if (c->fatal) {
        return -1; /* CVODE goes on after some failures; the first is the one to tell */
    }
    double *x = N_VGetArrayPointer(y), *r = N_VGetArrayPointer(rate);
    const motion_state here = {x, x + s->model->nq};
    c->status = cdy_simulation_acceleration(s, t, here, r + s->model->nq, &c->error);
    if (c->status) {
        c->fatal = c->status != CDY_ERROR_NUMERIC;
        return c->fatal ? -1 : 1;
    }
    cdy_coordinate_rate(s->model, here.q, here.qd, r);
    return check_rate(s, c, r);
}

static bool make_solvers(cdy_simulation *s, cvode_solver *c, sunindextype size)
{
    if (s->options.integrator == CDY_CVODE) {
        c->nonlinear = SUNNonlinSol_FixedPoint(c->y, 0, c->context);
        return c->nonlinear && CVodeSetNonlinearSolver(c->memory, c->nonlinear) == CV_SUCCESS;
    }
    c->nonlinear = SUNNonlinSol_Newton(c->y, c->context);
    c->matrix = SUNDenseMatrix(size, size, c->context);
    c->linear = c->matrix ? SUNLinSol_Dense(c->y, c->matrix, c->context) : NULL;
    return c->nonlinear && c->linear && CVodeSetNonlinearSolver(c->memory, c->nonlinear) == CV_SUCCESS &&
           CVodeSetLinearSolver(c->memory, c->linear, c->matrix) == CV_SUCCESS;
}

/* SUNDIALS does not check all of its allocations (of its context, and of a copy of the matrix at the first step): make
 * sure that memory for them is available. */
static bool has_room(size_t size)
{
    void *block = cdy_allocate(size * size + SOLVER_NUMBERS, sizeof(double));
    const bool found = block != NULL;
    cdy_release(block);
    return found;
}

static bool make_solver(cdy_simulation *s, cvode_solver *c)
{
    const sunindextype size = (sunindextype)s->model->nq + s->model->nv;
    const cdy_simulation_options *o = &s->options;
    if (!has_room((size_t)size) || !make_context(&c->context)) {
        return false;
    }
    c->y = N_VNew_Serial(size, c->context);
    c->memory = CVodeCreate(o->integrator == CDY_CVODE ? CV_ADAMS : CV_BDF, c->context);
    if (!c->y || !c->memory) {
        return false;
    }
    N_VConst(0, c->y);
    return keep_silent(c->memory) && CVodeInit(c->memory, differentiate, 0, c->y) == CV_SUCCESS &&
           CVodeSStolerances(c->memory, o->relative_tolerance, o->absolute_tolerance) == CV_SUCCESS &&
           CVodeSetUserData(c->memory, s) == CV_SUCCESS &&
           CVodeSetMaxNumSteps(c->memory, MOST_INNER_STEPS) == CV_SUCCESS && make_solvers(s, c, size);
}

cdy_status cdy_cvode_create(cdy_simulation *s, cdy_error *error)
{
    cvode_solver *c = cdy_allocate(1, sizeof *c);
    if (!c) {
        return cdy_fail_memory(error);
    }
    s->cvode = c;
    c->restarted = true;
    if (s->model->nv > 0 && !make_solver(s, c)) {
        cdy_cvode_destroy(c);
        s->cvode = NULL;
        return cdy_fail(error, CDY_ERROR_MEMORY, "CVODE cannot be set up; memory ran out");
    }
    return CDY_OK;
}

void cdy_cvode_destroy(cvode_solver *c)
{
    if (!c) {
        return;
    }
    CVodeFree(&c->memory);
    if (c->nonlinear) {
        SUNNonlinSolFree(c->nonlinear);
    }
    if (c->linear) {
        SUNLinSolFree(c->linear);
    }
    if (c->matrix) {
        SUNMatDestroy(c->matrix);
    }
    if (c->y) {
        N_VDestroy(c->y);
    }
    SUNContext_Free(&c->context);
    cdy_release(c);
}

void cdy_cvode_restart(cvode_solver *c)
{
    c->restarted = true;
}

/* Restart the solver at the present state, where its history ends: the state was set, or the torque jumped. */
static int reinitialize(cdy_simulation *s, cvode_solver *c, double t)
{
    double *y = N_VGetArrayPointer(c->y);
    memcpy(y, s->now.q, (size_t)s->model->nq * sizeof *y);
    memcpy(y + s->model->nq, s->now.qd, (size_t)s->model->nv * sizeof *y);
    return CVodeReInit(c->memory, t, c->y);
}

static cdy_status fail(cdy_simulation *s, int code, cdy_error *error)
{
    cvode_solver *c = s->cvode;
    c->restarted = true; /* the next attempt starts at the last valid state */
    if (c->status) {
        return cdy_fail(error, c->status, "%s", c->error.text);
    }
    if (code == CV_MEM_FAIL) {
        c->has_stepped = false;
        return cdy_fail_memory(error);
    }
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "CVODE gives up behind t = %.9g s (code %d): the motion is too stiff or too fast for the "
                    "tolerances",
                    cdy_simulation_time(s), code);
}

cdy_status cdy_step_cvode(cdy_simulation *s, cdy_error *error)
{
    cvode_solver *c = s->cvode;
    const double t = cdy_simulation_time(s), goal = cdy_simulation_time_after(s, s->steps + 1);
    const bool restart = c->restarted || s->options.sampled_control;
    sunrealtype reached = t;
    c->status = CDY_OK;
    c->fatal = false;
    if (s->model->nv == 0) {
        return CDY_OK;
    }
    if (!c->has_stepped && !has_room((size_t)s->model->nq + (size_t)s->model->nv)) {
        return cdy_fail_memory(error);
    }
    c->has_stepped = true;
    int code = restart ? reinitialize(s, c, t) : CV_SUCCESS;
    if (code == CV_SUCCESS && s->options.sampled_control) {
        code = CVodeSetStopTime(c->memory, goal);
    }
    c->restarted = false;
    code = code < 0 ? code : CVode(c->memory, goal, c->y, &reached, CV_NORMAL);
    if (code < 0 || c->fatal) {
        return fail(s, code, error);
    }
    const double *y = N_VGetArrayPointer(c->y);
    memcpy(s->next.q, y, (size_t)s->model->nq * sizeof *y);
    memcpy(s->next.qd, y + s->model->nq, (size_t)s->model->nv * sizeof *y);
    cdy_normalize_quaternions(s->model, s->next.q);
    return CDY_OK;
}

#else

cdy_status cdy_cvode_create(cdy_simulation *s, cdy_error *error)
{
    (void)s;
    return cdy_fail(error, CDY_ERROR_UNSUPPORTED, "this build is without CVODE");
}

void cdy_cvode_destroy(struct cvode_solver *solver)
{
    (void)solver;
}

void cdy_cvode_restart(struct cvode_solver *solver)
{
    (void)solver;
}

cdy_status cdy_step_cvode(cdy_simulation *s, cdy_error *error)
{
    return cdy_cvode_create(s, error);
}

#endif

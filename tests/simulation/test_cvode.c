/* CVODE: the library's motions are those of CVODE as its manual sets it up, and whichever of its calls fails is told.
 */
#include "simulation/simulation_case.h"
#include "support/allocation.h"

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

/* ---- calls of the library into SUNDIALS, of which one may fail ---- */

static struct {
    int count;        /* calls so far */
    int failing;      /* the one that fails, from 1; 0: none */
    int code;         /* what it returns then */
    long inner_steps; /* as CVodeSetMaxNumSteps() was told */
} calls;

static bool fails_now(void)
{
    return ++calls.count == calls.failing;
}

/* Stands in place of a function that returns a code, or a pointer that may be NULL. */
#define STANDS_FOR(type, failure, name, parameters, arguments)                                                         \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters                                                                                      \
    {                                                                                                                  \
        return fails_now() ? (failure) : __real_##name arguments;                                                      \
    }

#if SUNDIALS_VERSION_MAJOR >= 7
STANDS_FOR(SUNErrCode, calls.code, SUNContext_Create, (SUNComm comm, SUNContext *context), (comm, context))
STANDS_FOR(SUNErrCode, calls.code, SUNContext_ClearErrHandlers, (SUNContext context), (context))
#define NO_COMMUNICATOR SUN_COMM_NULL
#else
STANDS_FOR(int, calls.code, SUNContext_Create, (void *comm, SUNContext *context), (comm, context))
STANDS_FOR(int, calls.code, CVodeSetErrHandlerFn, (void *memory, CVErrHandlerFn function, void *data),
           (memory, function, data))
#define NO_COMMUNICATOR NULL
#endif
STANDS_FOR(N_Vector, NULL, N_VNew_Serial, (sunindextype length, SUNContext context), (length, context))
STANDS_FOR(void *, NULL, CVodeCreate, (int method, SUNContext context), (method, context))
STANDS_FOR(int, calls.code, CVodeInit, (void *memory, CVRhsFn f, sunrealtype t, N_Vector y), (memory, f, t, y))
STANDS_FOR(int, calls.code, CVodeSStolerances, (void *memory, sunrealtype relative, sunrealtype absolute),
           (memory, relative, absolute))
STANDS_FOR(int, calls.code, CVodeSetUserData, (void *memory, void *data), (memory, data))
STANDS_FOR(SUNNonlinearSolver, NULL, SUNNonlinSol_FixedPoint, (N_Vector y, int m, SUNContext context), (y, m, context))
STANDS_FOR(SUNNonlinearSolver, NULL, SUNNonlinSol_Newton, (N_Vector y, SUNContext context), (y, context))
STANDS_FOR(SUNMatrix, NULL, SUNDenseMatrix, (sunindextype rows, sunindextype columns, SUNContext context),
           (rows, columns, context))
STANDS_FOR(SUNLinearSolver, NULL, SUNLinSol_Dense, (N_Vector y, SUNMatrix A, SUNContext context), (y, A, context))
STANDS_FOR(int, calls.code, CVodeSetNonlinearSolver, (void *memory, SUNNonlinearSolver solver), (memory, solver))
STANDS_FOR(int, calls.code, CVodeSetLinearSolver, (void *memory, SUNLinearSolver solver, SUNMatrix A),
           (memory, solver, A))
STANDS_FOR(int, calls.code, CVodeReInit, (void *memory, sunrealtype t, N_Vector y), (memory, t, y))
STANDS_FOR(int, calls.code, CVodeSetStopTime, (void *memory, sunrealtype t), (memory, t))
STANDS_FOR(int, calls.code, CVode, (void *memory, sunrealtype goal, N_Vector y, sunrealtype *t, int task),
           (memory, goal, y, t, task))

int __real_CVodeSetMaxNumSteps(void *memory, long steps);
int __wrap_CVodeSetMaxNumSteps(void *memory, long steps);

int __wrap_CVodeSetMaxNumSteps(void *memory, long steps)
{
    calls.inner_steps = steps;
    return fails_now() ? calls.code : __real_CVodeSetMaxNumSteps(memory, steps);
}

/* ---- an arm under a law ---- */

enum { DEGREES = 3 };

/* Calls so far, the call that fails, and how. */
typedef struct law {
    int count, failing;
    cdy_status status;
    double torque; /* added on the last joint */
} law;

static cdy_status pull(void *user, double t, const double *q, const double *qd, double *tau)
{
    law *l = user;
    for (int i = 0; i < DEGREES; i++) {
        tau[i] = 3 * sin(5 * t + i) - 4 * q[i] - qd[i];
    }
    tau[DEGREES - 1] += l->torque;
    return ++l->count == l->failing ? l->status : CDY_OK;
}

static const double q0[DEGREES] = {0.3, -0.2, 0.5}, qd0[DEGREES] = {0.4, 1, -0.7};

static cdy_simulation *start(const robot *r, law *l, cdy_simulation_options o)
{
    cdy_error error = {0};
    cdy_simulation *s = NULL;
    o.control = pull;
    o.control_user = l;
    ck_assert_ok(cdy_simulation_create(r->model, &o, &s, &error), error);
    ck_assert_ok(cdy_simulation_set_state(s, 0.1, q0, qd0, &error), error);
    return s;
}

static cdy_simulation_options options_of(int number)
{
    cdy_simulation_options o = cdy_simulation_options_default();
    o.integrator = number % 2 ? CDY_CVODE_STIFF : CDY_CVODE;
    o.step = 0.01;
    return o;
}

static robot make_subject(void)
{
    robot r = make_robot(random_tree(5, DEGREES, RANDOM_JOINTS_ONE_DEGREE));
    ck_assert_int_eq(r.nv, DEGREES);
    ck_assert_int_eq(r.nq, DEGREES);
    return r;
}

/* ---- the same motion by CVODE alone ---- */

typedef struct solver {
    robot *r;
    law *l;
    bool sampled;
    double tau[DEGREES]; /* of the step's beginning */
    SUNContext context;
    N_Vector y;
    void *memory;
    SUNMatrix A;
    SUNLinearSolver linear;
    SUNNonlinearSolver nonlinear;
} solver;

static int differentiate(sunrealtype t, N_Vector y, N_Vector rate, void *user)
{
    solver *s = user;
    cdy_error error = {0};
    const double *q = N_VGetArrayPointer(y), *qd = q + DEGREES;
    double *r = N_VGetArrayPointer(rate), tau[DEGREES];
    if (!s->sampled) {
        pull(s->l, t, q, qd, tau);
    }
    memcpy(r, qd, DEGREES * sizeof *r);
    ck_assert_ok(
        cdy_forward_dynamics(s->r->model, s->r->work, q, qd, s->sampled ? s->tau : tau, NULL, r + DEGREES, &error),
        error);
    return 0;
}

static solver *make_solver(robot *r, law *l, const cdy_simulation_options *o)
{
    const double relative = o->relative_tolerance > 0 ? o->relative_tolerance : 1e-8,
                 absolute = o->absolute_tolerance > 0 ? o->absolute_tolerance : 1e-10;
    solver *s = calloc(1, sizeof *s);
    s->r = r;
    s->l = l;
    s->sampled = o->sampled_control;
    ck_assert_int_eq(SUNContext_Create(NO_COMMUNICATOR, &s->context), 0);
    s->y = N_VNew_Serial(2 * DEGREES, s->context);
    memcpy(N_VGetArrayPointer(s->y), q0, sizeof q0);
    memcpy(N_VGetArrayPointer(s->y) + DEGREES, qd0, sizeof qd0);
    const bool stiff = o->integrator == CDY_CVODE_STIFF;
    s->memory = CVodeCreate(stiff ? CV_BDF : CV_ADAMS, s->context);
    ck_assert_int_eq(CVodeInit(s->memory, differentiate, 0.1, s->y), CV_SUCCESS);
    ck_assert_int_eq(CVodeSStolerances(s->memory, relative, absolute), CV_SUCCESS);
    ck_assert_int_eq(CVodeSetUserData(s->memory, s), CV_SUCCESS);
    s->nonlinear = stiff ? SUNNonlinSol_Newton(s->y, s->context) : SUNNonlinSol_FixedPoint(s->y, 0, s->context);
    ck_assert_int_eq(CVodeSetNonlinearSolver(s->memory, s->nonlinear), CV_SUCCESS);
    if (stiff) {
        s->A = SUNDenseMatrix(2 * DEGREES, 2 * DEGREES, s->context);
        s->linear = SUNLinSol_Dense(s->y, s->A, s->context);
        ck_assert_int_eq(CVodeSetLinearSolver(s->memory, s->linear, s->A), CV_SUCCESS);
    }
    return s;
}

static void free_solver(solver *s)
{
    CVodeFree(&s->memory);
    SUNNonlinSolFree(s->nonlinear);
    if (s->A) {
        SUNLinSolFree(s->linear);
        SUNMatDestroy(s->A);
    }
    N_VDestroy(s->y);
    SUNContext_Free(&s->context);
    free(s);
}

/* A step from t to `goal`; the history begins anew where the torque or the state jumps. */
static void step(solver *s, double t, double goal, bool jumps)
{
    double *q = N_VGetArrayPointer(s->y), *qd = q + DEGREES;
    if (s->sampled) {
        pull(s->l, t, q, qd, s->tau);
        ck_assert_int_eq(CVodeReInit(s->memory, t, s->y), CV_SUCCESS);
        ck_assert_int_eq(CVodeSetStopTime(s->memory, goal), CV_SUCCESS);
    } else if (jumps) {
        ck_assert_int_eq(CVodeReInit(s->memory, t, s->y), CV_SUCCESS);
    }
    ck_assert_int_ge(CVode(s->memory, goal, s->y, &t, CV_NORMAL), 0);
}

static void check_same(const cdy_simulation *s, const double *y)
{
    ck_assert_mem_eq(cdy_simulation_q(s), y, sizeof q0);
    ck_assert_mem_eq(cdy_simulation_qd(s), y + DEGREES, sizeof qd0);
}

/* Adams methods and backward differentiation, tolerances given and not, torques sampled and not; to the last bit. */
START_TEST(motions_are_those_of_cvode)
{
    cdy_error error = {0};
    law ours = {.count = 0}, theirs = ours;
    robot r = make_subject();
    cdy_simulation_options o = options_of(_i);
    o.relative_tolerance = _i & 2 ? 3e-6 : 0;
    o.absolute_tolerance = _i & 2 ? 2e-7 : 0;
    o.sampled_control = _i & 4;
    calls.inner_steps = 0;
    cdy_simulation *s = start(&r, &theirs, o);
    ck_assert_int_eq(calls.inner_steps, 100000);
    solver *alone = make_solver(&r, &ours, &o);
    for (int k = 0; k < 40; k++) {
        const bool jumps = k == 10 || k == 20;
        if (k == 10) { /* the state is set to what it is */
            double q[DEGREES], qd[DEGREES];
            memcpy(q, cdy_simulation_q(s), sizeof q);
            memcpy(qd, cdy_simulation_qd(s), sizeof qd);
            ck_assert_ok(cdy_simulation_set_state(s, cdy_simulation_time(s), q, qd, &error), error);
        }
        if (k == 20) { /* the arm takes up a load */
            const cdy_payload load = {.mass = 2, .center_of_mass = {0.1, 0.2, 0}, .inertia = {0.1, 0.1, 0.1}};
            ck_assert_ok(cdy_model_set_payload(r.model, cdy_model_frame_count(r.model) - 1, &load, &error), error);
        }
        const double t = cdy_simulation_time(s),
                     goal = k < 10 ? 0.1 + (k + 1) * 0.01 : 0.1 + 10 * 0.01 + (k - 9) * 0.01;
        step(alone, t, goal, jumps);
        run(s, 1);
        ck_assert_double_eq(cdy_simulation_time(s), goal);
        check_same(s, N_VGetArrayPointer(alone->y));
        ck_assert_int_eq(theirs.count, ours.count);
    }
    free_solver(alone);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* Quaternions have unit length after each step, whichever body floats. */
START_TEST(quaternions_keep_unit_length)
{
    cdy_tree *tree = make_tree("world", 0);
    static const char *const names[2][2] = {{"arm", "hinge"}, {"top", "fly"}};
    for (int i = 0; i < 2; i++) {
        cdy_body body = make_body(names[i][0], names[i][1], i ? CDY_JOINT_FLOATING : CDY_JOINT_CONTINUOUS);
        set_inertial(&body, 3, 0.1, 0.2, 0, (double[6]){0.2, 0, 0, 0.3, 0, 0.5});
        add_body(tree, &body, i ? "arm" : "world");
    }
    robot r = make_robot(tree);
    const double qd[7] = {1, 5, -7, 9, 0, 1, 0};
    cdy_simulation *s = simulate(&r, _i ? CDY_CVODE_STIFF : CDY_CVODE, 0.01, NULL, qd);
    for (int k = 0; k < 100; k++) {
        run(s, 1);
        const double *q = cdy_simulation_q(s) + 1;
        ck_assert_double_eq_tol(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-15);
    }
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* ---- failures ---- */

/* The number of calls that creation makes. */
static int count_calls(const robot *r, const cdy_simulation_options *o)
{
    cdy_simulation *s = NULL;
    calls.count = calls.failing = 0;
    ck_assert_int_eq(cdy_simulation_create(r->model, o, &s, NULL), CDY_OK);
    const int made = calls.count;
    cdy_simulation_destroy(s);
    return made;
}

START_TEST(each_call_that_fails_ends_the_creation)
{
    robot r = make_subject();
    const cdy_simulation_options o = options_of(_i);
    const int made = count_calls(&r, &o);
    ck_assert_int_ge(made, _i ? 10 : 9);
    for (int n = 1; n <= made; n++) {
        cdy_error error = {0};
        cdy_simulation *s = (cdy_simulation *)&error; /* no simulation */
        const size_t live = heap_count().live;
        calls.count = 0;
        calls.failing = n;
        calls.code = CV_MEM_FAIL;
        const cdy_status status = cdy_simulation_create(r.model, &o, &s, &error);
        const size_t kept = heap_count().live;
        calls.failing = 0;
        ck_assert_msg(status == CDY_ERROR_MEMORY && error.status == status, "call %d: %d", n, (int)status);
        ck_assert_str_eq(error.text, "CVODE cannot be set up; memory ran out");
        ck_assert_ptr_null(s);
        ck_assert_uint_eq(kept, live);
    }
    free_robot(&r);
}
END_TEST

/* A step that fails leaves the state; the next begins the history anew. */
START_TEST(a_call_that_fails_ends_the_step)
{
    static const struct {
        int code;
        cdy_status status;
        const char *text;
    } cases[] = {
        {CV_MEM_FAIL, CDY_ERROR_MEMORY, "out of memory"},
        {CV_CONV_FAILURE, CDY_ERROR_NUMERIC,
         "CVODE gives up behind t = 0.15 s (code -4): the motion is too stiff or too fast for the tolerances"},
        {CV_TOO_MUCH_WORK, CDY_ERROR_NUMERIC,
         "CVODE gives up behind t = 0.15 s (code -1): the motion is too stiff or too fast for the tolerances"}};
    robot r = make_subject();
    cdy_simulation_options o = options_of(_i);
    o.sampled_control = _i & 2;
    const int made = o.sampled_control ? 3 : 1; /* CVodeReInit(), CVodeSetStopTime(), CVode() */
    for (int k = 0; k < made * 3; k++) {
        law one = {.count = 0}, other = {.count = 0};
        cdy_error error = {0};
        double y[2 * DEGREES];
        cdy_simulation *s = start(&r, &one, o), *undisturbed = start(&r, &other, o);
        run(s, 5);
        run(undisturbed, 6);
        memcpy(y, cdy_simulation_q(s), sizeof q0);
        memcpy(y + DEGREES, cdy_simulation_qd(s), sizeof qd0);
        calls.count = 0;
        calls.failing = k / 3 + 1;
        calls.code = cases[k % 3].code;
        ck_assert_fails(cdy_simulation_step(s, &error), cases[k % 3].status, error);
        ck_assert_int_eq(calls.count, calls.failing);
        ck_assert_str_eq(error.text, cases[k % 3].text);
        calls.failing = 0;
        check_same(s, y);
        if (heap_is_counted() && calls.code == CV_MEM_FAIL) { /* the next step asks for the solver's memory first */
            heap_fail_at(1);
            const cdy_status status = cdy_simulation_step(s, &error);
            heap_fail_at(0);
            ck_assert_int_eq(status, CDY_ERROR_MEMORY);
        }
        for (int again = 0; again < 2; again++) {
            calls.count = 0;
            run(s, 1);
            ck_assert_int_eq(calls.count, o.sampled_control ? 3 : again ? 1 : 2);
            if (again == 0) {
                ck_assert_near(cdy_simulation_q(s), cdy_simulation_q(undisturbed), DEGREES, 1e-7);
                ck_assert_near(cdy_simulation_qd(s), cdy_simulation_qd(undisturbed), DEGREES, 1e-7);
            }
        }
        cdy_simulation_destroy(s);
        cdy_simulation_destroy(undisturbed);
    }
    free_robot(&r);
}
END_TEST

/* A law that fails ends the step with its own status and place at once; where the law finds no numbers, a shorter step
 * may find them. */
START_TEST(laws_that_fail_end_the_step)
{
    robot r = make_subject();
    for (int k = 0; k < 4; k++) {
        const cdy_status status = k % 2 ? CDY_ERROR_NUMERIC : CDY_ERROR_IO;
        law l = {.failing = k < 2 ? 3 : 1, .status = status};
        cdy_error error = {0};
        cdy_simulation *s = start(&r, &l, options_of(_i));
        if (k == 1) {
            run(s, 1);
            ck_assert_int_gt(l.count, 3);
        } else {
            ck_assert_fails(cdy_simulation_step(s, &error), status, error);
            ck_assert_msg(strncmp(error.text, "the control law fails at t = 0.1", 32) == 0, "%s", error.text);
            ck_assert_int_eq(l.count, l.failing);
            ck_assert_double_eq(cdy_simulation_time(s), 0.1);
        }
        /* The failure is over: the next one is told in words of its own. */
        calls.count = 0;
        calls.failing = k == 1 ? 1 : 2;
        calls.code = CV_CONV_FAILURE;
        ck_assert_fails(cdy_simulation_step(s, &error), CDY_ERROR_NUMERIC, error);
        calls.failing = 0;
        ck_assert_ptr_nonnull(strstr(error.text, "(code -4)"));
        run(s, 1);
        cdy_simulation_destroy(s);
    }
    free_robot(&r);
}
END_TEST

/* The last of the rates, an acceleration, has the bound of the first. */
START_TEST(accelerations_have_a_bound)
{
    cdy_tree *tree = make_tree("ground", 0);
    static const char *const names[DEGREES][2] = {{"a", "x"}, {"b", "y"}, {"c", "z"}};
    for (int i = 0; i < DEGREES; i++) {
        cdy_body body = make_body(names[i][0], names[i][1], CDY_JOINT_PRISMATIC);
        set_inertial(&body, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, "ground");
    }
    robot r = make_robot(tree);
    for (int sign = -1; sign <= 1; sign += 2) {
        law l = {.torque = sign * 2.006e130};
        cdy_error error = {0};
        cdy_simulation *s = start(&r, &l, options_of(_i));
        ck_assert_fails(cdy_simulation_step(s, &error), CDY_ERROR_NUMERIC, error);
        ck_assert_str_eq(error.text, "behind t = 0.1 s the motion changes by 1.003e+130 a second, which is more than "
                                     "CVODE takes");
        ck_assert_int_eq(l.count, 1); /* no shorter step helps */
        l.torque = sign * 1.994e130;
        cdy_simulation_step(s, &error);
        ck_assert_ptr_null(strstr(error.text, "changes by 9.97"));
        cdy_simulation_destroy(s);
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cvode");
    TCase *tests = tcase_create("motions");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, motions_are_those_of_cvode, 0, 8);
    tcase_add_loop_test(tests, quaternions_keep_unit_length, 0, 2);
    tests = tcase_create("failures");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, each_call_that_fails_ends_the_creation, 0, 2);
    tcase_add_loop_test(tests, a_call_that_fails_ends_the_step, 0, 4);
    tcase_add_loop_test(tests, laws_that_fail_end_the_step, 0, 2);
    tcase_add_loop_test(tests, accelerations_have_a_bound, 0, 2);
    return run_suites(suite, NULL);
}

/* Motions with limits of jerk, from any state to any state. */
#include "gateway.h"

enum { STATE = 3, RESULTS = 4 };

/* Plans between states and with limits that have a row [q qd qdd], or [velocity acceleration jerk], a coordinate. */
static bool plan(const gateway_call *call, size_t n, double least, cdy_online_trajectory **trajectory)
{
    const char *const names[STATE] = {"start", "goal", "limits"};
    const double *columns[STATE];
    cdy_error error;
    for (int k = 0; k < STATE; k++) {
        const mxArray *numbers;
        if (!read_array(call->arguments[k], names[k], &numbers)) {
            return false;
        }
        if (mxGetM(numbers) != n || mxGetN(numbers) != STATE) {
            return fail("condyle:argument", "%s: expected %zu rows of 3 numbers, one a coordinate", names[k], n);
        }
        columns[k] = mxGetPr(numbers);
    }
    const cdy_online_motion motion = {
        columns[0],         columns[0] + n, columns[0] + 2 * n, columns[1],         columns[1] + n,
        columns[1] + 2 * n, columns[2],     columns[2] + n,     columns[2] + 2 * n, least};
    if (cdy_online_trajectory_create((int)n, trajectory, &error)) {
        return fail_with(&error);
    }
    return cdy_online_trajectory_plan(*trajectory, &motion, &error) ? fail_with(&error) : true;
}

/* Evaluates the motion at all times, a column a time. */
static bool evaluate(const gateway_call *call, const cdy_online_trajectory *trajectory, size_t n)
{
    const mxArray *times;
    double *columns[RESULTS];
    cdy_error error;
    if (!read_array(call->arguments[3], "t", &times)) {
        return false;
    }
    const size_t count = mxGetNumberOfElements(times);
    for (int k = 0; k < RESULTS; k++) {
        call->results[1 + k] = mxCreateDoubleMatrix(n, count, mxREAL);
        columns[k] = mxGetPr(call->results[1 + k]);
    }
    for (size_t i = 0; i < count; i++) {
        if (cdy_online_trajectory_evaluate(trajectory, mxGetPr(times)[i], columns[0] + i * n, columns[1] + i * n,
                                           columns[2] + i * n, columns[3] + i * n, &error)) {
            return fail_with(&error);
        }
    }
    return true;
}

/* condyle("online_trajectory", start (n x 3), goal (n x 3), limits (n x 3), t, least duration): the duration, and
 * positions, velocities, accelerations and jerks at t (n x count each). */
static bool online_trajectory(const gateway_call *call)
{
    const size_t n = mxGetM(call->arguments[0]);
    cdy_online_trajectory *trajectory = NULL;
    double least;
    if (!read_number(call->arguments[4], "least_duration", &least)) {
        return false;
    }
    if (n < 1 || n > 10000) {
        return fail("condyle:argument", "start: expected 1 to 10000 rows, one a coordinate");
    }
    bool done = plan(call, n, least, &trajectory) && evaluate(call, trajectory, n);
    if (done) {
        call->results[0] = mxCreateDoubleScalar(cdy_online_trajectory_duration(trajectory));
    }
    cdy_online_trajectory_destroy(trajectory);
    return done;
}

const gateway_entry online_calls[] = {
    {"online_trajectory", online_trajectory, 5, 5},
    {NULL, NULL, 0, 0},
};

#include "configuration.h"

#include "ik_ends.h"

#include <math.h>
#include <string.h>

/* Tells whether a joint has positions of its own in configurations. */
static bool is_configured(const cdy_moving_joint *joint)
{
    return !joint->is_follower;
}

static bool read_joint(const held_robot *robot, const mxArray *array, size_t index, double *q, bool *given)
{
    const mxArray *name_field = mxGetField(array, index, "JointName");
    const mxArray *position = mxGetField(array, index, "JointPosition");
    char *name;
    const double *numbers;
    int number;
    cdy_moving_joint joint;
    cdy_error error;
    if (!name_field || !position) {
        return fail("condyle:argument",
                    "the configuration: expected a struct array with the fields JointName and JointPosition");
    }
    if (!read_text(name_field, "JointName", &name)) {
        return false;
    }
    if (cdy_model_require_joint(robot->model, name, &number, &error) || cdy_model_joint(robot->model, number, &joint)) {
        return fail_with(&error);
    }
    if (!is_configured(&joint) || given[number]) {
        return fail("condyle:argument", "the configuration: joint '%.80s' %s", name,
                    given[number] ? "is there twice" : "follows another one and has no position of its own");
    }
    if (!read_vector(position, "JointPosition", (size_t)joint.nq, &numbers)) {
        return false;
    }
    memcpy(q + joint.position, numbers, (size_t)joint.nq * sizeof *q);
    given[number] = true;
    return true;
}

bool configuration_read(const held_robot *robot, const mxArray *array, const mxArray **vector)
{
    size_t nq = (size_t)cdy_model_nq(robot->model);
    int joints = cdy_model_joint_count(robot->model);
    bool column = robot->format == FORMAT_COLUMN;
    bool *given = mxCalloc((size_t)joints + 1, sizeof *given);
    mxArray *q = mxCreateDoubleMatrix(column ? nq : 1, column ? 1 : nq, mxREAL);
    for (size_t i = 0; i < mxGetNumberOfElements(array); i++) {
        if (!read_joint(robot, array, i, mxGetPr(q), given)) {
            return false;
        }
    }
    for (int i = 0; i < joints; i++) {
        cdy_moving_joint joint;
        if (!cdy_model_joint(robot->model, i, &joint) && is_configured(&joint) && !given[i]) {
            return fail("condyle:argument", "the configuration: joint '%.80s' is missing", joint.name);
        }
    }
    *vector = q;
    return true;
}

static mxArray *make_struct(const held_robot *robot, const double *q)
{
    const char *fields[] = {"JointName", "JointPosition"};
    int joints = cdy_model_joint_count(robot->model), own = 0;
    cdy_moving_joint joint;
    for (int i = 0; i < joints; i++) {
        own += !cdy_model_joint(robot->model, i, &joint) && is_configured(&joint);
    }
    mxArray *array = mxCreateStructMatrix(1, (mwSize)own, 2, fields);
    for (int i = 0, place = 0; i < joints; i++) {
        if (!cdy_model_joint(robot->model, i, &joint) && is_configured(&joint)) {
            mxSetField(array, (mwIndex)place, fields[0], mxCreateString(joint.name));
            mxSetField(array, (mwIndex)place++, fields[1], make_row(q + joint.position, (size_t)joint.nq));
        }
    }
    return array;
}

mxArray *configuration_make(const held_robot *robot, const double *q)
{
    if (robot->format == FORMAT_STRUCT) {
        return make_struct(robot, q);
    }
    size_t nq = (size_t)cdy_model_nq(robot->model);
    bool column = robot->format == FORMAT_COLUMN;
    mxArray *array = mxCreateDoubleMatrix(column ? nq : 1, column ? 1 : nq, mxREAL);
    memcpy(mxGetPr(array), q, nq * sizeof *q);
    return array;
}

/* condyle("home", robot) */
static bool home(const gateway_call *call)
{
    held_robot *robot;
    if (!handle_find_model(call->arguments[0], &robot)) {
        return false;
    }
    double *q = mxCalloc((size_t)cdy_model_nq(robot->model) + 1, sizeof *q);
    cdy_home_configuration(robot->model, q);
    call->results[0] = configuration_make(robot, q);
    return true;
}

/* condyle("random", robot, seed): a configuration in the data format. */
static bool random_configuration(const gateway_call *call)
{
    held_robot *robot;
    double number;
    if (!handle_find_model(call->arguments[0], &robot) ||
        !read_integer(call->arguments[1], "the seed", 0, 9007199254740992.0, &number)) {
        return false;
    }
    uint64_t seed = (uint64_t)number;
    double *q = mxCalloc((size_t)cdy_model_nq(robot->model) + 1, sizeof *q);
    cdy_random_configuration(robot->model, &seed, q);
    call->results[0] = configuration_make(robot, q);
    return true;
}

bool configuration_read_state(const held_robot *robot, const mxArray *array, const char *what, int size,
                              const double **numbers)
{
    const mxArray *vector = array;
    *numbers = NULL;
    if (array && mxIsStruct(array) && !configuration_read(robot, array, &vector)) {
        return false;
    }
    return !vector || read_vector(vector, what, (size_t)size, numbers);
}

/* integrate and difference: two vectors in, one out. */
static bool combine(const gateway_call *call, bool integrate)
{
    held_robot *robot;
    if (!handle_find_model(call->arguments[0], &robot)) {
        return false;
    }
    int nq = cdy_model_nq(robot->model), nv = cdy_model_nv(robot->model);
    const double *a, *b;
    cdy_error error;
    if (!configuration_read_state(robot, call->arguments[1], integrate ? "q" : "q0", nq, &a) ||
        !configuration_read_state(robot, call->arguments[2], integrate ? "the step" : "q1", integrate ? nv : nq, &b)) {
        return false;
    }
    bool column = robot->format == FORMAT_COLUMN;
    mwSize size = (mwSize)(integrate ? nq : nv);
    call->results[0] = mxCreateDoubleMatrix(column ? size : 1, column ? 1 : size, mxREAL);
    double *result = mxGetPr(call->results[0]);
    cdy_status status = integrate ? cdy_configuration_integrate(robot->model, a, b, result, &error)
                                  : cdy_configuration_difference(robot->model, a, b, result, &error);
    return !status || fail_with(&error);
}

static bool integrate_configuration(const gateway_call *call)
{
    return combine(call, true);
}

static bool configuration_difference(const gateway_call *call)
{
    return combine(call, false);
}

/* qdot = q * [0; w] / 2, where w is the angular velocity in the child's frame. */
static void quaternion_rate(const double *p, const double *a, double *rate)
{
    rate[0] = -0.5 * (p[1] * a[0] + p[2] * a[1] + p[3] * a[2]);
    rate[1] = 0.5 * (p[0] * a[0] + p[2] * a[2] - p[3] * a[1]);
    rate[2] = 0.5 * (p[0] * a[1] + p[3] * a[0] - p[1] * a[2]);
    rate[3] = 0.5 * (p[0] * a[2] + p[1] * a[1] - p[2] * a[0]);
}

/* The rate of the quaternion, and the linear velocity in the axes of the base, where [w; v] is the twist in the child's
 * frame and q the unit quaternion. */
static void floating_rate(const double *position, const double *twist, double *rate)
{
    double length = 0, unit[4];
    for (int i = 0; i < 4; i++) {
        length += position[i] * position[i];
    }
    for (int i = 0; i < 4; i++) {
        unit[i] = position[i] / sqrt(length);
    }
    const double w = unit[0], x = unit[1], y = unit[2], z = unit[3], *v = twist + 3;
    const double R[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                            {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                            {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    quaternion_rate(position, twist, rate);
    for (int i = 0; i < 3; i++) {
        rate[4 + i] = R[i][0] * v[0] + R[i][1] * v[1] + R[i][2] * v[2];
    }
}

static void planar_rate(const double *position, const double *velocity, double *rate)
{
    const double c = cos(position[2]), s = sin(position[2]);
    rate[0] = c * velocity[0] - s * velocity[1];
    rate[1] = s * velocity[0] + c * velocity[1];
    rate[2] = velocity[2];
}

/* condyle("configuration_rate", robot, q, qd): the derivative of the numbers of q by time */
static bool configuration_rate(const gateway_call *call)
{
    held_robot *robot;
    if (!handle_find_model(call->arguments[0], &robot)) {
        return false;
    }
    int nq = cdy_model_nq(robot->model), nv = cdy_model_nv(robot->model);
    const double *q, *qd;
    if (!read_vector(call->arguments[1], "q", (size_t)nq, &q) ||
        !read_vector(call->arguments[2], "qd", (size_t)nv, &qd)) {
        return false;
    }
    bool column = robot->format == FORMAT_COLUMN;
    call->results[0] = mxCreateDoubleMatrix((mwSize)(column ? nq : 1), (mwSize)(column ? 1 : nq), mxREAL);
    double *rate = mxGetPr(call->results[0]);
    cdy_coordinate coordinate;
    for (int p = 0, v = 0; p < nq && !cdy_model_position(robot->model, p, &coordinate);) {
        const cdy_joint_traits *traits = cdy_joint_type_traits(coordinate.type);
        if (traits->turns == 3 && traits->slides == 3) {
            floating_rate(q + p, qd + v, rate + p);
        } else if (traits->turns == 3) {
            quaternion_rate(q + p, qd + v, rate + p);
        } else if (traits->slides == 2) {
            planar_rate(q + p, qd + v, rate + p);
        } else {
            rate[p] = qd[v];
        }
        p += traits->nq;
        v += traits->nv;
    }
    return true;
}

/* condyle("clamp_configuration", robot, q) */
static bool clamp_configuration(const gateway_call *call)
{
    held_robot *robot;
    const double *numbers;
    if (!handle_find_model(call->arguments[0], &robot) ||
        !configuration_read_state(robot, call->arguments[1], "the configuration", cdy_model_nq(robot->model),
                                  &numbers)) {
        return false;
    }
    size_t nq = (size_t)cdy_model_nq(robot->model);
    double *q = mxCalloc(nq + 1, sizeof *q);
    if (numbers) {
        memcpy(q, numbers, nq * sizeof *q);
    } else {
        cdy_home_configuration(robot->model, q);
    }
    int moved = cdy_configuration_clamp(robot->model, q);
    call->results[0] = configuration_make(robot, q);
    if (call->result_count > 1) {
        call->results[1] = mxCreateDoubleScalar(moved);
    }
    return true;
}

/* Reads the options of a search, and what ends it where there is an argument for it. */
static bool read_ik_options(const gateway_call *call, const mxArray *ending, ik_ends *ends, cdy_ik_options *options)
{
    const double *weights;
    double iterations, restarts, seed;
    *options = cdy_ik_options_default();
    if (!read_vector(call->arguments[4], "the weights", 6, &weights) ||
        !read_number(call->arguments[5], "the tolerance of orientation", &options->angular_tolerance) ||
        !read_number(call->arguments[6], "the tolerance of position", &options->linear_tolerance) ||
        !read_integer(call->arguments[7], "MaxIterations", 1, 1e9, &iterations) ||
        !read_integer(call->arguments[8], "the restarts", 0, 1e9, &restarts) ||
        !read_integer(call->arguments[9], "the seed", 0, 9007199254740992.0, &seed) ||
        !read_flag(call->arguments[10], "IgnoreLimits", &options->ignore_limits)) {
        return false;
    }
    memcpy(options->weights, weights, sizeof options->weights);
    options->iterations = (int)iterations;
    options->restarts = (int)restarts;
    options->seed = (uint64_t)seed;
    if (ending && !ik_ends_read(ending, ends)) {
        return false;
    }
    if (ending) {
        options->stop = ends->stop;
        options->damping_bias = ends->damping_bias;
        options->constant_damping = ends->constant_damping;
    }
    return true;
}

/* Reads the arguments that both calls of inverse kinematics have. */
static bool read_ik_problem(const gateway_call *call, held_robot **robot, double target[16], const mxArray *ending,
                            ik_ends *ends, cdy_ik_options *options, cdy_ik_problem *problem)
{
    char *name;
    cdy_error error;
    if (!handle_find_model(call->arguments[0], robot) || !read_text(call->arguments[1], "the body's name", &name) ||
        !read_matrix(call->arguments[2], "the pose", 4, 4, target) ||
        !configuration_read_state(*robot, argument_at(call, 3), "the initial guess", cdy_model_nq((*robot)->model),
                                  &problem->start) ||
        !read_ik_options(call, ending, ends, options)) {
        return false;
    }
    return !cdy_model_require_frame((*robot)->model, name, &problem->frame, &error) || fail_with(&error);
}

/* condyle("inverse_kinematics", robot, body, target, start, weights, angular tolerance, linear tolerance, iterations,
 * restarts, seed, ignore_limits, what ends it): q and [converged angular_error linear_error iterations restarts
 * at_limit end]; what ends it may be left out, see ik_ends.h. */
static bool inverse_kinematics(const gateway_call *call)
{
    held_robot *robot;
    double target[16];
    cdy_ik_options options;
    cdy_ik_problem problem = {.target = target, .options = &options};
    cdy_ik_report report;
    cdy_error error;
    ik_ends ends;
    if (!read_ik_problem(call, &robot, target, argument_at(call, 11), &ends, &options, &problem)) {
        return false;
    }
    double *q = mxCalloc((size_t)cdy_model_nq(robot->model) + 1, sizeof *q);
    if (cdy_inverse_kinematics(robot->model, robot->workspace, &problem, q, &report, &error)) {
        return fail_with(&error);
    }
    call->results[0] = configuration_make(robot, q);
    if (call->result_count > 1) {
        const double numbers[] = {report.converged, report.angular_error, report.linear_error, report.iterations,
                                  report.restarts,  report.at_limit,      (double)report.end};
        call->results[1] = make_row(numbers, 7);
    }
    return true;
}

/* All solutions in closed form; *is_closed becomes false where the joints or the weights do not allow it. */
static bool solve_closed(const held_robot *robot, const cdy_ik_problem *problem, int most, double *solutions,
                         int *count, bool *is_closed)
{
    cdy_ik_closed_options options = cdy_ik_closed_options_default();
    const cdy_ik_closed_problem closed = {.target = problem->target, .start = problem->start};
    cdy_ik_closed_report report;
    cdy_ik_closed *arm = NULL;
    cdy_error error;
    options.ignore_limits = problem->options->ignore_limits;
    *is_closed = true;
    for (int i = 0; i < 6; i++) {
        *is_closed = *is_closed && problem->options->weights[i] > 0;
    }
    if (!*is_closed || cdy_ik_closed_create(robot->model, problem->frame, &options, &arm, &error)) {
        *is_closed = false;
        return true;
    }
    const bool has_choice = cdy_ik_closed_given(arm) >= 0 || cdy_ik_closed_structure(arm) == CDY_IK_ARM_ANGLE;
    const cdy_status status = has_choice ? CDY_OK : cdy_ik_closed_solve(arm, &closed, most, solutions, &report, &error);
    cdy_ik_closed_destroy(arm);
    *is_closed = !has_choice; /* seven joints have infinitely many solutions */
    *count = has_choice || status ? 0 : report.count;
    return !status || fail_with(&error);
}

/* condyle("inverse_kinematics_all", arguments of inverse_kinematics, most): the solutions, a row each; in closed form
 * where six revolute joints move the body */
static bool inverse_kinematics_all(const gateway_call *call)
{
    held_robot *robot;
    double target[16], most;
    cdy_ik_options options;
    cdy_ik_problem problem = {.target = target, .options = &options};
    cdy_error error;
    int count = 0;
    if (!read_ik_problem(call, &robot, target, NULL, NULL, &options, &problem) ||
        !read_integer(call->arguments[11], "the number of solutions", 1, 10000, &most)) {
        return false;
    }
    size_t nq = (size_t)cdy_model_nq(robot->model);
    double *solutions = mxCalloc((size_t)most * nq + 1, sizeof *solutions);
    bool is_closed;
    if (!solve_closed(robot, &problem, (int)most, solutions, &count, &is_closed)) {
        return false;
    }
    if (!is_closed &&
        cdy_inverse_kinematics_all(robot->model, robot->workspace, &problem, (int)most, solutions, &count, &error)) {
        return fail_with(&error);
    }
    call->results[0] = make_matrix(solutions, (size_t)count, nq);
    return true;
}

/* condyle("error_dynamics_from_step", settling time, overshoot): [omega zeta] */
static bool error_dynamics_from_step(const gateway_call *call)
{
    double settling, overshoot, numbers[2];
    cdy_error error;
    if (!read_number(call->arguments[0], "the settling time", &settling) ||
        !read_number(call->arguments[1], "the overshoot", &overshoot)) {
        return false;
    }
    if (cdy_error_dynamics_from_step(settling, overshoot, &numbers[0], &numbers[1], &error)) {
        return fail_with(&error);
    }
    call->results[0] = make_row(numbers, 2);
    return true;
}

const gateway_entry configuration_calls[] = {
    {"home", home, 1, 1},
    {"random", random_configuration, 2, 2},
    {"integrate_configuration", integrate_configuration, 3, 3},
    {"configuration_difference", configuration_difference, 3, 3},
    {"configuration_rate", configuration_rate, 3, 3},
    {"clamp_configuration", clamp_configuration, 2, 2},
    {"inverse_kinematics", inverse_kinematics, 11, 12},
    {"inverse_kinematics_all", inverse_kinematics_all, 12, 12},
    {"error_dynamics_from_step", error_dynamics_from_step, 2, 2},
    {NULL, NULL, 0, 0},
};

/* Identification: parameters from recorded motions and torques. */
#include "record.h"

#include <string.h>

/* Reads the three flags of parameters of drives, from argument `index` on. */
static bool read_drives(const gateway_call *call, int index, cdy_regressor_options *options)
{
    *options = cdy_regressor_options_default();
    return read_flag(call->arguments[index], "Damping", &options->damping) &&
           read_flag(call->arguments[index + 1], "Coulomb", &options->coulomb) &&
           read_flag(call->arguments[index + 2], "RotorInertia", &options->rotor_inertia);
}

static mxArray *make_column(const double *numbers, int count)
{
    mxArray *array = mxCreateDoubleMatrix((mwSize)count, 1, mxREAL);
    memcpy(mxGetPr(array), numbers, (size_t)count * sizeof *numbers);
    return array;
}

static mxArray *make_info(const cdy_identification_result *result)
{
    const char *names[] = {"rank",  "full_rank", "condition_number",    "noise",
                           "prior", "joint_rms", "standard_deviations", "identifiability"};
    int p = result->parameter_count, n = result->velocity_count;
    mxArray *values[] = {mxCreateDoubleScalar(result->rank),
                         mxCreateDoubleScalar(result->full_rank),
                         mxCreateDoubleScalar(result->condition_number),
                         mxCreateDoubleScalar(result->noise),
                         make_column(result->prior, p),
                         make_column(result->joint_rms, n),
                         make_column(result->standard_deviations, p),
                         make_column(result->identifiability, p)};
    mxArray *info = mxCreateStructMatrix(1, 1, 8, names);
    for (int i = 0; i < 8; i++) {
        mxSetField(info, 0, names[i], values[i]);
    }
    return info;
}

static cdy_status add_states(cdy_identification *identification, const record *records, size_t count, double *buffer,
                             cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (size_t b = 0; !status && b < count; b++) {
        double *state[4], *next = buffer;
        for (int i = 0; i < 4; i++) {
            state[i] = next;
            record_read(&records[i], b, next);
            next += records[i].size;
        }
        status = cdy_identification_add(identification, state[0], state[1], state[2], NULL, state[3], NULL, error);
    }
    return status;
}

/* condyle("identify", robot, q, qd, qdd, tau, damping, coulomb, rotor_inertia, consistent, prior_weight): parameters
 * and their statistics */
static bool identify(const gateway_call *call)
{
    static const char *const names[] = {"the configurations", "the velocities", "the accelerations", "the torques"};
    held_robot *robot;
    record records[4];
    size_t count = 0;
    cdy_identification_options options = cdy_identification_options_default();
    cdy_identification *identification;
    cdy_identification_result result = {0};
    cdy_error error;
    if (!handle_find_model(call->arguments[0], &robot)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        int size = i == 0 ? cdy_model_nq(robot->model) : cdy_model_nv(robot->model);
        if (!record_take(robot, call->arguments[1 + i], names[i], size, &count, &records[i])) {
            return false;
        }
    }
    if (!read_drives(call, 5, &options.regressor) ||
        !read_flag(call->arguments[8], "Consistent", &options.consistent) ||
        !read_number(call->arguments[9], "PriorWeight", &options.prior_weight)) {
        return false;
    }
    double *buffer = mxCalloc(3 * records[3].size + records[0].size + 1, sizeof *buffer);
    cdy_status status = cdy_identification_create(robot->model, &options, &identification, &error);
    if (!status) {
        status = add_states(identification, records, count, buffer, &error);
    }
    if (!status) {
        status = cdy_identification_solve(identification, &result, &error);
    }
    if (!status) {
        call->results[0] = make_column(result.parameters, result.parameter_count);
    }
    if (!status && call->result_count > 1) {
        call->results[1] = make_info(&result);
    }
    cdy_identification_destroy(identification);
    return !status || fail_with(&error);
}

/* condyle("apply_parameters", robot, parameters, damping, coulomb, rotor_inertia): a robot with these parameters */
static bool apply_parameters(const gateway_call *call)
{
    held_robot *robot;
    cdy_regressor_options options;
    const double *parameters;
    cdy_tree *identified;
    cdy_error error;
    if (!handle_find_model(call->arguments[0], &robot) || !read_drives(call, 2, &options) ||
        !read_vector(call->arguments[1], "the parameters", (size_t)cdy_parameter_count(robot->model, &options),
                     &parameters)) {
        return false;
    }
    if (cdy_tree_apply_parameters(robot->tree, robot->model, &options, parameters, &identified, &error)) {
        return fail_with(&error);
    }
    return handle_make(identified, robot->format, &call->results[0]) && handle_inherit(robot, call->results[0]);
}

const gateway_entry identify_calls[] = {
    {"identify", identify, 10, 10},
    {"apply_parameters", apply_parameters, 5, 5},
    {NULL, NULL, 0, 0},
};

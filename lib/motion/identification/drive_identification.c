/* Bodies and drives together: each is fitted beside the other's torques, in turn, until nothing changes. */
#include "identification/drive_identification.h"
#include "base/error.h"
#include "base/finite.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "dynamics/external_force.h"
#include "identification/delay.h"
#include "identification/identification.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

cdy_drive_identification_options cdy_drive_identification_options_default(void)
{
    return (cdy_drive_identification_options){.rotors = true,
                                              .damping = true,
                                              .friction = true,
                                              .stribeck = true,
                                              .load = true,
                                              .offsets = true,
                                              .robust = true,
                                              .validate = true,
                                              .delays = true,
                                              .bodies = true,
                                              .consistent = true};
}

/* Marks the joints that can have every term: of others the law is of each degree of freedom, or of each follower. */
static void mark_plain(const cdy_model *model, bool *plain)
{
    const model_joint *joints = model_joints(model);
    for (int i = 1; i < model->body_count; i++) {
        const int nv = model_bodies(model)[i].nv;
        for (int k = 0; k < nv && !joints[i].is_follower; k++) {
            plain[joints[i].velocity + k] = nv == 1;
        }
    }
    for (int i = 1; i < model->body_count; i++) {
        if (joints[i].is_follower) {
            plain[joints[i].velocity] = false;
        }
    }
}

/* The options of the identification of bodies and rotors beside the drives found. */
static cdy_identification_options inner_options(const cdy_drive_identification *c, bool friction)
{
    cdy_identification_options o = cdy_identification_options_default();
    o.regressor.rotor_inertia = c->options.rotors;
    o.regressor.damping = o.regressor.coulomb = friction;
    o.prior = c->prior;
    o.prior_weight = c->options.prior_weight;
    o.consistent = c->options.consistent && !friction;
    return o;
}

static cdy_status fill(cdy_drive_identification *c, const cdy_model *model, cdy_error *error)
{
    const size_t n = (size_t)c->n, p = (size_t)c->p;
    c->model = cdy_allocate(1, (size_t)model->size);
    c->bare = cdy_allocate(1, (size_t)model->size);
    c->prior = cdy_allocate(p + n, sizeof *c->prior);
    c->parameters = cdy_allocate(p, sizeof *c->parameters);
    c->payload = cdy_allocate(p, sizeof *c->payload);
    c->Y = cdy_allocate(n * p, sizeof *c->Y);
    c->row = cdy_allocate(2 * n, sizeof *c->row);
    c->plain = cdy_allocate(n, sizeof *c->plain);
    c->drives = cdy_allocate(n, sizeof *c->drives);
    c->deviations = cdy_allocate(n, sizeof *c->deviations);
    c->delays = cdy_allocate(n, sizeof *c->delays);
    c->left_out = cdy_allocate(2 * n, sizeof *c->left_out);
    c->rotor_prior = cdy_allocate(n, sizeof *c->rotor_prior);
    c->tied = cdy_allocate(n, sizeof *c->tied);
    c->apart = cdy_allocate(n, sizeof *c->apart);
    c->joint_rms = cdy_allocate(n, sizeof *c->joint_rms);
    c->joint_prior_rms = cdy_allocate(n, sizeof *c->joint_prior_rms);
    if (!c->model || !c->bare || !c->prior || !c->parameters || !c->payload || !c->Y || !c->row || !c->plain ||
        !c->drives || !c->deviations || !c->delays || !c->left_out || !c->rotor_prior || !c->tied || !c->apart ||
        !c->joint_rms || !c->joint_prior_rms) {
        return cdy_fail_memory(error);
    }
    memcpy(c->model, model, (size_t)model->size);
    mark_plain(model, c->plain);
    memcpy(c->bare, model, (size_t)model->size);
    cdy_status status = CDY_OK;
    for (int i = 0; i < model->frame_count && !status; i++) {
        status = cdy_model_set_payload(c->bare, i, NULL, error);
    }
    status = status ? status : cdy_find_payload(c->model, c->payload, c->prior, error);
    if (c->options.prior) {
        memcpy(c->prior, c->options.prior, p * sizeof *c->prior);
    }
    c->options.prior = NULL;
    return status ? status : cdy_workspace_create(c->model, &c->workspace, error);
}

cdy_status cdy_drive_identification_create(const cdy_model *model, const cdy_drive_identification_options *options,
                                           cdy_drive_identification **made, cdy_error *error)
{
    cdy_identification *checked = NULL;
    if (made) {
        *made = NULL;
    }
    if (!model || !made) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "making a calibration needs a model and a pointer for the calibration");
    }
    cdy_drive_identification start = {.options = options ? *options : cdy_drive_identification_options_default()};
    cdy_identification_options inner = cdy_identification_options_default();
    inner.prior = start.options.prior;
    inner.prior_weight = start.options.prior_weight;
    cdy_status status = cdy_check_reserve(&start.options.reserve, error);
    status = status ? status : cdy_identification_create(model, &inner, &checked, error);
    cdy_identification_destroy(checked);
    if (status) {
        return status;
    }
    cdy_drive_identification *c = cdy_allocate(1, sizeof *c);
    if (!c) {
        return cdy_fail_memory(error);
    }
    start.n = model->nv;
    start.time = (double)NAN;
    start.p = BODY_PARAMETERS * (model->body_count - 1);
    *c = start;
    status = fill(c, model, error);
    if (status) {
        cdy_drive_identification_destroy(c);
    } else {
        *made = c;
    }
    return status;
}

cdy_status cdy_drive_identification_set_payload(cdy_drive_identification *c, int frame, const cdy_payload *payload,
                                                cdy_error *error)
{
    if (!c) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "setting the payload of rows needs a calibration");
    }
    const cdy_status status = cdy_model_set_payload(c->model, frame, payload, error);
    return status ? status : cdy_find_payload(c->model, c->payload, c->Y, error);
}

void cdy_drive_identification_destroy(cdy_drive_identification *c)
{
    if (!c) {
        return;
    }
    cdy_identification_destroy(c->inner);
    cdy_workspace_destroy(c->workspace);
    void *const arrays[] = {c->model,  c->bare,    c->prior,  c->parameters, c->payload,   c->Y,
                            c->row,    c->plain,   c->drives, c->deviations, c->joint_rms, c->joint_prior_rms,
                            c->states, c->columns, c->times,  c->delays,     c->left_out,  c->rotor_prior,
                            c->tied,   c->apart};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        cdy_release(arrays[i]);
    }
    cdy_release(c);
}

/* Numbers of a row. */
static size_t state_size(const cdy_drive_identification *c)
{
    return (size_t)c->model->nq + 6 * (size_t)c->n;
}

/* Room for one more row. */
static cdy_status grow(cdy_drive_identification *c, cdy_error *error)
{
    enum { FIRST = 1024 };
    if (c->rows < c->capacity) {
        return CDY_OK;
    }
    const size_t capacity = c->capacity ? 2 * c->capacity : FIRST;
    double *states = cdy_reallocate(c->states, capacity, state_size(c) * sizeof *states);
    if (!states) {
        return cdy_fail_memory(error);
    }
    c->states = states;
    double *times = cdy_reallocate(c->times, capacity, sizeof *times);
    if (!times) {
        return cdy_fail_memory(error);
    }
    c->times = times;
    c->capacity = capacity;
    return CDY_OK;
}

/* Products of numbers below this, and sums of their squares, stay finite. */
static const double largest_number = 1e100;

static cdy_status check_numbers(const cdy_drive_identification *c, const double *numbers, const char *what,
                                cdy_error *error)
{
    for (int i = 0; i < c->n; i++) {
        if (!(fabs(numbers[i]) < largest_number)) {
            cdy_coordinate joint = {.joint = "?"};
            cdy_model_velocity(c->model, i, &joint);
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "the %s of joint '%.80s', %g, is not finite or too large", what,
                            joint.joint, numbers[i]);
        }
    }
    return CDY_OK;
}

static void copy_or(double *to, const double *from, double other, int n)
{
    for (int i = 0; i < n; i++) {
        to[i] = from ? from[i] : other;
    }
}

void cdy_drive_identification_set_time(cdy_drive_identification *c, double t)
{
    if (c) {
        c->time = isfinite(t) ? t : (double)NAN;
    }
}

cdy_status cdy_drive_identification_add(cdy_drive_identification *c, const double *q, const double *qd,
                                        const double *qdd, const double *fext, const double *tau, const double *weights,
                                        cdy_error *error)
{
    if (!c || !tau) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a row of a calibration needs the calibration and torques");
    }
    cdy_status status = grow(c, error);
    status = status ? status : cdy_regressor(c->model, c->workspace, q, qd, qdd, NULL, c->Y, error);
    if (status) {
        return status;
    }
    const size_t n = (size_t)c->n;
    double *state = c->states + state_size(c) * c->rows;
    if (q) {
        memcpy(state + 6 * n, q, (size_t)c->model->nq * sizeof *state);
    } else {
        cdy_home_configuration(c->model, state + 6 * n);
    }
    copy_or(state, qd, 0, c->n);
    copy_or(state + n, qdd, 0, c->n);
    copy_or(state + 2 * n, tau, 0, c->n);
    copy_or(state + 3 * n, weights, 1, c->n);
    memset(state + 5 * n, 0, n * sizeof *state);
    status = cdy_add_wrench_torque(c->model, c->workspace, q, fext, state + 5 * n, error);
    status = status ? status : check_numbers(c, state + 2 * n, "torque", error);
    status = status ? status : check_numbers(c, state + 5 * n, "torque of external forces", error);
    status = status ? status : check_numbers(c, state + 3 * n, "weight", error);
    for (size_t i = 0; i < n && !status; i++) {
        state[4 * n + i] = 0;
        for (size_t k = 0; k < (size_t)c->p; k++) {
            state[4 * n + i] += c->Y[i * (size_t)c->p + k] * c->payload[k];
        }
        if (state[3 * n + i] < 0) {
            status = cdy_fail(error, CDY_ERROR_ARGUMENT, "weight %zu of a row is %g; expected 0 or more", i,
                              state[3 * n + i]);
        }
    }
    c->times[c->rows] = c->time;
    c->rows += status == CDY_OK;
    c->time = (double)NAN;
    return status;
}

/* ---- rows as columns ---- */

double *cdy_joint_column(const cdy_drive_identification *c, drive_column kind, int joint)
{
    return c->columns + ((size_t)kind * (size_t)c->n + (size_t)joint) * c->rows;
}

static cdy_status make_columns(cdy_drive_identification *c, cdy_error *error)
{
    cdy_release(c->columns);
    c->columns = cdy_allocate((size_t)COLUMN_KINDS * (size_t)c->n * sizeof *c->columns, c->rows);
    if (!c->columns) {
        return cdy_fail_memory(error);
    }
    for (size_t row = 0; row < c->rows; row++) {
        const double *state = c->states + state_size(c) * row;
        for (int i = 0; i < c->n; i++) {
            cdy_joint_column(c, COLUMN_QD, i)[row] = state[i];
            cdy_joint_column(c, COLUMN_QDD, i)[row] = state[c->n + i];
            cdy_joint_column(c, COLUMN_MEASURED, i)[row] = state[2 * c->n + i];
            cdy_joint_column(c, COLUMN_TAU, i)[row] = state[2 * c->n + i] + state[5 * c->n + i];
            cdy_joint_column(c, COLUMN_WEIGHT, i)[row] = state[3 * c->n + i];
        }
    }
    return CDY_OK;
}

/* Computes the torques u of bodies and payload. */
static cdy_status compute_loads(cdy_drive_identification *c, const double *parameters, cdy_error *error)
{
    const size_t n = (size_t)c->n;
    cdy_status status = CDY_OK;
    for (size_t row = 0; row < c->rows && !status; row++) {
        const double *state = c->states + state_size(c) * row;
        status = cdy_regressor(c->model, c->workspace, state + 6 * n, state, state + n, NULL, c->Y, error);
        for (int i = 0; i < c->n && !status; i++) {
            double sum = state[4 * n + (size_t)i];
            for (int k = 0; k < c->p; k++) {
                sum += c->Y[(size_t)i * (size_t)c->p + (size_t)k] * parameters[k];
            }
            cdy_joint_column(c, COLUMN_LOAD, i)[row] = sum;
        }
    }
    return status;
}

/* ---- one turn ---- */

/* Fits bodies and rotors beside the torques of the drives; `friction`: with damping and Coulomb friction, where no
 * drive is known yet. */
static cdy_status fit_bodies(cdy_drive_identification *c, bool friction, cdy_error *error)
{
    const size_t n = (size_t)c->n;
    cdy_identification_options o = inner_options(c, friction);
    o.regressor.friction_width = friction ? c->first_width : o.regressor.friction_width;
    double *prior = cdy_allocate((size_t)cdy_parameter_count(c->model, &o.regressor), sizeof *prior);
    if (!prior) {
        return cdy_fail_memory(error);
    }
    memcpy(prior, c->prior, (size_t)c->p * sizeof *prior);
    for (int i = 0; i < c->n; i++) {
        const int column = cdy_drive_parameter(c->model, &o.regressor, CDY_PARAMETER_ROTOR_INERTIA, i);
        if (column >= 0) {
            prior[column] = c->rotor_prior[i];
        }
    }
    o.prior = prior;
    cdy_identification_destroy(c->inner);
    c->inner = NULL;
    cdy_status status = cdy_identification_create(c->bare, &o, &c->inner, error);
    cdy_release(prior);
    for (size_t row = 0; row < c->rows && !status; row++) {
        const double *state = c->states + state_size(c) * row;
        for (size_t i = 0; i < n; i++) {
            cdy_drive_estimate drive = c->drives[i];
            drive.rotor_inertia = 0;
            c->row[i] = cdy_joint_column(c, COLUMN_TAU, (int)i)[row] - state[4 * n + i] -
                        cdy_drive_torque(&drive, state[i], state[n + i], cdy_joint_column(c, COLUMN_LOAD, (int)i)[row]);
            c->row[n + i] = cdy_joint_column(c, COLUMN_WEIGHT, (int)i)[row];
        }
        status = cdy_identification_add(c->inner, state + 6 * n, state, state + n, NULL, c->row, c->row + n, error);
    }
    status = status ? status : cdy_identification_solve(c->inner, &c->bodies, error);
    if (!status) {
        memcpy(c->parameters, c->bodies.parameters, (size_t)c->p * sizeof *c->parameters);
    }
    for (int i = 0; i < c->n && !status; i++) {
        const int column = cdy_drive_parameter(c->model, &o.regressor, CDY_PARAMETER_ROTOR_INERTIA, i);
        c->drives[i].rotor_inertia = column >= 0 ? fmax(c->bodies.parameters[column], 0) : 0;
        c->deviations[i].rotor_inertia = column >= 0 ? c->bodies.standard_deviations[column] : 0;
        c->tied[i] = column >= 0 && c->bodies.identifiability[column] < 1 - 1e-6;
        if (c->tied[i]) {
            c->deviations[i].rotor_inertia = hypot(c->deviations[i].rotor_inertia, c->apart[i]);
        }
    }
    return status;
}

/* The rows of a joint, and what the bodies leave of its torques. */
static drive_rows rows_of(const cdy_drive_identification *c, int joint)
{
    const double *tau = cdy_joint_column(c, COLUMN_TAU, joint), *qd = cdy_joint_column(c, COLUMN_QD, joint);
    const double *qdd = cdy_joint_column(c, COLUMN_QDD, joint), *load = cdy_joint_column(c, COLUMN_LOAD, joint);
    double *residual = cdy_joint_column(c, COLUMN_RESIDUAL, joint);
    const double rotor = c->options.bodies ? c->drives[joint].rotor_inertia : 0;
    drive_rows rows = {.count = c->rows,
                       .qd = qd,
                       .qdd = qdd,
                       .load = load,
                       .residual = residual,
                       .weight = cdy_joint_column(c, COLUMN_WEIGHT, joint),
                       .width = c->plain[joint] ? 0 : cdy_drive_options_default().friction_width};
    for (size_t i = 0; i < c->rows; i++) {
        residual[i] = tau[i] - load[i] - rotor * qdd[i];
        rows.fastest = fmax(rows.fastest, fabs(qd[i]));
    }
    return rows;
}

/* The terms that a joint's drive is asked for, bits of fitted_term. The rotor is fitted with the bodies where these are
 * fitted. */
static unsigned terms_of(const cdy_drive_identification *c, int joint)
{
    const cdy_drive_identification_options *o = &c->options;
    const unsigned plain = (unsigned)o->stribeck << FIT_STRIBECK | (unsigned)o->load << FIT_LOAD |
                           (unsigned)(o->rotors && !o->bodies) << FIT_ROTOR | (unsigned)o->offsets << FIT_OFFSET;
    return (unsigned)o->damping << FIT_DAMPING | (unsigned)o->friction << FIT_FRICTION | (c->plain[joint] ? plain : 0);
}

static void fit_drive(cdy_drive_identification *c, int joint, bool searched)
{
    const double rotor = c->drives[joint].rotor_inertia, deviation = c->deviations[joint].rotor_inertia;
    const drive_rows rows = rows_of(c, joint);
    cdy_drive_fit(&rows, terms_of(c, joint) & ~c->left_out[joint], searched, &c->drives[joint], &c->deviations[joint]);
    if (c->options.bodies) {
        c->drives[joint].rotor_inertia = rotor;
        c->deviations[joint].rotor_inertia = deviation;
    }
}

/* Computes the torques of a joint's model. */
static void fill_model(const cdy_drive_identification *c, int joint)
{
    double *model = cdy_joint_column(c, COLUMN_MODEL, joint);
    for (size_t i = 0; i < c->rows; i++) {
        const double load = cdy_joint_column(c, COLUMN_LOAD, joint)[i];
        model[i] = load +
                   cdy_drive_torque(&c->drives[joint], cdy_joint_column(c, COLUMN_QD, joint)[i],
                                    cdy_joint_column(c, COLUMN_QDD, joint)[i], load) -
                   c->states[state_size(c) * i + 5 * (size_t)c->n + (size_t)joint];
    }
}

/* The residual of a row: the measured torque less that of the model, which is taken a delay earlier. */
static double residual_at(const cdy_drive_identification *c, int joint, size_t row)
{
    const double time = c->times[row] - c->delays[joint];
    size_t at = row;
    return cdy_joint_column(c, COLUMN_MEASURED, joint)[row] -
           cdy_value_at(c->times, cdy_joint_column(c, COLUMN_MODEL, joint), c->rows, &at, time);
}

static double given_weight(const cdy_drive_identification *c, int joint, size_t row)
{
    return c->states[state_size(c) * row + 3 * (size_t)c->n + (size_t)joint];
}

/* The root mean square of a joint's residuals, unweighted but for rows of weight 0. */
static double residual_of(const cdy_drive_identification *c, int joint)
{
    double sum = 0, count = 0;
    fill_model(c, joint);
    for (size_t i = 0; i < c->rows; i++) {
        const double residual = residual_at(c, joint, i);
        const bool counts = given_weight(c, joint, i) > 0;
        sum += counts ? residual * residual : 0;
        count += counts;
    }
    return count > 0 ? sqrt(sum / count) : 0;
}

/* Measures the residuals; returns their largest relative change. */
static double measure(cdy_drive_identification *c)
{
    double change = 0;
    for (int i = 0; i < c->n; i++) {
        const double before = c->joint_rms[i];
        c->joint_rms[i] = residual_of(c, i);
        change = fmax(change, fabs(c->joint_rms[i] - before) / fmax(before, 1e-9));
    }
    return change;
}

/* ---- delays and robust weights ---- */

/* Finds a joint's delay, and takes its torques that much later. */
static void find_delay(cdy_drive_identification *c, int joint)
{
    const double *measured = cdy_joint_column(c, COLUMN_MEASURED, joint);
    double *tau = cdy_joint_column(c, COLUMN_TAU, joint);
    c->delays[joint] = cdy_find_delay(c->rows, c->times, measured, cdy_joint_column(c, COLUMN_MODEL, joint),
                                      cdy_joint_column(c, COLUMN_WEIGHT, joint));
    for (size_t i = 0; i < c->rows; i++) {
        size_t at = i;
        tau[i] = cdy_value_at(c->times, measured, c->rows, &at, c->times[i] + c->delays[joint]) +
                 c->states[state_size(c) * i + 5 * (size_t)c->n + (size_t)joint];
    }
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The deviation of a joint's residuals by the median of their absolute values, in COLUMN_RESIDUAL; a millionth of its
 * torques at least, since less is no noise of a sensor. */
static double robust_deviation(const cdy_drive_identification *c, int joint)
{
    const double of_median = 1.4826, resolution = 1e-6;
    double *sizes = cdy_joint_column(c, COLUMN_RESIDUAL, joint), square = 0;
    size_t count = 0;
    for (size_t i = 0; i < c->rows; i++) {
        if (given_weight(c, joint, i) > 0) {
            const double measured = cdy_joint_column(c, COLUMN_MEASURED, joint)[i];
            sizes[count++] = fabs(residual_at(c, joint, i));
            square += measured * measured;
        }
    }
    if (count == 0) {
        return 0;
    }
    qsort(sizes, count, sizeof *sizes, compare_numbers);
    return fmax(of_median * sizes[count / 2], resolution * sqrt(square / (double)count));
}

/* Huber's weights: the root, since weights multiply residuals. */
static void weigh_rows(cdy_drive_identification *c, int joint)
{
    const double corner = 1.345 * robust_deviation(c, joint); /* 95 % efficient for white noise */
    double *weight = cdy_joint_column(c, COLUMN_WEIGHT, joint);
    for (size_t i = 0; i < c->rows && corner > 0; i++) {
        const double size = fabs(residual_at(c, joint, i));
        weight[i] = given_weight(c, joint, i) * (size > corner ? sqrt(corner / size) : 1);
    }
}

static void weigh(cdy_drive_identification *c)
{
    for (int i = 0; i < c->n; i++) {
        if (c->options.delays) {
            find_delay(c, i);
        }
        if (c->options.robust) {
            weigh_rows(c, i);
        }
    }
}

/* The torques of rotors near the base are those of bodies, and the bodies take them. Friction by the load tells them
 * apart: what the rotor takes does not go through the gear. The bodies are then fitted near rotors that are as large as
 * it says, in steps. */
static void move_inertia(cdy_drive_identification *c, int joint)
{
    const unsigned terms = terms_of(c, joint) & ~c->left_out[joint];
    if (c->options.bodies && c->options.rotors && c->tied[joint] && c->drives[joint].load_friction > 0) {
        const drive_rows rows = rows_of(c, joint);
        c->rotor_prior[joint] += cdy_drive_transfer(&rows, terms, &c->drives[joint],
                                                    cdy_joint_column(c, COLUMN_MODEL, joint), &c->apart[joint]);
        c->rotor_prior[joint] = fmax(c->rotor_prior[joint], 0);
    }
}

/* Bodies and drives in turn. Their torques have little in common, friction changing its sign with the velocity, so that
 * a few turns do. */
static cdy_status iterate(cdy_drive_identification *c, cdy_error *error)
{
    enum { MOST_TURNS = 40 };
    const int searched_turns = 3; /* as long as the bodies change much */
    const double small = 1e-5;
    const bool once = !c->options.bodies && !c->options.robust && !c->options.delays;
    cdy_status status = CDY_OK;
    for (int turn = 0; turn < MOST_TURNS && !status; turn++) {
        c->turns++;
        status = compute_loads(c, c->parameters, error);
        for (int i = 0; i < c->n && !status; i++) {
            fit_drive(c, i, turn < searched_turns);
            move_inertia(c, i);
        }
        if (!status && c->options.bodies) {
            status = fit_bodies(c, false, error);
            status = status ? status : compute_loads(c, c->parameters, error);
        }
        if (!status && (measure(c) < small || once)) {
            break;
        }
        if (!status && turn + 1 < MOST_TURNS) {
            weigh(c);
        }
    }
    return status;
}

/* Finds the terms that held-out rows speak against; returns whether there are any. */
static bool leave_out(cdy_drive_identification *c)
{
    bool any = false;
    for (int i = 0; i < c->n; i++) {
        const drive_rows rows = rows_of(c, i);
        const unsigned terms = terms_of(c, i);
        c->left_out[i] = c->plain[i] && rows.fastest > 0 ? terms & ~cdy_drive_validate(&rows, terms, &c->drives[i]) : 0;
        any = any || c->left_out[i] != 0;
    }
    return any;
}

/* The terms left out in the words of the result. */
static void tell_left_out(cdy_drive_identification *c)
{
    for (int i = 0; i < c->n; i++) {
        const unsigned out = c->left_out[i];
        c->left_out[c->n + i] = (out >> FIT_STRIBECK & 1U) + 2 * (out >> FIT_LOAD & 1U) + 4 * (out >> FIT_OFFSET & 1U);
    }
}

/* The first width of the sign: a hundredth of the fastest velocity. */
static double first_width(const cdy_drive_identification *c)
{
    double fastest = 0;
    for (size_t row = 0; row < c->rows; row++) {
        for (int i = 0; i < c->n; i++) {
            fastest = fmax(fastest, fabs(cdy_joint_column(c, COLUMN_QD, i)[row]));
        }
    }
    return fastest > 0 ? 0.01 * fastest : 1;
}

static cdy_status start(cdy_drive_identification *c, cdy_error *error)
{
    const size_t n = (size_t)c->n;
    memset(c->drives, 0, n * sizeof *c->drives);
    memset(c->deviations, 0, n * sizeof *c->deviations);
    memcpy(c->parameters, c->prior, (size_t)c->p * sizeof *c->parameters);
    memset(c->rotor_prior, 0, n * sizeof *c->rotor_prior);
    memset(c->tied, 0, n * sizeof *c->tied);
    for (size_t i = 0; i < n; i++) {
        c->apart[i] = (double)INFINITY;
    }
    memset(c->delays, 0, n * sizeof *c->delays);
    memset(c->left_out, 0, 2 * n * sizeof *c->left_out);
    c->bodies = (cdy_identification_result){.rows = 0};
    c->turns = 0;
    cdy_status status = make_columns(c, error);
    status = status ? status : compute_loads(c, c->prior, error);
    c->first_width = first_width(c);
    for (size_t i = 0; i < n && !status; i++) {
        c->drives[i].friction_width = c->drives[i].stribeck_velocity = c->first_width;
    }
    if (!status) {
        measure(c);
        memcpy(c->joint_prior_rms, c->joint_rms, n * sizeof *c->joint_rms);
    }
    return !status && c->options.bodies ? fit_bodies(c, c->options.damping || c->options.friction, error) : status;
}

cdy_status cdy_drive_identification_solve(cdy_drive_identification *c, cdy_drive_identification_result *result,
                                          cdy_error *error)
{
    if (!c) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "solving needs a calibration");
    }
    if (c->rows == 0) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "there are no rows to calibrate from; add some");
    }
    cdy_status status = start(c, error);
    status = status ? status : iterate(c, error);
    if (!status && c->options.validate && leave_out(c)) {
        status = iterate(c, error);
    }
    tell_left_out(c);
    if (!status && (!cdy_all_finite(c->parameters, (size_t)c->p) || !cdy_all_finite(c->joint_rms, (size_t)c->n))) {
        status = cdy_fail(error, CDY_ERROR_NUMERIC, "the parameters are not finite; the rows' numbers are too large");
    }
    if (!status && result) {
        *result = (cdy_drive_identification_result){.rows = c->rows,
                                                    .velocity_count = c->n,
                                                    .parameters = c->parameters,
                                                    .drives = c->drives,
                                                    .deviations = c->deviations,
                                                    .delays = c->delays,
                                                    .left_out = c->left_out + c->n,
                                                    .joint_rms = c->joint_rms,
                                                    .joint_prior_rms = c->joint_prior_rms,
                                                    .bodies = c->bodies,
                                                    .iterations = c->turns};
    }
    return status;
}

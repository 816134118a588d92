/* condyle payload --identify: mass, center of mass and inertia of what the robot of a recording carries. */
#include "commands/motion/effort_delays.h"
#include "commands/motion/identify_rows.h"
#include "commands/motion/payload.h"
#include "rows/json.h"
#include "rows/payload.h"
#include <condyle/payload_estimation.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rows of the recording with the payload: q, qd, qdd, tau, weights, external forces and time of each. */
typedef struct loaded_rows {
    size_t width, count, capacity;
    double *numbers;
    double *sizes;  /* count x nv: of the residuals at hand, by joint; then count numbers to sort */
    double *scales; /* nv: deviation that residuals have but for outliers; 0: not known */
    double *model;  /* count x nv: the model's torques at hand */
    double *given;  /* count x nv: the torques as they were read, where those of the rows are of the rows' times */
    double *delays; /* nv: of efforts behind positions, s */
} loaded_rows;

/* What is found, and the residuals of the joints without the payload and with it. */
typedef struct found_payload {
    int frame;
    cdy_payload_estimate estimate;
    double *weights, *before, *after; /* nv each */
} found_payload;

/* The options of a recording of 'identify' with another file. */
static identify_options recording_options(const payload_options *o, const char *file)
{
    identify_options r = {.invocation = o->calculation.invocation,
                          .robot = o->calculation.robot,
                          .rows = o->calculation.rows,
                          .wrenches = o->calculation.state.wrenches,
                          .payloads = o->calculation.payloads,
                          .degrees = o->calculation.numbers.degrees,
                          .effort = o->effort,
                          .no_delays = o->no_delays,
                          .cutoff = o->cutoff,
                          .cutoff_given = o->cutoff_given};
    r.rows.input = file;
    return r;
}

static exit_code load_robot(recording *r, const payload_options *o)
{
    cdy_error error;
    cdy_drive_options all = cdy_drive_options_default();
    exit_code code = robot_load(&r->robot, o->calculation.invocation.robot, &r->options->robot, &o->calculation.drives);
    code = code == EXIT_FINE ? payloads_apply(&r->robot, &r->options->payloads) : code;
    if (code != EXIT_FINE || o->calculation.drives.given) {
        return code;
    }
    all.damping = all.friction = all.rotors = all.springs = all.load = all.offsets = true;
    return cdy_model_set_drives(r->robot.model, &all, &error) == CDY_OK ? EXIT_FINE : fail_library(&error);
}

/* Makes the arrays of a recording, and reads its rows into r->add. */
static exit_code read_recording(recording *r)
{
    cdy_error error;
    if (!recording_create(r)) {
        return fail_memory();
    }
    if (cdy_workspace_create(r->robot.model, &r->workspace, &error) != CDY_OK) {
        return fail_library(&error);
    }
    exit_code code = wrench_list_read(&r->wrenches, &r->robot, &r->options->wrenches);
    code = code == EXIT_FINE ? wrench_list_open(&r->wrenches, r->robot.model) : code;
    code = code == EXIT_FINE ? identify_rows_read(r) : code;
    if (code == EXIT_FINE) {
        effort_watch_tell(&r->efforts, (effort_kind)r->options->effort);
    }
    return code == EXIT_FINE && !r->any_row ? fail(EXIT_INPUT, "%s has no rows", r->pass.rows.in.name) : code;
}

/* ---- the recording without the payload ---- */

static cdy_status add_to_calibration(recording *r, const double *fext, cdy_error *error)
{
    cdy_drive_identification_set_time(r->calibration, r->values[VARIABLE_TIME][0]);
    return cdy_drive_identification_add(r->calibration, r->values[VARIABLE_Q], r->values[VARIABLE_QD],
                                        r->values[VARIABLE_QDD], fext, r->values[VARIABLE_TAU], r->weights, error);
}

/* Copies gravity, payloads and acting drives from one model of a robot to another. */
static cdy_status copy_settings(const cdy_model *from, cdy_model *to, cdy_error *error)
{
    double gravity[3];
    cdy_drive_options drives;
    cdy_model_get_gravity(from, gravity);
    cdy_model_get_drives(from, &drives);
    cdy_status status = cdy_model_set_gravity(to, gravity, error);
    status = status ? status : cdy_model_set_drives(to, &drives, error);
    for (int i = 0; i < cdy_model_frame_count(from) && !status; i++) {
        cdy_payload payload;
        if (cdy_model_get_payload(from, i, &payload)) {
            status = cdy_model_set_payload(to, i, &payload, error);
        }
    }
    return status;
}

/* Gives a robot the bodies and drives of a calibration. */
static cdy_status take_calibration(const recording *empty, robot *r, cdy_error *error)
{
    cdy_drive_identification_result result;
    cdy_tree *tree = NULL;
    cdy_model *model = NULL;
    cdy_status status = cdy_drive_identification_solve(empty->calibration, &result, error);
    status = status ? status
                    : cdy_tree_apply_drive_identification(empty->robot.tree, empty->robot.model, &result, &tree, error);
    status = status ? status : cdy_model_create(tree, &model, error);
    status = status ? status : copy_settings(r->model, model, error);
    if (status) {
        cdy_model_destroy(model);
        cdy_tree_destroy(tree);
        return status;
    }
    cdy_model_destroy(r->model);
    cdy_tree_destroy(r->tree);
    r->tree = tree;
    r->model = model;
    return CDY_OK;
}

/* Identifies the robot from --empty. */
static exit_code calibrate(const payload_options *o, robot *calibrated)
{
    cdy_error error;
    const identify_options options = recording_options(o, o->empty);
    recording r = {.options = &options, .add = add_to_calibration, .pass.progress = progress_begin()};
    exit_code code = load_robot(&r, o);
    code = code == EXIT_FINE ? robot_needs_tree(&r.robot, "payload --empty") : code;
    cdy_drive_identification_options sought = cdy_drive_identification_options_default();
    sought.delays = !o->no_delays;
    if (code == EXIT_FINE &&
        cdy_drive_identification_create(r.robot.model, &sought, &r.calibration, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    code = code == EXIT_FINE ? read_recording(&r) : code;
    if (code == EXIT_FINE && take_calibration(&r, calibrated, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    recording_clear(&r);
    return code;
}

/* ---- the recording with the payload ---- */

static bool make_room(loaded_rows *rows)
{
    enum { FIRST = 1024 };
    if (rows->count < rows->capacity) {
        return true;
    }
    const size_t capacity = rows->capacity ? 2 * rows->capacity : FIRST;
    double *larger = capacity > SIZE_MAX / sizeof *larger / rows->width
                         ? NULL
                         : realloc(rows->numbers, capacity * rows->width * sizeof *larger);
    if (larger) {
        rows->numbers = larger;
        rows->capacity = capacity;
    }
    return larger != NULL;
}

static cdy_status keep_row(recording *r, const double *fext, cdy_error *error)
{
    loaded_rows *rows = r->to;
    const size_t n = (size_t)cdy_model_nv(r->robot.model), nq = (size_t)cdy_model_nq(r->robot.model);
    if (!make_room(rows)) {
        *error = (cdy_error){.status = CDY_ERROR_MEMORY, .text = "out of memory"};
        return CDY_ERROR_MEMORY;
    }
    double *row = rows->numbers + rows->width * rows->count++;
    memcpy(row, r->values[VARIABLE_QD], n * sizeof *row);
    memcpy(row + n, r->values[VARIABLE_QDD], n * sizeof *row);
    memcpy(row + 2 * n, r->values[VARIABLE_TAU], n * sizeof *row);
    memcpy(row + 3 * n, r->weights, n * sizeof *row);
    memcpy(row + 4 * n, r->values[VARIABLE_Q], nq * sizeof *row);
    row[rows->width - 1] = r->values[VARIABLE_TIME][0];
    memcpy(row + 4 * n + nq, fext, 6 * (size_t)cdy_model_force_rows(r->robot.model) * sizeof *row);
    return CDY_OK;
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The deviation of normal residuals with the same median size, 1.4826 times that; a quarter of what nine of ten are
 * below where most are near 0, as of a joint that hardly moves. */
static void find_scales(const loaded_rows *rows, size_t n)
{
    const double of_median = 1.4826, of_most = 0.25;
    double *sorted = rows->sizes + rows->count * n;
    for (size_t i = 0; i < n; i++) {
        size_t count = 0;
        for (size_t k = 0; k < rows->count; k++) {
            const double *row = rows->numbers + rows->width * k;
            if (row[3 * n + i] > 0) {
                sorted[count++] = rows->sizes[k * n + i];
            }
        }
        qsort(sorted, count, sizeof *sorted, compare_numbers);
        rows->scales[i] = count > 0 ? fmax(of_median * sorted[count / 2], of_most * sorted[count * 9 / 10]) : 0;
    }
}

/* Such a residual, in deviations, is no measurement. */
static const double impossible = 1e3;

/* The root of the weight of a residual beyond 1.345 deviations (Huber 1964); 0 where it is no measurement. */
static double huber_weight(const loaded_rows *rows, size_t n, size_t row, size_t joint)
{
    const double bound = 1.345 * rows->scales[joint], size = rows->sizes[row * n + joint];
    if (!(bound > 0 && size > bound)) {
        return 1;
    }
    return size > impossible * rows->scales[joint] ? 0 : sqrt(bound / size);
}

/* Root mean squares of the residuals of the model with its payload. */
static cdy_status measure(const recording *r, const loaded_rows *rows, double *rms, cdy_error *error)
{
    const size_t n = (size_t)cdy_model_nv(r->robot.model), nq = (size_t)cdy_model_nq(r->robot.model);
    double *own = calloc(2 * n + 1, sizeof *own);
    cdy_status status = own ? CDY_OK : CDY_ERROR_MEMORY;
    memset(rms, 0, n * sizeof *rms);
    for (size_t k = 0; k < rows->count && !status; k++) {
        const double *row = rows->numbers + rows->width * k;
        status =
            cdy_inverse_dynamics(r->robot.model, r->workspace, row + 4 * n, row, row + n, row + 4 * n + nq, own, error);
        for (size_t i = 0; i < n && !status; i++) {
            const double residual = row[3 * n + i] > 0 ? row[2 * n + i] - own[i] : 0;
            rows->sizes[k * n + i] = fabs(residual);
            rows->model[k * n + i] = own[i];
            rms[i] += residual * residual;
            own[n + i] += row[3 * n + i] > 0;
        }
    }
    for (size_t i = 0; i < n && own; i++) {
        rms[i] = own[n + i] > 0 ? sqrt(rms[i] / own[n + i]) : 0;
    }
    free(own);
    if (!status) {
        find_scales(rows, n);
    }
    return status;
}

/* One estimate, beside the friction of the payload that the model has. */
static cdy_status estimate_once(recording *r, const loaded_rows *rows, void *memory, found_payload *found,
                                cdy_error *error)
{
    const size_t n = (size_t)cdy_model_nv(r->robot.model), nq = (size_t)cdy_model_nq(r->robot.model);
    const cdy_model *model = r->robot.model;
    cdy_payload_estimator *estimator = NULL;
    cdy_status status = cdy_payload_estimator_init(memory, cdy_payload_estimator_size(model), model, found->frame, 0,
                                                   &estimator, error);
    for (size_t k = 0; k < rows->count && !status; k++) {
        const double *row = rows->numbers + rows->width * k;
        for (size_t i = 0; i < n; i++) {
            r->weights[i] = row[3 * n + i] * found->weights[i] * huber_weight(rows, n, k, i);
        }
        status = cdy_payload_estimator_add(estimator, model, r->workspace, row + 4 * n, row, row + n, row + 4 * n + nq,
                                           row + 2 * n, r->weights, error);
    }
    status = status ? status : cdy_payload_estimator_solve(estimator, &found->estimate, error);
    return status ? status : cdy_model_set_payload(r->robot.model, found->frame, &found->estimate.payload, error);
}

/* Root mean square of a joint's residuals, of which those beyond its bound count as that. */
static double bounded_rms(const loaded_rows *rows, size_t n, size_t joint)
{
    double square = 0;
    size_t count = 0;
    for (size_t k = 0; k < rows->count; k++) {
        const double size = rows->sizes[k * n + joint] * huber_weight(rows, n, k, joint);
        const bool given = (rows->numbers + rows->width * k)[3 * n + joint] > 0;
        square += given ? size * size : 0;
        count += given;
    }
    return count > 0 ? sqrt(square / (double)count) : 0;
}

/* Weights of the joints by the residuals; a joint whose torques are exact does not outweigh all others. */
static void weigh_joints(const loaded_rows *rows, found_payload *found, size_t n)
{
    const double least = 1e-3;
    double largest = 0;
    for (size_t i = 0; i < n; i++) {
        found->weights[i] = bounded_rms(rows, n, i);
        largest = fmax(largest, found->weights[i]);
    }
    for (size_t i = 0; i < n; i++) {
        found->weights[i] = largest > 0 ? 1 / fmax(found->weights[i], least * largest) : 1;
    }
}

/* What nine of ten efforts of a joint are below. */
static double most_efforts(const loaded_rows *rows, size_t n, size_t joint)
{
    double *sorted = rows->sizes + rows->count * n;
    for (size_t k = 0; k < rows->count; k++) {
        sorted[k] = fabs((rows->numbers + rows->width * k)[2 * n + joint]);
    }
    qsort(sorted, rows->count, sizeof *sorted, compare_numbers);
    return rows->count > 0 ? sorted[rows->count * 9 / 10] : 0;
}

/* Tells of efforts that are far from all others of their joint. */
static void tell_outliers(const recording *r, const loaded_rows *rows)
{
    const size_t n = (size_t)cdy_model_nv(r->robot.model);
    const double far = 20, rounding = 1e-3; /* deviations; of efforts that are exact otherwise */
    for (size_t i = 0; i < n; i++) {
        size_t count = 0;
        double largest = 0;
        const double least = rounding * most_efforts(rows, n, i);
        for (size_t k = 0; k < rows->count; k++) {
            const double size = rows->sizes[k * n + i];
            count += rows->scales[i] > 0 && size > far * rows->scales[i] && size > least;
            largest = fmax(largest, size);
        }
        if (count > 0) {
            note("efforts of joint '%s' more than %g deviations off: %zu, by up to %.3g; they count little, and beyond "
                 "%g deviations not at all",
                 vector_coordinate(r->robot.model, VECTOR_TAU, (int)i).joint, far, count, largest, impossible);
        }
    }
}

/* Keeps the torques as they were read. */
static bool keep_given(loaded_rows *rows, size_t n)
{
    if (rows->given) {
        return true;
    }
    rows->given = calloc(rows->count * n + 1, sizeof *rows->given);
    for (size_t k = 0; k < rows->count && rows->given; k++) {
        memcpy(rows->given + k * n, rows->numbers + rows->width * k + 2 * n, n * sizeof *rows->given);
    }
    return rows->given != NULL;
}

/* The delays of the efforts by the model at hand; the rows' torques become those of their times. */
static bool find_delays(loaded_rows *rows, size_t n)
{
    const size_t numbers = rows->count * n;
    double *velocity = calloc(4 * numbers + rows->count + 1, sizeof *velocity);
    if (!velocity || !keep_given(rows, n)) {
        free(velocity);
        return false;
    }
    double *acceleration = velocity + numbers, *weights = acceleration + numbers, *aligned = weights + numbers,
           *t = aligned + numbers;
    for (size_t k = 0; k < rows->count; k++) {
        const double *row = rows->numbers + rows->width * k;
        t[k] = row[rows->width - 1];
        for (size_t i = 0; i < n; i++) {
            velocity[k * n + i] = row[i];
            acceleration[k * n + i] = row[n + i];
            weights[k * n + i] = row[3 * n + i] > 0 && huber_weight(rows, n, k, i) > 0;
        }
    }
    const effort_rows efforts = {rows->count, n, t, velocity, acceleration, rows->model, weights, rows->given, false};
    const bool found = effort_delays_find(&efforts, rows->delays);
    if (found) {
        effort_delays_align(&efforts, rows->delays, aligned);
    }
    for (size_t k = 0; k < numbers && found; k++) {
        rows->numbers[rows->width * (k / n) + 2 * n + k % n] = aligned[k];
    }
    free(velocity);
    return found;
}

/* Estimates with weights by the residuals of the estimate before, until the mass stays. */
static cdy_status estimate(recording *r, loaded_rows *rows, found_payload *found, cdy_error *error)
{
    enum { MOST_TURNS = 20, DELAY_TURNS = 3 };
    const double small = 1e-7;
    const int n = cdy_model_nv(r->robot.model);
    void *memory = malloc(cdy_payload_estimator_size(r->robot.model));
    rows->sizes = calloc((rows->count + 1) * ((size_t)n + 1), sizeof *rows->sizes);
    rows->scales = calloc((size_t)n + 1, sizeof *rows->scales);
    rows->model = calloc(rows->count * (size_t)n + 1, sizeof *rows->model);
    rows->delays = calloc((size_t)n + 1, sizeof *rows->delays);
    cdy_status status = memory && rows->sizes && rows->scales && rows->model && rows->delays
                            ? measure(r, rows, found->before, error)
                            : CDY_ERROR_MEMORY;
    double mass = -1;
    for (int i = 0; i < n; i++) {
        found->weights[i] = 1;
    }
    for (int turn = 0; turn < MOST_TURNS && !status; turn++) {
        status = estimate_once(r, rows, memory, found, error);
        status = status ? status : measure(r, rows, found->after, error);
        if (!status && turn < DELAY_TURNS && !r->options->no_delays) {
            status = find_delays(rows, (size_t)n) ? measure(r, rows, found->after, error) : CDY_ERROR_MEMORY;
        }
        weigh_joints(rows, found, (size_t)n);
        if (!status && turn >= DELAY_TURNS &&
            fabs(found->estimate.payload.mass - mass) <= small * found->estimate.payload.mass) {
            break;
        }
        mass = found->estimate.payload.mass;
    }
    free(memory);
    return status;
}

/* ---- reports ---- */

static const char *const inertia_names[6] = {"Ixx", "Iyy", "Izz", "Iyz", "Ixz", "Ixy"};

static exit_code write_json(const recording *r, const loaded_rows *rows, const found_payload *f, output *out)
{
    const cdy_payload_estimate *e = &f->estimate;
    json_builder object = json_build_object(), joints = json_build_array();
    for (int i = 0; i < cdy_model_nv(r->robot.model); i++) {
        json_builder joint = json_build_object();
        json_put(&joint, "name", json_from_text(vector_coordinate(r->robot.model, VECTOR_TAU, i).joint));
        json_put(&joint, "residual_rms", json_from_number(f->after[i]));
        json_put(&joint, "residual_rms_without_payload", json_from_number(f->before[i]));
        json_put(&joint, "torque_delay", json_from_number(rows->delays[i]));
        json_add(&joints, json_built(&joint));
    }
    json_put(&object, "command", json_string("payload"));
    json_put(&object, "robot", json_from_text(robot_name(&r->robot)));
    json_put(&object, "body", json_from_text(cdy_model_frame_name(r->robot.model, f->frame)));
    json_put(&object, "rows", json_integer((json_int_t)rows->count));
    json_put(&object, "mass", json_from_number(e->payload.mass));
    json_put(&object, "mass_deviation", json_from_number(e->mass_deviation));
    json_put(&object, "center_of_mass", json_from_numbers(e->payload.center_of_mass, 3));
    json_put(&object, "center_of_mass_deviation", json_from_numbers(e->center_of_mass_deviation, 3));
    json_put(&object, "inertia", json_from_numbers(e->payload.inertia, 6));
    json_put(&object, "inertia_deviation", json_from_numbers(e->inertia_deviation, 6));
    json_put(&object, "consistency_cost", json_from_number(e->consistency_cost));
    json_put(&object, "joints", json_built(&joints));
    return json_write_line(out, json_built(&object));
}

static void write_number(output *out, const char *name, double value, double deviation, const char *unit)
{
    output_format(out, "  %-20s %12.5g +- %-10.2g %s\n", name, value, deviation, unit);
}

/* The option that lets other commands carry the payload. */
static void write_option(const recording *r, const found_payload *f, output *out)
{
    const cdy_payload *p = &f->estimate.payload;
    output_text(out, "\n  --payload ");
    output_name(out, cdy_model_frame_name(r->robot.model, f->frame));
    output_format(out, ":%.6g", p->mass);
    for (int k = 0; k < 3; k++) {
        output_format(out, ",%.6g", p->center_of_mass[k]);
    }
    for (int k = 0; k < 6; k++) {
        output_format(out, ",%.6g", p->inertia[k]);
    }
    output_text(out, "\n");
}

static exit_code write_table(const recording *r, const loaded_rows *rows, const found_payload *f, output *out)
{
    static const char *const center_names[3] = {"center of mass x", "center of mass y", "center of mass z"};
    const cdy_payload_estimate *e = &f->estimate;
    output_text(out, "Payload of ");
    output_name(out, robot_name(&r->robot));
    output_text(out, " at ");
    output_name(out, cdy_model_frame_name(r->robot.model, f->frame));
    output_format(out, ", %zu rows\n\n", rows->count);
    write_number(out, "mass", e->payload.mass, e->mass_deviation, "kg");
    for (int k = 0; k < 3; k++) {
        write_number(out, center_names[k], e->payload.center_of_mass[k], e->center_of_mass_deviation[k], "m");
    }
    for (int k = 0; k < 6; k++) {
        write_number(out, inertia_names[k], e->payload.inertia[k], e->inertia_deviation[k], "kg m2");
    }
    output_text(out, "\n  residuals (root mean squares, N m or N)\n");
    for (int i = 0; i < cdy_model_nv(r->robot.model); i++) {
        const char *name = vector_coordinate(r->robot.model, VECTOR_TAU, i).joint;
        const size_t columns = output_short_columns(name), width = 20;
        output_text(out, "  ");
        output_short_name(out, name);
        output_repeat(out, ' ', columns < width ? width - columns : 0);
        output_format(out, " %12.4g without, %.4g with the payload; delay %.3g s\n", f->before[i], f->after[i],
                      rows->delays[i]);
    }
    write_option(r, f, out);
    return EXIT_FINE;
}

/* ---- the command ---- */

/* The frame of --body, else tool0, else the link of the last joint. */
static exit_code find_frame(const robot *r, const char *body, int *frame)
{
    cdy_error error;
    const cdy_model *model = r->model;
    const char *name = body ? body : cdy_model_find_frame(model, "tool0") >= 0 ? "tool0" : NULL;
    if (name) {
        return cdy_model_require_frame(model, name, frame, &error) == CDY_OK
                   ? EXIT_FINE
                   : fail(EXIT_USAGE, "--body: %s", error.text);
    }
    cdy_parameter last = {.frame = 0};
    cdy_parameter_describe(model, NULL, cdy_parameter_count(model, NULL) - 1, &last);
    *frame = last.frame;
    note("the payload is that of body '%s'; --body names another", cdy_model_frame_name(model, *frame));
    return EXIT_FINE;
}

/* Tells where the rows do not tell a mass. */
static void tell_doubt(const found_payload *f)
{
    const cdy_payload_estimate *e = &f->estimate;
    if (!(e->payload.mass > 3 * e->mass_deviation)) {
        note("the mass, %.3g kg, is not above three standard deviations: nothing is carried, or the motion does not "
             "tell",
             e->payload.mass);
    }
}

static exit_code identify(recording *r, const payload_options *o, found_payload *found, output *out)
{
    cdy_error error;
    loaded_rows *rows = r->to;
    const size_t n = (size_t)cdy_model_nv(r->robot.model);
    exit_code code = o->empty ? calibrate(o, &r->robot) : EXIT_FINE;
    code = code == EXIT_FINE ? find_frame(&r->robot, o->calculation.body, &found->frame) : code;
    rows->width = 4 * n + (size_t)cdy_model_nq(r->robot.model) + 6 * (size_t)cdy_model_force_rows(r->robot.model) + 1;
    found->weights = calloc(3 * n + 1, sizeof *found->weights);
    code = code == EXIT_FINE && !found->weights ? fail_memory() : code;
    code = code == EXIT_FINE ? read_recording(r) : code;
    if (code != EXIT_FINE) {
        return code;
    }
    found->before = found->weights + n;
    found->after = found->weights + 2 * n;
    error = (cdy_error){.status = CDY_ERROR_MEMORY, .text = "out of memory"};
    if (estimate(r, rows, found, &error) != CDY_OK) {
        return fail_library(&error);
    }
    tell_outliers(r, rows);
    tell_doubt(found);
    return format_or(&o->calculation.numbers.format, FORMAT_TABLE) == FORMAT_JSON ? write_json(r, rows, found, out)
                                                                                  : write_table(r, rows, found, out);
}

exit_code payload_identify(const payload_options *o, output *out)
{
    const identify_options options = recording_options(o, o->calculation.rows.input);
    loaded_rows rows = {.count = 0};
    found_payload found = {.frame = 0};
    recording r = {.options = &options, .add = keep_row, .to = &rows, .pass.progress = progress_begin()};
    exit_code code = load_robot(&r, o);
    code = code == EXIT_FINE && cdy_model_nv(r.robot.model) == 0
               ? fail(EXIT_USAGE, "the robot has no joint that moves, and so no torque tells a payload")
               : code;
    code = code == EXIT_FINE ? identify(&r, o, &found, out) : code;
    recording_clear(&r);
    free(rows.numbers);
    free(rows.sizes);
    free(rows.model);
    free(rows.given);
    free(rows.delays);
    free(rows.scales);
    free(found.weights);
    return code;
}

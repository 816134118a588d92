/* condyle identify --gains: gains of the drives, from recordings with and without a load of known mass. */
#include "commands/motion/effort_delays.h"
#include "commands/motion/hold_out.h"
#include "commands/motion/identify_inputs.h"
#include "values/log_gain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rows of all inputs: q, qd, qdd, external forces and the time of each; and by joint, as effort_rows has them,
 * efforts, weights, velocities, accelerations and torques of the robot given. */
typedef struct gain_reading {
    size_t width, count, capacity, n, forces, nq;
    double *rows, *efforts, *weights, *velocity, *acceleration, *model, *times;
    bool *loaded; /* by row */
    bool is_loaded;
} gain_reading;

static void free_reading(gain_reading *g)
{
    double *const arrays[] = {g->rows, g->efforts, g->weights, g->velocity, g->acceleration, g->model, g->times};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        free(arrays[i]);
    }
    free(g->loaded);
}

static bool grow(double **array, size_t capacity, size_t width)
{
    double *larger = capacity < SIZE_MAX / sizeof *larger / (width + 1)
                         ? realloc(*array, (capacity * width + 1) * sizeof *larger)
                         : NULL;
    *array = larger ? larger : *array;
    return larger != NULL;
}

static bool make_room(gain_reading *g)
{
    enum { FIRST = 1024 };
    if (g->count < g->capacity) {
        return true;
    }
    const size_t capacity = g->capacity ? 2 * g->capacity : FIRST;
    bool *loaded = realloc(g->loaded, capacity * sizeof *loaded);
    if (!loaded) {
        return false;
    }
    g->loaded = loaded;
    const bool made = grow(&g->rows, capacity, g->width) && grow(&g->efforts, capacity, g->n) &&
                      grow(&g->weights, capacity, g->n) && grow(&g->velocity, capacity, g->n) &&
                      grow(&g->acceleration, capacity, g->n) && grow(&g->model, capacity, g->n) &&
                      grow(&g->times, capacity, 1);
    g->capacity = made ? capacity : g->capacity;
    return made;
}

void gains_clear(identified_gains *gains)
{
    cdy_gain_identification_destroy(gains->identification);
    free(gains->nominal);
    free(gains->delays);
}

static cdy_status keep_row(recording *r, const double *fext, cdy_error *error)
{
    gain_reading *g = r->to;
    const double t = r->values[VARIABLE_TIME][0], *q = r->values[VARIABLE_Q], *qd = r->values[VARIABLE_QD];
    const double *qdd = r->values[VARIABLE_QDD];
    if (r->hold && hold_out_leaves(r->hold, t)) {
        return CDY_OK;
    }
    if (!make_room(g)) {
        *error = (cdy_error){.status = CDY_ERROR_MEMORY, .text = "out of memory"};
        return CDY_ERROR_MEMORY;
    }
    const size_t k = g->count++, bytes = g->n * sizeof *g->rows;
    double *row = g->rows + k * g->width;
    memcpy(row, qd, bytes);
    memcpy(row + g->n, qdd, bytes);
    memcpy(row + 2 * g->n, q, g->nq * sizeof *row);
    memcpy(row + 2 * g->n + g->nq, fext, g->forces * sizeof *row);
    memcpy(g->velocity + k * g->n, qd, bytes);
    memcpy(g->acceleration + k * g->n, qdd, bytes);
    memcpy(g->efforts + k * g->n, r->values[VARIABLE_TAU], bytes);
    memcpy(g->weights + k * g->n, r->weights, bytes);
    g->times[k] = t;
    g->loaded[k] = g->is_loaded;
    return cdy_inverse_dynamics(r->robot.model, r->workspace, q, qd, qdd, fext, g->model + k * g->n, error);
}

/* Adds the rows with the efforts of their times. */
static cdy_status add_rows(const gain_reading *g, const double *efforts, cdy_gain_identification *identification,
                           cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (size_t k = 0; k < g->count && !status; k++) {
        const double *row = g->rows + k * g->width, *q = row + 2 * g->n;
        status = cdy_gain_identification_add(identification, g->loaded[k], q, row, row + g->n, q + g->nq,
                                             efforts + k * g->n, g->weights + k * g->n, error);
    }
    return status;
}

/* The delays by the recordings without the load, whose center may not be known, and the efforts of the rows' times. */
static bool align(const gain_reading *g, double *delays, double *aligned)
{
    double *weights = calloc(g->count * g->n + 1, sizeof *weights);
    effort_rows rows = {g->count, g->n, g->times, g->velocity, g->acceleration, g->model, weights, g->efforts, true};
    for (size_t k = 0; k < g->count * g->n && weights; k++) {
        weights[k] = g->loaded[k / g->n] ? 0 : g->weights[k];
    }
    const bool made = weights && effort_delays_find(&rows, delays);
    rows.weights = g->weights;
    if (made) {
        effort_delays_align(&rows, delays, aligned);
    }
    free(weights);
    return made;
}

/* Finds the delays of the efforts, unless --no-delays, and solves for the gains. */
static exit_code solve(const recording *r, const gain_reading *g, identified_gains *gains)
{
    cdy_error error;
    double *aligned = calloc(g->count * g->n + 1, sizeof *aligned);
    gains->delays = calloc(g->n + 1, sizeof *gains->delays);
    bool made = aligned && gains->delays;
    made = made && (r->options->no_delays || align(g, gains->delays, aligned));
    cdy_status status = CDY_OK;
    if (made) {
        status = add_rows(g, r->options->no_delays ? g->efforts : aligned, gains->identification, &error);
        status = status ? status : cdy_gain_identification_solve(gains->identification, &gains->result, &error);
    }
    free(aligned);
    return !made ? fail_memory() : status ? fail_library(&error) : EXIT_FINE;
}

/* The input whose own payload is the load; the same load may be in several. */
static exit_code find_load(const recorded_inputs *inputs, const recorded_input **loaded)
{
    size_t empty = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        const recorded_input *one = &inputs->list[i];
        const char *own = one->own > 0 ? one->payloads.items[one->payloads.count - 1] : NULL;
        if (one->own > 1 ||
            (own && *loaded && strcmp(own, (*loaded)->payloads.items[(*loaded)->payloads.count - 1]) != 0)) {
            return fail(EXIT_USAGE, "--gains takes one known load; expected the same single --payload behind each "
                                    "--input that has it, and payloads of all recordings in front of the first");
        }
        *loaded = own ? one : *loaded;
        empty += own == NULL;
        if (strcmp(one->file, "-") == 0) {
            return fail(EXIT_USAGE, "--gains reads its inputs twice; expected files, not the standard input");
        }
    }
    return *loaded && empty > 0
               ? EXIT_FINE
               : fail(EXIT_USAGE, "--gains needs recordings with and without a load of known mass: --input empty.csv "
                                  "--input loaded.csv --payload BODY:MASS");
}

/* Reads the load from its option --payload: the mass, and the center and inertia where the option gives them. */
static exit_code read_load(robot *r, const recorded_input *loaded, identified_gains *gains)
{
    const char *text = loaded->payloads.items[loaded->payloads.count - 1], *colon = strrchr(text, ':');
    const text_list own = {.items = &text, .count = 1};
    int commas = 0;
    for (const char *at = colon; at && *at; at++) {
        commas += *at == ',';
    }
    const exit_code code = inputs_carry(r, &own);
    bool found = false;
    for (int i = 0; i < cdy_model_frame_count(r->model) && code == EXIT_FINE && !found; i++) {
        found = cdy_model_get_payload(r->model, i, &gains->options.load);
        gains->options.frame = i;
    }
    if (code == EXIT_FINE && (!found || cdy_model_frame_is_fixed(r->model, gains->options.frame))) {
        return fail(EXIT_USAGE, "--gains: the load '%s' %s; expected a mass above 0 on a body that moves", text,
                    found ? "is on a body that does not move" : "has no mass");
    }
    gains->options.center_is_known = commas >= 3;
    gains->options.inertia_is_known = commas > 3;
    return code;
}

/* The gains that ROBOT states: deviations from these have something in common. */
static exit_code find_nominal(const recording *r, identified_gains *gains)
{
    const int n = cdy_model_nv(r->robot.model);
    bool known = true;
    gains->nominal = calloc((size_t)n + 1, sizeof *gains->nominal);
    if (!gains->nominal) {
        return fail_memory();
    }
    for (int i = 0; i < n; i++) {
        gains->nominal[i] = effort_factor(&r->robot, (effort_kind)r->options->effort, i);
        known = known && fabs(gains->nominal[i]) > 0;
    }
    gains->options.nominal = known ? gains->nominal : NULL;
    return EXIT_FINE;
}

/* Reads all inputs; the robot carries what it did in each. */
static exit_code read_all(recording *r, const recorded_inputs *inputs, gain_reading *to)
{
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < inputs->count && code == EXIT_FINE; i++) {
        to->is_loaded = inputs->list[i].own > 0;
        if (r->hold) {
            hold_out_begin(r->hold, i);
        }
        r->file = inputs->list[i].file;
        recording_rewind(r);
        code = inputs_carry(&r->robot, &inputs->list[i].payloads);
        code = code == EXIT_FINE ? identify_rows_read(r) : code;
    }
    return code == EXIT_FINE ? inputs_carry(&r->robot, &inputs->common) : code;
}

/* Rows are read again as torques of the joints. */
static exit_code take_gains(recording *r, const identified_gains *gains)
{
    const size_t n = (size_t)cdy_model_nv(r->robot.model);
    r->plain_efforts = false;
    const exit_code code = recording_allocate_factors(r);
    if (code == EXIT_FINE) {
        memcpy(r->factors, gains->result.gains, n * sizeof *r->factors);
    }
    return code;
}

exit_code gains_find(recording *r, const recorded_inputs *inputs, identified_gains *gains)
{
    cdy_error error;
    const recorded_input *loaded = NULL;
    const recorded_row add = r->add;
    gains->options = cdy_gain_identification_options_default();
    gains->effort = r->options->effort;
    exit_code code = find_load(inputs, &loaded);
    code = code == EXIT_FINE ? read_load(&r->robot, loaded, gains) : code;
    code = code == EXIT_FINE ? find_nominal(r, gains) : code;
    code = code == EXIT_FINE ? inputs_carry(&r->robot, &inputs->common) : code;
    if (code == EXIT_FINE &&
        cdy_gain_identification_create(r->robot.model, &gains->options, &gains->identification, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    const size_t n = (size_t)cdy_model_nv(r->robot.model), nq = (size_t)cdy_model_nq(r->robot.model);
    const size_t forces = 6 * (size_t)cdy_model_force_rows(r->robot.model);
    gain_reading to = {.n = n, .nq = nq, .forces = forces, .width = 2 * n + nq + forces};
    r->add = keep_row;
    r->to = &to;
    r->plain_efforts = true;
    code = code == EXIT_FINE ? read_all(r, inputs, &to) : code;
    code = code == EXIT_FINE ? solve(r, &to, gains) : code;
    free_reading(&to);
    r->add = add;
    r->to = NULL;
    return code == EXIT_FINE ? take_gains(r, gains) : code;
}

/* A file has one gain a joint. */
static void tell_left_out(const identified_gains *gains, const robot *r, int velocity)
{
    const cdy_coordinate c = vector_coordinate(r->model, VECTOR_TAU, velocity);
    note("the gain %.6g of joint '%s', which has several degrees of freedom, is not in the robot's file: <drive> has "
         "one gain a joint of one degree",
         gains->result.gains[velocity], c.joint);
}

cdy_status gains_apply(const identified_gains *gains, const robot *r, cdy_tree *tree, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < gains->result.velocity_count && !status; i++) {
        const char *name = vector_coordinate(r->model, VECTOR_TAU, i).joint;
        const cdy_joint *own = joint_of_velocity(r, i);
        if (own && cdy_joint_type_nv(own->type) != 1) {
            tell_left_out(gains, r, i);
        }
        for (int k = 1; k <= cdy_tree_body_count(tree) && !status; k++) {
            cdy_joint joint = cdy_tree_body(tree, k)->joint;
            if (strcmp(joint.name, name) != 0 || cdy_joint_type_nv(joint.type) != 1) {
                continue;
            }
            *(gains->effort == EFFORT_CURRENT ? &joint.drive.current_gain : &joint.drive.torque_gain) =
                gains->result.gains[i];
            status = cdy_tree_replace_joint(tree, cdy_tree_body(tree, k)->name, &joint, error);
        }
    }
    return status;
}

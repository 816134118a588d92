/* An identification of gains: creation, rows, and the columns of a joint. */
#include "identification/gain_identification.h"

#include "base/error.h"
#include "base/finite.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "dynamics/external_force.h"
#include "identification/payload_estimator.h"

#include <math.h>
#include <string.h>

cdy_gain_identification_options cdy_gain_identification_options_default(void)
{
    return (cdy_gain_identification_options){.spread = 0.02};
}

static cdy_status check_options(const cdy_model *model, const cdy_gain_identification_options *o, cdy_error *error)
{
    if (cdy_check_reserve(&o->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if (o->frame < 0 || o->frame >= model->frame_count || model_frames(model)[o->frame].body == 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "body number %d, which carries the load, does not exist or does not "
                        "move",
                        o->frame);
    }
    if (!(o->load.mass > 0 && isfinite(o->load.mass))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the known mass is %g kg; expected more than 0, since only a mass "
                        "tells the size of gains",
                        o->load.mass);
    }
    if (o->inertia_is_known && !o->center_is_known) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "an inertia about a center of mass needs this center to be known");
    }
    if (!(o->spread > 0 && isfinite(o->spread))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the spread of the gains is %g; expected more than 0", o->spread);
    }
    for (int i = 0; o->nominal && i < model->nv; i++) {
        if (!(fabs(o->nominal[i]) > 0 && isfinite(o->nominal[i]))) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "nominal gain %d is %g; expected N m a unit, not 0", i + 1,
                            o->nominal[i]);
        }
    }
    return CDY_OK;
}

static bool allocate(cdy_gain_identification *g)
{
    const size_t n = (size_t)g->n, p = (size_t)g->p, width = (size_t)gain_width(g);
    double **const of_bodies[] = {&g->prior, &g->pi, &g->scale};
    double **const of_joints[] = {&g->logarithms, &g->gains,       &g->deviations,
                                  &g->joint_rms,  &g->independent, &g->fastest};
    bool made = true;
    for (size_t i = 0; i < sizeof of_bodies / sizeof *of_bodies; i++) {
        made = (*of_bodies[i] = cdy_allocate(p, sizeof(double))) && made;
    }
    for (size_t i = 0; i < sizeof of_joints / sizeof *of_joints; i++) {
        made = (*of_joints[i] = cdy_allocate(n, sizeof(double))) && made;
    }
    g->nominal = g->options.nominal ? cdy_allocate(n, sizeof(double)) : NULL;
    made = made && (g->nominal || !g->options.nominal);
    g->Y = cdy_allocate(n * p, sizeof(double));
    g->columns = cdy_allocate(width, sizeof(double));
    g->products = cdy_allocate(n * width, width * sizeof(double));
    g->friction = cdy_allocate(n, FRICTION_COLUMNS * sizeof(double));
    return made && g->Y && g->columns && g->products && g->friction;
}

/* What counts as 100 % of a parameter: its size, or a part of the largest of its kind. */
static void fill_scales(cdy_gain_identification *g)
{
    const double part = 0.05;
    double largest[BODY_PARAMETERS] = {0};
    for (int i = 0; i < g->p; i++) {
        largest[i % BODY_PARAMETERS] = fmax(largest[i % BODY_PARAMETERS], fabs(g->prior[i]));
    }
    const double h = fmax(largest[1], fmax(largest[2], largest[3]));
    const double I = fmax(largest[4], fmax(largest[7], largest[9])), most[3] = {largest[0], h, I};
    for (int i = 0; i < g->p; i++) {
        const int k = i % BODY_PARAMETERS;
        const double least = part * most[k == 0 ? 0 : k < 4 ? 1 : 2];
        g->scale[i] = fmax(fabs(g->prior[i]), least > 0 ? least : 1);
    }
}

/* The load: known numbers, and a start for the others, of a ball as heavy as water. */
static void start_load(cdy_gain_identification *g)
{
    const cdy_gain_identification_options *o = &g->options;
    const double radius = cbrt(o->load.mass / 4000), moment = 0.4 * o->load.mass * radius * radius;
    cdy_payload load = o->load;
    if (!o->center_is_known) {
        memset(load.center_of_mass, 0, sizeof load.center_of_mass);
    }
    if (!o->inertia_is_known) {
        memset(load.inertia, 0, sizeof load.inertia);
        load.inertia[0] = load.inertia[1] = load.inertia[2] = moment;
    }
    cdy_payload_parameters(&load, g->load);
    for (int k = 0; k < BODY_PARAMETERS; k++) {
        g->fixed[k] = k == 0 || (k < 4 ? o->center_is_known : o->inertia_is_known);
    }
}

static cdy_status fill(cdy_gain_identification *g, const cdy_model *model, cdy_error *error)
{
    g->model = cdy_allocate(1, (size_t)model->size);
    if (!g->model || !allocate(g)) {
        return cdy_fail_memory(error);
    }
    memcpy(g->model, model, (size_t)model->size);
    if (g->nominal) {
        memcpy(g->nominal, g->options.nominal, (size_t)g->n * sizeof *g->nominal);
    }
    g->options.nominal = NULL;
    cdy_payload_map(model, g->options.frame, &g->first, g->to_link);
    start_load(g);
    cdy_status status = cdy_inertial_parameters(model, g->prior, error);
    fill_scales(g);
    return status ? status : cdy_workspace_create(g->model, &g->workspace, error);
}

cdy_status cdy_gain_identification_create(const cdy_model *model, const cdy_gain_identification_options *options,
                                          cdy_gain_identification **made, cdy_error *error)
{
    if (made) {
        *made = NULL;
    }
    if (!model || !options || !made) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "an identification of gains needs a model, options with the known load, and a pointer for it");
    }
    cdy_status status = check_options(model, options, error);
    cdy_gain_identification *g = status ? NULL : cdy_allocate(1, sizeof *g);
    if (status || !g) {
        return status ? status : cdy_fail_memory(error);
    }
    *g = (cdy_gain_identification){.options = *options, .n = model->nv, .p = BODY_PARAMETERS * (model->body_count - 1)};
    status = fill(g, model, error);
    if (status) {
        cdy_gain_identification_destroy(g);
    } else {
        *made = g;
    }
    return status;
}

void cdy_gain_identification_destroy(cdy_gain_identification *g)
{
    if (!g) {
        return;
    }
    cdy_workspace_destroy(g->workspace);
    void *const arrays[] = {g->model,      g->states,  g->nominal,    g->prior,     g->pi,          g->scale,
                            g->logarithms, g->gains,   g->deviations, g->joint_rms, g->independent, g->fastest,
                            g->Y,          g->columns, g->products,   g->friction};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        cdy_release(arrays[i]);
    }
    cdy_release(g);
}

/* ---- rows ---- */

static size_t row_size(const cdy_gain_identification *g)
{
    return (size_t)g->model->nq + 5 * (size_t)g->n + 1;
}

double *cdy_gain_row(const cdy_gain_identification *g, size_t row)
{
    return g->states + row_size(g) * row;
}

static cdy_status grow(cdy_gain_identification *g, cdy_error *error)
{
    enum { FIRST = 1024 };
    if (g->rows < g->capacity) {
        return CDY_OK;
    }
    const size_t capacity = g->capacity ? 2 * g->capacity : FIRST;
    double *states = cdy_reallocate(g->states, capacity, row_size(g) * sizeof *states);
    if (!states) {
        return cdy_fail_memory(error);
    }
    g->states = states;
    g->capacity = capacity;
    return CDY_OK;
}

static cdy_status check_row(const cdy_gain_identification *g, const double *numbers, double least, const char *what,
                            cdy_error *error)
{
    const double most = 1e100;
    for (int i = 0; i < g->n; i++) {
        if (!(numbers[i] >= least && numbers[i] < most)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "%s %d of a row is %g; expected a finite number%s", what, i + 1,
                            numbers[i], least < 0 ? "" : " of 0 or more");
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

cdy_status cdy_gain_identification_add(cdy_gain_identification *g, bool loaded, const double *q, const double *qd,
                                       const double *qdd, const double *fext, const double *effort,
                                       const double *weights, cdy_error *error)
{
    if (!g || !effort) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a row needs the identification of gains and efforts");
    }
    cdy_status status = grow(g, error);
    status = status ? status : cdy_regressor(g->model, g->workspace, q, qd, qdd, NULL, g->Y, error);
    if (status) {
        return status;
    }
    const size_t n = (size_t)g->n;
    double *row = cdy_gain_row(g, g->rows);
    copy_or(row, qd, 0, g->n);
    copy_or(row + n, qdd, 0, g->n);
    copy_or(row + 2 * n, effort, 0, g->n);
    copy_or(row + 3 * n, weights, 1, g->n);
    memset(row + 4 * n, 0, n * sizeof *row);
    row[5 * n] = loaded;
    if (q) {
        memcpy(row + 5 * n + 1, q, (size_t)g->model->nq * sizeof *row);
    } else {
        cdy_home_configuration(g->model, row + 5 * n + 1);
    }
    status = cdy_add_wrench_torque(g->model, g->workspace, q, fext, row + 4 * n, error);
    status = status ? status : check_row(g, row + 2 * n, -1e100, "effort", error);
    status = status ? status : check_row(g, row + 3 * n, 0, "weight", error);
    g->rows += status == CDY_OK;
    g->loaded += status == CDY_OK && loaded;
    return status;
}

/* ---- columns ---- */

/* The parts of the fastest velocity of a joint at which friction changes its sign, and Stribeck friction has left. */
static const double width_part = 0.003, stribeck_part = 0.03;

/* Terms of friction, with the load that the maker's bodies put on the gear. */
static void fill_friction(const cdy_gain_identification *g, int joint, double qd, double qdd, double load,
                          double terms[FRICTION_COLUMNS])
{
    const double fastest = g->fastest[joint] > 0 ? g->fastest[joint] : 1, width = width_part * fastest;
    const double sign = tanh(qd / width), ratio = hypot(qd, width) / (stribeck_part * fastest);
    const double numbers[FRICTION_COLUMNS] = {qd, sign, sign * exp(-ratio * ratio), sign * fabs(load), qdd, 1};
    memcpy(terms, numbers, sizeof numbers);
}

void cdy_fill_gain_columns(cdy_gain_identification *g, size_t row, int joint)
{
    const size_t n = (size_t)g->n, p = (size_t)g->p, i = (size_t)joint;
    const double *state = cdy_gain_row(g, row), *Y = g->Y + i * p;
    const bool loaded = state[5 * n] > 0;
    double *at = g->columns, torque = 0;
    for (size_t k = 0; k < p; k++) {
        at[k] = Y[k];
        torque += Y[k] * g->prior[k];
    }
    at += p;
    for (int k = 0; k < LOAD_COLUMNS; k++) {
        double sum = 0;
        for (int l = 0; l < BODY_PARAMETERS && loaded; l++) {
            sum += Y[g->first + l] * g->to_link[l][k];
        }
        at[k] = sum;
        torque += k == 0 ? sum * g->load[0] : 0;
    }
    at += LOAD_COLUMNS;
    *at++ = -state[4 * n + i];
    fill_friction(g, joint, state[i], state[n + i], torque, at);
    at[FRICTION_COLUMNS] = state[2 * n + i];
}

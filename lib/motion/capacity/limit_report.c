/* Limit reports: peaks, root mean squares and energies of a motion beside the limits of the joints. */
#include "base/error.h"
#include "base/memory.h"
#include "model/model.h"

#include <condyle/limit_report.h>
#include <math.h>
#include <string.h>

/* An excess below this, relative to the limit, counts as rounding unless the caller sets another. */
static const double rounding = 1e-9;

/* Integral over time by trapezoids, and the duration that it covers. */
typedef struct integral {
    double sum, duration;
} integral;

/* The limits of a degree of freedom, and its peaks and sums over the rows so far. */
typedef struct joint_use {
    int position; /* of the caller's coordinates; -1: a joint with several degrees of freedom */
    double lower, upper, effort, velocity;
    cdy_limit_peak torque, speed, margin, power;
    double squares;                                            /* sum of tau^2 over the rows */
    unsigned long long torque_rows, speed_rows, position_rows; /* that tell the quantity */
    integral mean_square, driven, braked;
    double last_torque, last_power; /* values of the last row; NaN where the row has none */
} joint_use;

struct cdy_limit_report {
    void *allocation;
    int nq, nv;
    unsigned long long rows;
    double tolerance;
    bool timed;  /* all rows have times */
    double time; /* of the last row with a time; NaN before */
    joint_use *joints;
};

enum { ALIGNMENT = _Alignof(struct cdy_limit_report) };

static const double unknown = (double)NAN;

static size_t room_for(const cdy_model *model)
{
    return sizeof(cdy_limit_report) + (size_t)model->nv * sizeof(joint_use);
}

size_t cdy_limit_report_size(const cdy_model *model)
{
    return model ? room_for(model) + ALIGNMENT - 1 : 0;
}

static void set_limits(const cdy_model *model, int index, joint_use *j)
{
    const int32_t v = ((const int32_t *)model_section(model, model->own_velocities))[index];
    const int32_t body = model_velocities(model)[v].body;
    const model_joint *joint = &model_joints(model)[body];
    *j = (joint_use){.position = model_bodies(model)[body].nv == 1 ? joint->position : -1,
                     .lower = joint->lower,
                     .upper = joint->upper,
                     .effort = joint->effort_limit,
                     .velocity = joint->velocity_limit};
}

void cdy_limit_report_clear(cdy_limit_report *report)
{
    const cdy_limit_peak none = {unknown, 0, unknown};
    for (int i = 0; report && i < report->nv; i++) {
        joint_use *j = &report->joints[i];
        *j = (joint_use){.position = j->position,
                         .lower = j->lower,
                         .upper = j->upper,
                         .effort = j->effort,
                         .velocity = j->velocity,
                         .torque = none,
                         .speed = none,
                         .margin = none,
                         .power = none,
                         .last_torque = unknown,
                         .last_power = unknown};
    }
    if (report) {
        report->rows = 0;
        report->timed = true;
        report->time = unknown;
    }
}

cdy_status cdy_limit_report_init(void *memory, size_t size, const cdy_model *model, cdy_limit_report **report,
                                 cdy_error *error)
{
    if (report) {
        *report = NULL;
    }
    if (!memory || !model || !report) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "making a limit report needs memory, a model and a pointer for the report");
    }
    if (size < cdy_limit_report_size(model)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the limit report takes %zu bytes, but %zu were given",
                        cdy_limit_report_size(model), size);
    }
    char *start = (char *)memory + (ALIGNMENT - (uintptr_t)memory % ALIGNMENT) % ALIGNMENT;
    cdy_limit_report *made = (void *)start;
    *made = (cdy_limit_report){
        .nq = model->nq, .nv = model->nv, .tolerance = rounding, .joints = (void *)(start + sizeof *made)};
    for (int i = 0; i < model->nv; i++) {
        set_limits(model, i, &made->joints[i]);
    }
    cdy_limit_report_clear(made);
    *report = made;
    return CDY_OK;
}

cdy_status cdy_limit_report_create(const cdy_model *model, cdy_limit_report **report, cdy_error *error)
{
    if (report) {
        *report = NULL;
    }
    if (!model || !report) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "making a limit report needs a model and a pointer for the report");
    }
    const size_t size = cdy_limit_report_size(model);
    void *memory = cdy_allocate(1, size);
    if (!memory) {
        return cdy_fail_memory(error);
    }
    cdy_status status = cdy_limit_report_init(memory, size, model, report, error);
    if (status) {
        cdy_release(memory);
        return status;
    }
    (*report)->allocation = memory;
    return CDY_OK;
}

cdy_status cdy_limit_report_set_tolerance(cdy_limit_report *report, double tolerance, cdy_error *error)
{
    if (!report) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "setting a tolerance needs a limit report");
    }
    if (!(tolerance >= 0 && tolerance <= 1)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the tolerance of limits is %g; expected a part of a limit, 0 to 1",
                        tolerance);
    }
    report->tolerance = tolerance;
    return CDY_OK;
}

double cdy_limit_report_tolerance(const cdy_limit_report *report)
{
    return report ? report->tolerance : 0;
}

void cdy_limit_report_destroy(cdy_limit_report *report)
{
    if (report) {
        cdy_release(report->allocation);
    }
}

/* Whether a number of an array is infinite; NaN is a number that is not known. */
static bool any_infinite(const double *numbers, int count)
{
    bool any = false;
    for (int i = 0; i < count; i++) {
        any = any || isinf(numbers[i]);
    }
    return any;
}

static cdy_status check_row(const cdy_limit_report *report, const double *t, const double *q, const double *qd,
                            const double *tau, cdy_error *error)
{
    const struct {
        const char *name;
        const double *numbers;
        int count;
    } vectors[] = {
        {"time", t, 1}, {"configuration", q, report->nq}, {"velocity", qd, report->nv}, {"torque", tau, report->nv}};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        if (vectors[i].numbers && any_infinite(vectors[i].numbers, vectors[i].count)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "the %s has a number that is infinite", vectors[i].name);
        }
    }
    if (t && isnan(*t)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the time is not a number; expected NULL for a row without time");
    }
    if (t && *t < report->time) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the time %.9g s is before that of the last row, %.9g s; expected rows in the order of time",
                        *t, report->time);
    }
    return CDY_OK;
}

/* Keeps the value of the larger magnitude; NaN is no value. */
static void keep_larger(cdy_limit_peak *peak, double value, unsigned long long row, double time)
{
    if (!isnan(value) && !(fabs(value) <= fabs(peak->value))) {
        *peak = (cdy_limit_peak){value, row, time};
    }
}

/* Adds the trapezoid between two values; nothing where one of them is not known. */
static void integrate(integral *sum, double last, double value, double dt)
{
    if (!isnan(last) && !isnan(value)) {
        sum->sum += dt * (last + value) / 2;
        sum->duration += dt;
    }
}

/* fmax(), but NaN for a value that is not known. */
static double part_above_zero(double value)
{
    return isnan(value) ? value : fmax(value, 0);
}

static void add_torque(joint_use *j, double torque, double power, double dt)
{
    if (dt >= 0) {
        integrate(&j->mean_square, j->last_torque * j->last_torque, torque * torque, dt);
        integrate(&j->driven, part_above_zero(j->last_power), part_above_zero(power), dt);
        integrate(&j->braked, part_above_zero(-j->last_power), part_above_zero(-power), dt);
    }
    if (!isnan(torque)) {
        j->squares += torque * torque;
        j->torque_rows++;
    }
    j->last_torque = torque;
    j->last_power = power;
}

/* The distance to the nearer position limit; infinite without limits, NaN where the position is not known. */
static double margin_of(const joint_use *j, const double *q)
{
    const double value = q[j->position];
    return isnan(value) ? value : fmin(value - j->lower, j->upper - value);
}

cdy_status cdy_limit_report_add(cdy_limit_report *report, const double *t, const double *q, const double *qd,
                                const double *tau, cdy_error *error)
{
    if (!report) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "adding a row needs a limit report");
    }
    cdy_status status = check_row(report, t, q, qd, tau, error);
    if (status) {
        return status;
    }
    const double time = t ? *t : unknown, dt = time - report->time;
    for (int i = 0; i < report->nv; i++) {
        joint_use *j = &report->joints[i];
        const double torque = tau ? tau[i] : unknown, power = tau && qd ? tau[i] * qd[i] : unknown;
        const double margin = q && j->position >= 0 ? margin_of(j, q) : unknown;
        const double speed = qd ? qd[i] : unknown;
        keep_larger(&j->torque, torque, report->rows, time);
        keep_larger(&j->speed, speed, report->rows, time);
        keep_larger(&j->power, power, report->rows, time);
        if (isfinite(margin) && !(margin >= j->margin.value)) {
            j->margin = (cdy_limit_peak){margin, report->rows, time};
        }
        j->speed_rows += isnan(speed) ? 0 : 1;
        j->position_rows += isnan(margin) ? 0 : 1;
        add_torque(j, torque, power, dt);
    }
    report->timed = report->timed && t;
    report->time = t ? time : report->time;
    report->rows++;
    return CDY_OK;
}

unsigned long long cdy_limit_report_rows(const cdy_limit_report *report)
{
    return report ? report->rows : 0;
}

/* A magnitude in parts of its limit; NaN where either is not known. */
static double part_of(double value, double limit)
{
    return isinf(limit) ? unknown : fabs(value) / limit;
}

static double rms_of(const cdy_limit_report *report, const joint_use *j)
{
    if (report->timed && j->mean_square.duration > 0) {
        return sqrt(j->mean_square.sum / j->mean_square.duration);
    }
    return j->torque_rows ? sqrt(j->squares / (double)j->torque_rows) : unknown;
}

/* Decides which limits are exceeded, and of which that remains open. */
static void judge(const cdy_limit_report *report, const joint_use *j, cdy_limit_use *use)
{
    const double slack = report->tolerance, range = isfinite(j->upper - j->lower) ? j->upper - j->lower : 1;
    const bool single = j->position >= 0, limited = isfinite(j->lower) || isfinite(j->upper);
    use->effort_exceeded = use->effort_used > 1 + slack;
    use->velocity_exceeded = use->velocity_used > 1 + slack;
    use->position_exceeded = j->margin.value < -slack * range;
    use->effort_unknown = single && (isinf(j->effort) || j->torque_rows < report->rows);
    use->velocity_unknown = single && (isinf(j->velocity) || j->speed_rows < report->rows);
    use->position_unknown = single && limited && j->position_rows < report->rows;
}

static cdy_limit_use find_use(const cdy_limit_report *report, int velocity)
{
    const joint_use *j = &report->joints[velocity];
    const bool timed = report->timed && !isnan(j->power.value);
    cdy_limit_use use = {.torque = j->torque,
                         .rms_torque = rms_of(report, j),
                         .effort_used = part_of(j->torque.value, j->effort),
                         .speed = j->speed,
                         .velocity_used = part_of(j->speed.value, j->velocity),
                         .margin = j->margin,
                         .power = j->power,
                         .energy_driven = timed ? j->driven.sum : unknown,
                         .energy_braked = timed ? j->braked.sum : unknown};
    judge(report, j, &use);
    return use;
}

cdy_status cdy_limit_report_use(const cdy_limit_report *report, int velocity, cdy_limit_use *use, cdy_error *error)
{
    if (!report || !use) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the use of limits needs a report and a pointer for the result");
    }
    if (velocity < 0 || velocity >= report->nv) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no degree of freedom number %d; expected 0 to %d",
                        velocity, report->nv - 1);
    }
    const cdy_limit_use found = find_use(report, velocity);
    if (isinf(found.rms_torque) || isinf(found.power.value) || isinf(found.energy_driven) ||
        isinf(found.energy_braked)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "a power, an energy or a mean torque is too large for a double");
    }
    *use = found;
    return CDY_OK;
}

int cdy_limit_report_exceeded(const cdy_limit_report *report)
{
    int count = 0;
    for (int i = 0; report && i < report->nv; i++) {
        const cdy_limit_use use = find_use(report, i);
        count += use.effort_exceeded || use.velocity_exceeded || use.position_exceeded;
    }
    return count;
}

int cdy_limit_report_unknown(const cdy_limit_report *report)
{
    int count = 0;
    for (int i = 0; report && i < report->nv; i++) {
        const cdy_limit_use use = find_use(report, i);
        count += use.effort_unknown || use.velocity_unknown || use.position_unknown;
    }
    return count;
}

/* Torques, temperatures and life of one drive in a cycle of one joint, and the limits that they use. */
#include "sizing/motor.h"
#include "sizing/thermal.h"

#include "base/error.h"

#include <math.h>

static const char *const names[CDY_DRIVE_LIMITS] = {"peak_torque",      "peak_speed",          "continuous_torque",
                                                    "continuous_speed", "winding_temperature", "gear_peak_torque",
                                                    "gear_mean_torque", "gear_mean_speed",     "gear_life",
                                                    "inertia_ratio",    "brake_torque"};

const char *cdy_drive_limit_name(cdy_drive_limit limit)
{
    return limit >= 0 && limit < CDY_DRIVE_LIMITS ? names[limit] : NULL;
}

/* A cycle of a drive while it is summed up. */
typedef struct summing {
    const cdy_motor_drive *drive;
    const cdy_drive_duty *duty;
    const cdy_drive_demand *demand;
    double squares, speeds, loads;  /* integrals of T^2, |speed|, |speed| |output|^p */
    double drawn, returned, losses; /* J */
    double peak_use;                /* of the peak torque, at the speed of the moment */
    bool accelerates;
    warmth most; /* largest temperatures above the ambient */
    thermal thermal;
    cdy_drive_use *use;
} summing;

static double exponent_of(cdy_gear_kind kind)
{
    return kind == CDY_GEAR_STRAIN_WAVE ? 3 : 10. / 3;
}

/* The part of the peak torque that the motor gives at a speed: all of it up to the knee, none at the peak speed. */
static double peak_torque_at(const cdy_motor_drive *d, double speed)
{
    const double fall = (d->peak_speed - speed) / (d->peak_speed - d->knee_speed);
    return isnan(d->knee_speed) || isnan(d->peak_speed) || speed <= d->knee_speed ? d->peak_torque
                                                                                  : d->peak_torque * fmax(fall, 0);
}

/* The part of a limit that is used; NaN where either is not known. */
static double share(double value, double limit)
{
    return value > 0 || isnan(value) ? value / limit : 0 * limit;
}

/* The electrical power of the motor with the winding at a temperature; NaN where the drive does not tell enough. */
static double power_of(const cdy_motor_drive *d, const motor_state *m, double temperature)
{
    const double current = m->torque / d->torque_constant;
    return m->torque * m->speed + d->resistance * cdy_resistance_factor(temperature) * current * current;
}

static double winding_of(const summing *s, warmth x)
{
    return s->thermal.known && isfinite(x.winding) ? s->demand->ambient + x.winding : 25;
}

/* The extremes of one row, with the winding at its temperature there. */
static void take_row(summing *s, size_t row, warmth x)
{
    const motor_state m = cdy_motor_at_row(s->drive, s->duty, row);
    const double torque = fabs(m.torque), speed = fabs(m.speed);
    cdy_drive_use *u = s->use;
    u->peak_torque = fmax(u->peak_torque, torque);
    u->peak_speed = fmax(u->peak_speed, speed);
    u->gear_peak_torque = fmax(u->gear_peak_torque, fabs(m.output));
    u->peak_power = fmax(u->peak_power, power_of(s->drive, &m, winding_of(s, x)));
    s->peak_use = fmax(s->peak_use, share(torque, peak_torque_at(s->drive, speed)));
    s->accelerates = s->accelerates || (s->duty->acceleration && fabs(s->duty->acceleration[row]) > 0);
    s->most = cdy_warmer(s->most, x);
}

/* The integrals between two rows. */
static void take_stretch(summing *s, size_t row, warmth x)
{
    const double span = s->duty->time[row + 1] - s->duty->time[row], exponent = exponent_of(s->drive->gear);
    for (int k = 0; k < GAUSS_POINTS; k++) {
        const motor_state m = cdy_motor_between(s->drive, s->duty, row, cdy_gauss_points[k]);
        const double weight = cdy_gauss_weights[k] * span, power = power_of(s->drive, &m, winding_of(s, x));
        s->squares += weight * m.torque * m.torque;
        s->speeds += weight * fabs(m.speed);
        s->loads += weight * fabs(m.speed) * pow(fabs(m.output), exponent);
        s->losses += weight * (power - m.torque * m.speed);
        s->drawn += isnan(power) ? power : weight * fmax(power, 0);
        s->returned -= weight * fmin(power, 0);
    }
}

static void sum_up(summing *s)
{
    const cdy_drive_duty *duty = s->duty;
    warmth x = s->thermal.known ? cdy_thermal_begin(&s->thermal, s->drive, duty, 0) : (warmth){0, 0};
    const bool runs_away = isinf(x.winding);
    for (size_t i = 0; i < duty->count; i++) {
        take_row(s, i, x);
        if (i + 1 < duty->count) {
            take_stretch(s, i, x);
            if (s->thermal.known && !runs_away) {
                const double square = cdy_mean_square_torque(s->drive, duty, i);
                const double span = duty->time[i + 1] - duty->time[i];
                s->most = cdy_warmer(s->most, cdy_thermal_peak(&s->thermal, square, span, x));
                x = cdy_thermal_step(&s->thermal, square, span, x);
            }
        }
    }
}

/* Hours of the gear's life at its mean torque and speed. */
static double life_of(const cdy_motor_drive *d, double torque, double speed)
{
    if (isnan(d->gear_life) || isnan(d->gear_speed) || isnan(d->gear_torque)) {
        return (double)NAN;
    }
    return speed > 0 && torque > 0
               ? d->gear_life * (d->gear_speed / speed) * pow(d->gear_torque / torque, exponent_of(d->gear))
               : HUGE_VAL;
}

static void find_results(summing *s)
{
    const cdy_motor_drive *d = s->drive;
    cdy_drive_use *u = s->use;
    const double span = s->duty->time[s->duty->count - 1] - s->duty->time[0], unknown = (double)NAN;
    const double inertia = d->rotor_inertia + (isnan(d->gear_inertia) ? 0 : d->gear_inertia);
    u->rms_torque = sqrt(s->squares / span);
    u->mean_speed = s->speeds / span;
    u->peak_current = u->peak_torque / d->torque_constant;
    u->rms_current = u->rms_torque / d->torque_constant;
    u->losses = s->losses;
    u->energy = s->drawn - s->demand->regeneration * s->returned;
    u->inertia_ratio = inertia > 0 ? s->duty->inertia / (d->ratio * d->ratio * inertia) : unknown;
    u->winding_temperature = s->thermal.known ? s->demand->ambient + s->most.winding : unknown;
    u->housing_temperature = s->thermal.known && s->thermal.pair ? s->demand->ambient + s->most.housing : unknown;
    if (d->gear == CDY_GEAR_NONE) {
        u->gear_mean_torque = u->gear_mean_speed = u->life = u->gear_peak_torque = unknown;
        return;
    }
    u->gear_mean_speed = u->mean_speed;
    u->gear_mean_torque = s->speeds > 0 ? pow(s->loads / s->speeds, 1 / exponent_of(d->gear)) : 0;
    u->life = life_of(d, u->gear_mean_torque, u->gear_mean_speed);
}

static void find_used(const summing *s)
{
    const cdy_motor_drive *d = s->drive;
    const cdy_drive_demand *asked = s->demand;
    cdy_drive_use *u = s->use;
    double *used = u->used;
    used[CDY_DRIVE_PEAK_TORQUE] = isnan(d->peak_torque) ? d->peak_torque : s->peak_use;
    used[CDY_DRIVE_PEAK_SPEED] = share(u->peak_speed, d->peak_speed);
    used[CDY_DRIVE_CONTINUOUS_TORQUE] = share(u->rms_torque, d->continuous_torque);
    used[CDY_DRIVE_CONTINUOUS_SPEED] = share(u->mean_speed, d->continuous_speed);
    used[CDY_DRIVE_WINDING_TEMPERATURE] = isnan(u->winding_temperature) || isnan(d->winding_limit) ? (double)NAN
                                          : d->winding_limit > asked->ambient
                                              ? s->most.winding / (d->winding_limit - asked->ambient)
                                              : HUGE_VAL;
    used[CDY_DRIVE_GEAR_PEAK_TORQUE] = share(u->gear_peak_torque, d->gear_peak_torque);
    used[CDY_DRIVE_GEAR_MEAN_TORQUE] = share(u->gear_mean_torque, d->gear_mean_torque);
    used[CDY_DRIVE_GEAR_MEAN_SPEED] = share(u->gear_mean_speed, d->gear_mean_speed);
    used[CDY_DRIVE_GEAR_LIFE] = isnan(u->life) || !(asked->life > 0) ? (double)NAN : asked->life / u->life;
    used[CDY_DRIVE_INERTIA_RATIO] = isinf(asked->inertia_ratio) ? (double)NAN : u->inertia_ratio / asked->inertia_ratio;
    used[CDY_DRIVE_BRAKE_TORQUE] = share(s->duty->holding / d->ratio, d->brake_torque);
    if (d->gear == CDY_GEAR_NONE) {
        for (int i = CDY_DRIVE_GEAR_PEAK_TORQUE; i <= CDY_DRIVE_GEAR_LIFE; i++) {
            used[i] = (double)NAN;
        }
    }
}

static void judge(const summing *s)
{
    cdy_drive_use *u = s->use;
    const bool geared = s->drive->gear != CDY_GEAR_NONE;
    double most = -1;
    u->nearest = CDY_DRIVE_LIMITS;
    for (int i = 0; i < CDY_DRIVE_LIMITS; i++) {
        u->used[i] /= s->demand->reserve;
        if (u->used[i] > most) {
            most = u->used[i];
            u->nearest = (cdy_drive_limit)i;
        }
    }
    u->exceeded = most > 1;
    u->unknown = (s->accelerates && isnan(s->drive->rotor_inertia)) || isnan(u->used[CDY_DRIVE_PEAK_TORQUE]) ||
                 isnan(u->used[CDY_DRIVE_PEAK_SPEED]) ||
                 (isnan(u->used[CDY_DRIVE_CONTINUOUS_TORQUE]) && isnan(u->used[CDY_DRIVE_WINDING_TEMPERATURE])) ||
                 (geared && s->demand->life > 0 && isnan(u->used[CDY_DRIVE_GEAR_LIFE])) ||
                 (isfinite(s->demand->inertia_ratio) && isnan(u->used[CDY_DRIVE_INERTIA_RATIO]));
}

static cdy_status check(const cdy_motor_drive *drive, const cdy_drive_duty *duty, const cdy_drive_demand *demand,
                        cdy_error *error)
{
    if (!drive || !duty || !demand) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no %s was given", !drive ? "drive" : !duty ? "cycle" : "demand");
    }
    cdy_status status = cdy_check_motor_drive(drive, error);
    status = status ? status : cdy_check_duty(duty, error);
    return status ? status : cdy_check_demand(demand, error);
}

static cdy_status fail_too_large(cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_NUMERIC, "torques and speeds of the cycle are too large for the drive");
}

cdy_status cdy_find_drive_use(const cdy_motor_drive *drive, const cdy_drive_duty *duty, const cdy_drive_demand *demand,
                              cdy_drive_use *use, cdy_error *error)
{
    cdy_drive_use found = {0};
    if (!use) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the use of the drive was given");
    }
    const cdy_status status = check(drive, duty, demand, error);
    if (status) {
        return status;
    }
    const bool electrical = !isnan(drive->torque_constant) && !isnan(drive->resistance);
    summing s = {.drive = drive, .duty = duty, .demand = demand, .use = &found};
    s.thermal = cdy_thermal_of(drive, demand->ambient);
    found.peak_power = electrical ? -HUGE_VAL : (double)NAN;
    sum_up(&s);
    found.peak_power = electrical ? found.peak_power : (double)NAN;
    if (!isfinite(s.squares) || !isfinite(s.loads) || isinf(s.drawn) || isinf(s.losses)) {
        return fail_too_large(error);
    }
    find_results(&s);
    if (isinf(found.peak_current) || isinf(found.energy)) {
        return fail_too_large(error);
    }
    find_used(&s);
    judge(&s);
    *use = found;
    return CDY_OK;
}

/* Where the torque and the temperatures of each row go; NULL: not wanted. */
typedef struct history {
    double *torque, *winding, *housing;
} history;

/* Goes through the rows from the temperatures x. */
static cdy_status trace_rows(const summing *s, warmth x, const history *to, cdy_error *error)
{
    const cdy_drive_duty *duty = s->duty;
    const bool warms = s->thermal.known && !isinf(x.winding);
    for (size_t i = 0; i < duty->count; i++) {
        const double torque = cdy_motor_at_row(s->drive, duty, i).torque;
        if (!isfinite(torque) || isnan(x.winding)) {
            return fail_too_large(error);
        }
        if (to->torque) {
            to->torque[i] = torque;
        }
        if (to->winding) {
            to->winding[i] = s->thermal.known ? s->demand->ambient + x.winding : (double)NAN;
        }
        if (to->housing) {
            to->housing[i] = s->thermal.known && s->thermal.pair ? s->demand->ambient + x.housing : (double)NAN;
        }
        if (warms && i + 1 < duty->count) {
            x = cdy_thermal_step(&s->thermal, cdy_mean_square_torque(s->drive, duty, i),
                                 duty->time[i + 1] - duty->time[i], x);
        }
    }
    return CDY_OK;
}

/* Rows are gone through once without an output, so that a failure leaves the caller's as they were. */
cdy_status cdy_drive_history(const cdy_motor_drive *drive, const cdy_drive_duty *duty, const cdy_drive_demand *demand,
                             size_t cycles, double *torque, double *winding, double *housing, cdy_error *error)
{
    cdy_status status = check(drive, duty, demand, error);
    if (status) {
        return status;
    }
    if (cycles > 1000000000) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "%zu cycles are too many; expected at most 1e9, or 0: without end",
                        cycles);
    }
    summing s = {.drive = drive, .duty = duty, .demand = demand};
    s.thermal = cdy_thermal_of(drive, demand->ambient);
    s.thermal.known = s.thermal.known && (winding || housing);
    const warmth x = s.thermal.known ? cdy_thermal_begin(&s.thermal, drive, duty, cycles) : (warmth){0, 0};
    status = trace_rows(&s, x, &(history){0}, error);
    return status ? status : trace_rows(&s, x, &(history){torque, winding, housing}, error);
}

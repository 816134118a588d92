#include "sizing/motor.h"

#include "base/error.h"
#include "base/finite.h"

#include <math.h>

/* The roots of the third Legendre polynomial, 0 and sqrt(3/5) either way, moved from -1 .. 1 to 0 .. 1. */
const double cdy_gauss_points[GAUSS_POINTS] = {0.1127016653792583, 0.5, 0.8872983346207417};
const double cdy_gauss_weights[GAUSS_POINTS] = {5. / 18, 8. / 18, 5. / 18};

/* The gear's part in the motor's torque, by the direction of power. */
static double through_gear(const cdy_motor_drive *d, double torque, double speed)
{
    const double eta = d->efficiency;
    const double back = isnan(d->back_efficiency) ? fmax(2 - 1 / eta, 0) : d->back_efficiency;
    const double power = torque * speed;
    return power > 0 ? torque / (d->ratio * eta) : power < 0 ? torque * back / d->ratio : torque / d->ratio;
}

static motor_state state_of(const cdy_motor_drive *d, double speed, double acceleration, double torque)
{
    const double gear_inertia = isnan(d->gear_inertia) ? 0 : d->gear_inertia;
    const double inertia = (isnan(d->rotor_inertia) ? 0 : d->rotor_inertia) + gear_inertia;
    return (motor_state){.speed = d->ratio * speed,
                         .torque = inertia * d->ratio * acceleration + through_gear(d, torque, speed),
                         .output = torque};
}

motor_state cdy_motor_at_row(const cdy_motor_drive *drive, const cdy_drive_duty *duty, size_t row)
{
    return state_of(drive, duty->speed[row], duty->acceleration ? duty->acceleration[row] : 0, duty->torque[row]);
}

static double between(const double *values, size_t row, double part)
{
    return values ? values[row] + part * (values[row + 1] - values[row]) : 0;
}

motor_state cdy_motor_between(const cdy_motor_drive *drive, const cdy_drive_duty *duty, size_t row, double part)
{
    return state_of(drive, between(duty->speed, row, part), between(duty->acceleration, row, part),
                    between(duty->torque, row, part));
}

double cdy_mean_square_torque(const cdy_motor_drive *drive, const cdy_drive_duty *duty, size_t row)
{
    double sum = 0;
    for (int k = 0; k < GAUSS_POINTS; k++) {
        const double torque = cdy_motor_between(drive, duty, row, cdy_gauss_points[k]).torque;
        sum += cdy_gauss_weights[k] * torque * torque;
    }
    return sum;
}

/* ---- checks ---- */

cdy_motor_drive cdy_motor_drive_default(void)
{
    const double unknown = (double)NAN;
    return (cdy_motor_drive){.ratio = 1,
                             .efficiency = 1,
                             .gear_inertia = 0,
                             .mass = unknown,
                             .back_efficiency = unknown,
                             .rotor_inertia = unknown,
                             .continuous_torque = unknown,
                             .continuous_speed = unknown,
                             .peak_torque = unknown,
                             .knee_speed = unknown,
                             .peak_speed = unknown,
                             .torque_constant = unknown,
                             .resistance = unknown,
                             .winding_resistance = unknown,
                             .housing_resistance = unknown,
                             .winding_time = unknown,
                             .housing_time = unknown,
                             .winding_limit = unknown,
                             .gear_torque = unknown,
                             .gear_speed = unknown,
                             .gear_life = unknown,
                             .gear_peak_torque = unknown,
                             .gear_mean_torque = unknown,
                             .gear_mean_speed = unknown,
                             .brake_torque = unknown};
}

/* A number of a drive, and its range: unknown, or finite and above 0 (`above`), or from 0. */
typedef struct checked {
    const char *name;
    double value;
    bool above;
} checked;

static cdy_status check_numbers(const checked *numbers, size_t count, cdy_error *error)
{
    for (size_t i = 0; i < count; i++) {
        const double value = numbers[i].value;
        if (isinf(value) || value < 0 || (numbers[i].above && value <= 0)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "%s of a drive is %g; expected a finite number %s 0, or NaN",
                            numbers[i].name, value, numbers[i].above ? "above" : "from");
        }
    }
    return CDY_OK;
}

/* Numbers of a gear tell nothing of a motor without one. */
static cdy_status check_gear(const cdy_motor_drive *d, cdy_error *error)
{
    static const char *const names[] = {"gear_torque",      "gear_speed",       "gear_life",
                                        "gear_peak_torque", "gear_mean_torque", "gear_mean_speed"};
    const double numbers[] = {d->gear_torque,      d->gear_speed,       d->gear_life,
                              d->gear_peak_torque, d->gear_mean_torque, d->gear_mean_speed};
    if (d->gear < CDY_GEAR_NONE || d->gear > CDY_GEAR_PLANETARY) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no kind of gear %d; expected a cdy_gear_kind",
                        (int)d->gear);
    }
    for (size_t i = 0; d->gear == CDY_GEAR_NONE && i < sizeof numbers / sizeof *numbers; i++) {
        if (!isnan(numbers[i])) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "a drive has %s, but gear 'none'; give the kind of its gear, strain wave, cycloidal or "
                            "planetary",
                            names[i]);
        }
    }
    return CDY_OK;
}

cdy_status cdy_check_motor_drive(const cdy_motor_drive *d, cdy_error *error)
{
    const checked numbers[] = {{"mass", d->mass, false},
                               {"rotor_inertia", d->rotor_inertia, false},
                               {"gear_inertia", d->gear_inertia, false},
                               {"continuous_torque", d->continuous_torque, true},
                               {"continuous_speed", d->continuous_speed, true},
                               {"peak_torque", d->peak_torque, true},
                               {"knee_speed", d->knee_speed, false},
                               {"peak_speed", d->peak_speed, true},
                               {"torque_constant", d->torque_constant, true},
                               {"resistance", d->resistance, false},
                               {"winding_resistance", d->winding_resistance, true},
                               {"housing_resistance", d->housing_resistance, true},
                               {"winding_time", d->winding_time, true},
                               {"housing_time", d->housing_time, true},
                               {"gear_torque", d->gear_torque, true},
                               {"gear_speed", d->gear_speed, true},
                               {"gear_life", d->gear_life, true},
                               {"gear_peak_torque", d->gear_peak_torque, true},
                               {"gear_mean_torque", d->gear_mean_torque, true},
                               {"gear_mean_speed", d->gear_mean_speed, true},
                               {"brake_torque", d->brake_torque, true}};
    const bool back = isnan(d->back_efficiency) || (d->back_efficiency >= 0 && d->back_efficiency <= 1);
    const cdy_status status = check_gear(d, error);
    if (status) {
        return status;
    }
    if (!(d->ratio > 0) || isinf(d->ratio) || !(d->efficiency > 0 && d->efficiency <= 1) || !back) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a drive has ratio %g and efficiencies %g and %g; expected a finite ratio above 0 and "
                        "efficiencies up to 1",
                        d->ratio, d->efficiency, d->back_efficiency);
    }
    if (isinf(d->winding_limit) || d->winding_limit < -273.15) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "winding_limit of a drive is %g C", d->winding_limit);
    }
    if (d->knee_speed >= d->peak_speed) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "knee_speed of a drive, %g rad/s, is not below peak_speed, %g rad/s",
                        d->knee_speed, d->peak_speed);
    }
    return check_numbers(numbers, sizeof numbers / sizeof *numbers, error);
}

cdy_status cdy_check_duty(const cdy_drive_duty *duty, cdy_error *error)
{
    if (!duty->time || !duty->speed || !duty->torque || duty->count < 2) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a cycle needs times, speeds and torques of two rows at least");
    }
    if (!cdy_all_finite(duty->time, duty->count) || !cdy_all_finite(duty->speed, duty->count) ||
        !cdy_all_finite(duty->torque, duty->count) ||
        (duty->acceleration && !cdy_all_finite(duty->acceleration, duty->count))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a cycle has a number that is not finite");
    }
    for (size_t i = 1; i < duty->count; i++) {
        if (duty->time[i] < duty->time[i - 1]) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "times of a cycle fall from %.17g to %.17g s in row %zu",
                            duty->time[i - 1], duty->time[i], i + 1);
        }
    }
    if (!(duty->time[duty->count - 1] > duty->time[0])) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a cycle takes no time");
    }
    if (isinf(duty->inertia) || duty->inertia < 0 || isinf(duty->holding) || duty->holding < 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "inertia and holding torque of a cycle are finite and from 0, or NaN");
    }
    return CDY_OK;
}

cdy_drive_demand cdy_drive_demand_default(void)
{
    return (cdy_drive_demand){.inertia_ratio = HUGE_VAL, .ambient = 40, .reserve = 1};
}

cdy_status cdy_check_demand(const cdy_drive_demand *d, cdy_error *error)
{
    if (!(d->life >= 0) || isinf(d->life) || !(d->inertia_ratio > 0) || !(d->reserve > 0) || isinf(d->reserve)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "life %g h, inertia ratio %g, reserve %g: expected a life from 0, the others above 0", d->life,
                        d->inertia_ratio, d->reserve);
    }
    if (!(d->ambient >= -273.15) || isinf(d->ambient) || !(d->regeneration >= 0 && d->regeneration <= 1)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "ambient temperature %g C, regeneration %g: expected a temperature, and a part from 0 to 1",
                        d->ambient, d->regeneration);
    }
    return CDY_OK;
}

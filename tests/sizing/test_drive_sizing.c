/* Drive sizing: makers' worked examples, closed forms, the differential equations of temperature, and the choice. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/drive_sizing.h>
#include <condyle/dynamics.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RPM (3.14159265358979323846 / 30)

static double share_of(const cdy_drive_use *u, cdy_drive_limit limit)
{
    return u->used[limit];
}

static cdy_drive_use use_of(const cdy_motor_drive *drive, const cdy_drive_duty *duty, const cdy_drive_demand *demand)
{
    const cdy_drive_demand usual = cdy_drive_demand_default();
    cdy_drive_use use;
    cdy_error error = {0};
    ck_assert_ok(cdy_find_drive_use(drive, duty, demand ? demand : &usual, &use, &error), error);
    return use;
}

/* Phases of constant torque and speed, as makers draw them. */
enum { MOST_PHASES = 4 };
typedef struct phases {
    double time[2 * MOST_PHASES], speed[2 * MOST_PHASES], torque[2 * MOST_PHASES];
} phases;

static cdy_drive_duty make_phases(phases *p, int count, const double torque[], const double span[], const double rpm[])
{
    double end = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 2; k++) {
            p->time[2 * i + k] = end + (k ? span[i] : 0);
            p->speed[2 * i + k] = rpm[i] * RPM;
            p->torque[2 * i + k] = torque[i];
        }
        end += span[i];
    }
    return (cdy_drive_duty){(size_t)(2 * count), p->time, p->speed, NULL, p->torque, (double)NAN, (double)NAN};
}

/* ---- makers' examples ---- */

/* Harmonic Drive, CSF and CSG component sets, selection example: 400, 320 and 200 N m, then rest; CSF-40-120 with 294
 * N m at 2000 rpm and 7000 h.  The catalogue cuts the mean torque off to 319 N m and the mean speed to 12 rpm, and has
 * 7610 h with these two. */
START_TEST(harmonic_drive_component_sets)
{
    phases p, mean;
    cdy_motor_drive gear = cdy_motor_drive_default();
    gear.gear = CDY_GEAR_STRAIN_WAVE;
    gear.ratio = 120;
    gear.gear_torque = 294;
    gear.gear_speed = 2000 * RPM;
    gear.gear_life = 7000;
    gear.gear_mean_torque = 451;
    gear.gear_peak_torque = 617;
    const cdy_drive_duty duty =
        make_phases(&p, 4, (double[]){400, 320, 200, 0}, (double[]){0.3, 3, 0.4, 0.2}, (double[]){7, 14, 7, 0});
    cdy_drive_use use = use_of(&gear, &duty, NULL);
    ck_assert_int_eq((int)use.gear_mean_torque, 319);
    ck_assert_int_eq((int)(use.gear_mean_speed / RPM / 120), 12);
    ck_assert_near(&use.peak_speed, &(double){14 * 120 * RPM}, 1, 1e-9); /* 1680 rpm */
    ck_assert(share_of(&use, CDY_DRIVE_GEAR_MEAN_TORQUE) < 1 && share_of(&use, CDY_DRIVE_GEAR_PEAK_TORQUE) < 1);
    const cdy_drive_duty rounded = make_phases(&mean, 1, (double[]){319}, (double[]){1}, (double[]){12});
    use = use_of(&gear, &rounded, NULL);
    ck_assert_int_eq((int)use.life, 7610);
}
END_TEST

/* Honpine, selection of harmonic reduction gears: FSG-25, 150, 82 and 130 N m come to 89 N m of 140. */
START_TEST(honpine_gear)
{
    phases p;
    cdy_motor_drive gear = cdy_motor_drive_default();
    gear.gear = CDY_GEAR_STRAIN_WAVE;
    gear.gear_mean_torque = 140;
    const cdy_drive_duty duty =
        make_phases(&p, 4, (double[]){150, 82, 130, 0}, (double[]){0.2, 3, 0.3, 0.2}, (double[]){10, 20, 10, 0});
    const cdy_drive_use use = use_of(&gear, &duty, NULL);
    ck_assert_int_eq((int)round(use.gear_mean_torque), 89);
    ck_assert_near(&use.used[CDY_DRIVE_GEAR_MEAN_TORQUE], &(double){89.4 / 140}, 1, 1e-3);
}
END_TEST

/* Harmonic Drive, engineering data 1018854 (CHA, FHA-C), actuator selection: 1.3 kg m2 behind an FHA-25C-50 of 0.86 kg
 * m2 at the output, to 40 rpm in 0.1 s against 5 N m: 95 N m; with 95, 5 and -85 N m in 1.3 s 35 N m and 6 rpm.  The
 * edition of 2018 (CanisDrive-25A-50): 103.8, 5 and -93.8 N m come to 38.8 N m. */
START_TEST(harmonic_drive_actuators)
{
    static const double torques[2][4] = {{95, 5, -85, 0}, {103.8, 5, -93.8, 0}}, digits[2] = {1, 10},
                        expected[2] = {35, 388};
    const double spans[4] = {0.1, 0.1, 0.1, 1}, rates[4] = {20, 40, 20, 0};
    phases p;
    const cdy_motor_drive actuator = cdy_motor_drive_default();
    for (int i = 0; i < 2; i++) {
        const cdy_drive_duty duty = make_phases(&p, 4, torques[i], spans, rates);
        const cdy_drive_use use = use_of(&actuator, &duty, NULL);
        ck_assert_int_eq((int)round(digits[i] * use.rms_torque), (int)expected[i]);
        ck_assert_int_eq((int)round(use.mean_speed / RPM), 6);
    }
    cdy_motor_drive inertia = actuator;
    inertia.rotor_inertia = 0.86;
    inertia.peak_torque = 151;
    const double t[2] = {0, 0.1}, speed[2] = {0, 40 * RPM}, rate[2] = {400 * RPM, 400 * RPM},
                 torque[2] = {5 + 1.3 * rate[0], 5 + 1.3 * rate[0]};
    const cdy_drive_duty start = {2, t, speed, rate, torque, 1.3, (double)NAN};
    const cdy_drive_use use = use_of(&inertia, &start, NULL);
    ck_assert_int_eq((int)use.peak_torque, 95);
    ck_assert(use.inertia_ratio < 3); /* 1.3 < 3 x 0.86 in the same example */
    ck_assert_near(&use.used[CDY_DRIVE_PEAK_TORQUE], &(double){95.48 / 151}, 1, 1e-3);
}
END_TEST

/* ---- closed forms ---- */

/* A load is lifted and lowered: the gear takes power in both directions, the motor gives and gets energy. */
START_TEST(efficiency_goes_by_the_direction_of_power)
{
    phases p;
    cdy_motor_drive d = cdy_motor_drive_default();
    cdy_drive_demand demand = cdy_drive_demand_default();
    d.gear = CDY_GEAR_PLANETARY;
    d.ratio = 10;
    d.efficiency = 0.8;
    d.torque_constant = 2;
    d.resistance = 0.5;
    const double w = 1 / RPM; /* 1 rad/s */
    const cdy_drive_duty duty = make_phases(&p, 3, (double[]){40, 40, 40}, (double[]){1, 2, 1}, (double[]){w, 0, -w});
    const double up = 40 / 8., still = 4, down = 40 * (2 - 1 / 0.8) / 10;
    const double squares = up * up + 2 * still * still + down * down, losses = 0.5 * squares / 4;
    cdy_drive_use use = use_of(&d, &duty, &demand);
    ck_assert_near(&use.peak_torque, &up, 1, 1e-12);
    ck_assert_near(&use.rms_torque, &(double){sqrt(squares / 4)}, 1, 1e-12);
    ck_assert_near(&use.rms_current, &(double){sqrt(squares / 4) / 2}, 1, 1e-12);
    ck_assert_near(&use.losses, &losses, 1, 1e-12);
    const double drawn = 10 * up + 0.5 * up * up / 4 + 2 * 0.5 * still * still / 4;
    const double back = 10 * down - 0.5 * down * down / 4;
    ck_assert_near(&use.energy, &drawn, 1, 1e-12);
    ck_assert_near(&use.peak_power, &(double){10 * up + 0.5 * up * up / 4}, 1, 1e-12);
    demand.regeneration = 0.6;
    use = use_of(&d, &duty, &demand);
    ck_assert_near(&use.energy, &(double){drawn - 0.6 * back}, 1, 1e-12);
    d.back_efficiency = 0;
    use = use_of(&d, &duty, &demand);
    ck_assert_near(&use.rms_torque, &(double){sqrt((up * up + 2 * still * still) / 4)}, 1, 1e-12);
    d.efficiency = 0.4; /* 2 - 1 / 0.4 is below 0: the gear locks */
    d.back_efficiency = (double)NAN;
    use = use_of(&d, &duty, &demand);
    ck_assert_near(&use.rms_torque, &(double){sqrt((100 + 2 * 16) / 4.)}, 1, 1e-12);
}
END_TEST

/* Triangles: T^2 over a line is (a^2 + a b + b^2) / 3; means by the exponents of the kinds of gears. */
START_TEST(lines_between_rows_are_exact)
{
    const double t[3] = {0, 2, 3}, torque[3] = {0, 6, 3}, speed[3] = {0, 4, 4};
    const cdy_drive_duty duty = {3, t, speed, NULL, torque, (double)NAN, (double)NAN};
    cdy_motor_drive d = cdy_motor_drive_default();
    cdy_drive_use use = use_of(&d, &duty, NULL);
    ck_assert_near(&use.rms_torque, &(double){sqrt((2 * 12 + 21) / 3.)}, 1, 1e-12);
    ck_assert_near(&use.mean_speed, &(double){8 / 3.}, 1, 1e-12);
    ck_assert(isnan(use.life) && isnan(use.gear_mean_torque));
    d.gear = CDY_GEAR_STRAIN_WAVE;
    use = use_of(&d, &duty, NULL); /* the integrals of 2 t (3 t)^3 and of 4 (6 - 3 s)^3 */
    ck_assert_near(&use.gear_mean_torque, &(double){cbrt((54 * 32 / 5. + (1296 - 81) / 3.) / 8)}, 1, 1e-12);
    const double flat[3] = {5, 5, 5};
    const cdy_drive_duty steady = {3, t, speed, NULL, flat, (double)NAN, (double)NAN};
    for (int kind = CDY_GEAR_STRAIN_WAVE; kind <= CDY_GEAR_PLANETARY; kind++) {
        d.gear = (cdy_gear_kind)kind;
        d.gear_torque = 10;
        d.gear_speed = 8;
        d.gear_life = 6000;
        use = use_of(&d, &steady, NULL);
        ck_assert_near(&use.gear_mean_torque, &(double){5}, 1, 1e-12);
        const double life = 6000 * 3 * pow(2, kind == CDY_GEAR_STRAIN_WAVE ? 3 : 10. / 3);
        ck_assert_near(&use.life, &life, 1, 1e-8);
    }
}
END_TEST

/* ---- limits ---- */

START_TEST(limits_are_parts)
{
    phases p;
    cdy_motor_drive d = cdy_motor_drive_default();
    cdy_drive_demand demand = cdy_drive_demand_default();
    d.peak_torque = 10;
    d.knee_speed = 100;
    d.peak_speed = 200;
    cdy_drive_duty duty = make_phases(&p, 2, (double[]){4, 2}, (double[]){1, 1}, (double[]){150 / RPM, 50 / RPM});
    cdy_drive_use use = use_of(&d, &duty, &demand);
    ck_assert_near(&use.used[CDY_DRIVE_PEAK_TORQUE], &(double){4 / 5.}, 1, 1e-12); /* half of it is left at 150 */
    ck_assert_near(&use.used[CDY_DRIVE_PEAK_SPEED], &(double){0.75}, 1, 1e-12);
    ck_assert_int_eq(use.nearest, CDY_DRIVE_PEAK_TORQUE);
    ck_assert(!use.exceeded && use.unknown && isnan(use.used[CDY_DRIVE_CONTINUOUS_TORQUE]));
    d.continuous_torque = sqrt(10.) / 2;
    d.continuous_speed = 400;
    d.brake_torque = 8;
    d.rotor_inertia = 0.1;
    duty.inertia = 0.4;
    duty.holding = 2;
    demand.inertia_ratio = 5;
    use = use_of(&d, &duty, &demand);
    ck_assert_int_eq(use.nearest, CDY_DRIVE_CONTINUOUS_TORQUE);
    ck_assert(use.exceeded && !use.unknown);
    const double expected[] = {2, 0.25, 0.25, 0.8};
    const double found[] = {use.used[CDY_DRIVE_CONTINUOUS_TORQUE], use.used[CDY_DRIVE_CONTINUOUS_SPEED],
                            use.used[CDY_DRIVE_BRAKE_TORQUE], use.used[CDY_DRIVE_INERTIA_RATIO]};
    ck_assert_near(found, expected, 4, 1e-12);
    demand.reserve = 2;
    use = use_of(&d, &duty, &demand);
    ck_assert_near(&use.used[CDY_DRIVE_CONTINUOUS_TORQUE], &(double){1}, 1, 1e-12);
    duty.holding = (double)NAN;
    use = use_of(&d, &duty, &demand);
    ck_assert(isnan(use.used[CDY_DRIVE_BRAKE_TORQUE]));
    for (int i = 0; i < CDY_DRIVE_LIMITS; i++) {
        ck_assert_ptr_nonnull(cdy_drive_limit_name((cdy_drive_limit)i));
    }
    ck_assert_ptr_null(cdy_drive_limit_name(CDY_DRIVE_LIMITS));
}
END_TEST

/* Where the joint accelerates, the torque is not known without the rotor's inertia. */
START_TEST(rotors_that_are_not_known_are_told)
{
    cdy_motor_drive d = cdy_motor_drive_default();
    const cdy_drive_demand demand = cdy_drive_demand_default();
    const double t[2] = {0, 1}, one[2] = {1, 1}, rates[3][2] = {{0, 0}, {0, 2}, {-2, 0}};
    d.peak_torque = d.continuous_torque = 10;
    d.peak_speed = 20;
    for (int i = 0; i < 3; i++) {
        const cdy_drive_duty duty = {2, t, one, rates[i], one, (double)NAN, (double)NAN};
        d.rotor_inertia = (double)NAN;
        ck_assert_int_eq(use_of(&d, &duty, &demand).unknown, i > 0);
        d.rotor_inertia = 0;
        ck_assert(!use_of(&d, &duty, &demand).unknown);
    }
    const cdy_drive_duty steady = {2, t, one, NULL, one, (double)NAN, (double)NAN};
    d.rotor_inertia = (double)NAN;
    ck_assert(!use_of(&d, &steady, &demand).unknown);
}
END_TEST

/* ---- temperature ---- */

static cdy_motor_drive make_warm(bool pair)
{
    cdy_motor_drive d = cdy_motor_drive_default();
    d.torque_constant = 0.05;
    d.resistance = 1.2;
    d.winding_resistance = 3.96;
    d.winding_time = 11.5;
    if (pair) {
        d.housing_resistance = 5.7;
        d.housing_time = 251;
    }
    d.winding_limit = 125;
    return d;
}

/* At a constant current losses and flow are equal: (x1 of both resistances) x = R I^2 (1 + a (x + ambient - 25)). */
START_TEST(a_constant_torque_warms_to_the_closed_form)
{
    const bool pair = _i;
    const cdy_motor_drive d = make_warm(pair);
    cdy_drive_demand demand = cdy_drive_demand_default();
    phases p;
    const double torque = 0.09, square = torque / 0.05 * torque / 0.05 * 1.2, flow = pair ? 3.96 + 5.7 : 3.96;
    const cdy_drive_duty duty = make_phases(&p, 1, &torque, (double[]){1}, (double[]){0});
    const double rise = flow * square * (1 + 0.00393 * 15) / (1 - flow * square * 0.00393);
    const cdy_drive_use use = use_of(&d, &duty, &demand);
    ck_assert_near(&use.winding_temperature, &(double){40 + rise}, 1, 1e-7);
    ck_assert_near(&use.used[CDY_DRIVE_WINDING_TEMPERATURE], &(double){rise / 85}, 1, 1e-7);
    if (pair) {
        const double losses = square * (1 + 0.00393 * (15 + rise));
        ck_assert_near(&use.housing_temperature, &(double){40 + 5.7 * losses}, 1, 1e-7);
        ck_assert_near(&use.losses, &losses, 1, 1e-7);
    }
    double winding[2];
    cdy_error error;
    ck_assert_ok(cdy_drive_history(&d, &duty, &demand, 1, NULL, winding, NULL, &error), error);
    ck_assert_near(&winding[0], &(double){40}, 1, 1e-12);
    if (!pair) {
        const double rate = (1 - flow * square * 0.00393) / 11.5;
        ck_assert_near(&winding[1], &(double){40 - rise * expm1(-rate)}, 1, 1e-9);
    }
}
END_TEST

/* Slopes of winding and housing at temperatures x above 40 C. */
static void slope(const cdy_motor_drive *d, double torque, const double x[2], double rate[2])
{
    const double current = torque / d->torque_constant, between = (x[0] - x[1]) / d->winding_resistance;
    const double losses = d->resistance * current * current * (1 + 0.00393 * (15 + x[0]));
    rate[0] = (losses - between) * d->winding_resistance / d->winding_time;
    rate[1] = (between - x[1] / d->housing_resistance) * d->housing_resistance / d->housing_time;
}

/* Three cycles of two torques, by the method of Runge and Kutta in small steps; then the cycle that repeats itself ends
 * as it begins, and many cycles lead to it. */
START_TEST(cycles_are_those_of_the_differential_equations)
{
    const cdy_motor_drive d = make_warm(true);
    const cdy_drive_demand demand = cdy_drive_demand_default();
    phases p;
    double x[2] = {0, 0}, winding[4], housing[4], far[4];
    cdy_error error;
    const double torques[2] = {0.2, 0.02}, spans[2] = {3, 7};
    const cdy_drive_duty duty = make_phases(&p, 2, torques, spans, (double[]){0, 0});
    for (int i = 0; i < 6; i++) {
        const int steps = 1000;
        const double h = spans[i % 2] / steps;
        for (int s = 0; s < steps; s++) {
            double k[4][2], at[2];
            slope(&d, torques[i % 2], x, k[0]);
            for (int stage = 1; stage < 4; stage++) {
                for (int j = 0; j < 2; j++) {
                    at[j] = x[j] + (stage == 3 ? h : h / 2) * k[stage - 1][j];
                }
                slope(&d, torques[i % 2], at, k[stage]);
            }
            for (int j = 0; j < 2; j++) {
                x[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
            }
        }
    }
    ck_assert_ok(cdy_drive_history(&d, &duty, &demand, 3, NULL, winding, housing, &error), error);
    ck_assert_near(&winding[3], &(double){40 + x[0]}, 1, 1e-8);
    ck_assert_near(&housing[3], &(double){40 + x[1]}, 1, 1e-8);
    ck_assert_ok(cdy_drive_history(&d, &duty, &demand, 0, NULL, winding, housing, &error), error);
    ck_assert_near(&winding[0], &winding[3], 1, 1e-8);
    ck_assert_near(&housing[0], &housing[3], 1, 1e-8);
    ck_assert_ok(cdy_drive_history(&d, &duty, &demand, 100000, NULL, far, NULL, &error), error);
    ck_assert_near(far, winding, 4, 1e-7);
    const cdy_drive_use use = use_of(&d, &duty, &demand);
    ck_assert_near(&use.winding_temperature, &winding[1], 1, 1e-9);
}
END_TEST

/* After a pulse the housing goes on to warm up: its largest temperature is inside of the rest, which rows in small
 * steps show. */
START_TEST(the_largest_temperatures_are_those_of_all_times)
{
    enum { FINE = 2000 };
    const cdy_motor_drive d = make_warm(true);
    const cdy_drive_demand demand = cdy_drive_demand_default();
    phases p;
    cdy_error error;
    double time[FINE + 2], zero[FINE + 2] = {0}, torque[FINE + 2] = {0.2, 0.2}, housing[FINE + 2], most = 0;
    const cdy_drive_duty duty = make_phases(&p, 2, (double[]){0.2, 0}, (double[]){3, 60}, (double[]){0, 0});
    const cdy_drive_use use = use_of(&d, &duty, &demand);
    time[0] = 0;
    for (int i = 0; i <= FINE; i++) {
        time[i + 1] = 3 + 60. * (i - (i > 0)) / (FINE - 1);
        torque[i + 1] = i > 0 ? 0 : 0.2;
    }
    const cdy_drive_duty fine = {FINE + 2, time, zero, NULL, torque, (double)NAN, (double)NAN};
    ck_assert_ok(cdy_drive_history(&d, &fine, &demand, 0, NULL, NULL, housing, &error), error);
    for (int i = 0; i < FINE + 2; i++) {
        most = fmax(most, housing[i]);
    }
    ck_assert_near(&use.housing_temperature, &most, 1, 1e-5);
    ck_assert(use.housing_temperature > 0.05 + fmax(housing[1], housing[0]));
    const cdy_drive_use split = use_of(&d, &fine, &demand);
    ck_assert_near(&split.housing_temperature, &use.housing_temperature, 1, 1e-9);
    ck_assert_near(&split.winding_temperature, &use.winding_temperature, 1, 1e-9);
}
END_TEST

START_TEST(losses_beyond_the_flow_run_away)
{
    const cdy_motor_drive d = make_warm(_i);
    const cdy_drive_demand demand = cdy_drive_demand_default();
    phases p;
    cdy_error error;
    double winding[2];
    const cdy_drive_duty duty = make_phases(&p, 1, (double[]){1}, (double[]){1}, (double[]){0});
    const cdy_drive_use use = use_of(&d, &duty, &demand);
    ck_assert(isinf(use.winding_temperature) && use.exceeded && use.nearest == CDY_DRIVE_WINDING_TEMPERATURE);
    ck_assert_ok(cdy_drive_history(&d, &duty, &demand, 1, NULL, winding, NULL, &error), error);
    ck_assert(isfinite(winding[1]) && winding[1] > 100);
}
END_TEST

/* ---- choice ---- */

/* Two links of 1 m about y; 1 kg at 0.5 m of each. */
static robot make_arm(void)
{
    cdy_tree *tree = make_tree("base", 10);
    for (int i = 0; i < 2; i++) {
        cdy_body link = make_body(i ? "lower" : "upper", i ? "elbow" : "shoulder", CDY_JOINT_REVOLUTE);
        set_inertial(&link, 1, 0.5, 0, 0, (double[6]){0.01, 0, 0, 0.01, 0, 0.01});
        set_axis(&link, 0, 1, 0);
        set_origin(&link, i, 0, 0, 0, 0, 0);
        add_body(tree, &link, i ? "upper" : "base");
    }
    return make_robot(tree);
}

/* At rest, stretched out: the elbow bears 5 N m, the shoulder 20 N m and 10 N m for each kilogram of the elbow's
 * drive. */
static const double times[2] = {0, 1}, stretched[4] = {0, 0, 0, 0};
static const cdy_drive_motion at_rest = {2, times, stretched, stretched, stretched};

START_TEST(drives_are_part_of_the_robot)
{
    robot r = make_arm();
    const double mass[2] = {3, 0.7};
    double torque[4], inertia[2], holding[2];
    cdy_error error = {0};
    cdy_payload payload = {.mass = 2, .center_of_mass = {0.5, 0, 0}};
    ck_assert_ok(cdy_find_drive_torques(r.model, &at_rest, NULL, torque, inertia, holding, &error), error);
    ck_assert_near(torque, ((double[4]){-20, -5, -20, -5}), 4, 1e-12);
    ck_assert_near(holding, ((double[2]){20, 5}), 2, 1e-12);
    ck_assert_near(inertia, ((double[2]){0.02 + 0.25 + 2.25, 0.26}), 2, 1e-12);
    ck_assert_ok(cdy_find_drive_torques(r.model, &at_rest, mass, torque, inertia, holding, &error), error);
    ck_assert_near(torque, ((double[4]){-27, -5, -27, -5}), 4, 1e-12); /* that of the shoulder is on the base */
    ck_assert_near(inertia, ((double[2]){2.52 + 0.7, 0.26}), 2, 1e-12);
    ck_assert_ok(cdy_model_set_payload(r.model, cdy_model_find_frame(r.model, "upper"), &payload, &error), error);
    ck_assert_ok(cdy_find_drive_torques(r.model, &at_rest, mass, torque, inertia, holding, &error), error);
    ck_assert_near(torque, ((double[4]){-37, -5, -37, -5}), 4, 1e-12);
    ck_assert_near(inertia, ((double[2]){3.22 + 0.5, 0.26}), 2, 1e-12);
    ck_assert(cdy_model_get_payload(r.model, cdy_model_find_frame(r.model, "upper"), &payload));
    ck_assert_near(&payload.mass, &(double){2}, 1, 0);
    free_robot(&r);
}
END_TEST

static cdy_motor_drive motor(double mass, double torque)
{
    cdy_motor_drive d = cdy_motor_drive_default();
    d.mass = mass;
    d.continuous_torque = d.peak_torque = torque;
    d.peak_speed = 10;
    return d;
}

START_TEST(the_lightest_that_does_is_chosen_until_it_settles)
{
    robot r = make_arm();
    cdy_drive_choice choices[2];
    cdy_drive_demand demand = cdy_drive_demand_default();
    cdy_error error = {0};
    int rounds;
    const cdy_motor_drive drives[] = {motor(0.5, 30), motor(0.1, 4), motor(0.2, 5.5), motor(0.6, 40), motor(0.4, 21)};
    ck_assert_ok(cdy_choose_drives(r.model, &at_rest, drives, 5, &demand, NULL, NULL, choices, &rounds, &error), error);
    ck_assert_int_eq(choices[1].drive, 2);
    ck_assert_int_eq(choices[0].drive, 0); /* 21 N m did before the elbow had its drive of 0.2 kg: 22 N m now */
    ck_assert_int_eq(rounds, 3);
    ck_assert_near(&choices[0].use.rms_torque, &(double){22}, 1, 1e-12);
    const double included[2] = {0, 0.15};
    ck_assert_ok(cdy_choose_drives(r.model, &at_rest, drives, 5, &demand, included, NULL, choices, NULL, &error),
                 error);
    ck_assert_int_eq(choices[0].drive, 4); /* 20.5 N m */
    const int given[2] = {-1, 3};
    ck_assert_ok(cdy_choose_drives(r.model, &at_rest, drives, 5, &demand, NULL, given, choices, NULL, &error), error);
    ck_assert_int_eq(choices[1].drive, 3);
    ck_assert_near(&choices[0].use.rms_torque, &(double){26}, 1, 1e-12);
    ck_assert_ok(cdy_choose_drives(r.model, &at_rest, drives + 1, 2, &demand, NULL, NULL, choices, NULL, &error),
                 error);
    ck_assert_int_eq(choices[0].drive, 1); /* none does: the nearest one */
    ck_assert(choices[0].use.exceeded && choices[0].use.nearest == CDY_DRIVE_PEAK_TORQUE);
    free_robot(&r);
}
END_TEST

START_TEST(strict_demands_know_all_limits)
{
    robot r = make_arm();
    cdy_drive_choice choices[2];
    cdy_drive_demand demand = cdy_drive_demand_default();
    cdy_error error = {0};
    cdy_motor_drive drives[] = {motor(0.3, 50), motor(0.1, 50), motor(0.05, 50)};
    drives[1].peak_torque = (double)NAN;
    drives[2].linear = true;
    ck_assert_ok(cdy_choose_drives(r.model, &at_rest, drives, 3, &demand, NULL, NULL, choices, NULL, &error), error);
    ck_assert_int_eq(choices[1].drive, 1);
    ck_assert(choices[1].use.unknown);
    demand.strict = true;
    ck_assert_ok(cdy_choose_drives(r.model, &at_rest, drives, 3, &demand, NULL, NULL, choices, NULL, &error), error);
    ck_assert_int_eq(choices[1].drive, 0);
    ck_assert_ok(cdy_choose_drives(r.model, &at_rest, drives + 2, 1, &demand, NULL, NULL, choices, NULL, &error),
                 error);
    ck_assert_int_eq(choices[0].drive, -1);
    free_robot(&r);
}
END_TEST

/* ---- catalogues ---- */

static cdy_drive_catalogue *read_text(const char *text)
{
    cdy_drive_catalogue *catalogue = NULL;
    cdy_error error = {0};
    ck_assert_ok(cdy_drive_catalogue_read(text, strlen(text), "drives.csv", &catalogue, &error), error);
    return catalogue;
}

START_TEST(numbers_of_the_output_go_through_the_gear)
{
    cdy_drive_catalogue *c =
        read_text("\xef\xbb\xbf# A comment.\r\nmaker,type,side,gear,ratio,peak_torque,peak_speed,rotor_inertia,"
                  "torque_constant,gear_speed,source\r\n"
                  "\"A, \"\"B\"\"\",X,output,strain wave,50,150,90,0.86,22,2000,page 9\n\nC,Y,motor,,,3,1000,,,,\n"
                  ",Z,output,planetary,4,8,30,,,,\n");
    ck_assert_int_eq(cdy_drive_catalogue_count(c), 3);
    const cdy_motor_drive *d = cdy_drive_catalogue_drives(c);
    ck_assert_str_eq(cdy_drive_catalogue_maker(c, 0), "A, \"B\"");
    ck_assert_str_eq(cdy_drive_catalogue_source(c, 0), "page 9");
    ck_assert_str_eq(cdy_drive_catalogue_maker(c, 2), "");
    ck_assert_int_eq(cdy_drive_catalogue_find(c, "Z"), 2);
    ck_assert_int_eq(cdy_drive_catalogue_find(c, "W"), -1);
    ck_assert_ptr_null(cdy_drive_catalogue_type(c, 3));
    const double found[] = {d[0].peak_torque, d[0].peak_speed, d[0].rotor_inertia, d[0].torque_constant,
                            d[0].gear_speed,  d[1].peak_speed, d[1].ratio,         d[2].peak_torque};
    ck_assert_near(found, ((double[]){3, 90 * 50 * RPM, 0.86 / 2500, 22 / 50., 2000 * RPM, 1000 * RPM, 1, 2}), 8, 1e-9);
    ck_assert(d[0].gear == CDY_GEAR_STRAIN_WAVE && d[1].gear == CDY_GEAR_NONE && isnan(d[1].mass));
    cdy_drive_catalogue_destroy(c);
}
END_TEST

/* Types are found in all sizes of catalogues, and lines counted through quoted line feeds. */
START_TEST(many_drives_are_read_and_found)
{
    enum { DRIVES = 3000, WIDTH = 8 };
    char *text = malloc(DRIVES * WIDTH + 64), type[16];
    size_t size = (size_t)snprintf(text, 16, "type,mass\n");
    for (int i = 0; i < DRIVES; i++) {
        size += (size_t)snprintf(text + size, 16, "D%d,1\n", i);
    }
    cdy_drive_catalogue *c = read_text(text);
    for (int i = 0; i < DRIVES; i++) {
        snprintf(type, sizeof type, "D%d", i);
        ck_assert_int_eq(cdy_drive_catalogue_find(c, type), i);
        ck_assert_str_eq(cdy_drive_catalogue_type(c, i), type);
    }
    ck_assert_int_eq(cdy_drive_catalogue_find(c, "D3000"), -1);
    ck_assert_int_eq(cdy_drive_catalogue_find(c, NULL), -1);
    ck_assert_int_eq(cdy_drive_catalogue_find(NULL, "D0"), -1);
    cdy_drive_catalogue_destroy(c);
    free(text);
}
END_TEST

START_TEST(catalogues_have_a_bound)
{
    const int most = 100000;
    char *text = malloc((size_t)most * 12 + 64);
    size_t size = (size_t)snprintf(text, 16, "type\n");
    cdy_drive_catalogue *c = NULL;
    cdy_error error = {0};
    for (int i = 0; i < most; i++) {
        size += (size_t)snprintf(text + size, 16, "%d\n", i);
    }
    ck_assert_ok(cdy_drive_catalogue_read(text, size, "d.csv", &c, &error), error);
    ck_assert_int_eq(cdy_drive_catalogue_count(c), most);
    cdy_drive_catalogue_destroy(c);
    size += (size_t)snprintf(text + size, 16, "more\n");
    ck_assert_fails(cdy_drive_catalogue_read(text, size, "d.csv", &c, &error), CDY_ERROR_ROBOT, error);
    ck_assert_msg(strstr(error.text, "at most 100000 drives") != NULL, "%s", error.text);
    ck_assert_int_eq(error.line, most + 2);
    free(text);
}
END_TEST

START_TEST(what_is_no_catalogue_is_refused)
{
    static const struct {
        const char *text, *message;
        int line;
    } cases[] = {{"", "the catalogue is empty", 1},
                 {"# none\n\n", "the catalogue is empty", 3},
                 {"\xff\xfet", "UTF-16", 1},
                 {"\xfe\xff", "UTF-16", 1},
                 {"type\nA\x1b[31m\n", "type has a control character", 2},
                 {"type,source\nA,b\x7f\n", "source has a control character", 2},
                 {"maker\nx\n", "column 'type'", 1},
                 {"type,mas\n", "did you mean 'mass'", 1},
                 {"type,mass,mass\n", "stands twice", 1},
                 {"type,mass\n", "has no drive", 2},
                 {"type,mass\nA\n", "has 1 field, and the header 2", 2},
                 {"type,mass,ratio\nA,1\n", "has 2 fields, and", 2},
                 {"type\n\" \"\n", "type of a drive is blank", 2},
                 {"type,mass\n \t,1\n", "type of a drive is blank", 2},
                 {"type\n \n\t \n", "has no drive", 4},
                 {"type,mass\nA,1,2\n", "more fields", 2},
                 {"type,mass\nA,1\n#\nA,2\n", "two drives", 4},
                 {"type,mass\nA,1\nA ,2\n", "two drives have the type 'A'", 3},
                 {"type,mass\nA,1\n\"\tA\n\",2\n", "two drives have the type 'A'", 3},
                 {"type\nA\n\"\n\"\n", "type of a drive is blank", 3},
                 {"type\n  # A,1\n\t#B\n", "has no drive", 4},
                 {"type,mass\nA,x\n", "mass is 'x'", 2},
                 {"type,mass\nA,nan\n", "mass is 'nan'", 2},
                 {"type,mass\nA,-1\n", "mass of a drive is -1", 2},
                 {"type,mass\n,1\n", "has no type", 2},
                 {"type,gear\nA,worm\n", "gear is 'worm'", 2},
                 {"type,side\nA,left\n", "side is 'left'", 2},
                 {"type,output\nA,round\n", "output is 'round'", 2},
                 {"type,ratio\nA,0\n", "ratio 0", 2},
                 {"type,efficiency\nA,1.2\n", "efficiencies 1.2", 2},
                 {"type,knee_speed,peak_speed\nA,9,8\n", "knee_speed", 2},
                 {"type,mass\n\"A,1\n", "no closing quote", 2},
                 {"type,maker,mass\nA,\"a\nb\"\"\n\nc\",1\nB,b,x\n", "mass is 'x'", 6},
                 {"type,gear_life\nA,6000\n", "has gear_life, but gear 'none'", 2},
                 {"type,gear,gear_torque\nB,none,\nA,,5\n", "has gear_torque", 3},
                 {"type,gear_speed\nA,5\n", "has gear_speed", 2},
                 {"type,gear_peak_torque\nA,5\n", "has gear_peak_torque", 2},
                 {"type,gear_mean_torque\nA,5\n", "has gear_mean_torque", 2},
                 {"type,gear_mean_speed\nA,5\n", "has gear_mean_speed", 2},
                 {"type,mass\n\"A\"B,1\n", "no closing quote", 2},
                 {"type,mass\n \"A\" B,1\n", "no closing quote", 2},
                 {"type,mass\nA, \"1\n", "no closing quote", 2},
                 {"type,mass\nA,1\n \"A\" ,2\n", "two drives have the type 'A'", 3},
                 {"# a\n\n\"ma\nss\",type\n", "there is no column", 3},
                 {"# a\n\ntype,\"ma\nss\"\n", "there is no column", 3},
                 {"# a\nmaker,\nsource\n", "there is no column ''", 2},
                 {"\n# a\n\"mass\",\"maker\"\nx\n", "column 'type'", 3},
                 {"type,maker,mass\nA,\"a\nb\",-1\n", "mass of a drive is -1", 2},
                 {"type,maker\n,\"a\nb\"\n", "has no type", 2},
                 {"type,maker\nA,\"a\nb\",1\n", "more fields", 2},
                 {"type,maker,mass\nA,\"a\nb\"\n", "has 2 fields", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_drive_catalogue *c = NULL;
        cdy_error error;
        ck_assert_fails(cdy_drive_catalogue_read(cases[i].text, strlen(cases[i].text), "d.csv", &c, &error),
                        CDY_ERROR_ROBOT, error);
        ck_assert_msg(strstr(error.text, cases[i].message) != NULL, "%s: %s", cases[i].text, error.text);
        ck_assert_int_eq(error.line, cases[i].line);
        ck_assert_str_eq(error.file, "d.csv");
        ck_assert_ptr_null(c);
    }
    cdy_drive_catalogue *c = NULL;
    cdy_error error;
    ck_assert_fails(cdy_drive_catalogue_read("type\nA\0B\n", 9, "d.csv", &c, &error), CDY_ERROR_ROBOT, error);
    ck_assert_fails(cdy_drive_catalogue_read("# a\n#\0b\ntype\nA\n", 14, "d.csv", &c, &error), CDY_ERROR_ROBOT, error);
    ck_assert(strstr(error.text, "null character") && error.line == 2);
    ck_assert_fails(cdy_drive_catalogue_read("t\0y\0p\0e\0\n\0", 10, "d.csv", &c, &error), CDY_ERROR_ROBOT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "UTF-16"));
    ck_assert_fails(cdy_drive_catalogue_load("/nonexistent/drives.csv", &c, &error), CDY_ERROR_IO, error);
    ck_assert_int_eq(cdy_drive_catalogue_count(NULL), 0);
}
END_TEST

/* Blanks around quotes are none of the field. */
START_TEST(quotes_have_blanks_around_them)
{
    cdy_drive_catalogue *c =
        read_text("\"type\" ,\t\"maker\",mass\n  \"A, \"\"1\"\"\"\t, \" x\" , \"2\"\r\n \"B\",\"\", 3 \n");
    ck_assert_int_eq(cdy_drive_catalogue_count(c), 2);
    ck_assert_str_eq(cdy_drive_catalogue_type(c, 0), "A, \"1\"");
    ck_assert_str_eq(cdy_drive_catalogue_maker(c, 0), " x");
    ck_assert_int_eq(cdy_drive_catalogue_find(c, "B"), 1);
    ck_assert(cdy_drive_catalogue_drives(c)[0].mass == 2 && cdy_drive_catalogue_drives(c)[1].mass == 3);
    cdy_drive_catalogue_destroy(c);
}
END_TEST

/* Lines of blanks are empty ones: before the header, between drives and at the end. */
START_TEST(lines_of_blanks_are_empty)
{
    static const char text[] = " \t\ntype,mass\n \nA,1\n\t\r\n  # none\n  \n\n B b\t,2\n   ";
    cdy_drive_catalogue *c = NULL;
    cdy_error error = {0};
    ck_assert_ok(cdy_drive_catalogue_read(text, sizeof text - 1, "d.csv", &c, &error), error);
    ck_assert_int_eq(cdy_drive_catalogue_count(c), 2);
    ck_assert_int_eq(cdy_drive_catalogue_find(c, "A"), 0);
    ck_assert_str_eq(cdy_drive_catalogue_type(c, 1), "B b");
    ck_assert_int_eq(cdy_drive_catalogue_find(c, "B b"), 1);
    cdy_drive_catalogue_destroy(c);
    static const char late[] = "type,mass\n \nA,1\n\t\n\nB,x\n";
    ck_assert_fails(cdy_drive_catalogue_read(late, sizeof late - 1, "d.csv", &c, &error), CDY_ERROR_ROBOT, error);
    ck_assert_int_eq(error.line, 6);
}
END_TEST

/* ---- failures ---- */

/* The velocity of the second row is too large for a torque. */
START_TEST(motions_that_fail_leave_the_results_alone)
{
    robot r = make_arm();
    const double q[4] = {0, 1, 0, 1}, qd[4] = {0, 0, 1e200, 1e200}, still[4] = {0};
    const cdy_drive_motion motion = {2, times, q, qd, still};
    double found[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    cdy_error error;
    ck_assert_fails(cdy_find_drive_torques(r.model, &motion, NULL, found, found + 4, found + 6, &error),
                    CDY_ERROR_NUMERIC, error);
    for (int i = 0; i < 8; i++) {
        ck_assert_near(&found[i], &(double){i + 1}, 1, 0);
    }
    free_robot(&r);
}
END_TEST

START_TEST(wrong_numbers_are_refused)
{
    phases p;
    cdy_error error;
    cdy_drive_use use;
    const cdy_drive_demand demand = cdy_drive_demand_default();
    const cdy_motor_drive fine = cdy_motor_drive_default();
    const cdy_drive_duty duty = make_phases(&p, 2, (double[]){1, 2}, (double[]){1, 1}, (double[]){1, 1});
    cdy_motor_drive drives[6] = {fine, fine, fine, fine, fine, fine};
    drives[0].gear = (cdy_gear_kind)7;
    drives[1].ratio = 0;
    drives[2].efficiency = HUGE_VAL;
    drives[3].resistance = -1;
    drives[4].winding_limit = HUGE_VAL;
    drives[5].gear_mean_speed = 3;
    for (int i = 0; i < 6; i++) {
        ck_assert_fails(cdy_find_drive_use(&drives[i], &duty, &demand, &use, &error), CDY_ERROR_ARGUMENT, error);
    }
    cdy_drive_demand demands[4] = {demand, demand, demand, demand};
    demands[0].life = -1;
    demands[1].reserve = 0;
    demands[2].ambient = (double)NAN;
    demands[3].regeneration = 1.5;
    for (int i = 0; i < 4; i++) {
        ck_assert_fails(cdy_find_drive_use(&fine, &duty, &demands[i], &use, &error), CDY_ERROR_ARGUMENT, error);
    }
    cdy_drive_duty duties[4] = {duty, duty, duty, duty};
    const double falling[4] = {0, 1, 0.5, 2}, still[4] = {1, 1, 1, 1}, wild[4] = {0, HUGE_VAL, 0, 0};
    duties[0].count = 1;
    duties[1].time = falling;
    duties[2].time = still;
    duties[3].torque = wild;
    for (int i = 0; i < 4; i++) {
        ck_assert_fails(cdy_find_drive_use(&fine, &duties[i], &demand, &use, &error), CDY_ERROR_ARGUMENT, error);
    }
    const double huge[4] = {1e200, 1e200, 1e200, 1e200};
    duties[0] = duty;
    duties[0].torque = huge;
    ck_assert_fails(cdy_find_drive_use(&fine, &duties[0], &demand, &use, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ok(cdy_drive_history(&fine, &duty, &demand, 1000000000, NULL, NULL, NULL, &error), error);
    ck_assert_fails(cdy_drive_history(&fine, &duty, &demand, 1000000001, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
}
END_TEST

/* The torque of the last row is too large for the motor. */
START_TEST(histories_that_fail_leave_the_results_alone)
{
    const double t[3] = {0, 1, 2}, still[3] = {0}, torque[3] = {0, 0, 1e10};
    const cdy_drive_duty duty = {3, t, still, NULL, torque, (double)NAN, (double)NAN};
    const cdy_drive_demand demand = cdy_drive_demand_default();
    double found[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    cdy_motor_drive d = make_warm(_i);
    cdy_error error;
    d.ratio = 1e-300;
    ck_assert_fails(cdy_drive_history(&d, &duty, &demand, 1, found[0], found[1], found[2], &error), CDY_ERROR_NUMERIC,
                    error);
    for (int i = 0; i < 9; i++) {
        ck_assert_near(&found[i / 3][i % 3], &(double){i + 1}, 1, 0);
    }
}
END_TEST

/* Whichever allocation fails, the choice and the reading report it and leave nothing behind. */
START_TEST(failing_allocations_are_reported)
{
    robot r = make_arm();
    const cdy_motor_drive drives[] = {motor(0.5, 30), motor(0.2, 5.5)};
    const cdy_drive_demand demand = cdy_drive_demand_default();
    const char text[] = "type,mass\nA,1\nB,2\nC,1\nD,1\nE,1\nF,1\nG,1\nH,1\nI,1\n";
    cdy_drive_choice choices[2];
    cdy_error error;
    int failures = 0;
    if (!heap_is_counted()) {
        free_robot(&r);
        return;
    }
    for (size_t n = 1; n < 200; n++) {
        heap_fail_at(n);
        cdy_status status = cdy_choose_drives(r.model, &at_rest, drives, 2, &demand, NULL, NULL, choices, NULL, &error);
        heap_fail_at(0);
        if (!status) {
            break;
        }
        ck_assert_int_eq(status, CDY_ERROR_MEMORY);
        failures++;
    }
    ck_assert_int_gt(failures, 4);
    for (size_t n = 1, done = 0; !done; n++) {
        cdy_drive_catalogue *c = NULL;
        heap_fail_at(n);
        const cdy_status status = cdy_drive_catalogue_read(text, sizeof text - 1, "d", &c, &error);
        heap_fail_at(0);
        done = status == CDY_OK;
        ck_assert(done || (status == CDY_ERROR_MEMORY && !c));
        cdy_drive_catalogue_destroy(c);
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("drive_sizing");
    TCase *tests = tcase_create("drive_sizing");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, harmonic_drive_component_sets);
    tcase_add_test(tests, honpine_gear);
    tcase_add_test(tests, harmonic_drive_actuators);
    tcase_add_test(tests, efficiency_goes_by_the_direction_of_power);
    tcase_add_test(tests, lines_between_rows_are_exact);
    tcase_add_test(tests, limits_are_parts);
    tcase_add_test(tests, rotors_that_are_not_known_are_told);
    tcase_add_loop_test(tests, a_constant_torque_warms_to_the_closed_form, 0, 2);
    tcase_add_test(tests, cycles_are_those_of_the_differential_equations);
    tcase_add_test(tests, the_largest_temperatures_are_those_of_all_times);
    tcase_add_loop_test(tests, losses_beyond_the_flow_run_away, 0, 2);
    tcase_add_test(tests, drives_are_part_of_the_robot);
    tcase_add_test(tests, the_lightest_that_does_is_chosen_until_it_settles);
    tcase_add_test(tests, strict_demands_know_all_limits);
    tcase_add_test(tests, numbers_of_the_output_go_through_the_gear);
    tcase_add_test(tests, many_drives_are_read_and_found);
    tcase_add_test(tests, quotes_have_blanks_around_them);
    tcase_add_test(tests, lines_of_blanks_are_empty);
    tcase_add_test(tests, motions_that_fail_leave_the_results_alone);
    tcase_add_test(tests, catalogues_have_a_bound);
    tcase_add_test(tests, what_is_no_catalogue_is_refused);
    tcase_add_test(tests, wrong_numbers_are_refused);
    tcase_add_loop_test(tests, histories_that_fail_leave_the_results_alone, 0, 2);
    tcase_add_test(tests, failing_allocations_are_reported);
    return run_suites(suite, NULL);
}

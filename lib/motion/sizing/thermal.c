/* Winding and housing as two bodies: with x their temperatures above the ambient,
 *
 *   C1 dx1/dt = R I^2 (1 + a (x1 + ambient - 25)) - (x1 - x2) / R1
 *   C2 dx2/dt = (x1 - x2) / R1 - x2 / R2,        C1 = winding_time / R1, C2 = housing_time / R2
 *
 * so that x' = A x + b between rows, which functions of the matrix A solve exactly. */
#include "sizing/thermal.h"

#include "sizing/motor.h"

#include <math.h>

#define COPPER 0.00393 /* 1/K: temperature coefficient of copper's resistance at 20 to 25 C */

double cdy_resistance_factor(double temperature)
{
    return 1 + COPPER * (temperature - 25);
}

thermal cdy_thermal_of(const cdy_motor_drive *d, double ambient)
{
    thermal t = {.known = !isnan(d->torque_constant) && !isnan(d->resistance) && !isnan(d->winding_resistance) &&
                          !isnan(d->winding_time),
                 .pair = !isnan(d->housing_resistance) && !isnan(d->housing_time)};
    if (!t.known) {
        return t;
    }
    const double per_square = d->resistance / (d->torque_constant * d->torque_constant);
    const double capacity = d->winding_time / d->winding_resistance;
    t.heating = per_square * cdy_resistance_factor(ambient) / capacity;
    t.slope = per_square * COPPER / capacity;
    t.leak[0] = 1 / d->winding_time;
    if (t.pair) {
        t.leak[1] = d->housing_resistance / (d->winding_resistance * d->housing_time);
        t.loss = 1 / d->housing_time;
    }
    return t;
}

/* (exp(rate time) - 1) / rate. */
static double grow(double rate, double time)
{
    return fabs(rate * time) < 1e-300 ? time : expm1(rate * time) / rate;
}

/* x' = A x + b has x(h) = x + g(A) (A x + b) with g(rate) = (exp(rate h) - 1) / rate.  A has two real eigenvalues that
 * differ, as its elements off the diagonal are positive. */
typedef struct pair {
    double rate[2];  /* eigenvalues of A, the lower one first */
    double slope[2]; /* x' of winding and housing at the beginning */
    double bend[2];  /* (A - rate[0]) x' */
} pair;

static pair pair_of(const thermal *t, double square, warmth x)
{
    const double a = square * t->slope - t->leak[0], b = t->leak[0], c = t->leak[1], d = -t->leak[1] - t->loss;
    const double middle = (a + d) / 2, half = sqrt((a - d) * (a - d) / 4 + b * c);
    const double dx = a * x.winding + b * x.housing + square * t->heating, dy = c * x.winding + d * x.housing;
    return (pair){{middle - half, middle + half},
                  {dx, dy},
                  {(a - middle + half) * dx + b * dy, c * dx + (d - middle + half) * dy}};
}

static warmth step_pair(const thermal *t, double square, double time, warmth x)
{
    const pair p = pair_of(t, square, x);
    const double g0 = grow(p.rate[0], time), g1 = grow(p.rate[1], time);
    const double difference = (g1 - g0) / (p.rate[1] - p.rate[0]);
    return (warmth){x.winding + g0 * p.slope[0] + difference * p.bend[0],
                    x.housing + g0 * p.slope[1] + difference * p.bend[1]};
}

warmth cdy_thermal_step(const thermal *t, double square, double time, warmth from)
{
    if (t->pair) {
        return step_pair(t, square, time, from);
    }
    const double rate = square * t->slope - t->leak[0];
    const double rise = from.winding + grow(rate, time) * (rate * from.winding + square * t->heating);
    return (warmth){rise, rise};
}

warmth cdy_warmer(warmth a, warmth b)
{
    return (warmth){fmax(a.winding, b.winding), fmax(a.housing, b.housing)};
}

/* The slope of a temperature is c0 exp(rate[0] s) + c1 exp(rate[1] s), which is 0 at one time at most. */
warmth cdy_thermal_peak(const thermal *t, double square, double time, warmth from)
{
    warmth most = from;
    if (!t->pair) {
        return most; /* a single exponential has its extremes at the ends */
    }
    const pair p = pair_of(t, square, from);
    for (int i = 0; i < 2; i++) {
        const double apart = p.rate[1] - p.rate[0], c1 = p.bend[i] / apart, c0 = p.slope[i] - c1;
        const double turning = log(-c0 / c1) / apart; /* not a number where the slope has one sign */
        if (turning > 0 && turning < time) {
            most = cdy_warmer(most, step_pair(t, square, turning, from));
        }
    }
    return most;
}

warmth cdy_thermal_cycle(const thermal *t, const cdy_motor_drive *drive, const cdy_drive_duty *duty, warmth from)
{
    for (size_t i = 0; i + 1 < duty->count; i++) {
        from = cdy_thermal_step(t, cdy_mean_square_torque(drive, duty, i), duty->time[i + 1] - duty->time[i], from);
    }
    return from;
}

/* The cycle as the map x := F x + d. */
typedef struct cycle_map {
    double F[4], d[2];
} cycle_map;

static cycle_map map_of(const thermal *t, const cdy_motor_drive *drive, const cdy_drive_duty *duty)
{
    const warmth zero = cdy_thermal_cycle(t, drive, duty, (warmth){0, 0});
    const warmth first = cdy_thermal_cycle(t, drive, duty, (warmth){1, 0});
    const warmth second = cdy_thermal_cycle(t, drive, duty, (warmth){0, 1});
    return (cycle_map){{first.winding - zero.winding, second.winding - zero.winding, first.housing - zero.housing,
                        second.housing - zero.housing},
                       {zero.winding, zero.housing}};
}

static warmth apply(const cycle_map *m, warmth x)
{
    return (warmth){m->F[0] * x.winding + m->F[1] * x.housing + m->d[0],
                    m->F[2] * x.winding + m->F[3] * x.housing + m->d[1]};
}

/* The map twice. */
static cycle_map square_of(const cycle_map *m)
{
    const double *F = m->F;
    const warmth d = apply(m, (warmth){m->d[0], m->d[1]});
    return (cycle_map){
        {F[0] * F[0] + F[1] * F[2], F[0] * F[1] + F[1] * F[3], F[2] * F[0] + F[3] * F[2], F[2] * F[1] + F[3] * F[3]},
        {d.winding, d.housing}};
}

/* x = F x + d; infinite where an eigenvalue of F, which has no negative elements, is not below 1. */
static warmth repeats(const cycle_map *m)
{
    const double *F = m->F;
    const double half = (F[0] - F[3]) / 2, largest = (F[0] + F[3]) / 2 + sqrt(half * half + F[1] * F[2]);
    const double determinant = (1 - F[0]) * (1 - F[3]) - F[1] * F[2];
    if (!(largest < 1) || !(determinant > 0)) {
        return (warmth){HUGE_VAL, HUGE_VAL};
    }
    return (warmth){((1 - F[3]) * m->d[0] + F[1] * m->d[1]) / determinant,
                    (F[2] * m->d[0] + (1 - F[0]) * m->d[1]) / determinant};
}

/* The maps of 1, 2, 4 ... cycles, those that add up to cycles - 1. */
static warmth after(cycle_map m, size_t cycles)
{
    warmth x = {0, 0};
    for (size_t left = cycles - 1; left; left >>= 1) {
        if (left & 1) {
            x = apply(&m, x);
        }
        m = square_of(&m);
    }
    return x;
}

warmth cdy_thermal_begin(const thermal *t, const cdy_motor_drive *drive, const cdy_drive_duty *duty, size_t cycles)
{
    cycle_map m = map_of(t, drive, duty);
    if (!t->pair) {
        m.F[1] = m.F[2] = m.F[3] = m.d[1] = 0; /* the housing is the winding */
        warmth x = cycles ? after(m, cycles) : repeats(&m);
        x.housing = x.winding;
        return x;
    }
    return cycles ? after(m, cycles) : repeats(&m);
}

/* The temperatures of a motor in a cycle, by one or two time constants. */
#ifndef CDY_SIZING_THERMAL_H
#define CDY_SIZING_THERMAL_H

#include <condyle/drive_sizing.h>

/* Temperatures of winding and housing above the ambient, K. */
typedef struct warmth {
    double winding, housing;
} warmth;

/* A motor that warms up. */
typedef struct thermal {
    bool known;            /* the drive tells enough; else no temperature is known */
    bool pair;             /* winding and housing; else the winding alone, whose temperature is that of the housing */
    double leak[2];        /* 1/s: flow between winding and housing over the heat capacity of each */
    double loss;           /* 1/s: flow from the housing to the air over the heat capacity of the housing */
    double heating, slope; /* K/s of the winding for the square of 1 N m, and what each kelvin adds */
} thermal;

thermal cdy_thermal_of(const cdy_motor_drive *drive, double ambient);

/* Returns the temperatures after `time` seconds at a constant mean square of the torque. */
warmth cdy_thermal_step(const thermal *t, double square, double time, warmth from);

/* Returns the largest temperatures of winding and housing between the ends of that time, each for itself; those at the
 * beginning where the largest ones are at an end. */
warmth cdy_thermal_peak(const thermal *t, double square, double time, warmth from);

/* Returns the larger temperature of each. */
warmth cdy_warmer(warmth a, warmth b);

/* Returns the temperatures at the end of the cycle's rows. */
warmth cdy_thermal_cycle(const thermal *t, const cdy_motor_drive *drive, const cdy_drive_duty *duty, warmth from);

/* Returns the temperatures with which the cycle begins and ends: in the cycle that repeats itself (`cycles` 0; infinite
 * where temperatures grow without end), or before the last of `cycles` cycles from the ambient temperature. */
warmth cdy_thermal_begin(const thermal *t, const cdy_motor_drive *drive, const cdy_drive_duty *duty, size_t cycles);

/* Returns the factor of the winding's resistance at a temperature, C, to that at 25 C. */
double cdy_resistance_factor(double temperature);

#endif

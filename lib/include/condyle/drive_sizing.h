/* Drive sizing: which motors and gears the joints of a robot need for a motion, and how much of a drive a motion uses.
 *
 * A drive is a motor with its gear, a row of a catalogue; its numbers are those at the motor's shaft, in SI units, but
 * where "output" is said: there they are those of the joint.  NaN: not known.  For a joint that slides, the output is
 * in m, m/s and N, and the ratio in rad/m.
 *
 * The torque at the motor, of a joint with torque tau, velocity qd and acceleration qdd and a gear of ratio i, is
 *
 *   T = (rotor_inertia + gear_inertia) i qdd + tau / (i eta)      where the motor drives the load, tau qd > 0
 *   T = (rotor_inertia + gear_inertia) i qdd + tau eta' / i       where the load drives the motor, tau qd < 0
 *   T = (rotor_inertia + gear_inertia) i qdd + tau / i            at rest
 *
 * tau has the friction of the robot's own drives that act (condyle/drives.h), but no rotors.  The current is T /
 * torque_constant, the electrical power T i qd + R I^2 with the resistance R at the winding's temperature.
 *
 * The gear's life is L10 = gear_life (gear_speed / n) (gear_torque / tau_m)^p, with the mean input speed n over the
 * whole cycle, rests included, and the mean output torque
 *
 *   tau_m = (integral of |qd| |tau|^p / integral of |qd|)^(1/p)
 *
 * where p is 3 for strain wave gears (Harmonic Drive, engineering data of CSG, HFUC and others, "selecting gears":
 * life of the wave generator's bearing) and 10/3, the exponent of roller bearings, for cycloidal and planetary gears
 * (Nabtesco RV and Harmonic Planetary HPG, product selection; ISO 281). */
#ifndef CONDYLE_DRIVE_SIZING_H
#define CONDYLE_DRIVE_SIZING_H

#include <condyle/model.h>

/* Kinds of gears, by which the exponent of the life is known. */
typedef enum cdy_gear_kind {
    CDY_GEAR_NONE,
    CDY_GEAR_STRAIN_WAVE,
    CDY_GEAR_CYCLOIDAL,
    CDY_GEAR_PLANETARY
} cdy_gear_kind;

/* A motor with its gear. */
typedef struct cdy_motor_drive {
    cdy_gear_kind gear;
    bool linear;              /* the output slides */
    double mass;              /* kg */
    double ratio;             /* turns of the motor for one of the output; rad/m where the output slides */
    double efficiency;        /* eta, above 0 to 1 */
    double back_efficiency;   /* eta', 0 to 1; NaN: 2 - 1 / eta, at least 0, of equal friction in both directions */
    double rotor_inertia;     /* kg m2 */
    double gear_inertia;      /* kg m2, at the motor's shaft */
    double continuous_torque; /* N m */
    double continuous_speed;  /* rad/s */
    double peak_torque;       /* N m, up to the knee */
    double knee_speed;        /* rad/s; from there the peak torque falls in a line to 0 at peak_speed; NaN: nowhere */
    double peak_speed;        /* rad/s */
    double torque_constant;   /* N m/A */
    double resistance; /* ohm at 25 C, copper losses over the square of the current: of a direct current motor that
                          of its terminals, of three phases with effective currents three times that of one */
    double winding_resistance; /* thermal, K/W, from the winding to the housing, or to the air where it is alone */
    double housing_resistance; /* thermal, K/W, from the housing to the air */
    double winding_time;       /* s: time constants, resistance times heat capacity */
    double housing_time;
    double winding_limit;    /* C: largest temperature of the winding */
    double gear_torque;      /* output, N m: with it and gear_speed the gear has its rated life */
    double gear_speed;       /* rad/s, of the gear's input */
    double gear_life;        /* h: L10 */
    double gear_peak_torque; /* output, N m: largest in the cycle */
    double gear_mean_torque; /* output, N m: largest mean */
    double gear_mean_speed;  /* rad/s: largest mean of the gear's input */
    double brake_torque;     /* N m */
} cdy_motor_drive;

/* Returns a motor without gear of which nothing is known: ratio and efficiency 1, gear inertia 0, all else NaN. */
CDY_API cdy_motor_drive cdy_motor_drive_default(void);

/* The motion and the torques of a joint in a cycle: rows at rising times, with straight lines between them; two rows of
 * equal times are a jump. */
typedef struct cdy_drive_duty {
    size_t count;               /* rows, 2 at least */
    const double *time;         /* s */
    const double *speed;        /* rad/s or m/s, of the output */
    const double *acceleration; /* rad/s2 or m/s2; NULL: none */
    const double *torque;       /* N m or N */
    double inertia; /* kg m2 or kg: largest of the load about the joint, without the drive; NaN: not known */
    double holding; /* N m or N: largest torque that a brake has to hold; NaN: not known */
} cdy_drive_duty;

/* Demands on every drive beside the duty of its joint. */
typedef struct cdy_drive_demand {
    double life;          /* h: least L10 of gears; 0: any */
    double inertia_ratio; /* largest inertia of the load over that of the motor; infinite: any */
    double ambient;       /* C */
    double regeneration;  /* part of the returned electrical energy that is used again, 0 to 1 */
    double reserve;       /* part of each limit that may be used, above 0 */
    bool strict;          /* a drive of which a limit is not known does not do */
} cdy_drive_demand;

/* Returns the defaults: any life and inertia ratio, 40 C, no regeneration, all of each limit, not strict. */
CDY_API cdy_drive_demand cdy_drive_demand_default(void);

/* Limits of a drive. */
typedef enum cdy_drive_limit {
    CDY_DRIVE_PEAK_TORQUE,         /* of the motor, at the speed of the moment */
    CDY_DRIVE_PEAK_SPEED,          /* of the motor */
    CDY_DRIVE_CONTINUOUS_TORQUE,   /* root mean square of the motor's torque */
    CDY_DRIVE_CONTINUOUS_SPEED,    /* mean of the motor's speed */
    CDY_DRIVE_WINDING_TEMPERATURE, /* rise above the ambient, in cycles without end */
    CDY_DRIVE_GEAR_PEAK_TORQUE,
    CDY_DRIVE_GEAR_MEAN_TORQUE,
    CDY_DRIVE_GEAR_MEAN_SPEED,
    CDY_DRIVE_GEAR_LIFE,
    CDY_DRIVE_INERTIA_RATIO,
    CDY_DRIVE_BRAKE_TORQUE,
    CDY_DRIVE_LIMITS /* their number */
} cdy_drive_limit;

/* Returns the name of a limit, "peak_torque"; NULL where there is no such limit. */
CDY_API const char *cdy_drive_limit_name(cdy_drive_limit limit);

/* Torques, speeds, heat and life of a drive in a cycle that is repeated without end, and the parts of its limits that
 * the cycle uses. */
typedef struct cdy_drive_use {
    double peak_torque, rms_torque;   /* N m, magnitudes at the motor */
    double peak_speed, mean_speed;    /* rad/s */
    double peak_current, rms_current; /* A; NaN without a torque constant */
    double peak_power;                /* W: largest electrical power; NaN without torque constant and resistance */
    double energy;                    /* J a cycle: drawn, less what regeneration uses again */
    double losses;                    /* J a cycle: copper losses */
    double inertia_ratio;             /* of the load at the motor's shaft, over rotor and gear; NaN: not known */
    double winding_temperature, housing_temperature; /* C: largest ones; infinite: they grow without end */
    double gear_peak_torque, gear_mean_torque;       /* output, N m or N */
    double gear_mean_speed;                          /* rad/s, of the gear's input */
    double life;                                     /* h: L10; infinite at rest; NaN: not known */
    double used[CDY_DRIVE_LIMITS]; /* in parts of each limit, reserve counted; NaN: neither limit nor use known */
    cdy_drive_limit nearest;       /* the limit that is used most; CDY_DRIVE_LIMITS: none is known */
    bool exceeded;                 /* that one is exceeded */
    bool unknown;                  /* a limit that matters is not known: peak torque and speed; continuous torque or
                                      temperature; with an asked life that of a gear; with an asked ratio the inertia;
                                      or the rotor's inertia is not, of a joint that accelerates */
} cdy_drive_use;

/* Gives what a cycle uses of a drive.  Integrals are sums of three Gauss points between rows, exact where the sign of
 * no speed and torque changes there and powers are whole.  Temperatures are those of the cycle that repeats itself:
 * winding and housing are two bodies with a resistance between each other and to the air (one where the housing is not
 * known), and the losses of each stretch between rows, R (1 + 0.00393 (T - 25)) I^2, are constant but for the winding's
 * temperature T, so that the differential equations are solved exactly, and the largest temperatures are those of all
 * times, not of the rows alone.  The torque of a rotor or gear whose inertia is not known counts as 0.
 *
 * Fails with CDY_ERROR_ARGUMENT where a pointer is NULL, a number of the drive, the duty or the demand is not in its
 * range, a drive without a gear has numbers of one (gear_torque to gear_mean_speed), or times fall or do not differ at
 * all, with CDY_ERROR_NUMERIC where a result is too large, and with CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_find_drive_use(const cdy_motor_drive *drive, const cdy_drive_duty *duty,
                                      const cdy_drive_demand *demand, cdy_drive_use *use, cdy_error *error);

/* Gives the torque at the motor (count; N m) and, of each row, the temperatures of winding and housing (count each; C;
 * NULL: not wanted).  `cycles` 0: in the cycle that repeats itself, else in the last of so many cycles that begin at
 * the ambient temperature, at most 1e9.  Temperatures are NaN where the drive does not tell enough.  Fails as
 * cdy_find_drive_use() does, and then leaves the results as they were. */
CDY_API cdy_status cdy_drive_history(const cdy_motor_drive *drive, const cdy_drive_duty *duty,
                                     const cdy_drive_demand *demand, size_t cycles, double *torque, double *winding,
                                     double *housing, cdy_error *error);

/* The rows of a motion of a whole robot, a cycle.  n = cdy_model_nv() = cdy_model_nq(). */
typedef struct cdy_drive_motion {
    size_t count;               /* rows, 2 at least */
    const double *time;         /* count */
    const double *q, *qd, *qdd; /* count x n */
} cdy_drive_motion;

/* Gives what a motion asks of each joint: torques (count x n), the largest inertias M_ii (n) and the largest torques
 * against gravity (n), in a robot whose drives weigh `mass` (n, kg; NULL: 0).  The drive of a joint is a point in the
 * joint's origin on the body before the joint.  Friction of the model's drives that act and its payloads count, its
 * rotors do not.  Fails with CDY_ERROR_ARGUMENT, CDY_ERROR_UNSUPPORTED (a joint of several degrees of freedom),
 * CDY_ERROR_NUMERIC, CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_find_drive_torques(const cdy_model *model, const cdy_drive_motion *cycle, const double *mass,
                                          double *torque, double *inertia, double *holding, cdy_error *error);

/* A choice of drives. */
typedef struct cdy_drive_choice {
    int drive;         /* index of the drive, -1: no drive moves as the joint does */
    cdy_drive_use use; /* of that drive */
} cdy_drive_choice;

/* Chooses for each joint the lightest of `count` drives that does a motion, the one that is used least among equal
 * ones, and where none does, that whose most used limit is exceeded least.  Masses of the chosen drives, less those
 * that the robot's links have already (`included`, n, kg; NULL: none), where these are lighter, are then part of the
 * robot (cdy_find_drive_torques()), and drives are chosen again until nothing changes.  A joint does not return to a
 * lighter drive, so that the choice settles.  `given` (n; NULL: none) has the index of the drive that a joint has in
 * any case, -1: to be chosen.  *rounds gets the number of rounds; NULL: not wanted.
 *
 * Fails as the two functions above do. */
CDY_API cdy_status cdy_choose_drives(const cdy_model *model, const cdy_drive_motion *cycle,
                                     const cdy_motor_drive *drives, int count, const cdy_drive_demand *demand,
                                     const double *included, const int *given, cdy_drive_choice *choices, int *rounds,
                                     cdy_error *error);

/* A catalogue of drives, read from a file. */
typedef struct cdy_drive_catalogue cdy_drive_catalogue;

/* Reads a catalogue from `size` bytes of comma-separated values (docs/drives.md has the columns); `name` stands for the
 * file in messages.  The caller destroys the catalogue.  Fails with CDY_ERROR_ROBOT, with file and line, where the text
 * is no catalogue (unknown, missing or repeated columns, numbers out of range or of a gear that is not named, two
 * drives of one type, more than 100000 drives), or with
 * CDY_ERROR_ARGUMENT or CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_drive_catalogue_read(const char *bytes, size_t size, const char *name,
                                            cdy_drive_catalogue **catalogue, cdy_error *error);

/* Reads a catalogue from a file, likewise, or fails with CDY_ERROR_IO. */
CDY_API cdy_status cdy_drive_catalogue_load(const char *path, cdy_drive_catalogue **catalogue, cdy_error *error);

/* Frees a catalogue; takes NULL. */
CDY_API void cdy_drive_catalogue_destroy(cdy_drive_catalogue *catalogue);

/* Return the number of drives of a catalogue and the drives (NULL without a catalogue); they are valid as long as the
 * catalogue. */
CDY_API int cdy_drive_catalogue_count(const cdy_drive_catalogue *catalogue);
CDY_API const cdy_motor_drive *cdy_drive_catalogue_drives(const cdy_drive_catalogue *catalogue);

/* Return type, maker and source of drive `index` (from 0), "" where the file does not tell; NULL where there is no such
 * drive. */
CDY_API const char *cdy_drive_catalogue_type(const cdy_drive_catalogue *catalogue, int index);
CDY_API const char *cdy_drive_catalogue_maker(const cdy_drive_catalogue *catalogue, int index);
CDY_API const char *cdy_drive_catalogue_source(const cdy_drive_catalogue *catalogue, int index);

/* Returns the index of the drive of a type, -1 if there is none. */
CDY_API int cdy_drive_catalogue_find(const cdy_drive_catalogue *catalogue, const char *type);

#endif

/* Result of condyle identify, for its reports. */
#ifndef CONDYLE_TOOLS_IDENTIFY_H
#define CONDYLE_TOOLS_IDENTIFY_H

#include "run/output.h"
#include "values/robot.h"

#include <condyle/drive_identification.h>
#include <condyle/gain_identification.h>

/* What --gains found. */
typedef struct identified_gains {
    cdy_gain_identification_options options;
    cdy_gain_identification *identification;
    cdy_gain_identification_result result;
    double *nominal;
    double *delays; /* nv: of the efforts behind positions, s */
    int effort;     /* an effort_kind: what the gains are of */
} identified_gains;

typedef struct identified {
    const robot *robot;
    cdy_regressor_options regressor;
    cdy_identification_result result;
    bool drives; /* by a calibration; the result is then that of its bodies */
    cdy_drive_identification_result calibration;
    const identified_gains *gains; /* NULL: not asked for */
    const struct held_out *held;   /* nv: numbers of the rows held out; NULL: none were (hold_out.h) */
} identified;

/* A number of a drive: its name as in <drive>, its unit, and where it is in cdy_drive_estimate. */
typedef struct drive_number {
    const char *name, *unit;
    size_t offset;
} drive_number;

enum { DRIVE_NUMBERS = 8 };
extern const drive_number drive_numbers[DRIVE_NUMBERS];

/* Terms that cross-validation leaves out, by the bits of the result's `left_out`. */
enum { LEFT_OUT_NAMES = 3 };
extern const char *const left_out_names[LEFT_OUT_NAMES];

/* The number of a drive, or its standard deviation. */
double drive_number_of(const cdy_drive_estimate *drive, int number);

/* Whether the torques determine a parameter alone, in combination with others, or not at all. */
typedef enum determination { DETERMINED_ALONE, DETERMINED_WITH_OTHERS, DETERMINED_NOT } determination;

/* Returns how the torques determine a parameter. */
determination identified_determination(const identified *i, int parameter);

/* Describe a parameter; append its name, "forearm_link.Izz" or "damping.elbow_joint". */
cdy_parameter identified_parameter(const identified *i, int parameter);
void identified_add_name(const identified *i, int parameter, text_buffer *name);

/* Write the report: a table for people, or one JSON object. */
exit_code identified_write_table(const identified *i, output *out);
exit_code identified_write_json(const identified *i, output *out);

#endif

/* The page of the report subcommand, part by part. */
#ifndef CONDYLE_TOOLS_COMMANDS_REPORT_H
#define CONDYLE_TOOLS_COMMANDS_REPORT_H

#include "commands/motion/clearance.h"
#include "commands/motion/limits.h"
#include "commands/motion/recording.h"
#include "commands/motion/report_style.h"
#include "commands/motion/sized.h"
#include "commands/motion/trace.h"
#include "options/mesh_places.h"

/* The data of the page: the motion, its curves and its results. */
typedef struct report {
    const recording *recording;
    const trace *trace;
    const limit_results *results;
    const cdy_mesh_places *meshes; /* NULL: a compiled model, which has no shapes */
    const sized *drives;           /* NULL: no catalogue of drives */
    const clearance *clearance;    /* NULL: not asked for */
    output *out;
} report;

/* Kinds of limits. */
typedef enum limit_kind { LIMIT_TORQUE, LIMIT_VELOCITY, LIMIT_POSITION, LIMIT_KINDS } limit_kind;

/* A degree of freedom as the page shows it. */
typedef struct shown_joint {
    const limit_row *row;
    cdy_moving_joint joint;
    int position;           /* its coordinate in a configuration */
    const cdy_joint *given; /* the joint in the robot's file; NULL: a compiled model */
    bool geared;            /* the file has a gear ratio other than 1 */
    double factor;          /* of its angles: 180 / pi for degrees, else 1 */
    const char *component;  /* of a joint with several degrees of freedom, "vx"; else "" */
} shown_joint;

/* Describes degree of freedom `index`. */
shown_joint report_joint(const report *r, int index);

/* Returns how much of a limit a degree of freedom uses at most, 1 being all of it; of a position, the distance from the
 * middle of its range in parts of half the range. NaN: not known. */
double report_use_of(const limit_row *row, limit_kind kind);
bool report_exceeds(const limit_row *row, limit_kind kind);
bool report_is_unknown(const limit_row *row, limit_kind kind);

/* Finds the degree of freedom that uses most of a kind of limit; -1: none is known. */
int report_nearest(const report *r, limit_kind kind);

/* Writes the name of a degree of freedom. */
void report_write_name(const report *r, const limit_row *row);

/* Writes a number, in full for programs and with `digits` digits for people; a dash where it is not known. */
void report_write_number(const report *r, double value, int digits);

/* Writes the place of a peak: "at 1.25 s", or "in row 12" without times. */
void report_write_place(const report *r, const cdy_limit_peak *peak);

/* Returns "deg" or "rad" for an angle, else "m". */
const char *report_unit(const report *r, const cdy_coordinate *coordinate);

/* Write the parts of the page. */
exit_code report_write_robot(const report *r);
exit_code report_write_use(const report *r);
exit_code report_write_joints(const report *r);
exit_code report_write_drives(const report *r);
void report_write_supply(const report *r);
void report_write_clearance(const report *r);
exit_code report_write_page(const report *r);

#endif

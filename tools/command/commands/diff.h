/* Differences between two robots, for condyle diff. */
#ifndef CONDYLE_TOOLS_DIFF_H
#define CONDYLE_TOOLS_DIFF_H

#include "options/robot_options.h"
#include "rows/json.h"
#include "run/robot.h"

enum { DIFF_NUMBERS = 9 };

/* Value of one robot: nothing, a text, or numbers. */
typedef struct diff_value {
    const char *text; /* owned by the robot; NULL: none */
    int count;        /* number of numbers; 0: none */
    double numbers[DIFF_NUMBERS];
} diff_value;

typedef struct diff_options {
    invocation invocation;
    robot_options robot;
    uint64_t seed;
    const char *body; /* --body; NULL: not given */
    double same;      /* --tolerance, relative */
    int json;         /* --format, else by the name of --output; 1: json */
    bool json_given;
} diff_options;

/* One difference. */
typedef struct difference {
    const char *kind; /* "robot", "body" or "joint" */
    const char *name; /* name of the body or joint; NULL for the robot */
    const char *what; /* such as "mass", "limit upper", "added", "removed" */
    const char *unit; /* "" for none */
    diff_value a, b;
} difference;

/* Reach of the tool's frame over the sample: its bounding box in the base frame and its largest distance from the
 * base's origin, m. */
typedef struct diff_reach {
    const char *frame; /* name */
    double minimum[3], maximum[3], distance;
} diff_reach;

/* Largest difference of a torque or force over the sample. */
typedef struct diff_torque {
    int common;              /* degrees of freedom that both robots have */
    bool complete;           /* neither robot has others */
    const char *joint;       /* joint of the largest difference; NULL: none */
    int component;           /* index among the joint's degrees of freedom */
    const char *unit;        /* "N m" or "N" */
    int sample;              /* number of the state, from 0 */
    double a, b, difference; /* both robots' torques of that joint in that state */
    double largest;          /* largest of all torques */
} diff_torque;

/* Result of one comparison; index 0 is robot A, 1 is robot B. */
typedef struct diff_report {
    const diff_options *options;
    const robot *robots[2];
    difference *items;
    size_t count, capacity;
    bool out_of_memory;
    int samples;
    double mass[2]; /* total, kg */
    diff_reach reach[2];
    diff_torque torque;
} diff_report;

/* Adds a difference. */
void diff_add(diff_report *d, const difference *item);

/* Whether values of `count` numbers are equal within the tolerance, relative to the largest of them. */
bool diff_same(const diff_report *d, const double *a, const double *b, int count);

/* Adds a difference between numbers, or between words (NULL: none), where they differ. */
void diff_compare_numbers(diff_report *d, const char *kind, const char *name, const char *what, const char *unit,
                          const double *a, const double *b, int count);
void diff_compare_texts(diff_report *d, const char *kind, const char *name, const char *what, const char *a,
                        const char *b);

/* Compares bodies and joints with the same names, and the total mass. */
void diff_trees(diff_report *d);

/* Compares the reach of the tool, and the torques of random motions, over the same sample for both robots. */
exit_code diff_reaches(diff_report *d);
exit_code diff_torques(diff_report *d);

/* Writes the report as a table, or as one JSON object. */
void diff_write_table(const diff_report *d, output *out);
exit_code diff_write_json(const diff_report *d, output *out);

#endif

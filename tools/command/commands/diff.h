/* Differences between two robots, found and printed by condyle diff. */
#ifndef CONDYLE_TOOLS_DIFF_H
#define CONDYLE_TOOLS_DIFF_H

#include "options/options.h"
#include "rows/json.h"
#include "run/robot.h"

enum { DIFF_NUMBERS = 9 };

/* What one robot has: nothing, a text, or numbers. */
typedef struct diff_value {
    const char *text; /* belongs to the robot; NULL: none */
    int count;        /* of numbers; 0: none */
    double numbers[DIFF_NUMBERS];
} diff_value;

/* One difference. */
typedef struct difference {
    const char *kind; /* "robot", "body" or "joint" */
    const char *name; /* of the body or joint; NULL for the robot */
    const char *what; /* "mass", "limit upper" for example; "added", "removed" */
    const char *unit; /* "" where there is none */
    diff_value a, b;
} difference;

/* Where the frame of the tool comes to over the sample: its box in the base frame and its largest distance from the
 * base's origin, m. */
typedef struct diff_reach {
    const char *frame; /* its name */
    double minimum[3], maximum[3], distance;
} diff_reach;

/* The largest difference of a torque or force over the sample. */
typedef struct diff_torque {
    int common;              /* degrees of freedom that both robots have */
    bool complete;           /* neither robot has others */
    const char *joint;       /* where the difference is largest; NULL: there is none */
    int component;           /* among the joint's degrees of freedom */
    const char *unit;        /* "N m" or "N" */
    int sample;              /* the state, from 0 */
    double a, b, difference; /* the torques there */
    double largest;          /* of all torques */
} diff_torque;

/* All of one comparison; a robot's things are indexed 0 and 1. */
typedef struct diff_report {
    const options *options;
    const robot *robots[2];
    difference *items;
    size_t count, capacity;
    bool out_of_memory;
    int samples;
    double mass[2]; /* of all bodies, kg */
    diff_reach reach[2];
    diff_torque torque;
} diff_report;

/* Adds a difference. */
void diff_add(diff_report *d, const difference *item);

/* Whether values of `count` numbers are the same within the tolerance, the largest of them being the measure. */
bool diff_same(const diff_report *d, const double *a, const double *b, int count);

/* Adds a difference between numbers, or between words (NULL: none), if there is one. */
void diff_compare_numbers(diff_report *d, const char *kind, const char *name, const char *what, const char *unit,
                          const double *a, const double *b, int count);
void diff_compare_texts(diff_report *d, const char *kind, const char *name, const char *what, const char *a,
                        const char *b);

/* Compares bodies and joints by their names, and the mass of all. */
void diff_trees(diff_report *d);

/* Compares where the tool comes to, and the torques of random motions, over the same sample for both robots. */
exit_code diff_reaches(diff_report *d);
exit_code diff_torques(diff_report *d);

/* Prints all as a table, or as one JSON object. */
void diff_write_table(const diff_report *d, output *out);
exit_code diff_write_json(const diff_report *d, output *out);

#endif

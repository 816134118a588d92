/* Differences between two robots, for condyle diff. */
#ifndef CONDYLE_TOOLS_DIFF_H
#define CONDYLE_TOOLS_DIFF_H

#include "options/robot_options.h"
#include "rows/json.h"
#include "values/robot.h"

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
    const char *kind; /* "robot", "body", "joint" or "loop" */
    const char *name; /* name of the body, joint or loop; NULL for the robot */
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
    const char *part;        /* its name, such as "Tx"; "": the joint has one only */
    const char *unit;        /* "N m" or "N" */
    int sample;              /* number of the state, from 0 */
    double a, b, difference; /* both robots' torques of that joint in that state */
    double largest;          /* largest of all torques */
} diff_torque;

/* Differences of one degree of freedom's torque over the sample, drives included. */
typedef struct diff_degree {
    const char *joint;
    int component;
    const char *part; /* the component's name, "Tx"; "": the joint has one only */
    const char *unit;
    double rms, peak;
} diff_degree;

/* A property that differs, and what it does to torques by itself; the one that does most is the first. */
typedef struct diff_cause {
    char *text;
    const char *joint; /* where it does most; NULL: it changes no torque */
    const char *unit;
    double rms, peak; /* of the torque of that joint */
    int number;       /* in the order of the robot */
} diff_cause;

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
    diff_degree *degrees; /* those with a difference, of A's velocities */
    size_t degree_count;
    diff_cause *causes;
    size_t cause_count;
    char **labels; /* of loops without a name */
    size_t label_count;
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

/* Adds the difference between positions and between rotations, where they differ. Rotations are compared as matrices,
 * since different angles may describe the same rotation. */
void diff_compare_placements(diff_report *d, const char *kind, const char *name, const char *position,
                             const char *rotation, const cdy_placement *a, const cdy_placement *b);

/* Adds what only one robot has: added is that of B. */
void diff_add_presence(diff_report *d, const char *kind, const char *name, bool added);

/* Gives the joints of B that A has not the names of those in A that stand in the same place, and notes it. */
exit_code diff_match(const robot *a, robot *b);

/* Returns where a joint of B stands in the body that has the name of its parent in A, where B welds that body to its
 * own parent; else in that. */
cdy_placement diff_origin(const cdy_tree *a, int index_a, const cdy_tree *b, int index_b);

/* Compares bodies and joints with the same names, closed loops, and the total mass. */
void diff_trees(diff_report *d);

/* Compares closed loops: those of one name, else those between the same bodies, in their order. */
void diff_loops(diff_report *d);

/* Compares the reach of the tool, and the torques of random motions, over the same sample for both robots. */
exit_code diff_reaches(diff_report *d);
exit_code diff_torques(diff_report *d);

/* Finds the differences of torques by degrees of freedom, drives included, and their causes. */
exit_code diff_degrees(diff_report *d);
exit_code diff_causes(diff_report *d);

/* Compares the torques of A with those of a changed copy of it, and gives the joint with the largest difference. */
exit_code diff_compare_with(const diff_report *d, const cdy_tree *changed, int samples, diff_cause *cause);

/* Adds a cause, whose text then belongs to the report; false if memory runs out. */
bool diff_add_cause(diff_report *d, const diff_cause *cause);

/* Writes the report as a table, or as one JSON object. */
void diff_write_table(const diff_report *d, output *out);
exit_code diff_write_json(const diff_report *d, output *out);

#endif
